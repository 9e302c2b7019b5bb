//! The automaton with the fewest states.
//!
//! In: an automaton. Out: the one that accepts the same words and has as few states as any, numbered in the order in which a walk from the beginning
//! finds them; so equal sets have equal automata. States are divided into classes by whether they accept, then again and again by the classes that
//! their letters lead to, until nothing changes: the diagram of a state, its leaves replaced by their classes, says all of that at once.
//!
//! When a class is divided, its largest part keeps the number of the class (Hopcroft, 1971). So a state gets at most log2(states) new numbers, and only
//! the diagrams with a leaf that has a new number are made again. The other members of a class have no such leaf: their diagrams are equal as before,
//! and differ from all that are made again.

use crate::automaton::Automaton;
use crate::budget::{Budget, Stop};
use crate::diagram::{Copied, Kids, Nodes, Ref};
use crate::memory::{Held, listed};

/// So many vertices are as much work as a node of a product.
const VERTICES: usize = 4;

/// The least automaton.
pub(crate) fn minimal(automaton: &Automaton, budget: &Budget<'_>) -> Result<Automaton, Stop> {
    let mut work = Refinement::of(automaton, budget)?;
    while !work.stale.is_empty() {
        work.round(budget)?;
    }
    let Refinement { class, members, .. } = work;
    let least = merged(automaton, &class, members.len());
    budget.allows(0, least.nodes.len())?;
    least.counted(budget)
}

/// Classes of states that become finer. A vertex is a node of the automaton, or a state: its number and the number of nodes.
struct Refinement<'a> {
    of: &'a Automaton,
    /// The class of each state, the members of each class, and where among them a state stands.
    class: Vec<u32>,
    members: Vec<Vec<u32>>,
    place: Vec<u32>,
    users: Users,
    /// What is made of each node: its diagram, the leaves replaced by their classes.
    made: Vec<Ref>,
    nodes: Nodes,
    /// The vertices whose diagrams have a leaf with a new number.
    stale: Vec<u32>,
    is_stale: Vec<bool>,
    /// The bytes of all but the nodes, and all bytes.
    fixed: usize,
    held: Held,
}

/// A state, before it its class and its diagram.
type Looked = (u32, Ref, u32);

impl<'a> Refinement<'a> {
    /// Two classes: the states that accept, and the others.
    fn of(automaton: &'a Automaton, budget: &Budget<'_>) -> Result<Refinement<'a>, Stop> {
        let (nodes, states) = (automaton.nodes.len(), automaton.states());
        // Users; for a vertex its first user, what is made of it and its mark; for a state its class, its place and its members.
        let fixed = 4 * (nodes * automaton.digits() + states) + 13 * (nodes + states) + listed(24) * states;
        let held = budget.memory.hold(fixed)?;
        let mut work = Refinement {
            of: automaton,
            class: vec![0; states],
            members: vec![],
            place: vec![0; states],
            users: Users::of(automaton),
            made: vec![Ref::leaf(0); nodes],
            nodes: Nodes::new(automaton.numeration()),
            stale: vec![],
            is_stale: vec![false; nodes + states],
            fixed,
            held,
        };
        work.all_stale();
        let (accepting, others) = (0..states as u32).partition(|state| automaton.accepting[*state as usize]);
        for part in [accepting, others] {
            work.found(part);
        }
        Ok(work)
    }

    fn all_stale(&mut self) {
        self.stale = (0..self.is_stale.len() as u32).collect();
        self.is_stale.fill(true);
    }

    /// Makes again what is stale, and divides the classes whose members differ.
    fn round(&mut self, budget: &Budget<'_>) -> Result<(), Stop> {
        budget.allows(0, 0)?;
        budget.spend(self.stale.len() / VERTICES)?;
        // What a node leads to has a smaller number.
        self.stale.sort_unstable();
        let nodes = self.of.nodes.len() as u32;
        let mut looked: Vec<Looked> = vec![];
        for vertex in std::mem::take(&mut self.stale) {
            self.is_stale[vertex as usize] = false;
            match vertex.checked_sub(nodes) {
                None => self.make(vertex),
                Some(state) => {
                    let root = self.of.roots[state as usize];
                    looked.push((self.class[state as usize], self.made(root), state));
                }
            }
        }
        looked.sort_unstable();
        looked.chunk_by(|a, b| a.0 == b.0).for_each(|same| self.divide(same));
        self.held.cover(self.fixed + self.nodes.bytes())?;
        // Diagrams of classes that are no more are forgotten.
        if self.nodes.len() > self.made.len() + self.made.len() / 2 && !self.stale.is_empty() {
            self.nodes.clear();
            self.all_stale();
        }
        Ok(())
    }

    /// A diagram of the automaton, its leaves replaced by their classes.
    fn made(&self, at: Ref) -> Ref {
        match at.as_leaf() {
            Some(state) => Ref::leaf(self.class[state as usize]),
            None => self.made[at.index()],
        }
    }

    fn make(&mut self, node: u32) {
        let (var, kids) = self.of.nodes.entry(node as usize);
        let kids: Kids = kids.iter().map(|kid| self.made(*kid)).collect();
        self.made[node as usize] = self.nodes.node(var, &kids);
    }

    /// Divides a class by the diagrams of those members that were looked at; the others have one diagram.
    fn divide(&mut self, looked: &[Looked]) {
        let class = looked[0].0 as usize;
        for (_, _, state) in looked {
            let place = self.place[*state as usize];
            self.members[class].swap_remove(place as usize);
            if let Some(moved) = self.members[class].get(place as usize) {
                self.place[*moved as usize] = place;
            }
        }
        let parts = looked.chunk_by(|a, b| a.1 == b.1);
        let mut parts: Vec<Vec<u32>> = parts.map(|part| part.iter().map(|(_, _, state)| *state).collect()).collect();
        let others = self.members[class].len();
        if let Some(largest) = parts.iter_mut().max_by_key(|part| part.len()).filter(|largest| largest.len() > others) {
            std::mem::swap(largest, &mut self.members[class]);
            self.settle(class);
        }
        for part in parts {
            part.iter().for_each(|state| self.mark(*state));
            self.found(part);
        }
    }

    /// Makes some states a class, if there are any.
    fn found(&mut self, part: Vec<u32>) {
        if !part.is_empty() {
            self.members.push(part);
            self.settle(self.members.len() - 1);
        }
    }

    /// Notes where the members of a class stand.
    fn settle(&mut self, class: usize) {
        for (place, state) in self.members[class].iter().enumerate() {
            (self.class[*state as usize], self.place[*state as usize]) = (class as u32, place as u32);
        }
    }

    /// A state gets a new number: all that leads to it is stale.
    fn mark(&mut self, state: u32) {
        let nodes = self.of.nodes.len() as u32;
        let mut todo = vec![nodes + state];
        while let Some(vertex) = todo.pop() {
            for user in self.users.of_vertex(vertex) {
                if !std::mem::replace(&mut self.is_stale[*user as usize], true) {
                    self.stale.push(*user);
                    todo.extend((*user < nodes).then_some(*user));
                }
            }
        }
    }
}

