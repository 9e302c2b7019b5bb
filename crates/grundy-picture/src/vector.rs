//! SVG: a picture of shapes.
//!
//! In: the calls of a drawing. Out: an SVG for a paper: runs of equal cells become one rectangle, first along a row, then down the rows; all
//! rectangles of one colour are one path. Text stays text.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use crate::Caption;
use crate::palette::{Color, NOTHING, PAPER};
use crate::surface::{Anchor, Cells, Rect, Size, Surface};

/// A picture of shapes.
#[derive(Clone, Debug)]
pub struct Vector {
    size: Size,
    body: String,
}

impl Vector {
    /// An empty sheet.
    #[must_use]
    pub fn new(size: Size) -> Vector {
        let mut sheet = Vector { size, body: String::new() };
        sheet.rect(Rect { x: 0, y: 0, width: size.width, height: size.height }, PAPER);
        sheet
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Those of writing.
    pub fn write(&self, caption: &Caption, mut out: impl Write) -> io::Result<()> {
        let Size { width, height } = self.size;
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"12\">"
        )?;
        writeln!(out, "<title>{}</title>", escaped(&caption.title))?;
        writeln!(out, "<desc>{}</desc>", escaped(&caption.lines.join("\n")))?;
        out.write_all(self.body.as_bytes())?;
        writeln!(out, "</svg>")
    }

    fn path(&mut self, color: Color, data: &str) {
        let _ = writeln!(self.body, "<path fill=\"{}\" d=\"{data}\"/>", hex(color));
    }
}

impl Surface for Vector {
    fn rect(&mut self, rect: Rect, color: Color) {
        let Rect { x, y, width, height } = rect;
        let fill = hex(color);
        let _ =
            writeln!(self.body, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>");
    }

    fn dots(&mut self, at: &[(u64, u64)], side: u64, color: Color) {
        let data: String = at.iter().map(|(x, y)| format!("M{x} {y}h{side}v{side}h-{side}z")).collect();
        if !data.is_empty() {
            self.path(color, &data);
        }
    }

    fn cells(&mut self, cells: Cells) {
        let mut paths: BTreeMap<u8, String> = BTreeMap::new();
        for (class, (x, y, width, height)) in merged(cells.classes, cells.columns) {
            let data = paths.entry(class).or_default();
            let _ = write!(data, "M{x} {y}h{width}v{height}h-{width}z");
        }
        let _ = writeln!(
            self.body,
            "<g transform=\"translate({} {}) scale({})\" shape-rendering=\"crispEdges\">",
            cells.x, cells.y, cells.scale
        );
        for (class, data) in paths {
            let color = class.checked_sub(1).map_or(NOTHING, |class| cells.shading.colors[usize::from(class)]);
            self.path(color, &data);
        }
        self.body.push_str("</g>\n");
    }

    fn text(&mut self, x: u64, y: u64, anchor: Anchor, text: &str, color: Color) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        // The middle of the height of digits lies a third of the size above the base line.
        let (base, fill, text) = (y + 4, hex(color), escaped(text));
        let _ = writeln!(
            self.body,
            "<text x=\"{x}\" y=\"{base}\" text-anchor=\"{anchor}\" fill=\"{fill}\" xml:space=\"preserve\">{text}</text>"
        );
    }
}

/// A rectangle of cells: its left column, its upper row, its width and height.
type Merged = (u64, u64, u64, u64);

/// Rectangles of cells of one class that cover all cells, each with its class; the order depends on the cells alone.
fn merged(classes: &[u8], columns: usize) -> Vec<(u8, Merged)> {
    let mut done = vec![];
    // The rectangles that reach the row above: by their columns and class, the row in which each begins.
    let mut open: BTreeMap<(usize, usize, u8), usize> = BTreeMap::new();
    let rectangle = |((from, to, class), first): ((usize, usize, u8), usize), end: usize| {
        (class, (from as u64, first as u64, (to - from) as u64, (end - first) as u64))
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

fn hex(color: Color) -> String {
    let [red, green, blue] = color;
    format!("#{red:02x}{green:02x}{blue:02x}")
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The classes that the rectangles cover, each cell once.
    fn covered(classes: &[u8], columns: usize) -> Vec<u8> {
        let mut cells = vec![255; classes.len()];
        for (class, (x, y, width, height)) in merged(classes, columns) {
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
        assert_eq!(merged(&[3; 20], 5), [(3, (0, 0, 5, 4))]);
    }

    #[test]
    fn signs_of_markup_are_escaped() {
        assert_eq!(escaped("a < b & \"c\" > d"), "a &lt; b &amp; &quot;c&quot; &gt; d");
    }
}
