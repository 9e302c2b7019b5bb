//! A certificate used instead of a search.
//!
//! In: the name of a file, and the statement that it should prove. Out: the theorem of exactly this statement, verified by the crate
//! `grundy-certify`; or why there is none.

use std::path::Path;

use grundy::lang::Code;
use grundy::session::Game;
use grundy::theory::checked::Room;
use grundy::theory::periods::{Period, Sequence};
use grundy::{Diagnostic, Play};
use grundy_certify::{Refusal, Spent, Theorem, verify};

use super::no_certificate;
use crate::context::Context;
use crate::failure::{Outcome, interrupted};
use crate::input::{name_of, read_text};

/// What a certificate should be about.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) game: &'a Game,
    pub(crate) sequence: &'a Sequence,
    pub(crate) play: Play,
}

impl Asked<'_> {
    /// What a theorem is about instead, in words; `None` if it is about this.
    pub(super) fn difference(self, theorem: &Theorem) -> Option<String> {
        let (rules, play) = (self.game.rules.hash(), self.play.name());
        let mut found = vec![];
        if theorem.rules != rules {
            let (game, own) = (&theorem.game, &self.game.text);
            found.push(format!("the rules {} (called `{game}`), not {rules} (`{own}`)", theorem.rules));
        }
        if theorem.play != play {
            let word = |play: &str| if play == "misere" { "misère" } else { "normal" };
            found.push(format!("{} play, not {}", word(theorem.play), word(play)));
        }
        let line = |line: &dyn std::fmt::Display| format!("the line {line}");
        let value = |value: u64| format!("b - a at the value {value}");
        let own = match self.sequence {
            Sequence::Line(own) => line(own),
            Sequence::Solutions(own) => value(*own),
        };
        let other = theorem.line.as_ref().map(|other| line(other)).or(theorem.value.map(value));
        let other = other.unwrap_or_else(|| "all values, by an automaton".to_string());
        if other != own {
            found.push(format!("{other}, not {own}"));
        }
        (!found.is_empty()).then(|| format!("it is of {}", found.join(", and of ")))
    }
}

/// The period that a theorem about a sequence states.
pub(crate) fn period_of(theorem: &Theorem) -> Period {
    let Theorem { preperiod, period, saltus, .. } = *theorem;
    let saltus = saltus.unwrap_or_default() as i64;
    Period { preperiod: preperiod.unwrap_or_default(), period: period.unwrap_or_default(), saltus }
}

/// Lets the checker work within the memory and the time of this run. It calls what it is given with the work it has done.
pub(crate) fn within_limits<T>(
    context: &Context,
    work: impl FnOnce(&mut dyn FnMut(Spent) -> bool) -> Result<T, Refusal>,
) -> Outcome<Result<T, Refusal>> {
    let limits = context.common.limits();
    let mut room = Room::of(&limits);
    match work(&mut |spent| room.is_over(spent, u64::MAX)) {
        Err(Refusal::Stopped) => Err(match context.interrupts().ended() {
            Some(ended) => ended,
            None => {
                Diagnostic::limit(Code::Memory, room.why(Refusal::Stopped)).help("allow more with `--memory`").into()
            }
        }),
        read => Ok(read),
    }
}

/// The verified theorem of a certificate, which is about what is asked.
pub(crate) fn using(path: &Path, asked: Asked, context: &mut Context) -> Outcome<Theorem> {
    let text = read_text(path, context.console)?;
    let name = name_of(path);
    let progress = context.progress(format!("the certificate {name}"));
    let verdict = within_limits(context, |stop| verify(&text, stop))?;
    drop(progress);
    let theorem = verdict.map_err(|refusal| match refusal {
        Refusal::Stopped => interrupted(),
        Refusal::NoCertificate(why) => no_certificate(&name, &why),
        Refusal::False(why) | Refusal::Refuted(why) => {
            let message = format!("the certificate {name} is not verified: {why}");
            let help = "leave `--using` out, and the period is looked for";
            Diagnostic::new(Code::Certificate, message).help(help).into()
        }
    })?;
    match asked.difference(&theorem) {
        Some(difference) => {
            let message = format!("the certificate {name} is verified, but {difference}");
            Err(Diagnostic::new(Code::Certificate, message).into())
        }
        None => Ok(theorem),
    }
}
