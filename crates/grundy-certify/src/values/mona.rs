//! The formulas of a certificate in the language of another program that decides them.
//!
//! In: the text of a certificate. Out: each formula that the checker decided, with its answer, as a file of MONA (Klarlund and Møller, *MONA version 1.4
//! user manual*, 2001), which decides the weak monadic second-order theory of one successor. A number is the set of the places of its binary digits 1,
//! so that only formulas of numbers in base 2 are written. Nothing here is a part of a proof: whoever does not trust `states` and `diagrams`
//! asks MONA.
//!
//! The text is made from what a formula says, not from the checker's automata. Sums are added place by place with their carries. A given automaton
//! accepts if there are sets Q that, from place to place, are the bits of its state. A formula that occurs several times is a predicate.

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::super::line::Stop;
use super::super::{Refusal, Theorem, verify};
use super::numeration::Numeration;
use super::sets::{Said, Set, Sets, Sum, Table, tracks_of};

/// The most places of the tables of given automata in a text: a table becomes a tree of decisions.
const PLACES: usize = 1 << 14;

const BEGIN: &str = "ws1s;
pred plus(var2 x, var2 y, var2 z) =
    ex2 c: 0 notin c & (all1 t: ((t in z) <=> ((t in x) <=> ((t in y) <=> (t in c))))
        & ((t + 1 in c) <=> ((t in x & t in y) | (t in x & t in c) | (t in y & t in c))));
";

/// A formula about all numbers that the checker decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The formula as a file of MONA; nothing if its numbers are not in base 2, or if its automata are large.
    pub mona: Option<String>,
    /// Does it hold, by the checker?
    pub holds: bool,
}

thread_local! {
    /// The formulas of the certificate that is looked at, where they are asked for.
    static SEEN: RefCell<Option<Vec<Decided>>> = const { RefCell::new(None) };
}

/// Verifies a certificate, as [`verify`] does, and gives the formulas that were decided for it.
///
/// ```
/// let (theorem, formulas) = grundy_certify::formulas("{}", &mut |_| false);
/// assert!(theorem.is_err() && formulas.is_empty());
/// ```
pub fn formulas(text: &str, stop: Stop) -> (Result<Theorem, Refusal>, Vec<Decided>) {
    SEEN.set(Some(vec![]));
    let theorem = verify(text, stop);
    (theorem, SEEN.take().unwrap_or_default())
}

/// A formula was decided.
pub(super) fn note(sets: &Sets, formula: Set, holds: bool) {
    SEEN.with_borrow_mut(|seen| {
        if let Some(seen) = seen {
            seen.push(Decided { mona: file(sets, formula), holds });
        }
    });
}

/// "For all numbers" a formula.
fn file(sets: &Sets, formula: Set) -> Option<String> {
    let mut writer =
        Writer { sets, often: often(sets, formula), known: HashMap::new(), predicates: BEGIN.into(), fresh: 0 };
    let small = sets.numeration == Numeration::Base(2) && writer.tables(formula)? <= PLACES;
    if !small {
        return None;
    }
    let text = writer.formula(formula);
    let all = match names("X", tracks_of(sets.tracks(formula))) {
        tracks if tracks.is_empty() => text,
        tracks => format!("all2 {}: {text}", tracks.join(", ")),
    };
    Some(format!("{}{all};\n", writer.predicates))
}

/// The parts of a formula of which several others are made, or one several times.
fn often(sets: &Sets, formula: Set) -> HashSet<Set> {
    let (mut seen, mut often, mut open) = (HashSet::new(), HashSet::new(), vec![formula]);
    while let Some(set) = open.pop() {
        if !seen.insert(set) {
            often.insert(set);
            continue;
        }
        open.extend(parts(sets.said(set)));
    }
    often
}

fn parts(said: &Said) -> &[Set] {
    match said {
        Said::Not(inner) | Said::Exists(_, inner) => std::slice::from_ref(inner),
        Said::Join { parts, .. } => parts,
        _ => &[],
    }
}

fn names(letter: &str, numbers: impl Iterator<Item = impl std::fmt::Display>) -> Vec<String> {
    numbers.map(|number| format!("{letter}{number}")).collect()
}

/// Writes formulas; the number of track 5 is called X5.
struct Writer<'a> {
    sets: &'a Sets,
    often: HashSet<Set>,
    /// The calls of parts that are predicates.
    known: HashMap<Set, String>,
    predicates: String,
    /// How many names of sums were used.
    fresh: u32,
}

impl Writer<'_> {
    /// Writes the given automata of a formula as predicates; how many places their tables have. Nothing if they are too large.
    fn tables(&mut self, formula: Set) -> Option<usize> {
        let (mut seen, mut open, mut tables) = (HashSet::new(), vec![formula], BTreeMap::new());
        while let Some(set) = open.pop().filter(|_| tables.len() <= PLACES) {
            if seen.insert(set) {
                let said = self.sets.said(set);
                open.extend(parts(said));
                if let Said::In(table, _) = said {
                    tables.insert(*table, self.sets.given(*table));
                }
            }
        }
        let places = tables.values().map(|table| table.next.len() * table.next[0].len()).sum();
        if places > PLACES {
            return None;
        }
        tables.into_iter().for_each(|(number, table)| self.predicates.push_str(&automaton(number, table)));
        Some(places)
    }

    fn formula(&mut self, set: Set) -> String {
        if let Some(call) = self.known.get(&set) {
            return call.clone();
        }
        let text = self.said(set);
        let tracks = names("X", tracks_of(self.sets.tracks(set)));
        if tracks.is_empty() || !self.often.contains(&set) {
            return text;
        }
        let (name, parameters) = (format!("part{}", set.0), names("var2 ", tracks.iter()).join(", "));
        self.predicates.push_str(&format!("pred {name}({parameters}) = {text};\n"));
        let call = format!("{name}({})", tracks.join(", "));
        self.known.insert(set, call.clone());
        call
    }

    fn said(&mut self, set: Set) -> String {
        match self.sets.said(set) {
            Said::Zero(sum) => self.linear(sum, |_, left, right| format!("{left} = {right}")),
            Said::AtMostZero(sum) => self.linear(sum, |_, left, right| format!("(ex2 D: plus({left}, D, {right}))")),
            Said::Divides(d, sum) => self.linear(sum, |own, left, right| own.divides(*d, left, right)),
            Said::NimSumIsZero(tracks) => {
                let odd = |odd, track| format!("~({odd} <=> t in X{track})");
                format!("(all1 t: ~{})", tracks_of(*tracks).fold("(false)".into(), odd))
            }
            // In a base, all digits write a number.
            Said::Word(_) => "true".into(),
            Said::In(table, tracks) => format!("table{table}({})", names("X", tracks.iter()).join(", ")),
            Said::Not(inner) => format!("~({})", self.formula(*inner)),
            Said::Join { all, parts } if parts.is_empty() => all.to_string(),
            Said::Join { all, parts } => {
                let parts: Vec<String> = parts.iter().map(|part| self.formula(*part)).collect();
                format!("({})", parts.join(if *all { " & " } else { " | " }))
            }
            Said::Exists(bound, inner) => {
                let inner = self.formula(*inner);
                format!("(ex2 {}: {inner})", names("X", tracks_of(*bound)).join(", "))
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
        for (track, factor) in sum.terms.iter().filter(|(_, factor)| sign * **factor > 0) {
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
