//! Random files: definitions, one or two games with rules, and a compound of them.

use crate::conditions::{Atoms, require};
use crate::eval::Def;
use crate::expr::{E, Op, index, ints, op};
use crate::families::{atoms, scalar};
use crate::rules::{Family, Rules, Var};
use crate::splits;
use crate::tape::Tape;
use crate::textbook::{Game, Rule};
use crate::vectors::vector;

/// A file, and a game of it with its model.
#[derive(Debug)]
pub struct Case {
    /// Definitions of the file and parameters of its games.
    pub defs: Vec<Def>,
    /// The model of the game.
    pub game: Game,
    /// The text of the file.
    pub text: String,
    /// The expression of the game.
    pub asked: String,
    /// The greatest value of each coordinate.
    pub hi: Vec<u64>,
}

/// A game with rules of its own, as large as the textbook recursion can bear.
pub fn alone(t: &mut Tape) -> Case {
    let rules = ruleset(t, "g", 3);
    case(t, vec![rules], |_, rules| Game::Rules(0, rules[0].clone()))
}

/// An ordinal sum or a product of two games of one coordinate or two, or a sum with it. (Compounds of compounds with these have too many positions for a test.)
pub fn joined(t: &mut Tape) -> Case {
    let rules = vec![ruleset(t, "g", 1), ruleset(t, "h", 1)];
    case(t, rules, |t, rules| {
        let mut maker = Maker { rules, nodes: 0 };
        let id = maker.id();
        let rule = t.of(&[Rule::Ordinal, Rule::Product, Rule::Acrostic]);
        let games = (0..2).map(|game| Game::Rules(maker.id(), rules[game].clone())).collect();
        let joined = Game::Compound(id, rule, games);
        if t.once_in(3) { Game::Compound(maker.id(), Rule::Sum, vec![joined, maker.small()]) } else { joined }
    })
}

/// A compound of small games.
pub fn compound(t: &mut Tape) -> Case {
    let rules = vec![ruleset(t, "g", 2), ruleset(t, "h", 1)];
    case(t, rules, |t, rules| {
        let mut maker = Maker { rules, nodes: 0 };
        maker.compound(t, 2)
    })
}

fn case(t: &mut Tape, rules: Vec<Rules>, make: impl FnOnce(&mut Tape, &[Rules]) -> Game) -> Case {
    let mut defs = definitions(t);
    let mut text: String = defs.iter().map(shown).collect();
    text.extend(rules.iter().map(Rules::text));
    let game = make(t, &rules);
    defs.extend(rules.into_iter().flat_map(|r| r.params));
    let mut asked = game.text();
    if t.once_in(3) {
        text += &format!("game whole = {asked}\n");
        asked = "whole".into();
    }
    let hi = bounds(t, &game);
    Case { defs, game, text, asked, hi }
}

/// The text of a definition.
pub fn shown(def: &Def) -> String {
    let args = if def.args.is_empty() { String::new() } else { format!("({})", def.args.join(", ")) };
    format!("def {}{args} = {}\n", def.name, def.body)
}

/// The definitions that the generators' expressions use.
pub fn definitions(t: &mut Tape) -> Vec<Def> {
    let def = |name: &str, args: &[&str], body: E| Def {
        name: name.into(),
        args: args.iter().map(ToString::to_string).collect(),
        body,
    };
    let z = || E::from("z");
    let half = match t.below(3) {
        0 => op(Op::Div, z(), 2),
        1 => op(Op::Div, z() + 1, 2),
        _ => E::If(Box::new(op(Op::Lt, z(), 3)), Box::new(0.into()), Box::new(z() - 2)),
    };
    let high = if t.once_in(2) { op(Op::Div, E::from("u") + "z", 2) } else { E::from("u") + 1 };
    let amounts = E::Set(ints(&t.some(4)));
    vec![def("half", &["z"], half), def("high", &["u", "z"], high), def("amounts", &[], amounts)]
}

/// A ruleset of at most this width.
pub fn ruleset(t: &mut Tape, name: &str, widest: usize) -> Rules {
    match t.below(8) {
        0..=2 => numbers(t, name, widest),
        3..=5 => vectors(t, name, widest),
        6 => {
            let first = if t.once_in(3) { 4 } else { 0 };
            let digits = (0..1 + t.below(3)).map(|_| t.below(if widest > 1 { 16 } else { 8 }) as u8);
            splits::octal(name, std::iter::once(first).chain(digits).collect())
        }
        _ => {
            let names = &["a", "b"][..1 + t.below(widest.min(2))];
            let families = splits::own(t, names);
            assemble(t, name, names, None, families)
        }
    }
}

