//! An error as a picture: the sentence, the place in the text, what to do.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use grundy::Diagnostic;

use super::Texts;

/// How wide a picture is where no terminal says it.
const WIDTH: usize = 100;
/// Lines longer than this are cut down to what stands round the place.
const LONG: usize = 200;

/// The picture, without a line end.
pub(crate) fn drawing(error: &Diagnostic, texts: &Texts, color: bool, width: Option<usize>) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(width.unwrap_or(WIDTH).max(40));
    let title = Level::ERROR.primary_title(&error.message).id(error.code);
    let mut group = Group::with_title(title);
    let mut shown: Vec<u32> = vec![];
    for label in &error.labels {
        if !shown.contains(&label.span.source) {
            shown.push(label.span.source);
            if let Some(snippet) = snippet(error, texts, label.span.source) {
                group = group.element(snippet);
            }
        }
    }
    for help in &error.help {
        group = group.element(Level::HELP.message(help));
    }
    renderer.render(&[group])
}

/// The labels in one text.
fn snippet<'a>(
    error: &'a Diagnostic,
    texts: &'a Texts,
    source: u32,
) -> Option<Snippet<'a, annotate_snippets::Annotation<'a>>> {
    let text = texts.sources.get(source)?.text.as_str();
    let own: Vec<(Range<usize>, &grundy::lang::Label, bool)> = error
        .labels
        .iter()
        .enumerate()
        .filter(|(_, label)| label.span.source == source)
        .map(|(i, label)| (on_boundaries(text, label.span.start, label.span.end), label, i == 0))
        .collect();
    let window = window(text, own.iter().map(|(range, ..)| range.clone()));
    let first_line = text[..window.start].matches('\n').count() + 1;
    let mut snippet = Snippet::source(&text[window.clone()]).line_start(first_line).path(texts.name(source));
    for (range, label, main) in own {
        let kind = if main { AnnotationKind::Primary } else { AnnotationKind::Context };
        let start = range.start.clamp(window.start, window.end) - window.start;
        let end = range.end.clamp(window.start, window.end) - window.start;
        let words = if label.text.is_empty() { None } else { Some(label.text.as_str()) };
        snippet = snippet.annotation(kind.span(start..end).label(words));
    }
    Some(snippet)
}

/// A span as bytes that a text can be cut at.
fn on_boundaries(text: &str, start: u32, end: u32) -> Range<usize> {
    let start = boundary_before(text, start as usize);
    start..boundary_after(text, end as usize).max(start)
}

/// The last place not behind `at` where a text can be cut.
fn boundary_before(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The first place not before `at` where a text can be cut.
fn boundary_after(text: &str, at: usize) -> usize {
    (at..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

/// The part of a text that is looked at: all of it, unless a line is so long that it would fill the screen.
fn window(text: &str, ranges: impl Iterator<Item = Range<usize>>) -> Range<usize> {
    let all = ranges.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end)).unwrap_or(0..0);
    let line_start = text[..all.start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[all.end..].find('\n').map_or(text.len(), |at| all.end + at);
    let lines = &text[line_start..line_end];
    if lines.lines().all(|line| line.len() <= LONG) {
        return 0..text.len();
    }
    let start = boundary_before(text, all.start.saturating_sub(LONG / 4)).max(line_start);
    let end = boundary_after(text, start + LONG).min(line_end).max(start);
    start..end
}
