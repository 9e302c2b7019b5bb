//! Steps that together lower nothing: with them play never ends.
//!
//! In: rules. Out: numbers of moves, not all 0, of families that add a constant vector unconditionally, whose sum lowers no coordinate; or nothing.
//! From a position from which they can all be made they lead to a position that is no smaller, and so on for ever. A move that can be made from all
//! positions from some on (`if n > 2`), and that leaves a greater position or the same one beside others, is enough by itself.
//!
//! The numbers c_k >= 0 with a sum of 1 and with c_1 v_1 + … + c_m v_m >= 0 are a solution of a linear programme, found by the simplex method in
//! integers: Bland's rule, so that it ends, and pivots that divide by the last pivot without a remainder (Edmonds 1967, Bareiss 1968). If there are
//! none, some weights of the coordinates fall with every step (Ville 1938).

use std::collections::BTreeMap;
use std::sync::Arc;

use dashu_int::IBig;
use dashu_int::ops::Gcd;

use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::evaluate::{Evaluator, NoAtoms};
use grundy_rules::rules::expr::{C, Cond, E, Expr, Place, Tree};
use grundy_rules::rules::{Family, Ruleset, build, change};

use crate::contract::stop::tuple_text;
use crate::read::constants::each;

/// More steps than this are not looked at.
const MOST: i64 = 128;
/// The most moves that are tried one by one at a position.
const TRIED: u64 = 1 << 12;

/// What is said to whoever asks for something that a loopy game does not have.
pub const LOOPY: &str = "play may go on for ever in this game: `value`, `moves`, `table`, `sequence` and `positions` give its loopy values, in normal play and without `--engine`; what was asked needs rules under which every play ends";

/// Steps that together lower nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endless {
    /// What each of the steps adds to the coordinates, how often it is made, and where it stands in the rules.
    steps: Vec<(Vec<i64>, u64, Place)>,
    /// What a position meets from which the steps are made; if it does, so does every greater one.
    given: Vec<C>,
    /// Are other positions left beside the one that the steps lead to?
    beside: bool,
}

