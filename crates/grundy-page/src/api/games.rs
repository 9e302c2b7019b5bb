//! What there is to choose: games and papers.

use grundy::lang::Code;
use grundy::library;
use grundy::{Diagnostic, json};
use serde_json::{Value, json};

use super::asked::Asked;
use super::{Lines, Reply};

/// The name and the text of a paper; the build script says where the papers are.
macro_rules! paper {
    ($name:literal) => {
        ($name, include_str!(concat!(env!("GRUNDY_PAPERS"), "/", $name, ".game")))
    };
}

/// The papers: a name, the text.
const PAPERS: [(&str, &str); 7] = [
    paper!("farr-ho"),
    paper!("nivasch-rubinstein"),
    paper!("gurvich-ho"),
    paper!("manabe-miyadera-suetsugu"),
    paper!("found"),
    paper!("octal"),
    paper!("grundy"),
];

/// What stands behind the word `paper` in a file.
fn title(text: &str) -> &str {
    text.split_once("paper \"").and_then(|(_, rest)| rest.split_once('"')).map_or("", |(title, _)| title)
}

/// The built-in games, or one of them.
pub(super) fn games(asked: &mut Asked, lines: &mut Lines) -> Result<Reply, Diagnostic> {
    let entries = [asked.session().library().to_vec(), library::more()].concat();
    let brief = asked.question.flag("brief")?;
    let Some(name) = asked.question.get("name") else {
        let _ = entries.iter().all(|entry| lines(if brief { titled(entry) } else { json::entry(entry) }));
        return Ok(Reply::Lines);
    };
    match entries.iter().find(|entry| entry.name == name) {
        Some(entry) => {
            lines(json::entry(entry));
            Ok(Reply::Lines)
        }
        None => Err(unknown("game", name, entries.iter().map(|entry| entry.name.as_str()))),
    }
}

/// A game by its name and title.
fn titled(entry: &library::Entry) -> Value {
    let title = entry.about.split_once(':').map_or(&entry.about[..], |(title, _)| title);
    json!({"v": 1, "cmd": "games", "name": entry.name, "head": entry.head, "title": title, "source": entry.source})
}

/// The papers, or one of them with its text.
pub(super) fn papers(asked: &mut Asked, lines: &mut Lines) -> Result<Reply, Diagnostic> {
    let told = |name: &str, text: &str, whole: bool| -> Value {
        json!({"v": 1, "cmd": "papers", "name": name, "title": title(text), "rules": whole.then_some(text)})
    };
    let Some(wanted) = asked.question.get("name") else {
        let _ = PAPERS.iter().all(|(name, text)| lines(told(name, text, false)));
        return Ok(Reply::Lines);
    };
    match PAPERS.iter().find(|(name, _)| *name == wanted) {
        Some((name, text)) => {
            lines(told(name, text, true));
            Ok(Reply::Lines)
        }
        None => Err(unknown("paper", wanted, PAPERS.iter().map(|(name, _)| *name))),
    }
}

fn unknown<'a>(what: &str, name: &str, names: impl Iterator<Item = &'a str>) -> Diagnostic {
    let message = format!("there is no {what} `{}` here", super::question::short(name));
    Diagnostic::new(Code::UnknownName, message).nearest(name, names)
}
