//! The form of an output: its format, and how a picture is drawn (`--mode`, `--palette`, `--scale`, `--slices`, `--rows`).

use std::cell::RefCell;

use grundy::lang::Code;
use grundy::session::Game;
use grundy::theory::formula::Formula;
use grundy::{Diagnostic, Evaluator, Options, Play};
use grundy_picture::{NAMES, Palette};

use super::{natural, small};
use crate::context::Context;
use crate::failure::Outcome;
use crate::options::{OutputOptions, PictureOptions};
use crate::output::{Form, format_of};
use grundy_format::picture::{Drawn, MisereValues, Mode, Style, about};

/// The greatest side of a cell.
const LARGEST_CELL: u64 = 512;

/// The format that the options ask for, and the style of a picture; the values in misère play, if a formula speaks of them, go to `hi`. Where no picture is drawn, nothing is
/// looked up, and the options are refused.
pub(crate) fn form(
    context: &mut Context,
    game: &Game,
    (output, options): (&OutputOptions, &PictureOptions),
    hi: Option<(&[u64], Options)>,
) -> Outcome<Form> {
    let name = format_of(output, context.common.json)?;
    if !name.says().is_picture {
        let Some(option) = options.given() else { return Ok(Form { name, style: Style::default() }) };
        let message = format!("`{option}` is for pictures, and this is `{}`", name.word());
        return Err(Diagnostic::new(Code::Format, message)
            .help("write one with `-o FILE.png`, `-o FILE.svg` or `-o FILE.pdf`")
            .into());
    }
    let palette = options.palette.as_deref().map(palette).transpose()?.unwrap_or_default();
    let scale = options.scale.as_deref().map(|text| scale(context, text)).transpose()?;
    let slices = match options.slices.as_deref() {
        None | Some("") => None,
        Some(text) => Some(slices(context, text)?),
    };
    let mode = match options.mode.as_deref() {
        None => Mode::Values,
        Some(text) => mode(context, game, text.trim(), hi)?,
    };
    let rows = options.rows.as_deref().map(|text| rows(context, text)).transpose()?;
    let (sheet, about) = (options.slices.is_some(), about(context.session(), game));
    Ok(Form { name, style: Style { mode, palette, scale, sheet, slices, rows, about, proved: None } })
}

fn palette(name: &str) -> Result<Palette, Diagnostic> {
    Palette::named(name).ok_or_else(|| {
        let error = Diagnostic::new(Code::Palette, format!("there is no palette `{name}`"));
        error.nearest(name, NAMES).help(format!("the palettes are {}", NAMES.join(", ")))
    })
}

fn scale(context: &mut Context, text: &str) -> Outcome<u64> {
    let (scale, span) = natural(context, "--scale", "side of a cell", text)?;
    match small(&scale, "side of a cell", span)? {
        scale @ 1..=LARGEST_CELL => Ok(scale),
        _ => {
            let message = format!("the side of a cell is 1 to {LARGEST_CELL} pixels");
            Err(Diagnostic::at(Code::Scale, span, message, "not in this range").into())
        }
    }
}

fn rows(context: &mut Context, text: &str) -> Outcome<u64> {
    let (rows, span) = natural(context, "--rows", "length of a row", text)?;
    match small(&rows, "length of a row", span)? {
        0 => Err(Diagnostic::at(Code::Scale, span, "a row has at least one cell", "0").into()),
        rows => Ok(rows),
    }
}

fn slices(context: &mut Context, text: &str) -> Outcome<Vec<u64>> {
    let numbers = context.ask("--slices", |session| session.numbers(text))?;
    let span = context.last_text();
    let number = |n: &grundy::IBig| {
        u64::try_from(n).map_err(|_| Diagnostic::at(Code::Slices, span, "a slice is a natural number", "here"))
    };
    Ok(numbers.iter().map(number).collect::<Result<Vec<u64>, Diagnostic>>()?)
}

fn mode(context: &mut Context, game: &Game, text: &str, hi: Option<(&[u64], Options)>) -> Outcome<Mode> {
    match text {
        "value" => return Ok(Mode::Values),
        "p" | "P" => return Ok(Mode::Wanted),
        _ => {}
    }
    if let Some(modulus) = text.strip_prefix("mod ") {
        let (modulus, span) = natural(context, "--mode", "modulus", modulus.trim())?;
        return match small(&modulus, "modulus", span)? {
            0 => Err(Diagnostic::at(Code::Mode, span, "a modulus is at least 1", "0").into()),
            modulus => Ok(Mode::Residues(modulus)),
        };
    }
    if context.common.misere {
        let message = "`--misere` does not go with a formula, which says itself which play it means";
        return Err(Diagnostic::new(Code::Misere, message)
            .help("write `G_misere` for the values in misère play")
            .into());
    }
    let formula = context.ask("--mode", |session| Formula::read(session, game, text));
    let formula = formula.map_err(|failure| failure.map(|error| advised(error, text, game)))?;
    let misere = match (formula.asks_misere(), hi) {
        (false, _) => None,
        (true, None) => {
            let message = "`G_misere` is known where a whole table is drawn";
            return Err(Diagnostic::new(Code::Mode, message).help("leave `--at` out").into());
        }
        (true, Some((hi, options))) => {
            let evaluator = Evaluator::new(&game.rules, Options { play: Play::Misere, checkpoint: None, ..options });
            let values = evaluator.table(hi)?;
            let value: MisereValues = Box::new(move |position| values.get(position).map(u64::from));
            Some(value)
        }
    };
    Ok(Mode::Formula(Box::new(Drawn { text: text.to_string(), formula: RefCell::new(formula), misere })))
}

/// What `--mode` may say, beside what is wrong.
fn advised(error: Diagnostic, text: &str, game: &Game) -> Diagnostic {
    if error.code != Code::UnknownName {
        return error;
    }
    let names: Vec<&str> = game.rules.coords.iter().map(|coord| coord.name.as_str()).collect();
    let error = error.help(format!(
        "a mode is `value`, `p`, `mod M`, or a formula of `G`, `G_misere` and the coordinates {}",
        names.join(", ")
    ));
    if text.contains(char::is_whitespace) { error } else { error.nearest(text, ["value", "p", "mod 2"]) }
}
