//! What a certificate of kind `claim` states, as data.
//!
//! In: the keys of the kind. Out: games, what is said of the values of some of them, and a statement: a pattern of positions, a condition, and what holds there, with questions
//! about values, terminal positions and existence. Nothing is verified here.

use std::rc::Rc;

use serde_json::{Map, Value};

use crate::claim::constants;
use crate::claim::constants::{Known as Constant, ReadTheorem, Theorem};
use crate::claim::unknown::Free;
use crate::form::expr::{Expr, Result, Rules, few, short};
use crate::form::keys::{OBJECTS, below, key, list, misere, natural, objects, only_keys};
use crate::form::numbers::index;
use crate::properties::swapped;
use crate::properties::swapped::Swapped;
use crate::properties::{Stated, block};
use crate::values::Claim;
use crate::values::along;
use crate::values::along::OnLine;

/// The most variables of a statement.
const VARIABLES: u64 = 32;

/// What a certificate states.
pub(crate) struct Statement {
    pub(crate) games: Vec<Rc<Rules>>,
    pub(crate) values: Vec<Rc<Known>>,
    pub(crate) swaps: Vec<Swapped>,
    pub(crate) theorems: Vec<Box<dyn Theorem>>,
    pub(crate) questions: Vec<Question>,
    pub(crate) variables: usize,
    /// The game and the entries of the position that the statement is about.
    pub(crate) at: Option<(usize, Vec<Expr>)>,
    pub(crate) among: Expr,
    /// The ranges of an outermost `all`, and its condition.
    pub(crate) all: Vec<(Expr, Expr)>,
    pub(crate) inner: Expr,
    pub(crate) holds: Expr,
    /// The greatest values of the variables, where these are to be run through.
    pub(crate) most: Option<Vec<u64>>,
}

/// What is said of the values of a game in one play.
pub(crate) struct Known {
    pub(crate) game: usize,
    pub(crate) misere: bool,
    pub(crate) claim: Claim,
    /// The certificates of the lines along which they are said; nothing if an induction over moves proves them.
    pub(crate) lines: Vec<OnLine>,
    /// The hash of the rules and of the block.
    pub(crate) hash: [u8; 32],
}

pub(crate) struct Question {
    pub(crate) game: usize,
    pub(crate) asks: Asks,
    /// What is said of a property that it asks for.
    pub(crate) property: Option<Stated>,
    /// What is said of the game, where nothing is known of the value that it asks for.
    pub(crate) free: Option<Free>,
}

#[derive(Clone, Copy)]
pub(crate) enum Asks {
    /// The value, by a block of values.
    Value(usize),
    /// The value in normal or misère play, by the definition.
    Defined {
        misere: bool,
    },
    Terminal,
    Exists,
    /// Who wins, where play may go on for ever, by the definition: 0 the previous player, 1 the next player, 2 nobody.
    Outcome,
    /// The number that stands for the value, where play may go on for ever, by the definition.
    Loopy,
    /// Whether the game has a property.
    Whole(bool),
    /// A value of which nothing is known.
    Free,
    /// The value of the statement's own position, of a game of which the swap positions are known.
    Swapped {
        swaps: usize,
        misere: bool,
    },
    /// What a theorem says.
    Theorem(Constant),
}

impl Statement {
    /// Reads the keys of the kind; `rules` is the first game, and `theorem` reads those on which it rests.
    pub(crate) fn read(object: &Map<String, Value>, rules: &Rules, theorem: &ReadTheorem) -> Result<Statement> {
        let theorems = constants::read(object, theorem)?;
        let mut games = vec![Rc::new(rules.clone())];
        let mut written = vec![key(object, "rules")?];
        for other in list(object, "games")?.iter().take(OBJECTS) {
            games.push(Rc::new(Rules::read_any(other)?));
            written.push(other);
        }
        let values = objects(object, "values")?;
        let block = |block| Known::read(block, &games, &written, theorem);
        let values = values.into_iter().map(block).collect::<Result<Vec<_>>>()?;
        let swaps = swapped::read(object, &games)?;
        let question = |object: &Map<String, Value>| match Question::of_swaps(object, &swaps)? {
            Some(question) => Ok(question),
            None => Question::read(object, &games, &values, &theorems),
        };
        let questions = objects(object, "questions")?.into_iter().map(question).collect::<Result<Vec<_>>>()?;
        must_be_counted(&games, &values, &swaps, &questions)?;
        let variables = key(object, "variables")?.as_u64().filter(|n| *n < VARIABLES).map(index::<u64>);
        let variables = variables.ok_or_else(|| format!("its `variables` are not a number below {VARIABLES}"))?;
        let expression = |e: &Value| Expr::read(e, variables, questions.len());
        let at = match key(object, "at")? {
            Value::Null => None,
            Value::Object(at) => {
                only_keys(at, &["game", "entries"], "its `at` has")?;
                let game = below(at, "game", games.len())?;
                let entries = list(at, "entries")?.iter().map(expression).collect::<Result<Vec<Expr>>>()?;
                if entries.len() != games[game].width {
                    return Err("the position that it is about has another number of entries than its game".into());
                }
                Some((game, entries))
            }
            other => return Err(format!("its `at` is neither nothing nor a position: {}", short(other))),
        };
        let range = |range: &Value| match range.as_array().map(Vec::as_slice) {
            Some([lo, hi]) => Ok((expression(lo)?, expression(hi)?)),
            _ => Err(format!("{} is no range of its `all`", short(range))),
        };
        let of = |name: &str| expression(key(object, name)?);
        let (among, inner, holds) = (of("where")?, of("if")?, of("holds")?);
        let all = few(list(object, "all")?.iter().map(range).collect::<Result<_>>()?)?;
        let most = object.get("most").map(|_| most(object, variables)).transpose()?;
        Ok(Statement { games, values, swaps, theorems, questions, variables, at, among, all, inner, holds, most })
    }

