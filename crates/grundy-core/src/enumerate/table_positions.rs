//! The cells of a box as numbered positions.
//!
//! In: rules without splits whose moves lead to earlier cells of the box. Out: the cells in row-major order with their values from
//! tables. Options are not stored: each request enumerates them again. The normal-play table is always built, because building it is
//! what shows that no move leaves the box and that no moves form a cycle.

use std::sync::Arc;

use dashu_int::IBig;

use crate::contract::limits::{Held, Limits};
use crate::contract::options::{EngineName, Options, Play};
use crate::contract::position::Lists;
use crate::contract::reason::Account;
use crate::contract::stop::{Result, Stop, diagnostic, located};
use crate::engine::{Ask, Asked, TableRequest};
use crate::enumerate::mover::Mover;
use crate::enumerate::positions::Positions;
use crate::enumerate::search::{Parts, Searcher, of_parts};
use crate::enumerate::table::{Followed, follow};
use crate::store::size::size;
use crate::store::sum::Tables;
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::symmetry::Symmetry;

/// A box and its tables.
pub(super) struct Cells {
    rules: Arc<Ruleset>,
    hi: Vec<u64>,
    strides: Vec<usize>,
    cells: usize,
    normal: Tables,
    misere: Option<Tables>,
    symmetry: Option<Symmetry>,
    mover: Mover<i64>,
    parts: Vec<Searcher<i64>>,
    limits: Limits,
    ask: Asked,
    /// The memory held for marks.
    _held: Held,
}

impl Cells {
    /// Computes the tables; `None` where the rules have none.
    ///
    /// # Errors
    /// Too little memory, an interruption, rules that are not defined at a position.
    pub(super) fn build(
        only: EngineName,
        rules: &Arc<Ruleset>,
        hi: &[u64],
        misere: bool,
        limits: &Limits,
        ask: &Asked,
    ) -> Result<Option<Cells>> {
        let cells = size(hi, limits)?;
        // The caller keeps marks besides the tables: two bytes for each cell.
        let marks = cells.saturating_mul(2);
        let tables = if misere { marks } else { cells };
        limits.check(marks.saturating_add(tables), "the tables and marks of these positions")?;
        let held = limits.held(marks);
        let Some((normal, misere)) = plays(rules, hi, misere, (only, limits), &**ask)? else { return Ok(None) };
        let mut strides = vec![1usize; hi.len()];
        for i in (1..hi.len()).rev() {
            strides[i - 1] = strides[i] * (hi[i] as usize + 1);
        }
        let symmetry = Some(Symmetry::of(rules)).filter(|s| !s.is_trivial() && s.keeps(hi));
        Ok(Some(Cells {
            rules: rules.clone(),
            hi: hi.to_vec(),
            strides,
            cells: cells as usize,
            normal,
            misere,
            symmetry,
            mover: Mover::new(rules, limits),
            parts: of_parts(rules, false, limits),
            limits: limits.clone(),
            ask: ask.clone(),
            _held: held,
        }))
    }

    fn position(&self, id: usize) -> Vec<u64> {
        let coordinate = |(stride, hi): (&usize, &u64)| (id / stride) as u64 % (hi + 1);
        self.strides.iter().zip(&self.hi).map(coordinate).collect()
    }

    fn sum(&self, id: usize) -> u64 {
        self.position(id).iter().sum()
    }

    fn each(&mut self, from: &Lists<i64>, f: &mut dyn FnMut(usize) -> bool) -> Result<bool> {
        let Cells { rules, strides, mover, parts, .. } = self;
        let start: i64 = rules.leaves.iter().zip(from).map(|(leaf, t)| offset(strides, leaf.first, &t[0])).sum();
        let mut hooks = Parts { rules, position: from, parts };
        mover.each(from, &mut hooks, &mut |mv| {
            let mut to = start;
            for ((leaf, _), tuples) in mv.takes.iter().zip(mv.leaves) {
                let first = rules.leaves[*leaf].first;
                to += offset(strides, first, &tuples[0]) - offset(strides, first, &from[*leaf][0]);
            }
            Ok(f(to as usize))
        })
    }
}

