//! Coordinates that may be exchanged.
//!
//! In: rules. Out: ranges of coordinates for which an exchange changes neither which positions exist nor which moves there are. It is seen on the rules
//! themselves: neighbours are exchanged in every expression, and the conditions and families are the same ones in another order. Only rules whose
//! expressions are defined everywhere are looked at, since the order in which they are evaluated then means nothing.

use std::ops::Range;

use crate::definition::concrete::parts_of;
use crate::form::expr::{Expr, Rules};
use crate::form::total::is_defined;

/// The most coordinates and families that are looked at.
const MOST: usize = 256;

/// Ranges of coordinates, each of at least two, that may be put into any order.
pub(crate) fn exchangeable(rules: &Rules) -> Vec<Range<usize>> {
    let few = rules.parts.is_empty() && rules.width <= MOST && rules.families.len() <= MOST;
    if !few || !is_defined(rules) {
        return vec![];
    }
    let Some(own) = said(rules, &|i| i) else { return vec![] };
    let mut ranges: Vec<Range<usize>> = vec![];
    for i in 1..rules.width {
        let exchange = |k: usize| {
            if k == i {
                i - 1
            } else if k + 1 == i {
                i
            } else {
                k
            }
        };
        if said(rules, &exchange).as_ref() != Some(&own) {
            continue;
        }
        match ranges.last_mut().filter(|last| last.end == i) {
            Some(last) => last.end = i + 1,
            None => ranges.push(i - 1..i + 1),
        }
    }
    ranges
}

/// What the rules say with other coordinates in place of their own, in an order that does not depend on that of the rules.
fn said(rules: &Rules, to: &dyn Fn(usize) -> usize) -> Option<[Vec<String>; 2]> {
    let mut requires: Vec<String> = rules.requires.iter().map(|(_, e)| text(e, to)).collect();
    let mut families = vec![];
    for family in &rules.families {
        let mut parts: Vec<String> = vec![];
        for part in parts_of(rules, family).ok()? {
            let mut part: Vec<(usize, String)> = part.into_iter().map(|(k, e)| (to(k), text(e, to))).collect();
            part.sort();
            parts.push(format!("{part:?}"));
        }
        parts.sort();
        let params: Vec<_> = family.params.iter().map(|(lo, hi)| (text(lo, to), text(hi, to))).collect();
        families.push(format!("{} {params:?} {} {parts:?}", text(&family.before, to), text(&family.guard, to)));
    }
    requires.sort();
    families.sort();
    Some([requires, families])
}

/// An expression as text, which is the same for expressions that differ only in the order of what may stand in any order.
fn text(e: &Expr, to: &dyn Fn(usize) -> usize) -> String {
    let mut inner = vec![];
    e.for_each_child(&mut |child| inner.push(text(child, to)));
    let sorted = |mut list: Vec<String>| {
        list.sort();
        list
    };
    match e {
        Expr::X(i) => format!("x{}", to(*i)),
        Expr::Sum(c, terms) => {
            let terms = terms.iter().zip(inner).map(|((k, _), term)| format!("{k}*{term}"));
            format!("sum {c} {:?}", sorted(terms.collect()))
        }
        Expr::Many(word, _) => format!("{word:?} {:?}", sorted(inner)),
        Expr::And(_) => format!("and {:?}", sorted(inner)),
        Expr::Or(_) => format!("or {:?}", sorted(inner)),
        Expr::Rank(k, _) => format!("rank {k} {:?}", sorted(inner)),
        Expr::Two(word, _) => format!("{word:?} {inner:?}"),
        Expr::Fold(fold) => {
            let variables: Vec<usize> = fold.ranges.iter().map(|(variable, ..)| *variable).collect();
            format!("{:?} {variables:?} {inner:?}", fold.word)
        }
        Expr::Abs(_) => format!("abs {inner:?}"),
        Expr::If(_) => format!("if {inner:?}"),
        Expr::Zero(_) => format!("=0 {inner:?}"),
        Expr::NonPos(_) => format!("<=0 {inner:?}"),
        Expr::Not(_) => format!("not {inner:?}"),
        // The others hold no expressions, or do not stand in rules that are looked at.
        other => format!("{other:?}"),
    }
}
