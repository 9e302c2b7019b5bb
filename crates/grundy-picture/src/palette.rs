//! Colour tables.
//!
//! In: a name. Out: colours. `cividis` (Nuñez, Anderton and Renslow 2018) and `viridis` (van der Walt and Smith 2015) are read off their published
//! tables of 256 colours; both rise evenly in lightness, and colour-blind people see the same order. The hues of residues and the two arms of
//! differences are Paul Tol's (*Colour schemes*, SRON technical note 09-002).

use std::sync::OnceLock;

/// A colour: red, green, blue.
pub(crate) type Color = [u8; 3];

/// What the picture is drawn on.
pub(crate) const PAPER: Color = [0xff, 0xff, 0xff];
/// Text, and what stands out.
pub(crate) const INK: Color = [0x1a, 0x1a, 0x1a];
/// Ticks and hairlines.
pub(crate) const FAINT: Color = [0x8a, 0x8a, 0x8a];
/// Cells at which there is no position.
pub(crate) const NOTHING: Color = [0xe6, 0xe6, 0xe6];
/// Cells that are not P-positions, and the terms before a period.
pub(crate) const QUIET: Color = [0xf4, 0xf1, 0xea];

/// Infinity in loopy games, which no scale of numbers has: a drawn position, and one that is won.
pub(crate) const ENDLESS: [Color; 2] = [[0xc4, 0x1e, 0x3a], [0xf4, 0x9a, 0xa6]];

/// Twelve hues that colour-blind people tell apart: Tol's *muted* and two of his *vibrant*.
pub(crate) const HUES: [Color; 12] = [
    [0x33, 0x22, 0x88],
    [0xdd, 0xcc, 0x77],
    [0x44, 0xaa, 0x99],
    [0xcc, 0x66, 0x77],
    [0x88, 0xcc, 0xee],
    [0x88, 0x22, 0x55],
    [0x11, 0x77, 0x33],
    [0xee, 0x77, 0x33],
    [0x99, 0x99, 0x33],
    [0xaa, 0x44, 0x99],
    [0x00, 0x77, 0xbb],
    [0xbb, 0xbb, 0xbb],
];

/// Tol's *BuRd*, with white in the middle: blue below 0, red above.
const DIVERGING: [Color; 9] = [
    [0x21, 0x66, 0xac],
    [0x43, 0x93, 0xc3],
    [0x92, 0xc5, 0xde],
    [0xd1, 0xe5, 0xf0],
    [0xff, 0xff, 0xff],
    [0xfd, 0xdb, 0xc7],
    [0xf4, 0xa5, 0x82],
    [0xd6, 0x60, 0x4d],
    [0xb2, 0x18, 0x2b],
];

/// The palettes that can be named.
pub const NAMES: [&str; 3] = ["cividis", "viridis", "grey"];

/// A palette for values, from the least to the greatest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// Blue to yellow; the same to nearly all eyes.
    #[default]
    Cividis,
    /// Violet over green to yellow.
    Viridis,
    /// Black to white, for print.
    Grey,
}

impl Palette {
    /// The palette of a name of [`NAMES`].
    ///
    /// ```
    /// use grundy_picture::Palette;
    ///
    /// assert_eq!(Palette::named("viridis"), Some(Palette::Viridis));
    /// assert_eq!(Palette::named("jet"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Palette> {
        Some(match name {
            "cividis" => Palette::Cividis,
            "viridis" => Palette::Viridis,
            "grey" => Palette::Grey,
            _ => return None,
        })
    }

    /// Colours from the least to the greatest, evenly taken from the table; at least one.
    pub(crate) fn colors(self, number: usize) -> Vec<Color> {
        let table = self.table();
        let last = number.saturating_sub(1).max(1);
        (0..number.max(1)).map(|i| table[i * (table.len() - 1) / last]).collect()
    }

    fn table(self) -> &'static [Color] {
        static CIVIDIS: OnceLock<Vec<Color>> = OnceLock::new();
        static VIRIDIS: OnceLock<Vec<Color>> = OnceLock::new();
        static GREY: OnceLock<Vec<Color>> = OnceLock::new();
        match self {
            Palette::Cividis => CIVIDIS.get_or_init(|| read(include_str!("../palettes/cividis.txt"))),
            Palette::Viridis => VIRIDIS.get_or_init(|| read(include_str!("../palettes/viridis.txt"))),
            Palette::Grey => GREY.get_or_init(|| (16..=240).map(|v| [v, v, v]).collect()),
        }
    }
}

