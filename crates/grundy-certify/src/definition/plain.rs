//! Values by the definition, each computed once.
//!
//! In: rules, and positions. Out: the values, and whether they are 0, within limits on positions and steps. Positions whose coordinates are exchanged
//! have one value, where the rules say so (`symmetry`); whether a value is 0 is known once an option has the value 0.

use std::cell::{Cell, RefCell};
use std::ops::Range;

use crate::definition::concrete::{Moves, World, exists, exists_within, undefined};
use crate::definition::lists;
use crate::definition::lists::{Values, splits};
use crate::definition::table::Table;
use crate::form::expr::{Expr, Result, Rules};
use crate::form::numbers::{index, short};
use crate::form::spent::{Spent, Stop, Told};
use crate::form::symmetry::exchangeable;
use crate::form::total::is_defined;

/// The number of expressions evaluated at most for the values of one game.
const MOST_STEPS: u64 = 1 << 32;
/// The most options that are kept at a time.
const MOST_OPTIONS: usize = 1 << 26;
/// The greatest value.
const MOST_VALUE: u32 = 1 << 24;
/// The states of positions whose value is not known: their options are not looked at yet, or are being looked at.
const NEW: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;
/// Stands behind the parts of an option.
const END: u32 = u32::MAX;

/// Computes values by the definition.
pub(crate) struct Plain<'a> {
    rules: &'a Rules,
    moves: Moves<'a>,
    misere: bool,
    /// Coordinates that may be exchanged.
    alike: Vec<Range<usize>>,
    /// Each move leaves one part, the rules are defined everywhere, and every play ends: one option may be enough to know whether a value is 0.
    early: bool,
    values: Table,
    /// 0 where the value is 0, and 1 elsewhere.
    zeros: Table,
    /// The values of positions whose leaves have several tuples, where a move leaves such a position, and the values of its parts do not say its own.
    lists: Option<Result<Values<'a>>>,
    /// The steps that are left.
    left: u64,
}

/// The steps that are left, the memory that is taken, and who may stop the work.
struct Meter<'a> {
    left: Cell<u64>,
    bytes: Cell<u64>,
    stop: RefCell<&'a mut dyn FnMut(u64) -> bool>,
}

impl World for Meter<'_> {
    fn step(&self) -> Result<()> {
        let left = self.left.get().checked_sub(1).ok_or("the plain definition takes too many steps")?;
        self.left.set(left);
        if left.is_multiple_of(1 << 14) && (self.stop.borrow_mut())(self.bytes.get()) {
            return Err(String::new());
        }
        Ok(())
    }

    fn holds(&self, bytes: u64) {
        self.bytes.set(bytes);
    }
}

impl<'a> Plain<'a> {
    pub(crate) fn new(rules: &'a Rules, misere: bool) -> Plain<'a> {
        let [values, zeros] = [(); 2].map(|()| Table::new(rules.width));
        // Options that can be exchanged with each other count as two.
        let alike = if rules.blocked > 0 { vec![] } else { exchangeable(rules) };
        let moves = Moves::new(rules);
        let lists = (lists::are_needed(rules) || misere && splits(rules)).then(|| Values::new(rules, misere));
        Plain { rules, moves, misere, alike, early: false, values, zeros, lists, left: MOST_STEPS }
    }

    /// At most so many expressions are evaluated.
    pub(crate) fn limited(mut self, steps: u64) -> Plain<'a> {
        self.left = steps;
        self
    }

    /// Were as many expressions evaluated as may be?
    pub(crate) fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// Ends the search for an outcome at the first option that settles it, where the rules allow that. Every play of the game must end.
    pub(crate) fn end_early(&mut self) {
        let single = |(_, tuples): &(usize, Vec<Vec<Expr>>)| tuples.len() == 1;
        self.early = self.rules.blocked == 0
            && self.rules.families.iter().flat_map(|family| &family.targets).all(single)
            && is_defined(self.rules);
    }

    /// How many positions have been looked at.
    pub(crate) fn positions(&self) -> usize {
        self.values.len() + self.zeros.len() + self.lists().map_or(0, Values::len)
    }

    /// About how many bytes the values take.
    pub(crate) fn bytes(&self) -> u64 {
        self.values.bytes() + self.zeros.bytes() + self.lists().map_or(0, Values::bytes)
    }

