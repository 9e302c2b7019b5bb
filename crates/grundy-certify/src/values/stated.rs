//! Certificates of kind `claim`: a statement about values, as a claim says it.
//!
//! In: games, automata that say the values of some of them, and a statement: a pattern of positions, a condition, and what holds there, with questions about
//! values, terminal positions and existence. Out: what was verified. Each block of values is proved as in a certificate of kind `values`. Then the statement is
//! one formula that must hold for all values of its variables: where the pattern is a position, the condition is false; or the condition is true, and so is what
//! the statement says, for all values of its outermost `all`. What is not defined is not true, so that the formula says that everything is defined as far as it is
//! looked at.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Map, Value};

use super::super::certificate::Certificate;
use super::super::expr::{Expr, Rules, Seen, few, short};
use super::super::keys::{key, list};
use super::super::line::Stop;
use super::super::numbers::index;
use super::super::{Refusal, Verified};
use super::moves::{Defined, Env, Number, Speaker};
use super::property::{Stated, block};
use super::sets::{Set, Sum};
use super::steps::Steps;
use super::swapped::{self, Pair, Swapped};
use super::theorems::{self, Known as Theorem};
use super::truth::{Answers, Judged};
use super::unknown::{Class, Free, Supposing, Unknown};
use super::{Asked, Claim, Proof, Said, finite};

/// The most games, blocks of values, and questions.
const MOST: usize = 64;
/// The most variables of a statement.
const VARIABLES: u64 = 32;

/// What a certificate states.
pub(crate) struct Statement {
    pub(super) games: Vec<Rc<Rules>>,
    values: Vec<Rc<Known>>,
    pub(super) swaps: Vec<Swapped>,
    theorems: Vec<Certificate>,
    questions: Vec<Question>,
    pub(super) variables: usize,
    /// The game and the entries of the position that the statement is about.
    pub(super) at: Option<(usize, Vec<Expr>)>,
    pub(super) among: Expr,
    /// The ranges of an outermost `all`, and its condition.
    pub(super) all: Vec<(Expr, Expr)>,
    pub(super) inner: Expr,
    pub(super) holds: Expr,
    /// The greatest values of the variables, where these are to be run through.
    most: Option<Vec<u64>>,
}

/// What is said of the values of a game in one play.
pub(super) struct Known {
    game: usize,
    pub(super) misere: bool,
    pub(super) claim: Claim,
    /// The hash of the rules and of the block.
    hash: [u8; 32],
}

pub(super) struct Question {
    pub(super) game: usize,
    pub(super) asks: Asks,
    /// What is said of a property that it asks for.
    property: Option<Stated>,
    /// What is said of the game, where nothing is known of the value that it asks for.
    free: Option<Free>,
}

#[derive(Clone, Copy)]
pub(super) enum Asks {
    /// The value, by a block of values.
    Value(usize),
    /// The value in normal or misère play, by the definition.
    Defined {
        misere: bool,
    },
    Terminal,
    Exists,
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
    Theorem(Theorem),
}

pub(super) fn below(object: &Map<String, Value>, name: &str, most: usize) -> Seen<usize> {
    let value = key(object, name)?;
    let number = value.as_u64().map(index::<u64>).filter(|number| *number < most);
    number.ok_or_else(|| format!("its `{name}` is not a number below {most}: {}", short(value)))
}

pub(super) fn objects<'a>(object: &'a Map<String, Value>, name: &str) -> Seen<Vec<&'a Map<String, Value>>> {
    let all = list(object, name)?;
    if all.len() > MOST {
        return Err(format!("its `{name}` are more than {MOST}"));
    }
    let each = |one: &'a Value| one.as_object().ok_or_else(|| format!("{} is none of its `{name}`", short(one)));
    all.iter().map(each).collect()
}

