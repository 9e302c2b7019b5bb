"""Infinity with a set of numbers: the value of a position of a loopy game that is worth no heap."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Union


@dataclass(frozen=True, init=False, repr=False)
class Infinite:
    """The value of a position from which play may go on for ever: infinity, with the `numbers` among the values of its options.

        >>> import grundy as gr
        >>> ring = gr.Rules("game ring(v) { require v <= 6; move v - 1; move v + 1 if v >= 3 }")["ring"]
        >>> ring[2], ring[3], ring[4]
        (0, Infinite({0}), Infinite())
        >>> ring[3] == gr.Infinite({0}), str(ring[3]), ring[3].outcome
        (True, 'inf({0})', 'N')

    The sum of such a position and a heap of n is won by the next player if n is among the numbers, and drawn if not. `^` gives the value of a sum. There is
    no order: infinity is neither less nor greater than a number.
    """

    numbers: frozenset[int]
    """The numbers among the values of the options."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        own = frozenset(operator.index(n) for n in numbers)
        if any(n < 0 for n in own):
            raise ValueError(f"the numbers among the options are values, which are naturals; found {min(own)}")
        object.__setattr__(self, "numbers", own)

    @property
    def outcome(self) -> str:
        """`N` if a move to a P-position wins; otherwise `D`: the position is drawn."""
        return "N" if 0 in self.numbers else "D"

    def __xor__(self, other: Union[int, Infinite]) -> Infinite:
        """The value of the sum with a position of another value."""
        if isinstance(other, Infinite):
            return Infinite()
        if not isinstance(other, int):
            return NotImplemented
        return Infinite(n ^ other for n in self.numbers)

    __rxor__ = __xor__

    def __repr__(self) -> str:
        return f"Infinite({self._set() if self.numbers else ''})"

    def __str__(self) -> str:
        """As in the language of rules: `inf({0, 2})`."""
        return f"inf({self._set()})"

    def _set(self) -> str:
        return "{" + ", ".join(map(str, sorted(self.numbers))) + "}"


Value = Union[int, Any]
"""The value of a position: an `int`, or in a loopy game [`Infinite`]. Who knows that play ends may take it for an `int`, so the other case is `Any`."""
