//! Terms of a subtraction-division game, counted or written as they are computed: the terms are never all in memory.
//!
//! In: [`Terms`]. Out: the same output as from a table of the terms, except that a period is looked for only among the first terms.

use std::io;

use grundy::session::Game;
use grundy::theory::periods::observed_period;
use grundy::{
    Diagnostic,
    table::{Block, Terms},
};

use super::SequenceArgs;
use super::{counts_lines, known, sentence};
use crate::commands::seen::explain;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::input::count;
use crate::output::Output;
use grundy_format::{Axis, BeginTerms, CountLines, FormatName, TermsHead, TermsWriter};

/// A period is looked for among this many first terms: some milliseconds of work.
const LOOKED_AT: u64 = 1 << 18;

/// The terms of a game, and what becomes of them.
pub(super) struct Streamed {
    terms: Terms,
    form: Form,
}

/// What becomes of terms.
enum Form {
    Counted(CountLines),
    Written(BeginTerms),
}

/// The terms of a game, if they can be computed in this way and written in this format, or counted.
pub(super) fn of(
    game: &Game,
    args: &SequenceArgs,
    context: &Context,
    (format, counts): (FormatName, Option<CountLines>),
) -> Option<Streamed> {
    let form = counts.map(Form::Counted).or_else(|| format.says().terms.map(Form::Written))?;
    Some(Streamed { terms: Terms::of(&game.rules, &args.output.engines(context.common))?, form })
}

/// The request.
pub(super) struct Asked<'a> {
    pub(super) game: &'a Game,
    /// The number of the first term, and the number after the last.
    pub(super) from: u64,
    pub(super) terms: u64,
    pub(super) axis: &'a Axis,
}

impl Asked<'_> {
    /// How many values of a block belong to terms before the first.
    fn below(&self, block: &Block) -> usize {
        self.from.saturating_sub(block.first()).min(block.len() as u64) as usize
    }

    /// Adds how often each value occurs among the terms of a block, those before the first left out.
    fn count(&self, block: &Block, counts: &mut Vec<u64>) {
        let below = self.below(block);
        if below == 0 {
            return block.count(counts);
        }
        let mut values = vec![];
        block.values(&mut values);
        for value in values[below..].iter().copied().map(usize::from) {
            counts.resize(counts.len().max(value + 1), 0);
            counts[value] += 1;
        }
    }
}

/// Counts or writes the terms.
pub(super) fn run(asked: &Asked, streamed: &Streamed, output: Output, context: &mut Context) -> Outcome<()> {
    let Streamed { terms, form } = streamed;
    terms.must_fit(asked.terms)?;
    let says = output.name.says();
    let first = match form {
        Form::Counted(lines) => count_terms(asked, terms, *lines, output, context)?,
        Form::Written(begin) => write_terms(asked, terms, *begin, output, context)?,
    };
    if !says.tells_period {
        let looked = first.len() as u64;
        let rest = if looked < asked.terms { "; later terms were not looked at for one" } else { "" };
        context.note(&(sentence(observed_period(&first), looked) + rest));
    }
    explain(context, asked.game, &terms.account(asked.terms));
    Ok(())
}

/// The first terms, which may show a period.
#[derive(Default)]
struct First {
    values: Vec<u8>,
    terms: Vec<Option<u64>>,
}

impl First {
    fn see(&mut self, block: &Block) {
        if block.first() < LOOKED_AT {
            block.values(&mut self.values);
            let room = LOOKED_AT as usize - self.terms.len();
            self.terms.extend(self.values.iter().take(room).map(|value| Some(u64::from(*value))));
        }
    }
}

fn count_terms(
    asked: &Asked,
    terms: &Terms,
    lines: CountLines,
    output: Output,
    context: &mut Context,
) -> Outcome<Vec<Option<u64>>> {
    let (mut counts, mut first) = (vec![], First::default());
    {
        let _progress = context.progress(title(asked));
        terms.for_each_block(asked.terms, |block| {
            first.see(block);
            asked.count(block, &mut counts);
            Ok::<(), Failure>(())
        })?;
    }
    let counts = (0..).zip(counts).filter(|(_, count)| *count > 0);
    output.write(context, |_, out| counts_lines(counts, lines, out))?;
    Ok(first.terms)
}

fn title(asked: &Asked) -> String {
    format!("{} of `{}`", count(asked.terms, "term", "terms"), asked.game.text)
}

/// An error in computing or writing the terms.
enum Broken {
    Terms(Diagnostic),
    Writing(io::Error),
}

impl From<Diagnostic> for Broken {
    fn from(error: Diagnostic) -> Broken {
        Broken::Terms(error)
    }
}

fn write_terms(
    asked: &Asked,
    terms: &Terms,
    begin: BeginTerms,
    output: Output,
    context: &mut Context,
) -> Outcome<Vec<Option<u64>>> {
    let (mut first, mut stopped) = (First::default(), None);
    let hash = asked.game.rules.hash();
    let (game, play, width) = (&asked.game.text, context.common.play().name(), context.text().width);
    let head = TermsHead { game, rules: &hash, play, axis: asked.axis, width };
    // A progress line would appear among the terms on the same terminal.
    let _progress = (output.is_file() || !context.console.out_is_terminal).then(|| context.progress(title(asked)));
    let written = output.write(context, |_, out| {
        let mut writing = TermsWriter::begin(begin, &head, out)?;
        let (mut values, mut greatest) = (vec![], None);
        let outcome = terms.for_each_block(asked.terms, |block| {
            first.see(block);
            let below = asked.below(block);
            if below == block.len() {
                return Ok(());
            }
            block.values(&mut values);
            greatest = greatest.max(values[below..].iter().max().map(|value| u64::from(*value)));
            writing.write(&values[below..]).map_err(Broken::Writing)
        });
        match outcome {
            Ok(()) => {
                let looked = first.terms.len() as u64;
                writing.end(&known(observed_period(&first.terms), None, (asked.from, looked), greatest))
            }
            Err(Broken::Writing(error)) => Err(error),
            Err(Broken::Terms(error)) => {
                stopped = Some(error);
                Err(io::Error::other("the terms ended early"))
            }
        }
    });
    match stopped {
        Some(error) => Err(error.into()),
        None => written.map(|()| first.terms),
    }
}
