//! Random games of steps and of boxes, to compare the tables for these shapes with the plain table over whole boxes.

use crate::Boxed;
use crate::tape::Tape;

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

fn game(names: &[&str], clauses: &[String]) -> String {
    format!("game g({}) {{\n{}}}\n", names.join(", "), clauses.concat())
}

fn target(names: &[&str], entry: impl Fn(usize) -> String) -> String {
    let entries: Vec<String> = (0..names.len()).map(entry).collect();
    format!("({})", entries.join(", "))
}

/// Moves that take constants. Often the file has all permutations of a move, so that coordinates may be exchanged.
pub fn steps(t: &mut Tape) -> Boxed {
    let n = [2, 3, 2, 4][t.below(4)];
    let names = &NAMES[..n];
    let mut clauses = vec![];
    let symmetric = t.once_in(2);
    for k in 0..2 + t.below(4) {
        let far = |t: &mut Tape| [0, 1, 1, 2, 0, 5, 64, 70][t.below(if n == 2 { 8 } else { 5 })];
        let mut taken: Vec<i64> = (0..n).map(|_| far(t)).collect();
        if k == 0 || taken.iter().all(|x| *x == 0) {
            taken = (0..n).map(|i| i64::from(i == 0)).collect();
        }
        let mut all = vec![taken.clone()];
        if symmetric {
            all = (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).fold(all, |mut all, (i, j)| {
                for mut p in all.clone() {
                    p.swap(i, j);
                    if !all.contains(&p) {
                        all.push(p);
                    }
                }
                all
            });
        }
        let one =
            |taken: &Vec<i64>| format!("    move {}\n", target(names, |i| format!("{} - {}", names[i], taken[i])));
        clauses.extend(all.iter().map(one));
    }
    let most = [150, 30, 9][n - 2];
    let mut hi: Vec<u64> = (0..n).map(|_| most - t.below(most as usize / 3) as u64).collect();
    if symmetric && t.once_in(2) {
        hi = vec![hi[0]; n];
    }
    Boxed { text: game(names, &clauses), asked: "g".into(), hi }
}

/// Moves that take any amounts from sets of coordinates, with positions that do not exist. Often the file has all images of a set under the
/// permutations of some coordinates.
pub fn boxes(t: &mut Tape) -> Boxed {
    let n = [2, 3, 3, 4][t.below(4)];
    let names = &NAMES[..n];
    let mut clauses = vec![];
    // The coordinates from here on may be exchanged.
    let first = if t.once_in(2) { t.below(n - 1) } else { n };
    if t.once_in(3) {
        let sum = if first < n { names.join(" + ") } else { format!("{} + {}", t.of(names), t.of(names)) };
        clauses.push(format!("    require {sum} != {}\n", t.below(6)));
    }
    for _ in 0..1 + t.below(5) {
        let used: Vec<usize> = t.some(n).into_iter().map(|i| i as usize - 1).collect();
        let fixed = |set: &[usize]| set.iter().copied().filter(|i| *i < first).collect::<Vec<usize>>();
        let sets = (0..1usize << n).map(|mask| (0..n).filter(|i| mask >> i & 1 == 1).collect::<Vec<usize>>());
        for set in sets.filter(|set| set.len() == used.len() && fixed(set) == fixed(&used)) {
            let to =
                target(names, |i| if set.contains(&i) { format!("{0} - i{i}", names[i]) } else { names[i].into() });
            let ranges: Vec<String> = set.iter().map(|i| format!("i{i} in 1..{}", names[*i])).collect();
            clauses.push(format!("    move {to} for {}\n", ranges.join(", ")));
        }
    }
    let most = [40, 14, 6][n - 2];
    let mut hi: Vec<u64> = (0..n).map(|_| most - t.below(most as usize / 2) as u64).collect();
    if first < n && !t.once_in(3) {
        // Equal bounds, so that the table can use the symmetry.
        hi[first..].fill(most);
    }
    Boxed { text: game(names, &clauses), asked: "g".into(), hi }
}
