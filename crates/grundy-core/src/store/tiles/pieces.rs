//! A table of two coordinates as a grid of tiles, each made by some process on a shared folder.
//!
//! In: the [cut](Cut) of the table, and tiles that are made. Out: the sets that enter a tile, and, row of tiles by row of tiles, the same shelf that one process
//! fills. A file is written under another name and renamed, and ends with a BLAKE3 hash; so it is whole or not there, and damage is seen. A tile that is made has
//! a mark, written last; making it again does nothing. What only later tiles need is removed once they are made. These files are not synced to the disk, where most
//! of them never come: what a loss of power damages is made again. The shelf is synced.

use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::claim::{CLAIM, Claim, LOCK};
use super::cut::Cut;
use super::settle::{block_of, settle};
use super::shelf::{PARTIAL, Shelf, cannot, tidy, write_whole};
use crate::contract::limits::Limits;
use crate::contract::piece::{Entering, Piece, Used};
use crate::contract::stop::Result;
use crate::store::cells::Cells;

/// The first bytes of a file: the format, and its version.
const MAGIC: [u8; 8] = *b"grundyP2";
/// Magic, key.
const HEAD: usize = 8 + 32;
const HASH: usize = 32;
/// So many rows of the cells of a tile have a hash of their own, and are verified before they are used.
const GROUP: usize = 64;
/// Rows that a kernel resumes at are multiples of this.
pub const ROWS: usize = 16;

/// The files of the tiles of one table.
pub struct Pieces {
    folder: PathBuf,
    cut: Cut,
    key: [u8; 32],
    /// The bytes read so far, and those written.
    moved: [AtomicU64; 2],
}

/// What a file has.
#[derive(Clone, Copy)]
enum Kind {
    Cells,
    Right,
    Below,
    Corner,
    Mark,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Cells => "cells",
            Kind::Right => "right",
            Kind::Below => "below",
            Kind::Corner => "corner",
            Kind::Mark => "made",
        }
    }
}

impl Pieces {
    /// The files in the folder of a checkpoint; `key` names the table.
    #[must_use]
    pub fn in_folder(root: &Path, cut: Cut, key: &str) -> Pieces {
        let key = *blake3::hash(key.as_bytes()).as_bytes();
        Pieces { folder: root.join("pieces"), cut, key, moved: Default::default() }
    }

    /// The bytes that were read from the folder so far, and those that were written to it.
    #[must_use]
    pub fn moved(&self) -> [u64; 2] {
        [0, 1].map(|k| self.moved[k].load(Relaxed))
    }

    fn note(&self, read: usize, written: usize) {
        self.moved[0].fetch_add(read as u64, Relaxed);
        self.moved[1].fetch_add(written as u64, Relaxed);
    }

    /// Is the tile made, or its mirror image?
    #[must_use]
    pub fn is_made(&self, tile: (usize, usize)) -> bool {
        self.read(self.cut.made_for(tile), Kind::Mark).is_some()
    }

