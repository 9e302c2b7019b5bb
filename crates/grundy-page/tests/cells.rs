//! Pieces of tables hold the values of the library, cell by cell.
//!
//! In: boxes of several games, along one axis or two, in either order, with coordinates that are held. Out: the cells
//! in the width that the head of the answer tells. Each is held against `Evaluator::table`, or against numbers computed
//! here.

use grundy::theory::loopy::Loopy;
use grundy::{Evaluator, IBig, Options, Play, Session, Values};

use crate::client::{Reply, Running};

/// The cells of an answer; `None` where no position exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cells {
    pub(crate) width: usize,
    pub(crate) signed: bool,
    pub(crate) shape: Vec<usize>,
    pub(crate) greatest: Option<u64>,
    pub(crate) rules: String,
    pub(crate) list: Vec<Option<i64>>,
}

impl Cells {
    /// Reads an answer by what its head tells.
    pub(crate) fn read(reply: &Reply) -> Cells {
        assert_eq!(reply.status, 200, "{}", reply.text());
        assert_eq!(reply.header("content-type"), Some("application/octet-stream"));
        let told = |name: &str| reply.header(name).expect("a header of every table").to_string();
        let width: usize = told("grundy-width").parse().expect("a width");
        let signed = told("grundy-signed") == "1";
        let shape: Vec<usize> = told("grundy-shape").split(',').map(|n| n.parse().expect("a length")).collect();
        let greatest = Some(told("grundy-greatest")).filter(|text| !text.is_empty());
        let greatest = greatest.map(|text| text.parse().expect("a number"));
        assert_eq!(reply.body.len(), width * shape.iter().product::<usize>(), "as many bytes as cells");
        let list = reply.body.chunks(width).map(|bytes| cell(bytes, signed)).collect();
        Cells { width, signed, shape, greatest, rules: told("grundy-rules"), list }
    }
}

/// Where play may go on for ever: numbers, and above the greatest of them those that stand for infinity.
#[test]
fn cells_of_loopy_games_are_told_beside_the_numbers() {
    const RING: &str =
        "game ring(v) { require v <= 6 and v != 5; move v - 1; move v + 1 if v >= 3; move v + 2 if v = 4 }";
    let server = Running::start();
    let asked = [("rules", RING), ("game", "ring + nim[1]"), ("axes", "1,2"), ("lo", "1,0"), ("hi", "7,3")];
    let reply = server.ask("table", &asked);
    let infinite: Vec<String> =
        reply.header("grundy-infinite").expect("a header").split("; ").map(str::to_string).collect();
    let cells = Cells::read(&reply);
    let mut session = Session::new();
    session.load("rules", RING).expect("rules");
    let rules = session.game("ring + nim[1]", None).expect("a game").rules;
    let mut loopy = Loopy::new(&rules, &Options::default());
    let above = cells.greatest.expect("a number") as i64 + 1;
    let mut different = std::collections::BTreeSet::new();
    for (index, cell) in cells.list.iter().enumerate() {
        let at = [(1 + index / 4) as u64, (index % 4) as u64].map(IBig::from);
        if [5, 7].map(IBig::from).contains(&at[0]) {
            assert_eq!(*cell, None, "{at:?}");
            continue;
        }
        let cell = cell.expect("a position");
        let told = if cell < above { cell.to_string() } else { infinite[(cell - above) as usize].clone() };
        assert_eq!(told, loopy.value(&at).expect("a value").to_string(), "{at:?}");
        different.insert(told);
    }
    assert!(
        different.contains("inf({0})") && different.contains("inf({1})") && different.contains("3"),
        "{different:?}"
    );
    let numbers = server.ask("table", &[("game", "nim[1]"), ("axes", "1"), ("lo", "0"), ("hi", "3")]);
    assert_eq!(numbers.header("grundy-infinite"), Some(""));
}

/// A number of so many bytes, the lowest first.
fn cell(bytes: &[u8], signed: bool) -> Option<i64> {
    let bits = 8 * bytes.len();
    let number = bytes.iter().rev().fold(0, |number: i128, byte| (number << 8) | i128::from(*byte));
    let number = if signed && number >> (bits - 1) == 1 { number - (1 << bits) } else { number };
    let nowhere = if signed { -1 << (bits - 1) } else { (1 << bits) - 1 };
    (number != nowhere).then(|| i64::try_from(number).expect("it fits"))
}

