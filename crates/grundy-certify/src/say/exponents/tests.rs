//! Forms over exponents agree with their evaluation; automata of powers, with arithmetic.

use crate::form::spent::Told;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::definition::concrete::At;
use crate::form::expr::{Expr, Rules};
use crate::say::moves::Env;
use crate::say::numeration::Numeration;
use crate::say::power_digits::{is_part, is_power, is_remainder, is_sum, step};
use crate::say::sets::{Set, Sum, Table};
use crate::say::steps::Steps;

/// A game without moves, for expressions about two numbers.
fn rules() -> Rules {
    let leaf = json!({"first": 0, "length": 2});
    let rules = json!({
        "format": "grundy-rules", "v": 1, "coordinates": ["own", "own"], "leaves": [leaf], "requires": [], "families": [], "parts": [],
    });
    Rules::read(&rules).expect("rules")
}

/// Where a formula without free tracks is decided; nothing if this takes too many steps.
fn holds(steps: &mut Steps, set: Set) -> Option<bool> {
    match steps.must(set, || "no".into(), &mut |told| matches!(told, Told::Spent(spent) if spent.steps > 1 << 18)) {
        Ok(()) => Some(true),
        Err(why) if why == "no" => Some(false),
        Err(_) => None,
    }
}

/// What is said of a condition at two numbers: true, false, or nothing; no answer if the condition is not read.
fn judged(json: &Value, digits: i128, at: [u64; 2]) -> Option<Option<bool>> {
    let e = Expr::read(json, 2, 0).expect("a condition");
    let mut steps = Steps::of(Numeration::Base(digits));
    let coords: Vec<Sum> = at.iter().map(|x| Sum::number(i128::from(*x))).collect();
    let judged = steps.speaker.judge(&rules(), &e, &Env::at(&coords)).ok()?;
    match (holds(&mut steps, judged.yes)?, holds(&mut steps, judged.no)?) {
        (true, false) => Some(Some(true)),
        (false, true) => Some(Some(false)),
        (false, false) => Some(None),
        (true, true) => panic!("{json} at {at:?} is true and false"),
    }
}

fn evaluated(json: &Value, at: [u64; 2]) -> Option<bool> {
    let (rules, e) = (rules(), Expr::read(json, 2, 0).expect("a condition"));
    At::new(&rules, &at).truth(&e).ok()
}

fn sum(c: i64, terms: &[(i64, Value)]) -> Value {
    json!(["sum", c, terms.iter().map(|(k, e)| json!([k, e])).collect::<Vec<Value>>()])
}

fn power(base: i64, variable: usize, more: i64) -> Value {
    json!(["power", base, sum(more, &[(1, json!(["v", variable]))])])
}

/// A condition on the numbers and on powers whose exponents are variables from 0 up to a number.
fn condition(base: i64, variables: usize, depth: u32) -> BoxedStrategy<Value> {
    let a_power = (0..variables.max(1), -1i64..3).prop_map(move |(v, more)| match variables {
        0 => json!(["x", 1]),
        _ => power(base, v, more),
    });
    let number = (-9i64..10, -2i64..3, -2i64..3, -3i64..4, a_power)
        .prop_map(|(c, k, l, m, power)| sum(c, &[(k, json!(["x", 0])), (l, json!(["x", 1])), (m, power)]));
    let related =
        (number.clone(), prop::sample::select(vec!["=0", "<=0"])).prop_map(|(number, word)| json!([word, number]));
    let divides = (1i64..6, number).prop_map(|(m, number)| json!(["divides", m, number]));
    // An exponent beside a constant, beside another, or beside a logarithm.
    let log = json!(["log2", sum(1, &[(1, json!(["x", 0]))])]);
    let compared = (0..variables.max(1), 0..variables.max(1), 0..3usize, -3i64..4, any::<bool>()).prop_map(
        move |(v, w, kind, c, equal)| {
            let word = if equal { "=0" } else { "<=0" };
            match (variables, kind) {
                (0, _) => {
                    json!([word, sum(c, &[(1, log.clone()), (-1, json!(["log2", sum(1, &[(1, json!(["x", 1]))])]))])])
                }
                (_, 0) => json!([word, sum(c, &[(1, json!(["v", v]))])]),
                (_, 1) if v != w => json!([word, sum(c, &[(1, json!(["v", v])), (-1, json!(["v", w]))])]),
                _ => json!([word, sum(c, &[(-1, json!(["v", v])), (1, log.clone())])]),
            }
        },
    );
    // A power divides a number, or leaves a remainder.
    let divided = (0..variables.max(1), 0i64..9, 0i64..3, 0i64..2, -1i64..2, -3i64..4, any::<bool>()).prop_map(
        move |(v, c, k, l, more, d, whole)| {
            let number = sum(c, &[(k, json!(["x", 0])), (l, json!(["x", 1]))]);
            let by = if variables == 0 { json!(base) } else { power(base, v, more) };
            match whole {
                true => json!(["divides", by, number]),
                false => json!(["<=0", sum(d, &[(1, json!(["mod", number, by])), (-1, json!(["x", 1]))])]),
            }
        },
    );
    let atom = prop_oneof![6 => related, 2 => divides, 2 => divided, 2 => compared];
    if depth == 0 {
        return atom.boxed();
    }
    let one = move || condition(base, variables, depth - 1);
    prop_oneof![
        3 => atom,
        1 => one().prop_map(|a| json!(["not", a])),
        2 => (one(), one()).prop_map(|(a, b)| json!(["and", a, b])),
        2 => (one(), one()).prop_map(|(a, b)| json!(["or", a, b])),
        6 => form(base, variables, depth),
    ]
    .boxed()
}

