//! Reads the moves from large heaps.
//!
//! In: rules of heaps, and the numbering of their kinds. A heap is spoken of by its number, which is its size if there is one kind. Out: [`Moves`]: for
//! each residue of the heap what a move may leave. In a list of heaps that are left, a heap below some S counts by its number, any other by its
//! residue. All lists that have a heap from S on are looked at, in all orders, with [forms](crate::recurrence::form) for their heaps. All heaps of a list must be
//! positions. S is so large that from there on the residue decides which heaps are.

use std::cell::Cell;
use std::collections::BTreeSet;

use crate::form::expr::{Expr, Family, Result, Rules};
use crate::form::numbers::index;
use crate::heaps::amounts::Amounts;
use crate::heaps::extremes::without_extremes;
use crate::heaps::kinds::Kinds;
use crate::recurrence::form::{Far, Form, is_empty, unasked};

/// A kind of move from every large heap of a residue class.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Move {
    /// No heap is left.
    Nothing,
    /// A heap of this size is left, whatever the whole.
    Fixed(u64),
    /// One heap, smaller by this number.
    One(u64),
    /// Two heaps. The smaller one is in the set; if both are large, both are.
    Two { take: u64, which: Sizes },
    /// Three heaps or more, all in the set.
    Many { take: u64, parts: usize, which: Sizes },
}

/// A set of sizes of heaps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sizes {
    /// For each size below S, whether it is in the set.
    pub(super) small: Vec<bool>,
    /// For each residue, whether sizes from S on are in the set.
    pub(super) large: Vec<bool>,
}

impl Sizes {
    pub(super) fn has(&self, size: u64) -> bool {
        self.small.get(index(size)).copied().unwrap_or_else(|| self.large[index(size % self.large.len() as u64)])
    }

    /// The same set with fewer residue classes; `None` if these are too coarse.
    fn cut(&self, modulus: usize) -> Option<Sizes> {
        let same = self.large.iter().zip(&self.large[modulus..]).all(|(a, b)| a == b);
        same.then(|| Sizes { small: self.small.clone(), large: self.large[..modulus].to_vec() })
    }
}

/// The moves from large heaps.
pub(super) struct Moves {
    /// S, a multiple of the modulus.
    pub(super) near: u64,
    /// The moves by residue of the heap; the number of residues is the modulus. Empty where the heap is no position.
    pub(super) by: Vec<BTreeSet<Move>>,
    /// For each residue, whether heaps from S on are positions.
    pub(super) there: Vec<bool>,
    /// No move from a heap from here on leaves only heaps below S, or two heaps that cancel and are as large.
    whole: u64,
}

/// The length of ranges whose amounts are put in one by one.
const RANGE: i128 = 1 << 20;
/// The number of amounts, and of orders of heaps, looked at in all.
pub(super) const BUDGET: u64 = 1 << 20;

impl Moves {
    /// Reads rules with S = near, a multiple of the modulus, which is a multiple of the m of the numbering. In misère play no two heaps cancel.
    /// Everything looked at is charged to the budget.
    pub(super) fn read(
        (rules, kinds, misere): (&Rules, &Kinds, bool),
        near: u64,
        modulus: u64,
        budget: &Cell<u64>,
    ) -> Result<Moves> {
        let (whole, families) = (Cell::new(near), rules.families.iter().flat_map(without_extremes).collect::<Vec<_>>());
        let reader = Reader { rules, families: &families, kinds, misere, modulus, near, budget, whole: &whole };
        let there = (0..modulus).map(|residue| reader.exists(reader.heap(residue))).collect::<Result<Vec<_>>>()?;
        let moves = |(residue, there): (u64, &bool)| if *there { reader.moves(residue) } else { Ok(BTreeSet::new()) };
        let by = (0..).zip(&there).map(moves).collect::<Result<Vec<_>>>()?;
        let moves = Moves { near, by, there, whole: whole.get() };
        let fewer = (1..index(modulus)).filter(|d| index(modulus).is_multiple_of(*d));
        let cut = fewer.filter_map(|d| moves.cut(d)).next();
        Ok(cut.unwrap_or(moves))
    }

    pub(super) fn modulus(&self) -> u64 {
        self.by.len() as u64
    }

