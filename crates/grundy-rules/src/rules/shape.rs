//! The shape of a game: the shape of each family, the components, the symmetries.
//!
//! In: a ruleset. Out: a [`Report`]. A *ray* takes any number times a vector of constants, a *box* takes any numbers
//! from a set of coordinates, a *step* adds a constant vector, a *division* divides a coordinate exactly, a *split* leaves
//! parts that add up to the whole less a constant. Any other family is *general*, with the reason. Shapes are read off the rules,
//! never off a name, and never guessed.

use std::fmt;

use dashu_int::IBig;

use super::build;
use super::components::groups;
use super::expr::{C, Cond, E, Expr, Tree};
use super::normal::{seen_from_target, taken_by};
use super::ruleset::{Family, Ruleset};
use super::show::{repeat_text, show};
use super::symmetry::Symmetry;

/// The shape of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A number, at least 1, times a constant from every coordinate of a set.
    Ray {
        /// The coordinates from which the number is taken, each with its constant.
        direction: Vec<(usize, u64)>,
        /// Numbers that may not be taken.
        except: Vec<u64>,
        /// Is there a condition on coordinates that do not move, or a stop at one?
        stop: bool,
    },
    /// Any numbers, each at least 1, from the coordinates of a set.
    Box {
        /// The set.
        support: Vec<usize>,
        /// Is there a condition on coordinates that do not move?
        stop: bool,
    },
    /// A constant vector is added.
    Step {
        /// The coordinates, each with the number added to it.
        offset: Vec<(usize, i64)>,
        /// Is there a condition?
        guarded: bool,
    },
    /// A coordinate is divided exactly.
    Division {
        /// The coordinate.
        coord: usize,
        /// The divisor.
        divisor: u64,
    },
    /// A coordinate is replaced by several parts that add up to it less a constant.
    Split {
        /// The number of parts.
        parts: usize,
        /// The constant.
        loss: u64,
    },
    /// Anything else.
    General {
        /// The reason why no other shape fits.
        why: &'static str,
    },
}

impl Shape {
    /// The name of the shape.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Shape::Ray { .. } => "ray",
            Shape::Box { .. } => "box",
            Shape::Step { .. } => "step",
            Shape::Division { .. } => "division",
            Shape::Split { .. } => "split",
            Shape::General { .. } => "general",
        }
    }
}

/// The shape of a family of these rules.
#[must_use]
pub fn shape(rules: &Ruleset, family: &Family) -> Shape {
    if family.targets.iter().any(|t| !t.repeats.is_empty()) {
        return Shape::General { why: "leaves as many parts as the position asks for" };
    }
    if family.targets.iter().any(|t| t.tuples.len() > 1) {
        return split(rules, family);
    }
    if family.targets.iter().any(|t| t.tuples.is_empty()) {
        return Shape::General { why: "leaves no part" };
    }
    if asks_parts(&family.guard) {
        return Shape::General { why: "asks where a move leads" };
    }
    let mut changed: Vec<(usize, E)> = vec![];
    for target in &family.targets {
        let first = rules.leaves[target.leaf].first;
        for (i, e) in target.tuples[0].iter().enumerate() {
            if **e != Expr::Coord(first + i) {
                changed.push((first + i, e.clone()));
            }
        }
    }
    let offsets: Vec<(usize, E)> = changed.iter().map(|(c, e)| (*c, build::sub(e, &build::coord(*c)))).collect();
    if let Some(offset) = constant_offsets(&offsets) {
        let guarded =
            family.before.as_bool() != Some(true) || family.guard.as_bool() != Some(true) || !family.params.is_empty();
        return Shape::Step { offset, guarded };
    }
    if let [(c, e)] = &changed[..]
        && let Some(divisor) = exact_division(family, *c, e)
    {
        return Shape::Division { coord: *c, divisor };
    }
    amounts(rules, family, &offsets)
}

