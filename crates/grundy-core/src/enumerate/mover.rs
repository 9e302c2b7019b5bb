//! All moves from a position, by enumeration.
//!
//! In: a ruleset, which is compiled, and a position: the tuples of every leaf. Out: every legal move: which tuples it takes and which it
//! leaves. This is the core of the plain engine. It asks [`Hooks`] the two questions that only compounds have.

mod broken;

use std::sync::Arc;

use self::broken::Broken;
use crate::contract::limits::Limits;
use crate::contract::num::Num;
pub use crate::contract::position::Lists;
use crate::contract::stop::{Result, Stop};
use crate::enumerate::compile::{Condition, Env, FUEL, Number, condition, number};
use crate::enumerate::sieve::{Sieve, Sieved};
use grundy_rules::lang::{Code, Diagnostic, Heaps};
use grundy_rules::rules::expr::{C, Cond, E, Expr, Place, Tree};
use grundy_rules::rules::{Leaf, Ruleset, build, change};

/// The most numbers in a range that is enumerated.
const LONGEST: i64 = FUEL as i64;

/// A legal move.
pub struct Move<'a, N> {
    /// The leaves that the move touches, each with the index of the tuple it takes there.
    pub takes: &'a [(usize, usize)],
    /// For each of these leaves, the tuples that the move leaves.
    pub leaves: &'a [Vec<Vec<N>>],
}

/// Answers about the parts of a compound.
pub trait Hooks<N> {
    /// Is this part terminal at the current position?
    ///
    /// # Errors
    /// Any error on the way to the answer.
    fn terminal(&mut self, part: usize) -> Result<bool>;
    /// Is this part, after the move, a P-position by itself?
    ///
    /// # Errors
    /// Any error on the way to the answer.
    fn target_p(&mut self, part: usize, mv: &Move<N>) -> Result<bool>;
}

/// The hooks of rulesets without parts.
pub struct NoHooks;

impl<N> Hooks<N> for NoHooks {
    fn terminal(&mut self, _: usize) -> Result<bool> {
        unreachable!("these rules have no parts")
    }
    fn target_p(&mut self, _: usize, _: &Move<N>) -> Result<bool> {
        unreachable!("these rules have no parts")
    }
}

enum Entry<N> {
    /// The coordinate stays.
    Same(usize),
    /// A number.
    New(Number<N>),
    /// A number that depends on answers about parts, the last of which is this one.
    Late(usize, Number<N>),
}

/// A tuple that is left once for each value of variables at which a condition holds.
struct Repeat<N> {
    ranges: Vec<(usize, Number<N>, Number<N>)>,
    guard: Option<Condition<N>>,
    tuple: Vec<Number<N>>,
    /// If set, the move chooses some of the values of the only variable.
    broken: Option<Heaps>,
}

/// What a move does to a leaf.
struct Target<N> {
    leaf: usize,
    tuples: Vec<Vec<Entry<N>>>,
    repeats: Vec<Repeat<N>>,
}

struct Family<N> {
    before: Option<Condition<N>>,
    /// A second condition before the ranges, and the parts it asks about.
    atoms: Option<(Condition<N>, Vec<usize>)>,
    ranges: Vec<(Number<N>, Number<N>)>,
    /// What is tested of the parameters as they get their values.
    sieve: Sieve<N>,
    guard: Option<Condition<N>>,
    /// A condition on the target, and the parts that this condition and the late entries ask about.
    after: Option<Condition<N>>,
    after_parts: Vec<usize>,
    targets: Vec<Target<N>>,
    /// The lists of heaps into which a move breaks a number: each its target, and its place among the repeats there.
    broken: Vec<(usize, usize)>,
    place: Place,
}

/// The moves of a ruleset, compiled.
pub struct Mover<N> {
    leaves: Vec<Leaf>,
    families: Vec<Family<N>>,
    requires: Vec<Vec<Condition<N>>>,
    env: Env<N>,
    /// Are all moves listed? Then a range that is too long is refused before it is run through.
    lists_all: bool,
}

fn parts_of(e: &impl Tree, target: bool) -> Vec<usize> {
    let mut parts = std::collections::BTreeSet::new();
    e.any_condition(&mut |x| {
        match x {
            Cond::Terminal(p) if !target => parts.insert(*p),
            Cond::TargetP(p) if target => parts.insert(*p),
            _ => false,
        };
        false
    });
    parts.into_iter().collect()
}

fn unless_true<N: Num>(list: Vec<C>) -> Option<Condition<N>> {
    let all = build::and(list);
    (all.as_bool() != Some(true)).then(|| condition(&all))
}

