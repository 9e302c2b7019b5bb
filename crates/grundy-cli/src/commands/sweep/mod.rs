//! `grundy sweep`: one question over a family of games, one row a game.
//!
//! In: a family, the commands to ask of each member, a shard. Out: rows of what these commands answer, as CSV, JSON lines or Parquet. Each member is asked as
//! the command line would be (`question`), on as many threads as there may be; a game that is refused, or that fails, is a row with its reason. With a file,
//! each finished row is kept in a journal beside it (`journal`), from which the same command goes on after a kill; the file is written at the end, whole.

mod columns;
mod journal;
mod question;
mod sheet;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use clap::Args;
use grundy::lang::Code;
use grundy::{Diagnostic, Play, Reading, session::Member};
use serde_json::{Map, Value, json};

use super::command::{Ended, Program, Runs, Start};
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::input::split_file;
use crate::interrupt::Interrupts;
use crate::mistake;
use crate::progress::ShownWork;
use columns::Columns;
use journal::{Journal, Of, is_journal};
use question::{Asked, Question, TIME_OVER};
use sheet::Sheet;

/// The stack of a thread that asks: rules may be nested deeply.
const STACK: usize = 256 << 20;
/// How often it is looked whether the sweep must end.
const LOOK: Duration = Duration::from_millis(50);

/// A row: its columns in order.
type Row = Map<String, Value>;

/// One sweep: what is asked of which games.
struct Sweep {
    questions: Vec<Question>,
    /// Stands before the game: the rule file.
    file: Option<String>,
    columns: Columns,
    /// The members of this shard, by their places in the family.
    members: Vec<(usize, Member)>,
    /// A hash of all members of the family.
    family: String,
    /// The rules given with `-e`.
    rules: Vec<String>,
    play: Play,
    plain: bool,
    /// Is there a column with the seconds of each game?
    seconds: bool,
    threads: usize,
    /// The memory that one game may use: an equal part for each thread, and one for the rows that are kept.
    memory: u64,
    deadline: Option<Instant>,
    /// How the sweep ends early, for each game.
    run: Interrupts,
}

/// The words after `sweep`.
#[derive(Debug, Args)]
pub(crate) struct SweepArgs {
    /// The games: 'mark[{1}, {a, b}] for a in 2..9, b in a + 1..20 if CONDITION'
    #[arg(value_name = "FAMILY")]
    pub(crate) family: String,
    /// What is asked of each: a command without its game; several times if wanted
    #[arg(long = "do", value_name = "COMMAND", required = true, allow_hyphen_values = true)]
    pub(crate) ask: Vec<String>,
    /// Write the rows to FILE.csv, .jsonl, .parquet, or .rows, which --join takes; goes on after a kill
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Only these columns of the answers, besides the game, its names, and what went wrong
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub(crate) columns: Vec<String>,
    /// Only one part of the family, such as 2/8
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<String>,
    /// Ask again the games whose rows say `time`: with more time than before, in the same command
    #[arg(long)]
    pub(crate) retry: bool,
    /// A column with the seconds that each game took
    #[arg(long)]
    pub(crate) seconds: bool,
    /// The rows that parts of the same sweep have written with `-o FILE.rows`
    #[arg(long, value_name = "FILE.rows", num_args = 1..)]
    pub(crate) join: Vec<PathBuf>,
}

impl Runs for SweepArgs {
    const EXAMPLES: [&'static str; 3] = [
        "grundy sweep 'subtraction[{a, b}] for a, b in 1..4 if a < b' --do period",
        "grundy sweep 'octal[c] for c in codes(1)' --do period -o codes.csv",
        "grundy sweep 'mark[{1}, {a}] for a in 2..4' --do 'converge --to 1000' --json",
    ];

    fn start(&self, start: Start) -> Ended {
        let program = start.program;
        start.with_rules(|context| run(self, context, program))
    }
}

