//! Texts and places in them.
//!
//! In: the text of a file, of `-e`, or of a command-line expression. Out: a [`Sources`] that turns a
//! [`Span`] (an index of a text and a range of bytes) into a line and a column. Errors of the library carry
//! spans, so that a person sees the place in the text.

use std::fmt;
use std::sync::Arc;

/// A place: a range of bytes in one source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The source, as an index into [`Sources`].
    pub source: u32,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The smallest span that contains both; both must lie in one source.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// One text with its name.
#[derive(Debug)]
pub struct Source {
    /// A path, or a name in angle brackets such as `<command line>`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// All texts read so far; cloning is cheap.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    all: Vec<Arc<Source>>,
}

/// A place as people count: lines and columns from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The source's name.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Length in characters (at least 1).
    pub length: usize,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl Sources {
    /// Adds a text and returns its index.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> u32 {
        self.all.push(Arc::new(Source { name: name.into(), text: text.into() }));
        (self.all.len() - 1) as u32
    }

    /// The source with this index.
    #[must_use]
    pub fn get(&self, index: u32) -> Option<&Arc<Source>> {
        self.all.get(index as usize)
    }

    /// The location of a span, for people.
    #[must_use]
    pub fn locate(&self, span: Span) -> Option<Location> {
        let source = self.get(span.source)?;
        let text = &source.text;
        let start = floor_boundary(text, span.start as usize);
        let end = floor_boundary(text, span.end as usize).max(start);
        let line_start = text[..start].rfind('\n').map_or(0, |i| i + 1);
        Some(Location {
            file: source.name.clone(),
            line: text[..start].matches('\n').count() + 1,
            column: text[line_start..start].chars().count() + 1,
            length: text[start..end].lines().next().map_or(0, |l| l.chars().count()).max(1),
        })
    }

    /// The text under a span.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        self.get(span.source).map_or("", |s| s.text.get(span.start as usize..span.end as usize).unwrap_or(""))
    }
}

fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
