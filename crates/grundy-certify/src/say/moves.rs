//! Rules as formulas.
//!
//! In: the canonical form of rules, and numbers for the coordinates. Out: formulas for "the position exists" and "a move leads to a position of a kind". A
//! number of the rules becomes a sum of tracks, by cases; a quotient or a nim-sum is a track of its own that a formula defines. Only expressions that are defined
//! everywhere become formulas of rules, and each defining formula is met by some number; where the form of an expression does not show this, the formula that
//! says so is owed, and decided with the step. In a claim an expression may be undefined somewhere: then no number meets its formula there (`truth`).

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::Grounds;
use crate::definition::concrete::parts_of;
use crate::form::expr::{Expr, Family, Many, Result, Rules, Two};
use crate::form::grounds;
use crate::say::numeration::Numeration;
use crate::say::power_digits::Exponent;
use crate::say::sets::{Set, Sets, Sum, Track};
use crate::say::truth::{Answers, Judged};

/// The most expressions that are said.
const EXPRESSIONS: u32 = 1 << 18;

/// What coordinates and variables stand for.
#[derive(Clone)]
pub(crate) struct Env {
    pub(crate) coords: Vec<Sum>,
    pub(crate) vars: BTreeMap<usize, Sum>,
    /// The variables that are exponents.
    pub(crate) powers: BTreeMap<usize, Exponent>,
}

impl Env {
    /// The coordinates of a position, and no variables.
    pub(crate) fn at(position: &[Sum]) -> Env {
        Env { coords: position.to_vec(), vars: BTreeMap::new(), powers: BTreeMap::new() }
    }

    /// A variable is a number.
    pub(crate) fn with(&self, variable: usize, number: Sum) -> Env {
        let mut env = self.clone();
        env.vars.insert(variable, number);
        env.powers.remove(&variable);
        env
    }

    /// A variable is an exponent.
    pub(crate) fn with_exponent(&self, variable: usize, exponent: Exponent) -> Env {
        let mut env = self.clone();
        env.vars.remove(&variable);
        env.powers.insert(variable, exponent);
        env
    }
}

/// A number: one sum for each of the cases, of which exactly one applies.
pub(crate) type Number = Vec<(Set, Sum)>;

/// Tracks that formulas define.
#[derive(Clone, Default)]
pub(crate) struct Defined {
    pub(crate) tracks: Vec<Track>,
    pub(crate) parts: Vec<Set>,
    /// Is the number not defined everywhere? Where it is not, the formulas are met by no numbers, or no case applies.
    pub(crate) partial: bool,
}

/// What is asked of the parts that a move leaves.
pub(crate) type Of<'k> = dyn FnMut(&mut Speaker, &[Vec<Sum>]) -> Result<Set> + 'k;
/// Says rules as formulas.
#[derive(Default)]
pub(crate) struct Speaker {
    pub(crate) sets: Sets,
    /// Who answers the questions of a claim; nobody in rules.
    pub(crate) answers: Option<Rc<dyn Answers>>,
    /// The next track that no formula at hand has.
    next: Track,
    /// How many expressions were said.
    said: u32,
    /// The words of arithmetic that were said since the last formula was decided.
    pub(crate) words: Grounds,
    /// Formulas that hold for all numbers if everything in the formulas at hand is defined.
    pub(crate) owed: Vec<Set>,
    /// What is said now matters only where all of these hold.
    pub(crate) supposed: Vec<Set>,
}

pub(crate) fn unknown(what: &str) -> String {
    format!("this checker does not know {what} in rules of which automata say the values")
}

/// The option that a move leads to, if it is one part.
pub(crate) fn only(parts: &[Vec<Sum>]) -> Result<&[Sum]> {
    match parts {
        [option] => Ok(option),
        _ => {
            Err("this checker compares positions with those that a move leads to only where a move leaves one part"
                .into())
        }
    }
}

impl Speaker {
    /// Begins a formula, with tracks of its own.
    pub(crate) fn begin(&mut self) {
        self.next = 0;
    }

    pub(crate) fn track(&mut self) -> Result<Track> {
        let track = self.next;
        if track >= self.sets.most_tracks() {
            return Err("a formula has too many variables for this checker".into());
        }
        self.next += 1;
        Ok(track)
    }

    /// One more expression is said. One inside of ranges that are written out is said for each of their numbers.
    pub(crate) fn counted(&mut self) -> Result<()> {
        self.said += 1;
        if self.said > EXPRESSIONS {
            Err("the formulas of a proof are too long for this checker".into())
        } else {
            Ok(())
        }
    }

