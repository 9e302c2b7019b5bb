//! Options shared by the commands on many positions: which positions, and where the output goes.

use std::path::PathBuf;

use clap::Args;
use grundy::Options;

use super::common::Common;
use grundy_format::FormatName;

/// Which positions.
#[derive(Debug, Args)]
pub(crate) struct RangeOptions {
    /// The bound of all free coordinates, or a bound for each coordinate [default: 15]
    #[arg(long, value_name = "N[,M…]", allow_hyphen_values = true)]
    pub(crate) to: Option<String>,
    /// Hold coordinates at a value: x2=1, or 2=1 for the second
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub(crate) fix: Vec<String>,
    /// Only positions that meet a condition: 'a <= b'
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)]
    pub(crate) filter: Option<String>,
}

/// Where the answer goes, and in which form.
#[derive(Debug, Args)]
pub(crate) struct OutputOptions {
    // The help lists the formats.
    #[arg(long, value_name = "FORMAT", help = FormatName::choice())]
    pub(crate) format: Option<FormatName>,
    /// Write to a file, whole or not at all; its ending says the format
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Keep what is done in a folder; the same command goes on from there
    #[arg(long, value_name = "DIR")]
    pub(crate) checkpoint: Option<PathBuf>,
}

impl OutputOptions {
    /// The options for the engines.
    pub(crate) fn engines(&self, common: &Common) -> Options {
        Options { checkpoint: self.checkpoint.clone(), ..common.options() }
    }
}
