//! The command line: what may be typed, declared once; help, errors and completions come from it.

mod common;
mod container;
mod examples;
mod help;
mod memory;
mod picture;
mod table;
mod time;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

pub(crate) use common::Common;
pub(crate) use examples::BEGIN;
pub(crate) use help::{help_of, help_of_options};
pub use memory::{available_memory, parse_memory};
pub(crate) use picture::PictureOptions;
pub(crate) use table::{OutputOptions, RangeOptions};

/// The workbench for impartial games: rules as in a paper, and their Sprague-Grundy values
///
/// A GAME is an expression of the rules language: a built-in game (`grundy games` lists them), a sum `nim[2] + kayles`, a compound
/// `pass(nim[2])`; or FILE.game:EXPR, an expression that sees the names of a rule file; or a name from rules given with -e;
/// or `more.NAME`, a game of the cookbook. For `value` and `moves` it may carry its position: `nim(3, 5, 7)`.
/// A POSITION is written 3,4 or (3, 4) or [2,5],[3], that of a sum also (1,2),(3,4); an entry may be any constant expression such as 2^64 - 1.
#[derive(Debug, Parser)]
#[command(name = "grundy", version, arg_required_else_help = true)]
#[command(disable_help_flag = true, disable_help_subcommand = true, override_usage = "grundy COMMAND [OPTIONS] …")]
#[command(after_help = "In a shell, [ ] { } ( ) ; and blanks want quotes:\n  grundy table 'star_nim[2]' --to 10")]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The value of positions, one a line
    #[command(override_usage = "grundy value [OPTIONS] GAME POSITION…")]
    Value(ValueArgs),
    /// Every option of a position with its value, the winning moves first
    #[command(override_usage = "grundy moves [OPTIONS] GAME POSITION")]
    Moves(MovesArgs),
    /// All values up to a bound
    #[command(override_usage = "grundy table [OPTIONS] GAME")]
    Table(TableArgs),
    /// The positions with a value, one a line
    #[command(override_usage = "grundy positions [OPTIONS] GAME")]
    Positions(PositionsArgs),
    /// The values of a one-coordinate game in order
    #[command(override_usage = "grundy sequence [OPTIONS] GAME")]
    Sequence(SequenceArgs),
    /// The period of a line of positions, such as '(7, _)': proved, observed or not found
    #[command(override_usage = "grundy period [OPTIONS] GAME ['PATTERN']")]
    Period(PeriodArgs),
    /// Check a certificate on its own, without the code that made it
    #[command(override_usage = "grundy verify [OPTIONS] FILE")]
    Verify(VerifyArgs),
    /// The positions of a two-coordinate game with a value, in order, and what is known of the period of b - a
    #[command(override_usage = "grundy solutions [OPTIONS] GAME")]
    Solutions(SolutionsArgs),
    /// Steps to convergence of a subtraction-division game: measured, proved, or two guesses that never agree
    #[command(override_usage = "grundy converge [OPTIONS] GAME")]
    Converge(ConvergeArgs),
    /// A formula for the values of every position, found and proved
    #[command(override_usage = "grundy discover [OPTIONS] GAME")]
    Discover(DiscoverArgs),
    /// One question over a family of games, a row a game: 'octal[c] for c in codes(2)'
    #[command(override_usage = "grundy sweep [OPTIONS] FAMILY --do 'COMMAND'")]
    Sweep(SweepArgs),
    /// A table larger than the machine: its tiles, and what each needs, for any scheduler
    #[command(override_usage = "grundy plan [OPTIONS] GAME --to N --checkpoint DIR")]
    Plan(PlanArgs),
    /// One tile of a plan, or all that are left
    #[command(override_usage = "grundy tile [OPTIONS] DIR [I [J]]")]
    Tile(TileArgs),
    /// The claims of files, one line each, and a summary
    #[command(override_usage = "grundy check [OPTIONS] FILE…")]
    Check(CheckArgs),
    /// The value of an expression of the rules language, such as 'G(kayles(5)) xor 3'
    #[command(override_usage = "grundy eval [OPTIONS] EXPR")]
    Eval(EvalArgs),
    /// Tame, pet, domestic, …: what holds up to a bound, or the first position that breaks it
    #[command(override_usage = "grundy classify [OPTIONS] GAME")]
    Classify(ClassifyArgs),
    /// A game in the terminal, against a perfect player or one that can be beaten
    #[command(override_usage = "grundy play [OPTIONS] GAME POSITION")]
    Play(PlayArgs),
    /// The page, in a browser: tables to look at, rules to edit, games to play, claims to check
    #[command(override_usage = "grundy serve [OPTIONS] [GAME]")]
    Serve(ServeArgs),
    /// The built-in games or those of a file; with a name, its rules, source and an example
    #[command(override_usage = "grundy games [OPTIONS] [NAME]")]
    Games(GamesArgs),
    /// Print rule files in their normal layout
    #[command(override_usage = "grundy fmt [OPTIONS] FILE…")]
    Fmt(FmtArgs),
    /// Print completions for a shell: bash, elvish, fish, powershell or zsh
    #[command(override_usage = "grundy completions SHELL")]
    Completions(CompletionsArgs),
    /// What a command does, or a chapter of the book
    #[command(override_usage = "grundy help [TOPIC]")]
    Help(HelpArgs),
    /// The chapters of the book, and how to read them
    #[command(override_usage = "grundy book")]
    Book,
}

