//! `grundy positions`: the positions with a given value, in row-major order.

mod pattern;

use std::cell::RefCell;
use std::io::{self, Write};

use clap::Args;
use grundy::lang::Code;
use grundy::rules::symmetry::Symmetry;
use grundy::session::Game;
use grundy::table::Blocks;
use grundy::theory::loopy::LoopyValue;
use grundy::{Diagnostic, IBig, Limits, Values};

use super::command::{Ended, Runs, Start};
use super::loopy::{self, List, Wanted, circle, note_of_circle};
use super::seen::explain;
use super::table::{compute, not_lost, still_whole};
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::input::{Area, Where, expression, form, natural};
use crate::options::{OutputOptions, PictureOptions, RangeOptions};
use crate::output::Output;
use grundy_format::{Content, PositionList, PositionRow};

/// The words after `positions`.
#[derive(Debug, Args)]
pub(crate) struct PositionsArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) range: RangeOptions,
    /// Only positions of a pattern such as '(n, n+2)'; --to bounds its variables
    #[arg(long, value_name = "PATTERN", allow_hyphen_values = true, conflicts_with_all = ["fix", "sorted"])]
    pub(crate) at: Option<String>,
    /// The value looked for; in loopy games also `inf({0, 2})`, or `D` for drawn positions
    #[arg(long, value_name = "VALUE", default_value = "0", allow_hyphen_values = true)]
    pub(crate) value: String,
    /// Print their number alone
    #[arg(long)]
    pub(crate) count: bool,
    /// Only the lexicographically first of each class under the symmetries of the rules
    #[arg(long)]
    pub(crate) sorted: bool,
    #[command(flatten)]
    pub(crate) output: OutputOptions,
    #[command(flatten)]
    pub(crate) picture: PictureOptions,
}

impl Runs for PositionsArgs {
    const EXAMPLES: [&'static str; 3] = [
        "grundy positions wythoff --to 20 --sorted",
        "grundy positions 'star_nim[2]' --value 1 --to 30 --count",
        "grundy positions wythoff --to 20 --where 'a < b and a mod 2 = 0'",
    ];

    fn start(&self, start: Start) -> Ended {
        start.with_rules(|context| run(self, context))
    }
}

/// Prints the positions or their number.
fn run(args: &PositionsArgs, context: &mut Context) -> Outcome<()> {
    let expression = expression(context, args.game.as_deref())?;
    if let Some(at) = &args.at {
        return pattern::run(args, at, &expression, context);
    }
    let area = Area::read(context, &expression, &args.range)?;
    let filter = Where::read(context, &area.game, args.range.filter.as_deref())?;
    let wanted = wanted(args, context)?;
    let symmetry = if args.sorted { Some(all_known(Symmetry::of(&area.game.rules))?) } else { None };
    let mut output = begin(args, &area.game, context)?;
    let options = args.output.engines(context.common);
    let values = match compute(context, &area, &args.output, &mut output) {
        Err(failure) => {
            let Some(round) = circle(&failure, &options) else { return Err(failure) };
            let note = note_of_circle(round);
            let list = List { wanted, asked: asked(args), symmetry: symmetry.as_ref(), is_counted: args.count };
            return loopy::positions(context, (&area, &filter), &list, (output, options), &note);
        }
        values => values?,
    };
    explain(context, &area.game, &values.account());
    if symmetry.as_ref().is_some_and(Symmetry::is_trivial) {
        context.note("no symmetry of these rules was found: every position is the first of its class");
    } else if symmetry.as_ref().is_some_and(|symmetry| !keeps(symmetry, &area)) {
        context.note("the bounds are not symmetric: of a class whose first position lies outside, none is listed");
    }
    let axes = area.axes();
    let search = Search { area: &area, filter: &filter, wanted: wanted_value(&wanted), symmetry, values: &values };
    let failure = RefCell::new(None);
    let known = if args.count { search.known(&context.common.limits())? } else { None };
    let mut rows = Rows::new(search, &failure);
    let columns = area.columns();
    let asked = asked(args);
    let written = output.write(context, |format, out| {
        if args.count {
            let count = known.unwrap_or_else(|| rows.count_all());
            end_of_list(&failure, out)?;
            still_whole(&values)?;
            return format.write_count(&count, out);
        }
        let list = PositionList {
            game: &area.game.text,
            rules: &area.game.rules.hash(),
            play: context.common.play().name(),
            engine: values.by().name(),
            axes: &axes,
            columns: &columns,
            largest: u64::from(wanted_value(&wanted).unwrap_or(0)),
            loopy: None,
            asked: asked.clone(),
            rows: &mut rows,
            complete: &|| failure.borrow().is_none(),
        };
        format.write_positions(list, out)?;
        end_of_list(&failure, out)?;
        still_whole(&values)
    });
    not_lost(&values)?;
    failure.into_inner().map_or(written, Err)
}

