//! The least automaton that a table of outcomes shows.
//!
//! In: an [`Oracle`], and *tests*, words that are added. Out: the quotient that the table shows, or a further test. Two words are alike if they have the same outcomes with
//! every test added. The *rows* are the first words of each kind, and the words that have one generator more than a row are compared with them; so the rows are
//! the states of an automaton that reads generators (Angluin, Inform. and Comput. 75, 1987). A word whose outcome is not what the automaton says gives a test
//! that tells two states apart (Rivest and Schapire, Inform. and Comput. 103, 1993).

use super::super::monoid::{Element, Monoid};
use super::oracle::{Oracle, Word};
use grundy_core::contract::limits::{Held, Limits};
use grundy_core::contract::numbered::Numbered;
use grundy_core::contract::stop::Result;

/// The table.
pub(super) struct Table<'q> {
    pub(super) oracle: Oracle<'q>,
    words: Numbered<u32>,
    /// For each word its outcomes with the first tests added, as bits.
    outcomes: Vec<Vec<u64>>,
    tests: Vec<Word>,
    /// For each row its word, and the row and the generator of which it is made.
    rows: Vec<(u32, usize, usize)>,
    /// For each row and each generator, the row of the word that has one generator more.
    next: Vec<usize>,
    held: Held,
    limits: Limits,
}

