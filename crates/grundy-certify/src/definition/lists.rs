//! Positions whose leaves have several tuples, and their moves, by the definition.
//!
//! In: rules of several leaves, some of which split, such as a game that splits with a pass. Out: the options of a position, in which each leaf has a list of tuples; `values` computes from them. In normal play
//! the tuples of a leaf are a sum if no move changes it together with another leaf, and no condition asks for a part that has it, as that of a pass does.
//!
//! A tuple that can never be moved again is left out: no move takes it together with a tuple of another leaf, or asks for a part that it keeps from its end. Then each position
//! has the same moves with it and without it. Rules in which an expression speaks of a leaf that the move does not change are refused.

mod values;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use crate::definition::concrete::{At, World, amounts_at, parts_of};
use crate::form::expr::{Expr, Family, Result, Rules};
use crate::form::total::is_defined;
pub(crate) use values::Values;

/// The entries of a leaf.
type Tuple = Vec<u64>;
/// For each leaf, its tuples in order.
type Position = Vec<Vec<Tuple>>;
/// What a move leaves of one tuple.
type Left = Vec<Tuple>;

/// What moves leave of tuples, by leaf and tuple.
type Alone = BTreeMap<(usize, Tuple), Rc<Vec<Left>>>;

/// The most tuples that are kept with their moves.
const TUPLES: usize = 1 << 20;

/// A game of several leaves.
pub(crate) struct Lists<'a> {
    rules: &'a Rules,
    /// For each leaf, the conditions on its tuples.
    requires: Vec<Vec<&'a Expr>>,
    acts: Vec<Act<'a>>,
    parts: Vec<Inner<'a>>,
    /// The leaves whose tuples are a sum.
    apart: Vec<bool>,
    /// Are the rules defined everywhere?
    defined: bool,
    /// What the moves leave of tuples that they change alone.
    alone: RefCell<Alone>,
    bytes: Cell<u64>,
}

/// A family of moves, and the leaves that it changes.
struct Act<'a> {
    family: &'a Family,
    leaves: Vec<usize>,
    /// Does it change one leaf and ask for no part? Then its moves from a tuple depend on nothing else.
    alone: bool,
}

/// A part to which conditions refer, and for each of its leaves the leaf of the whole game.
struct Inner<'a> {
    game: Lists<'a>,
    leaves: Vec<usize>,
}

/// Does some move leave several tuples, or none?
pub(crate) fn splits(rules: &Rules) -> bool {
    rules.families.iter().flat_map(|family| &family.targets).any(|(_, tuples)| tuples.len() != 1)
}

/// Does a move leave several tuples, or none, of one leaf among several? Then positions are lists.
pub(crate) fn are_needed(rules: &Rules) -> bool {
    rules.blocked == 0 && rules.families.iter().any(|family| parts_of(rules, family).is_err())
}

impl<'a> Lists<'a> {
    /// # Errors
    /// Rules that this checker does not play so.
    pub(crate) fn new(rules: &'a Rules) -> Result<Lists<'a>> {
        if rules.blocked > 0 || rules.leaves.iter().any(Range::is_empty) {
            return Err("this checker does not know games that split, and have leaves without coordinates or options that may be forbidden".into());
        }
        let mut requires = vec![vec![]; rules.leaves.len()];
        for (leaf, condition) in &rules.requires {
            requires[*leaf].push(condition);
        }
        let acts = rules.families.iter().map(Act::of).collect::<Result<Vec<_>>>()?;
        let part = |part: &'a crate::form::expr::Part| {
            let leaves = (part.leaf..part.leaf + part.rules.leaves.len()).collect();
            Ok(Inner { game: Lists::new(&part.rules)?, leaves })
        };
        let parts = rules.parts.iter().map(part).collect::<Result<Vec<Inner<'a>>>>()?;
        let joined = |leaf: &usize| {
            let by_moves = acts.iter().any(|act| !act.alone && act.leaves.contains(leaf));
            by_moves || parts.iter().any(|part| part.leaves.contains(leaf))
        };
        let apart = (0..rules.leaves.len()).map(|leaf| !joined(&leaf)).collect();
        let (defined, alone) = (is_defined(rules), RefCell::default());
        Ok(Lists { rules, requires, acts, parts, apart, defined, alone, bytes: Cell::new(0) })
    }

    /// About how many bytes are kept.
    fn bytes(&self) -> u64 {
        self.bytes.get() + self.parts.iter().map(|part| part.game.bytes()).sum::<u64>()
    }

