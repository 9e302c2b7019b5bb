//! A small reader of the files that are written, and what it must find in them.

use std::collections::BTreeMap;
use std::io::Cursor;

use miniz_oxide::inflate::decompress_to_vec_zlib;

use super::*;
use crate::{Axis, MISSING, Map, Palette, Panel, Part, Plot, Raster, Shading};

/// The objects that the table of a file names, each from its beginning to the end of the file.
fn objects(file: &[u8]) -> BTreeMap<usize, &[u8]> {
    assert!(file.starts_with(b"%PDF-1."));
    let text = String::from_utf8_lossy(&file[file.len() - 1000.min(file.len())..]).into_owned();
    let (_, end) = text.rsplit_once("startxref\n").expect("where the table is");
    let (table, mark) = end.split_once('\n').expect("two lines");
    assert_eq!(mark.trim_end(), "%%EOF");
    let table = std::str::from_utf8(&file[number(table)..]).expect("a table");
    let mut lines = table.strip_prefix("xref\n0 ").expect("a table").lines();
    let entries = number(lines.next().expect("a number"));
    assert!(table.contains(&format!("/Size {entries}\n")) && table.contains("/Root 1 0 R"));
    let mut found = BTreeMap::new();
    for (id, line) in lines.take(entries).enumerate().skip(1) {
        let object = &file[number(&line[..10])..];
        assert!(line.ends_with(" 00000 n") && object.starts_with(format!("{id} 0 obj\n").as_bytes()), "{line}");
        found.insert(id, object);
    }
    assert_eq!(found.len() + 1, entries);
    found
}

fn number(text: &str) -> usize {
    text.parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

/// What stands behind a key of an object, in its line.
fn entry(object: &[u8], key: &str) -> String {
    let end = object.windows(6).position(|w| w == b"endobj" || w == b"stream").expect("the end");
    let text = String::from_utf8_lossy(&object[..end]).into_owned();
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix(&format!("/{key} ")));
    line.unwrap_or_else(|| panic!("no {key} in {text}")).to_string()
}

/// The numbers of the objects that an entry names.
fn named(entry: &str) -> Vec<usize> {
    let ids = entry.trim_matches(['[', ']']).split_terminator(" 0 R").map(str::trim);
    ids.map(number).collect()
}

/// The bytes of a stream, inflated.
fn inflated(object: &[u8]) -> Vec<u8> {
    assert_eq!(entry(object, "Filter"), "/FlateDecode");
    let from = object.windows(8).position(|w| w == b"\nstream\n").expect("a stream") + 8;
    let to = from + number(&entry(object, "Length"));
    assert!(object[to..].starts_with(b"\nendstream\nendobj"));
    decompress_to_vec_zlib(&object[from..to]).expect("a stream that inflates")
}

#[derive(Debug)]
enum Token {
    Number(f64),
    Text(Vec<u8>),
    /// A name or an operator.
    Word(String),
}

/// The tokens of a stream of operators.
fn tokens(mut rest: &[u8]) -> Vec<Token> {
    let mut found = vec![];
    while let Some(first) = rest.first() {
        let length = match first {
            b'(' => {
                let (text, length) = literal(rest);
                found.push(Token::Text(text));
                length
            }
            b'<' => {
                let length = rest.iter().position(|b| *b == b'>').expect("the end of a text") + 1;
                found.push(Token::Text(hexadecimal(&rest[1..length - 1])));
                length
            }
            b' ' | b'\n' => 1,
            _ => {
                let length = rest.iter().position(|b| b" \n(<".contains(b)).unwrap_or(rest.len());
                let word = String::from_utf8(rest[..length].to_vec()).expect("ASCII");
                found.push(word.parse().map_or(Token::Word(word), Token::Number));
                length
            }
        };
        rest = &rest[length..];
    }
    found
}

/// A text in parentheses, and how many bytes it takes.
fn literal(bytes: &[u8]) -> (Vec<u8>, usize) {
    let (mut text, mut depth, mut at) = (vec![], 1, 1);
    loop {
        match bytes[at] {
            b'\\' => at += 1,
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (text, at + 1);
        }
        text.push(bytes[at]);
        at += 1;
    }
}

fn hexadecimal(digits: &[u8]) -> Vec<u8> {
    let pairs = digits.chunks(2).map(|pair| std::str::from_utf8(pair).expect("ASCII"));
    pairs.map(|pair| u8::from_str_radix(pair, 16).expect("two digits")).collect()
}

/// Scales and a shift: x to `a x + e`, y to `d y + f`.
#[derive(Clone, Copy, Debug)]
struct Matrix {
    a: f64,
    d: f64,
    e: f64,
    f: f64,
}

