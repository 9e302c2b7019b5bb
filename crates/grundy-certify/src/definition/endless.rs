//! Values of positions from which play may go on for ever.
//!
//! In: rules whose moves leave one part each, and positions. Out: a number m, if the sum with a heap of m is won by the previous player; else infinity with the
//! heaps beside which the next player wins (Smith, *Graphs with cycles*, 1966). This is read off the outcomes of the sums with heaps of 0, 1, 2, …, one size
//! after the other, each found by going back from where play ends. No value is found from values of options.
//!
//! Why the sizes end. Beside a heap of n, a position that is neither won by the previous player nor drawn beside any smaller heap is won only by a move to a
//! position that is lost beside a heap of n: by another move for each n. Once every position has a number or a draw, and the heaps are greater than all numbers, the sums with
//! greater heaps say nothing new: the previous player wins none of them, so nobody wins by a move of the position itself.

use std::collections::{BTreeMap, VecDeque};

use crate::definition::concrete::{Moves, World, exists_within};
use crate::form::expr::{Result, Rules};

/// The most positions of a game.
const POSITIONS: usize = 1 << 20;
/// The bytes of a position, its entries and its options apart.
const EACH: u64 = 160;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// The sum with the heap of this size is won by the previous player.
    Number(u64),
    /// There is no such heap; beside these the next player wins, and beside others nobody.
    Infinite(Vec<u64>),
}

/// Who wins a sum with a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Previous,
    Next,
    Drawn,
}

impl Value {
    /// Who wins beside a heap of n.
    fn beside(&self, n: u64) -> Outcome {
        match self {
            Value::Number(m) if *m == n => Outcome::Previous,
            Value::Infinite(heaps) if !heaps.contains(&n) => Outcome::Drawn,
            _ => Outcome::Next,
        }
    }

    /// Who wins the position: 0 the previous player, 1 the next player, 2 nobody.
    pub(crate) fn outcome(&self) -> i128 {
        match self.beside(0) {
            Outcome::Previous => 0,
            Outcome::Next => 1,
            Outcome::Drawn => 2,
        }
    }

    /// The number; or, for infinity, -1 less the sum of the powers of two of the heaps.
    pub(crate) fn code(&self) -> Result<i128> {
        match self {
            Value::Number(m) => Ok(i128::from(*m)),
            Value::Infinite(heaps) => {
                let power = |n: &u64| u32::try_from(*n).ok().filter(|n| *n < 126).map(|n| 1i128 << n);
                let sum = heaps.iter().map(power).try_fold(1i128, |sum, power| Some(sum + power?));
                sum.map(|sum| -sum).ok_or_else(|| "a value stands for a number beyond 128 bits".into())
            }
        }
    }
}

/// The values of a game, of all positions that were reached so far.
pub(crate) struct Endless<'a> {
    rules: &'a Rules,
    moves: Moves<'a>,
    numbers: BTreeMap<Vec<u64>, usize>,
    values: Vec<Value>,
    bytes: u64,
}

