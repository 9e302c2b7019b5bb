//! A command line that was not understood, or a request for help.

use std::ffi::OsString;

use clap::error::ErrorKind;
use grundy::Diagnostic;
use grundy::lang::Code;

use super::other_word::advise;
use super::{Texts, json};
use crate::console::Console;
use crate::failure::Failure;

/// What the program says that was called without a word.
const BEGIN: &str = "\
a value           grundy value wythoff 3,5
a table           grundy table wythoff --to 7
a game of my own  grundy value g 9 -e 'game g(n) { move n - s for s in 1..3 }'
all games         grundy games
first steps       grundy help tutorial
";

/// Prints what was wrong, or the help; returns the exit code.
pub(crate) fn usage(mut error: clap::Error, args: &[OsString], console: &mut Console) -> u8 {
    let command = crate::command();
    let words = args.iter().skip(1).filter_map(|arg| arg.to_str());
    let word = words.into_iter().find(|word| command.find_subcommand(word).is_some());
    advise(&mut error, word, &command);
    let styled = error.render();
    if !error.use_stderr() {
        let text = if console.out_color { styled.ansi().to_string() } else { styled.to_string() };
        let Err(error) = write!(console.out, "{text}").and_then(|()| console.out.flush()) else { return 0 };
        let failure = Failure::of_writing(&error, "standard output");
        if let Failure::Error(error) = &failure {
            let _ = writeln!(console.err, "error: {}", error.message);
        }
        return failure.code();
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = console.err.write_all(BEGIN.as_bytes());
        return 2;
    }
    if has_json(args) {
        let text = styled.to_string();
        let (message, help) = sentence(&text);
        let error = Diagnostic::new(Code::Usage, message);
        let error = help.into_iter().fold(error, Diagnostic::help);
        let _ = writeln!(console.out, "{}", json::line(&error, &Texts::default(), None));
        let _ = console.out.flush();
        return 2;
    }
    let text = if console.err_color { styled.ansi().to_string() } else { styled.to_string() };
    let _ = write!(console.err, "{text}");
    2
}

/// Does `--json` occur among the words? Since they are not understood, this is a guess.
fn has_json(args: &[OsString]) -> bool {
    args.iter().take_while(|arg| *arg != "--").any(|arg| arg == "--json")
}

/// The text of clap as a sentence and advice: the first paragraph, and the tips.
fn sentence(text: &str) -> (String, Vec<String>) {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let first = text.split("\n\n").next().unwrap_or(text);
    let message = first.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let tips = text.lines().filter_map(|line| line.trim().strip_prefix("tip: "));
    (message, tips.map(str::to_string).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_and_tips() {
        let text =
            "error: unrecognized subcommand 'valeu'\n\n  tip: a similar subcommand exists: 'value'\n\nUsage: x\n";
        let tip = "a similar subcommand exists: 'value'".to_string();
        assert_eq!(sentence(text), ("unrecognized subcommand 'valeu'".to_string(), vec![tip]));
    }
}
