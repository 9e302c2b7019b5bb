//! A sum of multiples of the coordinates that every move lowers.
//!
//! In: rules. Out: the factors, one for each coordinate. Where the sum of the coordinates does it, all are 1. Where a move raises a coordinate, as
//! `(a - 1, b + 2)`, others are looked for among the moves whose entries are a coordinate plus a linear expression of the parameters. The factors are a proposal: whoever
//! rests a proof on them shows for every move that the sum falls.

use dashu_int::IBig;

use super::expr::{E, Expr, Range};
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
        let all: Vec<Falls> = self.families.iter().flat_map(|family| self.falls(family)).collect();
        if plain.contains(&-1) || all.iter().all(|falls| falls.holds(&plain)) {
            return plain;
        }
        found(&all, plain.clone()).unwrap_or(plain)
    }

    /// What the moves of a family ask of the factors; nothing of moves that are not linear.
    fn falls(&self, family: &Family) -> Vec<Falls> {
        let mut all = vec![];
        for Target { leaf, tuples, repeats } in &family.targets {
            let range = self.leaves[*leaf].range();
            for tuple in tuples.iter().chain(repeats.iter().map(|repeat| &repeat.tuple)) {
                let mut move_of = Move::of(&family.params, self.width());
                let each = tuple.iter().zip(range.clone()).map(|(e, coord)| move_of.add(coord, e));
                if each.collect::<Option<Vec<()>>>().is_some() {
                    all.extend(move_of.falls());
                }
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
}

impl Move<'_> {
    fn of(params: &[Range], width: usize) -> Move<'_> {
        Move { params, constant: vec![0; width], by: vec![vec![0; width]; params.len()] }
    }

    /// Adds the change of a coordinate; nothing if it is not linear.
    fn add(&mut self, coord: usize, to: &E) -> Option<()> {
        let (constant, terms) = build::linear(&build::sub(to, &build::coord(coord)));
        self.constant[coord] = small(&constant)?;
        for (term, factor) in terms {
            let Expr::Var(var) = &*term else { return None };
            let number = self.params.iter().position(|range| range.var == *var)?;
            self.by[number][coord] = small(&factor)?;
        }
        Some(())
    }

    /// The corners of the box of the parameters, and the directions in which it has no end.
    fn falls(self) -> Vec<Falls> {
        let mut corners = vec![self.constant];
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
        for (k, d) in factors.iter_mut().zip(&broken.change) {
            *k = k.saturating_sub(*d);
        }
    }
    None
}
