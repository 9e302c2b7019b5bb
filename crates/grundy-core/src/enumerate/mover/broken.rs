//! Moves that break a number into heaps, as many as the position allows.
//!
//! In: a family at its parameters, and the tuples that it leaves besides. Out: every legal move, one for each way to write the number as a sum of
//! parts that do not decrease, of which there are as many, and which differ as much, as the rules say.

use super::{Hooks, LONGEST, Move, Mover};
use crate::contract::num::Num;
use crate::contract::stop::{Result, Stop};
use grundy_rules::lang::{Code, Diagnostic, Heaps, Order};
use grundy_rules::rules::expr::Place;
use grundy_rules::rules::{Family, Repeat, Target};

/// Numbers up to this are broken; the ways to break 100 are 190 million.
const GREATEST: u64 = 1 << 10;

/// The lists of heaps of a family: each its target, and its place among the repeats there.
pub(super) fn lists(family: &Family) -> Vec<(usize, usize)> {
    let of_target = |(t, target): (usize, &Target)| {
        let broken = |(r, repeat): (usize, &Repeat)| repeat.broken.is_some().then_some((t, r));
        target.repeats.iter().enumerate().filter_map(broken).collect::<Vec<_>>()
    };
    family.targets.iter().enumerate().flat_map(of_target).collect()
}

/// A move whose lists are chosen.
#[derive(Clone, Copy)]
pub(super) struct Broken<'a> {
    /// The family.
    pub(super) family: usize,
    /// The tuples that the move takes.
    pub(super) takes: &'a [(usize, usize)],
}

/// What is left to be chosen of a list.
#[derive(Clone, Copy)]
struct Left {
    /// What is not yet broken off.
    rest: u64,
    /// The parts so far.
    count: u64,
    first: u64,
    last: u64,
}

impl<N: Num> Mover<N> {
    /// Goes through the ways to choose the lists from this one on.
    pub(super) fn lists(
        &mut self,
        of: Broken,
        next: usize,
        to: &mut Vec<Vec<Vec<N>>>,
        hooks: &mut dyn Hooks<N>,
        f: &mut dyn FnMut(&Move<N>) -> Result<bool>,
    ) -> Result<bool> {
        let family = &self.families[of.family];
        let Some((t, r)) = family.broken.get(next).copied() else {
            return self.arrive(of.family, of.takes, to, hooks, f);
        };
        let (_, _, total) = &family.targets[t].repeats[r].ranges[0];
        let total = total(&mut self.env)?.to_big();
        let Ok(rest) = u64::try_from(&total) else { return Ok(false) };
        if rest > GREATEST {
            return Err(too_large(family.place, &total));
        }
        let length = to[t].len();
        let ended = self.parts(of, next, Left { rest, count: 0, first: 0, last: 0 }, to, hooks, f);
        to[t].truncate(length);
        ended
    }

    fn parts(
        &mut self,
        of: Broken,
        next: usize,
        left: Left,
        to: &mut Vec<Vec<Vec<N>>>,
        hooks: &mut dyn Hooks<N>,
        f: &mut dyn FnMut(&Move<N>) -> Result<bool>,
    ) -> Result<bool> {
        let (t, r) = self.families[of.family].broken[next];
        let Some(heaps) = self.families[of.family].targets[t].repeats[r].broken else { return Ok(false) };
        if left.rest == 0 {
            let ends = left.count >= heaps.least
                && (heaps.order != Order::NotAllEqual || left.count < 2 || left.first < left.last);
            return if ends { self.lists(of, next + 1, to, hooks, f) } else { Ok(false) };
        }
        let choice = Next::of(&heaps, left);
        for part in choice.sizes.chain(choice.whole.then_some(left.rest)) {
            self.env.burn(self.families[of.family].place)?;
            let length = to[t].len();
            let here = Left {
                rest: left.rest - part,
                count: left.count + 1,
                first: if left.count == 0 { part } else { left.first },
                last: part,
            };
            let ended = self.place(of, (t, r), part, to)? && self.parts(of, next, here, to, hooks, f)?;
            to[t].truncate(length);
            if ended {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds the tuple of a part where its condition holds. Returns `false` if an entry is negative, so that the move is not legal.
    fn place(&mut self, of: Broken, (t, r): (usize, usize), part: u64, to: &mut [Vec<Vec<N>>]) -> Result<bool> {
        let repeat = &self.families[of.family].targets[t].repeats[r];
        self.env.vars[repeat.ranges[0].0] = N::small(part as i64);
        if let Some(guard) = &repeat.guard
            && !guard(&mut self.env)?
        {
            return Ok(true);
        }
        let tuple = repeat.tuple.iter().map(|e| e(&mut self.env)).collect::<Result<Vec<N>>>()?;
        let legal = !tuple.iter().any(Num::negative);
        to[t].push(tuple);
        Ok(legal)
    }
}

/// What the next part may be.
struct Next {
    /// Sizes that leave something.
    sizes: std::ops::RangeInclusive<u64>,
    /// May it be all that is left?
    whole: bool,
}

impl Next {
    /// As parts do not decrease, one that leaves something leaves at least its own size.
    fn of(heaps: &Heaps, left: Left) -> Next {
        let full = heaps.most.is_some_and(|most| left.count >= most);
        let last_one = heaps.most == Some(left.count + 1);
        let unequal = u64::from(heaps.order == Order::Unequal);
        let least = if left.count == 0 { 1 } else { left.last + unequal };
        let half = match heaps.order {
            Order::Equal if left.count > 0 && left.last < left.rest => left.last,
            Order::Equal if left.count > 0 => 0,
            _ => left.rest.saturating_sub(unequal) / 2,
        };
        let equal = heaps.order != Order::Equal || left.count == 0 || left.last == left.rest;
        let sizes = least..=if full || last_one { 0 } else { half };
        Next { sizes, whole: !full && equal && least <= left.rest }
    }
}

fn too_large(place: Place, total: &dashu_int::IBig) -> Stop {
    let message =
        format!("this move breaks {total} tokens into heaps in every way; the plain engine lists them one by one");
    let error = Diagnostic::limit(Code::HugeRange, message)
        .help(format!("up to {GREATEST} tokens are broken, and at most {LONGEST} ways are listed at a position"));
    Stop::from(match place.0 {
        Some(span) => error.label(span, "too many ways to list"),
        None => error,
    })
}
