//! The memoised search: values of single positions, for all rules.
//!
//! In: a ruleset and a position. Out: the value of the position. The search keeps its own stack, so that a deep game cannot overflow the
//! machine's. It reports cycles of moves as errors, and accounts for its memory.
//!
//! A position with several parts is memoised as a whole. Only in normal play with a single leaf are the parts searched
//! separately and their values nim-added (Sprague and Grundy), since a split into parts means their sum there.
//!
//! Without `plain`, a position that symmetries of the rules map to others is looked at once for all of them (`orbits`).

mod circle;
mod followers;
mod growing;
mod orbits;
mod reach;

use std::sync::Arc;

use dashu_int::IBig;
use hashbrown::HashMap;

use crate::contract::blocked;
use crate::contract::limits::{Held, Limits};
use crate::contract::num::Num;
use crate::contract::numbered::Numbered;
use crate::contract::position::{Lists, fitted, flat, lists, narrow};
use crate::contract::quantity::Numbering;
use crate::contract::stop::{Result, Stop};
use crate::enumerate::mover::{Hooks, Move, Mover, NoHooks, after};
use grundy_rules::rules::components::{Component, components, whole};
use grundy_rules::rules::{Leaf, Play, Ruleset};

use orbits::Orbits;

pub use followers::Followers;
pub use orbits::UpTo;
pub use reach::Reaches;

/// A position not yet visited.
const NEW: u32 = u32::MAX;
/// A position on the path being followed.
const OPEN: u32 = u32::MAX - 1;
/// How many options are listed before the search looks whether it must end: some milliseconds of work.
const PATIENCE: usize = 1 << 12;
/// Positions visited between two looks at whether the path only rises.
const LOOK: u64 = 1 << 12;

/// The most that a search may do.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// New positions visited; each once before its options, and once after them.
    pub positions: u64,
    /// Options listed.
    pub options: u64,
}

impl Work {
    /// No limit.
    pub const WITHOUT_END: Work = Work { positions: u64::MAX, options: u64::MAX };
}

/// Numbered positions, and their values.
struct Memo<N> {
    keys: Numbered<N>,
    values: Vec<u32>,
    /// The heap bytes of long numbers in the keys.
    heap: u64,
}

impl<N: Num> Memo<N> {
    fn new() -> Memo<N> {
        Memo { keys: Numbered::default(), values: vec![], heap: 0 }
    }

    fn key(&self, id: u32) -> &[N] {
        self.keys.list(id)
    }

    /// The number of a key that has one.
    fn find(&self, key: &[N]) -> Option<u32> {
        self.keys.find(key)
    }

    fn intern(&mut self, key: &[N]) -> u32 {
        let id = self.keys.number(key);
        if id as usize == self.values.len() {
            self.heap += key.iter().map(|n| n.heap() as u64).sum::<u64>();
            self.values.push(NEW);
        }
        id
    }

    fn bytes(&self) -> u64 {
        self.keys.bytes() + self.values.capacity() as u64 * 4 + self.heap
    }
}

/// The search in one component.
struct Search<N> {
    rules: Arc<Ruleset>,
    mover: Mover<N>,
    /// A search for each part, once a move is asked for: compounds in compounds have parts without number. Beside it the memory of these.
    parts: Option<(Vec<Searcher<N>>, Held)>,
    plain: bool,
    memo: Memo<N>,
    numbers: Numbering,
    /// Are the tuples of a position searched one by one, and their values nim-added?
    single: bool,
    limits: Limits,
    /// The memory of the memo.
    held: Held,
    /// The position at which the rules were not defined.
    failed: Option<u32>,
    seen: Vec<u32>,
    stamp: u32,
    /// For each leaf that can split: its own moves, and which tuples have a move.
    alive: Vec<Option<Alive<N>>>,
    /// Does a leaf without moves keep one tuple, so that the position can be shown?
    keeps_one: bool,
    orbits: Orbits,
}

/// Which tuples of a leaf still have a move.
struct Alive<N> {
    mover: Mover<N>,
    known: HashMap<Vec<N>, bool, foldhash::fast::FixedState>,
}

