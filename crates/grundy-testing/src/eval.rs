//! Expressions of the model, evaluated literally.
//!
//! In: an expression, the definitions of the file, the bound names. Out: its value. The generators write only expressions
//! that are defined, so an undefined one fails the test.

use std::collections::BTreeSet;

use crate::expr::{E, Op};

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum V {
    /// A number.
    I(i64),
    /// A truth value.
    B(bool),
    /// A vector.
    L(Vec<V>),
    /// A set.
    S(BTreeSet<V>),
    /// The digits of an octal code.
    Code(Vec<u8>),
}

/// A definition, or a parameter of a game with its argument.
#[derive(Clone, Debug)]
pub struct Def {
    /// Its name.
    pub name: String,
    /// The names of its arguments.
    pub args: Vec<String>,
    /// The expression that the name stands for.
    pub body: E,
}

/// Names and their meanings.
pub struct Env<'a> {
    /// Definitions and parameters.
    pub defs: &'a [Def],
    /// Variables, the innermost last.
    pub names: Vec<(String, V)>,
}

impl V {
    /// The number; any other value is a mistake of the model.
    pub fn int(&self) -> i64 {
        match self {
            V::I(n) => *n,
            other => panic!("the model expected a number, found {other:?}"),
        }
    }

    /// The truth value; any other value is a mistake of the model.
    pub fn truth(&self) -> bool {
        match self {
            V::B(b) => *b,
            other => panic!("the model expected a condition, found {other:?}"),
        }
    }

    /// The entries of a vector, the elements of a set.
    pub fn elements(&self) -> Vec<V> {
        match self {
            V::L(list) => list.clone(),
            V::S(set) => set.iter().cloned().collect(),
            other => panic!("the model expected elements, found {other:?}"),
        }
    }

    /// The numbers in a vector or a set; any other element is a mistake of the model.
    pub fn ints(&self) -> Vec<i64> {
        self.elements().iter().map(V::int).collect()
    }

    /// A vector of numbers.
    pub fn vector(list: Vec<i64>) -> V {
        V::L(list.into_iter().map(V::I).collect())
    }

    fn set(list: Vec<i64>) -> V {
        V::S(list.into_iter().map(V::I).collect())
    }
}

impl Env<'_> {
    /// The value of an expression.
    pub fn eval(&mut self, e: &E) -> V {
        match e {
            E::Int(n) => V::I(*n),
            E::Name(name) => self.name(name),
            E::Code(digits) => V::Code(digits.clone()),
            E::List(list) => V::L(list.iter().map(|e| self.eval(e)).collect()),
            E::Set(list) => V::S(list.iter().map(|e| self.eval(e)).collect()),
            E::Bin(op, a, b) => self.binary(*op, a, b),
            E::Chain(first, rest) => self.chain(first, rest),
            E::Not(e) => V::B(!self.holds(e)),
            E::If(c, a, b) => {
                let branch = if self.holds(c) { a } else { b };
                self.eval(branch)
            }
            E::Call(name, args) => self.call(name, args),
            E::Index(x, i) => match (self.eval(x), self.eval(i).int()) {
                (V::Code(digits), i) => V::I(i64::from(digits.get(i as usize).copied().unwrap_or(0))),
                (x, i) => x.elements()[(i - 1) as usize].clone(),
            },
            E::With(x, i, e) => {
                let (mut list, i, e) = (self.eval(x).elements(), self.eval(i).int(), self.eval(e));
                list[(i - 1) as usize] = e;
                V::L(list)
            }
            E::Fold(op, name, range, filter, body) => self.fold(op, name, range, filter.as_deref(), body),
        }
    }

    /// The value of a condition.
    pub fn holds(&mut self, e: &E) -> bool {
        self.eval(e).truth()
    }

    fn name(&self, name: &str) -> V {
        if let Some((_, value)) = self.names.iter().rev().find(|(n, _)| n == name) {
            return value.clone();
        }
        let def = self.defs.iter().find(|d| d.name == name).unwrap_or_else(|| panic!("the model has no `{name}`"));
        Env { defs: self.defs, names: vec![] }.eval(&def.body)
    }

    fn binary(&mut self, op: Op, a: &E, b: &E) -> V {
        match op {
            Op::And => V::B(self.holds(a) && self.holds(b)),
            Op::Or => V::B(self.holds(a) || self.holds(b)),
            Op::Implies => V::B(!self.holds(a) || self.holds(b)),
            Op::Iff => V::B(self.holds(a) == self.holds(b)),
            _ => {
                let (a, b) = (self.eval(a), self.eval(b));
                apply(op, &a, &b)
            }
        }
    }

    fn chain(&mut self, first: &E, rest: &[(Op, E)]) -> V {
        let mut left = self.eval(first);
        let mut holds = true;
        for (op, e) in rest {
            let right = self.eval(e);
            holds &= apply(*op, &left, &right).truth();
            left = right;
        }
        V::B(holds)
    }

    fn fold(&mut self, op: &str, name: &str, range: &E, filter: Option<&E>, body: &E) -> V {
        let mut found = vec![];
        for element in self.eval(range).elements() {
            self.names.push((name.to_string(), element));
            if filter.is_none_or(|f| self.holds(f)) {
                found.push(self.eval(body));
            }
            self.names.pop();
        }
        let ints = || found.iter().map(V::int);
        match op {
            "all" => V::B(found.iter().all(V::truth)),
            "any" => V::B(found.iter().any(V::truth)),
            "count" => V::I(found.iter().filter(|v| v.truth()).count() as i64),
            "sum" => V::I(ints().sum()),
            "xor" => V::I(ints().fold(0, |a, b| a ^ b)),
            "min" => V::I(ints().min().expect("something")),
            "max" => V::I(ints().max().expect("something")),
            other => panic!("the model has no `{other}`"),
        }
    }

    fn call(&mut self, name: &str, args: &[E]) -> V {
        let args: Vec<V> = args.iter().map(|e| self.eval(e)).collect();
        if let Some(def) = self.defs.iter().find(|d| d.name == name) {
            let names = def.args.iter().cloned().zip(args).collect();
            return Env { defs: self.defs, names }.eval(&def.body);
        }
        builtin(name, &args)
    }
}

