//! A statement at given numbers, evaluated by the definition.
//!
//! In: a statement, and values of its variables. Out: whether it is true there; an error where something that is reached is not defined, has more than 128 bits,
//! or takes too many steps. Evaluation is from left to right and stops as soon as the answer is known. All values are those of the definition, each computed once.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use crate::claim::statement::{Asks, Statement};
use crate::definition::concrete::{At, World, exists_within, has_move, small_positions, undefined};
use crate::definition::endless::{Endless, Value};
use crate::definition::evaluate::Domain;
use crate::definition::lists;
use crate::definition::lists::Lists;
use crate::definition::plain::Plain;
use crate::form::bound::{bound_once, ranges_bound_once};
use crate::form::expr::{Result, Rules};
use crate::form::spent::{Spent, Stop, Told};
use crate::say::steps::Steps;
use crate::theorems::descent;

/// The most steps of an evaluation.
const STEPS: u64 = 1 << 32;
/// So many steps are made for an outcome before it is asked whether one option may be enough: what few steps find needs no formula.
const FEW: u64 = 1 << 22;
/// The most positions of all games whose values are computed, about.
const POSITIONS: usize = 1 << 23;

/// About how many values of variables are looked at beside a proof, and the most steps that this takes.
const COMPARED: u64 = 1 << 6;
const COMPARED_STEPS: u64 = 1 << 17;

/// Compares a statement that is proved for all numbers with the definition, at a few small ones. The proof does not rest on this: it would show where rules, or what is said, were not
/// made formulas as they are meant.
pub(crate) fn compare(statement: &Statement, stop: Stop) -> Result<()> {
    let numbers = Rules { width: statement.variables, ..Rules::default() };
    let mut quiet = |told: Told<'_>| !matches!(told, Told::Rests(_)) && stop(told);
    let plainly = Plainly::new(statement, &mut quiet)?.within(COMPARED_STEPS);
    let mut open = true;
    small_positions(&numbers, COMPARED, &mut |at| {
        match if open { plainly.holds(at) } else { Ok(true) } {
            Err(why) if why.is_empty() || plainly.is_refuted() || why == undefined() => {
                Err(if why.is_empty() { why } else { format!("by the definition, at {at:?}: {why}") })
            }
            // Here the definition does not say whether it is true, or takes too long.
            Err(_) => {
                open = plainly.left.get() > 0;
                Ok(())
            }
            Ok(_) => Ok(()),
        }
    })
}

/// Evaluates a statement, within limits for all evaluations together.
pub(crate) struct Plainly<'s> {
    statement: &'s Statement,
    /// The answers of theorems that leave a number open.
    constants: Vec<Option<i128>>,
    /// The position that the statement is about.
    own: RefCell<Vec<i128>>,
    /// The values found so far, by game and play.
    values: RefCell<BTreeMap<(usize, bool), Plain<'s>>>,
    /// The values where play may go on for ever.
    endless: RefCell<BTreeMap<usize, Endless<'s>>>,
    /// The games and plays of which it was asked whether every move lowers the sum of the coordinates.
    asked: RefCell<BTreeSet<(usize, bool)>>,
    left: Cell<u64>,
    /// The bytes that values take: those of the game that is being played, and of all others.
    bytes: Cell<[u64; 2]>,
    stop: RefCell<Stop<'s>>,
    /// Was the statement false somewhere, where it is defined?
    refuted: Cell<bool>,
}

