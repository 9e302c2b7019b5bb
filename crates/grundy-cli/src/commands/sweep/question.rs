//! What a sweep asks of each game: a command line without the game.
//!
//! In: the text after `--do`, and a game. Out: the columns that the answer has: the keys of the JSON that the command prints, but for its name and the game.
//! Where the command prints several lines, a key that several of them have is a list, and one that says the same of all, such as the hash of the rules, is not.

use std::ffi::OsString;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use grundy::lang::Code;
use grundy::library::shell_words;
use grundy::{Diagnostic, Kind, Play};
use serde_json::{Map, Value};

use crate::commands::command::Program;
use crate::console::Console;
use crate::failure::{Failure, Outcome, code_of};
use crate::input::split_file;
use crate::interrupt::Interrupts;
use crate::options::parse_time;

/// The commands that answer about one game in few lines.
const COMMANDS: [&str; 11] = [
    "value",
    "period",
    "quotient",
    "converge",
    "discover",
    "classify",
    "positions",
    "sequence",
    "moves",
    "eval",
    "games",
];
/// Stands for the game in the words of a command.
const GAME: &str = "{}";
/// Stands for the number of the row.
const ROW: &str = "{row}";
/// The option with the time of a command.
const TIME: &str = "--time";
/// The option with the file of a certificate.
const CERTIFICATE: &str = "--certificate";
/// What a row says that lacks an answer since the time of its command was over.
pub(super) const TIME_OVER: &str = "time";
/// Keys that say the same in all lines of an answer.
const OF_ALL: [&str; 4] = ["rules", "play", "to", "positions"];
/// Keys that every line has.
const EVERYWHERE: [&str; 3] = ["v", "cmd", "game"];
/// The bytes that an entry of a list takes, and of an object, its name not counted.
const ENTRY: u64 = 80;
const FIELD: u64 = 160;
/// At most so many bytes hold what one byte of an answer says: an entry of a list is two bytes of text at least.
const EACH: u64 = 48;
/// The most lines of an answer.
const LINES: usize = 1000;

/// A command without its game.
pub(super) struct Question {
    words: Vec<String>,
}

/// A game, and how it is asked.
pub(super) struct Asked<'a> {
    pub(super) row: usize,
    pub(super) game: &'a str,
    pub(super) file: Option<&'a str>,
    pub(super) rules: &'a [String],
    pub(super) play: Play,
    pub(super) plain: bool,
    pub(super) memory: u64,
    pub(super) deadline: Option<Instant>,
    pub(super) run: &'a Interrupts,
}

/// What a command answered.
#[derive(Default)]
pub(super) struct Answer {
    pub(super) columns: Map<String, Value>,
    pub(super) exit: u8,
    pub(super) error: Option<String>,
}

impl Answer {
    pub(super) fn mistake(sentence: String) -> Answer {
        Answer { exit: 3, error: Some(sentence), ..Answer::default() }
    }
}

impl Question {
    /// The words of a command.
    pub(super) fn of(text: &str) -> Outcome<Question> {
        let mut words: Vec<String> = shell_words(text.trim()).into_iter().filter(|word| !word.is_empty()).collect();
        if words.len() > 1 && words[0] == "grundy" {
            words.remove(0);
        }
        let Some(word) = words.first() else {
            let message = "`--do` is a command without its game, found nothing";
            return Err(Diagnostic::new(Code::Do, message)
                .help("write `--do period` or `--do 'converge --to 10^7'`")
                .into());
        };
        if !COMMANDS.contains(&word.as_str()) {
            let message = format!("`--do` asks one of the commands {}, found `{word}`", COMMANDS.join(", "));
            return Err(Diagnostic::new(Code::Do, message).nearest(word, COMMANDS).into());
        }
        let wants_place = word == "eval" && !words.iter().any(|word| word.contains(GAME));
        if wants_place {
            let message = "`eval` has an expression, in which `{}` stands for the game";
            return Err(Diagnostic::new(Code::Do, message).help("write `--do \"eval 'G({}(5))'\"`").into());
        }
        Ok(Question { words })
    }

