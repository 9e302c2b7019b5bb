//! The evaluation of expressions, over any domain of numbers.
//!
//! In: an expression, and a [`Domain`]: what coordinates, variables and answers are, and how they are reckoned with. Out: its number or its truth value, as the format defines
//! them; a sentence if something that is reached is not defined, or cannot be reckoned. Evaluation is from left to right, and stops as soon as the answer is known.
//!
//! There are two domains: the numbers ([`concrete`](crate::definition::concrete)), and forms in unknowns ([`form`](crate::recurrence::form)), of which a number or a truth value may be unknown. What is evaluated
//! while a condition is unknown must be defined whatever the condition is; so whatever is not reached by some value of the unknowns is looked at, too.

use crate::form::expr::{Expr, Fold, Linked, Many, Nim, Result, Two, Word};

/// Numbers, and what an expression speaks of.
pub(crate) trait Domain {
    type Number: Copy + PartialEq;
    /// The limit on the length of a range in a quantified form.
    const LONGEST: i128;
    /// Why something that is not defined has no number.
    const UNDEFINED: &'static str;

    /// Counts an expression that is evaluated; an error ends the work.
    fn step(&self) -> Result<()> {
        Ok(())
    }

    fn number(&self, number: i128) -> Self::Number;
    /// The number, if it is one and not a form.
    fn as_number(&self, number: Self::Number) -> Option<i128>;
    /// What depends on unknowns.
    fn unknown(&self) -> Result<Self::Number>;

    fn coordinate(&self, place: usize) -> Self::Number;
    fn variable(&self, variable: usize) -> Result<Self::Number>;
    fn put(&mut self, variable: usize, number: Self::Number);
    /// The answer to a question of a claim.
    fn answer(&self, question: usize, at: &[Self::Number]) -> Result<Self::Number>;
    /// Has a part no move?
    fn terminal(&self, part: usize) -> Result<bool>;

    /// The sum of a number and a multiple of another one.
    fn plus(&self, sum: Self::Number, factor: i128, number: Self::Number) -> Result<Self::Number>;
    fn abs(&self, number: Self::Number) -> Result<Self::Number>;
    fn two(&self, word: Two, a: Self::Number, b: Self::Number) -> Result<Self::Number>;
    fn many(&self, word: Many, list: &[Self::Number]) -> Result<Self::Number>;
    fn nim(&self, _: Nim, _: &[Self::Number]) -> Result<Self::Number> {
        Err(Self::UNDEFINED.into())
    }
    /// The number at a place in a list of numbers, and 0 behind it.
    fn digit(&self, place: Self::Number, digits: &[i128]) -> Result<Self::Number>;
    /// The number at a place, counted from 0, of a list in ascending order.
    fn rank(&self, place: usize, list: Vec<Self::Number>) -> Result<Self::Number>;
    fn divides(&self, d: Self::Number, n: Self::Number) -> Option<bool>;
    fn is_zero(&self, number: Self::Number) -> Option<bool>;
    fn non_positive(&self, number: Self::Number) -> Option<bool>;

    /// Is an answer 0? That may be known with less work.
    fn answers_zero(&self, question: usize, at: &[Self::Number]) -> Result<Option<bool>> {
        Ok(self.is_zero(self.answer(question, at)?))
    }

