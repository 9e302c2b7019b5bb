//! Verifies the period of a taking and breaking game.
//!
//! In: a certificate of kind `heaps`. Out: the proof in words, or the part of the certificate that fails.
//!
//! [`read`] finds the moves from large heaps: a move takes one of certain numbers up to t, and leaves up to k heaps. Each of these (or the smaller,
//! if there are two) must be one of certain sizes below some S, or of certain residues from S on. [`values`] computes values from the definition. A
//! heap that does not meet the conditions on positions has no value, and no move leaves it; from S on the residue decides this. Where n or n + p is
//! no position, the equation means that neither is.
//!
//! *Saltus 0* is the theorem of Guy and Smith (1956). Let p be a multiple of the modulus of the residues, d >= S, d >= n0. If G(n + p) = G(n) for
//! n0 <= n < k d + (k - 1) p + t, then for all n >= n0. The reason: n and n + p are both positions or neither is. The greatest heap in an option of
//! n + p has at least d + p tokens. With p tokens less it is still a position, and gives an option of n with the same value; and conversely.
//!
//! Heaps of several kinds are numbered as heaps of one ([`kinds`](crate::kinds)), and all of this is said of their numbers. What holds of the values of all kinds
//! together gives the period of each: m divides p, and the heaps of a kind are the numbers of a residue modulo m.
//!
//! Where moves take some of the same numbers from every heap and leave one ([`steps`]), S is 0, and p looks back t heaps: n0 <= n < n0 + t is enough.
//!
//! *Saltus above 0*: [`growth`] shows that the sequence that continues the first values satisfies the recursion for all heaps. Only one sequence
//! does.

mod amounts;
mod codes;
mod common;
pub(crate) mod far;
mod growth;
mod lanes;
mod marks;
mod pairs;
mod read;
mod rows;
mod sets;
mod sparse;
mod steps;
#[cfg(test)]
mod tests;
mod values;
mod window;

use self::common::Class;
use self::far::{no, read, recurs_by, sum, too_many};
use self::growth::Growth;
use self::read::Moves;
use self::rows::Rows;
use self::sparse::Sparse;
use self::steps::{Sliding, taken};
use self::values::{NONE, Values};
use self::window::Window;
use serde_json::{Map, Value};

use super::choice::Choice;
use super::expr::Rules;
use super::keys::{Entry, number};
use super::kinds::{Kinds, Together};
use super::least::{Equation, Known, least, must_be};
use super::numbers::{index, lcm};
use super::recurs::Recurs;
use super::stated::{Certificate, Stated};
use super::{Refusal, Verified};
use crate::spent::{Spent, Stop, Told};
use crate::values::constants::ReadTheorem;

/// The number of values computed at most, and of those computed one by one.
const MOST: u64 = 1 << 29;
const MOST_ONE_BY_ONE: u64 = 1 << 25;

/// The room of what is computed in rows, since few heaps are rare.
const RARE: &str = "rare_heaps";

/// What is to be shown of the numbers of heaps: G(N + period) = G(N) + saltus from the preperiod on.
struct Goal<'a> {
    rules: &'a Rules,
    kinds: &'a Kinds,
    misere: bool,
    preperiod: u64,
    period: u64,
    saltus: u64,
}

/// The quantities that the proof uses.
struct Plan {
    moves: Moves,
    /// The t and k of the moves, and the p of the theorem.
    most: u64,
    left: u64,
    period: u64,
    /// From this heap on the moves are as described.
    from: u64,
    /// d: from here on the value of a heap is that of the heap with p tokens less, plus the saltus.
    least: u64,
    /// The equation is checked for all n below this.
    bound: u64,
    /// The values below this are computed.
    end: u64,
}

/// A certificate of kind `heaps`: the period of heaps, by the bound of Guy and Smith.
struct Heaps {
    recurs: Recurs,
    /// The most tokens taken and the most parts left.
    most: (u64, u64),
    /// The numbering, if heaps are of several kinds.
    kinds: Option<Together>,
    /// The common values, if the proof rests on few heaps being rare.
    common: Option<Choice>,
}

