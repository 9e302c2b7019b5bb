//! Heaps of several kinds, numbered as heaps of one.
//!
//! In: what a certificate says of the numbering. Out: [`Kinds`]. One coordinate of a position counts tokens, and the others say the kind of the heap. The
//! heap of n tokens and of kind k has the number m n + w(k), where the w(k) are different modulo m. So a number is a heap of at most one
//! kind, and numbers alone are spoken of in the proofs. A numbering proves nothing: that moves lead to smaller numbers is checked of each
//! move, and that all kinds which a move leaves are numbered, or are no positions.

use serde_json::{Map, Value};

use crate::definition::concrete::exists;
use crate::form::expr::{Result, Rules};
use crate::form::keys::{Entry, along_one, entries, number, objects, only_keys};
use crate::recurrence::form::{Far, Form, unasked};

/// At most this many kinds, and this m.
const MOST: u64 = 1 << 12;

/// Kinds of heaps with their numbers.
#[derive(Clone)]
pub(crate) struct Kinds {
    /// m
    pub(crate) of: u64,
    /// The coordinate that counts tokens.
    tokens: usize,
    /// For each kind all coordinates, with 0 for the tokens, and w(k).
    numbered: Vec<(Vec<u64>, u64)>,
}

/// What a certificate says of heaps of several kinds: the numbering, and from where on with what period all values recur, in numbers.
#[derive(Clone)]
pub(crate) struct Together {
    pub(crate) kinds: Kinds,
    pub(crate) preperiod: u64,
    pub(crate) period: u64,
}

impl Together {
    /// Reads the object of a certificate of positions with so many coordinates.
    pub(crate) fn read(object: &Map<String, Value>, width: usize) -> Result<Together> {
        only_keys(object, &["of", "numbered", "preperiod", "period"], "its `kinds` have")?;
        let of = number(object, "of")?;
        let (mut numbered, mut counts) = (vec![], None);
        for kind in objects(object, "numbered")? {
            let (fixed, tokens) = along_one(&entries(kind, width)?)
                .ok_or("in the line of a kind one coordinate is `_`, and the others are numbers")?;
            if *counts.get_or_insert(tokens) != tokens {
                return Err("the tokens of all kinds are the same coordinate".into());
            }
            numbered.push((fixed, number(kind, "number")?));
        }
        let residue = |i: usize| numbered[i].1 % of.max(1);
        let apart = |i: usize| (0..i).all(|k| numbered[k].0 != numbered[i].0 && residue(k) != residue(i));
        if !(1..=MOST).contains(&of) || !(0..numbered.len()).all(|i| numbered[i].1 < MOST && apart(i)) {
            return Err(format!(
                "kinds are different, and have numbers that are different modulo `of`; these and `of` are at most {MOST}"
            ));
        }
        let tokens = counts.ok_or("there is no kind of heaps")?;
        let kinds = Kinds { of, tokens, numbered };
        let (preperiod, period) = (number(object, "preperiod")?, number(object, "period")?);
        if period == 0 || !period.is_multiple_of(of) {
            return Err("the period of all kinds together is a multiple of `of`".into());
        }
        Ok(Together { kinds, preperiod, period })
    }
}

impl Kinds {
    /// The numbering of heaps that are one coordinate.
    pub(crate) fn one() -> Kinds {
        Kinds { of: 1, tokens: 0, numbered: vec![(vec![0], 0)] }
    }

    /// The number of the kind whose heaps a line runs through.
    pub(crate) fn along(&self, line: &[Entry]) -> Option<u64> {
        let is = |kind: &Vec<u64>| {
            let fits = |(i, entry): (usize, &Entry)| match entry {
                Entry::Runs(more) => i == self.tokens && *more == 0,
                Entry::Fixed(x) => i != self.tokens && *x == kind[i],
            };
            line.len() == kind.len() && line.iter().enumerate().all(fits)
        };
        self.numbered.iter().find(|(kind, _)| is(kind)).map(|(_, number)| *number)
    }

    fn of_number(&self, number: u64) -> Option<&(Vec<u64>, u64)> {
        self.numbered.iter().find(|(_, own)| number % self.of == own % self.of)
    }

    /// The number of the heap without tokens of the kind that a number has.
    pub(crate) fn without_tokens(&self, number: u64) -> Option<u64> {
        self.of_number(number).map(|(_, own)| *own)
    }

    /// The greatest number of a heap without tokens.
    pub(crate) fn most(&self) -> u64 {
        self.numbered.iter().map(|(_, own)| *own).max().unwrap_or(0)
    }