impl<'a> Endless<'a> {
    pub(crate) fn new(rules: &'a Rules) -> Endless<'a> {
        Endless { rules, moves: Moves::new(rules), numbers: BTreeMap::new(), values: vec![], bytes: 0 }
    }

    /// About how many bytes the values take.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The value of a position that exists.
    pub(crate) fn value(&mut self, position: &[u64], world: &dyn World) -> Result<Value> {
        if let Some(number) = self.numbers.get(position) {
            return Ok(self.values[*number].clone());
        }
        let found = self.find(position, world);
        if found.is_err() {
            // Positions without values are forgotten: with more steps they may be asked for again.
            let known = self.values.len();
            self.numbers.retain(|_, number| *number < known);
        }
        found
    }

    fn find(&mut self, position: &[u64], world: &dyn World) -> Result<Value> {
        let first = self.values.len();
        let options = self.reached(position, world)?;
        let new = self.valued(first, &options, world)?;
        self.values.extend(new);
        Ok(self.values[first].clone())
    }

    /// The options of the positions that can be reached and are new, by their numbers; `position` is the first of them.
    fn reached(&mut self, position: &[u64], world: &dyn World) -> Result<Vec<Vec<usize>>> {
        let first = self.numbers.len();
        self.numbers.insert(position.to_vec(), first);
        let (mut open, mut options) = (VecDeque::from([position.to_vec()]), vec![]);
        let Endless { rules, moves, numbers, bytes, .. } = self;
        while let Some(position) = open.pop_front() {
            let mut own = vec![];
            let mut take = |to: &mut [u64]| {
                if let Some(number) = numbers.get(to) {
                    return Ok(Some(*number));
                }
                if !exists_within(rules, to, Some(world))? {
                    return Ok(None);
                }
                let number = numbers.len();
                if number >= POSITIONS {
                    return Err(format!(
                        "more than {POSITIONS} positions can be reached where play may go on for ever"
                    ));
                }
                numbers.insert(to.to_vec(), number);
                open.push_back(to.to_vec());
                Ok(Some(number))
            };
            moves.each(&position, Some(world), &mut take, &mut |parts| match parts[..] {
                [number] => {
                    own.push(number);
                    Ok(true)
                }
                _ => Err("a move leaves several parts, or none, where play may go on for ever".into()),
            })?;
            own.sort_unstable();
            own.dedup();
            *bytes += EACH + 8 * (2 * rules.width + own.len()) as u64;
            world.holds(*bytes);
            options.push(own);
        }
        Ok(options)
    }

    /// The values of the positions from number `first` on.
    fn valued(&self, first: usize, options: &[Vec<usize>], world: &dyn World) -> Result<Vec<Value>> {
        let mut before = vec![vec![]; options.len()];
        for (position, own) in options.iter().enumerate() {
            own.iter().filter(|option| **option >= first).for_each(|option| before[option - first].push(position));
        }
        let mut found: Vec<Seen> = vec![Seen::default(); options.len()];
        let known = options.iter().flatten().filter_map(|option| match self.values.get(*option) {
            Some(Value::Number(number)) => Some(number + 1),
            _ => None,
        });
        let least = known.max().unwrap_or(0);
        for heap in 0.. {
            if heap >= least && found.iter().all(|seen| seen.number.is_some() || seen.drawn > 0) {
                break;
            }
            let outcomes = self.beside(heap, (options, &before), &found, world)?;
            found.iter_mut().zip(outcomes).for_each(|(seen, outcome)| seen.note(heap, outcome));
        }
        Ok(found
            .into_iter()
            .map(|Seen { number, won, .. }| number.map_or(Value::Infinite(won), Value::Number))
            .collect())
    }

    /// Who wins each position beside a heap, where it is known who wins beside all smaller ones.
    fn beside(
        &self,
        heap: u64,
        (options, before): (&[Vec<usize>], &[Vec<usize>]),
        found: &[Seen],
        world: &dyn World,
    ) -> Result<Vec<Outcome>> {
        let mut outcomes = vec![Outcome::Drawn; options.len()];
        // How many options are not known to be won by the player who moves then?
        let mut left = vec![];
        let mut ready = VecDeque::new();
        for (position, (own, seen)) in options.iter().zip(found).enumerate() {
            world.step()?;
            let known = |option: &usize| self.values.get(*option).map(|value| value.beside(heap));
            let wins = seen.number.is_some() || own.iter().any(|option| known(option) == Some(Outcome::Previous));
            left.push(seen.drawn + own.iter().filter(|option| known(option) != Some(Outcome::Next)).count() as u64);
            if wins {
                outcomes[position] = Outcome::Next;
                ready.push_back(position);
            } else if left[position] == 0 {
                outcomes[position] = Outcome::Previous;
                ready.push_back(position);
            }
        }
        while let Some(position) = ready.pop_front() {
            for from in &before[position] {
                world.step()?;
                left[*from] -= 1;
                let outcome = match outcomes[position] {
                    Outcome::Previous => Outcome::Next,
                    _ if left[*from] == 0 => Outcome::Previous,
                    _ => continue,
                };
                if outcomes[*from] == Outcome::Drawn {
                    outcomes[*from] = outcome;
                    ready.push_back(*from);
                }
            }
        }
        Ok(outcomes)
    }
}

/// What the sums of a position with small heaps have shown.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// The heap beside which the previous player wins.
    number: Option<u64>,
    /// The heaps beside which the next player wins.
    won: Vec<u64>,
    /// Beside how many heaps nobody wins.
    drawn: u64,
}

impl Seen {
    fn note(&mut self, heap: u64, outcome: Outcome) {
        match outcome {
            Outcome::Previous => self.number = Some(heap),
            Outcome::Next => self.won.push(heap),
            Outcome::Drawn => self.drawn += 1,
        }
    }
}

#[cfg(test)]
mod tests;
