//! Programs made at random.
//!
//! In: choices of a tape. Out: the text of a program of small numbers and few tracks, whose last step is the formula.

use crate::Tape;

/// The tracks of formulas.
pub const TRACKS: u32 = 4;

/// A text in the making.
struct Maker<'a, 'b> {
    tape: &'a mut Tape<'b>,
    tables: Vec<String>,
    steps: Vec<String>,
    /// May numbers be bound?
    binds: bool,
}

/// The text of a program, nothing of which is decided in it. Steps are so deep; `binds` allows "there are".
#[must_use]
pub fn random(tape: &mut Tape<'_>, depth: u32, binds: bool) -> String {
    let mut maker = Maker { tape, tables: vec![], steps: vec![], binds };
    maker.formula(depth);
    let Maker { tables, steps, .. } = maker;
    let steps: String = steps.iter().enumerate().map(|(number, step)| format!("{number} {step}\n")).collect();
    format!("grundy program 1\n{}{steps}", tables.concat())
}

impl Maker<'_, '_> {
    fn say(&mut self, step: String) -> usize {
        self.steps.push(step);
        self.steps.len() - 1
    }

    fn track(&mut self) -> u32 {
        self.tape.below(TRACKS as usize) as u32
    }

    fn sum(&mut self) -> String {
        let one = self.tape.int(-5, 5).to_string();
        let terms = (0..TRACKS).map(|track| (track, self.tape.of(&[0, 0, 1, -1, 2, -2, 3, -3])));
        let terms: Vec<String> = terms.filter(|(_, k)| *k != 0).map(|(track, k)| format!(" {track}:{k}")).collect();
        one + &terms.concat()
    }

    /// A given automaton that reads two numbers, to which zeros in front change nothing.
    fn table(&mut self) -> usize {
        let states = 1 + self.tape.below(4);
        let mut next: Vec<Vec<usize>> =
            (0..states).map(|_| (0..4).map(|_| self.tape.below(states)).collect()).collect();
        let accepts: Vec<usize> = (0..states).map(|_| self.tape.below(2)).collect();
        for state in 0..states {
            if accepts[next[state][0]] != accepts[state] {
                next[state][0] = state;
            }
        }
        let number = self.tables.len();
        let rows = next
            .iter()
            .zip(accepts)
            .map(|(row, accepts)| format!("{accepts} {} {} {} {}\n", row[0], row[1], row[2], row[3]));
        self.tables.push(format!("automaton {number} 2 {states}\n{}", rows.collect::<String>()));
        number
    }

    fn atom(&mut self) -> usize {
        let text = match self.tape.below(7) {
            0 | 1 => format!("zero {}", self.sum()),
            2 | 3 => format!("atmost {}", self.sum()),
            4 => format!("divides {} {}", self.tape.int(1, 5), self.sum()),
            // A track may stand twice.
            5 => format!("nim {} {} {}", self.track(), self.track(), self.track()),
            _ => format!("in {} {} {}", self.table(), self.track(), self.track()),
        };
        self.say(text)
    }

    fn formula(&mut self, depth: u32) -> usize {
        if depth == 0 {
            return self.atom();
        }
        let text = match self.tape.below(if self.binds { 8 } else { 5 }) {
            0 => format!("not {}", self.formula(depth - 1)),
            way @ 1..=4 => {
                let parts: Vec<String> =
                    (0..2 + self.tape.below(2)).map(|_| format!(" {}", self.formula(depth - 1))).collect();
                format!("{}{}", if way % 2 == 0 { "and" } else { "or" }, parts.concat())
            }
            _ => format!("exists {} {}", self.formula(depth - 1), self.track()),
        };
        self.say(text)
    }
}
