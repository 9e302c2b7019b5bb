//! Beyond the positions that were looked at.
//!
//! In: the verdict of the tables, and what automata say of the claim. Out: *proved* where it is true for every position, *false* with the first
//! counterexample where it is not. The claim itself is evaluated at the counterexample, with values that were proved.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_decide::Meaning;
use grundy_rules::lower::Question;
use grundy_rules::rules::expr::C;
use grundy_rules::rules::{Property, build};
use grundy_rules::session::Game;

use crate::certify::read::Patience;
use crate::certify::{Basis, Looked, is_refuted, plain_world, unconfirmed_beyond};
use crate::check::failure::{Failure, Shown};
use crate::check::sides;
use crate::check::worker::at_one;
use crate::check::world::World;
use crate::prove::decision::Decision;
use crate::prove::piles;
use crate::read::claim::Claim;
use crate::read::{Content, Statement};
use crate::state::archive::Proofs;
use crate::tell::why::{Why, WhyCode};
use crate::{CheckOptions, Counterexample, Meter, Status, Verdict};

/// What the progress says while automata are at work: the first claim of a file waits for what all claims say of their games.
pub(crate) const PROVING: &str = "proving for every position";

/// The most numbers through which the formula of a claim runs at a counterexample. A value that an automaton reads takes some ten microseconds.
const EVALUATED: u64 = 1 << 18;

/// How a claim was proved.
pub(crate) fn by_automata(states: usize) -> String {
    format!("true for every position, {}", of_states(states))
}

fn of_states(states: usize) -> String {
    let states = if states == 1 { "1 state".to_string() } else { format!("{states} states") };
    format!("by automata of at most {states}")
}

/// Why a claim is true that does not depend on what the values are.
fn by_meaning(meaning: Meaning, elsewhere: bool) -> &'static str {
    match meaning {
        _ if elsewhere => {
            "true for every position by the rules alone: positions of one game have the values of another, by a correspondence of moves; and a move changes the value"
        }
        Meaning::Words => "true whatever the values are: it says no more than what its words mean",
        Meaning::Rank => "true for every position by the rules alone: every move lowers a sum, and no value is greater",
        Meaning::Moves => "true for every position by the rules alone: a move changes the value, a symmetry keeps it",
    }
}

/// The verdict on a claim of whose positions none was looked at, and that is not proved.
fn unseen(to: u64, why: Why, verdict: Verdict) -> Verdict {
    let message = format!("no position to {to} is one that it speaks of; {}", why.message);
    Verdict { status: Status::Open, ..verdict }.because(Why { message, ..why })
}

/// Do proofs call a claim true? The attacks ask it of each claim that a table refutes or finds undefined: tables and proofs come to their answers in different ways.
#[doc(hidden)]
#[must_use]
pub fn is_true_by_proofs(statement: &Statement, options: &CheckOptions) -> bool {
    statement.number.is_some_and(|number| statement.file.decided(number, options).is_true())
}

