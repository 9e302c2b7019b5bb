//! No answer depends on what was asked before, or is asked at the same time.
//!
//! In: the same questions in several orders, on fresh desks and on used ones, by one thread and by several. Out: the
//! same answers. The desk keeps tables for later questions; this is the test that they can only be read where they hold
//! what is asked.

use std::sync::{Arc, Barrier};

use grundy::Limits;
use grundy_page::api::{Cells, Desk, Question, Refusal, Reply, Settings};

fn answer(desk: &Desk, name: &str, query: &str) -> Result<Reply, Refusal> {
    desk.answer(name, &Question::of_query(query), Limits::default(), &mut |_| true)
}

fn cells(desk: &Desk, query: &str) -> Cells {
    match answer(desk, "table", query) {
        Ok(Reply::Cells(cells)) => cells,
        other => panic!("{query}: {other:?}"),
    }
}

fn desk() -> Desk {
    Desk::new(Settings { time: crate::client::FOR_EVER, ..Settings::default() })
}

/// Pieces of the same tables, small and large, and of other rules and another play between them.
const QUERIES: [&str; 14] = [
    "game=wythoff&axes=1,2&lo=0,0&hi=3,3",
    "game=wythoff&axes=1,2&lo=0,0&hi=90,90",
    "game=wythoff&axes=1,2&lo=60,0&hi=70,200",
    "game=wythoff&axes=2,1&lo=0,60&hi=200,70",
    "game=wythoff&axes=1,2&lo=0,0&hi=90,90&play=misere",
    "game=wythoff&axes=2&lo=0&hi=400&at=5,0",
    "game=wythoff&axes=1,2&lo=0,0&hi=20,20&formula=G_misere+-+G",
    "game=nim[2]&axes=1,2&lo=0,0&hi=90,90",
    "game=star_nim[2]&axes=1,2&lo=0,0&hi=90,90",
    "game=star_nim[3]&axes=1,3&lo=0,0&hi=20,20&at=0,9,0",
    "game=star_nim[3]&axes=1,3&lo=0,0&hi=5,40&at=0,2,0",
    "game=pass(nim[2])&axes=1,3&lo=0,0&hi=20,3&at=0,9,0",
    "game=kayles&axes=1&lo=0&hi=50",
    "game=kayles&axes=1&lo=40&hi=500",
];

#[test]
fn the_order_of_questions_does_not_matter() {
    let alone: Vec<Cells> = QUERIES.iter().map(|query| cells(&desk(), query)).collect();
    for seed in 0..6 {
        let mut order: Vec<usize> = (0..QUERIES.len()).chain(0..QUERIES.len()).collect();
        fastrand::Rng::with_seed(seed).shuffle(&mut order);
        let used = desk();
        for at in order {
            assert_eq!(cells(&used, QUERIES[at]), alone[at], "{} with seed {seed}", QUERIES[at]);
        }
    }
}

#[test]
fn a_table_is_made_once() {
    let desk = desk();
    for (query, made) in [(1, 1), (0, 1), (2, 2), (3, 2), (0, 2)] {
        cells(&desk, QUERIES[query]);
        assert_eq!(desk.tables_made(), made, "{}", QUERIES[query]);
    }
}

