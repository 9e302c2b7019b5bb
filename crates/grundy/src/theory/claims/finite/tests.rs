//! Claims about finitely many positions and counterexamples are read by the checker; those of the papers are.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use grundy_certify::{refute, verify};
use grundy_rules::session::Session;

use super::super::archive::{Archive, ClaimProof, ValuesProof};
use super::super::{Effort, Meter, Statement, Status, Verdict, check, read};
use super::refuted;
use crate::theory::convergence::Convergence;
use crate::theory::periods::{Period, Proof, Sequence};
use grundy_core::contract::options::Play;
use grundy_rules::rules::Game;

const PAPERS: [(&str, &str); 5] = [
    ("farr-ho.game", include_str!("../../../../../../papers/farr-ho.game")),
    ("found.game", include_str!("../../../../../../papers/found.game")),
    ("gurvich-ho.game", include_str!("../../../../../../papers/gurvich-ho.game")),
    ("manabe-miyadera-suetsugu.game", include_str!("../../../../../../papers/manabe-miyadera-suetsugu.game")),
    ("nivasch-rubinstein.game", include_str!("../../../../../../papers/nivasch-rubinstein.game")),
];

/// An archive of the certificates of claims, and of why there are none.
#[derive(Debug, Default)]
struct Kept(Mutex<Vec<Result<String, String>>>);

impl Kept {
    fn put(&self, found: Result<String, String>) {
        self.0.lock().expect("no panic").push(found);
    }
}

impl Archive for Kept {
    fn period(&self, _: &Game, _: &Sequence, _: Play) -> Option<Period> {
        None
    }
    fn keep(&self, _: &Game, _: &mut Proof) {}
    fn keep_values(&self, _: &Game, _: &ValuesProof) {}
    fn keep_claim(&self, proof: &ClaimProof) {
        self.put(Ok(proof.text.clone()));
    }
    fn lacks(&self, why: &str) {
        self.put(Err(why.to_string()));
    }
    fn keep_convergence(&self, _: &Game, _: &Convergence) {}
}

/// The claims and tables of a file.
fn statements(text: &str) -> Vec<Statement> {
    let mut session = Session::new();
    let file = session.load("finite.game", text).expect("a file");
    read(&session, &file)
}

/// The verdict of a claim, and its certificates.
fn checked(statement: &Statement) -> (Verdict, Vec<Result<String, String>>, Effort) {
    let kept = Arc::new(Kept::default());
    let effort = Effort { archive: Some(kept.clone()), ..Effort::default() };
    let verdict = check(statement, &effort, &Meter::default()).expect("no interruption");
    let found = kept.0.lock().expect("no panic").clone();
    (verdict, found, effort)
}

/// Is the counterexample of a false claim one?
fn is_refuted(statement: &Statement, verdict: &Verdict, effort: &Effort) -> Result<(), String> {
    let found = refuted(statement, verdict, effort)?;
    let mut last = Err("it has no certificate".to_string());
    for proof in &found.says {
        last = refute(&proof.text, &found.variables, &found.running, &mut |_| false).map_err(|why| why.to_string());
        if last.is_ok() {
            break;
        }
    }
    last
}

#[test]
fn the_claims_of_papers_about_finitely_many_positions_are_verified_and_their_errata_refuted() {
    let (mut lacks, mut wrong, mut proved, mut noted) = (vec![], vec![], 0, 0);
    for (paper, text) in PAPERS {
        for statement in statements(text) {
            let statement = statement.unproved();
            let (verdict, found, effort) = checked(&statement);
            let name = format!("{paper}: {}", statement.name);
            if matches!(verdict.status, Status::False | Status::Noted) {
                noted += 1;
                let start = Instant::now();
                if let Err(why) = is_refuted(&statement, &verdict, &effort) {
                    wrong.push(format!("{name}: {why}"));
                }
                println!("{name}: refuted {:?}", start.elapsed());
            }
            for found in found {
                match found {
                    Ok(text) => {
                        let start = Instant::now();
                        let verified = verify(&text, &mut |_| false);
                        println!("{name}: {:?} {} bytes", start.elapsed(), text.len());
                        match verified {
                            Ok(_) => proved += 1,
                            Err(why) => wrong.push(format!("{name}: {why}")),
                        }
                    }
                    Err(why) => lacks.push(format!("{name}: {why}")),
                }
            }
        }
    }
    println!("{proved} verified, {noted} false");
    println!("lacks {lacks:#?}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
