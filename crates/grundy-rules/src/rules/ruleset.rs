//! The internal form of every game: coordinates, a condition on positions, families of moves.
//!
//! In: the output of the lowering. Out: the data that engines read and compile. Compounds have this form too: their coordinates are
//! grouped in *leaves* (one leaf for each game written with rules of its own, one for each counter of passes or flag),
//! and two atoms of guards refer to a *part* (a game of the compound, played alone).
//!
//! A position gives every leaf a list of tuples: one tuple at the start, several once a leaf has split. A move of a family
//! chooses one tuple of every leaf that the family touches, and replaces it by the tuples of the target.

use std::sync::Arc;

use super::change::Change;
use super::expr::{C, Cond, E, Node, Place, Range, Tree};
use crate::lang::Heaps;

/// What a coordinate counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// An entry of a position of a game.
    Own,
    /// The number of passes left, at most this many.
    Passes(u64),
    /// A flag, 0 or 1: is the restriction of `near` on, or has the base of an ordinal sum been played in?
    Flag,
}

/// One coordinate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// The name: that of a variable, `x1`, `s1_2`.
    pub name: String,
    /// What the coordinate counts.
    pub role: Role,
}

/// Coordinates that form one tuple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The first coordinate.
    pub first: usize,
    /// The number of coordinates.
    pub len: usize,
    /// Can a move replace a tuple of this leaf by several?
    pub splits: bool,
    /// In a compound, for a leaf that can split: the rules of the leaf alone.
    pub alone: Option<Arc<Ruleset>>,
    /// How the rules ask for it to be drawn.
    pub picture: Picture,
}

/// The word after `picture`. All pictures compare equal, as places do, since a game is the same however it is drawn.
#[derive(Clone, Debug, Default)]
pub struct Picture(pub Option<Arc<str>>);

impl PartialEq for Picture {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Picture {}

impl Leaf {
    /// A leaf that does not split.
    #[must_use]
    pub fn of(first: usize, len: usize) -> Leaf {
        Leaf { first, len, splits: false, alone: None, picture: Picture::default() }
    }

    /// The coordinates of the leaf.
    #[must_use]
    pub fn range(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.len
    }
}

/// The effect of a move on one leaf: the tuples that replace the chosen one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target {
    /// The leaf.
    pub leaf: usize,
    /// The tuples: one for `move`, several for `split`.
    pub tuples: Vec<Vec<E>>,
    /// Tuples that follow these, as many as the position asks for.
    pub repeats: Vec<Repeat>,
}

/// A tuple for each value of variables at which a condition holds (`all` in a `split`). If `broken` is set, there is one variable, and the move also
/// chooses some of its values: numbers that do not decrease, whose sum is the end of the range, as many and as different as `broken` says.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Repeat {
    /// The variables, numbered after the parameters of the family.
    pub ranges: Vec<Range>,
    /// The condition.
    pub guard: C,
    /// The tuple.
    pub tuple: Vec<E>,
    /// How many values of the variable are chosen, and what is asked of them.
    pub broken: Option<Heaps>,
}

impl Target {
    /// The target that leaves these tuples.
    #[must_use]
    pub fn of(leaf: usize, tuples: Vec<Vec<E>>) -> Target {
        Target { leaf, tuples, repeats: vec![] }
    }

    /// The tuple, if there is exactly one at every position.
    #[must_use]
    pub fn only(&self) -> Option<&Vec<E>> {
        match (&self.tuples[..], &self.repeats[..]) {
            ([tuple], []) => Some(tuple),
            _ => None,
        }
    }

    /// As [`Target::only`], for changes.
    pub fn only_mut(&mut self) -> Option<&mut Vec<E>> {
        match (&mut self.tuples[..], &self.repeats[..]) {
            ([tuple], []) => Some(tuple),
            _ => None,
        }
    }

    /// All tuples that are written, those of repeats once.
    pub fn all_tuples(&self) -> impl Iterator<Item = &Vec<E>> {
        self.tuples.iter().chain(self.repeats.iter().map(|r| &r.tuple))
    }

    /// All expressions of the target: entries of tuples, and the ranges and conditions of repeats.
    pub fn expressions(&self) -> impl Iterator<Item = Node<'_>> {
        let repeated = self.repeats.iter().flat_map(|repeat| {
            let ranges = repeat.ranges.iter().flat_map(|r| [&r.lo, &r.hi]);
            ranges.map(Node::Number).chain([Node::Condition(&repeat.guard)])
        });
        self.all_tuples().flatten().map(Node::Number).chain(repeated)
    }

    /// One more than the greatest number of a variable.
    #[must_use]
    pub fn variables(&self) -> usize {
        let own = self.repeats.iter().flat_map(|r| &r.ranges).map(|r| r.var + 1);
        self.expressions().map(|e| e.variables()).chain(own).max().unwrap_or(0)
    }

    /// Changes all expressions, and the numbers of variables of repeats.
    pub fn change(&mut self, change: &dyn Change, variable: &dyn Fn(usize) -> usize) {
        self.tuples.iter_mut().flatten().for_each(|e| *e = change.number(e));
        for repeat in &mut self.repeats {
            for range in &mut repeat.ranges {
                *range = Range { var: variable(range.var), lo: change.number(&range.lo), hi: change.number(&range.hi) };
            }
            repeat.guard = change.condition(&repeat.guard);
            repeat.tuple.iter_mut().for_each(|e| *e = change.number(e));
        }
    }
}

