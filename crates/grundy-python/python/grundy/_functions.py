"""Questions without a game: claims of files, certificates, the built-in games, sweeps, expressions."""

from __future__ import annotations

import builtins
import glob
import json
import operator
import os
import re
from collections.abc import Callable, Iterable
from typing import IO, Any, Union

from . import _grundy
from ._answers import Claim, Discovery, Rows, Theorem, is_infinite, number
from ._answers import value as value_of
from ._errors import InputError, NotVerified
from ._game import Game
from ._program import Object, converse, objects, time_words
from ._rules import Readable, Rules, RulesLike, sources_of

Path = Union[str, "os.PathLike[str]"]

_LEVELS = ("perfect", "beatable")


def passes(game: Union[Game, str], passes: int = 1) -> Game:
    """The game in which a pass may be used so many times, but not from a terminal position. Its last coordinate is the number of passes left.

        >>> import grundy as gr
        >>> gr.passes(gr.Game("nim[2]"))[3, 3, 1]
        1
    """
    game = game if isinstance(game, Game) else Game(game)
    return game._like(f"pass({game.text}, {operator.index(passes)})", game._sources, misere=game.misere_play)


def check(
    files: Union[Path, IO[str], Iterable[Path], Rules, None] = None,
    *,
    rules: RulesLike = None,
    only: Union[str, Iterable[str], None] = None,
    to: int | None = None,
    time: float | None = None,
    effort: int | None = None,
    certificates: Path | None = None,
    folder: Path | None = None,
    each: Callable[[Claim], None] | None = None,
) -> Rows:
    """Checks the claims of files: paths, patterns such as `papers/*.game`, or an open file; or those of a text, or of `rules`.

        >>> import grundy as gr
        >>> gr.check('claim "rows" on nim[2] at (a, b): G = a xor b')[0]["status"]
        'proved'

    A text with an end of a line, or one that begins with a claim or a game, is taken for claims, and any other for a path.

    Errors: `InputError` for mistakes in rules and for files that do not exist. A claim that is false is no error, but a row.

    A row each: `file`, `line`, `name`, `status` (`proved`, `holds`, `false`, `open`, `error`, `noted`), `by`, `positions`, `to`, `counterexample`, `reason`,
    `seconds`, and `checked`: whether the checker has verified the proof or the counterexample. `only` keeps claims with these words in their names; `to` is
    the bound of claims that are not proved; `effort` is how much a proof may take, each step four times as much; `certificates` is a folder for the proofs; `folder` has the finished table of a game, and the values of this game
    are then read there; `each` is called with every claim as soon as it is decided.
    """
    words = ["check"]
    words += ["--to", str(operator.index(to))] if to is not None else []
    words += [word for name in ([only] if isinstance(only, str) else only or []) for word in ("--only", name)]
    words += time_words(time)
    words += ["--effort", str(operator.index(effort))] if effort is not None else []
    words += ["--certificates", os.fspath(certificates)] if certificates is not None else []
    words += ["--checkpoint", os.fspath(folder)] if folder is not None else []
    sources = sources_of(rules)
    if isinstance(files, Rules):
        sources += list(files.sources)
    elif isinstance(files, str) and _is_text(files):
        sources += list(Rules(files, "<text>").sources)
    elif isinstance(files, (str, os.PathLike)):
        words += ["--", *_paths([files])]
    elif isinstance(files, Readable):
        sources += list(Rules.read(files).sources)
    elif files is not None:
        words += ["--", *_paths(files)]
    elif not sources:
        raise TypeError("check wants files, or rules")
    rows = Rows()

    def add(row: Object) -> None:
        if "summary" in row:
            return
        claim = Claim(row)
        if claim["file"] == "<-e>" and sources:
            claim["file"] = sources[-1][0]
        rows.append(claim)
        if each is not None:
            each(claim)

    # A claim that is false, an error of a claim and the end of the time are verdicts, which stand in the rows.
    objects(words, sources, each=add, accept=(0, 1), accept_with_rows=(2, 3))
    return rows


def _is_text(text: str) -> bool:
    """Is this a text of claims, and no path?"""
    return "\n" in text or bool(re.match(r"\s*(claim|game)\b.*[\s\"]", text)) and not os.path.exists(text)


