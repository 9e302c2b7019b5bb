//! Certificates of kind `correspondence`: values that are those of other positions; and outcomes by a strategy, which has no other positions.
//!
//! In: rules, a condition on positions x, for each x some positions f₁(x), f₂(x), … of games, and numbers h₁(x), h₂(x), …. Out: that the value at x is the
//! nim-sum of the values at the f's and of the h's, by the theorem `correspondence`; where moves may leave several positions, by the theorem `same_moves`. Every move of each game lowers a sum of multiples of the coordinates.
//!
//! Positions may depend on values of further games, which blocks of automata say, verified first: where such a value is not defined, neither is the position.
//!
//! Where the coordinates are *differences*, the statement is about positions x that ascend; a game may be looked at in this way, too, if each f(x) ascends.
//!
//! `says` may be `"P"`: then only this is stated, that x is a P-position exactly if the nim-sum is 0, in normal play. It may be `"own"`: then the game of the theorem is that of the rules beside a pile, one more coordinate and
//! leaf, from which any number may be taken; and the same is shown as for `"P"`. Stated is that the nim-sum is 0 where the pile is the value at x: beside it, x is a P-position.
//!
//! `beyond` may have two questions of `known`, for the values `elsewhere` of the theorem; there is no h, and play is normal.
//!
//! `among` may be a condition: then the theorem is about the positions that meet it, and one formula more shows that those of `where` do (theorem `coverage`).
//!
//! Without parts, where `says` is `"P"` or `"N"`, the theorem is `strategy`: the positions of `among` are the set S. They are P-positions, and those of `where` are among them, or have a move to them.

mod claim;
pub(crate) mod known;

use serde_json::{Map, Value};

use crate::claim::constants::ReadTheorem;
use crate::claim::unknown::orders;
use crate::correspondence::known::Asking;
use crate::definition::concrete::{At, Few, small_positions};
use crate::definition::lists::splits;
use crate::definition::plain::Plain;
use crate::form::expr::{Expr, Result, Rules};
use crate::form::spent::{Spent, Stop, Told};
use crate::form::stated::{Certificate, Stated};
use crate::say::moves::{Defined, Env, Speaker};
use crate::say::sets::{Set, Sum};
use crate::say::steps::Steps;
use crate::theorems::descent;
use crate::theorems::obligations::{Model, OfParts, Thing, everywhere, no_word, position, show};
use crate::theorems::order::{ascending, ascending_stands_for_all};
use crate::{Refusal, Verified};
pub(crate) use claim::Claim;

/// How many positions are compared with the definition, about.
const COMPARED: u64 = 1 << 8;
/// The most positions that a move leaves.
const MATCHED: usize = 4;

struct Proof<'a> {
    rules: &'a Rules,
    claim: &'a Claim,
    misere: bool,
}

/// Verifies a certificate of this kind; returns the proof in words.
fn verify(rules: &Rules, misere: bool, claim: &Claim, verified: &Verified, stop: Stop) -> Result<String, Refusal> {
    let rules = claim.piled.as_ref().unwrap_or(rules);
    let formulas = claim.basis.verify(verified, stop).map_err(Refusal::of)?;
    let mut steps = Steps::of(claim.basis.numeration().map_err(Refusal::of)?);
    steps.formulas = formulas;
    steps.speaker.answers = Some(claim.basis.answers(&mut steps.speaker.sets));
    let proof = Proof { rules, claim, misere };
    proof.run(&mut steps, stop).map_err(Refusal::of)?;
    let compared = proof.compare(stop).map_err(Refusal::of)?;
    let (moves, in_misere) = match claim.parts.is_empty() {
        true => (
            "Each move from a position of the set has an answer that leads to one",
            ", or leaves the other player without a move, who wins",
        ),
        false => (
            "Each move from such a position leads to one, and changes the value of one part alone; each move of a game, and each smaller number, is such a change",
            "; and there is a move exactly if the other position has one",
        ),
    };
    Ok(format!(
        "By induction: every move of each game lowers the sum of multiples of the coordinates that the certificate names. {moves}{}. Each step is a \
         formula that holds for all numbers; {} formulas were made automata, and in each state that can be reached they accept. The values of {compared} small \
         positions are those of the definition.",
        if misere { in_misere } else { "" },
        steps.formulas,
    ))
}