/// A box of a game: the axes as they are asked for, and where they lie; the coordinates that are held.
struct Piece {
    game: &'static str,
    axes: &'static str,
    places: &'static [usize],
    lo: &'static [u64],
    hi: &'static [u64],
    at: &'static [u64],
}

const fn piece(
    game: &'static str,
    axes: &'static str,
    places: &'static [usize],
    lo: &'static [u64],
    hi: &'static [u64],
    at: &'static [u64],
) -> Piece {
    Piece { game, axes, places, lo, hi, at }
}

const PIECES: [Piece; 18] = [
    piece("star_nim[2]", "1,2", &[0, 1], &[0, 0], &[15, 20], &[]),
    piece("star_nim[2]", "x2,x1", &[1, 0], &[3, 0], &[20, 5], &[]),
    piece("star_nim[3]", "3,1", &[2, 0], &[0, 2], &[9, 12], &[0, 4, 0]),
    piece("star_nim[3]", "2", &[1], &[0], &[30], &[2, 0, 5]),
    piece("wythoff", "a,b", &[0, 1], &[5, 9], &[40, 37], &[]),
    piece("wythoff", "b", &[1], &[0], &[300], &[7, 0]),
    piece("nim[1]", "1", &[0], &[250], &[260], &[]),
    piece("nim[1]", "1", &[0], &[65_500], &[65_600], &[]),
    piece("nim[1]", "1", &[0], &[254], &[254], &[]),
    piece("nim[1]", "1", &[0], &[253], &[255], &[]),
    piece("nim[1]", "1", &[0], &[65_534], &[65_535], &[]),
    piece("kayles", "n", &[0], &[0], &[25], &[]),
    piece("kayles + nim[1]", "2,1", &[1, 0], &[0, 0], &[8, 12], &[]),
    piece("pass(nim[2])", "3,2", &[2, 1], &[0, 0], &[4, 9], &[6, 0, 0]),
    piece("pass(nim[2])", "1", &[0], &[0], &[9], &[0, 5, 1]),
    piece("silver_dollar[3]", "1,3", &[0, 2], &[0, 0], &[9, 9], &[0, 5, 0]),
    piece("silver_dollar[2]", "1,2", &[0, 1], &[7, 0], &[9, 3], &[]),
    piece("slow_exact[3, 2]", "1,2", &[0, 1], &[0, 0], &[12, 12], &[0, 0, 7]),
];

