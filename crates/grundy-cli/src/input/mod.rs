//! The input of users.
//!
//! In: games, positions, bounds and fixed coordinates as text. Out: the library's games and plain numbers, or an error that points
//! at the place.

mod area;
mod file;
mod filter;
mod fix;
mod game;
mod lines;
mod numbers;
mod seeds;
mod style;

pub(crate) use area::{Area, bounds_of_variables};
pub(crate) use file::{is_input, name_of, read_text, read_text_to_the_end};
pub(crate) use filter::Where;
pub(crate) use game::{Asked, behind_file, expression, game_and_positions, note_of_one_pile, split_file};
pub(crate) use lines::positions;
pub(crate) use numbers::{count, natural, small};
pub(crate) use seeds::seeds;
pub(crate) use style::form;
