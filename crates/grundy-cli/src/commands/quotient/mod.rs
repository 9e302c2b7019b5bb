//! `grundy quotient`: the misère quotient of a game of one heap, proved for all heaps or for those up to some size.
//!
//! In: a game. Out: lines on standard output, each of which begins with its subject: what is proved, the generators of the quotient, relations between them, the
//! elements of P-positions, and the element of each heap; a picture and a certificate as files, if they are wanted. The exit code is 3 if the search ended before what was asked for, with what is known by then.

mod picture;

use std::path::PathBuf;

use clap::Args;
use grundy::json;
use grundy::lang::Code;
use grundy::session::Game;
use grundy::theory::quotient::{Element, Found, Letters, Monoid, Period, quotient};
use grundy::{Diagnostic, IBig, Kind};

use self::picture::Picture;
use super::command::{Ended, Runs, Start};
use crate::certificates::Begun;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::input::{count, expression, natural, small};
use crate::interrupt::Known;

/// The most relations, and elements of P-positions, that are printed.
const PRINTED: usize = 32;
/// Elements of heaps in a line.
const ROW: usize = 10;

/// The words after `quotient`.
#[derive(Debug, Args)]
pub(crate) struct QuotientArgs {
    /// The game, with one coordinate
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The largest heap; else the search goes on until all heaps are proved
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) to: Option<String>,
    /// Print the outcome, P or N, of a sum such as 3,5,70 instead; may be repeated
    #[arg(long, value_name = "HEAPS")]
    pub(crate) outcome: Vec<String>,
    /// Print the products of all elements, too
    #[arg(long)]
    pub(crate) table: bool,
    /// Write a picture to FILE.svg: the elements in boxes, those of P-positions in colour
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write the proof as a certificate that `grundy verify` checks
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
}

impl Runs for QuotientArgs {
    const EXAMPLES: [&'static str; 3] = [
        "grundy quotient kayles",
        "grundy quotient 'octal[0.26]' --to 30 -o quotient.svg",
        "grundy quotient kayles --outcome 3,5,70 --certificate kayles.json",
    ];

    fn start(&self, start: Start) -> Ended {
        start.with_rules(|context| run(self, context))
    }
}

/// Prints what is known.
fn run(args: &QuotientArgs, context: &mut Context) -> Outcome<()> {
    let expression = expression(context, args.game.as_deref())?;
    let game = context.written().game_of_width(&expression, 1)?;
    let to = args.to.as_deref().map(|to| largest(context, to)).transpose()?;
    let sums = args.outcome.iter().map(|sum| heaps(context, sum)).collect::<Outcome<Vec<_>>>()?;
    let file = args.certificate.as_deref().map(|path| Begun::at(path, context.interrupts())).transpose()?;
    let picture = args.output.as_deref().map(|path| Picture::begin(path, context.interrupts())).transpose()?;
    let progress = context.progress(format!("the misère quotient of `{}`", game.text));
    let limits = context.common.limits();
    let said = |found: &Found, certificate: Option<&str>| {
        Report { game: &game, found, args }.said(context.common.json, certificate)
    };
    let mut found = quotient(&game.rules, to, &limits, &mut |found| {
        context.interrupts().keep_known(sums.is_empty().then(|| said(found, None)));
    })?;
    if found.quotient.heaps.is_empty() {
        return Err(found.ended.unwrap_or_else(Diagnostic::interrupted).into());
    }
    found.check(&game, &limits);
    // The run ends by itself now, if it must.
    let _ = context.interrupts().ended();
    drop(progress);
    let written = |file: Begun| match found.checked.is_yes() {
        true => file.verified(&found.certificate(&game)),
        false => file.text(&found.certificate(&game)),
    };
    let certificate = file.map(written).transpose();
    context.interrupts().keep_known(None);
    if sums.is_empty() {
        let name = certificate.as_ref().ok().and_then(|name| name.as_deref());
        said(&found, name).lines.iter().try_for_each(|line| context.line(line))?;
    }
    for sum in &sums {
        let line = outcome(&game, &found, sum, context)?;
        context.line(line)?;
    }
    if let Some(unchecked) = found.checked.not("the quotient's closure").filter(|_| !sums.is_empty()) {
        context.note(&unchecked);
    }
    certificate?;
    picture.map_or(Ok(()), |picture| picture.write(&game, &found))?;
    over(found.ended, context)
}

/// The outcome of the run, whose search a limit may have ended.
fn over(ended: Option<Diagnostic>, context: &mut Context) -> Outcome<()> {
    let Some(ended) = ended else { return Ok(()) };
    if ended.kind == Kind::Interrupted {
        return Err(ended.into());
    }
    let _ = context.console.out.flush();
    context.note(&format!("no larger heaps: {}", ended.message));
    Err(Failure::Reported(3))
}

