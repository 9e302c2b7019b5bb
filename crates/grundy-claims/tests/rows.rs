//! Rows whose period is proved, as automata: against tables, and in claims.

use std::sync::Arc;

use grundy_automata::Budget;
use grundy_claims::Status;
use grundy_decide::{Knowledge, Row};
use grundy_testing::Tape;
use proptest::prelude::*;

use crate::decided::statuses;

proptest! {
    #![proptest_config(crate::config(30))]

    /// Random rows: the automaton has at each index the value that the period gives.
    #[test]
    fn the_automaton_says_the_values(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let tape = &mut Tape::new(&bytes);
        let (preperiod, period) = (tape.below(7), 1 + tape.below(20));
        let slope = tape.below(2) as i64;
        let value = |at: usize, tape: &mut Tape<'_>| (!tape.once_in(7)).then(|| (slope * at as i64) as u64 + tape.below(5) as u64);
        let values: Vec<Option<u64>> = (0..preperiod + period).map(|at| value(at, tape)).collect();
        let row = Row { row: tape.below(5) as u64, values: values.clone(), preperiod, slope };
        let known = Knowledge::Characterized(Arc::new(row.told(&Budget::default()).expect("a small automaton")));
        for at in 0..60_usize {
            let periods = if at < preperiod { 0 } else { (at - preperiod) / period };
            let expected = values[at - periods * period].map(|value| value + (slope as usize * periods * period) as u64);
            let found = known.at(&[row.row.into(), at.into()], &Budget::default());
            prop_assert_eq!(found, expected.map(Into::into), "at {}", at);
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
