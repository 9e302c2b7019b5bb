//! `grundy table`: all values up to a bound, or along a pattern.

pub(super) mod cells;
pub(super) mod pattern;
mod proved;

use std::cell::RefCell;
use std::io;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use grundy::bytes;
use grundy::engine::{Quantity, Timer};
use grundy::lang::Code;
use grundy::theory::periods::observed_period;
use grundy::{Diagnostic, Evaluator, Values};

use super::command::{Ended, Runs, Start};
use super::loopy::{self, circle, note_of_circle};
use super::seen::explain;
use crate::context::Context;
use crate::failure::{Outcome, quoted, reason};
use crate::input::{Area, Where, expression, form};
use crate::options::{OutputOptions, PictureOptions, RangeOptions};
use crate::output::Output;
use cells::{Cells, Order, must_fit};
use grundy_format::{Axis, Content, Grid, KnownPeriod};

/// The largest number of cells that are written.
const MOST_CELLS: u128 = 1 << 36;

/// The words after `table`.
#[derive(Debug, Args)]
pub(crate) struct TableArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) range: RangeOptions,
    /// A pattern of positions such as '(n, n+2)'; its variables are the axes
    #[arg(long, value_name = "PATTERN", allow_hyphen_values = true, conflicts_with = "fix")]
    pub(crate) at: Option<String>,
    // The help lists the quantities.
    #[arg(long, value_name = "NUMBER", default_value = "value", hide_possible_values = true,
        value_parser = quantities(), help = "The number shown: value, remoteness, suspense or birthday")]
    pub(crate) show: Quantity,
    #[command(flatten)]
    pub(crate) output: OutputOptions,
    #[command(flatten)]
    pub(crate) picture: PictureOptions,
    /// Say in the picture what is proved of its formula, or of its period
    #[arg(long, help_heading = "Pictures (-o FILE.png, FILE.svg, FILE.pdf)")]
    pub(crate) prove: bool,
}

impl Runs for TableArgs {
    const EXAMPLES: [&'static str; 3] = [
        "grundy table wythoff --to 7",
        "grundy table 'star_nim[3]' --to 5 --fix x1=1",
        "grundy table 'nim[2]' --to 20 -o nim.csv",
    ];

    fn start(&self, start: Start) -> Ended {
        start.with_rules(|context| run(self, context))
    }
}

/// The numbers that a table may show.
fn quantities() -> impl TypedValueParser<Value = Quantity> {
    PossibleValuesParser::new(Quantity::ALL.map(Quantity::name))
        .map(|name| Quantity::ALL.into_iter().find(|quantity| quantity.name() == name).unwrap_or_default())
}

/// Refuses ways to draw that speak of values, where another number is shown.
fn must_be_drawn(args: &TableArgs) -> Outcome<()> {
    let mode = args.picture.mode.as_deref().map_or("value", str::trim);
    if args.show == Quantity::Value || mode == "value" || mode.starts_with("mod ") {
        return Ok(());
    }
    let name = args.show.name();
    let message = format!("`--mode {mode}` speaks of values, and `--show {name}` of another number");
    let help =
        "the modes are `value`, which draws the number that is shown, and `mod M`; `mod 2` tells P- from N-positions";
    Err(Diagnostic::new(Code::Mode, message).help(help).into())
}

/// Prints the table.
fn run(args: &TableArgs, context: &mut Context) -> Outcome<()> {
    let expression = expression(context, args.game.as_deref())?;
    must_be_drawn(args)?;
    match &args.at {
        Some(pattern) => pattern::run(args, pattern, &expression, context),
        None => whole(args, &expression, context),
    }
}

/// The table of a box.
fn whole(args: &TableArgs, expression: &str, context: &mut Context) -> Outcome<()> {
    let area = Area::read(context, expression, &args.range)?;
    let filter = Where::read(context, &area.game, args.range.filter.as_deref())?;
    let axes = area.axes();
    must_be_writable(&axes)?;
    let mut form = form(
        context,
        &area.game,
        (&args.output, &args.picture),
        Some((&area.hi, args.output.engines(context.common))),
    )?;
    let proved = if args.prove { proved::of(args, &area, &mut form, context)? } else { None };
    let drawing = form.style.memory(&axes);
    let mut output = Output::begin(context, &args.output, form, Content::Table(&axes))?;
    if output.name.says().is_picture {
        must_fit(drawing, context.common.memory())?;
    }
    let where_asked = || args.range.filter.iter().map(|filter| ("where", filter.as_str())).collect();
    let options = args.output.engines(context.common);
    let values = match args.show {
        Quantity::Value => match compute(context, &area, &args.output, &mut output) {
            Err(failure) => {
                let Some(round) = circle(&failure, &options) else { return Err(failure) };
                let note = note_of_circle(round);
                return loopy::table(context, (&area, &filter), where_asked(), (output, options), &note);
            }
            values => values?,
        },
        other => timed(context, &area, &args.output, other)?,
    };
    explain(context, &area.game, &values.account());
    let shown = shown(context, &area, &axes, &filter, &values)?;
    let position = RefCell::new(vec![]);
    let value = |point: &[u64]| {
        if !shown.as_ref().is_none_or(|shown| shown.holds(point)) {
            return None;
        }
        let mut position = position.borrow_mut();
        area.position(point, &mut position);
        values.get(&position).map(u64::from)
    };
    let seen = || if output.name.says().is_picture { seen_period(&axes, &value) } else { None };
    let period = proved.or_else(seen);
    let grid = Grid {
        game: &area.game.text,
        rules: &area.game.rules.hash(),
        play: context.common.play().name(),
        shows: args.show,
        engine: values.by().name(),
        fixed: area.held(),
        coordinates: area.columns(),
        value: &value,
        values: shown.is_none().then_some(&values),
        loopy: None,
        entries: None,
        asked: where_asked(),
        period,
        axes,
    };
    let written = output.write(context, |format, out| {
        format.write(&grid, out)?;
        still_whole(&values)
    });
    not_lost(&values)?;
    written
}

