//! Certificates of kind `values`: automata that say the value of every position.
//!
//! In: rules, and automata that read the digits of a position in some numeration, either one for each of the values 0, 1, … (*levels*), or one that reads the
//! value as well (a *graph*). Out: what was verified, by induction over the options. Each step is one formula that must hold for all numbers:
//!
//! 1. Every move lowers a sum of multiples of the coordinates, where no factor is below 0 unless its coordinate has a bound.
//! 2. Levels: a position belongs to the level k exactly if no option does and, for each j < k, some option belongs to the level j. In misère play, a
//!    position without options belongs to the level 1 alone. If the levels are all, every position belongs to one.
//! 3. Graph: every position has a value in it; if (x, t) belongs to it, no option of x does with t, and for each u < t some option does with u. In misère
//!    play t = 1 if x has no option.
//! 4. *Differences*: the automata read the least coordinate and the differences of the others, in ascending order. This loses nothing if all
//!    coordinates may be exchanged, and if no move from a position that ascends brings two unequal neighbours out of order: then equal coordinates can be
//!    exchanged until the option ascends, too. Both are formulas.
//! 5. What is said besides: that for positions that meet a condition the value is an expression, or is a number exactly if a condition holds.
//!
//! The values of some small positions are computed by the definition and compared.

pub(crate) mod alike;
mod along;
pub(crate) mod answered;
mod answering;
mod ascend;
mod beatty;
mod choices;
pub(crate) mod constants;
mod descent;
mod domain;
mod endless;
mod exponents;
mod finite;
mod known;
mod moves;
pub(crate) mod numeration;
mod order;
mod pairs;
pub(crate) mod piles;
mod places;
mod plainly;
mod power_digits;
mod powers;
mod programs;
mod property;
mod ranges;
pub(crate) mod reached;
pub(crate) mod recurs;
pub(crate) mod refuted;
mod sets;
mod sorted;
pub(crate) mod stated;
pub(crate) mod statement;
mod steps;
mod swap;
mod swapped;
pub(crate) mod theorems;
mod together;
mod truth;
mod unknown;
mod witness;

use serde_json::{Map, Value};

use super::Refusal;
use super::concrete::small_positions;
use super::expr::{Expr, Result, Rules, short};
use super::keys::list;
use super::numbers::index;
use super::plain::Plain;
use crate::Verified;
use crate::spent::{Spent, Stop, Told};
use crate::stated::{Certificate, Stated};
use crate::values::constants::ReadTheorem;
use descent::Falls;
use moves::{Env, Speaker};
use numeration::Numeration;
use sets::{Set, Sets, Sum, Table, Track};
use steps::Steps;

/// The most letters of an automaton: they are listed.
const LETTERS: usize = 1 << 9;
/// The most states of an automaton.
const STATES: usize = 1 << 12;
/// How many positions are compared with the definition, about; fewer where this takes so many steps, but so many at least.
const COMPARED: u64 = 1 << 10;
const COMPARED_STEPS: u64 = 1 << 26;
const FEWEST: u64 = 1 << 5;

/// What a certificate states.
pub(crate) struct Claim {
    /// The digits that the automata read.
    numeration: Numeration,
    differences: bool,
    /// The factors of the sum that every move lowers.
    falls: Falls,
    /// The positions that it speaks of, where these are not all.
    domain: Option<Table>,
    /// The coordinates that are the same number in all of these positions; empty if none is.
    fixed: Vec<Option<u64>>,
    values: Said,
    says: Vec<Says>,
}

/// The automata.
enum Said {
    Levels { levels: Vec<Table>, complete: bool },
    Graph(Table),
}

/// What is said of the positions that meet a condition.
struct Says {
    among: Expr,
    is: Is,
}

enum Is {
    Value(Expr),
    Level(usize, Expr),
}

