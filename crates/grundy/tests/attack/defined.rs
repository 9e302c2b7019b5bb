//! Claims that are not defined everywhere.
//!
//! In: random conditions of which parts are undefined at some positions, under connectives and quantifiers. Out: what is proved to a tiny bound is
//! compared with an evaluation, without proofs, to a larger one: what is proved is true and defined there, and what is false is false first there.

use std::collections::BTreeMap;

use grundy::Session;
use grundy::theory::claims::{self, Effort, Meter, Status, Verdict};
use grundy_testing::Noise;

use super::{effort, verdict};

/// The bound of the claims that are proved, and of the evaluation.
const TO: (u64, u64) = (2, 28);

/// Conditions and numbers over names.
struct Words<'n> {
    noise: &'n mut Noise,
    /// The variables, and the bound variables around a place.
    names: Vec<&'static str>,
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
        match self.noise.below(7) {
            0 => x.to_string(),
            1 => format!("({x} - {c})"),
            2 | 3 => format!("({c} - {x})"),
            4 => format!("({x} - 2*{})", self.name()),
            5 => format!("({x} - {} + {c})", self.name()),
            _ => c.to_string(),
        }
    }

    /// A number that may be undefined at some positions.
    fn number(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.linear();
        }
        let depth = depth - 1;
        match self.noise.below(15) {
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
            11 => format!("2^{}", self.linear()),
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
        match self.noise.below(9) {
            0..=2 => format!("{x} = {x}"),
            3 => format!("{x} >= -{}", self.constant()),
            4 => format!("{x} < {}", 20 + self.constant()),
            5 => format!("{} != {x}", 90 + self.constant()),
            6 => format!("{} = 0", self.linear()),
            7 => format!("G + {x} >= {x}"),
            _ => ["G = n", "G <= n", "P iff n = 0", "n >= 0", "G = 3"][self.noise.below(5)].to_string(),
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

/// The verdict without any proof.
fn evaluated(text: &str, to: u64) -> Option<Verdict> {
    let mut session = Session::new();
    let file = session.load("attack.game", text).ok()?;
    let statement = claims::read(&session, &file).into_iter().find(|statement| statement.is_claim)?.unproved();
    let plain = Effort { plain: true, ..effort(Some(to), 1) };
    claims::check(&statement, &plain, &Meter::default()).ok()
}

fn place(verdict: &Verdict) -> String {
    verdict.counterexample.as_ref().and_then(|found| found.position.clone()).unwrap_or_default()
}

/// Compares one claim; what its verdict was, if it was worth a proof.
fn compared(text: &str) -> Result<Option<Status>, String> {
    // What is decided in a tiny box needs no proof.
    if evaluated(text, TO.0).is_none_or(|verdict| verdict.status != Status::Holds) {
        return Ok(None);
    }
    let found = verdict(text, &effort(Some(TO.0), 1))?;
    let first = place(&found);
    let last = first.split(',').filter_map(|x| x.parse().ok()).max().unwrap_or(TO.1);
    // Far out an evaluation takes too long; up to the bound it is true.
    let is_near = last <= 3 * TO.1;
    let plain = evaluated(text, if is_near { last.max(TO.1) } else { TO.1 }).expect("a verdict");
    let agrees = match found.status {
        Status::Proved => matches!(plain.status, Status::Holds | Status::Proved),
        Status::False if is_near => plain.status == Status::False && place(&plain) == first,
        Status::False => plain.status == Status::Holds,
        Status::Holds | Status::Open => true,
        Status::Error | Status::Noted => false,
    };
    match agrees {
        true => Ok(Some(found.status)),
        false => {
            let (status, other) = (found.status.name(), plain.status.name());
            let error = plain.error.as_ref().map(|error| error.message.clone()).unwrap_or_default();
            Err(format!("{status} {first}, by evaluation {other} {} {error}:\n{text}", place(&plain)))
        }
    }
}

#[test]
fn what_is_not_defined_is_not_proved() {
    let (mut tally, mut wrong) = (BTreeMap::new(), vec![]);
    let cases = grundy_testing::cases(600);
    for case in 0..cases {
        let mut noise = Noise(9000 + u64::from(case) * 131);
        let two = noise.below(4) == 0;
        let depth = 1 + noise.below(3);
        let mut words = Words { noise: &mut noise, names: if two { vec!["n", "m"] } else { vec!["n"] } };
        let condition = words.condition(depth);
        let at = if two { "exact_nim[2, 2] at (n, m)" } else { "nim[1] at (n)" };
        match compared(&format!("claim \"c\" on {at}: {condition}\n")) {
            Ok(status) => *tally.entry(status).or_insert(0) += 1,
            Err(why) => {
                eprintln!("claim {case}: {why}");
                wrong.push(why);
            }
        }
    }
    eprintln!("{cases} claims: {tally:?}");
    assert!(wrong.is_empty(), "{} of {cases}\n{}", wrong.len(), wrong.join("\n"));
    let many = |status: Status| tally.get(&Some(status)).is_some_and(|n| *n >= 5);
    assert!(many(Status::Proved) && many(Status::Holds) && many(Status::False), "{tally:?}");
}