impl Model for Proof<'_> {
    /// The parts are the games from 1 on.
    fn game(&self, number: usize) -> (&Rules, bool) {
        match number.checked_sub(1).map(|part| &self.claim.parts[part]) {
            Some(part) => (&part.rules, part.ascends),
            None => (self.rules, self.claim.ascends),
        }
    }

    fn is_misere(&self) -> bool {
        self.misere
    }

    fn parts(&self) -> usize {
        self.claim.parts.len()
    }

    fn with_parts(&self, speaker: &mut Speaker, at: &[Sum], of: &mut OfParts<'_>) -> Result<Set> {
        let (env, mut defined, mut parts) = (Env::at(at), Defined::default(), vec![]);
        for (game, part) in (1..).zip(&self.claim.parts) {
            parts.push(Thing::At(game, vec![speaker.entries(self.rules, &part.at, &env, &mut defined)?]));
        }
        let set = of(speaker, parts)?;
        Ok(speaker.close(defined, set))
    }

    fn says(&self, speaker: &mut Speaker, word: &str, of: &[Thing]) -> Result<Set> {
        let Proof { rules, claim, .. } = *self;
        let stated = || claim.stated.as_ref().unwrap_or(&claim.among);
        match (word, of) {
            ("outcomes", []) => Ok(speaker.sets.constant(claim.outcomes)),
            ("loses", []) => Ok(speaker.sets.constant(!claim.wins)),
            ("elsewhere", []) => Ok(speaker.sets.constant(claim.beyond.is_some())),
            // Of several positions together the condition says nothing.
            ("S", [Thing::At(_, parts)]) if parts.len() != 1 => Ok(speaker.sets.constant(false)),
            ("among" | "S", [x]) => speaker.truth(rules, &claim.among, &Env::at(x.at()?)),
            ("cancels", [Thing::At(_, parts)]) => match &parts[..] {
                [] => Ok(speaker.sets.constant(true)),
                [a, b] => speaker.sets.all_equal(a, b),
                _ => Ok(speaker.sets.constant(false)),
            },
            ("falls", [x]) => descent::holds(speaker, rules, &claim.falls, x.at()?),
            ("said", [x]) => Ok(speaker.judge(rules, stated(), &Env::at(x.at()?))?.yes),
            ("unsaid", [x]) => Ok(speaker.judge(rules, stated(), &Env::at(x.at()?))?.no),
            ("match", [Thing::At(_, y), Thing::At(_, z)]) => self.matches(speaker, y, z),
            ("same_value", [y, z]) => {
                have_same_value(speaker, claim.beyond.ok_or_else(|| no_word(word))?, y.at()?, z.at()?)
            }
            _ => Err(no_word(word)),
        }
    }
}

