//! The work on the claims of a file.
//!
//! In: the claims of a file. Out: their verdicts, each told as soon as it is there, whatever ends the work. Where the time is not limited, one thread looks at the next
//! claim while another checks what was proved of the last ones, and the verdicts come in the order of the file. Where it is, each claim has its share. After Ctrl-C,
//! as at the end of the time, a claim that is not decided is open. A claim that breaks the program is an error with what to report, and the others go on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::time::Instant;

use grundy::{Diagnostic, Kind, Limits, Reading};
use grundy_claims::{CheckOptions, Looked, Meter, Statement, Status, Verdict, check, look, prove};

use crate::context::Context;
use crate::failure::Outcome;
use crate::mistake;
use crate::progress::{ProgressLine, ShownWork};

/// A claim gets one of so many parts of the time that is left, until all others were looked at.
const SHARES: usize = 16;
/// The most claims that wait for the checker.
const WAITING: usize = 16;
/// The stack of the checker, in bytes.
const STACK: usize = 64 << 20;
/// The stack of the thread that looks at claims: rules may be nested deeply.
const LOOKER: usize = 256 << 20;

/// What is done with a verdict, and the seconds that it took.
pub(super) type Tell<'t> = dyn FnMut(&Statement, Verdict, f64, &mut Context<'_, '_>) -> Outcome<()> + 't;

/// What the two halves say of their work.
enum Event {
    /// A claim is looked at from now on.
    Begun(usize, Arc<Meter>),
    /// A claim has its verdict, after some seconds.
    Settled(usize, Box<Verdict>, f64),
}

/// Looks at all claims in one thread, and checks in another; this one tells each verdict as soon as it is there.
#[expect(clippy::disallowed_methods, reason = "both threads are joined, and their panics go on")]
pub(super) fn in_two_halves(
    statements: &[Statement],
    options: &CheckOptions,
    tell: &mut Tell<'_>,
    context: &mut Context<'_, '_>,
) -> Outcome<()> {
    std::thread::scope(|scope| {
        let (to_checker, from_looker) = sync_channel::<(usize, Looked, f64)>(WAITING);
        let (to_teller, events) = channel();
        let of_checker = to_teller.clone();
        let checker = move || check_all(statements, options, from_looker, &of_checker);
        let looker = move || look_at_all(statements, options, &to_checker, &to_teller);
        let spawned = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, checker);
        let Ok(checker) = spawned else { return one_by_one(statements, options, tell, context) };
        let spawned = std::thread::Builder::new().stack_size(LOOKER).spawn_scoped(scope, looker);
        let Ok(looker) = spawned else { return one_by_one(statements, options, tell, context) };
        let told = tell_all(statements, events, tell, context);
        if told.is_err() {
            // Nobody reads what is said: the claim that is being looked at ends, too.
            context.interrupts().flag().store(true, Ordering::SeqCst);
        }
        looker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        checker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        told
    })
}

/// Looks at one claim after the other, and hands it to the checker; ends where nobody listens any more.
fn look_at_all(
    statements: &[Statement],
    options: &CheckOptions,
    to_checker: &SyncSender<(usize, Looked, f64)>,
    to_teller: &Sender<Event>,
) {
    for (number, statement) in statements.iter().enumerate() {
        let (begun, meter) = (Instant::now(), Arc::new(Meter::default()));
        if to_teller.send(Event::Begun(number, meter.clone())).is_err() {
            return;
        }
        let looked = unless_interrupted(&options.limits, || unbroken(statement, || look(statement, options, &meter)));
        let looked = looked.unwrap_or_else(|why| undecided(&why).into());
        if to_checker.send((number, looked, begun.elapsed().as_secs_f64())).is_err() {
            return;
        }
    }
}

/// Does work on a claim, if the run is not interrupted already.
fn unless_interrupted<T>(limits: &Limits, work: impl FnOnce() -> Result<T, Diagnostic>) -> Result<T, Diagnostic> {
    match limits.ended() {
        Some(why) if why.kind == Kind::Interrupted => Err(why),
        _ => work(),
    }
}

/// Where the tests break a claim.
#[cfg(not(test))]
fn may_break(_: &Statement) {}
#[cfg(test)]
use tests::may_break;

/// Does work on a claim. If it breaks the program, that is the verdict.
pub(super) fn unbroken<T: From<Verdict>>(
    statement: &Statement,
    work: impl FnOnce() -> Result<T, Diagnostic>,
) -> Result<T, Diagnostic> {
    let work = || {
        may_break(statement);
        work()
    };
    grundy_claims::unbroken(work, mistake::message)
}

/// The verdict on a claim whose work was interrupted.
fn undecided(why: &Diagnostic) -> Verdict {
    Verdict::open(why.message.clone())
}

/// Checks what was looked at, in this order.
fn check_all(
    statements: &[Statement],
    options: &CheckOptions,
    from_looker: Receiver<(usize, Looked, f64)>,
    to_teller: &Sender<Event>,
) {
    for (number, looked, seconds) in from_looker {
        let begun = Instant::now();
        let statement = &statements[number];
        let settled = unbroken(statement, || Ok(looked.settle(statement, options, &Meter::default())));
        let verdict = settled.unwrap_or_else(|why| undecided(&why));
        let took = seconds + begun.elapsed().as_secs_f64();
        if to_teller.send(Event::Settled(number, Box::new(verdict), took)).is_err() {
            return;
        }
    }
}

