//! Forms: positions replaced by sums that are equal to them, and the genera of sums.
//!
//! In: the options of a position, as sums of forms. Out: a sum that is equal to the position: one that is known already, if the theorem on reversible
//! options shows it, or else a new part. Positions with the same options are one part. `mod` states the theorems.

use grundy_core::contract::limits::{Held, Limits};
use grundy_core::contract::numbered::Numbered;
use grundy_core::contract::stop::Result;
use hashbrown::HashSet;

use super::genus::{Mex, Sight, TERMINAL, is_fickle, is_of_nim, of_nim};
use super::sum::{Bags, Sum};

/// The genus of a multiset that is not known yet.
const UNKNOWN: u32 = u32::MAX;
/// The most sums that are looked at to find one that is equal to a position.
const LOOKS: usize = 1 << 13;
/// With more options than this a position is compared with its options alone.
const MANY: usize = 1 << 8;
/// Options listed between two looks at the interruption and the memory.
const PATIENCE: usize = 1 << 12;

/// What is the same for many sums: the number of the genus of the parts, the heaps of 2, and the heap of 1.
type Kind = (u32, u32, bool);

/// Parts, sums of them, and what is known of these.
pub(super) struct Forms {
    bags: Bags,
    /// For each multiset, the number of its genus.
    known: Vec<u32>,
    genera: Numbered<u32>,
    /// The options of each part.
    parts: Numbered<Sum>,
    /// The kinds of the options of each part.
    kinds: Numbered<Kind>,
    kinds_of: Vec<u32>,
    tame: Vec<bool>,
    mex: Mex,
    /// Options listed since the last look at the limits.
    listed: usize,
    limits: Limits,
    held: Held,
}

impl Forms {
    pub(super) fn new(limits: &Limits) -> Forms {
        let mut genera = Numbered::default();
        let terminal = genera.number(&TERMINAL);
        Forms {
            bags: Bags::new(),
            known: vec![terminal],
            genera,
            parts: Numbered::default(),
            kinds: Numbered::default(),
            kinds_of: vec![],
            tame: vec![],
            mex: Mex::default(),
            listed: 0,
            limits: limits.clone(),
            held: limits.held(0),
        }
    }

    /// The sum of two.
    pub(super) fn added(&mut self, one: Sum, other: Sum) -> Sum {
        let bag = self.bags.joined(one.bag, other.bag);
        Sum { bag, twos: one.twos + other.twos, one: one.one ^ other.one }
    }