    /// The most tokens a move takes, the most heaps it leaves, and the largest heap of fixed size.
    pub(super) fn most(&self) -> (u64, u64, u64) {
        let (mut take, mut parts, mut fixed) = (0, 1, 0);
        for mv in self.by.iter().flatten() {
            match mv {
                Move::Nothing => {}
                Move::Fixed(size) => fixed = fixed.max(*size),
                Move::One(own) => take = take.max(*own),
                Move::Two { take: own, .. } => (take, parts) = (take.max(*own), parts.max(2)),
                Move::Many { take: own, parts: left, .. } => (take, parts) = (take.max(*own), parts.max(*left as u64)),
            }
        }
        (take, parts, fixed)
    }

    /// From this heap on the moves are as described.
    pub(super) fn from(&self) -> u64 {
        let (take, parts, fixed) = self.most();
        self.whole.max(parts * self.near + take + fixed + self.modulus())
    }

    /// The same moves with fewer residue classes; `None` if these are too coarse.
    fn cut(&self, modulus: usize) -> Option<Moves> {
        let cut = |mv: &Move| {
            Some(match mv {
                Move::Two { take, which } => Move::Two { take: *take, which: which.cut(modulus)? },
                Move::Many { take, parts, which } => {
                    Move::Many { take: *take, parts: *parts, which: which.cut(modulus)? }
                }
                other => other.clone(),
            })
        };
        let by =
            self.by.iter().map(|moves| moves.iter().map(cut).collect()).collect::<Option<Vec<BTreeSet<Move>>>>()?;
        let there = &self.there;
        let same = by.iter().zip(&by[modulus..]).all(|(a, b)| a == b)
            && there.iter().zip(&there[modulus..]).all(|(a, b)| a == b);
        let (by, there) = (by[..modulus].to_vec(), there[..modulus].to_vec());
        same.then_some(Moves { by, there, ..*self })
    }
}

/// A kind of heap that is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// A size below S.
    Small(u64),
    /// All sizes from S on with this residue.
    Large(u64),
}

struct Reader<'a> {
    rules: &'a Rules,
    /// Those of the rules, without least and greatest numbers.
    families: &'a [Family],
    kinds: &'a Kinds,
    misere: bool,
    modulus: u64,
    near: u64,
    budget: &'a Cell<u64>,
    /// Raised while reading, up to the value of [`Moves::whole`].
    whole: &'a Cell<u64>,
}

/// A family with its constant amounts put in. Amounts that grow with the heap are `None`.
struct Case<'f> {
    family: &'f Family,
    vars: Vec<Option<Form>>,
    /// The tuples of two equal heaps of one size, whose nim-sum is 0 in any option.
    cancelled: Vec<usize>,
}

fn no_atom(_: usize) -> Result<bool> {
    Err("rules of one heap have no parts".into())
}

fn unclear(what: &str) -> String {
    format!("{what} is not the same for all large heaps of a residue class")
}

impl Case<'_> {
    /// The tuples that are left, without those that cancel.
    fn tuples(&self) -> impl Iterator<Item = &Vec<Expr>> {
        let all = self.family.targets.iter().flat_map(|(_, tuples)| tuples).enumerate();
        all.filter(|(i, _)| !self.cancelled.contains(i)).map(|(_, tuple)| tuple)
    }

    fn growing(&self) -> usize {
        self.vars.iter().filter(|var| var.is_none()).count()
    }
}

