"""Values, moves and structure, against values from papers and against other ways to them."""

import pickle
import random

import numpy as np
import pytest

import grundy as gr


def mex(values):
    taken = set(values)
    return next(n for n in range(len(taken) + 1) if n not in taken)


def by_hand(width, options):
    """The values of a game by its definition, in Python alone."""
    known = {}

    def value(position):
        if position not in known:
            known[position] = mex([value(option) for option in options(position)])
        return known[position]

    return value


def wythoff(position):
    a, b = position
    yield from ((a - i, b) for i in range(1, a + 1))
    yield from ((a, b - i) for i in range(1, b + 1))
    yield from ((a - i, b - i) for i in range(1, min(a, b) + 1))


def test_values_are_those_of_the_definition():
    game, value = gr.Game("wythoff"), by_hand(2, wythoff)
    for a in range(12):
        for b in range(12):
            assert game[a, b] == value((a, b))


def test_random_rules_have_the_values_of_the_definition():
    chance = random.Random(1)
    for _ in range(20):
        steps = sorted({(chance.randint(0, 3), chance.randint(0, 3)) for _ in range(4)} - {(0, 0)})
        if not steps:
            continue
        moves = "; ".join(f"move (a - {i}, b - {j})" for i, j in steps)
        game = gr.Rules(f"game some(a, b) {{ {moves} }}")["some"]
        options = lambda p: ((p[0] - i, p[1] - j) for i, j in steps if p[0] >= i and p[1] >= j)  # noqa: E731
        value = by_hand(2, options)
        table = game.table((9, 7))
        for a in range(9):
            for b in range(7):
                assert game[a, b] == table[a, b] == value((a, b)), (steps, a, b)


def test_positions_in_every_form():
    star, kayles = gr.Game("star_nim[2]"), gr.Game("kayles")
    assert star[3, 7] == star[(3, 7)] == star["3,7"] == star["(3, 7)"] == star.value([3, 7]) == 5
    assert star[np.int64(3), np.uint8(7)] == star.value(np.array([3, 7])) == 5
    assert kayles[10] == kayles[(10,)] == kayles[np.int32(10)] == 2
    strips = gr.Game("star_silver_dollar")
    assert strips[(2,), (2, 5, 8), (1, 5, 10)] == strips["[2],[2,5,8],[1,5,10]"] == 5


def test_integers_of_any_length():
    assert gr.Game("nim[1]")[10**30] == 10**30
    assert gr.Game("nim[2]")[2**100, 2**99] == 2**100 + 2**99
    large = 10**5000
    assert gr.Game("nim[1]")[large] == large
    assert gr.Game("kayles")[large] == gr.Game("kayles")[large % 12 + 12 * 10]


def test_sums_passes_and_misere_play():
    star, kayles = gr.Game("star_nim[2]"), gr.Game("kayles")
    both = star + kayles
    assert both[3, 7, 10] == star[3, 7] ^ kayles[10]
    assert (both + kayles).coordinates == ["x1", "x2", "x3", "x4"]
    assert gr.passes(gr.Game("nim[2]"))[3, 3, 0] == 0
    assert gr.passes(gr.Game("nim[2]")).table((4, 4)).shape == (4, 4, 2)
    nim = gr.Game("nim[2]").misere
    assert [nim[0, 0], nim[1, 0], nim[1, 1], nim[5, 3]] == [1, 0, 1, 6]
    assert nim.misere_play and not gr.Game("nim[2]").misere_play
    with pytest.raises(gr.InputError, match="one play"):
        nim + kayles


def test_sums_keep_the_rules_of_both():
    one = gr.Rules("game mine(n) { move n - 1 }")["mine"]
    other = gr.Rules("game yours(n) { move n - i for i in 1..2 }")["yours"]
    assert (one + other)[3, 4] == 1 ^ 1
    assert (one + one)[3, 4] == 1
    with pytest.raises(gr.InputError, match="mine"):
        one + gr.Rules("game mine(n) { move n - 2 }")["mine"]


def test_moves():
    moves = gr.Game("wythoff").moves((3, 4))
    assert [m.position for m in moves if m.wins] == [(1, 2)] and moves[0].wins
    assert all(gr.Game("wythoff")[m.position] == m.value for m in moves)
    split = [m for m in gr.Game("kayles").moves(5) if len(m.to) > 1 or isinstance(m.to[0][0], tuple)]
    assert split, "a move in the middle leaves two heaps"
    with pytest.raises(TypeError):
        gr.Game("wythoff").moves((1.5, 2))


def test_games_are_compared_and_pickled():
    mine = gr.Rules("game mine(n) { move n - 1 }")["mine"]
    for game in (gr.Game("star_nim[2]"), mine, mine.misere):
        again = pickle.loads(pickle.dumps(game))
        assert again == game and hash(again) == hash(game) and again.table(5).tolist() == game.table(5).tolist()
        assert again != game.misere or game.misere_play
    copied = gr.Rules("game copied(a, b) { move (a - i, b) for i in 1..a; move (a, b - i) for i in 1..b }")["copied"]
    renamed = gr.Rules("game other(x, y) { move (x - i, y) for i in 1..x; move (x, y - i) for i in 1..y }")["other"]
    assert copied.hash == renamed.hash != gr.Game("wythoff").hash


def test_exists():
    star = gr.Game("star_nim[2]")
    assert (0, 0) not in star and (3, 7) in star
    with pytest.raises(gr.InputError):
        star[0, 0]
    with pytest.raises(gr.InputError):
        (0, 0, 0) in star
    with pytest.raises(TypeError):
        iter(star)


def test_answers_do_not_depend_on_what_was_asked_before():
    for text in ("star_nim[2]", "wythoff", "euclid", "nim[2] + kayles", "slow_exact[2, 1]"):
        width = len(gr.Game(text).coordinates)
        places = [tuple(random.Random(n).randint(1, 20) for _ in range(width)) for n in range(12)]
        one = gr.Game(text)
        before = [one[p] for p in places]
        one.table((30,) * width)
        assert before == [one[p] for p in places] == [gr.Game(text)[p] for p in reversed(places)][::-1]
