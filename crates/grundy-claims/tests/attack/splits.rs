//! Claims about the values of games whose moves leave several heaps: formulas that grow with the heap, and near misses of them.
//!
//! In: random rules of one heap, whose values soon grow by a constant in each period. Out: the formula for them is proved for some of the games, and is then right far beyond the
//! values of which it was made; a formula that differs only from 10^9 on, or at one heap, is never proved.

use std::fmt::Write as _;

use grundy::{Evaluator, Options, Session};
use grundy_claims::{CheckOptions, Status};
use grundy_testing::{Noise, Tape};

use super::checked;

/// The values of which formulas are made, and those with which they are compared.
const SEEN: usize = 60;
const COMPARED: usize = 240;

/// A game of one heap.
fn game(tape: &mut Tape<'_>) -> String {
    let mut moves = String::new();
    for _ in 0..tape.below(3) {
        let line = match tape.below(3) {
            0 => format!("move i for i in {}..n - 1", tape.below(2)),
            1 => format!("move i for i in 0..n - {} if n mod 2 = {}", 1 + tape.below(3), tape.below(2)),
            _ => format!("move n - {}", 1 + tape.below(3)),
        };
        let _ = writeln!(moves, "    {line}");
    }
    let (least, take) = (tape.below(3), tape.below(2));
    let split = match tape.below(4) {
        0 => format!("split a, b, n - {take} - a - b for a in 1..n div 3, b in a..(n - {take} - a) div 2"),
        1 => format!("split a, n - {take} - a for a in {}..n - {}", least.max(1), take + least.max(1)),
        2 => format!("split a, a, n - 2*a for a in 1..(n - {}) div 2", 1 + take),
        _ => format!("split a, n - {take} - a for a in {}..(n - {take}) div 2", least.max(1 - take)),
    };
    format!("game g(n) {{\n{moves}    {split}\n}}\n")
}

/// The values of the first heaps, by the plain engine; none if the rules are refused.
fn values(text: &str) -> Option<Vec<u64>> {
    let mut session = Session::new();
    session.load("g.game", text).expect("a game");
    let rules = session.game("g", None).ok()?.rules;
    let table =
        Evaluator::new(&rules, Options { plain: true, ..Options::default() }).table(&[COMPARED as u64 - 1]).ok()?;
    (0..COMPARED as u64).map(|n| table.get(&[n]).map(u64::from)).collect()
}

/// Values that grow by a constant in each period from some heap on.
struct Formula {
    values: Vec<u64>,
    begin: usize,
    period: usize,
    grows: u64,
}

impl Formula {
    /// That of the first values, if they grow so.
    fn of(values: &[u64]) -> Option<Formula> {
        let values = &values[..SEEN];
        let (period, begin) = (1..=6).flat_map(|p| (0..8).map(move |b| (p, b))).find(|(p, b)| {
            let step = |n: usize| values[n + p].checked_sub(values[n]);
            step(*b).is_some() && (*b..SEEN - p).all(|n| step(n) == step(*b))
        })?;
        let grows = values[begin + period] - values[begin];
        Some(Formula { values: values[..begin + period].to_vec(), begin, period, grows })
    }

    fn at(&self, n: usize) -> u64 {
        let periods = n.saturating_sub(self.begin) / self.period;
        self.values[n - periods * self.period] + self.grows * periods as u64
    }

    fn text(&self) -> String {
        let Formula { values, begin, period, grows } = self;
        let mut text = String::new();
        for (n, value) in values.iter().enumerate() {
            let _ = match n {
                _ if n < *begin => write!(text, "if n = {n} then {value} else "),
                _ if n + 1 < values.len() => {
                    write!(
                        text,
                        "if n mod {period} = {} then {value} + {grows}*((n - {n}) div {period}) else ",
                        n % period
                    )
                }
                _ => write!(text, "{value} + {grows}*((n - {n}) div {period})"),
            };
        }
        text
    }
}

#[test]
fn formulas_of_heaps_that_split() {
    let mut noise = Noise(29);
    let (mut proved, mut growing) = (0, 0);
    for _ in 0..grundy_testing::cases(28) {
        let bytes = noise.bytes(40);
        let text = game(&mut Tape::new(&bytes));
        let Some(values) = values(&text) else { continue };
        let Some(found) = Formula::of(&values) else { continue };
        let formula = found.text();
        let heap = bytes.iter().map(|byte| usize::from(*byte)).sum::<usize>() % COMPARED;
        let misses = [
            format!("({formula}) + (if n >= 10^9 then 1 else 0)"),
            format!("if n = 10^12 + {heap} then ({formula}) + 2 else ({formula})"),
            format!("if n = {heap} then {} else ({formula})", values[heap] + 1),
        ];
        let name = |number: usize, claim: &str| format!("claim \"{number}\" on g at (n): G = ({claim})\n");
        let all: String = [&formula].into_iter().chain(&misses).enumerate().map(|(k, claim)| name(k, claim)).collect();
        // Alone, no other claim says the values.
        let alone = name(1, &misses[heap % misses.len()]);
        for claims in [all, alone] {
            let file = format!("{text}{claims}");
            for (claim, verdict) in checked(&file, &CheckOptions::default()).unwrap_or_else(|why| panic!("{why}")) {
                if claim == "0" && verdict.status == Status::Proved {
                    assert!((0..COMPARED).all(|n| values[n] == found.at(n)), "proved, and false: {file}");
                    proved += 1;
                    growing += usize::from(values[SEEN - 1] > 8);
                } else if claim != "0" {
                    assert_ne!(verdict.status, Status::Proved, "proved, and false: {claim} of\n{file}");
                }
            }
        }
    }
    eprintln!("{proved} formulas are proved, {growing} of them grow");
    assert!(proved > 1 && growing > 0, "{proved}, {growing}");
}
