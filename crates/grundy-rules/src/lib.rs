//! Rules of impartial games: the language in which people write rules, the internal form, and the analysis of that form.
//!
//! In: texts. Out: [`Ruleset`](rules::Ruleset)s, which are data. Nothing here computes an SG value.

#![warn(missing_docs)]

pub mod lang;
pub mod library;
/// From the language to the internal form, for the crates of this workspace.
#[doc(hidden)]
pub mod lower;
pub mod rules;
pub mod session;