/// Asks the members of a family.
fn run(args: &SweepArgs, context: &mut Context, program: &dyn Program) -> Outcome<()> {
    let sweep = Sweep::of(args, context, program)?;
    sweep.note_names(context);
    let target = args.output.as_deref().filter(|path| !is_journal(path));
    let sheet = target.map(|path| Sheet::begin(path, context.interrupts())).transpose()?;
    let mark = sweep.mark(args, context);
    let joined = args.join.iter().map(|path| Journal::rows_of(path, &mark)).collect::<Outcome<Vec<_>>>()?;
    let of = Of { mark, part: args.shard.clone() };
    let journal = args.output.as_deref().map(|path| Journal::open(path, &of)).transpose()?;
    let mut keeper = Keeper { journal, streams: context.common.json, next: 0, rows: BTreeMap::new(), bytes: 0 };
    keeper.take_up(joined, args.retry, &sweep)?;
    let endable = context.interrupts().printing();
    keeper.print(&sweep.members, context)?;
    drop(endable);
    let kept = keeper.rows.len();
    sweep.note_kept(args, kept, context);
    let ended = sweep.ask_all(&mut keeper, kept, context, program)?;
    let print = !context.common.json && args.output.is_none();
    if ended {
        sweep.note_ended(args, &keeper, context);
        if print {
            sweep.print(keeper.rows.into_values().collect(), context)?;
            let _ = context.console.out.flush();
        }
        context.check_interrupt()?;
        return Err(Diagnostic::time_is_over().into());
    }
    let rows: Vec<Row> = keeper.rows.into_values().collect();
    sweep.note_missing(&rows, context);
    if let Some(sheet) = sheet {
        sheet.write(&sweep.columns, &rows, context.interrupts())?;
    } else if print {
        sweep.print(rows, context)?;
    }
    let passing = keeper.journal.filter(|_| !args.output.as_deref().is_some_and(is_journal));
    passing.map_or(Ok(()), Journal::remove)
}

impl Sweep {
    fn of(args: &SweepArgs, context: &mut Context, program: &dyn Program) -> Outcome<Sweep> {
        let questions = args.ask.iter().map(|text| Question::of(text)).collect::<Outcome<Vec<Question>>>()?;
        let text = crate::input::expression(context, Some(&args.family))?;
        let members = context.ask("family", |session| session.family(&text))?;
        let shard = args.shard.as_deref().map_or(Ok((0, 1)), shard)?;
        let common = context.common;
        let threads = common.threads.map_or_else(available, |n| n as usize);
        let file = split_file(&args.family).map(|(path, _)| path.to_string());
        if file.as_deref() == Some("-") {
            let message = "a sweep reads its rules once for each game, and standard input cannot be read again";
            return Err(Diagnostic::new(Code::Sweep, message)
                .help("write the rules to a file, or give them with `-e`")
                .into());
        }
        let family = members.members.iter().map(|member| member.game.as_str()).collect::<Vec<&str>>().join("\n");
        let own = members.members.into_iter().enumerate().filter(|(i, _)| i % shard.1 == shard.0).collect();
        let words = questions.iter().map(|question| question.word().to_string()).collect();
        let wanted = args.columns.iter().map(|name| name.trim().to_string());
        let memory = (common.memory() / (threads as u64).saturating_add(1)).max(1);
        let sweep = Sweep {
            columns: Columns::new(members.names, words, wanted.collect())?,
            questions,
            file,
            members: own,
            family: journal::digest(&family),
            rules: common.rules.clone(),
            play: common.play(),
            plain: common.plain,
            seconds: args.seconds,
            threads,
            memory,
            deadline: common.deadline(),
            run: context.interrupts().of_part(),
        };
        // What is wrong with a question is so for every game: it is told before the first one.
        if let Some((row, member)) = sweep.members.first() {
            let asked = sweep.asked(*row, member);
            sweep.questions.iter().try_for_each(|question| question.must_be_read(&asked, program))?;
        }
        Ok(sweep)
    }

    /// Tells, before any work, of columns that may not be what they seem.
    fn note_names(&self, context: &mut Context) {
        for (name, near) in self.columns.strange() {
            let near = near.map(|near| format!("; the nearest is `{near}`")).unwrap_or_default();
            context.note(&format!("no question is known to answer a column `{name}`{near}"));
        }
        for (name, column) in self.columns.hidden() {
            context.note(&format!(
                "`{name}` is a name of the family; what a question answers there is in the column `{column}`"
            ));
        }
        if self.members.len() > 1 {
            self.questions.iter().filter_map(Question::one_file).for_each(|file| {
                context
                    .note(&format!("every game writes the file `{file}`; with `{{row}}` in its name each has its own"));
            });
        }
    }

    /// Tells what is known before the first game is asked.
    fn note_kept(&self, args: &SweepArgs, kept: usize, context: &mut Context) {
        let all = self.members.len();
        if kept > 0 {
            context.note(&format!("{kept} of {all} rows were kept by an earlier run"));
        } else if args.retry {
            context.note("no rows are kept of which some could be tried again: all games are asked");
        }
        if !args.join.is_empty() && kept < all {
            context.note(&format!("{} rows are in no journal: their games are asked now", all - kept));
        }
    }

    /// Tells where the rows are that are done, if the sweep ended early.
    fn note_ended(&self, args: &SweepArgs, keeper: &Keeper, context: &mut Context) {
        let rows = format!("{} of {} rows", keeper.rows.len(), self.members.len());
        match (&keeper.journal, &args.output) {
            (Some(journal), Some(path)) => {
                let kept = format!("{rows} are kept in `{}`", journal.path().display());
                context.note(&format!("{kept}; the same command goes on from there to `{}`", path.display()));
            }
            _ => {
                context.note(&format!("{rows} are known; with `-o FILE` they would be kept, and the sweep could go on"))
            }
        }
    }

