//! How numbers are written: in a base, in an Ostrowski numeration, or in the numeration of a quadratic unit.
//!
//! In: numbers. Out: their digits, the least significant first, and numbers from digits. In base b the places count 1, b, b², …. In the Ostrowski
//! numeration of a the places count w(0) = 1, w(1) = a + 1, w(i + 1) = a·w(i) + w(i - 1), the denominators that the continued fraction
//! [1; a, a, …] has in Fraenkel's p-system (*How to beat your Wythoff games' opponent on three fronts*, 1982); a digit is at most a, and the digit below
//! a digit a is 0. With a = 1 this is Zeckendorf's: sums of Fibonacci numbers of which no two are neighbours.
//!
//! In the numeration of the unit with trace t, which is at least 3, the places count w(0) = 1, w(1) = t, w(i + 1) = t·w(i) - w(i - 1); a digit is at most
//! t - 1, and between two digits t - 1 stands a digit below t - 2. The unit is θ = t - 1/(t - 1/(t - …)), so that θ² = t·θ - 1, and w(i) is the sum of the powers
//! θ^i, θ^(i - 2), …, θ^(-i). The condition says that the words are the β-expansions in base θ, as 1 = (t - 1)/θ + (t - 2)/θ² + (t - 2)/θ³ + … (Parry, *On the β-expansions of real numbers*, 1960;
//! Bertrand-Mathis, *Comment écrire les nombres entiers dans une base qui n'est pas entière*, 1989).
//!
//! In all of them every number has exactly one word, and longer words are greater numbers. Addition is automatic, since the places grow as the powers of a Pisot
//! number (Frougny, *Representations of numbers and finite automata*, 1992).

use std::ops::RangeInclusive;

use dashu_int::ops::UnsignedAbs;
use dashu_int::{IBig, UBig};

use crate::automaton::Automaton;
use crate::budget::{Budget, Stop};
use crate::diagram::{Nodes, Ref, Var};

/// How numbers are written.
///
/// ```
/// use grundy_automata::Numeration;
///
/// // 11 = 8 + 3, where the places count 1, 2, 3, 5, 8.
/// assert_eq!(Numeration::Ostrowski(1).digits_of(&11u8.into()), [0, 0, 1, 0, 1]);
/// assert_eq!(Numeration::Base(3).digits_of(&11u8.into()), [2, 0, 1]);
/// // 11 = 2·4 + 3, where the places count 1, 4, 15, 56.
/// assert_eq!(Numeration::Unit(4).digits_of(&11u8.into()), [3, 2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Numeration {
    /// Powers of a base, which is above 1.
    Base(usize),
    /// The Ostrowski numeration of a number above 0.
    Ostrowski(usize),
    /// The numeration of the quadratic unit θ with θ + 1/θ = t, which is above 2.
    Unit(usize),
}

/// What the next place counts: so many times the last one, and so many times the one below it.
#[derive(Clone, Copy)]
pub(crate) struct Recurrence {
    pub(crate) last: i64,
    pub(crate) below: i64,
}

/// Base 2.
impl Default for Numeration {
    fn default() -> Numeration {
        Numeration::Base(2)
    }
}

impl std::fmt::Display for Numeration {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Numeration::Base(2) => f.write_str("binary"),
            Numeration::Base(base) => write!(f, "base-{base}"),
            Numeration::Ostrowski(1) => f.write_str("Fibonacci"),
            Numeration::Ostrowski(a) => write!(f, "Ostrowski [1; {a}, {a}, …]"),
            Numeration::Unit(t) => write!(f, "trace-{t} unit"),
        }
    }
}

/// The greatest base in which numbers are written with digits and letters.
const WRITTEN: u8 = 36;

impl Numeration {
    /// The traces of the units in whose numerations automata are looked for: with more digits they take too long.
    pub const TRACES: RangeInclusive<usize> = 3..=22;

