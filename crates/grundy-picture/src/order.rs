//! Boxes in layers: the picture of an order, such as that of the classes of a monoid.
//!
//! In: boxes with entries, each box in a layer, and lines from boxes to lower ones, with labels. Out: an SVG. Boxes of a layer stand beside each other, below the middle of those
//! from which lines lead to them; a line that passes a layer has a gap there. Coordinates are whole pixels, so that the same order is the same file on every machine.

use std::fmt::Write as _;

use crate::Caption;
use crate::ticks::CHARACTER;
use crate::vector::escaped;

/// An entry of a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What stands in it.
    pub label: String,
    /// What stands below the label, in small letters; it may be empty.
    pub note: String,
    /// Is it filled with a colour?
    pub marked: bool,
}

/// An order of boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    /// What stands above.
    pub caption: Caption,
    /// The boxes: the layer of each, 0 being the highest, and its entries.
    pub boxes: Vec<(usize, Vec<Entry>)>,
    /// From which box to which lower one a line leads, and its label.
    pub lines: Vec<(usize, usize, String)>,
}

/// The height of an entry, in pixels.
const ENTRY: u64 = 34;
/// The room between boxes beside each other.
const BESIDE: u64 = 36;
/// The room between layers.
const BELOW: u64 = 76;
/// The room around the entries of a box, and around everything.
const MARGIN: u64 = 12;
/// The height of a line of text.
const LINE: u64 = 16;
/// The width of a small character, in pixels.
const SMALL: u64 = 6;

/// The width of the gap in which a line passes a layer.
const GAP: u64 = 8;

/// Where a box stands, or a gap.
#[derive(Clone, Copy, Default)]
struct Place {
    layer: usize,
    x: u64,
    y: u64,
    width: u64,
    height: u64,
    columns: u64,
    /// The width of an entry.
    entry: u64,
}

impl Place {
    fn middle(&self) -> u64 {
        self.x + self.width / 2
    }

    fn bottom(&self) -> u64 {
        self.y + self.height
    }
}

/// Where everything stands.
struct Plan {
    /// The boxes, and then the gaps.
    places: Vec<Place>,
    /// For each line the places that it goes through.
    ways: Vec<Vec<usize>>,
    width: u64,
    height: u64,
}

impl Layers {
    /// The picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let Plan { places, ways, width, height } = self.plan();
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"12\">\n<title>{}</title>\n<desc>{}</desc>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
            escaped(&self.caption.title),
            escaped(&self.caption.lines.join("\n")),
        );
        for (y, line) in (1..).zip(self.texts()) {
            let _ = writeln!(out, "<text x=\"{MARGIN}\" y=\"{}\">{}</text>", LINE * y, escaped(line));
        }
        for way in &ways {
            let (mut path, mut step) = (String::new(), 'M');
            for place in way.iter().map(|place| places[*place]) {
                let _ = write!(path, "{step}{} {}L{} {}", place.middle(), place.y, place.middle(), place.bottom());
                step = 'L';
            }
            let _ = writeln!(out, "<path d=\"{path}\" stroke=\"#777777\" fill=\"none\"/>");
        }
        for ((_, entries), place) in self.boxes.iter().zip(&places) {
            drawn(&mut out, entries, *place);
        }
        for (number, (way, (high, _, label))) in ways.iter().zip(&self.lines).enumerate() {
            // Labels of lines that leave one box stand at different heights, so that one does not hide the other.
            let before = self.lines[..number].iter().filter(|(from, ..)| from == high).count() as u64;
            labelled(&mut out, (places[way[0]], places[way[1]]), before, label);
        }
        out.push_str("</svg>\n");
        out
    }

    fn texts(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.caption.title).chain(&self.caption.lines)
    }

    fn plan(&self) -> Plan {
        let mut places: Vec<Place> = self.boxes.iter().map(|(layer, entries)| sized(*layer, entries)).collect();
        let mut ways = vec![];
        for (high, low, _) in &self.lines {
            let passed = places[*high].layer + 1..places[*low].layer;
            let first = places.len();
            places.extend(passed.map(|layer| Place { layer, width: GAP, ..Place::default() }));
            ways.push(std::iter::once(*high).chain(first..places.len()).chain([*low]).collect::<Vec<usize>>());
        }
        let layers = places.iter().map(|place| place.layer + 1).max().unwrap_or(0);
        let wide = |layer| places.iter().filter(|own| own.layer == layer).map(|own| own.width + BESIDE).sum::<u64>();
        let text = self.texts().map(|line| CHARACTER * line.chars().count() as u64).max().unwrap_or(0);
        let width = (0..layers).map(wide).max().unwrap_or(0).max(text) + 2 * MARGIN;
        let mut y = LINE * (self.texts().count() as u64 + 1);
        for layer in 0..layers {
            y = stand(&mut places, &ways, (layer, y), width) + BELOW;
        }
        Plan { places, ways, width, height: y - BELOW.min(y) + MARGIN }
    }
}

/// Places a layer at this height, below the layers that are placed already; returns where it ends.
fn stand(places: &mut [Place], ways: &[Vec<usize>], (layer, y): (usize, u64), width: u64) -> u64 {
    let mut own: Vec<usize> = (0..places.len()).filter(|number| places[*number].layer == layer).collect();
    own.sort_by_key(|number| (wanted(*number, places, ways), *number));
    let all: u64 = own.iter().map(|number| places[*number].width + BESIDE).sum();
    let mut x = (width - all.min(width)) / 2 + BESIDE / 2;
    let high = own.iter().map(|number| places[*number].height).max().unwrap_or(0);
    for number in own {
        let place = &mut places[number];
        (place.x, place.y) = (x, y);
        place.height = if place.columns == 0 { high } else { place.height };
        x += place.width + BESIDE;
    }
    y + high
}

