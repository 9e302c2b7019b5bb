//! Claims that automata decide for every position: against tables, on random games, and where they are false beyond the tables.

use std::collections::BTreeMap;

use grundy::rules::build;
use grundy::rules::change;
use grundy::rules::expr::E;
use grundy::{Evaluator, Options, Play, Session, Values};
use grundy_automata::Budget;
use grundy_claims::{self, CheckOptions, Meter, Status};
use grundy_decide::{Characterization, Claimed, Description, Outcome, prove};
use grundy_testing::{Tape, boxes, rays};
use proptest::prelude::*;

/// The status of each claim of a file.
pub(crate) fn statuses(text: &str) -> Vec<(String, Status)> {
    let mut session = Session::new();
    let file = session.load("c.game", text).expect("a file of claims");
    let check = |statement: &grundy_claims::Statement| {
        let verdict =
            grundy_claims::check(statement, &CheckOptions::default(), &Meter::default()).expect("no interruption");
        assert!(verdict.error.is_none(), "{}: {:?}", statement.name, verdict.error);
        (statement.name.clone(), verdict.status)
    };
    grundy_claims::read(&session, &file).iter().map(check).collect()
}

fn all_are(status: Status, text: &str) {
    for (name, found) in statuses(text) {
        assert_eq!(found, status, "{name}");
    }
}

/// The claims state bounds, so they hold; and each is true beyond.
fn all_are_true_beyond(text: &str) {
    let mut session = Session::new();
    let file = session.load("c.game", text).expect("a file of claims");
    for statement in grundy_claims::read(&session, &file) {
        let verdict =
            grundy_claims::check(&statement, &CheckOptions::default(), &Meter::default()).expect("no interruption");
        let beyond = verdict.reason.as_ref().is_some_and(|reason| reason.starts_with("true for every position"));
        assert!(verdict.status == Status::Holds && beyond, "{}: {:?}", statement.name, verdict.reason);
    }
}

#[test]
fn values_and_outcomes_are_proved_by_induction() {
    all_are(
        Status::Proved,
        r#"
claim "Bouton" on nim[3] at (a, b, c): G = a xor b xor c
claim "Bouton, where it is sorted" on nim[3] at (a, b, c) where a <= b <= c: P iff a xor b = c
claim "Bouton, misère" on nim[2] at (a, b): P_misere iff (if a <= 1 and b <= 1 then (a + b) mod 2 = 1 else a = b)
claim "take 1 or 2" on subtraction[{1, 2}] at (n): G = n mod 3
claim "take 1 or 2, misère" on subtraction[{1, 2}] at (n): G_misere = (if n mod 3 = 0 then 1 else if n mod 3 = 1 then 0 else 2)
"#,
    );
}

#[test]
fn claims_of_a_file_help_each_other() {
    all_are(
        Status::Proved,
        r#"
claim "an order" on nim[2] at (a, b): G <= a + b
claim "of another game" on nim[2] at (a, b): G = G(nim[1](a)) xor G(nim[1](b))
claim "nim" on nim[2] at (a, b): G = a xor b
claim "one" on nim[1] at (a): G = a
claim "none" on nim[0]: G = 0
claim "beside none" on nim[1] at (a): G >= G(nim[0]())
"#,
    );
}

/// All coordinates of this game have a bound, so that its boxes are finitely many.
#[test]
fn a_property_is_looked_for_in_finitely_many_boxes() {
    all_are(Status::Holds, "claim \"no piles\": tame(nim[0]) or true\n");
}

/// A claim may name a numeration in which less is known of its game than what proves another claim.
#[test]
fn a_numeration_that_a_claim_names_hides_nothing_from_others() {
    for named in ["P", "P, 2", "P, 4"] {
        all_are(
            Status::Proved,
            &format!(
                "game as_many(n, q) {{ move (n - t, t) for t in 1..min(n, q) }}
                claim \"the opening\" on as_many at (n, n - 1) where n >= 1: P iff any k in 0..log2(n): n = 2^k
                claim \"an automaton\" on as_many: automatic({named})
                claim \"one token\" on as_many at (n, 1): G = n mod 2
                claim \"few tokens\" on as_many at (n, 3): G <= 3"
            ),
        );
    }
}