    /// So many new tracks, as a position.
    pub(crate) fn tracks(&mut self, count: usize) -> Result<Vec<Sum>> {
        (0..count).map(|_| Ok(Sum::track(self.track()?))).collect()
    }

    /// Works with tracks that are free again afterwards, since the work binds them.
    pub(crate) fn scoped<T>(&mut self, work: impl FnOnce(&mut Speaker) -> Result<T>) -> Result<T> {
        let next = self.next;
        let set = work(self);
        self.next = next;
        set
    }

    pub(crate) fn close(&mut self, defined: Defined, set: Set) -> Set {
        let Defined { tracks, mut parts, .. } = defined;
        parts.push(set);
        let both = self.sets.and(parts);
        self.sets.exists(&tracks, both)
    }

    /// A position exists: its entries are natural numbers that meet the conditions.
    pub(crate) fn position(&mut self, rules: &Rules, at: &[Sum]) -> Result<Set> {
        let mut parts = vec![];
        for entry in at.iter().filter(|entry| !entry.is_natural()) {
            parts.push(self.sets.at_most(&Sum::number(0), entry)?);
        }
        let env = Env::at(at);
        for (_, condition) in &rules.requires {
            // The conditions are looked at one after the other, as far as they hold.
            let before = self.sets.and(parts.clone());
            parts.push(self.where_holds(before, |own| own.truth(rules, condition, &env))?);
        }
        Ok(self.sets.and(parts))
    }

    /// Some move leads from a position to parts of a kind, which exist; most moves leave one part.
    pub(crate) fn moves(&mut self, rules: &Rules, at: &[Sum], of: &mut Of<'_>) -> Result<Set> {
        let env = Env::at(at);
        let mut ways = vec![];
        for family in &rules.families {
            let before = self.truth(rules, &family.before, &env)?;
            let ranges: Vec<(usize, &Expr, &Expr)> =
                family.params.iter().enumerate().map(|(i, (lo, hi))| (i, lo, hi)).collect();
            let some = self.where_holds(before, |own| {
                own.quantified(rules, &ranges, &env, &mut |own, env| {
                    own.scoped(|own| own.moved(rules, family, env, of))
                })
            })?;
            ways.push(self.sets.and(vec![before, some]));
        }
        Ok(self.sets.or(ways))
    }

    /// A move leads from one position to another.
    pub(crate) fn leads(&mut self, rules: &Rules, from: &[Sum], to: &[Sum]) -> Result<Set> {
        self.moves(rules, from, &mut |own, parts| own.sets.all_equal(only(parts)?, to))
    }

    /// A position has an option.
    pub(crate) fn has_moves(&mut self, rules: &Rules, at: &[Sum]) -> Result<Set> {
        self.moves(rules, at, &mut |own, _| Ok(own.sets.constant(true)))
    }

    fn moved(&mut self, rules: &Rules, family: &Family, env: &Env, of: &mut Of<'_>) -> Result<Set> {
        let guard = self.truth(rules, &family.guard, env)?;
        let whole = self.where_holds(guard, |own| own.target(rules, family, env, of))?;
        Ok(self.sets.and(vec![guard, whole]))
    }

    /// The parts that a move leaves exist, and are of a kind.
    fn target(&mut self, rules: &Rules, family: &Family, env: &Env, of: &mut Of<'_>) -> Result<Set> {
        let mut defined = Defined::default();
        let (mut parts, mut whole) = (vec![], vec![]);
        for part in parts_of(rules, family)? {
            let mut to = env.coords.clone();
            for (place, e) in part {
                to[place] = self.value(rules, e, env, &mut defined)?;
            }
            whole.push(self.position(rules, &to)?);
            parts.push(to);
        }
        whole.push(of(self, &parts)?);
        let whole = self.sets.and(whole);
        Ok(self.close(defined, whole))
    }

    /// A number of rules as one sum. Where there are several cases and none is natural, no track is equal to it, and nothing that is said of it holds.
    fn value(&mut self, rules: &Rules, e: &Expr, env: &Env, defined: &mut Defined) -> Result<Sum> {
        let number = self.int(rules, e, env, defined)?;
        self.owes_number(&number, defined);
        self.single(&number, defined)
    }

    pub(crate) fn single(&mut self, number: &Number, defined: &mut Defined) -> Result<Sum> {
        match &number[..] {
            [(guard, sum)] => {
                defined.parts.push(*guard);
                Ok(sum.clone())
            }
            _ => Ok(Sum::track(self.equal_track(number, defined)?)),
        }
    }

