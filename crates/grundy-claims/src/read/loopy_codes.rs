//! The numbers that stand for values of loopy games in formulas.
//!
//! In: values by the theory of Smith. Out: a number for each, and for each outcome; and the value for which a number stands.

use dashu_int::IBig;
use dashu_int::ops::BitTest;

use grundy::theory::loopy::{LoopyOutcome, LoopyValue};
use grundy_core::contract::stop::Stop;
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::lower::INFINITY_MOST;

/// The number that stands for an outcome.
pub(crate) fn of_outcome(value: &LoopyValue) -> i64 {
    match value.outcome() {
        LoopyOutcome::P => 0,
        LoopyOutcome::N => 1,
        LoopyOutcome::D => 2,
    }
}

/// The number that stands for a value: itself; or, for infinity with a set K, -1 less the sum of the powers 2^k for the k in K.
///
/// # Errors
/// K has a number that is too large for this.
pub(crate) fn code(value: &LoopyValue) -> Result<IBig, Stop> {
    match value {
        LoopyValue::Number(number) => Ok(number.clone()),
        LoopyValue::Infinite(others) => {
            let small = |k: &IBig| usize::try_from(k).ok().filter(|k| *k <= INFINITY_MOST as usize);
            let small: Option<Vec<usize>> = others.iter().map(small).collect();
            let small = small.ok_or_else(|| {
                let message = format!("the value {value} is not compared: a number in it is above {INFINITY_MOST}");
                Stop::from(Diagnostic::limit(Code::TooLarge, message))
            })?;
            Ok(-small.into_iter().fold(IBig::ONE, |sum, k| sum + (IBig::ONE << k)))
        }
    }
}

/// The value for which a number stands.
pub(crate) fn decoded(code: &IBig) -> LoopyValue {
    if *code >= IBig::ZERO {
        return LoopyValue::Number(code.clone());
    }
    let sum = -code - IBig::ONE;
    let numbers = (0..sum.bit_len()).filter(|k| sum.bit(*k)).map(IBig::from);
    LoopyValue::Infinite(numbers.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_codes_of_their_own() {
        let numbers = |list: &[u32]| LoopyValue::Infinite(list.iter().map(|k| IBig::from(*k)).collect());
        let values = [
            LoopyValue::Number(0.into()),
            LoopyValue::Number(7.into()),
            numbers(&[]),
            numbers(&[0]),
            numbers(&[1]),
            numbers(&[0, 1, 70]),
            numbers(&[4095]),
        ];
        let codes: Vec<IBig> = values.iter().map(|value| code(value).expect("a code")).collect();
        assert_eq!(codes[..5], [0, 7, -1, -2, -3].map(IBig::from));
        assert!((0..codes.len()).all(|k| decoded(&codes[k]) == values[k] && !codes[..k].contains(&codes[k])));
        assert!(code(&numbers(&[4096])).is_err());
    }
}
