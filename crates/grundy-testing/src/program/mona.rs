//! Formulas in the language of MONA.
//!
//! In: a step of a program. Out: the formula "it is true of all numbers" as a file of MONA (Klarlund and Møller, *MONA version 1.4 user manual*, 2001), which decides the
//! weak monadic second-order theory of one successor. A number is the set of the places of its binary digits 1.
//!
//! Sums are added place by place with their carries. A given automaton accepts if there are sets Q that, from place to place, are the bits of its state. A step of
//! which several others speak is a predicate.

use std::collections::BTreeSet;

use super::{Program, Step, Sum, Table};

/// The most places of the tables of given automata in a text: a table becomes a tree of decisions.
const PLACES: usize = 1 << 14;

const BEGIN: &str = "ws1s;
pred plus(var2 x, var2 y, var2 z) =
    ex2 c: 0 notin c & (all1 t: ((t in z) <=> ((t in x) <=> ((t in y) <=> (t in c))))
        & ((t + 1 in c) <=> ((t in x & t in y) | (t in x & t in c) | (t in y & t in c))));
";

/// "For all numbers" a step, as a file of MONA; nothing if the given automata are large.
#[must_use]
pub fn mona(program: &Program, step: usize) -> Option<String> {
    let mut needed = BTreeSet::from([step]);
    for number in (0..=step).rev() {
        if needed.contains(&number) {
            needed.extend(parts(&program.steps[number]));
        }
    }
    let tables: BTreeSet<usize> = needed
        .iter()
        .filter_map(|number| match program.steps[*number] {
            Step::In(table, _) => Some(table),
            _ => None,
        })
        .collect();
    if tables.iter().map(|table| program.tables[*table].next.concat().len()).sum::<usize>() > PLACES {
        return None;
    }
    let tables: String = tables.iter().map(|table| automaton(*table, &program.tables[*table])).collect();
    let (tracks, mut text) = (program.tracks(), format!("{BEGIN}{tables}"));
    let mut writer = Writer { calls: vec![String::new(); step + 1], fresh: 0 };
    for number in needed {
        let own = names("X", tracks[number].iter());
        let said = writer.said(&program.steps[number]);
        let times = |other: &Step| parts(other).iter().filter(|part| **part == number).count();
        if own.is_empty() || program.steps[..=step].iter().map(times).sum::<usize>() < 2 {
            writer.calls[number] = said;
            continue;
        }
        let parameters = names("var2 ", own.iter()).join(", ");
        text.push_str(&format!("pred part{number}({parameters}) = {said};\n"));
        writer.calls[number] = format!("part{number}({})", own.join(", "));
    }
    let all = match names("X", tracks[step].iter()) {
        own if own.is_empty() => String::new(),
        own => format!("all2 {}: ", own.join(", ")),
    };
    Some(format!("{text}{all}{};\n", writer.calls[step]))
}

fn parts(step: &Step) -> &[usize] {
    match step {
        Step::Not(part) | Step::Exists(_, part) => std::slice::from_ref(part),
        Step::Join { parts, .. } => parts,
        _ => &[],
    }
}

fn names(letter: &str, numbers: impl Iterator<Item = impl std::fmt::Display>) -> Vec<String> {
    numbers.map(|number| format!("{letter}{number}")).collect()
}

/// Writes steps; the number of track 5 is called X5.
struct Writer {
    /// What says each step so far.
    calls: Vec<String>,
    /// How many names of sums were used.
    fresh: u32,
}

impl Writer {
    fn said(&mut self, step: &Step) -> String {
        match step {
            Step::Zero(sum) => self.linear(sum, |_, left, right| format!("{left} = {right}")),
            Step::AtMost(sum) => self.linear(sum, |_, left, right| format!("(ex2 D: plus({left}, D, {right}))")),
            Step::Divides(d, sum) => self.linear(sum, |own, left, right| own.divides(*d, left, right)),
            Step::Nim(tracks) => {
                let odd = |odd, track: &u32| format!("~({odd} <=> t in X{track})");
                format!("(all1 t: ~{})", tracks.iter().fold("(false)".into(), odd))
            }
            Step::In(table, tracks) => format!("table{table}({})", names("X", tracks.iter()).join(", ")),
            Step::Not(part) => format!("~({})", self.calls[*part]),
            Step::Join { all, parts } if parts.is_empty() => all.to_string(),
            Step::Join { all, parts } => {
                let parts: Vec<&str> = parts.iter().map(|part| self.calls[*part].as_str()).collect();
                format!("({})", parts.join(if *all { " & " } else { " | " }))
            }
            Step::Exists(bound, part) => {
                format!("(ex2 {}: {})", names("X", bound.iter()).join(", "), self.calls[*part])
            }
        }
    }

