//! Products of games: `product` and `acrostic`.
//!
//! In: the rulesets of at least two components. Out: the ruleset of one leaf whose tuples are positions of all components side by side. Let a move lead
//! from x to the sum of a1, …, ar in one component, and from y to the sum of b1, …, bs in another. In the product these make one move, from (x, y) to
//! the sum of all (ai, y), (x, bj), (ai, bj) (J. H. Conway, On Numbers and Games, chapter 6; E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning
//! Ways, chapter 14: the Tartan theorem says that values are nim-multiplied). In the acrostic product they are two moves, to the sum of all (ai, y) and to
//! the sum of all (x, bj).

use super::compound::{both, compound_error};
use super::family::FAMILIES;
use super::problem::Result;
use super::term::Product;
use crate::lang::{Code, Diagnostic, Span};
use crate::rules::build;
use crate::rules::change::{Change, Leaves};
use crate::rules::expr::{E, Expr, Range, Tree};
use crate::rules::normal::renumber;
use crate::rules::{Family, Leaf, Repeat, Ruleset, Target};

impl Product {
    fn word(self) -> &'static str {
        match self {
            Product::Direct => "product",
            Product::Acrostic => "acrostic",
        }
    }
}

/// The product of components. Both products are associative, so that any number of components have one.
pub(super) fn product(kind: Product, parts: Vec<Ruleset>, span: Option<Span>) -> Result<Ruleset> {
    let mut rules: Option<Ruleset> = None;
    for part in parts {
        let part = one_leaf(kind, part, span)?;
        rules = Some(match rules {
            Some(before) => joined(kind, before, &part, span)?,
            None => part,
        });
    }
    Ok(rules.unwrap_or_default())
}

/// The rules of a component, with all coordinates in one leaf.
fn one_leaf(kind: Product, rules: Ruleset, span: Option<Span>) -> Result<Ruleset> {
    let word = kind.word();
    if !rules.parts.is_empty() {
        let message = format!(
            "a component of `{word}` has moves that ask about a whole game, as `pass` and `near` do, and there only single positions are known"
        );
        return Err(compound_error(&message, span).help("leave the passes or the restriction out"));
    }
    if rules.leaves.len() == 1 {
        return Ok(Ruleset { leaves: vec![whole(&rules)], ..rules });
    }
    if rules.splits() {
        let message = format!(
            "a component of `{word}` is made of several games, and moves split one of them: what a move leaves there are no positions of the component"
        );
        return Err(compound_error(&message, span).help(
            "a game with rules of its own may split; the product of a sum has the nim-sum of its games' products as its value",
        ));
    }
    let families =
        rules.families.iter().map(|family| Family { targets: vec![merged(&rules, family)], ..family.clone() });
    let requires = rules.requires.iter().map(|(_, condition, place)| (0, condition.clone(), *place));
    Ok(Ruleset {
        coords: rules.coords.clone(),
        leaves: vec![Leaf::of(0, rules.width())],
        requires: requires.collect(),
        families: families.collect(),
        ..Ruleset::default()
    })
}

/// The only leaf of rules, without what it is drawn as.
fn whole(rules: &Ruleset) -> Leaf {
    Leaf { splits: rules.splits(), ..Leaf::of(0, rules.width()) }
}

/// The targets of a move that splits nothing, as one tuple of all coordinates.
fn merged(rules: &Ruleset, family: &Family) -> Target {
    let mut tuple = own(0, rules.width());
    for target in &family.targets {
        for (place, entry) in rules.leaves[target.leaf].range().zip(&target.tuples[0]) {
            tuple[place] = entry.clone();
        }
    }
    Target::of(0, vec![tuple])
}

/// Coordinates that stay as they are.
fn own(first: usize, count: usize) -> Vec<E> {
    (first..first + count).map(build::coord).collect()
}

/// The product of two rulesets of one leaf.
fn joined(kind: Product, a: Ruleset, b: &Ruleset, span: Option<Span>) -> Result<Ruleset> {
    let width = a.width();
    let numbers = |leaf: &Expr| if let Expr::Coord(c) = leaf { Some(build::coord(c + width)) } else { None };
    let shift = Leaves::numbers(&numbers);
    let moves_of_b: Vec<Family> = b.families.iter().map(|family| family.changed(&shift)).collect();
    let sides = Sides { a: own(0, width), b: own(width, b.width()) };
    let families = match kind {
        Product::Direct => sides.in_both(&a.families, &moves_of_b, span)?,
        Product::Acrostic => sides.in_one(a.families, moves_of_b),
    };
    let mut requires = a.requires;
    requires.extend(b.requires.iter().map(|(leaf, condition, place)| (*leaf, shift.condition(condition), *place)));
    let splits = families.iter().any(|family| family.targets[0].only().is_none());
    Ok(Ruleset {
        leaves: vec![Leaf { splits, ..Leaf::of(0, width + b.width()) }],
        coords: a.coords.into_iter().chain(b.coords.iter().cloned()).collect(),
        requires,
        families,
        ..Ruleset::default()
    })
}

