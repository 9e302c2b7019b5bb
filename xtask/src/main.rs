//! `cargo xtask TASK`: the chores of this repository.
//!
//! In: the words after `cargo xtask`. Out: what the task prints, and an exit
//! code: 0 done, 1 something failed, 2 the words were not understood. This is a
//! program, not a shell script, so that it works on every system and needs
//! nothing but cargo; it has no dependencies, so that it compiles in a moment.

mod bench;
mod book;
mod browser;
mod cargo;
mod circles;
mod compiler;
mod coq;
mod counts;
mod cover;
mod cross;
mod deny;
mod edition;
mod folders;
mod fuzz;
mod kernel;
mod package;
mod paper_theorems;
mod papers;
mod prose;
mod python;
mod release;
mod rooms;
mod since;
mod site;
mod size;
mod spent;
mod step;
mod systems;
mod test;
mod times;
mod tools;
mod words;
mod workflows;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use words::Task;

fn main() -> ExitCode {
    let given: Vec<_> = std::env::args_os().skip(1).collect();
    if compiler::is_asked(&given) {
        return compiler::run(given);
    }
    let given: Vec<String> = given.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let task = match words::understand(&given) {
        Ok(task) => task,
        Err(message) => {
            step::complain(&message);
            return ExitCode::from(2);
        }
    };
    let root = root();
    let outcome = match task {
        Task::Help => {
            step::say(words::HELP);
            Ok(())
        }
        Task::Test { extent, times, since } => test::run(&root, extent, times, since.as_deref()),
        Task::Browser => browser::run(&root),
        Task::Python(extent) => python::run(&root, extent),
        Task::Circles => circles::list(&root),
        Task::Size => size::list(&root),
        Task::Static { folder } => edition::write(&root, Path::new(&folder)),
        Task::Cover => cover::write(&root),
        Task::Coq(extent) => coq::run(&root, extent),
        Task::Cross => cross::run(&root),
        Task::Fuzz => fuzz::run(&root),
        Task::Package { publish } => package::run(&root, publish),
        Task::Site { folder } => site::write(&root, Path::new(&folder)),
        Task::Release(choice) => release::run(&root, &choice),
        Task::Systems => systems::run(&root),
        Task::Deny => deny::run(&root),
        Task::Bench { rest } => bench::run(&root, &rest),
        Task::Counts { update } => counts::run(&root, update),
        Task::Kernels { rest } => bench::kernels(&root, &rest),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            step::complain(&message);
            ExitCode::FAILURE
        }
    }
}

/// The folder of the workspace: the parent of the folder of this package.
///
/// Cargo gives the folder of the package at run time; the folder at build time is
/// used only if the binary is started by hand.
fn root() -> PathBuf {
    let here =
        std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    here.parent().map_or_else(|| here.clone(), Path::to_path_buf)
}
