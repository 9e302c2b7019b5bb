//! From game expressions to games.
//!
//! In: a [`Term`]. Out: a [`Game`] with all parameters known. Lengths of position variables that were left out are
//! inferred from the entries of a position, or from the number of bounds.

use std::sync::Arc;

use super::eval::Eval;
use super::fixed;
use super::module::Module;
use super::ops::number;
use super::problem::{Result, arguments, wrong_kind};
use super::sets;
use super::term::{Entry, Game, Length, Product, Rule, Term, WIDEST, found};
use super::value::{SetValue, Value};
use crate::lang::ast::{Expr, GameBody, GameDef, Variable};
use crate::lang::{Code, Diagnostic, Span, expr_text};
use crate::rules::build;
use crate::rules::expr::E;

impl Term {
    /// Determines every parameter and length; `entries` are those of a position, if there is one.
    pub fn settle(&self, eval: &mut Eval, entries: Option<&[Entry]>) -> Result<Game> {
        eval.count(10, term_span(self, None))?;
        match self {
            Term::Named { module, name, args, span } => {
                settle_named(eval, module, name, args.as_deref(), *span, entries)
            }
            Term::Compound { rule, parts, span } => {
                let parts = settle_parts(eval, rule, parts, *span, entries)?;
                not_too_wide(Game::Compound { rule: rule.clone(), parts, span: *span }, *span)
            }
        }
    }
}

/// All copies of the components, each with the index of its term in `parts`.
fn expand(parts: &[(usize, Arc<Term>)]) -> Vec<(usize, &Arc<Term>)> {
    parts.iter().enumerate().flat_map(|(group, (k, term))| std::iter::repeat_n((group, term), *k)).collect()
}

fn settle_parts(
    eval: &mut Eval,
    rule: &Rule,
    parts: &[(usize, Arc<Term>)],
    span: Option<Span>,
    entries: Option<&[Entry]>,
) -> Result<Vec<Game>> {
    let all = expand(parts);
    let mut settled: Vec<Option<Game>> = vec![];
    let mut open = vec![];
    for (i, (group, term)) in all.iter().enumerate() {
        match term.settle(eval, None) {
            Ok(game) => settled.push(Some(game)),
            Err(error) if error.code == Code::UnsettledLength => {
                settled.push(None);
                open.push((i, *group, error));
            }
            Err(error) => return Err(error),
        }
    }
    if let Some((_, group, error)) = open.first().cloned() {
        let Some(entries) = entries else { return Err(error) };
        if open.iter().any(|o| o.1 != group) {
            return Err(error.help("two lengths that only their sum would settle: give them"));
        }
        let known: usize = settled.iter().flatten().map(Game::width).sum::<usize>() + rule.counters();
        let flat: usize = entries.iter().map(|e| e.width()).sum();
        let rest = flat.checked_sub(known).filter(|r| r % open.len() == 0);
        let Some(rest) = rest else {
            let message = format!(
                "{flat} entries do not settle the length of this game: {known} belong to the rest of the compound"
            );
            return Err(Diagnostic::new(Code::Entries, message).label(error.labels[0].span, "its length was left out"));
        };
        let mut at = 0;
        for (i, (_, term)) in all.iter().enumerate() {
            let width = settled[i].as_ref().map_or(rest / open.len(), Game::width);
            if settled[i].is_none() {
                let own = cut(entries, at, width).ok_or_else(|| {
                    let message = "a bracket reaches over the end of a component";
                    Diagnostic::new(Code::Entries, message).label(term_span(term, span), "of this one")
                })?;
                settled[i] = Some(term.settle(eval, Some(&own))?);
            }
            at += width;
        }
    }
    Ok(settled.into_iter().flatten().collect())
}

fn term_span(term: &Term, other: Option<Span>) -> Span {
    match term {
        Term::Named { span, .. } => *span,
        Term::Compound { span, .. } => span.or(other).unwrap_or(Span { source: 0, start: 0, end: 0 }),
    }
}

/// The entries that cover `width` coordinates from coordinate `from` on; `None` if a bracket crosses an end.
fn cut(entries: &[Entry], from: usize, width: usize) -> Option<Vec<Entry>> {
    let mut at = 0;
    let mut own = vec![];
    for entry in entries {
        let end = at + entry.width();
        if at >= from && end <= from + width {
            own.push(*entry);
        } else if end > from && at < from + width {
            return None;
        }
        at = end;
    }
    Some(own)
}

