//! Help: every command shows three examples that run, and no line is too long.
#![cfg(target_os = "linux")]

use std::io::BufRead;
use std::path::Path;

use crate::program::{Folder, Run};

/// The width of the lines where no terminal says another.
const WIDTH: usize = 80;

/// What a command line prints, if it ends with exit code 0.
fn printed(folder: &Folder, line: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", line]).current_dir(&folder.0).env("PATH", format!("{}:{path}", program.display()));
    shell.stdin(std::process::Stdio::null()).stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let (output, said) = Run::of(&mut shell).end();
    assert_eq!(output.status.code(), Some(0), "{line}\n{said}");
    String::from_utf8(output.stdout).expect("text")
}

/// A command line that serves until it is ended: it prints an address.
fn serves(folder: &Folder, line: &str) {
    let words: Vec<&str> = line.split(' ').skip(1).map(|word| word.trim_matches('\'')).collect();
    let mut run = folder.start(&words);
    let mut first = String::new();
    std::io::BufReader::new(run.child().stdout.as_mut().expect("a pipe")).read_line(&mut first).expect("a line");
    assert!(first.contains("http://"), "{line}: {first}");
    run.kill();
}

#[test]
fn every_command_shows_three_examples_that_run() {
    for command in grundy_cli::command().get_subcommands() {
        let (folder, word) = (Folder::new(), command.get_name());
        let help = printed(&folder, &format!("grundy {word} --help"));
        let begin: Vec<&str> = help.lines().take_while(|line| *line != "Options:").collect();
        let examples: Vec<&str> = begin.iter().filter_map(|line| line.strip_prefix("  ")).collect();
        assert_eq!(examples.len(), 3, "{help}");
        assert!(examples.iter().any(|line| line.contains(&format!("grundy {word}"))) || word == "book", "{help}");
        for line in examples {
            if word == "serve" { serves(&folder, line) } else { _ = printed(&folder, line) }
        }
    }
}

#[test]
fn the_first_words_of_the_program_run() {
    let folder = Folder::new();
    let words = printed(&folder, "grundy 2>&1 || test $? = 2");
    assert_eq!(words.lines().count(), 5, "{words}");
    for line in words.lines() {
        let start = line.find("grundy").expect("a command");
        printed(&folder, &line[start..]);
    }
}

#[test]
fn help_is_short() {
    let folder = Folder::new();
    for command in grundy_cli::command().get_subcommands().map(|command| command.get_name()) {
        let help = printed(&folder, &format!("grundy help {command}"));
        assert_eq!(help, printed(&folder, &format!("grundy {command} -h")), "{command}");
        assert!(help.lines().all(|line| line.chars().count() <= WIDTH), "{help}");
        let last = help.lines().last().unwrap_or_default();
        assert!(last.contains("`grundy help options`"), "{help}");
        let begin = help.lines().take_while(|line| *line != "Options:").count();
        assert!(begin <= 10, "{help}");
        let options = help.lines().skip(begin + 1).take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
        for option in options.split("\n  -").flat_map(|part| part.split("\n      --")) {
            assert!(option.lines().count() <= 2, "{command}: {option}");
        }
    }
}
