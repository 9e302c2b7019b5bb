//! Automatic sets: sets of tuples of numbers that a finite automaton reads off their digits.
//!
//! In: formulas of linear equations, comparisons, congruences, nim-sums and digits, with connectives and quantifiers over the natural numbers. Out:
//! the least automaton of the tuples that satisfy a formula; so whether it holds for all numbers, and where it fails if it does not. First-order
//! logic over such relations is decidable (Büchi 1960; Bruyère, Hansel, Michaux and Villemaire, Logic and p-recognizable sets of integers, 1994).
//! Nothing here knows of games.
//!
//! ```
//! use grundy_automata::{Budget, Decider, Formulas, Linear, Numeration, Relation};
//!
//! // For every a and b there is one c with a xor b xor c = 0, and it is at most a + b.
//! let mut all = Formulas::new();
//! let zero = all.nim_sum_is_zero(vec![0, 1, 2]);
//! let small = all.linear(Linear::new([(2, 1), (0, -1), (1, -1)], 0)?, Relation::AtMostZero);
//! let claim = all.implies(zero, small);
//! assert!(Decider::new(Numeration::Base(2), &Budget::default()).is_valid(&all, claim)?);
//! # Ok::<(), grundy_automata::Stop>(())
//! ```

mod automaton;
mod beatty;
mod bits;
mod budget;
mod decide;
mod diagram;
mod formula;
mod learn;
mod linear;
mod memory;
mod minimise;
mod numeration;
mod pisot;
mod places;
mod powers;
mod product;
mod project;
mod rename;
mod search;
mod states;

pub use automaton::Automaton;
pub use budget::{Budget, Stop};
pub use decide::Decider;
pub use diagram::Var;
pub use formula::{Formula, Formulas};
pub use learn::Sample;
pub use linear::{Linear, Relation};
pub use memory::{Account, Held, Memory};
pub use numeration::Numeration;
pub use product::Connective;
