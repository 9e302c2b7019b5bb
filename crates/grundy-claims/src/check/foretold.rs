//! How far the questions of an expression will reach.
//!
//! In: an expression without coordinates. Out: for each question about positions that a quantified form asks at all its numbers, the greatest coordinates and about how
//! many positions that is. So one table is made of them, where it pays, and none that grows with the questions. Forms that end at the first number that decides
//! them are left out: they may ask little. So may those with a filter, of which no more than [`FILTERED`] questions are foretold.

use dashu_int::IBig;
use grundy_core::contract::stop::Result;
use grundy_rules::rules::bounds::Interval;
use grundy_rules::rules::expr::{C, Cond, E, Expr, Node, Range, bound_by};

use crate::check::reach::Ranges;

/// The most questions that a form with a filter is taken to ask.
const FILTERED: u32 = 1 << 16;

/// Hears of a question, of the greatest coordinates of its positions, and of how many they are.
pub(crate) type Hear<'a> = dyn FnMut(usize, &[u64], u64) -> Result<()> + 'a;

/// What is known inside of quantified forms.
#[derive(Clone)]
struct Inside {
    names: Ranges,
    /// The choices of the names.
    choices: IBig,
}

/// Tells what a number or a condition will ask.
///
/// # Errors
/// What `hear` returns.
pub(crate) fn foretold(node: Node<'_>, hear: &mut Hear<'_>) -> Result<()> {
    Inside { names: Ranges::default(), choices: IBig::ONE }.walk(node, hear)
}

impl Inside {
    fn walk(&self, node: Node<'_>, hear: &mut Hear<'_>) -> Result<()> {
        let form = match node {
            Node::Condition(c) if matches!(**c, Cond::Quantified(..)) => return Ok(()),
            Node::Condition(_) => None,
            Node::Number(e) => match &**e {
                Expr::Ask(question, entries, _) => {
                    self.asked(*question, entries, hear)?;
                    None
                }
                Expr::Count(over) => Some(&over.filter),
                Expr::Fold(_, over) => Some(&over.filter),
                _ => None,
            },
        };
        match form.map(|filter| self.within(bound_by(node), filter)) {
            None => self.walk_parts(node, hear),
            Some(Some(inside)) => inside.walk_parts(node, hear),
            Some(None) => Ok(()),
        }
    }

    fn walk_parts(&self, node: Node<'_>, hear: &mut Hear<'_>) -> Result<()> {
        let mut outcome = Ok(());
        node.for_each_child(&mut |child| {
            if outcome.is_ok() {
                outcome = self.walk(child, hear);
            }
        });
        outcome
    }

    fn asked(&self, question: usize, entries: &[E], hear: &mut Hear<'_>) -> Result<()> {
        let hi = entries.iter().map(|e| self.names.end(e)).collect::<Option<Vec<u64>>>();
        match hi.filter(|_| self.choices > IBig::ONE) {
            Some(hi) => hear(question, &hi, u64::try_from(&self.choices).unwrap_or(u64::MAX)),
            None => Ok(()),
        }
    }

    /// What is known inside of a form; `None` if one of its ranges has no known ends.
    fn within(&self, ranges: &[Range], filter: &C) -> Option<Inside> {
        let mut inside = self.clone();
        for range in ranges {
            let Interval { lo: Some(lo), hi: Some(hi) } = inside.names.bind(range.var, &range.lo, &range.hi) else {
                return None;
            };
            inside.choices *= (hi - lo + IBig::ONE).max(IBig::ZERO);
        }
        if filter.as_bool() != Some(true) {
            inside.choices = inside.choices.min(FILTERED.into());
        }
        Some(inside)
    }
}

#[cfg(test)]
mod tests {
    use grundy_rules::rules::build;
    use grundy_rules::rules::expr::{FoldOp, Over, Place, Quantifier};

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
