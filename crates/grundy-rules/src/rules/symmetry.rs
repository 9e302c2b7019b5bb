//! Symmetries: permutations of coordinates that map the rules to themselves.
//!
//! In: a ruleset. Out: the coordinates that may be exchanged freely, further permutations, and for a position whether it is the
//! lexicographically first of its orbit. Every permutation reported maps the rules as written to themselves, up to the order of
//! sums, of conditions that cannot fail, of families and of parameters. A permutation that preserves the game for any other reason
//! is not found.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::build;
use super::change::{self, Change, Changed, Leaves};
use super::expr::{C, Cond, E, Expr, Tree};
use super::ruleset::{Family, Repeat, Role, Ruleset, Target};
use crate::lang::Heaps;

/// The symmetries of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Classes of coordinates that may be exchanged freely, each with at least two.
    pub classes: Vec<Vec<usize>>,
    /// Further permutations: coordinate `i` goes to `p[i]`.
    pub others: Vec<Vec<usize>>,
    /// All elements of the group, if there are further permutations and the group is small; empty otherwise.
    group: Vec<Vec<usize>>,
}

/// The largest group that is written out.
const GROUP: usize = 5040;
/// Rulesets with more coordinates than this are not searched for symmetries.
const WIDEST: usize = 64;

impl Symmetry {
    /// Finds the symmetries.
    #[must_use]
    pub fn of(rules: &Ruleset) -> Symmetry {
        let n = rules.width();
        let mut symmetry = Symmetry { classes: vec![], others: vec![], group: vec![] };
        if n > WIDEST {
            return symmetry;
        }
        let own = Key::of(rules, &(0..n).collect::<Vec<_>>());
        let holds = |p: &[usize]| own.is_some() && Key::of(rules, p) == own;
        let mut class: Vec<usize> = (0..n).collect();
        for i in 0..n {
            for j in i + 1..n {
                if class[i] != class[j] && holds(&transposition(n, i, j)) {
                    let (from, to) = (class[i].max(class[j]), class[i].min(class[j]));
                    class.iter_mut().filter(|c| **c == from).for_each(|c| *c = to);
                }
            }
        }
        for c in 0..n {
            let members: Vec<usize> = (0..n).filter(|i| class[*i] == c).collect();
            if members.len() > 1 {
                symmetry.classes.push(members);
            }
        }
        symmetry.others = block_swaps(rules).into_iter().filter(|p| !by_classes(&class, p) && holds(p)).collect();
        if !symmetry.others.is_empty() {
            symmetry.group = symmetry.generate(n);
        }
        symmetry
    }

    fn generate(&self, n: usize) -> Vec<Vec<usize>> {
        let mut generators = self.others.clone();
        for class in &self.classes {
            generators.extend(class.windows(2).map(|w| transposition(n, w[0], w[1])));
        }
        let identity: Vec<usize> = (0..n).collect();
        let mut all = BTreeSet::from([identity.clone()]);
        let mut fresh = vec![identity];
        while let Some(p) = fresh.pop() {
            for g in &generators {
                let next: Vec<usize> = p.iter().map(|i| g[*i]).collect();
                if all.insert(next.clone()) {
                    fresh.push(next);
                }
            }
            if all.len() > GROUP {
                return vec![];
            }
        }
        all.into_iter().collect()
    }

    /// Is there no symmetry but the identity?
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        self.classes.is_empty() && self.others.is_empty()
    }

    /// May all `width` coordinates be exchanged freely?
    #[must_use]
    pub fn is_all(&self, width: usize) -> bool {
        self.classes.iter().any(|class| class.len() == width)
    }

    /// Do the symmetries map the box with these bounds to itself?
    #[must_use]
    pub fn keeps(&self, hi: &[u64]) -> bool {
        self.classes.iter().all(|class| class.windows(2).all(|pair| hi[pair[0]] == hi[pair[1]]))
            && self.others.iter().all(|p| p.iter().enumerate().all(|(i, j)| hi[i] == hi[*j]))
    }

    /// Is the position the lexicographically first of its orbit?
    ///
    /// ```
    /// # use grundy::{Session, rules::symmetry::Symmetry};
    /// let game = Session::new().game("star_nim[3]", None)?;
    /// let symmetry = Symmetry::of(&game.rules);
    /// assert!(symmetry.is_first(&[1, 2, 5]) && !symmetry.is_first(&[2, 1, 5]));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn is_first(&self, position: &[u64]) -> bool {
        let sorted = self.classes.iter().all(|class| class.windows(2).all(|w| position[w[0]] <= position[w[1]]));
        let image = |p: &Vec<usize>| {
            let mut image = vec![0; position.len()];
            p.iter().zip(position).for_each(|(to, x)| image[*to] = *x);
            image
        };
        sorted && self.group.iter().all(|p| image(p)[..] >= *position)
    }
}

