//! The values of a box, from any engine.
//!
//! In: tables, or one value for each cell. Out: values by position, or a line at a time.

use std::sync::Mutex;

use dashu_int::IBig;

use super::cells::{Cell, Cells, each_width};
use super::dense::Dense;
use super::reading::{Blocks, Survey, View, count, row_major, sums};
use super::sum::Tables;
use crate::contract::join::each;
use crate::contract::limits::{Held, Limits};
use crate::contract::options::EngineName;
use crate::contract::position::box_cells;
use crate::contract::reason::{Account, Refused};
use crate::contract::stop::diagnostic;
use grundy_rules::lang::Diagnostic;
use grundy_rules::rules::symmetry::Symmetry;

/// What has no room where a copy of all values does not fit.
const ARRAY: &str = "an array of these values";

/// The values of a box.
#[derive(Debug)]
pub struct Values {
    hi: Vec<u64>,
    /// The box of the tables, if it is larger.
    larger: Option<Vec<u64>>,
    source: Source,
    /// The memory of values that are not in a table.
    _held: Option<Held>,
}

#[derive(Debug)]
enum Source {
    Tables(Tables),
    /// One value for each cell, and why there is no table.
    Searched(Vec<u32>, Option<Refused>),
    /// One value for each cell, by an engine of single positions, and how they were obtained.
    Single(Vec<u32>, EngineName, String),
}

impl Values {
    /// From tables of the components.
    pub fn of_tables(hi: &[u64], tables: Tables) -> Values {
        Values { hi: hi.to_vec(), larger: None, source: Source::Tables(tables), _held: None }
    }

    /// The values of a box inside this one.
    #[must_use]
    pub fn within(self, hi: &[u64]) -> Values {
        assert!(self.holds(hi, hi), "a box inside");
        let larger = self.larger.or((self.hi != hi).then_some(self.hi));
        Values { hi: hi.to_vec(), larger, ..self }
    }

    /// From one value for each cell, [`Values::NOWHERE`] where no position exists.
    pub fn searched(hi: &[u64], values: Vec<u32>, no_table: Option<Refused>, held: Held) -> Values {
        Values { hi: hi.to_vec(), larger: None, source: Source::Searched(values, no_table), _held: Some(held) }
    }

    /// From one value for each cell by an engine of single positions, and how they were obtained.
    pub fn single(hi: &[u64], values: Vec<u32>, by: EngineName, how: String, held: Held) -> Values {
        Values { hi: hi.to_vec(), larger: None, source: Source::Single(values, by, how), _held: Some(held) }
    }

