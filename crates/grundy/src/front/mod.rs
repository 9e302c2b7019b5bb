//! The front door for Rust programmers: games by their expressions, and questions to them.
//!
//! In: texts, as people write them on the command line and in rule files. Out: values, tables, moves, periods. What stands behind is the same as
//! behind the program: [`Session`](crate::Session) reads texts, [`Evaluator`](crate::Evaluator) answers.

mod error;
mod game;
mod library;
mod position;

pub use error::Error;
pub use game::Game;
pub use library::Library;
pub use position::Position;
