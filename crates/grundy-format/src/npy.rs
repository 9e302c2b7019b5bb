//! NumPy's `.npy`, version 1.0, for `numpy.load`.
//!
//! The array has the free axes in C order. Its type is the smallest that
//! holds every value: unsigned if a position exists at every point, otherwise
//! signed with -1 where none does. The type is in the header, so a first pass
//! over the values looks for the largest.
//!
//! The format: <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.

use std::io::{self, Write};

use grundy::table::CellBlock;

use super::error::FormatError;
use super::name::{Declaration, FormatName};
use super::piece::{Value, of_any_kind};
use super::terms::{BeginTerms, TermsForm};
use super::{Axis, Content, Format, Grid, Piece, PositionList, Survey};

/// For NumPy.
pub(crate) const NPY: FormatName = FormatName(&Declaration {
    word: "npy",
    ending: "npy",
    other_names: None,
    is_binary: true,
    is_picture: false,
    shows_infinity: false,
    tells_period: false,
    counts: None,
    terms: Some(TERMS),
    writer: |_, _| Ok(Box::new(Npy)),
});

/// Terms are bytes, each below 100.
const TERMS: BeginTerms = |head, out| {
    let element = Type { signed: false, bytes: 1 };
    out.write_all(&header(element, std::slice::from_ref(head.axis))?)?;
    Ok(Box::new(Npy))
};

/// A NumPy array.
pub(crate) struct Npy;

impl Format for Npy {
    fn accepts(&self, content: Content) -> Result<(), FormatError> {
        match content {
            Content::Table(axes) => header(Type::LARGEST, axes).map(drop),
            Content::Positions => Err(FormatError::NoPositions { format: NPY }),
        }
    }

    fn write(&self, grid: &Grid, out: &mut dyn Write) -> io::Result<()> {
        let element = Type::for_values(grid.survey())?;
        out.write_all(&header(element, &grid.axes)?)?;
        let mut bytes = vec![];
        grid.each_piece(&mut |piece| {
            if let (Piece::Cells(CellBlock::One(cells)), 1) = (&piece, element.bytes) {
                return out.write_all(cells);
            }
            bytes.clear();
            of_any_kind!(piece, values => element.put(values, &mut bytes));
            out.write_all(&bytes)
        })
    }

    fn write_positions(&self, _list: PositionList, _out: &mut dyn Write) -> io::Result<u64> {
        self.accepts(Content::Positions)?;
        Ok(0)
    }
}

impl TermsForm for Npy {
    fn put(&mut self, values: &[u8], _is_first: bool, text: &mut Vec<u8>) {
        text.extend_from_slice(values);
    }
}

/// The type of the elements of an array: little-endian integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Type {
    signed: bool,
    bytes: usize,
}

impl Type {
    /// A type with a description of the greatest length.
    const LARGEST: Type = Type { signed: true, bytes: 8 };

    /// The smallest type for all values, and for -1 if a position is missing.
    fn for_values(survey: Survey) -> Result<Type, FormatError> {
        let max = survey.max.unwrap_or(0);
        let signed = !survey.complete;
        let widths = [1, 2, 4, 8].into_iter();
        let mut types = widths.map(|bytes| Type { signed, bytes });
        types.find(|element| max <= element.max()).ok_or(FormatError::TooLarge { value: max })
    }

    /// Adds the bytes of values, all of which fit this type.
    fn put<T: Value>(self, values: &[T], bytes: &mut Vec<u8>) {
        // -1 in two's complement: all bytes 0xff, at every width.
        match self.bytes {
            1 => bytes.extend(values.iter().map(|value| value.bits() as u8)),
            2 => extend(bytes, values, |value| (value.bits() as u16).to_le_bytes()),
            4 => extend(bytes, values, |value| (value.bits() as u32).to_le_bytes()),
            _ => extend(bytes, values, |value| value.bits().to_le_bytes()),
        }
    }

    /// The largest number the type holds.
    fn max(self) -> u64 {
        u64::MAX >> (64 - 8 * self.bytes + usize::from(self.signed))
    }

    /// `|u1`, `<i4`: a single byte has no byte order.
    fn description(self) -> String {
        let order = if self.bytes == 1 { '|' } else { '<' };
        let kind = if self.signed { 'i' } else { 'u' };
        format!("{order}{kind}{}", self.bytes)
    }
}

/// Adds the given number of bytes for each value.
fn extend<T: Value, const N: usize>(bytes: &mut Vec<u8>, values: &[T], own: impl Fn(T) -> [u8; N]) {
    let before = bytes.len();
    bytes.resize(before + N * values.len(), 0);
    let (places, _) = bytes[before..].as_chunks_mut();
    places.iter_mut().zip(values).for_each(|(place, value)| *place = own(*value));
}

