//! Programs: formulas about natural numbers, one step after the other.
//!
//! In: steps, each of which speaks of tracks or of steps before it; given automata; or a text with them and with what was decided. Out: equal steps are one; a text.
//! A *track* stands for a number. Grundy's book describes the text ("Programs of formulas").

use std::collections::{BTreeMap, HashMap};
use std::fmt::{Display, Write};
use std::str::{FromStr, SplitWhitespace};

use crate::form::expr::Result;

/// The number of a track.
pub(crate) type Track = u32;

/// The bits of a constant, and of a factor, at most: 64 factors and a constant are far from 128 bits.
pub(crate) const ONE: u32 = 120;
pub(crate) const FACTOR: u32 = 64;
/// The most terms of a sum, and the most tracks of a given automaton.
const TERMS: usize = 64;
const READ: usize = 16;
/// Tracks of a text are below this number.
const TRACKS: Track = 1 << 16;

/// The first line of a text.
const FIRST: &str = "grundy program 1";

/// A sum of multiples of tracks and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Sum {
    pub(crate) terms: BTreeMap<Track, i128>,
    pub(crate) one: i128,
}

/// An automaton that is given. It begins in state 0, and reads the digits of numbers from the least place on. For each state it has the next states by letters,
/// the first number's digit counting 1, the second's 2 (in general, the number of digits), and so on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Table {
    pub(crate) next: Vec<Vec<usize>>,
    pub(crate) accepts: Vec<bool>,
}

/// What a step says of the numbers of the tracks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    /// The sum is 0.
    Zero(Sum),
    /// The sum is at most 0.
    AtMost(Sum),
    /// The number, which is at least 1, divides the sum.
    Divides(i128, Sum),
    /// The nim-sum of the tracks is 0.
    Nim(Vec<Track>),
    /// The given automaton accepts the tracks.
    In(usize, Vec<Track>),
    Not(usize),
    And(Vec<usize>),
    Or(Vec<usize>),
    /// There are numbers for the tracks.
    Exists(Vec<Track>, usize),
}

/// Steps and given automata.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) steps: Vec<Step>,
    pub(crate) tables: Vec<Table>,
    known: HashMap<Step, usize>,
}

impl Program {
    /// The number of a step.
    pub(crate) fn step(&mut self, step: Step) -> usize {
        let Program { steps, known, .. } = self;
        *known.entry(step).or_insert_with_key(|step| {
            steps.push(step.clone());
            steps.len() - 1
        })
    }

    /// The number of a given automaton.
    pub(crate) fn table(&mut self, table: Table) -> usize {
        self.tables.iter().position(|known| *known == table).unwrap_or_else(|| {
            self.tables.push(table);
            self.tables.len() - 1
        })
    }

    /// The number of a step of another program, which becomes one of this program.
    pub(crate) fn include(&mut self, other: &Program, step: usize) -> usize {
        let mut needed = vec![false; step + 1];
        needed[step] = true;
        for number in (0..=step).rev() {
            if needed[number] {
                other.steps[number].parts().iter().for_each(|part| needed[*part] = true);
            }
        }
        let mut numbers = vec![0; step + 1];
        for number in (0..=step).filter(|step| needed[*step]) {
            let of = |parts: &[usize]| parts.iter().map(|part| numbers[*part]).collect();
            let own = match &other.steps[number] {
                Step::In(table, tracks) => Step::In(self.table(other.tables[*table].clone()), tracks.clone()),
                Step::Not(part) => Step::Not(numbers[*part]),
                Step::And(parts) => Step::And(of(parts)),
                Step::Or(parts) => Step::Or(of(parts)),
                Step::Exists(tracks, part) => Step::Exists(tracks.clone(), numbers[*part]),
                atom => atom.clone(),
            };
            numbers[number] = self.step(own);
        }
        numbers[step]
    }

    /// A text with what was decided of steps.
    pub(crate) fn text(&self, decided: &[(usize, bool)]) -> String {
        let mut text = format!("{FIRST}\n");
        for (number, Table { next, accepts }) in self.tables.iter().enumerate() {
            _ = writeln!(text, "automaton {number} {} {}", next[0].len().ilog2(), next.len());
            for (row, accepts) in next.iter().zip(accepts) {
                _ = writeln!(text, "{}{}", u8::from(*accepts), list(row));
            }
        }
        for (number, step) in self.steps.iter().enumerate() {
            _ = writeln!(text, "{number} {}", step.text());
        }
        for (step, holds) in decided {
            _ = writeln!(text, "{} {step}", if *holds { "holds" } else { "fails" });
        }
        text
    }

