//! Errors, for programs.

use grundy_rules::lang::{Diagnostic, Sources};
use serde_json::{Value, json};

use super::Object;

/// An error with its place. `name` gives the name of a text that the reader knows; the message includes the words at the main place, since the
/// reader does not see the text with its marks.
#[must_use]
pub fn error(error: &Diagnostic, sources: &Sources, name: impl Fn(u32) -> String, command: Option<&str>) -> Object {
    let main = error.labels.first();
    let place = main.and_then(|label| sources.locate(label.span));
    let mut message = error.message.clone();
    if let Some(words) =
        main.map(|label| label.text.as_str()).filter(|words| !words.is_empty() && !error.message.ends_with(words))
    {
        message.push_str("; ");
        message.push_str(words);
    }
    let help = if error.help.is_empty() { Value::Null } else { Value::from(error.help.join("\n")) };
    json!({"v": 1, "cmd": command, "error": {
        "message": message,
        "file": main.map(|label| name(label.span.source)),
        "line": place.as_ref().map(|place| place.line),
        "column": place.as_ref().map(|place| place.column),
        "length": place.as_ref().map(|place| place.length),
        "help": help,
        "code": error.code.as_str(),
    }})
}
