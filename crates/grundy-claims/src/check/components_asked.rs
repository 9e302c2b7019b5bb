//! The components of the games that a claim or an expression asks about.
//!
//! In: the questions. Out: for a question about the value of a sum in normal play, a question about each component; and the answers to these.
//! So a count that asks for the values of sums asks for those of the components alone.

use std::sync::{Mutex, PoisonError};

use dashu_int::IBig;
use grundy::Evaluator;
use grundy_core::contract::num::Num;
use grundy_core::contract::options::Play;
use grundy_core::contract::stop::{Result, Stop};
use grundy_rules::lower::{Question, Scope, What};
use grundy_rules::rules::components::{Component, components};
use grundy_rules::rules::expr::Place;

use crate::CheckOptions;
use crate::check::existence::exists;
use crate::check::table_ahead::TableAhead;
use crate::check::world::{WIDEST, cell_of};

/// The coordinates of the components of a game, each with the number of the question about it.
type Parts = Vec<(Vec<usize>, usize)>;

/// The components, and what answers the questions about them.
pub(crate) struct ComponentsAsked {
    /// The number of the first question about a component; those before are the questions of the claim.
    first: usize,
    /// For each question of the claim.
    parts: Vec<Option<Parts>>,
    answers: Vec<Answers>,
}

/// What answers the questions about a component.
struct Answers {
    evaluator: Mutex<Evaluator>,
    ahead: TableAhead,
}

impl std::fmt::Debug for ComponentsAsked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ComponentsAsked").field("parts", &self.parts).finish_non_exhaustive()
    }
}

impl ComponentsAsked {
    /// The components of the games of these questions; no value is computed yet. Like components share what answers.
    pub(crate) fn new(scope: &Scope, options: &CheckOptions) -> ComponentsAsked {
        let first = scope.questions.len();
        let mut known: Vec<Component> = vec![];
        let mut number = |component: Component| {
            let coords = component.coords.clone();
            let like = known.iter().position(|other| component.is_like(other));
            let number = like.unwrap_or(known.len());
            if like.is_none() {
                known.push(component);
            }
            (coords, first + number)
        };
        let of = |question: &Question| {
            let Question::Position { game, what: What::Value { play: Play::Normal }, own: false } = question else {
                return None;
            };
            let all = components(&scope.games[*game].rules);
            (all.len() > 1).then(|| all.into_iter().map(&mut number).collect())
        };
        let parts = scope.questions.iter().map(of).collect();
        let answers = |component: &Component| Answers {
            evaluator: Mutex::new(Evaluator::new(&component.rules, options.of_values(Play::Normal))),
            ahead: TableAhead::default(),
        };
        ComponentsAsked { first, parts, answers: known.iter().map(answers).collect() }
    }

    /// The components of the game of a question, if there are several.
    pub(crate) fn parts(&self, question: usize) -> Option<&[(Vec<usize>, usize)]> {
        self.parts.get(question)?.as_deref()
    }

    /// Makes a table of the values that will be asked for; `None` if the question is one of the claim.
    pub(crate) fn reach(&self, question: usize, hi: &[u64], questions: u64) -> Option<Result<()>> {
        let Answers { evaluator, ahead } = self.answers.get(question.checked_sub(self.first)?)?;
        Some(ahead.reach(&evaluator.lock().unwrap_or_else(PoisonError::into_inner), hi, questions))
    }

    /// The value of a position of a component; `None` if the question is one of the claim.
    pub(crate) fn value<N: Num>(&self, question: usize, at: &[N], place: Place) -> Option<Result<N>> {
        let Answers { evaluator, ahead } = self.answers.get(question.checked_sub(self.first)?)?;
        let mut buffer = [0; WIDEST];
        let known = cell_of(at.iter().map(N::to_i64), &mut buffer).and_then(|cell| ahead.get(cell));
        if let Some(value) = known {
            return Some(Ok(N::small(i64::from(value))));
        }
        let at: Vec<IBig> = at.iter().map(N::to_big).collect();
        let mut evaluator = evaluator.lock().unwrap_or_else(PoisonError::into_inner);
        Some(match exists(&evaluator, &at) {
            Ok(true) => {
                evaluator.number(&at).map_err(Stop::from).and_then(|v| N::from_big(&v).ok_or_else(Stop::overflow))
            }
            Ok(false) => Err(Stop::Undefined(place, "a position of a component does not exist".into())),
            Err(stop) => Err(stop),
        })
    }
}
