"""Sweeps: a task is a part of the family, whose finished rows stand in a journal."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Union

from .._errors import Error
from .._functions import sweep_words
from .._program import objects
from .._rules import RulesLike, sources_of
from ._futures import completed

Token = tuple[str, int]
"""A part that is done: its journal, and how many bytes that has."""

ENDINGS = [".csv", ".jsonl", ".json", ".parquet"]
"""What a file of a sweep may be: the program refuses others, but only when the parts are joined."""


def sweep(
    client: Any,
    family: str,
    do: Union[str, Iterable[str]],
    *,
    output: Union[str, "os.PathLike[str]"],
    rules: RulesLike = None,
    columns: Iterable[str] | None = None,
    tasks: int | None = None,
    folder: Union[str, "os.PathLike[str]", None] = None,
    retries: int = 20,
    each: Callable[[int, int], None] | None = None,
) -> Path:
    """One question about a family of games, asked by the workers of a Dask `client`; returns the path of `output`.

    The file is the one that `grundy.sweep` writes, byte for byte. `tasks` is the number of parts, by default eight for each thread of the workers: a part
    should take a second or more, since a task costs Dask some ten milliseconds; a call that goes on takes the number that `folder` has. `folder` has the journals, and all workers see it under the same name; by
    default it is beside `output`. `retries` is how often a part may lose its worker; then a `grundy.Error` is raised, `folder` stays, and the same call goes on
    from there. `each` is called with the number of parts done, and of all.
    """
    if tasks is not None and tasks < 1:
        raise ValueError(f"a sweep has at least one part, and `tasks` is {tasks}")
    target, sources = Path(output).absolute(), sources_of(rules)
    if target.suffix not in ENDINGS:
        raise ValueError(f"`output` ends with one of {', '.join(ENDINGS)}, found {target.name}")
    if not target.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {target.parent}")
    place = Path(folder).absolute() if folder is not None else target.with_name(target.name + ".parts")
    place.mkdir(parents=True, exist_ok=True)
    words = sweep_words(family, do, columns)
    count = _count(tasks, place, client)
    parts = {f"{number}/{count}": place / f"{number}-of-{count}.rows" for number in range(1, count + 1)}

    def ask(known: set[str], call: str) -> dict[str, Any]:
        return {
            shard: client.submit(part, words, sources, shard, str(path), key=f"grundy-{path}-{call}", pure=False)
            for shard, path in parts.items()
            if shard not in known
        }

    for done, token in enumerate(completed(client, ask, retries, place), 1):
        if not os.path.exists(token[0]):
            raise FileNotFoundError(f"{token[0]} is not seen here: `folder` must be one that all workers see")
        if each is not None:
            each(done, count)
    joined = [word for path in parts.values() for word in ("--join", str(path))]
    objects([*words, "-o", str(target), *joined], sources)
    shutil.rmtree(place)
    return target


def _count(tasks: int | None, place: Path, client: Any) -> int:
    """The number of parts. An earlier call may have had other workers: its journals are of as many parts as it made."""
    earlier = {int(found[1]) for path in place.iterdir() if (found := re.fullmatch(r"\d+-of-(\d+)\.rows", path.name))}
    if len(earlier) > 1 or (tasks is not None and earlier - {tasks}):
        numbers = " and ".join(map(str, sorted(earlier)))
        raise Error(f"{place} has the journals of a sweep in {numbers} parts, and `tasks` is {tasks}; leave `tasks` out to go on, or remove the folder to begin anew")
    if tasks is not None:
        return tasks
    return earlier.pop() if earlier else 8 * max(1, sum(client.nthreads().values()))


def part(words: list[str], sources: list[tuple[str, str]], shard: str, path: str) -> Union[Token, str]:
    """A task: begins or continues one part of a sweep; or says why that cannot be done. It may be run any number of times."""
    try:
        objects([*words, "--shard", shard, "-o", path, "--threads", "1"], sources)
    except Error as error:
        return str(error)
    return path, os.path.getsize(path)
