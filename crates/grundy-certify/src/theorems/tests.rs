//! What the theorems mean: on small games they show nothing false, and each of their obligations is needed.
//!
//! A game has a few positions and any moves between them, so that plays may go on for ever; a position from which some play does has no value. The words of a theorem get any meaning. Where all obligations hold, what follows must hold.
//! A theorem that is changed must not: each obligation is left out in turn, and then some words and some game show something false. So it is with most other changes of a formula.

use std::collections::BTreeMap;

use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};

use crate::theorems::{ALL, Each, Formula, Over, THEOREMS, Term, Theorem};

/// Numbers are below this.
const NUMBERS: u32 = 8;

/// Moves from each position to one, and to two; a part that is no position has a number beyond them, and no moves.
#[derive(Clone, Debug)]
struct Game(Vec<Vec<usize>>, Vec<Vec<[usize; 2]>>);

/// A game, what it corresponds to, and what the words mean.
#[derive(Clone, Debug)]
struct World {
    games: [Game; 2],
    misere: bool,
    levels: Option<u32>,
    /// The parts of each position, if they are defined.
    parts: Vec<Option<Vec<usize>>>,
    count: usize,
    /// Words of no positions, of a position, and of a position and a number.
    flags: BTreeMap<&'static str, bool>,
    sets: BTreeMap<&'static str, Vec<bool>>,
    values: Vec<Vec<bool>>,
    /// How many of the numbers before one are its options, where this is so.
    window: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
enum Thing {
    At(usize, usize),
    Number(u32),
    Parts(Vec<Thing>),
}

type Names = Vec<(String, Thing)>;

impl Game {
    fn random(rng: &mut Random, size: usize, cyclic: bool) -> Game {
        let moves = (0..size).map(|x| (0..if cyclic { size } else { x }).filter(|_| rng.one_in(2)).collect());
        Game(moves.collect(), vec![vec![]; size])
    }