#[test]
fn values_that_no_claim_says_are_read_off_tables() {
    all_are(
        Status::Proved,
        r#"
claim "a step game" on slow_exact[3, 2] at (a, b, c): G <= 3
claim "Nim" on nim[2] at (a, b): G <= a + b
claim "in differences" on slow_exact[4, 2] at (a, b, c, d) where a <= b <= c <= d: G = G(slow_exact[3, 2](b - a, c - a, d - a))
claim "levels, where the values are no automaton" on star_nim[2] at (a, b) where 3 <= a <= b: P iff a = b
claim "rows, where the values are no automaton" on star_nim[2] at (2, b) where b >= 3: G(star_nim(2, b + 3)) = G + 3
claim "misère" on subtraction[{2, 5}] at (n): G_misere(subtraction[{2, 5}](n + 7)) = G_misere
claim "Fibonacci numbers" on wythoff at (a, b): P implies all i in 1..a: N(wythoff(a - i, b))
claim "Fibonacci numbers, misère" on wythoff at (a, b) where 3 <= a <= b: P_misere iff P
claim "every difference" on wythoff at (0, d): any a in 0..2*d: P(wythoff(a, a + d))
claim "base 3" on mark[{1}, {3}] at (n): G <= 2
claim "heaps that split" on kayles at (n) where n > 70: G(kayles(n + 12)) = G
"#,
    );
}

#[test]
fn properties_are_proved() {
    all_are_true_beyond(
        r#"
claim "miserable, by the values 0 and 1" to 5: miserable(moore_nim[3, 2]) and returnable(moore_nim[3, 2]) and not forced(moore_nim[3, 2])
claim "pet" to 9: pet(exact_nim[2, 2]) and tame(exact_nim[2, 2])
claim "one-move" to 9: one_move(nim[1]) and sg_decreasing(nim[1])
claim "forced, not miserable" to 20: forced(mark[{1}, {2}]) and domestic(mark[{1}, {2}]) and not miserable(mark[{1}, {2}])
claim "swap positions, (0,1)" on exco_nim[3] to 4: G = 0 and G_misere = 1 iff x0 = 0 and min(x) = max(x) <= 1
claim "swap positions, (1,0)" on exco_nim[3] to 4: G = 1 and G_misere = 0 iff x0 + sum(x) = 1
claim "so it is miserable" to 4: miserable(exco_nim[3])
"#,
    );
}

#[test]
fn moores_function_is_compared_with_constants() {
    all_are_true_beyond(
        r#"
def M(x, k) = sum b in 0..log2(1 + sum(x)): ((sum v in x: bit(v, b)) mod (k + 1))*(k + 1)^b
claim "P" on moore_nim[4, 2] to 5: P iff M(x, 2) = 0
claim "1" on moore_nim[4, 2] to 5: all t in 0..1: G = t iff M(x, 2) = t
"#,
    );
}

/// The verdicts on the claims of a file, in a line each.
fn verdicts(text: &str) -> Vec<String> {
    let mut session = Session::new();
    let file = session.load("c.game", text).expect("a file of claims");
    let line = |statement: &grundy_claims::Statement| {
        let verdict =
            grundy_claims::check(statement, &CheckOptions::default(), &Meter::default()).expect("no interruption");
        let at = verdict.counterexample.and_then(|c| c.position).unwrap_or_default();
        format!("{}: {} {at} {}", statement.name, verdict.status.name(), verdict.reason.unwrap_or_default())
    };
    grundy_claims::read(&session, &file).iter().map(line).collect()
}