impl Reader<'_> {
    fn spend(&self) -> Result<()> {
        let spent = self.budget.get().checked_sub(1);
        self.budget.set(spent.ok_or("the rules leave too many kinds of heaps for this checker")?);
        Ok(())
    }

    /// The form of the large heaps of a class.
    fn heap(&self, residue: u64) -> Form {
        Form::of(i128::from(self.near + residue), i128::from(self.modulus), 0)
    }

    /// Are all of these heaps positions (`true`), or none?
    fn exists(&self, heap: Form) -> Result<bool> {
        let Some(coords) = self.kinds.forms(heap)? else { return Ok(false) };
        let mut far = Far { coords: &coords, vars: vec![], terminal: &no_atom, asked: &unasked };
        for (_, condition) in &self.rules.requires {
            match far.truth(condition)? {
                Some(true) => {}
                Some(false) => return Ok(false),
                None => return Err(unclear("whether a heap is a position")),
            }
        }
        Ok(true)
    }

    /// The coordinates of heaps, which are of some kind.
    fn coords(&self, heap: Form) -> Result<Vec<Form>> {
        self.kinds.forms(heap)?.ok_or_else(|| "a heap is of no kind".into())
    }

    /// Reads the moves from the large heaps of a class.
    fn moves(&self, residue: u64) -> Result<BTreeSet<Move>> {
        let mut moves = BTreeSet::new();
        for family in self.families {
            if family.targets.len() != 1 {
                return Err("a move changes no heap, or one twice".into());
            }
            self.amounts(&mut Case { family, vars: vec![], cancelled: vec![] }, residue, &mut moves)?;
        }
        Ok(moves)
    }

    /// Puts in the constant amounts, one by one.
    fn amounts(&self, case: &mut Case, residue: u64, moves: &mut BTreeSet<Move>) -> Result<()> {
        let coords = self.coords(self.heap(residue))?;
        let mut far = Far { coords: &coords, vars: case.vars.clone(), terminal: &no_atom, asked: &unasked };
        if far.truth(&case.family.before)? == Some(false) {
            return Ok(());
        }
        let Some((lo, hi)) = case.family.params.get(case.vars.len()) else {
            moves.extend(self.case(case, residue)?);
            return Ok(());
        };
        let (lo, hi) = (far.int(lo)?, far.int(hi)?);
        if is_empty(lo, hi)? {
            return Ok(());
        }
        let constant = lo.and_then(Form::as_number).zip(hi.and_then(Form::as_number));
        if constant.is_some_and(|(lo, hi)| hi.saturating_sub(lo) > RANGE) {
            return Err("a range of amounts is too long".into());
        }
        let values: Vec<Option<Form>> = match constant {
            Some((lo, hi)) => (lo..=hi).map(|value| Some(Form::number(value))).collect(),
            None => vec![None],
        };
        for value in values {
            self.spend()?;
            case.vars.push(value);
            self.amounts(case, residue, moves)?;
            case.vars.pop();
        }
        Ok(())
    }

    fn case(&self, case: &Case, residue: u64) -> Result<Option<Move>> {
        let n = self.heap(residue);
        // Evaluation fails if something may be undefined while amounts are unknown. So nothing is undefined, whatever the amounts.
        let coords = self.coords(n)?;
        let mut far = Far { coords: &coords, vars: case.vars.clone(), terminal: &no_atom, asked: &unasked };
        far.truth(&case.family.guard)?;
        case.family.targets.iter().flat_map(|t| t.1.iter().flatten()).try_for_each(|e| far.int(e).map(|_| ()))?;
        let cancelled = self.cancelled(case, &coords)?;
        let case = &Case { family: case.family, vars: case.vars.clone(), cancelled };
        match (case.tuples().count(), case.growing()) {
            (0 | 1, 0) => self.one(case, n),
            (0 | 1, _) => Err("a move takes any number; then there is no bound on what is taken".into()),
            (parts, growing) if parts > Form::UNKNOWNS || growing >= Form::UNKNOWNS => {
                Err(format!("a move leaves more than {} heaps", Form::UNKNOWNS))
            }
            (parts, growing) => self.several(case, parts, growing, residue),
        }
    }

    /// The tuples that cancel in pairs: two heaps of the same size, which exist. In normal play their nim-sum is 0, if both have a value: moves are as described
    /// only from heaps that are larger, so that smaller ones are looked at by the definition.
    fn cancelled(&self, case: &Case, coords: &[Form]) -> Result<Vec<usize>> {
        if self.misere {
            return Ok(vec![]);
        }
        let mut far = Far { coords, vars: case.vars.clone(), terminal: &no_atom, asked: &unasked };
        let (mut once, mut cancelled) = (vec![], vec![]);
        for (at, tuple) in case.tuples().enumerate() {
            let numbers =
                tuple.iter().map(|e| Ok(far.int(e)?.and_then(Form::as_number))).collect::<Result<Vec<_>>>()?;
            let Some(numbers) = numbers.into_iter().collect::<Option<Vec<i128>>>() else { continue };
            let Some(heap) = self.kinds.number(self.rules, &numbers)? else { continue };
            if !self.kinds.exists(self.rules, heap)? {
                continue;
            }
            match once.iter().position(|(_, other)| *other == heap) {
                Some(other) => {
                    cancelled.extend([once.swap_remove(other).0, at]);
                    self.whole.set(self.whole.get().max(heap.saturating_add(1)));
                }
                None => once.push((at, heap)),
            }
        }
        Ok(cancelled)
    }

    /// Reads a family that leaves one heap or nothing.
    fn one(&self, case: &Case, n: Form) -> Result<Option<Move>> {
        let Some(left) = self.left(case, n, &[])? else { return Ok(None) };
        let Some(form) = left.first() else { return Ok(Some(Move::Nothing)) };
        if !self.exists(*form)? {
            return Ok(None);
        }
        let natural = |form: Form| form.as_number().and_then(|number| u64::try_from(number).ok());
        match (natural(n.plus(-1, *form)?), natural(*form)) {
            (Some(take), None) if take >= 1 => Ok(Some(Move::One(take))),
            (None, Some(fixed)) => Ok(Some(Move::Fixed(fixed))),
            _ => Err("a move leaves a heap that is neither some tokens smaller nor of one size".into()),
        }
    }

    /// The heaps that a move leaves with the growing amounts put in, whether or not they are positions; `None` if there is no move.
    fn left(&self, case: &Case, n: Form, amounts: &[Form]) -> Result<Option<Vec<Form>>> {
        let coords = self.coords(n)?;
        let mut far = Far { coords: &coords, vars: vec![], terminal: &no_atom, asked: &unasked };
        let mut holds = vec![far.truth(&case.family.before)?];
        let mut amounts = amounts.iter();
        for ((lo, hi), var) in case.family.params.iter().zip(&case.vars) {
            let amount = if let Some(value) = var { *value } else { *amounts.next().ok_or("an amount is missing")? };
            if var.is_none() {
                let (lo, hi) = (far.int(lo)?, far.int(hi)?);
                for (a, b) in [(lo, Some(amount)), (Some(amount), hi)] {
                    let less = a.zip(b).map(|(a, b)| a.plus(-1, b)).transpose()?;
                    holds.push(less.and_then(Form::non_positive));
                }
            }
            if holds.contains(&Some(false)) {
                return Ok(None);
            }
            far.vars.push(Some(amount));
        }
        holds.push(far.truth(&case.family.guard)?);
        if holds.contains(&Some(false)) {
            return Ok(None);
        }
        let mut left = vec![];
        for tuple in case.tuples() {
            let forms = tuple.iter().map(|e| far.int(e)).collect::<Result<Vec<_>>>()?;
            let Some(kind) = self.kinds.kind(self.rules, &forms)? else { return Ok(None) };
            let tokens = self.kinds.tokens(&forms).ok_or_else(|| unclear("what a move leaves"))?;
            match tokens.plus(1, Form::number(1))?.non_positive() {
                Some(true) => return Ok(None),
                Some(false) => left.push(Form::number(i128::from(kind)).plus(i128::from(self.kinds.of), tokens)?),
                None => return Err(unclear("whether a move leaves heaps")),
            }
        }
        if holds.iter().all(|h| *h == Some(true)) { Ok(Some(left)) } else { Err(unclear("whether a move may be made")) }
    }

    /// Reads a family that leaves several heaps.
    fn several(&self, case: &Case, parts: usize, growing: usize, residue: u64) -> Result<Option<Move>> {
        let n = self.heap(residue);
        let coords = self.coords(n)?;
        let Some(kinds) = self.left_kinds(case, &coords)? else { return Ok(None) };
        let tokens = case.tuples().map(|tuple| linear(self.kinds.tokens(tuple), case, &coords));
        let tokens = tokens.collect::<Result<Vec<_>>>()?;
        let own = *self.kinds.tokens(&coords);
        let amounts = Amounts::of(&tokens, own, growing, &ties(case, &coords))?;
        let take = self.taken(amounts.take, residue, &kinds)?;
        self.whole.set(self.whole.get().max((parts as u64 * self.near).saturating_add(take)));
        let mut lists = vec![];
        self.lists(parts, (residue + self.modulus - take % self.modulus) % self.modulus, &mut vec![], &mut |list| {
            self.spend()?;
            let may = self.may(case, (&amounts, take, &kinds), list)?;
            lists.push((list.to_vec(), may));
            Ok(())
        })?;
        if lists.iter().all(|(_, may)| !may) {
            return Ok(None);
        }
        let which = if parts == 2 { self.pairs(&lists)? } else { self.alike(&lists)? };
        if take == 0 && which.small.first() == Some(&true) {
            return Err("a move leaves the whole".into());
        }
        Ok(Some(if parts == 2 { Move::Two { take, which } } else { Move::Many { take, parts, which } }))
    }

    /// The numbers of the kinds that are left, in the order of the tuples; `None` if a tuple is no position.
    fn left_kinds(&self, case: &Case, coords: &[Form]) -> Result<Option<Vec<u64>>> {
        let mut far = Far { coords, vars: case.vars.clone(), terminal: &no_atom, asked: &unasked };
        let mut kinds = vec![];
        for tuple in case.tuples() {
            let forms = tuple.iter().map(|e| far.int(e)).collect::<Result<Vec<_>>>()?;
            let Some(kind) = self.kinds.kind(self.rules, &forms)? else { return Ok(None) };
            kinds.push(kind);
        }
        Ok(Some(kinds))
    }

    /// What is taken of the number of a heap: m times the tokens, and the number of its kind less those of the kinds that are left.
    fn taken(&self, tokens: i128, residue: u64, left: &[u64]) -> Result<u64> {
        let own = self.kinds.without_tokens(residue).ok_or("a heap is of no kind")?;
        let worth = i128::from(own) - left.iter().copied().map(i128::from).sum::<i128>();
        let take = tokens.checked_mul(i128::from(self.kinds.of)).and_then(|take| take.checked_add(worth));
        let take = take.and_then(|take| u64::try_from(take).ok());
        take.ok_or_else(|| "a move leaves heaps whose numbers are together more than the whole".into())
    }

    /// Calls `see` with all lists of heaps whose residues add up to `sum`: small heaps in ascending order, then at least one large heap,
    /// each at least as large as the one before.
    fn lists(
        &self,
        parts: usize,
        sum: u64,
        list: &mut Vec<Part>,
        see: &mut dyn FnMut(&[Part]) -> Result<()>,
    ) -> Result<()> {
        if list.len() + 1 == parts {
            let number = |part: &Part| match part {
                Part::Small(number) | Part::Large(number) => *number,
            };
            let before: u64 = list.iter().map(number).sum();
            let class = (sum + self.modulus - before % self.modulus) % self.modulus;
            list.push(Part::Large(class));
            see(list)?;
            list.pop();
            return Ok(());
        }
        let small = match list.last() {
            None => 0..self.near,
            Some(Part::Small(size)) => *size..self.near,
            Some(Part::Large(_)) => 0..0,
        };
        for part in small.map(Part::Small).chain((0..self.modulus).map(Part::Large)) {
            list.push(part);
            self.lists(parts, sum, list, see)?;
            list.pop();
        }
        Ok(())
    }

    /// May these heaps be left, in some order?
    fn may(&self, case: &Case, (amounts, take, kinds): (&Amounts, u64, &[u64]), list: &[Part]) -> Result<bool> {
        let (mut forms, mut whole) = (vec![], Form::number(i128::from(take)));
        let (mut last, mut class, mut unknown) = (Form::number(i128::from(self.near)), 0, 0);
        for part in list {
            forms.push(match part {
                Part::Small(size) => Form::number(i128::from(*size)),
                Part::Large(own) => {
                    let more = (own + self.modulus - class) % self.modulus;
                    last = last.plus(1, Form::number(i128::from(more)))?;
                    last = last.plus(1, Form::unknown(unknown, i128::from(self.modulus)))?;
                    (class, unknown) = (*own, unknown + 1);
                    last
                }
            });
        }
        for form in &forms {
            if !self.exists(*form)? {
                return Ok(false);
            }
            whole = whole.plus(1, *form)?;
        }
        let mut doubt = None;
        let found = orders(&mut forms, 0, &mut |order| match self.leaves(case, (amounts, kinds), order, whole) {
            Ok(leaves) => leaves,
            Err(why) => {
                doubt = Some(why);
                false
            }
        });
        if found { Ok(true) } else { doubt.map_or(Ok(false), Err) }
    }

    /// Does a move from n leave these heaps, in this order?
    fn leaves(&self, case: &Case, (amounts, kinds): (&Amounts, &[u64]), order: &[Form], n: Form) -> Result<bool> {
        self.spend()?;
        let tokens = |heap: &Form| Ok(*self.kinds.tokens(&self.coords(*heap)?));
        let of_kind =
            |(heap, kind): (&Form, &u64)| (heap.one - i128::from(*kind)).rem_euclid(i128::from(self.kinds.of)) == 0;
        if !order.iter().zip(kinds).all(of_kind) {
            return Ok(false);
        }
        let parts = order.iter().map(tokens).collect::<Result<Vec<Form>>>()?;
        let Some(left) = self.left(case, n, &amounts.at(&parts, tokens(&n)?)?)? else { return Ok(false) };
        let mut same = Some(true);
        for (left, wanted) in left.iter().zip(order) {
            match left.plus(-1, *wanted)?.is_zero() {
                Some(false) => return Ok(false),
                Some(true) => {}
                None => same = None,
            }
        }
        same.ok_or_else(|| unclear("what a move leaves"))
    }

    /// The set for two heaps: the smaller one must decide whether a move may leave them.
    fn pairs(&self, lists: &[(Vec<Part>, bool)]) -> Result<Sizes> {
        let mut which = self.none();
        for (list, _) in lists.iter().filter(|(_, may)| *may) {
            match list[0] {
                Part::Small(size) => which.small[index(size)] = true,
                Part::Large(class) => which.large[index(class)] = true,
            }
        }
        let large = |part: &Part| if let Part::Large(class) = part { Some(which.large[index(*class)]) } else { None };
        let even = |list: &[Part], may| large(&list[0]).is_none() || list.iter().all(|part| large(part) == Some(may));
        if lists.iter().all(|(list, may)| even(list, *may)) {
            Ok(which)
        } else {
            Err("which two heaps may be left depends on which of them is greater".into())
        }
    }

    /// The set for several heaps: all of them must be in it.
    fn alike(&self, lists: &[(Vec<Part>, bool)]) -> Result<Sizes> {
        let mut which = self.none();
        for part in lists.iter().filter(|(_, may)| *may).flat_map(|(list, _)| list) {
            match part {
                Part::Small(size) => which.small[index(*size)] = true,
                Part::Large(class) => which.large[index(*class)] = true,
            }
        }
        let has = |part: &Part| match part {
            Part::Small(size) => which.small[index(*size)],
            Part::Large(class) => which.large[index(*class)],
        };
        if lists.iter().all(|(list, may)| list.iter().all(has) == *may) {
            Ok(which)
        } else {
            Err("which heaps may be left together is not decided by each of them alone".into())
        }
    }

    fn none(&self) -> Sizes {
        Sizes { small: vec![false; index(self.near)], large: vec![false; index(self.modulus)] }
    }
}