    /// What `automatic(P, …)` of the rules language and certificates call it.
    ///
    /// ```
    /// # use grundy_automata::Numeration;
    /// assert_eq!([Numeration::Base(3), Numeration::Ostrowski(1), Numeration::Ostrowski(2)].map(Numeration::name), ["3", "fibonacci", "ostrowski(2)"]);
    /// assert_eq!(Numeration::Unit(4).name(), "unit(4)");
    /// ```
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Numeration::Base(base) => base.to_string(),
            Numeration::Ostrowski(1) => "fibonacci".to_string(),
            Numeration::Ostrowski(a) => format!("ostrowski({a})"),
            Numeration::Unit(t) => format!("unit({t})"),
        }
    }

    /// The numeration of a name.
    ///
    /// ```
    /// # use grundy_automata::Numeration;
    /// assert_eq!(Numeration::named("ostrowski(2)"), Some(Numeration::Ostrowski(2)));
    /// assert_eq!(Numeration::named("1"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Numeration> {
        let number = |text: &str, range: RangeInclusive<usize>| text.trim().parse().ok().filter(|n| range.contains(n));
        let inner = |word: &str, range| number(name.trim().strip_prefix(word)?.strip_suffix(')')?, range);
        match name.trim() {
            "fibonacci" => Some(Numeration::Ostrowski(1)),
            base => number(base, 2..=usize::MAX)
                .map(Numeration::Base)
                .or_else(|| inner("ostrowski(", 1..=usize::MAX).map(Numeration::Ostrowski))
                .or_else(|| inner("unit(", Numeration::TRACES).map(Numeration::Unit)),
        }
    }

    /// How many digits there are.
    #[must_use]
    pub fn digits(self) -> usize {
        match self {
            Numeration::Base(base) => base,
            Numeration::Ostrowski(a) => a + 1,
            Numeration::Unit(t) => t,
        }
    }

    /// Is every word of digits a number?
    #[must_use]
    pub fn is_free(self) -> bool {
        matches!(self, Numeration::Base(_))
    }

    /// How the places grow.
    pub(crate) fn recurrence(self) -> Recurrence {
        let (last, below) = match self {
            Numeration::Base(base) => (base, 0),
            Numeration::Ostrowski(a) => (a, 1),
            Numeration::Unit(t) => (t, -1),
        };
        Recurrence { last: last as i64, below }
    }

    /// What the place below the first would count.
    pub(crate) fn below_first(self) -> i64 {
        i64::from(matches!(self, Numeration::Ostrowski(_)))
    }

    /// Is the greatest digit barred above a digit, given whether it is barred at this digit?
    pub(crate) fn bars(self, barred: bool, digit: usize) -> bool {
        match self {
            Numeration::Base(_) => false,
            Numeration::Ostrowski(_) => digit > 0,
            Numeration::Unit(t) => digit + 1 == t || barred && digit + 2 == t,
        }
    }

    /// What the places count, from the lowest on.
    pub(crate) fn places(self) -> impl Iterator<Item = UBig> {
        let Recurrence { last, below } = self.recurrence();
        let first = (IBig::from(self.below_first()), IBig::ONE);
        let places = std::iter::successors(Some(first), move |(before, place)| {
            Some((place.clone(), place * IBig::from(last) + before * IBig::from(below)))
        });
        // They grow.
        places.map(|(_, place)| place.unsigned_abs())
    }

    /// The digits of a number, the least significant first.
    #[must_use]
    pub fn digits_of(self, number: &UBig) -> Vec<usize> {
        match self {
            Numeration::Base(base) => in_base(number, base),
            Numeration::Ostrowski(_) | Numeration::Unit(_) => self.greedy(number),
        }
    }

    /// The greatest places first, each as often as it fits.
    fn greedy(self, number: &UBig) -> Vec<usize> {
        let places: Vec<UBig> = self.places().take_while(|place| place <= number).collect();
        let (mut digits, mut rest) = (vec![0; places.len()], number.clone());
        for (digit, place) in digits.iter_mut().zip(&places).rev() {
            while rest >= *place {
                rest -= place;
                *digit += 1;
            }
        }
        digits
    }

    /// The number that digits are, the least significant first.
    #[must_use]
    pub fn number_of(self, digits: &[usize]) -> UBig {
        match self {
            Numeration::Base(base) => from_base(digits, base),
            Numeration::Ostrowski(_) | Numeration::Unit(_) => {
                digits.iter().zip(self.places()).map(|(digit, place)| place * *digit).sum()
            }
        }
    }
}

fn in_base(number: &UBig, base: usize) -> Vec<usize> {
    if let Some(radix) = u8::try_from(base).ok().filter(|base| *base <= WRITTEN) {
        // This is quick however long the number is.
        let written = number.in_radix(radix).to_string();
        let digit = |letter: char| letter.to_digit(WRITTEN.into()).map_or(0, |digit| digit as usize);
        let digits = written.trim_start_matches('0').chars().rev();
        return digits.map(digit).collect();
    }
    let (mut digits, mut rest) = (vec![], number.clone());
    let base = UBig::from(base);
    while rest != UBig::ZERO {
        digits.push(usize::try_from(&rest % &base).unwrap_or_default());
        rest /= &base;
    }
    digits
}

fn from_base(digits: &[usize], base: usize) -> UBig {
    match digits.len() {
        0 => UBig::ZERO,
        1 => UBig::from(digits[0]),
        // By halves: long numbers are then multiplied, where digit after digit the work would grow with the square of the length.
        length => {
            let (low, high) = digits.split_at(length / 2);
            from_base(low, base) + UBig::from(base).pow(length / 2) * from_base(high, base)
        }
    }
}

