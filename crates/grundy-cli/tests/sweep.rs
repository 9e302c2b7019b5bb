//! `sweep`: its rows are what the commands answer, whatever part is asked for and however often the run is killed.
#![cfg(target_os = "linux")]

use std::fs;

use serde_json::Value;

use crate::program::{Folder, SLOW};

const FAMILY: &str = "subtraction[S] for S in subsets(1..4) if S != {}";

/// The rows that a sweep prints, a line each.
fn rows(folder: &Folder, args: &[&str]) -> Vec<Value> {
    let (output, said) = folder.run(&[&["sweep"], args, &["--json"]].concat());
    assert!(output.status.success(), "{said}");
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

/// The sentence with which a sweep is refused.
fn refused(folder: &Folder, args: &[&str]) -> String {
    let (output, said) = folder.run(&[&["sweep"], args].concat());
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(output.stdout.is_empty());
    said
}

#[test]
fn a_row_is_what_the_commands_answer() {
    let folder = Folder::new();
    let rows = rows(&folder, &[FAMILY, "--do", "period", "--do", "eval 'max n in 0..50: G({}(n))'"]);
    assert_eq!(rows.len(), 15);
    for (number, row) in rows.iter().enumerate() {
        let game = row["game"].as_str().expect("a game");
        let ask = |args: &[&str]| -> Value {
            let (output, said) = folder.run(&[args, &["--json"]].concat());
            assert!(output.status.success(), "{said}");
            serde_json::from_slice(&output.stdout).expect("an object")
        };
        let (period, most) = (ask(&["period", game]), ask(&["eval", &format!("max n in 0..50: G({game}(n))")]));
        for key in ["rules", "status", "preperiod", "period", "saltus", "reason"] {
            assert_eq!(row[key], period[key], "{game}, {key}");
        }
        assert_eq!((&row["value"], &row["row"], &row["exit"]), (&most["value"], &number.into(), &0.into()), "{game}");
        assert_eq!(game, format!("subtraction[{}]", row["S"].as_str().expect("a set")));
    }
}

#[test]
fn parts_of_a_sweep_are_the_whole() {
    let folder = Folder::new();
    let whole = rows(&folder, &[FAMILY, "--do", "period"]);
    let part = |part: &str| rows(&folder, &[FAMILY, "--do", "period", "--shard", part]);
    let mut parts: Vec<Value> = ["1/3", "2/3", "3/3"].into_iter().flat_map(part).collect();
    parts.sort_by_key(|row| row["row"].as_u64());
    assert_eq!(parts, whole);
}

/// Parts that other machines have done, joined, are the file of the single run, byte for byte.
#[test]
fn parts_are_joined() {
    let folder = Folder::new();
    let sweep = |args: &[&str]| {
        let (output, said) =
            folder.run(&[&["sweep", FAMILY, "--do", "period", "--do", "classify --to 9"], args].concat());
        assert!(output.status.success(), "{said}");
        String::from_utf8(output.stdout).expect("text")
    };
    for part in ["1", "2", "3"] {
        let (shard, file) = (format!("{part}/3"), format!("{part}.rows"));
        sweep(&["--shard", &shard, "-o", &file]);
        // Asked again, a part that is done does nothing, and stays.
        let before = fs::read(folder.0.join(&file)).expect("a journal");
        sweep(&["--shard", &shard, "-o", &file]);
        assert_eq!(fs::read(folder.0.join(&file)).expect("a journal"), before);
    }
    let joined = ["--join", "1.rows", "2.rows", "3.rows"];
    for file in ["one.csv", "one.jsonl"] {
        let other = file.replace("one", "two");
        sweep(&["-o", file]);
        sweep(&[&["-o", &other][..], &joined].concat());
        let read = |name: &str| fs::read_to_string(folder.0.join(name)).expect("a file");
        assert_eq!(read(file), read(&other));
    }
    assert_eq!(sweep(&[&["--json"][..], &joined].concat()), sweep(&["--json"]));
    let other = refused(&folder, &[FAMILY, "--do", "period", "--join", "1.rows"]);
    assert!(other.contains("rows of another sweep"), "{other}");
    let missing = refused(&folder, &[FAMILY, "--do", "period", "--join", "4.rows"]);
    assert!(missing.contains("there is no such file"), "{missing}");
}

#[test]
fn a_game_that_is_refused_is_a_row_with_its_reason() {
    let folder = Folder::new();
    let rows = rows(&folder, &["subtraction[{k}] for k in 0..1", "--do", "period", "--columns", "period"]);
    assert_eq!((&rows[0]["exit"], &rows[1]["exit"]), (&2.into(), &0.into()));
    assert!(rows[0]["error"].as_str().expect("a reason").contains("play would never end"));
    assert_eq!((&rows[1]["period"], &rows[1]["error"]), (&2.into(), &Value::Null));
    assert!(rows[1].get("rules").is_none());
}

#[test]
fn what_no_game_can_answer_is_told_before_the_first() {
    let folder = Folder::new();
    for (args, sentence) in [
        (&["nim[k] for k in 1..3", "--do", "tabel"][..], "`--do` asks one of the commands"),
        (&["nim[k] for k in 1..3", "--do", "period --too 3"], "unexpected argument '--too'"),
        (&["nim[k] for k in 1..3", "--do", "eval 3"], "`{}` stands for the game"),
        (&["nim[k] for k in 1..3", "--do", "period", "--shard", "0/3"], "one part of several"),
        (&["nim[k] for k in 1..3", "--do", "period", "-o", "x.xls"], ".csv, .jsonl, .parquet or .rows"),
        (&["nim[j] for k in 1..3", "--do", "period"], "`j` is not known"),
    ] {
        assert!(refused(&folder, args).contains(sentence), "{args:?}: {}", refused(&folder, args));
    }
    assert!(folder.names().is_empty());
}

#[test]
fn a_journal_of_another_sweep_is_left_alone() {
    let folder = Folder::new();
    let other = "{\"v\":1,\"sweep\":\"0\"}\n{\"row\":0}\n";
    fs::write(folder.0.join("a.csv.rows"), other).expect("written");
    let said = refused(&folder, &[FAMILY, "--do", "period", "-o", "a.csv"]);
    assert!(said.contains("rows of another sweep"), "{said}");
    assert_eq!(folder.read("a.csv.rows"), other.as_bytes());
    assert_eq!(folder.names(), ["a.csv.rows"]);
}

/// How many rows the journal has.
fn kept(folder: &Folder) -> usize {
    let text = fs::read_to_string(folder.0.join("found.csv.rows")).unwrap_or_default();
    text.lines().count().saturating_sub(1)
}

/// A sweep of more or less work.
fn sweep(size: u64, file: &'static str) -> Vec<String> {
    let ask = format!("eval 'max n in 0..{}: G({{}}(n))'", 2000 * size);
    ["sweep", "subtraction[S] for S in subsets(1..7)", "--do", &ask, "-o", file].map(str::to_string).to_vec()
}

/// Runs are killed as soon as they have kept a row more, and the journal is cut in its last line; the last run ends as one that nobody disturbed.
#[test]
fn a_sweep_survives_kills() {
    let (mut size, mut killed) = (1, 0);
    let folder = loop {
        let folder = Folder::new();
        let args = sweep(size, "found.csv");
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        while killed < 4 {
            let (before, mut run) = (kept(&folder), folder.start(&args));
            while kept(&folder) <= before && !run.has_ended() {
                std::thread::yield_now();
            }
            let ended = run.has_ended();
            run.kill();
            if ended {
                break;
            }
            killed += 1;
        }
        // A machine on which no run lives long enough gets more work.
        if killed >= 4 {
            break folder;
        }
        size *= 4;
    };
    let journal = folder.0.join("found.csv.rows");
    let whole = fs::read_to_string(&journal).expect("a journal");
    fs::write(&journal, format!("{whole}{{\"row\":3,\"ga")).expect("written");
    let words = |file| sweep(size, file);
    let run = |file| {
        let args = words(file);
        folder.run(&args.iter().map(String::as_str).collect::<Vec<&str>>())
    };
    let (last, said) = run("found.csv");
    assert!(last.status.success() && said.contains("were kept by an earlier run"), "{said}");
    let (alone, said) = run("expected.csv");
    assert!(alone.status.success(), "{said}");
    assert!(folder.read("found.csv") == folder.read("expected.csv"));
    assert_eq!(folder.names(), ["expected.csv", "found.csv"]);
}

#[test]
fn ctrl_c_keeps_what_is_done() {
    let folder = Folder::new();
    // The second game cannot end.
    let family = "slow(k, k, k) for k in {1, 400}";
    let mut run = folder.start(&["sweep", family, "--do", "value", "-e", SLOW, "-o", "found.csv", "--threads", "1"]);
    run.until("a row was kept", |_| kept(&folder) == 1);
    run.interrupt();
    let (output, said) = run.end();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("1 of 2 rows are kept in `found.csv.rows`"), "{said}");
    assert_eq!(folder.names(), ["found.csv.rows"]);
}

