//! In which numerations an automaton of a game's values may be found.
//!
//! In: rules. Out: base 2, and others that the form of the rules suggests: the base whose power a coordinate is divided by; and, where one move takes
//! from two coordinates numbers that are not bounded, Ostrowski numerations, since the P-positions of such games may be pairs of Beatty sequences
//! (Wythoff 1907; Fraenkel 1982, where the numbers taken differ by less than a).

use std::collections::BTreeSet;

use grundy_automata::Numeration;
use grundy_rules::rules::expr::{E, Expr};
use grundy_rules::rules::{Family, Ruleset};

/// The greatest base, and the greatest number of an Ostrowski numeration, that are looked at.
const GREATEST: i64 = 6;

/// The numerations that are worth a look, the likeliest first.
pub(super) fn numerations(rules: &Ruleset) -> Vec<Numeration> {
    let bases = rules.families.iter().flat_map(divisors).filter_map(base_of).map(Numeration::Base);
    let pairs = rules.families.iter().filter(|family| takes_from_two(family));
    let differences = pairs.flat_map(|family| [vec![1], constants(family)].concat());
    let differences = differences.filter_map(|n| usize::try_from(n).ok()).map(Numeration::Ostrowski);
    let others: BTreeSet<Numeration> = bases.chain(differences).filter(|other| *other != Numeration::Base(2)).collect();
    [Numeration::Base(2)].into_iter().chain(others).collect()
}

/// The constants that something is divided by.
fn divisors(family: &Family) -> Vec<i64> {
    let mut found = vec![];
    for e in family.targets.iter().flat_map(grundy_rules::rules::Target::expressions) {
        e.any(&mut |e| {
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

/// Does a move take numbers without a bound from two coordinates?
fn takes_from_two(family: &Family) -> bool {
    let is_free = |var: usize| family.params.iter().any(|range| range.var == var && range.hi.as_i64().is_none());
    let takes = |e: &&E| match &***e {
        Expr::Sum(_, terms) => {
            let coord = terms.iter().any(|(term, factor)| matches!(**term, Expr::Coord(_)) && *factor == 1.into());
            let number = terms
                .iter()
                .any(|(term, factor)| matches!(**term, Expr::Var(v) if is_free(v)) && *factor == (-1).into());
            coord && number
        }
        _ => false,
    };
    family.targets.iter().flat_map(grundy_rules::rules::Target::expressions).filter(takes).count() > 1
}

/// The constants by which the numbers that are taken may differ, each with the next one, since `< a` and `<= a - 1` are the same.
fn constants(family: &Family) -> Vec<i64> {
    let mut found = vec![];
    // A range from 1 on says nothing of a difference.
    let ranges = family.params.iter().flat_map(|range| [&range.lo, &range.hi]).filter(|e| e.as_i64() != Some(1));
    for e in ranges.chain([&family.guard]) {
        e.any(&mut |e| {
            if let Expr::Sum(constant, _) | Expr::Int(constant) = e {
                found.extend(i64::try_from(constant).ok().map(|n| n.saturating_abs()));
            }
            false
        });
    }
    found.into_iter().flat_map(|n| [n, n.saturating_add(1)]).filter(|n| (1..=GREATEST).contains(n)).collect()
}
