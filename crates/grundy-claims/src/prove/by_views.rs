//! Claims about values near each other, in games that subtract and divide.
//!
//! In: a claim about one number n that asks for values of its own game at numbers such as n + 3, 3*n - 1 or n div 2. Out: whether it is true whatever the values are that can stand
//! there, and how this is proved ([`Nearby`]). The proof is kept as a certificate of kind `views`.

use std::collections::BTreeMap;

use dashu_int::IBig;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::Play;
use grundy_core::read::arithmetic::lcm;
use grundy_proofs::divisions::{Known, Nearby, Shape, Statement, nearby};
use grundy_rules::lower::{Question, What};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::evaluate::{Atoms, Evaluator, Failure};
use grundy_rules::rules::expr::{Cond, E, Expr, Node, Place, Tree};
use serde_json::json;

use crate::certify::read::verified;
use crate::prove::method::{Proof, Proved, Work};
use crate::prove::theory::{Theory, in_threads};
use crate::read::claim::Claim;
use crate::state::archive::{ClaimProof, Proofs};
use grundy::theory::envelope::{begun, sealed};

/// The most steps of one evaluation.
const STEPS: u64 = 1 << 12;
/// Divisors in the formula of a claim are told apart up to this one; ranges of its outermost `all` are no longer.
const DIVISORS: i64 = 64;

/// A proof from the views, which the checker has verified.
#[derive(Debug)]
struct ByViews(ClaimProof);

impl Proof for ByViews {
    fn words(&self) -> String {
        "true for every position, from all values that can stand near a number and its quotients".to_string()
    }

    fn certificates(&self, _: &Proved<'_>) -> Proofs {
        Ok(vec![self.0.clone()])
    }
}

/// Finds the claims that views decide. The prover looks at one number of each residue, which is a guess; what the checker does not verify is open.
pub(crate) fn by_views(theory: &mut Theory, work: &Work<'_>) {
    let Work { as_read: claims, checker, options, threads, .. } = *work;
    let mut by_game: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for number in theory.open() {
        if let Some(rules) = game(&claims[number]) {
            by_game.entry(rules.hash()).or_default().push(number);
        }
    }
    let found = in_threads(threads, by_game.into_values().collect(), &|numbers: &Vec<usize>| {
        let of_game: Vec<&Claim> = numbers.iter().map(|number| &*claims[*number]).collect();
        let found = nearby_of(&of_game, &options.limits).into_iter().zip(of_game);
        let proofs = found.map(|(found, claim)| verified(certificate(claim, &found?)?, checker, &options.limits));
        numbers.iter().copied().zip(proofs).collect::<Vec<_>>()
    });
    for (number, proof) in found.into_iter().flatten() {
        proof.into_iter().for_each(|proof| theory.add(number, ByViews(proof)));
    }
}

/// How claims about one game are proved, those of them that are such claims and that the views of the game decide.
fn nearby_of(claims: &[&Claim], limits: &Limits) -> Vec<Option<Nearby>> {
    let shape = |claim: &&Claim| Shape::of_guesses(&claim.scope.games[claim.scope.own?].rules).ok();
    let Some(shape) = claims.first().and_then(shape) else { return vec![] };
    let statements: Vec<Statement<'_>> = claims.iter().map(|claim| statement(claim)).collect();
    nearby(&shape, &statements, limits).unwrap_or_default()
}

/// What a claim says, if some values are known.
fn statement(claim: &Claim) -> Statement<'_> {
    let says = move |n: u64, known: &Known<'_>| At { claim, known, n: n.into() }.is_true();
    Statement { says: Box::new(says), finer: finer(claim) }
}

/// The game of a claim that asks for nothing but its values, about one number.
fn game(claim: &Claim) -> Option<&Ruleset> {
    let own = claim.scope.own?;
    let of_own = |question: &Question| matches!(question, Question::Position { game, what: What::Value { play: Play::Normal }, .. } if *game == own);
    let fits = claim.vars.len() == 1
        && claim.entries.len() == 1
        && !claim.scope.questions.is_empty()
        && claim.scope.questions.iter().all(of_own);
    fits.then(|| &*claim.scope.games[own].rules)
}

