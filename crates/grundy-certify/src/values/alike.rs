//! Certificates of kind `alike`: values that are those of other positions.
//!
//! In: rules, a condition on positions x, for each x some positions f₁(x), f₂(x), … of games, and numbers h₁(x), h₂(x), …. Out: that the value at x is the
//! nim-sum of the values at the f's and of the h's. Each step is one formula that must hold for all numbers:
//!
//! 1. Every move of each game lowers a sum of multiples of the coordinates, where no factor is below 0 unless its coordinate has a bound.
//! 2. The f's are positions, and the h's natural.
//! 3. Each option y of an x meets the condition, too; and one part tells y from x while the others are the same: an h is another number, or a move
//!    leads from f(x) to f(y), or back.
//! 4. For each f, and each option z of f(x), x has an option y with f(y) = z and the same other parts; and for each h and each w < h(x) one with
//!    h(y) = w.
//! 5. In misère play there is one f and no h. If x has no option, neither has f(x). If f(x) has none, x has none; or x has an option y such that f(y) has options, and no
//!    option of f(y) has one. So f(y) has the value 0 and f(x) the value 1, which no option of x has, since by 3. moves lead from each of them to f(x).
//!
//! Positions may depend on values of further games, which blocks of automata say, verified first: where such a value is not defined, neither is the position, and 2. fails.
//!
//! Where the coordinates are *differences*, the statement is about positions x that ascend; a game may be looked at in this way, too, if each f(x) ascends. Then 3. and 4.
//! are about options that ascend, which stand for all (`order`).
//!
//! So no option of x has the value that is stated, and each smaller value occurs: in a nim-sum some part can be made smaller so that it comes out (Sprague
//! and Grundy).
//!
//! `says` may be `"P"`: then only this is stated, that x is a P-position exactly if the nim-sum is 0, in normal play. In 3. no part need tell y from x where the nim-sum of one of them is surely not
//! 0: f's without options and h = 0, but for one h > 0 or one f with an option that has none. In 4. no y need correspond to a z or w such that the nim-sum with it in
//! place of f(x) or h(x) is surely not 0. So no option of a P-position that is stated is one, and any other position has an option that is stated to be one: that of a z or w with the nim-sum 0.
//!
//! `says` may be `"own"`: then the game of the steps is that of the rules beside a pile, one more coordinate and leaf, from which any number may be taken; and the same is shown as for `"P"`. Stated is that
//! the nim-sum is 0 where the pile is the value at x: beside it, x is a P-position.
//!
//! `beyond` may have two questions of `known`: for values of the game, and for those of the game of the one f; there is no h, and play is normal. Then an option y of x may be another
//! position if f(x) has an option z, and the blocks of the questions say the same value of y and z; and to an option z of f(x) such a y may correspond. The values of such y's are values of options of
//! f(x), as those of the others are, and each value of an option of f(x) is that of a y.
//!
//! `among` may be a condition: then all steps are about the positions that meet it, and one more shows that those of `where` do.

mod claim;

use serde_json::{Map, Value};

use super::super::concrete::{At, Few, small_positions};
use super::super::expr::{Expr, Result, Rules};
use super::super::plain::Plain;
use super::super::{Refusal, Verified};
use super::descent;
use super::known::Asking;
use super::moves::{Defined, Env, Speaker, only};
use super::order::{ascending, ascending_stands_for_all, ascends};
use super::sets::{Set, Sum};
use super::steps::Steps;
use crate::spent::{Spent, Stop, Told};
use crate::stated::{Certificate, Stated};
use crate::values::constants::ReadTheorem;
pub(crate) use claim::Claim;
use claim::Game;

/// How many positions are compared with the definition, about.
const COMPARED: u64 = 1 << 8;

/// The f's and the h's of a position.
#[derive(Clone)]
struct Parts {
    games: Vec<Vec<Sum>>,
    numbers: Vec<Sum>,
}

struct Proof<'a> {
    rules: &'a Rules,
    claim: &'a Claim,
    misere: bool,
    steps: Steps,
}

