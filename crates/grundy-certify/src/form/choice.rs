//! A choice of common values of heaps, as a certificate states it.
//!
//! In: the value of the key `common`. Out: a [`Choice`]. What it means, and that it proves something, is said and seen in `heaps`.

use serde_json::{Map, Value};

use crate::form::expr::Result;
use crate::form::keys::number;

/// What a certificate says of common values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// Some binary digits of values.
    pub(crate) digits: u32,
    /// Does the parity of sizes count?
    pub(crate) by_size: bool,
    /// Is a value with an odd number of these digits common, of a heap of even size?
    pub(crate) odd: bool,
    /// The proof rests on the values of the heaps below this one.
    pub(crate) below: u64,
    /// Two heaps, if the proof rests on this: the values of those below the first, with the last ones, tell all values from the second on.
    pub(crate) kept: Option<(u64, u64)>,
}

impl Choice {
    /// Reads the key `common`.
    pub(crate) fn read(value: &Value) -> Result<Choice> {
        let object =
            value.as_object().filter(|object| object.len() == if object.contains_key("first") { 6 } else { 4 });
        let object: &Map<String, Value> = object.ok_or(
            "its `common` is no object with `digits`, `by_size`, `odd` and `below`, and perhaps `first` and `begin`",
        )?;
        let truth = |key: &str| match object.get(key) {
            Some(Value::Bool(truth)) => Ok(*truth),
            _ => Err(format!("its `{key}` is neither true nor false")),
        };
        let digits = u32::try_from(number(object, "digits")?).map_err(|_| "its `digits` are more than 32")?;
        let kept = match object.contains_key("first") {
            true => Some((number(object, "first")?, number(object, "begin")?)),
            false => None,
        };
        Ok(Choice { digits, by_size: truth("by_size")?, odd: truth("odd")?, below: number(object, "below")?, kept })
    }
}