/// The largest heap that is asked for.
fn largest(context: &mut Context, text: &str) -> Outcome<u64> {
    let (number, span) = natural(context, "--to", "heap", text)?;
    small(&number, "heap", span)
}

/// The heaps of a sum, as they are written.
fn heaps(context: &mut Context, sum: &str) -> Outcome<Vec<IBig>> {
    let heaps = sum.split(',').filter(|_| !sum.trim().is_empty());
    heaps.map(|heap| Ok(natural(context, "--outcome", "heap", heap)?.0)).collect()
}

/// The line about the outcome of a sum of heaps.
fn outcome(game: &Game, found: &Found, sum: &[IBig], context: &Context) -> Outcome<String> {
    let monoid = &found.quotient.monoid;
    let mut product = Monoid::ONE;
    for heap in sum {
        let element = found.element(heap).ok_or_else(|| unknown(game, found, heap))?;
        product = monoid.times(product, element);
    }
    let outcome = if monoid.is_p(product) { "P" } else { "N" };
    if context.common.json {
        return Ok(json::quotient_outcome(game, found, sum, outcome).to_string());
    }
    let how = || format!("\n  by quotient: the product of the elements is {}", Letters::of(found).element(product));
    Ok(outcome.to_string() + &if context.common.explain { how() } else { String::new() })
}

fn unknown(game: &Game, found: &Found, heap: &IBig) -> Diagnostic {
    match found.to() {
        Some(to) if found.period.is_none() && *heap > IBig::from(to) => {
            let message = format!(
                "the quotient of `{}` is known for the heaps up to {to}, not for the heap of {heap}",
                game.text
            );
            Diagnostic::limit(Code::TooLarge, message)
        }
        _ => Diagnostic::new(Code::NoPosition, format!("the heap of {heap} is no position of `{}`", game.text)),
    }
}

/// What is printed.
struct Report<'a> {
    game: &'a Game,
    found: &'a Found,
    args: &'a QuotientArgs,
}

impl Report<'_> {
    fn said(&self, json: bool, certificate: Option<&str>) -> Known {
        let lines = match json {
            true => vec![json::quotient(self.game, self.found, self.args.table, certificate).to_string()],
            false => self.lines(&Letters::of(self.found)),
        };
        Known { lines, notes: vec![] }
    }

    fn lines(&self, letters: &Letters) -> Vec<String> {
        let (found, monoid) = (self.found, &self.found.quotient.monoid);
        let portion: Vec<String> = monoid.portion().into_iter().map(|x| letters.element(x)).collect();
        let which = match (found.period, found.to()) {
            (None, Some(to)) => format!("the heaps up to {to}"),
            _ => "all heaps".to_string(),
        };
        let tame = match found.quotient.first_wild() {
            None => "tame".to_string(),
            Some(heap) => format!("wild from the heap of {heap} on"),
        };
        let size = format!(
            "for {which}: {}, {} of P-positions, {tame}",
            count(monoid.size() as u64, "element", "elements"),
            portion.len()
        );
        let first = match found.checked.not("its closure") {
            None => format!("proved {size}"),
            Some(unchecked) => format!("{size}; {unchecked}"),
        };
        let mut lines = vec![first];
        if let Some(Period { preperiod, period }) = found.period {
            lines.push(format!("phi         preperiod {preperiod} period {period}"));
        }
        let generators = letters.generators().map(|(letter, heap)| format!("{letter} = phi({heap})"));
        lines.push(format!("generators  {}", few(&generators.collect::<Vec<_>>())));
        lines.push(format!("relations   {}", few(&letters.relations().collect::<Vec<_>>())));
        lines.push(format!("P-portion   {}", few(&portion)));
        lines.extend(self.rows(letters));
        if self.args.table {
            lines.extend(monoid.elements().map(|x| products(letters, monoid, x)));
        }
        lines
    }

    /// The elements of the heaps, some in a line.
    fn rows(&self, letters: &Letters) -> Vec<String> {
        let stated = self.found.period.map_or(u64::MAX, |Period { preperiod, period }| preperiod + period);
        let element = |(_, element): (u64, &Option<Element>)| element.map_or("-".to_string(), |x| letters.element(x));
        let all: Vec<String> = (0..stated).zip(&self.found.quotient.heaps).map(element).collect();
        let row =
            |(place, row): (usize, &[String])| format!("phi {:<7} {}", format!("{}…", place * ROW), row.join(", "));
        all.chunks(ROW).enumerate().map(row).collect()
    }
}

/// A list that is printed if it is short.
fn few(list: &[String]) -> String {
    match list.len() {
        0 => "none".to_string(),
        1..=PRINTED => list.join(", "),
        more => format!("{more}; `--json` lists them"),
    }
}

fn products(letters: &Letters, monoid: &Monoid, element: Element) -> String {
    let row: Vec<String> = monoid.row(element).iter().map(|product| letters.element(*product)).collect();
    format!("table {}: {}", letters.element(element), row.join(", "))
}
