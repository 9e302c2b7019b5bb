//! What the words after `cargo xtask` mean.
//!
//! In: the words. Out: a task, or a sentence that says which word was not
//! understood and which known word is nearest. This module is separate from the
//! tasks, so that it can be tested without running one.

use strsim::osa_distance;

use crate::release::Choice;

/// The output of `cargo xtask help`.
pub(crate) const HELP: &str = "\
The chores of this repository.

    cargo xtask test           everything that must hold before a commit: layout, lints,
                               documentation, all tests, the book
    cargo xtask test --times   the same; the table of times at the end is whole: each step, each crate that was compiled,
                               each test of a second and more
    cargo xtask test --since REV
                               the tests of what changed since the commit REV, and of the crates that depend on it
    cargo xtask test --fast    layout, lints and the libraries' unit tests only
    cargo xtask test --long    the same as without a word, more and new cases of the random tests, larger boxes, all
                               statements of the papers, the program without the feature `parquet`, the static edition, the page in Firefox
    cargo xtask browser        the page in a browser; wants node, npm and chromium, and is a part of `test` where
                               they are; then in Firefox, where that is, as in `test --long`
    cargo xtask python         the wheel for Python, installed in an environment of its own, and its tests; wants
                               Python 3.10, and is a part of `test` where that is
    cargo xtask python --long  the same, with a Slurm of one node where that is installed
    cargo xtask circles        the circles of files that import each other; larger ones than agreed fail in `test`
    cargo xtask size           lines by crate; a crate that is larger than its budget fails in `test`
    cargo xtask static FOLDER  the page as files for any web host, with the answers as WebAssembly, and the book beside it
                               where mdbook is
    cargo xtask cover          chooses the statements of the papers and of the cookbook that `test` checks; `test --long` checks all
    cargo xtask coq            the library and the theorems of the folder `coq`, compiled by Coq; wants Coq 8.16, and is a
                               part of `test` where that is
    cargo xtask coq --papers   the same, and the claims of all papers as theorems; a part of `test --long`
    cargo xtask cross          the formulas of certificates of two papers decided by MONA and by the kernel of Coq, too, where
                               they are; a part of `test --long`
    cargo xtask fuzz           every fuzz target for a minute; wants a nightly Rust and cargo-fuzz
    cargo xtask site FOLDER    the static page, the book and the documentation of the crates, for a host
    cargo xtask package        puts the crates into the form in which they would be published
    cargo xtask package --publish
                               publishes them, each after those that it depends on; the workflow of a release does it
    cargo xtask release [TAG]  what people download, in target/dist: the program packed, the Debian package, the wheel, the
                               sources for Python, the book, the static page, checksums; a TAG must match the version
    cargo xtask release --all  the same; what would be left out is an error
    cargo xtask release --machine
                               the same, only what depends on the kind of machine
    cargo xtask release --check
                               the checks of the first hour: the program alone, the wheel and the package installed
    cargo xtask release --twice
                               two releases in two folders, whose bytes must be the same
    cargo xtask systems        compiles for Windows, macOS and WebAssembly, and with the oldest Rust, without linking; a part
                               of `test --long`
    cargo xtask deny           licences, versions, sources and advisories of the dependencies; a part of `test --long`
    cargo xtask bench [ARG…]   times and ratios, in release mode; every ARG goes to `cargo bench`
    cargo xtask counts         instructions of a few commands, compared with those in xtask/counts.txt; wants valgrind
    cargo xtask counts --update
                               the same, and writes that file
    cargo xtask counts --kernels [ARG…]
                               instructions of the engines alone, compared with the run before; every ARG goes to
                               `cargo bench`
    cargo xtask help           this text";

const TASKS: [&str; 18] = [
    "test", "browser", "python", "circles", "size", "static", "cover", "coq", "cross", "fuzz", "package", "release",
    "site", "systems", "deny", "bench", "counts", "help",
];
const RELEASE_OPTIONS: [&str; 5] = ["--all", "--machine", "--check", "--twice", "--help"];
const TEST_OPTIONS: [&str; 5] = ["--fast", "--long", "--since", "--times", "--help"];
const COUNTS_OPTIONS: [&str; 3] = ["--update", "--kernels", "--help"];

/// A chore.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Print [`HELP`].
    Help,
    /// Check everything that must hold.
    Test {
        extent: Extent,
        /// Show all times.
        times: bool,
        /// Only what changed since this commit.
        since: Option<String>,
    },
    /// Test the page in a browser.
    Browser,
    /// Build the wheel for Python and test it.
    Python(Extent),
    /// List the circles of files.
    Circles,
    /// List the lines of the crates.
    Size,
    /// Write the static edition of the page.
    Static {
        /// Where to.
        folder: String,
    },
    /// Choose the statements of the papers that an ordinary run checks.
    Cover,
    /// Compile what is proved in Coq; in a long run the claims of papers, too.
    Coq(Extent),
    /// Compare the checker of certificates with MONA.
    Cross,
    /// Run the fuzz targets.
    Fuzz,
    /// Package the crates, or publish them.
    Package { publish: bool },
    /// Write the files of the project's place on the web.
    Site {
        /// Where to.
        folder: String,
    },
    /// Make what people download.
    Release(Choice),
    /// Compile for other systems.
    Systems,
    /// Check the dependencies.
    Deny,
    /// Measure; `rest` is for `cargo bench`.
    Bench { rest: Vec<String> },
    /// Count instructions of commands.
    Counts {
        /// Store the counts.
        update: bool,
    },
    /// Count instructions of the engines; `rest` is for `cargo bench`.
    Kernels { rest: Vec<String> },
}

