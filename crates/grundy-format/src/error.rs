//! Errors in the choice of a format, as sentences.
//!
//! Every one of these errors is found before the first byte is written. Inside an
//! [`std::io::Error`] the error keeps its type and can be taken out again.

use std::fmt::{self, Display, Formatter};
use std::io;

use super::name::FormatName;

/// Why a format cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormatError {
    /// No format has this name.
    UnknownName {
        /// What was typed.
        word: String,
        /// The format with the nearest name.
        nearest: Option<FormatName>,
    },
    /// No format has this ending.
    UnknownEnding {
        /// What was typed, without the dot.
        ending: String,
        /// The format with the nearest ending.
        nearest: Option<FormatName>,
    },
    /// The file's name has no ending.
    NoEnding {
        /// The name.
        file: String,
    },
    /// The content has no picture.
    Picture {
        /// The reason.
        why: String,
    },
    /// The formula of a picture is not defined somewhere.
    Formula {
        /// The error.
        error: Box<grundy::Diagnostic>,
    },
    /// The format was left out when the program was built.
    #[cfg(not(feature = "parquet"))]
    NotBuiltIn {
        /// The format.
        format: FormatName,
    },
    /// The format must have one axis.
    NotOneAxis {
        /// What the sentence calls the file: `a list`.
        what: &'static str,
        /// The names of the axes of the table.
        axes: Vec<String>,
    },
    /// A b-file must have every n between its first and its last.
    Gap {
        /// The name of the axis.
        axis: String,
        /// The first n without a position.
        at: u64,
    },
    /// No signed type of NumPy holds the value.
    TooLarge {
        /// The value.
        value: u64,
    },
    /// The table has more axes than the header of the file can describe.
    TooManyAxes {
        /// How many it has.
        axes: usize,
    },
    /// A coordinate does not fit a column of Parquet.
    #[cfg(feature = "parquet")]
    TooLong {
        /// The coordinate's name.
        name: String,
        /// Its entry.
        entry: String,
    },
    /// A coordinate has the name of the column of values in Parquet.
    #[cfg(feature = "parquet")]
    NamedValue {
        /// The name.
        column: &'static str,
    },
    /// The format holds tables only.
    NoPositions {
        /// The format.
        format: FormatName,
    },
}

impl Display for FormatError {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            FormatError::UnknownName { word, nearest } => {
                write!(f, "there is no format `{word}`")?;
                suggestion(nearest.map(|format| format.word().to_string()), f)?;
                write!(f, "formats are {}", FormatName::words())
            }
            FormatError::UnknownEnding { ending, nearest } => {
                write!(f, "no format has the ending `.{ending}`")?;
                suggestion(nearest.map(|format| format!(".{}", format.ending())), f)?;
                how_to_choose(f)
            }
            FormatError::NoEnding { file } => {
                write!(f, "the name `{file}` has no ending that says its format")?;
                suggestion(None, f)?;
                how_to_choose(f)
            }
            FormatError::Picture { why } => f.write_str(why),
            FormatError::Formula { error } => write!(f, "{error}"),
            #[cfg(not(feature = "parquet"))]
            FormatError::NotBuiltIn { format } => write!(
                f,
                "this program was built without the format `{0}`; \
                 `cargo install --locked --path crates/grundy-cli --features {0}` builds it in, \
                 and `csv` has the same columns",
                format.word()
            ),
            FormatError::NotOneAxis { what, axes } => not_one_axis(what, axes, f),
            FormatError::Gap { axis, at } => write!(
                f,
                "a b-file needs a value for each n between its first and its last, \
                 and no position exists at {axis} = {at}; take `csv` instead"
            ),
            FormatError::TooLarge { value } => write!(
                f,
                "the value {value} does not fit the largest signed numbers of NumPy (64 bits), \
                 which a table needs where no position exists; take `csv` instead"
            ),
            FormatError::TooManyAxes { axes } => {
                write!(f, "a .npy file cannot describe a table with {axes} axes; take `csv` instead")
            }
            #[cfg(feature = "parquet")]
            FormatError::TooLong { name, entry } => write!(
                f,
                "the coordinate {name} = {entry} does not fit the largest numbers of Parquet (64 bits); \
                 take `csv` instead"
            ),
            #[cfg(feature = "parquet")]
            FormatError::NamedValue { column } => write!(
                f,
                "a coordinate is named `{column}` as the column of the numbers is, \
                 and columns of Parquet have different names; rename it, or take `csv`"
            ),
            FormatError::NoPositions { format } => write!(
                f,
                "the format `{}` holds tables, no lists of positions; \
                 take `text`, `csv`, `json` or `latex`",
                format.word()
            ),
        }
    }
}

/// The sentence about a table that does not have one axis.
fn not_one_axis(what: &str, axes: &[String], f: &mut Formatter) -> fmt::Result {
    write!(f, "{what} has one axis, and this table has ")?;
    match axes {
        [] => write!(f, "none; leave one coordinate free"),
        _ => write!(f, "{} ({}); fix all but one with `--fix`, or take `csv`", axes.len(), axes.join(", ")),
    }
}

/// Leads from the error to what is allowed: ends the sentence with a question if
/// there is a guess, and continues the sentence otherwise.
fn suggestion(guess: Option<String>, f: &mut Formatter) -> fmt::Result {
    match guess {
        Some(guess) => write!(f, "; did you mean `{guess}`? The "),
        None => write!(f, "; the "),
    }
}

/// The ways to say which format a file has.
fn how_to_choose(f: &mut Formatter) -> fmt::Result {
    let endings = FormatName::endings();
    write!(f, "endings are {endings}; or name a format with `--format`")
}

impl std::error::Error for FormatError {}

impl From<FormatError> for io::Error {
    fn from(error: FormatError) -> Self {
        io::Error::new(io::ErrorKind::InvalidInput, error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_sentences() {
        let unknown = FormatError::UnknownName { word: "jsn".to_string(), nearest: Some(super::super::JSON) };
        assert_eq!(
            unknown.to_string(),
            "there is no format `jsn`; did you mean `json`? \
             The formats are `text`, `csv`, `json`, `latex`, `bfile`, `list`, `npy`, `parquet`, `png`, `svg` and `pdf`"
        );
        let two = FormatError::NotOneAxis { what: "a b-file", axes: vec!["a".to_string(), "b".to_string()] };
        assert_eq!(
            two.to_string(),
            "a b-file has one axis, and this table has 2 (a, b); \
             fix all but one with `--fix`, or take `csv`"
        );
    }

    #[test]
    fn the_type_survives_inside_an_io_error() {
        let error = io::Error::from(FormatError::TooLarge { value: u64::MAX });
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
        assert_eq!(inner, Some(&FormatError::TooLarge { value: u64::MAX }));
    }
}
