//! Claims that are not defined everywhere.
//!
//! In: random conditions of which parts are undefined at some positions, under connectives and quantifiers. Out: what is proved to a tiny bound is
//! compared with an evaluation, without proofs, to a larger one: what is proved is true and defined there, and what is false is false first there.

use std::collections::BTreeMap;

use grundy::Session;
use grundy_claims::{self, CheckOptions, Meter, Status, Verdict};
use grundy_testing::Noise;

use super::{options, verdict};

/// The bound of the claims that are proved, and of the evaluation.
const TO: (u64, u64) = (2, 28);
/// Where the claims begin to be undefined that are not so nearby; behind what a proof tries by itself.
const FAR: u64 = 70_000;

/// Conditions and numbers over names.
struct Words<'n> {
    noise: &'n mut Noise,
    /// The variables, and the bound variables around a place.
    names: Vec<&'static str>,
    /// Are ranges below 0, and parts undefined, only from [`FAR`] on?
    is_far: bool,
}

impl Words<'_> {
    fn once_in(&mut self, n: usize) -> bool {
        self.noise.below(n) == 0
    }

    fn name(&mut self) -> &'static str {
        self.names[self.noise.below(self.names.len())]
    }

    fn constant(&mut self) -> usize {
        [0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 16, 17, 20][self.noise.below(15)]
    }

    /// A linear number, often negative at some positions.
    fn linear(&mut self) -> String {
        let (x, c) = (self.name(), self.constant());
        if self.is_far {
            return match self.noise.below(5) {
                0 => self.below_zero(),
                1 => format!("({c} + {})", self.below_zero()),
                2 => c.to_string(),
                3 => format!("min({c}, {})", self.below_zero()),
                _ => x.to_string(),
            };
        }
        match self.noise.below(7) {
            0 => x.to_string(),
            1 => format!("({x} - {c})"),
            2 | 3 => format!("({c} - {x})"),
            4 => format!("({x} - 2*{})", self.name()),
            5 => format!("({x} - {} + {c})", self.name()),
            _ => c.to_string(),
        }
    }

    /// A number that is below 0 only far out.
    fn below_zero(&mut self) -> String {
        format!("({} - n)", FAR + self.noise.below(9) as u64)
    }

    /// A number as the sum of its digits.
    fn digits(&mut self, depth: usize) -> String {
        let x = format!("({} mod {})", self.number(depth), [2, 4, 8][self.noise.below(3)]);
        let k = ["i", "j", "k", "l", "h"][self.names.len().saturating_sub(1).min(4)];
        format!("(sum {k} in 0..log2(1 + {x}): (bit({x}, {k}) mod 2)*2^{k})")
    }

    /// A number that may be undefined at some positions.
    fn number(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.linear();
        }
        let depth = depth - 1;
        match self.noise.below(16) {
            15 => self.digits(depth),
            0 => format!("({} mod {})", self.number(depth), self.linear()),
            1 => format!("({} mod {})", self.number(depth), 1 + self.noise.below(5)),
            2 => format!("({} div {})", self.number(depth), self.linear()),
            3 => format!("({} div {})", self.number(depth), 2 + self.noise.below(3)),
            4 | 5 => format!("({} xor {})", self.number(depth), self.number(depth)),
            6 => format!("log2({})", self.number(depth)),
            7 => format!("bit({}, {})", self.number(depth), self.noise.below(4)),
            8 => format!("bit({}, {})", self.number(depth), self.linear()),
            9 => format!("[3, 1, 4, 1, 5][{}]", self.linear()),
            10 => format!("[0, 2, 1][1 + {} mod 3]", self.number(depth)),
            11 if !self.is_far => format!("2^{}", self.linear()),
            12 => {
                let (c, x, y) = (self.condition(depth), self.number(depth), self.number(depth));
                format!("(if {c} then {x} else {y})")
            }
            13 => {
                let word = ["sum", "min", "max", "xor", "count"][self.noise.below(5)];
                self.fold(word, depth)
            }
            _ => format!("({} + {})", self.number(depth), self.number(depth)),
        }
    }

    fn fold(&mut self, word: &str, depth: usize) -> String {
        let i = ["i", "j", "k", "l"][self.names.len().saturating_sub(1).min(3)];
        let range = match self.noise.below(6) {
            0..=3 if self.is_far => format!("{}..3", self.below_zero()),
            4 if self.is_far => format!("{}..{}", self.below_zero(), self.constant()),
            5 if self.is_far => "0..2".to_string(),
            0 => format!("0..{}", self.linear()),
            1 => format!("{}..3", self.linear()),
            2 => format!("{}..{}", self.linear(), self.linear()),
            3 => format!("-2..{}", self.name()),
            4 => format!("1..{}", self.name()),
            _ => "0..2".to_string(),
        };
        self.names.push(i);
        let is_condition = ["all", "any", "count"].contains(&word);
        let filter = if self.once_in(4) { format!(" if {}", self.condition(depth)) } else { String::new() };
        let body = if is_condition { self.condition(depth) } else { self.number(depth) };
        self.names.pop();
        format!("({word} {i} in {range}{filter}: {body})")
    }

    /// A condition that says little but that something is defined, or is likely to be true.
    fn leaf(&mut self, depth: usize) -> String {
        let x = self.number(depth);
        match self.noise.below(11) {
            // What a proof must not believe of every number.
            9 => format!("{} >= 0", self.name()),
            10 => format!("({} >= 0 or {x} = {})", self.name(), self.constant()),
            0..=2 => format!("{x} = {x}"),
            3 => format!("{x} >= -{}", self.constant()),
            4 => format!("{x} < {}", 20 + self.constant()),
            5 => format!("{} != {x}", 90 + self.constant()),
            6 => format!("{} = 0", self.linear()),
            7 => format!("G + {x} >= {x}"),
            _ => ["G = n", "G <= n", "P iff n = 0", "n >= 0", "G = 3", "tame(nim[2])"]
                // A property is looked at as far as a claim.
                [self.noise.below(if self.is_far { 5 } else { 6 })]
            .to_string(),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.leaf(0);
        }
        let depth = depth - 1;
        match self.noise.below(10) {
            0 => format!("({} and {})", self.condition(depth), self.condition(depth)),
            1 | 2 => format!("({} or {})", self.condition(depth), self.condition(depth)),
            3 => format!("({} implies {})", self.condition(depth), self.condition(depth)),
            4 => format!("({} iff {})", self.condition(depth), self.condition(depth)),
            5 => format!("(not {})", self.condition(depth)),
            6 => {
                let (c, x, y) = (self.condition(depth), self.condition(depth), self.condition(depth));
                format!("(if {c} then {x} else {y})")
            }
            7 => self.fold("all", depth),
            8 => self.fold("any", depth),
            _ => format!("({})", self.leaf(depth + 1)),
        }
    }
}

