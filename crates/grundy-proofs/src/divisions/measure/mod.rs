//! Steps to convergence, measured.
//!
//! In: a [`Shape`], its first values, starts, and the values that guesses may have ([`Guess`]). Out: the most steps over all those starts, where they
//! first occur, and how the maximum grew ([`Measured`]); or the first start from which guesses do not agree in [`PATIENCE`] steps.
//!
//! **Steps** (Nivasch and Rubinstein, section 2). A guess at n is a value for each of n, …, n + m - 1, with m the largest subtrahend, between 0 and
//! the number of options of the position. It is continued by mex, with true values at quotients. The steps from n are the least k such that all
//! guesses agree at n + k, …, n + k + m - 1. All guesses from one start are a set of tuples, and the next set is determined by the quotients. So a
//! step of a set is looked up once it is known, and most starts take a handful of look-ups.

mod apart;
mod blocks;
mod pieces;
mod steps;

pub use self::apart::{Apart, apart};
pub use self::pieces::measure;
use super::read::Shape;
use crate::exact::index;
use grundy_core::contract::{limits::Limits, options::Play};

/// If guesses still differ after this many steps, a proof that they never agree is looked for.
pub const PATIENCE: usize = 1 << 12;

/// The values that guesses may have.
#[derive(Clone, Debug)]
pub struct Guess {
    /// For each residue of the number, the values allowed as bits. A guess must also not exceed the number of options.
    pub classes: Vec<u32>,
}

impl Guess {
    /// All values are allowed.
    pub fn all() -> Guess {
        Guess { classes: vec![u32::MAX] }
    }

    /// The values that a guess may have at a number, as bits.
    pub(super) fn values(&self, shape: &Shape, play: Play, n: u64) -> u32 {
        let minus = shape.subtract.iter().filter(|s| **s <= n).count();
        let over = shape.divide.iter().filter(|d| n > 0 && n.is_multiple_of(**d)).count();
        let own = if play.is_misere() && minus + over == 0 { 2 } else { (2 << (minus + over)) - 1 };
        own & self.classes[index(n % self.classes.len() as u64)]
    }
}

/// The question of a measurement.
pub struct Asked<'a> {
    /// The subtrahends and divisors.
    pub shape: &'a Shape,
    /// The play.
    pub play: Play,
    /// The first values, as many as [`wanted`] says.
    pub values: &'a [u8],
    /// The values that guesses may have at the start.
    pub guess: &'a Guess,
    /// Memory, threads and interruption.
    pub limits: &'a Limits,
}

/// The result of a measurement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// The starts that take more steps than all before, with the steps.
    pub records: Vec<(u64, u64)>,
    /// The first start from which guesses did not agree.
    pub stuck: Option<u64>,
}

impl Measured {
    /// Appends what was measured from the starts after these.
    fn append(&mut self, later: Measured) {
        for (start, steps) in later.records {
            if self.records.last().is_none_or(|(_, most)| steps > *most) {
                self.records.push((start, steps));
            }
        }
        self.stuck = self.stuck.or(later.stuck);
    }
}

/// The number of first values that a measurement needs.
pub fn wanted(shape: &Shape, to: u64) -> u64 {
    let least = shape.divide.first().copied().unwrap_or(u64::MAX);
    to.saturating_add((PATIENCE + shape.longest()) as u64 + 1) / least + 2
}
