//! Claims, checked one after the other.
//!
//! In: a file with claims. Out: a line for each as soon as it is decided, then a summary. A proof of a period comes with its certificate.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use grundy::lang::ast::{Item, ItemKind};
use grundy::session::Game;
use grundy::theory::convergence::Convergence;
use grundy::theory::periods::{Period, Proof, Sequence, certificate_name};
use grundy::{Diagnostic, Play};
use grundy_claims::{Archive, CheckOptions, ClaimProof, Meter, Status, ValuesProof, check as decide, read, unbroken};
use serde_json::{Value, json};

use super::asked::Asked;
use super::drawn::drawn;
use super::{Lines, MISTAKE, Reply};

/// The certificates of the proofs that were made since they were last taken.
#[derive(Debug, Default)]
struct Certificates(Mutex<Vec<Value>>);

impl Archive for Certificates {
    fn period(&self, _: &Game, _: &Sequence, _: Play) -> Option<Period> {
        None
    }

    fn keep(&self, game: &Game, proof: &mut Proof) {
        let file = certificate_name(&game.rules, proof.sequence(), proof.play());
        let Ok(certificate) = proof.certificate(game) else { return };
        let certificate: Value = serde_json::from_str(&certificate).unwrap_or(Value::Null);
        self.all().push(json!({"file": file, "certificate": certificate}));
    }

    fn keep_values(&self, game: &Game, proof: &ValuesProof) {
        let Some(certificate) = proof.certificate(game) else { return };
        let certificate: Value = serde_json::from_str(&certificate).unwrap_or(Value::Null);
        self.all().push(json!({"file": proof.file(game), "certificate": certificate}));
    }

    fn keep_claim(&self, proof: &ClaimProof) {
        let certificate: Value = serde_json::from_str(&proof.text).unwrap_or(Value::Null);
        self.all().push(json!({"file": proof.file(), "certificate": certificate}));
    }

    fn keep_convergence(&self, game: &Game, found: &Convergence) {
        let Some(certificate) = found.certificate(game) else { return };
        let certificate: Value = serde_json::from_str(&certificate).unwrap_or(Value::Null);
        self.all().push(json!({"file": Convergence::file(game), "certificate": certificate}));
    }
}

impl Certificates {
    fn all(&self) -> std::sync::MutexGuard<'_, Vec<Value>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The claims of a file by name; several may have one.
fn by_name(items: &[Item]) -> BTreeMap<&str, Vec<&Item>> {
    let mut claims: BTreeMap<&str, Vec<&Item>> = BTreeMap::new();
    for item in items {
        if let ItemKind::Claim { name, .. } = &item.kind {
            claims.entry(name).or_default().push(item);
        }
    }
    claims
}

/// The verdicts on claims.
pub(super) fn check(asked: &mut Asked, lines: &mut Lines) -> Result<Reply, Diagnostic> {
    let text = asked.question.need("rules")?;
    let to = asked.question.number("to")?;
    if let Some(games) = asked.question.get("games") {
        asked.ask("games", |session| Ok(session.load_items("games", games)))?;
    }
    let file = asked.ask("rules", |session| Ok(session.load_items("rules", text)))?;
    let mut statements = read(asked.session(), &file);
    if let Some(only) = asked.question.get("only") {
        statements.retain(|statement| statement.name.contains(only));
    }
    let proofs = Arc::new(Certificates::default());
    let options = CheckOptions {
        to,
        limits: asked.limits.clone(),
        archive: Some(proofs.clone() as Arc<dyn Archive>),
        ..CheckOptions::default()
    };
    let mut counts: BTreeMap<Status, u64> = BTreeMap::new();
    let claims = by_name(&file.items);
    for statement in &statements {
        let begun = Instant::now();
        let verdict = unbroken(|| decide(statement, &options, &Meter::default()), |_| MISTAKE.into())?;
        let seconds = begun.elapsed().as_secs_f64();
        *counts.entry(verdict.status).or_default() += 1;
        let checked = grundy_claims::json::Checked { file: "rules", statement, verdict: &verdict, seconds };
        let mut line = grundy_claims::json::check(&checked, asked.session().sources());
        let certificates = std::mem::take(&mut *proofs.all());
        if !certificates.is_empty() {
            line["certificates"] = certificates.into();
        }
        if let Some(error) = &verdict.error {
            line["error"] = asked.error(error)["error"].take();
        }
        line["play"] = verdict.tables.first().map(|(_, play, _)| play.name()).into();
        line["game"] = verdict.tables.first().map(|(game, ..)| game.clone()).into();
        line["drawn"] = match claims.get(statement.name.as_str()).map(Vec::as_slice) {
            Some([item]) => drawn(asked, item),
            _ => Value::Null,
        };
        if !lines(line) {
            return Ok(Reply::Lines);
        }
    }
    let counts: Vec<(Status, u64)> = Status::ALL.iter().filter_map(|s| Some((*s, *counts.get(s)?))).collect();
    lines(grundy_claims::json::summary(&counts));
    Ok(Reply::Lines)
}
