//! The kinds of certificates.
//!
//! A kind is an entry here, with the file that knows what it states. Grundy's book describes each of them ("Periods and certificates").

use crate::form::expr::Result;
use crate::form::stated::{KindOf, ReadStated};
use crate::{claim, correspondence, heaps, piles, quotient, recurrence, values, views};

const fn kind(name: &'static str, keys: &'static str, grounds: &'static [&'static str], read: ReadStated) -> KindOf {
    KindOf { name, keys, grounds, answers: false, read }
}

/// A kind on which questions of claims may rest.
const fn answers(name: &'static str, keys: &'static str, grounds: &'static [&'static str], read: ReadStated) -> KindOf {
    KindOf { answers: true, ..kind(name, keys, grounds, read) }
}

/// All kinds, with the keys that not all of them have, and on what all of them rest.
pub(crate) const KINDS: [KindOf; 8] = [
    answers(
        "recurrence",
        "preperiod period saltus values line value recurrence blocks everywhere",
        &["recurrence"],
        recurrence::from_json,
    ),
    answers("heaps", "preperiod period saltus values line take parts kinds common", &["heaps"], heaps::from_json),
    kind(
        "claim",
        "games values swaps theorems questions variables at where all if holds most",
        &["claim"],
        claim::from_json,
    ),
    answers(
        "correspondence",
        "coordinates falls where among says beyond games numbers known",
        &[],
        correspondence::from_json,
    ),
    kind("piles", "threshold modulus where of says", &["piles"], piles::from_json),
    answers("quotient", "table portion values most heaps preperiod period", &["quotient"], quotient::from_json),
    answers("values", "base coordinates falls levels complete graph", &[], values::from_json),
    answers(
        "views",
        "products modulus taken steps start classes guesses residue every holds factor more questions at where all if",
        &["convergence"],
        views::from_json,
    ),
];

/// The kind with a name.
pub(crate) fn named(name: &str) -> Result<&'static KindOf> {
    let known = || KINDS.iter().map(|kind| format!("`{}`", kind.name)).collect::<Vec<_>>().join(", ");
    let found = KINDS.iter().find(|kind| kind.name == name);
    found.ok_or_else(|| format!("its `kind` is `{name}`; this program knows {}", known()))
}
