//! Beyond the positions that were looked at.
//!
//! In: the verdict of the tables, and what automata say of the claim. Out: *proved* where it is true for every position, *false* with the first
//! counterexample where it is not. The claim itself is evaluated at the counterexample, with values that were proved.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_rules::lower::Question;
use grundy_rules::rules::expr::C;
use grundy_rules::rules::{Play, Property, build};
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

/// The verdict on a claim of whose positions none was looked at, and that is not proved.
fn none_seen(to: u64, why: Why, verdict: Verdict) -> Verdict {
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
    if verdict.status != Status::Holds {
        return verdict.into();
    }
    // No position was looked at because the proof stands alone, or because the claim speaks of none up to a bound.
    let unseen = verdict.to.filter(|_| verdict.positions == 0);
    let is_asked = claim.to.or(options.to).is_some() || claim.vars.is_empty();
    match unseen {
        Some(_) if verdict.is_empty => return verdict.because(of_none()).into(),
        Some(_) if is_asked => return verdict.into(),
        _ => {}
    }
    meter.begin(PROVING, 0);
    let beyond = Beyond { statement, number, claim, options };
    match (statement.file.decided(number, options), unseen) {
        (Decision::Open(why), Some(to)) => none_seen(to, *why, verdict).into(),
        (Decision::True(words), Some(to)) => match statement.file.speaks(number, options) {
            Some(true) => beyond.proved_by(words, verdict),
            Some(false) => verdict.because(of_none()).into(),
            None => {
                let why = "it is true for every position, and whether it speaks of one is not decided";
                none_seen(to, Why::only(WhyCode::Other, why), verdict).into()
            }
        },
        (Decision::True(words), None) => beyond.proved_by(words, verdict),
        (Decision::False { variables, running }, _) => beyond.refuted(variables, running, verdict),
        (Decision::Open(why), None) => match statement.on_piles(options) {
            Some((found, proofs)) => beyond.proved(found.reason.unwrap_or_default(), proofs, verdict),
            None => verdict.because(*why).into(),
        },
    }
}

fn of_none() -> Why {
    Why::only(WhyCode::Other, "it speaks of no position")
}

/// A claim that holds at the positions that were looked at.
struct Beyond<'b> {
    statement: &'b Statement,
    number: usize,
    claim: &'b Claim,
    options: &'b CheckOptions,
}

impl Beyond<'_> {
    /// A bound that the claim states is a part of the claim.
    fn is_bounded(&self) -> bool {
        self.claim.to.is_some()
    }

    fn proved_by(&self, words: String, verdict: Verdict) -> Looked {
        self.proved(words, self.statement.file.certificates(self.number, self.options), verdict)
    }

    fn proved(&self, reason: String, proofs: Proofs, verdict: Verdict) -> Looked {
        let verdict = match self.is_bounded() {
            true => {
                let reason = Some(format!("{reason}; without its `to` the claim would be proved"));
                Verdict { status: Status::Holds, by: None, reason, why: Some(WhyCode::Bound), ..verdict }
            }
            false => {
                let (by, reason) = (Some("automaton"), Some(reason));
                Verdict { status: Status::Proved, by, reason, why: None, ..verdict }
            }
        };
        Looked { verdict, proofs: Some(proofs), instead: None }
    }

    fn refuted(&self, variables: Vec<IBig>, running: Vec<IBig>, verdict: Verdict) -> Looked {
        match far_out(self.statement, self.claim, [&variables, &running], self.options) {
            Some((found, ..)) if self.is_bounded() => {
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
        }
    }
}

impl Statement {
    /// The verdict on a claim about piles, of any sizes, by the rules alone or by a table.
    fn on_piles(&self, options: &CheckOptions) -> Option<(Verdict, Proofs)> {
        let piled = self.piled().and_then(|parts| {
            let parts: Vec<_> = parts.into_iter().map(|part| (vec![], part)).collect();
            piles::decided(&parts, options).ok()
        });
        piled.or_else(|| self.by_table(options))
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
    let known = |game: &Game, play: Play| statement.file.known(claim, game, play, options);
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
