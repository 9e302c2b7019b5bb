//! Files are read back with the reader of the same library, and compared with CSV.

use std::fs::{self, File};
use std::sync::atomic::{AtomicU32, Ordering};

use ::parquet::basic::LogicalType;
use ::parquet::file::metadata::ParquetMetaData;
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use proptest::prelude::*;

use super::super::rows::rows;
use super::*;
use crate::csv::Csv;
use crate::samples::{grid, increasing, list_to, nim_sum, written};

/// A file as its reader sees it.
struct Read {
    metadata: ParquetMetaData,
    /// Header and rows as CSV.
    text: String,
}

/// Reads a file back; the reader needs a file on disk.
fn read(bytes: &[u8]) -> Read {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("grundy-parquet-{}-{number}", std::process::id()));
    fs::write(&path, bytes).expect("written");
    let file = File::open(&path).expect("opened");
    fs::remove_file(&path).expect("removed");
    let reader = SerializedFileReader::new(file).expect("a Parquet file");
    let metadata = reader.metadata().clone();
    let names = metadata.file_metadata().schema().get_fields().iter().map(|field| field.name());
    let mut text = names.collect::<Vec<_>>().join(",") + "\n";
    for row in reader.get_row_iter(None).expect("rows") {
        let row = row.expect("a row");
        let numbers = row.get_column_iter().map(|(_, number)| number.to_string());
        text.push_str(&(numbers.collect::<Vec<_>>().join(",") + "\n"));
    }
    Read { metadata, text }
}

impl Read {
    /// The types of the columns, as numbers of bits: all are unsigned and without nulls.
    fn bits(&self) -> Vec<i8> {
        let fields = self.metadata.file_metadata().schema().get_fields();
        let bits = |field: &std::sync::Arc<::parquet::schema::types::Type>| {
            assert!(!field.is_optional());
            match field.get_basic_info().logical_type_ref() {
                Some(LogicalType::Integer(kind)) if !kind.is_signed => kind.bit_width,
                other => panic!("no unsigned number: {other:?}"),
            }
        };
        fields.iter().map(bits).collect()
    }

    fn facts(&self) -> Vec<(&str, &str)> {
        let facts = self.metadata.file_metadata().key_value_metadata().expect("facts");
        facts.iter().map(|fact| (fact.key.as_str(), fact.value.as_deref().expect("a text"))).collect()
    }
}

fn table(group: usize, grid: &Grid) -> Read {
    let mut out = Vec::new();
    Parquet { group }.write(grid, &mut out).expect("written");
    read(&out)
}

fn refused(grid: &Grid) -> FormatError {
    let mut out = Vec::new();
    let error = Parquet::default().write(grid, &mut out).expect_err("refused");
    assert!(out.is_empty(), "something was written");
    *error.into_inner().expect("a format error").downcast().expect("a format error")
}

#[test]
fn a_table_has_the_rows_of_csv() {
    let grid = grid(&[("a", 0, 2), ("b", 0, 2)], &increasing);
    let read = table(100, &grid);
    assert_eq!(read.text, "a,b,value\n0,1,1\n0,2,2\n1,2,3\n");
    assert_eq!(read.bits(), [8, 8, 8]);
}

#[test]
fn row_groups_are_small() {
    let grid = grid(&[("a", 0, 9), ("b", 0, 9)], &nim_sum);
    let read = table(3 * 7, &grid);
    let rows: Vec<i64> = read.metadata.row_groups().iter().map(|group| group.num_rows()).collect();
    assert_eq!(rows, [[7; 14].as_slice(), &[2]].concat());
    assert_eq!(read.text, written(&Csv, &grid));
    // A group has at least one row, however many columns there are.
    assert_eq!(table(1, &grid).metadata.num_row_groups(), 100);
}

