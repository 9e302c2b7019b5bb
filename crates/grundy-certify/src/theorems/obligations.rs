//! The obligations of a theorem, as formulas that the kernel decides.
//!
//! In: a theorem ([`theorems`](crate::theorems)), and a [`Model`]: games, and what the words of the theorem mean for a certificate. Out: whether each obligation holds at every position.

use crate::form::expr::{Result, Rules};
use crate::form::spent::{Stop, Told};
use crate::say::moves::{Speaker, only};
use crate::say::sets::{Set, Sum, Track};
use crate::say::steps::Steps;
use crate::theorems::order::ascends;
use crate::theorems::{ALL, Each, Formula, Obligation, Over, Term};

/// What a name of a theorem stands for.
#[derive(Clone)]
pub(crate) enum Thing {
    /// What a move leads to, or a position: parts of a game with a number, one unless the move splits.
    At(usize, Vec<Vec<Sum>>),
    Number(Sum),
    /// The number of a part.
    Place(usize),
    /// The parts of a position.
    Parts(Vec<Thing>),
}

/// A formula about parts.
pub(crate) type OfParts<'k> = dyn FnMut(&mut Speaker, Vec<Thing>) -> Result<Set> + 'k;

/// A formula about an option.
pub(crate) type OfOption<'k> = dyn FnMut(&mut Speaker, Thing) -> Result<Set> + 'k;

/// What the words of theorems mean.
pub(crate) trait Model {
    /// The rules of a game, and whether positions that ascend stand for all. The game 0 is that of the theorem.
    fn game(&self, number: usize) -> (&Rules, bool);

    fn is_misere(&self) -> bool;

    /// How many levels are given; `None` if values are any numbers.
    fn levels(&self) -> Result<Option<usize>> {
        Ok(None)
    }

    /// How many parts a position has.
    fn parts(&self) -> usize {
        0
    }

    /// A formula about the parts of a position of the game 0, which does not hold where they are not defined.
    fn with_parts(&self, _: &mut Speaker, _: &[Sum], _: &mut OfParts<'_>) -> Result<Set> {
        Err("a position has no parts here".into())
    }

    /// Some option of a position of a game is a thing of a kind. Where positions that ascend stand for all, it ascends.
    fn moves(&self, speaker: &mut Speaker, (game, at): (usize, &[Sum]), of: &mut OfOption<'_>) -> Result<Set> {
        let (rules, ascend) = self.game(game);
        speaker.moves(rules, at, &mut |speaker, to| {
            let set = of(speaker, Thing::At(game, to.to_vec()))?;
            let fine = if ascend { ascends(speaker, only(to)?)? } else { speaker.sets.constant(true) };
            Ok(speaker.sets.and(vec![fine, set]))
        })
    }

    /// What a word says of things.
    fn says(&self, speaker: &mut Speaker, word: &str, of: &[Thing]) -> Result<Set>;
}

/// Names, each with its thing.
pub(crate) type Names = Vec<(String, Thing)>;
/// What an obligation is about, with new tracks: names with their things, and where the obligation must hold.
pub(crate) type Subject<'k> = dyn Fn(&mut Speaker) -> Result<(Names, Set)> + 'k;

/// A name with its thing.
pub(crate) fn named(name: &str, thing: Thing) -> (String, Thing) {
    (name.to_string(), thing)
}

/// A position of the game of a theorem, with its name.
pub(crate) fn position(name: &str, at: &[Sum]) -> (String, Thing) {
    named(name, Thing::At(0, vec![at.to_vec()]))
}

impl Thing {
    /// A position of one part.
    pub(crate) fn at(&self) -> Result<&[Sum]> {
        match self {
            Thing::At(_, parts) => only(parts),
            _ => Err("a theorem takes something else for a position".into()),
        }
    }

    pub(crate) fn number(&self) -> Result<&Sum> {
        match self {
            Thing::Number(number) => Ok(number),
            _ => Err("a theorem takes something else for a number".into()),
        }
    }

    fn place(&self) -> Result<usize> {
        match self {
            Thing::Place(place) => Ok(*place),
            Thing::Number(number) => {
                number.as_number().and_then(|n| usize::try_from(n).ok()).ok_or_else(|| "a part has no number".into())
            }
            _ => Err("a theorem takes something else for the number of a part".into()),
        }
    }

    fn parts(&self) -> Result<&[Thing]> {
        match self {
            Thing::Parts(parts) => Ok(parts),
            _ => Err("a theorem takes something else for parts".into()),
        }
    }
}

/// Any position x of rules.
pub(crate) fn everywhere(speaker: &mut Speaker, rules: &Rules) -> Result<(Names, Set)> {
    let at = speaker.tracks(rules.width)?;
    Ok((vec![position("x", &at)], speaker.position(rules, &at)?))
}

