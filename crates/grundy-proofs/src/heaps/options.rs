//! The options of a heap, one by one.
//!
//! In: [`Heaps`], and a heap that is a position. Out: for each option the heaps that it consists of, for questions in which nim-sums do not decide.

use super::read::{Heaps, Leaves};

impl Heaps {
    /// Is this heap a position?
    pub(crate) fn is_position(&self, heap: u64) -> bool {
        self.exists.holds(heap)
    }

    /// The modulus by which far out it recurs which moves there are.
    pub(crate) fn recurs_by(&self) -> u64 {
        self.modulus()
    }

    /// Calls `see` with the heaps of each option, until it fails. Options may be seen twice.
    pub(crate) fn each_option<E>(&self, heap: u64, see: &mut dyn FnMut(&[u64]) -> Result<(), E>) -> Result<(), E> {
        for one in self.moves.iter().filter(|one| one.when.holds(heap)) {
            let whole = one.leaves.taken().map_or(Some(0), |(take, _)| heap.checked_sub(take));
            let Some(whole) = whole else { continue };
            match &one.leaves {
                Leaves::Nothing => see(&[])?,
                Leaves::Fixed(size) => see(&[*size])?,
                Leaves::One(_) => see(&[whole])?,
                Leaves::Two(pairs) => {
                    let gap = |a: u64, b: u64| pairs.gap.is_none_or(|gap| i128::from(a) + i128::from(gap) <= b.into());
                    for (a, b) in (0..=whole).map(|a| (a, whole - a)) {
                        if gap(a, b) && pairs.left.holds(a) && pairs.right.holds(b) {
                            see(&[a, b])?;
                        }
                    }
                }
                // Rules for misère play, in which options are asked for one by one, are not read if they have such moves.
                Leaves::Broken { .. } => {}
                Leaves::Many { parts, each, .. } => {
                    ascending(whole, *parts, &|size| each.holds(size), &mut vec![], see)?;
                }
            }
        }
        Ok(())
    }
}

/// Calls `see` with all ascending lists of so many numbers that fit and add up to `whole`, behind those that are there.
fn ascending<E>(
    whole: u64,
    parts: usize,
    fits: &dyn Fn(u64) -> bool,
    list: &mut Vec<u64>,
    see: &mut dyn FnMut(&[u64]) -> Result<(), E>,
) -> Result<(), E> {
    let least = list.last().copied().unwrap_or(0);
    let most = if parts > 1 { whole / parts as u64 } else { whole };
    let sizes = if parts > 1 { least..=most } else { whole.max(least)..=whole };
    for size in sizes.filter(|size| fits(*size)) {
        list.push(size);
        match parts {
            0 | 1 => see(list)?,
            _ => ascending(whole - size, parts - 1, fits, list, see)?,
        }
        list.pop();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::heaps::read_in_misere;
    use grundy_rules::session::Session;

    fn options(game: &str, heap: u64) -> Vec<Vec<u64>> {
        let rules = Session::new().game(game, None).expect("a game").rules;
        let heaps = read_in_misere(&rules).expect("heaps");
        let mut all = vec![];
        heaps
            .each_option::<()>(heap, &mut |option| {
                all.push(option.to_vec());
                Ok(())
            })
            .expect("no end");
        all.sort();
        all.dedup();
        all
    }

    #[test]
    fn options_are_those_of_the_rules() {
        assert_eq!(options("kayles", 4), [vec![1, 1], vec![1, 2], vec![2], vec![3]]);
        assert_eq!(options("octal[0.15]", 2), [vec![0]]);
        assert_eq!(options("grundy", 7), [vec![1, 6], vec![2, 5], vec![3, 4]]);
        assert_eq!(options("hexadecimal[0.8]", 7), [vec![1, 1, 4], vec![1, 2, 3], vec![2, 2, 2]]);
    }
}
