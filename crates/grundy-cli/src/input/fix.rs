//! `--fix x2=1,3=0`: coordinates held at a value.

use std::ops::Range;

use grundy::Diagnostic;
use grundy::lang::Code;
use grundy::lang::{Span, nearest};
use grundy::session::Game;

use super::numbers::{natural, small};
use crate::context::Context;
use crate::failure::Outcome;

/// For each coordinate the value at which it is held, if any.
pub(crate) fn fixed(context: &mut Context, game: &Game, options: &[String]) -> Outcome<Vec<Option<u64>>> {
    let mut fixed: Vec<Option<u64>> = vec![None; game.rules.width()];
    for text in options {
        let whole = context.add_text("--fix", text);
        for piece in pieces(text) {
            let part = Span { start: piece.start as u32, end: piece.end as u32, ..whole };
            let (coord, value) = one(context, game, &text[piece], part)?;
            if fixed[coord].replace(value).is_some_and(|before| before != value) {
                let name = &game.rules.coords[coord].name;
                return Err(
                    Diagnostic::at(Code::Fix, part, format!("`{name}` is fixed twice"), "the second time").into()
                );
            }
        }
    }
    Ok(fixed)
}

/// `NAME=v` or `INDEX=v`.
fn one(context: &mut Context, game: &Game, text: &str, part: Span) -> Outcome<(usize, u64)> {
    let Some((name, value)) = text.split_once('=') else {
        let message = format!("`{}` fixes nothing", text.trim());
        return Err(Diagnostic::at(Code::Fix, part, message, "expected NAME=VALUE, such as x1=0").into());
    };
    let coord = coordinate(game, name.trim(), part)?;
    let (value, span) = natural(context, "--fix", "value of a coordinate", value)?;
    let value = small(&value, "value", span)?;
    if let Some(most) = game.rules.own_bound(coord).filter(|most| value > *most) {
        let message = format!("`{}` is {most} at most, found {value}", game.rules.coords[coord].name);
        return Err(Diagnostic::at(Code::Fix, part, message, "beyond its range").into());
    }
    Ok((coord, value))
}

/// The coordinate with a given name, or with a given number from 1.
fn coordinate(game: &Game, name: &str, part: Span) -> Outcome<usize> {
    let coords = &game.rules.coords;
    if let Some(coord) = coords.iter().position(|coord| coord.name == name) {
        return Ok(coord);
    }
    if let Some(coord) = name.parse::<usize>().ok().filter(|index| (1..=coords.len()).contains(index)) {
        return Ok(coord - 1);
    }
    let names: Vec<&str> = coords.iter().map(|coord| coord.name.as_str()).collect();
    let message = format!("`{}` has no coordinate `{name}`", game.text);
    let error =
        Diagnostic::at(Code::UnknownCoordinate, part, message, format!("the coordinates are {}", game.pattern()));
    Err(match nearest(name, names) {
        Some(name) => error.help(format!("did you mean `{name}`?")).into(),
        None => error.into(),
    })
}

/// The pieces between the commas that are outside brackets.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let (mut pieces, mut depth, mut start) = (vec![], 0i64, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                pieces.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(start..text.len());
    pieces
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn commas_in_brackets_do_not_separate() {
        let texts = |text: &'static str| pieces(text).into_iter().map(|p| &text[p]).collect::<Vec<_>>();
        assert_eq!(texts("a=1,b=max(1,2),3=4"), ["a=1", "b=max(1,2)", "3=4"]);
        assert_eq!(texts(""), [""]);
        assert_eq!(texts("a=1,"), ["a=1", ""]);
        assert_eq!(texts("a=1),b=2"), ["a=1),b=2"]);
    }
}
