//! The chapters in the program are those of the book, and fit a terminal.

use clap::CommandFactory;

use super::wrap::length;
use super::{Page, TOPICS};
use crate::options::Cli;

#[test]
fn every_chapter_of_the_book_is_a_topic() {
    let summary = include_str!("../../book/SUMMARY.md");
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
