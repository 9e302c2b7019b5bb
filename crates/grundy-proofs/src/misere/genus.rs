//! The genus of a position.
//!
//! In: the genera of a position's options. Out: its genus, in the shortest form.
//!
//! The genus `g^{g0,g1,g2,…}` has the value g in normal play, and the values g0, g1, … in misère play of the position and of its sums with one, two, …
//! nim heaps of 2 (Conway, *On Numbers and Games*, ch. 12). A terminal position has `0^{1,2,0}`. The heap of 2 that was added last is taken, or lowered
//! to 1, and the misère value of a sum with a heap of 1 is that of the position xor 1; so
//!
//! > g(k) = mex of the g(k) of all options, of g(k - 1), and of g(k - 1) xor 1, for k >= 1.
//!
//! In the end the numbers alternate: g(k + 1) = g(k) xor 2. *If those of all options alternate from k = a on, the position's alternate from a + 1 on.*
//! Let B be the first four numbers 4q, …, 4q + 3 that the options do not all have, and call 4q, 4q + 1 and 4q + 2, 4q + 3 its pairs. From a on, what the
//! options have in one pair at k, they have in the other at k + 1, shifted by 2. A number g(k) is in B unless its options leave numbers free in
//! one pair only, and g(k - 1) is in that pair; for k > a this does not occur, since at k - 1 that pair was full. With g(k) in one pair of B, g(k + 1) is not in
//! that pair; it is the least free number of the other, which is g(k) xor 2. A terminal position's numbers alternate from 1 on.
//! So the numbers to g(a + 2) are computed, and those that can be told from the last two are dropped. That two numbers differ by 2 is not
//! enough: the heap of 31 of the octal game 0.26 has 2^{0,2,0,2,0,2,0,2,0,2,0,4,2,0}.

use std::fmt;

use dashu_int::IBig;
use grundy_core::contract::bits::mex_of_stamps;

/// A genus: the value in normal play, and the misère values up to the first two that alternate from there on. Equal genera are written the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    numbers: Vec<u32>,
}

impl Genus {
    /// The normal value, and then the misère values: of the position itself, with one nim heap of 2, with two, …
    #[must_use]
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The genus of the position whose options have these.
    #[must_use]
    pub fn of_options(options: &[&Genus]) -> Genus {
        let sights: Vec<Sight> =
            options.iter().map(|genus| Sight { numbers: &genus.numbers, twos: 0, one: false }).collect();
        Genus { numbers: Mex::default().genus(&sights) }
    }

    /// A number that only equal genera have: after a 1, for each number its digits in base 2 once 1 is added, behind as many zeros as there are
    /// digits after the first.
    #[must_use]
    pub fn code(&self) -> IBig {
        let digits = |n: &u32| (u64::from(*n) + 1, 64 - (u64::from(*n) + 1).leading_zeros() as usize);
        self.numbers.iter().map(digits).fold(IBig::ONE, |code, (n, digits)| (code << (2 * digits - 1)) + IBig::from(n))
    }

    /// The genus with this normal value, and these misère values of the position and of its sums with one, two, … nim heaps of 2, of which the last two alternate from there on.
    ///
    /// ```
    /// use grundy_proofs::misere::Genus;
    ///
    /// assert_eq!(Genus::alternating(4, vec![1, 4, 6, 4, 6]).to_string(), "4^{1,4,6}");
    /// ```
    #[must_use]
    pub fn alternating(normal: u32, misere: Vec<u32>) -> Genus {
        let mut numbers = std::iter::once(normal).chain(misere).collect();
        shorten(&mut numbers);
        Genus { numbers }
    }

    pub(super) fn of(sight: &Sight) -> Genus {
        let misere = (0..=sight.settled() + 1).map(|k| sight.misere(k));
        let numbers = std::iter::once(sight.normal()).chain(misere).collect();
        Genus { numbers }
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let misere: Vec<String> = self.numbers[1..].iter().map(u32::to_string).collect();
        write!(f, "{}^{{{}}}", self.numbers[0], misere.join(","))
    }
}