/// Everything before the values: the magic bytes, the version, the
/// length, and a Python dictionary filled up with blanks, so that the values
/// start at a multiple of 64 bytes.
fn header(element: Type, axes: &[Axis]) -> Result<Vec<u8>, FormatError> {
    let mut dictionary =
        format!("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", element.description(), shape(axes));
    const BEFORE: usize = b"\x93NUMPY".len() + 2 + 2;
    let end = (BEFORE + dictionary.len() + 1).next_multiple_of(64);
    let blanks = end - (BEFORE + dictionary.len() + 1);
    dictionary.push_str(&" ".repeat(blanks));
    dictionary.push('\n');
    let too_long = |_| FormatError::TooManyAxes { axes: axes.len() };
    let length = u16::try_from(dictionary.len()).map_err(too_long)?;
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(length.to_le_bytes());
    bytes.extend(dictionary.into_bytes());
    Ok(bytes)
}

/// A Python tuple: `()`, `(16,)`, `(11, 16)`.
fn shape(axes: &[Axis]) -> String {
    let lengths: Vec<String> = axes.iter().map(|axis| axis.len().to_string()).collect();
    match lengths.as_slice() {
        [one] => format!("({one},)"),
        _ => format!("({})", lengths.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{grid, increasing, listed, nim_sum};
    use super::*;

    fn bytes(grid: &Grid) -> Vec<u8> {
        let mut out = Vec::new();
        Npy.write(grid, &mut out).expect("written");
        out
    }

    /// The dictionary without its padding, and the bytes of the values.
    fn parts(bytes: &[u8]) -> (String, &[u8]) {
        assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
        let end = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
        assert_eq!(end % 64, 0);
        assert_eq!(bytes[end - 1], b'\n');
        let dictionary = String::from_utf8(bytes[10..end].to_vec()).unwrap();
        (dictionary.trim_end().to_string(), &bytes[end..])
    }

    #[test]
    fn a_full_table_is_unsigned() {
        let bytes = bytes(&grid(&[("a", 0, 1), ("b", 0, 2)], &nim_sum));
        assert_eq!(&bytes[..10], b"\x93NUMPY\x01\x00\x76\x00");
        let (dictionary, values) = parts(&bytes);
        let expected = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }";
        assert_eq!(dictionary, expected);
        assert_eq!(values, [0, 1, 2, 1, 0, 3]);
    }

    #[test]
    fn a_ragged_table_is_signed() {
        let bytes = bytes(&grid(&[("a", 0, 1), ("b", 0, 2)], &increasing));
        let (dictionary, values) = parts(&bytes);
        let expected = "{'descr': '|i1', 'fortran_order': False, 'shape': (2, 3), }";
        assert_eq!(dictionary, expected);
        assert_eq!(values, [255, 1, 2, 255, 255, 3]);
    }

    #[test]
    fn wider_values_have_their_low_byte_first() {
        let bytes = bytes(&grid(&[("n", 256, 257)], &nim_sum));
        let (dictionary, values) = parts(&bytes);
        let expected = "{'descr': '<u2', 'fortran_order': False, 'shape': (2,), }";
        assert_eq!(dictionary, expected);
        assert_eq!(values, [0, 1, 1, 1]);
    }

    #[test]
    fn no_axis_is_one_number() {
        let bytes = bytes(&grid(&[], &nim_sum));
        let (dictionary, values) = parts(&bytes);
        let expected = "{'descr': '|u1', 'fortran_order': False, 'shape': (), }";
        assert_eq!(dictionary, expected);
        assert_eq!(values, [0]);
    }

    #[test]
    fn types_are_as_small_as_they_can_be() {
        let name = |max, complete| {
            let max = Some(max);
            Type::for_values(Survey { max, complete }).map(Type::description)
        };
        for (max, unsigned, signed) in [
            (0, "|u1", "|i1"),
            (127, "|u1", "|i1"),
            (128, "|u1", "<i2"),
            (255, "|u1", "<i2"),
            (256, "<u2", "<i2"),
            (65535, "<u2", "<i4"),
            (65536, "<u4", "<i4"),
            (u64::from(u32::MAX), "<u4", "<i8"),
            (1 << 32, "<u8", "<i8"),
        ] {
            assert_eq!(name(max, true).as_deref(), Ok(unsigned));
            assert_eq!(name(max, false).as_deref(), Ok(signed));
        }
        let value = u64::MAX;
        assert_eq!(name(value, true).as_deref(), Ok("<u8"));
        assert_eq!(name(value, false), Err(FormatError::TooLarge { value }));
    }

    #[test]
    fn lists_are_refused() {
        let error = listed(&Npy, &[]).unwrap_err().to_string();
        assert!(error.contains("`npy` holds tables"), "{error}");
        assert!(Npy.accepts(Content::Positions).is_err());
        assert_eq!(Npy.accepts(Content::Table(&[])), Ok(()));
    }
}
