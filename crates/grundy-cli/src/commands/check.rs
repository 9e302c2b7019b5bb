//! `grundy check`: the claims of files, one line each, and a summary.
//!
//! In: files of claims. Out: a line for each claim, and a summary. The files are read one after the other; each may use the built-in games and the
//! rules given with `-e`, but not the names of the others. If a file or one of its items cannot be read, or a claim cannot be evaluated, this is
//! reported and the rest is still checked; a mistake that spoils several claims is told once. Exit code 1: a claim is false; 2: something could not be read
//! or evaluated; 3: the time is over before a claim is decided; 4: prover and checker disagree about a claim, or a claim broke the
//! program. After Ctrl-C, too, each claim that is left has its line, and the summary follows; then the exit code is 130.

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use grundy::engine::Account;
use grundy::lang::Code;
use grundy::lang::ast::ItemKind;
use grundy::{Diagnostic, Kind, Play, table::KeptTable};
use grundy_claims::{Archive, CheckOptions, Counterexample, Effort, Statement, Status, Verdict, read};
use serde_json::Value;

use super::checking;
use super::command::{Ended, Runs, Start};
use super::mutate;
use super::seen::{account_lines, word};
use crate::certificates::{Event, Folder, Theorems};
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::input::{count, is_input, name_of, natural, read_text, read_text_to_the_end, small};
use crate::interrupt::Known;

/// The width of the column of names.
const COLUMN: usize = 36;
/// The number of characters of a formula that are shown.
const FORMULA: usize = 60;

/// The words after `check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Rule files with claims; - is standard input; none checks the claims of -e
    #[arg(value_name = "FILE", required_unless_present = "rules")]
    pub(crate) files: Vec<PathBuf>,
    /// The bound of free variables, for claims without a bound of their own
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) to: Option<String>,
    /// Only the claims of this name, or with this in their name; several times if wanted
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Vec<String>,
    /// Change one constant or relation at a time; list the changes that no verdict notices
    #[arg(long, conflicts_with = "certificates")]
    pub(crate) mutate: bool,
    /// The work that proofs may take, 1 to 5; each step allows four times as much (2 if not said)
    #[arg(long, value_name = "1..5", allow_hyphen_values = true)]
    pub(crate) effort: Option<String>,
    /// List what was tried to prove a claim that only holds or is open
    #[arg(long)]
    pub(crate) why: bool,
    /// Keep proofs as certificates in a folder; periods that are there are verified, not proved again
    #[arg(long, value_name = "DIR")]
    pub(crate) certificates: Option<PathBuf>,
    /// Write the claims that are proved as theorems for Coq, with their proofs, into a folder
    #[arg(long, value_name = "DIR", conflicts_with = "mutate")]
    pub(crate) coq: Option<PathBuf>,
    /// Read the values of a game from its finished table in a folder (of `table`, or of `tile`)
    #[arg(long, value_name = "DIR")]
    pub(crate) checkpoint: Option<PathBuf>,
}

impl Runs for CheckArgs {
    const EXAMPLES: [&'static str; 3] = [
        "echo 'claim \"Bouton\" on nim[2] at (a, b): P iff a = b' > bouton.game",
        "grundy check bouton.game --to 100",
        "echo 'claim \"one value\": G(wythoff(3, 4)) = 2' | grundy check -",
    ];

    fn start(&self, start: Start) -> Ended {
        start.with_rules(|context| run(self, context))
    }
}

