//! Rows with columns of several types, for `sweep`.
//!
//! In: the names of the columns, and rows of JSON values, some of which may be missing. Out: a Parquet file of nullable columns: numbers of 64 bits where all
//! values of a column are such, truth values, and texts otherwise; lists and objects as JSON.

use std::io::{self, Write};
use std::sync::Arc;

use ::parquet::basic::{LogicalType, Repetition, Type as Physical};
use ::parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::types::Type as Schema;
use serde_json::{Map, Value};

/// The most rows of a row group.
const GROUP: usize = 1 << 17;

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Integer,
    Number,
    Truth,
    Text,
}

impl Kind {
    fn of<'v>(values: impl Iterator<Item = &'v Value> + Clone) -> Kind {
        let mut known = values.filter(|value| !value.is_null()).peekable();
        if known.peek().is_none() {
            return Kind::Text;
        }
        let all = |is: &dyn Fn(&Value) -> bool| known.clone().all(is);
        match () {
            () if all(&|value| value.is_i64()) => Kind::Integer,
            () if all(&Value::is_number) => Kind::Number,
            () if all(&Value::is_boolean) => Kind::Truth,
            () => Kind::Text,
        }
    }

    fn schema(self, name: &str) -> Result<Schema, ParquetError> {
        let (physical, logical) = match self {
            Kind::Integer => (Physical::INT64, None),
            Kind::Number => (Physical::DOUBLE, None),
            Kind::Truth => (Physical::BOOLEAN, None),
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        Schema::primitive_type_builder(name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical)
            .build()
    }
}

/// Writes the file.
pub fn rows(names: &[&str], rows: &[Map<String, Value>], out: &mut dyn Write) -> io::Result<()> {
    let bytes = file(names, rows).map_err(io::Error::other)?;
    out.write_all(&bytes)
}

fn file(names: &[&str], rows: &[Map<String, Value>]) -> Result<Vec<u8>, ParquetError> {
    let kinds: Vec<Kind> = names.iter().map(|name| Kind::of(rows.iter().filter_map(|row| row.get(*name)))).collect();
    let fields = names.iter().zip(&kinds).map(|(name, kind)| kind.schema(name).map(Arc::new));
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    let schema = Schema::group_type_builder("schema").with_fields(fields).build()?;
    let mut file =
        SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(WriterProperties::builder().build()))?;
    for rows in rows.chunks(GROUP) {
        let mut group = file.next_row_group()?;
        for (name, kind) in names.iter().zip(&kinds) {
            let values: Vec<Option<&Value>> =
                rows.iter().map(|row| row.get(*name).filter(|value| !value.is_null())).collect();
            match kind {
                Kind::Integer => column::<Int64Type>(&mut group, &values, &|value| value.as_i64().unwrap_or_default())?,
                Kind::Number => column::<DoubleType>(&mut group, &values, &|value| value.as_f64().unwrap_or_default())?,
                Kind::Truth => column::<BoolType>(&mut group, &values, &|value| value.as_bool().unwrap_or_default())?,
                Kind::Text => column::<ByteArrayType>(&mut group, &values, &text)?,
            }
        }
        group.close()?;
    }
    file.into_inner()
}

fn text(value: &Value) -> ByteArray {
    let text = value.as_str().map_or_else(|| value.to_string(), ToString::to_string);
    ByteArray::from(text.into_bytes())
}

fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: &[Option<&Value>],
    of: &dyn Fn(&Value) -> T::T,
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let known: Vec<T::T> = values.iter().filter_map(|value| value.map(of)).collect();
    column.typed::<T>().write_batch(&known, Some(&levels), None)?;
    column.close()
}
