//! Markdown as a list of blocks of plain text: links and emphasis lose their marks, code keeps its own.
//!
//! In: a chapter of the book, read by `pulldown-cmark`. Out: what a terminal shows of it, not yet in lines.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use grundy_format::wrap::{HARD_BLANK, length};

/// The longest code that is not broken at the end of a line.
const WHOLE: usize = 32;
/// The tags of HTML in paragraphs, and what stands for them.
const TAGS: [(&str, &str); 4] = [("<sub>", "_"), ("</sub>", ""), ("<sup>", "^"), ("</sup>", "")];

/// A part of a chapter.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// A heading of a level, from 1.
    Heading(usize, String),
    /// A paragraph, or an entry of a list.
    Flow(Flow),
    /// Lines that stay as they are.
    Code(Vec<String>),
    /// Rows of cells; the first row is the head.
    Table(Vec<Vec<String>>),
}

/// A paragraph, or an entry of a list.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Flow {
    /// The blanks before it.
    pub(crate) indent: usize,
    /// `-` or `1.`, at the beginning of an entry of a list.
    pub(crate) mark: String,
    /// Its lines, joined by blanks.
    pub(crate) text: String,
}

/// The blocks of a text.
pub(crate) fn blocks(text: &str) -> Vec<Block> {
    let mut reader = Reader::default();
    Parser::new_ext(text, Options::ENABLE_TABLES).for_each(|event| reader.take(event));
    reader.blocks
}

/// What was read so far.
#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    /// The lists that are open: the number of the next entry, if they have numbers, and how far their entries are indented.
    lists: Vec<(Option<u64>, usize)>,
    /// The mark of an entry of which nothing was read yet.
    mark: Option<String>,
    /// The text of the paragraph, the heading or the cell that is being read.
    text: String,
    rows: Vec<Vec<String>>,
}

impl Reader {
    fn take(&mut self, event: Event) {
        match event {
            Event::Start(tag) => self.begin(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text.push_str(&text),
            Event::Code(code) => self.text.push_str(&shown(&code)),
            Event::InlineHtml(tag) => {
                self.text.push_str(TAGS.iter().find(|(known, _)| **known == *tag).map_or(&*tag, |(_, sign)| sign));
            }
            Event::SoftBreak | Event::HardBreak => self.text.push(' '),
            _ => {}
        }
    }

    fn begin(&mut self, tag: &Tag) {
        match tag {
            // The text of an entry ends where a list within it begins.
            Tag::List(first) => {
                self.flow();
                let indent = self.indent();
                self.lists.push((*first, indent));
            }
            Tag::Item => self.mark = self.next_mark(),
            Tag::CodeBlock(_) => self.flow(),
            Tag::TableHead | Tag::TableRow => self.rows.push(vec![]),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Item => self.flow(),
            TagEnd::List(_) => _ = self.lists.pop(),
            TagEnd::Heading(level) => {
                let words = std::mem::take(&mut self.text);
                self.blocks.push(Block::Heading(level as usize, words));
            }
            TagEnd::CodeBlock => {
                let code = std::mem::take(&mut self.text);
                self.blocks.push(Block::Code(code.lines().map(String::from).collect()));
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.text);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => self.blocks.push(Block::Table(std::mem::take(&mut self.rows))),
            _ => {}
        }
    }

    /// How far the next paragraph is indented: by the marks of the entries that it stands in.
    fn indent(&self) -> usize {
        self.lists.last().map_or(0, |(number, indent)| indent + number.map_or(1, |n| format!("{n}.").len()) + 1)
    }

    /// The mark of the next entry of the innermost list.
    fn next_mark(&mut self) -> Option<String> {
        let (number, _) = self.lists.last_mut()?;
        let mark = number.map_or("-".to_string(), |number| format!("{number}."));
        *number = number.map(|number| number + 1);
        Some(mark)
    }

    /// A paragraph ends, if one was begun.
    fn flow(&mut self) {
        if self.text.is_empty() {
            return;
        }
        let text = std::mem::take(&mut self.text);
        let flow = match self.mark.take() {
            Some(mark) => Flow { indent: self.lists.last().map_or(0, |(_, indent)| *indent), mark, text },
            None => Flow { indent: self.indent(), mark: String::new(), text },
        };
        self.blocks.push(Block::Flow(flow));
    }
}

/// Code with its marks; short code stays on one line.
fn shown(code: &str) -> String {
    let code = code.trim();
    let whole = length(code) <= WHOLE;
    format!("`{}`", if whole { code.replace(' ', &HARD_BLANK.to_string()) } else { code.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flow(mark: &str, text: &str) -> Block {
        Block::Flow(Flow { indent: 0, mark: mark.to_string(), text: text.to_string() })
    }

    #[test]
    fn blocks_are_told_apart() {
        let text = "# A\n\nb\nc\n- d\n  e\n\n<!-- h\n```\n-->\n\n    f\n\n    g\n\n```console\n$ i\n```\n| j | k |\n|---|---|\n| `\\|` | l |\n";
        let row = |cells: [&str; 2]| cells.map(String::from).to_vec();
        let code = |lines: &[&str]| Block::Code(lines.iter().map(ToString::to_string).collect());
        let expected = vec![
            Block::Heading(1, "A".into()),
            flow("", "b c"),
            flow("-", "d e"),
            code(&["f", "", "g"]),
            code(&["$ i"]),
            Block::Table(vec![row(["j", "k"]), row(["`|`", "l"])]),
        ];
        assert_eq!(blocks(text), expected);
    }

    #[test]
    fn entries_are_counted_and_indented() {
        let entry = |indent, mark: &str, text: &str| Block::Flow(Flow { indent, mark: mark.into(), text: text.into() });
        let expected = vec![entry(0, "9.", "a"), entry(0, "10.", "b"), entry(4, "-", "c"), entry(4, "", "d")];
        assert_eq!(blocks("9. a\n10. b\n    - c\n\n    d\n"), expected);
    }

    #[test]
    fn marks_are_taken_away() {
        let plain = |text: &str| match &blocks(text)[..] {
            [Block::Flow(flow)] => flow.text.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(plain("see [The `G` of it](language.md#g), *if* **any**"), "see The `G` of it, if any");
        assert_eq!(plain("[`value GAME`](#value)"), "`value\u{a0}GAME`");
        assert_eq!(plain("3*n and 2 * 3, x[i] (a)"), "3*n and 2 * 3, x[i] (a)");
        assert_eq!(plain("`a*b*c` and `[x](y)`"), "`a*b*c` and `[x](y)`");
        assert_eq!(plain("b<sub>n</sub> < 7·10<sup>7</sup>"), "b_n < 7·10^7");
        assert_eq!(plain("an open ` and \\*"), "an open ` and *");
    }
}
