//! The values of heaps from which moves take constants, and which they may split in two.
//!
//! In: [`Rules`], which say what moves leave of a heap, and the values of the first heaps. Out: a [`Sequence`] of the values of many more: hundreds of millions where
//! a space of values leaves few heaps rare, in one byte or two each. Nothing here knows of positions or of other rules.
//!
//! `space` says which heaps are common and why that helps (Winning Ways, chapter 4); `code` writes values so that few digits are needed; `block` computes
//! 64 heaps at a time, with the loops of `kernel`; `lists` and `tuner` decide what is looked at in which way; `dense` is for all other sequences, and `wholes` keeps what is
//! known of pairs there; `recur` finds how the last values recur. `kept` goes on from the first and the last heaps alone, and `run` finds how values recur there; [`Far`] is the face of both.
//!
//! ```
//! use grundy_heaps::{Rules, Sequence, Split};
//!
//! // Kayles, 0.77: take one or two tokens, and split what is left if you like.
//! let split = |take| Split { take, least: 1, unequal: false };
//! let rules = Rules { takes: vec![1, 2], fixed: vec![], splits: vec![split(1), split(2)] };
//! let mut kayles = Sequence::new(rules, &[0, 1, 2]).expect("no move takes more than two tokens");
//! kayles.extend(100_000, &mut |_| false);
//! assert_eq!(kayles.get(99_999), kayles.get(99_999 - 12));
//! ```

mod block;
mod code;
mod dense;
mod engine;
mod far;
mod kept;
mod kernel;
mod lists;
mod recur;
mod rules;
mod run;
mod sequence;
mod space;
#[cfg(test)]
mod tests;
mod tuner;
mod wholes;
mod width;

pub use far::{Far, FarEnded};
pub use rules::{Rules, Split};
pub use run::Cycle;
pub use sequence::{Ended, Sequence};
pub use space::Space;
