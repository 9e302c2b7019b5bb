//! Arithmetic periods of heaps, proved by a finite automaton.
//!
//! In: [`Heaps`], a period with a saltus, and the values up to its first round. Out: whether the sequence f that continues these values satisfies
//! f(n) = mex { values of options } for *all* n that are positions. The recursion has only one solution, so then G = f. For other n there is no f(n):
//! from d on residues say which n these are, no such n is a part of an option, and nothing is to be shown of them.
//!
//! From d on, f(d + r + p w) = g(r) + s w. Write a part from d on as d + r + p w, with r < p, and let parts below d be constants. For given residues
//! the sizes give W = w_1 + … + w_j + κ for the whole d + R + p W. The value of an option is the nim-sum of all g(r_i) + s w_i and a constant x. In
//! binary, lowest digits first, all of this is done with carries: w_i is multiplied by s and g(r_i) added with a carry below max(s, g + 1), the sum
//! of the w_i needs a carry below max(j, κ + 1), and the nim-sum needs none. So a [`Form`] is a state of a finite automaton that reads the digits of
//! W and of a value v, guesses those of the w_i, and ends with all carries 0 exactly if v is the value of an option of that form. Two things are to
//! be shown for all W:
//!
//! * *No option has the value f(n)*: no run with v = g(R) + s W, which is computed along with one more carry, ends with all carries 0.
//! * *Every v < f(n) is the value of an option*: consider the sets of states, each with a flag whether the digits of v so far are less than those of
//!   f(n). There are finitely many (the subset construction). Reading digits 0 without end leads each of them into a cycle. In that cycle, where v is
//!   the less, the set must contain the state without carries.
//!
//! Both are decided by visiting all reachable states. If there are too many, nothing is claimed. For n < d the values were computed.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::number_set::NumberSet;
use super::read::{Heaps, Leaves, Pairs};
use crate::exact::index;

/// Limits on starts of options, and on the states, sets and elements of sets that are visited.
const STARTS: usize = 1 << 17;
const STATES: usize = 1 << 20;
const SUBSETS: usize = 1 << 14;
const ELEMENTS: usize = 1 << 22;

/// The sequence that continues computed values with an arithmetic period.
pub(super) struct Continued<'a> {
    pub(super) heaps: &'a Heaps,
    pub(super) values: &'a [u32],
    /// From here on conditions depend on residues and values are periodic.
    pub(super) from: u64,
    /// A multiple of the modulus of the residues.
    pub(super) period: u64,
    /// The saltus for this period.
    pub(super) saltus: u64,
}

/// An option, read so far: the carries of its parts (sorted), the carry of the whole, and the remaining digits of the constant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Form {
    parts: Vec<u64>,
    whole: u64,
    rest: u64,
}

impl Form {
    fn is_done(&self) -> bool {
        self.whole == 0 && self.rest == 0 && self.parts.iter().all(|c| *c == 0)
    }

    /// The states after a digit of the whole, each with the digit of the value.
    fn next(&self, saltus: u64, digit: u64, found: &mut Vec<(Form, u64)>) {
        for bits in 0..1u64 << self.parts.len() {
            let sum = self.whole + u64::from(bits.count_ones());
            if sum & 1 != digit {
                continue;
            }
            let mut value = self.rest & 1;
            let mut parts = self.parts.clone();
            for (i, carry) in parts.iter_mut().enumerate() {
                let total = *carry + saltus * (bits >> i & 1);
                value ^= total & 1;
                *carry = total >> 1;
            }
            parts.sort_unstable();
            found.push((Form { parts, whole: sum >> 1, rest: self.rest >> 1 }, value));
        }
    }
}

/// A set of options, read so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Subset {
    /// The carry of f(n), the value of the heap.
    carry: u64,
    /// By the digits so far, is the value that is read less than f(n)?
    less: bool,
    options: Vec<Form>,
}

