//! The short names of errors.
//!
//! In: nothing. Out: [`Code`], one for each sort of error; scripts and the page know an error by it. A code is one line here.

use std::fmt;

macro_rules! codes {
    ($($name:ident $text:literal,)*) => {
        /// The short name of an error such as `unknown-name`, which stays the same from version to version.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = concat!("`", $text, "`")] $name,)*
        }

        impl Code {
            /// All codes, in the order of their texts.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// The text, as JSON has it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Code::$name => $text,)*
                }
            }
        }
    };
}

codes! {
    Address "address",
    Arguments "arguments",
    BadCharacter "bad-character",
    BadCode "bad-code",
    BadNumber "bad-number",
    BadString "bad-string",
    Base "base",
    Body "body",
    Bound "bound",
    Bounds "bounds",
    BuiltinName "builtin-name",
    BuiltinValue "builtin-value",
    Busy "busy",
    Cells "cells",
    Certificate "certificate",
    Certificates "certificates",
    Checkpoint "checkpoint",
    Circle "circle",
    ClaimsOnly "claims-only",
    Codes "codes",
    Compound "compound",
    Convergence "convergence",
    Copies "copies",
    DefinedTwice "defined-twice",
    Digits "digits",
    Disagreement "disagreement",
    Disk "disk",
    Do "do",
    EmptyTarget "empty-target",
    Endpoint "endpoint",
    Entries "entries",
    Erratum "erratum",
    Family "family",
    File "file",
    Fix "fix",
    Format "format",
    Grows "grows",
    Heaps "heaps",
    Hole "hole",
    Host "host",
    HugeRange "huge-range",
    Hyperedge "hyperedge",
    Index "index",
    Input "input",
    Interrupted "interrupted",
    Kind "kind",
    LaterBinder "later-binder",
    Length "length",
    Line "line",
    Memory "memory",
    Method "method",
    Misere "misere",
    Mistake "mistake",
    Mode "mode",
    NameTaken "name-taken",
    NeedsParentheses "needs-parentheses",
    Negative "negative",
    NoChain "no-chain",
    NoClaim "no-claim",
    NoPosition "no-position",
    NoShape "no-shape",
    NoTable "no-table",
    NoVerb "no-verb",
    NotUtf8 "not-utf8",
    OpenString "open-string",
    Origin "origin",
    Output "output",
    Overflow "overflow",
    Palette "palette",
    Parameter "parameter",
    Parameters "parameters",
    Passes "passes",
    Plain "plain",
    Plan "plan",
    Planes "planes",
    Position "position",
    Recursion "recursion",
    ReservedName "reserved-name",
    Scale "scale",
    Seeds "seeds",
    Serve "serve",
    Shape "shape",
    Shard "shard",
    Slices "slices",
    Solutions "solutions",
    Sorted "sorted",
    Steps "steps",
    Sweep "sweep",
    Syntax "syntax",
    Table "table",
    Tests "tests",
    Threads "threads",
    Tile "tile",
    Time "time",
    Token "token",
    TooDeep "too-deep",
    TooLarge "too-large",
    TooLong "too-long",
    Tuple "tuple",
    Type "type",
    Undecided "undecided",
    Undefined "undefined",
    Unknown "unknown",
    UnknownCoordinate "unknown-coordinate",
    UnknownName "unknown-name",
    UnknownTopic "unknown-topic",
    UnsettledLength "unsettled-length",
    Usage "usage",
    Value "value",
    Varies "varies",
    WhichGame "which-game",
    WhichLine "which-line",
    WhichPosition "which-position",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_differ_and_are_words() {
        assert!(Code::ALL.windows(2).all(|pair| pair[0].as_str() < pair[1].as_str()), "sorted, each once");
        let is_word = |text: &str| {
            text.split('-')
                .all(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()))
        };
        assert!(Code::ALL.iter().all(|code| is_word(code.as_str())));
    }
}