/// An expression that is linear in the growing amounts, with coefficients of either sign, as a form. P belongs to n; the other unknowns are
/// the amounts.
fn linear(e: &Expr, case: &Case, coords: &[Form]) -> Result<Form> {
    let mut far = Far { coords, vars: case.vars.clone(), terminal: &no_atom, asked: &unasked };
    if let Some(form) = far.int(e)? {
        return Ok(form);
    }
    match e {
        Expr::V(var) if *var < case.vars.len() => {
            let before = case.vars[..*var].iter().filter(|var| var.is_none()).count();
            Ok(Form::unknown(1 + before, 1))
        }
        Expr::Sum(constant, terms) => {
            let add = |sum: Form, (k, term): &(i128, Expr)| sum.plus(*k, linear(term, case, coords)?);
            terms.iter().try_fold(Form::number(*constant), add)
        }
        _ => Err(unclear("what a move leaves")),
    }
}

/// The linear expressions that the guard requires to be 0.
fn ties(case: &Case, coords: &[Form]) -> Vec<Form> {
    let guard = match &case.family.guard {
        Expr::And(list) => &list[..],
        one => std::slice::from_ref(one),
    };
    let tie = |e: &Expr| if let Expr::Zero(e) = e { linear(e, case, coords).ok() } else { None };
    guard.iter().filter_map(tie).collect()
}

/// Calls `found` with the orders of a list until it returns `true`.
fn orders(list: &mut Vec<Form>, from: usize, found: &mut dyn FnMut(&[Form]) -> bool) -> bool {
    if from + 1 >= list.len() {
        return found(list);
    }
    (from..list.len()).any(|k| {
        list.swap(from, k);
        let done = orders(list, from + 1, found);
        list.swap(from, k);
        done
    })
}
