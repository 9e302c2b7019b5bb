//! Certificates of kind `values`: automata that say the value of every position.
//!
//! In: rules, and automata that read the digits of a position in some numeration, either one for each of the values 0, 1, … (*levels*), or one that reads the
//! value as well (a *graph*). Out: what was verified, by induction over the options. Each step is one formula that must hold for all numbers.
//!
//! The theorems are `graph` and `levels` of `theorems.txt`. In *differences* the automata read the least coordinate and the differences of the others, in ascending order; then the theorems `exchange` and `order`
//! show that this loses nothing.
//!
//! The values of some small positions are computed by the definition and compared.

pub(crate) mod along;
pub(crate) mod domain;
pub(crate) mod recurs;

use serde_json::{Map, Value};

use crate::Refusal;
use crate::Verified;
use crate::claim::constants::ReadTheorem;
use crate::definition::concrete::small_positions;
use crate::definition::plain::Plain;
use crate::form::expr::{Result, Rules, short};
use crate::form::keys::list;
use crate::form::numbers::index;
use crate::form::spent::{Spent, Stop, Told};
use crate::form::stated::{Certificate, Stated};
use crate::say::moves::Speaker;
use crate::say::numeration::{self, Numeration};
use crate::say::sets::{Set, Sets, Sum, Table, Track};
use crate::say::steps::Steps;
use crate::theorems::descent::{self, Falls};
use crate::theorems::obligations::{self, Model, Names, Thing, position, show};
use crate::theorems::order;

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
    pub(crate) numeration: Numeration,
    pub(crate) differences: bool,
    /// The factors of the sum that every move lowers.
    pub(crate) falls: Falls,
    /// The positions that it speaks of, where these are not all.
    pub(crate) domain: Option<Table>,
    /// The coordinates that are the same number in all of these positions; empty if none is.
    fixed: Vec<Option<u64>>,
    pub(crate) values: Automata,
}

/// The automata.
pub(crate) enum Automata {
    Levels { levels: Vec<Table>, complete: bool },
    Graph(Table),
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
                Automata::Levels { levels, complete }
            }
            (None, Some(graph), None) => Automata::Graph(table(graph, letters(rules.width + 1)?)?),
            _ => return Err("it has neither `levels` with `complete`, nor a `graph`".into()),
        };
        let domain = domain::read(object, || letters(rules.width))?;
        let fixed = domain::fixed(object, rules.width)?;
        if !fixed.is_empty() && (domain.is_none() || differences) {
            return Err("coordinates are `fixed` in a `domain` alone, and not in differences".into());
        }
        Ok(Claim { numeration, differences, falls, domain, fixed, values })
    }

    /// The automata, as sets of a store.
    pub(crate) fn tables(&self, sets: &mut Sets) -> Vec<usize> {
        match &self.values {
            Automata::Levels { levels, .. } => levels.iter().map(|level| sets.table(level)).collect(),
            Automata::Graph(graph) => vec![sets.table(graph)],
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

    /// What is asked of the automata where a value is asked for; levels are asked for by constants.
    pub(crate) fn asked(&self, value: &Sum) -> Result<Asked> {
        match (&self.values, value.as_number()) {
            (Automata::Graph(_), _) => Ok(Asked::Number(value.clone())),
            (Automata::Levels { .. }, Some(level)) => Ok(Asked::Level(index(level))),
            (Automata::Levels { .. }, None) => Err("a value is asked for of which levels are known".into()),
        }
    }

    /// The value of a position is, by the automata, a number.
    pub(crate) fn has(&self, speaker: &mut Speaker, tables: &[usize], at: &[Sum], asked: &Asked) -> Result<Set> {
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
        if !matches!(self.values, Automata::Levels { complete: true, .. }) && !parts.is_empty() {
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
        match &self.values {
            Automata::Levels { levels, complete } => {
                let which =
                    if levels.len() == 1 { "k = 0".to_string() } else { format!("k = 0, …, {}", last(levels)) };
                let all = if *complete { " There are no other values." } else { "" };
                format!(
                    "the value is k exactly if the automaton k of the certificate accepts {digits}, for {which}.{all}"
                )
            }
            Automata::Graph(_) => {
                format!(
                    "the value is the number t for which the automaton of the certificate accepts {digits} and those of t."
                )
            }
        }
    }
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
pub(crate) enum Asked {
    Level(usize),
    Number(Sum),
}

/// The game of a block of values, and its automata in a store.
pub(crate) struct Block<'a> {
    rules: &'a Rules,
    claim: &'a Claim,
    misere: bool,
    pub(crate) tables: Vec<usize>,
    domain: Option<usize>,
}

pub(crate) struct Proof<'a> {
    pub(crate) block: Block<'a>,
    pub(crate) steps: Steps,
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

impl Model for Block<'_> {
    fn game(&self, _: usize) -> (&Rules, bool) {
        // Of positions that do not ascend automata that read differences say nothing.
        (self.rules, false)
    }

    fn is_misere(&self) -> bool {
        self.misere
    }

    fn levels(&self) -> Result<Option<usize>> {
        Ok(if let Automata::Levels { levels, .. } = &self.claim.values { Some(levels.len()) } else { None })
    }

    fn says(&self, speaker: &mut Speaker, word: &str, of: &[Thing]) -> Result<Set> {
        match (word, of) {
            ("V", [Thing::At(_, parts), Thing::Number(value)]) => self.has(speaker, parts, value),
            ("grown", [Thing::At(_, parts), Thing::Number(value), Thing::Number(saltus)]) => {
                self.has(speaker, parts, &value.plus(1, saltus)?)
            }
            ("inside", [Thing::At(_, parts)]) => {
                let outside = parts.iter().map(|to| domain::is_outside(speaker, self.claim, self.domain, to));
                let outside = outside.collect::<Result<Vec<Set>>>()?;
                let outside = speaker.sets.or(outside);
                Ok(speaker.sets.not(outside))
            }
            ("falls", [x]) => descent::holds(speaker, self.rules, &self.claim.falls, x.at()?),
            ("in_order", [x, y]) => order::in_order(speaker, x.at()?, y.at()?),
            ("complete", []) => {
                let complete = matches!(self.claim.values, Automata::Levels { complete: true, .. });
                Ok(speaker.sets.constant(complete))
            }
            _ => Err(obligations::no_word(word)),
        }
    }
}

impl Block<'_> {
    /// A position of new tracks, as the automata look at it; with numbers for the coordinates that are the same everywhere. And where it exists and is spoken of.
    fn position(&self, speaker: &mut Speaker) -> Result<(Vec<Sum>, Set)> {
        let mut at = vec![];
        let mut last = Sum::default();
        for i in 0..self.rules.width {
            if let Some(Some(fixed)) = self.claim.fixed.get(i) {
                at.push(Sum::number(i128::from(*fixed)));
                continue;
            }
            let track = Sum::track(speaker.track()?);
            last = if self.claim.differences { last.plus(1, &track)? } else { track };
            at.push(last.clone());
        }
        let here = vec![speaker.position(self.rules, &at)?, self.claim.is_inside(speaker, self.domain, &at)?];
        Ok((at, speaker.sets.and(here)))
    }

    fn subject(&self, speaker: &mut Speaker) -> Result<(Names, Set)> {
        let (at, here) = self.position(speaker)?;
        Ok((vec![position("x", &at)], here))
    }

    /// The value of a position, or the nim-sum of those of several parts, is a number.
    fn has(&self, speaker: &mut Speaker, parts: &[Vec<Sum>], value: &Sum) -> Result<Set> {
        let asked = self.claim.asked(value)?;
        match (parts, &asked) {
            ([at], _) => self.claim.has(speaker, &self.tables, at, &asked),
            _ if self.misere => Err("in misère play, the values of parts do not say the value of all of them".into()),
            (_, Asked::Level(level)) => self.claim.nim_sum(speaker, &self.tables, parts, *level),
            (_, Asked::Number(value)) => self.claim.nim_sum_by_graph(speaker, &self.tables, parts, value),
        }
    }
}

