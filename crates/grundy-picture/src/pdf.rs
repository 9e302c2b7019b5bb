//! PDF: a picture of shapes for LaTeX and for print.
//!
//! In: the calls of a drawing. Out: a PDF of one page that is as large as the picture. A pixel is 0.75 points, as in CSS: the page has the size of
//! the SVG, and the longest side that a picture may have stays below the 14,400 points that readers of PDF accept.
//!
//! Cells become few rectangles (`merge`), and all rectangles of one colour are one path. A reader blends the edge of a shape with what lies under
//! it. White paper there would show as a line between two colours, and would make a table of small cells pale, so the same cells lie under the
//! shapes as an image.
//!
//! Text stays text, in Courier, which every reader has. The file holds no date and no random number, and the deflation is the same on every machine.

use std::io::{self, Write};

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::{Content, Filter, Finish, Name, Rect as Bounds, Ref, Str, TextStr};

use crate::Caption;
use crate::merge::merged;
use crate::palette::{Color, NOTHING, PAPER};
use crate::surface::{Anchor, Cells, Rect, Size, Surface};

/// The points of a pixel.
const POINT: f32 = 0.75;
/// The size of text, in pixels.
const FONT: f32 = 12.0;
/// The width of each letter of Courier at that size, in tenths of a pixel.
const ADVANCE: u64 = 72;
/// The name of Courier on the page.
const COURIER: Name = Name(b"F");
/// Operators of more bytes than this are deflated while the rest is drawn, so that a picture of millions of cells takes little memory.
const LONG: usize = 1 << 20;
/// Rectangles that are written at once.
const BATCH: usize = 1 << 12;
/// How much deflation tries, of 10.
const EFFORT: u8 = 6;

/// A picture of shapes on a page.
#[derive(Clone, Debug)]
pub struct Pdf {
    size: Size,
    /// Operators of the page, deflated.
    parts: Vec<Vec<u8>>,
    /// The operators after them.
    last: Vec<u8>,
    images: Vec<Image>,
}

/// Cells as an image.
#[derive(Clone, Debug)]
struct Image {
    width: usize,
    height: usize,
    /// The colours of the classes: red, green, blue.
    palette: Vec<u8>,
    /// The classes, deflated.
    classes: Vec<u8>,
}

impl Pdf {
    /// An empty page.
    ///
    /// ```
    /// use grundy_picture::{Axis, Caption, Part, Pdf, Plot};
    ///
    /// let caption = Caption { title: "subtraction {1, 2}".to_string(), lines: vec![] };
    /// let terms = Axis { name: "n".to_string(), lo: 0, len: 9 };
    /// let plot = Plot { caption, terms, values: (0..9).map(|n| (Some(n % 3), Part::Rest)).collect(), scale: None };
    /// let mut page = Pdf::new(plot.size()?);
    /// plot.draw(&mut page);
    /// let mut file = vec![];
    /// page.write(&plot.caption, &mut file)?;
    /// assert!(file.starts_with(b"%PDF-1.7"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(size: Size) -> Pdf {
        let mut page = Pdf { size, parts: vec![], last: vec![], images: vec![] };
        let height = size.height as f32 * POINT;
        page.add(|content| {
            content.transform([POINT, 0.0, 0.0, -POINT, 0.0, height]).set_font(COURIER, FONT);
        });
        page.rect(Rect { x: 0, y: 0, width: size.width, height: size.height }, PAPER);
        page
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Those of writing.
    pub fn write(&self, caption: &Caption, mut out: impl Write) -> io::Result<()> {
        let mut file = pdf_writer::Pdf::new();
        let [catalog, tree, page, font, info] = [1, 2, 3, 4, 5].map(Ref::new);
        let mut free = Ref::new(6);
        let last = compress_to_vec_zlib(&self.last, EFFORT);
        let parts: Vec<(Ref, &Vec<u8>)> = self.parts.iter().chain([&last]).map(|part| (free.bump(), part)).collect();
        let images: Vec<(Ref, &Image)> = self.images.iter().map(|image| (free.bump(), image)).collect();

        file.catalog(catalog).pages(tree);
        file.pages(tree).kids([page]).count(1);
        self.describe_page(&mut file.page(page), (tree, font), &parts, &images);
        file.type1_font(font).base_font(Name(b"Courier")).encoding_predefined(Name(b"WinAnsiEncoding"));
        file.document_info(info).title(TextStr(&caption.title)).subject(TextStr(&caption.lines.join("\n")));
        for (id, part) in parts {
            file.stream(id, part).filter(Filter::FlateDecode);
        }
        for (id, image) in images {
            image.write(&mut file, id);
        }
        out.write_all(&file.finish())
    }

    fn describe_page(
        &self,
        page: &mut pdf_writer::writers::Page,
        (tree, font): (Ref, Ref),
        parts: &[(Ref, &Vec<u8>)],
        images: &[(Ref, &Image)],
    ) {
        let Size { width, height } = self.size;
        page.parent(tree).media_box(Bounds::new(0.0, 0.0, width as f32 * POINT, height as f32 * POINT));
        page.contents_array(parts.iter().map(|(id, _)| *id));
        let mut resources = page.resources();
        resources.fonts().pair(COURIER, font);
        let mut objects = resources.x_objects();
        for (number, (id, _)) in images.iter().enumerate() {
            objects.pair(Name(image_name(number).as_bytes()), *id);
        }
    }

