//! Numbers of formulas: sums of multiples of variables, by cases.
//!
//! In: variables and constants. Out: what `+`, multiples, and distinctions of cases make of them. A number is an integer; the variables are naturals.
//! The guards of the cases exclude each other, and one of them holds wherever the number is defined.

use std::collections::BTreeMap;

use dashu_int::IBig;
use grundy_automata::{Formula, Formulas, Linear, Relation, Var};

use super::NotExpressible;

/// A sum of multiples of variables and a constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct Sum {
    pub(crate) terms: BTreeMap<Var, i64>,
    pub(crate) constant: IBig,
}

impl Sum {
    pub(crate) fn constant(constant: impl Into<IBig>) -> Sum {
        Sum { terms: BTreeMap::new(), constant: constant.into() }
    }

    pub(crate) fn var(var: Var) -> Sum {
        Sum { terms: [(var, 1)].into(), constant: IBig::ZERO }
    }

    /// The variable that this is, if it is one.
    pub(crate) fn as_var(&self) -> Option<Var> {
        match self.terms.iter().next() {
            Some((var, 1)) if self.terms.len() == 1 && self.constant == IBig::ZERO => Some(*var),
            _ => None,
        }
    }

    /// The constant that this is, if it is one of 64 bits.
    pub(crate) fn as_constant(&self) -> Option<i64> {
        i64::try_from(&self.constant).ok().filter(|_| self.terms.is_empty())
    }

    /// Is it at least 0 whatever the variables are?
    pub(crate) fn is_natural(&self) -> bool {
        self.constant >= IBig::ZERO && self.terms.values().all(|factor| *factor >= 0)
    }

    /// This plus a multiple of another.
    pub(crate) fn plus(&self, other: &Sum, factor: i64) -> Result<Sum, NotExpressible> {
        let scaled = |n: i64| n.checked_mul(factor).ok_or(NotExpressible::Size);
        let mut sum = self.clone();
        sum.constant += &other.constant * IBig::from(factor);
        for (var, n) in &other.terms {
            let own = sum.terms.entry(*var).or_default();
            *own = own.checked_add(scaled(*n)?).ok_or(NotExpressible::Size)?;
        }
        sum.terms.retain(|_, factor| *factor != 0);
        Ok(sum)
    }

    pub(crate) fn linear(&self) -> Linear {
        // The terms of a map are different variables, so nothing is added.
        Linear::new(self.terms.iter().map(|(var, factor)| (*var, *factor)), self.constant.clone())
            .unwrap_or_else(|_| unreachable!("one term a variable"))
    }
}

/// One sum is at most another.
pub(crate) fn at_most(all: &mut Formulas, a: &Sum, b: &Sum) -> Result<Formula, NotExpressible> {
    Ok(all.linear(a.plus(b, -1)?.linear(), Relation::AtMostZero))
}

/// Two sums are equal.
pub(crate) fn equal(all: &mut Formulas, a: &Sum, b: &Sum) -> Result<Formula, NotExpressible> {
    Ok(all.linear(a.plus(b, -1)?.linear(), Relation::Zero))
}

/// Sums are equal one by one.
pub(crate) fn all_equal(all: &mut Formulas, a: &[Sum], b: &[Sum]) -> Result<Formula, NotExpressible> {
    let each = a.iter().zip(b).map(|(a, b)| equal(all, a, b)).collect::<Result<Vec<_>, _>>()?;
    Ok(all.and(each))
}

/// A number: a sum in each of several cases.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    pub(crate) cases: Vec<(Formula, Sum)>,
}

/// The most cases of a number.
const CASES: usize = 256;
/// The most terms of the cases that two numbers make together: they take some dozen bytes each.
const TERMS: usize = 1 << 22;

impl Number {
    pub(crate) fn of(all: &mut Formulas, sum: Sum) -> Number {
        Number { cases: vec![(all.constant(true), sum)] }
    }

    /// Does the form show that the number is at least 0?
    pub(crate) fn is_natural(&self) -> bool {
        self.cases.iter().all(|(_, sum)| sum.is_natural())
    }

    /// The sum, if there is one case only.
    pub(crate) fn only(&self) -> Option<&Sum> {
        match &self.cases[..] {
            [(_, sum)] => Some(sum),
            _ => None,
        }
    }

    /// A number from its cases; equal sums are one case.
    pub(crate) fn by_cases(
        all: &mut Formulas,
        cases: impl IntoIterator<Item = (Formula, Sum)>,
    ) -> Result<Number, NotExpressible> {
        let never = all.constant(false);
        let mut merged: BTreeMap<Sum, Vec<Formula>> = BTreeMap::new();
        for (guard, sum) in cases {
            if guard != never {
                merged.entry(sum).or_default().push(guard);
            }
        }
        if merged.len() > CASES {
            return Err(NotExpressible::Cases);
        }
        let cases: Vec<(Formula, Sum)> = merged.into_iter().map(|(sum, guards)| (all.or(guards), sum)).collect();
        Ok(Number { cases })
    }

    /// Are the pairs of cases few enough, and is there memory for them?
    pub(crate) fn can_be_paired(&self, other: &Number, all: &Formulas) -> Result<(), NotExpressible> {
        let terms = |number: &Number| number.cases.iter().map(|(_, sum)| 1 + sum.terms.len()).max().unwrap_or(1);
        let pairs = self.cases.len() * other.cases.len();
        if pairs > CASES * CASES || pairs.saturating_mul(terms(self) + terms(other)) > TERMS {
            return Err(NotExpressible::Cases);
        }
        Ok(all.has_room()?)
    }

    /// A number made of two, in every pair of cases.
    pub(crate) fn pair(
        &self,
        other: &Number,
        all: &mut Formulas,
        with: impl Fn(&Sum, &Sum) -> Result<Sum, NotExpressible>,
    ) -> Result<Number, NotExpressible> {
        self.can_be_paired(other, all)?;
        let mut cases = vec![];
        for (a, x) in &self.cases {
            for (b, y) in &other.cases {
                cases.push((all.and([*a, *b]), with(x, y)?));
            }
        }
        Number::by_cases(all, cases)
    }

    /// A condition on the number: that of the case that applies.
    pub(crate) fn condition(
        &self,
        all: &mut Formulas,
        mut of: impl FnMut(&mut Formulas, &Sum) -> Result<Formula, NotExpressible>,
    ) -> Result<Formula, NotExpressible> {
        all.has_room()?;
        let mut parts = vec![];
        for (guard, sum) in &self.cases {
            let condition = of(all, sum)?;
            parts.push(all.and([*guard, condition]));
        }
        Ok(all.or(parts))
    }

    /// The number is a sum.
    pub(crate) fn equals(&self, all: &mut Formulas, sum: &Sum) -> Result<Formula, NotExpressible> {
        self.condition(all, |all, own| equal(all, own, sum))
    }

    /// The number is at least a constant.
    pub(crate) fn at_least(&self, all: &mut Formulas, least: i64) -> Result<Formula, NotExpressible> {
        self.condition(all, |all, own| at_most(all, &Sum::constant(least), own))
    }

    /// A relation of the number.
    pub(crate) fn is(&self, all: &mut Formulas, relation: Relation) -> Result<Formula, NotExpressible> {
        self.condition(all, |all, own| Ok(all.linear(own.linear(), relation)))
    }
}
