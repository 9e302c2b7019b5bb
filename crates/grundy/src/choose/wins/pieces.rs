//! The moves of a component that leave a wanted value.
//!
//! In: the rules of a component, a position, a value. Out: the options with this value. Families that run through few numbers at the position are
//! listed. A family that runs through many is read as a *piece*: a ray, whose options are positions of a line, or a heap that falls into two
//! parts. Where the period of the line is proved, the options with the value are the places where it occurs; the value of two parts is the nim-sum
//! of two places of the line.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::options::Options;
use grundy_core::contract::position::{Lists, lists};
use grundy_core::contract::proof::{Effort, Known, Proved};
use grundy_core::contract::reason::{Attempt, Attempted, Reason, asks};
use grundy_core::contract::stop::{Result, Stop};
use grundy_core::enumerate::mover::{Mover, after};
use grundy_core::enumerate::search::{Parts, of_parts};
use grundy_rules::rules::bounds::{Env, Interval, decide, interval};
use grundy_rules::rules::expr::{E, Expr, Range, Tree};
use grundy_rules::rules::normal::moved_by;
use grundy_rules::rules::{Family, Line, LineEntry, Ruleset, build};

use super::super::evaluator::Evaluator;
use super::Reach;
use super::occurrences::{Periodic, Run, Search, ValueAt, last, total};

/// Where a condition must be tested move by move, at most so many moves are tested.
const TESTED: u32 = 1 << 16;

/// The options of a component with the wanted value, each once.
#[derive(Default)]
pub(super) struct Found {
    /// One by one.
    pub(super) single: Vec<Lists<IBig>>,
    /// Pieces, and the indices of their options.
    pub(super) pieces: Vec<(Piece, Vec<Run>)>,
}

/// Options that are numbered by an index; the larger it is, the earlier the option stands in lists.
pub(super) struct Piece {
    shape: Shape,
    /// Disjoint ranges of indices.
    spans: Vec<(IBig, IBig)>,
}

#[derive(PartialEq)]
enum Shape {
    /// Along a direction: the index is the least entry of the direction. The row has the entries off the direction, and on it what is added to the index.
    Ray { direction: Vec<usize>, row: Vec<IBig> },
    /// Two heaps of this sum: the index is the smaller one.
    Halves(IBig),
}

impl Piece {
    /// The option with an index.
    pub(super) fn option(&self, rules: &Ruleset, index: &IBig) -> Lists<IBig> {
        match &self.shape {
            Shape::Halves(sum) => vec![vec![vec![index.clone()], vec![sum - index]]],
            Shape::Ray { direction, row } => {
                let entry = |(c, x): (usize, &IBig)| if direction.contains(&c) { x + index } else { x.clone() };
                lists(rules, &row.iter().enumerate().map(entry).collect::<Vec<_>>())
            }
        }
    }

    fn holds(&self, rules: &Ruleset, option: &Lists<IBig>) -> bool {
        let index = match (&self.shape, &option[..]) {
            (Shape::Halves(_), [tuples]) => tuples[0].first().cloned(),
            (Shape::Ray { direction, row }, _) => {
                let entry = option.iter().flat_map(|tuples| tuples.first()).flatten().nth(direction[0]);
                entry.map(|x| x - &row[direction[0]])
            }
            _ => None,
        };
        let inside = |k: &IBig| self.spans.iter().any(|(lo, hi)| lo <= k && k <= hi);
        index.is_some_and(|k| inside(&k) && self.option(rules, &k) == *option)
    }
}

/// What a family is at a position.
enum Seen {
    /// It runs through few numbers, or through none.
    Short,
    Long {
        piece: Piece,
        certain: bool,
    },
}

/// Finds the options of a component with a value.
pub(super) struct Reader<'a> {
    pub(super) rules: &'a Arc<Ruleset>,
    pub(super) own: &'a [IBig],
    pub(super) evaluator: &'a mut Evaluator,
    pub(super) wanted: &'a IBig,
    pub(super) reach: Reach,
}

