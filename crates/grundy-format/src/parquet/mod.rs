//! Apache Parquet: what is said of the format. The writer is a feature, for it brings twenty crates.

#[cfg(feature = "parquet")]
mod columns;
#[cfg(feature = "parquet")]
mod rows;
#[cfg(feature = "parquet")]
mod writer;

#[cfg(feature = "parquet")]
pub use self::rows::rows;
use super::Format;
use super::error::FormatError;
use super::name::{Declaration, FormatName};

/// For data frames and databases.
pub(crate) const PARQUET: FormatName = FormatName(&Declaration {
    word: "parquet",
    ending: "parquet",
    other_names: None,
    is_binary: true,
    is_picture: false,
    shows_infinity: false,
    tells_period: false,
    counts: None,
    terms: None,
    writer: |_, _| writer(),
});

#[cfg(feature = "parquet")]
fn writer() -> Result<Box<dyn Format>, FormatError> {
    Ok(Box::new(writer::Parquet::default()))
}

#[cfg(not(feature = "parquet"))]
fn writer() -> Result<Box<dyn Format>, FormatError> {
    Err(FormatError::NotBuiltIn { format: PARQUET })
}
