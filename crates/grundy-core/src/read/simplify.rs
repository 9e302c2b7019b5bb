//! Expressions far out on a line.
//!
//! In: an expression, and bounds of its coordinates and variables, mostly lower bounds ([`Far`]). Out: the same expression for such
//! values, simplified: entries of `min` and `max` that never decide are dropped, quotients and remainders are reduced by what the bounds tell, and
//! conditions are decided where the bounds decide them.

use dashu_int::IBig;
use grundy_rules::rules::change::{Change, Changed};

use grundy_rules::rules::bounds::{Env, Interval, decide, interval};
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{C, Cond, E, Expr, Tree};

/// The bounds of all coordinates, and of all variables.
pub struct Far {
    coord: Interval,
    var: Interval,
}

fn at_least(least: impl Into<IBig>) -> Interval {
    Interval { lo: Some(least.into()), hi: None }
}

impl Far {
    /// Coordinates are at least a number; nothing is known about variables.
    pub fn coords(least: impl Into<IBig>) -> Far {
        Far { coord: at_least(least), var: Interval::any() }
    }

    /// Coordinates are at least one number, variables at least another.
    pub fn both(coord: impl Into<IBig>, var: impl Into<IBig>) -> Far {
        Far { coord: at_least(coord), var: at_least(var) }
    }

    /// Coordinates are at least a number; variables are naturals below it.
    pub fn early(least: u64) -> Far {
        let var = Interval { lo: Some(IBig::ZERO), hi: Some(IBig::from(least) - IBig::ONE) };
        Far { coord: at_least(least), var }
    }
}

impl Env for Far {
    fn coord(&self, _: usize) -> Interval {
        self.coord.clone()
    }

    fn var(&self, _: usize) -> Interval {
        self.var.clone()
    }
}

/// Simplifies what is bounded so.
impl Change for Far {
    fn number(&self, e: &E) -> E {
        number(e, self)
    }
    fn condition(&self, c: &C) -> C {
        condition(c, self)
    }
}

/// The expression, simplified. A subexpression that binds variables is left as it is.
pub fn simplify<T: Changed>(e: &T, far: &Far) -> T {
    e.changed(far)
}

fn number(e: &E, far: &Far) -> E {
    let go = |e: &E| number(e, far);
    let all = |list: &[E]| list.iter().map(go).collect::<Vec<E>>();
    match &**e {
        Expr::Sum(c, terms) => {
            let terms = terms.iter().map(|(t, k)| (go(t), k.clone()));
            build::sum(&terms.chain([(build::int(c.clone()), IBig::ONE)]).collect::<Vec<_>>())
        }
        Expr::Product(list) => all(list).iter().fold(build::int(1), |product, e| build::mul(&product, e)),
        Expr::Min(list) => build::min(extreme(all(list), far, &|a, b| build::le(a, b))),
        Expr::Max(list) => build::max(extreme(all(list), far, &|a, b| build::le(b, a))),
        Expr::Abs(a) => {
            let a = go(a);
            let range = interval(&a, far);
            match (range.lo, range.hi) {
                (Some(lo), _) if lo >= IBig::ZERO => a,
                (_, Some(hi)) if hi <= IBig::ZERO => build::scale(&a, &-IBig::ONE),
                _ => build::abs(&a),
            }
        }
        Expr::Div(a, d, place) => match d.as_int().filter(|d| **d > IBig::ZERO) {
            Some(m) => {
                let (whole, rest) = parts(&go(a), m);
                let inside = within(&rest, m, far);
                build::add(&whole, &if inside { build::int(0) } else { build::div(&rest, d, *place) })
            }
            None => build::div(&go(a), &go(d), *place),
        },
        Expr::Mod(a, d, place) => match d.as_int().filter(|d| **d > IBig::ZERO) {
            Some(m) => {
                let rest = parts(&go(a), m).1;
                if within(&rest, m, far) { rest } else { build::modulo(&rest, d, *place) }
            }
            None => build::modulo(&go(a), &go(d), *place),
        },
        Expr::Bit(a, i, place) => match i.as_int().and_then(|i| u8::try_from(i).ok()) {
            Some(i) => {
                let power = build::int(IBig::ONE << usize::from(i));
                go(&build::modulo(&build::div(a, &power, *place), &build::int(2), *place))
            }
            None => build::bit(&go(a), &go(i), *place),
        },
        Expr::If(c, a, b) => {
            let c = condition(c, far);
            match c.as_bool() {
                Some(true) => go(a),
                Some(false) => go(b),
                None => build::choose(&c, &go(a), &go(b)),
            }
        }
        _ => e.clone(),
    }
}