/// A game that lacks its answer since its time was over says so. With more time it is asked again, and the other rows stay.
#[test]
fn games_whose_time_was_over_are_asked_again() {
    let folder = Folder::new();
    // The first game has a period at once; the second has none that anybody knows.
    let sweep = |time: &str, more: &[&str]| {
        let ask = format!("period --time {time}");
        let args = ["sweep", "octal[c] for c in [0.77, 0.6]", "--do", &ask, "--columns", "status", "-o", "codes.rows"];
        let (output, said) = folder.run(&[&args, more].concat());
        assert!(output.status.success(), "{said}");
        let rows = fs::read_to_string(folder.0.join("codes.rows")).expect("a journal");
        rows.lines().skip(1).map(|row| serde_json::from_str(row).expect("a row")).collect::<Vec<Value>>()
    };
    let is_over = |row: &Value| row["error"] == "time";
    let first = sweep("0.1s", &[]);
    assert_eq!(first.len(), 2);
    assert!(first.iter().any(|row| row["row"] == 1 && is_over(row)), "{first:?}");
    // The same sweep, whatever the time: nothing is left.
    assert_eq!(sweep("0.2s", &[]), first);
    let again = sweep("0.2s", &["--retry"]);
    assert_eq!(again.len(), 2 + first.iter().filter(|row| is_over(row)).count());
    assert!(again[2..].iter().any(|row| row["row"] == 1 && is_over(row)), "{again:?}");
}

