//! The tiles of one table, each a file.
//!
//! In: finished cells. Out: the same cells, if their file is undamaged. A file has a head (which table, which cells, their width), the cells, and
//! the BLAKE3 hash of both. It is written under another name, synced to disk, and then renamed, so a file with the name of a tile
//! was complete once. A file that is damaged, or belongs to another table, is removed and its cells are computed again.
//! Tiles may overlap where a run was killed while it replaced some by others: then those are taken that hold the most cells.

use std::cmp::Reverse;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::contract::limits::Limits;
use crate::contract::stop::{Result, Stop, said};
use crate::store::cells::number;
use grundy_rules::lang::{Code, Diagnostic};

/// The first bytes of a tile: the format, and its version.
const MAGIC: [u8; 8] = *b"grundyT1";
/// Magic, key, first cell, end, unit, length.
const HEAD: usize = 8 + 32 + 8 + 8 + 8 + 8;
const HASH: usize = 32;
/// The extensions of a tile, and of a file being written.
const ENDING: &str = "tile";
pub(super) const PARTIAL: &str = "partial";
/// How often a partial file is written if it is gone before it is renamed: between the two it has no lock, and there are file systems without locks.
const TRIES: u32 = 3;

/// Finished cells; or rows of planes of bits, which are counted like cells.
#[derive(Debug)]
pub struct Tile {
    /// The first cell.
    pub from: usize,
    /// The cell after the last.
    pub to: usize,
    /// The bytes of a cell, or the planes of a row.
    pub unit: u32,
    /// The cells, little-endian.
    pub bytes: Vec<u8>,
}

impl Tile {
    /// The values from cell `from` on, all of which the tile holds; `u32::MAX` where no position exists.
    pub(super) fn cells(&self, from: usize, to: &mut [u32]) {
        let width = self.unit as usize;
        let bytes = self.bytes.get((from - self.from) * width..).unwrap_or_default();
        match width {
            1 => to.iter_mut().zip(bytes).for_each(|(t, b)| *t = if *b == u8::MAX { u32::MAX } else { (*b).into() }),
            _ => {
                let values = bytes.chunks_exact(width).map(|bytes| number(bytes).unwrap_or(u32::MAX));
                to.iter_mut().zip(values).for_each(|(t, value)| *t = value);
            }
        }
    }
}

/// The tiles of a table, in order and without overlap.
#[derive(Debug)]
pub struct Shelf {
    folder: PathBuf,
    key: [u8; 32],
    tiles: Vec<(usize, usize)>,
    /// Tiles in the folder that overlap these.
    others: Vec<(usize, usize)>,
    /// Must tiles survive a loss of power?
    lasting: bool,
}

impl Shelf {
    /// The tiles in a folder of a table with `total` cells. The folder is made in one that exists: what was removed at the end of a process must
    /// not come back.
    ///
    /// # Errors
    /// A folder that cannot be made or read.
    pub fn open(folder: &Path, key: [u8; 32], total: usize, lasting: bool) -> Result<Shelf> {
        match fs::create_dir(folder) {
            Err(e) if e.kind() != io::ErrorKind::AlreadyExists => return Err(cannot("make the folder", folder, &e)),
            _ => {}
        }
        let mut all: Vec<(usize, usize)> = files(folder, ENDING)?.iter().filter_map(|path| range_of(path)).collect();
        all.retain(|(from, to)| from < to && *to <= total);
        let [tiles, others] = without_overlap(all);
        Ok(Shelf { folder: folder.to_path_buf(), key, tiles, others, lasting })
    }

    fn path(&self, from: usize, to: usize) -> PathBuf {
        self.folder.join(format!("{from:015}-{to:015}.{ENDING}"))
    }

    /// The tile that begins at a cell, if there is an undamaged one.
    ///
    /// # Errors
    /// A damaged tile that cannot be removed.
    pub fn tile(&mut self, from: usize) -> Result<Option<Tile>> {
        let Ok(place) = self.tiles.binary_search_by_key(&from, |t| t.0) else { return Ok(None) };
        let to = self.tiles[place].1;
        if let Some(tile) = self.read(from, to) {
            return Ok(Some(tile));
        }
        self.remove(place)?;
        Ok(None)
    }

