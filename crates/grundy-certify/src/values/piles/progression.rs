//! Expressions about one pile whose size is any number of a progression.
//!
//! In: an expression about the size of a pile and the tokens taken from it. Out: its value at every number of the progression, if it is again a progression, or one truth value.

use super::super::super::expr::{Expr, Many, Two};

/// The numbers first, first + step, first + 2 step, …; one number where the step is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Progression {
    pub(super) first: i128,
    pub(super) step: i128,
}

/// A pile: its sizes, and what is taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pile {
    pub(super) size: Progression,
    pub(super) taken: i128,
}

/// Numbers of certificates are small; a product of two is far from 128 bits.
const LARGE: i128 = 1 << 60;

fn small(first: i128, step: i128) -> Option<Progression> {
    (first.abs() < LARGE && step.abs() < LARGE).then_some(Progression { first, step })
}

pub(super) fn one(number: i128) -> Progression {
    Progression { first: number, step: 0 }
}

/// The sign of all numbers of a progression: none is above 0, or all are; or it has numbers of both.
fn all_above_zero(numbers: Progression) -> Option<bool> {
    let Progression { first, step } = numbers;
    if first > 0 && step >= 0 {
        Some(true)
    } else if first <= 0 && step <= 0 {
        Some(false)
    } else {
        None
    }
}

fn all_zero(numbers: Progression) -> Option<bool> {
    let Progression { first, step } = numbers;
    if step == 0 {
        return Some(first == 0);
    }
    // The k-th number is 0 for k = -first/step.
    let meets = first % step == 0 && -first / step >= 0;
    if meets { None } else { Some(false) }
}

/// A quotient and a remainder by a number above 0 that divides the step.
fn by(numbers: Progression, divisor: i128) -> Option<(Progression, i128)> {
    let Progression { first, step } = numbers;
    let fits = divisor > 0 && step % divisor == 0;
    fits.then(|| (Progression { first: first.div_euclid(divisor), step: step / divisor }, first.rem_euclid(divisor)))
}

impl Pile {
    /// The numbers that an expression is; `None` if they are not known to be a progression.
    pub(super) fn numbers(&self, e: &Expr) -> Option<Progression> {
        match e {
            Expr::Int(number) => small(*number, 0),
            Expr::X(0) => Some(self.size),
            Expr::X(1) => Some(one(self.taken)),
            Expr::Sum(constant, terms) => {
                let (mut first, mut step) = (*constant, 0);
                for (factor, term) in terms {
                    let term = self.numbers(term)?;
                    let factor = small(*factor, 0)?.first;
                    first = small(first + factor * term.first, 0)?.first;
                    step = small(step + factor * term.step, 0)?.first;
                }
                small(first, step)
            }
            Expr::Two(word @ (Two::Div | Two::Mod), both) => {
                let (quotient, rest) = by(self.numbers(&both[0])?, self.constant(&both[1])?)?;
                Some(if *word == Two::Div { quotient } else { one(rest) })
            }
            Expr::Two(Two::Bit, both) => {
                let place = u32::try_from(self.constant(&both[1])?).ok().filter(|place| *place < 32)?;
                let (quotient, _) = by(self.numbers(&both[0])?, 1 << place)?;
                Some(one(by(quotient, 2)?.1))
            }
            Expr::Many(word @ (Many::Min | Many::Max), list) => {
                let mut all = list.iter();
                let mut best = self.numbers(all.next()?)?;
                for other in all {
                    let other = self.numbers(other)?;
                    let above = all_above_zero(small(best.first - other.first, best.step - other.step)?)?;
                    if above == (*word == Many::Min) {
                        best = other;
                    }
                }
                Some(best)
            }
            Expr::If(three) => self.numbers(if self.truth(&three[0])? { &three[1] } else { &three[2] }),
            _ => None,
        }
    }

    fn constant(&self, e: &Expr) -> Option<i128> {
        self.numbers(e).filter(|numbers| numbers.step == 0).map(|numbers| numbers.first)
    }

    /// Whether a condition holds; `None` if this is not known, or depends on the number.
    pub(super) fn truth(&self, e: &Expr) -> Option<bool> {
        match e {
            Expr::Truth(truth) => Some(*truth),
            Expr::Zero(number) => all_zero(self.numbers(number)?),
            Expr::NonPos(number) => all_above_zero(self.numbers(number)?).map(|above| !above),
            Expr::Not(inner) => self.truth(inner).map(|truth| !truth),
            Expr::Two(Two::Divides, both) => Some(by(self.numbers(&both[1])?, self.constant(&both[0])?)?.1 == 0),
            Expr::Two(Two::Iff, both) => Some(self.truth(&both[0])? == self.truth(&both[1])?),
            Expr::And(list) | Expr::Or(list) => {
                let truths = list.iter().map(|e| self.truth(e)).collect::<Option<Vec<bool>>>()?;
                Some(if matches!(e, Expr::And(_)) { truths.iter().all(|t| *t) } else { truths.contains(&true) })
            }
            Expr::If(three) => self.truth(if self.truth(&three[0])? { &three[1] } else { &three[2] }),
            _ => None,
        }
    }
}
