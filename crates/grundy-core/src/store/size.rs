//! The size of a table by enumeration, before it is filled.
//!
//! In: the bounds of a box, and bounds on its values and on how far back its moves lead, if known. Out: the number of cells, and whether they
//! are stored on disk; or an error that says how much memory they would need.

use dashu_int::IBig;

use crate::contract::limits::{Limits, bytes};
use crate::contract::stop::{Result, Stop};
use crate::store::tiles::{Layout, Need, window_bytes};
use grundy_rules::lang::{Code, Diagnostic};

/// The least number of cells that no table has.
pub const MOST_CELLS: u64 = 1 << 48;

/// The number of cells of a box, or the error that there are too many.
///
/// # Errors
/// More cells than the memory holds at one byte each.
pub fn size(hi: &[u64], limits: &Limits) -> Result<u64> {
    extent(hi, None, None, limits, false).map(|extent| extent.cells as u64)
}

/// The size of a table.
pub struct Extent {
    /// The number of cells.
    pub cells: usize,
    /// Is the table stored on disk?
    pub disk: bool,
    /// The bytes of the cells in memory.
    pub bytes: u64,
}

/// The size of a table. `width` is the width of a cell in bytes and `reach` a bound on how far back options lie, if known; with a `folder` the
/// table may be stored on disk.
///
/// # Errors
/// More than the memory holds.
pub fn extent(hi: &[u64], width: Option<u32>, reach: Option<usize>, limits: &Limits, folder: bool) -> Result<Extent> {
    let each = u64::from(width.unwrap_or(1));
    let cells = hi.iter().try_fold(1u64, |n, h| n.checked_mul(h.checked_add(1)?)).filter(|n| *n < MOST_CELLS);
    let need = cells.map(|cells| {
        let layout = Layout { cells: cells as usize, width: each as u32, axes: &[] };
        let window = reach.and_then(|reach| window_bytes(&layout, 1, reach, limits));
        Need { cells: cells.saturating_mul(each), sets: 0, window }
    });
    let count = cells.unwrap_or(0) as usize;
    match need {
        Some(need) if need.fits(limits) => Ok(Extent { cells: count, disk: false, bytes: need.cells }),
        Some(need) if folder && need.fits_on_disk(limits) => {
            Ok(Extent { cells: count, disk: true, bytes: need.window.unwrap_or(need.cells) })
        }
        _ => Err(too_large(hi, width, need.as_ref(), limits, folder)),
    }
}

/// The error for a table that does not fit: its size, and what would help.
fn too_large(hi: &[u64], width: Option<u32>, need: Option<&Need>, limits: &Limits, folder: bool) -> Stop {
    let each = u64::from(width.unwrap_or(1));
    let exact: IBig = hi.iter().map(|h| IBig::from(*h) + IBig::ONE).product();
    let all = &exact * IBig::from(each);
    let all = u64::try_from(&all).map_or(format!("{all} bytes"), bytes);
    let (of, least) = match width {
        None => (String::new(), "at least "),
        Some(1) => (" of 1 byte".to_string(), ""),
        Some(each) => (format!(" of {each} bytes"), ""),
    };
    let why = need.map_or("", |need| need.at_hand(folder));
    let even = match need.and_then(|need| need.window).filter(|_| folder) {
        Some(window) => format!("{} of memory even on disk", bytes(window)),
        None => format!("{least}{all}"),
    };
    let allowed = bytes(limits.memory);
    let message = format!("this table has {exact} cells{of} and needs {even}; {allowed} are allowed{why}");
    let plain = "allow more with `--memory`, or lower the bounds";
    let help = need.map_or(plain.to_string(), |need| need.help(limits, folder));
    Stop::from(Diagnostic::limit(Code::Memory, message).help(help))
}
