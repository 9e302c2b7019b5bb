"""The answers as small records, whose parts have the names of the field."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Union

import numpy as np

from . import _grundy
from ._infinite import Infinite, Value

Position = tuple[Any, ...]
"""The coordinates of a position; for strips, a tuple of each."""


def number(value: Union[int, str]) -> int:
    """A number of the program's JSON, in which long ones are strings."""
    return value if isinstance(value, int) else _grundy.integer(value)


def value(written: Union[int, str]) -> Value:
    """A value of the program's JSON: a number, or a text such as `inf({0, 2})`."""
    if is_infinite(written):
        return Infinite(map(_grundy.integer, re.findall(r"\d+", str(written))))
    return number(written)


def is_infinite(written: Any) -> bool:
    """Is this the value infinity of the program's JSON?"""
    return isinstance(written, str) and written.startswith("inf(")


def outcome(value: Value) -> str:
    """Who wins a position with a value: `P` the previous player, `N` the next, `D` nobody."""
    if isinstance(value, Infinite):
        return value.outcome
    return "P" if value == 0 else "N"


def maybe(value: Union[int, str, None]) -> int | None:
    """A number, or nothing."""
    return None if value is None else number(value)


def position(entries: Any) -> Any:
    """A position of the program's JSON as tuples of integers."""
    return tuple(position(entry) for entry in entries) if isinstance(entries, list) else number(entries)


@dataclass(frozen=True)
class Lengths:
    """How long play lasts: `remoteness` if the winner hurries and the loser delays, `suspense` if the winner delays and the loser hurries, and the longest
    play, `birthday`."""

    remoteness: int
    suspense: int
    birthday: int


@dataclass(frozen=True)
class Move:
    """A move: `to` has the position after it, or several after a split; `value` is their value; `wins` says that it is a winning move.

    In a drawn position, `draws` says that the move keeps the draw. If they were asked for, `remoteness` and `suspense` say how long play lasts after the move,
    and `best` that it wins as soon, or loses as late, as possible.
    """

    to: tuple[Position, ...]
    value: Value
    wins: bool
    draws: bool = False
    remoteness: int | None = None
    suspense: int | None = None
    best: bool | None = None

    @property
    def outcome(self) -> str:
        """Who wins after the move, the player to move then being the next player: `P`, `N`, or `D` for nobody."""
        return outcome(self.value)

    @property
    def position(self) -> Position:
        """The position after a move that does not split."""
        if len(self.to) != 1:
            raise ValueError(f"the move splits a position into {len(self.to)}")
        return self.to[0]


@dataclass(frozen=True)
class Period:
    """What is known of the period of a line: `status` is `proved`, `observed` or `not_found`.

    From `preperiod` on, G(n + period) = G(n) + saltus. Without a proof, `checked_to` is the last index that was examined. `reason` is the theorem, or why
    there is no proof; `certificate` is the proof as data, if a certificate was asked for.
    """

    line: str
    status: str
    preperiod: int | None
    period: int | None
    saltus: int | None
    checked_to: int | None
    reason: str | None
    certificate: dict[str, Any] | None = field(default=None, repr=False)

    @property
    def proved(self) -> bool:
        """Is it a theorem?"""
        return self.status == "proved"

    def __str__(self) -> str:
        if self.period is None:
            return f"no period found to {self.checked_to}"
        numbers = f"preperiod {self.preperiod} period {self.period} saltus {self.saltus}"
        if not self.proved and self.checked_to is None:
            return f"{numbers}: {self.reason}"
        return f"proved {numbers}" if self.proved else f"observed {numbers} to {self.checked_to}; this is no proof"


@dataclass(frozen=True, eq=False)
class Solutions:
    """The positions (a, b) with one value, in order: `pairs` is an array with a row each; and what is known of the period of b - a, which rises by the `saltus` in each."""

    pairs: np.ndarray[Any, np.dtype[np.int64]]
    status: str
    preperiod: int | None
    period: int | None
    saltus: int | None
    checked_to: int | None

    def __eq__(self, other: object) -> bool:
        """Are they the same pairs, of which the same is known?"""
        if not isinstance(other, Solutions):
            return NotImplemented
        known = [(each.status, each.preperiod, each.period, each.saltus, each.checked_to) for each in (self, other)]
        return known[0] == known[1] and np.array_equal(self.pairs, other.pairs)

    def __len__(self) -> int:
        return len(self.pairs)