/// How much is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Only the quick checks.
    Fast,
    /// Everything that must hold before a commit.
    Plain,
    /// The same, with more cases of the random tests.
    Long,
}

/// The task that the words name, or why they name none.
pub(crate) fn understand(words: &[String]) -> Result<Task, String> {
    let Some((first, rest)) = words.split_first() else {
        return Ok(Task::Help);
    };
    match first.as_str() {
        "help" | "--help" | "-h" => no_more(rest),
        "test" => test(rest),
        "browser" => no_more(rest).map(|_| if rest.is_empty() { Task::Browser } else { Task::Help }),
        "python" => extended("python", "--long", rest, Task::Python),
        "static" | "site" if rest.first().is_some_and(|word| is_help(word)) => Ok(Task::Help),
        "static" => match rest {
            [folder] => Ok(Task::Static { folder: folder.clone() }),
            _ => Err("`static` wants the folder to write to, and nothing else".into()),
        },
        "site" => match rest {
            [folder] => Ok(Task::Site { folder: folder.clone() }),
            _ => Err("`site` wants the folder to write to, and nothing else".into()),
        },
        "circles" => no_more(rest).map(|_| if rest.is_empty() { Task::Circles } else { Task::Help }),
        "cover" => no_more(rest).map(|_| if rest.is_empty() { Task::Cover } else { Task::Help }),
        "size" => no_more(rest).map(|_| if rest.is_empty() { Task::Size } else { Task::Help }),
        "coq" => extended("coq", "--papers", rest, Task::Coq),
        "cross" => no_more(rest).map(|_| if rest.is_empty() { Task::Cross } else { Task::Help }),
        "fuzz" => no_more(rest).map(|_| if rest.is_empty() { Task::Fuzz } else { Task::Help }),
        "package" if rest == ["--publish"] => Ok(Task::Package { publish: true }),
        "package" => no_more(rest).map(|_| if rest.is_empty() { Task::Package { publish: false } } else { Task::Help }),
        "release" => release(rest),
        "systems" => no_more(rest).map(|_| if rest.is_empty() { Task::Systems } else { Task::Help }),
        "deny" => no_more(rest).map(|_| if rest.is_empty() { Task::Deny } else { Task::Help }),
        "bench" | "counts" if rest.first().is_some_and(|word| is_help(word)) => Ok(Task::Help),
        "bench" => Ok(Task::Bench { rest: rest.to_vec() }),
        "counts" => counts(rest),
        other => Err(unknown("task", other, &TASKS)),
    }
}

/// A task that one word makes long.
fn extended(task: &str, long: &str, words: &[String], of: fn(Extent) -> Task) -> Result<Task, String> {
    match words {
        [] => Ok(of(Extent::Plain)),
        [word] if word == long => Ok(of(Extent::Long)),
        [word] if is_help(word) => Ok(Task::Help),
        _ => Err(format!("`{task}` takes `{long}`, and nothing else")),
    }
}

fn test(options: &[String]) -> Result<Task, String> {
    let (mut extent, mut times, mut since) = (Extent::Plain, false, None);
    let mut options = options.iter();
    while let Some(option) = options.next() {
        match option.as_str() {
            "--fast" | "--long" if extent != Extent::Plain => {
                return Err("`--fast` and `--long` exclude each other, and one of them is enough".into());
            }
            "--since" => {
                since = Some(options.next().ok_or("`--since` wants a commit, such as `HEAD` or `main`")?.clone());
            }
            "--fast" => extent = Extent::Fast,
            "--long" => extent = Extent::Long,
            "--times" => times = true,
            word if is_help(word) => return Ok(Task::Help),
            other => return Err(unknown("option of `test`", other, &TEST_OPTIONS)),
        }
    }
    if since.is_some() && extent != Extent::Plain {
        return Err("`--since` goes with neither `--fast` nor `--long`".into());
    }
    Ok(Task::Test { extent, times, since })
}

fn release(words: &[String]) -> Result<Task, String> {
    let mut choice = Choice::default();
    for word in words {
        match word.as_str() {
            "--all" => choice.all = true,
            "--machine" => choice.machine = true,
            "--check" => choice.check = true,
            "--twice" => choice.twice = true,
            word if is_help(word) => return Ok(Task::Help),
            tag if tag.starts_with('v') && choice.tag.is_none() => choice.tag = Some(tag.to_owned()),
            other => return Err(unknown("option of `release`", other, &RELEASE_OPTIONS)),
        }
    }
    Ok(Task::Release(choice))
}

