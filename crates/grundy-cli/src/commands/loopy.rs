//! Tables and lists of games in which play may go on for ever.
//!
//! In: the axes of a table or of a pattern, and the positions at their points. Out: the values by the theory of Smith, from one graph for the whole box, or for
//! the positions of the pattern, each as the number of one of a few different values; the formats that hold numbers alone refuse them.

use std::collections::HashMap;
use std::sync::Arc;

use grundy::engine::Quantity;
use grundy::lang::Code;
use grundy::rules::symmetry::Symmetry;
use grundy::theory::loopy::{HOW, Loopy, LoopyOutcome, LoopyValue, is_round};
use grundy::{Diagnostic, Evaluator, IBig, Options, Ruleset};

use super::table::cells::{Cells, Order};
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::input::{Area, Where};
use crate::output::Output;
use grundy_format::{Axis, FormatName, Grid, JSON, Points, PositionList, PositionRow, TEXT};

/// The name of what finds such values, in the place of an engine.
pub(super) const BY: &str = "loopy";

/// The error, if a failure says that play may go on for ever, where the theory of such games has an answer.
pub(super) fn circle<'a>(failure: &'a Failure, options: &Options) -> Option<&'a Diagnostic> {
    match failure {
        Failure::Error(error) if is_round(error, options) && options.checkpoint.is_none() => Some(error),
        _ => None,
    }
}

/// The note beside the answer to a question about a loopy game; the error says where its rules go round.
pub(super) fn note_of_circle(round: &Diagnostic) -> String {
    format!("{}; the value is that of a loopy game", round.message)
}

/// The values at the points of some axes.
pub(super) struct Found {
    pub(super) cells: Cells<Option<u32>>,
    /// The different values; the cells have numbers of these.
    pub(super) values: Vec<LoopyValue>,
}

impl Found {
    /// Looks at the positions at all points; there may be none at a point. If a box contains them, all its positions are reached first; else each position is
    /// reached by itself, the last one first, since most earlier ones are among its followers.
    fn of(
        context: &mut Context,
        evaluator: &Evaluator,
        (axes, hi): (&[Axis], Option<&[u64]>),
        mut position: impl FnMut(&[u64]) -> Outcome<Option<Vec<IBig>>>,
    ) -> Outcome<Found> {
        let mut loopy = Loopy::new(evaluator.rules(), evaluator.options());
        let order = if hi.is_some() { Order::FirstFirst } else { Order::LastFirst };
        hi.map_or(Ok(()), |hi| loopy.reach(hi))?;
        let (mut values, mut numbers) = (vec![], HashMap::new());
        let cells = Cells::fill(context, axes, order, |point| {
            let Some(position) = position(point)? else { return Ok(None) };
            if !evaluator.exists(&position)? {
                return Ok(None);
            }
            let value = loopy.value(&position)?;
            let number = *numbers.entry(value.to_string()).or_insert_with(|| {
                values.push(value);
                values.len() as u32 - 1
            });
            Ok(Some(number))
        })?;
        if context.common.explain {
            context.note(HOW);
        }
        Ok(Found { cells, values })
    }

    fn value(&self, point: &[u64]) -> Option<u64> {
        self.cells.get(point).flatten().map(u64::from)
    }
}

/// Refuses formats whose lists hold numbers alone.
fn must_hold_texts(name: FormatName) -> Outcome<()> {
    must_be_among(name, &[TEXT, JSON])
}

/// Refuses formats whose tables hold numbers alone.
fn must_show_infinity(name: FormatName) -> Outcome<()> {
    let all: Vec<FormatName> = FormatName::ALL.into_iter().filter(|name| name.says().shows_infinity).collect();
    must_be_among(name, &all)
}

fn must_be_among(name: FormatName, all: &[FormatName]) -> Outcome<()> {
    if all.contains(&name) {
        return Ok(());
    }
    let words: Vec<String> = all.iter().map(|name| format!("`{}`", name.word())).collect();
    let message = format!("play may go on for ever in this game, and the format `{}` holds numbers alone", name.word());
    Err(Diagnostic::new(Code::Format, message).help(format!("`inf(K)` stands in {}", words.join(", "))).into())
}

/// The values at the points of a pattern, for a format.
pub(super) fn along(
    context: &mut Context,
    (rules, options): (&Arc<Ruleset>, Options),
    (axes, name): (&[Axis], FormatName),
    position: impl FnMut(&[u64]) -> Outcome<Option<Vec<IBig>>>,
) -> Outcome<Found> {
    must_show_infinity(name)?;
    Found::of(context, &Evaluator::new(rules, options), (axes, None), position)
}

/// Prints the table of a box, and the note before it, if there are values.
pub(super) fn table(
    context: &mut Context,
    (area, filter): (&Area, &Where),
    asked: Vec<(&str, &str)>,
    (output, options): (Output, Options),
    note: &str,
) -> Outcome<()> {
    must_show_infinity(output.name)?;
    let evaluator = Evaluator::new(&area.game.rules, options);
    let axes = area.axes();
    let found = Found::of(context, &evaluator, (&axes, Some(&area.hi)), |point| {
        let position = at(area, point);
        let there = evaluator.exists(&position)? && filter.holds(&position)?;
        Ok(there.then_some(position))
    })?;
    context.note(note);
    let grid = Grid {
        game: &area.game.text,
        rules: &area.game.rules.hash(),
        play: context.common.play().name(),
        engine: BY,
        fixed: area.held(),
        coordinates: area.columns(),
        value: &|point| found.value(point),
        values: None,
        shows: Quantity::Value,
        loopy: Some(&found.values),
        entries: None,
        asked,
        period: None,
        axes,
    };
    output.write(context, |format, out| format.write(&grid, out))
}