    /// Removes the tile that begins at a cell, because its bytes cannot be right.
    ///
    /// # Errors
    /// A tile that cannot be removed.
    pub fn reject(&mut self, from: usize) -> Result<()> {
        self.tiles.binary_search_by_key(&from, |t| t.0).map_or(Ok(()), |place| self.remove(place))
    }

    fn remove(&mut self, place: usize) -> Result<()> {
        let (from, to) = self.tiles.remove(place);
        self.remove_file(from, to)
    }

    fn remove_file(&self, from: usize, to: usize) -> Result<()> {
        let path = self.path(from, to);
        match fs::remove_file(&path) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(cannot("remove the tile", &path, &e)),
            _ => Ok(()),
        }
    }

    /// Do tiles hold all these cells? Damage is seen only when they are read.
    #[must_use]
    pub fn has(&self, cells: Range<usize>) -> bool {
        let reached =
            self.tiles.iter().fold(cells.start, |end, (from, to)| if *from <= end { end.max(*to) } else { end });
        reached >= cells.end
    }

    /// The cells among these that no tile holds.
    pub(super) fn lacking(&self, cells: Range<usize>) -> Vec<Range<usize>> {
        let (mut at, mut lacking) = (cells.start, vec![]);
        for (from, to) in self.touching(&cells) {
            if at < from {
                lacking.push(at..from);
            }
            at = to;
        }
        if at < cells.end {
            lacking.push(at..cells.end);
        }
        lacking
    }

    /// The tiles that hold some of these cells and are damaged, or gone meanwhile: each is read.
    ///
    /// # Errors
    /// An interruption.
    pub(super) fn damaged(&self, cells: &Range<usize>, limits: &Limits) -> Result<Vec<Range<usize>>> {
        let mut damaged = vec![];
        for (from, to) in self.touching(cells) {
            limits.interrupted()?;
            if self.read(from, to).is_none() {
                damaged.push(from..to);
            }
        }
        Ok(damaged)
    }

    /// The tiles that hold some of these cells.
    fn touching(&self, cells: &Range<usize>) -> impl Iterator<Item = (usize, usize)> {
        self.tiles.iter().copied().filter(|(from, to)| *from < cells.end && cells.start < *to)
    }

    /// Gives all tiles of a finished table with `total` cells to `each`; `false` if one is missing or damaged, and then it is removed.
    ///
    /// # Errors
    /// An interruption; a damaged tile that cannot be removed; those of `each`.
    pub fn read_all(
        &mut self,
        total: usize,
        limits: &Limits,
        mut each: impl FnMut(&Tile) -> Result<()>,
    ) -> Result<bool> {
        if !self.has(0..total) {
            return Ok(false);
        }
        let mut at = 0;
        while at < total {
            limits.interrupted()?;
            let Some(tile) = self.tile(at)? else { return Ok(false) };
            each(&tile)?;
            at = tile.to;
        }
        Ok(true)
    }

    /// The tiles: their first cells, and those after their last.
    pub(super) fn ranges(&self) -> &[(usize, usize)] {
        &self.tiles
    }

    /// Removes tiles that others have replaced.
    ///
    /// # Errors
    /// A tile that cannot be removed.
    pub(super) fn discard(&mut self, replaced: &[Range<usize>]) -> Result<()> {
        for range in replaced {
            if let Ok(place) = self.tiles.binary_search(&(range.start, range.end)) {
                self.remove(place)?;
            }
        }
        Ok(())
    }

    /// Removes the tiles that overlap others and for which `is_replaced` holds.
    ///
    /// # Errors
    /// A tile that cannot be removed.
    pub(super) fn discard_others(&mut self, is_replaced: impl Fn(&Shelf, (usize, usize)) -> bool) -> Result<()> {
        let mut others = std::mem::take(&mut self.others);
        // Some may have been written again meanwhile.
        others.retain(|tile| self.tiles.binary_search(tile).is_err());
        for tile in others {
            match is_replaced(self, tile) {
                true => self.remove_file(tile.0, tile.1)?,
                false => self.others.push(tile),
            }
        }
        Ok(())
    }

    /// The cells of the longest tile.
    pub fn longest(&self) -> usize {
        self.tiles.iter().map(|(from, to)| to - from).max().unwrap_or(0)
    }

    /// Where the first tile begins.
    pub fn first(&self) -> Option<usize> {
        self.tiles.first().map(|t| t.0)
    }

    /// Where the next tile after a cell begins.
    pub fn next(&self, after: usize) -> Option<usize> {
        let place = self.tiles.partition_point(|t| t.0 <= after);
        self.tiles.get(place).map(|t| t.0)
    }

    /// The tile that holds a cell, if it is undamaged.
    pub fn around(&self, cell: usize) -> Option<Tile> {
        let place = self.tiles.partition_point(|t| t.0 <= cell).checked_sub(1)?;
        let (from, to) = self.tiles[place];
        if cell < to { self.read(from, to) } else { None }
    }

    /// The folder of the tiles.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn read(&self, from: usize, to: usize) -> Option<Tile> {
        let mut bytes = fs::read(self.path(from, to)).ok()?;
        let rest = bytes.len().checked_sub(HEAD + HASH)?;
        let (told, hash) = bytes.split_at(HEAD + rest);
        let unit = u32::from_le_bytes(told[56..60].try_into().ok()?);
        if told[..HEAD] != self.head(from, to, unit, rest)[..] || blake3::hash(told).as_bytes() != hash {
            return None;
        }
        bytes.truncate(HEAD + rest);
        bytes.drain(..HEAD);
        Some(Tile { from, to, unit, bytes })
    }

    fn head(&self, from: usize, to: usize, unit: u32, len: usize) -> Vec<u8> {
        let mut head = MAGIC.to_vec();
        head.extend(self.key);
        for number in [from as u64, to as u64, u64::from(unit), len as u64] {
            head.extend(number.to_le_bytes());
        }
        head
    }

    /// Writes finished cells as a tile.
    ///
    /// # Errors
    /// A file that cannot be written; the partial file is removed.
    pub fn write(&mut self, from: usize, to: usize, unit: u32, bytes: &[u8]) -> Result<()> {
        let head = self.head(from, to, unit, bytes.len());
        let mut hasher = blake3::Hasher::new();
        hasher.update(&head).update(bytes);
        let path = self.path(from, to);
        let partial = path.with_extension(format!("{}.{PARTIAL}", std::process::id()));
        let written = write_whole(&partial, &path, &[&head, bytes, hasher.finalize().as_bytes()], self.lasting);
        if let Err(error) = written {
            let _ = fs::remove_file(&partial);
            return Err(cannot("write the tile", &path, &error));
        }
        let place = self.tiles.partition_point(|t| *t < (from, to));
        self.tiles.insert(place, (from, to));
        Ok(())
    }
}