fn settle_named(
    eval: &mut Eval,
    module: &Arc<Module>,
    name: &str,
    args: Option<&[(Value, Span)]>,
    span: Span,
    entries: Option<&[Entry]>,
) -> Result<Game> {
    let def = Eval::game_def(module, name);
    let given = args.unwrap_or(&[]);
    let lengths = match &def.body {
        GameBody::Rules { vars, .. } => length_params(&def, vars),
        GameBody::Is(_) => vec![],
    };
    let mut params: Vec<(String, Option<Value>)> = vec![];
    let mut next = given.iter();
    let left_out = if given.len() == def.params.len() {
        vec![]
    } else if !lengths.is_empty() && given.len() == def.params.len() - lengths.len() {
        lengths
    } else if matches!(def.body, GameBody::Is(_)) && given.is_empty() && def.params.len() == 1 {
        return settle_alias_by_trial(eval, module, name, &def, span, entries);
    } else {
        return Err(wrong_parameters(&def, &lengths, given.len(), span));
    };
    for param in &def.params {
        let value = if left_out.contains(&param.name) { None } else { next.next().map(|(v, _)| v.clone()) };
        params.push((param.name.clone(), value));
    }
    match &def.body {
        GameBody::Is(body) => {
            let env: Vec<(String, Value)> = params.into_iter().filter_map(|(n, v)| Some((n, v?))).collect();
            settle_alias(eval, module, name, body, env, span, entries)
        }
        GameBody::Rules { vars, .. } => settle_rules(eval, module, &def, vars, params, span, entries),
    }
}

fn settle_alias(
    eval: &mut Eval,
    module: &Arc<Module>,
    name: &str,
    body: &Expr,
    env: Vec<(String, Value)>,
    span: Span,
    entries: Option<&[Entry]>,
) -> Result<Game> {
    eval.enter(name, span, module.clone(), env, |eval| match eval.eval(body)? {
        Value::Game(term) => term.settle(eval, entries),
        other => Err(wrong_kind(&other, "a game expression", body.span)),
    })
}

/// A game defined by an expression, its one parameter left out: tries lengths from 0 on until the entries fit.
fn settle_alias_by_trial(
    eval: &mut Eval,
    module: &Arc<Module>,
    name: &str,
    def: &GameDef,
    span: Span,
    entries: Option<&[Entry]>,
) -> Result<Game> {
    let GameBody::Is(body) = &def.body else { unreachable!("only such games come here") };
    let param = &def.params[0].name;
    let unsettled = || {
        let message = format!("`{name}` needs its parameter `{param}`");
        Diagnostic::at(Code::UnsettledLength, span, message, "left out").help(format!("write `{name}[…]`"))
    };
    let entries = entries.ok_or_else(unsettled)?;
    let flat: usize = entries.iter().map(|e| e.width()).sum();
    for n in 0..=flat {
        let env = vec![(param.clone(), Value::Int(build::int(n)))];
        match settle_alias(eval, module, name, body, env, span, Some(entries)) {
            Ok(game) if game.width() == flat => return Ok(game),
            Ok(_) => {}
            Err(_) => break,
        }
    }
    Err(unsettled())
}

/// The parameters that are the length of a position variable.
fn length_params(def: &GameDef, vars: &[Variable]) -> Vec<String> {
    let is_length = |param: &str| {
        vars.iter().any(
            |v| matches!(v.length.as_ref().map(|l| &l.kind), Some(crate::lang::ast::ExprKind::Name(n)) if n == param),
        )
    };
    def.params.iter().map(|p| p.name.clone()).filter(|p| is_length(p)).collect()
}

fn wrong_parameters(def: &GameDef, lengths: &[String], found: usize, span: Span) -> Diagnostic {
    let name = &def.name.name;
    if def.params.is_empty() {
        return Diagnostic::at(Code::Parameters, span, format!("`{name}` has no parameters, found {found}"), "here");
    }
    let all: Vec<&str> = def.params.iter().map(|p| p.name.as_str()).collect();
    let message = format!("`{name}[{}]` takes {}, found {found}", all.join(", "), parameters(all.len()));
    let error = Diagnostic::at(Code::Parameters, span, message, "here");
    match lengths.len() {
        0 => error,
        n => {
            let left: Vec<&str> = all.iter().copied().filter(|p| !lengths.iter().any(|l| l == p)).collect();
            let short = if left.is_empty() { name.clone() } else { format!("{name}[{}]", left.join(", ")) };
            error.help(format!(
                "or {}: a position settles {}: `{short}`",
                parameters(all.len() - n),
                lengths.join(" and ")
            ))
        }
    }
}

fn parameters(n: usize) -> String {
    if n == 1 { "1 parameter".into() } else { format!("{n} parameters") }
}

