//! `grundy check --mutate`: the changes of one constant or relation of a claim that no verdict notices.
//!
//! In: the claims of a file. Out: for each claim that is true, the changed claims that are true as well, a line each; for each definition that true claims use, the
//! changes that none of these claims notices. A claim of which many changes go unnoticed says little. Nothing is proved here: claims and changed claims are looked at in tables of small boxes.

use grundy::Diagnostic;
use grundy::lang::Span;
use grundy::lang::ast::File;
use grundy_claims::{CheckOptions, Meter, Statement, Status, Verdict, check, definitions, mutants};
use serde_json::{Value, json};

use super::checking::unbroken;
use crate::context::Context;
use crate::failure::Outcome;
use crate::input::count;
use crate::interrupt::Interrupts;

/// What was found in all files.
#[derive(Clone, Default)]
pub(super) struct Changes {
    claims: u64,
    changes: u64,
    unnoticed: u64,
    /// Claims that are not true, and those under an erratum.
    left_out: u64,
}

/// Looks at the changes of the claims of a file, then at those of its definitions. Gives the mistakes that keep claims from being evaluated.
pub(super) fn file(
    (name, file): (&str, &File),
    statements: &[Statement],
    options: &CheckOptions,
    all: &mut Changes,
    context: &mut Context,
) -> Outcome<Vec<Diagnostic>> {
    let (mut errors, mut are_true) = (vec![], vec![]);
    for statement in statements {
        let plain = statement.clone().unproved();
        let verdict = unbroken(&plain, || check(&plain, options, &Meter::default()))?;
        let is_true = statement.erratum.is_none() && is_true(&verdict);
        are_true.push(is_true);
        if !is_true {
            all.left_out += 1;
            errors.extend(verdict.error.filter(|_| statement.erratum.is_none()).map(|error| *error));
            continue;
        }
        all.claims += 1;
        let changes = mutants(context.session(), file, statement);
        let progress = context.progress(format!("changes of {}", statement.name));
        let mut unnoticed = vec![];
        for change in &changes {
            if remains_true(&change.statement, options, context.interrupts())? {
                unnoticed.push((change.span, &*change.from, &*change.to));
            }
        }
        drop(progress);
        let found =
            Found { file: name, name: &statement.name, is_definition: false, changes: changes.len(), unnoticed };
        found.tell(all, context)?;
    }
    for definition in definitions(file, statements) {
        let claims: Vec<&Statement> =
            definition.claims.iter().filter(|n| are_true[**n]).map(|n| &statements[*n]).collect();
        if claims.is_empty() {
            continue;
        }
        let progress = context.progress(format!("changes of {}", definition.name));
        let mut unnoticed = vec![];
        for change in &definition.mutants {
            let mut noticed = false;
            for claim in &claims {
                let changed = change.statement(context.session(), file, claim);
                noticed = match changed {
                    Some(changed) => !remains_true(&changed, options, context.interrupts())?,
                    None => true,
                };
                if noticed {
                    break;
                }
            }
            if !noticed {
                unnoticed.push((change.span, &*change.from, &*change.to));
            }
        }
        drop(progress);
        let (name_of, changes) = (&definition.name, definition.mutants.len());
        let found = Found { file: name, name: name_of, is_definition: true, changes, unnoticed };
        found.tell(all, context)?;
    }
    Ok(errors)
}

fn is_true(verdict: &Verdict) -> bool {
    matches!(verdict.status, Status::Proved | Status::Holds)
}

fn remains_true(changed: &Statement, options: &CheckOptions, run: &Interrupts) -> Outcome<bool> {
    run.check()?;
    Ok(is_true(&unbroken(changed, || check(changed, options, &Meter::default()))?))
}

/// The changes of a claim or a definition, and those that go unnoticed: where, what stands there, and to what it was changed.
struct Found<'a> {
    file: &'a str,
    name: &'a str,
    is_definition: bool,
    changes: usize,
    unnoticed: Vec<(Span, &'a str, &'a str)>,
}

impl Found<'_> {
    fn tell(&self, all: &mut Changes, context: &mut Context) -> Outcome<()> {
        let Found { file, name, is_definition, changes, ref unnoticed } = *self;
        all.changes += changes as u64;
        all.unnoticed += unnoticed.len() as u64;
        let mut places = vec![];
        for (span, from, to) in unnoticed {
            let place = context.session().sources().locate(*span);
            let (line, column) = place.map_or((0, 0), |place| (place.line, place.column));
            places.push((line, column, from, to));
        }
        if context.common.json {
            let place = |(line, column, from, to): &(usize, usize, &&str, &&str)| json!({"line": line, "column": column, "from": from, "to": to});
            let list: Vec<Value> = places.iter().map(place).collect();
            let kind = if is_definition { "def" } else { "claim" };
            return context.line(json!({
                "v": 1, "cmd": "check", "file": file, "kind": kind, "name": name, "changes": changes, "unnoticed": list,
            }));
        }
        if unnoticed.is_empty() {
            return Ok(());
        }
        let of = if is_definition { format!("def {name}") } else { name.to_string() };
        let all = count(changes as u64, "change", "changes");
        context.line(format!("{of}: {} of {all} go unnoticed", unnoticed.len()))?;
        for (line, column, from, to) in places {
            context.line(format!("    `{from}` changed to `{to}` ({file}:{line}:{column})"))?;
        }
        Ok(())
    }
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
