//! Periods of heaps that split in two, proved from far fewer values than Guy and Smith's bound asks for: where few heaps are rare.
//!
//! In: the values of heaps below N, and a period that they show from some heap on. Out: whether they prove it for all heaps.
//!
//! The moves are those of a [`Sequence`]: from some heap c on, those of a heap of n tokens leave positions of fixed values, a heap of n - k tokens, or two heaps
//! of n - k tokens together, of L tokens at least each, and perhaps unequal; let t be the greatest k. Let a space of values ([`Space`](grundy_heaps::Space)) say which
//! values of a heap are common. An option of two heaps has a common value if and only if exactly one of the two is rare. Whether a value is common at n
//! is the same at n + p if p is even or if the parity of the size does not count.
//!
//! **Theorem.** Let d >= 1, d >= L, and let r be the greatest rare heap of at least one token below N, or 0 if there is none. If p is even or the parity of the size does not count, and
//!
//! 1. G(n + p) = G(n) for d <= n < N - p,
//! 2. N >= d + p + t + r, N >= r + 1 + p, N >= c + p, and N > 2 r + p + t if parts must be unequal,
//! 3. for each n with N - p <= n < N, and for each rare value w < G(n), an option of n has the value w that is a position of a fixed value, or that leaves a heap of
//!    d tokens or more,
//!
//! then G(n + p) = G(n) for all n >= d, and all heaps above r are common.
//!
//! *Proof.* By induction on n' >= N: let n = n' - p, and let the equation hold, and heaps above r be common, below n'. (For n' = N this is 1 and the choice of r.) (i) *The common values of
//! options of n and of n' are the same.* Positions of fixed values are options of both. A heap of n' - k tokens has d + p tokens or more, by 2, and so the
//! value of that of n - k tokens. A pair with a common value has exactly one rare heap s, which has r tokens at most, as s < n'. The other one has n' - k - s >=
//! d + p tokens, and the value of that of n - k - s tokens, which is d or more, and so L or more. Where parts must be unequal, they are: n - k > 2 s. So the least
//! common value v that is no option's is the same for n and n'. As n >= N - p > r is common, G(n) = v, and every rare value below v is an option's. (ii) *Every
//! rare value w < v is the value of an option of n'.* Let h be the heap with N - p <= h < N that differs from n' by a multiple of p. G(h) = G(n) = v, and w is a rare
//! value of h, too, by the parity of p. By 3 an option of h has this value. With the larger heap, or the only one, n' - h tokens larger it is an option of n', of the same value, since that
//! heap has d tokens or more; two heaps of which the larger has grown are unequal. So G(n') = v = G(n), and n' is common. ∎
//!
//! Guy and Smith's theorem asks for N >= 2 d + 2 p + t. If N - p - t >= 2 d, the larger of two heaps always has d tokens or more, and 3 holds by itself. The theorem here
//! saves a quarter (0.376) to a half (0.354, 0.104) of the values. Flammenkamp
//! (Sparse- and Common-Positions of Sprague-Grundy Values of Octal-Games) remarks that a sequence whose rare values die out must become periodic; how many values
//! prove its period I have found nowhere.

use grundy_heaps::{Sequence, Space};

use super::prove::Shown;
use super::read::{Heaps, Leaves};
use crate::exact::index;
use grundy_core::contract::proof::Common;

/// What the values so far show.
pub(super) enum Look {
    /// A period is proved.
    Proved(Shown),
    /// So many values might prove one; `None` if no period is seen.
    Wanted(Option<usize>),
}

/// What is known of the rules: t; c; the greatest L; whether parts must be unequal.
#[derive(Clone, Copy, Debug)]
struct Far {
    take: usize,
    from: usize,
    least: usize,
    unequal: bool,
}

impl Far {
    fn of(heaps: &Heaps) -> Far {
        let pairs =
            || heaps.moves.iter().filter_map(|mv| if let Leaves::Two(pairs) = &mv.leaves { Some(pairs) } else { None });
        let take = index(heaps.taken().0);
        Far {
            take,
            from: index(heaps.from()).max(take + 1),
            least: pairs().filter_map(|pairs| pairs.left.least()).map(index).max().unwrap_or(1),
            unequal: pairs().any(|pairs| pairs.gap != Some(0)),
        }
    }
}

