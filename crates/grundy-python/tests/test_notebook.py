"""The cell magic, what a notebook shows, and the notebooks of this folder, executed."""

from pathlib import Path

import pytest

import grundy as gr
from grundy.magic import cell
from shared import ENDLESS, long

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


def test_a_cell_defines_games_and_checks_claims():
    names = {}
    verdicts = cell("mine", 'game a(n) { move n - 1 }\ngame b[k](n) { move n - i for i in 1..min(k, n) }\nclaim "c" on a: G = n mod 2', names)
    assert verdicts.summary == {"proved": 1} and set(names) == {"mine", "a"}
    assert names["a"][5] == 1 and names["mine"]["b[3]"][7] == 3
    assert cell("", "game a(n) { move n - 1 }", names) is names["rules"]
    with pytest.raises(gr.InputError, match="<cell mine>:1:24"):
        cell("mine", "game a(n) { move n - k }"[:20] + " - kk }", {})
    with pytest.raises(gr.InputError, match="no name"):
        cell("two words", "game a(n) { move n - 1 }", {})


def test_a_cell_leaves_other_names_alone():
    names = {"np": pytest}
    with pytest.warns(UserWarning, match="is something else in this notebook"):
        cell("mine", "game np(a) { move a - 1 }\ngame print(a) { move a - 1 }\ngame own(a) { move a - 1 }", names)
    assert names["np"] is pytest and "print" not in names and names["own"][3] == names["mine"]["np"][3] == 1


def test_rich_display():
    table = gr.Game("wythoff").table((20, 20))
    assert table._repr_png_().startswith(b"\x89PNG") and gr.Game("star_nim[2]").table(9)._repr_png_()
    assert not hasattr(table + 1, "_repr_png_") and table[3]._repr_png_() is None
    assert "20 x 20 values of <code>wythoff" in table._repr_html_() and "corner" not in table._repr_html_()
    assert gr.Game("star_nim[3]").table(5)._repr_png_() is None
    html = gr.Game("wythoff + kayles")._repr_html_()
    assert "<b>wythoff + kayles</b>" in html and "game kayles" in html
    assert gr.Game("wythoff").picture(30, mode="mod 3", format="svg").startswith(b"<svg")


def test_a_large_table_shows_a_corner_and_says_so():
    table = gr.Game("nim[2]").table((500, 700))
    shown = table._repr_html_()
    assert "500 x 700" in shown and "the corner of 400 x 400 cells is drawn" in shown
    text = repr(table)
    assert "The corner of 12 x 12 cells is shown" in text and len(text) < 1000
    assert "corner" not in repr(table[:3, :4]) and repr(table[:2, :3]) == "<2 x 3 values of nim[2]>\n0 1 2\n1 0 3"
    assert "·" in repr(gr.Game("star_nim[2]").table(3)) and "<pre>" in gr.Game("nim[3]").table(3)._repr_html_()


def run(path):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=None, resources={"metadata": {"path": str(path.parent)}})
    return client.execute()


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=() if path.stem == "a-new-game" else long, id=path.stem) for path in NOTEBOOKS],
)
def test_the_notebooks_run(path):
    executed = run(path)
    shown = [output for cell in executed.cells for output in cell.get("outputs", [])]
    assert shown and not any(output.output_type == "error" for output in shown)


@pytest.fixture
def kernel():
    """A kernel of Jupyter that runs, and the client that a front end has."""
    manager = pytest.importorskip("jupyter_client").KernelManager()
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=None)
    yield manager, client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def outcome(client, code, answers=(), told=None):
    """What a cell prints, and the reply; lines that it asks for are answered, and `told` is called with each text."""
    answers, printed = list(answers), []

    def output(message):
        if message["msg_type"] == "stream":
            printed.append(message["content"]["text"])
            if told:
                told(printed[-1])

    def asked(_):
        client.input(answers.pop(0))

    reply = client.execute_interactive(
        code, allow_stdin=True, timeout=None, output_hook=output, stdin_hook=asked
    )
    assert not answers
    return "".join(printed), reply["content"]


def test_a_cell_asks_for_moves(kernel):
    _, client = kernel
    printed, reply = outcome(client, "import grundy as gr; gr.play('nim[2]', (1, 1), seed=1)", ["moves", "#1"])
    assert reply["status"] == "ok" and "#1" in printed and "I move to" in printed


def test_the_button_that_interrupts_ends_a_question(kernel):
    manager, client = kernel
    code = f"""
import threading
import grundy as gr
game = gr.Game("parts", {ENDLESS!r})
def tell():
    while not game._is_busy():
        pass
    print("it computes", flush=True)
threading.Thread(target=tell).start()
game[2000]
"""
    _, reply = outcome(client, code, told=lambda text: manager.interrupt_kernel() if "it computes" in text else None)
    assert reply["status"] == "error" and reply["ename"] == "KeyboardInterrupt"
    printed, reply = outcome(client, "print(gr.Game('nim[2]')[3, 5])")
    assert (printed, reply["status"]) == ("6\n", "ok")


def test_there_are_four_notebooks():
    assert len(NOTEBOOKS) == 4
