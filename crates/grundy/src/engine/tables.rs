//! Tables of a whole ruleset: one for each component.
//!
//! In: a ruleset and the greatest value of each coordinate. Out: the values of the box. Components that no move joins have tables
//! of their own; a value is then their nim-sum, so that a table of `nim[3]` costs three short ones.

use std::sync::Arc;

use super::boxes::build_by_boxes;
use super::compile::{Result, Stop};
use super::limits::Limits;
use super::options::EngineName;
use super::rays::build_by_rays;
use super::reason::{Account, Made, Reason, Refused, Seen};
use super::steps::{Planes, build_both_by_steps, build_by_steps};
use super::table::{Built, Table, build_table, fits};
use super::tiles::Place;
use super::values::box_cells;
use crate::lang::Diagnostic;
use crate::rules::Ruleset;
use crate::rules::components::{Component, components, whole};

/// What joins components, for [`Tables::explain`].
pub(super) const NIM_SUMS: &str = "; values are nim-sums of the components' (Sprague, Grundy)";

/// What is wanted of tables, beside the rules and the bounds.
#[derive(Clone, Copy)]
pub(super) struct Wish<'a> {
    /// The only way to be taken, or any that serves.
    pub(super) only: EngineName,
    pub(super) misere: bool,
    /// No theorem, no fast way.
    pub(super) plain: bool,
    pub(super) limits: &'a Limits,
    /// Where tables may stand.
    pub(super) place: Place<'a>,
}

impl<'a> Wish<'a> {
    /// Any way that serves, in memory.
    pub(super) fn any(misere: bool, plain: bool, limits: &'a Limits) -> Wish<'a> {
        Wish { only: EngineName::Table, misere, plain, limits, place: Place::Memory }
    }
}

/// The values of a box.
#[derive(Debug)]
pub(super) struct Tables {
    tables: Vec<(Component, Stored)>,
    /// The ways that would have been quicker.
    refused: Vec<Refused>,
}

/// The values of a component.
#[derive(Debug)]
enum Stored {
    /// A number a cell.
    Cells(Table),
    /// A bit a value and cell.
    Planes(Planes),
}

impl Stored {
    fn get(&self, position: &[u64]) -> Option<u32> {
        match self {
            Stored::Cells(table) => table.get(position),
            Stored::Planes(planes) => planes.get(position),
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Stored::Cells(table) => table.bytes(),
            Stored::Planes(planes) => planes.bytes(),
        }
    }

    fn add_line(&self, position: &[u64], coord: usize, line: &mut [u32]) {
        match self {
            Stored::Cells(table) => table.add_line(position, coord, line),
            Stored::Planes(planes) => planes.add_line(position, coord, line),
        }
    }

