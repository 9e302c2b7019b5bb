//! What a claim says of the values of a game, by its form.
//!
//! In: a claim. Out: "the value is this expression", "the value is this number if and only if a condition holds", or "these are the swap positions", as
//! descriptions that can be proved; and with them the positions that symmetries of the rules make of those of the pattern.

use grundy_automata::{Budget, Numeration};
use grundy_decide::{
    Characterization, Claimed, Coordinates, Description, numeration_of_powers, numeration_of_root, numeration_of_rules,
};
use grundy_rules::lower::{Question, What, asks};
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{C, Cond, E, Expr as Form, FoldOp, Formula, Tree};
use grundy_rules::rules::symmetry::{Symmetry, is_symmetric, orders};
use grundy_rules::rules::{Play, Ruleset};

use crate::CheckOptions;
use crate::check::reach::{foreseen_work, plain_entries};
use crate::check::usual_range::Usual;
use crate::read::claim::Claim;

/// The most coordinates of a game whose automata are expected to be small.
const PLAIN: usize = 5;
/// So many times more may the proofs take.
const AMPLE: usize = 6;
/// The greatest first coordinate of positions that are looked at as rows.
const ROWS: u64 = 16;

impl Claim {
    /// Does the claim ask for nothing but values, terminal positions and properties?
    pub(crate) fn asks_of_positions(&self) -> bool {
        let asks = |question: &Question| matches!(question, Question::Position { .. } | Question::Property { .. });
        self.scope.questions.iter().all(asks)
    }

    /// The same, and for more than some positions that it names?
    pub(crate) fn is_decidable(&self) -> bool {
        let of_property = |question: &Question| matches!(question, Question::Property { .. });
        let is_closed = self.vars.is_empty() && self.running.is_empty();
        self.asks_of_positions() && (!is_closed || self.scope.questions.iter().any(of_property))
    }

    /// Does the claim speak of so few positions that a table looks at all of them, whatever automata say? The same for every engine. A bound of the caller
    /// may cut some of them off.
    pub(crate) fn is_small(&self, options: &CheckOptions) -> bool {
        let of_positions = |question: &Question| matches!(question, Question::Position { .. });
        if options.to.is_some() || !self.scope.questions.iter().all(of_positions) {
            return false;
        }
        let all = self.vars.iter().map(|var| var.most.filter(|most| self.to.is_none_or(|to| *most <= to)));
        let Some(all) = all.collect::<Option<Vec<u64>>>() else { return false };
        let plain = CheckOptions { plain: true, ..CheckOptions::default() };
        !all.is_empty() && Usual::PROVED.fits(&all, |hi| foreseen_work(self, hi, &plain))
    }

    /// The numeration that says a square root of the claim or of its games, or powers of the claim with variable exponents, if there is one.
    pub(crate) fn numeration_of_terms(&self) -> Option<Numeration> {
        let own = self.expressions().find_map(|node| numeration_of_root(&node));
        let of_root = own.or_else(|| self.scope.games.iter().find_map(|game| numeration_of_rules(&game.rules)));
        of_root.or_else(|| numeration_of_powers(self.expressions(), &self.outermost()))
    }

    /// The first coordinate of the positions that the claim is about, if it is a small constant.
    pub(crate) fn row(&self) -> Option<u64> {
        let row = u64::try_from(self.entries.first()?.as_i64()?).ok()?;
        (self.entries.len() > 1 && row <= ROWS).then_some(row)
    }

    /// Is it about the positions that ascend of a game whose coordinates can be exchanged?
    pub(crate) fn ascends(&self) -> bool {
        let Some(own) = self.scope.own else { return false };
        let rules = &self.scope.games[own].rules;
        let width = rules.width();
        width > 1 && plain_entries(self) && Symmetry::of(rules).is_all(width) && ascends(&self.filter, width)
    }

    /// Does the claim stay the same if the coordinates of its positions are exchanged?
    pub(crate) fn is_symmetric(&self) -> bool {
        let Some(own) = self.scope.own else { return false };
        let rules = &self.scope.games[own].rules;
        let width = rules.width();
        width > 1
            && plain_entries(self)
            && Symmetry::of(rules).is_all(width)
            && self.expressions().skip(width).all(|e| is_symmetric(&Formula::from(e), width))
    }
}

