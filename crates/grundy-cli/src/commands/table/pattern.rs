//! `grundy table --at '(n, n + 2)'`: the values along a pattern, whose variables are the axes; `positions --at` reads them, too.
//!
//! If the box that contains all the positions is small, or a folder has or gets its table, the values are read off the table; otherwise each value is computed
//! separately, the last position first, since most earlier positions are among its followers. Where play may go on for ever, the values are those of loopy games.

use std::sync::Arc;

use grundy::lang::Code;
use grundy::session::Game;
use grundy::theory::loopy::LoopyValue;
use grundy::{Answer, Diagnostic, EngineName, Entry, Evaluator, IBig, Options, Ruleset, Values, session::Pattern};
use grundy::{engine::Account, engine::Quantity, engine::Timer, table::box_cells};

use super::TableArgs;
use super::cells::{Cells, Order};
use super::{must_be_writable, not_lost, proved};
use crate::commands::loopy::{self, BY, Wanted, circle, note_of_circle};
use crate::commands::seen::explain;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::input::{Where, bounds_of_variables, form};
use crate::options::RangeOptions;
use crate::output::Output;
use grundy_format::{Axis, Column, Content, FormatName, Grid, Source};

/// A box with at most this many cells is always computed.
const SMALL_BOX: u64 = 1 << 22;

/// Positions along a pattern.
pub(in crate::commands) struct Along {
    pub(in crate::commands) game: Game,
    /// The variables of the pattern.
    pub(in crate::commands) axes: Vec<Axis>,
    pattern: Pattern,
    filter: Where,
}

/// The result along a pattern.
pub(in crate::commands) struct PatternValues {
    /// The value at each point, `None` where no position exists or the condition does not hold.
    pub(in crate::commands) cells: Cells<Option<u32>>,
    /// What found the first value.
    pub(in crate::commands) by: &'static str,
    /// How the values were obtained, if an engine gave them.
    pub(in crate::commands) account: Option<Account>,
    /// In a loopy game: the different values, of which the cells have the numbers.
    pub(in crate::commands) loopy: Option<Vec<LoopyValue>>,
}

/// Prints the table along a pattern.
pub(super) fn run(args: &TableArgs, text: &str, expression: &str, context: &mut Context) -> Outcome<()> {
    if args.prove {
        return proved::refused("`--prove` is for whole tables, and `--at` is a part of one".to_string());
    }
    let along = Along::read(context, expression, text, &args.range)?;
    let form = form(context, &along.game, (&args.output, &args.picture), None)?;
    let output = Output::begin(context, &args.output, form, Content::Table(&along.axes))?;
    let values = along.values(context, args.show, args.output.engines(context.common), output.name)?;
    if let Some(account) = &values.account {
        explain(context, &along.game, account);
    }
    let value = |point: &[u64]| values.cells.get(point).flatten().map(u64::from);
    let entries = |point: &[u64]| along.position(point).iter().map(ToString::to_string).collect::<Vec<_>>();
    let mut asked = vec![("at", text)];
    asked.extend(args.range.filter.iter().map(|filter| ("where", filter.as_str())));
    let column = |name: &String| Column { name: name.clone(), source: Source::Pattern };
    let grid = Grid {
        game: &along.game.text,
        rules: &along.game.rules.hash(),
        play: context.common.play().name(),
        shows: args.show,
        engine: values.by,
        fixed: vec![],
        coordinates: along.game.rules.coords.iter().map(|coord| column(&coord.name)).collect(),
        value: &value,
        values: None,
        loopy: values.loopy.as_deref(),
        entries: Some(&entries),
        asked,
        period: None,
        axes: along.axes.clone(),
    };
    output.write(context, |format, out| format.write(&grid, out))
}

impl PatternValues {
    /// Is the value at a point wanted? If so, the number in its cell.
    pub(in crate::commands) fn wanted(&self, point: &[u64], wanted: &Wanted) -> Option<u64> {
        let number = self.cells.get(point).flatten()?;
        let is_wanted = match &self.loopy {
            Some(values) => wanted.has(&values[number as usize]),
            None => wanted.has(&LoopyValue::Number(number.into())),
        };
        is_wanted.then_some(number.into())
    }
}

impl Along {
    /// Reads the pattern, the bounds of its variables and the condition.
    pub(in crate::commands) fn read(
        context: &mut Context,
        expression: &str,
        text: &str,
        range: &RangeOptions,
    ) -> Outcome<Along> {
        let entries: Vec<Entry> = context.ask("--at", |session| session.entries(text))?;
        let game = context.written().game(expression, Some(&entries))?;
        let pattern = context.ask("--at", |session| session.pattern(&game, text))?;
        let bounds = bounds_of_variables(context, &pattern.names, range.to.as_deref())?;
        let filter = Where::read(context, &game, range.filter.as_deref())?;
        let axis = |(name, hi): (&String, &u64)| Axis { name: name.clone(), lo: 0, hi: *hi };
        let axes: Vec<Axis> = pattern.names.iter().zip(&bounds).map(axis).collect();
        must_be_writable(&axes)?;
        Ok(Along { game, axes, pattern, filter })
    }

