//! Any subtrahends up to 64: eight numbers at a time.
//!
//! In: what quotients forbid. Out: the planes of a word. Which of eight numbers have a value is determined by which of them are available for
//! the value and by which numbers before have it, as far back as the subtrahends below eight reach. A table has the result for each case.
//! Larger subtrahends only forbid numbers beyond the eight.

use super::super::read::Shape;
use super::planes::Kernel;
use crate::exact::{index, short};

/// The number of numbers looked up at once.
const EIGHT: usize = 8;
/// The size of the table: subtrahends below eight reach seven numbers back.
const SIZE: usize = 1 << (7 + EIGHT);

/// The planes of the word before, and the table.
pub(super) struct Bytewise<const P: usize> {
    /// The index has the available ones of eight numbers and, above them, those of the `reach` numbers before that have the value. The
    /// entry has those of the eight that have the value and, above them, the last `reach` of these. So only the next available numbers need
    /// be put in for the next index.
    table: Box<[u16; SIZE]>,
    /// The largest subtrahend below eight; 0 if there is none.
    reach: usize,
    /// The subtrahends from eight on.
    far: Vec<u32>,
    before: [u64; P],
}

impl<const P: usize> Kernel<P> for Bytewise<P> {
    fn begin(shape: &Shape, before: [u64; P]) -> Bytewise<P> {
        let near: Vec<usize> = shape.subtract.iter().map(|s| index(*s)).filter(|s| *s < EIGHT).collect();
        let far = shape.subtract.iter().filter(|s| **s >= EIGHT as u64).map(|s| short(*s)).collect();
        let reach = near.last().copied().unwrap_or(0);
        let mut table = Box::new([0; SIZE]);
        table.iter_mut().take(1 << (reach + EIGHT)).enumerate().for_each(|(entry, to)| *to = look(&near, reach, entry));
        Bytewise { table, reach, far, before }
    }

    #[inline(always)]
    fn word(&mut self, taken: [u64; P]) -> [u64; P] {
        let before = self.before;
        let mut open = taken.map(|taken| !taken);
        for s in &self.far {
            open.iter_mut().zip(before).for_each(|(open, before)| *open &= !(before >> (u64::BITS - s)));
        }
        let recent = before.map(|plane| last(plane >> (u64::BITS as usize - EIGHT), self.reach));
        self.before = match self.far.is_empty() {
            true => self.eights::<false>(open, recent),
            false => self.eights::<true>(open, recent),
        };
        self.before
    }
}

impl<const P: usize> Bytewise<P> {
    /// Computes eight times eight numbers. Each eight is done in all planes before the next. A look-up waits for the one before in its
    /// plane and for the lower planes, so look-ups of several planes overlap.
    #[inline(always)]
    fn eights<const FAR: bool>(&self, mut open: [u64; P], mut recent: [u16; P]) -> [u64; P] {
        let mut planes = [0; P];
        for shift in (0..u64::BITS).step_by(EIGHT) {
            let mut higher = 0xff;
            for ((plane, open), recent) in planes.iter_mut().zip(&mut open).zip(&mut recent) {
                let available = (*open >> shift & 0xFFFF) as u16 & higher;
                let entry = self.table[usize::from(*recent | available) % SIZE];
                let found = entry & 0xff;
                *recent = entry ^ found;
                higher &= !found;
                *plane |= u64::from(found) << shift;
                if FAR {
                    let beyond = |s: &u32| (u64::from(found) << shift).checked_shl(*s).unwrap_or(0);
                    *open &= !self.far.iter().fold(0, |all, s| all | beyond(s));
                }
            }
        }
        planes
    }
}

/// The last `reach` of eight numbers, at their place above the next eight.
fn last(eight: u64, reach: usize) -> u16 {
    ((eight >> (EIGHT - reach) << EIGHT) & 0xFFFF) as u16
}

/// Computes an entry of the table.
fn look(near: &[usize], reach: usize, entry: usize) -> u16 {
    let available = entry & 0xff;
    let mut all = entry >> EIGHT;
    for k in 0..EIGHT {
        let reached = near.iter().any(|s| all >> (reach + k - s) & 1 == 1);
        all |= usize::from(available >> k & 1 == 1 && !reached) << (reach + k);
    }
    let found = (all >> reach) as u64;
    last(found, reach) | (found & 0xFFFF) as u16
}
