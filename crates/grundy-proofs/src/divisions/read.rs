//! What moves subtract and by what they divide.
//!
//! In: rules of one coordinate n. Out: the [`Shape`], if from n the moves lead to n - s for every s <= n of a set, and, if n > 0, to n / d for every
//! d of another set that divides n; otherwise the [`Reason`] why a family has another shape. How the moves are written does not matter: a condition
//! on n is decided by the residues of n.

use crate::exact::index;
use grundy_core::contract::blocked::NOT_COUNTED;
use grundy_core::contract::reason::{Reason, counter};
use grundy_core::read::arithmetic::lcm;
use grundy_core::read::simplify::{Far, simplify};
use grundy_rules::rules::expr::{C, E, Expr, Place};
use grundy_rules::rules::{Family, Ruleset, build, change};

/// A family is written out into at most this many moves.
const MOST: i64 = 1 << 12;
/// Divisors beyond this are refused, because residues are decided one by one.
const LARGEST: u64 = 1 << 20;
/// Tuples of values have four bits for each of at most sixteen values.
const MOST_MOVES: usize = 15;
const LONGEST: usize = 16;
/// The number of residue classes that are told apart for tuples.
const CLASSES: u64 = 1 << 10;

/// The subtrahends and divisors of the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// The subtrahends, in ascending order, at least 1.
    pub subtract: Vec<u64>,
    /// The divisors, in ascending order, at least 2.
    pub divide: Vec<u64>,
}

impl Shape {
    /// Reads rules.
    pub fn of(rules: &Ruleset) -> Result<Shape, Reason> {
        if rules.blocked > 0 {
            return Err(Reason::shape(NOT_COUNTED, Place::default()));
        }
        if let Some(counts) = counter(rules) {
            return Err(Reason::shape(counts, Place::default()));
        }
        if rules.width() != 1 {
            let text = format!(
                "these positions have {} coordinates; subtractions and divisions are read of one",
                rules.width()
            );
            return Err(Reason::shape(text, Place::default()));
        }
        if let Some((_, _, place)) = rules.requires.first() {
            return Err(Reason::shape("a `require` keeps some numbers from being positions", *place));
        }
        let mut shape = Shape::default();
        for family in &rules.families {
            Reader { rules, family }.moves(&mut shape)?;
        }
        for list in [&mut shape.subtract, &mut shape.divide] {
            list.sort_unstable();
            list.dedup();
        }
        Ok(shape)
    }

    /// Reads rules for which guesses can be tried: there are subtractions, and not too many moves.
    pub fn of_guesses(rules: &Ruleset) -> Result<Shape, Reason> {
        let shape = Shape::of(rules)?;
        let refuse = |text: &str| Err(Reason::shape(text, Place::default()));
        if shape.subtract.is_empty() {
            return refuse("nothing is subtracted, so that only divisibility counts");
        }
        if shape.most() > MOST_MOVES || shape.longest() > LONGEST {
            let text = format!(
                "there are {} moves and the largest subtrahend is {}; up to {MOST_MOVES} and {LONGEST} are read",
                shape.most(),
                shape.longest()
            );
            return refuse(&text);
        }
        let modulus = shape.common(1);
        if modulus == 0 || modulus > 1 << 40 {
            return refuse("the divisors have too large a least common multiple");
        }
        Ok(shape)
    }

    /// The largest number of options of a position.
    pub fn most(&self) -> usize {
        self.subtract.len() + self.divide.len()
    }

    /// The least common multiple of the divisors and `with`; 0 if it does not fit in 64 bits.
    pub fn common(&self, with: u64) -> u64 {
        self.divide.iter().fold(with, |m, d| lcm(m, *d))
    }

    /// The modulus for residue classes: the least common multiple of the divisors and `finer`; 1 if it is too large.
    pub fn modulus(&self, finer: u64) -> u64 {
        let common = self.common(finer);
        if (1..=CLASSES).contains(&common) { common } else { 1 }
    }

    /// The largest subtrahend; 0 if there is none.
    pub fn longest(&self) -> usize {
        self.subtract.last().map_or(0, |s| index(*s))
    }
}

struct Reader<'a> {
    rules: &'a Ruleset,
    family: &'a Family,
}

