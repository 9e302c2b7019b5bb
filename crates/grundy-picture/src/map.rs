//! A table of two coordinates as cells, or a sheet of such tables.
//!
//! In: the classes of the cells, the axes. Out: calls on a surface: caption, axes with ticks and names, the cells, the legend. The first axis runs
//! down and the second to the right, as in a printed table.

use crate::palette::{FAINT, INK, PAPER};
use crate::shading::{Legend, Shading};
use crate::surface::{Anchor, Cells, LINE, Rect, Size, Surface};
use crate::ticks::{CHARACTER, below, beside, ticks};
use crate::{Caption, LARGEST, TooLarge};

/// The margin around everything, and the gap between its parts.
pub(crate) const MARGIN: u64 = 16;
/// The length of a tick.
pub(crate) const TICK: u64 = 5;
/// The length and the width of the bar of a legend.
const BAR: (u64, u64) = (240, 16);
/// Titles longer than this are cut.
const TITLE: usize = 120;
/// A picture is made about this large where no scale is given.
const SIDE: u64 = 768;
/// Cells are made at most this large where no scale is given.
const CELL: u64 = 32;
/// Cells at least this large show their values.
const READABLE: u64 = 24;

/// An axis: a coordinate and its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The coordinate's name.
    pub name: String,
    /// The first number.
    pub lo: u64,
    /// How many numbers there are.
    pub len: u64,
}

/// One table of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// What stands above it: `a = 3`; empty if there is only one.
    pub title: String,
    /// The class of each cell, row by row.
    pub classes: Vec<u8>,
    /// The text of each cell, row by row, for cells that are large enough; may be empty.
    pub labels: Vec<String>,
}

/// A table as cells.
#[derive(Clone, Debug)]
pub struct Map {
    /// What stands above.
    pub caption: Caption,
    /// The axis that runs down.
    pub rows: Axis,
    /// The axis that runs to the right.
    pub columns: Axis,
    /// The tables.
    pub panels: Vec<Panel>,
    /// The classes and colours.
    pub shading: Shading,
    /// The side of a cell in pixels.
    pub scale: u64,
}

impl Map {
    /// The side of a cell, in pixels, at which tables of so many rows and columns are drawn if none is given.
    ///
    /// ```
    /// assert_eq!(grundy_picture::Map::usual_scale(512, 512, 1), 1);
    /// assert_eq!(grundy_picture::Map::usual_scale(16, 16, 1), 32);
    /// ```
    #[must_use]
    pub fn usual_scale(rows: u64, columns: u64, panels: u64) -> u64 {
        let across = across(panels);
        let side = rows.max(columns).max(1).saturating_mul(across);
        (SIDE / side).clamp(1, CELL)
    }

    /// The size of the picture.
    ///
    /// # Errors
    /// A side that would be longer than [`LARGEST`].
    pub fn size(&self) -> Result<Size, TooLarge> {
        let layout = Layout::of(self);
        let size = Size { width: layout.width, height: layout.height };
        if size.width > LARGEST || size.height > LARGEST {
            return Err(TooLarge::Pixels(size.width, size.height));
        }
        Ok(size)
    }

    /// Draws the picture.
    pub fn draw(&self, surface: &mut dyn Surface) {
        let layout = Layout::of(self);
        caption(&self.caption, layout.width, surface);
        for (index, panel) in self.panels.iter().enumerate() {
            self.panel(panel, index as u64, &layout, surface);
        }
        legend(&self.shading, layout.legend, layout.top, surface);
    }

    fn panel(&self, panel: &Panel, index: u64, layout: &Layout, surface: &mut dyn Surface) {
        let (down, right) = (index / layout.across, index % layout.across);
        let (x, y) = (layout.left + right * layout.step.0, layout.top + down * layout.step.1);
        if self.panels.len() > 1 {
            // In the first row the numbers of the axis stand between the title and the table.
            let above = if down == 0 { layout.head - LINE / 2 } else { LINE / 2 + 2 };
            surface.text(x, y - above, Anchor::Start, &panel.title, INK);
        }
        let cells = Cells {
            x,
            y,
            scale: self.scale,
            columns: self.columns.len as usize,
            classes: &panel.classes,
            shading: &self.shading,
        };
        surface.cells(cells);
        self.labels(panel, (x, y), surface);
        self.axes((x, y), (down, right), layout, surface);
    }

