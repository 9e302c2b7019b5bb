//! A session: the names in scope, and the games built from them.
//!
//! In: rule files and expressions as text. Out: [`Game`]s ready for an engine, positions, bounds, conditions. Every error
//! points into a text of [`Session::sources`].

mod cookbook;
#[cfg(test)]
mod counted;
#[cfg(test)]
mod drawings;
mod family;
mod parts;
mod placed;
#[cfg(test)]
mod symmetries;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use dashu_int::IBig;

use crate::lang::ast::{Expr, ExprKind, File, GameDef, Item, ItemKind};
use crate::lang::{
    Code, Diagnostic, Function, REAL, Sources, Span, expr_text, file_text, is_more, mark_wrong_names, parse_expr,
    parse_file, parse_items, parse_list,
};
use crate::library;
use crate::lower::{Ending, Eval, Global, Module, Value, entry_of, list_of};
use crate::rules::evaluate::{Evaluator, Failure, NoAtoms};
use crate::rules::expr::{C, E, Expr as Form, Formula};
use crate::rules::{Line, build};

pub use crate::lower::{Entry, Game, Slot};
pub use family::{Member, Members};

type Result<T> = std::result::Result<T, Diagnostic>;

/// Names in scope, and the texts they come from.
#[derive(Clone, Debug)]
pub struct Session {
    sources: Sources,
    module: Arc<Module>,
    notes: Vec<String>,
    /// The module of the built-in games.
    builtin: Arc<Module>,
    library: OnceLock<Vec<library::Entry>>,
    ending: Ending,
}

/// The names in scope at one moment, to restore later.
#[derive(Clone, Debug)]
pub struct Names(Arc<Module>);

impl Session {
    /// A session that knows the built-in games.
    ///
    /// # Panics
    /// Never: a test parses all built-in files.
    #[must_use]
    pub fn new() -> Session {
        let mut sources = Sources::default();
        let mut all = File::default();
        for (name, text) in library::FILES {
            let source = sources.add(format!("<built-in {name}>"), *text);
            let (file, _) = parse_file(source, text).expect("the built-in files are tested");
            all.items.extend(file.items);
        }
        let builtin = Module::of(&all, None).expect("the built-in files are tested");
        let builtin = Arc::new(Module { more: Some(cookbook::modules), ..builtin });
        Session {
            sources,
            module: builtin.clone(),
            notes: vec![],
            builtin,
            library: OnceLock::new(),
            ending: Ending::default(),
        }
    }

    /// The names in scope now, for [`Session::see_only`].
    #[must_use]
    pub fn names(&self) -> Names {
        Names(self.module.clone())
    }

    /// Restores the names in scope, and so forgets the files read since.
    pub fn see_only(&mut self, names: Names) {
        self.module = names.0;
    }

    /// From now on, rules that take long to be written out are given up once the function says why; it is asked many times a second.
    ///
    /// ```
    /// # use grundy_rules::{lang::{Code, Diagnostic}, session::Session};
    /// let mut session = Session::new();
    /// session.end_when(|| Some(Diagnostic::time_is_over()));
    /// assert_eq!(session.game("nim[90]", None).unwrap_err().code, Code::Time);
    /// ```
    pub fn end_when(&mut self, ended: impl Fn() -> Option<Diagnostic> + Send + Sync + 'static) {
        self.ending = Ending::when(ended);
    }

    /// What evaluates expressions in a module, with these names.
    fn eval(&self, module: &Arc<Module>, names: Vec<(String, Value)>) -> Eval {
        let mut eval = Eval::new(module.clone(), names);
        eval.ending = self.ending.clone();
        eval
    }

    /// The module of the names in scope.
    pub fn module(&self) -> &Arc<Module> {
        &self.module
    }

    /// The texts read so far, into which errors point.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Adds a text into which errors may point; returns its number.
    pub fn add_source(&mut self, name: &str, text: &str) -> u32 {
        self.sources.add(name, text)
    }

    /// Notes for the user, such as that a name hides a built-in game.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The built-in games, in the order of their files.
    #[must_use]
    pub fn library(&self) -> &[library::Entry] {
        self.library.get_or_init(library::all)
    }

