//! Swap