/// Of tiles that may overlap, those that hold the most cells without overlap, in order; of as many cells the fewest tiles, since what replaces tiles is mostly
/// longer. Then the other tiles.
fn without_overlap(mut all: Vec<(usize, usize)>) -> [Vec<(usize, usize)>; 2] {
    all.sort_unstable_by_key(|(from, to)| (*to, *from));
    // For each number of tiles: the most cells among so many first ones, and in how few tiles.
    let mut best = vec![(0, Reverse(0))];
    let before = |(from, _): (usize, usize), ends: &[(usize, usize)]| ends.partition_point(|(_, to)| *to <= from);
    for (k, tile) in all.iter().enumerate() {
        let (cells, Reverse(tiles)) = best[before(*tile, &all[..k])];
        best.push(best[k].max((cells + tile.1 - tile.0, Reverse(tiles + 1))));
    }
    let (mut taken, mut others, mut k) = (vec![], vec![], all.len());
    while let Some(last) = k.checked_sub(1) {
        if best[k] == best[last] {
            others.push(all[last]);
            k = last;
        } else {
            let start = before(all[last], &all[..last]);
            taken.push(all[last]);
            others.extend(&all[start..last]);
            k = start;
        }
    }
    taken.reverse();
    [taken, others]
}

/// Removes the files with an ending that no living process has locked: they are of processes that were killed.
///
/// # Errors
/// A folder that cannot be read.
pub(super) fn tidy(folder: &Path, ending: &str) -> Result<()> {
    if folder.exists() {
        files(folder, ending)?.iter().for_each(|path| remove_unlocked(path));
    }
    Ok(())
}

fn remove_unlocked(path: &Path) {
    let Ok(file) = File::options().append(true).open(path) else { return };
    // The lock lasts until the file is gone, so that who waits for it sees that.
    if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        let _ = fs::remove_file(path);
    }
}