/// Reads what a certificate of this kind states.
pub(crate) fn from_json(
    object: &Map<String, Value>,
    rules: &Rules,
    _: &ReadTheorem,
) -> Result<Box<dyn Stated>, String> {
    let kinds = object.get("kinds").map(|kinds| {
        let kinds = kinds.as_object().ok_or("its `kinds` are no object")?;
        Together::read(kinds, rules.width)
    });
    let (recurs, most) = (Recurs::read(object, rules)?, (number(object, "take")?, number(object, "parts")?));
    let common = object.get("common").map(Choice::read).transpose()?;
    Ok(Box::new(Heaps { recurs, most, kinds: kinds.transpose()?, common }))
}

impl Stated for Heaps {
    fn verify(&self, of: &Certificate, _: &Verified, stop: Stop) -> Result<String, Refusal> {
        let Recurs { ref line, preperiod, period, saltus, ref values } = self.recurs;
        let claim = Claim { rules: &of.rules, misere: of.misere, line, preperiod, period, saltus, values };
        verify(&claim, self.most, (self.kinds.as_ref(), self.common), stop)
    }

    fn words(&self, of: &Certificate) -> String {
        self.recurs.words(of, !of.rules.requires.is_empty())
    }

    fn recurs(&self) -> Option<&Recurs> {
        Some(&self.recurs)
    }
}

/// The statement about a line of heaps.
#[derive(Clone, Copy)]
struct Claim<'a> {
    rules: &'a Rules,
    misere: bool,
    line: &'a [Entry],
    preperiod: u64,
    period: u64,
    saltus: u64,
    values: &'a [Option<u64>],
}

/// Verifies a claim.
fn verify(
    claim: &Claim<'_>,
    (take, parts): (u64, u64),
    (together, common): (Option<&Together>, Option<Choice>),
    stop: Stop,
) -> Result<String, Refusal> {
    let Claim { rules, misere, preperiod, period, saltus, .. } = *claim;
    if common.is_some() && (together.is_some() || saltus > 0 || misere) {
        return no("common values are for heaps of one kind in normal play, and for periods without a saltus");
    }
    if period == 0 {
        return no("a period is at least 1");
    }
    if let Some(together) = together {
        return of_kind(claim, (take, parts), together, stop);
    }
    if claim.line != [Entry::Runs(0)] || rules.leaves.len() != 1 {
        return no("heaps are one coordinate, and their line is `_`");
    }
    if let Some(common) = common {
        stop(Told::Rests(RARE));
        return by_common_values(claim, (take, parts), common, stop);
    }
    if let (0, Some(ranges)) = (saltus, taken(rules)) {
        return by_steps(claim, &ranges, take, stop);
    }
    let goal = Goal { rules, kinds: &Kinds::one(), misere, preperiod, period, saltus };
    let plan = Plan::of(&goal, take, parts, claim.values.len() as u64)?;
    let see = |n, found| stated(claim, n, found);
    let shown = if saltus == 0 {
        let values = computed(&goal, &plan, &see, stop)?;
        equations(claim, plan.bound, &|n| values.at(n))?;
        by_bound(&plan, " tokens")
    } else {
        let values = compute(&goal, &plan, plan.end, &see, stop)?;
        equations(claim, plan.bound, &|n| value(&values, n))?;
        by_growth(&goal, &plan, &values, stop)?
    };
    let Plan { moves, most, left, end, .. } = plan;
    let grown = grown(saltus);
    let which = match rules.requires.is_empty() {
        true => String::new(),
        false => format!(
            "Which heaps of {} or more are positions is told by their residues modulo {}. ",
            moves.near,
            moves.modulus()
        ),
    };
    Ok(format!(
        "{which}A move from a heap of {} or more takes at most {most} and leaves at most {left} heaps. All values before {end} were computed by the \
         definition, as mex of nim-sums. G(n + {period}) = G(n){grown} was looked at for all n from {preperiod} to {}; {shown} {}",
        moves.near,
        plan.bound - 1,
        least_words(claim),
    ))
}

