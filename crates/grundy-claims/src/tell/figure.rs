//! What is proved of a figure: of the formula that it draws, or of the values along its only coordinate.
//!
//! In: a game, and what its figure shows. Out: a sentence for the figure, which speaks of every position and not of the drawn ones alone; or the reason why there
//! is none. Only what the checker has verified is such a sentence.

use grundy::json::KnownPeriod;
use grundy::theory::formula::Formula;
use grundy::theory::periods::{Period, period};
use grundy_core::contract::options::{Options, Play};
use grundy_rules::lang::{Code, Diagnostic, Kind};
use grundy_rules::rules::{Line, LineEntry};
use grundy_rules::session::{Game, Session};

use crate::{CheckOptions, Meter, Status, Verdict, check, read};

/// A sentence that is proved, or why there is none.
pub type Known<T> = Result<T, String>;

/// What a figure shows of a game.
#[derive(Clone, Copy, Debug)]
pub struct Figure<'a> {
    /// The game.
    pub game: &'a Game,
    /// The formula, if the figure draws one and not the values.
    pub formula: Option<&'a str>,
    /// The coordinates that are axes.
    pub free: &'a [usize],
    /// The position that holds the others.
    pub held: &'a [u64],
    /// The condition on the positions.
    pub filter: Option<&'a str>,
}

impl Figure<'_> {
    /// What is proved of the figure: a sentence, with the period if this is what is proved.
    ///
    /// ```
    /// use grundy::{Play, Session};
    /// use grundy_claims::{CheckOptions, Figure};
    ///
    /// let mut session = Session::new();
    /// let game = session.game("nim[3]", None)?;
    /// let formula = Some("G = (x2 xor x3)");
    /// let figure = Figure { game: &game, formula, free: &[1, 2], held: &[0, 0, 0], filter: None };
    /// let known = figure.proved(&mut session, &CheckOptions::default(), Play::Normal)?;
    /// assert_eq!(known, Ok((None, "proved at every position with x1 = 0: G = (x2 xor x3)".to_string())));
    /// # Ok::<(), grundy::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// A text that is no formula of the game; an interruption.
    pub fn proved(
        self,
        session: &mut Session,
        options: &CheckOptions,
        play: Play,
    ) -> Result<Known<(Option<Period>, String)>, Diagnostic> {
        if let Some(formula) = self.formula {
            let held = (0..self.held.len()).filter(|coord| !self.free.contains(coord));
            let held = held.map(|coord| format!("{} = {}", self.game.rules.coords[coord].name, self.held[coord]));
            let conditions: Vec<String> = held.chain(self.filter.map(str::to_string)).collect();
            let known = everywhere(session, self.game, formula, &conditions, options)?;
            return Ok(known.map(|sentence| (None, sentence)));
        }
        let [axis] = *self.free else {
            return Ok(Err("of values on several axes, no sentence speaks of every position".to_string()));
        };
        let entry = |(coord, at): (usize, &u64)| if coord == axis { LineEntry::Runs(0) } else { LineEntry::Fixed(*at) };
        let line = Line { entries: self.held.iter().enumerate().map(entry).collect() };
        let known = along(self.game, &line, &options.of_values(play))?;
        Ok(known.map(|(period, sentence)| (Some(period), sentence)))
    }
}

/// Is a formula of a game 0, or a condition true, at every position that meets some conditions? In words for a figure.
fn everywhere(
    session: &mut Session,
    game: &Game,
    formula: &str,
    conditions: &[String],
    options: &CheckOptions,
) -> Result<Known<String>, Diagnostic> {
    let is_condition = Formula::read(session, game, formula)?.is_condition();
    let (body, says) = match is_condition {
        true => (format!("({formula})"), formula.to_string()),
        false => (format!("({formula}) = 0"), format!("{formula} is 0")),
    };
    let names: Vec<&str> = game.rules.coords.iter().map(|coord| coord.name.as_str()).collect();
    let met: Vec<String> = conditions.iter().map(|condition| format!("({condition})")).collect();
    let filter = if met.is_empty() { String::new() } else { format!(" where {}", met.join(" and ")) };
    let text = format!("claim \"figure\" on {} at ({}){filter}:\n    {body}", game.text, names.join(", "));
    let file = session.load_items("what the figure draws", &text);
    let Some(claim) = read(session, &file).pop() else { return Ok(Err("it is no claim".to_string())) };
    let verdict = check(&claim, options, &Meter::default())?;
    if verdict.status == Status::Proved && verdict.checked == Some(true) {
        let with = if conditions.is_empty() { String::new() } else { format!(" with {}", conditions.join(" and ")) };
        return Ok(Ok(format!("proved at every position{with}: {says}")));
    }
    Ok(Err(why(verdict, &names)))
}

