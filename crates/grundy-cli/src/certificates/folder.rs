//! A folder of certificates, for the claims of `check`.
//!
//! In: the sequences whose periods claims mention, and the proofs that are found, of periods and of the values of every position. Out: an [`Archive`] of
//! files, each named by its rules, play, and line or value; and what happened to each file ([`Event`]).

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use grundy::lang::Code;
use grundy::session::Game;
use grundy::theory::checked::{Room, STEPS};
use grundy::theory::convergence::Convergence;
use grundy::theory::periods::{Period, Proof, Sequence, certificate_name};
use grundy::{Diagnostic, Limits, Play};
use grundy_certify::{Refusal, Theorem, verify};
use grundy_claims::{Archive, ClaimProof, ValuesProof};
use serde_json::{Value, json};

use super::{Asked, Begun, period_of};
use crate::failure::{Failure, Outcome, interrupted, quoted};
use crate::interrupt::Interrupts;
use crate::output::Draft;

/// The longest certificate, in bytes.
const LONGEST: u64 = 16 << 20;

/// What happened to a certificate in the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It was verified and used instead of a search.
    Verified,
    /// It was not verified, or proves something else.
    Refused,
    /// It was written.
    Written,
    /// No certificate can be written for this proof, or for a part of it.
    Lacking,
}

/// A certificate that was looked for or written, and what happened to it.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    fate: Fate,
    /// The file; none if there cannot be one.
    file: Option<String>,
    /// What the certificate is about, such as `game` along (7, _).
    of: String,
    why: Option<String>,
}

impl Event {
    /// The event as a sentence; a file that was written needs none.
    pub(crate) fn sentence(&self) -> Option<String> {
        let Event { fate, file, of, .. } = self;
        let why = self.why.as_deref().unwrap_or_default();
        let file = file.as_deref().unwrap_or_default();
        match fate {
            Fate::Verified => Some(format!("the period of {of} is proved by the certificate `{file}`")),
            Fate::Refused => Some(format!("the certificate `{file}` is not used: {why}; a proof is looked for")),
            Fate::Lacking => Some(format!("{of}: {why}")),
            Fate::Written => None,
        }
    }

    pub(crate) fn json(&self) -> Value {
        let fate = match self.fate {
            Fate::Verified => "verified",
            Fate::Refused => "refused",
            Fate::Written => "written",
            Fate::Lacking => "none",
        };
        json!({"status": fate, "file": self.file, "reason": self.why})
    }
}

/// A folder of certificates.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    run: Interrupts,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// By the name of the file: the period proved in this run, and whether by a certificate.
    known: HashMap<String, (Period, bool)>,
    /// The names of the files that are kept without a period, and were looked at in this run.
    values: HashSet<String>,
    /// What was told of each file that was written in this run, by its path.
    written: HashMap<String, Event>,
    events: Vec<Event>,
    failure: Option<Failure>,
}

impl Folder {
    /// Opens a folder for a run; it is created if it is missing. On success, files can be written there.
    pub(crate) fn open(path: &Path, run: &Interrupts) -> Outcome<Arc<Folder>> {
        if path.exists() && !path.is_dir() {
            let message = format!("{} is no folder, and `--certificates` wants one", quoted(path));
            return Err(Diagnostic::new(Code::Certificates, message).into());
        }
        let made = fs::create_dir_all(path).and_then(|()| Draft::begin(&path.join("certificate.json"), run));
        made.map_err(|error| Failure::of_writing(&error, &quoted(path)))?;
        Ok(Arc::new(Folder { path: path.to_path_buf(), run: run.clone(), state: Mutex::default() }))
    }