fn transposition(n: usize, i: usize, j: usize) -> Vec<usize> {
    let mut p: Vec<usize> = (0..n).collect();
    p.swap(i, j);
    p
}

/// Does the permutation only exchange coordinates of one class?
fn by_classes(class: &[usize], p: &[usize]) -> bool {
    p.iter().enumerate().all(|(i, j)| class[i] == class[*j])
}

/// The permutations to be tried: exchanges of two blocks of coordinates of the same length, as for equal strips or equal components, and the
/// reversal of all coordinates.
fn block_swaps(rules: &Ruleset) -> Vec<Vec<usize>> {
    let n = rules.width();
    let mut swaps = vec![];
    for len in 1..=n / 2 {
        for first in 0..=n - 2 * len {
            for second in first + len..=n - len {
                if (second - first) % len != 0 && second != first + len {
                    continue;
                }
                let mut p: Vec<usize> = (0..n).collect();
                for k in 0..len {
                    p.swap(first + k, second + k);
                }
                swaps.push(p);
            }
        }
    }
    // The reversal of all coordinates, for rules that read the same from both ends.
    let reversal: Vec<usize> = (0..n).rev().collect();
    swaps.push(reversal);
    swaps
}

/// The rules as sets, after a permutation of the coordinates. Rules with equal keys are equal.
#[derive(PartialEq, Eq)]
struct Key {
    leaves: BTreeSet<(Vec<usize>, bool)>,
    roles: Vec<(usize, Option<u64>)>,
    requires: BTreeSet<C>,
    families: BTreeSet<FamilyKey>,
    parts: BTreeSet<(Vec<usize>, String)>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct FamilyKey {
    before: C,
    guard: C,
    params: Vec<(E, E)>,
    targets: Vec<Vec<Vec<(usize, E)>>>,
    repeats: Vec<RepeatKey>,
}

/// The ranges, the condition and the tuple of a repeat, and what is chosen of its values.
type RepeatKey = (Vec<(E, E)>, C, Vec<(usize, E)>, Option<Heaps>);

impl Key {
    /// `None` when the permutation does not map parts to parts.
    fn of(rules: &Ruleset, p: &[usize]) -> Option<Key> {
        let parts = part_map(rules, p)?;
        let numbers = |leaf: &Expr| if let Expr::Coord(c) = leaf { Some(build::coord(p[*c])) } else { None };
        let atoms = |atom: &Cond| match atom {
            Cond::Terminal(k) => Some(Arc::new(Cond::Terminal(parts[*k]))),
            Cond::TargetP(k) => Some(Arc::new(Cond::TargetP(parts[*k]))),
            _ => None,
        };
        let change = Sorted(Leaves { numbers: &numbers, atoms: &atoms });
        let leaf = |l: &super::ruleset::Leaf| {
            let mut coords: Vec<usize> = l.range().map(|c| p[c]).collect();
            coords.sort_unstable();
            (coords, l.splits)
        };
        let mut roles: Vec<(usize, Option<u64>)> = (0..rules.width())
            .map(|c| match rules.coords[c].role {
                Role::Own => (p[c], None),
                Role::Passes(k) => (p[c], Some(k)),
                Role::Flag => (p[c], Some(u64::MAX)),
            })
            .collect();
        roles.sort_unstable();
        let place = |k: usize| {
            let part = &rules.parts[k];
            let mut coords: Vec<usize> = (part.first..part.first + part.rules.width()).map(|c| p[c]).collect();
            coords.sort_unstable();
            (coords, part.rules.hash())
        };
        Some(Key {
            leaves: rules.leaves.iter().map(leaf).collect(),
            roles,
            requires: rules.requires.iter().map(|(_, e, _)| change.condition(e)).collect(),
            families: rules.families.iter().map(|f| family_key(rules, f, p, &change)).collect(),
            parts: (0..rules.parts.len()).map(place).collect(),
        })
    }
}

/// The image of each part: an equal part, entry by entry or by a symmetry of the part; `None` if some part has no such image.
fn part_map(rules: &Ruleset, p: &[usize]) -> Option<Vec<usize>> {
    let mut map = vec![];
    for part in &rules.parts {
        let width = part.rules.width();
        let images: Vec<usize> = (part.first..part.first + width).map(|c| p[c]).collect();
        let least = *images.iter().min()?;
        let target =
            rules.parts.iter().position(|q| q.first == least && q.rules.width() == width && q.rules == part.rules)?;
        let local: Vec<usize> = images.iter().map(|c| c.wrapping_sub(least)).collect();
        if local.iter().any(|c| *c >= width) {
            return None;
        }
        let straight = local.iter().enumerate().all(|(i, c)| i == *c);
        if !straight {
            let identity: Vec<usize> = (0..width).collect();
            if Key::of(&part.rules, &local)? != Key::of(&part.rules, &identity)? {
                return None;
            }
        }
        map.push(target);
    }
    Some(map)
}

fn family_key(rules: &Ruleset, f: &Family, p: &[usize], change: &dyn Change) -> FamilyKey {
    let entries = |t: &Target, tuple: &Vec<E>| {
        let first = rules.leaves[t.leaf].first;
        let mut entries: Vec<(usize, E)> =
            tuple.iter().enumerate().map(|(i, e)| (p[first + i], change.number(e))).collect();
        entries.sort_by_key(|(c, _)| *c);
        entries
    };
    let tuples = |t: &Target| t.tuples.iter().map(|tuple| entries(t, tuple)).collect();
    let mut targets: Vec<Vec<Vec<(usize, E)>>> = f.targets.iter().map(tuples).collect();
    targets.sort();
    // Parameters are sorted by the coordinates they move, so that their order in the text does not matter.
    let mut order: Vec<usize> = (0..f.params.len()).collect();
    let dependent = f.params.iter().any(|r| f.params.iter().any(|q| r.lo.uses(q.var) || r.hi.uses(q.var)));
    if !dependent {
        let first_use = |v: usize| {
            targets.iter().flatten().flatten().find(|(_, e)| e.uses(f.params[v].var)).map_or(usize::MAX, |(c, _)| *c)
        };
        order.sort_by_key(|v| first_use(*v));
    }
    let renamed = |leaf: &Expr| {
        let Expr::Var(v) = leaf else { return None };
        let k = f.params.iter().position(|r| r.var == *v)?;
        order.iter().position(|o| *o == k).map(build::var)
    };
    let rename = Sorted(Leaves::numbers(&renamed));
    for (_, e) in targets.iter_mut().flatten().flatten() {
        *e = rename.number(e);
    }
    let both = |e: &E| rename.number(&change.number(e));
    let condition = |c: &C| rename.condition(&change.condition(c));
    let repeat = |t: &Target, r: &Repeat| {
        let ranges = r.ranges.iter().map(|range| (both(&range.lo), both(&range.hi))).collect();
        let tuple = entries(t, &r.tuple).into_iter().map(|(c, e)| (c, rename.number(&e))).collect();
        (ranges, condition(&r.guard), tuple, r.broken)
    };
    let mut repeats: Vec<RepeatKey> = f.targets.iter().flat_map(|t| t.repeats.iter().map(|r| repeat(t, r))).collect();
    repeats.sort();
    FamilyKey {
        before: condition(&f.before),
        guard: condition(&f.guard),
        params: order.iter().map(|k| (both(&f.params[*k].lo), both(&f.params[*k].hi))).collect(),
        targets,
        repeats,
    }
}

/// Other leaves, and what comes of them [in order](ordered).
struct Sorted<'a>(Leaves<'a>);

