//! The definition, evaluated plainly: expressions at a position, and moves.
//!
//! In: rules, and positions in which each leaf has one tuple. Out: numbers and truth values as the format defines them, and the moves of a
//! position in the format's order of evaluation; `plain` computes values from them. Numbers have 128 bits; a number beyond that ends the work with a
//! sentence.

use std::cell::Cell;

use crate::definition::evaluate::Domain;
use crate::definition::nim;
use crate::form::expr::{Expr, Family, Many, Nim, Result, Rules, Two};
use crate::form::numbers::gcd;
use crate::form::total::is_defined;

/// The limit on the length of a quantified range or a range of amounts.
const MOST_STEPS: i128 = 1 << 20;

/// What evaluation leaves to others.
pub(crate) trait World {
    /// Counts an expression that is evaluated; an error ends the work.
    fn step(&self) -> Result<()>;

    /// Is a part at its end, if it is not the tuples of the position alone that say so?
    fn terminal(&self, _part: usize) -> Option<Result<bool>> {
        None
    }

    /// The values that are being computed take about so many bytes now.
    fn holds(&self, _bytes: u64) {}

    /// The answer to a question of a claim.
    fn answer(&self, _question: usize, _at: &[i128]) -> Result<i128> {
        Err(undefined())
    }

    /// Is the answer 0? That may be known with less work.
    fn is_zero(&self, question: usize, at: &[i128]) -> Result<bool> {
        Ok(self.answer(question, at)? == 0)
    }
}

/// The most expressions evaluated to find the positions that are compared.
const FEW_STEPS: u64 = 1 << 26;

/// The steps that are left of few.
pub(crate) struct Few(Cell<u64>);

impl Default for Few {
    fn default() -> Few {
        Few(Cell::new(FEW_STEPS))
    }
}

impl World for Few {
    fn step(&self) -> Result<()> {
        self.0.set(self.0.get().checked_sub(1).ok_or("the conditions on positions take too many steps")?);
        Ok(())
    }
}

/// The position and variables for the evaluation of an expression.
pub(crate) struct At<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) coords: Vec<i128>,
    pub(crate) vars: Vec<i128>,
    /// Counts the steps, where these are limited, and answers questions.
    pub(crate) world: Option<&'a dyn World>,
}

const UNDEFINED: &str = "the rules are not defined at a position";

pub(crate) fn undefined() -> String {
    UNDEFINED.into()
}

/// A number, if it fits in 128 bits.
pub(crate) fn fits<T>(number: Option<T>) -> Result<T> {
    number.ok_or_else(|| "a number is beyond 128 bits".to_string())
}

impl<'a> At<'a> {
    pub(crate) fn new(rules: &'a Rules, position: &[u64]) -> At<'a> {
        At::within(rules, position, None)
    }

    pub(crate) fn within(rules: &'a Rules, position: &[u64], world: Option<&'a dyn World>) -> At<'a> {
        At { rules, coords: position.iter().map(|x| i128::from(*x)).collect(), vars: vec![], world }
    }

    /// Evaluates an expression with an integer value, at this position.
    pub(crate) fn int(&mut self, e: &Expr) -> Result<i128> {
        self.evaluate(e)
    }

    /// Evaluates a condition at this position.
    pub(crate) fn truth(&mut self, e: &Expr) -> Result<bool> {
        self.decide(e)?.ok_or_else(undefined)
    }
}