/// The files with an ending.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let failed = |e: io::Error| cannot("read the folder", folder, &e);
    let entries: io::Result<Vec<fs::DirEntry>> = fs::read_dir(folder).map_err(failed)?.collect();
    let mut paths: Vec<PathBuf> = entries.map_err(failed)?.iter().map(fs::DirEntry::path).collect();
    paths.retain(|path| path.extension().is_some_and(|own| own == ending));
    Ok(paths)
}

/// Writes a file under a partial name and renames it when it is complete; a lasting file is synced to disk before. The partial file is locked, which says that
/// its writer lives.
pub(super) fn write_whole(partial: &Path, path: &Path, parts: &[&[u8]], lasting: bool) -> io::Result<()> {
    // Unit tests write thousands of tiles and need not survive a loss of power.
    let lasting = lasting && !cfg!(test);
    let mut tries = 0..TRIES;
    loop {
        tries.next();
        write_partial(partial, parts, lasting)?;
        match fs::rename(partial, path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && !tries.is_empty() => {}
            renamed => break renamed?,
        }
    }
    if lasting {
        // The new name is part of the folder, which cannot be synced on every system.
        let folder = path.parent().unwrap_or(Path::new("."));
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    Ok(())
}

fn write_partial(partial: &Path, parts: &[&[u8]], lasting: bool) -> io::Result<()> {
    let mut file = File::create(partial)?;
    // Where this fails, no harm is done: who takes the file for one of a dead process makes it be written again.
    let _ = file.try_lock();
    parts.iter().try_for_each(|part| file.write_all(part))?;
    if lasting {
        file.sync_all()?;
    }
    // On a network file system the bytes go to the server as the file is closed, and so before its name.
    Ok(())
}

/// The range of cells in a tile's name.
fn range_of(path: &Path) -> Option<(usize, usize)> {
    let (from, to) = path.file_stem()?.to_str()?.split_once('-')?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

/// The error for a file or folder that cannot be used: a wrong name is the person's, a disk that is full or broken is not.
pub(super) fn cannot(what: &str, path: &Path, error: &io::Error) -> Stop {
    use io::ErrorKind::*;
    let message = format!("cannot {what} `{}`: {}", path.display(), said(error));
    Stop::from(match error.kind() {
        StorageFull | QuotaExceeded => Diagnostic::limit(Code::Disk, message)
            .help("what is finished is kept; make room, and the same command goes on from there"),
        NotFound | PermissionDenied | AlreadyExists | IsADirectory | NotADirectory | ReadOnlyFilesystem
        | InvalidFilename | InvalidInput => Diagnostic::new(Code::Checkpoint, message),
        _ => Diagnostic::limit(Code::Checkpoint, message),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::lang::Kind;

    #[test]
    fn what_the_system_says_is_a_sentence() {
        for (number, kind, said) in [
            (28, Kind::Limit, "No space left on device"),
            (5, Kind::Limit, "Input/output error"),
            (13, Kind::Input, "Permission denied"),
        ] {
            let Stop::Error(error) = cannot("write", Path::new("k"), &io::Error::from_raw_os_error(number)) else {
                panic!("an error")
            };
            assert_eq!((error.kind, error.message), (kind, format!("cannot write `k`: {said}")));
        }
    }

    #[test]
    fn of_tiles_that_overlap_those_with_the_most_cells_are_taken() {
        let taken = |all: &[(usize, usize)]| without_overlap(all.to_vec());
        let (rows, blocks) = ([(0, 32), (32, 64), (64, 96)], [(0, 48), (48, 96)]);
        assert_eq!(taken(&rows), [rows.to_vec(), vec![]]);
        assert_eq!(taken(&[&rows[..], &blocks[..1]].concat()), [rows.to_vec(), blocks[..1].to_vec()]);
        for left in 0..=rows.len() {
            let [tiles, mut others] = taken(&[&rows[left..], &blocks[..]].concat());
            others.sort_unstable();
            assert_eq!((tiles, others), (blocks.to_vec(), rows[left..].to_vec()));
        }
        assert_eq!(taken(&[(5, 9), (0, 3), (7, 30), (9, 12)]), [vec![(0, 3), (7, 30)], vec![(5, 9), (9, 12)]]);
        assert_eq!(taken(&[]), [vec![], vec![]]);
    }
}
