//! What a certificate of kind `correspondence` states, as data.
//!
//! In: the keys of the kind. Out: positions, by conditions; the positions and numbers that are their parts; and what is stated of the nim-sum. Nothing is verified here.

use serde_json::{Map, Value};

use crate::claim::constants::ReadTheorem;
use crate::correspondence::known::Basis;
use crate::form::expr::{Expr, Family, Result, Rules};
use crate::form::keys::{list, only_keys};
use crate::theorems::descent;
use crate::theorems::descent::Falls;

/// The most parts.
const PARTS: usize = 8;

/// What a certificate states.
pub(crate) struct Claim {
    pub(crate) falls: Falls,
    /// Is it about positions that ascend?
    pub(crate) ascends: bool,
    /// The positions of the induction.
    pub(crate) among: Expr,
    /// The positions of the statement, if they are not all of these.
    pub(crate) stated: Option<Expr>,
    /// Is only stated which positions are P-positions?
    pub(crate) outcomes: bool,
    /// Is stated, without parts, that positions are N-positions?
    pub(crate) wins: bool,
    /// The rules beside a pile, if the statement is about the own value.
    pub(crate) piled: Option<Rules>,
    pub(crate) parts: Vec<Part>,
    /// What these ask for.
    pub(crate) basis: Basis,
    /// The questions for values where moves lead elsewhere, of the game and of the game of f.
    pub(crate) beyond: Option<[usize; 2]>,
}

/// A part of positions: a game, and where its positions are. A number is a pile of Nim.
pub(crate) struct Part {
    pub(crate) is_pile: bool,
    pub(crate) rules: Rules,
    pub(crate) falls: Falls,
    /// Do its positions ascend?
    pub(crate) ascends: bool,
    pub(crate) at: Vec<Expr>,
}

impl Claim {
    /// Reads the keys of the kind.
    pub(crate) fn read(object: &Map<String, Value>, rules: &Rules, theorem: &ReadTheorem) -> Result<Claim> {
        let basis = Basis::read(object, theorem)?;
        let says = match object.get("says").map(Value::as_str) {
            None => None,
            Some(Some(says @ ("P" | "N" | "own"))) => Some(says),
            Some(_) => return Err("its `says` is none of `P`, `N` and `own`".into()),
        };
        let piled = if says == Some("own") { Some(beside_a_pile(rules, object)?) } else { None };
        let rules = piled.as_ref().unwrap_or(rules);
        let expression = |e: &Value| Expr::read_closed(e, rules.width, basis.questions());
        let expressions = |list: &[Value]| list.iter().map(expression).collect::<Result<Vec<Expr>>>();
        let game = |game: &Value| {
            let object = game.as_object().ok_or("a game of its `games` has `rules`, `falls` and `at`")?;
            only_keys(object, &["rules", "falls", "at", "coordinates"], "a game of its `games` has")?;
            let own = Rules::read(object.get("rules").ok_or("a game has no `rules`")?)?;
            let at = expressions(list(object, "at")?)?;
            if at.len() != own.width {
                return Err(format!("a position has {} entries, and its game {} coordinates", at.len(), own.width));
            }
            let (falls, ascends) = (descent::read(object, own.width)?, differences(object)?);
            Ok(Part { is_pile: false, rules: own, falls, ascends, at })
        };
        let games = list(object, "games")?.iter().map(game);
        let numbers = expressions(list(object, "numbers")?)?.into_iter().map(|number| Ok(Part::pile(number)));
        let stated = rules.expression(object.get("where").ok_or("it lacks the key `where`")?)?;
        let (among, stated) = match object.get("among") {
            Some(among) => (rules.expression(among)?, Some(stated)),
            None => (stated, None),
        };
        let claim = Claim {
            falls: descent::read(object, rules.width)?,
            ascends: differences(object)?,
            among,
            stated,
            outcomes: says.is_some(),
            wins: says == Some("N"),
            parts: games.chain(numbers).collect::<Result<_>>()?,
            beyond: beyond(object, &basis)?,
            basis,
            piled,
        };
        match claim.parts.len() {
            0 if claim.outcomes && claim.piled.is_none() && !claim.ascends => Ok(claim),
            1..=PARTS if !claim.wins => Ok(claim),
            _ => Err(format!(
                "it has neither 1 to {PARTS} parts, and another `says` than `N`, nor none, `plain` coordinates, and as `says` `P` or `N`"
            )),
        }
    }