#[test]
fn a_desk_with_little_memory_gives_the_same_answers() {
    // There is room for one table at a time, and so each drives out another.
    let small = || {
        let memory = 1 << 17;
        Desk::new(Settings { memory, time: crate::client::FOR_EVER, ..Settings::default() })
    };
    let used = small();
    for _ in 0..2 {
        for query in QUERIES {
            let (alone, after) = (answer(&small(), "table", query), answer(&used, "table", query));
            match (alone, after) {
                (Ok(Reply::Cells(alone)), Ok(Reply::Cells(after))) => assert_eq!(alone, after, "{query}"),
                (Err(alone), Err(after)) => assert_eq!((alone.status, alone.error), (after.status, after.error)),
                other => panic!("{query}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_refusal_leaves_the_desk_as_it_was() {
    let used = desk();
    let refusals = [
        "game=wythoff&axes=1,2&lo=0,0&hi=99999999,3",
        "game=wythoff&axes=1&lo=0&hi=3&at=0,99999999999",
        "game=wythoff&axes=1,2&lo=0,0&hi=3,3&formula=1+div+0",
        "game=star_nim[3]&axes=1&lo=0&hi=3&at=0,9999999,9999999",
    ];
    for (refused, query) in refusals.iter().zip(QUERIES.iter().cycle()) {
        for _ in 0..2 {
            assert!(answer(&used, "table", refused).is_err(), "{refused}");
            assert_eq!(cells(&used, query), cells(&desk(), query), "{query}");
        }
    }
}

#[test]
fn a_sequence_reads_the_tables_of_others() {
    let used = desk();
    let asked = |desk: &Desk| match answer(desk, "sequence", "game=wythoff&line=(5,_)&terms=60") {
        Ok(Reply::Json(value)) => value["values"].clone(),
        other => panic!("{other:?}"),
    };
    let alone = asked(&desk());
    for query in QUERIES {
        cells(&used, query);
        assert_eq!(asked(&used), alone, "after {query}");
    }
    let row = cells(&desk(), "game=wythoff&axes=2&lo=0&hi=59&at=5,0");
    assert_eq!(alone, row.bytes.into_iter().collect::<serde_json::Value>());
}

#[test]
fn several_threads_ask_for_tiles_of_one_table_at_once() {
    const SIDE: u64 = 40;
    const ROWS: u64 = 5;
    let whole = cells(&desk(), &format!("game=star_nim[3]&axes=1,2&lo=0,0&hi={0},{0}&at=0,0,3", SIDE * ROWS - 1));
    let value = |x: u64, y: u64| whole.bytes[((x * SIDE * ROWS + y) as usize) * usize::from(whole.width)..].to_vec();
    let first = |bytes: &[u8], width: u8| {
        bytes[..usize::from(width)].iter().rev().fold(0u64, |number, byte| number << 8 | u64::from(*byte))
    };
    let none = |width: u8| u64::MAX >> (64 - 8 * u32::from(width));
    for round in 0..4 {
        let shared = Arc::new(desk());
        let together = Arc::new(Barrier::new(ROWS as usize));
        let ask = |row: u64| {
            let (desk, together) = (shared.clone(), together.clone());
            move || -> Vec<(u64, u64, Cells)> {
                let mut tiles: Vec<u64> = (0..ROWS).collect();
                fastrand::Rng::with_seed(round * ROWS + row).shuffle(&mut tiles);
                together.wait();
                tiles
                    .into_iter()
                    .map(|column| {
                        let (x, y) = (row * SIDE, column * SIDE);
                        let (lo, hi) = (format!("{x},{y}"), format!("{},{}", x + SIDE - 1, y + SIDE - 1));
                        (x, y, cells(&desk, &format!("game=star_nim[3]&axes=1,2&lo={lo}&hi={hi}&at=0,0,3")))
                    })
                    .collect()
            }
        };
        let threads: Vec<_> = (0..ROWS).map(|row| std::thread::spawn(ask(row))).collect();
        for (x, y, tile) in threads.into_iter().flat_map(|thread| thread.join().expect("no panic")) {
            for (at, bytes) in tile.bytes.chunks(tile.width.into()).enumerate() {
                let (i, j) = (x + at as u64 / SIDE, y + at as u64 % SIDE);
                let (here, there) = (first(bytes, tile.width), first(&value(i, j), whole.width));
                let same = here == there || (here == none(tile.width) && there == none(whole.width));
                assert!(same, "({i}, {j}, 3) is {there} in the whole table, {here} in a tile");
            }
        }
    }
}
