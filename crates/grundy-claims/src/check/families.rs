//! Claims about families of games: `for k in 1..`.
//!
//! In: a claim for each tuple of parameters that is looked at, and one in which the positions carry the parameters as coordinates. Out: one verdict. The claim
//! with parameters as coordinates speaks of all tuples, and so does its proof. Where there is none, the claims are looked at one after the other: if the ranges have an
//! end and each claim is proved, then so is the claim about the family; a range without an end leaves others, and the claim holds.

use grundy_rules::lang::Diagnostic;
use grundy_rules::lower::Value;

use crate::certify;
use crate::certify::{CHECKING, Looked};
use crate::check::every::{Given, told};
use crate::prove::beyond_range::PROVING;
use crate::prove::piles;
use crate::prove::piles::Piled;
use crate::read::Statement;
use crate::read::family::Family;
use crate::tell::why::WhyCode;
use crate::{CheckOptions, Meter, Status, Verdict, check};

/// So many games tell what was tried to prove the claim.
const TOLD: usize = 2;

/// The verdict on a claim about a family.
///
/// # Errors
/// An interruption only.
pub(crate) fn check_family(family: &Family, options: &CheckOptions, meter: &Meter) -> Result<Verdict, Diagnostic> {
    let mut carried: Vec<(Given, Verdict)> = vec![];
    for (given, statement) in family.carried.iter().flatten().flatten() {
        let verdict = check::check(statement, options, meter)?;
        match verdict.status {
            Status::False if given.is_empty() => return Ok(verdict),
            Status::False => return Ok(at(given, verdict)),
            _ => carried.push((given.clone(), verdict)),
        }
    }
    if let Some(verdict) = of_all(&carried) {
        return Ok(verdict);
    }
    let piles = match &family.piles {
        Some(Ok(piles)) => match of_any_number(piles, family, options, meter)? {
            Ok(verdict) => return Ok(verdict),
            Err(why) => Some(why),
        },
        Some(Err(why)) => Some(why.clone()),
        None => None,
    };
    let mut members: Vec<(Given, Verdict)> = vec![];
    for (given, statement) in &family.members {
        let verdict = check::check(statement, options, meter)?;
        let verdict = if verdict.is_empty { vacuous(statement, verdict, options, meter) } else { verdict };
        match verdict.status {
            Status::False => return Ok(at(given, verdict)),
            Status::Error => return Ok(error_at(given, verdict)),
            // The nearest ones were looked at; those behind take more.
            Status::Open if !family.are_all && !members.is_empty() && !is_over(&verdict) => break,
            _ => members.push((given.clone(), verdict)),
        }
        if members.last().is_some_and(|(_, verdict)| is_over(verdict)) {
            break;
        }
    }
    Ok(Found { family, carried, piles, members }.verdict())
}

/// The verdict on the claims about any number of piles; or why they are not proved, in words. Before a proof is looked for, the nearest games are looked at.
///
/// # Errors
/// An interruption only.
fn of_any_number(
    piles: &[(Given, Piled)],
    family: &Family,
    options: &CheckOptions,
    meter: &Meter,
) -> Result<Result<Verdict, String>, Diagnostic> {
    let (mut checker, mut positions) = (None, 0);
    for (given, statement) in &family.members {
        let verdict = check::check(&statement.clone().unproved(), options, meter)?;
        if verdict.status == Status::False {
            return Ok(Ok(at(given, verdict)));
        }
        positions += verdict.positions;
        checker = Some(statement.file.checker());
    }
    let Some(checker) = checker.filter(|_| positions > 0) else {
        return Ok(Err("it speaks of no position of the games that were looked at".into()));
    };
    meter.begin(PROVING, 0);
    let (verdict, proofs) = match piles::decided(piles, options) {
        Ok(decided) => decided,
        Err(why) => return Ok(Err(why)),
    };
    meter.begin(CHECKING, 0);
    let verdict = certify::gated(checker, &proofs, verdict, options);
    Ok(match (verdict.status, &verdict.reason) {
        (Status::Holds, Some(why)) => Err(why.clone()),
        _ => Ok(verdict),
    })
}

