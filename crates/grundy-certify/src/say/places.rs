//! Sums over binary places, as in Moore's function.
//!
//! In: `sum b in 0..log2(w): f(b)·B^b`, where f looks at nothing but the binary digits of some numbers at the place b. Out: a number, where B is 2; for every B,
//! whether such a sum, times a constant and with another added, is 0 or at most 0. One automaton reads the digits of all the numbers; its states are what is still to
//! be balanced, as in a linear form in base B, in which f is a digit.
//!
//! Above the last place of the range the numbers have no digits but 0, where each of them is at most w; and f must be 0 where all digits are 0. So the sum runs
//! over all places. Where a number is above w nothing is said.

use std::cell::Cell;

use crate::definition::concrete::At;
use crate::form::expr::{Expr, Fold, Many, Result, Rules, Two, Word};
use crate::say::moves::{Defined, Env, Number, Speaker, unknown};
use crate::say::powers::{constants, terms};
use crate::say::sets::{Set, Sum, Table, Track};
use crate::say::truth::Judged;

/// The most numbers whose digits are looked at.
const NUMBERS: usize = 8;
/// The greatest digit, without its sign.
const DIGIT: i128 = 1 << 16;
/// The most states of an automaton.
const STATES: usize = 1 << 12;

/// A sum over places, by its form.
struct Places<'e> {
    /// The greatest place is that of the last digit of this number.
    last: &'e Expr,
    base: i128,
    /// The numbers whose digits are looked at.
    of: Vec<&'e Expr>,
    /// f, where the digits of these numbers are variables.
    digit: Expr,
}

/// What the automaton of a sum over places says of it.
#[derive(Clone, Copy)]
enum Asks {
    Zero,
    AtMostZero,
    /// The sum is the last number that is read; its base is 2.
    Is,
}

impl<'e> Places<'e> {
    fn of(fold: &'e Fold) -> Option<Places<'e>> {
        let Fold { word: Word::Sum, ranges, filter: Expr::Truth(true), body } = fold else { return None };
        let [(variable, Expr::Int(0), Expr::Log2(last))] = &ranges[..] else { return None };
        let mut of = vec![];
        numbers(body, *variable, &mut of);
        let base = Cell::new(None);
        let digit = weighed(body, *variable, &of, &base)?;
        let speaks = |e: &Expr| {
            let mut speaks = false;
            e.visit(&mut |e| speaks |= *e == Expr::V(*variable));
            speaks
        };
        let fine = of.len() <= NUMBERS && !of.iter().any(|e| speaks(e)) && !speaks(last);
        fine.then_some(())?;
        Some(Places { last, base: base.get()?, of, digit })
    }

    /// What f is, for the digits of so many tracks; the numbers are the given ones of these.
    fn table_of_digits(&self, rules: &Rules, tracks: usize, places: &[usize]) -> Result<Vec<i128>> {
        let digits = (0..1usize << tracks).map(|letter| {
            let mut at = At::new(rules, &[]);
            at.vars = places.iter().map(|place| (letter >> place & 1) as i128).collect();
            let digit = at.int(&self.digit)?;
            if digit.unsigned_abs() > DIGIT.unsigned_abs() { Err(unknown("so large a digit")) } else { Ok(digit) }
        });
        let digits = digits.collect::<Result<Vec<i128>>>()?;
        if digits[0] == 0 { Ok(digits) } else { Err(unknown("a sum over places where no digits make one above 0")) }
    }
}

/// The numbers whose digits at the place an expression looks at, each once.
fn numbers<'e>(e: &'e Expr, place: usize, found: &mut Vec<&'e Expr>) {
    match e {
        Expr::Two(Two::Bit, both) if both[1] == Expr::V(place) => {
            let is_new = !found.contains(&&both[0]);
            found.extend(is_new.then_some(&both[0]));
        }
        Expr::Sum(_, terms) => terms.iter().for_each(|(_, e)| numbers(e, place, found)),
        Expr::Two(_, both) => both.iter().for_each(|e| numbers(e, place, found)),
        Expr::Abs(e) | Expr::Digit(e, _) | Expr::Zero(e) | Expr::NonPos(e) | Expr::Not(e) => numbers(e, place, found),
        Expr::Many(_, list) | Expr::And(list) | Expr::Or(list) => list.iter().for_each(|e| numbers(e, place, found)),
        Expr::If(three) => three.iter().for_each(|e| numbers(e, place, found)),
        _ => {}
    }
}

