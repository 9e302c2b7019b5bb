//! Compounds and their values by the textbook recursion: the mex of the options' values, position by position, and no theorem.
//!
//! A position is nested like its game: for a game with rules of its own it is a list of tuples (several after a split), for a
//! compound the positions of the components and perhaps a counter. Several parts form one position, also in normal play: no
//! value here is computed as a nim-sum.

use std::collections::{BTreeSet, HashMap};

use crate::eval::Def;
use crate::rules::{Rules, Tuple};

/// A game expression, with a distinct number for each node.
#[derive(Clone, Debug)]
pub enum Game {
    /// A game with rules of its own.
    Rules(usize, Rules),
    /// Games played together.
    Compound(usize, Rule, Vec<Game>),
}

/// How components are played together.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names are those of the language")]
pub enum Rule {
    Sum,
    /// `k*G`
    Copies,
    AtMost(usize),
    Exactly(usize),
    /// Components counted from 1.
    Hyper(Vec<Vec<i64>>),
    Conjunctive,
    Selective,
    /// With the number of passes, if it is written.
    Pass(Option<i64>),
    Near,
    /// Of a base and a game on top of it.
    Ordinal,
    /// Of two games, where a move is made in both.
    Product,
    /// Of two games, where a move is made in one.
    Acrostic,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pos {
    /// The parts of a game with rules of its own.
    Tuples(Vec<Tuple>),
    /// The positions of the components, and the counter of the compound, if it has one.
    Parts(Vec<Pos>, Option<i64>),
    /// The parts of a product, each of them a position of every component.
    Cells(Vec<Pos>),
}

impl Game {
    fn id(&self) -> usize {
        match self {
            Game::Rules(id, _) | Game::Compound(id, ..) => *id,
        }
    }

    /// The expression in the rules language.
    pub fn text(&self) -> String {
        let (rule, games) = match self {
            Game::Rules(_, rules) => return rules.called(),
            Game::Compound(_, rule, games) => (rule, games),
        };
        let list = listed(games);
        match rule {
            Rule::Sum => games.iter().map(Game::in_sum).collect::<Vec<_>>().join(" + "),
            Rule::Copies => format!("{}*{}", games.len(), games[0].in_product()),
            Rule::AtMost(k) => format!("at_most({k}; {list})"),
            Rule::Exactly(k) => format!("exactly({k}; {list})"),
            Rule::Hyper(edges) => {
                let edge = |e: &Vec<i64>| e.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
                let edges: Vec<String> = edges.iter().map(|e| format!("{{{}}}", edge(e))).collect();
                format!("hyper({{{}}}; {list})", edges.join(","))
            }
            Rule::Conjunctive => format!("conjunctive({list})"),
            Rule::Selective => format!("selective({list})"),
            Rule::Pass(None) => format!("pass({list})"),
            Rule::Pass(Some(p)) => format!("pass({list}, {p})"),
            Rule::Near => format!("near({list})"),
            Rule::Ordinal => format!("ordinal({})", self.stack().join(", ")),
            Rule::Product => format!("product({list})"),
            Rule::Acrostic => format!("acrostic({list})"),
        }
    }

    /// The texts of the games of an ordinal sum: one whose top is an ordinal sum is written as that of three games.
    fn stack(&self) -> Vec<String> {
        match self {
            Game::Compound(_, Rule::Ordinal, games) => {
                std::iter::once(games[0].text()).chain(games[1].stack()).collect()
            }
            _ => vec![self.text()],
        }
    }

    /// Can moves leave several tuples of a leaf?
    pub fn splits(&self) -> bool {
        match self {
            Game::Rules(_, rules) => rules.splits(),
            Game::Compound(_, Rule::Product, _) => true,
            Game::Compound(_, _, games) => games.iter().any(Game::splits),
        }
    }

    fn in_sum(&self) -> String {
        match self {
            Game::Compound(_, Rule::Sum, _) => format!("({})", self.text()),
            _ => self.text(),
        }
    }

    fn in_product(&self) -> String {
        match self {
            Game::Compound(_, Rule::Sum | Rule::Copies, _) => format!("({})", self.text()),
            _ => self.text(),
        }
    }

    /// For each coordinate, its greatest value if it is a counter.
    pub fn counters(&self) -> Vec<Option<i64>> {
        match self {
            Game::Rules(_, rules) => vec![None; rules.width()],
            Game::Compound(_, rule, games) => {
                let mut all: Vec<Option<i64>> = games.iter().flat_map(Game::counters).collect();
                all.extend(rule.most().map(Some));
                all
            }
        }
    }

    /// The position with these coordinates.
    pub fn place(&self, coords: &mut &[i64]) -> Pos {
        let mut take = |n: usize| {
            let (own, rest) = coords.split_at(n);
            *coords = rest;
            own.to_vec()
        };
        match self {
            Game::Rules(_, rules) => Pos::Tuples(vec![take(rules.width())]),
            Game::Compound(_, rule, games) => {
                let parts = games.iter().map(|g| g.place(coords)).collect();
                let counter = rule.most().map(|_| {
                    let (own, rest) = coords.split_at(1);
                    *coords = rest;
                    own[0]
                });
                match rule {
                    Rule::Product | Rule::Acrostic => Pos::Cells(vec![Pos::Parts(parts, None)]),
                    _ => Pos::Parts(parts, counter),
                }
            }
        }
    }

