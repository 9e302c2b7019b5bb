"""Sweeps and large tables on a cluster, by Dask.

Any Dask cluster will do: a `LocalCluster`, the `SLURMCluster`, `PBSCluster` or `SGECluster` of dask-jobqueue, one that somebody else runs. Bytes go through a
folder that all workers see, and only tokens (a path, a count) through the scheduler::

    from dask_jobqueue import SLURMCluster
    from distributed import Client
    import grundy.cluster

    with SLURMCluster(cores=8, memory="16GB") as machines, Client(machines) as client:
        machines.scale(jobs=20)
        grundy.cluster.sweep(client, "octal[c] for c in codes(3)", "sequence --terms 65537", output="/shared/codes.parquet")

A task is a part of the family, whose finished rows stand in a journal. A worker that is killed costs only the game it was asking; the task is run again, by
whoever is left, and goes on from its journal. If the scheduler or this process is killed, the same call goes on from the journals.

`table` makes a table of two coordinates tile by tile in a folder, which `grundy table --checkpoint` then reads. A task is a tile, and waits for those above it
and to its left; a tile that is made is not made again.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Union

from . import _grundy
from ._errors import Error
from ._functions import sweep_words
from ._game import Game
from ._program import objects
from ._rules import RulesLike, sources_of

Token = tuple[str, int]
"""A part that is done: its journal, and how many bytes that has."""


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

    The file is the one that `grundy.sweep` writes, byte for byte. `tasks` is the number of parts (eight for each thread of the workers, if not said: a part
    should take a second or more, since a task costs Dask some ten milliseconds). `folder` is where the journals stand, seen by all workers under the same
    name; beside `output` if not said. `retries` is how often a part may lose its worker. `each` is called with the number of parts done, and of all.
    """
    target, sources = Path(output).absolute(), sources_of(rules)
    place = Path(folder).absolute() if folder is not None else target.with_name(target.name + ".parts")
    place.mkdir(parents=True, exist_ok=True)
    words = sweep_words(family, do, columns)
    count = tasks if tasks is not None else 8 * max(1, sum(client.nthreads().values()))
    parts = [place / f"{number}-of-{count}.rows" for number in range(1, count + 1)]
    asked = [
        client.submit(
            part, words, sources, f"{number}/{count}", str(path), key=f"grundy-{path}", retries=retries, pure=False
        )
        for number, path in enumerate(parts, 1)
    ]
    for done, token in enumerate(_as_completed(asked), 1):
        if not os.path.exists(token[0]):
            raise FileNotFoundError(f"{token[0]} is not seen here: `folder` must be one that all workers see")
        if each is not None:
            each(done, count)
    joined = [word for path in parts for word in ("--join", str(path))]
    objects([*words, "-o", str(target), *joined], sources)
    shutil.rmtree(place)
    return target


def table(
    client: Any,
    game: Game,
    to: Union[int, tuple[int, int]],
    *,
    folder: Union[str, "os.PathLike[str]"],
    tile: Union[int, tuple[int, int], None] = None,
    retries: int = 20,
    each: Callable[[int, int], None] | None = None,
) -> Path:
    """All values of a game with two coordinates, up to the bounds `to` (included), made tile by tile by the workers of a Dask `client`.

    The result is `folder`, which must be one that all workers see; it is that of `--checkpoint`. `tile` is the side of a tile, or its rows and columns.
    `retries` is how often a tile may lose its worker. `each` is called with the number of tiles made, and of all. The same call goes on after a kill.
    """
    place = Path(folder).absolute()
    words = ["plan", game.text, "--to", _numbers(to), "--checkpoint", str(place)]
    words += ["--tile", _numbers(tile)] if tile is not None else []
    plan = objects([*words, *(["--misere"] if game.misere_play else [])], game._sources)[0]
    asked: dict[tuple[int, int], Any] = {}
    for one in plan["tiles"]:
        i, j = one["i"], one["j"]
        needs = [asked[above, left] for above, left in one["needs"]]
        asked[i, j] = client.submit(
            made, str(place), i, j, needs, key=f"grundy-{place}-{i}-{j}", retries=retries, pure=False
        )
    for done, _ in enumerate(_as_completed(list(asked.values())), 1):
        if each is not None:
            each(done, len(asked))
    return place


def made(folder: str, i: int, j: int, needs: list[Token]) -> Token:
    """A task: one tile of a plan. It may be run any number of times; `needs` are the tokens of the tiles that it waits for."""
    code, _, said, _ = _grundy.run(["tile", folder, str(i), str(j), "--threads", "1"])
    if code != 0:
        raise Error(said.strip() or f"the tile {i} {j} ended with exit code {code}")
    return f"{folder}:{i}:{j}", 0


def _numbers(numbers: Union[int, tuple[int, int]]) -> str:
    return ",".join(map(str, numbers)) if isinstance(numbers, tuple) else str(numbers)


def part(words: list[str], sources: list[tuple[str, str]], shard: str, path: str) -> Token:
    """A task: one part of a sweep, done or gone on with. It may be run any number of times."""
    sources_words = [word for _, text in sources for word in ("-e", text)]
    code, _, said, _ = _grundy.run([words[0], *sources_words, *words[1:], "--shard", shard, "-o", path, "--threads", "1"])
    if code != 0:
        raise Error(said.strip() or f"the part {shard} ended with exit code {code}")
    return path, os.path.getsize(path)


def _as_completed(asked: list[Any]) -> Iterable[Token]:
    from distributed import as_completed

    for future in as_completed(asked):
        yield future.result()
