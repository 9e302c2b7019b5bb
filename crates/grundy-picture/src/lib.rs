//! Pictures of tables and sequences, as PNG, SVG and PDF, and of automata, as SVG.
//!
//! In: cells that have a class each ([`Shading`] gives a class to a value), axes with names, a title. Out: the bytes of a file. The same picture
//! gives the same bytes on every machine. Nothing here knows a game or computes a value.
//!
//! ```
//! use grundy_picture::{Axis, Caption, Map, Palette, Panel, Shading, Vector};
//!
//! let axis = |name: &str| Axis { name: name.to_string(), lo: 0, len: 4 };
//! let shading = Shading::values(3, Palette::Cividis);
//! let nim = |i: u64| (i / 4) ^ (i % 4);
//! let panel = Panel { title: String::new(), classes: (0..16).map(|i| shading.class(nim(i))).collect(), labels: vec![] };
//! let caption = Caption { title: "nim[2]: values".to_string(), lines: vec![] };
//! let map = Map { caption, rows: axis("a"), columns: axis("b"), panels: vec![panel], shading, scale: 16 };
//! let mut sheet = Vector::new(map.size()?);
//! map.draw(&mut sheet);
//! let mut file = vec![];
//! sheet.write(&map.caption, &mut file)?;
//! assert!(file.starts_with(b"<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | subject |
//! |---|---|
//! | `palette` | colour tables, published ones |
//! | `shading` | from values to classes and colours, with the legend |
//! | `ticks` | which numbers stand on an axis |
//! | `map` | a table of two coordinates, or a sheet of such tables: where everything lies |
//! | `plot` | a sequence as points |
//! | `diagram` | an automaton: states and arrows, as SVG and for Graphviz |
//! | `order` | boxes in layers, such as the classes of a monoid, as SVG |
//! | `surface` | what a picture is drawn with: rectangles, cells, text |
//! | `merge` | cells as few rectangles |
//! | `raster`, `vector`, `pdf` | the three surfaces: PNG, SVG and PDF |

mod diagram;
mod map;
mod merge;
mod order;
mod palette;
mod pdf;
mod plot;
mod raster;
mod shading;
mod surface;
mod ticks;
mod vector;

pub use diagram::{Diagram, State};
pub use map::{Axis, Map, Panel};
pub use order::{Entry, Layers};
pub use palette::{NAMES, Palette, colors_as_text};
pub use pdf::Pdf;
pub use plot::{Part, Plot};
pub use raster::Raster;
pub use shading::{MISSING, Shading};
pub use surface::{Size, Surface};
pub use vector::Vector;

/// What stands above a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// The first line: the game, and what of it is shown.
    pub title: String,
    /// Further lines: the rules' hash, the play, the engine, the status of a proof.
    pub lines: Vec<String>,
}

/// The greatest side of a picture in pixels.
pub const LARGEST: u64 = 16_384;

/// Why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TooLarge {
    /// A side would have more than [`LARGEST`] pixels: the width and the height.
    Pixels(u64, u64),
}

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let TooLarge::Pixels(width, height) = self;
        write!(f, "a picture of {width} by {height} pixels; a side may have {LARGEST}")
    }
}

impl std::error::Error for TooLarge {}
