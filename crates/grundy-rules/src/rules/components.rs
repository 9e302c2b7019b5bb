//! Components: groups of coordinates that no move and no condition joins.
//!
//! In: a ruleset. Out: its coordinates in groups, and for each group the ruleset of that group alone. In normal play the value of a position is
//! the nim-sum of the groups' values (Sprague 1935, Grundy 1939).

use std::sync::Arc;

use super::build;
use super::change::{Change, Leaves};
use super::expr::{Cond, E, Expr, Tree};
use super::ruleset::{Family, Leaf, Origin, Part, Repeat, Ruleset, Target};

/// A component of a ruleset.
#[derive(Clone, Debug)]
pub struct Component {
    /// The coordinates of the component, in the numbering of the whole.
    pub coords: Vec<usize>,
    /// The leaves of the component, in the numbering of the whole.
    pub leaves: Vec<usize>,
    /// For each of these leaves, the first coordinate and the length in the whole.
    pub places: Vec<(usize, usize)>,
    /// The rules of the component, with coordinates numbered from 0.
    pub rules: Arc<Ruleset>,
}

impl Component {
    /// Are the rules the same as those of another component, up to the names of the coordinates?
    #[must_use]
    pub fn is_like(&self, other: &Component) -> bool {
        let (a, b) = (&*self.rules, &*other.rules);
        let roles = |rules: &Ruleset| rules.coords.iter().map(|c| c.role).collect::<Vec<_>>();
        (&a.families, &a.requires, &a.leaves, &a.parts) == (&b.families, &b.requires, &b.leaves, &b.parts)
            && a.blocked == b.blocked
            && roles(a) == roles(b)
    }
}

/// The groups of coordinates: each sorted, and all sorted by their first coordinate.
#[must_use]
pub fn groups(rules: &Ruleset) -> Vec<Vec<usize>> {
    let mut union = Union { parent: (0..rules.width()).collect() };
    // What may be forbidden is counted over the options of the whole.
    if rules.blocked > 0 {
        union.join(0..rules.width());
    }
    for leaf in rules.leaves.iter().filter(|l| l.splits) {
        union.join(leaf.range());
    }
    for (_, condition, _) in &rules.requires {
        union.join(touched(rules, condition));
    }
    for family in &rules.families {
        let mut all = touched(rules, &family.before);
        all.extend(touched(rules, &family.guard));
        all.extend(family.params.iter().flat_map(|r| [touched(rules, &r.lo), touched(rules, &r.hi)]).flatten());
        for target in &family.targets {
            // The conditions of repeats decide how many tuples of the leaf there are, so they belong to it.
            for repeat in &target.repeats {
                all.push(rules.leaves[target.leaf].first);
                let ends = repeat.ranges.iter().flat_map(|r| [&r.lo, &r.hi]);
                all.extend(ends.flat_map(|e| touched(rules, e)));
                all.extend(touched(rules, &repeat.guard));
            }
            for (i, e) in target.all_tuples().flat_map(|t| t.iter().enumerate()) {
                let own = rules.leaves[target.leaf].first + i;
                if **e != Expr::Coord(own) {
                    all.push(own);
                    all.extend(touched(rules, e));
                }
            }
        }
        union.join(all);
    }
    union.groups()
}

/// A coordinate whose group the family belongs to: the first that the family changes. A family that changes none is a cycle where its guard
/// holds; for such a family, the first coordinate of its conditions or, without any, of its target.
fn anchor(rules: &Ruleset, family: &Family) -> Option<usize> {
    let mut changed = None;
    for target in &family.targets {
        let first = rules.leaves[target.leaf].first;
        let mut entries = target.tuples.iter().flat_map(|t| t.iter().enumerate());
        let repeated = (!target.repeats.is_empty()).then_some(first);
        changed = changed
            .or(repeated)
            .or_else(|| entries.find(|(i, e)| ***e != Expr::Coord(first + i)).map(|(i, _)| first + i));
    }
    let guarded = || [&family.before, &family.guard].into_iter().find_map(|e| touched(rules, e).first().copied());
    changed.or_else(guarded).or_else(|| family.targets.first().map(|t| rules.leaves[t.leaf].first))
}

/// The coordinates that an expression depends on; an atom depends on all coordinates of its part.
fn touched(rules: &Ruleset, e: &impl Tree) -> Vec<usize> {
    let mut all = e.coords();
    e.any_condition(&mut |x| {
        if let Cond::Terminal(p) | Cond::TargetP(p) = x {
            let part = &rules.parts[*p];
            all.extend(part.first..part.first + part.rules.width());
        }
        false
    });
    all
}

struct Union {
    parent: Vec<usize>,
}

impl Union {
    fn root(&self, mut i: usize) -> usize {
        while self.parent[i] != i {
            i = self.parent[i];
        }
        i
    }