impl Reader<'_> {
    /// The options with the value.
    pub(super) fn find(&mut self) -> Attempted<Found> {
        let (mut listed, mut tested, mut pieces) = (vec![], vec![], vec![]);
        for family in &self.rules.families {
            match self.see(family) {
                Err(reason) => return Ok(Attempt::Declined(reason)),
                Ok(Seen::Short) => listed.push(family.clone()),
                Ok(Seen::Long { piece, certain: true }) => joined(&mut pieces, piece),
                Ok(Seen::Long { piece, certain: false }) => tested.push((family, piece)),
            }
        }
        let mut found = Found { single: self.listed(listed)?, pieces: vec![] };
        for piece in pieces {
            match self.runs(&piece)? {
                Attempt::Done(runs) => found.pieces.push((piece, runs)),
                Attempt::Declined(reason) => return Ok(Attempt::Declined(reason)),
            }
        }
        for (family, piece) in tested {
            match self.tested(family, &piece)? {
                Attempt::Done(single) => found.single.extend(single),
                Attempt::Declined(reason) => return Ok(Attempt::Declined(reason)),
            }
        }
        found.single.sort();
        found.single.dedup();
        found.single.retain(|to| !found.pieces.iter().any(|(piece, _)| piece.holds(self.rules, to)));
        Ok(Attempt::Done(found))
    }

    fn see(&self, family: &Family) -> Result<Seen, Reason> {
        let mut at = At { own: self.own, ranges: vec![] };
        let mut numbers = IBig::ONE;
        for range in &family.params {
            let (lo, hi) = (interval(&range.lo, &at).lo, interval(&range.hi, &at).hi);
            let (Some(lo), Some(hi)) = (lo, hi) else {
                return Err(Reason::family(self.rules, family, "runs through numbers whose ends are not seen"));
            };
            numbers *= (&hi - &lo + IBig::ONE).max(IBig::ZERO);
            at.ranges.push((range.var, Interval { lo: Some(lo), hi: Some(hi) }));
        }
        let conditions = build::and(vec![family.before.clone(), family.guard.clone()]);
        let decided = if asks(&conditions) || !conditions.total() { None } else { decide(&conditions, &at) };
        if numbers <= IBig::from(self.reach.short) || decided == Some(false) {
            return Ok(Seen::Short);
        }
        let [range] = &family.params[..] else {
            return Err(Reason::family(self.rules, family, "takes several amounts at once"));
        };
        let (lo, hi) = (exact(&range.lo, &at), exact(&range.hi, &at));
        let (Some(lo), Some(hi)) = (lo, hi) else {
            return Err(Reason::family(self.rules, family, "runs through numbers whose ends are not seen"));
        };
        let certain = decided == Some(true);
        match self.ray(family, range, (&lo, &hi)).or_else(|| self.halves(family, range, (lo, hi), &at)) {
            Some(piece) if certain || matches!(piece.shape, Shape::Ray { .. }) => Ok(Seen::Long { piece, certain }),
            Some(_) => Err(Reason::family(self.rules, family, "is made under a condition on the parts")),
            None => Err(Reason::family(self.rules, family, "is no ray, and leaves no two heaps of a fixed sum")),
        }
    }

    /// A family that lowers the coordinates of a direction by one amount, and changes nothing else.
    fn ray(&self, family: &Family, range: &Range, (lo, hi): (&IBig, &IBig)) -> Option<Piece> {
        let direction = moved_by(self.rules, family, range.var);
        let stays = |leaf: usize, tuple: &[E]| {
            let first = self.rules.leaves[leaf].first;
            (first..).zip(tuple).all(|(c, e)| **e == Expr::Coord(c) || direction.contains(&c))
        };
        let others = family.targets.iter().all(|t| t.only().is_some_and(|tuple| stays(t.leaf, tuple)));
        let least = direction.iter().map(|c| &self.own[*c]).min()?;
        let entry = |(c, x): (usize, &IBig)| if direction.contains(&c) { x - least } else { x.clone() };
        let row = self.own.iter().enumerate().map(entry).collect();
        let (from, to) = ((least - hi).max(IBig::ZERO), least - lo);
        (others && from <= to).then(|| Piece { shape: Shape::Ray { direction, row }, spans: vec![(from, to)] })
    }

    /// A family that leaves two heaps, whose sum does not depend on how it divides them.
    fn halves(&self, family: &Family, range: &Range, (lo, hi): (IBig, IBig), at: &At) -> Option<Piece> {
        let [target] = &family.targets[..] else { return None };
        if self.rules.width() != 1 || !target.repeats.is_empty() || self.evaluator.options().play.is_misere() {
            return None;
        }
        let [a, b] = &target.tuples[..] else { return None };
        let sum = exact(&build::add(a.first()?, b.first()?), at)?;
        let steady = build::sub(a.first()?, &build::var(range.var));
        let base = exact(&steady, at)?;
        let (lo, hi) = ((lo + &base).max(IBig::ZERO), (hi + base).min(sum.clone()));
        let middle = &sum / IBig::from(2);
        let other = (&sum - &hi, &sum - &lo);
        let halves = [(lo, hi), other].map(|(lo, hi)| (lo, hi.min(middle.clone())));
        Some(Piece { shape: Shape::Halves(sum), spans: disjoint(halves.into()) })
    }

    /// The indices of the options of a piece that have the value.
    fn runs(&mut self, piece: &Piece) -> Attempted<Vec<Run>> {
        let line = match &piece.shape {
            Shape::Halves(_) => Line { entries: vec![LineEntry::Runs(0)] },
            Shape::Ray { direction, row } => {
                let entry = |(c, x): (usize, &IBig)| {
                    let x = u64::try_from(x).ok()?;
                    Some(if direction.contains(&c) { LineEntry::Runs(x) } else { LineEntry::Fixed(x) })
                };
                match row.iter().enumerate().map(entry).collect() {
                    Some(entries) => Line { entries },
                    None => return Ok(Attempt::Declined(Reason::gives_up("a line has a number beyond 64 bits"))),
                }
            }
        };
        let along = self.reach.along;
        let mut proved =
            match self.evaluator.prove(&line, Effort::Usual, &mut |reached| reached > along).map_err(Stop::from)? {
                Ok(Known::Proved(proved, _)) => proved,
                Ok(Known::Open(open)) => {
                    let why = format!("the period of the line {line} is not proved: {}", open.why);
                    return Ok(Attempt::Declined(Reason::gives_up(&why)));
                }
                Err(reason) => {
                    let why = format!("the period of the line {line} is not proved: {reason}");
                    return Ok(Attempt::Declined(Reason::gives_up(&why)));
                }
            };
        self.occurring(piece, &mut *proved)
    }

    fn occurring(&self, piece: &Piece, line: &mut dyn Proved) -> Attempted<Vec<Run>> {
        let limits = &self.evaluator.options().limits;
        let [from, period, saltus] = [line.preperiod(), line.period(), line.saltus()].map(IBig::from);
        let (to, value): (_, ValueAt) = match &piece.shape {
            Shape::Ray { .. } => (None, Box::new(move |k: &IBig| line.far(k, limits))),
            Shape::Halves(_) if saltus != IBig::ZERO => {
                return Ok(Attempt::Declined(Reason::gives_up("a heap falls into two whose values grow")));
            }
            Shape::Halves(sum) => {
                let both = move |k: &IBig| {
                    let Some(one) = line.far(k, limits)? else { return Ok(None) };
                    Ok(line.far(&(sum - k), limits)?.map(|other| one ^ other))
                };
                (Some(sum - &from), Box::new(both))
            }
        };
        let periodic = Periodic { from, to, period, saltus };
        let search = Search { periodic, value, wanted: self.wanted, limits };
        Ok(Attempt::Done(search.within(&piece.spans)?))
    }

    /// The options of a piece with the value that are legal moves of the family.
    fn tested(&mut self, family: &Family, piece: &Piece) -> Attempted<Vec<Lists<IBig>>> {
        let runs = match self.runs(piece)? {
            Attempt::Done(runs) => runs,
            Attempt::Declined(reason) => return Ok(Attempt::Declined(reason)),
        };
        if total(&runs) > IBig::from(TESTED) {
            let text = "is made under a condition that would have to be tested move by move, too often";
            return Ok(Attempt::Declined(Reason::family(self.rules, family, text)));
        }
        let Shape::Ray { direction, row } = &piece.shape else { return Ok(Attempt::Done(vec![])) };
        let top = &self.own[direction[0]] - &row[direction[0]];
        let mut legal = vec![];
        for index in last(&runs, TESTED as usize) {
            let mut family = family.clone();
            let amount = build::int(&top - index);
            family.params.iter_mut().for_each(|range| (range.lo, range.hi) = (amount.clone(), amount.clone()));
            legal.extend(self.options(vec![family])?);
        }
        Ok(Attempt::Done(legal))
    }

    /// The options of these families that have the value.
    fn listed(&mut self, families: Vec<Family>) -> Result<Vec<Lists<IBig>>> {
        let mut found = vec![];
        for to in self.options(families)? {
            if self.evaluator.answer(&to)?.value == *self.wanted {
                found.push(to);
            }
        }
        Ok(found)
    }

    /// All options of these families.
    fn options(&self, families: Vec<Family>) -> Result<Vec<Lists<IBig>>> {
        let Options { plain, limits, .. } = self.evaluator.options();
        let rules = Arc::new(Ruleset { families, ..(**self.rules).clone() });
        let from = lists(&rules, self.own);
        let mut mover: Mover<IBig> = Mover::new(&rules, limits);
        let mut parts = of_parts(&rules, *plain, limits);
        let mut hooks = Parts { rules: &rules, position: &from, parts: &mut parts };
        let mut found = vec![];
        mover.each(&from, &mut hooks, &mut |mv| {
            found.push(after(&from, mv));
            if found.len().is_multiple_of(4096) {
                limits.check(found.len() as u64 * 200, "the list of options")?;
            }
            Ok(false)
        })?;
        Ok(found)
    }
}