impl Matrix {
    fn of(numbers: &[f64]) -> Matrix {
        let [a, b, c, d, e, f] = numbers else { panic!("{numbers:?} is no matrix") };
        assert_eq!((*b, *c), (0.0, 0.0));
        Matrix { a: *a, d: *d, e: *e, f: *f }
    }

    /// First this one, then another.
    fn then(self, next: Matrix) -> Matrix {
        let Matrix { a, d, e, f } = next;
        Matrix { a: self.a * a, d: self.d * d, e: self.e * a + e, f: self.f * d + f }
    }

    fn point(self, x: f64, y: f64) -> (f64, f64) {
        (self.a * x + self.e, self.d * y + self.f)
    }
}

/// An image: its name, where its upper left and its lower right corner are, how many paths lie under it.
type Placed = (String, (f64, f64), (f64, f64), usize);

/// A page as a reader paints it.
#[derive(Debug, Default)]
struct Painted {
    width: usize,
    height: usize,
    /// The colour of each pixel; none where nothing is painted.
    pixels: Vec<Option<Color>>,
    /// Texts, and where each begins, in pixels from the upper left corner.
    texts: Vec<(f64, f64, Vec<u8>)>,
    images: Vec<Placed>,
    /// How many paths were filled.
    paths: usize,
}

impl Painted {
    /// Paints the page of a file.
    fn of(file: &[u8]) -> Painted {
        let objects = objects(file);
        let page = objects[&3];
        let media: Vec<f64> =
            entry(page, "MediaBox").trim_matches(['[', ']']).split(' ').map(|n| n.parse().expect("a number")).collect();
        let (width, height) = ((media[2] / 0.75) as usize, (media[3] / 0.75) as usize);
        let mut painted = Painted { width, height, pixels: vec![None; width * height], ..Painted::default() };
        let parts: Vec<Vec<u8>> = named(&entry(page, "Contents")).iter().map(|id| inflated(objects[id])).collect();
        painted.run(&tokens(&parts.join(&b'\n')));
        painted
    }

    fn run(&mut self, tokens: &[Token]) {
        let (mut numbers, mut words, mut rectangles) = (vec![], vec![], vec![]);
        let mut matrix = Matrix { a: 1.0, d: 1.0, e: 0.0, f: 0.0 };
        let (mut color, mut text, mut place, mut kept) = ([0; 3], vec![], matrix, vec![]);
        for token in tokens {
            match token {
                Token::Number(number) => {
                    numbers.push(*number);
                    continue;
                }
                Token::Text(letters) => {
                    text = letters.clone();
                    continue;
                }
                Token::Word(word) => match word.as_str() {
                    "q" => kept.push((matrix, color)),
                    "Q" => (matrix, color) = kept.pop().expect("a state that was kept"),
                    "cm" => matrix = Matrix::of(&numbers).then(matrix),
                    "rg" => color = [0, 1, 2].map(|part| (numbers[part] * 255.0).round() as u8),
                    "re" => rectangles.push(self.corners(matrix, &numbers)),
                    "f" => self.fill(&std::mem::take(&mut rectangles), color),
                    "Do" => {
                        let corner = |x, y| self.pixel(matrix.point(x, y));
                        let (upper, lower) = (corner(0.0, 1.0), corner(1.0, 0.0));
                        self.images.push((words.pop().expect("a name"), upper, lower, self.paths));
                    }
                    "Tm" => place = Matrix::of(&numbers).then(matrix),
                    "Tj" => {
                        // Letters stand upright.
                        assert!(place.a > 0.0 && place.d > 0.0);
                        let (x, y) = self.pixel(place.point(0.0, 0.0));
                        self.texts.push((x, y, text.clone()));
                    }
                    "BT" | "ET" | "Tf" => {}
                    name => {
                        assert!(name.starts_with('/'), "{name} is no operator that is expected");
                        words.push(name.to_string());
                    }
                },
            }
            numbers.clear();
        }
        assert!(kept.is_empty() && rectangles.is_empty());
    }

    /// A point of the page in pixels from the upper left corner.
    fn pixel(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (x / 0.75, self.height as f64 - y / 0.75)
    }

    /// A rectangle in pixels: left, upper, right, lower.
    fn corners(&self, matrix: Matrix, numbers: &[f64]) -> [f64; 4] {
        let [x, y, width, height] = numbers else { panic!("{numbers:?} is no rectangle") };
        let (a, b) = (self.pixel(matrix.point(*x, *y)), self.pixel(matrix.point(x + width, y + height)));
        [a.0.min(b.0), a.1.min(b.1), a.0.max(b.0), a.1.max(b.1)]
    }

    fn fill(&mut self, rectangles: &[[f64; 4]], color: Color) {
        self.paths += 1;
        for [left, upper, right, lower] in rectangles {
            for y in *upper as usize..*lower as usize {
                let row = y * self.width;
                self.pixels[row + *left as usize..row + *right as usize].fill(Some(color));
            }
        }
    }
}