/// The nodes that lead to a vertex, and the states that begin there.
struct Users {
    /// Where the users of each vertex begin.
    from: Vec<u32>,
    all: Vec<u32>,
}

impl Users {
    fn of(automaton: &Automaton) -> Users {
        let nodes = automaton.nodes.len();
        let edges = || {
            let of_nodes =
                (0..nodes).flat_map(|node| automaton.nodes.entry(node).1.iter().map(move |kid| (node, *kid)));
            of_nodes.chain(automaton.roots.iter().enumerate().map(|(state, root)| (nodes + state, *root)))
        };
        let vertex = |at: Ref| at.as_leaf().map_or_else(|| at.index(), |state| nodes + state as usize);
        let mut from = vec![0; nodes + automaton.states() + 1];
        edges().for_each(|(_, to)| from[vertex(to)] += 1);
        let mut sum = 0;
        for users in &mut from {
            sum += *users;
            *users = sum;
        }
        let mut all = vec![0; sum as usize];
        for (user, to) in edges() {
            let place = &mut from[vertex(to)];
            *place -= 1;
            all[*place as usize] = user as u32;
        }
        Users { from, all }
    }

    fn of_vertex(&self, vertex: u32) -> &[u32] {
        &self.all[self.from[vertex as usize] as usize..self.from[vertex as usize + 1] as usize]
    }
}

/// The automaton whose states are the classes of another one's states.
fn merged(automaton: &Automaton, classes: &[u32], count: usize) -> Automaton {
    let mut first = vec![usize::MAX; count];
    for (state, class) in classes.iter().enumerate().rev() {
        first[*class as usize] = state;
    }
    // Classes are numbered anew as a walk from the beginning finds them.
    let mut numbers = vec![u32::MAX; count];
    let mut order = vec![classes[0]];
    numbers[classes[0] as usize] = 0;
    let mut seen = vec![];
    let mut at = 0;
    while let Some(class) = order.get(at).copied() {
        at += 1;
        let root = automaton.roots[first[class as usize]];
        // Nodes that were seen before lead to classes that were found before.
        automaton.nodes.leaves(root, &mut seen, &mut |q| {
            let class = classes[q as usize];
            if numbers[class as usize] == u32::MAX {
                numbers[class as usize] = order.len() as u32;
                order.push(class);
            }
        });
    }
    let (mut nodes, mut memo) = (Nodes::new(automaton.numeration()), Copied::of(&automaton.nodes));
    let leaf = |q: u32| Ref::leaf(numbers[classes[q as usize] as usize]);
    let states: Vec<usize> = order.iter().map(|class| first[*class as usize]).collect();
    let roots =
        states.iter().map(|q| nodes.copy(&automaton.nodes, automaton.roots[*q], &mut memo, &mut |q| leaf(q))).collect();
    Automaton::uncounted(nodes, roots, states.iter().map(|q| automaton.accepting[*q]).collect())
}
