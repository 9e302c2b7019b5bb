//! Conditions that are undefined only far out, as text and in canonical form.
//!
//! In: noise. Out: a condition about one number n, made of what is true wherever it is defined, under every connective and quantifier; and what it is at any n by
//! a reading of our own: true, false, or undefined.

use std::cell::Cell;

use grundy_testing::Noise;
use serde_json::{Value, json};

/// Greater than every number below, and below 2^63 for the canonical form.
const GREAT: i64 = 1 << 62;

/// The ways in which a number of d = T - n is undefined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    Mod,
    Div,
    Log,
    Xor,
    Bit,
    Entry,
    Least,
    Ask,
    Capped,
    /// These have no short canonical form.
    Root,
    Power,
}

/// The ways that have a canonical form, and all.
pub(super) const FORMAL: usize = 9;
const WAYS: [Way; 11] = [
    Way::Mod,
    Way::Div,
    Way::Log,
    Way::Xor,
    Way::Bit,
    Way::Entry,
    Way::Least,
    Way::Ask,
    Way::Capped,
    Way::Root,
    Way::Power,
];

/// How n and values are written.
pub(super) struct Written<'w> {
    /// The number n.
    pub(super) n: &'w str,
    /// The position of a number in the game, `im({})`.
    pub(super) ask: Option<&'w str>,
}

/// The same in canonical form.
pub(super) struct Formed {
    /// The number n.
    pub(super) n: Value,
    /// The question, and the other coordinates of its position, with the place of the number; none where nothing may be asked.
    pub(super) ask: Option<(usize, usize, usize)>,
    /// The condition of the certificate.
    pub(super) base: Value,
    /// The next variable of a range.
    pub(super) next: Cell<usize>,
}

impl Formed {
    fn variable(&self) -> usize {
        self.next.set(self.next.get() + 1);
        self.next.get()
    }
}

/// A number that is undefined from some n on, or at one n.
#[derive(Clone, Debug)]
pub(super) struct Number {
    way: Way,
    /// T
    pub(super) from: i64,
}

impl Number {
    fn is_defined(&self, n: i64) -> bool {
        let d = self.from - n;
        match self.way {
            Way::Mod | Way::Div => d != 0,
            Way::Log => d > 0,
            _ => d >= 0,
        }
    }

    fn text(&self, to: &Written<'_>) -> String {
        let d = format!("({} - {})", self.from, to.n);
        let ask = to.ask.unwrap_or("nim[1]({})");
        match self.way {
            Way::Mod => format!("(5 mod {d})"),
            Way::Div => format!("(7 div {d})"),
            Way::Log => format!("log2({d})"),
            Way::Xor => format!("({d} xor 1)"),
            Way::Bit => format!("bit(5, {d})"),
            Way::Entry => format!("[3, 1, 4][1 + min(0, {d})]"),
            Way::Least => format!("(min k in 0..min(2, {d}): k)"),
            Way::Ask => format!("G({})", ask.replace("{}", &format!("min(3, {d})"))),
            Way::Capped => format!("G({})", ask.replace("{}", &d)),
            Way::Root => format!("isqrt({d})"),
            Way::Power => format!("2^min(3, {d})"),
        }
    }

    fn form(&self, to: &Formed) -> Value {
        let d = json!(["sum", self.from, [[-1, to.n]]]);
        let ask = |entry: Value| match to.ask {
            None => json!(["log2", ["sum", 1, [[1, entry]]]]),
            Some((question, width, place)) => {
                let entries: Vec<Value> =
                    (0..width).map(|i| if i == place { entry.clone() } else { json!(0) }).collect();
                json!(["ask", question, entries])
            }
        };
        match self.way {
            Way::Mod => json!(["mod", 5, d]),
            Way::Div => json!(["div", 7, d]),
            Way::Log => json!(["log2", d]),
            Way::Xor => json!(["xor", d, 1]),
            Way::Bit => json!(["bit", 5, d]),
            Way::Entry => json!(["entry", ["sum", 1, [[1, ["min", 0, d]]]], [3, 1, 4]]),
            Way::Ask => ask(json!(["min", 3, d])),
            Way::Capped => ask(d),
            Way::Least | Way::Root | Way::Power => {
                let k = to.variable();
                json!(["fold", "min", [[k, 0, ["min", 2, d]]], true, ["v", k]])
            }
        }
    }
}

