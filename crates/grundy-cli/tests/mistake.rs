//! A panic is told with its message and its place, also where it was handed on from another thread.

use std::io::{self, Write};

use grundy_cli::{Console, keep_panics_quiet, run};

/// Standard output that is a mistake.
struct Broken;

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        panic!("the ink is {}", "dry")
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_mistake_is_told_with_its_place() {
    for _ in 0..2 {
        let mut err = vec![];
        let (mut input, mut out) = (io::empty(), Broken);
        let console = Console::of(&mut input, &mut out, &mut err);
        keep_panics_quiet();
        let code = run(["grundy", "value", "nim", "3,5"], console);
        drop(std::panic::take_hook());
        assert_eq!(code, 3);
        let told = String::from_utf8(err).expect("a sentence");
        let begins = "error: grundy made a mistake of its own; please report it (the ink is dry, at ";
        assert!(told.starts_with(begins) && told.contains("tests/mistake.rs:12:9)"), "{told}");
    }
}
