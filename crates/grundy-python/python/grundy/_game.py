"""Games and the questions that can be asked of them."""

from __future__ import annotations

import asyncio
import functools
import html
import json
import operator
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Sequence
from typing import Any, SupportsIndex, Union

import numpy as np

from . import _grundy
from ._answers import Convergence, Discovery, Finding, Lengths, Move, Period, Position, Solutions
from ._answers import is_infinite, maybe, number, outcome, position
from ._answers import value as value_of
from ._errors import InputError, TimeIsOver
from ._infinite import Infinite, Value
from ._program import Object, objects, output, time_words
from ._rules import Rules, RulesLike, sources_of, split_file
from ._table import Table

Bounds = Union[int, Sequence[int], None]
Array = np.ndarray[Any, np.dtype[Any]]


class Game(_grundy.Game):
    """An impartial game by its expression, such as `star_nim[2]`, `nim + wythoff`, `pass(nim[3])`, `mine.game:mine[3]`.

        >>> import grundy as gr
        >>> g = gr.Game("star_nim[2]")
        >>> g[3, 7], (0, 0) in g
        (5, False)
        >>> (g + gr.Game("kayles"))[3, 7, 10]
        7

    `g[3, 7]` is a Sprague-Grundy value; a position may be an integer, a tuple (of tuples for strips) or a text as on the command line, `g["10^100"]`.

    `g[3:7, 0:9]`, `g[:, 5]` and `g[..., 0]` are tables (`Table`), parts of that of the box from 0 on; an end that is left out is the bound of the rules, and 16 where
    they have none. `3 * g` is the sum of three such games, and `sum([g, h])` a sum, too.

    `rules` are those that the expression may use, beside the built-in games: a text, `Rules`, a path-like object or an open file. `misere` is the
    play. `engine`, `plain`, `memory` (bytes, or a text such as "8G"), `threads` and `time` (seconds for a question) are the program's options.

    Errors: `InputError` for a mistake in rules, positions or options; `LimitError` if memory or time does not suffice.
    """

    text: str
    """The expression."""
    misere_play: bool
    """Is it misère play?"""

    def __new__(
        cls,
        game: str,
        rules: RulesLike = None,
        *,
        misere: bool = False,
        engine: str | None = None,
        plain: bool = False,
        memory: Union[int, str, None] = None,
        threads: int | None = 0,
        time: float | None = None,
    ) -> Game:
        if not isinstance(game, str):
            raise TypeError(f"a game is an expression, found {type(game).__name__}")
        threads = operator.index(0 if threads is None else threads)
        if threads < 0:
            raise InputError(f"a number of threads is a natural number, found {threads}")
        text, own = split_file(game)
        sources = sources_of(rules) + own
        amount = None if memory is None else str(memory)
        made = super().__new__(
            cls, text, sources, misere=misere, engine=engine, plain=plain, memory=amount, threads=threads, time=time
        )
        made.text, made.misere_play, made._sources, made._known = text, misere, sources, None
        made._options = {"engine": engine, "plain": plain, "memory": memory, "threads": threads, "time": time}
        return made

    _sources: list[tuple[str, str]]
    _options: dict[str, Any]
    _known: tuple[Any, ...] | None
    # Python would otherwise iterate over g[0], g[1], … without end.
    __iter__ = None

    @classmethod
    def from_rules(cls, rules: RulesLike, game: str | None = None, **options: Any) -> Game:
        """The game that a text of rules defines; where it defines several, or one with parameters, `game` is the expression, such as `mine[3]`.

            >>> import grundy as gr
            >>> g = gr.Game.from_rules('''
            ...     game corner(a, b) {
            ...         move (a - i, b) for i in 1..a
            ...         move (a, b - 1) if a <= b and b > 0
            ...     }''')
            >>> g[3, 5], g.table((3, 4)).tolist()
            (3, [[0, 1, 0, 1], [1, 0, 1, 0], [2, 2, 3, 2]])

        Errors: `InputError` for a mistake in the rules, with its place.
        """
        own = rules if isinstance(rules, Rules) else Rules._of(sources_of(rules))
        return cls(own.only() if game is None else game, own, **options)

    # ---- what it is

    @property
    def misere(self) -> Game:
        """The same game in misère play: the last player to move loses.

            >>> import grundy as gr
            >>> gr.Game("nim[2]").misere[1, 1]
            1
        """
        return self._like(self.text, self._sources, misere=True)

    @property
    def rules(self) -> Rules:
        """The rules of one's own that the expression may use, as `Rules`.

            >>> import grundy as gr
            >>> gr.Game.from_rules("game mine(n) { move n - 1 }").rules.names
            ['mine']
        """
        return Rules._of(self._sources)

    @property
    def coordinates(self) -> list[str]:
        """The names of the coordinates.

            >>> import grundy as gr
            >>> gr.Game("wythoff").coordinates
            ['a', 'b']

        Errors: `InputError` for a game whose length is not settled, such as `nim`.
        """
        return [name for name, _ in self._coords(self._width())]

    @property
    def hash(self) -> str:
        """The hash of the rules' canonical form: a copy under another name has the same hash.

            >>> import grundy as gr
            >>> gr.Game.from_rules("game mine(x) { move x - i for i in 1..x }").hash == gr.Game("nim[1]").hash
            True

        Errors: `InputError` for a game whose length is not settled, such as `nim`.
        """
        return super()._hash(self._width())

    def __add__(self, other: Game) -> Game:
        """The disjunctive sum: a move is a move in one component.

        Errors: `InputError` if one is in misère play and the other is not, or if both have other rules of the same name.
        """
        if not isinstance(other, Game):
            return NotImplemented
        if self.misere_play != other.misere_play:
            raise InputError("one component is in normal play and the other in misère play; a sum has one play")
        sources = list(dict.fromkeys(self._sources + other._sources))
        for part in (self, other):
            if sources != part._sources and _defined_twice(self._sources, other._sources):
                twice = ", ".join(sorted(_defined_twice(self._sources, other._sources)))
                raise InputError(f"both components have rules of their own for {twice}: rename one of them")
        return self._like(f"{self.text} + {other.text}", sources, misere=self.misere_play)

    def __mul__(self, count: SupportsIndex) -> Game:
        """The sum of so many of this game: `3 * g`."""
        if isinstance(count, bool) or not isinstance(count, SupportsIndex):
            return NotImplemented
        number = operator.index(count)
        if number < 1:
            raise InputError(f"a sum has at least one component, found {number}")
        return self._like(" + ".join([self.text] * number), self._sources, misere=self.misere_play)

    __rmul__ = __mul__

    def __radd__(self, other: object) -> Game:
        # `sum` begins with 0.
        is_zero = isinstance(other, SupportsIndex) and not isinstance(other, bool) and operator.index(other) == 0
        return self if is_zero else NotImplemented

    def __eq__(self, other: object) -> bool:
        """Are they the same rules in the same play? The same means the same canonical form (`hash`): names do not count, nor do the options.

            >>> import grundy as gr
            >>> mine = gr.Game.from_rules("game mine(x) { move x - i for i in 1..x }")
            >>> mine == gr.Game("nim[1]"), mine == gr.Game("nim[1]").misere
            (True, False)
        """
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or (self._key() == other._key())

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        """What games with the same rules share: the hash for each number of coordinates that the game may have."""
        if self._known is None:
            widths = self._widths()
            hashes = tuple((width, super(Game, self)._hash(width)) for width in widths)
            self._known = (self.misere_play, hashes or (self.text, *self._sources))
        return self._known

    def __copy__(self) -> Game:
        return self._like(self.text, self._sources, misere=self.misere_play)

    def __deepcopy__(self, memo: Any) -> Game:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.text, self._sources, self.misere_play, self._options)

    def __repr__(self) -> str:
        """What makes the same game, if it is evaluated."""
        words = [repr(self.text)]
        words += [f"rules={self.rules!r}"] if self._sources else []
        words += ["misere=True"] if self.misere_play else []
        words += [f"{name}={value!r}" for name, value in self._options.items() if value != _USUAL[name]]
        return f"Game({', '.join(words)})"

    def _repr_html_(self) -> str:
        play = " in misère play" if self.misere_play else ""
        return f"<b>{html.escape(self.text)}</b>{play}<pre>{html.escape(self._rules_text())}</pre>"

    def _rules_text(self) -> str:
        names = dict.fromkeys(re.findall(r"[A-Za-z_][A-Za-z_0-9.]*", self.text))
        texts = [text for _, text in self._sources]
        for name in names:
            try:
                texts += [str(row["rules"]) for row in objects(["games", name]) if row.get("name") == name]
            except Exception:
                continue
        return "\n".join(texts)

    # ---- values

    def value(self, at: Any) -> Value:
        """The value of a position: `g.value((3, 7))` is `g[3, 7]`.

        Where play may go on for ever, it may be `Infinite`, otherwise it is an `int` of any length.

            >>> import grundy as gr
            >>> gr.Game("nim[2]").value((2**70, 1)) == 2**70 + 1
            True

        Errors: `InputError` for a position that does not exist; `LimitError` if memory or time does not suffice.
        """
        return self[at]

    def outcome(self, at: Any) -> str:
        """Who wins a position: `P` the previous player, `N` the next player, `D` nobody, since play goes on for ever.

            >>> import grundy as gr
            >>> gr.Game("wythoff").outcome((1, 2))
            'P'
        """
        return outcome(self[at])

    def stop(self) -> None:
        """Stops the questions of this game that are being answered in other threads, or wait for their turn: they end with `Stopped`."""
        super().stop()

    def explain(self, at: Any) -> str:
        """How the value of a position is found: the engine or the theorem, and what it rests on, as a text.

            >>> import grundy as gr
            >>> "kayles" in gr.Game("kayles").explain(10**6) or "heap" in gr.Game("kayles").explain(10**6)
            True
        """
        return str(self._ask("value", "--explain", "--", self.text, _grundy.written(at))[0]["explain"])

    def values(self, positions: Any) -> Array:
        """The values of many positions: an array of integers whose last axis has the coordinates; of a game with one coordinate, any array.

        The result, of `int64`, has the shape of the other axes. Positions that do not exist are masked.

            >>> import grundy as gr
            >>> gr.Game("star_nim[2]").values([[3, 7], [10, 15]])
            array([ 5, 20])

        Errors: `TypeError` for what is no array of integers; `InputError` for negative entries and a wrong number of coordinates.
        """
        array = np.asanyarray(positions)
        if array.dtype.kind not in "iu":
            if array.size == 0:
                # An empty list has no width: it holds no position.
                return np.zeros(array.shape if array.ndim == 1 else array.shape[:-1], np.int64)
            raise TypeError(f"positions are integers below 2^63, found an array of {array.dtype}")
        if array.dtype == np.uint64 and array.size and int(array.max()) > np.iinfo(np.int64).max:
            raise InputError("an entry of a position is too large for an array: ask for it alone, g[…]")
        if array.ndim == 0:
            raise TypeError("positions are an array whose last axis has the coordinates, found a number: write g[…]")
        one = self._is_of_one(array)
        rows = array.reshape(-1, 1) if one else array.reshape(-1, array.shape[-1])
        found = super()._values(np.ascontiguousarray(rows, np.int64)).reshape(array.shape if one else array.shape[:-1])
        return np.ma.masked_equal(found, -1) if found.size and int(found.min()) < 0 else found

    def _is_of_one(self, array: Array) -> bool:
        widths = self._widths()
        return widths == [1] and array.shape[-1:] != (1,)

    def table(
        self, shape: Bounds, *, folder: Union[str, "os.PathLike[str]", None] = None, show: str = "value"
    ) -> Table:
        """All values of a box: `shape` has the number of values of each coordinate, from 0 on, as NumPy's shapes; one number stands for all coordinates.

        A `Table` is an array of `int64` for NumPy; its memory, `t.raw`, is the one that grundy filled, in unsigned cells of 1, 2 or 4 bytes, and read-only. Where no
        position exists, an entry is `None`, and arrays are masked. Coordinates that the rules bound, such as the passes left, may be left out.

            >>> import grundy as gr
            >>> t = gr.Game("wythoff").table((3, 4))
            >>> t.shape, t[1, 2], t.max(), t.raw.dtype
            ((3, 4), 0, 5, dtype('uint8'))

        `folder` is a folder of `--checkpoint` or of `grundy.cluster.table`: a finished table of these bounds or of larger ones is read from it; otherwise the
        table is kept in it while it is made.

        `show` is what the cells have: `value`, or how long play lasts, `remoteness`, `suspense` or `birthday`.

        Errors: `InputError` for a shape that does not fit the game, and for a game with infinite values; `LimitError` if memory or time does not suffice, known before
        the work begins where it can be.
        """
        sizes = self._shape(shape)
        cells, has_gaps = super()._table(sizes, None if folder is None else os.fspath(folder), show)
        axes = [(name, range(size)) for (name, _), size in zip(self._coords(len(sizes)), sizes)]
        return Table(self, cells, has_gaps=has_gaps, axes=axes, show=show)

    async def table_async(
        self, shape: Bounds, *, folder: Union[str, "os.PathLike[str]", None] = None, show: str = "value"
    ) -> Table:
        """`table` in a thread, for coroutines: the loop goes on meanwhile. If the task is cancelled, the questions of this game are stopped, and the thread has ended before
        the cancellation is passed on.

            >>> import asyncio
            >>> import grundy as gr
            >>> asyncio.run(gr.Game("wythoff").table_async((3, 4))).shape
            (3, 4)

        Errors: those of `table`.
        """
        ask = functools.partial(self.table, shape, folder=folder, show=show)
        asked = asyncio.get_running_loop().run_in_executor(None, ask)
        try:
            return await asyncio.shield(asked)
        except asyncio.CancelledError:
            # A table is several questions, one after the other, so one stop may come between two of them.
            while not asked.done():
                self.stop()
                await asyncio.sleep(0.01)
            if not asked.cancelled():
                asked.exception()
            raise

    def _box(self, key: Any) -> Table:
        """The part of a table that slices select: `g[3:7, 0:9]`, `g[..., 0]`."""
        keys = key if isinstance(key, tuple) else (key,)
        open_ends = sum(each is ... for each in keys)
        if open_ends > 1:
            raise InputError("`...` stands for all other coordinates, so it is written once")
        own = self._own(len(keys) if not open_ends and len(keys) in self._widths() else self._width())
        if len(keys) - open_ends > len(own):
            raise InputError(f"`{self.text}` has {len(own)} coordinates, found {len(keys)} entries")
        at = keys.index(...) if open_ends else len(keys)
        spelled = [*keys[:at], *[slice(None)] * (len(own) - len(keys) + open_ends), *keys[at + open_ends :]]
        sizes, cuts = zip(*(_side(entry, most) for entry, most in zip(spelled, own)))
        part: Table = self.table(list(sizes))[tuple(cuts)]
        return part

    def moves(self, at: Any, *, wins: bool = False, lengths: bool = False) -> list[Move]:
        """Every option of a position with its value, the best first: winning moves, and in a drawn position those that keep the draw.

        `wins` asks for the winning moves alone, also where there are too many options to list. `lengths` asks how long play lasts after each move, too.

            >>> import grundy as gr
            >>> [move.position for move in gr.Game("wythoff").moves((3, 4), wins=True)]
            [(1, 2)]

        Errors: `InputError` for a position that does not exist; `LimitError` if there are too many options.
        """
        if wins and lengths:
            raise InputError("`wins` lists winning moves without the others, and `lengths` is about all moves: ask for one of them")
        words = ["moves", *(["--wins"] if wins else []), *(["--remoteness"] if lengths else [])]
        words += ["--", self.text, _grundy.written(at)]
        found = [_move(move) for move in self._ask(*words)[0]["options"]]
        found.sort(key=lambda move: (not move.best, not move.wins, not move.draws))
        return found

    def lengths(self, at: Any) -> Lengths:
        """How long play lasts from a position: remoteness, suspense and birthday.

            >>> import grundy as gr
            >>> gr.Game("wythoff").lengths((3, 4))
            Lengths(remoteness=3, suspense=3, birthday=7)
        """
        row = self._ask("moves", "--remoteness", "--", self.text, _grundy.written(at))[0]
        return Lengths(number(row["remoteness"]), number(row["suspense"]), number(row["birthday"]))

    def positions(
        self, to: Bounds = None, *, value: Union[Value, str] = 0, where: str | None = None, sorted: bool = False
    ) -> Array:
        """The positions with a value, a row each, up to the bounds `to` (included, as on the command line), in row-major order.

        `where` is a condition in the language of rules; `sorted` lists the first of each class under the rules' symmetries. In a loopy game the value may be
        `Infinite`, or "D" for all drawn positions. The result is an array of `int64` of the shape (positions, coordinates).

            >>> import grundy as gr
            >>> gr.Game("wythoff").positions(7, where="a <= b").tolist()
            [[0, 0], [1, 2], [3, 5], [4, 7]]

        Errors: `InputError` for a wrong condition or bound; `LimitError` if memory or time does not suffice.
        """
        words = ["positions", self.text, "--value", _wanted(value), *_bounds(to)]
        words += ["--where", where] if where else []
        words += ["--sorted"] if sorted else []
        rows = [_flat(row["position"]) for row in self._ask(*words) if "position" in row]
        width = len(rows[0]) if rows else len(self._coords(self._width_for(to)))
        return np.array(rows, np.int64).reshape(-1, width)

    def count(
        self, to: Bounds = None, *, value: Union[Value, str] = 0, where: str | None = None, sorted: bool = False
    ) -> int:
        """How many positions have a value, up to the bounds `to` (included): an `int`. The other arguments are those of `positions`.

            >>> import grundy as gr
            >>> gr.Game("wythoff").count(1000)
            765
        """
        words = ["positions", self.text, "--count", "--value", _wanted(value), *_bounds(to)]
        words += ["--where", where] if where else []
        words += ["--sorted"] if sorted else []
        return number(self._ask(*words)[-1]["count"])

    def sequence(self, terms: int, at: str | None = None) -> Array:
        """The first values of a game with one coordinate, an array of `int64`; or those along a line, `(7, n)` or `(7, _)`: any name, or `_`, runs from 0 on.

            >>> import grundy as gr
            >>> gr.Game("kayles").sequence(8).tolist(), gr.Game("wythoff").sequence(4, "(_, _ + 1)").tolist()
            ([0, 1, 2, 3, 1, 4, 3, 2], [1, 0, 5, 2])

        Terms that no position has are masked. Errors: `InputError` for a pattern that does not fit, and where a value is infinite.
        """
        terms = operator.index(terms)
        if at is None:
            row = self._ask("sequence", self.text, "--terms", str(terms))[0]
            values = row["values"]
        else:
            if terms < 1:
                raise InputError(f"a sequence has at least one term, found {terms}")
            rows = self._ask("table", self.text, "--at", _with_name(at), "--to", str(terms - 1))
            values = [value for row in rows if "values" in row for value in row["values"]]
        if any(map(is_infinite, values)):
            raise InputError("play may go on for ever in this game, and an array holds numbers alone: ask for each term, g[n]")
        missing = [value is None for value in values]
        found = np.array([-1 if value is None else number(value) for value in values], np.int64)
        return np.ma.array(found, mask=missing) if any(missing) else found

    # ---- what holds for all positions

    def period(self, line: str = "(_)", *, certificate: bool = False, time: float | None = None) -> Period:
        """The period of a line of positions such as `(7, _)` or `(_, _ + 3)`, or with a name, `(7, n)`: proved, observed, or not found.

            >>> import grundy as gr
            >>> print(gr.Game("star_nim[2]").period("(7, n)"))
            proved preperiod 21 period 5040 saltus 5040

        With `certificate`, a proof comes as data that `grundy.verify` verifies. `time` is in seconds; when it is over, what was found is told.

        Errors: `InputError` for a line that does not fit the game.
        """
        row, proof = self._proof("period", self.text, _with_blank(line), certificate=certificate, time=time)
        return Period(
            line=line,
            status=row["status"],
            preperiod=maybe(row["preperiod"]),
            period=maybe(row["period"]),
            saltus=maybe(row["saltus"]),
            checked_to=maybe(row["checked_to"]),
            reason=row["reason"],
            certificate=proof,
        )

    def solutions(self, value: int = 0, terms: int = 100) -> Solutions:
        """The first positions (a, b) with a value, of a game with two coordinates: `pairs` is an array of `int64` of the shape (terms, 2).

            >>> import grundy as gr
            >>> gr.Game("wythoff").solutions(terms=4).pairs.tolist()
            [[0, 0], [1, 2], [3, 5], [4, 7]]

        Errors: `InputError` for a game with another number of coordinates.
        """
        words = ["--value", str(operator.index(value)), "--terms", str(operator.index(terms))]
        rows = self._ask("solutions", self.text, *words, accept=(0, 3))
        last = rows[-1]
        pairs = [(number(row["a"]), number(row["b"])) for row in rows[:-1]]
        return Solutions(
            pairs=np.array(pairs, np.int64).reshape(-1, 2),
            status=last["status"],
            preperiod=maybe(last["preperiod"]),
            period=maybe(last["period"]),
            saltus=maybe(last["saltus"]),
            checked_to=maybe(last["checked_to"]),
        )

    def classify(self, to: Bounds = None) -> list[Finding]:
        """Which properties (tame, pet, domestic, miserable, …) hold at all positions up to the bounds, and where the others fail first.

            >>> import grundy as gr
            >>> [finding.name for finding in gr.Game("nim[2]").classify(8) if finding.holds][:2]
            ['tame', 'domestic']
        """
        rows = self._ask("classify", self.text, *_bounds(to))
        return [Finding(row["property"], row["status"], row["witness"]) for row in rows]

    def converge(self, to: int = 100_000, *, seeds: str | None = None) -> Convergence:
        """Steps to convergence of a subtraction-division game, measured for all starts up to `to`, and bounded by proof if one is found.

            >>> import grundy as gr
            >>> gr.Game("mark[{1}, {2}]").converge(1000).status
            'proved'

        Errors: `InputError` for a game of another kind.
        """
        words = ["--to", str(operator.index(to))] + (["--seeds", seeds] if seeds else [])
        row = self._ask("converge", self.text, *words)[0]
        return Convergence(
            status=row["status"],
            to=number(row["to"]),
            max=maybe(row["max"]),
            at=maybe(row["at"]),
            bound=maybe(row["bound"]),
            theorem=row["theorem"],
            witness=row["witness"],
            automaton=row.get("automaton"),
        )

    def discover(self, *, outcome: bool = False, sorted: bool = False, base: str | None = None) -> Discovery:
        """Finds a formula for the values of all positions (with `outcome`, for the P-positions), and proves it.

            >>> import grundy as gr
            >>> gr.Game("exact_nim[3, 2]").discover().form
            'min(a + b, (a + b + c) div 2)'
        """
        words = (["--outcome"] if outcome else []) + (["--sorted"] if sorted else [])
        words += ["--base", str(base)] if base is not None else []
        row = self._ask("discover", self.text, *words, accept=(0, 3))[0]
        claim = row.get("form")
        form = re.sub(r"^[GP](_misere)? (=|iff) ", "", claim.partition(": ")[2]) if claim else None
        return Discovery(row["status"], row["kind"], form, claim, row.get("states"), row)

    def picture(self, shape: Bounds, *, mode: str | None = None, palette: str | None = None, format: str = "png") -> bytes:
        """The picture of a table, as the program draws it: bytes; `format` is `png`, `svg` or `pdf`. `mode` is what colours mean, such as `mod 3`.

            >>> import grundy as gr
            >>> gr.Game("wythoff").picture(20)[:4]
            b'\\x89PNG'

        Errors: `InputError` for a mode, a palette or a format that there is not.
        """
        if format not in _PICTURES:
            raise InputError(f"a picture is {', '.join(_PICTURES)}, found {format!r}")
        to = ",".join(str(size - 1) for size in self._shape(shape))
        words = ["table", *self._words(), self.text, "--to", to, "--format", format]
        words += ["--mode", mode] if mode else []
        words += ["--palette", palette] if palette else []
        return output(words, self._sources)

    # ---- how it is asked

    def _like(self, text: str, sources: list[tuple[str, str]], *, misere: bool) -> Game:
        return _again(type(self), text, sources, misere, self._options)

    def _words(self, **changed: Any) -> list[str]:
        options = {**self._options, **{name: value for name, value in changed.items() if value is not None}}
        words = ["--misere"] if self.misere_play else []
        words += ["--plain"] if options["plain"] else []
        for name in ("engine", "memory"):
            words += [f"--{name}", str(options[name])] if options[name] is not None else []
        words += ["--threads", str(options["threads"])] if options["threads"] else []
        return words + time_words(options["time"])

    def _ask(self, command: str, *words: str, accept: tuple[int, ...] = (0,), **changed: Any) -> list[Object]:
        return objects([command, *self._words(**changed), *words], self._sources, accept=accept, game=self)

    def _row(self, command: str, *words: str, time: float | None) -> Object:
        """The only row of an answer, which may say what was found when the time was over."""
        rows = self._ask(command, *words, accept=(0, 3), time=time)
        if not rows:
            raise TimeIsOver("the time is over, and nothing was found in it")
        return rows[0]

    def _proof(
        self, command: str, *words: str, certificate: bool, time: float | None
    ) -> tuple[Object, dict[str, Any] | None]:
        if not certificate:
            return self._row(command, *words, time=time), None
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "certificate.json")
            row = self._row(command, *words, "--certificate", path, time=time)
            if not os.path.exists(path):
                return row, None
            with open(path, encoding="utf-8") as file:
                return row, json.load(file)

    def _width(self) -> int:
        widths = self._widths()
        if len(widths) != 1:
            raise InputError(f"the length of `{self.text}` is not settled: write it, such as `{self.text}[2]`")
        return widths[0]

    def _width_for(self, to: Bounds) -> int:
        return self._width() if to is None or isinstance(to, SupportsIndex) else len(to)

    def _shape(self, shape: Bounds) -> list[int]:
        shape = _listed(shape)
        if shape is None or isinstance(shape, str):
            raise TypeError("a table has a shape: an integer, or one for each coordinate")
        if not isinstance(shape, (SupportsIndex, Sequence)):
            raise TypeError(f"a table has a shape: an integer, or one for each coordinate; found {type(shape).__name__}")
        if isinstance(shape, SupportsIndex):
            size = operator.index(shape)
            sizes = [own if own is not None else size for own in self._own(self._width())]
        else:
            sizes = self._filled([operator.index(size) for size in shape])
        for size in sizes:
            if size < 1:
                raise InputError(f"a table has at least one position along each coordinate, found a size of {size}")
            if size > 1 << 63:
                raise InputError(f"a table of {size} positions along a coordinate is too large")
        return sizes

    def _own(self, width: int) -> list[int | None]:
        """The number of values of each coordinate that the rules bound."""
        return [None if most is None else most + 1 for _, most in self._coords(width)]

    def _filled(self, sizes: list[int]) -> list[int]:
        """The sizes, with those of coordinates that the rules bound."""
        widths = self._widths()
        if len(sizes) in widths or len(widths) != 1:
            return sizes
        own = self._own(widths[0])
        if own.count(None) != len(sizes):
            return sizes
        given = iter(sizes)
        return [next(given) if size is None else size for size in own]