fn asks_parts(c: &C) -> bool {
    c.any_condition(&mut |x| matches!(x, Cond::TargetP(_)))
}

fn split(rules: &Ruleset, family: &Family) -> Shape {
    let [target] = &family.targets[..] else {
        return Shape::General { why: "splits one component and moves in another" };
    };
    let leaf = &rules.leaves[target.leaf];
    if leaf.len != 1 {
        return Shape::General { why: "splits a position of several coordinates" };
    }
    let terms: Vec<(E, IBig)> = target.tuples.iter().map(|t| (t[0].clone(), IBig::ONE)).collect();
    let lost = build::sub(&build::coord(leaf.first), &build::sum(&terms));
    match lost.as_i64().and_then(|k| u64::try_from(k).ok()) {
        Some(loss) => Shape::Split { parts: target.tuples.len(), loss },
        None => Shape::General { why: "splits into parts whose sum is not the whole less a constant" },
    }
}

fn constant_offsets(offsets: &[(usize, E)]) -> Option<Vec<(usize, i64)>> {
    offsets.iter().map(|(c, e)| Some((*c, e.as_i64()?))).collect()
}

/// `n div d` where the guard says that d divides n and n > 0.
fn exact_division(family: &Family, c: usize, e: &E) -> Option<u64> {
    let Expr::Div(n, d, _) = &**e else { return None };
    if **n != Expr::Coord(c) || !family.params.is_empty() {
        return None;
    }
    let divisor = d.as_i64().and_then(|d| u64::try_from(d).ok()).filter(|d| *d >= 2)?;
    let known = build::and(vec![family.before.clone(), family.guard.clone()]);
    let parts = build::conjuncts(&known);
    let exact = parts.contains(&build::divides(d, n));
    let positive = parts.contains(&build::lt(&build::int(0), n)) || parts.contains(&build::not(&build::zero(n)));
    (exact && positive).then_some(divisor)
}

/// Rays and boxes: amounts of at least 1 that may use up their coordinates.
fn amounts(rules: &Ruleset, family: &Family, offsets: &[(usize, E)]) -> Shape {
    let general = |why| Shape::General { why };
    let mut moved: Vec<Moved> = vec![];
    for range in &family.params {
        let coords = taken_by(rules, family, range.var);
        if coords.is_empty() {
            return general("a range whose number is not taken from a coordinate");
        }
        if !uses_up(&range.hi, &coords) {
            return general("a range that does not end where its coordinates do");
        }
        if range.lo.as_i64().is_none_or(|lo| lo < 1) {
            return general("a range whose beginning is no constant of at least 1");
        }
        moved.push((range.var, coords));
    }
    let covered: usize = moved.iter().map(|m| m.1.len()).sum();
    if moved.is_empty() || covered != offsets.len() {
        return general("a target that is not coordinate minus amount");
    }
    let all: Vec<usize> = offsets.iter().map(|o| o.0).collect();
    if family.before.coords().iter().any(|c| all.contains(c)) {
        return general("a condition on a coordinate that moves");
    }
    let Some((except, stop)) = leftover(family, &moved) else {
        return general("a condition on a coordinate that moves, other than on where it arrives");
    };
    let stop = stop || family.before.as_bool() != Some(true);
    match &moved[..] {
        [(var, direction)] => {
            let first = family.params.iter().find(|r| r.var == *var).and_then(|r| r.lo.as_i64()).unwrap_or(1);
            let mut except = except;
            except.extend(1..first.unsigned_abs());
            except.sort_unstable();
            except.dedup();
            Shape::Ray { direction: direction.clone(), except, stop }
        }
        _ if moved.iter().any(|m| m.1.len() > 1) => general("several amounts, one of them from several coordinates"),
        _ if moved.iter().any(|m| m.1[0].1 > 1) => general("several amounts, one of them times a constant"),
        _ if !except.is_empty() || family.params.iter().any(|r| r.lo.as_i64() != Some(1)) => {
            general("several amounts, one of them barred from a number")
        }
        _ => {
            let mut support: Vec<usize> = moved.iter().map(|m| m.1[0].0).collect();
            support.sort_unstable();
            Shape::Box { support, stop }
        }
    }
}

