//! The genus of positions: what misère play makes of them in sums.
//!
//! In: rules, and a position. Out: its genus, by forms, by its definition (`plainly`), or where these would take long by the misère quotient of sums of heaps (`by_quotient`). It does not depend on
//! the play asked for; it speaks of both.

mod by_quotient;
mod plainly;

use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::position::Lists;
use grundy_core::contract::position::lists;
use grundy_core::contract::reason::Attempt;
use grundy_core::contract::stop::diagnostic;
use grundy_proofs::misere::{FEW, Sums, shortly, tokens};
pub use grundy_proofs::misere::{Genus, HOW};
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;

use self::by_quotient::ByQuotient;
use self::plainly::Plainly;
use crate::choose::Evaluator;

const LEAVE_OUT: &str = "leave `--engine quotient` out to take any way that serves";

/// Finds genera of positions of one ruleset; what it learns of one serves the next.
pub struct Genera {
    rules: Arc<Ruleset>,
    options: Options,
    way: Way,
    /// What found the last genus, or will look for the first.
    by: EngineName,
}

enum Way {
    /// By forms; where these take long, first by a quotient.
    Forms(Box<Sums>, Option<Box<ByQuotient>>),
    Plainly(Box<Plainly>),
    Quotient(Box<ByQuotient>),
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
        let forms = |quotient| Way::Forms(Box::new(Sums::new(rules, &options.limits)), quotient);
        let quotient = || ByQuotient::read(rules, &options).map(Box::new);
        let (by, way) = match options.engine {
            None if !options.plain => (EngineName::Forms, forms(quotient().ok())),
            Some(EngineName::Forms) => (EngineName::Forms, forms(None)),
            Some(EngineName::Quotient) => {
                let refused =
                    |reason| Diagnostic::new(Code::Shape, format!("no genus by quotient: {reason}")).help(LEAVE_OUT);
                (EngineName::Quotient, Way::Quotient(quotient().map_err(refused)?))
            }
            None | Some(EngineName::Search) => {
                (EngineName::Search, Way::Plainly(Box::new(Plainly::new(rules, &options.limits))))
            }
            Some(other) => {
                let message = format!("`--engine {}` gives no genera", other.name());
                let help = "leave it out, or name `forms`, `quotient` or `search`";
                return Err(Diagnostic::new(Code::Usage, message).help(help));
            }
        };
        Ok(Genera { rules: rules.clone(), options, way, by })
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// How the last genus was found, in words.
    #[must_use]
    pub fn how(&self) -> &'static str {
        match self.by {
            EngineName::Forms => HOW,
            EngineName::Quotient => by_quotient::HOW,
            _ => "search: the genera of all positions that can be reached, by enumeration of the options",
        }
    }

    /// The engine that found the last genus.
    #[must_use]
    pub fn by(&self) -> EngineName {
        self.by
    }

    /// The genus of a position that exists.
    ///
    /// # Errors
    /// Rules that allow a cycle of moves or are not defined at a follower; a limit; an interruption.
    pub fn genus(&mut self, position: &[IBig]) -> Result<Genus, Diagnostic> {
        let at = lists(&self.rules, position);
        let found = match &mut self.way {
            Way::Forms(sums, quotient) => {
                self.by = EngineName::Forms;
                match far(&self.rules, &self.options, quotient.as_deref_mut(), &at)? {
                    Some((genus, by)) => {
                        self.by = by;
                        Some(genus)
                    }
                    None => sums.genus(&at).map_err(diagnostic)?.seen().ok(),
                }
            }
            Way::Plainly(plainly) => {
                let small = position.iter().map(|x| u64::try_from(x).ok()).collect::<Option<Vec<u64>>>();
                small.map_or(Ok(None), |position| plainly.genus(&position))?
            }
            Way::Quotient(quotient) => {
                let told = quotient.genus(&at)?;
                return told.ok_or_else(|| {
                    let message = "no genus by quotient: no quotient that was found tells all its numbers";
                    Diagnostic::limit(Code::Shape, message).help(LEAVE_OUT)
                });
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

/// The genus of a position of more than a few tokens, and what found it: forms if these take little, or else a quotient; `None` if neither has it.
fn far(
    rules: &Ruleset,
    options: &Options,
    quotient: Option<&mut ByQuotient>,
    at: &Lists<IBig>,
) -> Result<Option<(Genus, EngineName)>, Diagnostic> {
    let Some(quotient) = quotient.filter(|_| tokens(at) > IBig::from(FEW)) else { return Ok(None) };
    match shortly(rules, &options.limits, at, |mut sums| sums.genus(at)).map_err(diagnostic)? {
        Attempt::Done(genus) => Ok(Some((genus, EngineName::Forms))),
        Attempt::Declined(_) => Ok(quotient.genus(at)?.map(|genus| (genus, EngineName::Quotient))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::session::Session;

    /// Sums of heaps: the quotient tells what the definition says.
    #[test]
    fn quotients_agree_with_the_definition() {
        for (game, last) in
            [("2*kayles", 9), ("2*octal[0.15]", 12), ("2*octal[0.71]", 8), ("2*octal[0.75]", 10), ("grundy", 19)]
        {
            let rules = Session::new().game(game, None).expect("a game").rules;
            let genera =
                |engine| Genera::new(&rules, Options { engine: Some(engine), ..Options::default() }).expect("a way");
            let (mut told, mut plainly) = (genera(EngineName::Quotient), genera(EngineName::Search));
            for (a, b) in (0..=last).flat_map(|a| (0..=a).map(move |b| (a, b))) {
                let position: Vec<IBig> = [a, b].map(IBig::from)[..rules.width()].to_vec();
                let plain = plainly.genus(&position).expect("a near position");
                match told.genus(&position) {
                    Ok(genus) => assert_eq!(genus, plain, "{game} {a} {b}"),
                    Err(_) => assert!(plain.numbers().iter().any(|number| *number >= 4), "{game} {a} {b}: {plain}"),
                }
            }
        }
    }

    /// *Winning Ways*, ch. 13, as far as a quotient tells all values: Kayles, Dawson's Kayles and Grundy's game.
    #[test]
    fn quotients_tell_the_genera_of_the_books() {
        for (game, printed) in [
            ("kayles", "0 1 2 3 1 4^146 3 2^2 1^1 4^046 2^2 6^46 4^046 1^1 2^2 7^57 1^13 4^64 3^31 2^20"),
            ("octal[0.07]", "0 0 1 1 2 0 3 1 1 0 3^1431 3 2^0520 2 4^146 0 5^057 2^0520 2 3^1431 3"),
            ("grundy", "0 0 0 1 0 2 1 0 2 1 0 2 1 3^1431 2 1 3^1431 2 4^0564 3^1431"),
        ] {
            let rules = Session::new().game(game, None).expect("a game").rules;
            let options = Options { engine: Some(EngineName::Quotient), ..Options::default() };
            let mut genera = Genera::new(&rules, options).expect("heaps");
            for (heap, printed) in printed.split(' ').enumerate() {
                let genus = genera.genus(&[heap.into()]).expect("it is told").to_string();
                let digits: String = genus.chars().filter(char::is_ascii_digit).collect();
                let nim = |g: &str| match g {
                    "0" => "0120".to_string(),
                    "1" => "1031".to_string(),
                    g => format!("{g}{g}"),
                };
                let expected =
                    printed.split_once('^').map_or_else(|| nim(printed), |(g, misere)| format!("{g}{misere}"));
                assert!(digits.starts_with(&expected), "{game} {heap}: {genus}, printed: {printed}");
            }
        }
    }

    /// Far sums have the genera that forms find, and those that forms do not find at once are the quotient's.
    #[test]
    fn far_sums_are_told_by_the_quotient() {
        let rules = Session::new().game("2*octal[0.15]", None).expect("a game").rules;
        let genera = |engine| Genera::new(&rules, Options { engine, ..Options::default() }).expect("a way");
        let (mut any, mut forms) = (genera(None), genera(Some(EngineName::Forms)));
        for position in [[40, 30], [51, 22], [64, 7]] {
            let position = position.map(IBig::from);
            assert_eq!(any.genus(&position), forms.genus(&position), "{position:?}");
        }
        any.genus(&[1_000_000.into(), 1_000_001.into()]).expect("it is told");
        assert_eq!(any.by(), EngineName::Quotient);
        any.genus(&[3.into(), 1.into()]).expect("it is found");
        assert_eq!(any.by(), EngineName::Forms);
    }

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
