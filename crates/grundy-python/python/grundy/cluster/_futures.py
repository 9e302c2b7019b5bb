"""Tasks that Dask was asked for.

In: tasks by name, how often one may lose its worker. Out: their tokens, as they come. A task whose workers were killed more often than the scheduler allows
(`allowed-failures`, three times) is asked for again under another key; that is nothing to the task, which goes on from what stands in its folder.
"""

from __future__ import annotations

import contextlib
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from .._errors import Error

Ask = Callable[[set[str], str], dict[str, Any]]
"""Asks for the tasks that are not among those that are done, with keys that end with a word; returns their futures by name."""


def completed(client: Any, ask: Ask, retries: int, kept: Path) -> Iterator[Any]:
    """The tokens of tasks, as they come. A text is the message of an error, which is raised; the tasks are then given up, and forgotten. `kept` is the folder
    with what is done."""
    import distributed

    done: set[str] = set()
    lost: Counter[str] = Counter()
    again = True
    while again:
        again = False
        # No other call has this word: the scheduler may still be giving up the tasks of a call that failed when the same call is made again.
        call = uuid.uuid4().hex[:16]
        asked = ask(done, call)
        names = {future.key: name for name, future in asked.items()}
        try:
            for future in distributed.as_completed(list(asked.values())):
                try:
                    token = future.result()
                except distributed.KilledWorker as killed:
                    _count(killed, lost, call, retries, kept)
                    again = True
                    break
                if isinstance(token, str):
                    raise Error(f"{token}; what is done is kept in {kept}, and the same call goes on from there")
                done.add(names[future.key])
                yield token
        except BaseException:
            _give_up(client, asked)
            raise
        if again:
            _give_up(client, asked)


def _give_up(client: Any, asked: dict[str, Any]) -> None:
    with contextlib.suppress(Exception):
        client.cancel(list(asked.values()))


def _count(killed: Any, lost: Counter[str], call: str, retries: int, kept: Path) -> None:
    """Counts the workers that a task has lost; too many are an error."""
    task = str(killed.task).replace(call, "").strip("-")
    lost[task] += killed.allowed_failures + 1
    if lost[task] > retries:
        raise Error(
            f"a task lost its worker {lost[task]} times ({task}), and `retries` is {retries}; what is done is kept in {kept}, and the same call goes on from there"
        ) from killed
