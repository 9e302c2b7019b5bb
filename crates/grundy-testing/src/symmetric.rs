//! Random games whose coordinates, or blocks of them, may be exchanged, for the search that looks at one position of each orbit.
//!
//! In: a tape. Out: a game with bounds: families for all orders of two to four coordinates, splits among them, compounds, and in some games one order
//! left out, so that the game only looks symmetric.

use crate::Boxed;
use crate::tape::Tape;

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// A game with rules of its own, or a compound of it. Every play ends: each move lowers the sum of the coordinates, and each part of a split is less.
pub fn symmetric(t: &mut Tape) -> Boxed {
    let n = [2, 3, 2, 4][t.below(4)];
    let splits = t.once_in(5);
    let mut text = format!("game g({}) {{\n", NAMES[..n].join(", "));
    if t.once_in(4) {
        let require = require(t);
        orders(n).iter().for_each(|order| text += &format!("    require {}\n", named(&require, order)));
    }
    for k in 0..1 + t.below(3) {
        let (entries, rest) = if splits && k == 0 { split(t) } else { family(t) };
        // The places of the first two entries are moved to all places; the other coordinates stay.
        let mut written: Vec<String> = vec![];
        for order in orders(n) {
            let tuple = |entries: &[String; 2]| {
                let mut tuple: Vec<String> = NAMES[..n].iter().map(|c| (*c).to_string()).collect();
                (tuple[order[0]], tuple[order[1]]) = (named(&entries[0], &order), named(&entries[1], &order));
                format!("({})", tuple.join(", "))
            };
            let parts: Vec<String> = entries.iter().map(tuple).collect();
            let word = if parts.len() > 1 { "split" } else { "move" };
            let family = format!("    {word} {} {}\n", parts.join(", "), named(&rest, &order));
            if !written.contains(&family) {
                written.push(family);
            }
        }
        if t.once_in(6) && written.len() > 1 {
            written.pop();
        }
        text += &written.concat();
    }
    text += "}\n";
    let most = [0, 0, 20, 9, 6][n];
    let mut hi: Vec<u64> = (0..n).map(|_| most - t.below(3) as u64).collect();
    let asked = match (n, splits, t.below(4)) {
        (_, false, 1) => {
            hi.push(1);
            "pass(g)"
        }
        (2, false, 2) => {
            hi = vec![5 - t.below(2) as u64, 5, 6, 5, 1];
            "near(g, g)"
        }
        (2, false, 3) => {
            hi = vec![6, 6 - t.below(2) as u64, 5, 5];
            "at_most(2; g, g)"
        }
        _ => "g",
    };
    Boxed { text, asked: asked.into(), hi }
}

/// All orders of the first numbers.
fn orders(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for _ in 0..n {
        let longer = |order: &Vec<usize>| {
            let left: Vec<usize> = (0..n).filter(|k| !order.contains(k)).collect();
            left.into_iter().map(|k| [&order[..], &[k]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// `A` and `B` for the first two coordinates of an order.
fn named(text: &str, order: &[usize]) -> String {
    text.replace('A', NAMES[order[0]]).replace('B', NAMES[order[1]])
}

fn require(t: &mut Tape) -> String {
    let k = t.below(4);
    match t.below(3) {
        0 => format!("A + B != {k}"),
        1 => format!("A xor B != {}", k + 1),
        _ => format!("not (A = B and A < {k})"),
    }
}

/// The entries of the first two coordinates, and what follows the tuple.
fn family(t: &mut Tape) -> (Vec<[String; 2]>, String) {
    let k = 1 + t.below(3);
    let of = |a: &str, b: &str, rest: &str| (vec![[a.to_string(), b.to_string()]], rest.to_string());
    match t.below(8) {
        0 => of(&format!("A - {k}"), "B", ""),
        1 => of("A - 1", &format!("B - {k}"), ""),
        2 => of("A - i", "B", &format!("for i in 1..A if (A + B + i) mod {} != 0", k + 1)),
        3 => of("A - i", "B - i", &format!("for i in 1..min(A, {k})")),
        4 => of(&format!("A - {}", k + 1), "B + 1", "if B < A"),
        5 => of("B", &format!("A - {k}"), ""),
        6 => of("A - i", &format!("max(0, B - {k})"), "for i in 1..A if B > 0"),
        _ => of(&format!("A div {}", k + 1), "B", "if A > B"),
    }
}

fn split(t: &mut Tape) -> (Vec<[String; 2]>, String) {
    let parts = match t.below(3) {
        0 => [["A - i", "B"], ["i - 1", "B"]],
        1 => [["A - i", "B"], ["i - 1", "0"]],
        _ => [["i - 1", "B"], ["B", "A - i"]],
    };
    (parts.map(|part| part.map(str::to_string)).to_vec(), "for i in 1..A".into())
}
