//! Certificates of claims whose questions theorems answer: they are verified, and forgeries are refused; and those of classes of values and of guesses
//! that never agree.

use std::time::Instant;

use grundy::json::KnownPeriod;
use grundy::theory::convergence::{convergence, restricted};
use grundy::theory::periods::{Verdict, period};
use grundy::{Limits, Options, Session};
use grundy_certify::Refusal;
use grundy_claims::{self, CheckOptions, Meter, Status};
use grundy_testing::forge::sealed;
use serde_json::{Value, json};

use crate::stated::{only, refusal};

/// The certificate with other values of keys is refused.
fn is_refused(object: &Value, changes: &[(&str, Value)]) {
    let mut changed = object.clone();
    for (pointer, value) in changes {
        *changed.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value.clone();
    }
    assert!(refusal(&sealed(changed)).is_some(), "{changes:?}");
}

const ROW: &str = r#"claim "row" : period(star_nim[2](3, _)) = 9 and preperiod(star_nim[2](3, _)) = 5 and saltus(star_nim[2](3, _)) = 9"#;

#[test]
fn what_theorems_answer_is_verified() {
    for claim in [
        ROW,
        r#"claim "heaps": period(kayles(_)) = 12 and preperiod(kayles(_)) = 71 and saltus(kayles(_)) = 0"#,
        r#"claim "diagonal": period(star_nim[2](_, _ + 2)) = 4 and preperiod(star_nim[2](_, _ + 2)) = 10"#,
        r#"claim "solutions": period(solutions(star_nim[2], 6)) = 12 and preperiod(solutions(star_nim[2], 6)) = 5"#,
        r#"claim "two lines": period(star_nim[2](3, _)) = 3*period(star_nim[2](2, _))"#,
        r#"claim "several": period(kayles(_)) = 13 or 2^(period(star_nim[2](2, _))) mod 5 = 3"#,
        r#"claim "steps": convergence(mark[{1}, {2, 3}]) = 10 and converges(mark[{1}, {2, 3}])"#,
        r#"claim "never": not converges(mark[{2}, {2, 4}]) and not converges(mark[{1}, {}])"#,
        r#"claim "values" on slow_exact[4, 2]: automatic(G)"#,
        r#"claim "outcomes" on wythoff: automatic(P_misere, fibonacci)"#,
    ] {
        only(claim);
    }
}

/// The claim asks for values, which the checker finds by the definition, and for what a theorem says.
const MIXED: &str = r#"claim "values and a period" on kayles at (n) where n <= 200: n < preperiod(kayles(_)) or G = G(kayles(n + period(kayles(_))))"#;

#[test]
fn values_and_theorems_in_one_claim_are_verified() {
    let object = only(MIXED);
    for claim in [
        r#"claim "no variable": period(kayles(_)) = 12 and G(kayles(5)) = 4"#,
        r#"claim "a row" on nim[1] at (n) where n < 40: G(star_nim[2](3, n + period(star_nim[2](3, _)))) >= n or exists(nim[1](n - 3))"#,
    ] {
        only(claim);
    }
    // Another number of the theorem, another game, another bound of the values.
    is_refused(&object, &[("/theorems/0/period", json!(11))]);
    is_refused(&object, &[("/questions/0/theorem", json!(1))]);
    let mut period = object.clone();
    let asked = period["questions"].as_array_mut().expect("questions");
    asked
        .iter_mut()
        .filter(|question| question["asks"] == "preperiod")
        .for_each(|question| question["asks"] = "period".into());
    assert!(matches!(refusal(&sealed(period)), Some(Refusal::Refuted(_))), "it is false at 21");
}

#[test]
fn what_is_false_of_values_and_theorems_is_confirmed() {
    let mut session = Session::new();
    let text = r#"claim "near" on kayles at (n): n < 20 or G = G(kayles(n + period(kayles(_))))"#;
    let file = session.load("a.game", text).expect("claims");
    let statements = grundy_claims::read(&session, &file);
    let verdict = grundy_claims::check(&statements[0], &CheckOptions::default(), &Meter::default()).expect("a verdict");
    assert_eq!((verdict.status, verdict.checked), (Status::False, Some(true)), "{verdict:?}");
    assert_eq!(verdict.counterexample.and_then(|found| found.position).as_deref(), Some("21"));
}

#[test]
fn other_numbers_are_refused() {
    for (asks, answer) in [("period", 9), ("preperiod", 5), ("saltus", 9)] {
        for number in 0..20 {
            let mut object = only(ROW);
            object["questions"] = json!([object["questions"][0]]);
            object["questions"][0]["asks"] = asks.into();
            object["holds"] = json!(["=0", ["sum", -number, [[1, ["ask", 0, []]]]]]);
            let refused = refusal(&sealed(object));
            assert_eq!(refused.is_none(), number == answer, "{asks} {number}");
            assert!(number == answer || matches!(refused, Some(Refusal::Refuted(_))), "{asks} {number}: {refused:?}");
        }
    }
}

