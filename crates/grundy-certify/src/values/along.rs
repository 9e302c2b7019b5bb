//! Values along lines whose periods are verified.
//!
//! In: a block of values with the key `lines`, certificates of periods of its game in its play; the positions of which the block speaks, those of its `domain` or all, are on these lines. Out: what
//! was verified. For a line with the preperiod N, the period p and the saltus s, let x(n) be its position n. The graph of the block gives every x(n) that exists its
//! value, by induction on n, for:
//!
//! 1. The certificate of the line is verified: G(x(n + p)) = G(x(n)) + s for n >= N.
//! 2. For n < N + p, the graph gives x(n) the value of the definition, wherever x(n) exists.
//! 3. For n >= N, where x(n + p) exists, x(n) does, too; and if the graph gives x(n) the value v, then it gives x(n + p) the value v + s.
//! 4. The graph gives no position two values.
//!
//! The last two are formulas that hold for all numbers. No induction over moves is needed, so the moves may be of any kind, and leave the lines.

use serde_json::{Map, Value};

use super::super::concrete::exists;
use super::super::expr::{Result, Rules};
use super::super::keys::{Entry, objects};
use super::super::plain::Plain;
use super::super::{Refusal, Verified};
use super::constants::{ReadTheorem, Theorem};
use super::sets::{Set, Sum};
use super::{Asked, Claim, Proof, Said, accepts};
use crate::recurs::Recurs;
use crate::spent::{Spent, Stop, Told};

/// The most first values that are computed by the definition.
pub(super) const FIRST: u64 = 1 << 12;

/// A line, and the certificate of its period.
pub(super) struct OnLine {
    recurs: Recurs,
    theorem: Box<dyn Theorem>,
}

/// Reads the key `lines`: certificates of periods, of a game in one play; none, if the key is not there.
pub(super) fn read(
    object: &Map<String, Value>,
    (rules, misere): (&Rules, bool),
    claim: &Claim,
    theorem: &ReadTheorem,
) -> Result<Vec<OnLine>> {
    if !object.contains_key("lines") {
        return Ok(vec![]);
    }
    let on_line = |object: &Map<String, Value>| {
        let theorem = theorem(object)?;
        let recurs = theorem.recurs(rules, misere);
        let recurs = recurs.ok_or("its `lines` are not certificates of periods along lines of its game")?;
        let recurs = recurs.without_values();
        Ok::<OnLine, String>(OnLine { recurs, theorem })
    };
    let lines = objects(object, "lines")?.into_iter().map(on_line).collect::<Result<Vec<OnLine>>>()?;
    match &claim.values {
        Said::Graph(_) if !lines.is_empty() && !claim.differences && claim.says.is_empty() => Ok(lines),
        _ => {
            Err("a block with `lines` has some, and a `graph` that reads the coordinates, and says nothing else".into())
        }
    }
}

/// The position of a line at an index.
pub(super) fn position(line: &[Entry], index: &Sum) -> Result<Vec<Sum>> {
    let entry = |entry: &Entry| match entry {
        Entry::Fixed(x) => Ok(Sum::number(i128::from(*x))),
        Entry::Runs(more) => index.plus(i128::from(*more), &Sum::number(1)),
    };
    line.iter().map(entry).collect()
}

/// The position of a line at an index that is a number.
pub(super) fn cell(line: &[Entry], index: u64) -> Result<Vec<u64>> {
    let entry = |entry: &Entry| match entry {
        Entry::Fixed(x) => Some(*x),
        Entry::Runs(more) => index.checked_add(*more),
    };
    let at = line.iter().map(entry).collect::<Option<Vec<u64>>>();
    at.ok_or_else(|| "a line has entries beyond 64 bits".into())
}

