//! The canonical form of random rules: names, layout and a second reading do not change it, and the hash of the rules is that of its text.

#![no_main]

use grundy::session::Game;
use grundy::{Session, Sources, session::format_file};
use grundy_testing::{Tape, games};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let tape = &mut Tape::new(data);
    let case = if tape.once_in(2) { games::compound(tape) } else { games::alone(tape) };
    let first = read(&case.text, &case.asked);
    let form = first.rules.canonical_json();
    let parsed: serde_json::Value = serde_json::from_str(&form).expect("the canonical form is JSON");
    assert_eq!(parsed.to_string(), form, "the canonical form is no compact JSON");
    assert_eq!(first.rules.hash(), blake3::hash(form.as_bytes()).to_hex()[..32], "the hash is another text's");
    let laid_out = format_file(&mut Sources::default(), "random.game", &case.text).expect("it was read before");
    assert_eq!(read(&laid_out, &case.asked).rules.canonical_json(), form, "the layout of\n{}", case.text);
    let other = read(&renamed(&case.text), &renamed(&case.asked));
    assert_eq!(other.rules.canonical_json(), form, "other names in\n{}", case.text);
});

fn read(text: &str, asked: &str) -> Game {
    let mut session = Session::new();
    let loaded = session.load("random.game", text).map(|_| ());
    let made = loaded.and_then(|()| session.game(asked, None));
    made.unwrap_or_else(|error| panic!("{}\n{text}asked for: {asked}", error.one_line(session.sources())))
}

/// The games of the generator under other names.
fn renamed(text: &str) -> String {
    let mut changed = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        changed += match word {
            "g" => "first_game",
            "h" => "other_game",
            "whole" => "all_of_it",
            word => word,
        };
        let sign = after.chars().next().map_or(0, char::len_utf8);
        changed += &after[..sign];
        rest = &after[sign..];
    }
    changed
}
