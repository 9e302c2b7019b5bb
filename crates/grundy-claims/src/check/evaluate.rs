//! An expression of the rules language by itself: `G(kayles(5)) xor 3`.
//!
//! In: the text, the names in scope. Out: its value, a number, a truth value, a vector or a set. It may ask for values, outcomes and existence of
//! positions, as claims do; questions about whole games stand in claims.

use grundy_rules::rules::change::Changed;
use std::collections::HashMap;
use std::sync::Arc;

use dashu_int::IBig;

use crate::CheckOptions;
use crate::check::foretold::foretold;
use crate::check::world::World;
use crate::read::loopy::is_round;
use crate::read::loopy_codes::decoded;
use grundy::theory::loopy::LoopyValue;
use grundy_core::contract::stop::{Stop, diagnostic};
use grundy_core::enumerate::compile::{Env, FUEL, Oracle, condition, number};
use grundy_rules::lang::ast::Expr;
use grundy_rules::lang::{Code, Diagnostic, parse_expr};
use grundy_rules::lower::{Eval, Question, Scope, Value, elements_of, number_folds, rename};
use grundy_rules::rules::build;
use grundy_rules::rules::expr::{C, E, Node, Tree};
use grundy_rules::session::Session;

/// The value of an expression.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evaluated {
    /// A number.
    Number(IBig),
    /// The value of a position that is worth no number, with the numbers among its options.
    Infinite(Vec<IBig>),
    /// A condition.
    Truth(bool),
    /// A vector.
    Vector(Vec<Evaluated>),
    /// A set, in order.
    Set(Vec<Evaluated>),
}

impl std::fmt::Display for Evaluated {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let joined = |list: &[Evaluated]| list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Evaluated::Number(n) => n.fmt(f),
            Evaluated::Infinite(others) => LoopyValue::Infinite(others.clone()).fmt(f),
            Evaluated::Truth(holds) => holds.fmt(f),
            Evaluated::Vector(list) => write!(f, "[{}]", joined(list)),
            Evaluated::Set(list) => write!(f, "{{{}}}", joined(list)),
        }
    }
}

/// Evaluates an expression.
///
/// ```
/// # use grundy::Session;
/// # use grundy_claims::{CheckOptions, evaluate};
/// let mut session = Session::new();
/// assert_eq!(evaluate(&mut session, "G(kayles(5)) xor 3", &CheckOptions::default())?.to_string(), "7");
/// assert_eq!(evaluate(&mut session, "[i^2 for i in 1..3]", &CheckOptions::default())?.to_string(), "[1, 4, 9]");
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
///
/// # Errors
/// Text that is no such expression, a question about a whole game, an expression that is not defined, a limit, an interruption.
pub fn evaluate(session: &mut Session, text: &str, options: &CheckOptions) -> Result<Evaluated, Diagnostic> {
    let source = session.add_source("<expression>", text);
    let expr = parse_expr(source, text)?;
    match once(session, &expr, options, false) {
        Err(error) if is_round(&error) => once(session, &expr, options, true),
        Ok(None) => once(session, &expr, options, true),
        found => found,
    }
    .map(|found| found.expect("a second evaluation has the values of loopy games"))
}

/// The value; `None` if a word speaks of games in which play may go on for ever, and their values were not asked for.
fn once(session: &Session, expr: &Expr, options: &CheckOptions, loopy: bool) -> Result<Option<Evaluated>, Diagnostic> {
    let mut eval = Eval::new(session.module().clone(), vec![]);
    eval.scope = Some(Scope { loopy, ..Scope::default() });
    let value = eval.eval(expr)?;
    let scope = eval.scope.take().unwrap_or_default();
    if scope.speaks_of_loopy && !loopy {
        return Ok(None);
    }
    let of_position = |question: &Question| matches!(question, Question::Position { .. } | Question::Genus { .. });
    if !scope.questions.iter().all(of_position) {
        let message = "a property of a game is checked up to a bound, or proved, and so stands in a claim";
        return Err(Diagnostic::at(Code::Kind, expr.span, message, "not a value by itself")
            .help("write `check -e 'claim \"…\": …'`"));
    }
    let world = Arc::new(World::new(&scope, options));
    Shown { world, questions: scope.questions.len() }.of(&value).map(Some).map_err(|stop| match stop {
        Some(Stop::Undefined(place, why)) => Diagnostic::undefined(why, place.0),
        Some(stop) => diagnostic(stop),
        None => {
            let message = match &value {
                Value::Set(_) => "this set is too large to be listed",
                _ => "this is no number, condition, vector or set",
            };
            Diagnostic::at(Code::Kind, expr.span, message, "it has no value to print")
                .help("the value of a position is `G(GAME(POSITION))`")
        }
    })
}

/// What answers the questions.
struct Shown {
    world: Arc<World>,
    questions: usize,
}

/// Why there is no value; `None` where the kind of the value has none.
type Failed = Option<Stop>;

impl Shown {
    fn of(&self, value: &Value) -> Result<Evaluated, Failed> {
        match value {
            Value::Int(e) => self.number(e).map(Evaluated::Number),
            Value::Loopy(value) => Ok(match decoded(&self.number(&value.code)?) {
                LoopyValue::Number(number) => Evaluated::Number(number),
                LoopyValue::Infinite(others) => Evaluated::Infinite(others),
            }),
            Value::Bool(c) => self.holds(c).map(Evaluated::Truth).map_err(Some),
            Value::Vector(list) => Ok(Evaluated::Vector(list.iter().map(|v| self.of(v)).collect::<Result<_, _>>()?)),
            Value::Set(set) => {
                let mut there = vec![];
                for (c, v) in elements_of(set).ok_or(None)? {
                    if self.holds(&c).map_err(Some)? {
                        there.push(self.of(&v)?);
                    }
                }
                there.sort();
                there.dedup();
                Ok(Evaluated::Set(there))
            }
            Value::Genus(genus) => {
                let length = self.number(&genus.length())?;
                let length = u32::try_from(&length).unwrap_or(u32::MAX);
                let entry = |index: u32| self.number(&genus.entry(&build::int(index))).map(Evaluated::Number);
                Ok(Evaluated::Vector((1..=length).map(entry).collect::<Result<_, _>>()?))
            }
            _ => Err(None),
        }
    }

    fn number(&self, e: &E) -> Result<IBig, Failed> {
        let e = numbered(e);
        self.foretell(Node::Number(&e)).map_err(Some)?;
        number::<IBig>(&e)(&mut self.env(&e)).map_err(Some)
    }

    fn holds(&self, c: &C) -> Result<bool, Stop> {
        let c = numbered(c);
        self.foretell(Node::Condition(&c))?;
        condition::<IBig>(&c)(&mut self.env(&c))
    }

    fn foretell(&self, node: Node<'_>) -> Result<(), Stop> {
        let oracle: &dyn Oracle<IBig> = &*self.world;
        foretold(node, &mut |question, hi, questions| oracle.reach(question, hi, questions))
    }

    fn env(&self, e: &impl Tree) -> Env<IBig> {
        Env {
            answers: vec![IBig::ZERO; self.questions],
            oracle: Some(self.world.clone() as Arc<dyn Oracle<IBig>>),
            fuel: FUEL,
            ..Env::new(0, e.variables(), 0)
        }
    }
}

/// An expression with its bound variables numbered from 0.
fn numbered<T: Changed + Tree>(e: &T) -> T {
    let mut map = HashMap::new();
    number_folds(e, &mut map);
    rename(e, &map)
}
