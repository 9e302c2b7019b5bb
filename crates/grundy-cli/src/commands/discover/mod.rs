//! `grundy discover`: what the values of a game are at every position, said as a formula, or by automata.
//!
//! In: the game, the play, whether values or outcomes are asked for. Out: a claim that is proved for every position. If no formula is found, the claim is
//! that an automaton gives the values, and the automaton is shown (`shown`); the exit code is 3 if nothing is proved. The claim, the certificate and the
//! pictures are written whole or not at all.

mod shown;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use grundy::lang::Code;
use grundy::lang::ast::ItemKind;
use grundy::rules::symmetry::Symmetry;
use grundy::session::Game;
use grundy::theory::checked::Checked;
use grundy::theory::discover::{Asks, discover, goes_on_for_ever, hopeless};
use grundy::theory::everywhere::{Everywhere, Numeration, everywhere_in, json_base};
use grundy::{Diagnostic, Options, Play};
use serde_json::{Value, json};

use super::command::{Ended, Runs, Start};
use crate::certificates::Begun;
use crate::context::Context;
use crate::failure::{Failure, Outcome, quoted};
use crate::input::expression;
use crate::interrupt::Interrupts;
use crate::output::Draft;
use shown::Shown;

/// What was proved.
struct Found {
    /// The claim.
    claim: String,
    /// Is it a formula?
    is_formula: bool,
    /// Was a formula looked for?
    is_looked_for: bool,
    /// The states of the largest automaton of the proof.
    states: usize,
    values: Everywhere,
    /// The certificate, unless expressions say a part of the values.
    certificate: Option<String>,
    /// Has the checker read it?
    checked: Checked,
}

/// Files that are written at the end; whether they can be is known at the beginning.
struct Files {
    claim: Option<(PathBuf, Draft)>,
    svg: Option<(PathBuf, Draft)>,
    dot: Option<(PathBuf, Draft)>,
    certificate: Option<Begun>,
}

/// The words after `discover`.
#[derive(Debug, Args)]
pub(crate) struct DiscoverArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Where the P-positions are, not the values
    #[arg(long)]
    pub(crate) outcome: bool,
    /// Only positions whose coordinates ascend, which must stand for all
    #[arg(long)]
    pub(crate) sorted: bool,
    /// No formula: an automaton that reads digits: 2, 3, …, fibonacci, ostrowski(a), unit(t)
    #[arg(long, value_name = "BASE")]
    pub(crate) base: Option<String>,
    /// Write the claim to FILE.game, for `grundy check`; or a picture of the automaton to FILE.svg
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write the automaton as a graph for Graphviz
    #[arg(long, value_name = "FILE")]
    pub(crate) dot: Option<PathBuf>,
    /// Write the proof as a certificate that `grundy verify` checks
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
}

impl Runs for DiscoverArgs {
    const EXAMPLES: [&'static str; 3] = [
        "grundy discover 'slow_exact[3, 2]'",
        "grundy discover 'nim[2]' --misere -o found.game",
        "grundy discover 'exact_nim[4, 2]' --outcome --certificate found.json",
    ];

    fn start(&self, start: Start) -> Ended {
        start.with_rules(|context| run(self, context))
    }
}

/// Prints what was proved.
fn run(args: &DiscoverArgs, context: &mut Context) -> Outcome<()> {
    let text = expression(context, args.game.as_deref())?;
    let game = context.ask("game", |session| session.game(&text, None))?;
    let numeration = args.base.as_deref().map(|base| numeration(context, base)).transpose()?;
    if args.sorted && !Symmetry::of(&game.rules).is_all(game.rules.width()) {
        let message =
            format!("the coordinates of `{}` cannot be exchanged, so `--sorted` would lose positions", game.text);
        return Err(Diagnostic::new(Code::Sorted, message).into());
    }
    let files = Files::begin(args, context.interrupts())?;
    let progress = context.progress(format!("a formula for every position of `{}`", game.text));
    let asks = if args.outcome { Asks::Outcomes } else { Asks::Values };
    let found = find(&game, asks, numeration, context)?;
    drop(progress);
    let Some(found) = found else {
        return none(&game, asks, context);
    };
    let shown = Shown::of(&game, asks, &found.values);
    let written = files.write(&found, shown.as_ref(), context)?;
    tell(&game, asks, &found, shown.as_ref(), written, context)?;
    // The time was over before it was checked.
    let over = !found.checked.is_yes() && context.common.limits().ended().is_some();
    if over { Err(Failure::Reported(3)) } else { Ok(()) }
}

