//! The certificate of a proved period, for a checker that shares no code with this library.
//!
//! In: a [`Proof`] and the game. Out: one line of JSON with the rules and the statement about them. The book describes the format ("Periods and
//! certificates"); the crate `grundy-certify` verifies certificates.

use dashu_int::IBig;
use serde_json::{Value, json};

use super::{Period, Proof, Sequence};
use crate::checked::{Checked, check};
use crate::envelope::{begun_of, sealed};
use crate::theory::everywhere::with_values;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::Play;
use grundy_core::contract::proof::{Common, KeptHeaps, Kinds, Span, Taken};
use grundy_core::store::values::Values;
use grundy_decide::Block;
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::{Line, LineEntry, Ruleset};
use grundy_rules::session::Game;

/// The number of first values in a certificate.
const VALUES: u64 = 64;
/// The most heaps that a move may leave in a certificate of heaps: `grundy-certify` verifies no more.
const MOST_PARTS: u64 = 5;

/// A kind of certificate.
struct Kind {
    name: &'static str,
    /// The keys, with values, of what the proof rests on.
    rests_on: Vec<(&'static str, Value)>,
}

impl Proof {
    /// The certificate, without a final newline; `game` must have the rules that the proof is about.
    ///
    /// ```
    /// # use grundy::{Options, Session, theory::periods::{Verdict, period}};
    /// let mut session = Session::new();
    /// let game = session.game("star_nim[2]", None)?;
    /// let line = session.line(&game, "(7, _)")?;
    /// let Verdict::Proved(mut proof) = period(&game.rules, &line, &Options::default(), &mut |_| false)? else { panic!("a proof") };
    /// let certificate = proof.certificate(&game)?;
    /// let theorem = grundy_certify::verify(&certificate, &mut |_| false).expect("it holds");
    /// assert_eq!((theorem.preperiod, theorem.period, theorem.saltus), (Some(21), Some(5040), Some(5040)));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// An interruption; a proof of heaps whose moves leave too many heaps for a certificate.
    pub fn certificate(&mut self, game: &Game) -> Result<String, Diagnostic> {
        self.certificate_of(&game.text, &game.rules)
    }

    /// Lets the checker read the certificate of the proof, which is about these rules.
    pub fn check(&mut self, rules: &Ruleset, limits: &Limits) {
        self.checked = match self.certificate_of("", rules) {
            Ok(text) => check(&text, limits),
            Err(error) => Checked::No(error.message),
        };
    }

    /// The certificate, with a name for the game, which has these rules.
    ///
    /// # Errors
    /// As [`Proof::certificate`].
    pub fn certificate_of(&mut self, name: &str, rules: &Ruleset) -> Result<String, Diagnostic> {
        let kind = self.kind(rules)?;
        let (at, after) = self.line.recurrence();
        let mut values = vec![];
        for index in 0..VALUES.min(at.saturating_add(after)) {
            let value = self.value(&IBig::from(index))?;
            values.push(value.map(|value| u64::try_from(&value).unwrap_or(u64::MAX)));
        }
        let object = begun_of(kind.name, name, rules, self.options.play);
        Ok(stated(object, &self.sequence, self.period, kind, values))
    }

    fn kind(&self, rules: &Ruleset) -> Result<Kind, Diagnostic> {
        let by = if let Some(block) = self.line.everywhere().and_then(|known| known.downcast_ref::<Block>()) {
            ("everywhere", with_values(json!({}), rules, block))
        } else if let Some(blocks) = self.line.blocks() {
            ("blocks", blocks.iter().map(block).collect())
        } else if let Some(taken) = self.line.taken() {
            return heaps(&taken);
        } else {
            let (at, after) = self.line.recurrence();
            ("recurrence", json!({"at": at, "after": after}))
        };
        Ok(Kind { name: "recurrence", rests_on: vec![by] })
    }
}

/// The text of a certificate that states a period.
fn stated(mut object: Value, sequence: &Sequence, stated: Period, kind: Kind, values: Vec<Option<u64>>) -> String {
    let Period { preperiod, period, saltus } = stated;
    match sequence {
        Sequence::Line(line) => object["line"] = line.entries.iter().map(entry).collect(),
        Sequence::Solutions(value) => object["value"] = json!(value),
    }
    (object["preperiod"], object["period"], object["saltus"]) = (preperiod.into(), period.into(), saltus.into());
    kind.rests_on.into_iter().for_each(|(key, value)| object[key] = value);
    object["values"] = values.into();
    sealed(object)
}

/// Lets the checker read the certificate of a period of heaps that their first terms prove: the moves take so much at most, and leave so many parts.
pub(super) fn check_heaps(rules: &Ruleset, values: &[u32], period: Period, taken: &Taken, limits: &Limits) -> Checked {
    let sequence = Sequence::Line(Line { entries: vec![LineEntry::Runs(0)] });
    let value = |value: &u32| (*value != Values::NOWHERE).then_some(u64::from(*value));
    let values = values.iter().zip(0..VALUES).map(|(v, _)| value(v)).collect();
    match heaps(taken) {
        Ok(kind) => {
            check(&stated(begun_of(kind.name, "", rules, Play::Normal), &sequence, period, kind, values), limits)
        }
        Err(error) => Checked::No(error.message),
    }
}

/// The kind of a proof of heaps.
fn heaps(taken: &Taken) -> Result<Kind, Diagnostic> {
    let Taken { take, parts, kinds, common } = taken;
    if *parts > MOST_PARTS {
        let message = format!(
            "no certificate is written: those of heaps are of moves that leave up to {MOST_PARTS}, and here they leave up to {parts}"
        );
        return Err(Diagnostic::limit(Code::Certificate, message));
    }
    let mut rests_on = vec![("take", (*take).into()), ("parts", (*parts).into())];
    rests_on.extend(kinds.as_ref().map(|kinds| ("kinds", numbered(kinds))));
    rests_on.extend(common.map(|common| ("common", chosen(common))));
    Ok(Kind { name: "heaps", rests_on })
}

/// The numbering of heaps of several kinds.
fn numbered(kinds: &Kinds) -> Value {
    let Kinds { of, numbered, preperiod, period } = kinds;
    let kind = |(line, number): &(Line, u64)| {
        let line: Vec<Value> = line.entries.iter().map(entry).collect();
        json!({"line": line, "number": number})
    };
    let numbered: Vec<Value> = numbered.iter().map(kind).collect();
    json!({"of": of, "numbered": numbered, "preperiod": preperiod, "period": period})
}

/// The choice of common values.
fn chosen(Common { digits, by_size, odd, below, kept }: Common) -> Value {
    let mut chosen = json!({"digits": digits, "by_size": by_size, "odd": odd, "below": below});
    if let Some(KeptHeaps { first, begin }) = kept {
        (chosen["first"], chosen["begin"]) = (first.into(), begin.into());
    }
    chosen
}

/// An entry of a line, as certificates write it.
#[must_use]
pub fn entry(entry: &LineEntry) -> Value {
    match entry {
        LineEntry::Fixed(x) => json!(x),
        LineEntry::Runs(0) => json!("_"),
        LineEntry::Runs(more) => json!({"_": more}),
    }
}

fn block(block: &Span) -> Value {
    let Span { first, last, from, cycle } = block;
    json!({"first": first, "last": last, "from": from, "at": cycle.at, "after": cycle.period})
}
