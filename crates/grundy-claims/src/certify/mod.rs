//! Nothing is called proved before the checker has read it.
//!
//! In: a verdict that the prover would give, and the certificates of its proof. Out: the verdict that is given. It is *proved* if the crate `grundy-certify`, which
//! shares no code with the prover, verifies certificates that state the claim. If the checker does not read the certificates, or does not finish, the claim is said
//! to *hold*, with the reason. If the checker refutes a claim that the prover calls true, one of them has a fault, and no verdict is given.

pub(crate) mod read;

use std::sync::Arc;

use grundy_certify::{Checker, Refusal};
use grundy_rules::lang::{Code, Diagnostic};
use serde_json::Value;

use crate::certify::read::{Patience, Reading, read};
use crate::check::failure::{Failure, Shown};
use crate::check::sides;
use crate::check::worker::at_one;
use crate::check::world::World;
use crate::read::claim::Claim;
use crate::read::{Content, Statement};
use crate::state::archive::{ClaimProof, Proofs};
use crate::state::finite;
pub(super) use crate::state::finite::Basis;
use crate::state::finite::said;
use crate::state::parts_reached::with_parts;
use crate::state::theorems;
use crate::tell::why::{Why, WhyCode};
use crate::{CheckOptions, Meter, Status, Verdict};
use grundy::theory::checked::{Room, steps};

/// The most positions up to a counterexample of which the checker finds the values by the definition at once.
const NEAR: u64 = 1 << 14;
/// The most positions up to a counterexample of which the plain engine finds the values, and the memory that it may take.
const CELLS: u64 = 1 << 24;
const MEMORY: u64 = 256 << 20;

/// What the progress says while the checker is at work.
pub(crate) const CHECKING: &str = "checking the proof";

/// A claim after the tables and the prover: its verdict waits for the checker.
#[derive(Debug)]
pub struct Looked {
    /// The verdict of the tables and the prover.
    pub(crate) verdict: Verdict,
    /// The certificates of the proofs by automata.
    pub(crate) proofs: Option<Proofs>,
    /// The statement as it was read again, if the verdict is on that.
    pub(crate) instead: Option<Box<Statement>>,
}

impl From<Verdict> for Looked {
    fn from(verdict: Verdict) -> Looked {
        Looked { verdict, proofs: None, instead: None }
    }
}

impl Looked {
    /// The verdict, after the checker has read the proofs, or has evaluated the claim at its counterexample.
    #[must_use]
    pub fn settle(self, statement: &Statement, options: &CheckOptions, meter: &Meter) -> Verdict {
        meter.begin(CHECKING, 0);
        let Looked { verdict, proofs, instead } = self;
        let statement = instead.as_deref().unwrap_or(statement);
        let is_family = matches!(statement.content, Ok(Content::Family(_)));
        let verdict = match (verdict.status, proofs) {
            // The claims of a family were settled one after the other.
            _ if is_family => verdict,
            (_, Some(proofs)) => gated(statement.file.checker(), &proofs, verdict, options),
            (Status::Proved, None) => gated_twice(statement, verdict, options),
            (Status::False, None) => confirmed(statement, verdict, options),
            (_, None) => verdict,
        };
        if statement.erratum.is_some() { as_erratum(verdict) } else { verdict }
    }
}

/// The verdict on a statement that an erratum calls wrong.
fn as_erratum(verdict: Verdict) -> Verdict {
    match verdict.status {
        Status::False => Verdict { status: Status::Noted, ..verdict },
        Status::Proved | Status::Holds => {
            let reason = Some("the erratum says that this is wrong as printed, and it is true here".to_string());
            Verdict { status: Status::Error, reason, ..verdict }
        }
        _ => verdict,
    }
}

/// Lets the checker evaluate a claim or a table all of whose positions were looked at; where the definition is too much work, from what was proved of the values. The
/// positions of a table, or of a claim without variables, may be far out, where the definition is asked at length only if nothing is proved.
fn gated_twice(statement: &Statement, verdict: Verdict, options: &CheckOptions) -> Verdict {
    let (checker, limits) = (statement.file.checker(), &options.limits);
    let proofs = looked_through(statement, &verdict, options);
    let is_closed = match &statement.content {
        Ok(Content::Claim(claim)) => claim.vars.is_empty(),
        content => matches!(content, Ok(Content::Table(_))),
    };
    let patience = if is_closed { Patience::BRIEF } else { Patience::FULL };
    let mut reading = read(checker, &proofs, limits, patience);
    if matches!(reading, Reading::Unread(_)) && limits.ended().is_none() {
        let by_values = by_values(statement, options).map(|proof| vec![proof]);
        if let verified @ Reading::Verified(_) = read(checker, &by_values, limits, Patience::FULL) {
            return after(verified, &by_values, verdict, options);
        }
        if is_closed {
            reading = read(checker, &proofs, limits, Patience::FULL);
        }
    }
    after(reading, &proofs, verdict, options)
}

