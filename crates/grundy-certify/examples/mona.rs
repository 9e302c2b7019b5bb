//! Writes the formulas of certificates as files of MONA, and decides them once more by the yardstick.
//!
//! In: a folder of certificates, and a folder for files. Out: the program of each certificate; and for each formula that was decided for a certificate a line: `true` or `false`, as the checker
//! says; the name of the file, or `-` where the formula was not written; the name of the certificate. Equal formulas are one file. An error, if the yardstick says otherwise.
//! `cargo xtask cross` runs MONA on them.

use std::collections::HashMap;
use std::io::{Error, Result, Write};
use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs};

use grundy_testing::program::Program;
use grundy_testing::program::mona::mona;
use grundy_testing::program::yardstick::Yardstick;

/// The time for one certificate; what was decided until then is written.
const TIME: Duration = Duration::from_secs(10);
/// The steps of the yardstick for one formula.
const STEPS: u64 = 1 << 12;

fn main() -> Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [certificates, files] = &words[..] else {
        return Err(Error::other("a folder of certificates and a folder for files are wanted"));
    };
    let entries = fs::read_dir(certificates)?.collect::<Result<Vec<_>>>()?;
    let mut names: Vec<String> = entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name.ends_with(".json"));
    names.sort();
    let mut known = HashMap::new();
    for name in names {
        let text = fs::read_to_string(Path::new(certificates).join(&name))?;
        written(&text, &name, Path::new(files), &mut known)?;
    }
    Ok(())
}

/// Writes the formulas of a certificate; the texts that were written before are known with the names of their files.
fn written(text: &str, certificate: &str, folder: &Path, known: &mut HashMap<String, String>) -> Result<()> {
    let start = Instant::now();
    let (theorem, program) = grundy_certify::program(text, &mut |_| start.elapsed() > TIME);
    if let Err(refusal) = theorem {
        writeln!(std::io::stderr(), "{certificate}: {refusal}")?;
    }
    fs::write(folder.join(format!("{certificate}.program")), &program)?;
    let program = Program::read(&program);
    let mut yardstick = Yardstick::new(&program);
    for (step, holds) in &program.decided {
        if yardstick.holds(*step, STEPS).is_some_and(|here| here != *holds) {
            return Err(Error::other(format!(
                "{certificate}: step {step} is {holds} by the checker, and {} by the yardstick",
                !holds
            )));
        }
        let file = match mona(&program, *step) {
            None => "-".to_string(),
            Some(mona) if known.contains_key(&mona) => known[&mona].clone(),
            Some(mona) => {
                let file = format!("{}.mona", known.len());
                fs::write(folder.join(&file), &mona)?;
                known.insert(mona, file.clone());
                file
            }
        };
        writeln!(std::io::stdout(), "{holds} {file} {certificate}")?;
    }
    Ok(())
}