/// Each is true at every position of the tables.
#[test]
fn what_is_false_beyond_the_tables_is_found() {
    let found = verdicts(
        r#"
claim "far" on nim[1] at (a): G = (if a = 1099511627776 then 0 else a)
claim "far, outcomes" on nim[2] at (a, b): P iff (a = b and a != 2^40)
claim "a bound that is not the game's" on nim[2] at (a, b): G < 2^40
claim "the least sum" on slow_exact[3, 2] at (a, b, c) where a <= b <= c: G <= 2 or c < 10^6 or a + b + c < 5*10^6
claim "a bound of the writer" on nim[2] at (a, b) to 5: G < 9
claim "one level far out" on nim[2] at (a, b) to 5: G = 4000000000 iff a = b + 5000
claim "a value beyond 32 bits" on nim[2] at (a, b): G != 2^40
claim "for all" on nim[2] at (a, b): all i in 1..a: P(nim(a - i, b)) implies i != 2^21
claim "for all of two" on nim[2] at (a, b): all i in 1..a, j in 1..b: G(nim(a - i, b - j)) != 2^33
claim "for all, a bound of the writer" on nim[2] at (a, b) to 5: all i in 1..a: G(nim(a - i, b)) < 9
"#,
    );
    let far = "found by automata, beyond the positions that were looked at";
    let expected = [
        format!("far: false 1099511627776 {far}"),
        format!("far, outcomes: false 1099511627776,1099511627776 {far}"),
        format!("a bound that is not the game's: false 0,1099511627776 {far}"),
        format!("the least sum: false 1,2,4999997 {far}"),
        "a bound of the writer: holds  false beyond, first at 0,9".to_string(),
        "one level far out: holds  false beyond, first at 5000,0".to_string(),
        format!("a value beyond 32 bits: false 0,1099511627776 {far}"),
        format!("for all: false 2097152,0 {far}"),
        format!("for all of two: false 1,8589934593 {far}"),
        "for all, a bound of the writer: holds  false beyond, first at 1,9, i = 1".to_string(),
    ];
    assert_eq!(found, expected);
}

/// A formula runs through a trillion numbers where it fails: no evaluation finds it false there, but the checker does, by a formula.
#[test]
fn what_takes_too_long_far_out_is_found_by_the_checker() {
    all_are(Status::False, "claim \"long\" on nim[1] at (a): G <= 2^41 or any k in 1..a: k = 5 and G = 3");
}

#[test]
fn what_is_not_defined_everywhere_is_not_proved() {
    // The conclusion holds wherever it is looked at; the premise is an error far out.
    all_are(
        Status::Holds,
        r#"
game partial(n) { move n - 1 if (if n < 2^40 then true else n xor (0 - 1) = 0) }
claim "a value" on nim[1] at (a): G = (if a < 2^40 then a else a xor (0 - 1))
claim "a condition" on nim[1] at (a) where (if a < 2^40 then a < 5 else a xor (0 - 1) = 0) : G = a
claim "rules" on partial at (n): G = n mod 2
claim "before an order" on nim[2] at (a, b) where (a < b + 2^40 or (b + 1 - a) xor 0 > 2) and a <= b: G = a xor b
claim "before an order, in differences" on slow_exact[2, 1] at (a, b) where (a < b + 2^40 or (b + 1 - a) xor 0 > 2) and a <= b: G = (a + b) mod 2
claim "before an equation" on nim[2] at (a, b): ((b - a + 2^40) xor 0 >= 0 and a = b) or G <= a + b
"#,
    );
}

#[test]
fn a_bound_of_the_writer_is_kept_and_what_is_true_beyond_is_told() {
    let mut session = Session::new();
    let file = session.load("c.game", "claim \"to 5\" on nim[2] at (a, b) to 5: G = a xor b").expect("a claim");
    let statements = grundy_claims::read(&session, &file);
    let verdict =
        grundy_claims::check(&statements[0], &CheckOptions::default(), &Meter::default()).expect("no interruption");
    assert_eq!((verdict.status, verdict.to), (Status::Holds, Some(5)));
    assert!(verdict.reason.is_some_and(|reason| reason.starts_with("true for every position")));
}

/// Values of a game in one play, to a bound.
fn values(rules: &std::sync::Arc<grundy::Ruleset>, play: Play, hi: &[u64]) -> Option<Values> {
    Evaluator::new(rules, Options { play, plain: true, ..Options::default() }).table(hi).ok()
}

