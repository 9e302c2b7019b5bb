//! Games in which play may go on for ever: the theory of Smith against plain outcomes, and games whose values are known.

use grundy::rules::{Line, LineEntry};
use grundy::theory::loopy::{Loopy, LoopyOutcome, LoopyValue, is_round};
use grundy::theory::periods::{Verdict, period};
use grundy::{Evaluator, IBig, Options, Session};
use proptest::prelude::*;

type Graph = Vec<Vec<usize>>;

fn rules(text: &str, game: &str) -> std::sync::Arc<grundy::Ruleset> {
    let mut session = Session::new();
    session.load("loopy.game", text).expect("rules");
    session.game(game, None).expect("a game").rules
}

fn at(position: &[u64]) -> Vec<IBig> {
    position.iter().map(|x| IBig::from(*x)).collect()
}

fn shown(text: &str, game: &str, position: &[u64]) -> String {
    Loopy::new(&rules(text, game), &Options::default()).value(&at(position)).expect("a value").to_string()
}

/// A token on a graph whose vertices are numbered from 0, as a game.
fn game(name: &str, graph: &Graph) -> String {
    let edge = |(from, list): (usize, &Vec<usize>)| {
        list.iter().filter(|to| **to != from).map(|to| format!("move {to} if v = {from}\n")).collect::<String>()
    };
    let moves: String = graph.iter().enumerate().map(edge).collect();
    format!("game {name}(v) {{ require v < {}\n{moves}}}\n", graph.len())
}

/// Who wins: no position is decided at first; then those from which all moves lose, or one wins, until nothing changes.
fn outcomes(graph: &Graph) -> Vec<LoopyOutcome> {
    let mut known = vec![None; graph.len()];
    loop {
        let before = known.clone();
        for (v, options) in graph.iter().enumerate().filter(|(v, _)| before[*v].is_none()) {
            if options.iter().any(|to| before[*to] == Some(LoopyOutcome::P)) {
                known[v] = Some(LoopyOutcome::N);
            } else if options.iter().all(|to| before[*to] == Some(LoopyOutcome::N)) {
                known[v] = Some(LoopyOutcome::P);
            }
        }
        if known == before {
            return known.into_iter().map(|known| known.unwrap_or(LoopyOutcome::D)).collect();
        }
    }
}

/// Two tokens, one of which is moved; the pair (a, b) is the vertex a * |B| + b.
fn product(a: &Graph, b: &Graph) -> Graph {
    let pair = |x: usize, y: usize| x * b.len() + y;
    let options =
        |x: usize, y: usize| a[x].iter().map(|to| pair(*to, y)).chain(b[y].iter().map(|to| pair(x, *to))).collect();
    (0..a.len()).flat_map(|x| (0..b.len()).map(move |y| (x, y))).map(|(x, y)| options(x, y)).collect()
}

