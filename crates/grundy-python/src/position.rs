//! Positions as Python gives them: an integer, a tuple of integers or of tuples, or a text as on the command line.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyEllipsis, PyInt, PyList, PySlice, PyString, PyTuple};

use crate::numbers::digits;

/// A position: its coordinates if they are small, otherwise as text.
pub(crate) enum Given {
    /// Coordinates.
    Small(Vec<u64>),
    /// As on the command line.
    Text(String),
}

/// How deep tuples may be nested; positions have two levels, those of split leaves three.
const DEPTH: usize = 4;

impl Given {
    /// Reads a position.
    ///
    /// # Errors
    /// `TypeError` for what is no position.
    pub(crate) fn read(object: &Bound<'_, PyAny>) -> PyResult<Given> {
        if let Ok(tuple) = object.cast::<PyTuple>() {
            let small: PyResult<Vec<u64>> = tuple.iter_borrowed().map(|entry| small(&entry)).collect();
            if let Ok(small) = small {
                return Ok(Given::Small(small));
            }
        } else if let Ok(one) = small(object) {
            return Ok(Given::Small(vec![one]));
        }
        text(object, 0).map(Given::Text)
    }
}

/// A small entry. A float is none, even if it is whole, and neither is a truth value.
fn small(object: &Bound<'_, PyAny>) -> PyResult<u64> {
    if object.is_instance_of::<PyBool>() {
        return Err(wrong(object));
    }
    object.cast::<PyInt>()?.extract()
}

/// Is this no position, but a box of positions, such as `3:7, 0:9` or `..., 0`?
pub(crate) fn is_box(object: &Bound<'_, PyAny>) -> bool {
    let open = |entry: &Bound<'_, PyAny>| entry.is_instance_of::<PySlice>() || entry.is_instance_of::<PyEllipsis>();
    match object.cast::<PyTuple>() {
        Ok(tuple) => tuple.iter_borrowed().any(|entry| open(&entry)),
        Err(_) => open(object),
    }
}

/// A position as it is written on the command line.
#[pyfunction]
#[pyo3(signature = (position, /))]
pub(crate) fn written(position: &Bound<'_, PyAny>) -> PyResult<String> {
    text(position, 0)
}

fn text(object: &Bound<'_, PyAny>, depth: usize) -> PyResult<String> {
    if let (Ok(text), 0) = (object.cast::<PyString>(), depth) {
        return Ok(text.to_cow()?.into_owned());
    }
    if depth < DEPTH
        && let Some(entries) = entries(object)?
    {
        let entries: Vec<String> =
            entries.iter().map(|entry| text(entry, depth + 1)).collect::<PyResult<Vec<String>>>()?;
        let joined = entries.join(",");
        return Ok(if depth == 0 { joined } else { format!("[{joined}]") });
    }
    if is_truth(object) {
        return Err(wrong(object));
    }
    let index = object.call_method0("__index__").map_err(|_| wrong(object))?;
    digits(index.cast::<PyInt>()?)
}

/// Is this a truth value, of Python or of NumPy? Those of Python have an index, and in earlier versions those of NumPy, too.
fn is_truth(object: &Bound<'_, PyAny>) -> bool {
    let is_numpys = |name: &Bound<'_, PyString>| ["bool", "bool_"].iter().any(|own| name == own);
    object.is_instance_of::<PyBool>() || object.get_type().name().is_ok_and(|name| is_numpys(&name))
}

/// The entries of a tuple, a list or an array; `None` for anything else.
fn entries<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
    let object = match object.hasattr("tolist")? {
        true => &object.call_method0("tolist")?,
        false => object,
    };
    if let Ok(tuple) = object.cast::<PyTuple>() {
        return Ok(Some(tuple.iter().collect()));
    }
    Ok(object.cast::<PyList>().ok().map(|list| list.iter().collect()))
}

fn wrong(object: &Bound<'_, PyAny>) -> PyErr {
    let kind = object.get_type().name().map_or_else(|_| "object".to_string(), |name| name.to_string());
    if is_truth(object) {
        return PyTypeError::new_err("an entry of a position is an integer, and a truth value is none: write 0 or 1");
    }
    let message = format!(
        "a position is an integer, a tuple of integers, a tuple of tuples for strips, or a text such as \"10^100, 5\"; found {kind}"
    );
    PyTypeError::new_err(message)
}