/// Checks all files.
fn run(args: &CheckArgs, context: &mut Context) -> Outcome<()> {
    let to = match &args.to {
        Some(text) => {
            let (to, span) = natural(context, "--to", "bound", text)?;
            Some(small(&to, "bound", span)?)
        }
        None => None,
    };
    if context.common.misere {
        let message = "`--misere` does not go with `check`: a claim says itself which play it means";
        return Err(Diagnostic::new(Code::Misere, message).help("write `G_misere` or `P_misere` in the claim").into());
    }
    let common = context.common;
    let folder = args.certificates.as_deref().map(|path| Folder::open(path, context.interrupts())).transpose()?;
    let open = |path| Theorems::open(path, context.interrupts(), folder.clone());
    let theorems = args.coq.as_deref().map(open).transpose()?;
    let archive = match &theorems {
        Some(theorems) => Some(theorems.clone() as Arc<dyn Archive>),
        None => folder.clone().map(|folder| folder as Arc<dyn Archive>),
    };
    let table = args.checkpoint.as_deref().map(KeptTable::open).transpose()?;
    let effort = args.effort.as_deref().map_or(Ok(Effort::default()), effort)?;
    let options = CheckOptions {
        to,
        plain: common.plain,
        engine: common.engine,
        limits: common.limits(),
        archive,
        table,
        effort,
    };
    let mut tally = Tally::default();
    let several = args.files.len() > 1;
    let how = How { args, options, folder: folder.as_deref(), theorems: theorems.as_deref() };
    // Without files, the claims of the rules on the command line are checked.
    let own = if args.files.is_empty() { &common.rules[..] } else { &[] };
    let texts = own.iter().map(|text| ("<-e>".to_string(), Text::Given(text)));
    let files = args.files.iter().map(|path| (name_of(path), Text::In(path)));
    let mut texts: VecDeque<(String, Text)> = texts.chain(files).collect();
    while let Some((name, text)) = texts.pop_front() {
        let behind: Vec<&str> = texts.iter().map(|(name, _)| name.as_str()).collect();
        match context.apart(|context| file(&how, &name, text, (several, &behind), &mut tally, context)) {
            Err(Failure::Error(error)) if error.kind == Kind::Input => {
                context.show_error(&error);
                tally.not_evaluated = true;
            }
            outcome => outcome?,
        }
    }
    if tally.claims == 0 {
        context.check_interrupt()?;
    }
    if tally.claims == 0 && tally.not_evaluated && (tally.others > 0 || tally.names.is_empty()) {
        return Err(Failure::Reported(2));
    }
    if tally.claims == 0 {
        return Err(nothing(args, &tally).into());
    }
    match args.mutate {
        true => mutate::summary(&tally.changes, context)?,
        false => context.line(summary(&tally, context))?,
    }
    if let Some(theorems) = &theorems {
        context.note(&theorems.sentence());
    }
    context.check_interrupt()?;
    match tally.code() {
        0 => Ok(()),
        code => Err(Failure::Reported(code)),
    }
}

/// The effort that an option asks for.
fn effort(text: &str) -> Result<Effort, Diagnostic> {
    text.parse().ok().and_then(Effort::of).ok_or_else(|| {
        let message = format!("`--effort` is a number from 1 to {}, and `{text}` is not", Effort::MOST);
        Diagnostic::new(Code::Usage, message).help("2 is usual; each step allows proofs four times as much work")
    })
}

/// How claims are checked.
struct How<'a> {
    args: &'a CheckArgs,
    options: CheckOptions,
    /// Where certificates are stored.
    folder: Option<&'a Folder>,
    /// Where theorems of Coq are written.
    theorems: Option<&'a Theorems>,
}

/// What has been found so far.
#[derive(Clone, Default)]
struct Tally {
    claims: u64,
    /// Wrong items that are no claims.
    others: u64,
    verdicts: BTreeMap<Status, u64>,
    /// An erratum that holds.
    erratum_holds: bool,
    /// A file or a claim that could not be read, or a claim that could not be evaluated.
    not_evaluated: bool,
    names: Vec<String>,
    seconds: f64,
    /// A claim that stayed open, or whose proof nobody checked, because the time was over.
    timed_out: bool,
    /// The prover and the checker disagree about a claim, or a claim broke the program.
    at_fault: bool,
    /// What changes of claims showed.
    changes: mutate::Changes,
}

impl Tally {
    fn add(&mut self, statement: &Statement, verdict: &Verdict, seconds: f64) {
        match statement.is_claim {
            true => self.claims += 1,
            false => self.others += 1,
        }
        self.seconds += seconds;
        let is_fault = |error: &Diagnostic| matches!(error.code, Code::Disagreement | Code::Mistake);
        self.at_fault |= verdict.error.as_deref().is_some_and(is_fault);
        *self.verdicts.entry(verdict.status).or_default() += 1;
        if verdict.status == Status::Error {
            self.not_evaluated |= verdict.error.is_some();
            self.erratum_holds |= verdict.error.is_none();
        }
    }

    fn code(&self) -> u8 {
        match () {
            () if self.at_fault => 4,
            () if self.not_evaluated => 2,
            () if self.erratum_holds || self.verdicts.contains_key(&Status::False) => 1,
            () if self.timed_out => 3,
            () => 0,
        }
    }
}

