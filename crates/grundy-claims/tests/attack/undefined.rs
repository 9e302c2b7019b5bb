//! Claims and certificates that are undefined only far out: none is proved, in no kind.
//!
//! In: statements that are true, of every kind, and random conditions that are true wherever they are defined, and undefined only from 10^5 to 2^60 on. Out: what becomes of
//! the statement when such a condition is put into it. As a claim it is not proved, as a certificate it is refused, unless nothing undefined is evaluated.

use std::cell::Cell;
use std::collections::BTreeMap;

use grundy::session::Game;
use grundy::theory::automata::automaton;
use grundy::theory::convergence::convergence;
use grundy::theory::everywhere::everywhere;
use grundy::theory::periods::{Verdict, period};
use grundy::theory::quotient::quotient;
use grundy::theory::solutions::solutions;
use grundy::{Limits, Options, Session};
use grundy_claims::Status;
use grundy_testing::Noise;
use grundy_testing::forge::sealed;
use serde_json::{Value, json};

use super::partial::{Choice, Cond, FORMAL, Formed, Written};
use super::{options, verdict};
use crate::alike::certificates;
use crate::sealed::refusal;

/// Where conditions begin to be undefined.
const FROM: [i64; 9] =
    [100_003, 1 << 17, 1_000_000, 1 << 24, 4_000_000_000, 1 << 32, 1_000_000_000_000, 1 << 53, 1 << 60];

/// All definitions of games.
const GAMES: &str = "
game low(a, b, c) {
    move (a - i, b, c) for i in 1..a; move (a, b - i, c) for i in 1..b; move (a, b, c - i) for i in 1..c
    move (a - i, b, c - i) for i in 1..c; move (a, b - i, c - i) for i in 1..c
}
game im = mark[{1}, {2, 3}]
game fives(y) { move y - 5*i for i in 1..y div 5 }
game steps(n) { move n - 2; move n - 3 if n mod 2 = 0 }
";

/// A claim that is true.
struct Base {
    /// How it is proved.
    by: &'static str,
    on: &'static str,
    base: &'static str,
    /// A position of which a value may be asked.
    ask: &'static str,
    /// May a condition be put into `where` alone?
    filters: bool,
}

const fn base(by: &'static str, on: &'static str, base: &'static str) -> Base {
    Base { by, on, base, ask: "nim[1]({})", filters: false }
}

const BASES: [Base; 9] = [
    base("values", "nim[1] at (n)", "G = n"),
    base("levels", "exact_nim[2, 2] at (m, n)", "P iff m = 0 or n = 0"),
    base("Zeckendorf", "wythoff at (m, n)", "P implies m != n or n = 0"),
    base("a row", "star_nim[2] at (3, n)", "n < 5 or G(star_nim[2](3, n + 9)) = G + 9"),
    Base {
        filters: true,
        ..base("correspondence", "silver_dollar[5] at (a, b, c, d, n)", "G = a xor (c - b - 1) xor (n - d - 1)")
    },
    Base { filters: true, ..base("strategy", "low at (n, n, 0)", "P") },
    Base { ask: "im({})", ..base("near", "im at (n)", "any i in 0..4: G(im(n + i)) = 0") },
    base("piles", "slow_moore[n, n] for n in 1..", "all v in x: v mod 2 = 0"),
    base("words", "wythoff at (m, n)", "G = G(wythoff(n, m))"),
];
impl Base {
    fn text(&self, cond: &Cond, filters: bool) -> String {
        let Base { on, base, ask, .. } = *self;
        let written = Written { n: "n", ask: Some(ask) };
        match filters {
            true => format!("claim \"c\" on {on} where {}: {base}\n", cond.text("true", &written)),
            false => format!("claim \"c\" on {on}: {}\n", cond.text(base, &written)),
        }
    }
}

/// One of so many certificates is that of a claim.
const SLOW: u32 = 100;

/// Where a condition is undefined, of the numbers about the place where its numbers begin to be.
fn undefined_at(cond: &Cond, from: i64) -> Option<i64> {
    (from - 1..from + 6).chain([2 * from + 1]).find(|n| cond.at(*n).is_none())
}

/// A random condition and where it is undefined, if it is.
fn random(noise: &mut Noise, ways: usize, is_text: bool, has_base: bool) -> (Cond, Option<i64>) {
    let from = FROM[noise.below(FROM.len())];
    let depth = noise.below(4);
    let cond = Choice { noise, ways, is_text, has_base, from }.true_one(depth);
    let place = undefined_at(&cond, from);
    (cond, place)
}

