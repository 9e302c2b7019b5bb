//! The chapters in the program, and what the book says of the program, are what they should be.

use clap::CommandFactory;
use grundy::EngineName;
use grundy::lang::Function;

use super::blocks::{Block, blocks};
use super::{Page, TOPICS, Topic};
use crate::cli::Cli;
use crate::console::said;
use grundy_format::FormatName;
use grundy_format::wrap::length;

/// The chapter of a file.
fn chapter(name: &str) -> &'static str {
    Topic::named(name).expect(name).text()
}

/// The first cells of the table whose head begins like this, each up to its first code.
fn first_codes(chapter: &str, head: &str) -> Vec<String> {
    let tables = blocks(chapter).into_iter().filter_map(|block| match block {
        Block::Table(rows) if rows[0][0] == head => Some(rows),
        _ => None,
    });
    let rows = tables.flat_map(|rows| rows.into_iter().skip(1));
    rows.map(|row| row[0].split('`').nth(1).unwrap_or(&row[0]).to_string()).collect()
}

/// The first words of lines.
fn first_words(lines: Vec<String>) -> Vec<String> {
    lines.iter().filter_map(|line| line.split_whitespace().next()).map(String::from).collect()
}

#[test]
fn every_chapter_of_the_book_is_a_topic() {
    let summary = include_str!(concat!(env!("GRUNDY_BOOK"), "/SUMMARY.md"));
    let files = summary.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(file, _)| file);
    for file in files {
        assert!(TOPICS.iter().any(|topic| topic.file == file), "{file} is missing in `TOPICS`");
    }
}

#[test]
fn every_topic_has_a_heading_and_a_name_of_its_own() {
    for topic in TOPICS {
        assert!(topic.text().starts_with('#') && topic.text().lines().count() > 20, "{}", topic.name);
        assert!(Cli::command().find_subcommand(topic.name).is_none(), "`{}` is a command", topic.name);
        assert_eq!(TOPICS.iter().filter(|other| other.name == topic.name).count(), 1, "{}", topic.name);
    }
}

#[test]
fn chapters_fit_the_terminal() {
    for (topic, width) in TOPICS.iter().flat_map(|topic| [80, 100].map(|width| (topic, width))) {
        let page = Page { width, color: false }.show(topic.text());
        for line in page.lines().filter(|line| !line.starts_with("    ")) {
            assert!(length(line) <= width || !line.trim().contains(' '), "{}, {width}: {line}", topic.name);
        }
        assert!(!page.contains(".md)") && !page.contains("```") && !page.contains('\u{a0}'), "{}", topic.name);
    }
}

#[test]
fn the_book_lists_the_commands() {
    let program: Vec<String> = Cli::command().get_subcommands().map(|command| command.get_name().to_string()).collect();
    assert_eq!(first_words(first_codes(chapter("commands"), "command")), program);
}

#[test]
fn the_book_lists_the_formats_with_their_endings() {
    let words: Vec<&str> = FormatName::ALL.iter().map(|format| format.word()).collect();
    assert_eq!(first_codes(chapter("commands"), "format"), words);
    for format in FormatName::ALL {
        let row = format!("\n| `{}` | `.{}`", format.word(), format.ending());
        assert!(chapter("commands").contains(&row), "{row}");
    }
}

#[test]
fn the_book_lists_the_engines() {
    let words: Vec<String> = EngineName::ALL.iter().map(|engine| format!("`{}`", engine.name())).collect();
    let (last, first) = words.split_last().expect("engines");
    let sentence = format!("{} or {last} |", first.join(", "));
    let row = chapter("commands").lines().find(|line| line.starts_with("| `--engine NAME`")).expect("a row");
    assert!(row.ends_with(&sentence), "{row}\n{sentence}");
}

#[test]
fn the_book_has_every_function_of_the_language() {
    for function in Function::ALL {
        let name = function.name();
        let is_in_row = |line: &str| {
            line.starts_with("| ") && [format!("`{name}("), format!("`{name}`")].iter().any(|word| line.contains(word))
        };
        assert!(chapter("language").lines().any(is_in_row), "{name}");
    }
}

#[test]
fn the_book_has_every_option() {
    let program = Cli::command();
    let shared = program.get_arguments().filter_map(clap::Arg::get_long);
    for long in shared {
        let rows = chapter("commands").lines().filter(|line| line.starts_with("| `-"));
        assert!(rows.clone().any(|row| row.contains(&format!("`--{long}"))), "`--{long}`");
    }
    let own = program.get_subcommands().flat_map(|command| command.get_arguments().filter_map(clap::Arg::get_long));
    for long in own {
        assert!(TOPICS.iter().any(|topic| topic.text().contains(&format!("--{long}"))), "`--{long}`");
    }
}

#[test]
fn both_lists_of_exit_codes_have_all() {
    for name in ["commands", "errors"] {
        assert_eq!(first_codes(chapter(name), "code")[..7], ["0", "1", "2", "3", "4", "130", "143"], "{name}");
    }
}

#[test]
fn the_book_lists_the_engines_by_what_they_do() {
    let of_tables = first_codes(chapter("commands"), "way");
    let of_values = first_codes(chapter("commands"), "engine");
    let described: Vec<String> =
        ["table", "search"].map(String::from).into_iter().chain(of_tables).chain(of_values).collect();
    for engine in EngineName::ALL {
        assert!(described.iter().any(|word| word == engine.name()), "{}", engine.name());
    }
}

#[test]
fn the_book_has_the_limits_of_the_program() {
    let deep = format!("{}3{}", "(".repeat(1000), ")".repeat(1000));
    let many = "game g(n) { move n - s - t for s in 1..400, t in 1..400 if s != t }";
    let limits = [
        (vec!["value", "nim", &deep], "deeper than 160 levels", "deeper than 160 levels"),
        (vec!["games", "--shape", "nim[10^9]"], "at most 4096 coordinates", "more than 4096 coordinates"),
        (vec!["games", "--shape", "g", "-e", many], "more than 100000 families", "more than 100000 families"),
        (vec!["value", "nim", "10^100,3", "--plain"], "may have 8388608 numbers", "more than 2^23 numbers"),
    ];
    let book = chapter("errors").split_whitespace().collect::<Vec<_>>().join(" ");
    for (args, in_program, in_book) in limits {
        let error = said(&args, false);
        assert!(error.contains(in_program), "{error}");
        assert!(book.contains(in_book), "{in_book}");
    }
}
