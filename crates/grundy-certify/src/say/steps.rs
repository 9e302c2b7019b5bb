//! The steps of a proof: formulas that must hold for all numbers.
//!
//! In: formulas. Out: how many were looked at; or what does not hold.

use crate::form::expr::{Result, Rules};
use crate::form::grounds;
use crate::form::spent::{Stop, Told};
use crate::kernel::Kernel;
use crate::kernel::program::Program;
use crate::say::beatty;
use crate::say::moves::Speaker;
use crate::say::numeration::Numeration;
use crate::say::programs::Writer;
use crate::say::sets::{Set, Sum};

/// Says formulas, and finds out whether they hold.
#[derive(Default)]
pub(crate) struct Steps {
    pub(crate) speaker: Speaker,
    writer: Writer,
    kernel: Kernel,
    /// How many formulas were looked at.
    pub(crate) formulas: u64,
}

impl Steps {
    /// Numbers are written in a numeration.
    pub(crate) fn of(numeration: Numeration) -> Steps {
        let mut steps = Steps::default();
        steps.speaker.sets.numeration = numeration;
        steps
    }

    /// Numbers are written as the rules suggest.
    pub(crate) fn of_rules(rules: &Rules) -> Steps {
        Steps::of(beatty::numeration(|see| rules.visit(see)).unwrap_or_default())
    }

    /// A formula must hold for all numbers, and so must those that it owes; `what` says what is so otherwise.
    pub(crate) fn must(&mut self, formula: Set, what: impl FnOnce() -> String, stop: Stop) -> Result<()> {
        if self.holds(formula, stop)? { Ok(()) } else { Err(what()) }
    }

    /// A formula about a position of new tracks must hold for all that exist.
    pub(crate) fn must_everywhere(
        &mut self,
        rules: &Rules,
        what: &str,
        stop: Stop,
        formula: impl FnOnce(&mut Speaker, &[Sum]) -> Result<Set>,
    ) -> Result<()> {
        let speaker = &mut self.speaker;
        speaker.begin();
        let x = speaker.tracks(rules.width)?;
        let exists = speaker.position(rules, &x)?;
        let formula = formula(speaker, &x)?;
        let formula = speaker.sets.implies(exists, formula);
        self.must(formula, || what.to_string(), stop)
    }

    /// Does a formula hold for all numbers? Those that it owes must.
    pub(crate) fn holds(&mut self, formula: Set, stop: Stop) -> Result<bool> {
        self.pays(stop)?;
        self.decided(formula, stop)
    }

    /// What the formulas owe that were said so far must hold for all numbers.
    pub(crate) fn pays(&mut self, stop: Stop) -> Result<()> {
        for owed in std::mem::take(&mut self.speaker.owed) {
            if !self.decided(owed, stop)? {
                return Err("something in the rules is not defined everywhere".into());
            }
        }
        Ok(())
    }

    fn decided(&mut self, formula: Set, stop: Stop) -> Result<bool> {
        self.formulas += 1;
        let others = (self.speaker.sets.numeration != Numeration::default()).then_some(grounds::NUMERATION);
        let words = std::mem::take(&mut self.speaker.words);
        for ground in words.into_iter().chain([grounds::FORMULAS]).chain(others) {
            stop(Told::Rests(ground));
        }
        let Steps { speaker: Speaker { sets, .. }, writer, kernel, .. } = self;
        let formula = sets.of_words(formula);
        let step = writer.step(sets, formula)?;
        let mut holds = |step: usize, program: &Program| -> Result<bool> {
            let holds = kernel.holds(program, step, stop)?;
            if stop(Told::Decided(program, step, holds)) { Err(String::new()) } else { Ok(holds) }
        };
        // Nothing is decided before all of it holds.
        while let Some(owed) = writer.owed.last() {
            if !holds(*owed, &writer.program)? {
                return Err("numbers in these digits do not add".into());
            }
            writer.owed.pop();
        }
        holds(step, &writer.program)
    }
}
