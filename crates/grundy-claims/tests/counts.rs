//! Counts that ask for nim-sums: what is convolved is what a run through all choices finds, on random expressions, and on numbers that others found.

use grundy::lang::Code;
use grundy::{Kind, Limits, Session};
use grundy_claims::{CheckOptions, Meter, Status, evaluate};
use grundy_testing::Tape;
use proptest::prelude::*;

use crate::config;

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// What a name adds: sometimes undefined, sometimes a position that does not exist.
fn entry(t: &mut Tape) -> String {
    let name = t.of(&NAMES);
    match t.below(9) {
        0..=5 => name.to_string(),
        6 => format!("{name} + 1"),
        7 => format!("{name} - 1"),
        _ => format!("6 div {name}"),
    }
}

/// A number that may be nim-added.
fn number(t: &mut Tape) -> String {
    let game = t.of(&[
        "kayles",
        "nim",
        "star_nim",
        "(kayles + nim[1])",
        "(2*kayles)",
        "(nim[1] + star_nim[2])",
        "pass(nim[1])",
    ]);
    let width = match game {
        "kayles" => 1,
        "nim" => 1 + t.below(4),
        "(nim[1] + star_nim[2])" => 3,
        _ => 2,
    };
    let entries: Vec<String> = (0..width).map(|_| entry(t)).collect();
    match t.below(8) {
        0..=5 => format!("G({game}({}))", entries.join(", ")),
        6 => format!("G_misere({game}({}))", entries.join(", ")),
        _ => entry(t),
    }
}

fn condition(t: &mut Tape) -> String {
    let xor = |t: &mut Tape| (0..1 + t.below(3)).map(|_| number(t)).collect::<Vec<_>>().join(" xor ");
    let (sum, k) = (xor(t), t.int(0, 5));
    match t.below(8) {
        0 | 1 => format!("({sum}) = {k}"),
        2 => format!("({sum}) != 0"),
        3 => format!("1 <= ({sum}) <= {k}"),
        4 => format!("({sum}) mod 3 in {{0, {k}}}"),
        5 => format!("({sum}) = {}", number(t)),
        6 => format!("({sum} = 1 or {sum} = 3)"),
        _ => format!("{k} div ({sum}) = 1"),
    }
}

fn filter(t: &mut Tape) -> String {
    let [a, b] = [t.of(&NAMES), t.of(&NAMES)];
    match t.below(6) {
        0 => format!("{a} <= {b}"),
        1 => format!("{a} < {b}"),
        2 => format!("{a} mod 3 != 1"),
        3 => "a <= b <= c <= d".into(),
        4 => format!("{a} + {b} < 7"),
        _ => condition(t),
    }
}

/// A count of four names, whose ranges are not unrolled.
fn count(t: &mut Tape) -> String {
    let to = t.int(2, 6);
    let chain = t.once_in(3);
    let mut binders = vec![];
    for (k, name) in NAMES.iter().enumerate() {
        let before = k.checked_sub(1).map(|k| if chain { NAMES[k] } else { NAMES[t.below(k + 1)] });
        let range = match before.filter(|_| chain || t.once_in(3)) {
            Some(other) => match if chain { 0 } else { t.below(4) } {
                0 => format!("{other}..G(nim({to}))"),
                1 => format!("{other} + 1..G(nim({to}))"),
                2 => format!("0..{other}"),
                _ => format!("{other} div 2..{other} + 1"),
            },
            None => format!("{}..G(nim({}))", t.below(2), if t.once_in(4) { t.int(0, 6) } else { to }),
        };
        binders.push(format!("{name} in {range}"));
    }
    let filters: Vec<String> = (0..t.below(3)).map(|_| filter(t)).collect();
    let filters = if filters.is_empty() { String::new() } else { format!(" if {}", filters.join(" and ")) };
    format!("count {}{filters}: {}", binders.join(", "), condition(t))
}

/// The value, or the message of the error.
fn value(text: &str, plain: bool) -> Result<String, String> {
    let options = CheckOptions { plain, ..CheckOptions::default() };
    evaluate(&mut Session::new(), text, &options).map(|value| value.to_string()).map_err(|error| error.message)
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn counts_are_those_of_enumeration(bytes in prop::collection::vec(any::<u8>(), 200..=200)) {
        let text = count(&mut Tape::new(&bytes));
        prop_assert_eq!(value(&text, false), value(&text, true), "{}", text);
    }
}