/// A condition, decided where the bounds decide it.
fn condition(c: &C, far: &Far) -> C {
    let go = |e: &E| number(e, far);
    let within = |c: &C| condition(c, far);
    let all = |list: &[C]| list.iter().map(within).collect::<Vec<C>>();
    let settled = match &**c {
        Cond::If(c, a, b) => {
            let c = within(c);
            return match c.as_bool() {
                Some(true) => within(a),
                Some(false) => within(b),
                None => build::choose_condition(&c, &within(a), &within(b)),
            };
        }
        Cond::Zero(a) => build::zero(&go(a)),
        Cond::NonPos(a) => build::non_pos(&go(a)),
        Cond::Divides(d, n) => match d.as_int().filter(|d| **d > IBig::ZERO) {
            Some(m) => build::divides(d, &parts(&go(n), m).1),
            None => build::divides(&go(d), &go(n)),
        },
        Cond::Not(a) => build::not(&within(a)),
        Cond::And(list) => build::and(all(list)),
        Cond::Or(list) => build::or(all(list)),
        Cond::Same(a, b) => build::same(&within(a), &within(b)),
        Cond::Linked(links, target) => build::linked(&links.map(within), *target),
        _ => return c.clone(),
    };
    let decided = decide(&settled, far).filter(|_| settled.total());
    decided.map_or(settled, build::boolean)
}

/// A sum as `m * whole + rest`.
fn parts(e: &E, m: &IBig) -> (E, E) {
    let (constant, terms) = build::linear(e);
    let (mut whole, mut rest) = (vec![], vec![]);
    for (term, factor) in terms {
        match build::floor_div_mod(&factor, m) {
            Some((q, r)) if r.is_zero() => whole.push((term, q)),
            _ => rest.push((term, factor)),
        }
    }
    let (q, r) = build::floor_div_mod(&constant, m).unwrap_or((IBig::ZERO, constant));
    (build::from_linear(q, whole), build::from_linear(r, rest))
}

/// Does the expression always lie from 0 to `m` - 1?
fn within(e: &E, m: &IBig, far: &Far) -> bool {
    let range = interval(e, far);
    range.lo.is_some_and(|lo| lo >= IBig::ZERO) && range.hi.is_some_and(|hi| hi < *m)
}

/// The list without the entries that some other entry always precedes: `le(a, b)` says that a precedes b.
fn extreme(list: Vec<E>, far: &Far, le: &dyn Fn(&E, &E) -> C) -> Vec<E> {
    let mut kept: Vec<E> = vec![];
    for e in list {
        if kept.iter().any(|k| decide(&le(k, &e), far) == Some(true)) {
            continue;
        }
        kept.retain(|k| decide(&le(&e, k), far) != Some(true));
        kept.push(e);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::rules::expr::Place;

    #[test]
    fn what_is_known_far_out_settles_expressions() {
        let far = Far::both(16, 16);
        // The running coordinate is 6 * x + 5.
        let b = build::add(&build::scale(&build::coord(0), &IBig::from(6)), &build::int(5));
        let (five, two, three) = (build::int(5), build::int(2), build::int(3));
        assert_eq!(simplify(&build::min(vec![five.clone(), b.clone()]), &far), five);
        assert_eq!(simplify(&build::modulo(&b, &three, Place::default()), &far), two);
        let half = build::add(&build::scale(&build::coord(0), &IBig::from(3)), &two);
        assert_eq!(simplify(&build::div(&b, &two, Place::default()), &far), half);
        assert_eq!(simplify(&build::le(&five, &b), &far).as_bool(), Some(true));
        assert_eq!(simplify(&build::divides(&three, &b), &far).as_bool(), Some(false));
        assert_eq!(simplify(&build::bit(&b, &build::int(0), Place::default()), &far), build::int(1));
        assert_eq!(simplify(&build::le(&b, &build::var(0)), &far).as_bool(), None);
    }
}