/// A budget for proofs that are expected to need no large automata.
pub(crate) fn ample<'e>(budget: &Budget<'e>) -> Budget<'e> {
    let Budget { states, nodes, work, .. } = *budget;
    Budget { states: AMPLE * states, nodes: AMPLE * nodes, work: AMPLE * work, ..budget.clone() }
}

/// What a claim says of the swap positions of its game: is it about the (0,1)-positions, and where they are.
pub(crate) fn swap_of(claim: &Claim) -> Option<(bool, Characterization)> {
    let Cond::Same(a, b) = &*claim.body else { return None };
    let own = claim.scope.own?;
    let width = claim.scope.games[own].rules.width();
    let plain = claim.running.is_empty() && claim.inner.as_bool() == Some(true) && claim.filter.as_bool() == Some(true);
    if !plain || !plain_entries(claim) {
        return None;
    }
    let kind = |pair: &C, condition: &C| {
        let Cond::And(list) = &**pair else { return None };
        let values = list.iter().map(|e| own_value(claim, e)).collect::<Option<Vec<_>>>()?;
        let zero_one = values.contains(&(Play::Normal, 0)) && values.contains(&(Play::Misere, 1));
        let one_zero = values.contains(&(Play::Normal, 1)) && values.contains(&(Play::Misere, 0));
        (values.len() == 2 && zero_one != one_zero && !asks(condition)).then(|| (zero_one, condition.clone()))
    };
    let (zero_one, condition) = kind(a, b).or_else(|| kind(b, a))?;
    let descriptions = vec![Description::of_all(width, Claimed::Level(0, condition))];
    Some((zero_one, Characterization { descriptions, ..Characterization::default() }))
}

/// `G = c` or `G_misere = c` of the claim's own position: the play, and the number.
fn own_value(claim: &Claim, c: &C) -> Option<(Play, i64)> {
    let Cond::Zero(e) = &**c else { return None };
    let (asked, value) = value_of(e)?;
    match claim.scope.questions.get(asked)? {
        Question::Position { what: What::Value { play }, own: true, .. } => Some((*play, value.as_i64()?)),
        _ => None,
    }
}

/// What a claim says of the values at the positions of its pattern.
pub(crate) struct Stated {
    pub(crate) game: usize,
    pub(crate) play: Play,
    claimed: Claimed,
}

impl Stated {
    /// What a whole claim says.
    pub(crate) fn of(claim: &Claim) -> Option<Stated> {
        Stated::in_part(claim, &claim.body)
    }

    /// What the parts say that a claim joins, if it joins several.
    pub(crate) fn parts(claim: &Claim) -> Vec<Stated> {
        let parts = build::conjuncts(&claim.body);
        let several = parts.len() > 1;
        parts.iter().filter(|_| several).filter_map(|part| Stated::in_part(claim, part)).collect()
    }

    fn in_part(claim: &Claim, body: &C) -> Option<Stated> {
        if !claim.running.is_empty() || claim.inner.as_bool() != Some(true) {
            return None;
        }
        let level = |a: &C, b: &C| level_of(a, b).or_else(|| level_of(b, a));
        let (asked, claimed) = match &**body {
            Cond::Zero(e) => value_of(e).map(|(asked, value)| (asked, Claimed::Value(value)))?,
            Cond::Same(a, b) => level(a, b).map(|(asked, level, at)| (asked, Claimed::Level(level, at)))?,
            Cond::Not(same) => {
                let Cond::Same(a, b) = &**same else { return None };
                level(a, b).map(|(asked, level, at)| (asked, Claimed::Level(level, build::not(&at))))?
            }
            _ => return None,
        };
        let Question::Position { game, what: What::Value { play }, own: true } = claim.scope.questions.get(asked)?
        else {
            return None;
        };
        Some(Stated { game: *game, play: *play, claimed })
    }

    /// The level that it is about, if it does not say the value itself.
    pub(crate) fn level(&self) -> Option<u32> {
        if let Claimed::Level(level, _) = self.claimed { Some(level) } else { None }
    }

