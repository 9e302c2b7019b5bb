//! The words that only claims have: `G`, `P(GAME(position))`, properties, periods of lines.
//!
//! In: such words of a formula, while [`Eval`] evaluates it. Out: a number or a condition of the internal form over answers to
//! [`Question`]s. The questions are collected in a [`Scope`] with the games they are about; the checker of the claim answers them.

use std::ops::RangeInclusive;
use std::sync::Arc;

use dashu_int::IBig;

use super::carried;
use super::eval::Eval;
use super::problem::{Result, place, wrong_kind};
use super::term::{Entry, Term};
use super::value::{Func, GenusOf, Loopy, SetValue, Value};
use crate::lang::ast::{Expr, ExprKind};
use crate::lang::{Code, Diagnostic, RESERVED, Span, expr_text};
use crate::lower::Game;
use crate::rules::expr::{C, E, Expr as Form, Tree};
use crate::rules::{Line, Play, Property, build};

/// The words of claims, beside properties, that are asked of games, lines and functions.
const OTHERS: [&str; 9] =
    ["ns_property", "convergence", "converges", "quotient_size", "period", "preperiod", "saltus", "automatic", "genus"];

/// The words that claims got later: whether a position is drawn, and the value infinity with a set of numbers.
const LATER: [&str; 2] = [DRAWN, INFINITY];
const DRAWN: &str = "D";
const INFINITY: &str = "inf";
/// The greatest number in the set of `inf` that is compared.
pub const INFINITY_MOST: i64 = 4095;

/// The words of claims that are asked of games, lines and functions.
pub(super) fn words() -> Vec<&'static str> {
    Property::ALL.into_iter().map(Property::name).chain(OTHERS).chain(LATER).collect()
}

/// The question about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The value of the position, in misère play or in normal play.
    Value { play: Play },
    /// 1 if the position is terminal, else 0.
    Terminal,
    /// 1 if the position meets every `require`, else 0.
    Exists,
    /// Who wins the position, where play may go on for ever: 0 is P, 1 is N, 2 is D.
    Outcome,
    /// The number that stands for its value, where play may go on for ever: itself; or, for infinity with a set K, -1 less the sum of the powers 2^k for k in K.
    Code,
}

impl What {
    /// The play of the value that is asked for; normal play, if something else is.
    #[must_use]
    pub fn play(self) -> Play {
        if let What::Value { play } = self { play } else { Play::Normal }
    }
}

/// The number asked for of an eventually periodic line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodNumber {
    /// The preperiod.
    Preperiod,
    /// The least period.
    Period,
    /// The saltus.
    Saltus,
}

/// A question of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// A question about a position of a game; `own`: about the position of the claim itself.
    Position { game: usize, what: What, own: bool },
    /// An entry of the genus of a position; after the coordinates, the position has the index of the entry.
    Genus { game: usize },
    /// 1 if a game has a property, else 0.
    Property { game: usize, property: Property },
    /// The preperiod, the period or the saltus of a line of positions.
    Line { game: usize, line: Line, of: PeriodNumber },
    /// The same for the sequence b - a of the positions (a, b) with a value.
    Solutions { game: usize, value: u64, of: PeriodNumber },
    /// The largest number of steps to convergence.
    Convergence { game: usize },
    /// 1 if there is a number of steps after which all guesses agree, whatever the start, else 0.
    Converges { game: usize },
    /// The number of elements of the misère quotient of all sums of heaps.
    QuotientSize { game: usize },
    /// 1 if a finite automaton that reads the digits of a position gives its value, or, for outcomes, whether it is a P-position.
    Automatic { game: usize, play: Play, outcomes: bool, written: Written },
}

/// How numbers are written that an automaton reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// In a base.
    Base(u32),
    /// In the Ostrowski numeration of a number; that of 1 is Zeckendorf's, by Fibonacci numbers.
    Ostrowski(u32),
    /// In the numeration of the quadratic unit with this trace.
    Unit(u32),
}

