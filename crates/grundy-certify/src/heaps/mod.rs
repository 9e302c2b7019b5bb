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
//! Heaps of several kinds are numbered as heaps of one ([`kinds`]), and all of this is said of their numbers. What holds of the values of all kinds
//! together gives the period of each: m divides p, and the heaps of a kind are the numbers of a residue modulo m.
//!
//! Where moves take some of the same numbers from every heap and leave one ([`steps`]), S is 0, and p looks back t heaps: n0 <= n < n0 + t is enough.
//!
//! *Saltus above 0*: [`growth`] shows that the sequence that continues the first values satisfies the recursion for all heaps. Only one sequence
//! does.

mod amounts;
mod codes;
mod common;
mod extremes;
pub(crate) mod far;
mod growth;
pub(crate) mod kinds;
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

use crate::heaps::far::{no, read, recurs_by, sum, too_many};
use crate::heaps::growth::Growth;
use crate::heaps::read::Moves;
use crate::heaps::rows::Rows;
use crate::heaps::sparse::Sparse;
use crate::heaps::steps::{Sliding, taken};
use crate::heaps::values::{NONE, Values};
use crate::heaps::window::Window;
use serde_json::{Map, Value};

use crate::claim::constants::ReadTheorem;
use crate::form::choice::Choice;
use crate::form::expr::Rules;
use crate::form::keys::{Entry, number};
use crate::form::numbers::{index, lcm};
use crate::form::spent::{Spent, Stop, Told};
use crate::form::stated::{Certificate, Stated};
use crate::heaps::kinds::{Kinds, Together};
use crate::recurrence::least::{Equation, Known, least, must_be};
use crate::recurrence::recurs::Recurs;
use crate::{Refusal, Verified};

/// The number of values computed at most, and of those computed one by one.
const MOST: u64 = 1 << 29;
const MOST_ONE_BY_ONE: u64 = 1 << 25;

/// The room of what is computed in rows, since few heaps are rare.
const RARE: &str = "rare_heaps";

/// What is to be shown of the numbers of heaps.
#[derive(Clone, Copy)]
struct Goal<'a> {
    rules: &'a Rules,
    kinds: &'a Kinds,
    misere: bool,
    equation: Equation,
}

/// The quantities that the proof uses.
struct Plan {
    moves: Moves,
    /// The p of the theorem.
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
        self.verify(&of.rules, of.misere, stop)
    }

    fn words(&self, of: &Certificate) -> String {
        self.recurs.words(of, !of.rules.requires.is_empty())
    }

    fn recurs(&self) -> Option<&Recurs> {
        Some(&self.recurs)
    }
}

impl Heaps {
    fn verify(&self, rules: &Rules, misere: bool, stop: Stop) -> Result<String, Refusal> {
        let equation @ Equation { period, saltus, .. } = self.recurs.equation;
        let one = Kinds::one();
        let goal = Goal { rules, kinds: &one, misere, equation };
        if self.common.is_some() && (self.kinds.is_some() || saltus > 0 || misere) {
            return no("common values are for heaps of one kind in normal play, and for periods without a saltus");
        }
        if period == 0 {
            return no("a period is at least 1");
        }
        if let Some(together) = &self.kinds {
            return self.of_kind(goal, together, stop);
        }
        if self.recurs.line() != Ok(&[Entry::Runs(0)]) || rules.leaves.len() != 1 {
            return no("heaps are one coordinate, and their line is `_`");
        }
        if let Some(common) = self.common {
            stop(Told::Rests(RARE));
            return self.by_common_values(goal, common, stop);
        }
        match taken(rules) {
            Some(ranges) if saltus == 0 => self.by_steps(misere, &ranges, stop),
            _ => self.by_large_heaps(goal, stop),
        }
    }

    /// Verifies a period by the moves from large heaps.
    fn by_large_heaps(&self, goal: Goal<'_>, stop: Stop) -> Result<String, Refusal> {
        let Equation { preperiod, period, saltus } = self.recurs.equation;
        let plan = Plan::of(goal, self.most, self.wanted())?;
        let shown = if saltus == 0 {
            let values = computed(goal, &plan, stop)?;
            self.equations(plan.bound, &|n| values.at(n))?;
            by_bound(&plan, " tokens")
        } else {
            let values = compute(goal, &plan.moves, plan.end, stop)?;
            self.equations(plan.bound, &|n| value(&values, n))?;
            by_growth(goal, &plan, &values, stop)?
        };
        let moves = &plan.moves;
        let which = match goal.rules.requires.is_empty() {
            true => String::new(),
            false => format!(
                "Which heaps of {} or more are positions is told by their residues modulo {}. ",
                moves.near,
                moves.modulus()
            ),
        };
        Ok(format!(
            "{which}{} All values before {} were computed by the \
             definition, as mex of nim-sums. G(n + {period}) = G(n){} was looked at for all n from {preperiod} to {}; {shown} {}",
            moves_words(moves),
            plan.end,
            grown(saltus),
            plan.bound - 1,
            self.least_words(),
        ))
    }

