//! Values of a part of the positions: the *domain*, a set that no move leaves.
//!
//! In: the key `domain` of a block of values, an automaton that reads positions as the other automata of the block do. Out: formulas, of a position inside or outside. The induction along the game then speaks of the domain alone: what it uses of an option, it
//! has shown of the option before. So every obligation but the exchange of coordinates, which is asked for everywhere, is asked for at the positions of the domain,
//! and a question is answered there and nowhere else. An empty domain answers nothing.
//!
//! In differences, a position is in the domain if its coordinates in ascending order are. An option that does not ascend need not be looked at: as
//! coordinates may be exchanged, one with the same coordinates in ascending order is an option too (`values`, step 4).

use serde_json::{Map, Value};

use crate::form::expr::Result;
use crate::form::keys::natural;
use crate::form::spent::Stop;
use crate::say::moves::Speaker;
use crate::say::sets::{Set, Sets, Sum, Table};
use crate::values::{Block, Claim, Proof, table};

/// Reads the key `domain`, if it is there.
pub(crate) fn read(object: &Map<String, Value>, letters: impl Fn() -> Result<usize>) -> Result<Option<Table>> {
    object.get("domain").map(|json| table(json, letters()?)).transpose()
}

/// Reads the key `fixed`, if it is there: for each coordinate the number that it is in all positions of the domain, or nothing.
pub(crate) fn fixed(object: &Map<String, Value>, width: usize) -> Result<Vec<Option<u64>>> {
    let Some(fixed) = object.get("fixed") else { return Ok(vec![]) };
    let number = |entry: &Value| match entry {
        Value::Null => Ok(None),
        entry => natural(entry).map(Some).ok_or("a coordinate that is `fixed` is a number"),
    };
    let all =
        fixed.as_array().filter(|list| list.len() == width).ok_or("its `fixed` has an entry for each coordinate")?;
    Ok(all.iter().map(number).collect::<Result<_, _>>()?)
}

impl Claim {
    /// The automaton of the domain, as a set of a store.
    pub(crate) fn domain(&self, sets: &mut Sets) -> Option<usize> {
        self.domain.as_ref().map(|domain| sets.table(domain))
    }

    /// A position, which in differences ascends, is in the domain.
    pub(crate) fn is_inside(&self, speaker: &mut Speaker, domain: Option<usize>, at: &[Sum]) -> Result<Set> {
        let Some(domain) = domain else { return Ok(speaker.sets.constant(true)) };
        let entries = self.entries(at)?;
        speaker.scoped(|speaker| crate::values::has(speaker, domain, &entries))
    }
}

impl Proof<'_> {
    /// In all positions of the domain, the coordinates that are said to be fixed are so.
    pub(crate) fn is_fixed(&mut self, stop: Stop) -> Result<()> {
        let Block { rules, claim, domain, .. } = self.block;
        if claim.fixed.is_empty() {
            return Ok(());
        }
        let speaker = &mut self.steps.speaker;
        speaker.begin();
        let at = speaker.tracks(rules.width)?;
        let inside = claim.is_inside(speaker, domain, &at)?;
        let mut parts = vec![];
        for (entry, fixed) in at.iter().zip(&claim.fixed) {
            if let Some(fixed) = fixed {
                parts.push(speaker.sets.equal(entry, &Sum::number(i128::from(*fixed)))?);
            }
        }
        let same = speaker.sets.and(parts);
        let formula = speaker.sets.implies(inside, same);
        self.steps.must(
            formula,
            || "a coordinate that is `fixed` is another number in some position of a `domain`".into(),
            stop,
        )
    }
}

/// A position is outside; in differences, one that ascends.
pub(crate) fn is_outside(speaker: &mut Speaker, claim: &Claim, domain: Option<usize>, at: &[Sum]) -> Result<Set> {
    let inside = claim.is_inside(speaker, domain, at)?;
    let mut parts = vec![speaker.sets.not(inside)];
    if claim.differences {
        for pair in at.windows(2) {
            parts.push(speaker.sets.at_most(&pair[0], &pair[1])?);
        }
    }
    Ok(speaker.sets.and(parts))
}

#[cfg(test)]
pub(crate) mod tests;