fn numbers(t: &mut Tape, name: &str, widest: usize) -> Rules {
    let names = &["a", "b", "c"][..1 + t.below(widest)];
    let families = (0..1 + t.below(3)).map(|_| scalar(t, names)).collect();
    assemble(t, name, names, None, families)
}

fn vectors(t: &mut Tape, name: &str, widest: usize) -> Rules {
    let beside = widest > 1 && t.once_in(3);
    let names: &[&str] = if beside { &["a"] } else { &[] };
    let n = 1 + t.below(widest - names.len());
    let families = (0..1 + t.below(2)).map(|_| vector(t, n, beside)).collect();
    assemble(t, name, names, Some(n), families)
}

fn assemble(t: &mut Tape, name: &str, names: &[&str], n: Option<usize>, families: Vec<Family>) -> Rules {
    let mut vars: Vec<Var> = names.iter().map(|n| Var { name: n.to_string(), len: None }).collect();
    vars.extend(n.map(|n| Var { name: "x".into(), len: Some(n) }));
    let mut all: Atoms = atoms(names);
    all.extend((1..=n.unwrap_or(0) as i64).map(|i| index("x", i)));
    let requires: Vec<E> = (0..[0, 0, 1, 2][t.below(4)]).map(|_| require(t, &all, n)).collect();
    // The parameter's name contains that of the game, since the model keeps the parameters of all games in one list.
    let params = if t.once_in(4) {
        vec![Def { name: format!("m{name}"), args: vec![], body: t.int(1, 3).into() }]
    } else {
        vec![]
    };
    let mut rules = Rules { name: name.into(), params, vars, requires, families };
    if let Some(param) = rules.params.first() {
        let least = op(Op::Ge, all.into_iter().reduce(|a, b| a + b).expect("a coordinate"), &param.name);
        let family = &mut rules.families[0];
        family.guard = Some(match family.guard.take() {
            Some(guard) => op(Op::And, least, guard),
            None => least,
        });
    }
    rules
}

/// Makes game expressions, and numbers their nodes.
struct Maker<'a> {
    rules: &'a [Rules],
    nodes: usize,
}

impl Maker<'_> {
    fn id(&mut self) -> usize {
        self.nodes += 1;
        self.nodes
    }

    fn component(&mut self, t: &mut Tape, depth: usize) -> Game {
        match t.below(4) {
            0 | 1 => self.small(),
            2 => Game::Rules(self.id(), self.rules[0].clone()),
            _ if depth == 0 => Game::Rules(self.id(), self.rules[0].clone()),
            _ => self.compound(t, depth),
        }
    }

    fn compound(&mut self, t: &mut Tape, depth: usize) -> Game {
        let id = self.id();
        let kind = t.below(10);
        let n = match kind {
            6 | 7 => 1,
            _ if depth == 2 && t.once_in(5) => 3,
            _ => 2,
        };
        let mut games: Vec<Game> = (0..n).map(|_| self.component(t, depth - 1)).collect();
        let k = 1 + t.below(n);
        let rule = match kind {
            0 => Rule::Sum,
            1 => Rule::AtMost(k),
            2 => Rule::Exactly(k),
            3 => Rule::Hyper((0..1 + t.below(3)).map(|_| t.some(n)).collect()),
            4 => Rule::Conjunctive,
            5 => Rule::Selective,
            6 => Rule::Pass(t.of(&[None, Some(1), Some(2), Some(0)])),
            7 => {
                games.truncate(1);
                self.copies(&mut games, 1 + k);
                Rule::Copies
            }
            _ => Rule::Near,
        };
        Game::Compound(id, rule, games)
    }

    fn small(&mut self) -> Game {
        Game::Rules(self.id(), self.rules[1].clone())
    }

    /// Adds copies of the first game. Copies have the same values, so their nodes may share numbers.
    fn copies(&mut self, games: &mut Vec<Game>, n: usize) {
        while games.len() < n {
            games.push(games[0].clone());
        }
    }
}

/// Bounds that leave few positions.
fn bounds(t: &mut Tape, game: &Game) -> Vec<u64> {
    let counters = game.counters();
    let splits = game.splits();
    let free = counters.iter().filter(|c| c.is_none()).count();
    let most = match (free, splits) {
        (1, false) => 9,
        (1, true) => 5,
        (2, false) => 5,
        (2, true) | (3, false) => 3,
        (3, true) | (4, false) => 2,
        _ => 1,
    };
    let own = |c: &Option<i64>| match c {
        Some(most) => (*most + i64::from(t.once_in(4))) as u64,
        None => most - t.below(2).min(most as usize - 1) as u64,
    };
    counters.iter().map(own).collect()
}
