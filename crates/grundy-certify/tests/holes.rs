//! Certificates of false statements that were verified once, found by a referee: each is refused.
//!
//! A variable is bound twice, or not bound; a move leads to a number beyond 64 bits, and was none; a part of a position is no position, and had no move; values are
//! listed beyond those that are kept; a question has too many entries; a value in misère play was one in normal play; a leaf that splits is asked about as a part; rules have a form that has no
//! meaning; and rules are not defined where no move was looked for.

use std::fs;
use std::path::Path;

use grundy_certify::{Refusal, verify};

#[test]
fn what_was_verified_once_is_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/holes");
    let mut files = 0;
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let text = fs::read_to_string(entry.path()).expect("a file");
        let why = match verify(&text, &mut |_| false) {
            Err(Refusal::False(why) | Refusal::Refuted(why) | Refusal::NoCertificate(why)) => why,
            other => panic!("{}: {other:?}", entry.path().display()),
        };
        assert!(!why.contains("hash"), "{}: {why}", entry.path().display());
        files += 1;
    }
    assert_eq!(files, 42);
}