/// Verifies a period where few heaps are rare.
fn by_common_values(
    claim: &Claim<'_>,
    (take, parts): (u64, u64),
    common: Choice,
    stop: Stop,
) -> Result<String, Refusal> {
    let Claim { rules, misere, preperiod, period, saltus, .. } = *claim;
    let goal = Goal { rules, kinds: &Kinds::one(), misere, preperiod, period, saltus };
    let moves = read(rules, goal.kinds, misere)?;
    let (most, left, fixed) = moves.most();
    if take < most || parts < left {
        return no(format!("moves take up to {most} and leave up to {left} heaps, more than {take} and {parts}"));
    }
    let sparse = Sparse::of(common, &moves, preperiod, period)?;
    if let Some(kept) = common.kept {
        return by_window(claim, (&goal, moves), (sparse.class, common.below, kept), stop);
    }
    let bound = common.below.saturating_sub(period);
    let end = sum(&[Some(preperiod.max(bound)), Some(period)]).map(|end| end.max(claim.values.len() as u64));
    let Some(end) = end.filter(|end| *end <= MOST && fixed < MOST) else { return too_many() };
    let from = moves.from();
    let plan = Plan { moves, most, left, period, from, least: preperiod, bound, end };
    let see = |n, found| stated(claim, n, found);
    let first = compute(&goal, &plan, end.min(ONE_BY_ONE.max(Rows::begin(&plan.moves))), &see, stop)?;
    if first.contains(&NONE) {
        return no("some heaps are no positions, and common values are for rules where all are");
    }
    let Some(mut rows) = Rows::new(Some(sparse.class), &plan.moves, &first, index(end)) else {
        return no(
            "common values are for values of a byte, for thousands of heaps, and for moves that are the same for all large ones",
        );
    };
    sparse.ask(&mut rows);
    rows.run(stop)?;
    let rare = sparse.reaches(&rows)?;
    sparse.witnesses(&rows)?;
    // That numbers are the least is told by values of at most one period and a half beyond the preperiod, and values recur if the equation holds.
    let values = All::Bytes(rows.into_values());
    (first.len() as u64..claim.values.len() as u64).try_for_each(|n| see(n, values.at(n)))?;
    equations(claim, bound, &|n| values.at(if n < end { n } else { n - period }))?;
    Ok(format!(
        "A move from a heap of {} or more takes at most {most} and leaves at most {left} heaps. All values before {end} were computed by the definition, as mex of \
         nim-sums. G(n + {period}) = G(n) was looked at for all n from {preperiod} to {}. By the parity of some digits of values, and of sizes, an option of two heaps has a common value if and only \
         if just one of them has; of the heaps before {end} the greatest that has none has {rare} tokens, and each rare value below those of the last {period} heaps is that of an option that grows with \
         the heap; so the options of all later heaps have values that recur. {}",
        plan.moves.near,
        bound.saturating_sub(1),
        least_words(claim),
    ))
}

