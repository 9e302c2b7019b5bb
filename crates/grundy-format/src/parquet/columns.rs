//! Columns of unsigned numbers, written to a Parquet file.
//!
//! In: the name and the largest number of each column, then rows. Out: the bytes of the file, one row group after the other, so
//! that at most one is in memory. Numbers are stored by dictionary if that is shorter, and are never compressed: a dictionary
//! shortens coordinates to almost nothing, every reader supports it, and a compressor would be one more dependency to build.

use std::io::{self, Write};
use std::sync::Arc;

use ::parquet::basic::{LogicalType, Repetition, Type as Physical};
use ::parquet::data_type::{Int32Type, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::{EnabledStatistics, WriterProperties};
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::types::Type as Schema;

/// The most rows of a row group; most writers use the same number.
const MOST_ROWS: usize = 1 << 20;

/// A column that is to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounded<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// An upper bound of the numbers.
    pub(super) top: u64,
}

impl Bounded<'_> {
    /// The bits of the smallest unsigned type that fits.
    fn bits(self) -> i8 {
        match self.top {
            0..=0xff => 8,
            0x100..=0xffff => 16,
            0x1_0000..=0xffff_ffff => 32,
            _ => 64,
        }
    }

    fn schema(self) -> Result<Schema, ParquetError> {
        let bits = self.bits();
        let physical = if bits == 64 { Physical::INT64 } else { Physical::INT32 };
        Schema::primitive_type_builder(self.name, physical)
            .with_repetition(Repetition::REQUIRED)
            .with_logical_type(Some(LogicalType::integer(bits, false)))
            .build()
    }

    fn numbers(self) -> Numbers {
        if self.bits() == 64 { Numbers::Wide(Vec::new()) } else { Numbers::Narrow(Vec::new()) }
    }
}

/// The numbers of a column in a row group; the format stores an unsigned number as the signed one of the same bits.
enum Numbers {
    Narrow(Vec<i32>),
    Wide(Vec<i64>),
}

/// A file that is being written.
pub(super) struct Columns<'a> {
    /// Writes to a buffer, which is emptied into `out` after each row group.
    file: SerializedFileWriter<Vec<u8>>,
    out: &'a mut dyn Write,
    tops: Vec<u64>,
    numbers: Vec<Numbers>,
    rows: usize,
    rows_per_group: usize,
}

impl<'a> Columns<'a> {
    /// Begins a file whose row groups hold about `group` numbers.
    pub(super) fn begin(
        columns: &[Bounded],
        facts: &[(String, String)],
        group: usize,
        out: &'a mut dyn Write,
    ) -> io::Result<Columns<'a>> {
        let fields: Result<Vec<_>, _> = columns.iter().map(|column| column.schema().map(Arc::new)).collect();
        let fields = fields.map_err(failed)?;
        let schema = Schema::group_type_builder("schema").with_fields(fields).build().map_err(failed)?;
        let facts = facts.iter().map(|(key, text)| KeyValue::new(key.clone(), text.clone())).collect();
        // Statistics of pages would pile up in memory until the end of the file.
        let properties = WriterProperties::builder()
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .set_key_value_metadata(Some(facts))
            .build();
        let file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties)).map_err(failed)?;
        Ok(Columns {
            file,
            out,
            tops: columns.iter().map(|column| column.top).collect(),
            numbers: columns.iter().map(|column| column.numbers()).collect(),
            rows: 0,
            rows_per_group: (group / columns.len().max(1)).clamp(1, MOST_ROWS),
        })
    }

    /// Adds a row, which has a number for each column.
    pub(super) fn push(&mut self, row: &[u64]) -> io::Result<()> {
        for ((numbers, number), top) in self.numbers.iter_mut().zip(row).zip(&self.tops) {
            if number > top {
                return Err(io::Error::other(format!("the number {number} is above its column's bound {top}")));
            }
            match numbers {
                Numbers::Narrow(numbers) => numbers.push((*number as u32).cast_signed()),
                Numbers::Wide(numbers) => numbers.push(number.cast_signed()),
            }
        }
        self.rows += 1;
        if self.rows == self.rows_per_group { self.end_group() } else { Ok(()) }
    }

    /// Writes the last row group and the end of the file.
    pub(super) fn finish(mut self) -> io::Result<()> {
        if self.rows > 0 {
            self.end_group()?;
        }
        self.file.finish().map_err(failed)?;
        self.pass_on()
    }

    /// Writes the buffered rows as a row group.
    fn end_group(&mut self) -> io::Result<()> {
        write_group(&mut self.file, &mut self.numbers).map_err(failed)?;
        self.rows = 0;
        self.pass_on()
    }

    /// Empties the buffer into `out`.
    fn pass_on(&mut self) -> io::Result<()> {
        self.file.flush()?;
        let bytes = self.file.inner_mut();
        self.out.write_all(bytes)?;
        bytes.clear();
        Ok(())
    }
}

/// Writes these numbers as a row group, and clears them.
fn write_group(file: &mut SerializedFileWriter<Vec<u8>>, columns: &mut [Numbers]) -> Result<(), ParquetError> {
    let mut group = file.next_row_group()?;
    for numbers in columns {
        let Some(mut column) = group.next_column()? else { break };
        match numbers {
            Numbers::Narrow(numbers) => {
                column.typed::<Int32Type>().write_batch(numbers, None, None)?;
                numbers.clear();
            }
            Numbers::Wide(numbers) => {
                column.typed::<Int64Type>().write_batch(numbers, None, None)?;
                numbers.clear();
            }
        }
        column.close()?;
    }
    group.close().map(drop)
}

fn failed(error: ParquetError) -> io::Error {
    io::Error::other(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_as_small_as_they_can_be() {
        for (top, bits) in [
            (0, 8),
            (255, 8),
            (256, 16),
            (65_535, 16),
            (65_536, 32),
            (u64::from(u32::MAX), 32),
            (1 << 32, 64),
            (u64::MAX, 64),
        ] {
            assert_eq!(Bounded { name: "a", top }.bits(), bits, "{top}");
        }
    }

    #[test]
    fn a_number_above_its_bound_is_refused() {
        let mut out = Vec::new();
        let mut columns = Columns::begin(&[Bounded { name: "a", top: 7 }], &[], 10, &mut out).expect("begun");
        assert!(columns.push(&[7]).is_ok());
        assert!(columns.push(&[8]).is_err());
    }
}