/// A family of moves.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Family {
    /// A condition that is tested before the ranges.
    pub before: C,
    /// The parameters, `Var(0)`, `Var(1)`, … in order.
    pub params: Vec<Range>,
    /// A condition on coordinates and parameters.
    pub guard: C,
    /// The targets, one for each leaf that the family touches.
    pub targets: Vec<Target>,
    /// The clause that the family came from.
    pub place: Place,
}

impl Family {
    /// All expressions of the family.
    pub fn expressions(&self) -> impl Iterator<Item = Node<'_>> {
        let ranges = self.params.iter().flat_map(|range| [&range.lo, &range.hi]).map(Node::Number);
        let targets = self.targets.iter().flat_map(Target::expressions);
        [&self.before, &self.guard].into_iter().map(Node::Condition).chain(ranges).chain(targets)
    }

    /// The family with all expressions changed.
    #[must_use]
    pub fn changed(&self, change: &dyn Change) -> Family {
        let mut targets = self.targets.clone();
        targets.iter_mut().for_each(|target| target.change(change, &|var| var));
        let range = |r: &Range| Range { var: r.var, lo: change.number(&r.lo), hi: change.number(&r.hi) };
        Family {
            before: change.condition(&self.before),
            params: self.params.iter().map(range).collect(),
            guard: change.condition(&self.guard),
            targets,
            place: self.place,
        }
    }
}

/// A game of a compound, played alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The first coordinate of the part in the compound.
    pub first: usize,
    /// The first leaf of the part in the compound.
    pub first_leaf: usize,
    /// The rules of the part, with coordinates and leaves numbered from 0.
    pub rules: Arc<Ruleset>,
}

impl Part {
    /// This part's share of a list with one element for each leaf of the compound.
    #[must_use]
    pub fn cut<T: Clone>(&self, leaves: &[T]) -> Vec<T> {
        leaves[self.first_leaf..self.first_leaf + self.rules.leaves.len()].to_vec()
    }
}

/// The rule by which the components of a compound are played together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Joining {
    /// A move is made in exactly one component.
    Sum,
    /// A move is made in every component of one of these sets (numbered from 0).
    Hyper(Vec<Vec<usize>>),
    /// A single component, with a counter of passes.
    Pass,
    /// Farr and Ho's nearly disjunctive sum.
    Near,
}

/// How a compound was composed. All origins compare equal, as places do, since a compound equals the same rules written out by hand.
#[derive(Clone, Debug, Default)]
pub struct Origin(pub Option<Arc<(Joining, Vec<Part>)>>);

impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Origin {}

/// A game in the internal form.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Ruleset {
    /// The coordinates in order.
    pub coords: Vec<Coordinate>,
    /// The leaves in order.
    pub leaves: Vec<Leaf>,
    /// The conditions that a tuple must satisfy to exist: the leaf, the condition, its place in the text.
    pub requires: Vec<(usize, C, Place)>,
    /// The families of moves.
    pub families: Vec<Family>,
    /// The parts that atoms refer to.
    pub parts: Vec<Part>,
    /// How many options the other player may forbid before each move.
    pub blocked: u32,
    /// How the rules were composed, if they are a compound.
    pub origin: Origin,
}

impl Ruleset {
    /// The number of coordinates.
    #[must_use]
    pub fn width(&self) -> usize {
        self.coords.len()
    }

    /// Can a move leave several tuples of a leaf?
    #[must_use]
    pub fn splits(&self) -> bool {
        self.leaves.iter().any(|l| l.splits)
    }

    /// The leaf of a coordinate.
    #[must_use]
    pub fn leaf_of(&self, coord: usize) -> usize {
        self.leaves.partition_point(|l| l.first + l.len <= coord)
    }

    /// What a flag says, read off the moves that switch it on: [`Role::Flag`] has two meanings.
    #[must_use]
    pub fn flag_says(&self, coord: usize, on: bool) -> &'static str {
        let leaf = self.leaf_of(coord);
        let place = coord - self.leaves[leaf].first;
        let targets = self.families.iter().flat_map(|family| &family.targets).filter(|target| target.leaf == leaf);
        let mut entries = targets.flat_map(Target::all_tuples).map(|tuple| &tuple[place]);
        let restricts = entries.any(|e| e.any_condition(&mut |c| matches!(c, Cond::TargetP(_))));
        match (restricts, on) {
            (true, true) => "the restriction is on",
            (true, false) => "the restriction is not on yet",
            (false, true) => "the base has been played in",
            (false, false) => "the base has not been played in yet",
        }
    }

    /// The greatest value that the role of a coordinate allows, if the role bounds it.
    #[must_use]
    pub fn own_bound(&self, coord: usize) -> Option<u64> {
        match self.coords[coord].role {
            Role::Own => None,
            Role::Passes(p) => Some(p),
            Role::Flag => Some(1),
        }
    }
}