/// The tables of normal play and, if asked for, of misère play.
fn plays(
    rules: &Arc<Ruleset>,
    hi: &[u64],
    misere: bool,
    (only, limits): (EngineName, &Limits),
    ask: &dyn Ask,
) -> Result<Option<(Tables, Option<Tables>)>> {
    let wish = TableRequest { only, ..TableRequest::any(Play::Normal, false, limits, ask) };
    if misere && let Some((normal, misere)) = ask.tables_of_both_plays(rules, hi, &wish)? {
        return Ok(Some((normal, Some(misere))));
    }
    let Some(normal) = ask.tables(rules, hi, &wish)? else { return Ok(None) };
    if !misere {
        return Ok(Some((normal, None)));
    }
    let wish = TableRequest { play: Play::Misere, ..wish };
    Ok(ask.tables(rules, hi, &wish)?.map(|misere| (normal, Some(misere))))
}

/// The contribution of a leaf's tuple to the row-major number of a cell.
fn offset(strides: &[usize], first: usize, tuple: &[i64]) -> i64 {
    tuple.iter().zip(&strides[first..]).map(|(x, stride)| x * *stride as i64).sum()
}

impl Positions for Cells {
    fn size(&self) -> usize {
        self.cells
    }

    fn number(&mut self, position: &[u64]) -> std::result::Result<Option<usize>, Diagnostic> {
        let inside = position.iter().zip(&self.hi).all(|(x, h)| x <= h);
        Ok(inside.then(|| position.iter().zip(&self.strides).map(|(x, stride)| *x as usize * stride).sum()))
    }

    fn exists(&self, id: usize) -> bool {
        self.normal.get(&self.position(id)).is_some()
    }

    fn normal(&self, id: usize) -> u32 {
        self.normal.get(&self.position(id)).unwrap_or_default()
    }

    fn misere(&mut self, id: usize) -> std::result::Result<u32, Diagnostic> {
        let position = self.position(id);
        if let Some(misere) = &self.misere {
            return Ok(misere.get(&position).unwrap_or_default());
        }
        let options = Options { play: Play::Misere, limits: self.limits.clone(), ..Options::default() };
        let position: Vec<IBig> = position.into_iter().map(IBig::from).collect();
        let value = self.ask.value(&self.rules, &position, &options).map_err(diagnostic)?.unwrap_or_default();
        u32::try_from(&value).map_err(|_| Diagnostic::limit(Code::Value, "a value needs more than four bytes"))
    }

    fn each_option(&mut self, id: usize, f: &mut dyn FnMut(usize) -> bool) -> std::result::Result<bool, Diagnostic> {
        self.pause()?;
        let position = self.position(id);
        let from: Lists<i64> =
            self.rules.leaves.iter().map(|l| vec![position[l.range()].iter().map(|x| *x as i64).collect()]).collect();
        match self.each(&from, f) {
            Ok(stopped) => Ok(stopped),
            Err(Stop::Overflow) => Err(Diagnostic::limit(Code::Overflow, "a number of a move grew beyond 64 bits")),
            Err(stop) => Err(diagnostic(located(stop, &crate::contract::stop::tuple_text(&position)))),
        }
    }

    fn follow(&mut self, marks: &[u8], f: &mut dyn FnMut(usize, Followed)) -> std::result::Result<bool, Diagnostic> {
        follow(&self.rules, &self.hi, marks, &self.limits, &*self.ask, f).map_err(diagnostic)
    }

    fn is_first(&self, id: usize) -> bool {
        self.symmetry.as_ref().is_none_or(|symmetry| symmetry.is_first(&self.position(id)))
    }

    fn is_earlier(&self, a: usize, b: usize) -> bool {
        (self.sum(a), a) < (self.sum(b), b)
    }

    fn lists(&self, id: usize) -> Lists<IBig> {
        let position = self.position(id);
        self.rules.leaves.iter().map(|l| vec![position[l.range()].iter().map(|x| IBig::from(*x)).collect()]).collect()
    }

    fn pause(&self) -> std::result::Result<(), Diagnostic> {
        self.limits.interrupted().map_err(diagnostic)
    }

    fn explain(&self) -> String {
        let plays = if self.misere.is_some() { "tables of both plays" } else { "table of normal play" };
        let classes = if self.symmetry.is_some() { "; one position of each class under the symmetries" } else { "" };
        format!("{plays}, {} cells each; options enumerated{classes}", self.cells)
    }

    fn accounts(&self) -> Vec<(Play, Account)> {
        let normal = (Play::Normal, self.normal.account());
        [normal].into_iter().chain(self.misere.iter().map(|tables| (Play::Misere, tables.account()))).collect()
    }
}