/// `2`, `fibonacci`, `ostrowski(2)` or `unit(4)`.
fn numeration(context: &mut Context, base: &str) -> Outcome<Numeration> {
    let known = |numeration: &Numeration| match numeration {
        Numeration::Base(number) | Numeration::Ostrowski(number) => *number <= GREATEST,
        Numeration::Unit(_) => true,
    };
    let found = Numeration::named(base).filter(known);
    found.ok_or_else(|| {
        let at = context.add_text("--base", base);
        let message = format!("a base is a number from 2 to {GREATEST}, found `{base}`");
        let error = Diagnostic::at(Code::Base, at, message, "no base");
        let error = error.nearest(base, ["fibonacci", "ostrowski(2)", "unit(4)"]);
        error.help("or `fibonacci`, or `ostrowski(a)` with a from 1, or `unit(t)` with t from 3").into()
    })
}

/// The greatest base.
const GREATEST: usize = 10;

/// A formula, or else automata; only automata where a numeration is given.
fn find(game: &Game, asks: Asks, numeration: Option<Numeration>, context: &Context) -> Outcome<Option<Found>> {
    let options = context.common.options();
    if numeration.is_none()
        && let Some(found) = discover(&game.rules, asks, &options)?
    {
        return Ok(Some(Found {
            claim: found.claim(game, asks),
            certificate: found.certificate(game),
            is_formula: true,
            is_looked_for: true,
            states: found.states,
            values: found.values,
            checked: found.checked,
        }));
    }
    let automata = everywhere_in(&game.rules, numeration, &options)?;
    let enough = automata.filter(|values| asks == Asks::Outcomes || values.is_complete());
    let claim = |values: &Everywhere| {
        let what = if asks == Asks::Values { "G" } else { "P" };
        let misere = if values.play().is_misere() { "_misere" } else { "" };
        let base = match values.numeration() {
            Numeration::Base(2) => String::new(),
            numeration => format!(", {}", numeration.name()),
        };
        format!("claim \"discovered\" on {}: automatic({what}{misere}{base})", game.text)
    };
    Ok(enough.map(|values| Found {
        claim: claim(&values),
        is_formula: false,
        is_looked_for: numeration.is_none(),
        states: values.states(),
        checked: values.checked(&game.rules, &options.limits),
        certificate: values.certificate(game),
        values,
    }))
}

/// Nothing is proved.
fn none(game: &Game, asks: Asks, context: &mut Context) -> Outcome<()> {
    let play = context.common.play();
    let options = Options { play, limits: context.common.limits(), ..Options::default() };
    let why = hopeless(&game.rules, play).or_else(|| goes_on_for_ever(&game.rules, &options));
    if context.common.json {
        let mut line = json_line(game, asks, None, None, play);
        line["reason"] = why.into();
        context.line(line)?;
    } else {
        let misere = if play.is_misere() { " in misère play" } else { "" };
        let what = shown::what(asks);
        let why = why.map_or(String::new(), |why| format!(", since {why}"));
        context.line(format!("not found: no formula and no automaton of the {what}{misere} is proved{why}"))?;
    }
    Err(Failure::Reported(3))
}

fn tell(
    game: &Game,
    asks: Asks,
    found: &Found,
    shown: Option<&Shown>,
    certificate: Option<String>,
    context: &mut Context,
) -> Outcome<()> {
    if context.common.json {
        let told = Some((found, shown));
        return context.line(json_line(game, asks, told, certificate, context.common.play()));
    }
    context.line(&found.claim)?;
    let states = found.states;
    let not = found.checked.not(&format!("automata of at most {states} states"));
    if let (Some(not), true) = (&not, found.is_formula) {
        return context.line(format!("found for every position, {not}"));
    }
    if found.is_formula {
        return context.line(format!("proved for every position, by automata of at most {states} states"));
    }
    let (numeration, words) = (found.values.numeration(), found.values.coordinates().words());
    let what = shown::what(asks);
    let none = if found.is_looked_for { "; no formula was found" } else { "" };
    if let Some(not) = not {
        context.line(format!(
            "found for every position: automata that read the {numeration} digits{words} say the {what}{none}; {not}"
        ))?;
        return shown.and_then(Shown::table).map_or(Ok(()), |table| context.line(table));
    }
    context.line(format!(
        "proved for every position: automata of at most {states} states that read the {numeration} digits{words} say the {what}{none}"
    ))?;
    shown.and_then(Shown::table).map_or(Ok(()), |table| context.line(table))
}