    /// The position in which each leaf has the tuples of some parts, each of which has one.
    fn position(&self, parts: &[&[u64]], world: &dyn World) -> Result<Position> {
        let mut position = vec![vec![]; self.rules.leaves.len()];
        for (number, leaf) in self.rules.leaves.iter().enumerate() {
            for entries in parts {
                let tuple = entries.get(leaf.clone()).ok_or_else(strange)?.to_vec();
                if !self.is_over(number, &tuple, world)? {
                    position[number].push(tuple);
                }
            }
            position[number].sort_unstable();
        }
        Ok(position)
    }

    /// The positions of which a position is the sum.
    fn summands(&self, position: Position) -> Vec<Position> {
        let (mut all, mut rest) = (vec![], position);
        let none = || vec![vec![]; self.rules.leaves.len()];
        for (leaf, _) in self.apart.iter().enumerate().filter(|(_, apart)| **apart) {
            for tuple in std::mem::take(&mut rest[leaf]) {
                let mut alone = none();
                alone[leaf].push(tuple);
                all.push(alone);
            }
        }
        all.extend((rest != none()).then_some(rest));
        all
    }

    /// Has a position an option, in which each leaf has one tuple?
    pub(crate) fn has_move(&self, entries: &[u64], world: &dyn World) -> Result<bool> {
        let position = self.rules.leaves.iter().map(|leaf| entries.get(leaf.clone()).map(|tuple| vec![tuple.to_vec()]));
        self.moves_on(&position.collect::<Option<Position>>().ok_or_else(strange)?, world)
    }

    /// Has a position an option?
    fn moves_on(&self, position: &Position, world: &dyn World) -> Result<bool> {
        let (mut any, go_on) = (false, !self.defined);
        self.each(position, world, &mut |_| {
            any = true;
            Ok(go_on)
        })?;
        Ok(any)
    }