    /// Verifies a period where few heaps are rare.
    fn by_common_values(&self, goal: Goal<'_>, common: Choice, stop: Stop) -> Result<String, Refusal> {
        let Equation { preperiod, period, .. } = self.recurs.equation;
        let moves = goal.moves(self.most)?;
        let sparse = Sparse::of(common, &moves, preperiod, period)?;
        let window = common.kept.map(|kept| Window::of(&moves, (preperiod, period), kept, common.below)).transpose()?;
        let bound = common.below.saturating_sub(period);
        let end = match &window {
            Some(window) => Some(window.begin),
            None => sum(&[Some(preperiod.max(bound)), Some(period)]).map(|end| end.max(self.wanted())),
        };
        let (_, _, fixed) = moves.most();
        let Some(end) = end.filter(|end| *end <= MOST && fixed < MOST) else { return too_many() };
        let first = compute(goal, &moves, end.min(ONE_BY_ONE.max(Rows::begin(&moves))), stop)?;
        if first.contains(&NONE) {
            return no("some heaps are no positions, and common values are for rules where all are");
        }
        let Some(mut rows) = Rows::new(Some(sparse.class), &moves, &first, index(end)) else {
            return no(
                "common values are for values of a byte, for thousands of heaps, and for moves that are the same for all large ones",
            );
        };
        let shown = match window {
            Some(window) => self.by_window(&window, rows, stop)?,
            None => {
                sparse.ask(&mut rows);
                rows.run(stop)?;
                let rare = sparse.reaches(&rows)?;
                sparse.witnesses(&rows)?;
                // That numbers are the least is told by values of at most one period and a half beyond the preperiod, and values recur if the equation holds.
                let values = All::Bytes(rows.into_values());
                self.equations(bound, &|n| values.at(if n < end { n } else { n - period }))?;
                format!(
                    "All values before {end} were computed by the definition, as mex of \
                     nim-sums. G(n + {period}) = G(n) was looked at for all n from {preperiod} to {}. By the parity of some digits of values, and of sizes, an option of two heaps has a common value if and only \
                     if just one of them has; of the heaps before {end} the greatest that has none has {rare} tokens, and each rare value below those of the last {period} heaps is that of an option that grows with \
                     the heap; so the options of all later heaps have values that recur.",
                    bound.saturating_sub(1),
                )
            }
        };
        Ok(format!("{} {shown} {}", moves_words(&moves), self.least_words()))
    }

    /// Verifies a period of heaps of which only the first and the last are kept; returns how, in words.
    fn by_window(&self, window: &Window, mut rows: Rows<'_>, stop: Stop) -> Result<String, Refusal> {
        let Window { preperiod, period, first, last, begin, end } = *window;
        rows.run(stop)?;
        let known = rows.values(0..begin);
        for n in 0..self.wanted() {
            let known = known
                .get(index(n))
                .ok_or_else(|| Refusal::False("it lists values of heaps that are not kept".into()))?;
            must_be(n, &self.recurs.values, u64::from(*known))?;
        }
        let rare = window.look(rows, known, stop)?;
        Ok(format!(
            "All values before {end} were computed. By the parity of some digits of \
             values, and of sizes, an option of two heaps has a common value if and only if just one of them has; the greatest heap that has none has {rare} tokens, and each rare value below that of a heap from \
             {begin} on is that of an option that leaves a heap below {first}, or one heap, or none. So the last {last} values tell the next one, in the same way for all these heaps; \
             and G(n + {period}) = G(n) was looked at for all n from {preperiod} to {}, as many heaps or more.",
            end - period - 1,
        ))
    }

