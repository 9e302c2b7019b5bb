"""The progress of long questions, as a notebook shows it.

In: counts from Rust, after a second of work and then five times a second, from the thread that asked. Out: a bar of `tqdm` where this package is installed, otherwise a
plain line on standard error. Outside of notebooks nothing is shown unless `show_progress` says so.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any, Protocol

_wanted: bool | None = None


class Shown(Protocol):
    """What shows the progress of one question."""

    def show(self, total: int, done: int, looked: int) -> None:
        """`done` of `total` cells of tables are finished, and `looked` positions were visited besides."""

    def close(self) -> None:
        """The question has ended."""


def show_progress(on: bool | None = True) -> None:
    """Says whether long questions show how far they are: `True` always, `False` never, `None` in notebooks alone, which is the default.

    >>> import grundy as gr
    >>> gr.show_progress(False)
    >>> gr.show_progress(None)
    """
    global _wanted
    _wanted = on


def begin() -> Shown | None:
    """What shows the progress of a question that takes long, if it is to be shown; called from Rust."""
    if not (_is_notebook() if _wanted is None else _wanted):
        return None
    try:
        return _Bar(importlib.import_module("tqdm.auto").tqdm)
    except ImportError:
        return _Line()


def _is_notebook() -> bool:
    shell = sys.modules.get("IPython")
    running = shell.get_ipython() if shell is not None else None
    return running is not None and hasattr(running, "kernel")


class _Bar:
    """A bar of tqdm."""

    def __init__(self, tqdm: Any) -> None:
        self._bar = tqdm(unit="cell", unit_scale=True, leave=False, dynamic_ncols=True)

    def show(self, total: int, done: int, looked: int) -> None:
        self._bar.unit = "cell" if total else "position"
        self._bar.total = total or None
        self._bar.n = done if total else looked
        self._bar.refresh()

    def close(self) -> None:
        self._bar.close()


class _Line:
    """A line on standard error that is written again and again."""

    def __init__(self) -> None:
        self._width = 0

    def show(self, total: int, done: int, looked: int) -> None:
        text = f"{done:,} of {total:,} cells ({100 * done // total} %)" if total else f"{looked:,} positions"
        self._write(text)

    def close(self) -> None:
        self._write("")
        sys.stderr.write("\r")

    def _write(self, text: str) -> None:
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)
