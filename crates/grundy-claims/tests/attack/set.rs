//! Random sets of claims about one game, each true or false by the way it is made.
//!
//! In: noise. Out: a [`Set`]: a game with a closed form, one claim or more that say it, and neighbours that differ from it only far out. Whether a
//! neighbour is true is told by the closed form alone, evaluated far out in integers of 128 bits.

use grundy_testing::Noise;

use super::more::{BESIDE, more};

/// A claim.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    /// What stands behind the pattern; `{a}` and `{b}` are its variables, `<x|y>` another position.
    pub text: String,
    /// Is it true? Nothing where it is not defined somewhere.
    pub truth: Option<bool>,
    /// The first coordinate, where the claim is about a row.
    pub row: Option<String>,
}

/// A set of claims about a game.
#[derive(Clone, Debug)]
pub(super) struct Set {
    /// Definitions of games.
    pub before: String,
    /// The same with the coordinates exchanged, where there are two.
    pub turned: Option<String>,
    /// The number of coordinates.
    pub width: usize,
    pub claims: Vec<Claim>,
}

/// A closed form: as text, and as a function.
pub(super) struct Form {
    /// The value of a position, over `{a}` and `{b}`.
    pub value: String,
    /// Where the value is 0.
    pub zero: String,
    pub of: Box<dyn Fn(i128, i128) -> i128>,
    /// The greatest value, if there is one.
    pub most: Option<i128>,
    is_symmetric: bool,
    /// Adding this to the first coordinate changes no value.
    period: Option<i128>,
}

/// The values of a game that takes a number of a set away: those of the preperiod, and of a period.
fn taken(set: &[usize], misere: bool) -> (Vec<i128>, Vec<i128>) {
    let most = set.iter().copied().max().unwrap_or(1);
    let mut values: Vec<i128> = vec![];
    for n in 0..4000 {
        let options: Vec<i128> = set.iter().filter(|s| **s <= n).map(|s| values[n - s]).collect();
        let mex = (0..).find(|v| !options.contains(v)).expect("a number");
        values.push(if misere && options.is_empty() { 1 } else { mex });
        // The last values decide all that follow.
        if let Some(first) =
            (most..n).find(|first| n >= 2 * most && values[first - most..*first] == values[n - most..n])
        {
            let start = first - most;
            return (values[..start].to_vec(), values[start..n - most].to_vec());
        }
    }
    unreachable!("a period of few states")
}