impl Claim {
    /// Reads the keys of the kind.
    pub(crate) fn read(object: &Map<String, Value>, rules: &Rules) -> Result<Claim> {
        let differences = match object.get("coordinates").and_then(Value::as_str) {
            Some("plain") => false,
            Some("differences") => true,
            _ => return Err("its `coordinates` are neither `plain` nor `differences`".into()),
        };
        let numeration = Numeration::read(object.get("base"))?;
        // The proof of values along lines needs no induction over moves.
        let falls = if object.contains_key("lines") { vec![] } else { descent::read(object, rules.width)? };
        let letters = |tracks: usize| {
            let tracks = u32::try_from(tracks).unwrap_or(u32::MAX);
            let letters = numeration.digits().checked_pow(tracks).filter(|letters| *letters <= LETTERS);
            letters.ok_or_else(|| format!("its automata have more than {LETTERS} letters"))
        };
        let values = match (object.get("levels"), object.get("graph"), object.get("complete").and_then(Value::as_bool))
        {
            (Some(Value::Array(levels)), None, Some(complete)) if !levels.is_empty() => {
                let levels =
                    levels.iter().map(|level| table(level, letters(rules.width)?)).collect::<Result<Vec<_>>>()?;
                Said::Levels { levels, complete }
            }
            (None, Some(graph), None) => Said::Graph(table(graph, letters(rules.width + 1)?)?),
            _ => return Err("it has neither `levels` with `complete`, nor a `graph`".into()),
        };
        let says = list(object, "says")?.iter().map(|says| self::says(says, rules)).collect::<Result<Vec<_>>>()?;
        let domain = domain::read(object, || letters(rules.width))?;
        let fixed = domain::fixed(object, rules.width)?;
        if !fixed.is_empty() && (domain.is_none() || differences) {
            return Err("coordinates are `fixed` in a `domain` alone, and not in differences".into());
        }
        Ok(Claim { numeration, differences, falls, domain, fixed, values, says })
    }

    /// The automata, as sets of a store.
    fn tables(&self, sets: &mut Sets) -> Vec<usize> {
        match &self.values {
            Said::Levels { levels, .. } => levels.iter().map(|level| sets.table(level)).collect(),
            Said::Graph(graph) => vec![sets.table(graph)],
        }
    }

    /// The numbers that the automata read of a position, which in differences ascends.
    fn entries(&self, at: &[Sum]) -> Result<Vec<Sum>> {
        let mut entries = at.to_vec();
        if self.differences {
            for i in (1..entries.len()).rev() {
                entries[i] = entries[i].plus(-1, &at[i - 1])?;
            }
        }
        Ok(entries)
    }

    /// The value of a position is, by the automata, a number.
    fn has(&self, speaker: &mut Speaker, tables: &[usize], at: &[Sum], asked: &Asked) -> Result<Set> {
        let mut entries = self.entries(at)?;
        let table = match asked {
            Asked::Level(level) => match tables.get(*level) {
                Some(table) => *table,
                None => return Ok(speaker.sets.constant(false)),
            },
            Asked::Number(value) => {
                entries.push(value.clone());
                tables[0]
            }
        };
        has(speaker, table, &entries)
    }

    /// The nim-sum of the values of parts is a number. Each part has one of the values, since these are all.
    fn nim_sum(&self, speaker: &mut Speaker, tables: &[usize], parts: &[Vec<Sum>], value: usize) -> Result<Set> {
        if !matches!(self.values, Said::Levels { complete: true, .. }) && !parts.is_empty() {
            return Err("the values of several parts are known to this checker only where the levels are all".into());
        }
        let (mut bound, mut equations) = (vec![], vec![]);
        let parts = parts.iter().map(|part| as_tracks(speaker, part, &mut bound, &mut equations));
        let parts = parts.collect::<Result<Vec<Vec<Track>>>>()?;
        // The parts that come have a nim-sum.
        let mut sums: Vec<Set> = (0..tables.len().next_power_of_two()).map(|n| speaker.sets.constant(n == 0)).collect();
        for part in parts.iter().rev() {
            let has: Vec<Set> = tables.iter().map(|table| speaker.sets.is_in(*table, part.clone())).collect();
            let with = |sum: usize| {
                let ways = has.iter().enumerate().map(|(own, has)| speaker.sets.and(vec![*has, sums[sum ^ own]]));
                let ways = ways.collect();
                speaker.sets.or(ways)
            };
            sums = (0..sums.len()).map(with).collect();
        }
        equations.push(sums.get(value).copied().unwrap_or_else(|| speaker.sets.constant(false)));
        let all = speaker.sets.and(equations);
        Ok(speaker.sets.exists(&bound, all))
    }