/// A condition.
#[derive(Clone, Debug)]
pub(super) enum Cond {
    /// The condition that is known to be true.
    Base,
    /// True where the number is defined: by one of these words.
    Yes(u8, Number),
    /// False where the number is defined.
    No(Number),
    /// True, since nothing evaluates the number.
    Unused(u8, Number),
    Not(Box<Cond>),
    And(Box<[Cond; 2]>),
    Or(Box<[Cond; 2]>),
    Implies(Box<[Cond; 2]>),
    Iff(Box<[Cond; 2]>),
    If(Box<[Cond; 3]>),
    /// `all` or `any`, over 0..2, with a filter.
    Fold(bool, Box<[Cond; 2]>),
    /// `any`, over a range with an undefined end.
    Range(Number, Box<Cond>),
    /// All of three are counted.
    Count(Box<Cond>),
}

/// Numbers and connectives to choose from.
pub(super) struct Choice<'n> {
    pub(super) noise: &'n mut Noise,
    /// How many of the ways, and whether `Unused` and `Base` may occur.
    pub(super) ways: usize,
    pub(super) is_text: bool,
    pub(super) has_base: bool,
    pub(super) from: i64,
}

impl Choice<'_> {
    fn number(&mut self) -> Number {
        let way = match self.noise.below(4) {
            0 => Way::Ask,
            1 => Way::Capped,
            _ => WAYS[self.noise.below(self.ways)],
        };
        Number { way, from: self.from + self.noise.below(3) as i64 }
    }

    fn boxed<const N: usize>(&mut self, depth: usize) -> Box<[Cond; N]> {
        Box::new(std::array::from_fn(|_| self.cond(depth)))
    }

    fn cond(&mut self, depth: usize) -> Cond {
        let leaf = depth == 0 || self.noise.below(4) == 0;
        if leaf {
            return match self.noise.below(6) {
                0 | 1 if self.has_base => Cond::Base,
                2 => Cond::No(self.number()),
                3 if self.is_text => Cond::Unused(self.noise.below(3) as u8, self.number()),
                _ => Cond::Yes(self.noise.below(3) as u8, self.number()),
            };
        }
        let depth = depth - 1;
        match self.noise.below(9) {
            0 => Cond::Not(Box::new(self.cond(depth))),
            1 => Cond::And(self.boxed(depth)),
            2 => Cond::Or(self.boxed(depth)),
            3 => Cond::Implies(self.boxed(depth)),
            4 => Cond::Iff(self.boxed(depth)),
            5 => Cond::If(self.boxed(depth)),
            6 => Cond::Fold(self.noise.below(2) == 0, self.boxed(depth)),
            7 => Cond::Range(self.number(), Box::new(self.cond(depth))),
            _ => Cond::Count(Box::new(self.cond(depth))),
        }
    }

    /// A condition that is true wherever all is defined.
    pub(super) fn true_one(&mut self, depth: usize) -> Cond {
        let cond = self.cond(depth);
        if cond.at(0) == Some(true) { cond } else { Cond::Not(Box::new(cond)) }
    }
}

impl Cond {
    /// Whether it is true at n, evaluated from left to right as far as the answer needs; `None` if it is undefined.
    pub(super) fn at(&self, n: i64) -> Option<bool> {
        match self {
            Cond::Base | Cond::Unused(..) => Some(true),
            Cond::Yes(_, x) => x.is_defined(n).then_some(true),
            Cond::No(x) => x.is_defined(n).then_some(false),
            Cond::Not(c) => c.at(n).map(|c| !c),
            Cond::And(both) => {
                if both[0].at(n)? {
                    both[1].at(n)
                } else {
                    Some(false)
                }
            }
            Cond::Or(both) => {
                if both[0].at(n)? {
                    Some(true)
                } else {
                    both[1].at(n)
                }
            }
            Cond::Implies(both) => {
                if both[0].at(n)? {
                    both[1].at(n)
                } else {
                    Some(true)
                }
            }
            Cond::Iff(both) => Some(both[0].at(n)? == both[1].at(n)?),
            Cond::If(three) => three[if three[0].at(n)? { 1 } else { 2 }].at(n),
            Cond::Fold(every, both) => {
                if both[0].at(n)? {
                    both[1].at(n)
                } else {
                    Some(*every)
                }
            }
            Cond::Range(x, c) => {
                if x.is_defined(n) {
                    c.at(n)
                } else {
                    None
                }
            }
            Cond::Count(c) => c.at(n),
        }
    }