fn settle_rules(
    eval: &mut Eval,
    module: &Arc<Module>,
    def: &GameDef,
    vars: &[Variable],
    mut params: Vec<(String, Option<Value>)>,
    span: Span,
    entries: Option<&[Entry]>,
) -> Result<Game> {
    let missing: Vec<String> = params.iter().filter(|(_, v)| v.is_none()).map(|(n, _)| n.clone()).collect();
    if !missing.is_empty() {
        let given = entries.ok_or_else(|| unsettled(def, &missing, span))?;
        let known: Vec<(String, Value)> = params.iter().filter_map(|(n, v)| Some((n.clone(), v.clone()?))).collect();
        for (name, value) in infer(eval, module, def, vars, &missing, &known, given, span)? {
            for param in params.iter_mut().filter(|p| p.0 == name) {
                param.1 = Some(value.clone());
            }
        }
    }
    let params: Vec<(String, Value)> = params.into_iter().filter_map(|(n, v)| Some((n, v?))).collect();
    params.iter().try_for_each(|(name, value)| fixed::only_numbers_vary(name, value, span))?;
    let lengths = vars.iter().map(|v| length(eval, module, v, &params)).collect::<Result<Vec<_>>>()?;
    let game = Game::Rules { module: module.clone(), def: Arc::new(def.clone()), params, lengths, span };
    not_too_wide(game, Some(span))
}

fn not_too_wide(game: Game, span: Option<Span>) -> Result<Game> {
    if game.width() <= WIDEST {
        return Ok(game);
    }
    let message = format!("a game has at most {WIDEST} coordinates, this one has {}", game.width());
    let error = Diagnostic::limit(Code::TooLarge, message);
    Err(match span {
        Some(span) => error.label(span, "here"),
        None => error,
    })
}

fn unsettled(def: &GameDef, missing: &[String], span: Span) -> Diagnostic {
    let name = &def.name.name;
    let all: Vec<&str> = def.params.iter().map(|p| p.name.as_str()).collect();
    let (lengths, are, their) =
        if missing.len() == 1 { ("length", "is", "its length") } else { ("lengths", "are", "their lengths") };
    let message = format!("the {lengths} `{}` of `{name}` {are} not settled here", missing.join("`, `"));
    Diagnostic::at(Code::UnsettledLength, span, message, "left out")
        .help(format!("write `{name}[{}]` with {their}", all.join(", ")))
}

/// Infers lengths from the entries of a position. Single variables take one entry each. A single vector of unknown length takes the rest; vectors
/// with the same unknown length share the rest equally; vectors with different unknown lengths take one bracketed list each.
#[allow(clippy::too_many_arguments)]
fn infer(
    eval: &mut Eval,
    module: &Arc<Module>,
    def: &GameDef,
    vars: &[Variable],
    missing: &[String],
    known: &[(String, Value)],
    entries: &[Entry],
    span: Span,
) -> Result<Vec<(String, Value)>> {
    let open_name = |v: &Variable| match v.length.as_ref().map(|l| &l.kind) {
        Some(crate::lang::ast::ExprKind::Name(n)) if missing.contains(n) => Some(n.clone()),
        _ => None,
    };
    let mut fixed = 0;
    for v in vars.iter().filter(|v| open_name(v).is_none()) {
        fixed += match length(eval, module, v, known)? {
            Length::Scalar => 1,
            Length::Vector(n) => n,
            Length::Strips(list) => list.iter().sum(),
        };
    }
    let open: Vec<(usize, String)> = vars.iter().enumerate().filter_map(|(i, v)| Some((i, open_name(v)?))).collect();
    let flat: usize = entries.iter().map(|e| e.width()).sum();
    let too_few = || {
        let message = format!("`{}` has at least {fixed} entries, found {flat}", def.name.name);
        Diagnostic::at(Code::Entries, span, message, "of this game")
    };
    if let [(index, name)] = &open[..] {
        let before = vars[..*index].iter().filter(|v| v.length.is_none()).count();
        let vectors_before = vars[..*index].iter().any(|v| v.length.is_some());
        let rest = flat.checked_sub(fixed).ok_or_else(too_few)?;
        let own = if vectors_before { None } else { cut(entries, before, rest) };
        let shape = match own.as_deref() {
            Some(list) if list.len() >= 2 && list.iter().all(|e| matches!(e, Entry::List(_))) => {
                Value::vector(list.iter().map(|e| Value::Int(build::int(e.width()))).collect())
            }
            _ => Value::Int(build::int(rest)),
        };
        return Ok(vec![(name.clone(), shape)]);
    }
    let lists: Vec<usize> =
        entries.iter().filter_map(|e| if let Entry::List(n) = e { Some(*n) } else { None }).collect();
    let distinct: std::collections::BTreeSet<&String> = open.iter().map(|o| &o.1).collect();
    if distinct.len() == 1 {
        let rest = flat.checked_sub(fixed).ok_or_else(too_few)?;
        if rest % open.len() == 0 {
            return Ok(vec![(open[0].1.clone(), Value::Int(build::int(rest / open.len())))]);
        }
    } else if lists.len() == open.len() && entries.len() == vars.len() {
        return Ok(open.iter().zip(lists).map(|((_, n), len)| (n.clone(), Value::Int(build::int(len)))).collect());
    }
    Err(unsettled(def, missing, span)
        .help("two lengths that only their sum would settle: give them, or write each vector in brackets"))
}

