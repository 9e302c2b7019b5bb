//! Options of all commands, and what they mean to the engines.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser};
use clap::{ArgAction, Args, ColorChoice, ValueEnum};
use grundy::lang::Code;
use grundy::{Diagnostic, EngineName, Limits, Options, Play, Progress};

use super::memory::room_is_for_one_thread;
use super::time::{deadline, parse_time};
use super::{available_memory, parse_memory};

/// Options of all commands.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// Rules on the command line: -e 'game down(n) { move n - 1 }', several times if wanted
    #[arg(short = 'e', long = "rules", value_name = "RULES", global = true)]
    pub(crate) rules: Vec<String>,
    /// Misère play: who moves last loses
    #[arg(long, global = true)]
    pub(crate) misere: bool,
    /// One JSON object a line instead of text; errors too
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Say which engine gave the answer, what it rests on, and why no quicker one
    #[arg(long, global = true)]
    pub(crate) explain: bool,
    /// No theorem and no fast engine
    #[arg(long, global = true)]
    pub(crate) plain: bool,
    /// One engine only
    #[arg(long, value_name = "NAME", global = true, value_parser = engines())]
    pub(crate) engine: Option<EngineName>,
    /// The most memory, such as 8G or 500M; by default three quarters of what is free
    #[arg(long, value_name = "SIZE", global = true, value_parser = parse_memory)]
    pub(crate) memory: Option<u64>,
    /// How many threads may work; by default as many as the machine has
    #[arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) threads: Option<u32>,
    /// Stop after so long, with what is known by then: 30s, 10m, 2h
    #[arg(long, value_name = "D", global = true, value_parser = parse_time)]
    pub(crate) time: Option<Duration>,
    /// When the run began.
    #[arg(skip = Instant::now())]
    pub(crate) begun: Instant,
    /// When the run of which this one is a part must end.
    #[arg(skip)]
    pub(crate) cut: Option<Instant>,
    /// When to use colours
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto")]
    pub(crate) color: ColorChoice,
    /// What a command does, three examples, and its own options
    #[arg(short, long, action = ArgAction::HelpShort, global = true)]
    pub(crate) help: Option<bool>,
    /// What stops the engines when it is set.
    #[arg(skip)]
    pub(crate) stop: Arc<AtomicBool>,
    /// How far the engines are.
    #[arg(skip)]
    pub(crate) progress: Arc<Progress>,
}

/// An engine as a value of `--engine`.
#[derive(Clone)]
struct Named(EngineName);

static ENGINES: LazyLock<Vec<Named>> = LazyLock::new(|| EngineName::ALL.iter().copied().map(Named).collect());

impl ValueEnum for Named {
    fn value_variants<'a>() -> &'a [Self] {
        &ENGINES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.help()))
    }
}

/// The names of the engines, with what each does.
fn engines() -> impl TypedValueParser<Value = EngineName> {
    EnumValueParser::<Named>::new().map(|named| named.0)
}

impl Common {
    /// The options for the engines.
    pub(crate) fn options(&self) -> Options {
        Options { play: self.play(), plain: self.plain, engine: self.engine, limits: self.limits(), checkpoint: None }
    }

    /// Why these options cannot be combined, if so.
    pub(crate) fn contradiction(&self) -> Option<Diagnostic> {
        let name = self.engine.filter(|engine| self.plain && engine.wants_shape())?.name();
        let message = format!("`--plain` takes no fast engine, and `--engine {name}` is one");
        Some(Diagnostic::new(Code::Plain, message).help("leave one of them out"))
    }

    /// The limits on memory, threads and interruption.
    pub(crate) fn limits(&self) -> Limits {
        let threads = self.threads.map_or(usize::from(room_is_for_one_thread()), |n| n as usize);
        Limits {
            memory: self.memory(),
            interrupt: self.stop.clone(),
            progress: self.progress.clone(),
            deadline: self.deadline(),
            cut: self.cut,
            threads,
            ..Limits::default()
        }
    }

    /// The moment at which work must end.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.time.map(|time| deadline(self.begun, time))
    }

    /// Normal or misère.
    pub(crate) fn play(&self) -> Play {
        Play::of(self.misere)
    }

    /// The number of bytes that may be used.
    pub(crate) fn memory(&self) -> u64 {
        self.memory.unwrap_or_else(|| available_memory() / 4 * 3)
    }

    /// Whether to use colours; `by_itself` is the answer for `auto`.
    pub(crate) fn color(&self, by_itself: bool) -> bool {
        match self.color {
            ColorChoice::Auto => by_itself,
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        }
    }
}
