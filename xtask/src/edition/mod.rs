//! `cargo xtask static FOLDER`: the page as files for any web host.
//!
//! In: the folder of the workspace, a folder to write to. Out: the page, the programs that answer its questions as WebAssembly ([`wasm`]), and the book beside
//! them. Nothing there needs a server of ours: the questions are answered in the browser. What the page consists of lies in a folder that is named
//! after its content, so that a browser never mixes an old file with a new one.

mod wasm;

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use crate::browser;
use crate::cargo::{is_installed, program};
use crate::step::say;

/// What the page's `index.html` has in place of the folder of the other files.
const FOLDER: &str = "{folder}";
/// What stands there behind the program's script, and behind the link to the book.
const FIRST_MODULE: &str = "<link rel=\"modulepreload\"";
const END_OF_KEYS: &str = "</div></details>\n  </div>\n</header>";
/// Hosts that read this file let the threads of a page share memory.
const HEADERS: &str = "/*\n  Cross-Origin-Opener-Policy: same-origin\n  Cross-Origin-Embedder-Policy: require-corp\n";

/// The files of a folder, by path.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Writes the files; the book, where mdBook is installed.
pub(crate) fn write(root: &Path, folder: &Path) -> Result<(), String> {
    write_with(root, folder, is_installed("mdbook").then_some("mdbook"))
}

/// The same with this mdBook.
pub(crate) fn write_with(root: &Path, folder: &Path, mdbook: Option<&str>) -> Result<(), String> {
    if let Some(missing) = wasm::missing(root, wasm::ALONE) {
        return Err(missing);
    }
    let folder = std::env::current_dir().unwrap_or_default().join(folder);
    let failed = |error: io::Error| format!("cannot write to {}: {error}", folder.display());
    let mut files = page(root).map_err(failed)?;
    let mut programs = vec![("grundy.wasm", wasm::ALONE)];
    match wasm::missing(root, wasm::THREADS) {
        Some(missing) => say(&format!("   the page works without threads: {missing}")),
        None => programs.push(("grundy-threads.wasm", wasm::THREADS)),
    }
    wasm::compile(root, &programs.iter().map(|(_, target)| *target).collect::<Vec<_>>())?;
    for (file, target) in programs {
        files.insert(file.into(), wasm::made(root, target)?);
    }
    let has_book = book(root, &folder, mdbook)?;
    let parts = name(&files);
    let index = fs::read_to_string(root.join("crates/grundy-page/web/index.html")).map_err(failed)?;
    let index = index_of(&index, &parts, &own_modules(root).map_err(failed)?, has_book)?;
    let put = || -> io::Result<()> {
        for (path, bytes) in &files {
            put(&folder.join(&parts).join(path), bytes)?;
        }
        put(&folder.join("_headers"), HEADERS.as_bytes())?;
        put(&folder.join(".nojekyll"), b"")?;
        put(&folder.join("index.html"), index.as_bytes())
    };
    put().map_err(failed)?;
    say(&format!("   the page stands in {}", folder.display()));
    Ok(())
}

/// The static edition answers as the server does, in a browser; left out where something for it is not installed.
pub(crate) fn test(root: &Path) -> Result<(), String> {
    if let Some(missing) = wasm::missing(root, wasm::ALONE) {
        say(&format!("   left out: {missing}"));
        return Ok(());
    }
    let folder = root.join("target/static-edition");
    // What another state of the page left there is no part of this one.
    let _ = fs::remove_dir_all(&folder);
    write(root, &folder)?;
    browser::run_static_if_there(root, &folder)
}

/// Builds the book beside the page.
fn book(root: &Path, folder: &Path, mdbook: Option<&str>) -> Result<bool, String> {
    let Some(mdbook) = mdbook else {
        say("   the page stands without the book: mdbook is not installed (`cargo install --locked mdbook`)");
        return Ok(false);
    };
    let to = folder.join("book");
    program(root, mdbook, &["build", "book", "--dest-dir", &to.to_string_lossy()]).map(|()| true)
}

/// The page's files but for `index.html`; some modules are those of the static edition.
fn page(root: &Path) -> io::Result<Files> {
    let mut files = Files::new();
    let page = root.join("crates/grundy-page");
    read(&page.join("web"), Path::new(""), &mut files)?;
    read(&page.join("static"), Path::new("js"), &mut files)?;
    files.remove(Path::new("index.html"));
    Ok(files)
}

/// The modules that the page of the server does not have, and that the page begins with.
fn own_modules(root: &Path) -> io::Result<Vec<String>> {
    let (mut own, mut known) = (Files::new(), Files::new());
    let page = root.join("crates/grundy-page");
    read(&page.join("static"), Path::new("js"), &mut own)?;
    read(&page.join("web"), Path::new(""), &mut known)?;
    let new = own.into_keys().filter(|path| !known.contains_key(path));
    Ok(new.map(|path| path.to_string_lossy().replace('\\', "/")).collect())
}

/// The page itself: its modules are asked for at once, the program first; the book is linked where it stands beside the page.
fn index_of(text: &str, parts: &str, modules: &[String], has_book: bool) -> Result<String, String> {
    let mut first = "<script type=\"module\" async src=\"{folder}/js/load.js\"></script>\n".to_string();
    for module in modules {
        first += &format!("<link rel=\"modulepreload\" href=\"{FOLDER}/{module}\">\n");
    }
    let text = before(text, FIRST_MODULE, &first)?;
    let link = if has_book { "<a href=\"./book/\">The book: all of this in words</a>" } else { "" };
    Ok(before(&text, END_OF_KEYS, link)?.replace(FOLDER, &format!("./{parts}")))
}

/// Puts words in front of the first place where others stand.
fn before(text: &str, place: &str, words: &str) -> Result<String, String> {
    let at = text.find(place).ok_or_else(|| format!("web/index.html has no `{place}`"))?;
    Ok(format!("{}{words}{}", &text[..at], &text[at..]))
}

/// A name for files with this content.
fn name(files: &Files) -> String {
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn read(from: &Path, name: &Path, files: &mut Files) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = name.join(entry.file_name());
        if entry.path().is_dir() {
            read(&entry.path(), &name, files)?;
        } else {
            files.insert(name, fs::read(entry.path())?);
        }
    }
    Ok(())
}

fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(path, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_asks_for_its_own_modules_and_links_the_book() {
        let text = "<link rel=\"modulepreload\" href=\"{folder}/js/api.js\">\n</div></details>\n  </div>\n</header>";
        let page = index_of(text, "abc", &["js/load.js".into()], true).unwrap();
        assert_eq!(
            page,
            "<script type=\"module\" async src=\"./abc/js/load.js\"></script>\n<link rel=\"modulepreload\" href=\"./abc/js/load.js\">\n\
             <link rel=\"modulepreload\" href=\"./abc/js/api.js\">\n<a href=\"./book/\">The book: all of this in words</a></div></details>\n  </div>\n</header>"
        );
        assert!(!index_of(text, "abc", &[], false).unwrap().contains("book"));
        assert!(index_of("", "abc", &[], false).is_err(), "another page");
    }

    #[test]
    fn other_content_has_another_name() {
        let of = |text: &str| name(&Files::from([("a".into(), text.as_bytes().to_vec())]));
        assert_ne!(of("one"), of("two"));
        assert_eq!(of("one"), of("one"));
    }
}
