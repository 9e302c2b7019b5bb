//! Evaluation of the language's expressions.
//!
//! In: a tree, the names in scope. Out: its value, with everything known substituted: constants are folded, function calls
//! expanded, quantified forms over known sets unrolled. What depends on the position stays an expression of the internal form.
//!
//! A wrong kind (a vector where a number is needed) is an error at once. A number that cannot be computed (an index out of
//! range, a division by 0) becomes [`Expr::Fail`](crate::rules::expr::Expr::Fail), an error only if a position reaches it.

use std::sync::Arc;

use super::claim::Scope;
use super::ending::Ending;
use super::module::{Global, Module};
use super::ops;
use super::problem::{Result, arguments, wrong_kind};
use super::real::Real;
use super::sets;
use super::term::Term;
use super::value::{Env, Func, SetValue, Value};
use dashu_int::IBig;

use crate::lang::ast::{BinOp, Binder, Expr, ExprKind, GameDef, Ident};
use crate::lang::{Code, Diagnostic, Function, MORE, Span, is_more};
use crate::rules::build;
use crate::rules::expr::{C, E};

/// The steps after which rules are refused as too large.
const STEPS: u64 = 4_000_000;
/// So many counts are between two looks whether the work must end.
const LOOK: u32 = 16;
/// The greatest depth of calls of functions.
const CALLS: usize = 200;

/// Evaluates expressions in one module.
pub struct Eval {
    pub module: Arc<Module>,
    pub env: Env,
    /// The definitions being evaluated, to refuse recursion.
    active: Vec<String>,
    pub next_var: usize,
    /// The games and questions of a claim; `None` outside claims.
    pub scope: Option<Scope>,
    /// The least values of the parameters that positions carry, by their marks.
    pub(super) least: Vec<IBig>,
    steps: u64,
    /// When the work must end, and how often it was counted since somebody looked.
    pub ending: Ending,
    unseen: u32,
    /// Is this inside of what `floor` rounds?
    rounded: bool,
}

impl Eval {
    pub fn new(module: Arc<Module>, env: Env) -> Self {
        let ending = Ending::default();
        Eval {
            module,
            env,
            active: vec![],
            next_var: 0,
            scope: None,
            least: vec![],
            steps: 0,
            ending,
            unseen: 0,
            rounded: false,
        }
    }

    pub fn fresh(&mut self) -> usize {
        self.next_var += 1;
        self.next_var - 1
    }

    /// The steps left.
    pub fn budget(&self) -> u64 {
        STEPS.saturating_sub(self.steps)
    }

    pub fn count(&mut self, steps: u64, span: Span) -> Result<()> {
        self.steps += steps;
        if self.steps > STEPS {
            return Err(Diagnostic::limit(Code::TooLarge, "these rules are too large to be written out")
                .label(span, "this grows beyond measure"));
        }
        self.unseen += 1;
        if self.unseen >= LOOK {
            self.unseen = 0;
            self.ending.check()?;
        }
        Ok(())
    }

