//! The work on the claims of a file.
//!
//! In: the claims of a file. Out: their verdicts, told one after the other, whatever ends the work. Where the time is not limited, one thread looks at the next claim
//! while another checks what was proved of the last ones, and the verdicts come in the order of the file. Where it is, each claim has its share.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::time::Instant;

use grundy::{Limits, Reading};
use grundy_claims::{CheckOptions, Looked, Meter, Statement, Status, Verdict, check, look, prove};

use crate::context::Context;
use crate::failure::Outcome;
use crate::progress::ShownWork;

/// A claim gets one of so many parts of the time that is left, until all others were looked at.
const SHARES: usize = 16;
/// The most claims that wait for the checker.
const WAITING: usize = 16;
/// The stack of the checker, in bytes.
const STACK: usize = 64 << 20;

/// What is done with a verdict, and the seconds that it took.
pub(super) type Tell<'t> = dyn FnMut(&Statement, Verdict, f64, &mut Context<'_, '_>) -> Outcome<()> + 't;

/// Looks at all claims, in two threads.
#[expect(clippy::disallowed_methods, reason = "the one thread is joined, and its panic goes on")]
pub(super) fn in_two_halves(
    statements: &[Statement],
    effort: &CheckOptions,
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
    effort: &CheckOptions,
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

/// Checks one claim after the other. Each has its share of the time, where this is limited, and proofs take half of it.
pub(super) fn one_by_one(
    statements: &[Statement],
    effort: &CheckOptions,
    tell: &mut Tell<'_>,
    context: &mut Context<'_, '_>,
) -> Outcome<()> {
    let limits = &effort.limits;
    if let (Some(first), Some(_)) = (statements.first(), limits.deadline) {
        let effort = CheckOptions { limits: limits.share(2), ..effort.clone() };
        watched(first, context, |meter| prove(first, &effort, meter));
    }
    // A claim that takes longer than its share of the time is looked at again after the others.
    let mut left: Vec<&Statement> = statements.iter().collect();
    for is_last in [limits.deadline.is_none(), true] {
        let mut late = vec![];
        for (i, statement) in left.iter().enumerate() {
            let begun = Instant::now();
            let parts = if is_last { left.len() - i } else { SHARES };
            let effort = CheckOptions { limits: limits.share(parts), ..effort.clone() };
            let verdict = watched(statement, context, |meter| check(statement, &effort, meter))?;
            if !is_last && is_cut_off(&verdict, &effort.limits) {
                late.push(*statement);
                continue;
            }
            tell(statement, verdict, begun.elapsed().as_secs_f64(), context)?;
        }
        left = late;
    }
    Ok(())
}

/// Did the limits end the work on a claim before it was decided, or before what was proved was checked?
fn is_cut_off(verdict: &Verdict, limits: &Limits) -> bool {
    limits.ended().is_some() && (verdict.status == Status::Open || verdict.checked == Some(false))
}

/// Does work on a claim, and shows its progress.
fn watched<T>(statement: &Statement, context: &mut Context<'_, '_>, work: impl FnOnce(&Meter) -> T) -> T {
    let meter = Arc::new(Meter::default());
    let (seen, name) = (meter.clone(), statement.name.clone());
    let progress = context.watch(move |engines| {
        let (work, done, total) = seen.read();
        let name = format!("{name}: {work}");
        match total {
            0 => ShownWork { name, reading: engines, what: "cells" },
            _ => ShownWork {
                name,
                reading: Reading { total, done: done.min(total), ..Reading::default() },
                what: "positions",
            },
        }
    });
    let done = work(&meter);
    drop(progress);
    done
}
