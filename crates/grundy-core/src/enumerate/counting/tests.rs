//! A convolved count is the one found by running through all choices, and asks about each component alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dashu_int::IBig;
use proptest::prelude::*;

use super::super::compile::number;
use super::super::env::{Env, Oracle};
use crate::contract::limits::Limits;
use crate::contract::num::Num;
use crate::contract::stop::{Result, Stop};
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{E, Over, Place, Range};

/// The values of a sum of three like heaps (question 0) and of one (question 1).
#[derive(Debug)]
struct Heaps {
    limits: Limits,
    quick: bool,
    parts: Vec<(Vec<usize>, usize)>,
    /// The heap without a value.
    hole: i64,
    asked: AtomicU64,
}

impl<N: Num> Oracle<N> for Heaps {
    fn ask(&self, _: usize, position: &[N], place: Place) -> Result<N> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let heaps = position.iter().map(|n| n.to_i64().filter(|n| *n != self.hole));
        let hole = || Stop::Undefined(place, "a hole".into());
        heaps
            .map(|n| n.map(|n| n * n % 7).ok_or_else(hole))
            .try_fold(N::small(0), |sum, n| Ok(sum.nim_add(&N::small(n?))))
    }
    fn more(&self, _: u64) -> Result<u64> {
        self.limits.interrupted().map(|()| 1 << 20)
    }
    fn counting(&self) -> Option<&Limits> {
        self.quick.then_some(&self.limits)
    }
    fn parts(&self, question: usize) -> Option<&[(Vec<usize>, usize)]> {
        (question == 0).then_some(&self.parts)
    }
}

/// The count, and how many questions it asked.
fn counted<N: Num>(e: &E, quick: bool, hole: i64, limits: &Limits) -> (Result<IBig>, u64) {
    let parts = (0..3).map(|c| (vec![c], 1)).collect();
    let heaps = Arc::new(Heaps { limits: limits.clone(), quick, parts, hole, asked: AtomicU64::new(0) });
    let mut env = Env { oracle: Some(heaps.clone() as Arc<dyn Oracle<N>>), ..Env::new(1, 3, 0) };
    env.coords[0] = N::small(5);
    let found = number::<N>(e)(&mut env).map(|n| n.to_big());
    (found, heaps.asked.load(Ordering::Relaxed))
}

/// `count a, b, c: G(3*heap)(a, b, c) = value`, with ranges from a number or another name on.
fn count(from: [Option<usize>; 2], to: i64, strict: bool, value: i64) -> E {
    let range = |var: usize, from: Option<usize>| {
        let lo = from.map_or(build::int(0), |other| build::add(&build::var(other), &build::int(i64::from(strict))));
        Range { var, lo, hi: build::add(&build::int(to), &build::coord(0)) }
    };
    let ranges = vec![range(0, None), range(1, from[0]), range(2, from[1])];
    let value_of = build::ask(0, (0..3).map(build::var).collect(), Place(None));
    let body = build::eq(&value_of, &build::int(value));
    build::count(Over { ranges, filter: build::boolean(true), body, place: Place(None) })
}

const NO_HOLE: i64 = -1;

#[test]
fn each_component_is_asked_about_alone() {
    for (from, strict) in [([None, None], false), ([Some(0), Some(1)], false), ([Some(0), Some(1)], true)] {
        let e = count(from, 20, strict, 0);
        let (quick, few) = counted::<i64>(&e, true, NO_HOLE, &Limits::default());
        let (plain, many) = counted::<i64>(&e, false, NO_HOLE, &Limits::default());
        assert_eq!(quick, plain);
        assert!(few <= 3 * 26 && many > 26 * 26, "{few} questions instead of {many}");
    }
}

#[test]
fn too_little_memory_leaves_the_choices_to_be_run_through() {
    let e = count([None, None], 20, false, 3);
    let little = Limits { memory: 64, ..Limits::default() };
    assert_eq!(counted::<IBig>(&e, true, NO_HOLE, &little).0, counted::<IBig>(&e, false, NO_HOLE, &little).0);
}

#[test]
fn an_interruption_ends_the_count() {
    let e = count([None, None], 1 << 38, false, 3);
    let limits = Limits::default();
    limits.interrupt.store(true, Ordering::Relaxed);
    assert!(matches!(counted::<i64>(&e, true, NO_HOLE, &limits).0, Err(Stop::Error(error)) if error.kind.is_end()));
}

proptest! {
    #[test]
    fn counts_are_those_of_enumeration(
        from in (prop::option::of(0usize..1), prop::option::of(0usize..2)),
        to in -7i64..9,
        strict: bool,
        value in 0i64..9,
        hole in -4i64..12,
    ) {
        let e = count([from.0, from.1], to, strict, value);
        let limits = Limits::default();
        prop_assert_eq!(counted::<i64>(&e, true, hole, &limits).0, counted::<i64>(&e, false, hole, &limits).0);
    }
}
