//! Values of consecutive points, some thousand at a time.
//!
//! In: blocks of a table, or values found one by one. Out: the same numbers, in one form for all formats.

use grundy::table::CellBlock;

/// Values of consecutive points.
pub enum Piece<'a> {
    /// A block of a table.
    Cells(CellBlock<'a>),
    /// Values found one by one.
    Points(&'a [Option<u64>]),
}

/// A value in the form of a piece; `None` where no position exists.
pub(crate) trait Value: Copy {
    /// As a number.
    fn value(self) -> Option<u64>;
    /// As a number whose bits are all set where no position exists.
    fn bits(self) -> u64;
}

macro_rules! of_cells {
    ($($t:ty),*) => {$(
        impl Value for $t {
            #[inline(always)]
            fn value(self) -> Option<u64> {
                (self != <$t>::MAX).then(|| self.into())
            }
            #[inline(always)]
            fn bits(self) -> u64 {
                if self == <$t>::MAX { u64::MAX } else { self.into() }
            }
        }
    )*};
}
of_cells!(u8, u16, u32);

impl Value for Option<u64> {
    fn value(self) -> Option<u64> {
        self
    }
    fn bits(self) -> u64 {
        self.unwrap_or(u64::MAX)
    }
}

/// Does the same work for values of either form.
macro_rules! of_any_kind {
    ($piece:expr, $values:ident => $body:expr) => {
        match $piece {
            $crate::piece::Piece::Cells(grundy::table::CellBlock::One($values)) => $body,
            $crate::piece::Piece::Cells(grundy::table::CellBlock::Two($values)) => $body,
            $crate::piece::Piece::Cells(grundy::table::CellBlock::Four($values)) => $body,
            $crate::piece::Piece::Points($values) => $body,
        }
    };
}
pub(crate) use of_any_kind;
