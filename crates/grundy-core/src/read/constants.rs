//! Families whose ranges have constant ends, expanded to families without ranges.
//!
//! In: a family. Out: the family at each value of its parameters, if there are few. The engines that read steps need such moves.

use grundy_rules::rules::change::Leaves;
use grundy_rules::rules::expr::Expr;
use grundy_rules::rules::{Family, build};

/// The family at every value of its parameters, except where the guard is then false; `None` if an end is not constant, or there are
/// more than `most` values.
pub fn each(family: &Family, most: i64) -> Option<Vec<Family>> {
    let (mut open, mut done) = (vec![family.clone()], vec![]);
    while let Some(family) = open.pop() {
        match family.params.first() {
            None if family.guard.as_bool() == Some(false) => {}
            None => done.push(family),
            Some(range) => {
                let (lo, hi) = (range.lo.as_i64()?, range.hi.as_i64()?);
                if hi.checked_sub(lo)? >= most {
                    return None;
                }
                open.extend((lo..=hi).rev().map(|value| at(&family, value)));
            }
        }
        if (open.len() + done.len()) as i64 > most {
            return None;
        }
    }
    Some(done)
}

/// The family at one value of its first parameter.
fn at(family: &Family, value: i64) -> Family {
    let var = family.params[0].var;
    let mut family = family.clone();
    family.params.remove(0);
    family.changed(&Leaves::numbers(&|leaf| (*leaf == Expr::Var(var)).then(|| build::int(value))))
}
