//! Random games of rays, with boxes of unequal sides that are larger than the textbook recursion could bear.

use crate::Boxed;
use crate::tape::Tape;

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// A game with rules of its own, or one with passes, or a sum.
pub fn rays(t: &mut Tape) -> Boxed {
    let n = [2, 3, 1, 2, 3, 4][t.below(6)];
    let names = &NAMES[..n];
    let mut text = format!("game g({}) {{\n", names.join(", "));
    for _ in 0..[0, 1, 0, 2][t.below(4)] {
        text += &format!("    require {}\n", require(t, names));
    }
    // Half of the games have unguarded rays only, which have kernels of their own.
    let pure = t.once_in(2);
    for k in 0..1 + t.below(4) {
        let family = match t.below(if pure { 1 } else { 6 }) {
            0..=2 => ray(t, names, pure, k),
            3 => step(t, names),
            _ => with_shadow(t, names),
        };
        text += &format!("    move {family}\n");
    }
    text += "}\n";
    let mut hi = bounds(t, n);
    let asked = match t.below(6) {
        3 => {
            hi.push([1, 1, 2, 0][t.below(4)]);
            "pass(g)"
        }
        4 => {
            hi.push(2 + t.below(2) as u64);
            "pass(g, 2)"
        }
        5 if n <= 2 => {
            hi = [&hi[..], &[4]].concat().iter().map(|h| *h.min(&20)).collect();
            "g + subtraction[{1, 3}]"
        }
        _ => "g",
    };
    Boxed { text, asked: asked.into(), hi }
}

fn bounds(t: &mut Tape, n: usize) -> Vec<u64> {
    let most: u64 = match n {
        1 => 400,
        2 => 60,
        3 => 15,
        _ => 7,
    };
    let mut hi: Vec<u64> = (0..n).map(|_| most - (t.below(most as usize + 1) as u64)).collect();
    // One side is long, so that values exceed a byte.
    if n == 2 && t.once_in(4) {
        let at = t.below(2);
        hi[at] = 300;
        hi[1 - at] = hi[1 - at].min(20);
    }
    hi
}

fn require(t: &mut Tape, names: &[&str]) -> String {
    let (u, v, k) = (t.of(names), t.of(names), t.below(5));
    match t.below(6) {
        0 => format!("(if {u} = 0 then 1 else 0) + (if {v} = 0 then 1 else 0) <= 1"),
        1 => format!("{u} <= {v} div 2 + {k}"),
        2 => format!("{u} + {v} != {k}"),
        3 => format!("not ({u} = {v} < {k})"),
        4 => format!("{u} xor {v} != {}", k + 1),
        _ => format!("({u} + {v}) mod 5 != {k}"),
    }
}

/// The position with entries replaced.
fn target(names: &[&str], entry: impl Fn(usize) -> String) -> String {
    let entries: Vec<String> = (0..names.len()).map(entry).collect();
    if entries.len() == 1 { entries[0].clone() } else { format!("({})", entries.join(", ")) }
}

