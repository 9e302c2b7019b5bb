//! `grundy solutions`: the positions of a two-coordinate game with a given value, and what is known about the period of b - a.
//!
//! In: a game, a value, a number of terms. Out: lines `n a b` on standard output; on standard error the period, worded as by `grundy period`. Exit
//! code 3: fewer positions are certain than were requested, and there are more; or a certificate is wanted and nothing is proved. The search for a
//! proof ends after a number of lines, and tables end after a number of cells, or both end after the time given by `--time`. Ctrl-C also ends the
//! search, and the positions are printed nevertheless. With `--using` a certificate is verified, and no proof is looked for.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::Args;
use grundy::Diagnostic;
use grundy::json;
use grundy::lang::Code;
use grundy::session::Game;
use grundy::theory::periods::{Period, Sequence, Verdict};
use grundy::theory::solutions::{Solutions, solutions, sorted};
use serde_json::{Value, json};

use super::command::{Ended, Runs, Start};
use crate::certificates::{Asked, Begun, period_of, using};
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::input::{count, expression, name_of, natural, small};

/// The number of lines of the sieve after which the search for a proof ends, without `--time`.
const LINES: u64 = 1 << 26;
/// The number of lines that are written at once.
const LINES_AT_ONCE: usize = 1 << 12;

/// The words after `solutions`.
#[derive(Debug, Args)]
pub(crate) struct SolutionsArgs {
    /// The game, with two coordinates
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The value looked for
    #[arg(long, value_name = "VALUE", default_value = "0", allow_hyphen_values = true)]
    pub(crate) value: String,
    /// How many positions, from the first on
    #[arg(long, value_name = "N", default_value = "50", allow_hyphen_values = true)]
    pub(crate) terms: String,
    /// Write the proof of the period of b - a as a certificate that `grundy verify` checks
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Instead of a search: take the period of b - a from a certificate of this value, which is verified first
    #[arg(long, value_name = "FILE", conflicts_with = "certificate")]
    pub(crate) using: Option<PathBuf>,
}

impl Runs for SolutionsArgs {
    const EXAMPLES: [&'static str; 3] = [
        "grundy solutions wythoff --terms 10",
        "grundy solutions 'star_nim[2]' --value 6 --terms 20",
        "grundy solutions 'star_nim[2]' --value 6 --certificate six.json",
    ];

    fn start(&self, start: Start) -> Ended {
        start.with_rules(|context| run(self, context))
    }
}

/// Prints the positions.
fn run(args: &SolutionsArgs, context: &mut Context) -> Outcome<()> {
    let expression = expression(context, args.game.as_deref())?;
    let game = two_coordinates(context, &expression)?;
    let (value, span) = natural(context, "--value", "value", &args.value)?;
    let value = small(&value, "value", span)?;
    let (terms, span) = natural(context, "--terms", "number of terms", &args.terms)?;
    let terms = small(&terms, "number of terms", span)? as usize;
    let used = args.using.as_deref().map(|path| by_certificate(path, &game, value, context)).transpose()?;
    let file = args.certificate.as_deref().map(|path| Begun::at(path, context.interrupts())).transpose()?;
    let progress = context.progress(format!("the positions of `{}` with value {value}", game.text));
    let options = context.common.options();
    let deadline = options.limits.deadline;
    let interrupt = options.limits.interrupt.clone();
    let mut ended = |lines| {
        let enough = deadline.map_or(lines > LINES, |deadline| Instant::now() > deadline);
        used.is_some() || enough || interrupt.load(Ordering::Relaxed)
    };
    let mut found = solutions(&game.rules, value, terms, &options, &mut ended)?;
    drop(progress);
    write(&found.terms, context)?;
    let known = used.unwrap_or_else(|| KnownPeriod::of(&found.verdict));
    let written = file.map(|file| file.of(&mut found.verdict, &game, context)).transpose();
    if context.common.json {
        context.line(known.json(written.as_ref().ok().cloned().flatten()))?;
    } else {
        context.note(&known.sentence());
    }
    if context.common.explain {
        context.note(&format!("positions: {}", found.by));
        known.explained().iter().for_each(|why| context.note(why));
    }
    tell(&game, value, terms, &found, context)?;
    if known.status != "proved" {
        context.check_interrupt()?;
    }
    written.map(|_| ())
}

/// Writes a line for each position, many at once. What has ended the search before does not end the list.
fn write(terms: &[(u64, u64)], context: &mut Context) -> Outcome<()> {
    let json = context.common.json;
    let _endable = context.interrupts().printing();
    for (first, lines) in (0..).step_by(LINES_AT_ONCE).zip(terms.chunks(LINES_AT_ONCE)) {
        let mut text = String::new();
        for (n, (a, b)) in (first..).zip(lines) {
            match json {
                true => {
                    let (n, a, b) = (json::small(n), json::small(*a), json::small(*b));
                    let line = json!({ "v": 1, "cmd": "solutions", "n": n, "a": a, "b": b });
                    text.push_str(&line.to_string());
                    text.push('\n');
                }
                false => text.push_str(&format!("{n} {a} {b}\n")),
            }
        }
        let written = context.console.out.write_all(text.as_bytes());
        written.map_err(|error| Failure::of_writing(&error, "standard output"))?;
    }
    Ok(())
}

