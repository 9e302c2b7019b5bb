//! The certificate of a proved period, for a checker that shares no code with this library.
//!
//! In: a [`Proof`], the game and the line. Out: one line of JSON that carries the rules and what is stated of them. The book describes the format ("Periods and
//! certificates"); the crate `grundy-certify` verifies it.

use dashu_int::IBig;
use serde_json::{Value, json};

use super::{Period, Proof};
use crate::lang::Diagnostic;
use crate::rules::{Game, Line, LineEntry};

/// Values that stand in a certificate.
const VALUES: u64 = 64;

impl Proof {
    /// The certificate, without a line's end.
    ///
    /// ```
    /// # use grundy::{Options, Session, theory::periods::{Verdict, period}};
    /// let mut session = Session::new();
    /// let game = session.game("star_nim[2]", None)?;
    /// let line = session.line(&game, "(7, _)")?;
    /// let Verdict::Proved(mut proof) = period(&game.rules, &line, &Options::default(), &mut |_| false)? else { panic!("a proof") };
    /// let certificate = proof.certificate(&game, &line)?;
    /// let theorem = grundy_certify::verify(&certificate, &mut |_| false).expect("it holds");
    /// assert_eq!((theorem.preperiod, theorem.period, theorem.saltus), (Some(21), Some(5040), Some(5040)));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// An interruption; a proof of a kind for which there is no certificate yet.
    pub fn certificate(&mut self, game: &Game, line: &Line) -> Result<String, Diagnostic> {
        let Period { preperiod, period, saltus } = self.period;
        let (at, after) = self.line.recurrence();
        let taken = self.line.taken();
        let known = match taken {
            Some((_, parts)) => saltus == 0 && parts <= 2,
            None => line.single().is_some(),
        };
        if !known {
            let message = "no certificate is written: there are certificates of lines along one coordinate, and of heaps that leave at most two with saltus 0";
            return Err(Diagnostic::limit("certificate", message));
        }
        let mut values = vec![];
        for index in 0..VALUES.min(at.saturating_add(after)) {
            let value = self.value(&IBig::from(index))?;
            values.push(value.map(|value| u64::try_from(&value).unwrap_or(u64::MAX)));
        }
        let entries: Vec<Value> = line.entries.iter().map(entry).collect();
        let mut object = json!({
            "format": "grundy-certificate",
            "v": 1,
            "kind": if taken.is_some() { "heaps" } else { "line" },
            "game": game.text,
            "rules": game.rules.canonical(),
            "hash": game.rules.hash(),
            "play": self.options.play.name(),
            "line": entries,
            "preperiod": preperiod,
            "period": period,
            "saltus": saltus,
        });
        match taken {
            Some((take, parts)) => (object["take"], object["parts"]) = (take.into(), parts.into()),
            None => object["recurrence"] = json!({"at": at, "after": after}),
        }
        object["values"] = values.into();
        object["check"] = blake3::hash(object.to_string().as_bytes()).to_hex()[..32].into();
        Ok(object.to_string())
    }
}

fn entry(entry: &LineEntry) -> Value {
    match entry {
        LineEntry::Fixed(x) => json!(x),
        LineEntry::Runs(0) => json!("_"),
        LineEntry::Runs(more) => json!({"_": more}),
    }
}