/// The verdict without any proof, from one number to another.
fn evaluated(claim: &Claim, from: u64, to: u64) -> Option<Verdict> {
    let mut session = Session::new();
    let file = session.load("attack.game", &claim.text(from)).ok()?;
    let statement = grundy_claims::read(&session, &file).into_iter().find(|statement| statement.is_claim)?.unproved();
    let options = CheckOptions { plain: to < FAR, ..options(Some(to), 1) };
    grundy_claims::check(&statement, &options, &Meter::default()).ok()
}

fn place(verdict: &Verdict) -> String {
    verdict.counterexample.as_ref().and_then(|found| found.position.clone()).unwrap_or_default()
}

/// Counterexamples are ordered by the sum of their coordinates, then lexicographically.
fn order(place: &str) -> (u64, Vec<u64>) {
    let coords: Vec<u64> = place.split(',').filter_map(|x| x.parse().ok()).collect();
    (coords.iter().sum(), coords)
}

/// A random claim.
struct Claim {
    at: &'static str,
    condition: String,
    is_far: bool,
}

impl Claim {
    fn random(noise: &mut Noise) -> Claim {
        let (kind, depth) = (noise.below(6), 1 + noise.below(3));
        let (is_two, is_far) = (kind == 0, kind > 3);
        let mut words = Words { noise, names: if is_two { vec!["n", "m"] } else { vec!["n"] }, is_far };
        let condition = words.condition(depth);
        Claim { at: if is_two { "exact_nim[2, 2] at (n, m)" } else { "nim[1] at (n)" }, condition, is_far }
    }

