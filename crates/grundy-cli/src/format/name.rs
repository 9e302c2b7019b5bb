//! The names of the formats, and what is known of them without their writers.

/// A format that a user can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FormatName {
    /// For the terminal.
    Text,
    /// One position a line.
    Csv,
    /// One object a line.
    Json,
    /// For papers.
    Latex,
    /// For the OEIS.
    Bfile,
    /// For text and for searching the OEIS.
    List,
    /// For NumPy.
    Npy,
    /// For data frames and databases.
    Parquet,
    /// A picture of pixels.
    Png,
    /// A picture of shapes.
    Svg,
}

impl FormatName {
    /// All formats, in the order in which messages list them.
    pub(crate) const ALL: [FormatName; 10] = [
        FormatName::Text,
        FormatName::Csv,
        FormatName::Json,
        FormatName::Latex,
        FormatName::Bfile,
        FormatName::List,
        FormatName::Npy,
        FormatName::Parquet,
        FormatName::Png,
        FormatName::Svg,
    ];

    /// The word after `--format`.
    pub(crate) fn word(self) -> &'static str {
        match self {
            FormatName::Text => "text",
            FormatName::Csv => "csv",
            FormatName::Json => "json",
            FormatName::Latex => "latex",
            FormatName::Bfile => "bfile",
            FormatName::List => "list",
            FormatName::Npy => "npy",
            FormatName::Parquet => "parquet",
            FormatName::Png => "png",
            FormatName::Svg => "svg",
        }
    }

    /// The ending of a file's name, without the dot.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            FormatName::Text => "txt",
            FormatName::Csv => "csv",
            FormatName::Json => "json",
            FormatName::Latex => "tex",
            FormatName::Bfile => "b",
            FormatName::List => "list",
            FormatName::Npy => "npy",
            FormatName::Parquet => "parquet",
            FormatName::Png => "png",
            FormatName::Svg => "svg",
        }
    }

    /// Is the format binary?
    pub(crate) fn is_binary(self) -> bool {
        matches!(self, FormatName::Npy | FormatName::Parquet | FormatName::Png)
    }

    /// Is it a format of pictures?
    pub(crate) fn is_picture(self) -> bool {
        matches!(self, FormatName::Png | FormatName::Svg)
    }

    /// All names, for a sentence.
    pub(crate) fn words() -> String {
        enumeration(&Self::ALL.map(|format| format!("`{}`", format.word())))
    }

    /// All endings, for a sentence.
    pub(crate) fn endings() -> String {
        enumeration(&Self::ALL.map(|format| format!(".{}", format.ending())))
    }
}

/// `a, b and c`.
fn enumeration(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
