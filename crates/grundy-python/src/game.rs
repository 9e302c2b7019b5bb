//! A game with its values: the quick questions, which are asked many times.
//!
//! In: an expression, the rules that it may use, options. Out: values, tables as arrays. What has been computed is kept for later questions, and questions of several
//! threads are answered one after the other.
//!
//! After `fork`, the child has only the thread that forked. If another thread of the parent was within a question, nobody in the child will finish it; so a
//! process that finds its number changed begins anew, with nothing kept.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use grundy::engine::Quantity;
use grundy::{Error, Library, Limits, Options, Play};
use grundy_cli::{available_memory, parse_memory};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyWeakrefMethods, PyWeakrefReference};

use crate::array::{self, Owner};
use crate::asked::Ask;
use crate::errors::{of_input, of_library, of_panic, of_stop};
use crate::numbers::of_value;
use crate::position::{Given, is_box};
use crate::work::{Beside, beside, lock};

/// The library's game in this process, and what belongs to its questions.
struct Desk {
    process: u32,
    game: grundy::Game,
    /// Stops the question that is being answered.
    stop: Arc<AtomicBool>,
    /// Held while a question is being answered.
    turn: Mutex<()>,
}

/// A game.
#[pyclass(subclass, frozen, module = "grundy._grundy")]
pub(crate) struct Game {
    /// Locked only for the moment of reading it, by the thread that holds the interpreter, so that no other thread holds the lock at a `fork`.
    desk: Mutex<Arc<Desk>>,
    /// The last table, which single values are read off. Locked as `desk` is.
    table: Mutex<Option<Kept>>,
    memory: Option<u64>,
    time: Option<Duration>,
    number: u64,
}

/// A table that belongs to Python: it goes when Python drops it. Nobody can change it.
struct Kept {
    flat: Py<PyWeakrefReference>,
    shape: Vec<u64>,
    strides: Vec<usize>,
}

/// The built-in games, read once.
fn built_in() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(Library::new)
}

#[pymethods]
impl Game {
    /// A game by its expression, with texts of rules (a name and the text of each), and the options of the program.
    #[new]
    #[pyo3(signature = (text, sources = vec![], *, misere = false, engine = None, plain = false, memory = None, threads = 0, time = None))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
    fn new(
        py: Python<'_>,
        text: &str,
        sources: Vec<(String, String)>,
        misere: bool,
        engine: Option<&str>,
        plain: bool,
        memory: Option<&str>,
        threads: usize,
        time: Option<f64>,
    ) -> PyResult<Game> {
        let game = library(py, &sources)?.game(text).map_err(|error| of_library(py, &error))?;
        let memory = memory.map(parse_memory).transpose().map_err(|why| of_input(py, "memory", &why))?;
        let limits = Limits { memory: memory.unwrap_or_else(most), threads, ..Limits::default() };
        let engine = engine.map(|name| array::engine(py, name)).transpose()?;
        let time = time.map(|seconds| duration(py, seconds)).transpose()?;
        let options = Options { play: Play::of(misere), plain, engine, limits, checkpoint: None };
        let desk = Mutex::new(Arc::new(Desk::of(game.with(options))));
        Ok(Game { desk, table: Mutex::default(), memory, time, number: Ask::number() })
    }

    /// The value of a position; or the table of a box, such as `3:7, 0:9`.
    fn __getitem__<'py>(slf: &Bound<'py, Self>, position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if is_box(position) {
            return slf.call_method1("_box", (position,));
        }
        let (py, this) = (slf.py(), slf.get());
        let desk = this.desk();
        match Given::read(position)? {
            Given::Small(small) => match this.kept(py, &small).or_else(|| desk.game.at_hand(&small)) {
                Some(value) => Ok(value.into_pyobject(py)?.into_any()),
                None => of_value(py, &this.ask(py, &desk, |game| game.loopy_value(&small[..]))?),
            },
            Given::Text(text) => of_value(py, &this.ask(py, &desk, |game| game.loopy_value(text))?),
        }
    }

    /// Does a position exist?
    fn __contains__(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        let desk = self.desk();
        match Given::read(position)? {
            Given::Small(small) => self.ask(py, &desk, |game| game.exists(&small[..])),
            Given::Text(text) => self.ask(py, &desk, |game| game.exists(text)),
        }
    }

    /// All values of a box as an array that owns Rust's memory, and whether a cell has no position: it then has the greatest number of the array's type. With
    /// a folder, what it has of the table is read there, and what it lacks is kept there. `show` names what is shown instead of values.
    #[pyo3(name = "_table", signature = (shape, folder = None, show = "value"))]
    fn table<'py>(
        &self,
        py: Python<'py>,
        shape: Vec<u64>,
        folder: Option<PathBuf>,
        show: &str,
    ) -> PyResult<(Bound<'py, PyAny>, bool)> {
        let desk = self.desk();
        let (bounds, quantity) = (array::bounds(py, &shape)?, array::quantity(py, show)?);
        let (dense, gaps) = self.ask(py, &desk, |game| {
            let options = Options { limits: self.limits(&desk), checkpoint: folder, ..game.options().clone() };
            array::dense(&game.with(options), quantity, &bounds)
        })?;
        let Owner { flat, shaped, strides } = array::of_cells(py, dense, &shape)?;
        // Single values are read off tables of values alone.
        if quantity == Quantity::Value {
            *lock(&self.table) = Some(Kept { flat: PyWeakrefReference::new(&flat)?.unbind(), shape, strides });
        }
        Ok((shaped, gaps))
    }

    /// The values of many positions, a row of coordinates each; -1 where no position exists.
    #[pyo3(name = "_values")]
    fn values<'py>(&self, py: Python<'py>, rows: array::Rows<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let desk = self.desk();
        let (coordinates, width) = array::coordinates(py, &rows)?;
        let values = self.ask(py, &desk, |game| array::values(game, &coordinates, width))?;
        Ok(values.into_pyarray(py))
    }

    /// The names of the coordinates, and the greatest value of those that the rules bound; of the game with as many coordinates as these entries.
    #[pyo3(name = "_coords")]
    fn coordinates(&self, py: Python<'_>, entries: usize) -> PyResult<Vec<(String, Option<u64>)>> {
        let desk = self.desk();
        let any = vec![0; entries];
        let game = self.ask(py, &desk, |game| game.rules(&any[..]))?;
        let rules = &game.rules;
        Ok(rules.coords.iter().enumerate().map(|(c, coord)| (coord.name.clone(), rules.own_bound(c))).collect())
    }

    /// The hash of the rules' canonical form.
    #[pyo3(name = "_hash")]
    fn hash(&self, py: Python<'_>, entries: usize) -> PyResult<String> {
        let desk = self.desk();
        let any = vec![0; entries];
        Ok(self.ask(py, &desk, |game| game.rules(&any[..]))?.rules.hash())
    }

    /// Is a question being answered?
    fn _is_busy(&self, py: Python<'_>) -> bool {
        Ask::is_busy(py, self.number)
    }

    /// How many questions are asked now, also those that wait for their turn?
    fn _asked(&self, py: Python<'_>) -> usize {
        Ask::count(py, self.number)
    }

    /// Stops the questions of this game that are being answered, or wait for their turn, from another thread.
    fn stop(&self, py: Python<'_>) {
        Ask::halt_game(py, self.number);
    }

    /// The bytes that a question may use.
    fn _memory(&self) -> u64 {
        self.memory.unwrap_or_else(most)
    }

    /// The numbers of coordinates, at most eight, that the expression may have: one, unless a position settles a length.
    #[pyo3(name = "_widths")]
    fn widths(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        let desk = self.desk();
        self.ask(py, &desk, |game| Ok(array::widths(game)))
    }
}