/// Verifies a period of heaps of which only the first and the last are kept.
fn by_window(
    claim: &Claim<'_>,
    (goal, moves): (&Goal<'_>, Moves),
    (class, bound, kept): (Class, u64, (u64, u64)),
    stop: Stop,
) -> Result<String, Refusal> {
    let Claim { preperiod, period, .. } = *claim;
    let window = Window::of(&moves, (preperiod, period), kept, bound)?;
    let ((most, left, _), near, (first, begin)) = (moves.most(), moves.near, kept);
    let from = moves.from();
    let plan = Plan { moves, most, left, period, from, least: preperiod, bound, end: begin };
    let see = |n, found| stated(claim, n, found);
    let single = compute(goal, &plan, ONE_BY_ONE.max(Rows::begin(&plan.moves)).min(begin), &see, stop)?;
    if single.contains(&NONE) {
        return no("some heaps are no positions, and common values are for rules where all are");
    }
    let Some(mut rows) = Rows::new(Some(class), &plan.moves, &single, index(begin)) else {
        return no("common values are for values of a byte, and for moves that are the same for all large heaps");
    };
    rows.run(stop)?;
    let known = rows.values(0..begin);
    (single.len() as u64..claim.values.len() as u64)
        .try_for_each(|n| see(n, known.get(index(n)).map(|value| u64::from(*value))))?;
    let rare = window.look(rows, known, stop)?;
    Ok(format!(
        "A move from a heap of {near} or more takes at most {most} and leaves at most {left} heaps. All values before {bound} were computed. By the parity of some digits of \
         values, and of sizes, an option of two heaps has a common value if and only if just one of them has; the greatest heap that has none has {rare} tokens, and each rare value below that of a heap from \
         {begin} on is that of an option that leaves a heap below {first}, or one heap, or none. So the last {} values tell the next one, in the same way for all these heaps; \
         and G(n + {period}) = G(n) was looked at for all n from {preperiod} to {}, as many heaps or more. {}",
        window.last,
        bound - period - 1,
        least_words(claim),
    ))
}

/// That the numbers of a certificate are the least, in words.
fn least_words(claim: &Claim<'_>) -> String {
    let Claim { preperiod, period, values, .. } = *claim;
    format!(
        "The equation fails of the index before {preperiod}, and of every period that is {period} divided by a prime. The first {} values are those of \
         the certificate.",
        values.len()
    )
}

fn grown(saltus: u64) -> String {
    if saltus == 0 { String::new() } else { format!(" + {saltus}") }
}

/// Verifies the period of heaps of one kind among several.
fn of_kind(claim: &Claim<'_>, (take, parts): (u64, u64), together: &Together, stop: Stop) -> Result<String, Refusal> {
    let Claim { rules, line, misere, preperiod, period, saltus, .. } = *claim;
    let Together { kinds, .. } = together;
    let of = kinds.of;
    if rules.leaves.len() != 1 || rules.leaves[0] != (0..rules.width) || !rules.parts.is_empty() || rules.blocked > 0 {
        return no("heaps of several kinds are those of one game, which is no compound");
    }
    let Some(number) = kinds.along(line) else { return no("its line is that of none of its kinds") };
    // If the period of a kind is p, then p divides every number of heaps after which the values of all kinds recur.
    let rounds = Some(together.period / of).filter(|all| all.is_multiple_of(period)).map(|all| all / period);
    let Some(all) = rounds.and_then(|rounds| rounds.checked_mul(saltus)) else {
        return no("the period of all kinds together is no multiple of its period");
    };
    let goal = Goal { rules, kinds, misere, preperiod: together.preperiod, period: together.period, saltus: all };
    // From here on, along the line, all values recur with the period of all kinds.
    let from = preperiod.max(together.preperiod / of + 1);
    let bound = sum(&[Some(from), Some(together.period / of)]);
    let end = sum(&[bound, Some(period)]).map(|end| end.max(claim.values.len() as u64));
    let along = end.and_then(|end| end.checked_mul(of)).and_then(|end| end.checked_add(number));
    let (Some(along), Some(bound)) = (along, bound) else { return too_many() };
    let plan = Plan::of(&goal, take, parts, along)?;
    let stated = |heap: u64, found| match heap.checked_sub(number) {
        Some(more) if more.is_multiple_of(of) => stated(claim, more / of, found),
        _ => Ok(()),
    };
    let values = compute(&goal, &plan, plan.end, &stated, stop)?;
    let recurs = |n: &u64| value(&values, n + goal.period) == value(&values, *n).map(|value| value + all);
    if let Some(n) = (goal.preperiod..plan.bound).find(|n| !recurs(n)) {
        return no(format!("G(N + {}) is not G(N){} for the heap of number N = {n}", goal.period, grown(all)));
    }
    let shown = if all == 0 { by_bound(&plan, "") } else { by_growth(&goal, &plan, &values, stop)? };
    equations(claim, bound, &|n| value(&values, n * of + number))?;
    Ok(format!(
        "The heap of n tokens has the number {of}n{}, and those of other kinds have the numbers of other residues modulo {of}. A move from a heap \
         of number {} or more lowers the sum of the numbers by at most {} and leaves at most {} heaps, of smaller numbers. All values of numbers before {} \
         were computed by the definition, as mex of nim-sums. G(N + {}) = G(N){} was looked at for all N from {} to {}; {shown} So the values along the line \
         recur from {from} on after {} heaps. G(n + {period}) = G(n){} was looked at for all n from {preperiod} to {}. {}",
        grown(number),
        plan.moves.near,
        plan.most,
        plan.left,
        plan.end,
        goal.period,
        grown(all),
        goal.preperiod,
        plan.bound - 1,
        together.period / of,
        grown(saltus),
        bound - 1,
        least_words(claim),
    ))
}

/// The theorem of Guy and Smith, in words; `unit` is what numbers of heaps count.
fn by_bound(plan: &Plan, unit: &str) -> String {
    let Plan { period, least, .. } = plan;
    format!(
        "by the theorem of Guy and Smith (1956) it holds of all later n, since the greatest heap that is left of n + {period} is one of {least} + \
         {period}{unit} or more."
    )
}

/// The proof by an automaton, in words.
fn by_growth(goal: &Goal<'_>, plan: &Plan, values: &[u32], stop: Stop) -> Result<String, Refusal> {
    let Plan { ref moves, from, least, period, .. } = *plan;
    let saltus = goal.saltus * (period / goal.period);
    let growth = Growth { moves, values, parts_from: least, from, period, saltus };
    let sets = growth.holds(stop).map_err(Refusal::of)?;
    Ok(format!(
        "the values so continued satisfy the rules for all heaps of {from} or more: an automaton that reads n and a number v in binary, with {sets} sets \
         of states, finds an option of value v for every v that is less than the value of n, and none for the value itself."
    ))
}

impl Plan {
    /// The values, of which none is computed.
    fn values<'a>(&'a self, goal: &'a Goal<'_>) -> Values<'a> {
        Values::new(goal.rules, goal.kinds, goal.misere, &self.moves, self.moves.from())
    }

    /// So many values at least are computed.
    fn of(goal: &Goal<'_>, take: u64, parts: u64, wanted: u64) -> Result<Plan, Refusal> {
        let Goal { rules, kinds, misere, preperiod, period, saltus } = *goal;
        let moves = read(rules, kinds, misere)?;
        let (most, left, fixed) = moves.most();
        if take < most || parts < left {
            return no(format!("moves take up to {most} and leave up to {left} heaps, more than {take} and {parts}"));
        }
        if misere && left > 1 {
            return no("in misère play the value of several heaps does not follow from their values");
        }
        if fixed >= MOST || most >= MOST {
            return no("the heaps that it speaks of are too large for this checker");
        }
        let from = moves.from();
        let own = lcm(period, moves.modulus());
        let least = preperiod.max(moves.near);
        let bound = match saltus {
            0 => recurs_by(least, own, (take, parts)),
            _ => sum(&[Some(least), Some(own)]),
        };
        let from = if saltus == 0 { from } else { from.max(least) };
        // The equation is needed for n + p as well, where the p of the theorem is a multiple of the period.
        let bound = sum(&[bound.map(|bound| bound.max(from)), own.checked_sub(period)]);
        let looked = sum(&[Some(preperiod), Some(period)]).zip(bound).map(|(round, bound)| round.max(bound));
        let end = sum(&[looked, Some(period)]).map(|end| end.max(wanted)).filter(|end| *end <= MOST);
        let (Some(bound), Some(end)) = (bound, end) else { return too_many() };
        Ok(Plan { moves, most, left, period: own, from, least, bound, end })
    }
}

