//! The keys of a certificate.
//!
//! In: an object of JSON and the name of a key. Out: what stands there, if it is of the kind that is wanted; else a sentence.

use serde_json::{Map, Value};

use super::expr::{Seen, short};

/// Numbers in certificates are below this.
const LARGEST: u64 = 1 << 53;

pub(crate) fn key<'a>(object: &'a Map<String, Value>, name: &str) -> Seen<&'a Value> {
    object.get(name).ok_or_else(|| format!("it lacks the key `{name}`"))
}

pub(crate) fn text<'a>(object: &'a Map<String, Value>, name: &str) -> Seen<&'a str> {
    let value = key(object, name)?;
    value.as_str().ok_or_else(|| format!("its `{name}` is not a text: {}", short(value)))
}

pub(crate) fn list<'a>(object: &'a Map<String, Value>, name: &str) -> Seen<&'a Vec<Value>> {
    let value = key(object, name)?;
    value.as_array().ok_or_else(|| format!("its `{name}` is not a list: {}", short(value)))
}

pub(crate) fn natural(value: &Value) -> Option<u64> {
    value.as_u64().filter(|n| *n < LARGEST)
}

pub(crate) fn number(object: &Map<String, Value>, name: &str) -> Seen<u64> {
    let value = key(object, name)?;
    natural(value).ok_or_else(|| format!("its `{name}` is not a natural number below 2^53: {}", short(value)))
}
