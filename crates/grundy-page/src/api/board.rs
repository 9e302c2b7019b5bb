//! The squares of a board, or the vertices of a graph, where a game has them as coordinates that are 0 or 1.
//!
//! In: a game, and such a leaf of it. Out: the number of columns of the board, or the edges of the graph, read off the moves.

use grundy::rules::drawing::Drawing;
use grundy::{Diagnostic, Evaluator, IBig};

/// The most squares of a board.
const SQUARES: usize = 100;

/// The columns of the board on which two squares are neighbours if there is a move where they alone are left; `None` if their neighbours are not those of a
/// board of two rows or more, row by row.
///
/// # Errors
/// A limit.
pub(super) fn columns(evaluator: &mut Evaluator, leaf: &Drawing) -> Result<Option<usize>, Diagnostic> {
    if leaf.len > SQUARES {
        return Ok(None);
    }
    let mut moves = |squares: &[usize]| -> Result<bool, Diagnostic> {
        let position = alone(evaluator, leaf, squares);
        Ok(evaluator.exists(&position)? && !evaluator.terminal(&position)?)
    };
    let mut pairs = vec![];
    for j in 0..leaf.len {
        if moves(&[j])? {
            return Ok(None);
        }
        for i in 0..j {
            if moves(&[i, j])? {
                pairs.push((i, j));
            }
        }
    }
    // The first square has a neighbour below it, at the distance of a row.
    let below = pairs.iter().filter(|(i, _)| *i == 0).map(|(_, j)| *j).max();
    Ok(below.filter(|columns| leaf.len.is_multiple_of(*columns) && pairs == neighbours(leaf.len, *columns)))
}

/// The position in which of a leaf these are 1, and all else is 0.
fn alone(evaluator: &Evaluator, leaf: &Drawing, ones: &[usize]) -> Vec<IBig> {
    let is_one = |at: usize| ones.iter().any(|one| leaf.first + one == at);
    (0..evaluator.rules().width()).map(|at| IBig::from(u8::from(is_one(at)))).collect()
}

/// The most vertices of a graph.
const VERTICES: usize = 32;

/// The edges of the graph on which two vertices are neighbours if a move takes both where they alone are left, as in Node Kayles and Arc Kayles; `None` if a move
/// puts something there, if there is no edge, or if the moves are not to be had.
pub(super) fn edges(evaluator: &mut Evaluator, leaf: &Drawing) -> Option<Vec<(usize, usize)>> {
    if leaf.len > VERTICES {
        return None;
    }
    let mut edges = vec![];
    for j in 0..leaf.len {
        after(evaluator, leaf, &[j])?;
        for i in 0..j {
            if after(evaluator, leaf, &[i, j])?.iter().any(Vec::is_empty) {
                edges.push((i, j));
            }
        }
    }
    (!edges.is_empty()).then_some(edges)
}

/// What each move leaves where these vertices alone are left.
fn after(evaluator: &mut Evaluator, leaf: &Drawing, left: &[usize]) -> Option<Vec<Vec<usize>>> {
    let position = alone(evaluator, leaf, left);
    if !evaluator.exists(&position).ok()? {
        return Some(vec![]);
    }
    let of = |entries: Vec<IBig>| {
        let ones: Vec<usize> = (0..entries.len()).filter(|at| entries[*at] != IBig::ZERO).collect();
        (entries.len() == position.len() && ones.iter().all(|at| position[*at] != IBig::ZERO)).then_some(ones)
    };
    evaluator
        .moves(&position)
        .ok()?
        .into_iter()
        .map(|choice| of(choice.to.into_iter().flatten().flatten().collect()))
        .collect()
}

/// The pairs of neighbours on a board, by the second one.
fn neighbours(squares: usize, columns: usize) -> Vec<(usize, usize)> {
    let before =
        |j: usize| [(j >= columns).then(|| (j - columns, j)), (!j.is_multiple_of(columns)).then(|| (j - 1, j))];
    (0..squares).flat_map(before).flatten().collect()
}
