//! `grundy sequence`: the values of a one-coordinate game, and the period that they show; a proof of it, if a certificate is wanted.

mod far;
mod stream;

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use grundy::engine::Quantity;
use grundy::lang::Code;
use grundy::rules::{Line, LineEntry};
use grundy::session::Game;
use grundy::theory::checked::Checked;
use grundy::theory::periods::{Period, Sequence, Verdict, observed_values, period, proved_by};
use grundy::{Diagnostic, Evaluator, IBig, Kind, Options, Values, engine::foreseen};
use serde_json::{Map, Value, json};

use super::command::{Ended, Runs, Start};
use super::loopy::{self, circle, note_of_circle};
use super::seen::explain;
use super::table::not_lost;
use crate::certificates::{Asked, Begun, period_of, using};
use crate::context::Context;
use crate::failure::Outcome;
use crate::input::{count, expression, form, name_of, natural, small};
use crate::options::{OutputOptions, PictureOptions};
use crate::output::Output;
use grundy_format::{Axis, Column, Content, CountLines, Grid, KnownPeriod, Sequence as Terms, Source};

/// Bytes for each term.
const BYTES: u64 = 16;
/// Terms that take more work than this begin with fewer.
const SLOW: u64 = 1 << 22;
/// So many parts of the terms are computed then, each with twice the terms of the one before.
const STEPS: u32 = 12;
/// A proof is looked for among at least this many terms.
const COLUMNS: u64 = 1 << 22;
/// A proof that is found in so many columns is found at once, whatever the terms show; more columns are looked at where the terms show a period.
const AT_ONCE: u64 = 1 << 10;

/// The words after `sequence`.
#[derive(Debug, Args)]
pub(crate) struct SequenceArgs {
    /// The game, with one coordinate
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// How many terms
    #[arg(long, value_name = "N", default_value = "50", allow_hyphen_values = true)]
    pub(crate) terms: String,
    /// The number of the first term
    #[arg(long, value_name = "N", default_value = "0", allow_hyphen_values = true)]
    pub(crate) from: String,
    /// Instead of the terms, lines `value count`: how often each value occurs
    #[arg(long)]
    pub(crate) counts: bool,
    /// Look for a proof of the period, and write it as a certificate that `grundy verify` checks
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Take the period from a certificate of this game, which is verified first
    #[arg(long, value_name = "FILE", conflicts_with = "certificate")]
    pub(crate) using: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputOptions,
    #[command(flatten)]
    pub(crate) picture: PictureOptions,
}

impl Runs for SequenceArgs {
    const EXAMPLES: [&'static str; 3] = [
        "grundy sequence kayles --terms 100",
        "grundy sequence 'subtraction[{2, 3}]' --terms 1000 --counts",
        "grundy sequence grundy --terms 1000 -o b002188.txt",
    ];

    fn start(&self, start: Start) -> Ended {
        start.with_rules(|context| run(self, context))
    }
}