    /// What the proof may take: more for a formula of few coordinates without a maximum over a range that varies, whose automata are expected to be
    /// small. A claim that states a bound asks for no more than its positions, and waits less for what lies beyond.
    pub(crate) fn share<'e>(&self, claim: &Claim, budget: &Budget<'e>) -> Budget<'e> {
        let width = claim.scope.games[self.game].rules.width();
        let is_extreme = |e: &Form| matches!(e, Form::Fold(FoldOp::Max | FoldOp::Min, _));
        let ranged = match &self.claimed {
            Claimed::Value(e) => e.any_number(&mut |e| is_extreme(e)),
            Claimed::Level(_, c) => c.any_number(&mut |e| is_extreme(e)),
            Claimed::Graph(_) | Claimed::Member(..) => false,
        };
        if ranged || width > PLAIN || claim.to.is_some() { budget.clone() } else { ample(budget) }
    }

    /// Does it stay the same, whichever of the first coordinates are exchanged?
    fn is_symmetric(&self, width: usize) -> bool {
        match &self.claimed {
            Claimed::Value(e) => is_symmetric(e, width),
            Claimed::Level(_, c) => is_symmetric(c, width),
            Claimed::Graph(_) | Claimed::Member(..) => false,
        }
    }

    /// The ways to look at the description: by differences, if this is possible; as the claim has it; and with the positions that symmetries make.
    pub(crate) fn ways<'c>(&self, claim: &'c Claim) -> impl Iterator<Item = Characterization> + use<'c> {
        let numeration = claim.numeration_of_terms().unwrap_or_default();
        let told = |coordinates| {
            move |description| Characterization {
                descriptions: vec![description],
                coordinates,
                numeration,
                ..Characterization::default()
            }
        };
        let rules = &claim.scope.games[self.game].rules;
        let width = rules.width();
        let by_differences = width > 1
            && plain_entries(claim)
            && Symmetry::of(rules).is_all(width)
            && (ascends(&claim.filter, width) || self.is_symmetric(width) && is_symmetric(&claim.filter, width));
        let first = self.descriptions(claim).take(usize::from(by_differences));
        first.map(told(Coordinates::Differences)).chain(self.descriptions(claim).map(told(Coordinates::Plain)))
    }

    /// The description as the claim has it, and then with the positions that symmetries of the rules make of those of the pattern.
    pub(crate) fn descriptions<'c>(&self, claim: &'c Claim) -> impl Iterator<Item = Description> + use<'c> {
        let rules = &claim.scope.games[self.game].rules;
        let claimed = self.claimed.clone();
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

/// Does a condition say that the coordinates ascend, before anything in it that may be undefined?
fn ascends(filter: &C, width: usize) -> bool {
    let conjuncts: Vec<C> = build::conjuncts(filter).into_iter().take_while(|conjunct| conjunct.total()).collect();
    (1..width).all(|i| conjuncts.contains(&build::le(&build::coord(i - 1), &build::coord(i))))
}

/// The question of an expression that asks for the value of the claim's own position and nothing else.
pub(crate) fn own_question(e: &Form) -> Option<usize> {
    match e {
        Form::Ask(question, entries, _) if entries.is_empty() => Some(*question),
        _ => None,
    }
}

/// `G = e`, up to the order of the sum, where e asks nothing: the question, and e.
fn value_of(e: &E) -> Option<(usize, E)> {
    let (ask, value) = build::solved(e, |term| own_question(term).is_some()).filter(|(_, value)| !asks(value))?;
    Some((own_question(&ask)?, value))
}

/// `G = c iff condition`: the question, the number, and the condition.
fn level_of(level: &C, condition: &C) -> Option<(usize, u32, C)> {
    if asks(condition) {
        return None;
    }
    match &**level {
        Cond::Zero(e) => {
            let (asked, value) = value_of(e)?;
            Some((asked, u32::try_from(value.as_i64()?).ok()?, condition.clone()))
        }
        Cond::Not(e) => {
            let (asked, level, _) = level_of(e, condition)?;
            Some((asked, level, build::not(condition)))
        }
        _ => None,
    }
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
