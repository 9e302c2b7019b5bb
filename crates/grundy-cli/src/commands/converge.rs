//! `grundy converge`: the steps to convergence of a subtraction-division game: measured, bounded by a proof, or shown not to exist.
//!
//! In: a game and a range of starts. Out: lines on standard output, each of which begins with its subject: `steps` (the maximum over all starts of
//! the range), `growth` (the starts at which the maximum rose), `proved`, `never` (two guesses that never agree), `seeds` (sets of values with
//! which a game converges that otherwise does not), `values` (a proved automaton that gives all values, whether guesses converge or not). The exit
//! code is 0 whatever is found, but 3 if a certificate was requested and neither an automaton nor a number of steps is proved.

use std::path::PathBuf;

use clap::Args;
use grundy::json;
use grundy::lang::Code;
use grundy::session::Game;
use grundy::theory::automata::{ProvedAutomaton, automaton};
use grundy::theory::checked::Checked;
use grundy::theory::convergence::{Apart, Classes, Convergence, convergence, fits, restricted};
use grundy::{Diagnostic, Kind, Options};
use serde_json::{Value, json};

use super::command::{Ended, Runs, Start};
use crate::certificates::Begun;
use crate::context::Context;
use crate::failure::{Outcome, interrupted};
use crate::input::{expression, natural, seeds, small};

/// The number of starts printed among those at which the maximum rose: the last ones.
const PRINTED: usize = 12;

/// Starts up to here are looked at in a moment.
const LONG: u64 = 1 << 22;
/// Where there are more, the first bound is this.
const QUICK: u64 = 1 << 14;
/// The factor from one bound to the next.
const TIMES: u64 = 8;

/// The words after `converge`.
#[derive(Debug, Args)]
pub(crate) struct ConvergeArgs {
    /// The game, with one coordinate
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The last start
    #[arg(long, value_name = "N", default_value = "10^6", allow_hyphen_values = true)]
    pub(crate) to: String,
    /// Guess only values of classes, once they are proved, such as 'n mod 2: {0, 1}, {2}'
    #[arg(long, value_name = "CLASSES")]
    pub(crate) seeds: Option<String>,
    /// Write the proof of an automaton that gives all values as a certificate that `grundy verify` checks
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Keep what is measured in a folder; the same command, also with a larger N, goes on from there
    #[arg(long, value_name = "DIR")]
    pub(crate) checkpoint: Option<PathBuf>,
}

impl Runs for ConvergeArgs {
    const EXAMPLES: [&'static str; 3] = [
        "grundy converge 'mark[{1}, {2, 3}]' --to 1000",
        "grundy converge 'mark[{2}, {2, 4}]'",
        "grundy converge 'mark[{1}, {2}]' --certificate mark.json",
    ];

    fn start(&self, start: Start) -> Ended {
        start.with_rules(|context| run(self, context))
    }
}

/// Prints what is known.
fn run(args: &ConvergeArgs, context: &mut Context) -> Outcome<()> {
    let expression = expression(context, args.game.as_deref())?;
    let game = context.written().game_of_width(&expression, 1)?;
    let (to, span) = natural(context, "--to", "bound", &args.to)?;
    let to = small(&to, "bound", span)?;
    let classes = args.seeds.as_deref().map(|text| seeds(context, text)).transpose()?;
    let file = args.certificate.as_deref().map(|path| Begun::at(path, context.interrupts())).transpose()?;
    let progress = context.progress(format!("the steps to convergence of `{}`", game.text));
    let options = Options { checkpoint: args.checkpoint.clone(), ..context.common.options() };
    let (found, to, ended) = measured(&game, to, classes.as_ref(), &options)?;
    let more = match ended {
        Some(ended) => Err(ended),
        None => further(&game, &found, classes.is_none(), &options),
    };
    let (other, proved) = match more {
        Ok(more) => more,
        Err(error) if error.kind == Kind::Input => return Err(error.into()),
        Err(ended) => {
            drop(progress);
            tell(&game, &found, None, &Err(ended.message.clone()), context)?;
            let _ = context.console.out.flush();
            context.note(&format!("only the starts up to {to} were looked at"));
            return Err(ended.into());
        }
    };
    drop(progress);
    let proved = proved.map(|proved| {
        let checked = proved.checked(&game.rules, &options.limits);
        (proved, checked)
    });
    tell(&game, &found, other.as_ref(), &proved, context)?;
    let Some(file) = file else { return Ok(()) };
    let text = match &proved {
        Ok((proved, _)) => {
            let _ = context.console.out.flush();
            let _progress = context.progress(format!("the certificate of `{}`", game.text));
            proved.certificate(&game)?
        }
        Err(why) => found.certificate(&game).ok_or_else(|| {
            let message = format!("no certificate is written: no number of steps and no automaton is proved: {why}");
            Diagnostic::limit(Code::Certificate, message)
        })?,
    };
    file.text(&text).map(|_| ())
}

