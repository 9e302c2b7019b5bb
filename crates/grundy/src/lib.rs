//! The workbench for impartial games.
pub mod lang;
pub mod rules;