impl Domain for At<'_> {
    type Number = i128;
    const LONGEST: i128 = MOST_STEPS;
    const UNDEFINED: &'static str = UNDEFINED;

    fn step(&self) -> Result<()> {
        self.world.map_or(Ok(()), World::step)
    }

    fn number(&self, number: i128) -> i128 {
        number
    }

    fn as_number(&self, number: i128) -> Option<i128> {
        Some(number)
    }

    fn unknown(&self) -> Result<i128> {
        Err(undefined())
    }

    fn coordinate(&self, place: usize) -> i128 {
        self.coords[place]
    }

    fn variable(&self, variable: usize) -> Result<i128> {
        self.vars.get(variable).copied().ok_or_else(|| "a variable is not bound".to_string())
    }

    fn put(&mut self, variable: usize, value: i128) {
        if self.vars.len() <= variable {
            self.vars.resize(variable + 1, 0);
        }
        self.vars[variable] = value;
    }

    fn answer(&self, question: usize, at: &[i128]) -> Result<i128> {
        self.world.map_or_else(|| Err(undefined()), |world| world.answer(question, at))
    }

    fn answers_zero(&self, question: usize, at: &[i128]) -> Result<Option<bool>> {
        self.world.map_or_else(|| Err(undefined()), |world| world.is_zero(question, at)).map(Some)
    }

    fn terminal(&self, part: usize) -> Result<bool> {
        if let Some(known) = self.world.and_then(|world| world.terminal(part)) {
            return known;
        }
        let part = self.rules.parts.get(part).ok_or_else(undefined)?;
        let own = &self.coords[part.first..part.first + part.rules.width];
        let position: Vec<u64> = own.iter().map(|x| u64::try_from(*x).unwrap_or(0)).collect();
        Ok(!has_move(&part.rules, &position, self.world)?)
    }

    fn plus(&self, sum: i128, factor: i128, number: i128) -> Result<i128> {
        fits(times(factor, number).and_then(|term| sum.checked_add(term)))
    }

    fn abs(&self, number: i128) -> Result<i128> {
        fits(number.checked_abs())
    }

    fn two(&self, word: Two, a: i128, b: i128) -> Result<i128> {
        arithmetic(word, a, b)
    }

    fn many(&self, word: Many, list: &[i128]) -> Result<i128> {
        many(word, list)
    }

    fn nim(&self, word: Nim, list: &[i128]) -> Result<i128> {
        in_nim_field(word, list)
    }

    fn digit(&self, place: i128, digits: &[i128]) -> Result<i128> {
        let place = usize::try_from(place).map_err(|_| undefined())?;
        Ok(digits.get(place).copied().unwrap_or(0))
    }

    fn rank(&self, place: usize, mut list: Vec<i128>) -> Result<i128> {
        list.sort_unstable();
        list.get(place).copied().ok_or_else(undefined)
    }

    fn divides(&self, d: i128, n: i128) -> Option<bool> {
        Some(divides(d, n))
    }

    fn is_zero(&self, number: i128) -> Option<bool> {
        Some(number == 0)
    }

    fn non_positive(&self, number: i128) -> Option<bool> {
        Some(number <= 0)
    }
}

/// The product. Most factors are 1 or -1, and a check of a product of 128 bits is slow.
fn times(k: i128, x: i128) -> Option<i128> {
    match k {
        1 => Some(x),
        -1 => x.checked_neg(),
        _ => k.checked_mul(x),
    }
}

/// An operation of the nim-field.
pub(crate) fn in_nim_field(word: Nim, list: &[i128]) -> Result<i128> {
    let list = list.iter().map(|n| u128::try_from(*n).map_err(|_| undefined())).collect::<Result<Vec<u128>>>()?;
    let result = match (word, &list[..]) {
        (Nim::Product, [a, b]) => Some(nim::product(*a, *b)),
        (Nim::Inverse, [a]) => nim::inverse(*a),
        (Nim::SquareRoot, [a]) => Some(nim::square_root(*a)),
        _ => None,
    };
    fits(i128::try_from(result.ok_or_else(undefined)?).ok())
}

