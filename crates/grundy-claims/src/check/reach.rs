//! The reach of a claim, found before any value is computed.
//!
//! In: a claim and the bounds of its variables. Out: the greatest coordinates of the positions that the claim is about, and of the other positions
//! that its formula asks about, so that tables of just that size can be made; and the work foreseen for them.

use std::collections::HashMap;
use std::sync::Arc;

use dashu_int::IBig;

use crate::CheckOptions;
use crate::check::world::World;
use crate::read::claim::Claim;

use grundy_core::contract::num::Num;
use grundy_core::contract::options::{Options, Play};
use grundy_core::contract::position::box_cells;
use grundy_core::contract::stop::Stop;
use grundy_core::enumerate::compile::{Env, Number, Oracle, condition, number};
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::lower::{Question, asks};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::bounds;
use grundy_rules::rules::bounds::{Interval, ends};
use grundy_rules::rules::expr::{E, Expr, Node, Tree, bound_by};

use grundy::engine::{foreseen, foreseen_reached};

/// Ranges with at most this many values are scanned in advance to find the reach of a claim.
const SCAN: u64 = 20_000_000;
/// The most numbers that the `where` of a claim may run through during the scan.
const SCAN_FUEL: u64 = 1 << 26;
/// A claim about more positions than this stays open.
pub(crate) const MOST: u64 = 1 << 48;
/// The box of the values of the variables.
pub(crate) struct Area {
    pub(crate) hi: Vec<u64>,
    /// The most numbers that the formula may run through, at all positions together.
    pub(crate) steps: u64,
}

impl Area {
    pub(crate) fn to(hi: Vec<u64>) -> Area {
        Area { hi, steps: u64::MAX }
    }

    pub(crate) fn size(&self) -> u64 {
        box_cells(&self.hi)
    }

    /// The values with this number, in row-major order.
    pub(crate) fn at(&self, mut index: u64, vars: &mut [i64]) {
        for (x, h) in vars.iter_mut().zip(&self.hi).rev() {
            *x = (index % (h + 1)) as i64;
            index /= h + 1;
        }
    }

    pub(crate) fn step(&self, vars: &mut [i64]) {
        for (x, h) in vars.iter_mut().zip(&self.hi).rev() {
            if (*x as u64) < *h {
                *x += 1;
                return;
            }
            *x = 0;
        }
    }
}

/// Are the variables the coordinates of the position?
pub(crate) fn plain_entries(claim: &Claim) -> bool {
    claim.entries.iter().enumerate().all(|(i, e)| **e == Expr::Coord(i)) && claim.entries.len() == claim.vars.len()
}

/// The greatest value of each coordinate of the claim's own positions, and the number of these positions.
pub(crate) fn reach(claim: &Claim, range: &Area, options: &CheckOptions) -> Result<(Vec<u64>, u64), Diagnostic> {
    let plain = plain_entries(claim);
    let scan = range.size() <= SCAN && !asks(&claim.filter);
    if scan
        && !(plain && claim.filter.as_bool() == Some(true))
        && let Some(found) = scanned(claim, range, options)?
    {
        return Ok(found);
    }
    Ok((own_reach(claim, range), range.size()))
}

/// The greatest value of each coordinate of the claim's own positions, by interval bounds.
pub(crate) fn own_reach(claim: &Claim, range: &Area) -> Vec<u64> {
    let ranges = Ranges::of(claim, range);
    claim.entries.iter().map(|e| ranges.end(e).unwrap_or(u64::MAX)).collect()
}

/// The reach, found by scanning the range; `None` if the scan takes too long.
fn scanned(claim: &Claim, range: &Area, options: &CheckOptions) -> Result<Option<(Vec<u64>, u64)>, Diagnostic> {
    let entries: Vec<Number<i64>> = claim.entries.iter().map(number).collect();
    let filter = condition::<i64>(&claim.filter);
    let mut env = env::<i64>(claim, None);
    let mut vars = vec![0; range.hi.len()];
    let (mut reach, mut positions) = (vec![0u64; entries.len()], 0);
    env.fuel = SCAN_FUEL;
    'all: for index in 0..range.size() {
        if index % 65536 == 0 {
            options.limits.interrupted().map_err(interruption)?;
        }
        if index > 0 {
            range.step(&mut vars);
        }
        env.coords.copy_from_slice(&vars);
        let mut at = vec![];
        for entry in &entries {
            match entry(&mut env).ok().and_then(|x| u64::try_from(x).ok()) {
                Some(x) => at.push(x),
                None => continue 'all,
            }
        }
        if filter(&mut env) != Ok(false) {
            positions += 1;
            reach.iter_mut().zip(&at).for_each(|(r, x)| *r = (*r).max(*x));
        }
        if env.fuel == 0 {
            return Ok(None);
        }
    }
    Ok(Some((reach, positions)))
}

pub(crate) fn interruption(stop: Stop) -> Diagnostic {
    match stop {
        Stop::Error(error) => *error,
        _ => Diagnostic::limit(Code::Overflow, "a number grew beyond all bounds"),
    }
}

