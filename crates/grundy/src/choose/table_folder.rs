//! Tables that are finished in a folder, read for questions about a part of them.
//!
//! In: a folder of `--checkpoint` or of a plan, and rules. Out: the values, which stay in the folder and are read tile by tile; each tile is verified when it is
//! read. Nothing in the folder is changed, so it may be one that the reader cannot write to.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::position::box_cells;
use grundy_core::contract::stop::{Result, Stop, diagnostic};
use grundy_core::engine::TableRequest;
use grundy_core::store::size::MOST_CELLS;
use grundy_core::store::tiles::{Folder, Label, Place};
use grundy_core::store::values::Values;
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;

use super::ask::chooser;
use super::tables;

/// A table in a folder.
///
/// ```
/// use grundy::{Evaluator, Options, Session, table::KeptTable};
///
/// let game = Session::new().game("star_nim[2]", None)?;
/// let folder = std::env::temp_dir().join(format!("grundy-kept-{}", std::process::id()));
/// let options = Options { checkpoint: Some(folder.clone()), ..Options::default() };
/// Evaluator::new(&game.rules, options).table(&[60, 60])?;
/// let kept = KeptTable::open(&folder)?;
/// let values = kept.values(&game.rules, &Options::default())?.expect("it is finished");
/// assert_eq!((values.hi(), values.get(&[10, 15])), (&[60, 60][..], Some(20)));
/// # std::fs::remove_dir_all(folder).ok();
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct KeptTable {
    root: PathBuf,
    label: Label,
}

impl KeptTable {
    /// The table of a folder, finished or not.
    ///
    /// # Errors
    /// A folder that has none, or one of another version of the program.
    pub fn open(root: &Path) -> std::result::Result<KeptTable, Diagnostic> {
        // No engine makes a table with more cells.
        let possible = |label: &Label| box_cells(&label.hi) < MOST_CELLS;
        let Some(label) = Label::read(root).filter(possible) else {
            let message = format!("the folder `{}` has no table of this version of grundy", root.display());
            let help = "`grundy table --checkpoint DIR` or `grundy plan` and `grundy tile` make one";
            return Err(Diagnostic::new(Code::Checkpoint, message).help(help));
        };
        Ok(KeptTable { root: root.to_path_buf(), label })
    }

    /// Is it the table of these rules in this play?
    #[must_use]
    pub fn is_of(&self, rules: &Ruleset, play: Play) -> bool {
        self.label.play == play && self.label.rules == rules.hash()
    }

    /// Does it reach all positions of the box to `hi`?
    #[must_use]
    pub fn reaches(&self, hi: &[u64]) -> bool {
        self.label.hi.len() == hi.len() && hi.iter().zip(&self.label.hi).all(|(x, h)| x <= h)
    }

    /// The error of a question about a table that is not finished; `named` says whether only the table of one engine would do.
    pub fn unfinished(&self, named: bool) -> Diagnostic {
        let by = if named { " by the engine that is asked for" } else { "" };
        let message = format!("the table in the folder `{}` is not finished{by}", self.root.display());
        Diagnostic::limit(Code::Checkpoint, message).help("the command that makes it goes on from where it stopped")
    }

    /// Is it the table of this box, and no larger one?
    pub(super) fn ends_at(&self, hi: &[u64]) -> bool {
        self.label.hi == hi
    }

    /// The values; `None` if the table is one of other rules or of the other play, or if it is not finished.
    ///
    /// # Errors
    /// A folder that cannot be read; an interruption.
    pub fn values(&self, rules: &Arc<Ruleset>, options: &Options) -> std::result::Result<Option<Values>, Diagnostic> {
        self.found(rules, options).map_err(diagnostic)
    }

    pub(super) fn found(&self, rules: &Arc<Ruleset>, options: &Options) -> Result<Option<Values>> {
        let Options { play, plain, engine, limits, .. } = options;
        if !self.is_of(rules, *play) || engine.is_some_and(|engine| !engine.is_table()) {
            return Ok(None);
        }
        let (folder, ask) = (Folder::only_read(&self.root), chooser());
        let wish = TableRequest {
            only: engine.unwrap_or(EngineName::Table),
            place: Place::Finished(&folder),
            ..TableRequest::any(self.label.play, *plain, limits, &*ask)
        };
        match tables::build(rules, &self.label.hi, &wish) {
            Ok(found) => Ok(found.map(|tables| Values::of_tables(&self.label.hi, tables))),
            Err(Stop::Overflow) => Ok(None),
            Err(stop) => Err(stop),
        }
    }
}
