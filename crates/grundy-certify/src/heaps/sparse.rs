//! A period of heaps that is proved from fewer values than Guy and Smith's bound asks for, since few heaps are rare.
//!
//! In: a certificate that names common values, and a heap N. Out: the proof in words, or what fails.
//!
//! From some heap c on the moves of a heap of n tokens are the same for all n: they leave nothing, a heap of a fixed size, a heap of n - k tokens, or two heaps of n - k
//! tokens together whose smaller one may be any heap of S tokens or more, and some smaller ones. No k exceeds t. The certificate says which values of a heap
//! are common, by a [`Class`]; then an option of two heaps has a common value if and only if just one of the two is common. Let d be S, the preperiod or 1, the greatest of
//! them, r the greatest rare heap below N (0 if there is none; heap 0 may be a part, and may be rare), and p the period, which is even if the class goes by the parity of sizes.
//!
//! **Theorem.** If G(n + p) = G(n) for d <= n < N - p; if N is at least d + p + t + r, r + 1 + p and c + p; and if for each of the p heaps n from N - p to N - 1 each
//! rare value below G(n) is that of an option that leaves nothing, a heap of a fixed size, or a heap of d tokens or more; then G(n + p) = G(n) for all n >= d.
//!
//! *Proof.* Take n' >= N and n = n' - p, and suppose the equation, and that no heap from r + 1 on is rare, for all heaps below n'. A common value of an option of n' that
//! leaves two heaps comes from a rare heap, of r tokens at most, and another one of d + p or more; with p tokens less in the other one it is an option of n, of the same
//! value, and conversely: d >= S, so the sizes are allowed. The same holds of options that leave one heap or none. So n and n' lack the same common values. G(n) is common, as n > r, so it is the least
//! of these, and all rare values below it are those of options of n. Let m be the heap from N - p to N - 1 that has the residue of n' modulo p. It has the value G(n), by the equation. A rare value w below it is that
//! of an option of m as the theorem says; if that leaves a heap of d tokens or more, the largest of them may be n' - m tokens larger, which does not
//! change its value. So n' has an option of the value w. So G(n') = G(n), which is common at n' as at n. ∎

use crate::form::choice::Choice;
use crate::form::numbers::index;
use crate::heaps::common::Class;
use crate::heaps::far::{no, sum};
use crate::heaps::read::{Move, Moves};
use crate::heaps::rows::Rows;
use crate::heaps::{MOST, Refusal};

/// The quantities of the theorem.
pub(super) struct Sparse {
    pub(super) class: Class,
    /// N.
    end: u64,
    d: u64,
    p: u64,
    take: u64,
    /// c.
    from: u64,
}

impl Sparse {
    /// Is the theorem about these moves?
    pub(super) fn of(common: Choice, moves: &Moves, preperiod: u64, period: u64) -> Result<Sparse, Refusal> {
        let Choice { digits, by_size, odd, below: end, kept } = common;
        let class = Class::stated(digits, by_size, odd);
        if moves.modulus() != 1 || moves.by[0].iter().any(|mv| matches!(mv, Move::Many { .. })) {
            return no(
                "common values prove periods of heaps whose moves are the same for all large heaps, and leave two heaps at most",
            );
        }
        let takes =
            moves.by[0].iter().filter_map(|mv| if let Move::Two { take, .. } = mv { Some(*take) } else { None });
        if !class.is_sum_free(&takes.collect::<Vec<u64>>()) {
            return no("two common heaps may have a common value together, so that its common values prove nothing");
        }
        if by_size && period % 2 == 1 {
            return no("which values are common goes by the parity of sizes, and the period is odd");
        }
        if end > MOST && kept.is_none() {
            return no("the values that it speaks of are too many for this checker");
        }
        let d = preperiod.max(moves.near).max(1);
        Ok(Sparse { class, end, d, p: period, take: moves.most().0, from: moves.from() })
    }

    /// Is N large enough? Returns the greatest rare heap.
    pub(super) fn reaches(&self, rows: &Rows<'_>) -> Result<u64, Refusal> {
        let Sparse { end, d, p, take, from, .. } = *self;
        let r = rows.last_rare(end);
        let least = |terms: &[u64]| sum(&terms.iter().map(|term| Some(*term)).collect::<Vec<_>>());
        let most = [least(&[d, take, r, p]), least(&[r, 1, p]), least(&[from, p])];
        match most.into_iter().collect::<Option<Vec<u64>>>().and_then(|most| most.into_iter().max()) {
            Some(least) if end >= least => Ok(r),
            _ => no(format!("the values below {end} are too few: the greatest rare heap has {r} tokens")),
        }
    }

    /// Has each rare value below that of one of the last heaps an option that grows with the heap?
    pub(super) fn witnesses(&self, rows: &Rows<'_>) -> Result<(), Refusal> {
        match rows.lacks() {
            Some((n, w)) => {
                no(format!("no option of {n} that leaves a heap of {} tokens or more has the value {w}", self.d))
            }
            None => Ok(()),
        }
    }

    /// Asks for options of the last heaps, by which a period is continued.
    pub(super) fn ask(&self, rows: &mut Rows<'_>) {
        rows.ask(index(self.end.saturating_sub(self.p))..index(self.end), index(self.d));
    }
}
