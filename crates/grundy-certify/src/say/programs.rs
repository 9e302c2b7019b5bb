//! Formulas as steps of a program for the kernel, which knows numbers in base 2 alone.
//!
//! In: formulas of a store. Out: steps of a program. In base 2 a track of the store is a track of the program.
//!
//! In another numeration a track of the store is a *word*: the bits of its digits are so many tracks of the program. Three automata are given: which tracks are
//! a word, which word is less than another, and which words x, y, z are such that x + y = z. Nobody need believe them. The kernel decides that
//!
//! 1. the digits 0 alone are a word; of two words one is less than the other, or they are the same; what is less than what is less is less;
//! 2. if x is less than y, no digit of x but 0 stands above all digits of y that are not 0, so that finitely many words are less than y; and each word is less than another.
//!
//! So the words are, in their order, the numbers 0, 1, 2, …: a word is the number of the words below it, and the *next* word is the least one above. And
//!
//! 3. x + 0 = z exactly if z is x; if x + y = z, then x + next(y) = next(z); and there is one z at most.
//!
//! By induction on y, the third automaton accepts x, y, z exactly if x + y = z. A linear form is made of sums, doubled and added by the binary digits of its factors. That d
//! divides x says that there is a number d times which is x.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::form::expr::Result;
use crate::kernel::program::{Program, Step};
use crate::say::numeration::Numeration;
use crate::say::sets::{Formula, Set, Sets, Sum, Table, Track, tracks_of};

/// Writes formulas of one store.
#[derive(Default)]
pub(crate) struct Writer {
    pub(crate) program: Program,
    known: HashMap<Set, usize>,
    /// The given automata of the store that were written.
    tables: HashMap<usize, usize>,
    /// Nothing in base 2.
    words: Option<Words>,
    /// What must hold so that words are numbers.
    pub(crate) owed: Vec<usize>,
}

/// The given automata of a numeration.
#[derive(Clone, Copy)]
struct Words {
    numeration: Numeration,
    word: usize,
    less: usize,
    adder: usize,
}

/// What is done to a number.
#[derive(Clone, Copy)]
enum Act {
    Double,
    Add(Track),
    /// The next number is taken.
    Next,
}

/// How many numbers are bound where they are spoken of. They stand behind those that formulas may have.
const SPARE: Track = 5;

/// The numbers that are bound.
#[derive(Clone, Copy)]
enum Spare {
    /// Sums on their way, by turns.
    Sum,
    Other,
    /// The two sides of a comparison.
    Left,
    Right,
    /// What lies between two numbers; what is multiplied.
    Between,
}

/// The most tracks of a program: those who read it may keep them as the bits of a number.
const TRACKS: Track = 128;

impl Numeration {
    /// How many numbers formulas may speak of.
    pub(crate) fn most_numbers(self) -> Track {
        TRACKS / self.bits() - SPARE
    }
}

impl Writer {
    /// The step of a formula.
    pub(crate) fn step(&mut self, sets: &Sets, set: Set) -> Result<usize> {
        if self.words.is_none() && sets.numeration != Numeration::default() {
            self.begin(sets.numeration, &sets.numeration.tables());
        }
        if let Some(known) = self.known.get(&set) {
            return Ok(*known);
        }
        let step = match sets.said(set) {
            Formula::Not(inner) => Step::Not(self.step(sets, *inner)?),
            Formula::Join { all, parts } => {
                let parts = parts.iter().map(|part| self.step(sets, *part)).collect::<Result<_>>()?;
                if *all { Step::And(parts) } else { Step::Or(parts) }
            }
            Formula::Exists(track, inner) => Step::Exists(self.tracks(*track), self.step(sets, *inner)?),
            Formula::In(table, tracks) => {
                let known = self.tables.get(table).copied();
                let written = known.unwrap_or_else(|| self.given(sets.given(*table)));
                self.tables.insert(*table, written);
                Step::In(written, tracks.iter().flat_map(|track| self.tracks(*track)).collect())
            }
            Formula::NimSumIsZero(mask) => match self.words {
                None => Step::Nim(tracks_of(*mask).collect()),
                Some(_) => return Err("a nim-sum of digits that are not binary is unknown to this checker".into()),
            },
            Formula::Word(track) => return Ok(self.word(*track)),
            Formula::Zero(sum) if self.words.is_none() => Step::Zero(sum.clone()),
            Formula::AtMostZero(sum) if self.words.is_none() => Step::AtMost(sum.clone()),
            Formula::Divides(d, sum) if self.words.is_none() => Step::Divides(*d, sum.clone()),
            Formula::Zero(sum) => return Ok(self.equal(sum)),
            Formula::AtMostZero(sum) => return Ok(self.at_most(sum)),
            Formula::Divides(d, sum) => return Ok(self.divides(*d, sum)),
        };
        let step = self.program.step(step);
        self.known.insert(set, step);
        Ok(step)
    }

