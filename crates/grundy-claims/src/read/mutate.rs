//! Claims with one constant or one relation changed.
//!
//! In: a claim. Out: the claims that differ from it at one place of the formula. If such a claim is true as well, the claim says less than it seems to: no
//! verdict notices the change. In: a file. Out: its definitions that claims use, with changes of their own; such a change is unnoticed if no claim
//! notices it. Changes that only weaken a formula are left out, since the changed claim is always true: the bound of a claimed comparison is only
//! tightened, the bound of a premise only loosened.

use std::collections::BTreeSet;

use dashu_int::IBig;

use crate::read::{Statement, read};
use grundy_rules::lang::Span;
use grundy_rules::lang::ast::{BinOp, Expr, ExprKind, File, Item, ItemKind};
use grundy_rules::session::Session;

/// A claim with one change.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The place of the change.
    pub span: Span,
    /// What stands there.
    pub from: String,
    /// What stands there in the mutant.
    pub to: String,
    /// The changed claim, which [`crate::check`] checks in tables of a small box; nothing is proved about it.
    pub statement: Statement,
}

/// The changes of a claim of a file; none of a table, or of an item that is wrong.
///
/// ```
/// # use grundy::Session;
/// # use grundy_claims as claims;
/// let mut session = Session::new();
/// let file = session.load("n.game", "claim \"order\" on nim[2] at (a, b): G <= a + 2*b")?;
/// let statements = claims::read(&session, &file);
/// let changes = claims::mutants(&session, &file, &statements[0]);
/// let changes: Vec<String> = changes.iter().map(|m| format!("{} -> {}", m.from, m.to)).collect();
/// assert_eq!(changes, ["<= -> <", "2 -> 3", "2 -> 1"]);
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[must_use]
pub fn mutants(session: &Session, file: &File, statement: &Statement) -> Vec<Mutant> {
    let Some(item) = file.items.iter().find(|item| item.span == statement.span) else { return vec![] };
    let ItemKind::Claim { body, .. } = &item.kind else { return vec![] };
    let mut changes = vec![];
    each_place(&mut body.clone(), Truth::Claimed, &mut |place, truth| changes.extend(changes_at(&place, truth)));
    let mutant = |(number, change): (usize, &Change)| {
        let mut item = item.clone();
        apply(&mut item, number, &changes);
        let mut statement = read(session, &File { items: vec![item] }).pop()?;
        statement = statement.unproved();
        Some(Mutant { span: change.span, from: change.from.clone(), to: change.to.clone(), statement })
    };
    changes.iter().enumerate().filter_map(mutant).take(MOST).collect()
}

/// The most changes of one claim, or of one definition.
const MOST: usize = 64;

/// A definition of a file that claims use.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// The claims whose formulas use it, but not their games, by their places among the statements.
    pub claims: Vec<usize>,
    /// Its changes.
    pub mutants: Vec<DefinitionMutant>,
}

/// A definition with one change.
#[derive(Clone, Debug)]
pub struct DefinitionMutant {
    /// The place of the change.
    pub span: Span,
    /// What stands there.
    pub from: String,
    /// What stands there in the mutant.
    pub to: String,
    /// All definitions of the file, of which one is changed.
    definitions: File,
}

impl DefinitionMutant {
    /// A claim of the file as it is with the changed definition, to be looked at in tables of a small box; games keep the definitions of the file.
    #[must_use]
    pub fn statement(&self, session: &Session, file: &File, of: &Statement) -> Option<Statement> {
        let item = file.items.iter().find(|item| item.span == of.span)?.clone();
        let session = session.with_items(&self.definitions).ok()?;
        Some(read(&session, &File { items: vec![item] }).pop()?.unproved())
    }
}

/// The definitions of a file that some of its claims use.
///
/// ```
/// # use grundy::Session;
/// # use grundy_claims as claims;
/// let mut session = Session::new();
/// let file = session.load("n.game", "def f(a, b) = a + 2*b\nclaim \"order\" on nim[2] at (a, b): G <= f(a, b)")?;
/// let statements = claims::read(&session, &file);
/// let definitions = claims::definitions(&file, &statements);
/// assert!(definitions.len() == 1 && definitions[0].name == "f" && definitions[0].claims == [0]);
/// let changes: Vec<String> = definitions[0].mutants.iter().map(|m| format!("{} -> {}", m.from, m.to)).collect();
/// assert_eq!(changes, ["2 -> 3", "2 -> 1"]);
/// let changed = definitions[0].mutants[0].statement(&session, &file, &statements[0]);
/// assert!(changed.is_some());
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[must_use]
pub fn definitions(file: &File, statements: &[Statement]) -> Vec<Definition> {
    let own: Vec<&Item> = file.items.iter().filter(|item| matches!(item.kind, ItemKind::Def { .. })).collect();
    let claims: Vec<BTreeSet<String>> = statements.iter().map(|statement| names_used(file, statement)).collect();
    let definition = |(place, item): (usize, &&Item)| {
        let ItemKind::Def { name, body, .. } = &item.kind else { return None };
        let claims: Vec<usize> = (0..claims.len()).filter(|n| claims[*n].contains(&name.name)).collect();
        let mut changes = vec![];
        each_place(&mut body.clone(), Truth::Both, &mut |place, truth| changes.extend(changes_at(&place, truth)));
        let mutant = |number: usize| {
            let mut items: Vec<Item> = own.iter().map(|item| (*item).clone()).collect();
            apply(&mut items[place], number, &changes);
            let Change { span, from, to, .. } = changes[number].clone();
            DefinitionMutant { span, from, to, definitions: File { items } }
        };
        let mutants = (0..changes.len().min(MOST)).map(mutant).collect();
        (!claims.is_empty()).then(|| Definition { name: name.name.clone(), claims, mutants })
    };
    own.iter().enumerate().filter_map(definition).collect()
}

