//! Moves along a row: families whose amount has a range that grows with the column.
//!
//! In: a family at a row with one parameter left, an amount. Out: for each residue of columns, all cells of a row that lie at least some distance
//! back ([`Line`]); and single options for the amounts that conditions treat differently. The amount is replaced by the column c that the move
//! reaches. The target and conditions must then depend only on the residue of c.
//!
//! The first columns are looked up once. So which of them are reached must not depend on the column of the move.

use super::program::FARTHEST;
use super::read::{Case, Outer, Reached, Reaches, Reader};
use crate::exact::signed;
use grundy_core::contract::reason::{Reason, name};
use grundy_core::read::simplify::{Far, simplify};
use grundy_rules::rules::change::{Change, Leaves};
use grundy_rules::rules::expr::{C, Cond, E, Expr, Formula, Range, Tree};
use grundy_rules::rules::{Family, build, change};

/// All cells of rows that lie at least `back` columns back.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) rows: Vec<Option<Outer>>,
    pub(super) back: u64,
    /// The same options near the start: the same cells for all columns of the class.
    pub(super) near: Near,
}

impl PartialEq for Line {
    fn eq(&self, other: &Line) -> bool {
        (&self.rows, self.back) == (&other.rows, other.back)
    }
}
impl Eq for Line {}

/// A family along a row, as expressions in the running coordinate and the variable of the range.
#[derive(Clone, Debug)]
pub(super) struct Near {
    pub(super) range: Range,
    pub(super) guard: C,
    pub(super) to: Vec<E>,
}

/// The variable that stands for the column reached; the variables of families have smaller numbers.
const COLUMN: usize = usize::MAX / 2;

