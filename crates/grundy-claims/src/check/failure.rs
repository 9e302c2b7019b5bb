//! Where a claim or a table is false, with what is shown of it.
//!
//! In: the place that was found, and the values that are shown there. Out: the claim, or the table, that is false at the place only if what is shown is right, too; a second
//! evaluation judges both at once.

use dashu_int::IBig;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::C;

use crate::read::claim::Claim;

/// Where a claim or a table is false.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// The values of the variables; none for a table.
    pub(crate) variables: Vec<IBig>,
    /// The values of the binders of the outermost `all`.
    pub(crate) running: Vec<IBig>,
    /// What is shown there.
    pub(crate) shown: Shown,
}

/// What is shown where a claim or a table is false.
#[derive(Clone, Debug)]
pub(crate) enum Shown {
    /// The sides of a comparison have certain values: a condition, over the variables of the claim.
    Sides(C),
    /// The value at a cell of a table, by the number of the cell.
    Cell(usize, IBig),
}

/// A place at which a claim is false, in numbers that the checker reads.
pub(crate) type Numbers = (Vec<i128>, Vec<i128>);

impl Failure {
    /// The place.
    ///
    /// # Errors
    /// A number is too large.
    pub(crate) fn place(&self) -> Result<Numbers, &'static str> {
        let numbers = |list: &[IBig]| list.iter().map(|n| i128::try_from(n).ok()).collect::<Option<Vec<i128>>>();
        let place = numbers(&self.variables).zip(numbers(&self.running));
        place.ok_or("the counterexample has a number beyond 128 bits")
    }

    /// The number of positions up to the place, below 2^64.
    pub(crate) fn positions(&self) -> Option<u64> {
        self.variables.iter().try_fold(1u64, |cells, x| cells.checked_mul(u64::try_from(x).ok()?.checked_add(1)?))
    }

    /// A place of which nothing is shown.
    pub(crate) fn at(variables: &[IBig], running: &[IBig]) -> Failure {
        let shown = Shown::Sides(build::boolean(true));
        Failure { variables: variables.to_vec(), running: running.to_vec(), shown }
    }

    /// The same place, of which nothing is shown.
    pub(crate) fn bare(&self) -> Failure {
        Failure::at(&self.variables, &self.running)
    }

    /// The claim that is false at the place only if the claim is false there, and the sides have the values shown.
    pub(crate) fn of(&self, claim: &Claim) -> Claim {
        match &self.shown {
            Shown::Sides(shown) => {
                Claim { body: build::or(vec![claim.body.clone(), build::not(shown)]), ..claim.clone() }
            }
            Shown::Cell(..) => claim.clone(),
        }
    }
}
