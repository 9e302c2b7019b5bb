//! Sets of values by residue class: `n mod 5: {0, 1, 3, 4}, {0}, {0, 2}, {1, 2}, {1}`.

use grundy::Diagnostic;
use grundy::lang::Code;
use grundy::lang::Span;
use grundy::theory::convergence::Classes;

use super::natural;
use crate::context::Context;
use crate::failure::Outcome;

/// The largest value that may be named.
const LARGEST: u64 = 15;
/// The largest modulus.
const CLASSES: u64 = 1 << 10;

/// Reads the words after `--seeds`.
pub(crate) fn seeds(context: &mut Context, text: &str) -> Outcome<Classes> {
    let wrong = |message: String| {
        Diagnostic::new(Code::Seeds, message).help("such as --seeds 'n mod 5: {0, 1, 3, 4}, {0}, {0, 2}, {1, 2}, {1}'")
    };
    let (head, list) = text.split_once(':').ok_or_else(|| wrong(format!("`{text}` has no `:` after the modulus")))?;
    let words: Vec<&str> = head.split_whitespace().collect();
    let [name, "mod", modulus] = words[..] else {
        return Err(wrong(format!("found `{}`, expected such as `n mod 5`", head.trim())).into());
    };
    if !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return Err(wrong(format!("`{name}` is no name of a position")).into());
    }
    let (modulus, span) = natural(context, "--seeds", "modulus", modulus)?;
    let modulus = within(&modulus, 1..=CLASSES, "modulus", span)?;
    let mut values = vec![];
    for set in sets(list).ok_or_else(|| wrong(format!("`{}` is no list of sets", list.trim())))? {
        let mut class = vec![];
        for value in set.split(',').filter(|v| !v.trim().is_empty()) {
            let (value, span) = natural(context, "--seeds", "value", value.trim())?;
            class.push(within(&value, 0..=LARGEST, "value", span)? as u8);
        }
        class.sort_unstable();
        class.dedup();
        values.push(class);
    }
    if values.len() as u64 != modulus {
        return Err(
            wrong(format!("found {} sets of values, expected {modulus}, one for each residue", values.len())).into()
        );
    }
    match values.iter().position(Vec::is_empty) {
        Some(residue) => Err(wrong(format!("for n mod {modulus} = {residue} there is no value")).into()),
        None => Ok(Classes { values, from: 0 }),
    }
}

fn within(n: &grundy::IBig, range: std::ops::RangeInclusive<u64>, noun: &str, span: Span) -> Outcome<u64> {
    match u64::try_from(n).ok().filter(|n| range.contains(n)) {
        Some(n) => Ok(n),
        None => {
            let message = format!("a {noun} is a number from {} to {}, found {n}", range.start(), range.end());
            Err(Diagnostic::at(Code::Seeds, span, message, "here").into())
        }
    }
}

/// The items in braces, separated by commas.
fn sets(list: &str) -> Option<Vec<&str>> {
    let mut found = vec![];
    let mut rest = list.trim();
    loop {
        let (set, after) = rest.strip_prefix('{')?.split_once('}')?;
        found.push(set);
        rest = after.trim_start();
        match rest.strip_prefix(',') {
            Some(more) => rest = more.trim_start(),
            None => return rest.is_empty().then_some(found),
        }
    }
}