    /// How it was computed, and how large it is, in words.
    fn explain(&self) -> (&'static str, String) {
        match self {
            Stored::Cells(table) => (table.how().name(), table.size()),
            Stored::Planes(planes) => (EngineName::Steps.name(), planes.told()),
        }
    }
}

/// The table of a component in the first way that reads its shape, of those that are wanted; `left` gets the reasons of the others.
fn by_shape(
    rules: &Arc<Ruleset>,
    hi: &[u64],
    wish: &Wish,
    left: &mut Vec<(EngineName, Reason)>,
) -> Result<Option<Stored>> {
    let mark = wish.limits.progress.mark();
    for engine in [EngineName::Rays, EngineName::Steps, EngineName::Boxes] {
        if wish.only != EngineName::Table && wish.only != engine {
            continue;
        }
        let made: Seen<Stored> = match engine {
            EngineName::Rays => build_by_rays(rules, hi, wish)?.map(Stored::Cells),
            EngineName::Steps => within_memory(build_by_steps(rules, hi, wish))?.map(Stored::Planes),
            _ => build_by_boxes(rules, hi, wish)?.map(Stored::Cells),
        };
        match made {
            Ok(stored) => return Ok(Some(stored)),
            Err(reason) => left.push((engine, reason)),
        }
        wish.limits.progress.back_to(mark);
    }
    Ok(None)
}

/// Too little memory for one way is a reason to take another.
fn within_memory<T>(made: Made<T>) -> Made<T> {
    match made {
        Err(Stop::Error(error)) if error.code == "memory" => Ok(Err(Reason::limit(&error))),
        made => made,
    }
}

/// Are there rays in every component, so that its table is cheap?
pub(super) fn by_rays(rules: &Ruleset, misere: bool) -> bool {
    !misere && components(rules).iter().all(|c| super::rays::reads(&c.rules))
}

impl Tables {
    /// Computes the tables; `None` when a move does not lower its position, or a position can have several parts without a cell.
    ///
    /// # Errors
    /// Too little memory, an interruption, rules that are not defined at a position; the reason why there is no table in the only way that is
    /// wanted.
    pub(super) fn build(rules: &Arc<Ruleset>, hi: &[u64], wish: &Wish) -> Result<Option<Tables>> {
        let before = wish.limits.progress.mark();
        let built = Tables::of_components(rules, hi, wish);
        if !matches!(built, Ok(Some(_))) {
            wish.limits.progress.back_to(before);
        }
        built
    }

    fn of_components(rules: &Arc<Ruleset>, hi: &[u64], wish: &Wish) -> Result<Option<Tables>> {
        let Wish { misere, plain, .. } = *wish;
        let only = if plain && !wish.only.wants_shape() { EngineName::Enumeration } else { wish.only };
        let wish = &Wish { only, ..*wish };
        let parts = if misere || plain { vec![whole(rules)] } else { components(rules) };
        let several = parts.len() > 1;
        let (mut tables, mut refused) = (vec![], vec![]);
        let own = |component: &Component| component.coords.iter().map(|c| hi[*c]).collect::<Vec<u64>>();
        let progress = &wish.limits.progress;
        progress.expect(parts.iter().fold(0, |n, c| n.saturating_add(box_cells(&own(c)))));
        for component in parts {
            if !fits(&component.rules, misere) && !only.wants_shape() {
                return Ok(None);
            }
            let own = own(&component);
            let mark = progress.mark();
            let show = |cell: &[i64]| {
                let mut whole = vec![0; hi.len()];
                component.coords.iter().zip(cell).for_each(|(c, x)| whole[*c] = *x);
                super::tuple_text(&whole)
            };
            let mut left = vec![];
            // Where nothing moves there is no shape to look for, and none to miss.
            let still = component.rules.families.is_empty();
            let by_shape = match still {
                true => None,
                false => by_shape(&component.rules, &own, wish, &mut left)?,
            };
            let named = several.then_some(&*component.rules);
            // A table by enumeration would take less memory, and perhaps a hundred times as long: nobody asked for that.
            let short = left.iter().position(|(_, reason)| reason.is_memory());
            if let Some(short) = short.filter(|_| by_shape.is_none() && only == EngineName::Table) {
                let (engine, reason) = left.swap_remove(short);
                let cells_fit = box_cells(&own) <= wish.limits.memory;
                return Err(reason.refused(engine, named).too_large(cells_fit));
            }
            refused.extend(left.into_iter().map(|(engine, reason)| reason.refused(engine, named)));
            let table = match by_shape {
                Some(stored) => stored,
                None if only.wants_shape() && !still => {
                    return refused.pop().map_or(Ok(None), |refused| Err(refused.error()));
                }
                None => match build_table(&component.rules, &own, wish, &show)? {
                    Built::Done(table) => Stored::Cells(table),
                    Built::Raises => return Ok(None),
                },
            };
            progress.end(mark, box_cells(&own));
            tables.push((component, table));
        }
        refused.dedup();
        Ok(Some(Tables { tables, refused }))
    }

