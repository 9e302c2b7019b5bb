//! Writes the formulas of certificates as files of MONA.
//!
//! In: a folder of certificates, and a folder for files. Out: for each formula that was decided for a certificate a line: `true` or `false`, as the checker
//! says; the name of the file, or `-` where the formula was not written; the name of the certificate. Equal formulas are one file.
//! `cargo xtask cross` runs MONA on them.

use std::collections::HashMap;
use std::io::{Error, Result, Write};
use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs};

/// The time for one certificate; what was decided until then is written.
const TIME: Duration = Duration::from_secs(10);

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
    let (theorem, formulas) = grundy_certify::formulas(text, &mut |_| start.elapsed() > TIME);
    if let Err(refusal) = theorem {
        writeln!(std::io::stderr(), "{certificate}: {refusal}")?;
    }
    for decided in formulas {
        let file = match decided.mona {
            None => "-".to_string(),
            Some(mona) if known.contains_key(&mona) => known[&mona].clone(),
            Some(mona) => {
                let file = format!("{}.mona", known.len());
                fs::write(folder.join(&file), &mona)?;
                known.insert(mona, file.clone());
                file
            }
        };
        writeln!(std::io::stdout(), "{} {file} {certificate}", decided.holds)?;
    }
    Ok(())
}
