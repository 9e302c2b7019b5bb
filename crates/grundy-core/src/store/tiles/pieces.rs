//! A table of two coordinates as a grid of tiles, each made by some process on a shared folder.
//!
//! In: the cut of the table, and tiles that are made. Out: the sets that enter a tile, and, row of tiles by row of tiles, the same shelf that one process
//! fills. A file is written under another name and renamed, and ends with a BLAKE3 hash; so it is whole or not there, and damage is seen. A tile that is made has
//! a mark, written last; making it again does nothing. What only later tiles need is removed once they are made.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::folder::{Folder, cannot};
use super::shelf::{Shelf, write_whole};
use crate::contract::limits::Limits;
use crate::contract::piece::{Entering, Piece, Place, Used};
use crate::contract::stop::Result;
use crate::store::cells::Cells;

/// The first bytes of a file: the format, and its version.
const MAGIC: [u8; 8] = *b"grundyP1";
/// Magic, key.
const HEAD: usize = 8 + 32;
const HASH: usize = 32;
/// Rows that a kernel resumes at are multiples of this.
pub const ROWS: usize = 16;

/// How a table of two coordinates is cut into tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The greatest value of each coordinate.
    pub hi: [u64; 2],
    /// The cells of a tile along each coordinate; the last tiles may be smaller.
    pub tile: [usize; 2],
}

impl Cut {
    fn sizes(&self) -> [usize; 2] {
        self.hi.map(|hi| hi as usize + 1)
    }

    /// The number of tiles along each coordinate.
    #[must_use]
    pub fn counts(&self) -> [usize; 2] {
        let sizes = self.sizes();
        [sizes[0].div_ceil(self.tile[0]), sizes[1].div_ceil(self.tile[1])]
    }

    /// Where a tile lies.
    #[must_use]
    pub fn place(&self, i: usize, j: usize) -> Place {
        let sizes = self.sizes();
        let range = |k: usize, c: usize| k * self.tile[c]..((k + 1) * self.tile[c]).min(sizes[c]);
        Place { hi: self.hi, rows: range(i, 0), columns: range(j, 1) }
    }
}