    /// Tells of columns that are wanted and that no answer has.
    fn note_missing(&self, rows: &[Row], context: &mut Context) {
        let answered = rows.iter().any(|row| row.get("error").is_none_or(Value::is_null));
        let wanted = self.columns.wanted().iter().filter(|_| answered);
        for name in wanted.filter(|name| !rows.iter().any(|row| row.contains_key(*name))) {
            context.note(&format!("no answer has the column `{name}`; without `--columns` all are shown"));
        }
    }

    /// Prints rows as CSV.
    fn print(&self, rows: Vec<Row>, context: &mut Context) -> Outcome<()> {
        let _endable = context.interrupts().printing();
        let out = &mut *context.console.out;
        sheet::csv(&self.columns, &rows, out).map_err(|error| Failure::of_writing(&error, "standard output"))
    }

    /// What tells this sweep, of which a run may do a part, from others: the members, the questions, the options, and the rules they are read with. The time that
    /// a game may take does not: a row says if it was over.
    fn mark(&self, args: &SweepArgs, context: &Context) -> String {
        let mut all = vec![
            self.questions.iter().map(Question::mark).collect::<Vec<String>>().join("\n"),
            self.columns.wanted().join(","),
            format!("{} {} {}", self.play.is_misere(), self.plain, args.seconds),
            self.rules.join("\n"),
        ];
        all.push(self.family.clone());
        all.extend(context.own_items().iter().map(|(_, text)| text.clone()));
        journal::digest(&all.join("\n"))
    }

    fn asked<'a>(&'a self, row: usize, member: &'a Member) -> Asked<'a> {
        Asked {
            row,
            game: &member.game,
            file: self.file.as_deref(),
            rules: &self.rules,
            play: self.play,
            plain: self.plain,
            memory: self.memory,
            deadline: self.deadline,
            run: &self.run,
        }
    }

    /// Asks all games that have no row yet. Did the sweep end early?
    #[expect(clippy::disallowed_methods, reason = "the threads are joined, and a panic becomes a row")]
    fn ask_all(&self, keeper: &mut Keeper, kept: usize, context: &mut Context, program: &dyn Program) -> Outcome<bool> {
        let left: Vec<usize> =
            (0..self.members.len()).filter(|i| !keeper.rows.contains_key(&self.members[*i].0)).collect();
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let done = Arc::new(AtomicU64::new(kept as u64));
        let (total, counted) = (self.members.len() as u64, done.clone());
        let name = format!("{} games", self.members.len());
        let progress = context.watch(move |_| {
            let done = counted.load(Ordering::Relaxed);
            let reading = Reading { total, done, kept: kept as u64, ..Reading::default() };
            ShownWork { name: name.clone(), reading, what: "games" }
        });
        let (send, receive) = channel::<(usize, Row)>();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.min(left.len()) {
                let (send, next, left, stop) = (send.clone(), &next, &left, &stop);
                let work = move || self.work(left, next, stop, &send, program);
                let thread = std::thread::Builder::new().name("sweep".into()).stack_size(STACK);
                thread.spawn_scoped(scope, work).map_err(|error| {
                    Diagnostic::limit(Code::Threads, format!("the system gave no memory for a thread: {error}"))
                })?;
            }
            drop(send);
            let mut outcome = Ok(());
            loop {
                match receive.recv_timeout(LOOK) {
                    Ok((number, row)) if outcome.is_ok() => {
                        done.fetch_add(1, Ordering::Relaxed);
                        outcome = keeper.keep(number, row, self, context);
                    }
                    Ok(_) => {}
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if outcome.is_err() || self.must_end() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            outcome
        })?;
        drop(progress);
        Ok(keeper.rows.len() < self.members.len())
    }

