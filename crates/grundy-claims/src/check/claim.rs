//! One claim: how far its positions are looked at, and what the verdict is.
//!
//! In: a claim, and a bound if the claim or the user gives one. Out: its verdict. Small boxes come first, then the prover, since a claim that is proved is looked at less far; then the positions of the range.

use grundy::engine::WORK;
use grundy_rules::lang::{Code, Diagnostic, Kind};
use grundy_rules::lower::Question;

use crate::check::boxes::{Known, Smaller, smaller_boxes};
use crate::check::reach::{Area, MOST, foreseen_work, work_reached};
use crate::check::run::{Decided, decided};
use crate::check::usual_range::{POSITIONS, Usual, largest};
use crate::check::worker::Compiled;
use crate::prove::beyond_range::PROVING;
use crate::prove::decision::Decision;
use crate::read::Statement;
use crate::read::claim::Claim;
use crate::{CheckOptions, Meter, Status, Verdict};

/// The most numbers that the formula of a claim runs through where no bound is given: some seconds.
pub(crate) const FORMULA: u64 = 1 << 26;
/// The most numbers that it runs through at all where no bound is given, if small boxes foretold fewer.
const STEPS: u64 = 1 << 27;
/// The most work on a table to a bound that the user gives, where the claim is proved for every position: about a minute of visiting options.
const GREAT: u64 = WORK << 4;
/// The most work on a table that is begun at all: days.
const ENDLESS: u64 = 1 << 42;

/// Checks one claim.
///
/// # Errors
/// As [`check`](super::check).
pub(crate) fn check_claim(
    statement: &Statement,
    claim: &Claim,
    options: &CheckOptions,
    meter: &Meter,
) -> Result<Verdict, Diagnostic> {
    let asked = claim.to.or(options.to);
    let most = claim.vars.iter().map(|v| v.most).collect::<Option<Vec<u64>>>();
    let checking = Checking { statement, claim, compiled: Compiled::of(claim), options, meter, asked, most };
    let first = checking.usual(if statement.quick { Usual::PROVED } else { Usual::UNPROVED });
    let to = asked.unwrap_or_else(|| checking.bound(first, checking.longest()));
    let known = match smaller_boxes(&checking.compiled, to, options, meter)? {
        Smaller::Fails(found) => return Ok(*found),
        Smaller::Holds(known) => known,
    };
    let plan = checking.planned(to, first);
    if checking.work(plan.to) > if plan.is_free { GREAT } else { ENDLESS } {
        return Ok(checking.too_much(&plan, known.as_ref()));
    }
    match checking.looked_at(checking.narrowed(plan, known.as_ref()), known.as_ref())? {
        LookedAt::Range(range, decided) => Ok(checking.concluded(&range, decided)),
        LookedAt::NotWhole(verdict) => Ok(verdict),
    }
}

/// A claim that is checked.
struct Checking<'c> {
    statement: &'c Statement,
    claim: &'c Claim,
    compiled: Compiled<'c, i64>,
    options: &'c CheckOptions,
    meter: &'c Meter,
    /// The bound that the claim or the user gives.
    asked: Option<u64>,
    /// The greatest values of the variables, if each has one.
    most: Option<Vec<u64>>,
}

/// How far the positions are looked at.
struct Plan {
    to: u64,
    /// May it be less far than was asked, or than is usual?
    is_free: bool,
    usual: Usual,
    /// What proofs say, if they were asked.
    decision: Option<Decision>,
}

impl Plan {
    fn is_proved(&self) -> bool {
        self.decision.as_ref().is_some_and(Decision::is_true)
    }
}

/// What became of the positions of a range.
enum LookedAt {
    Range(Area, Decided),
    /// The verdict where they were not all looked at.
    NotWhole(Verdict),
}

