//! Pictures: `.png`, `.svg` and `.pdf`.
//!
//! In: a grid with one, two or three axes, or a list of positions; a [`Style`]. Out: the picture as `grundy-picture` draws it. Values are
//! read row by row and become classes of one byte at once; the numbers of a formula are kept until the greatest is known.

mod cells;
mod style;

use std::io::{self, Write};

use grundy_picture::{Caption, Map, Part, Pdf, Plot, Raster, Shading, Size, Surface, TooLarge, Vector};

use self::cells::{Sheet, on, panels};
use super::error::FormatError;
use super::name::{Declaration, FormatName};
use super::wrap;
use super::{Axis, Content, Format, Grid, PositionList, Source};

pub use self::style::{Drawn, MisereValues, Mode, Style, about};

/// The most cells of a picture of shapes.
const SHAPES: u128 = 1 << 22;
/// The most characters of a line under the title; a picture makes room for so many.
const LONGEST: usize = 100;
/// The most tables on a sheet, where the slices are not named.
const SHEET: u128 = 64;

/// A picture of pixels.
pub const PNG: FormatName = FormatName(&Declaration {
    word: "png",
    ending: "png",
    other_names: None,
    is_binary: true,
    is_picture: true,
    shows_infinity: true,
    tells_period: false,
    counts: None,
    terms: None,
    writer: |_, style| Ok(Box::new(Picture { surface: Kind::Pixels, style })),
});

/// A picture of shapes.
pub const SVG: FormatName = FormatName(&Declaration {
    word: "svg",
    ending: "svg",
    other_names: None,
    is_binary: false,
    is_picture: true,
    shows_infinity: true,
    tells_period: false,
    counts: None,
    terms: None,
    writer: |_, style| Ok(Box::new(Picture { surface: Kind::Shapes, style })),
});

/// A picture of shapes, for LaTeX.
pub const PDF: FormatName = FormatName(&Declaration {
    word: "pdf",
    ending: "pdf",
    other_names: None,
    is_binary: true,
    is_picture: true,
    shows_infinity: true,
    tells_period: false,
    counts: None,
    terms: None,
    writer: |_, style| Ok(Box::new(Picture { surface: Kind::Page, style })),
});

/// What a picture is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Pixels,
    Shapes,
    Page,
}

/// A format of pictures.
struct Picture {
    surface: Kind,
    style: Style,
}

impl Picture {
    /// Draws on the surface of the format, and writes the file.
    fn write_drawing(
        &self,
        size: Result<Size, TooLarge>,
        shading: &Shading,
        caption: &Caption,
        draw: impl FnOnce(&mut dyn Surface),
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let refused = |error: TooLarge| FormatError::Picture { why: error.to_string() };
        let size = size.map_err(refused)?;
        match self.surface {
            Kind::Shapes => {
                let mut sheet = Vector::new(size);
                draw(&mut sheet);
                sheet.write(caption, out)
            }
            Kind::Page => {
                let mut sheet = Pdf::new(size);
                draw(&mut sheet);
                sheet.write(caption, out)
            }
            Kind::Pixels => {
                let mut sheet = Raster::new(size, shading).map_err(refused)?;
                draw(&mut sheet);
                sheet.write(caption, out)
            }
        }
    }

    fn caption(&self, from: &TableTitle, what: &str) -> Caption {
        let held = from.held.iter().map(|(name, at)| format!("{name} = {at}"));
        let asked = from.asked.iter().filter(|(key, _)| *key != "value").map(|(key, text)| format!("{key} {text}"));
        let more: Vec<String> = held.chain(asked).collect();
        let more = if more.is_empty() { String::new() } else { format!(", {}", more.join(", ")) };
        let mut lines = vec![];
        lines.extend(self.style.about.clone());
        lines.extend(self.style.proved.iter().flat_map(|sentence| wrap::lines(sentence, LONGEST)));
        lines.push(format!(
            "rules {}, {} play, by {}, grundy {}",
            from.rules,
            from.play,
            from.engine,
            env!("CARGO_PKG_VERSION")
        ));
        Caption { title: format!("{}: {what}{more}", from.game), lines }
    }

    fn map(&self, caption: Caption, sheet: Sheet, shading: Shading) -> Map {
        let (rows, columns) = (sheet.rows, sheet.columns);
        let several = sheet.panels.len() as u64;
        let scale = self.style.scale.unwrap_or_else(|| Map::usual_scale(rows.len, columns.len, several));
        Map { caption, rows, columns, panels: sheet.panels, shading, scale }
    }

    fn write_map(&self, map: &Map, out: &mut dyn Write) -> io::Result<()> {
        self.write_drawing(map.size(), &map.shading, &map.caption, |surface| map.draw(surface), out)
    }

    /// Writes a sequence as points.
    fn write_points(&self, grid: &Grid, axis: &Axis, out: &mut dyn Write) -> io::Result<()> {
        let mut caption = self.caption(&TableTitle::of(grid), grid.noun());
        let period = grid.period.as_ref();
        caption.lines.extend(period.map(|known| before_colon(&known.status)));
        let part = |at: u64| match period.and_then(|known| known.period) {
            Some((preperiod, _)) if at < preperiod => Part::Before,
            Some((preperiod, period)) if at - preperiod < period => Part::First,
            _ => Part::Rest,
        };
        let mut values = vec![];
        grid.along(&[], (axis.lo, axis.hi), &mut |value| values.push(value));
        let values = (axis.lo..).zip(values).map(|(at, value)| (value, part(at))).collect();
        let plot = Plot { caption, terms: on(axis), values, scale: self.style.scale };
        self.write_drawing(plot.size(), &Plot::shading(), &plot.caption, |surface| plot.draw(surface), out)
    }