    /// The same by the graph of the values. A part is smaller than the position, so the induction says that it has exactly one value.
    fn nim_sum_by_graph(
        &self,
        speaker: &mut Speaker,
        tables: &[usize],
        parts: &[Vec<Sum>],
        value: &Sum,
    ) -> Result<Set> {
        if self.numeration != Numeration::default() {
            return Err(
                "the nim-sum of the values of parts is one of binary digits, and the numbers have others".into()
            );
        }
        let (mut bound, mut all, mut values) = (vec![], vec![], vec![]);
        for part in parts {
            let own = speaker.track()?;
            values.push(own);
            all.push(self.has(speaker, tables, part, &Asked::Number(Sum::track(own)))?);
        }
        bound.extend(&values);
        values.extend(as_tracks(speaker, std::slice::from_ref(value), &mut bound, &mut all)?);
        all.push(speaker.sets.nim_sum_is_zero(&values));
        let all = speaker.sets.and(all);
        Ok(speaker.sets.exists(&bound, all))
    }

    /// The theorem, in words that follow "for every position of …".
    pub(crate) fn words(&self) -> String {
        let kind = self.numeration.words();
        let digits = if self.differences {
            format!("the {kind} of the least coordinate and of the differences between neighbours in ascending order")
        } else {
            format!("the {kind} of the coordinates")
        };
        let last = |levels: &Vec<Table>| levels.len() - 1;
        let what = match &self.values {
            Said::Levels { levels, complete } => {
                let which =
                    if levels.len() == 1 { "k = 0".to_string() } else { format!("k = 0, …, {}", last(levels)) };
                let all = if *complete { " There are no other values." } else { "" };
                format!(
                    "the value is k exactly if the automaton k of the certificate accepts {digits}, for {which}.{all}"
                )
            }
            Said::Graph(_) => {
                format!(
                    "the value is the number t for which the automaton of the certificate accepts {digits} and those of t."
                )
            }
        };
        let among = if self.differences { " of positions that ascend" } else { "" };
        match self.says.len() {
            0 => what,
            1 => format!("{what} So the formula in `says` of the certificate is true{among}."),
            n => format!("{what} So the {n} formulas in `says` of the certificate are true{among}."),
        }
    }
}

fn says(json: &Value, rules: &Rules) -> Result<Says> {
    let object = json.as_object().ok_or_else(|| format!("{} is nothing that is said", short(json)))?;
    let expression = |key: &str| object.get(key).map(|e| rules.expression(e)).transpose();
    let among = expression("where")?.unwrap_or(Expr::Truth(true));
    let level = object.get("level").and_then(Value::as_u64).map(index::<u64>);
    let is = match (expression("value")?, level, expression("iff")?) {
        (Some(value), None, None) => Is::Value(value),
        (None, Some(level), Some(condition)) => Is::Level(level, condition),
        _ => return Err("what is said has a `value`, or a `level` and `iff`".into()),
    };
    Ok(Says { among, is })
}