    /// What is so of the two sides of a linear form: it is the left one minus the right one.
    fn linear(&mut self, sum: &Sum, says: impl FnOnce(&mut Self, &str, &str) -> String) -> String {
        let mut opened = Opened::default();
        let left = self.side(1, sum, &mut opened);
        let right = self.side(-1, sum, &mut opened);
        let inner = says(self, &left, &right);
        opened.around(&inner)
    }

    /// The sum of what has a sign in a linear form.
    fn side(&mut self, sign: i128, sum: &Sum, opened: &mut Opened) -> String {
        let constant = (sign * sum.one).max(0);
        let places = names("", (0..127).filter(|place| constant >> place & 1 == 1)).join(", ");
        let mut total = if constant == 0 { None } else { Some(format!("{{{places}}}")) };
        for (track, factor) in sum.terms.iter().filter(|(_, factor)| sign * factor > 0) {
            let multiple = self.multiple(&format!("X{track}"), factor.abs(), opened);
            total = Some(match total {
                Some(before) => self.plus(&before, &multiple, opened),
                None => multiple,
            });
        }
        total.unwrap_or_else(|| "empty".into())
    }

    /// A number times a factor >= 1: doubled, and added, by the binary digits of the factor.
    fn multiple(&mut self, number: &str, factor: i128, opened: &mut Opened) -> String {
        let mut total = number.to_string();
        for place in (0..factor.ilog2()).rev() {
            total = self.plus(&total, &total, opened);
            if factor >> place & 1 == 1 {
                total = self.plus(&total, number, opened);
            }
        }
        total
    }

    /// The name of a sum.
    fn plus(&mut self, a: &str, b: &str, opened: &mut Opened) -> String {
        self.fresh += 1;
        let sum = format!("S{}", self.fresh);
        opened.0.push(format!("(ex2 {sum}: plus({a}, {b}, {sum}) & "));
        sum
    }

    /// Two numbers differ by a multiple of d >= 1.
    fn divides(&mut self, d: i128, left: &str, right: &str) -> String {
        let mut opened = Opened::default();
        let multiple = self.multiple("M", d, &mut opened);
        let either = format!("(plus({left}, {multiple}, {right}) | plus({right}, {multiple}, {left}))");
        format!("(ex2 M: {})", opened.around(&either))
    }
}

/// The sums that are named before something is said of them.
#[derive(Default)]
struct Opened(Vec<String>);

impl Opened {
    fn around(&self, inner: &str) -> String {
        format!("{}{inner}{}", self.0.concat(), ")".repeat(self.0.len()))
    }
}

/// The predicate of a given automaton: it accepts the numbers T0, T1, … The sets Q0, Q1, … have the place t if the bits of the state are 1 before the
/// digits at t are read. No number has a digit 1 from place n on; which n that is does not matter, since zeros in front do not.
fn automaton(number: usize, table: &Table) -> String {
    let Table { next, accepts } = table;
    let bits = 0..(next.len() - 1).checked_ilog2().map_or(1, |place| place + 1);
    let tracks: Vec<String> = names("T", 0..next[0].len().ilog2());
    let states = names("Q", bits.clone());
    let at = |place: &str, sets: &[String]| names(&format!("{place} in "), sets.iter());
    let any = |sets: &[String]| sets.join(" | ");
    // The letter counts before the state.
    let read = [at("t", &tracks), at("t", &states)].concat();
    let leads = |code: usize| next.get(code / next[0].len()).map_or(0, |row| row[code % next[0].len()]);
    let steps = bits.clone().map(|bit| {
        let tree = decided(&read, 0, 0, &|code| leads(code) >> bit & 1 == 1);
        format!("(t + 1 in Q{bit} <=> {tree})")
    });
    let steps: Vec<String> = steps.collect();
    let end = decided(&at("n", &states), 0, 0, &|state| accepts.get(state) == Some(&true));
    format!(
        "pred table{number}({}) = ex1 n: (all1 t: (({}) => t < n)) & (ex2 {}: ~({}) & (all1 t: (t < n => ({}))) & {end});\n",
        names("var2 ", tracks.iter()).join(", "),
        any(&at("t", &tracks)),
        states.join(", "),
        any(&at("0", &states)),
        steps.join(" & "),
    )
}

/// A tree of decisions about formulas, from the one at a place on: the last one counts most in the code.
fn decided(formulas: &[String], place: usize, code: usize, truth: &dyn Fn(usize) -> bool) -> String {
    let Some(formula) = formulas.get(place) else { return truth(code).to_string() };
    let no = decided(formulas, place + 1, code, truth);
    let yes = decided(formulas, place + 1, code | 1 << place, truth);
    if no == yes { no } else { format!("(({formula} & {yes}) | (~({formula}) & {no}))") }
}
