//! GAME as it is typed: an expression, or a rule file and an expression that may use its names.

use std::path::Path;

use grundy::lang::Code;
use grundy::lang::ast::{File, GameBody, GameDef, ItemKind};
use grundy::lang::expr_text;
use grundy::session::Game;
use grundy::{Diagnostic, Entry, Evaluator, IBig};

use super::file::{name_of, read_text};
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::options::INPUT;

/// The expression in GAME, after its file has been read.
pub(crate) fn expression(context: &mut Context, game: Option<&str>) -> Outcome<String> {
    let Some(game) = game else { return own_game(context) };
    let Some((path, expression)) = split_file(game) else {
        if let Some((path, _)) = game.split_once(':').filter(|(path, _)| Path::new(path).is_file()) {
            let message = format!("`{path}` is no rule file by its name: a rule file ends in `.game`");
            return Err(Diagnostic::new(Code::File, message)
                .help("rename it, or give it on standard input: `-:EXPR`")
                .into());
        }
        return Ok(game.to_string());
    };
    one_file(path, expression)?;
    let text = read_text(Path::new(path), context.console)?;
    let name = name_of(Path::new(path));
    let file = context.load(&name, &text)?;
    match expression {
        Some(expression) => Ok(expression.to_string()),
        None => Ok(only_game(&file, &name, path)?),
    }
}

/// The expression in `FILE.game:EXPR`, after the file has been read; any other text is the expression.
pub(crate) fn behind_file(context: &mut Context, text: &str) -> Outcome<String> {
    match split_file(text) {
        Some((_, Some(_))) => expression(context, Some(text)),
        _ => Ok(text.to_string()),
    }
}

/// A file stands once, in front of the expression.
fn one_file(path: &str, expression: Option<&str>) -> Result<(), Diagnostic> {
    let inside = path.contains(['(', '[', '{', '+', '*', ',']) && !Path::new(path).is_file();
    let again = expression.is_some_and(|expression| expression.contains(".game:"));
    if !inside && !again {
        return Ok(());
    }
    let word = |c: char| !(c.is_alphanumeric() || "_-./~".contains(c));
    let file = path.rsplit(word).next().unwrap_or(path);
    let whole = [path, ":", expression.unwrap_or_default()].concat();
    let rest = whole.replace(&format!("{file}:"), "");
    Err(Diagnostic::new(Code::File, "a rule file stands once, in front of the whole expression")
        .help(format!("write '{file}:{rest}': all its names are known there")))
}

/// The single game of the rules given with `-e`, if a position determines all its parameters.
fn own_game(context: &mut Context) -> Outcome<String> {
    match &context.session().own_games()[..] {
        // If its rules are wrong, the caller meets their error.
        [(name, 0)] => Ok(name.clone()),
        [(name, _)] => {
            let name = name.clone();
            let settled = context.ask("game", |session| session.game(&name, None));
            match settled {
                Err(Failure::Error(error)) if error.code != Code::UnsettledLength => Err(no_game(context).into()),
                _ => Ok(name),
            }
        }
        _ => Err(no_game(context).into()),
    }
}

/// GAME and the words after it: the game, and the positions. GAME may carry its position, `nim(3, 5, 7)`; and with one game in the rules of `-e`,
/// or on standard input, its name may be left out.
pub(crate) fn game_and_positions(
    context: &mut Context,
    game: Option<&str>,
    rest: &[String],
) -> Outcome<(String, Vec<String>)> {
    if let Some(first) = game.filter(|first| split_file(first).is_none() && context.session().own_games().len() == 1)
        && context.ask("position", |session| session.numbers(first)).is_ok()
    {
        let mut positions = vec![first.to_string()];
        positions.extend(rest.iter().cloned());
        return Ok((own_game(context)?, positions));
    }
    let expression = expression(context, game)?;
    if !rest.is_empty() {
        return Ok((expression, rest.to_vec()));
    }
    match context.ask("game", |session| session.placed(&expression))? {
        Some((game, position)) => Ok((game, vec![position])),
        None => Ok((expression, vec![])),
    }
}

/// `FILE.game:EXPR`, `FILE.game`, `-:EXPR` (which comes as [`INPUT`]) or `-`: the path, and the expression if there is one.
pub(crate) fn split_file(game: &str) -> Option<(&str, Option<&str>)> {
    let (path, expression) = match game.find(".game:") {
        Some(at) => (&game[..at + 5], &game[at + 6..]),
        None if game.ends_with(".game") || game == "-" => (game, ""),
        None => ("-", game.strip_prefix(INPUT)?),
    };
    Some((path, Some(expression).filter(|e| !e.trim().is_empty())))
}

