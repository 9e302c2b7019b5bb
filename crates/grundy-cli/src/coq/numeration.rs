//! Digits that are not binary, as binary ones.
//!
//! In: the base of a block, and automata that read digits in it. Out: automata that read the bits of these digits, the lowest bit of a digit first, for `Numeration.v`: which numbers are words, which
//! words make another, and those of the block. Coq decides what it needs of the first two; nobody has to trust this file.

use std::collections::HashMap;
use std::hash::Hash;

use grundy_automata::{Automaton, Budget, Decider, Formulas, Linear, Numeration, Relation, Stop};
use serde_json::Value;

use super::terms::Lacks;
use super::text::{Part, list, truth};

/// States, with the next one for each letter and whether each accepts.
pub(super) struct Table {
    pub(super) next: Vec<Vec<usize>>,
    pub(super) accepts: Vec<bool>,
}

/// An automaton as a term of `Automaton.v`.
pub(super) fn term(Table { next, accepts }: &Table, tracks: usize) -> String {
    let row = |(row, accepts): (&Vec<usize>, &bool)| {
        let states: Vec<String> = row.iter().map(usize::to_string).collect();
        format!("({}, {})", truth(*accepts), list(&states))
    };
    let rows: Vec<String> = next.iter().zip(accepts).map(row).collect();
    format!("automaton {tracks} [\n    {}]%N", rows.join(";\n    "))
}

/// The numeration that a block has as its base; nothing if its digits are binary.
pub(super) fn of_base(base: &Value) -> Lacks<Option<Numeration>> {
    let name = base.as_str().map_or_else(|| base.to_string(), str::to_string);
    match Numeration::named(&name) {
        Some(numeration) => Ok(Some(numeration).filter(|numeration| *numeration != Numeration::default())),
        None => Err(format!("its automata read digits of base {name}, which is none")),
    }
}

/// The definition of the numeration, under the name that [`name`] gives.
pub(super) fn definition(numeration: Numeration, mark: &str) -> Lacks<Part> {
    let budget = Budget::default();
    let too_large = |_| format!("addition of {numeration} digits has too many states");
    let words = Automaton::words(numeration, 0, &budget).map_err(too_large)?;
    let adder = adder(numeration, &budget).map_err(too_large)?;
    let mut part = Part::default();
    part.comment(&format!(
        "Words of {numeration} digits, which are read as numbers with the same bits; and the automaton that adds such words."
    ));
    for (name, automaton, tracks) in [("words", words, 1), ("adder", adder, 3)] {
        let next = automaton.rows(tracks).iter().map(|row| row.iter().map(|to| *to as usize).collect()).collect();
        let table = in_bits(&Table { next, accepts: automaton.accepting().to_vec() }, numeration, tracks);
        part.definition(&format!("the_{name}{mark}"), "aut", &term(&table, tracks));
    }
    let (words, adder) = (format!("the_words{mark}"), format!("the_adder{mark}"));
    part.checked(&format!("adds{mark}"), &format!("words_ok {words} {adder}"));
    let by = format!("Some (numeration_by {words} {adder} adds{mark})");
    part.definition(&format!("the_digits{mark}"), "digits", &by);
    Ok(part)
}

/// The words of numbers of which the first two make the third.
fn adder(numeration: Numeration, budget: &Budget<'_>) -> Result<Automaton, Stop> {
    let mut all = Formulas::new();
    let sum = all.linear(Linear::new([(0, 1), (1, 1), (2, -1)], 0)?, Relation::Zero);
    Decider::new(numeration, budget).automaton(&all, sum).map(|adder| (*adder).clone())
}

/// What the definition is called.
pub(super) fn name(numeration: Option<Numeration>, mark: &str) -> String {
    numeration.map_or("None".to_string(), |_| format!("the_digits{mark}"))
}

/// An automaton that reads the bits of digits where another one reads the digits. Bits that are no digit lead to a state that rejects for ever.
pub(super) fn in_bits(table: &Table, numeration: Numeration, tracks: usize) -> Table {
    let (digits, bits) = (numeration.digits(), (numeration.digits() - 1).ilog2() + 1);
    // The digits of the tracks, of which some bits were read.
    let letter = |read: &[usize]| {
        let digit = |track: usize| read.iter().enumerate().map(|(k, bits)| (bits >> track & 1) << k).sum::<usize>();
        (0..tracks).rev().try_fold(0, |all, track| Some(all * digits + Some(digit(track)).filter(|d| *d < digits)?))
    };
    let after = |state: usize, read: &[usize]| letter(read).map(|letter| table.next[state][letter]);
    // A state and the bits that were read since; nothing once bits were no digit.
    type Read = Option<(usize, Vec<usize>)>;
    let step = |from: &Read, bit: usize| -> Read {
        let (state, read) = from.as_ref()?;
        let read = [read.as_slice(), &[bit]].concat();
        if read.len() < bits as usize { Some((*state, read)) } else { Some((after(*state, &read)?, vec![])) }
    };
    let accepts = |read: &Read| {
        read.as_ref().is_some_and(|(state, read)| match read.as_slice() {
            [] => table.accepts[*state],
            read => after(*state, read).is_some_and(|to| table.accepts[to]),
        })
    };
    let (mut states, mut next): (Numbered<Read>, Vec<Vec<usize>>) = (Numbered::default(), vec![]);
    states.number(Some((0, vec![])));
    while let Some(state) = states.list.get(next.len()).cloned() {
        next.push((0..1 << tracks).map(|bit| states.number(step(&state, bit))).collect());
    }
    least(&Table { next, accepts: states.list.iter().map(accepts).collect() })
}

/// Things in the order in which they were met.
#[derive(Default)]
struct Numbered<T> {
    list: Vec<T>,
    numbers: HashMap<T, usize>,
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    fn number(&mut self, thing: T) -> usize {
        let list = &mut self.list;
        *self.numbers.entry(thing).or_insert_with_key(|thing| {
            list.push(thing.clone());
            list.len() - 1
        })
    }
}

/// States that lead to the same are one state: classes by what they accept, and by the classes to which they lead, until these are no more (Moore 1956).
fn least(table: &Table) -> Table {
    let (mut classes, mut class): (usize, Vec<usize>) =
        (0, table.accepts.iter().map(|accepts| usize::from(*accepts)).collect());
    loop {
        let mut known = Numbered::default();
        let of =
            |(state, row): (usize, &Vec<usize>)| (class[state], row.iter().map(|to| class[*to]).collect::<Vec<_>>());
        class = table.next.iter().enumerate().map(|state| known.number(of(state))).collect();
        if known.list.len() == classes {
            let first = known.numbers.values().map(|number| class.iter().position(|class| class == number));
            let mut first: Vec<usize> = first.flatten().collect();
            first.sort_unstable();
            let row = |state: &usize| table.next[*state].iter().map(|to| class[*to]).collect();
            return Table {
                next: first.iter().map(row).collect(),
                accepts: first.iter().map(|state| table.accepts[*state]).collect(),
            };
        }
        classes = known.list.len();
    }
}
