//! A quotient with one more generator.
//!
//! In: the quotient of the heaps before a heap of which no element of it does. Out: the quotient with the heap, learnt from outcomes ([`Table`]) and proved by its
//! [`Closure`]. A sum that contradicts what is learnt is a lesson: it gives a further test. If it gives none, then the outcomes are wrong, and what they rest
//! on is changed: high exponents are lowered later, or a heap that was taken to be a sum of generators becomes one itself.

use super::closure::{Closed, Closure};
use super::monoid::Monoid;
use super::oracle::{Oracle, Word};
use super::table::Table;
use super::{Quotient, set};
use crate::heaps::Heaps;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::stop::Result;

/// The most elements of a quotient.
const ELEMENTS: usize = 1 << 10;
/// The most generators.
const GENERATORS: usize = 24;
/// By so much the exponents that are lowered rise at a time, and at most.
const SLACK: u32 = 2;
const MOST_SLACK: u32 = 12;

/// What is kept from one heap to the next, for learning.
#[derive(Clone, Default)]
pub(super) struct Learnt {
    /// The generators: heaps.
    generators: Vec<u64>,
    /// For each heap a sum of generators that was equal to it when it came; `None` if it is no position.
    words: Vec<Option<Word>>,
    /// Words that tell the elements of the quotient apart.
    tests: Vec<Word>,
    /// For each element a word.
    rows: Vec<Word>,
}

/// A quotient with its proof, or why there is none.
pub(super) enum Attempted {
    Found(Quotient, Closure),
    Open(String),
}

/// What is to be changed.
enum Fault {
    /// Exponents are lowered too early, or a heap is no sum of generators.
    Outcomes(u64),
    TooLarge,
}

impl Learnt {
    pub(super) fn new() -> Learnt {
        Learnt { tests: vec![vec![]], rows: vec![vec![]], ..Learnt::default() }
    }

    /// The next heap has an element that is there already; or it is no position.
    pub(super) fn note(&mut self, element: Option<super::Element>) {
        self.words.push(element.map(|x| self.rows[usize::from(x)].clone()));
    }

    /// The next heap is a generator: learns the quotient with it.
    ///
    /// # Errors
    /// Too little memory, an interruption.
    pub(super) fn learn(&mut self, heaps: &Heaps, quotient: &Quotient, limits: &Limits) -> Result<Attempted> {
        let heap = self.words.len() as u64;
        let last = self.generators.len();
        self.words.push(None);
        self.become_generator(heap);
        let mut slack = 0;
        loop {
            if self.generators.len() > GENERATORS {
                return Ok(Attempted::Open(format!("more than {GENERATORS} heaps are generators")));
            }
            let generators = self.options(heaps, limits)?;
            let oracle = Oracle::new(quotient, &generators, last, slack, limits);
            let mut table = Table::new(oracle, self.tests.clone(), limits);
            let fault = match self.hypotheses(heaps, &mut table, limits)? {
                Ok((found, closure)) => {
                    self.rows = (0..table.len()).map(|row| table.word(row).to_vec()).collect();
                    self.tests = table.into_tests();
                    return Ok(Attempted::Found(found, closure));
                }
                Err(fault) => fault,
            };
            self.tests = table.into_tests();
            match fault {
                Fault::TooLarge => return Ok(Attempted::Open(format!("the quotient has more than {ELEMENTS} elements"))),
                Fault::Outcomes(heap) if !self.generators.contains(&heap) => self.become_generator(heap),
                Fault::Outcomes(_) if slack < MOST_SLACK => slack += SLACK,
                Fault::Outcomes(_) => {
                    return Ok(Attempted::Open(format!("no outcomes of words with exponents of up to {MOST_SLACK} more give a quotient")));
                }
            }
        }
    }

    fn become_generator(&mut self, heap: u64) {
        self.generators.push(heap);
        let all = self.generators.len();
        let longer = |word: &mut Word| word.resize(all, 0);
        self.words.iter_mut().flatten().chain(&mut self.tests).chain(&mut self.rows).for_each(longer);
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
            if table.len() > ELEMENTS {
                return Ok(Err(Fault::TooLarge));
            }
            if let Some(test) = table.test_of_order()? {
                table.insist_on(test);
                continue;
            }
            let _held = limits.hold(Monoid::bytes(table.len()), "the table of the quotient")?;
            let monoid = table.monoid();
            let elements = self.words.iter().map(|word| Some(table.element(word.as_ref()?))).collect();
            let quotient = Quotient { monoid, heaps: elements };
            match quotient.closed(heaps, limits)? {
                Ok(closure) => return Ok(Ok((quotient, closure))),
                Err((heap, sum)) => match self.lesson(heaps, table, &sum)? {
                    Some(test) => table.insist_on(test),
                    None => return Ok(Err(Fault::Outcomes(heap))),
                },
            }
        }
    }

    /// A test from a sum of heaps that contradicts what is learnt: its own outcome is learnt wrongly, or that of an option.
    fn lesson(&self, heaps: &Heaps, table: &mut Table, sum: &[u64]) -> Result<Option<Word>> {
        if let Some(test) = table.lesson(&self.word(sum))? {
            return Ok(Some(test));
        }
        let mut words = vec![];
        for (place, heap) in sum.iter().enumerate().filter(|(place, heap)| *place == 0 || sum[place - 1] != **heap) {
            let rest = [&sum[..place], &sum[place + 1..]].concat();
            heaps.each_option::<grundy_core::contract::stop::Stop>(*heap, &mut |option| {
                words.push(self.word(&[&rest, option].concat()));
                Ok(())
            })?;
        }
        words.sort_unstable();
        words.dedup();
        for word in words {
            if let Some(test) = table.lesson(&word)? {
                return Ok(Some(test));
            }
        }
        Ok(None)
    }
}

impl Quotient {
    /// The closure under all heaps that there are; or a heap, and a sum of heaps up to it, that contradicts the quotient.
    pub(super) fn closed(&self, heaps: &Heaps, limits: &Limits) -> Result<Result<Closure, (u64, Vec<u64>)>> {
        let mut closure = Closure::new(&self.monoid, limits);
        for (heap, element) in (0..).zip(&self.heaps) {
            let Some(element) = element else { continue };
            let options = self.options(heaps, heap, limits)?;
            if let Closed::Broken(sum) = closure.add(&self.monoid, heap, *element, &options)? {
                return Ok(Err((heap, sum)));
            }
        }
        Ok(Ok(closure))
    }

    /// The elements of the options of a heap, all of whose parts have elements.
    pub(super) fn options(&self, heaps: &Heaps, heap: u64, limits: &Limits) -> Result<Vec<u64>> {
        let mut options = vec![0; set::words(self.monoid.size())];
        heaps.each_option(heap, &mut |option| {
            let parts = option.iter().filter_map(|part| self.element(*part));
            set::insert(&mut options, parts.fold(Monoid::ONE, |all, part| self.monoid.times(all, part)));
            limits.interrupted()
        })?;
        Ok(options)
    }
}
