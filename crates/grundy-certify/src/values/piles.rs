//! Certificates of kind `piles`: P-positions, or values, of games on any number of piles.
//!
//! In: rules on piles that they do not tell apart, a threshold T and a modulus m, and what is said of every position that meets `where`. Rules and statement speak of parameters and of *tallies*: how many
//! piles meet a condition, or the sum of a number over all piles. Out: that the statement is true. A move takes at most S tokens from each pile.
//!
//! 1. The tallies of the statement are the same for all sizes below T + m that are equal or are both at least T and congruent modulo m; those of the rules, with T + S in place of T. So a position
//!    is given by how many piles it has of each kind of size, and a move by how many piles of each kind lose how many tokens (`progression`).
//! 2. Every move takes something, and none leaves the positions of `where`.
//! 3. A position is said to be P just where no move leads to one that is; or: no move leads to a position of the same value, and to each smaller number some move leads. In misère play a
//!    position without moves is an N-position, and has the value 1.
//!
//! The steps are formulas about the numbers of piles that must hold for all of them. So the statement is true by induction along the moves. It is compared with the definition for few
//! small piles (`few`).

mod few;
mod progression;
mod table;

use serde_json::{Map, Value};

use super::super::Refusal;
use super::super::expr::{Expr, Result, Rules, short};
use super::super::keys::{key, list, number, objects, text};
use super::moves::{Defined, Env, Speaker};
use super::sets::{Set, Sum, Track};
use super::steps::Steps;
use crate::Verified;
use crate::spent::Stop;
use crate::stated::{Certificate, Stated};
use crate::values::constants::ReadTheorem;
use progression::{Pile, Progression, one};

/// The greatest threshold, modulus, number of tokens taken from a pile, and number of parameters.
const MOST: u64 = 64;
/// The most tallies.
const TALLIES: usize = 64;

/// Rules about nothing: expressions here speak of numbers alone.
static NONE: Rules = Rules { width: 0, leaves: vec![], requires: vec![], families: vec![], parts: vec![], blocked: 0 };

/// A number of all piles.
pub(super) enum Tally {
    Count(Expr),
    Sum(Expr),
}

/// A family of moves.
struct Family {
    /// The most tokens taken from one pile.
    most: u64,
    of: Vec<Tally>,
    guard: Expr,
}

enum Says {
    P(Expr),
    Value(Expr),
    Table(table::Table),
}

/// What a certificate states.
pub(super) struct Claim {
    parameters: usize,
    length: Expr,
    families: Vec<Family>,
    misere: bool,
    threshold: u64,
    modulus: u64,
    /// The tallies of the condition on the positions that are meant, and the condition.
    among: (Vec<Tally>, Expr),
    of: Vec<Tally>,
    says: Says,
}

fn tallies(object: &Map<String, Value>) -> Result<Vec<Tally>> {
    let one = |tally: &Map<String, Value>| match (tally.len(), tally.get("count"), tally.get("sum")) {
        (1, Some(holds), _) => Ok(Tally::Count(Expr::read(holds, 2, 0)?)),
        (1, _, Some(number)) => Ok(Tally::Sum(Expr::read(number, 2, 0)?)),
        _ => Err("a tally is an object with `count` or `sum`".to_string()),
    };
    objects(object, "of")?.into_iter().map(one).collect()
}

fn only_keys(object: &Map<String, Value>, known: &[&str]) -> Result<()> {
    match object.keys().find(|key| !known.contains(&key.as_str())) {
        Some(other) => Err(format!("its rules have the key `{other}`, which the format does not know")),
        None => Ok(()),
    }
}

fn family(object: &Map<String, Value>, parameters: usize) -> Result<Family> {
    only_keys(object, &["most", "of", "guard"])?;
    let (most, of) = (number(object, "most")?, tallies(object)?);
    if most > MOST {
        return Err(format!("a move takes more than {MOST} tokens from a pile"));
    }
    let guard = Expr::read(key(object, "guard")?, parameters + of.len(), 0)?;
    Ok(Family { most, of, guard })
}

