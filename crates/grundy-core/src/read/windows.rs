//! Reads the rules of one heap as windows: intervals of heaps that may be left.
//!
//! In: the rules of a component of one coordinate n. Out: the windows, each with its ends as functions of n; or the reason, if a move leaves
//! something else. The options of n are the heaps of all windows of n together. Ends are cut at 0.

use dashu_int::IBig;

use crate::contract::reason::{Reason, asks, quoted, splitting};
use grundy_rules::rules::expr::{C, Cond, E, Place, Tree};
use grundy_rules::rules::{Family, Ruleset, build};

/// The most windows: each costs a few steps a heap.
const MOST: usize = 64;

/// The heaps from `far` to `near`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The smallest heap.
    pub far: E,
    /// The greatest heap.
    pub near: E,
}

impl Window {
    /// R and L, if the window holds the heaps from n - R to n - L.
    #[must_use]
    pub fn back(&self) -> Option<(u64, u64)> {
        let back = |end: &E| match build::linear(end) {
            (constant, terms) if terms == [(build::coord(0), IBig::ONE)] => u64::try_from(-constant).ok(),
            _ => None,
        };
        Some((back(&self.far)?, back(&self.near)?))
    }
}

/// The windows of rules of one heap.
///
/// # Errors
/// The move or the condition that is something else.
pub fn windows(rules: &Ruleset) -> Result<Vec<Window>, Reason> {
    let no = |text: &str| Err(Reason::shape(text, Place::default()));
    if rules.width() != 1 {
        return no("windows are intervals of heaps, and there is more than one coordinate");
    }
    if let Some((_, condition, _)) = rules.requires.first() {
        return no(&format!(
            "the condition {} bars heaps; a window holds all heaps of an interval",
            quoted(rules, condition)
        ));
    }
    if let Some(family) = splitting(rules) {
        return Err(Reason::family(rules, family, "leaves several parts, or none; a window holds single heaps"));
    }
    if rules.splits() {
        return no("a move can leave several parts; a window holds single heaps");
    }
    let mut windows = vec![];
    for family in &rules.families {
        windows.extend(of_family(rules, family)?);
    }
    let windows = merged(windows);
    match windows.len() {
        0..=MOST => Ok(windows),
        many => no(&format!("the moves leave heaps of {many} intervals; of more than {MOST} each costs too much")),
    }
}

/// The windows of a family.
fn of_family(rules: &Ruleset, family: &Family) -> Result<Vec<Window>, Reason> {
    let no = |text: &str| Err(Reason::family(rules, family, text));
    let left = match &family.targets[..] {
        [target] => target.only().and_then(|tuple| tuple.first()),
        _ => None,
    };
    let Some(left) = left else { return no("is a pass; a window holds smaller heaps") };
    if !family.expressions().all(|part| part.total()) {
        return no("has a part that may be undefined; the ends of a window are defined for every heap");
    }
    let conditions = build::conjuncts(&build::and(vec![family.before.clone(), family.guard.clone()]));
    let Some(range) = family.params.first() else {
        return match conditions.iter().find(|c| c.as_bool() != Some(true)) {
            Some(condition) => {
                no(&format!("has the condition {}; a window is there for every heap", quoted(rules, condition)))
            }
            None => Ok(vec![Window { far: left.clone(), near: left.clone() }]),
        };
    };
    let linear = linear(left, range.var).filter(|(factor, _)| *factor != 0);
    let (Some((factor, rest)), 1) = (linear, family.params.len()) else {
        return no("leaves heaps that are no interval; a window holds the heaps from one end to the other");
    };
    let mut amounts = vec![(range.lo.clone(), range.hi.clone())];
    for condition in conditions.iter().filter(|c| c.as_bool() != Some(true)) {
        let Some(bound) = bound(condition, range.var) else {
            return no(&format!("has the condition {}, which is no bound on what is taken", quoted(rules, condition)));
        };
        amounts = amounts.into_iter().flat_map(|own| bound.cut(own)).collect();
    }
    let heap = |amount: &E| build::sum(&[(rest.clone(), IBig::ONE), (amount.clone(), IBig::from(factor))]);
    let window = |(lo, hi): (E, E)| match factor {
        1 => Window { far: heap(&lo), near: heap(&hi) },
        _ => Window { far: heap(&hi), near: heap(&lo) },
    };
    Ok(amounts.into_iter().map(window).collect())
}

/// The factor of a variable, 1, 0 or -1, and the rest of a number; `None` if the variable stands elsewhere in the number.
fn linear(e: &E, var: usize) -> Option<(i64, E)> {
    let (constant, terms) = build::linear(e);
    let (own, others): (Vec<_>, Vec<_>) = terms.into_iter().partition(|(term, _)| **term == *build::var(var));
    let factor = own.iter().map(|(_, factor)| factor).sum::<IBig>();
    let factor = i64::try_from(&factor).ok().filter(|factor| factor.abs() <= 1)?;
    let rest = build::from_linear(constant, others);
    (!rest.uses(var)).then_some((factor, rest))
}

