//! Hand-written programs, each for one game.

/// The mark of a cell that is no position.
const NONE: u16 = u16::MAX;

/// Star Nim on two strips, every option visited.
pub(crate) fn stamps(n: usize) -> Vec<u16> {
    let side = n + 1;
    let mut g = vec![NONE; side * side];
    let mut seen = vec![0u32; 1 << 16];
    for a in 0..=n {
        for b in usize::from(a == 0)..=n {
            let stamp = (a * side + b) as u32;
            for c in usize::from(b == 0)..a {
                seen[g[c * side + b] as usize] = stamp;
            }
            for c in usize::from(a == 0)..b {
                seen[g[a * side + c] as usize] = stamp;
            }
            g[a * side + b] = seen.iter().position(|s| *s != stamp).unwrap_or(seen.len()) as u16;
        }
    }
    g
}

/// Sets with a summary of their full words, one record for each line: Star Nim on two strips, or Wythoff's game, on whose diagonals b - a is
/// fixed. The work goes in tiles of rows, and column by column within a tile.
pub(crate) fn plane(n: usize, wythoff: bool) -> Vec<u16> {
    if wythoff { run::<true>(n) } else { run::<false>(n) }
}

fn run<const DIAGONALS: bool>(n: usize) -> Vec<u16> {
    const TILE: usize = 16;
    let side = n + 1;
    let words = (2 + usize::from(DIAGONALS)) * n / 64 + 1;
    let head = words.div_ceil(64);
    let record = head + words;
    let mut g = vec![NONE; side * side];
    let mut rows = vec![0u64; TILE * record];
    let mut columns = vec![0u64; side * record];
    let mut diagonals = vec![0u64; if DIAGONALS { 2 * side * record } else { 0 }];
    let mut top = 0;
    while top < side {
        rows.fill(0);
        for b in 0..side {
            let column = &mut columns[b * record..][..record];
            for a in top..side.min(top + TILE) {
                if !DIAGONALS && a + b == 0 {
                    continue;
                }
                let row = &mut rows[(a - top) * record..][..record];
                let empty: &mut [u64] = &mut [];
                let diagonal = if DIAGONALS { &mut diagonals[(b + n - a) * record..][..record] } else { empty };
                let (w, bit) = hole::<DIAGONALS>(row, column, diagonal, head);
                g[a * side + b] = (64 * w) as u16 + bit as u16;
                put(row, head, w, bit);
                put(column, head, w, bit);
                if DIAGONALS {
                    put(diagonal, head, w, bit);
                }
            }
        }
        top += TILE;
    }
    g
}

#[inline(always)]
fn hole<const DIAGONALS: bool>(row: &[u64], column: &[u64], diagonal: &[u64], head: usize) -> (usize, u32) {
    for s in 0..head {
        let mut open = !(row[s] | column[s] | if DIAGONALS { diagonal[s] } else { 0 });
        while open != 0 {
            let w = 64 * s + open.trailing_zeros() as usize;
            let union = row[head + w] | column[head + w] | if DIAGONALS { diagonal[head + w] } else { 0 };
            if union != u64::MAX {
                return (w, union.trailing_ones());
            }
            open &= open - 1;
        }
    }
    unreachable!("there are more bits than options")
}

#[inline(always)]
fn put(record: &mut [u64], head: usize, w: usize, bit: u32) {
    record[head + w] |= 1 << bit;
    if record[head + w] == u64::MAX {
        record[w / 64] |= 1 << (w % 64);
    }
}

/// Nim with three piles and a pass: without the pass the nim-sum; with the pass, sets as lists of words, each with the index of the first word that
/// has an unused value. The piles come first, the pass last.
pub(crate) fn pass(n: usize) -> Vec<u16> {
    let side = n + 1;
    let words = 3 * n / 64 + 1;
    let mut g = vec![0; 2 * side * side * side];
    let mut from_x = vec![0u64; side * words * side];
    let mut hint_x = vec![0u16; side * side];
    let (mut from_y, mut hint_y) = (vec![0u64; words * side], vec![0u16; side]);
    let mut from_z = vec![0u64; words];
    for x in 0..side {
        from_y.fill(0);
        hint_y.fill(0);
        for y in 0..side {
            from_z.fill(0);
            let mut hint_z = 0;
            let xs = &mut from_x[y * words * side..][..words * side];
            let hints = &mut hint_x[y * side..][..side];
            let row = &mut g[2 * (x * side + y) * side..][..2 * side];
            for z in 0..side {
                let sum = x ^ y ^ z;
                let (pass_word, pass_bit) =
                    if x + y + z == 0 { (usize::MAX, 0) } else { (sum / 64, 1u64 << (sum % 64)) };
                let mut w = usize::from(hints[z].max(hint_y[z]).max(hint_z));
                let bit = loop {
                    let mut union = xs[w * side + z] | from_y[w * side + z] | from_z[w];
                    if w == pass_word {
                        union |= pass_bit;
                    }
                    if union != u64::MAX {
                        break union.trailing_ones();
                    }
                    w += 1;
                };
                row[2 * z] = sum as u16;
                row[2 * z + 1] = (64 * w) as u16 + bit as u16;
                xs[w * side + z] |= 1 << bit;
                while usize::from(hints[z]) < words && xs[usize::from(hints[z]) * side + z] == u64::MAX {
                    hints[z] += 1;
                }
                from_y[w * side + z] |= 1 << bit;
                while usize::from(hint_y[z]) < words && from_y[usize::from(hint_y[z]) * side + z] == u64::MAX {
                    hint_y[z] += 1;
                }
                from_z[w] |= 1 << bit;
                while usize::from(hint_z) < words && from_z[usize::from(hint_z)] == u64::MAX {
                    hint_z += 1;
                }
            }
        }
    }
    g
}
