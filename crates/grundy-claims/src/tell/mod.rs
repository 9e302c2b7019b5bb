//! What is told of a verdict: reasons, JSON, and what is proved of a figure.

pub(crate) mod figure;
pub mod json;
pub(crate) mod why;
