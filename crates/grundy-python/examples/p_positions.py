"""The P-positions of Star Nim, the period of a row, and its proof: a program that mypy checks with its strictest options."""

import numpy as np

import grundy as gr


def first_p_positions(game: gr.Game, to: int) -> list[tuple[int, ...]]:
    """The P-positions up to a bound."""
    return [tuple(int(x) for x in row) for row in game.positions(to)]


def main() -> None:
    """Prints what is asked."""
    game = gr.Game("star_nim[2]", memory="1G")
    value: gr.Value = game[3, 7]
    greatest: int = int(np.asarray(game.table((50, 50))).max())
    moves: list[gr.Move] = game.moves((3, 7))
    print(first_p_positions(game, 9), value, greatest, sum(move.wins for move in moves))
    period: gr.Period = game.period("(3, _)", certificate=True, time=60.0)
    if period.certificate is not None:
        theorem: gr.Theorem = gr.verify(period.certificate)
        print(theorem)
    for claim in gr.check(rules='claim "identity" on nim[1] at (n): G = n'):
        print(claim["name"], claim["status"])


if __name__ == "__main__":
    main()
