//! The theorems by which something is proved of all positions of a game, as text.
//!
//! In: the theorems of the checker, which its file states with their proofs; and a [`Model`], which gives their words a meaning. Out: whether all obligations of a theorem hold. The checker reads the same text
//! with code of its own. The text is read here for `graph` and `levels` (`prove`), `correspondence`, `same_moves` and `strategy` (`alike`), `swap_positions` (`swap`) and properties (`property`). Written
//! by hand, and not changed by a change of the text, are `order` (`game`), `rank` and `window` (`meaning`), and `graph` and `levels` of piles (`piles/steps`).

mod text;

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use grundy_automata::{Budget, Decider, Formula, Formulas, Numeration};
use grundy_rules::rules::Play;

use super::compile::set_of;
use super::describe::{Characterization, Claimed, Description};
use super::game::{Coordinates, Played};
use super::number::{Sum, all_equal, at_most, equal};
use super::{Formed, NotExpressible};
use text::{Obligation, Tree};

static THEOREMS: LazyLock<text::Text> = LazyLock::new(|| text::Text::of(grundy_certify::THEOREMS));

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Thing {
    /// A position of a game with a number; 0 is the game of the theorem.
    At(usize, Vec<Sum>),
    Number(Sum),
    Parts(Vec<Thing>),
}

/// What is asked of an option.
pub(crate) type OfOption<'k> = dyn FnMut(&mut Formulas, &[Sum]) -> Formed<Formula> + 'k;
/// What is asked of the parts of a position.
pub(crate) type OfParts<'k> = dyn FnMut(&mut Formulas, Vec<Thing>) -> Formed<Formula> + 'k;

/// What the words of theorems mean.
pub(crate) trait Model {
    /// The game of the theorem.
    fn played(&self) -> &Played<'_>;

    fn play(&self) -> Play {
        Play::Normal
    }

    /// The values, if they are these levels.
    fn levels(&self) -> Formed<Option<u32>> {
        Ok(None)
    }

    /// The levels of which an obligation of each level is asked for.
    fn asked(&self) -> Formed<Range<usize>> {
        Ok(0..self.levels()?.unwrap_or(0) as usize)
    }

    fn parts(&self) -> usize {
        0
    }

    /// Has a position of a game an option of a kind?
    fn option(&self, all: &mut Formulas, _: usize, at: &[Sum], of: &mut OfOption<'_>) -> Formed<Formula> {
        self.played().option(all, at, of)
    }

    fn exists(&self, all: &mut Formulas, _: usize, at: &[Sum]) -> Formed<Formula> {
        self.played().exists(all, at)
    }

    /// A formula about the parts of a position, which does not hold where they are not defined.
    fn with_parts(&self, _: &mut Formulas, _: &[Sum], _: &mut OfParts<'_>) -> Formed<Formula> {
        Err(NotExpressible::What("the parts of a position that has none"))
    }

    /// What a word says.
    fn says(&self, all: &mut Formulas, word: &str, of: &[Thing]) -> Formed<Formula>;
}

/// A word that means nothing here.
pub(crate) fn no_word() -> NotExpressible {
    NotExpressible::What("a word of a theorem that means nothing here")
}

impl Thing {
    pub(crate) fn at(&self) -> Formed<&[Sum]> {
        if let Thing::At(_, at) = self { Ok(at) } else { Err(no_word()) }
    }

    pub(crate) fn number(&self) -> Formed<&Sum> {
        if let Thing::Number(number) = self { Ok(number) } else { Err(no_word()) }
    }

    fn place(&self) -> Formed<usize> {
        self.number()?.as_constant().and_then(|n| usize::try_from(n).ok()).ok_or_else(no_word)
    }
}

/// The words that are compiled: where they stand behind a move, an automaton of their own says where they hold.
const COMPILED: [&str; 3] = ["wins", "to_A", "to_B"];

/// A proof by theorems about one game.
pub(crate) struct Proof<'p> {
    pub(crate) all: Formulas,
    pub(crate) decider: Decider<'p>,
    numeration: Numeration,
    /// The words that an automaton says.
    compiled: Vec<(&'static str, Characterization)>,
    /// The options that were asked for: obligations ask for the same ones, whose formulas are then one.
    moves: Moves,
}

