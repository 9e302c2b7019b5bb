//! Values of compounds by theorems: components replaced by nim heaps.
//!
//! In: a ruleset that was put together of components ([`Origin`](crate::rules::Origin)), and a position. Out: its value with the
//! theorem and what it rests on, or nothing where no theorem applies. The theorems, and what is checked of each component before one is used, at all
//! positions that can be reached from the one at hand ([`check`]):
//!
//! - *SG-decreasing* (every move lowers the SG value): such a component is a nim heap in every respect, so any compound has the value
//!   of the same compound of heaps of the components' values (Boros, Gurvich, Ho, Makino & Mursic; Manabe, Miyadera & Suetsugu,
//!   Theorem 1.3), in normal and in misère play.
//! - *one-move* (a position has value 0 only if it is terminal): a sum with a pass has the value of nim heaps with a pass (Manabe,
//!   Miyadera & Suetsugu, Theorem 2.1), in normal play.
//! - *passes*: p passes are worth p mod 2, whatever the rules, in normal play: with one pass no position but a terminal one has the
//!   value it has without, so by induction two passes add nothing.

mod check;

use std::sync::Arc;

use dashu_int::IBig;

use self::check::{Checked, Kind};
use super::compile::Result;
use super::evaluator::{Evaluator, Options, Play};
use crate::rules::components::components;
use crate::rules::lower::of_heaps;
use crate::rules::{Joining, Ruleset};

/// The theorems by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// All components are SG-decreasing.
    SgDecreasing,
    /// All components of a sum with a pass are one-move.
    OneMove,
    /// Passes count modulo 2.
    Passes,
}

impl Theorem {
    /// As output says it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Theorem::SgDecreasing => "theorem:sg-decreasing",
            Theorem::OneMove => "theorem:one-move",
            Theorem::Passes => "theorem:passes",
        }
    }

    /// Where it comes from.
    #[must_use]
    pub fn source(self) -> &'static str {
        match self {
            Theorem::SgDecreasing => {
                "SG-decreasing components count as nim heaps in every compound (Boros, Gurvich, Ho, Makino & Mursic)"
            }
            Theorem::OneMove => {
                "one-move components of a sum with a pass count as nim heaps (Manabe, Miyadera & Suetsugu, Theorem 2.1)"
            }
            Theorem::Passes => "p passes are worth p mod 2 in normal play",
        }
    }
}

/// A value by a theorem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grounds {
    /// Which.
    pub theorem: Theorem,
    /// The values it rests on, in words.
    pub rests_on: String,
}

/// The theorems that may apply to one ruleset.
pub(super) struct Theorems {
    shape: Shape,
    components: Vec<Component>,
    options: Options,
    heaps: Option<Evaluator>,
}

/// What a theorem says of a position.
pub(super) enum Found {
    /// Its value.
    Value(u32, Grounds),
    /// It has the value of this one.
    Same(Vec<IBig>),
}

/// How the components are joined.
struct Shape {
    edges: Option<Vec<Vec<usize>>>,
    /// The coordinate of the passes.
    passes: Option<usize>,
}

struct Component {
    coords: Vec<usize>,
    rules: Arc<Ruleset>,
    /// Its values.
    evaluator: Option<Evaluator>,
    checked: Checked,
}

impl Theorems {
    /// What may apply; `None` for rules that are no compound, or one that other engines take apart.
    pub(super) fn of(rules: &Arc<Ruleset>, options: &Options) -> Option<Theorems> {
        if rules.splits() {
            return None;
        }
        let (shape, inner, first) = read(rules)?;
        let normal = options.play == Play::Normal;
        if shape.edges.is_none() && shape.passes.is_none() && normal {
            return None;
        }
        let parts: Vec<(Vec<usize>, Arc<Ruleset>)> = match (&shape.edges, &inner.origin.0) {
            (Some(_), Some(origin)) => {
                let part = |p: &crate::rules::Part| {
                    ((p.first + first..p.first + first + p.rules.width()).collect(), p.rules.clone())
                };
                origin.1.iter().map(part).collect()
            }
            _ => components(&inner)
                .into_iter()
                .map(|c| (c.coords.iter().map(|i| i + first).collect(), c.rules))
                .collect(),
        };
        let component = |(coords, rules): (Vec<usize>, Arc<Ruleset>)| Component {
            coords,
            checked: Checked::new(&rules),
            rules,
            evaluator: None,
        };
        let components: Vec<Component> = parts.into_iter().map(component).collect();
        let plain_heaps = components.iter().all(|c| c.checked.is_heap());
        let passes = shape.passes.and_then(|c| rules.own_bound(c)).unwrap_or(0);
        if plain_heaps && (passes <= 1 || !normal) {
            return None;
        }
        Some(Theorems { shape, components, options: options.clone(), heaps: None })
    }

