"""Tables and rows of positions as NumPy arrays."""

import copy
import gc
import json
import pickle
import sys
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
        assert type(base_of(table.raw)).__name__ == "PySliceContainer"
        assert table.raw.dtype == np.uint16 and not table.raw.flags.writeable and not table.raw.flags.owndata
        assert memoryview(table.raw).nbytes == table.nbytes == 2 * 300 * 200
    assert gr.Game("wythoff").table((20, 20)).raw.dtype == np.uint8


def test_nobody_changes_a_table_and_the_error_says_how_to_copy():
    table = gr.Game("wythoff").table((3, 4))
    with pytest.raises(ValueError, match=r"t\.copy\(\)"):
        table[0, 1] = 7
    with pytest.raises(ValueError, match=r"t\.copy\(\)"):
        np.add(np.arange(4), 1, out=table)
    with pytest.raises(ValueError, match=r"raw\.copy\(\)"):
        table.raw[0, 1] = 7
    raw = table.raw
    with pytest.raises(ValueError, match=r"raw\.copy\(\)"):
        raw += 1
    with pytest.raises(ValueError):
        np.asarray(table)[0, 1] = 7
    for own in (table.copy(), np.array(table), table.raw.copy()):
        own[0, 1] = 7
    assert table.tolist() == gr.Game("wythoff").table((3, 4)).tolist()


def test_a_view_outlives_its_table():
    table = gr.Game("wythoff").table((500, 500))
    row = table.raw[3]
    first = row.tolist()
    del table
    gc.collect()
    garbage = [gr.Game("wythoff").table((500, 500)) for _ in range(3)]
    assert row.tolist() == first and len(garbage) == 3


def test_positions_that_do_not_exist_are_masked():
    table = gr.Game("star_nim[2]").table((3, 4))
    assert table.mask.sum() == 1 and table.mask[0, 0] and table.tolist()[0] == [None, 0, 1, 2]
    assert table[0, 0] is None and table[0].tolist() == [None, 0, 1, 2] and table[table.mask].tolist() == [None]
    assert isinstance(table.masked, np.ma.MaskedArray) and table.masked.tolist() == table.tolist()
    assert np.asarray(table).tolist()[0] == [-1, 0, 1, 2] and np.asarray(table).dtype == np.int64
    assert np.isnan(np.asarray(table, float)[0, 0]) and np.asarray(table, object)[0, 0] is None
    assert (table.sum(), table.min(), table.max(), table.compressed().tolist()) == (16, 0, 4, [0, 1, 2, 0, 1, 2, 3, 1, 2, 0, 4])
    assert np.sum(table) == np.sum(table, axis=1).sum() == 16 and np.diff(table).tolist()[0] == [None, 1, 1]
    assert (table + 1).tolist()[0] == (table + table.masked * 0 + 1).tolist()[0] == [None, 1, 2, 3]
    assert (table == 0).tolist()[0] == [None, True, False, False] == (table < 1).tolist()[0]
    assert np.median(table) == 1.0
    for refused in (lambda: np.bincount(table[0]), lambda: np.add.reduce(table), lambda: table.astype(np.uint8)):
        with pytest.raises(gr.InputError, match="do not exist"):
            refused()
    whole = gr.Game("wythoff").table((3, 3))
    assert not whole.mask.any() and type(whole + 1) is np.ndarray
    with pytest.raises(gr.InputError, match="no position"):
        gr.Game("star_nim[2]").table((1, 1)).max()


def test_numpy_sees_integers_of_64_bits():
    """Unsigned cells would wrap: the differences of a row of Wythoff's game go down, too."""
    table = gr.Game("wythoff").table((60, 60))
    assert table.raw.dtype == np.uint8 and table.dtype == np.int64
    for array in (np.asarray(table), np.array(table), np.asanyarray(table), table + 0, -(-table), np.concatenate([table, table])):
        assert array.dtype == np.int64
    assert np.asarray(table) is np.asarray(table), "the copy is kept"
    expected = table.tolist()
    assert np.diff(table[3]).tolist() == [b - a for a, b in zip(expected[3], expected[3][1:])]
    assert (table[3] - table[4]).tolist() == [a - b for a, b in zip(expected[3], expected[4])]
    assert (table - table).tolist() == (0 * table).tolist() and (5 - table).min() == 5 - table.max()
    assert [row.tolist() for row in table] == expected and list(table[3]) == expected[3]
    assert (table == 0).sum() == (table.raw == 0).sum() and (table == -1).sum() == 0 == (table > 10**30).sum()
    assert (table[table > 80] - 90).max() < 0 and (table[[1, 2], [2, 1]] - 1).tolist() == [-1, -1]
    assert 88 in table and 10**6 not in table and len(table) == 60 and table.T[3, 4] == table[4, 3]
    assert table.reshape(-1).tolist() == table.ravel().tolist() == [x for row in expected for x in row]


