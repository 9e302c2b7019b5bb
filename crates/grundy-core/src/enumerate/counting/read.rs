//! What a count looks at: the nim-sum that its condition asks about, and what each bound name adds to it.
//!
//! In: ranges, a filter and a condition. Out: a [`Shape`], if one part of the condition speaks of a nim-sum, or of the value of a position, to which several of
//! the names add: `G(nim(a, b, c)) = 0`, `G(kayles(a)) xor G(kayles(b)) <= 2`, `G(kayles(a)) = G(octal[0.07](b))`. Two numbers are equal if their nim-sum is 0.

use dashu_int::IBig;

use super::super::env::{Compiler, Condition, Number};
use super::Names;
use crate::contract::num::Num;
use grundy_rules::rules::build;
use grundy_rules::rules::change::{Change, Instead};
use grundy_rules::rules::expr::{C, Cond, E, Expr, Node, Over, Place, Range, Tree, bound_by};

/// One name is at most another, or less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order {
    pub(super) low: usize,
    pub(super) high: usize,
    pub(super) strict: bool,
}

/// An end of a range.
pub(super) struct End<N> {
    /// The names that it depends on.
    pub(super) names: Names,
    /// The order that it is, where the end is another name, or one beside it.
    pub(super) order: Option<Order>,
    pub(super) number: Number<N>,
}

/// A bound name.
pub(super) struct Binder<N> {
    pub(super) var: usize,
    pub(super) lo: End<N>,
    pub(super) hi: End<N>,
}

/// A part of the condition that does not look at the nim-sum.
pub(super) struct Test<N> {
    pub(super) names: Names,
    pub(super) order: Option<Order>,
    pub(super) holds: Condition<N>,
}

/// A number that is nim-added.
pub(super) struct Term<N> {
    pub(super) names: Names,
    pub(super) number: Number<N>,
    /// The question with the entries of its position, if the number is the answer to one.
    pub(super) asked: Option<Asked<N>>,
}

/// A question about a position.
pub(super) struct Asked<N> {
    pub(super) question: usize,
    pub(super) entries: Vec<(Names, Number<N>)>,
    pub(super) place: Place,
}

/// A count whose condition speaks of a nim-sum.
pub(in crate::enumerate) struct Shape<N> {
    pub(super) binders: Vec<Binder<N>>,
    /// The parts of the condition that do not look at the nim-sum, from left to right.
    pub(super) tests: Vec<Test<N>>,
    /// How many of these stand before the first that does.
    pub(super) before: usize,
    pub(super) terms: Vec<Term<N>>,
    /// The conditions on the nim-sum, which stands in the variable of the first name.
    pub(super) wanted: Vec<Condition<N>>,
    pub(super) place: Place,
}

/// The names that an expression depends on.
struct Bound<N> {
    names: Vec<usize>,
    compiler: Compiler<N>,
}

impl<N: Num> Bound<N> {
    fn index(&self, e: &Expr) -> Option<usize> {
        let Expr::Var(var) = e else { return None };
        self.names.iter().position(|own| own == var)
    }

    fn names_of(&self, e: &impl Tree) -> Names {
        let mut names = 0;
        e.any_number(&mut |e| {
            names |= self.index(e).map_or(0, |k| 1 << k);
            false
        });
        names
    }

    /// The names that an expression depends on outside of a number in it. Nothing is put in the place of that number: what is built again is simplified, and a
    /// simplified condition may have lost names.
    fn names_beside(&self, node: Node<'_>, number: &E) -> Names {
        match node {
            Node::Number(e) if e == number => return 0,
            Node::Number(e) if self.index(e).is_some() => return self.names_of(e),
            _ => {}
        }
        let mut names = 0;
        node.for_each_child(&mut |child| names |= self.names_beside(child, number));
        names
    }

    /// The difference of two names plus 0 or 1, where it is at most 0.
    fn order(&self, c: &C) -> Option<Order> {
        let Cond::NonPos(e) = &**c else { return None };
        let Expr::Sum(constant, terms) = &**e else { return None };
        let with = |factor: IBig| terms.iter().find(|(_, k)| *k == factor).and_then(|(e, _)| self.index(e));
        let (low, high) = (with(IBig::ONE)?, with(IBig::NEG_ONE)?);
        let fits = terms.len() == 2 && (constant.is_zero() || *constant == IBig::ONE);
        fits.then_some(Order { low, high, strict: !constant.is_zero() })
    }

    fn end(&self, own: usize, e: &E, low: bool) -> End<N> {
        let beside = match &**e {
            Expr::Sum(constant, terms) => match &terms[..] {
                [(e, one)] if *one == IBig::ONE && *constant == IBig::from(if low { 1 } else { -1 }) => self.index(e),
                _ => None,
            },
            _ => None,
        };
        let other = self.index(e).map(|k| (k, false)).or(beside.map(|k| (k, true)));
        let order = other.map(|(k, strict)| match low {
            true => Order { low: k, high: own, strict },
            false => Order { low: own, high: k, strict },
        });
        End { names: self.names_of(e), order, number: (self.compiler.number)(e) }
    }

