"""Tables: a task is a square of tiles of a plan, and waits for the squares above it and to its left; or a row of tiles, which is put on the shelf of the table."""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO, Union

from .._errors import Error
from .._game import Game
from .._program import objects
from ._futures import Ask, completed

Tile = tuple[int, int]
"""The row and the column of a tile."""

Step = Union[Tile, tuple[int]]
"""A tile that is made, or a row of tiles that is put on the shelf."""

Token = list[dict[str, Any]]
"""What a task did: the places of tiles, or a row; seconds; the bytes read and written."""

CELLS = 1 << 23
"""The least number of cells of a task, which takes about a second."""


def table(
    client: Any,
    game: Game,
    to: Union[int, tuple[int, int]],
    *,
    folder: Union[str, "os.PathLike[str]"],
    tile: Union[int, tuple[int, int], None] = None,
    batch: int | None = None,
    retries: int = 20,
    each: Callable[[int, int], None] | None = None,
    log: Union[str, "os.PathLike[str]", None] = None,
) -> Path:
    """All values of a game with two coordinates, up to the bounds `to` (included), made tile by tile by the workers of a Dask `client`.

    The result is `folder`, which all workers must see; it is a folder as `--checkpoint` makes it. `tile` is the side of a tile, or its rows and columns. A
    task makes a square of `batch` by `batch` tiles, by default so many that it takes about a second. `retries` is how often a task may lose its worker; then a `grundy.Error` is raised.
    `each` is called with the number of tasks done, and of all. `log` is a file that gets a line of JSON for each tile that was made, and for each row of
    tiles that was put on the shelf (`j` is then null): `i`, `j`, `cells`, `seconds`, and the bytes `read` from the folder and `written` to it; `forecast`
    takes it. The same call goes on after a kill.
    """
    place = Path(folder).absolute()
    words = ["plan", game.text, "--to", _numbers(to), "--checkpoint", str(place)]
    words += ["--tile", _numbers(tile)] if tile is not None else []
    plan = objects([*words, *(["--misere"] if game.misere_play else [])], game._sources)[0]
    tasks = squares(plan, batch)
    ask, all_tasks = _asking(client, place, plan, tasks), len(tasks) + len(plan["joins"])
    with open(log if log is not None else os.devnull, "a", encoding="utf-8") as lines:
        for count, token in enumerate(completed(client, ask, retries, place), 1):
            _note(token, lines)
            if each is not None:
                each(count, all_tasks)
    return place


def squares(plan: dict[str, Any], batch: int | None = None) -> dict[Tile, tuple[list[Tile], set[Tile]]]:
    """The squares of a plan, each after those it needs: their tiles, and the squares that they need."""
    rows, columns = plan["tile"]
    side = batch if batch is not None else max(1, math.ceil(math.sqrt(CELLS / (rows * columns))))
    if side < 1:
        raise ValueError(f"a task makes at least one tile, and `batch` is {side}")
    found: dict[Tile, tuple[list[Tile], set[Tile]]] = {}
    for one in plan["tiles"]:
        own = (one["i"] // side, one["j"] // side)
        tiles, needs = found.setdefault(own, ([], set()))
        tiles.append((one["i"], one["j"]))
        needs.update((i // side, j // side) for i, j in one["needs"])
    for own, (_, needs) in found.items():
        needs.discard(own)
    return dict(sorted(found.items(), key=lambda item: (sum(item[0]), item[0])))


def _asking(client: Any, place: Path, plan: dict[str, Any], tasks: dict[Tile, tuple[list[Tile], set[Tile]]]) -> Ask:
    """What asks for the tasks that are left: squares of tiles, then rows of them. A task that is done is waited for no more."""

    def ask(known: set[str], call: str) -> dict[str, Any]:
        asked: dict[str, Any] = {}
        made_by: dict[Tile, str] = {}

        def task(name: str, steps: list[Step], needs: list[str]) -> None:
            if name not in known:
                waits = [asked[need] for need in needs if need not in known]
                asked[name] = client.submit(done, str(place), steps, waits, key=f"grundy-{place}-{name}-{call}", pure=False)

        for (i, j), (tiles, needs) in tasks.items():
            task(f"{i}-{j}", list(tiles), [f"{a}-{b}" for a, b in sorted(needs)])
            made_by.update((tile, f"{i}-{j}") for tile in tiles)
        for one in plan["joins"]:
            task(f"row-{one['i']}", [(one["i"],)], [made_by[i, j] for i, j in one["needs"]])
        return asked

    return ask


def done(folder: str, steps: list[Step], needs: list[Union[Token, str]]) -> Union[Token, str]:
    """A task: steps of a plan, one after the other; or why they cannot be done. It may be run any number of times; `needs` are the tokens of the tasks that
    it waits for."""
    for need in needs:
        if isinstance(need, str):
            return need
    token = []
    for step in steps:
        begun = time.perf_counter()
        alone = ["--alone"] if len(step) == 2 else []
        try:
            found = objects(["tile", folder, *map(str, step), *alone, "--threads", "1"])[0]
        except Error as error:
            return str(error)
        token.append({**found, "seconds": time.perf_counter() - begun})
    return token


def _note(token: Token, lines: TextIO) -> None:
    for tile in token:
        if tile["made"] == "now":
            row = {key: tile[key] for key in ("i", "j", "cells", "seconds", "read", "written")}
            lines.write(json.dumps(row) + "\n")
    lines.flush()


def _numbers(numbers: Union[int, tuple[int, int]]) -> str:
    return ",".join(map(str, numbers)) if isinstance(numbers, tuple) else str(numbers)
