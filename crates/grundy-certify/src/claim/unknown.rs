//! Values of which nothing is known but what values are.
//!
//! In: questions for the value in a game, without a block of values, and the expressions of a statement. Out: for each position that is asked about, a number of its own, and
//! what is supposed of these numbers. Where every play ends, each position has a value, and
//!
//! * equal positions of the same game in the same play have the same value, and positions whose coordinates can be exchanged;
//! * a move leads from no position to one of the same value, in both plays: in misère play a position without options has the value 1, and others the least number that no
//!   option has;
//! * where the options of a number are the last f of those before it, its value is f, or that of the number before these (theorem `window`);
//! * no value is greater than the rank of its position (theorem `rank`, whose moves leave one position each); in misère play the value may be 1 all the same.
//!
//! A statement that holds for all numbers of which this is true holds for the values. One number stands for the value at a position that is named outside of "for all" and
//! "there is"; inside, two values are compared only: they are the same, or differ, where this is supposed, and elsewhere nothing is known.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::{Map, Value};

use crate::claim::constants::Theorem;
use crate::definition::lists::splits;
use crate::form::expr::{Expr, Result, Rules};
use crate::form::keys::{below, key, misere, only_keys};
use crate::form::spent::{Stop, Told};
use crate::say::moves::{Defined, Env, Speaker};
use crate::say::sets::{Set, Sum, Track};
use crate::say::steps::Steps;
use crate::say::truth::Judged;
use crate::theorems::descent;
use crate::theorems::descent::Falls;
use crate::theorems::obligations::{Model, Names, Thing, everywhere, no_word, position, show};
use crate::theorems::order::exchange;

/// The most coordinates of which all orders are looked at.
const WIDEST: usize = 4;
/// The most positions that are asked about.
const POSITIONS: usize = 8;

/// What a question says of a game of whose values nothing is known.
pub(crate) struct Free {
    /// The game: that of the question, or another one whose positions `at` have the values of all positions of that.
    pub(crate) game: usize,
    at: Option<Vec<Expr>>,
    pub(crate) misere: bool,
    falls: Falls,
    /// Can all coordinates be exchanged?
    exchanged: bool,
    /// The f of the theorem `window`.
    window: Option<Expr>,
}

impl Free {
    /// Reads a question for a value without a block.
    pub(crate) fn read(
        object: &Map<String, Value>,
        games: &[Rc<Rules>],
        theorems: &[Box<dyn Theorem>],
    ) -> Result<Free> {
        only_keys(object, &["game", "asks", "play", "falls", "exchanged", "window", "theorem"], "a question has")?;
        let misere = misere(object)?;
        let asked = below(object, "game", games.len())?;
        let (game, at) = match object.contains_key("theorem") {
            true => stands_for(object, (asked, misere), games, theorems)?,
            false => (asked, None),
        };
        let rules = &*games[game];
        let exchanged = key(object, "exchanged")?.as_bool().filter(|exchanged| !exchanged || rules.width <= WIDEST);
        let exchanged = exchanged
            .ok_or_else(|| format!("`exchanged` is no truth value, or a game has more than {WIDEST} coordinates"))?;
        let window = object.get("window").filter(|_| rules.width == 1 && rules.requires.is_empty() && !misere);
        let window = window.map(|f| rules.expression(f)).transpose()?;
        if window.is_none() && object.contains_key("window") {
            return Err("a `window` is one of a game whose positions are all numbers, in normal play".into());
        }
        Ok(Free { game, at, misere, falls: descent::read(object, rules.width)?, exchanged, window })
    }

    /// Verifies what it says of the game: the number of formulas.
    pub(crate) fn verify(&self, rules: &Rules, stop: Stop) -> Result<u64> {
        stop(Told::Rests("uninterpreted"));
        let mut steps = Steps::of_rules(rules);
        // In misère play `rank` refuses moves that leave several positions.
        let theorem = if splits(rules) && !self.misere { "play_ends" } else { "rank" };
        show(&mut steps, theorem, &Class { rules, free: self }, &|speaker| everywhere(speaker, rules), stop)?;
        if self.exchanged {
            exchange(&mut steps, rules, stop)?;
        }
        if self.window.is_some() {
            show(&mut steps, "window", &Class { rules, free: self }, &|speaker| two(speaker, rules), stop)?;
        }
        Ok(steps.formulas)
    }
}

