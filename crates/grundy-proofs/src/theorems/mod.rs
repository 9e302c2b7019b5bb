//! Values of compounds by theorems: components replaced by nim heaps.
//!
//! In: a compound ruleset ([`Origin`](grundy_rules::rules::Origin) says how it was composed), and a position. Out: the value of the position
//! with the theorem and what it rests on, or nothing where no theorem applies. The premise of a theorem is checked (`premises`) for each
//! component at the position asked about and at all its followers. The theorems and their premises:
//!
//! - *SG-decreasing* (every move lowers the SG value): such a component is a nim heap in every respect, so any compound has the value
//!   of the same compound of heaps of the components' values (Boros, Gurvich, Ho, Makino & Mursic; Manabe, Miyadera & Suetsugu,
//!   Theorem 1.3), in normal and in misère play.
//! - *one-move* (a position has value 0 only if it is terminal): a sum with a pass has the value of nim heaps with a pass (Manabe,
//!   Miyadera & Suetsugu, Theorem 2.1), in normal play.
//! - *passes*: p passes are worth p mod 2, whatever the rules, in normal and in misère play. With one pass, no position other than a
//!   terminal one keeps the value that it has without passes. So, by induction, two passes add to the options' values only one value,
//!   and that value is not their mex.

mod premises;

use std::sync::Arc;

use dashu_int::IBig;

use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::position::{Lists, is_single, lists};
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::contract::stop::{Result, Stop};
use grundy_core::engine::{Answer, Answers, Asked, Engine, Found, Grounds, How, Theorem, ValueRequest};
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::lower::of_heaps;
use grundy_rules::rules::components::components;
use grundy_rules::rules::{Joining, Part, Ruleset};

use self::premises::{Checked, Kind};

/// The theorems that may apply to one ruleset.
pub struct ByTheorem {
    shape: Shape,
    components: Vec<Component>,
    options: Options,
    heaps: Option<(Arc<Ruleset>, Box<dyn Answers>)>,
}

/// How the components are joined.
struct Shape {
    edges: Option<Vec<Vec<usize>>>,
    /// The coordinate of the passes.
    passes: Option<usize>,
}

struct Component {
    coords: Vec<usize>,
    checked: Checked,
}

impl ByTheorem {
    /// The theorems that may apply; none for rules that are no compound, or a compound that other engines split into components.
    ///
    /// # Errors
    /// Rules that are no compound of which a theorem speaks.
    pub fn read(rules: &Arc<Ruleset>, options: &Options) -> Result<Box<dyn Engine>, Reason> {
        let none = || Reason::gives_up("the rules are no compound of which a theorem speaks");
        ByTheorem::of(rules, options).map(|found| Box::new(found) as Box<dyn Engine>).ok_or_else(none)
    }

    fn of(rules: &Arc<Ruleset>, options: &Options) -> Option<ByTheorem> {
        let (shape, inner, first) = read(rules)?;
        let normal = options.play == Play::Normal;
        if shape.edges.is_none() && shape.passes.is_none() && normal {
            return None;
        }
        let one_move = normal && shape.edges.is_none();
        let wanted = if one_move { Kind::OneMove } else { Kind::Heap };
        let component = |(coords, rules)| Component { coords, checked: Checked::new(rules, wanted) };
        // Components that split are not checked, and then no theorem about components applies.
        let components: Vec<Component> = match rules.splits() {
            true => vec![],
            false => parts(&shape, &inner, first).into_iter().map(component).collect(),
        };
        let nothing_to_replace = components.iter().all(|c| c.checked.is_heap());
        let passes = shape.passes.and_then(|c| rules.own_bound(c)).unwrap_or(0);
        if nothing_to_replace && passes <= 1 {
            return None;
        }
        Some(ByTheorem { shape, components, options: options.clone(), heaps: None })
    }

