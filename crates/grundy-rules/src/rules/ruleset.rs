//! The internal form of every game: coordinates, a condition on positions, families of moves.
//!
//! In: the output of the lowering. Out: the data that engines read and compile. Compounds have this form too: their coordinates are
//! grouped in *leaves* (one leaf for each game written with rules of its own, one for each counter of passes or flag of a restriction),
//! and two atoms of guards refer to a *part* (a game of the compound, played alone).
//!
//! A position gives every leaf a list of tuples: one tuple at the start, several once a leaf has split. A move of a family
//! chooses one tuple of every leaf that the family touches, and replaces it by the tuples of the target.

use std::sync::Arc;

use super::expr::{E, Place, Range};

/// What a coordinate counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// An entry of a position of a game.
    Own,
    /// The number of passes left, at most this many.
    Passes(u64),
    /// The flag of `near`: 1 once the restriction is on, else 0.
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
}

impl Leaf {
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
}

/// A family of moves.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Family {
    /// A condition that is tested before the ranges.
    pub before: E,
    /// The parameters, `Var(0)`, `Var(1)`, … in order.
    pub params: Vec<Range>,
    /// A condition on coordinates and parameters.
    pub guard: E,
    /// The targets, one for each leaf that the family touches.
    pub targets: Vec<Target>,
    /// The clause that the family came from.
    pub place: Place,
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
    pub requires: Vec<(usize, E, Place)>,
    /// The families of moves.
    pub families: Vec<Family>,
    /// The parts that atoms refer to.
    pub parts: Vec<Part>,
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
