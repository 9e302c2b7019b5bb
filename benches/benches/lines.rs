//! The line machine against the loop of a programmer who knows two-strip Star Nim.
//!
//! The loop has one word for each row, the used values relative to the column and the row. It runs through the same columns and proves nothing. The
//! rows are 1 to a: the proof of row a examines more than two periods of the row, and this number of columns is what both run through.

use grundy::theory::periods::{Verdict, period};
use grundy::{Options, Session};
use grundy_benches::race;

fn main() {
    // A word on the command line selects the lines that contain it.
    let word = std::env::args().skip(1).find(|a| !a.starts_with('-')).unwrap_or_default();
    for (row, columns) in [(10u64, 1_058_626u64), (11, 12_701_026), (12, 50_803_426)] {
        let label = format!("row {row} of star_nim[2], proved, against {columns} columns by hand");
        if !label.contains(&word) {
            continue;
        }
        let mut session = Session::new();
        let game = session.game("star_nim[2]", None).expect("a game");
        let line = session.line(&game, &format!("({row}, _)")).expect("a line");
        let prove = || match period(&game.rules, &line, &Options::default(), &mut |_| false).expect("no interruption") {
            Verdict::Proved(proof) => proof.period.period,
            _ => 0,
        };
        let (period, last, best) = race(&label, 3, prove, || by_hand(row as usize, columns));
        assert!(period > 1 && last > 0, "both are done");
        // The machine also has row 0, and so has the loop, as the first value of a column.
        let rate = |seconds: f64| (columns * row) as f64 / seconds / 1e6;
        println!("    {:.0} and {:.0} million cells a second", rate(best.ours), rate(best.theirs));
    }
}

/// The sum of the values of the last row.
fn by_hand(rows: usize, columns: u64) -> u64 {
    // Bit l of the word of a row says that the value column - row + l is used. Before column 1 these are the negative values, and the value in
    // column 0.
    let start = |a: usize| ((1u64 << (a - 1)) - 1) | (1 << (2 * a - 2));
    let mut used: Vec<u64> = (1..=rows).map(start).collect();
    let mut sum = 0u64;
    for _ in 1..columns {
        let (mut across, mut bit) = (1u64, 0);
        for used in &mut used {
            let taken = *used | across;
            bit = !taken & taken.wrapping_add(1);
            *used = (*used | bit) >> 1;
            across = (across | bit) << 1;
        }
        sum = sum.wrapping_add(u64::from(bit.trailing_zeros()));
    }
    sum
}
