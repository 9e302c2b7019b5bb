//! Periods inside claims.
//!
//! In: the lines and g-sequences that a claim speaks of. Out: their proved periods, as the answers to the claim's questions; or that the claim is
//! open, since an observed period may change further on.

use crate::check::world::World;
use crate::state::theorems::part;
use crate::{CheckOptions, Verdict as Claimed};
use grundy::theory::periods::{Period, Proof, Sequence, Verdict, unchecked};
use grundy::theory::solutions::{sorted, unchecked_differences};
use grundy_core::contract::options::Play;
use grundy_rules::lang::Diagnostic;
use grundy_rules::lower::{PeriodNumber, Question};
use grundy_rules::session::Game;

/// The number of columns in which a claim's period is searched for; and of heaps that split, whose values are quick, if a time is given.
const COLUMNS: [u64; 2] = [1 << 26, 1 << 29];

/// A proved period and its certificate, if there is one; or the reason why none is proved.
type ProvedPeriod = Result<(Period, Option<String>), String>;

/// Answers the questions about periods; returns the verdict, open, where a claim asks for a period that is not proved.
///
/// # Errors
/// An interruption; rules that are not defined at one of the first positions.
pub(crate) fn settle(world: &mut World, options: &CheckOptions) -> Result<Option<Claimed>, Diagnostic> {
    for question in 0..world.scope.questions.len() {
        let games = &world.scope.games;
        let (game, sequence, of) = match &world.scope.questions[question] {
            Question::Line { game, line, of } => (*game, Sequence::Line(line.clone()), of),
            Question::Solutions { game, value, of } => (*game, Sequence::Solutions(*value), of),
            _ => continue,
        };
        let (Period { preperiod, period, saltus }, certificate) = match of_sequence(&games[game], &sequence, options)? {
            Ok(proved) => proved,
            Err(why) => return Ok(Some(Claimed::open(why))),
        };
        let known = match of {
            PeriodNumber::Preperiod => i64::try_from(preperiod).ok(),
            PeriodNumber::Period => i64::try_from(period).ok(),
            PeriodNumber::Saltus => Some(saltus),
        };
        let Some(known) = known else {
            return Ok(Some(Claimed::open(format!("the line has {}", Period { preperiod, period, saltus }))));
        };
        world.constants[question] = Some(known);
        world.theorems[question] = certificate.as_deref().and_then(part);
    }
    Ok(None)
}

/// The period of a sequence: from the archive, or by a search, whose proof is then stored in the archive.
fn of_sequence(game: &Game, sequence: &Sequence, options: &CheckOptions) -> Result<ProvedPeriod, Diagnostic> {
    let (play, rules) = (Play::Normal, &game.rules);
    // For rules without the symmetry, claims speak of all positions with a value, but proofs only of those with a <= b.
    let archive = options.archive.as_ref().filter(|_| matches!(sequence, Sequence::Line(_)) || sorted(rules));
    if let Some(period) = archive.and_then(|archive| archive.period(game, sequence, play)) {
        return Ok(Ok((period, archive.and_then(|archive| archive.certificate(game, sequence, play)))));
    }
    let of_values = options.of_values(play);
    let most = COLUMNS[usize::from(options.limits.deadline.is_some() && rules.splits())];
    let mut past_columns = |column| column > most || options.limits.ended().is_some();
    let mut verdict = match sequence {
        Sequence::Line(line) => unchecked(rules, line, &of_values, &mut past_columns, &mut |_| {})?,
        Sequence::Solutions(value) => unchecked_differences(rules, *value, &of_values, &mut past_columns)?,
    };
    let mut certificate = None;
    if let Verdict::Proved(proof) = &mut verdict {
        // The same holds of what certificates say.
        let is_said = matches!(sequence, Sequence::Line(_)) || sorted(rules);
        certificate = if is_said { written(proof, game)? } else { None };
        archive.inspect(|archive| archive.keep(game, proof));
    }
    Ok(proved(&verdict, certificate))
}

/// The certificate of a proof; `None` if there is none of such proofs.
fn written(proof: &mut Proof, game: &Game) -> Result<Option<String>, Diagnostic> {
    match proof.certificate(game) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind.is_end() => Err(error),
        Err(_) => Ok(None),
    }
}

fn proved(verdict: &Verdict, certificate: Option<String>) -> ProvedPeriod {
    let more = |why: &Option<String>| why.as_ref().map_or(String::new(), |why| format!("; {why}"));
    match verdict {
        Verdict::Proved(proof) => Ok((proof.period, certificate)),
        Verdict::Observed(seen, to, why) => Err(format!("observed {seen} to {to}, which is no proof{}", more(why))),
        Verdict::NotFound(to, why) => Err(format!("no period was found to {to}{}", more(why))),
    }
}
