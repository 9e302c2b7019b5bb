//! What moves take from a heap, and what they leave.
//!
//! In: rules of one coordinate. Out: [`Heaps`], or the [`Reason`] why a family has another shape. Parts become variables: the whole is their sum
//! plus what is taken, so every bound and condition becomes one on the whole, on one part, or on the order of two parts.

use std::collections::HashMap;

use dashu_int::IBig;

use super::broken::Lists;
use super::number_set::NumberSet;
use super::sort::{Sorted, UNEQUAL};
use crate::exact::signed;
use grundy_core::contract::options::Play;
use grundy_core::contract::reason::{Reason, asks, counter, quoted};
use grundy_core::read::arithmetic::{lcm, modulus};
use grundy_rules::lang;
use grundy_rules::rules::bounds::{Interval, interval};
use grundy_rules::rules::expr::{C, Cond, E, Expr, Place, Range, Tree};
use grundy_rules::rules::{Family, Repeat, Ruleset, build, change};

/// Moves on one heap.
#[derive(Clone, Debug)]
pub(crate) struct Heaps {
    /// Which heaps are positions. Moves lead from such heaps to such heaps.
    pub(super) exists: NumberSet,
    pub(super) moves: Vec<Move>,
}

/// Moves that take the same number of tokens and leave parts under the same conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Move {
    /// The heaps from which the move can be made.
    pub(super) when: NumberSet,
    pub(super) leaves: Leaves,
}

/// What a move leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Leaves {
    /// No heap.
    Nothing,
    /// A heap of this size.
    Fixed(u64),
    /// One heap, less by this number.
    One(u64),
    /// Two heaps.
    Two(Pairs),
    /// Three heaps or more, in any order.
    Many {
        /// What is taken.
        take: u64,
        parts: usize,
        /// What each part may be.
        each: NumberSet,
    },
    /// Heaps into which all that is left of the whole is broken, as many as the rules allow.
    Broken {
        /// What is taken.
        take: u64,
        lists: Lists,
    },
}

/// A move that leaves two heaps (a, b).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pairs {
    pub(super) take: u64,
    /// What a may be.
    pub(super) left: NumberSet,
    /// What b may be.
    pub(super) right: NumberSet,
    /// If set, a + gap <= b; otherwise a and b come in any order.
    pub(super) gap: Option<i64>,
}

impl Leaves {
    /// What is taken and the number of heaps left, for moves that leave heaps whose sizes grow with the whole.
    pub(super) fn taken(&self) -> Option<(u64, u64)> {
        match self {
            Leaves::Nothing | Leaves::Fixed(_) => None,
            Leaves::One(take) => Some((*take, 1)),
            Leaves::Two(pairs) => Some((pairs.take, 2)),
            Leaves::Many { take, parts, .. } => Some((*take, *parts as u64)),
            Leaves::Broken { take, lists } => Some((*take, lists.heaps.most.unwrap_or(u64::MAX))),
        }
    }

    fn conditions(&self) -> Vec<&NumberSet> {
        match self {
            Leaves::Nothing | Leaves::Fixed(_) | Leaves::One(_) => vec![],
            Leaves::Two(pairs) => vec![&pairs.left, &pairs.right],
            Leaves::Many { each, .. } => vec![each],
            Leaves::Broken { lists, .. } => vec![&lists.each],
        }
    }
}

impl Heaps {
    /// The most that a move takes, and the most heaps that it leaves.
    pub(super) fn taken(&self) -> (u64, u64) {
        let taken = self.moves.iter().filter_map(|mv| mv.leaves.taken());
        taken.fold((0, 1), |most, (take, parts)| (most.0.max(take), most.1.max(parts)))
    }

    fn conditions(&self) -> impl Iterator<Item = &NumberSet> {
        let of_moves = self.moves.iter().flat_map(|m| std::iter::once(&m.when).chain(m.leaves.conditions()));
        std::iter::once(&self.exists).chain(of_moves)
    }

    /// From this size on all conditions depend on residues only.
    pub(super) fn from(&self) -> u64 {
        self.conditions().map(NumberSet::regular_from).max().unwrap_or(0)
    }

    /// The modulus of these residues.
    pub(super) fn modulus(&self) -> u64 {
        self.conditions().map(NumberSet::modulus).fold(1, lcm)
    }