/// The games and questions of a claim.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The number of the game `on` which the claim is.
    pub own: Option<usize>,
    /// The games that the claim speaks of.
    pub games: Vec<Game>,
    /// The questions that the claim asks.
    pub questions: Vec<Question>,
    /// Told if the claim is false: witnesses of facts that were decided while it was read, and what a slip may have meant.
    pub notes: Vec<String>,
    /// Are values those of games in which play may go on for ever?
    pub loopy: bool,
    /// Was a word met that speaks of such games?
    pub speaks_of_loopy: bool,
    /// Where numbers among the parameters of games may vary, so that positions carry them: the least values of the first variables, which are parameters.
    pub carries: Option<Vec<IBig>>,
}

impl Scope {
    fn ask(&mut self, question: Question, position: Vec<E>, span: Span) -> E {
        build::ask(self.number(question), position, place(span))
    }

    /// The number of a question.
    fn number(&mut self, question: Question) -> usize {
        let known = self.questions.iter().position(|q| *q == question);
        let number = known.unwrap_or(self.questions.len());
        if known.is_none() {
            self.questions.push(question);
        }
        number
    }

    /// The number of a game; games with equal rules have the same number.
    pub fn game(&mut self, game: Game) -> usize {
        if let Some(known) = self.games.iter().position(|g| g.rules == game.rules) {
            return known;
        }
        self.games.push(game);
        self.games.len() - 1
    }
}

impl Eval {
    /// The term of a game expression.
    pub fn game(&mut self, e: &Expr) -> Result<Arc<Term>> {
        match self.eval(e)? {
            Value::Game(term) => Ok(term),
            other => {
                let message = format!("found {}, expected a game", other.kind());
                Err(Diagnostic::at(Code::Kind, e.span, message, format!("this is {}", other.kind())))
            }
        }
    }

    /// A reserved word that stands alone: it refers to the claim's own position.
    pub fn own_word(&mut self, word: &str, span: Span) -> Option<Result<Value>> {
        let word = RESERVED.iter().find(|r| **r == word)?;
        let scope = self.scope.as_mut()?;
        let Some(game) = scope.own else {
            let message = format!("`{word}` speaks of the position of a claim `on GAME`, and this claim has none");
            let error = Diagnostic::at(Code::NoPosition, span, message, "of which position?");
            return Some(Err(
                error.help(format!("write `{word}(GAME(position))`, or `on GAME at (…)` before the formula"))
            ));
        };
        if *word == "exists" {
            let error = Diagnostic::at(Code::NoPosition, span, "`exists` asks of another position", "of which?");
            return Some(Err(error.help("the positions that a claim looks at exist; write `exists(GAME(position))`")));
        }
        Some(Ok(scope.answer(word, game, true, vec![], span)))
    }

    /// The same for a word that is reserved only where nothing else has its name.
    pub fn own_later_word(&mut self, word: &str, span: Span) -> Option<Result<Value>> {
        let scope = self.scope.as_mut().filter(|_| word == DRAWN)?;
        let game = scope.own?;
        Some(Ok(scope.answer(DRAWN, game, true, vec![], span)))
    }

    /// A call of a word of claims; `None` if the callee is no such word.
    pub fn claim_call(&mut self, callee: &Expr, groups: &[Vec<Expr>], span: Span) -> Option<Result<Value>> {
        self.scope.as_ref()?;
        let ExprKind::Name(name) = &callee.kind else { return None };
        if let Some(word) = RESERVED.iter().find(|r| *r == name) {
            return Some(self.of_position(word, groups, span));
        }
        let hidden = self.env.iter().any(|(n, _)| n == name) || self.module.find(name).is_some();
        if hidden {
            return None;
        }
        if name == DRAWN {
            return Some(self.of_position(DRAWN, groups, span));
        }
        let list = match groups {
            [list] => list,
            _ => return None,
        };
        if name == INFINITY {
            return Some(self.infinity(list, span));
        }
        if let Some(property) = Property::of(name) {
            return Some(self.property(property, list, span));
        }
        let other = OTHERS.iter().find(|o| *o == name)?;
        Some(match *other {
            "ns_property" => self.ns_property(list, span),
            "convergence" => {
                self.of_game("convergence", |game| Question::Convergence { game }, list, span).map(Value::Int)
            }
            "converges" => {
                let answer = self.of_game("converges", |game| Question::Converges { game }, list, span);
                answer.map(|answer| Value::Bool(build::not(&build::zero(&answer))))
            }
            "quotient_size" => {
                self.of_game("quotient_size", |game| Question::QuotientSize { game }, list, span).map(Value::Int)
            }
            "automatic" => self.automatic(list, span),
            "genus" => self.genus(groups, span),
            word => self.of_line(word, list, span),
        })
    }