/// Prints the terms. Those before the first that is printed are computed, too, and show the period.
fn run(args: &SequenceArgs, context: &mut Context) -> Outcome<()> {
    let expression = expression(context, args.game.as_deref())?;
    let game = one_coordinate(context, &expression)?;
    let (from, terms) = range(args, context)?;
    let axes = axes(&game, from, terms);
    let line = Line { entries: vec![LineEntry::Runs(0)] };
    let file = args.certificate.as_deref().map(|path| Begun::at(path, context.interrupts())).transpose()?;
    let used = args.using.as_deref().map(|path| by_certificate(path, &game, line.clone(), context)).transpose()?;
    let (output, counts) = begin(args, &axes, &game, context)?;
    if let Some(streamed) = stream::of(&game, args, context, (output.name, counts)) {
        let asked = stream::Asked { game: &game, from, terms, axis: &axes[0] };
        return stream::run(&asked, &streamed, output, context);
    }
    let plainly = args.output.checkpoint.is_none() && file.is_none() && used.is_none();
    if far::are_far((from, terms)) && plainly {
        return far::run((&game, &line), (from, terms), (output, counts), context);
    }
    must_fit(terms, context)?;
    let options = args.output.engines(context.common);
    let computed = compute(context, &game, terms, &args.output);
    if let Err(failure) = &computed
        && let Some(round) = circle(failure, &options)
        && !args.counts
        && file.is_none()
        && used.is_none()
    {
        let round = note_of_circle(round);
        let evaluator = Evaluator::new(&game.rules, options);
        return run_loopy(context, &game, &evaluator, (from, terms), &round, output);
    }
    let (values, terms, ended) = computed?;
    let (axes, output) = match &ended {
        // A file has all terms, or is not written.
        Some(ended) if output.is_file() => return Err(ended.clone().into()),
        Some(_) => (self::axes(&game, from, terms), output.of_what_is_known()),
        None => (axes, output),
    };
    let mut all = vec![];
    if let Some(values) = &values {
        values.line(&[0], 0, terms as usize, &mut all);
    }
    values.as_ref().map_or(Ok(()), not_lost)?;
    let mut search = if file.is_some() { Some(search(&game, &line, terms, context)?) } else { None };
    let by_terms = || {
        let (period, theorem, checked) = proved_by(&game.rules, &all, &args.output.engines(context.common))?;
        Some((period, format!("by {theorem}"), checked))
    };
    let observed = LazyCell::new(|| observed_values(&all));
    let at_once = || {
        let options = args.output.engines(context.common);
        let hopeful = terms <= AT_ONCE || observed.is_some();
        let wanted = hopeful && ended.is_none() && terms > 0 && !options.plain && args.output.checkpoint.is_none();
        wanted.then(|| proof_at_once(&game, &line, terms, &options, context)).flatten()
    };
    let proved = used.or_else(|| search.as_ref().and_then(by_search)).or_else(by_terms).or_else(at_once);
    let observed = proved.as_ref().map(|(period, ..)| *period).or_else(|| *observed);
    let checked = proved.as_ref().map(|(.., checked)| checked.is_yes());
    let status = proved.as_ref().map_or_else(|| sentence(observed, terms), proof);
    let term = |n: u64| all.get(n as usize).filter(|value| **value != Values::NOWHERE).map(|value| u64::from(*value));
    let engine = values.as_ref().map_or("none", |values| values.by().name());
    let told = Told { term: &term, engine, values: values.as_ref(), period: observed, checked, status: &status };
    told.print((&game, axes), (from, terms), (output, counts), context)?;
    if let Some(values) = values {
        explain(context, &game, &values.account());
    }
    if let (Some(file), Some(verdict)) = (file, &mut search) {
        write(file, verdict, &game, context)?;
    }
    let Some(ended) = ended else { return Ok(()) };
    let _ = context.console.out.flush();
    context.note(&format!("only {} are known", count(terms.saturating_sub(from), "term", "terms")));
    Err(ended.into())
}

/// Terms that are printed, and what is known of their period.
struct Told<'a> {
    /// The term of a number, if a position exists.
    term: &'a dyn Fn(u64) -> Option<u64>,
    engine: &'static str,
    /// The table of all terms, if there is one.
    values: Option<&'a Values>,
    period: Option<Period>,
    /// Has the checker read the proof of the period?
    checked: Option<bool>,
    status: &'a str,
}

impl Told<'_> {
    fn print(
        &self,
        (game, axes): (&Game, Vec<Axis>),
        (from, terms): (u64, u64),
        (output, counts): (Output, Option<CountLines>),
        context: &mut Context,
    ) -> Outcome<()> {
        let Told { term, period, status, .. } = *self;
        let grid = Grid {
            game: &game.text,
            rules: &game.rules.hash(),
            play: context.common.play().name(),
            shows: Quantity::Value,
            engine: self.engine,
            fixed: vec![],
            coordinates: vec![Column { name: axes[0].name.clone(), source: Source::Axis(0) }],
            value: &|point| term(point[0]),
            values: self.values,
            loopy: None,
            entries: None,
            asked: vec![],
            period: Some(KnownPeriod { period: period.map(|p| (p.preperiod, p.period)), status: status.to_string() }),
            axes,
        };
        let (says, width) = (output.name.says(), context.text().width);
        let greatest = (from..terms).filter_map(term).max();
        let known = known(period, self.checked, (from, terms), greatest);
        output.write(context, |format, out| match counts {
            Some(lines) => write_counts((from..terms).filter_map(term), lines, out),
            None => format.write_sequence(&Terms { grid: &grid, known: &known, width }, out),
        })?;
        if !says.tells_period {
            context.note(status);
        }
        Ok(())
    }
}

/// Prints the terms of a game in which play may go on for ever. Nothing is said of a period.
fn run_loopy(
    context: &mut Context,
    game: &Game,
    evaluator: &Evaluator,
    (from, terms): (u64, u64),
    note: &str,
    output: Output,
) -> Outcome<()> {
    let (all, values) = loopy::terms(context, evaluator, terms, output.name)?;
    let axes = axes(game, from, terms);
    let grid = Grid {
        game: &game.text,
        rules: &game.rules.hash(),
        play: context.common.play().name(),
        engine: loopy::BY,
        fixed: vec![],
        coordinates: vec![Column { name: axes[0].name.clone(), source: Source::Axis(0) }],
        value: &|point| all.get(point[0] as usize).copied().flatten(),
        values: None,
        shows: Quantity::Value,
        loopy: Some(&values),
        entries: None,
        asked: vec![],
        period: None,
        axes,
    };
    let (known, width) = (known(None, None, (from, terms), None), context.text().width);
    output.write(context, |format, out| format.write_sequence(&Terms { grid: &grid, known: &known, width }, out))?;
    context.note(note);
    Ok(())
}