/// The names of definitions that the formula of a claim uses, also by others, and that its game does not use.
fn names_used(file: &File, statement: &Statement) -> BTreeSet<String> {
    let item = file.items.iter().find(|item| item.span == statement.span);
    let Some(ItemKind::Claim { on, body, .. }) = item.map(|item| &item.kind) else { return BTreeSet::new() };
    let closure = |first: BTreeSet<String>| {
        let (mut all, mut open) = (BTreeSet::new(), Vec::from_iter(first));
        while let Some(name) = open.pop() {
            let defined = file.items.iter().find_map(|item| match &item.kind {
                ItemKind::Def { name: own, body, .. } if own.name == name => Some(body),
                _ => None,
            });
            if let Some(body) = defined.filter(|_| all.insert(name)) {
                open.extend(names(body));
            }
        }
        all
    };
    let of_game = on.as_ref().map_or(BTreeSet::new(), |on| closure(names(on)));
    closure(names(body)).into_iter().filter(|name| !of_game.contains(name)).collect()
}

/// The names that stand in an expression.
fn names(e: &Expr) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    each_place(&mut e.clone(), Truth::Both, &mut |place, _| {
        if let Place::Name(name) = place {
            all.insert(name.to_string());
        }
    });
    all
}

/// How the truth of a part bears on the claim.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Truth {
    /// The claim is weaker if the part is.
    Claimed,
    /// The claim is stronger if the part is weaker.
    Supposed,
    /// Either way.
    Both,
}

impl Truth {
    fn turned(self) -> Truth {
        match self {
            Truth::Claimed => Truth::Supposed,
            Truth::Supposed => Truth::Claimed,
            Truth::Both => Truth::Both,
        }
    }
}

