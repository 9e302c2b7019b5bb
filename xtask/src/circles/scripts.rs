//! What a script of the page, or a module of the package for Python, imports.
//!
//! In: a folder. Out: an arrow from each file to those that it names in an import, wherever the import stands. Comments, and so types that only the editor reads, are no imports.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::Arrows;
use crate::folders::files_below;

/// Which file of a folder imports which.
pub(super) fn arrows(folder: &Path, ending: &str) -> Result<Arrows, String> {
    let mut found = Arrows::new();
    for path in files_below(folder, ending).map_err(|error| format!("{}: {error}", folder.display()))? {
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let named = if ending == "js" { of_javascript(&text) } else { of_python(&text) };
        let to = named.iter().filter_map(|name| file(&path, name, ending));
        let short = |path: &Path| path.strip_prefix(folder).unwrap_or(path).display().to_string();
        found.insert(short(&path), to.filter(|to| *to != path).map(|to| short(&to)).collect());
    }
    Ok(found)
}

/// The file that an import of another file names, if it is one.
fn file(from: &Path, name: &str, ending: &str) -> Option<PathBuf> {
    let mut path = PathBuf::new();
    for part in from.parent()?.join(name).components() {
        match part {
            Component::ParentDir => _ = path.pop(),
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    let module = [path.clone(), path.with_extension(ending), path.join(format!("__init__.{ending}"))];
    module.into_iter().find(|path| path.is_file())
}

/// The paths of `import … from './a.js'`, `import './a.js'` and `import('./a.js')`.
fn of_javascript(text: &str) -> BTreeSet<String> {
    let is_code = |line: &&str| !["*", "/*", "//"].iter().any(|mark| line.trim_start().starts_with(mark));
    let code = text.lines().filter(is_code).collect::<Vec<_>>().join("\n");
    let quoted = |rest: &str| {
        let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
        rest[1..].split(quote).next().filter(|path| path.starts_with('.')).map(String::from)
    };
    let starts = [" from ", "import ", "import("];
    starts.iter().flat_map(|start| code.split(start).skip(1)).filter_map(quoted).collect()
}

/// The modules of `from .a import b` and `from . import a, b`, as paths.
fn of_python(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let joined = text.replace("(\n", "(").replace(",\n", ",");
    for line in joined.lines().map(str::trim_start).filter_map(|line| line.strip_prefix("from .")) {
        let Some((module, names)) = line.split_once(" import ") else { continue };
        let above = module.chars().take_while(|c| *c == '.').count();
        let base = ["./".to_string(), "../".repeat(above), module[above..].replace('.', "/")].concat();
        let names = names.trim_matches(|c| matches!(c, '(' | ')')).split(',');
        let names = names.filter_map(|name| name.split_whitespace().next());
        found.extend(names.map(|name| format!("{base}/{name}")));
        // What is named of the package itself are its modules.
        if !module[above..].is_empty() {
            found.insert(base);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_of_scripts_are_found() {
        let text = "import { a,\n b } from './x.js';\nimport '../y.js';\n/** @type {import('./no.js').T} */\nawait import(\"./z.js\");\nimport fs from 'fs';";
        assert_eq!(of_javascript(text).into_iter().collect::<Vec<_>>(), ["../y.js", "./x.js", "./z.js"]);
        let text =
            "from . import _a, _b\nfrom ._c import (\n    d,\n    e as f,\n)\n    from ..g import h\nimport numpy\n";
        let found = of_python(text);
        for path in [".//_a", ".//_b", "./_c", "./../g"] {
            assert!(found.contains(path), "{path}: {found:?}");
        }
    }
}
