//! Values that are those of other positions, by a correspondence of moves.
//!
//! In: a game, positions x of it, and for each x some positions f₁(x), f₂(x), … of games and numbers h₁(x), h₂(x), …. Out: whether it is proved that the value
//! at x is the nim-sum of the values at the f's and of the h's. The values at the f's need not be known.
//!
//! **Theorem.** *Let V(x) be this nim-sum. Let every option of an x be such a position, too, and let one part, f or h, tell the option y from x while the
//! others are the same: an h has another number, or a move leads from f(x) to f(y), or back. For each f, and each option z of f(x), let x have an option y with
//! f(y) = z and the same other parts; and for each h and each w < h(x) one with h(y) = w. Then G(x) = V(x).*
//!
//! By induction, the options of x have the values V. None is V(x), since a move changes a value, and the others are the same. Let u < V(x). In a nim-sum
//! some part can be made smaller so that u comes out (Sprague and Grundy); its smaller value is that of an option z of f(x), or a w < h(x). So x has an option
//! of value u. In misère play, there is one f and no h. Where f(x) has options, x has, and the same holds. Where f(x) has none, its value is 1: x has none, either;
//! or x has an option y such that f(y) has options, and these have none. Then f(y) has the value 0; and no option of x has the value 1, as moves lead from it to f(x).
//!
//! **Outcomes.** *In normal play, let the same hold, except that no part need tell an option y from x where one of V(x) and V(y) is surely not 0: all parts are surely 0,
//! f's without options and h = 0, but for one h > 0 or one f with an option that has none; and that x needs no option for a z or w such that the nim-sum with it is surely not 0. Then x
//! is a P-position exactly if V(x) = 0.* For V(x) = 0 leads to no V(y) = 0; and from V(x) > 0 an option leads to 0, as before. The values at the x's need not be V: a pass changes no part where
//! f(x) is at its end, and the game of the x's is not.
//!
//! **Moves that lead elsewhere.** *Let there be one f and no h. Let an option y of x be another kind of position if f(x) has an option z such that the values of y and z are known, and the same;
//! and let an option z of f(x) need no y with f(y) = z if x has an option y of the known value of z.* In normal play both theorems hold: the value of such a y is one that an option of f(x) has.

use grundy_automata::{Budget, Decider, Formula, Formulas, Numeration};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::{C, E, Expr, Tree};
use grundy_rules::rules::symmetry::Symmetry;

use super::NotExpressible;
use super::game::{Coordinates, Played};
use super::known::{Knowledge, one_numeration};
use super::number::{Sum, all_equal, at_most, equal};
use super::prove::is_possible;
use super::say::{Encoder, Env, NoQuestions, Pending};
use super::state::{Known, Question};

type Said<T> = Result<T, NotExpressible>;

/// A claim that values are those of other positions.
#[derive(Clone, Debug)]
pub struct Alike<'s> {
    /// The game.
    pub rules: &'s Ruleset,
    /// Is it misère play?
    pub misere: bool,
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
    fn is_same(&self, all: &mut Formulas, y: &[Sum], z: &[Sum]) -> Said<Formula> {
        let value = all.fresh();
        let parts = [self.own.has_value(all, y, &Sum::var(value))?, self.other.has_value(all, z, &Sum::var(value))?];
        let both = all.and(parts);
        Ok(all.exists([value], both))
    }
}

/// The f's and the h's of a position.
#[derive(Clone)]
struct Parts {
    games: Vec<Vec<Sum>>,
    numbers: Vec<Sum>,
}

/// What is asked of the parts of a position.
type OfParts<'k> = dyn FnMut(&mut Formulas, &Parts) -> Said<Formula> + 'k;