impl Claim {
    /// Reads the keys of the kind.
    fn read(object: &Map<String, Value>) -> Result<Claim> {
        let rules = key(object, "rules")?;
        let rules = rules.as_object().ok_or_else(|| format!("its rules are no object: {}", short(rules)))?;
        only_keys(rules, &["format", "v", "parameters", "length", "moves"])?;
        if (text(rules, "format")?, number(rules, "v")?) != ("grundy-piles", 1) {
            return Err("its rules are not of version 1 of the format `grundy-piles`".into());
        }
        let most = |name: &str, object: &Map<String, Value>| match number(object, name)? {
            number if number <= MOST => Ok(number),
            _ => Err(format!("its `{name}` is above {MOST}")),
        };
        let parameters = usize::try_from(most("parameters", rules)?).map_err(|_| "too many parameters")?;
        let families =
            objects(rules, "moves")?.into_iter().map(|one| family(one, parameters)).collect::<Result<_>>()?;
        let of = tallies(object)?;
        if list(object, "of")?.len() > TALLIES {
            return Err(format!("there are more than {TALLIES} tallies"));
        }
        let says = key(object, "says")?.as_object().ok_or("its `says` is no object")?;
        let about = |e: &Value| Expr::read(e, parameters + of.len(), 0);
        let says = match (says.len(), says.get("P"), says.get("G")) {
            (1, Some(holds), _) => Says::P(about(holds)?),
            (1, _, Some(number)) => Says::Value(about(number)?),
            _ => Says::Table(table::Table::read(says, parameters + of.len())?),
        };
        let modulus = most("modulus", object)?;
        if modulus == 0 {
            return Err("its `modulus` is 0".into());
        }
        let among = key(object, "where")?.as_object().filter(|among| among.len() == 2);
        let among = among.ok_or("its `where` is no object with `of` and `if`")?;
        let of_where = tallies(among)?;
        let condition = Expr::read(key(among, "if")?, parameters + of_where.len(), 0)?;
        Ok(Claim {
            parameters,
            length: Expr::read(key(rules, "length")?, parameters, 0)?,
            families,
            misere: text(object, "play")? == "misere",
            threshold: most("threshold", object)?,
            modulus,
            among: (of_where, condition),
            of,
            says,
        })
    }

    /// The theorem, in words.
    fn words(&self, game: &str) -> String {
        let play = if self.misere { "misère" } else { "normal" };
        let says = match &self.says {
            Says::Table(table) if table.outcomes => {
                "the condition `holds` of the certificate is met, with 0 for P and 1 for N"
            }
            Says::Table(_) => "the condition `holds` of the certificate is met by the value",
            Says::P(_) => "it is a P-position just where the condition `P` of the certificate holds",
            Says::Value(_) => "its value is the number `G` of the certificate",
        };
        format!(
            "In {play} play, for all parameters and positions of {game} that meet `where`, on any number of piles: {says}."
        )
    }
}

/// Verifies a certificate of this kind; returns the proof in words.
fn verify(claim: &Claim, stop: Stop) -> Result<String, Refusal> {
    if let Says::Table(found) = &claim.says {
        let looked = table::verify(claim, found, stop).map_err(Refusal::of)?;
        let compared = few::compare(claim, stop).map_err(Refusal::of)?;
        return Ok(format!(
            "What is said of piles, and their values, depend on their sizes below {} and on the remainders of other sizes modulo {}: the table obeys the rules at {looked} positions that stand for \
             all. {compared} positions of few small piles were played through by the definition.",
            claim.threshold, claim.modulus,
        ));
    }
    let mut proof = Proof::of(claim);
    proof.run(stop).map_err(Refusal::of)?;
    let compared = few::compare(claim, stop).map_err(Refusal::of)?;
    Ok(format!(
        "What is said of piles depends on their sizes below {} and on the remainders of other sizes modulo {}, so a position is given by numbers of piles, and so is a move. By induction along \
         the moves: each step is a formula that holds for all numbers; {} formulas were made automata, and in each state that can be reached they accept. {compared} positions of few small \
         piles were played through by the definition.",
        claim.threshold, claim.modulus, proof.steps.formulas,
    ))
}

struct Proof<'c> {
    shape: Shape<'c>,
    steps: Steps,
}

/// What is said, and the kinds of piles.
struct Shape<'c> {
    claim: &'c Claim,
    /// The sizes of piles before a move, by kind.
    kinds: Vec<Progression>,
}

/// So many piles of each sort.
type Piles = Vec<(Pile, Sum)>;

/// A position: its parameters and the number of piles of each kind, and the formula that says that it is one.
struct Position {
    parameters: Vec<Sum>,
    piles: Piles,
    exists: Set,
}

/// A way to move: the tracks of its numbers, what holds of them, and the piles before it, with what is taken, and after it.
struct Way {
    tracks: Vec<Track>,
    parts: Vec<Set>,
    before: Piles,
    after: Piles,
}