fn counts(rest: &[String]) -> Result<Task, String> {
    match rest.split_first().map(|(first, more)| (first.as_str(), more)) {
        None => Ok(Task::Counts { update: false }),
        Some(("--update", [])) => Ok(Task::Counts { update: true }),
        Some(("--update", _)) => Err("`counts --update` takes nothing else".into()),
        Some(("--kernels", more)) => Ok(Task::Kernels { rest: more.to_vec() }),
        Some((other, _)) => Err(unknown("option of `counts`", other, &COUNTS_OPTIONS)),
    }
}

fn no_more(rest: &[String]) -> Result<Task, String> {
    match rest.first().map(String::as_str) {
        None => Ok(Task::Help),
        Some(word) if TASKS.contains(&word) || is_help(word) => Ok(Task::Help),
        Some(other) => Err(unknown("task", other, &TASKS)),
    }
}

fn is_help(word: &str) -> bool {
    word == "--help" || word == "-h"
}

fn unknown(kind: &str, found: &str, known: &[&str]) -> String {
    let hint = match nearest(found, known) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("there is {}", listed(known)),
    };
    format!("`{found}` is no {kind}: {hint} (`cargo xtask help` says more)")
}

fn listed(known: &[&str]) -> String {
    let quoted: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

/// The nearest word of `known`, if the letters to insert, delete, change or swap are at most half of those of `found`.
fn nearest<'a>(found: &str, known: &[&'a str]) -> Option<&'a str> {
    let found = found.to_lowercase();
    let near = known.iter().map(|name| (osa_distance(&found, name), *name));
    near.filter(|(slips, _)| 2 * slips <= found.chars().count()).min_by_key(|(slips, _)| *slips).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Result<Task, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        understand(&words)
    }

    #[test]
    fn the_tasks() {
        assert_eq!(of(""), Ok(Task::Help));
        assert_eq!(of("help"), Ok(Task::Help));
        assert_eq!(of("help test"), Ok(Task::Help));
        let test = |extent, times| Ok(Task::Test { extent, times, since: None });
        assert_eq!(of("test"), test(Extent::Plain, false));
        assert_eq!(of("test --fast"), test(Extent::Fast, false));
        assert_eq!(of("test --times --long"), test(Extent::Long, true));
        let since = Some("HEAD".to_string());
        assert_eq!(of("test --since HEAD"), Ok(Task::Test { extent: Extent::Plain, times: false, since }));
        assert!(of("test --since").is_err() && of("test --fast --since HEAD").is_err());
        assert_eq!(of("python"), Ok(Task::Python(Extent::Plain)));
        assert_eq!(of("python --long"), Ok(Task::Python(Extent::Long)));
        assert_eq!(of("coq"), Ok(Task::Coq(Extent::Plain)));
        assert_eq!(of("coq --papers"), Ok(Task::Coq(Extent::Long)));
        assert!(of("coq --long").is_err());
        assert_eq!(of("cross"), Ok(Task::Cross));
        assert_eq!(
            of("release --all v0.1.0"),
            Ok(Task::Release(Choice { all: true, tag: Some("v0.1.0".into()), ..Choice::default() }))
        );
        assert!(of("release --al").is_err_and(|told| told.contains("`--all`")));
        assert_eq!(of("fuzz"), Ok(Task::Fuzz));
        assert_eq!(of("fuzz --help"), Ok(Task::Help));
        assert_eq!(of("test --help"), Ok(Task::Help));
        assert_eq!(of("bench"), Ok(Task::Bench { rest: vec![] }));
        assert_eq!(of("bench -h"), Ok(Task::Help));
        let rest = vec!["--".to_owned(), "nim".to_owned()];
        assert_eq!(of("bench -- nim"), Ok(Task::Bench { rest }));
        assert_eq!(of("counts"), Ok(Task::Counts { update: false }));
        assert_eq!(of("counts --update"), Ok(Task::Counts { update: true }));
        assert_eq!(of("counts --kernels"), Ok(Task::Kernels { rest: vec![] }));
        assert_eq!(of("counts --help"), Ok(Task::Help));
    }

    #[test]
    fn a_slip_is_answered_with_the_nearest_word() {
        for (line, word) in [
            ("tset", "`test`"),
            ("benhc", "`bench`"),
            ("hlep", "`help`"),
            ("test --fats", "`--fast`"),
            ("counts --udpate", "`--update`"),
            ("fuz", "`fuzz`"),
        ] {
            let message = of(line).expect_err(line);
            assert!(message.contains("did you mean") && message.contains(word), "{message}");
        }
    }

    #[test]
    fn fast_and_long_are_two_wishes() {
        assert!(of("test --fast --long").expect_err("two wishes").contains("exclude each other"));
    }

    #[test]
    fn a_stranger_is_answered_with_the_choice() {
        for line in ["frobnicate", "help frobnicate", "test --frobnicate"] {
            let message = of(line).expect_err(line);
            assert!(message.contains("there is `"), "{message}");
        }
    }

    #[test]
    fn near_and_far() {
        assert_eq!(nearest("TSET", &["bench", "test"]), Some("test"));
        assert_eq!(nearest("frobnicate", &["bench", "test"]), None);
        assert_eq!(nearest("", &["bench", "test"]), None);
    }
}