    /// Verifies the period of heaps of one kind among several.
    fn of_kind(&self, goal: Goal<'_>, together: &Together, stop: Stop) -> Result<String, Refusal> {
        let (rules, Equation { preperiod, period, saltus }) = (goal.rules, self.recurs.equation);
        let of = together.kinds.of;
        if rules.leaves.len() != 1
            || rules.leaves[0] != (0..rules.width)
            || !rules.parts.is_empty()
            || rules.blocked > 0
        {
            return no("heaps of several kinds are those of one game, which is no compound");
        }
        let Some(number) = together.kinds.along(self.recurs.line().map_err(Refusal::of)?) else {
            return no("its line is that of none of its kinds");
        };
        // If the period of a kind is p, then p divides every number of heaps after which the values of all kinds recur.
        let rounds = Some(together.period / of).filter(|all| all.is_multiple_of(period)).map(|all| all / period);
        let Some(all) = rounds.and_then(|rounds| rounds.checked_mul(saltus)) else {
            return no("the period of all kinds together is no multiple of its period");
        };
        let equation = Equation { preperiod: together.preperiod, period: together.period, saltus: all };
        let goal = Goal { kinds: &together.kinds, equation, ..goal };
        // From here on, along the line, all values recur with the period of all kinds.
        let from = preperiod.max(together.preperiod / of + 1);
        let bound = sum(&[Some(from), Some(together.period / of)]);
        let end = sum(&[bound, Some(period)]).map(|end| end.max(self.wanted()));
        let along = end.and_then(|end| end.checked_mul(of)).and_then(|end| end.checked_add(number));
        let (Some(along), Some(bound)) = (along, bound) else { return too_many() };
        let plan = Plan::of(goal, self.most, along)?;
        let values = compute(goal, &plan.moves, plan.end, stop)?;
        let recurs = |n: &u64| value(&values, n + together.period) == value(&values, *n).map(|value| value + all);
        if let Some(n) = (together.preperiod..plan.bound).find(|n| !recurs(n)) {
            return no(format!("G(N + {}) is not G(N){} for the heap of number N = {n}", together.period, grown(all)));
        }
        let shown = if all == 0 { by_bound(&plan, "") } else { by_growth(goal, &plan, &values, stop)? };
        self.equations(bound, &|n| value(&values, n * of + number))?;
        Ok(format!(
            "The heap of n tokens has the number {of}n{}, and those of other kinds have the numbers of other residues modulo {of}. A move from a heap \
             of number {} or more lowers the sum of the numbers by at most {} and leaves at most {} heaps, of smaller numbers. All values of numbers before {} \
             were computed by the definition, as mex of nim-sums. G(N + {}) = G(N){} was looked at for all N from {} to {}; {shown} So the values along the line \
             recur from {from} on after {} heaps. G(n + {period}) = G(n){} was looked at for all n from {preperiod} to {}. {}",
            grown(number),
            plan.moves.near,
            plan.moves.most().0,
            plan.moves.most().1,
            plan.end,
            together.period,
            grown(all),
            together.preperiod,
            plan.bound - 1,
            together.period / of,
            grown(saltus),
            bound - 1,
            self.least_words(),
        ))
    }

    /// Verifies a period where some constants are taken, the same from every heap.
    fn by_steps(&self, misere: bool, ranges: &[(u64, u64)], stop: Stop) -> Result<String, Refusal> {
        let (Equation { preperiod, period, .. }, (take, _)) = (self.recurs.equation, self.most);
        let most = ranges.iter().map(|(_, most)| *most).max().unwrap_or(0);
        if take < most {
            return no(format!("moves take up to {most}, more than {take}"));
        }
        let bound = sum(&[Some(preperiod), Some(most.max(period))]);
        let end = sum(&[bound, Some(period)]).map(|end| end.max(self.wanted())).filter(|end| *end <= MOST);
        let (Some(bound), Some(end)) = (bound, end) else { return too_many() };
        let mut all = Sliding::new(ranges, misere);
        for n in 0..end {
            if n % 64 == 0 && stop(Told::Spent(Spent { steps: n, bytes: 8 * n })) {
                return Err(Refusal::Stopped);
            }
            all.next();
        }
        self.equations(bound, &|n| value(&all.values, n))?;
        Ok(format!(
            "A move takes one of the same numbers from every heap, {most} at most. All values before {end} were computed as mex of the values of the options. \
             G(n + {period}) = G(n) was looked at for all n from {preperiod} to {}, {most} heaps or more; so it holds of all later n, whose options are the same \
             numbers further back. {}",
            bound - 1,
            self.least_words(),
        ))
    }

