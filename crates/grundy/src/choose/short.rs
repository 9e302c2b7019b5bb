//! The short search that is tried before a table, as an engine of the row.

use std::sync::Arc;

use grundy_core::contract::options::{Options, Play};
use grundy_core::contract::reason::Seen;
use grundy_core::engine::Engine;
use grundy_core::enumerate::engine::ByShortSearch;
use grundy_rules::rules::Ruleset;

use super::tables::is_cheap;

/// Puts the short search into the row, and tells it whether tables are cheap, in which case it leaves positions to them.
pub(super) struct ShortSearch;

impl ShortSearch {
    /// Accepts any rules.
    pub(super) fn read(rules: &Arc<Ruleset>, options: &Options) -> Seen<Box<dyn Engine>> {
        let cheap = !options.plain && is_cheap(rules, options.play == Play::Misere);
        Ok(Box::new(ByShortSearch::new(rules, options, cheap)))
    }
}
