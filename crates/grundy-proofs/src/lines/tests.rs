//! Lines compared with tables, and with published periods.

use crate::lines::*;
use grundy::{Evaluator, Play, engine::chooser};
use grundy_rules::session::Session;

fn search<'a>(play: Play, limits: &'a Limits, folder: Option<&'a Path>) -> Search<'a> {
    Search { play, limits, folder, first: u64::MAX }
}

fn proof(game: &str, row: &[u64], runner: usize) -> (u64, u64, u64) {
    let game = Session::new().game(game, None).expect("a game");
    let line = Line { row: row.to_vec(), runner };
    let limits = Limits::default();
    let known =
        solve(&game.rules, &line, &search(Play::Normal, &limits, None), &*chooser(), &mut |column| column > 1 << 24)
            .expect("no interruption");
    match known.seen().unwrap_or_else(|reason| panic!("{reason:?}")) {
        Known::Proved(line, _) => (line.preperiod(), line.period(), line.saltus()),
        Known::Open(open) => panic!("nothing recurs to {}", open.reached),
    }
}

#[test]
fn rows_of_two_star_nim() {
    let periods = [1, 3, 9, 36, 144, 720, 5040, 10080];
    let preperiods = [0, 0, 5, 10, 25, 25, 21, 68];
    for (row, (period, preperiod)) in (1..).zip(periods.into_iter().zip(preperiods)) {
        assert_eq!(proof("star_nim[2]", &[row, 0], 1), (preperiod, period, period), "row {row}");
    }
}

#[test]
fn rows_of_wythoff() {
    for (row, preperiod, period) in [(0, 0, 1), (1, 0, 3), (2, 0, 3), (3, 8, 6), (4, 9, 12), (5, 27, 24), (10, 224, 24)]
    {
        assert_eq!(proof("wythoff", &[row, 0], 1), (preperiod, period, period), "row {row}");
        assert_eq!(proof("wythoff", &[0, row], 0), (preperiod, period, period), "column {row}");
    }
}

#[test]
fn rows_of_nim_with_a_pass() {
    let rows = [(1, 2), (3, 1), (9, 4), (10, 4), (10, 8), (20, 8), (17, 8), (20, 4), (22, 8), (20, 10), (18, 160)];
    for (row, (preperiod, period)) in (0..).zip(rows) {
        assert_eq!(proof("pass(nim[2])", &[row, 0, 1], 1), (preperiod, period, period), "row {row}");
    }
}

/// Rows that use up their values next to rows that do not, options in the first columns only, rows that only these options reach: the
/// proved values are those of the plain table.
#[test]
fn rows_of_several_kinds_agree_with_the_plain_table() {
    let games = [
        "move (a - i, b) for i in 1..a\nmove (a, b - i) for i in 1..b if a != 1",
        "move (a - i, b) for i in 1..a\nmove (a, b - i) for i in 1..b if a != 1 and a != 3\nmove (a - i, b - i) for i in 1..min(a, b)",
        "move (a, b - i) for i in 1..b if b - i < 3\nmove (a - 1, b)",
        "move (a, b - i) for i in 1..b if b - i < a\nmove (a - i, b) for i in 1..a",
        "move (a, b - i) for i in 1..b if a > 2 or b - i < 2\nmove (a - i, b) for i in 1..a",
        "move (a - 1, b - i) for i in 1..b\nmove (a, b - 1) if a = 0",
        "move (a - i, b) for i in 1..a if i != 2\nmove (a, b - i) for i in 1..b if i != 2",
        "move (a - i, b) for i in 1..a\nmove (a, b - i) for i in 1..b if i > 3 or i = 2\nmove (a - 1, b - 1)",
        "move (a, b - i) for i in 1..b if (b - i) mod 3 != 1 and i > 2",
        "move (if b - i < 3 then 0 else a, b - i) for i in 1..b\nmove (a - 1, 2)",
        // Conditions that hold only for small amounts.
        "move (a - i, b) for i in 1..a if a - i > 0 or a = 2",
        "move (a - i, b) for i in 1..a if i < a\nmove (a, b - i) for i in 1..b",
        // Rows that depend on each other, some in the same column.
        "move (a, b - i) for i in 1..b\nmove (a - 1, b)\nmove (a + 1, b - 1) if b mod 2 = 0 and a < 3",
        "move (a + 1, b - i) for i in 1..b if a < 3\nmove (a - 1, b - 1)",
        "move (a + 1, b - 3) if a < 5\nmove (a - 1, b - 2)\nmove (a, b - 7)",
        "move (3 - a, b - i) for i in 1..b if a <= 3\nmove (a - 1, b)",
        // The first columns are options only from some hundreds of columns on; a range grows slowly, or ends early.
        "move (a, b - i) for i in 1..b if b - i < 20 and b + i >= 700\nmove (a, b - 1) if b < 20\nmove (a - i, b) for i in 1..a",
        "move (a, b - i) for i in 1..b div 10 if i <= 50\nmove (a - i, b) for i in 1..a",
        "move (a, b - i) for i in 1..40 - b if i <= 2\nmove (a - i, b) for i in 1..a",
    ];
    let mut proved = 0;
    for (rules, row, play) in
        games.iter().flat_map(|g| (0..4).flat_map(move |r| [(g, r, Play::Normal), (g, r, Play::Misere)]))
    {
        let mut session = Session::new();
        session.load("g.game", &format!("game g(a, b) {{ {rules} }}")).expect("the rules are of the language");
        let rules = session.game("g", None).expect("a game").rules;
        let line = Line { row: vec![row, 0], runner: 1 };
        let known =
            solve(&rules, &line, &search(play, &Limits::default(), None), &*chooser(), &mut |column| column > 1 << 13);
        let Attempt::Done(Known::Proved(mut line, _)) = known.expect("no interruption") else { continue };
        proved += 1;
        let options = Options { play, plain: true, ..Options::default() };
        let plain = Evaluator::new(&rules, options).table(&[row, 600]).expect("a table");
        for column in 0..=600 {
            let value = line.value(column, &Limits::default()).expect("no interruption");
            assert_eq!(
                value,
                plain.get(&[row, column]).map(u64::from),
                "{rules:?} at {row}, {column}, {}",
                play.name()
            );
        }
    }
    assert!(proved > 30, "{proved} lines are proved");
}