    /// What tells this question from others: its words, but for the time that it may take.
    pub(super) fn mark(&self) -> String {
        let mut words = self.words.clone();
        if let Some(at) = words.iter().position(|word| word == TIME) {
            words.drain(at..(at + 2).min(words.len()));
        }
        words.retain(|word| !word.starts_with(&format!("{TIME}=")));
        words.join(" ")
    }

    /// The time that the command may take, if it says so.
    fn time(&self) -> Option<Duration> {
        self.option(TIME).and_then(|text| parse_time(text).ok())
    }

    /// What the words say after an option, or behind its `=`.
    fn option(&self, name: &str) -> Option<&str> {
        let after = self.words.iter().skip_while(|word| *word != name).nth(1).map(String::as_str);
        after.or_else(|| self.words.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('=')))
    }

    /// The file that each game would write anew: its name has neither the game nor the number of the row.
    pub(super) fn one_file(&self) -> Option<&str> {
        self.option(CERTIFICATE).filter(|file| !file.contains(ROW) && !file.contains(GAME))
    }

    /// The name of the command.
    pub(super) fn word(&self) -> &str {
        &self.words[0]
    }

    /// The command for a game.
    ///
    /// The words after `-e` and the options of the sweep come first, so that the command's own words overrule none of them by their place.
    fn words(&self, asked: &Asked<'_>) -> Vec<OsString> {
        let of_eval = self.word() == "eval";
        let game = match asked.file {
            Some(file) if !of_eval => format!("{file}:{}", asked.game),
            _ => asked.game.to_string(),
        };
        let has =
            |option: &str| self.words.iter().any(|word| word == option || word.starts_with(&format!("{option}=")));
        let mut words: Vec<String> = vec!["grundy".into(), self.words[0].clone()];
        if !self.words.iter().any(|word| word.contains(GAME)) {
            words.push(game.clone());
        }
        let row = asked.row.to_string();
        let filled = self.words[1..].iter().map(|word| {
            let filled = word.replace(GAME, &game).replace(ROW, &row);
            // The file of the family stands before a whole expression, unless that names one itself.
            match asked.file.filter(|_| of_eval && word.contains(GAME) && split_file(word).is_none()) {
                Some(file) => format!("{file}:{filled}"),
                None => filled,
            }
        });
        words.extend(filled);
        words.extend(asked.rules.iter().flat_map(|rules| ["-e".to_string(), rules.clone()]));
        let mut add = |option: &str, value: Option<String>| {
            if !has(option) {
                words.push(value.map_or(option.to_string(), |value| format!("{option}={value}")));
            }
        };
        add("--json", None);
        add("--threads", Some("1".into()));
        add("--memory", Some(asked.memory.to_string()));
        if asked.play.is_misere() && self.word() != "eval" {
            add("--misere", None);
        }
        if asked.plain {
            add("--plain", None);
        }
        words.into_iter().map(OsString::from).collect()
    }

    /// An error if the program does not understand the command for this game.
    pub(super) fn must_be_read(&self, asked: &Asked<'_>, program: &dyn Program) -> Outcome<()> {
        program.reads(&self.words(asked)).map_err(|error| self.misread(&error))
    }

    fn misread(&self, error: &clap::Error) -> Failure {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_string();
        Diagnostic::new(Code::Do, format!("`--do '{}'`: {first}", self.words.join(" "))).into()
    }

    /// Asks a game.
    pub(super) fn ask(&self, asked: &Asked<'_>, program: &dyn Program) -> Answer {
        let (mut out, mut err) = (Text { bytes: vec![], most: asked.memory / EACH, full: false }, Vec::new());
        let mut input = std::io::empty();
        let mut console = Console { interrupts: asked.run.clone(), ..Console::of(&mut input, &mut out, &mut err) };
        let begun = Instant::now();
        let outcome = match program.run(&self.words(asked), asked.deadline, &mut console) {
            Ok(outcome) => outcome,
            Err(error) => {
                let failure = self.misread(&error);
                return Answer { exit: failure.code(), error: Some(message(&failure)), ..Answer::default() };
            }
        };
        if out.full {
            let allowed = grundy::bytes(asked.memory);
            let error = format!("the columns of this answer need more than the {allowed} of memory allowed for a game");
            return Answer { exit: code_of(Kind::Limit), error: Some(error), ..Answer::default() };
        }
        let mut answer = Answer { columns: columns(&out.bytes), ..Answer::default() };
        if let Err(failure) = outcome {
            answer.exit = failure.code();
            answer.error = Some(message(&failure)).filter(|message| !message.is_empty());
            // A period that is not proved in its time says what was seen instead, and no error.
            let took_all =
                || answer.exit == code_of(Kind::Limit) && self.time().is_some_and(|time| begun.elapsed() >= time);
            if matches!(&failure, Failure::Error(error) if error.kind == Kind::TimeIsOver)
                || answer.error.is_none() && took_all()
            {
                answer.error = Some(TIME_OVER.to_string());
            }
        }
        answer
    }
}

