//! Values that are those of other positions, by a correspondence of moves.
//!
//! In: a game, positions x of it, and for each x some positions f₁(x), f₂(x), … of games and numbers h₁(x), h₂(x), …. Out: whether it is proved that the value
//! at x is the nim-sum of the values at the f's and of the h's. The values at the f's need not be known. Or, without any f and h: that every move from such an x has an answer that leads to another one, so
//! that these are P-positions; and that the positions of a statement are among them, or have a move to them. Of other positions nothing need be known.
//!
//! The theorem is `correspondence`, or `same_moves` where moves may leave several positions; without any f and h it is `strategy`.

use grundy_automata::{Budget, Formula, Formulas, Numeration};
use grundy_rules::rules::expr::{C, E, Expr, Tree};
use grundy_rules::rules::symmetry::{Symmetry, orders};
use grundy_rules::rules::{Play, Ruleset};

use super::game::{Coordinates, Played};
use super::known::{Knowledge, one_numeration};
use super::number::{Sum, all_equal, at_most, equal};
use super::prove::is_possible;
use super::say::{Encoder, Env, NoQuestions, Pending};
use super::state::{Known, Question};
use super::theorems::{Model, OfOption, OfParts, Proof, Thing, ascends, no_word};
use super::{Formed, NotExpressible};

/// A claim that values are those of other positions.
#[derive(Clone, Debug)]
pub struct Alike<'s> {
    /// The game.
    pub rules: &'s Ruleset,
    /// The play.
    pub play: Play,
    /// How its positions are looked at. With differences, the positions are those that ascend, and stand for all.
    pub coordinates: Coordinates,
    /// The entries of the positions x: variables, each at least once, and constants.
    pub entries: &'s [E],
    /// The number of variables.
    pub variables: usize,
    /// The condition on the variables.
    pub filter: &'s C,
    /// The games of the f's, and the entries of their positions, which may ask for values that are known.
    pub games: Vec<(&'s Ruleset, Vec<E>)>,
    /// The h's.
    pub numbers: Vec<E>,
    /// Is only said which positions are P-positions: those where the nim-sum is 0?
    pub outcomes: bool,
    /// What is known of the values that entries and h's ask for.
    pub questions: &'s [Option<Question<'s>>],
    /// What is known of values where moves lead elsewhere.
    pub beyond: Option<Beyond<'s>>,
    /// Where there is no f and no h: which positions are stated, and whether these are P-positions, rather than N-positions.
    pub stated: Option<(&'s C, bool)>,
}

/// What is known of the values of some positions, of the game, and of the game of the one f.
#[derive(Clone, Copy, Debug)]
pub struct Beyond<'s> {
    /// Of the game.
    pub own: &'s Knowledge,
    /// Of the game of f.
    pub other: &'s Knowledge,
}

impl Beyond<'_> {
    /// Are the values of a position of the game, and of one of the other, known and the same?
    fn is_same(&self, all: &mut Formulas, y: &[Sum], z: &[Sum]) -> Formed<Formula> {
        let value = all.fresh();
        let parts = [self.own.has_value(all, y, &Sum::var(value))?, self.other.has_value(all, z, &Sum::var(value))?];
        let both = all.and(parts);
        Ok(all.exists([value], both))
    }
}

/// Proves such a claim: the states of the largest automaton.
#[must_use]
pub fn prove_alike(claim: &Alike<'_>, budget: &Budget<'_>) -> Option<usize> {
    let one = claim.games.len() == 1 && claim.numbers.is_empty();
    // Positions that ascend are compared with positions that ascend, where coordinates can be exchanged.
    let how = |rules: &Ruleset| match claim.coordinates {
        Coordinates::Differences if rules.width() > 1 && Symmetry::of(rules).is_all(rules.width()) => {
            Coordinates::Differences
        }
        _ => Coordinates::Plain,
    };
    let others = claim.games.iter().map(|(rules, _)| *rules);
    let splits = std::iter::once(claim.rules).chain(others.clone()).any(Ruleset::splits);
    let plain = claim.coordinates == Coordinates::Plain;
    let fits = match claim.stated {
        Some(_) => plain && !(claim.play.is_misere() && splits),
        None => {
            (claim.games.len() + claim.numbers.len() > 0)
                && (one && !claim.outcomes || claim.play == Play::Normal)
                && (one && claim.play == Play::Normal && plain || claim.beyond.is_none())
                && (one && !claim.outcomes && claim.beyond.is_none() && plain || !splits)
        }
    };
    let fine = fits
        && is_possible(claim.rules, claim.coordinates, budget)
        && others.clone().all(|rules| is_possible(rules, how(rules), budget));
    let prove = || -> Formed<Option<usize>> {
        let others = others.map(|rules| Played::of(rules, how(rules))).collect::<Formed<_>>()?;
        let both = Correspondence { claim, own: Played::of(claim.rules, claim.coordinates)?, others };
        let mut proof = Proof::new(claim.numeration()?, budget);
        let x = both.own.position(&mut proof.all)?;
        let exists = both.own.exists(&mut proof.all, &x)?;
        let (env, constants) = claim.variables(&mut proof.all, &x)?;
        let (formula, fits) = (claim.defined(&mut proof.all, &env)?, proof.all.and([exists, constants]));
        let formula = proof.all.implies(fits, formula);
        let (_, among) = claim.place(&mut proof.all, &x)?;
        let (theorem, here) = match (claim.stated, splits) {
            (Some(_), _) => ("strategy", exists),
            (None, true) => ("same_moves", proof.all.and([exists, among])),
            (None, false) => ("correspondence", proof.all.and([exists, among])),
        };
        let holds = proof.decider.is_valid(&proof.all, formula)? && proof.lacks(theorem, &both, &x, here)?.is_none();
        Ok(holds.then(|| proof.decider.largest()))
    };
    if fine { prove().ok().flatten() } else { None }
}