    /// Computes the tables of normal and of misère play together, which then share the memory allowed; `None` where that is no less work
    /// than one after the other.
    ///
    /// # Errors
    /// As [`Tables::build`].
    pub(super) fn of_both_plays(rules: &Arc<Ruleset>, hi: &[u64], wish: &Wish) -> Result<Option<(Tables, Tables)>> {
        // In normal play components have tables of their own, in misère play never.
        let [component] = &components(rules)[..] else { return Ok(None) };
        let wanted = matches!(wish.only, EngineName::Table | EngineName::Steps) && !wish.plain;
        if !wanted || super::rays::reads(&component.rules) {
            return Ok(None);
        }
        let (progress, cells) = (&wish.limits.progress, box_cells(hi).saturating_mul(2));
        let before = progress.mark();
        progress.expect(cells);
        let begun = progress.mark();
        let Ok(both) = build_both_by_steps(&component.rules, hi, wish.limits)? else {
            progress.back_to(before);
            return Ok(None);
        };
        progress.end(begun, cells);
        let refused = Vec::new;
        let whole = |planes| Tables { tables: vec![(component.clone(), Stored::Planes(planes))], refused: refused() };
        Ok(Some((whole(both.0), whole(both.1))))
    }

    /// The value at a position inside the box; `None` where no position exists.
    #[must_use]
    pub(super) fn get(&self, position: &[u64]) -> Option<u32> {
        if let [(_, table)] = &self.tables[..] {
            return table.get(position);
        }
        let mut own = vec![];
        self.tables.iter().try_fold(0, |total, (component, table)| {
            own.clear();
            own.extend(component.coords.iter().map(|c| position[*c]));
            Some(total ^ table.get(&own)?)
        })
    }

    /// The memory they take.
    #[must_use]
    pub(super) fn bytes(&self) -> u64 {
        self.tables.iter().map(|(_, t)| t.bytes()).sum()
    }

    /// The values of a run of cells from a position on, one coordinate growing by 1; `u32::MAX` where no position exists.
    pub(super) fn line(&self, position: &[u64], coord: usize, len: usize, line: &mut Vec<u32>) {
        let (moved, still): (Vec<_>, Vec<_>) = self.tables.iter().partition(|(c, _)| c.coords.contains(&coord));
        let own = |component: &Component| component.coords.iter().map(|c| position[*c]).collect::<Vec<u64>>();
        let rest = still.iter().try_fold(0, |sum, (c, table)| Some(sum ^ table.get(&own(c))?));
        line.clear();
        line.resize(len, rest.unwrap_or(u32::MAX));
        for (component, table) in moved {
            let axis = component.coords.partition_point(|c| *c < coord);
            table.add_line(&own(component), axis, line);
        }
    }

    /// What keeps a table from being read any longer.
    pub(super) fn failure(&self) -> Option<&Diagnostic> {
        self.tables.iter().find_map(|(_, stored)| match stored {
            Stored::Cells(table) => table.failure(),
            Stored::Planes(planes) => planes.failure(),
        })
    }

    /// How the tables came about, and why not in quicker ways.
    #[must_use]
    pub(super) fn account(&self) -> Account {
        Account { how: self.explain(), refused: self.refused.clone() }
    }

    /// How the tables were computed, their cells, and what joins them, in words.
    #[must_use]
    pub(super) fn explain(&self) -> String {
        let mut ways: Vec<(&str, Vec<String>)> = vec![];
        for (how, size) in self.tables.iter().map(|(_, stored)| stored.explain()) {
            match ways.iter_mut().find(|(name, _)| *name == how) {
                Some((_, sizes)) => sizes.push(size),
                None => ways.push((how, vec![size])),
            }
        }
        let ways: Vec<String> =
            ways.iter().map(|(name, sizes)| format!("table by {name}, {}", sizes.join(" + "))).collect();
        let sum = if self.tables.len() > 1 { NIM_SUMS } else { "" };
        format!("{}{sum}", ways.join(" + "))
    }
}
