//! Certificates of periods as theorems, of heaps or along lines.
//!
//! In: a certificate of kind `heaps` or `recurrence`, as JSON. Out: its numbers and its theorem. A recurrence along one heap is one of heaps if the game is octal: games in which no move splits have such
//! certificates.

use serde_json::Value;

use super::heaps::Heaps;
use super::lines::Lines;
use super::terms::Lacks;
use super::text::Part;

/// A period for which there is a theorem.
#[derive(Debug)]
pub(super) enum Period<'a> {
    Heaps(Heaps),
    Lines(Lines<'a>),
}

impl Period<'_> {
    /// The period that a certificate states; nothing if it is of another kind.
    pub(super) fn of(certificate: &Value) -> Option<Lacks<Period<'_>>> {
        match certificate["kind"].as_str() {
            Some("heaps") => Some(Heaps::of(certificate).map(Period::Heaps)),
            Some("recurrence") => {
                let heaps = Heaps::of(certificate).map(Period::Heaps);
                Some(heaps.or_else(|_| Lines::of(certificate).map(Period::Lines)))
            }
            _ => None,
        }
    }

    /// The preperiod, the period and the saltus.
    pub(super) fn numbers(&self) -> (u64, u64, u64) {
        match self {
            Period::Heaps(heaps) => heaps.numbers(),
            Period::Lines(lines) => lines.numbers(),
        }
    }

    /// The files of the library that the theorem needs, and the theorem; the names end with `mark`.
    pub(super) fn part(&self, mark: &str) -> Lacks<(&'static str, Part)> {
        Ok(match self {
            Period::Heaps(heaps) => (Heaps::REQUIRES, heaps.part(mark)?),
            Period::Lines(lines) => (Lines::REQUIRES, lines.part(mark)?),
        })
    }
}