    /// The theorem in words; the first game is given.
    pub(crate) fn words(&self, game: &str) -> String {
        let others = if self.games.len() > 1 { " and the other games of the certificate" } else { "" };
        let condition = if self.at.is_some() { "`at` is a position and `where` is true" } else { "`where` is true" };
        let numbers = match self.variables {
            0 => "if".to_string(),
            1 => "for each natural number as its variable for which".to_string(),
            n => format!("for all natural numbers as its {n} variables for which"),
        };
        format!(
            "Of {game}{others}: {numbers} {condition}, `holds` is true for all values in `all` for which `if` is true; \
             and everything is defined as far as its evaluation goes."
        )
    }
}

/// Of games in which options may be forbidden, only values by the definition in normal play are known, and what says nothing of values.
fn must_be_counted(games: &[Rc<Rules>], values: &[Rc<Known>], swaps: &[Swapped], questions: &[Question]) -> Result<()> {
    let counts = |game: usize| games[game].blocked > 0;
    let by_definition = |asks: Asks| matches!(asks, Asks::Defined { misere: false } | Asks::Terminal | Asks::Exists);
    let said = values.iter().map(|known| known.game).chain(swaps.iter().map(|swapped| swapped.game)).any(counts);
    if said || questions.iter().any(|question| counts(question.game) && !by_definition(question.asks)) {
        return Err("options may be forbidden, and only values by the definition in normal play are known then".into());
    }
    Ok(())
}

/// The greatest values of the variables, where these are to be run through.
fn most(object: &Map<String, Value>, variables: usize) -> Result<Vec<u64>> {
    let most = list(object, "most")?.iter().map(natural).collect::<Option<Vec<u64>>>();
    let most = most.filter(|most| most.len() == variables);
    most.ok_or_else(|| "its `most` are not as many natural numbers as it has variables".into())
}

impl Known {
    pub(crate) fn read(
        object: &Map<String, Value>,
        games: &[Rc<Rules>],
        written: &[&Value],
        theorem: &ReadTheorem,
    ) -> Result<Rc<Known>> {
        let known =
            ["game", "play", "base", "coordinates", "falls", "lines", "domain", "fixed", "levels", "complete", "graph"];
        only_keys(object, &known, "a block of its `values` has")?;
        let game = below(object, "game", games.len())?;
        let mut own = object.clone();
        own.shift_remove("game");
        let hash = blake3::hash(format!("{}\n{}", written[game], Value::Object(own)).as_bytes()).into();
        let (misere, claim) = (misere(object)?, Claim::read(object, &games[game])?);
        let lines = along::read(object, (&games[game], misere), &claim, theorem)?;
        Ok(Rc::new(Known { game, misere, claim, lines, hash }))
    }
}

