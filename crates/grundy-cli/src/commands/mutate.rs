//! `grundy check --mutate`: the changes of one constant or relation of a claim that no verdict notices.
//!
//! In: the claims of a file. Out: for each claim that is true, the changed claims that are true as well, a line each. A claim of which many
//! changes go unnoticed says little. Nothing is proved here: claims and changed claims are looked at in tables of small boxes.

use grundy::Diagnostic;
use grundy::lang::ast::File;
use grundy::theory::claims::{Effort, Meter, Mutant, Statement, Status, check, mutants};
use serde_json::json;

use crate::context::Context;
use crate::failure::Outcome;
use crate::input::count;

/// What was found in all files.
#[derive(Default)]
pub(super) struct Changes {
    claims: u64,
    changes: u64,
    unnoticed: u64,
    /// Claims that are not true, and those under an erratum.
    left_out: u64,
}

/// Looks at the changes of one claim, and gives the mistake that keeps the claim from being evaluated.
pub(super) fn look(
    file: (&str, &File),
    statement: &Statement,
    effort: &Effort,
    all: &mut Changes,
    context: &mut Context,
) -> Outcome<Option<Box<Diagnostic>>> {
    let (name, file) = file;
    let is_true = |statement: &Statement| -> Outcome<bool> {
        let verdict = check(statement, effort, &Meter::default())?;
        Ok(matches!(verdict.status, Status::Proved | Status::Holds))
    };
    let verdict = check(&statement.clone().unproved(), effort, &Meter::default())?;
    if statement.erratum.is_some() || !matches!(verdict.status, Status::Proved | Status::Holds) {
        all.left_out += 1;
        return Ok(verdict.error.filter(|_| statement.erratum.is_none()));
    }
    let changes = mutants(context.session(), file, statement);
    let progress = context.progress(format!("changes of {}", statement.name));
    let mut unnoticed: Vec<&Mutant> = vec![];
    for change in &changes {
        if is_true(&change.statement)? {
            unnoticed.push(change);
        }
        crate::interrupt::check()?;
    }
    drop(progress);
    all.claims += 1;
    all.changes += changes.len() as u64;
    all.unnoticed += unnoticed.len() as u64;
    tell(name, statement, changes.len(), &unnoticed, context)?;
    Ok(None)
}

fn tell(
    name: &str,
    statement: &Statement,
    changes: usize,
    unnoticed: &[&Mutant],
    context: &mut Context,
) -> Outcome<()> {
    let places: Vec<(usize, usize)> = unnoticed
        .iter()
        .map(|change| {
            let place = context.session().sources().locate(change.span);
            place.map_or((0, 0), |place| (place.line, place.column))
        })
        .collect();
    if context.common.json {
        let list: Vec<_> = unnoticed
            .iter()
            .zip(&places)
            .map(|(change, (line, column))| json!({"line": line, "column": column, "from": change.from, "to": change.to}))
            .collect();
        let line = json!({
            "v": 1, "cmd": "check", "file": name, "name": statement.name, "changes": changes, "unnoticed": list,
        });
        return context.line(line);
    }
    if unnoticed.is_empty() {
        return Ok(());
    }
    context.line(format!(
        "{}: {} of {} go unnoticed",
        statement.name,
        unnoticed.len(),
        count(changes as u64, "change", "changes")
    ))?;
    for (change, (line, column)) in unnoticed.iter().zip(places) {
        context.line(format!("    `{}` changed to `{}` ({name}:{line}:{column})", change.from, change.to))?;
    }
    Ok(())
}

/// The last line.
pub(super) fn summary(all: &Changes, context: &mut Context) -> Outcome<()> {
    if context.common.json {
        return context.line(json!({
            "v": 1, "cmd": "check", "summary": {"claims": all.claims, "changes": all.changes, "unnoticed": all.unnoticed, "left_out": all.left_out},
        }));
    }
    let (claims, changes) = (count(all.claims, "claim", "claims"), count(all.changes, "change", "changes"));
    let left_out = match all.left_out {
        0 => String::new(),
        n => format!("; {} left out, not true or under an erratum", count(n, "claim", "claims")),
    };
    context.line(format!("{claims}, {changes}: {} go unnoticed{left_out}", all.unnoticed))
}
