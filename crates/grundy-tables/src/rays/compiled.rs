//! Conditions and shadows of rays, compiled to closures.

use grundy_core::enumerate::compile::{Condition, Number, condition, number};
use grundy_rules::rules::expr::{C, E};

/// A compiled condition.
pub(super) type Test = Condition<i64>;
/// A compiled number.
pub(super) type Entry = Number<i64>;

/// Compiles a condition.
pub(super) fn test(e: &Option<C>) -> Option<Test> {
    e.as_ref().map(condition)
}

/// Compiles a shadow.
pub(super) fn entries(shadow: &[(usize, E)]) -> Vec<(usize, Entry)> {
    shadow.iter().map(|(c, e)| (*c, number(e))).collect()
}
