//! The part of grundy for Python that is written in Rust: the module `grundy._grundy`, on which the package in `python/grundy` is built.
//!
//! In: Python objects. Out: values as Python integers, tables as NumPy arrays that own Rust's memory, and the results of every command of the
//! program as the JSON objects that it prints. While grundy works, other Python threads run, and Ctrl-C is seen within a moment (`work`). Every error is
//! an exception of `grundy._errors`, made in one place (`errors`); a panic would be one, too.
//!
//! No thread outlives a question, so a process that is forked finds nothing missing; what another thread held at that moment is left behind
//! (`game`).

mod array;
mod asked;
mod errors;
mod game;
mod numbers;
mod position;
mod program;
mod watch;
mod work;

use pyo3::prelude::*;

/// The module.
#[pymodule]
mod _grundy {
    #[pymodule_export]
    use crate::game::{Game, own_games};
    #[pymodule_export]
    use crate::numbers::integer;
    #[pymodule_export]
    use crate::position::written;
    #[pymodule_export]
    use crate::program::{main, run};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        grundy_cli::keep_panics_quiet();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