#[test]
fn theorems_about_something_else_answer_nothing() {
    let row = only(ROW);
    let whole = only(r#"claim "two": period(star_nim[2](3, _)) = 9 and period(kayles(_)) = 12"#);
    // Another line, another value, another game, a theorem that is not there, another play, a line and a value at once.
    is_refused(&row, &[("/questions/0/line", json!([2, "_"]))]);
    is_refused(&row, &[("/questions/0/line", json!(["_", 3]))]);
    is_refused(&row, &[("/questions/0/line", json!([3, {"_": 1}]))]);
    is_refused(&row, &[("/questions/0/theorem", json!(1))]);
    is_refused(&row, &[("/questions/0/play", json!("misere"))]);
    is_refused(&row, &[("/questions/0/asks", json!("convergence"))]);
    is_refused(&row, &[("/questions/0/asks", json!("converges"))]);
    is_refused(&row, &[("/questions/0/asks", json!("automatic"))]);
    is_refused(&whole, &[("/questions/1/theorem", json!(0))]);
    is_refused(&whole, &[("/questions/0/game", json!(1)), ("/questions/1/game", json!(0))]);
    let mut both = row.clone();
    both["questions"][0]["value"] = json!(3);
    assert!(refusal(&sealed(both)).is_some());
    let solutions = only(r#"claim "six": period(solutions(star_nim[2], 6)) = 12"#);
    is_refused(&solutions, &[("/questions/0/value", json!(5))]);
    // A theorem that does not hold, whatever is claimed by it; and one that nobody asks for.
    let forged = |key: &str, value: Value| {
        let mut theorem = row["theorems"][0].clone();
        theorem[key] = value;
        serde_json::from_str::<Value>(&sealed(theorem)).expect("JSON")
    };
    is_refused(&row, &[("/theorems/0", forged("play", json!("misere")))]);
    for (key, value) in [("period", json!(18)), ("preperiod", json!(6)), ("saltus", json!(10))] {
        let (theorem, holds) = (forged(key, value), json!(true));
        is_refused(&row, &[("/theorems/0", theorem.clone()), ("/holds", holds)]);
        let mut more = row.clone();
        more["theorems"].as_array_mut().expect("theorems").push(theorem);
        assert!(refusal(&sealed(more)).is_some(), "{key}");
    }
    is_refused(&row, &[("/theorems", json!([])), ("/holds", json!(true))]);
    is_refused(&row, &[("/theorems/0", row.clone())]);
    is_refused(&row, &[("/theorems", vec![row["theorems"][0].clone(); 65].into())]);
}

#[test]
fn what_is_not_defined_is_not_true() {
    let row = only(ROW);
    let ask = json!(["ask", 0, []]);
    for (holds, verified) in [
        (json!(["or", ["not", ["=0", ["div", 1, 0]]], true]), false),
        (json!(["or", ["not", ["=0", ask]], ["=0", ["div", 1, 0]]]), true),
        (json!(["not", ["=0", ["log2", ["sum", -9, [[1, ask]]]]]]), false),
        (json!(["not", ["=0", ["ask", 0, [3]]]]), false),
        (json!(["<=0", ["sum", -9, [[1, ask]]]]), true),
        (json!(["fold", "all", [[0, 1, 4]], true, ["not", ["=0", ["sum", 0, [[1, ["v", 0]], [-1, ask]]]]]]), true),
        (json!(["fold", "all", [[0, 1, 9]], true, ["not", ["=0", ["sum", 0, [[1, ["v", 0]], [-1, ask]]]]]]), false),
    ] {
        let mut changed = row.clone();
        changed["holds"] = holds;
        assert_eq!(refusal(&sealed(changed.clone())).is_none(), verified, "{}", changed["holds"]);
    }
}

#[test]
fn automata_answer_what_they_read() {
    let values = only(r#"claim "values" on slow_exact[4, 2]: automatic(G)"#);
    assert_eq!(values["questions"][0]["base"], 2);
    is_refused(&values, &[("/questions/0/base", json!(3))]);
    is_refused(&values, &[("/questions/0/base", json!("fibonacci"))]);
    is_refused(&values, &[("/questions/0/play", json!("misere"))]);
    is_refused(&values, &[("/questions/0/of", json!("both"))]);
    // Automata of the P-positions do not give the values; those of values give the P-positions.
    let outcomes = only(r#"claim "outcomes" on wythoff: automatic(P, fibonacci)"#);
    is_refused(&outcomes, &[("/questions/0/of", json!("values"))]);
    let mut weaker = values.clone();
    weaker["questions"][0]["of"] = json!("outcomes");
    assert_eq!(refusal(&sealed(weaker)), None);
}

#[test]
fn steps_answer_as_far_as_they_are_known() {
    // At most 20, and 14 are taken: no theorem says that they are 14.
    let between =
        only(r#"claim "between": convergence(mark[{2}, {2, 3}]) >= 14 and convergence(mark[{2}, {2, 3}]) <= 20"#);
    let equals = |number: i64| json!(["=0", ["sum", -number, [[1, ["ask", 0, []]]]]]);
    for number in 13..=21 {
        is_refused(&between, &[("/holds", equals(number))]);
    }
    // The number is the same wherever it is asked for.
    let mut same = between.clone();
    same["questions"] = vec![between["questions"][0].clone(); 2].into();
    same["holds"] = json!(["=0", ["sum", 0, [[1, ["ask", 0, []]], [-1, ["ask", 1, []]]]]]);
    assert_eq!(refusal(&sealed(same)), None);
}

fn proof(text: &str) -> Value {
    let game = Session::new().game(text, None).expect("a game");
    let found = convergence(&game.rules, 1000, None, &Options::default()).expect("of the shape");
    let certificate = found.certificate(&game).expect("a proof");
    assert_eq!(refusal(&certificate), None, "{text}");
    serde_json::from_str(&certificate).expect("JSON")
}

#[test]
fn guesses_that_agree_after_all_are_refused() {
    let never = proof("mark[{2}, {2, 4}]");
    assert_eq!(never["kind"], "views");
    let rules = |text: &str| {
        let game = Session::new().game(text, None).expect("a game");
        serde_json::from_str::<Value>(&game.rules.canonical().to_string()).expect("JSON")
    };
    for (key, value) in [
        ("guesses", json!([[0, 0], [0, 0]])),
        ("guesses", json!([[0, 0], [0, 9]])),
        ("guesses", json!([[0], [0, 1]])),
        ("guesses", json!([[0, 0, 0], [0, 1, 0]])),
        ("guesses", json!([[], []])),
        ("guesses", json!([[0, 0]])),
        ("guesses", json!([[0, 0], [0, 1], [1, 1]])),
        ("guesses", json!([[0, 0], [0, 1u64 << 60]])),
        ("residue", json!(0)),
        ("residue", json!(2)),
        ("every", json!(0)),
        ("every", json!(1u64 << 50)),
        ("every", json!(1)),
        ("modulus", json!(0)),
        ("modulus", json!(2)),
        ("modulus", json!(1u64 << 50)),
        ("products", json!([3])),
        ("start", json!(1u64 << 50)),
        ("play", json!("misere")),
        ("rules", rules("mark[{1}, {2, 3}]")),
        ("rules", rules("nim[1]")),
        ("rules", rules("wythoff")),
    ] {
        is_refused(&never, &[(&format!("/{key}"), value)]);
    }
    // The keys of another statement are none of this one.
    let mut both = never.clone();
    both["classes"] = json!({"values": [[0, 1, 2, 3]], "from": 0});
    assert!(refusal(&sealed(both)).is_some());
    // A game that converges has no such guesses: each pair of values, at some starts.
    let mut converges = never.clone();
    converges["rules"] = rules("mark[{2}, {2, 3}]");
    for (start, a, b) in (0..4).flat_map(|s| (0..4).flat_map(move |a| (0..4).map(move |b| (s, a, b)))) {
        converges["start"] = start.into();
        converges["guesses"] = json!([[a, b], [b, a]]);
        assert!(refusal(&sealed(converges.clone())).is_some(), "{start} {a} {b}");
    }
}

#[test]
fn classes_that_do_not_hold_are_refused() {
    let text = "mark[{2, 3}, {2, 5}]";
    let game = Session::new().game(text, None).expect("a game");
    let found = restricted(&game.rules, 1000, &Options::default()).expect("of the shape").expect("classes");
    assert!(found.classes_checked.is_some_and(|checked| checked.is_yes()));
    // The classes of the paper's section 6, from 6 on.
    let classes = json!([[0, 1, 3, 4], [0], [0, 2], [1, 2], [1]]);
    let mut object = proof(text);
    let map = object.as_object_mut().expect("an object");
    for key in ["start", "guesses", "residue", "every"] {
        map.shift_remove(key);
    }
    map.insert("classes".into(), json!({"values": classes, "from": 6}));
    assert_eq!(refusal(&sealed(object.clone())), None);
    is_refused(&object, &[("/classes/from", json!(5))]);
    is_refused(&object, &[("/classes/from", json!(1u64 << 50))]);
    is_refused(&object, &[("/classes/values", json!([]))]);
    is_refused(&object, &[("/play", json!("misere"))]);
    for (residue, values) in [json!([0, 1]), json!([]), json!([0]), json!([2]), json!([0])].into_iter().enumerate() {
        is_refused(&object, &[(&format!("/classes/values/{residue}"), values)]);
    }
    // 4 does not occur, which more residues show; more values state less.
    for classes in [json!([[0, 1, 3], [0], [0, 2], [1, 2], [1]]), json!([[0, 1, 3, 4], [0, 5], [0, 2], [1, 2], [1, 3]])]
    {
        object["classes"]["values"] = classes;
        object["modulus"] = 50.into();
        assert_eq!(refusal(&sealed(object.clone())), None);
    }
}

/// Guesses that are restricted to classes may agree though not all guesses do: no such theorem says that a game converges.
#[test]
fn restricted_guesses_do_not_answer() {
    let text = "mark[{2}, {2, 4}]";
    let game = Session::new().game(text, None).expect("a game");
    let found = restricted(&game.rules, 1000, &Options::default()).expect("of the shape").expect("classes");
    let certificate = found.certificate(&game).expect("a proof");
    assert_eq!(refusal(&certificate), None);
    let theorem: Value = serde_json::from_str(&certificate).expect("JSON");
    let never = only(r#"claim "never": not converges(mark[{2}, {2, 4}])"#);
    is_refused(&never, &[("/theorems/0", theorem.clone()), ("/holds", json!(["not", ["=0", ["ask", 0, []]]]))]);
    is_refused(&never, &[("/theorems/0", theorem.clone()), ("/holds", json!(true))]);
    // Without the classes, or with fewer values, it does not hold.
    let mut all = theorem.clone();
    all.as_object_mut().expect("an object").shift_remove("classes");
    assert!(refusal(&sealed(all)).is_some());
    is_refused(&theorem, &[("/classes/values/0", json!([0]))]);
    is_refused(&theorem, &[("/classes/values/1", json!([0, 1, 2, 3]))]);
    is_refused(&theorem, &[("/steps", json!(9))]);
}

/// The search is over before the time, and the checker has none left.
#[test]
fn what_lacks_the_time_to_be_checked_is_not_called_proved() {
    let mut session = Session::new();
    let game = session.game("kayles", None).expect("a game");
    let line = session.line(&game, "(_)").expect("a line");
    let limits = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let verdict = period(&game.rules, &line, &options, &mut |_| false).expect("no interruption");
    let Verdict::Proved(proof) = &verdict else { panic!("a proof") };
    assert_eq!(proof.checked.why(), Some("the time was over before it was checked"));
    let told = KnownPeriod::of(&verdict);
    assert_eq!((told.status, told.checked, told.period), ("observed", Some(false), Some(proof.period)));
    let why = "proved by an engine, not checked: the time was over before it was checked";
    assert_eq!(told.reason.as_deref(), Some(why));
    let verdict = period(&game.rules, &line, &Options::default(), &mut |_| false).expect("no interruption");
    assert_eq!((KnownPeriod::of(&verdict).status, KnownPeriod::of(&verdict).checked), ("proved", Some(true)));
}

/// The checker's own table of so many positions has some megabytes; that of the engine has a byte for each.
#[test]
fn the_memory_of_the_checker_is_taken_from_the_account() {
    let mut session = Session::new();
    let text = "game coprime(a, b) { move (a - 1, b) if gcd(a, b) = 1; move (a, b - 1); move (a - 1, b - 1) if a divides b }\n\
                claim \"far\" on coprime at (a, b) where a <= 400 and b <= 400: G <= a + b\n";
    let file = session.load("memory.game", text).expect("a claim");
    let [statement] = &grundy_claims::read(&session, &file)[..] else { panic!("one claim") };
    for (memory, status) in [(3 << 20, Status::Holds), (1 << 30, Status::Proved)] {
        let limits = Limits { memory, threads: 1, ..Limits::default() };
        let options = CheckOptions { limits: limits.clone(), ..CheckOptions::default() };
        let verdict = grundy_claims::check(statement, &options, &Meter::default()).expect("no interruption");
        assert_eq!(verdict.status, status, "{:?}", verdict.reason);
        let lacks = verdict.reason.is_some_and(|why| why.contains("needs more than the 3.0 MiB of memory allowed"));
        assert_eq!(lacks, status == Status::Holds);
        assert_eq!(limits.in_use(), 0);
    }
}
