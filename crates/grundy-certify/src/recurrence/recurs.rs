//! The statement that values recur.
//!
//! In: the keys of a certificate about a period. Out: from the index `preperiod` on, the values grow by `saltus` in each period, and both numbers are the least.

use serde_json::{Map, Value};

use crate::form::expr::{Result, Rules, short};
use crate::form::keys::{Entry, entries, list, natural, number};
use crate::form::stated::Certificate;
use crate::recurrence::least::Equation;

/// The number of values in a certificate at most.
const MOST_VALUES: usize = 1 << 22;

/// Of what values are told.
#[derive(Clone)]
pub(crate) enum Of {
    /// The values of a line of positions.
    Line(Vec<Entry>),
    /// b - a along the positions (a, b), a <= b, of a value.
    Value(u64),
}

/// How values recur.
#[derive(Clone)]
pub(crate) struct Recurs {
    pub(crate) of: Of,
    pub(crate) equation: Equation,
    /// The first values.
    pub(crate) values: Vec<Option<u64>>,
}

impl Recurs {
    /// Reads the keys.
    pub(crate) fn read(object: &Map<String, Value>, rules: &Rules) -> Result<Recurs> {
        let of = match object.get("value") {
            None => Of::Line(entries(object, rules.width)?),
            Some(_) if object.contains_key("line") => return Err("it has both a `line` and a `value`".into()),
            Some(_) => Of::Value(number(object, "value")?),
        };
        let [preperiod, period, saltus] = ["preperiod", "period", "saltus"].map(|key| number(object, key));
        let equation = Equation { preperiod: preperiod?, period: period?, saltus: saltus? };
        Ok(Recurs { of, equation, values: first_values(object)? })
    }

    /// The line of positions; an error where the values are those of none.
    pub(crate) fn line(&self) -> Result<&[Entry]> {
        match &self.of {
            Of::Line(line) => Ok(line),
            Of::Value(_) => Err("the period of the positions with a value rests on `blocks`".into()),
        }
    }

    /// The value, if the values are told of the positions with a value.
    pub(crate) fn value(&self) -> Option<u64> {
        if let Of::Value(value) = self.of { Some(value) } else { None }
    }

    /// The number that a question about the same line, or the same value, asks for.
    pub(crate) fn answer(&self, asks: &str, question: &Map<String, Value>, rules: &Rules) -> Option<(u64, u64)> {
        let Equation { preperiod, period, saltus } = self.equation;
        let number = match asks {
            "preperiod" => preperiod,
            "period" => period,
            "saltus" => saltus,
            _ => return None,
        };
        let is_asked = match (&self.of, question.get("line"), question.get("value")) {
            (Of::Line(line), Some(_), None) => entries(question, rules.width).is_ok_and(|asked| asked == *line),
            (Of::Value(value), None, Some(asked)) => natural(asked) == Some(*value),
            _ => false,
        };
        is_asked.then_some((number, number))
    }

    /// In words, about the values of positions of a game; `exists` says whether some of them may be no positions.
    pub(crate) fn words(&self, of: &Certificate, exists: bool) -> String {
        let (Equation { preperiod, period, saltus }, play, game) = (self.equation, of.play(), of.called());
        let grown = if saltus == 0 { String::new() } else { format!(" + {saltus}") };
        let nowhere = if exists { ", and if one is no position, neither is the other" } else { "" };
        let (g, is) = match &self.of {
            Of::Line(line) => ("G", format!("G(n) is the value of the position {} of {game}", written(line, "n"))),
            Of::Value(value) => (
                "d",
                format!(
                    "d(n) = b - a for the n-th of the positions (a, b), a <= b, with the value {value} of {game}, in the order of a and then of b, from n = 0 on"
                ),
            ),
        };
        format!(
            "In {play} play, for every n >= {preperiod}: {g}(n + {period}) = {g}(n){grown}{nowhere}, where {is}. {preperiod} and {period} are the least such numbers."
        )
    }
}

/// The first values of what the certificate is about.
pub(crate) fn first_values(object: &Map<String, Value>) -> Result<Vec<Option<u64>>> {
    let values = list(object, "values")?;
    if values.is_empty() || values.len() > MOST_VALUES {
        return Err(format!("its `values` are not 1 to {MOST_VALUES}"));
    }
    let value = |v: &Value| match v {
        Value::Null => Ok(None),
        _ => natural(v).map(Some).ok_or_else(|| format!("{} is no value", short(v))),
    };
    values.iter().map(value).collect()
}

/// The position of a line at an index.
pub(crate) fn cell(line: &[Entry], index: u64) -> Result<Vec<u64>> {
    let entry = |entry: &Entry| match entry {
        Entry::Fixed(x) => Some(*x),
        Entry::Runs(more) => index.checked_add(*more),
    };
    let at = line.iter().map(entry).collect::<Option<Vec<u64>>>();
    at.ok_or_else(|| "a line has entries beyond 64 bits".into())
}

/// The line in the usual notation, with `hole` for the running coordinate.
pub(crate) fn written(line: &[Entry], hole: &str) -> String {
    let entry = |entry: &Entry| match entry {
        Entry::Fixed(x) => x.to_string(),
        Entry::Runs(0) => hole.to_string(),
        Entry::Runs(more) => format!("{hole} + {more}"),
    };
    format!("({})", line.iter().map(entry).collect::<Vec<_>>().join(", "))
}
