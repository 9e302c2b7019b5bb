//! The values of heaps, 64 in a row, where few of them are rare.
//!
//! In: the values of the first heaps, the moves from all later ones, and a [`Class`]. Out: values up to a heap, in one byte each.
//!
//! An option of two heaps has a common value only if one of its heaps is rare (`common`). So if the values of all pairs with a rare heap, and of all options that leave
//! one heap or none, are in the set of a heap, then the least common value c that is not in its set is the value of no option. The value of the heap is c if all rare values below c are those of
//! options: of those that are not in the set, each is looked for among all pairs; the first that is not found is the value. Pairs of some common heaps, the
//! *helpers*, put rare values into a set of their own, so that few need be looked for. Instead of values, sets have [`codes`](crate::heaps::codes), of half as many digits.
//!
//! Of the last heaps a proof may ask that every rare value below theirs is that of an option that grows with the heap ([`Rows::ask`]): that is looked at where the values are computed.

use std::ops::Range;

use crate::form::numbers::index;
use crate::form::spent::{Spent, Stop, Told};
use crate::heaps::Refusal;
use crate::heaps::codes::{Codes, RARE};
use crate::heaps::common::Class;
use crate::heaps::far::no;
use crate::heaps::lanes::{Pairs, Part, ROW, Sets, WORDS, any, mark};
use crate::heaps::read::{Move, Moves, Sizes};

/// The most helpers, and of one value.
const HELPERS: usize = 64;
const ALIKE: u8 = 2;
/// Heaps that are computed between two cuts, where heaps are forgotten.
const AT_ONCE: usize = 1 << 14;
/// Options that have so many tokens less are marked for eight heaps at a time.
const EIGHT: usize = 8;

/// What moves to two heaps take.
fn taken(pairs: &[(usize, &Sizes)]) -> Vec<u64> {
    pairs.iter().map(|(take, _)| *take as u64).collect()
}

/// The places of the digits 1, in order.
fn ones(mut word: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let digit = (word != 0).then(|| place(word))?;
        word &= word - 1;
        Some(digit)
    })
}

/// The places of the digits 1 of two words.
fn all_ones([low, high]: [u64; WORDS]) -> impl Iterator<Item = u8> {
    ones(low).chain(ones(high).map(|digit| 64 + digit))
}

/// The place of the lowest digit 1; 64 if there is none.
fn place(word: u64) -> u8 {
    word.trailing_zeros().to_le_bytes()[0]
}

/// For each code the set that has it alone.
const ALONE: [[u64; 2 * WORDS]; 256] = {
    let mut all = [[0; 2 * WORDS]; 256];
    let mut code = 0;
    while code < 256 {
        all[code][code / 64] = 1 << (code % 64);
        code += 1;
    }
    all
};

/// The codes of options of a heap: two words of common and two of rare ones.
#[derive(Clone, Copy)]
struct Seen([u64; 2 * WORDS]);

impl Seen {
    #[inline]
    fn insert(&mut self, code: u8) {
        self.0.iter_mut().zip(&ALONE[usize::from(code)]).for_each(|(own, one)| *own |= one);
    }

    /// The least common code that is lacking; 128 if there is none.
    #[inline]
    fn least(&self) -> u8 {
        let [low, high, ..] = self.0;
        if low == u64::MAX { 64 + place(!high) } else { place(!low) }
    }
}

/// An option of a heap: what is to be added to the code of the heap that has `less` tokens less.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Step {
    less: usize,
    code: u8,
}

/// The last heaps: every rare value below theirs should be that of an option whose larger heap has `least` tokens or more.
struct Last {
    heaps: Range<usize>,
    least: usize,
    /// They were asked for before the value of this heap was computed.
    first: usize,
    /// The first of them from there on for which this is not so, with the value.
    lacks: Option<(usize, u8)>,
}

/// Lists of heaps that depend on the class.
struct Lists {
    /// The rare heaps, in order of size.
    rare: Vec<Part>,
    /// Those of less than a row, with what moves take: for the next eight heaps.
    middle: Vec<Part>,
    /// Those for the next heap alone, and options of one heap.
    steps: Vec<Step>,
    /// The rare heaps of a row or more.
    large: Vec<Part>,
    helpers: Vec<Part>,
    /// By code, how many are helpers.
    alike: [u8; 128],
}

