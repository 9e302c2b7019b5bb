//! Proofs about sequences of values: what engines hand out that prove.
//!
//! In: nothing. Out: a line of positions ([`Line`]), and what is known of it: a proof of its least preperiod, period and saltus, and with the proof
//! every value of the line ([`Proved`]); or how far was looked.

use dashu_int::IBig;

use crate::contract::limits::Limits;
use crate::contract::stop::Result;

/// A line of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// All coordinates; that of the running one is 0.
    pub row: Vec<u64>,
    /// The coordinate that runs.
    pub runner: usize,
}

/// Is asked now and then with the position reached, and ends the search by saying `true`.
pub type Until<'a> = &'a mut dyn FnMut(u64) -> bool;

/// How far a period is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// As far as mostly pays.
    #[default]
    Usual,
    /// As far as memory lasts: it is the caller who ends it.
    Unending,
}

/// What is known of the period of a sequence.
pub enum Known {
    /// The proof, with it all values, and what it rests on, in words.
    Proved(Box<dyn Proved>, String),
    /// What is known without a proof.
    Open(Open),
}

/// A search for a period that found none.
pub struct Open {
    /// The terms before this one were looked at.
    pub reached: u64,
    /// Why there is no proof.
    pub why: String,
    /// The terms that were computed, where the engine has them; `u32::MAX` where no position exists.
    pub terms: Option<Vec<u32>>,
}

/// The positions (a, b) with some value, in order.
pub struct Pairs {
    /// The first of them.
    pub terms: Vec<(u64, u64)>,
    /// What is known of b - a.
    pub known: Known,
}

/// A line whose period is proved: G(b + period) = G(b) + saltus for every b from the preperiod on.
pub trait Proved: Send {
    /// The least preperiod, counted from column 0.
    fn preperiod(&self) -> u64;
    /// The least period.
    fn period(&self) -> u64;
    /// How much values grow in a period.
    fn saltus(&self) -> u64;
    /// The column from which the state recurs, and after how many columns.
    fn recurrence(&self) -> (u64, u64);
    /// Of heaps: what a move takes at most, and how many heaps it leaves at most.
    fn taken(&self) -> Option<(u64, u64)> {
        None
    }
    /// Of levels: the blocks that the proof rests on.
    fn blocks(&self) -> Option<&[Span]> {
        None
    }
    /// The value in a column; `None` where no position exists.
    ///
    /// # Errors
    /// An interruption.
    fn value(&mut self, column: u64, limits: &Limits) -> Result<Option<u64>>;

    /// The value in a column, however far out.
    ///
    /// # Errors
    /// An interruption.
    fn far(&mut self, column: &IBig, limits: &Limits) -> Result<Option<IBig>> {
        let (preperiod, period) = (IBig::from(self.preperiod()), IBig::from(self.period()));
        let (mut near, mut rounds) = (column.clone(), IBig::ZERO);
        if *column >= &preperiod + &period {
            let past = column - &preperiod;
            rounds = &past / &period;
            near = past - &rounds * &period + preperiod;
        }
        let near = u64::try_from(&near).unwrap_or(u64::MAX);
        Ok(self.value(near, limits)?.map(|value| IBig::from(value) + rounds * IBig::from(self.saltus())))
    }
}

/// The state of some levels is the same in two lines, `period` apart.
#[derive(Clone, Copy, Debug)]
pub struct Cycle {
    /// The first of them.
    pub at: u64,
    /// After how many lines it does.
    pub period: u64,
}

/// Levels of a block, as a proof speaks of them.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The first level.
    pub first: u64,
    /// The last one that the proof speaks of.
    pub last: u64,
    /// The line from which on the levels before fill the first diagonals.
    pub from: u64,
    /// From where on their state repeats.
    pub cycle: Cycle,
}
