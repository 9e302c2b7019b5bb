//! The other things that a [`Session`](crate::Session) reads, beside games and positions.

pub use grundy_rules::session::{Filter, Game, List, Member, Members, Names, Pattern, Slot, format_file};
