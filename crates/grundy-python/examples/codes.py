"""A sweep over octal codes, plotted: how long the period is, when it begins, and the greatest value of a code that shows none.

    python codes.py                      codes of two digits, asked here
    python codes.py CODES.csv PLOT.svg   the file of a sweep

Prints how many periods are proved, and the longest.
"""

import csv
import sys
import tempfile
from pathlib import Path

import grundy as gr

FAMILY = "octal[c] for c in codes({})"
QUESTION = "sequence --terms {}"
COLUMNS = ["status", "preperiod", "period", "greatest"]


def asked(path: Path, digits: int, terms: int) -> None:
    """Asks the sweep; its rows are written to a file."""
    gr.sweep(FAMILY.format(digits), QUESTION.format(terms), columns=COLUMNS, output=path)


def read(path: Path) -> list[dict[str, str]]:
    """The rows of a sweep."""
    with open(path, newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def told(rows: list[dict[str, str]]) -> str:
    """What the sweep found."""
    proved = [row for row in rows if row["status"] == "proved"]
    longest = max(proved, key=lambda row: int(row["period"]))
    latest = max(proved, key=lambda row: int(row["preperiod"]))
    return (
        f"{len(rows)} codes, {len(proved)} periods proved; the longest period is {longest['period']} ({longest['c']}), "
        f"the longest preperiod {latest['preperiod']} ({latest['c']})"
    )


def plot(rows: list[dict[str, str]], path: Path) -> None:
    """Draws the rows: a point is a code."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "grundy", "svg.fonttype": "none"})
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(8, 3.4), width_ratios=[2, 1], layout="constrained")
    proved = [row for row in rows if row["status"] == "proved"]
    places = [(int(row["preperiod"]) + 1, int(row["period"])) for row in proved]
    left.scatter(*zip(*places), s=14, alpha=0.4, linewidths=0)
    left.set(xscale="log", yscale="log", xlabel="preperiod + 1", ylabel="period", title=f"{len(proved)} periods, proved")
    others = sorted(int(row["greatest"]) for row in rows if row["status"] != "proved")
    right.plot(range(1, len(others) + 1), others, marker=".", markersize=3, linewidth=0)
    right.set(yscale="log", xlabel="codes", ylabel="greatest value", title=f"{len(others)} codes without one")
    figure.savefig(path, format="svg", metadata={"Date": None})


def main() -> None:
    """Prints what was found, and draws the plot."""
    if len(sys.argv) == 3:
        rows = read(Path(sys.argv[1]))
        plot(rows, Path(sys.argv[2]))
        print(told(rows))
        return
    with tempfile.TemporaryDirectory() as folder:
        asked(Path(folder) / "codes.csv", 2, 1025)
        print(told(read(Path(folder) / "codes.csv")))


if __name__ == "__main__":
    main()