/// What is looked for.
fn wanted(args: &PositionsArgs, context: &mut Context) -> Outcome<Wanted> {
    if let Some(wanted) = Wanted::read(&args.value) {
        return Ok(wanted);
    }
    let (number, _) = natural(context, "--value", "value", &args.value)?;
    Ok(Wanted::Value(LoopyValue::Number(number)))
}

/// The output; a number alone is text.
fn begin(args: &PositionsArgs, game: &Game, context: &mut Context) -> Outcome<Output> {
    if args.picture.mode.is_some() {
        let message = "`positions` draws the positions that it lists";
        return Err(Diagnostic::new(Code::Mode, message).help("`grundy table` has `--mode`").into());
    }
    let form = form(context, game, (&args.output, &args.picture), None)?;
    let output = Output::begin(context, &args.output, form, Content::Positions)?;
    let says = output.name.says();
    if args.count && (says.is_binary || says.is_picture) {
        let message = format!("`--count` has no form in the format `{}`", output.name.word());
        return Err(Diagnostic::new(Code::Format, message).help("take `text` or `json`").into());
    }
    Ok(output)
}

/// An error if the list ended early, so that no incomplete file is renamed to its target; a stream keeps what was written.
fn end_of_list(failure: &RefCell<Option<Failure>>, out: &mut dyn Write) -> io::Result<()> {
    if failure.borrow().is_none() {
        return Ok(());
    }
    out.flush()?;
    Err(io::Error::other("the list ended early"))
}

/// The restrictions of the list other than the bounds.
fn asked(args: &PositionsArgs) -> Vec<(&str, &str)> {
    let at = args.at.iter().map(|at| ("at", at.as_str()));
    let filter = args.range.filter.iter().map(|filter| ("where", filter.as_str()));
    let sorted = args.sorted.then_some(("sorted", "true"));
    [("value", args.value.as_str())].into_iter().chain(at).chain(filter).chain(sorted).collect()
}

/// The symmetries, if they tell the first position of each class.
fn all_known(symmetry: Symmetry) -> Outcome<Symmetry> {
    if symmetry.is_known() {
        return Ok(symmetry);
    }
    let message =
        "`--sorted` needs all symmetries of the rules, and a component has too many coordinates or symmetries";
    Err(Diagnostic::limit(Code::TooLarge, message).help("without `--sorted` all positions are listed").into())
}

/// Do the symmetries map the box to itself?
fn keeps(symmetry: &Symmetry, area: &Area) -> bool {
    let alike = |i: usize, j: usize| area.hi[i] == area.hi[j] && area.fixed[i].is_some() == area.fixed[j].is_some();
    symmetry.classes.iter().all(|class| class.windows(2).all(|pair| alike(pair[0], pair[1])))
        && symmetry.others.iter().all(|p| p.iter().enumerate().all(|(i, j)| alike(i, *j)))
}

/// Which positions are looked for.
struct Search<'a> {
    area: &'a Area,
    filter: &'a Where,
    wanted: Option<u32>,
    /// With `--sorted`.
    symmetry: Option<Symmetry>,
    values: &'a Values,
}

/// A number that positions may have as their value. Where play ends no position is drawn, or has the value infinity.
fn wanted_value(wanted: &Wanted) -> Option<u32> {
    let Wanted::Value(LoopyValue::Number(number)) = wanted else { return None };
    u32::try_from(number).ok().filter(|number| *number != Values::NOWHERE)
}

