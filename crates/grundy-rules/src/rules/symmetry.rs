//! Symmetries: permutations of coordinates that map the rules to themselves.
//!
//! In: a ruleset. Out: the coordinates that may be exchanged freely, further permutations, and for a position the lexicographically first of
//! its orbit. Every permutation reported maps the rules as written to themselves, up to the order of
//! sums, of conditions that cannot fail, of families and of parameters. A permutation that preserves the game for any other reason
//! is not found.

mod alike;
mod key;

use std::collections::BTreeSet;

use super::build;
use super::change::{self, Change, Changed, Leaves};
use super::expr::{C, Cond, E, Expr, Tree};
use super::ruleset::Ruleset;
pub use alike::Alike;
use key::Images;
#[cfg(test)]
pub(crate) use key::held;

/// The symmetries of a ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symmetry {
    /// Classes of coordinates that may be exchanged freely, each with at least two.
    pub classes: Vec<Vec<usize>>,
    /// Further permutations: coordinate `i` goes to `p[i]`.
    pub others: Vec<Vec<usize>>,
    /// All elements of the group, if there are further permutations and the group is small; empty otherwise.
    group: Vec<Vec<usize>>,
    /// The components of a sum that has further permutations, or more coordinates than are searched for symmetries; empty if these do not tell the group.
    sum: Vec<Alike>,
    /// Were all coordinates searched?
    is_searched: bool,
}

/// The largest group that is written out.
const GROUP: usize = 5040;
/// The largest group whose images of a position are all looked at for the [first](Symmetry::to_first) one.
const LOOKED_AT: usize = 384;
/// Components with more coordinates than this are not searched for symmetries.
const WIDEST: usize = 64;

impl Symmetry {
    /// Finds the symmetries.
    #[must_use]
    pub fn of(rules: &Ruleset) -> Symmetry {
        Symmetry::unless(rules, &|| false)
    }

    /// Finds the symmetries; `None` if the work had to end before. Of thousands of families it takes seconds.
    #[must_use]
    pub fn until(rules: &Ruleset, ended: &dyn Fn() -> bool) -> Option<Symmetry> {
        let symmetry = Symmetry::unless(rules, ended);
        (!ended()).then_some(symmetry)
    }

    /// The symmetries, if the work need not end before.
    fn unless(rules: &Ruleset, ended: &dyn Fn() -> bool) -> Symmetry {
        let n = rules.width();
        let mut symmetry = Symmetry { is_searched: n <= WIDEST, ..Symmetry::default() };
        if n > WIDEST {
            return alike::of(rules, ended).map_or(symmetry, |sum| Symmetry::of_sum(sum, n));
        }
        let images = Images::of(rules, ended);
        let mut class: Vec<usize> = (0..n).collect();
        for i in 0..n {
            for j in i + 1..n {
                if class[i] != class[j] && images.hold(&transposition(n, i, j)) {
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
        symmetry.others =
            block_swaps(rules).into_iter().filter(|p| !ended() && !by_classes(&class, p) && images.hold(p)).collect();
        if !symmetry.others.is_empty() {
            symmetry.group = symmetry.generate(n);
            let sum = alike::of(rules, ended).filter(|sum| alike::hold(sum, &symmetry, n));
            symmetry.sum = sum.unwrap_or_default();
        }
        symmetry
    }

    fn of_sum(sum: Vec<Alike>, n: usize) -> Symmetry {
        let mut classes: Vec<Vec<usize>> = sum.iter().flat_map(Alike::classes).collect();
        classes.sort();
        let others = sum.iter().flat_map(|alike| alike.others(n)).collect();
        Symmetry { classes, others, group: vec![], sum, is_searched: true }
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

    /// Is the first position of each orbit told? Not for a component of too many coordinates, or of too many symmetries.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.is_searched && (self.others.is_empty() || !self.group.is_empty() || !self.sum.is_empty())
    }

    /// The components, where the symmetries are those of each and the exchanges of like ones, if exchanges of single coordinates are not all.
    #[must_use]
    pub fn sum(&self) -> &[Alike] {
        &self.sum
    }

    /// Is a permutation one of the symmetries? All that are no exchanges within the classes are written out.
    fn contains(&self, p: &[usize]) -> bool {
        let own = |i: usize, j: usize| self.classes.iter().any(|class| class.contains(&i) && class.contains(&j));
        p.iter().enumerate().all(|(i, j)| i == *j || own(i, *j)) || self.group.iter().any(|own| own == p)
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
        if !self.sum.is_empty() {
            return sorted && self.sum.iter().all(|alike| alike.is_first(position));
        }
        sorted && self.group.iter().all(|p| image(p, position)[..] >= *position)
    }

    /// Puts a position of its orbit in its place, the same one for all of them: the lexicographically first. Where the group is too large to be looked
    /// at, it is the first of those that exchanges within the classes reach.
    ///
    /// ```
    /// # use grundy::{Session, rules::symmetry::Symmetry};
    /// let game = Session::new().game("star_nim[3]", None)?;
    /// let mut position = [5, 2, 1];
    /// Symmetry::of(&game.rules).to_first(&mut position);
    /// assert_eq!(position, [1, 2, 5]);
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    pub fn to_first<T: Ord + Clone>(&self, position: &mut [T]) {
        if self.has_small_group() {
            if let Some(first) = self.group.iter().map(|p| image(p, position)).min() {
                position.clone_from_slice(&first);
            }
            return;
        }
        for class in &self.classes {
            for end in 1..class.len() {
                let mut k = end;
                while k > 0 && position[class[k]] < position[class[k - 1]] {
                    position.swap(class[k], class[k - 1]);
                    k -= 1;
                }
            }
        }
    }

    /// Does [`Symmetry::to_first`] do more than sort the coordinates of each class?
    #[must_use]
    pub fn has_small_group(&self) -> bool {
        (1..=LOOKED_AT).contains(&self.group.len())
    }
}

/// The position with each coordinate where the permutation puts it.
fn image<T: Clone>(p: &[usize], position: &[T]) -> Vec<T> {
    let mut image = position.to_vec();
    p.iter().zip(position).for_each(|(to, x)| image[*to] = x.clone());
    image
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
