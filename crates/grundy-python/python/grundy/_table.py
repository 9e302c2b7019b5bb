"""Tables of values: NumPy arrays that a notebook shows as a heat map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Union

import numpy as np

if TYPE_CHECKING:
    from ._game import Game


class Table(np.ndarray[Any, np.dtype[Any]]):
    """All values of a box of positions. It is a NumPy array, read-only since the game reads from it, too; its memory is the one that grundy filled.

    Arrays that are computed from it are shown as plain arrays.
    """

    _game: Game | None = None

    def __array_finalize__(self, obj: Any) -> None:
        self._game = None

    def _repr_png_(self) -> bytes | None:
        return _picture(self)


class MaskedTable(np.ma.MaskedArray[Any, np.dtype[Any]]):
    """All values of a box in which some positions do not exist: those are masked."""

    _game: Game | None = None

    def __array_finalize__(self, obj: Any) -> None:
        super().__array_finalize__(obj)
        self._game = None

    def _repr_png_(self) -> bytes | None:
        return _picture(self)


AnyTable = Union[Table, MaskedTable]


def table(game: Game, cells: np.ndarray[Any, np.dtype[Any]], has_gaps: bool) -> AnyTable:
    """The array of a game's cells; the greatest number of their type means that no position exists."""
    cells.flags.writeable = False
    made: AnyTable
    if has_gaps:
        nowhere = np.iinfo(cells.dtype).max
        made = MaskedTable(cells, mask=cells == nowhere, fill_value=nowhere)
        made.harden_mask()
    else:
        made = cells.view(Table)
    made._game = game
    return made


MOST = 400


def _picture(cells: AnyTable) -> bytes | None:
    if cells._game is None or cells.ndim not in (1, 2):
        return None
    return cells._game.picture(tuple(min(size, MOST) for size in cells.shape))