/// An operation on two numbers.
pub(crate) fn arithmetic(word: Two, a: i128, b: i128) -> Result<i128> {
    match word {
        Two::Div | Two::Mod if b == 0 => Err(undefined()),
        Two::Div => {
            let quotient = fits(a.checked_div(b))?;
            Ok(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
        }
        Two::Mod => fits(arithmetic(Two::Div, a, b)?.checked_mul(b).and_then(|t| a.checked_sub(t))),
        Two::Power => match u32::try_from(b) {
            Ok(b) => fits(a.checked_pow(b)),
            Err(_) if b < 0 => Err(undefined()),
            Err(_) => match a {
                0 | 1 => Ok(a),
                -1 => Ok(if b % 2 == 0 { 1 } else { -1 }),
                _ => fits(None),
            },
        },
        Two::Gcd => fits(i128::try_from(gcd(a.unsigned_abs(), b.unsigned_abs())).ok()),
        Two::Root => root(a, b),
        Two::Bit if b < 0 => Err(undefined()),
        // An arithmetic shift rounds down, as negative numbers require.
        Two::Bit => Ok((a >> b.min(127)) & 1),
        Two::Divides | Two::Iff => Err(undefined()),
    }
}

/// `times` times the square root of `of`, rounded down.
fn root(of: i128, times: i128) -> Result<i128> {
    let of = u128::try_from(of).map_err(|_| undefined())?;
    let size = times.unsigned_abs();
    let square = fits(size.checked_mul(size).and_then(|square| square.checked_mul(of)))?;
    let root = square.isqrt();
    let whole = fits(i128::try_from(root).ok())?;
    let is_whole = root.checked_mul(root) == Some(square);
    Ok(if times < 0 { -whole - i128::from(!is_whole) } else { whole })
}

pub(crate) fn divides(d: i128, n: i128) -> bool {
    if d == 0 { n == 0 } else { n.checked_rem(d).unwrap_or(0) == 0 }
}

/// An operation on any number of numbers.
pub(crate) fn many(word: Many, list: &[i128]) -> Result<i128> {
    match word {
        Many::Product => list.iter().try_fold(1i128, |product, v| fits(product.checked_mul(*v))),
        Many::Min => list.iter().min().copied().ok_or_else(undefined),
        Many::Max => list.iter().max().copied().ok_or_else(undefined),
        Many::Xor if list.iter().any(|v| *v < 0) => Err(undefined()),
        Many::Xor => Ok(list.iter().fold(0, |sum, v| sum ^ v)),
    }
}

/// Calls `see` with the positions of a box of about so many tuples: all coordinates are below the same number, which is at least 2.
pub(crate) fn small_positions(rules: &Rules, about: u64, see: &mut dyn FnMut(&[u64]) -> Result<()>) -> Result<()> {
    let width = u32::try_from(rules.width.max(1)).unwrap_or(u32::MAX);
    let fits = |n: &u64| n.checked_pow(width).is_some_and(|size| size <= about);
    let most = (2..).take_while(fits).last().unwrap_or(2);
    let (mut at, world) = (vec![0; rules.width], Few::default());
    loop {
        if exists_within(rules, &at, Some(&world))? {
            see(&at)?;
        }
        let Some(i) = (0..at.len()).rev().find(|i| at[*i] + 1 < most) else { return Ok(()) };
        at[i] += 1;
        at[i + 1..].fill(0);
    }
}

/// Does a position meet all conditions on positions?
pub(crate) fn exists(rules: &Rules, position: &[u64]) -> Result<bool> {
    exists_within(rules, position, None)
}

/// Does a position exist, and how many steps does that take?
pub(crate) fn exists_within(rules: &Rules, position: &[u64], world: Option<&dyn World>) -> Result<bool> {
    let mut at = At::within(rules, position, world);
    for (_, condition) in &rules.requires {
        if !at.truth(condition)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Has a position an option? Where rules may be undefined, all moves are looked at: behind one there may be another that is not defined.
pub(crate) fn has_move(rules: &Rules, position: &[u64], world: Option<&dyn World>) -> Result<bool> {
    let (mut any, go_on) = (false, !is_defined(rules));
    let mut take = |to: &mut [u64]| Ok(exists_within(rules, to, world)?.then_some(()));
    Moves::new(rules).each(position, world, &mut take, &mut |_| {
        any = true;
        Ok(go_on)
    })?;
    Ok(any)
}

/// The options of a position, each as the parts that a move leaves.
pub(crate) fn parts(rules: &Rules, position: &[u64]) -> Result<Vec<Vec<Vec<u64>>>> {
    let mut all = vec![];
    let mut take = |part: &mut [u64]| Ok(exists(rules, part)?.then(|| part.to_vec()));
    Moves::new(rules).each(position, None, &mut take, &mut |parts| {
        all.push(std::mem::take(parts));
        Ok(true)
    })?;
    Ok(all)
}

/// The parts that a move of a family leaves, as expressions: each has those of the coordinates that change.
///
/// Where a leaf is not replaced by one tuple, it must be all of the position, and no condition may ask for a part of it: then each tuple is a part.
pub(crate) fn parts_of<'r>(rules: &Rules, family: &'r Family) -> Result<Vec<Vec<(usize, &'r Expr)>>> {
    let of = |leaf: usize, tuple: &'r Vec<Expr>| rules.leaves[leaf].clone().zip(tuple).collect::<Vec<_>>();
    if family.targets.iter().all(|(_, tuples)| tuples.len() == 1) {
        return Ok(vec![family.targets.iter().flat_map(|(leaf, tuples)| of(*leaf, &tuples[0])).collect()]);
    }
    match &family.targets[..] {
        [(leaf, tuples)]
            if rules.leaves.len() == 1 && rules.leaves[*leaf] == (0..rules.width) && rules.parts.is_empty() =>
        {
            Ok(tuples.iter().map(|tuple| of(*leaf, tuple)).collect())
        }
        _ => Err("a move leaves several parts, or none, of a position that is more than one leaf, or has parts for which conditions ask".into()),
    }
}

/// Rules, and for each family what a move changes.
pub(crate) struct Moves<'r> {
    rules: &'r Rules,
    changes: Vec<Result<Vec<Changes<'r>>>>,
}

/// The coordinates of a part that a move changes.
type Changes<'r> = Vec<(usize, &'r Expr)>;

