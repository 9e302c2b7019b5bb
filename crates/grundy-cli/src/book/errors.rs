//! The topic of an error of the rules language, by its code.

use grundy::lang::Code;

use super::Topic;

/// The codes by topic.
const CODES: [(&str, &[Code]); 3] = [
    ("compounds", &[Code::Compound, Code::Copies, Code::Hyperedge]),
    (
        "claims",
        &[
            Code::Bound,
            Code::ClaimsOnly,
            Code::Erratum,
            Code::Hole,
            Code::Line,
            Code::NoPosition,
            Code::Position,
            Code::Table,
            Code::Varies,
        ],
    ),
    (
        "language",
        &[
            Code::Arguments,
            Code::BadCode,
            Code::BadString,
            Code::BuiltinName,
            Code::BuiltinValue,
            Code::Circle,
            Code::DefinedTwice,
            Code::Entries,
            Code::Index,
            Code::Kind,
            Code::LaterBinder,
            Code::Length,
            Code::NameTaken,
            Code::Negative,
            Code::NoChain,
            Code::OpenString,
            Code::Parameters,
            Code::Recursion,
            Code::ReservedName,
            Code::Syntax,
            Code::TooDeep,
            Code::Tuple,
            Code::Undecided,
            Code::Undefined,
            Code::UnknownName,
            Code::UnsettledLength,
        ],
    ),
];

/// The topic that says more on an error in rules, if there is one.
pub(crate) fn topic_of_error(code: Code) -> Option<Topic> {
    let (name, _) = CODES.iter().find(|(_, codes)| codes.contains(&code))?;
    Topic::named(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_one_topic() {
        let codes: Vec<Code> = CODES.iter().flat_map(|(_, codes)| codes.iter().copied()).collect();
        for code in codes.iter().copied() {
            assert!(topic_of_error(code).is_some(), "{code}");
            assert_eq!(codes.iter().filter(|other| **other == code).count(), 1, "{code}");
        }
        assert!(topic_of_error(Code::Memory).is_none());
    }
}
