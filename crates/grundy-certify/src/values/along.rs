//! Values along lines whose periods are verified.
//!
//! In: a block of values with the key `lines`, certificates of periods of its game in its play; the positions of which the block speaks, those of its `domain` or all, are on these lines. Out: what
//! was verified. For a line with the preperiod N, the period p and the saltus s, let x(n) be its position n. The graph of the block gives every x(n) that exists its
//! value, by induction on n, for:
//!
//! 1. The certificate of the line is verified: G(x(n + p)) = G(x(n)) + s for n >= N.
//! 2. For n < N + p, the graph gives x(n) the value of the definition, wherever x(n) exists.
//! 3. What the graph says goes on along each line as its period does (theorem `line`), every position that the block speaks of is on a line, and the graph gives none two values (theorem `lines`).

use serde_json::{Map, Value};

use crate::claim::constants::{ReadTheorem, Theorem};
use crate::definition::plain::Plain;
use crate::form::expr::{Result, Rules};
use crate::form::grounds::DEFINITION;
use crate::form::keys::{Entry, objects};
use crate::form::spent::{Stop, Told};
use crate::recurrence::least::Equation;
use crate::recurrence::recurs::{Recurs, cell};
use crate::say::moves::Speaker;
use crate::say::sets::{Set, Sum};
use crate::theorems::obligations::{Model, Thing, named, position, show};
use crate::values::{Automata, Block, Claim, Proof, accepts};
use crate::{Refusal, Verified};

/// The most first values that are computed by the definition.
pub(crate) const FIRST: u64 = 1 << 12;

/// A line, and the certificate of its period.
pub(crate) struct OnLine {
    recurs: Recurs,
    theorem: Box<dyn Theorem>,
}

/// Reads the key `lines`: certificates of periods, of a game in one play; none, if the key is not there.
pub(crate) fn read(
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
        let recurs = recurs.ok_or("its `lines` are not certificates of periods along lines of its game")?.clone();
        Ok::<OnLine, String>(OnLine { recurs, theorem })
    };
    let lines = objects(object, "lines")?.into_iter().map(on_line).collect::<Result<Vec<OnLine>>>()?;
    match &claim.values {
        Automata::Graph(_) if !lines.is_empty() && !claim.differences => Ok(lines),
        _ => Err("a block with `lines` has some, and a `graph` that reads the coordinates".into()),
    }
}

/// The position of a line at an index.
fn on_line(line: &[Entry], index: &Sum) -> Result<Vec<Sum>> {
    let entry = |entry: &Entry| match entry {
        Entry::Fixed(x) => Ok(Sum::number(i128::from(*x))),
        Entry::Runs(more) => index.plus(i128::from(*more), &Sum::number(1)),
    };
    line.iter().map(entry).collect()
}

impl Proof<'_> {
    /// All steps.
    pub(crate) fn along(&mut self, lines: &[OnLine], verified: &Verified, stop: Stop) -> Result<()> {
        stop(Told::Rests(DEFINITION));
        self.is_fixed(stop)?;
        for OnLine { recurs, theorem } in lines {
            theorem.verify(verified, stop).map_err(|refusal| match refusal {
                Refusal::Stopped => String::new(),
                refusal => format!("a certificate of its `lines`: {refusal}"),
            })?;
            self.first_values(recurs, stop)?;
            self.goes_on(recurs, stop)?;
        }
        let Proof { block, steps } = self;
        show(steps, "lines", &OnLines(block, lines), &|speaker| block.subject(speaker), stop)
    }

    /// The first values are those of the definition.
    fn first_values(&mut self, line: &Recurs, stop: Stop) -> Result<()> {
        let first = line.equation.first(FIRST);
        let first =
            first.ok_or_else(|| format!("a line of its `lines` has more than {FIRST} values before it repeats"))?;
        let Block { rules, claim, misere, .. } = self.block;
        let Automata::Graph(graph) = &claim.values else { return Err("values along lines need a graph".into()) };
        let mut plain = Plain::new(rules, misere);
        for index in 0..first {
            let at = cell(line.line()?, index)?;
            let Some(value) = plain.value_at(&at, index, stop)? else { continue };
            let with_value: Vec<u64> = at.iter().copied().chain([value]).collect();
            if !accepts(graph, &with_value, claim.numeration) {
                return Err(format!("at {at:?} the value is {value}, and the graph says something else"));
            }
        }
        Ok(())
    }

    /// What the automata say of the line goes on as the period does.
    pub(crate) fn goes_on(&mut self, line: &Recurs, stop: Stop) -> Result<()> {
        let (Proof { block, steps }, Equation { preperiod, period, saltus }) = (self, line.equation);
        let subject = |speaker: &mut Speaker| {
            let (n, more) = (Sum::track(speaker.track()?), Sum::number(1));
            let there = on_line(line.line()?, &n.plus(period.into(), &more)?)?;
            let behind = speaker.sets.at_most(&Sum::number(preperiod.into()), &n)?;
            let names = vec![
                position("here", &on_line(line.line()?, &n)?),
                position("there", &there),
                named("saltus", Thing::Number(Sum::number(saltus.into()))),
            ];
            Ok((names, behind))
        };
        show(steps, "line", block, &subject, stop)
    }
}

/// A block of values along lines.
struct OnLines<'a>(&'a Block<'a>, &'a [OnLine]);

impl Model for OnLines<'_> {
    fn game(&self, number: usize) -> (&Rules, bool) {
        self.0.game(number)
    }

    fn is_misere(&self) -> bool {
        self.0.misere
    }

    fn says(&self, speaker: &mut Speaker, word: &str, of: &[Thing]) -> Result<Set> {
        let ("on_a_line", [x]) = (word, of) else { return self.0.says(speaker, word, of) };
        let mut ways = vec![];
        for line in self.1 {
            let index = speaker.track()?;
            let on_it = on_line(line.recurs.line()?, &Sum::track(index))?;
            let same = speaker.sets.all_equal(x.at()?, &on_it)?;
            ways.push(speaker.sets.exists(&[index], same));
        }
        Ok(speaker.sets.or(ways))
    }
}
