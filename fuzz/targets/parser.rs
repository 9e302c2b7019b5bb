//! Arbitrary text: either it is a rule file, whose normal layout is stable and means the same, or there is an error with a message.
//!
//! Every other text is a built-in file with pieces of the input inserted, so that code behind the first error is reached as well.

#![no_main]

use grundy::{Diagnostic, Session, Sources, session::format_file};
use libfuzzer_sys::fuzz_target;

/// The number of games of a file that are checked.
const MOST: usize = 8;

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    if *first % 2 == 0 {
        layout(text);
        expression(text);
        return;
    }
    let session = Session::new();
    let entry = &session.library()[usize::from(first / 2) % session.library().len()];
    // Words of the input replace words of the file, counted from its start or its end.
    let (mut words, mut more) = (entry.rules.split_inclusive(' ').collect::<Vec<_>>(), text.split('\n'));
    while let (Some(at), Some(word)) = (more.next(), more.next()) {
        let at = at.len() % words.len().max(1);
        words[at] = word;
    }
    layout(&words.concat());
});

/// Checks that an error has a message.
fn a_sentence<T>(result: Result<T, Diagnostic>, sources: &Sources) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            assert!(!error.message.is_empty() && !error.one_line(sources).is_empty(), "{error:?}");
            None
        }
    }
}

/// Checks that a second layout of a file changes nothing, and that the layout means the same.
fn layout(text: &str) {
    let mut sources = Sources::default();
    let Some(once) = a_sentence(format_file(&mut sources, "once", text), &sources) else { return };
    let twice = format_file(&mut sources, "twice", &once);
    assert_eq!(twice.as_deref(), Ok(&once[..]), "the layout changes again");
    let (mut before, mut after) = (Session::new(), Session::new());
    let (loaded, again) = (before.load("before", text), after.load("after", &once));
    assert_eq!(loaded.is_ok(), again.is_ok(), "the layout is refused, or the text was");
    if a_sentence(loaded, before.sources()).is_none() {
        return;
    }
    for (name, _) in before.own_games().into_iter().filter(|(_, parameters)| *parameters == 0).take(MOST) {
        let hash = |session: &mut Session| session.game(&name, None).ok().map(|game| game.rules.hash());
        assert_eq!(hash(&mut before), hash(&mut after), "the layout changes `{name}`");
    }
}

/// Reads the text as a game, a position and a condition.
fn expression(text: &str) {
    let mut session = Session::new();
    let made = session.game(text, None);
    a_sentence(made, session.sources());
    let numbers = session.numbers(text);
    a_sentence(numbers, session.sources());
    let Ok(game) = session.game("nim[2]", None) else { return };
    let position = session.position(&game, text);
    a_sentence(position, session.sources());
    let condition = session.condition(&game, text);
    a_sentence(condition, session.sources());
    let pattern = session.pattern(&game, text);
    a_sentence(pattern, session.sources());
}