impl Statement {
    /// Reads the keys of the kind; `rules` is the first game.
    pub(crate) fn read(object: &Map<String, Value>, rules: &Rules) -> Seen<Statement> {
        let mut games = vec![Rc::new(rules.clone())];
        let mut written = vec![key(object, "rules")?];
        for other in list(object, "games")?.iter().take(MOST) {
            games.push(Rc::new(Rules::read(other)?));
            written.push(other);
        }
        let values = objects(object, "values")?;
        let block = |block| Known::read(block, &games, &written);
        let values = values.into_iter().map(block).collect::<Seen<Vec<_>>>()?;
        let (swaps, theorems) = (swapped::read(object, &games)?, theorems::read(object)?);
        let question = |object: &Map<String, Value>| match swapped::question(object, &swaps)? {
            Some(question) => Ok(question),
            None => Question::read(object, &games, &values, &theorems),
        };
        let questions = objects(object, "questions")?.into_iter().map(question).collect::<Seen<Vec<_>>>()?;
        let variables = key(object, "variables")?.as_u64().filter(|n| *n < VARIABLES).map(index::<u64>);
        let variables = variables.ok_or_else(|| format!("its `variables` are not a number below {VARIABLES}"))?;
        let expression = |e: &Value| Expr::read(e, variables, questions.len());
        let at = match key(object, "at")? {
            Value::Null => None,
            Value::Object(at) => {
                let game = below(at, "game", games.len())?;
                let entries = list(at, "entries")?.iter().map(expression).collect::<Seen<Vec<Expr>>>()?;
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
        let all = few(list(object, "all")?.iter().map(range).collect::<Seen<_>>()?)?;
        let most = object.get("most").map(|_| finite::most(object, variables)).transpose()?;
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

impl Known {
    pub(super) fn read(object: &Map<String, Value>, games: &[Rc<Rules>], written: &[&Value]) -> Seen<Rc<Known>> {
        let known = ["game", "play", "base", "coordinates", "falls", "domain", "levels", "complete", "graph", "says"];
        if let Some(other) = object.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(format!("a block of its `values` has the key `{other}`, which the format does not know"));
        }
        let game = below(object, "game", games.len())?;
        let mut own = object.clone();
        own.shift_remove("game");
        let hash = blake3::hash(format!("{}\n{}", written[game], Value::Object(own)).as_bytes()).into();
        Ok(Rc::new(Known { game, misere: misere(object)?, claim: Claim::read(object, &games[game])?, hash }))
    }
}

/// The play of a block of values, or of a value by the definition.
pub(super) fn misere(object: &Map<String, Value>) -> Seen<bool> {
    match key(object, "play")?.as_str() {
        Some("normal") => Ok(false),
        Some("misere") => Ok(true),
        _ => Err("the play of its values is neither `normal` nor `misere`".into()),
    }
}

impl Question {
    pub(super) fn read(
        object: &Map<String, Value>,
        games: &[Rc<Rules>],
        values: &[Rc<Known>],
        theorems: &[Certificate],
    ) -> Seen<Question> {
        let game = below(object, "game", games.len())?;
        let of_property = |name: &str| match block(object, name, values.len())? {
            number if values[number].game == game => Ok((number, values[number].misere)),
            _ => Err("a question asks for a property of a game, by the values of another".to_string()),
        };
        if let Some(stated) = Stated::read(object, &games[game], &of_property)? {
            return Ok(Question { game, asks: Asks::Whole(stated.holds()), property: Some(stated), free: None });
        }
        let mut free = None;
        let asks = match key(object, "asks")?.as_str() {
            Some("terminal") => Asks::Terminal,
            Some("exists") => Asks::Exists,
            Some("value") if object.contains_key("falls") => {
                free = Some(Free::read(object, &games[game])?);
                Asks::Free
            }
            Some("value") if !object.contains_key("values") => Asks::Defined { misere: misere(object)? },
            Some("value") => {
                let block = below(object, "values", values.len())?;
                if values[block].game != game {
                    return Err("a question asks for the value in a game, by the values of another".into());
                }
                Asks::Value(block)
            }
            _ if object.contains_key("theorem") => Asks::Theorem(theorems::question(object, &games[game], theorems)?),
            _ => {
                return Err(
                    "a question asks for none of `value`, `terminal` and `exists`, for no property, and of no theorem"
                        .into(),
                );
            }
        };
        Ok(Question { free, ..Question::of(game, asks) })
    }

    pub(super) fn of(game: usize, asks: Asks) -> Question {
        Question { game, asks, property: None, free: None }
    }

    /// What a theorem says of it.
    fn theorem(&self) -> Option<Theorem> {
        if let Asks::Theorem(known) = self.asks { Some(known) } else { None }
    }
}

/// Verifies a certificate of this kind; returns the proof in words.
pub(crate) fn verify(statement: &Statement, verified: &Verified, stop: Stop) -> Result<String, Refusal> {
    let mut formulas = statement.grounds(verified, stop)?;
    if let Some(most) = &statement.most {
        return finite::verify(statement, most, stop);
    }
    let asked: Vec<Option<Theorem>> = statement.questions.iter().map(Question::theorem).collect();
    let mut decide = |constants| statement.given(constants, stop).map(|more| formulas += more);
    theorems::each(&asked, &mut decide)?;
    if formulas == 0 && statement.values.is_empty() {
        return Ok(theorems::words(statement.theorems.len()));
    }
    let partly = statement.values.iter().any(|known| known.claim.domain.is_some());
    let partly = if partly {
        ", those of a block with a `domain` at the positions of this set, which no move leaves"
    } else {
        ""
    };
    Ok(format!(
        "The values that it speaks of were verified by induction, as in a certificate of values{partly}. The statement is a formula that holds for all numbers; {formulas} \
         formulas in all were made automata, and in each state that can be reached they accept."
    ))
}

/// Verifies blocks of values that were not verified before; the number of formulas.
pub(super) fn verify_blocks(games: &[Rc<Rules>], values: &[Rc<Known>], verified: &Verified, stop: Stop) -> Seen<u64> {
    let mut formulas = 0;
    for Known { game, misere, claim, hash } in values.iter().map(|known| &**known) {
        if verified.has(hash) {
            continue;
        }
        let mut proof = Proof::of(&games[*game], *misere, claim);
        proof.whole(stop)?;
        formulas += proof.steps.formulas;
        verified.note(*hash);
    }
    Ok(formulas)
}

impl Statement {
    /// Verifies all blocks of values, the properties, and the theorems. How many formulas were looked at.
    pub(super) fn grounds(&self, verified: &Verified, stop: Stop) -> Result<u64, Refusal> {
        let formulas = self.values_and_properties(verified, stop).map_err(Refusal::of)?;
        theorems::verify(&self.theorems, verified, stop)?;
        Ok(formulas)
    }

    /// The answers of theorems that leave one number open.
    pub(super) fn exactly(&self) -> Seen<Vec<Option<i128>>> {
        self.questions.iter().map(|question| question.theorem().map(|known| known.exactly()).transpose()).collect()
    }

    fn values_and_properties(&self, verified: &Verified, stop: Stop) -> Seen<u64> {
        let mut formulas = verify_blocks(&self.games, &self.values, verified, stop)?;
        for swapped in &self.swaps {
            formulas += swapped.verify(&self.games, stop)?;
        }
        for Question { game, property, free, .. } in &self.questions {
            if let Some(free) = free {
                formulas += free.verify(&self.games[*game], stop)?;
            }
            if let Some(stated) = property {
                if stated.blocks().any(|number| self.values[number].claim.domain.is_some()) {
                    return Err("a property is one of all positions, and rests on values of some".into());
                }
                let block = |number: usize| &self.values[number].claim;
                formulas += stated.verify(&self.games[*game], &block, stop)?;
            }
        }
        Ok(formulas)
    }

    /// What a question asks: the game, what is asked, and whether it is so in misère play.
    pub(super) fn asked(&self, question: usize) -> (usize, Asks, bool) {
        let Question { game, asks, .. } = &self.questions[question];
        let misere = match asks {
            Asks::Value(block) => self.values[*block].misere,
            Asks::Defined { misere } | Asks::Swapped { misere, .. } => *misere,
            Asks::Terminal | Asks::Exists | Asks::Whole(_) | Asks::Theorem(_) | Asks::Free => false,
        };
        (*game, *asks, misere)
    }

    /// Does a block of values of a game show that its coordinates can be exchanged?
    pub(super) fn may_exchange(&self, game: usize) -> bool {
        self.values.iter().any(|known| known.game == game && known.claim.differences)
            || self.swaps.iter().any(|swapped| swapped.game == game && swapped.sets.differences)
    }

    /// Is a question one about the game of the position that it is about?
    pub(super) fn asks_own(&self, question: usize) -> bool {
        let game = self.at.as_ref().map(|(game, _)| *game);
        self.questions.get(question).is_some_and(|question| Some(question.game) == game)
    }

    /// Does it speak of values by the definition alone?
    pub(super) fn has_no_values(&self) -> bool {
        self.values.is_empty()
    }

    /// Are all values said by blocks?
    pub(super) fn is_said(&self) -> bool {
        !self.questions.iter().any(|question| matches!(question.asks, Asks::Defined { .. }))
    }

    /// The digits that all blocks read.
    pub(super) fn steps(&self) -> Seen<Steps> {
        let asked = self.questions.iter().filter_map(|question| match question.asks {
            Asks::Value(block) => Some(&self.values[block]),
            _ => None,
        });
        let asked = asked.map(|known| known.claim.numeration);
        let mut numerations = asked.chain(self.swaps.iter().map(|swapped| swapped.sets.numeration));
        let first = numerations.next().unwrap_or_default();
        match numerations.all(|other| other == first) {
            true => Ok(Steps::of(first)),
            false => Err("the automata of its `values` read different digits".into()),
        }
    }

    /// Is the statement true, given the answers of theorems? How many formulas were looked at.
    fn given(&self, constants: Vec<Option<i128>>, stop: Stop) -> Result<u64, Refusal> {
        let expressions = [&self.among, &self.inner, &self.holds];
        let closed = self.variables == 0 && self.at.is_none() && self.all.is_empty();
        if closed && theorems::are_plain(&expressions, &constants) {
            return theorems::holds(&self.games[0], expressions, constants).map(|()| 0);
        }
        let mut steps = self.steps().map_err(Refusal::of)?;
        self.decide(&mut steps, constants, stop)?;
        Ok(steps.formulas)
    }

    /// Is the statement true?
    fn decide(&self, steps: &mut Steps, constants: Vec<Option<i128>>, stop: Stop) -> Result<(), Refusal> {
        let Formulas { right, wrong } = self.formulas(steps, constants).map_err(Refusal::of)?;
        if steps.holds(right, stop).map_err(Refusal::of)? {
            return Ok(());
        }
        let nowhere = steps.speaker.sets.not(wrong);
        match steps.holds(nowhere, stop) {
            Ok(false) => Err(Refusal::Refuted("the statement is false somewhere".into())),
            Err(why) if why.is_empty() => Err(Refusal::Stopped),
            _ => Err(Refusal::False("the statement is not true everywhere, or not defined".into())),
        }
    }

    /// Where the statement is true, and where it is false.
    fn formulas(&self, steps: &mut Steps, constants: Vec<Option<i128>>) -> Seen<Formulas> {
        let speaker = &mut steps.speaker;
        speaker.begin();
        let variables = self.ascending(speaker)?;
        let own = self.own(speaker, &variables)?;
        let at = own.as_ref().map(|(_, at, _)| at);
        let (pairs, swapped) = self.pairs(speaker, at)?;
        let unknown = self.answers(speaker, at, pairs, constants);
        let ends = self.all.iter().flat_map(|(lo, hi)| [lo, hi]).chain([&self.among]).collect::<Vec<&Expr>>();
        let supposing = Supposing::of(speaker, &unknown, at, &ends, &[&self.inner, &self.holds])?;
        let env = Env { coords: variables, vars: BTreeMap::new() };
        let Judged { yes, no } = self.judged(speaker, &env, &supposing)?;
        let Some((exists, _, defined)) = own else { return Ok(Formulas { right: yes, wrong: no }) };
        // Where no number is an entry, the pattern is no position.
        let not = speaker.sets.not(yes);
        let [not, wrong] = [not, no].map(|set| {
            let both = speaker.sets.and(vec![exists, swapped, set]);
            speaker.close(defined.clone(), both)
        });
        // Of values that may be others, none refutes anything.
        let wrong = if self.swaps.is_empty() { wrong } else { speaker.sets.constant(false) };
        Ok(Formulas { right: speaker.sets.not(not), wrong })
    }

    /// The values that are asked for of which nothing is known.
    fn unknown<'s>(&'s self) -> Rc<Unknown> {
        let class =
            |question: &'s Question| Some(Class { rules: &self.games[question.game], free: question.free.as_ref()? });
        let classes: Vec<Option<Class<'_>>> = self.questions.iter().map(class).collect();
        Rc::new(Unknown::new(&classes))
    }

    /// The questions are answered by the blocks; what is asked for of which nothing is known.
    pub(super) fn answers(
        &self,
        speaker: &mut Speaker,
        own: Option<&Vec<Sum>>,
        pairs: Vec<Option<Pair>>,
        constants: Vec<Option<i128>>,
    ) -> Rc<Unknown> {
        let unknown = self.unknown();
        let tables = self.values.iter().map(|known| known.claim.tables(&mut speaker.sets)).collect();
        let domains = self.values.iter().map(|known| known.claim.domain(&mut speaker.sets)).collect();
        let known = Answering {
            games: self.games.clone(),
            values: self.values.clone(),
            asks: self.questions.iter().map(|question| (question.game, question.asks)).collect(),
            tables,
            domains,
            pairs,
            constants,
            own: own.cloned(),
            unknown: unknown.clone(),
        };
        speaker.answers = Some(Rc::new(known));
        unknown
    }

    /// Where the pattern is a position; its entries, and what defines them.
    pub(super) fn own(&self, speaker: &mut Speaker, variables: &[Sum]) -> Seen<Option<(Set, Vec<Sum>, Defined)>> {
        let Some((game, entries)) = &self.at else { return Ok(None) };
        let (rules, env) = (&self.games[*game], Env { coords: variables.to_vec(), vars: BTreeMap::new() });
        let (mut at, mut defined) = (vec![], Defined::default());
        for e in entries {
            let number = speaker.int(rules, e, &env, &mut defined)?;
            if defined.partial || number.len() != 1 && !number.iter().all(|(_, sum)| sum.is_natural()) {
                return Err("this checker reads only patterns whose entries are defined everywhere".into());
            }
            at.push(speaker.single(&number, &mut defined)?);
        }
        let exists = speaker.position(rules, &at)?;
        Ok(Some((exists, at, defined)))
    }

    /// True where the condition is false, or what is said is true; false where the condition is true, and what is said is false.
    fn judged(&self, speaker: &mut Speaker, env: &Env, supposing: &Supposing<'_>) -> Seen<Judged> {
        let rules = &self.games[self.at.as_ref().map_or(0, |(game, _)| *game)];
        let among = speaker.judge(rules, &self.among, env)?;
        let ranges: Vec<(usize, &Expr, &Expr)> = self.all.iter().enumerate().map(|(i, (lo, hi))| (i, lo, hi)).collect();
        let [not, wrong] = [false, true].map(|known| {
            speaker.quantified(rules, &ranges, env, &mut |speaker, env| {
                let supposed = supposing.supposed(speaker, rules, env)?;
                let inner = speaker.judge(rules, &self.inner, env)?;
                let holds = speaker.judge(rules, &self.holds, env)?;
                // Of values of which nothing is known, no number refutes anything.
                if known && !supposing.is_empty() {
                    return Ok(speaker.sets.constant(false));
                }
                if known {
                    return Ok(speaker.sets.and(vec![inner.yes, holds.no]));
                }
                let both = speaker.sets.and(vec![inner.yes, holds.yes]);
                let right = speaker.sets.or(vec![inner.no, both]);
                let not = speaker.sets.not(right);
                Ok(speaker.sets.and(vec![supposed, not]))
            })
        });
        let right = speaker.sets.not(not?);
        let both = speaker.sets.and(vec![among.yes, right]);
        Ok(Judged { yes: speaker.sets.or(vec![among.no, both]), no: speaker.sets.and(vec![among.yes, wrong?]) })
    }
}

/// Where a statement is true, and where it is false.
struct Formulas {
    right: Set,
    wrong: Set,
}
/// What holds of a position.
type OfPosition<'k> = dyn FnMut(&mut Speaker, &[Sum]) -> Seen<Set> + 'k;

/// What holds of a position as the automata of a block read it: in differences they read positions that ascend, which stand for all.
pub(super) fn as_read(speaker: &mut Speaker, claim: &Claim, at: &[Sum], of: &mut OfPosition<'_>) -> Seen<Set> {
    let ascends = |pair: &[Sum]| pair[1].plus(-1, &pair[0]).is_ok_and(|more| more.is_natural());
    if !claim.differences || at.windows(2).all(ascends) {
        return of(speaker, at);
    }
    speaker.scoped(|speaker| {
        let (mut ordered, mut defined) = (vec![], Defined::default());
        for place in 0..at.len() {
            let number = speaker.rank(place, at)?;
            ordered.push(Sum::track(speaker.equal_track(&number, &mut defined)?));
        }
        let set = of(speaker, &ordered)?;
        Ok(speaker.close(defined, set))
    })
}

/// Answers questions by values that were verified.
pub(super) struct Answering {
    pub(super) games: Vec<Rc<Rules>>,
    pub(super) values: Vec<Rc<Known>>,
    pub(super) asks: Vec<(usize, Asks)>,
    /// For each block of values, its automata in the store.
    pub(super) tables: Vec<Vec<usize>>,
    /// And the automaton of its domain.
    pub(super) domains: Vec<Option<usize>>,
    /// For each game of which the swap positions are known, the values of the statement's own position.
    pub(super) pairs: Vec<Option<Pair>>,
    /// The answers of theorems.
    pub(super) constants: Vec<Option<i128>>,
    /// The position that the statement is about.
    pub(super) own: Option<Vec<Sum>>,
    /// What is asked for of which nothing is known.
    pub(super) unknown: Rc<Unknown>,
}

impl Answering {
    /// The answer of a theorem, or whether a game has a property: it is not about a position.
    fn constant(&self, question: usize, at: &[Sum]) -> Option<i128> {
        match self.asks[question].1 {
            Asks::Whole(answer) => Some(i128::from(answer)),
            _ => self.constants[question].filter(|_| at.is_empty()),
        }
    }

    /// The game and the position of a question, and what is asked.
    fn position(&self, question: usize, at: &[Sum]) -> Seen<(&Rules, Vec<Sum>, Asks)> {
        let (game, asks) = self.asks[question];
        let rules = &*self.games[game];
        // A game without coordinates has one position: its own, and the empty one that is asked about.
        let is_own = at.is_empty() && rules.width > 0;
        let at = if is_own { self.own.clone().unwrap_or_default() } else { at.to_vec() };
        match at.len() == rules.width {
            true => Ok((rules, at, asks)),
            false => Err("a question is about a position with another number of entries than its game".into()),
        }
    }

    /// The value of a position, which exists and of which the block speaks, is a number.
    fn has(&self, speaker: &mut Speaker, block: usize, at: &[Sum], value: &Sum) -> Seen<Set> {
        let (claim, tables) = (&self.values[block].claim, &self.tables[block]);
        let asked = match (&claim.values, value.as_number()) {
            (Said::Graph(_), _) => Asked::Number(value.clone()),
            (Said::Levels { .. }, Some(level)) => Asked::Level(index(level)),
            (Said::Levels { .. }, None) => return Err("a value is asked for of which levels are known".into()),
        };
        as_read(speaker, claim, at, &mut |speaker, at| claim.has(speaker, tables, at, &asked))
    }

    /// What holds of a position that exists, and of which the block speaks: elsewhere its value is not known.
    fn within(&self, speaker: &mut Speaker, block: usize, at: &[Sum], exists: Set) -> Seen<Set> {
        let (claim, domain) = (&self.values[block].claim, self.domains[block]);
        let inside = as_read(speaker, claim, at, &mut |speaker, at| claim.is_inside(speaker, domain, at))?;
        Ok(speaker.sets.and(vec![exists, inside]))
    }

    /// The value of the statement's own position, of which the swap positions of its game tell something.
    fn swapped(&self, at: &[Sum], swaps: usize, misere: bool) -> Seen<Sum> {
        match &self.pairs[swaps] {
            Some(pair) if self.own.as_deref() == Some(at) => Ok(pair[usize::from(misere)].clone()),
            _ => Err("swap positions tell the values of the position of the statement alone".into()),
        }
    }

    /// How many levels a block has, if it has levels, and whether they are all.
    fn levels(&self, block: usize) -> Option<(usize, bool)> {
        match &self.values[block].claim.values {
            Said::Levels { levels, complete } => Some((levels.len(), *complete)),
            Said::Graph(_) => None,
        }
    }
}

impl Answers for Answering {
    fn number(&self, speaker: &mut Speaker, question: usize, at: &[Sum], defined: &mut Defined) -> Seen<Number> {
        if let Some(answer) = self.constant(question, at) {
            return Ok(vec![(speaker.sets.constant(true), Sum::number(answer))]);
        }
        let (rules, at, asks) = self.position(question, at)?;
        let exists = speaker.position(rules, &at)?;
        let indicator = |yes: Set, no: Set| vec![(yes, Sum::number(1)), (no, Sum::number(0))];
        let block = match asks {
            Asks::Exists => {
                let not = speaker.sets.not(exists);
                return Ok(indicator(exists, not));
            }
            Asks::Terminal => {
                defined.partial = true;
                let some = speaker.has_moves(rules, &at)?;
                let none = speaker.sets.not(some);
                let [yes, no] = [none, some].map(|of| speaker.sets.and(vec![exists, of]));
                return Ok(indicator(yes, no));
            }
            Asks::Defined { .. } => return Err(finite::by_definition()),
            Asks::Value(block) => block,
            Asks::Free => {
                let value = self.unknown.value(question, &at);
                let value = value.ok_or("a value of which nothing is known is asked for behind `all` or `any`")?;
                defined.partial = true;
                defined.parts.push(exists);
                return Ok(vec![(speaker.sets.constant(true), Sum::track(value))]);
            }
            Asks::Swapped { swaps, misere } => {
                defined.partial = true;
                defined.parts.push(exists);
                return Ok(vec![(speaker.sets.constant(true), self.swapped(&at, swaps, misere)?)]);
            }
            Asks::Whole(_) | Asks::Theorem(_) => {
                return Err("a property or a theorem is asked for at a position".into());
            }
        };
        defined.partial = true;
        let exists = self.within(speaker, block, &at, exists)?;
        match self.levels(block) {
            Some((levels, true)) => {
                let case = |level: usize| {
                    let level = Sum::number(i128::try_from(level).unwrap_or(i128::MAX));
                    let has = self.has(speaker, block, &at, &level)?;
                    Ok((speaker.sets.and(vec![exists, has]), level))
                };
                (0..levels).map(case).collect()
            }
            Some((_, false)) => Err("a value is asked for of which no more than some levels are known".into()),
            None => {
                let value = Sum::track(speaker.track()?);
                let has = self.has(speaker, block, &at, &value)?;
                defined.tracks.extend(value.as_track());
                defined.parts.extend([exists, has]);
                Ok(vec![(speaker.sets.constant(true), value)])
            }
        }
    }

    fn is(&self, speaker: &mut Speaker, question: usize, at: &[Sum], constant: i128) -> Seen<Judged> {
        if let Some(answer) = self.constant(question, at) {
            let [yes, no] = [answer == constant, answer != constant].map(|is| speaker.sets.constant(is));
            return Ok(Judged { yes, no });
        }
        let (rules, place, asks) = self.position(question, at)?;
        let mut exists = speaker.position(rules, &place)?;
        if let Asks::Value(block) = asks {
            exists = self.within(speaker, block, &place, exists)?;
        }
        let yes = match asks {
            Asks::Defined { .. } => return Err(finite::by_definition()),
            Asks::Value(_) if constant < 0 => speaker.sets.constant(false),
            Asks::Value(block) => {
                if self.levels(block).is_some_and(|(levels, all)| !all && index(constant) >= levels) {
                    return Err("a level is asked for that is not known".into());
                }
                self.has(speaker, block, &place, &Sum::number(constant))?
            }
            Asks::Swapped { swaps, misere } => {
                let value = self.swapped(&place, swaps, misere)?;
                speaker.sets.equal(&value, &Sum::number(constant))?
            }
            Asks::Free => {
                let mut defined = Defined::default();
                let number = self.number(speaker, question, at, &mut defined)?;
                let value = speaker.single(&number, &mut defined)?;
                speaker.sets.equal(&value, &Sum::number(constant))?
            }
            Asks::Whole(_) | Asks::Theorem(_) => {
                return Err("a property or a theorem is asked for at a position".into());
            }
            Asks::Terminal | Asks::Exists => {
                let cases = self.number(speaker, question, at, &mut Defined::default())?;
                let yes = cases.iter().filter(|(_, sum)| sum.as_number() == Some(constant)).map(|(guard, _)| *guard);
                let no = cases.iter().filter(|(_, sum)| sum.as_number() != Some(constant)).map(|(guard, _)| *guard);
                let (yes, no) = (yes.collect(), no.collect());
                return Ok(Judged { yes: speaker.sets.or(yes), no: speaker.sets.or(no) });
            }
        };
        let not = speaker.sets.not(yes);
        Ok(Judged { yes: speaker.sets.and(vec![exists, yes]), no: speaker.sets.and(vec![exists, not]) })
    }

    fn are_same(&self, speaker: &mut Speaker, [first, second]: [(usize, &[Sum]); 2]) -> Seen<Option<Judged>> {
        if ![first.0, second.0].iter().all(|question| matches!(self.asks[*question].1, Asks::Free)) {
            return Ok(None);
        }
        let (_, a, _) = self.position(first.0, first.1)?;
        let (_, b, _) = self.position(second.0, second.1)?;
        self.unknown.are_same(speaker, (first.0, &a), (second.0, &b))
    }
}