/// What is true of the values of a game, read off a table: for games of one coordinate the values by their residues, for others a condition.
fn guessed(t: &mut Tape, table: &Values, n: usize) -> Claimed {
    let coords: Vec<E> = (0..n).map(build::coord).collect();
    let place = Default::default();
    if n == 1 {
        let period = 1 + t.below(8) as u64;
        let mut value = build::int(0);
        for residue in 0..period {
            let at = table.get(&[residue]).unwrap_or(0);
            let here = build::eq(&build::modulo(&coords[0], &build::int(period), place), &build::int(residue));
            value = build::choose(&here, &build::int(at), &value);
        }
        return Claimed::Value(value);
    }
    let equal = build::eq(&coords[0], &coords[1]);
    let parity = build::zero(&build::modulo(&build::add(&coords[0], &coords[1]), &build::int(2 + t.below(2)), place));
    match t.below(6) {
        0 => Claimed::Value(build::xor(&coords, place)),
        1 => Claimed::Level(0, equal),
        2 => Claimed::Level(0, parity),
        3 => Claimed::Value(build::sum(&coords.iter().map(|e| (e.clone(), 1.into())).collect::<Vec<_>>())),
        4 => Claimed::Level(0, build::and(vec![equal, parity])),
        _ => Claimed::Value(build::modulo(&coords[t.below(n)], &build::int(1 + t.below(4)), place)),
    }
}

/// The value, or the outcome, that is claimed at a position agrees with a table.
fn agrees(claimed: &Claimed, table: &Values, hi: &[u64]) -> Result<(), String> {
    let mut at = vec![0; hi.len()];
    loop {
        if let Some(value) = table.get(&at) {
            let put = |x: &grundy::rules::expr::Expr| match x {
                grundy::rules::expr::Expr::Coord(i) => Some(build::int(at[*i])),
                _ => None,
            };
            let right = match claimed {
                Claimed::Value(e) => change::substitute(e, &put).as_i64() == Some(value.into()),
                Claimed::Level(level, c) => change::substitute(c, &put).as_bool() == Some(value == *level),
                Claimed::Graph(_) | Claimed::Member(..) => unreachable!("no set is guessed"),
            };
            if !right {
                return Err(format!("{claimed:?} at {at:?}, where the value is {value}"));
            }
        }
        let Some(i) = (0..hi.len()).rev().find(|i| at[*i] < hi[*i]) else { return Ok(()) };
        at[i] += 1;
        at[i + 1..].fill(0);
    }
}

fn small() -> Budget<'static> {
    Budget { states: 2000, nodes: 40_000, ..Budget::default() }
}

/// A random game with a random claim: if it is proved, it agrees with the table of the plain engine.
fn proof_agrees(bytes: &[u8], more: &[u8], play: Play) -> Result<bool, String> {
    let mut t = Tape::new(more);
    let (text, asked, n) = if t.once_in(2) {
        let case = if t.once_in(2) { rays::rays(&mut Tape::new(bytes)) } else { boxes::steps(&mut Tape::new(bytes)) };
        (case.text, case.asked, case.hi.len())
    } else {
        let set: Vec<String> = (0..1 + t.below(3)).map(|_| (1 + t.below(6)).to_string()).collect();
        let game = if t.once_in(2) { "g" } else { "pass(g)" };
        (
            format!("game g(n) {{ move n - s for s in {{{}}} }}", set.join(", ")),
            game.to_string(),
            if game == "g" { 1 } else { 2 },
        )
    };
    let mut session = Session::new();
    if session.load("g.game", &text).is_err() {
        return Ok(false);
    }
    let Ok(game) = session.game(&asked, None) else { return Ok(false) };
    let hi: Vec<u64> = (0..n).map(|i| game.rules.own_bound(i).unwrap_or(if n == 1 { 60 } else { 9 })).collect();
    let Some(table) = values(&game.rules, play, &hi) else { return Ok(false) };
    let claimed = guessed(&mut t, &table, n);
    let told =
        Characterization { descriptions: vec![Description::of_all(n, claimed.clone())], ..Characterization::default() };
    match prove(&game.rules, play, &told, &small()) {
        Outcome::Proved { .. } => {
            agrees(&claimed, &table, &hi).map(|()| true).map_err(|why| format!("{text}{asked}: {why}"))
        }
        Outcome::NotClosed | Outcome::NotSaid(_) | Outcome::Open(_) | Outcome::Stopped(_) => Ok(false),
    }
}

proptest! {
    #![proptest_config(crate::config(60))]

    #[test]
    fn what_is_proved_of_random_games_is_true(
        bytes in prop::collection::vec(any::<u8>(), 0..120), more in prop::collection::vec(any::<u8>(), 8..16), misere in any::<bool>(),
    ) {
        proof_agrees(&bytes, &more, Play::of(misere)).map_err(TestCaseError::fail)?;
    }
}