/// The games that texts of rules define: name and number of parameters.
#[pyfunction]
pub(crate) fn own_games(py: Python<'_>, sources: Vec<(String, String)>) -> PyResult<Vec<(String, usize)>> {
    Ok(library(py, &sources)?.own_games())
}

/// The built-in games, and those of these texts.
fn library(py: Python<'_>, sources: &[(String, String)]) -> PyResult<Library> {
    sources.iter().try_fold(built_in().clone(), |library, (name, text)| {
        library.and(name, text).map_err(|error| of_library(py, &error))
    })
}

impl Game {
    /// The value at a position of the last table, as long as Python has not dropped it.
    fn kept(&self, py: Python<'_>, position: &[u64]) -> Option<u32> {
        let table = lock(&self.table);
        let Kept { flat, shape, strides } = table.as_ref()?;
        if position.len() != shape.len() || position.iter().zip(shape).any(|(x, size)| x >= size) {
            return None;
        }
        let index = position.iter().zip(strides).map(|(x, stride)| *x as usize * stride).sum();
        array::cell(&flat.bind(py).upgrade()?, index)
    }

    fn desk(&self) -> Arc<Desk> {
        let mut desk = lock(&self.desk);
        if desk.process != std::process::id() {
            *desk = Arc::new(Desk::of(desk.game.clone()));
        }
        desk.clone()
    }

    /// The limits of a table: it does not count what earlier tables hold, since these belong to Python.
    fn limits(&self, desk: &Desk) -> Limits {
        let limits = &desk.game.options().limits;
        Limits { memory: self.memory.unwrap_or_else(most), account: Default::default(), ..limits.clone() }
    }

    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        desk: &Desk,
        question: impl FnOnce(&grundy::Game) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let until = self.time.map(|time| Instant::now() + time);
        let ask = Ask::new(self.number, desk.stop.clone());
        let side = Beside { until, progress: desk.game.options().limits.progress.clone(), input: None };
        let (answer, halted) = beside(py, &ask, &side, |_| {
            let _turn = lock(&desk.turn);
            let answer = ask.begin().then(|| question(&desk.game));
            ask.end();
            answer
        })?;
        match (answer, halted.and_then(|why| of_stop(py, why))) {
            (Some(Ok(answer)), _) => Ok(answer),
            (_, Some(stopped)) => Err(stopped),
            (Some(Err(error)), None) => Err(of_library(py, &error)),
            (None, None) => Err(of_panic()),
        }
    }

    /// What tells its questions from those of other games.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }
}

impl Desk {
    fn of(game: grundy::Game) -> Desk {
        let stop = Arc::new(AtomicBool::new(false));
        let options = game.options().clone();
        let limits = Limits { interrupt: stop.clone(), ..options.limits };
        Desk { process: std::process::id(), game: game.with(Options { limits, ..options }), stop, turn: Mutex::new(()) }
    }
}

/// The memory that is allowed if nothing is said: three quarters of what is free.
fn most() -> u64 {
    available_memory() / 4 * 3
}

fn duration(py: Python<'_>, seconds: f64) -> PyResult<Duration> {
    let wrong = |_| of_input(py, "option", &format!("`time` is a number of seconds, found {seconds}"));
    Duration::try_from_secs_f64(seconds).map_err(wrong)
}
