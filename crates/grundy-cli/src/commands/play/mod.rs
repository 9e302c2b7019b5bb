//! `grundy play`: a game in the terminal.
//!
//! In: a game, a position, lines from standard input. Out: the board, the opponent's moves, advice. A line is a position to move to, the number of a
//! move, or a word. Without a terminal each line is repeated, so that what is printed reads like the game.

mod board;

use std::collections::HashMap;

use clap::Args;
use grundy::lang::Code;
use grundy::session::Game;
use grundy::theory::loopy::LoopyOutcome;
use grundy::theory::opponent::{Level, Match, Opponent, Standing};
use grundy::{Diagnostic, IBig, Play};

use super::command::{Ended, Runs, Start};
use super::seen::word as play_word;
use super::value::no_position;
use crate::context::Context;
use crate::failure::Outcome;
use crate::input::{Asked, count, game_and_positions, natural, small};

/// The most moves that are listed.
const LISTED: usize = 24;

const WORDS: &str = "  a position    move there: 3,4, or 2 + 5 after a split
  #3            make the third move of `moves`
  moves         the moves, numbered
  hint          a move that wins, if there is one, or that keeps a draw
  why           the moves with their values: one to 0 wins
  undo          take back your last move and the reply
  quit          end the game";

/// The words after `play`.
#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The position to begin with
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// The opponent: perfect, or beatable, which makes some moves blindly
    #[arg(long, value_name = "LEVEL", default_value = "perfect", hide_possible_values = true)]
    pub(crate) level: PlayLevel,
    /// Let the opponent move first
    #[arg(long)]
    pub(crate) second: bool,
    /// Make the opponent's choices repeatable
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub(crate) seed: Option<String>,
}

/// How well the opponent plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum PlayLevel {
    /// It never loses a position that is won.
    Perfect,
    /// It makes some moves without looking.
    Beatable,
}

impl Runs for PlayArgs {
    const EXAMPLES: [&'static str; 3] = [
        "grundy play wythoff 5,8",
        "grundy play kayles 12 --level beatable",
        "grundy play nim 3,4,5 --misere --second",
    ];

    fn start(&self, start: Start) -> Ended {
        start.with_rules(|context| run(self, context))
    }
}

/// Plays a game.
fn run(args: &PlayArgs, context: &mut Context) -> Outcome<()> {
    if context.common.json {
        let message = "`play` is a conversation in the terminal and has no JSON";
        return Err(Diagnostic::new(Code::Format, message)
            .help("`grundy moves GAME POSITION --json` has the moves")
            .into());
    }
    let rest: Vec<String> = args.position.iter().cloned().collect();
    let (name, positions) = game_and_positions(context, args.game.as_deref(), &rest)?;
    let [position] = &positions[..] else {
        return Err(no_position(context, args.game.as_deref().unwrap_or_default()).into());
    };
    let seed = match &args.seed {
        Some(text) => {
            let (seed, span) = natural(context, "--seed", "seed", text)?;
            small(&seed, "seed", span)?
        }
        None => std::time::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_nanos() as u64),
    };
    let asked = Asked::read(context, &name, std::slice::from_ref(position))?;
    let (game, evaluator, position) = asked.one();
    let level = match args.level {
        PlayLevel::Perfect => Level::Perfect,
        PlayLevel::Beatable => Level::Beatable,
    };
    let mut table = Table {
        played: Match::begin(evaluator, &position),
        opponent: Opponent::new(level, seed),
        game,
        play: context.common.play(),
        second: args.second,
        told_drawn: false,
    };
    table.run(context)
}

/// The game, the opponent, and who says what.
struct Table {
    game: Game,
    played: Match,
    opponent: Opponent,
    play: Play,
    /// Did the opponent begin?
    second: bool,
    /// Has the person been told that the present position is drawn, and the ones before it?
    told_drawn: bool,
}

/// What follows a line.
enum Next {
    /// The person is asked again.
    Again,
    /// The opponent moves.
    Reply,
    /// The game is ended.
    End,
}

