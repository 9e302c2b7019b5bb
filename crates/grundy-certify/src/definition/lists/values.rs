//! Values of positions whose leaves have several tuples, each computed once.
//!
//! In: a game of several leaves, and positions. Out: their values, by the definition, in normal and in misère play; in normal play that of a sum is the nim-sum of those of its summands. A position is kept as
//! a row of numbers: for each leaf how many tuples it has, and their entries.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::definition::concrete::World;
use crate::definition::lists::{Lists, Position};
use crate::form::expr::{Result, Rules};
use crate::form::numbers::{index, short};

/// The most positions, and the most numbers in them.
const POSITIONS: usize = 1 << 20;
const WORDS: usize = 1 << 24;
/// The most options that are looked at: positions that are lists are many, and whoever asks may know another way.
const OPTIONS: u64 = 1 << 20;
/// Stands behind the summands of an option.
const END: u32 = u32::MAX;
/// The states of positions whose value is not known: their options are not looked at yet, or are being looked at.
const NEW: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;

/// Computes values.
pub(crate) struct Values<'a> {
    game: Lists<'a>,
    misere: bool,
    /// The numbers of positions.
    numbers: BTreeMap<Rc<[u64]>, u32>,
    positions: Vec<Rc<[u64]>>,
    states: Vec<u32>,
    words: usize,
    /// How many options may still be looked at.
    left: u64,
}

/// A position whose options are kept from `first` on, up to those of the next open position; the values of those from `known` on are known.
struct Open {
    position: u32,
    first: usize,
    known: usize,
}

impl<'a> Values<'a> {
    /// # Errors
    /// Rules that this checker does not play so.
    pub(crate) fn new(rules: &'a Rules, misere: bool) -> Result<Values<'a>> {
        let game = Lists::new(rules)?;
        Ok(Values {
            game,
            misere,
            numbers: BTreeMap::new(),
            positions: vec![],
            states: vec![],
            words: 0,
            left: OPTIONS,
        })
    }

    /// How many positions have been looked at.
    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// About how many bytes the values take.
    pub(crate) fn bytes(&self) -> u64 {
        (8 * self.words + 96 * self.positions.len()) as u64 + self.game.bytes()
    }

    /// The value of a position in which each leaf has the tuples of some parts.
    pub(crate) fn value(&mut self, parts: &[&[u64]], world: &dyn World) -> Result<u64> {
        let position = self.game.position(parts, world)?;
        let mut sum = 0;
        for root in self.summands(position)? {
            if self.states[index(root)] == NEW {
                let mut open = vec![];
                let done = self.run(root, &mut open, world);
                // What was begun and not ended may be asked for again.
                open.iter().for_each(|open: &Open| self.states[index(open.position)] = NEW);
                done?;
            }
            sum ^= self.states[index(root)];
        }
        Ok(u64::from(sum))
    }

    /// The numbers of the summands of a position; in misère play it is the only one.
    fn summands(&mut self, position: Position) -> Result<Vec<u32>> {
        let all = if self.misere { vec![position] } else { self.game.summands(position) };
        all.iter().map(|position| self.number(position)).collect()
    }

    fn run(&mut self, root: u32, open: &mut Vec<Open>, world: &dyn World) -> Result<()> {
        let mut options = vec![];
        self.begin(root, open, &mut options, world)?;
        while let Some(last) = open.last_mut() {
            world.holds(self.bytes() + 4 * options.len() as u64);
            world.step()?;
            let mut before = None;
            while last.known > last.first && before.is_none() {
                let option = options[last.known - 1];
                match if option == END { 0 } else { self.states[index(option)] } {
                    NEW => before = Some(option),
                    OPEN => return Err("moves lead round".into()),
                    _ => last.known -= 1,
                }
            }
            if let Some(option) = before {
                self.begin(option, open, &mut options, world)?;
                continue;
            }
            let Open { position, first, .. } = *last;
            self.states[index(position)] = self.least(&options[first..]);
            options.truncate(first);
            open.pop();
        }
        Ok(())
    }

    /// Looks up the options of a position.
    fn begin(&mut self, position: u32, open: &mut Vec<Open>, options: &mut Vec<u32>, world: &dyn World) -> Result<()> {
        let first = options.len();
        open.push(Open { position, first, known: first });
        self.states[index(position)] = OPEN;
        let (mut all, mut left) = (vec![], self.left);
        let looked = self.game.each(&self.read(position), world, &mut |option| {
            world.step()?;
            left = left.checked_sub(1).ok_or_else(|| format!("more than {OPTIONS} options would be looked at"))?;
            all.push(option);
            Ok(true)
        });
        self.left = left;
        looked?;
        for option in all {
            options.extend(self.summands(option)?);
            options.push(END);
        }
        open.iter_mut().rev().take(1).for_each(|open| open.known = options.len());
        Ok(())
    }

    /// The least number that is the value of no option; 1 in misère play, where there is none.
    fn least(&self, options: &[u32]) -> u32 {
        let sum = |option: &[u32]| option.iter().fold(0, |sum, summand| sum ^ self.states[index(*summand)]);
        let mut values: Vec<u32> = options.split(|option| *option == END).map(sum).collect();
        // Nothing stands behind the last end.
        values.pop();
        if self.misere && values.is_empty() {
            return 1;
        }
        values.sort_unstable();
        values.dedup();
        short(values.iter().zip(0u32..).take_while(|(value, number)| **value == *number).count())
    }

    /// The number of a position, which is new if it was not met.
    fn number(&mut self, position: &Position) -> Result<u32> {
        let mut words = vec![];
        for tuples in position {
            words.push(tuples.len() as u64);
            words.extend(tuples.iter().flatten());
        }
        let words: Rc<[u64]> = words.into();
        if let Some(number) = self.numbers.get(&words) {
            return Ok(*number);
        }
        self.words += words.len();
        if self.positions.len() >= POSITIONS || self.words > WORDS {
            return Err(format!("more than {POSITIONS} positions, or numbers in them, would be kept"));
        }
        let number = short(self.positions.len());
        self.numbers.insert(words.clone(), number);
        self.positions.push(words);
        self.states.push(NEW);
        Ok(number)
    }

    /// The position of a number.
    fn read(&self, number: u32) -> Position {
        let (mut rest, mut position) = (&self.positions[index(number)][..], vec![]);
        for leaf in &self.game.rules.leaves {
            let (count, others) = rest.split_first().map_or((0, rest), |(count, others)| (*count, others));
            let (own, others) = others.split_at(leaf.len() * index(count));
            position.push(own.chunks(leaf.len()).map(<[u64]>::to_vec).collect());
            rest = others;
        }
        position
    }
}
