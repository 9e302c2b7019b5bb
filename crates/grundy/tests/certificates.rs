//! Certificates: the checker verifies what the engines prove, and refuses altered certificates.

use grundy::rules::Line;
use grundy::session::Game;
use grundy::theory::periods::{Verdict, period};
use grundy::theory::solutions::{solutions, sorted};
use grundy::{Options, Play, Session};
use grundy_certify::{Theorem, verify};
use proptest::prelude::*;

/// The number of columns that are searched for a period.
const COLUMNS: u64 = 1 << 20;

fn read(game: &str, line: &str) -> (Game, Line) {
    let mut session = Session::new();
    let entries = session.entries(line).expect("entries");
    let game = session.game(game, Some(&entries)).unwrap_or_else(|e| panic!("{game}: {}", e.message));
    let line = session.line(&game, line).expect("a line");
    (game, line)
}

/// The certificate of a period, if one is proved.
fn certificate(game: &Game, line: &Line, play: Play) -> Option<String> {
    let options = Options { play, ..Options::default() };
    match period(&game.rules, line, &options, &mut |column| column > COLUMNS) {
        Ok(Verdict::Proved(mut proof)) => Some(proof.certificate(game).expect("a certificate")),
        _ => None,
    }
}

/// The certificate of heaps, if few values prove a period.
fn heap_certificate(game: &Game, line: &Line) -> Option<String> {
    match period(&game.rules, line, &Options::default(), &mut |heaps| heaps > 600) {
        Ok(Verdict::Proved(mut proof)) => Some(proof.certificate(game).expect("a certificate")),
        _ => None,
    }
}

fn verified(certificate: &str) -> Theorem {
    verify(certificate, &mut |_| false).unwrap_or_else(|refusal| panic!("{refusal}\n{certificate}"))
}

fn theorem(game: &str, line: &str, play: Play) -> (u64, u64, u64) {
    let (game, line) = read(game, line);
    let text = certificate(&game, &line, play).unwrap_or_else(|| panic!("{} has no proof", game.text));
    let theorem = verified(&text);
    let number = |number: Option<u64>| number.expect("a period is stated");
    (number(theorem.preperiod), number(theorem.period), number(theorem.saltus))
}

#[test]
fn rows_of_star_nim() {
    let known = [(0, 1), (0, 3), (5, 9), (10, 36), (25, 144), (25, 720), (21, 5040), (68, 10080), (68, 151_200)];
    for (row, (preperiod, period)) in (1..).zip(known) {
        assert_eq!(theorem("star_nim[2]", &format!("({row}, _)"), Play::Normal), (preperiod, period, period), "{row}");
    }
}

#[test]
fn rows_of_wythoff() {
    for row in 0..=10 {
        theorem("wythoff", &format!("({row}, _)"), Play::Normal);
        theorem("wythoff", &format!("(_, {row})"), Play::Misere);
    }
}

