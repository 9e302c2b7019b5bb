//! Certificates as files: written whole or not at all, verified before anything rests on them, kept in a folder.
//!
//! In: proofs, and what they are to be proofs of ([`Asked`]). Out: files ([`Begun`]); theorems that files state and the crate `grundy-certify` has verified
//! ([`using`]); for the claims of `check` an [`Archive`] ([`Folder`]).

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use grundy::rules::Line;
use grundy::theory::claims::Archive;
use grundy::theory::periods::{Period, Proof, certificate_name};
use grundy::{Diagnostic, Game, Play};
use grundy_certify::{Refusal, Theorem, verify};
use serde_json::{Value, json};

use crate::context::Context;
use crate::failure::{Failure, Outcome, interrupted, quoted};
use crate::input::{name_of, read_text};
use crate::interrupt;
use crate::output::Draft;

/// No certificate is longer.
const LONGEST: u64 = 16 << 20;

/// A certificate on its way to a file: that it can be written is known before the search for a proof.
pub(crate) struct Begun {
    draft: Draft,
    path: PathBuf,
}

impl Begun {
    pub(crate) fn at(path: &Path) -> Outcome<Begun> {
        if path.as_os_str() == "-" {
            return Err(Diagnostic::new("certificate", "`--certificate` wants the name of a file").into());
        }
        let draft = Draft::begin(path).map_err(|error| Failure::of_writing(&error, &quoted(path)))?;
        Ok(Begun { draft, path: path.to_path_buf() })
    }

    /// Writes the certificate; returns the name of its file.
    pub(crate) fn write(mut self, proof: &mut Proof, game: &Game, line: &Line) -> Outcome<String> {
        let text = proof.certificate(game, line)?;
        let done = writeln!(self.draft, "{text}").and_then(|()| self.draft.finish());
        done.map_err(|error| Failure::of_writing(&error, &quoted(&self.path)))?;
        Ok(self.path.display().to_string())
    }
}

/// What a certificate is to be of.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) game: &'a Game,
    pub(crate) line: &'a Line,
    pub(crate) play: Play,
}

impl Asked<'_> {
    /// What a theorem is of instead, in words; nothing if it is of this.
    fn difference(self, theorem: &Theorem) -> Option<String> {
        let (rules, play, line) = (self.game.rules.hash(), self.play.name(), self.line.to_string());
        let mut found = vec![];
        if theorem.rules != rules {
            let (game, own) = (&theorem.game, &self.game.text);
            found.push(format!("the rules {} (called `{game}`), not {rules} (`{own}`)", theorem.rules));
        }
        if theorem.play != play {
            let word = |play: &str| if play == "misere" { "misère" } else { "normal" };
            found.push(format!("{} play, not {}", word(theorem.play), word(play)));
        }
        if theorem.line != line {
            found.push(format!("the line {}, not {line}", theorem.line));
        }
        (!found.is_empty()).then(|| format!("it is of {}", found.join(", and of ")))
    }
}

/// The period that a theorem states.
pub(crate) fn period_of(theorem: &Theorem) -> Period {
    Period { preperiod: theorem.preperiod, period: theorem.period, saltus: theorem.saltus as i64 }
}

/// The theorem of a certificate, verified, of what is asked.
pub(crate) fn using(path: &Path, asked: Asked, context: &mut Context) -> Outcome<Theorem> {
    let text = read_text(path, context.console)?;
    let name = name_of(path);
    let progress = context.progress(format!("the certificate {name}"));
    let verdict = verify(&text, &mut |_| context.check_interrupt().is_err());
    drop(progress);
    let theorem = verdict.map_err(|refusal| match refusal {
        Refusal::Stopped => interrupted(),
        Refusal::NoCertificate(why) => no_certificate(&name, &why),
        Refusal::False(why) => {
            let message = format!("the certificate {name} is not verified: {why}");
            let help = "leave `--using` out, and the period is looked for";
            Diagnostic::new("certificate", message).help(help).into()
        }
    })?;
    match asked.difference(&theorem) {
        Some(difference) => {
            let message = format!("the certificate {name} is verified, but {difference}");
            Err(Diagnostic::new("certificate", message).into())
        }
        None => Ok(theorem),
    }
}

/// A file is none.
pub(crate) fn no_certificate(name: &str, why: &str) -> Failure {
    let error = Diagnostic::new("certificate", format!("{name} is no certificate: {why}"));
    error.help("`grundy period GAME PATTERN --certificate FILE` writes one").into()
}

