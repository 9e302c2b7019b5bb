//! The names of a file and of the files it stands on.
//!
//! In: parsed files. Out: a chain of modules: a person's file sees its own names and then the built-in ones; a built-in game
//! sees the built-in ones only, so that nobody's file can change it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::lang::Diagnostic;
use crate::lang::ast::{Expr, File, GameDef, Ident, ItemKind};
use crate::lang::check_names;

/// What a name of a file stands for.
#[derive(Debug)]
pub enum Global {
    /// `def`
    Def { params: Option<Vec<Ident>>, body: Expr },
    /// `game`
    Game(GameDef),
}

/// The names of one file.
#[derive(Debug)]
pub struct Module {
    pub names: BTreeMap<String, Arc<Global>>,
    pub parent: Option<Arc<Module>>,
}

impl Module {
    /// Makes a module of a parsed file after its names have been checked.
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
                _ => {}
            }
        }
        Ok(Module { names, parent })
    }

    /// The module that defines a name, and the definition.
    pub fn find(self: &Arc<Module>, name: &str) -> Option<(Arc<Module>, Arc<Global>)> {
        let mut module = self.clone();
        loop {
            if let Some(global) = module.names.get(name) {
                return Some((module.clone(), global.clone()));
            }
            module = module.parent.clone()?;
        }
    }

    /// All names that can be seen from here.
    pub fn all_names(&self) -> BTreeSet<String> {
        let mut names: BTreeSet<String> = self.names.keys().cloned().collect();
        if let Some(parent) = &self.parent {
            names.extend(parent.all_names());
        }
        names
    }
}