/// The text of an answer, as far as there is room for what it says.
struct Text {
    bytes: Vec<u8>,
    most: u64,
    full: bool,
}

impl Write for Text {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        self.full |= (self.bytes.len() as u64).saturating_add(more.len() as u64) > self.most;
        if self.full {
            return Err(io::Error::from(io::ErrorKind::OutOfMemory));
        }
        self.bytes.write(more)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The bytes of a row.
pub(super) fn bytes_of(row: &Map<String, Value>) -> u64 {
    row.iter().fold(0, |bytes: u64, (name, value)| bytes + FIELD + name.len() as u64 + bytes_of_value(value))
}

fn bytes_of_value(value: &Value) -> u64 {
    match value {
        Value::Array(list) => list.iter().fold(0, |bytes: u64, entry| bytes + ENTRY + bytes_of_value(entry)),
        Value::Object(object) => bytes_of(object),
        Value::String(text) => text.len() as u64,
        _ => 0,
    }
}

/// The sentence of a failure.
fn message(failure: &Failure) -> String {
    match failure {
        Failure::Error(error) if error.kind.is_end() => String::new(),
        Failure::Error(error) => error.message.clone(),
        Failure::Closed | Failure::Reported(_) => String::new(),
    }
}

/// What lines say of a key, taken out of them. Whether that is a list depends on the lines that have the key, not on its values, so that a column has one kind of cells.
fn of_lines(key: &str, lines: &mut [Map<String, Value>]) -> Value {
    let mut all: Vec<Option<Value>> = lines.iter_mut().map(|line| line.get_mut(key).map(Value::take)).collect();
    let said = all.iter().flatten().count();
    if said == 1 || OF_ALL.contains(&key) {
        return all.into_iter().flatten().next().unwrap_or(Value::Null);
    }
    all.truncate(all.iter().rposition(Option::is_some).map_or(0, |last| last + 1));
    all.into_iter().map(Option::unwrap_or_default).collect()
}

/// The columns of an answer.
fn columns(out: &[u8]) -> Map<String, Value> {
    let text = String::from_utf8_lossy(out);
    let lines = text.lines().take(LINES).filter_map(|line| serde_json::from_str(line).ok());
    let mut lines: Vec<Map<String, Value>> = lines.collect();
    let mut columns = Map::new();
    for at in 0..lines.len() {
        let keys: Vec<String> = lines[at].keys().filter(|key| !EVERYWHERE.contains(&key.as_str())).cloned().collect();
        for key in keys {
            if !columns.contains_key(&key) {
                let said = of_lines(&key, &mut lines);
                columns.insert(key, said);
            }
        }
    }
    columns
}
