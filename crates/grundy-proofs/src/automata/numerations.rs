//! In which numerations an automaton of a game's values may be found.
//!
//! In: rules. Out: base 2, and others that the form of the rules suggests: the base whose power a coordinate is divided by, if there is only one;
//! where one move takes from two coordinates numbers that are not bounded and depend on each other, Ostrowski numerations, since the P-positions of such
//! games may be pairs of Beatty sequences (Wythoff 1907; Fraenkel 1982, where the numbers taken differ by less than a); and Fibonacci's where what is taken
//! bounds what the next move may take, at a multiple (Whinihan 1963; Schwenk 1970: powers of 2 below twice, Fibonacci numbers at twice).

use std::collections::BTreeSet;

use dashu_int::IBig;
use dashu_int::ops::Abs;
use grundy_automata::Numeration;
use grundy_decide::numeration_of_rules;
use grundy_rules::rules::expr::{E, Expr, Node, Tree};
use grundy_rules::rules::normal::by_rests;
use grundy_rules::rules::{Family, Ruleset, build};

/// The greatest base, and the greatest number of an Ostrowski numeration, that are looked at.
const GREATEST: i64 = 6;

/// The numerations that are worth a look, the likeliest first.
pub(super) fn numerations(rules: &Ruleset) -> Vec<Numeration> {
    // Where the rules have a square root, no other digits say them.
    if let Some(numeration) = numeration_of_rules(rules) {
        return vec![numeration];
    }
    // What two bases with no common power can say is said in every base (Cobham 1969).
    let bases: BTreeSet<usize> = rules.families.iter().flat_map(divisors).filter_map(base_of).collect();
    let bases = bases.iter().filter(|_| bases.len() == 1).map(|base| Numeration::Base(*base));
    let pairs = rules.families.iter().filter(|family| takes_from_two(family));
    let differences = pairs.flat_map(|family| [vec![1], constants(family)].concat());
    let differences = differences.filter_map(|n| usize::try_from(n).ok()).map(Numeration::Ostrowski);
    let multiples = rules
        .families
        .iter()
        .any(|family| bounds_the_next(&by_rests(rules, family)))
        .then_some(Numeration::Ostrowski(1));
    let others = bases.chain(differences).chain(multiples).filter(|other| *other != Numeration::Base(2));
    let others: BTreeSet<Numeration> = others.collect();
    [Numeration::Base(2)].into_iter().chain(others).collect()
}

/// The constants that something is divided by.
fn divisors(family: &Family) -> Vec<i64> {
    let mut found = vec![];
    for e in family.targets.iter().flat_map(grundy_rules::rules::Target::expressions) {
        e.any_number(&mut |e| {
            if let Expr::Div(_, c, _) = e {
                found.extend(c.as_i64());
            }
            false
        });
    }
    found
}

/// The least base of which a number is a power.
fn base_of(number: i64) -> Option<usize> {
    let is_power = |base: &i64| {
        std::iter::successors(Some(*base), |power| power.checked_mul(*base))
            .take_while(|power| *power <= number)
            .any(|power| power == number)
    };
    (2..=GREATEST).find(is_power).and_then(|base| usize::try_from(base).ok())
}

/// Does a move take numbers without a bound, which depend on each other, from two coordinates?
fn takes_from_two(family: &Family) -> bool {
    let is_free = |var: usize| family.params.iter().any(|range| range.var == var && range.hi.as_i64().is_none());
    let taken = |node: Node<'_>| {
        let Node::Number(e) = node else { return None };
        let Expr::Sum(_, terms) = &**e else { return None };
        let coord = terms.iter().any(|(term, factor)| matches!(**term, Expr::Coord(_)) && *factor == 1.into());
        let number = |(term, factor): &(E, _)| match **term {
            Expr::Var(v) if is_free(v) && *factor == (-1).into() => Some(v),
            _ => None,
        };
        terms.iter().find_map(number).filter(|_| coord)
    };
    let taken: Vec<usize> =
        family.targets.iter().flat_map(grundy_rules::rules::Target::expressions).filter_map(taken).collect();
    let ranges = || family.params.iter().flat_map(|range| [(range.var, &range.lo), (range.var, &range.hi)]);
    let depend = |a: usize, b: usize| {
        let other = |(var, e): (usize, &E)| (var == a && e.uses(b)) || (var == b && e.uses(a));
        a == b || (family.guard.uses(a) && family.guard.uses(b)) || ranges().any(other)
    };
    taken.iter().enumerate().any(|(i, a)| taken[..i].iter().any(|b| depend(*a, *b)))
}

/// Does a move take a number from a coordinate that another coordinate bounds, which becomes a multiple of the number; or is a multiple of it the bound?
fn bounds_the_next(family: &Family) -> bool {
    let tuples = || family.targets.iter().flat_map(grundy_rules::rules::Target::all_tuples).flatten();
    let is_taken = |var: usize| {
        tuples().any(|e| {
            let (_, terms) = build::linear(e);
            let is_coord = |(term, _): &(E, IBig)| matches!(**term, Expr::Coord(_));
            terms.iter().any(is_coord) && terms.contains(&(build::var(var), IBig::NEG_ONE))
        })
    };
    let bounds = |var: usize| {
        let ranges = family.params.iter().filter(move |range| range.var == var).map(|range| Node::Number(&range.hi));
        ranges.chain([Node::Condition(&family.guard)].into_iter().filter(move |guard| guard.uses(var)))
    };
    let multiple_of_bound = |var: usize| bounds(var).flat_map(coordinates).max();
    family.params.iter().filter(|range| is_taken(range.var)).any(|range| {
        let left = tuples().filter_map(|e| multiple(e, range.var)).max();
        left.zip(multiple_of_bound(range.var)).is_some_and(|(left, bound)| left.max(bound) > IBig::ONE)
    })
}

/// The multiple of a parameter that an entry is, but for a constant.
fn multiple(e: &E, var: usize) -> Option<IBig> {
    match &build::linear(e).1[..] {
        [(term, factor)] if **term == Expr::Var(var) => Some(factor.clone()),
        _ => None,
    }
}

/// The factors of the coordinates in an expression.
fn coordinates(node: Node<'_>) -> Vec<IBig> {
    let mut found = vec![];
    node.any_number(&mut |e| {
        match e {
            Expr::Coord(_) => found.push(IBig::ONE),
            Expr::Sum(_, terms) => found.extend(
                terms.iter().filter(|(term, _)| matches!(**term, Expr::Coord(_))).map(|(_, factor)| factor.abs()),
            ),
            _ => {}
        }
        false
    });
    found
}

/// The constants by which the numbers that are taken may differ, each with the next one, since `< a` and `<= a - 1` are the same.
fn constants(family: &Family) -> Vec<i64> {
    let mut found = vec![];
    // A range from 1 on says nothing of a difference.
    let ranges = family.params.iter().flat_map(|range| [&range.lo, &range.hi]).filter(|e| e.as_i64() != Some(1));
    for e in ranges.map(Node::Number).chain([Node::Condition(&family.guard)]) {
        e.any_number(&mut |e| {
            if let Expr::Sum(constant, _) | Expr::Int(constant) = e {
                found.extend(i64::try_from(constant).ok().map(|n| n.saturating_abs()));
            }
            false
        });
    }
    found.into_iter().flat_map(|n| [n, n.saturating_add(1)]).filter(|n| (1..=GREATEST).contains(n)).collect()
}
