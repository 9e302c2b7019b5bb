//! Changes of expressions: other leaves, other numbers of variables.
//!
//! In: a number or a condition, and what replaces its leaves. Out: the changed one, built again, so that constants are folded. A number stays a
//! number, and a condition a condition.

use dashu_int::IBig;

use super::build;
use super::expr::{C, Cond, E, Expr, Formula, Over, Range};

/// A change of numbers and conditions that keeps each what it is.
pub trait Change {
    /// The changed number.
    fn number(&self, e: &E) -> E;
    /// The changed condition.
    fn condition(&self, c: &C) -> C;
}

/// The replacement of leaves: of coordinates and variables, and of the atoms of compounds. `None` keeps a leaf.
pub struct Leaves<'a> {
    /// The replacement of a coordinate or a variable.
    pub numbers: &'a dyn Fn(&Expr) -> Option<E>,
    /// The replacement of an atom.
    pub atoms: &'a dyn Fn(&Cond) -> Option<C>,
}

/// A number, a condition, or what is one of both.
pub trait Changed: Sized {
    /// The same, changed.
    #[must_use]
    fn changed(&self, change: &dyn Change) -> Self;
}

impl Changed for E {
    fn changed(&self, change: &dyn Change) -> E {
        change.number(self)
    }
}

impl Changed for C {
    fn changed(&self, change: &dyn Change) -> C {
        change.condition(self)
    }
}

impl Changed for Formula {
    fn changed(&self, change: &dyn Change) -> Formula {
        match self {
            Formula::Number(e) => Formula::Number(change.number(e)),
            Formula::Condition(c) => Formula::Condition(change.condition(c)),
        }
    }
}

/// The expression `e` with `by` in place of a variable.
#[must_use]
pub fn put<T: Changed>(e: &T, var: usize, by: &E) -> T {
    substitute(e, &|leaf| match leaf {
        Expr::Var(v) if *v == var => Some(by.clone()),
        _ => None,
    })
}

/// The expression `e` with coordinates and variables replaced: `f` gives the replacement, or `None` to keep one.
#[must_use]
pub fn substitute<T: Changed>(e: &T, f: &dyn Fn(&Expr) -> Option<E>) -> T {
    e.changed(&Leaves::numbers(f))
}

impl<'a> Leaves<'a> {
    /// The replacement of coordinates and variables; atoms stay.
    #[must_use]
    pub fn numbers(numbers: &'a dyn Fn(&Expr) -> Option<E>) -> Leaves<'a> {
        Leaves { numbers, atoms: &|_| None }
    }
}

impl Change for Leaves<'_> {
    fn number(&self, e: &E) -> E {
        match &**e {
            Expr::Coord(_) | Expr::Var(_) => (self.numbers)(e).unwrap_or_else(|| e.clone()),
            _ => rebuilt(e, self),
        }
    }

    fn condition(&self, c: &C) -> C {
        match &**c {
            Cond::Terminal(_) | Cond::TargetP(_) => (self.atoms)(c).unwrap_or_else(|| c.clone()),
            _ => rebuilt_condition(c, self),
        }
    }
}

/// One number in place of another, wherever it stands.
pub struct Instead<'a> {
    /// What is replaced.
    pub of: &'a E,
    /// What stands there then.
    pub by: &'a E,
}

impl Change for Instead<'_> {
    fn number(&self, e: &E) -> E {
        if e == self.of { self.by.clone() } else { rebuilt(e, self) }
    }

    fn condition(&self, c: &C) -> C {
        rebuilt_condition(c, self)
    }
}

