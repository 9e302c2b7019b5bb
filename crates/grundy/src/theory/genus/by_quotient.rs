//! Genera of sums of heaps by misère quotients.
//!
//! In: rules whose positions are sums of heaps of one game, and a position. Out: its genus: the misère values by [`HeapSums`], and the normal value by the evaluator.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_core::contract::options::{Options, Play};
use grundy_core::contract::position::Lists;
use grundy_core::contract::reason::Reason;
use grundy_core::contract::stop::diagnostic;
use grundy_proofs::misere::Genus;
use grundy_proofs::quotient::{HeapSums, heaps};
use grundy_rules::lang::Diagnostic;
use grundy_rules::rules::Ruleset;

use crate::choose::{Evaluator, quotient_gate};

/// How genera are found, in words.
pub(super) const HOW: &str = "quotient: the products of the elements of the heaps with powers of that of a nim heap of 2 in a finite monoid that tells misère values, whose proof the checker has read; and the nim-sum of the heaps' values";

/// Tells genera of sums of heaps.
pub(super) struct ByQuotient {
    sums: HeapSums,
    normal: Evaluator,
}

impl ByQuotient {
    pub(super) fn read(rules: &Arc<Ruleset>, options: &Options) -> Result<ByQuotient, Reason> {
        let sums = HeapSums::read(rules, &options.limits, quotient_gate)?;
        let options = Options { play: Play::Normal, engine: None, ..options.clone() };
        Ok(ByQuotient { sums, normal: Evaluator::new(rules, options) })
    }

    /// The genus of a position that exists; `None` if no quotient tells it.
    pub(super) fn genus(&mut self, position: &Lists<IBig>) -> Result<Option<Genus>, Diagnostic> {
        let Some(misere) = self.sums.with_twos(&heaps(position)).map_err(diagnostic)? else { return Ok(None) };
        let normal = self.normal.value_from(position)?.value;
        Ok(u32::try_from(&normal).ok().map(|normal| Genus::alternating(normal, misere)))
    }
}
