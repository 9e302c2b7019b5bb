//! The positions of a table: a game, a bound for each coordinate, and the coordinates that are held.

use grundy::engine::default_bound;
use grundy::lang::Code;
use grundy::lang::Span;
use grundy::session::{Game, List};
use grundy::{Diagnostic, Entry, IBig};

use super::fix::fixed;
use super::numbers::{count, small};
use crate::context::Context;
use crate::failure::Outcome;
use crate::options::RangeOptions;
use grundy_format::{Axis, Column, Source};

/// The bound of coordinates if none is given.
const DEFAULT_BOUND: u64 = 15;

/// A box of positions.
pub(crate) struct Area {
    /// The game.
    pub(crate) game: Game,
    /// The greatest value of each coordinate.
    pub(crate) hi: Vec<u64>,
    /// The value of each coordinate that is held.
    pub(crate) fixed: Vec<Option<u64>>,
}

impl Area {
    /// Reads the options; lengths that the number of bounds determines may be left out in the game.
    pub(crate) fn read(context: &mut Context, expression: &str, range: &RangeOptions) -> Outcome<Area> {
        let (game, mut hi) = game_and_bounds(context, expression, range.to.as_deref())?;
        let fixed = fixed(context, &game, &range.fix)?;
        for (hi, fixed) in hi.iter_mut().zip(&fixed) {
            *hi = fixed.unwrap_or(*hi);
        }
        Ok(Area { game, hi, fixed })
    }

    /// The free coordinates.
    pub(crate) fn free(&self) -> Vec<usize> {
        (0..self.hi.len()).filter(|coord| self.fixed[*coord].is_none()).collect()
    }

    /// The free coordinates as axes.
    pub(crate) fn axes(&self) -> Vec<Axis> {
        let axis = |coord: usize| Axis { name: self.name(coord), lo: 0, hi: self.hi[coord] };
        self.free().into_iter().map(axis).collect()
    }

    /// The held coordinates by name.
    pub(crate) fn held(&self) -> Vec<(String, u64)> {
        let held = self.fixed.iter().enumerate();
        held.filter_map(|(coord, value)| Some((self.name(coord), (*value)?))).collect()
    }

    /// All coordinates, for formats that write whole positions.
    pub(crate) fn columns(&self) -> Vec<Column> {
        let mut axis = 0;
        let column = |(coord, fixed): (usize, &Option<u64>)| {
            let source = match fixed {
                Some(value) => Source::Fixed(*value),
                None => {
                    axis += 1;
                    Source::Axis(axis - 1)
                }
            };
            Column { name: self.name(coord), source }
        };
        self.fixed.iter().enumerate().map(column).collect()
    }

    /// The position at a point of the axes.
    pub(crate) fn position(&self, point: &[u64], position: &mut Vec<u64>) {
        let mut point = point.iter();
        position.clear();
        position.extend(self.fixed.iter().map(|fixed| fixed.unwrap_or_else(|| point.next().copied().unwrap_or(0))));
    }

    fn name(&self, coord: usize) -> String {
        self.game.rules.coords[coord].name.clone()
    }
}

/// A game and the greatest value of each coordinate: one bound for all of the game's own coordinates, or one for each.
fn game_and_bounds(context: &mut Context, expression: &str, to: Option<&str>) -> Outcome<(Game, Vec<u64>)> {
    let list = to.map(|to| context.ask("--to", |session| session.list(to))).transpose()?;
    let entries = list.as_ref().map(List::entries);
    match (&list, &entries) {
        (Some(list), Some(entries)) if entries[..] != [Entry::One] => {
            let game = context.written().game(expression, Some(entries))?;
            let hi = bound_for_each(context, &game, list)?;
            Ok((game, hi))
        }
        _ => {
            let game = context.ask("game", |session| session.game(expression, None)).map_err(|f| f.map(advise))?;
            let to = match &list {
                Some(list) => one_bound(context, list)?,
                None => DEFAULT_BOUND,
            };
            let hi = (0..game.rules.width()).map(|coord| default_bound(&game.rules, coord, to)).collect();
            Ok((game, hi))
        }
    }
}

/// Bounds determine lengths, too.
fn advise(error: Diagnostic) -> Diagnostic {
    match error.code {
        Code::UnsettledLength => {
            error.help("or give a bound for each coordinate: `--to 10,10` says that there are two")
        }
        _ => error,
    }
}

/// `10`: one bound for all coordinates.
fn one_bound(context: &Context, list: &List) -> Outcome<u64> {
    let bounds = context.session().constants(list)?;
    bound_of_variable(&bounds[0], list.span())
}

/// `10,15`: the library reads bounds like a position, and its messages are reworded for bounds.
fn bound_for_each(context: &Context, game: &Game, list: &List) -> Outcome<Vec<u64>> {
    let width = game.rules.width();
    let bounds = context.session().fitted(game, list);
    let bounds = bounds.map_err(|error| match error.code {
        Code::Entries => {
            let each = count(width as u64, "coordinate", "coordinates");
            let message = format!("`{}` has {each}: give one bound for all of them, or one for each", game.text);
            Diagnostic { message, ..error }
        }
        Code::Negative => Diagnostic { message: error.message.replace("an entry of a position", "a bound"), ..error },
        _ => error,
    })?;
    let mut hi = vec![];
    for (coord, bound) in bounds.iter().enumerate() {
        let bound = small(bound, "bound", list.span())?;
        if let Some(most) = game.rules.own_bound(coord).filter(|most| bound > *most) {
            let message = format!("`{}` is {most} at most, found {bound}", game.rules.coords[coord].name);
            return Err(Diagnostic::at(Code::Bound, list.span(), message, "beyond its range").into());
        }
        hi.push(bound);
    }
    Ok(hi)
}

/// Bounds of the variables of a pattern: one for all, or one for each.
pub(crate) fn bounds_of_variables(context: &mut Context, names: &[String], to: Option<&str>) -> Outcome<Vec<u64>> {
    let Some(to) = to else { return Ok(vec![DEFAULT_BOUND; names.len()]) };
    let bounds = context.ask("--to", |session| session.numbers(to))?;
    let span = context.last_text();
    if bounds.len() != 1 && bounds.len() != names.len() {
        let variables = count(names.len() as u64, "variable", "variables");
        let message = format!("the pattern has {variables}: give one bound for all of them, or one for each");
        return Err(Diagnostic::at(Code::Entries, span, message, format!("found {}", bounds.len())).into());
    }
    let bounds = bounds.iter().map(|bound| bound_of_variable(bound, span)).collect::<Outcome<Vec<u64>>>()?;
    Ok(if bounds.len() == 1 { vec![bounds[0]; names.len()] } else { bounds })
}

fn bound_of_variable(bound: &IBig, span: Span) -> Outcome<u64> {
    if *bound < IBig::ZERO {
        let message = format!("a bound is a natural number, found {bound}");
        return Err(Diagnostic::at(Code::Negative, span, message, "negative").into());
    }
    small(bound, "bound", span)
}
