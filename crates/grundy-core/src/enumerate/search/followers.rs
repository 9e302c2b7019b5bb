//! All followers of a box of positions, as a graph with the values of both plays.
//!
//! In: any rules and a box. Out: every position that can be reached from the box, once, with its options and its values in
//! normal and misère play, by mex from the terminal positions up. Here a position is never cut into parts, even where it has split. In a leaf
//! that has split, tuples without moves are dropped while others remain, since they never move again.

use std::sync::Arc;

use dashu_int::IBig;

use super::{NEW, OPEN, Search};
use crate::contract::blocked::must_not_be;
use crate::contract::limits::{Held, Limits};
use crate::contract::num::Num;
use crate::contract::position::{Lists, lists, next};
use crate::contract::stop::{Result, Stop, diagnostic};
use crate::enumerate::existence::Existence;
use crate::enumerate::mover::after;
use crate::enumerate::positions::Positions;
use crate::store::size::size;
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::{Play, Ruleset};

/// The graph.
pub struct Followers<N> {
    /// Numbers positions and enumerates their options; its values are those of normal play.
    search: Search<N>,
    misere: Vec<u32>,
    /// Where the options of each position begin in `options`, and where they end.
    spans: Vec<(usize, usize)>,
    options: Vec<u32>,
    held: Held,
}

/// A position on the path, and the index of its next option.
struct Step {
    id: u32,
    next: usize,
}

impl<N: Num> Followers<N> {
    /// An empty graph.
    pub fn new(rules: &Arc<Ruleset>, limits: &Limits) -> Followers<N> {
        let search = Search { keeps_one: true, ..Search::new(rules, Play::Misere, true, limits) };
        Followers { search, misere: vec![], spans: vec![], options: vec![], held: limits.held(0) }
    }

    /// Follows all moves from the positions of a box.
    ///
    /// # Errors
    /// A cycle of moves, too little memory, an interruption, rules that are not defined at a position, numbers that do not fit.
    pub fn of_box(rules: &Arc<Ruleset>, hi: &[u64], limits: &Limits) -> Result<Followers<N>> {
        size(hi, limits)?;
        let mut graph = Followers::new(rules, limits);
        let mut there = Existence::new(rules, limits);
        let mut at = vec![0; hi.len()];
        loop {
            let position: Vec<IBig> = at.iter().map(|x| IBig::from(*x)).collect();
            if there.asked(&position)? {
                graph.add(&lists(rules, &position))?;
            }
            if !next(&mut at, hi) {
                return Ok(graph);
            }
        }
    }

    /// Adds a position with its followers; returns its number.
    fn add(&mut self, position: &Lists<IBig>) -> Result<u32> {
        must_not_be(&self.search.rules, "a graph of values in both plays").map_err(Stop::from)?;
        let root = self.search.number(position)?;
        if self.search.memo.values[root as usize] != NEW {
            return Ok(root);
        }
        let mut path = vec![self.open(root)?];
        while let Some(step) = path.last_mut() {
            let (from, to) = self.spans[step.id as usize];
            let Some(option) = self.options[from..to].get(step.next).copied() else {
                let id = step.id;
                path.pop();
                self.close(id);
                continue;
            };
            step.next += 1;
            match self.search.memo.values[option as usize] {
                NEW => path.push(self.open(option)?),
                OPEN => {
                    let stack: Vec<u32> = path.iter().map(|step| step.id).collect();
                    return Err(Stop::from(self.search.circle(&stack, option)));
                }
                _ => {}
            }
        }
        Ok(root)
    }

    /// Begins a position: lists its options.
    fn open(&mut self, id: u32) -> Result<Step> {
        let (mut out, mut ends) = (vec![], vec![]);
        let listed = self.search.options(id, &mut out, &mut ends);
        listed.map_err(|stop| crate::contract::stop::located(stop, &self.search.show(id)))?;
        out.sort_unstable();
        out.dedup();
        let start = self.options.len();
        self.options.extend(&out);
        let positions = self.search.memo.values.len();
        self.misere.resize(positions, NEW);
        self.spans.resize(positions, (0, 0));
        self.spans[id as usize] = (start, self.options.len());
        self.search.memo.values[id as usize] = OPEN;
        self.held.grow(self.bytes(), &self.search.limits, "the graph of all followers of these positions")?;
        self.search.limits.progress.look(1);
        Ok(Step { id, next: 0 })
    }

