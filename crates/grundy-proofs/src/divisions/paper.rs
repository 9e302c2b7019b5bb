//! The polynomial algorithm of Nivasch and Rubinstein (arXiv:2503.23196), as the paper describes it, for the tests.
//!
//! In: a [`Shape`], a number n, and a number c of steps after which guesses are expected to agree. Out: G(n); `None` if somewhere guesses did not
//! agree in c steps, so that nothing is known.

use grundy_core::contract::options::Play;
use std::collections::{BTreeMap, BTreeSet};

use dashu_int::UBig;

use super::naive::first;
use super::read::Shape;
use grundy_core::contract::limits::Limits;

/// Q = { floor(n / (d1^e1 … dk^ek)) }. By Lemma 1 a quotient of a quotient is a quotient.
fn quotients(shape: &Shape, n: &UBig) -> BTreeSet<UBig> {
    let mut found = BTreeSet::from([n.clone()]);
    let mut open = vec![n.clone()];
    while let Some(q) = open.pop() {
        for d in &shape.divide {
            let quotient = &q / UBig::from(*d);
            if found.insert(quotient.clone()) {
                open.push(quotient);
            }
        }
    }
    found
}

/// The values of the numbers q, q - 1, …, at most c of them, for every q of Q.
type ValuesBelow = BTreeMap<UBig, Vec<u8>>;

struct Interval<'a> {
    shape: &'a Shape,
    known: &'a ValuesBelow,
    q: &'a UBig,
}

impl Interval<'_> {
    /// The true values at the quotients of q - below.
    fn at_quotients(&self, below: usize) -> Vec<u8> {
        let p = self.q - UBig::from(below);
        let divisors = self.shape.divide.iter().map(|d| UBig::from(*d)).filter(|d| (&p % d) == UBig::ZERO);
        let value = |d: UBig| {
            let quotient = self.q / &d;
            let back = usize::try_from(&quotient - &p / &d).expect("within the interval");
            self.known[&quotient][back]
        };
        divisors.map(value).collect()
    }

    /// All seeds at the beginning of an interval of `length` numbers: 0 <= g_i <= F, the number of options.
    fn seeds(&self, length: usize) -> Vec<Vec<u8>> {
        let numbers = (0..self.shape.longest()).map(|i| length - 1 - i);
        numbers.fold(vec![vec![]], |seeds, below| {
            let most = (self.shape.subtract.len() + self.at_quotients(below).len()) as u8;
            let longer = |seed: &Vec<u8>| (0..=most).map(|g| [&seed[..], &[g]].concat()).collect::<Vec<_>>();
            seeds.iter().flat_map(longer).collect()
        })
    }

    /// The second half of an interval of 2c numbers, starting with the last number, if all guesses agree there.
    fn second_half(&self, c: usize) -> Option<Vec<u8>> {
        let quotients: Vec<Vec<u8>> = (0..2 * c).rev().map(|below| self.at_quotients(below)).collect();
        let mut agreed: Option<Vec<u8>> = None;
        for mut guess in self.seeds(2 * c) {
            for over in &quotients[guess.len()..] {
                let minus = self.shape.subtract.iter().map(|s| guess[guess.len() - *s as usize]);
                let used: Vec<u8> = minus.chain(over.iter().copied()).collect();
                guess.push((0..).find(|v| !used.contains(v)).expect("a natural"));
            }
            let half: Vec<u8> = guess.split_off(c).into_iter().rev().collect();
            match &agreed {
                Some(known) if *known != half => return None,
                _ => agreed = Some(half),
            }
        }
        agreed
    }
}

/// G(n).
pub(super) fn value(shape: &Shape, n: &UBig, c: usize) -> Option<u8> {
    let largest = shape.divide.last().copied().unwrap_or(1) as usize;
    // Below this, the numbers of the whole interval and of those of its quotients get their values by the definition.
    let small = first(shape, Play::Normal, 4 * c * largest, &Limits::default()).ok()?;
    let mut known = ValuesBelow::new();
    for q in quotients(shape, n) {
        let values = match usize::try_from(&q).ok().filter(|q| *q < small.len()) {
            Some(q) => small[(q + 1).saturating_sub(c)..=q].iter().rev().copied().collect(),
            None => Interval { shape, known: &known, q: &q }.second_half(c)?,
        };
        known.insert(q, values);
    }
    known[n].first().copied()
}
