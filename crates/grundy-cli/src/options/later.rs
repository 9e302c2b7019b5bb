//! Commands that are promised and not there yet.

/// Their words.
const LATER: [&str; 2] = ["play", "serve"];

/// What a person is told who types one of them.
pub(crate) fn refusal_of_later_command(word: &str) -> Option<String> {
    LATER.contains(&word).then(|| format!("the command `{word}` comes in a later version"))
}
