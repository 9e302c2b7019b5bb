//! What is known of the claims of a group, and of their games.
//!
//! In: the claims of a group. Out: which of them are proved, and how, and which are false. Each way to prove claims adds to it. What is found about one game does not depend on the others.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dashu_int::IBig;
use grundy_automata::{Budget, Numeration};
use grundy_core::contract::join::each;
use grundy_core::contract::options::Play;
use grundy_decide::{Asks, Decided, Knowledge, NotExpressible, Question as Asked, Statement, decide};
use grundy_rules::lower::{Question, What};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::expr::Range;
use grundy_rules::session::Game;
use serde_json::Value;

use crate::CheckOptions;
use crate::prove::budget::with_budget;
use crate::prove::method::Proof;
use crate::prove::of_game::{OfGame, Sizes};
use crate::read::claim::Claim;
use crate::state::archive::ValuesProof;
use crate::state::blocks::{Blocks, Needed};
use grundy::theory::everywhere::{Everywhere, block};

/// What was proved.
#[derive(Debug, Default)]
pub(crate) struct Theory {
    /// The claims that are put to the proof.
    pub(crate) asked: Vec<usize>,
    /// For each claim that is proved by the values of games, the states of the largest automaton of its proof.
    pub(crate) by_values: Sizes,
    /// The proofs of claims in other ways.
    pub(crate) otherwise: BTreeMap<usize, Arc<dyn Proof>>,
    /// The numerations that claims name of a game, by the hash of its rules, and of a play.
    pub(crate) named: BTreeSet<(String, Play, Numeration)>,
    /// For each claim that is false somewhere, the values of its variables there, and of the binders of its outermost `all`.
    pub(crate) refuted: BTreeMap<usize, (Vec<IBig>, Vec<IBig>)>,
    /// What is known of games, by the hash of the rules.
    pub(crate) games: BTreeMap<String, OfGame>,
    /// The hashes of the rules that stand for others, by the hashes of these.
    pub(crate) instead: BTreeMap<String, String>,
    /// Why claims are not decided by what is known of all values that they ask for.
    pub(crate) lacks: BTreeMap<usize, NotExpressible>,
    /// The claims whose proofs took more memory than is allowed, and the games, by the hashes of the rules.
    pub(crate) large: (BTreeSet<usize>, BTreeSet<String>),
    /// The automata of the values for certificates.
    pub(crate) blocks: Blocks,
}

/// The positions of which what is known is put together, to decide a claim.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Whole,
    /// Those with the first coordinate of the claim's own positions.
    Row,
    /// The lines on which the positions lie that the claim asks for.
    Lines,
    /// Those of which something was proved, one of the pieces of each game.
    Piece(usize),
    /// All, as they are known in one numeration.
    ReadIn(Numeration),
}

impl Theory {
    /// The claims that are put to the proof, and neither proved nor refuted so far.
    pub(crate) fn open(&self) -> Vec<usize> {
        self.asked.iter().copied().filter(|n| !self.is_proved(*n) && !self.refuted.contains_key(n)).collect()
    }

    /// Notes the proof of a claim.
    pub(crate) fn add(&mut self, number: usize, proof: impl Proof + 'static) {
        self.otherwise.insert(number, Arc::new(proof));
    }

    /// What is known of a game.
    pub(crate) fn of_game(&self, rules: &Ruleset) -> Option<&OfGame> {
        let hash = rules.hash();
        self.games.get(self.instead.get(&hash).unwrap_or(&hash))
    }

    /// Did a proof of a claim, or of what is known of its games, take more memory than is allowed?
    pub(crate) fn crowded(&self, claim: &Claim, number: usize) -> bool {
        let of_game = |game: &Game| {
            let hash = game.rules.hash();
            self.large.1.contains(self.instead.get(&hash).unwrap_or(&hash))
        };
        self.asked.contains(&number) && (self.large.0.contains(&number) || claim.scope.games.iter().any(of_game))
    }

    pub(crate) fn unproved(&self, members: &[usize]) -> Vec<usize> {
        members.iter().copied().filter(|number| !self.is_proved(*number)).collect()
    }

    pub(crate) fn is_proved(&self, claim: usize) -> bool {
        self.by_values.contains_key(&claim) || self.otherwise.contains_key(&claim)
    }

    /// Decides a claim by what is known of whole games, or of a part of the positions as well.
    pub(crate) fn decided(&self, claim: &Claim, part: Part, budget: &Budget<'_>) -> Decided {
        let answers = claim.scope.questions.iter().map(|question| self.answer(claim, question, part));
        let answers: Vec<Option<Answer>> = answers.collect();
        let questions: Vec<_> = answers.iter().map(|answer| Some(answer.as_ref()?.asked())).collect();
        let running: Vec<_> = claim.running.iter().map(|(_, range)| range.clone()).collect();
        let statement = claim.statement(&running, &questions);
        let of_properties = claim.scope.questions.iter().filter_map(|question| self.property(claim, question));
        let of_properties = of_properties.map(|(_, states)| states).max().unwrap_or(0);
        match decide(&statement, budget) {
            Decided::True { states } => Decided::True { states: states.max(of_properties) },
            decided => decided,
        }
    }

    /// What was proved of the values of a game.
    pub(crate) fn proof(&self, game: &Game, play: Play) -> Option<ValuesProof> {
        let told = self.games.get(&game.rules.hash())?.told(play)?;
        Some(ValuesProof { values: Everywhere::of(told.clone(), play), named: None })
    }