/// The values of all heaps before one.
enum All {
    Wide(Vec<u32>),
    Bytes(Vec<u8>),
}

impl All {
    /// A value; `None` if the heap is no position.
    fn at(&self, n: u64) -> Option<u64> {
        match self {
            All::Wide(values) => value(values, n),
            All::Bytes(values) => Some(u64::from(values[index(n)])),
        }
    }
}

/// A value; `None` if the heap is no position.
fn value(values: &[u32], n: u64) -> Option<u64> {
    Some(values[index(n)]).filter(|value| *value != NONE).map(u64::from)
}

/// The first values are computed one by one, as many as this.
const ONE_BY_ONE: u64 = 1 << 12;

/// Computes all values, those of large heaps in rows where few are rare.
fn computed(
    goal: &Goal<'_>,
    plan: &Plan,
    see: &dyn Fn(u64, Option<u64>) -> Result<(), Refusal>,
    stop: Stop,
) -> Result<All, Refusal> {
    let first = plan.end.min(ONE_BY_ONE.max(Rows::begin(&plan.moves)));
    let mut single = plan.values(goal);
    one_by_one(&mut single, first, see, stop)?;
    if first < plan.end
        && let Some(mut rows) = Rows::new(None, &plan.moves, &single.values, index(plan.end))
    {
        stop(Told::Rests(RARE));
        rows.run(stop)?;
        let known = All::Bytes(rows.into_values());
        (first..plan.end).try_for_each(|n| see(n, known.at(n)))?;
        return Ok(known);
    }
    if plan.end > MOST_ONE_BY_ONE {
        return too_many();
    }
    one_by_one(&mut single, plan.end, see, stop)?;
    Ok(All::Wide(single.values))
}

