//! The amounts of a family as functions of the heaps left.
//!
//! In: the parts that a move leaves, as forms in the whole (P) and in the amounts that grow with it (the other unknowns). Out: the number taken, and
//! each amount as a linear function of the parts and the whole. So different lists of amounts never leave the same parts in the same order. The
//! result is a proposal: the caller puts the amounts in and checks that they leave these parts.

use crate::definition::concrete::fits;
use crate::form::expr::Result;
use crate::recurrence::form::Form;

/// The amounts that leave given parts.
pub(super) struct Amounts {
    pub(super) take: i128,
    /// For each amount the coefficients of the parts, of the whole and of 1.
    given: Vec<Vec<i128>>,
}

/// An equation between a linear combination of amounts, and one of the parts, the whole and 1.
struct Equation {
    amounts: Vec<i128>,
    gives: Vec<i128>,
    used: bool,
}

impl Equation {
    /// Subtracts k times another equation.
    fn less(&mut self, k: i128, amounts: &[i128], gives: &[i128]) -> Result<()> {
        let pairs = self.amounts.iter_mut().zip(amounts).chain(self.gives.iter_mut().zip(gives));
        for (own, other) in pairs {
            *own = fits(k.checked_mul(*other).and_then(|t| own.checked_sub(t)))?;
        }
        Ok(())
    }
}

impl Amounts {
    /// Solves for the amounts; the whole is n. The ties are forms that are 0 for every move.
    pub(super) fn of(parts: &[Form], n: Form, amounts: usize, ties: &[Form]) -> Result<Amounts> {
        let mut rest = n;
        for part in parts {
            rest = rest.plus(-1, *part)?;
        }
        let tied = ties.iter().flat_map(|tie| [1, -1].map(|k| rest.plus(k, *tie)));
        let take = rest.as_number().or_else(|| tied.flatten().find_map(Form::as_number));
        let take = take.ok_or("a move leaves heaps that are not together the whole less a constant")?;
        let mut equations = vec![];
        for (i, part) in parts.iter().enumerate() {
            if part.p % n.p != 0 {
                return Err("a move leaves a heap that is no whole multiple of the one it is made from".into());
            }
            let whole = part.p / n.p;
            let mut gives = vec![0; parts.len() + 2];
            gives[i] = 1;
            gives[parts.len()] = -whole;
            gives[parts.len() + 1] = fits(whole.checked_mul(n.one).and_then(|t| t.checked_sub(part.one)))?;
            equations.push(Equation { amounts: part.factors()[1..=amounts].to_vec(), gives, used: false });
        }
        let given = (0..amounts).map(|amount| eliminate(&mut equations, amount)).collect::<Result<Vec<usize>>>()?;
        Ok(Amounts { take, given: given.into_iter().map(|row| equations[row].gives.clone()).collect() })
    }

    /// The amounts for which a move from n leaves these parts.
    pub(super) fn at(&self, parts: &[Form], n: Form) -> Result<Vec<Form>> {
        let amount = |factors: &Vec<i128>| {
            let values = parts.iter().copied().chain([n, Form::number(1)]);
            factors.iter().zip(values).try_fold(Form::number(0), |sum, (k, value)| sum.plus(*k, value))
        };
        self.given.iter().map(amount).collect()
    }
}

/// Eliminates an amount from all equations but one, where its coefficient becomes 1; returns the number of that equation.
fn eliminate(equations: &mut [Equation], amount: usize) -> Result<usize> {
    let row = equations.iter().position(|e| !e.used && e.amounts[amount].abs() == 1);
    let row = row.ok_or("a move has amounts that do not follow from what it leaves")?;
    let sign = equations[row].amounts[amount];
    let scaled = |numbers: &[i128]| numbers.iter().map(|k| fits(k.checked_mul(sign))).collect::<Result<Vec<_>>>();
    let (amounts, gives) = (scaled(&equations[row].amounts)?, scaled(&equations[row].gives)?);
    for (_, equation) in equations.iter_mut().enumerate().filter(|(other, _)| *other != row) {
        equation.less(equation.amounts[amount], &amounts, &gives)?;
    }
    equations[row] = Equation { amounts, gives, used: true };
    Ok(row)
}
