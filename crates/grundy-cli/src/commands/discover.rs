//! `grundy discover`: what the values of a game are at every position, said as a formula, or by automata.
//!
//! In: a game, the play, whether values or outcomes are asked for. Out: a claim that is proved for every position. If no formula is found, the automata
//! that were proved are told; the exit code is 3 if nothing is proved. The claim and the certificate are written whole or not at all.

use std::io::Write;
use std::path::Path;

use grundy::rules::Game;
use grundy::theory::discover::{Asks, discover};
use grundy::theory::everywhere::{Everywhere, everywhere};
use grundy::{Diagnostic, Play};
use serde_json::{Value, json};

use crate::certificates::Begun;
use crate::context::Context;
use crate::failure::{Failure, Outcome, quoted};
use crate::input::expression;
use crate::options::DiscoverArgs;
use crate::output::Draft;

/// What was proved.
struct Found {
    /// The claim, if a formula was found.
    claim: Option<String>,
    states: usize,
    values: Everywhere,
}

/// Prints what was proved.
pub(crate) fn run(args: &DiscoverArgs, context: &mut Context) -> Outcome<()> {
    let text = expression(context, args.game.as_deref())?;
    let game = context.ask("game", |session| session.game(&text, None))?;
    let certificate = args.certificate.as_deref().map(Begun::at).transpose()?;
    let draft = args.output.as_deref().map(begin).transpose()?;
    let progress = context.progress(format!("a formula for every position of `{}`", game.text));
    let asks = if args.outcome { Asks::Outcomes } else { Asks::Values };
    let found = find(&game, asks, context)?;
    drop(progress);
    tell(&game, asks, found.as_ref(), context)?;
    let Some(found) = found else { return Err(Failure::Told(3)) };
    if let (Some(path), Some(mut draft)) = (&args.output, draft) {
        let claim = found.claim.as_ref().ok_or_else(|| {
            Diagnostic::limit("not-found", format!("{} is not written: no formula was found", quoted(path)))
        })?;
        let done = writeln!(draft, "{claim}").and_then(|()| draft.finish());
        done.map_err(|error| Failure::of_writing(&error, &quoted(path)))?;
    }
    if let Some(file) = certificate {
        let text = found.values.certificate(&game).ok_or_else(|| {
            Diagnostic::limit("certificate", "no certificate is written: expressions say a part of the values")
        })?;
        file.text(&text)?;
    }
    Ok(())
}

fn begin(path: &Path) -> Outcome<Draft> {
    if path.as_os_str() == "-" {
        let error = Diagnostic::new("output", "`-o` wants the name of a file");
        return Err(error.help("the claim is printed as well").into());
    }
    Draft::begin(path).map_err(|error| Failure::of_writing(&error, &quoted(path)))
}

/// A formula, or else automata.
fn find(game: &Game, asks: Asks, context: &Context) -> Outcome<Option<Found>> {
    let options = context.common.options();
    if let Some(found) = discover(&game.rules, asks, &options)? {
        let claim = found.claim(game, asks);
        return Ok(Some(Found { claim: Some(claim), states: found.states, values: found.values }));
    }
    let automata = everywhere(&game.rules, &options)?;
    let enough = automata.filter(|values| asks == Asks::Outcomes || values.is_complete());
    Ok(enough.map(|values| Found { claim: None, states: values.states(), values }))
}

fn tell(game: &Game, asks: Asks, found: Option<&Found>, context: &mut Context) -> Outcome<()> {
    let misere = context.common.play() == Play::Misere;
    if context.common.json {
        return context.line(json_line(game, asks, found, context.common.play()));
    }
    let what = if asks == Asks::Values { "values" } else { "P-positions" };
    let Some(found) = found else {
        let misere = if misere { " in misère play" } else { "" };
        return context.line(format!("not found: no formula and no automaton of the {what}{misere} is proved"));
    };
    let states = found.states;
    match &found.claim {
        Some(claim) => {
            context.line(claim)?;
            context.line(format!("proved for every position, by automata of at most {states} states"))
        }
        None => {
            let words = found.values.coordinates().words();
            context.line(format!(
                "proved for every position: automata of at most {states} states that read the binary digits{words} say the {what}; no formula was found"
            ))
        }
    }
}

fn json_line(game: &Game, asks: Asks, found: Option<&Found>, play: Play) -> Value {
    json!({
        "v": 1,
        "cmd": "discover",
        "game": game.text,
        "rules": game.rules.hash(),
        "play": play.name(),
        "kind": if asks == Asks::Values { "values" } else { "outcomes" },
        "status": if found.is_some() { "proved" } else { "not_closed" },
        "form": found.and_then(|found| found.claim.clone()),
        "states": found.map(|found| found.values.states()),
        "joint": found.map(|found| found.states),
        "base": 2,
    })
}
