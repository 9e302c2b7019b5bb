"""Rules of one's own: texts in the language of rules, and the games that they define."""

from __future__ import annotations

import html
import os
from collections.abc import Iterable
from typing import IO, TYPE_CHECKING, Any, Protocol, Union, runtime_checkable

from . import _grundy
from ._errors import InputError

if TYPE_CHECKING:
    from ._answers import Rows
    from ._game import Game

Source = tuple[str, str]
RulesLike = Union["Rules", str, "os.PathLike[str]", IO[str], None]


@runtime_checkable
class Readable(Protocol):
    """An open file."""

    def read(self) -> str: ...


class Rules:
    """Texts of rules, which games are taken from.

        >>> import grundy as gr
        >>> mine = gr.Rules('game mine(a, b) { move (a - i, b) for i in 1..a if i <= b }')
        >>> mine["mine"][5, 2]
        2
        >>> mine.names
        ['mine']

    `text` is a text in the language of rules; `name` is how errors call it. `Rules.read(path)` reads a file.

    Errors: `InputError` for a mistake in the text, with its place; `TypeError` for what is no text.
    """

    def __init__(self, text: str, name: str = "<rules>") -> None:
        if not isinstance(text, str):
            raise TypeError(f"rules are a text, found {type(text).__name__}")
        self.sources: tuple[Source, ...] = ((name, text),)
        self._games = _grundy.own_games(list(self.sources))

    @classmethod
    def read(cls, path: Union[str, "os.PathLike[str]", Readable]) -> Rules:
        """The rules of a file, by its path or open for reading.

            >>> import grundy as gr, io
            >>> gr.Rules.read(io.StringIO("game mine(n) { move n - 1 }")).names
            ['mine']

        Errors: `OSError` if it cannot be read; `InputError` for a mistake in it.
        """
        if isinstance(path, Readable):
            return cls(path.read(), str(getattr(path, "name", "<file>")))
        if not isinstance(path, (str, bytes, os.PathLike)):
            # A number would be opened, and closed again, as a file of this process.
            raise TypeError(f"rules are a text, `Rules`, a path or an open file, found {type(path).__name__}")
        with open(path, encoding="utf-8") as file:
            return cls(file.read(), os.fspath(path))

    @classmethod
    def _of(cls, sources: Iterable[Source]) -> Rules:
        rules = cls.__new__(cls)
        rules.sources = tuple(dict.fromkeys(sources))
        rules._games = _grundy.own_games(list(rules.sources))
        return rules

    def only(self) -> str:
        """The name of the only game that these rules define.

        Errors: `InputError` if they define none or several, or if the game has parameters.
        """
        if len(self._games) != 1:
            found = f"{len(self._games)} games ({', '.join(self.names)})" if self._games else "no game"
            raise InputError(f"these rules define {found}: say which game is meant, such as game=\"{(self.names or ['NAME'])[-1]}\"")
        name, parameters = self._games[0]
        if parameters:
            raise InputError(f"`{name}` has parameters: say which game is meant, such as game=\"{name}[3]\"")
        return name

    @property
    def names(self) -> list[str]:
        """The names of the games that these rules define."""
        return [name for name, _ in self._games]

    @property
    def text(self) -> str:
        """The text of the rules."""
        return "\n".join(text for _, text in self.sources)

    def game(self, expression: str, **options: Any) -> Game:
        """A game by its expression, which sees these rules. Options are those of `Game`; `rules["mine"]` is `rules.game("mine")`.

            >>> import grundy as gr
            >>> gr.Rules("game mine[k](n) { move n - i for i in 1..min(k, n) }").game("mine[3]", misere=True)[5]
            0
        """
        from ._game import Game

        return Game(expression, self, **options)

    def __getitem__(self, expression: str) -> Game:
        return self.game(expression)

    # Neither a list of games nor a text.
    __iter__ = None
    __contains__ = None

    def check(self, **options: Any) -> Rows:
        """Checks the claims of these rules, as `grundy.check` does.

            >>> import grundy as gr
            >>> gr.Rules('claim "one" on nim[1] at (n): G = n').check().summary
            {'proved': 1}
        """
        from ._functions import check

        return check(rules=self, **options)

    def __add__(self, other: Rules) -> Rules:
        """Both texts; where both define a name, the game of the second."""
        if not isinstance(other, Rules):
            return NotImplemented
        return Rules._of(self.sources + other.sources)

    def __eq__(self, other: object) -> bool:
        """Are they the same texts?"""
        return self.sources == other.sources if isinstance(other, Rules) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.sources)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rules_of, (self.sources,)

    def __repr__(self) -> str:
        """What makes the same rules, if it is evaluated."""
        parts = [f"Rules({text!r})" if name == "<rules>" else f"Rules({text!r}, {name!r})" for name, text in self.sources]
        return " + ".join(parts)

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text)}</pre>"


def _rules_of(sources: tuple[Source, ...]) -> Rules:
    return Rules._of(sources)


def sources_of(rules: RulesLike) -> list[Source]:
    """The texts that a game may use, with their names."""
    if rules is None:
        return []
    if isinstance(rules, Rules):
        return list(rules.sources)
    if isinstance(rules, str):
        return list(Rules(rules).sources)
    own = getattr(rules, "_sources", None)
    if isinstance(own, list):
        # Those of a game.
        return list(own)
    return list(Rules.read(rules).sources)


def split_file(expression: str) -> tuple[str, list[Source]]:
    """`FILE.game:EXPR`: the expression, and the text of the file."""
    path, colon, rest = expression.partition(".game:")
    if not colon:
        if expression.endswith(".game"):
            rules = Rules.read(expression)
            if len(rules.names) != 1:
                raise InputError(f"{expression} defines {len(rules.names)} games: say which, {expression}:NAME")
            return rules.names[0], list(rules.sources)
        return expression, []
    return rest, list(Rules.read(path + ".game").sources)
