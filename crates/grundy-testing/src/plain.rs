//! Random games for the table by enumeration: families of forms that no other engine reads.
//!
//! In: a tape. Out: a game with bounds. Often the file has each family for all permutations of the coordinates, so that the coordinates may be
//! exchanged. The bounds are equal in half of the games. The boxes are large enough that several threads share the work.

use crate::Boxed;
use crate::tape::Tape;

const NAMES: [&str; 3] = ["a", "b", "c"];

/// A game with rules of its own, or a compound of it.
pub fn plain(t: &mut Tape) -> Boxed {
    let n = [2, 3, 1, 2, 1][t.below(5)];
    let mut text = format!("game g({}) {{\n", NAMES[..n].join(", "));
    let symmetric = !t.once_in(4);
    for _ in 0..[0, 0, 1][t.below(3)] {
        let require = require(t);
        every(n, symmetric, &require).iter().for_each(|r| text += &format!("    require {r}\n"));
    }
    for _ in 0..1 + t.below(3) {
        let family = family(t, n);
        // In some games one permutation is left out, so that the symmetry fails.
        let drop = t.below(10);
        for (k, family) in every(n, symmetric, &family).iter().enumerate() {
            if k == 0 || k != drop {
                text += &format!("    move {family}\n");
            }
        }
    }
    text += "}\n";
    let most = [0, 300, 70, 17][n];
    let own = |t: &mut Tape| most - [0, 0, 1, 7][t.below(4)] - t.below(most as usize / 4) as u64;
    let same = t.once_in(2);
    let first = own(t);
    let mut hi: Vec<u64> = (0..n).map(|k| if same || k == 0 { first } else { own(t) }).collect();
    let asked = match (n, t.below(4)) {
        (1, 0) => {
            hi = vec![first.min(70), first.min(60 + t.below(12) as u64), 1];
            "near(g, g)"
        }
        (1, 1) => {
            hi = vec![17, 17 - t.below(3) as u64, 17];
            "hyper({{1,2},{2,3},{1,3}}; g, g, g)"
        }
        (1, 2) => {
            hi = vec![first.min(70), first.min(60 + t.below(12) as u64)];
            "at_most(2; g, g)"
        }
        (2, 3) => {
            hi.iter_mut().for_each(|h| *h = (*h).min(50));
            hi.push(1);
            "pass(g)"
        }
        (2, 2) => {
            hi = vec![8, 8 - t.below(2) as u64, 8, 8 - t.below(2) as u64, 1];
            "near(g, g)"
        }
        _ => "g",
    };
    Boxed { text, asked: asked.into(), hi }
}

/// A text with `A`, `B`, `C` for coordinates, written out for all their permutations, or for one.
fn every(n: usize, symmetric: bool, text: &str) -> Vec<String> {
    let orders: &[[usize; 3]] = match n {
        1 => &[[0, 0, 0]],
        2 => &[[0, 1, 1], [1, 0, 0]],
        _ => &[[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]],
    };
    let mut all: Vec<String> = vec![];
    for order in if symmetric { orders } else { &orders[..1] } {
        let named = |text: String, (k, c): (usize, &str)| text.replace(c, NAMES[order[k]]);
        let mut text = ["A", "B", "C"].into_iter().enumerate().fold(text.to_string(), named);
        // `@x:y;` means that entry x of the target is y.
        let entries: Vec<String> = NAMES[..n]
            .iter()
            .map(|c| match text.find(&format!("@{c}:")) {
                Some(at) => text[at + 3..].split(';').next().unwrap_or(c).to_string(),
                None => (*c).to_string(),
            })
            .collect();
        if let Some(end) = text.rfind(';') {
            let tuple = if n == 1 { entries[0].clone() } else { format!("({})", entries.join(", ")) };
            text = format!("{tuple}{}", &text[end + 1..]);
        }
        if !all.contains(&text) {
            all.push(text);
        }
    }
    all
}

fn require(t: &mut Tape) -> String {
    let k = t.below(5);
    match t.below(4) {
        0 => format!("A + B != {k}"),
        1 => format!("A xor B != {}", k + 1),
        2 => format!("not (A = B < {k})"),
        _ => format!("(A + B) mod 5 != {k} or A > 3 and B > 3"),
    }
}

fn family(t: &mut Tape, n: usize) -> String {
    let k = 1 + t.below(3);
    if n == 1 {
        return match t.below(5) {
            0 => format!("@A:A - i; for i in 1..A if (A + i) mod {} != 0", k + 1),
            1 => format!("@A:A div {}; if A > 0", k + 1),
            2 => format!("@A:A - i; for i in 1..A if i != {k} and i * i <= A + {k}"),
            3 => format!("@A:A - {k};"),
            _ => format!("@A:A - i * j; for i in {k}..A, j in 1..2"),
        };
    }
    match t.below(10) {
        0 => "@A:A - i;@B:B - 2*i; for i in 1..A".into(),
        1 => "@A:A - i * B; for i in 1..A if B > 0".into(),
        2 => format!("@A:i;@B:min(B, (i + {k}) div 2); for i in 0..A - 1"),
        3 => format!("@A:A - i; for i in 1..A if i <= B + {k}"),
        4 => format!("@A:A - i; for i in 1..A if (A + B + i) mod {} != 0", k + 1),
        5 => format!("@A:A - i;@B:B - j; for i in {k}..A, j in {k}..B if i + j <= 7"),
        6 => format!("@A:A - {k};@B:B + 1; if B < A"),
        7 => format!("@A:A - i;@B:max(0, B - {k}); for i in 1..A if B > 0"),
        8 => format!("@A:A - i; for i in 1..A if not (A - i = B) and i != {k}"),
        _ => format!("@A:A div {}; if A > B", k + 1),
    }
}
