//! Periods of heaps, proved.
//!
//! In: [`Heaps`] and their first values. Out: the period of all values, with the theorem that shows it; or nothing.
//!
//! **Theorem** (Guy and Smith 1956 for octal games; here for all rules that [`super::read`] reads and whose pairs shift). Let no move take more than
//! t or leave more than k heaps. From c on let conditions, and which heaps are positions, depend only on sizes modulo m. Let p be a multiple of m,
//! d >= c, d >= n0, and B = k d + (k - 1) p + t. If G(n + p) = G(n) for n0 <= n < B, then for all n >= n0. (Where n or n + p is no position, the
//! equation means that neither is.)
//!
//! *Proof* by induction on n >= B. As n >= c, n and n + p are both positions or neither is; let both be. An option of n + p is a list of heaps, all
//! of them positions, whose sizes add up to n + p - t' with t' <= t. The largest, x, is at least (n + p - t) / k >= d + p, since n + p - t >= k
//! (d + p). With x - p in place of x the list is an option of n, for three reasons: x - p >= d >= c is a position as x is and satisfies what x
//! satisfies; n satisfies what n + p satisfies (n >= c); and the order of the parts does not matter (this is what
//! [`Pairs::shifts`](super::read::Pairs) asks). Its value is the same, as G(x) = G(x - p) for n0 <= x - p < n. Conversely an option of n has a
//! largest heap x >= (n - t) / k >= d with x < n, and with x + p in place of x it is an option of n + p of the same value. Moves to nothing or to a
//! heap of a fixed size are options of both or of neither, as n >= c. So n and n + p have options of the same values. ∎ Where moves are of several
//! kinds, each needs the inequality for its own k and t only.

use super::read::{Heaps, Leaves};
use super::saltus::Continued;
use crate::exact::index;
use grundy_core::contract::proof::Common;
use grundy_core::contract::tail::{Tail, tail, tail_by};
use grundy_core::read::arithmetic::lcm;
use grundy_core::store::values::Values;

/// Arithmetic periods are tried only if the preperiod, the period and the saltus are at most this.
const LARGEST: u64 = 1 << 10;

/// A proved period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The least preperiod.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// The amount by which values grow over one period.
    pub saltus: u64,
    /// The theorem that proves it, in words.
    pub theorem: String,
    /// The common values, if few rare heaps are a part of the proof.
    pub common: Option<Common>,
}

/// Why no period of these heaps is proved, however many values are known.
pub(crate) fn hopeless(heaps: &Heaps) -> Option<&'static str> {
    if heaps.breaks() {
        return Some(
            "a move breaks a heap into many heaps, or into heaps of which some must be equal or unequal; no theorem is known here",
        );
    }
    let shifts = |leaves: &Leaves| if let Leaves::Two(pairs) = leaves { pairs.shifts() } else { true };
    (!heaps.moves.iter().all(|m| shifts(&m.leaves))).then_some(
        "a move leaves two heaps that must differ, or a condition tells the smaller from the larger, so that the options of a larger heap are not those of a smaller one, moved up; no theorem is known here",
    )
}

/// The period that values show, if they prove it; the arithmetic period that failed last is not tried again.
pub(super) fn prove(heaps: &Heaps, values: &[u32], failed: &mut Option<Tail>) -> Option<Shown> {
    let tail = seen(heaps, values)?;
    match tail.saltus {
        0 => by_bound(heaps, values, tail),
        _ if *failed == Some(tail) => None,
        _ => {
            let shown = by_automaton(heaps, values, tail);
            *failed = shown.is_none().then_some(tail);
            shown
        }
    }
}

/// The tail that values show. A heap that is no position is given the value of the last position before it, so that differences depend on
/// values alone. Which heaps are positions recurs with a period that is put in afterwards.
fn seen(heaps: &Heaps, values: &[u32]) -> Option<Tail> {
    let Tail { period: own, saltus, .. } = if values.contains(&Values::NOWHERE) {
        let mut last = 0;
        let terms = values.iter().map(|v| {
            last = if *v == Values::NOWHERE { last } else { i128::from(*v) };
            last
        });
        tail(&terms.collect::<Vec<i128>>())?
    } else {
        tail_by(values.len(), |n| i128::from(values[n]))?
    };
    let period = index(lcm(own as u64, heaps.exists.modulus()));
    let saltus = saltus * (period / own) as i128;
    let pairs = values.iter().zip(values.get(period..)?);
    let recurs = |(near, far): (&u32, &u32)| match (*near == Values::NOWHERE, *far == Values::NOWHERE) {
        (false, false) => i128::from(*far) - i128::from(*near) == saltus,
        (near, far) => near && far,
    };
    let preperiod = pairs.len() - pairs.rev().take_while(|pair| recurs(*pair)).count();
    (period > 0 && preperiod + period < values.len()).then_some(Tail { preperiod, period, saltus })
}

/// Proves an arithmetic period by the automaton of [`Continued`].
fn by_automaton(heaps: &Heaps, values: &[u32], tail: Tail) -> Option<Shown> {
    let (preperiod, own) = (tail.preperiod as u64, tail.period as u64);
    let saltus = u64::try_from(tail.saltus).ok().filter(|s| *s <= LARGEST)?;
    let period = lcm(own, heaps.modulus());
    let from = preperiod.max(heaps.from());
    if period == 0 || from.max(period) > LARGEST {
        return None;
    }
    let continued = Continued { heaps, values, from, period, saltus: saltus * (period / own) };
    let states = continued.holds()?;
    let theorem = format!(
        "the values so continued satisfy the recursion of the rules for every size: no option has the value itself and all less are options', by a finite automaton that reads sizes and values in binary ({states} states)"
    );
    Some(Shown { preperiod, period: own, saltus, theorem, common: None })
}

/// B of the theorem: the equation is needed for all n below it.
pub(crate) fn bound(heaps: &Heaps, n0: u64, p: u64) -> u64 {
    let d = n0.max(heaps.from());
    let bounds = heaps.moves.iter().map(|m| m.leaves.taken().map_or(d, |(t, k)| k * d + (k - 1) * p + t));
    bounds.max().unwrap_or(d).max(d)
}

/// Proves a period by Guy and Smith's bound.
fn by_bound(heaps: &Heaps, values: &[u32], tail: Tail) -> Option<Shown> {
    if hopeless(heaps).is_some() {
        return None;
    }
    let Tail { preperiod, period, .. } = tail;
    let (n0, p) = (preperiod as u64, lcm(period as u64, heaps.modulus()));
    let bound = bound(heaps, n0, p);
    if p == 0 || bound + p > values.len() as u64 || (n0..bound).any(|n| values[index(n)] != values[index(n + p)]) {
        return None;
    }
    let (t, k) = heaps.moves.iter().filter_map(|m| m.leaves.taken()).fold((0, 0), |a, b| (a.0.max(b.0), a.1.max(b.1)));
    let theorem = format!(
        "Guy and Smith's theorem: moves take at most {t} and leave at most {}, and G(n + {p}) = G(n) was computed for {n0} <= n < {bound}; for larger n the options of n + {p} are those of n with the largest heap {p} larger, and their values are the same",
        if k == 1 { "one heap".to_string() } else { format!("{k} heaps") }
    );
    Some(Shown { preperiod: n0, period: period as u64, saltus: 0, theorem, common: None })
}
