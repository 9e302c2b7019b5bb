//! The parameters of a claim about a family of games.
//!
//! In: `for n in 2.., k in 1..n if …`. Out: tuples of values for which the claim is checked one after the other, the nearest first; and, where every range is one of numbers,
//! the parameters as variables with the condition that they lie in their ranges, for a claim in which the positions carry them.

use dashu_int::IBig;
use grundy_rules::lang::ast::{BinOp, Every, Expr, ExprKind, Ident, Parameters};
use grundy_rules::lang::{Code, Diagnostic, Span};
use grundy_rules::lower::{Eval, Value, elements_of, range_of};
use grundy_rules::rules::bounds::{self, Least};
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{C, E};

type Result<T> = std::result::Result<T, Diagnostic>;

/// Names with their values.
pub(crate) type Given = Vec<(String, Value)>;

/// Where ranges are cut, tuples are added until there are this many.
const ENOUGH: usize = 24;
/// How far above the first numbers of ranges that are cut tuples go, in sum, where the claim states no bound.
const NEAR: u64 = 5;
/// How far they go where the claim states a bound.
const FARTHEST: u64 = 100;
/// Beside parameters that the positions carry, so many tuples of others are listed.
const LISTED: usize = 16;
/// The most tuples of ranges that are not cut, and the most numbers of such a range.
const MOST: usize = 10_000;

/// The names of the parameters, each with its range.
pub(crate) fn names(every: &Every) -> impl Iterator<Item = (&Ident, &Parameters)> {
    every.params.iter().flat_map(|group| group.names.iter().map(move |name| (name, group)))
}

/// Checks that no name stands twice.
///
/// # Errors
/// One that does.
pub(crate) fn check_names(every: &Every) -> Result<()> {
    let mut seen: Vec<&Ident> = vec![];
    for (name, _) in names(every) {
        if let Some(first) = seen.iter().find(|other| other.name == name.name) {
            let message = format!("the parameter `{}` is named twice", name.name);
            return Err(
                Diagnostic::at(Code::DefinedTwice, name.span, message, "again here").label(first.span, "first here")
            );
        }
        seen.push(name);
    }
    Ok(())
}

/// A parameter of a claim whose name means something else in the rules of its game.
pub(crate) fn means_two<'g>(given: &'g [(String, Value)], of_game: &[(String, Value)]) -> Option<&'g str> {
    let same = |a: &Value, b: &Value| match (a, b) {
        (Value::Int(a), Value::Int(b)) => a == b,
        _ => a.show().is_some_and(|a| Some(a) == b.show()),
    };
    let other = |(name, value): &&(String, Value)| of_game.iter().any(|(n, v)| n == name && !same(v, value));
    given.iter().find(other).map(|(name, _)| name.as_str())
}

/// `n = 2, k = 3`
pub(crate) fn told(given: &[(String, Value)]) -> String {
    let one = |(name, value): &(String, Value)| format!("{name} = {}", value.show().unwrap_or_default());
    given.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Tuples of values of the parameters.
pub(crate) struct Tuples {
    pub(crate) list: Vec<Given>,
    /// Are these all?
    pub(crate) are_all: bool,
}

/// All tuples of values, if each range has an end and is no longer than 10,000; else those next to the first numbers, no more than `to` above them.
///
/// # Errors
/// A range that is none, or whose ends are no constants; no tuple at all; more than 10,000.
pub(crate) fn tuples(eval: &mut Eval, every: &Every, to: Option<u64>) -> Result<Tuples> {
    let mut search =
        Search { eval, every, names: names(every).collect(), to, is_cut: false, so_far: vec![], found: vec![] };
    for far in 0..=to.map_or(NEAR, |to| to.min(FARTHEST)) {
        search.extend(far)?;
        if !search.is_cut || search.found.len() >= ENOUGH {
            break;
        }
    }
    if search.found.is_empty() {
        let message = "there is no game in this family: no parameters lie in these ranges";
        return Err(Diagnostic::at(Code::Parameter, every.params[0].range.span, message, "here"));
    }
    Ok(Tuples { are_all: !search.is_cut, list: search.found })
}

struct Search<'a> {
    eval: &'a mut Eval,
    every: &'a Every,
    names: Vec<(&'a Ident, &'a Parameters)>,
    to: Option<u64>,
    /// Are there numbers in a range that are not looked at?
    is_cut: bool,
    so_far: Given,
    found: Vec<Given>,
}

