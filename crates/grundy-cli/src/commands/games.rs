//! `grundy games`: the list of built-in games or of those of a file, the description of one, what a compound is, and what the engines see of a game.

mod compounds;
mod shape;

use std::path::Path;

use clap::Args;
use grundy::Diagnostic;
use grundy::json;
use grundy::lang::Code;
use grundy::lang::{COMPOUNDS, is_more, nearest};
use grundy::library::{Entry, of_file};

use super::command::{Ended, Runs, Start};
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::input::{expression, name_of, read_text, split_file};
use grundy_format::wrap::wrapped;

/// The words after `games`.
#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// A built-in game or a compound, such as pass; FILE.game, or FILE.game:NAME; with --shape any GAME
    #[arg(value_name = "NAME")]
    pub(crate) game: Option<String>,
    /// What the engines see of the game: the shapes of its moves, its components and symmetries
    #[arg(long)]
    pub(crate) shape: bool,
}

impl Runs for GamesArgs {
    const EXAMPLES: [&'static str; 3] = ["grundy games", "grundy games wythoff", "grundy games 'pass(nim[2])' --shape"];

    fn start(&self, start: Start) -> Ended {
        // Here no engine looks for Ctrl-C.
        let _endable = start.console.interrupts.endable();
        start.with_rules(|context| run(self, context))
    }
}

/// Prints the list, a description, or a shape.
fn run(args: &GamesArgs, context: &mut Context) -> Outcome<()> {
    match &args.game {
        None if args.shape => Err(expression(context, None).err().unwrap_or_else(|| no_game().into())),
        None if context.common.rules.is_empty() => built_in(context),
        None => list(context, &given(context), own_family),
        Some(game) if args.shape => shape::show(context, game),
        Some(name) => match split_file(name) {
            Some((path, name)) => of_path(context, path, name),
            None => named(context, name),
        },
    }
}

/// The games of the rules given with `-e`.
fn given(context: &Context) -> Vec<Entry> {
    context.common.rules.iter().flat_map(|text| of_file("the rules given", text)).collect()
}

/// The games of a file, or one of them.
fn of_path(context: &mut Context, path: &str, game: Option<&str>) -> Outcome<()> {
    let name = name_of(Path::new(path));
    let text = read_text(Path::new(path), context.console)?;
    context.load(&name, &text)?;
    let entries = of_file(&name, &text);
    let Some(game) = game else {
        if entries.is_empty() {
            return Err(Diagnostic::new(Code::WhichGame, format!("{name} defines no game")).into());
        }
        list(context, &entries, own_family)?;
        return match context.common.json {
            true => Ok(()),
            false => context.line(format!("\n`grundy games {path}:NAME` shows a game's rules.")),
        };
    };
    match entries.iter().find(|entry| entry.name == game) {
        Some(entry) => show(context, entry),
        None => Err(unknown(game, &format!("{name} defines no game `{game}`"), &entries, path)),
    }
}

/// A game of the rules given, a built-in game, or a compound.
fn named(context: &mut Context, name: &str) -> Outcome<()> {
    let more = if is_more(name) { grundy::library::more() } else { vec![] };
    let entries = [given(context), context.session().library().to_vec(), more].concat();
    match (entries.iter().find(|entry| entry.name == name), compounds::named(name)) {
        (Some(entry), _) => show(context, entry),
        (None, Some(compound)) => compound.show(context),
        (None, None) => Err(unknown(name, &format!("there is no built-in game `{name}`"), &entries, "")),
    }
}

fn no_game() -> Diagnostic {
    Diagnostic::new(Code::WhichGame, "which game? name it after the command")
}

/// The built-in games.
fn built_in(context: &mut Context) -> Outcome<()> {
    let entries = context.session().library().to_vec();
    list(context, &entries, |file| file.trim_end_matches(".game").replace('_', " "))?;
    if context.common.json {
        return Ok(());
    }
    context.line("\n`grundy games NAME` shows a game's rules, its source and an example.")?;
    let more: Vec<String> = grundy::library::more().into_iter().map(|entry| entry.name).collect();
    let line = format!("Games of the cookbook (`grundy help cookbook`): {}.", more.join(", "));
    context.line(wrapped(&line, context.text().width))?;
    let names = compounds::names();
    let width = context.text().width;
    context.line(wrapped(&format!("Compounds are made with {names}: `grundy games pass` explains `pass`."), width))
}

/// The heading of games that are not built in.
fn own_family(file: &str) -> String {
    file.to_string()
}

/// Games by family, which is the file that defines them.
fn list(context: &mut Context, entries: &[Entry], heading: impl Fn(&str) -> String) -> Outcome<()> {
    if context.common.json {
        return entries.iter().try_for_each(|entry| context.line(json::entry(entry)));
    }
    let width = entries.iter().map(|entry| name_and_parameters(entry).chars().count()).max().unwrap_or(0);
    let mut family = "";
    for entry in entries {
        if entry.file != family {
            if !family.is_empty() {
                context.line("")?;
            }
            family = &entry.file;
            context.line(heading(family))?;
        }
        let head = name_and_parameters(entry);
        let room = context.text().width.saturating_sub(width + 4).max(20);
        context.line(format!("  {head:width$}  {}", cut(title(&entry.about), room)).trim_end())?;
    }
    Ok(())
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
fn show(context: &mut Context, entry: &Entry) -> Outcome<()> {
    if context.common.json {
        return context.line(json::entry(entry));
    }
    let width = context.text().width;
    context.line(&entry.head)?;
    if !entry.about.is_empty() {
        context.line(wrapped(&entry.about, width))?;
    }
    context.line(format!("\n{}", entry.rules.trim_end()))?;
    if !entry.source.is_empty() {
        context.line(format!("\n{}", wrapped(&format!("Source: {}", entry.source), width)))?;
    }
    if !entry.example.is_empty() {
        context.line(format!("\nExample: {}\nAnswer:  {}", entry.example, entry.answer))?;
    }
    Ok(())
}

/// The error for a name that no game here has; these are the built-in ones, if there is no path.
fn unknown(name: &str, message: &str, entries: &[Entry], path: &str) -> Failure {
    let error = Diagnostic::new(Code::UnknownName, message);
    if name.contains(['[', '(', '+', '*']) {
        return error.help("a game is shown by its name alone; with `--shape` any expression can be looked at").into();
    }
    let compounds = if path.is_empty() { COMPOUNDS } else { &[] };
    let names = entries.iter().map(|entry| entry.name.as_str()).chain(compounds.iter().copied());
    match nearest(name, names) {
        Some(name) => error.help(format!("did you mean `{name}`?")).into(),
        None => error.help(format!("`{}` lists them", format!("grundy games {path}").trim_end())).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_titles_are_cut() {
        assert_eq!(cut("abcdef", 4), "abc…");
    }
}
