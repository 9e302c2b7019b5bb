//! The short interface for Rust programmers: a game by its expression, with methods for values, tables, moves and periods.
//!
//! In: texts, as people write them on the command line and in rule files. Out: values, tables, moves, periods. The parts below are the same as those
//! of the program: [`Session`](crate::Session) reads texts, [`Evaluator`](crate::Evaluator) answers.

mod error;
mod game;
mod library;
mod position;

pub use error::Error;
pub use game::Game;
pub use library::Library;
pub use position::Position;
