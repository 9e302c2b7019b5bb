//! Automata to be looked at: as a table, as a picture, as JSON.
//!
//! In: what was proved. Out: one row a state with its next states; a diagram of states and arrows, for an SVG or for Graphviz. Only small automata are shown.

use std::collections::BTreeMap;

use grundy::session::Game;
use grundy::theory::discover::Asks;
use grundy::theory::everywhere::{Coordinates, Everywhere};
use grundy::theory::machine::Machine;
use grundy_picture::{Caption, Diagram, State};
use serde_json::{Value, json};

/// A table has at most so many states and letters.
const ROWS: usize = 24;
const LETTERS: usize = 16;
/// A picture, and a graph for Graphviz, have at most so many states.
pub(super) const DRAWN: usize = 48;
pub(super) const GRAPH: usize = 2048;
/// So many letters stand at an arrow before it says how many more there are.
const AT_ARROW: usize = 4;
/// JSON has at most so many entries.
const ENTRIES: usize = 1 << 14;

/// An automaton to be looked at.
pub(super) struct Shown {
    machine: Machine,
    title: String,
    reads: String,
    says: &'static str,
}

/// The values or the P-positions, in words.
pub(super) fn what(asks: Asks) -> &'static str {
    if asks == Asks::Values { "values" } else { "P-positions" }
}

impl Shown {
    /// The automaton; `None` where expressions say a part, or it is too large.
    pub(super) fn of(game: &Game, asks: Asks, values: &Everywhere) -> Option<Shown> {
        let machine = values.machine()?;
        let names: Vec<&str> = game.rules.coords.iter().map(|coord| coord.name.as_str()).collect();
        let value = if machine.reads_value { ", and the value" } else { "" };
        let of = match values.coordinates() {
            Coordinates::Plain => names.join(", "),
            Coordinates::Differences => "the least coordinate and the differences in ascending order".to_string(),
        };
        let reads = format!("reads the {} digits of {of}{value}, the least significant first", values.numeration());
        let says = if machine.reads_value { "accepts" } else { "says the value" };
        let misere = if values.play().is_misere() { " in misère play" } else { "" };
        Some(Shown { machine, title: format!("{}: the {}{misere}", game.text, what(asks)), reads, says })
    }

    /// A state in words.
    fn output(&self, state: usize) -> String {
        match self.machine.outputs[state] {
            None => String::new(),
            Some(_) if self.machine.reads_value => "yes".to_string(),
            Some(value) => value.to_string(),
        }
    }

    /// One row a state: what it says, and the next states by letters; `-` from where no position goes on.
    pub(super) fn table(&self) -> Option<String> {
        let machine = &self.machine;
        let letters = machine.next.first()?.len();
        let (states, place) = self.alive();
        if states.len() > ROWS || letters > LETTERS {
            return None;
        }
        let head: Vec<String> =
            ["state", self.says].into_iter().map(String::from).chain((0..letters).map(|n| machine.letter(n))).collect();
        let row = |state: &usize| {
            let to = |to: &u32| place.get(&(*to as usize)).map_or("-".to_string(), usize::to_string);
            let next = machine.next[*state].iter().map(to);
            [place[state].to_string(), self.output(*state)].into_iter().chain(next).collect::<Vec<String>>()
        };
        let rows: Vec<Vec<String>> = std::iter::once(head).chain(states.iter().map(row)).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
            cells.collect::<Vec<_>>().join("  ")
        };
        let lines: Vec<String> = rows.iter().map(line).collect();
        Some(format!("it {}:\n{}", self.reads, lines.join("\n")))
    }

    /// The states from which some position goes on, and their numbers among these.
    fn alive(&self) -> (Vec<usize>, BTreeMap<usize, usize>) {
        let states: Vec<usize> = (0..self.machine.next.len()).filter(|state| !self.machine.is_dead(*state)).collect();
        let place = states.iter().enumerate().map(|(place, state)| (*state, place)).collect();
        (states, place)
    }

    /// States and arrows, of so many states at most; the state from which no position goes on is left out.
    pub(super) fn diagram(&self, most: usize) -> Option<Diagram> {
        let machine = &self.machine;
        let (states, place) = self.alive();
        if states.len() > most {
            return None;
        }
        let mut arrows: BTreeMap<(usize, usize), Vec<String>> = BTreeMap::new();
        for state in &states {
            for (letter, to) in machine.next[*state].iter().enumerate() {
                if let Some(to) = place.get(&(*to as usize)) {
                    arrows.entry((place[state], *to)).or_default().push(machine.letter(letter));
                }
            }
        }
        let label = |letters: Vec<String>| match letters.len() {
            n if n == machine.next[0].len() => "any".to_string(),
            n if n > AT_ARROW => format!("{} +{}", letters[..AT_ARROW - 1].join(" "), n + 1 - AT_ARROW),
            _ => letters.join(" "),
        };
        let drawn = |state: &usize| State {
            label: if machine.reads_value { String::new() } else { self.output(*state) },
            marked: if machine.reads_value {
                machine.outputs[*state].is_some()
            } else {
                machine.outputs[*state] == Some(0)
            },
        };
        let marked =
            if machine.reads_value { "double: it accepts" } else { "a state says the value; double: P-positions" };
        Some(Diagram {
            caption: Caption {
                title: self.title.clone(),
                lines: vec![format!("it {}", self.reads), marked.to_string()],
            },
            states: states.iter().map(drawn).collect(),
            arrows: arrows.into_iter().map(|((from, to), letters)| (from, to, label(letters))).collect(),
        })
    }

    /// The whole automaton.
    pub(super) fn json(&self) -> Option<Value> {
        let Machine { digits, tracks, reads_value, next, outputs } = &self.machine;
        let entries: usize = next.iter().map(Vec::len).sum();
        let all =
            json!({"digits": digits, "numbers": tracks, "reads_value": reads_value, "next": next, "says": outputs});
        (entries <= ENTRIES).then_some(all)
    }
}
