//! From values to classes and colours, with the legend.
//!
//! In: the range of the values, and how they are to be seen. Out: a class for each value (0 is a cell without a position), a colour for each class,
//! and what the legend says.

use crate::palette::{Color, ENDLESS, HUES, INK, Palette, QUIET, diverging};

/// The class of a cell at which there is no position.
pub const MISSING: u8 = 0;

/// The most colours of a scale.
const LEVELS: u64 = 240;

/// How values are seen: their classes, the colours, the legend.
#[derive(Clone, Debug)]
pub struct Shading {
    kind: Kind,
    /// The colours of the classes from 1 on.
    pub(crate) colors: Vec<Color>,
    pub(crate) legend: Legend,
    /// What stands below the legend: the class, the text.
    pub(crate) more: Vec<(u8, String)>,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// The greatest value.
    Values(u64),
    Wanted(u64),
    Residues(u64),
    /// The greatest absolute difference.
    Differences(u64),
}

/// What the legend shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Legend {
    /// A bar from one number to another.
    Scale(i64, i64),
    /// A colour for each text: the class, the text.
    Keys(Vec<(u8, String)>),
}

impl Shading {
    /// Values from 0 to the greatest one, dark to light.
    ///
    /// ```
    /// use grundy_picture::{Palette, Shading};
    ///
    /// let shading = Shading::values(9, Palette::Cividis);
    /// assert_eq!((shading.class(0), shading.class(9)), (1, 10));
    /// ```
    #[must_use]
    pub fn values(greatest: u64, palette: Palette) -> Shading {
        let levels = greatest.saturating_add(1).min(LEVELS);
        let legend = Legend::Scale(0, i64::try_from(greatest).unwrap_or(i64::MAX));
        Shading { kind: Kind::Values(greatest), colors: palette.colors(levels as usize), legend, more: vec![] }
    }

    /// One value against all others: the P-positions are those of value 0.
    #[must_use]
    pub fn wanted(value: u64) -> Shading {
        let name = if value == 0 { "P-position".to_string() } else { format!("value {value}") };
        let keys = vec![(2, name), (1, "other".to_string())];
        Shading { kind: Kind::Wanted(value), colors: vec![QUIET, INK], legend: Legend::Keys(keys), more: vec![] }
    }

    /// Where a condition holds: 1, and 0 elsewhere.
    #[must_use]
    pub fn condition() -> Shading {
        let keys = vec![(2, "true".to_string()), (1, "false".to_string())];
        Shading { legend: Legend::Keys(keys), ..Shading::wanted(1) }
    }

    /// Residues modulo a number of at least 1; more than twelve are seen as values are.
    #[must_use]
    pub fn residues(modulus: u64) -> Shading {
        let modulus = modulus.max(1);
        let (colors, legend) = if modulus <= HUES.len() as u64 {
            let keys = (0..modulus).map(|r| (r as u8 + 1, r.to_string()));
            (HUES[..modulus as usize].to_vec(), Legend::Keys(keys.collect()))
        } else {
            let greatest = i64::try_from(modulus - 1).unwrap_or(i64::MAX);
            (Palette::Viridis.colors(modulus.min(LEVELS) as usize), Legend::Scale(0, greatest))
        };
        Shading { kind: Kind::Residues(modulus), colors, legend, more: vec![] }
    }

    /// Differences around 0, which is white.
    #[must_use]
    pub fn differences(greatest: u64) -> Shading {
        let arm = greatest.min((LEVELS - 1) / 2);
        let end = i64::try_from(greatest).unwrap_or(i64::MAX);
        Shading {
            kind: Kind::Differences(greatest),
            colors: diverging(arm as usize),
            legend: Legend::Scale(-end, end),
            more: vec![],
        }
    }

    /// With two more colours, for values that are infinity: of a drawn position, and of one that is won. No scale of numbers has these colours.
    ///
    /// ```
    /// use grundy_picture::{Palette, Shading};
    ///
    /// let shading = Shading::values(3, Palette::Cividis).with_infinity();
    /// assert_eq!((shading.class(3), shading.class_of_infinity(true), shading.class_of_infinity(false)), (4, 5, 6));
    /// ```
    #[must_use]
    pub fn with_infinity(mut self) -> Shading {
        let first = self.colors.len() as u8 + 1;
        self.colors.extend(ENDLESS);
        self.more = vec![(first, "drawn, inf(K)".to_string()), (first + 1, "inf(K), 0 in K".to_string())];
        self
    }

    /// The class of a value that is infinity, after [`Shading::with_infinity`].
    #[must_use]
    pub fn class_of_infinity(&self, drawn: bool) -> u8 {
        self.levels() as u8 + if drawn { 1 } else { 2 }
    }

    /// The colours of numbers.
    pub(crate) fn levels(&self) -> usize {
        self.colors.len() - self.more.len()
    }

    /// The class of a value.
    #[must_use]
    pub fn class(&self, value: u64) -> u8 {
        match self.kind {
            Kind::Values(greatest) => 1 + scaled(value, greatest, self.levels()),
            Kind::Wanted(wanted) => 1 + u8::from(value == wanted),
            Kind::Residues(modulus) if modulus <= HUES.len() as u64 => 1 + (value % modulus) as u8,
            Kind::Residues(modulus) => 1 + scaled(value % modulus, modulus - 1, self.levels()),
            Kind::Differences(_) => self.class_of_difference(i64::try_from(value).unwrap_or(i64::MAX)),
        }
    }

    /// The class of a difference; one that is not 0 never has the class of 0.
    #[must_use]
    pub fn class_of_difference(&self, difference: i64) -> u8 {
        let Kind::Differences(greatest) = self.kind else { return self.class(difference.unsigned_abs()) };
        let arm = (self.levels() / 2) as u8;
        let size = difference.unsigned_abs();
        if size == 0 {
            return 1 + arm;
        }
        let step = 1 + scaled(size - 1, greatest.saturating_sub(1), arm.max(1).into());
        if difference < 0 { 1 + arm - step.min(arm) } else { 1 + arm + step.min(arm) }
    }
}

/// The level, of so many, of a value up to the greatest one: each value has its own if there are enough levels.
fn scaled(value: u64, greatest: u64, levels: usize) -> u8 {
    if greatest == 0 {
        return 0;
    }
    let (value, greatest, last) = (u128::from(value.min(greatest)), u128::from(greatest), levels as u128 - 1);
    ((value * last + greatest / 2) / greatest) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_a_colour() {
        for greatest in [0, 1, 5, 239, 240, 1000, u64::MAX] {
            for shading in
                [Shading::values(greatest, Palette::Grey), Shading::differences(greatest), Shading::residues(greatest)]
            {
                for value in [0, 1, greatest / 2, greatest] {
                    let class = shading.class(value);
                    assert!(class > MISSING && usize::from(class) <= shading.colors.len(), "{greatest}, {value}");
                }
            }
        }
    }

    #[test]
    fn small_values_have_a_class_each() {
        let shading = Shading::values(200, Palette::Viridis);
        assert!((0..=200).all(|v| u64::from(shading.class(v)) == v + 1));
        let shading = Shading::differences(7);
        let classes: Vec<u8> = (-7..=7).map(|d| shading.class_of_difference(d)).collect();
        assert_eq!(classes, (1..=15).collect::<Vec<u8>>());
        let far = Shading::differences(1_000_000);
        assert_ne!(far.class_of_difference(1), far.class_of_difference(0));
        assert_ne!(far.class_of_difference(-1), far.class_of_difference(0));
    }
}
