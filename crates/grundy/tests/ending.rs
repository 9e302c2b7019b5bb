//! Work that is to end, ends: an interruption is seen wherever the work is, not by the program's last resort alone.

use std::sync::atomic::Ordering;

use grundy::{Evaluator, Kind, Limits, Options, Session};

/// Tables whose values take days, one position after the other, each with many options or with many parts.
const ENDLESS: [(&str, &[u64]); 3] = [
    ("pass(kayles + nim[1])", &[400, 400, 1]),
    ("pass(kayles)", &[100_000, 1]),
    ("pass(grundy + kayles)", &[400, 400, 1]),
];

#[test]
fn a_search_of_positions_that_split_sees_an_interruption() {
    for (game, hi) in ENDLESS {
        let game = Session::new().game(game, None).expect("a game");
        let limits = Limits::default();
        let (flag, progress) = (limits.interrupt.clone(), limits.progress.clone());
        let person = std::thread::spawn(move || {
            // The work has begun once the first value is there.
            while progress.read().done == 0 {
                std::thread::yield_now();
            }
            flag.store(true, Ordering::Relaxed);
        });
        let values = Evaluator::new(&game.rules, Options { limits, ..Options::default() }).table(hi);
        assert_eq!(values.map(|_| ()).map_err(|error| error.kind), Err(Kind::Interrupted), "{}", game.text);
        person.join().expect("no panic");
    }
}
