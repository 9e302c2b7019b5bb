//! The values of a box, whatever engine made them.
//!
//! In: tables, or one value for each cell. Out: values by position, or a line at a time.

use super::sum::Tables;
use crate::contract::limits::Held;
use crate::contract::options::EngineName;
use crate::contract::reason::{Account, Refused};
use grundy_rules::lang::Diagnostic;

/// The values of a box.
#[derive(Debug)]
pub struct Values {
    hi: Vec<u64>,
    source: Source,
    /// Of values that stand in no table.
    _held: Option<Held>,
}

#[derive(Debug)]
enum Source {
    Tables(Tables),
    /// One for each cell, and why there is no table.
    Searched(Vec<u32>, Option<Refused>),
    /// One for each cell, by an engine of single positions, and how they came about.
    Single(Vec<u32>, EngineName, String),
}

impl Values {
    /// From tables of the components.
    pub fn of_tables(hi: &[u64], tables: Tables) -> Values {
        Values { hi: hi.to_vec(), source: Source::Tables(tables), _held: None }
    }

    /// From one value for each cell, [`Values::NOWHERE`] where no position exists.
    pub fn searched(hi: &[u64], values: Vec<u32>, no_table: Option<Refused>, held: Held) -> Values {
        Values { hi: hi.to_vec(), source: Source::Searched(values, no_table), _held: Some(held) }
    }

    /// From one value for each cell by an engine of single positions, and how they came about.
    pub fn single(hi: &[u64], values: Vec<u32>, by: EngineName, how: String, held: Held) -> Values {
        Values { hi: hi.to_vec(), source: Source::Single(values, by, how), _held: Some(held) }
    }

    /// The value at a position inside the box; `None` where no position exists.
    #[must_use]
    pub fn get(&self, position: &[u64]) -> Option<u32> {
        match &self.source {
            Source::Tables(tables) => tables.get(position),
            Source::Searched(values, _) | Source::Single(values, ..) => {
                let index = position.iter().zip(&self.hi).fold(0, |i, (x, h)| i * (h + 1) + x);
                Some(values[index as usize]).filter(|v| *v != u32::MAX)
            }
        }
    }

    /// The values of a line: one coordinate runs from that of `position` over `len` cells; [`Values::NOWHERE`] where no position exists.
    pub fn line(&self, position: &[u64], coord: usize, len: usize, line: &mut Vec<u32>) {
        match &self.source {
            Source::Tables(tables) => tables.line(position, coord, len, line),
            Source::Searched(..) | Source::Single(..) => {
                let mut at = position.to_vec();
                line.clear();
                for _ in 0..len {
                    line.push(self.get(&at).unwrap_or(Values::NOWHERE));
                    at[coord] += 1;
                }
            }
        }
    }

    /// Stands in a line where no position exists.
    pub const NOWHERE: u32 = u32::MAX;

    /// The greatest value of each coordinate.
    #[must_use]
    pub fn hi(&self) -> &[u64] {
        &self.hi
    }

    /// The engine that made them.
    #[must_use]
    pub fn by(&self) -> EngineName {
        match self.source {
            Source::Tables(_) => EngineName::Table,
            Source::Searched(..) => EngineName::Search,
            Source::Single(_, by, _) => by,
        }
    }

    /// What keeps values that stand on disk from being read any longer: a tile that was lost after it was written. Positions whose values are
    /// lost seem not to exist, so whoever has read a table asks this before its answer counts.
    #[must_use]
    pub fn failure(&self) -> Option<&Diagnostic> {
        match &self.source {
            Source::Tables(tables) => tables.failure(),
            Source::Searched(..) | Source::Single(..) => None,
        }
    }

    /// What they rest on, in words.
    #[must_use]
    pub fn explain(&self) -> String {
        match &self.source {
            Source::Tables(tables) => tables.explain(),
            Source::Searched(values, _) => format!("memoised search of {} positions", values.len()),
            Source::Single(.., how) => how.clone(),
        }
    }

    /// What they rest on, and why on nothing quicker.
    ///
    /// ```
    /// # use grundy::{Evaluator, Options, Session};
    /// let game = Session::new().game("moore_nim[2, 2]", None)?;
    /// let account = Evaluator::new(&game.rules, Options::default()).table(&[7, 7])?.account();
    /// assert_eq!(account.how, "table by boxes, 64 cells of 1 byte");
    /// let rays = account.refused[0].to_string();
    /// assert!(rays.starts_with("not by rays: the move x1 -> x1 - i, x2 -> x2 - j takes several amounts at once"), "{rays}");
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn account(&self) -> Account {
        match &self.source {
            Source::Tables(tables) => tables.account(),
            Source::Single(..) => Account { how: self.explain(), refused: vec![] },
            Source::Searched(_, no_table) => {
                Account { how: self.explain(), refused: no_table.iter().cloned().collect() }
            }
        }
    }
}
