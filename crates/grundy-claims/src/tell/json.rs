//! Verdicts on claims as JSON objects, in the form that all faces give them.

use grundy_rules::lang::Sources;
use serde_json::{Map, Value, json};

use crate::{Counterexample, Statement, Status, Verdict};
use grundy::json::{Object, number, written};

/// A claim, its verdict, and the time that it took.
#[derive(Clone, Copy, Debug)]
pub struct Checked<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// The claim.
    pub statement: &'a Statement,
    /// The verdict.
    pub verdict: &'a Verdict,
    /// How long the check took.
    pub seconds: f64,
}

/// The verdict on a claim.
#[must_use]
pub fn check(checked: &Checked, sources: &Sources) -> Object {
    let Checked { file, statement, verdict, seconds } = *checked;
    let mut out = json!({
        "v": 1, "cmd": "check", "file": file,
        "line": sources.locate(statement.span()).map_or(0, |place| place.line),
        "name": statement.name,
        "status": verdict.status.name(), "by": verdict.by, "positions": verdict.positions, "to": verdict.to,
        "counterexample": verdict.counterexample.as_ref().map(counterexample),
        "reason": verdict.reason.clone().or_else(|| verdict.error.as_ref().map(|e| e.message.clone())),
        "seconds": (seconds * 1000.0).round() / 1000.0,
    });
    if let (Status::Holds | Status::Open, Some(code)) = (verdict.status, verdict.why) {
        out["why"] = json!({"code": code.name(), "message": verdict.reason});
    }
    if let Some(checked) = verdict.checked {
        out["checked"] = checked.into();
    }
    if !verdict.rests_on.is_empty() {
        out["rests_on"] = json!(verdict.rests_on);
        out["rests_on_lines"] = grundy_certify::lines(&verdict.rests_on).into();
    }
    if let Some(erratum) = &statement.erratum {
        out["erratum"] = erratum.clone().into();
    }
    if let Some(error) = &verdict.error
        && let Some(place) = error.labels.first().and_then(|l| sources.locate(l.span))
    {
        out["at"] = json!({"line": place.line, "column": place.column, "length": place.length});
    }
    out
}

fn counterexample(c: &Counterexample) -> Value {
    let vars: Map<String, Value> = c.vars.iter().map(|(name, value)| (name.clone(), number(value))).collect();
    json!({
        "position": c.position.as_ref().map(|p| written(p)),
        "vars": vars,
        "left": c.left.1,
        "relation": c.relation,
        "right": c.right.1,
    })
}

/// How often each verdict was given.
#[must_use]
pub fn summary(counts: &[(Status, u64)]) -> Object {
    let summary: Map<String, Value> = counts.iter().map(|(s, n)| (s.name().to_string(), json!(n))).collect();
    json!({"v": 1, "cmd": "check", "summary": summary})
}
