//! Values as NumPy arrays.
//!
//! In: bounds, or rows of coordinates. Out: arrays. A table's array is the memory that the engine filled: NumPy's array owns it, and frees it with the last view.

use grundy::engine::Quantity;
use grundy::lang::Code;
use grundy::theory::loopy::is_round;
use grundy::{
    Diagnostic, EngineName, Error, Game, Values,
    table::{Cells, Dense},
};
use numpy::{Element, IntoPyArray, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
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
    EngineName::of(name).ok_or_else(|| {
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

/// What a table shows, by its name.
pub(crate) fn quantity(py: Python<'_>, name: &str) -> PyResult<Quantity> {
    Quantity::ALL.into_iter().find(|quantity| quantity.name() == name).ok_or_else(|| {
        let names = Quantity::ALL.map(Quantity::name).join(", ");
        of_input(py, "show", &format!("a table shows one of {names}; found `{name}`"))
    })
}

/// The error where play may go on for ever: values that are infinity stand in no array.
fn numbers_alone(error: Error, game: &Game) -> Error {
    let round = error.diagnostic();
    if !is_round(round, game.options()) {
        return error;
    }
    let message = format!("{}; an array holds numbers alone", round.message);
    Diagnostic::new(Code::Circle, message)
        .help("a value may be `Infinite` here: ask for positions one by one, `g[…]`, or for those with a value, `g.positions(to, value=\"D\")`")
        .into()
}

/// The table of a box, and whether a cell has no position.
pub(crate) fn dense(game: &Game, quantity: Quantity, bounds: &[u64]) -> Result<(Dense, bool), Error> {
    let limits = game.options().limits.clone();
    // A sum of tables that fit may be an array that does not.
    Values::must_fit_array(bounds, &limits)?;
    let values = game.table_of(quantity, bounds).map_err(|error| match quantity {
        Quantity::Value => numbers_alone(error, game),
        _ => error,
    })?;
    let lo = vec![0; bounds.len()];
    let gaps = values.survey(&lo, bounds).is_some_and(|survey| !survey.complete);
    let dense = values.into_dense(&limits)?;
    Ok((dense, gaps))
}

/// The array of a table, as views of one array that owns the cells and nobody can change.
pub(crate) struct Owner<'py> {
    /// The cells in their own order.
    pub(crate) flat: Bound<'py, PyAny>,
    /// The cells in the shape of the table.
    pub(crate) shaped: Bound<'py, PyAny>,
    /// The distance between neighbouring cells along each coordinate.
    pub(crate) strides: Vec<usize>,
}

/// The array of a table.
pub(crate) fn of_cells<'py>(py: Python<'py>, dense: Dense, shape: &[u64]) -> PyResult<Owner<'py>> {
    let Dense { cells, strides } = dense;
    match cells {
        Cells::One(cells) => owner(py, cells, strides, shape),
        Cells::Two(cells) => owner(py, cells, strides, shape),
        Cells::Four(cells) => owner(py, cells, strides, shape),
    }
}

/// The cells lie in row-major order of some order of the coordinates, so the array is a transposed one.
fn owner<'py, T: Element>(py: Python<'py>, cells: Vec<T>, strides: Vec<usize>, shape: &[u64]) -> PyResult<Owner<'py>> {
    let mut order: Vec<usize> = (0..shape.len()).collect();
    order.sort_by_key(|c| std::cmp::Reverse((strides[*c], shape[*c])));
    let sizes: Vec<usize> = order.iter().map(|c| shape[*c] as usize).collect();
    let mut axes = vec![0; order.len()];
    order.iter().enumerate().for_each(|(axis, c)| axes[*c] = axis);
    let flat = cells.into_pyarray(py);
    flat.call_method1("setflags", (false,))?;
    let array: Bound<'py, PyArrayDyn<T>> = flat.reshape(sizes)?;
    let shaped = array.permute(Some(axes))?.into_any();
    Ok(Owner { flat: flat.into_any(), shaped, strides })
}

