//! Solutions: the positions of a two-coordinate game that have a given value, in order.
//!
//! In: rules, a value g, the number of positions wanted. Out: the positions (a_n, b_n), n from 0, in the order of a and then of b, only those with
//! a <= b where the rules are symmetric; and what is known of the period of b_n - a_n. For rules that the engine `levels` reads, a sieve lists the
//! positions, with proofs of periods. For others, tables grow until the positions asked for are certain (`rows`).

#![cfg_attr(not(test), warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss))]

mod rows;

use std::sync::Arc;

use crate::choose::Evaluator;
use crate::theory::periods::{Proof, Sequence, Verdict, observed_period};
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::Options;
use grundy_core::contract::proof::{Known, Pairs, Until};
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::symmetry::Symmetry;

/// The first positions with a value.
pub struct Solutions {
    /// The positions in order, from the first.
    pub terms: Vec<(u64, u64)>,
    /// What is known of the period of b - a.
    pub verdict: Verdict,
    /// Of (a, b) and (b, a), is only the one with a <= b listed?
    pub sorted: bool,
    /// Are these all positions with the value?
    pub all: bool,
    /// Where fewer positions are listed than asked for, and not all: up to which rows the list is certain.
    pub lacking: Option<String>,
    /// How the positions were found, in words.
    pub by: String,
}

/// The first positions with a value. During the search for a proof, `until` is called with the number of lines computed, and ends the search by
/// returning `true`. Tables grow until the deadline of the options' limits or until the memory is used up; without a deadline, to a fixed size.
///
/// ```
/// # use grundy::{Options, Session, theory::solutions::solutions};
/// let game = Session::new().game("star_nim[2]", None)?;
/// let found = solutions(&game.rules, 6, 7, &Options::default(), &mut |_| false)?;
/// assert_eq!(found.terms, [(0, 7), (1, 6), (2, 8), (3, 5), (4, 9), (10, 13), (11, 14)]);
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
///
/// # Errors
/// Rules that do not have two coordinates; an interruption; rules that are not defined at a position; too little memory.
pub fn solutions(
    rules: &Arc<Ruleset>,
    value: u64,
    terms: usize,
    options: &Options,
    until: Until,
) -> Result<Solutions, Diagnostic> {
    if rules.width() != 2 {
        let message = format!("positions (a, b) are those of two coordinates, and these rules have {}", rules.width());
        return Err(Diagnostic::new(Code::Entries, message));
    }
    // A proof found shortly before the deadline must still be completed after it, so engines see no deadline.
    let limits = Limits { deadline: None, ..options.limits.clone() };
    let unending = Options { limits, ..options.clone() };
    let refused = match pairs(rules, value, terms, &unending, until)? {
        Ok(Pairs { terms: found, known }) => {
            let mut verdict = verdict(value, known, &found, &unending);
            verdict.check(rules, &options.limits);
            let by = "sieve by lines, level after level".to_string();
            return Ok(Solutions { terms: found, verdict, sorted: true, all: false, lacking: None, by });
        }
        Err(refused) => refused,
    };
    let sorted = sorted(rules);
    let found = rows::Search { rules, value, options, sorted }.terms(terms)?;
    let verdict = observed(&found.terms, refused);
    let rows::FoundPositions { terms, all, lacking, by } = found;
    Ok(Solutions { terms, verdict, sorted, all, lacking, by })
}

/// Of (a, b) and (b, a), is only the one with a <= b listed? This is so where the coordinates may be exchanged.
#[must_use]
pub fn sorted(rules: &Ruleset) -> bool {
    !Symmetry::of(rules).is_trivial()
}

/// What is known of the period of b - a along the positions with a value: a proof where an engine gives one.
///
/// # Errors
/// An interruption; rules that are not defined at one of the first positions; too little memory.
pub fn differences(rules: &Arc<Ruleset>, value: u64, options: &Options, until: Until) -> Result<Verdict, Diagnostic> {
    let mut verdict = unchecked_differences(rules, value, options, until)?;
    verdict.check(rules, &options.limits);
    Ok(verdict)
}

/// The same without the checker, for proofs that become a part of others.
pub fn unchecked_differences(
    rules: &Arc<Ruleset>,
    value: u64,
    options: &Options,
    until: Until,
) -> Result<Verdict, Diagnostic> {
    match pairs(rules, value, 0, options, until)? {
        Ok(Pairs { known, .. }) => match verdict(value, known, &[], options) {
            Verdict::NotFound(_, why) => {
                Ok(observed(&solutions(rules, value, SEEN, options, &mut |_| true)?.terms, why.unwrap_or_default()))
            }
            known => Ok(known),
        },
        Err(refused) => Ok(observed(&solutions(rules, value, SEEN, options, &mut |_| true)?.terms, refused)),
    }
}

/// The number of terms that are searched for a period where none is proved.
const SEEN: usize = 1 << 10;

/// The positions from an engine that lists them, or the reason why no engine does.
fn pairs(
    rules: &Arc<Ruleset>,
    value: u64,
    terms: usize,
    options: &Options,
    until: Until,
) -> Result<Result<Pairs, String>, Diagnostic> {
    if options.plain || options.engine.is_some() {
        return Ok(Err("one engine alone was asked for".to_string()));
    }
    let listed = Evaluator::new(rules, options.clone()).pairs(value, terms, until)?;
    Ok(listed.map_err(|reason| reason.to_string()))
}

/// The verdict from an engine's proof, or from what the terms show.
fn verdict(value: u64, known: Known, terms: &[(u64, u64)], options: &Options) -> Verdict {
    match known {
        Known::Proved(tail, theorem) => {
            Verdict::Proved(Box::new(Proof::of(Sequence::Solutions(value), tail, theorem, options)))
        }
        Known::Open(open) => observed(terms, open.why),
    }
}

/// The verdict from what the terms show.
fn observed(terms: &[(u64, u64)], why: String) -> Verdict {
    // The differences b - a, shifted by a constant so that none is negative.
    let more = terms.iter().map(|(a, _)| *a).max().unwrap_or(0);
    let differences: Vec<Option<u64>> = terms.iter().map(|(a, b)| Some(b + more - a)).collect();
    match observed_period(&differences) {
        Some(period) => Verdict::Observed(period, terms.len() as u64, Some(why)),
        None => Verdict::NotFound(terms.len() as u64, Some(why)),
    }
}
