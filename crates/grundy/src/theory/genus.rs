//! The genus of positions: what misère play makes of them in sums.
//!
//! In: rules, and a position. Out: its genus. It does not depend on the play asked for; it speaks of both.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::position::lists;
use grundy_core::contract::reason::Attempt;
use grundy_core::contract::stop::diagnostic;
use grundy_proofs::misere::Sums;
pub use grundy_proofs::misere::{Genus, HOW};
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;

use crate::choose::Evaluator;

/// Finds genera of positions of one ruleset; what it learns of one serves the next.
pub struct Genera {
    rules: Arc<Ruleset>,
    options: Options,
    sums: Sums,
}

impl Genera {
    /// For any rules.
    ///
    /// ```
    /// use grundy::theory::genus::Genera;
    /// use grundy::{Options, Session};
    ///
    /// let rules = Session::new().game("kayles", None)?.rules;
    /// let genus = Genera::new(&rules, Options::default())?.genus(&[5.into()])?;
    /// assert_eq!(genus.to_string(), "4^{1,4,6}");
    /// assert_eq!(genus.numbers(), [4, 1, 4, 6]);
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// Options that rule out the only way to find genera.
    pub fn new(rules: &Arc<Ruleset>, options: Options) -> Result<Genera, Diagnostic> {
        let other = options.engine.filter(|engine| *engine != EngineName::Forms);
        let ruled_out = other.map(|engine| format!("--engine {}", engine.name()));
        if let Some(option) = ruled_out.or_else(|| options.plain.then(|| "--plain".to_string())) {
            let message =
                format!("`{option}` rules out the only way to find a genus: by forms, and theorems on sums of them");
            return Err(Diagnostic::new(Code::Usage, message).help(format!("leave `{option}` out")));
        }
        let sums = Sums::new(rules, &options.limits);
        Ok(Genera { rules: rules.clone(), options, sums })
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// The genus of a position that exists.
    ///
    /// # Errors
    /// As [`Evaluator::value`].
    pub fn genus(&mut self, position: &[IBig]) -> Result<Genus, Diagnostic> {
        match self.sums.genus(&lists(&self.rules, position)).map_err(diagnostic)? {
            Attempt::Done(genus) => Ok(genus),
            Attempt::Declined(reason) => {
                // The plain search says where the rules go round or are not defined.
                let options = Options { play: Play::Misere, engine: Some(EngineName::Search), ..self.options.clone() };
                Evaluator::new(&self.rules, options).value(position)?;
                Err(Diagnostic::limit(Code::TooLarge, format!("the genus is not found: {reason}")))
            }
        }
    }
}
