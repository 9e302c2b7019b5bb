//! Blocks, counts and surveys against single cells, for tables of every kind.

use grundy::{
    EngineName, Evaluator, Limits, Options, Play, Session, Values,
    table::{Cells, Dense, Survey, next},
};

/// Reads boxes inside a table in every way, and compares with single cells.
pub(crate) fn agree(values: &Values, text: &str) {
    let hi = values.hi();
    let zeros = vec![0; hi.len()];
    let parts = |n: u64, of: u64| hi.iter().map(|h| h * n / of).collect::<Vec<u64>>();
    let mut first = parts(1, 3);
    first[hi.len() - 1] = 0;
    let mut last = parts(1, 2);
    last[hi.len() - 1] = hi[hi.len() - 1];
    for (lo, to) in
        [(zeros.clone(), hi.to_vec()), (parts(1, 4), parts(3, 4)), (first, parts(2, 3)), (parts(1, 2), last)]
    {
        one_box(values, &lo, &to, &format!("{text} from {lo:?} to {to:?}"));
    }
    let mut beyond = hi.to_vec();
    beyond[0] += 1;
    assert!(values.blocks(&zeros, &beyond).is_none() && values.count(&zeros, &beyond, 0).is_none(), "{text}");
    assert!(values.get(&beyond).is_none() && values.get(&hi[1..]).is_none(), "{text}");
}

fn one_box(values: &Values, lo: &[u64], hi: &[u64], text: &str) {
    let lens: Vec<u64> = lo.iter().zip(hi).map(|(lo, hi)| hi - lo).collect();
    let mut offset = vec![0; lo.len()];
    let mut expected = vec![];
    loop {
        let at: Vec<u64> = lo.iter().zip(&offset).map(|(lo, o)| lo + o).collect();
        expected.push((at.clone(), values.get(&at)));
        if !next(&mut offset, &lens) {
            break;
        }
    }
    let mut found = vec![];
    let mut position = vec![];
    let mut blocks = values.blocks(lo, hi).expect("a box inside").of_at_most(40);
    while let Some(block) = blocks.next() {
        assert!(!block.is_empty(), "{text}");
        let own: Vec<Option<u32>> = (0..block.len()).map(|cell| block.get(cell)).collect();
        let mut places = vec![];
        block.find(1, |cell| places.push(cell));
        assert!(places.into_iter().eq((0..own.len()).filter(|cell| own[*cell] == Some(1))), "{text}");
        for (cell, value) in own.into_iter().enumerate() {
            blocks.position(cell, &mut position);
            found.push((position.clone(), value));
        }
    }
    assert_eq!(found, expected, "{text}");
    let rises = |(at, _): &&(Vec<u64>, Option<u32>)| at.is_sorted();
    let sorted: Vec<Option<u32>> = expected.iter().filter(rises).map(|(_, value)| *value).collect();
    let all: Vec<Option<u32>> = expected.into_iter().map(|(_, value)| value).collect();
    let greatest = all.iter().flatten().max().copied();
    for value in (0..=greatest.unwrap_or(0) + 1).chain([254, 255, Values::NOWHERE]) {
        let count = all.iter().filter(|v| **v == Some(value)).count() as u128;
        assert_eq!(values.count(lo, hi, value), Some(count), "{text}, value {value}");
    }
    if hi == values.hi() && lo.iter().all(|x| *x == 0) {
        sorted_positions(values, &sorted, greatest.unwrap_or(0), text);
    }
    let expected = Survey { greatest, complete: all.iter().all(Option::is_some) };
    assert_eq!(values.survey(lo, hi), Some(expected), "{text}");
}

/// The values as one array are those of single cells.
fn as_array(values: Values, text: &str) {
    let hi = values.hi().to_vec();
    let mut at = vec![0; hi.len()];
    let mut expected = vec![];
    loop {
        expected.push((at.clone(), values.get(&at)));
        if !next(&mut at, &hi) {
            break;
        }
    }
    // Small tiles, so that several threads copy.
    let Dense { cells, strides } =
        values.into_dense(&Limits { tile: 64, threads: 3, ..Limits::default() }).expect("it fits");
    assert_eq!(cells.count(), expected.len(), "{text}");
    for (at, value) in expected {
        let index = at.iter().zip(&strides).map(|(x, s)| *x as usize * s).sum::<usize>();
        let found = match &cells {
            Cells::One(cells) => Some(cells[index]).filter(|v| *v != u8::MAX).map(u32::from),
            Cells::Two(cells) => Some(cells[index]).filter(|v| *v != u16::MAX).map(u32::from),
            Cells::Four(cells) => Some(cells[index]).filter(|v| *v != u32::MAX),
        };
        assert_eq!(found, value, "{text} at {at:?}");
    }
}

/// Where sorted positions can be counted separately, the counts agree.
fn sorted_positions(values: &Values, sorted: &[Option<u32>], greatest: u32, text: &str) {
    let by_steps = values.explain().starts_with("table by steps") && !values.explain().contains("disk");
    let cube = text.starts_with("slow_moore[3, 3]") || text.starts_with("slow_exact[4, 2]");
    assert!(values.count_sorted(0).is_some() || !(by_steps && cube), "{text}");
    for value in 0..=greatest + 1 {
        let count = sorted.iter().filter(|v| **v == Some(value)).count() as u128;
        assert!(values.count_sorted(value).is_none_or(|found| found == count), "{text}, value {value}");
    }
}

