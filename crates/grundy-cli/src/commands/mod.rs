//! The commands, one file each: from options to results. The list of them stands below.

mod book;
mod check;
mod checking;
mod classify;
pub(crate) mod command;
mod completions;
mod converge;
mod discover;
mod eval;
mod fmt;
mod games;
mod help;
mod loopy;
mod moves;
mod mutate;
mod period;
mod plan;
mod play;
mod positions;
mod quotient;
mod seen;
mod sequence;
mod serve;
mod solutions;
mod sweep;
mod table;
mod tile;
mod value;
mod verify;

use clap::Subcommand;

use command::{Ended, Runs, Start};

/// Makes the enum of the commands, as clap reads it, and what is asked of each. The name of a command's module is the word that a person types.
macro_rules! commands {
    ($($(#[$said:meta])* $name:ident($module:ident::$args:ident),)*) => {
        /// The commands.
        #[derive(Debug, Subcommand)]
        pub(crate) enum Command {
            $($(#[$said])* $name($module::$args),)*
        }

        impl Command {
            /// The word a person types.
            pub(crate) fn word(&self) -> &'static str {
                match self {
                    $(Command::$name(_) => stringify!($module),)*
                }
            }

            /// Runs the command.
            pub(crate) fn start(&self, start: Start) -> Ended {
                match self {
                    $(Command::$name(args) => args.start(start),)*
                }
            }
        }

        /// The examples of the commands, by their words.
        const EXAMPLES: &[(&str, [&str; 3])] = &[$((stringify!($module), $module::$args::EXAMPLES),)*];
    };
}

commands! {
    /// The value of positions, one a line
    #[command(override_usage = "grundy value [OPTIONS] GAME POSITION…")]
    Value(value::ValueArgs),
    /// Every option of a position with its value, the winning moves first
    #[command(override_usage = "grundy moves [OPTIONS] GAME POSITION")]
    Moves(moves::MovesArgs),
    /// All values up to a bound
    #[command(override_usage = "grundy table [OPTIONS] GAME")]
    Table(table::TableArgs),
    /// The positions with a value, one a line
    #[command(override_usage = "grundy positions [OPTIONS] GAME")]
    Positions(positions::PositionsArgs),
    /// The values of a one-coordinate game in order
    #[command(override_usage = "grundy sequence [OPTIONS] GAME")]
    Sequence(sequence::SequenceArgs),
    /// The period of a line of positions, such as '(7, _)': proved, observed or not found
    #[command(override_usage = "grundy period [OPTIONS] GAME ['PATTERN']")]
    Period(period::PeriodArgs),
    /// Check a certificate on its own, without the code that made it
    #[command(override_usage = "grundy verify [OPTIONS] FILE…")]
    Verify(verify::VerifyArgs),
    /// The positions of a two-coordinate game with a value, in order, and what is known of the period of b - a
    #[command(override_usage = "grundy solutions [OPTIONS] GAME")]
    Solutions(solutions::SolutionsArgs),
    /// Steps to convergence of a subtraction-division game: measured, proved, or two guesses that never agree
    #[command(override_usage = "grundy converge [OPTIONS] GAME")]
    Converge(converge::ConvergeArgs),
    /// The misère quotient of a game of one heap: proved for all heaps, or for those up to a size
    #[command(override_usage = "grundy quotient [OPTIONS] GAME")]
    Quotient(quotient::QuotientArgs),
    /// A formula for the values of every position, found and proved
    #[command(override_usage = "grundy discover [OPTIONS] GAME")]
    Discover(discover::DiscoverArgs),
    /// One question over a family of games, a row a game: 'octal[c] for c in codes(2)'
    #[command(override_usage = "grundy sweep [OPTIONS] FAMILY --do 'COMMAND'")]
    Sweep(sweep::SweepArgs),
    /// A table larger than the machine: its tiles, and what each needs, for any scheduler
    #[command(override_usage = "grundy plan [OPTIONS] GAME --to N --checkpoint DIR")]
    Plan(plan::PlanArgs),
    /// One tile of a plan, or all that are left
    #[command(override_usage = "grundy tile [OPTIONS] DIR [I [J]]")]
    Tile(tile::TileArgs),
    /// The claims of files, one line each, and a summary
    #[command(override_usage = "grundy check [OPTIONS] FILE…")]
    Check(check::CheckArgs),
    /// The value of an expression of the rules language, such as 'G(kayles(5)) xor 3'
    #[command(override_usage = "grundy eval [OPTIONS] EXPR")]
    Eval(eval::EvalArgs),
    /// Tame, pet, domestic, …: what holds up to a bound, or the first position that breaks it
    #[command(override_usage = "grundy classify [OPTIONS] GAME")]
    Classify(classify::ClassifyArgs),
    /// A game in the terminal, against a perfect player or one that can be beaten
    #[command(override_usage = "grundy play [OPTIONS] GAME POSITION")]
    Play(play::PlayArgs),
    /// The page, in a browser: tables to look at, rules to edit, games to play, claims to check
    #[command(override_usage = "grundy serve [OPTIONS] [GAME]")]
    Serve(serve::ServeArgs),
    /// The built-in games or those of a file; with a name, its rules, source and an example
    #[command(override_usage = "grundy games [OPTIONS] [NAME]")]
    Games(games::GamesArgs),
    /// Print rule files in their normal layout
    #[command(override_usage = "grundy fmt [OPTIONS] FILE…")]
    Fmt(fmt::FmtArgs),
    /// Print completions for a shell: bash, elvish, fish, powershell or zsh
    #[command(override_usage = "grundy completions SHELL")]
    Completions(completions::CompletionsArgs),
    /// What a command does, or a chapter of the book
    #[command(override_usage = "grundy help [TOPIC]")]
    Help(help::HelpArgs),
    /// The chapters of the book, and how to read them
    #[command(override_usage = "grundy book")]
    Book(book::BookArgs),
}

/// The examples of a command, an indented line each.
pub(crate) fn examples(word: &str) -> String {
    let found = EXAMPLES.iter().find(|(command, _)| *command == word);
    let lines = found.iter().flat_map(|(_, lines)| lines.iter()).map(|line| format!("  {line}"));
    lines.collect::<Vec<_>>().join("\n")
}
