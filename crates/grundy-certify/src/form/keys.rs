//! The keys of a certificate.
//!
//! In: an object of JSON and the name of a key. Out: what stands there, if it is of the kind that is wanted; else a sentence.

use serde_json::{Map, Value};

use crate::form::expr::{Result, short};
use crate::form::numbers::index;

/// Numbers in certificates are below this.
const LARGEST: u64 = 1 << 53;
/// The most games, blocks of values, and questions.
pub(crate) const OBJECTS: usize = 64;

pub(crate) fn key<'a>(object: &'a Map<String, Value>, name: &str) -> Result<&'a Value> {
    object.get(name).ok_or_else(|| format!("it lacks the key `{name}`"))
}

pub(crate) fn text<'a>(object: &'a Map<String, Value>, name: &str) -> Result<&'a str> {
    let value = key(object, name)?;
    value.as_str().ok_or_else(|| format!("its `{name}` is not a text: {}", short(value)))
}

pub(crate) fn list<'a>(object: &'a Map<String, Value>, name: &str) -> Result<&'a Vec<Value>> {
    let value = key(object, name)?;
    value.as_array().ok_or_else(|| format!("its `{name}` is not a list: {}", short(value)))
}

pub(crate) fn natural(value: &Value) -> Option<u64> {
    value.as_u64().filter(|n| *n < LARGEST)
}

pub(crate) fn number(object: &Map<String, Value>, name: &str) -> Result<u64> {
    let value = key(object, name)?;
    natural(value).ok_or_else(|| format!("its `{name}` is not a natural number below 2^53: {}", short(value)))
}

/// A number below some other one.
pub(crate) fn below(object: &Map<String, Value>, name: &str, most: usize) -> Result<usize> {
    let value = key(object, name)?;
    let number = value.as_u64().map(index::<u64>).filter(|number| *number < most);
    number.ok_or_else(|| format!("its `{name}` is not a number below {most}: {}", short(value)))
}

/// The objects of a list.
pub(crate) fn objects<'a>(object: &'a Map<String, Value>, name: &str) -> Result<Vec<&'a Map<String, Value>>> {
    let all = list(object, name)?;
    if all.len() > OBJECTS {
        return Err(format!("its `{name}` are more than {OBJECTS}"));
    }
    let each = |one: &'a Value| one.as_object().ok_or_else(|| format!("{} is none of its `{name}`", short(one)));
    all.iter().map(each).collect()
}

/// An object has no keys but its own; `has` begins the sentence if it has others.
pub(crate) fn only_keys(object: &Map<String, Value>, own: &[&str], has: &str) -> Result<()> {
    match object.keys().find(|key| !own.contains(&key.as_str())) {
        Some(other) => Err(format!("{has} the key `{other}`, which the format does not know")),
        None => Ok(()),
    }
}

/// The play of a block of values, or of a value by the definition.
pub(crate) fn misere(object: &Map<String, Value>) -> Result<bool> {
    match key(object, "play")?.as_str() {
        Some("normal") => Ok(false),
        Some("misere") => Ok(true),
        _ => Err("the play of its values is neither `normal` nor `misere`".into()),
    }
}

/// An entry of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entry {
    Fixed(u64),
    /// The index, plus a number.
    Runs(u64),
}

/// Reads the line, which has an entry for each coordinate.
pub(crate) fn entries(object: &Map<String, Value>, width: usize) -> Result<Vec<Entry>> {
    let line = list(object, "line")?.iter().map(entry).collect::<Result<Vec<_>>>()?;
    match line.len() == width {
        true => Ok(line),
        false => Err(format!("its `line` has {} entries, and positions have {width}", line.len())),
    }
}

/// The numbers of a line along which one coordinate runs from 0, with 0 for this one, and which one it is.
pub(crate) fn along_one(line: &[Entry]) -> Option<(Vec<u64>, usize)> {
    let runner = line.iter().position(|entry| *entry == Entry::Runs(0))?;
    let number = |(k, entry): (usize, &Entry)| match entry {
        Entry::Fixed(x) => Some(*x),
        Entry::Runs(_) => (k == runner).then_some(0),
    };
    Some((line.iter().enumerate().map(number).collect::<Option<Vec<u64>>>()?, runner))
}

fn entry(value: &Value) -> Result<Entry> {
    let unknown = || format!("{} is no entry of a line", short(value));
    match value {
        Value::String(hole) if hole == "_" => Ok(Entry::Runs(0)),
        Value::Object(object) if object.len() == 1 => {
            object.get("_").and_then(natural).map(Entry::Runs).ok_or_else(unknown)
        }
        _ => natural(value).map(Entry::Fixed).ok_or_else(unknown),
    }
}
