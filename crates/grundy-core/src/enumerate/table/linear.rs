//! Families whose targets are linear in coordinates and parameters, run as base, stride and range.
//!
//! In: a family, and the strides of a table. Out: the values of the family's options, noted. The innermost range is one
//! loop over cells a constant distance apart. Entries are linear, so they lie inside the table over the whole
//! range if they do at both its ends.

use crate::contract::stop::{Result, Stop};
use crate::enumerate::compile::{Condition, Env, Number, condition, number};
use crate::enumerate::sieve::{Sieve, Sieved};
use crate::store::cells::Cell;
use crate::store::slots::Slots;
use grundy_rules::rules::expr::{C, Cond, E, Expr, Place, Tree};
use grundy_rules::rules::{Family, Ruleset, build};

/// The most parts of a split; families that leave more parts are left to the mover.
const PARTS: usize = 4;

/// `constant + Σ factor * coordinate + Σ factor * parameter`
struct Form {
    constant: i64,
    coords: Vec<(usize, i64)>,
    params: Vec<i64>,
}

impl Form {
    fn of(e: &E, params: usize) -> Option<Form> {
        let (constant, terms) = build::linear(e);
        let mut form = Form { constant: i64::try_from(&constant).ok()?, coords: vec![], params: vec![0; params] };
        for (term, factor) in terms {
            let factor = i64::try_from(&factor).ok()?;
            match *term {
                Expr::Coord(c) => form.coords.push((c, factor)),
                Expr::Var(v) => *form.params.get_mut(v)? = factor,
                _ => return None,
            }
        }
        Some(form)
    }

    /// The value at 0 of parameter `depth`, and the coefficient of that parameter. Later parameters do not occur in the form.
    fn line(&self, env: &Env<i64>, depth: usize) -> (i64, i64) {
        let coords: i64 = self.coords.iter().map(|(c, k)| env.coords[*c] * k).sum();
        let params: i64 = self.params[..depth].iter().zip(&env.vars).map(|(k, v)| v * k).sum();
        (self.constant + coords + params, self.params.get(depth).copied().unwrap_or(0))
    }
}

/// A coordinate that changes: its number, its stride, its size, and its new entry.
struct Change {
    coord: usize,
    stride: i64,
    size: i64,
    to: Form,
}

/// A family, ready to run.
pub(super) struct Linear {
    pub before: Option<Condition<i64>>,
    sieve: Sieve<i64>,
    guard: Option<Condition<i64>>,
    ranges: Vec<(Number<i64>, Number<i64>)>,
    parts: Vec<Vec<Change>>,
    step: Option<Step>,
    place: Place,
}

/// A family that takes constants: the least coordinates it needs, and how many cells back its target lies.
struct Step {
    needs: Vec<(usize, i64)>,
    back: usize,
}

impl Step {
    fn of(ranges: usize, parts: &[Vec<Change>]) -> Option<Step> {
        let [changes] = parts else { return None };
        // A move that changes nothing leads to the cell itself, which is not filled yet; `line` says so.
        if changes.is_empty() {
            return None;
        }
        let mut step = Step { needs: vec![], back: 0 };
        for change in changes {
            let taken = -change.to.constant;
            if ranges > 0 || taken < 1 || change.to.coords[..] != [(change.coord, 1)] {
                return None;
            }
            step.needs.push((change.coord, taken));
            step.back += taken as usize * change.stride as usize;
        }
        Some(step)
    }
}

/// The outcome of a family at a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ran {
    /// No option.
    None,
    /// Options, all noted.
    Some,
    /// An option that does not lie before the cell.
    Raises,
}

impl Ran {
    fn and(self, other: Ran) -> Ran {
        match (self, other) {
            (Ran::Raises, _) | (_, Ran::Raises) => Ran::Raises,
            (Ran::None, Ran::None) => Ran::None,
            _ => Ran::Some,
        }
    }
}

