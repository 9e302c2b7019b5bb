//! A position to begin with, where a person has named a game and nothing else.
//!
//! In: a game expression. Out: the expression with what it lacked, and a position. A built-in game begins where its example does; any other at the
//! first existing position of a short list that is not terminal.

use grundy::lang::Code;
use grundy::rules::drawing::most;
use grundy::session::Game;
use grundy::{Diagnostic, Entry, IBig};

use super::asked::Asked;

/// A game, and where it begins.
pub(super) struct Start {
    pub(super) game: Game,
    pub(super) position: Vec<IBig>,
}

/// The numbers of piles that are tried where a game does not say how many it has.
const LENGTHS: [usize; 4] = [2, 3, 1, 4];
/// How many positions are tried.
const TRIED: usize = 4096;
/// The greatest number that is tried.
const HIGHEST: u64 = 12;

/// A game at the position `at` of the question; without one, where it begins.
pub(super) fn begin(asked: &mut Asked) -> Result<Start, Diagnostic> {
    match asked.question.get("at").filter(|at| !at.trim().is_empty()) {
        Some(at) => start_at(asked, at),
        None => start(asked),
    }
}

/// Where a game begins.
fn start(asked: &mut Asked) -> Result<Start, Diagnostic> {
    asked.load()?;
    let text = asked.question.need("game")?;
    let game = asked.ask("game", |session| session.game(text, None));
    if let Err(error) = &game
        && error.code == Code::TooLarge
    {
        return Err(error.clone());
    }
    let start = example(asked, text, game.as_ref().ok());
    // Where the time is over, there is no example either.
    asked.limits.may_go_on()?;
    if let Some(start) = start {
        return Ok(start);
    }
    let game = match game {
        Err(error) if error.code == Code::UnsettledLength => of_any_length(asked, text).ok_or(error)?,
        game => game?,
    };
    let position = first(asked, &game)?;
    Ok(Start { game, position })
}

/// A game at a position. A built-in game without its parameters has those of its example.
fn start_at(asked: &mut Asked, at: &str) -> Result<Start, Diagnostic> {
    let error = match asked.game_and_position(at) {
        Ok((game, position)) => return Ok(Start { game, position }),
        Err(error) => error,
    };
    let name = asked.question.need("game")?;
    let shown = asked.session().built_in(name).and_then(|entry| entry.shown());
    let Some((shown, _)) = shown else { return Err(error) };
    let game = asked.ask("game", |session| session.game(&shown, None)).map_err(|_| error.clone())?;
    let position = asked.ask("position", |session| session.position(&game, at)).map_err(|_| error.clone())?;
    match asked.evaluator(&game)?.refusal(&position)? {
        None => Ok(Start { game, position }),
        Some(_) => Err(error),
    }
}

/// The example of a built-in game: of the game itself, or of its bare name where parameters are missing. A game whose lengths are all given is `known`.
fn example(asked: &mut Asked, text: &str, known: Option<&Game>) -> Option<Start> {
    let name = text.split(['[', '(', ' ']).next().unwrap_or_default();
    let (shown, positions) = asked.session().built_in(name)?.shown()?;
    let games = if text == name { vec![text, shown.as_str()] } else { vec![text] };
    games.into_iter().find_map(|game| {
        let known = known.filter(|_| game == text);
        let mut starts = positions.iter().filter_map(|position| at(asked, (game, known), position)).collect::<Vec<_>>();
        // Whoever moves first should be able to win.
        let won = starts.iter().position(|start| is_won(asked, start)).unwrap_or(0);
        (won < starts.len()).then(|| starts.swap_remove(won))
    })
}

fn is_won(asked: &Asked, start: &Start) -> bool {
    let value = asked.evaluator(&start.game).and_then(|mut evaluator| evaluator.value(&start.position));
    value.is_ok_and(|answer| answer.value != IBig::ZERO)
}

/// A game at a position, if the position exists and has a move.
fn at(asked: &mut Asked, (text, known): (&str, Option<&Game>), position: &str) -> Option<Start> {
    let (game, position) = match known {
        Some(game) => (game.clone(), asked.ask("position", |session| session.position(game, position)).ok()?),
        None => asked.written.fitting(text, position)?,
    };
    let lives = begins(asked, &game, &position).unwrap_or(false);
    lives.then_some(Start { game, position })
}

/// A game whose lengths are left out, for so many piles, or for strips with a token or two.
fn of_any_length(asked: &mut Asked, text: &str) -> Option<Game> {
    let piles = LENGTHS.map(|n| vec![Entry::One; n]);
    let strips = [vec![Entry::List(1), Entry::List(2)], vec![Entry::List(2)]];
    piles
        .into_iter()
        .chain(strips)
        .find_map(|entries| asked.ask("game", |session| session.game(text, Some(&entries))).ok())
}

/// The first position of a list that exists and has a move; one that exists, if none has.
fn first(asked: &mut Asked, game: &Game) -> Result<Vec<IBig>, Diagnostic> {
    let width = game.rules.width();
    // To find the bound of a coordinate, all conditions are read.
    let bounds: Vec<u64> = (0..width).map(|coord| most(&game.rules, coord).unwrap_or(u64::MAX)).collect();
    let of = |entry: &dyn Fn(u64) -> u64| -> Vec<IBig> {
        bounds.iter().zip(0..).map(|(most, coord)| IBig::from(entry(coord).min(*most))).collect()
    };
    let n = width as u64;
    let list = [of(&|i| 3 + 2 * i), of(&|i| 3 + 2 * (n - i)), of(&|_| 6), of(&|i| 1 + 4 * i)];
    let list = list.into_iter().chain((0..TRIED as u64).map(|number| {
        let mut rest = number;
        let digits: Vec<u64> = (0..width)
            .map(|_| {
                let digit = rest % (HIGHEST + 1);
                rest /= HIGHEST + 1;
                digit
            })
            .collect();
        of(&|i| HIGHEST - digits[i as usize])
    }));
    let mut evaluator = asked.evaluator(game)?;
    let mut exists = None;
    for position in list {
        asked.limits.may_go_on()?;
        if evaluator.refusal(&position)?.is_some() {
            continue;
        }
        if !evaluator.terminal(&position)? {
            return Ok(position);
        }
        exists.get_or_insert(position);
    }
    exists.ok_or_else(|| {
        let message = format!("no position of `{}` was found to begin with; give one", game.text);
        Diagnostic::new(Code::NoPosition, message)
    })
}

/// Does a position exist, and has it a move?
fn begins(asked: &Asked, game: &Game, position: &[IBig]) -> Result<bool, Diagnostic> {
    let mut evaluator = asked.evaluator(game)?;
    Ok(evaluator.refusal(position)?.is_none() && !evaluator.terminal(position)?)
}