impl Table {
    fn run(&mut self, context: &mut Context) -> Outcome<()> {
        let last = if self.play.is_misere() { "loses" } else { "wins" };
        context.line(format!(
            "{}, {} play: whoever makes the last move {last}. `?` lists the words.",
            self.game.text,
            play_word(self.play)
        ))?;
        if self.second && self.reply(context)? {
            return Ok(());
        }
        self.show(context)?;
        loop {
            let standing = self.standing(context)?;
            if standing.moves.is_empty() {
                return self.over(true, context);
            }
            self.tell_draw(&standing, context)?;
            let Some(line) = read_line(context)? else {
                return context.line("the game is left unfinished");
            };
            match self.answer(line.trim(), &standing, context)? {
                Next::Again => {}
                Next::End => return context.line("the game is left unfinished"),
                Next::Reply => {
                    if self.reply(context)? {
                        return Ok(());
                    }
                    self.show(context)?;
                }
            }
        }
    }

    /// The opponent's move; is the game over?
    fn reply(&mut self, context: &mut Context) -> Outcome<bool> {
        let progress = context.progress("my move".to_string());
        let choice = self.opponent.choose(&mut self.played)?;
        drop(progress);
        let Some(choice) = choice else {
            self.over(false, context)?;
            return Ok(true);
        };
        context.line(format!("I move to {}", self.game.show_parts(&choice.to)))?;
        self.played.make(choice.to);
        Ok(false)
    }

    /// Who has no move, the person or the opponent, and so who wins.
    fn over(&self, person: bool, context: &mut Context) -> Outcome<()> {
        let person_wins = person == self.play.is_misere();
        let stuck = if person { "you have" } else { "I have" };
        context.line(format!("{stuck} no move: {}", if person_wins { "you win" } else { "I win" }))
    }

    fn show(&self, context: &mut Context) -> Outcome<()> {
        board::lines(&self.game, self.played.now()).into_iter().try_for_each(|line| context.line(line))
    }

    fn standing(&mut self, context: &mut Context) -> Outcome<Standing> {
        let progress = context.progress(format!("the moves of {}", self.game.show_parts(self.played.now())));
        let standing = self.played.standing()?;
        drop(progress);
        Ok(standing)
    }

    /// Says that nobody can win, once for all drawn positions in a row.
    fn tell_draw(&mut self, standing: &Standing, context: &mut Context) -> Outcome<()> {
        let is_drawn = standing.outcome() == LoopyOutcome::D;
        if is_drawn && !self.told_drawn {
            let loses = if standing.good() < standing.moves.len() { "; a wrong move loses" } else { "" };
            context.line(format!(
                "this position is drawn: with best play nobody wins, and play goes on for ever{loses}"
            ))?;
        }
        self.told_drawn = is_drawn;
        Ok(())
    }

    fn answer(&mut self, line: &str, standing: &Standing, context: &mut Context) -> Outcome<Next> {
        match line {
            "" => return Ok(Next::Again),
            "?" | "help" => context.line(WORDS)?,
            "quit" | "exit" | "q" => return Ok(Next::End),
            "moves" => self.list(false, standing, context)?,
            "why" => self.list(true, standing, context)?,
            "hint" => self.hint(standing, context)?,
            "undo" => self.undo(context)?,
            _ => return self.make(line, standing, context),
        }
        Ok(Next::Again)
    }

    fn list(&mut self, with_values: bool, standing: &Standing, context: &mut Context) -> Outcome<()> {
        let options = &standing.moves;
        if with_values {
            let (value, good) = (&standing.value, standing.good());
            let moves = match standing.more {
                Some(_) => "moves".to_string(),
                None => count(options.len() as u64, "move", "moves"),
            };
            let here = self.game.show_parts(self.played.now());
            let is_drawn = standing.outcome() == LoopyOutcome::D;
            context.line(match good {
                1 if is_drawn => format!("{here} has value {value}, and is drawn: 1 of its {moves} keeps the draw"),
                _ if is_drawn => format!("{here} has value {value}, and is drawn: {good} of its {moves} keep the draw"),
                0 => format!("{here} has value {value}: none of its {moves} wins against perfect play"),
                1 => format!("{here} has value {value}: 1 of its {moves} leads to value 0 and wins"),
                _ => format!("{here} has value {value}: {good} of its {moves} lead to value 0 and win"),
            })?;
        }
        for (at, option) in options.iter().enumerate().take(LISTED) {
            let to = self.game.show_parts(&option.to);
            let value = if with_values { format!("  value {}", option.value) } else { String::new() };
            context.line(format!("  #{:<3} {to}{value}", at + 1))?;
        }
        match &standing.more {
            Some(why) => context.line(format!("  … and more than can be listed: {why}")),
            None if options.len() > LISTED => context.line(format!("  … and {} more", options.len() - LISTED)),
            None => Ok(()),
        }
    }

