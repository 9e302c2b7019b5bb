//! The games of the cookbook, `more.NAME`.
//!
//! In: the embedded files. Out: a module for each, above the built-in games, and the descriptions of the games. The files are read when the
//! first of their games is asked for.

use std::sync::{Arc, OnceLock};

use crate::lang::ast::File;
use crate::lang::parse_file;
use crate::library;
use crate::lower::Module;

/// The source of the texts of the cookbook, which a session does not hold: an error in them has no place.
const NOWHERE: u32 = u32::MAX;

/// The modules of the files.
pub(super) fn modules() -> &'static [Arc<Module>] {
    static FILES: OnceLock<Vec<Arc<Module>>> = OnceLock::new();
    FILES.get_or_init(|| {
        let parsed = |text: &str| parse_file(NOWHERE, text).map_or_else(|_| File::default(), |(file, _)| file);
        let mut all = File::default();
        library::FILES.iter().for_each(|(_, text)| all.items.extend(parsed(text).items));
        let module = |file: File, parent| Module::of(&file, parent).ok().map(Arc::new);
        let builtin = module(all, None);
        library::MORE_FILES.iter().filter_map(|(_, text)| module(parsed(text), builtin.clone())).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;

    #[test]
    fn every_file_is_read_and_every_game_is_found() {
        assert_eq!(modules().len(), library::MORE_FILES.len());
        let session = Session::new();
        for entry in library::more() {
            assert!(session.module().find(&entry.name).is_some(), "{}", entry.name);
            let name = entry.name.trim_start_matches("more.");
            assert!(session.library().iter().all(|other| other.name != name), "{name} is a built-in game");
        }
    }
}
