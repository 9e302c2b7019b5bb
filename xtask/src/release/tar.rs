//! Folders as tar files whose bytes depend on nothing but names and contents.
//!
//! In: a folder, the name that it has in the file, a time. Out: the bytes of a file in POSIX' format ustar: entries by name, all of one time, all of user 0.
//! The program `tar` has options for it on some systems only.

use std::fs;
use std::io;
use std::path::Path;

const BLOCK: usize = 512;

/// The tar file of a folder.
pub(super) fn of(folder: &Path, name: &str, time: u64) -> io::Result<Vec<u8>> {
    let mut bytes = vec![];
    add(folder, name, time, &mut bytes)?;
    bytes.resize(bytes.len() + 2 * BLOCK, 0);
    Ok(bytes)
}

fn add(path: &Path, name: &str, time: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    if !path.is_dir() {
        let content = fs::read(path)?;
        bytes.extend(header(name, if is_program(path) { 0o755 } else { 0o644 }, content.len(), time, b'0')?);
        bytes.extend(&content);
        bytes.resize(bytes.len().next_multiple_of(BLOCK), 0);
        return Ok(());
    }
    bytes.extend(header(&format!("{name}/"), 0o755, 0, time, b'5')?);
    let mut entries: Vec<_> = fs::read_dir(path)?.collect::<io::Result<_>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        add(&entry.path(), &format!("{name}/{}", entry.file_name().to_string_lossy()), time, bytes)?;
    }
    Ok(())
}

/// The program itself has no ending, or Windows'; texts without an ending are written in capitals.
fn is_program(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| stem == "grundy") && path.extension().is_none_or(|ending| ending == "exe")
}

/// The block before a file: its name, whose front may stand in a second field, and numbers in octal digits.
fn header(name: &str, mode: u32, length: usize, time: u64, kind: u8) -> io::Result<[u8; BLOCK]> {
    let (front, back) = divided(name).ok_or_else(|| io::Error::other(format!("{name} is too long for a tar file")))?;
    let mut block = [0; BLOCK];
    let mut put = |at: usize, text: &str| block[at..at + text.len()].copy_from_slice(text.as_bytes());
    put(0, back);
    put(100, &format!("{mode:07o}\0{:07o}\0{:07o}\0{length:011o}\0{time:011o}\0        ", 0, 0));
    put(156, std::str::from_utf8(&[kind]).unwrap_or_default());
    put(257, "ustar\x0000");
    put(345, front);
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(block)
}

/// A name in two parts, divided at a slash if it has more than 100 bytes.
fn divided(name: &str) -> Option<(&str, &str)> {
    if name.len() <= 100 {
        return Some(("", name));
    }
    let cuts = name.match_indices('/').map(|(at, _)| (&name[..at], &name[at + 1..]));
    cuts.into_iter().find(|(front, back)| front.len() <= 155 && !back.is_empty() && back.len() <= 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_as_pythons_tarfile_writes_it() {
        let block = header("a/b", 0o644, 10, 1, b'0').expect("a short name");
        assert_eq!(&block[100..156], b"0000644\x000000000\x000000000\x0000000000012\x0000000000001\x00006323\x00 ");
        assert_eq!(&block[257..265], b"ustar\x0000");
    }

    #[test]
    fn long_names_are_divided() {
        let long = format!("{}/{}", "a".repeat(60), "b".repeat(90));
        assert_eq!(divided(&long), Some((&long[..60], &long[61..])));
        assert_eq!(divided(&"a".repeat(101)), None);
    }
}
