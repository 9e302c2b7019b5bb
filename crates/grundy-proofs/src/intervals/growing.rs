//! The value of any heap n from which a move takes 1, 2, … or f(n), where f grows slowly.
//!
//! In: a window from n - f(n) to n - 1. Out: values of heaps of any size.
//!
//! **Theorem** (Levine, *Fractal sequences and restricted Nim*, Ars Combin. 80, 2006). Let f(0) = 0, and let f(n + 1) - f(n) be 0 or 1 for all n. Then
//! G(n) = f(n) where f(n) > f(n - 1), and G(n) = G(n - f(n) - 1) elsewhere, for n >= 1. *Proof.* The values of the f(n) + 1 heaps from n - f(n) to n are 0,
//! …, f(n), each once; for n = 0 it is so. From n - 1 to n: if f grows, the options of n are those f(n) heaps, and G(n) = f(n). Else the options of n are
//! those heaps but the first, n - 1 - f(n), whose value is the one that is missing. ∎

use dashu_int::IBig;

use grundy_core::contract::limits::Limits;
use grundy_core::contract::stop::Result;
use grundy_core::enumerate::compile::{Env, FUEL, Number, number};
use grundy_core::read::windows::Window;
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{E, Expr, Tree};

/// The most steps from a heap to a smaller one of the same value.
const MOST: usize = 1 << 20;
/// The steps between two looks at the interruption.
const PATIENCE: usize = 1 << 10;

/// What may be taken from a heap: any number up to a bound that grows slowly.
pub(super) struct Growing {
    most: Number<IBig>,
}

impl Growing {
    /// Reads the only window.
    pub(super) fn of(windows: &[Window]) -> Option<Growing> {
        let [window] = windows else { return None };
        let (heap, one) = (build::coord(0), build::int(1));
        if window.near != build::sub(&heap, &one) {
            return None;
        }
        // A window is cut at 0, and empty if its ends pass each other.
        let taken = build::max(vec![build::sub(&heap, &window.far), build::int(0)]);
        let most = build::min(vec![taken, heap]);
        let (least, greatest) = growth(&most)?;
        let is_slow = least >= IBig::ZERO && greatest <= IBig::ONE;
        is_slow.then(|| Growing { most: number(&most) })
    }

    /// The value of a heap; `None` if it takes too many steps.
    ///
    /// # Errors
    /// An interruption.
    pub(super) fn value(&self, heap: &IBig, limits: &Limits) -> Result<Option<IBig>> {
        let mut env = Env::<IBig>::new(1, 0, 0).within(limits);
        let mut most = |heap: &IBig| {
            env.coords[0] = heap.clone();
            env.fuel = FUEL;
            (self.most)(&mut env)
        };
        let mut heap = heap.clone();
        for step in 0..MOST {
            if step.is_multiple_of(PATIENCE) {
                limits.interrupted()?;
            }
            let own = most(&heap)?;
            if own.is_zero() || own > most(&(&heap - IBig::ONE))? {
                return Ok(Some(own));
            }
            heap -= own + IBig::ONE;
        }
        Ok(None)
    }
}

/// Between which numbers e(n + 1) - e(n) lies for all n, if the form of a function e says so.
fn growth(e: &E) -> Option<(IBig, IBig)> {
    match &**e {
        Expr::Coord(_) => Some((IBig::ONE, IBig::ONE)),
        Expr::Sum(_, terms) => terms.iter().try_fold((IBig::ZERO, IBig::ZERO), |(lo, hi), (term, factor)| {
            let (least, greatest) = growth(term)?;
            let ends = [least * factor, greatest * factor];
            let [a, b] = &ends;
            Some((lo + a.min(b), hi + a.max(b)))
        }),
        // A floor grows by the quotient of the growth, rounded either way.
        Expr::Div(a, d, _) => {
            let d = d.as_int().filter(|d| **d > IBig::ZERO)?;
            let (least, greatest) = growth(a)?;
            let up = |x: &IBig| build::floor_div(&-x, d).map(|x| -x);
            Some((build::floor_div(&least, d)?, up(&greatest)?))
        }
        Expr::Min(list) | Expr::Max(list) => {
            let all = list.iter().map(growth).collect::<Option<Vec<_>>>()?;
            let (least, greatest): (Vec<_>, Vec<_>) = all.into_iter().unzip();
            Some((least.into_iter().min()?, greatest.into_iter().max()?))
        }
        _ => e.coords().is_empty().then_some((IBig::ZERO, IBig::ZERO)),
    }
}