    /// The tracks of a number.
    fn tracks(&self, number: Track) -> Vec<Track> {
        let bits = self.words.map_or(1, |words| words.numeration.bits());
        (number * bits..(number + 1) * bits).collect()
    }

    /// A given automaton that reads digits reads their bits. Bits that are no digit lead to a last state that rejects.
    fn given(&mut self, table: &Table) -> usize {
        let Some(Words { numeration, .. }) = self.words else { return self.program.table(table.clone()) };
        let (digits, bits, wrong) = (numeration.digits(), numeration.bits(), table.next.len());
        let numbers = table.next[0].len().ilog(digits);
        let digit = |letter: usize, number: u32| letter >> (number * bits) & ((1 << bits) - 1);
        let of = |letter: usize| {
            let places = (0..numbers).map(|number| Some(digit(letter, number)).filter(|digit| *digit < digits));
            places.rev().try_fold(0, |all, digit| Some(all * digits + digit?))
        };
        let letters: Vec<Option<usize>> = (0..1 << (numbers * bits)).map(of).collect();
        let row = |row: &Vec<usize>| letters.iter().map(|letter| letter.map_or(wrong, |letter| row[letter])).collect();
        let next = table.next.iter().map(row).chain([vec![wrong; letters.len()]]).collect();
        self.program.table(Table { next, accepts: [&table.accepts[..], &[false]].concat() })
    }

    fn not(&mut self, part: usize) -> usize {
        self.program.step(Step::Not(part))
    }

    fn and(&mut self, parts: &[usize]) -> usize {
        if let [only] = parts { *only } else { self.program.step(Step::And(parts.to_vec())) }
    }

    fn implies(&mut self, parts: &[usize], then: usize) -> usize {
        let all = self.and(parts);
        let parts = vec![self.not(all), then];
        self.program.step(Step::Or(parts))
    }

    fn zero(&mut self, number: Track) -> usize {
        let bits = self.tracks(number).into_iter().map(|track| self.program.step(Step::Zero(Sum::track(track))));
        let bits: Vec<usize> = bits.collect();
        self.and(&bits)
    }

    fn spare(&self, spare: Spare) -> Track {
        self.words.map_or(0, |words| words.numeration.most_numbers()) + spare as Track
    }

    /// A given automaton accepts numbers.
    fn accepted(&mut self, table: impl Fn(&Words) -> usize, numbers: &[Track]) -> usize {
        let table = self.words.as_ref().map_or(0, table);
        let tracks = numbers.iter().flat_map(|number| self.tracks(*number)).collect();
        self.program.step(Step::In(table, tracks))
    }

    fn word(&mut self, number: Track) -> usize {
        self.accepted(|words| words.word, &[number])
    }

    fn less(&mut self, a: Track, b: Track) -> usize {
        self.accepted(|words| words.less, &[a, b])
    }

    fn adds(&mut self, a: Track, b: Track, sum: Track) -> usize {
        self.accepted(|words| words.adder, &[a, b, sum])
    }

