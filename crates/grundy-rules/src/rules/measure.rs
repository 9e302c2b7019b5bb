//! A sum of multiples of the coordinates that every move lowers.
//!
//! In: rules. Out: the factors, one for each coordinate. Where the sum of the coordinates does it, all are 1. Where a move raises a coordinate, as
//! `(a - 1, b + 2)`, others are looked for among the moves whose entries are a coordinate plus a linear expression of the parameters. A coordinate that moves set to
//! something else, as `(n - t, 2*t)` sets the greatest number that the next move may take, counts 0 if a sum of the others falls. The factors are a proposal: whoever
//! rests a proof on them shows for every move that the sum falls.

use dashu_int::IBig;

use super::expr::{E, Expr, Range};
use super::normal::by_rests;
use super::{Family, Role, Ruleset, Target, build};

/// The greatest factor.
const GREATEST: i64 = 64;
/// The most changes of the factors. Where factors exist, finitely many are enough, whatever the moves (Rosenblatt's perceptron); small moves need few.
const CHANGES: usize = 1 << 12;
/// The most parameters whose ranges are constant, of one family: all corners of the box are looked at.
const CORNERS: usize = 6;

/// The sum of the factors times `change` must be at most `most`.
struct Falls {
    change: Vec<i64>,
    most: i64,
}

impl Falls {
    fn holds(&self, factors: &[i64]) -> bool {
        self.change.iter().zip(factors).map(|(d, k)| d.saturating_mul(*k)).sum::<i64>() <= self.most
    }
}

impl Ruleset {
    /// The factors of a sum of multiples of the coordinates that every move is expected to lower. A flag has -1, since moves switch it on.
    #[must_use]
    pub fn measure(&self) -> Vec<i64> {
        let plain: Vec<i64> = self.coords.iter().map(|coord| if coord.role == Role::Flag { -1 } else { 1 }).collect();
        if plain.contains(&-1) {
            return plain;
        }
        let families: Vec<Family> = self.families.iter().map(|family| by_rests(self, family)).collect();
        let moves: Vec<Move<'_>> = families.iter().flat_map(|family| self.changes(family)).collect();
        let set: Vec<usize> = moves.iter().flat_map(|change| change.set.clone()).collect();
        let without_set = || {
            let factors = (0..plain.len()).map(|i| i64::from(!set.contains(&i))).collect();
            found(&moves.iter().flat_map(|change| change.without(&set).falls()).collect::<Vec<_>>(), factors)
        };
        let linear = || {
            let all: Vec<Falls> = moves.iter().filter(|change| change.set.is_empty()).flat_map(Move::falls).collect();
            found(&all, plain.clone())
        };
        let others = if set.is_empty() { None } else { without_set() };
        others.or_else(linear).unwrap_or(plain)
    }

    /// How the moves of a family change the coordinates, one for each tuple of a target.
    fn changes<'f>(&self, family: &'f Family) -> Vec<Move<'f>> {
        let mut all = vec![];
        for Target { leaf, tuples, repeats } in &family.targets {
            for tuple in tuples.iter().chain(repeats.iter().map(|repeat| &repeat.tuple)) {
                let mut change = Move::of(&family.params, self.width());
                tuple.iter().zip(self.leaves[*leaf].range()).for_each(|(e, coord)| change.add(coord, e));
                all.push(change);
            }
        }
        all
    }
}

/// How a move changes the coordinates: by constants, and by multiples of parameters.
struct Move<'f> {
    params: &'f [Range],
    constant: Vec<i64>,
    /// For each parameter.
    by: Vec<Vec<i64>>,
    /// The coordinates that change in another way.
    set: Vec<usize>,
}

impl<'f> Move<'f> {
    fn of(params: &'f [Range], width: usize) -> Move<'f> {
        Move { params, constant: vec![0; width], by: vec![vec![0; width]; params.len()], set: vec![] }
    }

    /// Adds the change of a coordinate.
    fn add(&mut self, coord: usize, to: &E) {
        match self.linear(&build::sub(to, &build::coord(coord))) {
            Some((constant, terms)) => {
                self.constant[coord] = constant;
                terms.into_iter().for_each(|(number, factor)| self.by[number][coord] = factor);
            }
            None => self.set.push(coord),
        }
    }

    /// A constant and multiples of parameters, whose sum an expression is.
    fn linear(&self, e: &E) -> Option<(i64, Vec<(usize, i64)>)> {
        let (constant, terms) = build::linear(e);
        let term = |(term, factor): (E, IBig)| {
            let Expr::Var(var) = &*term else { return None };
            Some((self.params.iter().position(|range| range.var == *var)?, small(&factor)?))
        };
        Some((small(&constant)?, terms.into_iter().map(term).collect::<Option<Vec<_>>>()?))
    }

    /// The change of the other coordinates.
    fn without(&self, set: &[usize]) -> Move<'f> {
        let others =
            |change: &Vec<i64>| (0..change.len()).map(|i| if set.contains(&i) { 0 } else { change[i] }).collect();
        Move {
            params: self.params,
            constant: others(&self.constant),
            by: self.by.iter().map(others).collect(),
            set: vec![],
        }
    }

    /// The corners of the box of the parameters, and the directions in which it has no end.
    fn falls(&self) -> Vec<Falls> {
        let mut corners = vec![self.constant.clone()];
        let mut all = vec![];
        for (range, by) in self.params.iter().zip(&self.by) {
            let moved = |corner: &Vec<i64>, times: i64| -> Vec<i64> {
                corner.iter().zip(by).map(|(x, d)| x.saturating_add(d.saturating_mul(times))).collect()
            };
            // An end that depends on the position counts as 0: the least number that a range may begin with.
            let lo = range.lo.as_i64().unwrap_or(0);
            match range.hi.as_i64() {
                Some(hi) if corners.len() < 1 << CORNERS => {
                    corners = corners.iter().flat_map(|corner| [moved(corner, lo), moved(corner, hi)]).collect();
                }
                _ => {
                    corners = corners.iter().map(|corner| moved(corner, lo)).collect();
                    all.push(Falls { change: by.clone(), most: 0 });
                }
            }
        }
        all.extend(corners.into_iter().map(|change| Falls { change, most: -1 }));
        all
    }
}

fn small(n: &IBig) -> Option<i64> {
    i64::try_from(n).ok().filter(|n| n.abs() < 1 << 32)
}

/// Factors of at least 0 that meet all that is asked.
fn found(all: &[Falls], mut factors: Vec<i64>) -> Option<Vec<i64>> {
    let width = factors.len();
    let negative = (0..width).map(|i| Falls { change: (0..width).map(|j| -i64::from(i == j)).collect(), most: 0 });
    let negative: Vec<Falls> = negative.collect();
    for _ in 0..CHANGES {
        let Some(broken) = all.iter().chain(&negative).find(|falls| !falls.holds(&factors)) else {
            return factors.iter().all(|k| *k <= GREATEST).then_some(factors);
        };
        if broken.change.iter().all(|d| *d == 0) {
            return None;
        }
        for (k, d) in factors.iter_mut().zip(&broken.change) {
            *k = k.saturating_sub(*d);
        }
    }
    None
}
