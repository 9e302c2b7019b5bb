//! The file of a certificate: whole or not at all.
//!
//! In: the name of a file, and later a proof. Out: the file with the proof's certificate. That it can be written is known before the proof is looked
//! for.

use std::io::Write;
use std::path::{Path, PathBuf};

use grundy::theory::periods::{Proof, Verdict};
use grundy::{Diagnostic, Game};

use crate::failure::{Failure, Outcome, quoted};
use crate::output::Draft;

/// A certificate on its way.
pub(crate) struct Begun {
    draft: Draft,
    path: PathBuf,
}

impl Begun {
    /// Begins the file.
    pub(crate) fn at(path: &Path) -> Outcome<Begun> {
        if path.as_os_str() == "-" {
            return Err(Diagnostic::new("certificate", "`--certificate` wants the name of a file").into());
        }
        let draft = Draft::begin(path).map_err(|error| Failure::of_writing(&error, &quoted(path)))?;
        Ok(Begun { draft, path: path.to_path_buf() })
    }

    /// Writes what is proved; the name of the file.
    pub(crate) fn of(self, verdict: &mut Verdict, game: &Game) -> Outcome<String> {
        match verdict {
            Verdict::Proved(proof) => self.write(proof, game),
            _ => {
                let message = "no certificate is written: the period is not proved";
                Err(Diagnostic::limit("certificate", message).into())
            }
        }
    }

    pub(super) fn write(self, proof: &mut Proof, game: &Game) -> Outcome<String> {
        let text = proof.certificate(game)?;
        self.text(&text)
    }

    /// Writes a certificate; the name of the file.
    pub(crate) fn text(mut self, text: &str) -> Outcome<String> {
        let done = writeln!(self.draft, "{text}").and_then(|()| self.draft.finish());
        done.map_err(|error| Failure::of_writing(&error, &quoted(&self.path)))?;
        Ok(self.path.display().to_string())
    }
}
