//! The files of the page, embedded in the program.
//!
//! In: the folder `web`, whose modules the build script has put into two scripts. Out: each file with its type. The page asks for its parts below an address that
//! holds the hash of all of them, so that a browser may keep them for ever.

use std::sync::OnceLock;

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// The path below the page.
    pub path: &'static str,
    /// The type, as HTTP has it.
    pub kind: &'static str,
    /// The content.
    pub bytes: &'static [u8],
}

const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const JSON: &str = "application/json";
const SVG: &str = "image/svg+xml";
const TEXT: &str = "text/plain; charset=utf-8";

macro_rules! files {
    ($($path:literal: $kind:expr, $place:expr),* $(,)?) => {
        &[$(File { path: $path, kind: $kind, bytes: include_bytes!($place) }),*]
    };
}

/// What [`index`] puts in place of the folder of the other files.
const FOLDER: &str = "{folder}";

/// The page itself, whose parts lie in this folder.
///
/// ```
/// assert!(grundy_page::files::index(".").contains("<script type=\"module\" src=\"./js/main.js\">"));
/// ```
#[must_use]
pub fn index(folder: &str) -> String {
    include_str!("../web/index.html").replace(FOLDER, folder)
}

/// The hash of all files.
#[must_use]
pub fn hash() -> &'static str {
    static HASH: OnceLock<String> = OnceLock::new();
    HASH.get_or_init(|| {
        let mut hasher = blake3::Hasher::new();
        for file in FILES.iter() {
            hasher.update(file.path.as_bytes());
            hasher.update(file.bytes);
        }
        hasher.finalize().to_hex()[..16].to_string()
    })
}

/// A file by its path.
#[must_use]
pub fn find(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.path == path)
}

/// The files beside the page.
pub const FILES: &[File] = files![
    "colours.txt": TEXT, "../web/colours.txt",
    "gallery.json": JSON, "../web/gallery.json",
    "icon.svg": SVG, "../web/icon.svg",
    "js/main.js": JS, concat!(env!("OUT_DIR"), "/main.js"),
    "js/painter.js": JS, concat!(env!("OUT_DIR"), "/painter.js"),
    "page.css": CSS, "../web/page.css",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colours_are_those_of_the_programs_pictures() {
        let file = find("colours.txt").expect("the file of colours");
        let text = grundy_picture::colors_as_text();
        assert_eq!(
            std::str::from_utf8(file.bytes),
            Ok(&text[..]),
            "`colors_as_text` of grundy-picture is the original"
        );
    }

    #[test]
    fn every_file_of_the_folder_is_embedded() {
        let web = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        let mut open = vec![web.clone()];
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(folder).expect("the folder of the page") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    open.push(path);
                    continue;
                }
                let name = path.strip_prefix(&web).expect("below").to_string_lossy().replace('\\', "/");
                let embedded = find(&name).is_some() || name.starts_with("js/") && in_a_script(&path);
                assert!(name == "index.html" || embedded, "{name} is not embedded");
            }
        }
    }

    /// Is a module in one of the scripts? Its first line says its subject.
    fn in_a_script(module: &std::path::Path) -> bool {
        let text = std::fs::read_to_string(module).expect("a module");
        let first = text.lines().next().expect("a line that says its subject");
        FILES.iter().any(|file| file.kind == JS && String::from_utf8_lossy(file.bytes).contains(first))
    }
}