    /// Calls `see` with the options of a position until it returns `false`.
    fn each(
        &self,
        position: &Position,
        world: &dyn World,
        see: &mut dyn FnMut(Position) -> Result<bool>,
    ) -> Result<()> {
        for leaf in 0..position.len() {
            for place in different(&position[leaf]) {
                for left in self.alone(leaf, &position[leaf][place], world)?.iter() {
                    let option = self.replaced(position, &[(leaf, place)], std::slice::from_ref(left), world)?;
                    if !see(option)? {
                        return Ok(());
                    }
                }
            }
        }
        let here = Here { game: self, position, world };
        for act in self.acts.iter().filter(|act| !act.alone) {
            for chosen in choices(position, &act.leaves) {
                let go_on = self.moved(act, position, (&chosen, &here), &mut |left| {
                    see(self.replaced(position, &chosen, &left, world)?)
                })?;
                if !go_on {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// What the moves leave of a tuple that change it alone.
    fn alone(&self, leaf: usize, tuple: &Tuple, world: &dyn World) -> Result<Rc<Vec<Left>>> {
        let key = (leaf, tuple.clone());
        if let Some(known) = self.alone.borrow().get(&key) {
            return Ok(known.clone());
        }
        let mut position = vec![vec![]; self.rules.leaves.len()];
        position[leaf].push(tuple.clone());
        let mut all = vec![];
        for act in self.acts.iter().filter(|act| act.alone && act.leaves == [leaf]) {
            self.moved(act, &position, (&[(leaf, 0)], world), &mut |mut left| {
                all.extend(left.pop());
                Ok(true)
            })?;
        }
        all.sort_unstable();
        all.dedup();
        let words = all.iter().flatten().map(Vec::len).sum::<usize>() + tuple.len();
        self.bytes.set(self.bytes.get() + 8 * words as u64 + 64 * (2 + all.len()) as u64);
        let all = Rc::new(all);
        let mut kept = self.alone.borrow_mut();
        if kept.len() >= TUPLES {
            return Err(format!("more than {TUPLES} parts of positions would be kept"));
        }
        kept.insert(key, all.clone());
        Ok(all)
    }

    /// Can a tuple never be moved again, and does nothing depend on it?
    fn is_over(&self, leaf: usize, tuple: &Tuple, world: &dyn World) -> Result<bool> {
        if self.acts.iter().any(|act| !act.alone && act.leaves.contains(&leaf)) {
            return Ok(false);
        }
        if !self.alone(leaf, tuple, world)?.is_empty() {
            return Ok(false);
        }
        for part in &self.parts {
            for (own, whole) in part.leaves.iter().enumerate() {
                if *whole == leaf && !part.game.is_over(own, tuple, world)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Calls `see` with what the moves of a family leave of chosen tuples, until it returns `false`. Returns whether all calls returned `true`.
    fn moved(
        &self,
        act: &Act<'_>,
        position: &Position,
        (chosen, world): (&[(usize, usize)], &dyn World),
        see: &mut dyn FnMut(Vec<Left>) -> Result<bool>,
    ) -> Result<bool> {
        let mut coords = vec![0; self.rules.width];
        for (leaf, place) in chosen {
            let entries = &position[*leaf][*place];
            coords[self.rules.leaves[*leaf].clone()].iter_mut().zip(entries).for_each(|(to, x)| *to = i128::from(*x));
        }
        let mut at = At { rules: self.rules, coords, vars: vec![], world: Some(world) };
        amounts_at(act.family, &mut at, &mut |at| {
            // All tuples are computed: a move to one that does not exist is not defined if another one is not.
            let (mut all, mut exist) = (vec![], true);
            for (leaf, tuples) in &act.family.targets {
                let mut left = vec![];
                for entries in tuples {
                    let entries = entries.iter().map(|e| at.int(e)).collect::<Result<Vec<i128>>>()?;
                    let natural = exist && entries.iter().all(|x| *x >= 0);
                    let tuple = entries.iter().map(|x| u64::try_from(*x).ok()).collect::<Option<Tuple>>();
                    exist = match tuple {
                        Some(tuple) if natural && self.exists(*leaf, &tuple, world)? => {
                            left.push(tuple);
                            true
                        }
                        None if natural => return Err("a move leads to a number beyond 64 bits".into()),
                        _ => false,
                    };
                }
                left.sort_unstable();
                all.push(left);
            }
            Ok(!exist || see(all)?)
        })
    }

    /// Does a tuple of a leaf exist?
    fn exists(&self, leaf: usize, tuple: &Tuple, world: &dyn World) -> Result<bool> {
        let mut coords = vec![0; self.rules.width];
        coords[self.rules.leaves[leaf].clone()].iter_mut().zip(tuple).for_each(|(to, x)| *to = i128::from(*x));
        let mut at = At { rules: self.rules, coords, vars: vec![], world: Some(world) };
        for condition in &self.requires[leaf] {
            if !at.truth(condition)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A position in which other tuples stand in place of chosen ones; those that are over are left out.
    fn replaced(
        &self,
        position: &Position,
        chosen: &[(usize, usize)],
        left: &[Left],
        world: &dyn World,
    ) -> Result<Position> {
        let mut to = position.clone();
        for ((leaf, place), left) in chosen.iter().zip(left) {
            let tuples = &mut to[*leaf];
            tuples.remove(*place);
            for tuple in left {
                if !self.is_over(*leaf, tuple, world)? {
                    tuples.push(tuple.clone());
                }
            }
            tuples.sort_unstable();
        }
        Ok(to)
    }
}

impl<'a> Act<'a> {
    fn of(family: &'a Family) -> Result<Act<'a>> {
        let leaves: Vec<usize> = family.targets.iter().map(|(leaf, _)| *leaf).collect();
        if leaves.is_empty() {
            return Err(strange());
        }
        Ok(Act { family, alone: leaves.len() == 1 && !asks(|see| family.visit(see)), leaves })
    }
}

/// Where a condition asks whether a part is at its end.
struct Here<'h, 'a> {
    game: &'h Lists<'a>,
    position: &'h Position,
    world: &'h dyn World,
}

impl World for Here<'_, '_> {
    fn step(&self) -> Result<()> {
        self.world.step()
    }

    fn holds(&self, bytes: u64) {
        self.world.holds(bytes);
    }

    fn terminal(&self, part: usize) -> Option<Result<bool>> {
        let Inner { game, leaves } = self.game.parts.get(part)?;
        let own = leaves.iter().map(|leaf| self.position[*leaf].clone()).collect();
        Some(game.moves_on(&own, self.world).map(|some| !some))
    }
}

/// Does some expression ask whether a part is at its end?
fn asks(visit: impl FnOnce(&mut dyn FnMut(&Expr))) -> bool {
    let mut asks = false;
    visit(&mut |e| asks |= matches!(e, Expr::Terminal(_)));
    asks
}

/// The places of the first of equal tuples.
fn different(tuples: &[Tuple]) -> impl Iterator<Item = usize> + '_ {
    (0..tuples.len()).filter(|place| *place == 0 || tuples[*place - 1] != tuples[*place])
}

/// Each choice of one tuple of each of some leaves.
fn choices(position: &Position, leaves: &[usize]) -> Vec<Vec<(usize, usize)>> {
    let mut all = vec![vec![]];
    for leaf in leaves {
        let with = |chosen: &Vec<(usize, usize)>| {
            let chosen = chosen.clone();
            different(&position[*leaf]).map(move |place| [&chosen[..], &[(*leaf, place)]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

fn strange() -> String {
    "some expression of the rules speaks of coordinates of several leaves, or of one that the move does not change"
        .into()
}

#[cfg(test)]
mod tests;