    fn lists(&self) -> Option<&Values<'a>> {
        self.lists.as_ref()?.as_ref().ok()
    }

    /// The value of a position, which must exist. `stop` is told how many bytes the values take, and returns `true` to end the work.
    pub(crate) fn value(&mut self, position: &[u64], stop: &mut dyn FnMut(u64) -> bool) -> Result<u64> {
        self.value_together(&[position], stop)
    }

    /// The value of a position of several parts, which must exist, in a game whose moves leave such a position.
    pub(crate) fn value_together(&mut self, parts: &[&[u64]], stop: &mut dyn FnMut(u64) -> bool) -> Result<u64> {
        let meter = Meter { left: Cell::new(self.left), bytes: Cell::new(self.bytes()), stop: RefCell::new(stop) };
        let value = match (&mut self.lists, parts) {
            (Some(lists), _) => lists.as_mut().map_err(|why| why.clone()).and_then(|lists| lists.value(parts, &meter)),
            (None, [position]) => self.value_within(position, &meter),
            (None, _) => Err("a move leaves several parts".into()),
        };
        self.left = meter.left.get();
        value
    }

    /// The value of a position, if it exists. `stop` is told the steps, and how many bytes the values take.
    pub(crate) fn value_at(&mut self, position: &[u64], steps: u64, stop: Stop) -> Result<Option<u64>> {
        let exists = exists(self.rules, position)?;
        let mut told = |bytes| stop(Told::Spent(Spent { steps, bytes }));
        if exists { self.value(position, &mut told).map(Some) } else { Ok(None) }
    }

    /// The value of a position, which must exist.
    pub(crate) fn value_within(&mut self, position: &[u64], world: &dyn World) -> Result<u64> {
        self.search(position, world, false)
    }

    /// Is the value of a position 0, which must exist? It is if no option has the value 0 and, in misère play, some option is there.
    pub(crate) fn is_zero_within(&mut self, position: &[u64], world: &dyn World) -> Result<bool> {
        Ok(self.search(position, world, self.early)? == 0)
    }

    fn search(&mut self, position: &[u64], world: &dyn World, zeros: bool) -> Result<u64> {
        if let Some(lists) = &mut self.lists {
            return lists.as_mut().map_err(|why| why.clone())?.value(&[position], world);
        }
        let other = if zeros { self.values.bytes() } else { self.zeros.bytes() };
        let table = if zeros { &mut self.zeros } else { &mut self.values };
        let (moves, alike, misere) = (&self.moves, &self.alike, self.misere);
        let game = Game { rules: self.rules, moves, alike, misere, zeros, world };
        Search { game, table, other, open: vec![], options: vec![], seen: vec![], stamp: 0 }.value(position)
    }
}

/// What is asked of the positions of a game.
#[derive(Clone, Copy)]
struct Game<'a> {
    rules: &'a Rules,
    moves: &'a Moves<'a>,
    alike: &'a [Range<usize>],
    misere: bool,
    /// Whether values are 0, in place of the values.
    zeros: bool,
    world: &'a dyn World,
}

/// Looks at a position, and before at those on which it depends.
///
/// The options of a position are looked up once, and kept until their values are known. Those that come last are looked at first: most rules have smaller
/// positions there, so that few options are kept at a time.
struct Search<'a> {
    game: Game<'a>,
    table: &'a mut Table,
    /// The bytes that the game's other table takes.
    other: u64,
    open: Vec<Open>,
    /// The options of the open positions, as numbers of positions.
    options: Vec<u32>,
    /// The number of the last position that has an option of this value.
    seen: Vec<u64>,
    stamp: u64,
}

/// A position whose options are kept from `first` on, up to those of the next open position.
struct Open {
    position: u32,
    first: usize,
    /// The options from here on are known.
    known: usize,
}

