//! Reads the file of a certificate.
//!
//! In: text. Out: a [`Certificate`] that has only known keys of its kind and whose hashes are right; or why there is none.

use serde_json::{Map, Value};

use super::all_kinds::KINDS;
use super::expr::{Result, Rules, short};
use super::keys::{key, text};
use super::values::reached::Reached;
use super::values::statement::Statement;
use super::{Refusal, Verified};
use crate::recurs::Recurs;
use crate::spent::Stop;

/// The contents of a certificate.
pub(crate) struct Certificate {
    pub(crate) game: String,
    pub(crate) rules: Rules,
    pub(crate) hash: String,
    pub(crate) misere: bool,
    pub(crate) stated: Box<dyn Stated>,
    /// The P-positions of parts that moves ask for.
    pub(crate) reached: Vec<Reached>,
}

/// What a certificate of some kind states.
pub(crate) trait Stated {
    /// Verifies it; returns the proof in words.
    fn verify(&self, of: &Certificate, verified: &Verified, stop: Stop) -> Result<String, Refusal>;

    /// The theorem in words.
    fn words(&self, of: &Certificate) -> String;

    /// What it says of the number that a question about the same rules asks for, the least and the greatest that the number may be; nothing if it does not answer.
    fn answer(&self, _asks: &str, _question: &Map<String, Value>, _of: &Certificate) -> Result<Option<(u64, u64)>> {
        Ok(None)
    }

    /// The period that it states.
    fn recurs(&self) -> Option<&Recurs> {
        None
    }

    /// The value, if the period is that of the positions with a value.
    fn value(&self) -> Option<u64> {
        None
    }

    fn as_claim(&self) -> Option<&Statement> {
        None
    }
}

/// Reads the keys of a certificate, with its rules.
pub(crate) type ReadStated = fn(&Map<String, Value>, &Rules) -> Result<Box<dyn Stated>>;

/// A kind of certificates.
pub(crate) struct KindOf {
    pub(crate) name: &'static str,
    /// The keys that not all kinds have, with spaces between them.
    pub(crate) keys: &'static str,
    /// Does it answer questions of claims?
    pub(crate) answers: bool,
    /// Reads what is stated of rules.
    pub(crate) read: ReadStated,
}

impl KindOf {
    /// The kind with a name.
    pub(crate) fn named(name: &str) -> Result<&'static KindOf> {
        let known = || KINDS.iter().map(|kind| format!("`{}`", kind.name)).collect::<Vec<_>>().join(", ");
        let found = KINDS.iter().find(|kind| kind.name == name);
        found.ok_or_else(|| format!("its `kind` is `{name}`; this program knows {}", known()))
    }
}

impl Certificate {
    /// The blocks of its `reached` hold: its rules are read with them.
    pub(crate) fn verify_reached(&self, stop: Stop) -> Result<(), Refusal> {
        self.reached.iter().try_for_each(|part| part.verify(stop)).map_err(Refusal::of)
    }

    /// The play, in words.
    pub(crate) fn play(&self) -> &'static str {
        if self.misere { "misère" } else { "normal" }
    }

    /// The game, in words.
    pub(crate) fn called(&self) -> String {
        format!("the game with the rules {} (called `{}`)", self.hash, self.game)
    }
}

const COMMON: [&str; 8] = ["format", "v", "kind", "game", "rules", "hash", "play", "check"];
/// The first 128 bits of a BLAKE3 hash, in hexadecimal digits.
pub(crate) fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..32].to_string()
}

/// Reads a certificate and checks its hashes.
pub(crate) fn read(text: &str) -> Result<Certificate, Refusal> {
    let no = |why: String| Refusal::NoCertificate(why);
    let json: Value = serde_json::from_str(text).map_err(|error| no(format!("it is no JSON: {error}")))?;
    match json {
        Value::Object(object) => of(object),
        _ => Err(no("it is no JSON object".into())),
    }
}

/// Reads the object of a certificate and checks its hashes.
pub(crate) fn of(mut object: Map<String, Value>) -> Result<Certificate, Refusal> {
    let no = |why: String| Refusal::NoCertificate(why);
    if object.get("format").and_then(Value::as_str) != Some("grundy-certificate") {
        return Err(no("its `format` is not `grundy-certificate`".into()));
    }
    match object.get("v") {
        Some(v) if v.as_u64() == Some(1) => {}
        Some(v) => {
            return Err(no(format!("it is of version {} of the format, and this program reads version 1", short(v))));
        }
        None => return Err(no("it lacks the key `v`".into())),
    }
    let certificate = contents(&object).map_err(no)?;
    let check = object.shift_remove("check");
    let stated = check.as_ref().and_then(Value::as_str).unwrap_or_default();
    if hash(&Value::Object(object.clone()).to_string()) != stated {
        return Err(Refusal::False(
            "its contents are not those of which `check` is the hash: something was changed".into(),
        ));
    }
    if hash(&object["rules"].to_string()) != certificate.hash {
        return Err(Refusal::False(format!("`hash` is not the hash of its rules: it says {}", certificate.hash)));
    }
    Ok(certificate)
}

fn contents(object: &Map<String, Value>) -> Result<Certificate> {
    let kind = text(object, "kind")?;
    if matches!(kind, "alike" | "claim") && object.contains_key("reached") {
        let (object, reached) = Reached::read(object)?;
        return Ok(Certificate { reached, ..contents(&object)? });
    }
    let kind = KindOf::named(kind)?;
    let known = |key: &str| COMMON.contains(&key) || kind.keys.split(' ').any(|own| own == key);
    if let Some(other) = object.keys().find(|key| !known(key)) {
        return Err(format!("it has the key `{other}`, which the format does not know"));
    }
    let rules = match kind.name {
        // Its rules have a form of their own.
        "piles" => Rules::default(),
        "claim" => Rules::read_any(key(object, "rules")?)?,
        _ => Rules::read(key(object, "rules")?)?,
    };
    let stated = (kind.read)(object, &rules)?;
    let misere = match text(object, "play")? {
        "normal" => false,
        "misere" => true,
        other => return Err(format!("its `play` is `{other}`, neither `normal` nor `misere`")),
    };
    text(object, "check")?;
    let (game, hash) = (text(object, "game")?.to_string(), text(object, "hash")?.to_string());
    Ok(Certificate { game, rules, hash, misere, stated, reached: vec![] })
}
