//! Periods of heaps that are proved since few heaps are rare: the checker reads them, values go on as they say, and changed certificates are refused.

use std::collections::BTreeMap;

use grundy::envelope::begun;
use grundy::theory::periods::{Verdict, period};
use grundy::{Evaluator, Options, Play, Session};
use grundy_certify::verify;
use grundy_testing::forge::sealed;
use serde_json::{Value, json};

use crate::everywhere::refused;

/// The preperiod, the period and the certificate of an octal game.
fn proved(code: &str) -> (u64, u64, Value) {
    let mut session = Session::new();
    let game = session.game(&format!("octal[{code}]"), None).expect("a game");
    let line = session.line(&game, "(_)").expect("a line");
    let Ok(Verdict::Proved(mut proof)) = period(&game.rules, &line, &Options::default(), &mut |_| false) else {
        panic!("no proof of {code}")
    };
    let text = proof.certificate(&game).expect("a certificate");
    (proof.period.preperiod, proof.period.period, serde_json::from_str(&text).expect("JSON"))
}

/// The first values of an octal game.
fn values(code: &str, terms: u64) -> Value {
    let game = Session::new().game(&format!("octal[{code}]"), None).expect("a game");
    let table = Evaluator::new(&game.rules, Options::default()).table(&[terms - 1]).expect("values");
    (0..terms).map(|n| table.get(&[n])).collect()
}

/// Known periods (Winning Ways, chapter 4; Gangolf and Plambeck), each from fewer values than Guy and Smith's bound asks for.
#[test]
fn known_periods_are_proved_and_verified() {
    for (code, preperiod, period) in
        [("0.156", 3479, 349), ("0.644", 3256, 442), ("0.356", 7315, 142), ("0.127", 46_578, 4)]
    {
        let (before, length, certificate) = proved(code);
        assert_eq!((before, length), (preperiod, period), "{code}");
        let below = certificate["common"]["below"].as_u64().expect("common values");
        assert!(below < 2 * preperiod + 2 * period, "{code}: {below}");
        let theorem = verify(&certificate.to_string(), &mut |_| false).expect("it holds");
        assert_eq!((theorem.preperiod, theorem.period), (Some(preperiod), Some(period)), "{code}");
    }
}

#[test]
fn a_changed_choice_of_common_values_is_refused() {
    let (preperiod, period, certificate) = proved("0.156");
    let refused = |change: &dyn Fn(&mut Value)| refused(&certificate, change);
    let digits = certificate["common"]["digits"].as_u64().expect("digits");
    for digit in (0..32).filter(|digit| digits >> digit & 1 == 1) {
        refused(&|c| c["common"]["digits"] = json!(digits ^ 1 << digit));
    }
    assert!(refused(&|c| c["common"]["odd"] = json!(false)).contains("may have a common value together"));
    assert!(refused(&|c| c["common"]["by_size"] = json!(true)).contains("prove nothing"));
    // Far fewer values than the theorem asks for, and than the period takes.
    for below in [preperiod + period, preperiod, 5000.min(preperiod), 0] {
        assert!(refused(&|c| c["common"]["below"] = json!(below)).contains("too few"), "{below}");
    }
    refused(&|c| c["common"]["below"] = json!(u64::MAX));
    refused(&|c| c["common"] = json!({"digits": 1, "by_size": false, "odd": true}));
    refused(&|c| c["common"] = json!(7));
    refused(&|c| c["saltus"] = json!(1));
    refused(&|c| c["preperiod"] = json!(preperiod - 1));
    refused(&|c| c["preperiod"] = json!(preperiod + 1));
    refused(&|c| c["period"] = json!(2 * period));
    refused(&|c| c["period"] = json!(period + 1));
    refused(&|c| c["take"] = json!(2));
    refused(&|c| c["values"][40] = json!(9));
    // Of values beyond those that are computed one by one, too.
    let mut further = certificate.clone();
    further["values"] = values("0.156", 5000);
    verify(&sealed(further.clone()), &mut |_| false).expect("more values are right");
    further["values"][4700] = json!(9);
    assert!(verify(&sealed(further), &mut |_| false).is_err());
    refused(&|c| c["play"] = json!("misere"));
}

/// The certificate says instead that the heaps below `first` and the last ones tell all others.
fn kept(certificate: &Value, first: u64) -> Value {
    let mut kept = certificate.clone();
    let number = |key: &str| certificate[key].as_u64().expect("a number");
    let (preperiod, period, take) = (number("preperiod"), number("period"), number("take"));
    let begin = 2 * first + 5000;
    (kept["common"]["first"], kept["common"]["begin"]) = (json!(first), json!(begin));
    kept["common"]["below"] = json!(preperiod.max(begin) + first + take + period);
    kept
}

/// The same periods, each from one state of the last values that recurs.
#[test]
fn known_periods_follow_from_the_first_and_the_last_heaps() {
    for (code, first) in [("0.156", 4096), ("0.644", 16_384), ("0.127", 32_768), ("0.16", 32_768)] {
        let (preperiod, period, certificate) = proved(code);
        let kept = kept(&certificate, first);
        let theorem = verify(&sealed(kept.clone()), &mut |_| false).expect(code);
        assert_eq!((theorem.preperiod, theorem.period), (Some(preperiod), Some(period)), "{code}");
        let refused = |change: &dyn Fn(&mut Value)| refused(&kept, change);
        refused(&|c| c["preperiod"] = json!(preperiod - 1));
        refused(&|c| c["preperiod"] = json!(preperiod + 1));
        refused(&|c| c["period"] = json!(2 * period));
        refused(&|c| c["period"] = json!(period + 1));
        assert!(refused(&|c| c["common"]["below"] = json!(preperiod + period)).contains("too few"), "{code}");
        for first in [0, 3, u64::MAX] {
            refused(&|c| c["common"]["first"] = json!(first));
        }
        refused(&|c| c["common"]["first"] = json!(first.to_string()));
        for begin in [0, 2 * first, 2 * first + 5001, u64::MAX] {
            refused(&|c| c["common"]["begin"] = json!(begin));
        }
        refused(&|c| c["common"]["below"] = json!(u64::MAX));
        refused(&|c| c["values"][40] = json!(9));
        if code == "0.16" {
            // The heap of 13935 is rare.
            assert!(refused(&|c| c["common"]["first"] = json!(13_935)).contains("rare"), "{code}");
        }
    }
}

