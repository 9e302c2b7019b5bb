//! Checks positions for properties.
//!
//! In: numbered positions with their values. Out: for each property the first position that breaks it, and the option concerned.
//! One byte of marks for each position says whether it is a swap position and, once a check needs it, whether the position is
//! terminal and to which kinds of swap positions it has a move. Only the first position of each orbit under the symmetries is
//! checked, which suffices: it has the same coordinate sum as the others of its orbit, and comes before them.

use super::Property;
use grundy_core::enumerate::positions::Positions;
use grundy_rules::lang::Diagnostic;

type Result<T> = std::result::Result<T, Diagnostic>;

/// A position, and the option of the move that breaks the property, if a move does.
pub(super) type Broken = (usize, Option<usize>);

/// The number of positions between two checks for an interruption.
const PAUSE: usize = 4096;

/// A position with values (0, 1).
const SWAP_01: u8 = 1;
/// A position with values (1, 0).
const SWAP_10: u8 = 2;
/// The position does not exist.
const NOWHERE: u8 = 4;
/// The marks below, which depend on the moves, are known.
const FOLLOWED: u8 = 8;
/// The position is terminal.
const TERMINAL: u8 = 16;
/// The shift from the mark of a swap position to the mark of a move to such a position.
const TO: u32 = 5;
/// The position has a move to a (0, 1)-position.
const TO_01: u8 = SWAP_01 << TO;
/// The position has a move to a (1, 0)-position.
const TO_10: u8 = SWAP_10 << TO;

/// The positions, marked.
pub(super) struct Checks<'a> {
    positions: &'a mut dyn Positions,
    marks: Vec<u8>,
    misere: bool,
}

