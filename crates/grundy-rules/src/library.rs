//! The built-in games: rule files in the language itself, embedded in the program.
//!
//! In: the files of `games/`. Out: the texts of the files, and the description of each game from the comments above it.

use crate::lang::ast::{File, GameBody, GameDef, ItemKind, Variable};
use crate::lang::{Comment, MORE, expr_text, file_text, parse_file};

/// The name and the text of a file in a folder of the games; the build script says where these are.
macro_rules! embedded {
    ($folder:literal, $name:literal) => {
        ($name, include_str!(concat!(env!("GRUNDY_GAMES"), "/", $folder, $name)))
    };
}

/// A file of built-in games: its name and its text.
pub const FILES: &[(&str, &str)] = &[
    embedded!("", "nim.game"),
    embedded!("", "slow_nim.game"),
    embedded!("", "star_nim.game"),
    embedded!("", "wythoff.game"),
    embedded!("", "mark.game"),
    embedded!("", "subtraction.game"),
    embedded!("", "octal.game"),
    embedded!("", "chocolate.game"),
    embedded!("", "pass.game"),
    embedded!("", "graph.game"),
];

/// The files of the cookbook: their games are called with `more.` before their names.
pub const MORE_FILES: &[(&str, &str)] = &[
    embedded!("more/", "arithmetic.game"),
    embedded!("more/", "chocolate_inside.game"),
    embedded!("more/", "chomp.game"),
    embedded!("more/", "coins.game"),
    embedded!("more/", "delete_nim.game"),
    embedded!("more/", "division.game"),
    embedded!("more/", "end_nim.game"),
    embedded!("more/", "fibonacci_nim.game"),
    embedded!("more/", "hexad.game"),
    embedded!("more/", "kotzig.game"),
    embedded!("more/", "lasker.game"),
    embedded!("more/", "lctr.game"),
    embedded!("more/", "mark_t.game"),
    embedded!("more/", "nimhoff.game"),
    embedded!("more/", "node_kayles.game"),
    embedded!("more/", "ruler.game"),
    embedded!("more/", "squares.game"),
    embedded!("more/", "star.game"),
    embedded!("more/", "strips.game"),
    embedded!("more/", "wythoff_kin.game"),
];

/// A built-in game with its description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name.
    pub name: String,
    /// Name, parameters and variables: `moore_nim[n, k](x[n])`.
    pub head: String,
    /// The file that defines the game.
    pub file: String,
    /// The description: the text among its rules, or else the comment above the game; if the comment has a source, the comment comes first.
    pub about: String,
    /// The paper or person the game comes from.
    pub source: String,
    /// A command to try.
    pub example: String,
    /// The output of that command, separated by blanks.
    pub answer: String,
    /// The rules, in the normal layout.
    pub rules: String,
}

impl Entry {
    /// The game and the positions of the example.
    ///
    /// ```
    /// # use grundy_rules::library;
    /// let star_nim = library::all().into_iter().find(|entry| entry.name == "star_nim").unwrap();
    /// let (game, positions) = star_nim.shown().unwrap();
    /// assert_eq!((game.as_str(), positions[0].as_str()), ("star_nim", "2,5"));
    /// ```
    #[must_use]
    pub fn shown(&self) -> Option<(String, Vec<String>)> {
        let mut words = shell_words(&self.example).into_iter().skip(2);
        words.next().map(|game| (game, words.collect()))
    }
}

/// The words of a command, with single and double quotes as a shell reads them.
///
/// ```
/// # use grundy_rules::library::shell_words;
/// assert_eq!(shell_words("grundy value 'nim[2] + x' 1,2"), ["grundy", "value", "nim[2] + x", "1,2"]);
/// ```
#[must_use]
pub fn shell_words(line: &str) -> Vec<String> {
    let mut words = vec![];
    let mut word = String::new();
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None, ' ') => words.push(std::mem::take(&mut word)),
            (_, c) => word.push(c),
        }
    }
    words.push(word);
    words
}

/// The descriptions of all built-in games. They are built on demand, since computing values does not need them.
pub fn all() -> Vec<Entry> {
    FILES.iter().flat_map(|(name, text)| of_file(name, text)).collect()
}

/// The descriptions of the games of a file. A file that cannot be read has none.
#[must_use]
pub fn of_file(name: &str, text: &str) -> Vec<Entry> {
    match parse_file(0, text) {
        Ok((file, comments)) => entries(name, &file, &comments, text),
        Err(_) => vec![],
    }
}

/// The descriptions of the games of the cookbook, with `more.` before their names.
pub fn more() -> Vec<Entry> {
    let named = |entry: Entry| Entry { name: format!("{MORE}.{}", entry.name), ..entry };
    MORE_FILES.iter().flat_map(|(name, text)| of_file(name, text)).map(named).collect()
}

/// The games of a file with the comments above them.
fn entries(name: &str, file: &File, comments: &[Comment], text: &str) -> Vec<Entry> {
    let mut entries = vec![];
    for item in &file.items {
        let ItemKind::Game(game) = &item.kind else { continue };
        let above = comments_above(item.span.start as usize, comments, text);
        let field = |key: &str| {
            let line = above.iter().find_map(|c| c.strip_prefix(key));
            line.unwrap_or("").trim().to_string()
        };
        let about = above.iter().filter(|c| !["Source:", "Example:", "Answer:"].iter().any(|k| c.starts_with(k)));
        let about = about.cloned().collect::<Vec<_>>().join(" ");
        let source = field("Source:");
        let rules = file_text(&File { items: vec![item.clone()] }, &[], text);
        entries.push(Entry {
            name: game.name.name.clone(),
            head: head(game),
            file: name.to_string(),
            about: if about.is_empty() || source.is_empty() && !doc(game).is_empty() { doc(game) } else { about },
            source,
            example: field("Example:"),
            answer: field("Answer:"),
            rules,
        });
    }
    entries
}

/// The text among the rules of a game.
fn doc(game: &GameDef) -> String {
    match &game.body {
        GameBody::Rules { doc: Some(doc), .. } => doc.text.clone(),
        _ => String::new(),
    }
}

/// The block of comment lines that ends on the line before `start`, without the `#`s.
fn comments_above(start: usize, comments: &[Comment], text: &str) -> Vec<String> {
    let mut end = start;
    let mut above = vec![];
    for comment in comments.iter().rev().filter(|c| (c.span.end as usize) <= start) {
        let between = text.get(comment.span.end as usize..end).unwrap_or("");
        if !comment.alone || between.trim() != "" || between.matches('\n').count() != 1 {
            break;
        }
        above.push(comment.text.trim_start_matches('#').trim().to_string());
        end = comment.span.start as usize;
    }
    above.reverse();
    above
}

fn head(game: &GameDef) -> String {
    let params: Vec<&str> = game.params.iter().map(|p| p.name.as_str()).collect();
    let params = if params.is_empty() { String::new() } else { format!("[{}]", params.join(", ")) };
    let vars = match &game.body {
        GameBody::Is(expr) => format!(" = {}", expr_text(expr)),
        GameBody::Rules { vars, .. } => {
            let var = |v: &Variable| match &v.length {
                Some(length) => format!("{}[{}]", v.name.name, expr_text(length)),
                None => v.name.name.clone(),
            };
            format!("({})", vars.iter().map(var).collect::<Vec<_>>().join(", "))
        }
    };
    format!("{}{params}{vars}", game.name.name)
}