/// The certificate of a claim or a table that follows from what was proved of the values.
fn by_values(statement: &Statement, options: &CheckOptions) -> Result<ClaimProof, String> {
    match &statement.content {
        Ok(Content::Table(tabled)) => statement.file.proof_of_table(&tabled.claim(), options),
        Ok(Content::Claim(claim)) => statement.file.proof(claim, options),
        _ => Err("it is neither a claim nor a table".into()),
    }
}

/// The certificates of a table, or of a claim all of whose positions were looked at.
fn looked_through(statement: &Statement, verdict: &Verdict, options: &CheckOptions) -> Proofs {
    match &statement.content {
        Ok(Content::Table(tabled)) => Ok(vec![finite::certificate(&tabled.claim(), &[], &[])?]),
        Ok(Content::Claim(claim)) if theorems::asks_theorems(claim) => {
            Ok(vec![theorems::certificate(claim, &verdict.theorems)?])
        }
        Ok(Content::Claim(claim)) if theorems::asks_values_and_theorems(claim) => {
            let most = claim.vars.iter().map(|var| var.most).collect::<Option<Vec<u64>>>();
            let proof = finite::certificate(claim, &most.ok_or("a variable has no bound")?, &verdict.theorems)?;
            Ok(vec![with_parts(proof, claim, options)?])
        }
        Ok(Content::Claim(claim)) => statement.file.proofs(claim, options),
        Ok(Content::Family(_)) => Err("each claim of a family has its own proof".into()),
        Err(_) => Err("the claim cannot be read".into()),
    }
}

/// Who evaluates a claim a second time at the place at which it is false.
#[derive(Clone, Copy)]
enum Judge {
    /// The checker, from this, with this patience.
    Checker(Basis, Patience),
    /// The plain engine.
    PlainEngine,
}

/// Near the origin, proofs come late: the proofs for every position may not be known yet, and a claim would wait for the proofs of all claims of its file. A claim may ask for
/// values far from there, which the plain engine finds in a tenth of the time.
const NEAR_FIRST: [Judge; 4] = [BRIEFLY, Judge::PlainEngine, BY_PROOFS, BY_DEFINITION];
const FAR_FIRST: [Judge; 3] = [BY_PROOFS, BY_DEFINITION, Judge::PlainEngine];
/// Without variables, nothing says how far out the positions are.
const CLOSED: [Judge; 4] = [BRIEFLY, BY_PROOFS, Judge::PlainEngine, BY_DEFINITION];
const BRIEFLY: Judge = Judge::Checker(Basis::Definition, Patience::BRIEF);
const BY_PROOFS: Judge = Judge::Checker(Basis::Proofs, Patience::FULL);
const BY_DEFINITION: Judge = Judge::Checker(Basis::Definition, Patience::FULL);

/// A claim is false at a place, and the values shown there are right, if a second evaluation agrees. If no evaluation gives these values, only the truth of the
/// claim is compared.
fn confirmed(statement: &Statement, verdict: Verdict, options: &CheckOptions) -> Verdict {
    let Some(failure) = verdict.failure.clone() else {
        return unconfirmed(verdict, "no place is known at which the claim is false");
    };
    let says = match (judged(statement, &failure, &verdict, options), &statement.content) {
        (Err(_), Ok(Content::Claim(claim))) if matches!(&failure.shown, Shown::Sides(shown) if shown.as_bool().is_none()) =>
        {
            let says = judged(statement, &failure.bare(), &verdict, options);
            return settled(says, sides::without(verdict, claim));
        }
        (says, _) => says,
    };
    settled(says, verdict)
}

/// The verdict on a claim that is false by one evaluation; `says` is the answer of a second evaluation, or the reason why there is none.
fn settled(says: Result<bool, String>, verdict: Verdict) -> Verdict {
    match says {
        Ok(true) => Verdict { checked: Some(true), ..verdict },
        Ok(false) => Verdict { tables: verdict.tables, ..Verdict::error(unlike()) },
        Err(why) => unconfirmed(verdict, &why),
    }
}

/// Is a claim false at a place, with the values shown there? The first judge that evaluates the claim there decides.
///
/// # Errors
/// No judge evaluates the claim there: why the first does not.
fn judged(statement: &Statement, failure: &Failure, verdict: &Verdict, options: &CheckOptions) -> Result<bool, String> {
    let judges = match failure.positions() {
        Some(_) if failure.variables.is_empty() => &CLOSED[..],
        Some(positions) if positions <= NEAR => &NEAR_FIRST,
        _ => &FAR_FIRST,
    };
    let mut first = None;
    for judge in judges {
        let says = match *judge {
            Judge::Checker(basis, patience) => {
                is_refuted(statement, failure, &verdict.theorems, options, (basis, patience))
            }
            Judge::PlainEngine => is_false_plainly(statement, failure, options),
        };
        match says {
            Ok(says) => return Ok(says),
            Err(why) => first = first.or(Some(why)),
        }
    }
    Err(first.unwrap_or_default())
}

