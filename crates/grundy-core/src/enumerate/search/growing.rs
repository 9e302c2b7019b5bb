//! Whether play that goes round leaves more and more parts.
//!
//! In: rules whose positions are tuples that move each by itself, and the tuples of some positions. Out: an error if infinitely many positions can be
//! reached in this way. A tuple that splits, one part of which leads back to it while another part has a move, does so again and again, and each round
//! leaves one part more. Without such a split on a circle of tuples, the number of parts is bounded. There are far fewer tuples than positions, so the
//! tuples are looked at first.

use std::sync::Arc;

use super::Search;
use crate::contract::limits::{Held, Limits};
use crate::contract::num::Num;
use crate::contract::stop::{Result, Stop, located};
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::{Play, Ruleset};

/// The tuples between two looks at the memory.
const PATIENCE: usize = 1 << 8;

/// The tuples that were looked at, and what they lead to.
pub(super) struct Growing<N> {
    search: Search<N>,
    /// For each tuple the tuples to which its moves lead.
    to: Vec<Vec<u32>>,
    /// The moves that leave several tuples: from which, and to which.
    splits: Vec<(u32, Vec<u32>)>,
    entries: usize,
    held: Held,
}

impl<N: Num> Growing<N> {
    /// No tuple yet; `None` if no move of these rules splits, or if their tuples do not move each by itself.
    pub(super) fn of(rules: &Arc<Ruleset>, limits: &Limits) -> Option<Growing<N>> {
        let [leaf] = &rules.leaves[..] else { return None };
        let search = || Search::new(rules, Play::Normal, true, limits);
        leaf.splits.then(|| Growing { search: search(), to: vec![], splits: vec![], entries: 0, held: limits.held(0) })
    }

    /// Fails if play from these tuples can leave more and more parts. More than `most` tuples are left to the search for positions.
    pub(super) fn must_not(&mut self, tuples: impl Iterator<Item = Vec<N>>, most: usize) -> Result<()> {
        tuples.for_each(|tuple| _ = self.search.memo.intern(&tuple));
        let first = self.to.len();
        self.follow(most)?;
        if self.to.len() == first {
            return Ok(());
        }
        let circle = circles(&self.to);
        let alive = |tuple: &u32| self.to.get(*tuple as usize).is_some_and(|to| !to.is_empty());
        let grows = |(from, parts): &&(u32, Vec<u32>)| {
            let back = |part: &u32| circle.get(*part as usize) == circle.get(*from as usize);
            parts.iter().filter(|part| alive(part)).count() > 1 && parts.iter().any(|part| alive(part) && back(part))
        };
        self.splits.iter().find(grows).map_or(Ok(()), |(from, parts)| Err(self.error(*from, parts)))
    }

    /// Looks at the moves of all tuples that are reached.
    fn follow(&mut self, most: usize) -> Result<()> {
        let (mut out, mut ends) = (vec![], vec![]);
        while self.to.len() < self.search.memo.values.len().min(most) {
            let id = self.to.len() as u32;
            let listed = self.search.options(id, &mut out, &mut ends);
            listed.map_err(|stop| located(stop, &self.search.show(id)))?;
            let mut start = 0;
            for end in ends.drain(..) {
                let parts = &out[start..end];
                if parts.len() > 1 {
                    self.splits.push((id, parts.to_vec()));
                }
                start = end;
            }
            self.entries += 2 * out.len() + 16;
            out.sort_unstable();
            out.dedup();
            self.to.push(out.clone());
            if (id as usize).is_multiple_of(PATIENCE) {
                let bytes = self.search.memo.bytes() + 8 * self.entries as u64;
                self.held.grow(bytes, &self.search.limits, "the graph of the parts of these positions")?;
            }
        }
        Ok(())
    }

    fn error(&self, from: u32, parts: &[u32]) -> Stop {
        let [from, parts] = [&[from], parts].map(|all| {
            let shown: Vec<String> = all.iter().map(|tuple| self.search.show(*tuple)).collect();
            shown.join(" + ")
        });
        let message = format!(
            "play may go on for ever, through infinitely many positions: from a part of {from} -> {parts} moves lead back to {from}, and each round leaves more parts"
        );
        let error = Diagnostic::limit(Code::TooLarge, message);
        Stop::from(
            error.help(
                "the theory of such games looks at all positions that can be reached, so they must be finitely many",
            ),
        )
    }
}

