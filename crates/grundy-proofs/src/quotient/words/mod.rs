//! The quotient with one more generator, learnt from outcomes of words.
//!
//! In: the quotient of the heaps before a heap of which no element of it does. Out: the quotient with the heap, with its closure as its proof; or why there is none. It takes longer than
//! what [`learn`](super::learn) tries first, and finds quotients where one sum does not stand for all that have its pair.
//!
//! Sums of heaps are written as words in *generators* (`oracle` finds their outcomes, `table` the quotient that these show). A sum that contradicts the quotient by its closure is a
//! lesson: it gives a further test. If it gives none, then the outcomes are wrong, and what they rest on is changed: high exponents are lowered later, or a heap that
//! was taken to be a word becomes a generator.

mod oracle;
mod table;

use std::convert::Infallible;

use self::oracle::{Oracle, Word};
use self::table::Table;
use super::Quotient;
use super::closure::Closure;
use super::learn::Learnt;
use super::minimise::ELEMENTS;
use super::monoid::{Element, Monoid};
use crate::heaps::Heaps;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::stop::{Result, Stop};
use grundy_rules::lang::Code;

/// The most generators.
const GENERATORS: usize = 24;
/// The most tests: an infinite quotient asks for ever more. 0.07 takes 98 for the heap of 25.
const TESTS: usize = 1 << 9;
/// By so much the exponents that are lowered rise at a time, and at most.
const SLACK: u32 = 2;
const MOST_SLACK: u32 = 12;

/// Learns the quotient with the next heap.
///
/// # Errors
/// Too little memory, an interruption.
pub(super) fn learn(heaps: &Heaps, quotient: &Quotient, limits: &Limits) -> Result<Learnt<(Quotient, Closure)>> {
    let heap = quotient.heaps.len() as u64;
    let mut words = Words::of(quotient);
    let last = words.generators.len();
    words.words.push(None);
    words.become_generator(heap);
    let mut slack = vec![0; words.generators.len()];
    loop {
        if words.generators.len() > GENERATORS {
            return Ok(Err(format!("with the heap of {heap} more than {GENERATORS} heaps are generators")));
        }
        if slack.iter().any(|slack| *slack > MOST_SLACK) {
            return Ok(Err(format!("the outcomes found with the heap of {heap} are not those of all sums")));
        }
        let oracle = Oracle::new(quotient, &words.options(heaps, limits)?, last, &slack, limits);
        let mut table = Table::new(oracle, words.tests.clone(), limits);
        let fault = match words.hypotheses(heaps, &mut table, limits) {
            Ok(Ok(found)) => return Ok(Ok(found)),
            Ok(Err(fault)) => fault,
            Err(Stop::Error(error)) if error.code == Code::TooLarge => return Ok(Err(error.message)),
            Err(other) => return Err(other),
        };
        words.tests = table.into_tests();
        match fault {
            Fault::TooLarge => {
                return Ok(Err(format!("with the heap of {heap} the quotient grows beyond what is searched")));
            }
            Fault::NoWord(heap) => {
                words.become_generator(heap);
                slack.push(0);
            }
            Fault::Lowered(places) => places.into_iter().for_each(|place| slack[place] += SLACK),
        }
    }
}

/// What is to be changed.
enum Fault {
    /// The exponents of these generators are lowered too early.
    Lowered(Vec<usize>),
    /// This heap is no word.
    NoWord(u64),
    TooLarge,
}

/// Heaps as words.
struct Words {
    /// The generators: heaps.
    generators: Vec<u64>,
    /// For each heap a word in generators that are no larger; `None` if it is no position.
    words: Vec<Option<Word>>,
    /// Words that tell the elements of the quotient apart; the empty word is the first.
    tests: Vec<Word>,
}

impl Words {
    /// The words of the heaps of a quotient, and as tests those of all its elements.
    fn of(quotient: &Quotient) -> Words {
        let monoid = &quotient.monoid;
        let mut found = Words { generators: vec![], words: vec![], tests: vec![vec![]] };
        let mut reached: Vec<(Element, Word)> = vec![(Monoid::ONE, vec![])];
        let word = |reached: &[(Element, Word)], x: Element| reached.iter().find(|(own, _)| *own == x).cloned();
        for (heap, element) in (0..).zip(&quotient.heaps) {
            let known = element.map(|x| word(&reached, x));
            found.words.push(known.clone().flatten().map(|(_, word)| word));
            let (Some(x), Some(None)) = (*element, known) else { continue };
            found.become_generator(heap);
            let place = found.generators.len() - 1;
            reached.iter_mut().for_each(|(_, word)| word.resize(place + 1, 0));
            let mut open = 0;
            while let Some((before, word)) = reached.get(open).cloned() {
                let product = monoid.times(before, x);
                if reached.iter().all(|(own, _)| *own != product) {
                    let mut more = word;
                    more[place] += 1;
                    reached.push((product, more));
                }
                open += 1;
            }
        }
        found.tests = reached.into_iter().map(|(_, word)| word).collect();
        found
    }

