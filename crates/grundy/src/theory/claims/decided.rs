//! Claims that automata decide, for every position.
//!
//! In: the claims of a file. Out: which of them are proved for all positions. A claim that says what the values of a game are (`G = …`), or where
//! they are a number (`P iff …`, `G = 1 iff …`), is proved by induction along the game; then every claim that asks for nothing but such values is a
//! formula that automata decide. The claims of a file help each other, whatever the order in which they are checked: the whole file is looked
//! through once.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use grundy_automata::Budget;
use grundy_decide::{Asks, Claimed, Description, Outcome, Question as Asked, Statement, decide, prove};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{E, Expr as Form};
use grundy_rules::rules::lower::{Question, What};
use grundy_rules::rules::symmetry::Symmetry;

use super::Effort;
use super::read::Claim;

/// The most states of an automaton of a proof.
const STATES: usize = 100_000;
/// The most nodes.
const NODES: usize = 2_000_000;
/// The most work on one proof: about a second.
const WORK: usize = 4_000_000;

/// The claims of a file, and what was proved of them.
#[derive(Debug)]
pub(super) struct File {
    claims: Vec<Claim>,
    theory: Mutex<Option<Arc<Theory>>>,
}

/// What was proved: for each claim, the states of the largest automaton of its proof.
#[derive(Debug, Default)]
pub(super) struct Theory {
    proved: Vec<Option<usize>>,
    /// The values of games that are known for all positions, by the hash of the rules and the play.
    known: HashMap<(String, bool), Vec<Description>>,
}

impl File {
    pub(super) fn new(claims: Vec<Claim>) -> File {
        File { claims, theory: Mutex::default() }
    }

    /// Is a claim proved for every position? The states of the largest automaton of its proof. No engine has a
    /// part in it, so that it is the same whichever engine was asked for.
    pub(super) fn proved(&self, claim: usize, effort: &Effort) -> Option<usize> {
        let mut theory = self.theory.lock().unwrap_or_else(PoisonError::into_inner);
        let found = match &*theory {
            Some(found) => found.clone(),
            None => {
                let found = Arc::new(Theory::of(&self.claims, effort));
                // Work that was ended says nothing of claims that it did not reach.
                if effort.limits.ended().is_some() {
                    return None;
                }
                theory.insert(found).clone()
            }
        };
        found.proved.get(claim).copied().flatten()
    }
}

impl Theory {
    fn of(claims: &[Claim], effort: &Effort) -> Theory {
        let ended = || effort.limits.ended().is_some();
        let budget = Budget { states: STATES, nodes: NODES, work: WORK, ended: &ended, ..Budget::default() };
        let mut theory = Theory { proved: vec![None; claims.len()], known: HashMap::new() };
        let said: Vec<Option<Said>> = claims.iter().map(Said::of).collect();
        for (number, said) in said.iter().enumerate() {
            if let Some(said) = said {
                theory.learn(number, said, &claims[number], &budget);
            }
        }
        theory.join(&said, claims, &budget);
        for (number, claim) in claims.iter().enumerate() {
            if theory.proved[number].is_none() {
                theory.proved[number] = theory.decided(claim, &budget);
            }
        }
        theory
    }

    /// Proves what one claim says of a game by itself, or as the next level.
    fn learn(&mut self, number: usize, said: &Said, claim: &Claim, budget: &Budget<'_>) {
        let rules = &claim.scope.games[said.game].rules;
        let key = (rules.hash(), said.misere);
        let known = self.known.get(&key).cloned().unwrap_or_default();
        if known.iter().any(|d| matches!(d.claimed, Claimed::Value(_))) {
            return;
        }
        for description in said.descriptions(claim) {
            let together = match description.claimed {
                Claimed::Level(level, _) if level > 0 => {
                    if level as usize != known.len() {
                        return;
                    }
                    [&known[..], &[description]].concat()
                }
                _ => vec![description],
            };
            match prove(rules, said.misere, &together, budget) {
                Outcome::Proved { states, full } => {
                    self.proved[number] = Some(states);
                    if full && (known.is_empty() || together.len() > known.len() || said.level.is_none()) {
                        self.known.insert(key, together);
                    }
                    return;
                }
                // The positions that symmetries make of those of the pattern may be the ones that are missing.
                Outcome::NotClosed => {}
                Outcome::Open(_) => return,
            }
        }
    }