    fn hint(&mut self, standing: &Standing, context: &mut Context) -> Outcome<()> {
        let first = standing.moves.iter().find(|option| option.wins()).cloned();
        let best = match first.filter(|_| !standing.is_loopy) {
            Some(first) => Some(first),
            None => Opponent::new(Level::Perfect, 0).choose(&mut self.played)?,
        };
        let Some(best) = best else { return Ok(()) };
        let to = self.game.show_parts(&best.to);
        context.line(match standing.outcome() {
            _ if best.wins() => format!("{to} wins: no reply to it does"),
            LoopyOutcome::D => format!("this position is drawn; {to} keeps the draw"),
            _ => format!("this position is lost against perfect play; {to} makes it hardest"),
        })
    }

    fn undo(&mut self, context: &mut Context) -> Outcome<()> {
        // A reply belongs to each move of the person; a first move of the opponent stays.
        if self.played.made() < 2 + usize::from(self.second) {
            return context.line("there is no move of yours to take back");
        }
        self.played.undo(2);
        self.show(context)
    }

    /// Makes the move that a line means, or says why there is none.
    fn make(&mut self, line: &str, standing: &Standing, context: &mut Context) -> Outcome<Next> {
        let options = &standing.moves;
        let found = match line.strip_prefix('#') {
            Some(number) => number.trim().parse::<usize>().ok().and_then(|n| options.get(n.checked_sub(1)?)),
            // `2 + 2` is two parts where a move leaves them, and the number 4 otherwise.
            None => {
                let to = |text: &str| {
                    let wanted = parts(text);
                    options.iter().find(|option| parts(&self.game.show_parts(&option.to)) == wanted)
                };
                to(line).or_else(|| to(&self.value_of(line, context)))
            }
        };
        if let Some(option) = found {
            let to = option.to.clone();
            self.played.make(to);
            return Ok(Next::Reply);
        }
        if standing.more.is_some() {
            let few = count(options.len() as u64, "move", "moves");
            context.line(format!(
                "`{line}` is none of the {few} at hand; the others are too many to list, and cannot be made here"
            ))?;
            return Ok(Next::Again);
        }
        let moves = count(options.len() as u64, "move", "moves");
        context.line(format!(
            "no move leads to `{line}` from {}; `moves` lists the {moves}, `?` the words",
            self.game.show_parts(self.played.now())
        ))?;
        Ok(Next::Again)
    }

    /// A position as the game writes it, if the line is a position; the line itself otherwise.
    fn value_of(&self, line: &str, context: &mut Context) -> String {
        let position: Option<Vec<IBig>> = context.ask("move", |session| session.position(&self.game, line)).ok();
        position.map_or(line.to_string(), |position| self.game.show(&position))
    }
}

/// The parts of a position, in an order that does not depend on how they are written: how often each occurs.
fn parts(text: &str) -> HashMap<String, usize> {
    let mut all = HashMap::new();
    for part in text.split('+') {
        let bare: String = part.chars().filter(|c| !c.is_whitespace() && !"()".contains(*c)).collect();
        *all.entry(bare).or_default() += 1;
    }
    all
}

/// The next line of standard input; `None` at its end. Without a terminal the line is repeated.
fn read_line(context: &mut Context) -> Outcome<Option<String>> {
    let _ = write!(context.console.out, "> ");
    let _ = context.console.out.flush();
    let _endable = context.interrupts().endable();
    let mut bytes = vec![];
    let mut byte = [0];
    loop {
        match std::io::Read::read(&mut *context.console.input, &mut byte) {
            Ok(0) | Err(_) if bytes.is_empty() => {
                context.line("")?;
                return Ok(None);
            }
            Ok(0) | Err(_) => break,
            Ok(_) if byte[0] == b'\n' => break,
            Ok(_) if bytes.len() < 1 << 16 => bytes.push(byte[0]),
            Ok(_) => {}
        }
    }
    let line = String::from_utf8_lossy(&bytes).into_owned();
    if !context.console.out_is_terminal {
        context.line(&line)?;
    }
    Ok(Some(line))
}