_USUAL: dict[str, Any] = {"engine": None, "plain": False, "memory": None, "threads": 0, "time": None}
"""The options if nothing is said."""
_OPEN = 16
"""The number of values of a coordinate without a bound, where an end is left out, as on the command line."""


def _side(entry: Any, own: int | None) -> tuple[int, Any]:
    """For an entry of a box: the number of values of the table, and the part of them."""
    most = _OPEN if own is None else own
    if isinstance(entry, slice):
        ends = [None if end is None else operator.index(end) for end in (entry.start, entry.stop, entry.step)]
        if any(end is not None and end < 0 for end in ends):
            raise InputError("coordinates are natural numbers, and none is the last one: write ends from 0 on, such as g[3:7]")
        start, stop, step = ends
        end = max(most, (start or 0) + 1) if stop is None and own is None else most if stop is None else stop
        return max(1, min(end, most) if own is not None else end), slice(start, end, step)
    if isinstance(entry, (bool, np.bool_)):
        raise TypeError("an entry of a position is an integer, and a truth value is none: write 0 or 1")
    place = operator.index(entry)
    if place < 0 or own is not None and place >= own:
        raise InputError(f"no position has {place} there" + (f": the rules bound this coordinate by {own - 1}" if own else ""))
    return place + 1, place