/// The genus of the position without moves.
pub(super) const TERMINAL: [u32; 4] = [0, 1, 2, 0];

/// The genus of a sum of some position with nim heaps of 2, and perhaps with one of 1, seen from the genus of that position.
#[derive(Clone, Copy)]
pub(super) struct Sight<'a> {
    /// The genus of the position.
    pub(super) numbers: &'a [u32],
    pub(super) twos: u32,
    pub(super) one: bool,
}

impl Sight<'_> {
    pub(super) fn normal(&self) -> u32 {
        self.numbers[0] ^ (2 * (self.twos & 1)) ^ u32::from(self.one)
    }

    /// The misère value of the sum with `more` further nim heaps of 2.
    pub(super) fn misere(&self, more: u32) -> u32 {
        let (at, last) = (u64::from(self.twos) + u64::from(more), self.numbers.len() as u64 - 2);
        let near = if at <= last { at } else { last - ((at - last) & 1) };
        self.numbers[1 + near as usize] ^ u32::from(self.one)
    }

    /// From how many further heaps of 2 on the values alternate.
    fn settled(&self) -> u32 {
        (self.numbers.len() as u32 - 3).saturating_sub(self.twos)
    }

    /// Is it the genus with these numbers?
    pub(super) fn is(&self, numbers: &[u32]) -> bool {
        let others = Sight { numbers, twos: 0, one: false };
        self.normal() == others.normal()
            && self.settled() == others.settled()
            && (0..=self.settled() + 1).all(|k| self.misere(k) == others.misere(k))
    }
}

/// Is it the genus of a sum of nim heaps?
pub(super) fn is_of_nim(numbers: &[u32]) -> bool {
    is_fickle(numbers) || matches!(numbers, [g, g0, g1] if g == g0 && *g1 == g ^ 2)
}

/// Is it the genus of a nim heap of 0 or 1?
pub(super) fn is_fickle(numbers: &[u32]) -> bool {
    matches!(numbers, [0, 1, 2, 0] | [1, 0, 3, 1])
}

/// The genus of nim heaps whose nim-sum is `sum`; `firm` if one of them is 2 or more.
pub(super) fn of_nim(sum: u32, firm: bool) -> Vec<u32> {
    match firm {
        true => vec![sum, sum, sum ^ 2],
        false => TERMINAL.iter().enumerate().map(|(i, x)| if i == 0 { sum } else { x ^ sum }).collect(),
    }
}

/// Finds genera from those of the options; keeps its memory from one to the next.
#[derive(Default)]
pub(super) struct Mex {
    stamps: Vec<u32>,
    stamp: u32,
}

impl Mex {
    /// The genus of the position with these options.
    pub(super) fn genus(&mut self, options: &[Sight]) -> Vec<u32> {
        if options.is_empty() {
            return TERMINAL.to_vec();
        }
        let settled = options.iter().map(Sight::settled).max().unwrap_or(0);
        let mut numbers = vec![self.least(options.iter().map(Sight::normal))];
        for k in 0..settled + 3 {
            let before = (k > 0).then(|| numbers[k as usize]);
            let with_twos = before.iter().flat_map(|g| [*g, g ^ 1]);
            numbers.push(self.least(options.iter().map(|option| option.misere(k)).chain(with_twos)));
        }
        shorten(&mut numbers);
        numbers
    }

    fn least(&mut self, values: impl Iterator<Item = u32>) -> u32 {
        self.stamp += 1;
        for value in values {
            let at = value as usize;
            if at >= self.stamps.len() {
                self.stamps.resize(at + 1, 0);
            }
            self.stamps[at] = self.stamp;
        }
        mex_of_stamps(&self.stamps, self.stamp) as u32
    }
}