fn length(eval: &mut Eval, module: &Arc<Module>, var: &Variable, params: &[(String, Value)]) -> Result<Length> {
    let Some(expr) = &var.length else { return Ok(Length::Scalar) };
    let value = eval.enter("", expr.span, module.clone(), params.to_vec(), |e| e.eval(expr))?;
    let natural = |e: &E| e.as_i64().and_then(|n| usize::try_from(n).ok()).filter(|n| *n <= WIDEST);
    let bad = || {
        let message = format!(
            "the length `{}` of `{}` must be a natural number or a list of them",
            expr_text(expr),
            var.name.name
        );
        Diagnostic::at(
            Code::Length,
            expr.span,
            message,
            format!("this is {}", value.show().unwrap_or_else(|| value.kind().to_string())),
        )
    };
    if let Value::Int(e) = &value
        && e.as_int().is_some_and(|n| *n > dashu_int::IBig::from(WIDEST))
    {
        let message = format!("a game has at most {WIDEST} coordinates");
        return Err(Diagnostic::limit(Code::TooLarge, message).label(expr.span, "this length is larger"));
    }
    match &value {
        Value::Int(e) => natural(e).map(Length::Vector).ok_or_else(bad),
        Value::Vector(list) => {
            let numbers =
                list.iter().map(|v| number(v, expr.span).ok().and_then(|e| natural(&e))).collect::<Option<Vec<_>>>();
            numbers.map(Length::Strips).ok_or_else(bad)
        }
        _ => Err(bad()),
    }
}

/// `at_most(k; …)`, `hyper(H; …)`, `pass(G, p)` and the others.
pub(super) fn compound(eval: &mut Eval, name: &'static str, groups: &[Vec<Expr>], span: Span) -> Result<Value> {
    let with_rule = matches!(name, "at_most" | "exactly" | "hyper" | "blocked");
    let shape = match name {
        "at_most" | "exactly" => format!("{name}(k; G, H, …)"),
        "hyper" => "hyper({{1,2}, {3}}; G, H, K)".to_string(),
        "pass" => "pass(G) or pass(G, p)".to_string(),
        "blocked" => "blocked(k; G)".to_string(),
        _ => format!("{name}(G, H, …)"),
    };
    let wrong =
        |what: &str| Diagnostic::at(Code::Compound, span, what.to_string(), "here").help(format!("write `{shape}`"));
    let games = match (with_rule, groups) {
        (true, [rule, games]) if rule.len() == 1 => games,
        (false, [games]) => games,
        (true, _) => return Err(wrong(&format!("`{name}` has its rule before a `;` and the games after it"))),
        (false, _) => return Err(wrong(&format!("`{name}` has no `;`"))),
    };
    if name == "pass" {
        return pass(eval, games, span).map_err(|e| if e.code == Code::Compound { wrong(&e.message) } else { e });
    }
    if games.is_empty() {
        return Err(wrong(&format!("`{name}` of no game")));
    }
    let mut parts: Vec<(usize, Arc<Term>)> = vec![];
    for e in games {
        match eval.eval(e)? {
            Value::Game(term) => parts.push((1, term)),
            other => return Err(wrong_kind(&other, "a game", e.span)),
        }
    }
    if name == "blocked" && parts.len() > 1 {
        return Err(wrong(&format!("`blocked` has one game, found {}", parts.len())));
    }
    if matches!(name, "ordinal" | "product" | "acrostic") && parts.len() < 2 {
        return Err(wrong(&format!("`{name}` has at least two games, found {}", parts.len())));
    }
    if name == "ordinal" {
        return Ok(Value::Game(ordinal(parts, span)));
    }
    let n: usize = parts.iter().map(|p| p.0).sum();
    let rule = match name {
        "conjunctive" => Rule::All,
        "selective" => Rule::Selective,
        "near" => Rule::Near,
        "product" => Rule::Product(Product::Direct),
        "acrostic" => Rule::Product(Product::Acrostic),
        "hyper" => Rule::Hyper(edges(eval, &groups[0][0], n)?),
        "blocked" => Rule::Blocked(forbidden(eval, &groups[0][0])?),
        _ => {
            let k = eval.int(&groups[0][0])?;
            let Some(k) = k.as_i64().and_then(|k| usize::try_from(k).ok()).filter(|k| *k >= 1) else {
                return Err(Diagnostic::at(
                    Code::Compound,
                    groups[0][0].span,
                    format!("the number of components is a constant of at least 1{}", found(&k)),
                    "here",
                ));
            };
            if name == "exactly" { Rule::Exactly(k) } else { Rule::AtMost(k) }
        }
    };
    Ok(Value::Game(Arc::new(Term::Compound { rule, parts, span: Some(span) })))
}

