//! The claims of a file in two halves: one thread looks at the next claim while another checks what was proved of the last ones.
//!
//! In: the claims of a file. Out: their verdicts, told one after the other in the order of the file, whatever ends the work.

use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::time::Instant;

use grundy::theory::claims::{Effort, Looked, Meter, Statement, Verdict, look};

use super::check::watched;
use crate::context::Context;
use crate::failure::Outcome;

/// The most claims that wait for the checker.
const WAITING: usize = 16;
/// The stack of the checker, in bytes.
const STACK: usize = 64 << 20;

/// What is done with a verdict, and the seconds that it took.
pub(super) type Tell<'t> = dyn FnMut(&Statement, Verdict, f64, &mut Context<'_, '_>) -> Outcome<()> + 't;

/// Looks at all claims.
#[expect(clippy::disallowed_methods, reason = "the one thread is joined, and its panic goes on")]
pub(super) fn all(
    statements: &[Statement],
    effort: &Effort,
    tell: &mut Tell<'_>,
    context: &mut Context<'_, '_>,
) -> Outcome<()> {
    std::thread::scope(|scope| {
        let (to_checker, looked) = sync_channel::<(usize, Looked, f64)>(WAITING);
        let (to_teller, settled) = channel();
        let checker = move || {
            for (number, looked, seconds) in looked {
                let begun = Instant::now();
                let verdict = looked.settle(&statements[number], effort, &Meter::default());
                let took = seconds + begun.elapsed().as_secs_f64();
                if to_teller.send((number, verdict, took)).is_err() {
                    return;
                }
            }
        };
        let Ok(checker) = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, checker) else {
            return one_by_one(statements, effort, tell, context);
        };
        let looked = hand_on(statements, effort, to_checker, &settled, tell, context);
        // What was decided is told, whatever ended the work.
        let told = settled
            .iter()
            .try_for_each(|(number, verdict, seconds)| tell(&statements[number], verdict, seconds, context));
        drop(settled);
        checker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        told.and(looked)
    })
}

/// Looks at one claim after the other, hands it to the checker, and tells what the checker has settled by then.
fn hand_on(
    statements: &[Statement],
    effort: &Effort,
    to_checker: SyncSender<(usize, Looked, f64)>,
    settled: &Receiver<(usize, Verdict, f64)>,
    tell: &mut Tell<'_>,
    context: &mut Context<'_, '_>,
) -> Outcome<()> {
    for (number, statement) in statements.iter().enumerate() {
        let begun = Instant::now();
        let looked = watched(statement, context, |meter| look(statement, effort, meter))?;
        if to_checker.send((number, looked, begun.elapsed().as_secs_f64())).is_err() {
            return Ok(());
        }
        settled
            .try_iter()
            .try_for_each(|(number, verdict, seconds)| tell(&statements[number], verdict, seconds, context))?;
    }
    Ok(())
}

/// The same in one thread.
fn one_by_one(
    statements: &[Statement],
    effort: &Effort,
    tell: &mut Tell<'_>,
    context: &mut Context<'_, '_>,
) -> Outcome<()> {
    for statement in statements {
        let begun = Instant::now();
        let verdict = watched(statement, context, |meter| {
            look(statement, effort, meter).map(|looked| looked.settle(statement, effort, meter))
        })?;
        tell(statement, verdict, begun.elapsed().as_secs_f64(), context)?;
    }
    Ok(())
}
