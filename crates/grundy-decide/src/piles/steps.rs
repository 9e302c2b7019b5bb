//! The steps of the induction on any number of piles, as formulas about numbers of piles.
//!
//! In: a claim, and the kinds of piles. Out: for each step whether it holds for all numbers of piles of each kind.

use dashu_int::IBig;
use grundy_automata::Budget;
use grundy_rules::rules::build;
use grundy_rules::rules::change::{Changed, substitute};
use grundy_rules::rules::expr::{C, Cond, E, Expr, Over, Place, Quantifier, Range, Tree, bound_by};
use grundy_rules::rules::piles::{PileMove, Tallied, Tally};

use super::kinds::{Kinds, Line, Pile};
use super::{NoProof, OfPiles, PilesClaim};
use crate::state::{Decided, Statement, decide};

/// What is said of piles after a move.
type After<'k> = dyn Fn(&[(Pile, E)]) -> C + 'k;

/// The steps of the induction.
pub(super) struct Steps<'s> {
    pub(super) claim: &'s PilesClaim<'s>,
    pub(super) kinds: &'s Kinds,
    /// The numbers of a move are variables from this one on; those of the rules and of the claim are before it, so that none is caught.
    first: usize,
}

/// A way to move: how many piles lose how much.
struct Way {
    /// The numbers that vary.
    ranges: Vec<Range>,
    /// There are so many piles.
    there: C,
    /// The number of piles for each of the losses; those that lose nothing, too.
    losses: Vec<(Pile, E)>,
}

