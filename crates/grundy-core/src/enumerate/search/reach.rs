//! The values of positions from which play may go on for ever.
//!
//! In: any rules in normal play, and positions, or a box of them. Out: their values by the theory of Smith ([`loopy`](crate::enumerate::loopy)), from all
//! positions that can be reached. What was reached is kept for later questions: no move leads from there to a position that was not, so values stay.

use std::sync::Arc;

use dashu_int::IBig;

use super::Search;
use super::growing::Growing;
use crate::contract::limits::{Held, Limits};
use crate::contract::num::Num;
use crate::contract::position::{Lists, lists, narrow, next};
use crate::contract::stop::{Result, Stop, located};
use crate::enumerate::existence::Existence;
use crate::enumerate::loopy::{Graph, LoopyValue};
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::{Play, Ruleset};

/// The most positions that are looked at for values.
const MOST: usize = 1 << 22;
/// The positions between two looks at the memory.
const PATIENCE: usize = 1 << 8;

/// What is found, and how far.
#[derive(Clone, Copy)]
struct Extent {
    /// The most positions that are looked at.
    most: usize,
    /// Is the remoteness found, too?
    timed: bool,
}

/// The values of the positions of some rules, which are looked at as one component.
pub struct Reaches {
    rules: Arc<Ruleset>,
    limits: Limits,
    extent: Extent,
    small: Reach<i64>,
    /// As soon as a number does not fit into 64 bits.
    big: Option<Reach<IBig>>,
}

impl Reaches {
    /// No position has been reached.
    #[must_use]
    pub fn new(rules: &Arc<Ruleset>, limits: &Limits) -> Reaches {
        Reaches::to(rules, limits, Extent { most: MOST, timed: false })
    }

    /// The same for [`Reaches::remoteness`], which looks at so many positions at most.
    #[must_use]
    pub fn timed(rules: &Arc<Ruleset>, limits: &Limits, most: usize) -> Reaches {
        Reaches::to(rules, limits, Extent { most, timed: true })
    }

    fn to(rules: &Arc<Ruleset>, limits: &Limits, extent: Extent) -> Reaches {
        let small = Reach::new(rules, limits, extent);
        Reaches { rules: rules.clone(), limits: limits.clone(), extent, small, big: None }
    }

    /// How long play lasts from a position if the winner hurries and the loser delays; `None` where nobody wins. Only for one that is made for it.
    ///
    /// # Errors
    /// As [`Reaches::value`], with the number of positions that was given.
    pub fn remoteness(&mut self, position: &Lists<IBig>) -> Result<Option<u32>> {
        if self.big.is_none() {
            match self.small.remoteness(position) {
                Err(Stop::Overflow) => {}
                found => return found,
            }
        }
        self.big().remoteness(position)
    }

    /// The value of a position that exists.
    ///
    /// # Errors
    /// More than 2^22 positions that can be reached, too little memory, an interruption, rules that are not defined at a position.
    pub fn value(&mut self, position: &Lists<IBig>) -> Result<LoopyValue> {
        if self.big.is_none() {
            match self.small.value(position) {
                Err(Stop::Overflow) => {}
                found => return found,
            }
        }
        self.big().value(position)
    }

    /// The value of a position that an earlier question reached.
    #[must_use]
    pub fn known(&self, position: &Lists<IBig>) -> Option<LoopyValue> {
        match &self.big {
            Some(big) => big.known(position.clone()),
            None => self.small.known(narrow(position)?),
        }
    }

    /// Looks at all positions that can be reached from a box, in one graph, so that later questions about the box find their answers.
    ///
    /// # Errors
    /// As [`Reaches::value`].
    pub fn reach(&mut self, hi: &[u64]) -> Result<()> {
        if self.big.is_none() {
            match self.small.reach(hi) {
                Err(Stop::Overflow) => {}
                found => return found,
            }
        }
        self.big().reach(hi)
    }

    fn big(&mut self) -> &mut Reach<IBig> {
        self.big.get_or_insert_with(|| Reach::new(&self.rules, &self.limits, self.extent))
    }
}

/// The same with numbers of one kind.
struct Reach<N> {
    search: Search<N>,
    /// The values of the positions, by their numbers.
    values: Vec<LoopyValue>,
    /// How long play lasts from them, if that is found.
    lasts: Vec<Option<u32>>,
    extent: Extent,
    /// The memory of the values, and of the graph while there is one.
    held: Held,
    /// The tuples by themselves, where a split can make more and more of them.
    growing: Option<Growing<N>>,
    limits: Limits,
}

