//! Compounds to which theorems may apply: the default against `plain`.
//!
//! The components are heaps, bars, exact nim, tokens on random graphs (one-move but not SG-decreasing, or neither; some edges raise
//! the vertex) and games of random rules; the compounds are sums, hypergraphs and passes, nested. One evaluator is asked for all
//! positions of a small box in a random order, so that its caches from one position are used for others.

use std::collections::BTreeMap;

use grundy::{Evaluator, IBig, Options, Play, Session};

use super::compare::boxed;
use grundy_testing::games::{definitions, ruleset, shown};
use grundy_testing::{Noise, Tape};

/// A file, an expression in it, and the greatest value of each coordinate.
struct Case {
    text: String,
    asked: String,
    hi: Vec<u64>,
}

/// A game expression, and for each coordinate its greatest value if it is a counter.
#[derive(Clone)]
struct Term {
    text: String,
    coords: Vec<Option<u64>>,
}

/// How often each way of finding values gave one.
pub(crate) type Counts = BTreeMap<&'static str, usize>;

/// The first difference between the default and `plain`, as a sentence with the rules; how the default found its values.
pub(crate) fn compare(t: &mut Tape) -> Result<Counts, String> {
    let case = case(t);
    let mut order = boxed(&case.hi);
    shuffle(t, &mut order);
    let mut session = Session::new();
    let mut counts = Counts::new();
    let said = |e: &grundy::Diagnostic| format!("{}asked for: {}\n{}", case.text, case.asked, e.message);
    session.load("random.game", &case.text).map_err(|e| said(&e))?;
    let game = session.game(&case.asked, None).map_err(|e| said(&e))?;
    for play in Play::BOTH {
        let options = |plain| Options { play, plain, ..Options::default() };
        let values = Evaluator::new(&game.rules, options(true)).table(&case.hi).map_err(|e| said(&e))?;
        let mut plain = Evaluator::new(&game.rules, options(true));
        let mut default = Evaluator::new(&game.rules, options(false));
        let wrong = |at: &[u64], what: String| {
            format!("{}asked for: {}\n{} play at {at:?}: {what}", case.text, case.asked, play.name())
        };
        for (nth, at) in order.iter().enumerate() {
            let Some(value) = values.get(at) else { continue };
            let position: Vec<IBig> = at.iter().map(|x| IBig::from(*x)).collect();
            let found = default.value(&position).map_err(|e| said(&e))?;
            *counts.entry(found.by_name()).or_default() += 1;
            if found.value != value.into() {
                return Err(wrong(at, format!("{}, plain {value}", found.explain())));
            }
            if nth % 16 == 0 && default.moves(&position) != plain.moves(&position) {
                return Err(wrong(at, "the options differ".into()));
            }
        }
    }
    Ok(counts)
}

fn case(t: &mut Tape) -> Case {
    let mut text: String = definitions(t).iter().map(shown).collect();
    let (first, one) = (ruleset(t, "g", 2), ruleset(t, "h", 1));
    text += &first.text();
    text += &one.text();
    text += OWN;
    let random = [first, one].map(|r| Term { text: r.called(), coords: vec![None; r.width()] });
    let whole = compound(t, &random, 2);
    let mut hi: Vec<u64> = whole.coords.iter().map(|own| own.map_or(0, |most| most)).collect();
    // As large a box as a plain table may have here.
    let free: Vec<usize> = (0..hi.len()).filter(|c| whole.coords[*c].is_none()).collect();
    for round in 0..8 {
        for c in &free {
            hi[*c] += 1;
            if (round > 0 && t.once_in(4)) || hi.iter().map(|h| h + 1).product::<u64>() > 1200 {
                hi[*c] -= 1;
            }
        }
    }
    Case { text, asked: whole.text, hi }
}

/// Games that are SG-decreasing or one-move, or nearly so.
const OWN: &str = "
def low(z) = if z = 0 then 0 else 2^log2(z) div 2
game heap(n) { move n - i for i in 1..n }
game two_of_three(x[3]) { move x - t for t in box(x) if nonzero(t) = 2 }
game two_of_four(x[4]) { move x - t for t in box(x) if nonzero(t) = 2 }
game odd(n) {
    require n mod 2 = 1 or n = 0
    move n - i for i in 1..n
}
game late_heap(n) { move n - i for i in 1..n - 1 if n > 1 }
";

