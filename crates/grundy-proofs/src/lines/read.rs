//! The options of the cells along a line, far out.
//!
//! In: rules, the coordinate that runs, and the other coordinates of a cell (its *row*; the running coordinate is its *column*). Out: its options
//! in all columns b of a residue class from some column on, in forms that do not depend on b ([`Reached`]): a row and a number of columns back,
//! or all cells of a row that lie at least some distance back. Everything else is refused with the reason.
//!
//! Parameters with constant ranges are written out. One range may grow with b ([`along`](super::along)). Columns are written
//! `modulus * x + residue`, so that `mod` and `div` by constants simplify.

use grundy_rules::rules::change::{Change, Changed, Leaves};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use dashu_int::IBig;

use super::along::Line;
use crate::exact::signed;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::reason::{Reason, name, quoted};
use grundy_core::contract::stop::diagnostic;
use grundy_core::enumerate::search::Ends;
use grundy_core::read::simplify::{Far, simplify};
use grundy_rules::lang::{Diagnostic, Kind};
use grundy_rules::rules::expr::{C, Cond, E, Expr, Place, Range, Tree};
use grundy_rules::rules::{Family, Ruleset, build, change};

/// The other coordinates of cells; the entry of the running one is 0.
pub(super) type Outer = Vec<u64>;

/// Where an option lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    /// The cell of a row a number of columns back.
    Step(Outer, u64),
    /// One cell, whatever the column.
    Cell(Vec<u64>),
    /// For each residue of columns, the cells of a row, if any, that lie at least a number of columns back.
    Line(Box<Line>),
}

/// The options by a family, in the order of their amounts.
pub(super) type Reaches = Vec<Reached>;

/// Reads rules along a line.
pub(super) struct Reader<'a> {
    pub(super) rules: &'a Ruleset,
    /// The coordinate that runs.
    pub(super) runner: usize,
    /// Columns from this one on are read.
    pub(super) from: u64,
    /// The modulus of the residue classes of columns.
    pub(super) modulus: u64,
    pub(super) patience: &'a Patience<'a>,
}

/// What may end the reading, since a row may have many options in many classes.
pub(super) struct Patience<'a> {
    pub(super) limits: &'a Limits,
    /// How many more cases of moves may be read.
    pub(super) left: Cell<u64>,
    /// Returns `true` to end the reading.
    pub(super) until: RefCell<&'a mut dyn FnMut(u64) -> bool>,
}

impl Patience<'_> {
    /// Counts one more case; an error if the reading is to end.
    pub(super) fn lasts(&self) -> Result<(), Reason> {
        let Some(left) = self.left.get().checked_sub(1) else {
            return Err(Reason::too_large("the lines that it depends on have too many moves to be read".into(), None));
        };
        self.left.set(left);
        let stopped = self.limits.interrupted().is_err() || (self.until.borrow_mut())(0);
        let over = || Reason::too_large("there was no time to read all lines that it depends on".into(), None);
        if stopped { Err(over()) } else { Ok(()) }
    }
}

/// A family at a row: the parameters not yet written out, the guard, and all coordinates of the target.
#[derive(Clone)]
pub(super) struct Case {
    pub(super) params: Vec<Range>,
    pub(super) guard: C,
    pub(super) to: Vec<E>,
}

/// A family is written out into at most this many options.
const MOST: usize = 1 << 16;