    /// The coordinates of a heap; `None` if the number is of no kind.
    pub(crate) fn coordinates(&self, number: u64) -> Option<Vec<u64>> {
        let (kind, own) = self.of_number(number)?;
        let mut coordinates = kind.clone();
        coordinates[self.tokens] = number.checked_sub(*own)? / self.of;
        Some(coordinates)
    }

    /// The coordinates of heaps whose numbers are a form with coefficients that m divides.
    pub(crate) fn forms(&self, number: Form) -> Result<Option<Vec<Form>>> {
        let of = i128::from(self.of);
        let residue = u64::try_from(number.one.rem_euclid(of)).map_err(|_| "a number is too large")?;
        let Some((kind, own)) = self.of_number(residue) else { return Ok(None) };
        let mut coordinates: Vec<Form> = kind.iter().map(|x| Form::number(i128::from(*x))).collect();
        let tokens = number.plus(-1, Form::number(i128::from(*own)))?.over(of);
        let tokens = tokens.ok_or("the kind of a heap is not the same in a residue class")?;
        coordinates[self.tokens] = tokens;
        match tokens.plus(1, Form::number(1))?.non_positive() {
            Some(true) => Ok(None),
            Some(false) => Ok(Some(coordinates)),
            None => Err("not all heaps of a residue class have tokens".into()),
        }
    }

    /// The tokens of a heap whose coordinates are forms.
    pub(crate) fn tokens<'f, T>(&self, coordinates: &'f [T]) -> &'f T {
        &coordinates[self.tokens]
    }

    /// The number of the kind of heaps whose coordinates are forms, or unclear; `None` if these are no positions.
    pub(crate) fn kind(&self, rules: &Rules, coordinates: &[Option<Form>]) -> Result<Option<u64>> {
        let own = |i: usize| coordinates[i].and_then(Form::as_number);
        let mut kind = vec![Form::unknown(0, 1); coordinates.len()];
        for i in (0..coordinates.len()).filter(|i| *i != self.tokens) {
            kind[i] = Form::number(own(i).ok_or("the kind of a heap that a move leaves depends on its amounts")?);
        }
        let is =
            |numbered: &Vec<u64>| (0..kind.len()).all(|i| i == self.tokens || own(i) == Some(i128::from(numbered[i])));
        if let Some((_, number)) = self.numbered.iter().find(|(numbered, _)| is(numbered)) {
            return Ok(Some(*number));
        }
        if (0..kind.len()).any(|i| i != self.tokens && own(i) < Some(0)) {
            return Ok(None);
        }
        // The kind is not numbered. So no heap of it, of any number of tokens, may be a position.
        let none = |_: usize| Err("a condition on positions speaks of moves".to_string());
        let mut far = Far { coords: &kind, vars: vec![], terminal: &none, asked: &unasked };
        for (_, condition) in &rules.requires {
            match far.truth(condition)? {
                Some(true) => {}
                Some(false) => return Ok(None),
                None => break,
            }
        }
        Err("a move may leave a heap of a kind that is not numbered".into())
    }

    /// The number of a heap with these coordinates; `None` if there is no such position.
    pub(crate) fn number(&self, rules: &Rules, coordinates: &[i128]) -> Result<Option<u64>> {
        if coordinates.iter().any(|x| *x < 0) {
            return Ok(None);
        }
        let coordinates = coordinates.iter().map(|x| u64::try_from(*x)).collect::<Result<Vec<u64>, _>>();
        let coordinates = coordinates.map_err(|_| "a heap is too large for this checker")?;
        let is = |kind: &Vec<u64>| (0..kind.len()).all(|i| i == self.tokens || coordinates[i] == kind[i]);
        match self.numbered.iter().find(|(kind, _)| is(kind)) {
            Some((_, number)) => {
                let tokens = coordinates[self.tokens].checked_mul(self.of).and_then(|n| n.checked_add(*number));
                tokens.map(Some).ok_or_else(|| "a heap is too large for this checker".to_string())
            }
            None if exists(rules, &coordinates)? => {
                Err("a move may leave a heap of a kind that is not numbered".into())
            }
            None => Ok(None),
        }
    }

    /// Is a number a heap that exists?
    pub(crate) fn exists(&self, rules: &Rules, number: u64) -> Result<bool> {
        self.coordinates(number).map_or(Ok(false), |coordinates| exists(rules, &coordinates))
    }
}
