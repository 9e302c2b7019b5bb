//! Formulas: what is said of numbers, before it is an automaton.
//!
//! In: atoms and connectives. Out: formulas as numbers of a store, in which equal ones are one; what is true or false at once is so.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use dashu_int::IBig;
use foldhash::fast::FixedState;

use crate::automaton::Automaton;
use crate::budget::{Budget, Stop};
use crate::diagram::Var;
use crate::linear::{Linear, Relation, residue};
use crate::memory::{Held, boxed, hashed, listed};
use crate::powers::Powers;
use crate::product::Connective;

/// A formula of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Formula(pub(crate) u32);

/// What a formula says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    True,
    False,
    Linear(Linear, Relation),
    /// The sums of the binary digits at each place, up to multiples of a modulus.
    DigitSums(Vec<Var>, u32, Vec<u32>),
    Bit(Var, u32),
    HighestPower(Var, Var),
    /// The second is floor(n·√d) of the first, n, with the d that comes last.
    Root(Var, Var, u64),
    /// What is said of the powers of a constant.
    Powers(u64, Powers),
    /// The variables are, in this order, a tuple of a set that was given.
    Member(u32, Vec<Var>),
    Not(Formula),
    Joined(Connective, Vec<Formula>),
    Exists(Vec<Var>, Formula),
}

/// Bytes of a set with few members, and of each member more.
const NODE: usize = 128;
const MEMBER: usize = 16;

impl Node {
    /// The bytes of a formula, which is in a list and in a table.
    fn bytes(&self) -> usize {
        let more = match self {
            Node::True | Node::False | Node::Bit(..) | Node::HighestPower(..) | Node::Root(..) => 0,
            Node::Powers(..) | Node::Not(_) => 0,
            Node::Linear(linear, _) => boxed(16 * linear.terms().len()),
            Node::DigitSums(vars, _, sums) => boxed(4 * vars.len()) + boxed(4 * sums.len()),
            Node::Member(_, vars) | Node::Exists(vars, _) => boxed(4 * vars.len()),
            Node::Joined(_, list) => boxed(4 * list.len()),
        };
        listed(size_of::<Node>() + size_of::<usize>()) + hashed(size_of::<Node>() + 4) + 2 * more
    }
}

/// Formulas over numbers in one base, and the sets that they speak of.
#[derive(Debug, Default)]
pub struct Formulas {
    pub(crate) said: Vec<Node>,
    known: HashMap<Node, Formula, FixedState>,
    free: Vec<Arc<BTreeSet<Var>>>,
    pub(crate) sets: Vec<Arc<Automaton>>,
    vars: Var,
    held: Held,
    full: bool,
}

impl Formulas {
    /// No formulas yet.
    #[must_use]
    pub fn new() -> Formulas {
        Formulas::default()
    }

    /// No formulas yet, with a part of the memory of a proof for them.
    #[must_use]
    pub fn within(budget: &Budget<'_>) -> Formulas {
        Formulas { held: budget.memory.for_formulas().none(), ..Formulas::default() }
    }

    /// Is the memory used up? Then formulas say no more what they should, and no decider takes one.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// Is there memory left for formulas?
    ///
    /// # Errors
    /// [`Stop::Memory`] if not.
    pub fn has_room(&self) -> Result<(), Stop> {
        if self.full { Err(Stop::Memory) } else { Ok(()) }
    }

