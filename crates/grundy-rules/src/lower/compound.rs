//! The lowering of compounds of games to one ruleset.
//!
//! In: a game expression with all parameters and lengths known. Out: its ruleset: the coordinates and leaves of the components in order,
//! with the families combined as the compound's rule says. A move in several components is the product of one family of each. The
//! guard of a pass asks whether the game without passes is terminal; the restriction of `near` asks whether a move reaches a P-position
//! of its part. The flag of an ordinal sum says that the base has been played in.

use std::sync::Arc;

use super::eval::Eval;
use super::family::{self, FAMILIES};
use super::problem::Result;
use super::product;
use super::term::{Game, Rule};
use super::value::Value;
use crate::lang::{Code, Diagnostic, Span};
use crate::rules::build;
use crate::rules::change::{Change, Leaves};
use crate::rules::expr::{C, Cond, Expr, Place, Range, Tree};
use crate::rules::normal::renumber;
use crate::rules::{Coordinate, Family, Joining, Leaf, Origin, Part, Role, Ruleset, Target};

/// The ruleset of a game.
pub fn lower(eval: &mut Eval, game: &Game) -> Result<Ruleset> {
    let mut rules = lower_inner(eval, game)?;
    if matches!(game, Game::Compound { .. }) {
        let carried = super::carried::entries(game);
        let is_own = |i: &usize| carried.iter().all(|(at, _)| at != i);
        let own: Vec<usize> = (0..rules.width()).filter(is_own).collect();
        own.into_iter().zip(1..).for_each(|(i, number)| rules.coords[i].name = format!("x{number}"));
    }
    Ok(rules)
}

fn lower_inner(eval: &mut Eval, game: &Game) -> Result<Ruleset> {
    match game {
        Game::Rules { module, def, params, lengths, span } => {
            let lowered = eval
                .enter(&def.name.name, *span, module.clone(), vec![], |eval| family::lower(eval, def, params, lengths));
            lowered.map_err(|error| with_parameters(error, &def.name.name, params))
        }
        Game::Compound { rule, parts, span } => {
            let parts = parts.iter().map(|p| lower_inner(eval, p)).collect::<Result<Vec<_>>>()?;
            combine(rule, parts, *span)
        }
    }
}

/// Adds the parameters to an error inside a game's rules that they may have caused, since a position may have determined them.
fn with_parameters(error: Diagnostic, name: &str, params: &[(String, Value)]) -> Diagnostic {
    let shown: Vec<String> = params.iter().filter_map(|(n, v)| Some(format!("{n} = {}", v.show()?))).collect();
    if !matches!(error.code, Code::Kind | Code::Length | Code::Index) || shown.is_empty() {
        return error;
    }
    error.help(format!(
        "this is `{name}` with {}; a length that was left out is settled by the position",
        shown.join(", ")
    ))
}

/// A component with its place in the compound.
struct Component {
    rules: Ruleset,
    first: usize,
    first_leaf: usize,
    /// The families of the component, with coordinates, leaves and parts in the numbering of the compound.
    families: Vec<Family>,
}

impl Component {
    fn as_part(&self) -> Part {
        Part { first: self.first, first_leaf: self.first_leaf, rules: Arc::new(self.rules.clone()) }
    }
}

fn combine(rule: &Rule, parts: Vec<Ruleset>, span: Option<Span>) -> Result<Ruleset> {
    let mut rules = Ruleset::default();
    if let Rule::Blocked(k) = rule {
        return blocked(parts, *k, span);
    }
    if parts.iter().any(|part| part.blocked > 0) {
        return Err(not_outermost(span));
    }
    if let Rule::Product(kind) = rule {
        return product::product(*kind, parts, span);
    }
    let components: Vec<Component> = parts.into_iter().map(|part| append(&mut rules, part)).collect();
    let made_of: Vec<Part> = components.iter().map(Component::as_part).collect();
    let joining = match rule {
        Rule::Ordinal => {
            ordinal(&mut rules, components);
            return Ok(rules);
        }
        Rule::Sum => {
            rules.families = components.into_iter().flat_map(|c| c.families).collect();
            Joining::Sum
        }
        Rule::Pass(p) => {
            pass(&mut rules, components, *p);
            Joining::Pass
        }
        Rule::Near => {
            near(&mut rules, components);
            Joining::Near
        }
        _ => {
            let edges = edges(rule, components.len(), span)?;
            for edge in &edges {
                let chosen: Vec<&Component> = edge.iter().map(|i| &components[*i]).collect();
                together(&mut rules.families, &chosen, span)?;
            }
            Joining::Hyper(edges)
        }
    };
    rules.origin = Origin(Some(Arc::new((joining, made_of))));
    Ok(rules)
}