impl Search<'_> {
    fn value(&mut self, position: &[u64]) -> Result<u64> {
        let mut position = position.to_vec();
        in_order(self.game.alike, &mut position);
        let root = match self.table.find(&position) {
            Some(number) => number,
            None => self.table.put(&position, NEW)?,
        };
        if self.table.state(root) == NEW {
            let done = self.begin(root).and_then(|()| self.run());
            // What was begun and not ended may be asked for again.
            self.open.iter().for_each(|open| self.table.set(open.position, NEW));
            done?;
        }
        Some(self.table.state(root)).filter(|value| *value < OPEN).map(u64::from).ok_or_else(undefined)
    }

    fn run(&mut self) -> Result<()> {
        while let Some(open) = self.open.last_mut() {
            self.game.world.holds(self.other + self.table.bytes() + 4 * self.options.len() as u64);
            self.game.world.step()?;
            let (mut before, mut zero) = (None, false);
            while open.known > open.first && before.is_none() && !zero {
                let option = self.options[open.known - 1];
                match if option == END { 1 } else { self.table.state(option) } {
                    NEW => before = Some(option),
                    OPEN => return Err("moves lead round".into()),
                    value => {
                        zero = self.game.zeros && value == 0;
                        open.known -= 1;
                    }
                }
            }
            match before {
                Some(option) => self.begin(option)?,
                None => self.end(zero)?,
            }
        }
        Ok(())
    }

    /// Looks up the options of a position. For the question whether its value is 0, an option of which it is known that its value is 0 is enough.
    fn begin(&mut self, number: u32) -> Result<()> {
        let Search { game, table, options, .. } = self;
        let Game { rules, alike, zeros, world, .. } = *game;
        let first = options.len();
        let mut zero = false;
        table.set(number, OPEN);
        let position = table.position(number).to_vec();
        let mut take = |to: &mut [u64]| {
            in_order(alike, to);
            match table.find(to) {
                Some(number) => Ok(Some((number, table.state(number)))),
                None if exists_within(rules, to, Some(world))? => Ok(Some((table.put(to, NEW)?, NEW))),
                None => Ok(None),
            }
        };
        let looked = game.moves.each(&position, Some(world), &mut take, &mut |parts| {
            if options.len() + parts.len() >= MOST_OPTIONS {
                return Err(format!("more than {MOST_OPTIONS} options would be kept at a time"));
            }
            options.extend(parts.iter().map(|(number, _)| *number));
            options.push(END);
            zero = zeros && parts[0].1 == 0;
            Ok(!zero)
        });
        if looked.is_err() {
            // It may be asked for again, with more steps.
            table.set(number, NEW);
        }
        looked?;
        let known = options.len();
        self.open.push(Open { position: number, first, known });
        if zero { self.end(true) } else { Ok(()) }
    }

    /// The last open position becomes known. Is it known that the value of an option is 0?
    fn end(&mut self, zero: bool) -> Result<()> {
        let Some(Open { position, first, .. }) = self.open.pop() else { return Ok(()) };
        let value = match self.game {
            Game { misere: true, .. } if first == self.options.len() => 1,
            Game { zeros: true, .. } => u32::from(zero),
            Game { rules, .. } if rules.blocked > 0 => self.counted(first, rules.blocked)?,
            _ => self.mex(first)?,
        };
        self.options.truncate(first);
        self.table.set(position, value);
        Ok(())
    }

    /// The least number that is the value of at most so many options. Two moves to one position are one option.
    fn counted(&self, first: usize, blocked: u64) -> Result<u32> {
        let mut options = vec![];
        for option in self.options[first..].chunks(2) {
            match option {
                [option, END] if *option != END => options.push(*option),
                _ => return Err("options may be forbidden, and a move leaves several parts".into()),
            }
        }
        options.sort_unstable();
        options.dedup();
        let mut values: Vec<u32> = options.iter().map(|option| self.table.state(*option)).collect();
        values.sort_unstable();
        let most = usize::try_from(blocked).unwrap_or(usize::MAX);
        let mut rest = &values[..];
        for number in 0..=MOST_VALUE {
            let times = rest.partition_point(|value| *value == number);
            if times <= most {
                return Ok(number);
            }
            rest = &rest[times..];
        }
        Err(format!("a value is above {MOST_VALUE}"))
    }

    /// The least number that is the value of no option. The value of several parts is the nim-sum of theirs, in normal play.
    fn mex(&mut self, first: usize) -> Result<u32> {
        self.stamp += 1;
        let mut all = 0;
        for part in &self.options[first..] {
            if *part != END {
                all ^= self.table.state(*part);
                continue;
            }
            if all > MOST_VALUE {
                return Err(format!("a value is above {MOST_VALUE}"));
            }
            if self.seen.len() <= index(all) {
                self.seen.resize(index(all) + 1, 0);
            }
            self.seen[index(all)] = self.stamp;
            all = 0;
        }
        Ok(short(self.seen.iter().take_while(|stamp| **stamp == self.stamp).count()))
    }
}

/// Brings exchangeable coordinates in order: the position stands for all that can be exchanged to be it.
fn in_order(alike: &[Range<usize>], position: &mut [u64]) {
    alike.iter().for_each(|alike| position[alike.clone()].sort_unstable());
}

#[cfg(test)]
mod tests;
