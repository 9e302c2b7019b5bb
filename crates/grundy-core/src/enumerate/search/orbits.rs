//! Positions up to the symmetries of the rules.
//!
//! In: rules, and each position that the search meets. Out: in its place the first position of its orbit, so that the search visits one position of each.
//!
//! A symmetry maps positions to positions and options to options, so a position and its image have equal numbers, in both plays. Moves go round
//! among the first positions if and only if they go round at all: a way from a position to an image of it can be made again from there, and the
//! images are finitely many.
//!
//! Three kinds of rules get no symmetries. Where something may be undefined, conditions are evaluated in the order in which they are written, so one
//! position of an orbit may be defined and another not. Where options may be forbidden, they are counted, and two options of one orbit are two. And where
//! a position is a list of tuples, its coordinates stand in several places.

use crate::contract::num::Num;
use crate::contract::position::{Lists, box_cells};
use crate::read::mirror::total;
use crate::read::table_bounds::never_raises;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::symmetry::Symmetry;

/// What of the symmetries a search uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum UpTo {
    /// Every position is looked at by itself.
    #[default]
    Nothing,
    /// Coordinates that may be exchanged are put in order.
    Order,
    /// Other symmetries, too.
    Symmetry,
}

/// A symmetry is looked for only if at least this many positions, times the square of the number of coordinates, may be reached: fewer are visited
/// sooner. It is found in a time that grows with that square.
const WORTH: i64 = 64;

/// The symmetries of a ruleset, once they are needed.
pub(super) struct Orbits {
    /// Outer `None` until they are needed, inner `None` where they do not serve.
    found: Option<Option<Symmetry>>,
    allowed: bool,
    /// May a move raise a coordinate? `None` until it is asked.
    rises: Option<bool>,
    /// Does the question at hand use them?
    used: bool,
}

impl Orbits {
    /// Without `allowed` no symmetry is used.
    pub(super) fn new(allowed: bool) -> Orbits {
        Orbits { found: None, allowed, rises: None, used: false }
    }

    /// A question about a position begins. Whether symmetries serve it depends on the rules and the position, not on earlier questions; `single` says that
    /// each tuple is a position.
    pub(super) fn begin<N: Num>(&mut self, rules: &Ruleset, position: &Lists<N>, single: bool) {
        let wanted = self.allowed && rules.width() > 1 && (is_worth(rules.width(), position) || self.rises(rules));
        self.used = wanted && self.found.get_or_insert_with(|| of(rules, single)).is_some();
    }

    /// What the question at hand uses.
    pub(super) fn up_to(&self) -> UpTo {
        match self.symmetry() {
            None => UpTo::Nothing,
            Some(symmetry) if symmetry.has_small_group() => UpTo::Symmetry,
            Some(_) => UpTo::Order,
        }
    }

    /// Puts a position of the orbit of these coordinates in their place, the same one for the whole orbit.
    pub(super) fn to_first<N: Num>(&self, coordinates: &mut [N]) {
        if let Some(symmetry) = self.symmetry() {
            symmetry.to_first(coordinates);
        }
    }

    /// At most so many positions of a box are visited, if all of them lie below its corner.
    pub(super) fn below(&mut self, rules: &Ruleset, hi: &[u64]) -> u64 {
        match self.rises(rules) {
            true => box_cells(hi),
            false => self.symmetry().map_or(box_cells(hi), |symmetry| sorted_below(symmetry, hi)),
        }
    }

    fn rises(&mut self, rules: &Ruleset) -> bool {
        *self.rises.get_or_insert_with(|| !never_raises(rules))
    }

    fn symmetry(&self) -> Option<&Symmetry> {
        self.found.as_ref()?.as_ref().filter(|_| self.used)
    }
}

/// The symmetries of rules for which they serve.
fn of(rules: &Ruleset, single: bool) -> Option<Symmetry> {
    let serve = rules.blocked == 0 && (single || !rules.splits()) && total(rules);
    let symmetry = serve.then(|| Symmetry::of(rules))?;
    (symmetry.has_small_group() || !symmetry.classes.is_empty()).then_some(symmetry)
}

/// May so many positions be reached from one tuple of the position, or from all coordinates, that symmetries are worth being looked for?
fn is_worth<N: Num>(width: usize, position: &Lists<N>) -> bool {
    let most = WORTH.saturating_mul((width * width) as i64);
    let times = |cells: i64, x: &N| cells.saturating_mul(x.to_i64().unwrap_or(i64::MAX).saturating_add(1));
    let cells = position.iter().flatten().flatten().fold(1, times);
    cells >= most
}

/// Coordinates up to this are counted in their order.
const COUNTED: u64 = 1 << 16;

/// The number of positions of a box in which the coordinates of each class are in order, as [`Symmetry::to_first`] puts them; all positions where it does
/// more than that.
fn sorted_below(symmetry: &Symmetry, hi: &[u64]) -> u64 {
    if symmetry.has_small_group() || hi.iter().any(|h| *h > COUNTED) {
        return box_cells(hi);
    }
    let free = (0..hi.len()).filter(|c| !symmetry.classes.iter().any(|class| class.contains(c)));
    let others = box_cells(&free.map(|c| hi[c]).collect::<Vec<u64>>());
    symmetry.classes.iter().fold(others, |count, class| {
        let mut bounds: Vec<u64> = class.iter().map(|c| hi[*c]).collect();
        bounds.sort_unstable();
        count.saturating_mul(ascending(&bounds))
    })
}

/// The number of ascending lists of numbers, each up to its bound; the bounds ascend.
fn ascending(bounds: &[u64]) -> u64 {
    // For each number, the lists so far that end in it.
    let mut ends = vec![1u64];
    for bound in bounds {
        let mut all = 0u64;
        let sum = |k: u64| {
            all = all.saturating_add(ends.get(k as usize).copied().unwrap_or(0));
            all
        };
        ends = (0..=*bound).map(sum).collect();
    }
    ends.iter().fold(0, |all, n| all.saturating_add(*n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::session::Session;

    #[test]
    fn sorted_positions_are_counted() {
        assert_eq!(ascending(&[2]), 3);
        assert_eq!(ascending(&[1, 3]), 4 + 3);
        assert_eq!(ascending(&[6; 12]), 18564, "6 things out of 18");
        let rules = Session::new().game("slow_moore[12, 2]", None).expect("a game").rules;
        let symmetry = Symmetry::of(&rules);
        assert_eq!(sorted_below(&symmetry, &[5, 5, 5, 6, 6, 5, 5, 6, 5, 6, 6, 5]), 17640);
    }

    #[test]
    fn few_positions_are_looked_at_one_by_one() {
        let rules = Session::new().game("slow_moore[3, 2]", None).expect("a game").rules;
        let used = |at: [i64; 3], allowed: bool| {
            let mut orbits = Orbits::new(allowed);
            orbits.begin(&rules, &vec![vec![at.to_vec()]], true);
            (orbits.up_to(), orbits.below(&rules, &at.map(|x| x as u64)))
        };
        assert_eq!(used([1, 2, 3], true), (UpTo::Nothing, 24));
        assert_eq!(used([9, 9, 9], true), (UpTo::Order, 220));
        assert_eq!(used([9, 9, 9], false), (UpTo::Nothing, 1000));
    }
}
