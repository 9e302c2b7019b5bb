//! One row of a table by steps, 64 cells at a time.
//!
//! In: earlier rows. Out: the row. For each cell the smallest and the second smallest value that no option in another row has; if the left
//! neighbour is an option, it decides which of them is the cell's.

use super::planes::{MOST, Planes, inside};
use super::read::Plan;

/// Computes rows.
pub(super) struct Kernel {
    steps: Vec<(Vec<u32>, u32)>,
    chain: bool,
    misere: bool,
    /// For the row at hand: where its options' rows begin, and their shifts.
    sources: Vec<(usize, usize)>,
    room: Vec<u32>,
}

/// What passes from one word of a row to the next.
#[derive(Clone, Copy)]
struct Carry {
    /// Has the last cell its second smallest value?
    second: u64,
    /// The planes in which the last cell's smallest and second smallest values lie: one bit a plane.
    smallest: u64,
    next: u64,
}

impl Kernel {
    /// For the moves of a plan.
    pub(super) fn new(plan: &Plan, misere: bool) -> Kernel {
        Kernel {
            steps: plan.steps.clone(),
            chain: plan.chain,
            misere,
            sources: vec![],
            room: vec![0; plan.outer.len()],
        }
    }

    /// Computes the row of these outer coordinates; `false` if a value needs more planes.
    pub(super) fn fill(&mut self, planes: &mut Planes, row: usize, at: &[u32]) -> bool {
        self.find_sources(planes, at);
        let (count, words) = (planes.planes, planes.words);
        let (before, rest) = planes.bits.split_at_mut(row * count * words);
        let own = &mut rest[..count * words];
        let mut carry = Carry { second: 0, smallest: 0, next: 0 };
        for w in 0..words {
            let inside = inside(planes.cells, w);
            let mut used = [0u64; MOST];
            let any = self.union(before, count, words, w, &mut used[..count]);
            let terminal = if self.misere { !(any | if self.chain { !u64::from(w == 0) } else { 0 }) } else { 0 };
            if !self.word(own, &used[..count], terminal & inside, inside, w, words, &mut carry) {
                return false;
            }
        }
        true
    }

    /// Where the rows of the options begin.
    fn find_sources(&mut self, planes: &Planes, at: &[u32]) {
        self.sources.clear();
        for (taken, shift) in &self.steps {
            if at.iter().zip(taken).any(|(x, t)| x < t) {
                continue;
            }
            self.room.iter_mut().zip(at.iter().zip(taken)).for_each(|(r, (x, t))| *r = x - t);
            let source = planes.rows.number(&mut self.room);
            self.sources.push((source * planes.planes * planes.words, *shift as usize));
        }
    }

    /// Word number `w` of the values that options in other rows have; says which cells have such options.
    fn union(&self, before: &[u64], count: usize, words: usize, w: usize, used: &mut [u64]) -> u64 {
        let mut any = 0;
        for (first, shift) in &self.sources {
            let (far, near) = (shift / 64, (shift % 64) as u32);
            if w < far {
                continue;
            }
            let source = &before[*first..*first + count * words];
            let at = w - far;
            any |= if at == 0 { u64::MAX << near } else { u64::MAX };
            if near == 0 {
                for (used, plane) in used.iter_mut().zip(source.chunks_exact(words)) {
                    *used |= plane[at];
                }
            } else {
                for (used, plane) in used.iter_mut().zip(source.chunks_exact(words)) {
                    let low = if at == 0 { 0 } else { plane[at - 1] >> (64 - near) };
                    *used |= plane[at] << near | low;
                }
            }
        }
        any
    }

    /// The values of 64 cells.
    #[allow(clippy::too_many_arguments)]
    fn word(
        &self,
        own: &mut [u64],
        used: &[u64],
        terminal: u64,
        inside: u64,
        w: usize,
        words: usize,
        carry: &mut Carry,
    ) -> bool {
        let (mut smallest, mut next) = ([0u64; MOST], [0u64; MOST]);
        // Cells for which no unused value has been found yet, and one only.
        let (mut none, mut one) = (inside, 0u64);
        for (v, used) in used.iter().enumerate() {
            smallest[v] = none & !used;
            next[v] = one & !used;
            one = (one & used) | smallest[v];
            none &= *used;
        }
        if none != 0 {
            return false;
        }
        // In misère play a terminal position has value 1; its set is empty, so 0 was found.
        smallest[0] &= !terminal;
        smallest[1] |= terminal;
        let second = if self.chain { chain(&smallest, &next, used.len(), carry, w == 0) } else { 0 };
        if second & one & inside != 0 {
            return false;
        }
        for v in 0..used.len() {
            own[v * words + w] = (smallest[v] & !second) | (next[v] & second);
        }
        true
    }
}

/// The cells that have their second smallest value.
///
/// With u(c) for that, u(c) holds if the left neighbour has the smallest value of c: u(c) = a(c) where the neighbour has its smallest, b(c) where it has its
/// second. The functions u(c - 1) -> u(c) are composed over the word in six doublings.
fn chain(smallest: &[u64; MOST], next: &[u64; MOST], count: usize, carry: &mut Carry, first: bool) -> u64 {
    let (mut a, mut b) = (0u64, 0u64);
    for v in 0..count {
        a |= smallest[v] & (smallest[v] << 1 | (carry.smallest >> v & 1));
        b |= smallest[v] & (next[v] << 1 | (carry.next >> v & 1));
    }
    if first {
        // The first cell of a row has no neighbour.
        (a, b) = (a & !1, b & !1);
    }
    for d in [1u32, 2, 4, 8, 16, 32] {
        let (low, high) = (a << d, b << d | ((1 << d) - 1));
        (a, b) = ((low & b) | (!low & a), (high & b) | (!high & a));
    }
    let second = if carry.second == 1 { b } else { a };
    carry.second = second >> 63;
    (carry.smallest, carry.next) = (0, 0);
    for v in 0..count {
        carry.smallest |= (smallest[v] >> 63) << v;
        carry.next |= (next[v] >> 63) << v;
    }
    second
}