fn apply(op: Op, a: &V, b: &V) -> V {
    match op {
        Op::Eq => V::B(a == b),
        Op::Ne => V::B(a != b),
        Op::In => V::B(b.elements().contains(a)),
        Op::Range => V::set((a.int()..=b.int()).collect()),
        Op::Lt => V::B(a.int() < b.int()),
        Op::Le => V::B(a.int() <= b.int()),
        Op::Gt => V::B(a.int() > b.int()),
        Op::Ge => V::B(a.int() >= b.int()),
        Op::Divides => V::B(if a.int() == 0 { b.int() == 0 } else { b.int() % a.int() == 0 }),
        _ => match (a, b) {
            (V::I(a), V::I(b)) => V::I(arithmetic(op, *a, *b)),
            (V::L(a), V::L(b)) => V::L(a.iter().zip(b).map(|(a, b)| apply(op, a, b)).collect()),
            (V::L(a), b) => V::L(a.iter().map(|a| apply(op, a, b)).collect()),
            (a, V::L(b)) => V::L(b.iter().map(|b| apply(op, a, b)).collect()),
            _ => panic!("the model has no {op:?} of {a:?} and {b:?}"),
        },
    }
}

fn arithmetic(op: Op, a: i64, b: i64) -> i64 {
    match op {
        Op::Add => a + b,
        Op::Sub => a - b,
        Op::Mul => a * b,
        Op::Div => (a - floor_mod(a, b)) / b,
        Op::Mod => floor_mod(a, b),
        Op::Pow => (0..b).fold(1, |p, _| p * a),
        Op::Xor => {
            assert!(a >= 0 && b >= 0, "the model xors {a} and {b}");
            a ^ b
        }
        _ => panic!("{op:?} is no arithmetic"),
    }
}

/// The remainder, with the sign of the divisor.
fn floor_mod(a: i64, b: i64) -> i64 {
    ((a % b) + b) % b
}

fn builtin(name: &str, args: &[V]) -> V {
    let numbers = || if let [V::L(_) | V::S(_)] = args { args[0].ints() } else { args.iter().map(V::int).collect() };
    match name {
        "min" => V::I(*numbers().iter().min().expect("something")),
        "max" => V::I(*numbers().iter().max().expect("something")),
        "sum" => V::I(numbers().iter().sum()),
        "xor" => V::I(numbers().iter().fold(0, |a, b| a ^ b)),
        "abs" => V::I(args[0].int().abs()),
        "gcd" => V::I(numbers().iter().fold(0, |a, b| gcd(a, b.abs()))),
        "len" => V::I(match &args[0] {
            V::Code(digits) => digits.len() as i64,
            other => other.elements().len() as i64,
        }),
        "bit" => V::I(args[0].int() >> args[1].int() & 1),
        "log2" => V::I(i64::from(args[0].int().ilog2())),
        "nonzero" => V::I(args[0].ints().iter().filter(|v| **v != 0).count() as i64),
        "support" => V::set((1..).zip(args[0].ints()).filter(|(_, v)| *v != 0).map(|(i, _)| i).collect()),
        "sorted" => {
            let mut list = args[0].ints();
            list.sort_unstable();
            V::vector(list)
        }
        "increasing" => V::B(args[0].ints().windows(2).all(|w| w[0] < w[1])),
        "box" => vectors(&args[0].ints()),
        "bits" => vectors(&vec![1; args[0].int() as usize]),
        other => panic!("the model has no function `{other}`"),
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// All vectors from 0 to `hi`.
fn vectors(hi: &[i64]) -> V {
    let longer = |list: Vec<Vec<i64>>, h: &i64| {
        list.iter().flat_map(|t| (0..=*h).map(move |v| [&t[..], &[v]].concat())).collect::<Vec<_>>()
    };
    V::S(hi.iter().fold(vec![vec![]], longer).into_iter().map(V::vector).collect())
}