    /// The genus of a sum.
    pub(super) fn sight(&mut self, sum: Sum) -> Result<Sight<'_>> {
        self.find(sum.bag)?;
        Ok(self.known_sight(sum))
    }

    /// A sum that is equal to the position with these options.
    pub(super) fn form(&mut self, mut options: Vec<Sum>) -> Result<Sum> {
        options.sort_unstable();
        options.dedup();
        if options.is_empty() {
            return Ok(Sum::NOTHING);
        }
        for option in &options {
            self.find(option.bag)?;
        }
        let kinds = self.kinds(&options);
        let genus = self.of_kinds(&kinds);
        if let Some(sum) = self.equal(&options, &genus)? {
            return Ok(sum);
        }
        Ok(Sum { bag: self.part(&options, &kinds, &genus), ..Sum::NOTHING })
    }

    /// The multiset of one part, which has these options and this genus.
    fn part(&mut self, options: &[Sum], kinds: &[Kind], genus: &[u32]) -> u32 {
        let part = self.parts.number(options);
        if part as usize == self.tame.len() {
            let tame = is_of_nim(genus) && options.iter().all(|option| self.is_tame(option.bag));
            self.tame.push(tame);
            self.kinds_of.push(self.kinds.number(kinds));
        }
        let bag = self.bags.of_part(part);
        self.note(bag, genus);
        bag
    }

    /// The kinds of sums whose genera are known.
    fn kinds(&self, sums: &[Sum]) -> Vec<Kind> {
        let kind = |sum: &Sum| (self.known[sum.bag as usize], sum.twos, sum.one);
        let mut kinds: Vec<Kind> = sums.iter().map(kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    fn sight_of(&self, (genus, twos, one): Kind) -> Sight<'_> {
        Sight { numbers: self.genera.list(genus), twos, one }
    }

    /// The genus of a position from the kinds of its options.
    fn of_kinds(&mut self, kinds: &[Kind]) -> Vec<u32> {
        let mut mex = std::mem::take(&mut self.mex);
        let sights: Vec<Sight> = kinds.iter().map(|kind| self.sight_of(*kind)).collect();
        let genus = mex.genus(&sights);
        self.mex = mex;
        genus
    }

    fn known_sight(&self, sum: Sum) -> Sight<'_> {
        self.sight_of((self.known[sum.bag as usize], sum.twos, sum.one))
    }

    fn note(&mut self, bag: u32, genus: &[u32]) {
        self.known.resize(self.bags.len(), UNKNOWN);
        self.known[bag as usize] = self.genera.number(genus);
    }

    fn is_known(&self, bag: u32) -> bool {
        self.known.get(bag as usize).is_some_and(|genus| *genus != UNKNOWN)
    }

    fn is_tame(&self, bag: u32) -> bool {
        self.bags.parts(bag).iter().all(|part| self.tame[*part as usize])
    }

    /// Finds the genus of a multiset of parts. It keeps its own stack, since sums may be deep. Every option has smaller parts, so the search ends.
    fn find(&mut self, root: u32) -> Result<()> {
        let mut stack = vec![root];
        let mut options = vec![];
        while let Some(bag) = stack.last().copied() {
            if self.is_known(bag) {
                stack.pop();
                continue;
            }
            if self.is_tame(bag) {
                let genus = self.of_tame(bag);
                self.note(bag, &genus);
                continue;
            }
            options.clear();
            self.options_of_bag(bag, &mut options);
            self.look(options.len(), stack.capacity() + 3 * options.capacity())?;
            let open = stack.len();
            stack.extend(options.iter().map(|option| option.bag).filter(|bag| !self.is_known(*bag)));
            if stack.len() == open {
                let kinds = self.kinds(&options);
                let genus = self.of_kinds(&kinds);
                self.note(bag, &genus);
            }
        }
        Ok(())
    }

    /// The genus of a sum of tame parts, each of which has its genus already.
    fn of_tame(&mut self, bag: u32) -> Vec<u32> {
        let parts = self.bags.parts(bag).to_vec();
        let (mut sum, mut firm) = (0, false);
        for part in parts {
            let alone = self.bags.of_part(part);
            let numbers = self.genera.list(self.known[alone as usize]);
            sum ^= numbers[0];
            firm |= !is_fickle(numbers);
        }
        of_nim(sum, firm)
    }

    /// The options of a multiset of parts: one part is replaced by one of its options.
    fn options_of_bag(&mut self, bag: u32, options: &mut Vec<Sum>) {
        let parts = self.bags.parts(bag).to_vec();
        for (place, part) in parts.iter().enumerate() {
            if parts.get(place + 1) == Some(part) {
                continue;
            }
            for option in self.parts.list(*part) {
                options.push(Sum { bag: self.bags.with(Some(place), bag, option.bag), ..*option });
            }
        }
        options.sort_unstable();
        options.dedup();
    }

    /// The options of a sum, sorted.
    fn options(&mut self, sum: Sum) -> Vec<Sum> {
        let mut options = vec![];
        self.options_of_bag(sum.bag, &mut options);
        options.iter_mut().for_each(|option| *option = option.plus(sum.twos, sum.one));
        if sum.twos > 0 {
            let fewer = Sum { twos: sum.twos - 1, ..sum };
            options.extend([fewer, fewer.plus(0, true)]);
        }
        if sum.one {
            options.push(Sum { one: false, ..sum });
        }
        options.sort_unstable();
        options.dedup();
        options
    }

    /// A known sum that is equal to the position with these options and this genus: an option with a heap of 1, 2 or 3, or an option of an option.
    fn equal(&mut self, options: &[Sum], genus: &[u32]) -> Result<Option<Sum>> {
        for option in options {
            for (twos, one) in [(0, true), (1, false), (1, true)] {
                let sum = option.plus(twos, one);
                if self.is_equal(sum, options, genus)? {
                    return Ok(Some(sum));
                }
            }
        }
        if options.len() > MANY {
            return Ok(None);
        }
        let (mut seen, mut looks) = (HashSet::<Sum, foldhash::fast::FixedState>::default(), 0);
        for option in options {
            if !self.may_have(*option, genus) {
                continue;
            }
            let own = self.options(*option);
            self.look(own.len(), seen.capacity() * 4)?;
            for sum in own {
                looks += 1;
                if looks > LOOKS {
                    return Ok(None);
                }
                if seen.insert(sum) && self.is_equal(sum, options, genus)? {
                    return Ok(Some(sum));
                }
            }
        }
        Ok(None)
    }

    /// May a sum have an option with this genus? Of a single part it is known, without a list of the options.
    fn may_have(&self, sum: Sum, genus: &[u32]) -> bool {
        let [part] = self.bags.parts(sum.bag) else { return true };
        let kinds = self.kinds.list(self.kinds_of[*part as usize]);
        let moved = |(genus, twos, one): &Kind| (*genus, twos + sum.twos, one ^ sum.one);
        sum.twos > 0 || sum.one || kinds.iter().any(|kind| self.sight_of(moved(kind)).is(genus))
    }

    /// Does the theorem on reversible options show that a sum is equal to the position with these options and this genus? Equal positions have the same
    /// genus, so few sums are looked at closely. The same genus also gives the proviso: the sum without moves has the misère value 1, so with its
    /// genus the position is an N-position.
    fn is_equal(&mut self, sum: Sum, options: &[Sum], genus: &[u32]) -> Result<bool> {
        if !self.sight(sum)?.is(genus) {
            return Ok(false);
        }
        let own = self.options(sum);
        if !own.iter().all(|option| options.binary_search(option).is_ok()) {
            return Ok(false);
        }
        let others = options.iter().filter(|option| own.binary_search(option).is_err());
        Ok(others.copied().all(|other| self.options(other).binary_search(&sum).is_ok()))
    }

    /// Looks now and then whether the search must end; `more` is the number of further entries of four bytes in use.
    fn look(&mut self, options: usize, more: usize) -> Result<()> {
        self.listed += 1 + options;
        if self.listed < PATIENCE {
            return Ok(());
        }
        self.limits.progress.look(std::mem::take(&mut self.listed) as u64);
        let lists = self.bags.bytes() + self.genera.bytes() + self.parts.bytes() + self.kinds.bytes();
        let beside = 4 * (self.known.capacity() + self.kinds_of.capacity() + more) + self.tame.capacity();
        self.held.grow(lists + beside as u64, &self.limits, "the search of sums in misère play")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The option 3 of {0, 3} has the option 1, so it is reversible, and {0, 3} = 1. The options of 2 + 2 + 2 are 2 + 2 and 2 + 2 + 1; so {0, 2 + 2 + 2}
    /// is not 1, although it has the genus of 1.
    #[test]
    fn the_same_genus_is_not_enough() {
        let mut forms = Forms::new(&Limits::default());
        let one = Sum::NOTHING.plus(0, true);
        assert_eq!(forms.form(vec![Sum::NOTHING, Sum::NOTHING.plus(1, true)]), Ok(one));
        let other = forms.form(vec![Sum::NOTHING, Sum::NOTHING.plus(3, false)]).expect("room");
        assert_ne!(other, one);
        assert!(forms.sight(other).expect("room").is(&[1, 0, 3, 1]));
    }
}