/// Adds a piece to those of other shapes, or its spans to the piece of the same shape.
fn joined(pieces: &mut Vec<Piece>, piece: Piece) {
    match pieces.iter_mut().find(|other| other.shape == piece.shape) {
        Some(other) => other.spans = disjoint(other.spans.drain(..).chain(piece.spans).collect()),
        None => pieces.push(piece),
    }
}

/// The same indices in disjoint spans, in increasing order.
fn disjoint(mut spans: Vec<(IBig, IBig)>) -> Vec<(IBig, IBig)> {
    spans.retain(|(lo, hi)| lo <= hi);
    spans.sort();
    let mut all: Vec<(IBig, IBig)> = vec![];
    for (lo, hi) in spans {
        match all.last_mut() {
            Some(last) if lo <= last.1 => last.1 = hi.max(last.1.clone()),
            _ => all.push((lo, hi)),
        }
    }
    all
}

/// The value of an expression that bounds settle.
fn exact(e: &E, at: &At) -> Option<IBig> {
    let Interval { lo, hi } = interval(e, at);
    lo.filter(|lo| Some(lo) == hi.as_ref())
}

/// A position, and the ranges of parameters there.
struct At<'a> {
    own: &'a [IBig],
    ranges: Vec<(usize, Interval)>,
}

impl Env for At<'_> {
    fn coord(&self, index: usize) -> Interval {
        let x = self.own.get(index).cloned();
        Interval { lo: x.clone(), hi: x }
    }
    fn var(&self, index: usize) -> Interval {
        let range = self.ranges.iter().find(|(var, _)| *var == index);
        range.map_or_else(Interval::any, |(_, range)| range.clone())
    }
}