    /// Can a move leave a list of heaps whose length is not fixed, or whose heaps must be equal or unequal?
    pub(super) fn breaks(&self) -> bool {
        self.moves.iter().any(|m| matches!(m.leaves, Leaves::Broken { .. }))
    }

    /// Can a move leave several heaps?
    pub(super) fn splits(&self) -> bool {
        self.moves.iter().any(|m| matches!(m.leaves, Leaves::Two(_) | Leaves::Many { .. } | Leaves::Broken { .. }))
    }
}

/// A family is written out into at most this many moves.
const MOST: usize = 1 << 12;
/// At most this many residue classes are told apart.
const CLASSES: u64 = 1 << 10;

/// Reads rules for normal play, in which two equal heaps are none. Conditions on residues are read with a modulus that is a multiple of `of` and of all divisors
/// in the rules.
pub(super) fn read(rules: &Ruleset, of: u64) -> Result<Heaps, Reason> {
    read_for(rules, of, Play::Normal)
}

/// Reads rules for misère play, in which every heap that is left counts.
pub(crate) fn read_in_misere(rules: &Ruleset) -> Result<Heaps, Reason> {
    read_for(rules, 1, Play::Misere)
}

fn read_for(rules: &Ruleset, of: u64, play: Play) -> Result<Heaps, Reason> {
    let shape = |text: String| Reason::shape(text, Place::default());
    if let Some(counts) = counter(rules) {
        return Err(shape(counts));
    }
    if rules.width() != 1 {
        return Err(shape(format!("these positions have {} coordinates; heaps are read of one", rules.width())));
    }
    let modulus = lcm(modulus(rules), of);
    if modulus == 0 || modulus > CLASSES {
        return Err(shape(format!("conditions tell more than {CLASSES} residue classes apart")));
    }
    let exists = positions(rules, modulus)?;
    let mut moves: Vec<Move> = vec![];
    for family in &rules.families {
        let reader = FamilyReader { rules, family, modulus, exists: &exists, play };
        for mv in reader.moves()? {
            if !mv.when.is_empty() && !moves.contains(&mv) {
                moves.push(mv);
            }
        }
    }
    Ok(Heaps { exists, moves })
}

/// Which heaps are positions: those that meet every `require`.
fn positions(rules: &Ruleset, modulus: u64) -> Result<NumberSet, Reason> {
    let mut exists = NumberSet::all();
    for (_, condition, place) in &rules.requires {
        let refuse = |why: &str| {
            let text = format!("which heaps are positions depends on {}, which {why}", quoted(rules, condition));
            Err(Reason::shape(text, *place))
        };
        if asks(condition) {
            return refuse("asks about a part of a compound");
        }
        if !condition.total() {
            return refuse("is not defined everywhere");
        }
        let Some(which) = NumberSet::of(condition, modulus) else { return refuse("residues do not decide far out") };
        exists = exists.and(&which);
    }
    Ok(exists)
}

/// Reads one family.
pub(super) struct FamilyReader<'a> {
    rules: &'a Ruleset,
    family: &'a Family,
    pub(super) modulus: u64,
    /// Which heaps are positions.
    pub(super) exists: &'a NumberSet,
    play: Play,
}

/// A family with the values of some parameters put in.
#[derive(Clone)]
pub(super) struct Case {
    pub(super) params: Vec<Range>,
    pub(super) conditions: Vec<C>,
    pub(super) parts: Vec<E>,
}

impl Case {
    /// A family that leaves these parts: its conditions, the ranges of its parameters among them.
    pub(super) fn of(family: &Family, parts: Vec<E>) -> Case {
        let mut conditions = vec![family.before.clone(), family.guard.clone()];
        for range in &family.params {
            let var = build::var(range.var);
            conditions.extend([build::le(&range.lo, &var), build::le(&var, &range.hi)]);
        }
        Case { params: family.params.clone(), conditions, parts }
    }

    /// The case with a value of one of its parameters.
    pub(super) fn with(&self, parameter: usize, value: &E) -> Case {
        let mut case = self.clone();
        let var = case.params.remove(parameter).var;
        let put = |e: &mut E| *e = change::put(e, var, value);
        case.params.iter_mut().flat_map(|range| [&mut range.lo, &mut range.hi]).for_each(put);
        case.conditions.iter_mut().for_each(|c| *c = change::put(c, var, value));
        case.parts.iter_mut().for_each(put);
        case
    }

    /// Is no condition known to be false?
    pub(super) fn may_be(&self) -> bool {
        self.conditions.iter().all(|c| c.as_bool() != Some(false))
    }

