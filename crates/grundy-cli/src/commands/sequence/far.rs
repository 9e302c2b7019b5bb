//! Terms far out, each by itself: the terms before the first are not made.
//!
//! In: a game, and which terms. Out: the same output as from a table of all terms up to the last, except that a period is told only where one is proved at once. The last
//! term is computed first, so that what engines keep of it serves the others.

use grundy::rules::Line;
use grundy::session::Game;
use grundy::{Answer, Diagnostic, Evaluator, IBig, lang::Code};

use super::{AT_ONCE, Told, axes, proof, proof_at_once};
use crate::commands::seen::explain;
use crate::context::Context;
use crate::failure::Outcome;
use crate::input::count;
use crate::output::Output;
use grundy_format::CountLines;

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
    let period = proved.as_ref().map(|(period, ..)| *period);
    let checked = proved.as_ref().map(|(.., checked)| checked.is_yes());
    let engine = last.as_ref().map_or("none", Answer::by_name);
    let told = Told { term: &|n| all[(n - from) as usize], engine, values: None, period, checked, status: &status };
    told.print((game, axes(game, from, terms)), (from, terms), (output, counts), context)?;
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
