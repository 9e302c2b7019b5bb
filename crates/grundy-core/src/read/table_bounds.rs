//! What is proved about a table before it is filled.
//!
//! In: rules and the bounds of a box. Out: which coordinates no move raises; whether every option lies in the box, before its cell; and an upper
//! bound of the values. All of this is proved from the rules: from the ranges of parameters over the box, from linear
//! conditions that a legal move meets, and from the form of entries such as `min(y, …)`. What cannot be
//! proved is not claimed.

mod reach;

use std::collections::HashMap;

use dashu_int::IBig;
use dashu_int::ops::Abs;

pub use self::reach::reach;
use grundy_rules::rules::bounds::{Env, Interval, ends};
use grundy_rules::rules::expr::{C, Cond, E, Expr, Range, Tree};
use grundy_rules::rules::{Family, Play, Role, Ruleset, build};

/// Is it proved that no move raises a coordinate, up to the largest coordinates of tables?
#[must_use]
pub fn never_raises(rules: &Ruleset) -> bool {
    let hi = vec![u64::from(u32::MAX); rules.width()];
    Foresight::of(rules, &hi, Play::Normal).never_raised.iter().all(|never| *never)
}

/// What is proved about a table.
#[derive(Debug)]
pub struct Foresight {
    /// For each coordinate: is it proved that no move raises it?
    pub never_raised: Vec<bool>,
    /// Does every option lie in the box, at or before its cell, also after any symmetry is applied?
    pub falls: bool,
    /// An upper bound of the values.
    pub most: Option<u64>,
}

impl Foresight {
    /// Reads the rules over the box from 0 to `hi`.
    pub fn of(rules: &Ruleset, hi: &[u64], play: Play) -> Foresight {
        let mut sight = Foresight { never_raised: vec![true; hi.len()], falls: true, most: None };
        let (mut options, mut least) = (Some(IBig::ZERO), None);
        let mut moved = vec![false; hi.len()];
        let mut all_fall = true;
        for family in &rules.families {
            let known = FamilyFacts::of(rules, family, hi);
            let changes = known.changes();
            for (c, change) in &changes {
                moved[*c] = true;
                sight.never_raised[*c] &= change.as_ref().is_some_and(|k| *k <= IBig::ZERO);
            }
            sight.falls &= falls(rules, hi, &changes);
            options = options.zip(known.options()).map(|(sum, n)| sum + n);
            match known.falls_by(&changes) {
                Some(by) if least.as_ref().is_none_or(|l| by < *l) => least = Some(by),
                Some(_) => {}
                None => all_fall = false,
            }
        }
        // The least amount by which a move lowers the sum of the coordinates bounds the length of a play.
        let own = |c: &usize| moved[*c] && rules.coords[*c].role != Role::Flag;
        let sum: IBig = (0..hi.len()).filter(own).map(|c| IBig::from(hi[c])).sum();
        let longest = all_fall.then(|| least.map_or(IBig::ZERO, |by| sum / by));
        let most = [options, longest].into_iter().flatten().min();
        sight.most = most.and_then(|n| u64::try_from(n).ok()).map(|n| n.max(play.is_misere().into()));
        sight
    }
}

/// Does each option of a family with these changes lie in the box, and before its cell? Only a flag may rise, after a
/// coordinate that falls: both belong to the same part, so no symmetry puts them in another order.
fn falls(rules: &Ruleset, hi: &[u64], changes: &[(usize, Option<IBig>)]) -> bool {
    let lowered = |c: usize| changes.iter().any(|(d, k)| *d < c && k.as_ref().is_some_and(|k| *k < IBig::ZERO));
    changes.iter().all(|(c, change)| match change {
        Some(k) if *k <= IBig::ZERO => true,
        _ => rules.coords[*c].role == Role::Flag && hi[*c] == 1 && lowered(*c),
    })
}

