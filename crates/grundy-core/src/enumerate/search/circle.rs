//! Why a search would never end: its moves go round, or they only raise.
//!
//! In: the stack of a search. Out: the error, with the moves that show it.

use hashbrown::HashSet;

use super::{OPEN, Search, UpTo};
use crate::contract::num::Num;
use crate::contract::stop::{Result, Stop};
use crate::enumerate::mover::after;
use crate::read::endless::LOOPY;
use grundy_rules::lang::{Code, Diagnostic};

/// A path of this many moves that has only raised coordinates is given up. Games that end after so many are rare.
const PATH: usize = 1 << 20;
/// The heap bytes of a number at which a rising path is given up, too.
const LONG: usize = 1 << 10;
/// After so many rounds that end at images of the first position, an error shows one round alone.
const ROUNDS: usize = 6;

impl<N: Num> Search<N> {
    /// Fails if a long path of moves has only raised coordinates: such a search would end with the memory.
    pub(super) fn must_not_grow(&self, stack: &[u32]) -> Result<()> {
        let (root, top) = (self.memo.key(stack[0]), self.memo.key(stack[stack.len() - 1]));
        let grown = root.len() == top.len() && root != top && root.iter().zip(top).all(|(from, to)| to >= from);
        if !grown {
            return Ok(());
        }
        let moves = stack.iter().filter(|id| self.memo.values[**id as usize] == OPEN).count();
        let long = top.iter().any(|n| n.heap() > LONG);
        if moves < PATH && !long {
            return Ok(());
        }
        let to = if long { "numbers of thousands of digits".to_string() } else { self.show(stack[stack.len() - 1]) };
        let order = if self.orbits.up_to() == UpTo::Nothing { "" } else { ", up to symmetries of the rules" };
        let message = format!(
            "{moves} moves lead from {} up to {to}{order}, and no coordinate is smaller there: moves that only raise would never end",
            self.show(stack[0])
        );
        Err(Stop::from(
            Diagnostic::limit(Code::Grows, message).help("every move must lower something that no other move raises"),
        ))
    }

    /// The error for a cycle of moves that closes at a position on the path.
    pub(super) fn circle(&mut self, stack: &[u32], back: u32) -> Diagnostic {
        let mut round = self.round(stack, back);
        round.push(back);
        let (mut names, images) = match self.orbits.up_to() {
            UpTo::Nothing => (round.iter().map(|id| self.show(*id)).collect(), false),
            _ => self.played(&round),
        };
        names.dedup();
        if names.len() == 1 {
            names.push(names[0].clone());
        }
        if names.len() > 12 {
            let cut = names.len() - 10;
            names.splice(5..5 + cut, [format!("… {cut} more …")]);
        }
        let again = if images { ", and so on with the coordinates exchanged" } else { "" };
        let message = format!("the rules go round, so play would never end: {}{again}", names.join(" -> "));
        let error = Diagnostic::new(Code::Circle, message);
        error.help(match self.rules.blocked {
            0 => LOOPY,
            _ => "every move must lead to a position from which there is no way back",
        })
    }

    /// The positions on the path from `back` on. A position may lie in the stack several times; the path went through it at the last one.
    fn round(&self, stack: &[u32], back: u32) -> Vec<u32> {
        let mut met: HashSet<u32, foldhash::fast::FixedState> = HashSet::default();
        let on_path = |(k, id): &(usize, u32)| *k == 0 || self.memo.values[*id as usize] == OPEN;
        let path =
            stack.iter().rev().copied().enumerate().filter(on_path).map(|(_, id)| id).filter(|id| met.insert(*id));
        let mut round: Vec<u32> = vec![];
        for id in path {
            round.push(id);
            if id == back {
                break;
            }
        }
        round.reverse();
        round
    }

    /// The moves of a round of orbits, as they are played from its first position: the positions, and whether the last one is another than the first, in
    /// the same orbit. Play that goes on from there in the same way comes back, often at once.
    fn played(&mut self, round: &[u32]) -> (Vec<String>, bool) {
        let start = self.memo.key(round[0]).to_vec();
        let (mut at, mut names) = (start.clone(), vec![self.text(&start)]);
        for _ in 0..ROUNDS {
            for id in &round[1..] {
                let Ok(Some(next)) = self.image_after(&at, *id) else { return (names, true) };
                names.push(self.text(&next));
                at = next;
            }
            if at == start {
                return (names, false);
            }
        }
        names.truncate(round.len());
        (names, true)
    }

    /// A position that a move leaves, in the orbit of a stored one.
    fn image_after(&mut self, from: &[N], to: u32) -> Result<Option<Vec<N>>> {
        let (position, single) = (self.decode(from), self.single);
        let mut left: Vec<Vec<N>> = vec![];
        self.each(&position, &mut |mv| {
            match single {
                true => left.extend(mv.leaves[0].iter().cloned()),
                false => left.push(after(&position, mv).concat().concat()),
            }
            Ok(false)
        })?;
        left.sort();
        let same = |option: &Vec<N>| {
            let mut first = option.clone();
            self.orbits.to_first(&mut first);
            first[..] == *self.memo.key(to)
        };
        Ok(left.into_iter().find(same))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::contract::limits::Limits;
    use crate::contract::stop::Stop;
    use crate::enumerate::search::Searcher;
    use grundy_rules::rules::{Play, Ruleset};
    use grundy_rules::session::Session;

    fn rules(text: &str, game: &str) -> Arc<Ruleset> {
        let mut session = Session::new();
        session.load("g.game", text).expect("the rules are of the language");
        session.game(game, None).expect("a game").rules
    }

    /// The circle that the search shows.
    fn circle(rules: &Arc<Ruleset>, at: &[i64], plain: bool) -> String {
        match Searcher::new(rules, Play::Normal, plain, &Limits::default()).value(&vec![vec![at.to_vec()]]) {
            Err(Stop::Error(error)) => error.message.rsplit(": ").next().unwrap_or_default().to_string(),
            other => panic!("no circle: {other:?}"),
        }
    }

    /// Vertex 3 lies in the stack as an option of 5, and above it as an option of 2.
    #[test]
    fn a_circle_has_moves_alone() {
        let rules = rules("", "graph[{[5, 3], [5, 2], [2, 3], [3, 5]}]");
        assert_eq!(circle(&rules, &[5], true), "(5) -> (2) -> (3) -> (5)");
    }

    /// The search sees a way from an orbit to the same orbit; what is shown is played, and comes back.
    #[test]
    fn circles_of_orbits_are_played() {
        let rules = rules(
            "game g(a, b) {
                move (b, a - 1)
                move (b - 1, a)
                move (a + 1, b) if a = 3
                move (a, b + 1) if b = 3
            }",
            "g",
        );
        assert_eq!(circle(&rules, &[4, 6], false), "(4, 6) -> (6, 3) -> (6, 4) -> (3, 6) -> (4, 6)");
    }
}
