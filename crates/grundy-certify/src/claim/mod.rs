//! Certificates of kind `claim`: a statement about values, as a claim says it.
//!
//! In: games, automata that say the values of some of them, and a statement: a pattern of positions, a condition, and what holds there, with questions about
//! values, terminal positions and existence. Out: what was verified. Each block of values is proved as in a certificate of kind `values`. Then the statement is
//! one formula that must hold for all values of its variables: where the pattern is a position, the condition is false; or the condition is true, and so is what
//! the statement says, for all values of its outermost `all`. What is not defined is not true, so that the formula says that everything is defined as far as it is
//! looked at.

pub(crate) mod answering;
pub(crate) mod ascend;
pub(crate) mod constants;
pub(crate) mod finite;
pub(crate) mod plainly;
pub(crate) mod reached;
pub(crate) mod refuted;
pub(crate) mod statement;
pub(crate) mod theorems;
pub(crate) mod unknown;

use serde_json::{Map, Value};

use std::rc::Rc;

use crate::claim::answering::Answering;
use crate::claim::constants::Known as Constant;
use crate::claim::constants::ReadTheorem;
use crate::claim::plainly::Plainly;
use crate::claim::statement::{Asks, Known, Question, Statement};
use crate::claim::unknown::{Class, Supposing, Unknown};
use crate::form::expr::{Expr, Fold, Result, Rules, Word};
use crate::form::spent::Stop;
use crate::form::stated::{Certificate, Stated};
use crate::properties::swapped;
use crate::properties::swapped::Pair;
use crate::say::beatty;
use crate::say::exponents;
use crate::say::moves::{Defined, Env, Speaker, unknown};
use crate::say::numeration::Numeration;
use crate::say::sets::{Set, Sum};
use crate::say::steps::Steps;
use crate::say::truth::Judged;
use crate::values::Proof;
use crate::{Grounds, Refusal, Verified, keeping};

/// Verifies a certificate of this kind; returns the proof in words.
fn verify(statement: &Statement, verified: &Verified, stop: Stop) -> Result<String, Refusal> {
    let mut formulas = statement.grounds(verified, stop)?;
    if let Some(most) = &statement.most {
        return finite::verify(statement, most, stop);
    }
    let asked: Vec<Option<Constant>> = statement.questions.iter().map(Question::theorem).collect();
    let mut decide = |constants| statement.given(constants, stop).map(|more| formulas += more);
    constants::each(&asked, &mut decide)?;
    plainly::compare(statement, stop).map_err(Refusal::of)?;
    if formulas == 0 && statement.values.is_empty() {
        return Ok(constants::words(statement.theorems.len()));
    }
    let any = |is: fn(&Known) -> bool| statement.values.iter().any(|known| is(known));
    let partly = match any(|known| known.lines.is_empty() && known.claim.domain.is_some()) {
        true => ", those of a block with a `domain` at the positions of this set, which no move leaves",
        false => "",
    };
    let along = match any(|known| !known.lines.is_empty()) {
        true => ", and those of a block with `lines` along lines whose periods were verified",
        false => "",
    };
    let values = match statement.values.is_empty() {
        true => "What it supposes of values was verified by formulas".to_string(),
        false => format!(
            "The values that it speaks of were verified by induction, as in a certificate of values{partly}{along}"
        ),
    };
    Ok(format!(
        "{values}. The statement is a formula that holds for all numbers; {formulas} formulas in all were made automata, and in each state that can be reached they accept."
    ))
}

/// Verifies blocks of values that were not verified before; the number of formulas.
pub(crate) fn verify_blocks(games: &[Rc<Rules>], values: &[Rc<Known>], verified: &Verified, stop: Stop) -> Result<u64> {
    let mut formulas = 0;
    for known in values.iter().map(|known| &**known) {
        if !verified.has(&known.hash, stop) {
            let mut grounds = Grounds::new();
            formulas += verify_block(&games[known.game], known, verified, &mut keeping(&mut grounds, stop))?;
            verified.note(known.hash, grounds);
        }
    }
    Ok(formulas)
}

fn verify_block(
    rules: &Rules,
    Known { misere, claim, lines, .. }: &Known,
    verified: &Verified,
    stop: Stop,
) -> Result<u64> {
    let mut proof = Proof::of(rules, *misere, claim);
    if lines.is_empty() {
        proof.run(stop)?;
    } else {
        proof.along(lines, verified, stop)?;
    }
    Ok(proof.steps.formulas)
}

impl Statement {
    /// Verifies all blocks of values, the properties, and the theorems. How many formulas were looked at.
    pub(crate) fn grounds(&self, verified: &Verified, stop: Stop) -> Result<u64, Refusal> {
        let formulas = self.values_and_properties(verified, stop).map_err(Refusal::of)?;
        constants::verify(&self.theorems, verified, stop)?;
        Ok(formulas)
    }

    /// The answers of theorems that leave one number open.
    pub(crate) fn exactly(&self) -> Result<Vec<Option<i128>>> {
        self.questions.iter().map(|question| question.theorem().map(|known| known.exactly()).transpose()).collect()
    }