#[test]
fn a_claim_that_is_undefined_far_out_is_not_proved() {
    let (mut tally, mut wrong) = (BTreeMap::new(), vec![]);
    for case in 0..grundy_testing::slow_cases(1_200) {
        let mut noise = Noise(41_000 + u64::from(case) * 977);
        let number = case as usize % BASES.len();
        // A claim about any number of piles is checked for the first numbers, too, which takes long.
        let base = &BASES[if BASES[number].by == "piles" { 0 } else { number }];
        let (cond, place) = random(&mut noise, 11, true, true);
        let claim = base.text(&cond, base.filters || noise.below(4) == 0);
        let found = verdict(&format!("{GAMES}{claim}"), &options(Some(2), 1)).unwrap_or_else(|why| panic!("{why}"));
        let is_proved = found.status == Status::Proved;
        *tally.entry((base.by, place.is_some(), is_proved)).or_insert(0) += 1;
        if is_proved && place.is_some() {
            wrong.push(format!("undefined at {place:?}: {claim}"));
        }
    }
    eprintln!("{tally:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for Base { by, .. } in BASES.into_iter().filter(|base| base.by != "piles") {
        let some = |undefined, proved| tally.get(&(by, undefined, proved)).is_some_and(|n| *n > 0);
        // No correspondence is found where a condition speaks of n alone, if it is not simplified away.
        let is_proved = some(false, true) || by == "correspondence";
        assert!(some(true, false) && is_proved, "{by}: {tally:?}");
    }
}

/// A certificate, and a condition in it.
struct Place {
    kind: String,
    object: Value,
    pointer: String,
    /// The number of the coordinate that the condition is made to speak of, and what it may ask.
    n: usize,
    ask: Option<(usize, usize, usize)>,
    /// Is the condition that stands there true?
    holds: bool,
}

fn of_claims() -> Vec<Place> {
    let mut places = vec![];
    let asked = [Some((0, 1, 0)), Some((0, 2, 1)), None, Some((0, 2, 1)), None, None, Some((0, 1, 0)), None, None];
    for (number, (Base { on, base, by, .. }, ask)) in BASES.iter().zip(asked).enumerate() {
        let n = [0, 1, 1, 0, 4, 0, 0, 0, 1][number];
        let before = if *by == "piles" { "P iff " } else { "" };
        let text = format!("{GAMES}claim \"c\" on {on}: {before}{base}\n");
        let all = certificates(&text);
        let object: Value =
            serde_json::from_str(all.last().unwrap_or_else(|| panic!("no certificate: {text}"))).expect("JSON");
        let mut kind = object["kind"].as_str().expect("a kind").to_string();
        if kind == "correspondence" {
            // A strategy is one without other positions.
            kind = (*by).to_string();
        }
        assert_eq!(refusal(&object), None, "{text}");
        let pointers: &[(&str, bool)] = match kind.as_str() {
            "claim" | "views" => &[("/holds", true), ("/where", true), ("/if", true)],
            "piles" => &[("/says/P", false), ("/where/if", true)],
            "strategy" => &[("/where", true), ("/among", false)],
            _ => &[("/where", true)],
        };
        for (pointer, holds) in pointers {
            assert!(object.pointer(pointer).is_some(), "{kind} {pointer}: {object}");
            let ask = ask.filter(|_| object.get("questions").is_some());
            places.push(Place {
                kind: kind.clone(),
                object: object.clone(),
                pointer: (*pointer).to_string(),
                n,
                ask,
                holds: *holds,
            });
        }
    }
    places
}

/// The classes of values of the paper's section 6, from 6 on, in a certificate of their own.
fn classes(game: &Game) -> String {
    let found = convergence(&game.rules, 1000, None, &Options::default()).expect("of the shape");
    let mut object: Value = serde_json::from_str(&found.certificate(game).expect("a certificate")).expect("JSON");
    let map = object.as_object_mut().expect("an object");
    ["start", "guesses", "residue", "every"].iter().for_each(|key| _ = map.shift_remove(*key));
    map.insert("classes".into(), json!({"values": [[0, 1, 3, 4], [0], [0, 2], [1, 2], [1]], "from": 6}));
    sealed(object)
}

