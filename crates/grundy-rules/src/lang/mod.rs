//! The rules language: from text to a tree, and back.
//!
//! In: the text of rule files and expressions. Out: a tree ([`ast`]), or a [`Diagnostic`] with its place. This
//! folder knows no engine and computes no value; `rules` defines the meaning of the tree.

pub mod ast;
mod broken;
mod code;
mod diagnostic;
mod function;
mod names;
mod nearest;
mod notation;
mod parser;
mod print;
mod shown;
mod source;
mod token;
mod turning;

pub use ast::GameFamily;
pub use code::Code;
pub use diagnostic::{Diagnostic, Kind, Label, TIME_IS_OVER};
pub use function::{Arguments, Function};
pub use names::unknown as unknown_name;
pub use names::{COMPOUNDS, REAL, check_family, check_names, is_later_compound, is_more, mark_wrong_names};
pub use nearest::nearest;
pub use notation::{Digit, Heaps, Notation, Order};
pub use parser::{names_in, parse_expr, parse_family, parse_file, parse_items, parse_list};
pub use print::code_text;
pub use print::{expr_text, file_text};
pub use shown::shown;
pub use source::{Location, Source, Sources, Span};
pub use token::{Comment, MORE, RESERVED, WORDS};
pub use turning::{Turning, Way};
