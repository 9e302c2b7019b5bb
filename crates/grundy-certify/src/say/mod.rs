//! Rules and conditions as formulas of natural numbers.
//!
//! In: rules and expressions. Out: formulas that say of positions, given by tracks, that they exist, that a move leads from one to the other, that a condition holds. The words of arithmetic that are more than sums and cases
//! have a file each. `programs` writes the formulas for the kernel; `steps` asks the kernel whether they hold for all numbers.

pub(crate) mod beatty;
pub(crate) mod choices;
pub(crate) mod exponents;
pub(crate) mod moves;
pub(crate) mod numeration;
pub(crate) mod places;
pub(crate) mod power_digits;
pub(crate) mod powers;
pub(crate) mod programs;
pub(crate) mod ranges;
pub(crate) mod sets;
pub(crate) mod sorted;
pub(crate) mod steps;
pub(crate) mod truth;