    /// The program of a text, and what it says of steps.
    pub(crate) fn read(text: &str) -> Result<(Program, Vec<(usize, bool)>)> {
        let mut lines = (1..).zip(text.lines());
        let (mut program, mut decided) = (Program::default(), vec![]);
        if lines.next().is_none_or(|(_, line)| line != FIRST) {
            return Err(format!("the text of a program begins with the line `{FIRST}`"));
        }
        while let Some((number, line)) = lines.next() {
            let mut words = line.split_whitespace();
            let read = match words.next() {
                Some("automaton") => program.read_table(words, &mut lines),
                Some(word @ ("holds" | "fails")) => one(&mut words).and_then(|step| {
                    decided.push((step, word == "holds"));
                    if step < program.steps.len() {
                        end(words)
                    } else {
                        Err(format!("there is no step {step} before it"))
                    }
                }),
                Some(word) => program.read_step(word, words),
                None => Ok(()),
            };
            read.map_err(|why| {
                format!("line {number} of the program, `{}`: {why}", line.chars().take(60).collect::<String>())
            })?;
        }
        Ok((program, decided))
    }

    fn read_table<'a>(
        &mut self,
        mut words: SplitWhitespace,
        lines: &mut impl Iterator<Item = (usize, &'a str)>,
    ) -> Result<()> {
        let [number, tracks, states] = [one(&mut words)?, one(&mut words)?, one(&mut words)?];
        end(words)?;
        if number != self.tables.len() || tracks > READ || states == 0 {
            return Err(format!("automata are numbered from 0 on, have a state, and read at most {READ} numbers"));
        }
        let mut table = Table { next: vec![], accepts: vec![] };
        for (_, line) in lines.take(states) {
            let row: Vec<usize> = all(line.split_whitespace())?;
            let [accepts @ (0 | 1), next @ ..] = &row[..] else { return Err("a state begins with 0 or 1".into()) };
            if next.len() != 1 << tracks || next.iter().any(|to| *to >= states) {
                return Err(format!("a state has {} next states, which are below {states}", 1 << tracks));
            }
            table.accepts.push(*accepts == 1);
            table.next.push(next.to_vec());
        }
        if table.next.len() < states {
            return Err(format!("it has {} lines of {states}", table.next.len()));
        }
        self.tables.push(table);
        Ok(())
    }

    fn read_step(&mut self, number: &str, mut words: SplitWhitespace) -> Result<()> {
        if number.parse() != Ok(self.steps.len()) {
            return Err(format!(
                "`automaton`, `holds`, `fails`, or the number {} of the next step is wanted",
                self.steps.len()
            ));
        }
        let step = match words.next() {
            Some("zero") => Step::Zero(sum(words)?),
            Some("atmost") => Step::AtMost(sum(words)?),
            Some("divides") => Step::Divides(one(&mut words)?, sum(words)?),
            Some("nim") => Step::Nim(all(words)?),
            Some("in") => Step::In(one(&mut words)?, all(words)?),
            Some("not") => Step::Not(one(&mut words).and_then(|step| end(words).map(|()| step))?),
            Some("and") => Step::And(all(words)?),
            Some("or") => Step::Or(all(words)?),
            Some("exists") => one(&mut words).and_then(|step| Ok(Step::Exists(all(words)?, step)))?,
            _ => {
                return Err("`zero`, `atmost`, `divides`, `nim`, `in`, `not`, `and`, `or` or `exists` is wanted".into());
            }
        };
        if step.tracks().iter().any(|track| *track >= TRACKS) {
            return Err(format!("tracks are below {TRACKS}"));
        }
        let later = |step: &usize| *step >= self.steps.len();
        if step.parts().iter().any(later) {
            return Err("a step speaks of steps before it".into());
        }
        if let Step::In(table, tracks) = &step
            && self.tables.get(*table).is_none_or(|table| table.next[0].len() != 1 << tracks.len())
        {
            return Err(format!("there is no automaton {table} before it that reads {} numbers", tracks.len()));
        }
        if matches!(step, Step::Divides(..=0, _)) {
            return Err("a divisor is at least 1".into());
        }
        // What is written twice keeps both its numbers.
        self.steps.push(step);
        Ok(())
    }
}