impl Endless {
    /// Sees such steps in the rules; not where positions need a `require`.
    ///
    /// ```
    /// # use grundy::Session;
    /// # use grundy_core::read::endless::Endless;
    /// let mut session = Session::new();
    /// session.load("round.game", "game round(a, b) { move (a - 1, b + 1)\n move (a + 2, b - 1) }")?;
    /// let rules = session.game("round", None)?.rules;
    /// let error = Endless::of(&rules).and_then(|endless| endless.from(&[5.into(), 5.into()]));
    /// assert!(error.is_some_and(|error| error.message.contains("lead from (5, 5) to (5, 6)")));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn of(rules: &Ruleset) -> Option<Endless> {
        if !rules.requires.is_empty() {
            return None;
        }
        let mut steps: Vec<(Vec<i64>, Place)> = vec![];
        for family in &rules.families {
            for single in each(family, MOST).unwrap_or_default() {
                steps.extend(step(rules, &single).map(|step| (step, family.place)));
            }
        }
        if let Some(alone) = rules.families.iter().find_map(|family| raising(rules, family)) {
            return Some(alone);
        }
        if steps.is_empty()
            || steps.len() > MOST as usize
            || !steps.iter().any(|(step, _)| step.iter().any(|x| *x >= 0))
        {
            return None;
        }
        let vectors: Vec<&[i64]> = steps.iter().map(|(step, _)| &step[..]).collect();
        let times = combination(&vectors)?;
        let steps = steps.into_iter().zip(times).filter(|(_, n)| *n > 0).map(|((step, place), n)| (step, n, place));
        Some(Endless { steps: steps.collect(), given: vec![], beside: false })
    }

    /// Do the steps together lead to greater positions, without end, and not back?
    #[must_use]
    pub fn grows(&self) -> bool {
        let sum =
            |c: usize| self.steps.iter().map(|(step, times, _)| IBig::from(step[c]) * IBig::from(*times)).sum::<IBig>();
        self.beside || self.steps.first().is_some_and(|(step, ..)| (0..step.len()).any(|c| sum(c) > IBig::ZERO))
    }

    /// The error for a position from which all the steps can be made, in some order that is found.
    #[must_use]
    pub fn from(&self, position: &[IBig]) -> Option<Diagnostic> {
        let mut left: Vec<u64> = self.steps.iter().map(|(_, times, _)| *times).collect();
        if left.iter().try_fold(0u64, |sum, n| sum.checked_add(*n)).is_none_or(|all| all > TRIED) {
            return None;
        }
        let mut at = position.to_vec();
        let holds = |c: &C| {
            let mut atoms = NoAtoms;
            Evaluator { coords: position, vars: BTreeMap::new(), atoms: &mut atoms, steps: TRIED }.truth(c).ok()
        };
        if !self.given.iter().all(|c| holds(c) == Some(true)) {
            return None;
        }
        while left.iter().any(|n| *n > 0) {
            let fits = |k: &usize| left[*k] > 0 && at.iter().zip(&self.steps[*k].0).all(|(x, v)| x + v >= IBig::ZERO);
            let next = (0..left.len()).find(fits)?;
            left[next] -= 1;
            at.iter_mut().zip(&self.steps[next].0).for_each(|(x, v)| *x += v);
        }
        let (from, to) = (tuple_text(position), tuple_text(&at));
        let written = |(step, times, _): &(Vec<i64>, u64, Place)| match times {
            1 => tuple_text(step.iter().map(|x| format!("{x:+}"))),
            _ => format!("{times} times {}", tuple_text(step.iter().map(|x| format!("{x:+}")))),
        };
        let list: Vec<String> = self.steps.iter().map(written).collect();
        let message = match &list[..] {
            [one] if self.beside => format!(
                "play never ends: the move {one} leads from {from} to {to} beside others, and lowers nothing there"
            ),
            all if *at == *position => format!(
                "the rules go round, so play would never end: the moves {} lead from {from} back to it",
                all.join(", ")
            ),
            [one] => format!("play never ends: the move {one} leads from {from} to {to}, and lowers nothing"),
            all => format!(
                "play never ends: the moves {} lead from {from} to {to}, and together lower nothing",
                all.join(", ")
            ),
        };
        let error = Diagnostic::new(Code::Circle, message);
        let back = *at == *position && !self.beside;
        let error =
            self.steps.iter().filter_map(|(_, _, place)| place.0).fold(error, |error, span| error.label(span, ""));
        Some(error.help(match back {
            true => LOOPY,
            false => "every move must lower something that no other move raises: give the move a condition, or a bound",
        }))
    }
}

/// What a family without ranges adds to the coordinates, if it is unconditional and leaves one part.
fn step(rules: &Ruleset, family: &Family) -> Option<Vec<i64>> {
    if [&family.before, &family.guard].into_iter().any(|e| e.as_bool() != Some(true)) {
        return None;
    }
    let mut all = vec![0; rules.width()];
    for target in &family.targets {
        let own = added(rules, target.leaf, target.only()?)?;
        all.iter_mut().zip(own).for_each(|(all, own)| *all += own);
    }
    Some(all)
}

/// A move of a family that by itself lowers nothing, and can be made again: its parameters have their first values.
fn raising(rules: &Ruleset, family: &Family) -> Option<Endless> {
    let [target] = &family.targets[..] else { return None };
    if !target.repeats.is_empty() {
        return None;
    }
    let mut given = vec![family.before.clone(), family.guard.clone()];
    let mut tuples = target.tuples.clone();
    for (k, range) in family.params.iter().enumerate() {
        given = given.iter().map(|c| change::put(c, range.var, &range.lo)).collect();
        tuples.iter_mut().flatten().for_each(|e| *e = change::put(e, range.var, &range.lo));
        // A range that depends on an earlier one is not followed.
        if family.params[..k].iter().any(|earlier| range.lo.uses(earlier.var) || range.hi.uses(earlier.var)) {
            return None;
        }
        given.push(match &*range.hi {
            Expr::Div(of, by, _) if by.as_i64().is_some_and(|by| by > 0) => build::le(&build::mul(&range.lo, by), of),
            hi => build::le(&range.lo, &Arc::new(hi.clone())),
        });
    }
    let given: Vec<C> = given.iter().flat_map(build::conjuncts).filter(|c| c.as_bool() != Some(true)).collect();
    if !given.iter().all(stays_true) {
        return None;
    }
    let beside = tuples.len() > 1;
    let step = tuples
        .iter()
        .filter_map(|tuple| added(rules, target.leaf, tuple))
        .find(|step| step.iter().all(|x| *x >= 0) && (beside || step.iter().any(|x| *x > 0)))?;
    Some(Endless { steps: vec![(step, 1, family.place)], given, beside })
}