    /// The values of one of the claim's games in one play, as its certificate states them.
    pub(crate) fn block(
        &self,
        claim: &Claim,
        (game, play): (usize, Play),
        options: &CheckOptions,
    ) -> Result<Value, &'static str> {
        let rules = &claim.scope.games[game].rules;
        let of_game = self.of_game(rules).ok_or("nothing is known of the values of a game")?;
        let needed = Needed::of(claim, game, play);
        let one = self.one_numeration(claim);
        let made = with_budget(options, |budget| self.blocks.of(of_game, claim, (&needed, game, play), one, budget))?;
        let mut written = block(rules, (game, play), &made.block);
        if let Some(lines) = &made.lines {
            written["lines"] = lines.clone().into();
            written.as_object_mut().map(|block| block.shift_remove("falls"));
        }
        Ok(written)
    }

    pub(crate) fn property(&self, claim: &Claim, question: &Question) -> Option<(bool, usize)> {
        let Question::Property { game, property } = question else { return None };
        self.games.get(&claim.scope.games[*game].rules.hash())?.property(*property)
    }

    /// Are the values along lines known of a game, which a claim asks for?
    pub(crate) fn has_lines(&self, claim: &Claim) -> bool {
        let of_lines = |question: &Question| match question {
            Question::Position { game, what: What::Value { play }, .. } => self.along(claim, (*game, *play)).is_some(),
            _ => false,
        };
        claim.scope.questions.iter().any(of_lines)
    }

    /// The values along the lines on which the positions of a claim lie, in one of its games and a play.
    pub(crate) fn along(&self, claim: &Claim, (game, play): (usize, Play)) -> Option<Knowledge> {
        self.of_game(&claim.scope.games[game].rules)?.along(play, &claim.lines(game, play)?)
    }

    /// How many pieces are known of the game of which most are, of those that a claim asks for.
    pub(crate) fn pieces(&self, claim: &Claim) -> usize {
        let of_question = |question: &Question| match question {
            Question::Position { game, what: What::Value { play }, .. } => {
                self.of_game(&claim.scope.games[*game].rules).map_or(0, |of_game| of_game.pieces(*play).len())
            }
            _ => 0,
        };
        claim.scope.questions.iter().map(of_question).max().unwrap_or(0)
    }

    /// What answers a question.
    pub(crate) fn answer<'t>(&'t self, claim: &'t Claim, question: &Question, part: Part) -> Option<Answer<'t>> {
        let (Question::Position { game, .. } | Question::Property { game, .. }) = question else { return None };
        let rules = &*claim.scope.games[*game].rules;
        let (asks, known) = match question {
            Question::Position { what: What::Terminal, .. } => (Asks::Terminal, None),
            Question::Position { what: What::Exists, .. } => (Asks::Exists, None),
            Question::Position { what: What::Outcome | What::Code, .. } => return None,
            Question::Position { what: What::Value { play }, .. } => {
                let of_game = self.games.get(&rules.hash())?;
                let of_part = match part {
                    Part::Whole => None,
                    Part::Row => claim.row().and_then(|row| of_game.row(*play, row)).map(Cow::Borrowed),
                    Part::Lines => self.along(claim, (*game, *play)).map(Cow::Owned),
                    Part::ReadIn(numeration) => {
                        return Some(Answer {
                            rules,
                            asks: Asks::Value,
                            known: Some(Cow::Owned(of_game.read_in(*play, numeration)?)),
                        });
                    }
                    Part::Piece(number) => {
                        let pieces = of_game.pieces(*play).into_iter();
                        pieces.take(number + 1).last().map(|told| Cow::Owned(Knowledge::Characterized(told)))
                    }
                };
                (Asks::Value, Some(of_part.or_else(|| of_game.known(*play).map(Cow::Borrowed))?))
            }
            _ => (Asks::Whole(self.property(claim, question)?.0), None),
        };
        Some(Answer { rules, asks, known })
    }
}

/// What answers a question.
pub(crate) struct Answer<'t> {
    rules: &'t Ruleset,
    asks: Asks,
    known: Option<Cow<'t, Knowledge>>,
}

impl Answer<'_> {
    pub(crate) fn asked(&self) -> Asked<'_> {
        Asked { rules: self.rules, asks: self.asks, known: self.known.as_deref() }
    }
}

impl Claim {
    /// The claim, with its ranges and with what answers its questions.
    pub(crate) fn statement<'s>(&'s self, running: &'s [Range], questions: &'s [Option<Asked<'s>>]) -> Statement<'s> {
        Statement {
            variables: self.vars.len(),
            position: self.scope.own.map(|own| (&*self.scope.games[own].rules, &self.entries[..])),
            ascend: self.is_symmetric(),
            filter: &self.filter,
            running,
            inner: &self.inner,
            body: &self.body,
            questions,
        }
    }
}

/// The same limits for a job of which one wants to know whether it was refused memory.
pub(crate) fn watched<'e>(budget: &Budget<'e>) -> Budget<'e> {
    Budget { memory: budget.memory.watched(), ..budget.clone() }
}

/// The results of jobs, in the order of the jobs, by so many threads.
pub(crate) fn in_threads<J: Sync, R: Send>(threads: usize, jobs: Vec<J>, work: &(dyn Fn(&J) -> R + Sync)) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let found = each(threads.min(jobs.len()), || {
        let mut own = vec![];
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            let Some(work_on) = jobs.get(job) else { return own };
            own.push((job, work(work_on)));
        }
    });
    let mut found: Vec<(usize, R)> = found.into_iter().flatten().collect();
    found.sort_by_key(|(job, _)| *job);
    found.into_iter().map(|(_, result)| result).collect()
}
