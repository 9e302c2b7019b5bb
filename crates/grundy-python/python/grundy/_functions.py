"""Questions without a game: claims of files, certificates, the built-in games, sweeps, expressions."""

from __future__ import annotations

import glob
import json
import operator
import os
from collections.abc import Callable, Iterable
from typing import IO, Any, Union

from ._answers import Claim, Discovery, Rows, Theorem, is_infinite, number
from ._answers import value as value_of
from ._errors import InputError, NotVerified
from ._game import Game
from ._program import Object, objects, seconds
from ._rules import Readable, Rules, RulesLike, sources_of

Path = Union[str, "os.PathLike[str]"]


def passes(game: Game, passes: int = 1) -> Game:
    """The game in which a pass may be used so many times, but not from a terminal position. Its last coordinate is the number of passes left.

        >>> import grundy as gr
        >>> gr.passes(gr.Game("nim[2]"))[3, 3, 1]
        1
    """
    return game._like(f"pass({game.text}, {operator.index(passes)})", game._sources, misere=game.misere_play)


def check(
    files: Union[Path, IO[str], Iterable[Path], None] = None,
    *,
    rules: RulesLike = None,
    only: Union[str, Iterable[str], None] = None,
    to: int | None = None,
    time: float | None = None,
    certificates: Path | None = None,
    folder: Path | None = None,
    each: Callable[[Claim], None] | None = None,
) -> Rows:
    """Checks the claims of files: paths, patterns such as `papers/*.game`, or an open file; or those of `rules`.

    A row each: `file`, `line`, `name`, `status` (`proved`, `holds`, `false`, `open`, `error`, `noted`), `by`, `positions`, `to`, `counterexample`, `reason`,
    `seconds`, and `checked`: whether the checker has verified the proof or the counterexample. `only` keeps claims with these words in their names; `to` is
    the bound of claims that are not proved; `certificates` is a folder for the proofs; `folder` has the finished table of a game, and the values of this game
    are then read there; `each` is called with every claim as soon as it is decided.
    """
    words = ["check"]
    words += ["--to", str(operator.index(to))] if to is not None else []
    words += [word for name in ([only] if isinstance(only, str) else only or []) for word in ("--only", name)]
    words += seconds(time)
    words += ["--certificates", os.fspath(certificates)] if certificates is not None else []
    words += ["--checkpoint", os.fspath(folder)] if folder is not None else []
    sources = sources_of(rules)
    if isinstance(files, (str, os.PathLike)):
        words += _paths([files])
    elif isinstance(files, Readable):
        sources += list(Rules.read(files).sources)
    elif files is not None:
        words += _paths(files)
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


def _paths(files: Iterable[Path]) -> list[str]:
    found: list[str] = []
    for path in (os.fspath(file) for file in files):
        matching = sorted(glob.glob(path)) if glob.has_magic(path) and not os.path.exists(path) else [path]
        if not matching:
            raise InputError(f"no file matches `{path}`")
        found += matching
    return found


def verify(certificate: Union[dict[str, Any], Path, IO[str]], *, time: float | None = None) -> Theorem:
    """Verifies a certificate (a dict, a path, or an open file), by code that shares nothing with the code that made it.

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


def games() -> Rows:
    """The built-in games: a row each, with `name`, `head`, `family`, `about`, `source`, `example`."""
    wanted = ("name", "head", "family", "about", "source", "example", "answer", "rules")
    return Rows({name: row.get(name) for name in wanted} for row in objects(["games"]) if "name" in row)


def evaluate(expression: str, rules: RulesLike = None) -> Any:
    """The value of an expression of the rules language, such as `G(kayles(5)) xor 3`."""
    value = objects(["eval", expression], sources_of(rules))[0]["value"]
    return _value(value)


def _value(value: Any) -> Any:
    if isinstance(value, list):
        return [_value(entry) for entry in value]
    if is_infinite(value):
        return value_of(value)
    return number(value) if isinstance(value, str) and value.lstrip("-").isdigit() else value


def discover(game: Union[Game, str], **options: Any) -> Discovery:
    """A formula for the values of a game at all positions: `Game.discover`."""
    return (game if isinstance(game, Game) else Game(game)).discover(**options)


def sweep(
    family: str,
    do: Union[str, Iterable[str]],
    *,
    rules: RulesLike = None,
    columns: Iterable[str] | None = None,
    output: Path | None = None,
    shard: tuple[int, int] | None = None,
    time: float | None = None,
    each: Callable[[Object], None] | None = None,
) -> Rows:
    """One question about a family of games, such as `mark[{1}, {a}] for a in 2..9`; a row a game.

    `do` is a command of the program, such as `converge --to 10^6`, or several; `{}` stands for the game. A game that fails is a row with `exit` and `error`. With
    `output` (.csv, .jsonl or .parquet) the rows go to that file, and after a kill the same call goes on. `shard` = (i, n) takes a part.
    """
    words = sweep_words(family, do, columns)
    words += ["-o", os.fspath(output)] if output is not None else []
    words += ["--shard", f"{shard[0]}/{shard[1]}"] if shard is not None else []
    words += seconds(time)
    rows = Rows()

    def add(row: Object) -> None:
        row = {name: value for name, value in row.items() if name not in ("v", "cmd")}
        rows.append(row)
        if each is not None:
            each(row)

    objects(words, sources_of(rules), each=add)
    return rows


def sweep_words(family: str, do: Union[str, Iterable[str]], columns: Iterable[str] | None) -> list[str]:
    """The command line of a sweep, without its output."""
    words = ["sweep", family]
    words += [word for question in ([do] if isinstance(do, str) else do) for word in ("--do", question)]
    return words + (["--columns", ",".join(columns)] if columns is not None else [])