fn ray(t: &mut Tape, names: &[&str], pure: bool, k: usize) -> String {
    // Among pure rays, those along the axes come first, since the kernels for planes need the rays along both axes.
    let used: Vec<usize> = match pure && k < names.len() && !t.once_in(5) {
        true => vec![k],
        false => t.some(names.len()).iter().map(|i| *i as usize - 1).collect(),
    };
    // Two fifths of the rays take multiples of the amount from some coordinates.
    let factors: Vec<usize> = match t.below(5) {
        0 | 1 => used.iter().map(|_| [1, 2, 1, 3, 2][t.below(5)]).collect(),
        _ => vec![1; used.len()],
    };
    let less = |at: usize| match factors[at] {
        1 => format!("{} - i", names[used[at]]),
        k => format!("{} - {k}*i", names[used[at]]),
    };
    let (end, enough) = range(t, &used.iter().map(|i| names[*i]).collect::<Vec<_>>(), &factors);
    let to = target(names, |i| used.iter().position(|own| *own == i).map_or_else(|| names[i].into(), less));
    let after = less(0);
    let (own, other, m) = (names[used[0]], t.of(names), t.below(3));
    let guard = match if pure { 0 } else { t.below(14) } {
        0..=3 => String::new(),
        4 => format!(" if {other} mod 3 != {m}"),
        5 => format!(" if {after} != {m}"),
        6 => format!(" if {after} > {other}"),
        7 => format!(" if {own} > {m} and ({after}) mod 2 = 0"),
        8 => format!(" if not ({other} = {m} and {own} > {} and {after} < {})", m + 2, m + 3),
        9 => format!(" if {own} mod 2 = 0 or {after} > {other} or {own} = {other} + 2"),
        10 => format!(" if {own} mod 3 = {m} iff {after} < {other}"),
        11 => format!(
            " if (if {own} > 4 then ({after}) mod 2 = 0 else {after} != {other}) and ({after} > 0 or {own} < 5)"
        ),
        12 => format!(" if ({after}) mod 3 != {m} or {own} > {other} and {after} > 1"),
        _ => format!(" if i != {}", m + 1),
    };
    let end = if !pure && t.once_in(8) { format!("{own} - 1") } else { end };
    let guard = match (enough.as_str(), guard.strip_prefix(" if ")) {
        ("", _) => guard,
        (_, None) => format!(" if {enough}"),
        (_, Some(also)) => format!(" if {enough} and ({also})"),
    };
    format!("{to} for i in 1..{end}{guard}")
}

/// The end of a range of amounts that may use up their coordinates, as people write it: with the least quotient, or with a condition, or
/// at one coordinate, so that some amounts have no target.
fn range(t: &mut Tape, ends: &[&str], factors: &[usize]) -> (String, String) {
    let of = |(end, k): (&&str, &usize)| if *k == 1 { (*end).to_string() } else { format!("{end} div {k}") };
    let all: Vec<String> = ends.iter().zip(factors).map(of).collect();
    let least = if let [only] = &all[..] { only.clone() } else { format!("min({})", all.join(", ")) };
    if factors.iter().all(|k| *k == 1) {
        return (least, String::new());
    }
    match t.below(4) {
        0 => {
            let enough: Vec<String> = ends.iter().zip(factors).map(|(end, k)| format!("{k}*i <= {end}")).collect();
            (ends[0].into(), enough.join(" and "))
        }
        1 => (t.of(ends).into(), String::new()),
        _ => (least, String::new()),
    }
}

fn step(t: &mut Tape, names: &[&str]) -> String {
    let at = t.below(names.len());
    let (down, other) = (1 + t.below(2), t.below(names.len()));
    let aside = [0, -1, 0, 1][t.below(4)];
    let to = target(names, |i| match i {
        _ if i == at => format!("{} - {down}", names[i]),
        _ if i == other && aside != 0 => format!("{} + {aside}", names[i]),
        _ => names[i].into(),
    });
    let low = if aside > 0 { format!(" and {} < 9", names[other]) } else { String::new() };
    match t.below(3) {
        0 if low.is_empty() => to,
        0 | 1 => format!("{to} if {} mod 2 = {}{low}", t.of(names), t.below(2)),
        _ => format!("{to} if {} > {}{low}", t.of(names), t.below(4)),
    }
}

/// As in chocolate games: one coordinate is lowered, and another may be cut down with it.
fn with_shadow(t: &mut Tape, names: &[&str]) -> String {
    let at = t.below(names.len());
    let other = t.below(names.len());
    let third = t.of(names);
    let third = if third == names[at] { "i" } else { third };
    let bound = match t.below(4) {
        0 => "i div 2".to_string(),
        1 => format!("(i + {third}) div 2"),
        2 => format!("i - {}", t.below(3)),
        _ => format!("i + {}", t.below(2)),
    };
    let to = target(names, |i| match i {
        _ if i == at => "i".into(),
        _ if i == other => format!("min({}, {bound})", names[i]),
        _ => names[i].into(),
    });
    let guard = if t.once_in(3) { format!(" if i mod 3 != {}", t.below(3)) } else { String::new() };
    format!("{to} for i in 0..{} - 1{guard}", names[at])
}