    /// A track that is one of the cases of a number.
    pub(crate) fn equal_track(&mut self, number: &Number, defined: &mut Defined) -> Result<Track> {
        let track = self.track()?;
        let mut ways = vec![];
        for (guard, sum) in number {
            let same = self.sets.equal(&Sum::track(track), sum)?;
            ways.push(self.sets.and(vec![*guard, same]));
        }
        defined.parts.push(self.sets.or(ways));
        defined.tracks.push(track);
        Ok(track)
    }

    /// A number as one sum; where some case may be negative, the difference of two tracks of which one is 0.
    fn as_sum(&mut self, number: &Number, defined: &mut Defined) -> Result<Sum> {
        if number.len() == 1 || number.iter().all(|(_, sum)| sum.is_natural()) {
            return self.single(number, defined);
        }
        let tracks = [self.track()?, self.track()?];
        let [above, below] = tracks.map(Sum::track);
        let (zero, whole) = ([self.sets.zero(&above), self.sets.zero(&below)], above.plus(-1, &below)?);
        let mut ways = vec![];
        for (guard, sum) in number {
            let same = self.sets.equal(&whole, sum)?;
            ways.push(self.sets.and(vec![*guard, same]));
        }
        defined.parts.extend([self.sets.or(zero.to_vec()), self.sets.or(ways)]);
        defined.tracks.extend(tracks);
        Ok(whole)
    }

    /// A number that is natural in every case, as a track.
    pub(crate) fn natural(&mut self, rules: &Rules, e: &Expr, env: &Env, defined: &mut Defined) -> Result<Track> {
        let number = self.int(rules, e, env, defined)?;
        // No track is equal to a number below 0.
        defined.partial |= !number.iter().all(|(_, sum)| sum.is_natural());
        self.as_natural(&number, defined)
    }

    /// A number, where it is natural, as a track.
    pub(crate) fn as_natural(&mut self, number: &Number, defined: &mut Defined) -> Result<Track> {
        match &number[..] {
            [(guard, sum)] if sum.as_track().is_some() => {
                defined.parts.push(*guard);
                Ok(sum.as_track().unwrap_or_default())
            }
            _ => self.equal_track(number, defined),
        }
    }

