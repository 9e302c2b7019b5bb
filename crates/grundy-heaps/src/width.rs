//! Codes of one byte or of two.
//!
//! In: what is made for both. Out: one of the two, and a macro that does the same with either.

/// What works with bytes, or the same with words of two bytes.
pub(crate) enum Width<B, W> {
    Bytes(Box<B>),
    Words(Box<W>),
}

/// Does the same with either.
macro_rules! with {
    ($width:expr, $own:ident => $what:expr) => {
        match $width {
            Width::Bytes($own) => $what,
            Width::Words($own) => $what,
        }
    };
}

pub(crate) use with;
