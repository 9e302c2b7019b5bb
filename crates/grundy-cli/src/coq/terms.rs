//! Expressions of the canonical form as terms of `Expr.v`.
//!
//! In: an expression of a certificate, as JSON. Out: the term; or a sentence: which word has no term. `Expr.v` has two operands where the canonical form has a list, and
//! its evaluation goes from left to right, as that of the canonical form. In a claim an expression may ask questions: their numbers are given, and the
//! position to which a question without entries refers.

use serde_json::{Value, json};

use super::text::{integer, truth};

/// A term, or why there is none.
pub(super) type Lacks<T> = Result<T, String>;

/// The words with two operands, or more.
const TWO: &[(&str, &str)] = &[
    ("product", "Product"),
    ("div", "Div"),
    ("mod", "Mod"),
    ("power", "Power"),
    ("gcd", "Gcd"),
    ("bit", "Bit"),
    ("root", "Root"),
    ("min", "Min"),
    ("max", "Max"),
    ("xor", "Xor"),
];

/// The words of folds that give numbers; `count` is a sum.
const FOLDS: &[(&str, &str)] = &[("sum", "AllSum"), ("xor", "AllXor"), ("min", "AllMin"), ("max", "AllMax")];

/// How questions are written; without questions there are none.
#[derive(Debug, Default)]
pub(super) struct Terms {
    /// For each question of the certificate its number in the file.
    pub(super) questions: Vec<usize>,
    /// The position to which questions without entries refer.
    pub(super) at: Option<Vec<Value>>,
}

impl Terms {
    /// A number.
    pub(super) fn number(&self, expr: &Value) -> Lacks<String> {
        if let Some(digits) = digits(expr) {
            return Ok(format!("(Num {})", integer(&digits)));
        }
        let (word, of) = parts(expr)?;
        Ok(match (word, of) {
            ("x", [i]) => format!("(X {})", natural(i)?),
            ("v", [i]) => format!("(V {})", natural(i)?),
            ("sum", [constant, terms]) => self.sum(constant, terms)?,
            ("abs", [a]) => format!("(Abs {})", self.number(a)?),
            ("log2", [a]) => format!("(Log2 {})", self.number(a)?),
            ("if", [c, a, b]) => format!("(If {} {} {})", self.condition(c)?, self.number(a)?, self.number(b)?),
            ("entry", [i, of]) => format!("(Entry {} {})", self.number(i)?, self.numbers(array(of)?)?),
            ("digit", [i, of]) => {
                let digits = array(of)?.iter().map(constant).collect::<Lacks<Vec<_>>>()?;
                format!("(Digit {} [{}])", self.number(i)?, digits.join("; "))
            }
            ("rank", [k, of]) => format!("(Rank {} {})", natural(k)?, self.numbers(array(of)?)?),
            ("mex", [of]) => format!("(Mex {})", self.pairs(array(of)?)?),
            ("fold", [word, ranges, condition, body]) => self.fold(word, ranges, condition, body)?,
            ("ask", [question, entries]) => self.question("Ask", question, entries, "")?,
            ("undefined", _) => "Undefined".to_string(),
            ("power", [base, exponent]) if *base == json!(2) && a_logarithm(exponent).is_some() => {
                let (of, more) = a_logarithm(exponent).ok_or_else(|| no_term("power"))?;
                format!("(PowerLog {} {})", self.number(of)?, integer(&more.to_string()))
            }
            (word, of) if !of.is_empty() => match TWO.iter().find(|(name, _)| *name == word) {
                Some((_, two)) => self.folded(&format!("Two {two}"), of, Terms::number)?,
                None => return Err(no_term(word)),
            },
            _ => return Err(no_term(word)),
        })
    }

    /// A condition.
    pub(super) fn condition(&self, expr: &Value) -> Lacks<String> {
        if let Value::Bool(value) = expr {
            return Ok(format!("(Truth {})", truth(*value)));
        }
        let (word, of) = parts(expr)?;
        Ok(match (word, of) {
            ("=0", [a]) => match an_answer(a) {
                Some((question, entries, is)) => self.question("AnswerIs", question, entries, &format!(" {is}"))?,
                None => format!("(IsZero {})", self.number(a)?),
            },
            ("<=0", [a]) => format!("(NonPos {})", self.number(a)?),
            ("divides", [d, n]) => format!("(DividedBy {} {})", self.number(d)?, self.number(n)?),
            ("not", [c]) => format!("(Neither {})", self.condition(c)?),
            ("and", []) => "(Truth true)".to_string(),
            ("or", []) => "(Truth false)".to_string(),
            ("and", of) => self.folded("Both", of, Terms::condition)?,
            ("or", of) => self.folded("Either", of, Terms::condition)?,
            ("iff", [c, d]) => format!("(Iff {} {})", self.condition(c)?, self.condition(d)?),
            ("if", [c, a, b]) => {
                format!("(Choose {} {} {})", self.condition(c)?, self.condition(a)?, self.condition(b)?)
            }
            ("fold", [word, ranges, condition, body]) => {
                let every = match word.as_str() {
                    Some("all") => "Every",
                    Some("any") => "Any",
                    _ => return Err(no_term("fold")),
                };
                let body = format!("(one_if {})", self.condition(body)?);
                format!("({every} {})", self.ranges(array(ranges)?, condition, &body)?)
            }
            ("terminal", [k]) => format!("(Ends {})", natural(k)?),
            ("undefined", _) => "Unknown".to_string(),
            _ => return Err(no_term(word)),
        })
    }