impl Reader<'_> {
    /// A move with one parameter, whose range grows. Amounts that conditions on the amount alone treat differently are written out.
    pub(super) fn barred(
        &self,
        family: &Family,
        mut case: Case,
        residue: u64,
        found: &mut Reaches,
    ) -> Result<(), Reason> {
        let var = case.params[0].var;
        let lo = self.in_class(&case.params[0].lo, residue).as_i64();
        if let (Some(last), Some(lo)) = (last_told_apart(&case.guard, var), lo)
            && lo <= last
        {
            let inside = build::le(&build::var(var), &case.params[0].hi);
            let constant = Case { params: vec![], guard: build::and(vec![inside, case.guard.clone()]), ..case.clone() };
            for amount in lo..=last {
                self.expand(family, constant.put(var, &build::int(amount)), residue, found)?;
            }
            case.params[0].lo = build::int(last + 1);
            case.guard = simplify(&case.guard, &Far::both(self.from, last + 1));
            if case.guard.as_bool() == Some(false) {
                return Ok(());
            }
        }
        found.push(self.line(family, &case, residue)?);
        Ok(())
    }

    /// A move with one parameter, whose range grows and whose conditions treat all amounts alike.
    fn line(&self, family: &Family, case: &Case, residue: u64) -> Result<Reached, Reason> {
        let range = &case.params[0];
        let own = build::coord(self.runner);
        let runs = || name(self.rules, self.runner);
        // The column reached is b - parameter - shift.
        let shift = build::sub(&build::sub(&own, &build::var(range.var)), &case.to[self.runner]).as_i64();
        let Some(shift) = shift else {
            return Err(self
                .family(family, format!("has an amount that grows along the line and is not what {} loses", runs())));
        };
        let lo = self.in_class(&range.lo, residue).as_i64();
        let column = self.column(residue, &own);
        let first = build::sub(&build::sub(&column, &self.in_class(&range.hi, residue)), &build::int(shift)).as_i64();
        let back = lo.and_then(|lo| u64::try_from(lo.checked_add(shift)?).ok()).filter(|back| *back >= 1);
        // The cells that are looked up one by one, from 0 to `from`, contain the ends of the range.
        let first = first.filter(|first| first.unsigned_abs() <= self.from);
        let (Some(back), Some(_)) = (back, first) else {
            let text = format!("takes amounts that neither begin with a constant nor leave a constant of {}", runs());
            return Err(self.family(family, text));
        };
        let to_class = |class: u64| self.along(case, (residue, class), shift);
        let classes: Vec<(u64, Case)> = (0..self.modulus).map(|class| (class, to_class(class))).collect();
        let rows = classes.iter().map(|(_, case)| self.reached(family, case)).collect::<Result<_, Reason>>()?;
        classes.iter().try_for_each(|(class, case)| self.early(family, case, *class))?;
        let near = Near { range: range.clone(), guard: case.guard.clone(), to: case.to.clone() };
        Ok(Reached::Line(Box::new(Line { rows, back, near })))
    }

    /// The family for moves from a column of one class to a column of another. The column reached takes the place of the amount.
    fn along(&self, case: &Case, (from, to): (u64, u64), shift: i64) -> Case {
        let (b, c) = (self.column(from, &build::coord(self.runner)), self.column(to, &build::var(COLUMN)));
        let amount = build::sub(&build::sub(&b, &c), &build::int(shift));
        let leaves = |leaf: &Expr| match leaf {
            Expr::Coord(_) => Some(b.clone()),
            Expr::Var(v) if *v == case.params[0].var => Some(amount.clone()),
            _ => None,
        };
        let put = Leaves::numbers(&leaves);
        let mut target: Vec<E> = case.to.iter().map(|e| put.number(e)).collect();
        target[self.runner] = c;
        Case { params: vec![], guard: put.condition(&case.guard), to: target }
    }

    /// Refuses moves that lead to one of the first columns from some columns of a class and not from others, because the first columns
    /// reached are looked up only once.
    fn early(&self, family: &Family, case: &Case, class: u64) -> Result<(), Reason> {
        let conditions = self.requires_of(&case.to).map(Formula::Condition);
        let told: Vec<Formula> = conditions.chain(case.to.iter().cloned().map(Formula::Number)).collect();
        let early = Far::early(self.least());
        let guard_depends = depends(&simplify(&case.guard, &early));
        if !guard_depends && told.iter().all(|e| !depends(&simplify(e, &early))) {
            return Ok(());
        }
        for column in 0..self.least() {
            let number = build::int(column);
            let guard = self.settle(&change::put(&case.guard, COLUMN, &number));
            let at = |e: &Formula| self.settle(&change::put(e, COLUMN, &number));
            if guard.as_bool() != Some(false) && (depends(&guard) || told.iter().any(|e| depends(&at(e)))) {
                let column = self.modulus * column + class;
                let text =
                    format!("leads to {} = {column} from some positions far out only", name(self.rules, self.runner));
                return Err(self.family(family, text));
            }
        }
        Ok(())
    }

    /// The row that a move from a column of one class reaches in a column of another.
    fn reached(&self, family: &Family, case: &Case) -> Result<Option<Outer>, Reason> {
        if !self.truth(family, &case.guard)? {
            return Ok(None);
        }
        let row = self.row(family, &case.to)?;
        Ok(if row.is_some() && self.there(family, &case.to)? { row } else { None })
    }
}

/// Does an expression depend on the position?
fn depends(e: &impl Tree) -> bool {
    e.any_number(&mut |e| matches!(e, Expr::Coord(_)))
}

/// A number beyond which comparisons of a variable with constants have the same result for all numbers.
fn last_told_apart(guard: &C, var: usize) -> Option<i64> {
    let mut last: Option<i64> = None;
    guard.any_condition(&mut |e| {
        if let Cond::Zero(a) | Cond::NonPos(a) = e {
            let (constant, terms) = build::linear(a);
            if let [(term, factor)] = &terms[..]
                && matches!(**term, Expr::Var(v) if v == var)
            {
                let at = i64::try_from(&(-constant / factor)).unwrap_or(i64::MAX);
                last = last.max(Some(at.saturating_add(1)));
            }
        }
        false
    });
    last.filter(|last| (0..=signed(FARTHEST)).contains(last))
}