/// The game whose positions stand for those of another, by a theorem, and which: their entries are coordinates and numbers.
fn stands_for(
    object: &Map<String, Value>,
    (game, misere): (usize, bool),
    games: &[Rc<Rules>],
    theorems: &[Box<dyn Theorem>],
) -> Result<(usize, Option<Vec<Expr>>)> {
    let theorem = &theorems[below(object, "theorem", theorems.len())?];
    let (rules, at) = theorem
        .stands_for(&games[game], misere)
        .filter(|(_, at)| at.iter().all(|e| matches!(e, Expr::X(_) | Expr::Int(_))))
        .ok_or("a theorem does not say which positions have the values that a question asks for")?;
    let other = games.iter().position(|game| **game == *rules);
    Ok((other.ok_or("the game of a theorem is none of its `games`")?, Some(at.to_vec())))
}

/// A game in one play, of whose values nothing is known.
pub(crate) struct Class<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) free: &'a Free,
}

/// Any two positions x and y.
fn two(speaker: &mut Speaker, rules: &Rules) -> Result<(Names, Set)> {
    let (x, y) = (speaker.tracks(rules.width)?, speaker.tracks(rules.width)?);
    let exist = vec![speaker.position(rules, &x)?, speaker.position(rules, &y)?];
    Ok((vec![position("x", &x), position("y", &y)], speaker.sets.and(exist)))
}

/// A relation of the numbers f(n), for numbers n that a sum stands for.
fn of_window(
    speaker: &mut Speaker,
    rules: &Rules,
    f: &Expr,
    at: &[Sum],
    of: &dyn Fn(&mut Speaker, &[Sum]) -> Result<Set>,
) -> Result<Set> {
    speaker.scoped(|speaker| {
        let (mut defined, mut values) = (Defined::default(), vec![]);
        for n in at {
            let env = Env::at(std::slice::from_ref(n));
            values.extend(speaker.entries(rules, std::slice::from_ref(f), &env, &mut defined)?);
        }
        let set = of(speaker, &values)?;
        Ok(speaker.close(defined, set))
    })
}

impl Model for Class<'_> {
    fn game(&self, _: usize) -> (&Rules, bool) {
        (self.rules, false)
    }

    fn is_misere(&self) -> bool {
        self.free.misere
    }

    fn says(&self, speaker: &mut Speaker, word: &str, of: &[Thing]) -> Result<Set> {
        match (word, of) {
            ("falls", [x]) => descent::holds(speaker, self.rules, &self.free.falls, x.at()?),
            ("in_window", [x, y]) => {
                let (x, y) = (&x.at()?[0], &y.at()?[0]);
                let f = self.free.window.as_ref().ok_or_else(|| no_word(word))?;
                of_window(speaker, self.rules, f, std::slice::from_ref(x), &|speaker, f| {
                    let least = speaker.sets.at_most(&x.plus(-1, &f[0])?, y)?;
                    let before = speaker.sets.at_most(&y.plus(1, &Sum::number(1))?, x)?;
                    Ok(speaker.sets.and(vec![least, before]))
                })
            }
            ("steps", [x]) => {
                let (x, one) = (&x.at()?[0], Sum::number(1));
                let f = self.free.window.as_ref().ok_or_else(|| no_word(word))?;
                let at = [Sum::number(0), x.clone(), x.plus(1, &one)?];
                of_window(speaker, self.rules, f, &at, &|speaker, f| {
                    let most = f[1].plus(1, &one)?;
                    let parts = vec![
                        speaker.sets.zero(&f[0]),
                        speaker.sets.at_most(&f[1], &f[2])?,
                        speaker.sets.at_most(&f[2], &most)?,
                    ];
                    Ok(speaker.sets.and(parts))
                })
            }
            _ => Err(no_word(word)),
        }
    }
}

/// A game in one play, with the orders of coordinates that make no difference, and the factors of the rank where that bounds values.
struct Values {
    rules: Rules,
    orders: Vec<Vec<usize>>,
    misere: bool,
    rank: Option<Falls>,
    window: Option<Expr>,
}