    /// A number.
    pub(crate) fn int(&mut self, rules: &Rules, e: &Expr, env: &Env, defined: &mut Defined) -> Result<Number> {
        self.counted()?;
        self.words.extend(grounds::of_word(e));
        let always = self.sets.constant(true);
        let one = |sum: Sum| Ok(vec![(always, sum)]);
        match e {
            Expr::Int(n) => one(Sum::number(*n)),
            Expr::X(i) => one(env.coords[*i].clone()),
            Expr::V(i) => one(env.vars.get(i).cloned().ok_or_else(|| unknown("a variable without a range"))?),
            Expr::Sum(c, terms) => {
                let mut sum = vec![(always, Sum::number(*c))];
                for (k, term) in terms {
                    let term = self.int(rules, term, env, defined)?;
                    sum = self.pairs(&sum, &term, |a, b| a.plus(*k, b))?;
                }
                Ok(sum)
            }
            Expr::Many(Many::Product, list) => {
                let mut product = vec![(always, Sum::number(1))];
                for e in list {
                    let factor = self.int(rules, e, env, defined)?;
                    product = self.pairs(&product, &factor, |a, b| match (a.as_number(), b.as_number()) {
                        (Some(n), _) => Sum::default().plus(n, b),
                        (_, Some(n)) => Sum::default().plus(n, a),
                        _ => Err(unknown("a product of numbers that vary")),
                    })?;
                }
                Ok(product)
            }
            Expr::Many(word @ (Many::Min | Many::Max), list) => {
                let mut best = self.int(rules, &list[0], env, defined)?;
                for e in &list[1..] {
                    let other = self.int(rules, e, env, defined)?;
                    best = self.better(&best, &other, *word == Many::Max)?;
                }
                Ok(best)
            }
            Expr::Abs(a) => {
                let a = self.int(rules, a, env, defined)?;
                let zero = vec![(always, Sum::number(0))];
                let minus = self.pairs(&zero, &a, |zero, a| zero.plus(-1, a))?;
                self.better(&a, &minus, true)
            }
            Expr::Many(Many::Xor, list) => {
                let mut tracks = vec![];
                for e in list {
                    tracks.push(self.natural(rules, e, env, defined)?);
                }
                let result = self.track()?;
                tracks.push(result);
                if self.sets.numeration != Numeration::default() {
                    return Err(unknown("a nim-sum of digits that are not binary"));
                }
                defined.parts.push(self.sets.nim_sum_is_zero(&tracks));
                defined.tracks.push(result);
                one(Sum::track(result))
            }
            Expr::If(three) => {
                let Judged { yes: c, no: not } = self.judge(rules, &three[0], env)?;
                defined.partial |= not != self.sets.not(c);
                let mut cases = vec![];
                for (guard, e) in [(c, &three[1]), (not, &three[2])] {
                    for (own, sum) in self.branch(rules, e, env, guard, defined)? {
                        cases.push((self.sets.and(vec![guard, own]), sum));
                    }
                }
                self.merged(cases)
            }
            Expr::Two(word @ (Two::Div | Two::Mod | Two::Bit), both) => self.divided(*word, rules, both, env, defined),
            Expr::Two(Two::Power, both) => self.power(rules, both, env, defined),
            Expr::Two(Two::Root, both) => self.root(rules, both, env, defined),
            Expr::Two(Two::Gcd, both) => self.common_divisor(rules, both, env, defined),
            Expr::Log2(z) => self.log2(rules, z, env, defined),
            Expr::Entry(at, list) => self.entry(rules, at, list, env, defined),
            Expr::Digit(at, digits) => self.digit_of(rules, at, digits, env, defined),
            Expr::Mex(list) => self.mex(rules, list, env, defined),
            Expr::Undefined => {
                defined.partial = true;
                Ok(vec![])
            }
            Expr::Rank(place, list) => {
                let mut sums = vec![];
                for e in list {
                    let number = self.int(rules, e, env, defined)?;
                    sums.push(self.as_sum(&number, defined)?);
                }
                self.rank(*place, &sums)
            }
            Expr::Fold(fold) => self.folded(rules, fold, env, defined),
            Expr::Ask(question, at) => self.answered(rules, *question, at, env, defined),
            _ => Err(unknown("a number of this kind")),
        }
    }

    /// The number of a branch, which need be defined only where its condition holds.
    pub(crate) fn branch(
        &mut self,
        rules: &Rules,
        e: &Expr,
        env: &Env,
        taken: Set,
        defined: &mut Defined,
    ) -> Result<Number> {
        let mut own = Defined::default();
        let number = self.int(rules, e, env, &mut own)?;
        if own.partial {
            // Where the branch is not taken, its tracks are 0.
            let mut here = std::mem::take(&mut own.parts);
            here.push(taken);
            let here = self.sets.and(here);
            let not = self.sets.not(taken);
            let idle = own.tracks.iter().map(|track| self.sets.zero(&Sum::track(*track))).chain([not]).collect();
            let idle = self.sets.and(idle);
            own.parts = vec![self.sets.or(vec![here, idle])];
            defined.partial = true;
        }
        defined.tracks.extend(own.tracks);
        defined.parts.extend(own.parts);
        Ok(number)
    }

    /// Every pair of cases.
    pub(crate) fn pairs(&mut self, a: &Number, b: &Number, with: impl Fn(&Sum, &Sum) -> Result<Sum>) -> Result<Number> {
        let mut cases = vec![];
        for (first, x) in a {
            for (second, y) in b {
                cases.push((self.sets.and(vec![*first, *second]), with(x, y)?));
            }
        }
        self.merged(cases)
    }

    /// The lesser or the greater of two numbers.
    pub(crate) fn better(&mut self, a: &Number, b: &Number, greatest: bool) -> Result<Number> {
        let mut cases = vec![];
        for (first, x) in a {
            for (second, y) in b {
                let wins = if greatest { self.sets.at_most(y, x)? } else { self.sets.at_most(x, y)? };
                let loses = self.sets.not(wins);
                cases.push((self.sets.and(vec![*first, *second, wins]), x.clone()));
                cases.push((self.sets.and(vec![*first, *second, loses]), y.clone()));
            }
        }
        self.merged(cases)
    }

    /// The value of an expression, which is defined everywhere, is a sum.
    pub(crate) fn is_value(&mut self, rules: &Rules, e: &Expr, env: &Env, value: &Sum) -> Result<Set> {
        let same = self.related(rules, e, env, &|sets, sum| sets.equal(sum, value))?;
        self.total(same)
    }
}