impl<'q> Table<'q> {
    /// The table with these tests; the first is the empty word.
    pub(super) fn new(oracle: Oracle<'q>, tests: Vec<Word>, limits: &Limits) -> Table<'q> {
        Table {
            oracle,
            words: Numbered::default(),
            outcomes: vec![],
            tests,
            rows: vec![],
            next: vec![],
            held: limits.held(0),
            limits: limits.clone(),
        }
    }

    /// The number of rows.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The number of tests.
    pub(super) fn tests(&self) -> usize {
        self.tests.len()
    }

    /// The tests.
    pub(super) fn into_tests(self) -> Vec<Word> {
        self.tests
    }

    /// Adds a test.
    pub(super) fn insist_on(&mut self, test: Word) {
        self.tests.push(test);
    }

    /// Makes rows, up to so many and one more, until no word beyond them is new.
    ///
    /// # Errors
    /// Too little memory, an interruption.
    pub(super) fn close(&mut self, most: usize) -> Result<()> {
        let mut kinds: Numbered<u64> = Numbered::default();
        let empty = self.outcomes(&vec![0; self.oracle.generators()])?;
        kinds.number(&self.outcomes[empty as usize]);
        (self.rows, self.next) = (vec![(empty, 0, 0)], vec![]);
        let mut row = 0;
        while row < self.rows.len() && self.rows.len() <= most {
            for generator in 0..self.oracle.generators() {
                let mut word = self.word(row).to_vec();
                word[generator] += 1;
                let word = self.outcomes(&word)?;
                let kind = kinds.number(&self.outcomes[word as usize]) as usize;
                if kind == self.rows.len() {
                    self.rows.push((word, row, generator));
                }
                self.next.push(kind);
            }
            row += 1;
            let words = self.words.bytes()
                + (self.outcomes.len() * (32 + self.tests.len() * self.oracle.bits() as usize / 8)) as u64;
            self.held.grow(words + kinds.bytes(), &self.limits, "the table of outcomes")?;
        }
        Ok(())
    }

    /// The word of a row.
    pub(super) fn word(&self, row: usize) -> &[u32] {
        self.words.list(self.rows[row].0)
    }

    /// The number of a word whose outcomes with all tests are known then.
    fn outcomes(&mut self, word: &[u32]) -> Result<u32> {
        let number = self.words.number(word);
        if number as usize == self.outcomes.len() {
            self.outcomes.push(vec![]);
        }
        // The last entry counts the tests of which outcomes are there.
        let mut outcomes = std::mem::take(&mut self.outcomes[number as usize]);
        let known = outcomes.pop().unwrap_or(0) as usize;
        for (place, test) in self.tests.iter().enumerate().skip(known) {
            let (at, bit) = self.at(place);
            if at == outcomes.len() {
                outcomes.push(0);
            }
            outcomes[at] |= u64::from(self.oracle.value(&sum(word, test))?) << bit;
        }
        outcomes.push(self.tests.len() as u64);
        self.outcomes[number as usize] = outcomes;
        Ok(number)
    }

    /// The word, and the lowest bit in it, of the value with a test.
    fn at(&self, test: usize) -> (usize, u32) {
        let bits = self.oracle.bits();
        let each = (u64::BITS / bits) as usize;
        (test / each, bits * (test % each) as u32)
    }

    fn step(&self, row: usize, generator: usize) -> usize {
        self.next[row * self.oracle.generators() + generator]
    }

    /// The row of the sum of a row and a word.
    fn run(&self, row: usize, word: &[u32]) -> usize {
        letters(word).fold(row, |row, generator| self.step(row, generator))
    }

    /// A test without which the order of generators matters.
    pub(super) fn test_of_order(&mut self) -> Result<Option<Word>> {
        let generators = self.oracle.generators();
        for row in 0..self.rows.len() {
            for (g, h) in (0..generators).flat_map(|h| (0..h).map(move |g| (g, h))) {
                let ways = [(g, h), (h, g)].map(|(first, second)| self.step(self.step(row, first), second));
                if ways[0] == ways[1] {
                    continue;
                }
                let test = self.telling(ways[0], ways[1]);
                for (first, second) in [(g, h), (h, g)] {
                    let mut more = test.clone();
                    more[second] += 1;
                    let mut word = self.word(row).to_vec();
                    word[first] += 1;
                    let other = self.word(self.step(row, first)).to_vec();
                    if self.oracle.value(&sum(&word, &more))? != self.oracle.value(&sum(&other, &more))? {
                        return Ok(Some(more));
                    }
                }
            }
        }
        Ok(None)
    }

    /// A test that tells two rows apart.
    fn telling(&self, one: usize, other: usize) -> Word {
        let outcomes = |row: usize| self.outcomes[self.rows[row].0 as usize].iter();
        let differ = outcomes(one).zip(outcomes(other)).map(|(a, b)| a ^ b).enumerate().find(|(_, bits)| *bits != 0);
        let bits = self.oracle.bits();
        let each = (u64::BITS / bits) as usize;
        let place = differ.map_or(0, |(word, differ)| each * word + (differ.trailing_zeros() / bits) as usize);
        self.tests[place].clone()
    }

    /// The monoid of the rows, if the order of generators does not matter.
    pub(super) fn monoid(&self) -> Monoid {
        let size = self.rows.len();
        let mut products = vec![Monoid::ONE; size * size];
        for x in 0..size {
            products[x * size] = x as Element;
            // A row is made of an earlier one.
            for (y, (_, before, generator)) in self.rows.iter().enumerate().skip(1) {
                let product = self.step(products[x * size + before].into(), *generator);
                products[x * size + y] = product as Element;
            }
        }
        let values = (0..size).map(|row| self.says(row)).collect();
        Monoid::new(products, values, self.oracle.most())
    }

    /// The element of a word.
    pub(super) fn element(&self, word: &[u32]) -> Element {
        self.run(0, word) as Element
    }

    /// The value of a row: this is its value with the first test, the empty word.
    fn says(&self, row: usize) -> u8 {
        let first = self.outcomes[self.rows[row].0 as usize][0];
        (first & ((1 << self.oracle.bits()) - 1)) as u8
    }

    /// If the automaton is wrong about a word, a test that tells apart two words which it takes to be alike.
    pub(super) fn lesson(&mut self, word: &[u32]) -> Result<Option<Word>> {
        let right = self.oracle.value(word)?;
        if self.says(self.run(0, word)) == right {
            return Ok(None);
        }
        // In place of the first letters of the word stands the row that they lead to. For all letters that gives the wrong outcome, and for none the right one.
        let letters: Vec<usize> = letters(word).collect();
        let mut rows = vec![0];
        for letter in &letters {
            rows.push(self.step(rows[rows.len() - 1], *letter));
        }
        let mut rest = vec![0; word.len()];
        for (place, letter) in letters.iter().enumerate().rev() {
            let test = rest.clone();
            rest[*letter] += 1;
            let sum = sum(self.word(rows[place]), &rest);
            if self.oracle.value(&sum)? == right {
                return Ok(Some(test));
            }
        }
        Ok(None)
    }
}

/// The sum of two words.
fn sum(one: &[u32], other: &[u32]) -> Word {
    one.iter().zip(other).map(|(a, b)| a + b).collect()
}

/// The generators of a word, each as often as it is in it.
fn letters(word: &[u32]) -> impl Iterator<Item = usize> + '_ {
    word.iter().enumerate().flat_map(|(generator, times)| std::iter::repeat_n(generator, *times as usize))
}
