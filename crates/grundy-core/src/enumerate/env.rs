//! What compiled expressions are evaluated in.
//!
//! In: nothing. Out: the coordinates and variables of an evaluation, who answers its questions, and how long it may run ([`Env`]); the types of compiled
//! numbers and conditions.

use std::sync::Arc;

use crate::contract::limits::Limits;
use crate::contract::num::Num;
use crate::contract::stop::Result;
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::expr::{C, E, Place};

/// The inputs of a closure.
#[derive(Clone, Debug)]
pub struct Env<N> {
    /// The coordinates.
    pub coords: Vec<N>,
    /// The variables.
    pub vars: Vec<N>,
    /// For each part: is it terminal? The engine sets this before it evaluates a condition that asks.
    pub terminal: Vec<bool>,
    /// For each part: does the move reach a P-position of it? The engine sets this before it evaluates a condition that asks.
    pub target_p: Vec<bool>,
    /// How many more numbers ranges and quantified forms may run through at this position.
    pub fuel: u64,
    /// How often the fuel was renewed.
    pub renewed: u64,
    /// Answers to questions without a position, in the order of the claim's questions.
    pub answers: Vec<N>,
    /// Answers the questions about positions.
    pub oracle: Option<Arc<dyn Oracle<N>>>,
    /// The interruption and the deadline that long ranges look at.
    pub limits: Option<Limits>,
}

/// Answers questions of claims about positions.
pub trait Oracle<N>: std::fmt::Debug + Send + Sync {
    /// The answer.
    ///
    /// # Errors
    /// A position that does not exist, a limit, an interruption.
    fn ask(&self, question: usize, position: &[N], place: Place) -> Result<N>;
    /// Renews the fuel, which was renewed so often at this position: how many more numbers may be run through.
    ///
    /// # Errors
    /// The interruption; a bound on what the formula runs through.
    fn more(&self, renewed: u64) -> Result<u64>;
    /// The limits of the work on counts, where they may be made of the counts of groups of names; `None`: each count runs through all its numbers.
    fn counting(&self) -> Option<&Limits> {
        None
    }
    /// Hears that a count is about to ask so many questions, about positions up to `hi`.
    ///
    /// # Errors
    /// An interruption, the end of the time.
    fn reach(&self, _question: usize, _hi: &[u64], _questions: u64) -> Result<()> {
        Ok(())
    }
    /// The components of the game whose values a question asks for, each with its coordinates and the question about it: the nim-sum of the answers is
    /// the answer. `None` if the question asks for something else, or there is one component.
    fn parts(&self, _question: usize) -> Option<&[(Vec<usize>, usize)]> {
        None
    }
}

/// How many numbers the ranges and quantified forms may run through at one position.
pub const FUEL: u64 = 1 << 23;
/// A form that runs through all its numbers has no more than this where nothing else limits it: they take hours.
const LONGEST: u128 = 1 << 40;
/// How many numbers ranges run through between two looks at the interruption.
const PATIENCE: u64 = 1 << 10;

impl<N: Num> Env<N> {
    /// An environment for the given numbers of coordinates, variables and parts; it answers no questions.
    pub fn new(coords: usize, vars: usize, parts: usize) -> Env<N> {
        Env {
            coords: vec![N::small(0); coords],
            vars: vec![N::small(0); vars],
            terminal: vec![false; parts],
            target_p: vec![false; parts],
            fuel: FUEL,
            renewed: 0,
            answers: vec![],
            oracle: None,
            limits: None,
        }
    }

    /// The same; ranges end at the interruption or the deadline of these limits, too.
    #[must_use]
    pub fn within(self, limits: &Limits) -> Env<N> {
        Env { limits: Some(limits.clone()), ..self }
    }

    #[cold]
    fn look(&self) -> Result<()> {
        self.limits.as_ref().map_or(Ok(()), Limits::interrupted)
    }

    /// How many numbers a form runs through that comes to a range so many times; an error if that is beyond measure. Where no questions are answered, the fuel
    /// is the limit.
    pub fn foresee(&self, times: u128, (lo, hi): (&N, &N), place: Place) -> Result<u128> {
        if self.oracle.is_none() {
            return Ok(times);
        }
        let length = hi.plus(&lo.times(&N::small(-1)).unwrap_or_else(|| N::small(0))).and_then(|less| less.to_i64());
        let length = length.map_or(u128::MAX, |less| u128::try_from(i128::from(less) + 1).unwrap_or(0));
        let numbers = times.saturating_mul(length);
        if hi >= lo && numbers > LONGEST {
            return Err(huge("this runs through more than 2^40 numbers one by one".into(), place).into());
        }
        Ok(numbers)
    }

    /// Counts one number of a range.
    pub fn burn(&mut self, place: Place) -> Result<()> {
        self.fuel = self.fuel.saturating_sub(1);
        if self.fuel > 0 {
            return if self.fuel.is_multiple_of(PATIENCE) { self.look() } else { Ok(()) };
        }
        if let Some(oracle) = &self.oracle {
            self.fuel = oracle.more(self.renewed)?;
            self.renewed += 1;
            return Ok(());
        }
        let message = format!("this runs through more than {FUEL} numbers at one position");
        Err(huge(message, place).into())
    }
}

fn huge(message: String, place: Place) -> Diagnostic {
    let error =
        Diagnostic::limit(Code::HugeRange, message).help("ask for a smaller position, or write narrower ranges");
    match place.0 {
        Some(span) => error.label(span, "too many to look at one by one"),
        None => error,
    }
}

/// A compiled number.
pub type Number<N> = Box<dyn Fn(&mut Env<N>) -> Result<N> + Send + Sync>;
/// A compiled condition.
pub type Condition<N> = Box<dyn Fn(&mut Env<N>) -> Result<bool> + Send + Sync>;

/// What compiles numbers and conditions.
pub(super) struct Compiler<N> {
    pub(super) number: fn(&E) -> Number<N>,
    pub(super) condition: fn(&C) -> Condition<N>,
}
