//! Options of a request for values.
//!
//! In: nothing. Out: the play, the engines by name, and the [`Options`] of an evaluator.

use std::path::PathBuf;

pub use grundy_rules::rules::Play;

pub use crate::contract::engine_name::EngineName;
use crate::contract::limits::Limits;

/// How values are to be computed.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Normal or misère.
    pub play: Play,
    /// Use no theorem, and visit every option.
    pub plain: bool,
    /// The only engine to be used; what it cannot give is refused.
    pub engine: Option<EngineName>,
    /// Memory and interruption.
    pub limits: Limits,
    /// A folder for the finished tiles of a table (`grundy::choose::evaluator::Evaluator::table`). A table larger than the memory is stored there.
    pub checkpoint: Option<PathBuf>,
}