    fn text(&self, from: u64) -> String {
        let filter = if from > 0 { format!(" where n >= {from}") } else { String::new() };
        format!("claim \"c\" on {}{filter}: {}\n", self.at, self.condition)
    }
}

/// Compares one claim; what its verdict was, if it was worth a proof.
fn compared(claim: &Claim) -> Result<Option<Status>, String> {
    // What is decided in a tiny box needs no proof.
    if evaluated(claim, 0, TO.0).is_none_or(|verdict| verdict.status != Status::Holds) {
        return Ok(None);
    }
    let found = verdict(&claim.text(0), &options(Some(TO.0), 1))?;
    if !matches!(found.status, Status::Proved | Status::False) {
        return Ok(Some(found.status));
    }
    let first = place(&found);
    let last = first.split(',').filter_map(|x| x.parse().ok()).max();
    // Parts between are passed over: they may take long, and little changes there.
    let (from, to) = if claim.is_far { (FAR - 2, FAR + TO.1) } else { (0, TO.1) };
    let plain = evaluated(claim, from, to).expect("a verdict");
    // Where the claim fails only because of a property that no table proves, an evaluation says nothing.
    if plain.status == Status::Open {
        return Ok(Some(found.status));
    }
    let agrees = match last {
        // A counterexample is one by evaluation.
        Some(last) if (from..=to).contains(&last) => plain.status == Status::False && place(&plain) == first,
        // One in the box comes later: its sum is greater, or the same and it is behind.
        Some(last) if last > to => match plain.status {
            Status::False => order(&first) < order(&place(&plain)),
            status => status == Status::Holds,
        },
        Some(last) => {
            evaluated(claim, 0, last).is_some_and(|plain| plain.status == Status::False && place(&plain) == first)
        }
        None => plain.status == Status::Holds,
    };
    match agrees {
        true => Ok(Some(found.status)),
        false => {
            let (status, other) = (found.status.name(), plain.status.name());
            let error = plain.error.as_ref().map(|error| error.message.clone()).unwrap_or_default();
            Err(format!("{status} {first}, by evaluation {other} {} {error}:\n{}", place(&plain), claim.text(0)))
        }
    }
}

#[test]
fn what_is_not_defined_is_not_proved() {
    let (mut tally, mut wrong) = (BTreeMap::new(), vec![]);
    let cases = grundy_testing::cases(400);
    for case in 0..cases {
        if case % 10_000 == 9_999 {
            eprintln!("{case} claims: {tally:?}");
        }
        let claim = Claim::random(&mut Noise(9000 + u64::from(case) * 131));
        match compared(&claim) {
            Ok(status) => *tally.entry((claim.is_far, status)).or_insert(0) += 1,
            Err(why) => {
                eprintln!("claim {case}: {why}");
                wrong.push(why);
            }
        }
    }
    eprintln!("{cases} claims: {tally:?}");
    assert!(wrong.is_empty(), "{} of {cases}\n{}", wrong.len(), wrong.join("\n"));
    let many =
        |status: Status| [false, true].iter().all(|far| tally.get(&(*far, Some(status))).is_some_and(|n| *n >= 1));
    assert!(many(Status::Proved) && many(Status::False), "{tally:?}");
}
