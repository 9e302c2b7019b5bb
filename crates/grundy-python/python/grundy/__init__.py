"""grundy: the workbench for impartial games.

Write the rules of a game as in a paper, and ask for Sprague-Grundy values, periods, proofs::

    >>> import grundy as gr
    >>> g = gr.Game("star_nim[2]")
    >>> g[3, 7]
    5
    >>> g.table((3, 4)).tolist()
    [[None, 0, 1, 2], [0, 1, 2, 3], [1, 2, 0, 4]]
    >>> print(g.period("(7, _)"))
    proved preperiod 21 period 5040 saltus 5040

Start with `Game`; `Game.from_rules` takes rules of your own, and `load` a file of them. A `Table` is an array of `int64` for NumPy. `check` checks the claims of papers, `sweep` asks one question of many games, `verify` verifies
certificates without the code that made them. The book of grundy describes the language of rules; `python -m grundy help` prints it.

Values are computed in Rust; other Python threads run meanwhile, and Ctrl-C stops the work. Errors are exceptions (`Error`).
"""

from ._answers import Claim, Convergence, Discovery, Finding, Lengths, Move, Period, Rows, Solutions, Theorem
from ._errors import Error, InputError, LimitError, NotVerified, Stopped, TimeIsOver
from ._functions import check, discover, evaluate, games, load, passes, play, sweep, verify
from ._game import Game
from ._grundy import __version__
from ._infinite import Infinite, Value
from ._progress import show_progress
from ._rules import Rules
from ._table import Raw, Table

__all__ = [
    "Claim",
    "Convergence",
    "Discovery",
    "Error",
    "Finding",
    "Game",
    "Infinite",
    "InputError",
    "Lengths",
    "LimitError",
    "Move",
    "NotVerified",
    "Period",
    "Raw",
    "Rows",
    "Rules",
    "Solutions",
    "Stopped",
    "Table",
    "Theorem",
    "TimeIsOver",
    "Value",
    "__version__",
    "check",
    "discover",
    "evaluate",
    "games",
    "load",
    "passes",
    "play",
    "show_progress",
    "sweep",
    "verify",
]


def load_ipython_extension(ipython: object) -> None:
    """Called by `%load_ext grundy`: from then on cells may begin with `%%grundy`."""
    from .magic import register

    register(ipython)
