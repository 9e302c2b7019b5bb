//! Claims about values near each other in games that subtract and divide, and near misses of them.
//!
//! In: random sets S and D, and claims that are true to some thousands by a table of our own: a value recurs within so many numbers, neighbours differ, a value at a quotient keeps one
//! out; and the same claims one step too strong. Out: what is proved is true to 3·10^5, and nothing that this table refutes is proved, alone or with others.

use grundy_claims::Status;
use grundy_testing::Noise;

use super::{checked, options};

/// How far our own table goes.
const FAR: usize = 300_000;
/// How far bounds are read off it.
const NEAR: usize = 4_000;

struct Game {
    text: String,
    values: Vec<u8>,
}

impl Game {
    fn new(noise: &mut Noise) -> Game {
        let pick = |noise: &mut Noise, from: &[&[usize]]| from[noise.below(from.len())].to_vec();
        let minus = pick(noise, &[&[1], &[1], &[1, 2], &[2]]);
        let over = pick(noise, &[&[2, 3], &[2, 3], &[2, 5], &[3, 4], &[3, 5], &[2], &[3]]);
        let mut values: Vec<u8> = vec![];
        for n in 0..FAR {
            let below = minus.iter().filter(|s| **s <= n).map(|s| n - s);
            let quotients = over.iter().filter(|d| n > 0 && n % **d == 0).map(|d| n / d);
            let options: Vec<u8> = below.chain(quotients).map(|at| values[at]).collect();
            values.push((0..).find(|v| !options.contains(v)).expect("a value"));
        }
        let set = |all: &[usize]| all.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        let text = format!(
            "game g(n) {{\n    move n - s for s in {{{}}}\n    move n div d for d in {{{}}} if n > 0 and d divides n\n}}\n",
            set(&minus),
            set(&over)
        );
        Game { text, values }
    }

    /// The most steps from any number to the next one, in steps of `by`, with a value or another one.
    fn gap(&self, by: usize, is: &dyn Fn(u8) -> bool, to: usize) -> usize {
        let far = |from: usize| (0..).find(|i| self.values.get(from + i * by).is_none_or(|v| is(*v))).unwrap_or(0);
        (0..to / by).map(|n| far(by * n)).max().unwrap_or(0)
    }
}

/// A claim, and whether it is true as far as the table goes.
fn claim(noise: &mut Noise, game: &Game) -> (String, bool) {
    let value = noise.below(3) as u8;
    let by = 1 + noise.below(3);
    let holds = |f: &dyn Fn(usize) -> bool| (0..(FAR - 64) / 6).all(f);
    let g = |n: usize| game.values[n];
    match noise.below(6) {
        0 => {
            let gap = game.gap(by, &|v| v == value, NEAR).min(24).saturating_sub(noise.below(4) / 3);
            let text = format!("any i in 0..{gap}: G(g({by}*(n + i))) = {value}");
            (text, holds(&|n| (0..=gap).any(|i| g(by * (n + i)) == value)))
        }
        1 => {
            let gap = game.gap(by, &|v| v != value, NEAR).min(24).saturating_sub(noise.below(4) / 3);
            let text = format!("any i in 0..{gap}: G(g({by}*(n + i))) != {value}");
            (text, holds(&|n| (0..=gap).any(|i| g(by * (n + i)) != value)))
        }
        2 => {
            let (m, r) = (2 + noise.below(5), noise.below(2));
            let text = format!("n mod {m} = {r} implies G(g(n)) != {value} or G(g(n + {by})) <= {value}");
            (text, holds(&|n| n % m != r || g(n) != value || g(n + by) <= value))
        }
        3 => {
            let text = format!("G(g(2*n)) = G(g(n)) implies not 2 divides n or G(g(2*n + {by})) = {value}");
            (text, holds(&|n| g(2 * n) != g(n) || n % 2 != 0 || g(2 * n + by) == value))
        }
        4 => (format!("G(g(6*n + {by})) <= {value}"), holds(&|n| g(6 * n + by) <= value)),
        _ => {
            let text = format!("(count i in 0..4: G(g(n + i)) = {value}) <= {by}");
            (text, holds(&|n| (0..=4).filter(|i| g(n + i) == value).count() <= by))
        }
    }
}

#[test]
fn values_near_each_other() {
    let (mut proved, mut refuted) = (0, 0);
    for case in 0..u64::from(grundy_testing::cases(120)) {
        let noise = &mut Noise(440_000 + 19 * case);
        let game = Game::new(noise);
        let claims: Vec<(String, bool)> = (0..1 + noise.below(3)).map(|_| claim(noise, &game)).collect();
        let item = |(n, (text, _)): (usize, &(String, bool))| format!("claim \"{n}\" on g at (n): {text}\n");
        let text = format!("{}{}", game.text, claims.iter().enumerate().map(item).collect::<String>());
        let verdicts = checked(&text, &options(Some(40), 1)).unwrap_or_else(|why| panic!("{why}"));
        for ((_, verdict), (_, is_true)) in verdicts.iter().zip(&claims) {
            // What the table calls true may be false behind it; what it refutes is false.
            assert!(*is_true || verdict.status != Status::Proved, "proved, and false:\n{text}\n{:?}", verdict.reason);
            proved += u32::from(verdict.reason.as_ref().is_some_and(|reason| reason.contains("near a number")));
            refuted += u32::from(!is_true);
        }
    }
    assert!(proved >= 2 && refuted >= 1, "{proved} proved by views, {refuted} false");
}