/// An expression that is B^b times a function of the digits at the place b: this function. B is found, too.
fn weighed(e: &Expr, place: usize, of: &[&Expr], base: &Cell<Option<i128>>) -> Option<Expr> {
    let all = |e| weighed(e, place, of, base);
    match e {
        Expr::Int(0) => Some(Expr::Int(0)),
        Expr::Two(Two::Power, both) => match (&both[0], &both[1]) {
            (Expr::Int(b), Expr::V(v)) if *v == place && (2..=DIGIT).contains(b) => {
                let same = base.replace(Some(*b)).is_none_or(|known| known == *b);
                same.then_some(Expr::Int(1))
            }
            _ => None,
        },
        Expr::Many(Many::Product, list) => {
            let weighs =
                list.iter().position(|e| matches!(e, Expr::Two(Two::Power, both) if both[1] == Expr::V(place)))?;
            all(&list[weighs])?;
            let others = list.iter().enumerate().filter(|(i, _)| *i != weighs);
            Some(Expr::Many(Many::Product, others.map(|(_, e)| of_digits(e, place, of)).collect::<Option<_>>()?))
        }
        Expr::Sum(0, terms) => {
            Some(Expr::Sum(0, terms.iter().map(|(k, e)| Some((*k, all(e)?))).collect::<Option<_>>()?))
        }
        Expr::If(three) => {
            Some(Expr::If(Box::new([of_digits(&three[0], place, of)?, all(&three[1])?, all(&three[2])?])))
        }
        _ => None,
    }
}

/// An expression that looks at nothing but digits at a place: the same, with a variable for each of the numbers.
fn of_digits(e: &Expr, place: usize, of: &[&Expr]) -> Option<Expr> {
    let one = |e: &Expr| of_digits(e, place, of);
    let boxed = |e: &Expr| one(e).map(Box::new);
    let all = |list: &[Expr]| list.iter().map(one).collect::<Option<Vec<Expr>>>();
    Some(match e {
        Expr::Two(Two::Bit, both) if both[1] == Expr::V(place) => Expr::V(of.iter().position(|x| **x == both[0])?),
        Expr::Int(_) | Expr::Truth(_) => e.clone(),
        Expr::Sum(c, terms) => Expr::Sum(*c, terms.iter().map(|(k, e)| Some((*k, one(e)?))).collect::<Option<_>>()?),
        Expr::Two(word, both) => Expr::Two(*word, Box::new([one(&both[0])?, one(&both[1])?])),
        Expr::Abs(a) => Expr::Abs(boxed(a)?),
        Expr::Digit(a, digits) => Expr::Digit(boxed(a)?, digits.clone()),
        Expr::Many(word, list) => Expr::Many(*word, all(list)?),
        Expr::If(three) => Expr::If(Box::new([one(&three[0])?, one(&three[1])?, one(&three[2])?])),
        Expr::Zero(a) => Expr::Zero(boxed(a)?),
        Expr::NonPos(a) => Expr::NonPos(boxed(a)?),
        Expr::Not(a) => Expr::Not(boxed(a)?),
        Expr::And(list) => Expr::And(all(list)?),
        Expr::Or(list) => Expr::Or(all(list)?),
        _ => return None,
    })
}

/// The automaton that reads numbers whose digits make f; k times the sum over places and a constant are 0 or at most 0, or the sum is the number that is read last.
fn balanced(digits: &[i128], base: i128, (k, constant): (i128, i128), asks: Asks) -> Result<Table> {
    let large = || unknown("a sum over places beside so large a number");
    let letters = if matches!(asks, Asks::Is) { 2 * digits.len() } else { digits.len() };
    // The first state is wrong whatever follows, once it is met.
    let (mut rests, mut next) = (vec![constant], vec![]);
    while let Some(rest) = rests.get(next.len()).copied() {
        let mut row = vec![];
        for letter in 0..letters {
            let own = k.checked_mul(digits[letter % digits.len()]).and_then(|own| own.checked_add(rest));
            let own = own.and_then(|own| own.checked_sub((letter / digits.len()) as i128)).ok_or_else(large)?;
            row.push(match asks {
                Asks::AtMostZero => Some(own.checked_add(base - 1).ok_or_else(large)?.div_euclid(base)),
                Asks::Zero | Asks::Is => (own % base == 0).then_some(own / base),
            });
        }
        for rest in row.iter().flatten() {
            if !rests.contains(rest) {
                rests.push(*rest);
            }
        }
        if rests.len() > STATES {
            return Err(large());
        }
        next.push(row);
    }
    let wrong = rests.len();
    let place = |to: &Option<i128>| rests.iter().position(|rest| Some(*rest) == *to).unwrap_or(wrong);
    let mut next: Vec<Vec<usize>> = next.iter().map(|row| row.iter().map(place).collect()).collect();
    next.push(vec![wrong; letters]);
    let accepts = |rest: &i128| if matches!(asks, Asks::AtMostZero) { *rest <= 0 } else { *rest == 0 };
    Ok(Table { next, accepts: rests.iter().map(accepts).chain([false]).collect() })
}

