//! Automata that give the values of every position, as an engine.
//!
//! In: a position whose table is much work, or that no table reaches, and that no short search values. Out: its value, read off its digits by automata that small tables show, and
//! that are proved for every position. Where automata tell P-positions alone, these have the value 0. What is found depends on the rules and the play alone.

use std::sync::Arc;

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};
use grundy_automata::Budget;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::position::{Lists, flat, is_far_out, is_single, lists, narrow};
use grundy_core::contract::reason::{Attempt, Attempted, Reason};
use grundy_core::contract::stop::Stop;
use grundy_core::engine::{Answer, Ask, Engine, ForeseenWork, Found, How, ValueRequest};
use grundy_decide::{Knowledge, options_with};
use grundy_rules::rules::expr::{Node, Tree};
use grundy_rules::rules::{Family, Ruleset, build};

use super::learn::known;
use super::memory::memory;

/// Automata are looked for first where a table is foreseen to fill more cells, or to visit more options: about a second of work. In games of several coordinates the look for automata takes about as
/// long.
const WORK: u64 = 1 << 29;

/// An automaton that adds a number has a state for each of its binary digits, and carries as long as the number.
const LONGEST: usize = 1 << 10;

/// Is a number in the rules too long for automata?
pub(super) fn is_long(rules: &Ruleset) -> bool {
    let long = |node: Node<'_>| {
        node.any(&mut |node| {
            let Node::Number(e) = node else { return false };
            let (constant, terms) = build::linear(e);
            constant.bit_len() > LONGEST || terms.iter().any(|(_, factor)| factor.bit_len() > LONGEST)
        })
    };
    let requires = rules.requires.iter().map(|(_, c, _)| Node::Condition(c));
    requires.chain(rules.families.iter().flat_map(Family::expressions)).any(long)
}

/// Values by automata.
pub struct ByAutomata {
    rules: Arc<Ruleset>,
    play: Play,
    /// Have searches and tables declined before this engine is asked?
    last: bool,
    /// What is known of the values, once it was looked for.
    known: Option<Option<Knowledge>>,
    foreseen: ForeseenWork,
}

impl ByAutomata {
    /// Accepts rules in which the value of a sum follows from the values of its parts: whether automata say the values shows only in tables.
    ///
    /// # Errors
    /// Moves that leave several positions in misère play; numbers too long for automata.
    pub fn read(rules: &Arc<Ruleset>, options: &Options) -> Result<Box<dyn Engine>, Reason> {
        if rules.splits() && options.play.is_misere() {
            let text = "a move leaves several positions, and in misère play no automaton is looked for";
            return Err(Reason::gives_up(text));
        }
        if is_long(rules) {
            let text =
                format!("a number in the rules has more than {LONGEST} binary digits, and no automaton is looked for");
            return Err(Reason::gives_up(&text));
        }
        Ok(Box::new(ByAutomata::of(rules, options, false)))
    }

    /// As [`ByAutomata::read`], for a place in the row behind short searches and tables: what is left is a search of many positions, of which the cells
    /// up to the position say nothing where a move raises a coordinate.
    ///
    /// # Errors
    /// As [`ByAutomata::read`].
    pub fn read_last(rules: &Arc<Ruleset>, options: &Options) -> Result<Box<dyn Engine>, Reason> {
        ByAutomata::read(rules, options)?;
        Ok(Box::new(ByAutomata::of(rules, options, true)))
    }

    fn of(rules: &Arc<Ruleset>, options: &Options, last: bool) -> ByAutomata {
        ByAutomata { rules: rules.clone(), play: options.play, last, known: None, foreseen: ForeseenWork::default() }
    }

    /// Is a table that reaches the position little work?
    fn is_near(&mut self, position: &Lists<IBig>, call: &ValueRequest) -> bool {
        let Some(small) = narrow(position) else { return false };
        let Options { play, ref limits, .. } = *call.options;
        let foreseen = |hi: &[u64]| {
            let any = Options { play, limits: limits.clone(), ..Options::default() };
            call.ask.foreseen(&self.rules, hi, &any)
        };
        self.foreseen.beyond(WORK, &flat(&small), foreseen).is_none_or(|work| work <= WORK)
    }