@dataclass(frozen=True)
class Convergence:
    """Steps to convergence of a subtraction-division game: `max` measured, first at `at`; `bound` proved by `theorem`; or a `witness` that guesses never agree."""

    status: str
    to: int
    max: int | None
    at: int | None
    bound: int | None
    theorem: str | None
    witness: dict[str, Any] | None
    automaton: dict[str, Any] | None


@dataclass(frozen=True)
class Finding:
    """A property of a game: it `holds` at all positions examined, or it `fails` at `witness`."""

    name: str
    status: str
    witness: dict[str, Any] | None

    @property
    def holds(self) -> bool:
        """Does it hold at all positions that were examined?"""
        return self.status != "fails"


@dataclass(frozen=True)
class Discovery:
    """A closed form of all values (or of the P-positions), proved: `form` is a formula, `claim` the text that `check` proves."""

    status: str
    kind: str
    form: str | None
    claim: str | None
    states: int | None
    raw: dict[str, Any] = field(repr=False)

    def __str__(self) -> str:
        return f"{self.status}: {self.form or 'no closed form'}"


@dataclass(frozen=True)
class Theorem:
    """What a certificate proves, verified by code that shares nothing with the prover."""

    statement: str
    proof: str
    game: str
    rules: str
    play: str
    raw: dict[str, Any] = field(repr=False)

    def __str__(self) -> str:
        return self.statement


class Claim(dict[str, Any]):
    """A claim and its verdict: a dict with the columns of `check`; `raw` is the program's whole object."""

    raw: dict[str, Any]

    def __init__(self, raw: dict[str, Any]) -> None:
        found = raw.get("counterexample")
        columns = {name: raw.get(name) for name in ("file", "line", "name", "status", "by", "positions", "to")}
        columns["counterexample"] = _sentence(found) if found else None
        columns["reason"] = raw.get("reason")
        columns["seconds"] = raw.get("seconds")
        columns["checked"] = raw.get("checked")
        super().__init__(columns)
        self.raw = raw

    @property
    def is_true(self) -> bool:
        """Is it proved, or does it hold as far as it was checked?"""
        return self["status"] in ("proved", "holds", "noted")


def _sentence(found: dict[str, Any]) -> str:
    place = [f"at {tuple(found['position'])}"] if found.get("position") else []
    place += [f"{name} = {value}" for name, value in found.get("vars", {}).items()]
    return f"{', '.join(place)}: {found['left']} {found.get('relation') or '='} {found['right']} is false"


class Rows(list[Any]):
    """Rows of an answer: a list of dicts, which `pandas.DataFrame` and `polars.DataFrame` take; a notebook shows it as a table."""

    def __getitem__(self, place: Any) -> Any:
        """A row; of a slice, rows."""
        found = super().__getitem__(place)
        return Rows(found) if isinstance(place, slice) else found

    def __add__(self, other: Any) -> Rows:
        """These rows, and others after them."""
        return Rows(super().__add__(other))

    def copy(self) -> Rows:
        """The same rows in another list."""
        return Rows(self)

    def frame(self) -> Any:
        """The rows as a `pandas.DataFrame`."""
        import pandas  # type: ignore[import-untyped,unused-ignore]

        return pandas.DataFrame(list(self))

    @property
    def summary(self) -> dict[str, int]:
        """How many rows have each status."""
        counts: dict[str, int] = {}
        for row in self:
            status = str(row.get("status"))
            counts[status] = counts.get(status, 0) + 1
        return counts

    def _repr_html_(self) -> str:
        columns = list(dict.fromkeys(name for row in self for name in row if _is_shown(self, name)))
        head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
        body = "".join(f"<tr>{''.join(_cell(row, name) for name in columns)}</tr>" for row in self)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


_COLOURS = {"proved": "#1a7f37", "holds": "#1a7f37", "false": "#cf222e", "error": "#cf222e", "open": "#9a6700"}


def _is_shown(rows: Iterable[dict[str, Any]], name: str) -> bool:
    return name not in ("v", "cmd") and any(row.get(name) is not None for row in rows)


def _cell(row: dict[str, Any], name: str) -> str:
    value = row.get(name)
    text = "" if value is None else html.escape(str(value))
    colour = _COLOURS.get(str(value)) if name == "status" else None
    style = f' style="color:{colour};font-weight:bold"' if colour else ""
    return f"<td{style}>{text}</td>"