impl Lists {
    fn new() -> Lists {
        let [rare, middle, large, helpers] = [const { Vec::new() }; 4];
        Lists { rare, middle, steps: vec![], large, helpers, alike: [0; 128] }
    }

    /// Puts a heap on the lists of rare ones, or of helpers, if it should be there.
    fn see(&mut self, size: usize, code: u8) {
        let part = Part { size, code: code % RARE };
        let (alike, is_large) = (&mut self.alike[usize::from(part.code)], size >= ROW);
        if code >= RARE {
            self.rare.push(part);
            self.large.extend(Some(part).filter(|_| is_large));
        } else if is_large && self.helpers.len() < HELPERS && *alike < ALIKE {
            *alike += 1;
            self.helpers.push(part);
        }
    }
}

/// The heaps that are kept where the others are forgotten ([`window`](crate::heaps::window)).
#[derive(Clone, Copy)]
struct Kept {
    /// The heaps below this one,
    first: usize,
    /// and so many of the last ones.
    last: usize,
    /// So many are forgotten; the number is even, so that places among codes have the parity of sizes.
    gone: u64,
}

/// Values of heaps, and what the next ones are computed from.
pub(super) struct Rows<'a> {
    /// The codes of all values.
    values: Vec<u8>,
    codes: Codes,
    end: usize,
    /// Is the class that of a certificate? Otherwise it is chosen again when there are twice as many values.
    stated: bool,
    near: usize,
    takes: Vec<usize>,
    fixed: Vec<u8>,
    pairs: Vec<(usize, &'a Sizes)>,
    /// The greatest number that a move to two heaps takes.
    most: usize,
    lists: Lists,
    last: Last,
    /// Words of sets in use: of the next row, and of the one that is being computed, whose sets have no marks beyond them.
    words: usize,
    reach: usize,
    kept: Option<Kept>,
}

