//! What every command has: examples, and a way to run.
//!
//! In: the options of all commands, the streams, the whole program. Out: the outcome, and the texts that its errors point into.

use std::ffi::OsString;
use std::time::Instant;

use crate::console::Console;
use crate::context::Context;
use crate::failure::Outcome;
use crate::options::Common;
use crate::report::Texts;

/// The outcome of a command, and the texts that its errors point into.
pub(crate) type Ended = (Outcome<()>, Texts);

/// A command, as the words after its name.
pub(crate) trait Runs {
    /// Three examples; they work one after the other in an empty folder.
    const EXAMPLES: [&'static str; 3];

    /// Runs the command.
    fn start(&self, start: Start) -> Ended;
}

/// What a command starts with.
pub(crate) struct Start<'a, 'c> {
    /// The options of all commands.
    pub(crate) common: &'a Common,
    /// The streams.
    pub(crate) console: &'a mut Console<'c>,
    /// The whole program.
    pub(crate) program: &'a dyn Program,
}

impl Start<'_, '_> {
    /// Runs a command about games: its options must go together, and the rules given with `-e` are read first.
    pub(crate) fn with_rules(self, run: impl FnOnce(&mut Context) -> Outcome<()>) -> Ended {
        let mut context = Context::new(self.common, self.console);
        let options = self.common.contradiction().map_or(Ok(()), |error| Err(error.into()));
        let outcome = options.and_then(|()| context.load_rules()).and_then(|()| run(&mut context));
        (outcome, context.into_texts())
    }

    /// Runs a command that reads no rules, and in which no engine looks for Ctrl-C.
    pub(crate) fn without_rules(self, run: impl FnOnce(&Common, &mut Console) -> Outcome<()>) -> Ended {
        let _endable = self.console.interrupts.endable();
        (run(self.common, self.console), Texts::default())
    }
}

/// The whole program, for commands that tell of the others or run them.
pub(crate) trait Program: Sync {
    /// The declarations of all commands and options.
    fn declarations(&self) -> clap::Command;

    /// The declarations as help shows them, in lines of that width.
    fn help(&self, width: usize) -> clap::Command;

    /// Is this a command line? The first word is the name of the program.
    fn reads(&self, words: &[OsString]) -> Result<(), clap::Error>;

    /// Runs a command line, until that moment at most.
    fn run(
        &self,
        words: &[OsString],
        until: Option<Instant>,
        console: &mut Console,
    ) -> Result<Outcome<()>, clap::Error>;
}
