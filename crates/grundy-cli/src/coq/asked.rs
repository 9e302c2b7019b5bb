//! The positions whose values a claim about finitely many positions asks for.
//!
//! In: a claim, as JSON. Out: for each of its games the positions, as terms. Each question is found wherever it stands, for all values of the variables, whether it is evaluated or not: so
//! these may be more positions than are needed, and never too few where evaluation gets on. The values themselves are computed by Coq.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::evaluate::Place;
use super::rules::key;
use super::stated::PLAYS;
use super::terms::{Lacks, array};

/// The most positions, and the most steps to find them.
const MOST: usize = 20_000;
const STEPS: usize = 2_000_000;

/// The positions for each of the games, of which there are `games`; question q is about the game `of[q]`.
pub(super) fn seeds(
    object: &Map<String, Value>,
    of: &[usize],
    at: Option<&[Value]>,
    games: usize,
) -> Lacks<Vec<String>> {
    let mut asked = Asked { of, at, found: vec![BTreeSet::new(); games], place: Place::default(), steps: 0 };
    let most =
        array(key(object, "most")?)?.iter().map(|most| most.as_i64().ok_or("its `most` has another form".to_string()));
    let most = most.collect::<Lacks<Vec<_>>>()?;
    asked.all_variables(&most, object)?;
    let term = |position: &Vec<i64>| {
        let entries: Vec<String> = position.iter().map(i64::to_string).collect();
        format!("[{}]", entries.join("; "))
    };
    let of_game = |found: &BTreeSet<Vec<i64>>| {
        let positions: Vec<String> = found.iter().map(term).collect();
        format!("[{}]%N", positions.join("; "))
    };
    Ok(asked.found.iter().map(of_game).collect())
}

/// What was found so far, and what the variables are.
struct Asked<'a> {
    of: &'a [usize],
    at: Option<&'a [Value]>,
    found: Vec<BTreeSet<Vec<i64>>>,
    place: Place,
    steps: usize,
}

impl Asked<'_> {
    /// All values of the variables of the claim, and then of its ranges.
    fn all_variables(&mut self, most: &[i64], object: &Map<String, Value>) -> Lacks<()> {
        let Some((last, rest)) = most.split_first() else {
            self.walk(key(object, "where")?)?;
            return self.all_ranges(array(key(object, "all")?)?, 0, object);
        };
        for x in 0..=*last {
            self.place.x.push(x);
            self.all_variables(rest, object)?;
            self.place.x.pop();
        }
        Ok(())
    }

    fn all_ranges(&mut self, ranges: &[Value], number: u64, object: &Map<String, Value>) -> Lacks<()> {
        let Some((range, rest)) = ranges.split_first() else {
            self.walk(key(object, "if")?)?;
            return self.walk(key(object, "holds")?);
        };
        for z in self.ends(&range[0], &range[1])? {
            self.place.v.insert(number, z);
            self.all_ranges(rest, number + 1, object)?;
        }
        Ok(())
    }

    /// Finds the questions in an expression.
    fn walk(&mut self, expr: &Value) -> Lacks<()> {
        self.steps += 1;
        if self.steps > STEPS {
            return Err("it asks for too many values to write them down for Coq".into());
        }
        let Some(of) = expr.as_array() else { return Ok(()) };
        match of.as_slice() {
            [word, question, entries] if word == "ask" => self.ask(question, array(entries)?),
            [word, _, ranges, condition, body] if word == "fold" => self.walk_ranges(array(ranges)?, condition, body),
            _ => of.iter().try_for_each(|part| self.walk(part)),
        }
    }

    fn walk_ranges(&mut self, ranges: &[Value], condition: &Value, body: &Value) -> Lacks<()> {
        let Some((range, rest)) = ranges.split_first() else {
            self.walk(condition)?;
            return self.walk(body);
        };
        let number = range[0].as_u64().ok_or("a range has another form")?;
        for z in self.ends(&range[1], &range[2])? {
            self.place.v.insert(number, z);
            self.walk_ranges(rest, condition, body)?;
        }
        Ok(())
    }

    fn ends(&mut self, least: &Value, most: &Value) -> Lacks<std::ops::RangeInclusive<i64>> {
        match (self.place.number(least), self.place.number(most)) {
            (Some(least), Some(most)) => Ok(least..=most),
            _ => Err("a range in it has ends that are only known where values are".into()),
        }
    }

    fn ask(&mut self, question: &Value, entries: &[Value]) -> Lacks<()> {
        let game = question.as_u64().and_then(|q| self.of.get(usize::try_from(q).ok()?)).copied();
        let game = game.ok_or("it asks a question where none is known")?;
        let entries = match self.at {
            Some(at) if entries.is_empty() => at,
            _ => entries,
        };
        let position: Option<Vec<i64>> = entries.iter().map(|entry| self.place.number(entry)).collect();
        let position = position.ok_or("it asks for values at positions that depend on values")?;
        if position.iter().try_fold(0i64, |sum, entry| sum.checked_add(*entry)).is_none_or(|sum| sum >= PLAYS) {
            return Err(format!(
                "it asks for the value of a position from which a play may have {PLAYS} moves or more"
            ));
        }
        if position.iter().all(|entry| *entry >= 0) {
            self.found[game].insert(position);
        }
        match self.found.iter().map(BTreeSet::len).sum::<usize>() > MOST {
            true => Err("it asks for too many values to write them down for Coq".into()),
            false => Ok(()),
        }
    }
}
