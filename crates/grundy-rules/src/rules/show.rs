//! Expressions of the internal form as text, in the notation of the language.
//!
//! In: an expression and the names of its coordinates. Out: a text for people (`--shape`, notes), which need not parse.

use dashu_int::IBig;

use super::Links;
use super::expr::{C, Cond, E, Expr, Node, Over, Range, Tree};
use super::ruleset::Repeat;
use crate::lang::{Heaps, Order};

/// The text of an expression.
#[must_use]
pub fn show(e: &impl Tree, names: &[String]) -> String {
    Show { names }.node(e.node())
}

/// `all (n div k for j in 1..k)`: the parts of a repeat, whose tuple is given as text.
#[must_use]
pub fn repeat_text(repeat: &Repeat, tuple: &str, names: &[String]) -> String {
    let range = |r: &Range| format!("{} in {}..{}", variable(r.var), show(&r.lo, names), show(&r.hi, names));
    if let (Some(heaps), [r]) = (&repeat.broken, &repeat.ranges[..]) {
        let (heaps, of) = (heaps_text(heaps), show(&r.hi, names));
        return format!(
            "all ({tuple} for {} in a partition of {of} into {heaps}{})",
            variable(r.var),
            given_text(repeat, names)
        );
    }
    let ranges: Vec<String> = repeat.ranges.iter().map(range).collect();
    let given = given_text(repeat, names);
    let ranges = if ranges.is_empty() { String::new() } else { format!(" for {}", ranges.join(", ")) };
    format!("all ({tuple}{ranges}{given})")
}

fn given_text(repeat: &Repeat, names: &[String]) -> String {
    if repeat.guard.as_bool() == Some(true) { String::new() } else { format!(" if {}", show(&repeat.guard, names)) }
}

/// `2 heaps or more, no two of which are equal`
fn heaps_text(heaps: &Heaps) -> String {
    let count = match heaps.most {
        None => format!("{} heaps or more", heaps.least),
        Some(most) if most == heaps.least => format!("{most} heaps"),
        Some(most) => format!("{} to {most} heaps", heaps.least),
    };
    let order = match heaps.order {
        Order::Any => "",
        Order::Unequal => ", no two of which are equal",
        Order::NotAllEqual => ", not all equal",
        Order::Equal => ", all equal",
    };
    format!("{count}{order}")
}

struct Show<'a> {
    names: &'a [String],
}

