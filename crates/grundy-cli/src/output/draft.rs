//! A file that is written whole or not at all.
//!
//! In: the path of the target, then bytes. Out: the target. The bytes go to a temporary file in the same folder, which is renamed to the target
//! once all bytes are on the disk. Devices and pipes are written directly. A run locks its temporary file. A killed run leaves its temporary file
//! behind; the next run for the same target sees that the file is not locked, and removes it. Values that wait to be written may be stored in a
//! temporary folder, which has the name of the temporary file with another ending and is removed together with it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::interrupt::Interrupts;
use crate::unfinished::remove;

/// The ending of a temporary file.
const FILE: &str = "tmp";
/// The ending of a temporary folder.
const FOLDER: &str = "grundy-tiles";

/// A file that is being written.
pub(crate) struct Draft {
    file: BufWriter<File>,
    /// The temporary file and the target, unless the target is written directly.
    paths: Option<(PathBuf, PathBuf)>,
    /// The temporary folder, if one was requested.
    folder: Option<PathBuf>,
    /// The run that must finish the file.
    run: Interrupts,
}

impl Draft {
    /// Begins a file of a run. On success, the file can be created.
    pub(crate) fn begin(path: &Path, run: &Interrupts) -> io::Result<Draft> {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let old = fs::metadata(&target).ok();
        if let Some(old) = &old {
            if old.is_dir() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            if !old.is_file() {
                let file = OpenOptions::new().write(true).open(&target)?;
                return Ok(Draft { file: BufWriter::new(file), paths: None, folder: None, run: run.clone() });
            }
            // Replacing a file needs no permission to write to the file itself, but a user who removed this permission wants the file kept.
            OpenOptions::new().append(true).open(&target)?;
        }
        let prefix = prefix(&target)?;
        remove_left_over(&target, &prefix, &|path| _ = fs::remove_file(path));
        let (temporary, file) = run.unfinished().begin(|| create_temporary(&target, &prefix))?;
        if let Some(old) = old {
            let _ = file.set_permissions(old.permissions());
        }
        Ok(Draft { file: BufWriter::new(file), paths: Some((temporary, target)), folder: None, run: run.clone() })
    }

    /// May there be a temporary folder? Not for a device.
    pub(crate) fn may_have_folder(&self) -> bool {
        self.paths.is_some()
    }

    /// The temporary folder, which is removed with its contents when the file is finished or abandoned; `None` for a device.
    pub(crate) fn folder(&mut self) -> Option<io::Result<PathBuf>> {
        let path = self.paths.as_ref()?.0.with_extension(FOLDER);
        if self.folder.is_some() {
            return Some(Ok(path));
        }
        let made = self.run.unfinished().begin(|| fs::create_dir(&path).map(|()| (path, ())));
        Some(made.map(|(path, ())| self.folder.insert(path).clone()))
    }

    fn remove_folder(&mut self) {
        if let Some(folder) = self.folder.take() {
            remove(&folder);
            self.run.unfinished().end(&folder);
        }
    }

    /// Ends a file that is written completely: the temporary file is renamed to the target.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        let Some((temporary, target)) = &self.paths else { return Ok(()) };
        self.file.get_ref().sync_all()?;
        fs::rename(temporary, target)?;
        // The name is an entry of the folder, and not every system allows a folder to be synced.
        let folder = target.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
        self.run.unfinished().end(temporary);
        self.paths = None;
        self.remove_folder();
        Ok(())
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        self.remove_folder();
        if let Some((temporary, _)) = &self.paths {
            let _ = fs::remove_file(temporary);
            self.run.unfinished().end(temporary);
        }
    }
}

/// How the name of a temporary file begins: with the name of the target.
fn prefix(target: &Path) -> io::Result<String> {
    let name = target.file_name().ok_or(io::ErrorKind::IsADirectory)?.to_string_lossy().into_owned();
    let name: String = name.chars().take(50).collect();
    Ok(format!(".{name}."))
}

