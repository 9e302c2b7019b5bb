//! How long each engine's kernel takes: `cargo xtask bench --bench kernels`.
//!
//! Times are for the person who looks at them now; on a shared machine a slow-down shows in `counts`.

use grundy_benches::work::{WORK, work};

fn main() {
    divan::main();
}

#[divan::bench(args = WORK, sample_count = 10)]
fn kernel(name: &str) -> u64 {
    work(name)
}
