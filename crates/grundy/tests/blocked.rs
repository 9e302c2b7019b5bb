//! Games in which options may be forbidden: every question is answered as the textbook does, or refused.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use grundy::engine::Timer;
use grundy::lang::Code;
use grundy::theory::loopy::Loopy;
use grundy::theory::opponent::{Level, Match, Opponent};
use grundy::theory::periods::{Verdict, period, proved_by};
use grundy::theory::structure::{Property, classify, classify_plain};
use grundy::theory::{automata, convergence, discover, everywhere, solutions};
use grundy::{Diagnostic, EngineName, Evaluator, IBig, Limits, Line, LineEntry, Options, Play, Ruleset, Session};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::differential::compare::boxed;
use grundy_testing::textbook::{Book, Pos};
use grundy_testing::{Case, Tape, games};

fn rules(text: &str) -> Arc<Ruleset> {
    Session::new().game(text, None).unwrap_or_else(|error| panic!("{text}: {}", error.message)).rules
}

/// Values by the definition: positions are compared, so that two moves to one position are one option.
struct Textbook<'a> {
    book: Book<'a>,
    case: &'a Case,
    blocked: usize,
    known: HashMap<Pos, u32>,
}

impl Textbook<'_> {
    fn value(&mut self, pos: &Pos) -> u32 {
        if let Some(value) = self.known.get(pos) {
            return *value;
        }
        let options = self.book.options(&self.case.game, pos);
        let values: Vec<u32> = options.iter().map(|option| self.value(option)).collect();
        let few = |number: &u32| values.iter().filter(|value| *value == number).count() <= self.blocked;
        let value = (0..).find(few).expect("some number is rare");
        self.known.insert(pos.clone(), value);
        value
    }
}

/// The first difference, as a sentence with the rules; whether the game was one that can be blocked.
fn compare(case: &Case) -> Result<bool, String> {
    let mut session = Session::new();
    let said = |e: &Diagnostic| format!("{}asked for: {}\n{}", case.text, case.asked, e.message);
    session.load("random.game", &case.text).map_err(|e| said(&e))?;
    let plain = session.game(&case.asked, None).map_err(|e| said(&e))?;
    let mut any = false;
    for blocked in 0..=3 {
        let asked = format!("blocked({blocked}; {})", case.asked);
        let game = match session.game(&asked, None) {
            Err(e) if plain.rules.splits() && blocked > 0 && e.code == Code::Compound => continue,
            other => other.map_err(|e| said(&e))?,
        };
        if blocked == 0 {
            assert_eq!(game.rules.hash(), plain.rules.hash(), "{asked}");
            continue;
        }
        any = true;
        let mut textbook = Textbook { book: Book::new(&case.defs), case, blocked, known: HashMap::new() };
        let mut expected = vec![];
        for at in boxed(&case.hi) {
            let coords: Vec<i64> = at.iter().map(|x| *x as i64).collect();
            let pos = case.game.place(&mut &coords[..]);
            let there = case.game.exists(textbook.book.defs, &pos);
            expected.push((at, there.then(|| textbook.value(&pos))));
        }
        if textbook.book.too_large() {
            return Ok(any);
        }
        let names = std::iter::once(None).chain(EngineName::ALL.iter().copied().map(Some));
        for (engine, threads) in names.flat_map(|engine| [(engine, 1), (engine, 2)]) {
            let limits = Limits { threads, tile: 4, ..Limits::default() };
            let options = Options { engine, limits, ..Options::default() };
            agrees(&game.rules, &case.hi, &expected, &options).map_err(|what| {
                format!("{}{asked}, {}: {what}", case.text, engine.map_or("any engine", EngineName::name))
            })?;
        }
    }
    Ok(any)
}

type Row = (Vec<u64>, Option<u32>);