/// The coordinates of two components, as entries of a position that stays.
struct Sides {
    a: Vec<E>,
    b: Vec<E>,
}

impl Sides {
    /// The moves of either component beside each position of the other.
    fn in_one(&self, a: Vec<Family>, b: Vec<Family>) -> Vec<Family> {
        let beside = |mut family: Family, before: &[E], behind: &[E]| {
            let target = &mut family.targets[0];
            let repeated = target.repeats.iter_mut().map(|repeat| &mut repeat.tuple);
            target.tuples.iter_mut().chain(repeated).for_each(|tuple| *tuple = [before, tuple, behind].concat());
            family
        };
        let in_a = a.into_iter().map(|family| beside(family, &[], &self.b));
        in_a.chain(b.into_iter().map(|family| beside(family, &self.a, &[]))).collect()
    }

    /// The moves that join one of each component.
    fn in_both(&self, a: &[Family], b: &[Family], span: Option<Span>) -> Result<Vec<Family>> {
        let mut repeats = a.iter().chain(b).flat_map(|family| &family.targets).flat_map(|target| &target.repeats);
        if repeats.any(|repeat| repeat.broken.is_some()) {
            let message = "a move of a component of `product` leaves as many heaps as the position decides, and each of them would stand beside each part of the other component";
            return Err(compound_error(message, span).help("in `acrostic` such moves may be made"));
        }
        let parts = |family: &Family| Pieces::count(&family.targets[0]);
        let left = a.iter().map(parts).flat_map(|r| b.iter().map(parts).map(move |s| r + s + r * s));
        if left.fold(0usize, usize::saturating_add) > FAMILIES {
            return Err(too_large(span));
        }
        Ok(a.iter().flat_map(|in_a| b.iter().map(|in_b| self.crossed(in_a, in_b))).collect())
    }

    /// The move that joins two.
    fn crossed(&self, in_a: &Family, in_b: &Family) -> Family {
        let mut family = both(in_a, in_b);
        let used = family.expressions().map(|e| e.variables()).chain(family.targets.iter().map(Target::variables));
        let mut next = used.fold(family.params.len(), usize::max);
        let [a, b] = [0, 1].map(|side| Pieces::of(&family.targets[side]));
        let stays = [Pieces::alone(&self.a), Pieces::alone(&self.b)];
        let mut target = Target::of(0, vec![]);
        for (left, right) in [(&a, &stays[1]), (&stays[0], &b), (&a, &b)] {
            for (x, y) in left.0.iter().flat_map(|x| right.0.iter().map(move |y| (x, y))) {
                put_beside(x, y, &mut next, &mut target);
            }
        }
        family.targets = vec![target];
        renumber(family)
    }
}

/// What a move leaves: single tuples, which have no ranges, and repeated ones.
struct Pieces(Vec<Repeat>);

impl Pieces {
    fn count(target: &Target) -> usize {
        target.tuples.len() + target.repeats.len()
    }

    fn of(target: &Target) -> Pieces {
        Pieces(target.tuples.iter().map(|tuple| single(tuple)).chain(target.repeats.iter().cloned()).collect())
    }

    fn alone(tuple: &[E]) -> Pieces {
        Pieces(vec![single(tuple)])
    }
}

fn single(tuple: &[E]) -> Repeat {
    Repeat { ranges: vec![], guard: build::boolean(true), tuple: tuple.to_vec(), broken: None }
}

/// Adds a piece of one component beside one of the other to what a move leaves, with variables of its own from `next` on.
fn put_beside(x: &Repeat, y: &Repeat, next: &mut usize, target: &mut Target) {
    let ranges: Vec<Range> = x.ranges.iter().chain(&y.ranges).cloned().collect();
    let tuple: Vec<E> = x.tuple.iter().chain(&y.tuple).cloned().collect();
    let guard = build::and(vec![x.guard.clone(), y.guard.clone()]);
    if ranges.is_empty() && guard.as_bool() == Some(true) {
        target.tuples.push(tuple);
        return;
    }
    let first = *next;
    let fresh = |var: usize| ranges.iter().position(|range| range.var == var).map(|place| first + place);
    let numbers = |leaf: &Expr| if let Expr::Var(v) = leaf { fresh(*v).map(build::var) } else { None };
    let change = Leaves::numbers(&numbers);
    let renamed = |(place, range): (usize, &Range)| Range {
        var: first + place,
        lo: change.number(&range.lo),
        hi: change.number(&range.hi),
    };
    *next += ranges.len();
    target.repeats.push(Repeat {
        ranges: ranges.iter().enumerate().map(renamed).collect(),
        guard: change.condition(&guard),
        tuple: tuple.iter().map(|e| change.number(e)).collect(),
        broken: None,
    });
}

fn too_large(span: Option<Span>) -> Diagnostic {
    let message = format!("the moves of this product leave more than {FAMILIES} parts, counted over all families");
    let error = Diagnostic::limit(Code::TooLarge, message);
    match span {
        Some(span) => error.label(span, "here"),
        None => error,
    }
}
