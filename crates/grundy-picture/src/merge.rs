//! Cells as few rectangles.
//!
//! In: the class of each cell. Out: rectangles of one class each, for the surfaces that draw shapes. Runs of equal cells become one rectangle, first
//! along a row, then down the rows.

use std::collections::BTreeMap;

/// A rectangle of cells of one class. There may be millions of them, so their numbers have four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Merged {
    pub(crate) class: u8,
    /// The left column.
    pub(crate) x: u32,
    /// The upper row.
    pub(crate) y: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// Rectangles that cover all cells, each cell once; the order depends on the cells alone.
pub(crate) fn merged(classes: &[u8], columns: usize) -> Vec<Merged> {
    let mut done = vec![];
    // The rectangles that reach the row above: by their columns and class, the row in which each begins.
    let mut open: BTreeMap<(usize, usize, u8), usize> = BTreeMap::new();
    let rectangle = |((from, to, class), first): ((usize, usize, u8), usize), end: usize| Merged {
        class,
        x: from as u32,
        y: first as u32,
        width: (to - from) as u32,
        height: (end - first) as u32,
    };
    let mut rows = 0;
    for (row, cells) in classes.chunks(columns.max(1)).enumerate() {
        let mut next = BTreeMap::new();
        let mut from = 0;
        while from < cells.len() {
            let to = from + cells[from..].iter().take_while(|class| **class == cells[from]).count();
            let key = (from, to, cells[from]);
            next.insert(key, open.remove(&key).unwrap_or(row));
            from = to;
        }
        done.extend(open.into_iter().map(|left| rectangle(left, row)));
        open = next;
        rows = row + 1;
    }
    done.extend(open.into_iter().map(|left| rectangle(left, rows)));
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The classes that the rectangles cover, each cell once.
    fn covered(classes: &[u8], columns: usize) -> Vec<u8> {
        let mut cells = vec![255; classes.len()];
        for Merged { class, x, y, width, height } in merged(classes, columns) {
            for row in y..y + height {
                for column in x..x + width {
                    let cell = &mut cells[row as usize * columns + column as usize];
                    assert_eq!(*cell, 255, "covered twice");
                    *cell = class;
                }
            }
        }
        cells
    }

    #[test]
    fn rectangles_cover_all_cells_once() {
        let mut seed = 7u64;
        for columns in 1..12usize {
            for rows in 0..9 {
                let classes: Vec<u8> = (0..rows * columns)
                    .map(|_| {
                        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                        (seed >> 62) as u8
                    })
                    .collect();
                assert_eq!(covered(&classes, columns), classes);
            }
        }
        assert_eq!(merged(&[3; 20], 5), [Merged { class: 3, x: 0, y: 0, width: 5, height: 4 }]);
    }
}