    /// Takes a step of the plan for this process; `None` if another one has it.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn claim(&self, step: &str) -> Result<Option<Claim>> {
        fs::create_dir_all(&self.folder).map_err(|e| cannot("make the folder", &self.folder, &e))?;
        Claim::take(&self.folder.join(format!("{step}.{CLAIM}")))
    }

    /// Takes the reading of a row that stands on the shelf, for as long as this process lives; `None` if another living process has it.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn reading(&self, i: usize) -> Result<Option<Claim>> {
        Claim::take(&self.folder.join(format!("{i}.read.{LOCK}")))
    }

    /// Takes the making again of what is gone or damaged, as soon as no other process has it: marks are taken away by its owner alone, so none finds that what it
    /// has made is gone.
    ///
    /// # Errors
    /// A folder that cannot be written; an interruption.
    pub fn again(&self, limits: &Limits) -> Result<Claim> {
        fs::create_dir_all(&self.folder).map_err(|e| cannot("make the folder", &self.folder, &e))?;
        Claim::wait(&self.folder.join(format!("again.{LOCK}")), limits)
    }

    /// The first tile that this one needs and that is not made.
    #[must_use]
    pub fn lacks(&self, tile: (usize, usize)) -> Option<(usize, usize)> {
        self.cut.needs(tile).into_iter().find(|needed| !self.is_made(*needed))
    }

    /// The sets that enter a tile; or the tile whose file is gone or damaged.
    ///
    /// # Errors
    /// That tile.
    pub fn entering(&self, (i, j): (usize, usize)) -> std::result::Result<Entering, (usize, usize)> {
        let (up, left) = (i.checked_sub(1), j.checked_sub(1));
        let mut entering = Entering::default();
        if let Some(up) = up {
            [entering.columns, entering.top] = self.sets((up, j), Kind::Below)?;
        }
        if self.cut.mirrored && i == j {
            // What enters from the left is the mirror image of what enters from above.
            (entering.rows, entering.left) = (entering.columns.clone(), entering.top.clone());
        } else if let Some(left) = left {
            [entering.rows, entering.left] = self.sets((i, left), Kind::Right)?;
        }
        if let (Some(up), Some(left)) = (up, left) {
            let [corner, _] = self.sets((up, left), Kind::Corner)?;
            entering.corner = corner.into_iter().next().unwrap_or_default();
        }
        Ok(entering)
    }

    fn sets(&self, tile: (usize, usize), kind: Kind) -> std::result::Result<[Vec<Used>; 2], (usize, usize)> {
        self.read(tile, kind).and_then(|bytes| lists(&bytes)).ok_or_else(|| self.cut.made_for(tile))
    }

    /// Forgets that a tile was made.
    pub fn unmake(&self, tile: (usize, usize)) {
        let _ = fs::remove_file(self.path(tile, Kind::Mark));
    }

    /// Keeps a tile, and its mirror image if that is not made by itself; the mark comes last.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn keep(&self, (i, j): (usize, usize), piece: Piece) -> Result<()> {
        fs::create_dir_all(&self.folder).map_err(|e| cannot("make the folder", &self.folder, &e))?;
        let [rows, columns] = self.cut.counts();
        if j + 1 < columns {
            self.write((i, j), Kind::Right, &bytes_of(&[&piece.rows, &piece.right]))?;
        }
        if i + 1 < rows && self.cut.made_for((i + 1, j)) == (i + 1, j) {
            self.write((i, j), Kind::Below, &bytes_of(&[&piece.columns, &piece.below]))?;
        }
        if i + 1 < rows && j + 1 < columns {
            self.write((i, j), Kind::Corner, &bytes_of(&[std::slice::from_ref(&piece.corner), &[]]))?;
        }
        let (width, cells) = (self.cut.place((i, j)).columns.len(), Cells::Four(piece.cells));
        let (unit, bytes) = cells.narrow(0, cells.count());
        drop(cells);
        self.write_cells((i, j), unit, &bytes)?;
        if self.cut.made_for((j, i)) != (j, i) {
            self.write_cells((j, i), unit, &mirrored(&bytes, unit, width))?;
        }
        self.write((i, j), Kind::Mark, &[])
    }

    /// Removes the sets that only this tile needed.
    pub fn clear(&self, (i, j): (usize, usize)) {
        let remove = |i: Option<usize>, j: Option<usize>, kind: Kind| {
            if let (Some(i), Some(j)) = (i, j) {
                let _ = fs::remove_file(self.path((i, j), kind));
            }
        };
        let (up, left) = (i.checked_sub(1), j.checked_sub(1));
        remove(up, Some(j), Kind::Below);
        remove(Some(i), left, Kind::Right);
        remove(up, left, Kind::Corner);
    }

    /// Puts a row of tiles, all of which are made, on the shelf of the table. One process does it; another waits, and finds it done. What stands there already
    /// is read, if this process has the [reading](Pieces::reading) of it. If the cells of a tile are gone or damaged, it is that tile.
    ///
    /// # Errors
    /// A file that cannot be written; an interruption.
    pub fn join(
        &self,
        (i, reads): (usize, bool),
        shelf_of: impl Fn() -> Result<Shelf>,
        limits: &Limits,
    ) -> Result<Option<(usize, usize)>> {
        let _lock = Claim::wait(&self.folder.join(format!("{i}.{LOCK}")), limits)?;
        let rows = self.cut.place((i, 0)).rows;
        if !self.is_kept(&rows, reads, &shelf_of, limits)?
            && let Some(damaged) = self.put(i, rows, &mut self.unchanging(&shelf_of, limits)?.1, limits)?
        {
            return Ok(Some(self.cut.made_for(damaged)));
        }
        (0..self.cut.counts()[1]).for_each(|j| _ = fs::remove_file(self.path((i, j), Kind::Cells)));
        self.finish(shelf_of, limits)?;
        Ok(None)
    }

    /// Are rows on the shelf? What is damaged there is removed, if it is to be read, or if something is to be put beside it.
    fn is_kept(
        &self,
        rows: &Range<usize>,
        reads: bool,
        shelf_of: &impl Fn() -> Result<Shelf>,
        limits: &Limits,
    ) -> Result<bool> {
        let width = self.cut.sizes()[1];
        let cells = rows.start * width..rows.end * width;
        let shelf = self.unchanging(shelf_of, limits)?.1;
        let has = shelf.has(cells.clone());
        if has && !reads || shelf.damaged(&cells, limits)?.is_empty() {
            return Ok(has);
        }
        // Another process may have given the table its final cut meanwhile.
        let (_claim, mut shelf) = self.unchanging(shelf_of, limits)?;
        shelf.discard(&shelf.damaged(&cells, limits)?)?;
        Ok(shelf.has(cells))
    }

    /// The shelf, and a claim: no other process gives the table its final cut meanwhile. A list of the files made beside that could miss some of both cuts.
    fn unchanging(&self, shelf_of: impl Fn() -> Result<Shelf>, limits: &Limits) -> Result<(Claim, Shelf)> {
        let claim = Claim::wait(&self.folder.join(format!("finish.{LOCK}")), limits)?;
        Ok((claim, shelf_of()?))
    }

    /// Gives a finished table its final cut, or does what is left of that, and removes what killed processes have left.
    fn finish(&self, shelf_of: impl Fn() -> Result<Shelf>, limits: &Limits) -> Result<()> {
        let [rows, width] = self.cut.sizes();
        let (_claim, mut shelf) = self.unchanging(shelf_of, limits)?;
        if !shelf.has(0..rows * width) {
            return Ok(());
        }
        settle(&mut shelf, rows * width, block_of(ROWS * width, limits), limits)?;
        tidy(shelf.folder(), PARTIAL)?;
        // A process that was killed after the mark of its tile has left what only that tile needed, and one that made a tile again cells that stand on the shelf.
        let sets = [Kind::Right, Kind::Below, Kind::Corner, Kind::Cells].map(Kind::word);
        [PARTIAL, CLAIM, LOCK].iter().chain(&sets).try_for_each(|ending| tidy(&self.folder, ending))
    }

    /// Writes what the shelf lacks of a row of tiles; or says whose cells are gone or damaged.
    fn put(&self, i: usize, all: Range<usize>, shelf: &mut Shelf, limits: &Limits) -> Result<Option<(usize, usize)>> {
        let width = self.cut.sizes()[1];
        let mut parts = vec![];
        for j in 0..self.cut.counts()[1] {
            match self.part((i, j)) {
                Some(part) => parts.push(part),
                None => return Ok(Some((i, j))),
            }
        }
        let rows = (block_of(ROWS * width, limits) / width).min(all.len());
        let mut cells = Cells::zeros(parts.iter().map(|part| part.unit).max().unwrap_or(1), rows * width);
        for first in all.clone().step_by(rows) {
            limits.interrupted()?;
            let own = first..(first + rows).min(all.end);
            let mut left = 0;
            for (j, part) in parts.iter_mut().enumerate() {
                if part.read(own.len(), &mut cells, (left, width)).is_none() {
                    return Ok(Some((i, j)));
                }
                left += part.width;
            }
            let start = own.start * width;
            for gap in shelf.lacking(start..own.end * width) {
                let (unit, bytes) = cells.narrow(gap.start - start, gap.end - start);
                self.note(bytes.len(), bytes.len());
                shelf.write(gap.start, gap.end, unit, &bytes)?;
            }
        }
        Ok(None)
    }

    /// The cells of a tile, to be read row after row; `None` if their file is gone, or another's.
    fn part(&self, tile: (usize, usize)) -> Option<TileCells> {
        let mut file = File::open(self.path(tile, Kind::Cells)).ok()?;
        let mut start = [0; HEAD + 1];
        file.read_exact(&mut start).ok()?;
        let unit = u32::from(start[HEAD]);
        if start[..HEAD] != self.head(tile, Kind::Cells)[..] || ![1, 2, 4].contains(&unit) {
            return None;
        }
        let place = self.cut.place(tile);
        Some(TileCells {
            file,
            start,
            left: place.rows.len(),
            group: 0,
            bytes: vec![],
            at: 0,
            unit,
            width: place.columns.len(),
        })
    }

    fn path(&self, (i, j): (usize, usize), kind: Kind) -> PathBuf {
        self.folder.join(format!("{i}-{j}.{}", kind.word()))
    }

    fn head(&self, (i, j): (usize, usize), kind: Kind) -> Vec<u8> {
        let mut text = self.key.to_vec();
        text.extend(format!(" {i} {j} {}", kind.word()).bytes());
        [&MAGIC[..], blake3::hash(&text).as_bytes()].concat()
    }

    /// What a file holds; `None` if it is gone, damaged, or another's.
    fn read(&self, tile: (usize, usize), kind: Kind) -> Option<Vec<u8>> {
        let mut file = File::open(self.path(tile, kind)).ok()?;
        let (mut head, mut bytes) = ([0; HEAD], vec![]);
        file.read_exact(&mut head).ok()?;
        file.read_to_end(&mut bytes).ok()?;
        self.note(HEAD + bytes.len(), 0);
        let end = bytes.len().checked_sub(HASH)?;
        let mut hasher = blake3::Hasher::new();
        hasher.update(&head).update(&bytes[..end]);
        if head[..] != self.head(tile, kind)[..] || hasher.finalize().as_bytes() != &bytes[end..] {
            return None;
        }
        bytes.truncate(end);
        Some(bytes)
    }

    /// Cells of a width, after a byte that says it; each group of rows before its hash.
    fn write_cells(&self, tile: (usize, usize), unit: u32, bytes: &[u8]) -> Result<()> {
        let start = [&self.head(tile, Kind::Cells)[..], &[unit as u8]].concat();
        let row = self.cut.place(tile).columns.len() * unit as usize;
        let groups: Vec<&[u8]> = bytes.chunks(GROUP * row).collect();
        let hashes: Vec<[u8; HASH]> = (0..).zip(&groups).map(|(k, group)| hash_of_group(&start, k, group)).collect();
        let mut parts = vec![&start[..]];
        groups.iter().zip(&hashes).for_each(|(group, hash)| parts.extend([*group, &hash[..]]));
        self.write_parts(tile, Kind::Cells, &parts)
    }

    fn write(&self, tile: (usize, usize), kind: Kind, bytes: &[u8]) -> Result<()> {
        let head = self.head(tile, kind);
        let hash = blake3::Hasher::new().update(&head).update(bytes).finalize();
        self.write_parts(tile, kind, &[&head, bytes, hash.as_bytes()])
    }

    fn write_parts(&self, tile: (usize, usize), kind: Kind, parts: &[&[u8]]) -> Result<()> {
        self.note(0, parts.iter().map(|part| part.len()).sum());
        let path = self.path(tile, kind);
        // Two processes, or two threads of one, may make the same tile.
        static WRITTEN: AtomicU64 = AtomicU64::new(0);
        let number = WRITTEN.fetch_add(1, Relaxed);
        let partial = path.with_extension(format!("{}.{}-{number}.{PARTIAL}", kind.word(), std::process::id()));
        match write_whole(&partial, &path, parts, false) {
            // The table was finished meanwhile, and what was half-written removed.
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.exists() => Ok(()),
            written => written.map_err(|error| {
                let _ = fs::remove_file(&partial);
                cannot("write", &path, &error)
            }),
        }
    }
}