impl Search<'_> {
    /// Adds the tuples that begin with the values so far, and lie just so far, in sum, from the first numbers of the ranges that are cut.
    fn extend(&mut self, far: u64) -> Result<()> {
        let Some((name, group)) = self.names.get(self.so_far.len()).copied() else {
            return if far == 0 { self.add() } else { Ok(()) };
        };
        for (value, used) in self.values(group, far)? {
            self.so_far.push((name.name.clone(), value));
            self.extend(far - used)?;
            self.so_far.pop();
        }
        Ok(())
    }

    fn add(&mut self) -> Result<()> {
        let given = self.so_far.clone();
        let fits = match &self.every.filter {
            Some(filter) => self.eval.with(given.clone(), |eval| constant_condition(eval, filter))?,
            None => true,
        };
        if fits {
            self.found.push(given);
        }
        if self.found.len() > MOST {
            let message = format!("a claim is about at most {MOST} games");
            let span = self.every.params[0].range.span;
            return Err(Diagnostic::limit(Code::TooLarge, message).label(span, "these are more"));
        }
        Ok(())
    }

    /// The values of a parameter, each with how far it lies from the first one, which counts for ranges that are cut.
    fn values(&mut self, group: &Parameters, far: u64) -> Result<Vec<(Value, u64)>> {
        let span = group.range.span;
        let so_far = self.so_far.clone();
        let wrong = || {
            let message = "the range of a parameter is `1..5`, `1..`, or a set of constants";
            Diagnostic::at(Code::Parameter, span, message, "this is none")
        };
        if group.is_endless {
            let first = self.eval.with(so_far, |eval| eval.int(&group.range))?;
            return self.near(&first, None, far, span);
        }
        let set = self.eval.with(so_far, |eval| eval.eval(&group.range))?;
        if let Some((lo, hi)) = range_of(&set) {
            let (first, last) = lo.as_int().zip(hi.as_int()).ok_or_else(wrong)?;
            let Some(more) = usize::try_from(last - first).ok().filter(|more| *more < MOST) else {
                let is_empty = last < first;
                return if is_empty { Ok(vec![]) } else { self.near(&lo, u64::try_from(last).ok(), far, span) };
            };
            return Ok((0..=more).map(|value| (Value::Int(build::int(first + IBig::from(value))), 0)).collect());
        }
        let Value::Set(set) = &set else { return Err(wrong()) };
        let there = |(there, value): (C, Value)| match there.as_bool() {
            Some(there) => Ok(there.then_some((value, 0))),
            None => Err(wrong()),
        };
        elements_of(set).ok_or_else(wrong)?.into_iter().filter_map(|element| there(element).transpose()).collect()
    }

    /// The numbers from the first one on.
    fn near(&mut self, first: &E, last: Option<u64>, far: u64, span: Span) -> Result<Vec<(Value, u64)>> {
        self.is_cut = true;
        let Some(first) = first.as_i64().and_then(|first| u64::try_from(first).ok()) else {
            let message = "a range without an end begins with a natural number";
            return Err(Diagnostic::at(Code::Parameter, span, message, "here").help("such as `for k in 1..`"));
        };
        let most = self.to.unwrap_or(u64::MAX).min(last.unwrap_or(u64::MAX).saturating_sub(first));
        let near = (0..=far).filter(|used| *used <= most);
        Ok(near.map(|used| (Value::Int(build::int(first + used)), used)).collect())
    }
}

fn constant_condition(eval: &mut Eval, filter: &Expr) -> Result<bool> {
    let of_parameters =
        "the condition behind `if` is one on the parameters; one on positions is `where …`, before `for`";
    let condition = eval.condition(filter).map_err(|error| error.help(of_parameters))?;
    condition.as_bool().ok_or_else(|| {
        let message = "the condition on the parameters speaks of something else";
        Diagnostic::at(Code::Varies, filter.span, message, "is not decided by the parameters")
    })
}

