//! Help of the program and of its commands: what stands where, and how wide it is.

use clap::Command;
use clap::builder::StyledStr;

use crate::book::TOPICS;

/// The last line of every command's help.
const ELSEWHERE: &str = "GAME, POSITION and the options of all commands: `grundy help options`";

/// The declarations, with the examples of each word, and without the options of all commands.
pub(crate) fn dressed(command: Command, examples: fn(&str) -> String, width: usize) -> Command {
    let words: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_string()).collect();
    let command = command.term_width(width).mut_args(|arg| arg.hide(true));
    let heading = heading(&command, "Commands:");
    let command = command
        .help_template(format!("{{about}}\n\n{{usage-heading}} {{usage}}\n\n{heading}\n{{subcommands}}{{after-help}}"))
        .after_help(chapters());
    words
        .iter()
        .fold(command, |command, word| command.mut_subcommand(word, |one| with_examples(one, examples(word), width)))
}

/// A command with its examples.
fn with_examples(command: Command, examples: String, width: usize) -> Command {
    let has_options =
        command.get_opts().next().is_some() || command.get_arguments().any(|arg| arg.get_long().is_some());
    let heading = heading(&command, "Options:");
    let options = if has_options { format!("\n\n{heading}\n{{options}}") } else { String::new() };
    command
        .term_width(width)
        .help_template(format!(
            "{{about-with-newline}}\n{{usage-heading}} {{usage}}{{after-help}}{options}\n\n{ELSEWHERE}"
        ))
        .after_help(examples)
}

/// Words in the style of headings.
fn heading(command: &Command, words: &str) -> String {
    let style = command.get_styles().get_header();
    format!("{style}{words}{style:#}")
}

/// Where to read on.
fn chapters() -> String {
    let names: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
    format!(
        "`grundy COMMAND --help` shows a command with examples, `grundy help options` the options of all \
         commands, `grundy help CHAPTER` a chapter of the book: {}",
        names.join(", ")
    )
}

/// The help of a command, if there is one of this name; of the program for no name. The declarations are [`dressed`].
pub(crate) fn help_of(word: Option<&str>, mut command: Command) -> Option<StyledStr> {
    command.build();
    match word {
        None => Some(command.render_help()),
        Some(word) => command.find_subcommand_mut(word).map(Command::render_help),
    }
}

/// GAME, POSITION and the options of all commands.
pub(crate) fn help_of_options(command: Command, width: usize) -> StyledStr {
    let command = command.term_width(width);
    let whole = command.get_long_about().map(ToString::to_string).unwrap_or_default();
    let writing = whole.split_once("\n\n").map_or("", |(_, writing)| writing).to_string();
    let heading = heading(&command, "Options of all commands:");
    let template = format!("{{about}}{{after-help}}\n\n{heading}\n{{options}}");
    command.long_about(writing).help_template(template).render_long_help()
}
