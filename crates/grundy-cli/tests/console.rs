//! Terminals in Markdown: every command is run, and what it prints is compared.
//!
//! In the files of `tests/cmd`, in the README and in the book, a block ```` ```console ```` holds commands after `$ ` (going on
//! after `> `) with what they print, standard error among standard output as on a screen. A line `? 2` after a command is its exit
//! code; without one, the command succeeds or prints an error. A file `x.md` may have a folder `x.in`: its commands run in a
//! copy of it. A block ```` ```console,long ```` runs in a long run alone: its commands take seconds. A block ```` ```console,ignore ```` is only for reading, the file
//! `with-parquet.md` is for builds with that feature, `without-parquet.md` for others; all the rest say the same in both.
//!
//! `UPDATE_CONSOLES=tests/cmd cargo test -p grundy-cli --test all console` writes what is printed now into the files whose paths
//! contain `tests/cmd`. A time such as `0.12 s` agrees with any other.
#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A command in a file.
struct Step {
    /// The first line of it, from 0.
    line: usize,
    /// One past the last line of what it prints.
    end: usize,
    /// The first line of what it prints, `? 2` included.
    output: usize,
    /// What the shell is given.
    command: String,
}

/// What a command did.
struct Run {
    printed: String,
    code: i32,
}

#[test]
fn terminals_show_what_is_printed() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.join("../..");
    let mut files = vec![root.join("README.md")];
    files.extend(markdown(&here.join("tests/cmd")));
    files.extend(markdown(&root.join("book/src")));
    let elsewhere = |file: &PathBuf| file.ends_with("with-parquet.md") || file.ends_with("without-parquet.md");
    files.retain(|file| file.exists() && !elsewhere(file));
    let commands = check_all(&files);
    assert!(commands > 100, "only {commands} commands were found");
}