struct Correspondence<'p> {
    claim: &'p Alike<'p>,
    own: Played<'p>,
    others: Vec<Played<'p>>,
}

impl Correspondence<'_> {
    /// A part that is a game; others are numbers, piles of Nim.
    fn part(&self, game: usize) -> Option<&Played<'_>> {
        if game == 0 { Some(&self.own) } else { self.others.get(game - 1) }
    }

    /// Positions, one after the other, are among those of the claim, and their parts are some others, in some order.
    fn matches(&self, all: &mut Formulas, from: &[Sum], to: &[Sum]) -> Formed<Formula> {
        let widths = [self.own.rules.width(), self.others[0].rules.width()];
        let (from, to): (Vec<&[Sum]>, Vec<&[Sum]>) = (from.chunks(widths[0]).collect(), to.chunks(widths[1]).collect());
        if from.len() != to.len() || from.len() > MATCHED {
            return Ok(all.constant(false));
        }
        let mut ways = vec![];
        for order in orders(&(0..to.len()).collect::<Vec<usize>>()) {
            let mut parts = vec![];
            for (y, place) in from.iter().zip(order) {
                parts.push(self.claim.place(all, y)?.1);
                parts.push(self.with_parts(all, y, &mut |all, parts| all_equal(all, parts[0].at()?, to[place]))?);
            }
            ways.push(all.and(parts));
        }
        Ok(all.or(ways))
    }
}

/// The most positions that a move leaves.
const MATCHED: usize = 4;

impl Model for Correspondence<'_> {
    fn played(&self) -> &Played<'_> {
        &self.own
    }

    fn play(&self) -> Play {
        self.claim.play
    }

    fn parts(&self) -> usize {
        self.claim.games.len() + self.claim.numbers.len()
    }

    fn option(&self, all: &mut Formulas, game: usize, at: &[Sum], of: &mut OfOption<'_>) -> Formed<Formula> {
        if let Some(played) = self.part(game) {
            return played.option(all, at, of);
        }
        let less = all.fresh();
        let next = Sum::var(less).plus(&Sum::constant(1), 1)?;
        let both = [at_most(all, &next, &at[0])?, of(all, &[Sum::var(less)])?];
        let both = all.and(both);
        Ok(all.exists([less], both))
    }

    fn exists(&self, all: &mut Formulas, game: usize, at: &[Sum]) -> Formed<Formula> {
        let Some(played) = self.part(game) else { return at_most(all, &Sum::default(), &at[0]) };
        let parts = [played.exists(all, at)?, ascends(all, played.coordinates, at)?];
        Ok(all.and(parts))
    }

    fn with_parts(&self, all: &mut Formulas, at: &[Sum], of: &mut OfParts<'_>) -> Formed<Formula> {
        let (env, _) = self.claim.variables(all, at)?;
        let (mut pending, mut known) = (Pending::default(), Known::of(self.claim.questions));
        let mut say = Encoder { all, answers: &mut known };
        let games = self.claim.games.iter().map(|(_, entries)| &entries[..]);
        let mut parts = vec![];
        for (game, entries) in (1..).zip(games.chain(self.claim.numbers.iter().map(std::slice::from_ref))) {
            parts.push(Thing::At(game, say.entries(entries, &env, &mut pending)?));
        }
        let formula = of(all, parts)?;
        Ok(pending.close(all, formula))
    }

    fn says(&self, all: &mut Formulas, word: &str, of: &[Thing]) -> Formed<Formula> {
        match (word, of) {
            ("outcomes", []) => Ok(all.constant(self.claim.outcomes)),
            ("elsewhere", []) => Ok(all.constant(self.claim.beyond.is_some())),
            // Of several positions together nothing is said.
            ("S", [y]) if y.at()?.len() != self.own.rules.width() => Ok(all.constant(false)),
            ("among" | "S", [y]) => Ok(self.claim.place(all, y.at()?)?.1),
            ("cancels", [z]) => {
                let (at, width) = (z.at()?, self.own.rules.width());
                match at.len() {
                    0 => Ok(all.constant(true)),
                    length if length == 2 * width && width > 0 => all_equal(all, &at[..width], &at[width..]),
                    _ => Ok(all.constant(false)),
                }
            }
            ("said" | "unsaid", [x]) => {
                let env = Env { coords: x.at()?.to_vec(), ..Env::default() };
                let (stated, _) = self.claim.stated.ok_or_else(no_word)?;
                let mut say = Encoder { all, answers: &mut NoQuestions };
                let (defined, said) = (say.defined(stated, &env)?, say.condition(stated, &env)?);
                if word == "said" {
                    return Ok(said);
                }
                let unsaid = all.not(said);
                Ok(all.and([defined, unsaid]))
            }
            ("loses", []) => Ok(all.constant(self.claim.stated.is_some_and(|(_, loses)| loses))),
            ("match", [y, z]) => self.matches(all, y.at()?, z.at()?),
            ("same_value", [y, z]) => {
                let beyond = self.claim.beyond.ok_or_else(no_word)?;
                beyond.is_same(all, y.at()?, z.at()?)
            }
            _ => Err(no_word()),
        }
    }
}

