//! Values as NumPy arrays.
//!
//! In: bounds, or rows of coordinates. Out: arrays. A table's array is the memory that the engine filled: NumPy's array owns it, and frees it with the last view.

use grundy::{Cells, Dense, Diagnostic, EngineName, Error, Game};
use numpy::{Element, IntoPyArray, PyArrayDyn, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::errors::of_input;

/// Rows of coordinates.
pub(crate) type Rows<'py> = PyReadonlyArray2<'py, i64>;

/// The most cells of a table that is made for some positions, for each of them.
const CELLS_EACH: u64 = 64;
/// A table with no more cells than this is made in any case.
const SMALL: u64 = 1 << 16;

/// The engine with this name.
pub(crate) fn engine(py: Python<'_>, name: &str) -> PyResult<EngineName> {
    EngineName::ALL.into_iter().find(|engine| engine.name() == name).ok_or_else(|| {
        let names: Vec<&str> = EngineName::ALL.iter().map(|engine| engine.name()).collect();
        of_input(py, "engine", &format!("there is no engine `{name}`; there are {}", names.join(", ")))
    })
}

/// The greatest coordinates of an array of this shape.
pub(crate) fn bounds(py: Python<'_>, shape: &[u64]) -> PyResult<Vec<u64>> {
    let bounds = shape.iter().map(|size| size.checked_sub(1)).collect::<Option<Vec<u64>>>();
    bounds.ok_or_else(|| {
        of_input(py, "shape", "a table has at least one position along each coordinate, found a size of 0")
    })
}

/// The table of a box, and whether a cell has no position.
pub(crate) fn dense(game: &Game, bounds: &[u64]) -> Result<(Dense, bool), Error> {
    let limits = game.options().limits.clone();
    let values = game.table(bounds)?;
    let lo = vec![0; bounds.len()];
    let gaps = values.survey(&lo, bounds).is_some_and(|survey| !survey.complete);
    let dense = values.into_dense(&limits)?;
    Ok((dense, gaps))
}

/// The array of a table.
pub(crate) fn of_cells<'py>(py: Python<'py>, dense: Dense, shape: &[u64]) -> PyResult<Bound<'py, PyAny>> {
    let Dense { cells, strides } = dense;
    match cells {
        Cells::One(cells) => shaped(py, cells, &strides, shape),
        Cells::Two(cells) => shaped(py, cells, &strides, shape),
        Cells::Four(cells) => shaped(py, cells, &strides, shape),
    }
}

/// The cells lie in row-major order of some order of the coordinates, so the array is a transposed one.
fn shaped<'py, T: Element>(
    py: Python<'py>,
    cells: Vec<T>,
    strides: &[usize],
    shape: &[u64],
) -> PyResult<Bound<'py, PyAny>> {
    let mut order: Vec<usize> = (0..shape.len()).collect();
    order.sort_by_key(|c| std::cmp::Reverse((strides[*c], shape[*c])));
    let sizes: Vec<usize> = order.iter().map(|c| shape[*c] as usize).collect();
    let mut axes = vec![0; order.len()];
    order.iter().enumerate().for_each(|(axis, c)| axes[*c] = axis);
    let array: Bound<'py, PyArrayDyn<T>> = cells.into_pyarray(py).reshape(sizes)?;
    array.permute(Some(axes)).map(Bound::into_any)
}

/// The rows as coordinates.
pub(crate) fn coordinates(py: Python<'_>, rows: &Rows<'_>) -> PyResult<Vec<Vec<u64>>> {
    let width = rows.shape()[1];
    let all = rows.as_slice().map_err(|error| of_input(py, "array", &error.to_string()))?;
    let rows = all.chunks(width.max(1)).map(|row| row.iter().map(|x| u64::try_from(*x).ok()).collect());
    let rows: Option<Vec<Vec<u64>>> = rows.collect();
    rows.ok_or_else(|| of_input(py, "negative", "an entry of a position is negative"))
}

/// The values of positions; `None` where no position exists.
pub(crate) fn values(game: &Game, rows: &[Vec<u64>]) -> Result<Vec<Option<u32>>, Error> {
    let Some(first) = rows.first() else { return Ok(vec![]) };
    let mut hi = first.clone();
    for row in rows {
        hi.iter_mut().zip(row).for_each(|(hi, x)| *hi = *x.max(hi));
    }
    let cells = hi.iter().try_fold(1u64, |n, h| n.checked_mul(h.checked_add(1)?)).unwrap_or(u64::MAX);
    if cells <= (rows.len() as u64).saturating_mul(CELLS_EACH).max(SMALL)
        && let Ok(table) = game.table(&hi)
    {
        return Ok(rows.iter().map(|row| table.get_inside(row)).collect());
    }
    rows.iter().map(|row| if game.exists(&row[..])? { small(game, row).map(Some) } else { Ok(None) }).collect()
}

fn small(game: &Game, row: &[u64]) -> Result<u32, Error> {
    if let Some(value) = game.at_hand(row) {
        return Ok(value);
    }
    let value = game.value(row)?;
    u32::try_from(&value).map_err(|_| {
        let error = Diagnostic::limit("value", "a value needs more than four bytes");
        Error::from(error.help("ask for positions one by one: `g[…]`"))
    })
}

/// The array of these values.
pub(crate) fn of_values(py: Python<'_>, values: Vec<Option<u32>>) -> Bound<'_, PyAny> {
    values.into_iter().map(|value| value.map_or(-1, i64::from)).collect::<Vec<i64>>().into_pyarray(py).into_any()
}

/// The greatest number of coordinates that is tried.
const WIDEST: usize = 8;

/// The numbers of coordinates that a position of the game may have.
pub(crate) fn widths(game: &Game) -> Vec<usize> {
    let fits = |width: &usize| game.rules(&vec![0; *width][..]).is_ok_and(|game| game.rules.width() == *width);
    (1..=WIDEST).filter(fits).collect()
}