impl<'r> Moves<'r> {
    pub(crate) fn new(rules: &'r Rules) -> Moves<'r> {
        let changed = |mut part: Changes<'r>| {
            part.retain(|(k, e)| **e != Expr::X(*k));
            part
        };
        let changes = |family| Ok(parts_of(rules, family)?.into_iter().map(changed).collect());
        Moves { rules, changes: rules.families.iter().map(changes).collect() }
    }

    /// Calls `see` with the parts that each move of a position leaves, until it returns `false`.
    ///
    /// `take` says what stands for a part, if that exists; it may change the part. A move to a part that does not exist is none.
    pub(crate) fn each<T>(
        &self,
        position: &[u64],
        world: Option<&dyn World>,
        take: &mut dyn FnMut(&mut [u64]) -> Result<Option<T>>,
        see: &mut dyn FnMut(&mut Vec<T>) -> Result<bool>,
    ) -> Result<()> {
        let mut at = At::within(self.rules, position, world);
        let (mut to, mut parts) = (position.to_vec(), vec![]);
        for (family, changes) in self.rules.families.iter().zip(&self.changes) {
            let changes = changes.as_ref().map_err(Clone::clone)?;
            at.vars.clear();
            let go_on = amounts_at(family, &mut at, &mut |at| {
                // All parts are computed: a move to one that does not exist is not defined if another one is not.
                let mut exist = true;
                parts.clear();
                for part in changes {
                    to.copy_from_slice(position);
                    let mut natural = true;
                    for (k, e) in part {
                        match at.int(e)? {
                            x if x < 0 => natural = false,
                            x => to[*k] = u64::try_from(x).map_err(|_| "a move leads to a number beyond 64 bits")?,
                        }
                    }
                    match if natural && exist { take(&mut to)? } else { None } {
                        Some(part) => parts.push(part),
                        None => exist = false,
                    }
                }
                Ok(!exist || see(&mut parts)?)
            })?;
            if !go_on {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// Calls `see` for all amounts for which the conditions of a family hold, until it returns `false`. Returns whether all calls returned
/// `true`.
pub(crate) fn each_amount(
    rules: &Rules,
    family: &Family,
    position: &[u64],
    see: &mut dyn FnMut(&mut At) -> Result<bool>,
) -> Result<bool> {
    amounts_at(family, &mut At::new(rules, position), see)
}

/// The same, from what a position is.
pub(crate) fn amounts_at(family: &Family, at: &mut At, see: &mut dyn FnMut(&mut At) -> Result<bool>) -> Result<bool> {
    Ok(!at.truth(&family.before)? || amounts(family, 0, at, see)?)
}

/// Runs through the parameters from number `depth` on. Returns whether to go on.
fn amounts(family: &Family, depth: usize, at: &mut At, see: &mut dyn FnMut(&mut At) -> Result<bool>) -> Result<bool> {
    let Some((lo, hi)) = family.params.get(depth) else { return Ok(!at.truth(&family.guard)? || see(at)?) };
    let (lo, hi) = (at.int(lo)?, at.int(hi)?);
    if hi.saturating_sub(lo) > MOST_STEPS {
        return Err("a range of amounts is too long".into());
    }
    for value in lo..=hi {
        at.put(depth, value);
        if !amounts(family, depth + 1, at, see)? {
            return Ok(false);
        }
    }
    Ok(true)
}
