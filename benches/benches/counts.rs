//! How many instructions each engine's kernel takes, by valgrind: `cargo xtask counts`.
//!
//! The same program on the same input takes the same number, however busy the machine is. Each run is compared with the last one in
//! `benches/target`, and one that takes a fiftieth more instructions than that fails.

// The macros of gungraun make public items without documentation.
#![allow(missing_docs)]

use std::hint::black_box;

use grundy_benches::work::{WORK, work};
use gungraun::{Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main};

/// Instructions may grow by so many hundredths.
const LIMIT: f64 = 2.0;

#[library_benchmark]
#[benches::all(iter = WORK)]
fn kernel(name: &str) -> u64 {
    black_box(work(black_box(name)))
}

library_benchmark_group!(name = kernels; benchmarks = kernel);

main!(
    config = LibraryBenchmarkConfig::default().tool(Callgrind::default().soft_limits([(EventKind::Ir, LIMIT)]));
    library_benchmark_groups = kernels
);
