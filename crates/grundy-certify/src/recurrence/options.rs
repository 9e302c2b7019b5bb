//! Derives the options of all cells of a row, far out.
//!
//! In: rules, the coordinate that runs (its value is the *column* b), and all other coordinates (the *row*). Out: for all b >= `base` of a residue
//! class, the options as a fixed list ([`Cell`]): positions in columns before `near`; cells of rows a constant distance back; and cells of rows at
//! *every* distance of at least `back` from column `near` on, by the residue class of the column reached.
//!
//! The argument. In each family at most one parameter v has a range that depends on b. The column c that the move reaches is then s * v + u * b + w
//! with s = 1 or -1. So v is a linear form in b and c, and the moves of the family are the columns c for which its range, its guard and the
//! conditions on the target hold. These are decided for all b and c at once, in five regimes that cover all cases: c = b - d for each d < `back`;
//! near <= c <= b - back, for each pair of classes; each c < `near`; c > b; and c < 0. In the last two no move may exist. In each regime b and c are
//! linear forms of two independent numbers P, Q >= 0. [`Far`] decides for all P and Q; if it cannot, the row is refused.

use std::cell::Cell as Counter;
use std::collections::BTreeSet;

use crate::definition::concrete::{fits, has_move};
use crate::definition::evaluate::Domain;
use crate::form::expr::{Expr, Family, Result, Rules, Two};
use crate::form::numbers::{index, lcm};
use crate::recurrence::form::{Far, Form, is_empty, unasked};

/// All coordinates of a cell, with 0 for the running one.
pub(crate) type Row = Vec<u64>;

/// The options of a row's cells in a residue class of columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    /// Single positions that are options in all columns.
    pub(crate) early: BTreeSet<Vec<u64>>,
    /// Rows, and the number of columns back.
    pub(crate) steps: BTreeSet<(Row, u64)>,
    /// For each residue class of the column reached, the rows whose cells from column `near` on and at all distances from `back` on are
    /// options.
    pub(crate) lines: Vec<BTreeSet<Row>>,
}

impl Cell {
    fn is_empty(&self) -> bool {
        self.early.is_empty() && self.steps.is_empty() && self.lines.iter().all(BTreeSet::is_empty)
    }
}

/// Reads rules along a coordinate.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) runner: usize,
    /// The number of residue classes of columns.
    pub(crate) modulus: u64,
    /// The first column of the regular part, a multiple of the modulus.
    pub(crate) near: u64,
    pub(crate) back: u64,
    /// The number of families, with all their amounts, that may still be looked at.
    pub(crate) budget: &'a Counter<u64>,
}

/// The least common multiple of all divisors, which must be at most `most`.
pub(crate) fn modulus(rules: &Rules, most: u64) -> Result<u64> {
    let mut all = Some(1);
    rules.visit(&mut |e| {
        let divisor = match e {
            Expr::Two(word, both) => match (word, &both[..]) {
                (Two::Div | Two::Mod, [_, Expr::Int(d)]) | (Two::Divides, [Expr::Int(d), _]) => d.unsigned_abs(),
                (Two::Bit, [_, Expr::Int(i)]) if (0..64).contains(i) => 2 << i,
                _ => 1,
            },
            _ => 1,
        };
        let divisor = u64::try_from(divisor.max(1)).ok();
        all = all.zip(divisor).map(|(all, divisor)| lcm(all, divisor)).filter(|all| *all <= most);
    });
    all.ok_or_else(|| format!("the rules tell more than {most} residue classes apart"))
}

/// A family with all parameters but at most one put in.
struct Case<'f> {
    family: &'f Family,
    vars: Vec<Option<Form>>,
    /// The parameter whose range grows along the line.
    ray: Option<usize>,
}

/// The result of a move from (row, b).
enum Reached {
    Nothing,
    Row(Row),
}