/// Where a place would best be: below the middle of those from which lines come to it.
fn wanted(number: usize, places: &[Place], ways: &[Vec<usize>]) -> u64 {
    let before = |way: &Vec<usize>| {
        way.iter().position(|own| *own == number).and_then(|at| way.get(at.checked_sub(1)?).copied())
    };
    let above: Vec<u64> = ways.iter().filter_map(before).map(|place| places[place].middle()).collect();
    above.iter().sum::<u64>() / (above.len() as u64).max(1)
}

/// A box with room for its entries, in rows of about as many as there are rows, and of an even number, since most elements of a monoid come in pairs.
fn sized(layer: usize, entries: &[Entry]) -> Place {
    let count = entries.len() as u64;
    let columns = (2..).step_by(2).find(|columns| columns * columns >= count).unwrap_or(2).min(count.max(1));
    let characters = |text: &str| text.chars().count() as u64;
    let wide = |entry: &Entry| (CHARACTER * characters(&entry.label)).max(SMALL * characters(&entry.note));
    let entry = entries.iter().map(wide).max().unwrap_or(0) + 10;
    let (width, height) = (columns * entry + MARGIN, count.div_ceil(columns) * ENTRY + MARGIN);
    Place { layer, width, height, columns, entry, ..Place::default() }
}

/// A box and its entries.
fn drawn(out: &mut String, entries: &[Entry], place: Place) {
    let Place { x, y, width, height, columns, entry: wide, .. } = place;
    let _ = writeln!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"#f4f4f4\" stroke=\"#222222\"/>"
    );
    for (number, entry) in (0..).zip(entries) {
        let (left, top) = (x + MARGIN / 2 + number % columns * wide, y + MARGIN / 2 + number / columns * ENTRY);
        if entry.marked {
            let _ = writeln!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"#ffd54f\" stroke=\"#8d6e00\"/>",
                left + 1,
                top + 1,
                wide - 2,
                ENTRY - 2
            );
        }
        let middle = left + wide / 2;
        let _ = writeln!(
            out,
            "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            top + 15,
            escaped(&entry.label)
        );
        if !entry.note.is_empty() {
            let _ = writeln!(
                out,
                "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\" font-size=\"9\" fill=\"#555555\">{}</text>",
                top + 28,
                escaped(&entry.note)
            );
        }
    }
}

/// The label of a line between two places; `before` lines that leave the same box have theirs above it.
fn labelled(out: &mut String, (from, to): (Place, Place), before: u64, label: &str) {
    let bottom = from.bottom();
    let down = (18 + 15 * (before % 4)).min(to.y.saturating_sub(bottom));
    let share =
        |a: u64, b: u64| (a as i64 + (b as i64 - a as i64) * down as i64 / (to.y - bottom).max(1) as i64).max(0);
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"11\" fill=\"#0b4f8a\" stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\">{}</text>",
        share(from.middle(), to.middle()),
        bottom + down + 4,
        escaped(label)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layers() -> Layers {
        let entry = |label: &str, marked| Entry { label: label.into(), note: "0".into(), marked };
        Layers {
            caption: Caption { title: "a < b".into(), lines: vec!["a line".into()] },
            boxes: vec![
                (0, vec![entry("1", false), entry("a", true)]),
                (1, vec![entry("b", false)]),
                (
                    1,
                    vec![
                        entry("c", false),
                        entry("c d", false),
                        entry("e", true),
                        entry("f", false),
                        entry("g", false),
                    ],
                ),
                (2, vec![entry("z", true)]),
            ],
            lines: vec![
                (0, 1, "b".into()),
                (0, 2, "c".into()),
                (1, 3, "c".into()),
                (2, 3, "b & c".into()),
                (0, 3, "d".into()),
            ],
        }
    }

    #[test]
    fn a_picture_names_every_entry_and_line() {
        let svg = layers().svg();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && svg.contains("a &lt; b"));
        // The ground, four boxes, three marks.
        assert_eq!(svg.matches("<rect").count(), 8);
        assert_eq!(svg.matches("<path").count(), 5);
        // Two lines above, nine entries with a note each, five labels.
        assert_eq!(svg.matches("<text").count(), 2 + 18 + 5);
        assert!(svg.contains(">b &amp; c</text>") && svg.contains(">c d</text>"));
    }

    /// No two boxes or gaps lie on each other, all lie inside, and lower layers lie lower.
    #[test]
    fn boxes_stand_apart() {
        let Plan { places, ways, width, height } = layers().plan();
        // The line from the highest box to the lowest passes a layer.
        assert_eq!((places.len(), &ways[4][..]), (5, &[0, 4, 3][..]));
        for (number, place) in places.iter().enumerate() {
            assert!(place.x + place.width <= width && place.bottom() <= height);
            for (other, own) in places.iter().enumerate().skip(number + 1) {
                let beside = place.x + place.width <= own.x || own.x + own.width <= place.x;
                let below = place.bottom() <= own.y || own.bottom() <= place.y;
                assert!(if place.layer == own.layer { beside } else { below }, "{number} {other}");
            }
        }
    }

    #[test]
    fn nothing_has_a_picture_too() {
        let nothing = Layers { caption: Caption::default(), boxes: vec![], lines: vec![] };
        assert!(nothing.svg().ends_with("</svg>\n"));
    }
}