/// What is known about the coordinates and parameters of a family's legal moves.
struct FamilyFacts<'a> {
    rules: &'a Ruleset,
    family: &'a Family,
    coords: Vec<Interval>,
    vars: HashMap<usize, Interval>,
    /// Expressions that are 0 or less.
    non_positive: Vec<E>,
}

/// The ranges of the amounts, those that repeat a target last.
fn ranges(family: &Family) -> impl Iterator<Item = &Range> {
    family.params.iter().chain(family.targets.iter().flat_map(|t| &t.repeats).flat_map(|r| &r.ranges))
}

impl Env for FamilyFacts<'_> {
    fn coord(&self, index: usize) -> Interval {
        self.coords[index].clone()
    }
    fn var(&self, index: usize) -> Interval {
        self.vars.get(&index).cloned().unwrap_or_else(Interval::any)
    }
}

impl FamilyFacts<'_> {
    fn of<'a>(rules: &'a Ruleset, family: &'a Family, hi: &[u64]) -> FamilyFacts<'a> {
        let coords = hi.iter().map(|h| Interval { lo: Some(IBig::ZERO), hi: Some((*h).into()) }).collect();
        let mut known = FamilyFacts { rules, family, coords, vars: HashMap::new(), non_positive: vec![] };
        for part in [&family.before, &family.guard].into_iter().flat_map(build::conjuncts) {
            match &*part {
                Cond::NonPos(e) => known.non_positive.push(e.clone()),
                Cond::Zero(e) => known.non_positive.extend([e.clone(), build::scale(e, &(-IBig::ONE))]),
                Cond::Not(inner) => known.not_zero(inner),
                _ => {}
            }
        }
        for e in known.non_positive.clone() {
            known.narrow(&e);
        }
        for range in ranges(family) {
            let (lo, hi) = (known.lower(&range.lo), known.upper(&range.hi));
            known.vars.insert(range.var, Interval { lo, hi });
        }
        known
    }

    /// A coordinate that is not 0 is at least 1.
    fn not_zero(&mut self, e: &C) {
        if let Cond::Zero(e) = &**e
            && let (constant, terms) = build::linear(e)
            && let [(term, _)] = &terms[..]
            && matches!(**term, Expr::Coord(_))
            && constant.is_zero()
        {
            self.non_positive.push(build::sub(&build::int(1), term));
        }
    }

    /// `k * x + c <= 0`, k being 1 or -1, bounds the coordinate x.
    fn narrow(&mut self, e: &E) {
        let (constant, terms) = build::linear(e);
        let [(term, k)] = &terms[..] else { return };
        let Expr::Coord(c) = **term else { return };
        let Interval { lo, hi } = &mut self.coords[c];
        if k.is_one() && hi.as_ref().is_none_or(|h| -&constant < *h) {
            *hi = Some(-constant);
        } else if *k == -IBig::ONE && lo.as_ref().is_none_or(|l| constant > *l) {
            *lo = Some(constant);
        }
    }

    fn upper(&self, e: &E) -> Option<IBig> {
        ends(e, self).hi
    }

    fn lower(&self, e: &E) -> Option<IBig> {
        ends(e, self).lo
    }

    /// The coordinates that the family changes, each with the most it can rise, over all parts of a split.
    fn changes(&self) -> Vec<(usize, Option<IBig>)> {
        let mut changes: Vec<(usize, Option<IBig>)> = vec![];
        for target in &self.family.targets {
            let leaf = &self.rules.leaves[target.leaf];
            for (i, c) in leaf.range().enumerate() {
                let entries: Vec<&E> = target.all_tuples().map(|t| &t[i]).collect();
                if entries.is_empty() {
                    // A split into no parts takes the coordinate away.
                    changes.push((c, Some(IBig::ZERO)));
                } else if entries.iter().any(|e| ***e != Expr::Coord(c)) {
                    let each = entries.iter().map(|e| self.change(e, c)).collect::<Option<Vec<IBig>>>();
                    changes.push((c, each.and_then(|list| list.into_iter().max())));
                }
            }
        }
        changes.sort_by_key(|(c, _)| *c);
        changes
    }

    /// A number k such that in every legal move the entry is at most the coordinate + k.
    fn change(&self, e: &E, c: usize) -> Option<IBig> {
        let own = build::coord(c);
        let rise = build::sub(e, &own);
        let by_condition = |f: &E| self.upper(&build::sub(&rise, f));
        let by_form = match &**e {
            Expr::Min(list) => list.iter().filter_map(|e| self.change(e, c)).min(),
            Expr::Max(list) => list.iter().map(|e| self.change(e, c)).collect::<Option<Vec<_>>>().and_then(greatest),
            Expr::If(_, a, b) => self.change(a, c).zip(self.change(b, c)).map(|(a, b)| a.max(b)),
            Expr::Div(a, d, _) => match d.as_int() {
                Some(d) if *d > IBig::ONE && *a == own && self.lower(&own) > Some(IBig::ZERO) => Some(-IBig::ONE),
                // The quotient is at most the coordinate + k where the number is below d times the coordinate + k + 1.
                Some(d) if *d > IBig::ZERO => {
                    let times = self.upper(&build::sub(a, &build::scale(&own, d)));
                    times.and_then(|most| build::floor_div(&most, d)).into_iter().chain(self.change(a, c)).min()
                }
                _ => None,
            },
            Expr::Mod(a, d, _) => match d.as_int() {
                Some(d) if *d > IBig::ZERO && self.lower(a) >= Some(IBig::ZERO) => self.change(a, c),
                _ => None,
            },
            _ => None,
        };
        let all = self.non_positive.iter().filter_map(by_condition).chain(self.upper(&rise));
        all.chain(by_form).chain(self.change_by_range(e, c)).min()
    }

    /// The same where an amount stands at the end of its range that makes the entry greatest.
    fn change_by_range(&self, e: &E, c: usize) -> Option<IBig> {
        // The ends of a range may have amounts of ranges before it.
        let (range, factor) =
            ranges(self.family).filter_map(|range| Some((range, build::factor(e, range.var)?))).last()?;
        let end = if factor > IBig::ZERO { &range.hi } else { &range.lo };
        let minus = -&factor;
        self.change(&build::sum(&[(e.clone(), IBig::ONE), (end.clone(), factor), (build::var(range.var), minus)]), c)
    }

    /// An amount of at least 1 by which every move lowers the sum of the coordinates over all parts of a split. Flags are not counted.
    fn falls_by(&self, changes: &[(usize, Option<IBig>)]) -> Option<IBig> {
        let counts = |c: usize| self.rules.coords[c].role != Role::Flag;
        let mut terms: Vec<(E, IBig)> = vec![];
        for target in &self.family.targets {
            for (i, c) in self.rules.leaves[target.leaf].range().enumerate().filter(|(_, c)| counts(*c)) {
                terms.push((build::coord(c), -IBig::ONE));
                terms.extend(target.tuples.iter().map(|t| (t[i].clone(), IBig::ONE)));
            }
        }
        let together = self.upper(&build::sum(&terms));
        if self.family.targets.iter().any(|t| !t.repeats.is_empty()) {
            return None;
        }
        let single = self.family.targets.iter().all(|t| t.tuples.len() == 1);
        let apart = || changes.iter().filter(|(c, _)| counts(*c)).map(|(_, k)| k.clone()).sum::<Option<IBig>>();
        let most = together.into_iter().chain(single.then(apart).flatten()).min()?;
        (most < IBig::ZERO).then(|| most.abs())
    }

    /// An upper bound of the number of options: one for each choice of the parameters that a target uses. The ways to break a number are not counted.
    fn options(&self) -> Option<IBig> {
        if self.family.targets.iter().flat_map(|t| &t.repeats).any(|repeat| repeat.broken.is_some()) {
            return None;
        }
        let entries = || self.family.targets.iter().flat_map(|t| t.expressions());
        let used = self.family.params.iter().filter(|r| entries().any(|e| e.uses(r.var)));
        used.map(|r| Some((self.upper(&build::sub(&r.hi, &r.lo))? + IBig::ONE).max(IBig::ZERO))).product()
    }
}