/// Verifies a certificate of this kind; returns the proof in words.
fn verify(rules: &Rules, misere: bool, claim: &Claim, verified: &Verified, stop: Stop) -> Result<String, Refusal> {
    let rules = claim.piled.as_ref().unwrap_or(rules);
    let formulas = claim.basis.verify(verified, stop).map_err(Refusal::of)?;
    let mut steps = Steps::of(claim.basis.numeration().map_err(Refusal::of)?);
    steps.formulas = formulas;
    steps.speaker.answers = Some(claim.basis.answers(&mut steps.speaker.sets));
    let mut proof = Proof { rules, claim, misere, steps };
    proof.run(stop).map_err(Refusal::of)?;
    let compared = proof.compare(stop).map_err(Refusal::of)?;
    Ok(format!(
        "By induction: every move of each game lowers the sum of multiples of the coordinates that the certificate names. Each move from such a position \
         leads to one, and changes the value of one part alone; each move of a game, and each smaller number, is such a change{}. Each step is a \
         formula that holds for all numbers; {} formulas were made automata, and in each state that can be reached they accept. The values of {compared} small \
         positions are those of the definition.",
        if misere { "; and there is a move exactly if the other position has one" } else { "" },
        proof.steps.formulas,
    ))
}

/// What is asked of the parts of a position.
type OfParts<'k> = dyn FnMut(&mut Speaker, &Parts) -> Result<Set> + 'k;

impl Claim {
    /// A formula about the parts of a position, which does not hold where they are not defined.
    fn with_parts(&self, speaker: &mut Speaker, rules: &Rules, at: &[Sum], of: &mut OfParts<'_>) -> Result<Set> {
        let env = Env::at(at);
        let mut defined = Defined::default();
        let mut parts = Parts { games: vec![], numbers: vec![] };
        for game in &self.games {
            parts.games.push(speaker.entries(rules, &game.at, &env, &mut defined)?);
        }
        parts.numbers = speaker.entries(rules, &self.numbers, &env, &mut defined)?;
        let set = of(speaker, &parts)?;
        Ok(speaker.close(defined, set))
    }

    /// The position is one of those that the statement is about.
    fn is_among(&self, speaker: &mut Speaker, rules: &Rules, at: &[Sum]) -> Result<Set> {
        speaker.truth(rules, &self.among, &Env::at(at))
    }

    /// An option that is among them, and whose parts are of a kind.
    fn option(&self, speaker: &mut Speaker, rules: &Rules, x: &[Sum], of: &mut OfParts<'_>) -> Result<Set> {
        option(speaker, rules, self.ascends, x, &mut |speaker, y| {
            let among = self.is_among(speaker, rules, y)?;
            let of_kind = self.with_parts(speaker, rules, y, of)?;
            Ok(speaker.sets.and(vec![among, of_kind]))
        })
    }
}

/// A position has an option of a kind; where positions ascend, one that does.
fn option(
    speaker: &mut Speaker,
    rules: &Rules,
    ascend: bool,
    x: &[Sum],
    of: &mut dyn FnMut(&mut Speaker, &[Sum]) -> Result<Set>,
) -> Result<Set> {
    speaker.moves(rules, x, &mut |speaker, parts| {
        let y = only(parts)?;
        let of_kind = of(speaker, y)?;
        let fine = if ascend { ascends(speaker, y)? } else { speaker.sets.constant(true) };
        Ok(speaker.sets.and(vec![fine, of_kind]))
    })
}

