//! Integers of any length, and infinity with a set of them, between Python and Rust.

use grundy::IBig;
use grundy::theory::loopy::LoopyValue;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};

/// A Python integer. Python limits the digits of integers that are written as text, so bytes go between.
pub(crate) fn int<'py>(py: Python<'py>, number: &IBig) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(small) = i64::try_from(number) {
        return Ok(small.into_pyobject(py)?.into_any());
    }
    let bytes = PyBytes::new(py, &number.to_le_bytes());
    let signed = pyo3::types::PyDict::new(py);
    signed.set_item("signed", true)?;
    py.get_type::<PyInt>().call_method("from_bytes", (bytes, "little"), Some(&signed))
}

/// A value: an integer, or an `Infinite`.
pub(crate) fn of_value<'py>(py: Python<'py>, value: &LoopyValue) -> PyResult<Bound<'py, PyAny>> {
    match value {
        LoopyValue::Number(number) => int(py, number),
        LoopyValue::Infinite(numbers) => {
            let numbers = numbers.iter().map(|number| int(py, number)).collect::<PyResult<Vec<_>>>()?;
            py.import("grundy._infinite")?.getattr("Infinite")?.call1((numbers,))
        }
    }
}

/// The decimal digits of a Python integer, of any length.
pub(crate) fn digits(number: &Bound<'_, PyInt>) -> PyResult<String> {
    if let Ok(small) = number.extract::<i64>() {
        return Ok(small.to_string());
    }
    let hexadecimal: String = number.call_method1("__format__", ("x",))?.extract()?;
    let read = IBig::from_str_radix(&hexadecimal, 16).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(read.to_string())
}

/// The integer that decimal digits mean, however many they are.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn integer<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let read = text.parse::<IBig>().map_err(|_| PyValueError::new_err(format!("`{text}` is no integer")))?;
    int(py, &read)
}
