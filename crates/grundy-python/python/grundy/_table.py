"""Tables of values: arrays of integers, over the memory that grundy filled.

In: cells of 1, 2 or 4 bytes without a sign, from Rust. Out: `Table`, which NumPy takes for an array of 64-bit integers. Cells without a sign wrap: the difference of
5 and 7 would be 254. So whoever computes with a table computes with a copy in `int64`, which is made when it is first needed, and `Table.raw` is the memory itself.
"""

from __future__ import annotations

import base64
import html
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Union, cast

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from . import _frames
from ._errors import InputError, LimitError

if TYPE_CHECKING:
    from ._game import Game

Array = np.ndarray[Any, np.dtype[Any]]
Axis = Union[int, tuple[int, ...], None]

READ_ONLY = "the table is read-only, since the game reads from it: write into a copy, {}.copy()"


class Raw(np.ndarray[Any, np.dtype[Any]]):
    """The cells of a table as they are, of an unsigned type: a NumPy array that nobody can change. Where no position exists, a cell has the greatest number of its
    type. Arrays that are computed from it are plain arrays, and wrap as NumPy's unsigned integers do.

        >>> import grundy as gr
        >>> raw = gr.Game("wythoff").table((3, 4)).raw
        >>> raw.dtype, memoryview(raw).nbytes
        (dtype('uint8'), 12)
        >>> raw[0, 1] = 7
        Traceback (most recent call last):
            ...
        ValueError: the table is read-only, since the game reads from it: write into a copy, raw.copy()
    """

    def __setitem__(self, key: Any, value: Any) -> None:
        if not self.flags.writeable:
            raise ValueError(READ_ONLY.format("raw"))
        super().__setitem__(key, value)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, out: tuple[Any, ...] = (), **options: Any) -> Any:
        if any(isinstance(into, Raw) and not into.flags.writeable for into in out):
            raise ValueError(READ_ONLY.format("raw"))
        if out:
            options["out"] = tuple(_plain(into) for into in out)
        return getattr(ufunc, method)(*map(_plain, inputs), **options)


def _plain(value: Any) -> Any:
    return value.view(np.ndarray) if isinstance(value, Raw) else value


