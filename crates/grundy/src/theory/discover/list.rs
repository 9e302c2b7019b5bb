//! Decision lists that fit values.
//!
//! In: positions with values, pieces. Out: conditions, each with a leaf, and a last leaf: the first condition that holds decides. The list is built greedily:
//! the next condition is the one that decides most for its cost, with a leaf that fits; if the rest then has one leaf, so much the better. Rules
//! that are not needed are dropped, and neighbours with one leaf become one.

use grundy_core::contract::limits::Limits;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{C, E};

use super::pieces::{Mask, Pieces, Residues};
use super::sample::Sample;
use grundy_proofs::automata::if_else;

/// The most rules of a list.
const RULES: usize = 7;
/// The most conditions for which a leaf is looked for, at one place of the list.
const TRIED: usize = 4000;
/// The greatest value in a table of residues.
const GREATEST: i64 = 12;
/// How much better a condition is after which one leaf closes the list.
const CLOSES: f64 = 3.0;

/// A leaf: a number, and what it is at every position.
#[derive(Clone)]
struct Leaf {
    e: E,
    cost: f64,
    values: Vec<i64>,
}

/// A rule: where the condition holds, the leaf.
#[derive(Clone)]
struct Rule {
    e: C,
    holds: Mask,
    leaf: Leaf,
}

/// A decision list.
pub(super) struct List {
    rules: Vec<Rule>,
    last: Leaf,
}

impl List {
    /// A list that gives every position its number; `None` if none is found.
    pub(super) fn search(sample: &Sample, pieces: &Pieces, limits: &Limits) -> Option<List> {
        let search = Search { sample, pieces };
        let (mut rules, mut rest) = (vec![], vec![true; sample.len()]);
        loop {
            if let Some(last) = search.leaf(&rest) {
                let mut list = List { rules, last };
                list.simplify(&sample.values);
                return Some(list);
            }
            if rules.len() == RULES || limits.ended().is_some() {
                return None;
            }
            let rule = search.rule(&rest, limits)?;
            rest.iter_mut().zip(&rule.holds).for_each(|(rest, holds)| *rest &= !holds);
            rules.push(rule);
        }
    }

    /// The list as a number.
    pub(super) fn number(&self) -> E {
        self.rules.iter().rev().fold(self.last.e.clone(), |rest, rule| if_else(&rule.e, &rule.leaf.e, &rest))
    }

    /// The condition that the number is 0.
    pub(super) fn is_zero(&self) -> C {
        let zero = |leaf: &Leaf| build::zero(&leaf.e);
        self.rules.iter().rev().fold(zero(&self.last), |rest, rule| {
            let here = build::and(vec![rule.e.clone(), zero(&rule.leaf)]);
            let elsewhere = build::and(vec![build::not(&rule.e), rest]);
            build::or(vec![here, elsewhere])
        })
    }

    fn fits(&self, values: &[i64]) -> bool {
        let at = |n: usize| {
            self.rules.iter().find(|rule| rule.holds[n]).map_or(self.last.values[n], |rule| rule.leaf.values[n])
        };
        (0..values.len()).all(|n| at(n) == values[n])
    }

    fn simplify(&mut self, values: &[i64]) {
        while self.dropped(values) || self.merged(values) {}
    }

    /// Drops a rule that is not needed.
    fn dropped(&mut self, values: &[i64]) -> bool {
        for i in 0..self.rules.len() {
            let rule = self.rules.remove(i);
            if self.fits(values) {
                return true;
            }
            self.rules.insert(i, rule);
        }
        false
    }

    /// Gives a rule the leaf of its neighbour, and makes the two one.
    fn merged(&mut self, values: &[i64]) -> bool {
        for i in 1..self.rules.len() {
            for (from, to) in [(i - 1, i), (i, i - 1)] {
                let before = self.rules.clone();
                self.rules[to].leaf = before[from].leaf.clone();
                let second = self.rules.remove(i);
                let first = &mut self.rules[i - 1];
                first.e = build::or(vec![first.e.clone(), second.e]);
                first.holds.iter_mut().zip(&second.holds).for_each(|(own, other)| *own |= other);
                if self.fits(values) {
                    return true;
                }
                self.rules = before;
            }
        }
        false
    }
}

