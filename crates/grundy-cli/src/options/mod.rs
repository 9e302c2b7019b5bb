//! Options that several commands share, and how help is laid out.

mod common;
mod container;
mod help;
mod memory;
mod picture;
mod table;
mod time;

pub(crate) use common::Common;
pub(crate) use help::{dressed, help_of, help_of_options};
pub(crate) use memory::lacks_addresses;
pub use memory::{available_memory, parse_memory};
pub(crate) use picture::PictureOptions;
pub(crate) use table::{OutputOptions, RangeOptions};
pub(crate) use time::parse_time;

/// What stands for `-:`, rules on standard input, where a word that begins with a hyphen would be an option.
pub(crate) const INPUT: &str = "<standard input>:";
