//! Sets that are closed under steps: Hackenbush on random graphs with circles, against a search of its own.

use std::collections::HashMap;

use grundy::{Evaluator, Options, Session};
use grundy_testing::Tape;
use proptest::prelude::*;

const RULES: &str = "
def hangs(x, E) = closure({0}, v -> union({E[e][2] for e in 1..len(E) if x[e] = 1 and E[e][1] = v}, {E[e][1] for e in 1..len(E) if x[e] = 1 and E[e][2] = v}))
def left(x, E) = let H = hangs(x, E): [if x[e] = 1 and E[e][1] in H then 1 else 0 for e in 1..len(E)]
game hackenbush[E](x[len(E)]) {
  require all e in 1..len(E): x[e] <= 1
  move left([if j = e then 0 else x[j] for j in 1..len(E)], E) for e in 1..len(E) if x[e] = 1
}
";

/// The edges that hang on vertex 0, as bits.
fn hanging(edges: &[(usize, usize)], bits: u32) -> u32 {
    let mut reached = vec![0];
    let mut next = 0;
    while next < reached.len() {
        for (_, (a, b)) in edges.iter().enumerate().filter(|(e, _)| bits >> e & 1 == 1) {
            for (from, to) in [(a, b), (b, a)] {
                if *from == reached[next] && !reached.contains(to) {
                    reached.push(*to);
                }
            }
        }
        next += 1;
    }
    let hangs = |e: &usize| bits >> e & 1 == 1 && reached.contains(&edges[*e].0);
    (0..edges.len()).filter(hangs).map(|e| 1 << e).sum()
}

fn value(edges: &[(usize, usize)], bits: u32, known: &mut HashMap<u32, u32>) -> u32 {
    if let Some(value) = known.get(&bits) {
        return *value;
    }
    let options: Vec<u32> = (0..edges.len())
        .filter(|e| bits >> e & 1 == 1)
        .map(|e| value(edges, hanging(edges, bits & !(1 << e)), known))
        .collect();
    let mex = (0..).find(|n| !options.contains(n)).expect("a number");
    known.insert(bits, mex);
    mex
}

proptest! {
    #![proptest_config(crate::config(12))]

    #[test]
    fn hackenbush_on_random_graphs(bytes in prop::collection::vec(any::<u8>(), 0..20)) {
        let tape = &mut Tape::new(&bytes);
        let count = 1 + tape.below(6);
        let edges: Vec<(usize, usize)> = (0..count).map(|_| (tape.below(4), tape.below(4))).collect();
        let written: Vec<String> = edges.iter().map(|(a, b)| format!("[{a},{b}]")).collect();
        let mut session = Session::new();
        session.load("h.game", RULES)?;
        let rules = session.game(&format!("hackenbush[[{}]]", written.join(",")), None)?.rules;
        let whole = hanging(&edges, (1 << count) - 1);
        let position: Vec<dashu_int::IBig> = (0..count).map(|e| (whole >> e & 1).into()).collect();
        let expected = value(&edges, whole, &mut HashMap::new());
        for plain in [false, true] {
            let found = Evaluator::new(&rules, Options { plain, ..Options::default() }).value(&position)?;
            prop_assert_eq!(found.value, expected.into(), "{:?}", edges);
        }
    }
}

#[test]
fn the_elements_are_constants() {
    let mut session = Session::new();
    session
        .load("h.game", "game g(n) { move n - k for k in closure({1}, x -> (3*x) mod 7) if k <= n }")
        .expect("a game");
    let error = session
        .load("h.game", "game g(n) { move n - k for k in closure({n}, x -> x div 2) if 1 <= k }")
        .and_then(|_| session.game("g", None));
    let message = error.expect_err("n is no constant").message;
    assert!(message.contains("constants"), "{message}");
}