/// The classes of values with which a game converges that otherwise does not, if they are wanted, and a proved automaton.
fn further(
    game: &Game,
    found: &Convergence,
    classes: bool,
    options: &Options,
) -> Result<(Option<Convergence>, Result<ProvedAutomaton, String>), Diagnostic> {
    let other = match found.stuck {
        Some(_) if classes => restricted(&game.rules, found.to, options)?,
        _ => None,
    };
    Ok((other, automaton(&game.rules, options)?))
}

/// The steps over starts up to a bound. Where there are many, smaller bounds come first; if a limit stops the work, the
/// largest that is finished counts.
fn measured(
    game: &Game,
    to: u64,
    classes: Option<&Classes>,
    options: &Options,
) -> Outcome<(Convergence, u64, Option<Diagnostic>)> {
    // A checkpoint is of one bound. What does not fit the memory is refused before any work.
    let once = to <= LONG || options.checkpoint.is_some() || !fits(&game.rules, to, options);
    let least = if once { to } else { to.min(QUICK) };
    let bounds = std::iter::successors(Some(to), |to| Some(to / TIMES)).take_while(|to| *to > least);
    let mut bounds: Vec<u64> = bounds.chain([least]).collect();
    let mut known: Option<(Convergence, u64)> = None;
    while let Some(to) = bounds.pop() {
        match (convergence(&game.rules, to, classes, options), known.take()) {
            (Ok(found), _) if bounds.is_empty() => return Ok((found, to, None)),
            (Ok(found), _) => known = Some((found, to)),
            (Err(error), Some((found, to))) if error.kind != Kind::Input => return Ok((found, to, Some(error))),
            (Err(error), _) => return Err(error.into()),
        }
    }
    Err(interrupted())
}

/// Prints the results.
fn tell(
    game: &Game,
    found: &Convergence,
    other: Option<&Convergence>,
    proved: &Result<(ProvedAutomaton, Checked), String>,
    context: &mut Context,
) -> Outcome<()> {
    if context.common.json {
        let mut line = json_line(game, found, other);
        let told = |(proved, checked): &(ProvedAutomaton, Checked)| json!({"base": proved.base(), "states": proved.states(), "checked": checked.is_yes()});
        line["automaton"] = proved.as_ref().ok().map_or(Value::Null, told);
        return context.line(line);
    }
    for line in lines(found).into_iter().chain(other.iter().flat_map(|other| lines(other))) {
        context.line(line)?;
    }
    let Ok((proved, checked)) = proved else { return Ok(()) };
    let not = checked.not("induction").map_or(String::new(), |not| format!("; {not}"));
    context.line(format!("values  {}{not}", proved.theorem()))
}