    /// Eliminates the parameters that equations determine: with `a + b = n - 1`, one of a and b is replaced. Its range stays as a
    /// condition.
    pub(super) fn solved(mut self) -> Case {
        while let Some((var, value)) = self.given() {
            self.params.retain(|range| range.var != var);
            self.conditions.iter_mut().for_each(|c| *c = change::put(c, var, &value));
            self.parts.iter_mut().for_each(|e| *e = change::put(e, var, &value));
        }
        self
    }

    /// The cases of the first part that is the least or the greatest of some numbers: it is one of them, and the others are no less, or no greater.
    fn of_extreme(&self) -> Option<Vec<Case>> {
        let place = self.parts.iter().position(|part| matches!(**part, Expr::Min(_) | Expr::Max(_)))?;
        let (Expr::Min(list) | Expr::Max(list)) = &*self.parts[place] else { return None };
        let is_least = matches!(*self.parts[place], Expr::Min(_));
        let with = |(i, own): (usize, &E)| {
            let mut case = self.clone();
            case.parts[place] = own.clone();
            for (j, other) in list.iter().enumerate().filter(|(j, _)| *j != i) {
                let (small, large) = if is_least { (own, other) } else { (other, own) };
                // Of equal numbers the first is taken.
                case.demand(&if j < i { build::lt(small, large) } else { build::le(small, large) });
            }
            case
        };
        Some(list.iter().enumerate().map(with).collect())
    }

    /// Adds a condition, which becomes an end of the range of the last parameter in it, if that range is not of constant length: the ends of ranges are conditions already.
    fn demand(&mut self, condition: &C) {
        self.conditions.push(condition.clone());
        let Cond::NonPos(e) = &**condition else { return };
        let last = self.params.iter_mut().filter_map(|range| Some((build::factor(e, range.var)?, range))).last();
        if let Some((factor, range)) = last.filter(|(_, range)| build::sub(&range.hi, &range.lo).as_int().is_none())
            && let Some((_, end)) = build::solved(e, |term| **term == Expr::Var(range.var))
        {
            *(if factor > IBig::ZERO { &mut range.hi } else { &mut range.lo }) = end;
        }
    }

    /// A parameter that an equation determines, and its value.
    fn given(&self) -> Option<(usize, E)> {
        self.conditions.iter().flat_map(build::conjuncts).find_map(|condition| {
            let Cond::Zero(e) = &*condition else { return None };
            let own = |(term, factor): &(E, IBig)| match **term {
                Expr::Var(v) if factor.is_one() || *factor == -IBig::ONE => Some((v, factor.clone())),
                _ => None,
            };
            build::linear(e).1.iter().filter_map(own).find_map(|(var, factor)| {
                let rest = build::sub(e, &build::scale(&build::var(var), &factor));
                let is_given = self.params.iter().any(|range| range.var == var) && !rest.uses(var);
                is_given.then(|| (var, build::scale(&rest, &-factor)))
            })
        })
    }
}