/// The value at a position.
struct Found {
    class: usize,
    at: Vec<Sum>,
    value: Track,
}

/// The values that are asked for.
#[derive(Default)]
pub(crate) struct Unknown {
    classes: Vec<Values>,
    /// For each question, the number of its class, and which positions of it are meant.
    of: Vec<Option<(usize, Option<Vec<Expr>>)>>,
    found: RefCell<Vec<Found>>,
}

impl Unknown {
    /// For each question the game, if nothing is known of the values that it asks for.
    pub(crate) fn new(questions: &[Option<Class<'_>>]) -> Unknown {
        let mut unknown = Unknown::default();
        for question in questions {
            let class = question.as_ref().map(|Class { rules, free }| {
                let same = |other: &&Class<'_>| other.rules == *rules && other.free.misere == free.misere;
                let all: Vec<&Class<'_>> = questions.iter().flatten().filter(same).collect();
                let first = questions.iter().position(|other| other.as_ref().is_some_and(|other| same(&other)));
                let at = free.at.clone();
                match first.and_then(|first| unknown.of.get(first)?.as_ref()) {
                    Some((class, _)) => (*class, at),
                    None => {
                        let exchanged = all.iter().any(|class| class.free.exchanged);
                        let plain: Vec<usize> = (0..rules.width).collect();
                        let orders = if exchanged { orders(&plain) } else { vec![plain] };
                        let rank = Some(free.falls.clone()).filter(|_| !splits(rules));
                        let (rules, window) = ((*rules).clone(), free.window.clone());
                        unknown.classes.push(Values { rules, orders, misere: free.misere, rank, window });
                        (unknown.classes.len() - 1, at)
                    }
                }
            });
            unknown.of.push(class);
        }
        unknown
    }

    fn is_free(&self, question: usize) -> bool {
        self.of.get(question).is_some_and(Option::is_some)
    }

    /// The class and the position whose value a question asks for at a position.
    fn place(&self, question: usize, at: &[Sum]) -> Option<(usize, Vec<Sum>)> {
        let (class, of) = self.of.get(question)?.as_ref()?;
        let entry = |e: &Expr| match e {
            Expr::X(i) => at.get(*i).cloned(),
            Expr::Int(n) => Some(Sum::number(*n)),
            _ => None,
        };
        let at = of.as_ref().map_or_else(|| Some(at.to_vec()), |of| of.iter().map(entry).collect())?;
        Some((*class, at))
    }

    /// Refuses expressions that ask for such values.
    fn are_not_in(&self, expressions: &[&Expr]) -> Result<()> {
        let mut asked = false;
        let mut see = |e: &Expr| asked |= matches!(e, Expr::Ask(question, _) if self.is_free(*question));
        expressions.iter().for_each(|e| e.visit(&mut see));
        if asked { Err("a condition asks for a value of which nothing is known".into()) } else { Ok(()) }
    }

    /// The positions that are asked about outside of "for all" and "there is".
    fn positions<'e>(&self, expressions: &[&'e Expr]) -> Result<Vec<(usize, &'e [Expr])>> {
        let mut found = vec![];
        expressions.iter().for_each(|e| self.look(e, &mut found));
        if found.len() > POSITIONS {
            return Err(format!("values are asked for at more than {POSITIONS} positions of which nothing is known"));
        }
        Ok(found)
    }

    fn look<'e>(&self, e: &'e Expr, found: &mut Vec<(usize, &'e [Expr])>) {
        match e {
            Expr::Ask(question, at) if self.is_free(*question) && !found.contains(&(*question, at)) => {
                found.push((*question, at));
            }
            Expr::Zero(e) | Expr::NonPos(e) | Expr::Not(e) | Expr::Abs(e) => self.look(e, found),
            Expr::Sum(_, terms) => terms.iter().for_each(|(_, e)| self.look(e, found)),
            Expr::And(list) | Expr::Or(list) | Expr::Many(_, list) => list.iter().for_each(|e| self.look(e, found)),
            Expr::Two(_, both) => both.iter().for_each(|e| self.look(e, found)),
            Expr::If(three) => three.iter().for_each(|e| self.look(e, found)),
            // Behind other words no number stands for a value.
            _ => {}
        }
    }

    /// Gives the positions numbers: what is supposed of these.
    fn suppose(&self, speaker: &mut Speaker, rules: &Rules, env: &Env, asked: &Supposing<'_>) -> Result<Set> {
        let Supposing { own, positions, tracks, .. } = asked;
        let mut all: Vec<Found> = vec![];
        for ((question, entries), track) in positions.iter().zip(tracks) {
            let mut defined = Defined::default();
            let at =
                if entries.is_empty() { own.to_vec() } else { speaker.entries(rules, entries, env, &mut defined)? };
            let Defined { tracks, parts, partial, .. } = defined;
            if partial || !tracks.is_empty() || speaker.sets.and(parts) != speaker.sets.constant(true) {
                return Err(
                    "a value of which nothing is known is asked for at a position with calculated entries".into()
                );
            }
            let place = self.place(*question, &at).filter(|(class, at)| at.len() == self.classes[*class].rules.width);
            let (class, at) =
                place.ok_or("a question is about a position with another number of entries than its game")?;
            let is_known = all.iter().any(|found| found.class == class && found.at == at);
            all.extend(track.as_track().filter(|_| !is_known).map(|value| Found { class, at, value }));
        }
        let mut supposed = vec![];
        for (i, one) in all.iter().enumerate() {
            for other in all[..i].iter().filter(|other| other.class == one.class) {
                let Judged { yes: same, no: differ } = self.compared(speaker, one.class, &one.at, &other.at)?;
                let equal = speaker.sets.equal(&Sum::track(one.value), &Sum::track(other.value))?;
                let not = speaker.sets.not(equal);
                supposed.extend([speaker.sets.implies(same, equal), speaker.sets.implies(differ, not)]);
            }
        }
        for one in &all {
            supposed.push(self.bounded(speaker, one)?);
            for other in all.iter().filter(|other| other.class == one.class) {
                supposed.push(self.in_window(speaker, one, other)?);
            }
        }
        self.found.replace(all);
        Ok(speaker.sets.and(supposed))
    }

    /// The value at a number is f, where f grows there; or that of the other number, where this is the one before the last f numbers.
    fn in_window(&self, speaker: &mut Speaker, one: &Found, other: &Found) -> Result<Set> {
        let Values { rules, window, .. } = &self.classes[one.class];
        let Some(f) = window else { return Ok(speaker.sets.constant(true)) };
        let (n, m, more) = (&one.at[0], &other.at[0], Sum::number(1));
        let [value, same] = [one.value, other.value].map(Sum::track);
        let exist = [speaker.position(rules, &one.at)?, speaker.position(rules, &other.at)?];
        let not_first = speaker.sets.at_most(&more, n)?;
        let exist = speaker.sets.and([&exist[..], &[not_first]].concat());
        // What is supposed is false nowhere: where f is not defined, nothing is.
        let broken = of_window(speaker, rules, f, &[n.clone(), n.plus(-1, &more)?], &|speaker, f| {
            let stays = speaker.sets.equal(&f[0], &f[1])?;
            let grows = speaker.sets.not(stays);
            let before = speaker.sets.equal(m, &n.plus(-1, &f[0])?.plus(-1, &more)?)?;
            let (is_f, is_same) = (speaker.sets.equal(&value, &f[0])?, speaker.sets.equal(&value, &same)?);
            let (is_not_f, is_other) = (speaker.sets.not(is_f), speaker.sets.not(is_same));
            let ways = vec![speaker.sets.and(vec![grows, is_not_f]), speaker.sets.and(vec![stays, before, is_other])];
            Ok(speaker.sets.or(ways))
        })?;
        let broken = speaker.sets.and(vec![exist, broken]);
        Ok(speaker.sets.not(broken))
    }

    /// The value at a position that exists is at most its rank.
    fn bounded(&self, speaker: &mut Speaker, Found { class, at, value }: &Found) -> Result<Set> {
        let Values { rules, misere, rank, .. } = &self.classes[*class];
        let Some(rank) = rank else { return Ok(speaker.sets.constant(true)) };
        let value = Sum::track(*value);
        let mut ways = vec![speaker.sets.at_most(&value, &descent::rank(rank, at)?)?];
        if *misere {
            ways.push(speaker.sets.equal(&value, &Sum::number(1))?);
        }
        let (exists, bounded) = (speaker.position(rules, at)?, speaker.sets.or(ways));
        Ok(speaker.sets.implies(exists, bounded))
    }

    /// The number that stands for the value that a question asks for at a position.
    pub(crate) fn value(&self, question: usize, at: &[Sum]) -> Option<Track> {
        let (class, at) = self.place(question, at)?;
        let found = self.found.borrow();
        found.iter().find(|found| found.class == class && found.at == at).map(|found| found.value)
    }

    /// Where the values that two questions ask for are surely the same, and where surely not; nothing where both have numbers.
    pub(crate) fn are_same(
        &self,
        speaker: &mut Speaker,
        first: (usize, &[Sum]),
        second: (usize, &[Sum]),
    ) -> Result<Option<Judged>> {
        let has_number = |(question, at)| self.value(question, at).is_some();
        match (self.place(first.0, first.1), self.place(second.0, second.1)) {
            (Some((class, x)), Some((other, y))) if class == other && !(has_number(first) && has_number(second)) => {
                self.compared(speaker, class, &x, &y).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Where two positions that exist surely have the same value, and where surely not.
    fn compared(&self, speaker: &mut Speaker, class: usize, x: &[Sum], y: &[Sum]) -> Result<Judged> {
        let Values { rules, orders, .. } = &self.classes[class];
        let exist = vec![speaker.position(rules, x)?, speaker.position(rules, y)?];
        let exist = speaker.sets.and(exist);
        let (mut same, mut differ) = (vec![], vec![]);
        for order in orders {
            let y: Vec<Sum> = order.iter().map(|i| y[*i].clone()).collect();
            same.push(speaker.sets.all_equal(x, &y)?);
            differ.push(speaker.leads(rules, x, &y)?);
            differ.push(speaker.leads(rules, &y, x)?);
        }
        let (same, differ) = (speaker.sets.or(same), speaker.sets.or(differ));
        let [yes, no] = [same, differ].map(|set| speaker.sets.and(vec![exist, set]));
        Ok(Judged { yes, no })
    }
}

/// What is supposed of the values that a statement asks for.
pub(crate) struct Supposing<'e> {
    unknown: Rc<Unknown>,
    /// The position of the pattern.
    own: Vec<Sum>,
    /// The other positions, and the numbers that stand for the values.
    positions: Vec<(usize, &'e [Expr])>,
    tracks: Vec<Sum>,
}

impl<'e> Supposing<'e> {
    /// `among` are expressions that may not ask for such values, `expressions` those that may.
    pub(crate) fn of(
        speaker: &mut Speaker,
        unknown: &Rc<Unknown>,
        own: Option<&Vec<Sum>>,
        among: &[&Expr],
        expressions: &[&'e Expr],
    ) -> Result<Supposing<'e>> {
        unknown.are_not_in(among)?;
        let positions = unknown.positions(expressions)?;
        let tracks = speaker.tracks(positions.len())?;
        Ok(Supposing { unknown: unknown.clone(), own: own.cloned().unwrap_or_default(), positions, tracks })
    }

    /// Is nothing supposed?
    pub(crate) fn is_empty(&self) -> bool {
        self.unknown.classes.is_empty()
    }

    /// Supposes it, where variables have these values.
    pub(crate) fn supposed(&self, speaker: &mut Speaker, rules: &Rules, env: &Env) -> Result<Set> {
        self.unknown.suppose(speaker, rules, env, self)
    }
}

/// All orders of some numbers.
pub(crate) fn orders(numbers: &[usize]) -> Vec<Vec<usize>> {
    if numbers.is_empty() {
        return vec![vec![]];
    }
    let first = |i: usize| {
        let rest: Vec<usize> = [&numbers[..i], &numbers[i + 1..]].concat();
        orders(&rest).into_iter().map(move |order| [vec![numbers[i]], order].concat()).collect::<Vec<_>>()
    };
    (0..numbers.len()).flat_map(first).collect()
}

#[cfg(test)]
mod tests;