def test_casts_are_exact_or_refused():
    table = gr.Game("nim[1]").table(300)
    assert table.raw.dtype == np.uint16
    for kind in (np.int16, np.uint16, np.uint32, np.int64, np.float32, float, complex, object):
        assert np.asarray(table, kind).tolist() == list(range(300)) == table.astype(kind).tolist()
    for kind in (np.uint8, np.int8, bool):
        with pytest.raises(gr.InputError, match="299, does not fit"):
            np.asarray(table, kind)
    with pytest.raises(gr.InputError, match="299, does not fit"):
        gr.Game("nim[1]").table(2050)[:300].astype(np.int8)
    with pytest.raises(gr.InputError, match="2049, does not fit"):
        gr.Game("nim[1]").table(2050).astype(np.float16)
    with pytest.raises(gr.InputError, match="no type of numbers"):
        table.astype("U3")
    if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
        with pytest.raises(ValueError, match="t.raw"):
            np.asarray(gr.Game("nim[1]").table(300), copy=False)


def test_numbers_are_those_of_python():
    table = gr.Game("wythoff").table((40, 50))
    found = [table.max(), table.min(), table.sum(), table.mean(), table.std(), table.var(), table.argmax(), table[3, 4]]
    assert json.loads(json.dumps(found)) == found and round(table.mean(), 2) == round(table.sum() / table.size, 2)
    assert [type(value) for value in found] == [int, int, int, float, float, float, int, int]
    assert [table.any(), table.all()] == [True, False] and {table.max(): 1}
    wide = np.asarray(table)
    assert found[:7] == [wide.max(), wide.min(), wide.sum(), wide.mean(), wide.std(), wide.var(), wide.argmax()]
    assert type(np.max(table)) is int and np.mean(table, axis=0).tolist() == wide.mean(axis=0).tolist()
    for axis in (0, 1, (0, 1)):
        assert np.array_equal(table.max(axis), wide.max(axis)) and np.array_equal(np.sum(table, axis=axis), wide.sum(axis))
    assert table.max(axis=0).dtype == np.int64


def test_the_copy_is_taken_from_the_memory_that_is_allowed():
    table = gr.Game("nim[2]", memory="4M").table((1000, 1000))
    assert table.max() == 1023 and (table == 0).sum() == 1000, "without a copy"
    with pytest.raises(gr.LimitError, match="9.5 MiB") as refused:
        table + 1
    assert refused.value.code == "memory" and "`t.raw`" in refused.value.help
    assert (table[:100] + 1).shape == (100, 1000), "a part has room"


def test_parts_of_a_game():
    game, star = gr.Game("wythoff"), gr.Game("star_nim[2]")
    table = game.table((40, 40))
    for found, expected in [
        (game[3:7, 0:9], table[3:7, 0:9]),
        (game[3:7:2, 5], table[3:7:2, 5]),
        (game[:, 5], table[:16, 5]),
        (game[..., 0], table[:16, 0]),
        (game[7, ...], table[7, :16]),
        (game[..., 3:5, 2], table[3:5, 2]),
        (game[20:, 0], table[20:21, 0]),
    ]:
        assert found.tolist() == expected.tolist() and isinstance(found, gr.Table)
    assert gr.Game("kayles")[3:9].tolist() == [gr.Game("kayles")[n] for n in range(3, 9)]
    assert gr.passes(gr.Game("nim[2]"), 2)[1:3, 2, :].shape == (2, 3) and game[5:5, 0].shape == (0,)
    assert star[:2, :2].tolist() == [[None, 0], [0, 1]] and star[0:1, :][0, 0] is None
    assert game[3:7, 2].axes == (("a", range(3, 7)),) and game[2, 3:7].T.axes == (("b", range(3, 7)),)
    for wrong in ((slice(-3, None), 0), (slice(0, 3), -1), (slice(0, 3), 1, 2), (..., ..., 1)):
        with pytest.raises(gr.InputError):
            game[wrong]
    with pytest.raises(gr.InputError, match="bound this coordinate by 2"):
        gr.passes(gr.Game("nim[2]"), 2)[:, 0, 3]


@pytest.mark.parametrize("position", [(True, 3), (3, False), True, (np.True_, 3), (slice(0, 3), True), [True, 3]])
def test_a_truth_value_is_no_coordinate(position):
    with pytest.raises(TypeError, match="write 0 or 1"):
        gr.Game("wythoff")[position]
    with pytest.raises(gr.InputError, match="write 0 or 1"):
        gr.Game("wythoff").table(5)[True, 3]