/// A parameter, and the coordinates from which it is taken, each with the constant by which it is multiplied.
type Moved = (usize, Vec<(usize, u64)>);

/// Does a range end where the coordinates from which its number is taken are used up?
fn uses_up(end: &E, coords: &[(usize, u64)]) -> bool {
    if *end == build::min(coords.iter().map(|(c, _)| build::coord(*c)).collect()) {
        return true;
    }
    // No target is negative, so that a quotient or one of the coordinates is end enough.
    let natural = |e: &E| match &**e {
        Expr::Coord(c) => coords.iter().any(|(own, _)| own == c),
        Expr::Div(n, d, _) => coords.iter().any(|(c, k)| **n == Expr::Coord(*c) && d.as_int() == Some(&(*k).into())),
        _ => false,
    };
    let ends = if let Expr::Min(list) = &**end { &list[..] } else { std::slice::from_ref(end) };
    coords.iter().any(|(_, k)| *k > 1) && ends.iter().all(natural)
}

/// What the guard says about amounts: the excluded numbers, and whether there is a stop; `None` if it says anything else.
fn leftover(family: &Family, moved: &[Moved]) -> Option<(Vec<u64>, bool)> {
    let (mut except, mut stop) = (vec![], false);
    for part in build::conjuncts(&family.guard) {
        if part.as_bool() == Some(true) || is_enough(&part, moved) {
            continue;
        }
        if let Some(k) = barred(&part) {
            except.push(k);
        } else if is_stop(&part, moved) {
            stop = true;
        } else {
            return None;
        }
    }
    Some((except, stop))
}

/// `amount != k`
fn barred(e: &C) -> Option<u64> {
    let Cond::Not(inner) = &**e else { return None };
    let Cond::Zero(inner) = &**inner else { return None };
    let (constant, terms) = build::linear(inner);
    match &terms[..] {
        [(t, k)] if matches!(**t, Expr::Var(_)) && k.is_one() => u64::try_from(-constant).ok(),
        _ => None,
    }
}

/// Does a condition such as `2*i <= b` hold wherever no target is negative?
fn is_enough(e: &C, moved: &[Moved]) -> bool {
    let Cond::NonPos(difference) = &**e else { return false };
    let taken = |c| moved.iter().find_map(|(var, coords)| Some((*var, coords.iter().find(|(own, _)| *own == c)?.1)));
    let (constant, terms) = build::linear(&seen_from_target(difference, taken));
    let natural = |e: &Expr| matches!(e, Expr::Coord(_) | Expr::Var(_));
    constant <= IBig::ZERO && terms.iter().all(|(e, k)| natural(e) && *k <= IBig::ZERO)
}

/// Does a condition involve moved coordinates only through their targets?
fn is_stop(e: &C, moved: &[Moved]) -> bool {
    match &**e {
        Cond::Or(list) | Cond::And(list) => list.iter().all(|e| is_stop(e, moved)),
        Cond::Not(inner) => is_stop(inner, moved),
        Cond::Zero(inner) | Cond::NonPos(inner) => {
            let (_, terms) = build::linear(inner);
            let factor = |x: &Expr| terms.iter().find(|(t, _)| **t == *x).map_or(IBig::ZERO, |(_, k)| k.clone());
            let plain = terms.iter().all(|(t, _)| matches!(**t, Expr::Var(_) | Expr::Coord(_)));
            plain
                && moved.iter().all(|(var, coords)| {
                    let taken: IBig = coords.iter().map(|(c, k)| factor(&Expr::Coord(*c)) * IBig::from(*k)).sum();
                    (taken + factor(&Expr::Var(*var))).is_zero()
                })
        }
        _ => {
            let coords = e.coords();
            !e.any_number(&mut |x| matches!(x, Expr::Var(_)))
                && !moved.iter().any(|(_, own)| own.iter().any(|(c, _)| coords.contains(c)))
        }
    }
}