    /// `G(GAME(position))` and the like.
    fn of_position(&mut self, word: &'static str, groups: &[Vec<Expr>], span: Span) -> Result<Value> {
        let (game, coords, span) = self.asked_position(word, groups, span)?;
        let scope = self.scope.as_mut().expect("claims have a scope");
        Ok(scope.answer(word, game, false, coords, span))
    }

    /// `genus(GAME(position))`
    fn genus(&mut self, groups: &[Vec<Expr>], span: Span) -> Result<Value> {
        let (game, position, span) = self.asked_position("genus", groups, span)?;
        let scope = self.scope.as_mut().expect("claims have a scope");
        let question = scope.number(Question::Genus { game });
        Ok(Value::Genus(Arc::new(GenusOf { question, position, place: place(span) })))
    }

    /// The number of the game of `WORD(GAME(position))`, the coordinates, and their place.
    fn asked_position(&mut self, word: &str, groups: &[Vec<Expr>], span: Span) -> Result<(usize, Vec<E>, Span)> {
        let [list] = groups else { return Err(one_position(word, span)) };
        let [of] = &list[..] else { return Err(one_position(word, span)) };
        let ExprKind::Call(game, position) = &bare(of).kind else { return Err(one_position(word, of.span)) };
        let [position] = &position[..] else { return Err(one_position(word, of.span)) };
        if matches!(&game.kind, ExprKind::Name(n) if self.module.compound(n).is_some()) {
            return Err(one_position(word, of.span));
        }
        let term = self.game(game)?;
        let (mut entries, mut coords) = self.position(position)?;
        let game = self.lowered_carrying(game, &term, &entries)?;
        game.carry_entries(&mut entries);
        game.fits(&entries, "a position", of.span)?;
        game.carry_coordinates(&mut coords);
        let scope = self.scope.as_mut().expect("claims have a scope");
        Ok((scope.game(game), coords, of.span))
    }

    /// `inf(K)`: the value infinity with a set of numbers. A number that stands in the set twice counts once.
    fn infinity(&mut self, list: &[Expr], span: Span) -> Result<Value> {
        let usage = |message: String, at: Span| {
            Diagnostic::at(Code::Arguments, at, message, "here").help("such as `inf({0, 2})`, or `inf({})`")
        };
        let [of] = list else {
            let found = super::problem::arguments(list.len());
            return Err(usage(format!("`inf` has one set of numbers, found {found}"), span));
        };
        let value = self.eval(of)?;
        let elements = match &value {
            Value::Set(set) => super::sets::elements(set),
            _ => None,
        };
        let elements =
            elements.ok_or_else(|| usage("`inf` has a set whose elements are written out".into(), of.span))?;
        let mut numbers: Vec<(C, E)> = vec![];
        let mut sum = build::int(1);
        for (there, element) in elements {
            let number = super::ops::number(&element, of.span)?;
            if let (Some(true), Some(n)) = (there.as_bool(), number.as_int().filter(|n| **n < IBig::ZERO)) {
                return Err(usage(format!("the numbers of `inf` are values, from 0 on, found {n}"), of.span));
            }
            let earlier = numbers.iter().map(|(c, n)| build::and(vec![c.clone(), build::eq(n, &number)])).collect();
            let new = build::and(vec![there.clone(), build::not(&build::or(earlier))]);
            let power = build::pow(&build::int(2), &number, place(of.span));
            let large = build::fail(place(of.span), format!("a number of `inf` is above {INFINITY_MOST}"));
            let power = build::choose(&build::le(&number, &build::int(INFINITY_MOST)), &power, &large);
            sum = build::add(&sum, &build::choose(&new, &power, &build::int(0)));
            numbers.push((there, number));
        }
        let scope = self.scope.as_mut().expect("claims have a scope");
        scope.speaks_of_loopy = true;
        let number = build::fail(place(span), "the value infinity is no number");
        let code = build::sub(&build::int(0), &sum);
        Ok(Value::Loopy(Arc::new(Loopy { number, code })))
    }