/// Shows that all obligations of a theorem hold.
pub(crate) fn show(
    steps: &mut Steps,
    theorem: &str,
    model: &dyn Model,
    subject: &Subject<'_>,
    stop: Stop,
) -> Result<()> {
    let theorem = ALL.named(theorem).ok_or_else(|| format!("there is no theorem `{theorem}`"))?;
    stop(Told::Rests(&theorem.name));
    theorem.obligations.iter().try_for_each(|obligation| must(steps, obligation, (model, subject), stop))
}

fn must(
    steps: &mut Steps,
    obligation: &Obligation,
    (model, subject): (&dyn Model, &Subject<'_>),
    stop: Stop,
) -> Result<()> {
    let each: Vec<Option<(String, Thing)>> = match &obligation.each {
        None => vec![None],
        Some(Each::Level(name)) => {
            let levels = model.levels()?.ok_or("a theorem about levels needs some")?;
            (0..levels).map(|level| Some(named(name, Thing::Number(Sum::number(level as i128))))).collect()
        }
        Some(Each::Part(name)) => (0..model.parts()).map(|part| Some(named(name, Thing::Place(part)))).collect(),
    };
    for one in each {
        let speaker = &mut steps.speaker;
        speaker.begin();
        let (mut names, here) = subject(speaker)?;
        names.extend(one);
        let mut reader = Reader { model, speaker, names };
        let formula = reader.everywhere(&obligation.formula)?;
        let sets = &mut reader.speaker.sets;
        // A formula that needs no decision may owe that what it speaks of is defined.
        match formula == sets.constant(true) {
            true => steps.pays(stop)?,
            false => {
                let formula = sets.implies(here, formula);
                steps.must(formula, || obligation.otherwise.clone(), stop)?;
            }
        }
    }
    Ok(())
}

struct Reader<'m> {
    model: &'m dyn Model,
    speaker: &'m mut Speaker,
    names: Names,
}

