//! Values of sums of a few kinds of heaps, by the recursion over options.
//!
//! In: heaps, the *generators*, whose options are sums of generators; and the quotient of all heaps but the last one that came. Out: the value of a sum. A sum is a word:
//! how often each generator is in it. Words without the last heap are looked up in the quotient.
//!
//! So that there are finitely many words, high exponents are lowered by a multiple of a period, as if the powers of a generator recurred from some power on. For
//! older generators that is the power from which they recur in the quotient, and for the last heap a guess; `slack` is added to all of them. So a value may be
//! wrong. Nothing rests on it: the closure decides.

use super::super::Quotient;
use super::super::monoid::{Element, Monoid, of_seen};
use grundy_core::contract::limits::{Held, Limits};
use grundy_core::contract::numbered::Numbered;
use grundy_core::contract::stop::Result;
use grundy_rules::lang::{Code, Diagnostic};

/// How often each generator is in a sum.
pub(super) type Word = Vec<u32>;

/// So many powers of the last heap are taken to be different, before the slack is added.
const RECUR: usize = 3;
/// The period of all powers is taken to be a multiple of this: it is 2 in nim heaps.
const PERIOD: u32 = 2;
/// The highest exponents.
const MOST: u32 = 255;
/// The most words whose outcomes are looked for. For the heap of 25 of 0.07 they are 13,200.
const WORDS: usize = 1 << 19;
/// New words between two looks at the limits.
const PATIENCE: usize = 1 << 10;

/// The state of a word whose value is not known.
const OPEN: u8 = u8::MAX;

/// Finds values, each once.
pub(super) struct Oracle<'q> {
    quotient: &'q Quotient,
    /// The place of the last heap among the generators.
    last: usize,
    generators: Vec<Generator>,
    words: Numbered<u8>,
    states: Vec<u8>,
    limits: Limits,
    held: Held,
}

struct Generator {
    options: Vec<Word>,
    /// The elements of its powers in the quotient, and the first of them that recurs.
    powers: Vec<Element>,
    first: usize,
    /// Exponents from here on are lowered, by multiples of the period.
    most: u32,
    period: u32,
}

impl Generator {
    fn new(options: &[Word], (powers, first): (Vec<Element>, usize), slack: u32) -> Generator {
        let own = (powers.len() - first) as u32;
        let period = if own.is_multiple_of(PERIOD) { own } else { PERIOD * own }.min(MOST);
        let most = (first as u32 + period + slack).min(MOST);
        Generator { options: options.to_vec(), powers, first, most, period }
    }

    /// The element of a power.
    fn power(&self, exponent: usize) -> Element {
        let period = self.powers.len() - self.first;
        let over = exponent.saturating_sub(self.first) / period;
        self.powers[exponent - over * period]
    }

    fn lowered(&self, exponent: u32) -> u8 {
        let lowered = match exponent.checked_sub(self.most) {
            None => exponent,
            Some(over) => self.most - self.period + over % self.period,
        };
        u8::try_from(lowered).unwrap_or(u8::MAX)
    }
}

/// A word whose value is looked for, the next option of it to look at, and as bits the values of those before.
struct Frame {
    word: u32,
    generator: usize,
    option: usize,
    seen: u64,
}