/// A form over exponents.
fn form(base: i64, variables: usize, depth: u32) -> BoxedStrategy<Value> {
    let log = |more: i64| json!(["log2", sum(more, &[(1, json!(["x", 0]))])]);
    let lo = prop_oneof![
        5 => (-1i64..3).prop_map(|n| json!(n)),
        1 => (0..variables.max(1), -1i64..2).prop_map(move |(v, c)| match variables {
            0 => json!(1),
            _ => sum(c, &[(1, json!(["v", v]))]),
        }),
        1 => (0i64..2).prop_map(move |c| sum(0, &[(1, log(c))])),
    ];
    let hi = prop_oneof![
        3 => (0i64..3, -2i64..3).prop_map(move |(more, c)| sum(c, &[(1, log(more))])),
        2 => (-2i64..3).prop_map(|c| sum(c, &[(1, json!(["x", 0]))])),
        1 => Just(json!(["x", 1])),
        1 => Just(json!(80)),
        1 => (-2i64..3).prop_map(move |c| sum(c, &[(1, log(1)), (1, log(2))])),
    ];
    let range = (lo, hi).prop_map(move |(lo, hi)| json!([[variables, lo, hi]]));
    // The variable stands in a power, so that it is an exponent.
    let body = (-9i64..10, -2i64..3, 1i64..4, condition(base, variables + 1, depth - 1), any::<bool>(), -1i64..2);
    let body = body.prop_map(move |(c, k, m, other, both, more)| {
        let own = json!(["<=0", sum(c, &[(k, json!(["x", 0])), (m, power(base, variables, more))])]);
        if both { json!(["and", own, other]) } else { json!(["or", own, other]) }
    });
    let filter = prop_oneof![2 => Just(json!(true)), 1 => condition(base, variables + 1, 0)];
    let parts = (range, filter, body, prop::sample::select(vec!["all", "any", "count", "count"]), 1i64..5, -3i64..4);
    parts
        .prop_map(|(range, filter, body, word, m, c)| {
            let form = json!(["fold", word, range, filter, body]);
            match word {
                "count" if c > 0 => json!(["divides", m, sum(c, &[(1, json!(["x", 0])), (-1, form)])]),
                "count" => json!(["=0", sum(c, &[(1, json!(["mod", sum(0, &[(2, form)]), m]))])]),
                _ => form,
            }
        })
        .boxed()
}

