//! Values of positions from which play may go on for ever.
//!
//! In: a finite graph of positions and options. Out: for each position a number, or infinity with the set K of the numbers among its options. This is the
//! theory of Smith (*Graphs with cycles*, J. Combin. Theory 1, 1966) and of Fraenkel and Perl (1975); Winning Ways, chapter 12.
//!
//! A position of value m is worth a heap of m in every sum. A position of value infinity K is worth no heap: with a heap of n the next player wins if n is in
//! K, and play goes on for ever if not. The sum of two positions of value infinity is never won.
//!
//! Numbers are given in ascending order (Fraenkel and Yesha, *The generalized Sprague-Grundy function and its invariance under certain mappings*, J. Combin.
//! Theory A 43, 1986). A position without a value gets m if no option has m, and each option without a number has an option m itself, by which a move to it is
//! answered. If no more positions get m, those without an option m have the value infinity: no greater number can be theirs. The others have an option of each
//! number up to m.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

use dashu_int::IBig;

/// The value of a position in normal play, where play may go on for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopyValue {
    /// The position is worth a heap of this size.
    Number(IBig),
    /// The position is worth no heap; the numbers among its options, in order.
    Infinite(Vec<IBig>),
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopyOutcome {
    /// The previous player.
    P,
    /// The next player.
    N,
    /// Nobody: play goes on for ever.
    D,
}

impl LoopyOutcome {
    /// The letter.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            LoopyOutcome::P => "P",
            LoopyOutcome::N => "N",
            LoopyOutcome::D => "D",
        }
    }
}

impl LoopyValue {
    /// Who wins the position.
    #[must_use]
    pub fn outcome(&self) -> LoopyOutcome {
        match self {
            LoopyValue::Number(value) if *value == IBig::ZERO => LoopyOutcome::P,
            LoopyValue::Infinite(others) if !others.contains(&IBig::ZERO) => LoopyOutcome::D,
            _ => LoopyOutcome::N,
        }
    }

    /// The number, if the position is worth a heap.
    #[must_use]
    pub fn number(&self) -> Option<&IBig> {
        if let LoopyValue::Number(number) = self { Some(number) } else { None }
    }

    /// Is a move to this position no hindrance to a value of `number`: is the position worth another heap, or is there a way on to that value? A heap of
    /// another size either is smaller, or has such an option.
    fn answers(&self, number: u32) -> bool {
        match self {
            LoopyValue::Number(_) => true,
            LoopyValue::Infinite(others) => others.contains(&number.into()),
        }
    }

    /// The value of a sum of two positions.
    #[must_use]
    pub fn plus(&self, other: &LoopyValue) -> LoopyValue {
        match (self, other) {
            (LoopyValue::Number(a), LoopyValue::Number(b)) => LoopyValue::Number(a ^ b),
            (LoopyValue::Number(a), LoopyValue::Infinite(others))
            | (LoopyValue::Infinite(others), LoopyValue::Number(a)) => {
                let mut sums: Vec<IBig> = others.iter().map(|b| a ^ b).collect();
                sums.sort_unstable();
                LoopyValue::Infinite(sums)
            }
            (LoopyValue::Infinite(_), LoopyValue::Infinite(_)) => LoopyValue::Infinite(vec![]),
        }
    }
}

/// As in the language: a number, or `inf({0, 2})`.
impl fmt::Display for LoopyValue {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            LoopyValue::Number(value) => write!(f, "{value}"),
            LoopyValue::Infinite(others) => {
                let list: Vec<String> = others.iter().map(ToString::to_string).collect();
                write!(f, "inf({{{}}})", list.join(", "))
            }
        }
    }
}

/// Positions and their options. Positions have numbers; those before the first one of the graph have values already.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    /// The number of the first position.
    first: usize,
    /// Where the options of each position begin, and at last where they end.
    starts: Vec<usize>,
    options: Vec<u32>,
}

/// A label of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    None,
    Number(u32),
    Infinite,
}

