//! The workbench for impartial games: rules as people write them in papers, and their Sprague-Grundy values.
//!
//! ```
//! use grundy::{Game, Library};
//!
//! let game: Game = "star_nim".parse()?;
//! assert_eq!(game.value("3,7")?, 5.into());
//! assert_eq!(game.table([10, 15])?.get(&[10, 15]), Some(20));
//!
//! let library = Library::from_text("mine.game", "game mine(a, b) { move (a - i, b) for i in 1..a if i <= b }")?;
//! assert_eq!(library.game("mine")?.misere().value([5, 2])?, 2.into());
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! Start with [`Game`] and [`Library`]: a game is given by its expression, and has methods for values, tables, moves and periods. Below these,
//! [`lang`] parses text into a tree, [`rules`] turns the tree into rules, an [`Evaluator`] asks the engines for values, and [`theory`] answers
//! questions about games as a whole. Dependencies run in that one direction. No engine knows a game's name.

#![warn(missing_docs)]

#[doc(hidden)]
pub mod checked;
mod choose;
pub mod engine;
#[doc(hidden)]
pub mod envelope;
mod front;
pub mod json;
pub mod plan;
pub mod session;
pub mod table;
pub mod theory;
mod written;

pub use choose::Evaluator;
pub use dashu_int::IBig;
pub use front::{Error, Game, Library, Position};
pub use grundy_core::contract::limits::{Limits, MemoryAccount, bytes};
pub use grundy_core::contract::options::{EngineName, Options, Play};
pub use grundy_core::contract::progress::{Progress, Reading};
pub use grundy_core::engine::Answer;
pub use grundy_core::store::values::Values;
pub use grundy_rules::lang::{Diagnostic, Kind, Sources, TIME_IS_OVER};
pub use grundy_rules::rules::{Line, LineEntry, Ruleset};
pub use grundy_rules::session::Entry;
pub use grundy_rules::session::Session;
pub use grundy_rules::{lang, library, rules};
pub use written::Written;

/// Runs the examples of the readme as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