/// Families with larger factors are left to the mover, whose arithmetic checks for overflow.
const LARGEST: i64 = 1 << 16;
/// No larger parameter leads to a cell: coordinates of tables are less than this, and factors are at least 1.
const FARTHEST: i64 = 1 << 40;

impl Linear {
    pub(super) fn of(rules: &Ruleset, family: &Family, strides: &[usize], sizes: &[u64]) -> Option<Linear> {
        let atoms = |c: &C| c.any_condition(&mut |x| matches!(x, Cond::Terminal(_) | Cond::TargetP(_)));
        if family.targets.iter().any(|t| !t.repeats.is_empty()) {
            return None;
        }
        let most = family.targets.iter().map(|t| t.tuples.len()).max()?;
        if atoms(&family.before) || atoms(&family.guard) || most > PARTS || (most > 1 && family.targets.len() > 1) {
            return None;
        }
        let mut parts = vec![];
        for part in 0..most {
            let mut changes = vec![];
            for target in &family.targets {
                let first = rules.leaves[target.leaf].first;
                for (i, e) in target.tuples[part].iter().enumerate() {
                    let coord = first + i;
                    if **e != Expr::Coord(coord) {
                        let to = Form::of(e, family.params.len())?;
                        changes.push(Change { coord, stride: strides[coord] as i64, size: sizes[coord] as i64, to });
                    }
                }
            }
            parts.push(changes);
        }
        let all = parts.iter().flatten().flat_map(|c| {
            c.to.coords.iter().map(|(_, k)| *k).chain(c.to.params.iter().copied()).chain([c.to.constant])
        });
        if all.into_iter().any(|k| k.abs() > LARGEST) || sizes.iter().any(|s| *s > 1 << 32) {
            return None;
        }
        let sieve = Sieve::of(family, build::conjuncts(&family.guard));
        let unless_true = |e: &C| (e.as_bool() != Some(true)).then(|| condition(e));
        Some(Linear {
            step: Step::of(family.params.len(), &parts),
            place: family.place,
            before: unless_true(&family.before),
            guard: unless_true(&build::and(sieve.rest.clone())),
            sieve,
            ranges: family.params.iter().map(|r| (number(&r.lo), number(&r.hi))).collect(),
            parts,
        })
    }

    /// Notes the values of all options of a cell, over all values of the parameters from number `depth` on.
    pub(super) fn run<S: Slots + ?Sized>(
        &self,
        notes: &mut Notes<S>,
        env: &mut Env<i64>,
        index: usize,
        depth: usize,
    ) -> Result<Ran> {
        let Some((lo, hi)) = self.ranges.get(depth) else {
            return match &self.guard {
                Some(guard) if !guard(env)? => Ok(Ran::None),
                _ if self.step.is_some() => Ok(self.step(notes, env, index)),
                _ => Ok(self.line(notes, env, index, depth, 0, 0)),
            };
        };
        let (lo, hi) = (lo(env)?, hi(env)?);
        if hi < lo {
            return Ok(Ran::None);
        }
        if depth + 1 == self.ranges.len() && self.guard.is_none() && self.sieve.is_idle(depth) {
            return Ok(self.line(notes, env, index, depth, lo.max(-FARTHEST), hi.min(FARTHEST)));
        }
        let mut ran = Ran::None;
        if lo < -FARTHEST || hi > FARTHEST {
            return Err(Stop::Overflow);
        }
        for v in lo..=hi {
            env.vars[depth] = v;
            env.burn(self.place)?;
            match self.sieve.look(depth, env)? {
                Sieved::End => break,
                Sieved::Out => continue,
                Sieved::In => ran = ran.and(self.run(notes, env, index, depth + 1)?),
            }
            if ran == Ran::Raises {
                break;
            }
        }
        Ok(ran)
    }