/// Reads an automaton. The state after a zero letter accepts exactly if the state before it does, so that zeros in front change nothing.
fn table(json: &Value, letters: usize) -> Result<Table> {
    let wrong = || format!("{} is no automaton with `next` and `accepts` of at most {STATES} states", short(json));
    let object = json.as_object().filter(|object| object.len() == 2).ok_or_else(wrong)?;
    let (rows, accepts) = (list(object, "next")?, list(object, "accepts")?);
    if rows.is_empty() || rows.len() != accepts.len() || rows.len() > STATES {
        return Err(wrong());
    }
    let state = |state: &Value| state.as_u64().map(index::<u64>).filter(|state| *state < rows.len()).ok_or_else(wrong);
    let row = |row: &Value| match row.as_array() {
        Some(row) if row.len() == letters => row.iter().map(state).collect::<Result<Vec<usize>>>(),
        _ => Err(wrong()),
    };
    let next = rows.iter().map(row).collect::<Result<Vec<_>>>()?;
    let accepts = accepts.iter().map(|accepts| accepts.as_bool().ok_or_else(wrong)).collect::<Result<Vec<_>>>()?;
    if next.iter().zip(&accepts).any(|(row, own)| accepts[row[0]] != *own) {
        return Err("a zero in front of the numbers changes what an automaton of its says".into());
    }
    Ok(Table { next, accepts })
}

/// The value that is asked for.
enum Asked {
    Level(usize),
    Number(Sum),
}

struct Proof<'a> {
    rules: &'a Rules,
    claim: &'a Claim,
    misere: bool,
    steps: Steps,
    tables: Vec<usize>,
    domain: Option<usize>,
}

/// Verifies a certificate of this kind; returns the proof in words.
fn verify(rules: &Rules, misere: bool, claim: &Claim, stop: Stop) -> Result<String, Refusal> {
    let mut proof = Proof::of(rules, misere, claim);
    let compared = proof.whole(stop).map_err(Refusal::of)?;
    Ok(format!(
        "By induction: every move lowers the sum of multiples of the coordinates that the certificate names, and the automata give every position the \
         least value that they give to none of its options{}. Each step is a formula that holds for all numbers; {} formulas were made automata, and in each state that can be \
         reached they accept. {}The values of {compared} small positions are those of the definition.",
        if misere { ", or 1 if it has none" } else { "" },
        proof.steps.formulas,
        if claim.differences {
            "All coordinates may be exchanged, and moves from positions that ascend keep the order of unequal neighbours. "
        } else {
            ""
        },
    ))
}