    /// The numbers of a list, each by itself.
    pub(super) fn each(&self, of: &[Value]) -> Lacks<String> {
        let terms = of.iter().map(|expr| self.number(expr)).collect::<Lacks<Vec<_>>>()?;
        Ok(format!("[{}]", terms.join("; ")))
    }

    /// Several operands by a word for two: the first one with all the others.
    fn folded(&self, two: &str, of: &[Value], term: fn(&Terms, &Value) -> Lacks<String>) -> Lacks<String> {
        let (last, before) = of.split_last().ok_or("an operand is missing")?;
        let mut all = term(self, last)?;
        for operand in before.iter().rev() {
            all = format!("({two} {} {all})", term(self, operand)?);
        }
        Ok(all)
    }

    fn sum(&self, constant_: &Value, terms: &Value) -> Lacks<String> {
        let mut all = format!("(Num {})", constant(constant_)?);
        for term in array(terms)? {
            let [factor, of] = array(term)?.as_slice() else { return Err("a sum has a term of another form".into()) };
            all = format!("(Plus {all} {} {})", constant(factor)?, self.number(of)?);
        }
        Ok(all)
    }

    fn fold(&self, word: &Value, ranges: &Value, condition: &Value, body: &Value) -> Lacks<String> {
        let word = word.as_str().unwrap_or_default();
        let (fold, body) = match FOLDS.iter().find(|(name, _)| *name == word) {
            Some((_, fold)) => (*fold, self.number(body)?),
            None if word == "count" => ("AllSum", format!("(one_if {})", self.condition(body)?)),
            None => return Err(no_term(word)),
        };
        Ok(format!("(Fold {fold} {})", self.ranges(array(ranges)?, condition, &body)?))
    }

    /// What is found in ranges.
    fn ranges(&self, ranges: &[Value], condition: &Value, body: &str) -> Lacks<String> {
        let mut all = format!("(Found {} {body})", self.condition(condition)?);
        for range in ranges.iter().rev() {
            let [i, least, most] = array(range)?.as_slice() else { return Err("a range has another form".into()) };
            all = format!("(Range {} {} {} {all})", natural(i)?, self.number(least)?, self.number(most)?);
        }
        Ok(all)
    }

    fn numbers(&self, of: &[Value]) -> Lacks<String> {
        let pairs: Vec<Value> = of.iter().map(|expr| json!([true, expr])).collect();
        self.pairs(&pairs)
    }

    fn pairs(&self, of: &[Value]) -> Lacks<String> {
        let mut all = "Nil".to_string();
        for pair in of.iter().rev() {
            let [condition, number] = array(pair)?.as_slice() else { return Err("a list has another form".into()) };
            all = format!("(Cons {} {} {all})", self.condition(condition)?, self.number(number)?);
        }
        Ok(all)
    }

    /// A question, by a word of `Expr.v` and with what this has behind the entries. Without entries it is about the position of the claim.
    fn question(&self, word: &str, question: &Value, entries: &Value, behind: &str) -> Lacks<String> {
        let number = question.as_u64().and_then(|q| self.questions.get(usize::try_from(q).ok()?));
        let number = number.ok_or("it asks a question where none is known")?;
        let entries = array(entries)?;
        let entries = match &self.at {
            Some(at) if entries.is_empty() => at,
            _ => entries,
        };
        Ok(format!("({word} {number} {}{behind})", self.numbers(entries)?))
    }
}

/// An expression that is 0 if and only if an answer is a constant: the question, the entries, and the constant.
fn an_answer(expr: &Value) -> Option<(&Value, &Value, String)> {
    match expr.as_array()?.as_slice() {
        [word, question, entries] if word == "ask" => Some((question, entries, integer("0"))),
        [word, constant, terms] if word == "sum" => match terms.as_array()?.as_slice() {
            [term] => {
                let (factor, asks) = (term.get(0)?.as_i64()?, term.get(1)?.as_array()?);
                let constant = constant.as_i64()?;
                match (factor, asks.as_slice()) {
                    (1 | -1, [word, question, entries]) if word == "ask" => {
                        Some((question, entries, integer(&(-i128::from(constant) * i128::from(factor)).to_string())))
                    }
                    _ => None,
                }
            }
            _ => None,
        },
        _ => None,
    }
}

