//! Certificates as theorems of Coq.
//!
//! In: a certificate that the checker has verified, and the statement that it proves, in words. Out: the text of a file for Coq 8.16: the game as it was written, the rules as Coq reads them, the statement in
//! words and as a theorem, and a proof that is a computation; or one sentence: why there is none. The library of the repository (`coq/theories`) has the definitions and the theorems on which the file
//! rests, so nobody has to trust this folder: Coq checks what it writes. What a reader must compare is the theorem with the statement.
//!
//! | file | what it knows |
//! |---|---|
//! | `text` | comments, long lines, definitions and theorems |
//! | `terms`, `rules` | expressions and rules in the canonical form |
//! | `formulas` | of which expressions the library makes formulas |
//! | `evaluate` | numbers, conditions and options, as hints |
//! | `numeration` | digits that are not binary, as binary ones |
//! | `stated` | statements about values |
//! | `values`, `correspondence`, `claims`, `properties` and `asked` | these kinds of certificates, and what claims ask for |
//! | `periods`: `octal` and `heaps`, `lines` | certificates of periods |

mod answers;
mod asked;
mod claims;
mod correspondence;
mod evaluate;
mod formulas;
mod heaps;
mod lines;
mod numeration;
mod octal;
mod periods;
mod properties;
mod rules;
mod stated;
mod terms;
#[cfg(test)]
mod tests;
mod text;
mod values;

use serde_json::Value;

use periods::Period;
use terms::Lacks;
use text::{Part, comment, wrapped};

/// Why a certificate has no theorem of Coq.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lack {
    /// The kind of the certificate.
    pub(crate) kind: String,
    pub(crate) why: String,
}

/// The file of a certificate, with the statement that the checker verified.
pub(crate) fn theorem(certificate: &str, statement: &str) -> Result<String, Lack> {
    let certificate: Value = serde_json::from_str(certificate).unwrap_or_default();
    let kind = certificate["kind"].as_str().unwrap_or("unknown").to_string();
    let (requires, part) = file(&certificate, &kind).map_err(|why| Lack { kind, why })?;
    let game = certificate["game"].as_str().unwrap_or_default();
    Ok(wrapped(&format!(
        "{}\n{}\n{}\n\n{requires}\n{}{}",
        comment(
            "A theorem that grundy has written, for Coq 8.16 and grundy's library: coqc -Q coq/theories Grundy FILE.v"
        ),
        comment(&format!("The game, as it was written: {game}")),
        comment(&format!("The statement: {statement}")),
        part.as_str(),
        part.assumptions(),
    )))
}

/// What a file needs of the library, and its theorems.
type File = (String, Part);

fn file(certificate: &Value, kind: &str) -> Lacks<File> {
    if kind == "claim" {
        return claims::file(certificate);
    }
    let none = || format!("grundy writes no theorem of Coq for certificates of kind `{kind}`");
    let (requires, part) = part(certificate, "").ok_or_else(none)??;
    Ok((requires.to_string(), part))
}

/// The theorem of a certificate that is no claim, whose names end with `mark`, and what it needs of the library; nothing if there is none for its kind.
fn part(certificate: &Value, mark: &str) -> Option<Lacks<(&'static str, Part)>> {
    match certificate["kind"].as_str() {
        Some("values") => return Some(values::part(certificate, mark).map(|part| (values::REQUIRES, part))),
        Some("correspondence") => {
            return Some(correspondence::part(certificate, mark).map(|part| (correspondence::REQUIRES, part)));
        }
        _ => {}
    }
    Some(Period::of(certificate)?.and_then(|period| period.part(mark)))
}
