//! The word of a command for an option that people know from another command, or from another program.
//!
//! In: an option that a command does not have. Out: advice that names the option which it has instead. Without it the advice would be to pass the
//! option as a value, which nobody wants.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Options that mean the same to a person, and the options of commands for it, each with what is written there. The first that a command has counts.
type Means = (&'static [&'static str], &'static [(&'static str, &'static str)]);

const MEANS: [Means; 7] = [
    (
        &["to", "terms", "max", "limit", "upto", "up-to", "bound", "length", "size", "number", "n", "count", "until"],
        &[
            ("terms", "`--terms N` says how many terms: `--terms 20` asks for the terms 0 to 19"),
            ("to", "`--to N` is the bound: `--to 20` goes from 0 to 20"),
        ],
    ),
    (
        &["from", "start", "begin", "first", "offset", "min"],
        &[
            ("from", "`--from N` is the number of the first term"),
            (
                "where",
                "positions are listed from 0 on; `--where 'CONDITION'` leaves some out, such as `--where 'a >= 10'`",
            ),
        ],
    ),
    (
        &["timeout", "deadline", "seconds", "max-time", "time-limit"],
        &[("time", "`--time 30s` ends the work after 30 seconds")],
    ),
    (&["jobs", "cores", "workers", "cpus", "parallel"], &[("threads", "`--threads N` is the number of threads")]),
    (&["out", "outfile", "save", "write-to"], &[("output", "`-o FILE` writes to a file")]),
    (
        &["resume", "continue", "cache"],
        &[("checkpoint", "`--checkpoint DIR` keeps what is done, and goes on from there")],
    ),
    (
        &["csv", "latex", "npy", "bfile", "png", "svg", "parquet", "text", "list"],
        &[(
            "format",
            "`--format NAME` says how results are written, and `-o FILE` takes it from the ending of the name",
        )],
    ),
];

/// What a range is on commands that have none.
const UNBOUNDED: [(&[&str], &str); 3] = [
    (
        &["period"],
        "a search for a period has no bound: `--time 30s` says how long to look, and `grundy sequence GAME --terms N` shows what the first N terms do",
    ),
    (
        &["discover"],
        "`discover` is about every position, so it has no bound; `grundy table GAME --to N` prints the values up to one",
    ),
    (
        &["value", "moves"],
        "the position stands after the game, as in `grundy value wythoff 3,5`; `grundy table GAME --to N` prints all values up to a bound",
    ),
];

/// Adds the advice to an error about an option that is not known.
pub(super) fn advise(error: &mut clap::Error, word: Option<&str>, command: &clap::Command) {
    let ErrorKind::UnknownArgument = error.kind() else { return };
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else { return };
    let Some(advice) = option.strip_prefix("--").and_then(|option| advice(option, word?, command)) else { return };
    error.remove(ContextKind::SuggestedArg);
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice.to_string().into()]));
}

/// What a command has instead of an option.
fn advice(option: &str, word: &str, command: &clap::Command) -> Option<&'static str> {
    let option = option.split('=').next().unwrap_or(option);
    let own = command.find_subcommand(word)?;
    let has = |name: &str| {
        let is_it = |arg: &clap::Arg| arg.get_long() == Some(name);
        own.get_arguments().chain(command.get_arguments().filter(|arg| arg.is_global_set())).any(is_it)
    };
    let (meant, words) = MEANS.iter().find(|(meant, _)| meant.contains(&option))?;
    let found = words.iter().find(|(name, _)| has(name)).map(|(_, advice)| *advice);
    let unbounded = || UNBOUNDED.iter().find(|(words, _)| words.contains(&word)).map(|(_, advice)| *advice);
    found.or_else(|| unbounded().filter(|_| meant.contains(&"to") || meant.contains(&"from")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_the_advice_are_options() {
        let command = crate::command();
        let exists = |name: &str| {
            let is_it = |arg: &clap::Arg| arg.get_long() == Some(name);
            command.get_subcommands().flat_map(clap::Command::get_arguments).chain(command.get_arguments()).any(is_it)
        };
        for (name, advice) in MEANS.iter().flat_map(|(_, words)| *words) {
            assert!(exists(name), "{name}");
            assert!(advice.contains(&format!("--{name}")) || *name == "output", "{name}");
        }
        for word in UNBOUNDED.iter().flat_map(|(words, _)| *words) {
            assert!(command.find_subcommand(word).is_some(), "{word}");
        }
    }

    #[test]
    fn a_command_is_asked_for_what_it_has() {
        let command = crate::command();
        let names = |option: &str, word: &str| {
            let advice = advice(option, word, &command)?;
            advice.split('`').find_map(|word| word.strip_prefix("--")?.split(' ').next()).map(str::to_string)
        };
        for (option, word, wanted) in [
            ("to", "sequence", "terms"),
            ("to=20", "sequence", "terms"),
            ("to", "solutions", "terms"),
            ("terms", "table", "to"),
            ("terms", "positions", "to"),
            ("terms", "converge", "to"),
            ("limit", "classify", "to"),
            ("start", "sequence", "from"),
            ("from", "table", "where"),
            ("terms", "period", "time"),
            ("timeout", "value", "time"),
            ("jobs", "table", "threads"),
            ("csv", "table", "format"),
            ("resume", "table", "checkpoint"),
        ] {
            assert_eq!(names(option, word).as_deref(), Some(wanted), "{word} --{option}");
        }
        assert_eq!(names("bogus", "value"), None);
    }
}