    /// Evaluates an expression with an integer value.
    fn evaluate(&mut self, e: &Expr) -> Result<Self::Number> {
        self.step()?;
        match e {
            Expr::Int(v) => Ok(self.number(*v)),
            Expr::X(i) => Ok(self.coordinate(*i)),
            Expr::V(i) => self.variable(*i),
            Expr::Sum(c, terms) => {
                let mut sum = self.number(*c);
                for (k, e) in terms {
                    let term = self.evaluate(e)?;
                    sum = self.plus(sum, *k, term)?;
                }
                Ok(sum)
            }
            Expr::Abs(a) => {
                let a = self.evaluate(a)?;
                self.abs(a)
            }
            Expr::Log2(a) => {
                let a = self.evaluate(a)?;
                let log = self.as_number(a).filter(|a| *a > 0).map(|a| self.number(a.ilog2().into()));
                Ok(log.ok_or(Self::UNDEFINED)?)
            }
            Expr::Nim(word, list) => {
                let list = self.all(list)?;
                self.nim(*word, &list)
            }
            Expr::Two(word, both) => {
                let (a, b) = (self.evaluate(&both[0])?, self.evaluate(&both[1])?);
                self.two(*word, a, b)
            }
            Expr::Many(word, list) => {
                let list = self.all(list)?;
                self.many(*word, &list)
            }
            Expr::If(three) => match self.decide(&three[0])? {
                Some(c) => self.evaluate(&three[if c { 1 } else { 2 }]),
                None => {
                    let (a, b) = (self.evaluate(&three[1])?, self.evaluate(&three[2])?);
                    if a == b { Ok(a) } else { self.unknown() }
                }
            },
            Expr::Entry(i, list) => {
                let i = self.evaluate(i)?;
                let place = self.as_number(i).and_then(|i| usize::try_from(i.checked_sub(1)?).ok());
                let entry = place.and_then(|i| list.get(i)).ok_or(Self::UNDEFINED)?;
                self.evaluate(entry)
            }
            Expr::Digit(i, digits) => {
                let i = self.evaluate(i)?;
                self.digit(i, digits)
            }
            Expr::Rank(k, list) => {
                let list = self.all(list)?;
                self.rank(*k, list)
            }
            Expr::Mex(list) => self.mex(list),
            Expr::Fold(fold) if !matches!(fold.word, Word::All | Word::Any) => self.fold(fold),
            Expr::Ask(question, at) => {
                let at = self.all(at)?;
                self.answer(*question, &at)
            }
            _ => Err(Self::UNDEFINED.into()),
        }
    }

    fn all(&mut self, list: &[Expr]) -> Result<Vec<Self::Number>> {
        list.iter().map(|e| self.evaluate(e)).collect()
    }

    /// The least natural number that is none of those whose conditions hold.
    fn mex(&mut self, list: &[(Expr, Expr)]) -> Result<Self::Number> {
        let mut found = Some(vec![]);
        for (c, e) in list {
            let c = self.decide(c)?;
            if c == Some(false) {
                continue;
            }
            let value = self.evaluate(e)?;
            match self.as_number(value).filter(|_| c.is_some()) {
                Some(value) => found.iter_mut().for_each(|found: &mut Vec<i128>| found.push(value)),
                None => found = None,
            }
        }
        let Some(found) = found else { return self.unknown() };
        Ok(self.number((0..).find(|n| !found.contains(n)).unwrap_or(0)))
    }

    /// Evaluates a condition; nothing if it depends on unknowns.
    fn decide(&mut self, e: &Expr) -> Result<Option<bool>> {
        self.step()?;
        match e {
            Expr::Truth(t) => Ok(Some(*t)),
            Expr::Zero(a) => match &**a {
                Expr::Ask(question, at) => {
                    let at = self.all(at)?;
                    self.answers_zero(*question, &at)
                }
                a => self.evaluate(a).map(|a| self.is_zero(a)),
            },
            Expr::NonPos(a) => self.evaluate(a).map(|a| self.non_positive(a)),
            Expr::Not(a) => Ok(self.decide(a)?.map(|t| !t)),
            Expr::And(list) => self.join(list, false),
            Expr::Or(list) => self.join(list, true),
            Expr::Two(Two::Iff, both) => {
                let (a, b) = (self.decide(&both[0])?, self.decide(&both[1])?);
                Ok(a.zip(b).map(|(a, b)| a == b))
            }
            Expr::Two(Two::Divides, both) => {
                let (d, n) = (self.evaluate(&both[0])?, self.evaluate(&both[1])?);
                Ok(self.divides(d, n))
            }
            Expr::If(three) => match self.decide(&three[0])? {
                Some(c) => self.decide(&three[if c { 1 } else { 2 }]),
                None => {
                    let (a, b) = (self.decide(&three[1])?, self.decide(&three[2])?);
                    Ok(a.filter(|_| a == b))
                }
            },
            Expr::Linked(linked) => self.reaches(linked).map(Some),
            Expr::Terminal(part) => self.terminal(*part).map(Some),
            Expr::Fold(fold) if matches!(fold.word, Word::All | Word::Any) => {
                self.fold(fold).map(|truth| self.as_number(truth).map(|truth| truth != 0))
            }
            _ => Err(Self::UNDEFINED.into()),
        }
    }