impl Proof<'_> {
    fn run(&mut self, stop: Stop) -> Result<()> {
        let claim = self.claim;
        if self.misere && (claim.outcomes || claim.games.len() != 1 || !claim.numbers.is_empty()) {
            return Err("in misère play the value of a sum does not follow from those of its parts".into());
        }
        let all = std::iter::once((self.rules, &claim.falls, claim.ascends));
        let others = claim.games.iter().map(|game| (&game.rules, &game.falls, game.ascends));
        for (rules, falls, ascend) in all.chain(others) {
            if ascend {
                ascending_stands_for_all(&mut self.steps, rules, stop)?;
            }
            let what = "some move of a game does not lower the sum that its `falls` names";
            self.steps.must_everywhere(rules, what, stop, |speaker, x| descent::holds(speaker, rules, falls, x))?;
        }
        self.covers(stop)?;
        let rules = self.rules;
        self.everywhere("a part is no position, or no natural number", stop, |own, x| {
            claim.with_parts(&mut own.steps.speaker, rules, x, &mut |speaker, of| {
                let mut parts = vec![];
                for (game, at) in claim.games.iter().zip(&of.games) {
                    parts.push(speaker.position(&game.rules, at)?);
                    if game.ascends {
                        parts.push(ascends(speaker, at)?);
                    }
                }
                for number in &of.numbers {
                    parts.push(speaker.sets.at_most(&Sum::number(0), number)?);
                }
                Ok(speaker.sets.and(parts))
            })
        })?;
        self.everywhere("some move leads elsewhere, or changes the parts in another way", stop, |own, x| {
            let wrong = claim.with_parts(&mut own.steps.speaker, rules, x, &mut |speaker, from| {
                let untold = option(speaker, rules, claim.ascends, x, &mut |speaker, y| {
                    let among = claim.is_among(speaker, rules, y)?;
                    let told = claim.with_parts(speaker, rules, y, &mut |speaker, to| {
                        let ways = vec![claim.told(speaker, from, to)?, claim.wins_surely(speaker, to)?];
                        Ok(speaker.sets.or(ways))
                    })?;
                    let mut ways = vec![speaker.sets.and(vec![among, told])];
                    if let Some(beyond) = claim.beyond {
                        let Game { rules, .. } = &claim.games[0];
                        ways.push(speaker.moves(rules, &from.games[0], &mut |speaker, z| {
                            have_same_value(speaker, beyond, y, only(z)?)
                        })?);
                    }
                    let fine = speaker.sets.or(ways);
                    Ok(speaker.sets.not(fine))
                })?;
                let wins = claim.wins_surely(speaker, from)?;
                let open = speaker.sets.not(wins);
                Ok(speaker.sets.and(vec![open, untold]))
            })?;
            Ok(own.steps.speaker.sets.not(wrong))
        })?;
        for game in 0..claim.games.len() {
            self.follows(game, stop)?;
        }
        for number in 0..claim.numbers.len() {
            self.falls_to(number, stop)?;
        }
        if self.misere { self.ends(stop) } else { Ok(()) }
    }

    /// The positions of the statement are among those of the induction.
    fn covers(&mut self, stop: Stop) -> Result<()> {
        let (claim, rules) = (self.claim, self.rules);
        let Some(stated) = &claim.stated else { return Ok(()) };
        let what = "its `where` is not defined somewhere, or holds at a position that is not among those of `among`";
        self.steps.must_everywhere(rules, what, stop, |speaker, x| {
            let (stated, among) = (speaker.judge(rules, stated, &Env::at(x))?, claim.is_among(speaker, rules, x)?);
            let inside = speaker.sets.and(vec![stated.yes, among]);
            Ok(speaker.sets.or(vec![stated.no, inside]))
        })
    }

    /// A formula holds for all positions of the induction.
    fn everywhere(
        &mut self,
        what: &str,
        stop: Stop,
        formula: impl FnOnce(&mut Self, &[Sum]) -> Result<Set>,
    ) -> Result<()> {
        let speaker = &mut self.steps.speaker;
        speaker.begin();
        let x = if self.claim.ascends { ascending(speaker, self.rules)? } else { speaker.tracks(self.rules.width)? };
        let exists = speaker.position(self.rules, &x)?;
        let among = self.claim.is_among(&mut self.steps.speaker, self.rules, &x)?;
        let formula = formula(self, &x)?;
        let supposed = self.steps.speaker.sets.and(vec![exists, among]);
        let formula = self.steps.speaker.sets.implies(supposed, formula);
        self.steps.must(formula, || what.to_string(), stop)
    }

    fn follows(&mut self, game: usize, stop: Stop) -> Result<()> {
        let (claim, rules) = (self.claim, self.rules);
        self.everywhere("to some move of a game no move corresponds", stop, |own, x| {
            let wrong = claim.with_parts(&mut own.steps.speaker, rules, x, &mut |speaker, from| {
                let Game { rules: own, ascends, .. } = &claim.games[game];
                option(speaker, own, *ascends, &from.games[game], &mut |speaker, z| {
                    let some = claim.option(speaker, rules, x, &mut |speaker, to| {
                        let there = speaker.sets.all_equal(&to.games[game], z)?;
                        let rest = same_but(speaker, from, to, Some(game), None)?;
                        Ok(speaker.sets.and(vec![there, rest]))
                    })?;
                    let mut moved = from.clone();
                    moved.games[game] = z.to_vec();
                    let mut ways = vec![some, claim.wins_surely(speaker, &moved)?];
                    if let Some(beyond) = claim.beyond {
                        ways.push(
                            speaker.moves(rules, x, &mut |speaker, y| have_same_value(speaker, beyond, only(y)?, z))?,
                        );
                    }
                    let fine = speaker.sets.or(ways);
                    Ok(speaker.sets.not(fine))
                })
            })?;
            Ok(own.steps.speaker.sets.not(wrong))
        })
    }

    fn falls_to(&mut self, number: usize, stop: Stop) -> Result<()> {
        let (claim, rules) = (self.claim, self.rules);
        self.everywhere("no move leads to some smaller number", stop, |own, x| {
            let less = Sum::track(own.steps.speaker.track()?);
            claim.with_parts(&mut own.steps.speaker, rules, x, &mut |speaker, from| {
                let below = speaker.sets.at_most(&less.plus(1, &Sum::number(1))?, &from.numbers[number])?;
                let some = claim.option(speaker, rules, x, &mut |speaker, to| {
                    let there = speaker.sets.equal(&to.numbers[number], &less)?;
                    let rest = same_but(speaker, from, to, None, Some(number))?;
                    Ok(speaker.sets.and(vec![there, rest]))
                })?;
                let mut moved = from.clone();
                moved.numbers[number] = less.clone();
                let ways = vec![some, claim.wins_surely(speaker, &moved)?];
                let fine = speaker.sets.or(ways);
                Ok(speaker.sets.implies(below, fine))
            })
        })
    }

    fn ends(&mut self, stop: Stop) -> Result<()> {
        let (claim, rules) = (self.claim, self.rules);
        let what = "a position has options, and the other has none, or the reverse; and none leads to the last move";
        let other = &claim.games[0].rules;
        self.everywhere(what, stop, |own, x| {
            claim.with_parts(&mut own.steps.speaker, rules, x, &mut |speaker, of| {
                let here = speaker.has_moves(rules, x)?;
                let there = speaker.has_moves(other, &of.games[0])?;
                let last = claim.option(speaker, rules, x, &mut |speaker, to| {
                    let goes_on = speaker.has_moves(other, &to.games[0])?;
                    let longer =
                        speaker.moves(other, &to.games[0], &mut |speaker, z| speaker.has_moves(other, only(z)?))?;
                    let longer = speaker.sets.not(longer);
                    Ok(speaker.sets.and(vec![goes_on, longer]))
                })?;
                let here_or_there = speaker.sets.implies(there, here);
                let over = speaker.sets.not(here);
                let ends = speaker.sets.or(vec![there, over, last]);
                Ok(speaker.sets.and(vec![here_or_there, ends]))
            })
        })
    }

    /// Compares with the definition at the positions of a small box.
    fn compare(&mut self, stop: Stop) -> Result<u64> {
        let claim = self.claim;
        let mut plain = Plain::new(self.rules, self.misere);
        let mut others: Vec<Plain<'_>> = claim.games.iter().map(|game| Plain::new(&game.rules, self.misere)).collect();
        let (mut compared, mut asking, basis, few) = (0, Asking::default(), &self.claim.basis, Few::default());
        small_positions(self.rules, COMPARED, &mut |at| {
            let descends = claim.ascends && at.windows(2).any(|pair| pair[0] > pair[1]);
            let here = || At::within(self.rules, at, Some(&few));
            if descends || !here().truth(&self.claim.among)? {
                return Ok(());
            }
            let mut number = |e: &Expr| {
                asking.number(basis, &mut here(), e, &mut |bytes| stop(Told::Spent(Spent { steps: compared, bytes })))
            };
            let mut positions = vec![];
            for game in &self.claim.games {
                positions.push(game.at.iter().map(&mut number).collect::<Result<Option<Vec<u64>>>>()?);
            }
            let numbers = self.claim.numbers.iter().map(number).collect::<Result<Option<Vec<u64>>>>()?;
            let (Some(positions), Some(numbers)) = (positions.into_iter().collect::<Option<Vec<_>>>(), numbers) else {
                return Ok(());
            };
            let mut sum = numbers.iter().fold(0, |sum, number| sum ^ number);
            for (there, other) in positions.iter().zip(&mut others) {
                sum ^= other.value(there, &mut |bytes| stop(Told::Spent(Spent { steps: compared, bytes })))?;
            }
            let value = plain.value(at, &mut |bytes| stop(Told::Spent(Spent { steps: compared, bytes })))?;
            compared += 1;
            match if claim.outcomes { (value == 0) == (sum == 0) } else { value == sum } {
                true => Ok(()),
                false => Err(format!("at {at:?} the value is {value}, and that of the parts {sum}")),
            }
        })?;
        Ok(compared)
    }
}