impl Reader<'_> {
    fn refuse<T>(&self, text: &str) -> Result<T, Reason> {
        Err(Reason::family(self.rules, self.family, text))
    }

    /// Adds the moves of the family, with its parameters written out.
    fn moves(&self, shape: &mut Shape) -> Result<(), Reason> {
        let [target] = &self.family.targets[..] else { return self.refuse("leaves no number, or several") };
        let Some(tuple) = target.only() else { return self.refuse("leaves no number, or several") };
        let [to] = &tuple[..] else { return self.refuse("leaves no number, or several") };
        let guard = build::and(vec![self.family.before.clone(), self.family.guard.clone()]);
        let mut open = vec![(0, guard, to.clone())];
        let mut moves = 0;
        while let Some((param, guard, to)) = open.pop() {
            let Some(range) = self.family.params.get(param) else {
                moves += 1;
                self.one(&guard, &to, shape)?;
                continue;
            };
            let (Some(lo), Some(hi)) = (self.constant(&range.lo), self.constant(&range.hi)) else {
                return self.refuse(
                    "takes amounts whose range depends on the position; fixed subtractions and divisors are read",
                );
            };
            if hi.saturating_sub(lo) >= MOST - moves {
                return self.refuse("comes to too many moves");
            }
            // The ends of ranges are constant, so later ranges depend on this variable only through conditions.
            open.extend((lo..=hi).map(|x| {
                let x = build::int(x);
                (param + 1, change::put(&guard, range.var, &x), change::put(&to, range.var, &x))
            }));
        }
        Ok(())
    }

    fn constant(&self, e: &E) -> Option<i64> {
        simplify(e, &from(0)).as_i64()
    }

    /// Adds one move without parameters.
    fn one(&self, guard: &C, to: &E, shape: &mut Shape) -> Result<(), Reason> {
        let n = build::coord(0);
        let to = simplify(to, &from(1));
        if let Some(less) = build::sub(&n, &to).as_i64() {
            return match self.holds(guard, &n, less.max(0)) {
                Some(false) => Ok(()),
                Some(true) if less >= 1 => {
                    shape.subtract.push(less.unsigned_abs());
                    Ok(())
                }
                Some(true) => self.refuse("does not make the number smaller"),
                None => self.refuse("subtracts, but not from all numbers that are large enough"),
            };
        }
        let divisor = match &*to {
            Expr::Div(a, d, _) if *a == n => d.as_int().and_then(|d| u64::try_from(d).ok()),
            _ => None,
        };
        let Some(d) = divisor.filter(|d| (2..=LARGEST).contains(d)) else {
            if self.never(guard) {
                return Ok(());
            }
            return self.refuse("neither subtracts a constant nor divides by one");
        };
        if self.holds(guard, &build::int(0), 0) != Some(false) {
            return self.refuse("divides 0, too, which leads from 0 to 0");
        }
        if self.never(guard) {
            return Ok(());
        }
        if self.says(guard, d) {
            shape.divide.push(d);
            return Ok(());
        }
        let class = |r: u64| build::add(&build::scale(&n, &d.into()), &build::int(r));
        let exact = self.holds(guard, &class(0), 1) == Some(true)
            && (1..d).all(|r| self.holds(guard, &class(r), 0) == Some(false));
        if !exact {
            return self.refuse("divides, but not just the numbers above 0 that the divisor divides");
        }
        shape.divide.push(d);
        Ok(())
    }

    /// On all n > 0, is the condition literally that d divides n? Then the residues, of which there may be many, need not be decided.
    fn says(&self, guard: &C, d: u64) -> bool {
        simplify(guard, &from(1)) == build::divides(&build::int(d), &build::coord(0))
    }

    /// Is the condition false for all n >= 0?
    fn never(&self, guard: &C) -> bool {
        self.holds(guard, &build::coord(0), 1) == Some(false) && self.holds(guard, &build::int(0), 0) == Some(false)
    }

    /// With the expression `n` in x in place of n, the truth of a condition for all x >= `least`; `None` if it is not known to be the same
    /// for all x.
    fn holds(&self, guard: &C, n: &E, least: i64) -> Option<bool> {
        let put = change::substitute(guard, &|leaf| match leaf {
            Expr::Coord(_) => Some(n.clone()),
            _ => None,
        });
        simplify(&put, &from(least)).as_bool()
    }
}

/// Bounds for numbers from `least` on.
fn from(least: i64) -> Far {
    Far::coords(least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::session::Session;

    fn shape(rules: &str) -> Result<Shape, Reason> {
        let mut session = Session::new();
        session.load("own.game", &format!("game own(n) {{\n{rules}\n}}")).expect("the rules are of the language");
        Shape::of(&session.game("own", None).expect("a game").rules)
    }

    #[test]
    fn rules_are_read_however_they_are_written() {
        let is = |s: &[u64], d: &[u64]| Ok(Shape { subtract: s.to_vec(), divide: d.to_vec() });
        assert_eq!(
            shape("move n - 1\nmove n div 2 if n > 0 and n mod 2 = 0\nmove n div 3 if 3 divides n and n >= 1"),
            is(&[1], &[2, 3])
        );
        assert_eq!(shape("move n - s for s in {4, 2}\nmove n div 5 if n != 0 and 5 divides n"), is(&[2, 4], &[5]));
        assert_eq!(
            shape("move n - i for i in 1..3\nmove n div (2*i) for i in 1..2 if n > 0 and 2*i divides n"),
            is(&[1, 2, 3], &[2, 4])
        );
        assert_eq!(shape("move n - 1\nmove n div 0 if n > 0 and 0 divides n"), is(&[1], &[]));
        assert_eq!(shape("move n div 7 if n > 0 and n mod 7 < 1"), is(&[], &[7]));
    }

    #[test]
    fn other_rules_are_refused() {
        for rules in [
            "move n - 1\nmove n div 2 if n > 0",
            "move n - 1 if n mod 2 = 0",
            "move n - i for i in 1..n",
            "move n div 2 if n mod 4 = 0 and n > 0",
            "move n div 3 if n mod 3 = 1",
            "move 0 if n > 5",
        ] {
            assert!(shape(rules).is_err(), "{rules}");
        }
    }
}
