//! Folders as tar files whose bytes depend on nothing but names and contents.
//!
//! In: a folder, the name that it has in the file, a time. Out: the bytes of a tar file: entries by name, all of one time, all of user 0.
//! The program `tar` has options for it on some systems only.

use std::fs;
use std::io;
use std::path::Path;

use tar::{Builder, EntryType, Header};

/// The tar file of a folder.
pub(super) fn of(folder: &Path, name: &str, time: u64) -> io::Result<Vec<u8>> {
    let mut archive = Builder::new(vec![]);
    add(folder, name, time, &mut archive)?;
    archive.into_inner()
}

fn add(path: &Path, name: &str, time: u64, archive: &mut Builder<Vec<u8>>) -> io::Result<()> {
    let mut header = Header::new_gnu();
    header.set_mtime(time);
    header.set_uid(0);
    header.set_gid(0);
    if !path.is_dir() {
        let content = fs::read(path)?;
        header.set_mode(if is_program(path) { 0o755 } else { 0o644 });
        header.set_size(content.len() as u64);
        return archive.append_data(&mut header, name, &content[..]);
    }
    header.set_entry_type(EntryType::Directory);
    header.set_mode(0o755);
    header.set_size(0);
    archive.append_data(&mut header, format!("{name}/"), io::empty())?;
    let mut entries: Vec<_> = fs::read_dir(path)?.collect::<io::Result<_>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        add(&entry.path(), &format!("{name}/{}", entry.file_name().to_string_lossy()), time, archive)?;
    }
    Ok(())
}

/// The program itself has no ending, or Windows'; texts without an ending are written in capitals.
fn is_program(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| stem == "grundy") && path.extension().is_none_or(|ending| ending == "exe")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_packed_by_name_with_one_time_and_long_names() {
        let place = std::env::temp_dir().join(format!("grundy-tar-{}", std::process::id()));
        let deep = place.join("a".repeat(80)).join("b".repeat(80));
        fs::create_dir_all(&deep).expect("a folder");
        for (folder, name) in [(&deep, "c"), (&place, "README.md"), (&place, "grundy")] {
            fs::write(folder.join(name), name).expect("a file");
        }
        let bytes = of(&place, "top", 7).expect("an archive");
        fs::remove_dir_all(&place).expect("removed");
        let mut archive = tar::Archive::new(&bytes[..]);
        let entries = archive.entries().expect("entries").map(|entry| entry.expect("an entry"));
        let found: Vec<_> = entries
            .map(|entry| {
                let header = entry.header();
                assert_eq!((header.mtime().ok(), header.uid().ok()), (Some(7), Some(0)));
                (entry.path().expect("a name").to_string_lossy().into_owned(), header.mode().expect("a mode"))
            })
            .collect();
        let (a, b) = ("a".repeat(80), "b".repeat(80));
        let expected = [
            ("top/".to_owned(), 0o755),
            ("top/README.md".into(), 0o644),
            (format!("top/{a}/"), 0o755),
            (format!("top/{a}/{b}/"), 0o755),
            (format!("top/{a}/{b}/c"), 0o644),
            ("top/grundy".into(), 0o755),
        ];
        assert_eq!(found, expected);
    }
}
