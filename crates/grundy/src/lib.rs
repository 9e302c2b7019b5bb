//! The workbench for impartial games: rules as people write them in papers, and their Sprague-Grundy values.
//!
//! ```
//! use grundy::{Evaluator, Options, Session};
//!
//! let mut session = Session::new();
//! let entries = session.entries("3,7")?;
//! let game = session.game("star_nim", Some(&entries))?;
//! let position = session.position(&game, "3,7")?;
//! let mut evaluator = Evaluator::new(&game.rules, Options::default());
//! assert_eq!(evaluator.value(&position)?.value, 5.into());
//! # Ok::<(), grundy::Diagnostic>(())
//! ```
//!
//! Text becomes a tree in [`lang`], a tree becomes rules in [`rules`], rules become values in [`engine`], values become answers in
//! [`theory`]; arrows run one way.
//! No engine knows a game's name.

pub mod engine;
pub mod lang;
pub mod library;
pub mod rules;
mod session;
pub mod theory;

pub use dashu_int::IBig;
pub use engine::{
    Answer, Block, Choice, EngineName, Evaluator, Grounds, Limits, Options, Play, Progress, Reading, Terms, Theorem,
    Values,
};
pub use lang::{Diagnostic, Kind, Sources};
pub use rules::{Entry, Game, Line, LineEntry, Ruleset, Slot};
pub use session::{Filter, Names, Pattern, Session, format_file};