/// Colours, one a line in hexadecimal digits.
fn read(text: &str) -> Vec<Color> {
    let color = |line: &str| {
        let value = u32::from_str_radix(line, 16).expect("the tables hold hexadecimal digits");
        let [_, red, green, blue] = value.to_be_bytes();
        [red, green, blue]
    };
    text.lines().map(color).collect()
}

/// The colours as text, for other programs that draw the same cells: a name and its colours in hexadecimal digits, a line each. The values'
/// palettes have 256 colours or fewer, from the least to the greatest; `diverging` has white in the middle.
///
/// ```
/// assert!(grundy_picture::colors_as_text().starts_with("cividis 00224e"));
/// ```
#[must_use]
pub fn colors_as_text() -> String {
    let line = |name: &str, colors: &[Color]| {
        let colors: Vec<String> = colors.iter().map(|[r, g, b]| format!("{r:02x}{g:02x}{b:02x}")).collect();
        format!("{name} {}\n", colors.join(" "))
    };
    let palettes = NAMES.iter().filter_map(|name| Some(line(name, Palette::named(name)?.table())));
    let others = [
        ("hues", &HUES[..]),
        ("diverging", &DIVERGING),
        ("marks", &[PAPER, INK, FAINT, NOTHING, QUIET]),
        ("endless", &ENDLESS),
    ];
    palettes.chain(others.iter().map(|(name, colors)| line(name, colors))).collect()
}

/// Colours from the least difference to the greatest, an odd number of them; the middle one is white.
pub(crate) fn diverging(arm: usize) -> Vec<Color> {
    let last = (2 * arm).max(1);
    (0..=2 * arm).map(|i| if arm == 0 { PAPER } else { between(&DIVERGING, i, last) }).collect()
}

/// The colour at `at` of `last` equal steps through a table.
fn between(table: &[Color], at: usize, last: usize) -> Color {
    let place = at * (table.len() - 1);
    let (left, rest) = (place / last, place % last);
    let right = (left + 1).min(table.len() - 1);
    let mix = |c: usize| {
        let (a, b) = (usize::from(table[left][c]), usize::from(table[right][c]));
        ((a * (last - rest) + b * rest + last / 2) / last) as u8
    };
    [mix(0), mix(1), mix(2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lightness of a colour (CIE L*), by the sRGB curve.
    fn lightness(color: Color) -> f64 {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        let y = 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2]);
        116.0 * y.cbrt() - 16.0
    }

    #[test]
    fn palettes_rise_evenly_in_lightness() {
        for name in NAMES {
            let colors = Palette::named(name).unwrap().colors(64);
            let steps: Vec<f64> = colors.windows(2).map(|c| lightness(c[1]) - lightness(c[0])).collect();
            let mean = steps.iter().sum::<f64>() / steps.len() as f64;
            assert!(steps.iter().all(|step| *step > -0.2 && *step < 3.0 * mean), "{name}: {steps:?}");
        }
    }

    #[test]
    fn no_difference_is_white_and_the_arms_mirror_in_number() {
        for arm in [0, 1, 2, 7, 120] {
            let colors = diverging(arm);
            assert_eq!((colors.len(), colors[arm]), (2 * arm + 1, PAPER));
        }
        assert_eq!(diverging(4), DIVERGING);
    }
}
