//! The manual pages, made of the same declarations as the help: `cargo run -p grundy-cli --example man FOLDER` writes one for the program and one for each
//! command; without a folder, that of the program goes to standard output.

use std::io;

fn main() -> io::Result<()> {
    let command = grundy_cli::command();
    let Some(folder) = std::env::args_os().nth(1) else {
        return clap_mangen::Man::new(command).render(&mut io::stdout().lock());
    };
    std::fs::create_dir_all(&folder)?;
    clap_mangen::generate_to(command, folder)
}
