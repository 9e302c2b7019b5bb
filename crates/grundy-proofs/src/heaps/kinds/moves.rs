//! Moves of heaps of several kinds, written in the numbers of [`Kinds`].
//!
//! In: a family of moves and the kind of the heap that is moved. Out: [`Moved`], one for each choice of the kinds that are left: how many tokens
//! each part may have, and the same moves as a [`Family`] in N.
//!
//! A part of i + c tokens that gets the number w is j = m (i + c) + w. So j takes the place of the parameter i, under the condition that j mod m = w, and
//! m i = j - m c - w. Equations and inequalities that are linear are multiplied by m; elsewhere i is the quotient (j - m c - w) div m.

use std::collections::HashMap;

use dashu_int::IBig;

use super::super::read::{Case, bounds_of};
use super::super::sort::loosened;
use super::{Kinds, at_kind};
use crate::exact::signed;
use grundy_core::contract::reason::Reason;
use grundy_rules::rules::bounds::{Naturals, interval};
use grundy_rules::rules::expr::{C, Cond, E, Expr, Place, Range, Tree};
use grundy_rules::rules::{Family, Ruleset, Target, build, change};

/// A family comes to at most this many choices of kinds.
const MOST: usize = 1 << 10;

/// Moves from heaps of one kind that leave heaps of certain kinds.
pub(super) struct Moved<'a> {
    family: &'a Family,
    pub(super) kind: usize,
    /// The kinds that are left.
    pub(super) left: Vec<usize>,
    /// The conditions, and the tokens of the parts.
    case: Case,
    tokens: usize,
}

/// The kinds among which those that are left are looked for.
#[derive(Clone, Copy)]
pub(super) struct Among<'a> {
    pub(super) rules: &'a Ruleset,
    pub(super) tokens: usize,
    pub(super) kinds: &'a [Vec<u64>],
}

impl<'a> Moved<'a> {
    /// Adds the moves of a family from heaps of a kind.
    pub(super) fn read(
        family: &'a Family,
        kind: usize,
        among: Among<'_>,
        found: &mut Vec<Moved<'a>>,
    ) -> Result<(), Reason> {
        let own = family.changed(&change::Leaves::numbers(&at_kind(among.tokens, &among.kinds[kind])));
        let refuse = |text: &str| Err(Reason::family(among.rules, family, text));
        let [target] = &own.targets[..] else { return refuse("changes nothing, or several heaps") };
        if !target.repeats.is_empty() {
            return refuse("leaves as many heaps as the heap asks for");
        }
        let width = among.rules.width();
        let mut open = vec![Case::of(&own, target.tuples.concat())];
        let mut looked = 0;
        while let Some(case) = open.pop() {
            looked += 1;
            if looked > MOST {
                return refuse("leaves too many kinds of heaps");
            }
            if !case.may_be() {
                continue;
            }
            let mut others = case.parts.iter().enumerate().filter(|(i, _)| i % width != among.tokens);
            let Some((_, unclear)) = others.find(|(_, e)| e.as_int().is_none()) else {
                found.extend(Moved::of(family, kind, among, case));
                continue;
            };
            let Some((at, values)) = values(&case.params, unclear) else {
                return refuse("leaves a kind of heap that depends on the number of tokens");
            };
            let more = values.end().saturating_sub(*values.start());
            if more >= signed((MOST - looked).saturating_sub(open.len())) {
                return refuse("leaves too many kinds of heaps");
            }
            open.extend(values.map(|value| case.with(at, &build::int(value))));
        }
        Ok(())
    }

