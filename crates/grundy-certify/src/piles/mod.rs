//! Certificates of kind `piles`: P-positions, or values, of games on any number of piles.
//!
//! In: rules on piles that they do not tell apart, a threshold T and a modulus m, and what is said of every position that meets `where`. Rules and statement speak of parameters and of *tallies*: how many
//! piles meet a condition, or the sum of a number over all piles. Out: that the statement is true. A move takes at most S tokens from each pile.
//!
//! 1. The tallies of the statement are the same for all sizes below T + m that are equal or are both at least T and congruent modulo m; those of the rules, with T + S in place of T. So a position
//!    is given by how many piles it has of each kind of size, and a move by how many piles of each kind lose how many tokens. All piles of a kind are a form first + step·P.
//! 2. The theorem `levels`, where P-positions are said, or `graph`, where values are, is about positions of such numbers. Every move takes something, and none leaves the positions of `where`.
//!
//! The steps are formulas about the numbers of piles that must hold for all of them. So the statement is true by induction along the moves. It is compared with the definition for few
//! small piles (`few`).

mod few;
mod table;

use serde_json::{Map, Value};

use crate::Refusal;
use crate::Verified;
use crate::claim::constants::ReadTheorem;
use crate::form::expr::{Expr, Result, Rules, short};
use crate::form::keys::{key, list, number, objects, only_keys, text};
use crate::form::spent::Stop;
use crate::form::stated::{Certificate, Stated};
use crate::form::total::is_total;
use crate::recurrence::form::{Far, Form, no_parts, unasked};
use crate::say::moves::{Defined, Env, Speaker, only};
use crate::say::sets::{Set, Sum, Track};
use crate::say::steps::Steps;
use crate::theorems::obligations::{Model, OfOption, Thing, no_word, position, show};

/// The greatest threshold, modulus, number of tokens taken from a pile, and number of parameters.
const MOST: u64 = 64;
/// The most tallies.
const TALLIES: usize = 64;
const RULES_HAVE: &str = "its rules have";

/// Rules about nothing: expressions here speak of numbers alone.
static NONE: Rules = Rules { width: 0, leaves: vec![], requires: vec![], families: vec![], parts: vec![], blocked: 0 };

/// A number of all piles.
pub(crate) enum Tally {
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
pub(crate) struct Claim {
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
        (1, Some(holds), _) => Ok(Tally::Count(Expr::read_closed(holds, 2, 0)?)),
        (1, _, Some(number)) => Ok(Tally::Sum(Expr::read_closed(number, 2, 0)?)),
        _ => Err("a tally is an object with `count` or `sum`".to_string()),
    };
    objects(object, "of")?.into_iter().map(one).collect()
}

fn family(object: &Map<String, Value>, parameters: usize) -> Result<Family> {
    only_keys(object, &["most", "of", "guard"], RULES_HAVE)?;
    let (most, of) = (number(object, "most")?, tallies(object)?);
    if most > MOST {
        return Err(format!("a move takes more than {MOST} tokens from a pile"));
    }
    let guard = Expr::read_closed(key(object, "guard")?, parameters + of.len(), 0)?;
    Ok(Family { most, of, guard })
}