impl Command {
    /// The word a person types.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Command::Value(_) => "value",
            Command::Moves(_) => "moves",
            Command::Play(_) => "play",
            Command::Serve(_) => "serve",
            Command::Table(_) => "table",
            Command::Positions(_) => "positions",
            Command::Sequence(_) => "sequence",
            Command::Period(_) => "period",
            Command::Verify(_) => "verify",
            Command::Solutions(_) => "solutions",
            Command::Converge(_) => "converge",
            Command::Discover(_) => "discover",
            Command::Sweep(_) => "sweep",
            Command::Plan(_) => "plan",
            Command::Tile(_) => "tile",
            Command::Check(_) => "check",
            Command::Eval(_) => "eval",
            Command::Classify(_) => "classify",
            Command::Games(_) => "games",
            Command::Fmt(_) => "fmt",
            Command::Completions(_) => "completions",
            Command::Help(_) => "help",
            Command::Book => "book",
        }
    }
}

/// The words after `value`.
#[derive(Debug, Args)]
pub(crate) struct ValueArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The positions; - alone reads them from standard input, one a line
    #[arg(value_name = "POSITION", allow_negative_numbers = true)]
    pub(crate) positions: Vec<String>,
}

/// The words after `period`.
#[derive(Debug, Args)]
pub(crate) struct PeriodArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The line: entries that are constant, `_` or `_ + c`; not needed if the game has one coordinate
    #[arg(value_name = "PATTERN")]
    pub(crate) line: Option<String>,
    /// Write the proof as a certificate that `grundy verify` checks
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Instead of a search: take the period from a certificate of this line, which is verified first
    #[arg(long, value_name = "FILE", conflicts_with_all = ["certificate", "checkpoint"])]
    pub(crate) using: Option<PathBuf>,
    /// Keep how far the search has come in a folder; the same command goes on from there
    #[arg(long, value_name = "DIR")]
    pub(crate) checkpoint: Option<PathBuf>,
}

/// The words after `verify`.
#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The certificate; - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

/// The words after `solutions`.
#[derive(Debug, Args)]
pub(crate) struct SolutionsArgs {
    /// The game, with two coordinates
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The value looked for
    #[arg(long, value_name = "VALUE", default_value = "0", allow_hyphen_values = true)]
    pub(crate) value: String,
    /// How many positions, from the first on
    #[arg(long, value_name = "N", default_value = "50", allow_hyphen_values = true)]
    pub(crate) terms: String,
    /// Write the proof of the period of b - a as a certificate that `grundy verify` checks
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Instead of a search: take the period of b - a from a certificate of this value, which is verified first
    #[arg(long, value_name = "FILE", conflicts_with = "certificate")]
    pub(crate) using: Option<PathBuf>,
}

/// The words after `moves`.
#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The position
    #[arg(value_name = "POSITION", allow_negative_numbers = true)]
    pub(crate) position: Option<String>,
    /// Print the winning moves alone, one a line
    #[arg(long)]
    pub(crate) wins: bool,
}

/// The words after `table`.
#[derive(Debug, Args)]
pub(crate) struct TableArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) range: RangeOptions,
    /// A pattern of positions such as '(n, n+2)'; its variables are the axes
    #[arg(long, value_name = "PATTERN", allow_hyphen_values = true, conflicts_with = "fix")]
    pub(crate) at: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputOptions,
    #[command(flatten)]
    pub(crate) picture: PictureOptions,
}

/// The words after `play`.
#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The position to begin with
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// The opponent: perfect, or beatable, which makes some moves blindly
    #[arg(long, value_name = "LEVEL", default_value = "perfect", hide_possible_values = true)]
    pub(crate) level: PlayLevel,
    /// Let the opponent move first
    #[arg(long)]
    pub(crate) second: bool,
    /// Make the opponent's choices repeatable
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub(crate) seed: Option<String>,
}

