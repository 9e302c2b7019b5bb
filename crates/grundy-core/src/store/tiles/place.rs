//! Where a table may stand beside the memory.
//!
//! In: what a person gave, a folder that keeps what is finished or one for the time of the work. Out: a shelf for a table, or none. The folder
//! for the time of the work is asked for when the first table is begun that needs it, so that others leave no trace on the disk.

use std::cell::{OnceCell, RefCell};
use std::path::PathBuf;

use super::folder::Folder;
use super::{Layout, Shelf};
use crate::contract::options::EngineName;
use crate::contract::stop::{Result, Stop};
use grundy_rules::lang::Diagnostic;
use grundy_rules::rules::Ruleset;

/// Asks for a folder for a table of so many bytes; an error ends the work.
pub type Ask<'a> = dyn FnMut(u64) -> std::result::Result<PathBuf, Diagnostic> + 'a;

/// A folder for the time of the work.
pub struct Passing<'a, 'b> {
    ask: RefCell<&'a mut Ask<'b>>,
    folder: OnceCell<Folder>,
}

/// Gives a folder for a table of so many bytes. (The trait makes a [`Place`] covariant, which the reference to what is asked is not.)
pub trait Gives {
    /// The same one every time.
    fn folder(&self, bytes: u64) -> Result<&Folder>;
}

impl<'a, 'b> Passing<'a, 'b> {
    /// That is asked for when it is needed.
    pub fn new(ask: &'a mut Ask<'b>) -> Passing<'a, 'b> {
        Passing { ask: RefCell::new(ask), folder: OnceCell::new() }
    }
}

impl Gives for Passing<'_, '_> {
    fn folder(&self, bytes: u64) -> Result<&Folder> {
        if let Some(folder) = self.folder.get() {
            return Ok(folder);
        }
        let root = (self.ask.borrow_mut())(bytes).map_err(Stop::from)?;
        let folder = Folder::passing(&root)?;
        Ok(self.folder.get_or_init(|| folder))
    }
}

/// Where a table may stand.
#[derive(Clone, Copy)]
pub enum Place<'a> {
    /// In memory.
    Memory,
    /// What is finished of it is kept; in memory, or on disk alone.
    Kept(&'a Folder),
    /// On disk where it does not fit the memory.
    Passing(&'a dyn Gives),
}

impl Place<'_> {
    /// May a table stand on disk alone?
    pub fn may_be_disk(self) -> bool {
        !matches!(self, Place::Memory)
    }

    /// Where the tiles of a table go, if they go anywhere: of one that stands on disk, or is to be kept.
    ///
    /// # Errors
    /// A folder that cannot be made or read.
    pub fn shelf(
        self,
        rules: &Ruleset,
        misere: bool,
        by: EngineName,
        (layout, disk): (&Layout, bool),
    ) -> Result<Option<Shelf>> {
        let folder = match self {
            Place::Kept(folder) => folder,
            Place::Passing(passing) if disk => passing.folder(layout.cells as u64 * u64::from(layout.width))?,
            Place::Memory | Place::Passing(_) => return Ok(None),
        };
        folder.shelf(rules, misere, by, layout).map(Some)
    }
}