impl Speaker {
    /// The numbers of a sum over places as tracks, each once; what f is, for their digits.
    fn places(
        &mut self,
        rules: &Rules,
        places: &Places<'_>,
        env: &Env,
        defined: &mut Defined,
    ) -> Result<(Vec<Track>, Vec<i128>)> {
        self.binary("places of digits that are not binary")?;
        let last = self.int(rules, places.last, env, defined)?;
        let (mut tracks, mut of) = (vec![], vec![]);
        for e in &places.of {
            let track = self.natural(rules, e, env, defined)?;
            of.push(tracks.iter().position(|known| *known == track).unwrap_or(tracks.len()));
            if !tracks.contains(&track) {
                tracks.push(track);
            }
        }
        let mut ways = vec![];
        for (guard, last) in &last {
            let within = tracks.iter().map(|track| self.sets.at_most(&Sum::track(*track), last));
            let within = within.collect::<Result<Vec<Set>>>()?;
            let least = self.sets.at_most(&Sum::number(1), last)?;
            ways.push(self.sets.and([&within[..], &[*guard, least]].concat()));
        }
        defined.parts.push(self.sets.or(ways));
        defined.partial = true;
        let digits = places.table_of_digits(rules, tracks.len(), &of)?;
        Ok((tracks, digits))
    }

    /// A sum over binary places, each counting as in base 2.
    pub(crate) fn digits_of_places(
        &mut self,
        rules: &Rules,
        fold: &Fold,
        env: &Env,
        defined: &mut Defined,
    ) -> Result<Number> {
        let places = Places::of(fold).filter(|places| places.base == 2);
        let places = places.ok_or_else(|| unknown("a count or a sum over a range that varies"))?;
        self.words.insert("places");
        let (mut tracks, digits) = self.places(rules, &places, env, defined)?;
        let sum = self.track()?;
        tracks.push(sum);
        defined.tracks.push(sum);
        let table = self.sets.table(&balanced(&digits, 2, (1, 0), Asks::Is)?);
        defined.parts.push(self.sets.is_in(table, tracks));
        Ok(vec![(self.sets.constant(true), Sum::track(sum))])
    }

    /// A multiple of a sum over places, and constants by cases, are 0, or at most 0; nothing if this is not said, or not in another base than 2.
    pub(crate) fn sum_of_places(
        &mut self,
        rules: &Rules,
        e: &Expr,
        env: &Env,
        at_most: bool,
    ) -> Result<Option<Judged>> {
        let (c, terms) = terms(e);
        let is_fold = |e: &Expr| matches!(e, Expr::Fold(fold) if fold.word == Word::Sum && Places::of(fold).is_some_and(|places| places.base != 2));
        let (sums, others): (Vec<_>, Vec<_>) = terms.into_iter().partition(|(_, e)| is_fold(e));
        let [(k, Expr::Fold(fold))] = sums[..] else { return Ok(None) };
        let Some(places) = Places::of(fold) else { return Ok(None) };
        self.words.insert("places");
        let rest = Expr::Sum(c, others.into_iter().map(|(k, e)| (k, e.clone())).collect());
        self.scoped(|own| {
            let mut defined = Defined::default();
            let rest = own.int(rules, &rest, env, &mut defined)?;
            let rest = constants(&rest).ok_or_else(|| unknown("a sum over places beside a number that varies"))?;
            let (tracks, digits) = own.places(rules, &places, env, &mut defined)?;
            let asks = if at_most { Asks::AtMostZero } else { Asks::Zero };
            let mut cases: Vec<(Set, Set)> = vec![];
            for (guard, rest) in rest {
                let table = own.sets.table(&balanced(&digits, places.base, (k, rest), asks)?);
                cases.push((guard, own.sets.is_in(table, tracks.clone())));
            }
            Ok(Some(own.judged(cases, defined)))
        })
    }
}