fn agrees(rules: &Arc<Ruleset>, hi: &[u64], expected: &[Row], options: &Options) -> Result<(), String> {
    let forced = options.engine.is_some_and(|engine| engine != EngineName::Search);
    let refused = |e: &Diagnostic| forced && matches!(e.code, Code::NoTable | Code::NoShape);
    match Evaluator::new(rules, options.clone()).table(hi) {
        Ok(values) => {
            if let Some((at, known)) = expected.iter().find(|(at, known)| values.get(at) != *known) {
                return Err(format!("the table at {at:?}: {:?}, not {known:?}", values.get(at)));
            }
        }
        Err(e) if refused(&e) => return Ok(()),
        Err(e) => return Err(format!("the table: {}", e.message)),
    }
    let mut evaluator = Evaluator::new(rules, options.clone());
    for (at, known) in expected.iter().rev().filter(|(_, known)| known.is_some()).take(8) {
        let position: Vec<IBig> = at.iter().map(|x| IBig::from(*x)).collect();
        match evaluator.value(&position) {
            Ok(answer) if Some(&answer.value) == known.map(IBig::from).as_ref() => {}
            Err(e) if refused(&e) => {}
            other => return Err(format!("the value at {at:?}: {other:?}, not {known:?}")),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(crate::config(40))]

    #[test]
    fn games_by_the_definition(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        compare(&games::alone(&mut Tape::new(&bytes))).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn compounds_by_the_definition(bytes in prop::collection::vec(any::<u8>(), 0..160)) {
        compare(&games::compound(&mut Tape::new(&bytes))).map_err(TestCaseError::fail)?;
    }
}

/// Otherwise the comparison would show nothing.
#[test]
fn many_random_games_are_blocked() {
    let mut noise = grundy_testing::Noise(3);
    let blocked = (0..20).filter(|_| compare(&games::alone(&mut Tape::new(&noise.bytes(120)))).expect("no difference"));
    assert!(blocked.count() >= 8);
}

/// One pile of n, k options forbidden: the n options have the values j div (k + 1) of j < n, so the least number that at most k of them have is n div (k + 1).
#[test]
fn one_pile() {
    for k in 0..5u64 {
        let values = Evaluator::new(&rules(&format!("blocked({k}; nim[1])")), Options::default()).table(&[60]);
        let values = values.expect("a table");
        assert!((0..=60).all(|n| values.get(&[n]) == Some((n / (k + 1)) as u32)), "{k}");
    }
}

/// Up to k_i options of component i are forbidden, for all i: P if and only if the nim-sum is 0. Outcomes are those of the definition of such sums.
#[test]
fn sums_are_nim_added_where_options_of_each_component_are_forbidden() {
    let hi = 8u64;
    for (k, l) in [(0, 1), (1, 1), (1, 2), (3, 0)] {
        let values = |k: usize, game: &str| {
            let table = Evaluator::new(&rules(&format!("blocked({k}; {game})")), Options::default()).table(&[hi]);
            (0..=hi).map(|n| table.as_ref().expect("a table").get(&[n]).expect("a value")).collect::<Vec<u32>>()
        };
        let (a, b) = (values(k, "nim[1]"), values(l, "subtraction[{1, 2, 5}]"));
        let mut p: BTreeSet<(u64, u64)> = BTreeSet::new();
        for (x, y) in boxed(&[hi, hi]).iter().map(|at| (at[0], at[1])) {
            let first = (0..x).filter(|to| p.contains(&(*to, y))).count();
            let second = [1, 2, 5].iter().filter(|s| y >= **s && p.contains(&(x, y - **s))).count();
            if first <= k && second <= l {
                p.insert((x, y));
            }
            assert_eq!(p.contains(&(x, y)), a[x as usize] == b[y as usize], "{k} and {l} at {x}, {y}");
        }
    }
}

/// Larsson's 2- and 3-blocking Wythoff Nim, in which 1 and 2 options are forbidden, by their definition.
#[test]
fn blocking_wythoff_nim() {
    for k in 1..=2usize {
        let table = Evaluator::new(&rules(&format!("blocked({k}; wythoff)")), Options::default()).table(&[40, 40]);
        let table = table.expect("a table");
        let mut p: BTreeSet<(u64, u64)> = BTreeSet::new();
        for (x, y) in boxed(&[40, 40]).iter().map(|at| (at[0], at[1])) {
            let rows =
                (0..x).filter(|to| p.contains(&(*to, y))).count() + (0..y).filter(|to| p.contains(&(x, *to))).count();
            let diagonal = (1..=x.min(y)).filter(|i| p.contains(&(x - i, y - i))).count();
            if rows + diagonal <= k {
                p.insert((x, y));
            }
            assert_eq!(table.get(&[x, y]) == Some(0), p.contains(&(x, y)), "{k} at {x}, {y}");
        }
    }
}

/// Where one option may be forbidden, the P-positions a <= b are (0, 0), all (n, 2n + 1), and (2x + 2, 2y + 2) for the P-positions (x, y) of Wythoff Nim.
#[test]
fn blocking_wythoff_nim_has_the_positions_of_wythoff_nim_twice_as_large() {
    let table = |text: &str| Evaluator::new(&rules(text), Options::default()).table(&[60, 60]).expect("a table");
    let (blocked, wythoff) = (table("blocked(1; wythoff)"), table("wythoff"));
    for (a, b) in boxed(&[60, 60]).iter().map(|at| (at[0], at[1])).filter(|(a, b)| a <= b) {
        let even = a >= 2 && a.is_multiple_of(2) && b.is_multiple_of(2);
        let twice = even && wythoff.get(&[a / 2 - 1, b / 2 - 1]) == Some(0);
        let expected = (a, b) == (0, 0) || b == 2 * a + 1 || twice;
        assert_eq!(blocked.get(&[a, b]) == Some(0), expected, "{a}, {b}");
    }
}

#[test]
fn winning_moves_are_more_than_can_be_forbidden() {
    let game = rules("blocked(2; nim[1])");
    let wins = |n: u64| {
        let mut evaluator = Evaluator::new(&game, Options::default());
        let moves = evaluator.moves(&[n.into()]).expect("moves").iter().filter(|choice| choice.wins).count();
        assert_eq!(evaluator.wins(&[n.into()]).expect("moves").listed.len(), moves);
        moves
    };
    assert_eq!([wins(0), wins(2), wins(3), wins(5)], [0, 0, 3, 3]);
    // Far out, where other games have their winning moves from proved lines.
    let (game, far) = (rules("blocked(1; subtraction[1..4])"), [IBig::from(300_000)]);
    let found = Evaluator::new(&game, Options::default()).wins(&far).expect("moves").listed;
    let all = Evaluator::new(&game, Options::default()).moves(&far).expect("moves");
    let zeros = all.iter().filter(|choice| choice.value == 0).count();
    assert_eq!(found.len(), if zeros > 1 { zeros } else { 0 });
}

#[test]
fn rules_carry_how_many_may_be_forbidden() {
    let json = |text: &str| rules(text).canonical_json();
    assert!(!json("blocked(0; wythoff)").contains("blocked") && json("blocked(0; wythoff)") == json("wythoff"));
    let one: serde_json::Value = serde_json::from_str(&json("blocked(1; wythoff)")).expect("JSON");
    assert_eq!((&one["v"], &one["blocked"]), (&2.into(), &1.into()));
    let hashes: BTreeSet<String> = (0..4).map(|k| rules(&format!("blocked({k}; wythoff)")).hash()).collect();
    assert_eq!(hashes.len(), 4);
}

/// Rules of the shape of every fast engine, theorem and proof.
const SHAPES: [&str; 10] = [
    "nim[1]",
    "nim[2]",
    "wythoff",
    "moore_nim[2, 2]",
    "slow_moore[2, 2]",
    "subtraction[{1, 2, 3}]",
    "mark[{1}, {2}]",
    "pass(nim[1])",
    "at_most(2; nim[1], nim[1])",
    "star_nim[2]",
];

/// No proof of a line, of a level or of all positions speaks of such rules.
#[test]
fn nothing_is_proved() {
    for shape in SHAPES {
        let game = rules(&format!("blocked(1; {shape})"));
        let options = Options::default();
        let entry = |c: usize| if c == 0 { LineEntry::Runs(0) } else { LineEntry::Fixed(1) };
        let line = Line { entries: (0..game.width()).map(entry).collect() };
        let proof = Evaluator::new(&game, options.clone()).prove(&line, Default::default(), &mut |_| false);
        assert!(matches!(proof, Ok(Err(_))), "{shape}");
        if shape.starts_with("subtraction") || shape.starts_with("mark") {
            let told = period(&game, &line, &options, &mut |_| false).expect("a verdict");
            assert!(!matches!(told, Verdict::Proved(_)), "{shape}");
            let table = Evaluator::new(&game, options.clone()).table(&[400]).expect("a table");
            let mut terms = vec![];
            table.line(&[0], 0, 401, &mut terms);
            assert!(proved_by(&game, &terms, &options).is_none(), "{shape}");
        }
        assert!(matches!(Evaluator::new(&game, options.clone()).pairs(0, 5, &mut |_| false), Ok(Err(_))), "{shape}");
        assert!(discover::discover(&game, discover::Asks::Values, &options).expect("an answer").is_none(), "{shape}");
        assert!(discover::discover(&game, discover::Asks::Outcomes, &options).expect("an answer").is_none(), "{shape}");
        assert!(everywhere::everywhere(&game, &options).expect("an answer").is_none(), "{shape}");
        assert!(automata::automaton(&game, &options).expect("an answer").is_err(), "{shape}");
        assert!(convergence::convergence(&game, 40, None, &options).is_err(), "{shape}");
    }
}

/// The positions that `solutions` lists as certain are those of the definition, also where every position of a row is an option of all later ones.
#[test]
fn listed_positions_are_those_of_the_definition() {
    for shape in ["nim[2]", "wythoff", "star_nim[2]"] {
        let game = rules(&format!("blocked(1; {shape})"));
        for value in 0..3u32 {
            let limits = Limits { memory: 1 << 17, ..Limits::default() };
            // No period of a row is looked for where an engine is named.
            let few = Options { limits, engine: Some(EngineName::Table), ..Options::default() };
            let found = solutions::solutions(&game, value.into(), 24, &few, &mut |_| false).expect("a list");
            let table = Evaluator::new(&game, Options::default()).table(&[70, 70]).expect("a table");
            let all = boxed(&[70, 70])
                .into_iter()
                .filter(|at| table.get(at) == Some(value) && (!found.sorted || at[0] <= at[1]));
            let known: Vec<(u64, u64)> = all.map(|at| (at[0], at[1])).take(found.terms.len()).collect();
            assert_eq!(found.terms, known, "{shape}, {value}");
            assert!(!found.all, "{shape}: there are more");
        }
    }
}

#[test]
fn what_has_no_answer_is_refused() {
    let game = rules("blocked(1; nim[2])");
    let code = |result: Result<(), Diagnostic>| result.expect_err("no answer").code;
    let (at, misere) = ([IBig::from(3), IBig::from(4)], Options { play: Play::Misere, ..Options::default() });
    assert_eq!(code(Evaluator::new(&game, misere.clone()).value(&at).map(|_| ())), Code::Misere);
    assert_eq!(code(Evaluator::new(&game, misere.clone()).moves(&at).map(|_| ())), Code::Misere);
    assert_eq!(code(Evaluator::new(&game, misere.clone()).wins(&at).map(|_| ())), Code::Misere);
    assert_eq!(code(Evaluator::new(&game, misere).table(&[3, 4]).map(|_| ())), Code::Misere);
    assert!(Evaluator::tables_of_both(&game, &Options::default(), &[3, 4]).expect("an answer").is_none());
    assert_eq!(code(Timer::new(&game, &Options::default()).map(|_| ())), Code::Compound);
    for property in [Property::SgDecreasing, Property::Tame] {
        assert_eq!(code(classify(&game, &[3, 3], &[property], &Limits::default()).map(|_| ())), Code::Compound);
        assert_eq!(code(classify_plain(&game, &[3, 3], &[property], &Limits::default()).map(|_| ())), Code::Compound);
    }
    let mut played = Match::begin(Evaluator::new(&game, Options::default()), &at);
    assert_eq!(code(Opponent::new(Level::Perfect, 1).choose(&mut played).map(|_| ())), Code::Compound);
    let mut session = Session::new();
    for inside in [
        "nim[1] + blocked(1; nim[1])",
        "pass(blocked(1; nim[1]))",
        "blocked(1; blocked(1; nim[1]))",
        "blocked(1; kayles)",
    ] {
        assert_eq!(code(session.game(inside, None).map(|_| ())), Code::Compound, "{inside}");
    }
    session.load("g.game", "game g(v) { move 1 - v if v < 2\n move 0 if v = 2 }").expect("rules");
    let round = session.game("blocked(1; g)", None).expect("a game").rules;
    assert_eq!(code(Loopy::new(&round, &Options::default()).value(&[2.into()]).map(|_| ())), Code::Circle);
    // The sum of the whole is one component: what is forbidden is counted over all options.
    assert_eq!(grundy::rules::components::components(&game).len(), 1);
}
