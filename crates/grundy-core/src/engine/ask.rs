//! What an engine may ask for in return: smaller questions.
//!
//! An engine reads one shape of rules. Some engines need values that they do not compute, such as the first cells of a line or the values of a
//! compound's parts. An engine asks for these through [`Ask`] and does not know which engine answers.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_rules::rules::Ruleset;

use super::{Answer, TableRequest};
use crate::contract::options::{Options, Play};
use crate::contract::position::Lists;
use crate::contract::stop::Result;
use crate::store::sum::Tables;
use crate::store::values::Values;

/// Answers smaller questions, by any engine that serves.
pub trait Ask: Send + Sync {
    /// All values of a box.
    ///
    /// # Errors
    /// Rules that are not defined at a position; a limit; an interruption.
    fn values(&self, rules: &Arc<Ruleset>, hi: &[u64], options: &Options) -> Result<Values>;

    /// All values of a box from tables; `None` where rules have none.
    ///
    /// # Errors
    /// As [`Ask::values`].
    fn tables(&self, rules: &Arc<Ruleset>, hi: &[u64], wish: &TableRequest) -> Result<Option<Tables>>;

    /// The tables in normal and in misère play, where computing them together is less work than computing them separately.
    ///
    /// # Errors
    /// As [`Ask::values`].
    fn tables_of_both_plays(
        &self,
        rules: &Arc<Ruleset>,
        hi: &[u64],
        wish: &TableRequest,
    ) -> Result<Option<(Tables, Tables)>>;

    /// About how many options are visited, or cells filled, for all values of a box.
    fn foreseen(&self, rules: &Arc<Ruleset>, hi: &[u64], options: &Options) -> u64;

    /// Are tables of these rules so cheap that no search pays?
    fn has_cheap_tables(&self, rules: &Arc<Ruleset>, play: Play) -> bool;

    /// The value of a position; `None` where none exists.
    ///
    /// # Errors
    /// As [`Ask::values`].
    fn value(&self, rules: &Arc<Ruleset>, position: &[IBig], options: &Options) -> Result<Option<IBig>>;

    /// An answerer for rules about which many questions will be asked.
    fn answers(&self, rules: &Arc<Ruleset>, options: &Options) -> Box<dyn Answers>;
}

/// An [`Ask`] shared by several engines.
pub type Asked = Arc<dyn Ask>;

/// Answers questions about the positions of one ruleset.
pub trait Answers: Send {
    /// The value of a position that exists, and how it was obtained.
    ///
    /// # Errors
    /// As [`Ask::values`].
    fn answer(&mut self, position: &Lists<IBig>) -> Result<Answer>;
}
