//! The values of a subtraction-division game in order, without a table of them.
//!
//! In: a ruleset, and the number of values. Out: [`Block`]s of values for a caller that counts or writes them. A value depends on those a few
//! numbers below and on those of quotients, so only the values up to the largest quotient stay in memory. Values are computed as bit planes, 64
//! numbers at a time: plane v has a bit for each number of value v. What stays in memory is the binary digits of the values ([`planes`]). The
//! values that quotients forbid are spread over many words at once ([`multiples`]). Then words are computed in order, by runs if 1 is the only
//! subtrahend ([`runs`]), and otherwise by looking bytes up in a table ([`bytewise`]). Rules with too many moves, or with subtrahends too large
//! for words, are computed number by number ([`plainly`]).

mod block;
mod bytewise;
mod multiples;
mod plainly;
mod planes;
mod runs;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use self::block::Block;
use self::bytewise::Bytewise;
use self::planes::{FARTHEST, Kernel, MOST_PLANES, Planes};
use self::runs::Runs;
use super::read::Shape;
use grundy_core::contract::limits::{Limits, bytes};
use grundy_core::contract::options::{Options, Play};
use grundy_core::contract::reason::Account;
use grundy_core::contract::stop::{Result, Stop, diagnostic};
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;

/// With more moves than this, a value might exceed the bits of a word.
const MOST_MOVES: usize = 63;

/// The values of the numbers 0, 1, 2, … under rules that subtract and divide.
///
/// ```
/// use grundy::{Diagnostic, Options, Session, table::Terms};
///
/// let game = Session::new().game("mark[{1}, {2, 3}]", None)?;
/// let terms = Terms::of(&game.rules, &Options::default()).expect("subtractions and divisions");
/// assert_eq!(terms.counts(1_000_000)?, [407_327, 355_860, 198_378, 38_435]);
///
/// let (mut first, mut values): (Vec<u8>, Vec<u8>) = (vec![], vec![]);
/// terms.for_each_block(12, |block| {
///     block.values(&mut values);
///     first.extend(&values);
///     Ok::<(), Diagnostic>(())
/// })?;
/// assert_eq!(first, [0, 1, 0, 2, 1, 0, 1, 0, 2, 0, 1, 0]);
/// # Ok::<(), Diagnostic>(())
/// ```
pub struct Terms {
    shape: Shape,
    play: Play,
    limits: Limits,
}

/// The method by which values are computed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Runs,
    Bytewise,
    Plainly,
}

impl Terms {
    /// Reads rules of the shape; `None` for other rules, and if the options ask for the plain engine, for a named one, or for a checkpoint.
    #[must_use]
    pub fn of(rules: &Arc<Ruleset>, options: &Options) -> Option<Terms> {
        let Options { play, plain, engine, limits, checkpoint } = options;
        if *plain || engine.is_some() || checkpoint.is_some() {
            return None;
        }
        let shape = Shape::of(rules).ok().filter(|shape| !shape.divide.is_empty() && shape.most() <= MOST_MOVES)?;
        Some(Terms { shape, play: *play, limits: limits.clone() })
    }

    fn way(&self) -> Way {
        match &self.shape.subtract[..] {
            [1] if self.shape.most() <= MOST_PLANES => Way::Runs,
            [.., longest] if self.shape.most() <= MOST_PLANES && *longest <= FARTHEST => Way::Bytewise,
            _ => Way::Plainly,
        }
    }

    /// The number of first values that stay in memory for divisions.
    fn kept(&self, terms: u64) -> u64 {
        let least = self.shape.divide.first().copied().unwrap_or(1);
        terms.checked_sub(1).map_or(0, |last| last / least + 1)
    }

    /// The bytes that `terms` terms need.
    fn need(&self, terms: u64) -> u64 {
        match self.way() {
            Way::Plainly => plainly::need(&self.shape, terms, self.kept(terms)),
            Way::Runs | Way::Bytewise => planes::need(&self.shape, self.kept(terms)),
        }
    }