    /// Adds operators to the page.
    fn add(&mut self, operators: impl FnOnce(&mut Content)) {
        let mut content = Content::new();
        operators(&mut content);
        self.last.extend_from_slice(&content.finish());
        self.last.push(b'\n');
        if self.last.len() > LONG {
            self.parts.push(compress_to_vec_zlib(&self.last, EFFORT));
            self.last.clear();
        }
    }

    /// Fills shapes, of which each is a rectangle: x, y, width, height.
    fn path<T>(&mut self, color: Color, shapes: &[T], rectangle: impl Fn(&T) -> [f32; 4]) {
        if shapes.is_empty() {
            return;
        }
        self.add(|content| fill_with(content, color));
        for some in shapes.chunks(BATCH) {
            self.add(|content| {
                for [x, y, width, height] in some.iter().map(&rectangle) {
                    content.rect(x, y, width, height);
                }
            });
        }
        self.add(|content| {
            content.fill_nonzero();
        });
    }

    /// Draws cells as an image, where a cell has the side 1.
    fn image(&mut self, cells: &Cells) {
        let (width, height) = (cells.columns, cells.classes.len() / cells.columns.max(1));
        if width == 0 || height == 0 {
            return;
        }
        let palette = (0..=cells.shading.colors.len()).flat_map(|class| color(cells, class as u8)).collect();
        let name = image_name(self.images.len());
        self.images.push(Image { width, height, palette, classes: compress_to_vec_zlib(cells.classes, EFFORT) });
        self.add(|content| {
            content.save_state().transform([width as f32, 0.0, 0.0, -(height as f32), 0.0, height as f32]);
            content.x_object(Name(name.as_bytes())).restore_state();
        });
    }
}

impl Surface for Pdf {
    fn rect(&mut self, rect: Rect, color: Color) {
        self.path(color, &[rect], |rect| [rect.x, rect.y, rect.width, rect.height].map(|n| n as f32));
    }

    fn dots(&mut self, at: &[(u64, u64)], side: u64, color: Color) {
        self.path(color, at, |(x, y)| [*x, *y, side, side].map(|n| n as f32));
    }

    fn cells(&mut self, cells: Cells) {
        let scale = cells.scale as f32;
        self.add(|content| {
            content.save_state().transform([scale, 0.0, 0.0, scale, cells.x as f32, cells.y as f32]);
        });
        self.image(&cells);
        let mut rectangles = merged(cells.classes, cells.columns);
        rectangles.sort_unstable_by_key(|r| (r.class, r.y, r.x));
        for same in rectangles.chunk_by(|a, b| a.class == b.class) {
            let color = color(&cells, same[0].class);
            self.path(color, same, |r| [r.x, r.y, r.width, r.height].map(|n| n as f32));
        }
        self.add(|content| {
            content.restore_state();
        });
    }

    fn text(&mut self, x: u64, y: u64, anchor: Anchor, text: &str, color: Color) {
        let letters = encoded(text);
        let length = (ADVANCE * letters.len() as u64) as f32;
        let left = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => length / 2.0,
            Anchor::End => length,
        };
        let left = (10.0 * x as f32 - left) / 10.0;
        // The middle of the height of digits lies a third of the size above the base line.
        let base = (y + 4) as f32;
        self.add(|content| {
            fill_with(content, color);
            // The page is upside down.
            content.begin_text().set_text_matrix([1.0, 0.0, 0.0, -1.0, left, base]).show(Str(&letters)).end_text();
        });
    }
}

impl Image {
    fn write(&self, file: &mut pdf_writer::Pdf, id: Ref) {
        let mut object = file.image_xobject(id, &self.classes);
        object.filter(Filter::FlateDecode);
        object.width(self.width as i32).height(self.height as i32).bits_per_component(8);
        let last = self.palette.len() as i32 / 3 - 1;
        object.color_space().indexed(Name(b"DeviceRGB"), last, &self.palette);
        object.finish();
    }
}

fn image_name(number: usize) -> String {
    format!("I{number}")
}

fn color(cells: &Cells, class: u8) -> Color {
    class.checked_sub(1).map_or(NOTHING, |class| cells.shading.colors[usize::from(class)])
}

fn fill_with(content: &mut Content, color: Color) {
    let [red, green, blue] = color.map(|part| f32::from(part) / 255.0);
    content.set_fill_rgb(red, green, blue);
}

/// The letters from 0x80 to 0x9f of the encoding of Windows; a space where there is none.
const WINDOWS: &str = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/// What stands for signs that the encoding does not have.
const INSTEAD: [(char, &str); 12] = [
    ('≤', "<="),
    ('≥', ">="),
    ('≠', "!="),
    ('→', "->"),
    ('−', "-"),
    ('∞', "inf"),
    ('√', "sqrt"),
    ('⊕', "xor"),
    ('∧', "and"),
    ('∨', "or"),
    ('∈', "in"),
    ('′', "'"),
];

/// A text in the encoding of Windows.
fn encoded(text: &str) -> Vec<u8> {
    let mut letters = vec![];
    for sign in text.chars() {
        let instead = INSTEAD.iter().find(|(other, _)| *other == sign);
        match (letter(sign), instead) {
            (Some(letter), _) => letters.push(letter),
            (None, Some((_, instead))) => letters.extend_from_slice(instead.as_bytes()),
            (None, None) => letters.push(b'?'),
        }
    }
    letters
}

fn letter(sign: char) -> Option<u8> {
    match sign {
        ' '..='~' | '\u{a0}'..='ÿ' => u8::try_from(u32::from(sign)).ok(),
        _ => (0x80..).zip(WINDOWS.chars()).find(|(_, other)| *other == sign).map(|(letter, _)| letter),
    }
}

#[cfg(test)]
mod tests;