/// Tells the verdicts, whatever ends the work, and shows meanwhile which claim is looked at.
fn tell_all(
    statements: &[Statement],
    events: Receiver<Event>,
    tell: &mut Tell<'_>,
    context: &mut Context<'_, '_>,
) -> Outcome<()> {
    let (mut current, mut line) = (None, None);
    for event in events {
        // A verdict does not stand behind the line of progress.
        drop(line.take());
        match event {
            Event::Begun(number, meter) => current = Some((number, meter)),
            Event::Settled(number, verdict, seconds) => tell(&statements[number], *verdict, seconds, context)?,
        }
        line = current.as_ref().map(|(number, meter)| progress(&statements[*number], meter, context));
    }
    Ok(())
}

/// Checks one claim after the other. Each has its share of the time, where this is limited, and proofs take half of it.
pub(super) fn one_by_one(
    statements: &[Statement],
    options: &CheckOptions,
    tell: &mut Tell<'_>,
    context: &mut Context<'_, '_>,
) -> Outcome<()> {
    let limits = &options.limits;
    if let (Some(first), Some(_)) = (statements.first(), limits.deadline) {
        let options = CheckOptions { limits: limits.share(2), ..options.clone() };
        // What breaks the program here breaks it again where the claim is looked at.
        let proving = |meter: &Meter| catch_unwind(AssertUnwindSafe(|| prove(statements, &options, meter))).is_ok();
        watched(first, context, proving);
    }
    // A claim that takes longer than its share of the time is looked at again after the others.
    let mut left: Vec<&Statement> = statements.iter().collect();
    for is_last in [limits.deadline.is_none(), true] {
        let mut late = vec![];
        for (i, statement) in left.iter().enumerate() {
            let begun = Instant::now();
            let parts = if is_last { left.len() - i } else { SHARES };
            let options = CheckOptions { limits: limits.share(parts), ..options.clone() };
            let work = |meter: &Meter| unbroken(statement, || check(statement, &options, meter));
            let verdict = unless_interrupted(limits, || watched(statement, context, work));
            let verdict = verdict.unwrap_or_else(|why| undecided(&why));
            if !is_last && is_cut_off(&verdict, &options.limits) {
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
pub(super) fn is_cut_off(verdict: &Verdict, limits: &Limits) -> bool {
    limits.ended().is_some() && (verdict.status == Status::Open || verdict.checked == Some(false))
}

/// Does work on a claim, and shows its progress.
fn watched<T>(statement: &Statement, context: &mut Context<'_, '_>, work: impl FnOnce(&Meter) -> T) -> T {
    let meter = Arc::new(Meter::default());
    let _line = progress(statement, &meter, context);
    work(&meter)
}

/// The line that shows how far the work on a claim is, until it is dropped.
fn progress(statement: &Statement, meter: &Arc<Meter>, context: &Context<'_, '_>) -> ProgressLine {
    let (seen, name) = (meter.clone(), statement.name.clone());
    context.watch(move |engines| {
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
    })
}

#[cfg(test)]
mod tests {
    use grundy_claims::Statement;
    use serde_json::Value;

    /// A claim with this name breaks the program: in these tests alone.
    const BREAKS: &str = "what breaks the program";

    pub(super) fn may_break(statement: &Statement) {
        assert_ne!(statement.name, BREAKS);
    }

    /// The exit code of `check` on claims of which one breaks the program, and the lines.
    fn checked(claims: &str, words: &[&str]) -> (u8, Vec<Value>) {
        let (mut input, mut out, mut err) = (std::io::empty(), vec![], vec![]);
        let console = crate::Console::of(&mut input, &mut out, &mut err);
        let code = crate::run([&["grundy", "check", "--json", "-e", claims], words].concat(), console);
        let lines = String::from_utf8(out).expect("text");
        (code, lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect())
    }

    #[test]
    fn a_claim_that_breaks_the_program_is_an_error_and_the_others_go_on() {
        let folder = std::env::temp_dir().join(format!("grundy-breaks-{}", std::process::id()));
        let claims =
            format!("claim \"a\": 1 = 1\nclaim \"{BREAKS}\": 1 = 1\nclaim \"c\": 1 = 2\nclaim \"d\": nothing = 2");
        let kept = ["--certificates", folder.to_str().expect("a name")];
        for words in [&[][..], &kept, &["--time", "1000h"]] {
            let (code, lines) = checked(&claims, words);
            let statuses: Vec<&str> = lines.iter().map(|line| line["status"].as_str().unwrap_or("null")).collect();
            assert_eq!(statuses, ["proved", "error", "false", "error", "null"]);
            let reason = lines[1]["reason"].as_str().expect("a reason");
            assert!(reason.starts_with("grundy made a mistake of its own; please report it ("), "{reason}");
            assert_eq!(lines[4]["summary"]["error"], 2);
            assert_eq!(code, 4, "{words:?}");
        }
        std::fs::remove_dir_all(folder).expect("the folder of certificates");
    }

    #[test]
    fn a_claim_that_was_made_before_points_to_the_same_certificates() {
        let folder = std::env::temp_dir().join(format!("grundy-again-{}", std::process::id()));
        let says =
            ["on nim[2] at (a, b): P iff a = b", ": period(kayles(_)) = 12", ": convergence(mark[{1}, {2}]) = 7"];
        for says in says {
            let (code, lines) = checked(
                &format!("claim \"first\" {says}\nclaim \"again\" {says}"),
                &["--certificates", folder.to_str().expect("a name")],
            );
            let files = |line: &Value| line["certificates"].as_array().expect("a list").clone();
            assert_eq!((code, files(&lines[0])), (0, files(&lines[1])), "{says}");
            assert!(files(&lines[0]).iter().all(|file| file["status"] == "written"), "{says}: {lines:?}");
            assert!(!files(&lines[0]).is_empty(), "{says}");
        }
        std::fs::remove_dir_all(folder).expect("the folder of certificates");
    }
}