    /// The value of a position, if a theorem gives it.
    pub(super) fn value(&mut self, position: &[IBig]) -> Result<Option<Found>> {
        let small = position.iter().map(|x| u64::try_from(x).ok()).collect::<Option<Vec<u64>>>();
        let by_heaps = small.map_or(Ok(None), |small| self.by_heaps(&small))?;
        Ok(match by_heaps {
            Some((value, grounds)) => Some(Found::Value(value, grounds)),
            None => self.fewer_passes(position).map(Found::Same),
        })
    }

    fn by_heaps(&mut self, position: &[u64]) -> Result<Option<(u32, Grounds)>> {
        let normal = self.options.play == Play::Normal;
        let one_move = normal && self.shape.edges.is_none() && self.shape.passes.is_some();
        let mut kind = Kind::Heap;
        for component in &mut self.components {
            let at: Vec<u64> = component.coords.iter().map(|c| position[*c]).collect();
            let found = component.checked.find(&component.rules, &at, one_move, &self.options.limits)?;
            kind = kind.min(found);
        }
        if kind == Kind::Other || (kind == Kind::OneMove && !one_move) {
            return Ok(None);
        }
        let mut values = vec![];
        for component in &mut self.components {
            let at: Vec<IBig> = component.coords.iter().map(|c| IBig::from(position[*c])).collect();
            let options = Options { play: Play::Normal, ..self.options.clone() };
            let evaluator = component.evaluator.get_or_insert_with(|| Evaluator::new(&component.rules, options));
            values.push(evaluator.value(&at)?.value);
        }
        let passes = self.shape.passes.map_or(0, |c| if normal { position[c] % 2 } else { position[c] });
        if passes > 1 {
            return Ok(None);
        }
        let value = self.of_heaps(&values, passes)?;
        let theorem = if kind == Kind::OneMove { Theorem::OneMove } else { Theorem::SgDecreasing };
        let heaps: Vec<String> = values.iter().map(ToString::to_string).collect();
        let with = match (self.shape.passes, passes) {
            (None, _) => "",
            (Some(_), 0) => " and no pass",
            (Some(_), _) => " and one pass",
        };
        let rests_on = format!("the components' values {}{with}", heaps.join(", "));
        Ok(Some((value, Grounds { theorem, rests_on })))
    }

    /// The value of nim heaps joined in the same way.
    fn of_heaps(&mut self, values: &[u32], passes: u64) -> Result<u32> {
        let normal = self.options.play == Play::Normal;
        if normal && self.shape.edges.is_none() && passes == 0 {
            return Ok(values.iter().fold(0, |a, b| a ^ b));
        }
        if self.heaps.is_none() {
            let rules = of_heaps(values.len(), self.shape.edges.as_deref(), self.shape.passes.is_some())?;
            self.heaps = Some(Evaluator::new(&Arc::new(rules), self.options.clone()));
        }
        let heaps = self.heaps.as_mut().expect("made just now");
        let mut at: Vec<IBig> = values.iter().map(|v| IBig::from(*v)).collect();
        if self.shape.passes.is_some() {
            at.push(IBig::from(passes));
        }
        Ok(heaps.value(&at)?.value)
    }

    /// The position with one pass or none that has the same value, whatever the components are.
    fn fewer_passes(&self, position: &[IBig]) -> Option<Vec<IBig>> {
        let coord = self.shape.passes.filter(|_| self.options.play == Play::Normal)?;
        let two = IBig::from(2);
        (position[coord] >= two).then(|| {
            let mut fewer = position.to_vec();
            fewer[coord] = &position[coord] % &two;
            fewer
        })
    }
}

/// How a compound is joined, the rules of what is joined, and where its coordinates begin.
fn read(rules: &Arc<Ruleset>) -> Option<(Shape, Arc<Ruleset>, usize)> {
    let origin = rules.origin.0.as_ref()?;
    match (&origin.0, &origin.1[..]) {
        (Joining::Hyper(edges), _) => Some((Shape { edges: Some(edges.clone()), passes: None }, rules.clone(), 0)),
        (Joining::Sum, _) => Some((Shape { edges: None, passes: None }, rules.clone(), 0)),
        (Joining::Pass, [part]) => {
            let passes = Some(rules.width() - 1);
            match part.rules.origin.0.as_deref() {
                Some((Joining::Hyper(edges), _)) => {
                    Some((Shape { edges: Some(edges.clone()), passes }, part.rules.clone(), part.first))
                }
                _ => Some((Shape { edges: None, passes }, part.rules.clone(), part.first)),
            }
        }
        _ => None,
    }
}