impl Search<'_> {
    /// Is this position, which has the value, looked for?
    fn finds(&self, position: &[u64]) -> Outcome<bool> {
        Ok(self.symmetry.as_ref().is_none_or(|symmetry| symmetry.is_first(position))
            && self.filter.holds_at(position)?)
    }

    /// The least position; the greatest is that of the area.
    fn lo(&self) -> Vec<u64> {
        self.area.fixed.iter().map(|fixed| fixed.unwrap_or(0)).collect()
    }

    /// The number of positions that are looked for, if it is known without visiting each; an error if they are too many to be visited.
    fn known(&self, limits: &Limits) -> Outcome<Option<IBig>> {
        let Some(wanted) = self.wanted else { return Ok(Some(IBig::ZERO)) };
        if self.filter.is_open()
            && let Some(count) = self.by_components(wanted, limits)?
        {
            return Ok(Some(count));
        }
        let (lo, hi) = (self.lo(), &self.area.hi);
        few(&lo, hi)?;
        let each = self.filter.is_open() && self.symmetry.is_none();
        Ok(each.then(|| self.values.count(&lo, hi, wanted)).flatten().map(IBig::from))
    }

    /// The number of positions, as components or a table of ascending positions tell it.
    fn by_components(&self, wanted: u32, limits: &Limits) -> Outcome<Option<IBig>> {
        let (lo, hi) = (self.lo(), &self.area.hi);
        let Some(symmetry) = &self.symmetry else {
            return Ok(self.values.count_sum((&lo, hi), wanted, &[], limits)?);
        };
        if self.area.fixed.iter().any(Option::is_some) {
            return Ok(None);
        }
        if let Some(count) = self.values.count_orbits((&lo, hi), wanted, symmetry, limits)? {
            return Ok(Some(count));
        }
        let sorted = symmetry.is_all(hi.len()).then(|| self.values.count_sorted(wanted));
        Ok(sorted.flatten().map(IBig::from))
    }
}

/// No more positions than this are counted by visiting each.
const VISITED: u64 = 1 << 40;

/// An error if a box has too many positions to visit each.
fn few(lo: &[u64], hi: &[u64]) -> Outcome<()> {
    let sizes = lo.iter().zip(hi).map(|(lo, hi)| IBig::from(*hi) - IBig::from(*lo) + IBig::ONE);
    let cells = sizes.fold(IBig::ONE, |cells, size| cells * size);
    if cells <= IBig::from(VISITED) {
        return Ok(());
    }
    let message = format!("this count visits {cells} positions one by one, and no more than 2^40 are visited");
    Err(Diagnostic::limit(Code::TooLarge, message).help("ask for smaller bounds").into())
}

/// Iterates over the positions found; ends at an error, which is stored.
struct Rows<'a> {
    search: Search<'a>,
    blocks: Option<Blocks<'a>>,
    /// The cells of the current block with the value, and how many of them have been visited.
    cells: Vec<usize>,
    seen: usize,
    position: Vec<u64>,
    failure: &'a RefCell<Option<Failure>>,
}

impl<'a> Rows<'a> {
    fn new(search: Search<'a>, failure: &'a RefCell<Option<Failure>>) -> Rows<'a> {
        let blocks = search.values.blocks(&search.lo(), &search.area.hi);
        Rows { search, blocks, cells: vec![], seen: 0, position: vec![], failure }
    }

    /// Advances to the next position found; `false` after the last one, or at an error.
    fn find(&mut self) -> bool {
        let (Some(wanted), Some(blocks)) = (self.search.wanted, &mut self.blocks) else { return false };
        if self.failure.borrow().is_some() {
            return false;
        }
        loop {
            while let Some(cell) = self.cells.get(self.seen) {
                blocks.position(*cell, &mut self.position);
                self.seen += 1;
                match self.search.finds(&self.position) {
                    Ok(true) => return true,
                    Ok(false) => {}
                    Err(failure) => {
                        *self.failure.borrow_mut() = Some(failure);
                        return false;
                    }
                }
            }
            self.cells.clear();
            self.seen = 0;
            let Some(block) = blocks.next() else { return false };
            block.find(wanted, |cell| self.cells.push(cell));
        }
    }

    /// The number of positions, which are visited one by one.
    fn count_all(&mut self) -> IBig {
        let mut count = 0u64;
        while self.find() {
            count += 1;
        }
        count.into()
    }
}

impl Iterator for Rows<'_> {
    type Item = PositionRow;

    fn next(&mut self) -> Option<PositionRow> {
        if !self.find() {
            return None;
        }
        let entries: Vec<IBig> = self.position.iter().map(|x| IBig::from(*x)).collect();
        Some(PositionRow {
            written: self.search.area.game.show(&entries),
            entries: self.position.clone(),
            value: u64::from(self.search.wanted.unwrap_or_default()),
        })
    }
}