fn vector(values: &[i128]) -> String {
    format!("[{}]", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}

/// The value at `x`, read off a vector.
fn by_residue(x: &str, (before, period): &(Vec<i128>, Vec<i128>)) -> String {
    let (start, p) = (before.len(), period.len());
    let from = if start == 0 { x.to_string() } else { format!("({x} - {start})") };
    let there = format!("{}[1 + {from} mod {p}]", vector(period));
    if start == 0 { there } else { format!("(if {x} < {start} then {}[1 + {x}] else {there})", vector(before)) }
}

fn at((before, period): &(Vec<i128>, Vec<i128>), x: i128) -> i128 {
    let late = x - before.len() as i128;
    if late < 0 { before[x as usize] } else { period[(late % period.len() as i128) as usize] }
}

fn some_of(noise: &mut Noise, most: usize) -> Vec<usize> {
    let mut set: Vec<usize> = (0..1 + noise.below(3)).map(|_| 1 + noise.below(most)).collect();
    set.sort_unstable();
    set.dedup();
    set
}

fn listed(set: &[usize]) -> String {
    set.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Two texts of a game: as it is, and with its coordinates exchanged.
fn both(moves: &[(&str, &str, &str)]) -> [String; 2] {
    let clauses = |turn: bool| {
        let clause = |(x, y, rest): &(&str, &str, &str)| {
            let (x, y) = if turn { (y, x) } else { (x, y) };
            format!("    move ({x}, {y}){rest}\n")
        };
        moves.iter().map(clause).collect::<String>()
    };
    let (here, there) = (clauses(false), clauses(true));
    [format!("game g(u, v) {{\n{here}}}\n"), format!("game g(v, u) {{\n{there}}}\n")]
}

/// A game, and what is true of it. With the word for its values: `G` or `G_misere`.
pub(super) fn game(noise: &mut Noise) -> (String, Option<String>, usize, Form, &'static str) {
    let plain = |value: &str, zero: &str, of: fn(i128, i128) -> i128, most: Option<i128>| Form {
        value: value.into(),
        zero: zero.into(),
        of: Box::new(of),
        most,
        is_symmetric: true,
        period: None,
    };
    let two = |moves: &[(&str, &str, &str)], form: Form| {
        let [here, there] = both(moves);
        (here, Some(there), 2, form, "G")
    };
    match noise.below(10) {
        0..=2 => {
            let set = some_of(noise, 6);
            let misere = noise.below(4) == 0;
            let values = taken(&set, misere);
            let value = by_residue("{a}", &values);
            let zeros: Vec<usize> = (0..values.1.len()).filter(|r| values.1[*r] == 0).collect();
            let zero = match () {
                () if values.0.is_empty() && noise.below(2) == 0 => {
                    format!("{{a}} mod {} in {{{}}}", values.1.len(), listed(&zeros))
                }
                () => format!("{value} = 0"),
            };
            let most = values.0.iter().chain(&values.1).copied().max();
            let period = values.0.is_empty().then_some(values.1.len() as i128);
            let text = format!("game g(u) {{ move u - s for s in {{{}}} }}\n", listed(&set));
            let of = Box::new(move |x, _| at(&values, x));
            (
                text,
                None,
                1,
                Form { value, zero, of, most, is_symmetric: false, period },
                if misere { "G_misere" } else { "G" },
            )
        }
        3 => {
            let form = Form { period: None, ..plain("{a}", "{a} = 0", |a, _| a, None) };
            ("game g(u) { move u - i for i in 1..u }\n".into(), None, 1, Form { is_symmetric: false, ..form }, "G")
        }
        4 => two(
            &[("u - i", "v", " for i in 1..u"), ("u", "v - i", " for i in 1..v")],
            plain("({a} xor {b})", "{a} = {b}", |a, b| a ^ b, None),
        ),
        5 => two(
            &[("u - i", "v - j", " for i in 0..u, j in 0..v if i + j > 0")],
            plain("({a} + {b})", "{a} + {b} = 0", |a, b| a + b, None),
        ),
        6 => two(
            &[("u - 1", "v", ""), ("u", "v - 1", "")],
            Form {
                period: Some(2),
                ..plain("(({a} + {b}) mod 2)", "{a} mod 2 = {b} mod 2", |a, b| (a + b) % 2, Some(1))
            },
        ),
        7 => two(
            &[("u - 2", "v", ""), ("u", "v - 1", ""), ("u", "v - 2", "")],
            Form {
                is_symmetric: false,
                ..plain(
                    "([0, 0, 1, 1][1 + {a} mod 4] xor {b} mod 3)",
                    "(({a} mod 4 < 2 and {b} mod 3 = 0) or ({a} mod 4 >= 2 and {b} mod 3 = 1))",
                    |a, b| (a % 4 / 2) ^ (b % 3),
                    Some(3),
                )
            },
        ),
        8 => {
            let m = 2 + noise.below(3) as i128;
            let rest = [format!(" for i in 1..{}", m - 1)].concat();
            let form = Form {
                value: format!("(({{a}} mod {m}) xor ({{b}} mod {m}))"),
                zero: format!("{{a}} mod {m} = {{b}} mod {m}"),
                of: Box::new(move |a, b| (a % m) ^ (b % m)),
                most: Some(3),
                is_symmetric: true,
                period: Some(m),
            };
            two(&[("u - i", "v", &rest), ("u", "v - i", &rest)], form)
        }
        _ => {
            let (s, t) = (some_of(noise, 4), some_of(noise, 3));
            let (x, y) = (taken(&s, false), taken(&t, false));
            let (here, there) = (by_residue("{a}", &x), by_residue("{b}", &y));
            let (first, second) = (format!(" for i in {{{}}}", listed(&s)), format!(" for i in {{{}}}", listed(&t)));
            let form = Form {
                value: format!("({here} xor {there})"),
                zero: format!("{here} = {there}"),
                of: Box::new(move |a, b| at(&x, a) ^ at(&y, b)),
                most: Some(3),
                is_symmetric: false,
                period: None,
            };
            two(&[("u - i", "v", &first), ("u", "v - i", &second)], form)
        }
    }
}

/// A number far out: as text, and itself.
pub(super) fn far(noise: &mut Noise) -> (String, i128) {
    let exponent = [17, 20, 27, 31, 32, 33, 40, 53, 60, 62, 63, 64, 70][noise.below(13)];
    let ten = [5, 6, 7, 8, 9, 12, 18, 19, 30][noise.below(9)];
    let (text, c) = match noise.below(3) {
        0 => (format!("2^{exponent}"), 1i128 << exponent),
        1 => (format!("10^{ten}"), 10i128.pow(ten)),
        _ => {
            let c = 100_000 + noise.below(1 << 30) as i128;
            (c.to_string(), c)
        }
    };
    match noise.below(3) {
        0 => (text, c),
        _ => {
            let d = noise.below(9) as i128 - 4;
            (format!("({text} + {d})").replace("+ -", "- "), c + d)
        }
    }
}

/// Neighbours of what is true, and other true claims.
fn neighbour(noise: &mut Noise, width: usize, form: &Form, word: &str) -> Claim {
    let (c, number) = far(noise);
    let n = noise.below(4) as i128;
    let (e, zero) = (&form.value, &form.zero);
    let (p, not_p) = if word == "G" { ("P", "N") } else { ("P_misere", "not P_misere") };
    let level = noise.below(3) as i128;
    // Is there a position with this first coordinate, or one from there on, with the level? Levels recur within few steps, or the values are as great as the coordinates.
    let others =
        |x: i128| (0..if width == 1 { 1 } else { 40 }).flat_map(move |y| [y, x + y, x - y]).filter(|y| *y >= 0);
    let has = |x: i128, level: i128| others(x).any(|y| (form.of)(x, y) == level);
    let has_beyond = |x: i128, level: i128| (x..x + 60).any(|x| has(x, level));
    let (text, truth) = match noise.below(30) {
        0 => (format!("{word} = {e}"), true),
        1 => (format!("{p} iff {zero}"), true),
        2 => (format!("{p} iff {zero} and {{a}} != {c}"), !has(number, 0)),
        3 => (format!("{p} iff ({zero}) and {{a}} < {c}"), !has_beyond(number, 0)),
        4 => (format!("{not_p} iff not ({zero}) or {{a}} = {c}"), !has(number, 0)),
        5 => (format!("{word} = (if {{a}} = {c} then {e} + 1 else {e})"), false),
        6 => (format!("{word} = (if {{a}} >= {c} then {e} xor 1 else {e})"), false),
        7 => (format!("{word} = {level} iff {e} = {level} and {{a}} != {c}"), !has(number, level)),
        8 => (format!("{word} = {level} iff {e} = {level}"), true),
        9 => (format!("{word} = (if {{a}} >= {c} and {{a}} mod 7 = {n} then {e} + 1 else {e})"), false),
        10 => (format!("where {{a}} != {c}: {word} = {e}"), true),
        11 => (format!("where {{a}} >= {n}: {p} iff ({zero}) and {{a}} < {c}"), !has_beyond(number, 0)),
        12 => (format!("where {{a}} < {c}: {p} iff {zero}"), true),
        13 => (format!("where {{a}} < {c} + 1: {p} iff ({zero}) and {{a}} != {c}"), !has(number, 0)),
        14 => (format!("all i in {c} - {{a}}..3: i >= 0 or {word} = {e}"), true),
        15 => (format!("all i in {c} - {{a}}..3: i >= 0 or {word} = {e} + 1"), false),
        16 => (format!("all i in {c} - {{a}}..3: i >= -{n} or {word} != {word}"), false),
        17 => (format!("not any i in {c} - {{a}}..-1: {word} = {e}"), false),
        18 => (format!("not any i in {c} - {{a}}..-1: i = -2 and {word} = {e}"), false),
        19 => (format!("{{a}} > {c} or not any i in {c} - {{a}}..-1: {word} = {e}"), true),
        20 => (format!("{{a}} < {c} implies {word} = {e} and {word} < {c} + {n}"), form.most.is_some() || width == 1),
        21 => {
            let k = noise.below(3) as i128;
            let truth = !has_beyond(number, k);
            (format!("{word} != {k} or {{a}} < {c}"), truth)
        }
        22 => (format!("{word} <= {c}"), form.most.is_some()),
        23 => (format!("({p} iff {zero}) and {word} = {e}"), true),
        24 => (format!("({p} iff {zero}) and ({word} = {e} and {{a}} != {c})"), false),
        25 if form.is_symmetric => (format!("{word} = {word}<{{b}}|{{a}}>"), true),
        26 if form.is_symmetric => (format!("{word} = {word}<{{b}}|{{a}}> + (if {{a}} = {c} then 1 else 0)"), false),
        25 | 26 if width == 1 => (format!("{word} = {word}<{{a}}|> + (if {{a}} = {c} then 1 else 0)"), false),
        27 if width == 2 => (format!("{{a}} + {{b}} < {c} implies {word} = {e} and {{b}} < {c} + {n}"), true),
        27 if width == 1 => (format!("(count i in {c} - {{a}}..-1: {word} = {e} + i) = 0"), true),
        28 if form.period.is_some() => {
            let (q, rest) = (form.period.unwrap_or(1), if width == 2 { "{b}" } else { "" });
            match noise.below(2) {
                0 => (format!("{word}<{{a}} + {q}|{rest}> = {word}"), true),
                _ => (format!("{word}<{{a}} + {q}|{rest}> = {word} + (if {{a}} = {c} then {q} else 0)"), false),
            }
        }
        29 if width == 2 => (format!("{{a}} - {{b}} != {c} or {word} != {e}"), false),
        _ => (format!("{p} iff (if {{a}} >= {c} then not ({zero}) else {zero})"), false),
    };
    Claim { text, truth: Some(truth), row: None }
}

impl Set {
    /// A set of some claims.
    pub(super) fn random(noise: &mut Noise) -> Set {
        let (before, turned, width, form, word) = game(noise);
        let other = |noise: &mut Noise| match noise.below(2) {
            0 => None,
            _ => more(noise, width, &form, word),
        };
        let claim = |noise: &mut Noise| match other(noise).unwrap_or_else(|| neighbour(noise, width, &form, word)) {
            // A claim that is false no more than far out is true up to a small bound. Properties are those of the whole game.
            Claim { text, row, .. } if noise.below(8) == 0 && !text.starts_with("where ") && !text.contains("(h)") => {
                Claim { text: format!("to {}: {text}", 3 + noise.below(40)), truth: Some(true), row }
            }
            claim => claim,
        };
        let claims = (0..2 + noise.below(4)).map(|_| claim(noise)).collect();
        let (before, turned) = (format!("{BESIDE}{before}"), turned.map(|turned| format!("{BESIDE}{turned}")));
        Set { before, turned, width, claims }
    }

    /// The file of some of the claims, in an order; with these names of the variables, and with the coordinates of the game exchanged or not.
    pub(super) fn file(&self, order: &[usize], names: [&str; 2], turn: bool) -> String {
        let mut text = if turn { self.turned.clone() } else { None }.unwrap_or_else(|| self.before.clone());
        for number in order {
            let mut claim = self.claims[*number].text.clone();
            let first = self.claims[*number].row.as_deref().unwrap_or("{a}");
            let pattern = match (self.width, turn) {
                (1, _) => "{a}".to_string(),
                (_, false) => format!("{first}, {{b}}"),
                _ => format!("{{b}}, {first}"),
            };
            if let Some((before, rest)) = claim.split_once("<{").filter(|_| claim.contains('|')) {
                let (inside, after) = rest.split_once('>').expect("an end");
                let (x, y) = inside.split_once('|').expect("two entries");
                let place = match (self.width, turn) {
                    (1, _) => format!("{{{x}"),
                    (_, false) => format!("{{{x}, {y}"),
                    _ => format!("{y}, {{{x}"),
                };
                claim = format!("{before}(g({place})){after}");
            }
            let claim = match claim.strip_prefix("where ") {
                Some(rest) => format!("claim \"{number}\" on g at ({pattern}) where {rest}\n"),
                None if claim.starts_with("to ") => format!("claim \"{number}\" on g at ({pattern}) {claim}\n"),
                None => format!("claim \"{number}\" on g at ({pattern}): {claim}\n"),
            };
            text += &claim.replace("{a}", names[0]).replace("{b}", names[1]);
        }
        text
    }
}