impl Reader<'_> {
    /// The first column from which on the options are as described. It is a multiple of the modulus, and so far out that every class has a
    /// column from `near` on at distance `back` or more.
    pub(crate) fn base(&self) -> u64 {
        (self.near + self.back + self.modulus).next_multiple_of(self.modulus)
    }

    /// The form of the columns of a class.
    fn column(&self, residue: u64) -> Form {
        Form::of(i128::from(self.base() + residue), i128::from(self.modulus), 0)
    }

    fn coords(&self, row: &Row, b: Form) -> Vec<Form> {
        let mut coords: Vec<Form> = row.iter().map(|x| Form::number(i128::from(*x))).collect();
        coords[self.runner] = b;
        coords
    }

    /// The options of a row's cells in a class; `None` if no position exists there.
    pub(crate) fn cell(&self, row: &Row, residue: u64) -> Result<Option<Cell>> {
        let b = self.column(residue);
        if !self.exists(&self.coords(row, b))? {
            return Ok(None);
        }
        let mut cell = Cell { lines: vec![BTreeSet::new(); index(self.modulus)], ..Cell::default() };
        for family in &self.rules.families {
            self.family(family, row, residue, &mut cell)?;
        }
        Ok(Some(cell))
    }

    /// Do all positions with these coordinates exist (`true`), or none?
    fn exists(&self, coords: &[Form]) -> Result<bool> {
        let none = |_: usize| Err("a condition on positions speaks of moves".to_string());
        let mut far = Far { coords, vars: vec![], terminal: &none, asked: &unasked };
        for (_, condition) in &self.rules.requires {
            match far.truth(condition)? {
                Some(true) => {}
                Some(false) => return Ok(false),
                None => return Err(self.open("whether a position exists")),
            }
        }
        Ok(true)
    }

    fn open(&self, what: &str) -> String {
        format!(
            "{what} is not the same in all columns of a residue class modulo {} from {} on",
            self.modulus, self.near
        )
    }

    fn family(&self, family: &Family, row: &Row, residue: u64, cell: &mut Cell) -> Result<()> {
        let coords = self.coords(row, self.column(residue));
        let terminal = |part: usize| self.terminal(part, row, residue);
        let mut far = Far { coords: &coords, vars: vec![], terminal: &terminal, asked: &unasked };
        match far.truth(&family.before)? {
            Some(true) => {}
            Some(false) => return Ok(()),
            None => return Err(self.open("a condition of a family of moves")),
        }
        if family.targets.iter().any(|(_, tuples)| tuples.len() != 1) {
            return Err("a move leaves several parts, or none; along a line a move leaves one".into());
        }
        let mut case = Case { family, vars: vec![], ray: None };
        self.amounts(&mut case, 0, (row, residue), cell)
    }

    /// Puts in the parameters whose ranges do not depend on the column.
    fn amounts(&self, case: &mut Case, depth: usize, at: (&Row, u64), cell: &mut Cell) -> Result<()> {
        let spent = self.budget.get().checked_sub(1);
        self.budget.set(spent.ok_or("the rules have too many moves along the line for this checker")?);
        let coords = self.coords(at.0, self.column(at.1));
        let mut far = Far { coords: &coords, vars: case.vars.clone(), terminal: &no_atom, asked: &unasked };
        let Some((lo, hi)) = case.family.params.get(depth) else {
            return if case.ray.is_some() { self.ray(case, at, cell) } else { self.step(case, at, cell) };
        };
        let (lo, hi) = (far.int(lo)?, far.int(hi)?);
        if is_empty(lo, hi)? {
            return Ok(());
        }
        match (lo.and_then(Form::as_number), self.last(case, at, lo, hi)?) {
            (Some(lo), Some(last)) => {
                for value in lo..=last {
                    case.vars.push(Some(Form::number(value)));
                    self.amounts(case, depth + 1, at, cell)?;
                    case.vars.pop();
                }
                Ok(())
            }
            _ if case.ray.is_some() => Err("a family of moves has several amounts that grow along the line".into()),
            _ => {
                case.ray = Some(depth);
                case.vars.push(None);
                self.amounts(case, depth + 1, at, cell)?;
                case.vars.pop();
                case.ray = None;
                Ok(())
            }
        }
    }

    /// The last amount of a range that need be looked at, if it is the same in all columns. It is the end of the range, or an amount inside
    /// the range beyond which a coordinate would be negative; it is less than the first amount if the guard holds for no amount.
    fn last(&self, case: &Case, at: (&Row, u64), lo: Option<Form>, hi: Option<Form>) -> Result<Option<i128>> {
        let (Some(lo), Some(hi)) = (lo.and_then(Form::as_number), hi) else { return Ok(None) };
        if let Some(hi) = hi.as_number() {
            return Ok(Some(hi));
        }
        let coords = self.coords(at.0, self.column(at.1));
        let mut far = Far { coords: &coords, vars: case.vars.clone(), terminal: &no_atom, asked: &unasked };
        far.vars.push(Some(Form::of(lo, 0, 1)));
        // Amounts beyond the last one have no move where everything is defined for them, and the coordinate is negative.
        for (lo, hi) in &case.family.params[far.vars.len()..] {
            if far.int(lo).is_err() || far.int(hi).is_err() {
                return Ok(None);
            }
            far.vars.push(None);
        }
        match far.truth(&case.family.guard) {
            Ok(Some(false)) => return Ok(Some(lo - 1)),
            Ok(_) => {}
            Err(_) => return Ok(None),
        }
        let Ok(target) = self.target(case.family, &coords, &mut far) else { return Ok(None) };
        let falls = |(k, form): (usize, Option<Form>)| {
            let Form { one, q, .. } = form.filter(|form| *form == Form::of(form.one, 0, form.q))?;
            (k != self.runner && q < 0).then(|| lo + one.div_euclid(-q))
        };
        let Some(last) = target.into_iter().enumerate().filter_map(falls).min() else { return Ok(None) };
        let inside = Form::number(last).plus(-1, hi)?.non_positive() == Some(true);
        Ok(Some(last).filter(|_| inside))
    }

    /// Reads a case without a growing amount.
    fn step(&self, case: &Case, (row, residue): (&Row, u64), cell: &mut Cell) -> Result<()> {
        let b = self.column(residue);
        let coords = self.coords(row, b);
        let mut far = Far { coords: &coords, vars: case.vars.clone(), terminal: &no_atom, asked: &unasked };
        match far.truth(&case.family.guard)? {
            Some(true) => {}
            Some(false) => return Ok(()),
            None => return Err(self.open("whether a move may be made")),
        }
        let target = self.target(case.family, &coords, &mut far)?;
        let c = target[self.runner].ok_or_else(|| self.open("where a move leads"))?;
        let Reached::Row(mut row) = self.reached(&target, c)? else { return Ok(()) };
        let behind = b.plus(-1, c)?;
        match (behind.as_number(), c.as_number()) {
            (Some(back), _) => {
                let back = u64::try_from(back).map_err(|_| "a move raises the running coordinate")?;
                cell.steps.insert((row, back));
            }
            (None, Some(c)) => {
                row[self.runner] = u64::try_from(c).map_err(|_| "a number is beyond 64 bits")?;
                cell.early.insert(row);
            }
            _ => return Err("a move leads neither a constant distance back along the line nor to one column".into()),
        }
        Ok(())
    }

    /// The coordinates of the position after a move.
    fn target(&self, family: &Family, coords: &[Form], far: &mut Far) -> Result<Vec<Option<Form>>> {
        let mut target: Vec<Option<Form>> = coords.iter().copied().map(Some).collect();
        for (leaf, tuples) in &family.targets {
            for (k, e) in self.rules.leaves[*leaf].clone().zip(tuples.iter().flatten()) {
                target[k] = far.int(e)?;
            }
        }
        Ok(target)
    }

    /// The row of a target in column c, if the target is a position for all columns.
    fn reached(&self, target: &[Option<Form>], c: Form) -> Result<Reached> {
        let mut coords = vec![];
        for (k, form) in target.iter().enumerate() {
            let form = if k == self.runner { Some(c) } else { *form };
            let form = form.ok_or_else(|| self.open("where a move leads"))?;
            match form.plus(1, Form::number(1))?.non_positive() {
                Some(true) => return Ok(Reached::Nothing),
                Some(false) => coords.push(form),
                None => return Err(self.open("whether a move leads to a position")),
            }
        }
        if !self.exists(&coords)? {
            return Ok(Reached::Nothing);
        }
        let entry = |(k, form): (usize, &Form)| match form.as_number() {
            _ if k == self.runner => Ok(0),
            Some(x) => u64::try_from(x).map_err(|_| "a number is beyond 64 bits".to_string()),
            None => Err("a move changes another coordinate to what depends on the running one".into()),
        };
        coords.iter().enumerate().map(entry).collect::<Result<Row>>().map(Reached::Row)
    }

    /// Reads a case with one growing amount, in the five regimes.
    fn ray(&self, case: &Case, (row, residue): (&Row, u64), cell: &mut Cell) -> Result<()> {
        let b = self.column(residue);
        let inverse = self.inverse(case, row, residue)?;
        for d in 0..self.back {
            let c = b.plus(-1, Form::number(i128::from(d)))?;
            if let Reached::Row(to) = self.regime(case, row, (b, c), &inverse)? {
                cell.steps.insert((to, d));
            }
        }
        let (modulus, step) = (i128::from(self.modulus), Form::of(0, 0, 1));
        for class in 0..self.modulus {
            let c = Form::number(i128::from(self.near + class)).plus(modulus, step)?;
            // The least distance from `back` on between columns of the two classes.
            let more = (residue + 2 * self.modulus - class - self.back % self.modulus) % self.modulus;
            let far = Form::of(c.one + i128::from(self.back + more), modulus, c.q);
            if let Reached::Row(to) = self.regime(case, row, (far, c), &inverse)? {
                cell.lines[index(class)].insert(to);
            }
        }
        for c in 0..self.near {
            if let Reached::Row(mut to) = self.regime(case, row, (b, Form::number(i128::from(c))), &inverse)? {
                to[self.runner] = c;
                cell.early.insert(to);
            }
        }
        // All columns c < 0, and then all columns c > b.
        let negative = Form::of(-1, 0, -1);
        self.regime(case, row, (b, negative), &inverse)?;
        let beyond = b.plus(1, Form::of(1, 0, 1))?;
        match self.regime(case, row, (b, beyond), &inverse)? {
            Reached::Nothing => Ok(()),
            Reached::Row(_) => Err("a move raises the running coordinate".into()),
        }
    }

    /// The coefficients s, u and w of the growing amount v = s * c + u * b + w. They are a proposal: each regime confirms that the amount
    /// leads to c.
    fn inverse(&self, case: &Case, row: &Row, residue: u64) -> Result<[i128; 3]> {
        let b = self.column(residue);
        let coords = self.coords(row, b);
        let mut far = Far { coords: &coords, vars: case.vars.clone(), terminal: &no_atom, asked: &unasked };
        let ray = case.ray.unwrap_or(0);
        far.put(ray, Some(Form::of(0, 0, 1)));
        let c = self.target(case.family, &coords, &mut far)?[self.runner];
        match c {
            Some(Form { one, p, q: s @ (1 | -1), .. }) if p % b.p == 0 => {
                let u = p / b.p;
                let w = fits(u.checked_mul(b.one).and_then(|t| t.checked_sub(one)?.checked_mul(s)))?;
                Ok([s, fits((-s).checked_mul(u))?, w])
            }
            _ => {
                Err("a family of moves has an amount that grows along the line and is not what the running coordinate \
                      loses or becomes"
                    .into())
            }
        }
    }

    /// The result of moves from column b to column c.
    fn regime(&self, case: &Case, row: &Row, (b, c): (Form, Form), inverse: &[i128; 3]) -> Result<Reached> {
        let spent = self.budget.get().checked_sub(1);
        self.budget.set(spent.ok_or("the rules have too many moves along the line for this checker")?);
        let [s, u, w] = *inverse;
        let amount = Form::number(w).plus(s, c)?.plus(u, b)?;
        let coords = self.coords(row, b);
        let ray = case.ray.unwrap_or(0);
        let mut far = Far { coords: &coords, vars: case.vars[..ray].to_vec(), terminal: &no_atom, asked: &unasked };
        let (lo, hi) = &case.family.params[ray];
        let (lo, hi) = (far.int(lo)?, far.int(hi)?);
        let before = |a: Option<Form>, b: Option<Form>| match a.zip(b) {
            Some((a, b)) => Ok::<_, String>(a.plus(-1, b)?.non_positive()),
            None => Ok(None),
        };
        let inside = [before(lo, Some(amount))?, before(Some(amount), hi)?];
        if inside.contains(&Some(false)) {
            return Ok(Reached::Nothing);
        }
        far.vars.clone_from(&case.vars);
        far.put(ray, Some(amount));
        let guard = far.truth(&case.family.guard)?;
        if guard == Some(false) {
            return Ok(Reached::Nothing);
        }
        let target = self.target(case.family, &coords, &mut far)?;
        if target[self.runner] != Some(c) {
            return Err("an amount that grows along the line does not lead where it seems to".into());
        }
        match self.reached(&target, c) {
            Ok(Reached::Nothing) => Ok(Reached::Nothing),
            reached if inside == [Some(true); 2] && guard == Some(true) => reached,
            _ => Err(self.open("whether a move may be made")),
        }
    }

    /// Does a part have no move, in all columns of a class?
    fn terminal(&self, part: usize, row: &Row, residue: u64) -> Result<bool> {
        let part = &self.rules.parts[part];
        let own = part.first..part.first + part.rules.width;
        let row = row[own.clone()].to_vec();
        if own.contains(&self.runner) {
            let reader = Reader { rules: &part.rules, runner: self.runner - part.first, ..*self };
            // As b is far out, every class has a column between `near` and b - back. So a line always gives a move.
            // What is no position may have moves all the same, and they are not looked at here.
            return reader
                .cell(&row, residue)?
                .map(|cell| cell.is_empty())
                .ok_or_else(|| "a guard asks whether a part has a move where the part is no position".to_string());
        }
        Ok(!has_move(&part.rules, &row, None)?)
    }
}

fn no_atom(_: usize) -> Result<bool> {
    Err("a guard speaks of moves of a part".to_string())
}