#[test]
fn the_metadata_say_where_a_table_comes_from() {
    let mut grid = grid(&[("a", 0, 2), ("b", 3, 1 << 53)], &|_| None);
    grid.axes[1].hi = 4;
    grid.coordinates.push(Column { name: "c".to_string(), source: Source::Fixed(1 << 53) });
    grid.asked = vec![("where", "a < 3")];
    let read = table(100, &grid);
    let expected = [
        ("grundy.game", "nim"),
        ("grundy.rules", "ab12"),
        ("grundy.play", "normal"),
        ("grundy.engine", "table"),
        ("grundy.version", env!("CARGO_PKG_VERSION")),
        ("grundy.bounds", r#"{"a":[0,2],"b":[3,4],"c":["9007199254740992","9007199254740992"]}"#),
        ("grundy.where", "a < 3"),
    ];
    assert_eq!(read.facts(), expected);
    assert_eq!(read.text, "a,b,c,value\n");
    assert_eq!(read.bits(), [8, 8, 64, 8]);
}

#[test]
fn the_largest_numbers_of_each_type_are_read_back() {
    for (top, bits) in [(0xff, 8), (0xffff, 16), (0xffff_ffff, 32), (u64::MAX, 64)] {
        let value = |at: &[u64]| Some(at[0]);
        let grid = grid(&[("n", top - 2, top)], &value);
        let read = table(4, &grid);
        assert_eq!(read.bits(), [bits, bits]);
        assert_eq!(read.text, written(&Csv, &grid));
    }
}

#[test]
fn statistics_take_numbers_for_unsigned() {
    let value = |at: &[u64]| Some(at[0] << 31);
    let read = table(100, &grid(&[("n", 0, 1)], &value));
    let statistics = read.metadata.row_group(0).column(1).statistics().expect("statistics");
    assert_eq!(statistics.max_bytes_opt(), Some([0, 0, 0, 0x80].as_slice()));
    assert_eq!(statistics.min_bytes_opt(), Some([0; 4].as_slice()));
}

#[test]
fn a_pattern_has_types_as_large_as_its_entries() {
    let entries = |at: &[u64]| vec![at[0].to_string(), (at[0] * 1000).to_string()];
    let mut grid = grid(&[("n", 1, 2)], &nim_sum);
    let column = |name: &str| Column { name: name.to_string(), source: Source::Pattern };
    grid.coordinates = vec![column("a"), column("b")];
    grid.entries = Some(&entries);
    let read = table(100, &grid);
    assert_eq!(read.text, "a,b,value\n1,1000,1\n2,2000,2\n");
    assert_eq!(read.bits(), [8, 16, 8]);
    assert!(read.facts().contains(&("grundy.bounds", r#"{"n":[1,2]}"#)));
    let entries = |at: &[u64]| vec![at[0].to_string(), format!("{}00000000000000000000", at[0])];
    grid.entries = Some(&entries);
    let (name, entry) = ("b".to_string(), "100000000000000000000".to_string());
    assert_eq!(refused(&grid), FormatError::TooLong { name, entry });
}

#[test]
fn columns_have_different_names() {
    assert_eq!(refused(&grid(&[("value", 0, 1)], &nim_sum)), FormatError::NamedValue { column: "value" });
}

#[test]
fn positions() {
    let rows = [("3,4", [3, 4], 7), ("5,2", [5, 2], 7)];
    let mut out = Vec::new();
    list_to(&Parquet { group: 3 }, &rows, &mut out).expect("written");
    let read = read(&out);
    assert_eq!(read.text, "a,b1,value\n3,4,7\n5,2,7\n");
    assert_eq!(read.metadata.num_row_groups(), 2);
    let facts = read.facts();
    assert!(facts.contains(&("grundy.bounds", r#"{"a":[0,9],"b1":[0,9]}"#)), "{facts:?}");
    assert_eq!(facts.last(), Some(&("grundy.value", "7")));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(grundy_testing::cases(32)))]

    #[test]
    fn any_table_has_the_rows_of_csv(
        ends in proptest::collection::vec((0u64..300, 0u64..6), 0..4),
        values in proptest::collection::vec(proptest::option::weighted(0.8, 0u64..70_000), 1..40),
        shift in 0u32..48,
        group in 1usize..200,
    ) {
        let names = ["a", "b", "c"];
        let axes: Vec<_> = ends.iter().zip(names).map(|((lo, more), name)| (name, *lo, lo + more)).collect();
        let value = |at: &[u64]| {
            let index = at.iter().fold(0u64, |index, entry| index * 7 + entry);
            values[index as usize % values.len()].map(|value| value << shift)
        };
        let grid = grid(&axes, &value);
        prop_assert_eq!(table(group, &grid).text, written(&Csv, &grid));
    }
}

#[test]
fn rows_of_several_types_are_read_back() {
    let row = |text: &str| -> Map<String, Value> { serde_json::from_str(text).expect("an object") };
    let all = [
        row(r#"{"game":"nim[1]","n":3,"half":0.5,"ok":true,"list":[1,2]}"#),
        row(r#"{"game":"nim[2]","n":null,"half":2,"ok":false,"error":"why, \"so\""}"#),
        row(r#"{"game":"nim[3]","n":-7}"#),
    ];
    let mut bytes = vec![];
    rows(&["game", "n", "half", "ok", "list", "error"], &all, &mut bytes).expect("written");
    let read = read(&bytes);
    let lines: Vec<&str> = read.text.lines().collect();
    assert_eq!(
        lines,
        [
            "game,n,half,ok,list,error",
            "\"nim[1]\",3,0.5,true,\"[1,2]\",null",
            "\"nim[2]\",null,2.0,false,null,\"why, \"so\"\"",
            "\"nim[3]\",-7,null,null,null,null",
        ]
    );
}
