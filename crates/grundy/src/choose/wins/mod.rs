//! The winning moves of a position.
//!
//! In: a position. Out: its options of value 0, in the order of [`Evaluator::moves`]. Near the origin they are taken from the list of all options.
//! Far out no such list can be made, so they are found from values: in normal play a move in a component of value v wins if it leaves value
//! v xor s there, where s is the nim-sum of the whole; in misère play the whole is one component, and the value wanted is 0. Which moves of a
//! component leave a value is read off proved lines ([`pieces`], [`occurrences`]), or an engine that knows all values finds them.

mod occurrences;
mod pieces;

use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::options::{EngineName, Options};
use grundy_core::contract::position::{Lists, is_far_out, is_single, lists};
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::contract::stop::{Result, Stop, diagnostic};
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::components::{Component, components, whole};

use self::occurrences::{last, total};
use self::pieces::{Found, Reader};
use super::evaluator::{Choice, Evaluator};

/// How far the search goes.
const REACH: Reach = Reach { short: 1 << 20, along: u64::MAX, listed: 10_000, everywhere: true };

/// How far a search for winning moves goes.
#[derive(Clone, Copy)]
struct Reach {
    /// A move that runs through more numbers than these at a position is not listed.
    short: u64,
    /// The last index of a line up to which a period is looked for.
    along: u64,
    /// The most moves listed.
    listed: usize,
    /// May engines be asked that know the values of all positions?
    everywhere: bool,
}

/// The winning moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wins {
    /// The moves, in the order of [`Evaluator::moves`]. If there are more than ten thousand that a list of all options cannot hold, the first ten
    /// thousand.
    pub listed: Vec<Choice>,
    /// How many moves win.
    pub count: IBig,
    /// How many moves there are, if they have been listed.
    pub of: Option<u64>,
}

impl Wins {
    /// From all options.
    #[must_use]
    pub fn among(mut choices: Vec<Choice>) -> Wins {
        let of = Some(choices.len() as u64);
        choices.retain(|choice| choice.wins);
        Wins { count: choices.len().into(), listed: choices, of }
    }

    /// Are all of them listed?
    #[must_use]
    pub fn complete(&self) -> bool {
        self.count == IBig::from(self.listed.len())
    }
}

impl Evaluator {
    /// The options of value 0. Unlike [`Evaluator::moves`] it reaches positions with more options than can be listed, if the values along the moves
    /// are known by proved periods.
    ///
    /// ```
    /// # use grundy::{Evaluator, IBig, Options, Session};
    /// let game = Session::new().game("nim[3]", None)?;
    /// let mut evaluator = Evaluator::new(&game.rules, Options::default());
    /// let far = IBig::from(10).pow(18);
    /// let wins = evaluator.wins(&[far, 5.into(), 3.into()])?;
    /// let shown: Vec<String> = wins.listed.iter().map(|m| game.show_parts(&m.to)).collect();
    /// assert_eq!(shown, ["6,5,3"]);
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// As [`Evaluator::value`]; more options than can be listed where values are not known.
    pub fn wins(&mut self, position: &[IBig]) -> std::result::Result<Wins, Diagnostic> {
        self.wins_from(&lists(self.rules(), position))
    }

    /// The winning moves of a position that moves may have split.
    ///
    /// # Errors
    /// As [`Evaluator::wins`].
    pub(crate) fn wins_from(&mut self, position: &Lists<IBig>) -> std::result::Result<Wins, Diagnostic> {
        let mut left = None;
        if !self.options().plain && self.rules().blocked == 0 && is_single(position) && is_far_out(position) {
            let far = Far { rules: self.rules(), options: self.options(), position, reach: REACH };
            match far.wins().map_err(diagnostic)? {
                Attempt::Done(wins) => return Ok(wins),
                Attempt::Declined(reason) => left = Some(reason),
            }
        }
        self.moves_from(position).map(Wins::among).map_err(|error| match left {
            Some(reason) if error.code == Code::HugeRange => {
                error.help(format!("nor are the winning moves found from values: {reason}"))
            }
            _ => error,
        })
    }
}

/// The question at a position far out.
struct Far<'a> {
    rules: &'a Arc<Ruleset>,
    options: &'a Options,
    position: &'a Lists<IBig>,
    reach: Reach,
}