/// Computes values one by one, and shows each to `see`.
fn compute(
    goal: &Goal<'_>,
    plan: &Plan,
    end: u64,
    see: &dyn Fn(u64, Option<u64>) -> Result<(), Refusal>,
    stop: Stop,
) -> Result<Vec<u32>, Refusal> {
    let mut all = plan.values(goal);
    one_by_one(&mut all, end, see, stop)?;
    Ok(all.values)
}

/// Computes the values below `end` that are not there yet, and shows each to `see`.
fn one_by_one(
    all: &mut Values<'_>,
    end: u64,
    see: &dyn Fn(u64, Option<u64>) -> Result<(), Refusal>,
    stop: Stop,
) -> Result<(), Refusal> {
    for n in all.values.len() as u64..end {
        if n % 64 == 0 && stop(Told::steps(n)) {
            return Err(Refusal::Stopped);
        }
        all.next().map_err(Refusal::of)?;
        see(n, value(&all.values, n))?;
    }
    Ok(())
}

/// Compares a value with that in the certificate.
fn stated(claim: &Claim<'_>, n: u64, found: Option<u64>) -> Result<(), Refusal> {
    Ok(must_be(n, claim.values, found.unwrap_or(crate::machine::NONE))?)
}

/// Verifies a period where some constants are taken, the same from every heap.
fn by_steps(claim: &Claim<'_>, ranges: &[(u64, u64)], take: u64, stop: Stop) -> Result<String, Refusal> {
    let Claim { misere, preperiod, period, line, values, .. } = *claim;
    if period == 0 || *line != [Entry::Runs(0)] {
        return no("heaps are one coordinate, their line is `_`, and a period is at least 1");
    }
    let most = ranges.iter().map(|(_, most)| *most).max().unwrap_or(0);
    if take < most {
        return no(format!("moves take up to {most}, more than {take}"));
    }
    let bound = sum(&[Some(preperiod), Some(most.max(period))]);
    let end = sum(&[bound, Some(period)]).map(|end| end.max(values.len() as u64)).filter(|end| *end <= MOST);
    let (Some(bound), Some(end)) = (bound, end) else { return too_many() };
    let mut all = Sliding::new(ranges, misere);
    for n in 0..end {
        if n % 64 == 0 && stop(Told::Spent(Spent { steps: n, bytes: 8 * n })) {
            return Err(Refusal::Stopped);
        }
        all.next();
        stated(claim, n, value(&all.values, n))?;
    }
    equations(claim, bound, &|n| value(&all.values, n))?;
    Ok(format!(
        "A move takes one of the same numbers from every heap, {most} at most. All values before {end} were computed as mex of the values of the options. \
         G(n + {period}) = G(n) was looked at for all n from {preperiod} to {}, {most} heaps or more; so it holds of all later n, whose options are the same \
         numbers further back. The equation fails of the index before {preperiod}, and of every period that is {period} divided by a prime. The first {} \
         values are those of the certificate.",
        bound - 1,
        values.len(),
    ))
}

/// Checks that the equation holds as far as needed, and that no smaller preperiod or period satisfies it.
fn equations(claim: &Claim<'_>, bound: u64, at: &dyn Fn(u64) -> Option<u64>) -> Result<(), Refusal> {
    let Claim { preperiod, period, saltus, .. } = *claim;
    Ok(least(&Known { at, from: 0 }, &[], bound, Equation { preperiod, period, saltus }, &mut |_| false)?)
}
