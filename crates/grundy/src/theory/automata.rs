//! Automata: is there a finite automaton that reads a number and gives its SG value, and is this proved?
//!
//! In: subtraction-division games whose divisors are powers of one base. Out: a [`ProvedAutomaton`], and its certificate; or a sentence why there
//! is none. The book describes the theorem and the format ("Periods and certificates", kind `automaton`); the crate `grundy-certify` verifies it.

use std::sync::Arc;

use dashu_int::{IBig, UBig};
use serde_json::{Value, json};

use crate::checked::{Checked, check};
use crate::envelope::{begun_of, sealed};
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{Options, Play};
use grundy_core::contract::stop::diagnostic;
use grundy_proofs::divisions::Divisions;
use grundy_proofs::divisions::automaton::Proved;
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;
use grundy_rules::session::Game;

/// The number of first values in a certificate.
const VALUES: u64 = 64;

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
        match rules.hash() == self.rules {
            true => check(&self.text("", rules), limits),
            false => Checked::No("it is about other rules".to_string()),
        }
    }

    /// The certificate, without a final newline.
    ///
    /// ```
    /// # use grundy::{Options, Session, theory::automata::automaton};
    /// let game = Session::new().game("mark[{1}, {2, 4}]", None)?;
    /// let proved = automaton(&game.rules, &Options::default())?.expect("a proof");
    /// let theorem = grundy_certify::verify(&proved.certificate(&game)?, &mut |_| false).expect("it holds");
    /// assert!(theorem.statement.contains("for every n >= 0"), "{}", theorem.statement);
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// A game whose rules are not those of the proof.
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
        Ok(self.text(&game.text, &game.rules))
    }

    fn text(&self, name: &str, rules: &Ruleset) -> String {
        let automaton = &self.proved.automaton;
        let rows: Vec<Value> = automaton.next.chunks(automaton.base as usize).map(|row| json!(row)).collect();
        let values: Vec<u8> = (0..VALUES).map(|n| automaton.value(&UBig::from(n))).collect();
        let mut object = begun_of("automaton", name, rules, self.play);
        (object["base"], object["next"]) = (automaton.base.into(), rows.into());
        (object["outputs"], object["values"]) = (json!(automaton.outputs), values.into());
        sealed(object)
    }
}
