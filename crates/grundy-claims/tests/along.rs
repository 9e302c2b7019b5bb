//! Lines whose period is proved, as automata: against tables, and in claims.

use std::sync::Arc;

use grundy_automata::Budget;
use grundy_claims::Status;
use grundy_decide::{Along, Knowledge};
use grundy_rules::rules::{Line, LineEntry};
use grundy_testing::Tape;
use proptest::prelude::*;

use crate::decided::statuses;

proptest! {
    #![proptest_config(crate::config(30))]

    /// Random lines: the automaton has at each index the value that the period gives.
    #[test]
    fn the_automaton_says_the_values(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let tape = &mut Tape::new(&bytes);
        let (preperiod, period, saltus) = (tape.below(7), 1 + tape.below(20), tape.below(9));
        let value = |at: usize, tape: &mut Tape<'_>| (!tape.once_in(7)).then(|| (saltus * at / period) as u64 + tape.below(5) as u64);
        let values: Vec<Option<u64>> = (0..preperiod + period).map(|at| value(at, tape)).collect();
        let mut entries = vec![LineEntry::Runs(0); 3];
        let index = tape.below(3);
        for number in (0..3).filter(|number| *number != index) {
            let more = tape.below(5) as u64;
            entries[number] = if tape.once_in(2) { LineEntry::Fixed(more) } else { LineEntry::Runs(more) };
        }
        let line = Line { entries };
        let along = Along { line: line.clone(), values: values.clone(), preperiod, saltus: saltus as i64 };
        let known = Knowledge::Characterized(Arc::new(along.told(&Budget::default()).expect("a small automaton")));
        for at in 0..60_usize {
            let periods = if at < preperiod { 0 } else { (at - preperiod) / period };
            let expected = values[at - periods * period].map(|value| value + (saltus * periods) as u64);
            let position: Vec<_> = line.position(at as u64).into_iter().map(Into::into).collect();
            prop_assert_eq!(known.at(&position, &Budget::default()), expected.map(Into::into), "at {}", at);
        }
    }
}

#[test]
fn claims_about_rows_are_decided() {
    let text = r#"
        claim "row 4" on star_nim[2] at (4, b) where b >= 10: G(star_nim(4, b + 36)) = G + 36
        claim "row 4, too early" on star_nim[2] at (4, b) where b >= 9: G(star_nim(4, b + 36)) = G + 36
        claim "row 5" on star_nim[2] at (5, b) where b >= 25: G(star_nim(5, b + 144)) = G + 144
        claim "row 5, near b" on star_nim[2] at (5, b): abs(G - b) <= 10
        claim "row 5, far" on star_nim[2] at (5, b): G != 2^40
    "#;
    let found: Vec<Status> = statuses(text).into_iter().map(|(_, status)| status).collect();
    assert_eq!(found, [Status::Proved, Status::False, Status::Proved, Status::Proved, Status::False]);
}