_LINE_WORDS = ("div", "mod", "xor", "and", "or", "max", "min", "floor", "ceil")
_BLANK = re.compile(r"(?<!\w)_(?!\w)")


def _names(line: str) -> set[str]:
    """The variables of a line; `_` is one without a name."""
    names = {name for name in re.findall(r"[A-Za-z]\w*", line) if name not in _LINE_WORDS}
    return names | ({"_"} if _BLANK.search(line) else set())


def _with_blank(line: str) -> str:
    """A line whose variable has a name, `(7, n)`, as the program reads it, `(7, _)`."""
    names = _names(line)
    return re.sub(rf"\b{names.pop()}\b", "_", line) if len(names) == 1 else line


def _with_name(line: str) -> str:
    """A line whose variable has no name, `(7, _)`, as the program reads it, `(7, n)`."""
    names = _names(line)
    if len(names) > 1:
        raise InputError(f"a sequence runs along a line, with one variable; `{line}` has {len(names)} ({', '.join(sorted(names))})")
    return _BLANK.sub("n", line)


def _again(
    cls: Callable[..., Game], text: str, sources: list[tuple[str, str]], misere: bool, options: dict[str, Any]
) -> Game:
    return cls(text, Rules._of(sources) if sources else None, misere=misere, **options)


def _defined_twice(one: list[tuple[str, str]], other: list[tuple[str, str]]) -> set[str]:
    """The names that two different texts define."""

    def names(sources: list[tuple[str, str]]) -> set[str]:
        return {name for name, _ in _grundy.own_games(sources)}

    return names([source for source in one if source not in other]) & names([s for s in other if s not in one])


