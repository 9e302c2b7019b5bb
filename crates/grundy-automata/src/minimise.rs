//! The automaton with the fewest states.
//!
//! In: an automaton. Out: the one that accepts the same words and has as few states as any, numbered in the order in which a walk from the beginning
//! finds them; so equal sets have equal automata. States are divided into classes by whether they accept, then again and again by the classes that
//! their letters lead to, until nothing changes: the diagram of a state, its leaves replaced by their classes, says all of that at once.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::automaton::Automaton;
use crate::budget::{Budget, Stop};
use crate::diagram::{Copied, Nodes, Ref};
use crate::memory::{hashed, listed};

/// The least automaton.
pub(crate) fn minimal(automaton: &Automaton, budget: &Budget<'_>) -> Result<Automaton, Stop> {
    let mut classes: Vec<u32> = automaton.accepting.iter().map(|accepts| u32::from(*accepts)).collect();
    let mut count = 1 + usize::from(classes.contains(&0) && classes.contains(&1));
    // A copy of the nodes and of the states, and the classes before and after.
    let _held = budget.memory.hold(Copied::bytes(&automaton.nodes) + automaton.states() * (hashed(12) + listed(24)))?;
    let mut nodes = Nodes::with_room(automaton.numeration(), automaton.nodes.len());
    let mut memo = Copied::of(&automaton.nodes);
    let mut numbers: HashMap<(u32, Ref), u32, FixedState> = HashMap::default();
    loop {
        nodes.clear();
        memo.clear();
        numbers.clear();
        let mut finer = Vec::with_capacity(classes.len());
        for (state, root) in automaton.roots.iter().enumerate() {
            let to = nodes.copy(&automaton.nodes, *root, &mut memo, &mut |q| Ref::leaf(classes[q as usize]));
            let next = numbers.len() as u32;
            finer.push(*numbers.entry((classes[state], to)).or_insert(next));
        }
        budget.allows(0, nodes.len())?;
        budget.spend(nodes.len() + finer.len())?;
        let done = numbers.len() == count;
        (classes, count) = (finer, numbers.len());
        if done {
            break;
        }
    }
    merged(automaton, &classes, count).counted(budget)
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
