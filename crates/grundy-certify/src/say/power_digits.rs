//! Powers of a constant b among the digits of numbers.
//!
//! In: b, and the base of digits, of which b is a power. Out: automata of "this is a power", "this power is a part of that sum", "this is a sum of so many different powers", "this is the remainder by this
//! power"; and a formula that compares a power with a logarithm.

use crate::form::expr::Result;
use crate::say::sets::{Set, Sets, Sum, Table, Track};

/// What stands for a variable that is an exponent.
#[derive(Clone, Copy)]
pub(crate) struct Exponent {
    pub(crate) base: i128,
    /// The number base^k.
    pub(crate) power: Track,
}

/// The number j >= 1 for which a constant is base^j.
pub(crate) fn step(base: i128, constant: i128) -> Option<usize> {
    let (mut power, mut exponent) = (base, 1);
    while power < constant {
        power = power.checked_mul(base)?;
        exponent += 1;
    }
    (power == constant).then_some(exponent)
}

/// The automaton of "the number is a power", by the digits of a base; a power's 1 stands at one of every `step` places. The states are the places up to multiples of the
/// step; then come those after the 1, and after a mistake.
pub(crate) fn is_power(digits: usize, step: usize) -> Table {
    let (found, wrong) = (step, step + 1);
    let row = |place: usize| -> Vec<usize> {
        let to = |digit: usize| match digit {
            0 => (place + 1) % step,
            1 if place == 0 => found,
            _ => wrong,
        };
        (0..digits).map(to).collect()
    };
    let mut next: Vec<Vec<usize>> = (0..step).map(row).collect();
    next.push((0..digits).map(|digit| if digit == 0 { found } else { wrong }).collect());
    next.push(vec![wrong; digits]);
    Table { accepts: (0..next.len()).map(|state| state == found).collect(), next }
}

/// The automaton of "the first number is a power, and the second has a digit 1 where this has its 1"; states as in [`is_power`].
pub(crate) fn is_part(digits: usize, step: usize) -> Table {
    let Table { next, accepts } = is_power(digits, step);
    let (found, wrong) = (step, step + 1);
    let row = |state: usize| -> Vec<usize> {
        let letter = |letter: usize| (letter % digits, letter / digits);
        let to = |(power, sum): (usize, usize)| match next[state][power] {
            to if to == found && state != found && sum != 1 => wrong,
            to => to,
        };
        (0..digits * digits).map(|n| to(letter(n))).collect()
    };
    Table { next: (0..next.len()).map(row).collect(), accepts }
}

/// The automaton of "the number is a sum of different powers, and how many they are leaves `rest`". The states are the place and the count, and the one after a mistake.
pub(crate) fn is_sum(digits: usize, step: usize, (modulus, rest): (usize, usize)) -> Table {
    let (wrong, state) = (step * modulus, |place: usize, count: usize| (place % step) * modulus + count % modulus);
    let row = |from: usize| -> Vec<usize> {
        let (place, count) = (from / modulus, from % modulus);
        let to = |digit: usize| match digit {
            0 => state(place + 1, count),
            1 if place == 0 => state(1, count + 1),
            _ => wrong,
        };
        (0..digits).map(to).collect()
    };
    let mut next: Vec<Vec<usize>> = (0..wrong).map(row).collect();
    next.push(vec![wrong; digits]);
    Table { accepts: (0..=wrong).map(|from| from < wrong && from % modulus == rest).collect(), next }
}

/// The automaton of "the second number is a power, and the third the remainder of the first by it": below its 1 the digits of the two are the same, from there on the third has
/// none but 0. States as in [`is_power`].
pub(crate) fn is_remainder(digits: usize, step: usize) -> Table {
    let Table { next, accepts } = is_power(digits, step);
    let (found, wrong) = (step, step + 1);
    let row = |state: usize| -> Vec<usize> {
        let to = |letter: usize| {
            let (number, power, rest) = (letter % digits, letter / digits % digits, letter / (digits * digits));
            let wanted = if state < found && power == 0 { number } else { 0 };
            if rest == wanted { next[state][power] } else { wrong }
        };
        (0..digits.pow(3)).map(to).collect()
    };
    Table { next: (0..next.len()).map(row).collect(), accepts }
}

/// base^exponent
pub(crate) fn power_of(base: i128, exponent: i128) -> Result<i128> {
    let power = u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent));
    power.ok_or_else(|| "a power of the rules is too large for this checker".into())
}

/// How many places less a power may have than 2^c·z, where numbers far out are compared: a number with so many places more has a small automaton.
fn places(base: i128) -> i128 {
    if base <= 5 { 2 } else { i128::from(base <= 16) }
}

/// An exponent k is at most log2(z) + c: if k is small, since 2^k is at most 2^c·z; else, since b^(k - places) is, which is at least 2^k.
pub(crate) fn is_below((power, base): (Track, i128), (z, c): (&Sum, i128), sets: &mut Sets) -> Result<Set> {
    let (places, power) = (places(base), Sum::track(power));
    let (down, up) = (power_of(2, (-c).max(0))?, power_of(2, c.max(0))?);
    let small = |k: i128| Ok::<bool, String>(k < places || power_of(base, k - places)? < power_of(2, k)?);
    let (mut ways, mut k) = (vec![], 0);
    while small(k)? {
        let here = sets.equal(&power, &Sum::number(power_of(base, k)?))?;
        let (two, z) = (Sum::default().plus(down, &Sum::number(power_of(2, k)?))?, Sum::default().plus(up, z)?);
        let fits = sets.at_most(&two, &z)?;
        ways.push(sets.and(vec![here, fits]));
        k += 1;
    }
    let beyond = sets.at_most(&Sum::number(power_of(base, k)?), &power)?;
    let z = Sum::default().plus(up, z)?;
    let z = Sum::default().plus(power_of(base, places)?, &z)?;
    let fits = sets.at_most(&Sum::default().plus(down, &power)?, &z)?;
    ways.push(sets.and(vec![beyond, fits]));
    Ok(sets.or(ways))
}