    fn step<S: Slots + ?Sized>(&self, notes: &mut Notes<S>, env: &Env<i64>, index: usize) -> Ran {
        let Some(step) = &self.step else { return Ran::None };
        if step.needs.iter().any(|(c, least)| env.coords[*c] < *least) {
            return Ran::None;
        }
        notes.line(((index - step.back) as i64, 0), 1)
    }

    /// Notes the options for the values of parameter `depth` from `lo` to `hi`.
    fn line<S: Slots + ?Sized>(
        &self,
        notes: &mut Notes<S>,
        env: &Env<i64>,
        index: usize,
        depth: usize,
        lo: i64,
        hi: i64,
    ) -> Ran {
        let Some((lo, hi)) = self.naturals(env, depth, lo, hi) else { return Ran::None };
        let mut lines = [(0i64, 0i64); PARTS];
        for (changes, line) in self.parts.iter().zip(&mut lines) {
            *line = (index as i64, 0);
            for change in changes {
                let (start, slope) = change.to.line(env, depth);
                let (first, last) = (start + slope * lo, start + slope * hi);
                if first >= change.size || last >= change.size {
                    return Ran::Raises;
                }
                line.0 += (first - env.coords[change.coord]) * change.stride;
                line.1 += slope * change.stride;
            }
            let last = line.0 + line.1 * (hi - lo);
            if line.0 >= index as i64 || last >= index as i64 {
                return Ran::Raises;
            }
        }
        // A parameter that no entry uses gives one option, not many.
        let count = if lines.iter().all(|l| l.1 == 0) { 1 } else { hi - lo + 1 };
        match &self.parts[..] {
            [_] => notes.line(lines[0], count),
            parts => notes.sums(&lines[..parts.len()], count),
        }
    }

    /// The part of a range in which no entry of a target is negative. Entries are linear, so this part is a range, too.
    fn naturals(&self, env: &Env<i64>, depth: usize, mut lo: i64, mut hi: i64) -> Option<(i64, i64)> {
        for change in self.parts.iter().flatten() {
            let (start, slope) = change.to.line(env, depth);
            match slope {
                0 if start < 0 => return None,
                0 => {}
                _ if slope < 0 => hi = hi.min(start.div_euclid(-slope)),
                _ => lo = lo.max(-start.div_euclid(slope)),
            }
        }
        (lo <= hi).then_some((lo, hi))
    }
}

/// The values of a cell's options, noted by stamps.
pub(super) struct Notes<'a, S: ?Sized> {
    pub cells: &'a S,
    pub seen: &'a mut Vec<u32>,
    pub stamp: u32,
}

impl<S: Slots + ?Sized> Notes<'_, S> {
    /// Notes the cells of a line.
    ///
    /// In narrow cells "no position" is noted like a value. It is the greatest number of the width, so it can change a mex only
    /// if that mex does not fit the width anyway.
    fn line(&mut self, (start, step): (i64, i64), count: i64) -> Ran {
        let mut any = false;
        let mut at = start;
        for _ in 0..count {
            let value = self.cells.read(at as usize);
            let there = value != S::Cell::NONE;
            if S::Cell::NARROW || there {
                self.seen[value.get() as usize] = self.stamp;
            }
            any |= there;
            at += step;
        }
        if any { Ran::Some } else { Ran::None }
    }

    /// Notes the nim-sums of the cells of several lines.
    fn sums(&mut self, lines: &[(i64, i64)], count: i64) -> Ran {
        let mut ran = Ran::None;
        for k in 0..count {
            let mut total = Some(0);
            for (start, step) in lines {
                let value = self.cells.read((start + step * k) as usize);
                total = if value == S::Cell::NONE { None } else { total.map(|t| t ^ value.get()) };
            }
            if let Some(total) = total {
                self.note(total);
                ran = Ran::Some;
            }
        }
        ran
    }

    /// Notes one value.
    pub(super) fn note(&mut self, value: u32) {
        if value as usize >= self.seen.len() {
            self.seen.resize(value as usize + 1, 0);
        }
        self.seen[value as usize] = self.stamp;
    }
}
