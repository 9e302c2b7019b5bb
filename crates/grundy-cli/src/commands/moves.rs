//! `grundy moves`: every option of a position with its value, the winning moves first; or the winning moves alone.

use std::fmt::Display;

use clap::Args;
use grundy::engine::{Choice, Lengths, TimedChoice, Timer, Wins};
use grundy::json;
use grundy::lang::Code;
use grundy::session::Game;
use grundy::theory::loopy::{HOW, Loopy, LoopyChoice, LoopyOutcome, LoopyValue, is_round};
use grundy::{Answer, Diagnostic, IBig, Play};

use super::command::{Ended, Runs, Start};
use super::loopy::note_of_circle;
use super::seen::explanation;
use super::value::no_position;
use crate::context::Context;
use crate::failure::Outcome;
use crate::input::{Asked, count, game_and_positions};
use grundy_format::P_POSITION;

/// The words after `moves`.
#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The position
    #[arg(value_name = "POSITION", allow_negative_numbers = true)]
    pub(crate) position: Option<String>,
    /// Print the winning moves alone, one a line
    #[arg(long)]
    pub(crate) wins: bool,
    /// Say how long play lasts: remoteness, suspense, birthday, and the moves that win soonest or lose latest
    #[arg(long, conflicts_with = "wins")]
    pub(crate) remoteness: bool,
}