/// The period that the values along a single axis show, for a picture of them.
fn seen_period(axes: &[Axis], value: &dyn Fn(&[u64]) -> Option<u64>) -> Option<KnownPeriod> {
    let [Axis { name, lo: 0, hi }] = axes else { return None };
    let all: Vec<Option<u64>> = (0..=*hi).map(|at| value(&[at])).collect();
    let range = format!("at {name} = 0 to {hi}");
    let period = observed_period(&all);
    let status = match period {
        Some(period) => format!("observed {period} {range}; this is no proof"),
        None => format!("no period seen {range}"),
    };
    Some(KnownPeriod { period: period.map(|p| (p.preperiod, p.period)), status })
}

/// The error in reading values that are stored on disk, if there was one.
pub(super) fn not_lost(values: &Values) -> Outcome<()> {
    values.failure().map_or(Ok(()), |lost| Err(lost.clone().into()))
}

/// An error if values that are stored on disk could not be read, so that no incomplete file is renamed to its target.
pub(super) fn still_whole(values: &Values) -> io::Result<()> {
    values.failure().map_or(Ok(()), |lost| Err(io::Error::other(lost.message.clone())))
}

/// The values of a box; if they do not fit into the memory, they are stored in a temporary folder next to the output file.
pub(super) fn compute(
    context: &mut Context,
    area: &Area,
    options: &OutputOptions,
    output: &mut Output,
) -> Outcome<Values> {
    let bounds: Vec<String> = area.hi.iter().map(ToString::to_string).collect();
    let _progress = context.progress(format!("`{}` to {}", area.game.text, bounds.join(",")));
    let evaluator = Evaluator::new(&area.game.rules, options.engines(context.common));
    let is_kept = options.checkpoint.is_some();
    let ended = |error| if_ended(error, is_kept);
    if is_kept || !output.may_have_folder() {
        return Ok(evaluator.table(&area.hi).map_err(ended)?);
    }
    let mut asked = false;
    let mut folder = |need: u64| {
        let (folder, file) =
            output.folder().ok_or_else(|| Diagnostic::new(Code::Output, "there is no place beside it"))?;
        let made =
            |error| Diagnostic::limit(Code::Output, format!("cannot make a folder beside {file}: {}", reason(&error)));
        let folder = folder.map_err(made)?;
        let (need, place) = (bytes(need), quoted(&folder));
        context.note(&format!(
            "the table is larger than the memory allowed: {need} stand in {place} until {file} is written"
        ));
        asked = true;
        Ok(folder)
    };
    let values = evaluator.table_with_disk(&area.hi, &mut folder);
    Ok(values.map_err(|error| if asked { without_checkpoint(error) } else { error }).map_err(ended)?)
}

/// How long play lasts, for the positions of a box.
fn timed(context: &mut Context, area: &Area, options: &OutputOptions, quantity: Quantity) -> Outcome<Values> {
    let _progress = context.progress(format!("the {} of `{}`", quantity.name(), area.game.text));
    let timer = Timer::new(&area.game.rules, &options.engines(context.common))?;
    Ok(timer.table(quantity, &area.hi)?)
}

/// If the work was ended from outside, the error says how what is finished is kept, or that a folder keeps it.
fn if_ended(error: Diagnostic, is_kept: bool) -> Diagnostic {
    match (error.kind.is_end(), is_kept) {
        (true, true) => error.help("the folder keeps what is finished: the same command goes on from there"),
        (true, false) => error.help("`--checkpoint DIR` keeps what is finished, and a later run goes on from there"),
        (false, _) => error,
    }
}

/// The error of a full disk, where there is no checkpoint.
fn without_checkpoint(error: Diagnostic) -> Diagnostic {
    if error.code != Code::Disk {
        return error;
    }
    let help = "make room beside the file, or keep what is finished on another disk with `--checkpoint DIR`";
    Diagnostic { help: vec![help.to_string()], ..error }
}

/// Refuses a table that would take too long, however little memory its values need.
pub(super) fn must_be_writable(axes: &[Axis]) -> Outcome<()> {
    let cells = axes.iter().fold(1u128, |n, axis| n.saturating_mul(axis.len()));
    if cells <= MOST_CELLS {
        return Ok(());
    }
    let message = format!("this table would have {}, more than can be written", number_of_cells(cells));
    Err(Diagnostic::limit(Code::TooLarge, message)
        .help("give smaller bounds with `--to`, or hold coordinates with `--fix`")
        .into())
}

fn number_of_cells(cells: u128) -> String {
    if cells == u128::MAX { "more than 10^38 positions".to_string() } else { format!("{cells} positions") }
}

/// Where the condition holds; the condition is evaluated once for each existing position, before anything is written.
fn shown(
    context: &Context,
    area: &Area,
    axes: &[Axis],
    filter: &Where,
    values: &Values,
) -> Outcome<Option<Cells<bool>>> {
    if filter.is_open() {
        return Ok(None);
    }
    let mut position = vec![];
    let holds = |point: &[u64]| {
        area.position(point, &mut position);
        Ok(values.get(&position).is_some() && filter.holds_at(&position)?)
    };
    Cells::fill(context, axes, Order::FirstFirst, holds).map(Some)
}