/// What is said of piles after a move.
type After<'k> = dyn Fn(&mut Speaker, &Env) -> Result<Set> + 'k;

fn undecided() -> String {
    "what is said of a pile is not the same for all piles of a kind".to_string()
}

impl Tally {
    /// What a pile adds.
    fn of(&self, pile: &Pile) -> Result<i128> {
        let adds = match self {
            Tally::Count(holds) => pile.truth(holds).map(i128::from),
            Tally::Sum(e) => pile.numbers(e).filter(|numbers| numbers.step == 0).map(|numbers| numbers.first),
        };
        adds.ok_or_else(undecided)
    }
}

impl Shape<'_> {
    fn of(claim: &Claim) -> Shape<'_> {
        let most = claim.families.iter().map(|family| family.most).max().unwrap_or(0);
        let (first, modulus) = (i128::from(claim.threshold + most), i128::from(claim.modulus));
        let small = (0..first).map(one);
        let large = (first..first + modulus).map(|first| Progression { first, step: modulus });
        Shape { claim, kinds: small.chain(large).collect() }
    }

    /// The progression of all sizes that the statement does not tell from those of another one.
    fn coarse(&self, size: Progression) -> Progression {
        let (threshold, modulus) = (i128::from(self.claim.threshold), i128::from(self.claim.modulus));
        match size.step {
            0 if size.first < threshold => size,
            _ => Progression { first: threshold + (size.first - threshold).rem_euclid(modulus), step: modulus },
        }
    }

    /// A pile after a move.
    fn left(&self, pile: &Pile) -> Pile {
        let Pile { size: Progression { first, step }, taken } = *pile;
        Pile { size: self.coarse(Progression { first: first - taken, step }), taken: 0 }
    }

    /// What piles lose in a move of a family: the number of the kind, and the pile.
    fn losses(&self, family: &Family) -> Vec<(usize, Pile)> {
        let of = |(kind, size): (usize, &Progression)| {
            let size = *size;
            (1..=i128::from(family.most).min(size.first)).map(move |taken| (kind, Pile { size, taken }))
        };
        self.kinds.iter().enumerate().flat_map(of).collect()
    }

    /// The tallies of so many piles, behind the parameters.
    fn env(parameters: &[Sum], tallies: &[Tally], piles: &[(Pile, Sum)]) -> Result<Env> {
        let mut coords = parameters.to_vec();
        for tally in tallies {
            let mut sum = Sum::number(0);
            for (pile, number) in piles {
                sum = sum.plus(tally.of(pile)?, number)?;
            }
            coords.push(sum);
        }
        Ok(Env::at(&coords))
    }

    /// A position of new tracks, of the parameters that are meant.
    fn position(&self, speaker: &mut Speaker) -> Result<Position> {
        speaker.begin();
        let parameters = speaker.tracks(self.claim.parameters)?;
        let numbers = speaker.tracks(self.kinds.len())?;
        let mut all = Sum::number(0);
        for number in &numbers {
            all = all.plus(1, number)?;
        }
        let piles = self.kinds.iter().zip(numbers).map(|(size, number)| (Pile { size: *size, taken: 0 }, number));
        let piles: Piles = piles.collect();
        let (of, condition) = &self.claim.among;
        let env = Shape::env(&parameters, of, &self.coarsely(&piles))?;
        let among = speaker.truth(&NONE, condition, &env)?;
        let env = Env::at(&parameters);
        let length = speaker.where_holds(among, |own| own.is_value(&NONE, &self.claim.length, &env, &all))?;
        let exists = speaker.sets.and(vec![among, length]);
        Ok(Position { parameters, piles, exists })
    }

    /// The tallies of the statement at a position.
    fn own(&self, at: &Position) -> Result<Env> {
        Shape::env(&at.parameters, &self.claim.of, &self.coarsely(&at.piles))
    }

    /// Piles after a move, or where nothing is taken, as far as the statement tells them apart.
    fn coarsely(&self, piles: &[(Pile, Sum)]) -> Piles {
        piles.iter().map(|(pile, number)| (self.left(pile), number.clone())).collect()
    }

    /// Does the guard say that exactly one pile loses something?
    fn takes_from_one(&self, family: &Family) -> Result<bool> {
        let parts = if let Expr::And(parts) = &family.guard { &parts[..] } else { std::slice::from_ref(&family.guard) };
        for part in parts {
            let Expr::Zero(number) = part else { continue };
            let Expr::Sum(-1, terms) = &**number else { continue };
            let [(1, Expr::X(tally))] = &terms[..] else { continue };
            let Some(tally) = tally.checked_sub(self.claim.parameters).and_then(|i| family.of.get(i)) else { continue };
            let losses = self.losses(family).into_iter().map(|(_, pile)| (pile, 1));
            let stays = self.kinds.iter().map(|size| (Pile { size: *size, taken: 0 }, 0));
            let mut counts = losses.chain(stays).map(|(pile, adds)| Ok(tally.of(&pile)? == adds));
            if counts.try_fold(true, |all, one: Result<bool>| one.map(|one| all && one))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The ways to move from a position by a family. Where exactly one pile loses something, there is one for each loss; else the numbers of piles that lose so much are tracks.
    fn ways(&self, speaker: &mut Speaker, at: &Position, family: &Family) -> Result<Vec<Way>> {
        let losses = self.losses(family);
        if self.takes_from_one(family)? {
            return losses.into_iter().map(|loss| self.way(speaker, at, &[(loss, Sum::number(1))], vec![])).collect();
        }
        let mut tracks = vec![];
        for _ in &losses {
            tracks.push(speaker.track()?);
        }
        let all: Vec<_> = losses.into_iter().zip(tracks.iter().map(|track| Sum::track(*track))).collect();
        Ok(vec![self.way(speaker, at, &all, tracks)?])
    }

    /// A way to move in which so many piles lose so much.
    fn way(
        &self,
        speaker: &mut Speaker,
        at: &Position,
        losses: &[((usize, Pile), Sum)],
        tracks: Vec<Track>,
    ) -> Result<Way> {
        let (mut before, mut parts) = (at.piles.clone(), vec![]);
        for ((kind, pile), number) in losses {
            before[*kind].1 = before[*kind].1.plus(-1, number)?;
            before.push((*pile, number.clone()));
        }
        for (_, number) in before.iter().filter(|(_, number)| !number.is_natural()) {
            parts.push(speaker.sets.at_most(&Sum::number(0), number)?);
        }
        let after = self.coarsely(&before);
        Ok(Way { tracks, parts, before, after })
    }

    /// Some move leads from a position to piles of which something holds.
    fn leads(&self, speaker: &mut Speaker, at: &Position, holds: &After<'_>) -> Result<Set> {
        self.leads_to(speaker, at, &self.claim.of, holds)
    }

    /// The same, where what holds speaks of other tallies.
    fn leads_to(&self, speaker: &mut Speaker, at: &Position, of: &[Tally], holds: &After<'_>) -> Result<Set> {
        let mut found = vec![];
        for family in &self.claim.families {
            found.push(speaker.scoped(|own| self.led(own, at, family, (of, holds)))?);
        }
        Ok(speaker.sets.or(found))
    }

    fn led(
        &self,
        speaker: &mut Speaker,
        at: &Position,
        family: &Family,
        (of, holds): (&[Tally], &After<'_>),
    ) -> Result<Set> {
        let mut found = vec![];
        for Way { tracks, mut parts, before, after } in self.ways(speaker, at, family)? {
            let guard = Shape::env(&at.parameters, &family.of, &before)?;
            let here = speaker.sets.and([&parts[..], &[at.exists]].concat());
            parts.push(speaker.where_holds(here, |own| own.truth(&NONE, &family.guard, &guard))?);
            let here = speaker.sets.and([&parts[..], &[at.exists]].concat());
            let env = Shape::env(&at.parameters, of, &after)?;
            let set = speaker.where_holds(here, |own| holds(own, &env))?;
            found.push(speaker.close(Defined { tracks, parts, partial: false }, set));
        }
        Ok(speaker.sets.or(found))
    }

    /// There is a move.
    fn goes_on(&self, speaker: &mut Speaker, at: &Position) -> Result<Set> {
        self.leads(speaker, at, &|own, _| Ok(own.sets.constant(true)))
    }
}

impl Proof<'_> {
    fn of(claim: &Claim) -> Proof<'_> {
        Proof { shape: Shape::of(claim), steps: Steps::default() }
    }

    /// Something must hold of all positions.
    fn must(&mut self, at: &Position, holds: Set, otherwise: &str, stop: Stop) -> Result<()> {
        let formula = self.steps.speaker.sets.implies(at.exists, holds);
        self.steps.must(formula, || otherwise.to_string(), stop)
    }

    fn run(&mut self, stop: Stop) -> Result<()> {
        self.falls(stop)?;
        self.stays(stop)?;
        match &self.shape.claim.says {
            Says::P(holds) => self.outcomes(holds, stop),
            Says::Value(number) => self.values(number, stop),
            Says::Table(_) => Err("a table is no formula".into()),
        }
    }

    /// Every move takes something: where nothing is taken, the condition does not hold.
    fn falls(&mut self, stop: Stop) -> Result<()> {
        for family in &self.shape.claim.families {
            let speaker = &mut self.steps.speaker;
            let at = self.shape.position(speaker)?;
            let env = Shape::env(&at.parameters, &family.of, &at.piles)?;
            let stays = speaker.where_holds(at.exists, |own| own.truth(&NONE, &family.guard, &env))?;
            let holds = speaker.sets.not(stays);
            self.must(&at, holds, "a move takes nothing", stop)?;
        }
        Ok(())
    }

    /// No move leaves the positions that are meant.
    fn stays(&mut self, stop: Stop) -> Result<()> {
        let Proof { shape, steps } = self;
        let speaker = &mut steps.speaker;
        let at = shape.position(speaker)?;
        let (of, among) = &shape.claim.among;
        let leaves = shape.leads_to(speaker, &at, of, &|own, env| {
            let stays = own.truth(&NONE, among, env)?;
            Ok(own.sets.not(stays))
        })?;
        let holds = speaker.sets.not(leaves);
        self.must(&at, holds, "a move leaves the positions of `where`", stop)
    }

    fn outcomes(&mut self, loses: &Expr, stop: Stop) -> Result<()> {
        let Proof { shape, steps } = self;
        let speaker = &mut steps.speaker;
        let at = shape.position(speaker)?;
        let env = shape.own(&at)?;
        let own = speaker.where_holds(at.exists, |own| own.truth(&NONE, loses, &env))?;
        let wins = shape.leads(speaker, &at, &|own, env| own.truth(&NONE, loses, env))?;
        let mut lost = speaker.sets.not(wins);
        if shape.claim.misere {
            let goes_on = shape.goes_on(speaker, &at)?;
            lost = speaker.sets.and(vec![lost, goes_on]);
        }
        let holds = speaker.sets.iff(own, lost);
        let otherwise = "some position is said to be P and has a move to such a position, or is not and has none";
        self.must(&at, holds, otherwise, stop)
    }

    fn values(&mut self, number: &Expr, stop: Stop) -> Result<()> {
        let Proof { shape, steps } = self;
        let misere = shape.claim.misere;
        let speaker = &mut steps.speaker;
        let at = shape.position(speaker)?;
        let [value, lower] = [speaker.track()?, speaker.track()?].map(Sum::track);
        let env = shape.own(&at)?;
        let own = speaker.where_holds(at.exists, |own| own.is_value(&NONE, number, &env, &value))?;
        let tracks = value.as_track().into_iter().collect();
        let some = speaker.close(Defined { tracks, ..Defined::default() }, own);
        let keeps = shape.leads(speaker, &at, &|own, env| own.is_value(&NONE, number, env, &value))?;
        let reached = shape.leads(speaker, &at, &|own, env| own.is_value(&NONE, number, env, &lower))?;
        let goes_on = if misere { shape.goes_on(speaker, &at)? } else { speaker.sets.constant(true) };
        let sets = &mut speaker.sets;
        let differs = {
            let both = sets.and(vec![own, keeps]);
            sets.not(both)
        };
        let is_lower = sets.at_most(&Sum::number(1), &value.plus(-1, &lower)?)?;
        let asked = sets.and(vec![own, is_lower, goes_on]);
        let all = sets.implies(asked, reached);
        let ends = sets.not(goes_on);
        let (ends, is_one) = (sets.and(vec![own, ends]), sets.equal(&value, &Sum::number(1))?);
        let last = sets.implies(ends, is_one);
        self.must(&at, some, "some position has no value", stop)?;
        self.must(&at, differs, "some move keeps the value", stop)?;
        self.must(&at, all, "no move leads to some smaller value", stop)?;
        self.must(&at, last, "a position without moves has not the value 1", stop)
    }
}

/// Reads what a certificate of this kind states.
pub(crate) fn from_json(object: &Map<String, Value>, _: &Rules, _: &ReadTheorem) -> Result<Box<dyn Stated>> {
    Ok(Box::new(Claim::read(object)?))
}

impl Stated for Claim {
    fn verify(&self, _: &Certificate, _: &Verified, stop: Stop) -> Result<String, Refusal> {
        verify(self, stop)
    }

    fn words(&self, of: &Certificate) -> String {
        Claim::words(self, &of.called())
    }
}