    /// The description of the built-in game, or the game of the cookbook, that a name means. `None` for a game of a loaded file.
    ///
    /// ```
    /// # use grundy_rules::session::Session;
    /// let mut session = Session::new();
    /// assert!(session.built_in("nim").is_some() && session.built_in("more.chomp").is_some());
    /// session.load("mine.game", "game nim(n) { move n - 1 }")?;
    /// assert!(session.built_in("nim").is_none());
    /// # Ok::<(), grundy_rules::lang::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn built_in(&self, name: &str) -> Option<library::Entry> {
        let named = |entry: &library::Entry| entry.name == name;
        if is_more(name) {
            return library::more().into_iter().find(named);
        }
        let (module, _) = self.module.find(name)?;
        let is_own = module.parent.is_some();
        self.library().iter().find(|entry| named(entry) && !is_own).cloned()
    }

    /// Reads a rule file. From now on its names are in scope, and hide equal names read earlier.
    ///
    /// # Errors
    /// The first place where the text is wrong.
    pub fn load(&mut self, name: &str, text: &str) -> Result<File> {
        let source = self.sources.add(name, text);
        let (file, _) = parse_file(source, text)?;
        self.take_in(name, &file)?;
        Ok(file)
    }

    /// Reads a rule file, as [`Session::load`]; but a mistake in one item leaves the others as they are. An item with a mistake
    /// stands in the file as [`ItemKind::Wrong`], and every use of its name is an error that tells the mistake.
    ///
    /// ```
    /// # use grundy::{Session, lang::{Code, ast::ItemKind}};
    /// let mut session = Session::new();
    /// let file = session.load_items("mine.game", "game a(n) { move m }\ngame b(n) { move n - 1 }");
    /// assert!(matches!(&file.items[0].kind, ItemKind::Wrong { error, .. } if error.code == Code::UnknownName));
    /// assert!(session.game("a", None).is_err());
    /// assert!(session.game("b", None).is_ok());
    /// ```
    ///
    /// # Panics
    /// Never: the items with wrong names are marked.
    pub fn load_items(&mut self, name: &str, text: &str) -> File {
        let source = self.sources.add(name, text);
        let mut file = parse_items(source, text);
        mark_wrong_names(&mut file, &self.module.all_names());
        self.take_in(name, &file).expect("the items with wrong names are marked");
        file
    }

    /// A session that sees some more items, which hide equal names. What was read before does not see them.
    ///
    /// # Errors
    /// A wrong name in an item.
    pub fn with_items(&self, file: &File) -> Result<Session> {
        let module = Arc::new(Module::of(file, Some(self.module.clone()))?);
        Ok(Session { module, ..self.clone() })
    }

    /// Brings the names of a file into scope.
    fn take_in(&mut self, name: &str, file: &File) -> Result<()> {
        let hidden: Vec<String> = file
            .items
            .iter()
            .filter_map(|i| match &i.kind {
                ItemKind::Game(GameDef { name, .. }) | ItemKind::Def { name, .. } => Some(name.name.clone()),
                _ => None,
            })
            .filter(|n| matches!(self.builtin.names.get(n).map(|g| &**g), Some(Global::Game(_))))
            .collect();
        self.module = Arc::new(Module::of(file, Some(self.module.clone()))?);
        self.notes.extend(hidden.iter().map(|n| format!("`{n}` of {name} hides the built-in game of that name")));
        Ok(())
    }

    /// The games that the loaded files define, without the built-in ones: name and number of parameters.
    #[must_use]
    pub fn own_games(&self) -> Vec<(String, usize)> {
        let mut games = vec![];
        let mut module = Some(self.module.clone());
        while let Some(m) = module {
            if m.parent.is_some() {
                games.extend(m.names.iter().filter_map(|(name, global)| match &**global {
                    Global::Game(def) => Some((name.clone(), def.params.len())),
                    Global::Def { .. } | Global::Wrong(_) => None,
                }));
            }
            module = m.parent.clone();
        }
        games
    }

    /// The definition of a game that a loaded file defines, in one line; `None` for a built-in game.
    ///
    /// ```
    /// # use grundy::Session;
    /// let mut session = Session::new();
    /// session.load("mine.game", "game one(n) {\n    move n - 1 # one\n    move n - 3\n}")?;
    /// assert_eq!(session.definition("one").as_deref(), Some("game one(n) { move n - 1; move n - 3 }"));
    /// assert_eq!(session.definition("nim"), None);
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn definition(&self, name: &str) -> Option<String> {
        let (module, global) = self.module.find(name)?;
        let Global::Game(def) = &*global else { return None };
        module.parent.as_ref()?;
        let item = Item { kind: ItemKind::Game(def.clone()), span: def.name.span };
        let text = file_text(&File { items: vec![item] }, &[], "");
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        Some(lines.join("; ").replacen("{; ", "{ ", 1).replace("; }", " }"))
    }

    /// The shape of the entries of a written position, for [`Session::game`].
    ///
    /// # Errors
    /// Text that is no list of entries.
    pub fn entries(&mut self, position: &str) -> Result<Vec<Entry>> {
        Ok(self.list(position)?.entries())
    }

    /// A text as a list of expressions: the entries of a position, or bounds. It is parsed once; its numbers are asked for later.
    ///
    /// ```
    /// # use grundy_rules::session::{Entry, Session};
    /// let mut session = Session::new();
    /// let list = session.list("3, 2^3")?;
    /// assert_eq!(list.entries(), [Entry::One, Entry::One]);
    /// let game = session.game("nim", Some(&list.entries()))?;
    /// assert_eq!(session.fitted(&game, &list)?, [3.into(), 8.into()]);
    /// # Ok::<(), grundy_rules::lang::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// Text that is no list of expressions.
    pub fn list(&mut self, text: &str) -> Result<List> {
        let source = self.sources.add("<position>", text);
        let mut list = parse_list(source, text)?;
        if let [only] = &list[..] {
            match &only.kind {
                ExprKind::Tuple(inner) => list = inner.clone(),
                ExprKind::Paren(inner) => list = vec![(**inner).clone()],
                _ => {}
            }
        }
        Ok(List { exprs: list, whole: Span { source, start: 0, end: text.len() as u32 } })
    }

    /// A game from its expression; `entries`, those of a position or one for each bound, determine lengths that were left out.
    ///
    /// # Errors
    /// An expression that is no game, a wrong parameter, rules that cannot be written out.
    pub fn game(&mut self, text: &str, entries: Option<&[Entry]>) -> Result<Game> {
        let source = self.sources.add("<game>", text);
        let expr = parse_expr(source, text)?;
        self.game_of(&expr, entries)
    }

    /// A game from a parsed expression.
    ///
    /// # Errors
    /// As [`Session::game`].
    pub fn game_of(&self, expr: &Expr, entries: Option<&[Entry]>) -> Result<Game> {
        let mut eval = self.eval(&self.module, vec![]);
        let term = eval.game(expr)?;
        Game::of(&mut eval, expr_text(expr), &term, entries)
    }

    /// A constant number such as `10^100` or `2^64 - 1`.
    ///
    /// # Errors
    /// Text that is no constant number.
    pub fn number(&mut self, text: &str) -> Result<IBig> {
        let source = self.sources.add("<number>", text);
        let expr = parse_expr(source, text)?;
        self.constant(&expr)
    }

    /// Constant numbers separated by commas, such as bounds `10, 2^4`.
    ///
    /// # Errors
    /// Text that is no such list.
    pub fn numbers(&mut self, text: &str) -> Result<Vec<IBig>> {
        let list = self.list(text)?;
        self.constants(&list)
    }

    /// The constant numbers of a list.
    ///
    /// # Errors
    /// An entry that is no constant number.
    pub fn constants(&self, list: &List) -> Result<Vec<IBig>> {
        list.exprs.iter().map(|e| self.constant(e)).collect()
    }

    fn constant(&self, expr: &Expr) -> Result<IBig> {
        let mut eval = self.eval(&self.module, vec![]);
        let value = eval.int(expr)?;
        match &*value {
            Form::Int(v) => Ok(v.clone()),
            Form::Fail(_, why) => Err(Diagnostic::at(Code::Undefined, expr.span, why.clone(), "no value")),
            _ => Err(Diagnostic::at(Code::Kind, expr.span, "expected a constant number", "depends on a position")),
        }
    }

    /// A position of a game as written: its coordinates.
    ///
    /// # Errors
    /// A wrong number of entries, an entry that is no natural number.
    pub fn position(&mut self, game: &Game, text: &str) -> Result<Vec<IBig>> {
        let list = self.list(text)?;
        self.fitted(game, &list)
    }

    /// The coordinates that a list gives for a game.
    ///
    /// # Errors
    /// As [`Session::position`].
    pub fn fitted(&self, game: &Game, list: &List) -> Result<Vec<IBig>> {
        self.fit(game, &list.exprs, list.whole)
    }

    fn fit(&self, game: &Game, list: &[Expr], whole: Span) -> Result<Vec<IBig>> {
        let written: Vec<Entry> = list.iter().map(entry_of).collect();
        let flat = list.iter().flat_map(list_of).map(|e| self.natural(e)).collect::<Result<Vec<IBig>>>()?;
        game.fits(&written, "a position", whole)?;
        Ok(flat)
    }

    fn natural(&self, e: &Expr) -> Result<IBig> {
        let value = self.constant(e)?;
        if value < IBig::ZERO {
            let message = format!("an entry of a position is a natural number, found {value}");
            return Err(Diagnostic::at(Code::Negative, e.span, message, "negative"));
        }
        Ok(value)
    }

    /// A condition on positions of a game.
    ///
    /// ```
    /// # use grundy::{IBig, Session};
    /// let mut session = Session::new();
    /// let game = session.game("nim[3]", None)?;
    /// let heavy = session.condition(&game, "sum(x) > 9 and all v in x: v >= 1")?;
    /// assert!(heavy.holds(&[5, 4, 1].map(IBig::from))?);
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// The condition may use the names of the game's variables and coordinates (for a compound: `x`, `x1`, `x2`, …).
    ///
    /// # Errors
    /// Text that is no condition.
    pub fn condition(&mut self, game: &Game, text: &str) -> Result<Filter> {
        let source = self.sources.add("<condition>", text);
        let expr = parse_expr(source, text)?;
        let mut eval = self.eval(&game.module, self.names_of(game));
        Ok(Filter { condition: eval.condition(&expr)? })
    }

    /// A formula of a position and its values: `G - xor(x)`, `G = a xor b`.
    ///
    /// The formula may use what [`Session::condition`] may, and the words of `words`, such as `G`: the word with number i is the coordinate
    /// that follows the game's own as the i-th.
    ///
    /// # Errors
    /// Text that is neither a number nor a condition.
    pub fn formula(&mut self, game: &Game, text: &str, words: &[&str]) -> Result<Formula> {
        let source = self.sources.add("<formula>", text);
        let expr = parse_expr(source, text)?;
        let width = game.rules.width();
        let mut names = self.names_of(game);
        names.extend(words.iter().enumerate().map(|(i, word)| (word.to_string(), Value::Int(build::coord(width + i)))));
        match self.eval(&game.module, names).eval(&expr)? {
            Value::Int(e) => Ok(e.into()),
            Value::Bool(c) => Ok(c.into()),
            _ => Err(Diagnostic::at(Code::Kind, expr.span, "expected a number or a condition", "neither of them")),
        }
    }

    /// The names of a game's coordinates and variables, as the conditions of `where` know them.
    fn names_of(&self, game: &Game) -> Vec<(String, Value)> {
        let coordinate = |(i, c): (usize, &crate::rules::Coordinate)| (c.name.clone(), Value::Int(build::coord(i)));
        let mut names: Vec<(String, Value)> = game.rules.coords.iter().enumerate().map(coordinate).collect();
        names.extend(game.names.clone());
        names
    }

    /// A line of positions, such as `(7, _)` or `(_, _ + 3)`.
    ///
    /// ```
    /// # use grundy::Session;
    /// let mut session = Session::new();
    /// let game = session.game("wythoff", None)?;
    /// assert_eq!(session.line(&game, "(_, _ + 3)")?.position(4), [4, 7]);
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// No running entry, an entry that is neither a constant nor `_` nor `_ + c`, a wrong number of entries.
    pub fn line(&mut self, game: &Game, text: &str) -> Result<Line> {
        let list = self.list(text)?;
        self.fitted_line(game, &list)
    }

    /// The line of positions that a list gives for a game.
    ///
    /// # Errors
    /// As [`Session::line`].
    pub fn fitted_line(&self, game: &Game, list: &List) -> Result<Line> {
        self.eval(&self.module, vec![]).line(game, &list.exprs, list.whole)
    }

    /// A pattern of positions.
    ///
    /// ```
    /// # use grundy::{IBig, Session};
    /// let mut session = Session::new();
    /// let game = session.game("wythoff", None)?;
    /// let diagonal = session.pattern(&game, "(n, n + 2)")?;
    /// assert_eq!(diagonal.at(&[5])?, Some(vec![IBig::from(5), IBig::from(7)]));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// The pattern, such as `(n, n + 2)`, consists of its variables in order of appearance, and an expression in them for each coordinate.
    ///
    /// # Errors
    /// Text that is no pattern of this game.
    pub fn pattern(&mut self, game: &Game, text: &str) -> Result<Pattern> {
        let List { exprs: list, whole } = self.list(text)?;
        let entries: Vec<&Expr> = list.iter().flat_map(list_of).collect();
        let written: Vec<Entry> = list.iter().map(entry_of).collect();
        game.fits(&written, "a pattern", whole)?;
        let mut names: Vec<String> = vec![];
        entries.iter().for_each(|e| free_names(e, &mut names));
        names.retain(|n| self.module.find(n).is_none() && crate::lang::Function::reserved(n).is_none());
        let env = names.iter().enumerate().map(|(i, n)| (n.clone(), Value::Int(build::coord(i)))).collect();
        let mut eval = self.eval(&self.module, env);
        let entries = entries.into_iter().map(|e| eval.int(e)).collect::<Result<Vec<E>>>()?;
        Ok(Pattern { names, entries })
    }
}

