//! A folder of theorems of Coq, for the claims of `check`; and the file of one theorem, for `verify`.
//!
//! In: the proofs of claims, as the checker has read them. Out: a file for each that has a theorem ([`crate::coq`]), named like its certificate as far as Coq allows; and one sentence at the end: how many claims
//! have a theorem, and why the others have none. An archive of certificates stands behind the folder, if there is one, and receives everything.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use grundy::lang::Code;
use grundy::session::Game;
use grundy::theory::convergence::Convergence;
use grundy::theory::periods::{Period, Proof, Sequence};
use grundy::{Diagnostic, Play};
use grundy_certify::{Refusal, verify};
use grundy_claims::{Archive, ClaimProof, Status, ValuesProof, Verdict};

use super::Folder;
use crate::coq::{Lack, theorem};
use crate::failure::{Failure, Outcome, interrupted, quoted};
use crate::input::count;
use crate::interrupt::Interrupts;
use crate::output::Draft;

/// The file of a theorem, begun and not yet written.
pub(crate) struct TheoremFile {
    draft: Draft,
    path: PathBuf,
}

impl TheoremFile {
    /// Begins the file. Its name must be one that Coq takes.
    pub(crate) fn at(path: &Path, run: &Interrupts) -> Outcome<TheoremFile> {
        if !is_name(path) {
            let message = format!("{} is no name of a file of Coq, and `--coq` wants one", quoted(path));
            let help = "it ends in `.v`; before that are letters, digits and `_`, a letter first";
            return Err(Diagnostic::new(Code::Certificate, message).help(help).into());
        }
        let draft = Draft::begin(path, run).map_err(|error| Failure::of_writing(&error, &quoted(path)))?;
        Ok(TheoremFile { draft, path: path.to_path_buf() })
    }

    /// Writes the theorem; returns the name of the file.
    pub(crate) fn write(mut self, text: &str) -> Outcome<String> {
        let done = self.draft.write_all(text.as_bytes()).and_then(|()| self.draft.finish());
        done.map_err(|error| Failure::of_writing(&error, &quoted(&self.path)))?;
        Ok(self.path.display().to_string())
    }
}

/// Does Coq take a file of this name?
fn is_name(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".v"));
    name.is_some_and(|name| {
        let rest = |c: char| c.is_ascii_alphanumeric() || c == '_';
        name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(rest)
    })
}

/// A folder of theorems.
#[derive(Debug)]
pub(crate) struct Theorems {
    path: PathBuf,
    run: Interrupts,
    behind: Option<Arc<Folder>>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The proofs of the claim that is not told yet.
    proofs: Vec<ClaimProof>,
    /// The claims that are proved and checked, and those of them that have a theorem.
    claims: u64,
    with: u64,
    /// Why claims have none, by kind: how many.
    lacks: BTreeMap<(String, String), u64>,
    /// The files that were written in this run.
    written: BTreeSet<String>,
}