impl<'a> Rows<'a> {
    /// Rows of heaps up to `end`, after these values; `None` if the moves are not the same for all these heaps, or leave more than two heaps, or if a value exceeds a byte.
    pub(super) fn new(stated: Option<Class>, moves: &'a Moves, first: &[u32], end: usize) -> Option<Rows<'a>> {
        let bytes = first.iter().map(|value| u8::try_from(*value).ok()).collect::<Option<Vec<u8>>>()?;
        let there = moves.modulus() == 1 && moves.near <= ROW as u64 && first.len() as u64 >= Rows::begin(moves);
        let (mut takes, mut fixed, mut pairs) = (vec![], vec![], vec![]);
        for mv in moves.by.first().filter(|_| there)? {
            match mv {
                Move::Nothing => fixed.push(0),
                Move::Fixed(size) => fixed.push(bytes[index(*size)]),
                Move::One(take) => takes.push(index(*take)),
                Move::Two { take, which } if which.large == [true] => pairs.push((index(*take), which)),
                _ => return None,
            }
        }
        let class = stated.or_else(|| Class::choose(first, &taken(&pairs)))?;
        if !class.is_sum_free(&taken(&pairs)) {
            return None;
        }
        let mut rows = Rows {
            values: Vec::with_capacity(end + ROW),
            codes: Codes::new(class)?,
            end,
            stated: stated.is_some(),
            near: index(moves.near),
            takes,
            fixed,
            most: pairs.iter().map(|(take, _)| *take).max().unwrap_or(0),
            pairs,
            lists: Lists::new(),
            last: Last { heaps: 0..0, least: 0, first: 0, lacks: None },
            words: 1,
            reach: 1,
            kept: None,
        };
        for (size, value) in bytes.into_iter().enumerate() {
            let code = rows.codes.of(size, value);
            rows.push(code);
        }
        rows.list_small();
        Some(rows)
    }

    /// Asks for an option of each rare value below those of these heaps, whose larger heap has `least` tokens or more, if it leaves heaps of sizes that grow with the whole.
    pub(super) fn ask(&mut self, heaps: Range<usize>, least: usize) {
        self.last = Last { heaps, least, first: self.values.len(), lacks: None };
    }

    /// The first of these heaps for which there is no such option, with the value. This is told exactly if from the first of them on the moves are as described and their options of one
    /// heap have `least` tokens or more, and if beside a rare heap an option of theirs has another one of `least` tokens or more, or a common one.
    pub(super) fn lacks(&self) -> Option<(usize, u8)> {
        let Last { heaps: Range { start, end }, first, lacks, .. } = self.last;
        let lacking = |n: usize| Some((n, (0..self.value(n)).find(|value| self.is_lacking(n, *value))?));
        (start..end.min(first)).find_map(lacking).or(lacks)
    }

    /// Is the value rare, and of no option that is asked for?
    fn is_lacking(&self, n: usize, value: u8) -> bool {
        let (code, least) = (self.codes.of(n, value), self.last.least);
        let one = |take: &usize| n - take >= least && self.value(n - take) == value;
        code >= RARE
            && !self.fixed.contains(&value)
            && !self.takes.iter().any(one)
            && !self.has_pair(n, code % RARE, least)
    }

    fn value(&self, n: usize) -> u8 {
        self.codes.value(n, self.values[n])
    }

    /// Rows begin at this heap or later: from there on moves are as described, and a heap of less than a row, with any one of a row, leaves another heap of S tokens or more.
    pub(super) fn begin(moves: &Moves) -> u64 {
        (moves.most().0 + moves.near + 2 * ROW as u64).max(moves.from())
    }

    /// Computes the values up to the end.
    pub(super) fn run(&mut self, stop: Stop) -> Result<(), Refusal> {
        let mut next = 2 * self.values.len();
        while self.values.len() < self.end {
            let bytes = self.values.capacity() as u64;
            if stop(Told::Spent(Spent { steps: self.values.len() as u64, bytes })) {
                return Err(Refusal::Stopped);
            }
            if !self.stated && self.values.len() >= next {
                next = 2 * self.values.len();
                self.choose_class()?;
            }
            for _ in 0..ROW {
                if self.values.len() < self.end {
                    self.row()?;
                }
            }
        }
        Ok(())
    }

    /// Chooses the class again.
    fn choose_class(&mut self) -> Result<(), Refusal> {
        self.decode();
        let class = Class::choose(&self.values, &taken(&self.pairs));
        let Some(codes) = class.and_then(Codes::new) else {
            return no("the values that it speaks of are too many for this checker, since many of its heaps are rare");
        };
        let is_other = codes.class() != self.codes.class();
        self.codes = codes;
        for (size, value) in self.values.iter_mut().enumerate() {
            *value = self.codes.of(size, *value);
        }
        if is_other {
            self.lists = Lists::new();
            self.values.iter().enumerate().for_each(|(size, code)| self.lists.see(size, *code));
            self.list_small();
        }
        Ok(())
    }

    /// Lists what small heaps add to the codes of larger ones.
    fn list_small(&mut self) {
        let small = self.lists.rare.partition_point(|part| part.size < ROW);
        let mut together = vec![];
        for (take, which) in &self.pairs {
            let parts = self.lists.rare[..small].iter().filter(|part| which.has(part.size as u64));
            together.extend(parts.map(|part| Step { less: take + part.size, code: part.code }));
        }
        together.retain(|step| step.less > 0);
        together.sort_unstable();
        together.dedup();
        let (far, near): (Vec<Step>, Vec<Step>) = together.into_iter().partition(|step| step.less >= EIGHT);
        self.lists.middle = far.into_iter().map(|Step { less, code }| Part { size: less, code }).collect();
        let one = |take: &usize| Step { less: *take, code: self.codes.turned(*take) };
        self.lists.steps = near.into_iter().chain(self.takes.iter().map(one)).collect();
    }

    /// The greatest rare heap below one; 0 if there is none.
    pub(super) fn last_rare(&self, end: u64) -> u64 {
        let rare = &self.lists.rare;
        let below = rare.partition_point(|part| (part.size as u64) < end);
        rare[..below].last().map_or(0, |part| part.size as u64)
    }

    pub(super) fn into_values(mut self) -> Vec<u8> {
        self.decode();
        self.values
    }

    /// Puts values in the places of their codes.
    fn decode(&mut self) {
        for (size, value) in self.values.iter_mut().enumerate() {
            *value = self.codes.value(size, *value);
        }
    }

    fn push(&mut self, code: u8) {
        let size = self.values.len();
        self.values.push(code);
        self.words = self.words.max(usize::from(code % RARE) / 64 + 1);
        if self.kept.is_none() {
            self.lists.see(size, code);
        }
    }

    /// Goes on from the heap `begin`, which is even, and forgets all heaps but those below `first` and some of the last ones, `last` or more. All heaps from `first` on must be common.
    pub(super) fn keep(&mut self, begin: usize, (first, last): (usize, usize)) {
        self.values.truncate(begin);
        self.lists.helpers.retain(|part| part.size < first);
        self.kept = Some(Kept { first, last, gone: 0 });
        self.values.shrink_to_fit();
    }

    /// Computes the values of a few more heaps, where heaps are forgotten. Returns their sizes.
    pub(super) fn go_on(&mut self) -> Result<Range<u64>, Refusal> {
        let from = self.all();
        while self.all() < from + AT_ONCE as u64 {
            self.row()?;
        }
        let made = from..self.all();
        if let Some(kept) = &mut self.kept {
            let more = (self.values.len() - kept.first).saturating_sub(kept.last + 2 * AT_ONCE) & !1;
            self.values.drain(kept.first..kept.first + more);
            kept.gone += more as u64;
        }
        Ok(made)
    }

    /// The number of heaps, those that are forgotten included.
    fn all(&self) -> u64 {
        self.values.len() as u64 + self.kept.map_or(0, |kept| kept.gone)
    }

    /// The values of some heaps that are kept.
    pub(super) fn values(&self, heaps: Range<u64>) -> Vec<u8> {
        let gone = self.kept.map_or(0, |kept| kept.gone);
        (index(heaps.start - gone)..index(heaps.end - gone)).map(|n| self.value(n)).collect()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.values.capacity() as u64
    }

    /// Computes the values of 64 heaps.
    fn row(&mut self) -> Result<(), Refusal> {
        let start = self.values.len();
        self.reach = self.words;
        let (mut common, mut rare): (Sets, Sets) = ([[0; ROW]; WORDS], [[0; ROW]; WORDS]);
        // All options that are marked for the last heaps are of the kind that is asked for.
        let least = if start + ROW > self.last.heaps.start { self.last.least.max(self.near) } else { self.near };
        for (take, _) in &self.pairs {
            let whole = start - take;
            mark(self.far(whole, &self.lists.large, self.near), 0..ROW, &mut common, self.reach);
            mark(self.far(whole, &self.lists.helpers, least), 0..ROW, &mut rare, self.reach);
        }
        for j in 0..ROW {
            if j % EIGHT == 0 {
                self.mark_eight(start, j, &mut common);
            }
            let mut seen = Seen([common[0][j], common[1][j], rare[0][j], rare[1][j]]);
            self.mark_near(start, start + j, &mut seen);
            let Some(code) = self.settle(start + j, seen)? else { break };
            self.push(code);
        }
        Ok(())
    }

    /// The pairs whose other heap lies before the row, and has `least` tokens or more.
    fn far<'b>(&'b self, whole: usize, list: &'b [Part], least: usize) -> Pairs<'b> {
        let end = list.partition_point(|part| part.size + least <= whole);
        Pairs { codes: &self.values, whole, list: &list[..end] }
    }

    /// Puts into the sets of eight heaps the codes of pairs with a rare heap of less than a row.
    fn mark_eight(&self, start: usize, j: usize, sets: &mut Sets) {
        if !self.lists.middle.is_empty() {
            let pairs = Pairs { codes: &self.values, whole: start, list: &self.lists.middle };
            mark(pairs, j..j + EIGHT, sets, self.reach);
        }
    }

    /// Puts into the set of a heap what its row did not: options of one heap or none, and pairs with a rare heap that is small, or leaves a small one or one of the row.
    #[inline]
    fn mark_near(&self, start: usize, n: usize, seen: &mut Seen) {
        self.fixed.iter().for_each(|value| seen.insert(self.codes.of(n, *value)));
        self.lists.steps.iter().for_each(|step| seen.insert(self.values[n - step.less] ^ step.code));
        if self.lists.rare.last().is_some_and(|part| part.size + self.near + self.most > start) {
            self.mark_late(start, n, seen);
        }
    }

    #[inline(never)]
    fn mark_late(&self, start: usize, n: usize, seen: &mut Seen) {
        for (take, which) in &self.pairs {
            let whole = n - take;
            let late = |part: &&Part| part.size >= ROW && part.size + self.near > start - take;
            for part in self.lists.rare.iter().rev().take_while(late).filter(|part| part.size <= whole) {
                let other = whole - part.size;
                if other < n && which.has(other.min(part.size) as u64) {
                    seen.insert(part.code ^ self.values[other]);
                }
            }
        }
    }

    /// The code of a heap, from its set; `None` if the set is too small, and those of the next row will be larger.
    #[inline]
    fn settle(&mut self, n: usize, seen: Seen) -> Result<Option<u8>, Refusal> {
        let common = seen.least();
        // Beyond, the sets of this row have no marks.
        if usize::from(common) >= 64 * self.reach {
            return if self.kept.is_some() { self.more_words() } else { self.plainly(n).map(Some) };
        }
        let [.., low, high] = seen.0;
        let below = self.codes.below(n, common);
        let left = [below[0] & !low, below[1] & !high];
        if left == [0; WORDS] {
            return Ok(Some(common));
        }
        match self.kept {
            Some(kept) => self.look_for_near(n, left, kept).map(|()| Some(common)),
            None => Ok(Some(self.look_for(n, left).unwrap_or(common))),
        }
    }

    /// Takes one word more for the sets of the next row.
    fn more_words(&mut self) -> Result<Option<u8>, Refusal> {
        if self.words == WORDS {
            return no("values exceed a byte, which this checker does not read in rows");
        }
        self.words += 1;
        Ok(None)
    }

    /// Is each of these rare codes that of an option of two heaps, one of which is among the first?
    #[inline(never)]
    fn look_for_near(&self, n: usize, left: [u64; WORDS], Kept { first, gone, .. }: Kept) -> Result<(), Refusal> {
        for code in all_ones(left) {
            let found = self.has_pair_up_to(n, code, |_| first);
            if !found {
                let (heap, value) = (n as u64 + gone, self.codes.value(n, code | RARE));
                return no(format!("no option of {heap} that leaves a heap below {first} has the value {value}"));
            }
        }
        Ok(())
    }

    /// The first of these rare codes that is that of no option of two heaps.
    #[inline(never)]
    fn look_for(&mut self, n: usize, left: [u64; WORDS]) -> Option<u8> {
        let is_asked = self.last.heaps.contains(&n);
        for code in all_ones(left) {
            if is_asked && self.has_pair(n, code, self.last.least) {
                continue;
            }
            if is_asked && self.last.lacks.is_none() {
                self.last.lacks = Some((n, self.codes.value(n, code | RARE)));
            }
            if !self.has_pair(n, code, 0) {
                return Some(code | RARE);
            }
        }
        None
    }

    /// The code of a heap, from all its options.
    #[inline(never)]
    fn plainly(&mut self, n: usize) -> Result<u8, Refusal> {
        self.words = (self.words + 1).min(WORDS);
        let has = |value: u8| {
            let code = self.codes.of(n, value);
            let one = |take: &usize| self.value(n - take) == value;
            self.fixed.contains(&value)
                || self.takes.iter().any(one)
                || if code < RARE { self.has_common_pair(n, code) } else { self.has_pair(n, code % RARE, 0) }
        };
        match (0..=255).find(|value| !has(*value)) {
            Some(value) => {
                if self.last.heaps.contains(&n) && self.last.lacks.is_none() {
                    self.last.lacks = (0..value).find(|less| self.is_lacking(n, *less)).map(|less| (n, less));
                }
                Ok(self.codes.of(n, value))
            }
            None => no("values exceed a byte, which this checker does not read in rows"),
        }
    }

    /// Has an option of two heaps the common code? The nim-sum of the codes of its heaps has the digit [`RARE`].
    fn has_common_pair(&self, n: usize, code: u8) -> bool {
        self.has_pair(n, code | RARE, 0)
    }

    /// Is the nim-sum of the codes of two heaps that a move leaves this number? The larger one has `least` tokens or more.
    fn has_pair(&self, n: usize, sum: u8, least: usize) -> bool {
        self.has_pair_up_to(n, sum, |whole| (whole / 2 + 1).min((whole + 1).saturating_sub(least)))
    }

    /// The same, where the smaller one is below an end that the whole decides.
    fn has_pair_up_to(&self, n: usize, sum: u8, end: impl Fn(usize) -> usize) -> bool {
        self.pairs.iter().any(|(take, which)| {
            let whole = n - take;
            let end = end(whole);
            let near = self.near.min(end);
            let small = |small: usize| {
                whole - small < n && which.has(small as u64) && self.values[small] ^ self.values[whole - small] == sum
            };
            (0..near).any(small) || any(&self.values, near..end, whole, sum)
        })
    }
}