/// Chains, whose columns are computed several at a time: with and without diagonals, with more and with fewer rows than columns at a time.
#[test]
fn chains_agree_with_the_plain_table() {
    for (game, rows) in [("star_nim[2]", 1..=9), ("wythoff", 1..=9), ("nim[2]", 1..=6)] {
        let rules = Session::new().game(game, None).expect("a game").rules;
        let options = Options { plain: true, ..Options::default() };
        let plain = Evaluator::new(&rules, options).table(&[9, 500]).expect("a table");
        for row in rows {
            let line = Line { row: vec![row, 0], runner: 1 };
            let known =
                solve(&rules, &line, &search(Play::Normal, &Limits::default(), None), &*chooser(), &mut |_| false);
            let Attempt::Done(Known::Proved(mut line, _)) = known.expect("no interruption") else {
                panic!("{game}, row {row}")
            };
            for column in 0..=500 {
                let value = line.value(column, &Limits::default()).expect("no interruption");
                assert_eq!(value, plain.get(&[row, column]).map(u64::from), "{game} at {row}, {column}");
            }
        }
    }
}

/// In its first 12 columns row (17, 17) has the value 323. Row (0, 1) must not take this value 300 columns later, far beyond its first
/// windows.
#[test]
fn values_far_above_the_column_are_not_forgotten() {
    let rules = "game g(a, b, c) {
        move (i, j, c) for i in 0..(if c < 12 then a else -1), j in 0..17 if 18 * i + j < 18 * a + b
        move (17, 17, c - i) for i in 1..c if a = 0 and b = 1 and c >= 12
        move (a, b, i) for i in 12..c - 1
    }";
    let mut session = Session::new();
    session.load("g.game", rules).expect("the rules are of the language");
    let rules = session.game("g", None).expect("a game").rules;
    let line = Line { row: vec![0, 1, 0], runner: 2 };
    let limits = Limits::default();
    let known = solve(&rules, &line, &search(Play::Normal, &limits, None), &*chooser(), &mut |column| column > 1 << 13);
    let Attempt::Done(Known::Proved(mut line, _)) = known.expect("no interruption") else {
        panic!("the line is proved")
    };
    assert_eq!((line.preperiod(), line.period(), line.saltus()), (335, 1, 1));
    let mut value = |column| line.value(column, &limits).expect("no interruption");
    assert_eq!([12, 334, 335, 1335].map(&mut value), [0, 322, 324, 1324].map(Some));
}

