"""Tables in pandas, polars and xarray, each of which is imported only when it is asked for."""

from __future__ import annotations

import importlib
from typing import Any, Protocol

import numpy as np


class Cells(Protocol):
    """What of a table is read here."""

    _show: str

    @property
    def axes(self) -> Any: ...
    @property
    def game(self) -> Any: ...
    @property
    def mask(self) -> Any: ...
    @property
    def ndim(self) -> int: ...
    def astype(self, dtype: Any) -> Any: ...


def imported(name: str, wanting: str) -> Any:
    """A package, or how to install it."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        raise ModuleNotFoundError(f"`{wanting}` wants the package {name}: pip install {name}", name=name) from None


def pandas(table: Cells) -> Any:
    """A `Series` or a `DataFrame`."""
    library = imported("pandas", "to_pandas")
    wide: Any = np.array(table.astype(np.int64))
    if table.mask.any():
        wide = library.arrays.IntegerArray(wide.ravel(), np.array(table.mask).ravel())
    indices = [library.RangeIndex(values.start, values.stop, values.step, name=name) for name, values in table.axes]
    if table.ndim == 1:
        return library.Series(wide, index=indices[0], name=table._show)
    if table.ndim == 2 and isinstance(wide, np.ndarray):
        return library.DataFrame(wide, index=indices[0], columns=indices[1])
    flat = wide.ravel() if isinstance(wide, np.ndarray) else wide
    series = library.Series(flat, index=library.MultiIndex.from_product(indices), name=table._show)
    return series.unstack() if table.ndim == 2 else series


def polars(table: Cells) -> Any:
    """A `DataFrame` with a row for each cell."""
    library = imported("polars", "to_polars")
    places = np.meshgrid(*(np.array(values, np.int64) for _, values in table.axes), indexing="ij")
    columns: dict[str, Any] = {name: place.ravel() for (name, _), place in zip(table.axes, places)}
    values = library.Series(np.array(table.astype(np.int64)).ravel())
    frame = library.DataFrame({**columns, table._show: values})
    if not table.mask.any():
        return frame
    exists = library.Series(~np.array(table.mask).ravel())
    return frame.with_columns(library.when(exists).then(library.col(table._show)).otherwise(None).alias(table._show))


def xarray(table: Cells) -> Any:
    """A `DataArray`."""
    library = imported("xarray", "to_xarray")
    kind = np.float64 if table.mask.any() else np.int64
    places = {name: np.array(values, np.int64) for name, values in table.axes}
    about = {"game": table.game.text, "rules": table.game.hash, "play": "misere" if table.game.misere_play else "normal"}
    return library.DataArray(np.array(table.astype(kind)), coords=places, dims=list(places), name=table._show, attrs=about)
