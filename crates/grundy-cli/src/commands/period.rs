//! `grundy period`: the period of a line of positions, proved, observed, or not found.
//!
//! In: a game and a line. Out: the period and what it rests on. The search ends when a period is proved; otherwise `--time` or Ctrl-C ends it, and
//! what was observed is printed. A certificate is written whole or not at all; whether its file can be written is known before the search. With
//! `--using` a certificate is verified instead of a search.

use std::path::{Path, PathBuf};

use clap::Args;
use grundy::json::{self, KnownPeriod};
use grundy::lang::Code;
use grundy::rules::{Line, LineEntry};
use grundy::session::Game;
use grundy::theory::periods::{Sequence, period_told};
use grundy::{Diagnostic, EngineName, Options};
use serde_json::Value;

use super::command::{Ended, Runs, Start};
use crate::certificates::{Asked, Begun, period_of, using};
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::input::{expression, name_of};
use crate::interrupt::Known;
use crate::options::Common;

/// The words after `period`.
#[derive(Debug, Args)]
pub(crate) struct PeriodArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The line: entries that are constant, `_` or `_ + c`; not needed if the game has one coordinate
    #[arg(value_name = "PATTERN")]
    pub(crate) line: Option<String>,
    /// Write the proof as a certificate that `grundy verify` checks
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Instead of a search: take the period from a certificate of this line, which is verified first
    #[arg(long, value_name = "FILE", conflicts_with_all = ["certificate", "checkpoint"])]
    pub(crate) using: Option<PathBuf>,
    /// Keep how far the search has come in a folder; the same command goes on from there
    #[arg(long, value_name = "DIR")]
    pub(crate) checkpoint: Option<PathBuf>,
}

impl Runs for PeriodArgs {
    const EXAMPLES: [&'static str; 3] = [
        "grundy period kayles '(_)'",
        "grundy period 'star_nim[2]' '(3, _)'",
        "grundy period wythoff '(2, _)' --certificate two.json",
    ];

    fn start(&self, start: Start) -> Ended {
        start.with_rules(|context| run(self, context))
    }
}

/// Prints what is known.
fn run(args: &PeriodArgs, context: &mut Context) -> Outcome<()> {
    let (game, line, text) = asked(args, context)?;
    let heaps = game.rules.splits() || context.common.engine == Some(EngineName::Heaps);
    if args.checkpoint.is_some() && heaps && game.rules.width() > 1 {
        let message = format!("of the heaps of `{}`, which are of several kinds, nothing is kept", game.text);
        return Err(Diagnostic::new(Code::Checkpoint, message).help("leave `--checkpoint` out").into());
    }
    if let Some(path) = &args.using {
        return by_certificate(path, &game, line, text, context);
    }
    let file = args.certificate.as_deref().map(|path| Begun::at(path, context.interrupts())).transpose()?;
    let progress = context.progress(format!("the period of `{}` along {text}", game.text));
    let options = Options { checkpoint: args.checkpoint.clone(), ..context.common.options() };
    let told = |known| Report { game: &game, line: text, known, certificate: None, using: None };
    let mut ended = |_| context.must_end(&options.limits);
    let mut seen =
        |verdict: &_| context.interrupts().keep_known(Some(told(KnownPeriod::of(verdict)).said(context.common)));
    let mut verdict = period_told(&game.rules, &line, &options, &mut ended, &mut seen)?;
    drop(progress);
    let mut told = told(KnownPeriod::of(&verdict));
    context.interrupts().keep_known(Some(told.said(context.common)));
    let written = file.map(|file| file.of(&mut verdict, &game, context)).transpose();
    told.certificate = written.as_ref().ok().cloned().flatten();
    told.tell(context)?;
    if told.known.status != "proved" {
        context.check_interrupt()?;
    }
    written?;
    if told.known.status == "proved" {
        return Ok(());
    }
    // What was observed is an answer, unless the time ended the search.
    let over = options.limits.ended().is_some();
    if told.known.period.is_none() || over { Err(Failure::Reported(3)) } else { Ok(()) }
}