impl Change for Sorted<'_> {
    fn number(&self, e: &E) -> E {
        ordered(&self.0.number(e))
    }
    fn condition(&self, c: &C) -> C {
        ordered_condition(&self.0.condition(c))
    }
}

/// An equivalent condition in which the parts of `and` and `or` are sorted if none can fail, and coordinates stated to be equal are
/// replaced by the first of them.
fn ordered_condition(c: &C) -> C {
    let all = |list: &[C]| list.iter().map(ordered_condition).collect::<Vec<C>>();
    match &**c {
        Cond::And(list) => {
            let mut list = substitute_equality(all(list));
            if list.iter().all(never_fails) {
                list.sort();
            }
            build::and(list)
        }
        Cond::Or(list) => {
            let mut list = all(list);
            // `not (a = b and c)` is stored as `a != b or not c`, so here, too, b may be replaced by a in the other parts.
            let negated: Vec<C> = substitute_equality(list.iter().map(build::not).collect());
            if let Cond::And(inner) = &*build::and(negated) {
                list = inner.iter().map(build::not).collect();
            }
            if list.iter().all(never_fails) {
                list.sort();
            }
            build::or(list)
        }
        Cond::Not(a) => build::not(&ordered_condition(a)),
        Cond::If(c, a, b) => {
            build::choose_condition(&ordered_condition(c), &ordered_condition(a), &ordered_condition(b))
        }
        Cond::NonPos(a) => build::non_pos(&ordered(a)),
        Cond::Zero(a) => build::zero(&ordered(a)),
        Cond::Same(a, b) => build::same(&ordered_condition(a), &ordered_condition(b)),
        _ => c.clone(),
    }
}