/// Some random claims are proved; otherwise the comparison would show nothing.
#[test]
fn some_random_claims_are_proved() {
    let mut noise = grundy_testing::Noise(5);
    let mut proved: BTreeMap<Play, usize> = BTreeMap::new();
    for round in 0..grundy_testing::cases(600) {
        let (bytes, more) = (noise.bytes(100), noise.bytes(12));
        let play = Play::of(round % 2 == 1);
        if proof_agrees(&bytes, &more, play).unwrap_or_else(|why| panic!("{why}")) {
            *proved.entry(play).or_default() += 1;
        }
    }
    assert!(proved.values().all(|n| *n >= 3) && proved.len() == 2, "{proved:?}");
}

/// The properties of random games, by proofs and by tables: where a table breaks a property that is proved, the check itself panics.
#[test]
fn properties_of_random_games_agree_with_tables() {
    let mut noise = grundy_testing::Noise(11);
    let mut proved = 0;
    for round in 0..grundy_testing::cases(16) {
        let bytes = noise.bytes(100);
        let case =
            if round % 2 == 0 { rays::rays(&mut Tape::new(&bytes)) } else { boxes::steps(&mut Tape::new(&bytes)) };
        let names = grundy::rules::Property::ALL.map(grundy::rules::Property::name);
        let claims: Vec<String> =
            names.iter().map(|name| format!("claim \"{name}\" to 8: {name}({})", case.asked)).collect();
        let mut session = Session::new();
        let Ok(file) = session.load("p.game", &format!("{}\n{}", case.text, claims.join("\n"))) else { continue };
        for statement in grundy_claims::read(&session, &file) {
            let verdict =
                grundy_claims::check(&statement, &CheckOptions::default(), &Meter::default()).expect("no interruption");
            let of_all = |reason: &String| reason.starts_with("true for every position");
            proved += usize::from(verdict.status == Status::Holds && verdict.reason.as_ref().is_some_and(of_all));
        }
    }
    assert!(proved >= 3, "{proved} are proved");
}

/// The verdict on the one claim of a file.
fn verdict(text: &str) -> Option<grundy_claims::Verdict> {
    let mut session = Session::new();
    let file = session.load("b.game", text).ok()?;
    let statement = grundy_claims::read(&session, &file).into_iter().find(|statement| statement.is_claim)?;
    grundy_claims::check(&statement, &CheckOptions::default(), &Meter::default()).ok()
}

/// What automata say of random games beyond a small box, tables of a larger one say as well: where a bound on the values is exceeded first, or that
/// it is not.
#[test]
fn what_is_said_beyond_a_box_is_so_in_a_larger_one() {
    let mut noise = grundy_testing::Noise(23);
    let (mut false_beyond, mut true_beyond) = (0, 0);
    for round in 0..grundy_testing::cases(112) {
        let bytes = noise.bytes(100);
        let case =
            if round % 2 == 0 { rays::rays(&mut Tape::new(&bytes)) } else { boxes::steps(&mut Tape::new(&bytes)) };
        let word = if round % 3 == 0 { "G_misere" } else { "G" };
        let claim =
            |to: u64| format!("{}\nclaim \"bound\" on {} to {to}: {word} <= {}", case.text, case.asked, 2 + round % 5);
        let Some(reason) = verdict(&claim(2)).and_then(|verdict| verdict.reason) else { continue };
        let text = claim(0);
        if let Some(first) = reason.strip_prefix("false beyond, first at ") {
            let coords: Vec<u64> = first.split([',', ' ', '+']).filter_map(|x| x.parse().ok()).collect();
            let Some(most) = coords.into_iter().max().filter(|most| *most <= 24) else { continue };
            let found = verdict(&claim(most)).expect("a verdict");
            let place = found.counterexample.and_then(|found| found.position);
            assert_eq!((found.status, place.as_deref()), (Status::False, Some(first)), "{text}");
            false_beyond += 1;
        } else if reason.starts_with("true for every position") {
            assert_eq!(verdict(&claim(12)).map(|verdict| verdict.status), Some(Status::Holds), "{text}");
            true_beyond += 1;
        }
    }
    assert!(false_beyond >= 2 && true_beyond >= 2, "{false_beyond} false, {true_beyond} true");
}