/// Prints the period that a certificate proves.
fn by_certificate(path: &Path, game: &Game, line: Line, text: &str, context: &mut Context) -> Outcome<()> {
    let asked = Asked { game, sequence: &Sequence::Line(line), play: context.common.play() };
    let theorem = using(path, asked, context)?;
    let name = name_of(path);
    let told = Report {
        game,
        line: text,
        known: KnownPeriod {
            status: "proved",
            period: Some(period_of(&theorem)),
            to: None,
            reason: Some(format!("the certificate {name} says so and was verified: {}", theorem.proof)),
            checked: Some(true),
        },
        certificate: None,
        using: Some(name),
    };
    told.tell(context)
}

/// The game, the line, and the line as it was written.
fn asked<'a>(args: &'a PeriodArgs, context: &mut Context) -> Outcome<(Game, Line, &'a str)> {
    let (game, text) = match (args.game.as_deref(), args.line.as_deref()) {
        (Some(line), None) if line.contains('_') && !line.contains(char::is_alphabetic) => (None, line),
        (game @ Some(_), None) => return only_line(game, context),
        (game, line) => (game, line.unwrap_or_default()),
    };
    let expression = expression(context, game)?;
    let (game, line) = context.written().line(&expression, text)?;
    Ok((game, line, text))
}

/// The game and its only line, if it has one coordinate.
fn only_line<'a>(game: Option<&str>, context: &mut Context) -> Outcome<(Game, Line, &'a str)> {
    let expression = expression(context, game)?;
    match context.ask("game", |session| session.game(&expression, None)) {
        Ok(game) if game.rules.width() == 1 => Ok((game, Line { entries: vec![LineEntry::Runs(0)] }, "(_)")),
        Err(Failure::Error(error)) if error.code != Code::UnsettledLength => Err(Failure::Error(error)),
        _ => Err(Diagnostic::new(Code::WhichLine, "which line of positions? write it after the game")
            .help("such as `grundy period star_nim '(7, _)'`: `_` runs through 0, 1, 2, …")
            .into()),
    }
}

/// What is printed.
struct Report<'a> {
    game: &'a Game,
    line: &'a str,
    known: KnownPeriod,
    certificate: Option<String>,
    /// The certificate that was used instead of a search.
    using: Option<String>,
}

impl Report<'_> {
    fn tell(&self, context: &mut Context) -> Outcome<()> {
        let Known { lines, notes } = self.said(context.common);
        // It is printed now, and not a second time at the end.
        context.interrupts().keep_known(None);
        lines.iter().try_for_each(|line| context.line(line))?;
        notes.iter().for_each(|note| context.note(note));
        Ok(())
    }

    /// The lines and notes.
    fn said(&self, common: &Common) -> Known {
        if common.json {
            return Known { lines: vec![self.json().to_string()], notes: vec![] };
        }
        let KnownPeriod { status, period, to, reason, checked } = &self.known;
        let range = to.map_or(String::new(), |to| format!(" in the values 0 to {to}"));
        let line = match (*status, period) {
            ("proved", Some(period)) => format!("proved {period}"),
            (_, Some(period)) if *checked == Some(false) => {
                let line = format!("{period}: {}", reason.as_deref().unwrap_or_default());
                return Known { lines: vec![line], notes: vec![] };
            }
            (_, Some(period)) => format!("observed {period}{range}; this is no proof"),
            (_, None) => format!("no period seen{range}"),
        };
        let mut notes = vec![];
        if let Some(reason) = reason.as_ref().filter(|_| *status != "proved") {
            notes.push(format!("no proof: {reason}"));
        } else if let Some(name) = self.using.as_ref().filter(|_| !common.explain) {
            notes.push(format!("proved by the certificate {name}, which was verified"));
        } else if let Some(reason) = reason.as_ref().filter(|_| common.explain) {
            notes.push(format!("proved, since {reason}"));
        }
        Known { lines: vec![line], notes }
    }

    fn json(&self) -> Value {
        let mut line = json::period(self.game, self.line, &self.known, self.certificate.as_deref());
        if let Some(name) = &self.using {
            line["using"] = name.as_str().into();
        }
        line
    }
}