    /// Evaluates from left to right until a condition has the truth value `ends`.
    fn join(&mut self, list: &[Expr], ends: bool) -> Result<Option<bool>> {
        let mut truth = Some(!ends);
        for e in list {
            match self.decide(e)? {
                Some(t) if t == ends => return Ok(Some(ends)),
                Some(_) => {}
                None => truth = None,
            }
        }
        Ok(truth)
    }

    /// Is the element reached? Elements are looked at in the order in which they are reached, and no condition of one that is reached already.
    fn reaches(&mut self, linked: &Linked) -> Result<bool> {
        let mut reached: Vec<usize> = vec![];
        let see = |own: &mut Self, reached: &mut Vec<usize>, element: usize, condition: &Expr| {
            if !reached.contains(&element) && own.decide(condition)?.ok_or(Self::UNDEFINED)? {
                reached.push(element);
            }
            Ok::<bool, String>(reached.last() == Some(&linked.target))
        };
        for (element, condition) in &linked.seeds {
            if see(self, &mut reached, *element, condition)? {
                return Ok(true);
            }
        }
        let mut next = 0;
        while let Some(element) = reached.get(next).copied() {
            for (_, to, condition) in linked.steps.iter().filter(|(from, ..)| *from == element) {
                if see(self, &mut reached, *to, condition)? {
                    return Ok(true);
                }
            }
            next += 1;
        }
        Ok(false)
    }

    fn fold(&mut self, fold: &Fold) -> Result<Self::Number> {
        let mut found = vec![];
        let stopped = self.choices(fold, 0, &mut found)?;
        match fold.word {
            // An entry is a choice of which it is unknown whether it ends the search.
            Word::All | Word::Any if !stopped && !found.is_empty() => self.unknown(),
            Word::All => Ok(self.number((!stopped).into())),
            Word::Any => Ok(self.number(stopped.into())),
            Word::Count | Word::Sum => {
                found.into_iter().try_fold(self.number(0), |sum, number| self.plus(sum, 1, number))
            }
            Word::Xor => self.many(Many::Xor, &found),
            Word::Min | Word::Max if found.is_empty() => Err(Self::UNDEFINED.into()),
            Word::Min => self.many(Many::Min, &found),
            Word::Max => self.many(Many::Max, &found),
        }
    }

    /// Runs through the choices of a quantified form. Does some choice certainly end it?
    fn choices(&mut self, fold: &Fold, depth: usize, found: &mut Vec<Self::Number>) -> Result<bool> {
        if let Some((variable, lo, hi)) = fold.ranges.get(depth) {
            let ends = [self.evaluate(lo)?, self.evaluate(hi)?].map(|end| self.as_number(end));
            let [Some(lo), Some(hi)] = ends else { return Err("a quantified range grows along the line".into()) };
            if hi.saturating_sub(lo) > Self::LONGEST {
                return Err("a quantified range is too long".into());
            }
            for value in lo..=hi {
                self.step()?;
                self.put(*variable, self.number(value));
                if self.choices(fold, depth + 1, found)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        let kept = self.decide(&fold.filter)?;
        if kept == Some(false) {
            return Ok(false);
        }
        let counts = match fold.word {
            Word::All => self.decide(&fold.body)?.map(|truth| !truth),
            Word::Any | Word::Count => self.decide(&fold.body)?,
            _ => {
                let value = self.evaluate(&fold.body)?;
                // Of numbers of which it is unknown whether there are any, there may be no least one.
                if kept.is_none() && matches!(fold.word, Word::Min | Word::Max) {
                    return Err(Self::UNDEFINED.into());
                }
                found.push(if kept.is_some() { value } else { self.unknown()? });
                return Ok(false);
            }
        };
        let ends = fold.word != Word::Count;
        match kept.and(counts) {
            Some(true) if ends => return Ok(true),
            Some(true) => found.push(self.number(1)),
            _ if counts == Some(false) => {}
            _ => found.push(self.unknown()?),
        }
        Ok(false)
    }
}
