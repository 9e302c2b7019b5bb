//! From the items of a file to statements that can be checked.
//!
//! In: a parsed file and the names in scope. Out: one [`Statement`] for each claim and table: its formula over the pattern's variables, which are the
//! coordinates of the internal form. The outermost `all` is split into binders, filter and body, so that a counterexample can name its binders.
//! A statement that cannot be read holds its error, so that the others are still checked.

pub(crate) mod bounds;
pub(crate) mod claim;
pub(crate) mod family;
pub(crate) mod loopy;
pub(crate) mod loopy_codes;
pub(crate) mod mutate;
pub(crate) mod own_value;
pub(crate) mod places;
pub(crate) mod printed_table;

use std::sync::Arc;

use crate::check::every;
use crate::check::every::{Carried, Given, Tuples};
use crate::prove::piles;
use crate::prove::piles::Piled;
use crate::read::claim::{Claim, Formula, RUNNING, Variable, in_pattern, names_of};
use crate::read::family::{FEW, Family};
use crate::read::printed_table::{Tabled, tabled};
use crate::state::archive::Proofs;
use crate::{CheckOptions, Verdict, prove};
use grundy_rules::lang::ast::{Binder, Every, Expr, ExprKind, File, Item, ItemKind, QuantOp};
use grundy_rules::lang::{COMPOUNDS, Code, Diagnostic, Function, RESERVED, Span, expr_text};
use grundy_rules::lower::{Eval, Global, Module, Scope, Value, entry_of, list_of, range_of};
use grundy_rules::rules::build;
use grundy_rules::rules::change;
use grundy_rules::rules::expr::{C, E, Expr as Form, Range, Tree};
use grundy_rules::session::{Entry, Game, Session, free_names};

type Result<T, D = Diagnostic> = std::result::Result<T, D>;

/// A claim or a table of a file, or another item that is wrong.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its name.
    pub name: String,
    /// The place in the text.
    pub(crate) span: Span,
    /// Is it a claim or a table? Another item stands here only if it is wrong.
    pub is_claim: bool,
    /// The text of the `erratum` before this item, if the paper prints the item wrongly.
    pub erratum: Option<String>,
    pub(crate) content: Result<Content, Box<Diagnostic>>,
    /// The claims of the file, which help to prove each other.
    pub(crate) file: Arc<prove::File>,
    /// The number of this claim among them.
    pub(crate) number: Option<usize>,
    /// Is it looked at no further than a claim that is proved?
    pub(crate) quick: bool,
    /// The item as written, if it is a claim: it is read again where it turns out that play may go on for ever.
    pub(crate) item: Option<Arc<Written>>,
}

/// A claim as written.
#[derive(Debug)]
pub(crate) struct Written {
    module: Arc<Module>,
    kind: ItemKind,
    /// The values of its parameters.
    given: Given,
}

impl Written {
    fn of(module: &Arc<Module>, item: &Item, given: Given) -> Option<Arc<Written>> {
        Some(Arc::new(Written { module: module.clone(), kind: item.kind.clone(), given }))
    }
}

impl Statement {
    /// The same claim without proofs: it is checked in tables of a small box.
    #[must_use]
    pub fn unproved(self) -> Statement {
        let content = self.content.map(|content| match content {
            Content::Family(family) => Content::Family(family.unproved()),
            content => content,
        });
        Statement { content, number: None, quick: true, ..self }
    }

    /// The same claim as one about piles, if rules and claim do not tell them apart.
    pub(crate) fn piled(&self) -> Option<Vec<Piled>> {
        let Written { module, kind, given } = &**self.item.as_ref()?;
        Piled::read(module, kind, given, &Every { params: vec![], filter: None }).ok()
    }

    /// The verdict on the claim and its certificate, if it is one about a given number of piles of which a table gives all values.
    pub(crate) fn by_table(&self, options: &CheckOptions) -> Option<(Verdict, Proofs)> {
        let Written { module, kind, given } = &**self.item.as_ref()?;
        piles::by_table(module, kind, given, options)
    }