/// The results in words.
fn lines(found: &Convergence) -> Vec<String> {
    let mut lines = vec![];
    if let Some(classes) = &found.classes {
        lines.push(format!(
            "seeds   n mod {}: {}; {} for n >= {}",
            classes.values.len(),
            sets(&classes.values),
            word(found.classes_checked.as_ref(), "induction"),
            classes.from
        ));
    }
    let starts = format!("over all starts {} to {}", found.from, found.to);
    match (found.stuck, found.most()) {
        (Some(stuck), _) => lines.push(format!("steps   from {stuck} guesses did not agree in 4096 steps")),
        (None, Some((steps, at))) => lines.push(format!("steps   at most {steps}, first from {at}, {starts}")),
        (None, None) => {}
    }
    let rises: Vec<String> = found.records.iter().map(|(start, steps)| format!("{steps} from {start}")).collect();
    if found.stuck.is_none() && rises.len() > 1 {
        let begin = rises.len().saturating_sub(PRINTED);
        let more = if begin > 0 { "…, " } else { "" };
        lines.push(format!("growth  {more}{}", rises[begin..].join(", ")));
    }
    lines.extend(found.bounds.iter().map(|(steps, theorem)| {
        let not = found.checked(*steps).not("this");
        match not {
            None => format!("proved  at most {steps} from any start: {theorem}"),
            Some(not) => format!("bound   at most {steps} from any start: {theorem}; {not}"),
        }
    }));
    lines.extend(found.never.as_ref().map(never));
    lines
}

/// *proved*, if the checker has read it.
fn word(checked: Option<&Checked>, by: &str) -> String {
    checked.and_then(|checked| checked.not(by)).unwrap_or_else(|| "proved".to_string())
}

fn never((never, checked): &(Apart, Checked)) -> String {
    let [one, other] = &never.guesses;
    let words = |guess: &[u8]| guess.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    format!(
        "never   guesses from {} that begin with {} and with {} differ at every n mod {} = {} from {} on, by induction: there the values are of {} and of {}{}",
        never.start,
        words(one),
        words(other),
        never.modulus,
        never.residue,
        never.from,
        set(&never.values[0]),
        set(&never.values[1]),
        checked.not("induction").map_or(String::new(), |not| format!("; {not}")),
    )
}

fn set(values: &[u8]) -> String {
    format!("{{{}}}", values.iter().map(u8::to_string).collect::<Vec<_>>().join(", "))
}

fn sets(classes: &[Vec<u8>]) -> String {
    classes.iter().map(|values| set(values)).collect::<Vec<_>>().join(", ")
}

/// The results for scripts.
fn json_line(game: &Game, found: &Convergence, other: Option<&Convergence>) -> Value {
    let (steps, at) = if found.stuck.is_none() { found.most().unzip() } else { (None, None) };
    let least = |checked: bool| {
        let all = found.bounds.iter().filter(move |(steps, _)| !checked || found.checked(*steps).is_yes());
        all.min_by_key(|(steps, _)| *steps)
    };
    let checked = least(true);
    let bound = checked.or_else(|| least(false));
    let status = if found.stuck.is_some() {
        "none"
    } else if checked.is_some() {
        "proved"
    } else {
        "measured"
    };
    let witness = found.never.as_ref().map(|(never, _)| {
        json!({
            "start": never.start, "guesses": never.guesses, "modulus": never.modulus, "residue": never.residue,
            "from": never.from, "values": never.values,
        })
    });
    let classes = |classes: &Classes| {
        let checked = found.classes_checked.as_ref().map(Checked::is_yes);
        json!({"values": classes.values, "from": classes.from, "checked": checked})
    };
    let mut line = json!({
        "v": 1,
        "cmd": "converge",
        "game": game.text,
        "rules": game.rules.hash(),
        "from": found.from,
        "to": json::small(found.to),
        "status": status,
        "max": steps,
        "at": at,
        "records": found.records,
        "bound": bound.map(|(steps, _)| json::small(*steps)),
        "theorem": bound.map(|(_, theorem)| theorem),
        "stuck": found.stuck,
        "witness": witness,
        "seeds": found.classes.as_ref().map(classes),
    });
    let never = found.never.as_ref().map(|(_, checked)| checked.is_yes());
    if let Some(checked) = never.or_else(|| bound.map(|_| checked.is_some())) {
        line["checked"] = checked.into();
    }
    if let Some(other) = other {
        line["restricted"] = json_line(game, other, None);
    }
    line
}