/// The output, and with `--counts` the form of their lines.
fn begin(
    args: &SequenceArgs,
    axes: &[Axis],
    game: &Game,
    context: &mut Context,
) -> Outcome<(Output, Option<CountLines>)> {
    let form = form(context, game, (&args.output, &args.picture), None)?;
    let output = Output::begin(context, &args.output, form, Content::Table(axes))?;
    let counts = output.name.says().counts.filter(|_| args.counts);
    if args.counts && counts.is_none() {
        let message = format!("`--counts` has no form in the format `{}`", output.name.word());
        return Err(Diagnostic::new(Code::Format, message).help("take `text` or `csv`").into());
    }
    Ok((output, counts))
}

/// A proved period, the sentence about its proof, and whether the checker has read its certificate.
type KnownProof = (Period, String, Checked);

/// A proved period, in words.
fn proof((period, why, checked): &KnownProof) -> String {
    checked.not("an engine").map_or_else(|| format!("proved {period}, {why}"), |why| format!("{period}: {why}"))
}

/// The period of a certificate, and the sentence about it.
fn by_certificate(path: &Path, game: &Game, line: Line, context: &mut Context) -> Outcome<KnownProof> {
    let asked = Asked { game, sequence: &Sequence::Line(line), play: context.common.play() };
    let theorem = using(path, asked, context)?;
    Ok((period_of(&theorem), format!("by the certificate {}, which was verified", name_of(path)), Checked::Yes))
}

/// The period that a search has proved, and the sentence about it.
fn by_search(verdict: &Verdict) -> Option<KnownProof> {
    let Verdict::Proved(proof) = verdict else { return None };
    Some((proof.period, format!("since {}", proof.theorem), proof.checked.clone()))
}

/// A proof that an engine finds in about as many columns as there are terms. (Twice as many took four times the work of the terms where heaps split.)
fn proof_at_once(game: &Game, line: &Line, terms: u64, options: &Options, context: &Context) -> Option<KnownProof> {
    let columns = terms.saturating_add(AT_ONCE);
    let mut until = |index: u64| index > columns || context.must_end(&options.limits);
    let mut verdict = Verdict::Proved(grundy::theory::periods::proof(&game.rules, line, options, &mut until)?);
    verdict.check(&game.rules, &options.limits);
    by_search(&verdict)
}

/// Looks for a proof, beyond the given terms if these are not enough.
fn search(game: &Game, line: &Line, terms: u64, context: &Context) -> Outcome<Verdict> {
    let _progress = context.progress(format!("the period of `{}`", game.text));
    let options = context.common.options();
    let mut ended = |index: u64| index > terms.max(COLUMNS) || context.must_end(&options.limits);
    Ok(period(&game.rules, line, &options, &mut ended)?)
}

/// Writes the certificate, or says why there is no proof.
fn write(file: Begun, verdict: &mut Verdict, game: &Game, context: &mut Context) -> Outcome<()> {
    if let Verdict::Observed(_, _, why) | Verdict::NotFound(_, why) = verdict {
        let _ = context.console.out.flush();
        context.check_interrupt()?;
        why.iter().for_each(|why| context.note(&format!("no proof: {why}")));
    }
    let _ = context.console.out.flush();
    file.of(verdict, game, context).map(|_| ())
}

/// The game; a length that is left out is set to 1.
fn one_coordinate(context: &mut Context, expression: &str) -> Outcome<Game> {
    let game = context.written().game_of_width(expression, 1)?;
    let width = game.rules.width();
    if width == 1 {
        return Ok(game);
    }
    let message =
        format!("`{}` has {}, and a sequence has one", game.text, count(width as u64, "coordinate", "coordinates"));
    let help = format!("`grundy table '{}'` shows its values", game.text);
    Err(Diagnostic::at(Code::Entries, context.last_text(), message, game.pattern()).help(help).into())
}

/// The number of the first term, and the number after the last.
fn range(args: &SequenceArgs, context: &mut Context) -> Outcome<(u64, u64)> {
    let (from, at) = natural(context, "--from", "term's number", &args.from)?;
    let from = small(&from, "term's number", at)?;
    let (terms, at) = natural(context, "--terms", "number of terms", &args.terms)?;
    match small(&terms, "number of terms", at)? {
        0 => Ok((0, 0)),
        terms => Ok((from, small(&(IBig::from(from) + IBig::from(terms)), "last term's number", at)?)),
    }
}