/// Graphs without loops of one vertex.
fn graph(most: usize) -> impl Strategy<Value = Graph> {
    (1..most).prop_flat_map(|n| {
        let list = prop::collection::btree_set(0..n, 0..4).prop_map(|set| set.into_iter().collect::<Vec<usize>>());
        prop::collection::vec(list, n).prop_map(|lists| {
            lists.into_iter().enumerate().map(|(v, list)| list.into_iter().filter(|to| *to != v).collect()).collect()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// The value of a sum by its components, by the graph of all pairs, and its outcome by the plain computation.
    #[test]
    fn sums_have_the_values_of_their_products(a in graph(6), b in graph(6)) {
        let rules = rules(&(game("a", &a) + &game("b", &b)), "a + b");
        let mut by_parts = Loopy::new(&rules, &Options::default());
        let mut as_one = Loopy::new(&rules, &Options { plain: true, ..Options::default() });
        let mut table = Loopy::new(&rules, &Options::default());
        table.reach(&[a.len() as u64 - 1, b.len() as u64 - 1]).expect("a graph of the box");
        let plain = outcomes(&product(&a, &b));
        for (x, y) in (0..a.len()).flat_map(|x| (0..b.len()).map(move |y| (x, y))) {
            let position = at(&[x as u64, y as u64]);
            let value = by_parts.value(&position).expect("a value");
            prop_assert_eq!(&as_one.value(&position).expect("a value"), &value, "{:?} {:?} at {}, {}", a, b, x, y);
            prop_assert_eq!(&table.value(&position).expect("a value"), &value, "{:?} {:?} at {}, {}", a, b, x, y);
            prop_assert_eq!(value.outcome(), plain[x * b.len() + y], "{:?} {:?} at {}, {}", a, b, x, y);
        }
    }

    /// What moves say: a position is won by a move to P, lost if all lead to N, and drawn if a move keeps the draw.
    #[test]
    fn moves_lead_to_what_they_say(a in graph(9)) {
        let mut loopy = Loopy::new(&rules(&game("a", &a), "a"), &Options::default());
        let plain = outcomes(&a);
        for (v, options) in a.iter().enumerate() {
            let moves = loopy.moves(&at(&[v as u64])).expect("the options");
            let mut to: Vec<usize> = moves.iter().map(|choice| usize::try_from(&choice.to[0][0][0]).expect("small")).collect();
            for (choice, to) in moves.iter().zip(&to) {
                prop_assert_eq!(choice.wins(), plain[*to] == LoopyOutcome::P);
                prop_assert_eq!(choice.draws(), plain[*to] == LoopyOutcome::D);
            }
            to.sort_unstable();
            prop_assert_eq!(&to, options);
        }
    }

    /// Rules whose play ends have their usual values; an answer does not depend on what was asked before.
    #[test]
    fn earlier_questions_change_nothing(a in graph(8), first in 0..8usize) {
        let rules = rules(&game("a", &a), "a");
        let mut asked = Loopy::new(&rules, &Options::default());
        asked.value(&at(&[(first % a.len()) as u64])).expect("a value");
        for v in 0..a.len() as u64 {
            let value = asked.value(&at(&[v])).expect("a value");
            prop_assert_eq!(&Loopy::new(&rules, &Options::default()).value(&at(&[v])).expect("a value"), &value);
            match Evaluator::new(&rules, Options::default()).value(&at(&[v])) {
                Ok(answer) => prop_assert_eq!(&value, &LoopyValue::Number(answer.value)),
                Err(error) => prop_assert!(is_round(&error, &Options::default()), "{}", error.message),
            }
        }
    }
}

/// Poker Nim (Winning Ways, chapter 3): chips of a bag may be added to a pile. Such a move is answered by taking them, and they do not return, so a pile is worth what
/// it is in Nim.
#[test]
fn poker_nim_is_nim() {
    const POKER: &str = "game poker(n, bag) { require n + bag <= 6
        move (n - i, bag) for i in 1..n; move (n + i, bag - i) for i in 1..bag }";
    for (n, bag) in (0..=6).flat_map(|n| (0..=6 - n).map(move |bag| (n, bag))) {
        assert_eq!(shown(POKER, "poker", &[n, bag]), n.to_string(), "{n} and {bag}");
    }
    assert_eq!(shown(POKER, "poker + poker", &[5, 1, 3, 2]), "6");
}

/// If the chips return to a bag that both players share, whoever would lose the empty pile adds one for ever.
#[test]
fn a_bag_that_is_filled_again_draws() {
    const SHARED: &str = "game shared(n, bag) { require n + bag <= 6
        move (n - i, bag + i) for i in 1..n; move (n + i, bag - i) for i in 1..bag }";
    assert_eq!(shown(SHARED, "shared", &[0, 0]), "0");
    for (n, bag) in [(0, 1), (1, 0), (0, 6), (2, 3)] {
        assert_eq!(shown(SHARED, "shared", &[n, bag]), "inf({})", "{n} and {bag}");
    }
}

/// A move that may be undone at once: whoever would lose undoes it.
#[test]
fn who_may_undo_a_move_need_not_lose() {
    const UNDO: &str = "game undo(n, can) { require n <= 4 and can <= 1; move (n - 1, 1); move (n + 1, 0) if can = 1 }";
    assert_eq!(shown(UNDO, "undo", &[0, 0]), "0");
    for (n, can) in [(0, 1), (1, 0), (1, 1), (3, 0)] {
        assert_eq!(shown(UNDO, "undo", &[n, can]), "inf({})", "{n} and {can}");
    }
}

/// Small graphs with circles; the values follow from the definition in a few steps.
#[test]
fn small_graphs() {
    let values = |graph: &str, most: u64| (1..=most).map(|v| shown("", graph, &[v])).collect::<Vec<String>>();
    // 3 can end the play at 1, so a player who has to go from 2 to 3 loses.
    assert_eq!(values("graph[{[2, 3], [3, 2], [3, 1], [4, 1], [4, 2], [5, 2]}]", 5), ["0", "0", "1", "1", "1"]);
    // From 2 and from 3 one can end the play, or go to the other; so 4, which leads to 2 alone, is lost. Nobody leaves 5 and 6, and 7 leads to 1 or to 5.
    assert_eq!(
        values("graph[{[2, 1], [2, 3], [3, 1], [3, 2], [4, 2], [5, 6], [6, 5], [7, 1], [7, 5]}]", 7),
        ["0", "inf({0})", "inf({0})", "0", "inf({})", "inf({})", "inf({0})"]
    );
    // 2 and 3 are heaps of 1 and 2; the way to 5 makes 4 and 7 worth no heap.
    assert_eq!(
        values("graph[{[2, 1], [3, 1], [3, 2], [4, 2], [4, 5], [5, 6], [6, 5], [7, 1], [7, 2], [7, 3], [7, 5]}]", 7),
        ["0", "1", "2", "inf({1})", "inf({})", "inf({})", "inf({0, 1, 2})"]
    );
}

const RING: &str = "game ring(v) { require v <= 6; move v - 1; move v + 1 if v >= 3 }";

/// Components whose play ends have their values from the row of engines.
#[test]
fn a_great_pile_is_no_hindrance() {
    let great = 10u64.pow(15);
    for (game, position) in [("ring + nim[1]", [3, great]), ("nim[1] + ring", [great, 3])] {
        assert_eq!(shown(RING, game, &position), format!("inf({{{great}}})"), "{game}");
        assert_eq!(shown(RING, game, &position.map(|x| if x == 3 { 1 } else { x })), (great + 1).to_string(), "{game}");
    }
    assert_eq!(shown(RING, "ring + nim[1] + ring", &[3, great, 4]), "inf({})");
}

/// What cannot be reached from a position does not matter.
#[test]
fn circles_elsewhere_leave_the_usual_value() {
    let rules = rules(RING, "ring");
    let mut evaluator = Evaluator::new(&rules, Options::default());
    for round in [true, false] {
        assert_eq!(evaluator.value(&at(&[2])).map(|answer| answer.value), Ok(0.into()));
        let error = evaluator.value(&at(&[3])).expect_err("it goes round");
        assert!(is_round(&error, &Options::default()), "{round}");
    }
}

/// Where positions grow without end there is no finite graph, and that is said at once.
#[test]
fn growth_is_refused() {
    let rules = rules("game g(n) { move n + 1; move n - 1 }", "g");
    let error = Loopy::new(&rules, &Options::default()).value(&at(&[3])).expect_err("it grows");
    assert!(error.message.contains("play never ends"), "{}", error.message);
}

/// A move that changes nothing leads to the position itself: no table, no proof and no list of positions takes it for a move to a cell that is filled.
#[test]
fn a_move_that_changes_nothing_is_a_circle() {
    let games = [
        "game g(n) { move n - s for s in 0..2 if n + s >= 3 }",
        "game g(n) { move n - 1; move n - 3; move n if n = 7 }",
        "game g(n) { move n - 1; split a, n - a for a in 0..n if n = 6 }",
        "game g(a, b) { move (a - i, b) for i in 1..a; move (a, b - i) for i in 0..b if a = 2 }",
        "game g(a, b) { move (a, b - 1); move (a - 1, b); move (a, b) if a = 1 and b = 3 }",
        "game g(a, b) { move (a, b - i) for i in 1..b; move (a - i, b) for i in 0..a if b = 3 or i > 0 }",
    ];
    for text in games {
        let rules = rules(text, "g");
        let hi = vec![9; rules.width()];
        for plain in [false, true] {
            let options = Options { plain, ..Options::default() };
            let Err(error) = Evaluator::new(&rules, options).table(&hi) else { panic!("it goes round: {text}") };
            assert!(is_round(&error, &Options::default()), "{text}: {}", error.message);
        }
        let mut line = vec![LineEntry::Fixed(3); hi.len()];
        line[hi.len() - 1] = LineEntry::Runs(0);
        if hi.len() == 1 || text.contains("i in 0..a") {
            let found = period(&rules, &Line { entries: line }, &Options::default(), &mut |_| false);
            assert!(!matches!(found, Ok(Verdict::Proved(_))), "{text}");
        }
        // The positions from which play ends have their values; the others are worth infinity, as the graph of all positions says.
        let mut loopy = Loopy::new(&rules, &Options::default());
        let mut alone = Loopy::new(&rules, &Options { plain: true, ..Options::default() });
        loopy.reach(&hi).expect("a graph");
        for n in 0..=9 {
            let position = at(&vec![n; hi.len()]);
            assert_eq!(loopy.value(&position), alone.value(&position), "{text}: {n}");
        }
    }
}

/// Wind-Up (A. Davies, Games-at-Dal 2023): steps round a circle of n places, which end at 0. The values by another way, that of the program `cgt`: each place
/// takes the least value that none of its options has, until nothing changes; `None` if that comes back to earlier values.
fn wound_up(first: &[u64], n: usize, steps: &[usize]) -> Option<Vec<u64>> {
    let mut values: Vec<u64> = (0..n).map(|x| first[x % first.len()]).collect();
    let mut seen = vec![];
    while !seen.contains(&values) {
        seen.push(values.clone());
        let mex = |x: usize| (0..).find(|v| steps.iter().all(|s| values[(x + n - s) % n] != *v)).expect("a number");
        values = (0..n).map(|x| if x == 0 { 0 } else { mex(x) }).collect();
    }
    (seen.last() == Some(&values)).then_some(values)
}

/// The values of Wind-Up by the theory of Smith.
fn wind_up(n: usize, steps: &[usize]) -> Vec<LoopyValue> {
    let text = "game wind_up[n, S](x) { require x < n; move (x - s) mod n for s in S if x > 0 }";
    let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
    let rules = rules(text, &format!("wind_up[{n}, {{{}}}]", steps.join(", ")));
    let mut loopy = Loopy::new(&rules, &Options::default());
    (0..n as u64).map(|x| loopy.value(&at(&[x])).expect("a value")).collect()
}

/// The two games of that program's own tests, and what it only guesses: where all values are numbers, they are where each place has its mex.
#[test]
fn wind_up_is_as_in_another_program() {
    let numbers = |values: &[u64]| values.iter().map(|v| LoopyValue::Number((*v).into())).collect::<Vec<_>>();
    let first = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2];
    let known = wound_up(&first, 40, &[6, 7]).expect("values");
    assert_eq!(wound_up(&[1], 40, &[6, 7]).as_ref(), Some(&known));
    assert_eq!(wind_up(40, &[6, 7]), numbers(&known));
    // From different beginnings, its values of 3 and {1, 2} differ; in truth both places beside 0 have infinity.
    assert_ne!(wound_up(&[0], 3, &[1, 2]), wound_up(&[0, 1, 2], 3, &[1, 2]));
    let beside = LoopyValue::Infinite(vec![IBig::ZERO]);
    assert_eq!(wind_up(3, &[1, 2]), [LoopyValue::Number(IBig::ZERO), beside.clone(), beside]);
    let mut settled = 0;
    for n in 2..24usize {
        for (a, b) in (1..n).flat_map(|b| (1..b).map(move |a| (a, b))) {
            let found = wind_up(n, &[a, b]);
            let values: Option<Vec<u64>> = found
                .iter()
                .map(|value| if let LoopyValue::Number(v) = value { u64::try_from(v).ok() } else { None })
                .collect();
            if let Some(values) = values {
                assert_eq!(wound_up(&values, n, &[a, b]), Some(values), "{n}, {a}, {b}");
                settled += 1;
            }
        }
    }
    assert!(settled > 100, "{settled}");
}
