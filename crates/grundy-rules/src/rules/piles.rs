//! Games on any number of piles whose rules do not tell the piles apart.
//!
//! In: what [`lower`](crate::lower) reads of rules such as `move x - t for t in bits(n) if nonzero(t) <= k`, with n left open. Out: the same as conditions on how many piles
//! there are of each kind. A *tally* is the number of piles that meet a condition, or the sum of a number over all piles; the condition and the number speak of one pile: of its size
//! and of how many tokens a move takes from it.

use serde_json::{Value, json};

use super::Ruleset;
use super::canonical::hash_of;
use super::expr::{C, E};

/// In a tally, the coordinate that is the size of the pile.
pub const SIZE: usize = 0;
/// In a tally, the coordinate that is the number of tokens taken from the pile.
pub const TAKEN: usize = 1;

/// A number of all piles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tally {
    /// How many piles meet a condition.
    Count(C),
    /// The sum of a number over all piles.
    Sum(E),
}

/// A condition or a number about tallies: its first coordinates are parameters, those behind them the tallies in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tallied<B> {
    /// The tallies.
    pub of: Vec<Tally>,
    /// What is said of them.
    pub body: B,
}

/// A clause `move x - t for t in … if GUARD`: from each pile between 0 and `most` tokens are taken, and no more than it has.
#[derive(Clone, Debug)]
pub struct PileMove {
    /// The most tokens that are taken from one pile.
    pub most: u64,
    /// The condition.
    pub guard: Tallied<C>,
}

/// A game on any number of piles.
#[derive(Clone, Debug)]
pub struct Piles {
    /// The number of parameters.
    pub parameters: usize,
    /// The number of piles.
    pub length: E,
    /// The moves.
    pub moves: Vec<PileMove>,
}

impl Tally {
    fn canonical(&self) -> Value {
        match self {
            Tally::Count(holds) => json!({"count": Ruleset::canonical_expression(holds)}),
            Tally::Sum(number) => json!({"sum": Ruleset::canonical_expression(number)}),
        }
    }
}

/// The canonical form of tallies.
#[must_use]
pub fn canonical_tallies(tallies: &[Tally]) -> Value {
    tallies.iter().map(Tally::canonical).collect()
}

impl Piles {
    /// The canonical form.
    #[must_use]
    pub fn canonical(&self) -> Value {
        let one = |PileMove { most, guard }: &PileMove| {
            json!({
                "most": most,
                "of": canonical_tallies(&guard.of),
                "guard": Ruleset::canonical_expression(&guard.body),
            })
        };
        json!({
            "format": "grundy-piles",
            "v": 1,
            "parameters": self.parameters,
            "length": Ruleset::canonical_expression(&self.length),
            "moves": self.moves.iter().map(one).collect::<Vec<_>>(),
        })
    }

    /// The hash of the canonical form, as that of a [`Ruleset`].
    #[must_use]
    pub fn hash(&self) -> String {
        hash_of(&self.canonical().to_string())
    }
}
