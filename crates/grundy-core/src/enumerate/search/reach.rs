//! The values of positions from which play may go on for ever.
//!
//! In: any rules in normal play, and a position. Out: its value by the theory of Smith ([`loopy`](crate::enumerate::loopy)), from all positions that can be
//! reached. Components are looked at one by one: the value of a sum follows from theirs.

use std::sync::Arc;

use dashu_int::IBig;

use super::Search;
use crate::contract::limits::Limits;
use crate::contract::num::Num;
use crate::contract::position::lists;
use crate::contract::stop::{Result, Stop};
use crate::enumerate::loopy::{Graph, LoopyValue};
use grundy_rules::lang::{Code, Diagnostic};
use grundy_rules::rules::Ruleset;
use grundy_rules::rules::components::components;

/// The most positions that are looked at.
const MOST: usize = 1 << 22;
/// The positions between two looks at the memory.
const PATIENCE: usize = 1 << 8;

/// The value of a position that exists.
///
/// # Errors
/// More than 2^22 positions that can be reached, too little memory, an interruption, rules that are not defined at a position.
pub fn loopy_value(rules: &Arc<Ruleset>, position: &[IBig], limits: &Limits) -> Result<LoopyValue> {
    let mut sum = LoopyValue::Number(IBig::ZERO);
    for component in components(rules) {
        let own: Vec<IBig> = component.coords.iter().map(|c| position[*c].clone()).collect();
        let value = match of_component::<i64>(&component.rules, &own, limits) {
            Err(Stop::Overflow) => of_component::<IBig>(&component.rules, &own, limits)?,
            found => found?,
        };
        sum = sum.plus(&value);
    }
    Ok(sum)
}

fn of_component<N: Num>(rules: &Arc<Ruleset>, position: &[IBig], limits: &Limits) -> Result<LoopyValue> {
    // Positions are kept whole, as in misère play: their parts may have no numbers to be nim-added.
    let mut search = Search::<N> { keeps_one: true, ..Search::new(rules, true, true, limits) };
    let root = search.number(&lists(rules, position))? as usize;
    let (mut graph, mut held) = (Graph::default(), limits.held(0));
    let (mut out, mut ends) = (vec![], vec![]);
    // Positions get their numbers in the order in which they are found.
    while graph.len() < search.memo.values.len() {
        let id = graph.len() as u32;
        let listed = search.options(id, &mut out, &mut ends);
        listed.map_err(|stop| crate::contract::stop::located(stop, &search.show(id)))?;
        out.sort_unstable();
        out.dedup();
        graph.push(&out);
        if graph.len().is_multiple_of(PATIENCE) {
            held.grow(search.memo.bytes() + graph.bytes(), limits, "the graph of all positions that can be reached")?;
            limits.progress.look(PATIENCE as u64);
        }
        if graph.len() > MOST {
            let message = format!("play may go on for ever, through more than {MOST} positions");
            let error = Diagnostic::limit(Code::TooLarge, message);
            return Err(Stop::from(
                error.help("the theory of such games looks at all of them; ask for a smaller position"),
            ));
        }
    }
    let mut values = graph.values(|| limits.interrupted())?;
    Ok(values.swap_remove(root))
}
