//! Nothing is called proved before the checker has read it.
//!
//! In: a verdict that the prover would give, and the certificates of its proof. Out: the verdict that is given. It is *proved* if the crate `grundy-certify`, which
//! shares no code with the prover, verifies certificates that state the claim. What the checker does not read, or does not finish, is said to *hold*, with the
//! reason. Where the checker finds a claim false that the prover calls true, one of them has a fault, and no verdict is given.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_certify::{Checker, Refusal};
use grundy_core::contract::limits::{Limits, MemoryAccount};
use grundy_rules::lang::Diagnostic;

use super::archive::ClaimProof;
use super::check::as_erratum;
use super::finite::{self, refuted};
use super::reaching::with_parts;
use super::read::{Claim, Content, Statement};
use super::worker::at_one;
use super::world::World;
use super::{Effort, Meter, Status, Verdict, theorems};
use crate::theory::checked::stopped;

/// The code of the error that prover and checker disagree.
pub const DISAGREEMENT: &str = "disagreement";

/// The most steps in which the checker reads a certificate: about ten seconds.
const STEPS: u64 = 1 << 26;
const TOO_LONG: &str = "the checker needs more than about ten seconds";

/// The most positions up to a counterexample of which the plain engine finds the values, and the memory that it may take.
const CELLS: u64 = 1 << 24;
const MEMORY: u64 = 256 << 20;

/// The certificates that state a claim together; or why there are none.
pub(super) type Proofs = Result<Vec<ClaimProof>, String>;

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

/// A claim is false at a place: by the checker, or, where this is too much for the checker, by the plain engine.
fn confirmed(statement: &Statement, verdict: Verdict, effort: &Effort) -> Verdict {
    let why = match refuted(statement, &verdict, effort) {
        Err(why) => why.to_string(),
        Ok(found) => {
            let checker = statement.file.checker();
            let mut stop = |steps| steps > STEPS || effort.limits.ended().is_some();
            let mut why = None;
            for says in &found.says {
                match checker.refute(&says.text, &found.variables, &found.running, &mut stop) {
                    Ok(()) => return Verdict { checked: Some(true), ..verdict },
                    Err(refusal) => _ = why.get_or_insert(refusal),
                }
            }
            unread(why, &effort.limits)
        }
    };
    match (&statement.content, &verdict.place) {
        (Ok(Content::Claim(claim)), Some((variables, running))) => {
            match is_false_plainly(claim, variables, running, effort) {
                Some(true) => Verdict { checked: Some(true), ..verdict },
                Some(false) => Verdict { tables: verdict.tables, ..Verdict::error(unlike()) },
                None => unconfirmed(verdict, &why),
            }
        }
        _ => unconfirmed(verdict, &why),
    }
}

/// What is false by one evaluation alone is open.
fn unconfirmed(verdict: Verdict, why: &str) -> Verdict {
    let reason = Some(format!("a counterexample was found, and no second evaluation confirms it: {why}"));
    Verdict { status: Status::Open, by: None, checked: Some(false), reason, ..verdict }
}

/// Is a claim false at a place, by values of the plain engine? `None` if this engine does not evaluate it there.
fn is_false_plainly(claim: &Claim, variables: &[IBig], running: &[IBig], effort: &Effort) -> Option<bool> {
    let cells = variables.iter().try_fold(1u64, |cells, x| cells.checked_mul(u64::try_from(x).ok()?.checked_add(1)?));
    cells.filter(|cells| *cells <= CELLS)?;
    let memory = MEMORY.min(effort.limits.memory);
    let limits = Limits { memory, account: MemoryAccount::default(), ..effort.limits.clone() };
    let plain = Effort { plain: true, engine: None, table: None, limits, ..effort.clone() };
    let world = Arc::new(World::new(&claim.scope, &plain));
    let event = at_one(claim, &world, variables, running).ok()?;
    if event.as_ref().is_some_and(|event| event.undefined.is_some()) { None } else { Some(event.is_some()) }
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
        Ok(proofs) if proofs.is_empty() => return Reading::Unread("there is no certificate of it".into()),
        Ok(proofs) => proofs,
        Err(why) => return Reading::Unread(why.clone()),
    };
    for proof in proofs {
        match checker.verify(&proof.text, &mut |steps| steps > STEPS || limits.ended().is_some()) {
            Ok(_) => {}
            Err(Refusal::Refuted(why)) => return Reading::Refuted(why),
            Err(refusal) => return Reading::Unread(unread(Some(refusal), limits)),
        }
    }
    Reading::Verified
}

/// Why the checker has not read a certificate.
fn unread(refusal: Option<Refusal>, limits: &Limits) -> String {
    match refusal {
        None => "there is no certificate of it".into(),
        Some(Refusal::Stopped) if limits.ended().is_none() => TOO_LONG.into(),
        Some(Refusal::Stopped) => stopped(limits),
        Some(Refusal::False(why) | Refusal::Refuted(why) | Refusal::NoCertificate(why)) => why,
    }
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