/// The cells of a tile in its file, read from the first row to the last.
struct TileCells {
    file: File,
    /// What the file begins with.
    start: [u8; HEAD + 1],
    /// The rows that are not read yet, and the number of the next group of them.
    left: usize,
    group: u64,
    /// The last group that was read, and where its next row begins.
    bytes: Vec<u8>,
    at: usize,
    unit: u32,
    /// The cells of a row.
    width: usize,
}

impl TileCells {
    /// Puts the next rows into cells with rows of `across` cells, from the cell `left` of a row on; `None` if they are not there, or damaged.
    fn read(&mut self, rows: usize, cells: &mut Cells, (left, across): (usize, usize)) -> Option<()> {
        let row = self.width * self.unit as usize;
        for k in 0..rows {
            if self.at == self.bytes.len() {
                self.next_group(row)?;
            }
            cells.put_bytes(k * across + left, self.unit, &self.bytes[self.at..self.at + row]);
            self.at += row;
        }
        Some(())
    }

    fn next_group(&mut self, row: usize) -> Option<()> {
        let (rows, mut hash) = (GROUP.min(self.left), [0; HASH]);
        self.bytes.resize(rows * row, 0);
        self.file.read_exact(&mut self.bytes).ok()?;
        self.file.read_exact(&mut hash).ok()?;
        (self.at, self.left) = (0, self.left - rows);
        let is_right = hash == hash_of_group(&self.start, self.group, &self.bytes);
        self.group += 1;
        (rows > 0 && is_right).then_some(())
    }
}

