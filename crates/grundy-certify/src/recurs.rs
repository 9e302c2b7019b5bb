//! The statement that values recur.
//!
//! In: the keys of a certificate about a period. Out: from the index `preperiod` on, the values grow by `saltus` in each period, and both numbers are the least.

use serde_json::{Map, Value};

use crate::expr::{Result, Rules, short};
use crate::keys::{Entry, entries, list, natural, number};
use crate::least::Equation;
use crate::stated::Certificate;

/// The number of values in a certificate at most.
const MOST_VALUES: usize = 1 << 22;

/// How values recur.
pub(crate) struct Recurs {
    /// The line of positions; no entries, if the values are no values of positions.
    pub(crate) line: Vec<Entry>,
    pub(crate) preperiod: u64,
    pub(crate) period: u64,
    pub(crate) saltus: u64,
    /// The first values.
    pub(crate) values: Vec<Option<u64>>,
}

impl Recurs {
    /// Reads the keys, with `line`.
    pub(crate) fn read(object: &Map<String, Value>, rules: &Rules) -> Result<Recurs> {
        let line = entries(object, rules.width)?;
        Ok(Recurs { line, ..Recurs::without_line(object)? })
    }

    /// Reads the other keys.
    pub(crate) fn without_line(object: &Map<String, Value>) -> Result<Recurs> {
        let [preperiod, period, saltus] =
            [number(object, "preperiod")?, number(object, "period")?, number(object, "saltus")?];
        Ok(Recurs { line: vec![], preperiod, period, saltus, values: first_values(object)? })
    }

    pub(crate) fn equation(&self) -> Equation {
        let Recurs { preperiod, period, saltus, .. } = *self;
        Equation { preperiod, period, saltus }
    }

    /// The statement alone.
    pub(crate) fn without_values(&self) -> Recurs {
        Recurs { line: self.line.clone(), values: vec![], ..*self }
    }

    /// The number that a question asks for, if it is one of these.
    pub(crate) fn number(&self, asks: &str) -> Option<(u64, u64)> {
        let Recurs { preperiod, period, saltus, .. } = *self;
        let number = [("preperiod", preperiod), ("period", period), ("saltus", saltus)];
        number.into_iter().find(|(name, _)| *name == asks).map(|(_, number)| (number, number))
    }

    /// The number that a question about the values along this line asks for.
    pub(crate) fn along(&self, asks: &str, question: &Map<String, Value>, rules: &Rules) -> Result<Option<(u64, u64)>> {
        let is_about = question.contains_key("line") && !question.contains_key("value");
        match self.number(asks).filter(|_| is_about) {
            Some(number) => {
                Ok(Some(number).filter(|_| entries(question, rules.width).is_ok_and(|line| line == self.line)))
            }
            None => Ok(None),
        }
    }

    /// In words, about the values of positions of a game; `exists` says whether some of them may be no positions.
    pub(crate) fn words(&self, of: &Certificate, exists: bool) -> String {
        let Recurs { line, preperiod, period, saltus, .. } = self;
        let grown = if *saltus == 0 { String::new() } else { format!(" + {saltus}") };
        let nowhere = if exists { ", and if one is no position, neither is the other" } else { "" };
        format!(
            "In {} play, for every n >= {preperiod}: G(n + {period}) = G(n){grown}{nowhere}, where G(n) is the value of the position {} of {}. {}",
            of.play(),
            written(line, "n"),
            of.called(),
            self.least(),
        )
    }

    pub(crate) fn least(&self) -> String {
        format!("{} and {} are the least such numbers.", self.preperiod, self.period)
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

/// The line in the usual notation, with `hole` for the running coordinate.
pub(crate) fn written(line: &[Entry], hole: &str) -> String {
    let entry = |entry: &Entry| match entry {
        Entry::Fixed(x) => x.to_string(),
        Entry::Runs(0) => hole.to_string(),
        Entry::Runs(more) => format!("{hole} + {more}"),
    };
    format!("({})", line.iter().map(entry).collect::<Vec<_>>().join(", "))
}