/// Creates a temporary file in the folder of `target`, and locks it.
fn create_temporary(target: &Path, prefix: &str) -> io::Result<(PathBuf, File)> {
    let mut attempt = 0u32;
    loop {
        let temporary = target.with_file_name(format!("{prefix}{}-{attempt}.{FILE}", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            // Between creation and lock, another run may have taken the file for a left-over one and removed it.
            Ok(file) if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && is_named(&file, &temporary) => {
                return Ok((temporary, file));
            }
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists || attempt >= 1000 => return Err(error),
            _ => attempt += 1,
        }
    }
}

/// Is this still the file of that name? Another run may have removed the file, and a third run may have created a new one.
fn is_named(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let place = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
        let named = fs::symlink_metadata(path).map(place);
        named.is_ok_and(|named| file.metadata().is_ok_and(|own| place(own) == named))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

/// Removes the temporary files, by `remove`, and folders of killed runs with the same target: no run holds a lock on them.
fn remove_left_over(target: &Path, prefix: &str, remove: &dyn Fn(&Path)) {
    let folder = target.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(list) = fs::read_dir(folder) else { return };
    let (mut files, mut folders) = (vec![], vec![]);
    for entry in list.flatten() {
        match entry.file_name().to_str().and_then(|name| ending(name, prefix)) {
            Some(FILE) => files.push(entry.path()),
            Some(FOLDER) => folders.push(entry.path()),
            _ => {}
        }
    }
    for path in files {
        // The lock is held until the file is removed, so that a run that has created the file but not locked it yet notices.
        let Ok(held) = OpenOptions::new().write(true).open(&path) else { continue };
        if held.try_lock().is_ok() && is_named(&held, &path) {
            remove(&path);
        }
    }
    // A folder is in use as long as the temporary file of the same name exists.
    for path in folders.iter().filter(|path| !path.with_extension(FILE).exists()) {
        let _ = fs::remove_dir_all(path);
    }
}

/// The ending of a temporary name, after the prefix and two numbers.
fn ending<'a>(name: &'a str, prefix: &str) -> Option<&'a str> {
    let (numbers, ending) = name.strip_prefix(prefix)?.split_once('.')?;
    let (process, attempt) = numbers.split_once('-')?;
    let _: (u32, u32) = (process.parse().ok()?, attempt.parse().ok()?);
    Some(ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begin(path: &Path) -> io::Result<Draft> {
        Draft::begin(path, &Interrupts::default())
    }

    /// A temporary folder, removed at the end of the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("grundy-draft-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).expect("a temporary folder");
            Folder(path)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).expect("the folder is there");
            entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_file_appears_when_it_is_finished() {
        let folder = Folder::new("whole");
        let path = folder.0.join("a.csv");
        let mut draft = begin(&path).expect("begun");
        draft.write_all(b"new").expect("written");
        assert!(!path.exists());
        draft.finish().expect("finished");
        assert_eq!(fs::read_to_string(&path).expect("read"), "new");
        assert_eq!(folder.names(), ["a.csv"]);
    }

    #[test]
    fn an_unfinished_file_leaves_the_old_one() {
        let folder = Folder::new("half");
        let path = folder.0.join("a.csv");
        fs::write(&path, "old").expect("written");
        let mut draft = begin(&path).expect("begun");
        draft.write_all(b"new").expect("written");
        drop(draft);
        assert_eq!(fs::read_to_string(&path).expect("read"), "old");
        assert_eq!(folder.names(), ["a.csv"]);
    }

    #[test]
    fn what_a_killed_run_left_is_removed_and_what_another_run_writes_is_not() {
        let folder = Folder::new("left");
        let path = folder.0.join("a.csv");
        let others = [".a.csv.x-0.tmp", ".b.csv.7-0.tmp", ".a.csv.tmp"];
        for name in [".a.csv.7-0.tmp"].iter().chain(&others) {
            fs::write(folder.0.join(name), "half").expect("written");
        }
        let running = begin(&path).expect("begun");
        let second = begin(&path).expect("begun");
        assert_eq!(folder.names().len(), others.len() + 2);
        second.finish().expect("finished");
        running.finish().expect("finished");
        assert!(others.iter().all(|name| folder.0.join(name).exists()));
        assert_eq!(folder.names().len(), others.len() + 1);
    }

    #[test]
    fn what_is_left_over_is_held_while_it_is_removed() {
        let folder = Folder::new("held");
        let (path, left) = (folder.0.join("a.csv"), folder.0.join(".a.csv.7-0.tmp"));
        fs::write(&left, "half").expect("written");
        // A run that has created this file and locks it now must notice that the file is about to be removed.
        let seen = std::cell::Cell::new(false);
        remove_left_over(&path, &prefix(&path).expect("a name"), &|path| {
            let file = OpenOptions::new().write(true).open(path).expect("it is still there");
            assert!(matches!(file.try_lock(), Err(TryLockError::WouldBlock)));
            seen.set(true);
        });
        assert!(seen.get());
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_was_made_anew_is_another_one() {
        let folder = Folder::new("anew");
        let path = folder.0.join(".a.csv.7-0.tmp");
        let make = || OpenOptions::new().write(true).create_new(true).open(&path).expect("made");
        let first = make();
        assert!(is_named(&first, &path));
        fs::remove_file(&path).expect("removed");
        assert!(!is_named(&first, &path));
        let second = make();
        assert!(is_named(&second, &path) && !is_named(&first, &path));
    }

    #[test]
    fn a_temporary_folder_is_removed_with_its_file() {
        let folder = Folder::new("tiles");
        let path = folder.0.join("a.csv");
        for finished in [true, false] {
            let mut draft = begin(&path).expect("begun");
            let mut made = || draft.folder().expect("a file may have one").expect("made");
            let temporary = made();
            assert_eq!((temporary.parent(), made()), (Some(&*folder.0), temporary.clone()));
            fs::create_dir_all(temporary.join("rays")).expect("made");
            fs::write(temporary.join("rays/0.tile"), "cells").expect("written");
            // Another run does not remove it.
            drop(begin(&path).expect("begun"));
            assert!(temporary.join("rays/0.tile").exists());
            if finished {
                draft.finish().expect("finished");
            } else {
                drop(draft);
            }
            assert_eq!(folder.names(), ["a.csv"]);
        }
    }

    #[test]
    fn a_folder_of_a_killed_run_is_removed() {
        let folder = Folder::new("killed");
        let path = folder.0.join("a.csv");
        for name in
            [".a.csv.7-0.grundy-tiles", ".a.csv.8-0.grundy-tiles", ".b.csv.7-0.grundy-tiles", ".a.csv.grundy-tiles"]
        {
            fs::create_dir_all(folder.0.join(name).join("rays")).expect("made");
        }
        fs::write(folder.0.join(".a.csv.7-0.tmp"), "half").expect("written");
        drop(begin(&path).expect("begun"));
        let mut names = folder.names();
        names.sort();
        assert_eq!(names, [".a.csv.grundy-tiles", ".b.csv.7-0.grundy-tiles"]);
    }

    #[test]
    fn a_folder_is_no_file() {
        let folder = Folder::new("folder");
        let kind = |path: &Path| begin(path).err().map(|e| e.kind());
        assert_eq!(kind(&folder.0), Some(io::ErrorKind::IsADirectory));
        assert_eq!(kind(&folder.0.join("no/a.csv")), Some(io::ErrorKind::NotFound));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = Folder::new("link");
        let (path, link) = (folder.0.join("a.csv"), folder.0.join("b.csv"));
        fs::write(&path, "old").expect("written");
        std::os::unix::fs::symlink(&path, &link).expect("linked");
        let mut draft = begin(&link).expect("begun");
        draft.write_all(b"new").expect("written");
        draft.finish().expect("finished");
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
        assert_eq!(fs::read_to_string(&path).expect("read"), "new");
    }
}