impl<'a> Proof<'a> {
    fn of(rules: &'a Rules, misere: bool, claim: &'a Claim) -> Proof<'a> {
        let mut steps = Steps::of(claim.numeration);
        let tables = claim.tables(&mut steps.speaker.sets);
        let domain = claim.domain(&mut steps.speaker.sets);
        Proof { rules, claim, misere, steps, tables, domain }
    }

    /// All steps; how many small positions were compared.
    fn whole(&mut self, stop: Stop) -> Result<u64> {
        self.run(stop)?;
        self.compare(stop)
    }

    fn run(&mut self, stop: Stop) -> Result<()> {
        self.closed(stop)?;
        self.descent(stop)?;
        if self.claim.differences {
            order::exchange(&mut self.steps, self.rules, stop)?;
            self.everywhere(order::OUT_OF_ORDER, stop, |own, at| {
                order::keeps_order(&mut own.steps.speaker, own.rules, at)
            })?;
        }
        match &self.claim.values {
            Said::Levels { levels, complete } => {
                for level in 0..levels.len() {
                    self.level(level, stop)?;
                }
                if *complete {
                    self.complete(stop)?
                }
            }
            Said::Graph(_) => self.graph(stop)?,
        }
        (0..self.claim.says.len()).try_for_each(|number| self.said(number, stop))
    }

    /// A position of new tracks, as the automata look at it; with numbers for the coordinates that are the same everywhere.
    fn position(&mut self) -> Result<Vec<Sum>> {
        let mut at = vec![];
        let mut last = Sum::default();
        for i in 0..self.rules.width {
            if let Some(Some(fixed)) = self.claim.fixed.get(i) {
                at.push(Sum::number(i128::from(*fixed)));
                continue;
            }
            let track = Sum::track(self.steps.speaker.track()?);
            last = if self.claim.differences { last.plus(1, &track)? } else { track };
            at.push(last.clone());
        }
        Ok(at)
    }

    /// A formula about a position holds for all that exist and are spoken of.
    fn everywhere(
        &mut self,
        what: &str,
        stop: Stop,
        formula: impl FnOnce(&mut Self, &[Sum]) -> Result<Set>,
    ) -> Result<()> {
        self.steps.speaker.begin();
        let at = self.position()?;
        let exists = self.steps.speaker.position(self.rules, &at)?;
        let inside = self.claim.is_inside(&mut self.steps.speaker, self.domain, &at)?;
        let formula = formula(self, &at)?;
        let here = self.steps.speaker.sets.and(vec![exists, inside]);
        let formula = self.steps.speaker.sets.implies(here, formula);
        self.steps.must(formula, || what.to_string(), stop)
    }

    /// The value of a position is, by the automata, a number.
    fn has(&mut self, at: &[Sum], asked: &Asked) -> Result<Set> {
        self.claim.has(&mut self.steps.speaker, &self.tables, at, asked)
    }

    /// The value of a position is a constant, by automata of either kind.
    fn is(&mut self, at: &[Sum], value: usize) -> Result<Set> {
        match &self.claim.values {
            Said::Levels { .. } => self.has(at, &Asked::Level(value)),
            Said::Graph(_) => self.has(at, &Asked::Number(Sum::number(value as i128))),
        }
    }

    /// Some option has a value.
    fn option(&mut self, at: &[Sum], asked: &Asked) -> Result<Set> {
        let (claim, tables, misere) = (self.claim, &self.tables, self.misere);
        self.steps.speaker.moves(self.rules, at, &mut |speaker, parts| match (parts, asked) {
            ([to], asked) => claim.has(speaker, tables, to, asked),
            _ if misere => Err("in misère play, the values of parts do not say the value of all of them".into()),
            (parts, Asked::Level(level)) => claim.nim_sum(speaker, tables, parts, *level),
            (parts, Asked::Number(value)) => claim.nim_sum_by_graph(speaker, tables, parts, value),
        })
    }

    fn terminal(&mut self, at: &[Sum]) -> Result<Set> {
        let some = self.steps.speaker.has_moves(self.rules, at)?;
        Ok(self.steps.speaker.sets.not(some))
    }

    fn descent(&mut self, stop: Stop) -> Result<()> {
        let what =
            "some move does not lower the sum that `falls` names, or a coordinate that it subtracts may be above 1";
        self.everywhere(what, stop, |own, at| descent::holds(&mut own.steps.speaker, own.rules, &own.claim.falls, at))
    }

    fn level(&mut self, level: usize, stop: Stop) -> Result<()> {
        let misere = self.misere;
        self.everywhere(&format!("the induction fails for the positions of value {level}"), stop, |own, at| {
            let same = own.option(at, &Asked::Level(level))?;
            let mut parts = vec![own.steps.speaker.sets.not(same)];
            for lower in 0..level {
                parts.push(own.option(at, &Asked::Level(lower))?);
            }
            let mut right = own.steps.speaker.sets.and(parts);
            if misere {
                let terminal = own.terminal(at)?;
                let sets = &mut own.steps.speaker.sets;
                let moves = sets.not(terminal);
                let goes_on = sets.and(vec![moves, right]);
                right = if level == 1 { sets.or(vec![terminal, goes_on]) } else { goes_on };
            }
            let here = own.has(at, &Asked::Level(level))?;
            Ok(own.steps.speaker.sets.iff(here, right))
        })
    }

    fn complete(&mut self, stop: Stop) -> Result<()> {
        self.everywhere("some position has none of the values", stop, |own, at| {
            let levels =
                (0..own.tables.len()).map(|level| own.has(at, &Asked::Level(level))).collect::<Result<Vec<_>>>()?;
            Ok(own.steps.speaker.sets.or(levels))
        })
    }

    fn graph(&mut self, stop: Stop) -> Result<()> {
        self.everywhere("some position has no value", stop, |own, at| {
            let value = own.steps.speaker.track()?;
            let has = own.has(at, &Asked::Number(Sum::track(value)))?;
            Ok(own.steps.speaker.sets.exists(&[value], has))
        })?;
        self.everywhere("some position has an option of its own value", stop, |own, at| {
            let value = Asked::Number(Sum::track(own.steps.speaker.track()?));
            let (has, same) = (own.has(at, &value)?, own.option(at, &value)?);
            let both = own.steps.speaker.sets.and(vec![has, same]);
            Ok(own.steps.speaker.sets.not(both))
        })?;
        let misere = self.misere;
        self.everywhere("some position has a value above one that no option has", stop, |own, at| {
            let (value, less) = (Sum::track(own.steps.speaker.track()?), Sum::track(own.steps.speaker.track()?));
            let has = own.has(at, &Asked::Number(value.clone()))?;
            let below = own.steps.speaker.sets.at_most(&less.plus(1, &Sum::number(1))?, &value)?;
            let mut ways = vec![own.option(at, &Asked::Number(less))?];
            if misere {
                ways.push(own.terminal(at)?);
            }
            let right = own.steps.speaker.sets.or(ways);
            let both = own.steps.speaker.sets.and(vec![has, below]);
            Ok(own.steps.speaker.sets.implies(both, right))
        })?;
        if !misere {
            return Ok(());
        }
        self.everywhere("some position without options has another value than 1", stop, |own, at| {
            let value = Sum::track(own.steps.speaker.track()?);
            let (terminal, has) = (own.terminal(at)?, own.has(at, &Asked::Number(value.clone()))?);
            let one = own.steps.speaker.sets.equal(&value, &Sum::number(1))?;
            let both = own.steps.speaker.sets.and(vec![terminal, has]);
            Ok(own.steps.speaker.sets.implies(both, one))
        })
    }

    /// A formula that is said besides.
    fn said(&mut self, number: usize, stop: Stop) -> Result<()> {
        let rules = self.rules;
        let Says { among, is } = &self.claim.says[number];
        self.everywhere(&format!("the formula {number} of its `says` is not true everywhere"), stop, |own, at| {
            let env = Env::at(at);
            let among = own.steps.speaker.truth(rules, among, &env)?;
            let right = match is {
                Is::Level(level, condition) => {
                    let (has, condition) = (own.is(at, *level)?, own.steps.speaker.truth(rules, condition, &env)?);
                    own.steps.speaker.sets.iff(has, condition)
                }
                Is::Value(e) => {
                    let mut ways = vec![];
                    match &own.claim.values {
                        Said::Graph(_) => {
                            let value = Sum::track(own.steps.speaker.track()?);
                            let has = own.has(at, &Asked::Number(value.clone()))?;
                            let same = own.steps.speaker.is_value(rules, e, &env, &value)?;
                            let both = own.steps.speaker.sets.and(vec![has, same]);
                            let tracks: Vec<_> = value.as_track().into_iter().collect();
                            ways.push(own.steps.speaker.sets.exists(&tracks, both));
                        }
                        Said::Levels { levels, .. } => {
                            for level in 0..levels.len() {
                                let has = own.has(at, &Asked::Level(level))?;
                                let same = own.steps.speaker.is_value(rules, e, &env, &Sum::number(level as i128))?;
                                ways.push(own.steps.speaker.sets.and(vec![has, same]));
                            }
                        }
                    }
                    own.steps.speaker.sets.or(ways)
                }
            };
            Ok(own.steps.speaker.sets.implies(among, right))
        })
    }

    /// Compares the automata with the definition at the positions of a small box that they speak of. The induction does not rest on it: where moves are many, the first positions
    /// are enough.
    fn compare(&mut self, stop: Stop) -> Result<u64> {
        let (mut plain, mut compared) = (Plain::new(self.rules, self.misere).limited(COMPARED_STEPS), 0);
        small_positions(self.rules, COMPARED, &mut |at| {
            if self
                .claim
                .domain
                .as_ref()
                .is_some_and(|domain| !accepts(domain, &self.read_of(at), self.claim.numeration))
            {
                return Ok(());
            }
            let value = match plain.value(at, &mut |bytes| stop(Told::Spent(Spent { steps: compared, bytes }))) {
                Err(_) if plain.is_spent() && compared >= FEWEST => return Ok(()),
                value => value?,
            };
            compared += 1;
            match self.agrees(at, value) {
                true => Ok(()),
                false => Err(format!("at {at:?} the value is {value}, and the automata say something else")),
            }
        })?;
        Ok(compared)
    }

    /// The numbers that the automata read of a position.
    fn read_of(&self, at: &[u64]) -> Vec<u64> {
        let mut entries = at.to_vec();
        if self.claim.differences {
            entries.sort_unstable();
            (1..entries.len()).rev().for_each(|i| entries[i] -= entries[i - 1]);
        }
        entries
    }

    fn agrees(&self, at: &[u64], value: u64) -> bool {
        let mut entries = self.read_of(at);
        match &self.claim.values {
            Said::Levels { levels, .. } => (0u64..)
                .zip(levels)
                .all(|(level, table)| accepts(table, &entries, self.claim.numeration) == (level == value)),
            Said::Graph(graph) => {
                entries.push(value);
                accepts(graph, &entries, self.claim.numeration)
            }
        }
    }
}