/// A game that is long goes on within itself: the heaps that a killed run kept are not computed again.
#[test]
fn a_long_game_of_a_sweep_survives_a_kill() {
    let folder = Folder::new();
    let family = "octal[c] for c in [0.77, 0.354]";
    let args = ["sweep", family, "--do", "period --checkpoint kept/{row}", "--threads", "1", "-o", "codes.rows"];
    // Four million heaps, of ten before the period is proved.
    let tile = folder.0.join("kept/1/heaps/000000000000000-000000004194304.tile");
    let mut run = folder.start(&args);
    run.until("heaps were kept", |_| tile.is_file());
    run.kill();
    let file = || fs::metadata(&tile).and_then(|file| file.modified()).expect("kept heaps");
    let before = file();
    let (output, said) = folder.run(&args);
    assert!(output.status.success() && said.contains("1 of 2 rows"), "{said}");
    assert_eq!(file(), before);
    let rows = fs::read_to_string(folder.0.join("codes.rows")).expect("a journal");
    let last: Value = rows.lines().last().map(|row| serde_json::from_str(row).expect("a row")).expect("rows");
    // Flammenkamp's table of octal games.
    assert_eq!((&last["row"], &last["preperiod"], &last["period"]), (&1.into(), &10_061_916.into(), &1180.into()));
}