impl<'s> Plainly<'s> {
    /// # Errors
    /// A variable of the statement is not bound, or bound inside where it is bound already.
    pub(crate) fn new(statement: &'s Statement, stop: Stop<'s>) -> Result<Plainly<'s>> {
        is_bound_once(statement)?;
        Ok(Plainly {
            statement,
            constants: vec![],
            own: RefCell::default(),
            values: RefCell::default(),
            endless: RefCell::default(),
            asked: RefCell::default(),
            left: Cell::new(STEPS),
            bytes: Cell::default(),
            stop: RefCell::new(stop),
            refuted: Cell::new(false),
        })
    }

    /// With these answers of theorems.
    pub(crate) fn given(self, constants: Vec<Option<i128>>) -> Plainly<'s> {
        Plainly { constants, ..self }
    }

    /// With fewer steps.
    pub(crate) fn within(self, steps: u64) -> Plainly<'s> {
        self.left.set(steps);
        self
    }

    /// The statement must be true at these values of its variables. Does it say something there?
    pub(crate) fn holds(&self, variables: &[u64]) -> Result<bool> {
        let mut at = self.at(variables);
        let says = self.is_position(&mut at)? && at.truth(&self.statement.among)?;
        if says {
            self.run(&mut at, 0)?;
        }
        Ok(says)
    }

    /// Was the statement false somewhere?
    pub(crate) fn is_refuted(&self) -> bool {
        self.refuted.get()
    }

    /// Is the statement false at these values of its variables and of those of its outermost `all`, or true? An error where it says nothing there.
    pub(crate) fn fails(&self, variables: &[u64], running: &[i128]) -> Result<bool> {
        let mut at = self.at(variables);
        let Statement { among, all, inner, holds, .. } = self.statement;
        let says = |says: bool, why: &str| if says { Ok(()) } else { Err(why.to_string()) };
        says(self.is_position(&mut at)?, "there is no position")?;
        says(at.truth(among)?, "its `where` is not true there")?;
        for (number, ((lo, hi), value)) in all.iter().zip(running).enumerate() {
            let inside = at.int(lo)? <= *value && *value <= at.int(hi)?;
            says(inside, "a number is outside the range of an `all`")?;
            at.put(number, *value);
        }
        says(at.truth(inner)?, "its `if` is not true there")?;
        Ok(!at.truth(holds)?)
    }

    fn at<'a>(&'a self, variables: &[u64]) -> At<'a> {
        let coords = variables.iter().map(|x| i128::from(*x)).collect();
        At { rules: &self.statement.games[0], coords, vars: vec![], world: Some(self) }
    }

    /// Is the pattern a position? Then it is what the statement is about.
    fn is_position(&self, at: &mut At) -> Result<bool> {
        let Some((game, entries)) = &self.statement.at else { return Ok(true) };
        let mut own = vec![];
        for e in entries {
            match at.int(e)? {
                x if x < 0 => return Ok(false),
                x => own.push(x),
            }
        }
        let exists = self.position(&self.statement.games[*game], &own)?.is_some();
        self.own.replace(own);
        Ok(exists)
    }

    /// Runs through the ranges of the outermost `all` from one of them on.
    fn run(&self, at: &mut At, depth: usize) -> Result<()> {
        let Statement { all, inner, holds, .. } = self.statement;
        let Some((lo, hi)) = all.get(depth) else {
            return match !at.truth(inner)? || at.truth(holds)? {
                true => Ok(()),
                false => {
                    self.refuted.set(true);
                    Err(format!("the statement is false{}", running(&at.vars[..depth])))
                }
            };
        };
        for value in at.int(lo)?..=at.int(hi)? {
            self.step()?;
            at.put(depth, value);
            self.run(at, depth + 1)?;
        }
        Ok(())
    }

    /// A position as naturals, if it exists.
    fn position(&self, rules: &Rules, at: &[i128]) -> Result<Option<Vec<u64>>> {
        if at.len() != rules.width {
            return Err("a question is about a position with another number of entries than its game".into());
        }
        if at.iter().any(|x| *x < 0) {
            return Ok(None);
        }
        let position = at.iter().map(|x| u64::try_from(*x).ok()).collect::<Option<Vec<u64>>>();
        let position = position.ok_or("a position has an entry beyond 64 bits")?;
        Ok(exists_within(rules, &position, Some(self))?.then_some(position))
    }

    fn asked(&self, question: usize, at: &[i128]) -> Result<Asked> {
        let (game, asks, misere) = self.statement.asked(question);
        let rules = &*self.statement.games[game];
        let position = match at.is_empty() && rules.width > 0 {
            true => self.position(rules, &self.own.borrow())?,
            false => self.position(rules, at)?,
        };
        Ok(Asked { game, asks, misere, position })
    }

    /// The value of a position that exists, where play may go on for ever.
    fn endless(&self, game: usize, position: &[u64]) -> Result<Value> {
        (self.stop.borrow_mut())(Told::Rests("loopy"));
        let mut endless = self.endless.borrow_mut();
        let others = endless.iter().filter(|(other, _)| **other != game).map(|(_, values)| values.bytes());
        let others = others.chain(self.values.borrow().values().map(Plain::bytes)).sum();
        self.bytes.set([self.bytes.get()[0], others]);
        endless.entry(game).or_insert_with(|| Endless::new(&self.statement.games[game])).value(position, self)
    }

    /// Works with the values of a game.
    fn with_values<T>(&self, game: usize, misere: bool, work: impl FnOnce(&mut Plain<'s>) -> Result<T>) -> Result<T> {
        let mut values = self.values.borrow_mut();
        if values.values().map(Plain::positions).sum::<usize>() >= POSITIONS {
            return Err(format!("more than {POSITIONS} positions would be computed by the plain definition"));
        }
        let others = values.iter().filter(|(key, _)| **key != (game, misere)).map(|(_, plain)| plain.bytes());
        self.bytes.set([self.bytes.get()[0], others.sum()]);
        work(values.entry((game, misere)).or_insert_with(|| Plain::new(&self.statement.games[game], misere)))
    }

    /// Is the value of a position that exists 0?
    fn is_zero_at(&self, game: usize, misere: bool, position: &[u64]) -> Result<bool> {
        let zero = || self.with_values(game, misere, |plain| plain.is_zero_within(position, self));
        if self.asked.borrow().contains(&(game, misere)) {
            return zero();
        }
        if let Some(known) = self.in_few_steps(zero)? {
            return Ok(known);
        }
        self.asked.borrow_mut().insert((game, misere));
        if self.all_moves_fall(&self.statement.games[game]).is_ok() {
            self.with_values(game, misere, |plain| {
                plain.end_early();
                Ok(())
            })?;
        }
        zero()
    }

    /// What is found in few steps; nothing if these are not enough.
    fn in_few_steps<T>(&self, work: impl Fn() -> Result<T>) -> Result<Option<T>> {
        let all = self.left.get();
        let few = all.min(FEW);
        self.left.set(few);
        let found = work();
        let left = self.left.get();
        self.left.set(all - (few - left));
        match found {
            // Without more steps than these, a second try would end the same way.
            Err(why) if left > 0 || all <= FEW || why.is_empty() => Err(why),
            found => Ok(found.ok()),
        }
    }

    /// Every move lowers the sum of the coordinates, so that every play ends.
    fn all_moves_fall(&self, rules: &Rules) -> Result<()> {
        let what = "some move does not lower the sum of the coordinates";
        Steps::of_rules(rules).must_everywhere(rules, what, &mut **self.stop.borrow_mut(), |speaker, at| {
            descent::holds(speaker, rules, &vec![1; rules.width], at)
        })
    }
}

