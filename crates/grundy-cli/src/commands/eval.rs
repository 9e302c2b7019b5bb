//! `grundy eval`: the value of an expression of the rules language.

use clap::Args;
use grundy::json;
use grundy_claims::{CheckOptions, Evaluated, evaluate};
use serde_json::{Value, json};

use super::command::{Ended, Runs, Start};
use crate::context::Context;
use crate::failure::Outcome;
use crate::input::behind_file;

/// The words after `eval`.
#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    /// The expression; `G(GAME(POSITION))` is a value, `P(…)` an outcome. FILE.game:EXPR sees the names of a rule file
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub(crate) expression: String,
}

impl Runs for EvalArgs {
    const EXAMPLES: [&'static str; 3] =
        ["grundy eval 'G(kayles(5)) xor 3'", "grundy eval '[i^2 for i in 1..5]'", "grundy eval 'P(wythoff(3, 5))'"];

    fn start(&self, start: Start) -> Ended {
        start.with_rules(|context| run(self, context))
    }
}

/// Prints the value.
fn run(args: &EvalArgs, context: &mut Context) -> Outcome<()> {
    let common = context.common;
    let options =
        CheckOptions { plain: common.plain, engine: common.engine, limits: common.limits(), ..CheckOptions::default() };
    let progress = context.progress(format!("`{}`", args.expression));
    let expression = behind_file(context, &args.expression)?;
    let value = context.ask("expression", |session| evaluate(session, &expression, &options))?;
    drop(progress);
    if common.json {
        return context.line(json!({ "v": 1, "cmd": "eval", "value": json_value(&value) }));
    }
    context.line(value)
}

fn json_value(value: &Evaluated) -> Value {
    match value {
        Evaluated::Number(n) => json::number(n),
        Evaluated::Infinite(_) => value.to_string().into(),
        Evaluated::Truth(holds) => (*holds).into(),
        Evaluated::Vector(list) | Evaluated::Set(list) => list.iter().map(json_value).collect(),
    }
}
