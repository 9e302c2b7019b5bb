//! Which engines read a game, and why the others do not.
//!
//! In: rules. Out: for each engine that wants a shape, the answer of its own reader in the [row](super::row): that it reads the rules, or why not.
//! An engine that reads each question for itself (`line`), or everything, is not listed.

use std::sync::Arc;

use grundy_core::contract::options::{EngineName, Options};
use grundy_core::contract::reason::Refused;
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::components::components;

use super::row;

/// An engine's answer about rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reader {
    /// The engine.
    pub engine: EngineName,
    /// Why it does not read the rules, or one of their components; `None` if it reads them.
    pub refused: Option<Refused>,
}

/// The answers of the engines that want a shape about rules in normal play, component by component.
///
/// ```
/// # use grundy::{EngineName, Session, engine::readers};
/// let game = Session::new().game("wythoff", None)?;
/// let all = readers(&game.rules);
/// let reads: Vec<EngineName> = all.iter().filter(|r| r.refused.is_none()).map(|r| r.engine).collect();
/// assert_eq!(reads, [EngineName::Rays]);
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[must_use]
pub fn readers(rules: &Arc<Ruleset>) -> Vec<Reader> {
    let parts = components(rules);
    let reader = |(engine, reader): (EngineName, row::Reader)| {
        let refused = parts.iter().find_map(|part| {
            let reason = reader.read(&part.rules, &Options::default()).err()?;
            Some(reason.refused(engine, (parts.len() > 1).then_some(&part.rules)))
        });
        Reader { engine, refused }
    };
    row::shapes().map(reader).collect()
}