    /// How many formulas there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.said.len()
    }

    /// The number of the next variable.
    #[must_use]
    pub fn count_of_variables(&self) -> Var {
        self.vars
    }

    /// A variable that no formula has yet.
    pub fn fresh(&mut self) -> Var {
        self.vars += 1;
        self.vars - 1
    }

    /// A set that formulas may speak of: its variables are 0, 1, … in the order in which [`Formulas::member`] names them.
    /// The same automaton is the same set.
    pub fn set(&mut self, set: &Arc<Automaton>) -> u32 {
        let known = self.sets.iter().position(|own| Arc::ptr_eq(own, set));
        known.unwrap_or_else(|| {
            self.sets.push(set.clone());
            self.sets.len() - 1
        }) as u32
    }

    /// The variables that are free in a formula.
    #[must_use]
    pub fn free(&self, formula: Formula) -> &BTreeSet<Var> {
        &self.free[formula.0 as usize]
    }

    /// True, or false.
    pub fn constant(&mut self, truth: bool) -> Formula {
        self.say(if truth { Node::True } else { Node::False })
    }

    /// A relation of `a.x + c`.
    pub fn linear(&mut self, linear: Linear, relation: Relation) -> Formula {
        let (c, zero) = (linear.constant(), IBig::ZERO);
        if linear.terms().is_empty() {
            return self.constant(match relation {
                Relation::Zero => *c == zero,
                Relation::AtMostZero => *c <= zero,
                Relation::MultipleOf(m) => residue(c, m) == 0,
            });
        }
        // The variables are naturals, so that the signs may tell.
        let [rises, falls] = [1, -1].map(|sign| linear.terms().iter().all(|(_, factor)| factor.signum() == sign));
        match relation {
            Relation::Zero if rises && *c > zero || falls && *c < zero => return self.constant(false),
            Relation::AtMostZero if rises && *c > zero => return self.constant(false),
            Relation::AtMostZero if falls && *c <= zero => return self.constant(true),
            _ => {}
        }
        self.say(Node::Linear(linear, relation))
    }

    /// The nim-sum of the variables is 0; base 2.
    pub fn nim_sum_is_zero(&mut self, vars: Vec<Var>) -> Formula {
        self.digit_sums(vars, 2, vec![])
    }

    /// At each place, from the least significant on, so many variables have the binary digit 1, up to multiples of a modulus; none at further places.
    pub fn digit_sums(&mut self, mut vars: Vec<Var>, modulus: u32, sums: Vec<u32>) -> Formula {
        vars.sort_unstable();
        self.say(Node::DigitSums(vars, modulus, sums))
    }

    /// The binary digit of a variable at a place is 1; base 2.
    pub fn bit(&mut self, var: Var, place: u32) -> Formula {
        self.say(Node::Bit(var, place))
    }

    /// `power` is the highest power of 2 that is at most `number`, which is above 0; base 2.
    pub fn highest_power(&mut self, number: Var, power: Var) -> Formula {
        self.say(Node::HighestPower(number, power))
    }

    /// `root` is floor(n·√d), where n is `number`; in a numeration that says it ([`Numeration::of_root`](crate::Numeration::of_root)).
    pub fn root(&mut self, number: Var, root: Var, d: u64) -> Formula {
        self.say(Node::Root(number, root, d))
    }

    /// The variable is a power of a constant, which is above 1: 1, the constant, its square, …; in a base of which the constant is a power.
    ///
    /// ```
    /// use grundy_automata::{Budget, Decider, Formulas, Linear, Numeration, Relation, Stop};
    ///
    /// // Between a number above 0 and its double there is one power of 2, the double left out; but not always a power of 4.
    /// let always = [2, 4].map(|constant| {
    ///     let mut all = Formulas::new();
    ///     let (least, most) = (Linear::new([(0, 1), (1, -1)], 0)?, Linear::new([(1, 1), (0, -2)], 1)?);
    ///     let parts = [least, most].map(|linear| all.linear(linear, Relation::AtMostZero));
    ///     let power = all.power(1, constant);
    ///     let between = all.and(parts.into_iter().chain([power]));
    ///     let some = all.exists([1], between);
    ///     let zero = all.linear(Linear::new([(0, 1)], 0)?, Relation::Zero);
    ///     let claim = all.or([zero, some]);
    ///     Decider::new(Numeration::Base(2), &Budget::default()).is_valid(&all, claim)
    /// });
    /// assert_eq!(always, [Ok(true), Ok(false)]);
    /// # Ok::<(), Stop>(())
    /// ```
    pub fn power(&mut self, var: Var, constant: u64) -> Formula {
        self.say(Node::Powers(constant, Powers::Is(var)))
    }

    /// `power` is one of the different powers of a constant whose sum is `sum`; in a base as for [`Formulas::power`].
    pub fn part_of_powers(&mut self, power: Var, sum: Var, constant: u64) -> Formula {
        self.say(Node::Powers(constant, Powers::IsPart(power, sum)))
    }

    /// `sum` is a sum of different powers of a constant, and how many they are leaves the remainder `rest` by a modulus above 0; in a base as for [`Formulas::power`].
    pub fn sum_of_powers(&mut self, sum: Var, constant: u64, modulus: u32, rest: u32) -> Formula {
        self.say(Node::Powers(constant, Powers::Count(sum, modulus, rest)))
    }

    /// `rest` is the remainder of `number` by `power`, which is a power of a constant; in a base as for [`Formulas::power`].
    pub fn remainder_by_power(&mut self, [number, power, rest]: [Var; 3], constant: u64) -> Formula {
        self.say(Node::Powers(constant, Powers::Remainder(number, power, rest)))
    }

    /// The variables are a tuple of a set.
    pub fn member(&mut self, set: u32, vars: Vec<Var>) -> Formula {
        self.say(Node::Member(set, vars))
    }

    /// Not.
    pub fn not(&mut self, formula: Formula) -> Formula {
        match &self.said[formula.0 as usize] {
            Node::True => self.constant(false),
            Node::False => self.constant(true),
            Node::Not(inner) => *inner,
            _ => self.say(Node::Not(formula)),
        }
    }

    /// All of several.
    pub fn and(&mut self, list: impl IntoIterator<Item = Formula>) -> Formula {
        self.joined(Connective::And, list)
    }

    /// One of several at least.
    pub fn or(&mut self, list: impl IntoIterator<Item = Formula>) -> Formula {
        self.joined(Connective::Or, list)
    }

    /// Parts that are flat, sorted, and none of them a constant.
    fn joined(&mut self, how: Connective, list: impl IntoIterator<Item = Formula>) -> Formula {
        // What says nothing beside others, and what decides the whole.
        let (idle, decisive) = (self.constant(how == Connective::And), self.constant(how == Connective::Or));
        let mut parts = BTreeSet::new();
        for formula in list {
            match &self.said[formula.0 as usize] {
                _ if formula == idle => {}
                _ if formula == decisive => return decisive,
                Node::Joined(inner, list) if *inner == how => parts.extend(list.iter().copied()),
                _ => _ = parts.insert(formula),
            }
        }
        match parts.len() {
            0 => idle,
            1 => parts.into_iter().next().unwrap_or(idle),
            _ => self.say(Node::Joined(how, parts.into_iter().collect())),
        }
    }

    /// If the first, then the second.
    pub fn implies(&mut self, a: Formula, b: Formula) -> Formula {
        let not = self.not(a);
        self.or([not, b])
    }

    /// Both or neither.
    pub fn iff(&mut self, a: Formula, b: Formula) -> Formula {
        let (there, back) = (self.implies(a, b), self.implies(b, a));
        self.and([there, back])
    }

    /// There are numbers for some variables.
    pub fn exists(&mut self, vars: impl IntoIterator<Item = Var>, formula: Formula) -> Formula {
        let free = self.free(formula).clone();
        let vars: BTreeSet<Var> = vars.into_iter().filter(|var| free.contains(var)).collect();
        if vars.is_empty() {
            return formula;
        }
        match self.said[formula.0 as usize].clone() {
            Node::Joined(Connective::Or, list) => {
                let list: Vec<Formula> = list.into_iter().map(|part| self.exists(vars.iter().copied(), part)).collect();
                self.or(list)
            }
            Node::Exists(more, inner) => {
                let all: BTreeSet<Var> = vars.into_iter().chain(more).collect();
                self.say(Node::Exists(all.into_iter().collect(), inner))
            }
            _ => self.say(Node::Exists(vars.into_iter().collect(), formula)),
        }
    }

    /// All numbers for some variables do.
    pub fn for_all(&mut self, vars: impl IntoIterator<Item = Var>, formula: Formula) -> Formula {
        let not = self.not(formula);
        let some = self.exists(vars, not);
        self.not(some)
    }

    fn say(&mut self, said: Node) -> Formula {
        if let Some(known) = self.known.get(&said) {
            return *known;
        }
        if self.full {
            return Formula(0);
        }
        let free = self.free_of(&said);
        self.vars = self.vars.max(free.last().map_or(0, |var| var + 1));
        let new = Formula(self.said.len() as u32);
        self.said.push(said.clone());
        let free_count = free.len();
        self.free.push(Arc::new(free));
        self.full = self.held.add(said.bytes() + boxed(MEMBER * free_count + NODE)).is_err();
        self.known.insert(said, new);
        new
    }

    fn free_of(&self, said: &Node) -> BTreeSet<Var> {
        let of = |formula: &Formula| self.free[formula.0 as usize].iter().copied();
        match said {
            Node::True | Node::False => BTreeSet::new(),
            Node::Linear(linear, _) => linear.terms().iter().map(|(var, _)| *var).collect(),
            Node::DigitSums(vars, ..) | Node::Member(_, vars) => vars.iter().copied().collect(),
            Node::Bit(var, _) => [*var].into(),
            Node::HighestPower(number, power) | Node::Root(number, power, _) => [*number, *power].into(),
            Node::Powers(_, Powers::Is(var) | Powers::Count(var, ..)) => [*var].into(),
            Node::Powers(_, Powers::IsPart(power, sum)) => [*power, *sum].into(),
            Node::Powers(_, Powers::Remainder(number, power, rest)) => [*number, *power, *rest].into(),
            Node::Not(formula) => of(formula).collect(),
            Node::Joined(_, list) => list.iter().flat_map(of).collect(),
            Node::Exists(vars, formula) => of(formula).filter(|var| !vars.contains(var)).collect(),
        }
    }
}
