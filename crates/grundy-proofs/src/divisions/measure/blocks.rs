//! All starts of a piece, in blocks, by several threads.

use crate::exact::index;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::super::read::Shape;
use super::steps::Steps;
use super::{Asked, Measured, PATIENCE};
use grundy_core::contract::join::each;
use grundy_core::contract::stop::{Result, Stop};
use grundy_rules::lang::{Code, Diagnostic};

/// The number of starts in a block.
const BLOCK: u64 = 1 << 16;

/// Measures the steps from all starts of a range that fits in memory.
///
/// # Errors
/// More guesses at a start than can be tried; an interruption.
pub(super) fn piece(asked: &Asked, (from, to): (u64, u64)) -> Result<Measured> {
    let blocks = (to + 1 - from).div_ceil(BLOCK);
    let (next, last) = (AtomicU64::new(0), AtomicU64::new(blocks));
    let done: Mutex<Vec<(u64, Result<Measured>)>> = Mutex::new(vec![]);
    let work = || {
        let mut steps = Steps::new(asked.shape, asked.guess, asked.play);
        loop {
            let block = next.fetch_add(1, Ordering::Relaxed);
            // Blocks after one in which guesses do not agree are not needed.
            if block >= last.load(Ordering::Relaxed) {
                return;
            }
            let begin = from + block * BLOCK;
            let found = one(asked, &mut steps, (begin, to.min(begin + BLOCK - 1)));
            if !matches!(found, Ok(Measured { stuck: None, .. })) {
                last.fetch_min(block, Ordering::Relaxed);
            }
            done.lock().unwrap_or_else(PoisonError::into_inner).push((block, found));
        }
    };
    each(asked.limits.threads().min(index(blocks)), work);
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(block, _)| *block);
    let mut all = Measured::default();
    for (_, found) in done {
        all.append(found?);
    }
    Ok(all)
}

/// For each number, the values of its quotients, as bits.
fn quotients(shape: &Shape, values: &[u8], from: u64, numbers: usize) -> Vec<u16> {
    let mut masks = vec![0; numbers];
    for d in &shape.divide {
        let first = from.max(1).next_multiple_of(*d);
        for n in (first..from + numbers as u64).step_by(index(*d)) {
            masks[index(n - from)] |= 1 << values[index(n / d)];
        }
    }
    masks
}

/// Measures the steps from the starts of a block.
fn one(asked: &Asked, steps: &mut Steps, (from, to): (u64, u64)) -> Result<Measured> {
    let Asked { shape, values, limits, .. } = *asked;
    limits.interrupted()?;
    let numbers = index(to - from) + 1 + PATIENCE + shape.longest() + 1;
    let quotients = quotients(shape, values, from, numbers);
    let mut found = Measured::default();
    for start in from..=to {
        match steps.from(start, |n| quotients[index(n - from)]) {
            Ok(steps) if found.records.last().is_none_or(|(_, most)| steps > *most) => {
                found.records.push((start, steps))
            }
            Ok(_) => {}
            Err(true) => {
                found.stuck = Some(start);
                break;
            }
            Err(false) => {
                let message = format!("from {start} there are too many guesses, or none, to try");
                return Err(Stop::from(Diagnostic::limit(Code::TooLarge, message)));
            }
        }
    }
    limits.progress.add(index(to - from + 1));
    Ok(found)
}