    /// The value by the definition; nothing where some play does not end, or at what is no position.
    fn value(&self, x: usize, misere: bool, depth: usize) -> Option<u32> {
        let options = self.0.get(x).filter(|_| depth <= self.0.len())?;
        if misere && options.is_empty() {
            return Some(1);
        }
        let of = |y: &usize| self.value(*y, misere, depth + 1);
        let mut values = options.iter().map(of).collect::<Option<Vec<u32>>>()?;
        for [y, z] in &self.1[x] {
            values.push(of(y)? ^ of(z)?);
        }
        (0..).find(|value| !values.contains(value))
    }
}

struct Random(TestRng);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0.next_u32() as usize % n
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

impl World {
    fn random(rng: &mut Random, theorem: &str) -> World {
        let is_property = matches!(theorem, "window" | "pet" | "miserable" | "one_move" | "swap_positions");
        let size = 1 + rng.below(match theorem {
            _ if is_property => 7,
            "correspondence" => 4,
            "rank" => 5,
            _ => 3,
        });
        let is_cyclic = !matches!(theorem, "pet" | "miserable" | "correspondence" | "same_moves") && rng.one_in(3);
        let mut window = vec![usize::from(rng.one_in(8))];
        for x in 1..size {
            let steps = if rng.one_in(8) { 2 } else { rng.below(2) };
            window.push(if rng.one_in(10) { 0 } else { (window[x - 1] + steps).min(x) });
        }
        let mut own = Game::random(rng, size, is_cyclic);
        if theorem == "window" {
            let exact = !rng.one_in(4);
            own.0 = (0..size)
                .map(|x| (0..x).filter(|y| (y + window[x] >= x) == (exact || rng.below(6) > 0)).collect())
                .collect();
        }
        let misere = !is_property && rng.one_in(2);
        if theorem == "rank" && !misere {
            let splits = |rng: &mut Random, x: usize| [rng.below(x), rng.below(x)];
            own.1 = (0..size).map(|x| (0..x * rng.below(2)).map(|_| splits(rng, x)).collect()).collect();
        }
        let other = if rng.one_in(2) && !is_cyclic { own.clone() } else { Game::random(rng, size, false) };
        let games = [own, other];
        let levels = (theorem == "levels").then(|| 1 + rng.below(3) as u32);
        // The true values, or one for each position, but for some changes; else almost nothing would hold.
        let guess = rng.one_in(2);
        let mut values = vec![];
        for x in 0..size {
            let own = if guess { Some(rng.below(size) as u32) } else { games[0].value(x, misere, 0) };
            values.push((0..NUMBERS).map(|t| own == Some(t)).collect::<Vec<bool>>());
        }
        for _ in 0..[0, 0, 1, 2][rng.below(4)] {
            let at = (rng.below(size), rng.below(NUMBERS as usize));
            values[at.0][at.1] ^= true;
        }
        let count = if misere || theorem == "same_moves" { 1 } else { 1 + usize::from(rng.one_in(3)) };
        let mut parts = vec![];
        for x in 0..size {
            // Often a part with the right value.
            let own = games[0].value(x, misere, 0);
            let alike: Vec<usize> = (0..size).filter(|z| games[1].value(*z, misere, 0) == own).collect();
            let most = size + usize::from(rng.one_in(12));
            let part = |rng: &mut Random| {
                if !alike.is_empty() && !rng.one_in(4) { alike[rng.below(alike.len())] } else { rng.below(most) }
            };
            let all = (0..count).map(|_| part(rng)).collect::<Vec<usize>>();
            parts.push((!rng.one_in(12)).then_some(all));
        }
        let flags = ["complete", "loses", "outcomes", "elsewhere"].map(|word| {
            // In misère play a correspondence is one of values; values elsewhere are known in normal play, where there is one part.
            let never = (misere || theorem == "same_moves") && word == "outcomes"
                || (misere || count > 1) && word == "elsewhere";
            (word, !never && rng.one_in(2))
        });
        let is = |value: u32, misere: bool| -> Vec<bool> {
            (0..size).map(|x| games[0].value(x, misere, 0) == Some(value)).collect()
        };
        let both = |a: u32, b: u32| is(a, false).iter().zip(is(b, true)).map(|(a, b)| *a && b).collect::<Vec<bool>>();
        let mut sets = BTreeMap::new();
        for (word, own) in [
            ("inside", vec![true; size]),
            ("S", is(0, misere)),
            ("said", vec![true; size]),
            ("among", vec![true; size]),
            ("A", both(0, 1)),
            ("B", both(1, 0)),
        ] {
            let named = word.len() == 1 && matches!(theorem, "pet" | "miserable");
            let change = |rng: &mut Random, is: bool| if named { is } else { is ^ rng.one_in(4) };
            let whole = rng.one_in(2);
            sets.insert(
                word,
                own.into_iter().map(|is| if whole { is } else { change(rng, is) }).collect::<Vec<bool>>(),
            );
        }
        let unsaid = sets["said"].iter().map(|said| !said && !rng.one_in(8)).collect();
        sets.insert("unsaid", unsaid);
        World { games, misere, levels, parts, count, flags: flags.into(), sets, values, window }
    }

    /// Does a theorem speak of a position?
    fn speaks(&self, theorem: &str, x: usize) -> bool {
        match theorem {
            "graph" | "levels" => self.sets["inside"][x],
            "correspondence" | "same_moves" => self.sets["among"][x],
            _ => true,
        }
    }

    /// Do all obligations hold, at all positions that the theorem speaks of?
    fn holds(&self, theorem: &Theorem) -> bool {
        let all = (0..self.games[0].0.len()).filter(|x| self.speaks(&theorem.name, *x));
        all.into_iter().all(|x| {
            theorem.obligations.iter().all(|obligation| {
                let x = ("x".to_string(), Thing::At(0, x));
                let each: Vec<Names> = match &obligation.each {
                    None => self.any(&x),
                    Some(Each::Level(name)) => (0..self.levels.unwrap_or(0))
                        .map(|k| vec![x.clone(), (name.clone(), Thing::Number(k))])
                        .collect(),
                    Some(Each::Part(name)) => {
                        (0..self.count as u32).map(|i| vec![x.clone(), (name.clone(), Thing::Number(i))]).collect()
                    }
                };
                each.iter().all(|names| self.is(&obligation.formula, names))
            })
        })
    }