    /// The entries of a position, and its coordinates.
    fn position(&mut self, list: &[Expr]) -> Result<(Vec<Entry>, Vec<E>)> {
        let (mut entries, mut coords) = (vec![], vec![]);
        for e in list {
            let value = self.eval(e)?;
            add_entry(&value, e.span, &mut entries, &mut coords)?;
        }
        Ok((entries, coords))
    }

    /// A game of a claim. Its rules are read without the words of claims and without varying values, since rules cannot refer to positions of claims.
    pub fn lowered(&mut self, text: &Expr, term: &Term, entries: &[Entry]) -> Result<Game> {
        self.lowered_with(text, term, entries, &mut None)
    }

    /// The same for the game of a position, which carries the parameters that vary; `entries` are those that are written.
    pub fn lowered_carrying(&mut self, text: &Expr, term: &Term, entries: &[Entry]) -> Result<Game> {
        let least = self.scope.as_ref().and_then(|scope| scope.carries.clone());
        let mut marks = least.as_ref().map(|_| vec![]);
        let mut game = self.lowered_with(text, term, entries, &mut marks)?;
        let (marks, least) = (marks.unwrap_or_default(), least.unwrap_or_default());
        for (_, parameter) in &mut game.carried {
            *parameter = carried::unmarked(parameter, &marks, &least).ok_or_else(|| negative(text.span))?;
        }
        Ok(game)
    }

    fn lowered_with(
        &mut self,
        text: &Expr,
        term: &Term,
        entries: &[Entry],
        marks: &mut Option<Vec<E>>,
    ) -> Result<Game> {
        let mut gone = vec![];
        let term = super::fixed::fixed(term, &mut gone, marks)?;
        let scope = self.scope.take();
        let variables = scope.as_ref().and_then(|scope| scope.carries.clone()).unwrap_or_default();
        self.least = carried::least_of(marks.as_deref().unwrap_or_default(), &variables);
        let game = Game::of(self, expr_text(text), &term, Some(entries).filter(|e| !e.is_empty()));
        self.scope = scope;
        self.least.clear();
        game.map_err(|error| super::fixed::explained(error, &gone))
    }

    fn property(&mut self, property: Property, list: &[Expr], span: Span) -> Result<Value> {
        let [game] = list else {
            let name = property.name();
            let message = format!("`{name}` is asked of one game, found {}", super::problem::arguments(list.len()));
            return Err(
                Diagnostic::at(Code::Arguments, span, message, "here").help(format!("such as `{name}(nim[2])`"))
            );
        };
        let term = self.game(game)?;
        let game = self.lowered(game, &term, &[])?;
        let scope = self.scope.as_mut().expect("claims have a scope");
        let game = scope.game(game);
        let answer = scope.ask(Question::Property { game, property }, vec![], span);
        Ok(Value::Bool(build::not(&build::zero(&answer))))
    }

    /// The answer to a question about a game as a whole.
    fn of_game(&mut self, word: &str, question: fn(usize) -> Question, list: &[Expr], span: Span) -> Result<E> {
        let [game] = list else {
            let message = format!("`{word}` is asked of one game, found {}", super::problem::arguments(list.len()));
            return Err(Diagnostic::at(Code::Arguments, span, message, "here"));
        };
        let term = self.game(game)?;
        let game = self.lowered(game, &term, &[])?;
        let scope = self.scope.as_mut().expect("claims have a scope");
        let game = scope.game(game);
        Ok(scope.ask(question(game), vec![], span))
    }

