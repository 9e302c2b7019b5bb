//! The games that can be named: the built-in ones, and those of rule files.

use std::fs;
use std::path::Path;

use grundy_core::contract::stop::said;
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::session::Session;

use super::{Error, Game};

/// Games by name. A rule file's names hide built-in ones.
///
/// ```
/// use grundy::Library;
///
/// let library = Library::from_text("mine.game", "game mine(n) { move n - s for s in {1, 3, 4} }")?;
/// assert_eq!(library.game("mine")?.value([10])?, 1.into());
/// assert_eq!(library.game("mine + nim[1]")?.value([10, 3])?, 2.into());
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Library {
    session: Session,
}

impl Default for Library {
    fn default() -> Self {
        Library::new()
    }
}

impl Library {
    /// The built-in games.
    #[must_use]
    pub fn new() -> Library {
        Library { session: Session::new() }
    }

    /// The games of a rule file, and the built-in ones.
    ///
    /// # Errors
    /// A file that cannot be read; the first place where its text is wrong.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Library, Error> {
        let path = path.as_ref();
        let session = Session::new();
        let text = fs::read_to_string(path).map_err(|error| {
            let message = format!("cannot read {}: {}", path.display(), said(&error));
            Error::new(Diagnostic::new(Code::File, message), session.sources())
        })?;
        Library { session }.and(&path.display().to_string(), &text)
    }

    /// The games of a text in the rules language, and the built-in ones; errors refer to the text by `name`.
    ///
    /// # Errors
    /// The first place where the text is wrong.
    pub fn from_text(name: &str, text: &str) -> Result<Library, Error> {
        Library::new().and(name, text)
    }

    /// The same games, and those of another text, which hide equal names.
    ///
    /// # Errors
    /// The first place where the text is wrong.
    pub fn and(mut self, name: &str, text: &str) -> Result<Library, Error> {
        match self.session.load(name, text) {
            Ok(_) => Ok(self),
            Err(error) => Err(Error::new(error, self.session.sources())),
        }
    }

    /// A game by an expression: `star_nim[2]`, `nim + wythoff`, `pass(nim[3])`. A length that a position determines may be left out.
    ///
    /// # Errors
    /// An expression that is no game; a wrong parameter.
    pub fn game(&self, expression: &str) -> Result<Game, Error> {
        Game::of(self.session.clone(), expression)
    }

    /// The games of the texts that were read, without the built-in ones: name and number of parameters.
    ///
    /// ```
    /// # use grundy::Library;
    /// let library = Library::from_text("mine.game", "game mine[k](n) { move n - i for i in 1..min(k, n) }")?;
    /// assert_eq!(library.own_games(), [("mine".to_string(), 1)]);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[must_use]
    pub fn own_games(&self) -> Vec<(String, usize)> {
        self.session.own_games()
    }

    /// The names of the built-in games.
    #[must_use]
    pub fn built_in(&self) -> Vec<&str> {
        self.session.library().iter().map(|entry| entry.name.as_str()).collect()
    }
}
