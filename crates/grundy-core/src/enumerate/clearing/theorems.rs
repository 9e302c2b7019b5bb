//! Groups that have their value at once.
//!
//! **Stalks.** A cell r of a group S is a stalk if a move needs r alone and empties all of S, and each other move either does the same, as far as it can be
//! made, or does not depend on r and leaves r full. Then G(S) = G(S \ {r}) + 1. Proof, by induction on the cells of T, for each T = S' ∪ {r} with S' a
//! subset of S \ {r}: the move at r leaves nothing, with value 0. Each other move that leaves r is a move of S', and leads from T to some S'' ∪ {r}, whose
//! value is G(S'') + 1 by induction. So G(T) = mex({0} ∪ {G(S'') + 1}) = 1 + mex{G(S'')} = 1 + G(S'). This is the colon principle on a stalk of one edge (Winning
//! Ways, chapter 7). So games in which a node of a tree goes with all that is below have their values from the shape of the tree.
//!
//! **Mirrors.** Let f map a group S onto itself so that f carries moves to moves, f(f(c)) = c for each cell c, and no move m empties a cell that its image f(m)
//! needs. Then G(S) = 0: the second player answers m by f(m), which can be made, and leaves a set that f maps onto itself, of which all this is true again
//! (Tweedledum and Tweedledee; Winning Ways, chapter 1).

use super::board::Board;
use super::mask::Mask;
use super::moves::Moves;

/// A cell on which a group stands as on a stalk.
pub(super) fn stalk<const W: usize>(moves: &Moves<W>, group: Mask<W>) -> Option<Mask<W>> {
    if !moves.alone.meets(group) {
        return None;
    }
    let mut ends = moves.left(group).filter(|m| m.needs.count() == 1 && m.clears.has(group) && !m.bars.meets(group));
    let stalk = ends.next()?.needs;
    moves
        .left(group)
        .all(|m| match m.needs.has(stalk) {
            true => m.clears.has(group),
            false => !m.clears.or(m.bars).meets(stalk),
        })
        .then_some(stalk)
}

/// Does a mirror image answer each move?
pub(super) fn is_mirrored<const W: usize>(moves: &Moves<W>, board: &Board<W>, group: Mask<W>) -> bool {
    board.mirrors(group).any(|mirror| {
        let is_mirror = |cell| mirror(mirror(Mask::one(cell))) == Mask::one(cell);
        group.cells().all(is_mirror) && moves.left(group).all(|m| !mirror(m.needs).meets(m.clears))
    })
}
