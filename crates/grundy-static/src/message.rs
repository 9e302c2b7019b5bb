//! What the page tells the program.
//!
//! In: a line of JSON. Out: a question with its number, or the number of one whose answer is no longer wanted.

use serde_json::Value;

/// A line of the input.
#[derive(Debug)]
pub(crate) enum Message {
    /// `{"id": 3, "name": "value", "question": {…}}`.
    Ask { id: u64, name: String, question: Value },
    /// `{"stop": 3}`.
    Stop(u64),
}

impl Message {
    /// What a line says. What is left out, or is something else, is empty: the question is then refused by whoever answers it.
    pub(crate) fn of_json(line: &str) -> Message {
        let mut value: Value = serde_json::from_str(line).unwrap_or_default();
        if let Some(id) = value["stop"].as_u64() {
            return Message::Stop(id);
        }
        let (id, name) = (value["id"].as_u64().unwrap_or_default(), value["name"].as_str().unwrap_or_default());
        Message::Ask { id, name: name.to_string(), question: value["question"].take() }
    }
}
