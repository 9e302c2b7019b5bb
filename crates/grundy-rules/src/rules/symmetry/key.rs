//! The rules as sets, after a permutation of the coordinates: the permutation is a symmetry if they are the same sets.
//!
//! In: a ruleset, then permutations. Out: whether each maps the rules to themselves. Rules of many coordinates have thousands of candidates, so
//! only the families that a permutation touches are mapped, and the first one whose image is none of the rules' own ends the work.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Sorted;
use crate::lang::Heaps;
use crate::rules::build;
use crate::rules::change::{Change, Leaves};
use crate::rules::expr::{C, Cond, E, Expr, Node, Tree};
use crate::rules::ruleset::{Family, Leaf, Repeat, Role, Ruleset, Target};

/// A ruleset, and what is the same for all permutations of its coordinates.
pub(super) struct Images<'a> {
    rules: &'a Ruleset,
    leaves: BTreeSet<(Vec<usize>, bool)>,
    requires: BTreeSet<C>,
    families: BTreeSet<FamilyKey>,
    /// For each family, the coordinates that it reads or changes.
    touched: Vec<Vec<bool>>,
    parts: BTreeSet<(Vec<usize>, String)>,
    hashes: Vec<String>,
    /// Must the work end? Then no answer means anything.
    ended: &'a dyn Fn() -> bool,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct FamilyKey {
    before: C,
    guard: C,
    params: Vec<(E, E)>,
    targets: Vec<Vec<Vec<(usize, E)>>>,
    repeats: Vec<RepeatKey>,
}

/// The ranges, the condition and the tuple of a repeat, and what is chosen of its values.
type RepeatKey = (Vec<(E, E)>, C, Vec<(usize, E)>, Option<Heaps>);

impl<'a> Images<'a> {
    pub(super) fn of(rules: &'a Ruleset, ended: &'a dyn Fn() -> bool) -> Images<'a> {
        let identity: Vec<usize> = (0..rules.width()).collect();
        let parts: Vec<usize> = (0..rules.parts.len()).collect();
        let mut images = Images {
            rules,
            leaves: rules.leaves.iter().map(|l| leaf_key(l, &identity)).collect(),
            requires: BTreeSet::new(),
            families: BTreeSet::new(),
            touched: rules.families.iter().map(|f| touched(rules, f)).collect(),
            parts: BTreeSet::new(),
            hashes: rules.parts.iter().map(|part| part.rules.hash()).collect(),
            ended,
        };
        images.parts = parts.iter().map(|k| images.part_key(*k, &identity)).collect();
        let (requires, families) = with_change(&identity, &parts, |change| {
            let requires = rules.requires.iter().map(|(_, e, _)| change.condition(e)).collect();
            let families = rules.families.iter().take_while(|_| !ended());
            (requires, families.map(|f| family_key(rules, f, &identity, change)).collect())
        });
        Images { requires, families, ..images }
    }

    /// Does a permutation map the rules to themselves? Coordinate `i` goes to `p[i]`.
    ///
    /// It is enough that each condition and each family goes to one of the rules' own: then the rules' image under `p` is a part of the rules, so is
    /// the image of that image, and the rules themselves come again in the end; so all of these are equal.
    pub(super) fn hold(&self, p: &[usize]) -> bool {
        let rules = self.rules;
        let role = |c: usize| match rules.coords[c].role {
            Role::Own => None,
            Role::Passes(k) => Some(k),
            Role::Flag => Some(u64::MAX),
        };
        if p.iter().enumerate().any(|(from, to)| role(from) != role(*to))
            || !rules.leaves.iter().all(|l| self.leaves.contains(&leaf_key(l, p)))
            || !(0..rules.parts.len()).all(|k| self.parts.contains(&self.part_key(k, p)))
        {
            return false;
        }
        let Some(parts) = part_map(rules, p, self.ended) else { return false };
        let moved: Vec<usize> = (0..p.len()).filter(|c| p[*c] != *c).collect();
        let mut families = rules.families.iter().zip(&self.touched).filter(|(_, own)| moved.iter().any(|c| own[*c]));
        with_change(p, &parts, |change| {
            rules.requires.iter().all(|(_, e, _)| self.requires.contains(&change.condition(e)))
                && families.all(|(f, _)| !(self.ended)() && self.families.contains(&family_key(rules, f, p, change)))
        })
    }

    fn part_key(&self, k: usize, p: &[usize]) -> (Vec<usize>, String) {
        let part = &self.rules.parts[k];
        let mut coords: Vec<usize> = (part.first..part.first + part.rules.width()).map(|c| p[c]).collect();
        coords.sort_unstable();
        (coords, self.hashes[k].clone())
    }
}

/// Calls `f` with the change that puts the images of coordinates and parts into expressions.
fn with_change<T>(p: &[usize], parts: &[usize], f: impl FnOnce(&dyn Change) -> T) -> T {
    let numbers = |leaf: &Expr| if let Expr::Coord(c) = leaf { Some(build::coord(p[*c])) } else { None };
    let atoms = |atom: &Cond| match atom {
        Cond::Terminal(k) => Some(Arc::new(Cond::Terminal(parts[*k]))),
        Cond::TargetP(k) => Some(Arc::new(Cond::TargetP(parts[*k]))),
        _ => None,
    };
    f(&Sorted(Leaves { numbers: &numbers, atoms: &atoms }))
}

fn leaf_key(leaf: &Leaf, p: &[usize]) -> (Vec<usize>, bool) {
    let mut coords: Vec<usize> = leaf.range().map(|c| p[c]).collect();
    coords.sort_unstable();
    (coords, leaf.splits)
}