impl<'a> Proof<'a> {
    pub(crate) fn of(rules: &'a Rules, misere: bool, claim: &'a Claim) -> Proof<'a> {
        let mut steps = Steps::of(claim.numeration);
        let sets = &mut steps.speaker.sets;
        let (tables, domain) = (claim.tables(sets), claim.domain(sets));
        Proof { block: Block { rules, claim, misere, tables, domain }, steps }
    }

    /// All steps; how many small positions were compared.
    fn whole(&mut self, stop: Stop) -> Result<u64> {
        self.run(stop)?;
        self.compare(stop)
    }

    pub(crate) fn run(&mut self, stop: Stop) -> Result<()> {
        self.is_fixed(stop)?;
        let Block { rules, claim, .. } = self.block;
        if claim.differences {
            order::exchange(&mut self.steps, rules, stop)?;
            self.show("order", stop)?;
        }
        let theorem = if matches!(claim.values, Automata::Graph(_)) { "graph" } else { "levels" };
        self.show(theorem, stop)
    }

    /// The obligations of a theorem hold at all positions that are spoken of.
    fn show(&mut self, theorem: &str, stop: Stop) -> Result<()> {
        let Proof { block, steps } = self;
        show(steps, theorem, block, &|speaker| block.subject(speaker), stop)
    }

    /// Compares the automata with the definition at the positions of a small box that they speak of. The induction does not rest on it: where moves are many, the first positions
    /// are enough.
    fn compare(&mut self, stop: Stop) -> Result<u64> {
        let Block { rules, claim, misere, .. } = self.block;
        let (mut plain, mut compared) = (Plain::new(rules, misere).limited(COMPARED_STEPS), 0);
        small_positions(rules, COMPARED, &mut |at| {
            if claim.domain.as_ref().is_some_and(|domain| !accepts(domain, &claim.read_of(at), claim.numeration)) {
                return Ok(());
            }
            let value = match plain.value(at, &mut |bytes| stop(Told::Spent(Spent { steps: compared, bytes }))) {
                Err(_) if plain.is_spent() && compared >= FEWEST => return Ok(()),
                value => value?,
            };
            compared += 1;
            match claim.agrees(at, value) {
                true => Ok(()),
                false => Err(format!("at {at:?} the value is {value}, and the automata say something else")),
            }
        })?;
        Ok(compared)
    }
}

impl Claim {
    /// The numbers that the automata read of a position.
    fn read_of(&self, at: &[u64]) -> Vec<u64> {
        let mut entries = at.to_vec();
        if self.differences {
            entries.sort_unstable();
            (1..entries.len()).rev().for_each(|i| entries[i] -= entries[i - 1]);
        }
        entries
    }

    fn agrees(&self, at: &[u64], value: u64) -> bool {
        let mut entries = self.read_of(at);
        match &self.values {
            Automata::Levels { levels, .. } => {
                (0u64..).zip(levels).all(|(level, table)| accepts(table, &entries, self.numeration) == (level == value))
            }
            Automata::Graph(graph) => {
                entries.push(value);
                accepts(graph, &entries, self.numeration)
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
pub(crate) fn accepts(table: &Table, numbers: &[u64], numeration: Numeration) -> bool {
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
        let all = !matches!(self.values, Automata::Levels { complete: false, .. });
        numeration::automatic(asks, question, self.numeration, all)
    }
}
