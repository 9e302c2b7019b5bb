//! Checking a printed table, entry by entry.
//!
//! In: a table of a file. Out: its verdict: proved when every claimed entry is right, for it speaks of these alone. The entry shown is the
//! smallest wrong one, by the coordinate sum of its position, then lexicographically.

use std::collections::HashMap;
use std::sync::Arc;

use dashu_int::IBig;

use super::check::{interruption, open};
use super::read::Tabled;
use super::world::{At, World};
use super::{Counterexample, Effort, Meter, Status, Verdict};
use crate::engine::Existence;
use crate::lang::{Diagnostic, Span};
use crate::rules::evaluate::{Evaluator, Failure};
use crate::rules::expr::{E, Place};
use crate::rules::lower::Question;

/// The steps that one entry may take.
const STEPS: u64 = 1 << 32;

/// Checks all entries.
pub(super) fn check(tabled: &Tabled, effort: &Effort, meter: &Meter) -> Result<Verdict, Diagnostic> {
    if let Some(open) = open(&tabled.scope.questions) {
        return Ok(open);
    }
    meter.begin("computing values", 0);
    let mut world = World::new(&tabled.scope, effort);
    let positions = positions(tabled, &world)?;
    let own = tabled.scope.own.expect("a table speaks of a game");
    if let Some(reach) = reach(&positions) {
        let asked = vec![None; tabled.scope.questions.len()];
        world.tabulate(Some((own, &reach, positions.len() as u64)), &asked, effort)?;
    }
    let world = Arc::new(world);
    meter.begin("checking", positions.len() as u64);
    let mut worst: Option<(IBig, usize, IBig)> = None;
    let mut existence = Existence::<IBig>::new(&tabled.scope.games[own].rules);
    for (i, position) in positions.iter().enumerate() {
        let (_, claimed, span) = &tabled.cells[i];
        if !existence.holds(position).map_err(interruption)? {
            let game = &tabled.scope.games[own];
            let message = format!("the position {} of `{}` does not exist", game.show(position), game.text);
            let error = Diagnostic::at("no-position", *span, message, "a value is claimed for it");
            return Ok(Verdict::error(error.help("an entry that is not claimed is written `.`")));
        }
        let found = value(tabled, &world, i, position, *span)?;
        if found != *claimed {
            let sum: IBig = position.iter().sum();
            let order = |j: usize| &positions[j];
            let smaller = worst.as_ref().is_none_or(|(s, j, _)| (&sum, position) < (s, order(*j)));
            if smaller {
                worst = Some((sum, i, found));
            }
        }
        meter.add(1);
    }
    let mut verdict = Verdict::new(Status::Proved);
    if let Some((_, i, found)) = worst {
        let (vars, claimed, _) = &tabled.cells[i];
        verdict.status = Status::False;
        verdict.counterexample = Some(Counterexample {
            position: Some(tabled.scope.games[own].show(&positions[i])),
            vars: if tabled.written_as_entries() {
                vec![]
            } else {
                tabled.names.iter().cloned().zip(vars.iter().cloned()).collect()
            },
            left: (tabled.of_text.clone(), found.to_string()),
            relation: "=",
            right: ("the table's entry".into(), claimed.to_string()),
        });
    }
    verdict.positions = positions.len() as u64;
    Ok(verdict)
}

/// The positions of the claimed entries.
fn positions(tabled: &Tabled, world: &World) -> Result<Vec<Vec<IBig>>, Diagnostic> {
    let answers = vec![];
    let mut positions = vec![];
    for (vars, _, span) in &tabled.cells {
        let at = tabled.entries.iter().map(|e| evaluate(e, vars, world, &answers, *span));
        positions.push(at.collect::<Result<Vec<IBig>, _>>()?);
    }
    Ok(positions)
}

fn reach(positions: &[Vec<IBig>]) -> Option<Vec<u64>> {
    let mut reach = vec![0u64; positions.first()?.len()];
    for position in positions {
        for (r, x) in reach.iter_mut().zip(position) {
            *r = (*r).max(u64::try_from(x).ok()?);
        }
    }
    Some(reach)
}

fn value(tabled: &Tabled, world: &World, cell: usize, at: &[IBig], span: Span) -> Result<IBig, Diagnostic> {
    let questions = tabled.scope.questions.iter().enumerate();
    let answer = |(q, question): (usize, &Question)| match question {
        Question::Position { own: true, .. } => world.answer(q, at, Place(None)).map_err(interruption),
        _ => Ok(IBig::ZERO),
    };
    let answers = questions.map(answer).collect::<Result<Vec<IBig>, Diagnostic>>()?;
    evaluate(&tabled.of, &tabled.cells[cell].0, world, &answers, span)
}

fn evaluate(e: &E, vars: &[IBig], world: &World, answers: &[IBig], span: Span) -> Result<IBig, Diagnostic> {
    let mut atoms = At { world, answers };
    let mut evaluator = Evaluator { coords: vars, vars: HashMap::new(), atoms: &mut atoms, steps: STEPS };
    evaluator.int(e).map_err(|failure| match failure {
        Failure::Undefined(place, why) => {
            let error = Diagnostic::at("undefined", span, format!("{why}, at this entry of the table"), "this entry");
            match place.0 {
                Some(place) => error.label(place, "not defined there"),
                None => error,
            }
        }
        Failure::Steps => Diagnostic::limit("too-large", "an entry of this table takes too many steps"),
    })
}