/// Why there was no claim to check.
fn nothing(args: &CheckArgs, tally: &Tally) -> Diagnostic {
    match args.only.first() {
        Some(only) if !tally.names.is_empty() => {
            let error = Diagnostic::new(Code::NoClaim, format!("no claim here has `{only}` in its name"));
            error.nearest(only, tally.names.iter().map(String::as_str))
        }
        _ => Diagnostic::new(Code::NoClaim, "there is no claim and no table here")
            .help("a claim is written `claim \"name\" on GAME at (PATTERN): FORMULA`"),
    }
}

/// Where a text with claims comes from.
enum Text<'a> {
    Given(&'a str),
    In(&'a Path),
}

fn file(
    how: &How,
    name: &str,
    text: Text,
    (several, behind): (bool, &[&str]),
    tally: &mut Tally,
    context: &mut Context,
) -> Outcome<()> {
    let only = &how.args.only;
    let text = match text {
        Text::Given(text) => text.to_string(),
        // The claims of the files that are left are told after Ctrl-C, too.
        Text::In(path) if !is_input(path) && !how.args.mutate => read_text_to_the_end(path, context.console)?,
        Text::In(path) => read_text(path, context.console)?,
    };
    let file = context.load_items(name, &text);
    let mut statements = read(context.session(), &file);
    tally.names.extend(statements.iter().map(|s| s.name.clone()));
    statements.retain(|s| only.is_empty() || only.iter().any(|only| s.name.contains(only.as_str())));
    if several && !statements.is_empty() && !context.common.json {
        let paper =
            file.items.iter().find_map(|i| if let ItemKind::Paper(title) = &i.kind { Some(title) } else { None });
        context.line(paper.map_or(name.to_string(), |title| format!("{name}: {title}")))?;
    }
    if how.args.mutate {
        tally.claims += statements.len() as u64;
        for error in mutate::file((name, &file), &statements, &how.options, &mut tally.changes, context)? {
            context.show_error(&error);
            tally.not_evaluated = true;
        }
        return Ok(());
    }
    let mut slips: Vec<Box<Diagnostic>> = vec![];
    let mut waiting = Waiting::of(name, &statements, behind, context);
    waiting.keep(tally, context);
    let mut tell_one = |statement: &Statement, verdict: Verdict, seconds: f64, context: &mut Context| {
        tally.add(statement, &verdict, seconds);
        tally.timed_out |= checking::is_cut_off(&verdict, &how.options.limits);
        let certificates = how.folder.map(Folder::take).transpose()?;
        let theorems = how.theorems.map(|theorems| theorems.settle(&verdict)).transpose()?;
        let error = verdict.error.clone();
        let told = error.as_ref().is_some_and(|error| slips.iter().any(|slip| same_slip(slip, error)));
        let checked = Checked { verdict, seconds, certificates, theorems, told, tried: how.args.why };
        tell(name, statement, &checked, context)?;
        slips.extend(error.filter(|_| !told));
        waiting.told(statement);
        waiting.keep(tally, context);
        Outcome::Ok(())
    };
    // What is told of certificates is told claim by claim; and one thread has no halves.
    let limits = &how.options.limits;
    if limits.deadline.is_none() && how.folder.is_none() && how.theorems.is_none() && limits.threads() > 1 {
        return checking::in_two_halves(&statements, &how.options, &mut tell_one, context);
    }
    checking::one_by_one(&statements, &how.options, &mut tell_one, context)
}

/// The claims of a file that are not told yet: what is said of them if the process ends at once.
struct Waiting<'a> {
    lines: Vec<(&'a Statement, Vec<String>)>,
    /// The notes about the files behind this one.
    notes: Vec<String>,
}

impl<'a> Waiting<'a> {
    fn of(file: &str, statements: &'a [Statement], behind: &[&str], context: &Context) -> Waiting<'a> {
        let lines = |statement: &Statement| {
            let verdict = Verdict::open("the run ended before it was decided");
            let checked =
                Checked { verdict, seconds: 0.0, certificates: None, theorems: None, told: false, tried: false };
            if context.common.json {
                return vec![json_line(file, statement, &checked, context)];
            }
            let reason = checked.verdict.reason.iter().map(|reason| format!("    {reason}"));
            std::iter::once(first_line(statement, &checked, context)).chain(reason).collect()
        };
        Waiting {
            lines: statements.iter().map(|statement| (statement, lines(statement))).collect(),
            notes: behind.iter().map(|file| format!("the claims of `{file}` were not looked at")).collect(),
        }
    }

    fn told(&mut self, statement: &Statement) {
        self.lines.retain(|(other, _)| !std::ptr::eq(*other, statement));
    }

    fn keep(&self, tally: &Tally, context: &Context) {
        let mut tally = tally.clone();
        let open = Verdict::open("");
        self.lines.iter().for_each(|(statement, _)| tally.add(statement, &open, 0.0));
        let mut lines: Vec<String> = self.lines.iter().flat_map(|(_, lines)| lines.clone()).collect();
        lines.push(summary(&tally, context));
        context.interrupts().keep_known(Some(Known { lines, notes: self.notes.clone() }));
    }
}

/// Is it the same mistake at the same place, although it was met on another way?
fn same_slip(a: &Diagnostic, b: &Diagnostic) -> bool {
    (a.code, &a.message, a.labels.first()) == (b.code, &b.message, b.labels.first()) && !a.labels.is_empty()
}

/// The result of a claim.
struct Checked {
    verdict: Verdict,
    seconds: f64,
    /// What happened to certificates, if they are stored.
    certificates: Option<Vec<Event>>,
    /// The files with its theorems of Coq, if these are written.
    theorems: Option<Vec<String>>,
    /// Has its error been told with an earlier claim?
    told: bool,
    /// Is it told what was tried to prove it?
    tried: bool,
}

fn tell(file: &str, statement: &Statement, checked: &Checked, context: &mut Context) -> Outcome<()> {
    if context.common.json {
        let line = json_line(file, statement, checked, context);
        return context.line(line);
    }
    let Checked { verdict, certificates, told, .. } = checked;
    context.line(first_line(statement, checked, context))?;
    if let (Status::Noted, Some(erratum)) = (verdict.status, &statement.erratum) {
        context.line(format!("    as noted: {erratum}"))?;
    }
    for line in why(file, statement, verdict, context) {
        context.line(format!("    {line}"))?;
    }
    for tried in checked.tried.then_some(&verdict.tried).into_iter().flatten() {
        context.line(format!("    tried: {tried}"))?;
    }
    for line in certificates.iter().flatten().filter_map(Event::sentence).chain(explained(verdict, context)) {
        context.line(format!("    {line}"))?;
    }
    match &verdict.error {
        Some(error) if *told => {
            let place = error.labels.first().and_then(|label| context.session().sources().locate(label.span));
            let line = place.map_or(0, |place| place.line);
            context.line(format!("    because of the error at line {line}, told above"))
        }
        Some(error) => {
            context.show_error(&Diagnostic { kind: Kind::Input, ..(**error).clone() });
            Ok(())
        }
        None => Ok(()),
    }
}

/// The verdict, the name, the number of positions and the time.
fn first_line(statement: &Statement, Checked { verdict, seconds, .. }: &Checked, context: &Context) -> String {
    let (mark, word) = mark(verdict.status);
    let pad = COLUMN.saturating_sub(statement.name.chars().count());
    let mut line = format!("{mark} {word:<6}  {}{}  ", statement.name, " ".repeat(pad));
    line.extend(looked_at(verdict).map(|positions| positions + ", "));
    line.push_str(&format!("{seconds:.2} s"));
    painted(&line, verdict.status, context)
}

/// The counterexample and the reason, a line each; of a claim that is wrong, the first of them ends with its place in the file.
fn why(file: &str, statement: &Statement, verdict: &Verdict, context: &Context) -> Vec<String> {
    let mut lines: Vec<String> = verdict.counterexample.iter().map(sentence).chain(verdict.reason.clone()).collect();
    let wrong = verdict.status == Status::False || verdict.status == Status::Error && verdict.error.is_none();
    if let (true, Some(first)) = (wrong, lines.first_mut()) {
        *first += &format!(" ({file}:{})", line_of(statement, context));
    }
    lines
}

/// The line on which a claim begins.
fn line_of(statement: &Statement, context: &Context) -> usize {
    context.session().sources().locate(statement.span()).map_or(0, |place| place.line)
}

/// How the values used in a claim were obtained, with `--explain`: a line each.
fn explained(verdict: &Verdict, context: &Context) -> Vec<String> {
    let line = |(game, play, account): &(String, Play, Account)| {
        let mut lines = account_lines(context, account);
        lines[0] = format!("`{game}`, {} play: {}", word(*play), lines[0]);
        lines
    };
    if context.common.explain { verdict.tables.iter().flat_map(line).collect() } else { vec![] }
}

/// The number of positions checked, unless the formula has no variables and is evaluated once.
fn looked_at(verdict: &Verdict) -> Option<String> {
    let positions = match (verdict.positions, verdict.to) {
        (0, None) | (1, None) => return None,
        (0, Some(_)) if verdict.status != Status::Holds => return None,
        (0, Some(_)) => "no position".to_string(),
        (n, _) => count(n, "position", "positions"),
    };
    Some(verdict.to.map_or(positions.clone(), |to| format!("{positions} to {to}")))
}

fn mark(status: Status) -> (char, &'static str) {
    let mark = match status {
        Status::Proved | Status::Holds => '✓',
        Status::False => '✗',
        Status::Open => '?',
        Status::Error => '!',
        Status::Noted => '~',
    };
    (mark, status.name())
}

/// The line in the colour of its verdict.
fn painted(line: &str, status: Status, context: &Context) -> String {
    if !context.text().color {
        return line.to_string();
    }
    let color = match status {
        Status::Proved | Status::Holds => anstyle::AnsiColor::Green,
        Status::False | Status::Error => anstyle::AnsiColor::Red,
        Status::Open | Status::Noted => anstyle::AnsiColor::Yellow,
    };
    let style = color.on_default();
    let end = line.char_indices().nth(8).map_or(line.len(), |(at, _)| at);
    format!("{style}{}{style:#}{}", &line[..end], &line[end..])
}

/// A counterexample as a sentence.
fn sentence(c: &Counterexample) -> String {
    let vars: Vec<String> = c.vars.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let place = match (&c.position, vars.is_empty()) {
        (Some(position), true) => format!("at {position}: "),
        (Some(position), false) => format!("at {position} with {}: ", vars.join(", ")),
        (None, false) => format!("at {}: ", vars.join(", ")),
        (None, true) => String::new(),
    };
    let side = |(text, value): &(String, String)| {
        if text == value { text.clone() } else { format!("`{}` is {value}", short(text)) }
    };
    match (&c.left, &c.right) {
        (left, (_, value)) if value == "true" && c.right.0 == "true" => format!("{place}{}", side(left)),
        ((a, value), (b, other)) if (a == value || b == other) && !matches!(c.relation, "=" | "iff") => {
            let known = if a == value { side(&c.right) } else { side(&c.left) };
            format!("{place}`{}` is false: {known}", short(&format!("{a} {} {b}", c.relation)))
        }
        (left, (text, value)) if text == value => format!("{place}{}, not {value}", side(left)),
        ((text, value), right) if text == value => format!("{place}{}, not {value}", side(right)),
        (left, right) if right.0.contains(' ') && !right.0.contains('`') && right.0.starts_with("the ") => {
            format!("{place}{}, {} is {}", side(left), right.0, right.1)
        }
        (left, right) => format!("{place}{}, {}", side(left), side(right)),
    }
}

fn short(text: &str) -> String {
    if text.chars().count() <= FORMULA {
        return text.to_string();
    }
    text.chars().take(FORMULA - 2).collect::<String>() + " …"
}

fn json_line(file: &str, statement: &Statement, checked: &Checked, context: &Context) -> String {
    let Checked { verdict, seconds, certificates, theorems, .. } = checked;
    let answer = grundy_claims::json::Checked { file, statement, verdict, seconds: *seconds };
    let mut out = grundy_claims::json::check(&answer, context.session().sources());
    if let Some(certificates) = certificates {
        out["certificates"] = certificates.iter().map(Event::json).collect::<Vec<Value>>().into();
    }
    if let Some(theorems) = theorems {
        out["coq"] = theorems.clone().into();
    }
    if checked.tried {
        out["tried"] = verdict.tried.clone().into();
    }
    if context.common.explain {
        out["explain"] = explained(verdict, context).join("; ").into();
    }
    out.to_string()
}

fn summary(tally: &Tally, context: &Context) -> String {
    let counts: Vec<(Status, u64)> = Status::ALL.iter().filter_map(|s| Some((*s, *tally.verdicts.get(s)?))).collect();
    if context.common.json {
        return grundy_claims::json::summary(&counts).to_string();
    }
    let counts: Vec<String> = counts.iter().map(|(s, n)| format!("{n} {}", s.name())).collect();
    let mut claims = count(tally.claims, "claim", "claims");
    if tally.others > 0 {
        claims += &format!(" and {}", count(tally.others, "wrong item", "wrong items"));
    }
    format!("{claims}: {}; {:.2} s", counts.join(", "), tally.seconds)
}