fn axes(game: &Game, from: u64, terms: u64) -> Vec<Axis> {
    let name = game.rules.coords[0].name.clone();
    // No terms are an axis that ends before it begins.
    let (lo, hi) = if from >= terms { (1, 0) } else { (from, terms - 1) };
    vec![Axis { name, lo, hi }]
}

/// The values of the terms, if there are any, and their number. Where they take long, fewer terms come first; if an interruption or the end of the
/// time stops the work, those that are finished count, and the reason is handed on.
fn compute(context: &Context, game: &Game, terms: u64, output: &OutputOptions) -> Outcome<Computed> {
    let options = output.engines(context.common);
    // What does not fit the memory is refused before any work.
    let fits = terms > 0 && terms <= options.limits.memory && output.checkpoint.is_none();
    let slow = fits && foreseen(&game.rules, &[terms - 1], &options) > SLOW;
    let mut known: Option<(Values, u64)> = None;
    let mut evaluator = Evaluator::new(&game.rules, options.clone());
    // An engine that gives all terms at once goes on from those of the part before.
    let mut terms_to = |last: u64| match evaluator.table_at_once(&[last])? {
        Some(values) => Ok(values),
        None => Evaluator::new(&game.rules, options.clone()).table(&[last]),
    };
    for shift in if slow { (0..STEPS).rev() } else { (0..1).rev() } {
        let part = terms >> shift;
        let Some(last) = part.checked_sub(1) else { continue };
        let _progress = context.progress(format!("{} of `{}`", count(part, "term", "terms"), game.text));
        match (terms_to(last), known.take()) {
            (Ok(values), _) => known = Some((values, part)),
            (Err(error), Some((values, part))) if error.kind != Kind::Input => {
                return Ok((Some(values), part, Some(error)));
            }
            (Err(error), _) => return Err(error.into()),
        }
    }
    Ok(known.map_or((None, terms, None), |(values, part)| (Some(values), part, None)))
}

/// Is there memory for all terms?
fn must_fit(terms: u64, context: &Context) -> Outcome<()> {
    let limits = context.common.limits();
    if BYTES.saturating_mul(terms) <= limits.free() {
        return Ok(());
    }
    let message = format!("{} need more than the memory allowed", count(terms, "term", "terms"));
    let help = "with `--from` up to 2^20 terms far out come by themselves; `--memory` allows more";
    Err(Diagnostic::limit(Code::Memory, message).help(help).into())
}

/// Values, if any, how many terms they are, and why there are no more.
type Computed = (Option<Values>, u64, Option<Diagnostic>);

/// How often each value occurs.
fn write_counts(terms: impl Iterator<Item = u64>, lines: CountLines, out: &mut dyn Write) -> io::Result<()> {
    let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
    terms.for_each(|value| *counts.entry(value).or_default() += 1);
    counts_lines(counts.into_iter(), lines, out)
}

/// Prints the values and how often they occur, a line each.
fn counts_lines(
    mut counts: impl Iterator<Item = (u64, u64)>,
    lines: CountLines,
    out: &mut dyn Write,
) -> io::Result<()> {
    let CountLines { head, separator } = lines;
    write!(out, "{head}")?;
    counts.try_for_each(|(value, count)| writeln!(out, "{value}{separator}{count}"))
}

/// The period that the terms show, in words.
fn sentence(observed: Option<Period>, terms: u64) -> String {
    let range = match terms {
        0 => return "no terms were asked for".to_string(),
        1 => "the term 0".to_string(),
        _ => format!("the terms 0 to {}", terms - 1),
    };
    match observed {
        Some(period) => format!("observed {period} in {range}; this is no proof"),
        None => format!("no period seen in {range}"),
    }
}

/// The period that the terms show, and the greatest of those printed, for JSON.
fn known(
    observed: Option<Period>,
    checked: Option<bool>,
    (from, terms): (u64, u64),
    greatest: Option<u64>,
) -> Map<String, Value> {
    let mut known = json!({
        "status": if checked == Some(true) { "proved" } else if observed.is_some() { "observed" } else { "none" },
        "preperiod": observed.map(|o| o.preperiod),
        "period": observed.map(|o| o.period),
        "saltus": observed.map(|o| o.saltus),
        "checked_to": terms.checked_sub(1),
        "greatest": greatest,
    });
    if checked.is_some() {
        known["checked"] = checked.into();
    }
    if from > 0 {
        known["from"] = from.into();
    }
    match known {
        Value::Object(known) => known,
        _ => Map::new(),
    }
}