def test_other_packages():
    table, star = gr.Game("wythoff").table((3, 4)), gr.Game("star_nim[2]")[1:4, 0:3]
    gaps = gr.Game("star_nim[2]").table((2, 3))
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    frame = table.to_pandas()
    assert frame.shape == (3, 4) and frame.index.name == "a" and frame.loc[1, 2] == 0 and frame.to_numpy().tolist() == table.tolist()
    assert pandas.DataFrame(table).to_numpy().tolist() == table.tolist()
    assert gaps.to_pandas().loc[0, 0] is pandas.NA and gaps.to_pandas().loc[1, 2] == 2 and star.to_pandas().loc[3, 0] == star[2, 0]
    assert table[1].to_pandas().tolist() == table[1].tolist()
    assert gr.Game("nim[3]").table(3).to_pandas().loc[1, 2, 0] == 3
    rows = gaps.to_polars()
    assert rows.columns == ["x1", "x2", "value"] and rows["value"].to_list() == [None, 0, 1, 0, 1, 2]
    assert star.to_polars().filter((polars.col("x1") == 3) & (polars.col("x2") == 1))["value"].to_list() == [star[2, 1]]
    xarray = pytest.importorskip("xarray")
    labelled = table.to_xarray()
    assert isinstance(labelled, xarray.DataArray) and labelled.dims == ("a", "b") and int(labelled.sel(a=1, b=2)) == 0
    assert labelled.attrs["rules"] == gr.Game("wythoff").hash and np.isnan(gaps.to_xarray().values[0, 0])
    assert star.to_xarray().sel(x1=3, x2=0) == star[2, 0]


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "xarray", None)
    with pytest.raises(ModuleNotFoundError, match="pip install xarray"):
        gr.Game("wythoff").table(3).to_xarray()


def test_tables_are_copied_and_pickled():
    for table in (gr.Game("wythoff").table((3, 4)), gr.Game("star_nim[2]").table((3, 4))[1:]):
        again = pickle.loads(pickle.dumps(table))
        assert again.tolist() == table.tolist() and again.axes == table.axes and again.game == table.game
        assert copy.copy(table).tolist() == copy.deepcopy(table).tolist() == table.tolist()
    with pytest.raises(TypeError, match="unhashable"):
        hash(table)
    with pytest.raises(ValueError, match="ambiguous"):
        bool(table)


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


def test_a_sum_of_tables_that_fit_is_refused_before_it_begins():
    game = gr.Game("nim[2]", memory="100G")
    for ask in (lambda: game.table((10**9, 10**9)), lambda: game[0 : 10**9, 0 : 10**9], lambda: game.table((10**9, 10**9), show="remoteness")):
        with pytest.raises(gr.LimitError, match="an array of these values needs more than") as refused:
            ask()
        assert refused.value.code == "memory"
    assert game._asked() == 0 and game.table((2, 2)).tolist() == [[0, 1], [1, 0]], "no table was begun"


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


GAP = """game gap(a, b) {
    require a != b or a = 0
    move (a - i, b) for i in 1..a
    move (a, b - i) for i in 1..b
    move (a - i, b - i) for i in 1..min(a, b) if i mod 2 = 1
}"""


def gaps():
    table = gr.Game.from_rules(GAP).table((4, 4))
    assert table.tolist() == [[0, 1, 2, 3], [1, None, 0, 4], [2, 0, None, 1], [3, 4, 1, None]]
    return table


def test_what_sorts_keeps_all_values():
    table = gaps()
    assert np.sort(table[1]).tolist() == [0, 1, 4, None]
    assert np.sort(table, axis=0).tolist() == [[0, 0, 0, 1], [1, 1, 1, 3], [2, 4, 2, 4], [3, None, None, None]]
    assert np.median(table, axis=0).tolist() == [1.5, 1, 1, 3] and np.ma.median(table + 1, axis=0).tolist() == [2.5, 2, 2, 4]
    assert np.unique(table).tolist() == [0, 1, 2, 3, 4, None] and np.intersect1d(table, [0, 7]).tolist() == [0]
    assert table.tolist()[1] == [1, None, 0, 4], "the table is as it was"


def test_gaps_of_a_copy_can_be_filled():
    table = gaps()
    for copy in (table.copy(), table.to_numpy(), table + 0, -table, np.diff(table), table[1:]):
        copy = copy.copy() if isinstance(copy, gr.Table) else copy
        copy[copy.mask] = 7
        assert not np.ma.getmaskarray(copy).any() and (np.asarray(copy) == 7).any()
    with pytest.raises(ValueError):
        table.masked[0, 1] = np.ma.masked
    with pytest.raises(ValueError):
        table.masked[0, 1] = 5
    assert table.mask.sum() == 3 and table.masked.sum() == table.sum() == 22


def test_comparisons_are_false_where_no_position_exists():
    table = gaps()
    for more in (table > 2, table > np.full((4, 4), 2), table.masked + 0 > 2):
        assert more.sum() == 4
    for more in (table > 2, table > np.full((4, 4), 2)):
        assert np.count_nonzero(more) == np.where(more, 1, 0).sum() == 4
        assert table[more].tolist() == [3, 4, 3, 4] and np.arange(16).reshape(4, 4)[more].tolist() == [3, 7, 12, 13]
    assert np.count_nonzero(table != 0) == 10 and table.any() and not table.all()
    assert np.isin(table, [0, 1]).tolist() == [[True, True, False, False], [True, None, True, False], [False, True, None, True], [False, False, True, None]]
    with pytest.raises(gr.InputError, match="knows no masks"):
        np.setdiff1d(table, [0])


def test_masked_functions_take_a_table():
    table = gaps()
    for found in (np.ma.array(table), np.ma.asarray(table), np.ma.MaskedArray(table)):
        assert found.tolist() == table.tolist()
    assert np.ma.sum(table) == 22 and np.ma.max(table) == 4
    with pytest.raises(gr.InputError, match="no position"):
        table[1:2, 1:2].std()
