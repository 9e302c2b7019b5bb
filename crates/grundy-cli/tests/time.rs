//! The end of the time, and Ctrl-C, on rules that are slow in every way.
//!
//! The work of each command cannot end on any machine. So a command that ends has honoured `--time`, or Ctrl-C, from whatever loop it was in.
#![cfg(target_os = "linux")]

use std::fs::{self, File};

use crate::program::{Folder, Run};

/// Rules with huge ranges, deep formulas, many options, conditions that run far, requires that run far.
const RULES: &str = "
game odd(n) { move n - s^2 for s in 1..n if s^2 <= n and s mod 2 = 1 }
game ranges(n) { move n - k^2 - l^3 for k in 1..n, l in 1..n }
game formulas(a, b) {
    move (a - i, b) for i in 1..a if (count j in 1..a, k in 1..b: (i*j + k) mod 7 = 3) mod 2 = 0
    move (a, b - i) for i in 1..b
}
game wide(a, b) { move (a - k, b - l) for k in 1..a, l in 1..b if abs(k - l) < 2 and k*l mod 5 != 1 }
game existing(a, b) {
    require (count i in 1..a, j in 1..b: i*j = a + b) < 9
    move (a - i, b) for i in 1..a
    move (a, b - i) for i in 1..b if b - i != a
}
game parts(n) { split a, b for a in 0..n - 1, b in 0..n - 1 if a + b < n and a*b mod 3 != 2 }
claim \"ranges\" on ranges at (n) to 10^4: G < 10^6
claim \"formula\" on wide at (a, b) to 10^3: (count i in 0..a: G(wide(i, b)) = 0) < 10^6
";

/// Commands whose work cannot end.
const ENDLESS: &[&[&str]] = &[
    &["value", "r.game:formulas", "190,190"],
    &["value", "r.game:parts", "2000"],
    &["value", "r.game:existing", "1200,1200", "--engine", "search"],
    &["moves", "r.game:formulas", "190,190"],
    &["table", "r.game:ranges", "--to", "10^6"],
    &["table", "r.game:formulas", "--to", "1300"],
    &["table", "r.game:existing", "--to", "1300"],
    &["positions", "r.game:wide", "--to", "10^4"],
    &["sequence", "r.game:ranges", "--terms", "10^6"],
    &["sequence", "r.game:parts", "--terms", "10^5"],
    &["classify", "r.game:wide", "--to", "5000"],
    &["check", "r.game"],
    &["quotient", "octal[0.26]"],
];

fn folder() -> Folder {
    let folder = Folder::new();
    fs::write(folder.0.join("r.game"), RULES).expect("written");
    folder
}

#[test]
fn every_command_ends_with_its_time() {
    let folder = folder();
    for args in ENDLESS {
        let (output, said) = folder.run(&[args, &["--time", "0.3s"][..]].concat());
        assert_eq!(output.status.code(), Some(3), "{args:?}: {said}");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("the time is over") || printed.contains("the time is over"), "{args:?}: {said}{printed}");
    }
    assert_eq!(folder.names(), ["r.game"]);
}

/// Printing that cannot end either: what is printed by then stays printed.
#[test]
fn printing_ends_with_its_time() {
    let folder = folder();
    for args in [
        &["table", "nim[2]", "--to", "200000"][..],
        &["table", "nim[2]", "--to", "200000", "--format", "csv"],
        &["positions", "nim[4]", "--to", "3000"],
        &["positions", "nim[4]", "--to", "3000", "--sorted", "--json"],
        &["sequence", "mark[{1}, {1000000}]", "--terms", "10^15", "--memory", "1G"],
    ] {
        // It prints before its time is over, however slow the machine is.
        let times = (0..).map(|doubled| format!("{}s", 0.3 * f64::from(1 << doubled)));
        let mut runs = times.map(|time| printed(&folder, &[args, &["--time", &time]].concat()));
        let (printed, said) = runs.find(|(printed, _)| printed.lines().count() > 1).expect("some lines");
        let is_json = args.contains(&"--json");
        assert!(if is_json { &printed } else { &said }.contains("the time is over"), "{args:?}: {said}");
    }
}

/// What a run that ends with its time has printed by then, and what it said.
fn printed(folder: &Folder, args: &[&str]) -> (String, String) {
    let path = folder.0.join("printed");
    let mut command = folder.command(args);
    command.stdout(File::create(&path).expect("a file"));
    let (output, said) = Run::of(&mut command).end();
    assert_eq!(output.status.code(), Some(3), "{args:?}: {said}");
    (fs::read_to_string(&path).expect("text"), said)
}

/// A value that is known at once is printed only while there is time.
#[test]
fn no_position_is_looked_at_after_the_time() {
    let (output, said) = Folder::new().run(&["value", "nim", "3", "4", "--time", "0s"]);
    assert_eq!((output.status.code(), &*output.stdout), (Some(3), &b""[..]), "{said}");
    assert!(said.contains("the time is over"), "{said}");
}

/// These look for what no rule bounds, and say what they have seen.
#[test]
fn searches_for_periods_end_with_their_time() {
    let folder = folder();
    for args in [
        &["period", "r.game:ranges", "(_)"][..],
        &["period", "r.game:formulas", "(900, _)"],
        &["period", "r.game:wide", "(_, _)"],
        &["solutions", "r.game:wide", "--terms", "10^6"],
        &["solutions", "r.game:formulas", "--value", "7", "--terms", "10^6"],
        &["converge", "mark[{1}, {1000003}]", "--to", "10^15"],
    ] {
        let (output, said) = folder.run(&[args, &["--time", "0.3s"][..]].concat());
        // A period that is observed is an answer.
        assert!(matches!(output.status.code(), Some(0 | 3)), "{args:?}: {said}");
    }
}

