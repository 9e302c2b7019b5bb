//! What a [`Session`](crate::Session) reads, beside games and positions.

pub use grundy_rules::rules::Slot;
pub use grundy_rules::session::{Filter, Member, Members, Names, Pattern, format_file};