/// Formulas of "some move", by the position and what is said of the option.
type Moves = RefCell<HashMap<(Vec<Sum>, String), Formula>>;

impl<'p> Proof<'p> {
    pub(crate) fn new(numeration: Numeration, budget: &Budget<'p>) -> Proof<'p> {
        let (all, decider) = (Formulas::within(budget), Decider::new(numeration, budget));
        Proof { all, decider, numeration, compiled: vec![], moves: Moves::default() }
    }

    /// Do all obligations of a theorem hold of the position x, wherever `here` does? If not, the name of the first that does not.
    pub(crate) fn lacks(
        &mut self,
        name: &str,
        model: &dyn Model,
        x: &[Sum],
        here: Formula,
    ) -> Formed<Option<&'static str>> {
        for Obligation { name, each, formula } in &THEOREMS.theorem(name).obligations {
            let many = match each {
                None => vec![vec![]],
                Some((kind, name)) => {
                    let all = if *kind == "value" { model.asked()? } else { 0..model.parts() };
                    all.map(|i| vec![(name.clone(), Thing::Number(Sum::constant(i as i64)))]).collect()
                }
            };
            for mut names in many {
                names.push(("x".to_string(), Thing::At(0, x.to_vec())));
                self.compile(model, formula)?;
                let reader = Reader { model, compiled: &self.compiled, moves: &self.moves, names };
                let formula = reader.everywhere(&mut self.all, formula)?;
                let formula = self.all.implies(here, formula);
                if !self.decider.is_valid(&self.all, formula)? {
                    return Ok(Some(name));
                }
            }
        }
        Ok(None)
    }

    /// Compiles the words of a formula.
    fn compile(&mut self, model: &dyn Model, formula: &Tree) -> Formed<()> {
        for word in COMPILED {
            if formula.has(word, &THEOREMS) && !self.compiled.iter().any(|(own, _)| *own == word) {
                let (own, played) = (&mut self.all, model.played());
                let (first, y) = (own.count_of_variables(), played.position(own)?);
                let names = vec![("x".to_string(), Thing::At(0, y.clone()))];
                let exists = model.exists(own, 0, &y)?;
                let holds =
                    Reader { model, compiled: &[], moves: &self.moves, names }.word(own, word, &[Thing::At(0, y)])?;
                let both = own.and([exists, holds]);
                let set = Arc::new(set_of(own, &mut self.decider, both, first)?);
                let descriptions = vec![Description::of_all(played.rules.width(), Claimed::Member(0, set))];
                let (coordinates, numeration) = (played.coordinates, self.numeration);
                let told = Characterization { descriptions, complete: false, coordinates, numeration };
                self.compiled.push((word, told));
            }
        }
        Ok(())
    }
}

struct Reader<'m> {
    model: &'m dyn Model,
    compiled: &'m [(&'static str, Characterization)],
    moves: &'m Moves,
    names: Vec<(String, Thing)>,
}