impl Theorems {
    /// Opens a folder for a run; it is created if it is missing. On success, files can be written there.
    pub(crate) fn open(path: &Path, run: &Interrupts, behind: Option<Arc<Folder>>) -> Outcome<Arc<Theorems>> {
        if path.exists() && !path.is_dir() {
            let message = format!("{} is no folder, and `--coq` wants one", quoted(path));
            return Err(Diagnostic::new(Code::Certificates, message).into());
        }
        let made = fs::create_dir_all(path).and_then(|()| Draft::begin(&path.join("theorem.v"), run));
        made.map_err(|error| Failure::of_writing(&error, &quoted(path)))?;
        Ok(Arc::new(Theorems { path: path.to_path_buf(), run: run.clone(), behind, state: Mutex::default() }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the theorems of a claim that has its verdict; the names of the files.
    pub(crate) fn settle(&self, verdict: &Verdict) -> Outcome<Vec<String>> {
        let proofs = std::mem::take(&mut self.state().proofs);
        if verdict.status != Status::Proved || verdict.checked != Some(true) {
            return Ok(vec![]);
        }
        self.state().claims += 1;
        let texts = proofs.iter().map(|proof| self.theorem(proof)).collect::<Outcome<Vec<_>>>()?;
        let texts: Result<Vec<_>, Lack> = texts.into_iter().collect();
        let none = || Lack { kind: "claim".into(), why: "it has no certificate of its own".into() };
        match texts.and_then(|texts| if texts.is_empty() { Err(none()) } else { Ok(texts) }) {
            Ok(texts) => {
                self.state().with += 1;
                texts.iter().map(|(name, text)| self.write(name, text)).collect()
            }
            Err(Lack { kind, why }) => {
                *self.state().lacks.entry((kind, why)).or_default() += 1;
                Ok(vec![])
            }
        }
    }

    /// The name of a file and its theorem, or why a proof has none.
    fn theorem(&self, proof: &ClaimProof) -> Outcome<Result<(String, String), Lack>> {
        let flag = self.run.flag();
        let statement = match verify(&proof.text, &mut |_| flag.load(std::sync::atomic::Ordering::Relaxed)) {
            Ok(theorem) => theorem.statement,
            Err(Refusal::Stopped) => return Err(interrupted()),
            Err(refusal) => return Ok(Err(Lack { kind: proof.kind.to_string(), why: refusal.to_string() })),
        };
        let name = proof.file().replace('-', "_");
        let name = format!("theorem_{}.v", name.trim_end_matches(".json"));
        Ok(theorem(&proof.text, &statement).map(|text| (name, text)))
    }

    /// Writes a theorem, once in a run; the name of the file.
    fn write(&self, name: &str, text: &str) -> Outcome<String> {
        let path = self.path.join(name);
        match self.state().written.insert(name.to_string()) {
            true => TheoremFile::at(&path, &self.run)?.write(text),
            false => Ok(path.display().to_string()),
        }
    }

    /// How many claims have a theorem, and why the others have none.
    pub(crate) fn sentence(&self) -> String {
        let state = self.state();
        let mut said =
            format!("theorems of Coq are written for {} of {} claims proved and checked", state.with, state.claims);
        let mut lacks: Vec<(&(String, String), &u64)> = state.lacks.iter().collect();
        lacks.sort_by_key(|(_, many)| std::cmp::Reverse(**many));
        for ((kind, why), many) in lacks {
            let claims = count(*many, "claim has", "claims have");
            said += &format!("; {claims} none (`{kind}`): {why}");
        }
        said
    }
}

impl Archive for Theorems {
    fn period(&self, game: &Game, sequence: &Sequence, play: Play) -> Option<Period> {
        self.behind.as_ref().and_then(|archive| archive.period(game, sequence, play))
    }

    fn certificate(&self, game: &Game, sequence: &Sequence, play: Play) -> Option<String> {
        self.behind.as_ref().and_then(|archive| archive.certificate(game, sequence, play))
    }

    fn keep(&self, game: &Game, proof: &mut Proof) {
        if let Some(archive) = &self.behind {
            archive.keep(game, proof);
        }
    }

    fn keep_values(&self, game: &Game, proof: &ValuesProof) {
        if let Some(archive) = &self.behind {
            archive.keep_values(game, proof);
        }
    }

    fn keep_claim(&self, proof: &ClaimProof) {
        self.state().proofs.push(proof.clone());
        if let Some(archive) = &self.behind {
            archive.keep_claim(proof);
        }
    }

    fn lacks(&self, why: &str) {
        if let Some(archive) = &self.behind {
            archive.lacks(why);
        }
    }

    fn keep_convergence(&self, game: &Game, found: &Convergence) {
        if let Some(archive) = &self.behind {
            archive.keep_convergence(game, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_that_coq_takes() {
        for (name, is) in
            [("a.v", true), ("proofs/a_1.v", true), ("1.v", false), ("a-b.v", false), ("a.json", false), ("-", false)]
        {
            assert_eq!(is_name(Path::new(name)), is, "{name}");
        }
    }
}
