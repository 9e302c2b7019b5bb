//! Certificates as files: written whole or not at all, verified before anything rests on them, kept in a folder.
//!
//! In: proofs, and the statements that they should prove ([`Asked`]). Out: files ([`Begun`]); the theorems of files, verified by the crate
//! `grundy-certify` ([`using`]); and for the claims of `check` an archive ([`Folder`]), and their theorems of Coq
//! ([`Theorems`]).

mod begun;
mod folder;
mod theorems;
mod using;

use grundy::Diagnostic;
use grundy::lang::Code;

pub(crate) use self::begun::Begun;
pub(crate) use self::folder::{Event, Folder};
pub(crate) use self::theorems::{TheoremFile, Theorems};
pub(crate) use self::using::{Asked, period_of, using, within_limits};
use crate::failure::Failure;

/// The error that a file is not a certificate.
pub(crate) fn no_certificate(name: &str, why: &str) -> Failure {
    let error = Diagnostic::new(Code::Certificate, format!("{name} is no certificate: {why}"));
    error.help("`--certificate FILE` of `grundy period`, `sequence` and `solutions` writes one").into()
}