/// A place that can be changed.
enum Place<'e> {
    /// A number, and whether a greater one or a lesser one only weakens the claim.
    Constant(&'e mut IBig, Span, Option<std::cmp::Ordering>),
    Relation(&'e mut BinOp, Span),
    /// A name, which is not changed.
    Name(&'e str),
}

/// A change: at which place, in the order of [`each_place`].
#[derive(Clone, Debug)]
struct Change {
    span: Span,
    from: String,
    to: String,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    Constant(IBig),
    Relation(BinOp),
}

fn changes_at(place: &Place<'_>, truth: Truth) -> Vec<Change> {
    match place {
        Place::Constant(n, span, weaker) => {
            let change =
                |to: IBig| Change { span: *span, from: n.to_string(), to: to.to_string(), what: What::Constant(to) };
            let (more, less) = (&**n + IBig::ONE, &**n - IBig::ONE);
            let says = |to: &IBig| *to >= IBig::ZERO && Some(to.cmp(n)) != *weaker;
            [more, less].into_iter().filter(says).map(change).collect()
        }
        Place::Relation(op, span) => {
            let stronger = match op {
                BinOp::Eq => Some((BinOp::Ne, Truth::Both)),
                BinOp::Ne => Some((BinOp::Eq, Truth::Both)),
                BinOp::Le => Some((BinOp::Lt, Truth::Claimed)),
                BinOp::Ge => Some((BinOp::Gt, Truth::Claimed)),
                BinOp::Lt => Some((BinOp::Le, Truth::Supposed)),
                BinOp::Gt => Some((BinOp::Ge, Truth::Supposed)),
                _ => None,
            };
            let fits = |(_, only): &(BinOp, Truth)| *only == Truth::Both || truth == Truth::Both || *only == truth;
            let change = |(to, _): (BinOp, Truth)| Change {
                span: *span,
                from: op.text().to_string(),
                to: to.text().to_string(),
                what: What::Relation(to),
            };
            stronger.filter(fits).map(change).into_iter().collect()
        }
        Place::Name(_) => vec![],
    }
}

/// Makes the change of a number.
fn apply(item: &mut Item, number: usize, changes: &[Change]) {
    let (body, truth) = match &mut item.kind {
        ItemKind::Claim { body, .. } => (body, Truth::Claimed),
        ItemKind::Def { body, .. } => (body, Truth::Both),
        _ => return,
    };
    let mut seen = 0;
    each_place(body, truth, &mut |place, truth| {
        let here = changes_at(&place, truth).len();
        if (seen..seen + here).contains(&number) {
            match (place, &changes[number].what) {
                (Place::Constant(n, ..), What::Constant(to)) => *n = to.clone(),
                (Place::Relation(op, _), What::Relation(to)) => *op = *to,
                _ => {}
            }
        }
        seen += here;
    });
}

/// Which change of a constant on the left, and on the right, of a comparison only weakens the claim.
fn bounds(op: Option<BinOp>, truth: Truth) -> (Option<std::cmp::Ordering>, Option<std::cmp::Ordering>) {
    use std::cmp::Ordering::{Greater, Less};
    let (left, right) = match op {
        Some(BinOp::Le | BinOp::Lt) => (Less, Greater),
        Some(BinOp::Ge | BinOp::Gt) => (Greater, Less),
        _ => return (None, None),
    };
    match truth {
        Truth::Claimed => (Some(left), Some(right)),
        Truth::Supposed => (Some(right), Some(left)),
        Truth::Both => (None, None),
    }
}

fn operand(e: &mut Expr, truth: Truth, weaker: Option<std::cmp::Ordering>, f: &mut dyn FnMut(Place<'_>, Truth)) {
    let span = e.span;
    match &mut e.kind {
        ExprKind::Int(n) => f(Place::Constant(n, span, weaker), truth),
        _ => each_place(e, truth, f),
    }
}

/// Calls `f` for each constant, relation and name, in the order of the text.
fn each_place(e: &mut Expr, truth: Truth, f: &mut dyn FnMut(Place<'_>, Truth)) {
    let span = e.span;
    let both = Truth::Both;
    match &mut e.kind {
        ExprKind::Int(n) => f(Place::Constant(n, span, None), truth),
        ExprKind::Name(name) => f(Place::Name(name), truth),
        ExprKind::Bool(_) | ExprKind::Code(_) | ExprKind::Notation(_) | ExprKind::Turning(_) | ExprKind::Hole => {}
        ExprKind::Vector(list) | ExprKind::Set(list) | ExprKind::Tuple(list) => {
            list.iter_mut().for_each(|e| each_place(e, both, f));
        }
        ExprKind::Paren(e) => each_place(e, truth, f),
        ExprKind::Chain(first, rest) => {
            let same = rest.iter().all(|(op, _)| matches!(op, BinOp::And | BinOp::Or));
            let inner = if same { truth } else { both };
            let (left, right) = bounds(rest.first().map(|(op, _)| *op).filter(|_| rest.len() == 1), truth);
            operand(first, inner, left, f);
            for (op, e) in rest {
                f(Place::Relation(op, Span { end: e.span.start, ..span }), truth);
                operand(e, inner, right, f);
            }
        }
        ExprKind::Binary(op, a, b) => {
            let (before, after) = if *op == BinOp::Implies { (truth.turned(), truth) } else { (both, both) };
            each_place(a, before, f);
            each_place(b, after, f);
        }
        ExprKind::Neg(e) => each_place(e, both, f),
        ExprKind::Not(e) => each_place(e, truth.turned(), f),
        ExprKind::If(c, a, b) => {
            each_place(c, both, f);
            each_place(a, truth, f);
            each_place(b, truth, f);
        }
        ExprKind::Quant { op, binders, filter, body } => {
            use grundy_rules::lang::ast::QuantOp::{All, Any};
            let (suppose, claim) = match op {
                All => (truth.turned(), truth),
                Any => (truth, truth),
                _ => (both, both),
            };
            binders.iter_mut().for_each(|binder| each_place(&mut binder.range, both, f));
            filter.iter_mut().for_each(|e| each_place(e, suppose, f));
            each_place(body, claim, f);
        }
        ExprKind::Lambda(_, e) => each_place(e, both, f),
        ExprKind::Index(e, list) => {
            each_place(e, both, f);
            list.iter_mut().for_each(|e| each_place(e, both, f));
        }
        ExprKind::Call(callee, groups) => {
            each_place(callee, both, f);
            groups.iter_mut().flatten().for_each(|e| each_place(e, both, f));
        }
        ExprKind::Let(binders, e) => {
            binders.iter_mut().for_each(|binder| each_place(&mut binder.range, both, f));
            each_place(e, truth, f);
        }
        ExprKind::Comprehension { element, binders, filter, .. } => {
            binders.iter_mut().for_each(|binder| each_place(&mut binder.range, both, f));
            filter.iter_mut().for_each(|e| each_place(e, both, f));
            each_place(element, both, f);
        }
        ExprKind::With(e, list, to) => {
            each_place(e, both, f);
            list.iter_mut().for_each(|e| each_place(e, both, f));
            each_place(to, both, f);
        }
    }
}