/// The pixels of a PNG.
fn pixels_of_png(file: &[u8]) -> Vec<Option<Color>> {
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut bytes).expect("its pixels");
    bytes.chunks_exact(3).map(|pixel| Some([pixel[0], pixel[1], pixel[2]])).collect()
}

/// A surface on which texts are left out.
struct Wordless<'a>(&'a mut dyn Surface);

impl Surface for Wordless<'_> {
    fn rect(&mut self, rect: Rect, color: Color) {
        self.0.rect(rect, color);
    }

    fn dots(&mut self, at: &[(u64, u64)], side: u64, color: Color) {
        self.0.dots(at, side, color);
    }

    fn cells(&mut self, cells: Cells) {
        self.0.cells(cells);
    }

    fn text(&mut self, _: u64, _: u64, _: Anchor, _: &str, _: Color) {}
}

/// Classes from 0 to the last one, by chance but always the same.
fn noise(cells: usize, last: u8) -> Vec<u8> {
    let mut seed = 7u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) % (u64::from(last) + 1)) as u8
    };
    (0..cells).map(|_| next()).collect()
}

fn axis(name: &str, len: u64) -> Axis {
    Axis { name: name.to_string(), lo: 0, len }
}

fn caption() -> Caption {
    Caption { title: "nim[2]: a \\ (b ≥ 3)".to_string(), lines: vec!["rules 7".to_string(), "play".to_string()] }
}

/// A sheet of two tables, with cells that are large enough for labels.
fn sheet() -> Map {
    let panel = |last| Panel {
        title: format!("c = {last}"),
        classes: noise(20, last),
        labels: (0..20).map(|n| n.to_string()).collect(),
    };
    let shading = Shading::values(9, Palette::Cividis);
    let panels = vec![panel(3), panel(10)];
    Map { caption: caption(), rows: axis("a", 4), columns: axis("b", 5), panels, shading, scale: 24 }
}

fn file_of(map: &Map) -> Vec<u8> {
    let mut page = Pdf::new(map.size().expect("a size"));
    map.draw(&mut page);
    written(&page)
}

fn written(page: &Pdf) -> Vec<u8> {
    let mut file = vec![];
    page.write(&caption(), &mut file).expect("a file");
    file
}

/// Paints cells with some margin, and compares each pixel with the class of its cell. How many parts the operators have is given back.
fn compare_cells(columns: usize, rows: usize, scale: u64, shading: &Shading) -> usize {
    let (x, y) = (5, 3);
    let size = Size { width: columns as u64 * scale + 9, height: rows as u64 * scale + 7 };
    let classes = noise(rows * columns, shading.colors.len() as u8);
    let mut page = Pdf::new(size);
    page.cells(Cells { x, y, scale, columns, classes: &classes, shading });
    let file = written(&page);
    let painted = Painted::of(&file);
    for (at, pixel) in painted.pixels.iter().enumerate() {
        let (right, down) = ((at % painted.width) as u64, (at / painted.width) as u64);
        let cell = |at: u64, first: u64, cells: usize| {
            let cell = at.checked_sub(first)? / scale;
            usize::try_from(cell).ok().filter(|cell| *cell < cells)
        };
        let wanted = match (cell(down, y, rows), cell(right, x, columns)) {
            (Some(row), Some(column)) => match classes[row * columns + column] {
                MISSING => NOTHING,
                class => shading.colors[usize::from(class) - 1],
            },
            _ => PAPER,
        };
        assert_eq!(*pixel, Some(wanted), "the pixel {right}, {down}");
    }
    let seen = classes.iter().collect::<std::collections::BTreeSet<_>>().len();
    assert_eq!(painted.paths, 1 + seen, "the paper, and a path for each class");
    named(&entry(objects(&file)[&3], "Contents")).len()
}

#[test]
fn each_cell_has_the_colour_of_its_class() {
    assert_eq!(compare_cells(7, 5, 4, &Shading::values(9, Palette::Cividis)), 1);
    assert_eq!(compare_cells(40, 60, 1, &Shading::wanted(0)), 1);
}

#[test]
fn many_cells_are_several_streams() {
    assert!(compare_cells(600, 400, 1, &Shading::values(239, Palette::Viridis)) > 2);
}

#[test]
fn no_cells_are_no_image() {
    let shading = Shading::wanted(0);
    let mut page = Pdf::new(Size { width: 8, height: 8 });
    page.cells(Cells { x: 1, y: 1, scale: 2, columns: 0, classes: &[], shading: &shading });
    let painted = Painted::of(&written(&page));
    assert_eq!(painted.pixels, vec![Some(PAPER); 64]);
    assert_eq!(painted.images, []);
}