    /// Finishes a position whose options all have values.
    fn close(&mut self, id: u32) {
        let (from, to) = self.spans[id as usize];
        let options = &self.options[from..to];
        let normal = least_other(options.iter().map(|o| self.search.memo.values[*o as usize]).collect());
        let misere = least_other(options.iter().map(|o| self.misere[*o as usize]).collect());
        self.search.memo.values[id as usize] = normal;
        self.misere[id as usize] = if options.is_empty() { 1 } else { misere };
    }

    fn bytes(&self) -> u64 {
        let own = self.options.capacity() * 4 + self.spans.capacity() * 16 + self.misere.capacity() * 4;
        self.search.memo.bytes() + own as u64
    }

    fn position(&self, id: usize) -> Lists<N> {
        self.search.decode(self.search.memo.key(id as u32))
    }

    fn order(&self, id: usize) -> (IBig, Lists<N>) {
        let position = self.position(id);
        let sum = position.iter().flatten().flatten().map(N::to_big).sum();
        (sum, position)
    }

    /// The least option of `from`, with its tuples that have no moves, that is stored as `to`.
    fn played(&mut self, from: usize, to: usize) -> Result<Option<Lists<N>>> {
        let position = self.position(from);
        let mut found: Vec<Lists<N>> = vec![];
        self.search.each(&position, &mut |mv| {
            found.push(after(&position, mv));
            Ok(false)
        })?;
        found.sort();
        for option in found {
            let key = self.search.tidy(option.clone()).map(|option| self.search.encode(&option))?;
            if key[..] == *self.search.memo.key(to as u32) {
                return Ok(Some(option));
            }
        }
        Ok(None)
    }
}

fn big<N: Num>(position: &Lists<N>) -> Lists<IBig> {
    let tuple = |t: &Vec<N>| t.iter().map(N::to_big).collect();
    position.iter().map(|tuples| tuples.iter().map(tuple).collect()).collect()
}

/// The mex.
fn least_other(mut values: Vec<u32>) -> u32 {
    values.sort_unstable();
    values.dedup();
    (0..).zip(&values).find(|(least, value)| least != *value).map_or(values.len() as u32, |(least, _)| least)
}

impl<N: Num> Positions for Followers<N> {
    fn size(&self) -> usize {
        self.spans.len()
    }

    fn number(&mut self, position: &[u64]) -> std::result::Result<Option<usize>, Diagnostic> {
        let position: Vec<IBig> = position.iter().map(|x| IBig::from(*x)).collect();
        let added = self.add(&lists(&self.search.rules, &position));
        match added {
            Ok(id) => Ok(Some(id as usize)),
            Err(Stop::Overflow) => Err(Diagnostic::limit(Code::Overflow, "a number of a position grew beyond 64 bits")),
            Err(stop) => Err(diagnostic(stop)),
        }
    }

    fn exists(&self, _: usize) -> bool {
        true
    }

    fn normal(&self, id: usize) -> u32 {
        self.search.memo.values[id]
    }

    fn misere(&mut self, id: usize) -> std::result::Result<u32, Diagnostic> {
        Ok(self.misere[id])
    }

    fn each_option(&mut self, id: usize, f: &mut dyn FnMut(usize) -> bool) -> std::result::Result<bool, Diagnostic> {
        self.pause()?;
        let (from, to) = self.spans[id];
        Ok(self.options[from..to].iter().any(|option| f(*option as usize)))
    }

    fn is_first(&self, _: usize) -> bool {
        true
    }

    fn is_earlier(&self, a: usize, b: usize) -> bool {
        self.order(a) < self.order(b)
    }

    fn lists(&self, id: usize) -> Lists<IBig> {
        big(&self.position(id))
    }

    fn after_move(&mut self, from: usize, to: usize) -> std::result::Result<Lists<IBig>, Diagnostic> {
        let played = self.played(from, to).map_err(diagnostic)?;
        Ok(played.map_or_else(|| self.lists(to), |option| big(&option)))
    }

    fn pause(&self) -> std::result::Result<(), Diagnostic> {
        self.search.limits.interrupted().map_err(diagnostic)
    }

    fn explain(&self) -> String {
        format!("graph of {} positions with {} moves between them", self.spans.len(), self.options.len())
    }
}