    /// The position x, with any y.
    fn any(&self, x: &(String, Thing)) -> Vec<Names> {
        (0..self.games[0].0.len()).map(|y| vec![x.clone(), ("y".to_string(), Thing::At(0, y))]).collect()
    }

    /// Is what follows false somewhere?
    fn is_false(&self, theorem: &Theorem) -> bool {
        let Some(therefore) = &theorem.therefore else { return false };
        let all = (0..self.games[0].0.len()).filter(|x| self.speaks(&theorem.name, *x));
        all.into_iter()
            .any(|x| self.any(&("x".to_string(), Thing::At(0, x))).iter().any(|names| !self.is(therefore, names)))
    }

    fn is(&self, formula: &Formula, names: &Names) -> bool {
        let with =
            |name: &str, thing: Thing| names.iter().cloned().chain([(name.to_string(), thing)]).collect::<Names>();
        match formula {
            Formula::Word(word, of) => {
                self.word(word, &of.iter().map(|term| self.term(term, names)).collect::<Vec<_>>())
            }
            Formula::Equal(a, b) => self.term(a, names) == self.term(b, names),
            Formula::Less(a, b) => self.number(a, names) < self.number(b, names),
            Formula::Not(inner) => !self.is(inner, names),
            Formula::Join { all: true, parts } => parts.iter().all(|part| self.is(part, names)),
            Formula::Join { all: false, parts } => parts.iter().any(|part| self.is(part, names)),
            Formula::Iff(both) => self.is(&both[0], names) == self.is(&both[1], names),
            Formula::Let(name, of, inner) => {
                let Thing::At(0, x) = self.term(of, names) else { panic!("parts are those of a position") };
                self.parts[x].as_ref().is_some_and(|parts| {
                    let parts = parts.iter().map(|part| Thing::At(1, *part)).collect();
                    self.is(inner, &with(name, Thing::Parts(parts)))
                })
            }
            Formula::Quantified { all, over, of } => {
                let (name, things): (&str, Vec<Thing>) = match over {
                    Over::Moves(from, name) => {
                        let Thing::At(game, x) = self.term(from, names) else { panic!("moves lead from a position") };
                        let two = self.games[game].1.get(x).into_iter().flatten();
                        let two = two.map(|two| Thing::Parts(two.map(|y| Thing::At(game, y)).to_vec()));
                        let one = self.games[game].0.get(x).into_iter().flatten().map(|y| Thing::At(game, *y));
                        (name, one.chain(two).collect())
                    }
                    Over::Values(name, below) => {
                        let most = below.as_ref().map_or(NUMBERS, |below| self.number(below, names));
                        (name, (0..most.min(self.levels.unwrap_or(NUMBERS))).map(Thing::Number).collect())
                    }
                    Over::Parts(name, but) => {
                        let but = but.as_ref().map(|but| self.number(&Term::Name(but.clone()), names));
                        (name, (0..self.count as u32).filter(|i| Some(*i) != but).map(Thing::Number).collect())
                    }
                };
                let mut found = things.into_iter().map(|thing| self.is(of, &with(name, thing)));
                if *all { found.all(|is| is) } else { found.any(|is| is) }
            }
        }
    }