/// The coordinates that a family reads or changes. A permutation of the others alone maps the family to itself: an entry of a target that keeps a
/// coordinate goes to one that keeps the image, in the same tuple where there is only one leaf.
fn touched(rules: &Ruleset, f: &Family) -> Vec<bool> {
    let mut touched = vec![false; rules.width()];
    let mut read = |e: Node<'_>| {
        if e.any_condition(&mut |c| matches!(c, Cond::Terminal(_) | Cond::TargetP(_))) {
            touched.fill(true);
        }
        e.any_number(&mut |e| {
            if let Expr::Coord(c) = e {
                touched[*c] = true;
            }
            false
        });
    };
    [&f.before, &f.guard].into_iter().for_each(|c| read(Node::Condition(c)));
    f.params.iter().flat_map(|range| [&range.lo, &range.hi]).for_each(|e| read(Node::Number(e)));
    for repeat in f.targets.iter().flat_map(|t| &t.repeats) {
        read(Node::Condition(&repeat.guard));
        repeat.ranges.iter().flat_map(|range| [&range.lo, &range.hi]).for_each(|e| read(Node::Number(e)));
    }
    let several = rules.leaves.len() > 1;
    for t in &f.targets {
        let first = rules.leaves[t.leaf].first;
        for (i, e) in t.all_tuples().flat_map(|tuple| tuple.iter().enumerate()) {
            let keeps = matches!(**e, Expr::Coord(c) if c == first + i);
            if several || !keeps {
                read(Node::Number(e));
                read(Node::Number(&build::coord(first + i)));
            }
        }
    }
    touched
}

/// The image of each part: an equal part, entry by entry or by a symmetry of the part; `None` if some part has no such image.
fn part_map(rules: &Ruleset, p: &[usize], ended: &dyn Fn() -> bool) -> Option<Vec<usize>> {
    let mut map = vec![];
    for part in &rules.parts {
        let width = part.rules.width();
        let images: Vec<usize> = (part.first..part.first + width).map(|c| p[c]).collect();
        let least = *images.iter().min()?;
        let target =
            rules.parts.iter().position(|q| q.first == least && q.rules.width() == width && q.rules == part.rules)?;
        let local: Vec<usize> = images.iter().map(|c| c.wrapping_sub(least)).collect();
        if local.iter().any(|c| *c >= width) {
            return None;
        }
        let straight = local.iter().enumerate().all(|(i, c)| i == *c);
        if !straight && !Images::of(&part.rules, ended).hold(&local) {
            return None;
        }
        map.push(target);
    }
    Some(map)
}

fn family_key(rules: &Ruleset, f: &Family, p: &[usize], change: &dyn Change) -> FamilyKey {
    let entries = |t: &Target, tuple: &Vec<E>| {
        let first = rules.leaves[t.leaf].first;
        let mut entries: Vec<(usize, E)> =
            tuple.iter().enumerate().map(|(i, e)| (p[first + i], change.number(e))).collect();
        entries.sort_by_key(|(c, _)| *c);
        entries
    };
    let tuples = |t: &Target| t.tuples.iter().map(|tuple| entries(t, tuple)).collect();
    let mut targets: Vec<Vec<Vec<(usize, E)>>> = f.targets.iter().map(tuples).collect();
    targets.sort();
    // Parameters are sorted by the coordinates they move, so that their order in the text does not matter.
    let mut order: Vec<usize> = (0..f.params.len()).collect();
    let dependent = f.params.iter().any(|r| f.params.iter().any(|q| r.lo.uses(q.var) || r.hi.uses(q.var)));
    if !dependent {
        let first_use = |v: usize| {
            targets.iter().flatten().flatten().find(|(_, e)| e.uses(f.params[v].var)).map_or(usize::MAX, |(c, _)| *c)
        };
        order.sort_by_key(|v| first_use(*v));
    }
    let renamed = |leaf: &Expr| {
        let Expr::Var(v) = leaf else { return None };
        let k = f.params.iter().position(|r| r.var == *v)?;
        order.iter().position(|o| *o == k).map(build::var)
    };
    let rename = Sorted(Leaves::numbers(&renamed));
    for (_, e) in targets.iter_mut().flatten().flatten() {
        *e = rename.number(e);
    }
    let both = |e: &E| rename.number(&change.number(e));
    let condition = |c: &C| rename.condition(&change.condition(c));
    let repeat = |t: &Target, r: &Repeat| {
        let ranges = r.ranges.iter().map(|range| (both(&range.lo), both(&range.hi))).collect();
        let tuple = entries(t, &r.tuple).into_iter().map(|(c, e)| (c, rename.number(&e))).collect();
        (ranges, condition(&r.guard), tuple, r.broken)
    };
    let mut repeats: Vec<RepeatKey> = f.targets.iter().flat_map(|t| t.repeats.iter().map(|r| repeat(t, r))).collect();
    repeats.sort();
    FamilyKey {
        before: condition(&f.before),
        guard: condition(&f.guard),
        params: order.iter().map(|k| (both(&f.params[*k].lo), both(&f.params[*k].hi))).collect(),
        targets,
        repeats,
    }
}

/// For each exchange of two coordinates, or of two blocks: the permutation, whether it is a symmetry by the shortcut, and by mapping all families.
#[cfg(test)]
pub(crate) fn held(rules: &Ruleset) -> Vec<(Vec<usize>, bool, bool)> {
    let n = rules.width();
    let some = Images::of(rules, &|| false);
    let all = Images { touched: vec![vec![true; n]; rules.families.len()], ..Images::of(rules, &|| false) };
    let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| super::transposition(n, i, j)));
    let all_of = pairs.chain(super::block_swaps(rules));
    all_of.map(|p| (p.clone(), some.hold(&p), all.hold(&p))).collect()
}
