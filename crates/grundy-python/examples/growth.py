"""How a tile plan grows with the number of workers: measured times of its steps, and forecasts from them.

    python growth.py                         a small table, made here by two threads
    python growth.py PLOT.svg LOG=FOLDER …   logs of `grundy.cluster.table` with the folders of their plans; a plot of the speed

Prints a table in Markdown: for each size of tile the number of steps, the seconds of all of them one after the other (W), those of the longest chain (P), the
bytes that were written, and the seconds that so many workers take. The last line is no measurement: a symmetric plan with 256 rows of tiles, whose steps take
what those of the log with tiles of about 4096 take by a straight line, in the distance from the corner for a tile and in the number of cells for a row. The bytes of sets
grow with that distance, too; cells have four.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import grundy as gr
import grundy.cluster

WORKERS = [1, 2, 10, 100, 1000]


class Run(NamedTuple):
    """A plan that was carried out, and how."""

    side: int
    plan: dict[str, Any]
    log: list[dict[str, Any]]
    forecasts: list[gr.cluster.Forecast]


def run(log: Path, folder: Path) -> Run:
    """Reads a log, and forecasts from it."""
    plan = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
    steps = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    return Run(plan["tile"][0], plan, steps, [gr.cluster.forecast(plan, workers, log) for workers in WORKERS])


def larger(one: Run, rows: int) -> Run:
    """A symmetric plan with so many rows of tiles, each step of which takes what those that were measured let expect."""
    tiles = [step for step in one.log if step["j"] is not None]
    distances = [step["i"] + step["j"] for step in tiles]
    slope, start = np.polyfit(distances, [step["seconds"] for step in tiles], 1)
    more, some = np.polyfit(distances, [step["read"] for step in tiles], 1)
    joins = [step["seconds"] for step in one.log if step["j"] is None]
    join = sum(joins) / len(joins) ** 2

    def needs(i: int, j: int) -> list[list[int]]:
        return [[a, b] for a, b in ((i - 1, j), (i, j - 1)) if 0 <= a <= b]

    plan: dict[str, Any] = {
        "tile": [one.side, one.side],
        "tiles": [
            {"i": i, "j": total - i, "needs": needs(i, total - i)}
            for total in range(2 * rows - 1)
            for i in range(max(0, total - rows + 1), total // 2 + 1)
        ],
        "joins": [{"i": i, "needs": [[i, rows - 1]]} for i in range(rows)],
    }

    def seconds(i: int, j: int | None) -> float:
        return float(start + slope * (i + j)) if j is not None else join * rows

    def written(i: int, j: int | None) -> float:
        cells = 4 * one.side**2
        return cells + max(0.0, float(some + more * (i + j))) if j is not None else cells * rows

    forecasts = [gr.cluster.forecast(plan, workers, seconds) for workers in WORKERS]
    steps = [(step["i"], step.get("j")) for step in plan["tiles"] + plan["joins"]]
    log = [{"i": i, "j": j, "seconds": seconds(i, j), "written": written(i, j)} for i, j in steps]
    return Run(one.side, plan, log, forecasts)


def small(folder: Path) -> list[Run]:
    """Small tables, made here."""
    import distributed

    # Dask has no types here.
    dask: Any = distributed
    found = []
    with dask.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
    ) as machines, dask.Client(machines) as client:
        for side in (64, 128):
            place, log = folder / f"tiles-{side}", folder / f"{side}.jsonl"
            gr.cluster.table(client, gr.Game("star_nim[2]"), 1000, folder=place, tile=side, batch=1, log=log)
            found.append(run(log, place))
    return found


def time(seconds: float) -> str:
    """A time to read."""
    for unit, size in (("h", 3600), ("min", 60)):
        if seconds >= 5 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.3g} s"


def amount(count: float) -> str:
    """Bytes to read."""
    return f"{count / 1e12:.2g} TB" if count >= 1e12 else f"{count / 1e9:.2g} GB"


def table(runs: list[Run]) -> str:
    """The table in Markdown."""
    head = ["side of a tile", "steps", "W", "P", "written", "1 worker", *(f"{workers} workers" for workers in WORKERS[1:])]
    rows = [head, ["--:"] * len(head)]
    for one in runs:
        first = one.forecasts[0]
        written = sum(step["written"] for step in one.log)
        rows.append(
            [f"{one.side}", f"{len(one.log)}", time(first.work), time(first.path), amount(written)]
            + [time(found.seconds) for found in one.forecasts]
        )
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def plot(runs: list[Run], path: Path) -> None:
    """The speed of so many workers, as a multiple of one."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "grundy", "svg.fonttype": "none"})
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6.4, 4), layout="constrained")
    counts = sorted({round(10 ** (k / 8)) for k in range(25)})
    for one in runs:
        steps = {(step["i"], step["j"]): step["seconds"] for step in one.log}
        found = [gr.cluster.forecast(one.plan, workers, lambda i, j: steps[i, j]) for workers in counts]
        axes.plot(counts, [forecast.speedup for forecast in found], marker=".", label=f"tiles of {one.side}, {len(one.plan['joins'])} rows")
    axes.plot(counts, counts, color="grey", linewidth=0.8, linestyle=":", label="as many times as workers")
    axes.set(xscale="log", yscale="log", xlabel="workers", ylabel="times the speed of one", ylim=(1, 200))
    axes.legend(frameon=False)
    figure.savefig(path, format="svg", metadata={"Date": None})


def main() -> None:
    """Prints the table, and draws the plot."""
    if len(sys.argv) < 3:
        with tempfile.TemporaryDirectory() as folder:
            runs = small(Path(folder))
            print(table([*runs, larger(runs[-1], 256)]))
        return
    pairs = [word.split("=") for word in sys.argv[2:]]
    runs = [run(Path(log), Path(folder)) for log, folder in pairs]
    runs.append(larger(min(runs, key=lambda one: abs(one.side - 4096)), 256))
    plot(runs, Path(sys.argv[1]))
    print(table(runs))


if __name__ == "__main__":
    main()