fn at(area: &Area, point: &[u64]) -> Vec<IBig> {
    let mut position = vec![];
    area.position(point, &mut position);
    position.into_iter().map(IBig::from).collect()
}

/// The values of the first terms of a game of one coordinate, and the different values of which they are the numbers.
pub(super) fn terms(
    context: &mut Context,
    evaluator: &Evaluator,
    terms: u64,
    name: FormatName,
) -> Outcome<(Vec<Option<u64>>, Vec<LoopyValue>)> {
    must_hold_texts(name)?;
    let Some(last) = terms.checked_sub(1) else { return Ok((vec![], vec![])) };
    let axes = [Axis { name: String::new(), lo: 0, hi: last }];
    let found = Found::of(context, evaluator, (&axes, Some(&[last])), |point| Ok(Some(vec![point[0].into()])))?;
    Ok(((0..terms).map(|n| found.value(&[n])).collect(), found.values))
}

/// Which positions are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Those of this value.
    Value(LoopyValue),
    /// The drawn ones.
    Drawn,
}

impl Wanted {
    /// Reads what is no number: `D`, or `inf({0, 2})`.
    pub(super) fn read(text: &str) -> Option<Wanted> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        if text == LoopyOutcome::D.name() {
            return Some(Wanted::Drawn);
        }
        let inner = text.strip_prefix("inf({")?.strip_suffix("})")?;
        let number = |text: &str| text.parse::<u64>().ok().map(IBig::from);
        let list = inner.split(',').filter(|text| !inner.is_empty() || !text.is_empty()).map(number);
        let mut list = list.collect::<Option<Vec<IBig>>>()?;
        list.sort_unstable();
        list.dedup();
        Some(Wanted::Value(LoopyValue::Infinite(list)))
    }

    pub(super) fn has(&self, value: &LoopyValue) -> bool {
        match self {
            Wanted::Value(wanted) => value == wanted,
            Wanted::Drawn => value.outcome() == LoopyOutcome::D,
        }
    }
}

/// A list of positions that is asked for.
pub(super) struct List<'a> {
    pub(super) wanted: Wanted,
    /// The restrictions of the list, as they were written.
    pub(super) asked: Vec<(&'a str, &'a str)>,
    /// Only the first position of each class under these symmetries.
    pub(super) symmetry: Option<&'a Symmetry>,
    /// Is only their number printed?
    pub(super) is_counted: bool,
}

/// Lists the positions of a box, with the note before, if there are values.
pub(super) fn positions(
    context: &mut Context,
    (area, filter): (&Area, &Where),
    asked: &List,
    (output, options): (Output, Options),
    note: &str,
) -> Outcome<()> {
    must_hold_texts(output.name)?;
    let evaluator = Evaluator::new(&area.game.rules, options);
    let axes = area.axes();
    let found = Found::of(context, &evaluator, (&axes, Some(&area.hi)), |point| {
        let position = at(area, point);
        let there = evaluator.exists(&position)? && filter.holds(&position)?;
        Ok(there.then_some(position))
    })?;
    context.note(note);
    let mut rows = vec![];
    let (mut points, mut entries) = (Points::new(&axes), vec![]);
    while let Some(point) = points.advance() {
        let Some(value) = found.value(point) else { continue };
        area.position(point, &mut entries);
        if asked.wanted.has(&found.values[value as usize]) && asked.symmetry.is_none_or(|all| all.is_first(&entries)) {
            rows.push(PositionRow { written: area.game.show(&at(area, point)), entries: entries.clone(), value });
        }
    }
    output.write(context, |format, out| {
        if asked.is_counted {
            return format.write_count(&rows.len().into(), out);
        }
        let list = PositionList {
            game: &area.game.text,
            rules: &area.game.rules.hash(),
            play: context.common.play().name(),
            engine: BY,
            axes: &axes,
            columns: &area.columns(),
            largest: found.values.len() as u64,
            loopy: Some(&found.values),
            asked: asked.asked.clone(),
            rows: &mut rows.iter().cloned(),
            complete: &|| true,
        };
        format.write_positions(list, out).map(drop)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_read() {
        let infinite =
            |list: &[u32]| Some(Wanted::Value(LoopyValue::Infinite(list.iter().map(|k| IBig::from(*k)).collect())));
        assert_eq!(Wanted::read(" D "), Some(Wanted::Drawn));
        assert_eq!(Wanted::read("inf({})"), infinite(&[]));
        assert_eq!(Wanted::read("inf({ 2, 0, 2 })"), infinite(&[0, 2]));
        for wrong in ["3", "inf", "inf({)", "inf({,})", "inf({-1})", "inf({a})", "d"] {
            assert_eq!(Wanted::read(wrong), None, "{wrong}");
        }
    }
}