/// Values that do not grow at the rate of the column: all-but-subtraction games (Siegel), and rows whose values several families use up
/// together.
#[test]
fn values_that_grow_at_another_rate_agree_with_the_plain_table() {
    let sets = ["{1}", "{2}", "{1, 2, 5}", "{2, 3, 5}", "{3, 7}", "{1, 4, 6, 9}", "{2, 9, 11, 14, 17}"];
    let games = sets.map(|set| (format!("all_but[{set}]"), vec![0]));
    let others =
        [("moore_nim[3, 2]", vec![1, 2, 0]), ("moore_nim[4, 2]", vec![1, 2, 2, 0]), ("exact_nim[3, 2]", vec![2, 3, 0])];
    for (game, row) in games.into_iter().chain(others.map(|(game, row)| (game.to_string(), row))) {
        let rules = Session::new().game(&game, None).expect("a game").rules;
        let runner = row.len() - 1;
        for play in Play::BOTH {
            let line = Line { row: row.clone(), runner };
            let known = solve(&rules, &line, &search(play, &Limits::default(), None), &*chooser(), &mut |column| {
                column > 1 << 16
            });
            let Attempt::Done(Known::Proved(mut line, _)) = known.expect("no interruption") else {
                panic!("{game} in {} play", play.name())
            };
            let options = Options { play, plain: true, ..Options::default() };
            let mut last = row.clone();
            last[runner] = 300;
            let plain = Evaluator::new(&rules, options).table(&last).expect("a table");
            for column in 0..=300 {
                last[runner] = column;
                let value = line.value(column, &Limits::default()).expect("no interruption");
                assert_eq!(value, plain.get(&last).map(u64::from), "{game} at {last:?}, {}", play.name());
            }
        }
    }
}

/// A search that is stopped and resumed again and again proves the same as one that is not stopped.
#[test]
fn searches_go_on_from_what_a_folder_keeps() {
    let root = std::env::temp_dir().join(format!("grundy-lines-{}", std::process::id()));
    for (game, row, runner) in
        [("star_nim[2]", vec![8, 0], 1), ("pass(nim[2])", vec![20, 0, 1], 1), ("wythoff", vec![0, 14], 0)]
    {
        let _ = std::fs::remove_dir_all(&root);
        let expected = proof(game, &row, runner);
        let rules = Session::new().game(game, None).expect("a game").rules;
        let line = Line { row, runner };
        let (limits, mut reached) = (Limits::default(), 0);
        let found = loop {
            let from = reached;
            let mut until = |column: u64| {
                reached = column;
                column > from + 1700
            };
            let known = solve(&rules, &line, &search(Play::Normal, &limits, Some(&root)), &*chooser(), &mut until)
                .expect("a folder");
            match known.seen().unwrap_or_else(|reason| panic!("{reason:?}")) {
                Known::Proved(line, _) => break (line.preperiod(), line.period(), line.saltus()),
                Known::Open(open) => assert!(open.reached > from, "{game}: it goes on"),
            }
        };
        assert_eq!(found, expected, "{game}");
        let mut other = line.clone();
        other.row[1 - runner] = 2;
        let refused =
            solve(&rules, &other, &search(Play::Normal, &limits, Some(&root)), &*chooser(), &mut |column| column > 0);
        assert!(refused.is_err_and(|stop| format!("{stop:?}").contains("is asked for")), "{game}: another line");
    }
    let _ = std::fs::remove_dir_all(&root);
}

/// From column 2842 on this line has the period 40 for more than a hundred periods. It is not the period of the line.
#[test]
fn what_only_looks_periodic_is_not_proved() {
    let game = Session::new().game("pass(nim[2])", None).expect("a game");
    let line = Line { row: vec![39, 0, 1], runner: 1 };
    let limits = Limits::default();
    let known =
        solve(&game.rules, &line, &search(Play::Normal, &limits, None), &*chooser(), &mut |column| column > 20_000);
    assert!(matches!(known.expect("no interruption"), Attempt::Done(Known::Open(_))));
}

/// Reading a row with many moves can be stopped before its end.
#[test]
fn whoever_waits_can_end_the_reading_of_one_row() {
    let mut session = Session::new();
    session.load("own.game", "game own(a, b) { move (a, b - i) for i in 1..60000 if b mod 7 != 3 }").expect("rules");
    let rules = session.game("own", None).expect("a game").rules;
    let (line, limits) = (Line { row: vec![0, 0], runner: 1 }, Limits::default());
    let mut asked = 0;
    let mut until = |_| {
        asked += 1;
        asked == 100
    };
    let known =
        solve(&rules, &line, &search(Play::Normal, &limits, None), &*chooser(), &mut until).expect("no interruption");
    let Attempt::Declined(reason) = known else { panic!("it was not read") };
    assert!(reason.to_string().contains("there was no time"), "{reason}");
    assert_eq!(asked, 100);
    // An interruption (Ctrl-C) is reported as such.
    let mut asked = 0;
    let mut until = |_| {
        asked += 1;
        limits.interrupt.store(asked == 100, std::sync::atomic::Ordering::Relaxed);
        false
    };
    let stopped = solve(&rules, &line, &search(Play::Normal, &limits, None), &*chooser(), &mut until);
    assert!(
        matches!(stopped, Err(grundy_core::contract::stop::Stop::Error(error)) if error.kind == grundy::Kind::Interrupted)
    );
    assert_eq!(asked, 100);
}
