//! The misère quotient of heaps, with its certificate.
//!
//! In: rules of one coordinate, and how many heaps are looked at. Out: the quotient of the heaps, or of all heaps where a period is proved; whether the checker has
//! verified it, and why the search ended.

mod letters;
mod order;

pub use self::letters::Letters;
pub use self::order::Order;
use crate::checked::{Checked, check};
use crate::choose::quotient_certificate;
use dashu_int::IBig;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::stop::diagnostic;
pub use grundy_proofs::quotient::{Element, Monoid, Period, Presentation, Quotient, Relation, Step};
use grundy_proofs::quotient::{Search, near};
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;
use grundy_rules::session::Game;

/// The largest heap that is looked at, if nothing else is asked.
pub const TO: u64 = 1 << 12;

/// The search takes one part in so many of the time. Measured on a build for developers: the checker takes up to 1.6 times as long as the search on 0.77777, and a tenth of it on 0.26.
const PARTS: usize = 3;

/// What is known of a quotient.
#[derive(Clone, Debug)]
pub struct Found {
    /// The quotient of the heaps that it has.
    pub quotient: Quotient,
    /// The period of the elements, if it proves that the quotient is that of all heaps.
    pub period: Option<Period>,
    /// The heaps with which the quotient grew, and its size from there on.
    pub sizes: Vec<(u64, usize)>,
    /// The number of pairs in the proof.
    pub pairs: usize,
    /// Why the next heap was not added; `None` if all were that were asked for, or a period is proved.
    pub ended: Option<Diagnostic>,
    /// Has the checker verified it?
    pub checked: Checked,
}

impl Found {
    fn of(search: &Search) -> Found {
        Found {
            quotient: search.quotient().clone(),
            period: search.period(),
            sizes: search.sizes().to_vec(),
            pairs: search.pairs(),
            ended: None,
            checked: Checked::before(),
        }
    }

    /// The largest heap that the quotient has; `None` if it has none.
    #[must_use]
    pub fn to(&self) -> Option<u64> {
        (self.quotient.heaps.len() as u64).checked_sub(1)
    }

    /// The element of a heap; `None` if it is no position, or not known.
    #[must_use]
    pub fn element(&self, heap: &IBig) -> Option<Element> {
        self.quotient.element(near(heap, self.period)?)
    }

    /// Lets the checker read the certificate of the quotient of a game, which must have the rules that it is about.
    pub fn check(&mut self, game: &Game, limits: &Limits) {
        self.checked = check(&self.certificate(game), limits);
    }

    /// The certificate, without a final newline; `game` must have the rules that the quotient is about.
    #[must_use]
    pub fn certificate(&self, game: &Game) -> String {
        quotient_certificate(&game.text, &game.rules, &self.quotient, self.period)
    }
}

/// Finds the quotient of the heaps up to one, or of all heaps; the checker has not read it then. If a limit ends the search, the quotient of the heaps before is
/// the answer. A deadline leaves two thirds of the time to the checker, which on some games takes longer than the search. `tell` is called whenever the quotient has grown.
///
/// ```
/// use grundy::theory::quotient::quotient;
/// use grundy::{Limits, Session};
///
/// let game = Session::new().game("kayles", None)?;
/// let mut found = quotient(&game.rules, None, &Limits::default(), &mut |_| {})?;
/// found.check(&game, &Limits::default());
/// let period = found.period.expect("it is proved for all heaps");
/// assert_eq!((found.quotient.monoid.size(), period.preperiod, period.period), (40, 71, 12));
/// assert!(found.checked.is_yes());
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
///
/// # Errors
/// Rules of another shape.
pub fn quotient(
    rules: &Ruleset,
    to: Option<u64>,
    limits: &Limits,
    tell: &mut dyn FnMut(&Found),
) -> Result<Found, Diagnostic> {
    let mut search = Search::new(rules, &limits.share(PARTS)).map_err(|reason| {
        let message = format!("quotients are those of games of one heap, with one coordinate: {reason}");
        Diagnostic::new(Code::Shape, message).help("such as `kayles`, or `octal[0.15]`")
    })?;
    let heaps = to.unwrap_or(TO).saturating_add(1);
    let mut ended = None;
    let mut size = 0;
    while ended.is_none() && search.period().is_none() && (search.quotient().heaps.len() as u64) < heaps {
        ended = match search.advance() {
            Ok(Step::Closed) => None,
            Ok(Step::Open(why)) => Some(Diagnostic::limit(Code::TooLarge, why)),
            Err(stop) => Some(diagnostic(stop)),
        };
        if search.sizes().len() > size {
            size = search.sizes().len();
            tell(&Found::of(&search));
        }
    }
    Ok(Found { ended, ..Found::of(&search) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_certify::verify;
    use grundy_rules::session::Session;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: grundy_testing::cases(40), failure_persistence: None, ..ProptestConfig::default() })]

        /// Whatever is found, the checker verifies; with a heap more, whose element is that of the last one, it verifies only what is true of that heap.
        #[test]
        fn the_checker_verifies_what_is_found(digits in prop::collection::vec(0..16u8, 1..4), to in 1..10u64) {
            let digits: String = digits.iter().map(|d| format!("{d:X}")).collect();
            let game = Session::new().game(&format!("hexadecimal[0.{digits}]"), None).expect("a game");
            let limits = Limits::default();
            let mut found = quotient(&game.rules, Some(to), &limits, &mut |_| {}).expect("heaps");
            found.check(&game, &limits);
            prop_assert_eq!(&found.checked, &Checked::Yes, "{}", game.text);
            let theorem = verify(&found.certificate(&game), &mut |_| false).expect("it was verified");
            prop_assert!(theorem.statement.contains("is the misère quotient"), "{}", theorem.statement);
            if found.ended.is_some() || found.period.is_some() {
                return Ok(());
            }
            let mut longer = quotient(&game.rules, Some(to + 1), &limits, &mut |_| {}).expect("heaps");
            let is_right = longer.quotient.monoid == found.quotient.monoid
                && longer.element(&IBig::from(to + 1)) == found.element(&IBig::from(to));
            longer.quotient = found.quotient.clone();
            longer.quotient.heaps.push(found.element(&to.into()));
            longer.period = None;
            prop_assert_eq!(verify(&longer.certificate(&game), &mut |_| false).is_ok(), is_right, "{} {}", game.text, to);
        }
    }
}