/// Certificates about rules alone: the text, and the coordinate that a condition of the rules is made to speak of.
fn about_rules() -> Vec<(String, usize)> {
    let mut session = Session::new();
    session.load("attack.game", GAMES).expect("rules");
    let mut game = |text: &str| session.game(text, None).expect("a game");
    let (options, mut all) = (Options::default(), vec![]);
    for (text, line, n) in [
        ("star_nim[2]", "(3, _)", 1),
        ("star_nim[2]", "(_, _ + 2)", 1),
        ("kayles", "(_)", 0),
        ("steps", "(_)", 0),
        ("fives", "(_)", 0),
    ] {
        let game = game(text);
        let line = Session::new().line(&game, line).expect("a line");
        let Ok(Verdict::Proved(mut proof)) = period(&game.rules, &line, &options, &mut |_| false) else {
            panic!("no period of {text}")
        };
        all.push((proof.certificate(&game).expect("a certificate"), n));
    }
    let star = game("star_nim[2]");
    let Verdict::Proved(mut proof) = solutions(&star.rules, 6, 0, &options, &mut |_| false).expect("levels").verdict
    else {
        panic!("no period of the solutions")
    };
    all.push((proof.certificate(&star).expect("a certificate"), 1));
    for text in ["mark[{1}, {2, 3}]", "mark[{2}, {2, 4}]"] {
        let game = game(text);
        let found = convergence(&game.rules, 1000, None, &options).expect("of the shape");
        all.push((found.certificate(&game).expect("a certificate"), 0));
    }
    all.push((classes(&game("mark[{2, 3}, {2, 5}]")), 0));
    let mark = game("mark[{1}, {2}]");
    let found = automaton(&mark.rules, &options).expect("no interruption").expect("an automaton");
    all.push((found.certificate(&mark).expect("a certificate"), 0));
    for text in ["nim[1]", "exact_nim[2, 2]"] {
        let game = game(text);
        let found = everywhere(&game.rules, &options).expect("no interruption").expect("values");
        all.push((found.certificate(&game).expect("a certificate"), game.rules.width() - 1));
    }
    let heaps = game("octal[0.75]");
    all.push((quotient(&heaps.rules, None, &Limits::default(), &mut |_| {}).expect("heaps").certificate(&heaps), 0));
    all
}

fn of_rules() -> Vec<Place> {
    let mut places = vec![];
    for (text, n) in about_rules() {
        let object: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(refusal(&object), None, "{text}");
        let kind = object["kind"].as_str().expect("a kind").to_string();
        for key in ["before", "guard"] {
            let (kind, pointer) = (kind.clone(), format!("/rules/families/0/{key}"));
            places.push(Place { kind, object: object.clone(), pointer, n, ask: None, holds: false });
        }
    }
    places
}

impl Place {
    /// The certificate with a condition put into it.
    fn with(&self, cond: &Cond) -> Value {
        let mut object = self.object.clone();
        let there = object.pointer_mut(&self.pointer).expect("a condition");
        let formed = Formed { n: json!(["x", self.n]), ask: self.ask, base: there.clone(), next: Cell::new(500) };
        let form = cond.form(&formed);
        *there = if self.holds { form } else { json!(["and", form, formed.base]) };
        object
    }
}

#[test]
fn a_certificate_that_is_undefined_far_out_is_refused() {
    let (slow, quick): (Vec<Place>, Vec<Place>) =
        of_claims().into_iter().chain(of_rules()).partition(|place| place.kind == "claim");
    let (mut tally, mut wrong) = (BTreeMap::new(), vec![]);
    for case in 0..grundy_testing::slow_cases(80_000) {
        let mut noise = Noise(77_000 + u64::from(case) * 613);
        // The checker takes fifty times as long to decide a claim as to read any other certificate.
        let place = match case.is_multiple_of(SLOW) {
            true => &slow[(case / SLOW) as usize % slow.len()],
            false => &quick[case as usize % quick.len()],
        };
        let (cond, undefined) = random(&mut noise, FORMAL, false, place.holds);
        let is_verified = refusal(&place.with(&cond)).is_none();
        *tally.entry((place.kind.as_str(), undefined.is_some(), is_verified)).or_insert(0) += 1;
        if is_verified && undefined.is_some() {
            wrong.push(format!("{} {} undefined at {undefined:?}: {cond:?}", place.kind, place.pointer));
        }
    }
    eprintln!("{tally:?}");
    assert!(wrong.is_empty(), "{} of {tally:?}\n{}", wrong.len(), wrong.join("\n"));
    for place in slow.iter().chain(&quick) {
        let some = |undefined, verified| tally.get(&(place.kind.as_str(), undefined, verified)).is_some_and(|n| *n > 0);
        assert!(some(true, false), "{}: {tally:?}", place.kind);
    }
}
