//! Commands that are announced but do not exist yet.

/// The names of these commands.
const LATER: [&str; 1] = ["serve"];

/// The answer to a user who types one of them.
pub(crate) fn refusal_of_later_command(word: &str) -> Option<String> {
    LATER.contains(&word).then(|| format!("the command `{word}` comes in a later version"))
}