/// The search in a whole ruleset: in each of its components, or in the ruleset as one.
pub struct Searcher<N> {
    components: Vec<(Component, Search<N>)>,
}

/// The hooks of a search: each part is searched separately.
pub struct Parts<'a, N> {
    /// The rules of the compound.
    pub rules: &'a Ruleset,
    /// A search for each part.
    pub parts: &'a mut [Searcher<N>],
    /// The position whose moves are enumerated.
    pub position: &'a Lists<N>,
}

impl<N: Num> Hooks<N> for Parts<'_, N> {
    fn terminal(&mut self, part: usize) -> Result<bool> {
        let own = self.rules.parts[part].cut(self.position);
        self.parts[part].terminal(&own)
    }

    fn target_p(&mut self, part: usize, mv: &Move<N>) -> Result<bool> {
        let own = self.rules.parts[part].cut(&after(self.position, mv));
        Ok(self.parts[part].value(&own)? == 0)
    }
}

impl<N: Num> Searcher<N> {
    /// Prepares the search. With `plain` no theorem is used and no symmetry, so the ruleset is one component.
    #[must_use]
    pub fn new(rules: &Arc<Ruleset>, play: Play, plain: bool, limits: &Limits) -> Searcher<N> {
        let parts = if play.is_misere() || plain { vec![whole(rules)] } else { components(rules) };
        let components = parts.into_iter().map(|c| {
            let search = Search::new(&c.rules, play, plain, limits);
            (c, search)
        });
        Searcher { components: components.collect() }
    }

    /// Prepares the search for another number than the value. Positions are kept whole: how long a sum lasts does not follow from its parts.
    #[must_use]
    pub fn of_whole(rules: &Arc<Ruleset>, numbers: Numbering, plain: bool, limits: &Limits) -> Searcher<N> {
        let component = whole(rules);
        let search = Search { numbers, single: false, ..Search::new(&component.rules, Play::Normal, plain, limits) };
        Searcher { components: vec![(component, search)] }
    }

    /// The value of a position.
    ///
    /// # Errors
    /// A cycle of moves, a limit, or rules that are not defined at a position that can be reached.
    pub fn value(&mut self, position: &Lists<N>) -> Result<u32> {
        self.value_within(position, Work::WITHOUT_END).map(|v| v.expect("without a limit there is a value"))
    }

    /// The value of a position, or `None` if a component would take more work. Values found on the way are kept.
    ///
    /// # Errors
    /// As [`Searcher::value`].
    pub fn value_within(&mut self, position: &Lists<N>, most: Work) -> Result<Option<u32>> {
        let mut total = 0;
        for (component, search) in &mut self.components {
            let own = project(&search.rules, component, position);
            let value = search.value(&own, most);
            match value
                .map_err(|stop| crate::contract::stop::located(stop, &search.where_failed(component, position)))?
            {
                Some(value) => total ^= value,
                None => return Ok(None),
            }
        }
        Ok(Some(total))
    }

    /// Of what symmetries the last question made use.
    #[must_use]
    pub fn up_to(&self) -> UpTo {
        let all = self.components.iter().map(|(_, search)| search.orbits.up_to());
        all.max().unwrap_or_default()
    }

    /// At most so many visits give the value of a position that has not split, in each component, where no move raises a coordinate; `None` where no
    /// symmetry makes them fewer. A position is visited twice: before its options, and after them.
    pub fn fewer(&mut self, position: &Lists<i64>) -> Option<u64> {
        let mut most = 0;
        for (component, search) in &mut self.components {
            let own = project(&search.rules, component, position);
            search.orbits.begin(&search.rules, &own, search.single);
            most = most.max(search.orbits.below(&search.rules, &flat(&own)));
        }
        (self.up_to() != UpTo::Nothing).then_some(most.saturating_mul(2))
    }

