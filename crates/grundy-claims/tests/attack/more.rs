//! More neighbours of what is true, for random sets of claims.
//!
//! In: noise, a game with a closed form. Out: a claim about rows, bounds, other games, properties, or what is not defined far out, and whether it is true.

use grundy_testing::Noise;

use super::set::{Claim, Form, far};

/// The claims of a set may speak of this game, too: its value at w is w mod 2.
pub(super) const BESIDE: &str = "game h(w) { move w - 1 }\n";

/// A claim of another kind, if the game has one.
pub(super) fn more(noise: &mut Noise, width: usize, form: &Form, word: &str) -> Option<Claim> {
    match noise.below(5) {
        0 if width == 2 => Some(of_row(noise, form, word)),
        1 => Some(beside(noise, form, word)),
        2 => Some(undefined(noise, form, word)),
        3 if width == 1 => Some(of_property(noise, form, word)),
        4 => Some(split(noise, form, word)),
        _ => None,
    }
}

fn claim(text: String, truth: bool) -> Claim {
    Claim { text, truth: Some(truth), row: None }
}

/// Along a row; sometimes along one far out.
fn of_row(noise: &mut Noise, form: &Form, word: &str) -> Claim {
    let (text, c) = far(noise);
    let (written, row) = match noise.below(4) {
        0 => far(noise),
        _ => {
            let row = noise.below(6) as i128;
            (row.to_string(), row)
        }
    };
    let here = |e: &str| e.replace("{a}", &format!("({written})"));
    let (e, zero) = (here(&form.value), here(&form.zero));
    let (p, k) = (if word == "G" { "P" } else { "P_misere" }, noise.below(3) as i128);
    // Where values are not bounded, one recurs along a row within twice the row.
    let has = |b: i128, k: i128| (form.of)(row, b) == k;
    let has_beyond = |k: i128| (c..c + 60).chain([row ^ k, row + k, k - row]).any(|b| b >= c && has(b, k));
    let (text, truth) = match noise.below(7) {
        0 => (format!("{word} = {e}"), true),
        1 => (format!("{p} iff {zero}"), true),
        2 => (format!("{p} iff ({zero}) and {{b}} != {text}"), !has(c, 0)),
        3 => (format!("{word} = {k} iff {e} = {k} and {{b}} < {text}"), !has_beyond(k)),
        4 => (format!("{word} = (if {{b}} = {text} then {e} + 1 else {e})"), false),
        5 => (format!("{{b}} < {text} implies {word} = {e}"), true),
        _ => (format!("all i in {text} - {{b}}..2: i >= 0 or {word} = {e} + 1"), false),
    };
    Claim { text, truth: Some(truth), row: Some(written) }
}

/// The values of another game as well; or whether a position exists.
fn beside(noise: &mut Noise, form: &Form, word: &str) -> Claim {
    let (c, _) = far(noise);
    let e = &form.value;
    let (text, truth) = match noise.below(8) {
        0 => (format!("{word} + G(h({{a}})) = {e} + {{a}} mod 2"), true),
        1 => (format!("{word} + G(h({{a}})) = {e} + ({{a}} + (if {{a}} = {c} then 1 else 0)) mod 2"), false),
        2 => (format!("(exists(h({{a}} - ({c}))) iff {{a}} >= {c}) and {word} = {e}"), true),
        3 => (format!("(exists(h({{a}} - ({c}))) iff {{a}} > {c}) or {word} != {e}"), false),
        4 => (format!("exists(h({{a}} - ({c}))) implies G(h({{a}} - ({c}))) = ({{a}} - ({c})) mod 2"), true),
        5 => (format!("exists(h({{a}} - ({c}))) implies G(h({{a}} - ({c}))) != {{a}} mod 2 + ({c}) mod 2"), false),
        6 => (format!("G_misere(h({{a}})) != G(h({{a}})) and {word} = {e}"), true),
        _ => (format!("G_misere(h({{a}})) != G(h({{a}})) and {word} = (if {{a}} < {c} then {e} else 7 + {e})"), false),
    };
    claim(text, truth)
}

/// What is not defined far out is neither true nor false.
fn undefined(noise: &mut Noise, form: &Form, word: &str) -> Claim {
    let (c, _) = far(noise);
    let e = &form.value;
    let small = [
        "log2({c} - {a} + 1) >= 0",
        "(({c} - {a}) xor 1) >= 0",
        "G(h({c} - {a})) < 2",
        "{a} mod ({c} - {a}) >= -9 * {a}",
    ];
    let partial = small[noise.below(small.len())].replace("{c}", &c);
    let (text, truth) = match noise.below(6) {
        0 => (format!("{partial} and {word} = {e}"), None),
        1 => (format!("{word} = {e} and ({partial})"), None),
        2 => (format!("{word} = {e} or {partial}"), Some(true)),
        3 => (format!("{{a}} > {c} - 3 or {partial}"), Some(true)),
        4 => (format!("{word} = (if {partial} then {e} else {e})"), None),
        _ => (format!("(all i in 0..1: i = 0 or ({partial})) and {word} = {e}"), None),
    };
    Claim { text, truth, row: None }
}

/// Properties beside values: those of the game whose values in both plays are 0, 1, 0, 1, … and 1, 0, 1, 0, ….
fn of_property(noise: &mut Noise, form: &Form, word: &str) -> Claim {
    let (c, _) = far(noise);
    let has = ["tame", "pet", "domestic", "miserable", "returnable", "forced", "one_move", "sg_decreasing"];
    let at = noise.below(has.len());
    // Every move changes 0 into 1, or 1 into 0: the game is forced, so returnable; and the heap of 2 is a P-position with a move.
    let holds = at < 6;
    let name = has[at];
    let value = form.most.map_or("true".to_string(), |most| format!("{word} <= {most}"));
    let (text, truth) = match noise.below(4) {
        0 => (format!("{name}(h) and {value}"), holds),
        1 => (format!("not {name}(h) and {value}"), !holds),
        2 => (format!("{name}(h) or {{a}} < {c}"), holds),
        _ => (format!("{name}(h) iff {{a}} != {c}"), false),
    };
    claim(text, truth)
}

/// Conjunctions, of which one part alone is false.
fn split(noise: &mut Noise, form: &Form, word: &str) -> Claim {
    let (c, _) = far(noise);
    let e = &form.value;
    let parts = [
        (format!("{word} = {e}"), true),
        (format!("({{a}} < {c} or {word} = {e})"), true),
        (format!("({{a}} != {c} or {word} != {e})"), false),
        (format!("(terminal implies {word} < 2)"), true),
        (format!("(any i in 0..{{a}}: i = {{a}} and ({word} = {e} or i = {c}))"), true),
        (format!("(all i in 0..3: {{a}} = {c} + i implies {word} > {e})"), false),
    ];
    let chosen: Vec<_> = (0..2 + noise.below(2)).map(|_| parts[noise.below(parts.len())].clone()).collect();
    let text = chosen.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>().join(" and ");
    claim(text, chosen.iter().all(|(_, truth)| *truth))
}
