//! The lines on which the positions of a claim lie.
//!
//! In: a claim. Out: for one of its games in one play, lines of positions such that the claim asks for values of positions on these lines alone; nothing if there are no
//! such lines, or many. A variable that runs through few numbers counts as each of them: with one pass, (n, p) lies on the lines (_, 0) and (_, 1).

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::IBig;
use grundy_rules::lower::{Question, What};
use grundy_rules::rules::expr::{E, Expr as Form, Tree};
use grundy_rules::rules::{Line, LineEntry, Play, build};

use crate::read::claim::Claim;

/// The most lines of a game.
const LINES: usize = 8;

impl Claim {
    /// The lines on which all positions lie whose values the claim asks for in a game and a play, if these are few.
    pub(crate) fn lines(&self, game: usize, play: Play) -> Option<BTreeSet<Line>> {
        let mut lines = BTreeSet::new();
        for (number, question) in self.scope.questions.iter().enumerate() {
            match question {
                Question::Position { game: own, what: What::Value { play: asked }, own: is_own }
                    if (*own, *asked) == (game, play) =>
                {
                    for position in self.positions(number, *is_own) {
                        lines.extend(self.lines_of(&position)?);
                    }
                }
                _ => {}
            }
        }
        (1..=LINES).contains(&lines.len()).then_some(lines)
    }

    /// The positions of a question.
    fn positions(&self, question: usize, own: bool) -> Vec<Vec<E>> {
        if own {
            return vec![self.entries.clone()];
        }
        let mut found = vec![];
        for e in self.expressions() {
            e.any_number(&mut |e| {
                if let Form::Ask(number, position, _) = e
                    && *number == question
                {
                    found.push(position.clone());
                }
                false
            });
        }
        found
    }

    /// The lines on which a position lies.
    fn lines_of(&self, position: &[E]) -> Option<Vec<Line>> {
        if let [_] = position {
            return Some(vec![Line { entries: vec![LineEntry::Runs(0)] }]);
        }
        let entries = position.iter().map(Entry::of).collect::<Option<Vec<Entry>>>()?;
        let bounded = |entry: &Entry| entry.runs.as_ref().and_then(|term| Some((term.clone(), self.most(term)?)));
        // A variable that is bounded runs through its numbers; another runs along the line.
        let mut choices = vec![Chosen::new()];
        for (term, most) in entries.iter().filter_map(bounded).collect::<Chosen>() {
            let with = |(n, mut chosen): (u64, Chosen)| {
                chosen.insert(term.clone(), n);
                chosen
            };
            choices = choices.iter().flat_map(|chosen| (0..=most).map(|n| with((n, chosen.clone())))).collect();
            if choices.len() > LINES {
                return None;
            }
        }
        choices.iter().map(|chosen| line(&entries, chosen)).collect()
    }

    /// The greatest value of a variable that runs through few numbers.
    fn most(&self, term: &E) -> Option<u64> {
        let most = match &**term {
            Form::Coord(variable) => self.vars.get(*variable)?.most,
            Form::Var(variable) => {
                let (_, range) = self.running.iter().find(|(_, range)| range.var == *variable)?;
                range.lo.as_i64().filter(|lo| *lo >= 0)?;
                range.hi.as_i64().and_then(|hi| u64::try_from(hi).ok())
            }
            _ => None,
        };
        most.filter(|most| *most < LINES as u64)
    }
}

/// Terms, each with a number.
type Chosen = BTreeMap<E, u64>;

/// An entry of a position: a term, or none, plus a constant.
struct Entry {
    runs: Option<E>,
    more: IBig,
}

impl Entry {
    fn of(e: &E) -> Option<Entry> {
        let (more, terms) = build::linear(e);
        match &terms[..] {
            [] => Some(Entry { runs: None, more }),
            [(term, factor)] if factor.is_one() => Some(Entry { runs: Some(term.clone()), more }),
            _ => None,
        }
    }
}

/// The line of a position some of whose terms have been given a number; the others must be the same.
fn line(entries: &[Entry], chosen: &Chosen) -> Option<Line> {
    let given = |term: &E| chosen.get(term).map(|n| IBig::from(*n));
    let runs = |entry: &&Entry| entry.runs.as_ref().is_some_and(|term| given(term).is_none());
    let first = entries.iter().filter(runs).map(|entry| &entry.more).min();
    // Where every entry has a number, the first of them runs.
    let along = entries.iter().find(runs).and_then(|entry| entry.runs.as_ref());
    let written = |(number, entry): (usize, &Entry)| match &entry.runs {
        Some(term) if given(term).is_none() => {
            let more = &entry.more - first?;
            (Some(term) == along).then_some(LineEntry::Runs(u64::try_from(&more).ok()?))
        }
        _ if first.is_none() && number == 0 => Some(LineEntry::Runs(0)),
        term => {
            let given = term.as_ref().and_then(given).unwrap_or(IBig::ZERO);
            // A negative entry is that of no position.
            Some(LineEntry::Fixed(u64::try_from(&(&entry.more + given)).unwrap_or(0)))
        }
    };
    let entries = entries.iter().enumerate().map(written).collect::<Option<Vec<_>>>()?;
    Some(Line { entries })
}

#[cfg(test)]
mod tests;