    /// Proves claims about parts of a game together, where no one of them stands alone.
    fn join(&mut self, said: &[Option<Said>], claims: &[Claim], budget: &Budget<'_>) {
        let mut groups: BTreeMap<(String, bool, Option<u32>), Vec<usize>> = BTreeMap::new();
        for (number, said) in said.iter().enumerate() {
            if let Some(said) =
                said.as_ref().filter(|said| self.proved[number].is_none() && said.level.is_none_or(|level| level == 0))
            {
                let rules = &claims[number].scope.games[said.game].rules;
                groups.entry((rules.hash(), said.misere, said.level)).or_default().push(number);
            }
        }
        for ((hash, misere, _), numbers) in groups.into_iter().filter(|(_, numbers)| numbers.len() > 1) {
            let all = |symmetric: bool| -> Option<Vec<Description>> {
                let of = |n: &usize| said[*n].as_ref()?.descriptions(&claims[*n]).nth(usize::from(symmetric));
                numbers.iter().map(of).collect()
            };
            let Some(first) = said[numbers[0]].as_ref() else { continue };
            let rules = &claims[numbers[0]].scope.games[first.game].rules;
            for descriptions in [all(false), all(true)].into_iter().flatten() {
                let Outcome::Proved { states, full } = prove(rules, misere, &descriptions, budget) else { continue };
                numbers.iter().for_each(|n| self.proved[*n] = Some(states));
                if full {
                    self.known.entry((hash, misere)).or_insert(descriptions);
                }
                break;
            }
        }
    }

    /// Decides a claim about values that are known.
    fn decided(&self, claim: &Claim, budget: &Budget<'_>) -> Option<usize> {
        let questions: Vec<Option<Asked<'_>>> = claim.scope.questions.iter().map(|q| self.answer(claim, q)).collect();
        let position = claim.scope.own.map(|own| (&*claim.scope.games[own].rules, &claim.entries[..]));
        let running: Vec<_> = claim.running.iter().map(|(_, range)| range.clone()).collect();
        let statement = Statement {
            variables: claim.vars.len(),
            position,
            filter: &claim.filter,
            running: &running,
            inner: &claim.inner,
            body: &claim.body,
            questions: &questions,
        };
        match decide(&statement, budget) {
            Outcome::Proved { states, .. } => Some(states),
            Outcome::NotClosed | Outcome::Open(_) => None,
        }
    }

    /// What answers a question.
    fn answer<'t>(&'t self, claim: &'t Claim, question: &Question) -> Option<Asked<'t>> {
        let Question::Position { game, what, .. } = question else { return None };
        let rules = &*claim.scope.games[*game].rules;
        let asked = |asks, known| Some(Asked { rules, asks, known });
        match what {
            What::Terminal => asked(Asks::Terminal, &[]),
            What::Exists => asked(Asks::Exists, &[]),
            What::Value { misere } => asked(Asks::Value, self.known.get(&(rules.hash(), *misere))?),
        }
    }
}

/// What a claim says of the values at the positions of its pattern.
struct Said {
    game: usize,
    misere: bool,
    /// The level that it is about, if it does not say the value itself.
    level: Option<u32>,
    formula: E,
}

impl Said {
    fn of(claim: &Claim) -> Option<Said> {
        if !claim.running.is_empty() || claim.inner.as_bool() != Some(true) {
            return None;
        }
        let (asked, level, formula) = match &*claim.body {
            Form::Zero(e) => value_of(e)?,
            Form::Same(a, b) => level_of(a, b).or_else(|| level_of(b, a))?,
            Form::Not(e) => {
                let Form::Same(a, b) = &**e else { return None };
                let (asked, level, formula) = level_of(a, b).or_else(|| level_of(b, a))?;
                (asked, level, build::not(&formula))
            }
            _ => return None,
        };
        let Question::Position { game, what: What::Value { misere }, own: true } = claim.scope.questions.get(asked)?
        else {
            return None;
        };
        Some(Said { game: *game, misere: *misere, level, formula })
    }

