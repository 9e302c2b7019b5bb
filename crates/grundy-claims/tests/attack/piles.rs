//! Claims about any number of piles, and near misses of them.
//!
//! In: random rules that do not tell piles apart, and random claims about how many piles there are of each kind; and the same claims changed only where there are many piles, or large ones.
//! The same for claims that a table of the outcomes decides. Out: nothing that our own values of up to four piles refute is proved, and never a claim and its change, which say different things somewhere.

use std::collections::HashMap;

use grundy_claims::Status;
use grundy_testing::Noise;

use super::{checked, options};

/// Our own values: so many piles, of sizes up to here.
const PILES: usize = 4;
const LARGEST: u64 = 7;

/// A condition on what is taken from piles.
type Guard = Box<dyn Fn(&[u64], &[u64]) -> bool>;
/// A condition on piles.
type Says = Box<dyn Fn(&[u64]) -> bool>;

fn nonzero(list: &[u64]) -> usize {
    list.iter().filter(|entry| **entry > 0).count()
}

/// Rules in the language, the most tokens taken from one pile, and the rules as a condition.
fn rules(noise: &mut Noise) -> (String, u64, Guard) {
    let k = 1 + noise.below(3);
    let s = 1 + noise.below(3) as u64;
    let bits = |condition: &str| format!("game g[n](x[n]) {{ move x - t for t in bits(n) if {condition} }}\n");
    let boxed = |condition: &str| {
        format!("game g[n](x[n]) {{ move x - t for t in box(x) if {condition} and max(t) <= {s} }}\n")
    };
    match noise.below(7) {
        0 => (bits(&format!("1 <= nonzero(t) <= {k}")), 1, Box::new(move |_, t| (1..=k).contains(&nonzero(t)))),
        1 => (bits(&format!("nonzero(t) in {{1, {k}}}")), 1, Box::new(move |_, t| [1, k].contains(&nonzero(t)))),
        2 => {
            (bits("nonzero(t) = 1 or nonzero(t) = n and n > 0"), 1, Box::new(|x, t| [1, x.len()].contains(&nonzero(t))))
        }
        3 => (
            bits(&format!("1 <= nonzero(t) and {k}*nonzero(t) <= {}*nonzero(x)", k + 1)),
            1,
            Box::new(move |x, t| nonzero(t) > 0 && k * nonzero(t) <= (k + 1) * nonzero(x)),
        ),
        4 => (
            format!(
                "game g[n](x[n]) {{ move x with [i] = x[i] - s for i in 1..n, s in {{1, {s}}} if x[i] mod {} = 0 or s = 1 }}\n",
                k + 1
            ),
            s,
            Box::new(move |x, t| {
                let of_one = |(x, t): (&u64, &u64)| *t == 1 || *t == s && x % (k as u64 + 1) == 0;
                nonzero(t) == 1 && x.iter().zip(t).all(|(x, t)| *t == 0 || of_one((x, t)))
            }),
        ),
        5 => (boxed("nonzero(t) = 1"), s, Box::new(|_, t| nonzero(t) == 1)),
        _ => (boxed("nonzero(t) >= 1"), s, Box::new(|_, t| nonzero(t) >= 1)),
    }
}

/// A condition about piles.
fn says(noise: &mut Noise, depth: u32) -> (String, Says) {
    let m = 2 + noise.below(3) as u64;
    let r = noise.below(m as usize) as u64;
    let c = noise.below(4) as u64;
    match noise.below(if depth > 0 { 9 } else { 6 }) {
        0 => (format!("(all v in x: v mod {m} = 0)"), Box::new(move |x| x.iter().all(|v| v % m == 0))),
        1 => (format!("sum(x) mod {m} = {r}"), Box::new(move |x| x.iter().sum::<u64>() % m == r)),
        2 => (
            format!("(count v in x: v mod {m} = {r}) in {{0, n}}"),
            Box::new(move |x| [0, x.len()].contains(&x.iter().filter(|v| *v % m == r).count())),
        ),
        3 => (format!("(xor v in x: v mod {m}) = 0"), Box::new(move |x| x.iter().fold(0, |sum, v| sum ^ (v % m)) == 0)),
        4 => (format!("max(x) <= {c}"), Box::new(move |x| x.iter().all(|v| *v <= c))),
        5 => (
            format!("(count v in x: v > {c}) mod {m} = {r}"),
            Box::new(move |x| x.iter().filter(|v| **v > c).count() as u64 % m == r),
        ),
        word => {
            let ((a, of_a), (b, of_b)) = (says(noise, depth - 1), says(noise, depth - 1));
            match word {
                6 => (format!("({a} and {b})"), Box::new(move |x| of_a(x) && of_b(x))),
                7 => (format!("({a} or {b})"), Box::new(move |x| of_a(x) || of_b(x))),
                _ => (format!("({a} and not {b})"), Box::new(move |x| of_a(x) && !of_b(x))),
            }
        }
    }
}

/// What holds only where there are many piles, or a large one.
fn far(noise: &mut Noise) -> String {
    let c = 9 + noise.below(20);
    match noise.below(4) {
        0 => format!("n = {c}"),
        1 => format!("(count v in x: v = {c}) = {}", 1 + noise.below(3)),
        2 => format!("min(x) >= {c}"),
        _ => format!("n > {c} and sum(x) mod 5 = 3"),
    }
}

struct Own<'g> {
    most: u64,
    guard: &'g Guard,
    misere: bool,
    known: HashMap<Vec<u64>, bool>,
}

