//! A small picture that stands for a game, or for a way to see it.
//!
//! In: a game; if one likes, how it is seen, as a question about a table says it. Out: the first cells, in so many rows and columns: those of two
//! coordinates, or the numbers of the only one, row after row.

use std::time::{Duration, Instant};

use grundy::lang::Code;
use grundy::rules::drawing::drawings;
use grundy::{Diagnostic, IBig};

use super::asked::Asked;
use super::describe::{bounds, usual_axes};
use super::start::{Start, begin};
use super::table::{Piece, axes};
use super::{Lines, Reply};

/// The rows and columns that a picture has if nobody says how many, and the most that it may have.
const SIDE: u64 = 32;
const LARGEST: u64 = 256;
/// The time for a picture if nobody says how much.
const GLANCE: Duration = Duration::from_secs(1);

/// The first cells of a game.
pub(super) fn thumbnail(asked: &mut Asked, _: &mut Lines) -> Result<Reply, Diagnostic> {
    let Start { game, position } = begin(asked)?;
    let axes = match asked.question.get("axes").filter(|axes| !axes.trim().is_empty()) {
        Some(text) => axes(&game, text)?,
        None => {
            let drawn = drawings(&game.rules);
            usual_axes(&drawn, &bounds(&game.rules, &drawn))
        }
    };
    let (rows, columns) = (side(asked, "rows")?, side(asked, "columns")?);
    let sides = if axes.len() == 1 { vec![rows * columns] } else { vec![rows, columns] };
    let entry =
        |(coord, entry): (usize, &IBig)| if axes.contains(&coord) { 0 } else { u64::try_from(entry).unwrap_or(0) };
    let held = position.iter().enumerate().map(entry).collect();
    if asked.question.get("time").is_none() {
        let soon = Instant::now() + GLANCE;
        asked.limits.deadline = Some(asked.limits.deadline.map_or(soon, |deadline| deadline.min(soon)));
    }
    Piece::first(asked, game, axes, held, &sides)?.seen(asked).map(Reply::Cells)
}

/// So many rows or columns.
fn side(asked: &Asked, name: &str) -> Result<u64, Diagnostic> {
    let side = asked.question.number(name)?.unwrap_or(SIDE);
    let wrong = || Diagnostic::new(Code::Parameter, format!("`{name}` is 1 to {LARGEST}, found {side}"));
    if (1..=LARGEST).contains(&side) { Ok(side) } else { Err(wrong()) }
}