    /// The position at a point where there is one.
    pub(in crate::commands) fn position(&self, point: &[u64]) -> Vec<IBig> {
        self.pattern.at(point).ok().flatten().unwrap_or_default()
    }

    /// The values, for a format.
    pub(in crate::commands) fn values(
        &self,
        context: &mut Context,
        quantity: Quantity,
        options: Options,
        name: FormatName,
    ) -> Outcome<PatternValues> {
        let failure = match self.numbers(context, quantity, options.clone()) {
            Err(failure) if quantity == Quantity::Value => failure,
            found => return found,
        };
        let Some(round) = circle(&failure, &options) else { return Err(failure) };
        let note = note_of_circle(round);
        let evaluator = Evaluator::new(&self.game.rules, options.clone());
        let found = loopy::along(context, (&self.game.rules, options), (&self.axes, name), |point| {
            let Some(position) = self.pattern.at(point)? else { return Ok(None) };
            let shown = evaluator.exists(&position)? && self.filter.holds(&position)?;
            Ok(shown.then_some(position))
        })?;
        context.note(&note);
        Ok(PatternValues { cells: found.cells, by: BY, account: None, loopy: Some(found.values) })
    }

    /// The values where play ends, or other numbers of positions.
    fn numbers(&self, context: &Context, quantity: Quantity, options: Options) -> Outcome<PatternValues> {
        let (pattern, axes) = (&self.pattern, &self.axes[..]);
        let kept = options.checkpoint.is_some();
        let mut numbers = Numbers::new(&self.game.rules, quantity, options)?;
        let mut hi = Some(vec![0u64; self.game.rules.width()]);
        let shown = Cells::fill(context, axes, Order::FirstFirst, |point| {
            let Some(position) = pattern.at(point)? else { return Ok(false) };
            let shown = numbers.evaluator.exists(&position)? && self.filter.holds(&position)?;
            if shown {
                hi = hi.take().and_then(|hi| {
                    let larger = |(h, x): (u64, _)| u64::try_from(x).ok().map(|x: u64| x.max(h));
                    hi.into_iter().zip(&position).map(larger).collect()
                });
            }
            Ok(shown)
        })?;
        let _progress = context.progress(format!("`{}` along the pattern", self.game.text));
        let small = |hi: &Vec<u64>| kept || box_cells(hi) <= SMALL_BOX;
        let (mut engine, mut account) = (None, None);
        let cells = match hi.filter(|hi| small(hi) && context.common.engine != Some(EngineName::Search)) {
            Some(hi) => {
                let values = numbers.table(&hi)?;
                (engine, account) = (Some(values.by()), Some(values.account()));
                let at =
                    |position: Vec<IBig>| position.iter().map(|x| u64::try_from(x).ok()).collect::<Option<Vec<_>>>();
                let cells = Cells::fill(context, axes, Order::FirstFirst, |point| match pattern.at(point)? {
                    Some(position) if shown.holds(point) => Ok(at(position).and_then(|position| values.get(&position))),
                    _ => Ok(None),
                })?;
                not_lost(&values)?;
                cells
            }
            None => Cells::fill(context, axes, Order::LastFirst, |point| match pattern.at(point)? {
                Some(position) if shown.holds(point) => {
                    let (number, answer) = numbers.number(&position)?;
                    if let Some(answer) = answer {
                        engine.get_or_insert(answer.by);
                        account.get_or_insert_with(|| answer.account());
                    }
                    Ok(Some(number))
                }
                _ => Ok(None),
            })?,
        };
        Ok(PatternValues { cells, by: engine.map_or("none", EngineName::name), account, loopy: None })
    }
}

/// The numbers of positions, whatever they say.
struct Numbers {
    quantity: Quantity,
    evaluator: Evaluator,
    /// Where another number than the value is asked for.
    timer: Option<Timer>,
}

impl Numbers {
    fn new(rules: &Arc<Ruleset>, quantity: Quantity, options: Options) -> Outcome<Numbers> {
        let timer = (quantity != Quantity::Value).then(|| Timer::new(rules, &options)).transpose()?;
        Ok(Numbers { quantity, evaluator: Evaluator::new(rules, options), timer })
    }

    fn table(self, hi: &[u64]) -> Outcome<Values> {
        Ok(match self.timer {
            Some(timer) => timer.table(self.quantity, hi)?,
            None => self.evaluator.table(hi)?,
        })
    }

    /// The number of a position, and how it was found if it is a value.
    fn number(&mut self, position: &[IBig]) -> Outcome<(u32, Option<Answer>)> {
        if let Some(timer) = &self.timer {
            return Ok((timer.number(self.quantity, position)?, None));
        }
        let answer = self.evaluator.value(position)?;
        let number = u32::try_from(&answer.value).map_err(|_| too_large(&answer.value))?;
        Ok((number, Some(answer)))
    }
}

fn too_large(value: &IBig) -> Failure {
    let message = format!("a table has values below 2^32, and one of these is {value}");
    Diagnostic::limit(Code::Value, message).help("`grundy value` has no such limit").into()
}