    /// The events since the last call, each once.
    pub(crate) fn take(&self) -> Outcome<Vec<Event>> {
        let mut state = self.state();
        match state.failure.take() {
            Some(failure) => Err(failure),
            None => Ok(std::mem::take(&mut state.events)),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn event(&self, fate: Fate, asked: Asked, why: Option<String>) -> Event {
        let file = Some(self.path.join(name(asked)).display().to_string());
        let game = &asked.game.text;
        let of = match asked.sequence {
            Sequence::Line(line) => format!("`{game}` along {line}"),
            Sequence::Solutions(value) => format!("b - a along the positions of `{game}` with value {value}"),
        };
        Event { fate, file, of, why }
    }

    fn tell(&self, event: Event) {
        let mut state = self.state();
        let is_known = |known: &Event| (known.fate, &known.file) == (event.fate, &event.file);
        if event.file.is_none() || !state.events.iter().any(is_known) {
            state.events.push(event.clone());
        }
        if let (Fate::Written, Some(file)) = (event.fate, &event.file) {
            state.written.insert(file.clone(), event);
        }
    }

    /// Tells of a file again that an earlier claim wrote: this claim rests on it, too.
    fn tell_again(&self, name: &str) {
        let written = self.state().written.get(&self.path.join(name).display().to_string()).cloned();
        written.into_iter().for_each(|event| self.tell(event));
    }

    /// The theorem of the file, or why there is none; `None` if there is no file.
    fn theorem(&self, asked: Asked) -> Option<Result<Theorem, String>> {
        let text = match read(&self.path.join(name(asked))) {
            Err(error) if error.kind() == ErrorKind::NotFound => return None,
            Err(error) => return Some(Err(format!("it cannot be read ({error})"))),
            Ok(text) => text,
        };
        let flag = self.run.flag();
        match verify(&text, &mut |_| flag.load(Ordering::Relaxed)) {
            Ok(theorem) => Some(match asked.difference(&theorem) {
                Some(difference) => Err(difference),
                None => Ok(theorem),
            }),
            // The interruption also ends the search for a proof.
            Err(Refusal::Stopped) => None,
            Err(refusal) => Some(Err(refusal.to_string())),
        }
    }

    /// Verifies a certificate of values and writes it.
    fn write_values(&self, game: &Game, proof: &ValuesProof, name: &str) -> Outcome<Event> {
        let event = |fate, why| Event {
            fate,
            file: Some(self.path.join(name).display().to_string()),
            of: format!("the values of `{}`", game.text),
            why,
        };
        let said = match proof.certificate(game) {
            Some(text) => self.refusal(&text)?.map_or(Ok(text), Err),
            None => Err("expressions say a part of them".into()),
        };
        Ok(match said {
            Ok(text) => {
                Begun::at(&self.path.join(name), &self.run)?.text(&text)?;
                event(Fate::Written, None)
            }
            Err(why) => event(Fate::Lacking, Some(format!("no certificate is written: {why}"))),
        })
    }

    /// Writes a certificate, once in a run; it is verified before if the library has not done so.
    fn keep_text(&self, name: String, text: &str, of: String, is_verified: bool) {
        if !self.state().values.insert(name.clone()) {
            return self.tell_again(&name);
        }
        let path = self.path.join(name);
        let kept = || -> Outcome<Event> {
            let (fate, why) = match if is_verified { None } else { self.refusal(text)? } {
                None => {
                    Begun::at(&path, &self.run)?.text(text)?;
                    (Fate::Written, None)
                }
                Some(why) => (Fate::Lacking, Some(format!("no certificate is written: {why}"))),
            };
            Ok(Event { fate, file: Some(path.display().to_string()), of, why })
        };
        self.note(kept());
    }

    /// Tells of an event, or keeps the failure.
    fn note(&self, event: Outcome<Event>) {
        match event {
            Ok(event) => self.tell(event),
            Err(failure) => self.state().failure = Some(failure),
        }
    }

    /// Why the checker does not verify a certificate within its steps; `None` if it does.
    fn refusal(&self, certificate: &str) -> Outcome<Option<String>> {
        let limits = Limits { interrupt: self.run.flag(), ..Limits::default() };
        let mut room = Room::of(&limits);
        match verify(certificate, &mut |spent| room.is_over(spent, STEPS)) {
            Ok(_) => Ok(None),
            Err(Refusal::Stopped) if limits.ended().is_some() => Err(interrupted()),
            Err(refusal) => Ok(Some(room.why(refusal))),
        }
    }

    fn write(&self, asked: Asked, proof: &mut Proof) -> Outcome<String> {
        Begun::at(&self.path.join(name(asked)), &self.run)?.write(proof, asked.game)
    }
}

impl Archive for Folder {
    fn period(&self, game: &Game, sequence: &Sequence, play: Play) -> Option<Period> {
        let asked = Asked { game, sequence, play };
        let known = self.state().known.get(&name(asked)).copied();
        if let Some((period, by_certificate)) = known {
            match by_certificate {
                true => self.tell(self.event(Fate::Verified, asked, None)),
                false => self.tell_again(&name(asked)),
            }
            return Some(period);
        }
        match self.theorem(asked)? {
            Ok(theorem) => {
                let period = period_of(&theorem);
                self.state().known.insert(name(asked), (period, true));
                self.tell(self.event(Fate::Verified, asked, None));
                Some(period)
            }
            Err(why) => {
                self.tell(self.event(Fate::Refused, asked, Some(why)));
                None
            }
        }
    }

    fn certificate(&self, game: &Game, sequence: &Sequence, play: Play) -> Option<String> {
        read(&self.path.join(name(Asked { game, sequence, play }))).ok()
    }

    fn keep(&self, game: &Game, proof: &mut Proof) {
        let (sequence, play) = (proof.sequence().clone(), proof.play());
        let asked = Asked { game, sequence: &sequence, play };
        self.state().known.insert(name(asked), (proof.period, false));
        match self.write(asked, proof) {
            Ok(_) => self.tell(self.event(Fate::Written, asked, None)),
            Err(Failure::Error(error)) if error.code == Code::Certificate => {
                self.tell(self.event(Fate::Lacking, asked, Some(error.message)));
            }
            Err(failure) => self.state().failure = Some(failure),
        }
    }

    fn keep_values(&self, game: &Game, proof: &ValuesProof) {
        let name = proof.file(game);
        if !self.state().values.insert(name.clone()) {
            return self.tell_again(&name);
        }
        self.note(self.write_values(game, proof, &name));
    }

    fn lacks(&self, why: &str) {
        let of = "what this claim says".to_string();
        let why = Some(format!("no certificate is written: {why}"));
        self.tell(Event { fate: Fate::Lacking, file: None, of, why });
    }

    fn keep_convergence(&self, game: &Game, found: &Convergence) {
        if let Some(text) = found.certificate(game) {
            self.keep_text(
                Convergence::file(game),
                &text,
                format!("the steps to convergence of `{}`", game.text),
                false,
            );
        }
    }

    fn keep_claim(&self, proof: &ClaimProof) {
        self.keep_text(proof.file(), &proof.text, format!("values of `{}`", proof.game), true);
    }
}

fn name(asked: Asked) -> String {
    certificate_name(&asked.game.rules, asked.sequence, asked.play)
}

/// The text of a file, at most [`LONGEST`] bytes of it.
fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(LONGEST).read_to_string(&mut text)?;
    Ok(text)
}