/// A common multiple of the divisors in the formulas of a claim.
fn finer(claim: &Claim) -> u64 {
    let mut multiple = 1;
    let mut with = |divisor: &E| {
        let divisor = divisor.as_i64().filter(|d| (1..=DIVISORS).contains(d)).and_then(|d| u64::try_from(d).ok());
        multiple = divisor.map_or(multiple, |d| lcm(multiple, d));
    };
    for node in claim.expressions() {
        node.any(&mut |node| {
            match node {
                Node::Number(e) => {
                    if let Expr::Div(_, d, _) | Expr::Mod(_, d, _) = &**e {
                        with(d);
                    }
                }
                Node::Condition(c) => {
                    if let Cond::Divides(d, _) = &**c {
                        with(d);
                    }
                }
            }
            false
        });
    }
    multiple
}

/// The certificate.
fn certificate(claim: &Claim, found: &Nearby) -> Option<ClaimProof> {
    let game = &claim.scope.games[claim.scope.own?];
    let mut object = begun("views", game, Play::Normal);
    object["products"] = found.products.clone().into();
    object["factor"] = found.factor.into();
    object["more"] = found.more.into();
    object["steps"] = found.steps.into();
    object["modulus"] = found.modulus.into();
    object["questions"] = claim.scope.questions.len().into();
    object["at"] = Ruleset::canonical_expression(&claim.entries[0]);
    object["where"] = Ruleset::canonical_expression(&claim.filter);
    let range = |e: &E| Ruleset::canonical_expression(e);
    object["all"] = claim.running.iter().map(|(_, ends)| json!([range(&ends.lo), range(&ends.hi)])).collect();
    object["if"] = Ruleset::canonical_expression(&claim.inner);
    object["holds"] = Ruleset::canonical_expression(&claim.body);
    Some(ClaimProof::of(game, Play::Normal, "views", sealed(object)))
}

/// A claim at a number, where some values are known.
struct At<'c> {
    claim: &'c Claim,
    known: &'c Known<'c>,
    n: IBig,
}

impl At<'_> {
    /// Is it true? `None` if this depends on other values, or is not defined.
    fn is_true(&self) -> Option<bool> {
        let mut vars = BTreeMap::new();
        let own = self.eval(&vars, &IBig::ZERO, |eval| eval.int(&self.claim.entries[0]))?;
        let is_away = own < IBig::ZERO || !self.eval(&vars, &own, |eval| eval.truth(&self.claim.filter))?;
        if is_away { Some(true) } else { self.from(0, &mut vars, &own) }
    }

    /// Is it true for all values of the binders from a place on?
    fn from(&self, place: usize, vars: &mut BTreeMap<usize, IBig>, own: &IBig) -> Option<bool> {
        let Some((_, range)) = self.claim.running.get(place) else {
            let is_left_out = !self.eval(vars, own, |eval| eval.truth(&self.claim.inner))?;
            return if is_left_out { Some(true) } else { self.eval(vars, own, |eval| eval.truth(&self.claim.body)) };
        };
        let end = |e: &E| i64::try_from(self.eval(vars, own, |eval| eval.int(e))?).ok();
        let (lo, hi) = (end(&range.lo)?, end(&range.hi)?);
        if hi.saturating_sub(lo) > DIVISORS {
            return None;
        }
        let mut all = Some(true);
        for value in lo..=hi {
            vars.insert(range.var, value.into());
            match self.from(place + 1, vars, own) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => all = None,
            }
        }
        all
    }

    fn eval<T>(
        &self,
        vars: &BTreeMap<usize, IBig>,
        own: &IBig,
        what: impl FnOnce(&mut Evaluator<'_>) -> Result<T, Failure>,
    ) -> Option<T> {
        let mut atoms = Values { known: self.known, own: own.clone() };
        let coords = [self.n.clone()];
        what(&mut Evaluator { coords: &coords, vars: vars.clone(), atoms: &mut atoms, steps: STEPS }).ok()
    }
}

/// The known values.
struct Values<'k> {
    known: &'k Known<'k>,
    own: IBig,
}

impl Atoms for Values<'_> {
    fn terminal(&mut self, _: usize) -> bool {
        false
    }

    fn target_p(&mut self, _: usize) -> bool {
        false
    }

    fn ask(&mut self, _: usize, position: &[IBig], place: Place) -> Result<IBig, Failure> {
        let at = u64::try_from(position.first().unwrap_or(&self.own)).ok();
        let value = at.and_then(|at| (self.known)(at));
        value.map(IBig::from).ok_or_else(|| Failure::Undefined(place, String::new()))
    }
}