    /// `automatic(G)`, `automatic(P, 3)`, `automatic(P, fibonacci)`, `automatic(P, ostrowski(2))`, `automatic(P, unit(4))`: of the game of the claim.
    fn automatic(&mut self, list: &[Expr], span: Span) -> Result<Value> {
        let usage = |message: String, at: Span| {
            let error = Diagnostic::at(Code::Arguments, at, message, "here");
            error.help("such as `automatic(G)`, `automatic(P_misere, 3)` in base 3, or `automatic(P, fibonacci)`")
        };
        let (what, written) = match list {
            [what] => (what, Written::Base(2)),
            [what, written] => (what, self.written(written, &usage)?),
            _ => {
                let found = super::problem::arguments(list.len());
                return Err(usage(format!("`automatic` has `G` or `P` and perhaps a base, found {found}"), span));
            }
        };
        let (play, outcomes) = match &bare(what).kind {
            ExprKind::Name(name) if name == "G" => (Play::Normal, false),
            ExprKind::Name(name) if name == "G_misere" => (Play::Misere, false),
            ExprKind::Name(name) if name == "P" => (Play::Normal, true),
            ExprKind::Name(name) if name == "P_misere" => (Play::Misere, true),
            _ => {
                let message = "`automatic` is asked of `G`, `P`, `G_misere` or `P_misere`".to_string();
                return Err(usage(message, what.span));
            }
        };
        let scope = self.scope.as_mut().expect("claims have a scope");
        let Some(game) = scope.own else {
            let message = "`automatic` speaks of the game of a claim `on GAME`, and this claim has none";
            let error = Diagnostic::at(Code::NoPosition, span, message, "of which game?");
            return Err(error.help("write `on GAME: automatic(G)`"));
        };
        let answer = scope.ask(Question::Automatic { game, play, outcomes, written }, vec![], span);
        Ok(Value::Bool(build::not(&build::zero(&answer))))
    }

    /// The base or the numeration of `automatic`.
    fn written(&mut self, e: &Expr, usage: &dyn Fn(String, Span) -> Diagnostic) -> Result<Written> {
        let constant = |eval: &mut Eval, e: &Expr, range: RangeInclusive<u32>, what: &str| {
            let n = eval.int(e)?.as_i64().and_then(|n| u32::try_from(n).ok());
            let (least, most) = (range.start(), range.end());
            n.filter(|n| range.contains(n))
                .ok_or_else(|| usage(format!("{what} is a constant from {least} to {most}"), e.span))
        };
        let base =
            |eval: &mut Eval| Ok(Written::Base(constant(eval, e, 2..=GREATEST_BASE, "the base of an automaton")?));
        match &bare(e).kind {
            ExprKind::Name(name) if name == "fibonacci" => Ok(Written::Ostrowski(1)),
            ExprKind::Call(callee, groups) => match (&callee.kind, &groups[..]) {
                (ExprKind::Name(name), [list]) if name == "ostrowski" && list.len() == 1 => {
                    let what = "the number of an Ostrowski numeration";
                    Ok(Written::Ostrowski(constant(self, &list[0], 1..=GREATEST_BASE, what)?))
                }
                (ExprKind::Name(name), [list]) if name == "unit" && list.len() == 1 => {
                    Ok(Written::Unit(constant(self, &list[0], TRACES, "the trace of a unit")?))
                }
                _ => base(self),
            },
            _ => base(self),
        }
    }

    /// `period(LINE)` and the like; a line is a game at a pattern with running entries, or `solutions(GAME, g)`.
    fn of_line(&mut self, word: &str, list: &[Expr], span: Span) -> Result<Value> {
        let wrong = |what: String, at: Span| {
            let error = Diagnostic::at(Code::Line, at, what, "here");
            error.help(format!("such as `{word}(star_nim[2](7, _))` or `{word}(solutions(star_nim[2], 3))`"))
        };
        let of = match word {
            "preperiod" => PeriodNumber::Preperiod,
            "period" => PeriodNumber::Period,
            _ => PeriodNumber::Saltus,
        };
        let [line] = list else {
            return Err(wrong(
                format!("`{word}` is asked of one line, found {}", super::problem::arguments(list.len())),
                span,
            ));
        };
        let ExprKind::Call(callee, groups) = &bare(line).kind else {
            return Err(wrong(
                format!("`{word}` is asked of a line: a game at a pattern with the running entry `_`"),
                line.span,
            ));
        };
        let [entries] = &groups[..] else { return Err(wrong("a line has no `;`".into(), line.span)) };
        if matches!(&callee.kind, ExprKind::Name(n) if n == "solutions") {
            let [game, g] = &entries[..] else {
                return Err(wrong("`solutions` has a game and a value".into(), line.span));
            };
            let term = self.game(game)?;
            let played = self.lowered(game, &term, &[Entry::One, Entry::One])?;
            let value = self.int(g)?.as_i64().and_then(|g| u64::try_from(g).ok());
            let Some(value) = value else {
                return Err(wrong("the value of `solutions` is a constant natural number".into(), g.span));
            };
            let scope = self.scope.as_mut().expect("claims have a scope");
            let game = scope.game(played);
            return Ok(Value::Int(scope.ask(Question::Solutions { game, value, of }, vec![], span)));
        }
        let term = self.game(callee)?;
        let written: Vec<Entry> = entries.iter().map(entry_of).collect();
        let played = self.lowered(callee, &term, &written)?;
        let whole = entries.iter().map(|e| e.span).reduce(Span::to).unwrap_or(line.span);
        let line = self.line(&played, entries, whole)?;
        let scope = self.scope.as_mut().expect("claims have a scope");
        let game = scope.game(played);
        Ok(Value::Int(scope.ask(Question::Line { game, line, of }, vec![], span)))
    }