#[test]
fn lines_of_many_games() {
    let lines = [
        ("pass(nim[2])", "(5, _, 1)"),
        ("pass(nim[2])", "(10, _, 1)"),
        ("pass(nim[2])", "(10, _, 0)"),
        ("nim[2]", "(11, _)"),
        ("nim[3]", "(2, 3, _)"),
        ("subtraction[{1, 3, 4}]", "(_)"),
        ("subtraction[{2, 5, 7, 19}]", "(_)"),
        ("chocolate[(x, z) -> (x + z) div 2]", "(2, 1, _)"),
        ("bar[z -> z div 2]", "(3, _)"),
        ("bar[z -> z div 3]", "(4, _)"),
        ("stair_chocolate[z -> z div 2]", "(5, 2, _)"),
        ("two_row_chomp", "(_, 3)"),
        ("shared_nim[3, false]", "(4, _)"),
        ("shared_nim[3, true]", "(4, _)"),
        ("reversed_nim[5, true]", "(4, _)"),
        ("reversed_nim[5, false]", "(3, _)"),
        ("slow_exact[3, 2]", "(2, 3, _)"),
        ("slow_moore[3, 2]", "(2, 3, _)"),
        ("nimble[3]", "(1, 2, _)"),
        ("mark[{1, 2}, {}]", "(_)"),
    ];
    let (mut proofs, mut failed) = (0, vec![]);
    for (game, line) in lines {
        for play in Play::BOTH {
            let (game, line) = read(game, line);
            let Some(text) = certificate(&game, &line, play) else {
                failed.push(format!("{} {play:?}: no proof", game.text));
                continue;
            };
            proofs += 1;
            if let Err(refusal) = verify(&text, &mut |_| false) {
                failed.push(format!("{} {play:?}: {refusal}", game.text));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(proofs > 20, "{proofs}");
}

#[test]
fn heaps_that_are_split() {
    assert_eq!(theorem("kayles", "(_)", Play::Normal), (71, 12, 0));
    assert_eq!(theorem("dawson_kayles", "(_)", Play::Normal), (53, 34, 0));
    assert_eq!(theorem("dawson_chess", "(_)", Play::Normal), (52, 34, 0));
}

#[test]
fn octal_games() {
    let mut failed = vec![];
    for code in [
        "0.137", "0.15", "0.05", "0.12", "0.13", "0.17", "0.26", "0.31", "0.33", "0.53", "0.71", "0.72", "0.73",
        "0.75", "0.156", "0.165", "4.1", "4.3", "0.07",
    ] {
        let (game, line) = read(&format!("octal[{code}]"), "(_)");
        match certificate(&game, &line, Play::Normal).map(|text| verify(&text, &mut |_| false)) {
            Some(Ok(_)) => {}
            Some(Err(refusal)) => failed.push(format!("{code}: {refusal}")),
            None => failed.push(format!("{code}: no proof")),
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Howse and Nowakowski's arithmetic periods, and some more of games that leave three heaps.
#[test]
fn hexadecimal_games() {
    for (code, known) in [
        ("0.137F", (0, 2, 1)),
        ("0.13FF", (6, 7, 4)),
        ("0.8", (1, 3, 1)),
        ("0.3F", (0, 6, 3)),
        ("0.08", (1, 4, 1)),
        ("0.0F", (0, 2, 1)),
        ("8.8", (1, 2, 1)),
    ] {
        assert_eq!(theorem(&format!("hexadecimal[{code}]"), "(_)", Play::Normal), known, "{code}");
    }
}

/// The built-in games of one coordinate whose periods are proved, in both plays where possible.
#[test]
fn games_of_one_coordinate() {
    let games = [
        "kayles",
        "dawson_kayles",
        "dawson_chess",
        "subtraction[{1, 2}]",
        "subtraction[{2, 5, 7}]",
        "mark[{1}, {}]",
        "nim[1]",
        "moore_nim[1]",
        "slow_moore[1]",
        "exact_nim[1]",
        "slow_exact[1]",
        "nimble[1]",
        "star_nim[1]",
        "welter[1]",
        "silver_dollar[1]",
    ];
    let (mut proved, mut failed) = (0, vec![]);
    for text in games {
        for play in Play::BOTH {
            let mut session = Session::new();
            let entries = session.entries("(_)").expect("entries");
            let Ok(game) = session.game(text, Some(&entries)) else { panic!("{text}") };
            let line = session.line(&game, "(_)").expect("a line");
            let options = Options { play, ..Options::default() };
            if let Ok(Verdict::Proved(mut proof)) = period(&game.rules, &line, &options, &mut |n| n > 2000) {
                proved += 1;
                let text = proof.certificate(&game).expect("a certificate");
                failed.extend(
                    verify(&text, &mut |_| false).err().map(|refusal| format!("{} {play:?}: {refusal}", game.text)),
                );
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(proved >= 24, "{proved}");
}

/// Verifies the proofs for these heap rules; returns how many periods are proved.
fn heaps_of_ones_own(clauses: &[&str]) -> usize {
    let mut proved = 0;
    for clauses in clauses {
        let mut session = Session::new();
        session.load("h.game", &format!("game h(n) {{ {clauses} }}")).unwrap_or_else(|e| panic!("{}", e.message));
        let game = session.game("h", None).expect("a game");
        let line = session.line(&game, "(_)").expect("a line");
        let Some(text) = heap_certificate(&game, &line) else { continue };
        proved += 1;
        if let Err(refusal) = verify(&text, &mut |_| false) {
            panic!("{clauses}: {refusal}");
        }
    }
    proved
}

#[test]
fn splits_written_by_hand() {
    let clauses = [
        "move n - 1\n split a, n - 3 - a for a in 0..n - 3",
        "split n - i, i - 2 for i in 3..n - 1",
        "split a, b, n - a - b - 2 for a in 0..n - 2, b in 0..n - 2 - a",
        "split a, b, n - a - b - 2 for a in 1..n - 2, b in 1..n - 3 - a",
        "split a, b, n - 1 - a - b for a in 1..(n - 1) div 3, b in a..(n - 1 - a) div 2",
        "split a, b, c, n - 1 - a - b - c for a in 0..n, b in 0..n, c in 0..n if a + b + c < n",
        "split 1, n - 3\n move n - 2",
        "split a, b, n - a - b - 3 for a in 1..n, b in 1..n if a mod 2 = 1 and b mod 2 = 1 and (n - a - b) mod 2 = 0",
        "split a, b, n - a - b - 1 for a in 0..n, b in 0..n if a mod 3 = 1 and b mod 3 = 1 and (n - a - b - 1) mod 3 = 1",
        "split a, n - k - a for k in 1..min(n, 3), a in 1..(n - k) div 2",
    ];
    let proved = heaps_of_ones_own(&clauses);
    assert!(proved >= 7, "{proved}");
}

#[test]
fn heaps_that_are_no_positions() {
    let clauses = [
        "require n != 5 and n mod 4 != 3\n move n - 1\n move n - 2\n split a, n - 1 - a for a in 1..n - 2",
        "require n mod 4 != 3\n move n - 1\n split a, n - 2 - a for a in 0..(n - 2) div 2",
        "require n >= 1\n split a, n - a for a in 0..n\n move n - 3",
        "require n <= 20 or n mod 3 = 0\n split a, n - a for a in 1..n - 1\n move n - 2",
        "require n <= 17\n split a, n - 1 - a for a in 1..n - 1\n move n - 2",
        "require n mod 5 != 2\n move 0 if n >= 3\n move 2 if n > 6\n split 1, n - 3\n split 2, n - 4",
        "require n mod 3 != 1\n split a, b, n - a - b - 1 for a in 1..(n - 1) div 3, b in a..(n - 1 - a) div 2",
        "require n mod 4 != 3\n move n - 1\n move n - 2",
        "require n mod 3 != 1 or n < 8\n move n - 1\n move n - 4",
        "require n mod 4 != 3 and n != 6\n split a, b, n - a - b - 2 for a in 0..n - 2, b in 0..n - 2 - a\n move n - 1",
    ];
    let proved = heaps_of_ones_own(&clauses);
    assert_eq!(proved, clauses.len());
}

/// The number of lines of the sieve that are searched for a period.
const LINES: u64 = 1 << 24;

/// The certificate of the differences b - a along a g-sequence, if their period is proved.
fn certified(game: &Game, value: u64, play: Play, lines: u64) -> Option<String> {
    let options = Options { play, ..Options::default() };
    match solutions(&game.rules, value, 0, &options, &mut |line| line > lines).map(|found| found.verdict) {
        Ok(Verdict::Proved(mut proof)) => Some(proof.certificate(game).expect("a certificate")),
        _ => None,
    }
}

fn game(text: &str) -> Game {
    Session::new().game(text, None).unwrap_or_else(|e| panic!("{text}: {}", e.message))
}

#[test]
fn solutions_of_star_nim() {
    // Farr and Ho 2017, Table 2, and by their Algorithm 3.
    let known = [(0, (1, 1)), (6, (5, 12)), (9, (18, 72)), (17, (54, 1512)), (25, (713, 55440)), (30, (346, 240))];
    let star = game("star_nim[2]");
    for value in (0..=20).chain([25, 30, 36, 45, 58, 59, 62]) {
        let text = certified(&star, value, Play::Normal, LINES).unwrap_or_else(|| panic!("no proof of {value}"));
        let theorem = verified(&text);
        assert_eq!((theorem.line, theorem.value, theorem.saltus), (None, Some(value), Some(0)));
        if let Some((_, period)) = known.iter().find(|(g, _)| *g == value) {
            assert_eq!(theorem.preperiod.zip(theorem.period), Some(*period), "value {value}");
        }
    }
}

#[test]
fn diagonals_of_star_nim() {
    let known = [(0, (2, 1)), (2, (10, 4)), (3, (30, 144)), (11, (1411, 110_880))];
    for diagonal in 0..=15 {
        let (preperiod, period, saltus) = theorem("star_nim[2]", &format!("(_, _ + {diagonal})"), Play::Normal);
        if let Some((_, period_of)) = known.iter().find(|(d, _)| *d == diagonal) {
            assert_eq!(((preperiod, period), saltus), (*period_of, 0), "diagonal {diagonal}");
        }
    }
    assert_eq!(
        theorem("star_nim[2]", "(_ + 7, _ + 5)", Play::Normal).1,
        theorem("star_nim[2]", "(_, _ + 2)", Play::Normal).1
    );
}

/// Nim with two heaps and one move written twice, so that no symmetry is found.
const UNLIKE: &str = "game own(a, b) {
    move (a - i, b) for i in 1..a
    move (a, b - i) for i in 1..b
    move (a - 1, b) if a = 1
}
";

#[test]
fn symmetry_of_values_does_not_sort_positions() {
    let mut session = Session::new();
    session.load("own.game", UNLIKE).expect("rules");
    let own = session.game("own", None).expect("a game");
    let nim = game("nim[2]");
    assert!(sorted(&nim.rules) && !sorted(&own.rules));
    let Ok(Verdict::Proved(mut proof)) =
        solutions(&nim.rules, 3, 0, &Options::default(), &mut |_| false).map(|found| found.verdict)
    else {
        panic!("no proof")
    };
    // The values are the same, so the statement holds for these rules as well; it then speaks of half the positions.
    let text = proof.certificate(&own).expect("a certificate");
    assert_eq!((verified(&text).rules, verified(&text).value), (own.rules.hash(), Some(3)));
}

/// Rules of two coordinates whose moves far from the axes are just those of a rook.
const ROOKS: [&str; 12] = [
    "star_nim[2]",
    "nim[2]",
    "shared_nim[2, false]",
    "shared_nim[2, true]",
    "shared_nim[3, true]",
    "shared_nim[4, false]",
    "reversed_nim[2, false]",
    "reversed_nim[5, true]",
    "reversed_nim[6, false]",
    "near_wythoff",
    "shy",
    "residues",
];

/// The rules of those that are not built in.
const OWN: &str = "
game near_wythoff(a, b) {
    require a + b != 3
    move (i, b) for i in 0..a - 1
    move (a, i) for i in 0..b - 1
    move (a - i, b - i) for i in 1..min(a, b) if a + b < 9
}
game shy(a, b) {
    move (a - i, b) for i in 1..a if a - i >= 2 or b >= 2
    move (a, b - i) for i in 1..b if b - i >= 2 or a >= 2
    move (a - 3, b)
    move (a, b - 3)
}
game residues(a, b) {
    move (a - i, b) for i in 1..a if a - i >= 2 or a >= 2 and b >= 2
    move (a, b - i) for i in 1..b if b - i >= 2 or a >= 2 and b >= 2
    move (a - i, b) for i in 1..a if b >= 2 and b mod 3 = 1
    move (a, b - i) for i in 1..b if a >= 2 and a mod 3 = 1
}
";

#[test]
fn levels_of_many_games() {
    let mut session = Session::new();
    session.load("own.game", OWN).expect("rules");
    let (mut proofs, mut failed) = (0, vec![]);
    let (values, diagonals, least) = if grundy_testing::is_long() { (7, 3, 150) } else { (2, 1, 60) };
    for text in ROOKS {
        let entries = session.entries("(_, _)").expect("entries");
        let game = session.game(text, Some(&entries)).unwrap_or_else(|e| panic!("{text}: {}", e.message));
        for play in Play::BOTH {
            for value in 0..=values {
                match certified(&game, value, play, LINES >> 6).map(|text| verify(&text, &mut |_| false)) {
                    Some(Ok(_)) => proofs += 1,
                    Some(Err(refusal)) => failed.push(format!("{text}, value {value}, {play:?}: {refusal}")),
                    None => eprintln!("{text}, value {value}, {play:?}: no proof"),
                }
            }
            for diagonal in 0..=diagonals {
                let line = session.line(&game, &format!("(_ + {diagonal}, _)")).expect("a line");
                match certificate(&game, &line, play).map(|text| verify(&text, &mut |_| false)) {
                    Some(Ok(_)) => proofs += 1,
                    Some(Err(refusal)) => failed.push(format!("{text}, diagonal {diagonal}, {play:?}: {refusal}")),
                    None => eprintln!("{text}, diagonal {diagonal}, {play:?}: no proof"),
                }
            }
        }
    }
    eprintln!("{proofs} proofs");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(proofs > least, "{proofs}");
}

/// Families of moves on (a, b), with numbers from 0 to 3 for `@` and `#`.
const FAMILIES: [&str; 22] = [
    "move (a - i, b) for i in 1..a",
    "move (a, b - i) for i in 1..b",
    "move (a - i, b - i) for i in 1..min(a, b)",
    "move (a - i, b) for i in 1 + @..a",
    "move (a, b - i) for i in 1 + @..b",
    "move (a, b - i) for i in 1..b - @",
    "move (a, b - i) for i in 1..b if (b - i) mod (1 + @) = 0 or a > #",
    "move (a, b - i) for i in 1..b if b - i > @ or a < #",
    "move (a, b - i) for i in 1..b if i mod (2 + @) != #",
    "move (a, i) for i in 0..b - 1 if a + i != @ + #",
    "move (a - 1, i) for i in 0..b",
    "move (a - @ - 1, b - #) if b >= #",
    "move (a - @, b - # - 1)",
    "move (a, b - @ - 1) if b mod 2 = 0",
    "move (a - @ - 1, b)",
    "move (a - i, b - j) for i in 0..a, j in 0..# if i + j > 0",
    "move (a - i, b - 2*i) for i in 1..a",
    "move (a - 1, min(b, @ + #))",
    "move (a, #) if b > # + @",
    "move (a - i, b - i - @) for i in 1..a if b > i + @",
    "move (a - 1, b - i) for i in 1..b - 1 if a > @ and (b - i) mod 2 = (a + #) mod 2",
    "move (a, b - 1) if a xor @ > #",
];

proptest! {
    #![proptest_config(crate::config(14))]

    /// The checker verifies what the engine proves, except for a few refusals, which are counted by message.
    #[test]
    fn proofs_for_random_rules_are_verified(
        families in prop::collection::vec((0..FAMILIES.len(), 0..4, 0..4), 1..5),
        row in 0u64..6,
        misere in any::<bool>(),
        condition in prop_oneof![4 => Just(""), 1 => Just("require a + b != 2"), 1 => Just("require b >= a or b mod 2 = 0")],
    ) {
        let text = |(family, x, y): &(usize, i32, i32)| FAMILIES[*family].replace('@', &x.to_string()).replace('#', &y.to_string());
        let moves: Vec<String> = families.iter().map(text).collect();
        let source = format!("game g(a, b) {{ {condition}\n{} }}", moves.join("\n"));
        let mut session = Session::new();
        session.load("g.game", &source).unwrap_or_else(|e| panic!("{source}: {}", e.message));
        let game = session.game("g", None).expect("a game");
        let line = session.line(&game, &format!("({row}, _)")).expect("a line");
        let options = Options { play: Play::of(misere), ..Options::default() };
        if let Ok(Verdict::Proved(mut proof)) = period(&game.rules, &line, &options, &mut |column| column > 1 << 12) {
            let text = proof.certificate(&game).expect("a certificate");
            let verdict = verify(&text, &mut |_| false);
            prop_assert!(verdict.is_ok(), "row {} of {} {:?}: {:?}", row, source, options.play, verdict);
        }
    }

    /// Codes with digits from 0 to F: every proof is verified.
    #[test]
    fn random_hexadecimal_codes(first in prop::sample::select(vec!["0", "4", "8"]), digits in "[0-9A-F]{1,3}") {
        let (game, line) = read(&format!("hexadecimal[{first}.{digits}]"), "(_)");
        if let Some(text) = heap_certificate(&game, &line) {
            let verdict = verify(&text, &mut |_| false);
            prop_assert!(verdict.is_ok(), "{}: {:?}", game.text, verdict);
        }
    }

    /// Rules that leave one heap, two and three, some by residue.
    #[test]
    fn random_heaps(
        steps in prop::collection::vec((1u64..5, 1u64..4, 0u64..3), 0..3),
        pairs in prop::collection::vec((1u64..4, 0u64..3, 1u64..3, 0u64..2), 0..2),
        threes in prop::collection::vec((0u64..4, 0u64..3, 1u64..3, 0u64..2, any::<bool>()), 0..3),
        require in prop::sample::select(vec![
            "", "require n != 4\n", "require n mod 3 != 1\n", "require n mod 2 = 0 or n < 7\n", "require n >= 2 and n mod 4 != 3\n",
        ]),
    ) {
        let mut clauses = require.to_string();
        for (take, modulus, residue) in steps {
            clauses += &format!("move n - {take} if n mod {modulus} = {residue} or n < 9\n");
        }
        for (take, least, modulus, residue) in pairs {
            let residues = format!("a mod {modulus} = {residue}");
            clauses += &format!("split a, n - {take} - a for a in {least}..n - {take} - {least} if {residues}\n");
        }
        for (take, least, modulus, residue, by_residue) in threes {
            let least = if take == 0 { least.max(1) } else { least };
            let each = |part: &str| format!("({part}) mod {modulus} = {residue}");
            let last = format!("n - {take} - a - b");
            let guard = if by_residue { format!("if {} and {} and {}", each("a"), each("b"), each(&last)) } else { String::new() };
            clauses += &format!("split a, b, {last} for a in {least}..n, b in {least}..n - a - {take} - {least} {guard}\n");
        }
        if !clauses.contains("split") {
            clauses += "split a, n - 2 - a for a in 0..n - 2\n";
        }
        let mut session = Session::new();
        session.load("h.game", &format!("game h(n) {{ {clauses} }}")).unwrap_or_else(|e| panic!("{clauses}: {}", e.message));
        let game = session.game("h", None).expect("a game");
        let line = session.line(&game, "(_)").expect("a line");
        if let Some(text) = heap_certificate(&game, &line) {
            let verdict = verify(&text, &mut |_| false);
            prop_assert!(verdict.is_ok(), "{}: {:?}", clauses, verdict);
        }
    }
}

/// Conditions near the axes on a move of i from a, with numbers from 0 to 4 for `@`; with a and b exchanged they are those on a move from b.
const NEAR: [&str; 7] = [
    "a - i >= @",
    "b >= @",
    "a + b > 2 * @ + 1",
    "a - i >= @ or a >= @ and b >= 2",
    "a - i + b != @",
    "a >= @ + 1 or i = 1",
    "b > a or a - i > @",
];

/// Further moves, which exist near the axes only or do not change the values.
const MORE: [&str; 6] = [
    "",
    "move (a - i, b - i) for i in 1..min(a, b) if a + b < 2 * @ + 3",
    "move (a - 1, b - 1) if a = b and b <= @ + 1",
    "move (a - i, b) for i in 1..a if b > @ and b mod 3 = 1\nmove (a, b - i) for i in 1..b if a > @ and a mod 3 = 1",
    "move (a - @ - 1, b)\nmove (a, b - @ - 1)",
    "move (a - 1, b) if b <= @\nmove (a, b - 1) if a <= @",
];

/// The text with the coordinates exchanged.
fn exchanged(text: &str) -> String {
    text.replace('a', "c").replace('b', "a").replace('c', "b")
}

proptest! {
    #![proptest_config(crate::config(8))]

    /// The checker verifies what the engine `levels` proves.
    #[test]
    fn levels_of_random_rules_are_verified(
        near in prop::collection::vec((0..NEAR.len(), 0..5), 1..3),
        more in (0..MORE.len(), 0..5),
        condition in prop_oneof![2 => Just(""), 1 => Just("require a + b != 3"), 1 => Just("require not (a = b and a < 2)")],
        value in 0u64..9,
        diagonal in 0u64..3,
        misere in any::<bool>(),
    ) {
        let put = |text: &str, number: i32| text.replace('@', &number.to_string());
        let mut conditions: Vec<String> = near.iter().map(|(n, k)| format!("({})", put(NEAR[*n], *k))).collect();
        conditions.push("a > 9 and b > 9".into());
        let along = conditions.join(" or ");
        let source = format!(
            "game g(a, b) {{ {condition}\nmove (a - i, b) for i in 1..a if {along}\nmove (a, b - i) for i in 1..b if {}\n{} }}",
            exchanged(&along).replace("bnd", "and"),
            put(MORE[more.0], more.1),
        );
        let mut session = Session::new();
        session.load("g.game", &source).unwrap_or_else(|e| panic!("{source}: {}", e.message));
        let game = session.game("g", None).expect("a game");
        let play = Play::of(misere);
        let line = session.line(&game, &format!("(_, _ + {diagonal})")).expect("a line");
        for text in [certified(&game, value, play, LINES >> 6), certificate(&game, &line, play)].into_iter().flatten() {
            let verdict = verify(&text, &mut |_| false);
            prop_assert!(verdict.is_ok(), "{source} {play:?}: {verdict:?}");
        }
    }
}