    fn same(&mut self, a: Track, b: Track) -> usize {
        let bits = self.tracks(a).into_iter().zip(self.tracks(b));
        let bits = bits.map(|(a, b)| Step::Zero(Sum { terms: [(a, 1), (b, -1)].into(), one: 0 }));
        let bits: Vec<usize> = bits.map(|step| self.program.step(step)).collect();
        self.and(&bits)
    }

    /// There is a number of which all that is true.
    fn some(&mut self, number: Track, parts: &[usize]) -> usize {
        let word = self.word(number);
        let all = self.and(&[&[word], parts].concat());
        self.program.step(Step::Exists(self.tracks(number), all))
    }

    /// The second number is the next one.
    fn is_next(&mut self, a: Track, b: Track) -> usize {
        let between = self.spare(Spare::Between);
        let parts = [self.less(a, between), self.less(between, b)];
        let some = self.some(between, &parts);
        let parts = [self.word(b), self.less(a, b), self.not(some)];
        self.and(&parts)
    }

    /// A number is what the acts make of 0, one after the other.
    fn makes(&mut self, acts: &[Act], number: Track) -> usize {
        let Some((last, before)) = acts.split_last() else { return self.zero(number) };
        match (before, last) {
            ([], Act::Add(track)) => return self.same(*track, number),
            ([Act::Add(track)], _) => return self.after(last, *track, number),
            _ => {}
        }
        let [sum, other] = [Spare::Sum, Spare::Other].map(|spare| self.spare(spare));
        let from = if number == sum { other } else { sum };
        let parts = [self.makes(before, from), self.after(last, from, number)];
        self.some(from, &parts)
    }

    /// A number is what an act makes of another.
    fn after(&mut self, act: &Act, from: Track, number: Track) -> usize {
        match act {
            Act::Double => self.adds(from, from, number),
            Act::Add(track) => self.adds(from, *track, number),
            Act::Next => self.is_next(from, number),
        }
    }

    /// A number is a sum of multiples, none of which is below 0.
    fn is_sum(&mut self, sum: &Sum, number: Track) -> usize {
        let bits = |n: &i128| i128::BITS - n.leading_zeros();
        let most = sum.terms.values().chain([&sum.one]).map(bits).max().unwrap_or(0);
        let mut acts = vec![];
        for place in (0..most).rev() {
            if !acts.is_empty() {
                acts.push(Act::Double);
            }
            let has = |n: i128| n >> place & 1 == 1;
            acts.extend(sum.terms.iter().filter(|(_, factor)| has(**factor)).map(|(track, _)| Act::Add(*track)));
            acts.extend(has(sum.one).then_some(Act::Next));
        }
        self.makes(&acts, number)
    }

    /// What stands on one side of a linear form.
    fn side(sign: i128, Sum { terms, one }: &Sum) -> Sum {
        let terms = terms.iter().map(|(track, factor)| (*track, (sign * factor).max(0)));
        Sum { terms: terms.filter(|(_, factor)| *factor > 0).collect(), one: (sign * one).max(0) }
    }

    /// A number that is a sum, and what must be true so that it is; a track is itself.
    fn number(&mut self, sum: &Sum, spare: Spare) -> (Track, Option<usize>) {
        let number = self.spare(spare);
        sum.as_track().map_or_else(|| (number, Some(self.is_sum(sum, number))), |track| (track, None))
    }

    /// A linear form is 0.
    fn equal(&mut self, sum: &Sum) -> usize {
        let sides = [1, -1].map(|sign| Self::side(sign, sum));
        let (left, spare) = (sides[0].as_track(), self.spare(Spare::Left));
        match left.or(sides[1].as_track()) {
            Some(track) => self.is_sum(&sides[usize::from(left.is_some())], track),
            None => {
                let parts = sides.map(|side| self.is_sum(&side, spare));
                self.some(spare, &parts)
            }
        }
    }