/// The value of a cell of the array that owns a table's cells; `None` where no position exists.
pub(crate) fn cell(flat: &Bound<'_, PyAny>, index: usize) -> Option<u32> {
    fn read<T: Element + Copy + Into<u32> + PartialEq>(flat: &Bound<'_, PyAny>, index: usize, none: T) -> Option<u32> {
        flat.cast::<PyArray1<T>>().ok()?.get_owned(index).filter(|cell| *cell != none).map(Into::into)
    }
    read(flat, index, u8::MAX).or_else(|| read(flat, index, u16::MAX)).or_else(|| read(flat, index, u32::MAX))
}

/// The coordinates of the rows, one row after the other, and how many a row has.
pub(crate) fn coordinates(py: Python<'_>, rows: &Rows<'_>) -> PyResult<(Vec<u64>, usize)> {
    let all = rows.as_slice().map_err(|error| of_input(py, "array", &error.to_string()))?;
    let coordinates: Option<Vec<u64>> = all.iter().map(|x| u64::try_from(*x).ok()).collect();
    let coordinates = coordinates.ok_or_else(|| of_input(py, "negative", "an entry of a position is negative"))?;
    Ok((coordinates, rows.shape()[1].max(1)))
}

/// No position exists.
const NOWHERE: i64 = -1;

/// The values of positions, [`NOWHERE`] where no position exists: read off one table if that has not many more cells than there are positions.
pub(crate) fn values(game: &Game, coordinates: &[u64], width: usize) -> Result<Vec<i64>, Error> {
    let mut hi = vec![0; width];
    for row in coordinates.chunks_exact(width) {
        hi.iter_mut().zip(row).for_each(|(hi, x)| *hi = *x.max(hi));
    }
    let rows = (coordinates.len() / width) as u64;
    let cells = hi.iter().try_fold(1u64, |n, h| n.checked_mul(h.checked_add(1)?)).unwrap_or(u64::MAX);
    if cells <= rows.saturating_mul(CELLS_EACH).max(SMALL)
        && let Ok((dense, _)) = dense(game, Quantity::Value, &hi)
    {
        return Ok(match dense.cells {
            Cells::One(cells) => gathered(coordinates, &dense.strides, |index| (cells[index], u8::MAX)),
            Cells::Two(cells) => gathered(coordinates, &dense.strides, |index| (cells[index], u16::MAX)),
            Cells::Four(cells) => gathered(coordinates, &dense.strides, |index| (cells[index], u32::MAX)),
        });
    }
    let one = |row: &[u64]| if game.exists(row)? { small(game, row).map(i64::from) } else { Ok(NOWHERE) };
    coordinates.chunks_exact(width).map(one).collect()
}

/// The values of rows whose cells are read by their index; beside a cell stands what it is where no position exists.
fn gathered<T: Into<i64> + PartialEq>(
    coordinates: &[u64],
    strides: &[usize],
    read: impl Fn(usize) -> (T, T),
) -> Vec<i64> {
    let index = |row: &[u64]| row.iter().zip(strides).map(|(x, stride)| *x as usize * stride).sum();
    let value = |row: &[u64]| {
        let (cell, none) = read(index(row));
        if cell == none { NOWHERE } else { cell.into() }
    };
    coordinates.chunks_exact(strides.len()).map(value).collect()
}

fn small(game: &Game, row: &[u64]) -> Result<u32, Error> {
    if let Some(value) = game.at_hand(row) {
        return Ok(value);
    }
    let value = game.value(row).map_err(|error| numbers_alone(error, game))?;
    u32::try_from(&value).map_err(|_| {
        let error = Diagnostic::limit(Code::Value, "a value needs more than four bytes");
        Error::from(error.help("ask for positions one by one: `g[…]`"))
    })
}

/// The greatest number of coordinates that is tried.
const WIDEST: usize = 8;

/// The numbers of coordinates that a position of the game may have.
pub(crate) fn widths(game: &Game) -> Vec<usize> {
    let fits = |width: &usize| game.rules(&vec![0; *width][..]).is_ok_and(|game| game.rules.width() == *width);
    (1..=WIDEST).filter(fits).collect()
}