impl FamilyReader<'_> {
    pub(super) fn refuse<T>(&self, text: impl AsRef<str>) -> Result<T, Reason> {
        Err(Reason::family(self.rules, self.family, text))
    }

    fn moves(&self) -> Result<Vec<Move>, Reason> {
        let [target] = &self.family.targets[..] else { return self.refuse("changes nothing, or several heaps") };
        let parts = target.tuples.iter().map(|tuple| tuple[0].clone()).collect();
        let case = Case::of(self.family, parts);
        if let ([repeat], []) = (&target.repeats[..], &target.tuples[..])
            && let Some(heaps) = repeat.broken
        {
            return Ok(self.broken(case, repeat, heaps)?.into_iter().collect());
        }
        if !target.repeats.is_empty() {
            return self.refuse("leaves as many heaps as the heap asks for");
        }
        if case.conditions.iter().any(asks) {
            return self.refuse("is made under a condition on a part of a compound");
        }
        if !case.conditions.iter().all(|e| e.total()) {
            return self.refuse("is made under a condition that is not defined everywhere");
        }
        let mut found = vec![];
        let mut open = vec![case];
        while let Some(case) = open.pop() {
            match case.of_extreme() {
                Some(cases) if open.len() + cases.len() > MOST => {
                    return self.refuse(format!("comes to more than {MOST} moves"));
                }
                Some(cases) => open.extend(cases.into_iter().filter(Case::may_be)),
                None => self.expand(case, &mut found)?,
            }
        }
        Ok(found)
    }

    /// Moves that break what is left into heaps.
    fn broken(&self, case: Case, repeat: &Repeat, heaps: lang::Heaps) -> Result<Option<Move>, Reason> {
        let conditions = build::and(case.conditions);
        if !case.params.is_empty() || self.play.is_misere() {
            return self.refuse("leaves as many heaps as the heap asks for");
        }
        let [range] = &repeat.ranges[..] else { return self.refuse("leaves heaps of several coordinates") };
        let whole = repeat.guard.as_bool() == Some(true) && repeat.tuple == [build::var(range.var)];
        if !whole || heaps.least < 2 || asks(&conditions) || !conditions.total() {
            return self.refuse("leaves heaps, as many as the heap asks for, under a condition");
        }
        let Some(take) = build::sub(&build::coord(0), &range.hi).as_i64() else {
            return self.refuse("leaves heaps whose sum is not the whole less a constant");
        };
        let Ok(take) = u64::try_from(take) else { return self.refuse("adds tokens to the whole") };
        let Some(when) = NumberSet::of(&conditions, self.modulus) else { return self.undecided(&conditions) };
        let lists = Lists { heaps, each: self.exists.clone() };
        Ok(Some(Move { when: when.and(self.exists), leaves: Leaves::Broken { take, lists } }))
    }

    /// Puts in all values of the parameters with ranges of constant length.
    fn expand(&self, case: Case, found: &mut Vec<Move>) -> Result<(), Reason> {
        let bounded = case.params.iter().enumerate().find_map(|(k, range)| {
            let known = bounds_of(&case.params[..k]);
            let ends = interval(&range.lo, &known).lo.zip(interval(&range.hi, &known).hi);
            let (lo, length) = match ends {
                Some((lo, hi)) => (build::int(lo.clone()), hi - lo),
                None => (range.lo.clone(), build::sub(&range.hi, &range.lo).as_int()?.clone()),
            };
            Some((k, lo, i64::try_from(length).ok()?))
        });
        let Some((k, lo, length)) = bounded else {
            found.extend(self.case(case.solved())?);
            return Ok(());
        };
        if length >= signed(MOST - found.len().min(MOST)) {
            return self.refuse(format!("comes to more than {MOST} moves"));
        }
        for more in 0..=length {
            let with = case.with(k, &build::add(&lo, &build::int(more)));
            if with.may_be() {
                self.expand(with, found)?;
            }
        }
        Ok(())
    }

    /// In normal play leaves out two equal heaps of one size, since their nim-sum is 0, as often as there are two. Out: the greatest such size, or 0; `None` if there
    /// is no such heap, so that there is no move.
    fn cancelled(&self, case: &mut Case) -> Option<u64> {
        if self.play.is_misere() {
            return Some(0);
        }
        let constant = |e: &E| e.as_int().and_then(|size| u64::try_from(size).ok());
        let mut greatest = 0;
        while let Some((i, j)) = (0..case.parts.len()).find_map(|j| {
            let size = constant(&case.parts[j])?;
            Some(((0..j).find(|i| constant(&case.parts[*i]) == Some(size))?, j))
        }) {
            case.parts.remove(j);
            let size = constant(&case.parts.remove(i)).filter(|size| self.exists.holds(*size))?;
            greatest = greatest.max(size);
        }
        Some(greatest)
    }

    /// A case in which every parameter is a part.
    fn case(&self, mut case: Case) -> Result<Option<Move>, Reason> {
        let parts = case.parts.len();
        let Some(greatest) = self.cancelled(&mut case) else { return Ok(None) };
        let read = self.uncancelled(&case)?;
        let cancels = case.parts.len() < parts;
        if read.as_ref().is_some_and(|mv| cancels && (0..=greatest).any(|n| mv.when.holds(n))) {
            return self.refuse("does not make every heap smaller");
        }
        Ok(read)
    }

    /// A case of which no two parts cancel.
    fn uncancelled(&self, case: &Case) -> Result<Option<Move>, Reason> {
        let parts = case.parts.len();
        let all: Vec<(E, IBig)> = case.parts.iter().map(|e| (e.clone(), IBig::ONE)).collect();
        let lost = build::sub(&build::coord(0), &build::sum(&all)).as_i64();
        if parts == 0 || (parts == 1 && case.params.is_empty() && lost.is_none()) {
            return self.constant(case);
        }
        let Some(take) = lost else {
            let when = || NumberSet::of(&build::and(case.conditions.clone()), self.modulus);
            // Of no heap is there such a move.
            if case.params.is_empty() && when().is_some_and(|when| when.is_empty()) {
                return Ok(None);
            }
            return self.refuse("leaves heaps whose sum is not the whole less a constant");
        };
        let Ok(take) = u64::try_from(take) else { return self.refuse("adds tokens to the whole") };
        let Some(put) = Self::parts_as_variables(case) else {
            return self.refuse("leaves heaps that its amounts do not give one by one");
        };
        let Some(mut sorted) = self.sort(case, parts, take, &put)? else { return Ok(None) };
        let leaves = self.leaves(take, &mut sorted)?;
        if leaves.conditions().into_iter().any(NumberSet::is_empty) {
            return Ok(None);
        }
        self.goes_down(&leaves)?;
        Ok(Some(Move { when: sorted.when, leaves }))
    }

    /// A move that leaves nothing, or one heap of a fixed size.
    fn constant(&self, case: &Case) -> Result<Option<Move>, Reason> {
        let leaves = match case.parts.first().map(|e| e.as_i64()) {
            None if case.params.is_empty() => Leaves::Nothing,
            Some(Some(size)) if size >= 0 && self.exists.holds(size.unsigned_abs()) => {
                Leaves::Fixed(size.unsigned_abs())
            }
            Some(Some(_)) => return Ok(None),
            _ => return self.refuse("leaves a heap that is not the whole less a constant"),
        };
        let conditions = build::and(case.conditions.clone());
        let Some(when) = NumberSet::of(&conditions, self.modulus) else { return self.undecided(&conditions) };
        let when = when.and(self.exists);
        if let Leaves::Fixed(size) = leaves
            && (0..=size).any(|n| when.holds(n))
        {
            return self.refuse("does not make every heap smaller");
        }
        Ok(Some(Move { when, leaves }))
    }

    pub(super) fn undecided<T>(&self, condition: &C) -> Result<T, Reason> {
        let shown = quoted(self.rules, condition);
        self.refuse(format!("is made under a condition that residues do not decide far out: {shown}"))
    }

    /// For each parameter its expression in the parts (variables from 0 on); `None` if the parts do not determine the parameters.
    fn parts_as_variables(case: &Case) -> Option<HashMap<usize, E>> {
        let mut put: HashMap<usize, E> = HashMap::new();
        let mut open = 0;
        for (i, part) in case.parts.iter().enumerate() {
            let (constant, terms) = build::linear(part);
            match &terms[..] {
                [(term, factor)] if factor.is_one() => match **term {
                    Expr::Var(v) if !put.contains_key(&v) => {
                        _ = put.insert(v, build::sub(&build::var(i), &build::int(constant)));
                    }
                    _ => open += 1,
                },
                [] => {}
                _ => open += 1,
            }
        }
        (open <= 1 && put.len() == case.params.len()).then_some(put)
    }

    /// What is left. Every part must be a position.
    fn leaves(&self, take: u64, sorted: &mut Sorted) -> Result<Leaves, Reason> {
        let exists = |own: &NumberSet| own.and(self.exists);
        match &sorted.each[..] {
            [own] => {
                // The part is the whole less what is taken, so its condition becomes one on the whole.
                let Some(when) = exists(own).raised(take) else {
                    return self.refuse(format!("takes {take}, and there is a condition on the heap that it leaves"));
                };
                sorted.when = sorted.when.and(&when);
                Ok(Leaves::One(take))
            }
            [left, right] => self.pairs(take, (exists(left), exists(right)), &sorted.order).map(Leaves::Two),
            each => self.many(take, each, &sorted.order),
        }
    }

    fn pairs(
        &self,
        take: u64,
        (left, right): (NumberSet, NumberSet),
        order: &[(usize, usize, i64)],
    ) -> Result<Pairs, Reason> {
        let mut pairs = Pairs { take, left, right, gap: None };
        let mut direction = None;
        for (i, j, gap) in order.iter().filter(|o| o.0 != UNEQUAL) {
            if *direction.get_or_insert((*i, *j)) != (*i, *j) {
                return self.refuse("has a condition on how much two parts differ");
            }
            pairs.gap = Some(pairs.gap.map_or(*gap, |old| old.max(*gap)));
        }
        if direction == Some((1, 0)) {
            std::mem::swap(&mut pairs.left, &mut pairs.right);
        }
        pairs.make_even();
        if order.iter().any(|o| o.0 == UNEQUAL) {
            match pairs.gap {
                Some(gap) if pairs.left == pairs.right || gap >= 0 => pairs.gap = Some(gap.max(1)),
                _ => return self.refuse("leaves unequal parts that are not alike"),
            }
        }
        Ok(pairs)
    }

    /// Three parts or more. Their conditions must be alike; that all parts are positions is added.
    fn many(&self, take: u64, each: &[NumberSet], order: &[(usize, usize, i64)]) -> Result<Leaves, Reason> {
        let apart = "leaves three parts or more, and its conditions tell them apart";
        if order.iter().any(|(i, j, gap)| *i == UNEQUAL || *gap > 0 || i > j) {
            return self.refuse(apart);
        }
        let parts = each.len();
        let alike = Leaves::Many { take, parts, each: each[0].and(self.exists) };
        if each.iter().all(|which| *which == each[0]) {
            return Ok(alike);
        }
        let Some(bounds) = each.iter().map(NumberSet::least).collect::<Option<Vec<u64>>>() else {
            return self.refuse(apart);
        };
        // The bound of the first part must be the greatest; it then holds for the others, as they are no smaller.
        let least = bounds[0];
        let mut large: Vec<bool> = bounds.iter().map(|b| *b == least).collect();
        for _ in 0..parts {
            order.iter().filter(|(_, _, gap)| *gap == 0).for_each(|(i, j, _)| large[*j] |= large[*i]);
        }
        if bounds.iter().any(|b| *b > least) || large.contains(&false) {
            return self.refuse(apart);
        }
        Ok(alike)
    }

    /// Refuses moves that may leave a heap as large as the whole.
    fn goes_down(&self, leaves: &Leaves) -> Result<(), Reason> {
        let (take, least) = match leaves {
            Leaves::Nothing | Leaves::Fixed(_) => return Ok(()),
            Leaves::One(take) => (*take, 0),
            // With nothing taken, both parts must be positive.
            Leaves::Two(p) => (p.take, p.left.lowest().unwrap_or(1).min(p.right.lowest().unwrap_or(1))),
            Leaves::Many { take, each, .. } => (*take, each.lowest().unwrap_or(1)),
            // There are two parts or more, and each is positive.
            Leaves::Broken { .. } => return Ok(()),
        };
        if take == 0 && least == 0 { self.refuse("does not make every heap smaller") } else { Ok(()) }
    }
}