/// The greatest coordinates of the positions that each question asks about, where interval bounds give them.
pub(crate) fn asked_reach(claim: &Claim, range: &Area) -> Vec<Option<Vec<u64>>> {
    let ranges = Ranges::of(claim, range);
    let mut asked: Vec<Option<Vec<u64>>> = vec![None; claim.scope.questions.len()];
    for e in claim.expressions() {
        e.any_number(&mut |x| {
            if let Expr::Ask(question, position, _) = x
                && position.iter().any(|e| e.as_int().is_none())
                && let Some(end) = position.iter().map(|e| ranges.end(e)).collect::<Option<Vec<u64>>>()
            {
                let old = asked[*question].get_or_insert_with(|| vec![0; end.len()]);
                old.iter_mut().zip(end).for_each(|(o, e)| *o = (*o).max(e));
            }
            false
        });
    }
    asked
}

/// The ranges of the variables of a claim, or of the names inside of a form.
#[derive(Clone, Default)]
pub(crate) struct Ranges {
    coords: Vec<Interval>,
    vars: HashMap<usize, Interval>,
}

impl Ranges {
    fn of(claim: &Claim, range: &Area) -> Ranges {
        let between = |hi: u64| Interval { lo: Some(IBig::ZERO), hi: Some(IBig::from(hi)) };
        let mut ranges = Ranges { coords: range.hi.iter().map(|h| between(*h)).collect(), vars: HashMap::new() };
        for (_, r) in &claim.running {
            ranges.bind(r.var, &r.lo, &r.hi);
        }
        claim.expressions().for_each(|e| ranges.folds(e));
        ranges
    }

    /// Binds a name that runs between two numbers, and returns what these are.
    pub(crate) fn bind(&mut self, var: usize, lo: &E, hi: &E) -> &Interval {
        let new = Interval { lo: ends(lo, self).lo, hi: ends(hi, self).hi };
        self.vars.entry(var).insert_entry(new).into_mut()
    }

    fn folds(&mut self, node: Node<'_>) {
        for r in bound_by(node) {
            self.bind(r.var, &r.lo, &r.hi);
        }
        node.for_each_child(&mut |child| self.folds(child));
    }

    /// The greatest value of an entry.
    pub(crate) fn end(&self, e: &E) -> Option<u64> {
        ends(e, self).hi.and_then(|hi| if hi < IBig::ZERO { Some(0) } else { u64::try_from(&hi).ok() })
    }
}

impl bounds::Env for Ranges {
    fn coord(&self, index: usize) -> Interval {
        self.coords.get(index).cloned().unwrap_or(Interval::naturals())
    }
    fn var(&self, index: usize) -> Interval {
        self.vars.get(&index).cloned().unwrap_or(Interval::any())
    }
}

/// The work foreseen for the values that a claim asks about, where its variables go to `hi`.
pub(crate) fn foreseen_work(claim: &Claim, hi: &[u64], options: &CheckOptions) -> u64 {
    work_by(foreseen, claim, hi, options)
}

/// The same with what is reached from these positions, for ranges that nobody asked for.
pub(crate) fn work_reached(claim: &Claim, hi: &[u64], options: &CheckOptions) -> u64 {
    work_by(foreseen_reached, claim, hi, options)
}

fn work_by(
    foreseen: impl Fn(&Arc<Ruleset>, &[u64], &Options) -> u64,
    claim: &Claim,
    hi: &[u64],
    options: &CheckOptions,
) -> u64 {
    let range = Area::to(hi.to_vec());
    let own = claim.scope.own.map(|own| (own, own_reach(claim, &range)));
    let asked = asked_reach(claim, &range);
    let mut work = 0u64;
    for (question, reach) in claim.scope.questions.iter().zip(asked) {
        if let (Question::Genus { game }, Some(reach)) = (question, &reach) {
            let (rules, at) = (&claim.scope.games[*game].rules, &reach[..reach.len() - 1]);
            work = work.saturating_add(foreseen(rules, at, &options.of_values(Play::Misere)));
        }
        let Question::Position { game, what, own: is_own, .. } = question else { continue };
        let reach = if *is_own { own.as_ref().map(|(_, reach)| reach.clone()) } else { reach };
        // Where no interval bounds an entry, nothing is foreseen.
        let Some(reach) = reach.filter(|reach| !reach.contains(&u64::MAX)) else { continue };
        let of_values = options.of_values(what.play());
        work = work.saturating_add(foreseen(&claim.scope.games[*game].rules, &reach, &of_values));
    }
    work
}

/// An environment in which the compiled closures of a claim run.
pub(crate) fn env<N: Num>(claim: &Claim, oracle: Option<Arc<World>>) -> Env<N> {
    let vars = claim.expressions().map(|e| e.variables()).max().unwrap_or(0).max(claim.running.len());
    Env {
        answers: vec![N::small(0); claim.scope.questions.len()],
        oracle: oracle.map(|world| world as Arc<dyn Oracle<N>>),
        ..Env::new(claim.vars.len(), vars, 0)
    }
}