class Table(NDArrayOperatorsMixin):
    """All values of a box of positions, or of a part of it.

    NumPy takes it for an array of `int64`: `np.asarray(t)`, `t + 1`, `t - t`, `np.diff(t)` compute with a copy in integers of 64 bits, which is made when it is first
    needed, and kept. `t.raw` is the memory that grundy filled, without a copy, in unsigned cells of 1, 2 or 4 bytes, read-only. `t.max()`, `t.sum()`,
    `t == 0` and parts such as `t[3:7, 0]` need no copy of the whole table.

    An entry is a Python integer, and so is what `max`, `min` and `sum` give without an axis; `mean` gives a float.

        >>> import grundy as gr, numpy as np
        >>> t = gr.Game("wythoff").table((60, 60))
        >>> t.shape, t.dtype, t.raw.dtype, t[3, 5], t.max()
        ((60, 60), dtype('int64'), dtype('uint8'), 0, 88)
        >>> np.diff(t[3])[:5]
        array([ 1,  1,  1, -4, -2])

    Where no position exists, an entry is `None`, `t.mask` is true, and computing gives a masked array: `t.masked` is the table as one. In a plain array,
    `np.asarray(t)`, these cells are -1; in one of floating-point numbers they are NaN. A function of NumPy that knows no masks is refused.

        >>> star = gr.Game("star_nim[2]").table((2, 3))
        >>> star.tolist(), np.asarray(star).tolist(), star.sum()
        ([[None, 0, 1], [0, 1, 2]], [[-1, 0, 1], [0, 1, 2]], 4)

    Errors: `InputError` where a value does not fit a `dtype` that was asked for; `LimitError` where the copy needs more memory than the game's option `memory`
    allows, or three quarters of what is free.
    """

    __hash__ = None  # type: ignore[assignment]
    __array_priority__: float = 20.0

    def __init__(
        self,
        game: Game,
        raw: Array,
        *,
        has_gaps: bool = False,
        axes: Iterable[tuple[str, range]] = (),
        show: str = "value",
        is_part: bool = False,
    ) -> None:
        """Made by `Game.table`."""
        cells = raw.view(Raw)
        cells.flags.writeable = False
        self._game = game
        self._raw = cells
        self._has_gaps = has_gaps
        self._axes: tuple[tuple[str, range], ...] = tuple(axes)
        self._show = show
        self._is_part = is_part
        self._kept: Array | None = None
        self._picture: bytes | None = None

    # ---- what it is

    @property
    def raw(self) -> Raw:
        """The cells as they are in memory: unsigned, of 1, 2 or 4 bytes, read-only, without a copy."""
        return self._raw

    @property
    def game(self) -> Game:
        """The game whose values these are."""
        return self._game

    @property
    def axes(self) -> tuple[tuple[str, range], ...]:
        """The name of each coordinate, and its values in this table."""
        return self._axes

    @property
    def shape(self) -> tuple[int, ...]:
        """How many values each coordinate has."""
        return tuple(int(size) for size in self._raw.shape)

    @property
    def ndim(self) -> int:
        """How many coordinates there are."""
        return int(self._raw.ndim)

    @property
    def size(self) -> int:
        """How many cells there are."""
        return int(self._raw.size)

    @property
    def dtype(self) -> np.dtype[np.int64]:
        """The type that NumPy sees: `int64`. That of the memory is `t.raw.dtype`."""
        return np.dtype(np.int64)

    @property
    def nbytes(self) -> int:
        """The bytes of the memory that grundy filled."""
        return int(self._raw.nbytes)

    @property
    def mask(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """True where no position exists."""
        if self._has_gaps:
            return np.asarray(_plain(self._raw) == np.iinfo(self._raw.dtype).max)
        return np.broadcast_to(np.False_, self.shape)

    @property
    def _mask(self) -> Any:
        # What `np.ma.getmaskarray` reads.
        return self.mask if self._has_gaps else np.ma.nomask

    @property
    def _baseclass(self) -> type[Array]:
        # What `np.ma.array` takes for the type of the data below a mask.
        return np.ndarray

    @property
    def masked(self) -> np.ma.MaskedArray[Any, np.dtype[np.int64]]:
        """The table as a masked array of `int64`, read-only."""
        wide = self._wide()
        return wide if isinstance(wide, np.ma.MaskedArray) else np.ma.array(wide, copy=False)

    @property
    def T(self) -> Table:
        """The table with its coordinates in reverse order, without a copy."""
        return self._part(self._raw.T, self._axes[::-1], lambda wide: wide.T)

    def __len__(self) -> int:
        return len(self._raw)

    def __iter__(self) -> Iterator[Any]:
        return (self[k] for k in range(len(self)))

    def __contains__(self, value: object) -> bool:
        return bool((self == value).any())

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ValueError("the truth of a table of several values is ambiguous: write t.any() or t.all()")
        return bool(self.tolist() and np.ravel(self._wide())[0])

    # ---- as arrays

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        wanted = np.dtype(np.int64 if dtype is None else dtype)
        if wanted != np.int64:
            if copy is False:
                raise ValueError(f"the table cannot be an array of {wanted} without a copy: t.raw is the memory, of {self._raw.dtype}")
            return self._cast(wanted)
        if copy is False and self._kept is None:
            raise ValueError(f"the table cannot be an array of int64 without a copy: t.raw is the memory, of {self._raw.dtype}")
        return self._wide().copy() if copy else self._wide()

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        if any(isinstance(into, Table) for into in options.get("out", ())):
            raise ValueError(READ_ONLY.format("t"))
        if method != "__call__" and self._any_gaps(inputs):
            raise InputError(f"np.{ufunc.__name__}.{method} knows no masks, and some positions do not exist: {_ADVICE}")
        if method == "__call__" and ufunc in _COMPARISONS and not options and _with_integer(inputs):
            # NumPy compares unsigned cells with an integer of Python as numbers.
            found = ufunc(*(_plain(each._raw) if isinstance(each, Table) else each for each in inputs))
            return _compared(np.ma.array(found, mask=self.mask)) if self._has_gaps else found
        found = _own(getattr(ufunc, method)(*map(_widened, inputs), **options))
        return _compared(found) if ufunc in _COMPARISONS and isinstance(found, np.ma.MaskedArray) else found

    def __array_function__(
        self, func: Callable[..., Any], types: Iterable[type], args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Any:
        own = _METHODS.get(func)
        if own is not None and len(args) == 1 and args[0] is self and set(kwargs) <= {"axis"}:
            return getattr(self, own)(**kwargs)
        name = func.__name__
        if self._any_gaps((args, kwargs)) and func not in (np.shape, np.ndim, np.size):
            if func is np.isin and args[0] is self and not self._any_gaps((args[1:], kwargs)):
                return np.ma.array(np.isin(np.asarray(self), *args[1:], **kwargs) & ~self.mask, mask=self.mask)
            masking = getattr(np.ma, name, None)
            if not callable(masking) or name in _MISPLACED:
                raise InputError(f"np.{name} knows no masks, and some positions do not exist: {_ADVICE}")
            func = cast(Callable[..., Any], masking)
        return _own(func(*_widened(args), **_widened(dict(kwargs))))

    @staticmethod
    def _any_gaps(values: Any) -> bool:
        return any(table._has_gaps for table in _tables(values))

    def astype(self, dtype: Any) -> Array:
        """A copy in another type. An error if a value does not fit it; a floating-point number holds a value only if it holds it exactly."""
        return self.__array__(dtype, copy=True) if np.dtype(dtype) == np.int64 else self._cast(np.dtype(dtype))

    def to_numpy(self, dtype: Any = None) -> Array:
        """A copy as an array of one's own, `int64` if nothing else is asked for, which may be changed."""
        return self.astype(np.int64 if dtype is None else dtype)

    def copy(self) -> Array:
        """A copy as an array of `int64` of one's own, masked where no position exists, which may be changed."""
        return self.to_numpy()

    def tolist(self) -> Any:
        """Lists of Python integers, with `None` where no position exists."""
        return (np.ma.array(_plain(self._raw), mask=self.mask, copy=False) if self._has_gaps else self._raw).tolist()

    def compressed(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The values of the positions that exist, in row-major order."""
        cells = _plain(self._raw)
        return np.asarray(cells[~self.mask] if self._has_gaps else cells.ravel()).astype(np.int64)

    def to_pandas(self) -> Any:
        """The values in pandas: a `Series` for one coordinate, a `DataFrame` for two, and a `Series` with a level of the index for each coordinate for more.

        Where no position exists, the entry is `NA`, and the type `Int64`; otherwise it is `int64`.

            >>> import grundy as gr
            >>> gr.Game("wythoff").table((2, 3)).to_pandas().loc[1, 2]
            np.int64(0)
        """
        return _frames.pandas(self)

    def to_polars(self) -> Any:
        """The values as a `polars.DataFrame` with a row for each cell: the coordinates, and the value, null where no position exists.

            >>> import grundy as gr
            >>> gr.Game("wythoff").table((2, 3)).to_polars().row(-1)
            (1, 2, 0)
        """
        return _frames.polars(self)

    def to_xarray(self) -> Any:
        """The values as an `xarray.DataArray` whose dimensions are the coordinates. Where no position exists, the entry is NaN, and the type `float64`."""
        return _frames.xarray(self)

    # ---- parts

    def __getitem__(self, key: Any) -> Any:
        """An entry as a Python integer, or `None` where no position exists; a part as a table, without a copy; what a mask or a list of places selects, as an
        array of `int64`."""
        keys = key if isinstance(key, tuple) else (key,)
        if any(isinstance(each, bool) for each in keys):
            raise InputError("a place is an integer or a slice, and a truth value is none: write 0 or 1")
        if not all(isinstance(each, (int, np.integer, slice, type(...))) for each in keys):
            return self._selected(_widened(key))
        found = _plain(self._raw)[key]
        if not isinstance(found, np.ndarray):
            return None if self._has_gaps and found == np.iinfo(self._raw.dtype).max else int(found)
        return self._part(found, _cut(self._axes, keys), lambda wide: wide[key])

    def __setitem__(self, key: Any, value: Any) -> None:
        raise ValueError(READ_ONLY.format("t"))

    def _selected(self, key: Any) -> Array:
        found = np.asarray(_plain(self._raw)[key])
        if not self._has_gaps:
            return found.astype(np.int64)
        missing = found == np.iinfo(found.dtype).max
        return np.ma.array(np.where(missing, -1, found.astype(np.int64)), mask=missing)

    def _part(self, raw: Array, axes: Iterable[tuple[str, range]], cut: Callable[[Array], Array]) -> Table:
        part = Table(self._game, raw, has_gaps=self._has_gaps, axes=axes, show=self._show, is_part=True)
        part._kept = None if self._kept is None else cut(self._kept)
        return part

    # ---- what is computed without a copy

    def max(self, axis: Axis = None) -> Any:
        """The greatest value, a Python integer; along an axis, an array of `int64`."""
        return self._reduced("max", axis, initial=0)

    def min(self, axis: Axis = None) -> Any:
        """The least value, a Python integer; along an axis, an array of `int64`."""
        return self._reduced("min", axis, initial=np.iinfo(self._raw.dtype).max)

    def sum(self, axis: Axis = None) -> Any:
        """The sum of all values, a Python integer; along an axis, an array of `int64`."""
        return self._reduced("sum", axis, dtype=np.int64)

    def mean(self, axis: Axis = None) -> Any:
        """The mean, a Python float; along an axis, an array of `float64`."""
        return self._reduced("mean", axis, dtype=np.float64)

    def _reduced(self, name: str, axis: Axis, **options: Any) -> Any:
        cells = _plain(self._raw)
        if axis is not None:
            if self._has_gaps:
                return getattr(self._wide(), name)(axis=axis)
            options.pop("initial", None)
            found = getattr(cells, name)(axis=axis, **options)
            # Where all axes are reduced, a scalar, as of arrays.
            return found if name == "mean" else np.asarray(found).astype(np.int64)[()]
        if self._has_gaps:
            there = ~self.mask
            if name != "sum" and not there.any():
                raise InputError("no position of this table exists")
            return getattr(cells, name)(where=there, **options).item()
        return getattr(cells, name)(**({} if name in ("max", "min") else options)).item()

    def std(self, axis: Axis = None, *, ddof: int = 0) -> Any:
        """The standard deviation, a Python float; along an axis, an array."""
        return _scalar(self._wide().std(axis=axis, ddof=ddof))

    def var(self, axis: Axis = None, *, ddof: int = 0) -> Any:
        """The variance, a Python float; along an axis, an array."""
        return _scalar(self._wide().var(axis=axis, ddof=ddof))

    def any(self, axis: Axis = None) -> Any:
        """Is some value not 0? A `bool`; along an axis, an array."""
        return _scalar((self != 0).any(axis=axis))

    def all(self, axis: Axis = None) -> Any:
        """Is no value 0? A `bool`; along an axis, an array."""
        return _scalar((self != 0).all(axis=axis))

    def argmax(self, axis: int | None = None) -> Any:
        """The place of the greatest value in row-major order, a Python integer; along an axis, an array."""
        return _scalar((self._wide() if self._has_gaps else _plain(self._raw)).argmax(axis=axis))

    def argmin(self, axis: int | None = None) -> Any:
        """The place of the least value in row-major order, a Python integer; along an axis, an array."""
        return _scalar((self._wide() if self._has_gaps else _plain(self._raw)).argmin(axis=axis))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # Every other method of arrays, of the copy.
            if name.startswith("_") or not hasattr(np.ndarray, name):
                raise AttributeError(f"a table has no attribute `{name}`")
            return getattr(self._wide(), name)

    # ---- the copy

    def _wide(self) -> Array:
        """The values in `int64`, read-only; a masked array, -1 where no position exists, if there are such places."""
        if self._kept is None:
            cells = self._room(9 if self._has_gaps else 8)
            _fill(cells, _plain(self._raw))
            if self._has_gaps:
                missing = self.mask
                cells[missing] = -1
                # Nobody can change which positions exist; a copy has a mask of its own, in which gaps may be filled.
                missing.flags.writeable = False
                cells = np.ma.array(cells, mask=missing, copy=False, fill_value=-1)
            cells.flags.writeable = False
            self._kept = cells
        return self._kept

    def _room(self, each: int) -> Array:
        """An array for the copy, in the order of the memory, if the game's limits allow it."""
        need, allowed = each * self.size, self._game._memory()
        if self._game._options["memory"] is not None:
            # What is free counts the table already, and an amount that was named does not.
            need += self.nbytes
        if need > allowed:
            message = f"as integers of 64 bits this table needs {_bytes(need)} of memory, and {_bytes(allowed)} are allowed"
            advice = f"`t.raw` is the table without a copy, in cells of type {self._raw.dtype}; a part, such as t[:100], needs less"
            fields = {"message": message, "code": "memory", "help": advice}
            raise LimitError(f"error[memory]: {message}\nhelp: {advice}", fields)
        return np.empty_like(_plain(self._raw), dtype=np.int64)

    def _cast(self, dtype: np.dtype[Any]) -> Array:
        """A copy in another type, which holds every value exactly."""
        greatest = 0 if self.size == 0 or (self._has_gaps and self.mask.all()) else self.max()
        most = _most(dtype)
        if most is None:
            raise InputError(f"values are integers, and {dtype} is no type of numbers")
        if greatest > most:
            raise InputError(f"the greatest value, {greatest}, does not fit the type {dtype}")
        if self._has_gaps and dtype.kind in "ub":
            raise InputError(f"some positions do not exist, and the type {dtype} has no number for them: take int64, or t.compressed()")
        cells = np.asarray(_plain(self._raw).astype(dtype))
        if self._has_gaps:
            cells[self.mask] = {"O": None, "f": np.nan, "c": np.nan}.get(dtype.kind, -1)
        return cells

    # ---- how it is kept and shown

    def __copy__(self) -> Table:
        return self

    def __deepcopy__(self, memo: Any) -> Table:
        # Nobody can change it.
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._game, np.array(_plain(self._raw)), self._has_gaps, self._axes, self._show, self._is_part)

    def __repr__(self) -> str:
        size = " x ".join(map(str, self.shape))
        corner, said = self._corner(_CORNER)
        return f"<{size} values of {self._game.text}>\n{corner}{said}"

    def _corner(self, most: int) -> tuple[str, str]:
        """The first cells as text, and what is left out."""
        key = (0,) * max(0, self.ndim - 2) + tuple(slice(0, most) for _ in self.shape[-2:])
        rows = self[key].tolist() if self.ndim else [self.tolist()]
        rows = rows if self.ndim > 1 else [rows]
        texts = [["·" if entry is None else str(entry) for entry in row] for row in rows]
        width = max((len(text) for row in texts for text in row), default=1)
        lines = "\n".join(" ".join(text.rjust(width) for text in row) for row in texts)
        shown = tuple(min(size, most) for size in self.shape[-2:])
        whole = self.ndim <= 2 and shown == self.shape
        return lines, "" if whole else f"\nThe corner of {' x '.join(map(str, shown))} cells is shown; t[…] gives another part."

    def _repr_png_(self) -> bytes | None:
        """The picture of a corner of a whole table of values."""
        if self._is_part or self._show != "value" or self.ndim not in (1, 2):
            return None
        if self._picture is None:
            # A notebook asks twice.
            self._picture = self._game.picture(tuple(min(size, MOST) for size in self.shape))
        return self._picture

    def _repr_html_(self) -> str:
        """What a notebook shows: the picture, or the first cells as text; and, if it is not all, that it is a corner."""
        size = " x ".join(map(str, self.shape))
        picture = self._repr_png_()
        if picture is None:
            return f"<pre>{html.escape(repr(self))}</pre>"
        shown = tuple(min(side, MOST) for side in self.shape)
        corner = "" if shown == self.shape else f"; the corner of {' x '.join(map(str, shown))} cells is drawn, t[…] has the others"
        data = base64.b64encode(picture).decode()
        return f'<img src="data:image/png;base64,{data}"><br>{size} values of <code>{html.escape(self._game.text)}</code>{corner}'


MOST = 400
"""The side of the corner that is drawn."""
_CORNER = 12
"""The side of the corner that is shown as text."""
_ADVICE = "t.compressed() has the values of the positions that exist, np.asarray(t) has -1 at the others, and t.masked is a masked array, which not all functions heed"
_MISPLACED = ("isin", "in1d", "setdiff1d", "union1d")
"""Functions of `np.ma` that put a mask at the wrong places, or list what is masked as an element."""
_COMPARISONS = (np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal)
_METHODS: dict[Any, str] = {
    np.max: "max",
    np.amax: "max",
    np.min: "min",
    np.amin: "min",
    np.sum: "sum",
    np.mean: "mean",
    np.std: "std",
    np.var: "var",
    np.any: "any",
    np.all: "all",
    np.argmax: "argmax",
    np.argmin: "argmin",
}


def _again(
    game: Game, raw: Array, has_gaps: bool, axes: tuple[tuple[str, range], ...], show: str, is_part: bool
) -> Table:
    return Table(game, raw, has_gaps=has_gaps, axes=axes, show=show, is_part=is_part)


def _own(found: Any) -> Any:
    """A masked array whose gaps can be filled: NumPy hands the mask of an operand on."""
    is_shared = isinstance(found, np.ma.MaskedArray) and isinstance(found.mask, np.ndarray) and not found.mask.flags.writeable
    return found.copy() if is_shared else found


def _compared(found: np.ma.MaskedArray[Any, Any]) -> np.ma.MaskedArray[Any, Any]:
    """What a comparison says; no where no position exists, also for those who do not look at the mask."""
    mask = np.ma.getmaskarray(found)
    return np.ma.array(np.asarray(found.data) & ~mask, mask=mask)


def _scalar(found: Any) -> Any:
    if found is np.ma.masked:
        raise InputError("no position of this table exists")
    return found.item() if isinstance(found, np.generic) else found


def _with_integer(inputs: tuple[Any, ...]) -> bool:
    """A table and an integer of Python?"""
    return sum(isinstance(each, Table) for each in inputs) == 1 and any(type(each) is int for each in inputs)


def _tables(value: Any) -> Iterator[Table]:
    if isinstance(value, Table):
        yield value
    elif isinstance(value, (list, tuple)):
        for each in cast("list[Any]", value):
            yield from _tables(each)
    elif isinstance(value, dict):
        yield from _tables(list(cast("dict[str, Any]", value).values()))


def _widened(value: Any) -> Any:
    """The same with arrays of `int64` in place of tables."""
    if isinstance(value, Table):
        return value._wide()
    if type(value) in (list, tuple):
        return type(value)(map(_widened, value))
    return {name: _widened(each) for name, each in value.items()} if type(value) is dict else value


def _cut(axes: tuple[tuple[str, range], ...], keys: tuple[Any, ...]) -> list[tuple[str, range]]:
    """The axes of a part: an integer drops its axis, a slice shortens it."""
    given = sum(key is not ... for key in keys)
    spelled = [each for key in keys for each in ([slice(None)] * (len(axes) - given) if key is ... else [key])]
    spelled += [slice(None)] * (len(axes) - len(spelled))
    return [(name, values[key]) for (name, values), key in zip(axes, spelled) if isinstance(key, slice)]


_AT_ONCE = 1 << 22
"""The cells that are copied before signals are looked for."""


def _fill(wide: Array, raw: Array) -> None:
    """Copies cells in the order of the memory, so that Ctrl-C is seen within a moment."""
    if raw.size == 0:
        return
    outer = max(range(raw.ndim), key=lambda axis: (abs(raw.strides[axis]), raw.shape[axis]), default=0)
    wide, raw = np.atleast_1d(np.moveaxis(wide, outer, 0)), np.atleast_1d(np.moveaxis(raw, outer, 0))
    step = max(1, _AT_ONCE * len(raw) // raw.size)
    for start in range(0, len(raw), step):
        wide[start : start + step] = raw[start : start + step]


def _most(dtype: np.dtype[Any]) -> int | None:
    """The number up to which a type holds every integer."""
    if dtype.kind in "iu":
        return int(np.iinfo(dtype).max)
    if dtype.kind in "fc":
        return int(2 ** (int(np.finfo(dtype).nmant) + 1))
    others: dict[str, int] = {"b": 1, "O": 2**64}
    return others.get(dtype.kind)


def _bytes(count: int) -> str:
    size = float(count)
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if size < 1024:
            return f"{count} bytes" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} TiB"
