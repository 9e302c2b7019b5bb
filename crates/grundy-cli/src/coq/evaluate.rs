//! Expressions of the canonical form, evaluated; and the options of a position.
//!
//! In: expressions and rules of a certificate, as JSON. Out: numbers, where these are small and nothing is undefined; else nothing. What is found here is a hint for Coq, which evaluates
//! everything again: a wrong number makes a proof that Coq refuses.

use std::collections::BTreeMap;

use serde_json::Value;

/// The coordinates, and the variables by their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    pub(super) x: Vec<i64>,
    pub(super) v: BTreeMap<u64, i64>,
    /// For each part, whether it has no move.
    ends: Vec<bool>,
}

impl Place {
    pub(super) fn number(&mut self, expr: &Value) -> Option<i64> {
        if let Some(number) = expr.as_i64() {
            return Some(number);
        }
        let (word, of) = expr.as_array()?.split_first()?;
        match (word.as_str()?, of) {
            ("x", [i]) => self.x.get(usize::try_from(i.as_u64()?).ok()?).copied(),
            ("v", [i]) => self.v.get(&i.as_u64()?).copied(),
            ("sum", [constant, terms]) => {
                let mut sum = constant.as_i64()?;
                for term in terms.as_array()? {
                    sum = sum.checked_add(term.get(0)?.as_i64()?.checked_mul(self.number(term.get(1)?)?)?)?;
                }
                Some(sum)
            }
            ("product", of) => self.numbers(of)?.into_iter().try_fold(1i64, i64::checked_mul),
            ("div", [a, b]) => self.divided(a, b).map(|(quotient, _)| quotient),
            ("mod", [a, b]) => self.divided(a, b).map(|(_, rest)| rest),
            ("power", [a, b]) => self.number(a)?.checked_pow(u32::try_from(self.number(b)?).ok()?),
            ("abs", [a]) => self.number(a)?.checked_abs(),
            ("log2", [a]) => self.number(a)?.checked_ilog2().map(i64::from),
            ("min", of) => self.numbers(of)?.into_iter().min(),
            ("max", of) => self.numbers(of)?.into_iter().max(),
            ("xor", of) => self.numbers(of)?.into_iter().try_fold(0, |all, one| (one >= 0).then_some(all ^ one)),
            ("if", [c, a, b]) => {
                if self.condition(c)? {
                    self.number(a)
                } else {
                    self.number(b)
                }
            }
            ("entry", [i, of]) => {
                let at = usize::try_from(self.number(i)?.checked_sub(1)?).ok()?;
                self.number(of.get(at)?)
            }
            ("digit", [i, of]) => Some(of.get(usize::try_from(self.number(i)?).ok()?).map_or(Some(0), Value::as_i64)?),
            _ => None,
        }
    }

    pub(super) fn condition(&mut self, expr: &Value) -> Option<bool> {
        if let Value::Bool(value) = expr {
            return Some(*value);
        }
        let (word, of) = expr.as_array()?.split_first()?;
        match (word.as_str()?, of) {
            ("=0", [a]) => Some(self.number(a)? == 0),
            ("<=0", [a]) => Some(self.number(a)? <= 0),
            ("divides", [d, n]) => {
                let (d, n) = (self.number(d)?, self.number(n)?);
                Some(n == 0 || n.checked_rem(d) == Some(0))
            }
            ("terminal", [k]) => self.ends.get(usize::try_from(k.as_u64()?).ok()?).copied(),
            ("not", [c]) => Some(!self.condition(c)?),
            ("and", of) => self.all(of),
            ("or", of) => {
                for one in of {
                    if self.condition(one)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
            ("iff", [c, d]) => Some(self.condition(c)? == self.condition(d)?),
            ("if", [c, a, b]) => {
                if self.condition(c)? {
                    self.condition(a)
                } else {
                    self.condition(b)
                }
            }
            _ => None,
        }
    }

    fn numbers(&mut self, of: &[Value]) -> Option<Vec<i64>> {
        of.iter().map(|one| self.number(one)).collect()
    }

    /// Do all conditions hold? From left to right, until one does not.
    fn all(&mut self, of: &[Value]) -> Option<bool> {
        for one in of {
            if !self.condition(one)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The quotient, rounded down, and the rest, where the divisor is positive.
    fn divided(&mut self, a: &Value, b: &Value) -> Option<(i64, i64)> {
        let (a, b) = (self.number(a)?, self.number(b)?);
        (b > 0).then(|| (a.div_euclid(b), a.rem_euclid(b)))
    }
}

/// The options of a position by rules in which no move splits; none from what is no position.
pub(super) fn options(rules: &Value, position: &[i64]) -> Option<Vec<Vec<i64>>> {
    if !exists(rules, position)? {
        return Some(vec![]);
    }
    let mut found = vec![];
    let ends = rules["parts"].as_array()?.iter().map(|part| has_no_move(part, position)).collect::<Option<Vec<_>>>()?;
    for family in rules["families"].as_array()? {
        let mut place = Place { x: position.to_vec(), v: BTreeMap::new(), ends: ends.clone() };
        if place.condition(&family["before"])? {
            moves(rules, family, family["params"].as_array()?, 0, &mut place, &mut found)?;
        }
    }
    Some(found)
}

/// Has a part of the rules no move at a position?
fn has_no_move(part: &Value, position: &[i64]) -> Option<bool> {
    let first = usize::try_from(part["first"].as_u64()?).ok()?;
    let width = part["rules"]["coordinates"].as_array()?.len();
    Some(options(&part["rules"], position.get(first..first + width)?)?.is_empty())
}

fn exists(rules: &Value, position: &[i64]) -> Option<bool> {
    let mut place = Place { x: position.to_vec(), ..Place::default() };
    if position.iter().any(|entry| *entry < 0) {
        return Some(false);
    }
    let conditions: Vec<Value> = rules["requires"].as_array()?.iter().map(|of| of["condition"].clone()).collect();
    place.all(&conditions)
}

/// The moves of a family, whose parameters from a number on run through their ranges.
fn moves(
    rules: &Value,
    family: &Value,
    params: &[Value],
    number: u64,
    place: &mut Place,
    found: &mut Vec<Vec<i64>>,
) -> Option<()> {
    if let Some((range, rest)) = params.split_first() {
        let (least, most) = (place.number(&range[0])?, place.number(&range[1])?);
        for z in least..=most {
            place.v.insert(number, z);
            moves(rules, family, rest, number + 1, place, found)?;
        }
        return Some(());
    }
    if !place.condition(&family["guard"])? {
        return Some(());
    }
    let mut to = place.x.clone();
    for target in family["targets"].as_array()? {
        let leaf = &rules["leaves"][usize::try_from(target["leaf"].as_u64()?).ok()?];
        let first = usize::try_from(leaf["first"].as_u64()?).ok()?;
        let [tuple] = target["tuples"].as_array()?.as_slice() else { return None };
        for (i, entry) in tuple.as_array()?.iter().enumerate() {
            *to.get_mut(first + i)? = place.number(entry)?;
        }
    }
    if exists(rules, &to)? {
        found.push(to);
    }
    Some(())
}