impl Claim {
    /// One part has surely another value, and the others are the same.
    fn told(&self, speaker: &mut Speaker, from: &Parts, to: &Parts) -> Result<Set> {
        let mut ways = vec![];
        for (i, game) in self.games.iter().enumerate() {
            let (a, b) = (&from.games[i], &to.games[i]);
            let moves = vec![speaker.leads(&game.rules, a, b)?, speaker.leads(&game.rules, b, a)?];
            let moves = speaker.sets.or(moves);
            let rest = same_but(speaker, from, to, Some(i), None)?;
            ways.push(speaker.sets.and(vec![moves, rest]));
        }
        for i in 0..self.numbers.len() {
            let same = speaker.sets.equal(&from.numbers[i], &to.numbers[i])?;
            let differ = speaker.sets.not(same);
            let rest = same_but(speaker, from, to, None, Some(i))?;
            ways.push(speaker.sets.and(vec![differ, rest]));
        }
        Ok(speaker.sets.or(ways))
    }
}

impl Claim {
    /// Only outcomes are stated, and the nim-sum of the parts is surely not 0: one part is more, and the others are 0.
    fn wins_surely(&self, speaker: &mut Speaker, parts: &Parts) -> Result<Set> {
        if !self.outcomes {
            return Ok(speaker.sets.constant(false));
        }
        let (mut more, mut none) = (vec![], vec![]);
        for (game, at) in self.games.iter().zip(&parts.games) {
            let rules = &game.rules;
            let goes_on = speaker.has_moves(rules, at)?;
            none.push(speaker.sets.not(goes_on));
            more.push(speaker.moves(rules, at, &mut |speaker, parts| {
                let goes_on = speaker.has_moves(rules, only(parts)?)?;
                Ok(speaker.sets.not(goes_on))
            })?);
        }
        for number in &parts.numbers {
            none.push(speaker.sets.equal(number, &Sum::number(0))?);
            more.push(speaker.sets.at_most(&Sum::number(1), number)?);
        }
        let mut ways = vec![];
        for (i, one) in more.iter().enumerate() {
            let mut parts = none.clone();
            parts[i] = *one;
            ways.push(speaker.sets.and(parts));
        }
        Ok(speaker.sets.or(ways))
    }
}