    fn values_and_properties(&self, verified: &Verified, stop: Stop) -> Result<u64> {
        let mut formulas = verify_blocks(&self.games, &self.values, verified, stop)?;
        for swapped in &self.swaps {
            formulas += swapped.verify(&self.games, stop)?;
        }
        for Question { game, property, free, .. } in &self.questions {
            if let Some(free) = free {
                formulas += free.verify(&self.games[free.game], stop)?;
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

    /// The digits that say a square root of the statement or of its games, or else powers of the statement, or binary ones.
    pub(crate) fn numeration_of_terms(&self) -> Numeration {
        let own = |see: &mut dyn FnMut(&Expr)| {
            let ends = self.all.iter().flat_map(|(lo, hi)| [lo, hi]);
            let entries = self.at.iter().flat_map(|(_, entries)| entries);
            [&self.among, &self.inner, &self.holds].into_iter().chain(ends).chain(entries).for_each(|e| e.visit(see));
        };
        let of_root = beatty::numeration(|see| {
            own(see);
            self.games.iter().for_each(|rules| rules.visit(see));
        });
        of_root.or_else(|| exponents::numeration(&self.outermost(), own)).unwrap_or_default()
    }

    /// The digits that all blocks read.
    pub(crate) fn steps(&self) -> Result<Steps> {
        let asked = self.questions.iter().filter_map(|question| match question.asks {
            Asks::Value(block) => Some(&self.values[block]),
            _ => None,
        });
        let asked = asked.map(|known| known.claim.numeration);
        let mut numerations = asked.chain(self.swaps.iter().map(|swapped| swapped.sets.numeration));
        let first = numerations.next().unwrap_or_else(|| self.numeration_of_terms());
        match numerations.all(|other| other == first) {
            true => Ok(Steps::of(first)),
            false => Err("the automata of its `values` read different digits".into()),
        }
    }

    /// Is the statement true, given the answers of theorems? How many formulas were looked at.
    fn given(&self, constants: Vec<Option<i128>>, stop: Stop) -> Result<u64, Refusal> {
        let expressions = [&self.among, &self.inner, &self.holds];
        let closed = self.variables == 0 && self.at.is_none() && self.all.is_empty();
        if closed && constants::are_plain(&expressions, &constants) {
            let plainly = Plainly::new(self, stop).map_err(Refusal::of)?.given(constants);
            return match plainly.holds(&[]) {
                Err(_) if plainly.is_refuted() => {
                    Err(Refusal::Refuted("with the numbers of the theorems, the statement is false".into()))
                }
                held => held.map(|_| 0).map_err(Refusal::of),
            };
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
    fn formulas(&self, steps: &mut Steps, constants: Vec<Option<i128>>) -> Result<Formulas> {
        let speaker = &mut steps.speaker;
        speaker.begin();
        let variables = self.ascending(speaker)?;
        let own = self.own(speaker, &variables)?;
        let at = own.as_ref().map(|(_, at, _)| at);
        let game = self.at.as_ref().map(|(game, _)| *game);
        let (pairs, swapped) = swapped::pairs(&self.swaps, speaker, game.zip(at))?;
        let unknown = self.answers(speaker, at, pairs, constants);
        let ends = self.all.iter().flat_map(|(lo, hi)| [lo, hi]).chain([&self.among]).collect::<Vec<&Expr>>();
        let supposing = Supposing::of(speaker, &unknown, at, &ends, &[&self.inner, &self.holds])?;
        let env = Env::at(&variables);
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
        let class = |question: &'s Question| {
            let free = question.free.as_ref()?;
            Some(Class { rules: &self.games[free.game], free })
        };
        let classes: Vec<Option<Class<'_>>> = self.questions.iter().map(class).collect();
        Rc::new(Unknown::new(&classes))
    }

    /// The questions are answered by the blocks; what is asked for of which nothing is known.
    pub(crate) fn answers(
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
    pub(crate) fn own(&self, speaker: &mut Speaker, variables: &[Sum]) -> Result<Option<(Set, Vec<Sum>, Defined)>> {
        let Some((game, entries)) = &self.at else { return Ok(None) };
        let (rules, env) = (&self.games[*game], Env::at(variables));
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

    /// The outermost `all` as one form.
    fn outermost(&self) -> Fold {
        let ranges = self.all.iter().cloned().enumerate().map(|(i, (lo, hi))| (i, lo, hi)).collect();
        Fold { word: Word::All, ranges, filter: self.inner.clone(), body: self.holds.clone() }
    }

    /// The outermost `all` as one form, if a variable of it is an exponent.
    fn of_exponents(&self, supposing: &Supposing<'_>) -> Result<Option<Fold>> {
        let whole = self.outermost();
        if !exponents::has_exponents(&whole) {
            return Ok(None);
        }
        if supposing.is_empty() { Ok(Some(whole)) } else { Err(unknown("exponents beside unknown values")) }
    }

    /// True where the condition is false, or what is said is true; false where the condition is true, and what is said is false.
    fn judged(&self, speaker: &mut Speaker, env: &Env, supposing: &Supposing<'_>) -> Result<Judged> {
        let rules = &self.games[self.at.as_ref().map_or(0, |(game, _)| *game)];
        let among = speaker.judge(rules, &self.among, env)?;
        if let Some(whole) = self.of_exponents(supposing)? {
            let whole = speaker.fold(rules, &whole, env)?;
            let [right, wrong] = [whole.yes, whole.no].map(|set| speaker.sets.and(vec![among.yes, set]));
            return Ok(Judged { yes: speaker.sets.or(vec![among.no, right]), no: wrong });
        }
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

/// Reads what a certificate of this kind states.
pub(crate) fn from_json(object: &Map<String, Value>, rules: &Rules, theorem: &ReadTheorem) -> Result<Box<dyn Stated>> {
    Ok(Box::new(Statement::read(object, rules, theorem)?))
}

impl Stated for Statement {
    fn verify(&self, _: &Certificate, verified: &Verified, stop: Stop) -> Result<String, Refusal> {
        verify(self, verified, stop)
    }

    fn words(&self, of: &Certificate) -> String {
        Statement::words(self, &of.called())
    }

    fn refute(&self, numbers: (&[i128], &[i128]), verified: &Verified, stop: Stop) -> Result<(), Refusal> {
        crate::claim::refuted::refute(self, numbers, verified, stop)
    }
}
