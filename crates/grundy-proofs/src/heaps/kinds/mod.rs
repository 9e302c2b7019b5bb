//! Heaps of several kinds, written as heaps of one.
//!
//! In: rules whose positions are tuples of one coordinate that counts tokens and of others with few values; these others are the *kind* of the heap.
//! Out: [`Kinds`], which has rules of one coordinate N. The heap of n tokens and kind k is N = m n + w(k), with m fixed and w(k) different modulo m. So
//! the kind is the residue of N modulo m, what a move takes and leaves is again constant, and the theorems on heaps apply as they stand.
//!
//! w(k) = m c(k) + r(k) with r(k) < m. The c are the least for which no move makes n + c(k) larger: a kind from which a move may lead to one of two
//! tokens more is worth two tokens more. The r are in such an order that where n + c(k) stays the same, N becomes smaller. m is so large that a move
//! which leaves several heaps takes something, in the new numbers as well.

mod moves;
#[cfg(test)]
mod tests;

use dashu_int::IBig;

use self::moves::{Among, Moved};
use crate::exact::index;
use grundy_core::contract::proof;
use grundy_core::contract::reason::{Reason, counter};
use grundy_core::read::arithmetic;
use grundy_rules::rules::bounds::{Naturals, decide};
use grundy_rules::rules::expr::{C, Cond, E, Expr, Place};
use grundy_rules::rules::{Coordinate, Leaf, Line, LineEntry, Role, Ruleset, build, change};

/// At most this many kinds are told apart.
const MOST: usize = 1 << 6;
/// At most so many choices of the kinds that are left.
const CASES: usize = 1 << 12;
/// The most kinds whose numbers are told.
const MOST_TOLD: usize = 4;

/// Heaps of several kinds, and the rules of one coordinate that are the same game.
pub(super) struct Kinds {
    /// The coordinate that counts tokens.
    tokens: usize,
    /// For each kind all coordinates, with 0 for the tokens.
    kinds: Vec<Vec<u64>>,
    /// w(k), for each kind: the number of the heap without tokens.
    pub(super) numbers: Vec<u64>,
    /// m
    pub(super) of: u64,
    /// The rules of N.
    pub(super) rules: Ruleset,
    /// The multiple of all divisors in the rules of N by which its conditions recur.
    pub(super) modulus: u64,
}

impl Kinds {
    /// Reads rules of several coordinates.
    pub(super) fn read(rules: &Ruleset) -> Result<Kinds, Reason> {
        let (tokens, kinds) = kinds(rules)?;
        let mut cases = vec![];
        for family in &rules.families {
            for kind in 0..kinds.len() {
                Moved::read(family, kind, Among { rules, tokens, kinds: &kinds }, &mut cases)?;
                if cases.len() > CASES {
                    return refuse("moves leave too many kinds of heaps");
                }
            }
        }
        let numbers = numbers(rules, &cases, kinds.len())?;
        let of = modulus(rules, &cases, &numbers)?;
        let numbers = numbers.into_iter().map(|number| of * number.worth + number.residue).collect();
        let mut read = Kinds {
            tokens,
            kinds,
            numbers,
            of,
            rules: Ruleset::default(),
            modulus: arithmetic::modulus(rules).saturating_mul(of),
        };
        read.rules = Ruleset {
            coords: vec![Coordinate { name: "N".into(), role: Role::Own }],
            leaves: vec![Leaf { splits: rules.leaves[0].splits, ..Leaf::of(0, 1) }],
            requires: vec![(0, read.exists(rules), Place::default())],
            families: cases.into_iter().map(|case| case.family(&read)).collect(),
            ..Ruleset::default()
        };
        Ok(read)
    }

    /// The numbers that are heaps.
    fn exists(&self, rules: &Ruleset) -> C {
        let each = self.kinds.iter().zip(&self.numbers).map(|(kind, number)| {
            let conditions = rules.requires.iter().map(|(_, c, _)| {
                let tokens = |leaf: &Expr| matches!(leaf, Expr::Coord(_)).then(|| self.tokens_of(*number));
                change::substitute(&change::substitute(c, &at_kind(self.tokens, kind)), &tokens)
            });
            build::and(self.is_kind(&build::coord(0), *number).into_iter().chain(conditions).collect())
        });
        build::or(each.collect())
    }

    /// The conditions that a number is a heap of the kind with this w.
    fn is_kind(&self, of: &E, number: u64) -> [C; 2] {
        let residue = build::modulo(of, &build::int(self.of), Place::default());
        [build::eq(&residue, &build::int(number % self.of)), build::le(&build::int(number), of)]
    }

