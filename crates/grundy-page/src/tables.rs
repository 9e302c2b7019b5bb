//! Tables that were made for earlier questions, and are kept for later ones.
//!
//! In: rules, a play, a box. Out: values of a box that holds it. Whoever looks at a table asks for many pieces of it; each is read off the same
//! values. No answer depends on what is kept, only its time does. The tables that were used longest ago go first.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use grundy::{Diagnostic, Evaluator, Limits, MemoryAccount, Options, Play, Ruleset, Values, table::box_cells};

/// How long a question waits for another that makes its table before it looks whether it must end itself.
const LOOK: Duration = Duration::from_millis(100);
/// The most cells of a box that is made larger than asked, so that neighbouring pieces find it.
const ROUNDED: u64 = 1 << 26;
/// The least bound of a box that is made larger.
const LEAST: u64 = 7;

/// The tables, and the sign that one was made or given up.
#[derive(Debug)]
pub(crate) struct Tables {
    open: Mutex<Shelf>,
    done: Condvar,
    made: AtomicU64,
}

#[derive(Debug)]
struct Shelf {
    /// The memory for all, in bytes.
    most: u64,
    /// The one that was used last stands last.
    kept: Vec<Kept>,
    /// What is being made now: the tables, and the boxes that they will hold.
    making: Vec<(Key, Vec<u64>)>,
}

/// What a table is of.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    rules: String,
    play: Play,
}

#[derive(Debug)]
struct Kept {
    key: Key,
    values: Arc<Values>,
    bytes: u64,
}

impl Tables {
    /// No tables yet; they may take so many bytes.
    pub(crate) fn new(most: u64) -> Tables {
        Tables {
            open: Mutex::new(Shelf { most, kept: vec![], making: vec![] }),
            done: Condvar::new(),
            made: AtomicU64::new(0),
        }
    }

    /// How many tables were made.
    pub(crate) fn made(&self) -> u64 {
        self.made.load(Ordering::Relaxed)
    }

    fn open(&self) -> MutexGuard<'_, Shelf> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelf {
    /// A table that holds the box to `hi`.
    fn find(&mut self, key: &Key, hi: &[u64]) -> Option<Arc<Values>> {
        let holds = |kept: &Kept| kept.key == *key && kept.values.hi().iter().zip(hi).all(|(most, h)| h <= most);
        let at = self.kept.iter().position(holds)?;
        let kept = self.kept.remove(at);
        let values = kept.values.clone();
        self.kept.push(kept);
        Some(values)
    }

    fn keep(&mut self, key: Key, values: &Arc<Values>, bytes: u64) {
        self.kept.retain(|kept| kept.key != key || !inside(kept.values.hi(), values.hi()));
        self.kept.push(Kept { key, values: values.clone(), bytes });
        while self.kept.iter().map(|kept| kept.bytes).sum::<u64>() > self.most {
            self.kept.remove(0);
        }
    }
}

fn inside(small: &[u64], large: &[u64]) -> bool {
    small.iter().zip(large).all(|(s, l)| s <= l)
}

/// The values of a box that holds the box to `hi`: kept ones, or new ones.
///
/// # Errors
/// As [`Evaluator::table`].
pub(crate) fn table(
    tables: &Tables,
    rules: &Arc<Ruleset>,
    play: Play,
    hi: &[u64],
    limits: &Limits,
) -> Result<Arc<Values>, Diagnostic> {
    let key = Key { rules: rules.hash(), play };
    let rounded = rounded(rules, hi);
    let making = (key.clone(), rounded.clone());
    let mut open = tables.open();
    let _turn = loop {
        if let Some(values) = open.find(&key, hi) {
            return Ok(values);
        }
        // Of several questions for pieces of one box, the first makes it; the others wait, unless they are ended. Nobody waits for a larger box,
        // which might not be done in the time of the smaller one.
        if !open.making.contains(&making) {
            open.making.push(making.clone());
            break Turn { tables, making };
        }
        limits.may_go_on()?;
        open = tables.done.wait_timeout(open, LOOK).unwrap_or_else(PoisonError::into_inner).0;
    };
    drop(open);
    let (values, bytes) = made(rules, play, hi, &rounded, limits)?;
    let values = Arc::new(values);
    tables.made.fetch_add(1, Ordering::Relaxed);
    tables.open().keep(key, &values, bytes);
    Ok(values)
}

/// The right to make a table, given back however the work ends.
struct Turn<'t> {
    tables: &'t Tables,
    making: (Key, Vec<u64>),
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.tables.open().making.retain(|making| *making != self.making);
        self.tables.done.notify_all();
    }
}

/// A box that holds a box, so that neighbouring pieces find it.
fn rounded(rules: &Ruleset, hi: &[u64]) -> Vec<u64> {
    let larger = |(coord, h): (usize, &u64)| {
        let cells = h.max(&LEAST).checked_add(1);
        let round = cells.and_then(u64::checked_next_power_of_two).map_or(*h, |round| round - 1);
        rules.own_bound(coord).map_or(round, |most| round.min(most))
    };
    hi.iter().enumerate().map(larger).collect()
}

/// New values of a box, or of the rounded one that holds it, and the memory that they take.
fn made(
    rules: &Arc<Ruleset>,
    play: Play,
    hi: &[u64],
    rounded: &[u64],
    limits: &Limits,
) -> Result<(Values, u64), Diagnostic> {
    let account = |hi: &[u64]| {
        let limits = Limits { account: MemoryAccount::default(), ..limits.clone() };
        let values = Evaluator::new(rules, Options { play, limits: limits.clone(), ..Options::default() }).table(hi)?;
        Ok((values, limits.in_use()))
    };
    if rounded == hi || box_cells(rounded) > ROUNDED {
        return account(hi);
    }
    match account(rounded) {
        // Where only the larger box is too large, or not defined somewhere, the one that was asked for is made.
        Err(error) if !error.kind.is_end() => account(hi),
        made => made,
    }
}
