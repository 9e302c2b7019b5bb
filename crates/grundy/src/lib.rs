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

mod choose;
pub mod theory;

pub use choose::{Choice, Evaluator, chooser, default_bound};
pub use dashu_int::IBig;
pub use grundy_core::contract::limits::{Limits, bytes};
pub use grundy_core::contract::options::{EngineName, Options, Play};
pub use grundy_core::contract::position::{box_cells, next};
pub use grundy_core::contract::progress::{Progress, Reading};
pub use grundy_core::contract::reason::{Account, Refused};
pub use grundy_core::engine::{Answer, Grounds, How, Theorem};
pub use grundy_core::store::values::Values;
pub use grundy_proofs::divisions::{Block, Terms};
pub use grundy_rules::lang::{Diagnostic, Kind, Sources};
pub use grundy_rules::rules::{Entry, Game, Line, LineEntry, Ruleset, Slot};
pub use grundy_rules::session::{Filter, Names, Pattern, Session, format_file};
pub use grundy_rules::{lang, library, rules};

/// Values, engines by name, and what they may cost: all of it stands at the root, too.
pub mod engine {
    pub use super::*;
}
