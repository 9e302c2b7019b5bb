"""Games in which play may go on for ever, and how long play lasts elsewhere."""

import pickle

import numpy as np
import pytest

import grundy as gr

RING = gr.Rules("game ring(v) { require v <= 6; move v - 1; move v + 1 if v >= 3 }")


def test_infinity_is_a_value_like_others():
    none, some = gr.Infinite(), gr.Infinite([2, 0, 2])
    assert (repr(none), repr(some), str(none), str(some)) == ("Infinite()", "Infinite({0, 2})", "inf({})", "inf({0, 2})")
    for value in (none, some, gr.Infinite({10**30})):
        assert eval(repr(value), {"Infinite": gr.Infinite}) == value == pickle.loads(pickle.dumps(value))
        assert hash(value) == hash(gr.Infinite(value.numbers)) and value != 0 and value in {value: 1}
    assert len({none, some, gr.Infinite({0, 2})}) == 2
    assert (none.outcome, some.outcome, gr.Infinite({1}).outcome) == ("D", "N", "D")
    assert some ^ 3 == 3 ^ some == gr.Infinite({3, 1}) and some ^ some == none
    with pytest.raises(TypeError):
        some < 3  # noqa: B015
    with pytest.raises(TypeError):
        gr.Infinite({1.5})
    with pytest.raises(ValueError, match="found -1"):
        gr.Infinite({-1})
    with pytest.raises(AttributeError):
        none.numbers = frozenset({1})


def test_values_and_outcomes():
    ring = RING["ring"]
    assert [ring[v] for v in range(7)] == [0, 1, 0, gr.Infinite({0}), *[gr.Infinite()] * 3]
    assert ring[3] == ring.value((3,)) == ring["3"]
    assert "".join(map(ring.outcome, range(7))) == "PNPNDDD"
    both = ring + gr.Game("nim[1]")
    assert both[3, 10**30] == gr.Infinite({10**30}) and both[2, 5] == 5
    assert "Smith" in ring.explain(4)
    assert (gr.Game("wythoff").outcome((1, 2)), gr.Game("nim[1]").misere.outcome(1)) == ("P", "P")
    assert gr.evaluate("[G(ring(v)) for v in 2..4]", RING) == [0, gr.Infinite({0}), gr.Infinite()]


def test_moves_win_or_keep_the_draw():
    ring = RING["ring"]
    told = [(m.position, m.value, m.wins, m.draws, m.outcome) for m in ring.moves(3)]
    assert told == [((2,), 0, True, False, "P"), ((4,), gr.Infinite(), False, False, "D")]
    assert [(m.position, m.draws) for m in ring.moves(4)] == [((5,), True), ((3,), False)]
    assert ring.moves(4, wins=True) == []


def test_positions_with_a_value():
    ring = RING["ring"]
    assert ring.positions(6, value="D").tolist() == [[4], [5], [6]]
    assert ring.positions(6, value=gr.Infinite({0})).tolist() == [[3]] and ring.count(6, value=gr.Infinite()) == 3
    assert gr.Game("nim[2]").count(3, value="D") == gr.Game("nim[2]").count(3, value=gr.Infinite()) == 0
    with pytest.raises(gr.InputError, match="drawn positions"):
        ring.positions(6, value="N")


def test_arrays_hold_numbers_alone():
    ring = RING["ring"]
    assert ring.values(np.array([2, 1])).tolist() == [0, 1]
    assert ring.sequence(3).tolist() == ring.sequence(3, "(n)").tolist() == [0, 1, 0]
    for ask in (lambda: ring.table(7), lambda: ring.values(np.array([2, 4])), lambda: ring.sequence(7), lambda: ring.sequence(7, "(n)")):
        with pytest.raises(gr.InputError, match="an array holds numbers alone"):
            ask()
    with pytest.raises(gr.InputError, match="g.positions"):
        ring.table(7)


def test_how_long_play_lasts():
    game = gr.Game("wythoff")
    assert game.lengths((3, 4)) == gr.Lengths(3, 3, 7)
    moves = game.moves((3, 4), lengths=True)
    assert (moves[0].position, moves[0].remoteness, moves[0].best) == ((1, 2), 2, True)
    assert game.moves((3, 4))[0].remoteness is None
    table = game.table((4, 5), show="remoteness")
    for a in range(4):
        for b in range(5):
            assert table[a, b] == game.lengths((a, b)).remoteness and game[a, b] == game.values([[a, b]])[0]
    assert game.table(5, show="birthday").tolist() == [[a + b for b in range(5)] for a in range(5)]
    assert (game.table(5, show="suspense") % 2 == (game.table(5) > 0)).all()
    with pytest.raises(gr.InputError, match="found `length`"):
        game.table(5, show="length")
    with pytest.raises(gr.InputError, match="go round"):
        RING["ring"].lengths(4)