impl Proof<'_> {
    fn run(&self, steps: &mut Steps, stop: Stop) -> Result<()> {
        let Proof { rules, claim, misere } = *self;
        if claim.parts.is_empty() {
            return show(steps, "strategy", self, &|speaker| everywhere(speaker, rules), stop);
        }
        let several = claim.parts.len() != 1 || claim.parts[0].is_pile;
        if misere && (claim.outcomes || several) {
            return Err("in misère play the value of a sum does not follow from those of its parts".into());
        }
        let games = claim.parts.iter().filter(|part| !part.is_pile);
        let games = games.map(|part| (&part.rules, &part.falls, part.ascends));
        for (rules, falls, ascend) in [(rules, &claim.falls, claim.ascends)].into_iter().chain(games) {
            if ascend {
                ascending_stands_for_all(steps, rules, stop)?;
            }
            let what = "some move of a game does not lower the sum that its `falls` names";
            steps.must_everywhere(rules, what, stop, |speaker, x| descent::holds(speaker, rules, falls, x))?;
        }
        if claim.stated.is_some() {
            show(steps, "coverage", self, &|speaker| everywhere(speaker, rules), stop)?;
        }
        let subject = |speaker: &mut Speaker| {
            let x = if claim.ascends { ascending(speaker, rules)? } else { speaker.tracks(rules.width)? };
            let here = vec![speaker.position(rules, &x)?, speaker.truth(rules, &claim.among, &Env::at(&x))?];
            Ok((vec![position("x", &x)], speaker.sets.and(here)))
        };
        let theorem = if self.splits() { "same_moves" } else { "correspondence" };
        if self.splits() && (several || claim.outcomes || claim.ascends || claim.beyond.is_some()) {
            return Err("where moves may leave several positions, values are those of one other position".into());
        }
        show(steps, theorem, self, &subject, stop)
    }

    /// May a move leave several positions, or none?
    fn splits(&self) -> bool {
        splits(self.rules) || self.claim.parts.iter().any(|part| splits(&part.rules))
    }

    /// Positions are among those of the statement, and their parts are some others, in some order.
    fn matches(&self, speaker: &mut Speaker, from: &[Vec<Sum>], to: &[Vec<Sum>]) -> Result<Set> {
        if from.len() != to.len() || from.len() > MATCHED {
            return Ok(speaker.sets.constant(false));
        }
        let mut ways = vec![];
        for order in orders(&(0..to.len()).collect::<Vec<usize>>()) {
            let mut all = vec![];
            for (y, place) in from.iter().zip(order) {
                all.push(speaker.truth(self.rules, &self.claim.among, &Env::at(y))?);
                all.push(self.with_parts(speaker, y, &mut |speaker, parts| {
                    speaker.sets.all_equal(parts[0].at()?, &to[place])
                })?);
            }
            ways.push(speaker.sets.and(all));
        }
        Ok(speaker.sets.or(ways))
    }

    /// Compares with the definition at the positions of a small box.
    fn compare(&self, stop: Stop) -> Result<u64> {
        let Proof { rules, claim, misere } = *self;
        if misere && self.splits() {
            // The values of parts do not tell that of all together.
            return Ok(0);
        }
        let mut plain = Plain::new(rules, misere);
        let mut others: Vec<Plain<'_>> = claim.parts.iter().map(|part| Plain::new(&part.rules, misere)).collect();
        let (mut compared, mut asking, few) = (0, Asking::default(), Few::default());
        let stated = claim.stated.as_ref().filter(|_| claim.wins).unwrap_or(&claim.among);
        small_positions(rules, COMPARED, &mut |at| {
            let mut stop = |bytes: u64| stop(Told::Spent(Spent { steps: compared, bytes }));
            let descends = claim.ascends && at.windows(2).any(|pair| pair[0] > pair[1]);
            let here = || At::within(rules, at, Some(&few));
            if descends || !here().truth(stated)? {
                return Ok(());
            }
            let mut sum = u64::from(claim.wins);
            for (part, other) in claim.parts.iter().zip(&mut others) {
                let number = |e: &Expr| asking.number(&claim.basis, &mut here(), e, &mut stop);
                let Some(there) = part.at.iter().map(number).collect::<Result<Option<Vec<u64>>>>()? else {
                    return Ok(());
                };
                sum ^= if part.is_pile { there[0] } else { other.value(&there, &mut stop)? };
            }
            let value = plain.value(at, &mut stop)?;
            compared += 1;
            match if claim.outcomes { (value == 0) == (sum == 0) } else { value == sum } {
                true => Ok(()),
                false => Err(format!("at {at:?} the value is {value}, and something else is stated")),
            }
        })?;
        Ok(compared)
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

    fn stands_for(&self) -> Option<(&Rules, &[Expr])> {
        let of_all = self.among == Expr::Truth(true) && self.stated.is_none() && !self.ascends && !self.outcomes;
        match &self.parts[..] {
            [part] if of_all && !part.is_pile => Some((&part.rules, &part.at)),
            _ => None,
        }
    }
}