/// The files of the tiles of one table.
pub struct Pieces {
    folder: PathBuf,
    cut: Cut,
    key: [u8; 32],
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
        Pieces { folder: root.join("pieces"), cut, key: *blake3::hash(key.as_bytes()).as_bytes() }
    }

    /// Is the tile made?
    #[must_use]
    pub fn is_made(&self, i: usize, j: usize) -> bool {
        self.read(i, j, Kind::Mark).is_some()
    }

    /// The first tile that this one needs and that is not made.
    #[must_use]
    pub fn lacks(&self, i: usize, j: usize) -> Option<(usize, usize)> {
        let (up, left) = (i.checked_sub(1), j.checked_sub(1));
        [up.map(|up| (up, j)), left.map(|left| (i, left))].into_iter().flatten().find(|(i, j)| !self.is_made(*i, *j))
    }

    /// The sets that enter a tile; or the tile whose file is gone or damaged, and which counts as not made from now on.
    ///
    /// # Errors
    /// That tile.
    pub fn entering(&self, i: usize, j: usize) -> std::result::Result<Entering, (usize, usize)> {
        let (up, left) = (i.checked_sub(1), j.checked_sub(1));
        let mut entering = Entering::default();
        if let Some(left) = left {
            [entering.rows, entering.left] = self.sets(i, left, Kind::Right)?;
        }
        if let Some(up) = up {
            [entering.columns, entering.top] = self.sets(up, j, Kind::Below)?;
        }
        if let (Some(up), Some(left)) = (up, left) {
            let [corner, _] = self.sets(up, left, Kind::Corner)?;
            entering.corner = corner.into_iter().next().unwrap_or_default();
        }
        Ok(entering)
    }

    fn sets(&self, i: usize, j: usize, kind: Kind) -> std::result::Result<[Vec<Used>; 2], (usize, usize)> {
        self.read(i, j, kind).and_then(|bytes| lists(&bytes)).ok_or_else(|| self.unmade(i, j))
    }

    /// Forgets that a tile was made.
    fn unmade(&self, i: usize, j: usize) -> (usize, usize) {
        let _ = fs::remove_file(self.path(i, j, Kind::Mark));
        (i, j)
    }

    /// Keeps a tile; the mark comes last.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn keep(&self, (i, j): (usize, usize), piece: &Piece) -> Result<()> {
        fs::create_dir_all(&self.folder).map_err(|e| cannot("make the folder", &self.folder, &e))?;
        let [rows, columns] = self.cut.counts();
        if j + 1 < columns {
            self.write(i, j, Kind::Right, &bytes_of(&[&piece.rows, &piece.right]))?;
        }
        if i + 1 < rows {
            self.write(i, j, Kind::Below, &bytes_of(&[&piece.columns, &piece.below]))?;
        }
        if i + 1 < rows && j + 1 < columns {
            self.write(i, j, Kind::Corner, &bytes_of(&[std::slice::from_ref(&piece.corner), &[]]))?;
        }
        self.write(i, j, Kind::Cells, &narrow(&piece.cells))?;
        self.write(i, j, Kind::Mark, &[])
    }

    /// Removes the sets that only this tile needed.
    pub fn clear(&self, i: usize, j: usize) {
        let remove = |i: Option<usize>, j: Option<usize>, kind: Kind| {
            if let (Some(i), Some(j)) = (i, j) {
                let _ = fs::remove_file(self.path(i, j, kind));
            }
        };
        let (up, left) = (i.checked_sub(1), j.checked_sub(1));
        remove(up, Some(j), Kind::Below);
        remove(Some(i), left, Kind::Right);
        remove(up, left, Kind::Corner);
    }

    /// Puts a row of tiles, all of which are made, on the shelf of the table. One process does it; another waits, and finds it done. If the cells of a
    /// tile are gone or damaged, it is that tile, which counts as not made from now on.
    ///
    /// # Errors
    /// A file that cannot be written; an interruption.
    pub fn join(
        &self,
        i: usize,
        folder: &Folder,
        shelf: impl Fn(&Folder) -> Result<Shelf>,
        limits: &Limits,
    ) -> Result<Option<(usize, usize)>> {
        let lock = self.folder.join(format!("{i}.lock"));
        let file = File::options().create(true).append(true).open(&lock).map_err(|e| cannot("write", &lock, &e))?;
        // A file system without locks lets two processes write the same bytes.
        let _ = file.lock();
        let (place, width) = (self.cut.place(i, 0), self.cut.sizes()[1]);
        let mut shelf = shelf(folder)?;
        if !shelf.has(place.rows.start * width..place.rows.end * width) {
            let parts: std::result::Result<Vec<Part>, (usize, usize)> =
                (0..self.cut.counts()[1]).map(|j| self.part(i, j).ok_or_else(|| self.unmade(i, j))).collect();
            match parts {
                Ok(parts) => self.put(parts, place.rows, &mut shelf, limits)?,
                Err(damaged) => return Ok(Some(damaged)),
            }
        }
        (0..self.cut.counts()[1]).for_each(|j| _ = fs::remove_file(self.path(i, j, Kind::Cells)));
        let _ = fs::remove_file(lock);
        Ok(None)
    }

    /// Writes rows of cells as tiles of the shelf.
    fn put(&self, mut parts: Vec<Part>, all: Range<usize>, shelf: &mut Shelf, limits: &Limits) -> Result<()> {
        let width = self.cut.sizes()[1];
        let unit = parts.iter().map(|part| part.unit).max().unwrap_or(1);
        let rows = (limits.tile / (ROWS * width)).max(1) * ROWS;
        for first in all.clone().step_by(rows) {
            limits.interrupted()?;
            let own = first..(first + rows).min(all.end);
            let bytes = gathered(&mut parts, own.clone(), unit).map_err(|e| cannot("read", &self.folder, &e))?;
            shelf.write(own.start * width, own.end * width, unit, &bytes)?;
        }
        Ok(())
    }

    /// The cells of a tile, verified.
    fn part(&self, i: usize, j: usize) -> Option<Part> {
        let place = self.cut.place(i, j);
        let unit = u32::from(*self.read(i, j, Kind::Cells)?.first()?);
        let file = File::open(self.path(i, j, Kind::Cells)).ok()?;
        Some(Part { file, unit, first: place.rows.start, width: place.columns.len() })
    }

    fn path(&self, i: usize, j: usize, kind: Kind) -> PathBuf {
        self.folder.join(format!("{i}-{j}.{}", kind.word()))
    }

    fn head(&self, i: usize, j: usize, kind: Kind) -> Vec<u8> {
        let mut text = self.key.to_vec();
        text.extend(format!(" {i} {j} {}", kind.word()).bytes());
        [&MAGIC[..], blake3::hash(&text).as_bytes()].concat()
    }

    /// What a file holds; `None` if it is gone, damaged, or another's.
    fn read(&self, i: usize, j: usize, kind: Kind) -> Option<Vec<u8>> {
        let mut bytes = fs::read(self.path(i, j, kind)).ok()?;
        let end = bytes.len().checked_sub(HASH).filter(|end| *end >= HEAD)?;
        let (told, hash) = bytes.split_at(end);
        if told[..HEAD] != self.head(i, j, kind)[..] || blake3::hash(told).as_bytes() != hash {
            return None;
        }
        bytes.truncate(end);
        bytes.drain(..HEAD);
        Some(bytes)
    }

    fn write(&self, i: usize, j: usize, kind: Kind, bytes: &[u8]) -> Result<()> {
        let head = self.head(i, j, kind);
        let mut hasher = blake3::Hasher::new();
        hasher.update(&head).update(bytes);
        let path = self.path(i, j, kind);
        // Two processes may make the same tile.
        let partial = path.with_extension(format!("{}.{}.partial", kind.word(), std::process::id()));
        write_whole(&partial, &path, &[&head, bytes, hasher.finalize().as_bytes()], true).map_err(|error| {
            let _ = fs::remove_file(&partial);
            cannot("write", &path, &error)
        })
    }
}

