//! Positions of rules as sums of forms.
//!
//! In: rules, and a position. Out: the sum of forms that is equal to it, its misère value, its genus.
//!
//! A position falls apart into *places*: one for each component that no move joins to others, and where a component is a single leaf, one for each
//! of its tuples, since a leaf that has split is the sum of its parts. The options of a place are sums of places of the same component. The search keeps its own
//! stack. Where it cannot go on, because the rules go round or are not defined somewhere, it declines, and the plain search says where.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::limits::{Held, Limits};
use grundy_core::contract::numbered::Numbered;
use grundy_core::contract::position::{Lists, narrow};
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::contract::stop::{Result, Stop};
use grundy_core::enumerate::mover::{Mover, after};
use grundy_core::enumerate::search::{Parts, Searcher, of_parts, project};
use grundy_rules::lang::Code;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::components::{Component, components};

use super::forms::Forms;
use super::genus::Genus;
use super::sum::Sum;

/// A path of this many moves is given up.
const PATH: usize = 1 << 20;
/// Options between two looks at the limits.
const PATIENCE: usize = 1 << 12;

/// What is known of a place.
#[derive(Clone, Copy)]
enum Known {
    /// Not yet visited.
    New,
    /// On the path that is followed.
    Open,
    Form(Sum),
}

/// Why a search ends without a form.
pub(super) enum Ended {
    Declined(&'static str),
    Stop(Stop),
}

impl From<Stop> for Ended {
    fn from(stop: Stop) -> Ended {
        match stop {
            Stop::Overflow => Ended::Declined("numbers grow beyond 64 bits"),
            Stop::Undefined(..) => Ended::Declined("the rules are not defined at some position"),
            Stop::Error(_) => Ended::Stop(stop),
        }
    }
}

/// A component, and its moves.
struct Own {
    component: Component,
    mover: Mover<i64>,
    parts: Vec<Searcher<i64>>,
    /// Is each tuple a place?
    by_tuple: bool,
}

/// The positions of some rules in misère play, as sums of forms.
pub struct Sums {
    own: Vec<Own>,
    /// The number of the component, and the coordinates; of a component with several leaves, also the number of tuples of each.
    places: Numbered<i64>,
    known: Vec<Known>,
    forms: Forms,
    /// Options listed since the last look at the limits.
    visited: usize,
    limits: Limits,
    held: Held,
}

impl Sums {
    /// For any rules.
    #[must_use]
    pub fn new(rules: &Ruleset, limits: &Limits) -> Sums {
        let own = |component: Component| Own {
            mover: Mover::new(&component.rules, limits),
            parts: of_parts(&component.rules, false, limits),
            by_tuple: component.rules.leaves.len() == 1,
            component,
        };
        Sums {
            own: components(rules).into_iter().map(own).collect(),
            places: Numbered::default(),
            known: vec![],
            forms: Forms::new(limits),
            visited: 0,
            limits: limits.clone(),
            held: limits.held(0),
        }
    }

    /// May positions fall apart: are there several components, or can one split?
    #[must_use]
    pub fn falls_apart(&self) -> bool {
        self.own.len() > 1 || self.splits()
    }

    /// Can a component split into places?
    #[must_use]
    pub fn splits(&self) -> bool {
        self.own.iter().any(|own| own.by_tuple && own.component.rules.splits())
    }

    /// The misère value of a position that exists.
    ///
    /// # Errors
    /// Too little memory; an interruption.
    pub fn value(&mut self, position: &Lists<IBig>) -> Attempted<u32> {
        self.asked(position, |forms, sum| Ok(forms.sight(sum)?.misere(0)))
    }

    /// The genus of a position that exists.
    ///
    /// # Errors
    /// As [`Sums::value`].
    pub fn genus(&mut self, position: &Lists<IBig>) -> Attempted<Genus> {
        self.asked(position, |forms, sum| Ok(Genus::of(&forms.sight(sum)?)))
    }

    /// Whether the memory suffices does not depend on earlier questions: where it does not, everything is forgotten, and found anew.
    fn asked<T>(&mut self, position: &Lists<IBig>, answer: impl Fn(&mut Forms, Sum) -> Result<T>) -> Attempted<T> {
        let is_new = self.known.is_empty();
        let found = self.answer(position, &answer);
        if !matches!(&found, Err(Stop::Error(error)) if error.code == Code::Memory) {
            return found;
        }
        self.forget();
        if is_new {
            return found;
        }
        let found = self.answer(position, &answer);
        if found.is_err() {
            self.forget();
        }
        found
    }

    fn answer<T>(&mut self, position: &Lists<IBig>, answer: impl Fn(&mut Forms, Sum) -> Result<T>) -> Attempted<T> {
        let found = narrow(position).ok_or(Ended::from(Stop::Overflow)).and_then(|position| self.sum(&position));
        match found {
            Ok(sum) => Ok(Attempt::Done(answer(&mut self.forms, sum)?)),
            Err(Ended::Declined(why)) => Ok(Attempt::Declined(Reason::gives_up(why))),
            Err(Ended::Stop(stop)) => Err(stop),
        }
    }

    /// Gives back the memory.
    fn forget(&mut self) {
        self.places = Numbered::default();
        self.known = vec![];
        self.forms = Forms::new(&self.limits);
        self.held.set(0);
    }

    /// The sum of forms of a position.
    pub(super) fn sum(&mut self, position: &Lists<i64>) -> std::result::Result<Sum, Ended> {
        let mut places = vec![];
        for component in 0..self.own.len() {
            let Own { component: whole, .. } = &self.own[component];
            let lists = project(&whole.rules, whole, position);
            self.number(component, lists, &mut places);
        }
        let mut sum = Sum::NOTHING;
        for place in places {
            let form = self.form(place)?;
            sum = self.forms.added(sum, form);
        }
        Ok(sum)
    }