impl<N: Num> Target<N> {
    fn of(target: &grundy_rules::rules::Target, first: usize) -> Target<N> {
        let entry = |(i, e): (usize, &E)| match parts_of(e, true).last() {
            Some(part) => Entry::Late(*part, number(e)),
            None if **e == Expr::Coord(first + i) => Entry::Same(first + i),
            None => Entry::New(number(e)),
        };
        let repeat = |r: &grundy_rules::rules::Repeat| Repeat {
            ranges: r.ranges.iter().map(|r| (r.var, number(&r.lo), number(&r.hi))).collect(),
            guard: unless_true(vec![r.guard.clone()]),
            tuple: r.tuple.iter().map(number).collect(),
            broken: r.broken,
        };
        Target {
            leaf: target.leaf,
            tuples: target.tuples.iter().map(|tuple| tuple.iter().enumerate().map(entry).collect()).collect(),
            repeats: target.repeats.iter().map(repeat).collect(),
        }
    }
}

impl<N: Num> Repeat<N> {
    /// Adds the tuples to `to`, over all values of the variables from number `depth` on. Returns `false` if an entry is negative, so that the
    /// move is not legal.
    fn run(&self, depth: usize, env: &mut Env<N>, place: Place, to: &mut Vec<Vec<N>>) -> Result<bool> {
        let Some((var, lo, hi)) = self.ranges.get(depth) else {
            if let Some(guard) = &self.guard
                && !guard(env)?
            {
                return Ok(true);
            }
            let tuple = self.tuple.iter().map(|e| e(env)).collect::<Result<Vec<N>>>()?;
            let legal = !tuple.iter().any(Num::negative);
            to.push(tuple);
            return Ok(legal);
        };
        let (mut i, hi) = (lo(env)?, hi(env)?);
        if hi.plus(&N::small(-LONGEST)).is_some_and(|end| end >= i) {
            return Err(too_long(place, &i, &hi));
        }
        let one = N::small(1);
        while i <= hi {
            env.vars[*var] = i.clone();
            env.burn(place)?;
            if !self.run(depth + 1, env, place, to)? {
                return Ok(false);
            }
            i = i.plus(&one).ok_or_else(Stop::overflow)?;
        }
        Ok(true)
    }
}

/// The error for a range that is too long to be enumerated.
fn too_long<N: Num>(place: Place, lo: &N, hi: &N) -> Stop {
    let message = format!(
        "this move runs through the numbers from {} to {} at one position; the plain engine lists options one by one",
        lo.to_big(),
        hi.to_big()
    );
    let error = Diagnostic::limit(Code::HugeRange, message)
        .help(format!("a range may have {LONGEST} numbers at a position; ask for a smaller position"));
    Stop::from(match place.0 {
        Some(span) => error.label(span, "too many options to list"),
        None => error,
    })
}

impl<N: Num> Family<N> {
    fn of(family: &grundy_rules::rules::Family, leaves: &[Leaf]) -> Family<N> {
        let (plain, atoms): (Vec<C>, Vec<C>) =
            build::conjuncts(&family.before).into_iter().partition(|e| parts_of(e, false).is_empty());
        let (after, guard): (Vec<C>, Vec<C>) =
            build::conjuncts(&family.guard).into_iter().partition(|e| !parts_of(e, true).is_empty());
        let mut after_parts: Vec<usize> = after.iter().flat_map(|e| parts_of(e, true)).collect();
        let targets = family.targets.iter().map(|t| Target::of(t, leaves[t.leaf].first)).collect();
        after_parts.extend(family.targets.iter().flat_map(|t| t.expressions()).flat_map(|e| parts_of(&e, true)));
        after_parts.sort_unstable();
        after_parts.dedup();
        let sieve = Sieve::of(family, guard);
        let asked: Vec<usize> = atoms.iter().flat_map(|e| parts_of(e, false)).collect();
        Family {
            before: unless_true(plain),
            atoms: unless_true(atoms).map(|c| (c, asked)),
            ranges: family.params.iter().map(|r| (number(&r.lo), number(&r.hi))).collect(),
            guard: unless_true(sieve.rest.clone()),
            sieve,
            after: unless_true(after),
            after_parts,
            targets,
            broken: broken::lists(family),
            place: family.place,
        }
    }
}

impl<N: Num> Mover<N> {
    /// Compiles the moves of a ruleset; listing them ends at the interruption or the deadline of the limits.
    #[must_use]
    pub fn new(rules: &Arc<Ruleset>, limits: &Limits) -> Mover<N> {
        let mut vars = 0;
        for family in &rules.families {
            let own = family.expressions().map(|e| e.variables()).max().unwrap_or(0);
            let targets = family.targets.iter().map(grundy_rules::rules::Target::variables).max().unwrap_or(0);
            vars = vars.max(own).max(family.params.len()).max(targets);
        }
        // The variables of conditions on positions are numbered after those of the families: parameters are in use when a target is tested.
        let first = vars;
        let mut requires: Vec<Vec<Condition<N>>> = rules.leaves.iter().map(|_| vec![]).collect();
        for (leaf, e, _) in &rules.requires {
            vars = vars.max(first + e.variables());
            let apart = change::substitute(e, &|x| match x {
                Expr::Var(v) => Some(build::var(v + first)),
                _ => None,
            });
            requires[*leaf].push(condition(&apart));
        }
        Mover {
            leaves: rules.leaves.clone(),
            families: rules.families.iter().map(|f| Family::of(f, &rules.leaves)).collect(),
            requires,
            env: Env::new(rules.width(), vars, rules.parts.len()).within(limits),
            lists_all: true,
        }
    }

