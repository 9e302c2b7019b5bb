//! Markdown, as far as the book uses it, as a list of blocks.

/// A part of a chapter.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Block<'a> {
    /// A heading of a level, from 1.
    Heading(usize, &'a str),
    /// A paragraph, or an entry of a list.
    Flow(Flow<'a>),
    /// Lines that stay as they are.
    Code(Vec<&'a str>),
    /// Rows of cells; the first row is the head.
    Table(Vec<Vec<String>>),
}

/// A paragraph, or an entry of a list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Flow<'a> {
    /// The blanks before it.
    pub(crate) indent: usize,
    /// `-` or `1.`, for entries of a list.
    pub(crate) mark: &'a str,
    /// Its lines, joined by blanks.
    pub(crate) text: String,
}

/// The blocks of a text.
pub(crate) fn blocks(text: &str) -> Vec<Block<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut blocks = vec![];
    let mut at = 0;
    while at < lines.len() {
        let (block, next) = block(&lines, at);
        blocks.extend(block);
        at = next.max(at + 1);
    }
    blocks
}

/// The block that begins with a line, and the line after it.
fn block<'a>(lines: &[&'a str], at: usize) -> (Option<Block<'a>>, usize) {
    let line = lines[at];
    let until =
        |from: usize, ends: &dyn Fn(&str) -> bool| (from..lines.len()).find(|k| ends(lines[*k])).unwrap_or(lines.len());
    if line.trim().is_empty() {
        (None, at + 1)
    } else if line.starts_with("<!--") {
        (None, until(at, &|line| line.contains("-->")) + 1)
    } else if line.trim_start().starts_with("```") {
        let end = until(at + 1, &|line| line.trim_start().starts_with("```"));
        (Some(Block::Code(unindented(&lines[at + 1..end], indent(line)))), end + 1)
    } else if line.starts_with('#') {
        let level = line.len() - line.trim_start_matches('#').len();
        (Some(Block::Heading(level, line[level..].trim())), at + 1)
    } else if line.starts_with('|') {
        let end = until(at, &|line| !line.starts_with('|'));
        (Some(Block::Table(rows(&lines[at..end]))), end)
    } else if line.starts_with("    ") {
        let end = until(at, &|line| !line.starts_with("    ") && !line.trim().is_empty());
        let code = unindented(&lines[at..end], 4);
        let kept = code.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |k| k + 1);
        (Some(Block::Code(code[..kept].to_vec())), end)
    } else {
        let end = until(at + 1, &interrupts);
        (Some(Block::Flow(flow(&lines[at..end]))), end)
    }
}

/// Does a line end a paragraph?
fn interrupts(line: &str) -> bool {
    let text = line.trim_start();
    text.is_empty() || text.starts_with("```") || line.starts_with(['#', '|']) || mark(text).is_some()
}

/// `-` or `1.` at the beginning of an entry.
fn mark(text: &str) -> Option<&str> {
    let (mark, _) = text.split_once(' ')?;
    let number = mark.strip_suffix('.').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    (mark == "-" || number).then_some(mark)
}

/// The paragraph or entry that stands in some lines.
fn flow<'a>(lines: &[&'a str]) -> Flow<'a> {
    let first = lines[0].trim_start();
    let mark = mark(first).unwrap_or("");
    let words = std::iter::once(first[mark.len()..].trim()).chain(lines[1..].iter().map(|line| line.trim()));
    Flow { indent: indent(lines[0]), mark, text: words.collect::<Vec<_>>().join(" ") }
}

/// The blanks at the beginning.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Lines without their first blanks.
fn unindented<'a>(lines: &[&'a str], blanks: usize) -> Vec<&'a str> {
    lines.iter().map(|line| &line[indent(line).min(blanks)..]).collect()
}

/// The rows of a table, without the line below the head.
fn rows(lines: &[&str]) -> Vec<Vec<String>> {
    let is_rule = |line: &str| line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    let kept = lines.iter().enumerate().filter(|(k, line)| *k != 1 || !is_rule(line));
    kept.map(|(_, line)| cells(line)).collect()
}

/// The cells of a row; `\|` stands for a stroke in a cell.
fn cells(line: &str) -> Vec<String> {
    let inside = line.trim().trim_start_matches('|');
    let inside = inside.strip_suffix('|').unwrap_or(inside);
    let mut cells = vec![String::new()];
    let mut chars = inside.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = chars.next_if(|next| c == '\\' && *next == '|');
        match (c, escaped, cells.last_mut()) {
            (_, Some(stroke), Some(cell)) => cell.push(stroke),
            ('|', None, _) => cells.push(String::new()),
            (c, None, Some(cell)) => cell.push(c),
            _ => {}
        }
    }
    cells.iter().map(|cell| cell.trim().to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_told_apart() {
        let text = "# A\n\nb\nc\n- d\n  e\n\n    f\n\n    g\n<!-- h\n```\n-->\n```console\n$ i\n```\n| j | k |\n|---|---|\n| `\\|` | l |\n";
        let flow = |mark, text: &str| Block::Flow(Flow { indent: 0, mark, text: text.to_string() });
        let row = |cells: [&str; 2]| cells.map(String::from).to_vec();
        let expected = vec![
            Block::Heading(1, "A"),
            flow("", "b c"),
            flow("-", "d e"),
            Block::Code(vec!["f", "", "g"]),
            Block::Code(vec!["$ i"]),
            Block::Table(vec![row(["j", "k"]), row(["`|`", "l"])]),
        ];
        assert_eq!(blocks(text), expected);
    }
}