    /// Adds the places of a component's position to `to`.
    fn number(&mut self, component: usize, position: Lists<i64>, to: &mut Vec<u32>) {
        let Own { by_tuple, .. } = self.own[component];
        let mut key = vec![component as i64];
        for tuples in position {
            if !by_tuple {
                key.push(tuples.len() as i64);
            }
            for tuple in tuples {
                key.extend(tuple);
                if by_tuple {
                    to.push(self.places.number(&key));
                    key.truncate(1);
                }
            }
        }
        if !by_tuple {
            to.push(self.places.number(&key));
        }
        self.known.resize(self.places.len(), Known::New);
    }

    /// The component of a place, and its position there.
    fn position(&self, place: u32) -> (usize, Lists<i64>) {
        let key = self.places.list(place);
        let (component, mut rest) = (key[0] as usize, &key[1..]);
        let Own { component: whole, by_tuple, .. } = &self.own[component];
        let mut lists = vec![];
        for leaf in &whole.rules.leaves {
            let mut tuples = 1;
            if !by_tuple {
                tuples = rest[0] as usize;
                rest = &rest[1..];
            }
            let (own, after) = rest.split_at(tuples * leaf.len);
            lists.push((0..tuples).map(|i| own[i * leaf.len..(i + 1) * leaf.len].to_vec()).collect());
            rest = after;
        }
        (component, lists)
    }

    /// The form of a place. If the search ends early, no place stays open.
    fn form(&mut self, root: u32) -> std::result::Result<Sum, Ended> {
        let mut stack = vec![root];
        let found = self.visit(&mut stack);
        if found.is_err() {
            for place in stack {
                if let Known::Open = self.known[place as usize] {
                    self.known[place as usize] = Known::New;
                }
            }
        }
        found
    }

    fn visit(&mut self, stack: &mut Vec<u32>) -> std::result::Result<Sum, Ended> {
        let root = stack[0];
        let (mut found, mut ends, mut path) = (vec![], vec![], 0);
        while let Some(place) = stack.last().copied() {
            if let Known::Form(_) = self.known[place as usize] {
                stack.pop();
                continue;
            }
            self.options(place, &mut found, &mut ends)?;
            self.look(found.len(), stack.capacity())?;
            if found.iter().any(|option| matches!(self.known[*option as usize], Known::Open) || *option == place) {
                return Err(Ended::Declined("the rules go round"));
            }
            let mut open: Vec<u32> = found.clone();
            open.retain(|option| matches!(self.known[*option as usize], Known::New));
            if open.is_empty() {
                let form = self.of_options(&found, &ends)?;
                let known = std::mem::replace(&mut self.known[place as usize], Known::Form(form));
                path -= usize::from(matches!(known, Known::Open));
                stack.pop();
                continue;
            }
            if path == PATH {
                return Err(Ended::Declined("a path of moves is very long"));
            }
            path += 1;
            self.known[place as usize] = Known::Open;
            self.smallest_last(&mut open);
            stack.extend(open);
        }
        match self.known[root as usize] {
            Known::Form(sum) => Ok(sum),
            _ => Err(Ended::Declined("the position is not reached")),
        }
    }

    /// Sorts places so that the smallest is last: it has few options, and the others then find their options there.
    fn smallest_last(&self, places: &mut Vec<u32>) {
        places.sort_unstable();
        places.dedup();
        places.sort_by(|a, b| self.places.list(*b).cmp(self.places.list(*a)));
    }

    /// The form of a place whose options have theirs.
    fn of_options(&mut self, found: &[u32], ends: &[usize]) -> Result<Sum> {
        let mut options = Vec::with_capacity(ends.len());
        let mut start = 0;
        for end in ends {
            let mut sum = Sum::NOTHING;
            for place in &found[start..*end] {
                if let Known::Form(form) = self.known[*place as usize] {
                    sum = self.forms.added(sum, form);
                }
            }
            options.push(sum);
            start = *end;
        }
        self.forms.form(options)
    }

    /// The options of a place: the places that each move leaves, one option after the other.
    fn options(&mut self, place: u32, found: &mut Vec<u32>, ends: &mut Vec<usize>) -> Result<()> {
        found.clear();
        ends.clear();
        let (component, position) = self.position(place);
        let limits = self.limits.clone();
        let mut to: Vec<Lists<i64>> = vec![];
        let Own { component: whole, mover, parts, .. } = &mut self.own[component];
        let rules: &Arc<Ruleset> = &whole.rules;
        let mut hooks = Parts { rules, parts, position: &position };
        mover.each(&position, &mut hooks, &mut |mv| {
            to.push(after(&position, mv));
            if to.len().is_multiple_of(PATIENCE) {
                limits.check(to.len() as u64 * 200, "the list of a position's options")?;
            }
            Ok(false)
        })?;
        for lists in to {
            self.number(component, lists, found);
            ends.push(found.len());
        }
        Ok(())
    }

    /// Looks now and then whether the search must end: after some thousands of options. `open` is the length of the stack.
    fn look(&mut self, options: usize, open: usize) -> Result<()> {
        self.visited += 1 + options;
        if self.visited < PATIENCE {
            return Ok(());
        }
        self.limits.progress.look(std::mem::take(&mut self.visited) as u64);
        let bytes = self.places.bytes() + (self.known.capacity() * size_of::<Known>() + 4 * open) as u64;
        self.held.grow(bytes, &self.limits, "the search of positions in misère play")
    }
}
