//! The files of the page, embedded in the program.
//!
//! In: the folder `web`. Out: each file with its type. The page asks for its parts below an address that holds the hash of all of them, so that a
//! browser may keep them for ever.

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
    ($($path:literal: $kind:expr),* $(,)?) => {
        &[$(File { path: $path, kind: $kind, bytes: include_bytes!(concat!("../web/", $path)) }),*]
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
    "colours.txt": TEXT,
    "gallery.json": JSON,
    "icon.svg": SVG,
    "js/api.js": JS,
    "js/canvas.js": JS,
    "js/claims.js": JS,
    "js/clipboard.js": JS,
    "js/colours.js": JS,
    "js/dom.js": JS,
    "js/editor.js": JS,
    "js/export.js": JS,
    "js/facts.js": JS,
    "js/gallery.js": JS,
    "js/game.js": JS,
    "js/grid.js": JS,
    "js/highlight.js": JS,
    "js/inspector.js": JS,
    "js/legend.js": JS,
    "js/line.js": JS,
    "js/main.js": JS,
    "js/map.js": JS,
    "js/menus.js": JS,
    "js/mex.js": JS,
    "js/mode.js": JS,
    "js/painter.js": JS,
    "js/panels.js": JS,
    "js/parameters.js": JS,
    "js/picker.js": JS,
    "js/pictures.js": JS,
    "js/plane.js": JS,
    "js/play/bar.js": JS,
    "js/play/board.js": JS,
    "js/play/choice.js": JS,
    "js/play/coins.js": JS,
    "js/play/drawings.js": JS,
    "js/play/fit.js": JS,
    "js/play/graph.js": JS,
    "js/play/heap.js": JS,
    "js/play/hint.js": JS,
    "js/play/motion.js": JS,
    "js/play/passes.js": JS,
    "js/play/piles.js": JS,
    "js/play/rows.js": JS,
    "js/play/strips.js": JS,
    "js/play/tuple.js": JS,
    "js/pointers.js": JS,
    "js/proof.js": JS,
    "js/rules.js": JS,
    "js/save.js": JS,
    "js/share.js": JS,
    "js/state.js": JS,
    "js/tiles.js": JS,
    "js/tools.js": JS,
    "js/tour.js": JS,
    "js/transport.js": JS,
    "js/verdict.js": JS,
    "js/view.js": JS,
    "js/words.js": JS,
    "page.css": CSS,
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

    /// Without this, the browser finds each module only when it reads the one that imports it.
    #[test]
    fn every_module_is_asked_for_at_once() {
        let page = index(".");
        for file in FILES.iter().filter(|file| file.kind == JS && !file.path.ends_with("painter.js")) {
            assert!(page.contains(&format!("<link rel=\"modulepreload\" href=\"./{}\">", file.path)), "{}", file.path);
        }
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
                assert!(name == "index.html" || find(&name).is_some(), "{name} is not embedded");
            }
        }
    }
}
