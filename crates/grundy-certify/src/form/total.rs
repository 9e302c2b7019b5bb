//! What is defined everywhere.
//!
//! In: rules, or an expression. Out: whether the form shows that they are defined, whatever the numbers are that they speak of. What stands behind such an expression in a
//! conjunction is then left out for one reason alone: that the expression is false.

use crate::form::expr::{Expr, Many, Rules, Two, Word};

/// Are rules defined at every position?
pub(crate) fn is_defined(rules: &Rules) -> bool {
    let mut total = true;
    rules.visit(&mut |e| total &= is_total_by_parts(e));
    total
}

/// Is an expression defined everywhere?
pub(crate) fn is_total(e: &Expr) -> bool {
    let mut total = true;
    e.visit(&mut |e| total &= is_total_by_parts(e));
    total
}

/// Is an expression defined wherever the expressions inside it are?
fn is_total_by_parts(e: &Expr) -> bool {
    match e {
        Expr::Int(_) | Expr::Truth(_) | Expr::X(_) | Expr::V(_) | Expr::Sum(..) | Expr::Abs(_) | Expr::If(_) => true,
        Expr::Zero(_) | Expr::NonPos(_) | Expr::Not(_) | Expr::And(_) | Expr::Or(_) | Expr::Rank(..) => true,
        Expr::Terminal(_) => true,
        Expr::Two(Two::Div | Two::Mod, both) => matches!(both[1], Expr::Int(by) if by != 0),
        Expr::Two(Two::Root, both) => matches!(both[0], Expr::Int(of) if of >= 0),
        Expr::Two(word, _) => matches!(word, Two::Gcd | Two::Divides | Two::Iff),
        Expr::Many(word, list) => *word != Many::Xor && !list.is_empty(),
        Expr::Fold(fold) => matches!(fold.word, Word::All | Word::Any | Word::Count | Word::Sum),
        _ => false,
    }
}