impl Default for Session {
    fn default() -> Self {
        Session::new()
    }
}

/// A text that was parsed as a list of expressions.
#[derive(Clone, Debug)]
pub struct List {
    exprs: Vec<Expr>,
    whole: Span,
}

impl List {
    /// The form of each entry: one number, or a vector.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        self.exprs.iter().map(entry_of).collect()
    }

    /// The whole text.
    #[must_use]
    pub fn span(&self) -> Span {
        self.whole
    }
}

/// Collects the names of an expression that may be variables of a pattern.
pub fn free_names(e: &Expr, out: &mut Vec<String>) {
    match &e.kind {
        ExprKind::Name(n) if !out.contains(n) => out.push(n.clone()),
        ExprKind::Paren(e) | ExprKind::Neg(e) => free_names(e, out),
        ExprKind::Chain(first, rest) => {
            free_names(first, out);
            rest.iter().for_each(|(_, e)| free_names(e, out));
        }
        ExprKind::Binary(_, a, b) => {
            free_names(a, out);
            free_names(b, out);
        }
        ExprKind::Call(callee, groups) => {
            let mut inside = vec![];
            groups.iter().flatten().for_each(|e| free_names(e, &mut inside));
            let rounds = matches!(&callee.kind, ExprKind::Name(name) if Function::rounds(name));
            inside.retain(|name| !(out.contains(name) || rounds && REAL.contains(&name.as_str())));
            out.extend(inside);
        }
        _ => {}
    }
}