impl Runs for MovesArgs {
    const EXAMPLES: [&'static str; 3] =
        ["grundy moves wythoff 3,4", "grundy moves nim 1,1,2 --misere", "grundy moves kayles 7"];

    fn start(&self, start: Start) -> Ended {
        start.with_rules(|context| run(self, context))
    }
}

/// Prints the options.
fn run(args: &MovesArgs, context: &mut Context) -> Outcome<()> {
    let rest: Vec<String> = args.position.iter().cloned().collect();
    let (game, positions) = game_and_positions(context, args.game.as_deref(), &rest)?;
    let [position] = &positions[..] else {
        return Err(no_position(context, args.game.as_deref().unwrap_or_default()).into());
    };
    let mut asked = Asked::read(context, &game, std::slice::from_ref(position))?;
    let (game, evaluator, position) = asked.get(0);
    let progress = context.progress(format!("the options of {}", game.show(position)));
    let answer = match evaluator.value(position) {
        Err(round) if !args.remoteness && is_round(&round, evaluator.options()) => {
            let mut loopy = Loopy::new(&game.rules, evaluator.options());
            let (value, choices) = (loopy.value(position)?, loopy.moves(position)?);
            drop(progress);
            context.note(&note_of_circle(&round));
            return list_loopy(args, context, game, position, &value, choices);
        }
        // Which moves win may be known where the value is not.
        Err(far) if args.wins && far.code == Code::HugeRange => {
            let wins = evaluator.wins(position)?;
            drop(progress);
            return list_wins(context, game, position, None, &wins);
        }
        answer => answer?,
    };
    if args.wins {
        let wins = evaluator.wins(position)?;
        drop(progress);
        list_wins(context, game, position, Some(&answer), &wins)
    } else {
        let mut choices = evaluator.moves(position).map_err(too_many)?;
        drop(progress);
        must_fit(choices.len(), game, context)?;
        let _endable = context.interrupts().endable();
        context.check_interrupt()?;
        if args.remoteness {
            return timed(context, game, position, &answer, choices);
        }
        if context.common.json {
            let position = json::position(game, position);
            return context.line(json::moves(game, context.common.play(), position, &answer.value, &choices));
        }
        choices.sort_by_key(|choice| !choice.wins);
        list(context, game, &choices)?;
        let winning = choices.iter().filter(|choice| choice.wins).count() as u64;
        context.line(summary(&game.show(position), &answer.value, Some(choices.len() as u64), winning))?;
        explained(context, game, &answer)
    }
}

/// Fails if there is no room for the options and for what is printed of them: two texts for a line, or an object.
fn must_fit(options: usize, game: &Game, context: &Context) -> Outcome<()> {
    let (listed, numbers) = (200, 100 * game.rules.width() as u64);
    let each = if context.common.json { listed + 1000 + numbers } else { listed + 200 };
    if each.saturating_mul(options as u64) <= context.common.limits().free() {
        return Ok(());
    }
    let allowed = grundy::bytes(context.common.memory());
    let message =
        format!("{} need more than the {allowed} of memory allowed", count(options as u64, "option", "options"));
    Err(Diagnostic::limit(Code::Memory, message)
        .help("`--wins` finds the winning moves alone; `--memory` allows more")
        .into())
}

/// The options with how long play lasts, the best first.
fn timed(context: &mut Context, game: &Game, position: &[IBig], answer: &Answer, choices: Vec<Choice>) -> Outcome<()> {
    let play = context.common.play();
    let timer = Timer::new(&game.rules, &context.common.options())?;
    let (own, mut choices) = timer.options(position, choices)?;
    let _endable = context.interrupts().endable();
    context.check_interrupt()?;
    if context.common.json {
        let plain: Vec<Choice> = choices.iter().map(|timed| timed.choice.clone()).collect();
        let mut line = json::moves(game, play, json::position(game, position), &answer.value, &plain);
        json::add_lengths(&mut line, play, own, &choices);
        return context.line(line);
    }
    choices.sort_by_key(|timed| (!timed.best, !timed.choice.wins));
    timed_rows(game, play, &choices).into_iter().try_for_each(|row| context.line(row))?;
    let winning = choices.iter().filter(|timed| timed.choice.wins).count() as u64;
    context.line(summary(&game.show(position), &answer.value, Some(choices.len() as u64), winning))?;
    let Lengths { remoteness, suspense, birthday } = own;
    context.line(format!("remoteness {remoteness}, suspense {suspense}, birthday {birthday}"))?;
    explained(context, game, answer)
}

/// The lines of a table of options, with its head.
fn timed_rows(game: &Game, play: Play, choices: &[TimedChoice]) -> Vec<String> {
    if choices.is_empty() {
        return vec![];
    }
    let head = ["option", "value", "outcome", "remoteness", "suspense", ""].map(String::from);
    let row = |timed: &TimedChoice| {
        let Lengths { remoteness, suspense, .. } = timed.lengths;
        let outcome = json::outcome(play, remoteness).to_string();
        let best = if timed.best { "best" } else { "" };
        let numbers = [u64::from(timed.choice.value), remoteness.into(), suspense.into()].map(|n| n.to_string());
        let [value, remoteness, suspense] = numbers;
        [game.show_parts(&timed.choice.to), value, outcome, remoteness, suspense, best.to_string()]
    };
    let rows: Vec<[String; 6]> = std::iter::once(head).chain(choices.iter().map(row)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 6] = std::array::from_fn(width);
    let line = |row: &[String; 6]| {
        let first = format!("{:<1$}", row[0], widths[0]);
        let rest: String = row.iter().zip(widths).skip(1).map(|(cell, width)| format!("  {cell:>width$}")).collect();
        format!("{first}{rest}").trim_end().to_string()
    };
    rows.iter().map(line).collect()
}

/// The options of a position from which play may go on for ever: the winning moves first, then those that keep a draw.
fn list_loopy(
    args: &MovesArgs,
    context: &mut Context,
    game: &Game,
    position: &[IBig],
    value: &LoopyValue,
    mut choices: Vec<LoopyChoice>,
) -> Outcome<()> {
    let shown = game.show(position);
    let is_drawn = value.outcome() == LoopyOutcome::D;
    let of = choices.len() as u64;
    if args.wins {
        choices.retain(LoopyChoice::wins);
    }
    if context.common.json {
        return context.line(json::loopy_moves(game, json::position(game, position), value, &choices));
    }
    choices.sort_by_key(|choice| (!choice.wins(), !(is_drawn && choice.draws())));
    let told = summary_of_loopy(&shown, value, of, &choices);
    if args.wins {
        choices.iter().try_for_each(|choice| context.line(game.show_parts(&choice.to)))?;
        if choices.is_empty() {
            context.note(&told);
        }
    } else {
        let row = |choice: &LoopyChoice| {
            let value = format!("{}  {}", choice.value, choice.value.outcome().name());
            let ends = if choice.wins() {
                "  wins"
            } else if is_drawn && choice.draws() {
                "  draws"
            } else {
                ""
            };
            (game.show_parts(&choice.to), value, ends, choice.wins())
        };
        rows(context, &choices.iter().map(row).collect::<Vec<_>>())?;
        context.line(told)?;
    }
    if context.common.explain {
        context.line(format!("  {HOW}"))?;
    }
    Ok(())
}

/// The line below the options of such a position, of which there are `of`.
fn summary_of_loopy(position: &str, value: &LoopyValue, of: u64, choices: &[LoopyChoice]) -> String {
    if value.outcome() != LoopyOutcome::D {
        let winning = choices.iter().filter(|choice| choice.wins()).count() as u64;
        return summary(position, value, Some(of), winning);
    }
    let drawn = choices.iter().filter(|choice| choice.draws()).count();
    let keep = if drawn == 1 { "keeps" } else { "keep" };
    let moves = count(of, "move", "moves");
    match drawn {
        // Only the winning moves were asked for.
        0 => format!("{position} has value {value}, and is drawn: none of its {moves} wins"),
        _ => format!("{position} has value {value}, and is drawn: {drawn} of its {moves} {keep} the draw"),
    }
}

/// The winning moves, one a line; an error below them if not all are listed. A value that is not known is above 0.
fn list_wins(
    context: &mut Context,
    game: &Game,
    position: &[IBig],
    answer: Option<&Answer>,
    wins: &Wins,
) -> Outcome<()> {
    let _endable = context.interrupts().endable();
    context.check_interrupt()?;
    let shown = game.show(position);
    let value = answer.map(|answer| &answer.value);
    if context.common.json {
        let position = json::position(game, position);
        context.line(json::wins(game, context.common.play(), position, value, wins))?;
    } else {
        wins.listed.iter().try_for_each(|choice| context.line(game.show_parts(&choice.to)))?;
        if wins.listed.is_empty() {
            context.note(&summary(&shown, value.unwrap_or(&IBig::ZERO), wins.of, 0));
        }
        match answer {
            Some(answer) => explained(context, game, answer)?,
            None if context.common.explain => {
                context.line("  the value is not known; automata tell which options have the value 0".to_string())?;
            }
            None => {}
        }
    }
    if wins.complete() {
        return Ok(());
    }
    let (count, listed) = (&wins.count, wins.listed.len());
    let message = format!("{shown} has {count} winning moves; only the first {listed} are listed");
    Err(Diagnostic::limit(Code::HugeRange, message).into())
}

/// With `--explain`: how the value was found.
fn explained(context: &mut Context, game: &Game, answer: &Answer) -> Outcome<()> {
    if context.common.explain {
        let lines = explanation(context, game, &answer.account());
        context.line(format!("  {}", lines.join("\n  ")))?;
    }
    Ok(())
}

/// The error with advice, where there are too many options to list.
fn too_many(error: Diagnostic) -> Diagnostic {
    if error.code == Code::HugeRange {
        error.help("`--wins` finds the winning moves without listing the others")
    } else {
        error
    }
}

/// The options, one a line, with their values to the right.
fn list(context: &mut Context, game: &Game, choices: &[Choice]) -> Outcome<()> {
    let row = |choice: &Choice| {
        let ends = if choice.wins { "  wins" } else { "" };
        (game.show_parts(&choice.to), choice.value.to_string(), ends, choice.wins)
    };
    rows(context, &choices.iter().map(row).collect::<Vec<_>>())
}

/// Lines of two columns and an end; the winning moves have a colour.
fn rows(context: &mut Context, rows: &[(String, String, &str, bool)]) -> Outcome<()> {
    let left = rows.iter().map(|(to, ..)| to.chars().count()).max().unwrap_or(0);
    let right = rows.iter().map(|(_, value, ..)| value.len()).max().unwrap_or(0);
    for (to, value, ends, wins) in rows {
        let blanks = " ".repeat(left - to.chars().count());
        let line = format!("{to}{blanks}  {value:>right$}{ends}");
        context.line(match *wins && context.text().color {
            true => format!("{P_POSITION}{line}{P_POSITION:#}"),
            false => line,
        })?;
    }
    Ok(())
}

/// The line below the options: the value, and how many moves win; of a position with too many options, not of how many.
fn summary(position: &str, value: &impl Display, of: Option<u64>, winning: u64) -> String {
    match (of, winning) {
        (None, _) => format!("{position} has value {value}: no move wins"),
        (Some(0), _) => format!("{position} is terminal, with value {value}: there is no move"),
        (Some(n), 0) => format!("{position} has value {value}: none of its {} wins", count(n, "move", "moves")),
        (Some(n), winning) => {
            let wins = if winning == 1 { "wins" } else { "win" };
            format!("{position} has value {value}: {winning} of its {} {wins}", count(n, "move", "moves"))
        }
    }
}