/// The verdict on a claim that speaks of no position of its game: the checker looks through these, too.
fn vacuous(statement: &Statement, verdict: Verdict, options: &CheckOptions, meter: &Meter) -> Verdict {
    let proved = Verdict { status: Status::Proved, by: Some("finite"), ..verdict };
    Looked::from(proved).settle(statement, options, meter)
}

/// The verdict where the claims with parameters as coordinates are all proved. One that cannot be evaluated leaves the games to be looked at one after the other.
fn of_all(carried: &[(Given, Verdict)]) -> Option<Verdict> {
    let (given, first) = carried.first()?;
    if carried.iter().any(|(_, verdict)| verdict.status != Status::Proved) {
        return None;
    }
    let of_games = |reason: &String| reason.replacen("for every position", "for every position of every game", 1);
    let reason = match given.is_empty() {
        true => first.reason.as_ref().map(of_games),
        false => Some(format!("true for every position of every game, proved for {}", games("families", carried))),
    };
    let positions = carried.iter().map(|(_, verdict)| verdict.positions).sum();
    let tables = carried.iter().flat_map(|(_, verdict)| verdict.tables.clone()).collect();
    Some(Verdict { reason, positions, tables, ..first.clone() })
}

/// A counterexample, with the parameters of its game.
fn at(given: &Given, mut verdict: Verdict) -> Verdict {
    if let Some(counterexample) = &mut verdict.counterexample {
        let number = |(name, value): &(String, Value)| match value {
            Value::Int(e) => Some((name.clone(), e.as_int()?.clone())),
            _ => None,
        };
        let numbers: Vec<_> = given.iter().filter_map(number).collect();
        let all = numbers.len() == given.len();
        counterexample.vars.splice(0..0, numbers);
        if all {
            return verdict;
        }
    }
    let reason = verdict.reason.map_or(String::new(), |reason| format!("; {reason}"));
    Verdict { reason: Some(format!("with {}{reason}", told(given))), ..verdict }
}

/// Was the time over?
fn is_over(verdict: &Verdict) -> bool {
    verdict.status == Status::Open && verdict.why == Some(WhyCode::Time)
}

fn error_at(given: &Given, verdict: Verdict) -> Verdict {
    let error = verdict.error.map(|error| Box::new(error.help(format!("this is the claim with {}", told(given)))));
    Verdict { error, ..verdict }
}

/// The verdicts on the claims of a family.
struct Found<'f> {
    family: &'f Family,
    /// Those with parameters as coordinates, of which some is not proved.
    carried: Vec<(Given, Verdict)>,
    /// Why there is no proof for any number of piles, where one was looked for.
    piles: Option<String>,
    members: Vec<(Given, Verdict)>,
}