impl Continued<'_> {
    /// Does the sequence satisfy the rules' recursion? Returns the number of states that show it; `None` if it does not, or if that is too
    /// much to show.
    pub(super) fn holds(&self) -> Option<usize> {
        if (self.values.len() as u64) < self.from + 2 * self.period {
            return None;
        }
        let starts = self.starts()?;
        let states = self.no_option_is_equal(&starts)?;
        let subsets = self.all_less_are_options(&starts)?;
        Some(states + subsets)
    }

    fn value(&self, n: u64) -> u64 {
        u64::from(self.values[index(n)])
    }

    /// For each residue of the whole, all forms that options have.
    fn starts(&self) -> Option<Vec<BTreeSet<Form>>> {
        let mut starts = vec![BTreeSet::new(); index(self.period)];
        let mut left = STARTS;
        for mv in &self.heaps.moves {
            let (take, each): (u64, Vec<&NumberSet>) = match &mv.leaves {
                Leaves::Nothing | Leaves::Fixed(_) => {
                    let later = (self.from..self.from + self.period).any(|n| mv.when.holds(n));
                    if later {
                        return None;
                    }
                    continue;
                }
                Leaves::One(take) => (*take, vec![&self.heaps.exists]),
                Leaves::Broken { .. } => return None,
                Leaves::Two(pairs) if !pairs.shifts() => return None,
                Leaves::Two(Pairs { take, left, right, .. }) => (*take, vec![left, right]),
                Leaves::Many { take, parts, each } => (*take, vec![each; *parts]),
            };
            // Parts under equal conditions are taken in ascending order.
            let alike = each.windows(2).all(|pair| pair[0] == pair[1]);
            self.parts(&each, alike, &mut vec![], &mut |parts| {
                left = left.checked_sub(1)?;
                if let Some((residue, option)) = self.start(take, parts)
                    && mv.when.holds(self.from + residue)
                {
                    starts[index(residue)].insert(option);
                }
                Some(())
            })?;
        }
        Some(starts)
    }

    /// All choices of a number below `from + period` for each part; those from `from` on stand for their residue class.
    fn parts(
        &self,
        each: &[&NumberSet],
        alike: bool,
        chosen: &mut Vec<u64>,
        found: &mut impl FnMut(&[u64]) -> Option<()>,
    ) -> Option<()> {
        let Some(which) = each.get(chosen.len()) else { return found(chosen) };
        let first = if alike { chosen.last().copied().unwrap_or(0) } else { 0 };
        for part in (first..self.from + self.period).filter(|part| which.holds(*part)) {
            chosen.push(part);
            self.parts(each, alike, chosen, found)?;
            chosen.pop();
        }
        Some(())
    }

    /// The residue of the whole, and the option; `None` where the whole is always below `from`.
    fn start(&self, take: u64, parts: &[u64]) -> Option<(u64, Form)> {
        let above = (parts.iter().sum::<u64>() + take).checked_sub(self.from)?;
        let (large, small): (Vec<u64>, Vec<u64>) = parts.iter().partition(|part| **part >= self.from);
        let mut carries: Vec<u64> = large.iter().map(|part| self.value(*part)).collect();
        carries.sort_unstable();
        let rest = small.iter().fold(0, |sum, part| sum ^ self.value(*part));
        Some((above % self.period, Form { parts: carries, whole: above / self.period, rest }))
    }

    /// For each residue that is a position, the first value and the options.
    fn positions<'s>(&self, starts: &'s [BTreeSet<Form>]) -> impl Iterator<Item = (u64, &'s BTreeSet<Form>)> {
        let there = (self.from..).zip(starts).filter(|(n, _)| self.heaps.exists.holds(*n));
        there.map(|(n, options)| (self.value(n), options))
    }

    /// Shows that no option has the value of the heap. Returns the number of states visited.
    fn no_option_is_equal(&self, starts: &[BTreeSet<Form>]) -> Option<usize> {
        let mut seen: HashSet<(Form, u64)> = HashSet::new();
        let mut open: Vec<(Form, u64)> = vec![];
        for (carry, options) in self.positions(starts) {
            open.extend(options.iter().map(|option| (option.clone(), carry)));
        }
        let mut next = vec![];
        while let Some((option, carry)) = open.pop() {
            if option.is_done() && carry == 0 {
                return None;
            }
            if !seen.insert((option.clone(), carry)) {
                continue;
            }
            if seen.len() > STATES {
                return None;
            }
            for digit in [0, 1] {
                let total = carry + self.saltus * digit;
                next.clear();
                option.next(self.saltus, digit, &mut next);
                open.extend(next.drain(..).filter(|(_, value)| *value == total & 1).map(|(o, _)| (o, total >> 1)));
            }
        }
        Some(seen.len())
    }

    /// Shows that all smaller values are values of options. Returns the number of sets visited.
    fn all_less_are_options(&self, starts: &[BTreeSet<Form>]) -> Option<usize> {
        let mut numbers: HashMap<Subset, usize> = HashMap::new();
        let mut all: Vec<Subset> = vec![];
        let mut elements = 0;
        let mut number = |subset: Subset, all: &mut Vec<Subset>| -> Option<usize> {
            if let Some(known) = numbers.get(&subset) {
                return Some(*known);
            }
            elements += subset.options.len();
            if all.len() >= SUBSETS || elements > ELEMENTS {
                return None;
            }
            all.push(subset.clone());
            numbers.insert(subset, all.len() - 1);
            Some(all.len() - 1)
        };
        for (carry, options) in self.positions(starts) {
            number(Subset { carry, less: false, options: options.iter().cloned().collect() }, &mut all)?;
        }
        // For each set, the one that digits 0 lead to.
        let mut zeros: Vec<usize> = vec![];
        let mut at = 0;
        while at < all.len() {
            for digit in [0, 1] {
                let [even, odd] = self.after(&all[at], digit);
                let even = number(even, &mut all)?;
                number(odd, &mut all)?;
                if digit == 0 {
                    zeros.push(even);
                }
            }
            at += 1;
        }
        // After as many digits 0 as there are sets, all of them are on cycles.
        let mut ends: BTreeSet<usize> = (0..all.len()).collect();
        loop {
            let next: BTreeSet<usize> = ends.iter().map(|k| zeros[*k]).collect();
            if next.len() == ends.len() {
                break;
            }
            ends = next;
        }
        let complete = |k: &usize| !all[*k].less || all[*k].options.iter().any(Form::is_done);
        ends.iter().all(complete).then_some(all.len())
    }

    /// The sets after a digit of the whole, for the digits 0 and 1 of the value.
    fn after(&self, subset: &Subset, digit: u64) -> [Subset; 2] {
        let total = subset.carry + self.saltus * digit;
        let mut next = vec![];
        subset.options.iter().for_each(|option| option.next(self.saltus, digit, &mut next));
        [0, 1].map(|value| {
            let less = if value == total & 1 { subset.less } else { value == 0 };
            let options: BTreeSet<Form> =
                next.iter().filter(|(_, v)| *v == value).map(|(option, _)| option.clone()).collect();
            Subset { carry: total >> 1, less, options: options.into_iter().collect() }
        })
    }
}