/// The hash of a group of rows, which tells its place, too.
fn hash_of_group(start: &[u8], group: u64, bytes: &[u8]) -> [u8; HASH] {
    *blake3::Hasher::new().update(start).update(&group.to_le_bytes()).update(bytes).finalize().as_bytes()
}

/// The mirror image of a tile with rows of `width` cells, as bytes.
fn mirrored(bytes: &[u8], unit: u32, width: usize) -> Vec<u8> {
    fn image<const N: usize>(bytes: &[u8], width: usize) -> Vec<u8> {
        transposed(bytes.as_chunks::<N>().0, width).into_flattened()
    }
    match unit {
        1 => transposed(bytes, width),
        2 => image::<2>(bytes, width),
        _ => image::<4>(bytes, width),
    }
}

/// The mirror image of cells in rows of `width`.
fn transposed<T: Copy>(cells: &[T], width: usize) -> Vec<T> {
    /// Squares of this side are read and written within the first-level cache.
    const SIDE: usize = 32;
    let height = cells.len() / width;
    let mut image = cells.to_vec();
    for (top, left) in (0..height).step_by(SIDE).flat_map(|top| (0..width).step_by(SIDE).map(move |left| (top, left))) {
        for column in left..(left + SIDE).min(width) {
            for row in top..(top + SIDE).min(height) {
                image[column * height + row] = cells[row * width + column];
            }
        }
    }
    image
}

