//! Nothing is called proved before the checker has read it.
//!
//! In: a verdict that the prover would give, and the certificates of its proof. Out: the verdict that is given. It is *proved* if the crate `grundy-certify`, which
//! shares no code with the prover, verifies certificates that state the claim. What the checker does not read, or does not finish, is said to *hold*, with the
//! reason. Where the checker finds a claim false that the prover calls true, one of them has a fault, and no verdict is given.

use std::sync::Arc;

use grundy_certify::{Checker, Refusal};
use grundy_core::contract::limits::Limits;
use grundy_rules::lang::Diagnostic;

use super::archive::Proofs;
use super::finite::{self, Basis, Numbers, place_of, said};
use super::reaching::with_parts;
use super::read::{Content, Statement};
use super::worker::at_one;
use super::world::World;
use super::{Effort, Meter, Status, Verdict, theorems};
use crate::theory::checked::{Room, STEPS};

/// The code of the error that prover and checker disagree.
pub const DISAGREEMENT: &str = "disagreement";

const NONE: &str = "there is no certificate of it";

/// The most positions up to a counterexample of which the checker finds the values by the definition at once.
const NEAR: u64 = 1 << 14;
/// The most positions up to a counterexample of which the plain engine finds the values, and the memory that it may take.
const CELLS: u64 = 1 << 24;
const MEMORY: u64 = 256 << 20;

/// What the checker says of some certificates.
enum Reading {
    Verified,
    Unread(String),
    Refuted(String),
}

/// What the progress says while the checker is at work.
const CHECKING: &str = "checking the proof";

/// A claim that was looked at, and whose verdict waits for the checker.
#[derive(Debug)]
pub struct Looked {
    /// What the tables and the prover say.
    pub(super) verdict: Verdict,
    /// The certificates of what automata prove.
    pub(super) proofs: Option<Proofs>,
}

impl From<Verdict> for Looked {
    fn from(verdict: Verdict) -> Looked {
        Looked { verdict, proofs: None }
    }
}

impl Looked {
    /// The verdict, once the checker has read what was proved, and has looked at the place at which the claim is false.
    #[must_use]
    pub fn settle(self, statement: &Statement, effort: &Effort, meter: &Meter) -> Verdict {
        meter.begin(CHECKING, 0);
        let Looked { verdict, proofs } = self;
        let verdict = match (verdict.status, proofs) {
            (_, Some(proofs)) => gated(statement, &proofs, verdict, effort),
            (Status::Proved, None) => gated(statement, &looked_through(statement, &verdict, effort), verdict, effort),
            (Status::False, None) => confirmed(statement, verdict, effort),
            (_, None) => verdict,
        };
        if statement.erratum.is_some() { as_erratum(verdict) } else { verdict }
    }
}

/// The verdict on what an erratum says is wrong.
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

/// The certificates of a claim of which all positions were looked at, and of a table.
fn looked_through(statement: &Statement, verdict: &Verdict, effort: &Effort) -> Proofs {
    match &statement.content {
        Ok(Content::Table(tabled)) => Ok(vec![finite::of_table(tabled)?]),
        Ok(Content::Claim(claim)) if verdict.by == Some("finite") => {
            let most = claim.vars.iter().map(|var| var.most).collect::<Option<Vec<u64>>>();
            let proof = finite::certificate(claim, &most.ok_or("a variable has no bound")?)?;
            Ok(vec![with_parts(proof, claim, effort)?])
        }
        Ok(Content::Claim(claim)) if theorems::asks_theorems(claim) => {
            Ok(vec![theorems::certificate(claim, &verdict.theorems)?])
        }
        Ok(Content::Claim(claim)) => statement.file.proofs(claim, effort),
        Err(_) => Err("the claim cannot be read".into()),
    }
}

/// Who evaluates a claim a second time at the place at which it is false.
#[derive(Clone, Copy)]
enum Judge {
    /// The checker, from this.
    Checker(Basis),
    /// The plain engine.
    PlainEngine,
}

/// Near the origin, proofs come last: what was proved of every position may not be known yet, and a claim would wait for the proofs of all claims of its file.
const NEAR_FIRST: [Judge; 3] = [Judge::Checker(Basis::Definition), Judge::PlainEngine, Judge::Checker(Basis::Proofs)];
const FAR_FIRST: [Judge; 3] = [Judge::Checker(Basis::Proofs), Judge::Checker(Basis::Definition), Judge::PlainEngine];

/// A claim is false at a place, if a second evaluation says so. The first judge that evaluates the claim there decides.
fn confirmed(statement: &Statement, verdict: Verdict, effort: &Effort) -> Verdict {
    let place = place_of(&verdict);
    let near = positions_to(&verdict).is_some_and(|positions| positions <= NEAR);
    let mut first = None;
    for judge in if near { NEAR_FIRST } else { FAR_FIRST } {
        let says = match judge {
            Judge::Checker(basis) => refuted(statement, &verdict, &place, basis, effort).map(|()| true),
            Judge::PlainEngine => is_false_plainly(statement, &verdict, effort),
        };
        match says {
            Ok(true) => return Verdict { checked: Some(true), ..verdict },
            Ok(false) => return Verdict { tables: verdict.tables, ..Verdict::error(unlike()) },
            Err(why) => first = first.or(Some(why)),
        }
    }
    unconfirmed(verdict, &first.unwrap_or_default())
}

