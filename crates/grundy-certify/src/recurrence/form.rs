//! Linear forms, and the evaluation of expressions for all columns at once.
//!
//! In: expressions, and coordinates and variables as forms `one + p * P + q * Q + …`, where P, Q, … are any numbers 0, 1, 2, …. Out: `Some` form or
//! truth value that holds for all P, Q, …; `None` if the expression is defined but depends on them in another way, or on an unknown variable. If
//! the expression might be undefined for some of them, or a number exceeds 128 bits, the answer is a sentence.
//!
//! All answers follow from exact arithmetic of forms and from signs: a form without negative coefficients is at least `one`, and a form
//! without positive coefficients is at most `one`.

use crate::definition::concrete::{arithmetic, divides, fits, many};
use crate::definition::evaluate::Domain;
use crate::form::expr::{Expr, Many, Result, Two};

/// The number of unknowns besides P and Q.
const MORE: usize = 3;

/// `one + p * P + q * Q`, plus multiples of some more unknowns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    pub(crate) one: i128,
    pub(crate) p: i128,
    pub(crate) q: i128,
    more: [i128; MORE],
}

impl Form {
    /// The number of unknowns of a form.
    pub(crate) const UNKNOWNS: usize = 2 + MORE;

    pub(crate) const fn number(one: i128) -> Form {
        Form::of(one, 0, 0)
    }

    /// A form in P and Q.
    pub(crate) const fn of(one: i128, p: i128, q: i128) -> Form {
        Form { one, p, q, more: [0; MORE] }
    }

    /// A multiple of an unknown: 0 is P, 1 is Q, 2 is R.
    pub(crate) const fn unknown(number: usize, factor: i128) -> Form {
        let mut form = Form::number(0);
        match number {
            0 => form.p = factor,
            1 => form.q = factor,
            _ => form.more[number - 2] = factor,
        }
        form
    }

    /// The coefficients of the unknowns.
    pub(crate) fn factors(self) -> [i128; Form::UNKNOWNS] {
        let [a, b, c] = self.more;
        [self.p, self.q, a, b, c]
    }

    pub(crate) fn as_number(self) -> Option<i128> {
        (self.factors() == [0; Form::UNKNOWNS]).then_some(self.one)
    }

    /// The sum of this form and `k` times another one.
    pub(crate) fn plus(self, k: i128, other: Form) -> Result<Form> {
        let add = |a: i128, b: i128| fits(k.checked_mul(b).and_then(|t| a.checked_add(t)));
        let mut more = self.more;
        for (own, other) in more.iter_mut().zip(other.more) {
            *own = add(*own, other)?;
        }
        Ok(Form { one: add(self.one, other.one)?, p: add(self.p, other.p)?, q: add(self.q, other.q)?, more })
    }

    /// The form divided by a number above 0; `None` if that leaves a remainder.
    pub(crate) fn over(self, d: i128) -> Option<Form> {
        let all = self.steps_by(d) && divides(d, self.one);
        let part = |x: i128| x / d;
        all.then(|| Form { one: part(self.one), p: part(self.p), q: part(self.q), more: self.more.map(part) })
    }

    fn low(self) -> Option<i128> {
        self.factors().iter().all(|k| *k >= 0).then_some(self.one)
    }

    fn high(self) -> Option<i128> {
        self.factors().iter().all(|k| *k <= 0).then_some(self.one)
    }

    /// Is the form never positive (`true`), or always?
    pub(crate) fn non_positive(self) -> Option<bool> {
        if self.high().is_some_and(|h| h <= 0) {
            return Some(true);
        }
        self.low().filter(|l| *l > 0).map(|_| false)
    }

    /// Is the form a natural number, whatever the unknowns are?
    pub(crate) fn is_natural(self) -> bool {
        self.low().is_some_and(|low| low >= 0)
    }

    /// Is the form always 0 (`true`), or never?
    pub(crate) fn is_zero(self) -> Option<bool> {
        if let Some(number) = self.as_number() {
            return Some(number == 0);
        }
        let never = self.low().is_some_and(|l| l > 0) || self.high().is_some_and(|h| h < 0);
        never.then_some(false)
    }

    /// Does a number divide all coefficients? Then the form is `one` plus multiples of the number.
    fn steps_by(self, d: i128) -> bool {
        self.factors().iter().all(|k| divides(d, *k))
    }
}