impl Proof<'_> {
    /// All steps.
    pub(super) fn along(&mut self, lines: &[OnLine], verified: &Verified, stop: Stop) -> Result<()> {
        self.is_fixed(stop)?;
        for OnLine { recurs, theorem } in lines {
            theorem.verify(verified, stop).map_err(|refusal| match refusal {
                Refusal::Stopped => String::new(),
                refusal => format!("a certificate of its `lines`: {refusal}"),
            })?;
            self.first_values(recurs, stop)?;
            self.goes_on(recurs, stop)?;
        }
        self.everywhere("a position of a block with `lines` is on none of them", stop, |own, at| {
            own.on_lines(lines, at)
        })?;
        self.one_value(stop)
    }

    /// The first values are those of the definition.
    fn first_values(&mut self, line: &Recurs, stop: Stop) -> Result<()> {
        let first = line.preperiod.checked_add(line.period).filter(|first| *first <= FIRST);
        let first =
            first.ok_or_else(|| format!("a line of its `lines` has more than {FIRST} values before it repeats"))?;
        let Said::Graph(graph) = &self.claim.values else { return Err("values along lines need a graph".into()) };
        let mut plain = Plain::new(self.rules, self.misere);
        for index in 0..first {
            let at = cell(&line.line, index)?;
            if !exists(self.rules, &at)? {
                continue;
            }
            let value = plain.value(&at, &mut |bytes| stop(Told::Spent(Spent { steps: index, bytes })))?;
            let with_value: Vec<u64> = at.iter().copied().chain([value]).collect();
            if !accepts(graph, &with_value, self.claim.numeration) {
                return Err(format!("at {at:?} the value is {value}, and the graph says something else"));
            }
        }
        Ok(())
    }

    /// What the graph says of the line goes on as the period does.
    fn goes_on(&mut self, line: &Recurs, stop: Stop) -> Result<()> {
        let (rules, more) = (self.rules, Sum::number(1));
        self.steps.speaker.begin();
        let [n, value] = [self.steps.speaker.track()?, self.steps.speaker.track()?].map(Sum::track);
        let here = position(&line.line, &n)?;
        let there = position(&line.line, &n.plus(i128::from(line.period), &more)?)?;
        let speaker = &mut self.steps.speaker;
        let behind = speaker.sets.at_most(&Sum::number(i128::from(line.preperiod)), &n)?;
        let [is_here, is_there] = [speaker.position(rules, &here)?, speaker.position(rules, &there)?];
        let grown = value.plus(i128::from(line.saltus), &more)?;
        let [has, goes_on] = [self.has(&here, &Asked::Number(value))?, self.has(&there, &Asked::Number(grown))?];
        let sets = &mut self.steps.speaker.sets;
        let goes_on = sets.implies(has, goes_on);
        let right = sets.and(vec![is_here, goes_on]);
        let where_asked = sets.and(vec![behind, is_there]);
        let formula = sets.implies(where_asked, right);
        self.steps.must(
            formula,
            || "the graph of a block does not go on along one of its `lines` as the period does".into(),
            stop,
        )
    }

    fn on_lines(&mut self, lines: &[OnLine], at: &[Sum]) -> Result<Set> {
        let mut ways = vec![];
        for line in lines {
            let index = self.steps.speaker.track()?;
            let on_it = position(&line.recurs.line, &Sum::track(index))?;
            let same = self.steps.speaker.sets.all_equal(at, &on_it)?;
            ways.push(self.steps.speaker.sets.exists(&[index], same));
        }
        Ok(self.steps.speaker.sets.or(ways))
    }

    fn one_value(&mut self, stop: Stop) -> Result<()> {
        self.everywhere("the graph of a block gives some position two values", stop, |own, at| {
            let values = [own.steps.speaker.track()?, own.steps.speaker.track()?].map(Sum::track);
            let mut both = vec![];
            for value in &values {
                both.push(own.has(at, &Asked::Number(value.clone()))?);
            }
            let both = own.steps.speaker.sets.and(both);
            let same = own.steps.speaker.sets.equal(&values[0], &values[1])?;
            Ok(own.steps.speaker.sets.implies(both, same))
        })
    }
}