    /// The value in each cell, dark on light or light on dark.
    fn labels(&self, panel: &Panel, (x, y): (u64, u64), surface: &mut dyn Surface) {
        if self.scale < READABLE {
            return;
        }
        for (at, (label, class)) in panel.labels.iter().zip(&panel.classes).enumerate() {
            let (row, column) = (at as u64 / self.columns.len, at as u64 % self.columns.len);
            let Some(color) = class.checked_sub(1).map(|class| self.shading.colors[usize::from(class)]) else {
                continue;
            };
            // The weights of the primaries in the lightness of a colour, in thousandths.
            let [red, green, blue] = color.map(u32::from);
            let ink = if 299 * red + 587 * green + 114 * blue > 128_000 { INK } else { PAPER };
            if label.len() as u64 * (CHARACTER - 1) < self.scale {
                let middle = |at: u64| at * self.scale + self.scale / 2;
                surface.text(x + middle(column), y + middle(row), Anchor::Middle, label, ink);
            }
        }
    }

    fn axes(&self, (x, y): (u64, u64), (down, right): (u64, u64), layout: &Layout, surface: &mut dyn Surface) {
        let middle = |at: u64, lo: u64| (at - lo) * self.scale + self.scale / 2;
        let scale = self.scale as f64;
        // On a sheet only the tables at its edges have numbers.
        if down == 0 {
            for at in ticks(self.columns.lo, self.columns.len, scale, beside) {
                let place = x + middle(at, self.columns.lo);
                surface.rect(Rect { x: place, y: y - TICK - 1, width: 1, height: TICK }, FAINT);
                surface.text(place, y - TICK - 1 - LINE / 2, Anchor::Middle, &at.to_string(), INK);
            }
        }
        if right == 0 {
            for at in ticks(self.rows.lo, self.rows.len, scale, below) {
                let place = y + middle(at, self.rows.lo);
                surface.rect(Rect { x: x - TICK - 1, y: place, width: TICK, height: 1 }, FAINT);
                surface.text(x - TICK - 4, place, Anchor::End, &at.to_string(), INK);
            }
        }
        if (down, right) == (0, 0) {
            let names = format!("{} \\ {}", self.rows.name, self.columns.name);
            surface.text(MARGIN, y - layout.head - LINE / 2, Anchor::Start, &names, INK);
        }
    }
}

/// How many tables of a sheet stand beside each other.
fn across(panels: u64) -> u64 {
    (1..).find(|n: &u64| n * n >= panels).unwrap_or(1).max(1)
}

/// Where the parts of a map lie.
struct Layout {
    /// The upper left corner of the first table.
    left: u64,
    top: u64,
    /// The height of what stands above a table.
    head: u64,
    across: u64,
    /// From one table to the next one to the right, and downwards.
    step: (u64, u64),
    /// Where the legend begins.
    legend: u64,
    width: u64,
    height: u64,
}

impl Layout {
    fn of(map: &Map) -> Layout {
        let several = map.panels.len() > 1;
        let across = across(map.panels.len() as u64);
        let down = (map.panels.len() as u64).div_ceil(across).max(1);
        let numbers = |axis: &Axis| axis.lo.saturating_add(axis.len.saturating_sub(1)).to_string().len() as u64;
        let left = MARGIN + (CHARACTER * numbers(&map.rows) + TICK + 4).max(TICK + 4);
        let head = TICK + 1 + LINE + if several { LINE } else { 0 };
        let top = MARGIN + LINE * (1 + map.caption.lines.len() as u64) + LINE + head;
        let (wide, high) =
            (map.columns.len.saturating_mul(map.scale).max(1), map.rows.len.saturating_mul(map.scale).max(1));
        // A table is at least as wide as the title above it.
        let title = map.panels.iter().map(|p| p.title.chars().count() as u64 * CHARACTER).max().unwrap_or(0);
        let step =
            (wide.max(title).saturating_add(MARGIN), high.saturating_add(MARGIN + if several { LINE } else { 0 }));
        let legend = left.saturating_add(step.0.saturating_mul(across));
        let width = legend.saturating_add(legend_width(&map.shading)).saturating_add(MARGIN);
        let texts =
            map.caption.lines.iter().chain([&map.caption.title]).map(|line| line.chars().count().min(TITLE) as u64);
        let width = width.max(2 * MARGIN + CHARACTER * texts.max().unwrap_or(0));
        let height = top.saturating_add(step.1.saturating_mul(down)).max(top + legend_height(&map.shading) + MARGIN);
        Layout { left, top, head, across, step, legend, width, height }
    }
}

