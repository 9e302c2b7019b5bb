//! Proofs about sequences of values, as engines hand them out.
//!
//! In: nothing. Out: a line of positions ([`Line`]), and what is known about it: a proof of its least preperiod, period and saltus, and with the
//! proof every value of the line ([`Proved`]); or the place where the search for a proof ended.

use std::any::Any;

use dashu_int::IBig;

use grundy_rules::rules;

use crate::contract::limits::Limits;
use crate::contract::stop::Result;

/// A line of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// All coordinates; the running coordinate is 0 here.
    pub row: Vec<u64>,
    /// The coordinate that runs.
    pub runner: usize,
}

/// Called now and then with the position reached; it ends the search by returning `true`.
pub type Until<'a> = &'a mut dyn FnMut(u64) -> bool;

/// How far to look for a period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// As far as usually pays.
    #[default]
    Usual,
    /// As far as memory lasts, until the caller ends the search.
    Unending,
}

/// What is known about the period of a sequence.
pub enum Known {
    /// The proof, which gives all values, and in words what it rests on.
    Proved(Box<dyn Proved>, String),
    /// No proof was found.
    Open(Open),
}

/// A search for a period that found none.
pub struct Open {
    /// The terms before this one were examined.
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
    /// What is known about b - a.
    pub known: Known,
}

/// A line whose period is proved: G(b + period) = G(b) + saltus for every b from the preperiod on.
pub trait Proved: Send {
    /// The least preperiod, counted from column 0.
    fn preperiod(&self) -> u64;
    /// The least period.
    fn period(&self) -> u64;
    /// The growth of values in a period.
    fn saltus(&self) -> u64;
    /// The column from which the state recurs, and the number of columns after which it recurs.
    fn recurrence(&self) -> (u64, u64);
    /// For heaps: what moves take and leave at most.
    fn taken(&self) -> Option<Taken> {
        None
    }
    /// For levels: the blocks that the proof rests on.
    fn blocks(&self) -> Option<&[Span]> {
        None
    }
    /// For values of all positions that are known by automata: what states them in a certificate; whoever writes it knows the type.
    fn everywhere(&self) -> Option<&dyn Any> {
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

/// What moves on heaps take and leave.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The most that a move takes.
    pub take: u64,
    /// The most heaps that it leaves.
    pub parts: u64,
    /// The numbering, if the heaps are of several kinds; `take` is in these numbers.
    pub kinds: Option<Kinds>,
    /// The common values, if the proof rests on there being few rare heaps.
    pub common: Option<Common>,
}

/// A choice of common values of heaps: a value v of a heap of n tokens is common if the number of digits 1 that v has among `digits` is odd; for heaps of odd
/// size the other way round if `by_size`, and for all heaps the other way round if not `odd`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Common {
    /// Some binary digits.
    pub digits: u32,
    /// Does the parity of the size count?
    pub by_size: bool,
    /// Is a value common, of a heap of even size, whose number of digits 1 is odd?
    pub odd: bool,
    /// The proof rests on the values of the heaps below this one.
    pub below: u64,
    /// If the proof rests on the first heaps and the last ones alone.
    pub kept: Option<KeptHeaps>,
}

/// The values of the first heaps and of the last ones tell the next value, for all heaps from some heap on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptHeaps {
    /// The first heaps are those below this one.
    pub first: u64,
    /// They tell the values from this heap on.
    pub begin: u64,
}

/// Heaps of several kinds, numbered as heaps of one.
#[derive(Clone, Debug)]
pub struct Kinds {
    /// The heap of n tokens has the number `of` n plus the number of its kind.
    pub of: u64,
    /// For each kind the line of its heaps, and its number.
    pub numbered: Vec<(rules::Line, u64)>,
    /// The preperiod and the period of all kinds together, in these numbers; `of` divides the period.
    pub preperiod: u64,
    /// See `preperiod`.
    pub period: u64,
}

/// The state of some levels is the same in two lines that are `period` lines apart.
#[derive(Clone, Copy, Debug)]
pub struct Cycle {
    /// The first of them.
    pub at: u64,
    /// The distance between the two lines.
    pub period: u64,
}

/// Levels of a block, as a proof speaks of them.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The first level.
    pub first: u64,
    /// The last level that the proof covers.
    pub last: u64,
    /// The line from which on the earlier levels fill the first diagonals.
    pub from: u64,
    /// From where on the state of the levels repeats.
    pub cycle: Cycle,
}