/// What holds at every position that was looked at is proved, if automata prove it for all; and false, if they find where.
pub(crate) fn beyond(statement: &Statement, verdict: Verdict, options: &CheckOptions, meter: &Meter) -> Looked {
    let (Some(number), Ok(Content::Claim(claim))) = (statement.number, &statement.content) else {
        return verdict.into();
    };
    // No position was looked at because the proof stands alone, or because the claim speaks of none up to a bound.
    let up_to = verdict.to.filter(|_| verdict.positions == 0);
    let is_asked = claim.to.or(options.to).is_some() || claim.vars.is_empty();
    if verdict.status != Status::Holds {
        return verdict.into();
    }
    let of_none = || Why::only(WhyCode::Other, "it speaks of no position");
    match up_to {
        Some(_) if verdict.is_empty => return verdict.because(of_none()).into(),
        Some(_) if is_asked => return verdict.into(),
        _ => {}
    }
    meter.begin(PROVING, 0);
    // A bound that the claim states is a part of the claim.
    let bounded = claim.to.is_some();
    let proved = |reason: String, proofs: Proofs, verdict: Verdict| {
        let status = if bounded { Status::Holds } else { Status::Proved };
        let by = (!bounded).then_some("automaton");
        let reason = if bounded { format!("{reason}; without its `to` the claim would be proved") } else { reason };
        let why = bounded.then_some(WhyCode::Bound);
        let verdict = Verdict { status, by, reason: Some(reason), why, ..verdict };
        Looked { verdict, proofs: Some(proofs), instead: None }
    };
    let decision = statement.file.decided(number, options);
    let decision = match (decision, up_to) {
        (Decision::Open(why), Some(to)) => return unseen(to, *why, verdict).into(),
        (decision, Some(to)) if decision.is_true() => match statement.file.speaks(number, options) {
            Some(true) => decision,
            Some(false) => return verdict.because(of_none()).into(),
            None => {
                let why = "it is true for every position, and whether it speaks of one is not decided";
                return unseen(to, Why::only(WhyCode::Other, why), verdict).into();
            }
        },
        (decision, _) => decision,
    };
    match decision {
        Decision::True { states } => {
            statement.file.keep(claim, options);
            proved(by_automata(states), statement.file.proofs(claim, options), verdict)
        }
        Decision::Alike { states, strategy } => {
            let proofs = statement.file.correspondences(number, options);
            let how = if strategy { "a strategy" } else { "a correspondence of moves" };
            proved(format!("true for every position by {how}, {}", of_states(states)), proofs, verdict)
        }
        Decision::Nearby => {
            let proofs = statement.file.by_views(number, options);
            let reason = "true for every position, from all values that can stand near a number and its quotients";
            proved(reason.to_string(), proofs, verdict)
        }
        Decision::Meant { meaning, elsewhere } => {
            let proofs = statement.file.meanings(number, options);
            proved(by_meaning(meaning, elsewhere).to_string(), proofs, verdict)
        }
        Decision::False { variables, running } => match far_out(statement, claim, [&variables, &running], options) {
            Some((found, ..)) if bounded => {
                let (reason, why) = (Some(format!("false beyond, first at {found}")), Some(WhyCode::Beyond));
                Verdict { reason, why, ..verdict }.into()
            }
            Some((_, counterexample, shown)) => Looked::from(Verdict {
                status: Status::False,
                by: Some("automaton"),
                reason: Some("found by automata, beyond the positions that were looked at".to_string()),
                counterexample: Some(counterexample),
                failure: Some(Failure { variables, running, shown: Shown::Sides(shown) }),
                ..verdict
            }),
            None => verdict.because(unconfirmed_beyond()).into(),
        },
        Decision::Open(why) => {
            let piled = statement.piled().and_then(|parts| {
                let parts: Vec<_> = parts.into_iter().map(|part| (vec![], part)).collect();
                piles::decided(&parts, options).ok()
            });
            match piled.or_else(|| statement.by_table(options)) {
                Some((found, proofs)) => proved(found.reason.unwrap_or_default(), proofs, verdict),
                None => verdict.because(*why).into(),
            }
        }
    }
}

/// Where a claim is false, in words and as a counterexample, and that the sides shown have their values. The claim itself is evaluated there; or else the checker finds it
/// false there, by what it has verified of every position.
fn far_out(
    statement: &Statement,
    claim: &Claim,
    at: [&[IBig]; 2],
    options: &CheckOptions,
) -> Option<(String, Counterexample, C)> {
    if at[1].len() != claim.running.len() {
        return None;
    }
    let evaluated = evaluated(statement, claim, at, options);
    let (counterexample, shown) = evaluated.or_else(|| refuted(statement, claim, at, options))?;
    let vars = counterexample.vars.iter().map(|(name, value)| format!("{name} = {value}"));
    let place: Vec<String> = counterexample.position.clone().into_iter().chain(vars).collect();
    Some((place.join(", "), counterexample, shown))
}

/// The claim is false at a place, where the checker says so.
fn refuted(
    statement: &Statement,
    claim: &Claim,
    [variables, running]: [&[IBig]; 2],
    options: &CheckOptions,
) -> Option<(Counterexample, C)> {
    let failure = Failure::at(variables, running);
    is_refuted(statement, &failure, &[], options, (Basis::Proofs, Patience::FULL)).ok().filter(|is| *is)?;
    // The place in words: where the claim speaks of it, and says nothing that is true.
    let yes = build::boolean(true);
    let mut there = Claim { filter: yes.clone(), inner: yes, body: build::boolean(false), ..claim.clone() };
    // Nothing is asked there: a value so far out may take for ever.
    for question in &mut there.scope.questions {
        if let Question::Position { own, .. } = question {
            *own = false;
        }
    }
    let event = at_one(&there, &Arc::new(World::new(&claim.scope, options)), variables, running).ok()??;
    Some((sides::bare(claim, &event), build::boolean(true)))
}

/// The claim is false at a place, by its evaluation with values that were proved.
fn evaluated(
    statement: &Statement,
    claim: &Claim,
    [variables, running]: [&[IBig]; 2],
    options: &CheckOptions,
) -> Option<(Counterexample, C)> {
    let known = |game: &Game, misere: bool| statement.file.known(claim, game, misere, options);
    let property = |game: &Game, property: Property| statement.file.property(game, property, options);
    let mut world = World::new(&claim.scope, options);
    world.steps = EVALUATED;
    let far_out = world.far_out(&known, &property);
    // Where the values are not known of all positions, the plain engine finds those of positions that are near enough.
    let plainly = || plain_world(claim, &Failure::at(variables, running), options);
    let world = Arc::new(far_out.or_else(plainly)?);
    let event = at_one(claim, &world, variables, running).ok()??;
    if event.undefined.is_some() {
        return None;
    }
    Some(sides::show(claim, &world, &event))
}
