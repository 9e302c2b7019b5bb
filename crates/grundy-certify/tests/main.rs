//! All tests of the checker from outside, in one binary.

mod changes;
