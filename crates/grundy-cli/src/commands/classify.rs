//! `grundy classify`: which properties hold for all positions up to a bound, and the first position that breaks each of the others.

use clap::Args;
use grundy::engine::default_bound;
use grundy::json;
use grundy::session::Game;
use grundy::theory::structure::{Finding, Property, Report, Witness, classify_by, foreseen_by};
use grundy::{Diagnostic, EngineName, Kind, table::box_cells};
use grundy_claims::largest_bound;
use serde_json::{Value, json};

use super::command::{Ended, Runs, Start};
use super::seen::{account_lines, word};
use crate::context::Context;
use crate::failure::{Outcome, interrupted};
use crate::input::{Area, count, expression};
use crate::options::RangeOptions;

/// The largest default bound of a coordinate: the time for a game with one long ray grows with the square of the bound.
const LONGEST: u64 = 10_000;
/// A classification that takes more work than this begins with smaller boxes, each of twice the bounds of the one before.
const SLOW: u64 = 1 << 22;
/// The first box takes no more than this: what is foreseen are the values, and the properties look at every move besides.
const QUICK: u64 = 1 << 16;
/// The least memory for a position, in bytes: two values and a mark.
const CELL: u64 = 3;
/// At most so many boxes are looked through then.
const STEPS: u32 = 24;
/// The default bound if positions split: the number of positions then grows faster than the box.
const SPLITTING: u64 = 15;

/// The words after `classify`.
#[derive(Debug, Args)]
pub(crate) struct ClassifyArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The bound of all coordinates, or a bound for each [default: as far as some 10^6 positions]
    #[arg(long, value_name = "N[,M…]", allow_hyphen_values = true)]
    pub(crate) to: Option<String>,
}

impl Runs for ClassifyArgs {
    const EXAMPLES: [&'static str; 3] = [
        "grundy classify 'moore_nim[2, 2]' --to 12",
        "grundy classify dawson_kayles --to 16",
        "grundy classify 'slow_exact[3, 2]' --to 7 --json",
    ];

    fn start(&self, start: Start) -> Ended {
        start.with_rules(|context| run(self, context))
    }
}

/// Prints a line for each property.
fn run(args: &ClassifyArgs, context: &mut Context) -> Outcome<()> {
    let expression = expression(context, args.game.as_deref())?;
    let range = RangeOptions { to: args.to.clone(), fix: vec![], filter: None };
    let Area { game, mut hi, .. } = Area::read(context, &expression, &range)?;
    if args.to.is_none() {
        hi = reach(&game, context);
        context.note(&format!("no bound given: the positions up to {}", bounds(&game, &hi)));
    }
    let (hi, report, ended) = classified(&game, hi, context)?;
    if context.common.explain {
        context.note(&format!("{}; {}; rules {}", report.by, positions(&report), game.rules.hash()));
        for (play, account) in &report.tables {
            let lines = account_lines(context, account).join("; ");
            context.note(&format!("{} play: {lines}", word(*play)));
        }
    }
    for finding in &report.findings {
        let line = match context.common.json {
            true => json_line(&game, &hi, finding, &report).to_string(),
            false => format!("{:<13}  {}", finding.property.name(), verdict(&game, &hi, finding, &report)),
        };
        context.line(line)?;
    }
    let Some(ended) = ended else { return Ok(()) };
    let _ = context.console.out.flush();
    context.note(&format!("only the positions up to {} were looked at", bounds(&game, &hi)));
    Err(ended.into())
}