/// What became of a certificate in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It was verified, and took the place of a search.
    Verified,
    /// It was not verified, or is of something else.
    Refused,
    /// It was written.
    Written,
    /// There is none of such a proof.
    Lacking,
}

/// A certificate that was looked for, and what became of it.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    fate: Fate,
    file: String,
    /// `game` along (7, _).
    line: String,
    why: Option<String>,
}

impl Event {
    /// In words; what was written needs none.
    pub(crate) fn sentence(&self) -> Option<String> {
        let Event { fate, file, line, .. } = self;
        let why = self.why.as_deref().unwrap_or_default();
        match fate {
            Fate::Verified => Some(format!("the period of {line} is proved by the certificate `{file}`")),
            Fate::Refused => Some(format!("the certificate `{file}` is not used: {why}; a proof is looked for")),
            Fate::Lacking => Some(format!("{line}: {why}")),
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
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// By name of the file: what was proved in this run, and whether by a certificate.
    known: HashMap<String, (Period, bool)>,
    events: Vec<Event>,
    failure: Option<Failure>,
}

impl Folder {
    /// Opens a folder, made if it is missing; that files can be written there is known from now on.
    pub(crate) fn open(path: &Path) -> Outcome<Arc<Folder>> {
        if path.exists() && !path.is_dir() {
            let message = format!("{} is no folder, and `--certificates` wants one", quoted(path));
            return Err(Diagnostic::new("certificates", message).into());
        }
        let made = fs::create_dir_all(path).and_then(|()| Draft::begin(&path.join("certificate.json")));
        made.map_err(|error| Failure::of_writing(&error, &quoted(path)))?;
        Ok(Arc::new(Folder { path: path.to_path_buf(), state: Mutex::default() }))
    }

    /// What has happened since it was last asked, each once.
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
        let file = self.path.join(name(asked)).display().to_string();
        Event { fate, file, line: format!("`{}` along {}", asked.game.text, asked.line), why }
    }

    fn tell(&self, event: Event) {
        let mut state = self.state();
        if !state.events.iter().any(|known| (known.fate, &known.file) == (event.fate, &event.file)) {
            state.events.push(event);
        }
    }

    /// The theorem of the file, or why there is none; nothing where there is no file.
    fn theorem(&self, asked: Asked) -> Option<Result<Theorem, String>> {
        let text = match read(&self.path.join(name(asked))) {
            Err(error) if error.kind() == ErrorKind::NotFound => return None,
            Err(error) => return Some(Err(format!("it cannot be read ({error})"))),
            Ok(text) => text,
        };
        match verify(&text, &mut |_| interrupt::flag().load(Ordering::Relaxed)) {
            Ok(theorem) => Some(match asked.difference(&theorem) {
                Some(difference) => Err(difference),
                None => Ok(theorem),
            }),
            // The search for a proof ends as well.
            Err(Refusal::Stopped) => None,
            Err(refusal) => Some(Err(refusal.to_string())),
        }
    }

    fn write(&self, asked: Asked, proof: &mut Proof) -> Outcome<String> {
        Begun::at(&self.path.join(name(asked)))?.write(proof, asked.game, asked.line)
    }
}

impl Archive for Folder {
    fn period(&self, game: &Game, line: &Line, play: Play) -> Option<Period> {
        let asked = Asked { game, line, play };
        let known = self.state().known.get(&name(asked)).copied();
        if let Some((period, by_certificate)) = known {
            if by_certificate {
                self.tell(self.event(Fate::Verified, asked, None));
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

    fn keep(&self, game: &Game, line: &Line, play: Play, proof: &mut Proof) {
        let asked = Asked { game, line, play };
        self.state().known.insert(name(asked), (proof.period, false));
        match self.write(asked, proof) {
            Ok(_) => self.tell(self.event(Fate::Written, asked, None)),
            Err(Failure::Error(error)) if error.code == "certificate" => {
                self.tell(self.event(Fate::Lacking, asked, Some(error.message)));
            }
            Err(failure) => self.state().failure = Some(failure),
        }
    }
}

fn name(asked: Asked) -> String {
    certificate_name(&asked.game.rules, asked.line, asked.play)
}

/// The text of a file that is not too long.
fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(LONGEST).read_to_string(&mut text)?;
    Ok(text)
}