impl<'a> Checks<'a> {
    /// Marks the positions.
    pub(super) fn new(positions: &'a mut dyn Positions, misere: bool) -> Result<Checks<'a>> {
        let mut marks = vec![0; positions.size()];
        for (id, mark) in marks.iter_mut().enumerate() {
            if id % PAUSE == 0 {
                positions.pause()?;
            }
            *mark = match positions.exists(id) {
                false => NOWHERE,
                true if misere => swap(positions.normal(id), positions.misere(id)?),
                true => 0,
            };
        }
        Ok(Checks { positions, marks, misere })
    }

    /// The number of positions that exist.
    pub(super) fn count(&self) -> u64 {
        self.marks.iter().filter(|mark| **mark & NOWHERE == 0).count() as u64
    }

    /// The first position that breaks each property.
    pub(super) fn run(&mut self, wanted: &[Property]) -> Result<Vec<Option<Broken>>> {
        if wanted.contains(&Property::Miserable) {
            self.follow_all()?;
        }
        let mut found: Vec<Option<Broken>> = vec![None; wanted.len()];
        for id in 0..self.marks.len() {
            if id % PAUSE == 0 {
                self.positions.pause()?;
            }
            if self.marks[id] & NOWHERE != 0 || !self.positions.is_first(id) {
                continue;
            }
            let pair = (self.positions.normal(id), if self.misere { self.positions.misere(id)? } else { 0 });
            for (property, found) in wanted.iter().zip(&mut found) {
                if found.is_none_or(|(old, _)| self.positions.is_earlier(id, old))
                    && let Some(option) = self.broken(*property, id, pair)?
                {
                    *found = Some((id, option));
                }
            }
        }
        Ok(found)
    }

    /// Computes the marks of all moves at once, where this is fast; elsewhere the marks of a position are computed when first needed.
    fn follow_all(&mut self) -> Result<()> {
        let mark = |mark: &u8| {
            if mark & NOWHERE != 0 { grundy_core::enumerate::table::NOWHERE } else { mark & (SWAP_01 | SWAP_10) }
        };
        let swaps: Vec<u8> = self.marks.iter().map(mark).collect();
        let marks = &mut self.marks;
        let set = |is: bool, mark: u8| if is { mark } else { 0 };
        let all = self.positions.follow(&swaps, &mut |id, options| {
            marks[id] |= set(!options.any, TERMINAL) | set(options.one, TO_01) | set(options.two, TO_10);
        })?;
        if all {
            self.marks.iter_mut().for_each(|mark| *mark |= FOLLOWED);
        }
        Ok(())
    }

    /// Does the position break the property, and with which option?
    fn broken(&mut self, property: Property, id: usize, pair: (u32, u32)) -> Result<Option<Option<usize>>> {
        let (normal, misere) = pair;
        let swaps = self.marks[id] & (SWAP_01 | SWAP_10);
        let alone = |broken: bool| Ok(broken.then_some(None));
        match property {
            Property::Tame => alone(swaps == 0 && normal != misere),
            Property::Pet => alone(swaps == 0 && (normal != misere || normal < 2)),
            Property::Domestic => alone(normal.min(misere) == 0 && normal.max(misere) >= 2),
            Property::Miserable if swaps != 0 => Ok(None),
            Property::Miserable => self.one_kind_of_move(id),
            Property::Returnable | Property::Forced if swaps == 0 => Ok(None),
            Property::Returnable => self.no_way_back(id, swaps),
            Property::Forced => {
                let other = swaps ^ (SWAP_01 | SWAP_10);
                self.first_option(id, |checks, option| Ok(checks.marks[option] & other == 0))
            }
            Property::OneMove => alone(normal == 0 && self.positions.each_option(id, &mut |_| true)?),
            Property::SgDecreasing => {
                self.first_option(id, |checks, option| Ok(checks.positions.normal(option) >= normal))
            }
        }
    }

    /// A swap position among the options, where swap positions of only one kind are among them.
    fn one_kind_of_move(&mut self, id: usize) -> Result<Option<Option<usize>>> {
        let wanted = match self.followed(id)? & (TO_01 | TO_10) {
            TO_01 => SWAP_01,
            TO_10 => SWAP_10,
            _ => return Ok(None),
        };
        self.first_option(id, |checks, option| Ok(checks.marks[option] & wanted != 0))
    }

    /// An option that is not terminal and has no move to a swap position of this kind.
    fn no_way_back(&mut self, id: usize, kind: u8) -> Result<Option<Option<usize>>> {
        let back = if kind == SWAP_01 { TO_01 } else { TO_10 };
        self.first_option(id, |checks, option| Ok(checks.followed(option)? & (TERMINAL | back) == 0))
    }

    /// The first option that meets a condition.
    fn first_option(
        &mut self,
        id: usize,
        mut is: impl FnMut(&mut Self, usize) -> Result<bool>,
    ) -> Result<Option<Option<usize>>> {
        let mut options = vec![];
        self.positions.each_option(id, &mut |option| {
            options.push(option);
            false
        })?;
        let mut first: Option<usize> = None;
        for option in options {
            if is(self, option)? && first.is_none_or(|old| self.positions.is_earlier(option, old)) {
                first = Some(option);
            }
        }
        Ok(first.map(Some))
    }

    /// The marks of a position, including those that depend on its moves.
    fn followed(&mut self, id: usize) -> Result<u8> {
        if self.marks[id] & FOLLOWED == 0 {
            let marks = &self.marks;
            let mut known = FOLLOWED | TERMINAL;
            self.positions.each_option(id, &mut |option| {
                known &= !TERMINAL;
                known |= (marks[option] & (SWAP_01 | SWAP_10)) << TO;
                known & (TO_01 | TO_10) == TO_01 | TO_10
            })?;
            self.marks[id] |= known;
        }
        Ok(self.marks[id])
    }
}

/// The mark for a pair of values: that of a swap position, or 0.
fn swap(normal: u32, misere: u32) -> u8 {
    match (normal, misere) {
        (0, 1) => SWAP_01,
        (1, 0) => SWAP_10,
        _ => 0,
    }
}
