//! One engine by name, of those whose values come a position at a time.
//!
//! In: rules, the options that name it, positions near or far. Out: values by this engine and by no other, or the reason why it does not serve. In
//! normal play a sum is taken apart, and the engine is asked for each component.

use std::sync::Arc;

use dashu_int::IBig;

use super::apart::Apart;
use super::compile::Result;
use super::divisions::Divisions;
use super::far::Far;
use super::heaps::HeapLine;
use super::mover::Lists;
use super::options::{EngineName, Options, Play};
use super::reason::{Made, Reason, Seen};
use crate::rules::Ruleset;
use crate::rules::expr::Place;

/// The engine, ready for rules.
pub(super) struct Named {
    name: EngineName,
    /// For the rules as they are.
    whole: Seen<Engine>,
    /// For each component of a sum.
    sum: Option<Box<Apart>>,
    options: Options,
    explanation: String,
}

enum Engine {
    Heaps(Box<HeapLine>),
    Lines(Box<Far>),
    Divisions(Box<Divisions>),
}

impl Named {
    /// The engine that the options name, if it is one of these.
    pub(super) fn of(rules: &Arc<Ruleset>, options: &Options) -> Option<Named> {
        let name = options.engine.filter(|engine| engine.is_single())?;
        let whole = if options.plain {
            let text = "without a fast engine every option is visited, and this one visits few";
            Err(Reason::shape(text, Place::default()))
        } else {
            Engine::of(name, rules, options.play)
        };
        let sum = Apart::of(rules, options).map(Box::new);
        Some(Named { name, whole, sum, options: options.clone(), explanation: String::new() })
    }

    /// The value of a position, and by what it is. Lines of the whole come first: those of a component may have no period that
    /// the whole, whose other coordinates are fixed, wants.
    ///
    /// # Errors
    /// Why the engine does not serve; what it meets at work.
    pub(super) fn value(&mut self, position: &Lists<IBig>) -> Result<(IBig, EngineName)> {
        let reason = match &mut self.whole {
            Ok(engine) => match engine.value(self.name, position, &self.options)? {
                Ok(value) => {
                    self.explanation = engine.explain();
                    return Ok((value, self.name));
                }
                Err(reason) => reason,
            },
            Err(reason) => reason.clone(),
        };
        if let Some(sum) = &mut self.sum
            && let Some((value, _)) = sum.value(position)?
        {
            self.explanation = sum.explain();
            return Ok((value, self.name));
        }
        Err(reason.refused(self.name, None).error())
    }

    /// How the last value came about, in words.
    pub(super) fn explain(&self) -> String {
        self.explanation.clone()
    }
}

impl Engine {
    fn of(name: EngineName, rules: &Arc<Ruleset>, play: Play) -> Seen<Engine> {
        Ok(match name {
            EngineName::Heaps => Engine::Heaps(Box::new(HeapLine::of(rules, play == Play::Misere)?)),
            EngineName::Line => Engine::Lines(Box::new(Far::new(rules))),
            _ => Engine::Divisions(Box::new(Divisions::of(rules, play)?)),
        })
    }

    fn value(&mut self, name: EngineName, position: &Lists<IBig>, options: &Options) -> Made<IBig> {
        match self {
            Engine::Heaps(heaps) => heaps.of_position(position, &options.limits),
            Engine::Lines(lines) => lines.value_near_or_far(position, options),
            Engine::Divisions(divisions) => match &position[..] {
                [list] if list.len() == 1 => Ok(divisions.by(name, &list[0][0], &options.limits)?.map(IBig::from)),
                _ => Ok(Err(Reason::shape(
                    "the position has several parts, and no number is its size",
                    Place::default(),
                ))),
            },
        }
    }

    fn explain(&self) -> String {
        match self {
            Engine::Heaps(heaps) => heaps.explain(),
            Engine::Lines(lines) => lines.explain(),
            Engine::Divisions(divisions) => divisions.explain(),
        }
    }
}
