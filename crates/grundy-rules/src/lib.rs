//! Rules of impartial games: the language people write them in, the internal form they become, and what can be seen of that form.
//!
//! In: texts. Out: [`Ruleset`](rules::Ruleset)s, which are data. Nothing here computes a value.

pub mod lang;
pub mod library;
pub mod rules;
pub mod session;
