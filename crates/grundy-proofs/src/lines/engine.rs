//! The line machine as an engine.
//!
//! In: a position with one large coordinate, or any position if the caller names this engine; a line. Out: the value, from the proved period of the
//! line on which that coordinate runs; the proof for the line.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{EngineName, Options};
use grundy_core::contract::position::Lists;
use grundy_core::contract::proof::{Known, Line, Proved, Until};
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::contract::stop::Result;
use grundy_core::engine::{Answer, Engine, Found, How, ValueRequest};
use grundy_core::store::values::Values;
use grundy_rules::rules::expr::Place;
use grundy_rules::rules::{self, Ruleset};

use super::Search;

/// Coordinates from this one on are large.
const LARGE: u64 = 1 << 14;
/// A position is far out if more cells than this lie below it.
const TABLE: u64 = 1 << 22;
/// A position is far out only if at most this many lines lie in its box.
const LINES: u64 = 1 << 12;
/// The number of columns in which a period is looked for, if a table could answer instead.
const COLUMNS: u64 = 1 << 24;
/// The most lines in the box of a nearer position whose line is searched. A line is searched there only if a table costs more work than [`TABLE`].
const NEAR_LINES: u64 = 1 << 6;
/// The line of a nearer position is searched in so many times as many columns as lie before the position.
const AHEAD: u64 = 8;

/// The most work for the first columns of a line, and for reading it, where a table reaches the position with less; and where a table might reach it.
const NEAR_FIRST: u64 = 1 << 25;
const LARGE_FIRST: u64 = 1 << 30;

/// The engine that reads values off the proved periods of lines.
pub struct ByLines {
    rules: Arc<Ruleset>,
    known: Vec<Asked>,
    /// The number of columns in which a period is looked for, if a table could answer instead.
    columns: u64,
}

/// How far a line is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Reach {
    /// The most columns in which the period is looked for; none if no table could answer instead.
    columns: Option<u64>,
    /// The most work for the values of the first columns, and for reading the lines.
    first: u64,
}

impl Reach {
    /// Does a search of this reach find all that one of the other finds?
    fn covers(self, other: Reach) -> bool {
        self.first >= other.first
            && self.columns.is_none_or(|most| other.columns.is_some_and(|columns| columns <= most))
    }
}

/// A line, with the result of its search.
struct Asked {
    line: Line,
    reach: Reach,
    found: Result<NamedProof, Reason>,
}

/// A proof, and the words for values that rest on it.
struct NamedProof {
    proved: Box<dyn Proved>,
    told: How,
}

impl ByLines {
    /// Takes any rules; whether a line can be read is decided when it is asked about.
    ///
    /// # Errors
    /// None.
    pub fn read(rules: &Arc<Ruleset>, _: &Options) -> Result<Box<dyn Engine>, Reason> {
        Ok(Box::new(ByLines { rules: rules.clone(), known: vec![], columns: COLUMNS }))
    }

    /// The value of any position, from the proved period of a line through it. The line of the greatest coordinate comes first, then those
    /// of the others.
    fn near_or_far(&mut self, position: &Lists<IBig>, call: &ValueRequest) -> Attempted<Found> {
        let none = |text: &str| Ok(Attempt::Declined(Reason::shape(text, Place::default())));
        if position.iter().any(|tuples| tuples.len() != 1) {
            return none("the position has several parts, which stand on no line together");
        }
        let flat: Vec<&IBig> = position.iter().flat_map(|tuples| &tuples[0]).collect();
        let mut runners: Vec<usize> = (0..flat.len()).collect();
        runners.sort_by_key(|c| std::cmp::Reverse((flat[*c], *c)));
        let mut first = None;
        for runner in runners {
            let Some(line) = along(&flat, runner) else {
                return none("two coordinates are 2^64 or more; of a line all but one are less");
            };
            match self.on(line, flat[runner], self.reach(flat[runner]), call)? {
                Attempt::Done(told) => return Ok(Attempt::Done(told)),
                Attempt::Declined(reason) => _ = first.get_or_insert(reason),
            }
        }
        first.map_or_else(
            || none("the position has no coordinate that could run"),
            |reason| Ok(Attempt::Declined(reason)),
        )
    }

    /// The value in a column of a line.
    fn on(&mut self, line: Line, column: &IBig, reach: Reach, call: &ValueRequest) -> Attempted<Found> {
        let index = self.find(line, reach, call)?;
        let found = match &mut self.known[index].found {
            Ok(found) => found,
            Err(reason) => return Ok(Attempt::Declined(reason.clone())),
        };
        let value = found.proved.far(column, &call.options.limits)?;
        let told = |value| Found::Value(Answer::new(value, EngineName::Line, found.told.clone()));
        Ok(value.map(told).ok_or_else(|| Reason::gives_up("no position exists there")).into())
    }

