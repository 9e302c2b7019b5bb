"""The cell magic `%%grundy`, for rules in a notebook.

    %load_ext grundy

    %%grundy mine
    game corner(a, b) { move (a - i, b) for i in 1..a; move (a, b - 1) if b > 0 }
    claim "diagonal" on corner at (n, n): G = 0

The rules are kept under the name (`rules` if none is given), every game that needs no parameters under its own, unless the notebook has something else of that name, and claims are checked and
shown as a table. A game with parameters is `rules["game[3]"]`. A mistake is shown at its place.
"""

from __future__ import annotations

import builtins
import warnings
from typing import Any

from ._errors import InputError
from ._game import Game
from ._rules import Rules


def cell(line: str, text: str, names: dict[str, Any]) -> Any:
    """Reads the rules of a cell into `names`; the verdicts on its claims, or the rules themselves."""
    name = line.strip() or "rules"
    if not name.isidentifier():
        raise InputError(f"`%%grundy NAME`: `{name}` is no name")
    rules = Rules(text, f"<cell {name}>")
    names[name] = rules
    for game in rules.names:
        if not isinstance(names.get(game, vars(builtins).get(game)), (Game, Rules, type(None))):
            warnings.warn(f"`{game}` is something else in this notebook, and stays so: the game is {name}[\"{game}\"]", stacklevel=3)
            continue
        try:
            names[game] = Game(game, rules)
        except InputError:
            continue  # It has parameters: `rules["game[3]"]`.
    try:
        return rules.check()
    except InputError as error:
        if error.code != "no-claim":
            raise
        return rules


def register(ipython: Any) -> None:
    """Makes `%%grundy` known to an IPython shell."""

    def grundy(line: str, text: str) -> Any:
        return cell(line, text, ipython.user_ns)

    ipython.register_magic_function(grundy, magic_kind="cell", magic_name="grundy")