/// The rules of `heaps` nim heaps played together: as a sum, or by hyperedges if given; with a counter of at most one pass if `passes`.
///
/// # Errors
/// More families than a game may have.
pub fn of_heaps(heaps: usize, edges: Option<&[Vec<usize>]>, passes: bool) -> Result<Ruleset> {
    let rule = edges.map_or(Rule::Sum, |edges| Rule::Hyper(edges.to_vec()));
    let rules = combine(&rule, vec![heap(); heaps], None)?;
    let rules = if passes { combine(&Rule::Pass(1), vec![rules], None)? } else { rules };
    Ok(rules)
}

/// One nim heap: any number may be taken.
fn heap() -> Ruleset {
    let take = Family {
        before: build::boolean(true),
        params: vec![Range { var: 0, lo: build::int(1), hi: build::coord(0) }],
        guard: build::boolean(true),
        targets: vec![Target::of(0, vec![vec![build::sub(&build::coord(0), &build::var(0))]])],
        place: Place::default(),
    };
    Ruleset {
        coords: vec![Coordinate { name: "x".into(), role: Role::Own }],
        leaves: vec![Leaf::of(0, 1)],
        families: vec![take],
        ..Ruleset::default()
    }
}

/// Appends a component to the compound.
fn append(rules: &mut Ruleset, part: Ruleset) -> Component {
    let (first, first_leaf, first_part) = (rules.coords.len(), rules.leaves.len(), rules.parts.len());
    let numbers = |leaf: &Expr| if let Expr::Coord(i) = leaf { Some(build::coord(i + first)) } else { None };
    let atoms = |atom: &Cond| match atom {
        Cond::Terminal(i) => Some(Arc::new(Cond::Terminal(i + first_part))),
        Cond::TargetP(i) => Some(Arc::new(Cond::TargetP(i + first_part))),
        _ => None,
    };
    let shift = Leaves { numbers: &numbers, atoms: &atoms };
    rules.coords.extend(part.coords.iter().cloned());
    let alone = (part.splits() && part.leaves.len() == 1).then(|| Arc::new(part.clone()));
    rules.leaves.extend(part.leaves.iter().map(|l| Leaf {
        first: l.first + first,
        alone: l.alone.clone().or_else(|| alone.clone()),
        ..l.clone()
    }));
    rules.requires.extend(part.requires.iter().map(|(leaf, e, p)| (leaf + first_leaf, shift.condition(e), *p)));
    rules.parts.extend(part.parts.iter().map(|p| Part {
        first: p.first + first,
        first_leaf: p.first_leaf + first_leaf,
        rules: p.rules.clone(),
    }));
    let families = part.families.iter().map(|family| {
        let mut family = family.changed(&shift);
        family.targets.iter_mut().for_each(|target| target.leaf += first_leaf);
        family
    });
    let families = families.collect();
    Component { rules: part, first, first_leaf, families }
}

/// Adds a component as a part that atoms may refer to.
fn add_part(rules: &mut Ruleset, component: &Component) -> usize {
    rules.parts.push(component.as_part());
    rules.parts.len() - 1
}

/// Adds a coordinate that belongs to the compound itself, in a leaf alone.
fn add_counter(rules: &mut Ruleset, role: Role, most: u64) -> (usize, usize) {
    let (coord, leaf) = (rules.coords.len(), rules.leaves.len());
    rules.coords.push(Coordinate { name: String::new(), role });
    rules.leaves.push(Leaf::of(coord, 1));
    rules.requires.push((leaf, build::le(&build::coord(coord), &build::int(most)), Place::default()));
    (coord, leaf)
}

fn pass(rules: &mut Ruleset, mut components: Vec<Component>, most: u64) {
    let component = components.remove(0);
    let part = add_part(rules, &component);
    let (coord, leaf) = add_counter(rules, Role::Passes(most), most);
    rules.families = component.families;
    let left = build::le(&build::int(1), &build::coord(coord));
    let moves_left = build::not(&Arc::new(Cond::Terminal(part)));
    rules.families.push(Family {
        before: build::and(vec![left, moves_left]),
        params: vec![],
        guard: build::boolean(true),
        targets: vec![Target::of(leaf, vec![vec![build::sub(&build::coord(coord), &build::int(1))]])],
        place: Place::default(),
    });
}

fn near(rules: &mut Ruleset, components: Vec<Component>) {
    let numbers: Vec<usize> = components.iter().map(|c| add_part(rules, c)).collect();
    let (coord, leaf) = add_counter(rules, Role::Flag, 1);
    for (component, part) in components.into_iter().zip(numbers) {
        let reaches: C = Arc::new(Cond::TargetP(part));
        for mut family in component.families {
            // A move that reaches a P-position of its part turns the restriction on; while it is on, no move may reach one.
            let allowed = build::or(vec![build::eq(&build::coord(coord), &build::int(0)), build::not(&reaches)]);
            family.guard = build::and(vec![family.guard, allowed]);
            let flag = build::choose(&reaches, &build::int(1), &build::coord(coord));
            family.targets.push(Target::of(leaf, vec![vec![flag]]));
            rules.families.push(family);
        }
    }
}