impl<N: Num> Reach<N> {
    fn new(rules: &Arc<Ruleset>, limits: &Limits, extent: Extent) -> Reach<N> {
        // Positions are kept whole, as in misère play: their parts may have no numbers to be nim-added.
        let search = Search { keeps_one: true, ..Search::new(rules, Play::Misere, true, limits) };
        let growing = Growing::of(rules, limits);
        let (held, limits) = (limits.held(0), limits.clone());
        Reach { search, values: vec![], lasts: vec![], extent, held, growing, limits }
    }

    fn value(&mut self, position: &Lists<IBig>) -> Result<LoopyValue> {
        let id = self.id(position)?;
        Ok(self.values[id].clone())
    }

    fn remoteness(&mut self, position: &Lists<IBig>) -> Result<Option<u32>> {
        let id = self.id(position)?;
        Ok(self.lasts[id])
    }

    /// The number of a position that has its value. What earlier questions reached is dropped, and the question asked again, where there is no room beside it:
    /// no answer depends on earlier questions.
    fn id(&mut self, position: &Lists<IBig>) -> Result<usize> {
        let had = !self.values.is_empty();
        match self.found(position) {
            Err(Stop::Error(error)) if had && matches!(error.code, Code::TooLarge | Code::Memory) => {
                self.found(position)
            }
            found => found,
        }
    }

    fn known(&self, position: Lists<N>) -> Option<LoopyValue> {
        let id = self.search.memo.find(&self.search.encode(&position))?;
        self.values.get(id as usize).cloned()
    }

    fn found(&mut self, position: &Lists<IBig>) -> Result<usize> {
        let id = self.search.number(position)? as usize;
        self.settle()?;
        Ok(id)
    }

    fn reach(&mut self, hi: &[u64]) -> Result<()> {
        let rules = self.search.rules.clone();
        let (mut at, mut existence) = (vec![0; hi.len()], Existence::new(&rules, &self.limits));
        for count in 1.. {
            let position: Vec<IBig> = at.iter().map(|x| IBig::from(*x)).collect();
            if existence.asked(&position)? {
                self.search.number(&lists(&rules, &position))?;
            }
            self.look(count, 0)?;
            if !next(&mut at, hi) {
                break;
            }
        }
        self.settle()
    }

    /// Follows all positions that have a number and no value, and gives them values. After an error there are none of these.
    fn settle(&mut self) -> Result<()> {
        let settled = self.follow();
        if settled.is_err() {
            *self = Reach::new(&self.search.rules.clone(), &self.limits.clone(), self.extent);
        }
        settled
    }

    fn follow(&mut self) -> Result<()> {
        if let Some(growing) = &mut self.growing {
            let new = (self.values.len() as u32)..(self.search.memo.values.len() as u32);
            let tuples = new.flat_map(|id| self.search.decode(self.search.memo.key(id))).flatten();
            growing.must_not(tuples, self.extent.most)?;
        }
        let mut graph = Graph::from(self.values.len());
        let (mut out, mut ends) = (vec![], vec![]);
        // Positions get their numbers in the order in which they are found.
        while self.values.len() + graph.len() < self.search.memo.values.len() {
            let id = (self.values.len() + graph.len()) as u32;
            let listed = self.search.options(id, &mut out, &mut ends);
            listed.map_err(|stop| located(stop, &self.search.show(id)))?;
            out.sort_unstable();
            out.dedup();
            graph.push(&out);
            self.look(graph.len(), graph.bytes(self.extent.timed))?;
        }
        if graph.len() == 0 {
            return Ok(());
        }
        let more = graph.values(&self.values, || self.limits.interrupted())?;
        self.values.extend(more);
        if self.extent.timed {
            self.lasts.extend(graph.remoteness(&self.lasts));
        }
        self.hold(0)
    }

    /// Looks now and then whether there is memory left, and whether there are too many positions.
    fn look(&mut self, count: usize, graph: u64) -> Result<()> {
        let most = self.extent.most;
        if self.search.memo.values.len() > most {
            let message = format!("play may go on for ever, through more than {most} positions");
            let error = Diagnostic::limit(Code::TooLarge, message);
            return Err(Stop::from(
                error.help("the theory of such games looks at all of them; ask for a smaller position"),
            ));
        }
        if count.is_multiple_of(PATIENCE) {
            self.hold(graph)?;
            self.limits.progress.look(PATIENCE as u64);
            self.limits.interrupted()?;
        }
        Ok(())
    }

    fn hold(&mut self, graph: u64) -> Result<()> {
        let each = size_of::<LoopyValue>() + if self.extent.timed { size_of::<Option<u32>>() } else { 0 };
        let values = (each * self.search.memo.values.len()) as u64;
        self.held.grow(
            self.search.memo.bytes() + values + graph,
            &self.limits,
            "the graph of all positions that can be reached",
        )
    }
}