    fn by_heaps(&mut self, position: &[u64], ask: &Asked) -> Result<Option<(u32, Grounds)>> {
        let passes = self.shape.passes.map_or(0, |c| position[c] % 2);
        let mut kind = Kind::Heap;
        let mut values = vec![];
        for component in &mut self.components {
            let at: Vec<u64> = component.coords.iter().map(|c| position[*c]).collect();
            let Some((found, value)) = component.checked.find(&at, &self.options.limits, ask)? else { return Ok(None) };
            kind = kind.min(found);
            values.push(value);
        }
        let value = self.of_heaps(&values, passes, ask)?;
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
    fn of_heaps(&mut self, values: &[u32], passes: u64, ask: &Asked) -> Result<u32> {
        let normal = self.options.play == Play::Normal;
        if normal && self.shape.edges.is_none() && passes == 0 {
            return Ok(values.iter().fold(0, |a, b| a ^ b));
        }
        let (rules, answers) = match &mut self.heaps {
            Some(heaps) => heaps,
            none => {
                let rules = of_heaps(values.len(), self.shape.edges.as_deref(), self.shape.passes.is_some())?;
                let rules = Arc::new(rules);
                let answers = ask.answers(&rules, &self.options);
                none.insert((rules, answers))
            }
        };
        let mut at: Vec<IBig> = values.iter().map(|v| IBig::from(*v)).collect();
        if self.shape.passes.is_some() {
            at.push(IBig::from(passes));
        }
        let value = answers.answer(&lists(rules, &at))?.value;
        u32::try_from(&value)
            .map_err(|_| Stop::from(Diagnostic::limit(Code::Value, "a value needs more than four bytes")))
    }

    /// The position with at most one pass that has the same value, whatever the components are.
    fn fewer_passes(&self, position: &Lists<IBig>) -> Option<Found> {
        self.shape.passes?;
        // The last leaf holds the number of passes left.
        let left = position.last()?.first()?.first()?;
        let two = IBig::from(2);
        if *left < two {
            return None;
        }
        let odd = left % &two;
        let with = if odd == IBig::ZERO { "no pass" } else { "one pass" };
        let mut fewer = position.clone();
        *fewer.last_mut()? = vec![vec![odd]];
        let rests_on = format!("the value with {with} left");
        Some(Found::EqualTo(fewer, Grounds { theorem: Theorem::Passes, rests_on }))
    }
}

impl Engine for ByTheorem {
    fn value(&mut self, position: &Lists<IBig>, call: &ValueRequest) -> Attempted<Found> {
        if is_single(position) && !self.components.is_empty() {
            let entries = position.iter().flat_map(|tuples| &tuples[0]);
            let small = entries.map(|x| u64::try_from(x).ok()).collect::<Option<Vec<u64>>>();
            let found = small.map_or(Ok(None), |small| self.by_heaps(&small, call.ask))?;
            if let Some((value, grounds)) = found {
                let answer = Answer::new(value, EngineName::Table, How::Always("a theorem"));
                return Ok(Attempt::Done(Found::Value(Answer { grounds: Some(grounds), ..answer })));
            }
        }
        let none = || Reason::gives_up("no theorem gives the value of the position");
        Ok(self.fewer_passes(position).ok_or_else(none).into())
    }
}

/// The components with their coordinates in the whole.
fn parts(shape: &Shape, inner: &Ruleset, first: usize) -> Vec<(Vec<usize>, Arc<Ruleset>)> {
    if let (Some(_), Some(origin)) = (&shape.edges, &inner.origin.0) {
        let part = |p: &Part| ((p.first + first..p.first + first + p.rules.width()).collect(), p.rules.clone());
        return origin.1.iter().map(part).collect();
    }
    let shifted = |coords: Vec<usize>| coords.into_iter().map(|i| i + first).collect();
    components(inner).into_iter().map(|c| (shifted(c.coords), c.rules)).collect()
}

/// How a compound is joined, the rules without the passes, and where their coordinates begin.
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
