//! Gives the program for WebAssembly a stack on which deeply nested rules are read.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo:rustc-link-arg-bins=-zstack-size=67108864");
    }
}