/// An equivalent number, in which conditions are [in order](ordered_condition).
fn ordered(e: &E) -> E {
    let all = |list: &[E]| list.iter().map(ordered).collect::<Vec<E>>();
    match &**e {
        Expr::If(c, a, b) => build::choose(&ordered_condition(c), &ordered(a), &ordered(b)),
        Expr::Sum(c, terms) => {
            let list: Vec<(E, dashu_int::IBig)> = std::iter::once((build::int(c.clone()), dashu_int::IBig::ONE))
                .chain(terms.iter().map(|(t, k)| (ordered(t), k.clone())))
                .collect();
            build::sum(&list)
        }
        Expr::Div(a, b, place) => build::div(&ordered(a), &ordered(b), *place),
        Expr::Mod(a, b, place) => build::modulo(&ordered(a), &ordered(b), *place),
        Expr::Min(list) => build::min(all(list)),
        Expr::Max(list) => build::max(all(list)),
        Expr::Xor(list, place) => build::xor(&all(list), *place),
        _ => e.clone(),
    }
}

/// Can an expression not fail? A question about the position itself has an answer, whatever the order of its coordinates.
fn never_fails(c: &C) -> bool {
    match &**c {
        _ if c.total() => true,
        Cond::And(list) | Cond::Or(list) => list.iter().all(never_fails),
        Cond::Not(a) => never_fails(a),
        Cond::Zero(a) | Cond::NonPos(a) => number_never_fails(a),
        Cond::Same(a, b) => never_fails(a) && never_fails(b),
        _ => false,
    }
}

/// As [`never_fails`], of a number.
fn number_never_fails(e: &E) -> bool {
    match &**e {
        Expr::Ask(_, entries, _) => entries.is_empty(),
        Expr::Sum(_, terms) => terms.iter().all(|(term, _)| number_never_fails(term)),
        _ => e.total(),
    }
}

/// The orders of some numbers, as they stand first.
///
/// ```
/// use grundy::rules::symmetry::orders;
///
/// assert_eq!(orders(&[1, 5]), [[1, 5], [5, 1]]);
/// ```
#[must_use]
pub fn orders(list: &[usize]) -> Vec<Vec<usize>> {
    if list.is_empty() {
        return vec![vec![]];
    }
    let first = |i: usize| {
        let mut rest = list.to_vec();
        let head = rest.remove(i);
        orders(&rest).into_iter().map(move |tail| [vec![head], tail].concat())
    };
    (0..list.len()).flat_map(first).collect()
}

/// Does an expression stay the same, whichever of the first coordinates are exchanged? Up to the order of sums and of conditions that cannot fail.
#[must_use]
pub fn is_symmetric<T: Changed + PartialEq>(e: &T, width: usize) -> bool {
    let own = e.changed(&Sorted(Leaves::numbers(&|_| None)));
    (1..width).all(|i| {
        let exchanged = |leaf: &Expr| match leaf {
            Expr::Coord(c) if *c == i => Some(build::coord(i - 1)),
            Expr::Coord(c) if *c + 1 == i => Some(build::coord(i)),
            _ => None,
        };
        e.changed(&Sorted(Leaves::numbers(&exchanged))) == own
    })
}

/// In a conjunction with the part `x_a = x_b`, replaces x_b by x_a in all other parts; but not in those before it that can fail, since they are
/// evaluated where the coordinates differ, too.
fn substitute_equality(list: Vec<C>) -> Vec<C> {
    let pair = list.iter().position(|e| equal_coords(e).is_some());
    let Some((k, (a, b))) = pair.and_then(|k| equal_coords(&list[k]).map(|pair| (k, pair))) else { return list };
    let replace = |e: &C| {
        change::substitute(e, &|leaf| match leaf {
            Expr::Coord(c) if *c == b => Some(build::coord(a)),
            _ => None,
        })
    };
    let stays = |i: usize, e: &C| i == k || i < k && !never_fails(e);
    list.iter().enumerate().map(|(i, e)| if stays(i, e) { e.clone() } else { replace(e) }).collect()
}

/// `x_a = x_b` with a < b.
fn equal_coords(e: &C) -> Option<(usize, usize)> {
    let Cond::Zero(inner) = &**e else { return None };
    let (constant, terms) = build::linear(inner);
    let [(s, k), (t, l)] = &terms[..] else { return None };
    let (Expr::Coord(a), Expr::Coord(b)) = (&**s, &**t) else { return None };
    let opposite = (k + l).is_zero() && constant.is_zero();
    opposite.then(|| ((*a).min(*b), (*a).max(*b)))
}