    fn word(&self, word: &str, of: &[Thing]) -> bool {
        if let Some(definition) = ALL.definition(word) {
            let names = definition.of.iter().cloned().zip(of.iter().cloned()).collect();
            return self.is(&definition.formula, &names);
        }
        let value = |game: usize, x: usize, misere: bool| self.games[game].value(x, misere, 0);
        match (word, of) {
            ("misere", []) => self.misere,
            ("terminal", [Thing::At(game, x)]) => self.games[*game].0.get(*x).is_none_or(Vec::is_empty),
            ("exists", [Thing::At(game, x)]) => *x < self.games[*game].0.len(),
            ("falls", [Thing::At(game, x)]) => {
                self.games[*game].0[*x].iter().chain(self.games[*game].1[*x].as_flattened()).all(|y| y < x)
            }
            ("V", [Thing::At(_, x), Thing::Number(t)]) => self.values[*x][*t as usize],
            ("N", [Thing::At(_, x), Thing::Number(t)]) => value(0, *x, false) == Some(*t),
            ("M" | "misere_value", [Thing::At(_, x), Thing::Number(t)]) => value(0, *x, true) == Some(*t),
            ("value", [Thing::At(_, x), Thing::Number(t)]) => value(0, *x, self.misere) == Some(*t),
            ("in_window", [Thing::At(_, x), Thing::At(_, y)]) => y < x && y + self.window[*x] >= *x,
            ("steps", [Thing::At(_, x)]) => {
                let fits = |next: &usize| [0, 1].contains(&next.wrapping_sub(self.window[*x]));
                self.window[0] == 0 && self.window.get(x + 1).is_none_or(fits)
            }
            ("grows", [Thing::At(_, x), Thing::Number(t)]) => {
                *x > 0 && self.window[*x] != self.window[x - 1] && self.window[*x] == *t as usize
            }
            ("like", [Thing::At(_, x), Thing::At(_, y)]) => {
                *x > 0 && self.window[*x] == self.window[x - 1] && y + self.window[*x] + 1 == *x
            }
            ("match", [Thing::At(0, y), z]) => {
                self.sets["among"][*y] && self.parts[*y].as_ref().is_some_and(|parts| *z == Thing::At(1, parts[0]))
            }
            ("rank_below", [Thing::At(_, x), Thing::Number(t)]) => x < &(*t as usize),
            // Moves split for the theorem of the rank alone.
            ("cancels", [_]) => false,
            ("single", [thing]) => matches!(thing, Thing::At(..)),
            ("same_values", [Thing::At(_, x)]) => value(0, *x, false) == value(0, *x, true),
            // What blocks of values say is true.
            ("same_value", [Thing::At(_, y), Thing::At(_, z)]) => {
                value(0, *y, self.misere).is_some_and(|v| value(1, *z, self.misere) == Some(v))
            }
            ("nim_sum", [Thing::At(_, x), Thing::Parts(parts)]) => {
                let sum = parts.iter().try_fold(0, |sum, part| match part {
                    Thing::At(game, z) => Some(sum ^ value(*game, *z, self.misere)?),
                    _ => None,
                });
                let own = value(0, *x, self.misere);
                let both = own.zip(sum);
                both.is_some_and(|(a, b)| if self.flags["outcomes"] { (a == 0) == (b == 0) } else { a == b })
            }
            (word, []) => self.flags[word],
            (word, [Thing::At(_, x)]) => self.sets[word][*x],
            _ => panic!("`{word}` is said of {of:?}"),
        }
    }

    fn number(&self, term: &Term, names: &Names) -> u32 {
        match self.term(term, names) {
            Thing::Number(n) => n,
            other => panic!("{other:?} is no number"),
        }
    }

