//! Published values: the data of four papers, read key by key.
//!
//! `vectors/data/` holds one JSON file for each paper. The module of the same name compares the values that a table or a
//! search of at most 10^7 positions reaches with the library's values, in normal and in misère play. Each module
//! begins with its families of keys (one test each) and its list of skipped keys, with reasons; a test fails when a key
//! is in neither list or in both.
//!
//! Notation in the files: -1 is no position, hyperedges number piles from 0, and sorted tuples are in colex order (by
//! the largest entry first).

mod boxes;
#[macro_use]
mod keys;
mod lines;
mod shim;

mod mark;
mod pass_chocolate;
mod slow_nim;
mod star_nim;