/// The entries are a tuple of a given automaton.
fn has(speaker: &mut Speaker, table: usize, entries: &[Sum]) -> Result<Set> {
    let (mut bound, mut parts) = (vec![], vec![]);
    let tracks = as_tracks(speaker, entries, &mut bound, &mut parts)?;
    parts.push(speaker.sets.is_in(table, tracks));
    let both = speaker.sets.and(parts);
    Ok(speaker.sets.exists(&bound, both))
}

/// Entries as different tracks; one that is no track becomes one, which is to be bound, by an equation.
fn as_tracks(
    speaker: &mut Speaker,
    entries: &[Sum],
    bound: &mut Vec<Track>,
    equations: &mut Vec<Set>,
) -> Result<Vec<Track>> {
    let mut tracks = vec![];
    for entry in entries {
        let track = match entry.as_track().filter(|track| !tracks.contains(track)) {
            Some(track) => track,
            None => {
                let track = speaker.track()?;
                equations.push(speaker.sets.equal(&Sum::track(track), entry)?);
                bound.push(track);
                track
            }
        };
        tracks.push(track);
    }
    Ok(tracks)
}

/// Does a given automaton accept numbers?
fn accepts(table: &Table, numbers: &[u64], numeration: Numeration) -> bool {
    let words: Vec<Vec<usize>> = numbers.iter().map(|n| numeration.digits_of(*n)).collect();
    let mut state = 0;
    for place in 0..words.iter().map(Vec::len).max().unwrap_or(0) {
        let digits = words.iter().rev().map(|word| word.get(place).copied().unwrap_or(0));
        let letter = digits.fold(0, |letter, digit| letter * numeration.digits() + digit);
        state = table.next[state][letter];
    }
    table.accepts[state]
}

/// Reads what a certificate of this kind states.
pub(crate) fn from_json(object: &Map<String, Value>, rules: &Rules, _: &ReadTheorem) -> Result<Box<dyn Stated>> {
    Ok(Box::new(Claim::read(object, rules)?))
}

impl Stated for Claim {
    fn verify(&self, of: &Certificate, _: &Verified, stop: Stop) -> Result<String, Refusal> {
        verify(&of.rules, of.misere, self, stop)
    }

    fn words(&self, of: &Certificate) -> String {
        of.everywhere(&Claim::words(self))
    }

    fn answer(&self, asks: &str, question: &Map<String, Value>, _: &Certificate) -> Result<Option<(u64, u64)>> {
        let all = !matches!(self.values, Said::Levels { complete: false, .. });
        numeration::automatic(asks, question, self.numeration, all)
    }
}
