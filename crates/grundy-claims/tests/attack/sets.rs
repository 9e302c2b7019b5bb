//! Random sets of claims, in one file and in many.
//!
//! In: [`Set`]s of claims that are known to be true or false. Out: no false claim is proved and no true one is false, whatever stands beside it; and
//! the verdicts do not depend on the order of the claims, the names of variables, the number of threads, the bound, or the order of the coordinates.

use std::collections::BTreeMap;

use grundy::Limits;
use grundy_claims::{CheckOptions, Status};
use grundy_rules::lang::Code;
use grundy_testing::Noise;

use super::set::Set;
use super::{checked, options};

/// For each claim: its status, the counterexample, and the reason.
type Found = BTreeMap<String, (Status, String)>;

/// The memory, in bytes, for sets of which many are looked at: with it nine in ten of the proofs succeed that do with 1 GiB, in a tenth of the time.
const LITTLE: u64 = 2 << 20;

const NAMES: [&str; 2] = ["a", "b"];

fn found(set: &Set, text: &str, to: u64, threads: usize) -> Result<Found, String> {
    found_by(set, text, &options(Some(to), threads))
}

fn found_by(set: &Set, text: &str, options: &CheckOptions) -> Result<Found, String> {
    let mut found = Found::new();
    for (name, verdict) in checked(text, options)? {
        let place = verdict.counterexample.and_then(|found| found.position).unwrap_or_default();
        let truth = set.claims[name.parse::<usize>().expect("a number")].truth;
        let is_fault = verdict.error.as_ref().is_some_and(|error| error.code == Code::Disagreement);
        let is_wrong = match verdict.status {
            // Nothing is called proved before the checker has read it.
            Status::Proved => truth != Some(true) || verdict.checked != Some(true),
            Status::False => truth != Some(false) || verdict.checked != Some(true),
            Status::Error => truth.is_some() || is_fault,
            _ => false,
        };
        if is_wrong {
            let error = verdict.error.map(|error| error.message).unwrap_or_default();
            return Err(format!(
                "claim {name} is {truth:?}, and ends as {} {place} {error}:\n{text}",
                verdict.status.name()
            ));
        }
        found.insert(name, (verdict.status, place));
    }
    Ok(found)
}

/// The two ways of asking agree.
fn same(what: &str, one: &Found, other: &Found, text: &str) -> Result<(), String> {
    if one == other { Ok(()) } else { Err(format!("{what}: {one:?} and {other:?}\n{text}")) }
}

/// How many claims of each truth ended with each status.
type Tally = BTreeMap<(Option<bool>, Status), usize>;

fn count(tally: &mut Tally, set: &Set, found: &Found) {
    for (name, (status, _)) in found {
        let truth = set.claims[name.parse::<usize>().expect("a number")].truth;
        *tally.entry((truth, *status)).or_default() += 1;
    }
}

/// One file, looked at once, with so little memory that no proof takes long.
fn look(noise: &mut Noise, tally: &mut Tally) -> Result<(), String> {
    let set = Set::random(noise);
    let mut order: Vec<usize> = (0..set.claims.len()).collect();
    for i in (1..order.len()).rev() {
        order.swap(i, noise.below(i + 1));
    }
    let options = options(Some(6 + noise.below(8) as u64), 1);
    let options = CheckOptions { limits: Limits { memory: LITTLE, ..options.limits }, ..options };
    let found = found_by(&set, &set.file(&order, NAMES, noise.below(2) == 0), &options)?;
    count(tally, &set, &found);
    Ok(())
}

