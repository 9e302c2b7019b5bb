//! What the rules imply about single rows of a two-coordinate game, of any shape.
//!
//! In: rules. Out: whether, from a column on, no value occurs twice in a row ([`Rows::differ`]), or the row has no position at all ([`Rows::end`]).
//! `false` means not known.

use super::read::{Area, is_plain};
use grundy_core::read::rays::{Plan, Ray};
use grundy_rules::rules::{Family, Role, Ruleset};

/// Rules with the moves seen in them.
pub struct Rows<'a> {
    rules: &'a Ruleset,
    quick: bool,
    /// The rays of all families that are rays, whatever the others are.
    rays: Vec<Ray>,
}

impl Rows<'_> {
    /// Reads rules with two coordinates.
    pub fn of(rules: &Ruleset) -> Rows<'_> {
        let alone = |family: &Family| Plan::of(&Ruleset { families: vec![family.clone()], ..rules.clone() }).ok();
        // A number may be the value of several options, if some of them may be forbidden.
        if rules.blocked > 0 {
            return Rows { rules, quick: false, rays: vec![] };
        }
        let rays = rules.families.iter().filter_map(alone).flat_map(|plan| plan.rays).collect();
        Rows { rules, quick: Plan::of(rules).is_ok(), rays }
    }

    /// Does a fast kernel make the tables?
    pub fn quick(&self) -> bool {
        self.quick
    }

    /// Is every position of a row from a column on an option of every later one, so that their values differ?
    pub fn differ(&self, row: u64, column: u64) -> bool {
        let area = Area::row(row, column);
        let full = |ray: &Ray| {
            is_plain(ray)
                && ray.direction == [(1, 1)]
                && area.is(true, ray.when.as_ref())
                && area.is(true, ray.only.as_ref())
        };
        self.rays.iter().any(full)
    }

    /// Is there no position in a row from a column on?
    pub fn end(&self, row: u64, column: u64) -> bool {
        self.none(&Area::row(row, column)) || self.bound(1).is_some_and(|bound| column > bound)
    }

    /// Is there no position in any row from `row` on?
    pub fn end_all(&self, row: u64) -> bool {
        self.none(&Area::rows_from(row, 0)) || self.bound(0).is_some_and(|bound| row > bound)
    }

    fn none(&self, area: &Area) -> bool {
        self.rules.requires.iter().any(|(_, condition, _)| area.is(false, Some(condition)))
    }

    /// The greatest value of a coordinate, by its role.
    pub fn bound(&self, coord: usize) -> Option<u64> {
        match self.rules.coords[coord].role {
            Role::Own => None,
            Role::Passes(passes) => Some(passes),
            Role::Flag => Some(1),
        }
    }
}