#[test]
fn the_image_under_the_cells_has_the_same_colours() {
    let shading = Shading::values(9, Palette::Grey);
    let classes = noise(6 * 4, 10);
    let mut page = Pdf::new(Size { width: 40, height: 40 });
    page.cells(Cells { x: 5, y: 3, scale: 2, columns: 6, classes: &classes, shading: &shading });
    let file = written(&page);
    let objects = objects(&file);
    assert_eq!(Painted::of(&file).images, [("/I0".to_string(), (5.0, 3.0), (17.0, 11.0), 1)]);
    let image = objects[&named(&entry(objects[&3], "I0"))[0]];
    assert_eq!((entry(image, "Width"), entry(image, "Height")), ("6".to_string(), "4".to_string()));
    assert_eq!(inflated(image), classes);
    let colors = [&[NOTHING][..], &shading.colors].concat().concat();
    let space = entry(image, "ColorSpace");
    let palette = space.strip_prefix("[/Indexed /DeviceRGB 10 ").expect("eleven colours").as_bytes();
    assert!(matches!(&tokens(palette)[0], Token::Text(palette) if *palette == colors), "{space}");
}

fn compare_with_png(size: Size, shading: &Shading, draw: &dyn Fn(&mut dyn Surface)) {
    let mut page = Pdf::new(size);
    draw(&mut Wordless(&mut page));
    let mut raster = Raster::new(size, shading).expect("a sheet");
    draw(&mut Wordless(&mut raster));
    let mut png = vec![];
    raster.write(&caption(), &mut png).expect("a file");
    let painted = Painted::of(&written(&page));
    assert_eq!((painted.width as u64, painted.height as u64), (size.width, size.height));
    assert!(painted.pixels == pixels_of_png(&png), "{size:?}");
}

#[test]
fn shapes_cover_the_pixels_of_the_png() {
    let values = (0..300).map(|n| (Some(n % 17), if n < 40 { Part::Before } else { Part::First })).collect();
    let plot = Plot { caption: caption(), terms: axis("n", 300), values, scale: None };
    let sheet = sheet();
    compare_with_png(sheet.size().expect("a size"), &sheet.shading, &|surface| sheet.draw(surface));
    compare_with_png(plot.size().expect("a size"), &Plot::shading(), &|surface| plot.draw(surface));
}

#[test]
fn texts_stand_at_their_anchors() {
    let mut page = Pdf::new(Size { width: 100, height: 40 });
    for anchor in [Anchor::Start, Anchor::Middle, Anchor::End] {
        page.text(50, 20, anchor, "(1\\2)", PAPER);
    }
    let texts = Painted::of(&written(&page)).texts;
    // Five letters of 7.2 pixels.
    for ((x, y, text), left) in texts.iter().zip([50.0, 32.0, 14.0]) {
        assert!((x - left).abs() < 0.01 && (y - 24.0).abs() < 0.01, "{x}, {y}");
        assert_eq!(text, b"(1\\2)");
    }
    assert_eq!(texts.len(), 3);
}

#[test]
fn captions_and_labels_are_text() {
    let texts: Vec<Vec<u8>> = Painted::of(&file_of(&sheet())).texts.into_iter().map(|(_, _, text)| text).collect();
    for wanted in ["nim[2]: a \\ (b >= 3)", "rules 7", "play", "c = 10", "a \\ b", "19"] {
        assert!(texts.iter().any(|text| text == wanted.as_bytes()), "{wanted}");
    }
}

#[test]
fn signs_are_letters_of_windows_or_words() {
    assert_eq!(encoded("ê ÿ ~"), b"\xea \xff ~");
    assert_eq!(encoded("€…–žŸ"), b"\x80\x85\x96\x9e\x9f");
    assert_eq!(encoded("n ≤ ∞, √2"), b"n <= inf, sqrt2");
    assert_eq!(encoded("\u{81}\t\u{7f}語"), b"????");
}

#[test]
fn the_information_is_the_caption_and_nothing_that_changes() {
    let file = file_of(&sheet());
    assert_eq!(file, file_of(&sheet()));
    let info = objects(&file)[&5];
    let unicode = |key: &str| match &tokens(entry(info, key).as_bytes())[0] {
        Token::Text(bytes) => {
            let units = bytes.chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
            String::from_utf16(&units.collect::<Vec<u16>>()).expect("a text")
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(unicode("Title"), "\u{feff}nim[2]: a \\ (b ≥ 3)");
    assert_eq!(unicode("Subject"), "\u{feff}rules 7\nplay");
    let text = String::from_utf8_lossy(&file);
    assert!(!text.contains("Date") && !text.contains("/ID"));
}
