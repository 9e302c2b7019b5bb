//! `grundy help`: a command, the options of all commands, or a chapter of the book.

use clap::Args;
use grundy::Diagnostic;
use grundy::lang::Code;
use grundy::lang::nearest;
use serde_json::json;

use super::command::{Ended, Program, Runs, Start};
use crate::book::{Page, TOPICS, Topic};
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::options::{Common, help_of, help_of_options};

/// The topic that is made of the declarations of the options.
const OPTIONS: &str = "options";

/// The words after `help`.
#[derive(Debug, Args)]
pub(crate) struct HelpArgs {
    /// A command, a chapter of the book, or `options`
    #[arg(value_name = "TOPIC")]
    pub(crate) topic: Option<String>,
}

impl Runs for HelpArgs {
    const EXAMPLES: [&'static str; 3] = ["grundy help tutorial", "grundy help table", "grundy help options"];

    fn start(&self, start: Start) -> Ended {
        let program = start.program;
        start.without_rules(|common, console| run(self, program, common, console))
    }
}

/// Prints the help of a topic.
fn run(args: &HelpArgs, program: &dyn Program, common: &Common, console: &mut Console) -> Outcome<()> {
    let topic = args.topic.as_deref();
    let text = text(topic, program, common, console)?;
    let text =
        if common.json { json!({"v": 1, "cmd": "help", "topic": topic, "text": text}).to_string() } else { text };
    let written = writeln!(console.out, "{}", text.trim_end());
    written.map_err(|error| Failure::of_writing(&error, "standard output"))
}

/// The text: for JSON a chapter in Markdown, and no colours.
fn text(topic: Option<&str>, program: &dyn Program, common: &Common, console: &Console) -> Outcome<String> {
    let (width, color) = (console.page_width(), !common.json && common.color(console.out_color));
    let help = match topic {
        Some(OPTIONS) => Some(help_of_options(program.declarations(), width)),
        _ => help_of(topic, program.help(width)),
    };
    let chapter = topic.and_then(Topic::named);
    match (help, chapter) {
        (Some(help), _) if color => Ok(help.ansi().to_string()),
        (Some(help), _) => Ok(help.to_string()),
        (None, Some(chapter)) if common.json => Ok(chapter.text().to_string()),
        (None, Some(chapter)) => Ok(Page { width, color }.show(chapter.text())),
        (None, None) => Err(unknown(topic.unwrap_or_default(), &program.declarations()).into()),
    }
}

/// The error for a topic that does not exist.
fn unknown(topic: &str, program: &clap::Command) -> Diagnostic {
    let error = Diagnostic::new(Code::UnknownTopic, format!("there is no command and no chapter `{topic}`"));
    let commands = program.get_subcommands().map(clap::Command::get_name);
    let topics = TOPICS.iter().map(|topic| topic.name).chain([OPTIONS]);
    match nearest(topic, commands.chain(topics)) {
        Some(name) => error.help(format!("did you mean `{name}`?")),
        None => error.help("`grundy help` lists the commands, `grundy book` the chapters"),
    }
}
