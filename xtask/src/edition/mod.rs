//! `cargo xtask static FOLDER`: the page as files for any web host.
//!
//! In: the folder of the workspace, a folder to write to. Out: the page, the programs that answer its questions as WebAssembly ([`wasm`]), and the book beside
//! them. Nothing there needs a server of ours: the questions are answered in the browser. What the page consists of lies in a folder that is named
//! after its content, so that a browser never mixes an old file with a new one.

#[path = "../../../crates/grundy-page/bundle.rs"]
mod bundle;
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
/// Where the modules lie.
const MODULES: &str = "js";
/// What stands there behind the program's script, and behind the link to the book.
const FIRST_MODULE: &str = "<script type=\"module\"";
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
    let (mut files, modules) = page(root)?;
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
    let index = index_of(&index, &parts, &modules, has_book)?;
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

/// The page's files but for `index.html`, and those modules among them that the page of the server does not have. They stay files of their own: workers begin with some of
/// them, and the one that fetches the program is there before all others.
fn page(root: &Path) -> Result<(Files, Vec<String>), String> {
    let page = root.join("crates/grundy-page");
    let folder = |from: &str, name: &str| -> Result<Files, String> {
        let mut files = Files::new();
        read(&page.join(from), Path::new(name), &mut files)
            .map_err(|error| format!("cannot read {from} of the page: {error}"))?;
        Ok(files)
    };
    let (mut modules, mut files): (Files, Files) =
        folder("web", "")?.into_iter().partition(|(path, _)| path.starts_with(MODULES));
    files.remove(Path::new("index.html"));
    let mut apart = Vec::new();
    for (path, bytes) in folder("static", MODULES)? {
        if let Some(module) = modules.get_mut(&path) {
            *module = bytes;
        } else {
            apart.push(web(&path));
            files.insert(path, bytes);
        }
    }
    let text = |(path, bytes): (PathBuf, Vec<u8>)| (web(&path), String::from_utf8_lossy(&bytes).into_owned());
    let modules = modules.into_iter().map(text).collect();
    files.extend(bundle::scripts(&modules)?.into_iter().map(|(path, text)| (path.into(), text.into())));
    Ok((files, apart))
}

/// A path as the web writes it.
fn web(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
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
        let text =
            "<script type=\"module\" src=\"{folder}/js/main.js\"></script>\n</div></details>\n  </div>\n</header>";
        let page = index_of(text, "abc", &["js/load.js".into()], true).unwrap();
        assert_eq!(
            page,
            "<script type=\"module\" async src=\"./abc/js/load.js\"></script>\n<link rel=\"modulepreload\" href=\"./abc/js/load.js\">\n\
             <script type=\"module\" src=\"./abc/js/main.js\"></script>\n<a href=\"./book/\">The book: all of this in words</a></div></details>\n  </div>\n</header>"
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