    /// The theorem, in words that follow "for every position of …".
    pub(crate) fn words(&self) -> String {
        if self.parts.is_empty() {
            let outcome = if self.wins { "an N-position" } else { "a P-position" };
            return format!("where the condition `where` of the certificate holds, it is {outcome}.");
        }
        let numbers = self.parts.iter().filter(|part| part.is_pile).count();
        let games = match self.parts.len() - numbers {
            0 => None,
            1 => Some("the value at the position in `games`".to_string()),
            n => Some(format!("the values at the {n} positions in `games`")),
        };
        let numbers = match numbers {
            0 => None,
            1 => Some("the number in `numbers`".to_string()),
            n => Some(format!("the {n} numbers in `numbers`")),
        };
        let sum = if self.parts.len() == 1 { "" } else { "the nim-sum of " };
        let parts = games.into_iter().chain(numbers).collect::<Vec<String>>().join(" and ");
        let ascend = if self.ascends { " and the coordinates ascend" } else { "" };
        let says = match (&self.piled, self.outcomes) {
            (Some(_), _) => "with the value of the position as one more coordinate, 0 is",
            (None, true) => "it is a P-position if and only if 0 is",
            (None, false) => "the value is",
        };
        format!("where the condition `where` of the certificate holds{ascend}, {says} {sum}{parts}.")
    }
}

/// The game of rules beside a pile.
fn beside_a_pile(rules: &Rules, object: &Map<String, Value>) -> Result<Rules> {
    let others = ["beyond", "coordinates"].iter().filter_map(|key| object.get(*key));
    if others.into_iter().any(|value| value.as_str() != Some("plain")) {
        return Err("where its `says` is `own`, it has no `beyond`, and its coordinates are `plain`".into());
    }
    let mut all = rules.clone();
    add_pile(&mut all);
    Ok(all)
}

/// One more coordinate: a pile from which any number may be taken.
fn add_pile(rules: &mut Rules) {
    let (pile, leaf) = (rules.width, rules.leaves.len());
    rules.width += 1;
    rules.leaves.push(pile..pile + 1);
    rules.families.push(Family {
        before: Expr::Truth(true),
        params: vec![(Expr::Int(1), Expr::X(pile))],
        guard: Expr::Truth(true),
        targets: vec![(leaf, vec![vec![Expr::Sum(0, vec![(1, Expr::X(pile)), (-1, Expr::V(0))])]])],
    });
}

impl Part {
    /// A number, as a pile of Nim.
    fn pile(number: Expr) -> Part {
        let mut rules = Rules::default();
        add_pile(&mut rules);
        Part { is_pile: true, rules, falls: vec![1], ascends: false, at: vec![number] }
    }
}

/// The key `beyond`.
fn beyond(object: &Map<String, Value>, basis: &Basis) -> Result<Option<[usize; 2]>> {
    let Some(beyond) = object.get("beyond") else { return Ok(None) };
    let number = |n: &Value| n.as_u64().and_then(|n| usize::try_from(n).ok());
    let questions = match beyond.as_array().map(Vec::as_slice) {
        Some([own, other]) => number(own).zip(number(other)),
        _ => None,
    };
    let (own, other) = questions.ok_or("its `beyond` is no pair of questions")?;
    let [game] = &list(object, "games")?[..] else { return Err("it has `beyond`, and not one game".into()) };
    let plays = object.get("play").and_then(Value::as_str) == Some("normal");
    let alone = list(object, "numbers")?.is_empty();
    let asks =
        |question: usize, rules: Option<&Value>| rules.is_some_and(|rules| basis.asks_values_of(question, rules));
    match plays && alone && asks(own, object.get("rules")) && asks(other, game.get("rules")) {
        true => Ok(Some([own, other])),
        false => Err("its `beyond` does not ask for values of the game, and of the one of `games`, in normal play without `numbers`".into()),
    }
}

/// Are the coordinates of positions differences?
fn differences(object: &Map<String, Value>) -> Result<bool> {
    match object.get("coordinates").map(Value::as_str) {
        None | Some(Some("plain")) => Ok(false),
        Some(Some("differences")) => Ok(true),
        _ => Err("its `coordinates` are neither `plain` nor `differences`".into()),
    }
}
