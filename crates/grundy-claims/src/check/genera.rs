//! The answers to questions about genera.
//!
//! In: a position, and which number of its genus is asked for. Out: the number. The genus is found by the theory of misère play; there is no
//! certificate of it, so a claim that asks for genera is checked, and never proved.

use dashu_int::IBig;
use grundy::Evaluator;
use grundy::theory::genus::{Genera, Genus};
use grundy_core::contract::num::Num;
use grundy_core::contract::options::Play;
use grundy_core::contract::stop::{Result, Stop};
use grundy_rules::lower::{CODE, LENGTH};
use grundy_rules::rules::expr::Place;
use grundy_rules::session::Game;

use crate::CheckOptions;
use crate::check::existence::must_exist;

/// What answers questions about the genera of a game's positions.
pub(crate) struct GenusAnswers {
    evaluator: Evaluator,
    /// Read when a question first asks for a genus.
    genera: Option<Genera>,
}

impl std::fmt::Debug for GenusAnswers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GenusAnswers").finish_non_exhaustive()
    }
}

impl GenusAnswers {
    pub(crate) fn new(game: &Game, options: &CheckOptions) -> GenusAnswers {
        GenusAnswers { evaluator: Evaluator::new(&game.rules, options.of_values(Play::Misere)), genera: None }
    }

    /// A number of the genus of a position; the last of the numbers asked with says which.
    pub(crate) fn entry<N: Num>(&mut self, game: &Game, asked: &[N], place: Place) -> Result<N> {
        let (index, at) = asked.split_last().expect("an index stands after the coordinates");
        let at: Vec<IBig> = at.iter().map(N::to_big).collect();
        must_exist(&self.evaluator, game, &at, place)?;
        let genera = match self.genera.take() {
            Some(genera) => genera,
            None => Genera::new(&game.rules, self.evaluator.options().clone())?,
        };
        let genus = self.genera.insert(genera).genus(&at)?;
        number_of(&genus, index, place)
    }
}

fn number_of<N: Num>(genus: &Genus, index: &N, place: Place) -> Result<N> {
    let numbers = genus.numbers();
    let entry = match index.to_i64() {
        Some(LENGTH) => return N::from_big(&numbers.len().into()).ok_or_else(Stop::overflow),
        Some(CODE) => return N::from_big(&genus.code()).ok_or_else(Stop::overflow),
        index => index.and_then(|index| usize::try_from(index - 1).ok()).and_then(|index| numbers.get(index)),
    };
    entry.map(|entry| N::small(i64::from(*entry))).ok_or_else(|| {
        let (index, entries) = (index.to_big(), numbers.len());
        Stop::Undefined(place, format!("there is no entry {index}: the genus {genus} has {entries} numbers"))
    })
}