    /// The description as the claim has it, and then with the positions that symmetries of the rules make of those of the pattern.
    fn descriptions<'c>(&self, claim: &'c Claim) -> impl Iterator<Item = Description> + use<'c> {
        let rules = &claim.scope.games[self.game].rules;
        let claimed = match self.level {
            None => Claimed::Value(self.formula.clone()),
            Some(level) => Claimed::Level(level, self.formula.clone()),
        };
        let as_written = std::iter::once(vec![claim.entries.clone()]);
        // Most proofs need no symmetry, and none is looked for then.
        let patterns = as_written.chain(std::iter::once_with(|| images(rules, &claim.entries)).flatten());
        patterns.map(move |patterns| Description {
            variables: claim.vars.len(),
            patterns,
            filter: claim.filter.clone(),
            claimed: claimed.clone(),
        })
    }
}

/// The question of an expression that asks for the value of the claim's own position and nothing else.
fn own_question(e: &Form) -> Option<usize> {
    match e {
        Form::Ask(question, entries, _) if entries.is_empty() => Some(*question),
        _ => None,
    }
}

/// `c + k*G + … = 0`, where k is 1 or -1: the question, and what the value is.
fn value_of(e: &E) -> Option<(usize, Option<u32>, E)> {
    let (constant, terms) = build::linear(e);
    let is_own =
        |term: &E, factor: &dashu_int::IBig| own_question(term).is_some() && (factor.is_one() || (-factor).is_one());
    let at = terms.iter().position(|(term, factor)| is_own(term, factor))?;
    let (ask, factor) = terms[at].clone();
    let rest: Vec<_> = terms.into_iter().enumerate().filter(|(i, _)| *i != at).map(|(_, term)| term).collect();
    if rest.iter().any(|(term, _)| asks(term)) {
        return None;
    }
    let rest = build::from_linear(constant, rest);
    let value = if factor.is_one() { build::scale(&rest, &(-1).into()) } else { rest };
    Some((own_question(&ask)?, None, value))
}

/// `G = c iff condition`: the question, the number, and the condition.
fn level_of(level: &E, condition: &E) -> Option<(usize, Option<u32>, E)> {
    if asks(condition) {
        return None;
    }
    match &**level {
        Form::Zero(e) => {
            let (asked, _, value) = value_of(e)?;
            Some((asked, Some(u32::try_from(value.as_i64()?).ok()?), condition.clone()))
        }
        Form::Not(e) => {
            let (asked, level, _) = level_of(e, condition)?;
            Some((asked, level, build::not(condition)))
        }
        _ => None,
    }
}

/// Does an expression ask for a value?
fn asks(e: &E) -> bool {
    e.any(&mut |e| matches!(e, Form::Ask(..)))
}

/// The most images of a pattern.
const IMAGES: usize = 24;
/// The most coordinates that are exchanged: five have 120 orders.
const LONGEST_CLASS: usize = 5;

/// The entries of a pattern, and those of its images under all exchanges of coordinates that leave the rules as they are; `None` if they are too many.
///
/// A proof looks at the positions of the pattern itself. What it shows goes over to the images, since the whole description stays the same under
/// these exchanges; so all images of all descriptions of a proof are there, or none.
fn images(rules: &Ruleset, entries: &[E]) -> Option<Vec<Vec<E>>> {
    let mut all = vec![entries.to_vec()];
    for class in Symmetry::of(rules).classes {
        let mut more = vec![];
        if class.len() > LONGEST_CLASS {
            return None;
        }
        for pattern in &all {
            for order in orders(&class) {
                let mut image = pattern.clone();
                for (to, from) in class.iter().zip(&order) {
                    image[*to] = pattern[*from].clone();
                }
                if !more.contains(&image) {
                    more.push(image);
                }
            }
        }
        if more.len() > IMAGES {
            return None;
        }
        all = more;
    }
    Some(all)
}

/// The orders of some numbers, as they stand first.
fn orders(list: &[usize]) -> Vec<Vec<usize>> {
    if list.is_empty() {
        return vec![vec![]];
    }
    let first = |i: usize| {
        let mut rest = list.to_vec();
        let head = rest.remove(i);
        orders(&rest).into_iter().map(move |tail| [vec![head], tail].concat())
    };
    (0..list.len()).flat_map(first).collect()
}
