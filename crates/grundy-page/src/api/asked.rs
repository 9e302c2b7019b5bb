//! A question while it is answered: its own session, in which its rules are known.
//!
//! In: the parameters. Out: games, positions, options for the engines. Every text of the question has a name, so that errors say where they are.

use std::time::{Duration, Instant};

use grundy::lang::Code;
use grundy::session::Game;
use grundy::{Diagnostic, Evaluator, IBig, Limits, MemoryAccount, Options, Play, Session, Written, json};
use serde_json::Value;

use super::question::short;
use super::{Desk, Endpoint, Parameter, Question, Who};

/// A question while it is answered.
pub(super) struct Asked<'d> {
    pub(super) desk: &'d Desk,
    pub(super) question: &'d Question,
    pub(super) who: Who,
    pub(super) written: Written,
    pub(super) limits: Limits,
    endpoint: &'d Endpoint,
}

impl<'d> Asked<'d> {
    pub(super) fn new(
        desk: &'d Desk,
        who: Who,
        question: &'d Question,
        endpoint: &'d Endpoint,
        limits: Limits,
    ) -> Asked<'d> {
        let limits = Limits { memory: desk.settings.memory, account: MemoryAccount::default(), ..limits };
        Asked { desk, question, who, written: Written::new(desk.session.clone()), limits, endpoint }
    }

    /// The time that the question may take, at most so long.
    pub(super) fn time(&self, most: Duration) -> Result<Duration, Diagnostic> {
        let Some(text) = self.question.get("time") else { return Ok(most) };
        let seconds = text.trim().trim_end_matches('s').parse::<f64>().ok().filter(|s| s.is_finite() && *s > 0.0);
        let wrong = || {
            let message = format!("the parameter `time` is a number of seconds above 0, found `{}`", short(text));
            Diagnostic::new(Code::Parameter, message)
        };
        let seconds = seconds.ok_or_else(wrong)?;
        Ok(Duration::try_from_secs_f64(seconds).unwrap_or(most).min(most))
    }

    /// Ends the question at this moment, wherever it is: rules that take long to be read, too.
    pub(super) fn must_end(&mut self, at: Instant) {
        self.limits.deadline = Some(at);
        let limits = self.limits.clone();
        self.written.session_mut().end_when(move || limits.ended());
    }

    /// Refuses parameters that the endpoint does not have.
    pub(super) fn must_know(&self, parameters: &[Parameter]) -> Result<(), Diagnostic> {
        let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
        self.question.must_know(&names)
    }

    /// Asks the session about a parameter; errors point into its text.
    pub(super) fn ask<T>(
        &mut self,
        name: &str,
        question: impl FnOnce(&mut Session) -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        self.written.ask(name, question)
    }

    /// What is known without a text.
    pub(super) fn session(&self) -> &Session {
        self.written.session()
    }

    /// An error as JSON.
    pub(super) fn error(&self, error: &Diagnostic) -> Value {
        let (sources, names) = (self.session().sources(), self.written.names());
        let own = |source| sources.get(source).map(|source| source.name.clone()).unwrap_or_default();
        json::error(
            error,
            sources,
            |source| names.get(&source).cloned().unwrap_or_else(|| own(source)),
            Some(self.endpoint.name),
        )
    }

    /// Reads the rules, if there are any.
    pub(super) fn load(&mut self) -> Result<(), Diagnostic> {
        let Some(text) = self.question.get("rules").filter(|text| !text.trim().is_empty()) else { return Ok(()) };
        self.ask("rules", |session| session.load("rules", text)).map(|_| ())
    }

    /// The game for positions with as many entries as a text; without one, a game whose lengths are given.
    pub(super) fn game(&mut self, shape: Option<&str>) -> Result<Game, Diagnostic> {
        self.load()?;
        let text = self.question.need("game")?;
        let entries = shape.map(|shape| self.written.entries(shape)).transpose()?;
        self.written.game(text, entries.as_deref())
    }

    /// The game and a position of it that exists.
    pub(super) fn game_and_position(&mut self, written: &str) -> Result<(Game, Vec<IBig>), Diagnostic> {
        self.load()?;
        let (game, position) = self.written.position(self.question.need("game")?, written)?;
        let text = self.written.last_text();
        self.written.must_exist(&game, &position, Some(text), &self.limits)?;
        Ok((game, position))
    }

    /// Normal or misère play.
    pub(super) fn play(&self) -> Result<Play, Diagnostic> {
        match self.question.get("play") {
            None | Some("" | "normal") => Ok(Play::Normal),
            Some("misere" | "misère") => Ok(Play::Misere),
            Some(text) => {
                let message = format!("the parameter `play` is `normal` or `misere`, found `{}`", short(text));
                Err(Diagnostic::new(Code::Parameter, message).nearest(text, ["normal", "misere"]))
            }
        }
    }

    /// The options for the engines.
    pub(super) fn options(&self) -> Result<Options, Diagnostic> {
        Ok(Options { play: self.play()?, limits: self.limits.clone(), ..Options::default() })
    }

    /// An evaluator of the game.
    pub(super) fn evaluator(&self, game: &Game) -> Result<Evaluator, Diagnostic> {
        Ok(Evaluator::new(&game.rules, self.options()?))
    }
}
