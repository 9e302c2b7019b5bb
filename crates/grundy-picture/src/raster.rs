//! PNG: a picture of pixels with a palette.
//!
//! In: the calls of a drawing. Out: a PNG with eight bits a pixel. The pixels are kept as places in the palette, so a picture of 8192 by 8192 cells
//! takes 64 MiB. Text is drawn with Noto Sans Mono, rasterised in advance, so that it looks the same everywhere.

use std::borrow::Cow;
use std::io::{self, Write};

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};
use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter};

use crate::palette::{Color, FAINT, INK, NOTHING, PAPER, QUIET};
use crate::shading::Shading;
use crate::surface::{Anchor, Cells, Rect, Size, Surface};
use crate::{Caption, LARGEST, TooLarge};

/// The colours before those of the classes.
const FIXED: [Color; 5] = [PAPER, INK, FAINT, NOTHING, QUIET];
/// Steps between the paper and a text's colour, for the edges of letters.
const EDGES: u8 = 4;

/// Pictures of more pixels than this are compressed less: one of 8192 by 8192 is written in a tenth of a second in place of half a second.
const LARGE: usize = 1 << 24;

/// A picture of pixels.
#[derive(Clone, Debug)]
pub struct Raster {
    size: Size,
    palette: Vec<Color>,
    pixels: Vec<u8>,
}

impl Raster {
    /// An empty sheet for a picture whose cells have this shading.
    ///
    /// # Errors
    /// A side longer than [`LARGEST`].
    pub fn new(size: Size, shading: &Shading) -> Result<Raster, TooLarge> {
        if size.width > LARGEST || size.height > LARGEST {
            return Err(TooLarge::Pixels(size.width, size.height));
        }
        let palette = [&FIXED[..], &shading.colors].concat();
        let pixels = vec![0; (size.width * size.height) as usize];
        Ok(Raster { size, palette, pixels })
    }

    /// The place of a colour in the palette; a colour that has none gets one, or the nearest one's if the palette is full.
    fn place(&mut self, color: Color) -> u8 {
        if let Some(at) = self.palette.iter().position(|c| *c == color) {
            return at as u8;
        }
        if self.palette.len() < 256 {
            self.palette.push(color);
            return (self.palette.len() - 1) as u8;
        }
        let distance = |c: &Color| c.iter().zip(color).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum::<u32>();
        let nearest = self.palette.iter().enumerate().min_by_key(|(_, c)| distance(c));
        nearest.map_or(0, |(at, _)| at as u8)
    }

    /// A pixel between what is there and a colour.
    fn mix(&mut self, at: usize, color: Color, part: u8) {
        let edge = (u16::from(part) * u16::from(EDGES) + 127) / 255;
        if edge == 0 {
            return;
        }
        let below = self.palette[usize::from(self.pixels[at])];
        let mixed = std::array::from_fn(|c| {
            let (a, b) = (u16::from(below[c]), u16::from(color[c]));
            ((a * (u16::from(EDGES) - edge) + b * edge) / u16::from(EDGES)) as u8
        });
        self.pixels[at] = self.place(mixed);
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Those of writing.
    pub fn write(&self, caption: &Caption, out: impl Write) -> io::Result<()> {
        let mut encoder = Encoder::new(out, self.size.width as u32, self.size.height as u32);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_palette(Cow::Owned(self.palette.concat()));
        encoder.set_compression(if self.pixels.len() > LARGE { Compression::Fast } else { Compression::Balanced });
        encoder.set_filter(Filter::Adaptive);
        let written = encoder
            .add_itxt_chunk("Title".to_string(), caption.title.clone())
            .and_then(|()| encoder.add_itxt_chunk("Description".to_string(), caption.lines.join("\n")))
            .and_then(|()| encoder.write_header())
            .and_then(|mut writer| writer.write_image_data(&self.pixels).and_then(|()| writer.finish()));
        // An error of writing keeps its kind: a closed pipe is no failure.
        written.map_err(|error| match error {
            EncodingError::IoError(error) => error,
            other => io::Error::other(other),
        })
    }
}

impl Surface for Raster {
    fn rect(&mut self, rect: Rect, color: Color) {
        let color = self.place(color);
        let width = rect.width.min(self.size.width.saturating_sub(rect.x)) as usize;
        for y in rect.y..(rect.y + rect.height).min(self.size.height) {
            let start = (y * self.size.width + rect.x) as usize;
            self.pixels[start..start + width].fill(color);
        }
    }

    fn dots(&mut self, at: &[(u64, u64)], side: u64, color: Color) {
        at.iter().for_each(|(x, y)| self.rect(Rect { x: *x, y: *y, width: side, height: side }, color));
    }

    fn cells(&mut self, cells: Cells) {
        let mut place = [0u8; 256];
        place[0] = self.place(NOTHING);
        for (class, color) in cells.shading.colors.iter().enumerate() {
            place[class + 1] = self.place(*color);
        }
        let (scale, width) = (cells.scale as usize, self.size.width as usize);
        for (row, classes) in cells.classes.chunks(cells.columns.max(1)).enumerate() {
            let start = (cells.y as usize + row * scale) * width + cells.x as usize;
            let line = start..start + classes.len() * scale;
            let pixels = &mut self.pixels[line.clone()];
            match scale {
                1 => pixels.iter_mut().zip(classes).for_each(|(pixel, class)| *pixel = place[usize::from(*class)]),
                _ => pixels
                    .chunks_exact_mut(scale)
                    .zip(classes)
                    .for_each(|(p, class)| p.fill(place[usize::from(*class)])),
            }
            (1..scale).for_each(|below| self.pixels.copy_within(line.clone(), start + below * width));
        }
    }

    fn text(&mut self, x: u64, y: u64, anchor: Anchor, text: &str, color: Color) {
        const HEIGHT: RasterHeight = RasterHeight::Size16;
        let advance = get_raster_width(FontWeight::Regular, HEIGHT) as u64;
        let length = advance * text.chars().count() as u64;
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x.saturating_sub(length / 2),
            Anchor::End => x.saturating_sub(length),
        };
        let top = y.saturating_sub(HEIGHT.val() as u64 / 2);
        for (i, c) in text.chars().enumerate() {
            let letter =
                get_raster(c, FontWeight::Regular, HEIGHT).or_else(|| get_raster('?', FontWeight::Regular, HEIGHT));
            let Some(letter) = letter else { continue };
            for (dy, line) in letter.rows().enumerate() {
                for (dx, part) in line.iter().enumerate() {
                    let (px, py) = (left + i as u64 * advance + dx as u64, top + dy as u64);
                    if px < self.size.width && py < self.size.height {
                        self.mix((py * self.size.width + px) as usize, color, *part);
                    }
                }
            }
        }
    }
}
