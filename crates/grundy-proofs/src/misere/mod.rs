//! Misère play of sums: positions that split, and components that no move joins.
//!
//! In: a position of any rules (`positions` reads them). Out: its misère value, and its [`Genus`]. In misère play the value of a sum does not follow from
//! the values of its parts. Instead each part is replaced by its *form*, a sum equal to it that is as simple as can be seen (`forms`), and what is
//! searched are sums of forms. Three theorems keep them few.
//!
//! **Reversible options** (Conway, *On Numbers and Games*, ch. 12; Siegel, *Combinatorial Game Theory*, ch. V.1). Two positions G and H are *equal* if
//! G + X and H + X have the same outcome in misère play for every impartial X. Let all options of H be options of G (or equal to some), and let every other
//! option of G have an option equal to H. Then G = H, with one *proviso*: if H has no options, G must be an N-position. Conversely, if G is equal to some
//! H without such options, then G has them, so H itself, an option of an option of G, is found among those. Nothing else is used of canonical forms:
//! a form is any sum whose options are known, and it need not be the simplest for the answers to be right.
//!
//! **Heaps of 1 and 2** (same place). G + 1 + 1 = G, and the misère value of G + 1 is that of G xor 1. With a heap of 2 added the genus moves on by one
//! number (`genus`). So no sum is searched for the sake of heaps of 1, 2 and 3 = 2 + 1 in it: a sum stands for all sums that differ from it by these alone.
//!
//! **Tame sums** (same place; Gurvich and Ho, "On tame, pet, domestic, and miserable impartial games", Discrete Appl. Math. 243, 2018). A position is
//! tame here if its genus is that of a sum of nim heaps, and all its options are tame. The sum of tame positions is tame, and its
//! genus is that of the nim heaps. So a sum of tame forms is not searched. One form that is not tame ends that.
//!
//! What these leave is searched whole. Beyond that, two sums of forms may be told apart by no position of the game, although they are not equal: this is the
//! misère quotient (Plambeck and Siegel, J. Combin. Theory A 115, 2008), which [`quotient`](crate::quotient) finds.

mod engine;
mod forms;
mod genus;
mod positions;
mod sum;
#[cfg(test)]
mod tests;

pub use self::engine::{ByForms, ByShortForms, FEW, HOW, shortly, tokens};
pub use self::genus::Genus;
pub use self::positions::Sums;