/// The shape of a ruleset.
#[derive(Clone, Debug)]
pub struct Report {
    names: Vec<String>,
    /// The shape of each family, in order.
    pub shapes: Vec<Shape>,
    /// The groups of coordinates that no move joins.
    pub components: Vec<Vec<usize>>,
    /// The symmetries.
    pub symmetry: Symmetry,
    requires: Vec<String>,
    details: Vec<String>,
    splits: bool,
    hash: String,
}

/// The report on the shape of a ruleset.
///
/// ```
/// # use grundy::{Session, rules::shape};
/// let game = Session::new().game("wythoff", None)?;
/// let names: Vec<&str> = shape::report(&game.rules).shapes.iter().map(|s| s.name()).collect();
/// assert_eq!(names, ["ray", "ray", "ray"]);
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[must_use]
pub fn report(rules: &Ruleset) -> Report {
    report_with(rules, Symmetry::of(rules), &|| false)
}

/// The report on the shape of a ruleset; `None` if the work had to end before.
#[must_use]
pub fn report_until(rules: &Ruleset, ended: &dyn Fn() -> bool) -> Option<Report> {
    let report = report_with(rules, Symmetry::until(rules, ended)?, ended);
    (!ended()).then_some(report)
}

fn report_with(rules: &Ruleset, symmetry: Symmetry, ended: &dyn Fn() -> bool) -> Report {
    let names: Vec<String> = rules.coords.iter().map(|c| c.name.clone()).collect();
    let families = || rules.families.iter().take_while(|_| !ended());
    let shapes: Vec<Shape> = families().map(|f| shape(rules, f)).collect();
    let details = families().zip(&shapes).map(|(f, s)| detail(rules, f, s, &names)).collect();
    Report {
        components: groups(rules),
        symmetry,
        requires: rules.requires.iter().map(|(_, e, _)| show(e, &names)).collect(),
        details,
        shapes,
        splits: rules.splits(),
        hash: rules.hash(),
        names,
    }
}

fn list(coords: &[usize], names: &[String]) -> String {
    coords.iter().map(|c| names[*c].as_str()).collect::<Vec<_>>().join(", ")
}

fn detail(rules: &Ruleset, family: &Family, shape: &Shape, names: &[String]) -> String {
    let parts = [&family.before, &family.guard].into_iter().flat_map(build::conjuncts);
    let condition = build::and(parts.filter(|e| barred(e).is_none()).collect());
    let given =
        if condition.as_bool() == Some(true) { String::new() } else { format!(" if {}", show(&condition, names)) };
    match shape {
        Shape::Ray { direction, except, .. } => {
            let but = if except.is_empty() {
                String::new()
            } else {
                let all: Vec<String> = except.iter().map(ToString::to_string).collect();
                format!(" but {}", all.join(", "))
            };
            if direction.iter().any(|(_, k)| *k > 1) {
                let one = |(c, k): &(usize, u64)| match k {
                    1 => format!("i from {}", names[*c]),
                    k => format!("{k}*i from {}", names[*c]),
                };
                let each: Vec<String> = direction.iter().map(one).collect();
                return format!("any number i{but}: {}{given}", each.join(", "));
            }
            let coords: Vec<usize> = direction.iter().map(|(c, _)| *c).collect();
            if !except.is_empty() {
                return format!("any number{but} from {}{given}", list(&coords, names));
            }
            let together = if direction.len() > 1 { "the same number" } else { "any number" };
            format!("{together} from {}{given}", list(&coords, names))
        }
        Shape::Box { support, .. } => format!("any numbers from {}{given}", list(support, names)),
        Shape::Step { offset, .. } => {
            let mut parts: Vec<String> = offset.iter().map(|(c, k)| format!("{} {:+}", names[*c], k)).collect();
            if parts.is_empty() {
                parts.push("nothing changes".to_string());
            }
            format!("{}{given}", parts.join(", "))
        }
        Shape::Division { coord, divisor } => format!("{} div {divisor} where {divisor} divides it", names[*coord]),
        Shape::Split { parts, loss } => format!("{parts} parts, {loss} taken{given}"),
        Shape::General { why } => format!("{} ({why})", target_text(rules, family, names)),
    }
}