impl Alike<'_> {
    /// The condition is defined at every position, and where it holds the parts are.
    fn defined(&self, all: &mut Formulas, env: &Env) -> Formed<Formula> {
        let mut known = Known::of(self.questions);
        let mut say = Encoder { all, answers: &mut known };
        let (is_defined, holds) = (say.defined(self.filter, env)?, say.condition(self.filter, env)?);
        let mut parts = vec![];
        for e in self.games.iter().flat_map(|(_, entries)| entries).chain(&self.numbers) {
            parts.push(say.defined(e, env)?);
        }
        let parts = all.and(parts);
        let parts = all.implies(holds, parts);
        Ok(all.and([is_defined, parts]))
    }

    /// The numeration of the values that are known and asked for.
    fn numeration(&self) -> Formed<Numeration> {
        let inner = self.games.iter().flat_map(|(_, entries)| entries).chain(&self.numbers);
        let inner: Vec<&E> = inner.collect();
        let is_asked = |number: usize| {
            let mut asks = |e: &Expr| matches!(e, Expr::Ask(asked, ..) if *asked == number);
            inner.iter().any(|e| e.any_number(&mut asks))
        };
        let questions = self.questions.iter().enumerate().filter(|(number, _)| is_asked(*number));
        let asked = questions.filter_map(|(_, question)| question.as_ref()?.known);
        let beyond = self.beyond.iter().flat_map(|beyond| [beyond.own, beyond.other]);
        one_numeration(asked.chain(beyond).map(Knowledge::numeration))
    }

    /// What the variables are at a position, and whether the position is one of those that the claim is about.
    fn place(&self, all: &mut Formulas, at: &[Sum]) -> Formed<(Env, Formula)> {
        let (env, constants) = self.variables(all, at)?;
        let filter = Encoder { all, answers: &mut NoQuestions }.condition(self.filter, &env)?;
        Ok((env, all.and([constants, filter])))
    }

    /// What the variables are at a position, and whether its other entries are those of the pattern.
    fn variables(&self, all: &mut Formulas, at: &[Sum]) -> Formed<(Env, Formula)> {
        let mut coords: Vec<Option<Sum>> = vec![None; self.variables];
        let mut parts = vec![];
        for (entry, sum) in self.entries.iter().zip(at) {
            match &**entry {
                Expr::Coord(var) if coords[*var].is_none() => coords[*var] = Some(sum.clone()),
                Expr::Coord(var) => parts.push(equal(all, sum, coords[*var].as_ref().unwrap_or(sum))?),
                _ => {
                    let constant = entry.as_i64().ok_or(NotExpressible::What("a pattern with calculated entries"))?;
                    parts.push(equal(all, sum, &Sum::constant(constant))?);
                }
            }
        }
        let coords: Option<Vec<Sum>> = coords.into_iter().collect();
        let env =
            Env { coords: coords.ok_or(NotExpressible::What("a variable that is no coordinate"))?, ..Env::default() };
        Ok((env, all.and(parts)))
    }
}