/// Games for all ways of making tables and all layouts: other orders of the coordinates, symmetries, values beyond a byte, sums.
const GAMES: [(&str, &[u64]); 22] = [
    ("star_nim[2]", &[40, 40]),
    ("star_nim[2]", &[30, 300]),
    ("star_nim[3]", &[9, 9, 9]),
    ("star_nim[3]", &[6, 4, 12]),
    ("pass(nim[3])", &[5, 5, 5, 1]),
    ("pass(nim[2], 2)", &[20, 31, 2]),
    ("wythoff", &[50, 23]),
    ("chocolate[(x, z) -> (x + z) div 2]", &[9, 14, 8]),
    ("moore_nim[3, 2]", &[9, 12, 10]),
    ("euclid", &[25, 31]),
    ("kayles", &[150]),
    ("nim[1]", &[300]),
    ("nim[3]", &[9, 20, 70]),
    ("nim[2]", &[280, 7]),
    ("nim[2] + subtraction[{1, 3}]", &[30, 4, 50]),
    ("star_nim[2] + slow_exact[3, 2]", &[8, 7, 5, 4, 6]),
    ("slow_exact[3, 2] + kayles", &[6, 6, 6, 9]),
    ("slow_exact[3, 2]", &[10, 9, 140]),
    ("slow_exact[3, 2]", &[140, 9, 3]),
    ("slow_exact[4, 2]", &[9, 9, 9, 9]),
    ("slow_moore[3, 3]", &[21, 21, 21]),
    ("silver_dollar[3]", &[12, 12, 12]),
];

#[test]
fn blocks_and_counts_are_those_of_single_cells() {
    for (text, hi) in GAMES {
        let game = Session::new().game(text, None).expect("a game");
        // In misère play the parts of a split cannot be evaluated separately, and there are too many positions.
        for play in Play::BOTH.into_iter().filter(|p| *p == Play::Normal || !game.rules.splits()) {
            for engine in [None, Some(EngineName::Search), Some(EngineName::Enumeration)] {
                let small = hi.iter().product::<u64>() < 3000;
                if engine.is_some() && !small {
                    continue;
                }
                let options = Options { play, engine, ..Options::default() };
                match Evaluator::new(&game.rules, options).table(hi) {
                    Ok(values) => {
                        let text = format!("{text}, {play:?}, {engine:?}");
                        agree(&values, &text);
                        as_array(values, &text);
                    }
                    Err(error) => assert!(engine.is_some() || game.rules.splits(), "{text}: {}", error.message),
                }
            }
        }
    }
}

/// Lines end where the box ends, and cells outside the box have no value.
#[test]
fn nothing_lies_outside_of_the_box() {
    for text in ["star_nim[2]", "nim[2]", "slow_exact[2, 1]"] {
        let game = Session::new().game(text, None).expect("a game");
        for engine in [None, Some(EngineName::Search)] {
            let options = Options { engine, limits: Limits::default(), ..Options::default() };
            let values = Evaluator::new(&game.rules, options).table(&[10, 15]).expect("a table");
            assert_eq!((values.get(&[0, 16]), values.get(&[11, 0]), values.get(&[1])), (None, None, None), "{text}");
            let mut line = vec![];
            for (at, coord) in [([0, 12], 1), ([9, 3], 0), ([0, 16], 0), ([2, 2], 2)] {
                values.line(&at, coord, 6, &mut line);
                let cell = |k: u64| {
                    let mut cell = at;
                    *cell.get_mut(coord)? += k;
                    values.get(&cell)
                };
                let expected: Vec<u32> = (0..6).map(|k| cell(k).unwrap_or(Values::NOWHERE)).collect();
                assert_eq!(line, expected, "{text} from {at:?} along {coord}");
            }
        }
    }
}

/// Counts of sums are exact even if there are more positions than fit in 64 bits.
#[test]
fn sums_are_counted_without_their_cells() {
    let game =
        Session::new().game("subtraction[{1, 2}] + subtraction[{1, 2}] + subtraction[{1, 2}]", None).expect("a game");
    let hi = [(1u64 << 16) - 1; 3];
    let values = Evaluator::new(&game.rules, Options::default()).table(&hi).expect("a table");
    let counts: Vec<u128> = (0..5).map(|value| values.count(&[0; 3], &hi, value).expect("a box inside")).collect();
    assert_eq!(counts.iter().sum::<u128>(), 1 << 48);
    // 65536 = 3w + 1 with w = 21845, so the value 0 occurs once more than 1 and 2; (3w + 1)^3 positions in all.
    let w = 21_845u128;
    let zero = (w + 1).pow(3) + 3 * (w + 1) * 2 * w * w;
    assert_eq!(counts[0], zero);
    assert_eq!(values.survey(&[0; 3], &hi).map(|s| (s.greatest, s.complete)), Some((Some(3), true)));
}