/// How well the opponent plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum PlayLevel {
    /// It never loses a position that is won.
    Perfect,
    /// It makes some moves without looking.
    Beatable,
}

/// The words after `serve`.
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// The game to open at; it may carry its position
    #[arg(value_name = "GAME")]
    pub(crate) named: Option<String>,
    /// The game to open at; it may carry its position
    #[arg(long, value_name = "GAME", allow_hyphen_values = true, conflicts_with = "named")]
    pub(crate) game: Option<String>,
    /// The port; by default a free one
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// Let others in: the address of this machine at which they reach it, or 0.0.0.0 for all
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<String>,
    /// Print the address, and open no browser
    #[arg(long)]
    pub(crate) no_browser: bool,
}

/// The words after `positions`.
#[derive(Debug, Args)]
pub(crate) struct PositionsArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) range: RangeOptions,
    /// Only positions of a pattern such as '(n, n+2)'; --to bounds its variables
    #[arg(long, value_name = "PATTERN", allow_hyphen_values = true, conflicts_with_all = ["fix", "sorted"])]
    pub(crate) at: Option<String>,
    /// The value looked for
    #[arg(long, value_name = "VALUE", default_value = "0", allow_hyphen_values = true)]
    pub(crate) value: String,
    /// Print their number alone
    #[arg(long)]
    pub(crate) count: bool,
    /// Only the lexicographically first of each class under the symmetries of the rules
    #[arg(long)]
    pub(crate) sorted: bool,
    #[command(flatten)]
    pub(crate) output: OutputOptions,
    #[command(flatten)]
    pub(crate) picture: PictureOptions,
}

/// The words after `sequence`.
#[derive(Debug, Args)]
pub(crate) struct SequenceArgs {
    /// The game, with one coordinate
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// How many terms
    #[arg(long, value_name = "N", default_value = "50", allow_hyphen_values = true)]
    pub(crate) terms: String,
    /// The number of the first term
    #[arg(long, value_name = "N", default_value = "0", allow_hyphen_values = true)]
    pub(crate) from: String,
    /// Instead of the terms, lines `value count`: how often each value occurs
    #[arg(long)]
    pub(crate) counts: bool,
    /// Look for a proof of the period, and write it as a certificate that `grundy verify` checks
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Take the period from a certificate of this game, which is verified first
    #[arg(long, value_name = "FILE", conflicts_with = "certificate")]
    pub(crate) using: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputOptions,
    #[command(flatten)]
    pub(crate) picture: PictureOptions,
}

/// The words after `discover`.
#[derive(Debug, Args)]
pub(crate) struct DiscoverArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Where the P-positions are, not the values
    #[arg(long)]
    pub(crate) outcome: bool,
    /// Only positions whose coordinates ascend, which must stand for all
    #[arg(long)]
    pub(crate) sorted: bool,
    /// No formula, but an automaton that reads the digits of this base: 2, 3, …, fibonacci, or ostrowski(a)
    #[arg(long, value_name = "BASE")]
    pub(crate) base: Option<String>,
    /// Write the claim to FILE.game, for `grundy check`; or a picture of the automaton to FILE.svg
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write the automaton as a graph for Graphviz
    #[arg(long, value_name = "FILE")]
    pub(crate) dot: Option<PathBuf>,
    /// Write the automata of the proof as a certificate that `grundy verify` checks
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
}

/// The words after `converge`.
#[derive(Debug, Args)]
pub(crate) struct ConvergeArgs {
    /// The game, with one coordinate
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The last start
    #[arg(long, value_name = "N", default_value = "10^6", allow_hyphen_values = true)]
    pub(crate) to: String,
    /// Guess only values of classes, once they are proved, such as 'n mod 2: {0, 1}, {2}'
    #[arg(long, value_name = "CLASSES")]
    pub(crate) seeds: Option<String>,
    /// Write the proof of an automaton that gives all values as a certificate that `grundy verify` checks
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Keep what is measured in a folder; the same command, also with a larger N, goes on from there
    #[arg(long, value_name = "DIR")]
    pub(crate) checkpoint: Option<PathBuf>,
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
    /// The rows that parts of the same sweep have written with `-o FILE.rows`
    #[arg(long, value_name = "FILE.rows", num_args = 1..)]
    pub(crate) join: Vec<PathBuf>,
}