    /// `ns_property(f, n)`: for a function of one number, below n; for a function of two numbers, in every slice.
    fn ns_property(&mut self, list: &[Expr], span: Span) -> Result<Value> {
        let usage = |message: String, at: Span| {
            let error = Diagnostic::at(Code::Arguments, at, message, "here");
            error.help("such as `ns_property(z -> z div 2, 1000)`")
        };
        let [function, bound] = list else {
            let found = super::problem::arguments(list.len());
            return Err(usage(format!("`ns_property` has a function and a bound, found {found}"), span));
        };
        let f = match self.eval(function)? {
            Value::Func(f) => f,
            other => return Err(wrong_kind(&other, "a function", function.span)),
        };
        let Func::Written { params, .. } = &*f else {
            return Err(usage("`ns_property` is asked of a function written down".into(), function.span));
        };
        let width = params.len();
        if !(1..=2).contains(&width) {
            return Err(usage(
                format!("the NS-property is one of functions of one or two numbers, this has {width}"),
                function.span,
            ));
        }
        let n = self.int(bound)?;
        let Some(n) = n.as_i64().filter(|n| (0..=NS_LONGEST[width - 1]).contains(n)) else {
            let most = NS_LONGEST[width - 1];
            return Err(usage(format!("the bound of `ns_property` is a constant from 0 to {most}"), bound.span));
        };
        let vars: Vec<usize> = (0..width).map(|_| self.fresh()).collect();
        let args = vars.iter().map(|v| Value::Int(build::var(*v))).collect();
        let value = self.apply(&f, args, function.span)?;
        let value = super::ops::number(&value, function.span)?;
        if !super::ns::closed(&value, vars[0], self.next_var) {
            let message = "the function of `ns_property` is fixed, and this one varies in this claim";
            return Err(Diagnostic::at(
                Code::Varies,
                function.span,
                message,
                "speaks of a position, or of a binder outside",
            ));
        }
        let witness = super::ns::breaks(&value, &vars, n).map_err(|(at, why)| {
            let at: Vec<String> = at.iter().map(ToString::to_string).collect();
            Diagnostic::at(
                Code::Undefined,
                function.span,
                format!("{why}, at ({})", at.join(", ")),
                "not defined there",
            )
        })?;
        let scope = self.scope.as_mut().expect("claims have a scope");
        scope.notes.extend(witness.clone());
        Ok(Value::Bool(build::boolean(witness.is_none())))
    }
}

/// The greatest base of an automaton, and the greatest number of an Ostrowski numeration.
const GREATEST_BASE: u32 = 10;
/// The traces of units in whose numerations automata are looked for.
const TRACES: RangeInclusive<u32> = 3..=22;

/// The greatest bounds of `ns_property`, for functions of one and of two numbers.
const NS_LONGEST: [i64; 2] = [1_000_000, 1000];

