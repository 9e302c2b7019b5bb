//! Programs of formulas, which the kernel of the checker decides: read, made at random, and decided by other means.
//!
//! In: the text of a program, as Grundy's book describes it ("Programs of formulas"). Out: its steps; whether a step holds for all numbers, by the states of its
//! formula made as they are needed ([`yardstick`]); the same question for MONA ([`mona`]); whether it is true of given numbers. Nothing here is shared with the checker.

pub mod mona;
pub mod random;
pub mod yardstick;

/// A sum of multiples of tracks, (track, factor), and a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The tracks with their factors.
    pub terms: Vec<(u32, i128)>,
    /// The constant.
    pub one: i128,
}

/// What a step says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A sum is 0.
    Zero(Sum),
    /// A sum is at most 0.
    AtMost(Sum),
    /// A number divides a sum.
    Divides(i128, Sum),
    /// The nim-sum of tracks is 0.
    Nim(Vec<u32>),
    /// A given automaton accepts tracks.
    In(usize, Vec<u32>),
    /// A step is not true.
    Not(usize),
    /// All steps are true, or one is.
    Join {
        /// All of them?
        all: bool,
        /// The steps.
        parts: Vec<usize>,
    },
    /// There are numbers for tracks.
    Exists(Vec<u32>, usize),
}

/// A given automaton: for each state the next states by letters, and whether it accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The next states; the first number's digit counts 1, the second's 2, and so on.
    pub next: Vec<Vec<usize>>,
    /// Which states accept.
    pub accepts: Vec<bool>,
}

/// A program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The steps.
    pub steps: Vec<Step>,
    /// The given automata.
    pub tables: Vec<Table>,
    /// Steps, and whether they hold for all numbers, as the text says.
    pub decided: Vec<(usize, bool)>,
}

impl Program {
    /// The program of a text.
    ///
    /// # Panics
    /// If the text is no program.
    #[must_use]
    pub fn read(text: &str) -> Program {
        let mut program = Program::default();
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("grundy program 1"), "the first line");
        while let Some(line) = lines.next() {
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["automaton", _, _, states] => {
                    let rows = lines.by_ref().take(number(states));
                    let rows: Vec<Vec<usize>> = rows.map(|row| row.split(' ').map(number).collect()).collect();
                    let accepts = rows.iter().map(|row| row[0] == 1).collect();
                    program
                        .tables
                        .push(Table { next: rows.into_iter().map(|row| row[1..].to_vec()).collect(), accepts });
                }
                [says @ ("holds" | "fails"), step] => program.decided.push((number(step), says == "holds")),
                [own, ref rest @ ..] => {
                    assert_eq!(number::<usize>(own), program.steps.len(), "`{line}`");
                    program.steps.push(step(rest));
                }
                [] => {}
            }
        }
        program
    }

    /// The tracks of which each step speaks.
    #[must_use]
    pub fn tracks(&self) -> Vec<Vec<u32>> {
        let mut all: Vec<Vec<u32>> = vec![];
        for step in &self.steps {
            let mut own: Vec<u32> = match step {
                Step::Zero(sum) | Step::AtMost(sum) | Step::Divides(_, sum) => {
                    sum.terms.iter().map(|(track, _)| *track).collect()
                }
                Step::Nim(tracks) | Step::In(_, tracks) => tracks.clone(),
                Step::Not(part) => all[*part].clone(),
                Step::Join { parts, .. } => parts.iter().flat_map(|part| all[*part].clone()).collect(),
                Step::Exists(bound, part) => {
                    all[*part].iter().copied().filter(|track| !bound.contains(track)).collect()
                }
            };
            own.sort_unstable();
            own.dedup();
            all.push(own);
        }
        all
    }

    /// Is a step without "there is" true of numbers?
    ///
    /// # Panics
    /// If there is a "there is".
    #[must_use]
    pub fn is_true(&self, step: usize, numbers: &[u64]) -> bool {
        let value =
            |sum: &Sum| sum.terms.iter().map(|(t, k)| k * i128::from(numbers[*t as usize])).sum::<i128>() + sum.one;
        match &self.steps[step] {
            Step::Zero(sum) => value(sum) == 0,
            Step::AtMost(sum) => value(sum) <= 0,
            Step::Divides(d, sum) => value(sum).rem_euclid(*d) == 0,
            Step::Nim(tracks) => tracks.iter().fold(0, |all, track| all ^ numbers[*track as usize]) == 0,
            Step::In(table, tracks) => {
                let Table { next, accepts } = &self.tables[*table];
                let letter = |place: u32| {
                    let digits = tracks.iter().rev().map(|track| numbers[*track as usize] >> place & 1);
                    digits.fold(0, |letter, digit| 2 * letter + digit as usize)
                };
                accepts[(0..u64::BITS).fold(0, |state, place| next[state][letter(place)])]
            }
            Step::Not(part) => !self.is_true(*part, numbers),
            Step::Join { all, parts } => parts.iter().any(|part| self.is_true(*part, numbers) != *all) != *all,
            Step::Exists(..) => panic!("numbers are sought"),
        }
    }
}

fn number<T: std::str::FromStr>(word: &str) -> T {
    word.parse().ok().unwrap_or_else(|| panic!("`{word}` is no number"))
}

fn sum(words: &[&str]) -> Sum {
    let terms = words[1..].iter().map(|word| word.split_once(':').expect("a track and a factor"));
    Sum { terms: terms.map(|(track, factor)| (number(track), number(factor))).collect(), one: number(words[0]) }
}

fn step(words: &[&str]) -> Step {
    let parts = |words: &[&str]| words.iter().map(|word| number(word)).collect();
    let tracks = |words: &[&str]| words.iter().map(|word| number(word)).collect();
    match *words {
        ["zero", ref rest @ ..] => Step::Zero(sum(rest)),
        ["atmost", ref rest @ ..] => Step::AtMost(sum(rest)),
        ["divides", d, ref rest @ ..] => Step::Divides(number(d), sum(rest)),
        ["nim", ref rest @ ..] => Step::Nim(tracks(rest)),
        ["in", table, ref rest @ ..] => Step::In(number(table), tracks(rest)),
        ["not", part] => Step::Not(number(part)),
        ["and", ref rest @ ..] => Step::Join { all: true, parts: parts(rest) },
        ["or", ref rest @ ..] => Step::Join { all: false, parts: parts(rest) },
        ["exists", part, ref rest @ ..] => Step::Exists(tracks(rest), number(part)),
        _ => panic!("`{}` is no step", words.join(" ")),
    }
}