/// The words after `plan`.
#[derive(Debug, Args)]
pub(crate) struct PlanArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The bound of both coordinates, or one for each
    #[arg(long, value_name = "N[,M]", allow_hyphen_values = true)]
    pub(crate) to: String,
    /// The folder, seen by all machines, where the plan and the tiles stand
    #[arg(long, value_name = "DIR")]
    pub(crate) checkpoint: PathBuf,
    /// The side of a tile, or its rows and columns [default: 4096]
    #[arg(long, value_name = "SIDE", allow_hyphen_values = true)]
    pub(crate) tile: Option<String>,
    /// Write the scripts submit.sh and tile.sbatch for Slurm into a folder
    #[arg(long, value_name = "DIR")]
    pub(crate) slurm: Option<PathBuf>,
    /// Write a job file for HyperQueue
    #[arg(long, value_name = "FILE")]
    pub(crate) hyperqueue: Option<PathBuf>,
}

/// The words after `tile`.
#[derive(Debug, Args)]
pub(crate) struct TileArgs {
    /// The folder of the plan
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The row of the tile, counted from 0; without J this row is put on the shelf of the table
    #[arg(value_name = "I", allow_negative_numbers = true)]
    pub(crate) row: Option<String>,
    /// Its column
    #[arg(value_name = "J", allow_negative_numbers = true)]
    pub(crate) column: Option<String>,
    /// Only the tile: if it is the last of its row, `tile DIR I` puts the row on the shelf
    #[arg(long, requires = "column")]
    pub(crate) alone: bool,
}

/// The words after `check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Rule files with claims; - is standard input; none checks the claims of -e
    #[arg(value_name = "FILE", required_unless_present = "rules")]
    pub(crate) files: Vec<PathBuf>,
    /// The bound of free variables, for claims without a bound of their own
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) to: Option<String>,
    /// Only the claims of this name, or with this in their name; several times if wanted
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Vec<String>,
    /// Change one constant or relation at a time; list the changes that no verdict notices
    #[arg(long, conflicts_with = "certificates")]
    pub(crate) mutate: bool,
    /// Keep proofs as certificates in a folder; periods that are there are verified, not proved again
    #[arg(long, value_name = "DIR")]
    pub(crate) certificates: Option<PathBuf>,
    /// Read the values of a game from its finished table in a folder (of `table`, or of `tile`)
    #[arg(long, value_name = "DIR")]
    pub(crate) checkpoint: Option<PathBuf>,
}

/// The words after `eval`.
#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    /// The expression; `G(GAME(POSITION))` is a value, `P(…)` an outcome
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub(crate) expression: String,
}

/// The words after `classify`.
#[derive(Debug, Args)]
pub(crate) struct ClassifyArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// The bound of all coordinates, or a bound for each [default: as far as some 10^6 positions]
    #[arg(long, value_name = "N[,M…]", allow_hyphen_values = true)]
    pub(crate) to: Option<String>,
}

/// The words after `games`.
#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// A built-in game or a compound, such as pass; FILE.game, or FILE.game:NAME; with --shape any GAME
    #[arg(value_name = "NAME")]
    pub(crate) game: Option<String>,
    /// What the engines see of the game: the shapes of its moves, its components and symmetries
    #[arg(long)]
    pub(crate) shape: bool,
}

/// The words after `fmt`.
#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    /// Rule files; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Write the files in place instead of printing them
    #[arg(long)]
    pub(crate) write: bool,
    /// Print nothing but the names of the files that would change; exit code 1 if there is one
    #[arg(long, conflicts_with = "write")]
    pub(crate) check: bool,
}

/// The words after `completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

/// The words after `help`.
#[derive(Debug, Args)]
pub(crate) struct HelpArgs {
    /// A command, a chapter of the book, or `options`
    #[arg(value_name = "TOPIC")]
    pub(crate) topic: Option<String>,
}

/// What stands for `-:`, rules on standard input, where a word that begins with a hyphen would be an option.
pub(crate) const INPUT: &str = "<standard input>:";

/// Understands the command line; help is as wide as that.
pub(crate) fn parse(args: &[OsString], width: usize) -> Result<Cli, clap::Error> {
    let mut command = help::dressed(Cli::command(), width);
    let args = args.iter().map(|arg| match arg.to_str().and_then(|arg| arg.strip_prefix("-:")) {
        Some(expression) => OsString::from(format!("{INPUT}{expression}")),
        None => arg.clone(),
    });
    let mut matches = command.try_get_matches_from_mut(args)?;
    Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declarations_fit_together() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_is_called_by_its_word() {
        for word in Cli::command().get_subcommands().map(|c| c.get_name().to_string()) {
            let rest: &[&str] = match word.as_str() {
                "completions" => &["bash"],
                "book" => &[],
                "sweep" => &["x", "--do", "period"],
                "plan" => &["x", "--to", "9", "--checkpoint", "y"],
                _ => &["x"],
            };
            let args: Vec<OsString> = ["grundy", &word].iter().chain(rest).map(OsString::from).collect();
            assert_eq!(parse(&args, 80).expect(&word).command.word(), word);
        }
    }
}
