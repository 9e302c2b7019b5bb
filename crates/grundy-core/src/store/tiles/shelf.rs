//! The tiles of one table, each a file.
//!
//! In: finished cells. Out: the same cells, if their file is undamaged. A file has a head (which table, which cells, their width), the cells, and
//! the BLAKE3 hash of both. It is written under another name, synced to disk, and then renamed, so a file with the name of a tile
//! was complete once. A file that is damaged, or belongs to another table, is removed and its cells are computed again.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::folder::cannot;
use crate::contract::limits::Limits;
use crate::contract::stop::Result;
use crate::store::cells::number;

/// The first bytes of a tile: the format, and its version.
const MAGIC: [u8; 8] = *b"grundyT1";
/// Magic, key, first cell, end, unit, length.
const HEAD: usize = 8 + 32 + 8 + 8 + 8 + 8;
const HASH: usize = 32;
/// The extensions of a tile, and of a tile being written.
const ENDING: &str = "tile";
const PARTIAL: &str = "partial";

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
    /// Must tiles survive a loss of power?
    lasting: bool,
}

impl Shelf {
    /// The tiles in a folder of a table with `total` cells.
    ///
    /// # Errors
    /// A folder that cannot be made or read.
    pub fn open(folder: &Path, key: [u8; 32], total: usize, lasting: bool) -> Result<Shelf> {
        fs::create_dir_all(folder).map_err(|e| cannot("make the folder", folder, &e))?;
        let list = fs::read_dir(folder).map_err(|e| cannot("read the folder", folder, &e))?;
        let mut tiles = vec![];
        for entry in list {
            let path = entry.map_err(|e| cannot("read the folder", folder, &e))?.path();
            match path.extension().and_then(|e| e.to_str()) {
                Some(PARTIAL) => {
                    let _ = fs::remove_file(&path);
                }
                Some(ENDING) => tiles.extend(range_of(&path)),
                _ => {}
            }
        }
        tiles.sort_unstable();
        let mut end = 0;
        tiles.retain(|(from, to)| {
            let keep = *from >= end && from < to && *to <= total;
            if keep {
                end = *to;
            }
            keep
        });
        Ok(Shelf { folder: folder.to_path_buf(), key, tiles, lasting })
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
        let path = self.path(from, to);
        match fs::remove_file(&path) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(cannot("remove the damaged tile", &path, &e)),
            _ => Ok(()),
        }
    }

    /// Do tiles, one after the other, hold all these cells? Damage is seen only when they are read.
    #[must_use]
    pub fn has(&self, cells: std::ops::Range<usize>) -> bool {
        let within = self.tiles.iter().filter(|(from, to)| *from >= cells.start && *to <= cells.end);
        within.fold(cells.start, |end, (from, to)| if *from == end { *to } else { end }) == cells.end
    }

    /// Are all these cells in undamaged tiles, one after the other? Every tile is read; one that is damaged is removed.
    ///
    /// # Errors
    /// An interruption; a damaged tile that cannot be removed.
    pub fn has_undamaged(&mut self, cells: std::ops::Range<usize>, limits: &Limits) -> Result<bool> {
        let mut at = cells.start;
        while at < cells.end {
            limits.interrupted()?;
            let Some(tile) = self.tile(at)? else { return Ok(false) };
            at = tile.to;
        }
        Ok(true)
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

    fn read(&self, from: usize, to: usize) -> Option<Tile> {
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
        let partial = path.with_extension(PARTIAL);
        let written = write_whole(&partial, &path, &[&head, bytes, hasher.finalize().as_bytes()], self.lasting);
        if let Err(error) = written {
            let _ = fs::remove_file(&partial);
            return Err(cannot("write the tile", &path, &error));
        }
        let place = self.tiles.partition_point(|t| t.0 < from);
        self.tiles.insert(place, (from, to));
        Ok(())
    }
}

/// Writes a file under a partial name and renames it when it is complete; a lasting file is synced to disk before.
pub(super) fn write_whole(partial: &Path, path: &Path, parts: &[&[u8]], lasting: bool) -> io::Result<()> {
    // Unit tests write thousands of tiles and need not survive a loss of power.
    let lasting = lasting && !cfg!(test);
    let mut file = File::create(partial)?;
    parts.iter().try_for_each(|part| file.write_all(part))?;
    if lasting {
        file.sync_all()?;
    }
    fs::rename(partial, path)?;
    if lasting {
        // The new name is part of the folder, which cannot be synced on every system.
        let folder = path.parent().unwrap_or(Path::new("."));
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    Ok(())
}

/// The range of cells in a tile's name.
fn range_of(path: &Path) -> Option<(usize, usize)> {
    let (from, to) = path.file_stem()?.to_str()?.split_once('-')?;
    Some((from.parse().ok()?, to.parse().ok()?))
}
