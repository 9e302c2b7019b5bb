//! The page: tables to look at, games to play, claims to check, in a browser.
//!
//! In: questions as names with parameters. Out: answers as JSON, as binary cells, or as a stream of lines. [`api`] answers questions and knows no
//! network; [`files`] are the files of the page, embedded; [`server`] puts both behind HTTP, with a token, limits, and checks of where a request
//! comes from. Nothing here computes a value: the library `grundy` does.

pub mod api;
pub mod files;
#[cfg(feature = "server")]
pub mod server;
mod tables;