    /// The index of a line in `known`; the line is searched first if need be. Where a limited search is due, the result of one that goes farther is
    /// not used, so no answer depends on earlier questions.
    fn find(&mut self, line: Line, reach: Reach, call: &ValueRequest) -> Result<usize> {
        let serves = |known: &Asked| {
            known.line == line && (known.reach == reach || (reach.covers(known.reach) && known.found.is_ok()))
        };
        if let Some(index) = self.known.iter().position(serves) {
            return Ok(index);
        }
        let ValueRequest { options, ask, .. } = call;
        let until = &mut |reached: u64| reach.columns.is_some_and(|columns| reached > columns);
        let search = Search { play: options.play, limits: &options.limits, folder: None, first: reach.first };
        let found = match super::solve(&self.rules, &line, &search, &***ask, until)? {
            Attempt::Done(Known::Proved(proved, _)) => {
                let told = self.told(&line, &*proved);
                Ok(NamedProof { proved, told })
            }
            Attempt::Done(Known::Open(open)) => {
                options.limits.interrupted()?;
                Err(Reason::gives_up(&format!("the state of the line did not recur before {}", open.reached)))
            }
            Attempt::Declined(reason) => Err(reason),
        };
        self.known.push(Asked { line, reach, found });
        Ok(self.known.len() - 1)
    }

    fn told(&self, line: &Line, proved: &dyn Proved) -> How {
        let runs = &self.rules.coords[line.runner].name;
        let (at, after) = proved.recurrence();
        How::told(&format!(
            "line machine: for {runs} >= {} the value grows by {} when {runs} grows by {}, since the state at {at} recurs {after} further on",
            proved.preperiod(),
            proved.saltus(),
            proved.period(),
        ))
    }

    /// The line through a position along its greatest coordinate, the column, and how far to search the line, if the position is far out, or if a table that reaches it costs much.
    fn line(&self, position: &Lists<IBig>, call: &ValueRequest) -> Option<(Line, IBig, Reach)> {
        if position.iter().any(|tuples| tuples.len() != 1) {
            return None;
        }
        let flat: Vec<&IBig> = position.iter().flat_map(|tuples| &tuples[0]).collect();
        let (runner, column) = flat.iter().enumerate().max_by_key(|(_, x)| **x)?;
        let line = along(&flat, runner)?;
        let others = line.row.iter().fold(1u64, |cells, x| cells.saturating_mul(x.saturating_add(1)));
        let cells = u64::try_from(*column).map_or(u64::MAX, |x| x.saturating_mul(others));
        if **column >= IBig::from(LARGE) && others <= LINES && cells > TABLE {
            return Some((line, (*column).clone(), self.reach(column)));
        }
        // Options may be many: a table of n cells, each with up to n options, costs as much as one of n^2 cells.
        let near = u64::try_from(*column).ok()?;
        let most = cells.checked_mul(near.max(2))?;
        let hi = flat.iter().map(|x| u64::try_from(*x).ok()).collect::<Option<Vec<u64>>>()?;
        if others > NEAR_LINES || most <= TABLE {
            return None;
        }
        let work = self.foreseen(&hi, call);
        (work > TABLE).then(|| (line, (*column).clone(), self.ahead(near, work)))
    }

    /// How far to search the line of a position in some column.
    fn reach(&self, column: &IBig) -> Reach {
        match u32::try_from(column) {
            Ok(near) if u64::from(near) < LARGE => Reach { columns: Some(self.columns), first: NEAR_FIRST },
            Ok(_) => Reach { columns: Some(self.columns), first: LARGE_FIRST },
            Err(_) => Reach { columns: None, first: u64::MAX },
        }
    }

    /// The same for a column that a table reaches with some work. Both limits are powers of 2, so that columns near each other share a search.
    fn ahead(&self, column: u64, work: u64) -> Reach {
        let rounded = |x: u64| x.checked_next_power_of_two().unwrap_or(u64::MAX);
        let columns = rounded(column.saturating_mul(AHEAD)).min(self.columns);
        Reach { columns: Some(columns), first: rounded(work).max(NEAR_FIRST) }
    }

    /// The work that a table to these bounds costs.
    fn foreseen(&self, hi: &[u64], call: &ValueRequest) -> u64 {
        call.ask.foreseen(&self.rules, hi, call.options)
    }
}

impl Engine for ByLines {
    fn value(&mut self, position: &Lists<IBig>, call: &ValueRequest) -> Attempted<Found> {
        if call.named {
            return self.near_or_far(position, call);
        }
        match self.line(position, call) {
            Some((line, column, columns)) => self.on(line, &column, columns, call),
            None => Ok(Attempt::Declined(Reason::gives_up("the position is near enough for a table or a search"))),
        }
    }

