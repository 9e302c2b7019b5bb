//! Ranges that are short whatever the numbers are.
//!
//! In: a range from a constant to a number that is never above another constant, such as `0..min(x, 1)`. Out: "there is" over it, written out: each number of the
//! longest range, where it is no greater than the end.

use std::ops::RangeInclusive;

use crate::form::expr::{Expr, Many, Result, Rules, Two};
use crate::say::moves::{Defined, Env, Speaker};
use crate::say::sets::{Set, Sum};
use crate::say::truth::{Body, Range};

impl Speaker {
    /// "There is" over the numbers of a range up to one that is no greater than the last, written out.
    pub(crate) fn written_out(
        &mut self,
        rules: &Rules,
        (variable, numbers, hi): (usize, RangeInclusive<i128>, &Expr),
        rest: &[Range<'_>],
        env: &Env,
        body: &mut Body<'_>,
    ) -> Result<Set> {
        // An end is looked at even where no number lies between the ends.
        self.scoped(|own| {
            let mut defined = Defined::default();
            let hi = own.int(rules, hi, env, &mut defined)?;
            own.owes_number(&hi, &defined);
            Ok(())
        })?;
        let mut ways = vec![];
        for n in numbers {
            let inside = self.related(rules, hi, env, &|sets, hi| sets.at_most(&Sum::number(n), hi))?.yes;
            let env = env.with(variable, Sum::number(n));
            let inner = self.where_holds(inside, |own| own.quantified(rules, rest, &env, body))?;
            ways.push(self.sets.and(vec![inside, inner]));
        }
        Ok(self.sets.or(ways))
    }
}

/// A number which a number is never above, as far as its form tells.
pub(crate) fn most(e: &Expr) -> Option<i128> {
    match e {
        Expr::Int(n) => Some(*n),
        Expr::Many(Many::Min, list) => list.iter().filter_map(most).min(),
        Expr::Many(Many::Max, list) => list.iter().map(most).try_fold(i128::MIN, |all, own| Some(all.max(own?))),
        Expr::If(three) => Some(most(&three[1])?.max(most(&three[2])?)),
        Expr::Two(Two::Mod, both) => match both[1] {
            Expr::Int(by) if by > 0 => Some(by - 1),
            _ => None,
        },
        Expr::Two(Two::Bit, _) => Some(1),
        _ => None,
    }
}