impl Label {
    /// May the position still get a number, or will it never have one?
    fn is_open(self) -> bool {
        !matches!(self, Label::Number(_))
    }
}

impl Graph {
    /// The graph whose first position has this number.
    pub(crate) fn from(first: usize) -> Graph {
        Graph { first, ..Graph::default() }
    }

    /// Adds the options of the next position.
    pub(crate) fn push(&mut self, options: &[u32]) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.options.extend(options);
        self.starts.push(self.options.len());
    }

    /// The number of positions.
    pub(crate) fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The bytes in use, the work of [`Graph::values`] included, and if it is timed that of [`Graph::remoteness`], whose queue may hold an entry for each option
    /// and grows by doubling.
    pub(crate) fn bytes(&self, timed: bool) -> u64 {
        let (option, position) = if timed { (40, 88) } else { (8, 40) };
        (option * self.options.len() + position * self.len()) as u64
    }

    fn of(&self, position: usize) -> &[u32] {
        &self.options[self.starts[position]..self.starts[position + 1]]
    }

    /// The options of a position that belong to the graph, counted from its first position.
    fn inner(&self, position: usize) -> impl Iterator<Item = usize> {
        self.of(position).iter().filter_map(|option| (*option as usize).checked_sub(self.first))
    }

    /// The options of a position that have values already.
    fn outer<'a>(&'a self, position: usize, known: &'a [LoopyValue]) -> impl Iterator<Item = &'a LoopyValue> {
        self.of(position).iter().filter_map(|option| known[..self.first].get(*option as usize))
    }

    /// The same positions, each with those of which it is an option.
    fn reversed(&self) -> Graph {
        let mut starts = vec![0; self.len() + 1];
        let positions = 0..self.len();
        positions.clone().for_each(|position| self.inner(position).for_each(|option| starts[option + 1] += 1));
        positions.clone().for_each(|k| starts[k + 1] += starts[k]);
        let (mut next, mut options) = (starts.clone(), vec![0; starts[self.len()]]);
        for position in positions {
            for option in self.inner(position) {
                options[next[option]] = position as u32;
                next[option] += 1;
            }
        }
        Graph { first: 0, starts, options }
    }

    /// The values of all positions; `known` has those of the positions before the first one, from which no move leads into the graph. `look` is called once
    /// for each number that values have, and ends the work by an error.
    ///
    /// # Errors
    /// That of `look`.
    pub(crate) fn values<E>(
        &self,
        known: &[LoopyValue],
        mut look: impl FnMut() -> Result<(), E>,
    ) -> Result<Vec<LoopyValue>, E> {
        let back = self.reversed();
        let mut labels = vec![Label::None; self.len()];
        let mut number = 0;
        while labels.contains(&Label::None) {
            look()?;
            self.label(&back, known, &mut labels, number);
            number += 1;
        }
        Ok((0..self.len()).map(|position| self.value(known, &labels, position)).collect())
    }

    /// Labels the positions whose value is a number, where all smaller ones have their labels, and those of which none can be any more.
    fn label(&self, back: &Graph, known: &[LoopyValue], labels: &mut [Label], number: u32) {
        let n = LoopyValue::Number(number.into());
        // Has the position an option of this number? How many options without a number have none?
        let mut has: Vec<bool> =
            (0..self.len()).map(|position| self.outer(position, known).any(|value| *value == n)).collect();
        let mut left: Vec<usize> = (0..self.len())
            .map(|position| {
                let inner = self.inner(position).filter(|option| labels[*option].is_open() && !has[*option]).count();
                inner + self.outer(position, known).filter(|value| !value.answers(number)).count()
            })
            .collect();
        let may = |position: usize, labels: &[Label], has: &[bool], left: &[usize]| {
            labels[position] == Label::None && left[position] == 0 && !has[position]
        };
        let mut ready: Vec<usize> = (0..self.len()).filter(|position| may(*position, labels, &has, &left)).collect();
        while let Some(position) = ready.pop() {
            if !may(position, labels, &has, &left) {
                continue;
            }
            labels[position] = Label::Number(number);
            for before in back.inner(position) {
                if std::mem::replace(&mut has[before], true) || !labels[before].is_open() {
                    continue;
                }
                for first in back.inner(before) {
                    left[first] -= 1;
                    if may(first, labels, &has, &left) {
                        ready.push(first);
                    }
                }
            }
        }
        for (label, has) in labels.iter_mut().zip(has) {
            if *label == Label::None && !has {
                *label = Label::Infinite;
            }
        }
    }

    /// The remoteness of all positions, how long play lasts if the winner hurries and the loser delays; `None` where nobody wins. It is even where the
    /// previous player wins. `known` has that of the positions before the first one. Positions are settled in the order of these numbers, back from the ends.
    pub(crate) fn remoteness(&self, known: &[Option<u32>]) -> Vec<Option<u32>> {
        let back = self.reversed();
        let mut found = vec![None; self.len()];
        // How many options are not known to be won by the next player, and 1 more than the greatest remoteness of those that are.
        let (mut left, mut latest) = (vec![0usize; self.len()], vec![0u32; self.len()]);
        let mut waiting = BinaryHeap::new();
        for position in 0..self.len() {
            left[position] = self.inner(position).count();
            for option in self.of(position).iter().filter(|option| (**option as usize) < self.first) {
                match known[*option as usize] {
                    Some(lasts) if lasts % 2 == 1 => latest[position] = latest[position].max(lasts + 1),
                    other => {
                        left[position] += 1;
                        other.iter().for_each(|lasts| waiting.push(Reverse((lasts + 1, position))));
                    }
                }
            }
            if left[position] == 0 {
                waiting.push(Reverse((latest[position], position)));
            }
        }
        while let Some(Reverse((lasts, position))) = waiting.pop() {
            if found[position].is_some() {
                continue;
            }
            found[position] = Some(lasts);
            for before in back.inner(position) {
                if lasts % 2 == 0 {
                    waiting.push(Reverse((lasts + 1, before)));
                    continue;
                }
                left[before] -= 1;
                latest[before] = latest[before].max(lasts + 1);
                if left[before] == 0 {
                    waiting.push(Reverse((latest[before], before)));
                }
            }
        }
        found
    }

    fn value(&self, known: &[LoopyValue], labels: &[Label], position: usize) -> LoopyValue {
        if let Label::Number(number) = labels[position] {
            return LoopyValue::Number(number.into());
        }
        let number = |option| if let Label::Number(number) = labels[option] { Some(IBig::from(number)) } else { None };
        let mut others: Vec<IBig> = self.inner(position).filter_map(number).collect();
        others.extend(self.outer(position, known).filter_map(|value| value.number().cloned()));
        others.sort_unstable();
        others.dedup();
        LoopyValue::Infinite(others)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use grundy_rules::rules::Play;
    use grundy_rules::session::Session;
    use proptest::prelude::*;

    use super::*;
    use crate::contract::limits::Limits;
    use crate::contract::position::{lists, narrow};
    use crate::enumerate::search::{Reaches, Searcher};

    fn graph(options: &[Vec<u32>]) -> Graph {
        let mut graph = Graph::default();
        options.iter().for_each(|list| graph.push(list));
        graph
    }

    fn values(options: &[Vec<u32>]) -> Vec<LoopyValue> {
        let found: Result<_, Infallible> = graph(options).values(&[], || Ok(()));
        found.unwrap_or_else(|never| match never {})
    }

    /// Who wins each vertex of a graph, by going back from the ends of play.
    fn outcomes(options: &[Vec<u32>]) -> Vec<LoopyOutcome> {
        let mut known: Vec<Option<LoopyOutcome>> = vec![None; options.len()];
        loop {
            let found = (0..options.len()).find_map(|at| {
                let of = |outcome| options[at].iter().filter(|o| known[**o as usize] == Some(outcome)).count();
                let new = match (of(LoopyOutcome::P) > 0, of(LoopyOutcome::N) == options[at].len()) {
                    (true, _) => LoopyOutcome::N,
                    (_, true) => LoopyOutcome::P,
                    _ => return None,
                };
                known[at].is_none().then_some((at, new))
            });
            match found {
                Some((at, new)) => known[at] = Some(new),
                None => return known.into_iter().map(|known| known.unwrap_or(LoopyOutcome::D)).collect(),
            }
        }
    }

    /// The remoteness of each vertex of a graph, by rounds: after k of them, what ends within k moves is known.
    fn lasts(options: &[Vec<u32>]) -> Vec<Option<u32>> {
        let mut known: Vec<Option<u32>> = vec![None; options.len()];
        for round in 0..=options.len() as u32 {
            let won = |option: &u32| known[*option as usize].is_some_and(|lasts| lasts % 2 == 1);
            let lost = |option: &u32| known[*option as usize].is_some_and(|lasts| lasts % 2 == 0);
            let ends = |list: &Vec<u32>| if round % 2 == 1 { list.iter().any(lost) } else { list.iter().all(won) };
            let new = |at: &usize| known[*at].is_none() && ends(&options[*at]);
            let new: Vec<usize> = (0..options.len()).filter(new).collect();
            new.into_iter().for_each(|at| known[at] = Some(round));
        }
        known
    }

    /// The sum of two graphs; the pair (a, b) is the vertex a * |B| + b.
    fn sum(a: &[Vec<u32>], b: &[Vec<u32>]) -> Vec<Vec<u32>> {
        let pair = |x: u32, y: u32| x * b.len() as u32 + y;
        let both = |x: usize, y: usize| {
            let first = a[x].iter().map(|x| pair(*x, y as u32));
            first.chain(b[y].iter().map(|y| pair(x as u32, *y))).collect()
        };
        (0..a.len()).flat_map(|x| (0..b.len()).map(move |y| (x, y))).map(|(x, y)| both(x, y)).collect()
    }

    fn heap(size: u32) -> Vec<Vec<u32>> {
        (0..=size).map(|n| (0..n).collect()).collect()
    }

    fn numbers(list: &[u32]) -> LoopyValue {
        LoopyValue::Infinite(list.iter().map(|n| IBig::from(*n)).collect())
    }

    #[test]
    fn small_graphs() {
        let number = |n: u32| LoopyValue::Number(n.into());
        // A vertex that leads to itself; one that can also end the game; two that lead to each other, one with a way out.
        assert_eq!(values(&[vec![0]]), [numbers(&[])]);
        assert_eq!(values(&[vec![], vec![0, 1]]), [number(0), numbers(&[0])]);
        assert_eq!(values(&[vec![], vec![0, 2], vec![1]]), [number(0), number(1), number(0)]);
        assert_eq!(numbers(&[0, 2]).to_string(), "inf({0, 2})");
        assert_eq!(numbers(&[1, 2]).plus(&number(3)), numbers(&[1, 2]));
        assert_eq!(numbers(&[1]).plus(&numbers(&[1])), numbers(&[]));
    }

    /// Where play ends, the values are those of the search.
    #[test]
    fn games_that_end_have_their_usual_values() {
        for (game, position) in [("wythoff", vec![7i64, 4]), ("kayles", vec![23]), ("nim[2] + kayles", vec![3, 6, 12])]
        {
            let rules = Session::new().game(game, None).expect("a game").rules;
            let at: Vec<IBig> = position.iter().map(|x| IBig::from(*x)).collect();
            let small = narrow(&lists(&rules, &at)).expect("small numbers");
            let value =
                Searcher::<i64>::new(&rules, Play::Normal, true, &Limits::default()).value(&small).expect("a value");
            let found = Reaches::new(&rules, &Limits::default()).value(&lists(&rules, &at)).expect("a value");
            assert_eq!(found, LoopyValue::Number(value.into()), "{game}");
        }
    }

    fn random(most: u32) -> impl Strategy<Value = Vec<Vec<u32>>> {
        (2..most).prop_flat_map(|n| {
            let list = prop::collection::btree_set(0..n, 0..4).prop_map(|set| set.into_iter().collect());
            prop::collection::vec(list, n as usize)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

        /// What values say of sums with heaps, against the outcomes of these sums.
        #[test]
        fn values_are_told_by_sums_with_heaps(options in random(9)) {
            for (position, value) in values(&options).iter().enumerate() {
                for n in 0..6u32 {
                    let heap = heap(n);
                    let outcome = outcomes(&sum(&options, &heap))[position * heap.len() + n as usize];
                    let told = value.plus(&LoopyValue::Number(n.into())).outcome();
                    prop_assert_eq!(outcome, told, "{:?}: {} at {} and a heap of {}", options, value, position, n);
                }
            }
        }

        /// The remoteness, against its definition, and against who wins.
        #[test]
        fn remoteness_is_told_by_rounds(options in random(12)) {
            let found = graph(&options).remoteness(&[]);
            prop_assert_eq!(&found, &lasts(&options), "{:?}", options);
            for (lasts, outcome) in found.into_iter().zip(outcomes(&options)) {
                let told = lasts.map_or(LoopyOutcome::D, |n| [LoopyOutcome::P, LoopyOutcome::N][n as usize % 2]);
                prop_assert_eq!(told, outcome, "{:?}", options);
            }
        }

        /// Rules, from the position up, against the graph that they stand for; and beside a heap, as a sum of two components.
        #[test]
        fn rules_have_the_values_of_their_graph(options in random(8), heap in 0..4u64) {
            let move_to = |(from, list): (usize, &Vec<u32>)| {
                list.iter().map(|to| format!("move ({to}, h) if v = {from}\n")).collect::<String>()
            };
            let moves: String = options.iter().enumerate().map(move_to).collect();
            let text = format!("game g(v, h) {{ require v < {}\n{moves}move (v, h - i) for i in 1..h }}", options.len());
            let mut session = Session::new();
            session.load("g.game", &text).expect("the rules are of the language");
            let rules = session.game("g", None).expect("a game").rules;
            // One graph for all of them, and a graph that grows with the questions.
            let (mut whole, mut growing) = (Reaches::new(&rules, &Limits::default()), Reaches::new(&rules, &Limits::default()));
            whole.reach(&[options.len() as u64 - 1, heap]).expect("a graph");
            let mut timed = Reaches::timed(&rules, &Limits::default(), 1 << 10);
            let lasts = lasts(&sum(&options, &self::heap(heap as u32)));
            for (v, value) in values(&options).into_iter().enumerate() {
                let at = lists(&rules, &[v.into(), heap.into()]);
                let expected = value.plus(&LoopyValue::Number(heap.into()));
                let found = whole.value(&at).expect("a value");
                prop_assert_eq!(&found, &expected, "{} at {},{}", text, v, heap);
                prop_assert_eq!(&growing.value(&at).expect("a value"), &expected, "{} at {},{}", text, v, heap);
                let lasts = lasts[v * (heap as usize + 1) + heap as usize];
                prop_assert_eq!(timed.remoteness(&at).expect("a number"), lasts, "{} at {},{}", text, v, heap);
            }
        }

        /// Sums of two graphs, against the values of the sum as one graph.
        #[test]
        fn sums_of_graphs(a in random(6), b in random(6)) {
            let (x, y, both) = (values(&a), values(&b), values(&sum(&a, &b)));
            for (i, x) in x.iter().enumerate() {
                for (j, y) in y.iter().enumerate() {
                    prop_assert_eq!(both[i * b.len() + j].outcome(), x.plus(y).outcome(), "{:?} {:?}", a, b);
                }
            }
        }
    }
}
