//! Expressions that are defined everywhere.
//!
//! In: an expression. Out: whether its form shows that it has a value for all values of its variables. What stands behind it in a conjunction is then left out for one reason alone: that
//! it is false.

use crate::form::expr::{Expr, Many, Two};

/// Is an expression defined everywhere, plainly?
pub(crate) fn is_total(e: &Expr) -> bool {
    match e {
        Expr::Int(_) | Expr::Truth(_) | Expr::X(_) => true,
        Expr::Sum(_, terms) => terms.iter().all(|(_, term)| is_total(term)),
        Expr::Abs(a) | Expr::Zero(a) | Expr::NonPos(a) | Expr::Not(a) => is_total(a),
        Expr::Many(Many::Min | Many::Max, list) | Expr::Rank(_, list) | Expr::And(list) | Expr::Or(list) => {
            list.iter().all(is_total)
        }
        Expr::Two(Two::Div | Two::Mod, both) => is_total(&both[0]) && matches!(both[1], Expr::Int(by) if by > 0),
        Expr::Two(Two::Iff, both) => both.iter().all(is_total),
        _ => false,
    }
}
