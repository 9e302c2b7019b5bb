//! Gives the program for WebAssembly a stack on which deeply nested rules are read, and with threads all the memory that there can be.

use std::env;

/// The stack of the first thread, in bytes.
const STACK: u64 = 64 << 20;
/// The memory with which the program with threads begins, in bytes: `static/shared.js` makes it.
const FIRST: u64 = 128 << 20;
/// The most that it grows to: all that 32 bits can tell apart.
const MOST: u64 = 4 << 30;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo:rustc-link-arg-bins=-zstack-size={STACK}");
        if env::var("TARGET").is_ok_and(|target| target.ends_with("-threads")) {
            println!("cargo:rustc-link-arg-bins=--initial-memory={FIRST}");
            println!("cargo:rustc-link-arg-bins=--max-memory={MOST}");
        }
    }
}
