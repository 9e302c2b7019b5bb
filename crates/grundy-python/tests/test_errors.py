"""Errors are exceptions with a place, a sentence and advice; nothing aborts."""

import io
import os
import pickle

import pytest

import grundy as gr
from shared import ENDLESS


def test_an_error_has_its_place_and_its_drawing():
    with pytest.raises(gr.InputError) as caught:
        gr.Rules("game mine(a, b) {\n    move (a - i, b) for i in 1..c\n}", "mine.game")
    error = caught.value
    assert (error.file, error.line, error.column, error.length, error.code) == ("mine.game", 2, 33, 1, "unknown-name")
    assert "mine.game:2:33" in error.rendered and "^" in error.rendered and str(error) == error.rendered
    assert isinstance(error, ValueError) and error._render_traceback_() == [error.rendered]
    again = pickle.loads(pickle.dumps(error))
    assert (again.line, again.rendered, type(again)) == (2, error.rendered, gr.InputError)


def test_errors_of_commands_have_their_place_too():
    with pytest.raises(gr.InputError) as caught:
        gr.Game("wythoff").period("(7, _")
    assert caught.value.code == "syntax" and "(7, _" in caught.value.rendered
    with pytest.raises(gr.InputError, match="did you mean `wythoff`"):
        gr.Game("wythof")
    mine = gr.Rules("game mine(n) { move n - 1 }\nclaim \"c\" on mine: G = m", "mine.game")
    row = mine.check()[0]
    assert row["status"] == "error" and row["file"] == "mine.game" and row["line"] == 2


@pytest.mark.parametrize("position", [1.5, None, object(), (1, 2.0), {}, b"1,2", float("nan"), [[1, [2, [3, [4, [5]]]]]]])
def test_what_is_no_position_is_a_type_error(position):
    with pytest.raises(TypeError):
        gr.Game("wythoff")[position]


@pytest.mark.parametrize("position", [(-1, 2), (1,), (1, 2, 3), "1,", "", "a,b", (), "1;2", ((1, 2), (3,))])
def test_positions_that_do_not_fit_are_errors(position):
    with pytest.raises(gr.InputError):
        gr.Game("wythoff")[position]


@pytest.mark.parametrize("game", [3, None, b"nim", ["nim"], gr.Rules("game a(n) { move n - 1 }")])
def test_what_is_no_expression_is_a_type_error(game):
    with pytest.raises(TypeError):
        gr.Game(game)


@pytest.mark.parametrize(
    "options",
    [
        {"memory": "8X"},
        {"memory": -1},
        {"memory": 0},
        {"engine": "ray"},
        {"time": -1.0},
        {"time": float("nan")},
        {"time": float("inf")},
    ],
)
def test_wrong_options_are_errors(options):
    with pytest.raises(gr.InputError):
        gr.Game("nim[2]", **options)


@pytest.mark.parametrize("options", [{"threads": "two"}, {"threads": 1.5}, {"misere": "yes"}, {"time": "1 s"}, {"other": 1}])
def test_options_of_wrong_types_are_type_errors(options):
    with pytest.raises(TypeError):
        gr.Game("nim[2]", **options)


def test_negative_threads_are_an_error():
    with pytest.raises((OverflowError, ValueError)):
        gr.Game("nim[2]", threads=-1)


def test_files_that_cannot_be_read(tmp_path):
    closed = open(tmp_path / "a.game", "w+")
    closed.close()
    for read in (gr.Rules.read, gr.check, gr.verify, lambda file: gr.Game("nim", file)):
        with pytest.raises(ValueError, match="closed"):
            read(closed)
    for read in (gr.Rules.read, gr.verify, lambda path: gr.Game("a", path)):
        with pytest.raises(OSError):
            read(tmp_path / "missing.game")
    with pytest.raises(gr.InputError, match="missing"):
        gr.check(tmp_path / "missing.game")
    with pytest.raises(gr.InputError, match="no file matches"):
        gr.check(str(tmp_path / "*.nothing"))
    with pytest.raises(TypeError):
        gr.check()


def test_rules_come_from_everywhere(tmp_path):
    text = "game mine(n) { move n - 2 }"
    path = tmp_path / "mine.game"
    path.write_text(text)
    games = [
        gr.Game("mine", text),
        gr.Game("mine", gr.Rules(text)),
        gr.Game("mine", path),
        gr.Game("mine", io.StringIO(text)),
        gr.Game(f"{path}:mine"),
        gr.Game(str(path)),
        gr.Rules.read(path)["mine"],
    ]
    assert [game[5] for game in games] == [0] * len(games)
    with open(path) as file:
        assert gr.Game("mine", file)[2] == 1


def test_errors_of_values():
    circle = gr.Rules("game up(n) { move n + 1 }")["up"]
    with pytest.raises(gr.InputError, match="never ends"):
        circle[3]
    with pytest.raises(gr.LimitError, match="memory"):
        gr.Game("euclid", memory="1k", engine="search")[10**5, 10**5 + 1]
    undefined = gr.Rules("game odd(n) { move n div (n - 3) }")["odd"]
    with pytest.raises(gr.Error):
        undefined[3]


@pytest.mark.parametrize("number", [0, 1, 2, 9, True])
def test_a_number_is_no_file_of_rules(number):
    # It would be opened, and closed, as a file of this process.
    for ask in (
        lambda: gr.Game("nim", number),
        lambda: gr.Game.from_rules(number),
        lambda: gr.load(number),
        lambda: gr.evaluate("1 + 1", number),
        lambda: gr.sweep("nim[k] for k in 1..2", "value 1", rules=number),
    ):
        with pytest.raises(TypeError, match="rules are a text"):
            ask()
    os.fstat(2)


def test_what_begins_with_a_dash_is_no_option():
    game = gr.Game("wythoff")
    for ask in (game.moves, game.lengths, game.explain):
        with pytest.raises(gr.InputError, match="natural number"):
            ask((-3, 4))
        with pytest.raises(gr.Error):
            ask("--help")
    assert gr.evaluate("-3 + 5") == 2
    for ask in (lambda: gr.evaluate("--help"), lambda: gr.check("--help"), lambda: gr.sweep("--help", "period")):
        with pytest.raises(gr.Error):
            ask()


def test_columns_of_a_sweep_are_names():
    family = "subtraction[{1, a}] for a in 2..3"
    assert [row["period"] for row in gr.sweep(family, "period", columns="period")] == [3, 2]
    with pytest.raises(gr.InputError, match="no answer has the column `perod`") as refused:
        gr.sweep(family, "period", columns=["perod"])
    assert [row["a"] for row in refused.value.rows] == [2, 3], "what was computed is not lost"


def test_a_picture_that_takes_too_long_is_over_time():
    with pytest.raises(gr.TimeIsOver):
        gr.Game("parts", ENDLESS, time=0.05).picture(2000)


def test_solutions_know_their_saltus():
    found = gr.Game("wythoff").solutions(0, 5)
    assert (found.period, found.saltus) == (1, 1) and found == gr.Game("wythoff").solutions(0, 5) != gr.Game("wythoff").solutions(0, 4)


def test_rules_are_those_of_a_game():
    mine = gr.Game.from_rules("game mine(n) { move n - 1 }")
    assert gr.evaluate("G(mine(3))", mine) == 1
    with pytest.raises(TypeError):
        list(mine.rules)