    fn what(&self, noun: &str) -> String {
        match &self.style.mode {
            Mode::Values => noun.to_string(),
            Mode::Wanted => "P-positions".to_string(),
            Mode::Residues(modulus) => format!("{noun} mod {modulus}"),
            Mode::Formula(formula) => formula.text.clone(),
        }
    }

    /// Refuses more slices or cells than a picture has.
    fn must_fit(&self, axes: &[Axis]) -> Result<(), FormatError> {
        let refused = |why: String| Err(FormatError::Picture { why });
        let cells = axes.iter().fold(1u128, |n, axis| n.saturating_mul(axis.len()));
        let side = u128::from(grundy_picture::LARGEST);
        match axes {
            [] => return refused("one value is no picture".to_string()),
            [first, ..] if axes.len() == 3 && self.style.slices.is_none() && first.len() > SHEET => {
                let name = &first.name;
                return refused(format!(
                    "{} slices of {name} do not fit on a sheet; name some with `--slices 0,1,2`",
                    first.len()
                ));
            }
            [_, _, _, _, ..] => {
                let names: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
                return refused(format!(
                    "a picture has three coordinates at most, and this table has {} ({}); hold some with `--fix`",
                    axes.len(),
                    names.join(", ")
                ));
            }
            _ => {}
        }
        if self.style.rows.is_some() && axes.len() != 1 {
            return refused(format!("`--rows` folds a single coordinate, and this table has {}", axes.len()));
        }
        if let Some(wide) = self.style.rows.filter(|wide| u128::from(*wide) > side) {
            return refused(format!("a row of {wide} cells; a picture has {side} pixels a side"));
        }
        if self.style.sheet && axes.len() != 3 {
            return refused(format!("`--slices` is for three coordinates, and this table has {}", axes.len()));
        }
        let drawn = side / u128::from(self.style.scale.unwrap_or(1));
        let long = axes.iter().rev().take(2).find(|axis| axis.len() > drawn);
        if let Some(axis) = long.filter(|_| axes.len() > 1 || self.style.scale.is_some() && self.style.rows.is_none()) {
            let pixels = axis.len() * u128::from(self.style.scale.unwrap_or(1));
            return refused(format!(
                "{} has {} numbers and so {pixels} pixels; a picture has {side} a side; give a smaller bound or `--scale`",
                axis.name,
                axis.len()
            ));
        }
        if self.surface != Kind::Pixels && cells > SHAPES {
            return refused(format!(
                "{cells} cells are too many for a picture of shapes; take `png`, or a smaller bound"
            ));
        }
        Ok(())
    }
}

/// A sentence without what its colon explains.
fn before_colon(text: &str) -> String {
    text.split_once(": ").map_or(text, |(title, _)| title).to_string()
}

/// What is told of a table above its picture.
struct TableTitle<'a> {
    game: &'a str,
    rules: &'a str,
    play: &'a str,
    engine: &'a str,
    held: Vec<(String, u64)>,
    asked: Vec<(&'a str, &'a str)>,
}

impl<'a> TableTitle<'a> {
    fn of(grid: &Grid<'a>) -> TableTitle<'a> {
        let Grid { game, rules, play, engine, .. } = *grid;
        TableTitle { game, rules, play, engine, held: grid.fixed.clone(), asked: grid.asked.clone() }
    }
}

impl Format for Picture {
    fn accepts(&self, content: Content) -> Result<(), FormatError> {
        match content {
            Content::Table(axes) => self.must_fit(axes),
            Content::Positions => Ok(()),
        }
    }

    fn write(&self, grid: &Grid, out: &mut dyn Write) -> io::Result<()> {
        self.must_fit(&grid.axes)?;
        if let ([axis], Mode::Values, None) = (&grid.axes[..], &self.style.mode, self.style.rows) {
            return self.write_points(grid, axis, out);
        }
        let (sheet, shading) = cells::sheet(grid, &self.style)?;
        let caption = self.caption(&TableTitle::of(grid), &self.what(grid.noun()));
        self.write_map(&self.map(caption, sheet, shading), out)
    }

    fn write_positions(&self, list: PositionList, out: &mut dyn Write) -> io::Result<u64> {
        self.must_fit(list.axes)?;
        let shading = Shading::wanted(list.largest);
        let mut sheet = panels(list.axes, &self.style)?;
        let shown = |column: &super::Column| matches!(column.source, Source::Axis(_));
        let (mut number, columns) = (0, sheet.columns.len);
        for panel in &mut sheet.panels {
            panel.classes.fill(shading.class(list.largest.wrapping_add(1)));
        }
        for row in &mut *list.rows {
            let of = list.columns.iter().zip(&row.entries).filter(|(column, _)| shown(column));
            let point: Vec<u64> = of.map(|(_, entry)| *entry).collect();
            if let Some((panel, at)) = sheet.place(&point, columns) {
                sheet.panels[panel].classes[at] = shading.class(list.largest);
            }
            number += 1;
        }
        let what =
            if list.largest == 0 { "P-positions".to_string() } else { format!("positions of value {}", list.largest) };
        let PositionList { game, rules, play, engine, .. } = list;
        let held = list.columns.iter().filter_map(|column| match column.source {
            Source::Fixed(at) => Some((column.name.clone(), at)),
            _ => None,
        });
        let told = TableTitle { game, rules, play, engine, held: held.collect(), asked: list.asked.clone() };
        let caption = self.caption(&told, &what);
        self.write_map(&self.map(caption, sheet, shading), out)?;
        Ok(number)
    }
}