/// Parameters of which some are listed, and the positions carry the others.
struct Split {
    /// Tuples of values of the former; there is one, without values, if the positions carry all.
    listed: Vec<Given>,
    /// The latter.
    carried: Every,
}

/// Lists the parameters of which there are few values whatever the others are.
fn split(eval: &mut Eval, every: &Every) -> Split {
    let (mut listed, mut params, mut rest): (_, _, Vec<Parameters>) = (vec![vec![]], vec![], vec![]);
    for group in &every.params {
        let more = Every { params: [&params[..], std::slice::from_ref(group)].concat(), filter: None };
        // A range that speaks of a carried parameter varies, also where a definition has the same name.
        let names = rest.iter().flat_map(|group| &group.names);
        let carried = names.map(|name| (name.name.clone(), Value::Int(build::coord(0)))).collect();
        match eval.with(carried, |eval| tuples(eval, &more, None)) {
            Ok(Tuples { list, are_all: true }) if list.len() <= LISTED => (listed, params) = (list, more.params),
            _ => rest.push(group.clone()),
        }
    }
    Split { listed, carried: Every { params: rest, filter: every.filter.clone() } }
}

/// What is made of a family, with all its parameters at once; or, where that fails and some of them can be listed, with each tuple of these.
///
/// # Errors
/// Why it fails with all parameters at once; or with some tuple.
pub(crate) fn at_once_or_listed<T, W>(
    eval: &mut Eval,
    every: &Every,
    make: impl Fn(Given, &Every) -> std::result::Result<Vec<T>, W>,
) -> std::result::Result<Vec<T>, W> {
    make(vec![], every).or_else(|why| {
        let Split { listed, carried } = split(eval, every);
        if listed.len() <= 1 || carried.params.is_empty() {
            return Err(why);
        }
        let each = listed.into_iter().map(|given| make(given, &carried));
        Ok(each.collect::<std::result::Result<Vec<Vec<T>>, W>>()?.into_iter().flatten().collect())
    })
}

/// The parameters as variables of a claim.
#[derive(Default)]
pub(crate) struct Carried {
    pub(crate) given: Given,
    /// The least value of each.
    pub(crate) least: Vec<IBig>,
    /// They lie in their ranges.
    pub(crate) in_ranges: Vec<C>,
}

/// The parameters as variables of a claim, which are its first ones.
///
/// # Errors
/// A range that is none of natural numbers.
pub(crate) fn carried(eval: &mut Eval, every: &Every) -> Result<Carried> {
    let Carried { mut given, mut least, mut in_ranges } = Carried::default();
    for (name, group) in names(every) {
        let own = build::coord(given.len());
        let (lo, hi) = eval.with(given.clone(), |eval| ends(eval, group))?;
        least.push(bounds::interval(&lo, &Least { first: 0, least: &least }).lo.unwrap_or(IBig::ZERO).max(IBig::ZERO));
        in_ranges.push(build::le(&lo, &own));
        in_ranges.extend(hi.map(|hi| build::le(&own, &hi)));
        given.push((name.name.clone(), Value::Int(own)));
    }
    if let Some(filter) = &every.filter {
        in_ranges.push(eval.with(given.clone(), |eval| eval.condition(filter))?);
    }
    Ok(Carried { given, least, in_ranges })
}

fn ends(eval: &mut Eval, group: &Parameters) -> Result<(E, Option<E>)> {
    match &group.range.kind {
        _ if group.is_endless => Ok((eval.int(&group.range)?, None)),
        ExprKind::Binary(BinOp::Range, lo, hi) => Ok((eval.int(lo)?, Some(eval.int(hi)?))),
        _ => {
            let message = "a coordinate runs through the numbers of a range, and through no other set";
            Err(Diagnostic::at(Code::Varies, group.range.span, message, "this is no range"))
        }
    }
}