impl<'q> Oracle<'q> {
    /// For generators with these sizes and options. The quotient knows all of them but that at the place `last`.
    pub(super) fn new(
        quotient: &'q Quotient,
        generators: &[(u64, Vec<Word>)],
        last: usize,
        slack: &[u32],
        limits: &Limits,
    ) -> Oracle<'q> {
        let generator = |(place, (size, options)): (usize, &(u64, Vec<Word>))| {
            let powers = match quotient.element(*size) {
                Some(element) if place != last => quotient.monoid.powers(element),
                _ => (vec![Monoid::ONE; RECUR], RECUR - 1),
            };
            Generator::new(options, powers, slack[place])
        };
        Oracle {
            quotient,
            last,
            generators: generators.iter().enumerate().map(generator).collect(),
            words: Numbered::default(),
            states: vec![],
            limits: limits.clone(),
            held: limits.held(0),
        }
    }

    /// The generators whose exponents in a word are lowered.
    pub(super) fn lowers(&self, word: &[u32]) -> Vec<usize> {
        let is_lowered = |place: &usize| word[*place] >= self.generators[*place].most;
        (0..word.len()).filter(is_lowered).collect()
    }

    /// How many generators there are.
    pub(super) fn generators(&self) -> usize {
        self.generators.len()
    }

    /// The greatest value that is told.
    pub(super) fn most(&self) -> u8 {
        self.quotient.monoid.most()
    }

    /// The bits that tell all values apart.
    pub(super) fn bits(&self) -> u32 {
        u8::BITS - self.most().leading_zeros()
    }

    /// The value of a sum.
    ///
    /// # Errors
    /// Too little memory, an interruption.
    pub(super) fn value(&mut self, word: &[u32]) -> Result<u8> {
        let word: Vec<u8> = self.lowered(word);
        match self.known(&word) {
            Some(value) => Ok(value),
            None => self.search(&word),
        }
    }

    /// The word with its high exponents lowered.
    fn lowered(&self, word: &[u32]) -> Vec<u8> {
        word.iter().zip(&self.generators).map(|(exponent, generator)| generator.lowered(*exponent)).collect()
    }

    /// The value of a word that is looked up.
    fn known(&self, word: &[u8]) -> Option<u8> {
        if word[self.last] > 0 {
            let state = self.words.find(word).map_or(OPEN, |number| self.states[number as usize]);
            return (state != OPEN).then_some(state);
        }
        let monoid = &self.quotient.monoid;
        let powers = word.iter().zip(&self.generators).filter(|(exponent, _)| **exponent > 0);
        let element = powers
            .fold(Monoid::ONE, |all, (exponent, generator)| monoid.times(all, generator.power(usize::from(*exponent))));
        Some(monoid.value(element))
    }

    fn open(&mut self, word: &[u8], stack: &mut Vec<Frame>) -> Result<()> {
        let number = self.words.number(word);
        if number as usize == self.states.len() {
            self.states.push(OPEN);
            if self.states.len() > WORDS {
                let message = format!("more than {WORDS} sums of heaps would be searched");
                return Err(Diagnostic::limit(Code::TooLarge, message).into());
            }
            if self.states.len().is_multiple_of(PATIENCE) {
                self.limits.progress.look(PATIENCE as u64);
                let bytes =
                    self.words.bytes() + (self.states.capacity() + size_of::<Frame>() * stack.capacity()) as u64;
                self.held.grow(bytes, &self.limits, "the search for outcomes of sums of heaps")?;
            }
        }
        stack.push(Frame { word: number, generator: 0, option: 0, seen: 0 });
        Ok(())
    }

    /// Looks at the options of a word, and at theirs. It keeps its own stack, since words may be far from the end.
    fn search(&mut self, root: &[u8]) -> Result<u8> {
        let (mut stack, mut last) = (vec![], OPEN);
        self.open(root, &mut stack)?;
        while let Some(frame) = stack.last_mut() {
            let word = self.words.list(frame.word).to_vec();
            match self.next(frame, &word) {
                Next::Unknown(option) => self.open(&option, &mut stack)?,
                Next::Known(value) => {
                    (self.states[frame.word as usize], last) = (value, value);
                    stack.pop();
                }
            }
        }
        Ok(last)
    }

    /// Goes on through the options of a word, up to one that settles its value or is not known.
    fn next(&self, frame: &mut Frame, word: &[u8]) -> Next {
        let most = self.most();
        while let Some(generator) = self.generators.get(frame.generator) {
            let option = generator.options.get(frame.option).filter(|_| word[frame.generator] > 0);
            let Some(option) = option else {
                (frame.generator, frame.option) = (frame.generator + 1, 0);
                continue;
            };
            let mut sum: Word = word.iter().zip(option).map(|(a, b)| u32::from(*a) + b).collect();
            sum[frame.generator] -= 1;
            let lowered = self.lowered(&sum);
            let Some(value) = self.known(&lowered) else { return Next::Unknown(lowered) };
            frame.seen |= 1 << value;
            if frame.seen.trailing_ones() >= most.into() {
                break;
            }
            frame.option += 1;
        }
        Next::Known(of_seen(frame.seen, most))
    }
}

enum Next {
    Known(u8),
    Unknown(Vec<u8>),
}
