//! `grundy table --prove`: what the picture of a table says of every position.
//!
//! In: the table that is asked for, and how it is drawn. Out: a sentence in the picture, which the checker has verified; or a note that says why there is none.

use grundy::Diagnostic;
use grundy::engine::Quantity;
use grundy::lang::Code;
use grundy_claims::{CheckOptions, Figure};
use grundy_format::KnownPeriod;
use grundy_format::picture::Mode;

use super::TableArgs;
use crate::context::Context;
use crate::failure::Outcome;
use crate::input::Area;
use crate::output::Form;

/// A proof takes one of so many parts of the time, where this is limited.
const PARTS: usize = 2;

/// Puts the sentence into the picture. Points have the period on their own, which is returned.
pub(super) fn of(
    args: &TableArgs,
    area: &Area,
    form: &mut Form,
    context: &mut Context,
) -> Outcome<Option<KnownPeriod>> {
    if !form.name.says().is_picture {
        return refused(format!("`--prove` is for pictures, and this is `{}`", form.name.word()));
    }
    if args.show != Quantity::Value {
        let name = args.show.name();
        return refused(format!("`--prove` speaks of values, and `--show {name}` of another number"));
    }
    let formula = if let Mode::Formula(formula) = &form.style.mode { Some(formula.text.clone()) } else { None };
    let free = area.free();
    if formula.is_none() && free.len() != 1 {
        return refused("`--prove` wants a formula, or a table of a single coordinate".to_string());
    }
    let held: Vec<u64> = area.fixed.iter().map(|at| at.unwrap_or(0)).collect();
    let filter = args.range.filter.as_deref();
    let figure = Figure { game: &area.game, formula: formula.as_deref(), free: &free, held: &held, filter };
    let what = formula.as_ref().map_or("the period".to_string(), |formula| format!("`{formula}`"));
    let progress = context.progress(format!("a proof of {what}"));
    let options = CheckOptions { limits: context.common.limits().share(PARTS), ..CheckOptions::default() };
    let play = context.common.play();
    let known = context.ask("--mode", |session| figure.proved(session, &options, play))?;
    drop(progress);
    match known {
        Ok((period, sentence)) => Ok(form.style.say(period.map(|known| (known.preperiod, known.period)), sentence)),
        Err(why) => {
            context.note(&format!("{what} is not proved for every position: {why}"));
            Ok(None)
        }
    }
}

pub(super) fn refused<T>(message: String) -> Outcome<T> {
    Err(Diagnostic::new(Code::Format, message)
        .help("write `grundy table 'nim[2]' --mode 'G - (x1 xor x2)' --prove -o nim.svg`, or `grundy table kayles --prove -o kayles.svg`")
        .into())
}