/// The cells of a tile in its file.
struct Part {
    file: File,
    unit: u32,
    /// The first row, and the cells of a row.
    first: usize,
    width: usize,
}

/// The cells of some rows of a row of tiles, in cells of one width.
fn gathered(parts: &mut [Part], rows: Range<usize>, unit: u32) -> io::Result<Vec<u8>> {
    let width: usize = parts.iter().map(|part| part.width).sum();
    let mut cells = Cells::zeros(unit, rows.len() * width);
    let mut left = 0;
    for part in parts {
        let row = part.width * part.unit as usize;
        let mut bytes = vec![0; rows.len() * row];
        part.file.seek(SeekFrom::Start((HEAD + 1 + (rows.start - part.first) * row) as u64))?;
        part.file.read_exact(&mut bytes)?;
        for (k, bytes) in bytes.chunks(row).enumerate() {
            cells.put_bytes(k * width + left, part.unit, bytes);
        }
        left += part.width;
    }
    Ok(cells.bytes(0, cells.count()))
}

/// Cells in the narrowest width that holds them, after a byte that says it.
fn narrow(cells: &[u32]) -> Vec<u8> {
    let greatest = cells.iter().filter(|cell| **cell != u32::MAX).max().copied().unwrap_or(0);
    let unit = Cells::width_for(greatest.into()).unwrap_or(4);
    let mut bytes = Vec::with_capacity(1 + cells.len() * unit as usize);
    bytes.push(unit as u8);
    // The greatest number of a width means that no position exists, and so do its lowest bytes.
    cells.iter().for_each(|cell| bytes.extend(&cell.to_le_bytes()[..unit as usize]));
    bytes
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
    fn tiles_cover_the_table() {
        let cut = Cut { hi: [40, 7], tile: [16, 3] };
        assert_eq!(cut.counts(), [3, 3]);
        assert_eq!((cut.place(2, 2).rows, cut.place(2, 2).columns), (32..41, 6..8));
    }

    #[test]
    fn cells_are_narrow() {
        assert_eq!(narrow(&[3, u32::MAX]), [1, 3, 255]);
        assert_eq!(narrow(&[300, u32::MAX]), [2, 44, 1, 255, 255]);
    }
}
