//! The work that the values of a box cost, foreseen.
//!
//! In: rules, bounds, options. Out: about how many options are visited, or how many cells are filled where an engine reads the shape of the moves.
//! Where no bound is given, claims and classifications go as far as this work allows: the bound depends on the rules and the options alone.

use std::sync::Arc;

use grundy_core::contract::options::{EngineName, Options, Play};
use grundy_core::contract::position::box_cells;
use grundy_core::enumerate::foresee::visits;
use grundy_core::read::table_bounds::never_raises;
use grundy_rules::rules::components::{components, whole};
use grundy_rules::rules::{Role, Ruleset};

use super::row;

/// The work that is done without a question: some seconds of visiting options.
pub const WORK: u64 = 1 << 25;

/// About how many options are visited, or cells filled, for the values of all positions to `hi`.
///
/// ```
/// # use grundy::{Options, Session, engine::foreseen};
/// let game = Session::new().game("star_nim[2]", None)?;
/// assert_eq!(foreseen(&game.rules, &[99, 99], &Options::default()), 10_000);
/// let plain = Options { plain: true, ..Options::default() };
/// assert!(foreseen(&game.rules, &[99, 99], &plain) > 900_000);
/// # Ok::<(), grundy::Diagnostic>(())
/// ```
#[must_use]
pub fn foreseen(rules: &Arc<Ruleset>, hi: &[u64], options: &Options) -> u64 {
    by_parts(rules, hi, options, |visits, _, lists| visits.max(lists))
}

/// The same; `together` has the work for a part whose positions are lists of parts, given the options that are visited of single ones, the number of these, and that of lists.
fn by_parts(rules: &Arc<Ruleset>, hi: &[u64], options: &Options, together: impl Fn(u64, u64, u64) -> u64) -> u64 {
    let Options { play, plain, engine, .. } = *options;
    let parts = if plain || play.is_misere() { vec![whole(rules)] } else { components(rules) };
    let only = if plain { EngineName::Enumeration } else { engine.unwrap_or(EngineName::Table) };
    let any = Options { play, ..Options::default() };
    // Where a move raises a coordinate, cells at the edge lead out of the box: no engine that reads the shape fills them, and options are visited one by one.
    let shaped = |rules: &Arc<Ruleset>, hi: &[u64]| {
        let may_fill = |reader: row::Reader| reader.read(rules, &any).is_ok_and(|engine| engine.may_fill(hi));
        let fills = |(name, reader): (EngineName, row::Reader)| name.wants_shape() && may_fill(reader);
        only.is_table() && never_raises(rules) && row::tables(only).any(fills)
    };
    parts.iter().fold(0u64, |sum, part| {
        let own: Vec<u64> = part.coords.iter().map(|c| hi[*c]).collect();
        let work = match shaped(&part.rules, &own) {
            true => box_cells(&own),
            false if values_add(&part.rules, play) => visits(&part.rules, &own),
            false => together(visits(&part.rules, &own), box_cells(&own), sums(&own)),
        };
        sum.saturating_add(work)
    })
}

/// The same for all that is reached, which may lie outside of the box: a coordinate that moves may raise is taken to become as large as any other of its leaf, and each list of parts to have as many
/// options as a single position. A guess, by which ranges are chosen that nobody asked for; nothing is refused for it.
#[must_use]
pub fn foreseen_reached(rules: &Arc<Ruleset>, hi: &[u64], options: &Options) -> u64 {
    let each = |visits: u64, cells: u64, lists: u64| lists.saturating_mul((visits / cells.max(1)).max(1));
    by_parts(rules, &reached(rules, hi.to_vec()), options, each)
}

fn reached(rules: &Ruleset, mut hi: Vec<u64>) -> Vec<u64> {
    if !never_raises(rules) {
        for leaf in &rules.leaves {
            let own = || leaf.range().filter(|c| rules.coords[*c].role == Role::Own);
            let most = own().map(|c| hi[c]).max().unwrap_or(0);
            own().for_each(|c| hi[c] = most);
        }
    }
    hi
}

/// Is the value of a position with several parts the nim-sum of the values of its parts? If not, each list of parts is a position of its own.
fn values_add(rules: &Ruleset, play: Play) -> bool {
    !rules.splits() || play == Play::Normal && (rules.leaves.len() == 1 || components(rules).len() > 1)
}

/// About how many lists of parts are reached from a position with so many tokens: the partitions of all numbers up to it.
fn sums(hi: &[u64]) -> u64 {
    let tokens = hi.iter().fold(0u64, |sum, x| sum.saturating_add(*x));
    let Some(tokens) = usize::try_from(tokens).ok().filter(|n| *n < MANY) else { return u64::MAX };
    let mut partitions = vec![0u64; tokens + 1];
    partitions[0] = 1;
    for part in 1..=tokens {
        for whole in part..=tokens {
            partitions[whole] = partitions[whole].saturating_add(partitions[whole - part]);
        }
    }
    partitions.iter().fold(0, |sum, n| sum.saturating_add(*n))
}

/// The partitions of this number exceed 64 bits.
const MANY: usize = 417;

#[cfg(test)]
mod tests {
    use grundy_rules::session::Session;

    use super::*;

    #[test]
    fn what_moves_reach_that_raise_a_coordinate_is_counted() {
        let mut session = Session::new();
        let rules =
            "game lazy(n, f) { move (n - 1, f + 1) }\ngame last(a, m) { move (a - k, k) for k in 1..a if k != m }";
        session.load("r.game", rules).expect("rules");
        let mut of = |game: &str, at: [u64; 2]| reached(&session.game(game, None).expect("a game").rules, at.to_vec());
        assert_eq!(of("lazy", [10, 0]), [10, 10]);
        assert_eq!(of("last", [10, 3]), [10, 10]);
        assert_eq!(of("wythoff", [10, 3]), [10, 3]);
        assert_eq!(of("pass(nim[1])", [10, 1]), [10, 1]);
    }

    #[test]
    fn lists_of_parts_are_counted_where_values_do_not_add() {
        assert_eq!(sums(&[6]), 1 + 1 + 2 + 3 + 5 + 7 + 11);
        let of = |game: &str, at: &[u64], play| {
            let rules = Session::new().game(game, None).expect("a game").rules;
            foreseen(&rules, at, &Options { play, ..Options::default() })
        };
        assert!(of("kayles", &[1000], Play::Normal) < WORK);
        assert!(of("kayles", &[60], Play::Misere) < WORK);
        assert!(of("kayles", &[90], Play::Misere) > WORK);
        assert!(of("pass(kayles)", &[90, 1], Play::Normal) > WORK);
        assert!(of("nim[1]", &[1000], Play::Misere) < WORK);
    }
}
