//! Random games for lines: conditions that mix amounts, coordinates and the columns reached, ranges with all kinds of ends, moves that
//! raise other coordinates.
//!
//! A proof about a line goes wrong where the engine takes a small number for a large one, or an early column for a late one. So constants
//! are small and large, and conditions mix all kinds of numbers.

use crate::Boxed;
use crate::tape::Tape;

const NAMES: [&str; 3] = ["a", "b", "c"];

/// A number: a coordinate, an amount, an entry of the target, or an expression in these.
fn number(t: &mut Tape, atoms: &[String]) -> String {
    let (u, v) = (t.of(atoms), t.of(atoms));
    match t.below(12) {
        0..=4 => u,
        5 => format!("({u} - {})", 1 + t.below(4)),
        6 => format!("({u} + {v})"),
        7 => format!("({u} - {v})"),
        8 => format!("min({u}, {v})"),
        9 => format!("max({u}, {})", t.below(20)),
        10 => format!("({u} div {})", 2 + t.below(2)),
        _ => format!("(2 * {u})"),
    }
}

fn constant(t: &mut Tape) -> usize {
    [0, 1, 2, 3, 5, 8, 13, 21, 40, 90, 150][t.below(11)]
}

fn comparison(t: &mut Tape, atoms: &[String]) -> String {
    let order = t.of(&[">", "<", "!=", ">=", "<=", "="]);
    match t.below(6) {
        0 | 1 => format!("{} {order} {}", number(t, atoms), constant(t)),
        2 => format!("{} {order} {}", number(t, atoms), number(t, atoms)),
        3 => format!("{} mod {} != {}", number(t, atoms), 2 + t.below(2), t.below(2)),
        4 => format!("{} divides {}", 2 + t.below(2), number(t, atoms)),
        _ => format!("{} in {{{}, {}}}", number(t, atoms), constant(t), constant(t)),
    }
}

fn condition(t: &mut Tape, atoms: &[String]) -> String {
    let one = |t: &mut Tape| comparison(t, atoms);
    match t.below(9) {
        0..=3 => one(t),
        4 => format!("{} and {}", one(t), one(t)),
        5 | 6 => format!("({} or {})", one(t), one(t)),
        7 => format!("not ({} and {})", one(t), one(t)),
        _ => format!("(if {} then {} else {})", one(t), one(t), one(t)),
    }
}

/// The end of a range.
fn end(t: &mut Tape, names: &[&str], own: &str) -> String {
    let other = t.of(names);
    match t.below(14) {
        0..=4 => own.into(),
        5 => format!("{own} - {}", 1 + t.below(5)),
        6 => format!("{own} div {}", 2 + t.below(30)),
        7 => format!("min({own}, {})", constant(t)),
        8 => format!("min({own}, {other})"),
        9 => format!("{} - {own}", constant(t)),
        10 => other.into(),
        11 => format!("{own} - {other}"),
        12 => format!("max({own} - {}, {})", constant(t), t.below(4)),
        _ => format!("min({own}, {other} + {})", t.below(4)),
    }
}

fn target(names: &[&str], entry: impl Fn(usize) -> String) -> Vec<String> {
    (0..names.len()).map(entry).collect()
}

