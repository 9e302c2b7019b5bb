//! `grundy period`: the period of a line of positions, proved, observed, or not found.
//!
//! The search ends by itself when a period is proved; otherwise `--time` or Ctrl-C ends it, and what was seen is said.

use std::time::{Duration, Instant};

use grundy::theory::periods::{Verdict, period};

use crate::context::Context;
use crate::failure::{Failure, Outcome};
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
    tell(&verdict, context)
}

fn tell(verdict: &Verdict, context: &mut Context) -> Outcome<()> {
    let (text, why) = match verdict {
        Verdict::Proved(proof) => (format!("proved {}", proof.period), Some(&proof.theorem)),
        Verdict::Observed(period, to, why) => (format!("observed {period} to {to}; this is no proof"), why.as_ref()),
        Verdict::NotFound(to, why) => (format!("no period found to {to}"), why.as_ref()),
    };
    context.line(text)?;
    why.into_iter().for_each(|why| context.note(why));
    match verdict {
        Verdict::NotFound(..) => Err(Failure::Told(3)),
        _ => Ok(()),
    }
}
