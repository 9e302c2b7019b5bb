//! Reads what a person writes: games, positions, lines.
//!
//! In: texts, each with the name by which the person knows it: a word of the command line, a parameter of a request. Out: games and positions, or the error, which points into its
//! text. All faces read through here, so that one mistake has one sentence.

mod game;

use std::collections::HashMap;

use grundy_rules::lang::{Diagnostic, Span};
use grundy_rules::session::Session;

/// A session that remembers the person's name for each text.
///
/// ```
/// use grundy::{Session, Written};
///
/// let mut written = Written::new(Session::new());
/// let (game, position) = written.position("star_nim", "3,7")?;
/// assert_eq!((game.rules.width(), position), (2, vec![3.into(), 7.into()]));
/// let error = written.position("nim[3]", "1,2").unwrap_err();
/// assert_eq!(error.labels[0].span.source, written.last_text().source);
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[derive(Debug)]
pub struct Written {
    session: Session,
    /// The names of texts, by their numbers.
    names: HashMap<u32, String>,
    /// How many texts the session knew at the last look.
    known: u32,
    /// The text that was read last, where it is not the last one that the session was given.
    read: Option<Span>,
}

impl Written {
    /// With the names that a session knows already.
    #[must_use]
    pub fn new(session: Session) -> Written {
        Written { session, names: HashMap::new(), known: 0, read: None }
    }

    /// The session, for questions without a text.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The session, to read texts that have a name of their own, such as files.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// The names of texts, by their numbers.
    #[must_use]
    pub fn names(&self) -> &HashMap<u32, String> {
        &self.names
    }

    /// Asks the session about a text that the person knows as `name`; errors point into this text.
    ///
    /// # Errors
    /// Those of the question.
    pub fn ask<T>(
        &mut self,
        name: &str,
        question: impl FnOnce(&mut Session) -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        let first = self.texts();
        self.read = None;
        let answer = question(&mut self.session);
        let last = self.texts();
        self.names.extend((first..last).map(|source| (source, name.to_string())));
        answer
    }

    /// How many texts the session knows.
    fn texts(&mut self) -> u32 {
        while self.session.sources().get(self.known).is_some() {
            self.known += 1;
        }
        self.known
    }

    /// The whole text that was asked about last: that of the position, after a position of a game.
    pub fn last_text(&mut self) -> Span {
        if let Some(read) = self.read {
            return read;
        }
        let source = self.texts().saturating_sub(1);
        let length = self.session.sources().get(source).map_or(0, |source| source.text.len());
        Span { source, start: 0, end: length as u32 }
    }
}
