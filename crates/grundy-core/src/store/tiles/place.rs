//! Where a table may be stored besides memory.
//!
//! In: the user's choice: a folder for finished tiles that lasts, a temporary folder, or a folder with a finished table that is only read. Out: a shelf for a
//! table, or none. A temporary folder is requested when the first table needs it, so that other tables leave no trace on the disk.

use std::cell::{OnceCell, RefCell};
use std::path::PathBuf;

use super::folder::Folder;
use super::layout::Layout;
use super::shelf::Shelf;
use crate::contract::options::{EngineName, Play};
use crate::contract::reason::{Attempt, Reason};
use crate::contract::stop::{Result, Stop};
use grundy_rules::lang::Diagnostic;
use grundy_rules::rules::Ruleset;

/// Provides an empty folder for a table of a given number of bytes; an error ends the work.
pub type Ask<'a> = dyn FnMut(u64) -> std::result::Result<PathBuf, Diagnostic> + 'a;

/// A temporary folder, made when it is first needed.
pub struct Passing<'a, 'b> {
    ask: RefCell<&'a mut Ask<'b>>,
    folder: OnceCell<Folder>,
}

/// Gives the folder for a table of `bytes` bytes. (The trait object makes [`Place`] covariant; a reference to [`Passing`] would be invariant.)
pub trait Gives {
    /// The folder, the same one at every call.
    fn folder(&self, bytes: u64) -> Result<&Folder>;
}

impl<'a, 'b> Passing<'a, 'b> {
    /// A folder that `ask` provides when it is needed.
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
        Ok(self.folder.get_or_init(|| Folder::passing(root)))
    }
}

/// Where a table may be stored.
#[derive(Clone, Copy)]
pub enum Place<'a> {
    /// In memory.
    Memory,
    /// In memory or on disk alone; finished cells are kept in the folder either way.
    Kept(&'a Folder),
    /// On disk if it does not fit the memory.
    Passing(&'a dyn Gives),
    /// It is finished in the folder, and only read there.
    Finished(&'a Folder),
}

impl Place<'_> {
    /// May a table be stored on disk alone?
    pub fn may_be_disk(self) -> bool {
        !matches!(self, Place::Memory)
    }

    /// The shelf for the tiles of a table that is on disk or is to be kept; `None` for other tables.
    ///
    /// # Errors
    /// A folder that cannot be made or read.
    pub fn shelf(
        self,
        rules: &Ruleset,
        play: Play,
        by: EngineName,
        (layout, disk): (&Layout, bool),
    ) -> Result<Option<Shelf>> {
        let folder = match self {
            Place::Kept(folder) => folder,
            Place::Passing(passing) if disk => passing.folder(layout.cells as u64 * u64::from(layout.width))?,
            Place::Memory | Place::Passing(_) | Place::Finished(_) => return Ok(None),
        };
        folder.shelf(rules, play, by, layout).map(Some)
    }

    /// The shelf of a finished table that is only read; declined if this engine has not made it, or not finished it. `None` if a table is to be made.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn finished(
        self,
        rules: &Ruleset,
        play: Play,
        by: EngineName,
        layout: &Layout,
    ) -> Result<Option<Attempt<Shelf>>> {
        let Place::Finished(folder) = self else { return Ok(None) };
        let shelf = folder.finished_shelf(rules, play, by, layout)?;
        Ok(Some(shelf.ok_or_else(|| Reason::gives_up("the folder has no finished table of this engine")).into()))
    }
}
