//! The formats: from a word or a file's ending to a name, and from a name to its writer.

use std::path::Path;
use std::str::FromStr;

use super::Format;
use super::bfile::Bfile;
use super::csv::Csv;
use super::error::FormatError;
use super::json::Json;
use super::latex::Latex;
use super::list::List;
use super::name::FormatName;
use super::npy::Npy;
#[cfg(feature = "parquet")]
use super::parquet::Parquet;
use super::picture::{Picture, Style};
use super::text::Text;

impl FormatName {
    /// The format that the name of a file implies.
    pub(crate) fn from_path(path: &Path) -> Result<Self, FormatError> {
        let file = path.file_name().unwrap_or(path.as_os_str());
        let file = file.to_string_lossy();
        if is_bfile_name(&file) {
            return Ok(FormatName::Bfile);
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

    /// The writer, if it was built in; `text` is the style of text and `style` that of pictures, which other formats ignore.
    pub(crate) fn format(self, text: Text, style: Style) -> Result<Box<dyn Format>, FormatError> {
        Ok(match self {
            FormatName::Text => Box::new(text),
            FormatName::Csv => Box::new(Csv),
            FormatName::Json => Box::new(Json),
            FormatName::Latex => Box::new(Latex),
            FormatName::Bfile => Box::new(Bfile),
            FormatName::List => Box::new(List),
            FormatName::Npy => Box::new(Npy),
            FormatName::Png | FormatName::Svg => Box::new(Picture::new(self, style)),
            #[cfg(feature = "parquet")]
            FormatName::Parquet => Box::new(Parquet::default()),
            #[cfg(not(feature = "parquet"))]
            FormatName::Parquet => return Err(FormatError::NotBuiltIn { format: self }),
        })
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

/// The name that the OEIS gives a b-file: `b` and the digits of the A-number of
/// the sequence, at least six.
fn is_bfile_name(file: &str) -> bool {
    let number = file.strip_prefix('b').and_then(|rest| rest.strip_suffix(".txt"));
    number.is_some_and(|number| number.len() >= 6 && number.bytes().all(|b| b.is_ascii_digit()))
}

/// The format whose name is nearest to the word, if at least half of the letters
/// are right.
fn nearest(word: &str, name: fn(FormatName) -> &'static str) -> Option<FormatName> {
    let word = word.to_lowercase();
    let distance = |format: &FormatName| edits(&word, name(*format));
    let best = FormatName::ALL.into_iter().min_by_key(distance)?;
    let length = word.chars().count().max(name(best).len());
    (2 * distance(&best) <= length).then_some(best)
}

/// The number of letters to insert, delete or change to get from one word to the
/// other (Levenshtein distance), by rows of the usual table.
fn edits(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, b) in to.chars().enumerate() {
            let change = corner + usize::from(a != b);
            corner = row[j + 1];
            row[j + 1] = change.min(corner + 1).min(row[j] + 1);
        }
    }
    row[row.len() - 1]
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
        assert_eq!(format("dir/b123456.txt"), Ok(FormatName::Bfile));
        assert_eq!(format("b12.txt"), Ok(FormatName::Text));
        assert_eq!(format("b12345x.txt"), Ok(FormatName::Text));
        assert_eq!(format("VALUES.CSV"), Ok(FormatName::Csv));
    }

    #[test]
    fn unknown_words_name_the_nearest() {
        let sentence = |word: &str| word.parse::<FormatName>().unwrap_err().to_string();
        let all = "The formats are `text`, `csv`, `json`, `latex`, `bfile`, `list`, `npy`, `parquet`, `png` and `svg`";
        for (word, meant) in
            [("jsno", "json"), ("JSON", "json"), ("tex", "latex"), ("b-file", "bfile"), ("numpy", "npy")]
        {
            let expected = format!("there is no format `{word}`; did you mean `{meant}`? {all}");
            assert_eq!(sentence(word), expected);
        }
        assert_eq!(
            sentence("xlsx"),
            "there is no format `xlsx`; \
             the formats are `text`, `csv`, `json`, `latex`, `bfile`, `list`, `npy`, `parquet`, `png` and `svg`"
        );
    }

    #[test]
    fn unknown_endings_name_the_nearest() {
        let error = |file: &str| FormatName::from_path(Path::new(file)).unwrap_err();
        assert_eq!(
            error("a.jsonl").to_string(),
            "no format has the ending `.jsonl`; did you mean `.json`? \
             The endings are .txt, .csv, .json, .tex, .b, .list, .npy, .parquet, .png and .svg; \
             or name a format with `--format`"
        );
        assert_eq!(
            error("dir/values").to_string(),
            "the name `values` has no ending that says its format; \
             the endings are .txt, .csv, .json, .tex, .b, .list, .npy, .parquet, .png and .svg; \
             or name a format with `--format`"
        );
    }

    #[test]
    fn edits_are_counted() {
        assert_eq!(edits("", "csv"), 3);
        assert_eq!(edits("csv", "csv"), 0);
        assert_eq!(edits("kitten", "sitting"), 3);
    }
}
