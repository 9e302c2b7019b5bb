//! Threads, ranges, loaded words and both plays at once change no value. All are compared with a table made in one go by one thread; the
//! tests of the whole library compare such tables with the plain one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use grundy_core::store::stored::Stored;
use grundy_testing::Noise;

use super::piece::Piece;
use super::read::Steps;
use super::row::MOST;
use super::work::StepTable;
use crate::steps::Planes;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::position::next;
use grundy_rules::rules::{Play, Ruleset};

type Case = (Arc<Ruleset>, Vec<u64>, String);

fn named(game: &str, hi: &[u64]) -> Case {
    (grundy_rules::session::Session::new().game(game, None).expect("a game").rules, hi.to_vec(), game.into())
}

/// Games that take constants; half of them with every exchange of coordinates.
fn random(noise: &mut Noise) -> Case {
    let n = 2 + noise.below(3);
    let mut all: Vec<Vec<u64>> = vec![(0..n as u64).map(|i| u64::from(i == 0)).collect()];
    for _ in 0..1 + noise.below(4) {
        all.push((0..n).map(|_| [0, 1, 1, 0, 2, 3, 65][noise.below(if n == 2 { 7 } else { 6 })]).collect());
    }
    let symmetric = noise.below(2) == 0;
    if symmetric {
        for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
            for mut moved in all.clone() {
                moved.swap(i, j);
                all.push(moved);
            }
        }
    }
    all.retain(|taken| taken.iter().any(|t| *t > 0));
    all.sort();
    all.dedup();
    let names = &["a", "b", "c", "d"][..n];
    let target = |taken: &Vec<u64>| {
        let entries: Vec<String> = names.iter().zip(taken).map(|(name, t)| format!("{name} - {t}")).collect();
        format!("    move ({})\n", entries.join(", "))
    };
    let text = format!("game g({}) {{\n{}}}\n", names.join(", "), all.iter().map(target).collect::<String>());
    let mut session = grundy_rules::session::Session::new();
    session.load("random.game", &text).expect("a game");
    let most = [140, 36, 13][n - 2];
    let hi: Vec<u64> = (0..n).map(|_| most - noise.below(most as usize / 2) as u64).collect();
    let hi = if symmetric { vec![hi[0]; n] } else { hi };
    (session.game("g", None).expect("a game").rules, hi, text)
}

fn cases() -> Vec<Case> {
    let mut noise = Noise(7);
    let mut cases = vec![
        named("slow_exact[4, 2]", &[9; 4]),
        named("slow_moore[3, 2]", &[70; 3]),
        named("slow_moore[3, 2]", &[40, 70, 90]),
        named("slow_moore[4, 4]", &[8, 11, 9, 10]),
        named("subtraction[{1, 3}] + slow_exact[2, 2]", &[5, 3, 7]),
    ];
    cases.extend((0..20).map(|_| random(&mut noise)));
    cases
}

/// A table without finished rows, which several threads fill even if it is small; `None` for the few random games that are not steps.
fn work((rules, hi, _): &Case, play: Play, threads: usize) -> Option<StepTable> {
    let limits = Limits { threads, ..Limits::default() };
    let steps = Steps::read(rules).ok()?;
    Some(StepTable::new(&steps, hi, play, &limits).expect("enough memory").seen().expect("a table").of_any_size())
}

fn filled(mut work: StepTable) -> Planes {
    work.fill(work.rows()).expect("no interruption");
    work.finish().expect("all rows")
}

fn same(found: &Planes, expected: &Planes, (_, hi, text): &Case, how: &str) {
    let mut at = vec![0; hi.len()];
    loop {
        assert_eq!(found.get(&at), expected.get(&at), "{how}, {at:?} of\n{text}");
        if !next(&mut at, hi) {
            break;
        }
    }
    assert_eq!(found.bytes(), expected.bytes(), "{how} of\n{text}");
}

#[test]
fn threads_and_both_plays_at_once_change_no_value() {
    let mut seen = 0;
    for case in cases() {
        let one = Play::BOTH.map(|play| work(&case, play, 1).map(filled));
        let [Some(normal), Some(misere)] = one else { continue };
        seen += 1;
        for threads in [2, 3] {
            same(&filled(work(&case, Play::Normal, threads).expect("a table")), &normal, &case, "by threads");
            same(&filled(work(&case, Play::Misere, threads).expect("a table")), &misere, &case, "by threads, misère");
        }
        for threads in [1, 3] {
            let limits = Limits { threads, ..Limits::default() };
            let both = StepTable::both(&Steps::read(&case.0).expect("steps"), &case.1, &limits)
                .expect("enough memory")
                .seen()
                .expect("a table");
            let mut both = both.of_any_size();
            both.fill(both.rows()).expect("no interruption");
            let both: Vec<Planes> = both.finish_all().expect("all rows").collect();
            same(&both[0], &normal, &case, "normal of both");
            same(&both[1], &misere, &case, "misère of both");
        }
    }
    assert!(seen > 15, "{seen} cases");
}

