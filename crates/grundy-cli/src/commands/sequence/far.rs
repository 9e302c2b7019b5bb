//! Terms far out, each by itself: the terms before the first are not made.
//!
//! In: a game, and which terms. Out: the same output as from a table of all terms up to the last, except that a period is told only where one is proved at once. The last
//! term is computed first, so that what engines keep of it serves the others.

use grundy::engine::Quantity;
use grundy::rules::Line;
use grundy::session::Game;
use grundy::{Answer, Diagnostic, Evaluator, IBig, lang::Code};

use super::{AT_ONCE, KnownProof, axes, known, proof, proof_at_once, write_counts};
use crate::commands::seen::explain;
use crate::context::Context;
use crate::failure::Outcome;
use crate::format::{Column, CountLines, Grid, KnownPeriod, Sequence as Terms, Source};
use crate::input::count;
use crate::output::Output;

/// Terms from this one on are far out.
const FAR: u64 = 1 << 24;
/// At most so many are computed in this way.
const MOST: u64 = 1 << 20;

/// Are these terms computed by themselves?
pub(super) fn are_far((from, terms): (u64, u64)) -> bool {
    from >= FAR && terms - from <= MOST
}

/// Prints the terms.
pub(super) fn run(
    (game, line): (&Game, &Line),
    (from, terms): (u64, u64),
    (output, counts): (Output, Option<CountLines>),
    context: &mut Context,
) -> Outcome<()> {
    let options = context.common.options();
    let mut evaluator = Evaluator::new(&game.rules, options.clone());
    let (all, last) = values(&mut evaluator, game, (from, terms), context)?;
    let proved = proof_at_once(game, line, AT_ONCE, &options, context);
    let status = proved.as_ref().map_or_else(
        || format!("the terms before {from} were not looked at for a period; `grundy period` looks for one"),
        proof,
    );
    let period = proved.as_ref().map(|(period, ..): &KnownProof| *period);
    let axes = axes(game, from, terms);
    let grid = Grid {
        game: &game.text,
        rules: &game.rules.hash(),
        play: context.common.play().name(),
        shows: Quantity::Value,
        engine: last.as_ref().map_or("none", Answer::by_name),
        fixed: vec![],
        coordinates: vec![Column { name: axes[0].name.clone(), source: Source::Axis(0) }],
        value: &|point| all.get((point[0] - from) as usize).copied().flatten(),
        values: None,
        loopy: None,
        entries: None,
        asked: vec![],
        period: Some(KnownPeriod { period: period.map(|p| (p.preperiod, p.period)), status: status.clone() }),
        axes,
    };
    let (says, width) = (output.name.says(), context.text().width);
    let greatest = all.iter().flatten().max().copied();
    let checked = proved.as_ref().map(|(.., checked)| checked.is_yes());
    let known = known(period, checked, (from, terms), greatest);
    output.write(context, |format, out| match counts {
        Some(lines) => write_counts(&all, lines, out),
        None => format.write_sequence(&Terms { grid: &grid, known: &known, width }, out),
    })?;
    if !says.tells_period {
        context.note(&status);
    }
    if let Some(last) = last {
        explain(context, game, &last.account());
    }
    Ok(())
}

/// The values, and the answer about the last of them.
fn values(
    evaluator: &mut Evaluator,
    game: &Game,
    (from, terms): (u64, u64),
    context: &mut Context,
) -> Outcome<(Vec<Option<u64>>, Option<Answer>)> {
    let mut last: Option<Answer> = None;
    let mut all = vec![];
    let _progress = context.progress(format!("{} of `{}`", count(terms - from, "term", "terms"), game.text));
    for n in (from..terms).rev() {
        let position = [IBig::from(n)];
        if !evaluator.exists(&position)? {
            all.push(None);
            continue;
        }
        let value = match last {
            Some(_) => evaluator.number(&position)?,
            None => last.insert(evaluator.value(&position)?).value.clone(),
        };
        let beyond = |_| Diagnostic::limit(Code::Value, format!("the value of the term {n} exceeds 64 bits"));
        all.push(Some(u64::try_from(&value).map_err(beyond)?));
    }
    all.reverse();
    Ok((all, last))
}
