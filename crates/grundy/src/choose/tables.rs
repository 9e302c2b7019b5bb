//! Tables of a whole ruleset: one for each component.
//!
//! In: a ruleset and the greatest value of each coordinate. Out: the values of the box. In normal play, components that no move joins
//! have separate tables, and a value is the nim-sum of theirs: a table of `nim[3]` costs three one-dimensional tables.

use std::sync::Arc;

use grundy_core::contract::blocked::must_be_normal;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::position::box_cells;
use grundy_core::contract::reason::{Attempt, Reason, Refused};
use grundy_core::contract::stop::{Result, Stop, tuple_text};
use grundy_core::engine::{Engine, TableRequest};
use grundy_core::enumerate::table::fits;
use grundy_core::store::stored::Stored;
use grundy_core::store::sum::Tables;
use grundy_core::store::tiles::Place;
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::components::{Component, components, whole};

use super::row::{self, Reader};

/// Is every component read by an engine whose tables are cheap: by rays, or by windows?
pub(super) fn is_cheap(rules: &Arc<Ruleset>, play: Play) -> bool {
    let reads = |c: &Component, name: EngineName| {
        row::tables(name).any(|(_, reader)| reader.read(&c.rules, &Options::default()).is_ok())
    };
    let (rays, windows) = (EngineName::Rays, EngineName::Windows);
    match play {
        Play::Misere => reads(&whole(rules), windows),
        Play::Normal => components(rules).iter().all(|c| reads(c, rays) || reads(c, windows)),
    }
}

/// Computes the tables; `None` when a move does not lead to an earlier cell, or a split position has no cell of the box.
///
/// # Errors
/// Too little memory; an interruption; rules that are not defined at a position; the reason why the one engine named makes no table.
pub(super) fn build(rules: &Arc<Ruleset>, hi: &[u64], wish: &TableRequest) -> Result<Option<Tables>> {
    let TableRequest { play, plain, only, limits, .. } = *wish;
    if plain && only.wants_shape() {
        let message = format!("a plain table visits every option, and one by {} does not", only.name());
        let help = format!("leave out one of `--plain` and `--engine {}`", only.name());
        return Err(Stop::from(Diagnostic::new(Code::Plain, message).help(help)));
    }
    must_be_normal(rules, play)?;
    let before = limits.progress.mark();
    let only = if plain { EngineName::Enumeration } else { only };
    let parts = if play.is_misere() || plain { vec![whole(rules)] } else { components(rules) };
    let built = of_components(parts, hi, &TableRequest { only, ..*wish });
    if !matches!(built, Ok(Some(_))) {
        limits.progress.back_to(before);
    }
    built
}

fn of_components(parts: Vec<Component>, hi: &[u64], wish: &TableRequest) -> Result<Option<Tables>> {
    let several = parts.len() > 1;
    let (mut made, mut tables, mut refused): (Vec<(Component, usize)>, _, _) = (vec![], vec![], vec![]);
    let own = |component: &Component| component.coords.iter().map(|c| hi[*c]).collect::<Vec<u64>>();
    let progress = &wish.limits.progress;
    progress.expect(parts.iter().fold(0, |n, c| n.saturating_add(box_cells(&own(c)))));
    for component in parts {
        let (hi_of, mark) = (own(&component), progress.mark());
        // A folder keeps a table for each component.
        let alike = |(other, _): &&(Component, usize)| other.is_like(&component) && own(other) == hi_of;
        let shared = made.iter().find(alike).filter(|_| matches!(wish.place, Place::Memory)).map(|(_, table)| *table);
        if let Some(table) = shared {
            progress.end(mark, box_cells(&hi_of));
            made.push((component, table));
            continue;
        }
        let show = |cell: &[i64]| {
            let mut whole = vec![0; hi.len()];
            component.coords.iter().zip(cell).for_each(|(c, x)| whole[*c] = *x);
            tuple_text(&whole)
        };
        let named = several.then_some(&*component.rules);
        let Some(table) =
            of_one(&component.rules, named, &hi_of, &TableRequest { show: &show, ..*wish }, &mut refused)?
        else {
            return Ok(None);
        };
        progress.end(mark, box_cells(&hi_of));
        made.push((component, tables.len()));
        tables.push(table);
    }
    refused.dedup();
    Ok(Some(Tables::new(made, tables, refused)))
}

