//! All tests of the program from outside, in one binary: linking it once is quicker than five times.

mod beside;
mod checkpoint;
mod console;
mod interrupt;
mod manual;
mod mutations;
#[cfg(unix)]
mod program;
