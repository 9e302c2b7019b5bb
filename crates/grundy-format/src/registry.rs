//! The list of the formats, and the ways to one: its word, a file's ending.

use std::path::Path;
use std::str::FromStr;

use strsim::levenshtein;

use super::error::FormatError;
use super::name::FormatName;
use super::{bfile, csv, json, latex, list, npy, parquet, picture, text};

impl FormatName {
    /// All formats, in the order in which messages list them.
    pub const ALL: [FormatName; 11] = [
        text::TEXT,
        csv::CSV,
        json::JSON,
        latex::LATEX,
        bfile::BFILE,
        list::LIST,
        npy::NPY,
        parquet::PARQUET,
        picture::PNG,
        picture::SVG,
        picture::PDF,
    ];

    /// All words, for a sentence.
    pub fn words() -> String {
        enumeration(&Self::ALL.map(|format| format!("`{}`", format.word())), "and")
    }

    /// All words, for the help of an option.
    pub fn choice() -> String {
        enumeration(&Self::ALL.map(|format| format.word().to_string()), "or")
    }

    /// All endings, for a sentence.
    pub fn endings() -> String {
        enumeration(&Self::ALL.map(|format| format!(".{}", format.ending())), "and")
    }

    /// The format that the name of a file implies.
    pub fn from_path(path: &Path) -> Result<Self, FormatError> {
        let file = path.file_name().unwrap_or(path.as_os_str());
        let file = file.to_string_lossy();
        let mut formats = Self::ALL.into_iter();
        if let Some(format) = formats.find(|format| format.says().other_names.is_some_and(|named| named(&file))) {
            return Ok(format);
        }
        let Some(ending) = path.extension().filter(|ending| !ending.is_empty()) else {
            return Err(FormatError::NoEnding { file: file.into_owned() });
        };
        let ending = ending.to_string_lossy().to_ascii_lowercase();
        let mut formats = Self::ALL.into_iter();
        match formats.find(|format| format.ending() == ending) {
            Some(format) => Ok(format),
            None => Err(FormatError::UnknownEnding { nearest: nearest(&ending, FormatName::ending), ending }),
        }
    }
}

/// `a, b and c`.
fn enumeration(words: &[String], and: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {and} {last}", first.join(", ")),
    }
}

impl FromStr for FormatName {
    type Err = FormatError;

    fn from_str(word: &str) -> Result<Self, FormatError> {
        let mut formats = Self::ALL.into_iter();
        if let Some(format) = formats.find(|format| format.word() == word) {
            return Ok(format);
        }
        let word = word.to_string();
        // `--format tex` has an ending where a name is expected.
        let mut formats = Self::ALL.into_iter();
        let by_ending = formats.find(|format| format.ending() == word);
        let nearest = by_ending.or_else(|| nearest(&word, FormatName::word));
        Err(FormatError::UnknownName { word, nearest })
    }
}

/// The format whose name is nearest to the word, if at least half of the letters
/// are right.
fn nearest(word: &str, name: fn(FormatName) -> &'static str) -> Option<FormatName> {
    let word = word.to_lowercase();
    let distance = |format: &FormatName| levenshtein(&word, name(*format));
    let best = FormatName::ALL.into_iter().min_by_key(distance)?;
    let length = word.chars().count().max(name(best).len());
    (2 * distance(&best) <= length).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_and_ending_is_read_back() {
        for format in FormatName::ALL {
            assert_eq!(format.word().parse(), Ok(format));
            let file = format!("out/values.{}", format.ending());
            assert_eq!(FormatName::from_path(Path::new(&file)), Ok(format));
        }
    }

    #[test]
    fn files_of_the_oeis_are_known_by_their_names() {
        let format = |file: &str| FormatName::from_path(Path::new(file));
        assert_eq!(format("dir/b123456.txt"), Ok(bfile::BFILE));
        assert_eq!(format("b12.txt"), Ok(text::TEXT));
        assert_eq!(format("b12345x.txt"), Ok(text::TEXT));
        assert_eq!(format("VALUES.CSV"), Ok(csv::CSV));
    }

    #[test]
    fn unknown_words_name_the_nearest() {
        let sentence = |word: &str| word.parse::<FormatName>().unwrap_err().to_string();
        let all =
            "The formats are `text`, `csv`, `json`, `latex`, `bfile`, `list`, `npy`, `parquet`, `png`, `svg` and `pdf`";
        for (word, meant) in
            [("jsno", "json"), ("JSON", "json"), ("tex", "latex"), ("b-file", "bfile"), ("numpy", "npy")]
        {
            let expected = format!("there is no format `{word}`; did you mean `{meant}`? {all}");
            assert_eq!(sentence(word), expected);
        }
        assert_eq!(
            sentence("xlsx"),
            "there is no format `xlsx`; \
             the formats are `text`, `csv`, `json`, `latex`, `bfile`, `list`, `npy`, `parquet`, `png`, `svg` and `pdf`"
        );
    }

    #[test]
    fn unknown_endings_name_the_nearest() {
        let error = |file: &str| FormatName::from_path(Path::new(file)).unwrap_err();
        assert_eq!(
            error("a.jsonl").to_string(),
            "no format has the ending `.jsonl`; did you mean `.json`? \
             The endings are .txt, .csv, .json, .tex, .b, .list, .npy, .parquet, .png, .svg and .pdf; \
             or name a format with `--format`"
        );
        assert_eq!(
            error("dir/values").to_string(),
            "the name `values` has no ending that says its format; \
             the endings are .txt, .csv, .json, .tex, .b, .list, .npy, .parquet, .png, .svg and .pdf; \
             or name a format with `--format`"
        );
    }
}