    /// Refuses terms that need more memory than is allowed.
    ///
    /// # Errors
    /// The limit, with the memory needed.
    pub fn must_fit(&self, terms: u64) -> std::result::Result<(), Diagnostic> {
        let (need, limit) = (self.need(terms), self.limits.free());
        if need <= limit && usize::try_from(need).is_ok() {
            return Ok(());
        }
        let message = format!(
            "{terms} terms need {}, for divisions ask for the values below {}; {} are allowed",
            bytes(need),
            self.kept(terms),
            bytes(limit)
        );
        Err(Diagnostic::limit(Code::Memory, message).help("allow more with `--memory`, or ask for fewer terms"))
    }

    /// Hands out the first `terms` values, block by block.
    ///
    /// # Errors
    /// Too little memory, before the first block; an interruption; any error that `each` returns.
    pub fn for_each_block<E: From<Diagnostic>>(
        &self,
        terms: u64,
        mut each: impl FnMut(&Block) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        self.must_fit(terms)?;
        self.limits.progress.expect(terms);
        let mut given = None;
        let mut hand = |block: &Block| {
            self.limits.interrupted()?;
            each(block).map_err(|error| {
                given = Some(error);
                Stop::Overflow
            })?;
            self.limits.progress.add(block.len());
            Ok(())
        };
        match (self.walk(terms, &mut hand), given) {
            (Err(_), Some(error)) => Err(error),
            (Err(stop), None) => Err(diagnostic(stop).into()),
            (Ok(()), _) => Ok(()),
        }
    }

    /// The number of occurrences of each value among the first `terms` terms, up to the largest value that occurs.
    ///
    /// # Errors
    /// Too little memory; an interruption.
    pub fn counts(&self, terms: u64) -> std::result::Result<Vec<u64>, Diagnostic> {
        let mut counts = vec![];
        self.for_each_block(terms, |block| {
            block.count(&mut counts);
            Ok::<(), Diagnostic>(())
        })?;
        Ok(counts)
    }

    /// How the terms are computed.
    #[must_use]
    pub fn account(&self, terms: u64) -> Account {
        let how = match self.way() {
            Way::Runs => "64 at a time, by the runs of numbers where a value is available",
            Way::Bytewise => "64 at a time, the places of a value looked up for eight at once",
            Way::Plainly => "one after the other",
        };
        let how = format!("values in order, {how}; the first {} stay in memory for the divisions", self.kept(terms));
        Account { how, refused: vec![] }
    }

    fn walk(&self, terms: u64, each: &mut Each) -> Result<()> {
        match (self.way(), self.shape.most()) {
            (Way::Plainly, _) => plainly::walk(&self.shape, self.play, terms, self.kept(terms), each),
            (way, ..=2) => self.planes::<2>(way, terms, each),
            (way, 3) => self.planes::<3>(way, terms, each),
            (way, 4) => self.planes::<4>(way, terms, each),
            (way, 5) => self.planes::<5>(way, terms, each),
            (way, 6) => self.planes::<6>(way, terms, each),
            (way, 7) => self.planes::<7>(way, terms, each),
            (way, _) => self.planes::<MOST_PLANES>(way, terms, each),
        }
    }

    /// With P planes: for all values but P, the largest that P moves allow.
    fn planes<const P: usize>(&self, way: Way, terms: u64, each: &mut Each) -> Result<()> {
        match way {
            Way::Runs => self.planes_by::<P, Runs<P>>(terms, each),
            Way::Bytewise | Way::Plainly => self.planes_by::<P, Bytewise<P>>(terms, each),
        }
    }

    fn planes_by<const P: usize, K: Kernel<P>>(&self, terms: u64, each: &mut Each) -> Result<()> {
        Planes::<P, K>::new(&self.shape, self.play, self.kept(terms), &self.limits)?.walk(terms, each)
    }
}

/// An empty list with a given capacity. Even if the limits allow it, the system may refuse the memory.
fn with_capacity<T>(most: usize) -> Result<Vec<T>> {
    let mut list = vec![];
    let refused = || Stop::from(Diagnostic::limit(Code::Memory, format!("the system has no room for {most} numbers")));
    list.try_reserve_exact(most).map_err(|_| refused())?;
    Ok(list)
}

/// The function that gets the blocks.
type Each<'a> = dyn FnMut(&Block) -> Result<()> + 'a;
