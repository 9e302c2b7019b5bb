//! How far the questions of an expression will reach.
//!
//! In: an expression without coordinates. Out: for each question about positions that a quantified form asks at all its numbers, the greatest coordinates and about how
//! many positions that is. So one table is made of them, where it pays, and none that grows with the questions. Forms that end at the first number that decides
//! them are left out: they may ask little. So may those with a filter, of which no more than [`FILTERED`] questions are foretold.

use std::collections::HashMap;

use dashu_int::IBig;
use grundy_core::contract::stop::Result;
use grundy_rules::rules::bounds::{Env, Interval, interval};
use grundy_rules::rules::expr::{Cond, Expr, Node, bound_by};

/// The most questions that a form with a filter is taken to ask.
const FILTERED: u32 = 1 << 16;

/// Hears of a question, of the greatest coordinates of its positions, and of how many they are.
pub(super) type Hear<'a> = dyn FnMut(usize, &[u64], u64) -> Result<()> + 'a;

/// What is known inside of quantified forms.
#[derive(Clone, Default)]
struct Inside {
    /// The values of the bound names.
    names: HashMap<usize, Interval>,
    /// The choices of them.
    choices: IBig,
}

impl Env for Inside {
    fn coord(&self, _: usize) -> Interval {
        Interval::naturals()
    }
    fn var(&self, index: usize) -> Interval {
        self.names.get(&index).cloned().unwrap_or_else(Interval::any)
    }
}

/// Tells what a number or a condition will ask.
///
/// # Errors
/// What `hear` returns.
pub(super) fn foretold(node: Node<'_>, hear: &mut Hear<'_>) -> Result<()> {
    Inside { names: HashMap::new(), choices: IBig::ONE }.walk(node, hear)
}

impl Inside {
    fn walk(&self, node: Node<'_>, hear: &mut Hear<'_>) -> Result<()> {
        if let Node::Condition(c) = node
            && matches!(**c, Cond::Quantified(..))
        {
            return Ok(());
        }
        if let Node::Number(e) = node
            && let Expr::Ask(question, entries, _) = &**e
            && self.choices > IBig::ONE
        {
            let most = |e| interval(e, self).hi.and_then(|hi| u64::try_from(hi).ok());
            if let Some(hi) = entries.iter().map(most).collect::<Option<Vec<u64>>>() {
                hear(*question, &hi, u64::try_from(&self.choices).unwrap_or(u64::MAX))?;
            }
        }
        let Some(inside) = self.within(node) else { return Ok(()) };
        let mut outcome = Ok(());
        node.for_each_child(&mut |child| {
            if outcome.is_ok() {
                outcome = inside.walk(child, hear);
            }
        });
        outcome
    }

    /// What is known inside of a form; `None` if one of its ranges has no known ends.
    fn within(&self, node: Node<'_>) -> Option<Inside> {
        let mut inside = self.clone();
        for range in bound_by(node) {
            let (lo, hi) = (interval(&range.lo, &inside).lo?, interval(&range.hi, &inside).hi?);
            inside.choices *= (&hi - &lo + IBig::ONE).max(IBig::ZERO);
            inside.names.insert(range.var, Interval { lo: Some(lo), hi: Some(hi) });
        }
        if is_filtered(node) {
            inside.choices = inside.choices.min(FILTERED.into());
        }
        Some(inside)
    }
}

fn is_filtered(node: Node<'_>) -> bool {
    let filter = match node {
        Node::Number(e) => match &**e {
            Expr::Count(over) => &over.filter,
            Expr::Fold(_, over) => &over.filter,
            _ => return false,
        },
        Node::Condition(_) => return false,
    };
    filter.as_bool() != Some(true)
}

#[cfg(test)]
mod tests {
    use grundy_rules::rules::build;
    use grundy_rules::rules::expr::{FoldOp, Over, Place, Quantifier, Range};

    use super::*;

    #[test]
    fn sums_are_foretold_and_what_ends_early_is_not() {
        // Over a in 0..9, b in a..9: question 3 about (2 a, b + 1).
        let var = build::var;
        let range = |var, lo, hi: i64| Range { var, lo, hi: build::int(hi) };
        let entries = vec![build::scale(&var(0), &IBig::from(2)), build::add(&var(1), &build::int(1))];
        let asks = build::ask(3, entries, Place::default());
        let ranges = vec![range(0, build::int(0), 9), range(1, var(0), 9)];
        let (filter, place) = (build::boolean(true), Place::default());
        let mut heard = vec![];
        let mut hear = |question: usize, hi: &[u64], choices: u64| {
            heard.push((question, hi.to_vec(), choices));
            Ok(())
        };
        let over = Over { ranges: ranges.clone(), filter: filter.clone(), body: asks.clone(), place };
        let sum = build::fold(FoldOp::Sum, over);
        foretold(Node::Number(&sum), &mut hear).expect("no error");
        let any = build::quantified(Quantifier::Any, Over { ranges, filter, body: build::zero(&asks), place });
        foretold(Node::Condition(&any), &mut hear).expect("no error");
        assert_eq!(heard, [(3, vec![18, 10], 100)]);
    }
}