/// Statements about random codes that are true for thousands of heaps, and most of them false further out: none that is false is verified.
#[test]
fn periods_that_end_are_not_verified_from_the_last_heaps() {
    let mut random = fastrand::Rng::with_seed(5);
    let (mut verified, mut refuted) = (0, 0);
    let codes = ["0.156", "0.644", "0.104", "0.106", "0.054", "0.1777", "0.64", "0.142"];
    let others = (0..12)
        .map(|_| format!("{}.{}{}{}", [0, 4][random.usize(..2)], random.u8(..8), random.u8(..8), random.u8(1..8)));
    for code in codes.map(String::from).into_iter().chain(others.collect::<Vec<_>>()) {
        let Ok(game) = Session::new().game(&format!("octal[{code}]"), None) else { continue };
        let table = Evaluator::new(&game.rules, Options::default()).table(&[60_000]).expect("values");
        let values: Vec<u32> = (0..=60_000).map(|n| table.get(&[n]).expect("a value")).collect();
        let Some((digits, by_size)) = choice(&values) else { continue };
        let runs = recurring(&values);
        for first in [32, 512] {
            for (preperiod, period) in chosen(&runs, first) {
                let mut claim = begun("heaps", &game, Play::Normal);
                claim["line"] = json!(["_"]);
                (claim["preperiod"], claim["period"], claim["saltus"]) = (json!(preperiod), json!(period), json!(0));
                (claim["take"], claim["parts"]) = (json!(4), json!(2));
                claim["common"] =
                    json!({"digits": digits, "by_size": by_size.is_some(), "odd": by_size.is_none_or(|odd| !odd)});
                claim["values"] = json!(values[..20]);
                let is_true = (preperiod..values.len() - period).all(|n| values[n] == values[n + period]);
                match verify(&sealed(kept(&claim, first as u64)), &mut |_| false) {
                    Ok(_) => {
                        assert!(is_true, "{code}: {preperiod}, {period}, {first}");
                        verified += 1;
                    }
                    Err(_) => refuted += usize::from(!is_true),
                }
            }
        }
    }
    assert!(verified >= 4 && refuted > 30, "{verified}, {refuted}");
}

/// Digits by which the fewest heaps are rare, if those are few; the parity of what moves take, if the parity of sizes counts.
fn choice(values: &[u32]) -> Option<(u32, Option<bool>)> {
    // How many heaps there are of a value and a parity of the size.
    let mut counts: BTreeMap<(u32, bool), usize> = BTreeMap::new();
    for (n, value) in values.iter().enumerate() {
        *counts.entry((*value, n % 2 == 1)).or_default() += 1;
    }
    let rare = |(digits, by_size): &(u32, Option<bool>)| -> usize {
        let is_rare = |(value, size_is_odd): (u32, bool)| {
            let odd = (value & digits).count_ones() % 2 == 1;
            odd == by_size.is_some_and(|takes_odd| !takes_odd ^ size_is_odd)
        };
        counts.iter().filter(|(heap, _)| is_rare(**heap)).map(|(_, heaps)| heaps).sum()
    };
    let choices = (1..64).flat_map(|digits| [None, Some(false), Some(true)].map(|by_size| (digits, by_size)));
    choices.min_by_key(rare).filter(|best| 20 * rare(best) < values.len())
}

/// Numbers between which all values recur with a period; without the second, to the end.
struct Run {
    period: usize,
    from: usize,
    to: Option<usize>,
}

/// All runs of values that recur, of some periods, but for the shortest.
fn recurring(values: &[u32]) -> Vec<Run> {
    const END: usize = 30_000;
    let mut found = vec![];
    for period in (1..400).chain((400..6000).step_by(2)) {
        let (mut n, mut from, later) = (0, 0, &values[period..]);
        while n < END {
            if values[n] != later[n] {
                if n >= from + 32 {
                    found.push(Run { period, from, to: Some(n) });
                }
                from = n + 1;
            }
            n += 1;
        }
        found.extend((from < END).then_some(Run { period, from, to: None }));
    }
    found
}

/// Some of the runs that are long enough for a certificate, with the heap from which on values recur.
fn chosen(runs: &[Run], first: usize) -> Vec<(usize, usize)> {
    // Long enough for what the certificate looks at, from its first heaps on or later.
    let is_long = |run: &&Run| run.to.is_some_and(|to| to >= run.from.max(2 * first + 5000) + first + 8);
    let mut found: Vec<(usize, usize)> = runs.iter().filter(is_long).map(|run| (run.from, run.period)).collect();
    fastrand::Rng::with_seed(first as u64).shuffle(&mut found);
    found.truncate(6);
    let to_the_end = runs.iter().filter(|run| run.to.is_none()).map(|run| (run.from, run.period));
    found.extend(to_the_end.take(3));
    found
}