impl Reader<'_> {
    /// The expression of a column of a residue class.
    pub(super) fn column(&self, residue: u64, of: &E) -> E {
        build::add(&build::scale(of, &self.modulus.into()), &build::int(residue))
    }

    /// The least x with modulus * x + residue >= from, whatever the residue.
    pub(super) fn least(&self) -> u64 {
        self.from / self.modulus
    }

    fn far(&self) -> Far {
        Far::both(self.least(), self.least())
    }

    /// An expression, simplified for columns from the first one on.
    pub(super) fn settle<T: Changed>(&self, e: &T) -> T {
        simplify(e, &self.far())
    }

    /// An expression at a row, in a residue class.
    fn at<T: Changed>(&self, e: &T, row: &Outer, residue: u64) -> T {
        change::substitute(e, &|leaf| match leaf {
            Expr::Coord(c) if *c == self.runner => Some(self.column(residue, &build::coord(*c))),
            Expr::Coord(c) => Some(build::int(row[*c])),
            _ => None,
        })
    }

    /// An expression at a row, in the running coordinate.
    fn near<T: Changed>(&self, e: &T, row: &Outer) -> T {
        change::substitute(e, &|leaf| match leaf {
            Expr::Coord(c) if *c != self.runner => Some(build::int(row[*c])),
            _ => None,
        })
    }

    /// Do positions exist in a row, in the columns of a residue class?
    pub(super) fn exists(&self, row: &Outer, residue: u64) -> Result<bool, Reason> {
        for (_, condition, place) in &self.rules.requires {
            match self.settle(&self.at(condition, row, residue)).as_bool() {
                Some(true) => {}
                Some(false) => return Ok(false),
                None => return Err(self.open("`require`", condition, *place)),
            }
        }
        Ok(true)
    }

    fn open(&self, what: &str, condition: &C, place: Place) -> Reason {
        let text = format!(
            "the {what} {} is neither true nor false of all {} from {} on, whatever the others are",
            quoted(self.rules, condition),
            name(self.rules, self.runner),
            self.from
        );
        Reason::shape(text, place)
    }

    /// The options by a family at a row, in the columns of a residue class.
    pub(super) fn options(&self, family: &Family, row: &Outer, residue: u64) -> Result<Reaches, Reason> {
        if !self.before(&family.before, row, residue)? {
            return Ok(vec![]);
        }
        let mut to: Vec<E> = (0..self.rules.width()).map(build::coord).collect();
        for target in &family.targets {
            let Some(tuple) = target.only() else {
                return Err(self.family(family, "leaves several parts, or none; along a line a move leaves one"));
            };
            to[self.rules.leaves[target.leaf].range()].clone_from_slice(tuple);
        }
        let near = |e: &E| self.near(e, row);
        let range = |r: &Range| Range { var: r.var, lo: near(&r.lo), hi: near(&r.hi) };
        let params = family.params.iter().map(range).collect();
        let case = Case { params, guard: self.near(&family.guard, row), to: to.iter().map(near).collect() };
        let mut found = vec![];
        self.expand(family, case, residue, &mut found)?;
        Ok(found)
    }

    pub(super) fn family(&self, family: &Family, text: impl AsRef<str>) -> Reason {
        Reason::family(self.rules, family, text)
    }

    /// An expression in the running coordinate, for columns of a residue class.
    pub(super) fn in_class<T: Changed>(&self, e: &T, residue: u64) -> T {
        let column = self.column(residue, &build::coord(self.runner));
        let put = change::substitute(e, &|leaf| match leaf {
            Expr::Coord(_) => Some(column.clone()),
            _ => None,
        });
        self.settle(&put)
    }

    /// Writes out the parameters with constant ranges.
    pub(super) fn expand(
        &self,
        family: &Family,
        mut case: Case,
        residue: u64,
        found: &mut Reaches,
    ) -> Result<(), Reason> {
        // Simplification takes parameters to be large, and a parameter that is not written out yet may be small.
        let waits = |e: &dyn Tree| case.params.iter().any(|r| e.uses(r.var));
        let fails = |e: &C| !waits(e) && self.in_class(e, residue).as_bool() == Some(false);
        if build::conjuncts(&case.guard).iter().any(fails) {
            return Ok(());
        }
        let ends = |r: &Range| {
            let end = |e: &E| if waits(e) { None } else { self.in_class(e, residue).as_i64() };
            Some((end(&r.lo)?, end(&r.hi)?))
        };
        let Some((k, (lo, hi))) = case.params.iter().enumerate().find_map(|(k, r)| Some((k, ends(r)?))) else {
            return match case.params.len() {
                0 => self.step(family, &case, residue).map(|reached| found.extend(reached)),
                _ if self.clip(&mut case) => self.expand(family, case, residue, found),
                1 => self.barred(family, case, residue, found),
                _ => Err(self.family(family, "has several amounts that grow along the line; one is read")),
            };
        };
        let var = case.params.remove(k).var;
        if hi.saturating_sub(lo) >= signed(MOST.saturating_sub(found.len())) {
            return Err(self.family(family, format!("comes to more than {MOST} moves in a row")));
        }
        for value in lo..=hi {
            self.patience.lasts()?;
            self.expand(family, case.put(var, &build::int(value)), residue, found)?;
        }
        Ok(())
    }

    /// Cuts ranges where another coordinate would become negative. Has any range become shorter?
    fn clip(&self, case: &mut Case) -> bool {
        let mut any = false;
        for range in &mut case.params {
            let last = |(c, e): (usize, &E)| {
                let (constant, terms) = build::linear(e);
                let [(term, factor)] = &terms[..] else { return None };
                let falls = c != self.runner && *factor < IBig::ZERO && **term == Expr::Var(range.var);
                falls.then(|| build::floor_div_mod(&constant, &-factor))?.map(|(last, _)| last)
            };
            let Some(last) = case.to.iter().enumerate().filter_map(last).min() else { continue };
            let hi = build::min(vec![range.hi.clone(), build::int(last)]);
            any |= hi != range.hi;
            range.hi = hi;
        }
        any
    }

    /// The truth of a condition in one or two residue classes.
    pub(super) fn truth(&self, family: &Family, e: &C) -> Result<bool, Reason> {
        let settled = self.settle(e);
        settled.as_bool().ok_or_else(|| {
            let text = format!(
                "is made only if {}, which far out is neither true nor false of all positions of a residue class",
                quoted(self.rules, &family.guard)
            );
            self.family(family, text)
        })
    }

    /// Is the target a position? Its coordinates are expressions in the class.
    pub(super) fn there(&self, family: &Family, to: &[E]) -> Result<bool, Reason> {
        for condition in self.requires_of(to) {
            if !self.truth(family, &condition)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The conditions on positions, for a target.
    pub(super) fn requires_of<'b>(&'b self, to: &'b [E]) -> impl Iterator<Item = C> + 'b {
        self.rules.requires.iter().map(|(_, condition, _)| {
            change::substitute(condition, &|leaf| match leaf {
                Expr::Coord(c) => Some(to[*c].clone()),
                _ => None,
            })
        })
    }

    /// The other coordinates of a target; `None` if one is negative.
    pub(super) fn row(&self, family: &Family, to: &[E]) -> Result<Option<Outer>, Reason> {
        let mut row = vec![0; to.len()];
        for (c, e) in to.iter().enumerate().filter(|(c, _)| *c != self.runner) {
            match self.settle(e).as_i64() {
                Some(x) if x < 0 => return Ok(None),
                Some(x) => row[c] = x.unsigned_abs(),
                None => {
                    let text =
                        format!("changes {} to what depends on {}", name(self.rules, c), name(self.rules, self.runner));
                    return Err(self.family(family, text));
                }
            }
        }
        Ok(Some(row))
    }

    /// The option that a move without parameters leads to.
    fn step(&self, family: &Family, case: &Case, residue: u64) -> Result<Option<Reached>, Reason> {
        if !self.truth(family, &self.in_class(&case.guard, residue))? {
            return Ok(None);
        }
        let to: Vec<E> = case.to.iter().map(|e| self.in_class(e, residue)).collect();
        let Some(mut row) = self.row(family, &to)? else { return Ok(None) };
        if !self.there(family, &to)? {
            return Ok(None);
        }
        let column = self.column(residue, &build::coord(self.runner));
        if let Some(back) = build::sub(&column, &to[self.runner]).as_i64() {
            return match u64::try_from(back) {
                Ok(back) => Ok(Some(Reached::Step(row, back))),
                Err(_) => Err(self.family(family, format!("raises {}", name(self.rules, self.runner)))),
            };
        }
        match to[self.runner].as_i64() {
            Some(x) if x < 0 => Ok(None),
            Some(x) => {
                row[self.runner] = x.unsigned_abs();
                Ok(Some(Reached::Cell(row)))
            }
            None => {
                let text = format!(
                    "leads neither a constant distance back along {0} nor to one {0}",
                    name(self.rules, self.runner)
                );
                Err(self.family(family, text))
            }
        }
    }

    /// The condition that is tested before the ranges, including whether parts have moves.
    fn before(&self, e: &C, row: &Outer, residue: u64) -> Result<bool, Reason> {
        let mut parts = vec![];
        e.any_condition(&mut |x| {
            if let Cond::Terminal(part) = x {
                parts.push(*part);
            }
            false
        });
        let terminal = |part: usize| Ok((part, self.terminal(part, row, residue)?));
        let terminal: BTreeMap<usize, bool> = parts.into_iter().map(terminal).collect::<Result<_, Reason>>()?;
        let atoms = |atom: &Cond| match atom {
            Cond::Terminal(part) => terminal.get(part).map(|t| build::boolean(*t)),
            _ => None,
        };
        let known = Leaves { numbers: &|_| None, atoms: &atoms }.condition(e);
        let settled = self.settle(&self.at(&known, row, residue));
        settled.as_bool().ok_or_else(|| self.open("condition", e, Place::default()))
    }

    /// Does a part have no move, in all columns?
    fn terminal(&self, part: usize, row: &Outer, residue: u64) -> Result<bool, Reason> {
        let part = &self.rules.parts[part];
        let own = part.first..part.first + part.rules.width();
        if !own.contains(&self.runner) {
            let position: Vec<IBig> = row[own].iter().map(|x| IBig::from(*x)).collect();
            let undecided = |error: Diagnostic| match error.kind {
                Kind::Input => Reason::shape(error.message, Place::default()),
                Kind::Limit | Kind::TimeIsOver | Kind::Interrupted => Reason::too_large(error.message, None),
            };
            let found = Ends::new(&part.rules, self.patience.limits).is_terminal(&position);
            return found.map_err(|stop| undecided(diagnostic(stop)));
        }
        let reader = Reader { rules: &part.rules, runner: self.runner - part.first, ..*self };
        let row: Outer = row[own].to_vec();
        let mut open = false;
        for family in &part.rules.families {
            for reached in reader.options(family, &row, residue)? {
                match reached {
                    Reached::Line(line) if line.rows.iter().any(Option::is_none) => open = true,
                    _ => return Ok(false),
                }
            }
        }
        match open {
            true => Err(Reason::shape("a pass depends on moves that only some columns have", Place::default())),
            false => Ok(true),
        }
    }
}

impl Case {
    /// The case with an expression in place of a variable.
    pub(super) fn put(&self, var: usize, by: &E) -> Case {
        let put = |e: &E| change::put(e, var, by);
        let range = |r: &Range| Range { var: r.var, lo: put(&r.lo), hi: put(&r.hi) };
        let params = self.params.iter().map(range).collect();
        Case { params, guard: change::put(&self.guard, var, by), to: self.to.iter().map(put).collect() }
    }
}