fn component(t: &mut Tape, random: &[Term], depth: usize) -> Term {
    let term = |text: &str, width: usize| Term { text: text.into(), coords: vec![None; width] };
    match t.below(if depth > 0 { 14 } else { 12 }) {
        0 => term("heap", 1),
        1 => term("nim[1]", 1),
        2 => term("bar[z -> z div 2]", 2),
        3 => term(t.of(&["bar[low]", "bar[z -> z div 3]", "bar[z -> (z + 1) div 2]"]), 2),
        4 => term("two_of_three", 3),
        5 => term(t.of(&["odd", "late_heap", "two_of_four"]), 1).widen(),
        6 | 7 => graph(t, true),
        8 | 9 => graph(t, false),
        10 => random[1].clone(),
        11 => random[0].clone(),
        _ => compound(t, random, depth - 1),
    }
}

impl Term {
    /// Four piles have four coordinates.
    fn widen(mut self) -> Term {
        if self.text == "two_of_four" {
            self.coords = vec![None; 4];
        }
        self
    }
}

/// A token on vertices 0..n; some edges lead to a greater number. With `to_end`, every vertex that has an edge has one to a terminal
/// vertex, so that the game is one-move.
fn graph(t: &mut Tape, to_end: bool) -> Term {
    let n = 4 + t.below(3);
    let mut name: Vec<usize> = (0..n).collect();
    if t.once_in(2) {
        name.swap(0, n - 1);
        name.swap(1, n - 2);
    }
    let mut edges = vec![];
    for from in 1..n {
        let mut to: Vec<usize> = t.some(from).into_iter().map(|i| i as usize - 1).collect();
        if to_end && !to.contains(&0) {
            to.push(0);
        }
        edges.extend(to.into_iter().map(|to| format!("[{}, {}]", name[from], name[to])));
    }
    Term { text: format!("graph[{{{}}}]", edges.join(", ")), coords: vec![None] }
}

fn compound(t: &mut Tape, random: &[Term], depth: usize) -> Term {
    let kind = t.below(10);
    let n = if kind < 2 { 1 } else { 1 + t.below(3) };
    let mut parts: Vec<Term> = vec![];
    for _ in 0..n.max(if kind < 2 { 1 } else { 2 }) {
        parts.push(component(t, random, depth));
    }
    while parts.iter().map(|p| p.coords.len()).sum::<usize>() > 6 && parts.len() > 1 {
        parts.pop();
    }
    let n = parts.len();
    let texts: Vec<String> = parts.iter().map(|p| p.text.clone()).collect();
    let list = texts.join(", ");
    let mut coords: Vec<Option<u64>> = parts.iter().flat_map(|p| p.coords.clone()).collect();
    let k = 1 + t.below(n);
    let edges: Vec<String> = (0..1 + t.below(3))
        .map(|_| format!("{{{}}}", t.some(n).iter().map(i64::to_string).collect::<Vec<_>>().join(", ")))
        .collect();
    let sum = texts.iter().map(|text| format!("({text})")).collect::<Vec<_>>().join(" + ");
    let hyper = format!("hyper({{{}}}; {list})", edges.join(", "));
    let passes = 1 + t.below(3) as u64;
    let text = match kind {
        0..=3 => {
            coords.push(Some(passes));
            format!("pass({sum}, {passes})")
        }
        4 => {
            coords.push(Some(passes));
            format!("pass({hyper}, {passes})")
        }
        5 => hyper,
        6 => format!("at_most({k}; {list})"),
        7 => format!("exactly({k}; {list})"),
        8 => format!("{}({list})", t.of(&["selective", "conjunctive"])),
        _ => sum,
    };
    Term { text, coords }
}

/// Puts the positions in another order.
fn shuffle(t: &mut Tape, order: &mut [Vec<u64>]) {
    let mut noise = Noise(1 + t.below(256) as u64);
    for i in (1..order.len()).rev() {
        order.swap(i, noise.below(i + 1));
    }
}