/// Looks at a set in several ways.
fn attack(noise: &mut Noise, tally: &mut Tally) -> Result<(), String> {
    let set = Set::random(noise);
    let mut order: Vec<usize> = (0..set.claims.len()).collect();
    let text = set.file(&order, NAMES, false);
    let to = [6, 12][noise.below(2)];
    let together = found(&set, &text, to, 1)?;
    count(tally, &set, &together);
    for i in (1..order.len()).rev() {
        order.swap(i, noise.below(i + 1));
    }
    same("another order", &together, &found(&set, &set.file(&order, NAMES, false), to, 1)?, &text)?;
    match noise.below(4) {
        0 => same("two threads", &together, &found(&set, &text, to, 2)?, &text)?,
        1 => same("other names", &together, &found(&set, &set.file(&order, ["zeta", "m"], false), to, 2)?, &text)?,
        2 if set.turned.is_some() => {
            let turned = found(&set, &set.file(&order, NAMES, true), to, 1)?;
            let settled = |found: &Found| found.iter().map(|(name, (status, _))| (name.clone(), *status)).collect();
            let (one, other): (Vec<_>, Vec<_>) = (settled(&together), settled(&turned));
            if one != other {
                return Err(format!("coordinates exchanged: {one:?} and {other:?}\n{text}"));
            }
        }
        _ => {
            let other = found(&set, &text, 3 + noise.below(30) as u64, 1)?;
            if together.keys().any(|name| together[name].0 != other[name].0) {
                return Err(format!("another bound: {together:?} and {other:?}\n{text}"));
            }
        }
    }
    separate(&set, &together, &text, to, order.into_iter().take(2))
}

/// What is settled alone is settled in the same way beside others. More may be settled beside others, since a claim is decided with what others say and is proved.
fn separate(
    set: &Set,
    together: &Found,
    text: &str,
    to: u64,
    numbers: impl Iterator<Item = usize>,
) -> Result<(), String> {
    for number in numbers {
        let alone = found(set, &set.file(&[number], NAMES, false), to, 1)?[&number.to_string()].clone();
        let beside = &together[&number.to_string()];
        if matches!(alone.0, Status::Proved | Status::False) && alone != *beside {
            return Err(format!("claim {number} is {alone:?} alone, {beside:?} in\n{text}"));
        }
    }
    Ok(())
}

/// Looks at each claim of a set alone.
fn look_apart(noise: &mut Noise, tally: &mut Tally) -> Result<(), String> {
    let set = Set::random(noise);
    let order: Vec<usize> = (0..set.claims.len()).collect();
    let text = set.file(&order, NAMES, false);
    let together = found(&set, &text, 6, 1)?;
    count(tally, &set, &together);
    separate(&set, &together, &text, 6, order.into_iter())
}

/// Runs an attack on so many sets.
fn run(cases: u32, seed: u64, attack: &dyn Fn(&mut Noise, &mut Tally) -> Result<(), String>) {
    let (mut tally, mut wrong) = (Tally::new(), vec![]);
    for case in 0..cases {
        if case % 1000 == 999 {
            eprintln!("{case} sets: {tally:?}");
        }
        // Every set has noise of its own, so that one can be made again: its number says all.
        if let Err(why) = attack(&mut Noise(seed + u64::from(case) * 77), &mut tally) {
            // At once, since a long run may be ended.
            eprintln!("set {case}: {why}");
            wrong.push(format!("set {case}: {why}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {cases} sets\n{}", wrong.len(), wrong.join("\n"));
    eprintln!("{cases} sets: {tally:?}");
    // Otherwise the attack would show nothing.
    assert!(tally.get(&(Some(false), Status::False)).is_some_and(|n| *n >= 5), "{tally:?}");
    assert!(tally.get(&(Some(true), Status::Proved)).is_some_and(|n| *n >= 5), "{tally:?}");
}

#[test]
fn sets_of_claims_far_out_in_several_ways() {
    run(grundy_testing::cases(80), 1000, &attack);
}

#[test]
fn many_sets_of_claims_far_out() {
    run(grundy_testing::cases(400), 500_000_000, &look);
}

#[test]
fn claims_alone_and_together() {
    run(grundy_testing::cases(80), 7_000_000, &look_apart);
}
