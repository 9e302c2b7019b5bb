//! Reads the file of a certificate.
//!
//! In: text. Out: a [`Certificate`] that has only known keys of its kind and whose hashes are right; or why there is none.

use serde_json::{Map, Value};

use crate::Refusal;
use crate::claim::reached::Reached;
use crate::claim::theorems;
use crate::form::all_kinds::named;
use crate::form::expr::{Result, Rules, short};
use crate::form::keys::{key, text};
use crate::form::stated::Certificate;

/// A certificate, and the P-positions of parts that its moves ask for, with which its rules are read.
pub(crate) type Read = (Certificate, Vec<Reached>);

const COMMON: [&str; 8] = ["format", "v", "kind", "game", "rules", "hash", "play", "check"];
/// The first 128 bits of a BLAKE3 hash, in hexadecimal digits.
pub(crate) fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..32].to_string()
}

/// Reads a certificate and checks its hashes.
pub(crate) fn read(text: &str) -> Result<Read, Refusal> {
    let no = |why: String| Refusal::NoCertificate(why);
    let json: Value = serde_json::from_str(text).map_err(|error| no(format!("it is no JSON: {error}")))?;
    match json {
        Value::Object(object) => of(object),
        _ => Err(no("it is no JSON object".into())),
    }
}

/// Reads the object of a certificate and checks its hashes.
pub(crate) fn of(mut object: Map<String, Value>) -> Result<Read, Refusal> {
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
    let (certificate, reached) = contents(&object).map_err(no)?;
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
    Ok((certificate, reached))
}

fn contents(object: &Map<String, Value>) -> Result<Read> {
    let kind = text(object, "kind")?;
    if matches!(kind, "correspondence" | "claim") && object.contains_key("reached") {
        let (object, reached) = Reached::read(object)?;
        return Ok((contents(&object)?.0, reached));
    }
    let kind = named(kind)?;
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
    let stated = (kind.read)(object, &rules, &theorems::theorem)?;
    let misere = match text(object, "play")? {
        "normal" => false,
        "misere" => true,
        other => return Err(format!("its `play` is `{other}`, neither `normal` nor `misere`")),
    };
    text(object, "check")?;
    let (game, hash) = (text(object, "game")?.to_string(), text(object, "hash")?.to_string());
    Ok((Certificate { game, rules, hash, misere, kind, stated }, vec![]))
}
