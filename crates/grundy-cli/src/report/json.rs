//! An error as a JSON object, for scripts.

use grundy::{Diagnostic, json};
use serde_json::Value;

use super::Texts;

/// One line.
pub(crate) fn line(error: &Diagnostic, texts: &Texts, command: Option<&str>) -> Value {
    json::error(error, &texts.sources, |source| texts.name(source).to_string(), command)
}