impl Files {
    fn begin(args: &DiscoverArgs, run: &Interrupts) -> Outcome<Files> {
        let of = |path: &PathBuf| Ok::<_, Failure>((path.clone(), begin(path, run)?));
        let is_svg = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "svg");
        Ok(Files {
            claim: args.output.as_ref().filter(|path| !is_svg(path)).map(of).transpose()?,
            svg: args.output.as_ref().filter(is_svg).map(of).transpose()?,
            dot: args.dot.as_ref().map(of).transpose()?,
            certificate: args.certificate.as_deref().map(|path| Begun::at(path, run)).transpose()?,
        })
    }

    /// Writes the files; the name of the certificate.
    fn write(self, found: &Found, shown: Option<&Shown>, context: &mut Context) -> Outcome<Option<String>> {
        let picture = |path: &Path, most: usize| {
            let missing = || format!("{} is not written: the automaton is too large for a picture", quoted(path));
            shown.and_then(|shown| shown.diagram(most)).ok_or_else(|| Diagnostic::limit(Code::TooLarge, missing()))
        };
        let mut texts: Vec<(PathBuf, Draft, String)> = vec![];
        if let Some((path, draft)) = self.svg {
            let text = picture(&path, shown::DRAWN)?.svg();
            texts.push((path, draft, text));
        }
        if let Some((path, draft)) = self.dot {
            let text = picture(&path, shown::GRAPH)?.dot();
            texts.push((path, draft, text));
        }
        if let Some((path, draft)) = self.claim {
            texts.push((path, draft, format!("{}{}\n", own_rules(context), found.claim)));
        }
        let certificate = match self.certificate {
            None => None,
            Some(file) => {
                let text = found.certificate.as_ref().ok_or_else(|| {
                    Diagnostic::limit(Code::Certificate, "no certificate is written: expressions say a part of the values, and its checker reads automata")
                })?;
                Some(file.text(text)?)
            }
        };
        for (path, mut draft, text) in texts {
            let done = draft.write_all(text.as_bytes()).and_then(|()| draft.finish());
            done.map_err(|error| Failure::of_writing(&error, &quoted(&path)))?;
        }
        Ok(certificate)
    }
}

/// The definitions that were given with `-e` or in a file, so that a claim is read with them.
fn own_rules(context: &Context) -> String {
    let mut all = String::new();
    for (item, text) in context.own_items() {
        if matches!(item, ItemKind::Game(_) | ItemKind::Def { .. }) {
            all.push_str(text.trim_end());
            all.push_str("\n\n");
        }
    }
    all
}

fn begin(path: &Path, run: &Interrupts) -> Outcome<Draft> {
    if path.as_os_str() == "-" {
        let error = Diagnostic::new(Code::Output, "a file of `discover` wants a name");
        return Err(error.help("the claim is printed as well").into());
    }
    Draft::begin(path, run).map_err(|error| Failure::of_writing(&error, &quoted(path)))
}

fn json_line(
    game: &Game,
    asks: Asks,
    told: Option<(&Found, Option<&Shown>)>,
    certificate: Option<String>,
    play: Play,
) -> Value {
    let found = told.map(|(found, _)| found);
    let automaton = told.filter(|(found, _)| !found.is_formula).and_then(|(_, shown)| shown).and_then(Shown::json);
    let mut line = json!({
        "v": 1,
        "cmd": "discover",
        "game": game.text,
        "rules": game.rules.hash(),
        "play": play.name(),
        "kind": if asks == Asks::Values { "values" } else { "outcomes" },
        "status": if found.is_some_and(|found| found.checked.is_yes()) { "proved" } else { "not_closed" },
        "form": found.map(|found| &found.claim),
        "states": found.map(|found| found.values.states()),
        "joint": found.map(|found| found.states),
        "base": found.map_or(json!(2), |found| json_base(found.values.numeration())),
        "automaton": automaton,
        "certificate": certificate,
    });
    if let Some(found) = found {
        line["checked"] = found.checked.is_yes().into();
        if let Some(why) = found.checked.not("automata") {
            line["reason"] = why.into();
        }
    }
    line
}