impl Claim {
    /// Reads the keys of the kind.
    fn read(object: &Map<String, Value>) -> Result<Claim> {
        let rules = key(object, "rules")?;
        let rules = rules.as_object().ok_or_else(|| format!("its rules are no object: {}", short(rules)))?;
        only_keys(rules, &["format", "v", "parameters", "length", "moves"], RULES_HAVE)?;
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
        let about = |e: &Value| Expr::read_closed(e, parameters + of.len(), 0);
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
        let condition = Expr::read_closed(key(among, "if")?, parameters + of_where.len(), 0)?;
        Ok(Claim {
            parameters,
            length: Expr::read_closed(key(rules, "length")?, parameters, 0)?,
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
    let mut steps = Steps::default();
    let (shape, theorem) = (Shape::of(claim), if matches!(claim.says, Says::P(_)) { "levels" } else { "graph" });
    let subject = |speaker: &mut Speaker| {
        let at = speaker.tracks(claim.parameters + shape.kinds[WHOLE].len())?;
        Ok((vec![position("x", &at)], shape.exists(speaker, &at)?))
    };
    show(&mut steps, theorem, &shape, &subject, stop).map_err(Refusal::of)?;
    let compared = few::compare(claim, stop).map_err(Refusal::of)?;
    Ok(format!(
        "What is said of piles depends on their sizes below {} and on the remainders of other sizes modulo {}, so a position is given by numbers of piles, and so is a move. By induction along \
         the moves: each step is a formula that holds for all numbers; {} formulas were made automata, and in each state that can be reached they accept. {compared} positions of few small \
         piles were played through by the definition.",
        claim.threshold, claim.modulus, steps.formulas,
    ))
}

/// A pile: its size, for any P, and what is taken.
#[derive(Clone, Copy)]
struct Pile {
    size: Form,
    taken: i128,
}

/// A position is the parameters and how many piles it has of each kind: as far as the rules tell them apart, or what is said.
const WHOLE: usize = 0;
const SAID: usize = 1;

/// What is said, and the kinds of piles.
struct Shape<'c> {
    claim: &'c Claim,
    /// The sizes of piles, by kind: of [`WHOLE`] positions, and of what is [`SAID`].
    kinds: [Vec<Form>; 2],
}

/// So many piles of each sort.
type Piles = Vec<(Pile, Sum)>;

/// A way to move: the tracks of its numbers, what holds of them, and the piles before it, with what is taken.
struct Way {
    tracks: Vec<Track>,
    parts: Vec<Set>,
    before: Piles,
}

impl Tally {
    /// What a pile adds.
    fn of(&self, pile: &Pile) -> Result<i128> {
        let coords = [pile.size, Form::number(pile.taken)];
        let mut far = Far { coords: &coords, vars: vec![], terminal: &no_parts, asked: &unasked };
        let adds = match self {
            Tally::Count(holds) => far.truth(holds)?.map(i128::from),
            Tally::Sum(e) => far.int(e)?.and_then(Form::as_number),
        };
        adds.ok_or_else(|| "what is said of a pile is not the same for all piles of a kind".to_string())
    }
}

impl Shape<'_> {
    fn of(claim: &Claim) -> Shape<'_> {
        let most = claim.families.iter().map(|family| family.most).max().unwrap_or(0);
        let modulus = i128::from(claim.modulus);
        let from = |first: u64| {
            let first = i128::from(first);
            let large = (first..first + modulus).map(|first| Form::of(first, modulus, 0));
            (0..first).map(Form::number).chain(large).collect()
        };
        Shape { claim, kinds: [from(claim.threshold + most), from(claim.threshold)] }
    }

    /// The kind of all sizes that the statement does not tell from those of a pile after a move.
    fn left(&self, pile: &Pile) -> usize {
        let (threshold, first) = (i128::from(self.claim.threshold), pile.size.one - pile.taken);
        let above = (first - threshold).rem_euclid(i128::from(self.claim.modulus));
        let own = if pile.size.p == 0 && first < threshold { first } else { threshold + above };
        usize::try_from(own).unwrap_or(usize::MAX)
    }

    /// What piles lose in a move of a family: the number of the kind, and the pile.
    fn losses(&self, family: &Family) -> Vec<(usize, Pile)> {
        let of = |(kind, size): (usize, &Form)| {
            let size = *size;
            (1..=i128::from(family.most).min(size.one)).map(move |taken| (kind, Pile { size, taken }))
        };
        self.kinds[WHOLE].iter().enumerate().flat_map(of).collect()
    }

