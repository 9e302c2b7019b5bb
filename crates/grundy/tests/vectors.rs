//! Published values: the data of four papers, walked key by key.
//!
//! `vectors/data/` holds one JSON file a paper; the module of the same name reads it and compares what a table or a
//! search of at most 10^7 positions reaches with the library's values, in normal and in misère play. Each module
//! opens with its families of keys (one test each) and its list of the keys that are left out, with the reason; a
//! test fails when a key is in neither list or in both.
//!
//! How the files write things: -1 is no position, hyperedges count piles from 0, and sorted tuples stand in colex
//! order (by the largest entry first).

mod boxes;
#[macro_use]
mod keys;
mod lines;
mod shim;

mod mark;
mod pass_chocolate;
mod slow_nim;
mod star_nim;