impl Step {
    /// The steps of which it speaks.
    pub(crate) fn parts(&self) -> &[usize] {
        match self {
            Step::Not(part) | Step::Exists(_, part) => std::slice::from_ref(part),
            Step::And(parts) | Step::Or(parts) => parts,
            _ => &[],
        }
    }

    /// The tracks that it names.
    fn tracks(&self) -> Vec<Track> {
        match self {
            Step::Zero(sum) | Step::AtMost(sum) | Step::Divides(_, sum) => sum.terms.keys().copied().collect(),
            Step::Nim(tracks) | Step::In(_, tracks) | Step::Exists(tracks, _) => tracks.clone(),
            Step::Not(_) | Step::And(_) | Step::Or(_) => vec![],
        }
    }

    fn text(&self) -> String {
        let of = |Sum { terms, one }: &Sum| {
            let terms: Vec<String> = terms.iter().map(|(track, factor)| format!("{track}:{factor}")).collect();
            format!("{one}{}", list(&terms))
        };
        match self {
            Step::Zero(sum) => format!("zero {}", of(sum)),
            Step::AtMost(sum) => format!("atmost {}", of(sum)),
            Step::Divides(d, sum) => format!("divides {d} {}", of(sum)),
            Step::Nim(tracks) => format!("nim{}", list(tracks)),
            Step::In(table, tracks) => format!("in {table}{}", list(tracks)),
            Step::Not(part) => format!("not {part}"),
            Step::And(parts) => format!("and{}", list(parts)),
            Step::Or(parts) => format!("or{}", list(parts)),
            Step::Exists(tracks, part) => format!("exists {part}{}", list(tracks)),
        }
    }
}

fn list(items: &[impl Display]) -> String {
    items.iter().map(|item| format!(" {item}")).collect()
}

fn one<T: FromStr>(words: &mut SplitWhitespace) -> Result<T> {
    let word = words.next().ok_or("a number is missing")?;
    word.parse().map_err(|_| format!("`{word}` is no number that can stand here"))
}

fn all<T: FromStr>(mut words: SplitWhitespace) -> Result<Vec<T>> {
    let mut list = vec![];
    while words.clone().next().is_some() {
        list.push(one(&mut words)?);
    }
    Ok(list)
}

fn end(mut words: SplitWhitespace) -> Result<()> {
    words.next().map_or(Ok(()), |word| Err(format!("`{word}` is too much")))
}

/// A constant, and terms such as `3:-2`, which is -2 times track 3.
fn sum(mut words: SplitWhitespace) -> Result<Sum> {
    let mut sum = Sum { terms: BTreeMap::new(), one: one(&mut words)? };
    for word in words {
        let (track, factor) = word.split_once(':').ok_or_else(|| format!("`{word}` is no `track:factor`"))?;
        let (track, factor) = (track.parse().ok(), factor.parse().ok());
        let term = track.zip(factor).filter(|(track, _)| !sum.terms.contains_key(track));
        let (track, factor): (Track, i128) =
            term.ok_or_else(|| format!("`{word}` is no term of a track of its own"))?;
        sum.terms.insert(track, factor);
    }
    let fits = |n: &i128, bits: u32| n.unsigned_abs() >> bits == 0;
    let small =
        sum.terms.len() <= TERMS && sum.terms.values().all(|factor| fits(factor, FACTOR)) && fits(&sum.one, ONE);
    if small { Ok(sum) } else { Err("the sum is too large for the kernel".into()) }
}

impl Table {
    /// Is it indifferent to zeros after the last digit, and does each letter of so many lead to a state?
    pub(crate) fn is_indifferent(&self, letters: usize) -> bool {
        let is =
            |(row, accepts): (&Vec<usize>, &bool)| row.len() == letters && self.accepts.get(row[0]) == Some(accepts);
        self.next.len() == self.accepts.len() && self.next.iter().zip(&self.accepts).all(is)
    }
}
