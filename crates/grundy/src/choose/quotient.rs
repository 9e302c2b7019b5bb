//! The engine of misère quotients, whose proofs the checker reads before an element is used.
//!
//! In: rules, options. Out: the engine. The certificate of a quotient is written here ([`certificate`]), for the engine and for those who ask for the quotient itself.

use std::sync::Arc;

use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{Options, Play};
use grundy_core::contract::reason::Reason;
use grundy_core::contract::stop::Result as Stopped;
use grundy_core::engine::Engine;
use grundy_proofs::quotient::{ByQuotient, Period, Quotient};
use grundy_rules::rules::Ruleset;
use serde_json::{Value, json};

use crate::checked::check;
use crate::envelope::{begun_of, sealed};

/// Reads rules whose positions are sums of heaps of one game, in misère play.
pub(super) fn read(rules: &Arc<Ruleset>, options: &Options) -> Result<Box<dyn Engine>, Reason> {
    ByQuotient::read(rules, options, gate)
}

/// Has the checker read the proof of a quotient? It is a [`Gate`](grundy_proofs::quotient::Gate).
///
/// # Errors
/// An interruption.
pub(crate) fn gate(rules: &Ruleset, quotient: &Quotient, period: Option<Period>, limits: &Limits) -> Stopped<bool> {
    let checked = check(&certificate("", rules, quotient, period), limits);
    if !checked.is_yes() {
        limits.interrupted()?;
    }
    Ok(checked.is_yes())
}

/// The certificate of a quotient, without a final newline; `rules` are those of a heap, and `name` is the game's.
#[must_use]
pub(crate) fn certificate(name: &str, rules: &Ruleset, quotient: &Quotient, period: Option<Period>) -> String {
    let Quotient { monoid, heaps } = quotient;
    let mut object = begun_of("quotient", name, rules, Play::Misere);
    object["table"] = monoid.elements().map(|x| Value::from(monoid.row(x))).collect();
    match monoid.most() {
        1 => object["portion"] = monoid.portion().into(),
        most => {
            object["values"] = monoid.elements().map(|x| Value::from(monoid.value(x))).collect();
            object["most"] = most.into();
        }
    }
    let stated = period.map_or(u64::MAX, |Period { preperiod, period }| preperiod + period);
    object["heaps"] = (0..stated).zip(heaps).map(|(_, element)| json!(element)).collect();
    if let Some(Period { preperiod, period }) = period {
        (object["preperiod"], object["period"]) = (preperiod.into(), period.into());
    }
    sealed(object)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_proofs::quotient::{Search, Step};
    use grundy_rules::session::Session;

    /// The quotient of the first heaps of a game.
    fn search(game: &str, most: u8, heaps: usize) -> (Arc<Ruleset>, Search) {
        let rules = Session::new().game(game, None).expect("a game").rules;
        let mut search = Search::telling(&rules, most, &Limits::default()).expect("heaps");
        while search.period().is_none() && search.quotient().heaps.len() < heaps {
            assert_eq!(search.advance(), Ok(Step::Closed));
        }
        (rules, search)
    }

    /// The checker reads quotients for outcomes and for values, and none with the heap of another element.
    #[test]
    fn the_checker_reads_each_quotient() {
        let limits = Limits::default();
        for (game, most) in
            [("octal[0.15]", 1), ("octal[0.15]", 63), ("octal[0.71]", 4), ("kayles", 4), ("octal[0.26]", 63)]
        {
            let (rules, search) = search(game, most, 20);
            let quotient = search.quotient();
            assert_eq!(gate(&rules, quotient, search.period(), &limits), Ok(true), "{game} {most}");
            let stated = search.period().map_or(20, |Period { preperiod, period }| (preperiod + period).min(20));
            for heap in 1..stated as usize {
                let mut other = quotient.clone();
                other.heaps[heap] = other.heaps[heap - 1];
                if other.heaps[heap] != quotient.heaps[heap] {
                    assert_eq!(gate(&rules, &other, search.period(), &limits), Ok(false), "{game} {most} {heap}");
                }
            }
        }
    }

    #[test]
    fn an_interruption_is_no_refusal() {
        let (rules, search) = search("kayles", 4, 12);
        let limits = Limits::default();
        limits.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(gate(&rules, search.quotient(), None, &limits).is_err());
    }
}