/// The values of all positions of a box by automata; `None` if automata do not give them.
fn by_automata(rules: &std::sync::Arc<grundy::Ruleset>, play: Play, hi: &[u64]) -> Option<BTreeMap<Vec<u64>, u64>> {
    let engine = Some(grundy::EngineName::Automaton);
    let mut evaluator = Evaluator::new(rules, Options { play, engine, ..Options::default() });
    let (mut at, mut found) = (vec![0; hi.len()], BTreeMap::new());
    loop {
        let position: Vec<grundy::IBig> = at.iter().map(|x| (*x).into()).collect();
        if evaluator.exists(&position).unwrap_or(false) {
            let answer = evaluator.value(&position).ok()?;
            assert_eq!(answer.by, grundy::EngineName::Automaton);
            found.insert(at.clone(), u64::try_from(&answer.value).expect("a value of a small position"));
        }
        if !grundy::table::next(&mut at, hi) {
            return Some(found);
        }
    }
}

#[test]
fn values_by_automata_are_those_of_the_plain_engine() {
    let mut noise = grundy_testing::Noise(31);
    let mut compared = 0;
    let mut agree = |rules: &std::sync::Arc<grundy::Ruleset>, play: Play, text: &str| {
        let hi: Vec<u64> = (0..rules.width()).map(|i| rules.own_bound(i).unwrap_or(9)).collect();
        let Some(found) = by_automata(rules, play, &hi) else { return };
        let Some(table) = values(rules, play, &hi) else { return };
        for (at, value) in found {
            assert_eq!(table.get(&at).map(u64::from), Some(value), "{text} at {at:?}");
        }
        compared += 1;
    };
    for text in
        ["slow_exact[3, 2]", "nim[2]", "silver_dollar[3]", "two_row_chomp", "mark[{1}, {3}]", "mark[{1, 2}, {5}]"]
    {
        let game = Session::new().game(text, None).expect("a built-in game");
        Play::BOTH.into_iter().for_each(|play| agree(&game.rules, play, text));
    }
    for round in 0..grundy_testing::cases(48) {
        let bytes = noise.bytes(100);
        let case =
            if round % 2 == 0 { rays::rays(&mut Tape::new(&bytes)) } else { boxes::steps(&mut Tape::new(&bytes)) };
        let mut session = Session::new();
        if session.load("g.game", &case.text).is_err() {
            continue;
        }
        let Ok(game) = session.game(&case.asked, None) else { continue };
        agree(&game.rules, Play::of(round % 3 == 0), &format!("{}{}", case.text, case.asked));
    }
    assert!(compared >= 8, "{compared} games");
}

#[test]
fn automata_read_numbers_of_any_length() {
    let value = |game: &str, play: Play, position: &[grundy::IBig]| {
        let game = Session::new().game(game, None).expect("a built-in game");
        let answer = Evaluator::new(&game.rules, Options { play, ..Options::default() }).value(position);
        let answer = answer.expect("a value by automata");
        assert_eq!(answer.by, grundy::EngineName::Automaton);
        answer.value
    };
    let (a, b) = (grundy::IBig::from(10).pow(300), grundy::IBig::from(7).pow(200));
    assert_eq!(value("nim[2]", Play::Misere, &[a.clone(), b.clone()]), &a ^ &b);
    // Each move takes one from both heaps that are left.
    assert_eq!(value("slow_exact[3, 2]", Play::Normal, &[0.into(), b.clone(), a.clone()]), &b % grundy::IBig::from(2));
    // The first token's square, and the squares between the other two.
    let third = &a + grundy::IBig::from(12346);
    let expected = &b ^ grundy::IBig::from(12345);
    assert_eq!(value("silver_dollar[3]", Play::Normal, &[b, a, third]), expected);
}