/// Says if there are no other positions; an error if fewer are certain than were requested.
fn tell(game: &Game, value: u64, terms: usize, found: &Solutions, context: &mut Context) -> Outcome<()> {
    let listed = count(found.terms.len() as u64, "position", "positions");
    if found.all {
        context.note(&format!("`{}` has no other positions with value {value}", game.text));
    }
    let Some(lacking) = &found.lacking else { return Ok(()) };
    let message = format!("{listed} of {terms} with value {value} found: {lacking}");
    let _ = context.console.out.flush();
    Err(Failure::from(Diagnostic::limit(Code::Solutions, message)))
}

/// What is known about the period of b - a.
struct KnownPeriod {
    status: &'static str,
    period: Option<Period>,
    /// The number of positions examined, if there is no proof.
    to: Option<u64>,
    /// What the proof rests on, or why there is none.
    reason: Option<String>,
    /// The certificate that was used instead of a search.
    using: Option<String>,
    /// Of a proof: has the checker read its certificate?
    checked: Option<bool>,
}

impl KnownPeriod {
    fn of(verdict: &Verdict) -> KnownPeriod {
        let json::KnownPeriod { status, period, to, reason, checked } = json::KnownPeriod::of(verdict);
        let status = if status == "not_found" { "none" } else { status };
        KnownPeriod { status, period, to, reason, using: None, checked }
    }

    fn sentence(&self) -> String {
        let last = self.to.and_then(|to| to.checked_sub(1));
        match (self.period, last, &self.using) {
            (Some(period), _, Some(name)) => {
                format!("b - a: proved {period}, by the certificate {name}, which was verified")
            }
            (Some(period), ..) if self.checked == Some(false) => {
                format!("b - a: {period}: {}", self.reason.as_deref().unwrap_or_default())
            }
            (Some(period), None, None) => format!("b - a: proved {period}"),
            (Some(period), Some(last), None) => format!("b - a: observed {period} to {last}; this is no proof"),
            (None, None, _) => "b - a: no period found".to_string(),
            (None, Some(last), _) => format!("b - a: no period found to {last}"),
        }
    }

    fn explained(&self) -> Option<String> {
        if self.checked == Some(false) {
            return None;
        }
        let what = if self.status == "proved" { "proved" } else { "no proof" };
        self.reason.as_ref().map(|reason| format!("{what}: {reason}"))
    }

    /// The last line for scripts.
    fn json(&self, certificate: Option<String>) -> Value {
        let mut line = json!({
            "v": 1,
            "cmd": "solutions",
            "status": self.status,
            "preperiod": self.period.map(|p| json::small(p.preperiod)),
            "period": self.period.map(|p| json::small(p.period)),
            "saltus": self.period.map(|p| p.saltus),
            "checked_to": self.to.and_then(|to| to.checked_sub(1)).map(json::small),
            "certificate": certificate,
        });
        if let Some(checked) = self.checked {
            line["checked"] = checked.into();
        }
        if let Some(name) = &self.using {
            line["using"] = name.as_str().into();
        }
        line
    }
}

/// What a certificate proves.
fn by_certificate(path: &Path, game: &Game, value: u64, context: &mut Context) -> Outcome<KnownPeriod> {
    let asked = Asked { game, sequence: &Sequence::Solutions(value), play: context.common.play() };
    let theorem = using(path, asked, context)?;
    let using = name_of(path);
    if !sorted(&game.rules) {
        let message = format!(
            "the certificate {using} is verified, and it is of positions (a, b) with a <= b; of `{}` all are listed, since no symmetry was found \
             that exchanges the coordinates",
            game.text
        );
        return Err(Diagnostic::new(Code::Certificate, message).help("leave `--using` out").into());
    }
    let reason = Some(format!("the certificate {using} says so and was verified: {}", theorem.proof));
    Ok(KnownPeriod {
        status: "proved",
        period: Some(period_of(&theorem)),
        to: None,
        reason,
        using: Some(using),
        checked: Some(true),
    })
}

/// The game; a length that is left out is set to 2.
fn two_coordinates(context: &mut Context, expression: &str) -> Outcome<Game> {
    let game = context.written().game_of_width(expression, 2)?;
    let width = game.rules.width();
    if width == 2 {
        return Ok(game);
    }
    let coordinates = count(width as u64, "coordinate", "coordinates");
    let message = format!("`{}` has {coordinates}, and positions (a, b) have two", game.text);
    let help = match width {
        1 => format!("`grundy positions '{}'` lists the positions with a value", game.text),
        _ => format!("`grundy positions '{}' --fix 1=0` lists those with a coordinate fixed", game.text),
    };
    Err(Diagnostic::at(Code::Entries, context.last_text(), message, game.pattern()).help(help).into())
}
