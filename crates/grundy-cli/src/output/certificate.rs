//! The file of a certificate: whole or not at all.
//!
//! In: the name of a file, and later a proof. Out: the file with the proof's certificate. That it can be written is known before the proof is looked
//! for.

use std::io::Write;
use std::path::Path;

use grundy::theory::periods::Verdict;
use grundy::{Diagnostic, Game};

use super::Draft;
use crate::failure::{Failure, Outcome, quoted};

/// A certificate on its way.
pub(crate) struct Certificate<'a> {
    draft: Draft,
    path: &'a Path,
}

impl<'a> Certificate<'a> {
    /// Begins the file.
    pub(crate) fn begin(path: &'a Path) -> Outcome<Certificate<'a>> {
        if path.as_os_str() == "-" {
            return Err(Diagnostic::new("certificate", "`--certificate` wants the name of a file").into());
        }
        let draft = Draft::begin(path).map_err(|error| Failure::of_writing(&error, &quoted(path)))?;
        Ok(Certificate { draft, path })
    }

    /// Writes what is proved; the name of the file.
    pub(crate) fn of(mut self, verdict: &mut Verdict, game: &Game) -> Outcome<String> {
        let Verdict::Proved(proof) = verdict else {
            let message = "no certificate is written: the period is not proved";
            return Err(Diagnostic::limit("certificate", message).into());
        };
        let text = proof.certificate(game)?;
        let done = writeln!(self.draft, "{text}").and_then(|()| self.draft.finish());
        done.map_err(|error| Failure::of_writing(&error, &quoted(self.path)))?;
        Ok(self.path.display().to_string())
    }
}