    /// The tokens of the heap N of the kind with this w.
    fn tokens_of(&self, number: u64) -> E {
        build::div(&build::sub(&build::coord(0), &build::int(number)), &build::int(self.of), Place::default())
    }

    /// The kind of a tuple.
    fn kind_of(&self, is: impl Fn(usize) -> Option<u64>) -> Option<usize> {
        let same = |kind: &Vec<u64>| (0..kind.len()).all(|i| i == self.tokens || is(i) == Some(kind[i]));
        self.kinds.iter().position(same)
    }

    /// N for a tuple; `None` if the tuple is of no kind, so that it is no position.
    pub(super) fn number(&self, tuple: &[IBig]) -> Option<IBig> {
        let kind = self.kind_of(|i| u64::try_from(&tuple[i]).ok())?;
        Some(&tuple[self.tokens] * IBig::from(self.of) + IBig::from(self.numbers[kind]))
    }

    /// The number of the kind along a line on which tokens run from 0.
    pub(super) fn along(&self, line: &Line) -> Option<usize> {
        let (row, runner) = line.single().filter(|(_, runner)| *runner == self.tokens)?;
        self.kind_of(|i| (i != runner).then(|| row[i]))
    }

    /// The numbering, as certificates state it.
    pub(super) fn told(&self, preperiod: u64, period: u64) -> proof::Kinds {
        let entry = |(i, x): (usize, &u64)| if i == self.tokens { LineEntry::Runs(0) } else { LineEntry::Fixed(*x) };
        let line = |kind: &Vec<u64>| Line { entries: kind.iter().enumerate().map(entry).collect() };
        let numbered = self.kinds.iter().map(line).zip(self.numbers.iter().copied());
        proof::Kinds { of: self.of, numbered: numbered.collect(), preperiod, period }
    }

    /// The numbering in words.
    pub(super) fn explained(&self) -> String {
        let of = self.of;
        let kind = |(kind, number): (&Vec<u64>, &u64)| {
            let entry = |(i, x): (usize, &u64)| if i == self.tokens { "n".to_string() } else { x.to_string() };
            let entries: Vec<String> = kind.iter().enumerate().map(entry).collect();
            let more = if *number == 0 { String::new() } else { format!(" + {number}") };
            format!("({}) is {of}n{more}", entries.join(", "))
        };
        let most = self.kinds.iter().zip(&self.numbers).take(MOST_TOLD).map(kind);
        let rest = if self.kinds.len() > MOST_TOLD { ", …" } else { "" };
        format!(
            "heaps of {} kinds, numbered as heaps of one: {}{rest}",
            self.kinds.len(),
            most.collect::<Vec<_>>().join(", ")
        )
    }
}

fn refuse<T>(text: impl Into<String>) -> Result<T, Reason> {
    Err(Reason::shape(text.into(), Place::default()))
}

/// The replacement of all coordinates but the tokens by those of a kind.
fn at_kind(tokens: usize, kind: &[u64]) -> impl Fn(&Expr) -> Option<E> {
    move |leaf| match leaf {
        Expr::Coord(i) if *i != tokens => Some(build::int(kind[*i])),
        _ => None,
    }
}

/// The coordinate that counts tokens, and the kinds of heaps.
fn kinds(rules: &Ruleset) -> Result<(usize, Vec<Vec<u64>>), Reason> {
    if let Some(counts) = counter(rules) {
        return refuse(counts);
    }
    if rules.leaves.len() != 1 || !rules.parts.is_empty() || rules.blocked > 0 {
        return refuse("heaps of several kinds are those of one game, which is no compound");
    }
    let bounds: Vec<Option<u64>> = (0..rules.width()).map(|i| bound(rules, i)).collect();
    let free: Vec<usize> = (0..rules.width()).filter(|i| bounds[*i].is_none()).collect();
    let [tokens] = free[..] else {
        return refuse(match free.len() {
            0 => "no coordinate counts tokens: each has a constant bound".to_string(),
            some => format!("{some} coordinates have no constant bound; heaps are read of one"),
        });
    };
    let mut kinds = vec![vec![]];
    for (i, bound) in bounds.iter().enumerate() {
        let last = bound.unwrap_or(0);
        if last >= MOST as u64 || kinds.len() * (index(last) + 1) > MOST * MOST {
            return refuse(format!("{} has too many values to tell kinds of heaps apart", rules.coords[i].name));
        }
        let with = |kind: &Vec<u64>| (0..=last).map(|x| [&kind[..], &[x]].concat()).collect::<Vec<_>>();
        kinds = kinds.iter().flat_map(with).collect();
    }
    let never = |c: &C, kind: &[u64]| decide(&change::substitute(c, &at_kind(tokens, kind)), &Naturals) == Some(false);
    kinds.retain(|kind| !rules.requires.iter().any(|(_, c, _)| never(c, kind)));
    if kinds.len() > MOST {
        return refuse(format!("there are {} kinds of heaps, more than {MOST}", kinds.len()));
    }
    Ok((tokens, kinds))
}

