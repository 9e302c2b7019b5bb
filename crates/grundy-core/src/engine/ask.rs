//! What an engine may ask for in return: smaller questions.
//!
//! An engine reads one shape of rules. Where it needs values that are not its own work, such as the first cells of a line or the values of a
//! compound's parts, it asks whoever gave it the work, and does not know which engine answers.

use std::sync::Arc;

use dashu_int::IBig;
use grundy_rules::rules::Ruleset;

use super::{Answer, Wish};
use crate::contract::options::Options;
use crate::contract::position::Lists;
use crate::contract::stop::Result;
use crate::store::sum::Tables;
use crate::store::values::Values;

/// Answers smaller questions, by whichever engine serves.
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
    fn tables(&self, rules: &Arc<Ruleset>, hi: &[u64], wish: &Wish) -> Result<Option<Tables>>;

    /// The value of a position; `None` where none exists.
    ///
    /// # Errors
    /// As [`Ask::values`].
    fn value(&self, rules: &Arc<Ruleset>, position: &[IBig], options: &Options) -> Result<Option<IBig>>;

    /// Whoever answers for rules that many questions are about.
    fn answers(&self, rules: &Arc<Ruleset>, options: &Options) -> Box<dyn Answers>;
}

/// Who answers, shared by the engines that ask.
pub type Asked = Arc<dyn Ask>;

/// Answers questions about the positions of one ruleset.
pub trait Answers: Send {
    /// The value of a position that exists, and how it came about.
    ///
    /// # Errors
    /// As [`Ask::values`].
    fn answer(&mut self, position: &Lists<IBig>) -> Result<Answer>;
}
