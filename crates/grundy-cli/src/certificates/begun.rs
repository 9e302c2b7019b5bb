//! The file of a certificate, which is verified, and written whole or not at all.
//!
//! In: the name of a file, and later a proof. Out: the file with the certificate of the proof, after the crate `grundy-certify` has verified it; or
//! the reason why it was not verified, and no file. Whether the file can be written is known before the search for a proof begins.

use std::io::Write;
use std::path::{Path, PathBuf};

use grundy::Diagnostic;
use grundy::lang::Code;
use grundy::session::Game;
use grundy::theory::periods::{Proof, Verdict};
use grundy_certify::{Refusal, verify};

use crate::context::Context;
use crate::failure::{Failure, Outcome, interrupted, quoted};
use crate::interrupt::Interrupts;
use crate::output::Draft;

/// A certificate's file, begun and not yet written.
pub(crate) struct Begun {
    draft: Draft,
    path: PathBuf,
    run: Interrupts,
}

impl Begun {
    /// Begins the file of a run.
    pub(crate) fn at(path: &Path, run: &Interrupts) -> Outcome<Begun> {
        if path.as_os_str() == "-" {
            return Err(Diagnostic::new(Code::Certificate, "`--certificate` wants the name of a file").into());
        }
        let draft = Draft::begin(path, run).map_err(|error| Failure::of_writing(&error, &quoted(path)))?;
        Ok(Begun { draft, path: path.to_path_buf(), run: run.clone() })
    }

    /// Writes the certificate of a proved period; returns the name of the file.
    pub(crate) fn of(self, verdict: &mut Verdict, game: &Game, context: &Context) -> Outcome<String> {
        let _progress = context.progress(format!("the certificate of `{}`", game.text));
        match verdict {
            Verdict::Proved(proof) => self.write(proof, game),
            _ => {
                let message = "no certificate is written: the period is not proved";
                Err(Diagnostic::limit(Code::Certificate, message).into())
            }
        }
    }

    pub(super) fn write(self, proof: &mut Proof, game: &Game) -> Outcome<String> {
        let text = proof.certificate(game)?;
        self.text(&text)
    }

    /// Verifies a certificate and writes it; returns the name of the file.
    pub(crate) fn text(self, text: &str) -> Outcome<String> {
        let mut ended = None;
        let verified = verify(text, &mut |_| {
            ended = ended.take().or_else(|| self.run.ended());
            ended.is_some()
        });
        match (verified, ended) {
            (Err(Refusal::Stopped), Some(ended)) => return Err(ended),
            (verified, _) => verified.map_err(unverified)?,
        };
        self.verified(text)
    }

    /// Writes a certificate that the checker has read in this run; returns the name of the file.
    pub(crate) fn verified(mut self, text: &str) -> Outcome<String> {
        let done = writeln!(self.draft, "{text}").and_then(|()| self.draft.finish());
        done.map_err(|error| Failure::of_writing(&error, &quoted(&self.path)))?;
        Ok(self.path.display().to_string())
    }
}

/// Why no certificate is written although the engines have a proof.
fn unverified(refusal: Refusal) -> Failure {
    let why = match refusal {
        Refusal::Stopped => return interrupted(),
        Refusal::False(why) | Refusal::Refuted(why) | Refusal::NoCertificate(why) => why,
    };
    let message = format!("no certificate is written: it would not be verified, since the checker says: {why}");
    let help = "the proof stands, by the engine that found it; the checker has limits of its own";
    Diagnostic::limit(Code::Certificate, message).help(help).into()
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use grundy::theory::periods::{Verdict, period};
    use grundy::{Options, Session};

    use super::*;

    /// The proof was found in time, and its verification would end after it.
    #[test]
    fn a_certificate_lacks_the_time() {
        let mut session = Session::new();
        let game = session.game("kayles", None).expect("a game");
        let line = session.line(&game, "(_)").expect("a line");
        let verdict = period(&game.rules, &line, &Options::default(), &mut |_| false);
        let Ok(Verdict::Proved(mut proof)) = verdict else { panic!("a proof") };
        let file = std::env::temp_dir().join(format!("grundy-lacks-the-time-{}.json", std::process::id()));
        let mut run = Interrupts::default();
        run.end_at(Some(Instant::now()));
        let failure = Begun::at(&file, &run).and_then(|begun| begun.write(&mut proof, &game)).expect_err("no time");
        assert!(matches!(&failure, Failure::Error(error) if error.kind == grundy::Kind::TimeIsOver), "{failure:?}");
        assert!(!file.exists());
    }
}