    pub(super) fn text(&self, base: &str, to: &Written<'_>) -> String {
        let of = |c: &Cond| c.text(base, to);
        match self {
            Cond::Base => format!("({base})"),
            Cond::Yes(0, x) => format!("{} <= {GREAT}", x.text(to)),
            Cond::Yes(1, x) => format!("{0} = {0}", x.text(to)),
            Cond::Yes(_, x) => format!("not {} = {GREAT}", x.text(to)),
            Cond::No(x) => format!("{} = {GREAT}", x.text(to)),
            Cond::Unused(0, x) => format!("[{}, 1][2] = 1", x.text(to)),
            Cond::Unused(1, x) => format!("len({{{}}}) = 1", x.text(to)),
            Cond::Unused(_, x) => format!("(all h in 0..0, let z = {}: h = 0)", x.text(to)),
            Cond::Not(c) => format!("(not {})", of(c)),
            Cond::And(both) => format!("({} and {})", of(&both[0]), of(&both[1])),
            Cond::Or(both) => format!("({} or {})", of(&both[0]), of(&both[1])),
            Cond::Implies(both) => format!("(({}) implies {})", of(&both[0]), of(&both[1])),
            Cond::Iff(both) => format!("(({}) iff ({}))", of(&both[0]), of(&both[1])),
            Cond::If(three) => format!("(if {} then {} else {})", of(&three[0]), of(&three[1]), of(&three[2])),
            Cond::Fold(every, both) => {
                format!("({} i in 0..2 if {}: {})", if *every { "all" } else { "any" }, of(&both[0]), of(&both[1]))
            }
            Cond::Range(x, c) => format!("(any i in 0..min(1, max(0, {})): {})", x.text(to), of(c)),
            Cond::Count(c) => format!("(count i in 0..2: {}) = 3", of(c)),
        }
    }

    pub(super) fn form(&self, to: &Formed) -> Value {
        let of = |c: &Cond| c.form(to);
        let equal = |x: &Number| json!(["=0", ["sum", -GREAT, [[1, x.form(to)]]]]);
        match self {
            Cond::Base => to.base.clone(),
            Cond::Yes(0, x) => json!(["<=0", ["sum", -GREAT, [[1, x.form(to)]]]]),
            Cond::Yes(1, x) => json!(["=0", ["sum", 0, [[1, x.form(to)], [-1, x.form(to)]]]]),
            Cond::Yes(_, x) => json!(["not", equal(x)]),
            Cond::No(x) => equal(x),
            Cond::Unused(..) => json!(true),
            Cond::Not(c) => json!(["not", of(c)]),
            Cond::And(both) => json!(["and", of(&both[0]), of(&both[1])]),
            Cond::Or(both) => json!(["or", of(&both[0]), of(&both[1])]),
            Cond::Implies(both) => json!(["or", ["not", of(&both[0])], of(&both[1])]),
            Cond::Iff(both) => json!(["iff", of(&both[0]), of(&both[1])]),
            Cond::If(three) => json!(["if", of(&three[0]), of(&three[1]), of(&three[2])]),
            Cond::Fold(every, both) => {
                let word = if *every { "all" } else { "any" };
                json!(["fold", word, [[to.variable(), 0, 2]], of(&both[0]), of(&both[1])])
            }
            Cond::Range(x, c) => {
                json!(["fold", "any", [[to.variable(), 0, ["min", 1, ["max", 0, x.form(to)]]]], true, of(c)])
            }
            Cond::Count(c) => {
                json!(["=0", ["sum", -3, [[1, ["fold", "count", [[to.variable(), 0, 2]], true, of(c)]]]]])
            }
        }
    }
}
