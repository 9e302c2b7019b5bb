//! The book in the program: its chapters by topic, and the chapter that an error belongs to.
//!
//! The build script says where the text of the book is: in the repository, or in a copy that a package of the crate has.

mod blocks;
mod columns;
mod errors;
mod page;

#[cfg(test)]
mod tests;

pub(crate) use errors::topic_of_error;
pub(crate) use page::Page;

/// What `grundy help` can show of the book.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Topic {
    /// The word after `grundy help`.
    pub(crate) name: &'static str,
    /// The file of the chapter in `book/src`.
    pub(crate) file: &'static str,
    chapter: &'static str,
    section: Option<&'static str>,
}

/// A chapter that is shown from its first line to its last.
macro_rules! chapter {
    ($name:literal, $file:literal) => {
        Topic {
            name: $name,
            file: $file,
            chapter: include_str!(concat!(env!("GRUNDY_BOOK"), "/", $file)),
            section: None,
        }
    };
}

/// A section of a chapter.
macro_rules! section {
    ($name:literal, $file:literal, $section:literal) => {
        Topic { section: Some($section), ..chapter!($name, $file) }
    };
}

/// All topics, in the order in which a person reads them.
pub(crate) const TOPICS: [Topic; 25] = [
    chapter!("introduction", "introduction.md"),
    chapter!("tutorial", "tutorial.md"),
    chapter!("cookbook", "cookbook.md"),
    chapter!("pictures", "pictures.md"),
    chapter!("page", "page.md"),
    chapter!("check-a-paper", "check-a-paper.md"),
    chapter!("every-position", "every-position.md"),
    chapter!("proved", "proved.md"),
    chapter!("proof-assistant", "proof-assistant.md"),
    chapter!("theorems", "theorems.md"),
    chapter!("notebook", "notebook.md"),
    chapter!("sage", "sage.md"),
    chapter!("cluster", "cluster.md"),
    chapter!("language", "language.md"),
    section!("compounds", "language.md", "Games made of games"),
    section!("claims", "language.md", "Claims"),
    chapter!("commands", "commands.md"),
    chapter!("g-sequences", "solutions.md"),
    chapter!("shapes", "shapes.md"),
    chapter!("certificates", "certificates.md"),
    chapter!("heaps", "heaps.md"),
    chapter!("convergence", "convergence.md"),
    chapter!("canonical-form", "canonical-form.md"),
    chapter!("library", "library.md"),
    chapter!("errors", "errors.md"),
];

impl Topic {
    /// The topic of this name.
    pub(crate) fn named(name: &str) -> Option<Topic> {
        TOPICS.into_iter().find(|topic| topic.name == name)
    }

    /// The text in Markdown.
    pub(crate) fn text(&self) -> &'static str {
        let Some(section) = self.section else { return self.chapter };
        let start = self.chapter.find(&format!("\n## {section}\n")).map_or(0, |at| at + 1);
        let text = &self.chapter[start..];
        text.find("\n## ").map_or(text, |end| &text[..=end])
    }

    /// The heading.
    pub(crate) fn title(&self) -> &'static str {
        self.text().lines().next().unwrap_or_default().trim_start_matches('#').trim()
    }
}