fn written(list: &[u64]) -> String {
    list.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// The positions of a piece, row by row.
fn positions(piece: &Piece, width: usize) -> Vec<Vec<u64>> {
    let mut start = if piece.at.is_empty() { vec![0; width] } else { piece.at.to_vec() };
    start.resize(width, 0);
    let mut list = vec![start];
    for ((place, lo), hi) in piece.places.iter().zip(piece.lo).zip(piece.hi) {
        let with = |position: &Vec<u64>, entry| {
            let mut position = position.clone();
            position[*place] = entry;
            position
        };
        list = list.iter().flat_map(|position| (*lo..=*hi).map(move |entry| with(position, entry))).collect();
    }
    list
}

/// The values of a box that holds these positions, by the library.
fn table(game: &str, play: Play, positions: &[Vec<u64>]) -> (Values, String) {
    let game = Session::new().game(game, None).expect("a game");
    let most = |coord: usize| positions.iter().map(|position| position[coord]).max().unwrap_or(0);
    let hi: Vec<u64> = (0..game.rules.width()).map(most).collect();
    let values = Evaluator::new(&game.rules, Options { play, ..Options::default() }).table(&hi).expect("a table");
    (values, game.rules.hash())
}

fn ask(server: &Running, piece: &Piece, more: &[(&str, &str)]) -> Reply {
    let (lo, hi, at) = (written(piece.lo), written(piece.hi), written(piece.at));
    let asked = [("game", piece.game), ("axes", piece.axes), ("lo", &lo), ("hi", &hi), ("at", &at)];
    server.ask("table", &[&asked[..], more].concat())
}

#[test]
fn the_cells_are_the_values_of_the_library() {
    let server = Running::start();
    for piece in &PIECES {
        let width = Session::new().game(piece.game, None).expect("a game").rules.width();
        let positions = positions(piece, width);
        for play in Play::BOTH {
            let (values, rules) = table(piece.game, play, &positions);
            let expected: Vec<Option<i64>> = positions.iter().map(|p| values.get(p).map(i64::from)).collect();
            let cells = Cells::read(&ask(&server, piece, &[("play", play.name())]));
            let greatest = expected.iter().flatten().max().map(|most| *most as u64);
            assert_eq!(cells.list, expected, "{} {} {play:?}", piece.game, piece.axes);
            assert_eq!((cells.greatest, cells.signed, &cells.rules), (greatest, false, &rules));
            let shape: Vec<usize> = piece.lo.iter().zip(piece.hi).map(|(lo, hi)| (hi - lo + 1) as usize).collect();
            assert_eq!(cells.shape, shape);
            // The greatest number of a width means that there is no position.
            let narrowest = match greatest {
                None | Some(..255) => 1,
                Some(..65_535) => 2,
                _ => 4,
            };
            assert_eq!(cells.width, narrowest, "{} {}", piece.game, piece.axes);
        }
    }
}

#[test]
fn the_pieces_have_every_width_and_cells_without_a_position() {
    let server = Running::start();
    let all: Vec<Cells> = PIECES.iter().map(|piece| Cells::read(&ask(&server, piece, &[]))).collect();
    for width in [1, 2, 4] {
        assert!(all.iter().any(|cells| cells.width == width), "a piece with cells of {width} bytes");
    }
    assert!(all.iter().any(|cells| cells.list.contains(&None) && cells.greatest.is_some()));
    assert!(all.iter().any(|cells| cells.list.iter().all(Option::is_none) && cells.greatest.is_none()));
}

#[test]
fn the_numbers_of_a_formula_have_signs() {
    let server = Running::start();
    let star = piece("star_nim[2]", "2,1", &[1, 0], &[0, 0], &[20, 15], &[]);
    let positions = positions(&star, 2);
    let (normal, _) = table(star.game, Play::Normal, &positions);
    let (misere, _) = table(star.game, Play::Misere, &positions);
    type Function = fn(i64, i64, i64, i64) -> i64;
    let formulas: [(&str, Function, usize); 8] = [
        ("G", |g, _, _, _| g, 1),
        ("G - (x1 xor x2)", |g, _, a, b| g - (a ^ b), 1),
        ("-G_misere", |_, m, _, _| -m, 1),
        ("if G = G_misere then 0 - 1 else 1", |g, m, _, _| if g == m { -1 } else { 1 }, 1),
        ("G < G_misere or x1 = 3", |g, m, a, _| i64::from(g < m || a == 3), 1),
        ("1000 * x2 - x1", |_, _, a, b| 1000 * b - a, 2),
        ("0 - 1000000 * G - x1", |g, _, a, _| -1_000_000 * g - a, 4),
        ("x1 * 2^40 - G", |g, _, a, _| (a << 40) - g, 8),
    ];
    for (formula, told, width) in formulas {
        let at = |position: &Vec<u64>| {
            let (g, m) = (normal.get(position)?, misere.get(position)?);
            Some(told(g.into(), m.into(), position[0] as i64, position[1] as i64))
        };
        let expected: Vec<Option<i64>> = positions.iter().map(at).collect();
        let cells = Cells::read(&ask(&server, &star, &[("formula", formula)]));
        assert_eq!(cells.list, expected, "{formula}");
        assert_eq!(cells.greatest, expected.iter().flatten().map(|n| n.unsigned_abs()).max(), "{formula}");
        assert_eq!((cells.width, cells.signed), (width, true), "{formula}");
    }
}

#[test]
fn a_cell_never_looks_like_none() {
    let server = Running::start();
    let numbers = piece("nim[1]", "1", &[0], &[0], &[3], &[]);
    for (formula, width) in
        [("127", 1), ("-127", 1), ("128", 2), ("-128", 2), ("-32767", 2), ("-32768", 4), ("2^31 - 1", 4), ("-2^31", 8)]
    {
        let cells = Cells::read(&ask(&server, &numbers, &[("formula", formula)]));
        assert!(cells.list.iter().all(|cell| cell.is_some_and(|n| n.unsigned_abs() == cells.greatest.unwrap_or(0))));
        assert_eq!(cells.width, width, "{formula}");
    }
    let refused = ask(&server, &numbers, &[("formula", "-2^63")]);
    assert_eq!(refused.status, 422, "{}", refused.text());
}

// The last cells of the 64 bits were a mistake of the server, and in a release the answer was wrong.
#[test]
fn a_box_may_end_at_the_last_number_of_64_bits() {
    let server = Running::start();
    let last = [("lo", "18446744073709551615"), ("hi", "18446744073709551615")];
    for more in [&[][..], &[("formula", "G")], &[("play", "misere")]] {
        let passes = [&[("game", "pass(nim[2])"), ("axes", "3")], &last[..], more].concat();
        assert_eq!(Cells::read(&server.ask("table", &passes)).list, [None], "there are no more passes than one");
        let far = [&[("game", "nim[1]"), ("axes", "1")], &last[..], more].concat();
        let refused = server.ask("table", &far);
        assert_eq!((refused.status, &refused.json()["error"]["code"]), (422, &"memory".into()), "{}", refused.text());
        let held = [("game", "nim[2]"), ("axes", "1"), ("lo", "0"), ("hi", "3"), ("at", "0,18446744073709551615")];
        assert_eq!(server.ask("table", &[&held, more].concat()).status, 422);
    }
}

/// A block of cells is their mean, has 0 where it holds a P-position, and is the residue that most of them have.
#[test]
fn blocks_say_what_their_cells_are() {
    let server = Running::start();
    let ask = |game: &str, hi: &str, more: &[(&str, &str)]| {
        Cells::read(
            &server.ask("table", &[&[("game", game), ("axes", "1,2"), ("lo", "0,0"), ("hi", hi)], more].concat()),
        )
    };
    for game in ["wythoff", "star_nim[2]"] {
        let cells = ask(game, "20,29", &[]);
        for (mode, rule) in
            [("value", mean as fn(&[i64]) -> i64), ("p", |cells| i64::from(!cells.contains(&0))), ("mod 3", most)]
        {
            let blocks = ask(game, "20,29", &[("step", "4"), ("mode", mode)]);
            assert_eq!(blocks.shape, [6, 8]);
            for (at, block) in blocks.list.iter().enumerate() {
                let (top, left) = (at / 8 * 4, at % 8 * 4);
                let inside = (top..(top + 4).min(21))
                    .flat_map(|row| (left..(left + 4).min(30)).map(move |column| (row, column)));
                let held: Vec<i64> = inside.filter_map(|(row, column)| cells.list[row * 30 + column]).collect();
                assert_eq!(*block, Some(rule(&held)), "{game}, {mode}, {top}, {left}");
            }
        }
    }
    let differences = ask("wythoff", "15,15", &[("formula", "G - (a xor b)"), ("step", "16")]);
    let cells = ask("wythoff", "15,15", &[("formula", "G - (a xor b)")]);
    assert_eq!(differences.list, [Some(mean(&cells.list.iter().flatten().copied().collect::<Vec<_>>()))]);
    let somewhere = ask("wythoff", "15,15", &[("formula", "G = 0 and a = 1"), ("step", "8")]);
    assert_eq!(somewhere.list, [Some(1), Some(0), Some(0), Some(0)]);
}

/// Infinity has no mean: a block of a loopy game says what most of its cells are, and where P-positions are asked for, that it holds one.
#[test]
fn blocks_of_loopy_games_lose_no_p_position() {
    let server = Running::start();
    let rules = "game ring(v) { require v <= 6; move v - 1; move v + 1 if v >= 3 }";
    let asked =
        [("rules", rules), ("game", "ring + nim[1]"), ("axes", "1,2"), ("lo", "0,0"), ("hi", "6,6"), ("step", "7")];
    let reply = server.ask("table", &asked);
    // No value is as frequent as one of those that are infinity, which the positions with 3 to 6 in the ring have.
    assert!(Cells::read(&reply).list[0] > Cells::read(&reply).greatest.map(|most| most as i64), "most are infinite");
    let marked = Cells::read(&server.ask("table", &[&asked[..], &[("mode", "p")]].concat()));
    assert_eq!(marked.list, [Some(0)]);
}

/// The picture of a game is the beginning of its table, however it is seen.
#[test]
fn thumbnails_are_tables() {
    let server = Running::start();
    let square = [("axes", "1,2"), ("lo", "0,0"), ("hi", "31,31")];
    let line = [("axes", "1"), ("lo", "0"), ("hi", "1023")];
    type Told<'t> = &'t [(&'t str, &'t str)];
    let ways: [(Told<'_>, Told<'_>, Told<'_>); 7] = [
        (&[("game", "wythoff")], &[], &square),
        (&[("game", "kayles")], &[], &line),
        (
            &[("game", "kayles"), ("play", "misere")],
            &[("rows", "5"), ("columns", "12")],
            &[line[0], line[1], ("hi", "59")],
        ),
        (&[("game", "kayles"), ("step", "8")], &[("rows", "4")], &line),
        (
            &[("game", "star_nim[2]"), ("formula", "G - xor(x)")],
            &[("rows", "8"), ("columns", "16")],
            &[square[0], square[1], ("hi", "7,15")],
        ),
        (&[("game", "wythoff"), ("step", "4"), ("mode", "p")], &[], &[square[0], square[1], ("hi", "127,127")]),
        (&[("game", "slow_exact[3, 2]"), ("axes", "3,1"), ("at", "0,7,0")], &[], &square[1..]),
    ];
    for (common, small, table) in ways {
        let whole = Cells::read(&server.ask("table", &[common, table].concat()));
        assert_eq!(Cells::read(&server.ask("thumbnail", &[common, small].concat())), whole, "{common:?}");
    }
    for wrong in [("rows", "0"), ("columns", "257"), ("step", "0"), ("axes", "1,1"), ("formula", "H")] {
        assert_eq!(server.ask("thumbnail", &[("game", "wythoff"), wrong]).status, 400, "{wrong:?}");
    }
}

/// The mean, halves rounded up.
fn mean(cells: &[i64]) -> i64 {
    (cells.iter().sum::<i64>() as f64 / cells.len() as f64 + 0.5).floor() as i64
}

/// The most frequent residue modulo 3, the least of several.
fn most(cells: &[i64]) -> i64 {
    let count = |residue: i64| cells.iter().filter(|cell| **cell % 3 == residue).count();
    (0..3).max_by_key(|residue| (count(*residue), -residue)).unwrap_or(0)
}

/// Far out, where no table fits, cheap values are found one by one.
#[test]
fn cheap_values_far_out_are_cells() {
    let server = Running::start();
    let asked = [("game", "nim[2]"), ("axes", "1,2"), ("lo", "10000000,10000000"), ("hi", "10000003,10000007")];
    let cells = Cells::read(&server.ask("table", &asked));
    let expected = (0..4u64).flat_map(|a| (0..8u64).map(move |b| Some(((10_000_000 + a) ^ (10_000_000 + b)) as i64)));
    assert_eq!(cells.list, expected.collect::<Vec<_>>());
}

/// Where the time is over, the first cells are told, if these are welcome.
#[test]
fn the_first_cells_are_told_where_there_is_no_time_for_all() {
    let server = Running::start();
    // A table of this takes days, each of its first positions nothing.
    let rules = "game slow(a, b, c) { move (a - i, b - j, c - k) for i in 1..a, j in 1..b, k in 1..c if (i + j * k) mod 7 = 3 }";
    let asked = [
        ("game", "slow"),
        ("rules", rules),
        ("axes", "2,3"),
        ("lo", "0,0"),
        ("hi", "399,399"),
        ("at", "400,0,0"),
        ("time", "0.5"),
    ];
    assert_eq!(server.ask("table", &asked).status, 422);
    // A busy machine may have no cell after half a second; it has some after a few tries with more.
    let within = |time| server.ask("table", &[&asked[..6], &[("time", time), ("part", "1")]].concat());
    let mut tries = ["0.5", "2", "9"].into_iter().chain(std::iter::repeat("9")).map(within);
    let reply = tries.find(|reply| reply.header("grundy-known").is_some()).expect("tries do not end");
    let known: usize = reply.header("grundy-known").expect("a header").parse().expect("a number");
    assert_eq!(reply.header("grundy-why"), Some("the time is over"));
    let cells = Cells::read(&reply);
    assert!(known > 0 && known < cells.list.len());
    assert_eq!(cells.list[0], Some(0));
}