/// The ordinal sum of a base and a game on top of it. What has been ended keeps its coordinates, and the flag says so: a
/// game need not have a terminal position to be sent to.
fn ordinal(rules: &mut Ruleset, components: Vec<Component>) {
    let (coord, leaf) = add_counter(rules, Role::Flag, 1);
    let not_yet = build::eq(&build::coord(coord), &build::int(0));
    for (number, component) in components.into_iter().enumerate() {
        for mut family in component.families {
            match number {
                0 => family.targets.push(Target::of(leaf, vec![vec![build::int(1)]])),
                _ => family.before = build::and(vec![not_yet.clone(), family.before]),
            }
            rules.families.push(family);
        }
    }
}

/// The game in which up to `k` options may be forbidden before each move.
fn blocked(parts: Vec<Ruleset>, k: u32, span: Option<Span>) -> Result<Ruleset> {
    let Some(rules) = parts.into_iter().next() else { return Ok(Ruleset::default()) };
    if rules.blocked > 0 {
        return Err(not_outermost(span));
    }
    if k > 0 && rules.splits() {
        let message = "the moves of this game leave several positions, and `blocked` forbids single ones";
        return Err(compound_error(message, span).help("games whose moves do not split may be blocked"));
    }
    Ok(Ruleset { blocked: k, ..rules })
}

fn not_outermost(span: Option<Span>) -> Diagnostic {
    compound_error("`blocked` stands outside of all other compounds", span)
        .help("the values of a sum in which options of each component may be forbidden are the nim-sums of the components' values; ask for each by itself")
}

pub(super) fn compound_error(message: &str, span: Option<Span>) -> Diagnostic {
    match span {
        Some(span) => Diagnostic::at(Code::Compound, span, message, "here"),
        None => Diagnostic::new(Code::Compound, message),
    }
}

/// The hyperedges of a rule over `n` components.
fn edges(rule: &Rule, n: usize, span: Option<Span>) -> Result<Vec<Vec<usize>>> {
    let sizes = match rule {
        Rule::Hyper(edges) => return Ok(edges.clone()),
        Rule::All => n..=n,
        Rule::Selective => 1..=n,
        Rule::AtMost(k) => 1..=(*k).min(n),
        Rule::Exactly(k) => *k..=*k,
        Rule::Sum | Rule::Pass(_) | Rule::Near | Rule::Ordinal | Rule::Product(_) | Rule::Blocked(_) => {
            unreachable!("these have no hyperedges")
        }
    };
    let mut all: Vec<Vec<usize>> = vec![];
    for size in sizes.filter(|s| *s <= n) {
        subsets(n, size, 0, &mut vec![], &mut all);
        if all.len() > FAMILIES {
            return Err(too_large(span));
        }
    }
    Ok(all)
}

fn subsets(n: usize, size: usize, from: usize, chosen: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
    if out.len() > FAMILIES {
        return;
    }
    if chosen.len() == size {
        out.push(chosen.clone());
        return;
    }
    for i in from..n {
        chosen.push(i);
        subsets(n, size, i + 1, chosen, out);
        chosen.pop();
    }
}

fn too_large(span: Option<Span>) -> Diagnostic {
    let error =
        Diagnostic::limit(Code::TooLarge, format!("this compound stands for more than {FAMILIES} families of moves"));
    match span {
        Some(span) => error.label(span, "here"),
        None => error,
    }
}

/// Adds the moves that join one of each component, for all choices of one family of each.
fn together(out: &mut Vec<Family>, components: &[&Component], span: Option<Span>) -> Result<()> {
    let mut combined: Vec<Family> = vec![Family {
        before: build::boolean(true),
        params: vec![],
        guard: build::boolean(true),
        targets: vec![],
        place: Place::default(),
    }];
    for component in components {
        if combined.len().saturating_mul(component.families.len()) + out.len() > FAMILIES {
            return Err(too_large(span));
        }
        combined = combined.iter().flat_map(|a| component.families.iter().map(|b| both(a, b))).collect();
    }
    out.extend(combined);
    Ok(())
}

/// A move of each of two families.
pub(super) fn both(a: &Family, b: &Family) -> Family {
    let own = a.expressions().map(|e| e.variables()).max().unwrap_or(0);
    let most = a.targets.iter().map(Target::variables).fold(own.max(a.params.len()), usize::max);
    let further = |leaf: &Expr| if let Expr::Var(v) = leaf { Some(build::var(v + most)) } else { None };
    let move_vars = Leaves::numbers(&further);
    let mut params = a.params.clone();
    params.extend(b.params.iter().map(|r| Range {
        var: r.var + most,
        lo: move_vars.number(&r.lo),
        hi: move_vars.number(&r.hi),
    }));
    let mut targets = a.targets.clone();
    targets.extend(b.targets.iter().cloned().map(|mut t| {
        t.change(&move_vars, &|var| var + most);
        t
    }));
    renumber(Family {
        before: build::and(vec![a.before.clone(), move_vars.condition(&b.before)]),
        params,
        guard: build::and(vec![a.guard.clone(), move_vars.condition(&b.guard)]),
        targets,
        place: if a.targets.is_empty() { b.place } else { a.place },
    })
}