    fn must_end(&self) -> bool {
        self.run.flag().load(Ordering::Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Asks one game after the other, until none is left. A game that was being asked when the sweep had to end has no row.
    fn work(
        &self,
        left: &[usize],
        next: &AtomicUsize,
        stop: &AtomicBool,
        send: &Sender<(usize, Row)>,
        program: &dyn Program,
    ) {
        while !stop.load(Ordering::Relaxed) {
            let Some(at) = left.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
            let (number, member) = &self.members[*at];
            let row = self.row(*number, member, program);
            if self.must_end() || send.send((*number, row)).is_err() {
                return;
            }
        }
    }

    /// The row of a game: its number and names, what the questions answer, and the first reason why one has no answer.
    fn row(&self, number: usize, member: &Member, program: &dyn Program) -> Row {
        let mut row = Row::new();
        row.insert("row".into(), json!(number));
        row.insert("game".into(), json!(member.game));
        for (name, value) in self.columns.names().iter().zip(&member.values) {
            row.insert(name.clone(), number_or_text(value));
        }
        let (mut exit, mut error, begun) = (0, None, Instant::now());
        for (at, question) in self.questions.iter().enumerate() {
            let asked = self.asked(number, member);
            let answer = catch_unwind(AssertUnwindSafe(|| question.ask(&asked, program)));
            let answer = answer.unwrap_or_else(|panic| question::Answer::mistake(mistake::sentence(&*panic)));
            for (key, value) in answer.columns {
                let name = self.columns.of(at, &key);
                if self.columns.keeps(&name) {
                    row.insert(name, value);
                }
            }
            exit = exit.max(answer.exit);
            // A row says which of several questions failed.
            let several = self.questions.len() > 1;
            let told = |text: String| match several && text != TIME_OVER {
                true => format!("{}: {text}", question.word()),
                false => text,
            };
            error = error.or(answer.error.map(told));
        }
        if self.seconds {
            row.insert("seconds".into(), json!(begun.elapsed().as_millis() as f64 / 1000.0));
        }
        row.insert("exit".into(), json!(exit));
        row.insert("error".into(), json!(error));
        row
    }
}

/// A value of a name: a number, where JSON can hold it exactly in all readers.
fn number_or_text(value: &str) -> Value {
    let number = value.trim_matches(['(', ')']).parse::<i64>().ok().filter(|n| n.unsigned_abs() < 1 << 53);
    number.map_or_else(|| json!(value), |n| json!(n))
}

/// How many threads the machine has.
fn available() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// `2/8`: the second of eight parts, as its number from 0 and the number of parts.
fn shard(text: &str) -> Outcome<(usize, usize)> {
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let parts = text.split_once('/').and_then(|(i, n)| Some((number(i)?, number(n)?)));
    match parts {
        Some((i, n)) if 1 <= i && i <= n => Ok((i - 1, n)),
        _ => {
            let message = format!("`--shard` is one part of several, such as 2/8, found `{text}`");
            Err(Diagnostic::new(Code::Shard, message).help("the parts of N are 1/N, 2/N, …, N/N").into())
        }
    }
}

/// Takes the memory of a row from that of all rows.
fn hold(held: &mut u64, row: &Row, sweep: &Sweep) -> Outcome<()> {
    *held = held.saturating_add(question::bytes_of(row));
    if *held <= sweep.memory {
        return Ok(());
    }
    let message = format!("the rows need more than the {} of memory that they may have", grundy::bytes(sweep.memory));
    let help =
        "ask for fewer columns with `--columns`, for a part of the games with `--shard`, or allow more with `--memory`";
    Err(Diagnostic::limit(Code::Memory, message).help(help).into())
}

/// Takes rows as they come: into the journal, and with `--json` in the order of the family to standard output.
struct Keeper {
    journal: Option<Journal>,
    streams: bool,
    /// The first member of the shard whose row was not printed.
    next: usize,
    rows: BTreeMap<usize, Row>,
    /// The bytes of the rows.
    bytes: u64,
}

impl Keeper {
    /// Takes the rows of the journal, and those of journals that are joined, which the own one keeps as well.
    fn take_up(&mut self, joined: Vec<BTreeMap<usize, Row>>, retry: bool, sweep: &Sweep) -> Outcome<()> {
        let wanted = |number: &usize, row: &Row| {
            let tried_again = retry && row.get("error") == Some(&json!(TIME_OVER));
            !tried_again && sweep.members.binary_search_by_key(number, |(own, _)| *own).is_ok()
        };
        self.rows = self.journal.as_mut().map(Journal::take_rows).unwrap_or_default();
        self.rows.retain(|number, row| wanted(number, row));
        for (number, row) in joined.into_iter().flatten().filter(|(number, row)| wanted(number, row)) {
            if let Some(journal) = self.journal.as_mut().filter(|_| !self.rows.contains_key(&number)) {
                journal.add(&row)?;
            }
            self.rows.insert(number, row);
        }
        self.rows.values().try_for_each(|row| hold(&mut self.bytes, row, sweep))
    }

    fn keep(&mut self, number: usize, row: Row, sweep: &Sweep, context: &mut Context) -> Outcome<()> {
        if let Some(journal) = &mut self.journal {
            journal.add(&row)?;
        }
        hold(&mut self.bytes, &row, sweep)?;
        self.rows.insert(number, row);
        self.print(&sweep.members, context)
    }

    /// Prints the rows that are due, in their order, if rows are printed as they come.
    fn print(&mut self, members: &[(usize, Member)], context: &mut Context) -> Outcome<()> {
        while let Some((number, _)) = members.get(self.next).filter(|_| self.streams) {
            let Some(row) = self.rows.get(number) else { break };
            context.line(sheet::object(row))?;
            self.next += 1;
        }
        Ok(())
    }
}