/// A condition on an amount.
enum Bound {
    /// At least this.
    From(E),
    /// At most this.
    To(E),
    /// Not this.
    Not(E),
}

impl Bound {
    /// The amounts of a range that satisfy the condition, as ranges.
    fn cut(&self, (lo, hi): (E, E)) -> Vec<(E, E)> {
        let one = build::int(1);
        let to = |end: E| build::min(vec![hi.clone(), end]);
        let from = |end: E| build::max(vec![lo.clone(), end]);
        match self {
            Bound::From(end) => vec![(from(end.clone()), hi)],
            Bound::To(end) => vec![(lo, to(end.clone()))],
            Bound::Not(at) => {
                vec![(lo.clone(), to(build::sub(at, &one))), (from(build::add(at, &one)), hi.clone())]
            }
        }
    }
}

/// A condition as a bound on a variable.
fn bound(condition: &C, var: usize) -> Option<Bound> {
    if asks(condition) {
        return None;
    }
    // factor * amount + rest <= 0
    let at_most = |factor: i64, rest: &E| match factor {
        1 => Some(Bound::To(negative(rest))),
        -1 => Some(Bound::From(rest.clone())),
        _ => None,
    };
    match &**condition {
        Cond::NonPos(e) => linear(e, var).and_then(|(factor, rest)| at_most(factor, &rest)),
        Cond::Not(inner) => match &**inner {
            Cond::NonPos(e) => {
                let (factor, rest) = linear(&build::sub(&build::int(1), e), var)?;
                at_most(factor, &rest)
            }
            Cond::Zero(e) => match linear(e, var)? {
                (1, rest) => Some(Bound::Not(negative(&rest))),
                (-1, rest) => Some(Bound::Not(rest)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

fn negative(e: &E) -> E {
    build::scale(e, &IBig::NEG_ONE)
}

/// The same windows; those a constant back that touch or overlap are one.
fn merged(windows: Vec<Window>) -> Vec<Window> {
    let (mut back, mut others) = (vec![], vec![]);
    for window in windows {
        match window.back() {
            Some(ends) => back.push(ends),
            None if others.contains(&window) => {}
            None => others.push(window),
        }
    }
    back.retain(|(far, near)| near <= far);
    back.sort_unstable_by_key(|(far, near)| (*near, *far));
    let mut all: Vec<(u64, u64)> = vec![];
    for (far, near) in back {
        match all.last_mut() {
            Some((last, _)) if near <= last.saturating_add(1) => *last = far.max(*last),
            _ => all.push((far, near)),
        }
    }
    let less = |back: u64| build::sub(&build::coord(0), &build::int(back));
    all.into_iter().map(|(far, near)| Window { far: less(far), near: less(near) }).chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::session::Session;

    fn read(text: &str) -> Result<Vec<Window>, Reason> {
        let mut session = Session::new();
        session.load("g.game", text).expect("the rules are of the language");
        windows(&session.game("g", None).expect("a game").rules)
    }

    fn backs(text: &str) -> Vec<(u64, u64)> {
        read(text).unwrap_or_else(|reason| panic!("{text}: {reason:?}")).iter().filter_map(Window::back).collect()
    }

    #[test]
    fn steps_are_merged() {
        assert_eq!(backs("game g(n) { move n - s for s in {3, 4, 5, 9, 10, 2} }"), [(5, 2), (10, 9)]);
        assert_eq!(backs("game g(n) { move n - s for s in 1234..98765 }"), [(98765, 1234)]);
        assert_eq!(backs("game g(n) { move n - s for s in 1..5; move n - s for s in 4..9000 }"), [(9000, 1)]);
    }

    #[test]
    fn functions_of_the_heap_are_ends() {
        for text in [
            "game g(n) { move n - i for i in 1..n div 3 }",
            "game g(n) { move m for m in n div 2..n - 1 }",
            "game g(n) { move n - k for k in 1..n if k != 2 }",
            "game g(n) { move n - k for k in 1..n div 2 if k <= 10 }",
        ] {
            let windows = read(text).unwrap_or_else(|reason| panic!("{text}: {reason:?}"));
            assert!(windows.iter().any(|window| window.back().is_none()), "{text}");
        }
    }

    #[test]
    fn other_rules_are_refused() {
        for text in [
            "game g(n) { move n - 2*i for i in 1..n div 2 }",
            "game g(n) { move n - i for i in 1..n if i mod 3 != 0 }",
            "game g(n) { move n - i for i in 1..n if n mod 2 = 0 }",
            "game g(n) { require n != 5; move n - 1 }",
            "game g(n, m) { move (n - 1, m) }",
            "game g(n) { split a, n - a for a in 1..n div 2 }",
            "game g(n) { move n - (1000 mod n) if n > 0 }",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