/// A table up to the first of these positions would visit some 2^39 options: what is proved stands alone, and what speaks of no position is not proved.
#[test]
fn proofs_stand_alone_where_the_first_position_is_far() {
    let text = "game g(u, v) { move (u - i, v - j) for i in 0..u, j in 0..v if i + j > 0 }\n\
                claim \"true\" on g at (2^20 - 3, b): G = 2^20 - 3 + b\n\
                claim \"weaker\" on g at (2^20 - 3, b): G = 2^20 - 3 + b or b = 2^40\n\
                claim \"far\" on g at (2^20 - 3, b): G = 2^20 - 3 + b and b != 2^40\n\
                claim \"empty\" on g at (2^20 - 3, b) where b + 1 < 1: G = 7\n";
    for to in [None, Some(6)] {
        let mut session = Session::new();
        let file = session.load("far.game", text).expect("claims");
        for statement in grundy_claims::read(&session, &file).iter().filter(|statement| statement.is_claim) {
            let options = CheckOptions { to, ..CheckOptions::default() };
            let verdict = grundy_claims::check(statement, &options, &Meter::default()).expect("no interruption");
            let proved = ["true", "weaker"].contains(&&*statement.name);
            assert_eq!(verdict.status == Status::Proved, proved, "{}: {:?}", statement.name, verdict.reason);
            assert_eq!(verdict.checked == Some(true), proved, "{}: {:?}", statement.name, verdict.reason);
        }
    }
}

/// A move may raise a coordinate: another sum than that of the coordinates falls.
#[test]
fn games_in_which_coordinates_are_raised_are_decided() {
    let text = r#"
        game stair(a, b) { move (a - 1, b + 2); move (a, b - 1) }
        claim "stair" on stair: P iff (3*a + b) mod 2 = 0
        claim "not so far out" on stair: P iff (3*a + b) mod 2 = 0 and a + b < 10^9
    "#;
    let found: Vec<Status> = statuses(text).into_iter().map(|(_, status)| status).collect();
    assert_eq!(found, [Status::Proved, Status::False]);
}

/// A claim about a slice asks for values of positions outside of it, which no bound of its variables shows: how far it is looked at follows from what is reached.
#[test]
fn claims_about_slices_do_not_wait_for_tables_of_all_that_is_reached() {
    let text = r#"
        game one(m, i) { move (m - 1, i + 1) }
        game stair(a, b) { move (a - k, b + k) for k in 1..a; move (a, b - k) for k in 1..b }
        game bank(a, b, c) {
          move (a - k, b + k, c) for k in 1..a
          move (a, b - k, c + k) for k in 1..b
          move (a, b, c - k) for k in 1..c
        }
        game yama(a, b) { move (a - i, b + 1) for i in 2..a; move (a + 1, b - i) for i in 2..b }
        game last(a, m) { move (a - k, k) for k in 1..a if k != m }
        game parts(n) { split b, c for b in 0..n - 1, c in 0..n - 1 - b }
        claim "one move" on one at (m, 0): G = m mod 2
        claim "the first step is empty" on stair at (a, 0): P
        claim "and not so with a token" on stair at (a, 1): P
        claim "only the top" on bank at (a, 0, 0): G = a
        claim "one pile" on yama at (n, 0): P iff n <= 1
        claim "no last move" on last at (a, 0): P iff a = 0
        claim "not so far out" on last at (a, 0): P iff a = 0 or a > 10^9
        claim "of splitting games": tame(parts)
    "#;
    let found: Vec<Status> = statuses(text).into_iter().map(|(_, status)| status).collect();
    let [proved, wrong, holds] = [Status::Proved, Status::False, Status::Holds];
    assert_eq!(found, [proved, proved, wrong, proved, proved, proved, wrong, holds]);
}

/// What a move takes bounds what the next one may take: Fibonacci Nim, with the bound or the number taken as a coordinate.
#[test]
fn games_in_which_moves_bound_the_next_ones_are_decided() {
    let text = r#"
        game twice(n, q) { move (n - t, 2*t) for t in 1..min(q, n) }
        game taken(n, m) { move (n - t, t) for t in 1..min(2*m, n) }
        claim "an automaton" on twice: automatic(P, fibonacci)
        claim "all" on twice where q >= n: P iff n = 0
        claim "all but one" on twice where q + 1 >= n: P iff n = 0
        claim "taken, an automaton" on taken: automatic(P, fibonacci)
        claim "taken, the same game" on taken at (n, m): P iff P(twice(n, 2*m))
    "#;
    let found: Vec<Status> = statuses(text).into_iter().map(|(_, status)| status).collect();
    assert_eq!(found, [Status::Proved, Status::Proved, Status::False, Status::Proved, Status::Proved]);
}
