//! `grundy eval`: the value of an expression of the rules language.

use grundy::json;
use grundy_claims::{CheckOptions, Evaluated, evaluate};
use serde_json::{Value, json};

use crate::context::Context;
use crate::failure::Outcome;
use crate::options::EvalArgs;

/// Prints the value.
pub(crate) fn run(args: &EvalArgs, context: &mut Context) -> Outcome<()> {
    let common = context.common;
    let effort =
        CheckOptions { plain: common.plain, engine: common.engine, limits: common.limits(), ..CheckOptions::default() };
    let progress = context.progress(format!("`{}`", args.expression));
    let value = context.ask("expression", |session| evaluate(session, &args.expression, &effort))?;
    drop(progress);
    if common.json {
        return context.line(json!({ "v": 1, "cmd": "eval", "value": json_value(&value) }));
    }
    context.line(value)
}

fn json_value(value: &Evaluated) -> Value {
    match value {
        Evaluated::Number(n) => json::number(n),
        Evaluated::Truth(holds) => (*holds).into(),
        Evaluated::Vector(list) | Evaluated::Set(list) => list.iter().map(json_value).collect(),
    }
}