impl Reader<'_> {
    /// A formula that must hold for all numbers: those of its outermost "every value" are tracks that nothing binds.
    fn everywhere(&mut self, formula: &Formula) -> Result<Set> {
        let Formula::Quantified { all: true, over: Over::Values(name, below), of } = formula else {
            return self.formula(formula);
        };
        if self.model.levels()?.is_some() {
            return self.formula(formula);
        }
        let number = Sum::track(self.speaker.track()?);
        let bound = self.below(&number, below.as_ref())?;
        self.names.push(named(name, Thing::Number(number)));
        let inner = self.everywhere(of)?;
        Ok(self.speaker.sets.implies(bound, inner))
    }

    fn formula(&mut self, formula: &Formula) -> Result<Set> {
        Ok(match formula {
            Formula::Word(word, of) => return self.word(word, of),
            Formula::Equal(a, b) => return self.equal(a, b),
            Formula::Less(a, b) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                self.less(a.number()?, b.number()?)?
            }
            Formula::Not(inner) => {
                let inner = self.formula(inner)?;
                self.speaker.sets.not(inner)
            }
            Formula::Join { all, parts } => {
                let ends = self.speaker.sets.constant(!all);
                let mut sets = vec![];
                for part in parts {
                    let part = self.formula(part)?;
                    // What comes after need have no meaning.
                    if part == ends {
                        return Ok(ends);
                    }
                    sets.push(part);
                }
                self.speaker.sets.join(*all, sets)
            }
            Formula::Iff(both) => {
                let [a, b] = [self.formula(&both[0])?, self.formula(&both[1])?];
                self.speaker.sets.iff(a, b)
            }
            Formula::Quantified { all, over, of } => {
                let some = self.some(over, of, *all)?;
                if *all { self.speaker.sets.not(some) } else { some }
            }
            Formula::Let(name, of, inner) => {
                let at = self.term(of)?;
                let Reader { model, speaker, names } = self;
                model.with_parts(speaker, at.at()?, &mut |speaker, parts| {
                    let names = with(names, name, Thing::Parts(parts));
                    Reader { model: *model, speaker, names }.formula(inner)
                })?
            }
        })
    }

    /// Some of those that a quantifier runs through have a formula, or have it not.
    fn some(&mut self, over: &Over, of: &Formula, negated: bool) -> Result<Set> {
        let (model, outer) = (self.model, self.names.clone());
        let inner = |speaker: &mut Speaker, name: &str, thing: Thing| {
            let set = Reader { model, speaker, names: with(&outer, name, thing) }.formula(of)?;
            Ok(if negated { speaker.sets.not(set) } else { set })
        };
        match over {
            Over::Moves(from, name) => {
                let Thing::At(game, parts) = self.term(from)? else {
                    return Err("a theorem moves from no position".into());
                };
                model.moves(self.speaker, (game, only(&parts)?), &mut |speaker, to| inner(speaker, name, to))
            }
            Over::Values(name, below) => {
                let Some(levels) = model.levels()? else { return self.some_number(name, below.as_ref(), &inner) };
                let most = below.as_ref().map(|below| self.term(below)).transpose()?;
                let most = most.map(|most| most.place()).transpose()?.map_or(levels, |most| most.min(levels));
                let level = |level: usize| Thing::Number(Sum::number(level as i128));
                let ways = (0..most).map(|n| inner(self.speaker, name, level(n))).collect::<Result<Vec<Set>>>()?;
                Ok(self.speaker.sets.or(ways))
            }
            Over::Parts(name, but) => {
                let but = but.as_ref().map(|but| self.found(but)?.place()).transpose()?;
                let parts = (0..model.parts()).filter(|part| Some(*part) != but);
                let ways =
                    parts.map(|part| inner(self.speaker, name, Thing::Place(part))).collect::<Result<Vec<Set>>>()?;
                Ok(self.speaker.sets.or(ways))
            }
        }
    }

    fn some_number(
        &mut self,
        name: &str,
        below: Option<&Term>,
        of: &dyn Fn(&mut Speaker, &str, Thing) -> Result<Set>,
    ) -> Result<Set> {
        let (model, names) = (self.model, self.names.clone());
        self.speaker.scoped(|speaker| {
            let track: Track = speaker.track()?;
            let number = Sum::track(track);
            let bound = Reader { model, speaker, names }.below(&number, below)?;
            let inner = of(speaker, name, Thing::Number(number))?;
            let both = speaker.sets.and(vec![bound, inner]);
            Ok(speaker.sets.exists(&[track], both))
        })
    }

    fn below(&mut self, number: &Sum, below: Option<&Term>) -> Result<Set> {
        match below {
            None => Ok(self.speaker.sets.constant(true)),
            Some(below) => {
                let below = self.term(below)?;
                self.less(number, below.number()?)
            }
        }
    }

    fn less(&mut self, a: &Sum, b: &Sum) -> Result<Set> {
        self.speaker.sets.at_most(&a.plus(1, &Sum::number(1))?, b)
    }

    /// Two positions, two parts or two numbers are the same.
    fn equal(&mut self, a: &Term, b: &Term) -> Result<Set> {
        match (self.term(a)?, self.term(b)?) {
            (Thing::Number(a), Thing::Number(b)) => self.speaker.sets.equal(&a, &b),
            (a, b) => self.speaker.sets.all_equal(a.at()?, b.at()?),
        }
    }

    fn word(&mut self, word: &str, of: &[Term]) -> Result<Set> {
        let of = of.iter().map(|term| self.term(term)).collect::<Result<Vec<Thing>>>()?;
        if let Some(definition) = ALL.definition(word) {
            let names = definition.of.iter().cloned().zip(of).collect();
            return Reader { model: self.model, speaker: &mut *self.speaker, names }.formula(&definition.formula);
        }
        match (word, &of[..]) {
            ("misere", []) => Ok(self.speaker.sets.constant(self.model.is_misere())),
            ("single", [Thing::At(_, parts)]) => Ok(self.speaker.sets.constant(parts.len() == 1)),
            ("terminal", [Thing::At(game, parts)]) => {
                let at = (*game, only(parts)?);
                let some = self.model.moves(self.speaker, at, &mut |own, _| Ok(own.sets.constant(true)))?;
                Ok(self.speaker.sets.not(some))
            }
            ("exists", [Thing::At(game, parts)]) => {
                let ((rules, ascend), at) = (self.model.game(*game), only(parts)?);
                let mut all = vec![self.speaker.position(rules, at)?];
                if ascend {
                    all.push(ascends(self.speaker, at)?);
                }
                Ok(self.speaker.sets.and(all))
            }
            _ => self.model.says(self.speaker, word, &of),
        }
    }

    fn found(&self, name: &str) -> Result<Thing> {
        let found = self.names.iter().rev().find(|(own, _)| own == name);
        found
            .map(|(_, thing)| thing.clone())
            .ok_or_else(|| format!("a theorem has the name `{name}`, which stands for nothing"))
    }

    fn term(&self, term: &Term) -> Result<Thing> {
        let missing = || "a theorem asks for a part that is not there".to_string();
        match term {
            Term::Number(n) => Ok(Thing::Number(Sum::number((*n).into()))),
            Term::Name(name) => self.found(name),
            Term::Part(parts, place) => {
                let (parts, place) = (self.found(parts)?, self.term(place)?.place()?);
                parts.parts()?.get(place).cloned().ok_or_else(missing)
            }
            Term::With(parts, place, new) => {
                let mut parts = self.found(parts)?.parts()?.to_vec();
                let place = self.term(place)?.place()?;
                *parts.get_mut(place).ok_or_else(missing)? = self.term(new)?;
                Ok(Thing::Parts(parts))
            }
        }
    }
}

fn with(names: &Names, name: &str, thing: Thing) -> Names {
    names.iter().cloned().chain([named(name, thing)]).collect()
}

/// Why a word says nothing here.
pub(crate) fn no_word(word: &str) -> String {
    format!("a theorem has the word `{word}`, which says nothing here")
}
