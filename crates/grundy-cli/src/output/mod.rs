//! Where results go: standard output or a file, and in which format.

mod choice;
mod draft;

pub(crate) use choice::{Form, Output, format_of};
pub(crate) use draft::Draft;