impl Show<'_> {
    fn list(&self, list: &[E]) -> String {
        list.iter().map(|e| self.expr(e)).collect::<Vec<_>>().join(", ")
    }

    fn tight(&self, e: &E) -> String {
        let whole = match &**e {
            Expr::Int(v) => *v >= IBig::ZERO,
            Expr::If(_, a, b) => (a.as_i64(), b.as_i64()) == (Some(1), Some(0)),
            Expr::Coord(_) | Expr::Var(_) | Expr::Min(_) | Expr::Max(_) | Expr::Abs(_) | Expr::Gcd(..) => true,
            Expr::Bit(..)
            | Expr::Log2(..)
            | Expr::Root(..)
            | Expr::Nim(..)
            | Expr::Rank(..)
            | Expr::Select(..)
            | Expr::Digit(..)
            | Expr::Mex(_) => true,
            _ => false,
        };
        if whole { self.expr(e) } else { format!("({})", self.expr(e)) }
    }

    fn node(&self, node: Node<'_>) -> String {
        match node {
            Node::Number(e) => self.expr(e),
            Node::Condition(c) => self.condition(c),
        }
    }

    fn joined(&self, list: &[C], word: &str) -> String {
        list.iter().map(|e| self.tight_condition(e)).collect::<Vec<_>>().join(word)
    }

    fn tight_condition(&self, c: &C) -> String {
        match &**c {
            Cond::And(_) | Cond::Or(_) | Cond::If(..) | Cond::Quantified(..) => format!("({})", self.condition(c)),
            _ => self.condition(c),
        }
    }

    /// `n mod 3 in {0, 2}` for `n mod 3 = 0 or n mod 3 = 2`.
    fn one_of(&self, list: &[C]) -> Option<String> {
        let mut of: Option<E> = None;
        let mut numbers = vec![];
        for e in list {
            let Cond::Zero(difference) = &**e else { return None };
            let (constant, terms) = super::build::linear(difference);
            let [(term, factor)] = &terms[..] else { return None };
            if of.get_or_insert_with(|| term.clone()) != term || !factor.clone().pow(2).is_one() {
                return None;
            }
            numbers.push(-constant * factor);
        }
        numbers.sort();
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        Some(format!("{} in {{{}}}", self.expr(&of?), numbers.join(", ")))
    }

    /// A comparison with the positive terms on the left side and the negative ones on the right.
    fn comparison(&self, e: &E, op: &str) -> String {
        let (constant, terms) = super::build::linear(e);
        let (left, right): (Vec<_>, Vec<_>) = terms.into_iter().partition(|(_, k)| *k > IBig::ZERO);
        let right: Vec<(E, IBig)> = right.into_iter().map(|(t, k)| (t, -k)).collect();
        let (mut l, mut r) = (IBig::ZERO, IBig::ZERO);
        if constant > IBig::ZERO {
            l = constant
        } else {
            r = -constant
        }
        if op == "<=" && l == IBig::ONE {
            return format!("{} < {}", self.sum(&IBig::ZERO, &left), self.sum(&r, &right));
        }
        format!("{} {op} {}", self.sum(&l, &left), self.sum(&r, &right))
    }

    /// A sum that does not begin with a minus if it need not: a language reads `-a mod 2` as `(-a) mod 2`.
    fn sum(&self, constant: &IBig, terms: &[(E, IBig)]) -> String {
        let (plus, minus): (Vec<_>, Vec<_>) = terms.iter().partition(|(_, k)| *k > IBig::ZERO);
        let leads = plus.is_empty() && !minus.is_empty() && *constant > IBig::ZERO;
        let (mut out, constant) = if leads { (constant.to_string(), &IBig::ZERO) } else { (String::new(), constant) };
        for (t, k) in plus.into_iter().chain(minus) {
            let negative = *k < IBig::ZERO;
            let size = if negative { -k.clone() } else { k.clone() };
            let sign = match (out.is_empty(), negative) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            let plain =
                size.is_one() && matches!(**t, Expr::Product(_) | Expr::Div(..) | Expr::Mod(..) | Expr::Pow(..));
            let term = match (plain, size.is_one()) {
                (true, _) => self.expr(t),
                (_, true) => self.tight(t),
                _ => format!("{size}*{}", self.tight(t)),
            };
            out.push_str(sign);
            out.push_str(&term);
        }
        if out.is_empty() {
            return constant.to_string();
        }
        if *constant > IBig::ZERO {
            out.push_str(&format!(" + {constant}"));
        } else if *constant < IBig::ZERO {
            out.push_str(&format!(" - {}", -constant.clone()));
        }
        out
    }

    fn expr(&self, e: &E) -> String {
        match &**e {
            Expr::Coord(i) => self.names.get(*i).cloned().unwrap_or_else(|| format!("x{}", i + 1)),
            Expr::Var(v) => variable(*v),
            Expr::Int(v) => v.to_string(),
            Expr::Sum(c, terms) => self.sum(c, terms),
            Expr::Product(list) => list.iter().map(|e| self.tight(e)).collect::<Vec<_>>().join("*"),
            Expr::Div(a, b, _) => format!("{} div {}", self.tight(a), self.tight(b)),
            Expr::Mod(a, b, _) => format!("{} mod {}", self.tight(a), self.tight(b)),
            Expr::Pow(a, b, _) => format!("{}^{}", self.tight(a), self.tight(b)),
            Expr::Abs(a) => format!("abs({})", self.expr(a)),
            Expr::Gcd(a, b) => format!("gcd({}, {})", self.expr(a), self.expr(b)),
            Expr::Bit(a, i, _) => format!("bit({}, {})", self.expr(a), self.expr(i)),
            Expr::Log2(a, _) => format!("log2({})", self.expr(a)),
            Expr::Root(of, times, _) if times.as_i64() == Some(1) => format!("isqrt({})", self.expr(of)),
            Expr::Root(of, times, _) => format!("floor({}*sqrt({}))", self.tight(times), self.expr(of)),
            Expr::Nim(op, list, _) => format!("{}({})", op.text(), self.list(list)),
            Expr::Min(list) => format!("min({})", self.list(list)),
            Expr::Max(list) => format!("max({})", self.list(list)),
            Expr::Xor(list, _) => list.iter().map(|e| self.tight(e)).collect::<Vec<_>>().join(" xor "),
            Expr::If(c, a, b) => {
                if let (Some(1), Some(0)) = (a.as_i64(), b.as_i64()) {
                    return format!("[{}]", self.condition(c));
                }
                let then = if matches!(&**a, Expr::If(..)) { self.tight(a) } else { self.expr(a) };
                format!("if {} then {then} else {}", self.condition(c), self.expr(b))
            }
            Expr::Select(i, list, _) => format!("[{}][{}]", self.list(list), self.expr(i)),
            Expr::Digit(i, digits, _) => format!("{}[{}]", crate::lang::code_text(digits), self.expr(i)),
            Expr::Rank(k, list) => format!("sorted([{}])[{}]", self.list(list), k + 1),
            Expr::Mex(list) => {
                let elements: Vec<String> = list.iter().map(|(_, e)| self.expr(e)).collect();
                format!("mex({{{}}})", elements.join(", "))
            }
            Expr::Count(over) => self.over("count", over),
            Expr::Fold(op, over) => self.over(op.text(), over),
            Expr::Ask(question, position, _) => format!("question {} at ({})", question + 1, self.list(position)),
            Expr::Fail(_, why) => format!("undefined ({why})"),
        }
    }

    fn over<B: Tree>(&self, word: &str, over: &Over<B>) -> String {
        let range = |r: &Range| format!("{} in {}..{}", variable(r.var), self.expr(&r.lo), self.expr(&r.hi));
        let ranges: Vec<String> = over.ranges.iter().map(range).collect();
        let always = over.filter.as_bool() == Some(true);
        let filter = if always { String::new() } else { format!(" if {}", self.condition(&over.filter)) };
        format!("{word} {}{filter}: {}", ranges.join(", "), self.node(over.body.node()))
    }

    fn linked(&self, links: &Links<C>, target: usize) -> String {
        let if_needed = |c: &C| match c.as_bool() {
            Some(true) => String::new(),
            _ => format!(" if {}", self.condition(c)),
        };
        let seeds = links.seeds.iter().map(|(element, c)| format!("{element}{}", if_needed(c)));
        let steps = links.steps.iter().map(|(from, to, c)| format!("{from} -> {to}{}", if_needed(c)));
        format!("element {target} is reached ({})", seeds.chain(steps).collect::<Vec<_>>().join("; "))
    }

    fn condition(&self, c: &C) -> String {
        match &**c {
            Cond::Bool(b) => b.to_string(),
            Cond::Fail(_, why) => format!("undefined ({why})"),
            Cond::If(c, a, b) => {
                let [c, a, b] = [c, a, b].map(|c| self.condition(c));
                format!("if {c} then {a} else {b}")
            }
            Cond::Quantified(quantifier, over) => self.over(quantifier.text(), over),
            Cond::Zero(a) => self.comparison(a, "="),
            Cond::NonPos(a) => self.comparison(a, "<="),
            Cond::Divides(d, n) => format!("{} divides {}", self.tight(d), self.tight(n)),
            Cond::Not(a) => match &**a {
                Cond::Zero(inner) => self.comparison(inner, "!="),
                Cond::Terminal(p) => format!("part {} has a move", p + 1),
                _ => format!("not {}", self.tight_condition(a)),
            },
            Cond::And(list) => self.joined(list, " and "),
            Cond::Or(list) => self.one_of(list).unwrap_or_else(|| self.joined(list, " or ")),
            Cond::Same(a, b) => format!("({}) iff ({})", self.condition(a), self.condition(b)),
            Cond::Linked(links, target) => self.linked(links, *target),
            Cond::Terminal(p) => format!("part {} is terminal", p + 1),
            Cond::TargetP(p) => format!("the move reaches a P-position of part {}", p + 1),
        }
    }
}

/// The name of a bound variable: i, j, k, …
fn variable(v: usize) -> String {
    const NAMES: [&str; 6] = ["i", "j", "k", "l", "m", "q"];
    NAMES.get(v).map_or_else(|| format!("i{v}"), ToString::to_string)
}
