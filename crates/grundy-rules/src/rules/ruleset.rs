//! The internal form of every game: coordinates, a condition on positions, families of moves.
//!
//! In: the lowering. Out: what engines compile from and look at. Compounds have this form too: their coordinates stand in
//! *leaves* (one leaf a game written with rules of its own, one for each counter of passes or flag of a restriction), and two
//! atoms of guards speak of a *part* (a game of the compound, by itself).
//!
//! A position gives every leaf a list of tuples: one tuple each at the start, several once a leaf has split. A move of a family
//! chooses one tuple of every leaf that the family touches, and puts the tuples of its target in their place.

use std::sync::Arc;

use super::expr::{E, Place, Range};

/// What a coordinate counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// An entry of a game's own position.
    Own,
    /// The passes left, at most this many.
    Passes(u64),
    /// 1 once the restriction of `near` is on.
    Flag,
}

/// One coordinate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// Its name: the variable's, `x1`, `s1_2`.
    pub name: String,
    /// What it counts.
    pub role: Role,
}

/// Coordinates that form one tuple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Its first coordinate.
    pub first: usize,
    /// How many coordinates.
    pub len: usize,
    /// Can a tuple of it become several?
    pub splits: bool,
    /// In a compound, the rules of a leaf that can split, by itself.
    pub alone: Option<Arc<Ruleset>>,
}

impl Leaf {
    /// Its coordinates.
    #[must_use]
    pub fn range(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.len
    }
}

/// What a move leaves of one leaf: the tuples that stand in place of the one it took.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target {
    /// Which leaf.
    pub leaf: usize,
    /// The tuples, one for a move, several for a split.
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
    /// What it leaves of the leaves it touches, by leaf.
    pub targets: Vec<Target>,
    /// The clause it came from.
    pub place: Place,
}

/// A game of a compound, by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its first coordinate in the compound.
    pub first: usize,
    /// Its first leaf in the compound.
    pub first_leaf: usize,
    /// Its rules, coordinates and leaves counted from 0.
    pub rules: Arc<Ruleset>,
}

impl Part {
    /// What of a position, given leaf by leaf, is this part's.
    #[must_use]
    pub fn cut<T: Clone>(&self, leaves: &[T]) -> Vec<T> {
        leaves[self.first_leaf..self.first_leaf + self.rules.leaves.len()].to_vec()
    }
}

/// How the components of a compound are played together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Joining {
    /// In exactly one.
    Sum,
    /// In every component of one of these sets (numbers from 0).
    Hyper(Vec<Vec<usize>>),
    /// The one component, with a counter of passes.
    Pass,
    /// Farr and Ho's nearly disjunctive sum.
    Near,
}

/// How a compound was put together. All are equal, like places: rules written out by hand are the same rules.
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
    /// Conditions that a tuple must satisfy to exist: the leaf, the condition, where it stands.
    pub requires: Vec<(usize, E, Place)>,
    /// The moves.
    pub families: Vec<Family>,
    /// The parts that atoms speak of.
    pub parts: Vec<Part>,
    /// How it was put together, if it is a compound.
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

    /// The greatest value a coordinate has by its role, if it has one.
    #[must_use]
    pub fn own_bound(&self, coord: usize) -> Option<u64> {
        match self.coords[coord].role {
            Role::Own => None,
            Role::Passes(p) => Some(p),
            Role::Flag => Some(1),
        }
    }
}