/// For each vertex of a graph, a number that it shares with those to which and from which a path leads: Kosaraju's two searches. Vertices beyond the last
/// list are left out.
fn circles(to: &[Vec<u32>]) -> Vec<u32> {
    let mut back = vec![vec![]; to.len()];
    for (from, list) in to.iter().enumerate() {
        list.iter().filter(|v| (**v as usize) < to.len()).for_each(|v| back[*v as usize].push(from as u32));
    }
    let mut ended = vec![];
    let mut seen = vec![false; to.len()];
    (0..to.len() as u32).for_each(|from| walk(to, from, &mut seen, &mut |v| ended.push(v)));
    let mut seen = vec![false; to.len()];
    let mut circle = vec![0; to.len()];
    for from in ended.into_iter().rev() {
        walk(&back, from, &mut seen, &mut |v| circle[v as usize] = from);
    }
    circle
}

/// Visits what is reached from a vertex and was not seen; each vertex is told after those that are reached from it.
fn walk(to: &[Vec<u32>], from: u32, seen: &mut [bool], told: &mut dyn FnMut(u32)) {
    let mut path: Vec<(u32, usize)> = vec![];
    let mut enter = |v: u32, path: &mut Vec<(u32, usize)>| {
        if let Some(seen) = seen.get_mut(v as usize).filter(|seen| !**seen) {
            *seen = true;
            path.push((v, 0));
        }
    };
    enter(from, &mut path);
    while let Some((v, next)) = path.last_mut() {
        match to[*v as usize].get(*next) {
            Some(option) => {
                *next += 1;
                enter(*option, &mut path);
            }
            None => {
                told(*v);
                path.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use dashu_int::IBig;

    use super::*;
    use crate::enumerate::search::Reaches;
    use grundy_rules::session::Session;

    /// What the search for all positions says of a position, with little memory.
    fn value(text: &str, at: i64) -> std::result::Result<String, Diagnostic> {
        let mut session = Session::new();
        session.load("g.game", text).expect("the rules are of the language");
        let rules = session.game("g", None).expect("a game").rules;
        let limits = Limits { memory: 16 << 20, ..Limits::default() };
        match Reaches::new(&rules, &limits).value(&vec![vec![vec![IBig::from(at)]]]) {
            Ok(value) => Ok(value.to_string()),
            Err(Stop::Error(error)) => Err(*error),
            Err(other) => panic!("no sentence: {other:?}"),
        }
    }

    #[test]
    fn a_split_on_a_circle_leaves_more_and_more_parts() {
        let circles = [
            ("game g(v) { require v <= 3; split v + 1, v + 1 if v < 3; move v - 1 }", 2, "(2) -> (3) + (3)"),
            // The part that stays is another one, and the way back has several moves.
            (
                "game g(v) { require v <= 6; split 5, 1 if v = 3; move 4 if v = 5; move 3 if v = 4; move 0 if v = 1 }",
                4,
                "(3) -> (5) + (1)",
            ),
        ];
        for (text, at, split) in circles {
            let error = value(text, at).expect_err("infinitely many positions");
            assert_eq!(error.code, Code::TooLarge, "{text}: {}", error.message);
            assert!(error.message.contains("infinitely many") && error.message.contains(split), "{}", error.message);
        }
    }

    #[test]
    fn other_splits_have_values() {
        let finite = [
            // The other part has no move.
            ("game g(v) { require v <= 3; split v + 1, 0 if 0 < v and v < 3; move v - 1 if v > 1 }", 2),
            // No way leads back to what splits.
            ("game g(v) { require v <= 6; split 2, 2 if v = 6; move 1 if v = 2; move 2 if v = 1 }", 6),
        ];
        for (text, at) in finite {
            let found = value(text, at);
            assert!(found.is_ok(), "{text}: {}", found.expect_err("refused").message);
        }
    }

    #[test]
    fn circles_are_those_of_paths_to_and_fro() {
        let circle = circles(&[vec![1], vec![2, 4], vec![1, 3], vec![], vec![4, 9]]);
        assert_eq!(circle[1], circle[2]);
        let mut all = circle.clone();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 4);
    }
}