/// Is the range from `lo` to `hi` empty, whatever the unknowns are?
pub(crate) fn is_empty(lo: Option<Form>, hi: Option<Form>) -> Result<bool> {
    let Some((lo, hi)) = lo.zip(hi) else { return Ok(false) };
    Ok(hi.plus(-1, lo)?.plus(1, Form::number(1))?.non_positive() == Some(true))
}

/// The setting in which an expression is evaluated.
pub(crate) struct Far<'a> {
    pub(crate) coords: &'a [Form],
    /// The variables; `None` if unknown.
    pub(crate) vars: Vec<Option<Form>>,
    /// Tells whether a part has no move.
    pub(crate) terminal: &'a dyn Fn(usize) -> Result<bool>,
    /// The value at a position, if it is known; the position of a statement itself has no entries. A sentence if the position may not exist: what is not defined is not unknown.
    pub(crate) asked: &'a dyn Fn(&[Form]) -> Result<Option<Form>>,
}

/// Whether a part has no move, where expressions are about one number.
pub(crate) fn no_parts(_: usize) -> Result<bool> {
    Err("one number has no parts".to_string())
}

/// The answer to questions where none may be asked.
pub(crate) fn unasked(_: &[Form]) -> Result<Option<Form>> {
    Err("an expression asks for a value of a game".to_string())
}

const UNDEFINED: &str = "an expression may be undefined far out";

pub(crate) fn perhaps_undefined() -> String {
    UNDEFINED.into()
}

impl Far<'_> {
    /// Evaluates an expression with an integer value.
    pub(crate) fn int(&mut self, e: &Expr) -> Result<Option<Form>> {
        self.evaluate(e)
    }

    /// Evaluates a condition.
    pub(crate) fn truth(&mut self, e: &Expr) -> Result<Option<bool>> {
        self.decide(e)
    }
}

impl Domain for Far<'_> {
    type Number = Option<Form>;
    const LONGEST: i128 = 1 << 12;
    const UNDEFINED: &'static str = UNDEFINED;

    fn number(&self, number: i128) -> Option<Form> {
        Some(Form::number(number))
    }

    fn as_number(&self, number: Option<Form>) -> Option<i128> {
        number?.as_number()
    }

    fn unknown(&self) -> Result<Option<Form>> {
        Ok(None)
    }

    fn coordinate(&self, place: usize) -> Option<Form> {
        Some(self.coords[place])
    }

    fn variable(&self, variable: usize) -> Result<Option<Form>> {
        Ok(self.vars.get(variable).copied().flatten())
    }

    fn put(&mut self, variable: usize, value: Option<Form>) {
        if self.vars.len() <= variable {
            self.vars.resize(variable + 1, None);
        }
        self.vars[variable] = value;
    }

    fn answer(&self, _: usize, at: &[Option<Form>]) -> Result<Option<Form>> {
        // What is asked of an unknown position may be asked of none that exists.
        let at = at.iter().copied().collect::<Option<Vec<Form>>>();
        (self.asked)(&at.ok_or_else(perhaps_undefined)?)
    }

    fn terminal(&self, part: usize) -> Result<bool> {
        (self.terminal)(part)
    }

    fn plus(&self, sum: Option<Form>, factor: i128, number: Option<Form>) -> Result<Option<Form>> {
        sum.zip(number).map(|(sum, number)| sum.plus(factor, number)).transpose()
    }

    fn abs(&self, number: Option<Form>) -> Result<Option<Form>> {
        let Some(a) = number else { return Ok(None) };
        let less = Form::number(0).plus(-1, a)?;
        Ok(Some(a).filter(|a| a.is_natural()).or(a.high().filter(|h| *h <= 0).map(|_| less)))
    }

    fn two(&self, word: Two, a: Option<Form>, b: Option<Form>) -> Result<Option<Form>> {
        two(word, a, b)
    }

    fn many(&self, word: Many, list: &[Option<Form>]) -> Result<Option<Form>> {
        several(word, list)
    }

    fn digit(&self, place: Option<Form>, digits: &[i128]) -> Result<Option<Form>> {
        let place = place.and_then(|place| Some((place, place.low().filter(|low| *low >= 0)?)));
        let (place, least) = place.ok_or_else(perhaps_undefined)?;
        let digit = |i: i128| usize::try_from(i).ok().and_then(|i| digits.get(i)).copied().unwrap_or(0);
        let beyond = least >= digits.len() as i128;
        Ok(if beyond { self.number(0) } else { place.as_number().map(|i| Form::number(digit(i))) })
    }

    fn rank(&self, place: usize, list: Vec<Option<Form>>) -> Result<Option<Form>> {
        list.into_iter().collect::<Option<Vec<Form>>>().map_or(Ok(None), |list| rank(place, list))
    }

    fn divides(&self, d: Option<Form>, n: Option<Form>) -> Option<bool> {
        let (d, n) = (d?.as_number()?, n?);
        n.steps_by(d).then(|| divides(d, n.one))
    }

    fn is_zero(&self, number: Option<Form>) -> Option<bool> {
        number?.is_zero()
    }

    fn non_positive(&self, number: Option<Form>) -> Option<bool> {
        number?.non_positive()
    }
}