/// Does the checker find the statement of the certificate false at a place, with this patience?
///
/// # Errors
/// There is no certificate, or the checker does not evaluate it there.
pub(crate) fn is_refuted(
    statement: &Statement,
    failure: &Failure,
    theorems: &[Option<Value>],
    options: &CheckOptions,
    (basis, mut patience): (Basis, Patience),
) -> Result<bool, String> {
    let (variables, running) = failure.place()?;
    let proof = said(statement, failure, theorems, options, basis)?;
    let mut room = Room::of(&options.limits);
    let mut stop = |spent| patience.is_over() || room.is_over(spent, steps(&options.limits));
    match statement.file.checker().refute(&proof.text, &variables, &running, &mut stop) {
        Ok(()) => Ok(true),
        Err(Refusal::Refuted(_)) => Ok(false),
        Err(refusal) => Err(room.why(refusal)),
    }
}

/// A claim that is false by one evaluation alone is open; where that is beyond the positions that were looked at, it holds at these.
fn unconfirmed(verdict: Verdict, why: &str) -> Verdict {
    if verdict.by == Some("automaton") {
        let held = Verdict { status: Status::Holds, by: None, counterexample: None, failure: None, ..verdict };
        return held.because(unconfirmed_beyond());
    }
    let reason = Some(format!("a counterexample was found, and no second evaluation confirms it: {why}"));
    let why = Some(WhyCode::Unchecked);
    Verdict { status: Status::Open, by: None, checked: Some(false), reason, why, ..verdict }
}

/// Why a claim only holds that automata refute beyond the positions that were looked at.
pub(crate) fn unconfirmed_beyond() -> Why {
    let why = "automata find it false, or not defined, beyond these positions, and no evaluation confirms it";
    Why::only(WhyCode::Formula, format!("not proved for every position: {why}"))
}

/// Is a claim false at its counterexample, by values of the plain engine? Those of a sum are the nim-sums of the values of its components.
///
/// # Errors
/// The plain engine does not evaluate the claim there.
fn is_false_plainly(statement: &Statement, failure: &Failure, options: &CheckOptions) -> Result<bool, String> {
    let Ok(Content::Claim(claim)) = &statement.content else {
        return Err("the plain engine evaluates claims alone".into());
    };
    let world = plain_world(claim, failure, options).ok_or("the plain engine would compute too many values")?;
    let world = Arc::new(world);
    match at_one(&failure.of(claim), &world, &failure.variables, &failure.running) {
        Ok(event) if event.as_ref().is_none_or(|event| event.undefined.is_none()) => Ok(event.is_some()),
        _ => Err("the plain engine does not evaluate the claim there".into()),
    }
}

/// Values of the plain engine for a claim at a place; `None` if there are too many positions up to there.
pub(crate) fn plain_world(claim: &Claim, failure: &Failure, options: &CheckOptions) -> Option<World> {
    failure.positions().filter(|cells| *cells <= CELLS)?;
    let limits = options.limits.apart(MEMORY);
    let plain = CheckOptions { plain: true, engine: None, table: None, limits, ..options.clone() };
    Some(World::new(&claim.scope, &plain).by_parts(&plain))
}

/// Lets the checker read the certificates of a claim that is proved, or true beyond its own bound.
pub(crate) fn gated(checker: &Checker, proofs: &Proofs, verdict: Verdict, options: &CheckOptions) -> Verdict {
    after(read(checker, proofs, &options.limits, Patience::FULL), proofs, verdict, options)
}

/// The verdict after the checker's answer about certificates.
fn after(reading: Reading, proofs: &Proofs, verdict: Verdict, options: &CheckOptions) -> Verdict {
    match reading {
        Reading::Verified(rests_on) => {
            if let (Some(archive), Ok(proofs)) = (&options.archive, proofs) {
                proofs.iter().for_each(|proof| archive.keep_claim(proof));
            }
            Verdict { checked: Some(true), rests_on, ..verdict }
        }
        Reading::Unread(why) => {
            if let Some(archive) = &options.archive {
                archive.lacks(&why);
            }
            let reason = Some(format!("{}, not checked: {why}", grounds(verdict.by)));
            let why = Some(WhyCode::Unchecked);
            Verdict { status: Status::Holds, checked: Some(false), reason, why, ..verdict }
        }
        Reading::Refuted(why) => Verdict { tables: verdict.tables, ..Verdict::error(disagreement(&why)) },
    }
}

/// The grounds of the prover, in words.
fn grounds(by: Option<&str>) -> &'static str {
    match by {
        Some("finite") => "every position was looked at, by one engine",
        Some("automaton") => "proved by automata",
        _ => "proved",
    }
}

fn disagreement(why: &str) -> Diagnostic {
    fault(format!("grundy's prover calls this claim true, and its checker says: {why}"))
}

fn unlike() -> Diagnostic {
    fault("grundy finds a counterexample to this claim, and a second evaluation finds the claim true there, or other values than those shown".into())
}

fn fault(message: String) -> Diagnostic {
    let error = Diagnostic::new(Code::Disagreement, message);
    error.help("one of the two has a fault, and nothing is said of the claim: please report the file, the name of the claim, and `grundy --version`")
}