impl Found<'_> {
    fn verdict(&self) -> Verdict {
        let (status, why, reason) = self.says();
        let verdicts = || self.members.iter().map(|(_, verdict)| verdict);
        let by = verdicts().next().and_then(|verdict| verdict.by);
        let by = by.filter(|by| status == Status::Proved && verdicts().all(|verdict| verdict.by == Some(by)));
        let checked: Vec<bool> = verdicts().filter_map(|verdict| verdict.checked).collect();
        // The first games tell what was tried; the others say much the same.
        let tried = self.members.iter().filter(|(_, verdict)| !verdict.tried.is_empty()).take(TOLD);
        let tried = tried.flat_map(|(given, verdict)| {
            verdict.tried.iter().map(|line| format!("with {}, {line}", told(given))).collect::<Vec<_>>()
        });
        let piles = self.piles.iter().map(|why| format!("of any number of piles, {why}"));
        Verdict {
            positions: self.carried.iter().chain(&self.members).map(|(_, verdict)| verdict.positions).sum(),
            to: verdicts().filter_map(|verdict| verdict.to).max(),
            reason: Some(reason),
            why,
            by,
            checked: (!checked.is_empty()).then(|| checked.iter().all(|checked| *checked)),
            tried: self
                .carried
                .iter()
                .flat_map(|(_, verdict)| verdict.tried.clone())
                .chain(piles)
                .chain(tried)
                .collect(),
            tables: verdicts().flat_map(|verdict| verdict.tables.clone()).collect(),
            ..Verdict::new(status)
        }
    }

    /// The status, and why.
    fn says(&self) -> (Status, Option<WhyCode>, String) {
        let open = self.members.iter().position(|(_, verdict)| verdict.status == Status::Open);
        if let Some(open) = open {
            let (given, verdict) = &self.members[open];
            let why = verdict.reason.clone().unwrap_or_default();
            let before = match open {
                0 => String::new(),
                _ => format!("; true for {}", games("games", &self.members[..open])),
            };
            return (Status::Open, verdict.why, format!("{why}, with {}{before}", told(given)));
        }
        let games = games("games", &self.members);
        let unproved = self.members.iter().find(|(_, verdict)| verdict.status != Status::Proved);
        let is_vacuous = self.members.iter().all(|(_, verdict)| verdict.positions == 0);
        match (unproved, &self.family.piles, &self.piles) {
            _ if is_vacuous => {
                (Status::Holds, None, "it speaks of no position of the games that were looked at".to_string())
            }
            (None, ..) if self.family.are_all => (Status::Proved, None, format!("proved for {games}")),
            (None, ..) => {
                let why = self.not_for_all();
                (Status::Holds, Some(WhyCode::Parameters), format!("proved for {games}, and not for all: {why}"))
            }
            (Some(_), Some(Ok(_)), Some(why)) => {
                (Status::Holds, Some(WhyCode::Parameters), format!("true for {games}; of any number of piles, {why}"))
            }
            (Some((given, verdict)), ..) => {
                let nothing = "no position was looked at".to_string();
                let why = verdict.reason.clone().unwrap_or(nothing);
                (Status::Holds, verdict.why, format!("true for {games}; with {}, {why}", told(given)))
            }
        }
    }

    /// Why there is no proof for all parameters at once.
    fn not_for_all(&self) -> String {
        let unproved = self.carried.iter().find(|(_, verdict)| verdict.status != Status::Proved);
        let piles = self.piles.as_ref().map(|why| format!("of any number of piles, {why}"));
        if let (Some(Ok(_)), Some(why)) = (&self.family.piles, &piles) {
            return why.clone();
        }
        let piles = piles.map_or(String::new(), |why| format!("; and {why}"));
        match (&self.family.carried, unproved) {
            (_, Some((given, verdict))) => {
                let error = verdict.error.as_ref().map(|error| error.message.clone());
                let reason = verdict.reason.clone().or(error).unwrap_or_else(|| "it speaks of no position".to_string());
                let reason =
                    reason.strip_prefix("not proved for every position: ").map(str::to_string).unwrap_or(reason);
                let listed = if given.is_empty() { String::new() } else { format!(" and {}", told(given)) };
                format!("with the parameters as coordinates of the positions{listed}, {reason}")
            }
            (Some(Err(error)), _) => {
                format!("the parameters cannot be coordinates of the positions: {}{piles}", error.message)
            }
            _ => "no proof for all parameters was looked for".to_string(),
        }
    }
}

/// How many games, or families of games, these are, and which.
fn games(what: &str, members: &[(Given, Verdict)]) -> String {
    let number = |value: &Value| if let Value::Int(e) = value { e.as_i64() } else { None };
    let range = |i: usize| {
        let all: Option<Vec<i64>> = members.iter().map(|(given, _)| number(&given[i].1)).collect();
        let all = all?;
        let (lo, hi) = (all.iter().min()?, all.iter().max()?);
        let name = &members[0].0[i].0;
        Some(if lo == hi { format!("{name} = {lo}") } else { format!("{name} from {lo} to {hi}") })
    };
    let ranges: Vec<String> = (0..members[0].0.len()).filter_map(range).collect();
    match members.len() {
        1 => format!("the game with {}", told(&members[0].0)),
        n if ranges.is_empty() => format!("each of the {n} {what}"),
        n => format!("each of the {n} {what} with {}", ranges.join(", ")),
    }
}
