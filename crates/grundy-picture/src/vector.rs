//! SVG: a picture of shapes.
//!
//! In: the calls of a drawing. Out: an SVG for a paper: cells become few rectangles (`merge`), and all rectangles of one colour are one path. Text stays text.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use crate::Caption;
use crate::merge::{Merged, merged};
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
        for Merged { class, x, y, width, height } in merged(cells.classes, cells.columns) {
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

    #[test]
    fn signs_of_markup_are_escaped() {
        assert_eq!(escaped("a < b & \"c\" > d"), "a &lt; b &amp; &quot;c&quot; &gt; d");
    }
}
