"""Tasks that Dask was asked for."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Iterator
from typing import Any

from .._errors import Error


def new_call() -> str:
    """A word for the names of a call's tasks, which no other call has: the scheduler may still be giving up the tasks of a call that failed when the same
    call is made again."""
    return uuid.uuid4().hex[:16]


def as_completed(client: Any, asked: list[Any]) -> Iterator[Any]:
    """The tokens of tasks, as they come. A text is the message of an error, which is raised; the tasks are then given up, and forgotten."""
    import distributed

    completed: Any = distributed.as_completed
    try:
        for future in completed(asked):
            token = future.result()
            if isinstance(token, str):
                raise Error(token)
            yield token
    except BaseException:
        with contextlib.suppress(Exception):
            client.cancel(asked)
        raise
