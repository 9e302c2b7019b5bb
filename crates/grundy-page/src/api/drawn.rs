//! A claim as a formula that a map shows.
//!
//! In: a claim of a file. Out: its game, and a formula of the value and the coordinates: what the value is more than the claim says, or where the claim
//! holds. Claims of one game at positions whose entries are different names have one; of others, nothing is drawn: at (a, a) the formula would speak of
//! positions of which the claim says nothing.

use grundy::lang::ast::{BinOp, Expr, ExprKind, Item, ItemKind};
use grundy::session::Game;
use grundy::theory::formula::Formula;
use serde_json::{Value, json};

use super::asked::Asked;

/// The game, its rules and the formula of a claim, and whether the claim speaks of all positions; null for a claim that is no picture.
pub(super) fn drawn(asked: &mut Asked, item: &Item) -> Value {
    let told = |Picture { game, formula, all }| json!({"game": game.text, "rules": game.rules.hash(), "formula": formula, "all": all});
    picture(asked, item).map_or(Value::Null, told)
}

/// A claim as it is drawn.
struct Picture {
    game: Game,
    formula: String,
    /// Has the claim no bound of its own?
    all: bool,
}

fn picture(asked: &mut Asked, item: &Item) -> Option<Picture> {
    let ItemKind::Claim { on: Some(on), at: Some(at), filter, to, every: None, body, .. } = &item.kind else {
        return None;
    };
    let names = at.iter().map(name).collect::<Option<Vec<&str>>>()?;
    if names.iter().enumerate().any(|(i, name)| names[..i].contains(name)) {
        return None;
    }
    let text = |e: &Expr| {
        let source = asked.session().sources().get(e.span.source)?;
        source.text.get(e.span.start as usize..e.span.end as usize).map(str::to_string)
    };
    let game_text = text(on)?;
    let (claim, filter) = (said(body, &text)?, filter.as_ref().map(&text));
    let claim = match (claim, filter) {
        (claim, None) => claim.alone(),
        (claim, Some(filter)) => claim.where_only(&filter?),
    };
    let entries = vec![grundy::Entry::One; names.len()];
    let game = asked.ask("rules", |session| session.game(&game_text, Some(&entries))).ok()?;
    let coords: Vec<String> = game.rules.coords.iter().map(|coord| coord.name.clone()).collect();
    if coords.len() != names.len() {
        return None;
    }
    let formula = renamed(&claim, &names, &coords)?;
    asked.ask("rules", |session| Formula::read(session, &game, &formula)).ok()?;
    Some(Picture { game, formula, all: to.is_none() })
}

fn name(e: &Expr) -> Option<&str> {
    match &e.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}

/// What a claim says of a position.
enum Sentence {
    /// The value is this number.
    Value(String),
    /// The position is in a set if this holds: the condition for the set, and what it is said to be.
    Set(&'static str, String),
}

fn said(body: &Expr, text: &dyn Fn(&Expr) -> Option<String>) -> Option<Sentence> {
    match &body.kind {
        ExprKind::Chain(first, rest) => match (&first.kind, &rest[..]) {
            (ExprKind::Name(g), [(BinOp::Eq, right)]) if g == "G" => Some(Sentence::Value(text(right)?)),
            _ => None,
        },
        ExprKind::Binary(BinOp::Iff, left, right) => match &left.kind {
            ExprKind::Name(p) if p == "P" => Some(Sentence::Set("G = 0", text(right)?)),
            ExprKind::Name(n) if n == "N" => Some(Sentence::Set("G != 0", text(right)?)),
            _ => None,
        },
        _ => None,
    }
}

impl Sentence {
    fn alone(&self) -> String {
        match self {
            Sentence::Value(right) => format!("G - ({right})"),
            Sentence::Set(left, right) => format!("{left} iff ({right})"),
        }
    }

    fn where_only(&self, filter: &str) -> String {
        match self {
            Sentence::Value(_) => format!("if {filter} then {} else 0", self.alone()),
            Sentence::Set(..) => format!("({filter}) implies ({})", self.alone()),
        }
    }
}

/// A text in which each of some names is another one; `None` if the text has one of these others itself, for another thing.
fn renamed(text: &str, names: &[&str], others: &[String]) -> Option<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        let end = rest[start..].find(|c| !is_part(c)).map_or(rest.len(), |len| start + len);
        let word = &rest[start..end];
        out.push_str(&rest[..start]);
        match names.iter().position(|name| *name == word) {
            Some(at) => out.push_str(&others[at]),
            None if others.iter().any(|other| other == word) => return None,
            None => out.push_str(word),
        }
        rest = &rest[end..];
    }
    Some(out + rest)
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn whole_names_are_renamed_at_once() {
        let others = ["b".to_string(), "x1".to_string()];
        assert_eq!(renamed("a + ab - b*a1 = a", &["a", "b"], &others).as_deref(), Some("b + ab - x1*a1 = b"));
        assert_eq!(renamed("any x1 in 0..a: x1 = b", &["a", "b"], &others), None);
    }
}