#[test]
#[cfg(feature = "parquet")]
fn terminals_with_parquet_show_what_is_printed() {
    let commands = check_all(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/with-parquet.md")]);
    assert!(commands > 5, "only {commands} commands were found");
}

#[test]
#[cfg(not(feature = "parquet"))]
fn terminals_without_parquet_show_what_is_printed() {
    let commands = check_all(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/without-parquet.md")]);
    assert!(commands > 3, "only {commands} commands were found");
}

/// Runs the commands of files, of two at a time; returns how many there are.
fn check_all(files: &[PathBuf]) -> usize {
    let (next, commands, wrong) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(String::new()));
    let work = || {
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut found = String::new();
            commands.fetch_add(check(file, &mut found), Ordering::Relaxed);
            wrong.lock().expect("no panic").push_str(&found);
        }
    };
    #[expect(clippy::disallowed_methods, reason = "the one thread is joined, and its panic goes on")]
    std::thread::scope(|scope| {
        let other = scope.spawn(work);
        work();
        other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
    let (commands, wrong) = (commands.into_inner(), wrong.into_inner().expect("no panic"));
    assert!(wrong.is_empty(), "{wrong}\n`UPDATE_CONSOLES=tests/cmd` in the environment accepts what is printed there");
    commands
}

/// The Markdown files of a folder.
fn markdown(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).map(|entries| entries.filter_map(Result::ok).collect()).unwrap_or_else(|_| vec![]);
    let mut files: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    files.sort();
    files
}

/// Runs the commands of a file; returns how many there are.
fn check(file: &Path, wrong: &mut String) -> usize {
    let text = fs::read_to_string(file).expect("a text");
    let lines: Vec<&str> = text.lines().collect();
    let folder = Folder::copy_of(&file.with_extension("in"));
    let steps = steps(&lines);
    let mut updated = vec![];
    let mut at = 0;
    for step in &steps {
        let expected = &lines[step.output..step.end];
        let run = run(&step.command, &folder.0);
        updated.extend(lines[at..step.output].iter().map(ToString::to_string));
        at = step.end;
        if agrees(&run, expected) {
            updated.extend(expected.iter().map(ToString::to_string));
            continue;
        }
        let printed = shown(&run);
        let _ = write!(wrong, "{}:{}\n$ {}\n", file.display(), step.line + 1, step.command);
        expected.iter().for_each(|line| wrong.push_str(&format!("-{line}\n")));
        printed.iter().for_each(|line| wrong.push_str(&format!("+{line}\n")));
        updated.extend(printed);
    }
    updated.extend(lines[at..].iter().map(ToString::to_string));
    let updated = updated.join("\n") + "\n";
    let accepted = std::env::var("UPDATE_CONSOLES").unwrap_or_default();
    if !accepted.is_empty() && file.to_string_lossy().contains(&accepted) && updated != text {
        fs::write(file, updated).expect("written");
    }
    steps.len()
}

/// The commands of a file with their places.
fn steps(lines: &[&str]) -> Vec<Step> {
    let mut steps: Vec<Step> = vec![];
    let mut inside = None;
    for (at, line) in lines.iter().enumerate() {
        match inside {
            None if line.starts_with("```") => {
                inside = Some(*line == "```console" || *line == "```console,long" && grundy_testing::is_long());
            }
            None => {}
            Some(_) if line.starts_with("```") => inside = None,
            Some(false) => {}
            Some(true) => match (line.strip_prefix("$ "), line.strip_prefix("> "), steps.last_mut()) {
                (Some(command), _, _) => {
                    steps.push(Step { line: at, end: at + 1, output: at + 1, command: command.to_string() });
                }
                (None, Some(more), Some(step)) if step.output == at => {
                    step.command.push('\n');
                    step.command.push_str(more);
                    (step.output, step.end) = (at + 1, at + 1);
                }
                (_, _, Some(step)) => step.end = at + 1,
                _ => {}
            },
        }
    }
    steps
}

/// Runs a command as a person does, the program first on the path.
fn run(command: &str, folder: &Path) -> Run {
    let program = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().expect("a folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(program.to_path_buf()).chain(std::env::split_paths(&path));
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(all).expect("a path"))
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .output()
        .expect("a shell");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    Run { printed, code: output.status.code().unwrap_or(-1) }
}

/// Blanks at the ends of lines and blank lines at the end do not matter.
fn agrees(run: &Run, expected: &[&str]) -> bool {
    let told = expected.first().and_then(|first| first.strip_prefix("? ")?.trim().parse().ok());
    let (code, lines): (Option<i32>, _) = (told, &expected[usize::from(told.is_some())..]);
    let ended = match code {
        Some(code) => run.code == code,
        None => run.code == 0 || run.printed.lines().any(|line| line.starts_with("error")),
    };
    let trimmed = |lines: Vec<&str>| lines.iter().map(|line| timeless(line.trim_end())).collect::<Vec<_>>().join("\n");
    ended && trimmed(run.printed.lines().collect()).trim_end() == trimmed(lines.to_vec()).trim_end()
}

/// A line with every time such as `0.12 s` made equal, and every number of lines of the checker.
fn timeless(line: &str) -> String {
    let line = match line.split_once("\"rests_on_lines\":") {
        Some((before, after)) => &format!("{before}\"rests_on_lines\":_{}", after.trim_start_matches(char::is_numeric)),
        None => line,
    };
    let mut words: Vec<&str> = line.split(' ').collect();
    if let Some(k) = words.windows(4).position(|next| next == ["lines", "of", "the", "checker."]).filter(|k| *k > 0) {
        words[k - 1] = "_";
    }
    for k in 1..words.len() {
        if words[k].trim_end_matches(')') == "s" && words[k - 1].parse::<f64>().is_ok() {
            words[k - 1] = "_";
        }
    }
    words.join(" ")
}

/// What stands below a command that did this.
fn shown(run: &Run) -> Vec<String> {
    let code = (run.code != 0).then(|| format!("? {}", run.code));
    code.into_iter().chain(run.printed.lines().map(|line| line.trim_end().to_string())).collect()
}

/// A folder for the commands of one file, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn copy_of(template: &Path) -> Folder {
        let name = template.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("grundy-console-{name}-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        if let Ok(entries) = fs::read_dir(template) {
            for entry in entries.filter_map(Result::ok) {
                fs::copy(entry.path(), path.join(entry.file_name())).expect("copied");
            }
        }
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
