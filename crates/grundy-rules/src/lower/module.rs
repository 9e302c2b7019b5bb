//! Modules: the names of a file and of the files loaded before it.
//!
//! In: parsed files. Out: a chain of modules. In a user's file, its own names are in scope before those of earlier files and the
//! built-in ones. In a built-in game only the built-in names are in scope, so that no file can change it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::lang::Diagnostic;
use crate::lang::ast::{Expr, File, GameDef, Ident, ItemKind};
use crate::lang::{COMPOUNDS, MORE, check_names, is_later_compound, is_more};

/// The definition that a name of a file stands for.
#[derive(Debug)]
pub enum Global {
    /// `def`
    Def { params: Option<Vec<Ident>>, body: Expr },
    /// `game`
    Game(GameDef),
    /// A definition or a game with a mistake, which every use of the name tells.
    Wrong(Box<Diagnostic>),
}

/// The names of one file.
#[derive(Debug)]
pub struct Module {
    pub names: BTreeMap<String, Arc<Global>>,
    pub parent: Option<Arc<Module>>,
    /// The files whose games are named with `more.`; known to the module of the built-in games.
    pub more: Option<fn() -> &'static [Arc<Module>]>,
}

impl Module {
    /// Checks the names of a parsed file, and makes a module of it.
    pub fn of(file: &File, parent: Option<Arc<Module>>) -> Result<Module, Diagnostic> {
        let outside = parent.as_ref().map_or(BTreeSet::new(), |p| p.all_names());
        check_names(file, &outside)?;
        let mut names = BTreeMap::new();
        for item in &file.items {
            match &item.kind {
                ItemKind::Def { name, params, body } => {
                    let def = Global::Def { params: params.clone(), body: body.clone() };
                    names.insert(name.name.clone(), Arc::new(def));
                }
                ItemKind::Game(game) => {
                    names.insert(game.name.name.clone(), Arc::new(Global::Game(game.clone())));
                }
                ItemKind::Wrong { word: "def" | "game", name: Some(name), error } => {
                    names.insert(name.clone(), Arc::new(Global::Wrong(error.clone())));
                }
                _ => {}
            }
        }
        Ok(Module { names, parent, more: None })
    }

    /// The word of a compound, if the name means it here: a file may give some of these names another meaning.
    pub fn compound(self: &Arc<Module>, name: &str) -> Option<&'static str> {
        let word = COMPOUNDS.iter().copied().find(|word| *word == name)?;
        (!is_later_compound(name) || self.find(name).is_none()).then_some(word)
    }

    /// The module that defines a name, and the definition.
    pub fn find(self: &Arc<Module>, name: &str) -> Option<(Arc<Module>, Arc<Global>)> {
        if is_more(name) {
            let name = &name[MORE.len() + 1..];
            let game = |module: &Arc<Module>| {
                let global = module.names.get(name)?;
                matches!(**global, Global::Game(_)).then(|| (module.clone(), global.clone()))
            };
            let mut root = self;
            while let Some(parent) = &root.parent {
                root = parent;
            }
            return root.more.and_then(|files| files().iter().find_map(game));
        }
        let mut module = self.clone();
        loop {
            if let Some(global) = module.names.get(name) {
                return Some((module.clone(), global.clone()));
            }
            module = module.parent.clone()?;
        }
    }

    /// All names in scope in this module.
    pub fn all_names(&self) -> BTreeSet<String> {
        let mut names: BTreeSet<String> = self.names.keys().cloned().collect();
        if let Some(parent) = &self.parent {
            names.extend(parent.all_names());
        }
        names
    }
}