    /// The number of values that are stated.
    fn wanted(&self) -> u64 {
        self.recurs.values.len() as u64
    }

    /// Checks the values that are stated, that the equation holds as far as needed, and that no smaller preperiod or period satisfies it.
    fn equations(&self, bound: u64, at: &dyn Fn(u64) -> Option<u64>) -> Result<(), Refusal> {
        let Recurs { equation, ref values, .. } = self.recurs;
        Ok(least(&Known { at, from: 0 }, values, bound, equation, &mut |_| false)?)
    }

    /// That the numbers are the least, in words.
    fn least_words(&self) -> String {
        let Equation { preperiod, period, .. } = self.recurs.equation;
        format!(
            "The equation fails of the index before {preperiod}, and of every period that is {period} divided by a prime. The first {} values are those of \
             the certificate.",
            self.wanted()
        )
    }
}

fn grown(saltus: u64) -> String {
    if saltus == 0 { String::new() } else { format!(" + {saltus}") }
}

/// The moves from large heaps, in words.
fn moves_words(moves: &Moves) -> String {
    let (most, left, _) = moves.most();
    format!("A move from a heap of {} or more takes at most {most} and leaves at most {left} heaps.", moves.near)
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
fn by_growth(goal: Goal<'_>, plan: &Plan, values: &[u32], stop: Stop) -> Result<String, Refusal> {
    let Plan { ref moves, from, least, period, .. } = *plan;
    let saltus = goal.equation.saltus * (period / goal.equation.period);
    let growth = Growth { moves, values, parts_from: least, from, period, saltus };
    let sets = growth.holds(stop).map_err(Refusal::of)?;
    Ok(format!(
        "the values so continued satisfy the rules for all heaps of {from} or more: an automaton that reads n and a number v in binary, with {sets} sets \
         of states, finds an option of value v for every v that is less than the value of n, and none for the value itself."
    ))
}

impl Goal<'_> {
    /// The moves, which take so much at most, and leave so many heaps.
    fn moves(&self, (take, parts): (u64, u64)) -> Result<Moves, Refusal> {
        let moves = read(self.rules, self.kinds, self.misere)?;
        let (most, left, _) = moves.most();
        if take < most || parts < left {
            return no(format!("moves take up to {most} and leave up to {left} heaps, more than {take} and {parts}"));
        }
        Ok(moves)
    }
}

impl Plan {
    /// So many values at least are computed.
    fn of(goal: Goal<'_>, (take, parts): (u64, u64), wanted: u64) -> Result<Plan, Refusal> {
        let Equation { preperiod, period, saltus } = goal.equation;
        let moves = goal.moves((take, parts))?;
        let (most, left, fixed) = moves.most();
        if goal.misere && left > 1 {
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
        Ok(Plan { moves, period: own, from, least, bound, end })
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
fn computed(goal: Goal<'_>, plan: &Plan, stop: Stop) -> Result<All, Refusal> {
    let Plan { ref moves, end, .. } = *plan;
    let mut single = Values::new(goal.rules, goal.kinds, goal.misere, moves, moves.from());
    one_by_one(&mut single, end.min(ONE_BY_ONE.max(Rows::begin(moves))), stop)?;
    if (single.values.len() as u64) < end
        && let Some(mut rows) = Rows::new(None, moves, &single.values, index(end))
    {
        stop(Told::Rests(RARE));
        rows.run(stop)?;
        return Ok(All::Bytes(rows.into_values()));
    }
    if end > MOST_ONE_BY_ONE {
        return too_many();
    }
    one_by_one(&mut single, end, stop)?;
    Ok(All::Wide(single.values))
}

/// Computes values one by one.
fn compute(goal: Goal<'_>, moves: &Moves, end: u64, stop: Stop) -> Result<Vec<u32>, Refusal> {
    let mut all = Values::new(goal.rules, goal.kinds, goal.misere, moves, moves.from());
    one_by_one(&mut all, end, stop)?;
    Ok(all.values)
}

/// Computes the values below `end` that are not there yet.
fn one_by_one(all: &mut Values<'_>, end: u64, stop: Stop) -> Result<(), Refusal> {
    for n in all.values.len() as u64..end {
        if n % 64 == 0 && stop(Told::steps(n)) {
            return Err(Refusal::Stopped);
        }
        all.next().map_err(Refusal::of)?;
    }
    Ok(())
}