/// As many choices as here cannot be run through.
#[test]
fn known_numbers_are_found() {
    let squares = "game squares(n) { move n - k^2 for k in 1..n if k^2 <= n }";
    let piles = "game piles(n) { move n - s for s in {1, 2, 4, 9}; split a, n - a for a in 1..n - 1 }";
    for (text, known) in [
        // Project Euler 888, S(12, 4), and 310 as far as `positions --count` is in the book.
        ("count a in 1..12, b in a..12, c in b..12, d in c..12: P((4*piles)(a, b, c, d))", "204"),
        ("count a, b, c in 0..1000 if a <= b <= c: G(squares(a)) xor G(squares(b)) xor G(squares(c)) = 0", "12430812"),
        ("count a, b, c, d in 0..2^16 - 1: G(nim(a, b, c, d)) = 5", "281474976710656"),
        ("count a, b, c in 0..2^16 - 1 if a < b < c: P(nim(a, b, c))", "715795115"),
    ] {
        let mut session = Session::new();
        session.load("rules.game", &format!("{squares}\n{piles}")).expect("rules");
        let found = evaluate(&mut session, text, &CheckOptions::default());
        assert_eq!(found.map(|value| value.to_string()), Ok(known.into()), "{text}");
    }
}

/// What is said beside a nim-sum counts, also where the condition holds whatever that is, if the nim-sum is 0.
#[test]
fn what_stands_beside_a_nim_sum_counts() {
    for (text, known) in [
        ("count a, b, c, d in 0..8: a xor b xor c xor d = 0 or c = 3", "1223"),
        ("count a, b, c, d in 0..8: a xor b xor c xor d = 0 or a xor b != 0", "5913"),
        ("count a, b, c, d in 0..8: a xor b xor c xor d = 0 or d < c", "3237"),
        ("count a, b, c, d in 0..8: a xor b xor c xor d > 0 implies c = 3", "1223"),
        ("count a, b, c, d in 0..8: if a xor b xor c xor d = 0 then true else c = 3", "1223"),
        ("count a, b, c, d in 0..8: P(nim(a, b, c, d)) or c = 3", "1223"),
        ("count a, b in 0..100: (a xor b)*a = 0", "201"),
    ] {
        assert_eq!(value(text, false), Ok(known.into()), "{text}");
    }
}

/// What runs through all its numbers and never ends is refused; what an early number decides is not.
#[test]
fn ranges_beyond_measure_are_refused() {
    for text in [
        "sum a in 0..10^30: a",
        "sum(0..10^30)",
        "max a in 0..10^30 if a > 10^29: a",
        "count a in 0..10^30, b in 0..3: a xor b = 0",
        "sum a, b in 0..10^7: a * b",
        "sum a in 70..170, b in a..10^30: b",
        "{a for a in 0..3 if (xor b in 0..10^30: b) = 0}",
    ] {
        let error = evaluate(&mut Session::new(), text, &CheckOptions::default()).expect_err(text);
        assert_eq!((error.code, error.kind), (Code::HugeRange, Kind::Limit), "{text}: {error}");
    }
    for (text, known) in [
        ("any a in 0..10^30: a * a > 50", "true"),
        ("all a, b in 0..10^30: a + b < 5", "false"),
        ("sum a in 10^30..10^30 + 99: a", "100000000000000000000000000004950"),
        ("sum a in 0..99, b in 1..G(nim(0)), c in 0..10^30: c", "0"),
    ] {
        assert_eq!(value(text, false), Ok(known.into()), "{text}");
    }
}

/// Sets print their numbers in order, each once, however they are written.
#[test]
fn sets_have_each_number_once() {
    for (text, known) in [
        ("{G(nim(a mod 3)) for a in 0..50}", "{0, 1, 2}"),
        ("{[G(nim(3 - a mod 2)), a mod 2] for a in 0..50}", "{[2, 1], [3, 0]}"),
        ("{{2 - a mod 2, 1 + a mod 2} for a in 0..50}", "{{1, 2}}"),
        ("{G(nim(5)), 5, 3, G(nim(5))}", "{3, 5}"),
    ] {
        assert_eq!(value(text, false), Ok(known.into()), "{text}");
    }
}

#[test]
fn claims_count_for_each_position() {
    let text = r#"claim "all" on nim[1] at (n) where n <= 60: (count a, b in 0..n: G(nim(a, b)) <= n) >= n + 1
claim "too many" on nim[1] at (n) where n <= 60: (count a, b, c in 0..n if a <= b <= c: P(nim(a, b, c))) != 1001"#;
    let mut session = Session::new();
    let file = session.load("a.game", text).expect("claims");
    for statement in grundy_claims::read(&session, &file) {
        let options = CheckOptions { limits: Limits::default(), ..CheckOptions::default() };
        let verdict = grundy_claims::check(&statement, &options, &Meter::default()).expect("a verdict");
        assert!(matches!(verdict.status, Status::Proved | Status::Holds), "{verdict:?}");
    }
}