/// The greatest value of a coordinate, if a `require` bounds a sum in which it stands by a constant.
fn bound(rules: &Ruleset, coordinate: usize) -> Option<u64> {
    let conjuncts = rules.requires.iter().flat_map(|(_, c, _)| build::conjuncts(c));
    let bounds = conjuncts.filter_map(|condition| {
        let Cond::NonPos(e) = &*condition else { return None };
        let (constant, terms) = build::linear(e);
        let sum = terms.iter().all(|(t, k)| matches!(**t, Expr::Coord(_)) && *k > IBig::ZERO);
        let own = terms.iter().find(|(t, _)| **t == Expr::Coord(coordinate)).filter(|_| sum)?;
        u64::try_from(build::floor_div(&-constant, &own.1)?).ok()
    });
    bounds.min()
}

/// The number of a heap without tokens: what its kind is worth in tokens, and a residue.
struct Number {
    worth: u64,
    residue: u64,
}

/// What kinds are worth, so that no move raises n + c(k), and residues, so that moves which leave that the same lower the residue.
fn numbers(rules: &Ruleset, cases: &[Moved<'_>], kinds: usize) -> Result<Vec<Number>, Reason> {
    let mut raised = vec![];
    for case in cases {
        for (kind, more) in case.raised() {
            match more.and_then(|more| i64::try_from(more).ok()).filter(|more| more.unsigned_abs() < MOST as u64) {
                Some(more) => raised.push((case.kind, kind, more)),
                None => return case.refuse(rules, "may leave a heap of more tokens"),
            }
        }
    }
    let mut worth = vec![0i64; kinds];
    // Without a circle that raises, the worths are settled after as many rounds as there are kinds.
    let mut settle = || {
        let mut is_settled = true;
        for (from, to, more) in &raised {
            is_settled &= worth[*from] >= worth[*to] + more;
            worth[*from] = worth[*from].max(worth[*to] + more);
        }
        is_settled
    };
    if !(0..=kinds).any(|_| settle()) {
        return refuse("moves lead from a kind of heap back to it, with more tokens");
    }
    let tight =
        |from: usize, to: usize| raised.iter().any(|r| (r.0, r.1) == (from, to) && worth[from] == worth[to] + r.2);
    let mut residues = vec![None; kinds];
    for residue in 0..kinds as u64 {
        let ready = |kind: &usize| {
            residues[*kind].is_none() && (0..kinds).all(|to| !tight(*kind, to) || residues[to].is_some())
        };
        let Some(next) = (0..kinds).find(ready) else {
            return refuse("moves lead from a kind of heap back to it, with as many tokens");
        };
        residues[next] = Some(residue);
    }
    let number =
        |(worth, residue): (i64, Option<u64>)| Number { worth: worth.unsigned_abs(), residue: residue.unwrap_or(0) };
    Ok(worth.into_iter().zip(residues).map(number).collect())
}

/// The least m for which no move that leaves several heaps adds to the whole.
fn modulus(rules: &Ruleset, cases: &[Moved<'_>], numbers: &[Number]) -> Result<u64, Reason> {
    let mut least = numbers.len() as u64;
    for case in cases.iter().filter(|case| case.left.len() > 1) {
        let Some(taken) = case.taken() else { continue };
        let left = case.left.iter().map(|kind| &numbers[*kind]);
        let more = left.clone().map(|kind| kind.residue).sum::<u64>().saturating_sub(numbers[case.kind].residue);
        let worth = IBig::from(numbers[case.kind].worth) - IBig::from(left.map(|kind| kind.worth).sum::<u64>());
        match u64::try_from(taken + worth) {
            Ok(0) if more == 0 => {}
            Ok(0) => return case.refuse(rules, "takes nothing, and leaves kinds of heaps that count for more"),
            Ok(taken) => least = least.max(more.div_ceil(taken)),
            Err(_) => return case.refuse(rules, "adds tokens to the whole"),
        }
    }
    Ok(least)
}
