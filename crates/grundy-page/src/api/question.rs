//! The parameters of a question.
//!
//! In: the query of an address, or a JSON object. Out: texts by name. A parameter that the endpoint does not know is refused, with the nearest name.

use std::collections::BTreeMap;

use grundy::Diagnostic;
use grundy::lang::Code;
use serde_json::Value;

/// The longest text of a parameter, in bytes.
pub(super) const LONGEST: usize = 1 << 20;

/// The parameters of a question, as texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question(BTreeMap<String, String>);

impl Question {
    /// From the query of an address: `game=nim&position=3,5`.
    ///
    /// ```
    /// use grundy_page::api::Question;
    ///
    /// let question = Question::of_query("game=star_nim%5B2%5D&position=3,7");
    /// assert_eq!(question.get("game"), Some("star_nim[2]"));
    /// ```
    #[must_use]
    pub fn of_query(query: &str) -> Question {
        Question(form_urlencoded::parse(query.as_bytes()).into_owned().collect())
    }

    /// The same question without a parameter.
    #[must_use]
    pub fn without(mut self, name: &str) -> Question {
        self.0.remove(name);
        self
    }

    /// From the body of a request: a JSON object whose values are texts, numbers, truth values, or lists of numbers, such as a position.
    ///
    /// # Errors
    /// A body that is no such object.
    pub fn of_json(body: &[u8]) -> Result<Question, Diagnostic> {
        let wrong =
            |why: String| Diagnostic::new(Code::Body, format!("the body is no JSON object of parameters: {why}"));
        let value: Value = serde_json::from_slice(body).map_err(|error| wrong(error.to_string()))?;
        let Value::Object(object) = value else { return Err(wrong(format!("found {}", kind(&value)))) };
        let text = |(name, value): (String, Value)| {
            let text = match &value {
                Value::String(text) => text.clone(),
                Value::Number(_) | Value::Bool(_) => value.to_string(),
                Value::Array(_) => {
                    let list = value.to_string().replace('"', "");
                    list.strip_prefix('[').and_then(|list| list.strip_suffix(']')).unwrap_or_default().to_string()
                }
                Value::Null | Value::Object(_) => return Err(wrong(format!("`{name}` is {}", kind(&value)))),
            };
            Ok((name, text))
        };
        Ok(Question(object.into_iter().map(text).collect::<Result<_, _>>()?))
    }

    /// A parameter, if it is given.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// A parameter that must be given.
    ///
    /// # Errors
    /// It is missing.
    pub(super) fn need(&self, name: &str) -> Result<&str, Diagnostic> {
        let missing = || Diagnostic::new(Code::Parameter, format!("the parameter `{name}` is missing"));
        self.get(name).filter(|text| !text.trim().is_empty()).ok_or_else(missing)
    }

    /// A number.
    ///
    /// # Errors
    /// Text that is no natural number of 64 bits.
    pub(super) fn number(&self, name: &str) -> Result<Option<u64>, Diagnostic> {
        let wrong = |text: &str| {
            Diagnostic::new(
                Code::Parameter,
                format!("the parameter `{name}` is a natural number below 2^64, found `{text}`"),
            )
        };
        self.get(name).map(|text| text.trim().parse().map_err(|_| wrong(&short(text)))).transpose()
    }

    /// Numbers separated by commas.
    ///
    /// # Errors
    /// As [`Question::number`].
    pub(super) fn numbers(&self, name: &str) -> Result<Vec<u64>, Diagnostic> {
        let text = self.need(name)?;
        let wrong = || {
            let message =
                format!("the parameter `{name}` is a list of natural numbers below 2^64, found `{}`", short(text));
            Diagnostic::new(Code::Parameter, message).help(format!("such as `{name}=0,0`"))
        };
        text.split(',').map(|part| part.trim().parse().map_err(|_| wrong())).collect()
    }

    /// A truth value: `1` or `true`, `0` or `false`; false if it is missing.
    ///
    /// # Errors
    /// Any other text.
    pub(super) fn flag(&self, name: &str) -> Result<bool, Diagnostic> {
        match self.get(name) {
            None | Some("0" | "false") => Ok(false),
            Some("1" | "true") => Ok(true),
            Some(text) => {
                let message = format!("the parameter `{name}` is `1` or `0`, found `{}`", short(text));
                Err(Diagnostic::new(Code::Parameter, message))
            }
        }
    }

    /// Refuses parameters without a meaning, and texts that are too long.
    ///
    /// # Errors
    /// The first of them.
    pub(super) fn must_know(&self, names: &[&str]) -> Result<(), Diagnostic> {
        for (name, text) in &self.0 {
            if !names.contains(&name.as_str()) {
                let error = Diagnostic::new(Code::Parameter, format!("there is no parameter `{}` here", short(name)));
                return Err(match grundy::lang::nearest(name, names.iter().copied()) {
                    Some(near) => error.help(format!("did you mean `{near}`?")),
                    None => error.help(format!("the parameters are {}", names.join(", "))),
                });
            }
            if text.len() > LONGEST {
                return Err(Diagnostic::limit(
                    Code::TooLong,
                    format!("the parameter `{name}` has more than {LONGEST} bytes"),
                ));
            }
        }
        Ok(())
    }
}

/// A text, shortened for a message.
pub(super) fn short(text: &str) -> String {
    const SHOWN: usize = 40;
    let cut: String = text.chars().take(SHOWN).collect();
    if cut.len() < text.len() { format!("{cut}…") } else { cut }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_may_be_lists() {
        let question = Question::of_json(br#"{"game":"nim","position":[3,"18446744073709551616"],"to":7}"#).unwrap();
        assert_eq!(question.get("position"), Some("3,18446744073709551616"));
        assert_eq!(question.number("to").unwrap(), Some(7));
        let strips = Question::of_json(br#"{"position":[[2],[2,5]]}"#).unwrap();
        assert_eq!(strips.get("position"), Some("[2],[2,5]"));
    }

    #[test]
    fn wrong_bodies_are_told() {
        for (body, found) in [("[1]", "found a list"), (r#"{"game":null}"#, "`game` is null"), ("{", "EOF")] {
            let error = Question::of_json(body.as_bytes()).unwrap_err();
            assert!(error.message.contains(found), "{}", error.message);
        }
    }
}