    /// The same claim with values of games in which play may go on for ever, without proofs for every position; `None` for what is no claim.
    pub(crate) fn loopy(&self) -> Option<Statement> {
        let written = self.item.as_ref()?;
        let reading = Reading { loopy: true, ..Reading::with(written.given.clone()) };
        let claim = claim(&written.module, &written.kind, &reading).ok()?;
        let file = Arc::new(prove::File::new(vec![]));
        Some(Statement { content: Ok(Content::Claim(Arc::new(claim))), file, number: None, item: None, ..self.clone() })
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Content {
    Claim(Arc<Claim>),
    Table(Tabled),
    Family(Family),
}

/// The claims and tables of a file that the session has just loaded, and its wrong items.
///
/// ```
/// # use grundy::Session;
/// # use grundy_claims as claims;
/// let mut session = Session::new();
/// let text = "claim \"mine\" on wythoff at (a, b): P iff a = 2*b div 3";
/// let file = session.load("mine.game", text)?;
/// let statements = claims::read(&session, &file);
/// let verdict = claims::check(&statements[0], &claims::CheckOptions::default(), &claims::Meter::default())?;
/// assert_eq!(verdict.status, claims::Status::False);
/// assert_eq!(verdict.counterexample.and_then(|c| c.position).as_deref(), Some("0,1"));
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[must_use]
pub fn read(session: &Session, file: &File) -> Vec<Statement> {
    let mut statements = vec![];
    let mut erratum: Option<(String, Span)> = None;
    for item in &file.items {
        match &item.kind {
            ItemKind::Erratum(text) => {
                statements.extend(erratum.take().map(|(text, span)| stray(text, span)));
                erratum = Some((text.clone(), item.span));
            }
            ItemKind::Claim { .. } | ItemKind::Table { .. } | ItemKind::Wrong { .. } => {
                let erratum = erratum.take().map(|(text, _)| text);
                statements.push(Statement { erratum, ..of_item(session.module(), item) });
            }
            _ => statements.extend(erratum.take().map(|(text, span)| stray(text, span))),
        }
    }
    statements.extend(erratum.map(|(text, span)| stray(text, span)));
    number(&mut statements);
    statements
}

/// A claim, a table, or an item that is wrong.
fn of_item(module: &Arc<Module>, item: &Item) -> Statement {
    let mut statement = Statement {
        name: name_of(&item.kind),
        is_claim: is_claim(&item.kind),
        span: item.span,
        erratum: None,
        content: Err(Box::new(Diagnostic::new(Code::Syntax, String::new()))),
        file: Arc::new(prove::File::new(vec![])),
        number: None,
        quick: false,
        item: None,
    };
    let content = match &item.kind {
        ItemKind::Claim { every: Some(every), .. } => family(module, item, every, &statement).map(Content::Family),
        ItemKind::Claim { .. } => {
            statement.item = Written::of(module, item, vec![]);
            claim(module, &item.kind, &Reading::default()).map(|claim| Content::Claim(Arc::new(claim)))
        }
        ItemKind::Wrong { error, .. } => Err((**error).clone()),
        _ => tabled(module, &item.kind).map(Content::Table),
    };
    Statement { content: content.map_err(Box::new), ..statement }
}

/// A claim about a family of games; `like` has what its members have in common.
fn family(module: &Arc<Module>, item: &Item, every: &Every, like: &Statement) -> Result<Family> {
    every::check_names(every)?;
    let ItemKind::Claim { to, .. } = &item.kind else { unreachable!("called with a claim") };
    let mut eval = Eval::new(module.clone(), vec![]);
    let to = to.as_ref().and_then(|to| natural(&mut eval, to).ok());
    let Tuples { list, are_all } = every::tuples(&mut eval, every, to)?;
    let member = |given: Given| {
        let claim = claim(module, &item.kind, &Reading::with(given.clone()))
            .map_err(|error| error.help(format!("this is the claim with {}", every::told(&given))))?;
        let written = Written::of(module, item, given.clone());
        let content = Ok(Content::Claim(Arc::new(claim)));
        Ok((given, Statement { content, quick: true, item: written, ..like.clone() }))
    };
    let carried = (!are_all || list.len() > FEW).then(|| {
        every::at_once_or_listed(&mut eval, every, |given, every| {
            let reading = Reading { given: given.clone(), every: Some(every.clone()), loopy: false };
            let claim = claim(module, &item.kind, &reading)?;
            Ok(vec![(given, Statement { content: Ok(Content::Claim(Arc::new(claim))), ..like.clone() })])
        })
    });
    let piles = matches!(carried, Some(Err(_))).then(|| piled(module, &item.kind, &mut eval, every));
    let members = list.into_iter().map(member).collect::<Result<_>>()?;
    Ok(Family { carried, piles, members, are_all })
}

/// The claims about any number of piles that a claim about a family is; some of its parameters may be listed.
fn piled(module: &Arc<Module>, item: &ItemKind, eval: &mut Eval, every: &Every) -> Result<Vec<(Given, Piled)>, String> {
    every::at_once_or_listed(eval, every, |given, every| {
        let parts = Piled::read(module, item, &given, every)?;
        Ok(parts.into_iter().map(|part| (given.clone(), part)).collect())
    })
}

/// Makes one file of the claims, so that they help to prove each other. Nothing is proved for every position of a game in which play may go on for ever.
fn number(statements: &mut [Statement]) {
    let provable = |statement: &Statement| match &statement.content {
        Ok(Content::Claim(claim)) if !claim.scope.speaks_of_loopy => Some(claim.clone()),
        _ => None,
    };
    let mut all = vec![];
    each(statements, &mut |statement| {
        if let Some(claim) = provable(statement) {
            statement.number = Some(all.len());
            all.push(claim);
        }
    });
    let file = Arc::new(prove::File::new(all));
    each(statements, &mut |statement| statement.file = file.clone());
}

/// Calls `f` for each statement, and for those that a family has.
fn each(statements: &mut [Statement], f: &mut dyn FnMut(&mut Statement)) {
    for statement in statements {
        f(statement);
        if let Ok(Content::Family(family)) = &mut statement.content {
            family.statements().for_each(&mut *f);
        }
    }
}

fn is_claim(item: &ItemKind) -> bool {
    matches!(item, ItemKind::Claim { .. } | ItemKind::Table { .. } | ItemKind::Wrong { word: "claim" | "table", .. })
}

/// The name of a claim or a table. Another item stands here only if it is wrong; its first word is part of its name.
fn name_of(item: &ItemKind) -> String {
    match item {
        ItemKind::Claim { name, .. }
        | ItemKind::Table { name, .. }
        | ItemKind::Wrong { word: "claim" | "table", name: Some(name), .. } => name.clone(),
        ItemKind::Wrong { word, name: Some(name), .. } => format!("{word} {name}"),
        ItemKind::Wrong { word, .. } if !word.is_empty() => format!("{word} without a name"),
        _ => "the text before the first item".to_string(),
    }
}

fn stray(text: String, span: Span) -> Statement {
    let message = "an `erratum` stands directly before the claim or table that the paper prints";
    let error = Diagnostic::at(Code::Erratum, span, message, "no claim follows");
    let file = Arc::new(prove::File::new(vec![]));
    let content = Err(Box::new(error));
    Statement { name: text, span, is_claim: true, erratum: None, content, file, number: None, quick: false, item: None }
}

/// How a claim is read.
#[derive(Default)]
struct Reading {
    /// With values of games in which play may go on for ever?
    loopy: bool,
    /// The values of parameters.
    given: Given,
    /// Parameters that the positions carry as variables.
    every: Option<Every>,
}

impl Reading {
    fn with(given: Given) -> Reading {
        Reading { given, ..Reading::default() }
    }
}

fn claim(module: &Arc<Module>, item: &ItemKind, reading: &Reading) -> Result<Claim> {
    let ItemKind::Claim { on, at, filter, to, body, .. } = item else { unreachable!("called with a claim") };
    let mut eval = Eval::new(module.clone(), vec![]);
    eval.env.clone_from(&reading.given);
    let carried = reading.every.as_ref().map(|every| every::carried(&mut eval, every)).transpose()?;
    let carries = carried.as_ref().map(|carried| carried.least.clone());
    let Carried { given: parameters, least, in_ranges } = carried.unwrap_or_default();
    let (first, given) = (parameters.len(), [&reading.given[..], &parameters[..]].concat());
    eval.env.clone_from(&given);
    eval.scope = Some(Scope { loopy: reading.loopy, carries, ..Scope::default() });
    let to = to.as_ref().map(|e| natural(&mut eval, e)).transpose()?;
    let subject = match on {
        Some(on) => subject(&mut eval, on, at.as_deref(), first)?,
        None => Subject { names: vec![], vars: vec![], entries: vec![], exists: build::boolean(true) },
    };
    eval.env = given.iter().chain(&subject.names).cloned().collect();
    let filter = match filter {
        Some(filter) => eval.condition(filter)?,
        None => build::boolean(true),
    };
    let filter = build::and(in_ranges.into_iter().chain([filter]).collect());
    let mut running = vec![];
    let (inner, body, expr) = take_all(&mut eval, body, &mut running)?;
    let names = eval.env.clone();
    let scope = eval.scope.take().unwrap_or_default();
    let mut vars: Vec<Variable> =
        parameters.iter().zip(&least).map(|((name, _), least)| Variable::parameter(name, least)).collect();
    vars.extend(subject.vars);
    bounds::narrow(&build::and(vec![subject.exists, filter.clone()]), &mut vars);
    let mut claim = Claim {
        scope,
        vars,
        entries: subject.entries,
        filter,
        running,
        inner,
        body,
        to,
        parameters: first,
        source: Formula { expr, names, module: module.clone() },
    };
    claim.number();
    Ok(claim)
}

/// A game at a pattern.
struct Subject {
    names: Vec<(String, Value)>,
    vars: Vec<Variable>,
    entries: Vec<E>,
    /// Where the position is one of the game, over the variables, as far as this is defined everywhere.
    exists: C,
}

/// The conditions of a game on its positions, at a pattern. What follows a condition that may be undefined is left out: a position at which the
/// condition is undefined is an error, whatever follows.
fn exists(game: &Game, entries: &[E]) -> C {
    let at = |x: &Form| if let Form::Coord(i) = x { Some(entries[*i].clone()) } else { None };
    let parts = game.rules.requires.iter().flat_map(|(_, condition, _)| build::conjuncts(condition));
    let parts = parts.map(|e| change::substitute(&e, &at)).take_while(|e| e.total());
    // A claim about no position is about none whatever its bound; the bound stays as it is.
    build::and(parts.filter(|e| e.as_bool() != Some(false)).collect())
}

/// The game of a claim at its pattern, whose variables are numbered from `first` on.
fn subject(eval: &mut Eval, on: &Expr, at: Option<&[Expr]>, first: usize) -> Result<Subject> {
    let term = eval.game(on).map_err(|error| match &on.kind {
        ExprKind::Call(game, groups) if error.code == Code::Position => {
            let pattern: Vec<String> = groups.iter().flatten().map(expr_text).collect();
            error.help(format!("write `on {} at ({})`", expr_text(game), pattern.join(", ")))
        }
        _ => error,
    })?;
    let written: Vec<Entry> = at.unwrap_or_default().iter().map(entry_of).collect();
    let game = eval.lowered_carrying(on, &term, &written)?;
    let subject = match at {
        Some(pattern) => pattern_of(eval, (pattern, written), &game, (on.span, first))?,
        None => {
            let subject = own_variables(&game, first);
            no_parameter_hides(&eval.env, &subject, on)?;
            subject
        }
    };
    if let Some(scope) = &mut eval.scope {
        scope.own = Some(scope.game(game));
    }
    Ok(subject)
}

/// Without a pattern, a name of the rules that is also one of a parameter must mean the same: `on nim[n] for n in 2..` does, `on nim[n + 1]` does not.
fn no_parameter_hides(given: &[(String, Value)], subject: &Subject, on: &Expr) -> Result<()> {
    let Some(name) = every::means_two(given, &subject.names) else { return Ok(()) };
    let message =
        format!("`{name}` is a parameter of this claim, and in the rules of the game it means something else");
    let error = Diagnostic::at(Code::DefinedTwice, on.span, message, "of this game");
    Err(error.help("give the position a pattern: `on GAME at (a, b)`"))
}

fn own_variables(game: &Game, first: usize) -> Subject {
    let (mut entries, mut vars, mut names): (Vec<E>, Vec<Variable>, Given) = (vec![], vec![], vec![]);
    for (i, coord) in game.rules.coords.iter().enumerate() {
        // A parameter that the positions carry is no variable, and has no name but its own.
        if let Some((_, parameter)) = game.carried.iter().find(|(at, _)| *at == i) {
            entries.push(parameter.clone());
            continue;
        }
        let own = build::coord(first + vars.len());
        vars.push(Variable::new(&coord.name, game.rules.own_bound(i)));
        names.push((coord.name.clone(), Value::Int(own.clone())));
        entries.push(own);
    }
    names.extend(game.names.iter().map(|(name, value)| (name.clone(), value.at(&entries))));
    Subject { names, vars, exists: exists(game, &entries), entries }
}

fn pattern_of(
    eval: &mut Eval,
    (pattern, mut written): (&[Expr], Vec<Entry>),
    game: &Game,
    (on, first): (Span, usize),
) -> Result<Subject> {
    let whole = pattern.iter().map(|e| e.span).reduce(Span::to).unwrap_or(on);
    game.carry_entries(&mut written);
    game.fits(&written, "a pattern", whole)?;
    let entries: Vec<&Expr> = pattern.iter().flat_map(list_of).collect();
    let mut names: Vec<String> = vec![];
    entries.iter().for_each(|e| free_names(e, &mut names));
    let given = std::mem::take(&mut eval.env);
    let is_given = |name: &String| given.iter().any(|(other, _)| other == name);
    names.retain(|n| !is_given(n) && !is_constant(&eval.module, n, &entries) && !RESERVED.contains(&n.as_str()));
    let own: Given = names.iter().enumerate().map(|(i, n)| (n.clone(), Value::Int(build::coord(first + i)))).collect();
    eval.env = given.iter().chain(&own).cloned().collect();
    let forms = entries.iter().map(|e| eval.int(e).map_err(in_pattern)).collect::<Result<Vec<E>>>();
    eval.env = given;
    let mut forms = forms?;
    game.carry_coordinates(&mut forms);
    let most = |i: usize| {
        let places = forms.iter().enumerate().filter(|(_, e)| ***e == Form::Coord(first + i));
        places.filter_map(|(c, _)| game.rules.own_bound(c)).min()
    };
    let vars = names.iter().enumerate().map(|(i, n)| Variable::new(n, most(i))).collect();
    Ok(Subject { names: own, vars, exists: exists(game, &forms), entries: forms })
}

/// Is a name in a pattern no variable? A name is no variable if a `def` without parameters defines it, or if it names a function or game and does
/// not stand alone as an entry.
fn is_constant(module: &Arc<Module>, name: &str, entries: &[&Expr]) -> bool {
    let alone = entries.iter().any(|e| matches!(&e.kind, ExprKind::Name(n) if n == name));
    match module.find(name).map(|(_, global)| global).as_deref() {
        Some(Global::Def { params: None, .. }) => true,
        Some(_) => !alone,
        None => !alone && (Function::reserved(name).is_some() || COMPOUNDS.contains(&name)),
    }
}

/// Splits the outermost `all` into its binders over ranges, its filter, and its body as read and as written.
fn take_all(eval: &mut Eval, body: &Expr, running: &mut Vec<(String, Range)>) -> Result<(C, C, Expr)> {
    let yes = build::boolean(true);
    let ExprKind::Quant { op: QuantOp::All, binders, filter, body: inner } = &body.kind else {
        return Ok((yes, eval.condition(body)?, body.clone()));
    };
    for (k, (name, range)) in names_of(binders).enumerate() {
        let value = eval.eval(range)?;
        let is_let = binders.iter().any(|b| b.is_let && b.names.contains(name));
        let Some((lo, hi)) = range_of(&value).filter(|_| !is_let) else {
            // From the first binder that is no range on, the rest stays an inner `all`.
            let rest = rest_of(binders, k);
            let kind = ExprKind::Quant { op: QuantOp::All, binders: rest, filter: filter.clone(), body: inner.clone() };
            let expr = Expr { kind, span: body.span };
            return Ok((yes, eval.condition(&expr)?, expr));
        };
        let var = RUNNING + running.len();
        running.push((name.name.clone(), Range { var, lo, hi }));
        eval.env.push((name.name.clone(), Value::Int(build::var(var))));
    }
    let filter = match filter {
        Some(filter) => eval.condition(filter)?,
        None => yes,
    };
    Ok((filter, eval.condition(inner)?, (**inner).clone()))
}

/// The binders from the `k`-th name on.
fn rest_of(binders: &[Binder], k: usize) -> Vec<Binder> {
    let one = |b: &Binder| {
        let own = b.names.iter().map(|name| Binder { names: vec![name.clone()], ..b.clone() });
        own.collect::<Vec<_>>()
    };
    binders.iter().flat_map(one).skip(k).collect()
}

fn natural(eval: &mut Eval, e: &Expr) -> Result<u64> {
    let wrong = || {
        Diagnostic::at(
            Code::Bound,
            e.span,
            "`to` needs a constant natural number below 2^64",
            "the bound of this claim",
        )
    };
    // A variable of the pattern has no meaning here. If the unknown name is near to a known one, it is a misspelling, and the error says so.
    let varies = |error: &Diagnostic| error.code == Code::UnknownName && error.help.is_empty();
    let value = eval.int(e).map_err(|error| if varies(&error) { wrong() } else { error })?;
    value.as_int().and_then(|v| u64::try_from(v).ok()).ok_or_else(wrong)
}