/// Does a condition that holds at a position hold at every greater one?
fn stays_true(c: &C) -> bool {
    let Cond::NonPos(e) = &**c else { return false };
    build::linear(e).1.iter().all(|(term, factor)| matches!(**term, Expr::Coord(_)) && *factor <= IBig::ZERO)
}

/// What a tuple adds to the coordinates of its leaf, if it is a constant vector.
fn added(rules: &Ruleset, leaf: usize, tuple: &[E]) -> Option<Vec<i64>> {
    let mut added = vec![0; rules.width()];
    for (i, e) in tuple.iter().enumerate() {
        let coord = rules.leaves[leaf].first + i;
        let (constant, terms) = build::linear(e);
        let own = matches!(&terms[..], [(term, factor)] if **term == Expr::Coord(coord) && factor.is_one());
        added[coord] = i64::try_from(&constant).ok().filter(|_| own)?;
    }
    Some(added)
}

/// The tableau of a linear programme: all entries have one denominator.
struct Tableau {
    /// A row for each basic variable, and the objective last; the right sides are in the last column.
    rows: Vec<Vec<IBig>>,
    basis: Vec<usize>,
    denominator: IBig,
}

/// How often each vector is taken so that the sum is nowhere negative; `None` if there is no such sum but the empty one.
fn combination(vectors: &[&[i64]]) -> Option<Vec<u64>> {
    let (count, width) = (vectors.len(), vectors.first()?.len());
    // Rows: for each coordinate s_c = c_1 v_1c + … + c_m v_mc, and c_1 + … + c_m + t = 1. Columns: c, then s, then the right side.
    let mut rows = vec![vec![IBig::ZERO; count + width + 1]; width + 2];
    for (k, vector) in vectors.iter().enumerate() {
        for (c, v) in vector.iter().enumerate() {
            rows[c][k] = IBig::from(-*v);
        }
        rows[width][k] = IBig::ONE;
        rows[width + 1][k] = IBig::ONE;
    }
    (0..width).for_each(|c| rows[c][count + c] = IBig::ONE);
    rows[width][count + width] = IBig::ONE;
    let artificial = count + width;
    let basis = (count..count + width).chain([artificial]).collect();
    let mut tableau = Tableau { rows, basis, denominator: IBig::ONE };
    while let Some((row, column)) = tableau.pivot() {
        tableau.turn(row, column);
    }
    let t = tableau.basis.iter().position(|b| *b == artificial);
    if t.is_some_and(|row| !tableau.right(row).is_zero()) {
        return None;
    }
    let times: Vec<IBig> = (0..count)
        .map(|k| tableau.basis.iter().position(|b| *b == k).map_or(IBig::ZERO, |row| tableau.right(row).clone()))
        .collect();
    let common = times.iter().filter(|n| !n.is_zero()).cloned().reduce(|a, b| IBig::from((&a).gcd(&b)))?;
    times.into_iter().map(|n| u64::try_from(n / &common).ok()).collect()
}

impl Tableau {
    fn right(&self, row: usize) -> &IBig {
        &self.rows[row][self.rows[row].len() - 1]
    }

