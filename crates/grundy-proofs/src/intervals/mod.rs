//! One heap whose moves leave the heaps of a few intervals: periods, and values of heaps of any size.
//!
//! In: rules of one coordinate that are read as windows ([`grundy_core::read::windows`]). Out: the proof of the period where all windows lie a
//! constant distance back (`runs`, `period`); the value of any heap where the only window is `n - f(n)..n - 1` and f grows slowly (`growing`).
//!
//! Values are computed in runs of equal values, not heap by heap: `move n - i for i in 1000..10^8` has a period of 100,001,000 heaps and 100,001 runs.

#![cfg_attr(not(test), warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss))]

mod engine;
mod growing;
mod period;
mod runs;
#[cfg(test)]
mod tests;

pub use self::engine::ByIntervals;