    fn binder(&self, own: usize, range: &Range) -> Binder<N> {
        Binder { var: range.var, lo: self.end(own, &range.lo, true), hi: self.end(own, &range.hi, false) }
    }

    fn term(&self, e: &E) -> Term<N> {
        let asked = match &**e {
            Expr::Ask(question, entries, place) => {
                let entries = entries.iter().map(|e| (self.names_of(e), (self.compiler.number)(e))).collect();
                Some(Asked { question: *question, entries, place: *place })
            }
            _ => None,
        };
        Term { names: self.names_of(e), number: (self.compiler.number)(e), asked }
    }

    /// The nim-sum to which several names add, and the condition on it, in which it is the variable of the first name.
    fn total(&self, c: &C) -> Option<(Vec<E>, C)> {
        let sum = build::var(self.names[0]);
        if let Cond::Zero(difference) = &**c
            && let Expr::Sum(constant, sides) = &**difference
            && let [(a, k), (b, l)] = &sides[..]
            && constant.is_zero()
            && (k + l).is_zero()
            && (*k == IBig::ONE || *l == IBig::ONE)
            && (is_nim_sum(a) || is_nim_sum(b))
            && self.names_of(c).count_ones() > 1
        {
            return Some((terms([a, b]), build::zero(&sum)));
        }
        let of = self.nim_sum(c.node())?;
        let alone = self.names_beside(c.node(), &of) == 0;
        alone.then(|| (terms([&of]), Instead { of: &of, by: &sum }.condition(c)))
    }

    /// The first nim-sum or value to which several names add, outside of what binds names itself.
    fn nim_sum(&self, node: Node<'_>) -> Option<E> {
        if let Node::Number(e) = node
            && is_nim_sum(e)
            && self.names_of(e).count_ones() > 1
        {
            return Some(e.clone());
        }
        let mut found = None;
        if bound_by(node).is_empty() {
            node.for_each_child(&mut |child| found = found.take().or_else(|| self.nim_sum(child)));
        }
        found
    }
}

fn is_nim_sum(e: &E) -> bool {
    matches!(**e, Expr::Xor(..) | Expr::Ask(..))
}

/// What is nim-added, in order.
fn terms<const SIDES: usize>(sides: [&E; SIDES]) -> Vec<E> {
    let of = |side: &E| match &**side {
        Expr::Xor(list, _) => list.clone(),
        _ => vec![side.clone()],
    };
    let mut all: Vec<E> = sides.into_iter().flat_map(of).collect();
    all.sort();
    all
}

/// The parts of a conjunction, from left to right.
fn conjuncts(c: &C, list: &mut Vec<C>) {
    match &**c {
        Cond::And(parts) => parts.iter().for_each(|part| conjuncts(part, list)),
        _ => list.push(c.clone()),
    }
}

/// Reads a count; `None` if its condition speaks of no nim-sum to which several names add. A count that holds another one is run through: compiled once
/// for each of its two ways, and so again inside, it would take time that doubles with each level.
pub(in crate::enumerate) fn read<N: Num>(over: &Over<C>, compiler: Compiler<N>) -> Option<Shape<N>> {
    let is_count = &mut |e: &Expr| matches!(e, Expr::Count(_));
    let nested = over.filter.any_number(is_count) || over.body.any_number(is_count);
    if nested || !(2..=Names::BITS as usize).contains(&over.ranges.len()) {
        return None;
    }
    let bound = Bound { names: over.ranges.iter().map(|range| range.var).collect(), compiler };
    let mut parts = vec![];
    conjuncts(&over.filter, &mut parts);
    conjuncts(&over.body, &mut parts);
    let totals: Vec<Option<(Vec<E>, C)>> = parts.iter().map(|part| bound.total(part)).collect();
    let before = totals.iter().position(Option::is_some)?;
    let sum = &totals[before].as_ref()?.0;
    let (mut tests, mut wanted) = (vec![], vec![]);
    for (part, total) in parts.iter().zip(&totals) {
        match total {
            Some((terms, on_sum)) if terms == sum => wanted.push((bound.compiler.condition)(on_sum)),
            _ => tests.push(Test {
                names: bound.names_of(part),
                order: bound.order(part),
                holds: (bound.compiler.condition)(part),
            }),
        }
    }
    let terms = sum.iter().map(|e| bound.term(e)).collect();
    let binders = over.ranges.iter().enumerate().map(|(k, range)| bound.binder(k, range)).collect();
    Some(Shape { binders, tests, before, terms, wanted, place: over.place })
}
