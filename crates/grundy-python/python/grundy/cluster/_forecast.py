"""How long a plan takes on a cluster that one does not have yet.

In: a plan, the seconds that its steps take, a number of workers. Out: the time of the whole, by simulation: a free worker takes a step whose needs are done, a
tile on the earliest anti-diagonal first, and a row last.
"""

from __future__ import annotations

import heapq
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Union

Step = tuple[int, Union[int, None]]
"""A tile: its row and column. Or a row of tiles that is put on the shelf: its number, and nothing."""


class Forecast(NamedTuple):
    """The times of a plan with some workers, all in seconds."""

    workers: int
    """The number of workers."""
    seconds: float
    """From the beginning of the first step to the end of the last."""
    work: float
    """The time of all steps, one after the other: what one worker takes."""
    path: float
    """The time of the longest chain of steps of which each needs the one before: no number of workers takes less."""

    @property
    def speedup(self) -> float:
        """How much faster than one worker."""
        return self.work / self.seconds

    @property
    def busy(self) -> float:
        """The part of the time in which a worker has a step, on the average."""
        return self.work / (self.seconds * self.workers)


def forecast(
    plan: Union[str, "os.PathLike[str]", Mapping[str, Any]],
    workers: int,
    seconds: Union[float, Callable[[int, Union[int, None]], float], str, "os.PathLike[str]"],
    *,
    delay: float = 0.01,
) -> Forecast:
    """How long a plan takes with so many workers.

    `plan` is the folder of a plan, or the JSON of `grundy plan`. `seconds` says how long a step takes: a number, a function of the row and the column of a
    tile (the column is `None` where a row of tiles is put on the shelf), or the `log` of `table`, which must have all steps of the plan. `delay` is the time
    that the scheduler takes for a task; the worker of the task waits meanwhile.

    >>> plan = {"tiles": [{"i": 0, "j": 0, "needs": []}, {"i": 0, "j": 1, "needs": [[0, 0]]}], "joins": [{"i": 0, "needs": [[0, 1]]}]}
    >>> forecast(plan, 2, 1.0, delay=0).seconds
    3.0
    """
    if workers < 1:
        raise ValueError(f"a plan needs at least one worker, and `workers` is {workers}")
    steps = _steps(_plan(plan))
    cost = _costs(steps, seconds, delay)
    ends: dict[Step, float] = {}
    for step, needs in steps.items():
        ends[step] = max((ends[need] for need in needs), default=0.0) + cost[step]
    return Forecast(workers, _simulated(steps, cost, workers), sum(cost.values()), max(ends.values(), default=0.0))


def _steps(plan: Mapping[str, Any]) -> dict[Step, list[Step]]:
    """The needs of each step; a step comes after its needs."""
    every = [*plan["tiles"], *plan["joins"]]
    return {(step["i"], step.get("j")): [(i, j) for i, j in step["needs"]] for step in every}


def _simulated(steps: Mapping[Step, list[Step]], cost: Mapping[Step, float], workers: int) -> float:
    order = {step: number for number, step in enumerate(steps)}
    waits = {step: len(needs) for step, needs in steps.items()}
    wanted_by: dict[Step, list[Step]] = {step: [] for step in steps}
    for step, needs in steps.items():
        for need in needs:
            wanted_by[need].append(step)
    ready = [(order[step], step) for step, count in waits.items() if count == 0]
    running: list[tuple[float, int, Step]] = []
    now = 0.0
    while ready or running:
        while ready and len(running) < workers:
            number, step = heapq.heappop(ready)
            heapq.heappush(running, (now + cost[step], number, step))
        now, _, ended = heapq.heappop(running)
        for step in wanted_by[ended]:
            waits[step] -= 1
            if waits[step] == 0:
                heapq.heappush(ready, (order[step], step))
    return now


def _plan(plan: Union[str, "os.PathLike[str]", Mapping[str, Any]]) -> Mapping[str, Any]:
    if isinstance(plan, Mapping):
        return plan
    found: Mapping[str, Any] = json.loads((Path(plan) / "plan.json").read_text(encoding="utf-8"))
    return found


def _costs(steps: Mapping[Step, Any], seconds: Any, delay: float) -> dict[Step, float]:
    if callable(seconds):
        return {step: seconds(*step) + delay for step in steps}
    if isinstance(seconds, (int, float)):
        return dict.fromkeys(steps, seconds + delay)
    rows = map(json.loads, Path(seconds).read_text(encoding="utf-8").splitlines())
    measured = {(row["i"], row["j"]): row["seconds"] for row in rows}
    lacking = next((step for step in steps if step not in measured), None)
    if lacking is not None:
        what = f"row {lacking[0]}" if lacking[1] is None else f"tile {lacking[0]} {lacking[1]}"
        raise ValueError(f"{seconds} has no time of the {what}")
    return {step: measured[step] + delay for step in steps}