    /// A linear form is at most 0.
    fn at_most(&mut self, sum: &Sum) -> usize {
        let (left, made_left) = self.number(&Self::side(1, sum), Spare::Left);
        let (right, made_right) = self.number(&Self::side(-1, sum), Spare::Right);
        let more = self.less(right, left);
        let mut all = self.not(more);
        for (number, made) in [(left, made_left), (right, made_right)] {
            all = made.map_or(all, |made| self.some(number, &[made, all]));
        }
        all
    }

    fn divides(&mut self, d: i128, sum: &Sum) -> usize {
        let terms = sum.terms.iter().map(|(track, k)| (*track, k.rem_euclid(d))).filter(|(_, k)| *k > 0);
        let rest = Sum { terms: terms.collect(), one: sum.one.rem_euclid(d) };
        let (number, made) = self.number(&rest, Spare::Left);
        let part = self.spare(Spare::Between);
        let is_multiple = self.is_sum(&Sum { terms: [(part, d)].into(), one: 0 }, number);
        let is_multiple = self.some(part, &[is_multiple]);
        made.map_or(is_multiple, |made| self.some(number, &[made, is_multiple]))
    }

    /// The given automata of a numeration, and what must hold of them.
    fn begin(&mut self, numeration: Numeration, [word, less, adder]: &[Table; 3]) {
        self.words = Some(Words { numeration, word: 0, less: 0, adder: 0 });
        let [word, less, adder] = [word, less, adder].map(|table| self.given(table));
        self.words = Some(Words { numeration, word, less, adder });
        let [x, y, z, after_y, after_z] = [0, 1, 2, 3, 4];
        let words = [x, y, z, after_y, after_z].map(|number| self.word(number));
        let none = [x, y].map(|number| self.zero(number));
        let mut owed = vec![self.implies(&none[..1], words[0])];
        // Of two words one is less than the other, or they are the same.
        let (below, same, above) = (self.less(x, y), self.same(x, y), self.less(y, x));
        let each = [(below, same), (below, above), (same, above)];
        let two = each.map(|(a, b)| self.and(&[a, b])).map(|both| self.not(both));
        let one = self.program.step(Step::Or(vec![below, same, above]));
        let one = self.and(&[&two[..], &[one]].concat());
        owed.push(self.implies(&words[..2], one));
        let (second, both) = (self.less(y, z), self.less(x, z));
        owed.push(self.implies(&[words[0], words[1], words[2], below, second], both));
        // The bits of all digits of y, as numbers, are together at least 2^k where its highest digit that is not 0 stands at place k.
        let twice: Vec<(Track, i128)> = self.tracks(y).into_iter().map(|track| (track, -2)).collect();
        for track in self.tracks(x) {
            let sum = Sum { terms: twice.iter().copied().chain([(track, 1)]).collect(), one: 0 };
            let short = self.program.step(Step::AtMost(sum));
            owed.push(self.implies(&[below], short));
        }
        let more = self.some(y, &[below]);
        owed.push(self.implies(&words[..1], more));
        // x + 0 = z exactly if z is x.
        let (sum, same) = (self.adds(x, y, z), self.same(x, z));
        let are = [words[0], words[1], words[2], none[1]];
        owed.push(self.implies(&[&are[..], &[sum]].concat(), same));
        owed.push(self.implies(&[&are[..], &[same]].concat(), sum));
        // If x + y = z, then x + next(y) = next(z).
        let (next_y, next_z, next_sum) =
            (self.is_next(y, after_y), self.is_next(z, after_z), self.adds(x, after_y, after_z));
        owed.push(self.implies(&[words[0], words[1], words[2], sum, next_y, next_z], next_sum));
        // There is one sum.
        let (other, same) = (self.adds(x, y, after_z), self.same(z, after_z));
        owed.push(self.implies(&[words[0], words[1], words[2], words[4], sum, other], same));
        self.owed = owed;
    }
}