def _move(row: Object) -> Move:
    """A move of the program's JSON."""
    lengths = {name: row.get(name) for name in ("remoteness", "suspense", "best")}
    to = tuple(map(position, row["to"]))
    return Move(to, value_of(row["value"]), row["wins"], row.get("draws", False), **lengths)


def _wanted(value: Union[Value, str]) -> str:
    """A value as the program reads it."""
    if isinstance(value, Infinite) or value == "D":
        return str(value)
    if isinstance(value, str):
        raise InputError(f'a value is an integer or `Infinite`, or "D" for drawn positions; found "{value}"')
    return str(operator.index(value))


def _listed(bounds: Bounds) -> Bounds:
    """Bounds as integers and lists, also if they are an array."""
    listed: Bounds = bounds.tolist() if isinstance(bounds, (np.ndarray, np.generic)) else bounds
    return listed


_PICTURES = ("png", "svg", "pdf")


def _bounds(to: Bounds) -> list[str]:
    to = _listed(to)
    if to is None:
        return []
    if isinstance(to, SupportsIndex):
        return ["--to", str(operator.index(to))]
    if not isinstance(to, Iterable):
        raise TypeError(f"a bound is an integer, or one for each coordinate, found {type(to).__name__}")
    return ["--to", ",".join(str(operator.index(bound)) for bound in to)]


def _flat(entries: Any) -> list[int]:
    return [x for entry in entries for x in (_flat(entry) if isinstance(entry, list) else [number(entry)])]


__all__ = ["Game", "Position"]