    /// The same for the first moves alone: a range of any length is begun, and whoever is called ends it.
    #[must_use]
    pub fn of_first(self) -> Mover<N> {
        Mover { lists_all: false, ..self }
    }

    /// Does this tuple of a leaf exist?
    ///
    /// # Errors
    /// A `require` that is not defined at the tuple.
    pub fn exists(&mut self, leaf: usize, tuple: &[N]) -> Result<bool> {
        self.env.fuel = FUEL;
        self.meets(leaf, tuple)
    }

    /// As [`Mover::exists`], but without new fuel, for use in the middle of a move.
    fn meets(&mut self, leaf: usize, tuple: &[N]) -> Result<bool> {
        if tuple.iter().any(Num::negative) {
            return Ok(false);
        }
        let range = self.leaves[leaf].range();
        let saved: Vec<N> = self.env.coords[range.clone()].to_vec();
        self.env.coords[range.clone()].clone_from_slice(tuple);
        let mut holds = Ok(true);
        for condition in &self.requires[leaf] {
            holds = condition(&mut self.env);
            if holds != Ok(true) {
                break;
            }
        }
        self.env.coords[range].clone_from_slice(&saved);
        holds
    }

    /// Calls `f` on every legal move until it returns `true`; returns whether it did.
    ///
    /// # Errors
    /// Rules that are not defined at this position, an overflow, an error of a hook or of `f`.
    pub fn each(
        &mut self,
        position: &Lists<N>,
        hooks: &mut dyn Hooks<N>,
        f: &mut dyn FnMut(&Move<N>) -> Result<bool>,
    ) -> Result<bool> {
        self.env.fuel = FUEL;
        for (leaf, tuples) in self.leaves.iter().zip(position) {
            if let [only] = &tuples[..] {
                self.env.coords[leaf.range()].clone_from_slice(only);
            }
        }
        for k in 0..self.families.len() {
            let touched: Vec<usize> = self.families[k].targets.iter().map(|t| t.leaf).collect();
            let mut takes: Vec<(usize, usize)> = vec![];
            if self.choose(k, &touched, position, &mut takes, hooks, f)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Chooses a tuple of every leaf that family `k` touches.
    fn choose(
        &mut self,
        k: usize,
        touched: &[usize],
        position: &Lists<N>,
        takes: &mut Vec<(usize, usize)>,
        hooks: &mut dyn Hooks<N>,
        f: &mut dyn FnMut(&Move<N>) -> Result<bool>,
    ) -> Result<bool> {
        let Some((leaf, rest)) = touched.split_first() else { return self.family(k, takes, hooks, f) };
        let tuples = &position[*leaf];
        for (index, tuple) in tuples.iter().enumerate() {
            if index > 0 && tuples[index - 1] == *tuple {
                continue;
            }
            let range = self.leaves[*leaf].range();
            self.env.coords[range].clone_from_slice(tuple);
            takes.push((*leaf, index));
            let stop = self.choose(k, rest, position, takes, hooks, f)?;
            takes.pop();
            if stop {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn family(
        &mut self,
        k: usize,
        takes: &[(usize, usize)],
        hooks: &mut dyn Hooks<N>,
        f: &mut dyn FnMut(&Move<N>) -> Result<bool>,
    ) -> Result<bool> {
        let family = &self.families[k];
        if let Some(before) = &family.before
            && !before(&mut self.env)?
        {
            return Ok(false);
        }
        if let Some((condition, parts)) = &family.atoms {
            for part in parts {
                self.env.terminal[*part] = hooks.terminal(*part)?;
            }
            if !condition(&mut self.env)? {
                return Ok(false);
            }
        }
        let mut to: Vec<Vec<Vec<N>>> = family
            .targets
            .iter()
            .map(|target| target.tuples.iter().map(|t| vec![N::small(0); t.len()]).collect())
            .collect();
        self.range(k, 0, takes, &mut to, hooks, f)
    }

    fn range(
        &mut self,
        k: usize,
        depth: usize,
        takes: &[(usize, usize)],
        to: &mut Vec<Vec<Vec<N>>>,
        hooks: &mut dyn Hooks<N>,
        f: &mut dyn FnMut(&Move<N>) -> Result<bool>,
    ) -> Result<bool> {
        let Some((lo, hi)) = self.families[k].ranges.get(depth) else { return self.target(k, takes, to, hooks, f) };
        let (mut i, hi) = (lo(&mut self.env)?, hi(&mut self.env)?);
        let one = N::small(1);
        if self.lists_all && hi.plus(&N::small(-LONGEST)).is_some_and(|end| end >= i) {
            return Err(too_long(self.families[k].place, &i, &hi));
        }
        while i <= hi {
            self.env.vars[depth] = i.clone();
            self.env.burn(self.families[k].place)?;
            match self.families[k].sieve.look(depth, &mut self.env)? {
                Sieved::End => break,
                Sieved::In if self.range(k, depth + 1, takes, to, hooks, f)? => return Ok(true),
                Sieved::In | Sieved::Out => {}
            }
            i = i.plus(&one).ok_or_else(Stop::overflow)?;
        }
        Ok(false)
    }

    /// Calls `f` on the target at the current parameters, if the move is legal.
    fn target(
        &mut self,
        k: usize,
        takes: &[(usize, usize)],
        to: &mut Vec<Vec<Vec<N>>>,
        hooks: &mut dyn Hooks<N>,
        f: &mut dyn FnMut(&Move<N>) -> Result<bool>,
    ) -> Result<bool> {
        if let Some(guard) = &self.families[k].guard
            && !guard(&mut self.env)?
        {
            return Ok(false);
        }
        let place = self.families[k].place;
        for (t, target) in self.families[k].targets.iter().enumerate() {
            to[t].truncate(target.tuples.len());
            for (j, tuple) in target.tuples.iter().enumerate() {
                for (i, entry) in tuple.iter().enumerate() {
                    let value = match entry {
                        Entry::Same(c) => self.env.coords[*c].clone(),
                        Entry::New(e) => e(&mut self.env)?,
                        Entry::Late(..) => continue,
                    };
                    if value.negative() {
                        return Ok(false);
                    }
                    to[t][j][i] = value;
                }
            }
            for repeat in target.repeats.iter().filter(|repeat| repeat.broken.is_none()) {
                if !repeat.run(0, &mut self.env, place, &mut to[t])? {
                    return Ok(false);
                }
            }
        }
        self.lists(Broken { family: k, takes }, 0, to, hooks, f)
    }

    /// Calls `f` on a target, if the move is legal.
    fn arrive(
        &mut self,
        k: usize,
        takes: &[(usize, usize)],
        to: &mut [Vec<Vec<N>>],
        hooks: &mut dyn Hooks<N>,
        f: &mut dyn FnMut(&Move<N>) -> Result<bool>,
    ) -> Result<bool> {
        if !self.meets_requires(k, to)? {
            return Ok(false);
        }
        self.late(k, takes, to, hooks)?;
        if let Some(after) = &self.families[k].after
            && !after(&mut self.env)?
        {
            return Ok(false);
        }
        f(&Move { takes, leaves: to })
    }

    fn meets_requires(&mut self, k: usize, to: &[Vec<Vec<N>>]) -> Result<bool> {
        for (t, tuples_to) in to.iter().enumerate() {
            let (leaf, late) = {
                let Target { leaf, tuples, .. } = &self.families[k].targets[t];
                (*leaf, tuples.iter().flatten().any(|e| matches!(e, Entry::Late(..))))
            };
            if late || self.requires[leaf].is_empty() {
                continue;
            }
            for tuple in tuples_to {
                if !self.meets(leaf, tuple)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Asks about the parts in order, and computes the entries that depend on the answers.
    fn late(
        &mut self,
        k: usize,
        takes: &[(usize, usize)],
        to: &mut [Vec<Vec<N>>],
        hooks: &mut dyn Hooks<N>,
    ) -> Result<()> {
        for p in 0..self.families[k].after_parts.len() {
            let part = self.families[k].after_parts[p];
            self.env.target_p[part] = hooks.target_p(part, &Move { takes, leaves: to })?;
            for (t, target) in self.families[k].targets.iter().enumerate() {
                for (j, tuple) in target.tuples.iter().enumerate() {
                    for (i, entry) in tuple.iter().enumerate() {
                        if let Entry::Late(after, e) = entry
                            && *after == part
                        {
                            to[t][j][i] = e(&mut self.env)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// The position after a move.
#[must_use]
pub fn after<N: Num>(position: &Lists<N>, mv: &Move<N>) -> Lists<N> {
    let mut next = position.clone();
    for ((leaf, index), tuples) in mv.takes.iter().zip(mv.leaves) {
        next[*leaf].remove(*index);
        next[*leaf].extend(tuples.iter().cloned());
        next[*leaf].sort();
    }
    next
}