/// The classification up to the bounds. Where it takes long, smaller boxes come first; if an interruption or the end of the time stops the work, the
/// largest box that is finished counts.
fn classified(game: &Game, hi: Vec<u64>, context: &Context) -> Outcome<(Vec<u64>, Report, Option<Diagnostic>)> {
    let (named, plain) = (context.common.engine, context.common.plain);
    let engine = if plain { Some(EngineName::Search) } else { named };
    // What does not fit the memory is refused before any work.
    let fits = box_cells(&hi).saturating_mul(CELL) <= context.common.memory();
    let smaller = |shift: u32| -> Vec<u64> {
        hi.iter().enumerate().map(|(c, h)| game.rules.own_bound(c).map_or(h >> shift, |_| *h)).collect()
    };
    let work = |shift: u32| foreseen_by(named, plain, &game.rules, &smaller(shift));
    let slow = fits && work(0) > SLOW;
    let first = if slow { (0..STEPS).find(|shift| work(*shift) <= QUICK).unwrap_or(STEPS) } else { 0 };
    let mut known: Option<(Vec<u64>, Report)> = None;
    for shift in (0..=first).rev() {
        let to = smaller(shift);
        let _progress = context.progress(format!("`{}` to {}", game.text, bounds(game, &to)));
        match (classify_by(engine, &game.rules, &to, &Property::ALL, &context.common.limits()), known.take()) {
            (Ok(report), _) => known = Some((to, report)),
            (Err(error), Some((to, report))) if error.kind != Kind::Input => {
                return Ok((to, report, Some(error)));
            }
            (Err(error), _) => return Err(error.into()),
        }
    }
    let (to, report) = known.ok_or_else(interrupted)?;
    Ok((to, report, None))
}

/// The bounds where none is given.
fn reach(game: &Game, context: &Context) -> Vec<u64> {
    let to = |n: u64| (0..game.rules.width()).map(|c| default_bound(&game.rules, c, n)).collect::<Vec<u64>>();
    if game.rules.splits() {
        return to(SPLITTING);
    }
    let (engine, plain) = (context.common.engine, context.common.plain);
    to(largest_bound(LONGEST, to, |hi| foreseen_by(engine, plain, &game.rules, hi)))
}

/// One bound where it is that of all the game's own coordinates, or all of them.
fn bounds(game: &Game, hi: &[u64]) -> String {
    let own = (0..hi.len()).find(|c| game.rules.own_bound(*c).is_none()).map_or(0, |c| hi[c]);
    match hi.iter().enumerate().all(|(c, hi)| *hi == default_bound(&game.rules, c, own)) {
        true => own.to_string(),
        false => hi.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
    }
}

fn positions(report: &Report) -> String {
    count(report.positions, "position", "positions")
}

/// What was found, in words.
fn verdict(game: &Game, hi: &[u64], finding: &Finding, report: &Report) -> String {
    match &finding.witness {
        None => format!("holds to {} ({})", bounds(game, hi), positions(report)),
        Some(witness) => format!("fails at {}{}", game.show_parts(&witness.position), why(game, finding, witness)),
    }
}

/// Why a position breaks a property.
fn why(game: &Game, finding: &Finding, witness: &Witness) -> String {
    let (normal, misere) = witness.pair;
    let to = witness.path.first().map(|option| game.show_parts(option)).unwrap_or_default();
    let kind = format!("a ({normal},{misere})-position");
    let other = format!("({misere},{normal})-position");
    match finding.property {
        Property::Tame | Property::Pet | Property::Domestic => format!(" with (G, G_misere) = ({normal}, {misere})"),
        Property::Miserable => format!(
            " with (G, G_misere) = ({normal}, {misere}): it has a move to the swap position {to}, and none to a swap position of the other kind"
        ),
        Property::Returnable => format!(", {kind}: the move to {to} has no move back to {kind}"),
        Property::Forced => format!(", {kind}: the move to {to} does not reach a {other}"),
        Property::OneMove => ", which is not terminal and has G = 0".to_string(),
        Property::SgDecreasing => format!(" with G = {normal}: the move to {to} does not lower it"),
    }
}

fn json_line(game: &Game, hi: &[u64], finding: &Finding, report: &Report) -> Value {
    let witness = finding.witness.as_ref().map(|witness| {
        json!({
            "position": json::lists(game, &witness.position),
            "pair": [witness.pair.0, witness.pair.1],
            "path": witness.path.iter().map(|option| json::lists(game, option)).collect::<Value>(),
        })
    });
    json!({
        "v": 1,
        "cmd": "classify",
        "game": game.text,
        "rules": game.rules.hash(),
        "to": hi,
        "positions": report.positions,
        "property": finding.property.name(),
        "status": if witness.is_some() { "fails" } else { "holds" },
        "witness": witness,
    })
}