impl Automaton {
    /// The words that write a number, for one variable.
    ///
    /// # Errors
    /// An interruption.
    pub fn words(numeration: Numeration, var: Var, budget: &Budget<'_>) -> Result<Automaton, Stop> {
        if numeration.is_free() {
            return Ok(Automaton::constant(numeration, true));
        }
        let greatest = numeration.digits() - 1;
        // Whether the greatest digit is barred; nothing once a digit was wrong.
        let step = |barred: &Option<bool>, nodes: &mut Nodes, number: &mut dyn FnMut(Option<bool>) -> Ref| {
            let Some(barred) = *barred else { return Ok(number(None)) };
            let next = |digit: usize| (digit < greatest || !barred).then(|| numeration.bars(barred, digit));
            let kids: Vec<Ref> = (0..=greatest).map(|digit| number(next(digit))).collect();
            Ok(nodes.node(var, &kids))
        };
        Automaton::of_states(numeration, Some(false), Option::is_some, step, budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Connective, Decider, Formula, Formulas, Linear, Relation};

    fn numerations() -> impl Iterator<Item = Numeration> {
        (1..=6).map(Numeration::Ostrowski).chain([3, 4, 5, 8].map(Numeration::Unit))
    }

    fn less(numeration: Numeration) -> Automaton {
        let a = numeration.digits() - 1;
        // The number whose most significant differing digit is the less: nothing here adds.
        let step = |less: &bool, nodes: &mut Nodes, number: &mut dyn FnMut(bool) -> Ref| {
            let mut rows = vec![];
            for x in 0..=a {
                let kids: Vec<Ref> = (0..=a).map(|y| number(if x == y { *less } else { x < y })).collect();
                rows.push(nodes.node(1, &kids));
            }
            Ok(nodes.node(0, &rows))
        };
        Automaton::of_states(numeration, false, |less| *less, step, &Budget::default()).unwrap()
    }

    fn sum(all: &mut Formulas, x: Var, y: Var, z: Var) -> Formula {
        all.linear(Linear::new([(x, 1), (y, 1), (z, -1)], 0).unwrap(), Relation::Zero)
    }

    /// The adder of each numeration has the properties that define addition, the order being that of words.
    #[test]
    fn addition_follows_from_its_axioms() {
        for numeration in numerations() {
            let mut all = Formulas::new();
            let set = all.set(&std::sync::Arc::new(less(numeration)));
            let follows = |all: &mut Formulas, x: Var, y: Var| {
                let (less, between) = (all.member(set, vec![x, y]), all.fresh());
                let (first, second) = (all.member(set, vec![x, between]), all.member(set, vec![between, y]));
                let both = all.and([first, second]);
                let some = all.exists([between], both);
                let none = all.not(some);
                all.and([less, none])
            };
            // x, y, z, y + 1, z + 1.
            (0..5).for_each(|_| _ = all.fresh());
            let (y, z) = (follows(&mut all, 1, 3), follows(&mut all, 2, 4));
            let (before, after) = (sum(&mut all, 0, 1, 2), sum(&mut all, 0, 3, 4));
            let same = all.iff(before, after);
            let next = all.and([y, z]);
            let step = all.implies(next, same);
            // x + 0 = z exactly for z = x, where 0 is the number that none is less than.
            let lower = all.fresh();
            let some = all.member(set, vec![lower, 1]);
            let some = all.exists([lower], some);
            let zero = all.not(some);
            let (there, back) = (all.member(set, vec![0, 2]), all.member(set, vec![2, 0]));
            let differ = all.or([there, back]);
            let equal = all.not(differ);
            let right = all.iff(before, equal);
            let beginning = all.implies(zero, right);
            // x + (y + 1) is never 0.
            let lower = all.fresh();
            let some = all.member(set, vec![lower, 4]);
            let some = all.exists([lower], some);
            let positive = all.and([y, after]);
            let end = all.implies(positive, some);
            let mut decider = Decider::new(numeration, &Budget::default());
            for (name, axiom) in [("step", step), ("beginning", beginning), ("end", end)] {
                assert_eq!(decider.is_valid(&all, axiom), Ok(true), "{name} of {numeration:?}");
            }
        }
    }

    #[test]
    fn words_are_numbers_one_by_one() {
        for numeration in numerations() {
            let words = Automaton::words(numeration, 0, &Budget::default()).unwrap();
            for n in 0..2000u32 {
                let word = numeration.digits_of(&n.into());
                assert_eq!(numeration.number_of(&word), n.into());
                assert!(words.accepts(word.len(), |_, place| word.get(place).copied().unwrap_or(0)), "{n}");
            }
            let both = words.combine(&words.not(), Connective::And, &Budget::default()).unwrap();
            assert!(both.is_empty() && !words.is_everything());
        }
    }
}