    /// Evaluates what a function rounds: `phi` and `sqrt` are names there.
    pub(super) fn rounded<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outside = std::mem::replace(&mut self.rounded, true);
        let result = f(self);
        self.rounded = outside;
        result
    }

    /// Evaluates with additional names bound.
    pub fn with<T>(&mut self, names: Vec<(String, Value)>, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let depth = self.env.len();
        self.env.extend(names);
        let result = f(self);
        self.env.truncate(depth);
        result
    }

    pub fn int(&mut self, e: &Expr) -> Result<E> {
        match self.eval(e)? {
            Value::Int(value) => Ok(value),
            Value::Loopy(value) => Ok(value.number.clone()),
            other => Err(wrong_kind(&other, "a number", e.span)),
        }
    }

    pub fn condition(&mut self, e: &Expr) -> Result<C> {
        match self.eval(e)? {
            Value::Bool(value) => Ok(value),
            other @ Value::Int(_) => Err(wrong_kind(&other, "a condition", e.span)
                .help("a condition compares: `bit(n, i) = 1`, not `bit(n, i)`")),
            other => Err(wrong_kind(&other, "a condition", e.span)),
        }
    }

    pub fn eval(&mut self, e: &Expr) -> Result<Value> {
        self.count(1, e.span)?;
        Ok(match &e.kind {
            ExprKind::Int(value) => Value::Int(build::int(value.clone())),
            ExprKind::Bool(value) => Value::Bool(build::boolean(*value)),
            ExprKind::Code(digits) => Value::Code(Arc::new(digits.clone())),
            ExprKind::Notation(code) => match code.plain() {
                Some(digits) => Value::Code(Arc::new(digits)),
                None => Value::Notation(Arc::new((**code).clone())),
            },
            ExprKind::Turning(code) => Value::Turning(Arc::new((**code).clone())),
            ExprKind::Name(name) => self.name(name, e.span)?,
            ExprKind::Hole => {
                let message = "`_` stands only in a line such as `star_nim[2](7, _)`";
                return Err(Diagnostic::at(Code::Hole, e.span, message, "not an expression"));
            }
            ExprKind::Vector(list) => Value::vector(self.list(list)?),
            ExprKind::Set(list) => {
                let elements = self.list(list)?.into_iter().map(|v| (build::boolean(true), v)).collect();
                sets::of(elements, e.span)?
            }
            ExprKind::Paren(inner) => self.eval(inner)?,
            ExprKind::Tuple(_) => {
                let message = "`(a, b)` is a target, a pattern or arguments, not a value";
                return Err(
                    Diagnostic::at(Code::Tuple, e.span, message, "not a value").help("a vector is written `[a, b]`")
                );
            }
            ExprKind::Chain(first, rest) => self.chain(first, rest)?,
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, e.span)?,
            ExprKind::Neg(inner) => {
                let value = self.eval(inner)?;
                ops::negate(&value, e.span)?
            }
            ExprKind::Not(inner) => Value::Bool(build::not(&self.condition(inner)?)),
            ExprKind::If(c, a, b) => self.conditional(c, a, b)?,
            ExprKind::Quant { op, binders, filter, body } => {
                self.quantified(*op, binders, filter.as_deref(), body, e.span)?
            }
            ExprKind::Lambda(params, body) => Value::Func(Arc::new(Func::Written {
                params: params.clone(),
                body: (**body).clone(),
                env: self.env.clone(),
                module: self.module.clone(),
                name: None,
            })),
            ExprKind::Index(base, list) => self.index(base, list, e.span)?,
            ExprKind::Call(callee, groups) => self.call(callee, groups, e.span)?,
            ExprKind::Let(binders, body) => self.lets(binders, body)?,
            ExprKind::Comprehension { set, element, binders, filter } => {
                self.comprehension(*set, element, binders, filter.as_deref(), e.span)?
            }
            ExprKind::With(base, path, value) => {
                let base = self.eval(base)?;
                let path = path.iter().map(|i| Ok((self.int(i)?, i.span))).collect::<Result<Vec<_>>>()?;
                let new = self.eval(value)?;
                ops::with(&base, &path, &new, e.span)?
            }
        })
    }

    /// The body with the names bound, each to a value that may use those before it.
    fn lets(&mut self, binders: &[Binder], body: &Expr) -> Result<Value> {
        let Some((first, rest)) = binders.split_first() else { return self.eval(body) };
        let value = self.eval(&first.range)?;
        self.with(vec![(first.names[0].name.clone(), value)], |s| s.lets(rest, body))
    }

    pub fn list(&mut self, list: &[Expr]) -> Result<Vec<Value>> {
        list.iter().map(|e| self.eval(e)).collect()
    }

    fn conditional(&mut self, c: &Expr, a: &Expr, b: &Expr) -> Result<Value> {
        let c_value = self.condition(c)?;
        match c_value.as_bool() {
            Some(true) => self.eval(a),
            Some(false) => self.eval(b),
            None => {
                let (x, y) = (self.eval(a)?, self.eval(b)?);
                ops::choose(&c_value, &x, &y, b.span)
            }
        }
    }

    fn name(&mut self, name: &str, span: Span) -> Result<Value> {
        if let Some((_, value)) = self.env.iter().rev().find(|(n, _)| n == name) {
            return Ok(value.clone());
        }
        if let Some(value) = self.own_word(name, span) {
            return value;
        }
        if let Some(word) = self.module.compound(name) {
            return Ok(Value::Func(Arc::new(Func::Compound(word))));
        }
        let builtin = |function| Value::Func(Arc::new(Func::Builtin(function)));
        if let Some(function) = Function::reserved(name) {
            return Ok(builtin(function));
        }
        let Some((module, global)) = self.module.find(name) else {
            if let Some(value) = self.own_later_word(name, span) {
                return value;
            }
            let real = self.rounded.then(|| real_name(name)).flatten();
            return real.or_else(|| Function::of(name).map(builtin)).ok_or_else(|| self.unknown(name, span));
        };
        match &*global {
            Global::Game(_) => Ok(Value::Game(Arc::new(Term::named(module, name, span)))),
            Global::Def { params: Some(params), body, .. } => Ok(Value::Func(Arc::new(Func::Written {
                params: params.clone(),
                body: body.clone(),
                env: vec![],
                module,
                name: Some(name.to_string()),
            }))),
            Global::Def { params: None, body, .. } => self.enter(name, span, module, vec![], |s| s.eval(body)),
            Global::Wrong(error) => Err((**error).clone()),
        }
    }

    fn unknown(&self, name: &str, span: Span) -> Diagnostic {
        let names = self.module.all_names();
        let bound = self.env.iter().map(|(n, _)| n.as_str());
        let words = if self.scope.is_some() { super::claim::words() } else { vec![] };
        if words.contains(&name) {
            let message = format!("`{name}` is asked of something, and nothing follows it in parentheses");
            return Diagnostic::at(Code::Arguments, span, message, "of what?");
        }
        let error = crate::lang::unknown_name(name, span, bound.chain(names.iter().map(String::as_str)).chain(words));
        let cooked = format!("{MORE}.{name}");
        match self.module.find(&cooked) {
            Some(_) => Diagnostic { help: vec![format!("did you mean `{cooked}`?")], ..error },
            None => error,
        }
    }

    /// Evaluates the body of a definition in its own module.
    pub fn enter<T>(
        &mut self,
        name: &str,
        span: Span,
        module: Arc<Module>,
        env: Env,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        if self.active.iter().any(|a| a == name) && !name.is_empty() {
            let message = format!("`{name}` is defined by itself");
            return Err(Diagnostic::at(Code::Recursion, span, message, "definitions may not go round"));
        }
        if self.active.len() >= CALLS {
            return Err(Diagnostic::limit(
                Code::TooDeep,
                format!("functions call functions deeper than {CALLS} levels"),
            )
            .label(span, "here"));
        }
        let outer_module = std::mem::replace(&mut self.module, module);
        let outer_env = std::mem::replace(&mut self.env, env);
        self.active.push(name.to_string());
        let result = f(self);
        self.active.pop();
        self.module = outer_module;
        self.env = outer_env;
        result
    }

    fn chain(&mut self, first: &Expr, rest: &[(BinOp, Expr)]) -> Result<Value> {
        match rest[0].0 {
            BinOp::And | BinOp::Or => self.connect(first, rest),
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge | BinOp::In | BinOp::Divides => {
                self.compare(first, rest)
            }
            _ => {
                let mut left = self.eval(first)?;
                let mut span = first.span;
                for (op, e) in rest {
                    let right = self.eval(e)?;
                    left = ops::arithmetic(*op, &left, span, &right, e.span)?;
                    span = span.to(e.span);
                }
                Ok(left)
            }
        }
    }

    /// `and` and `or` from left to right; evaluation stops at a constant that decides the result.
    fn connect(&mut self, first: &Expr, rest: &[(BinOp, Expr)]) -> Result<Value> {
        let is_and = rest[0].0 == BinOp::And;
        let mut list: Vec<C> = vec![];
        for e in std::iter::once(first).chain(rest.iter().map(|(_, e)| e)) {
            let value = self.condition(e)?;
            let stop = value.as_bool() == Some(!is_and);
            list.push(value);
            if stop {
                break;
            }
        }
        Ok(Value::Bool(if is_and { build::and(list) } else { build::or(list) }))
    }

    fn compare(&mut self, first: &Expr, rest: &[(BinOp, Expr)]) -> Result<Value> {
        let mut left = (self.eval(first)?, first.span);
        let mut list = vec![];
        for (op, e) in rest {
            let right = (self.eval(e)?, e.span);
            let holds = ops::compare(*op, &left.0, left.1, &right.0, right.1)?;
            let stop = holds.as_bool() == Some(false);
            list.push(holds);
            if stop {
                break;
            }
            left = right;
        }
        Ok(Value::Bool(build::and(list)))
    }

    fn binary(&mut self, op: BinOp, a: &Expr, b: &Expr, span: Span) -> Result<Value> {
        match op {
            BinOp::Implies => {
                let premise = self.condition(a)?;
                if premise.as_bool() == Some(false) {
                    return Ok(Value::Bool(build::boolean(true)));
                }
                let conclusion = self.condition(b)?;
                Ok(Value::Bool(build::or(vec![build::not(&premise), conclusion])))
            }
            BinOp::Iff => {
                let (x, y) = (self.condition(a)?, self.condition(b)?);
                Ok(Value::Bool(build::same(&x, &y)))
            }
            BinOp::Range => {
                let (lo, hi) = (self.int(a)?, self.int(b)?);
                Ok(Value::set(SetValue::Range(lo, hi)))
            }
            _ => {
                let (x, y) = (self.eval(a)?, self.eval(b)?);
                self.note_power(&x, &y);
                ops::power(&x, a.span, &y, b.span, span)
            }
        }
    }

    /// A false claim with a power of two numbers that both vary may mean their nim-sum, which other languages write so.
    fn note_power(&mut self, base: &Value, exponent: &Value) {
        const NOTE: &str = "`a^b` is a power; the nim-sum is written `a xor b`";
        let varies = |value: &Value| matches!(value, Value::Int(e) if e.as_int().is_none());
        if let Some(scope) = &mut self.scope
            && varies(base)
            && varies(exponent)
            && !scope.notes.iter().any(|note| note == NOTE)
        {
            scope.notes.push(NOTE.to_string());
        }
    }

    fn index(&mut self, base: &Expr, list: &[Expr], span: Span) -> Result<Value> {
        let value = self.eval(base)?;
        if let Value::Game(term) = &value {
            let args = list.iter().map(|e| Ok((self.eval(e)?, e.span))).collect::<Result<Vec<_>>>()?;
            return Ok(Value::Game(Arc::new(term.apply(args, span)?)));
        }
        let mut value = value;
        for e in list {
            let index = self.int(e)?;
            value = ops::index(&value, &index, base.span, e.span)?;
        }
        if list.is_empty() {
            return Err(Diagnostic::at(
                Code::Syntax,
                span,
                "an index is missing between the brackets",
                "expected a number",
            ));
        }
        Ok(value)
    }

    fn call(&mut self, callee: &Expr, groups: &[Vec<Expr>], span: Span) -> Result<Value> {
        if let Some(value) = self.claim_call(callee, groups, span) {
            return value;
        }
        let function = match self.eval(callee)? {
            Value::Func(function) => function,
            Value::Game(_) => {
                let message = "a game with a position stands only in a claim, inside `G(…)`, `P(…)` and their kin";
                return Err(Diagnostic::at(Code::Position, span, message, "not an expression here"));
            }
            other => return Err(wrong_kind(&other, "a function", callee.span)),
        };
        match &*function {
            Func::Compound(word) => super::settle::compound(self, word, groups, span),
            Func::Sqrt => self.sqrt(&one_group(groups, span)?, span),
            Func::Builtin(function) => super::builtin::call(self, *function, &one_group(groups, span)?, span),
            Func::Written { .. } => {
                let args = one_group(groups, span)?;
                let args = self.list(&args)?;
                self.apply(&function, args, span)
            }
        }
    }

    /// `sqrt(D)`
    fn sqrt(&mut self, args: &[Expr], span: Span) -> Result<Value> {
        let [of] = args else {
            let message = format!("`sqrt` has {}, found {}", arguments(1), args.len());
            return Err(Diagnostic::at(Code::Arguments, span, message, "called here"));
        };
        Ok(Value::Real(Arc::new(Real::sqrt(&self.int(of)?, of.span)?)))
    }

    /// Calls a function with values.
    pub fn apply(&mut self, function: &Func, args: Vec<Value>, span: Span) -> Result<Value> {
        let (params, body, env, module, name) = match function {
            Func::Written { params, body, env, module, name } => (params, body, env, module, name),
            Func::Builtin(function) => return Err(not_handed_on(function.name(), span)),
            Func::Compound(word) => return Err(not_handed_on(word, span)),
            Func::Sqrt => return Err(not_handed_on("sqrt", span)),
        };
        if params.len() != args.len() {
            let what = name.as_ref().map_or("this function".to_string(), |n| format!("`{n}`"));
            let message = format!("{what} has {}, found {}", arguments(params.len()), args.len());
            return Err(Diagnostic::at(Code::Arguments, span, message, "called here")
                .label(params[0].span.to(params[params.len() - 1].span), "declared here"));
        }
        let mut inner = env.clone();
        inner.extend(params.iter().map(|p: &Ident| p.name.clone()).zip(args));
        self.enter(name.as_deref().unwrap_or(""), span, module.clone(), inner, |s| s.eval(body))
    }

    /// The definition of a game.
    pub fn game_def(module: &Arc<Module>, name: &str) -> GameDef {
        let own = if is_more(name) { &name[MORE.len() + 1..] } else { name };
        match module.names.get(own).map(|g| &**g) {
            Some(Global::Game(def)) => def.clone(),
            _ => unreachable!("a named term is made of a game of its module"),
        }
    }
}

/// What only what `floor` rounds may use.
fn real_name(name: &str) -> Option<Value> {
    match name {
        "phi" => Some(Value::Real(Arc::new(Real::phi()))),
        "sqrt" => Some(Value::Func(Arc::new(Func::Sqrt))),
        _ => None,
    }
}

fn not_handed_on(name: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` cannot be handed on; write a function of your own around it");
    Diagnostic::at(Code::BuiltinValue, span, message, "here")
}

fn one_group(groups: &[Vec<Expr>], span: Span) -> Result<Vec<Expr>> {
    match groups {
        [one] => Ok(one.clone()),
        _ => Err(Diagnostic::at(
            Code::Syntax,
            span,
            "`;` separates arguments only in `at_most(k; …)`, `exactly(k; …)` and `hyper(…; …)`",
            "here",
        )),
    }
}
