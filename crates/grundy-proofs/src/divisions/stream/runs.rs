//! The subtrahend 1 alone: every second number of a run of available numbers.
//!
//! In: what quotients forbid. Out: the planes of a word. In a run of numbers that are available for a value (see
//! [`planes`](super::super::planes)) the plane alternates, starting with 1; the last number of the word before decides whether the first
//! one is available.

use super::super::planes::alternate;
use super::super::read::Shape;
use super::planes::Kernel;

/// The bits of the planes at the number before.
pub(super) struct Runs<const P: usize> {
    before: [u64; P],
}

impl<const P: usize> Kernel<P> for Runs<P> {
    fn begin(_: &Shape, before: [u64; P]) -> Runs<P> {
        Runs { before: before.map(|plane| plane >> 63) }
    }

    #[inline(always)]
    fn word(&mut self, taken: [u64; P]) -> [u64; P] {
        let (mut planes, mut lower) = ([0; P], 0);
        for ((plane, before), taken) in planes.iter_mut().zip(&mut self.before).zip(taken) {
            *plane = alternate(!(lower | taken | *before));
            *before = *plane >> 63;
            lower |= *plane;
        }
        planes
    }
}