impl World for Plainly<'_> {
    fn step(&self) -> Result<()> {
        let left = self.left.get().checked_sub(1).ok_or("the evaluation of the statement takes too many steps")?;
        self.left.set(left);
        // Its own limit bounds the work.
        let spent = || Told::Spent(Spent { steps: 0, bytes: self.bytes.get().iter().sum() });
        if left.is_multiple_of(1 << 14) && (self.stop.borrow_mut())(spent()) { Err(String::new()) } else { Ok(()) }
    }

    fn holds(&self, bytes: u64) {
        let [_, others] = self.bytes.get();
        self.bytes.set([bytes, others]);
    }

    fn answer(&self, question: usize, at: &[i128]) -> Result<i128> {
        match self.statement.asked(question).1 {
            Asks::Whole(has) => return Ok(i128::from(has)),
            Asks::Theorem(known) if at.is_empty() => {
                return self.constants.get(question).copied().flatten().map_or_else(|| known.exactly(), Ok);
            }
            _ => {}
        }
        let Asked { game, asks, misere, position } = self.asked(question, at)?;
        let rules = &*self.statement.games[game];
        match (asks, position) {
            (Asks::Exists, position) => Ok(i128::from(position.is_some())),
            (_, None) => Err(undefined()),
            (Asks::Whole(_) | Asks::Theorem(_) | Asks::Swapped { .. }, _) => {
                Err("the definition does not answer this".into())
            }
            (Asks::Terminal, Some(position)) if lists::are_needed(rules) => {
                Ok(i128::from(!Lists::new(rules)?.has_move(&position, self)?))
            }
            (Asks::Terminal, Some(position)) => Ok(i128::from(!has_move(rules, &position, Some(self))?)),
            (Asks::Outcome, Some(position)) => Ok(self.endless(game, &position)?.outcome()),
            (Asks::Loopy, Some(position)) => self.endless(game, &position)?.code(),
            (Asks::Value(_) | Asks::Defined { .. } | Asks::Free, Some(position)) => {
                self.with_values(game, misere, |plain| plain.value_within(&position, self)).map(i128::from)
            }
        }
    }

    fn is_zero(&self, question: usize, at: &[i128]) -> Result<bool> {
        if let Asks::Value(_) | Asks::Defined { .. } = self.statement.asked(question).1
            && let Asked { game, misere, position: Some(position), .. } = self.asked(question, at)?
        {
            return self.is_zero_at(game, misere, &position);
        }
        Ok(self.answer(question, at)? == 0)
    }
}

/// A question, about a position if that exists.
struct Asked {
    game: usize,
    asks: Asks,
    misere: bool,
    position: Option<Vec<u64>>,
}

fn running(values: &[i128]) -> String {
    if values.is_empty() { String::new() } else { format!(", for the values {values:?} in `all`") }
}

/// Each bound variable is used only where it is bound, and bound only where it is not bound yet: evaluation keeps one value of each.
pub(crate) fn is_bound_once(statement: &Statement) -> Result<()> {
    let Statement { at, among, all, inner, holds, .. } = statement;
    let entries = at.iter().flat_map(|(_, entries)| entries);
    for e in entries.chain([among]) {
        bound_once(e, &mut BTreeSet::new())?;
    }
    let bound = &mut ranges_bound_once(all)?;
    bound_once(inner, bound)?;
    bound_once(holds, bound)
}
