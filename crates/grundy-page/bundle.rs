//! Puts the modules of the page into one script: a browser takes some milliseconds for each file that it asks for, and the page has fifty.
//!
//! In: the modules, each with its path, and the one that the page begins with. Out: one module that does the same. The build script of this crate calls this for the
//! page of the server, `cargo xtask static` for the static edition, which is why nothing but the standard library is used.
//!
//! Each module becomes a function that is called once and gives what the module exports, after the modules that it imports. That is the same where no module
//! imports itself round a corner, where imports and exports are written in the forms below, and where no exported name is given another value later: what is
//! written otherwise is refused.
//!
//! ```text
//! import { ask, Refused as Wrong } from './api.js';
//! export function name, export async function name, export class Name, export const NAME = …
//! ```

use std::collections::BTreeMap;
use std::fmt::Write;

/// What exports begin with, before the name.
const EXPORTS: [&str; 4] = ["export function ", "export async function ", "export class ", "export const "];
const EXPORT: &str = "export ";

/// The modules by their paths, such as `js/play/bar.js`.
pub(crate) type Modules = BTreeMap<String, String>;

/// The scripts that a page asks for, by their paths: every module is in one of them.
const SCRIPTS: [&str; 2] = ["js/main.js", "js/painter.js"];

/// The scripts with their paths.
pub(crate) fn scripts(modules: &Modules) -> Result<Vec<(&'static str, String)>, String> {
    SCRIPTS.iter().map(|script| Ok((*script, bundle(script, modules)?))).collect()
}

/// The script for a module and all that it imports. An import of what is no module here stays one; modules that have such imports lie in the folder of `entry`.
fn bundle(entry: &str, modules: &Modules) -> Result<String, String> {
    let mut bundle =
        Bundle { modules, open: Vec::new(), done: Vec::new(), outside: String::new(), text: String::new() };
    bundle.add(entry)?;
    Ok(bundle.outside + &bundle.text)
}

struct Bundle<'a> {
    modules: &'a Modules,
    /// The modules that are being added, each imported by the one before it.
    open: Vec<String>,
    done: Vec<String>,
    /// The imports of what is no module here.
    outside: String,
    text: String,
}

impl Bundle<'_> {
    fn add(&mut self, path: &str) -> Result<(), String> {
        if self.done.iter().any(|done| done == path) {
            return Ok(());
        }
        if self.open.iter().any(|open| open == path) {
            return Err(format!("modules import each other in a circle: {} -> {path}", self.open.join(" -> ")));
        }
        let source = &self.modules[path];
        self.open.push(path.to_string());
        let (mut body, mut exported) = (String::new(), Vec::new());
        for (at, line) in source.lines().enumerate() {
            let place = |what: &str| format!("line {} of {path}: {what}", at + 1);
            if line.starts_with("import ") {
                let (names, from) =
                    import(line).ok_or_else(|| place("expected `import { a, b as c } from './file.js';`"))?;
                body += &self.import(path, names, from)?;
            } else if let Some(rest) = line.strip_prefix(EXPORT) {
                let name = export(line).ok_or_else(|| place("expected an exported function, class or const"))?;
                exported.push(name);
                let _ = writeln!(body, "{rest}");
            } else {
                let _ = writeln!(body, "{line}");
            }
        }
        self.open.pop();
        self.done.push(path.to_string());
        let _ = writeln!(
            self.text,
            "const {} = (() => {{\n{body}return {{ {} }};\n}})();",
            variable(path),
            exported.join(", ")
        );
        Ok(())
    }

    /// What stands in place of an import.
    fn import(&mut self, path: &str, names: &str, from: &str) -> Result<String, String> {
        let target = resolve(path, from);
        if !self.modules.contains_key(&target) {
            let line = format!("import {{{names}}} from '{from}';\n");
            if !self.outside.contains(&line) {
                self.outside += &line;
            }
            return Ok(String::new());
        }
        self.add(&target)?;
        Ok(format!("const {{{}}} = {};\n", names.replace(" as ", ": "), variable(&target)))
    }
}

/// The names of an import, and the file.
fn import(line: &str) -> Option<(&str, &str)> {
    let (names, from) = line.strip_prefix("import {")?.split_once("} from '")?;
    Some((names, from.strip_suffix("';")?))
}

/// The name of an export.
fn export(line: &str) -> Option<&str> {
    let rest = EXPORTS.iter().find_map(|begin| line.strip_prefix(begin))?;
    let end = rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_' && sign != '$')?;
    (end > 0).then(|| &rest[..end])
}

/// The path of a file that a module names.
fn resolve(path: &str, from: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in from.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The variable that holds what a module exports.
fn variable(path: &str) -> String {
    format!("${}", path.trim_end_matches(".js").replace(|sign: char| !sign.is_alphanumeric(), "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modules(all: &[(&str, &str)]) -> Modules {
        all.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect()
    }

    #[test]
    fn what_is_imported_comes_first_and_once() {
        let all = modules(&[
            (
                "js/main.js",
                "import { bar as draw } from './play/bar.js';\nimport { ask } from './api.js';\ndraw(ask());\n",
            ),
            ("js/play/bar.js", "import { ask } from '../api.js';\nexport const bar = (x) => x + ask();\n"),
            ("js/api.js", "// Asks.\nexport async function ask() {\n  return 1;\n}\nexport class Other {}\n"),
        ]);
        assert_eq!(
            bundle("js/main.js", &all).unwrap(),
            "const $js_api = (() => {\n// Asks.\nasync function ask() {\n  return 1;\n}\nclass Other {}\nreturn { ask, Other };\n})();\n\
             const $js_play_bar = (() => {\nconst { ask } = $js_api;\nconst bar = (x) => x + ask();\nreturn { bar };\n})();\n\
             const $js_main = (() => {\nconst { bar: draw } = $js_play_bar;\nconst { ask } = $js_api;\ndraw(ask());\nreturn {  };\n})();\n"
        );
    }

    #[test]
    fn what_is_no_module_here_stays_an_import() {
        let all = modules(&[("js/main.js", "import { program } from './load.js';\nprogram();\n")]);
        let text = bundle("js/main.js", &all).unwrap();
        assert!(
            text.starts_with("import { program } from './load.js';\nconst $js_main = (() => {\nprogram();"),
            "{text}"
        );
    }

    #[test]
    fn other_forms_and_circles_are_refused() {
        let refused = |text: &str| {
            bundle("a.js", &modules(&[("a.js", text), ("b.js", "import { a } from './a.js';\nexport const b = a;\n")]))
                .unwrap_err()
        };
        assert_eq!(
            refused("import { b } from './b.js';\nexport const a = 1;\n"),
            "modules import each other in a circle: a.js -> b.js -> a.js"
        );
        for text in [
            "import * as b from './b.js';",
            "import b from './b.js';",
            "import './b.js';",
            "import {",
            "export default 1;",
            "export let a = 1;",
            "export { a };",
        ] {
            assert!(refused(text).starts_with("line 1 of a.js: expected"), "{text}");
        }
    }
}