impl Checking<'_> {
    fn ends(&self, to: u64) -> Vec<u64> {
        self.claim.vars.iter().map(|v| v.end(to)).collect()
    }

    /// The work foreseen for the values of the positions to a bound.
    fn work(&self, to: u64) -> u64 {
        foreseen_work(self.claim, &self.ends(to), self.options)
    }

    fn usual(&self, usual: Usual) -> Usual {
        usual.of_ends(self.most.as_deref())
    }

    /// The greatest bound that makes a difference.
    fn longest(&self) -> u64 {
        self.most.as_ref().and_then(|most| most.iter().copied().max()).unwrap_or(POSITIONS)
    }

    fn bound(&self, usual: Usual, longest: u64) -> u64 {
        usual.bound(longest, |to| self.ends(to), |hi| work_reached(self.claim, hi, self.options))
    }

    /// How far the positions are looked at, after the prover was asked. A bound that the claim or the user gives is kept, whatever the work; but where tables would only check a proof, not beyond a great work.
    fn planned(&self, to: u64, first: Usual) -> Plan {
        let Checking { statement, claim, options, asked, .. } = self;
        self.meter.begin(PROVING, 0);
        let is_great = asked.is_some() && claim.to.is_none() && self.work(to) > GREAT;
        let may_ask = asked.is_none() || is_great && !options.plain;
        let asks = statement.number.filter(|_| may_ask && claim.is_decidable() && !claim.is_small(options));
        let decision = asks.map(|number| statement.file.decided(number, options));
        let usual = decision.as_ref().map_or(first, |decision| self.usual(Usual::of(decision)));
        let is_free = asked.is_none() || is_great && decision.as_ref().is_some_and(Decision::is_true);
        let to = if is_free { self.bound(usual, to) } else { to };
        Plan { to, is_free, usual, decision }
    }

    /// The verdict where the values take too much work.
    fn too_much(&self, plan: &Plan, known: Option<&Known>) -> Verdict {
        match plan.is_proved() {
            true => alone(self.statement, plan.to, self.options),
            false if self.claim.vars.is_empty() => Verdict::open("the values that it asks for take too much work"),
            false => {
                let (to, seen) = (plan.to, seen(known));
                Verdict::open(format!("the values of its positions to {to} take too much work{seen}"))
            }
        }
    }

    /// A range in which the formula does not run through too many numbers. Where the claim is known to be false, nothing behind the first counterexample need be looked at.
    fn narrowed(&self, plan: Plan, known: Option<&Known>) -> Plan {
        let is_free = plan.is_free && self.most.is_none();
        let known = known.filter(|_| is_free);
        let to = known.map_or(plan.to, |known| largest(plan.to, |n| known.cost.steps(n) <= FORMULA));
        let last = match &plan.decision {
            Some(Decision::False { variables, .. }) => variables.iter().max().and_then(|last| u64::try_from(last).ok()),
            _ => None,
        };
        Plan { to: last.map_or(to, |last| to.min(last)), is_free, ..plan }
    }

    /// Looks at the positions of a range. Where small boxes foretold fewer numbers than the formula runs through, the range is smaller; where even the first position takes more, a proof stands alone.
    fn looked_at(&self, plan: Plan, known: Option<&Known>) -> Result<LookedAt, Diagnostic> {
        let at = |range: &Area| decided(&self.compiled, range, (self.asked, plan.usual), self.options, self.meter);
        let steps = if plan.is_free { STEPS } else { u64::MAX };
        let (mut to, mut is_begun) = (plan.to, false);
        loop {
            let range = Area { hi: self.ends(to), steps };
            if range.size() > MOST {
                let why = format!("there are more than {MOST} positions to look at");
                return Ok(LookedAt::NotWhole(Verdict::open(why)));
            }
            match at(&range) {
                Err(error) if error.kind == Kind::TimeIsOver && known.is_some() => {
                    let why = format!("{}{}", error.message, seen(known));
                    return Ok(LookedAt::NotWhole(Verdict::open(why)));
                }
                Err(error) if error.code == Code::Steps && to > 0 => {
                    if !std::mem::replace(&mut is_begun, true) {
                        match at(&Area { hi: self.ends(0), steps }) {
                            Err(error) if error.code == Code::Steps && plan.is_proved() => {
                                return Ok(LookedAt::NotWhole(alone(self.statement, 0, self.options)));
                            }
                            first => _ = first?,
                        }
                    }
                    to /= 4;
                }
                decided => return Ok(LookedAt::Range(range, decided?)),
            }
        }
    }

    /// The verdict, where the positions of a range were looked at. It is proved if there are no others.
    fn concluded(&self, range: &Area, Decided { mut verdict, ranged }: Decided) -> Verdict {
        let claim = self.claim;
        let is_whole = self.most.as_ref().is_some_and(|most| *most == range.hi);
        if !claim.vars.is_empty() {
            let bounded = claim.vars.iter().zip(&range.hi).filter(|(v, _)| !v.own).map(|(_, hi)| *hi);
            verdict.to = bounded.max().or(range.hi.iter().copied().max());
        }
        // A claim that no position was checked for is vacuously true, often by a slip in its `where`; it is not called proved.
        let is_seen = verdict.positions > 0 || claim.vars.is_empty();
        let holds = verdict.status == Status::Holds;
        verdict.is_empty = holds && is_whole && !is_seen;
        if holds && is_whole && is_seen && !ranged {
            (verdict.status, verdict.by) = (Status::Proved, by_looking(claim));
        }
        if verdict.status == Status::False && verdict.reason.is_none() && !claim.scope.notes.is_empty() {
            verdict.reason = Some(claim.scope.notes.join("; "));
        }
        verdict
    }
}

/// By what a claim is proved all of whose positions were looked at. A question about a game or a line has a proof of its own.
fn by_looking(claim: &Claim) -> Option<&'static str> {
    let all = |of: fn(&Question) -> bool| claim.scope.questions.iter().all(of);
    match () {
        () if all(|question| matches!(question, Question::Position { .. } | Question::Genus { .. })) => Some("finite"),
        () if all(|question| matches!(question, Question::Convergence { .. } | Question::Converges { .. })) => {
            Some("convergence")
        }
        () => None,
    }
}

/// The verdict where a proof stands alone, if there is some position: not even the first one is looked at.
fn alone(statement: &Statement, to: u64, options: &CheckOptions) -> Verdict {
    let speaks = statement.number.and_then(|number| statement.file.speaks(number, options));
    Verdict { to: (speaks != Some(true)).then_some(to), ..Verdict::new(Status::Holds) }
}

/// How far a claim is known to be true, behind the reason why it is open.
fn seen(known: Option<&Known>) -> String {
    known.map_or(String::new(), |Known { positions, to, .. }| {
        let positions = if *positions == 1 { "1 position".to_string() } else { format!("{positions} positions") };
        format!("; true at {positions} to {to}")
    })
}
