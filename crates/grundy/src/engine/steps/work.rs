//! A table by steps in the making.
//!
//! In: the rules and the bounds; then, range by range, either the wish that rows be computed or the words of rows computed before. Out: the
//! words of finished ranges, to be kept elsewhere, and in the end all values. Rows are finished in the order of their numbers, so that a
//! prefix of them is all there is to keep.

use std::ops::Range;
use std::sync::Arc;

use super::planes::Planes;
use super::read::Plan;
use super::row::Kernel;
use crate::engine::compile::Result;
use crate::engine::limits::Limits;
use crate::rules::Ruleset;

/// A table of which the first rows are finished.
pub(in crate::engine) struct Work {
    planes: Planes,
    kernel: Kernel,
    /// The rows before this one are finished.
    done: usize,
    limits: Limits,
}

/// The words of a range of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::engine) struct Piece {
    /// Planes a row: every value of the range is smaller.
    pub(in crate::engine) planes: usize,
    pub(in crate::engine) words: Vec<u64>,
}

impl Work {
    /// A table without a finished row; `None` if steps do not read these rules.
    ///
    /// # Errors
    /// Too little memory.
    pub(in crate::engine) fn new(
        rules: &Arc<Ruleset>,
        hi: &[u64],
        misere: bool,
        limits: &Limits,
    ) -> Result<Option<Work>> {
        let Some(plan) = Plan::of(rules, hi) else { return Ok(None) };
        let planes = Planes::new(&plan, hi, limits)?;
        Ok(Some(Work { planes, kernel: Kernel::new(&plan, misere), done: 0, limits: limits.clone() }))
    }

    /// All rows of the table.
    pub(in crate::engine) fn rows(&self) -> usize {
        self.planes.rows.count()
    }

    /// The cells of a row, as far as words go.
    pub(in crate::engine) fn row_cells(&self) -> usize {
        64 * self.planes.words
    }

    /// The rows before this one are finished.
    pub(in crate::engine) fn done(&self) -> usize {
        self.done
    }

    /// Computes the rows that are missing before `to`.
    ///
    /// # Errors
    /// Too little memory, an interruption; some rows may be finished nevertheless.
    pub(in crate::engine) fn fill(&mut self, to: usize) -> Result<()> {
        let mut at = self.planes.rows.at(self.done);
        for row in self.done..to.min(self.rows()) {
            if row % 4096 == 0 {
                self.limits.interrupted()?;
            }
            while !self.kernel.fill(&mut self.planes, row, &at) {
                self.planes.widen(&self.limits)?;
            }
            self.done = row + 1;
            self.planes.rows.next(&mut at);
        }
        Ok(())
    }

    /// The words of finished rows; nothing where some are not.
    pub(in crate::engine) fn piece(&self, range: Range<usize>) -> Option<Piece> {
        if range.start > range.end || range.end > self.done {
            return None;
        }
        let each = self.planes.planes * self.planes.words;
        let words = self.planes.bits[range.start * each..range.end * each].to_vec();
        Some(Piece { planes: self.planes.planes, words })
    }

    /// Puts words in place that [`Work::piece`] gave for the rows of this table from the first unfinished one on. Says `false`, and does
    /// nothing, where they cannot be the words of such rows: then they were damaged, or belong to another table.
    ///
    /// # Errors
    /// Too little memory.
    pub(in crate::engine) fn load(&mut self, range: Range<usize>, piece: &Piece) -> Result<bool> {
        if range.start != self.done || range.end > self.rows() || !self.planes.are_rows(range.len(), piece) {
            return Ok(false);
        }
        while self.planes.planes < piece.planes {
            self.planes.widen(&self.limits)?;
        }
        let (own, theirs) = (self.planes.planes * self.planes.words, piece.planes * self.planes.words);
        let rows = self.planes.bits[range.start * own..range.end * own].chunks_exact_mut(own);
        for (to, from) in rows.zip(piece.words.chunks_exact(theirs)) {
            to[..theirs].copy_from_slice(from);
        }
        self.done = range.end;
        Ok(true)
    }

    /// The table, once all rows are finished.
    pub(in crate::engine) fn finish(self) -> Option<Planes> {
        (self.done == self.rows()).then_some(self.planes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::next;

    fn work(game: &str, hi: &[u64], misere: bool) -> Work {
        let rules = crate::Session::new().game(game, None).expect("a game").rules;
        let work = Work::new(&rules, hi, misere, &Limits::default()).expect("enough memory");
        work.expect("rules that take constants")
    }

    /// The same table in one go, in ranges, and in ranges of which some come from another table's words.
    #[test]
    fn ranges_and_words_kept_elsewhere_change_no_value() {
        let games: [(&str, &[u64], bool); 5] = [
            ("slow_exact[4, 2]", &[9; 4], false),
            ("slow_moore[3, 2]", &[70; 3], true),
            ("slow_moore[4, 3]", &[11; 4], false),
            ("slow_moore[3, 3]", &[4, 9, 130], false),
            ("subtraction[{1, 3}] + slow_exact[2, 2]", &[5, 3, 7], true),
        ];
        for (game, hi, misere) in games {
            let mut whole = work(game, hi, misere);
            whole.fill(usize::MAX).expect("no interruption");
            let rows = whole.rows();
            for seed in 1..20usize {
                let (mut first, mut second) = (work(game, hi, misere), work(game, hi, misere));
                let mut from = 0;
                while from < rows {
                    let to = (from + 1 + from * 7 % (3 * seed)).min(rows);
                    first.fill(to).expect("no interruption");
                    assert_eq!((first.done(), first.piece(from..rows + 1)), (to, None));
                    let piece = first.piece(from..to).expect("finished rows");
                    if from % seed < seed / 2 {
                        second.fill(to).expect("no interruption");
                    } else {
                        assert_eq!(second.load(from..to, &piece), Ok(true));
                    }
                    from = to;
                }
                let (whole, first, second) = (&whole.planes, first.finish(), second.finish());
                let (first, second) = (first.expect("all rows"), second.expect("all rows"));
                let mut at = vec![0; hi.len()];
                loop {
                    assert_eq!(first.get(&at), whole.get(&at), "{game} {at:?}");
                    assert_eq!(second.get(&at), whole.get(&at), "{game} {at:?}");
                    if !next(&mut at, hi) {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_rows_is_not_taken() {
        let mut work = work("slow_exact[3, 2]", &[70; 3], false);
        work.fill(40).expect("no interruption");
        let piece = work.piece(0..40).expect("finished rows");
        let fresh = || self::work("slow_exact[3, 2]", &[70; 3], false);
        assert_eq!(fresh().load(0..40, &piece), Ok(true));
        assert_eq!(fresh().load(1..41, &piece), Ok(false), "not the first unfinished rows");
        assert_eq!(fresh().load(0..39, &piece), Ok(false), "too many words");
        for word in [0, 3, piece.words.len() - 1] {
            let mut damaged = piece.clone();
            damaged.words[word] ^= 1 << 40;
            assert_eq!(fresh().load(0..40, &damaged), Ok(false), "word {word}");
        }
        assert_eq!(fresh().finish().map(|p| p.size()), None);
    }
}
