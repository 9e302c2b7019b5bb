//! Automata: is there a finite automaton that reads a number and gives its SG value, and is this proved?
//!
//! In: subtraction-division games whose divisors are powers of one base. Out: a [`ProvedAutomaton`], and its certificate; or a sentence why there
//! is none. The automaton reads the most significant digit first. A certificate is of kind `values` (the book: "Periods and certificates"), whose automata read the least significant
//! digit first and say one value each: they are made of this one, and may be much larger.

use std::sync::Arc;

use dashu_int::{IBig, UBig};
use serde_json::Value;

use crate::checked::{Checked, check};
use crate::envelope::{begun_of, falls, sealed};
use crate::theory::everywhere::table;
use grundy_automata::{Automaton as Levels, Budget};
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{Options, Play};
use grundy_core::contract::stop::diagnostic;
use grundy_proofs::automata::memory;
use grundy_proofs::divisions::Divisions;
use grundy_proofs::divisions::automaton::{Automaton, Proved};
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;
use grundy_rules::session::Game;

/// The most states of the automata of a certificate, before each is made least.
const MOST_STATES: usize = 1 << 13;

/// An automaton that gives the value of every number, proved; no automaton with fewer states does.
pub struct ProvedAutomaton {
    proved: Proved,
    play: Play,
    /// The hash of the rules that the proof is about.
    rules: String,
}

/// Looks for an automaton; the inner `Err` says why there is none, or why none was found.
///
/// ```
/// # use dashu_int::IBig;
/// # use grundy::{Options, Session, theory::automata::automaton};
/// let game = Session::new().game("mark[{2}, {2, 4}]", None)?;
/// let proved = automaton(&game.rules, &Options::default())?.expect("a proof");
/// assert_eq!((proved.base(), proved.states()), (2, 14));
/// assert_eq!(proved.value(&(IBig::from(10).pow(10_000))), Some(1));
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
///
/// # Errors
/// An interruption; too little memory.
pub fn automaton(rules: &Arc<Ruleset>, options: &Options) -> Result<Result<ProvedAutomaton, String>, Diagnostic> {
    let mut divisions = match Divisions::of(rules, options.play) {
        Ok(divisions) => divisions,
        Err(reason) => return Ok(Err(reason.to_string())),
    };
    let found = divisions.automaton(&options.limits).map_err(diagnostic)?;
    let proved = |proved: &Proved| ProvedAutomaton { proved: proved.clone(), play: options.play, rules: rules.hash() };
    Ok(found.map(proved).map_err(str::to_string))
}

impl ProvedAutomaton {
    /// The number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.proved.automaton.states()
    }

    /// The base in which the automaton reads numbers, the most significant digit first.
    #[must_use]
    pub fn base(&self) -> u64 {
        self.proved.automaton.base
    }

    /// The number of combinations of states that the proof checked.
    #[must_use]
    pub fn combinations(&self) -> usize {
        self.proved.combinations
    }

    /// The theorem, in words.
    #[must_use]
    pub fn theorem(&self) -> String {
        self.proved.theorem()
    }

    /// The value of a number; `None` for a negative number, which is no position.
    #[must_use]
    pub fn value(&self, n: &IBig) -> Option<u8> {
        UBig::try_from(n.clone()).ok().map(|n| self.proved.automaton.value(&n))
    }

    /// Has the checker read the certificate, which is about these rules?
    #[must_use]
    pub fn checked(&self, rules: &Ruleset, limits: &Limits) -> Checked {
        if rules.hash() != self.rules {
            return Checked::No("it is about other rules".to_string());
        }
        match self.text("", rules, limits) {
            Some(text) => check(&text, limits),
            None => Checked::No(TOO_MANY.to_string()),
        }
    }

    /// The certificate, without a final newline.
    ///
    /// ```
    /// # use grundy::{Options, Session, theory::automata::automaton};
    /// let game = Session::new().game("mark[{1}, {2, 4}]", None)?;
    /// let proved = automaton(&game.rules, &Options::default())?.expect("a proof");
    /// let theorem = grundy_certify::verify(&proved.certificate(&game)?, &mut |_| false).expect("it holds");
    /// assert!(theorem.statement.contains("the value is k exactly if"), "{}", theorem.statement);
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// A game whose rules are not those of the proof; automata that read the least significant digit first have too many states.
    pub fn certificate(&self, game: &Game) -> Result<String, Diagnostic> {
        if game.rules.hash() != self.rules {
            let message = format!(
                "the automaton was proved for the rules {}, and `{}` has the rules {}",
                self.rules,
                game.text,
                game.rules.hash()
            );
            return Err(Diagnostic::new(Code::Certificate, message));
        }
        self.text(&game.text, &game.rules, &Limits::default())
            .ok_or_else(|| Diagnostic::limit(Code::Certificate, TOO_MANY))
    }

    /// The certificate, unless its automata have too many states.
    fn text(&self, name: &str, rules: &Ruleset, limits: &Limits) -> Option<String> {
        let Automaton { base, outputs, .. } = &self.proved.automaton;
        let levels = 0..=outputs.iter().copied().max().unwrap_or(0);
        let levels = levels.map(|level| Some(table(&self.level(level, limits)?, 1))).collect::<Option<Vec<Value>>>()?;
        let mut object = begun_of("values", name, rules, self.play);
        (object["base"], object["coordinates"]) = ((*base).into(), "plain".into());
        (object["falls"], object["levels"]) = (falls(rules), levels.into());
        object["complete"] = true.into();
        Some(sealed(object))
    }

    /// The numbers with a value, the least significant digit first. A state says for each state of the other automaton what its output is once the digits that were read are read from there. So it is known
    /// where one more digit leads: to the outputs from the states to which that digit leads.
    fn level(&self, value: u8, limits: &Limits) -> Option<Levels> {
        let Automaton { base, next, outputs } = &self.proved.automaton;
        let base = *base as usize;
        let ended = || limits.ended().is_some();
        let budget = Budget { states: MOST_STATES, ended: &ended, memory: memory(limits), ..Budget::default() };
        let digit =
            |state: &[u8], digit: usize| next.chunks_exact(base).map(|row| state[usize::from(row[digit])]).collect();
        Levels::of_digits(base, outputs.clone(), |state| state[0] == value, digit, &budget).ok()
    }
}

/// Why there is no certificate.
const TOO_MANY: &str = "automata that read the least significant digit first are too large";
