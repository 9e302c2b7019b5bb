//! `grundy book`: the chapters of the book, and how to read them.

use clap::Args;
use serde_json::json;

use super::command::{Ended, Runs, Start};
use crate::book::{TOPICS, Topic};
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::options::Common;

/// Where else the book is.
const ELSEWHERE: &str = "\
`grundy help CHAPTER` shows a chapter; `grundy help CHAPTER | less` page by page.
The book is also the folder `book` of the repository; `mdbook build book` makes
web pages of it.";

/// The words after `book`: none.
#[derive(Debug, Args)]
pub(crate) struct BookArgs {}

impl Runs for BookArgs {
    const EXAMPLES: [&'static str; 3] = ["grundy book", "grundy help introduction", "grundy help cookbook"];

    fn start(&self, start: Start) -> Ended {
        start.without_rules(run)
    }
}

/// Prints the list of chapters.
fn run(common: &Common, console: &mut Console) -> Outcome<()> {
    let text = if common.json { objects() } else { format!("{}\n\n{ELSEWHERE}", list()) };
    writeln!(console.out, "{text}").map_err(|error| Failure::of_writing(&error, "standard output"))
}

/// A line for each chapter.
fn list() -> String {
    let width = TOPICS.iter().map(|topic| topic.name.len()).max().unwrap_or(0);
    let lines = TOPICS.iter().map(|topic| format!("{:width$}  {}", topic.name, topic.title()));
    lines.collect::<Vec<_>>().join("\n")
}

/// An object for each chapter.
fn objects() -> String {
    let object = |topic: &Topic| {
        json!({"v": 1, "cmd": "book", "topic": topic.name, "title": topic.title(), "file": topic.file}).to_string()
    };
    TOPICS.iter().map(object).collect::<Vec<_>>().join("\n")
}
