//! The topic of an error of the rules language, by its code.

use super::Topic;

/// The codes by topic.
const CODES: [(&str, &[&str]); 3] = [
    ("compounds", &["compound", "copies", "hyperedge"]),
    ("claims", &["bound", "claims-only", "erratum", "hole", "line", "no-position", "position", "table", "varies"]),
    (
        "language",
        &[
            "arguments",
            "bad-code",
            "bad-string",
            "builtin-name",
            "builtin-value",
            "circle",
            "defined-twice",
            "entries",
            "index",
            "kind",
            "later-binder",
            "length",
            "name-taken",
            "negative",
            "no-chain",
            "open-string",
            "parameters",
            "recursion",
            "reserved-name",
            "syntax",
            "too-deep",
            "tuple",
            "undecided",
            "undefined",
            "unknown-name",
            "unsettled-length",
        ],
    ),
];

/// The topic that says more on an error in rules, if there is one.
pub(crate) fn topic_of_error(code: &str) -> Option<Topic> {
    let (name, _) = CODES.iter().find(|(_, codes)| codes.contains(&code))?;
    Topic::named(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_one_topic() {
        let codes: Vec<&str> = CODES.iter().flat_map(|(_, codes)| codes.iter().copied()).collect();
        for code in &codes {
            assert!(topic_of_error(code).is_some(), "{code}");
            assert_eq!(codes.iter().filter(|other| *other == code).count(), 1, "{code}");
        }
        assert!(topic_of_error("memory").is_none());
    }
}