/// Drops the last misère value while it is the last but two.
fn shorten(numbers: &mut Vec<u32>) {
    while let [_, .., a, _, b] = numbers[..]
        && a == b
    {
        numbers.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sight(numbers: &[u32]) -> Sight<'_> {
        Sight { numbers, twos: 0, one: false }
    }

    fn written(numbers: &[u32]) -> String {
        Genus { numbers: numbers.to_vec() }.to_string()
    }

    /// *On Numbers and Games*, ch. 12: 0, 1 and 2 are the nim heaps, and the heap of 5 in Kayles has the options 1, 2, 3 and 2 + 2.
    #[test]
    fn nim_heaps_and_a_heap_of_kayles() {
        let mut mex = Mex::default();
        let zero = mex.genus(&[]);
        let one = mex.genus(&[sight(&zero)]);
        let two = mex.genus(&[sight(&zero), sight(&one)]);
        assert_eq!([&zero, &one, &two].map(|g| written(g)), ["0^{1,2,0}", "1^{0,3,1}", "2^{2,0}"]);
        assert_eq!(
            [(0, false), (1, false), (2, true)].map(|(sum, firm)| of_nim(sum, firm)),
            [zero.clone(), one.clone(), two.clone()]
        );
        let three = Sight { numbers: &two, twos: 0, one: true };
        let two_twos = Sight { numbers: &zero, twos: 2, one: false };
        let kayles = mex.genus(&[sight(&one), sight(&two), three, two_twos]);
        assert_eq!(written(&kayles), "4^{1,4,6}");
        assert_eq!(written(&Genus::of(&two_twos).numbers), "0^{0,2}");
        assert_eq!(written(&Genus::of(&three).numbers), "3^{3,1}");
    }

    /// Genera that may arise: of random sets of options, from the terminal position on.
    fn genera() -> impl Strategy<Value = Vec<Vec<u32>>> {
        prop::collection::vec(
            prop::collection::vec((any::<prop::sample::Index>(), 0..4u32, any::<bool>()), 0..6),
            1..40,
        )
        .prop_map(|positions| {
            let mut all: Vec<Vec<u32>> = vec![TERMINAL.to_vec()];
            for options in positions {
                let options: Vec<Sight> = options
                    .iter()
                    .map(|(index, twos, one)| Sight { numbers: &all[index.index(all.len())], twos: *twos, one: *one })
                    .collect();
                let genus = Mex::default().genus(&options);
                all.push(genus);
            }
            all
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

        /// The numbers go on as the recursion says, far beyond those that are written.
        #[test]
        fn what_is_not_written_alternates(genera in genera(), picked in prop::collection::vec((any::<prop::sample::Index>(), 0..4u32, any::<bool>()), 1..6)) {
            let options: Vec<Sight> = picked
                .iter()
                .map(|(index, twos, one)| Sight { numbers: &genera[index.index(genera.len())], twos: *twos, one: *one })
                .collect();
            let genus = Mex::default().genus(&options);
            let (whole, mut before) = (sight(&genus), None);
            for k in 0..60 {
                let mut others: Vec<u32> = options.iter().map(|option| option.misere(k)).collect();
                others.extend(before.iter().flat_map(|g| [*g, g ^ 1]));
                let least = (0..).find(|g| !others.contains(g));
                prop_assert_eq!(Some(whole.misere(k)), least, "{} of {:?} at {}", written(&genus), genera, k);
                before = least;
            }
            let last = &genus[genus.len() - 2..];
            prop_assert_eq!(last[0] ^ last[1], 2);
            // The sight of a genus, written, is the same genus.
            for option in &options {
                let own = Genus::of(option);
                prop_assert!(option.is(own.numbers()));
                prop_assert!((0..60).all(|k| option.misere(k) == sight(own.numbers()).misere(k)));
                prop_assert_eq!(own.numbers() == &genus[..], option.is(&genus));
            }
        }
    }
}
