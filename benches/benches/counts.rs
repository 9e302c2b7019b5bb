//! How many instructions each engine's kernel takes, by valgrind: `cargo xtask counts --kernels`.
//!
//! The same program on the same input takes the same number, however busy the machine is. Each run is compared with the last one in
//! `benches/target`, and one that takes a fiftieth more instructions than that fails.

// The macros of gungraun make public items without documentation.
#![allow(missing_docs)]

use std::hint::black_box;

use grundy_benches::work::work;
use gungraun::{Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main};

/// Instructions may grow by so many hundredths.
const LIMIT: f64 = 2.0;

#[library_benchmark]
#[bench::plane("plane: star_nim[2] to 600")]
#[bench::plane_with_diagonals("plane: wythoff to 600")]
#[bench::space("space: star_nim[3] to 60")]
#[bench::space_with_pass("space: pass(nim[3]) to 40")]
#[bench::space_with_steps("space: chocolate[(x, z) -> (x + z) div 3] to 60")]
#[bench::steps("steps: slow_exact[4,2] to 40")]
#[bench::boxes("boxes: moore_nim[4,2] to 24")]
#[bench::enumeration("enumeration: euclid to 150")]
#[bench::heaps("heaps: octal[0.156]")]
#[bench::line("line: star_nim[2] (8,_)")]
#[bench::divisions("divisions: mark[{1},{2}] 10^300")]
#[bench::search("search: grundy 60")]
#[bench::rules("rules: pass(star_nim[5])")]
fn kernel(name: &str) -> u64 {
    black_box(work(black_box(name)))
}

library_benchmark_group!(name = kernels; benchmarks = kernel);

main!(
    config = LibraryBenchmarkConfig::default().tool(Callgrind::default().soft_limits([(EventKind::Ir, LIMIT)]));
    library_benchmark_groups = kernels
);