    /// Does a position exist?
    pub fn exists(&self, defs: &[Def], pos: &Pos) -> bool {
        match (self, pos) {
            (Game::Rules(_, rules), Pos::Tuples(tuples)) => tuples.iter().all(|t| rules.exists(defs, t)),
            (Game::Compound(..), Pos::Cells(cells)) => cells.iter().all(|cell| self.exists(defs, cell)),
            (Game::Compound(_, rule, games), Pos::Parts(parts, counter)) => {
                games.iter().zip(parts).all(|(g, p)| g.exists(defs, p)) && *counter <= rule.most()
            }
            _ => panic!("a position of another game"),
        }
    }
}

/// The components of a compound, separated by commas.
fn listed(games: &[Game]) -> String {
    games.iter().map(Game::text).collect::<Vec<_>>().join(", ")
}

impl Rule {
    /// The greatest value of the compound's counter, if it has one.
    fn most(&self) -> Option<i64> {
        match self {
            Rule::Pass(p) => Some(p.unwrap_or(1)),
            Rule::Near | Rule::Ordinal => Some(1),
            _ => None,
        }
    }

    /// The sets of components (from 0) that one move plays in.
    fn sets(&self, n: usize) -> Vec<Vec<usize>> {
        let all = (1..1usize << n).map(|mask| (0..n).filter(|i| mask >> i & 1 == 1).collect::<Vec<_>>());
        match self {
            Rule::Sum | Rule::Copies => (0..n).map(|i| vec![i]).collect(),
            Rule::AtMost(k) => all.filter(|set| set.len() <= *k).collect(),
            Rule::Exactly(k) => all.filter(|set| set.len() == *k).collect(),
            Rule::Hyper(edges) => edges.iter().map(|e| e.iter().map(|i| *i as usize - 1).collect()).collect(),
            Rule::Conjunctive => vec![(0..n).collect()],
            Rule::Selective => all.collect(),
            Rule::Pass(_) | Rule::Near | Rule::Ordinal | Rule::Product | Rule::Acrostic => panic!("not played by sets"),
        }
    }
}

impl Pos {
    /// The tuples of every leaf, as the library lists them.
    pub fn lists(&self) -> Vec<Vec<Tuple>> {
        match self {
            Pos::Tuples(tuples) => vec![tuples.clone()],
            Pos::Parts(parts, counter) => {
                let mut lists: Vec<Vec<Tuple>> = parts.iter().flat_map(Pos::lists).collect();
                lists.extend(counter.map(|c| vec![vec![c]]));
                lists
            }
            Pos::Cells(cells) => vec![cells.iter().map(Pos::flat).collect()],
        }
    }

    /// All coordinates of a position that has not split.
    fn flat(&self) -> Tuple {
        self.lists().into_iter().flatten().flatten().collect()
    }

    /// The positions whose sum this is.
    fn apart(&self) -> Vec<Pos> {
        match self {
            Pos::Tuples(tuples) => tuples.iter().map(|tuple| Pos::Tuples(vec![tuple.clone()])).collect(),
            Pos::Cells(cells) => cells.iter().map(|cell| Pos::Cells(vec![cell.clone()])).collect(),
            Pos::Parts(..) => vec![self.clone()],
        }
    }
}

/// Values found so far.
pub struct Book<'a> {
    /// Definitions and parameters.
    pub defs: &'a [Def],
    memo: HashMap<(usize, bool, Pos), u32>,
    listed: usize,
}

/// A case with more options than this is skipped.
const LARGEST: usize = 60_000;

