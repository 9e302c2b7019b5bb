//! A formula of a position and its value, evaluated at many positions: what a picture draws.
//!
//! In: a text such as `G - xor(x)` or `G = a xor b`, a game. Out: a number at each position; a condition is 1 where it holds and 0 elsewhere. The
//! value of the position is `G`, its value in misère play `G_misere`.

use std::collections::HashMap;

use grundy_core::contract::stop::Stop;
use grundy_core::enumerate::compile::{Condition, Env, FUEL, Number, condition, number};
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::lower::{number_folds, rename};
use grundy_rules::rules::expr::{Expr, Formula as Written, Tree};
use grundy_rules::session::{Game, Session};

/// The values of a position that a formula may speak of, in this order.
const WORDS: [&str; 2] = ["G", "G_misere"];

/// A formula, compiled.
pub struct Formula {
    compiled: Compiled,
    env: Env<i64>,
    asks_misere: bool,
}

enum Compiled {
    Number(Number<i64>),
    Condition(Condition<i64>),
}

impl std::fmt::Debug for Formula {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Formula").field("asks_misere", &self.asks_misere).finish_non_exhaustive()
    }
}

impl Formula {
    /// Reads a formula of the coordinates of a game and of `G`, `G_misere`.
    ///
    /// ```
    /// # use grundy::{Session, theory::formula::Formula};
    /// let mut session = Session::new();
    /// let game = session.game("nim[2]", None)?;
    /// let mut formula = Formula::read(&mut session, &game, "G - abs(x[1] - x[2])")?;
    /// assert_eq!(formula.at(&[5, 3], 6, None)?, 4);
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// A text that is no formula.
    pub fn read(session: &mut Session, game: &Game, text: &str) -> Result<Formula, Diagnostic> {
        let e = session.formula(game, text, &WORDS)?;
        let mut map = HashMap::new();
        number_folds(&e, &mut map);
        let e = rename(&e, &map);
        let width = game.rules.width();
        let asks_misere = e.any_number(&mut |x| *x == Expr::Coord(width + 1));
        let env = Env::new(width + WORDS.len(), e.variables(), 0);
        let compiled = match &e {
            Written::Condition(c) => Compiled::Condition(condition(c)),
            Written::Number(e) => Compiled::Number(number(e)),
        };
        Ok(Formula { compiled, env, asks_misere })
    }

    /// Does it speak of the value in misère play?
    #[must_use]
    pub fn asks_misere(&self) -> bool {
        self.asks_misere
    }

    /// Is it a condition?
    #[must_use]
    pub fn is_condition(&self) -> bool {
        matches!(self.compiled, Compiled::Condition(_))
    }

    /// The number at a position with these values in normal and in misère play.
    ///
    /// # Errors
    /// Where the formula is not defined, or a number on the way has more than 64 bits.
    pub fn at(&mut self, position: &[u64], value: u64, misere: Option<u64>) -> Result<i64, Diagnostic> {
        let large = |x: u64| i64::try_from(x).map_err(|_| too_large(position));
        let values = [value, misere.unwrap_or(0)];
        for (place, x) in self.env.coords.iter_mut().zip(position.iter().chain(&values)) {
            *place = large(*x)?;
        }
        self.env.fuel = FUEL;
        let found = match &self.compiled {
            Compiled::Number(number) => number(&mut self.env),
            Compiled::Condition(condition) => condition(&mut self.env).map(i64::from),
        };
        // The least number marks cells without a position in what reads these numbers.
        if found == Ok(i64::MIN) {
            return Err(too_large(position));
        }
        found.map_err(|stop| match stop {
            Stop::Undefined(place, why) => Diagnostic::undefined(format!("{why}, at ({})", written(position)), place.0),
            Stop::Overflow => too_large(position),
            Stop::Error(error) => *error,
        })
    }
}

fn written(position: &[u64]) -> String {
    position.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
}

fn too_large(position: &[u64]) -> Diagnostic {
    Diagnostic::limit(Code::Overflow, format!("a number of more than 64 bits, at ({})", written(position)))
}
