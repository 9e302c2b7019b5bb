//! Cells of a box, copied out of a table in the order of the box.
//!
//! In: cells, and for each axis of the box, the outermost first, its length and its stride in the table. Out: the same cells, the last axis
//! fastest. Neighbouring axes whose cells are contiguous are merged. Two axes that run across the table's order are copied by squares, which fit the
//! cache.

/// An axis of a box: its length and its stride.
pub(super) type Axis = (usize, usize);

/// The side of a square.
const SQUARE: usize = 16;

/// The same box with as few axes as possible.
pub(super) fn joined(axes: impl Iterator<Item = Axis>) -> Vec<Axis> {
    let mut joined: Vec<Axis> = vec![];
    for (len, stride) in axes.filter(|(len, _)| *len != 1) {
        match joined.last_mut() {
            Some(last) if last.1 == stride * len => *last = (last.0 * len, stride),
            _ => joined.push((len, stride)),
        }
    }
    joined
}

/// Copies the box that begins at cell `from` to `to`, which has exactly as many cells.
pub(super) fn gather<T: Copy>(cells: &[T], from: usize, axes: &[Axis], to: &mut [T]) {
    match axes {
        [] => to.fill(cells[from]),
        [(len, 1)] => to.copy_from_slice(&cells[from..from + len]),
        [(_, 0)] => to.fill(cells[from]),
        [(_, stride)] => to.iter_mut().zip(cells[from..].iter().step_by(*stride)).for_each(|(t, c)| *t = *c),
        [rows, columns] if columns.1 > 1 => squares(cells, from, [*rows, *columns], to),
        [(len, stride), inner @ ..] => {
            let each = to.len() / len;
            for (k, to) in to.chunks_exact_mut(each).enumerate() {
                gather(cells, from + k * stride, inner, to);
            }
        }
    }
}

fn squares<T: Copy>(cells: &[T], from: usize, [rows, columns]: [Axis; 2], to: &mut [T]) {
    for row in (0..rows.0).step_by(SQUARE) {
        let height = SQUARE.min(rows.0 - row);
        for column in (0..columns.0).step_by(SQUARE) {
            let width = SQUARE.min(columns.0 - column);
            let first = from + row * rows.1 + column * columns.1;
            for k in 0..width {
                let source = cells[first + k * columns.1..].iter().step_by(rows.1.max(1));
                let place = to[row * columns.0 + column + k..].iter_mut().step_by(columns.0);
                if rows.1 == 0 {
                    place.take(height).for_each(|t| *t = cells[first + k * columns.1]);
                } else {
                    place.zip(source).take(height).for_each(|(t, c)| *t = *c);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_of_a_box_comes_to_its_place() {
        let cells: Vec<u32> = (0..5000).collect();
        let boxes: [&[Axis]; 8] = [
            &[],
            &[(7, 1)],
            &[(7, 0)],
            &[(3, 100), (40, 2)],
            &[(35, 1), (19, 40)],
            &[(4, 1000), (33, 1), (18, 36)],
            &[(5, 0), (17, 3)],
            &[(2, 50), (5, 0), (3, 7), (4, 1)],
        ];
        for axes in boxes {
            let mut expected = vec![11u32];
            for (len, stride) in axes {
                let inner = |start: &u32| (0..*len).map(|k| start + (k * stride) as u32).collect::<Vec<_>>();
                expected = expected.iter().flat_map(inner).collect();
            }
            let axes = joined(axes.iter().copied());
            let mut found = vec![0; expected.len()];
            gather(&cells, 11, &axes, &mut found);
            assert_eq!(found, expected, "{axes:?}");
        }
    }

    #[test]
    fn axes_that_follow_each_other_are_one() {
        assert_eq!(joined([(3, 21), (4, 5), (5, 1)].into_iter()), [(3, 21), (20, 1)]);
        assert_eq!(joined([(3, 20), (1, 7), (20, 1)].into_iter()), [(60, 1)]);
        assert_eq!(joined([(1, 20)].into_iter()), []);
        assert_eq!(joined([(3, 0), (4, 0)].into_iter()), [(12, 0)]);
    }
}