    /// The moves of a case in which the kinds that are left are constant, and its parts are all coordinates that are left; `None` if a tuple is no position.
    fn of(family: &'a Family, kind: usize, among: Among<'_>, mut case: Case) -> Option<Moved<'a>> {
        let Among { tokens, kinds, .. } = among;
        let tuples: Vec<&[E]> = case.parts.chunks(kinds[kind].len()).collect();
        let is = |tuple: &[E], kind: &[u64]| {
            (0..kind.len()).all(|i| i == tokens || tuple[i].as_int() == Some(&IBig::from(kind[i])))
        };
        let left = tuples.iter().map(|tuple| kinds.iter().position(|kind| is(tuple, kind)));
        let left = left.collect::<Option<Vec<usize>>>()?;
        case.parts = tuples.iter().map(|tuple| tuple[tokens].clone()).collect();
        Some(Moved { family, kind, left, case: case.solved(), tokens })
    }

    pub(super) fn refuse<T>(&self, rules: &Ruleset, text: &str) -> Result<T, Reason> {
        Err(Reason::family(rules, self.family, text))
    }

    /// The tokens that are taken, if they are constant.
    pub(super) fn taken(&self) -> Option<IBig> {
        let parts: Vec<(E, IBig)> = self.case.parts.iter().map(|e| (e.clone(), IBig::ONE)).collect();
        build::sub(&build::coord(self.tokens), &build::sum(&parts)).as_int().cloned()
    }

    /// For each part the most tokens that it has more than the heap; `None` if no bound is seen. As parts are not negative, none has more than the
    /// whole less what is taken.
    pub(super) fn raised(&self) -> impl Iterator<Item = (usize, Option<IBig>)> {
        let known = bounds_of(&self.case.params);
        let taken = self.taken();
        self.left.iter().zip(&self.case.parts).map(move |(kind, part)| {
            let mut more = build::sub(part, &build::coord(self.tokens));
            for range in self.case.params.iter().rev() {
                let factor = build::linear(&more).1.into_iter().find(|(t, _)| **t == Expr::Var(range.var));
                if let Some((_, factor)) = factor {
                    let end = if factor > IBig::ZERO { &range.hi } else { &range.lo };
                    more = change::put(&more, range.var, end);
                }
            }
            let bounds = [interval(&more, &known).hi, taken.as_ref().map(|taken| -taken)];
            (*kind, bounds.into_iter().flatten().min())
        })
    }

    /// The moves in N.
    pub(super) fn family(&self, kinds: &Kinds) -> Family {
        let number = kinds.numbers[self.kind];
        let mut written = Written { kinds, number, offsets: HashMap::new(), places: HashMap::new() };
        let mut conditions = vec![];
        let constant =
            |range: &Range| interval(&range.lo, &Naturals).lo.is_some() && interval(&range.hi, &Naturals).hi.is_some();
        for (place, range) in self.case.params.iter().enumerate() {
            written.places.insert(range.var, place);
            let part = self.left.iter().zip(&self.case.parts).find_map(|(kind, part)| {
                let rest = build::sub(part, &build::var(range.var)).as_int().cloned()?;
                Some((rest * IBig::from(kinds.of), kinds.numbers[*kind]))
            });
            if let Some((rest, number)) = part.filter(|_| !constant(range)) {
                written.offsets.insert(range.var, rest + IBig::from(number));
                conditions.extend(kinds.is_kind(&build::var(place), number));
            }
        }
        let params = self.case.params.iter().enumerate().map(|(place, range)| match written.offsets.get(&range.var) {
            Some(_) => Range { var: place, lo: build::int(0), hi: build::coord(0) },
            None => Range { var: place, lo: written.plain(&range.lo), hi: written.plain(&range.hi) },
        });
        let params = params.collect();
        let own = self.case.conditions.iter().flat_map(build::conjuncts).flat_map(|c| loosened(&c));
        conditions.extend(own.map(|c| written.condition(&c)));
        let parts = self.left.iter().zip(&self.case.parts);
        let tuple = |(kind, e): (&usize, &E)| vec![build::add(&written.times(e), &build::int(kinds.numbers[*kind]))];
        Family {
            before: build::and(kinds.is_kind(&build::coord(0), number).into()),
            params,
            guard: build::and(conditions),
            targets: vec![Target::of(0, parts.map(tuple).collect())],
            place: self.family.place,
        }
    }
}

/// A parameter that an expression needs to be constant, by its place, and its values; `None` if these are not constant.
fn values(params: &[Range], e: &E) -> Option<(usize, std::ops::RangeInclusive<i64>)> {
    let at = params.iter().position(|range| e.uses(range.var))?;
    let range = &params[at];
    match (range.lo.as_i64(), range.hi.as_i64()) {
        (Some(lo), Some(hi)) => Some((at, lo..=hi)),
        _ => [&range.lo, &range.hi].into_iter().find_map(|end| values(&params[..at], end)),
    }
}

/// The way from n and the parameters to N and the numbers of parts.
struct Written<'a> {
    kinds: &'a Kinds,
    /// w of the heap that is moved.
    number: u64,
    /// For each parameter i that becomes a part j: j - m i.
    offsets: HashMap<usize, IBig>,
    /// The new numbers of parameters.
    places: HashMap<usize, usize>,
}

impl Written<'_> {
    /// m times a coordinate or parameter, if that is linear in N and the parts.
    fn multiple(&self, leaf: &Expr) -> Option<E> {
        match leaf {
            Expr::Coord(_) => Some(build::sub(&build::coord(0), &build::int(self.number))),
            Expr::Var(v) => self.offsets.get(v).map(|offset| build::sub(&self.var(*v), &build::int(offset.clone()))),
            _ => None,
        }
    }

    fn var(&self, v: usize) -> E {
        build::var(*self.places.get(&v).unwrap_or(&v))
    }

    /// The same expression.
    fn plain<T: change::Changed>(&self, e: &T) -> T {
        change::substitute(e, &|leaf| match (self.multiple(leaf), leaf) {
            (Some(multiple), _) => Some(build::div(&multiple, &build::int(self.kinds.of), Place::default())),
            (None, Expr::Var(v)) => Some(self.var(*v)),
            _ => None,
        })
    }

    /// m times the expression.
    fn times(&self, e: &E) -> E {
        let of = IBig::from(self.kinds.of);
        let (constant, terms) = build::linear(e);
        let times = |term: &E| self.multiple(term).unwrap_or_else(|| build::scale(&self.plain(term), &of));
        let terms: Vec<(E, IBig)> = terms.iter().map(|(term, factor)| (times(term), factor.clone())).collect();
        build::add(&build::int(constant * of.clone()), &build::sum(&terms))
    }

    fn condition(&self, c: &C) -> C {
        let linear = |e: &E| build::linear(e).1.iter().all(|(t, _)| matches!(**t, Expr::Coord(_) | Expr::Var(_)));
        let all = |list: &[C]| list.iter().map(|c| self.condition(c)).collect();
        match &**c {
            Cond::NonPos(e) if linear(e) => build::non_pos(&self.times(e)),
            Cond::Zero(e) if linear(e) => build::zero(&self.times(e)),
            Cond::Not(c) => build::not(&self.condition(c)),
            Cond::And(list) => build::and(all(list)),
            Cond::Or(list) => build::or(all(list)),
            _ => self.plain(c),
        }
    }
}