/// The single game of a file, if a position determines all its parameters.
fn only_game(file: &File, name: &str, path: &str) -> Result<String, Diagnostic> {
    let games: Vec<&GameDef> = file
        .items
        .iter()
        .filter_map(|item| if let ItemKind::Game(game) = &item.kind { Some(game) } else { None })
        .collect();
    let heads: Vec<String> = games.iter().map(|game| format!("`{}`", head(game))).collect();
    match &games[..] {
        [] => Err(Diagnostic::new(Code::WhichGame, format!("{name} defines no game"))),
        [game] if game.params.iter().all(|param| is_length(&param.name, game)) => Ok(game.name.name.clone()),
        [game] => {
            let message = format!("the game {} of {name} wants parameters", heads[0]);
            Err(Diagnostic::new(Code::WhichGame, message)
                .help(format!("write '{path}:{}' with their values", head(game))))
        }
        [first, ..] => {
            let message = format!("{name} defines {} games: {}", games.len(), heads.join(", "));
            Err(Diagnostic::new(Code::WhichGame, message).help(format!("say which, such as '{path}:{}'", head(first))))
        }
    }
}

/// The name of a game with its parameters.
fn head(game: &GameDef) -> String {
    let params: Vec<&str> = game.params.iter().map(|param| param.name.as_str()).collect();
    if params.is_empty() { game.name.name.clone() } else { format!("{}[{}]", game.name.name, params.join(", ")) }
}

/// Is a parameter the length of a position variable, so that a position determines it?
fn is_length(param: &str, game: &GameDef) -> bool {
    match &game.body {
        GameBody::Is(_) => game.params.len() == 1,
        GameBody::Rules { vars, .. } => {
            vars.iter().any(|var| var.length.as_ref().is_some_and(|length| expr_text(length) == param))
        }
    }
}

/// The error if the game is missing.
fn no_game(context: &Context) -> Diagnostic {
    let error = Diagnostic::new(Code::WhichGame, "which game? name it after the command");
    match &context.session().own_games()[..] {
        [] => error.help("`grundy games` lists the built-in games"),
        [(name, 0)] => error.help(format!("the rules given define `{name}`: write `{name}` beside them")),
        [(name, _), ..] => error.help(format!("such as `{name}`, which the rules given define")),
    }
}

/// The given positions, each with its game.
pub(crate) struct Asked {
    games: Vec<(Vec<Entry>, Game, Evaluator)>,
    /// The index of the game, and the coordinates.
    positions: Vec<(usize, Vec<IBig>)>,
}

impl Asked {
    /// Reads positions of a game; those of one shape share an evaluator. All of them are read before any work is done.
    pub(crate) fn read(context: &mut Context, game: &str, positions: &[String]) -> Outcome<Asked> {
        let mut asked = Asked { games: vec![], positions: vec![] };
        for text in positions {
            let text = &context.written().as_written_for(game, text)?;
            let entries = context.written().entries(text)?;
            let known = asked.games.iter().position(|(shape, ..)| *shape == entries);
            let index = match known {
                Some(index) => index,
                None => {
                    let game = context.written().game(game, Some(&entries))?;
                    let evaluator = Evaluator::new(&game.rules, context.common.options());
                    asked.games.push((entries, game, evaluator));
                    asked.games.len() - 1
                }
            };
            let (_, game, _) = &asked.games[index];
            let position = context.written().position_of(game, text)?;
            let limits = context.common.options().limits;
            let text = context.last_text();
            context.written().must_exist(game, &position, Some(text), &limits)?;
            asked.positions.push((index, position));
        }
        Ok(asked)
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// The only position, with its game and evaluator.
    pub(crate) fn one(mut self) -> (Game, Evaluator, Vec<IBig>) {
        let (index, position) = self.positions.swap_remove(0);
        let (_, game, evaluator) = self.games.swap_remove(index);
        (game, evaluator, position)
    }

    /// A position with its game and evaluator.
    pub(crate) fn get(&mut self, index: usize) -> (&Game, &mut Evaluator, &[IBig]) {
        let (game, position) = &self.positions[index];
        let (_, game, evaluator) = &mut self.games[*game];
        (game, evaluator, position)
    }
}

/// A note where several positions of one pile may be meant as one position of several piles.
pub(crate) fn note_of_one_pile(context: &mut Context, game: &str, positions: &[String]) {
    let numbers = |text: &String| text.chars().all(|c| c.is_ascii_digit());
    if positions.len() < 2 || !positions.iter().all(numbers) {
        return;
    }
    let alone = context.ask("game", |session| session.game(game, None)).is_ok();
    let together = vec![Entry::One; positions.len()];
    if !alone && context.ask("game", |session| session.game(game, Some(&together))).is_ok() {
        let joined = positions.join(",");
        context
            .note(&format!("these are {} positions of one pile each; one of {0} piles is `{joined}`", positions.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_expressions_are_told_apart() {
        for (game, split) in [
            ("nim[2]", None),
            ("nim[2] + kayles", None),
            ("0.77", None),
            ("a.game", Some(("a.game", None))),
            ("dir/a.game:foo[1:2]", Some(("dir/a.game", Some("foo[1:2]")))),
            ("a.game:", Some(("a.game", None))),
            ("-", Some(("-", None))),
            ("<standard input>:foo", Some(("-", Some("foo")))),
            ("-3", None),
        ] {
            assert_eq!(split_file(game), split, "{game}");
        }
    }
}