    /// The value at a position; `None` where no position exists, and outside of the box.
    ///
    /// ```
    /// # use grundy::{Evaluator, Options, Session};
    /// let game = Session::new().game("nim[2]", None)?;
    /// let values = Evaluator::new(&game.rules, Options::default()).table(&[10, 15])?;
    /// assert_eq!((values.get(&[1, 15]), values.get(&[0, 16]), values.get(&[3])), (Some(14), None, None));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn get(&self, position: &[u64]) -> Option<u32> {
        let inside = position.len() == self.hi.len() && position.iter().zip(&self.hi).all(|(x, h)| x <= h);
        if inside { self.get_inside(position) } else { None }
    }

    /// The value at a position that is known to lie inside the box.
    #[must_use]
    pub fn get_inside(&self, position: &[u64]) -> Option<u32> {
        match &self.source {
            Source::Tables(tables) => tables.get(position),
            Source::Searched(values, _) | Source::Single(values, ..) => {
                let index = position.iter().zip(self.whole()).fold(0, |i, (x, h)| i * (h + 1) + x);
                Some(values[index as usize]).filter(|v| *v != u32::MAX)
            }
        }
    }

    /// The values of `len` cells along one coordinate, from `position` on; [`Values::NOWHERE`] where no position exists,
    /// and outside of the box.
    pub fn line(&self, position: &[u64], coord: usize, len: usize, line: &mut Vec<u32>) {
        line.clear();
        let inside = position.len() == self.hi.len() && position.iter().zip(&self.hi).all(|(x, h)| x <= h);
        if let Some(hi) = self.hi.get(coord).filter(|_| inside) {
            let there = usize::try_from(hi - position[coord]).map_or(len, |more| len.min(more.saturating_add(1)));
            self.line_inside(position, coord, there, line);
        }
        line.resize(len, Values::NOWHERE);
    }

    fn line_inside(&self, position: &[u64], coord: usize, len: usize, line: &mut Vec<u32>) {
        match &self.source {
            Source::Tables(tables) => tables.line(position, coord, len, line),
            Source::Searched(values, _) | Source::Single(values, ..) if self.whole().len() == 1 => {
                line.extend(&values[position[0] as usize..][..len]);
            }
            Source::Searched(..) | Source::Single(..) => {
                let mut at = position.to_vec();
                for _ in 0..len {
                    line.push(self.get_inside(&at).unwrap_or(Values::NOWHERE));
                    at[coord] += 1;
                }
            }
        }
    }

    /// The values of the box from `lo` to `hi` (both included), in row-major order, block by block; `None` if it does not lie inside the box of
    /// these values.
    ///
    /// ```
    /// # use grundy::{Evaluator, Options, Session};
    /// let game = Session::new().game("nim[2]", None)?;
    /// let values = Evaluator::new(&game.rules, Options::default()).table(&[10, 15])?;
    /// let mut blocks = values.blocks(&[1, 4], &[2, 6]).expect("a box inside");
    /// let mut found = vec![];
    /// while let Some(block) = blocks.next() {
    ///     found.extend((0..block.len()).map(|cell| block.get(cell)));
    /// }
    /// assert_eq!(found, [5, 4, 7, 6, 7, 4].map(Some));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn blocks(&self, lo: &[u64], hi: &[u64]) -> Option<Blocks<'_>> {
        self.holds(lo, hi).then(|| Blocks::new(self.views(), lo, hi))
    }

    /// How many positions of a box have a given value; `None` if it does not lie inside the box of these values.
    ///
    /// ```
    /// # use grundy::{Evaluator, Options, Session};
    /// let game = Session::new().game("star_nim[2]", None)?;
    /// let values = Evaluator::new(&game.rules, Options::default()).table(&[999, 999])?;
    /// assert_eq!(values.count(&[0, 0], &[999, 999], 0), Some(1000));
    /// assert_eq!(values.count(&[0, 0], &[999, 1000], 0), None);
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn count(&self, lo: &[u64], hi: &[u64], value: u32) -> Option<u128> {
        self.holds(lo, hi).then(|| count::count(self.views(), self.whole(), (lo, hi), value))
    }

    /// How many positions of a box of a sum have a given value, however many they are; in each of the classes of coordinates, which the rules allow to be
    /// exchanged, the entries increase weakly. `None` if the values are not those of a sum, or only a search for the positions can count them.
    ///
    /// ```
    /// # use grundy::{Evaluator, Options, Session};
    /// let game = Session::new().game("nim[3]", None)?;
    /// let options = Options::default();
    /// let values = Evaluator::new(&game.rules, options.clone()).table(&[3, 3, 3])?;
    /// let count = |classes: &[Vec<usize>]| values.count_sum((&[0; 3], &[3; 3]), 0, classes, &options.limits);
    /// assert_eq!(count(&[])?, Some(16.into()));
    /// // 0,0,0 and 0,n,n and 1,2,3
    /// assert_eq!(count(&[vec![0, 1, 2]])?, Some(5.into()));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// Too little memory; an interruption.
    pub fn count_sum(
        &self,
        (lo, hi): (&[u64], &[u64]),
        value: u32,
        classes: &[Vec<usize>],
        limits: &Limits,
    ) -> Result<Option<IBig>, Diagnostic> {
        let views = self.views();
        if views.len() < 2 || !self.holds(lo, hi) {
            return Ok(None);
        }
        sums::count(&views, (lo, hi), value, classes, limits).map_err(diagnostic)
    }

    /// The same, for the symmetries of the rules: of the positions that they map to each other, one is counted. `None`, too, if these symmetries are not told by components.
    ///
    /// ```
    /// # use grundy::{Evaluator, Options, Session, rules::symmetry::Symmetry};
    /// let game = Session::new().game("2*wythoff", None)?;
    /// let options = Options::default();
    /// let values = Evaluator::new(&game.rules, options.clone()).table(&[1; 4])?;
    /// let symmetry = Symmetry::of(&game.rules);
    /// // Twice (0, 0), twice (0, 1), twice (1, 1).
    /// assert_eq!(values.count_orbits((&[0; 4], &[1; 4]), 0, &symmetry, &options.limits)?, Some(3.into()));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// Too little memory; an interruption.
    pub fn count_orbits(
        &self,
        (lo, hi): (&[u64], &[u64]),
        value: u32,
        symmetry: &Symmetry,
        limits: &Limits,
    ) -> Result<Option<IBig>, Diagnostic> {
        if symmetry.is_known() && symmetry.others.is_empty() {
            return self.count_sum((lo, hi), value, &symmetry.classes, limits);
        }
        let (views, sum) = (self.views(), symmetry.sum());
        if views.len() < 2 || sum.is_empty() || !self.holds(lo, hi) {
            return Ok(None);
        }
        sums::count_orbits(&views, (lo, hi), value, sum, limits).map_err(diagnostic)
    }

    /// How many positions with x1 <= x2 <= … have a given value; `None` unless the table stores exactly those positions, because all
    /// coordinates may be exchanged. Then the count needs no search for them.
    #[must_use]
    pub fn count_sorted(&self, value: u32) -> Option<u128> {
        if self.larger.is_some() { None } else { count::count_sorted(&self.views(), value) }
    }

    /// The greatest value of a box, and whether positions exist everywhere in it; `None` if it does not lie inside the box of these values.
    #[must_use]
    pub fn survey(&self, lo: &[u64], hi: &[u64]) -> Option<Survey> {
        self.holds(lo, hi).then(|| count::survey(self.views(), self.whole(), lo, hi))
    }

    /// Fails if an array of the values of this box has no room, whatever the values are: a sum of small tables may stand for more values than fit.
    ///
    /// ```
    /// # use grundy::{Limits, Values, lang::Code};
    /// let limits = Limits { memory: 1 << 20, ..Limits::default() };
    /// assert!(Values::must_fit_array(&[1023, 1023], &limits).is_ok());
    /// let refused = Values::must_fit_array(&[u64::MAX, 1024], &limits).expect_err("it has no room");
    /// assert_eq!(refused.code, Code::Memory);
    /// ```
    ///
    /// # Errors
    /// Too little memory; an interruption.
    pub fn must_fit_array(hi: &[u64], limits: &Limits) -> Result<(), Diagnostic> {
        limits.check(box_cells(hi), ARRAY).map_err(diagnostic)
    }

    /// The values as one array in memory. The cells of a table are not copied if they are in memory; sums, planes of bits and tables on disk are.
    ///
    /// ```
    /// # use grundy::{Evaluator, Options, Session};
    /// let game = Session::new().game("star_nim[2]", None)?;
    /// let options = Options::default();
    /// let values = Evaluator::new(&game.rules, options.clone()).table(&[10, 15])?;
    /// let dense = values.into_dense(&options.limits)?;
    /// // The engine has taken the second coordinate for the outer one.
    /// assert_eq!((dense.cells.count(), dense.cells.width(), dense.strides), (176, 1, vec![1, 11]));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// Too little memory for a copy; an interruption; values on disk that can no longer be read.
    pub fn into_dense(self, limits: &Limits) -> Result<Dense, Diagnostic> {
        let Values { hi, larger, source, _held } = self;
        let source = match source {
            Source::Tables(tables) if larger.is_none() => match tables.into_cells() {
                Ok(dense) => {
                    assert!(dense.fills(&hi), "a table fills its box");
                    return Ok(dense);
                }
                Err(tables) => Source::Tables(tables),
            },
            other => other,
        };
        copied(&Values { hi, larger, source, _held }, limits)
    }

    fn holds(&self, lo: &[u64], hi: &[u64]) -> bool {
        lo.len() == self.hi.len() && hi.len() == self.hi.len() && hi.iter().zip(&self.hi).all(|(x, h)| x <= h)
    }

    /// The box of the tables.
    fn whole(&self) -> &[u64] {
        self.larger.as_ref().unwrap_or(&self.hi)
    }

    fn views(&self) -> Vec<View<'_>> {
        match &self.source {
            Source::Tables(tables) => tables.views(),
            Source::Searched(values, _) | Source::Single(values, ..) => vec![View::wide(self.whole(), values)],
        }
    }

    /// The entry of a line where no position exists.
    pub const NOWHERE: u32 = u32::MAX;

    /// The greatest value of each coordinate.
    #[must_use]
    pub fn hi(&self) -> &[u64] {
        &self.hi
    }

    /// The engine that made the values.
    #[must_use]
    pub fn by(&self) -> EngineName {
        match self.source {
            Source::Tables(_) => EngineName::Table,
            Source::Searched(..) => EngineName::Search,
            Source::Single(_, by, _) => by,
        }
    }

    /// The error, if values on disk can no longer be read because a tile was lost after it was written. Positions whose values are
    /// lost seem not to exist, so a caller must check this after reading a table and before using the result.
    #[must_use]
    pub fn failure(&self) -> Option<&Diagnostic> {
        match &self.source {
            Source::Tables(tables) => tables.failure(),
            Source::Searched(..) | Source::Single(..) => None,
        }
    }

    /// How the values were obtained, in words.
    #[must_use]
    pub fn explain(&self) -> String {
        match &self.source {
            Source::Tables(tables) => tables.explain(),
            Source::Searched(values, _) => format!("memoised search of {} positions", values.len()),
            Source::Single(.., how) => how.clone(),
        }
    }

    /// How the values were obtained, and why not by a quicker engine.
    ///
    /// ```
    /// # use grundy::{Evaluator, Options, Session};
    /// let game = Session::new().game("moore_nim[2, 2]", None)?;
    /// let account = Evaluator::new(&game.rules, Options::default()).table(&[7, 7])?.account();
    /// assert_eq!(account.how, "table by boxes, 64 cells of 1 byte");
    /// let rays = account.refused[0].to_string();
    /// assert!(rays.starts_with("not by rays: the move x1 -> x1 - i, x2 -> x2 - j takes several amounts at once"), "{rays}");
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn account(&self) -> Account {
        match &self.source {
            Source::Tables(tables) => tables.account(),
            Source::Single(..) => Account { how: self.explain(), refused: vec![] },
            Source::Searched(_, no_table) => {
                Account { how: self.explain(), refused: no_table.iter().cloned().collect() }
            }
        }
    }
}

