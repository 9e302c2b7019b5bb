//! When the reading of rules must end, though it is not done: large rules take long to be written out.
//!
//! In: a question that is asked many times a second. Out: the error that it gives.

use std::fmt;
use std::sync::Arc;

use crate::lang::Diagnostic;

/// Says why the work must end, once it must. The default never does.
#[derive(Clone, Default)]
pub struct Ending(Option<Arc<dyn Fn() -> Option<Diagnostic> + Send + Sync>>);

impl Ending {
    /// As a function says.
    pub fn when(ended: impl Fn() -> Option<Diagnostic> + Send + Sync + 'static) -> Ending {
        Ending(Some(Arc::new(ended)))
    }

    /// Fails once the work must end.
    ///
    /// # Errors
    /// Why it must.
    pub fn check(&self) -> Result<(), Diagnostic> {
        self.0.as_ref().and_then(|ended| ended()).map_or(Ok(()), Err)
    }
}

impl fmt::Debug for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Ending").field(&self.0.is_some()).finish()
    }
}