/// Why a claim is not proved.
fn why(verdict: Verdict, names: &[&str]) -> String {
    if let Some(error) = verdict.error {
        // A formula may speak of all coordinates by one name, which no claim does.
        let names = if error.code == Code::UnknownName { names.join(", ") } else { String::new() };
        return if names.is_empty() {
            error.message
        } else {
            format!("{} in a claim, which names {names}", error.message)
        };
    }
    if let (Status::False, Some(fails)) = (verdict.status, verdict.counterexample) {
        let ((left, value), (right, other), relation) = (&fails.left, &fails.right, fails.relation);
        let at = fails.position.map_or(String::new(), |position| format!(" at {position}"));
        return match relation {
            "=" | "iff" => format!("it is false{at}: `{left}` is {value}, not {other}"),
            _ => format!("`{left} {relation} {right}` is false{at}"),
        };
    }
    let reason = verdict.reason.unwrap_or_else(|| "no proof was found".to_string());
    reason.strip_prefix("not proved for every position: ").unwrap_or(&reason).to_string()
}

/// The proved period of the values along a line, with the sentence for a figure.
fn along(game: &Game, line: &Line, options: &Options) -> Result<Known<(Period, String)>, Diagnostic> {
    let verdict = match period(&game.rules, line, options, &mut |_| options.limits.ended().is_some()) {
        // A figure of which no proof is looked for is drawn all the same.
        Err(error) if error.kind != Kind::Interrupted => return Ok(Err(error.message)),
        verdict => verdict?,
    };
    let told = KnownPeriod::of(&verdict);
    Ok(match (told.status, told.period) {
        ("proved", Some(period)) => Ok((period, format!("proved {period} along {line}"))),
        _ => Err(told.reason.unwrap_or_else(|| "no proof was found".to_string())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A figure of the coordinates 0 and 1, or of 0 alone, of a game.
    fn known(game: &str, formula: Option<&str>, filter: Option<&str>) -> Known<String> {
        let mut session = Session::new();
        let game = session.game(game, None).expect("a game");
        let held = vec![0; game.rules.width()];
        let free: Vec<usize> = (0..held.len()).collect();
        let figure = Figure { game: &game, formula, free: &free, held: &held, filter };
        let known = figure.proved(&mut session, &CheckOptions::default(), Play::Normal).expect("no error");
        known.map(|(_, sentence)| sentence)
    }

    #[test]
    fn a_sentence_is_what_the_checker_has_verified() {
        let said = Ok("proved at every position: G - (x1 xor x2) is 0".to_string());
        assert_eq!(known("nim[2]", Some("G - (x1 xor x2)"), None), said);
        let said = Ok("proved at every position with x1 < x2: G > 0".to_string());
        assert_eq!(known("nim[2]", Some("G > 0"), Some("x1 < x2")), said);
        assert_eq!(known("kayles", None, None), Ok("proved preperiod 71 period 12 saltus 0 along (_)".to_string()));
    }

    #[test]
    fn what_is_false_or_not_known_is_no_sentence() {
        let why = |formula| known("nim[2]", Some(formula), None).expect_err("no proof");
        assert_eq!(why("G - x1"), "it is false at 0,1: `(G - x1)` is 1, not 0");
        // It fails for the first time at (300, 0), which no picture of the usual size shows.
        assert_eq!(why("G = (x1 xor x2) and x1 < 300"), "`x1 < 300` is false at 300,0");
        assert_eq!(why("G - xor(x)"), "the name `x` is not known in a claim, which names x1, x2");
        assert!(known("wythoff", Some("G + 2*min(a, b) >= max(a, b)"), None).is_err());
        assert!(known("grundy", None, None).is_err());
        let mut session = Session::new();
        let game = session.game("kayles", None).expect("a game");
        let figure = Figure { game: &game, formula: None, free: &[0], held: &[0], filter: None };
        let misere = figure.proved(&mut session, &CheckOptions::default(), Play::Misere).expect("no error");
        assert!(misere.is_err_and(|why| why.contains("misère play")));
        assert!(known("nim[2]", None, None).is_err());
    }
}
