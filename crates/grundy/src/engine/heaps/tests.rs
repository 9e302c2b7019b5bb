//! Heaps against the literature and against plain enumeration.
use super::*;