impl Pairs {
    /// Writes parts that may be exchanged as a <= b with the same condition on both, if possible.
    fn make_even(&mut self) {
        if self.gap.is_none() && self.left == self.right {
            self.gap = Some(0);
        }
        if self.left == self.right {
            self.gap = self.gap.map(|gap| gap.max(0));
            return;
        }
        let Some(gap) = self.gap.and_then(|gap| u64::try_from(gap).ok()) else { return };
        // With U = left and right: do left(a) and right(b), a + gap <= b, imply U(a) and U(b)? Pairs far out behave like nearer ones.
        let both = self.left.and(&self.right);
        let modulus = lcm(self.left.modulus(), self.right.modulus());
        let to = self.left.regular_from().max(self.right.regular_from()) + 2 * modulus + gap;
        let alike = |a: u64, b: u64| !(self.left.holds(a) && self.right.holds(b)) || (both.holds(a) && both.holds(b));
        if to <= EVEN_TO && (0..to).all(|a| (a + gap..to + modulus).all(|b| alike(a, b))) {
            (self.left, self.right) = (both.clone(), both);
        }
    }

    /// For differences that residues allow, do the options of a heap correspond to those of a heap larger by this difference?
    pub(super) fn shifts(&self) -> bool {
        match self.gap {
            None => true,
            Some(gap) => gap == 0 && self.left == self.right,
        }
    }
}

/// Pairs of numbers up to this are compared one by one.
const EVEN_TO: u64 = 1 << 12;

/// Bounds on parameters before their values are put in.
pub(super) fn bounds_of(params: &[Range]) -> HashMap<usize, Interval> {
    let mut known = HashMap::new();
    for range in params {
        let own = Interval { lo: interval(&range.lo, &known).lo, hi: interval(&range.hi, &known).hi };
        known.insert(range.var, own);
    }
    known
}