/// A copy of the values, in row-major order, in the narrowest cells.
///
/// # Errors
/// Too little memory; an interruption; values on disk that can no longer be read.
fn copied(values: &Values, limits: &Limits) -> Result<Dense, Diagnostic> {
    let hi = values.hi();
    let lo = vec![0; hi.len()];
    let greatest = values.survey(&lo, hi).and_then(|survey| survey.greatest).unwrap_or(0);
    let width = Cells::width_for(greatest.into()).unwrap_or(4);
    let count = box_cells(hi);
    limits.check(count.saturating_mul(width.into()), ARRAY).map_err(diagnostic)?;
    let mut cells = Cells::zeros(width, count as usize);
    each_width!(&mut cells, cells => fill(values, hi, cells, limits));
    limits.interrupted().map_err(diagnostic)?;
    values.failure().map_or(Ok(()), |error| Err(error.clone()))?;
    let sizes: Vec<usize> = hi.iter().map(|h| *h as usize + 1).collect();
    Ok(Dense { cells, strides: row_major(&sizes) })
}

/// Slabs of the first coordinate are copied by several threads.
fn fill<T: Cell>(values: &Values, hi: &[u64], cells: &mut [T], limits: &Limits) {
    let rows = hi.first().map_or(1, |h| h + 1);
    let each_row = cells.len() / rows as usize;
    let threads = if cells.len() < limits.alone(1 << 20) { 1 } else { limits.threads() };
    let thick = rows.div_ceil(4 * threads as u64).max(1);
    let slabs = Mutex::new(cells.chunks_mut((thick as usize * each_row).max(1)).enumerate());
    each(threads, || {
        while let Some((index, slab)) = next(&slabs) {
            let (mut lo, mut top) = (vec![0; hi.len()], hi.to_vec());
            if let (Some(lo), Some(top)) = (lo.first_mut(), top.first_mut()) {
                *lo = index as u64 * thick;
                *top = (*lo + thick - 1).min(*top);
            }
            let Some(blocks) = values.blocks(&lo, &top).filter(|_| limits.interrupted().is_ok()) else { return };
            copy(blocks, slab);
        }
    });
}

/// The next slab that no thread has taken.
fn next<'a, T>(slabs: &Mutex<impl Iterator<Item = (usize, &'a mut [T])>>) -> Option<(usize, &'a mut [T])> {
    slabs.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next()
}

fn copy<T: Cell>(mut blocks: Blocks, slab: &mut [T]) {
    let mut done = 0;
    while let Some(block) = blocks.next() {
        block.copy_to(&mut slab[done..]);
        done += block.len();
    }
}