/// The title and the lines under it.
pub(crate) fn caption(caption: &Caption, width: u64, surface: &mut dyn Surface) {
    let most = (width.saturating_sub(2 * MARGIN) / CHARACTER).clamp(8, TITLE as u64) as usize;
    let lines = std::iter::once((&caption.title, INK)).chain(caption.lines.iter().map(|line| (line, FAINT)));
    for (i, (line, color)) in lines.enumerate() {
        let text = match line.chars().count() <= most {
            true => line.clone(),
            false => line.chars().take(most - 3).chain("...".chars()).collect(),
        };
        surface.text(MARGIN, MARGIN + LINE * i as u64 + LINE / 2, Anchor::Start, &text, color);
    }
}

fn legend_width(shading: &Shading) -> u64 {
    let longest = |keys: &[(u8, String)]| keys.iter().map(|(_, name)| name.chars().count()).max().unwrap_or(0);
    let text = match &shading.legend {
        Legend::Scale(lo, hi) => lo.to_string().len().max(hi.to_string().len()),
        Legend::Keys(keys) => longest(keys),
    };
    BAR.1 + 8 + CHARACTER * text.max(longest(&shading.more)) as u64
}

fn legend_height(shading: &Shading) -> u64 {
    let more = if shading.more.is_empty() { 0 } else { MARGIN + LINE * shading.more.len() as u64 };
    own_height(shading) + more
}

/// The height of a legend without what stands below it.
fn own_height(shading: &Shading) -> u64 {
    match &shading.legend {
        Legend::Scale(..) => BAR.0,
        Legend::Keys(keys) => LINE * keys.len() as u64,
    }
}

/// Squares with names.
fn keys(list: &[(u8, String)], shading: &Shading, (x, y): (u64, u64), surface: &mut dyn Surface) {
    for (i, (class, name)) in list.iter().enumerate() {
        let y = y + LINE * i as u64;
        let color = shading.colors[usize::from(*class) - 1];
        surface.rect(Rect { x, y: y + 2, width: BAR.1, height: BAR.1 }, FAINT);
        surface.rect(Rect { x: x + 1, y: y + 3, width: BAR.1 - 2, height: BAR.1 - 2 }, color);
        surface.text(x + BAR.1 + 8, y + LINE / 2, Anchor::Start, name, INK);
    }
}

/// The legend: a bar with numbers, the greatest on top, or squares with names.
pub(crate) fn legend(shading: &Shading, x: u64, y: u64, surface: &mut dyn Surface) {
    keys(&shading.more, shading, (x, y + own_height(shading) + MARGIN), surface);
    match &shading.legend {
        Legend::Keys(list) => keys(list, shading, (x, y), surface),
        Legend::Scale(lo, hi) => {
            let number = shading.levels() as u64;
            for (i, color) in shading.colors[..shading.levels()].iter().rev().enumerate() {
                // Each colour reaches to the end, under the next ones: no paper is seen between them where edges are blended.
                let from = BAR.0 * i as u64 / number;
                surface.rect(Rect { x, y: y + from, width: BAR.1, height: BAR.0 - from }, *color);
            }
            let middle = lo + (hi - lo) / 2;
            let mut last = None;
            for (value, place) in [(*hi, 6), (middle, BAR.0 / 2), (*lo, BAR.0 - 6)] {
                if last.replace(value) != Some(value) {
                    surface.text(x + BAR.1 + 8, y + place, Anchor::Start, &value.to_string(), INK);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::{Color, Palette};

    /// A surface that keeps rectangles alone.
    #[derive(Default)]
    struct Rects(Vec<(Rect, Color)>);

    impl Surface for Rects {
        fn rect(&mut self, rect: Rect, color: Color) {
            self.0.push((rect, color));
        }

        fn dots(&mut self, _: &[(u64, u64)], _: u64, _: Color) {}

        fn cells(&mut self, _: Cells) {}

        fn text(&mut self, _: u64, _: u64, _: Anchor, _: &str, _: Color) {}
    }

    #[test]
    fn the_bar_of_a_legend_has_no_paper_between_its_colours() {
        for greatest in [1, 6, 1000] {
            let shading = Shading::values(greatest, Palette::Cividis);
            let mut drawn = Rects::default();
            legend(&shading, 3, 5, &mut drawn);
            let colors: Vec<Color> = drawn.0.iter().rev().map(|(_, color)| *color).collect();
            assert_eq!(colors, shading.colors);
            for pair in drawn.0.windows(2) {
                let [(above, _), (below, _)] = pair else { continue };
                assert!(above.y < below.y && below.y + below.height <= above.y + above.height, "{pair:?}");
            }
        }
    }
}