    /// The parameters and the piles of a position.
    fn read<'a>(&self, (game, at): (usize, &'a [Sum])) -> (&'a [Sum], Piles) {
        let (parameters, numbers) = at.split_at(self.claim.parameters);
        let piles = self.kinds[game].iter().map(|size| Pile { size: *size, taken: 0 });
        (parameters, piles.zip(numbers.iter().cloned()).collect())
    }

    /// The parameters and, of each kind that the statement tells apart, the piles: after a move, or where nothing is taken.
    fn after(&self, parameters: &[Sum], piles: &[(Pile, Sum)]) -> Result<Vec<Sum>> {
        let mut numbers = vec![Sum::number(0); self.kinds[SAID].len()];
        for (pile, number) in piles {
            let own = self.left(pile);
            numbers[own] = numbers[own].plus(1, number)?;
        }
        Ok([parameters, &numbers].concat())
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

    /// The tallies of a position, as far as the statement tells piles apart.
    fn own(&self, (game, at): (usize, &[Sum]), tallies: &[Tally]) -> Result<Env> {
        let (parameters, piles) = self.read((game, at));
        let at = if game == WHOLE { self.after(parameters, &piles)? } else { at.to_vec() };
        let (parameters, piles) = self.read((SAID, &at));
        Shape::env(parameters, tallies, &piles)
    }

    /// The position is one of those that are meant.
    fn exists(&self, speaker: &mut Speaker, at: &[Sum]) -> Result<Set> {
        let (parameters, piles) = self.read((WHOLE, at));
        let all = piles.iter().try_fold(Sum::number(0), |all, (_, number)| all.plus(1, number))?;
        let (of, condition) = &self.claim.among;
        let env = self.own((WHOLE, at), of)?;
        let among = speaker.truth(&NONE, condition, &env)?;
        let env = Env::at(parameters);
        let length = speaker.where_holds(among, |own| own.is_value(&NONE, &self.claim.length, &env, &all))?;
        Ok(speaker.sets.and(vec![among, length]))
    }

    /// Does the guard say, behind nothing that may be undefined, that exactly one pile loses something?
    fn takes_from_one(&self, family: &Family) -> Result<bool> {
        let parts = if let Expr::And(parts) = &family.guard { &parts[..] } else { std::slice::from_ref(&family.guard) };
        let before = parts.iter().take_while(|part| is_total(part)).count();
        for part in parts.iter().take(before + 1) {
            let Expr::Zero(number) = part else { continue };
            let Expr::Sum(-1, terms) = &**number else { continue };
            let [(1, Expr::X(tally))] = &terms[..] else { continue };
            let Some(tally) = tally.checked_sub(self.claim.parameters).and_then(|i| family.of.get(i)) else { continue };
            let losses = self.losses(family).into_iter().map(|(_, pile)| (pile, 1));
            let stays = self.kinds[WHOLE].iter().map(|size| (Pile { size: *size, taken: 0 }, 0));
            let mut counts = losses.chain(stays).map(|(pile, adds)| Ok(tally.of(&pile)? == adds));
            if counts.try_fold(true, |all, one: Result<bool>| one.map(|one| all && one))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The ways to move by a family. Where exactly one pile loses something, there is one for each loss; else the numbers of piles that lose so much are tracks.
    fn ways(&self, speaker: &mut Speaker, piles: &Piles, family: &Family) -> Result<Vec<Way>> {
        let losses = self.losses(family);
        if self.takes_from_one(family)? {
            return losses.into_iter().map(|loss| way(speaker, piles, &[(loss, Sum::number(1))], vec![])).collect();
        }
        let mut tracks = vec![];
        for _ in &losses {
            tracks.push(speaker.track()?);
        }
        let all: Vec<_> = losses.into_iter().zip(tracks.iter().map(|track| Sum::track(*track))).collect();
        Ok(vec![way(speaker, piles, &all, tracks)?])
    }

    /// Some move of a family leads to a thing of a kind.
    fn led(&self, speaker: &mut Speaker, at: &[Sum], family: &Family, of: &mut OfOption<'_>) -> Result<Set> {
        let ((parameters, piles), exists) = (self.read((WHOLE, at)), self.exists(speaker, at)?);
        let mut found = vec![];
        for Way { tracks, mut parts, before } in self.ways(speaker, &piles, family)? {
            let guard = Shape::env(parameters, &family.of, &before)?;
            let here = speaker.sets.and([&parts[..], &[exists]].concat());
            parts.push(speaker.where_holds(here, |own| own.truth(&NONE, &family.guard, &guard))?);
            let here = speaker.sets.and([&parts[..], &[exists]].concat());
            let to = Thing::At(SAID, vec![self.after(parameters, &before)?]);
            let set = speaker.where_holds(here, |own| of(own, to))?;
            found.push(speaker.close(Defined { tracks, parts, partial: false }, set));
        }
        Ok(speaker.sets.or(found))
    }

    /// The statement says a value of a position.
    fn value(&self, speaker: &mut Speaker, env: &Env, value: &Sum) -> Result<Set> {
        match &self.claim.says {
            Says::P(holds) => speaker.truth(&NONE, holds, env),
            Says::Value(number) => speaker.is_value(&NONE, number, env, value),
            Says::Table(_) => Err("a table is no formula".into()),
        }
    }

    /// No move takes nothing: where nothing is taken, the condition of no family holds.
    fn falls(&self, speaker: &mut Speaker, at: &[Sum]) -> Result<Set> {
        let ((parameters, piles), mut stays) = (self.read((WHOLE, at)), vec![]);
        for family in &self.claim.families {
            let env = Shape::env(parameters, &family.of, &piles)?;
            stays.push(speaker.truth(&NONE, &family.guard, &env)?);
        }
        let stays = speaker.sets.or(stays);
        Ok(speaker.sets.not(stays))
    }
}

/// A way to move in which so many piles lose so much.
fn way(speaker: &mut Speaker, piles: &Piles, losses: &[((usize, Pile), Sum)], tracks: Vec<Track>) -> Result<Way> {
    let (mut before, mut parts) = (piles.clone(), vec![]);
    for ((kind, pile), number) in losses {
        before[*kind].1 = before[*kind].1.plus(-1, number)?;
        before.push((*pile, number.clone()));
    }
    for (_, number) in before.iter().filter(|(_, number)| !number.is_natural()) {
        parts.push(speaker.sets.at_most(&Sum::number(0), number)?);
    }
    Ok(Way { tracks, parts, before })
}

impl Model for Shape<'_> {
    fn game(&self, _: usize) -> (&Rules, bool) {
        (&NONE, false)
    }

    fn is_misere(&self) -> bool {
        self.claim.misere
    }

    /// P-positions are one level.
    fn levels(&self) -> Result<Option<usize>> {
        Ok(matches!(self.claim.says, Says::P(_)).then_some(1))
    }

    fn moves(&self, speaker: &mut Speaker, (_, at): (usize, &[Sum]), of: &mut OfOption<'_>) -> Result<Set> {
        let mut found = vec![];
        for family in &self.claim.families {
            found.push(speaker.scoped(|own| self.led(own, at, family, of))?);
        }
        Ok(speaker.sets.or(found))
    }

    fn says(&self, speaker: &mut Speaker, word: &str, of: &[Thing]) -> Result<Set> {
        let Some((Thing::At(game, parts), others)) = of.split_first() else {
            return if word == "complete" { Ok(speaker.sets.constant(false)) } else { Err(no_word(word)) };
        };
        let at = (*game, only(parts)?);
        // An option is spoken of where it exists.
        let here = if *game == WHOLE { self.exists(speaker, at.1)? } else { speaker.sets.constant(true) };
        speaker.where_holds(here, |own| match (word, others) {
            ("V", [Thing::Number(value)]) => self.value(own, &self.own(at, &self.claim.of)?, value),
            ("inside", []) => own.truth(&NONE, &self.claim.among.1, &self.own(at, &self.claim.among.0)?),
            ("falls", []) if *game == WHOLE => self.falls(own, at.1),
            _ => Err(no_word(word)),
        })
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