impl Question {
    pub(crate) fn read(
        object: &Map<String, Value>,
        games: &[Rc<Rules>],
        values: &[Rc<Known>],
        theorems: &[Box<dyn Theorem>],
    ) -> Result<Question> {
        let game = below(object, "game", games.len())?;
        let of_property = |name: &str| match block(object, name, values.len())? {
            number if values[number].game == game => Ok((number, values[number].misere)),
            _ => Err("a question asks for a property of a game, by the values of another".to_string()),
        };
        if let Some(stated) = Stated::read(object, &games[game], &of_property)? {
            return Ok(Question { game, asks: Asks::Whole(stated.holds()), property: Some(stated), free: None });
        }
        let mut free = None;
        let only = |keys: &[&str]| only_keys(object, &[&["game", "asks"], keys].concat(), "a question has");
        let asks = match key(object, "asks")?.as_str() {
            Some("terminal") => only(&[]).map(|()| Asks::Terminal)?,
            Some("exists") => only(&[]).map(|()| Asks::Exists)?,
            Some("outcome") => only(&[]).map(|()| Asks::Outcome)?,
            Some("loopy") => only(&[]).map(|()| Asks::Loopy)?,
            Some("value") if object.contains_key("falls") => {
                free = Some(Free::read(object, games, theorems)?);
                Asks::Free
            }
            Some("value") if !object.contains_key("values") => {
                only(&["play"])?;
                Asks::Defined { misere: misere(object)? }
            }
            Some("value") => {
                only(&["values"])?;
                let block = below(object, "values", values.len())?;
                if values[block].game != game {
                    return Err("a question asks for the value in a game, by the values of another".into());
                }
                Asks::Value(block)
            }
            _ if object.contains_key("theorem") => Asks::Theorem(constants::question(object, &games[game], theorems)?),
            _ => {
                return Err(
                    "a question asks for none of `value`, `outcome`, `loopy`, `terminal` and `exists`, for no property, and of no theorem"
                        .into(),
                );
            }
        };
        Ok(Question { free, ..Question::of(game, asks) })
    }

    /// Reads a question that names one of the `swaps`.
    fn of_swaps(object: &Map<String, Value>, swaps: &[Swapped]) -> Result<Option<Question>> {
        if !object.contains_key("swaps") {
            return Ok(None);
        }
        let number = below(object, "swaps", swaps.len())?;
        let keys = ["game", "asks", "play", "swaps"];
        let known = object.keys().all(|key| keys.contains(&key.as_str()));
        let value = object.get("asks").and_then(Value::as_str) == Some("value");
        if !known || !value || object.get("game").and_then(Value::as_u64) != u64::try_from(swaps[number].game).ok() {
            return Err("a question that names one of the `swaps` asks for no value in its game".into());
        }
        Ok(Some(Question::of(swaps[number].game, Asks::Swapped { swaps: number, misere: misere(object)? })))
    }

    fn of(game: usize, asks: Asks) -> Question {
        Question { game, asks, property: None, free: None }
    }

    /// What a theorem says of it.
    pub(crate) fn theorem(&self) -> Option<Constant> {
        if let Asks::Theorem(known) = self.asks { Some(known) } else { None }
    }
}

impl Statement {
    /// What a question asks: the game, what is asked, and whether it is so in misère play.
    pub(crate) fn asked(&self, question: usize) -> (usize, Asks, bool) {
        let Question { game, asks, free, .. } = &self.questions[question];
        let misere = match asks {
            Asks::Value(block) => self.values[*block].misere,
            Asks::Defined { misere } | Asks::Swapped { misere, .. } => *misere,
            Asks::Terminal | Asks::Exists | Asks::Outcome | Asks::Loopy => false,
            Asks::Free => free.as_ref().is_some_and(|free| free.misere),
            Asks::Whole(_) | Asks::Theorem(_) => false,
        };
        (*game, *asks, misere)
    }

    /// Does a block of values of a game show that its coordinates can be exchanged?
    pub(crate) fn may_exchange(&self, game: usize) -> bool {
        self.values.iter().any(|known| known.game == game && known.claim.differences)
            || self.swaps.iter().any(|swapped| swapped.game == game && swapped.sets.differences)
    }

    /// Is a question one about the game of the position that it is about?
    pub(crate) fn asks_own(&self, question: usize) -> bool {
        let game = self.at.as_ref().map(|(game, _)| *game);
        self.questions.get(question).is_some_and(|question| Some(question.game) == game)
    }

    /// Does a question ask for values that a block says of some positions alone, which may stay no such positions when their coordinates are exchanged?
    pub(crate) fn asks_in_part(&self, question: usize) -> bool {
        let block = self.questions.get(question).and_then(|question| match question.asks {
            Asks::Value(block) => self.values.get(block),
            _ => None,
        });
        block.is_some_and(|known| known.claim.domain.is_some() && !known.claim.differences)
    }

    /// Are all values said by blocks?
    pub(crate) fn is_said(&self) -> bool {
        let defined = |asks: Asks| matches!(asks, Asks::Defined { .. } | Asks::Outcome | Asks::Loopy | Asks::Free);
        !self.questions.iter().any(|question| defined(question.asks))
    }
}