    /// The row and the column of the next pivot by Bland's rule; `None` at the optimum.
    fn pivot(&self) -> Option<(usize, usize)> {
        let (objective, rows) = self.rows.split_last()?;
        let column = objective[..objective.len() - 1].iter().position(|x| *x > IBig::ZERO)?;
        let candidates = (0..rows.len()).filter(|r| rows[*r][column] > IBig::ZERO);
        let row = candidates.min_by(|a, b| {
            let ratio = |r: usize, other: usize| self.right(r) * &rows[other][column];
            ratio(*a, *b).cmp(&ratio(*b, *a)).then(self.basis[*a].cmp(&self.basis[*b]))
        })?;
        Some((row, column))
    }

    fn turn(&mut self, row: usize, column: usize) {
        let own = self.rows[row].clone();
        let pivot = own[column].clone();
        for (_, other) in self.rows.iter_mut().enumerate().filter(|(r, _)| *r != row) {
            let factor = other[column].clone();
            for (x, y) in other.iter_mut().zip(&own) {
                *x = (&pivot * &*x - &factor * y) / &self.denominator;
            }
        }
        self.denominator = pivot;
        self.basis[row] = column;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_testing::Noise;

    /// Is there a combination with numbers up to 3?
    fn tried(vectors: &[&[i64]]) -> bool {
        let count = 4usize.pow(vectors.len() as u32);
        (1..count).any(|code| {
            let times = |k: usize| (code / 4usize.pow(k as u32) % 4) as i64;
            (0..vectors[0].len()).all(|c| (0..vectors.len()).map(|k| times(k) * vectors[k][c]).sum::<i64>() >= 0)
        })
    }

    /// A move that can be made again, and leaves a position no smaller, is seen behind a condition and among others.
    #[test]
    fn one_move_may_be_enough() {
        for (moves, at, message) in [
            ("move n + 1 if n > 2; move n - 3", 5u64, Some("the move (+1) leads from (5) to (6), and lowers nothing")),
            ("move n + 1 if n > 2; move n - 3", 2, None),
            ("move n + 1 if n < 20; move n - 3", 5, None),
            (
                "split a, n + 1 - a for a in 1..(n + 1) div 2",
                5,
                Some("the move (+0) leads from (5) to (5) beside others"),
            ),
            ("split a, n + 1 - a for a in 1..(n + 1) div 2", 0, None),
            ("split a, n + 1 - a for a in 2..(n + 1) div 2", 50, None),
        ] {
            let mut session = grundy_rules::session::Session::new();
            session.load("g.game", &format!("game g(n) {{ {moves} }}")).expect("rules");
            let rules = session.game("g", None).expect("a game").rules;
            let found = Endless::of(&rules).and_then(|endless| endless.from(&[at.into()]));
            match message {
                None => assert!(found.is_none(), "{moves} from {at}: {found:?}"),
                Some(text) => assert!(found.expect(moves).message.contains(text), "{moves} from {at}"),
            }
        }
    }

    #[test]
    fn combinations_lower_nothing_and_are_found_where_small_ones_are() {
        let mut noise = Noise(3);
        let (mut found, mut none) = (0, 0);
        for _ in 0..2000 {
            let (count, width) = (1 + noise.below(4), 1 + noise.below(3));
            let vectors: Vec<Vec<i64>> =
                (0..count).map(|_| (0..width).map(|_| noise.below(6) as i64 - 3).collect()).collect();
            let vectors: Vec<&[i64]> = vectors.iter().map(|v| &v[..]).collect();
            match combination(&vectors) {
                Some(times) => {
                    assert!(times.iter().any(|n| *n > 0), "{vectors:?}");
                    for c in 0..width {
                        let sum: i64 = times.iter().zip(&vectors).map(|(n, v)| *n as i64 * v[c]).sum();
                        assert!(sum >= 0, "{vectors:?}, {times:?}");
                    }
                    found += 1;
                }
                None => {
                    assert!(!tried(&vectors), "{vectors:?}");
                    none += 1;
                }
            }
        }
        assert!(found > 200 && none > 200, "{found} and {none}");
    }
}