impl Own<'_> {
    /// Is it a P-position?
    fn loses(&mut self, x: &[u64]) -> bool {
        if let Some(loses) = self.known.get(x) {
            return *loses;
        }
        let (mut options, mut t) = (vec![], vec![0; x.len()]);
        loop {
            if (self.guard)(x, &t) {
                options.push(x.iter().zip(&t).map(|(x, t)| x - t).collect::<Vec<u64>>());
            }
            let Some(next) = (0..x.len()).rev().find(|i| t[*i] < x[*i].min(self.most)) else { break };
            t[next] += 1;
            t[next + 1..].fill(0);
        }
        let wins = if options.is_empty() { self.misere } else { options.iter().any(|y| self.loses(y)) };
        self.known.insert(x.to_vec(), !wins);
        !wins
    }

    /// Is a condition that of the P-positions, as far as we look?
    fn agrees(&mut self, says: &Says) -> bool {
        let most = |n: usize| if n < 4 { LARGEST } else { LARGEST - 3 };
        (1..=PILES).all(|n| self.all(n, most(n), &mut |own, x| own.loses(x) == says(x)))
    }

    /// Does something hold of all positions x1 <= x2 <= … of so many piles?
    fn all(&mut self, n: usize, most: u64, holds: &mut dyn FnMut(&mut Self, &[u64]) -> bool) -> bool {
        let mut x = vec![0; n];
        loop {
            if !holds(self, &x) {
                return false;
            }
            let Some(next) = (0..n).rev().find(|i| x[*i] < most) else { return true };
            let size = x[next] + 1;
            x[next..].fill(size);
        }
    }
}

/// Conditions that say the P-positions of some of the random games: without them hardly any random claim is true.
fn likely(noise: &mut Noise) -> (String, Says) {
    let m = 2 + noise.below(3) as u64;
    match noise.below(4) {
        0 => ("sum(x) mod 2 = 0".into(), Box::new(|x: &[u64]| x.iter().sum::<u64>() % 2 == 0)),
        1 => (format!("(all v in x: v mod {m} = 0)"), Box::new(move |x: &[u64]| x.iter().all(|v| v % m == 0))),
        2 => (
            format!("(xor v in x: v mod {m}) = 0"),
            Box::new(move |x: &[u64]| x.iter().fold(0, |sum, v| sum ^ (v % m)) == 0),
        ),
        _ => ("sum(x) mod 2 = 1".into(), Box::new(|x: &[u64]| x.iter().sum::<u64>() % 2 == 1)),
    }
}

#[test]
fn any_number_of_piles() {
    let (mut proved, mut refuted) = (0, 0);
    for case in 0..u64::from(grundy_testing::cases(480)) {
        let noise = &mut Noise(510_000 + 23 * case);
        let (game, most, guard) = rules(noise);
        let misere = noise.below(3) == 0;
        let (text, says) = if noise.below(4) > 0 { likely(noise) } else { says(noise, 2) };
        let far = far(noise);
        let word = if misere { "P_misere" } else { "P" };
        let changed = format!("(({text}) and not ({far}) or not ({text}) and ({far}))");
        let file = format!(
            "{game}claim \"a\" on g[n] for n in 1..: {word} iff {text}\nclaim \"b\" on g[n] for n in 1..: {word} iff {changed}\n"
        );
        let verdicts = checked(&file, &options(Some(2), 1)).unwrap_or_else(|why| panic!("{why}"));
        let are: Vec<bool> = verdicts.iter().map(|(_, verdict)| verdict.status == Status::Proved).collect();
        let agrees = Own { most, guard: &guard, misere, known: HashMap::new() }.agrees(&says);
        assert!(!are[1], "what is changed far out is proved:\n{file}");
        assert!(!are[0] || agrees, "proved, and false:\n{file}");
        for (_, verdict) in &verdicts {
            assert!(verdict.status != Status::False || !agrees || verdict.counterexample.is_some(), "{file}");
        }
        proved += u32::from(are[0]);
        refuted += u32::from(!agrees);
    }
    assert!(proved >= 2 && refuted >= 2, "{proved} proved, {refuted} false");
}

/// Claims about P-positions of a given number of piles, of which a table of kinds may give all.
#[test]
fn tables_of_piles() {
    let (mut proved, mut refuted) = (0, 0);
    for case in 0..u64::from(grundy_testing::cases(160)) {
        let noise = &mut Noise(530_000 + 29 * case);
        let (game, most, guard) = rules(noise);
        let n = 2 + noise.below(3);
        let (what, says) = says(noise, 1);
        let is_false_far_out = noise.below(3) == 0;
        let changed = match is_false_far_out {
            true => format!(
                "(P and (count v in x: v = {}) != 2 implies {what}) and (P implies max(x) < {})",
                9 + noise.below(9),
                30 + noise.below(30)
            ),
            false => format!("P implies {what}"),
        };
        let file = format!("{game}claim \"a\" on g[{n}]: {changed}\n");
        let verdicts = checked(&file, &options(Some(3), 1)).unwrap_or_else(|why| panic!("{why}"));
        let [(_, verdict)] = &verdicts[..] else { panic!("{file}") };
        let mut own = Own { most, guard: &guard, misere: false, known: HashMap::new() };
        let is_true = own.all(n, LARGEST - 2, &mut |own, x| !own.loses(x) || says(x));
        // Some P-position has a large pile: else no move would lead from much larger piles to a P-position, and they would be P.
        let is_proved = verdict.status == Status::Proved;
        assert!(!is_proved || is_true && !is_false_far_out, "proved, and false:\n{file}\n{:?}", verdict.reason);
        proved += u32::from(is_proved);
        refuted += u32::from(!is_true || is_false_far_out);
    }
    assert!(proved >= 2 && refuted >= 5, "{proved} proved, {refuted} false");
}
