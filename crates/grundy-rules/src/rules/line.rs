//! Lines of positions, such as `(7, _)`.
//!
//! In: entries, each a constant, `_` or `_ + c`. Out: the position at index n, the value of `_`; the text of the line.

use std::fmt;

/// A coordinate along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineEntry {
    /// A constant.
    Fixed(u64),
    /// The index plus a constant.
    Runs(u64),
}

/// A line of positions; at least one entry runs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// One entry for each coordinate.
    pub entries: Vec<LineEntry>,
}

impl fmt::Display for Line {
    /// The line in the notation of the language: `(7, _)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entry = |entry: &LineEntry| match entry {
            LineEntry::Fixed(x) => x.to_string(),
            LineEntry::Runs(0) => "_".to_string(),
            LineEntry::Runs(more) => format!("_ + {more}"),
        };
        write!(f, "({})", self.entries.iter().map(entry).collect::<Vec<_>>().join(", "))
    }
}

impl Line {
    /// The position at an index.
    #[must_use]
    pub fn position(&self, index: u64) -> Vec<u64> {
        let at = |entry: &LineEntry| match entry {
            LineEntry::Fixed(x) => *x,
            LineEntry::Runs(more) => index.saturating_add(*more),
        };
        self.entries.iter().map(at).collect()
    }

    /// If exactly one coordinate runs, and from 0: the position at index 0, and the number of the running coordinate.
    #[must_use]
    pub fn single(&self) -> Option<(Vec<u64>, usize)> {
        let runs = |entry: &LineEntry| matches!(entry, LineEntry::Runs(_));
        let runner = self.entries.iter().position(runs)?;
        let alone = self.entries.iter().filter(|e| runs(e)).count() == 1 && self.entries[runner] == LineEntry::Runs(0);
        let row = self.entries.iter().map(|e| if let LineEntry::Fixed(x) = e { *x } else { 0 }).collect();
        alone.then_some((row, runner))
    }
}
