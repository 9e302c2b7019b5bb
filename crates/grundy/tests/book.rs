//! The rule files and expressions printed in the book.
//!
//! A ```` ```game ```` block is a whole rule file: it loads, and its normal layout says the same. A line of an ```` ```expr ```` block
//! is an expression and, after `#`, its value.

use grundy::{IBig, Session, Sources, session::format_file};

const CHAPTERS: &[(&str, &str)] = &[
    ("language.md", include_str!("../../../book/src/language.md")),
    ("tutorial.md", include_str!("../../../book/src/tutorial.md")),
    ("shapes.md", include_str!("../../../book/src/shapes.md")),
    ("heaps.md", include_str!("../../../book/src/heaps.md")),
    ("canonical-form.md", include_str!("../../../book/src/canonical-form.md")),
    ("library.md", include_str!("../../../book/src/library.md")),
    ("errors.md", include_str!("../../../book/src/errors.md")),
];

/// The blocks of a chapter with this word after the fence.
fn blocks(text: &str, word: &str) -> Vec<String> {
    let mut blocks = vec![];
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.trim_start().strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|l| l.trim() != "```").collect();
            if info.trim() == word {
                blocks.push(block.join("\n"));
            }
        }
    }
    blocks
}

#[test]
fn rule_files_load_and_keep_their_meaning_when_formatted() {
    let mut seen = 0;
    for (chapter, text) in CHAPTERS {
        for block in blocks(text, "game") {
            let mut session = Session::new();
            session
                .load(chapter, &block)
                .unwrap_or_else(|e| panic!("{chapter}: {}\n{block}", e.one_line(session.sources())));
            let once = format_file(&mut Sources::default(), chapter, &block).expect("it parsed before");
            let twice = format_file(&mut Sources::default(), chapter, &once).expect("the normal layout parses");
            assert_eq!(once, twice, "{chapter}");
            let mut formatted = Session::new();
            formatted.load(chapter, &once).expect("the normal layout loads");
            for (name, params) in session.own_games() {
                if params == 0 {
                    let hash = |s: &mut Session| s.game(&name, None).map(|g| g.rules.hash());
                    assert_eq!(hash(&mut session), hash(&mut formatted), "{chapter}: {name}");
                }
            }
            seen += 1;
        }
    }
    assert!(seen >= 9, "only {seen} rule files in the book");
}

#[test]
fn expressions_have_the_values_that_stand_beside_them() {
    let mut seen = 0;
    for (chapter, text) in CHAPTERS {
        for line in blocks(text, "expr").iter().flat_map(|b| b.lines()).filter(|l| !l.trim().is_empty()) {
            let (expr, value) = line.split_once('#').unwrap_or_else(|| panic!("{chapter}: {line} has no value"));
            let mut session = Session::new();
            let any = session.game("nim[1]", None).expect("a built-in game");
            let equal = session
                .condition(&any, &format!("({expr}) = ({})", value.trim()))
                .unwrap_or_else(|e| panic!("{chapter}: {line}: {}", e.one_line(session.sources())));
            assert_eq!(equal.holds(&[IBig::ZERO]), Ok(true), "{chapter}: {line}");
            seen += 1;
        }
    }
    assert!(seen >= 25, "only {seen} expressions in the book");
}
