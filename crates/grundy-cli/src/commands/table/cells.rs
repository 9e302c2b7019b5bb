//! One item for each point of the axes, computed once and stored.

use grundy::Diagnostic;
use grundy::bytes;
use grundy::lang::Code;

use crate::context::Context;
use crate::failure::Outcome;
use grundy_format::Axis;

/// The order in which the items are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::commands) enum Order {
    /// Row-major.
    FirstFirst,
    /// From the last to the first.
    LastFirst,
}

/// The items by point.
pub(in crate::commands) struct Cells<T> {
    strides: Vec<usize>,
    all: Vec<T>,
}

impl<T: Copy> Cells<T> {
    /// Computes the item at each point, in row-major order or from the last point to the first.
    pub(in crate::commands) fn fill(
        context: &Context,
        axes: &[Axis],
        order: Order,
        mut thing: impl FnMut(&[u64]) -> Outcome<T>,
    ) -> Outcome<Cells<T>> {
        let number = axes.iter().fold(1u128, |n, axis| n.saturating_mul(axis.len()));
        must_fit(number.saturating_mul(size_of::<T>() as u128), context.common.memory())?;
        let mut strides = vec![1; axes.len()];
        for i in (1..axes.len()).rev() {
            strides[i - 1] = strides[i] * axes[i].len() as usize;
        }
        let number = number as usize;
        let mut all = Vec::with_capacity(number);
        let mut point = vec![0; axes.len()];
        for step in 0..number {
            if step % 1024 == 0 {
                context.check_interrupt()?;
            }
            let mut rest = if order == Order::LastFirst { number - 1 - step } else { step };
            for (x, stride) in point.iter_mut().zip(&strides) {
                *x = (rest / stride) as u64;
                rest %= stride;
            }
            all.push(thing(&point)?);
        }
        if order == Order::LastFirst {
            all.reverse();
        }
        Ok(Cells { strides, all })
    }

    /// The item at a point; all axes begin at 0.
    pub(in crate::commands) fn get(&self, point: &[u64]) -> Option<T> {
        let index: usize = point.iter().zip(&self.strides).map(|(x, stride)| *x as usize * stride).sum();
        self.all.get(index).copied()
    }
}

impl Cells<bool> {
    /// Is the item at a point true?
    pub(super) fn holds(&self, point: &[u64]) -> bool {
        self.get(point) == Some(true)
    }
}

/// Refuses what does not fit into the allowed memory.
pub(in crate::commands) fn must_fit(need: u128, memory: u64) -> Outcome<()> {
    if need <= u128::from(memory) {
        return Ok(());
    }
    let need = bytes(u64::try_from(need).unwrap_or(u64::MAX));
    let message = format!("this table needs {need}, more than the {} of memory allowed", bytes(memory));
    Err(Diagnostic::limit(Code::Memory, message).help("allow more with `--memory`, or give smaller bounds").into())
}