    fn term(&self, term: &Term, names: &Names) -> Thing {
        let found = |name: &str| {
            names.iter().rev().find(|(own, _)| own == name).unwrap_or_else(|| panic!("`{name}`")).1.clone()
        };
        let parts = |name: &str| match found(name) {
            Thing::Parts(parts) => parts,
            other => panic!("{other:?} has no parts"),
        };
        match term {
            Term::Number(n) => Thing::Number(*n),
            Term::Name(name) => found(name),
            Term::Part(name, place) => parts(name)[self.number(place, names) as usize].clone(),
            Term::With(name, place, new) => {
                let mut all = parts(name);
                all[self.number(place, names) as usize] = self.term(new, names);
                Thing::Parts(all)
            }
        }
    }
}

/// Worlds in which a theorem could be used.
fn worlds(theorem: &str) -> impl Iterator<Item = World> {
    let mut rng = Random(TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let name = theorem.to_string();
    std::iter::repeat_with(move || World::random(&mut rng, &name))
}

/// The most worlds that are looked at for one in which a theorem without an obligation shows something false.
const SOUGHT: usize = 400_000;

/// All formulas that differ from one in one place.
fn changed(formula: &Formula) -> Vec<Formula> {
    let inside = |inner: &Formula, of: &dyn Fn(Box<Formula>) -> Formula| {
        changed(inner).into_iter().map(|new| of(Box::new(new))).collect::<Vec<Formula>>()
    };
    match formula {
        Formula::Word(..) | Formula::Less(..) | Formula::Equal(..) => vec![formula.clone().not()],
        Formula::Not(inner) => [vec![(**inner).clone()], inside(inner, &Formula::Not)].concat(),
        Formula::Iff(both) => {
            let [a, b] = &**both;
            let one = |a: &Formula, b: &Formula| Formula::Join { all: false, parts: vec![a.clone().not(), b.clone()] };
            let first = changed(a).into_iter().map(|a| Formula::Iff(Box::new([a, b.clone()])));
            let second = changed(b).into_iter().map(|b| Formula::Iff(Box::new([a.clone(), b])));
            [one(a, b), one(b, a)].into_iter().chain(first).chain(second).collect()
        }
        Formula::Join { all, parts } => {
            let mut new = vec![Formula::Join { all: !all, parts: parts.clone() }];
            for i in 0..parts.len() {
                let mut fewer = parts.clone();
                fewer.remove(i);
                new.push(Formula::Join { all: *all, parts: fewer });
                for one in changed(&parts[i]) {
                    let mut parts = parts.clone();
                    parts[i] = one;
                    new.push(Formula::Join { all: *all, parts });
                }
            }
            new
        }
        Formula::Let(name, of, inner) => inside(inner, &|inner| Formula::Let(name.clone(), of.clone(), inner)),
        Formula::Quantified { all, over, of } => {
            let turned = Formula::Quantified { all: !all, over: over.clone(), of: of.clone() };
            let inner = inside(of, &|of| Formula::Quantified { all: *all, over: over.clone(), of });
            [turned].into_iter().chain(inner).collect()
        }
    }
}

fn shows_something_false(theorem: &Theorem, world: &World) -> bool {
    world.holds(theorem) && world.is_false(theorem)
}

#[test]
fn the_theorems_show_nothing_false_and_need_each_obligation() {
    let cases = grundy_testing::cases(24_000) as usize;
    let (mut weaker, mut caught) = (0, 0);
    for theorem in ALL.theorems.iter().filter(|theorem| theorem.therefore.is_some()) {
        let some: Vec<World> = worlds(&theorem.name).take(cases).collect();
        assert!(!some.iter().any(|world| shows_something_false(theorem, world)), "{}", theorem.name);
        let shown = some.iter().filter(|world| world.holds(theorem)).count();
        assert!(shown * 50 >= cases, "{}: only {shown} of {cases} worlds show it", theorem.name);
        for (i, own) in theorem.obligations.iter().enumerate() {
            let mut fewer = theorem.clone();
            fewer.obligations.remove(i);
            let mut all = worlds(&theorem.name).take(SOUGHT);
            assert!(all.any(|world| shows_something_false(&fewer, &world)), "{} without {i}", theorem.name);
            for formula in changed(&own.formula) {
                let mut other = theorem.clone();
                other.obligations[i].formula = formula;
                if some.iter().any(|world| world.holds(&other) && !world.holds(theorem)) {
                    weaker += 1;
                    caught += usize::from(some.iter().any(|world| shows_something_false(&other, world)));
                }
            }
        }
    }
    assert!(weaker > 100 && 10 * caught > 9 * weaker, "{caught} of {weaker} changed theorems show something false");
}

#[test]
fn a_text_that_is_no_theorem_is_not_read() {
    for (wrong, right) in [
        ("-> y: V(y, t)", "-> y V(y, t)"),
        ("some value t: V(x, t)", "some value t: V(x, t"),
        ("falls(x)", "falls(x) x"),
    ] {
        assert!(THEOREMS.contains(wrong));
        assert!(
            std::panic::catch_unwind(|| crate::theorems::parse(&THEOREMS.replace(wrong, right))).is_err(),
            "{right}"
        );
    }
}

/// In a checkout, the book has a table of the theorems.
#[test]
fn the_book_names_each_theorem() {
    let chapter = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/theorems.md");
    if let Ok(text) = std::fs::read_to_string(chapter) {
        for theorem in &ALL.theorems {
            assert!(text.contains(&format!("`{}`", theorem.name)), "{}", theorem.name);
        }
    }
}