#[test]
fn every_command_ends_at_the_first_interruption() {
    let folder = folder();
    for args in ENDLESS {
        let mut run = folder.start(args);
        run.until_it_has_worked(20);
        run.interrupt();
        let (output, said) = run.end();
        assert_eq!(output.status.code(), Some(130), "{args:?}: {said}");
        assert!(said.ends_with("interrupted\n"), "{args:?}: {said}");
    }
}

/// Searches for a period that no theorem proves: each says how far it looked, or what it observed.
#[test]
fn what_is_known_of_a_period_is_printed() {
    let folder = folder();
    for (game, seen) in [
        ("r.game:odd", "observed preperiod 0 period 2 saltus 0 in the values 0 to "),
        ("octal[0.007]", "no period seen in the values 0 to "),
    ] {
        let (output, said) = folder.run(&["period", game, "--time", "1s"]);
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(printed.starts_with(seen), "{game}: {printed}{said}");
        assert_eq!(output.status.code(), Some(3), "{game}: {said}");
        let (output, said) = folder.run(&["period", game, "--time", "1s", "--json"]);
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(
            printed.contains("\"cmd\":\"period\"") && printed.contains("\"checked_to\":"),
            "{game}: {printed}{said}"
        );
        assert_eq!(output.status.code(), Some(3), "{game}: {said}");
        let mut run = folder.start(&["period", game, "--time", "10h"]);
        run.until_it_has_worked(40);
        run.interrupt();
        let (output, said) = run.end();
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(printed.starts_with(seen), "{game}: {printed}{said}");
        assert_eq!(output.status.code(), Some(130), "{game}: {said}");
    }
}

/// The quotient of the heaps so far is printed, and checked and written as a certificate if the person has not interrupted the run.
#[test]
fn what_is_known_of_a_quotient_is_printed() {
    let folder = folder();
    let (output, said) = folder.run(&["quotient", "octal[0.26]", "--time", "1s", "--certificate", "q.json"]);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.starts_with("proved for the heaps up to ") && said.contains("no larger heaps"), "{printed}{said}");
    let (output, said) = folder.run(&["verify", "q.json"]);
    assert!(output.status.success(), "{said}");
    let mut run = folder.start(&["quotient", "octal[0.26]", "--json", "--certificate", "other.json"]);
    run.until_it_has_worked(40);
    run.interrupt();
    let (output, said) = run.end();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("\"status\":\"partial\"") && printed.contains("\"checked\":false"), "{printed}{said}");
    assert_eq!(folder.names(), ["q.json", "r.game"]);
}

/// What was looked at by then is printed, with how far that was.
#[test]
fn smaller_ranges_are_printed() {
    let folder = folder();
    for (args, seen, how_far) in [
        (&["classify", "r.game:wide", "--to", "5000"][..], "one_move", "only the positions up to "),
        (&["classify", "wythoff", "--to", "20000", "--memory", "8G"], "one_move", "only the positions up to "),
        (
            &["converge", "mark[{1}, {100}]", "--to", "10^11", "--memory", "8G"],
            "steps   at most ",
            "only the starts up to ",
        ),
    ] {
        let (output, said) = folder.run(&[args, &["--time", "2s"][..]].concat());
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(printed.contains(seen) && said.contains(how_far), "{args:?}: {printed}{said}");
        assert_eq!(output.status.code(), Some(3), "{args:?}: {said}");
    }
}

/// In misère play the sums of heaps that split are too many for any table.
#[test]
fn what_cannot_be_discovered_is_said_at_once() {
    let folder = folder();
    let (output, said) = folder.run(&["discover", "kayles", "--misere"]);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("not found") && printed.contains("no nim-sum"), "{printed}{said}");
    assert_eq!(output.status.code(), Some(3), "{said}");
}

/// What is known by then is printed.
#[test]
fn the_terms_that_are_known_are_printed() {
    let folder = folder();
    let (output, said) = folder.run(&["sequence", "r.game:ranges", "--terms", "10^5", "--time", "1s"]);
    let terms = String::from_utf8_lossy(&output.stdout).split_whitespace().count();
    assert!(terms > 20 && said.contains(&format!("only {terms} terms are known")), "{terms}: {said}");
    let object = folder.run(&["table", "r.game:ranges", "--to", "10^6", "--time", "0.2s", "--json"]).0;
    assert!(String::from_utf8_lossy(&object.stdout).contains(r#""code":"time""#));
}

/// A claim that no time decides does not keep the others from their verdicts.
#[test]
fn a_period_that_is_not_found_leaves_time_for_the_other_claims() {
    let folder = Folder::new();
    let claims =
        "claim \"slow\": period(grundy(_)) = 3\nclaim \"a\": G(nim(1)) = 1\nclaim \"b\": period(kayles(_)) = 12\n";
    fs::write(folder.0.join("c.game"), claims).expect("written");
    let (output, said) = folder.run(&["check", "c.game", "--time", "4s"]);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(printed.contains("2 proved, 1 open"), "{printed}{said}");
}

/// The time within a question of a sweep is that of one game; the time of the sweep is no wish that each game take it.
#[test]
fn each_game_of_a_sweep_ends_with_its_time() {
    let folder = Folder::new();
    let sweep = |game: &str, question: &str| {
        let (output, said) = folder.run(&["sweep", game, "--do", question, "--columns", "status", "--time", "300s"]);
        String::from_utf8_lossy(&output.stdout).into_owned() + &said
    };
    let timed = sweep("octal[c] for c in {0.007}", "period --time 0.3s");
    assert!(timed.contains("not_found"), "{timed}");
    let untimed = sweep("octal[c] for c in {0.6, 0.1}", "period");
    assert!(untimed.contains("not_found") && untimed.contains("proved"), "{untimed}");
}