    fn become_generator(&mut self, heap: u64) {
        self.generators.push(heap);
        let all = self.generators.len();
        self.words.iter_mut().flatten().chain(&mut self.tests).for_each(|word| word.resize(all, 0));
        let mut word = vec![0; all];
        word[all - 1] = 1;
        if let Some(own) = self.words.get_mut(heap as usize) {
            *own = Some(word);
        }
    }

    /// The generators with their options.
    fn options(&self, heaps: &Heaps, limits: &Limits) -> Result<Vec<(u64, Vec<Word>)>> {
        let mut all = vec![];
        for heap in &self.generators {
            let mut options = vec![];
            heaps.each_option(*heap, &mut |option| {
                options.push(self.word(option));
                limits.interrupted()
            })?;
            options.sort_unstable();
            options.dedup();
            all.push((*heap, options));
        }
        Ok(all)
    }

    /// The word of a sum of heaps, which are positions.
    fn word(&self, sum: &[u64]) -> Word {
        let mut word = vec![0; self.generators.len()];
        for own in sum.iter().filter_map(|heap| self.words.get(*heap as usize)?.as_ref()) {
            word.iter_mut().zip(own).for_each(|(all, one)| *all += one);
        }
        word
    }

    /// Learns from lessons until a quotient is proved.
    fn hypotheses(
        &self,
        heaps: &Heaps,
        table: &mut Table,
        limits: &Limits,
    ) -> Result<Result<(Quotient, Closure), Fault>> {
        loop {
            table.close(ELEMENTS)?;
            if table.len() > ELEMENTS || table.tests() > TESTS {
                return Ok(Err(Fault::TooLarge));
            }
            if let Some(test) = table.test_of_order()? {
                table.insist_on(test);
                continue;
            }
            let _held = limits.hold(Monoid::bytes(table.len()), "the table of the quotient")?;
            let elements = self.words.iter().map(|word| Some(table.element(word.as_ref()?))).collect();
            let quotient = Quotient { monoid: table.monoid(), heaps: elements };
            match quotient.closed(heaps, limits)? {
                Ok(closure) => return Ok(Ok((quotient, closure))),
                Err(sum) => match self.lesson(heaps, table, &sum)? {
                    Some(test) => table.insist_on(test),
                    None => return Ok(Err(self.fault(table, &sum))),
                },
            }
        }
    }

    /// A test from a sum of heaps that contradicts what is learnt: its own outcome is learnt wrongly, or that of an option.
    fn lesson(&self, heaps: &Heaps, table: &mut Table, sum: &[u64]) -> Result<Option<Word>> {
        let mut words = vec![];
        for (place, heap) in sum.iter().enumerate().filter(|(place, heap)| *place == 0 || sum[place - 1] != **heap) {
            let rest = [&sum[..place], &sum[place + 1..]].concat();
            let all = heaps.each_option::<Infallible>(*heap, &mut |option| {
                words.push(self.word(&[&rest, option].concat()));
                Ok(())
            });
            let Ok(()) = all;
        }
        words.sort_unstable();
        words.dedup();
        words.insert(0, self.word(sum));
        for word in words {
            if let Some(test) = table.lesson(&word)? {
                return Ok(Some(test));
            }
        }
        Ok(None)
    }

    /// What is wrong with outcomes that contradict each other at a sum and its options. If no exponent of the sum is lowered and all heaps are generators, then its
    /// outcome is found from those of its options.
    fn fault(&self, table: &Table, sum: &[u64]) -> Fault {
        let lowered = table.oracle.lowers(&self.word(sum));
        let other = sum.iter().rev().find(|heap| !self.generators.contains(heap));
        match other {
            Some(heap) if lowered.is_empty() => Fault::NoWord(*heap),
            _ => Fault::Lowered(lowered),
        }
    }
}
