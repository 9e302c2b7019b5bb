"""Tables and rows of positions as NumPy arrays."""

import gc
import threading

import numpy as np
import pytest

import grundy as gr


def test_tables_have_the_values():
    for text, shape in [
        ("star_nim[2]", (7, 12)),
        ("star_nim[3]", (4, 5, 6)),
        ("nim[2] + kayles", (3, 4, 6)),
        ("slow_exact[3, 2]", (5, 6, 7)),
        ("kayles", (40,)),
        ("moore_nim[3, 2]", (4, 4, 5)),
        ("chocolate[(x, z) -> (x + z) div 2]", (5, 7, 6)),
        ("star_nim[2]", (1, 4)),
        ("nim", (3, 3, 3)),
    ]:
        game = gr.Game(text)
        table = game.table(shape)
        assert table.shape == shape
        for at in np.ndindex(*shape):
            if np.ma.getmaskarray(table)[at]:
                assert at not in game
            else:
                assert table[at] == game[at if len(at) > 1 else at[0]], (text, at)


def base_of(array):
    while isinstance(array, np.ndarray) and array.base is not None:
        array = array.base
    return array


def test_the_memory_is_that_of_rust():
    for text in ("wythoff", "star_nim[2]"):
        table = gr.Game(text).table((300, 200))
        assert type(base_of(np.asarray(table))).__name__ == "PySliceContainer"
        assert table.dtype == np.uint16 and not table.flags.writeable and not table.flags.owndata
        with pytest.raises(ValueError):
            table[0, 1] = 7
    assert gr.Game("wythoff").table((20, 20)).dtype == np.uint8


def test_a_view_outlives_its_table():
    table = gr.Game("wythoff").table((500, 500))
    row = np.asarray(table)[3]
    first = row.tolist()
    del table
    gc.collect()
    garbage = [gr.Game("wythoff").table((500, 500)) for _ in range(3)]
    assert row.tolist() == first and len(garbage) == 3


def test_positions_that_do_not_exist_are_masked():
    table = gr.Game("star_nim[2]").table((3, 4))
    assert isinstance(table, np.ma.MaskedArray) and isinstance(table, np.ndarray)
    assert table.mask.sum() == 1 and table.mask[0, 0] and table.tolist()[0] == [None, 0, 1, 2]
    assert not isinstance(gr.Game("wythoff").table((3, 3)), np.ma.MaskedArray)


def test_shapes():
    game = gr.Game("wythoff")
    assert game.table(3).shape == (3, 3) == game.table([3, 3]).shape == game.table(np.array([3, 3])).shape
    passing = gr.passes(gr.Game("nim[2]"), 2)
    assert passing.table((4, 5)).shape == (4, 5, 3) == passing.table((4, 5, 3)).shape
    assert passing.table(4).shape == (4, 4, 3)


@pytest.mark.parametrize("shape", [(0, 3), (-1, 3), 0, -5, (2**70, 2), (3,), (3, 3, 3), 10**30])
def test_wrong_shapes_are_errors(shape):
    with pytest.raises(gr.Error):
        gr.Game("wythoff").table(shape)


@pytest.mark.parametrize("shape", [1.5, "3,3", None, (1.5, 2), [None, 2], float("nan"), object()])
def test_what_is_no_shape_is_a_type_error(shape):
    with pytest.raises(TypeError):
        gr.Game("wythoff").table(shape)


def test_huge_tables_are_refused_before_they_begin():
    with pytest.raises(gr.LimitError, match="memory"):
        gr.Game("wythoff").table((10**7, 10**7))
    with pytest.raises(gr.LimitError, match="memory"):
        gr.Game("wythoff", memory="1M").table((3000, 3000))


def test_values_of_many_positions():
    game, chance = gr.Game("star_nim[2]"), np.random.default_rng(1)
    rows = chance.integers(0, 200, (1000, 2))
    values = game.values(rows)
    for row, value, hidden in zip(rows, np.ma.getdata(values), np.ma.getmaskarray(values)):
        assert (tuple(row) in game) != hidden and (hidden or game[tuple(row)] == value)
    assert game.values(rows.reshape(10, 100, 2)).shape == (10, 100)
    assert gr.Game("kayles").values([1, 2, 3, 10]).tolist() == [1, 2, 3, 2]
    assert gr.Game("kayles").values([[1], [10]]).tolist() == [1, 2]
    assert game.values(rows.astype(np.uint8)).tolist() == values.tolist()
    assert game.values(np.zeros((0, 2), int)).shape == (0,)
    assert game.values([]).shape == gr.Game("kayles").values([]).shape == (0,)
    assert gr.Game("nim[2]").values([[10**6, 3], [0, 10**9]]).tolist() == [10**6 ^ 3, 10**9]


@pytest.mark.parametrize("rows", [[[1.5, 2]], [[float("nan"), 1]], "12", [["a", "b"]], 3, None, [[True, False]]])
def test_what_is_no_array_of_positions_is_a_type_error(rows):
    with pytest.raises(TypeError):
        gr.Game("wythoff").values(rows)


@pytest.mark.parametrize("rows", [[[1, -2]], [[1, 2, 3]], [[1]], np.array([[2**64 - 1, 1]], np.uint64)])
def test_rows_that_are_no_positions_are_errors(rows):
    with pytest.raises(gr.InputError):
        gr.Game("wythoff").values(rows)


def test_positions_and_sequences():
    game = gr.Game("wythoff")
    expected = np.argwhere(game.table((31, 31)) == 0)
    assert (game.positions(30) == expected).all() and game.count(30) == len(expected)
    assert game.positions((5, 9), value=200).shape == (0, 2)
    assert game.positions(30, sorted=True).tolist() == [p for p in expected.tolist() if p[0] <= p[1]]
    assert game.positions(30, where="a = 4").tolist() == [[4, 7]]
    assert gr.Game("kayles").sequence(5).tolist() == [0, 1, 2, 3, 1]
    assert game.sequence(4, "(n, n + 1)").tolist() == [game[n, n + 1] for n in range(4)]
    for wrong in (0, -3):
        with pytest.raises(gr.InputError):
            game.sequence(wrong, "(n, 0)")
    with pytest.raises(gr.InputError):
        game.sequence(5)


def test_several_threads_ask_one_game():
    game, found = gr.Game("star_nim[2]"), {}

    def ask(n):
        found[n] = [game[n, m] for m in range(1, 60)]

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert found == {n: [gr.Game("star_nim[2]")[n, m] for m in range(1, 60)] for n in range(8)}
