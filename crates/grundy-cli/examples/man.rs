//! The manual page, made of the same declarations as the help: `cargo run -p grundy-cli --example man > grundy.1`.

use std::io;

fn main() -> io::Result<()> {
    let page = clap_mangen::Man::new(grundy_cli::command());
    page.render(&mut io::stdout().lock())
}