/// The ordinal sum of at least two games. The operation is associative; from the right, all flags come last.
fn ordinal(parts: Vec<(usize, Arc<Term>)>, span: Span) -> Arc<Term> {
    let on_top = |top: (usize, Arc<Term>), base| {
        let sum = Term::Compound { rule: Rule::Ordinal, parts: vec![base, top], span: Some(span) };
        (1, Arc::new(sum))
    };
    parts.into_iter().rev().reduce(on_top).expect("there are games").1
}

/// How many options may be forbidden.
fn forbidden(eval: &mut Eval, e: &Expr) -> Result<u32> {
    let k = eval.int(e)?;
    let number = k.as_i64().and_then(|k| u32::try_from(k).ok());
    let message =
        || format!("the number of options that may be forbidden is a natural constant below 2^32{}", found(&k));
    number.ok_or_else(|| Diagnostic::at(Code::Compound, e.span, message(), "here"))
}

fn pass(eval: &mut Eval, args: &[Expr], span: Span) -> Result<Value> {
    let (game, passes) = match args {
        [game] => (game, None),
        [game, passes] => (game, Some(passes)),
        _ => {
            return Err(Diagnostic::at(
                Code::Compound,
                span,
                format!("`pass` has a game and perhaps a number, found {}", arguments(args.len())),
                "here",
            ));
        }
    };
    let p = match passes {
        None => 1,
        Some(e) => {
            let p = eval.int(e)?;
            let number = p;
            let p = number.as_i64().and_then(|p| u64::try_from(p).ok());
            p.ok_or_else(|| {
                Diagnostic::at(
                    Code::Passes,
                    e.span,
                    format!("the number of passes is a natural constant{}", found(&number)),
                    "here",
                )
            })?
        }
    };
    match eval.eval(game)? {
        Value::Game(term) => {
            Ok(Value::Game(Arc::new(Term::Compound { rule: Rule::Pass(p), parts: vec![(1, term)], span: Some(span) })))
        }
        other => Err(wrong_kind(&other, "a game", game.span)),
    }
}

/// The hyperedges, with components numbered from 0.
fn edges(eval: &mut Eval, e: &Expr, n: usize) -> Result<Vec<Vec<usize>>> {
    let bad = |message: String| Diagnostic::at(Code::Hyperedge, e.span, message, "here");
    let value = eval.eval(e)?;
    let Value::Set(set) = &value else { return Err(wrong_kind(&value, "a set of sets of component numbers", e.span)) };
    let list = sets::elements(set).ok_or_else(|| bad("this hypergraph has too many edges".into()))?;
    let mut edges = vec![];
    for (_, edge) in list {
        let Value::Set(edge) = &edge else { return Err(wrong_kind(&edge, "a set of component numbers", e.span)) };
        edges.push(edge_of(edge, n).map_err(bad)?);
    }
    edges.sort();
    edges.dedup();
    Ok(edges)
}

fn edge_of(edge: &SetValue, n: usize) -> std::result::Result<Vec<usize>, String> {
    let elements = sets::elements(edge).unwrap_or_default();
    let mut list = vec![];
    for (_, v) in elements {
        let i = if let Value::Int(e) = &v { e.as_i64() } else { None };
        match i.and_then(|i| usize::try_from(i).ok()).filter(|i| (1..=n).contains(i)) {
            Some(i) => list.push(i - 1),
            None => {
                let found = v.show().map_or(String::new(), |v| format!(", found {v}"));
                return Err(format!("a hyperedge holds numbers of components, 1 to {n}{found}"));
            }
        }
    }
    if list.is_empty() {
        return Err("the empty hyperedge would be a move in no component".into());
    }
    list.sort_unstable();
    list.dedup();
    Ok(list)
}
