//! How far back the options of a cell lie.
//!
//! In: rules, the bounds of a table in row-major order, and its strides. Out: a number of cells such that no option, and no part of a split, lies
//! farther back; or nothing if the bound exceeds half of the table, as it does where a coordinate may fall to 0.

use dashu_int::IBig;

use super::FamilyFacts;
use grundy_rules::rules::expr::{E, Expr};
use grundy_rules::rules::{Ruleset, build};

/// The number of cells that a table must keep in memory before the cell being computed; `None` if it may need cells at any distance.
pub fn reach(rules: &Ruleset, hi: &[u64], strides: &[usize]) -> Option<usize> {
    let mut farthest = IBig::ZERO;
    for family in &rules.families {
        if family.targets.iter().any(|t| !t.repeats.is_empty()) {
            return None;
        }
        let known = FamilyFacts::of(rules, family, hi);
        let parts = family.targets.iter().map(|t| t.tuples.len()).max().unwrap_or(0);
        farthest = (0..parts).map(|part| known.back(part, hi, strides)).fold(farthest, IBig::max);
    }
    let last: IBig = hi.iter().zip(strides).map(|(h, stride)| IBig::from(*h) * IBig::from(*stride)).sum();
    let near = &farthest * IBig::from(2) <= last;
    usize::try_from(farthest).ok().filter(|_| near)
}

impl FamilyFacts<'_> {
    /// A bound on how far back a legal move leads the given part.
    fn back(&self, part: usize, hi: &[u64], strides: &[usize]) -> IBig {
        let mut back = IBig::ZERO;
        for target in &self.family.targets {
            let Some(last) = target.tuples.len().checked_sub(1) else { continue };
            let first = self.rules.leaves[target.leaf].first;
            for (c, e) in (first..).zip(&target.tuples[part.min(last)]) {
                if **e != Expr::Coord(c) {
                    let most = IBig::from(hi[c]);
                    let fall = self.fall(e, c).map_or(most.clone(), |fall| fall.min(most));
                    back += fall * IBig::from(strides[c]);
                }
            }
        }
        back
    }

    /// The most that the coordinate falls in a legal move that replaces it by the entry.
    fn fall(&self, e: &E, c: usize) -> Option<IBig> {
        let fall = build::sub(&build::coord(c), e);
        let by_condition = |f: &E| self.upper(&build::sub(&fall, f));
        let of_all = |list: &[E]| -> Option<IBig> {
            list.iter().map(|e| self.fall(e, c)).collect::<Option<Vec<_>>>()?.into_iter().max()
        };
        let by_form = match &**e {
            Expr::Max(list) => list.iter().filter_map(|e| self.fall(e, c)).min(),
            Expr::Min(list) => of_all(list),
            Expr::If(_, a, b) => of_all(&[a.clone(), b.clone()]),
            _ => None,
        };
        self.non_positive.iter().filter_map(by_condition).chain(self.upper(&fall)).chain(by_form).min()
    }
}

#[cfg(test)]
mod tests {
    use super::reach;
    use grundy_rules::session::Session;

    #[test]
    fn options_lie_no_farther_back() {
        for (rules, hi, far) in [
            ("euclid", &[30u64, 20][..], None),
            ("wythoff", &[30, 20], None),
            ("kayles", &[100], None),
            ("subtraction[{1, 5}]", &[100], Some(5)),
            ("slow_exact[3, 2]", &[9, 9, 9], Some(110)),
            ("game g(a, b) { move (a, b - i) for i in 1..b\n move (a - 1, b) if b > 3 }", &[50, 9], Some(10)),
            ("game g(a, b) { move (a - i, b) for i in 1..min(a, 4) if b mod 2 = 1 }", &[50, 9], Some(40)),
            ("game g(a, b) { move (a - 2, b + j) for j in 0..3 }", &[50, 9], Some(20)),
            ("game g(a, b) { move (max(a - 3, 1), b) if a > 4 }", &[50, 9], Some(30)),
            ("game g(a, b) { move (c, b) for c in 0..a - 1 if a - c <= 5 }", &[50, 9], Some(50)),
            ("game g(a) { move a - 3 if a > 1\n split a - 2, b for b in 0..1 }", &[50], None),
            ("game g(a) { move a div 2 if a > 0 }", &[50], None),
            // Where the outer coordinate is held, the next one is the outermost.
            ("game g(a, b) { move (a - 1, b)\n move (a, b - 2) }", &[0, 9], Some(2)),
        ] {
            let mut session = Session::new();
            let name = if rules.contains("game") { "g" } else { rules };
            if name == "g" {
                session.load("g.game", rules).expect("the rules are of the language");
            }
            let strides = crate::contract::position::strides(hi);
            let game = session.game(name, None).expect("a game");
            assert_eq!(reach(&game.rules, hi, &strides), far, "{rules}");
        }
    }
}
