//! The name of a format, and what is said of it: each format's own file says it once, in a [`Declaration`].

use std::fmt::{self, Debug, Formatter};

use super::Format;
use super::error::FormatError;
use super::picture::Style;
use super::terms::BeginTerms;
use super::text::Text;

/// What is said of a format.
pub struct Declaration {
    /// The word after `--format`.
    pub word: &'static str,
    /// The ending of a file's name, without the dot.
    pub ending: &'static str,
    /// Which names of files belong to the format, besides those with its ending.
    pub other_names: Option<fn(&str) -> bool>,
    /// Is the format binary?
    pub is_binary: bool,
    /// Is it a format of pictures?
    pub is_picture: bool,
    /// Does a table in this format show values that are infinity, which loopy games have?
    pub shows_infinity: bool,
    /// Does a sequence in this format say itself what is known of its period?
    pub tells_period: bool,
    /// The lines of values and how often they occur; `None` if the format has no such lines.
    pub counts: Option<CountLines>,
    /// How terms are written one by one; `None` if the format needs all of them.
    pub terms: Option<BeginTerms>,
    /// The writer, if it was built in: of a style of text and one of pictures, which other formats ignore.
    pub writer: fn(Text, Style) -> Result<Box<dyn Format>, FormatError>,
}

/// Lines of values and how often they occur.
#[derive(Debug, Clone, Copy)]
pub struct CountLines {
    /// What stands before all lines.
    pub head: &'static str,
    /// What stands between a value and its number.
    pub separator: &'static str,
}

/// A format that a user can name.
#[derive(Clone, Copy)]
pub struct FormatName(pub(super) &'static Declaration);

impl FormatName {
    /// The word after `--format`.
    pub fn word(self) -> &'static str {
        self.0.word
    }

    /// The ending of a file's name, without the dot.
    pub fn ending(self) -> &'static str {
        self.0.ending
    }

    /// What is said of the format.
    pub fn says(self) -> &'static Declaration {
        self.0
    }

    /// The writer, if it was built in; `text` is the style of text and `style` that of pictures, which other formats ignore.
    pub fn format(self, text: Text, style: Style) -> Result<Box<dyn Format>, FormatError> {
        (self.0.writer)(text, style)
    }
}

/// No two formats have the same word.
impl PartialEq for FormatName {
    fn eq(&self, other: &FormatName) -> bool {
        self.word() == other.word()
    }
}

impl Eq for FormatName {}

impl Debug for FormatName {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(self.word())
    }
}