/// The values of a position and of one of the other game are said by the blocks of two questions, and are the same.
fn have_same_value(speaker: &mut Speaker, [own, other]: [usize; 2], y: &[Sum], z: &[Sum]) -> Result<Set> {
    let answers = speaker.answers.clone().ok_or("nothing answers the questions of `beyond`")?;
    speaker.scoped(|speaker| {
        let mut defined = Defined::default();
        let here = answers.number(speaker, own, y, &mut defined)?;
        let there = answers.number(speaker, other, z, &mut defined)?;
        let mut ways = vec![];
        for (first, a) in &here {
            for (second, b) in &there {
                let same = speaker.sets.equal(a, b)?;
                ways.push(speaker.sets.and(vec![*first, *second, same]));
            }
        }
        let same = speaker.sets.or(ways);
        Ok(speaker.close(defined, same))
    })
}

/// All parts are the same but one.
fn same_but(
    speaker: &mut Speaker,
    from: &Parts,
    to: &Parts,
    game: Option<usize>,
    number: Option<usize>,
) -> Result<Set> {
    let mut parts = vec![];
    for i in (0..from.games.len()).filter(|i| Some(*i) != game) {
        parts.push(speaker.sets.all_equal(&from.games[i], &to.games[i])?);
    }
    for i in (0..from.numbers.len()).filter(|i| Some(*i) != number) {
        parts.push(speaker.sets.equal(&from.numbers[i], &to.numbers[i])?);
    }
    Ok(speaker.sets.and(parts))
}

/// Reads what a certificate of this kind states.
pub(crate) fn from_json(object: &Map<String, Value>, rules: &Rules, theorem: &ReadTheorem) -> Result<Box<dyn Stated>> {
    Ok(Box::new(Claim::read(object, rules, theorem)?))
}

impl Stated for Claim {
    fn verify(&self, of: &Certificate, verified: &Verified, stop: Stop) -> Result<String, Refusal> {
        verify(&of.rules, of.misere, self, verified, stop)
    }

    fn words(&self, of: &Certificate) -> String {
        of.everywhere(&Claim::words(self))
    }
}