/// A condition on positions.
#[derive(Clone, Debug)]
pub struct Filter {
    condition: C,
}

/// The most steps that a condition may take at one position.
const FILTER_STEPS: u64 = 10_000_000;

fn evaluate<T>(
    position: &[IBig],
    value: impl FnOnce(&mut Evaluator<'_>) -> std::result::Result<T, Failure>,
) -> Result<T> {
    let mut evaluator = Evaluator { coords: position, vars: BTreeMap::new(), atoms: &mut NoAtoms, steps: FILTER_STEPS };
    value(&mut evaluator).map_err(|failure| match failure {
        Failure::Undefined(place, why) => {
            let at = position.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            Diagnostic::undefined(format!("{why}, at ({at})"), place.0)
        }
        Failure::Steps => Diagnostic::limit(Code::TooLarge, "this condition takes too many steps"),
    })
}

impl Filter {
    /// Does it hold at a position?
    ///
    /// # Errors
    /// When it is not defined there.
    pub fn holds(&self, position: &[IBig]) -> Result<bool> {
        evaluate(position, |evaluator| evaluator.truth(&self.condition))
    }
}

/// A pattern of positions.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Its variables.
    pub names: Vec<String>,
    entries: Vec<E>,
}

impl Pattern {
    /// The position at values of the variables, or `None` where an entry is negative.
    ///
    /// # Errors
    /// When an entry is not defined there.
    pub fn at(&self, values: &[u64]) -> Result<Option<Vec<IBig>>> {
        let values: Vec<IBig> = values.iter().map(|v| IBig::from(*v)).collect();
        let mut position = vec![];
        for e in &self.entries {
            let entry = evaluate(&values, |evaluator| evaluator.int(e))?;
            if entry < IBig::ZERO {
                return Ok(None);
            }
            position.push(entry);
        }
        Ok(Some(position))
    }
}

/// The normal layout of a rule file.
///
/// # Errors
/// The first place where the text does not parse.
pub fn format_file(sources: &mut Sources, name: &str, text: &str) -> Result<String> {
    let source = sources.add(name, text);
    let (file, comments) = parse_file(source, text)?;
    Ok(crate::lang::file_text(&file, &comments, text))
}