    fn known(&mut self, limits: &Limits, ask: &dyn Ask) -> Result<Option<&Knowledge>, Stop> {
        if self.known.is_none() {
            let ended = || limits.ended().is_some();
            let budget = Budget { ended: &ended, memory: memory(limits), ..Budget::default() };
            let found = known(&self.rules, self.play, limits, ask, &budget);
            // Work that was ended has found nothing out.
            limits.interrupted()?;
            self.known = Some(found);
        }
        Ok(self.known.as_ref().and_then(Option::as_ref))
    }
}

impl Engine for ByAutomata {
    fn value(&mut self, position: &Lists<IBig>, call: &ValueRequest) -> Attempted<Found> {
        let declined = |why: &str| Ok(Attempt::Declined(Reason::gives_up(why)));
        let may_be_near = !self.last && !call.named && !is_far_out(position);
        if !is_single(position) || may_be_near && self.is_near(position, call) {
            return declined("the position is near enough for tables and searches");
        }
        let Some(at) = naturals(position) else { return declined("an entry is negative") };
        let Some(known) = self.known(&call.options.limits, &**call.ask)? else {
            return declined("no automaton of the values shows itself in small tables, or it is not proved");
        };
        let budget = Budget { memory: memory(&call.options.limits), ..Budget::default() };
        let Some(value) = known.at(&at, &budget) else {
            return declined(match known.says_values() {
                true => "the automaton is too large",
                false => "automata tell where the value is one of a few numbers, and here it is another",
            });
        };
        let how = match known.states() {
            1 => "an automaton of 1 state reads".to_string(),
            states => format!("automata of at most {states} states read"),
        };
        let how = format!(
            "{how} the {} digits{}, by an induction along the moves",
            known.numeration(),
            known.coordinates().words()
        );
        Ok(Attempt::Done(Found::Value(Answer::new(value, EngineName::Automaton, How::told(&how)))))
    }

    fn options_with(
        &mut self,
        position: &Lists<IBig>,
        (value, most): (&IBig, usize),
        call: &ValueRequest,
    ) -> Attempted<Vec<Lists<IBig>>> {
        let declined = |why: &str| Ok(Attempt::Declined(Reason::gives_up(why)));
        if self.last || !is_single(position) {
            return declined("automata are asked once, for the options of a single position");
        }
        let (Some(at), Ok(value)) = (naturals(position), UBig::try_from(value.clone())) else {
            return declined("an entry, or the value, is negative");
        };
        let limits = &call.options.limits;
        let rules = self.rules.clone();
        let Some(known) = self.known(limits, &**call.ask)? else {
            return declined("no automaton of the values shows itself in small tables, or it is not proved");
        };
        let ended = || limits.ended().is_some();
        let budget = Budget { ended: &ended, memory: memory(limits), ..Budget::default() };
        let found = options_with(&rules, known, (&at, &value), most, &budget);
        limits.interrupted()?;
        let split = |option: Vec<UBig>| -> Lists<IBig> {
            let entries: Vec<IBig> = option.into_iter().map(IBig::from).collect();
            match entries.len() == rules.width() {
                true => lists(&rules, &entries),
                false => vec![entries.chunks(rules.width()).map(<[IBig]>::to_vec).collect()],
            }
        };
        Ok(match found {
            Ok(Some(options)) => Attempt::Done(options.into_iter().map(split).collect()),
            Ok(None) => Attempt::Declined(Reason::gives_up(&format!("more than {most} options have the value"))),
            Err(why) => Attempt::Declined(Reason::gives_up(&why.to_string())),
        })
    }
}

/// The entries of a position, if all are natural.
fn naturals(position: &Lists<IBig>) -> Option<Vec<UBig>> {
    position.iter().flatten().flatten().map(|x| UBig::try_from(x.clone()).ok()).collect()
}
