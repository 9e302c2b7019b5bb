//! Cells that a symmetry of the rules maps to earlier cells of the same table.
//!
//! In: rules and the bounds of a table in row-major order. Out: for a cell, the number of an earlier cell with the same value, if there is one.
//! A cell has one if the first of two exchangeable coordinates is the greater, or if another symmetry maps the cell to an earlier one. A symmetry
//! maps positions to positions and options to options, so such a cell need not be computed, in normal and in misère play. Where
//! bounds differ, the earlier cell must lie inside them.

use grundy_rules::rules::expr::Tree;
use grundy_rules::rules::symmetry::Symmetry;
use grundy_rules::rules::{Family, Ruleset};

/// Finds earlier cells of equal value.
#[derive(Clone, Debug, Default)]
pub struct Mirror {
    pairs: Vec<Pair>,
    others: Vec<Vec<Image>>,
}

/// Two neighbouring coordinates of a class.
#[derive(Clone, Debug)]
struct Pair {
    first: usize,
    second: usize,
    /// The bound of the second coordinate.
    most: i64,
    /// How far back the exchanged cell lies where the two coordinates differ by 1.
    back: usize,
}

/// The bound and the stride of the coordinate to which a symmetry maps a coordinate.
#[derive(Clone, Debug)]
struct Image {
    most: i64,
    stride: usize,
}

/// A symmetry is looked for only in tables with at least this many cells times the square of the number of coordinates: a smaller table
/// is finished sooner than the search.
const WORTH: usize = 64;

impl Mirror {
    /// The symmetries of rules whose moves lead to earlier cells of the box, also after any symmetry is applied. Rules that may be undefined
    /// somewhere get no symmetries here: conditions are evaluated in the order in which they are written, so one cell of a class may be defined
    /// and another not.
    pub fn of(rules: &Ruleset, hi: &[u64], strides: &[usize]) -> Mirror {
        let (n, cells) = (hi.len(), strides.first().map_or(1, |s| s * (hi[0] as usize + 1)));
        if n < 2 || cells < WORTH * n * n || !total(rules) {
            return Mirror::default();
        }
        let symmetry = Symmetry::of(rules);
        let pair = |w: &[usize]| {
            let (first, second) = (w[0], w[1]);
            // If the second coordinate is always 0, there is nothing to exchange.
            let back = strides[first].saturating_sub(strides[second]);
            Pair { first, second, most: hi[second] as i64, back }
        };
        let image = |to: &usize| Image { most: hi[*to] as i64, stride: strides[*to] };
        Mirror {
            pairs: symmetry.classes.iter().flat_map(|c| c.windows(2)).map(pair).collect(),
            others: symmetry.others.iter().map(|p| p.iter().map(image).collect()).collect(),
        }
    }

    /// Are these two coordinates exchanged with each other?
    pub fn exchanges(&self, first: usize, second: usize) -> bool {
        self.pairs.iter().any(|p| (p.first, p.second) == (first, second))
    }

    /// Keeps only the exchanges of two coordinates that `allowed` accepts, and no other symmetries.
    pub fn only(&self, allowed: impl Fn(usize, usize) -> bool) -> Mirror {
        let pairs = self.pairs.iter().filter(|p| allowed(p.first, p.second)).cloned().collect();
        Mirror { pairs, others: vec![] }
    }

    /// An earlier cell with the same value as this one; both or neither hold a position.
    #[inline]
    pub fn earlier(&self, at: &[i64], index: usize) -> Option<usize> {
        for pair in &self.pairs {
            let (a, b) = (at[pair.first], at[pair.second]);
            if b < a && a <= pair.most {
                return Some(index - (a - b) as usize * pair.back);
            }
        }
        self.others.iter().find_map(|images| {
            let inside = images.iter().zip(at).all(|(image, x)| *x <= image.most);
            let to: usize = images.iter().zip(at).map(|(image, x)| *x as usize * image.stride).sum();
            (inside && to < index).then_some(to)
        })
    }
}

/// Are all conditions, ranges and targets of these rules, and of the parts that they ask about, defined everywhere?
pub fn total(rules: &Ruleset) -> bool {
    let family = |f: &Family| f.expressions().all(|e| e.total());
    rules.requires.iter().all(|(_, c, _)| c.total())
        && rules.families.iter().all(family)
        && rules.parts.iter().all(|part| total(&part.rules))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::session::Session;

    fn mirror(game: &str, hi: &[u64]) -> Mirror {
        let game = Session::new().game(game, None).expect("a game");
        let mut strides = vec![1; hi.len()];
        for i in (1..hi.len()).rev() {
            strides[i - 1] = strides[i] * (hi[i] as usize + 1);
        }
        Mirror::of(&game.rules, hi, &strides)
    }

    #[test]
    fn cells_inside_the_bounds_have_earlier_ones() {
        let mirror = mirror("wythoff", &[99, 49]);
        let earlier = |a: i64, b: i64| mirror.earlier(&[a, b], (50 * a + b) as usize);
        assert_eq!(earlier(7, 3), Some(50 * 3 + 7));
        assert_eq!(earlier(49, 0), Some(49));
        assert_eq!([earlier(3, 7), earlier(7, 7), earlier(50, 3)], [None; 3], "sorted, equal, and outside");
    }

    #[test]
    fn equal_components_are_exchanged_as_blocks() {
        let mirror = mirror("near(silver_dollar[2], silver_dollar[2])", &[9, 9, 9, 9, 1]);
        let index = |at: [usize; 5]| at[..4].iter().fold(0, |n, x| 10 * n + x) * 2 + at[4];
        let earlier = |at: [usize; 5]| mirror.earlier(&at.map(|x| x as i64), index(at));
        assert_eq!(earlier([3, 5, 1, 8, 1]), Some(index([1, 8, 3, 5, 1])));
        assert_eq!(earlier([1, 8, 3, 5, 0]), None);
    }

    #[test]
    fn rules_that_may_be_undefined_are_left_alone() {
        let mut session = Session::new();
        let text = "game g(a, b) { move (a - i, b - j) for j in 1..log2(b), i in 1..log2(a) }";
        session.load("g.game", text).expect("the rules are of the language");
        let rules = session.game("g", None).expect("a game").rules;
        assert!(!Symmetry::of(&rules).is_trivial() && Mirror::of(&rules, &[99, 99], &[100, 1]).pairs.is_empty());
    }
}
