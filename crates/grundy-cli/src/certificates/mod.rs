//! Certificates as files: written whole or not at all, verified before anything rests on them, kept in a folder.
//!
//! In: proofs, and what they are to be proofs of ([`Asked`]). Out: files ([`Begun`]); theorems that files state and the crate `grundy-certify` has verified
//! ([`using`]); for the claims of `check` an archive ([`Folder`]).

mod begun;
mod folder;
mod using;

use grundy::Diagnostic;

pub(crate) use self::begun::Begun;
pub(crate) use self::folder::{Event, Folder};
pub(crate) use self::using::{Asked, period_of, using};
use crate::failure::Failure;

/// A file is none.
pub(crate) fn no_certificate(name: &str, why: &str) -> Failure {
    let error = Diagnostic::new("certificate", format!("{name} is no certificate: {why}"));
    error.help("`--certificate FILE` of `grundy period`, `sequence` and `solutions` writes one").into()
}
