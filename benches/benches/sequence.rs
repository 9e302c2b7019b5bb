//! Values of subtraction-division games in order against a good loop over all numbers.
//!
//! The loop is what a programmer writes: a byte for each value, the used values as bits, and a counter to the next multiple of each divisor. Both
//! count how often each value occurs, so nothing is written.

use std::sync::Arc;

use grundy::rules::Ruleset;
use grundy::{Options, Session, table::Terms};
use grundy_benches::race;

fn main() {
    // A word on the command line selects the lines that contain it.
    let word = std::env::args().skip(1).find(|a| !a.starts_with('-')).unwrap_or_default();
    let games: [(&[usize], &[usize]); 6] = [
        (&[1], &[2, 3]),
        (&[1], &[2, 3, 5, 7]),
        (&[1, 2], &[2, 3]),
        (&[2, 3], &[2, 5]),
        (&[3, 8], &[2, 7]),
        (&[1, 40], &[3, 100]),
    ];
    for (subtract, divide) in games {
        let list = |set: &[usize]| set.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        let game = format!("mark[{{{}}}, {{{}}}]", list(subtract), list(divide));
        let label = format!("{game} --terms {TERMS} --counts");
        if !label.contains(&word) {
            continue;
        }
        let rules = Session::new().game(&game, None).expect("a built-in game").rules;
        let (ours, theirs, best) = race(&label, 3, || counts(&rules), || loop_over(subtract, divide));
        assert_eq!(ours, theirs[..ours.len()], "{label}: the two programs disagree");
        let rate = |seconds: f64| TERMS as f64 / seconds / 1e6;
        println!("    {:.0} and {:.0} million values a second", rate(best.ours), rate(best.theirs));
    }
}

const TERMS: usize = 50_000_000;

fn counts(rules: &Arc<Ruleset>) -> Vec<u64> {
    let terms = Terms::of(rules, &Options::default()).expect("subtractions and divisions");
    terms.counts(TERMS as u64).expect("room")
}

fn loop_over(subtract: &[usize], divide: &[usize]) -> Vec<u64> {
    let mut values = vec![0u8; TERMS];
    let mut next: Vec<(usize, usize)> = divide.iter().map(|d| (*d, 1)).collect();
    let mut counts = vec![0; 64];
    for n in 0..TERMS {
        let mut used = 0u64;
        for s in subtract {
            if *s <= n {
                used |= 1 << values[n - s];
            }
        }
        for ((multiple, quotient), d) in next.iter_mut().zip(divide) {
            if *multiple == n {
                used |= 1 << values[*quotient];
                (*multiple, *quotient) = (n + d, *quotient + 1);
            }
        }
        values[n] = used.trailing_ones() as u8;
        counts[usize::from(values[n])] += 1;
    }
    counts
}
