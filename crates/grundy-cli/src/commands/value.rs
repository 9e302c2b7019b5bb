//! `grundy value`: the value of each position, or its genus, one a line.
//!
//! All positions are read before the first is worked on. With `--explain` each number is followed by lines indented by two blanks.

use std::sync::Arc;

use clap::Args;
use grundy::json;
use grundy::lang::Code;
use grundy::session::Game;
use grundy::theory::genus::{Genera, Genus};
use grundy::theory::loopy::{HOW, Loopy, LoopyValue, is_round};
use grundy::{Answer, Diagnostic, IBig};

use super::command::{Ended, Runs, Start};
use super::loopy::note_of_circle;
use super::seen::explanation;
use crate::context::Context;
use crate::failure::Outcome;
use crate::input::{Asked, game_and_positions, note_of_one_pile, positions as on_input};

/// The words after `value`.
#[derive(Debug, Args)]
pub(crate) struct ValueArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The positions; - alone reads them from standard input, one a line
    #[arg(value_name = "POSITION", allow_negative_numbers = true)]
    pub(crate) positions: Vec<String>,
    /// Print the genus g^{g0,g1,…}: the normal value, and the misère values with 0, 1, … nim heaps of 2 added
    #[arg(long)]
    pub(crate) genus: bool,
}

impl Runs for ValueArgs {
    const EXAMPLES: [&'static str; 3] = [
        "grundy value wythoff 3,5 3,4",
        "grundy value 'kayles + nim[1]' 5,2 --genus",
        "grundy value g 9 -e 'game g(n) { move n - s for s in {1, 3, 4} }'",
    ];

    fn start(&self, start: Start) -> Ended {
        start.with_rules(|context| run(self, context))
    }
}

/// Prints the values.
fn run(args: &ValueArgs, context: &mut Context) -> Outcome<()> {
    let typed = on_input(context, args.game.as_deref().unwrap_or_default(), &args.positions)?;
    if typed.is_empty() && !args.positions.is_empty() {
        return Ok(());
    }
    let (game, positions) = game_and_positions(context, args.game.as_deref(), &typed)?;
    if positions.is_empty() {
        return Err(no_position(context, args.game.as_deref().unwrap_or_default()).into());
    }
    note_of_one_pile(context, &game, &args.positions);
    let joined = advice_to_join(&args.positions);
    let mut asked = Asked::read(context, &game, &positions).map_err(|failure| failure.map(joined))?;
    if args.genus {
        return genera(context, &mut asked);
    }
    for index in 0..asked.len() {
        must_go_on(context)?;
        let (game, evaluator, position) = asked.get(index);
        let progress = context.progress(format!("the value of {}", game.show(position)));
        let (text, note) = match evaluator.value(position) {
            Ok(answer) => (shown(context, game, position, &answer), None),
            Err(round) if is_round(&round, evaluator.options()) => {
                let value = Loopy::new(&game.rules, evaluator.options()).value(position)?;
                (shown_loopy(context, game, position, &value), Some(note_of_circle(&round)))
            }
            Err(error) => return Err(error.into()),
        };
        drop(progress);
        note.iter().for_each(|note| context.note(note));
        context.line(text)?;
    }
    Ok(())
}

/// An error if the run must end: engines that know a value look neither at the time nor for Ctrl-C.
fn must_go_on(context: &Context) -> Outcome<()> {
    context.interrupts().ended().map_or(Ok(()), Err)
}

/// Prints the genera. Positions of one game that follow each other share what is found.
fn genera(context: &mut Context, asked: &mut Asked) -> Outcome<()> {
    let mut last: Option<Genera> = None;
    for index in 0..asked.len() {
        must_go_on(context)?;
        let (game, evaluator, position) = asked.get(index);
        let progress = context.progress(format!("the genus of {}", game.show(position)));
        let mut genera = match last.take().filter(|last| Arc::ptr_eq(last.rules(), &game.rules)) {
            Some(genera) => genera,
            None => Genera::new(&game.rules, evaluator.options().clone())?,
        };
        let genus = genera.genus(position)?;
        drop(progress);
        context.line(shown_genus(context, game, position, (&genus, &genera)))?;
        last = Some(genera);
    }
    Ok(())
}

fn shown_genus(context: &Context, game: &Game, position: &[IBig], (genus, genera): (&Genus, &Genera)) -> String {
    let explained = context.common.explain.then(|| genera.how().to_string());
    let play = context.common.play();
    match (context.common.json, explained) {
        (true, explained) => with_explanation(json::genus(game, play, position, genus, genera.by()), explained),
        (false, Some(how)) => format!("{genus}\n  {how}"),
        (false, None) => genus.to_string(),
    }
}

fn shown(context: &Context, game: &Game, position: &[IBig], answer: &Answer) -> String {
    if context.common.json {
        let explained = context.common.explain.then(|| lines(context, game, answer).join("; "));
        return with_explanation(json::value(game, context.common.play(), position, answer), explained);
    }
    match context.common.explain {
        true => format!("{}\n  {}", answer.value, lines(context, game, answer).join("\n  ")),
        false => answer.value.to_string(),
    }
}

/// The same for a position from which play may go on for ever.
fn shown_loopy(context: &Context, game: &Game, position: &[IBig], value: &LoopyValue) -> String {
    let explained = context.common.explain.then(|| HOW.to_string());
    match (context.common.json, explained) {
        (true, explained) => with_explanation(json::loopy_value(game, position, value), explained),
        (false, Some(how)) => format!("{value}\n  {how}"),
        (false, None) => value.to_string(),
    }
}

/// Adds to the error about a number of entries that several numbers make one position if commas join them.
fn advice_to_join(positions: &[String]) -> impl Fn(Diagnostic) -> Diagnostic {
    let numbers = positions.len() > 1 && positions.iter().all(|text| text.chars().all(|c| c.is_ascii_digit()));
    let joined = positions.join(",");
    move |error| match error.code {
        Code::Entries if numbers => error.help(format!("one position is written with commas: `{joined}`")),
        _ => error,
    }
}

fn lines(context: &Context, game: &Game, answer: &Answer) -> Vec<String> {
    explanation(context, game, &answer.account())
}

fn with_explanation(mut line: json::Object, explained: Option<String>) -> String {
    if let Some(explained) = explained {
        line["explain"] = explained.into();
    }
    line.to_string()
}

/// The error if the position is missing; perhaps the game is missing, too.
pub(super) fn no_position(context: &Context, game: &str) -> Diagnostic {
    let error = Diagnostic::new(Code::WhichPosition, "which position? write it after the game");
    match &context.session().own_games()[..] {
        [(name, _), ..] if name != game && game.contains(|c: char| c.is_ascii_digit()) => {
            error.help(format!("the rules given define `{name}`: write `{name} {game}`"))
        }
        _ => error.help("such as `grundy value star_nim 3,7`"),
    }
}