/// The seconds are a column where they are asked for: without it two runs write the same bytes.
#[test]
fn seconds_are_a_column_and_rows_have_numbers() {
    let folder = Folder::new();
    let ask = "eval '10*{row} + G({}(1))'";
    let rows = rows(&folder, &["subtraction[{k}] for k in 1..3", "--do", ask, "--columns", "value", "--seconds"]);
    for (number, (row, value)) in rows.iter().zip([1, 10, 20]).enumerate() {
        assert!(row["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0), "{row}");
        assert_eq!((&row["row"], row["value"].to_string().trim_matches('"')), (&number.into(), &*value.to_string()));
    }
    assert_eq!(rows.len(), 3);
}

/// The lines of CSV that a sweep prints, and what it says.
fn lines(folder: &Folder, args: &[&str]) -> (Vec<String>, String) {
    let (output, said) = folder.run(&[&["sweep"], args].concat());
    assert!(output.status.success(), "{said}");
    let text = String::from_utf8(output.stdout).expect("text");
    (text.lines().map(str::to_string).collect(), said)
}

/// Where a question fails in a row, the answer of the next one stands in the column in which it stands in all other rows.
#[test]
fn each_question_has_its_columns() {
    let folder = Folder::new();
    let ask = |n: &str| format!("eval 'G({{}}({n}))'");
    let (a, b, c, d) = (ask("4"), ask("5"), ask("6"), ask("7"));
    let (rows, _) =
        lines(&folder, &["subtraction[{1, a}] for a in 2..3", "--do", &a, "--do", &b, "--do", &c, "--do", &d]);
    let values = ["1,2,0,1", "0,1,0,1"];
    assert_eq!(rows[0], "row,game,a,value,eval.value,eval.value.2,eval.value.3,exit,error");
    for (row, values) in rows[1..].iter().zip(values) {
        assert!(row.ends_with(&format!(",{values},0,")), "{row}");
    }
    // The first question has no answer for the second game.
    let rules = "game g[k](n) { require n <= k; move n - 1 }";
    let args = [
        "-e",
        rules,
        "g[k] for k in [9, 3]",
        "--do",
        "value 5",
        "--do",
        "eval 'G({}(2))'",
        "--columns",
        "value,eval.value",
    ];
    let (rows, _) = lines(&folder, &args);
    assert_eq!(rows[0], "row,game,k,value,eval.value,exit,error");
    assert_eq!(rows[1], "0,g[9],9,1,0,0,");
    assert!(rows[2].starts_with("1,g[3],3,,0,") && rows[2].contains("value: "), "{}", rows[2]);
}

/// A list is a list whatever its entries are; what one line alone says is none.
#[test]
fn answers_of_several_lines_are_lists() {
    let folder = Folder::new();
    let all = rows(&folder, &["octal[c] for c in [0.0, 0.2]", "--do", "value 5 6"]);
    let rules = all.iter().all(|row| row["rules"].is_string());
    assert!(
        rules && all[0]["value"] == serde_json::json!([0, 0]) && all[1]["value"] == serde_json::json!([0, 1]),
        "{all:?}"
    );
    let all = rows(&folder, &["nim[n] for n in 2..2", "--do", "positions --to 1"]);
    assert_eq!((&all[0]["value"], &all[0]["count"]), (&serde_json::json!([0, 0]), &2.into()));
}

/// All keys of all commands are known by name, so that columns can be told before any game is asked.
#[test]
fn the_keys_of_all_commands_are_known() {
    let folder = Folder::new();
    let asked: [(&str, &[&str]); 4] = [
        (
            "subtraction[S] for S in [{1}, {2, 3}]",
            &[
                "value 5",
                "value 5 6",
                "value 5 --genus",
                "period",
                "quotient --to 6",
                "moves 5",
                "moves 5 --remoteness",
            ],
        ),
        ("octal[c] for c in [0.7, 0.77]", &["sequence --terms 90", "sequence --from 4 --terms 9", "quotient --to 6"]),
        (
            "nim[n] for n in 2..2",
            &["discover", "classify --to 4", "positions --to 4", "games --shape", "eval 'G({}(3, 5))'"],
        ),
        ("mark[{1}, {a}] for a in 2..3", &["converge --to 100"]),
    ];
    for (family, questions) in asked {
        for question in questions {
            let answers = rows(&folder, &[family, "--do", question]);
            let keys = answers.iter().filter_map(Value::as_object).flat_map(|row| row.keys());
            let keys = keys.filter(|key| !["v", "cmd", "row", "game", "exit", "error"].contains(&key.as_str()));
            let keys: Vec<String> = keys.filter(|key| !family.contains(&format!(" for {key} in "))).cloned().collect();
            assert!(!keys.is_empty(), "{family}, {question}: {answers:?}");
            let (_, said) = lines(&folder, &[family, "--do", question, "--columns", &keys.join(",")]);
            assert!(!said.contains("no question is known"), "{question}: {said}");
        }
    }
}

#[test]
fn names_and_columns_that_are_not_what_they_seem_are_told() {
    let folder = Folder::new();
    let said = refused(&folder, &["nim[row] for row in 1..2", "--do", "value 1"]);
    assert!(said.contains("the name `row` of the family is a column of every row"), "{said}");
    let family = "subtraction[{1, period}] for period in 3..4";
    let (rows, said) = lines(&folder, &[family, "--do", "period", "--columns", "period.period"]);
    assert!(rows[1].ends_with(",3,2,0,") && said.contains("in the column `period.period`"), "{rows:?} {said}");
    let (rows, said) = lines(&folder, &["nim[k] for k in 1..0", "--do", "value 1", "--columns", "valeu"]);
    assert_eq!(rows, ["row,game,k,valeu,exit,error"]);
    assert!(said.contains("the nearest is `value`"), "{said}");
    let (_, said) = lines(&folder, &["nim[1] + nim[k] for k in 1..2", "--do", "value 1 1", "--retry"]);
    assert!(said.contains("no rows are kept"), "{said}");
    let (_, said) = lines(&folder, &["subtraction[{k}] for k in 1..2", "--do", "period --certificate a.json"]);
    assert!(said.contains("every game writes the file `a.json`"), "{said}");
}

/// Rows that are joined into a journal are kept there; games that no journal has are told before they are asked.
#[test]
fn journals_are_joined_into_a_journal() {
    let folder = Folder::new();
    let sweep = |args: &[&str]| lines(&folder, &[&[FAMILY, "--do", "period"], args].concat());
    let whole = sweep(&[]).0;
    sweep(&["--shard", "1/2", "-o", "1.rows"]);
    sweep(&["--shard", "2/2", "-o", "2.rows"]);
    sweep(&["--join", "1.rows", "2.rows", "-o", "all.rows"]);
    let (rows, said) = sweep(&["--join", "all.rows"]);
    assert!(rows == whole && said.contains("15 of 15 rows were kept") && !said.contains("in no journal"), "{said}");
    let (rows, said) = sweep(&["--join", "1.rows"]);
    assert!(rows == whole && said.contains("7 rows are in no journal"), "{said}");
    let said = refused(&folder, &[FAMILY, "--do", "period", "--shard", "2/2", "-o", "1.rows"]);
    assert!(said.contains("rows of the part 1/2 of this sweep, and the part 2/2 is asked"), "{said}");
    fs::write(folder.0.join("no.rows"), "row,game\n").expect("written");
    let said = refused(&folder, &[FAMILY, "--do", "period", "--join", "no.rows"]);
    assert!(said.contains("is no journal of a sweep"), "{said}");
}

/// An expression has the games of the family's file.
#[test]
fn eval_reads_the_file_of_the_family() {
    let folder = Folder::new();
    fs::write(folder.0.join("own.game"), "game g[k](n) { move n - s for s in 1..k }").expect("written");
    for ask in ["eval 'G({}(7))'", "eval 'own.game:G({}(7))'"] {
        let rows = rows(&folder, &["own.game:g[k] for k in 1..3", "--do", ask]);
        assert_eq!(
            rows.iter().map(|row| row["value"].as_u64()).collect::<Vec<_>>(),
            [Some(1), Some(1), Some(3)],
            "{ask}"
        );
    }
}

/// What is done is printed at Ctrl-C, where no file keeps it.
#[test]
fn an_interrupted_sweep_prints_its_rows() {
    let folder = Folder::new();
    let rules = "game g[k](n) { move n - 1; split a, b for a in 0..n - 1, b in 0..n - 1 if k = 2 and a + b < n and a * b mod 3 != 2 }";
    let ask = ["--do", "period --certificate c{row}", "--do", "value 2000"];
    let mut run = folder.start(&[&["sweep", "-e", rules, "g[k] for k in 0..2", "--threads", "1"], &ask[..]].concat());
    // The rows before it are done.
    run.until("the second game was asked", |_| folder.0.join("c1").is_file());
    run.interrupt();
    let (output, said) = run.end();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(text.lines().count() >= 2 && text.lines().nth(1).is_some_and(|row| row.starts_with("0,g[0],0,")), "{text}");
    assert!(said.contains("of 3 rows are known; with `-o FILE` they would be kept"), "{said}");
}

#[test]
fn games_and_rows_share_the_memory() {
    let folder = Folder::new();
    let ask = |terms: &str, games: &str, memory: &str| {
        let family = format!("subtraction[{{1, a}}] for a in 2..{games}");
        let question = format!("sequence --terms {terms}");
        folder.run(&["sweep", &family, "--do", &question, "--memory", memory, "--threads", "2", "--json"])
    };
    // A third of the memory is for each game that is asked, and a third for the rows.
    let (output, said) = ask("200", "40", "3M");
    assert!(output.status.success(), "{said}");
    assert_eq!(output.stdout.iter().filter(|byte| **byte == b'\n').count(), 39);
    // The terms fit, and the text of these many does not as columns.
    let (output, said) = ask("20000", "4", "3M");
    assert!(output.status.success(), "{said}");
    let text = String::from_utf8(output.stdout).expect("text");
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).expect("an object");
        let error = row["error"].as_str().expect("a reason");
        assert!(row["exit"] == 3 && error.contains("1.0 MiB of memory allowed for a game"), "{row}");
    }
    // Each row fits, and all together do not.
    let (output, said) = ask("4000", "40", "3M");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(printed.contains("the rows need more than the 1.0 MiB of memory"), "{said}");
    assert!(ask("4000", "40", "300M").0.status.success());
}