/// The base of digits, and the constant of the powers.
const BASES: [(i128, i64); 6] = [(2, 2), (3, 3), (2, 4), (5, 5), (3, 9), (4, 4)];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// What is said is so. Nothing may be said: where the end of a range does not decide, or the form fails behind what decides it.
    #[test]
    fn forms_over_exponents_are_judged_as_they_are_evaluated(
        (digits, json) in prop::sample::select(BASES.to_vec()).prop_flat_map(|(digits, base)| (Just(digits), form(base, 0, 2))),
        x in prop_oneof![0..20u64, 0..400u64], y in 0..30u64,
    ) {
        if let Some(Some(found)) = judged(&json, digits, [x, y]) {
            let wanted = evaluated(&json, [x, y]);
            prop_assert!(wanted.is_none_or(|wanted| wanted == found), "{json} at {x}, {y}: {found}, not {wanted:?}");
            prop_assert!(wanted.is_some(), "{json} at {x}, {y}: {found}, where it is not defined");
        }
    }

    /// Where a range ends far enough, all is said: thresholds c*b^k + d, by a count of those below a number, and by whether the number is one.
    #[test]
    fn thresholds_are_counted(
        (digits, base) in prop::sample::select(BASES.to_vec()), c in 1i64..4, d in -5i64..6, m in 1i64..5, rest in 0i64..5, x in 0..700u64,
    ) {
        let log = json!(["log2", sum(7, &[(1, json!(["x", 0]))])]);
        let range = json!([[0, 1, log]]);
        let difference = |more: i64| sum(d + more, &[(c, power(base, 0, 0)), (-1, json!(["x", 0]))]);
        let count = json!(["fold", "count", range, true, ["<=0", difference(1)]]);
        let some = json!(["fold", "any", range, true, ["=0", difference(0)]]);
        let counted = json!(["=0", sum(-rest, &[(1, json!(["mod", sum(0, &[(1, json!(["x", 0])), (-1, count)]), m]))])]);
        for json in [counted, some] {
            let (found, wanted) = (judged(&json, digits, [x, 0]), evaluated(&json, [x, 0]));
            prop_assert!(wanted.is_some());
            prop_assert_eq!(found, Some(wanted), "{} at {}", json, x);
        }
    }
}

/// Does an automaton accept numbers?
fn accepts(table: &Table, digits: usize, numbers: &[u64]) -> bool {
    let words: Vec<Vec<usize>> = numbers.iter().map(|n| Numeration::Base(digits as i128).digits_of(*n)).collect();
    let length = words.iter().map(Vec::len).max().unwrap_or(0) + 2;
    let digit = |word: &[usize], place: usize| word.get(place).copied().unwrap_or(0);
    let letter = |place: usize| words.iter().rev().fold(0, |letter, word| letter * digits + digit(word, place));
    table.accepts[(0..length).fold(0, |state, place| table.next[state][letter(place)])]
}

#[test]
fn automata_read_powers_and_sums_of_them() {
    for (digits, base) in BASES {
        let (digits, base) = (digits as usize, base as u64);
        let step = step(digits as i128, base.into()).expect("a power");
        let powers: Vec<u64> =
            std::iter::successors(Some(1), |power| Some(power * base)).take_while(|n| *n < 900).collect();
        let [power, part] = [is_power(digits, step), is_part(digits, step)];
        let remainder = is_remainder(digits, step);
        let sums: Vec<Table> = (0..3).map(|rest| is_sum(digits, step, (3, rest))).collect();
        for n in 0..900u64 {
            assert_eq!(accepts(&power, digits, &[n]), powers.contains(&n), "{base}: {n}");
            for p in powers.iter().copied().filter(|p| *p < 99) {
                for rest in [0, n, n % p, n % p + 1] {
                    assert_eq!(accepts(&remainder, digits, &[n, p, rest]), rest == n % p, "{base}: {n} mod {p}");
                }
            }
            assert!(!accepts(&remainder, digits, &[n, 0, n]) && !accepts(&remainder, digits, &[n, base + 1, n]));
            let mut rest = n;
            let parts: Vec<u64> = powers
                .iter()
                .rev()
                .copied()
                .filter(|p| {
                    let fits = *p <= rest;
                    rest -= if fits { *p } else { 0 };
                    fits
                })
                .collect();
            for (count, sum) in sums.iter().enumerate() {
                assert_eq!(accepts(sum, digits, &[n]), rest == 0 && parts.len() % 3 == count, "{base}: {n}");
            }
            for p in (0..99).filter(|_| rest == 0) {
                assert_eq!(accepts(&part, digits, &[p, n]), parts.contains(&p), "{base}: {p} in {n}");
            }
        }
    }
}

#[test]
fn a_range_that_speaks_of_its_own_variable_is_refused() {
    // The end is the outer variable, which has the same number.
    let inner = json!(["fold", "all", [[0, 0, ["v", 0]]], true, ["<=0", sum(-1, &[(1, power(2, 0, 0))])]]);
    let outer =
        json!(["fold", "any", [[0, 0, ["x", 0]]], true, ["and", inner, ["<=0", sum(4, &[(-1, power(2, 0, 0))])]]]);
    assert_eq!(judged(&outer, 2, [9, 0]), None);
}