fn target_text(rules: &Ruleset, family: &Family, names: &[String]) -> String {
    let mut out = vec![];
    for target in &family.targets {
        let first = rules.leaves[target.leaf].first;
        let tuple = |tuple: &Vec<E>| tuple.iter().map(|e| show(e, names)).collect::<Vec<_>>().join(", ");
        let from = names[first..first + rules.leaves[target.leaf].len].join(", ");
        let mut to: Vec<String> = target.tuples.iter().map(|t| format!("({})", tuple(t))).collect();
        to.extend(target.repeats.iter().map(|r| repeat_text(r, &tuple(&r.tuple), names)));
        out.push(format!("({from}) -> {}", to.join(" + ")));
    }
    out.join(", ")
}

/// The most families that are listed; of the rest, only the number is given.
const LISTED: usize = 24;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "coordinates  {}", self.names.join(", "))?;
        let sum = if self.components.len() > 1 {
            let all: Vec<String> = self.components.iter().map(|c| format!("{{{}}}", list(c, &self.names))).collect();
            format!("sum of {}", all.join(" + "))
        } else {
            "one".to_string()
        };
        writeln!(f, "components   {sum}")?;
        for require in &self.requires {
            writeln!(f, "require      {require}")?;
        }
        for (shape, detail) in self.shapes.iter().zip(&self.details).take(LISTED) {
            writeln!(f, "{:<12} {detail}", shape.name())?;
        }
        if self.shapes.len() > LISTED {
            writeln!(f, "             … and {} more", self.shapes.len() - LISTED)?;
        }
        writeln!(f, "families     {}", self.counts())?;
        writeln!(f, "symmetries   {}", self.symmetries())?;
        if self.splits {
            writeln!(f, "splits       a position can become several; misère play keeps all parts")?;
        }
        write!(f, "rules        {}", self.hash)
    }
}

impl Report {
    /// The number of families of each shape: `2 rays, 1 step`.
    #[must_use]
    pub fn counts(&self) -> String {
        let names = ["ray", "box", "step", "division", "split", "general"];
        let count = |name: &str| self.shapes.iter().filter(|s| s.name() == name).count();
        let plural = |n: usize, name: &str| match (n, name) {
            (1, _) | (_, "general") => format!("{n} {name}"),
            (_, "box") => format!("{n} boxes"),
            _ => format!("{n} {name}s"),
        };
        let all: Vec<String> =
            names.iter().map(|n| (count(n), n)).filter(|(n, _)| *n > 0).map(|(n, name)| plural(n, name)).collect();
        if all.is_empty() { "none: every position is terminal".to_string() } else { all.join(", ") }
    }

    /// The symmetries in words.
    #[must_use]
    pub fn symmetries(&self) -> String {
        let mut all: Vec<String> = self
            .symmetry
            .classes
            .iter()
            .map(|c| format!("{{{}}} may be exchanged freely", list(c, &self.names)))
            .collect();
        for p in &self.symmetry.others {
            let moved: Vec<String> = p
                .iter()
                .enumerate()
                .filter(|(i, j)| i < *j)
                .map(|(i, j)| format!("{} <-> {}", self.names[i], self.names[*j]))
                .collect();
            all.push(moved.join(" with "));
        }
        match all.is_empty() {
            true if !self.symmetry.is_known() => "none looked for among so many coordinates".to_string(),
            true => "none found".to_string(),
            false => all.join("; "),
        }
    }
}
