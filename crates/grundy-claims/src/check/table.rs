//! Checking a printed table, entry by entry.
//!
//! In: a table of a file. Out: its verdict: proved when every claimed entry is right, since the table claims nothing else. The entry shown is the
//! smallest wrong one, by the coordinate sum of its position, then lexicographically.

use std::sync::Arc;

use dashu_int::IBig;

use crate::check::convergence::Steps;
use crate::check::failure::{Failure, Shown};
use crate::check::periods;
use crate::check::properties::Properties;
use crate::check::reach::interruption;
use crate::check::usual_range::Usual;
use crate::check::world::World;
use crate::read::printed_table::Tabled;
use crate::{CheckOptions, Counterexample, Meter, Status, Verdict};
use grundy_core::contract::stop::Stop;
use grundy_core::enumerate::compile::{Env, FUEL, Number, Oracle, number};
use grundy_core::enumerate::existence::Existence;
use grundy_rules::lang::{Code, Diagnostic, Span, expr_text};
use grundy_rules::lower::Question;
use grundy_rules::rules::expr::{Place, Tree};

/// Checks all entries.
pub(crate) fn check(tabled: &Tabled, options: &CheckOptions, meter: &Meter) -> Result<Verdict, Diagnostic> {
    meter.begin("computing values", 0);
    let mut world = World::new(&tabled.scope, options);
    let positions = positions(tabled)?;
    let own = tabled.scope.own.expect("a table speaks of a game");
    if let Some(reach) = reach(&positions) {
        let asked = vec![None; tabled.scope.questions.len()];
        world.tabulate(Some((own, &reach, positions.len() as u64)), &asked, options)?;
    }
    if let Some(open) = periods::settle(&mut world, options)? {
        return Ok(open);
    }
    let steps = match Steps::find(&tabled.scope, options.to, options)? {
        Ok(steps) => steps,
        Err(open) => return Ok(open),
    };
    let properties = Properties::find(&tabled.scope, (options.to, Usual::UNPROVED), options)?;
    let mut world = Arc::new(world);
    let decided = steps.decide(&mut world, &mut |world| {
        properties.decide(world, &mut |world| entries(tabled, &positions, world, options, meter))
    })?;
    world.undamaged()?;
    let mut verdict = decided.verdict;
    if verdict.status == Status::Proved && decided.ranged {
        verdict.status = Status::Holds;
    }
    Ok(verdict)
}

/// Compares the claimed entries with the computed values, under the current answers about properties of games.
fn entries(
    tabled: &Tabled,
    positions: &[Vec<IBig>],
    world: &Arc<World>,
    options: &CheckOptions,
    meter: &Meter,
) -> Result<Verdict, Diagnostic> {
    meter.begin("checking", positions.len() as u64);
    let game = &tabled.scope.games[tabled.scope.own.expect("a table speaks of a game")];
    let of = number::<IBig>(&tabled.of);
    let mut env = Env {
        oracle: Some(world.clone() as Arc<dyn Oracle<IBig>>),
        answers: vec![IBig::ZERO; tabled.scope.questions.len()],
        ..Env::new(tabled.names.len(), tabled.of.variables(), 0)
    };
    let mut existence = Existence::<IBig>::new(&game.rules, &options.limits);
    let mut worst: Option<(IBig, usize, IBig)> = None;
    for (i, position) in positions.iter().enumerate() {
        options.limits.interrupted().map_err(interruption)?;
        let (vars, claimed, span) = &tabled.cells[i];
        if !existence.holds(position).map_err(|stop| undefined(stop, *span))? {
            let message = format!("the position {} of `{}` does not exist", game.show(position), game.text);
            let error = Diagnostic::at(Code::NoPosition, *span, message, "a value is claimed for it");
            return Ok(Verdict::error(error.help("an entry that is not claimed is written `.`")));
        }
        env.coords.clone_from(vars);
        let found = value(&of, &mut env, world, position).map_err(|stop| undefined(stop, *span))?;
        if found != *claimed {
            let sum: IBig = position.iter().sum();
            let smaller = worst.as_ref().is_none_or(|(s, j, _)| (&sum, position) < (s, &positions[*j]));
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
        let shown = Shown::Cell(i, found.clone());
        verdict.failure = Some(Failure { variables: vec![], running: vec![], shown });
        verdict.counterexample = Some(Counterexample {
            position: Some(game.show(&positions[i])),
            vars: if tabled.written_as_entries() {
                vec![]
            } else {
                tabled.names.iter().cloned().zip(vars.iter().cloned()).collect()
            },
            left: (expr_text(&tabled.written), found.to_string()),
            relation: "=",
            right: ("the table's entry".into(), claimed.to_string()),
        });
    }
    verdict.positions = positions.len() as u64;
    Ok(verdict)
}

/// The positions of the claimed entries.
fn positions(tabled: &Tabled) -> Result<Vec<Vec<IBig>>, Diagnostic> {
    let entries: Vec<Number<IBig>> = tabled.entries.iter().map(number).collect();
    let most = tabled.entries.iter().map(|e| e.variables()).max().unwrap_or(0);
    let mut env = Env::new(tabled.names.len(), most, 0);
    let mut positions = vec![];
    for (vars, _, span) in &tabled.cells {
        env.coords.clone_from(vars);
        env.fuel = FUEL;
        let position: Result<Vec<IBig>, Stop> = entries.iter().map(|entry| entry(&mut env)).collect();
        positions.push(position.map_err(|stop| undefined(stop, *span))?);
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

fn value(of: &Number<IBig>, env: &mut Env<IBig>, world: &World, at: &[IBig]) -> Result<IBig, Stop> {
    for (q, question) in world.scope.questions.iter().enumerate() {
        match question {
            Question::Position { own: true, .. } => env.answers[q] = world.answer(q, at, Place(None))?,
            Question::Position { .. } | Question::Genus { .. } => {}
            _ => env.answers[q] = IBig::from(world.constants[q].unwrap_or_default()),
        }
    }
    of(env)
}

fn undefined(stop: Stop, span: Span) -> Diagnostic {
    match stop {
        Stop::Undefined(place, why) => {
            let error =
                Diagnostic::at(Code::Undefined, span, format!("{why}, at this entry of the table"), "this entry");
            match place.0 {
                Some(place) => error.label(place, "not defined there"),
                None => error,
            }
        }
        stop => interruption(stop),
    }
}