impl<'a> Book<'a> {
    /// No values yet.
    pub fn new(defs: &'a [Def]) -> Book<'a> {
        Book { defs, memo: HashMap::new(), listed: 0 }
    }

    /// Were there too many options? Then the values are meaningless.
    pub fn too_large(&self) -> bool {
        self.listed > LARGEST
    }

    /// The value of a position.
    pub fn value(&mut self, game: &Game, pos: &Pos, misere: bool) -> u32 {
        let key = (game.id(), misere, pos.clone());
        if let Some(value) = self.memo.get(&key) {
            return *value;
        }
        let options = self.options(game, pos);
        let value = if options.is_empty() {
            u32::from(misere)
        } else {
            let values: BTreeSet<u32> = options.iter().map(|o| self.value(game, o, misere)).collect();
            (0..).find(|v| !values.contains(v)).expect("a mex")
        };
        self.memo.insert(key, value);
        value
    }

    /// The options of a position.
    pub fn options(&mut self, game: &Game, pos: &Pos) -> BTreeSet<Pos> {
        if self.too_large() {
            return BTreeSet::new();
        }
        let found = self.list(game, pos);
        self.listed += found.len();
        found
    }

    fn list(&mut self, game: &Game, pos: &Pos) -> BTreeSet<Pos> {
        match (game, pos) {
            (Game::Rules(_, rules), Pos::Tuples(tuples)) => self.of_tuples(rules, tuples),
            (Game::Compound(_, Rule::Pass(_), games), Pos::Parts(parts, Some(left))) => {
                let mut found = self.options(&games[0], &parts[0]);
                let mut all: BTreeSet<Pos> = BTreeSet::new();
                if *left > 0 && !found.is_empty() {
                    all.insert(Pos::Parts(parts.clone(), Some(left - 1)));
                }
                while let Some(next) = found.pop_first() {
                    all.insert(Pos::Parts(vec![next], Some(*left)));
                }
                all
            }
            (Game::Compound(_, Rule::Near, games), Pos::Parts(parts, Some(on))) => self.near(games, parts, *on == 1),
            (Game::Compound(_, Rule::Ordinal, games), Pos::Parts(parts, Some(played))) => {
                let base = self.options(&games[0], &parts[0]);
                let top = if *played == 0 { self.options(&games[1], &parts[1]) } else { BTreeSet::new() };
                let in_base = base.into_iter().map(|o| Pos::Parts(vec![o, parts[1].clone()], Some(1)));
                let on_top = top.into_iter().map(|o| Pos::Parts(vec![parts[0].clone(), o], Some(0)));
                in_base.chain(on_top).collect()
            }
            (Game::Compound(_, rule, games), Pos::Cells(cells)) => {
                let mut found = BTreeSet::new();
                for (i, cell) in cells.iter().enumerate() {
                    let Pos::Parts(parts, _) = cell else { panic!("a position of another game") };
                    for left in self.cells(rule, games, parts) {
                        let mut next = cells.clone();
                        next.remove(i);
                        next.extend(left);
                        next.sort_unstable();
                        found.insert(Pos::Cells(next));
                    }
                }
                found
            }
            (Game::Compound(_, rule, games), Pos::Parts(parts, None)) => {
                let options: Vec<BTreeSet<Pos>> = games.iter().zip(parts).map(|(g, p)| self.options(g, p)).collect();
                rule.sets(games.len()).iter().flat_map(|set| together(parts, &options, set)).collect()
            }
            _ => panic!("a position of another game"),
        }
    }

    fn of_tuples(&self, rules: &Rules, tuples: &[Tuple]) -> BTreeSet<Pos> {
        let mut found = BTreeSet::new();
        for (i, tuple) in tuples.iter().enumerate() {
            for left in rules.options(self.defs, tuple) {
                let mut next = tuples.to_vec();
                next.remove(i);
                next.extend(left);
                next.sort_unstable();
                found.insert(Pos::Tuples(next));
            }
        }
        found
    }

    /// What the moves from one cell of a product leave.
    fn cells(&mut self, rule: &Rule, games: &[Game], parts: &[Pos]) -> Vec<Vec<Pos>> {
        let [x, y] = parts else { panic!("products have two components here") };
        let moves = |options: BTreeSet<Pos>| options.iter().map(Pos::apart).collect::<Vec<_>>();
        let (in_x, in_y) = (moves(self.options(&games[0], x)), moves(self.options(&games[1], y)));
        let cell = |a: &Pos, b: &Pos| Pos::Parts(vec![a.clone(), b.clone()], None);
        let beside_y = |a: &Vec<Pos>| a.iter().map(|a| cell(a, y)).collect::<Vec<_>>();
        let beside_x = |b: &Vec<Pos>| b.iter().map(|b| cell(x, b)).collect::<Vec<_>>();
        if matches!(rule, Rule::Acrostic) {
            return in_x.iter().map(beside_y).chain(in_y.iter().map(beside_x)).collect();
        }
        let mut all = vec![];
        for (a, b) in in_x.iter().flat_map(|a| in_y.iter().map(move |b| (a, b))) {
            let both = a.iter().flat_map(|a| b.iter().map(|b| cell(a, b)));
            all.push([beside_y(a), beside_x(b), both.collect()].concat());
        }
        self.listed += all.len();
        all
    }

    fn near(&mut self, games: &[Game], parts: &[Pos], on: bool) -> BTreeSet<Pos> {
        let mut found = BTreeSet::new();
        for (i, game) in games.iter().enumerate() {
            for option in self.options(game, &parts[i]) {
                let p = self.value(game, &option, false) == 0;
                if on && p {
                    continue;
                }
                let mut next = parts.to_vec();
                next[i] = option;
                found.insert(Pos::Parts(next, Some(i64::from(on || p))));
            }
        }
        found
    }
}

/// One move in every component of a set.
fn together(parts: &[Pos], options: &[BTreeSet<Pos>], set: &[usize]) -> Vec<Pos> {
    let mut all = vec![parts.to_vec()];
    for i in set {
        let replaced = |p: &Vec<Pos>, o: &Pos| {
            let mut next = p.clone();
            next[*i] = o.clone();
            next
        };
        all = all.iter().flat_map(|p| options[*i].iter().map(move |o| replaced(p, o))).collect();
    }
    all.into_iter().map(|parts| Pos::Parts(parts, None)).collect()
}