/// An expression that is a logarithm and a constant: of what it is the logarithm, and the constant.
pub(super) fn a_logarithm(expr: &Value) -> Option<(&Value, i64)> {
    match expr.as_array()?.as_slice() {
        [word, of] if word == "log2" => Some((of, 0)),
        [word, constant, terms] if word == "sum" => match terms.as_array()?.as_slice() {
            [term] if term.get(0)?.as_i64() == Some(1) => match term.get(1)?.as_array()?.as_slice() {
                [word, of] if word == "log2" => Some((of, constant.as_i64()?)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// The word of an expression, and what follows.
fn parts(expr: &Value) -> Lacks<(&str, &[Value])> {
    let of = array(expr)?;
    match of.split_first() {
        Some((Value::String(word), of)) => Ok((word, of)),
        _ => Err(format!("the expression {expr} has another form")),
    }
}

/// The list that a value is.
pub(super) fn array(value: &Value) -> Lacks<&Vec<Value>> {
    value.as_array().ok_or_else(|| format!("{value} is no list"))
}

/// A natural number, as Coq writes a `nat`.
pub(super) fn natural(value: &Value) -> Lacks<String> {
    value.as_u64().map(|n| n.to_string()).ok_or_else(|| format!("{value} is no natural number"))
}

/// An integer, as Coq writes a `Z`.
pub(super) fn constant(value: &Value) -> Lacks<String> {
    digits(value).map(|digits| integer(&digits)).ok_or_else(|| format!("{value} is no integer"))
}

/// The digits of an integer; a large one is a text.
fn digits(value: &Value) -> Option<String> {
    match value {
        Value::Number(n) if n.is_i64() || n.is_u64() => Some(n.to_string()),
        Value::String(text) => {
            let digits = text.strip_prefix('-').unwrap_or(text);
            (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then(|| text.clone())
        }
        _ => None,
    }
}

fn no_term(word: &str) -> String {
    format!("the library for Coq has no term for `{word}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_terms() {
        let terms = Terms::default();
        let number = |expr: Value| terms.number(&expr).expect("a term");
        assert_eq!(number(json!(-3)), "(Num (-3)%Z)");
        assert_eq!(number(json!("9007199254740992")), "(Num 9007199254740992%Z)");
        assert_eq!(
            number(json!(["sum", 2, [[-1, ["x", 0]], [3, ["v", 1]]]])),
            "(Plus (Plus (Num 2%Z) (-1)%Z (X 0)) 3%Z (V 1))"
        );
        assert_eq!(number(json!(["min", 1, 2, 3])), "(Two Min (Num 1%Z) (Two Min (Num 2%Z) (Num 3%Z)))");
        assert_eq!(
            number(json!(["fold", "count", [[0, 1, ["x", 0]]], true, ["=0", ["v", 0]]])),
            "(Fold AllSum (Range 0 (Num 1%Z) (X 0) (Found (Truth true) (one_if (IsZero (V 0))))))"
        );
        assert_eq!(number(json!(["power", 2, ["sum", -1, [[1, ["log2", 5]]]]])), "(PowerLog (Num 5%Z) (-1)%Z)");
        assert_eq!(number(json!(["power", 2, 3])), "(Two Power (Num 2%Z) (Num 3%Z))");
        let condition = |expr: Value| terms.condition(&expr).expect("a term");
        assert_eq!(condition(json!(["or"])), "(Truth false)");
        assert_eq!(
            condition(json!(["and", ["<=0", 1], true, false])),
            "(Both (NonPos (Num 1%Z)) (Both (Truth true) (Truth false)))"
        );
    }

    #[test]
    fn what_has_no_term_is_a_sentence() {
        let terms = Terms::default();
        let why = terms.number(&json!(["nim_product", 1, 2])).expect_err("no term");
        assert_eq!(why, "the library for Coq has no term for `nim_product`");
        assert!(terms.number(&json!(["ask", 0, [1]])).is_err());
        assert!(terms.number(&json!(["xor"])).is_err());
        assert!(terms.condition(&json!(["target is P", 0])).is_err());
        assert!(terms.condition(&json!(1)).is_err());
        assert!(terms.number(&json!(1.5)).is_err());
    }

    #[test]
    fn a_question_without_entries_is_about_the_position_of_the_claim() {
        let terms = Terms { questions: vec![1], at: Some(vec![json!(["x", 0])]) };
        let asked = terms.number(&json!(["ask", 0, []])).expect("a term");
        assert_eq!(asked, "(Ask 1 (Cons (Truth true) (X 0) Nil))");
        let compared = terms.condition(&json!(["=0", ["sum", 3, [[-1, ["ask", 0, [4]]]]]])).expect("a term");
        assert_eq!(compared, "(AnswerIs 1 (Cons (Truth true) (Num 4%Z) Nil) 3%Z)");
        let doubled = terms.condition(&json!(["=0", ["sum", 3, [[2, ["ask", 0, [4]]]]]])).expect("a term");
        assert!(doubled.starts_with("(IsZero (Plus"), "{doubled}");
    }
}