struct Proof<'p> {
    claim: &'p Alike<'p>,
    own: Played<'p>,
    others: Vec<Played<'p>>,
    all: Formulas,
    decider: Decider<'p>,
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
    let fine = (claim.games.len() + claim.numbers.len() > 0)
        && (one && !claim.outcomes || !claim.misere)
        && (one && !claim.misere && claim.coordinates == Coordinates::Plain || claim.beyond.is_none())
        && std::iter::once(claim.rules).chain(others.clone()).all(|rules| !rules.splits())
        && is_possible(claim.rules, claim.coordinates, budget)
        && others.clone().all(|rules| is_possible(rules, how(rules), budget));
    let prove = || -> Said<Option<usize>> {
        let mut proof = Proof {
            claim,
            own: Played::of(claim.rules, claim.coordinates)?,
            others: others.map(|rules| Played::of(rules, how(rules))).collect::<Said<_>>()?,
            all: Formulas::within(budget),
            decider: Decider::new(claim.numeration()?, budget),
        };
        Ok(proof.run()?.then(|| proof.decider.largest()))
    };
    if fine { prove().ok().flatten() } else { None }
}

impl Proof<'_> {
    fn run(&mut self) -> Said<bool> {
        let x = self.own.position(&mut self.all)?;
        let exists = self.own.exists(&mut self.all, &x)?;
        let (env, constants) = self.claim.variables(&mut self.all, &x)?;
        let (formula, fits) = (self.defined(&env)?, self.all.and([exists, constants]));
        if !self.everywhere(fits, formula)? {
            return Ok(false);
        }
        let (_, among) = self.claim.place(&mut self.all, &x)?;
        let supposed = self.all.and([exists, among]);
        if self.claim.misere {
            let ends = self.ends(&x, &env)?;
            if !self.everywhere(supposed, ends)? {
                return Ok(false);
            }
        }
        let tells = self.tells(&x, &env)?;
        if !self.everywhere(supposed, tells)? {
            return Ok(false);
        }
        for number in 0..self.claim.numbers.len() {
            let falls = self.falls_to(&x, &env, number)?;
            if !self.everywhere(supposed, falls)? {
                return Ok(false);
            }
        }
        for game in 0..self.others.len() {
            let follows = self.follows(&x, &env, game)?;
            if !self.everywhere(supposed, follows)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn everywhere(&mut self, supposed: Formula, formula: Formula) -> Said<bool> {
        let formula = self.all.implies(supposed, formula);
        Ok(self.decider.is_valid(&self.all, formula)?)
    }

    /// The condition is defined at every position; and where it holds the parts are defined, the f's are positions, which ascend where this is supposed,
    /// and the h's are natural.
    fn defined(&mut self, env: &Env) -> Said<Formula> {
        let claim = self.claim;
        let mut known = Known::of(claim.questions);
        let mut say = Encoder { all: &mut self.all, answers: &mut known };
        let filter = [say.defined(claim.filter, env)?, say.condition(claim.filter, env)?];
        let mut parts = vec![];
        for e in claim.games.iter().flat_map(|(_, entries)| entries).chain(&claim.numbers) {
            parts.push(say.defined(e, env)?);
        }
        let others = &self.others;
        let positions = claim.with_parts(&mut self.all, env, &mut |all, of| {
            let mut parts = vec![];
            for (played, at) in others.iter().zip(&of.games) {
                parts.push(played.exists(all, at)?);
                for pair in at.windows(2).filter(|_| played.coordinates == Coordinates::Differences) {
                    parts.push(at_most(all, &pair[0], &pair[1])?);
                }
            }
            for number in &of.numbers {
                parts.push(at_most(all, &Sum::default(), number)?);
            }
            Ok(all.and(parts))
        })?;
        parts.push(positions);
        let [is_defined, holds] = filter;
        let parts = self.all.and(parts);
        let parts = self.all.implies(holds, parts);
        Ok(self.all.and([is_defined, parts]))
    }

    /// No option is another kind of position, or one that no part tells from x.
    fn tells(&mut self, x: &[Sum], env: &Env) -> Said<Formula> {
        let Proof { claim, own, others, all, .. } = self;
        let wrong = claim.with_parts(all, env, &mut |all, from| {
            let idle = if claim.outcomes { is_surely_some(all, others, from)? } else { all.constant(false) };
            let untold = own.option(all, x, &mut |all, y| {
                let (there, among) = claim.place(all, y)?;
                let told = claim.with_parts(all, &there, &mut |all, to| {
                    let told = told(all, others, from, to)?;
                    let some = if claim.outcomes { is_surely_some(all, others, to)? } else { all.constant(false) };
                    Ok(all.or([told, some]))
                })?;
                let mut ways = vec![all.and([among, told])];
                if let Some(beyond) = &claim.beyond {
                    ways.push(others[0].option(all, &from.games[0], &mut |all, z| beyond.is_same(all, y, z))?);
                }
                let fine = all.or(ways);
                Ok(all.not(fine))
            })?;
            let speaks = all.not(idle);
            Ok(all.and([speaks, untold]))
        })?;
        Ok(self.all.not(wrong))
    }

    /// For each option of f(x) there is one of x.
    fn follows(&mut self, x: &[Sum], env: &Env, game: usize) -> Said<Formula> {
        let Proof { claim, own, others, all, .. } = self;
        let wrong = claim.with_parts(all, env, &mut |all, from| {
            others[game].option(all, &from.games[game], &mut |all, z| {
                let some = claim.option(own, all, x, &mut |all, to| {
                    let there = all_equal(all, &to.games[game], z)?;
                    let others = same_but(all, from, to, Some(game), None)?;
                    Ok(all.and([there, others]))
                })?;
                let mut ways = vec![some];
                if claim.outcomes {
                    let mut moved = from.clone();
                    moved.games[game] = z.to_vec();
                    ways.push(is_surely_some(all, others, &moved)?);
                }
                if let Some(beyond) = &claim.beyond {
                    ways.push(own.option(all, x, &mut |all, y| beyond.is_same(all, y, z))?);
                }
                let fine = all.or(ways);
                Ok(all.not(fine))
            })
        })?;
        Ok(self.all.not(wrong))
    }

    /// For each number below h(x) there is an option of x.
    fn falls_to(&mut self, x: &[Sum], env: &Env, number: usize) -> Said<Formula> {
        let Proof { claim, own, others, all, .. } = self;
        let var = all.fresh();
        let less = Sum::var(var);
        let formula = claim.with_parts(all, env, &mut |all, from| {
            let below = at_most(all, &less.plus(&Sum::constant(1), 1)?, &from.numbers[number])?;
            let some = claim.option(own, all, x, &mut |all, to| {
                let there = equal(all, &to.numbers[number], &less)?;
                let others = same_but(all, from, to, None, Some(number))?;
                Ok(all.and([there, others]))
            })?;
            let mut ways = vec![some];
            if claim.outcomes {
                let mut moved = from.clone();
                moved.numbers[number] = less.clone();
                ways.push(is_surely_some(all, others, &moved)?);
            }
            let fine = all.or(ways);
            Ok(all.implies(below, fine))
        })?;
        Ok(self.all.for_all([var], formula))
    }

    /// Where f(x) has no options, x has none, or one y such that f(y) is one move from the end; where x has none, f(x) has none.
    fn ends(&mut self, x: &[Sum], env: &Env) -> Said<Formula> {
        let Proof { claim, own, others, all, .. } = self;
        claim.with_parts(all, env, &mut |all, of| {
            let (here, there) = (own.terminal(all, x)?, others[0].terminal(all, &of.games[0])?);
            let to_last = claim.option(own, all, x, &mut |all, to| {
                let over = others[0].terminal(all, &to.games[0])?;
                let longer = others[0].option(all, &to.games[0], &mut |all, z| {
                    let last = others[0].terminal(all, z)?;
                    Ok(all.not(last))
                })?;
                let either = all.or([over, longer]);
                Ok(all.not(either))
            })?;
            let fine = all.or([here, to_last]);
            let parts = [all.implies(there, fine), all.implies(here, there)];
            Ok(all.and(parts))
        })
    }
}

impl Alike<'_> {
    /// The numeration of the values that are known and asked for.
    fn numeration(&self) -> Said<Numeration> {
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
    fn place(&self, all: &mut Formulas, at: &[Sum]) -> Said<(Env, Formula)> {
        let (env, constants) = self.variables(all, at)?;
        let filter = Encoder { all, answers: &mut NoQuestions }.condition(self.filter, &env)?;
        Ok((env, all.and([constants, filter])))
    }

    /// What the variables are at a position, and whether its other entries are those of the pattern.
    fn variables(&self, all: &mut Formulas, at: &[Sum]) -> Said<(Env, Formula)> {
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

    /// Has a position an option that the claim is about, and whose parts are of a kind?
    fn option(&self, own: &Played<'_>, all: &mut Formulas, x: &[Sum], of: &mut OfParts<'_>) -> Said<Formula> {
        own.option(all, x, &mut |all, y| {
            let (env, among) = self.place(all, y)?;
            let of_kind = self.with_parts(all, &env, of)?;
            Ok(all.and([among, of_kind]))
        })
    }

    /// A formula about the parts of a position.
    fn with_parts(&self, all: &mut Formulas, env: &Env, formula: &mut OfParts<'_>) -> Said<Formula> {
        let mut pending = Pending::default();
        let mut known = Known::of(self.questions);
        let mut say = Encoder { all, answers: &mut known };
        let mut parts = Parts { games: vec![], numbers: vec![] };
        for (_, entries) in &self.games {
            parts.games.push(say.entries(entries, env, &mut pending)?);
        }
        parts.numbers = say.entries(&self.numbers, env, &mut pending)?;
        let formula = formula(all, &parts)?;
        Ok(pending.close(all, formula))
    }
}

/// All parts are the same but one.
fn same_but(all: &mut Formulas, from: &Parts, to: &Parts, game: Option<usize>, number: Option<usize>) -> Said<Formula> {
    let mut parts = vec![];
    for i in (0..from.games.len()).filter(|i| Some(*i) != game) {
        parts.push(all_equal(all, &from.games[i], &to.games[i])?);
    }
    for i in (0..from.numbers.len()).filter(|i| Some(*i) != number) {
        parts.push(equal(all, &from.numbers[i], &to.numbers[i])?);
    }
    Ok(all.and(parts))
}

/// One part has surely another value, and the others are the same.
fn told(all: &mut Formulas, others: &[Played<'_>], from: &Parts, to: &Parts) -> Said<Formula> {
    let mut ways = vec![];
    for (i, played) in others.iter().enumerate() {
        let (a, b) = (&from.games[i], &to.games[i]);
        let there = played.option(all, a, &mut |all, z| all_equal(all, z, b))?;
        let back = played.option(all, b, &mut |all, z| all_equal(all, z, a))?;
        let moves = all.or([there, back]);
        let rest = same_but(all, from, to, Some(i), None)?;
        ways.push(all.and([moves, rest]));
    }
    for i in 0..from.numbers.len() {
        let same = equal(all, &from.numbers[i], &to.numbers[i])?;
        let differ = all.not(same);
        let rest = same_but(all, from, to, None, Some(i))?;
        ways.push(all.and([differ, rest]));
    }
    Ok(all.or(ways))
}

/// The nim-sum of the parts is surely not 0: one part is more, and the others are 0.
fn is_surely_some(all: &mut Formulas, others: &[Played<'_>], parts: &Parts) -> Said<Formula> {
    let (mut some, mut none) = (vec![], vec![]);
    for (played, at) in others.iter().zip(&parts.games) {
        some.push(played.option(all, at, &mut |all, z| played.terminal(all, z))?);
        none.push(played.terminal(all, at)?);
    }
    for number in &parts.numbers {
        some.push(at_most(all, &Sum::constant(1), number)?);
        none.push(equal(all, number, &Sum::default())?);
    }
    let mut ways = vec![];
    for (i, one) in some.into_iter().enumerate() {
        let rest = none.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, none)| *none);
        ways.push(all.and(rest.chain([one])));
    }
    Ok(all.or(ways))
}