    /// All values of a game of one coordinate, where visiting options costs much more than the proof of the period.
    fn values(&mut self, hi: &[u64], call: &ValueRequest) -> Attempted<Values> {
        let ([last], None) = (hi, &call.options.checkpoint) else {
            return Ok(Attempt::Declined(Reason::verb("gives all values of one line")));
        };
        let work = if last.saturating_mul(*last) > TABLE { self.foreseen(hi, call) } else { 0 };
        if work <= TABLE || call.named {
            return Ok(Attempt::Declined(Reason::gives_up(
                "all values up to the bound are a table, which costs little",
            )));
        }
        let index = self.find(Line { row: vec![0], runner: 0 }, self.ahead(*last, work), call)?;
        let found = match &mut self.known[index].found {
            Ok(found) => found,
            Err(reason) => return Ok(Attempt::Declined(reason.clone())),
        };
        let Ok(held) = call.options.limits.hold(last.saturating_add(1).saturating_mul(4), "this sequence") else {
            return Ok(Attempt::Declined(Reason::gives_up("the values of a line take four bytes each")));
        };
        match listed(&mut *found.proved, *last, &call.options.limits)? {
            Some(values) => {
                Ok(Attempt::Done(Values::single(hi, values, EngineName::Line, found.told.to_string(), held)))
            }
            None => Ok(Attempt::Declined(Reason::gives_up("some value needs more than four bytes"))),
        }
    }

    fn prove(&mut self, line: &rules::Line, call: &ValueRequest, until: Until) -> Attempted<Known> {
        let Some((row, runner)) = line.single() else {
            return Ok(Attempt::Declined(Reason::verb("proves periods where one coordinate runs")));
        };
        let ValueRequest { options, ask, .. } = call;
        let folder = options.checkpoint.as_deref();
        let search = Search { play: options.play, limits: &options.limits, folder, first: u64::MAX };
        super::solve(&self.rules, &Line { row, runner }, &search, &***ask, until)
    }
}

/// The values of the columns 0 to `last`; `None` if one needs more than four bytes.
fn listed(proved: &mut dyn Proved, last: u64, limits: &Limits) -> Result<Option<Vec<u32>>> {
    let (period, saltus) = (proved.period(), proved.saltus());
    let known = proved.preperiod().saturating_add(period).min(last.saturating_add(1));
    let mut values: Vec<u32> = vec![];
    for column in 0..known {
        values.push(match proved.value(column, limits)?.map(u32::try_from) {
            None => Values::NOWHERE,
            Some(Ok(value)) if value != Values::NOWHERE => value,
            Some(_) => return Ok(None),
        });
    }
    let Ok(back) = usize::try_from(period) else { return Ok(None) };
    for _ in known..=last {
        let before = values[values.len() - back];
        let grown = u64::from(before).checked_add(saltus).and_then(|value| u32::try_from(value).ok());
        match if before == Values::NOWHERE { Some(before) } else { grown } {
            Some(value) => values.push(value),
            None => return Ok(None),
        }
    }
    Ok(Some(values))
}

/// The line through a position on which one coordinate runs.
fn along(position: &[&IBig], runner: usize) -> Option<Line> {
    let fixed = |(c, x): (usize, &&IBig)| if c == runner { Some(0) } else { u64::try_from(*x).ok() };
    let row = position.iter().enumerate().map(fixed).collect::<Option<Vec<u64>>>()?;
    Some(Line { row, runner })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::contract::proof::Effort;
    use grundy_rules::session::Session;

    /// Row 7 of Star Nim has the period 5040, which a search of 4000 columns does not find. The question about a near column takes only the
    /// limited search, the one about a far column the whole search, and neither changes the other's answer.
    #[test]
    fn a_line_is_looked_at_as_far_as_its_question_wants() {
        let rules = Session::new().game("star_nim[2]", None).expect("a game").rules;
        let (options, ask) = (Options::default(), grundy::engine::chooser());
        let call = ValueRequest { options: &options, named: true, told: true, effort: Effort::Usual, ask: &ask };
        let (near, far) = (20_000u64, 1_000_000_000_000u64);
        let value = |engine: &mut ByLines, column: u64| {
            let line = Line { row: vec![7, 0], runner: 1 };
            let reach = engine.reach(&column.into());
            match engine.on(line, &column.into(), reach, &call).expect("no interruption") {
                Attempt::Done(Found::Value(answer)) => Some(answer.value),
                _ => None,
            }
        };
        let fresh = || ByLines { rules: rules.clone(), known: vec![], columns: 4000 };
        let alone = value(&mut fresh(), far);
        assert!(alone.is_some());
        let (mut forwards, mut backwards) = (fresh(), fresh());
        assert_eq!((value(&mut forwards, near), value(&mut forwards, far)), (None, alone.clone()));
        assert_eq!((value(&mut backwards, far), value(&mut backwards, near)), (alone, None));
    }
}