def _paths(files: Iterable[Path]) -> list[str]:
    if not isinstance(files, Iterable):
        raise TypeError(f"claims are a text, files or `Rules`, found {type(files).__name__}")
    found: list[str] = []
    for path in (os.fspath(file) for file in files):
        matching = sorted(glob.glob(path)) if glob.has_magic(path) and not os.path.exists(path) else [path]
        if not matching:
            raise InputError(f"no file matches `{path}`")
        found += matching
    if not found:
        raise TypeError("check wants files, or rules")
    return found


def verify(certificate: Union[dict[str, Any], Path, IO[str]], *, time: float | None = None) -> Theorem:
    """Verifies a certificate (a dict, a path, or an open file), by code that shares nothing with the code that made it.

        >>> import grundy as gr
        >>> gr.verify(gr.Game("kayles").period(certificate=True).certificate).proof[:31]
        'A move from a heap of 4 or more'

    Errors: `NotVerified` if it does not hold; `InputError` if it is no certificate.
    """
    if isinstance(certificate, (str, os.PathLike)):
        with open(certificate, encoding="utf-8") as file:
            text = file.read()
    elif isinstance(certificate, dict):
        text = json.dumps(certificate)
    elif isinstance(certificate, Readable):
        text = certificate.read()
    else:
        raise TypeError(f"a certificate is a dict, a path or a file, found {type(certificate).__name__}")
    row = objects(["verify", "-"], input=text.encode(), accept=(0, 1))[0]
    if row["status"] != "verified":
        raise NotVerified(f"not verified: {row['reason']}", {"message": row["reason"], "code": "not-verified"})
    return Theorem(row["theorem"], row["proof"], row["game"], row["rules"], row["play"], row)


def load(path: Union[Path, IO[str]], game: str | None = None, **options: Any) -> Game:
    """The game of a file of rules; where the file defines several, or one with parameters, `game` is the expression, such as `mine[3]`.

    Options are those of `Game`.

        >>> import grundy as gr, tempfile, pathlib
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "mine.game")
        ...     _ = path.write_text("game mine(n) { move n - i for i in 1..3 }")
        ...     gr.load(path)[5]
        1

    Errors: `OSError` if the file cannot be read; `InputError` for a mistake in it, with its place.
    """
    return Game.from_rules(Rules.read(path), game, **options)


def play(
    game: Union[Game, str],
    position: Any = None,
    *,
    level: str = "perfect",
    second: bool = False,
    seed: int | None = None,
    input: Callable[[str], str] | None = None,
) -> None:
    """Plays a game against you, in a terminal or a notebook: it prints the board and its moves, and reads yours by `input`.

    A line is a position to move to, the number of a move such as `#3`, or a word: `moves`, `hint`, `why`, `undo`, `quit`. `level` is `perfect` or `beatable`;
    `second` lets it begin; `seed` makes its choices repeatable; `input` is a function that takes a prompt and gives a line, Python's if none is given.

        >>> import grundy as gr
        >>> lines = iter(["1,2", "quit"])
        >>> gr.play("wythoff", (3, 5), seed=1, input=lambda prompt: next(lines))  # doctest: +ELLIPSIS
        wythoff, normal play: whoever makes the last move wins. `?` lists the words.
        ...

    Errors: `InputError` for a game or a position that does not exist.
    """
    asked = game if isinstance(game, Game) else Game(game)
    if level not in _LEVELS:
        raise InputError(f"`level` is {' or '.join(_LEVELS)}, found {level!r}")
    words = ["play", *asked._words(), "--level", level, *(["--second"] if second else [])]
    words += ["--seed", str(operator.index(seed))] if seed is not None else []
    words += ["--", asked.text, *([_grundy.written(position)] if position is not None else [])]
    converse(words, asked._sources, builtins.input if input is None else input, lambda line: print(line, end=""))


def games() -> Rows:
    """The built-in games: a row each, with `name`, `head`, `family`, `about`, `source`, `example`.

        >>> import grundy as gr
        >>> "wythoff" in [row["name"] for row in gr.games()]
        True
    """
    wanted = ("name", "head", "family", "about", "source", "example", "answer", "rules")
    return Rows({name: row.get(name) for name in wanted} for row in objects(["games"]) if "name" in row)


