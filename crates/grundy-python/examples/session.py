"""What a person types who knows NumPy: a program that pyright and mypy check with their strictest options.

Prints a table's type, the greatest value and the differences of a row, parts of a game, and what is proved of a row.
"""

import json

import numpy as np

import grundy as gr


def main() -> None:
    """Prints what is asked."""
    game = gr.Game("wythoff", time=600, memory="1G")
    table: gr.Table = game.table((60, 60))
    raw: gr.Raw = table.raw
    greatest: int = table.max()
    print(table.shape, table.dtype, raw.dtype, greatest, json.dumps({"sum": table.sum(), "mean": round(table.mean(), 2)}))
    steps = np.asarray(table)[3, 1:6] - np.asarray(table)[3, 0:5]
    print(steps.tolist(), int(np.count_nonzero(table.mask)), table.compressed().shape)
    for at, values in table.axes:
        print(at, len(values))
    part = game[3:7, 0:9]
    print(part.tolist())
    value: gr.Value = game[3, 5]
    both: gr.Game = 2 * game + gr.Game.from_rules("game steps(n) { move n - i for i in 1..3 }")
    print(value, both[3, 5, 1, 2, 7], both == sum([game, game, gr.Game("subtraction[{1, 2, 3}]")]), repr(both)[:12])
    period: gr.Period = gr.Game("star_nim[2]").period("(3, n)")
    print(str(period), game.sequence(5, "(2, n)").tolist())
    for row in gr.sweep("subtraction[{1, a}] for a in 2..3", "period", columns=["period"]):
        print(row["a"], row["period"])
    for claim in gr.check('claim "steps" on subtraction[{1, 2}] at (n): G = n mod 3'):
        print(claim["name"], claim["status"])


if __name__ == "__main__":
    main()