    fn join(&mut self, all: impl IntoIterator<Item = usize>) {
        let mut all = all.into_iter();
        let Some(first) = all.next() else { return };
        for other in all {
            let (a, b) = (self.root(first), self.root(other));
            self.parent[a.max(b)] = a.min(b);
        }
    }

    fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = vec![vec![]; self.parent.len()];
        for i in 0..self.parent.len() {
            groups[self.root(i)].push(i);
        }
        groups.retain(|g| !g.is_empty());
        groups
    }
}

/// The components with their rules.
///
/// ```
/// # use grundy::{Session, rules::components::components};
/// let game = Session::new().game("chocolate[(x, z) -> z div 2]", None)?;
/// let coords: Vec<Vec<usize>> = components(&game.rules).into_iter().map(|c| c.coords).collect();
/// assert_eq!(coords, [vec![0], vec![1, 2]], "a heap, and a bar with its height");
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[must_use]
pub fn components(rules: &Ruleset) -> Vec<Component> {
    groups(rules).into_iter().map(|coords| component(rules, coords)).collect()
}

/// The whole ruleset as one component.
#[must_use]
pub fn whole(rules: &Arc<Ruleset>) -> Component {
    Component {
        coords: (0..rules.width()).collect(),
        leaves: (0..rules.leaves.len()).collect(),
        places: rules.leaves.iter().map(|l| (l.first, l.len)).collect(),
        rules: rules.clone(),
    }
}

fn component(rules: &Ruleset, coords: Vec<usize>) -> Component {
    let at = |c: usize| coords.binary_search(&c).ok();
    let mut leaves = vec![];
    let mut own = vec![];
    for (l, leaf) in rules.leaves.iter().enumerate() {
        let inside: Vec<usize> = leaf.range().filter_map(at).collect();
        if let Some(first) = inside.first() {
            leaves.push(l);
            own.push(Leaf { first: *first, len: inside.len(), ..leaf.clone() });
        }
    }
    let parts: Vec<usize> = (0..rules.parts.len())
        .filter(|p| {
            let part = &rules.parts[*p];
            (part.first..part.first + part.rules.width()).all(|c| at(c).is_some())
        })
        .collect();
    let numbers = |leaf: &Expr| if let Expr::Coord(c) = leaf { at(*c).map(build::coord) } else { None };
    let atoms = |atom: &Cond| match atom {
        Cond::Terminal(p) => parts.iter().position(|q| q == p).map(|q| Arc::new(Cond::Terminal(q))),
        Cond::TargetP(p) => parts.iter().position(|q| q == p).map(|q| Arc::new(Cond::TargetP(q))),
        _ => None,
    };
    let change = Leaves { numbers: &numbers, atoms: &atoms };
    let family = |f: &Family| {
        anchor(rules, f).filter(|c| at(*c).is_some())?;
        let targets = f.targets.iter().filter_map(|t| {
            let leaf = leaves.iter().position(|l| *l == t.leaf)?;
            let first = rules.leaves[t.leaf].first;
            let inside = |tuple: &Vec<E>| -> Vec<E> {
                tuple.iter().enumerate().filter(|(i, _)| at(first + i).is_some()).map(|(_, e)| e.clone()).collect()
            };
            let repeats = t.repeats.iter().map(|r| Repeat { tuple: inside(&r.tuple), ..r.clone() });
            Some(Target { leaf, tuples: t.tuples.iter().map(inside).collect(), repeats: repeats.collect() })
        });
        Some(Family { targets: targets.collect(), ..f.clone() }.changed(&change))
    };
    let requires = rules.requires.iter().filter_map(|(l, e, p)| {
        let used = e.coords();
        let inside = if used.is_empty() { true } else { used.iter().all(|c| at(*c).is_some()) };
        let leaf = leaves.iter().position(|x| x == l)?;
        inside.then(|| (leaf, change.condition(e), *p))
    });
    let new = Ruleset {
        coords: coords.iter().map(|c| rules.coords[*c].clone()).collect(),
        requires: requires.collect(),
        families: rules.families.iter().filter_map(family).collect(),
        parts: parts
            .iter()
            .map(|p| Part {
                first: at(rules.parts[*p].first).unwrap_or(0),
                first_leaf: leaves.iter().position(|l| *l == rules.parts[*p].first_leaf).unwrap_or(0),
                rules: rules.parts[*p].rules.clone(),
            })
            .collect(),
        leaves: own,
        blocked: rules.blocked,
        origin: Origin::default(),
    };
    let places = leaves.iter().map(|l| (rules.leaves[*l].first, rules.leaves[*l].len)).collect();
    Component { coords, leaves, places, rules: Arc::new(new) }
}