def evaluate(expression: str, rules: RulesLike = None) -> Any:
    """The value of an expression of the rules language: an `int`, a `bool`, an `Infinite`, a text, or a list of these.

        >>> import grundy as gr
        >>> gr.evaluate("G(kayles(5)) xor 3"), gr.evaluate("[G(nim(n)) for n in 1..3]")
        (7, [1, 2, 3])

    Errors: `InputError` for a mistake in the expression.
    """
    value = objects(["eval", "--", expression], sources_of(rules))[0]["value"]
    return _value(value)


def _value(value: Any) -> Any:
    if isinstance(value, list):
        return [_value(entry) for entry in value]
    if is_infinite(value):
        return value_of(value)
    return number(value) if isinstance(value, str) and value.lstrip("-").isdigit() else value


def discover(game: Union[Game, str], **options: Any) -> Discovery:
    """A formula for the values of a game at all positions: `Game.discover`.

        >>> import grundy as gr
        >>> gr.discover("nim[2]").form
        'a xor b'
    """
    return (game if isinstance(game, Game) else Game(game)).discover(**options)


def sweep(
    family: str,
    do: Union[str, Iterable[str]],
    *,
    rules: RulesLike = None,
    columns: Union[str, Iterable[str], None] = None,
    output: Path | None = None,
    shard: tuple[int, int] | None = None,
    time: float | None = None,
    seconds: bool = False,
    retry: bool = False,
    each: Callable[[Object], None] | None = None,
) -> Rows:
    """One question about a family of games, such as `mark[{1}, {a}] for a in 2..9`; a row a game.

    `do` is a command of the program, such as `converge --to 10^6`, or several; `{}` stands for the game. A game that fails is a row with `exit` and `error`. With
    `output` (.csv, .jsonl or .parquet) the rows go to that file, too, and after a kill the same call goes on: it gives the rows that are kept first. With .rows the file is
    what is kept, errors included: games whose time was over (`"error": "time"`) are asked again with `retry`. `shard` = (i, n) takes a part. `seconds` adds
    what each game took. `columns` are those of the answers that are wanted; the error about one that no answer has holds the rows, `error.rows`.
    `each` is called with every row, in the order of the family, as soon as it and those before it are known.

        >>> import grundy as gr
        >>> [(row["a"], row["period"]) for row in gr.sweep("subtraction[{1, a}] for a in 2..5", "period", columns=["period"])]
        [(2, 3), (3, 2), (4, 5), (5, 2)]

    Errors: `InputError` for a mistake in the family or the question; `TimeIsOver` with `time`, in seconds for the whole sweep.
    """
    wanted = _listed(columns)
    words = sweep_words(family, do, wanted)
    words += ["-o", os.fspath(output)] if output is not None else []
    if shard is not None:
        if not (isinstance(shard, tuple) and len(shard) == 2):
            raise TypeError(f"`shard` is a part and the number of parts, such as (2, 8), found {shard!r}")
        words += ["--shard", f"{shard[0]}/{shard[1]}"]
    words += time_words(time) + ["--seconds"] * seconds + ["--retry"] * retry
    rows = Rows()

    def add(row: Object) -> None:
        row = {name: value for name, value in row.items() if name not in ("v", "cmd")}
        rows.append(row)
        if each is not None:
            each(row)

    objects(words, sources_of(rules), each=add)
    answered = [row for row in rows if row["error"] is None]
    for name in (wanted or []) if answered else []:
        if not any(name in row for row in answered):
            message = f"no answer has the column `{name}`: without `columns` all are there"
            raise InputError(message, {"message": message, "rows": rows})
    return rows


def _listed(names: Union[str, Iterable[str], None]) -> list[str] | None:
    """Names, of which one may stand alone."""
    return [names] if isinstance(names, str) else None if names is None else list(names)


def sweep_words(family: str, do: Union[str, Iterable[str]], columns: Union[str, Iterable[str], None]) -> list[str]:
    """The command line of a sweep, without its output."""
    if family.startswith("-"):
        raise InputError(f"a family begins with a game, found `{family}`")
    words = ["sweep", family]
    words += [word for question in _listed(do) or [] for word in ("--do", question)]
    wanted = _listed(columns)
    return words + (["--columns", ",".join(wanted)] if wanted is not None else [])
