//! Games and positions.

use dashu_int::IBig;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::stop::diagnostic;
use grundy_core::enumerate::existence::refusal;
use grundy_rules::lang::{Code, Diagnostic, Span};
use grundy_rules::rules::Line;
use grundy_rules::session::{Entry, Game};

use super::Written;

/// The names, for a person, of the texts of a game, a position, and a line of positions.
const GAME: &str = "game";
const POSITION: &str = "position";
const LINE: &str = "line";

impl Written {
    /// A game whose lengths are determined by the entries of another text; without entries, a game whose lengths are given.
    ///
    /// If the entries do not fit a game whose lengths are all given, the game is returned nevertheless: the other text is read next, and its error points into it.
    ///
    /// # Errors
    /// Text that is no game; lengths that are not determined.
    pub fn game(&mut self, text: &str, entries: Option<&[Entry]>) -> Result<Game, Diagnostic> {
        match self.ask(GAME, |session| session.game(text, entries)) {
            Err(error) if error.code == Code::Entries && entries.is_some() => {
                self.ask(GAME, |session| session.game(text, None)).map_err(|_| error)
            }
            game => game,
        }
    }

    /// A game in so many coordinates: a length that is left out is set to their number. The game may have another number of them.
    ///
    /// # Errors
    /// As [`Written::game`].
    pub fn game_of_width(&mut self, text: &str, width: usize) -> Result<Game, Diagnostic> {
        let entries = vec![Entry::One; width];
        self.ask(GAME, |session| session.game(text, Some(&entries)))
            // If the entries do not fit, the error of the game without them says more.
            .or_else(|error| self.ask(GAME, |session| session.game(text, None)).map_err(|_| error))
    }

    /// The entries of a position, as they determine lengths.
    ///
    /// # Errors
    /// Text that is no position.
    pub fn entries(&mut self, position: &str) -> Result<Vec<Entry>, Diagnostic> {
        self.ask(POSITION, |session| session.entries(position))
    }

    /// A position and its game, whose lengths the position determines. The position may not exist ([`Written::must_exist`]).
    ///
    /// # Errors
    /// As [`Written::game`]; text that is no position of the game.
    pub fn position(&mut self, game: &str, text: &str) -> Result<(Game, Vec<IBig>), Diagnostic> {
        let text = &self.as_written_for(game, text)?;
        let list = self.ask(POSITION, |session| session.list(text))?;
        let game = self.game(game, Some(&list.entries()))?;
        let position = self.session().fitted(&game, &list);
        self.read = Some(list.span());
        Ok((game, position?))
    }

    /// A position of a game.
    ///
    /// # Errors
    /// Text that is no position of the game.
    pub fn position_of(&mut self, game: &Game, text: &str) -> Result<Vec<IBig>, Diagnostic> {
        self.ask(POSITION, |session| session.position(game, text))
    }

    /// A line of positions and its game, whose lengths the line determines.
    ///
    /// # Errors
    /// As [`Written::game`]; text that is no line of the game.
    pub fn line(&mut self, game: &str, text: &str) -> Result<(Game, Line), Diagnostic> {
        let list = self.ask(LINE, |session| session.list(text))?;
        let game = self.ask(GAME, |session| session.game(game, Some(&list.entries())))?;
        let line = self.session().fitted_line(&game, &list).map_err(of_line)?;
        Ok((game, line))
    }

    /// A line of positions of a game.
    ///
    /// # Errors
    /// Text that is no line of the game.
    pub fn line_of(&mut self, game: &Game, text: &str) -> Result<Line, Diagnostic> {
        self.ask(LINE, |session| session.line(game, text)).map_err(of_line)
    }

    /// The position as the game wants it: one that is written by components, `(1, 2), (3, 4)`, is made flat if it does not fit as it stands.
    ///
    /// # Errors
    /// Text that is no position.
    pub fn as_written_for(&mut self, game: &str, text: &str) -> Result<String, Diagnostic> {
        let Some((flat, lengths)) = self.ask(POSITION, |session| session.flattened(text))? else {
            return Ok(text.to_string());
        };
        if self.fitting(game, text).is_some() {
            return Ok(text.to_string());
        }
        let components = |game: Game| game.rules.leaves.iter().map(|leaf| leaf.len).collect::<Vec<usize>>();
        let meant = self.fitting(game, &flat).is_some_and(|(game, _)| components(game) == lengths);
        Ok(if meant { flat } else { text.to_string() })
    }

    /// A position as it stands and its game, if the position fits the game.
    pub fn fitting(&mut self, game: &str, text: &str) -> Option<(Game, Vec<IBig>)> {
        let list = self.ask(POSITION, |session| session.list(text)).ok()?;
        let game = self.ask(GAME, |session| session.game(game, Some(&list.entries()))).ok()?;
        let position = self.session().fitted(&game, &list).ok()?;
        Some((game, position))
    }

    /// Refuses a position that does not satisfy the rules; `text` is where it is written, if it is.
    ///
    /// # Errors
    /// The position does not exist: the first condition that it does not meet. A `require` that is not defined there.
    pub fn must_exist(
        &self,
        game: &Game,
        position: &[IBig],
        text: Option<Span>,
        limits: &Limits,
    ) -> Result<(), Diagnostic> {
        let Some(why) = refusal(&game.rules, position, limits).map_err(diagnostic)? else { return Ok(()) };
        let message = format!("the position ({}) of `{}` does not exist", game.show(position), game.text);
        let Some(text) = text else { return Err(Diagnostic::new(Code::NoPosition, format!("{message}: {why}"))) };
        let error = Diagnostic::at(Code::NoPosition, text, message, why);
        Err(match &game.rules.requires[..] {
            [(_, _, place)] => match place.0 {
                Some(span) => error.label(span, "this one"),
                None => error,
            },
            _ => error,
        })
    }
}

/// The error of a line, in the words of lines.
fn of_line(error: Diagnostic) -> Diagnostic {
    match error.code {
        Code::UnknownName => {
            Diagnostic { help: vec!["the entry that runs is written `_`: `(3, _)`, `(_, _ + 2)`".into()], ..error }
        }
        _ => error,
    }
}
