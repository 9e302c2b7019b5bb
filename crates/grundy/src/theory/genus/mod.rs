//! The genus of positions: what misère play makes of them in sums.
//!
//! In: rules, and a position. Out: its genus, by forms, or by its definition (`plainly`). It does not depend on the play asked for; it speaks of both.

mod plainly;

use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::position::lists;
use grundy_core::contract::stop::diagnostic;
use grundy_proofs::misere::Sums;
pub use grundy_proofs::misere::{Genus, HOW};
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;

use self::plainly::Plainly;
use crate::choose::Evaluator;

/// Finds genera of positions of one ruleset; what it learns of one serves the next.
pub struct Genera {
    rules: Arc<Ruleset>,
    options: Options,
    way: Way,
}

enum Way {
    Forms(Sums),
    Plainly(Plainly),
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
    /// An engine is named that gives no genera.
    pub fn new(rules: &Arc<Ruleset>, options: Options) -> Result<Genera, Diagnostic> {
        let way = match options.engine {
            None if !options.plain => Way::Forms(Sums::new(rules, &options.limits)),
            Some(EngineName::Forms) => Way::Forms(Sums::new(rules, &options.limits)),
            None | Some(EngineName::Search) => Way::Plainly(Plainly::new(rules, &options.limits)),
            Some(other) => {
                let message = format!("`--engine {}` gives no genera", other.name());
                return Err(Diagnostic::new(Code::Usage, message).help("leave it out, or name `forms` or `search`"));
            }
        };
        Ok(Genera { rules: rules.clone(), options, way })
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// How the genera are found, in words.
    #[must_use]
    pub fn how(&self) -> &'static str {
        match &self.way {
            Way::Forms(_) => HOW,
            Way::Plainly(_) => "search: the genera of all positions that can be reached, by enumeration of the options",
        }
    }

    /// The engine that finds the genera.
    #[must_use]
    pub fn by(&self) -> EngineName {
        match &self.way {
            Way::Forms(_) => EngineName::Forms,
            Way::Plainly(_) => EngineName::Search,
        }
    }

    /// The genus of a position that exists.
    ///
    /// # Errors
    /// Rules that allow a cycle of moves or are not defined at a follower; a limit; an interruption.
    pub fn genus(&mut self, position: &[IBig]) -> Result<Genus, Diagnostic> {
        let found = match &mut self.way {
            Way::Forms(sums) => sums.genus(&lists(&self.rules, position)).map_err(diagnostic)?.seen().ok(),
            Way::Plainly(plainly) => {
                let small = position.iter().map(|x| u64::try_from(x).ok()).collect::<Option<Vec<u64>>>();
                small.map_or(Ok(None), |position| plainly.genus(&position))?
            }
        };
        if let Some(genus) = found {
            return Ok(genus);
        }
        // The search says where the rules go round or are not defined.
        let options = Options { play: Play::Misere, engine: Some(EngineName::Search), ..self.options.clone() };
        Evaluator::new(&self.rules, options).value(position)?;
        Err(Diagnostic::limit(
            Code::TooLarge,
            "the genus is not found: numbers grow beyond 64 bits, or a path is very long",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::session::Session;

    /// The two ways share no step but the mex.
    #[test]
    fn both_ways_agree() {
        for (game, last) in [("kayles", 16), ("grundy", 24), ("octal[0.26]", 16), ("octal[4.07]", 12), ("wythoff", 6)] {
            let rules = Session::new().game(game, None).expect("a game").rules;
            let genera = |plain| Genera::new(&rules, Options { plain, ..Options::default() }).expect("a way");
            let (mut forms, mut plainly) = (genera(false), genera(true));
            assert_eq!((forms.by(), plainly.by()), (EngineName::Forms, EngineName::Search));
            for n in 0..=last {
                let position = vec![IBig::from(n); rules.width()];
                assert_eq!(forms.genus(&position), plainly.genus(&position), "{game} at {n}");
            }
        }
    }

    #[test]
    fn an_engine_without_genera_is_named() {
        let rules = Session::new().game("kayles", None).expect("a game").rules;
        let options = Options { engine: Some(EngineName::Heaps), ..Options::default() };
        let error = Genera::new(&rules, options).err().expect("an error");
        assert_eq!(error.message, "`--engine heaps` gives no genera");
    }

    #[test]
    fn rules_that_go_round_are_told() {
        let mut session = Session::new();
        session.load("g.game", "game g(n) { move n - 1; move n + 1 if n < 5 }").expect("rules");
        let rules = session.game("g", None).expect("a game").rules;
        for plain in [false, true] {
            let mut genera = Genera::new(&rules, Options { plain, ..Options::default() }).expect("a way");
            assert_eq!(genera.genus(&[3.into()]).expect_err("a circle").code, Code::Circle);
        }
    }
}