struct Search<'s> {
    sample: &'s Sample,
    pieces: &'s Pieces,
}

impl Search<'_> {
    /// The next rule, for positions that are not yet decided.
    fn rule(&self, rest: &Mask, limits: &Limits) -> Option<Rule> {
        let mut order = vec![];
        for (number, condition) in self.pieces.conditions.iter().enumerate() {
            let covered = condition.holds.iter().zip(rest).filter(|(holds, rest)| **holds && **rest).count();
            if covered > 0 {
                order.push((covered as f64 / (condition.cost + 3.0), number, covered));
            }
        }
        order.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut best: Option<(f64, Rule)> = None;
        for (promise, number, covered) in order.into_iter().take(TRIED) {
            if best.as_ref().is_some_and(|(score, _)| promise * CLOSES * 1.2 < *score) || limits.ended().is_some() {
                break;
            }
            let condition = &self.pieces.conditions[number];
            let here: Mask = condition.holds.iter().zip(rest).map(|(holds, rest)| *holds && *rest).collect();
            let Some(leaf) = self.leaf(&here) else { continue };
            let left: Mask = condition.holds.iter().zip(rest).map(|(holds, rest)| !*holds && *rest).collect();
            let mut score = covered as f64 / (condition.cost + leaf.cost + 2.0);
            if left.contains(&true) && self.leaf(&left).is_some() {
                score *= CLOSES;
            }
            if best.as_ref().is_none_or(|(other, _)| score > *other) {
                best = Some((score, Rule { e: condition.e.clone(), holds: condition.holds.clone(), leaf }));
            }
        }
        best.map(|(_, rule)| rule)
    }

    /// The cheapest leaf that is right at some positions.
    fn leaf(&self, of: &Mask) -> Option<Leaf> {
        let at: Vec<usize> = (0..of.len()).filter(|n| of[*n]).collect();
        let values = &self.sample.values;
        let number = self.pieces.numbers.iter().find(|number| at.iter().all(|n| number.values[*n] == values[*n]));
        let number =
            number.map(|number| Leaf { e: number.e.clone(), cost: number.cost, values: number.values.clone() });
        let below = number.as_ref().map_or(f64::INFINITY, |number| number.cost);
        let small = at.iter().all(|n| (0..=GREATEST).contains(&values[*n]));
        let residues = self.pieces.residues.iter().filter(|residues| small && residues.cost < below);
        let mut tables = residues.filter_map(|residues| self.table(residues, &at)).filter(|leaf| leaf.cost < below);
        tables.next().or(number)
    }

    /// A table of residues that is right at some positions. Classes that have none of them get the number of others.
    fn table(&self, residues: &Residues, at: &[usize]) -> Option<Leaf> {
        let mut found: Vec<Option<i64>> = vec![None; residues.conditions.len()];
        for n in at {
            let (class, value) = (residues.class[*n], self.sample.values[*n]);
            if *found[class].get_or_insert(value) != value {
                return None;
            }
        }
        let same = found.iter().zip(0..).all(|(value, class)| value.is_none_or(|value| value == class));
        let mut counts: Vec<(i64, usize)> = vec![];
        for value in found.iter().flatten() {
            match counts.iter_mut().find(|(known, _)| known == value) {
                Some((_, count)) => *count += 1,
                None => counts.push((*value, 1)),
            }
        }
        let usual = counts.iter().max_by_key(|(_, count)| *count).map_or(0, |(value, _)| *value);
        let full: Vec<i64> =
            found.iter().zip(0..).map(|(value, class)| value.unwrap_or(if same { class } else { usual })).collect();
        let values: Vec<i64> = residues.class.iter().map(|class| full[*class]).collect();
        let cost = residues.cost + 0.5 * counts.len() as f64;
        if let Some(number) = residues.number.as_ref().filter(|_| same && counts.len() > 1) {
            return Some(Leaf { e: number.clone(), cost, values });
        }
        let mut e = build::int(usual);
        for (value, _) in counts.iter().filter(|(value, _)| *value != usual) {
            let classes: Vec<usize> = (0..full.len()).filter(|class| full[*class] == *value).collect();
            let condition = residues.one_of(&classes);
            e = if_else(&condition, &build::int(*value), &e);
        }
        Some(Leaf { e, cost, values })
    }
}