/// Two lists of sets as bytes: the length of each list, then of each set the full words, the number of other words, and these.
fn bytes_of(lists: &[&[Used]; 2]) -> Vec<u8> {
    let mut bytes = vec![];
    for list in lists {
        bytes.extend((list.len() as u64).to_le_bytes());
        for used in *list {
            bytes.extend((used.full as u32).to_le_bytes());
            bytes.extend((used.words.len() as u32).to_le_bytes());
            used.words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        }
    }
    bytes
}

fn lists(bytes: &[u8]) -> Option<[Vec<Used>; 2]> {
    let mut rest = bytes;
    let mut list = || {
        let count = u64::from_le_bytes(take(&mut rest)?);
        (0..count).map(|_| used(&mut rest)).collect::<Option<Vec<Used>>>()
    };
    Some([list()?, list()?])
}

fn used(rest: &mut &[u8]) -> Option<Used> {
    let full = u32::from_le_bytes(take(rest)?) as usize;
    let count = u32::from_le_bytes(take(rest)?);
    let words = (0..count).map(|_| take(rest).map(u64::from_le_bytes)).collect::<Option<Vec<u64>>>()?;
    Some(Used { full, words })
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (own, after) = rest.split_first_chunk::<N>()?;
    *rest = after;
    Some(*own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_read_as_they_were_written() {
        let some = vec![Used { full: 3, words: vec![5, 0, 9] }, Used::default()];
        let bytes = bytes_of(&[&some, &[]]);
        assert_eq!(lists(&bytes), Some([some, vec![]]));
        assert_eq!(lists(&bytes[..bytes.len() - 1]), None);
    }

    #[test]
    fn a_mirror_image_of_a_mirror_image_is_the_tile() {
        let (height, width) = (70, 45);
        let cells: Vec<u32> = (0..height * width).collect();
        let image = transposed(&cells, width as usize);
        assert_eq!((image[1], image[height as usize], image[0]), (width, 1, 0));
        assert_eq!(transposed(&image, height as usize), cells);
        let bytes: Vec<u8> = cells.iter().flat_map(|cell| cell.to_le_bytes()).collect();
        let expected: Vec<u8> = image.iter().flat_map(|cell| cell.to_le_bytes()).collect();
        assert_eq!(mirrored(&bytes, 4, width as usize), expected);
    }
}