impl<'s> Steps<'s> {
    pub(super) fn new(claim: &'s PilesClaim<'s>, kinds: &'s Kinds) -> Steps<'s> {
        let guards = claim.piles.moves.iter().map(|one| behind(&one.guard.body));
        let says = match claim.says {
            OfPiles::P(says) => behind(&says.body),
            OfPiles::Value(says) => behind(&says.body),
        };
        let first = guards.chain([says, behind(&claim.among.body)]).max().unwrap_or(0);
        Steps { claim, kinds, first }
    }

    fn parameters(&self) -> usize {
        self.claim.piles.parameters
    }

    /// How many piles there are of a kind.
    fn count(&self, kind: usize) -> E {
        build::coord(self.parameters() + kind)
    }

    /// The ways to move by a clause, with variables from `first` on. Where exactly one pile loses something, there is one for each loss.
    fn ways(&self, one: &PileMove, first: usize) -> Vec<Way> {
        let taken = || self.kinds.losses(one).filter(|(_, pile)| pile.taken > 0);
        if self.takes_from_one(one) {
            return taken().map(|loss| self.way(vec![(loss, build::int(1))], vec![])).collect();
        }
        let mut left: Vec<E> = (0..self.kinds.before.len()).map(|kind| self.count(kind)).collect();
        let (mut ranges, mut losses) = (vec![], vec![]);
        for (kind, pile) in taken() {
            let var = first + ranges.len();
            ranges.push(Range { var, lo: build::int(0), hi: left[kind].clone() });
            left[kind] = build::sub(&left[kind], &build::var(var));
            losses.push(((kind, pile), build::var(var)));
        }
        // A clause that takes nothing has no way.
        if ranges.is_empty() { vec![] } else { vec![self.way(losses, ranges)] }
    }

    fn way(&self, losses: Vec<((usize, Pile), E)>, ranges: Vec<Range>) -> Way {
        let mut left: Vec<E> = (0..self.kinds.before.len()).map(|kind| self.count(kind)).collect();
        let (mut all, mut there) = (vec![], vec![]);
        for ((kind, pile), number) in losses {
            left[kind] = build::sub(&left[kind], &number);
            if ranges.is_empty() {
                there.push(build::le(&build::int(0), &left[kind]));
            }
            all.push((pile, number));
        }
        let stay = self.kinds.before.iter().zip(left).map(|(size, left)| (Pile { size: *size, taken: 0 }, left));
        all.extend(stay);
        Way { ranges, there: build::and(there), losses: all }
    }

    /// Does the condition of a clause say that exactly one pile loses something?
    fn takes_from_one(&self, one: &PileMove) -> bool {
        let counts =
            |tally: &Tally| self.kinds.losses(one).all(|(_, pile)| pile.adds(tally) == Some(i64::from(pile.taken > 0)));
        build::conjuncts(&one.guard.body).iter().any(|part| {
            let Cond::Zero(e) = &**part else { return false };
            let (constant, terms) = build::linear(e);
            match &terms[..] {
                [(term, factor)] if *factor == IBig::ONE && constant == -IBig::ONE => match **term {
                    Expr::Coord(i) => i.checked_sub(self.parameters()).is_some_and(|i| counts(&one.guard.of[i])),
                    _ => false,
                },
                _ => false,
            }
        })
    }

    /// What is said of tallies, where so many piles take part.
    fn at<B: Changed>(&self, tallied: &Tallied<B>, piles: &[(Pile, E)]) -> B {
        let tally = |i: usize| {
            let terms =
                piles.iter().map(|(pile, number)| (number.clone(), pile.adds(&tallied.of[i]).unwrap_or(0).into()));
            build::sum(&terms.collect::<Vec<(E, IBig)>>())
        };
        substitute(&tallied.body, &|leaf| match leaf {
            Expr::Coord(i) if *i >= self.parameters() => Some(tally(i - self.parameters())),
            _ => None,
        })
    }

    /// The piles before a move, of the kinds that the claim tells apart.
    fn before(&self) -> Vec<(Pile, E)> {
        let pile = |(kind, size): (usize, &Line)| (Pile { size: self.kinds.kind(*size), taken: 0 }, self.count(kind));
        self.kinds.before.iter().enumerate().map(pile).collect()
    }

    /// The piles after a move.
    fn after(&self, way: &Way) -> Vec<(Pile, E)> {
        let left = |pile: &Pile| Line { start: pile.size.start - pile.taken, ..pile.size };
        let pile = |(pile, number): &(Pile, E)| (Pile { size: self.kinds.kind(left(pile)), taken: 0 }, number.clone());
        way.losses.iter().map(pile).collect()
    }

    /// Is there a move after which something holds; or does it hold after all moves?
    fn moves(&self, quantifier: Quantifier, first: usize, holds: &After<'_>) -> C {
        let mut found = vec![];
        for one in &self.claim.piles.moves {
            for way in self.ways(one, first) {
                let body = holds(&self.after(&way));
                let filter = build::and(vec![way.there.clone(), self.at(&one.guard, &way.losses)]);
                found.push(match (way.ranges.is_empty(), quantifier) {
                    (true, Quantifier::All) => implies(&filter, body),
                    (true, Quantifier::Any) => build::and(vec![filter, body]),
                    _ => {
                        let place = Place::default();
                        build::quantified(quantifier, Over { ranges: way.ranges, filter, body, place })
                    }
                });
            }
        }
        if quantifier == Quantifier::All { build::and(found) } else { build::or(found) }
    }

    /// Each move takes something: where nothing is taken, the condition of a clause does not hold.
    fn falls(&self) -> C {
        let stay: Vec<(Pile, E)> = {
            let kinds = self.kinds.before.iter().enumerate();
            kinds.map(|(kind, size)| (Pile { size: *size, taken: 0 }, self.count(kind))).collect()
        };
        build::and(self.claim.piles.moves.iter().map(|one| build::not(&self.at(&one.guard, &stay))).collect())
    }

    /// The steps, each with what is so otherwise.
    pub(super) fn all(&self) -> Vec<(C, &'static str)> {
        let before = self.before();
        let ends = || build::not(&self.moves(Quantifier::Any, self.first, &|_| build::boolean(true)));
        let misere = self.claim.play.is_misere();
        let stays = self.moves(Quantifier::All, self.first, &|after| self.at(self.claim.among, after));
        let mut steps =
            vec![(self.falls(), "a move may take nothing"), (stays, "a move leaves the positions of `where`")];
        match self.claim.says {
            OfPiles::P(says) => {
                let own = self.at(says, &before);
                let left = self.moves(Quantifier::All, self.first, &|after| build::not(&self.at(says, after)));
                let stays = if misere { build::and(vec![build::not(&ends()), left]) } else { left };
                steps.push((implies(&own, stays), "a move leads from one of these positions to another one"));
                let reached = self.moves(Quantifier::Any, self.first, &|after| self.at(says, after));
                let reached = if misere { build::or(vec![ends(), reached]) } else { reached };
                steps.push((build::or(vec![own, reached]), "no move leads from another position to one of these"));
            }
            OfPiles::Value(says) => {
                let own = self.at(says, &before);
                let differs = self.moves(Quantifier::All, self.first + 1, &|after| {
                    build::not(&build::eq(&self.at(says, after), &own))
                });
                steps.push((build::le(&build::int(0), &own), "a value is below 0"));
                steps.push((differs, "a move keeps the value"));
                let lower = build::var(self.first);
                let range = Range { var: self.first, lo: build::int(0), hi: build::sub(&own, &build::int(1)) };
                let reached =
                    self.moves(Quantifier::Any, self.first + 1, &|after| build::eq(&self.at(says, after), &lower));
                let all =
                    Over { ranges: vec![range], filter: build::boolean(true), body: reached, place: Place::default() };
                let all = build::quantified(Quantifier::All, all);
                let one = build::eq(&own, &build::int(1));
                let reached = if misere { build::choose_condition(&ends(), &one, &all) } else { all };
                steps.push((reached, "no move leads to some smaller value"));
            }
        }
        steps
    }

    /// Decides one step; the states of its largest automaton.
    pub(super) fn holds(&self, body: &C, otherwise: &str, budget: &Budget<'_>) -> Result<usize, NoProof> {
        let piles: Vec<(E, IBig)> = (0..self.kinds.before.len()).map(|kind| (self.count(kind), IBig::ONE)).collect();
        let all = build::eq(&build::sum(&piles), &self.claim.piles.length);
        let filter = build::and(vec![self.at(self.claim.among, &self.before()), all]);
        let statement = Statement {
            variables: self.parameters() + piles.len(),
            position: None,
            ascend: false,
            filter: &filter,
            running: &[],
            inner: &build::boolean(true),
            body,
            questions: &[],
        };
        match decide(&statement, budget) {
            Decided::True { states } => Ok(states),
            Decided::False { variables, .. } => Err(NoProof::Words(format!("{otherwise}: {}", self.told(&variables)))),
            Decided::Open(why) => Err(NoProof::Open(why)),
        }
    }

    /// The position of these numbers of piles, with the least piles of each kind.
    fn told(&self, variables: &[IBig]) -> String {
        let numbers = variables.iter().skip(self.parameters()).zip(&self.kinds.before);
        let some = numbers.filter(|(number, _)| **number > IBig::ZERO);
        let text: Vec<String> = some.map(|(number, size)| format!("{number} of size {}", size.start)).collect();
        if text.is_empty() { "no pile".into() } else { text.join(", ") }
    }
}

fn implies(a: &C, b: C) -> C {
    build::or(vec![build::not(a), b])
}

/// A number behind those of all variables that an expression binds.
fn behind(e: &impl Tree) -> usize {
    let mut first = 0;
    e.any(&mut |node| {
        first = bound_by(node).iter().map(|range| range.var + 1).fold(first, usize::max);
        false
    });
    first
}
