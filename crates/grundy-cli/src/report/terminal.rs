//! An error for the terminal: the sentence, the place in the text, and advice.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use grundy::Diagnostic;
use grundy::Kind;

use super::Texts;

/// The width if no terminal gives one.
const WIDTH: usize = 100;

/// The message, without a line end.
pub(crate) fn drawing(error: &Diagnostic, texts: &Texts, color: bool, width: Option<usize>) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(width.unwrap_or(WIDTH).max(40));
    if error.kind == Kind::Interrupted {
        // The user has asked for the interruption, so it is not shown as an error.
        return error.message.clone();
    }
    let title = Level::ERROR.primary_title(&error.message).id(error.code.as_str());
    let mut group = Group::with_title(title);
    let mut shown: Vec<u32> = vec![];
    for label in &error.labels {
        if !shown.contains(&label.span.source) {
            shown.push(label.span.source);
            group = place(group, error, texts, label.span.source);
        }
    }
    if error.labels.is_empty() {
        let help = error.help.iter().map(|help| Group::with_title(Level::HELP.secondary_title(help)));
        let lines: Vec<String> = std::iter::once(group).chain(help).map(|group| renderer.render(&[group])).collect();
        return lines.join("\n");
    }
    for help in &error.help {
        group = group.element(Level::HELP.message(help));
    }
    renderer.render(&[group])
}

/// Adds the labels in one text, with the text around them.
fn place<'a>(group: Group<'a>, error: &'a Diagnostic, texts: &'a Texts, source: u32) -> Group<'a> {
    let Some(text) = texts.sources.get(source).map(|source| source.text.as_str()) else { return group };
    let own: Vec<(Range<usize>, &grundy::lang::Label, bool)> = error
        .labels
        .iter()
        .enumerate()
        .filter(|(_, label)| label.span.source == source)
        .map(|(i, label)| (on_boundaries(text, label.span.start, label.span.end), label, i == 0))
        .collect();
    let mut snippet = Snippet::source(text).path(texts.name(source));
    for (range, label, main) in own {
        let kind = if main { AnnotationKind::Primary } else { AnnotationKind::Context };
        let words = if label.text.is_empty() { None } else { Some(label.text.as_str()) };
        snippet = snippet.annotation(kind.span(range).label(words));
    }
    group.element(snippet)
}

/// A span as a range of bytes between character boundaries.
fn on_boundaries(text: &str, start: u32, end: u32) -> Range<usize> {
    let start = boundary_before(text, start as usize);
    start..boundary_after(text, end as usize).max(start)
}

/// The last character boundary not after `at`.
fn boundary_before(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The first character boundary not before `at`.
fn boundary_after(text: &str, at: usize) -> usize {
    (at..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}