/// An operation on two numbers.
fn two(word: Two, a: Option<Form>, b: Option<Form>) -> Result<Option<Form>> {
    if word == Two::Gcd {
        let numbers = a.and_then(Form::as_number).zip(b.and_then(Form::as_number));
        return numbers.map(|(a, b)| arithmetic(word, a, b).map(Form::number)).transpose();
    }
    let b = b.and_then(Form::as_number).ok_or_else(perhaps_undefined)?;
    if let Some(a) = a.and_then(Form::as_number) {
        return arithmetic(word, a, b).map(|v| Some(Form::number(v)));
    }
    match word {
        Two::Div | Two::Mod if b != 0 => {
            let Some(a) = a.filter(|a| a.steps_by(b)) else { return Ok(None) };
            // (one + b * n) div b = one div b + n, and the remainder is that of `one`.
            let one = arithmetic(word, a.one, b)?;
            Ok(Some(if word == Two::Div {
                let mut form = Form::number(one);
                for (number, factor) in (0..).zip(a.factors()) {
                    form = form.plus(1, Form::unknown(number, fits(factor.checked_div(b))?))?;
                }
                form
            } else {
                Form::number(one)
            }))
        }
        Two::Bit if (0..100).contains(&b) => {
            let modulus = 1i128 << (b + 1);
            // Bit b depends only on the remainder modulo 2^(b + 1).
            let a = a.filter(|a| a.steps_by(modulus));
            a.map(|a| arithmetic(word, a.one, b).map(Form::number)).transpose()
        }
        _ => Err(perhaps_undefined()),
    }
}

/// An operation on any number of numbers.
fn several(word: Many, list: &[Option<Form>]) -> Result<Option<Form>> {
    let forms: Option<Vec<Form>> = list.iter().copied().collect();
    if word == Many::Xor {
        let numbers: Option<Vec<i128>> = forms.and_then(|forms| forms.into_iter().map(Form::as_number).collect());
        return many(word, &numbers.ok_or_else(perhaps_undefined)?).map(|v| Some(Form::number(v)));
    }
    let Some(forms) = forms else { return Ok(None) };
    match word {
        Many::Product => {
            let mut product = Form::number(1);
            for form in forms {
                product = match (product.as_number(), form.as_number()) {
                    (Some(k), _) => Form::number(0).plus(k, form)?,
                    (_, Some(k)) => Form::number(0).plus(k, product)?,
                    _ => return Ok(None),
                };
            }
            Ok(Some(product))
        }
        Many::Min => rank(0, forms),
        _ => rank(forms.len() - 1, forms),
    }
}

/// A form that is the k-th smallest (counted from 0) for all values of the unknowns, if comparing it with each other form shows this.
fn rank(k: usize, forms: Vec<Form>) -> Result<Option<Form>> {
    for (own, candidate) in forms.iter().enumerate() {
        let (mut less, mut greater, mut equal) = (0, 0, 0);
        for (_, form) in forms.iter().enumerate().filter(|(other, _)| *other != own) {
            match (form.plus(-1, *candidate)?.non_positive(), candidate.plus(-1, *form)?.non_positive()) {
                (Some(true), Some(true)) => equal += 1,
                (Some(true), _) => less += 1,
                (_, Some(true)) => greater += 1,
                _ => {}
            }
        }
        if less + greater + equal + 1 == forms.len() && less <= k && k <= less + equal {
            return Ok(Some(*candidate));
        }
    }
    Ok(None)
}