/// The number, built again of its changed parts.
#[must_use]
pub fn rebuilt(e: &E, change: &dyn Change) -> E {
    let go = |e: &E| change.number(e);
    match &**e {
        Expr::Coord(_) | Expr::Var(_) | Expr::Int(_) | Expr::Fail(..) => e.clone(),
        Expr::Sum(c, terms) => {
            let list: Vec<(E, IBig)> = std::iter::once((build::int(c.clone()), IBig::ONE))
                .chain(terms.iter().map(|(t, k)| (go(t), k.clone())))
                .collect();
            build::sum(&list)
        }
        Expr::Product(list) => all(list, change).iter().skip(1).fold(go(&list[0]), |a, b| build::mul(&a, b)),
        Expr::Div(a, b, p) => build::div(&go(a), &go(b), *p),
        Expr::Mod(a, b, p) => build::modulo(&go(a), &go(b), *p),
        Expr::Pow(a, b, p) => build::pow(&go(a), &go(b), *p),
        Expr::Abs(a) => build::abs(&go(a)),
        Expr::Gcd(a, b) => build::gcd(&go(a), &go(b)),
        Expr::Bit(a, b, p) => build::bit(&go(a), &go(b), *p),
        Expr::Log2(a, p) => build::log2(&go(a), *p),
        Expr::Root(of, times, p) => build::root(&go(of), &go(times), *p),
        Expr::Nim(op, list, p) => build::nim(*op, &all(list, change), *p),
        Expr::Min(list) => build::min(all(list, change)),
        Expr::Max(list) => build::max(all(list, change)),
        Expr::Xor(list, p) => build::xor(&all(list, change), *p),
        Expr::If(c, a, b) => build::choose(&change.condition(c), &go(a), &go(b)),
        Expr::Select(i, list, p) => build::select(&go(i), &all(list, change), *p),
        Expr::Digit(i, digits, p) => build::digit(&go(i), digits, *p),
        Expr::Rank(k, list) => build::rank(*k, &all(list, change)),
        Expr::Ask(question, position, p) => build::ask(*question, all(position, change), *p),
        Expr::Mex(list) => build::mex(list.iter().map(|(c, e)| (change.condition(c), go(e))).collect()),
        Expr::Count(over) => build::count(changed_over(over, change)),
        Expr::Fold(op, over) => build::fold(*op, changed_over(over, change)),
    }
}

/// The condition, built again of its changed parts.
#[must_use]
pub fn rebuilt_condition(c: &C, change: &dyn Change) -> C {
    let go = |e: &E| change.number(e);
    match &**c {
        Cond::Terminal(_) | Cond::TargetP(_) | Cond::Bool(_) | Cond::Fail(..) => c.clone(),
        Cond::Zero(a) => build::zero(&go(a)),
        Cond::NonPos(a) => build::non_pos(&go(a)),
        Cond::Divides(a, b) => build::divides(&go(a), &go(b)),
        Cond::Not(a) => build::not(&change.condition(a)),
        Cond::And(list) => build::and(list.iter().map(|c| change.condition(c)).collect()),
        Cond::Or(list) => build::or(list.iter().map(|c| change.condition(c)).collect()),
        Cond::Same(a, b) => build::same(&change.condition(a), &change.condition(b)),
        Cond::Linked(links, target) => build::linked(&links.map(|c| change.condition(c)), *target),
        Cond::If(c, a, b) => build::choose_condition(&change.condition(c), &change.condition(a), &change.condition(b)),
        Cond::Quantified(quantifier, over) => build::quantified(*quantifier, changed_over(over, change)),
    }
}

fn all(list: &[E], change: &dyn Change) -> Vec<E> {
    list.iter().map(|e| change.number(e)).collect()
}

fn changed_over<B: Changed>(over: &Over<B>, change: &dyn Change) -> Over<B> {
    let range = |r: &Range| {
        let var = match *change.number(&build::var(r.var)) {
            Expr::Var(new) => new,
            _ => r.var,
        };
        Range { var, lo: change.number(&r.lo), hi: change.number(&r.hi) }
    };
    Over {
        ranges: over.ranges.iter().map(range).collect(),
        filter: change.condition(&over.filter),
        body: over.body.changed(change),
        place: over.place,
    }
}
