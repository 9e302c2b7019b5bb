//! `grundy solutions`: the positions of a two-coordinate game that have a value, and what is known of the period of b - a.
//!
//! Lines `n a b` on standard output; on standard error, worded as by `grundy period`, the period. Exit code 3: fewer positions are
//! certain than were asked for, and they are not all; or a certificate is wanted and nothing is proved. The search for a proof ends after a
//! number of lines, or when `--time` says so; Ctrl-C ends it, too, and the positions are told all the same.

use std::sync::atomic::Ordering;
use std::time::Instant;

use grundy::theory::periods::Verdict;
use grundy::theory::solutions::{Solutions, solutions};
use grundy::{Diagnostic, Entry, Game};
use serde_json::{Value, json};

use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::format::json_number;
use crate::input::{count, expression, natural, small};
use crate::options::SolutionsArgs;
use crate::output::Certificate;

/// Lines of the sieve after which no proof is looked for any more, if `--time` does not say when.
const LINES: u64 = 1 << 26;
/// Lines that are written at once.
const LINES_AT_ONCE: usize = 1 << 12;

/// Prints the positions.
pub(crate) fn run(args: &SolutionsArgs, context: &mut Context) -> Outcome<()> {
    let expression = expression(context, args.game.as_deref())?;
    let game = two_coordinates(context, &expression)?;
    let (value, span) = natural(context, "--value", "value", &args.value)?;
    let value = small(&value, "value", span)?;
    let (terms, span) = natural(context, "--terms", "number of terms", &args.terms)?;
    let terms = small(&terms, "number of terms", span)? as usize;
    let certificate = args.certificate.as_deref().map(Certificate::begin).transpose()?;
    let begun = Instant::now();
    let progress = context.progress(format!("the positions of `{}` with value {value}", game.text));
    let options = context.common.options();
    let interrupt = options.limits.interrupt.clone();
    let mut ended =
        |lines| args.time.map_or(lines > LINES, |limit| begun.elapsed() > limit) || interrupt.load(Ordering::Relaxed);
    let mut found = solutions(&game.rules, value, terms, &options, &mut ended)?;
    drop(progress);
    write(&found.terms, context)?;
    let written = certificate.map(|certificate| certificate.of(&mut found.verdict, &game)).transpose();
    if context.common.json {
        context.line(last(&found, written.as_ref().ok().cloned().flatten()))?;
    } else {
        context.note(&sentence(&found.verdict));
    }
    tell(&game, value, terms, &found, context)?;
    if !matches!(found.verdict, Verdict::Proved(_)) {
        context.check_interrupt()?;
    }
    written.map(|_| ())
}

/// A line for each position, many at once. An interruption before has ended the search, and not the list.
fn write(terms: &[(u64, u64)], context: &mut Context) -> Outcome<()> {
    let (json, before) = (context.common.json, context.check_interrupt().is_err());
    for (first, lines) in (0..).step_by(LINES_AT_ONCE).zip(terms.chunks(LINES_AT_ONCE)) {
        if !before {
            context.check_interrupt()?;
        }
        let mut text = String::new();
        for (n, (a, b)) in (first..).zip(lines) {
            match json {
                true => {
                    let (n, a, b) = (json_number(n), json_number(*a), json_number(*b));
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

/// Where the positions come from, and how far they are all.
fn tell(game: &Game, value: u64, terms: usize, found: &Solutions, context: &mut Context) -> Outcome<()> {
    if context.common.explain {
        context.note(&format!("positions: {}", found.by));
        let why = match &found.verdict {
            Verdict::Proved(proof) => Some(format!("proved: {}", proof.theorem)),
            Verdict::Observed(_, _, why) | Verdict::NotFound(_, why) => {
                why.as_ref().map(|why| format!("no proof: {why}"))
            }
        };
        why.iter().for_each(|why| context.note(why));
    }
    let listed = count(found.terms.len() as u64, "position", "positions");
    if found.all {
        context.note(&format!("`{}` has no other positions with value {value}", game.text));
    }
    let Some(lacking) = &found.lacking else { return Ok(()) };
    let message = format!("{listed} of {terms} with value {value} found: {lacking}");
    let _ = context.console.out.flush();
    Err(Failure::from(Diagnostic::limit("solutions", message)))
}

/// What is known of the period, in words.
fn sentence(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Proved(proof) => format!("b - a: proved {}", proof.period),
        Verdict::Observed(period, to, _) => format!("b - a: observed {period} to {}; this is no proof", to - 1),
        Verdict::NotFound(0, _) => "b - a: no period found".to_string(),
        Verdict::NotFound(to, _) => format!("b - a: no period found to {}", to - 1),
    }
}

/// The last line for scripts.
fn last(found: &Solutions, certificate: Option<String>) -> Value {
    let (status, period, to) = match &found.verdict {
        Verdict::Proved(proof) => ("proved", Some(proof.period), None),
        Verdict::Observed(period, to, _) => ("observed", Some(*period), to.checked_sub(1)),
        Verdict::NotFound(to, _) => ("none", None, to.checked_sub(1)),
    };
    json!({
        "v": 1,
        "cmd": "solutions",
        "status": status,
        "preperiod": period.map(|p| json_number(p.preperiod)),
        "period": period.map(|p| json_number(p.period)),
        "checked_to": to.map(json_number),
        "certificate": certificate,
    })
}

/// The game; a length that is left out is 2.
fn two_coordinates(context: &mut Context, expression: &str) -> Outcome<Game> {
    let game = match context.ask("game", |session| session.game(expression, Some(&[Entry::One, Entry::One]))) {
        Ok(game) => game,
        // Entries that do not fit tell less than the game by itself.
        Err(failure) => context.ask("game", |session| session.game(expression, None)).map_err(|_| failure)?,
    };
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
    Err(Diagnostic::at("entries", context.last_text(), message, game.pattern()).help(help).into())
}