/// The table of a component by the first engine that makes it; `refused` gets the reasons of those before it.
fn of_one(
    rules: &Arc<Ruleset>,
    named: Option<&Ruleset>,
    hi: &[u64],
    wish: &TableRequest,
    refused: &mut Vec<Refused>,
) -> Result<Option<Box<dyn Stored>>> {
    let TableRequest { play, only, limits, .. } = *wish;
    if !fits(rules, play) && !only.wants_shape() {
        return Ok(None);
    }
    // Rules without moves have no shape, and need none.
    let still = rules.families.is_empty();
    let ways = row::tables(if still { EngineName::Enumeration } else { only });
    let mark = limits.progress.mark();
    let mut left: Vec<(EngineName, Reason)> = vec![];
    for (engine, read) in ways {
        // Falling back to enumeration would take less memory but perhaps a hundred times as long, which was not asked for.
        let short = left.iter().position(|(_, reason)| reason.is_memory());
        if let Some(short) = short.filter(|_| !engine.wants_shape()) {
            let (engine, reason) = left.swap_remove(short);
            return Err(reason.refused(engine, named).too_large(box_cells(hi) <= limits.free()));
        }
        match made(rules, read, hi, wish)? {
            Attempt::Done(table) => {
                refused.extend(left.into_iter().map(|(engine, reason)| reason.refused(engine, named)));
                return Ok(Some(table));
            }
            Attempt::Declined(_) if !engine.wants_shape() => return Ok(None),
            Attempt::Declined(reason) => left.push((engine, reason)),
        }
        limits.progress.back_to(mark);
    }
    // No engine is to blame for a folder that has no such table.
    if matches!(wish.place, Place::Finished(_)) {
        return Ok(None);
    }
    left.pop().map_or(Ok(None), |(engine, reason)| Err(reason.refused(engine, named).error()))
}

fn made(rules: &Arc<Ruleset>, reader: Reader, hi: &[u64], wish: &TableRequest) -> Result<Attempt<Box<dyn Stored>>> {
    match engine(rules, reader, wish.play) {
        Ok(mut engine) => engine.table(hi, wish),
        Err(reason) => Ok(Attempt::Declined(reason)),
    }
}

fn engine(rules: &Arc<Ruleset>, reader: Reader, play: Play) -> Result<Box<dyn Engine>, Reason> {
    reader.read(rules, &Options { play, ..Options::default() })
}

/// Computes the tables of normal and of misère play together; the two then share the memory allowed. `None` where, according to the
/// first engine that reads the rules, this is no less work than computing the tables separately.
///
/// # Errors
/// As [`build`].
pub(super) fn of_both_plays(rules: &Arc<Ruleset>, hi: &[u64], wish: &TableRequest) -> Result<Option<(Tables, Tables)>> {
    // In normal play components have separate tables; in misère play there is one table of the whole.
    let [component] = &components(rules)[..] else { return Ok(None) };
    if wish.plain || rules.blocked > 0 {
        return Ok(None);
    }
    let (progress, cells) = (&wish.limits.progress, box_cells(hi).saturating_mul(2));
    let before = progress.mark();
    progress.expect(cells);
    let begun = progress.mark();
    for (_, read) in row::tables(wish.only) {
        let Ok(mut engine) = engine(&component.rules, read, Play::Normal) else { continue };
        if let Attempt::Done((normal, misere)) = engine.tables_of_both_plays(hi, wish)? {
            progress.end(begun, cells);
            let whole = |table| Tables::of_one(component.clone(), table, vec![]);
            return Ok(Some((whole(normal), whole(misere))));
        }
        break;
    }
    progress.back_to(before);
    Ok(None)
}
