//! `grundy games`: the list of built-in games, the description of one, and what the engines see of a game.

use grundy::Diagnostic;
use grundy::lang::{is_more, nearest};
use grundy::library::Entry;
use grundy::rules::Game;
use grundy::rules::shape::report;
use grundy::{Reader, readers};
use serde_json::{Value, json};

use crate::book::wrapped;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::input::{expression, split_file};
use crate::options::GamesArgs;

/// Prints the list, a description, or a shape.
pub(crate) fn run(args: &GamesArgs, context: &mut Context) -> Outcome<()> {
    match &args.game {
        None if args.shape => Err(expression(context, None).err().unwrap_or_else(|| no_game().into())),
        None => list(context),
        Some(game) if args.shape => show_shape(context, game),
        Some(name) => show(context, name),
    }
}

fn no_game() -> Diagnostic {
    Diagnostic::new("which-game", "which game? name it after the command")
}

/// All games by family.
fn list(context: &mut Context) -> Outcome<()> {
    let entries = context.session().library().to_vec();
    if context.common.json {
        return entries.iter().try_for_each(|entry| context.line(object(entry)));
    }
    let width = entries.iter().map(|entry| name_and_parameters(entry).chars().count()).max().unwrap_or(0);
    let mut family = "";
    for entry in &entries {
        if entry.file != family {
            if !family.is_empty() {
                context.line("")?;
            }
            family = &entry.file;
            context.line(family.trim_end_matches(".game").replace('_', " "))?;
        }
        let head = name_and_parameters(entry);
        let room = context.text().width.saturating_sub(width + 4).max(20);
        context.line(format!("  {head:width$}  {}", cut(title(&entry.about), room)))?;
    }
    context.line("\n`grundy games NAME` shows a game's rules, its source and an example.")
}

/// `moore_nim[n, k]`, without the variables or the expression that the name stands for.
fn name_and_parameters(entry: &Entry) -> &str {
    let head = entry.head.split(" = ").next().unwrap_or(&entry.head);
    head.split('(').next().unwrap_or(head)
}

/// The title of a game, before the colon of its description.
fn title(about: &str) -> &str {
    about.split_once(": ").map_or(about, |(title, _)| title)
}

/// The text, shortened to at most a given number of characters.
fn cut(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_string();
    }
    let kept: String = text.chars().take(room.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// The full description of one game.
fn show(context: &mut Context, name: &str) -> Outcome<()> {
    let more = if is_more(name) { grundy::library::more() } else { vec![] };
    let found = context.session().library().iter().chain(&more).find(|entry| entry.name == name).cloned();
    let Some(entry) = found else { return Err(unknown(context, name)) };
    if context.common.json {
        return context.line(object(&entry));
    }
    let width = context.text().width;
    context.line(&entry.head)?;
    context.line(wrapped(&entry.about, width))?;
    context.line("")?;
    context.line(entry.rules.trim_end())?;
    context.line("")?;
    context.line(wrapped(&format!("Source: {}", entry.source), width))?;
    context.line("")?;
    context.line(format!("Example: {}", entry.example))?;
    context.line(format!("Answer:  {}", entry.answer))
}

/// The error for a name that no built-in game has.
fn unknown(context: &Context, name: &str) -> Failure {
    let error = Diagnostic::new("unknown-name", format!("there is no built-in game `{name}`"));
    let names: Vec<&str> = context.session().library().iter().map(|entry| entry.name.as_str()).collect();
    if split_file(name).is_some() || name.contains(['[', '(', '+', '*']) {
        return error.help("with `--shape` any game can be looked at, without it the built-in ones").into();
    }
    match nearest(name, names) {
        Some(name) => error.help(format!("did you mean `{name}`?")).into(),
        None => error.help("`grundy games` lists them").into(),
    }
}

fn object(entry: &Entry) -> Value {
    json!({
        "v": 1,
        "cmd": "games",
        "name": entry.name,
        "head": entry.head,
        "family": entry.file.trim_end_matches(".game"),
        "about": entry.about,
        "source": entry.source,
        "example": entry.example,
        "answer": entry.answer.split_whitespace().collect::<Vec<_>>(),
        "rules": entry.rules,
    })
}

/// What the engines see of a game.
fn show_shape(context: &mut Context, game: &str) -> Outcome<()> {
    let expression = expression(context, Some(game))?;
    let game = settled(context, &expression)?;
    if context.common.json {
        let canonical: Value = serde_json::from_str(&game.rules.canonical_json()).unwrap_or_default();
        return context.line(json!({
            "v": 1,
            "cmd": "games",
            "game": game.text,
            "rules": game.rules.hash(),
            "shape": report(&game.rules).to_string(),
            "engines": readers(&game.rules).iter().map(engine).collect::<Vec<_>>(),
            "canonical": canonical,
        }));
    }
    context.line(format!("{} at {}", game.text, game.pattern()))?;
    context.line(report(&game.rules))?;
    let readers = readers(&game.rules);
    let read_by: Vec<&str> = readers.iter().filter(|r| r.refused.is_none()).map(|r| r.engine.name()).collect();
    context.line(format!("read by      {}", if read_by.is_empty() { "none".into() } else { read_by.join(", ") }))?;
    readers.iter().filter_map(|reader| reader.refused.as_ref()).try_for_each(|refused| {
        context.line(format!("{:<12} {}", format!("not {}", refused.engine.name()), refused.why))
    })
}

/// What an engine says of a game, for JSON.
fn engine(reader: &Reader) -> Value {
    let reason = reader.refused.as_ref().map(|refused| &refused.why);
    json!({ "engine": reader.engine.name(), "reads": reason.is_none(), "reason": reason })
}

/// The game; a built-in game without parameters takes those of its example.
fn settled(context: &mut Context, expression: &str) -> Outcome<Game> {
    let alone = context.ask("game", |session| session.game(expression, None));
    let example = context.session().library().iter().find(|entry| entry.name == expression);
    let (Err(failure), Some(example)) = (&alone, example) else { return alone };
    let words = shell_words(&example.example);
    let (Failure::Error(_), [_, _, game, position, ..]) = (failure, &words[..]) else { return alone };
    let entries = context.ask("position", |session| session.entries(position))?;
    context.ask("game", |session| session.game(game, Some(&entries)))
}

/// Splits a text into words as a shell does, with single and double quotes.
fn shell_words(line: &str) -> Vec<String> {
    let mut words = vec![];
    let mut word = String::new();
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None, ' ') => words.push(std::mem::take(&mut word)),
            (_, c) => word.push(c),
        }
    }
    words.push(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_split_as_a_shell_does() {
        assert_eq!(shell_words("grundy value 'nim[2] + x' 1,2"), ["grundy", "value", "nim[2] + x", "1,2"]);
    }

    #[test]
    fn long_titles_are_cut() {
        assert_eq!(cut("abcdef", 4), "abc…");
    }
}