/// The same table in ranges of any size, and in ranges of which some are loaded.
#[test]
fn ranges_and_words_kept_elsewhere_change_no_value() {
    let wide = |piece: &Piece| piece.with_planes(MOST);
    let mut noise = Noise(1);
    for (number, case) in cases().iter().enumerate() {
        let play = Play::of(number % 2 == 1);
        let Some(whole) = work(case, play, 1) else { continue };
        let rows = whole.rows();
        let whole = filled(whole);
        for longest in [1, 7, rows] {
            let [mut first, mut second] = [2, 3].map(|threads| work(case, play, threads).expect("a table"));
            let mut from = 0;
            while from < rows {
                let to = (from + 1 + noise.below(longest)).min(rows);
                first.fill(to).expect("no interruption");
                assert!(first.done() >= to && first.piece(from..first.done() + 1).is_none());
                let piece = first.piece(from..to).expect("finished rows");
                if noise.below(2) == 0 {
                    second.fill(to).expect("no interruption");
                } else if second.done() == from {
                    assert_eq!((second.load(from..to, &piece), second.done()), (Ok(true), to));
                }
                assert_eq!(second.piece(from..to).map(|p| wide(&p)), (second.done() >= to).then(|| wide(&piece)));
                from = to;
            }
            same(&first.finish().expect("all rows"), &whole, case, "in ranges");
            same(&filled(second), &whole, case, "with words put in place");
        }
    }
}

/// If an option lay farther back than its bound, the work would wait for it forever.
#[test]
fn rows_dropped_on_the_way_change_no_value() {
    let wide = |piece: Option<Piece>| piece.map(|p| p.with_planes(MOST));
    let (mut noise, mut seen) = (Noise(3), 0);
    for (number, case) in cases().iter().enumerate() {
        let play = Play::of(number % 2 == 1);
        let Some(mut whole) = work(case, play, 1) else { continue };
        whole.fill(usize::MAX).expect("no interruption");
        let rows = whole.rows();
        for (threads, longest) in [(1, 1), (1, 9), (3, rows)] {
            let limits = Limits { threads, ..Limits::default() };
            let fresh = StepTable::kept(&Steps::read(&case.0).expect("steps"), &case.1, play, &limits)
                .expect("enough memory")
                .seen()
                .expect("a table");
            let mut short = fresh.of_any_size().short_of_memory();
            let mut from = 0;
            while from < rows {
                let to = (from + 1 + noise.below(longest)).min(rows);
                if noise.below(2) == 0 {
                    short.fill(to).expect("no interruption");
                } else {
                    let piece = whole.piece(from..to).expect("finished rows");
                    assert_eq!(short.load(from..to, &piece), Ok(true));
                }
                let done = short.done();
                assert!(done >= to);
                assert_eq!(wide(short.piece(from..done)), wide(whole.piece(from..done)), "of\n{}", case.2);
                short.drop_old(1);
                from = done;
            }
            seen += usize::from(short.piece(0..1).is_none());
        }
    }
    assert!(seen > 30, "{seen} tables of which rows were dropped");
}

#[test]
fn what_cannot_be_rows_is_not_taken() {
    let case = named("slow_exact[3, 2]", &[70; 3]);
    let fresh = || work(&case, Play::Normal, 1).expect("a table");
    let mut work = fresh();
    work.fill(40).expect("no interruption");
    let piece = work.piece(0..40).expect("finished rows");
    assert_eq!(fresh().load(0..40, &piece), Ok(true));
    assert_eq!(fresh().load(1..41, &piece), Ok(false), "not the first unfinished rows");
    assert_eq!(fresh().load(0..39, &piece), Ok(false), "too many words");
    assert_eq!(fresh().load(0..40, &Piece { planes: 65, ..piece.clone() }), Ok(false), "too many planes");
    for word in [0, 3, piece.words.len() - 1] {
        let mut damaged = piece.clone();
        damaged.words[word] ^= 1 << 40;
        assert_eq!(fresh().load(0..40, &damaged), Ok(false), "word {word}");
    }
    assert!(fresh().finish().is_none());
}

/// Threads end on an interruption or when the memory is used up. Finished rows stay, and the work can be resumed.
#[test]
fn what_stops_work_leaves_its_rows() {
    let case = named("slow_moore[3, 2]", &[90; 3]);
    let whole = filled(work(&case, Play::Normal, 1).expect("a table"));
    for threads in [1, 3] {
        let interrupt = Arc::new(AtomicBool::new(true));
        let limits = Limits { threads, interrupt: interrupt.clone(), ..Limits::default() };
        let mut stopped = StepTable::new(&Steps::read(&case.0).expect("steps"), &case.1, Play::Normal, &limits)
            .expect("memory")
            .seen()
            .expect("a table")
            .of_any_size();
        assert!(stopped.fill(usize::MAX).is_err() && stopped.done() == 0);
        interrupt.store(false, Ordering::Relaxed);
        same(&filled(stopped), &whole, &case, "after an interruption");
    }
    // More planes than were expected.
    let case = named("slow_moore[4, 2]", &[25; 4]);
    let bytes = filled(work(&case, Play::Normal, 1).expect("a table")).bytes();
    for threads in [1, 3] {
        let limits = Limits { threads, memory: bytes * 3 / 4, ..Limits::default() };
        let mut short = StepTable::new(&Steps::read(&case.0).expect("steps"), &case.1, Play::Normal, &limits)
            .expect("memory")
            .seen()
            .expect("a table")
            .of_any_size();
        assert!(short.fill(usize::MAX).is_err() && (1..short.rows()).contains(&short.done()));
    }
}