/// A period that the values show from d on, in the words of the theorem.
#[derive(Clone, Copy, Debug)]
struct Seen {
    d: usize,
    p: usize,
}

/// Looks for a period that the values prove.
pub(super) fn look(values: &Sequence, heaps: &Heaps) -> Look {
    let far = Far::of(heaps);
    let mut wanted: Option<usize> = None;
    for (from, p) in values.recurring() {
        let seen = Seen { d: from.max(far.least).max(1), p };
        let Some(need) = [by_size(seen, far), by_space(values, seen, far)].into_iter().flatten().min() else {
            continue;
        };
        if need > values.len() {
            wanted = Some(wanted.map_or(need, |least| least.min(need)));
            continue;
        }
        if by_size(seen, far).is_some_and(|need| need <= values.len()) {
            return Look::Proved(shown(values, seen, by_guy_and_smith(values, seen, far), None));
        }
        if has_witnesses(values, seen) {
            return Look::Proved(shown(values, seen, by_rare_heaps(values, seen, far), common(values)));
        }
        // The bound by sizes is still ahead.
        let need = by_size(seen, far).unwrap_or(usize::MAX).min(values.len() + values.len() / 50 + 1);
        wanted = Some(wanted.map_or(need, |least| least.min(need)));
    }
    Look::Wanted(wanted)
}

/// The values that Guy and Smith's bound asks for; it is for parts of any sizes.
fn by_size(Seen { d, p }: Seen, far: Far) -> Option<usize> {
    (!far.unequal).then(|| 2 * d.max(far.from) + 2 * p + far.take)
}

/// The values that the theorem asks for; `None` if the parity of sizes is in the way.
fn by_space(values: &Sequence, Seen { d, p }: Seen, far: Far) -> Option<usize> {
    let space = values.space()?;
    let r = values.last_rare();
    let unequal = if far.unequal { 2 * r + p + far.take + 1 } else { 0 };
    let parity = !space.by_size || p.is_multiple_of(2);
    parity.then(|| (d + p + far.take + r).max(r + 1 + p).max(far.from + p).max(unequal))
}

/// The third condition of the theorem.
fn has_witnesses(values: &Sequence, Seen { d, p }: Seen) -> bool {
    let Some(space) = values.space() else { return false };
    let end = values.len();
    (end - p..end).all(|n| {
        let rare = |w: &u32| space.is_rare(n, *w);
        (0..values.get(n)).filter(rare).all(|w| values.has_option(n, w, d))
    })
}

/// The common values, for a certificate.
fn common(values: &Sequence) -> Option<Common> {
    let Space { mask, by_size, odd } = values.space()?;
    Some(Common { digits: mask, by_size, odd, below: values.len() as u64, kept: None })
}

/// The least preperiod and period.
fn shown(values: &Sequence, Seen { d, p }: Seen, theorem: String, common: Option<Common>) -> Shown {
    let same = |n: usize, p: usize| values.get(n) == values.get(n + p);
    let period = (1..=p).filter(|q| p.is_multiple_of(*q)).find(|q| (d..d + p - q).all(|n| same(n, *q))).unwrap_or(p);
    let mut preperiod = d;
    while preperiod > 0 && same(preperiod - 1, period) {
        preperiod -= 1;
    }
    Shown { preperiod: preperiod as u64, period: period as u64, saltus: 0, theorem, common }
}

fn by_guy_and_smith(values: &Sequence, Seen { d, p }: Seen, far: Far) -> String {
    format!(
        "Guy and Smith's theorem: moves take at most {} and leave at most 2 heaps, and G(n + {p}) = G(n) was computed for {d} <= n < {}; for larger n the options of n + {p} are those of n with the largest heap {p} larger, and their values are the same",
        far.take,
        values.len() - p,
    )
}

fn by_rare_heaps(values: &Sequence, Seen { d, p }: Seen, far: Far) -> String {
    format!(
        "few heaps are rare, the largest of {} tokens: moves take at most {}, and G(n + {p}) = G(n) was computed for {d} <= n < {}; an option has a common value only if it has a rare heap, so that the common values of options of larger heaps recur, and their rare values have options that grow with the heap",
        values.last_rare(),
        far.take,
        values.len() - p,
    )
}
