//! A chapter as text for a terminal.

use anstyle::Style;

use super::blocks::{Block, Flow, blocks};
use super::columns::columns;
use grundy_format::wrap::{HARD_BLANK, length, lines};

/// The blanks before code.
const CODE: &str = "    ";

/// The style of headings.
const HEADING: Style = Style::new().bold();

/// How a chapter is shown.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Page {
    /// The most characters in a line, except in code.
    pub(crate) width: usize,
    /// Whether headings are set off by a style.
    pub(crate) color: bool,
}

/// Where a chapter includes the theorems.
const INCLUDED: &str = "{{#include ../../crates/grundy-certify/theorems.txt}}";

impl Page {
    /// The text of a chapter in Markdown, without a line end.
    pub(crate) fn show(&self, markdown: &str) -> String {
        let blocks = blocks(&markdown.replace(INCLUDED, grundy_certify::THEOREMS));
        let mut text = String::new();
        for (k, block) in blocks.iter().enumerate() {
            if k > 0 {
                text.push_str(if is_entry(&blocks[k - 1]) && is_entry(block) { "\n" } else { "\n\n" });
            }
            text.push_str(&self.block(block).join("\n").replace(HARD_BLANK, " "));
        }
        text
    }

    fn block(&self, block: &Block) -> Vec<String> {
        match block {
            Block::Heading(level, words) => self.heading(*level, words),
            Block::Flow(flow) => self.flow(flow),
            Block::Code(lines) => lines.iter().map(|line| format!("{CODE}{line}").trim_end().to_string()).collect(),
            Block::Table(rows) => columns(rows, self.width),
        }
    }

    /// The words over a line of `=`, `-` or dots.
    fn heading(&self, level: usize, words: &str) -> Vec<String> {
        let style = if self.color { HEADING } else { Style::new() };
        let words = lines(words, self.width);
        let rule = words.iter().map(|line| length(line)).max().unwrap_or(0);
        let styled = words.iter().map(|line| format!("{style}{line}{style:#}"));
        styled.chain([["=", "-", "."][level.clamp(1, 3) - 1].repeat(rule)]).collect()
    }

    fn flow(&self, flow: &Flow) -> Vec<String> {
        let blanks = " ".repeat(flow.indent);
        let first = if flow.mark.is_empty() { blanks } else { format!("{blanks}{} ", flow.mark) };
        let next = " ".repeat(first.len());
        let words = lines(&flow.text, self.width.saturating_sub(first.len()));
        let begun = words.iter().enumerate();
        begun.map(|(k, line)| format!("{}{line}", if k == 0 { &first } else { &next })).collect()
    }
}

fn is_entry(block: &Block) -> bool {
    matches!(block, Block::Flow(flow) if !flow.mark.is_empty())
}