impl Far<'_> {
    fn wins(&self) -> Attempted<Wins> {
        let misere = self.options.play.is_misere();
        let components = if misere { vec![whole(self.rules)] } else { components(self.rules) };
        let flat: Vec<&IBig> = self.position.iter().flat_map(|tuples| &tuples[0]).collect();
        let (mut parts, mut sum) = (vec![], IBig::ZERO);
        for component in &components {
            let own: Vec<IBig> = component.coords.iter().map(|c| flat[*c].clone()).collect();
            let mut evaluator = Evaluator::new(&component.rules, self.options.clone());
            // Of a whole the value need not be known: a move of it wins if it leaves the value 0. Any number but 0 stands for the value then.
            let (value, everywhere) = match evaluator.answer(&lists(&component.rules, &own)) {
                Err(Stop::Error(error)) if components.len() == 1 && error.code == Code::HugeRange => {
                    (IBig::NEG_ONE, true)
                }
                answer => answer.map(|answer| (answer.value, answer.by == EngineName::Automaton))?,
            };
            sum ^= &value;
            parts.push((component, own, evaluator, value, everywhere));
        }
        let mut found = vec![];
        if sum != IBig::ZERO {
            for (component, own, evaluator, value, everywhere) in parts {
                let wanted = if misere { IBig::ZERO } else { &sum ^ &value };
                match self.of_component(component, &own, evaluator, (&wanted, everywhere))? {
                    Attempt::Done(own) => found.push((component, own)),
                    Attempt::Declined(reason) => return Ok(Attempt::Declined(reason)),
                }
            }
        }
        Ok(Attempt::Done(self.gathered(found)?))
    }

    /// The moves of a component that leave a wanted value: from an engine that knows the values of all positions, or from lines; first of the engine if it gave the value, or none did.
    fn of_component(
        &self,
        component: &Component,
        own: &[IBig],
        mut evaluator: Evaluator,
        (wanted, everywhere): (&IBig, bool),
    ) -> Attempted<Found> {
        let (rules, reach, at) = (&component.rules, self.reach, lists(&component.rules, own));
        let mut why = None;
        for by_lines in [!everywhere, everywhere] {
            let found = match by_lines {
                true => Reader { rules, own, evaluator: &mut evaluator, wanted, reach }.find()?,
                false if !reach.everywhere => continue,
                false => {
                    let options = evaluator.options_with(&at, wanted, reach.listed)?;
                    options.map(|single| Found { single, pieces: vec![] })
                }
            };
            match found {
                Attempt::Declined(reason) => _ = why.get_or_insert(reason),
                done => return Ok(done),
            }
        }
        Ok(Attempt::Declined(why.unwrap_or_else(|| Reason::verb("no engine finds winning moves"))))
    }

    /// The moves of all components, of which the first are listed.
    fn gathered(&self, found: Vec<(&Component, Found)>) -> Result<Wins> {
        let (mut count, mut all) = (IBig::ZERO, vec![]);
        for (component, Found { single, pieces }) in found {
            count += IBig::from(single.len());
            all.extend(single.iter().map(|to| self.embedded(component, to)));
            for (piece, runs) in &pieces {
                count += total(runs);
                all.extend(
                    last(runs, self.reach.listed)
                        .iter()
                        .map(|k| self.embedded(component, &piece.option(&component.rules, k))),
                );
            }
            self.options.limits.check(all.len() as u64 * 200, "the list of winning moves")?;
        }
        all.sort_by(|a, b| b.cmp(a));
        all.truncate(if count > IBig::from(self.reach.listed) { self.reach.listed } else { all.len() });
        let listed = all.into_iter().map(|to| Choice { to, value: 0, wins: true }).collect();
        Ok(Wins { listed, count, of: None })
    }

    /// The whole position after a move of a component.
    fn embedded(&self, component: &Component, to: &Lists<IBig>) -> Lists<IBig> {
        let mut all = self.position.clone();
        for ((leaf, own), tuples) in component.leaves.iter().zip(&component.rules.leaves).zip(to) {
            match &tuples[..] {
                // A component may hold some coordinates of a leaf only, but then the leaf does not split.
                [tuple] => {
                    for (c, entry) in own.range().zip(tuple) {
                        all[*leaf][0][component.coords[c] - self.rules.leaves[*leaf].first] = entry.clone();
                    }
                }
                _ => all[*leaf] = tuples.clone(),
            }
        }
        all
    }
}

#[cfg(test)]
mod tests;