impl Reader<'_> {
    /// The same with one more name.
    fn with(&self, name: &str, thing: Thing) -> Reader<'_> {
        let names = self.names.iter().cloned().chain([(name.to_string(), thing)]).collect();
        Reader { names, ..*self }
    }

    /// A formula that must hold for all numbers: outermost ones need not be bound.
    fn everywhere(&self, all: &mut Formulas, tree: &Tree) -> Formed<Formula> {
        if tree.is("every value") && self.model.levels()?.is_none() {
            let number = Sum::var(all.fresh());
            let bound = self.below(all, &number, &tree.of[1])?;
            let inner = self.with(&tree.of[0].word, Thing::Number(number)).everywhere(all, &tree.of[2])?;
            return Ok(all.implies(bound, inner));
        }
        self.formula(all, tree)
    }

    /// Parts from left to right, until one decides: what comes after need mean nothing.
    fn joined(&self, all: &mut Formulas, every: bool, parts: &[Tree]) -> Formed<Formula> {
        let (ends, mut found) = (all.constant(!every), vec![]);
        for part in parts {
            let part = self.formula(all, part)?;
            if part == ends {
                return Ok(ends);
            }
            found.push(part);
        }
        Ok(if every { all.and(found) } else { all.or(found) })
    }

    fn formula(&self, all: &mut Formulas, tree: &Tree) -> Formed<Formula> {
        let of = &tree.of;
        match tree.word.as_str() {
            "and" => self.joined(all, true, of),
            "or" => self.joined(all, false, of),
            "not" => {
                let inner = self.formula(all, &of[0])?;
                Ok(all.not(inner))
            }
            "→" => {
                let first = self.formula(all, &of[0])?;
                if first == all.constant(false) {
                    return Ok(all.constant(true));
                }
                let then = self.formula(all, &of[1])?;
                Ok(all.implies(first, then))
            }
            "⟷" => {
                let both = [self.formula(all, &of[0])?, self.formula(all, &of[1])?];
                Ok(all.iff(both[0], both[1]))
            }
            "if" => {
                let condition = self.formula(all, &of[0])?;
                for (truth, branch) in [(true, &of[1]), (false, &of[2])] {
                    if condition == all.constant(truth) {
                        return self.formula(all, branch);
                    }
                }
                let (then, otherwise) = (self.formula(all, &of[1])?, self.formula(all, &of[2])?);
                let parts = [all.implies(condition, then), all.or([condition, otherwise])];
                Ok(all.and(parts))
            }
            "let" => {
                let at = self.term(&of[1])?;
                self.model.with_parts(all, at.at()?, &mut |all, parts| {
                    self.with(&of[0].word, Thing::Parts(parts)).formula(all, &of[2])
                })
            }
            "some move" | "every move" | "no move" => {
                let some = self.some_move(all, tree)?;
                Ok(if tree.is("some move") { some } else { all.not(some) })
            }
            "some value" | "every value" => self.values(all, tree.is("every value"), of),
            "some part" | "every part" => {
                let but = if of[1].is("") { None } else { Some(self.term(&of[1])?.place()?) };
                let mut found = vec![];
                for i in (0..self.model.parts()).filter(|i| Some(*i) != but) {
                    let place = Thing::Number(Sum::constant(i as i64));
                    found.push(self.with(&of[0].word, place).formula(all, &of[2])?);
                }
                Ok(if tree.is("every part") { all.and(found) } else { all.or(found) })
            }
            "=" => match (self.term(&of[0])?, self.term(&of[1])?) {
                (Thing::Number(a), Thing::Number(b)) => equal(all, &a, &b),
                (a, b) => all_equal(all, a.at()?, b.at()?),
            },
            "<" => {
                let (a, b) = (self.term(&of[0])?, self.term(&of[1])?);
                less(all, a.number()?, b.number()?)
            }
            word => {
                let of = of.iter().map(|term| self.term(term)).collect::<Formed<Vec<Thing>>>()?;
                self.word(all, word, &of)
            }
        }
    }

    /// Some move leads to an option of a kind, or, of "every move", not of it.
    fn some_move(&self, all: &mut Formulas, tree: &Tree) -> Formed<Formula> {
        let of = &tree.of;
        let Thing::At(game, at) = self.term(&of[0])? else { return Err(no_word()) };
        let every = tree.is("every move");
        let key = self.said(&of[2], &mut vec![&of[1].word]).map(|said| (at.clone(), format!("{game} {every} {said}")));
        if let Some(known) = key.as_ref().and_then(|key| self.moves.borrow().get(key).copied()) {
            return Ok(known);
        }
        let some = self.model.option(all, game, &at, &mut |all, y| {
            let holds = self.with(&of[1].word, Thing::At(game, y.to_vec())).formula(all, &of[2])?;
            Ok(if every { all.not(holds) } else { holds })
        })?;
        self.moves.borrow_mut().extend(key.map(|key| (key, some)));
        Ok(some)
    }

    /// What a formula says, with numbers for names; nothing if it speaks of other positions than those that are named inside of it.
    fn said<'t>(&self, tree: &'t Tree, inside: &mut Vec<&'t str>) -> Option<String> {
        if let Some(place) = inside.iter().rposition(|name| tree.is(name)) {
            return Some(format!("#{place}"));
        }
        if !tree.of.is_empty() {
            let outside = inside.len();
            inside.extend(tree.bound());
            let parts = tree.of.iter().map(|part| self.said(part, inside)).collect::<Option<Vec<String>>>();
            inside.truncate(outside);
            return Some(format!("{}({})", tree.word, parts?.join(",")));
        }
        match self.names.iter().rev().find(|(own, _)| *own == tree.word) {
            Some((_, Thing::Number(number))) => Some(format!("{number:?}")),
            Some(_) => None,
            None => Some(tree.word.clone()),
        }
    }

    fn values(&self, all: &mut Formulas, every: bool, of: &[Tree]) -> Formed<Formula> {
        let name = &of[0].word;
        let Some(levels) = self.model.levels()? else {
            let var = all.fresh();
            let number = Sum::var(var);
            let bound = self.below(all, &number, &of[1])?;
            let inner = self.with(name, Thing::Number(number)).formula(all, &of[2])?;
            let holds = if every { all.implies(bound, inner) } else { all.and([bound, inner]) };
            return Ok(if every { all.for_all([var], holds) } else { all.exists([var], holds) });
        };
        let most = if of[1].is("") { levels as usize } else { self.term(&of[1])?.place()?.min(levels as usize) };
        let mut found = vec![];
        for level in 0..most {
            found.push(self.with(name, Thing::Number(Sum::constant(level as i64))).formula(all, &of[2])?);
        }
        Ok(if every { all.and(found) } else { all.or(found) })
    }

    fn below(&self, all: &mut Formulas, number: &Sum, bound: &Tree) -> Formed<Formula> {
        if bound.is("") { Ok(all.constant(true)) } else { less(all, number, self.term(bound)?.number()?) }
    }

    fn word(&self, all: &mut Formulas, word: &str, of: &[Thing]) -> Formed<Formula> {
        let width = self.model.played().rules.width();
        if let (Some((_, told)), [Thing::At(0, y)]) = (self.compiled.iter().find(|(own, _)| *own == word), of)
            && y.len() == width
        {
            return told.has_value(all, y, &Sum::default());
        }
        if let Some(definition) = THEOREMS.definition(word) {
            let names = definition.names.iter().cloned().zip(of.iter().cloned()).collect();
            return Reader { names, ..*self }.formula(all, &definition.formula);
        }
        match (word, of) {
            ("misere", []) => Ok(all.constant(self.model.play().is_misere())),
            ("single", [x]) => Ok(all.constant(x.at()?.len() == width)),
            ("terminal", [Thing::At(game, at)]) => {
                let some = self.model.option(all, *game, at, &mut |all, _| Ok(all.constant(true)))?;
                Ok(all.not(some))
            }
            ("exists", [Thing::At(game, at)]) => self.model.exists(all, *game, at),
            ("falls", [x]) => self.model.played().falls(all, x.at()?),
            _ => self.model.says(all, word, of),
        }
    }

    fn term(&self, tree: &Tree) -> Formed<Thing> {
        match tree.word.as_str() {
            "." | "[=]" => {
                let (Thing::Parts(mut parts), place) = (self.term(&tree.of[0])?, self.term(&tree.of[1])?.place()?)
                else {
                    return Err(no_word());
                };
                let part = parts.get_mut(place).ok_or_else(no_word)?;
                if tree.is(".") {
                    return Ok(part.clone());
                }
                *part = self.term(&tree.of[2])?;
                Ok(Thing::Parts(parts))
            }
            name => match name.parse::<i64>() {
                Ok(number) => Ok(Thing::Number(Sum::constant(number))),
                Err(_) => {
                    let found = self.names.iter().rev().find(|(own, _)| own == name);
                    found.map(|(_, thing)| thing.clone()).ok_or_else(no_word)
                }
            },
        }
    }
}

fn less(all: &mut Formulas, a: &Sum, b: &Sum) -> Formed<Formula> {
    at_most(all, &a.plus(&Sum::constant(1), 1)?, b)
}

/// A position of differences ascends.
pub(crate) fn ascends(all: &mut Formulas, how: Coordinates, at: &[Sum]) -> Formed<Formula> {
    let pairs = at.windows(2).filter(|_| how == Coordinates::Differences);
    let parts = pairs.map(|pair| at_most(all, &pair[0], &pair[1])).collect::<Formed<Vec<Formula>>>()?;
    Ok(all.and(parts))
}
