//! A sequence as points: the number of the term to the right, its value upwards.
//!
//! In: the terms, which part of the sequence each belongs to. Out: calls on a surface. The terms before the period, those of the first period and
//! the others have a colour each.

use crate::map::{Axis, MARGIN, TICK, caption};
use crate::palette::{Color, FAINT, INK};
use crate::shading::Shading;
use crate::surface::{Anchor, LINE, Rect, Size, Surface};
use crate::ticks::{CHARACTER, below, beside, ticks};
use crate::{Caption, LARGEST, TooLarge};

/// The size of the field of points, where no scale is given.
const FIELD: (u64, u64) = (960, 320);

/// The parts of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The preperiod.
    Before,
    /// The first period.
    First,
    /// The periods after it, and every term if no period is known.
    Rest,
}

/// The parts with their colours and names.
const PARTS: [(Part, Color, &str); 3] = [
    (Part::Before, [0x8a, 0x8a, 0x8a], "preperiod"),
    (Part::First, [0xcc, 0x33, 0x11], "first period"),
    (Part::Rest, [0x33, 0x22, 0x88], "further terms"),
];

/// A sequence as points.
#[derive(Clone, Debug)]
pub struct Plot {
    /// What stands above.
    pub caption: Caption,
    /// The numbers of the terms.
    pub terms: Axis,
    /// The value of each term, if there is one, and its part.
    pub values: Vec<(Option<u64>, Part)>,
    /// The pixels of a term; `None`: what fits.
    pub scale: Option<u64>,
}

impl Plot {
    /// The size of the picture.
    ///
    /// # Errors
    /// A side that would be longer than [`LARGEST`].
    pub fn size(&self) -> Result<Size, TooLarge> {
        let field = self.field();
        let right = self.left().saturating_add(field.0).saturating_add(MARGIN);
        let texts = self.caption.lines.iter().chain([&self.caption.title]).map(|line| line.chars().count() as u64);
        let width = right.max(2 * MARGIN + CHARACTER * texts.max().unwrap_or(0).min(120));
        let height = self.top() + field.1 + TICK + 2 * LINE + MARGIN;
        if width > LARGEST {
            return Err(TooLarge::Pixels(width, height));
        }
        Ok(Size { width, height })
    }

    /// The classes of the parts: the shading of a surface for this plot.
    #[must_use]
    pub fn shading() -> Shading {
        Shading::residues(1)
    }

    /// Draws the picture.
    pub fn draw(&self, surface: &mut dyn Surface) {
        let (left, top, field) = (self.left(), self.top(), self.field());
        let width = left + field.0 + MARGIN;
        caption(&self.caption, width.max(600), surface);
        let greatest = self.greatest();
        let rise = field.1 as f64 / (greatest + 1) as f64;
        let across = field.0 as f64 / self.values.len().max(1) as f64;
        let base = top + field.1;
        surface.rect(Rect { x: left - 1, y: top, width: 1, height: field.1 }, FAINT);
        surface.rect(Rect { x: left - 1, y: base, width: field.0 + 1, height: 1 }, FAINT);
        let up = |value: u64| base - ((value as f64 + 0.5) * rise) as u64;
        for value in ticks(0, greatest + 1, rise, below) {
            surface.rect(Rect { x: left - 1 - TICK, y: up(value), width: TICK, height: 1 }, FAINT);
            surface.text(left - TICK - 4, up(value), Anchor::End, &value.to_string(), INK);
        }
        let right = |at: u64| left + ((at as f64 + 0.5) * across) as u64;
        for term in ticks(self.terms.lo, self.values.len() as u64, across, beside) {
            let x = right(term - self.terms.lo);
            surface.rect(Rect { x, y: base + 1, width: 1, height: TICK }, FAINT);
            surface.text(x, base + TICK + LINE / 2, Anchor::Middle, &term.to_string(), INK);
        }
        surface.text(left + field.0, base + TICK + LINE + LINE / 2, Anchor::End, &self.terms.name, INK);
        self.points(&right, &up, (across as u64).clamp(2, 5), surface);
        self.keys(base + TICK + LINE, surface);
    }

    fn points(&self, right: &dyn Fn(u64) -> u64, up: &dyn Fn(u64) -> u64, side: u64, surface: &mut dyn Surface) {
        for (part, color, _) in PARTS {
            let own = self.values.iter().enumerate().filter(|(_, (_, of))| *of == part);
            let place = |(at, (value, _)): (usize, &(Option<u64>, Part))| {
                let half = side / 2;
                Some((right(at as u64).saturating_sub(half), up((*value)?).saturating_sub(half)))
            };
            let mut at: Vec<(u64, u64)> = own.filter_map(place).collect();
            at.dedup();
            surface.dots(&at, side, color);
        }
    }

    /// The names of the parts that occur, below the axis.
    fn keys(&self, y: u64, surface: &mut dyn Surface) {
        let mut x = self.left();
        if self.values.iter().all(|(_, part)| *part == Part::Rest) {
            return;
        }
        for (part, color, name) in PARTS {
            if self.values.iter().any(|(_, of)| *of == part) {
                surface.rect(Rect { x, y: y + 6, width: 8, height: 8 }, color);
                surface.text(x + 14, y + LINE / 2, Anchor::Start, name, INK);
                x += 14 + CHARACTER * (name.len() as u64 + 2);
            }
        }
    }

    fn greatest(&self) -> u64 {
        self.values.iter().filter_map(|(value, _)| *value).max().unwrap_or(0).min(u64::MAX - 1)
    }

    fn left(&self) -> u64 {
        MARGIN + CHARACTER * self.greatest().to_string().len() as u64 + TICK + 4
    }

    fn top(&self) -> u64 {
        MARGIN + LINE * (1 + self.caption.lines.len() as u64) + MARGIN
    }

    fn field(&self) -> (u64, u64) {
        let terms = self.values.len().max(1) as u64;
        (self.scale.map_or(FIELD.0, |scale| scale.saturating_mul(terms)).max(1), FIELD.1)
    }
}