    /// Has the position no move?
    ///
    /// # Errors
    /// Rules that are not defined at the position.
    pub fn terminal(&mut self, position: &Lists<N>) -> Result<bool> {
        for (component, search) in &mut self.components {
            let own = project(&search.rules, component, position);
            if search.each(&own, &mut |_| Ok(true))? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Decides whether positions are terminal.
pub struct Ends {
    rules: Arc<Ruleset>,
    limits: Limits,
    small: Searcher<i64>,
    big: Option<Searcher<IBig>>,
}

impl Ends {
    /// The decision for the positions of a ruleset.
    #[must_use]
    pub fn new(rules: &Arc<Ruleset>, limits: &Limits) -> Ends {
        let small = Searcher::new(rules, Play::Normal, false, limits);
        Ends { rules: rules.clone(), limits: limits.clone(), small, big: None }
    }

    /// Has a position that exists no move?
    ///
    /// # Errors
    /// Rules that are not defined at the position.
    pub fn is_terminal(&mut self, position: &[IBig]) -> Result<bool> {
        let lists = lists(&self.rules, position);
        match narrow(&lists).map(|small| self.small.terminal(&small)) {
            Some(found) if found != Err(Stop::Overflow) => found,
            _ => {
                let (rules, limits) = (&self.rules, &self.limits);
                self.big.get_or_insert_with(|| Searcher::new(rules, Play::Normal, false, limits)).terminal(&lists)
            }
        }
    }
}

/// A position's coordinates in a component, whose rules are `rules`.
pub fn project<N: Num>(rules: &Ruleset, component: &Component, position: &Lists<N>) -> Lists<N> {
    let mut next = 0;
    let mut lists = vec![];
    for ((whole, (first, len)), own) in component.leaves.iter().zip(&component.places).zip(&rules.leaves) {
        let coords = &component.coords[next..next + own.len];
        next += own.len;
        let pick = |tuple: &Vec<N>| coords.iter().map(|c| tuple[c - first].clone()).collect::<Vec<N>>();
        let all = own.len == *len;
        lists.push(if all { position[*whole].clone() } else { position[*whole].iter().map(pick).collect() });
    }
    lists
}

/// A separate search in normal play for each part of a compound: the atoms ask about these.
pub fn of_parts<N: Num>(rules: &Ruleset, plain: bool, limits: &Limits) -> Vec<Searcher<N>> {
    rules.parts.iter().map(|p| Searcher::new(&p.rules, Play::Normal, plain, limits)).collect()
}

/// The bytes of the searches in the parts of a compound, before they know a position: most are their compiled moves.
fn bytes_of_parts(rules: &Ruleset) -> u64 {
    const FAMILY: u64 = 1 << 12;
    rules.parts.iter().map(|part| FAMILY * (1 + part.rules.families.len() as u64)).sum()
}

fn alive<N: Num>(leaf: &Leaf, rules: &Arc<Ruleset>, limits: &Limits) -> Option<Alive<N>> {
    if !leaf.splits {
        return None;
    }
    let alone = leaf.alone.as_ref().or((rules.leaves.len() == 1).then_some(rules))?;
    Some(Alive { mover: Mover::new(alone, limits), known: HashMap::default() })
}

impl<N: Num> Search<N> {
    fn new(rules: &Arc<Ruleset>, play: Play, plain: bool, limits: &Limits) -> Search<N> {
        Search {
            rules: rules.clone(),
            mover: Mover::new(rules, limits),
            parts: None,
            plain,
            memo: Memo::new(),
            numbers: Numbering::values(play),
            limits: limits.clone(),
            held: limits.held(0),
            failed: None,
            single: play == Play::Normal && rules.leaves.len() == 1,
            seen: vec![],
            stamp: 0,
            alive: rules.leaves.iter().map(|leaf| alive(leaf, rules, limits)).collect(),
            keeps_one: false,
            orbits: Orbits::new(!plain),
        }
    }

    /// The number of a position, with which its value is stored.
    fn number(&mut self, position: &Lists<IBig>) -> Result<u32> {
        let position = fitted(position).ok_or_else(Stop::overflow)?;
        let key = self.tidy(position).map(|position| self.encode(&position))?;
        Ok(self.memo.intern(&key))
    }

    /// A position as a key. For each leaf that can split, the key holds the number of its tuples.
    fn encode(&self, position: &Lists<N>) -> Vec<N> {
        let mut key = vec![];
        for (leaf, tuples) in self.rules.leaves.iter().zip(position) {
            if leaf.splits && !self.single {
                key.push(N::small(tuples.len() as i64));
            }
            tuples.iter().for_each(|t| key.extend_from_slice(t));
        }
        key
    }

    fn decode(&self, key: &[N]) -> Lists<N> {
        let mut rest = key;
        let mut lists = vec![];
        for leaf in &self.rules.leaves {
            let mut tuples = 1;
            if leaf.splits && !self.single {
                tuples = rest[0].to_i64().expect("a number of tuples is small") as usize;
                rest = &rest[1..];
            }
            let (own, after) = rest.split_at(tuples * leaf.len);
            lists.push(if leaf.len == 0 {
                vec![vec![]; tuples]
            } else {
                own.chunks(leaf.len).map(<[N]>::to_vec).collect()
            });
            rest = after;
        }
        lists
    }

    fn each(&mut self, position: &Lists<N>, f: &mut dyn FnMut(&Move<N>) -> Result<bool>) -> Result<bool> {
        let (parts, _) = match &mut self.parts {
            Some(parts) => parts,
            none => {
                let held = self.limits.hold(bytes_of_parts(&self.rules), "the search in the parts of this compound")?;
                none.insert((of_parts(&self.rules, self.plain, &self.limits), held))
            }
        };
        let mut hooks = Parts { rules: &self.rules, parts, position };
        self.mover.each(position, &mut hooks, f)
    }

    fn value(&mut self, position: &Lists<N>, most: Work) -> Result<Option<u32>> {
        self.orbits.begin(&self.rules, position, self.single);
        if !self.single {
            let mut key = self.tidy(position.clone()).map(|position| self.encode(&position))?;
            self.orbits.to_first(&mut key);
            let id = self.memo.intern(&key);
            return self.run(id, most);
        }
        let mut total = 0;
        for tuple in &position[0] {
            let mut key = tuple.clone();
            self.orbits.to_first(&mut key);
            let id = self.memo.intern(&key);
            match self.run(id, most)? {
                Some(value) => total ^= value,
                None => return Ok(None),
            }
        }
        Ok(Some(total))
    }

    /// Drops the tuples without moves from leaves that can split: they never move again.
    fn tidy(&mut self, mut position: Lists<N>) -> Result<Lists<N>> {
        for (tuples, alive) in position.iter_mut().zip(&mut self.alive) {
            let Some(alive) = alive else { continue };
            let mut kept = vec![];
            let least = tuples.first().filter(|_| self.keeps_one).cloned();
            for tuple in std::mem::take(tuples) {
                let lives = match alive.known.get(&tuple) {
                    Some(lives) => *lives,
                    None => {
                        let lives = alive.mover.each(&vec![vec![tuple.clone()]], &mut NoHooks, &mut |_| Ok(true))?;
                        alive.known.insert(tuple.clone(), lives);
                        lives
                    }
                };
                if lives {
                    kept.push(tuple);
                }
            }
            *tuples = if kept.is_empty() { least.into_iter().collect() } else { kept };
        }
        Ok(position)
    }

    /// The options of a position, each a group of memoised positions whose values are nim-added; usually one each.
    fn options(&mut self, id: u32, out: &mut Vec<u32>, ends: &mut Vec<usize>) -> Result<()> {
        out.clear();
        ends.clear();
        let position = self.decode(self.memo.key(id));
        if self.single {
            return self.options_of_tuple(&position, out, ends);
        }
        if self.rules.splits() {
            let limits = self.limits.clone();
            let mut found: Vec<Lists<N>> = vec![];
            self.each(&position, &mut |mv| {
                found.push(after(&position, mv));
                if found.len().is_multiple_of(PATIENCE) {
                    limits.check(found.len() as u64 * 200, "the list of a position's options")?;
                }
                Ok(false)
            })?;
            for (made, next) in found.into_iter().enumerate() {
                if made.is_multiple_of(PATIENCE) {
                    limits.interrupted()?;
                }
                let key = self.tidy(next).map(|next| self.encode(&next))?;
                out.push(self.memo.intern(&key));
                ends.push(out.len());
            }
            return Ok(());
        }
        let rules = self.rules.clone();
        let from: Vec<N> = position.iter().flat_map(|tuples| tuples[0].iter().cloned()).collect();
        let limits = self.limits.clone();
        let mut found: Vec<N> = vec![];
        self.each(&position, &mut |mv| {
            let start = found.len();
            found.extend_from_slice(&from);
            for ((leaf, _), tuples) in mv.takes.iter().zip(mv.leaves) {
                let range = rules.leaves[*leaf].range();
                found[start + range.start..start + range.end].clone_from_slice(&tuples[0]);
            }
            if found.len() % 65_536 < from.len() {
                limits.check((found.capacity() * size_of::<N>()) as u64, "the list of a position's options")?;
            }
            Ok(false)
        })?;
        for key in found.chunks_mut(from.len().max(1)) {
            self.orbits.to_first(key);
            out.push(self.memo.intern(key));
            ends.push(out.len());
        }
        Ok(())
    }

    /// The options of a tuple in normal play: for each move, the tuples that it leaves.
    fn options_of_tuple(&mut self, position: &Lists<N>, out: &mut Vec<u32>, ends: &mut Vec<usize>) -> Result<()> {
        let limits = self.limits.clone();
        let mut found: Vec<Vec<N>> = vec![];
        self.each(position, &mut |mv| {
            found.extend(mv.leaves[0].iter().cloned());
            ends.push(found.len());
            if ends.len().is_multiple_of(65_536) {
                let each = 48 + position[0][0].len() * size_of::<N>();
                limits.check((found.len() * each) as u64, "the list of a position's options")?;
            }
            Ok(false)
        })?;
        for key in &mut found {
            self.orbits.to_first(key);
            out.push(self.memo.intern(key));
        }
        Ok(())
    }

    /// Visits positions until `root` has a value. If the work ends early, no position stays marked as open.
    fn run(&mut self, root: u32, most: Work) -> Result<Option<u32>> {
        let mut stack = vec![root];
        let value = self.visit(&mut stack, most);
        if !matches!(value, Ok(Some(_))) {
            self.reset_open(&stack);
        }
        value
    }

    fn visit(&mut self, stack: &mut Vec<u32>, most: Work) -> Result<Option<u32>> {
        let root = stack[0];
        let (mut out, mut ends) = (vec![], vec![]);
        let (mut steps, mut options) = (0, 0);
        // A step may have one option, or hundreds of thousands.
        let mut listed = 0;
        while let Some(&id) = stack.last() {
            let state = self.memo.values[id as usize];
            if state < OPEN {
                stack.pop();
                continue;
            }
            steps += 1;
            if steps > most.positions || options > most.options {
                return Ok(None);
            }
            if steps.is_multiple_of(256) {
                self.held.grow(self.memo.bytes() + stack.capacity() as u64 * 4, &self.limits, "the search")?;
                self.limits.progress.look(256);
                if steps.is_multiple_of(LOOK) {
                    self.must_not_grow(stack)?;
                }
            }
            if let Err(stop) = self.options(id, &mut out, &mut ends) {
                self.failed = Some(id);
                return Err(stop);
            }
            listed += out.len();
            options += out.len() as u64;
            if listed > PATIENCE {
                listed = 0;
                self.limits.interrupted()?;
            }
            let mut open: Vec<u32> = vec![];
            for option in &out {
                match self.memo.values[*option as usize] {
                    NEW => open.push(*option),
                    OPEN => return Err(Stop::Error(Box::new(self.circle(stack, *option)))),
                    _ => {}
                }
            }
            if out.contains(&id) {
                return Err(Stop::Error(Box::new(self.circle(stack, id))));
            }
            if open.is_empty() {
                self.memo.values[id as usize] = self.number_from(&out, &ends);
                stack.pop();
                continue;
            }
            self.memo.values[id as usize] = OPEN;
            // The smallest position is on top: it has few options, and the others then find their options already evaluated.
            open.sort_unstable();
            open.dedup();
            open.sort_by(|a, b| self.memo.key(*b).cmp(self.memo.key(*a)));
            stack.extend(open);
        }
        Ok(Some(self.memo.values[root as usize]))
    }

    fn reset_open(&mut self, stack: &[u32]) {
        for id in stack {
            if self.memo.values[*id as usize] == OPEN {
                self.memo.values[*id as usize] = NEW;
            }
        }
    }

    /// The number of a position whose options all have numbers.
    fn number_from(&mut self, out: &[u32], ends: &[usize]) -> u32 {
        if ends.is_empty() {
            return self.numbers.of_terminal();
        }
        if self.rules.blocked > 0 {
            return self.blocked_value(out);
        }
        self.stamp += 1;
        let mut start = 0;
        for end in ends {
            let value = out[start..*end].iter().fold(0, |x, id| x ^ self.memo.values[*id as usize]) as usize;
            if value >= self.seen.len() {
                self.seen.resize(value + 1, 0);
            }
            self.seen[value] = self.stamp;
            start = *end;
        }
        self.numbers.of_options(&self.seen, self.stamp)
    }

    /// The value of a position of which options may be forbidden. Its moves do not split.
    fn blocked_value(&self, out: &[u32]) -> u32 {
        let mut distinct = out.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let mut values: Vec<u32> = distinct.iter().map(|id| self.memo.values[*id as usize]).collect();
        blocked::value(&mut values, self.rules.blocked)
    }

    /// The position at which the rules were not defined; coordinates of other components are those of the position asked for.
    fn where_failed(&self, component: &Component, asked: &Lists<N>) -> String {
        let Some(id) = self.failed else { return "asked for".to_string() };
        let whole: Option<Vec<N>> = asked
            .iter()
            .map(|tuples| if let [only] = &tuples[..] { Some(only.clone()) } else { None })
            .collect::<Option<Vec<_>>>()
            .map(|t| t.concat());
        let own = self.decode(self.memo.key(id));
        match whole {
            Some(mut whole) if own.iter().all(|tuples| tuples.len() == 1) => {
                component.coords.iter().zip(own.concat().concat()).for_each(|(c, x)| whole[*c] = x);
                crate::contract::stop::tuple_text(whole.iter().map(N::to_big))
            }
            _ => self.show(id),
        }
    }

    fn show(&self, id: u32) -> String {
        self.text(self.memo.key(id))
    }

    fn text(&self, key: &[N]) -> String {
        let tuple = |t: &Vec<N>| t.iter().map(|v| v.to_big().to_string()).collect::<Vec<_>>().join(", ");
        let lists = self.decode(key);
        let leaves: Vec<String> =
            lists.iter().map(|tuples| tuples.iter().map(tuple).collect::<Vec<_>>().join(" + ")).collect();
        format!("({})", leaves.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::lang::Code;
    use grundy_rules::session::Session;

    /// `pass` around `pass`, so many times, around a heap: every pass asks whether the game inside is over, and so do the passes inside.
    fn passes(times: usize) -> Arc<Ruleset> {
        let text = format!("{}nim[1]{}", "pass(".repeat(times), ")".repeat(times));
        Session::new().game(&text, None).expect("a game").rules
    }

    #[test]
    fn searches_in_parts_of_parts_are_made_when_they_are_asked_and_taken_from_the_account() {
        let (rules, limits) = (passes(12), Limits { memory: 4 << 20, ..Limits::default() });
        // Nobody asks inside a heap that is not empty: its move is found first.
        let mut search = Searcher::<i64>::new(&rules, Play::Normal, true, &limits);
        let mut position = vec![vec![vec![0]]; 13];
        position[0] = vec![vec![1]];
        position[12] = vec![vec![1]];
        assert_eq!(search.value(&position), Ok(2));
        assert!(limits.in_use() > 0, "parts take memory");
        drop(search);
        assert_eq!(limits.in_use(), 0);
        // With an empty heap every pass asks all those inside.
        let mut search = Searcher::<i64>::new(&rules, Play::Normal, true, &limits);
        position[0] = vec![vec![0]];
        position[1..].fill(vec![vec![1]]);
        match search.value(&position) {
            Err(Stop::Error(error)) => assert_eq!(error.code, Code::Memory, "{}", error.message),
            other => panic!("not refused: {other:?}"),
        }
    }
}
