//! The work that the values of a box cost, foreseen.
//!
//! In: rules, bounds, options. Out: about how many options are visited, or how many cells are filled where an engine reads the shape of the moves.
//! Where no bound is given, claims and classifications go as far as this work allows: the bound depends on the rules and the options alone.

use std::sync::Arc;

use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::position::box_cells;
use grundy_core::enumerate::foresee::visits;
use grundy_core::read::table_bounds::never_raises;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::components::{components, whole};

use super::row;

/// The work that is done without a question: some seconds of visiting options.
pub const WORK: u64 = 1 << 25;

/// About how many options are visited, or cells filled, for the values of all positions to `hi`.
///
/// ```
/// # use grundy::{Options, Session, engine::foreseen};
/// let game = Session::new().game("star_nim[2]", None)?;
/// assert_eq!(foreseen(&game.rules, &[99, 99], &Options::default()), 10_000);
/// let plain = Options { plain: true, ..Options::default() };
/// assert!(foreseen(&game.rules, &[99, 99], &plain) > 900_000);
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[must_use]
pub fn foreseen(rules: &Arc<Ruleset>, hi: &[u64], options: &Options) -> u64 {
    let Options { play, plain, engine, .. } = *options;
    let parts = if plain || play == Play::Misere { vec![whole(rules)] } else { components(rules) };
    let only = if plain { EngineName::Enumeration } else { engine.unwrap_or(EngineName::Table) };
    let any = Options { play, ..Options::default() };
    // Where a move raises a coordinate, cells at the edge lead out of the box: no engine that reads the shape fills them, and options are visited one by one.
    let shaped = |rules: &Arc<Ruleset>, hi: &[u64]| {
        let may_fill = |reader: row::Reader| reader.read(rules, &any).is_ok_and(|engine| engine.may_fill(hi));
        let fills = |(name, reader): (EngineName, row::Reader)| name.wants_shape() && may_fill(reader);
        only.is_table() && never_raises(rules) && row::tables(only).any(fills)
    };
    parts.iter().fold(0u64, |sum, part| {
        let own: Vec<u64> = part.coords.iter().map(|c| hi[*c]).collect();
        let work = if shaped(&part.rules, &own) { box_cells(&own) } else { visits(&part.rules, &own) };
        sum.saturating_add(work)
    })
}