/// The number of positions up to a counterexample, below 2^64.
fn positions_to(verdict: &Verdict) -> Option<u64> {
    let (variables, _) = verdict.place.as_ref()?;
    variables.iter().try_fold(1u64, |cells, x| cells.checked_mul(u64::try_from(x).ok()?.checked_add(1)?))
}

/// The checker finds a certificate that states what is false at a place.
fn refuted(
    statement: &Statement,
    verdict: &Verdict,
    place: &Result<Numbers, &'static str>,
    basis: Basis,
    effort: &Effort,
) -> Result<(), String> {
    let place = place.as_ref().map_err(ToString::to_string)?;
    let proofs = said(statement, verdict, effort, basis)?;
    let mut last = Err(NONE.to_string());
    for proof in &proofs {
        let mut room = Room::of(&effort.limits);
        let mut stop = |spent| room.is_over(spent, STEPS);
        let read = statement.file.checker().refute(&proof.text, &place.0, &place.1, &mut stop);
        last = read.map_err(|refusal| room.why(refusal));
        if last.is_ok() {
            break;
        }
    }
    last
}

/// What is false by one evaluation alone is open.
fn unconfirmed(verdict: Verdict, why: &str) -> Verdict {
    let reason = Some(format!("a counterexample was found, and no second evaluation confirms it: {why}"));
    Verdict { status: Status::Open, by: None, checked: Some(false), reason, ..verdict }
}

/// Is a claim false at its counterexample, by values of the plain engine?
///
/// # Errors
/// The plain engine does not evaluate the claim there.
fn is_false_plainly(statement: &Statement, verdict: &Verdict, effort: &Effort) -> Result<bool, String> {
    let (Ok(Content::Claim(claim)), Some((variables, running))) = (&statement.content, &verdict.place) else {
        return Err("the plain engine evaluates claims alone".into());
    };
    positions_to(verdict).filter(|cells| *cells <= CELLS).ok_or("the plain engine would compute too many values")?;
    let limits = effort.limits.apart(MEMORY);
    let plain = Effort { plain: true, engine: None, table: None, limits, ..effort.clone() };
    let world = Arc::new(World::new(&claim.scope, &plain));
    match at_one(claim, &world, variables, running) {
        Ok(event) if event.as_ref().is_none_or(|event| event.undefined.is_none()) => Ok(event.is_some()),
        _ => Err("the plain engine does not evaluate the claim there".into()),
    }
}

/// Lets the checker read the certificates of a claim that is proved, or true beyond its own bound.
fn gated(statement: &Statement, proofs: &Proofs, verdict: Verdict, effort: &Effort) -> Verdict {
    match read(statement.file.checker(), proofs, &effort.limits) {
        Reading::Verified => {
            if let (Some(archive), Ok(proofs)) = (&effort.archive, proofs) {
                proofs.iter().for_each(|proof| archive.keep_claim(proof));
            }
            Verdict { checked: Some(true), ..verdict }
        }
        Reading::Unread(why) => {
            if let Some(archive) = &effort.archive {
                archive.lacks(&why);
            }
            let reason = Some(format!("{}, not checked: {why}", grounds(verdict.by)));
            Verdict { status: Status::Holds, checked: Some(false), reason, ..verdict }
        }
        Reading::Refuted(why) => Verdict { tables: verdict.tables, ..Verdict::error(disagreement(&why)) },
    }
}

/// What the prover says for itself.
fn grounds(by: Option<&str>) -> &'static str {
    match by {
        Some("finite") => "every position was looked at, by one engine",
        Some("automaton") => "proved by automata",
        _ => "proved",
    }
}

fn read(checker: &Checker, proofs: &Proofs, limits: &Limits) -> Reading {
    let proofs = match proofs {
        Ok(proofs) if proofs.is_empty() => return Reading::Unread(NONE.into()),
        Ok(proofs) => proofs,
        Err(why) => return Reading::Unread(why.clone()),
    };
    for proof in proofs {
        let mut room = Room::of(limits);
        match checker.verify(&proof.text, &mut |spent| room.is_over(spent, STEPS)) {
            Ok(_) => {}
            Err(Refusal::Refuted(why)) => return Reading::Refuted(why),
            Err(refusal) => return Reading::Unread(room.why(refusal)),
        }
    }
    Reading::Verified
}

fn disagreement(why: &str) -> Diagnostic {
    fault(format!("grundy's prover calls this claim true, and its checker says: {why}"))
}

fn unlike() -> Diagnostic {
    fault("grundy finds a counterexample to this claim, and its plain engine finds the claim true there".into())
}

fn fault(message: String) -> Diagnostic {
    let error = Diagnostic::new(DISAGREEMENT, message);
    error.help("one of the two has a fault, and nothing is said of the claim: please report the file, the name of the claim, and `grundy --version`")
}