impl Scope {
    /// The value of a reserved word, over the answer to its question about a position.
    fn answer(&mut self, word: &str, game: usize, own: bool, position: Vec<E>, span: Span) -> Value {
        let what = match word {
            "terminal" => What::Terminal,
            "exists" => What::Exists,
            DRAWN => What::Outcome,
            "P" | "N" if self.loopy => What::Outcome,
            "G" if self.loopy => What::Code,
            "G" | "P" | "N" => What::Value { play: Play::Normal },
            "G_misere" | "P_misere" => What::Value { play: Play::Misere },
            other => unreachable!("`{other}` asks nothing of a position"),
        };
        self.speaks_of_loopy |= word == DRAWN;
        let answer = self.ask(Question::Position { game, what, own }, position, span);
        let is = |outcome: i64| Value::Bool(build::eq(&answer, &build::int(outcome)));
        match word {
            DRAWN => is(2),
            "P" if self.loopy => is(0),
            "N" if self.loopy => is(1),
            "G" if self.loopy => {
                let infinite = build::fail(place(span), "a value is infinity, and no number");
                let number = build::choose(&build::le(&build::int(0), &answer), &answer, &infinite);
                Value::Loopy(Arc::new(Loopy { number, code: answer }))
            }
            "G" | "G_misere" => Value::Int(answer),
            "P" | "P_misere" => Value::Bool(build::zero(&answer)),
            _ => Value::Bool(build::not(&build::zero(&answer))),
        }
    }
}

/// The error for a parameter that may be negative, as no coordinate of a position is.
fn negative(span: Span) -> Diagnostic {
    let message = "it is not seen that a parameter of this game is never negative";
    Diagnostic::at(Code::Varies, span, message, "no coordinate is negative")
}

fn one_position(word: &str, span: Span) -> Diagnostic {
    let message = format!("`{word}` is asked of a position: a game with its entries in parentheses");
    Diagnostic::at(Code::Position, span, message, "no position").help(format!("such as `{word}(nim[3](1, 2, 3))`"))
}

fn bare(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Paren(inner) => bare(inner),
        _ => e,
    }
}

/// The entries of a bracketed list, or the entry itself.
pub fn list_of(e: &Expr) -> Vec<&Expr> {
    match &bare(e).kind {
        ExprKind::Vector(inner) => inner.iter().collect(),
        _ => vec![e],
    }
}

/// Is an entry of a pattern written as a single number or as a list?
pub fn entry_of(e: &Expr) -> Entry {
    match &bare(e).kind {
        ExprKind::Vector(inner) => Entry::List(inner.len()),
        _ => Entry::One,
    }
}

/// Does the expression contain the running entry `_` of a line?
pub(super) fn has_hole(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Hole => true,
        ExprKind::Paren(e) | ExprKind::Neg(e) => has_hole(e),
        ExprKind::Chain(first, rest) => has_hole(first) || rest.iter().any(|(_, e)| has_hole(e)),
        ExprKind::Binary(_, a, b) => has_hole(a) || has_hole(b),
        _ => false,
    }
}

/// A value as an entry of a position: a number, a vector, a list of strips.
fn add_entry(value: &Value, span: Span, entries: &mut Vec<Entry>, coords: &mut Vec<E>) -> Result<()> {
    match value {
        Value::Int(e) => {
            entries.push(Entry::One);
            coords.push(e.clone());
            Ok(())
        }
        Value::Vector(list) if list.iter().any(|v| matches!(v, Value::Vector(_))) => {
            list.iter().try_for_each(|v| add_entry(v, span, entries, coords))
        }
        Value::Vector(list) => {
            entries.push(Entry::List(list.len()));
            for v in list.iter() {
                coords.push(super::ops::number(v, span)?);
            }
            Ok(())
        }
        other => Err(wrong_kind(other, "an entry of a position", span)),
    }
}

/// The ends of a range; `None` for other values.
pub fn range_of(value: &Value) -> Option<(E, E)> {
    match value {
        Value::Set(set) => match &**set {
            SetValue::Range(lo, hi) => Some((lo.clone(), hi.clone())),
            _ => None,
        },
        _ => None,
    }
}

/// The numbers of a set or vector of constants, in order.
pub fn constants_of(value: &Value) -> Option<Vec<dashu_int::IBig>> {
    let list: Vec<Value> = match value {
        Value::Vector(list) => list.to_vec(),
        Value::Set(set) => super::sets::elements(set)?.into_iter().map(|(_, v)| v).collect(),
        _ => return None,
    };
    list.iter().map(|v| if let Value::Int(e) = v { e.as_int().cloned() } else { None }).collect()
}

/// Does the expression contain a question?
pub fn asks(e: &impl Tree) -> bool {
    e.any_number(&mut |x| matches!(x, Form::Ask(..)))
}
