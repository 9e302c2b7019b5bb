//! The values of heaps, computed one by one.
//!
//! In: rules, and their [`Moves`] from large heaps. Out: values, as the mex of nim-sums. Up to some heap the options are those of the definition,
//! from there on those of [`Moves`]; of two heaps, [`pairs`](crate::heaps::pairs) knows which need not be looked at. For three heaps or more the nim-sums are not listed one by one: the set for j heaps with w tokens in total is
//! the union, over the size of one of them, of sets for j - 1 heaps.

use crate::definition::concrete::each_amount;
use crate::form::expr::{Result, Rules};
use crate::form::numbers::{index, short};
use crate::heaps::kinds::Kinds;
use crate::heaps::marks::Marks;
use crate::heaps::pairs::{Chosen, Pair};
use crate::heaps::read::{Move, Moves, Sizes};
use crate::heaps::sets::Set;

/// Stands for the value of a heap that is no position. No move leaves such a heap.
pub(super) const NONE: u32 = u32::MAX;
/// The number of words of sets joined at most.
const WORK: u64 = 1 << 34;

/// Computes values one by one.
pub(super) struct Values<'a> {
    rules: &'a Rules,
    kinds: &'a Kinds,
    /// The value of a position without heaps.
    nothing: u32,
    moves: &'a Moves,
    /// From this heap on the moves are those of `moves`.
    from: u64,
    pub(super) values: Vec<u32>,
    marks: Marks,
    chosen: Chosen,
    sums: Vec<Sums>,
    work: u64,
}

/// The nim-sums of several heaps, each of one of the sizes `which`.
struct Sums {
    which: Sizes,
    /// The sets, by the number of heaps less one and by the total of tokens.
    sets: Vec<Vec<Set>>,
}

impl<'a> Values<'a> {
    pub(super) fn new(rules: &'a Rules, kinds: &'a Kinds, misere: bool, moves: &'a Moves, from: u64) -> Values<'a> {
        let mut sums: Vec<Sums> = vec![];
        for mv in moves.by.iter().flatten() {
            if let Move::Many { parts, which, .. } = mv {
                match sums.iter_mut().find(|sums| sums.which == *which) {
                    Some(known) => known.sets.resize(known.sets.len().max(parts - 1), vec![]),
                    None => sums.push(Sums { which: which.clone(), sets: vec![vec![]; parts - 1] }),
                }
            }
        }
        let take = |mv: &Move| if let Move::Two { take, .. } = mv { Some(*take) } else { None };
        let chosen = Chosen::new(moves.by.iter().flatten().filter_map(take).collect());
        let (nothing, marks) = (u32::from(misere), Marks::new());
        Values { rules, kinds, nothing, moves, from, values: vec![], marks, chosen, sums, work: 0 }
    }

    /// Are common heaps chosen?
    #[cfg(test)]
    pub(super) fn chooses(&self) -> bool {
        self.chosen.chooses()
    }

    /// Computes the next value.
    pub(super) fn next(&mut self) -> Result<()> {
        let n = self.values.len() as u64;
        let there = match n < self.from {
            true => self.kinds.exists(self.rules, n)?,
            false => self.moves.there[index(n % self.moves.modulus())],
        };
        let value = if there { self.value(n)? } else { NONE };
        self.values.push(value);
        if there {
            self.marks.make_room(value);
        }
        self.chosen.see(&self.values);
        for k in 0..self.sums.len() {
            for heaps in 1..=self.sums[k].sets.len() {
                let set = self.sum(k, heaps, n)?;
                self.sums[k].sets[heaps - 1].push(set);
            }
        }
        Ok(())
    }

    /// Computes the value of the next heap, which must be a position.
    fn value(&mut self, n: u64) -> Result<u32> {
        self.marks.begin(short(n));
        if n < self.from {
            self.by_definition(n)?;
        } else {
            self.by_moves(n)?;
        }
        Ok(if self.marks.any() { self.marks.mex() } else { self.nothing })
    }

    fn by_definition(&mut self, n: u64) -> Result<()> {
        let mut options = vec![];
        let heap = self.kinds.coordinates(n).ok_or("a heap is of no kind")?;
        for family in &self.rules.families {
            each_amount(self.rules, family, &heap, &mut |at| {
                // All tuples are computed: a move to one that is no position is not defined if another one is not.
                let (mut parts, mut exist) = (vec![], true);
                for tuple in family.targets.iter().flat_map(|(_, tuples)| tuples) {
                    let tuple = tuple.iter().map(|e| at.int(e)).collect::<Result<Vec<i128>>>()?;
                    match if exist { self.kinds.number(self.rules, &tuple)? } else { None } {
                        Some(part) if self.is_position(part)? => parts.push(part),
                        _ => exist = false,
                    }
                }
                if !exist {
                    return Ok(true);
                }
                if self.nothing == 1 && parts.len() > 1 {
                    return Err("in misère play the value of several heaps does not follow from their values".into());
                }
                let mut sum = None;
                for part in parts {
                    let value = self.values.get(index(part));
                    sum = Some(sum.unwrap_or(0) ^ value.ok_or("a move does not make the heap smaller")?);
                }
                options.push(sum.unwrap_or(self.nothing));
                Ok(true)
            })?;
        }
        options.into_iter().for_each(|value| {
            self.marks.mark(value);
        });
        Ok(())
    }

    fn is_position(&self, heap: u64) -> Result<bool> {
        match self.values.get(index(heap)) {
            Some(value) => Ok(*value != NONE),
            None => self.kinds.exists(self.rules, heap),
        }
    }

    fn by_moves(&mut self, n: u64) -> Result<()> {
        let moves = self.moves;
        let mut pairs = vec![];
        for mv in &moves.by[index(n % moves.modulus())] {
            match mv {
                Move::Nothing => {
                    self.marks.mark(self.nothing);
                }
                Move::Fixed(size) => {
                    self.marks.mark(self.values[index(*size)]);
                }
                Move::One(take) => {
                    self.marks.mark(self.values[index(n - take)]);
                }
                Move::Two { take, which } => pairs.push(Pair { whole: n - take, which }),
                Move::Many { take, parts, which } => {
                    let sums = self.sums.iter().position(|sums| sums.which == *which).ok_or("sums are missing")?;
                    let sum = self.sum(sums, *parts, n - take)?;
                    sum.iter().for_each(|value| {
                        self.marks.mark(value);
                    });
                }
            }
        }
        self.chosen.mark(&pairs, &self.values, &mut self.marks);
        Ok(())
    }

    /// The nim-sums of `heaps` heaps with `whole` tokens in total, all of them among those whose values are known.
    fn sum(&mut self, sums: usize, heaps: usize, whole: u64) -> Result<Set> {
        let Sums { which, sets } = &self.sums[sums];
        let mut set = Set::default();
        if heaps == 1 {
            if which.has(whole) {
                set.insert(self.values[index(whole)]);
            }
            return Ok(set);
        }
        for size in (0..=whole).filter(|size| which.has(*size)) {
            // If nothing is taken, no heap is empty; the last of these sets is not known yet.
            let Some(rest) = sets[heaps - 2].get(index(whole - size)) else { continue };
            let Some(value) = self.values.get(index(size)) else { continue };
            self.work += set.join_raised(rest, *value);
        }
        if self.work > WORK {
            return Err("the nim-sums of the heaps that are left are too many for this checker".into());
        }
        Ok(set)
    }
}
