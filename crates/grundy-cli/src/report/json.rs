//! An error as a JSON object, for scripts.

use grundy::Diagnostic;
use serde_json::{Value, json};

use super::Texts;

/// One line. The message includes the words at the main place, since a script does not see the text with its marks.
pub(crate) fn line(error: &Diagnostic, texts: &Texts, command: Option<&str>) -> Value {
    let main = error.labels.first();
    let place = main.and_then(|label| texts.sources.locate(label.span));
    let mut message = error.message.clone();
    if let Some(words) = main.map(|label| label.text.as_str()).filter(|words| !words.is_empty()) {
        message.push_str("; ");
        message.push_str(words);
    }
    let help = if error.help.is_empty() { Value::Null } else { Value::from(error.help.join("\n")) };
    json!({"v": 1, "cmd": command, "error": {
        "message": message,
        "file": main.map(|label| texts.name(label.span.source)),
        "line": place.as_ref().map(|place| place.line),
        "column": place.as_ref().map(|place| place.column),
        "length": place.as_ref().map(|place| place.length),
        "help": help,
        "code": error.code,
    }})
}