/// A family whose moves lower a weight, in which the coordinates from the last to the first count 1, 4, 16 times, so that every play ends.
fn family(t: &mut Tape, names: &[&str]) -> String {
    let n = names.len();
    let (at, other) = (t.below(n), t.below(n));
    let own = names[at];
    let mut binders = vec![];
    let lo = [1, 1, 1, 2, 3][t.below(5)];
    let to = match t.below(10) {
        // Any amount from one coordinate, or from two.
        0..=2 => {
            binders.push(format!("i in {lo}..{}", end(t, names, own)));
            let both = t.once_in(3);
            target(names, |k| if k == at || both && k == other { format!("{} - i", names[k]) } else { names[k].into() })
        }
        // An amount that determines another one.
        3 => {
            binders.push(format!("i in {lo}..{}", end(t, names, own)));
            let by = t.of(&["i div 2", "max(0, i - 3)", "min(i, 2)", "2 * i", "i mod 3"]);
            target(names, |k| match k {
                _ if k == at => format!("{own} - i"),
                _ if k == other => format!("{} - {by}", names[k]),
                _ => names[k].into(),
            })
        }
        // Two amounts.
        4 => {
            binders.push(format!("i in {lo}..{}", end(t, names, own)));
            let most = [format!("min(i, {})", t.below(4)), "2".into(), names[other].into(), "i".into()];
            binders.push(format!("j in {}..{}", t.below(2), t.of(&most)));
            target(names, |k| match k {
                _ if k == at && k == other => format!("{own} - i - j"),
                _ if k == at => format!("{own} - i"),
                _ if k == other => format!("{} - j", names[k]),
                _ => names[k].into(),
            })
        }
        // One coordinate to any lower value, perhaps cutting another one down with it.
        5 => {
            binders.push(format!("i in 0..{own} - 1"));
            let bound = t.of(&["i div 2", "i + 1", "i", "max(i - 20, 2)", "i - 2"]);
            let shadow = t.once_in(2);
            target(names, |k| match k {
                _ if k == at => "i".into(),
                _ if k == other && shadow => format!("min({}, {bound})", names[k]),
                _ => names[k].into(),
            })
        }
        // A step, and perhaps one that raises a later coordinate.
        6 | 7 => {
            let (down, up) = (1 + t.below(3), t.below(3));
            target(names, |k| match k {
                _ if k == at => format!("{own} - {down}"),
                _ if k > at && k == other => format!("{} + {up}", names[k]),
                _ => names[k].into(),
            })
        }
        // To an entry that mostly does not depend on the old one.
        8 => {
            let fixed = constant(t) % 9;
            target(names, |k| if k == at { format!("min({own} - 1, {fixed})") } else { names[k].into() })
        }
        _ => target(names, |k| if k == at { format!("{own} div {}", 2 + (other % 2)) } else { names[k].into() }),
    };
    let mut atoms: Vec<String> = names.iter().map(|n| (*n).to_string()).collect();
    for (k, binder) in binders.iter().enumerate() {
        let amount = ["i", "j"][k].to_string();
        assert!(binder.starts_with(&amount));
        atoms.extend([amount.clone(), amount.clone(), format!("({own} - {amount})")]);
    }
    let raised = names.iter().filter(|name| to.iter().any(|e| e.starts_with(&format!("{name} +"))));
    let mut conditions: Vec<String> = raised.map(|name| format!("{name} < 9")).collect();
    if to.iter().zip(names).any(|(e, name)| e.contains(" div ") && e.starts_with(name)) {
        conditions.push(format!("{own} > 0"));
    }
    if !t.once_in(3) {
        conditions.push(condition(t, &atoms));
    }
    let to = if n == 1 { to[0].clone() } else { format!("({})", to.join(", ")) };
    let ranges = if binders.is_empty() { String::new() } else { format!(" for {}", binders.join(", ")) };
    let guard = if conditions.is_empty() { String::new() } else { format!(" if {}", conditions.join(" and ")) };
    format!("{to}{ranges}{guard}")
}

/// A game of such families.
pub fn rows(t: &mut Tape) -> Boxed {
    let n = [2, 2, 3, 1][t.below(4)];
    let names = &NAMES[..n];
    let mut text = format!("game g({}) {{\n", names.join(", "));
    if t.once_in(5) {
        let atoms: Vec<String> = names.iter().map(|n| (*n).to_string()).collect();
        text += &format!("    require {}\n", condition(t, &atoms));
    }
    for _ in 0..1 + t.below(4) {
        text += &format!("    move {}\n", family(t, names));
    }
    text += "}\n";
    let mut hi = vec![5; n];
    let passes = t.once_in(6);
    if passes {
        hi.push(1);
    }
    Boxed { text, asked: if passes { "pass(g)" } else { "g" }.into(), hi }
}
