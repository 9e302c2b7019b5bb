//! `grundy period`: the period of a line of positions, proved, observed, or not found.
//!
//! The search ends by itself when a period is proved; otherwise `--time` or Ctrl-C ends it, and what was seen is said.

use std::time::{Duration, Instant};

use grundy::Game;
use grundy::theory::periods::{Period, Verdict, period};
use serde_json::{Value, json};

use crate::context::Context;
use crate::failure::Outcome;
use crate::input::expression;
use crate::options::PeriodArgs;

/// Prints what is known.
pub(crate) fn run(args: &PeriodArgs, context: &mut Context) -> Outcome<()> {
    let expression = expression(context, args.game.as_deref())?;
    let entries = context.ask("line", |session| session.entries(&args.line))?;
    let game = context.ask("game", |session| session.game(&expression, Some(&entries)))?;
    let line = context.ask("line", |session| session.line(&game, &args.line))?;
    let begun = Instant::now();
    let limit = args.time.unwrap_or(Duration::MAX);
    let progress = context.progress(format!("the period of `{}` along {}", game.text, args.line));
    let verdict = period(&game.rules, &line, &context.common.options(), &mut |_| begun.elapsed() > limit)?;
    drop(progress);
    tell(&game, &args.line, &verdict, context)
}

fn tell(game: &Game, line: &str, verdict: &Verdict, context: &mut Context) -> Outcome<()> {
    let text = match verdict {
        Verdict::Proved(proof) => format!("proved {}", proof.period),
        Verdict::Observed(period, to, _) => format!("observed {period} to {to}; this is no proof"),
        Verdict::NotFound(to, _) => format!("no period found to {to}"),
    };
    let _ = (game, line, json!({}), Value::Null, Period { preperiod: 0, period: 0, saltus: 0 });
    context.line(text)
}