fn greatest(list: Vec<IBig>) -> Option<IBig> {
    list.into_iter().max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::session::Session;

    fn foresee(rules: &str, hi: &[u64]) -> Foresight {
        let mut session = Session::new();
        let name = if rules.contains("game") { "g" } else { rules };
        if name == "g" {
            session.load("g.game", rules).expect("the rules are of the language");
        }
        Foresight::of(&session.game(name, None).expect("a game").rules, hi, Play::Normal)
    }

    #[test]
    fn values_are_bounded() {
        for (rules, hi, most) in [
            ("wythoff", &[100, 50][..], Some(150)),
            ("moore_nim[3, 2]", &[10, 10, 10], Some(30)),
            ("subtraction[{3, 5}]", &[100], Some(2)),
            ("mark[{1}, {2}]", &[1000], Some(2)),
            ("chocolate[(x, z) -> (x + z) div 2]", &[10, 10, 20], Some(40)),
            ("euclid", &[30, 20], Some(50)),
            ("kayles", &[100], Some(100)),
            ("near(nim[1], nim[1])", &[20, 20, 1], Some(40)),
            ("pass(nim[2])", &[20, 20, 1], Some(41)),
            ("game g(a, b) { move (a - i, b - 2*i) for i in 1..a }", &[90, 100], Some(63)),
            ("game g(a, b) { move (a - i, b + j) for i in 1..a, j in 0..3 }", &[30, 500], Some(120)),
            ("game g(a) { split all (j for j in 1..a if j < 0) for i in 1..a }", &[100], Some(1)),
            ("game g(a) { split all (h for h in p) for p in partitions(a) if a > 1 }", &[50], None),
            ("game g(a) { move a - 2^i for i in 0..log2(a) if a > 0 }", &[500], None),
        ] {
            assert_eq!(foresee(rules, hi).most, most, "{rules}");
        }
    }

    #[test]
    fn coordinates_that_no_move_raises() {
        for (rules, never) in [
            ("euclid", "tt"),
            ("chocolate[(x, z) -> (x + z) div 2]", "ttt"),
            ("near(nim[1], nim[1])", "ttf"),
            ("pass(nim[2], 3)", "ttt"),
            ("game g(a, b) { move (a - i, b + 1) for i in 1..a }", "tf"),
            ("game g(a, b) { move (b, a - 1) if b <= a }", "tf"),
            ("game g(a, b) { move (0, b) if a > 2\n move (a, b xor 1) if (b xor 1) < b }", "tt"),
            ("game g(a, b) { move (a div 2, max(0, b - 3)) if a > 0 and b > 3 }", "tt"),
            ("game g(n) { split i, n - i for i in 1..n div 2 }", "t"),
            ("game g(n) { split i, j for j in 2..n - 1, i in 1..j - 1 }", "t"),
            ("game g(n) { split max(0, i - 2), max(0, n - i - 1) for i in 1..n }", "t"),
            ("game g(n) { split i, j for j in 2..n - 1, i in 1..j + 2 }", "f"),
            ("game g(x, y) { split (a, y), (x, b), (a, b) for a in 0..x - 1, b in 0..y - 1 }", "tt"),
        ] {
            let hi = vec![3; never.len()].into_iter().collect::<Vec<u64>>();
            let expected: Vec<bool> = never.chars().map(|t| t == 't').collect();
            assert_eq!(foresee(rules, &hi).never_raised, expected, "{rules}");
        }
    }
}
