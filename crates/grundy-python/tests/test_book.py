"""The examples of the book's chapters on Python, as they stand; and what Sage hands over in place of Python's integers."""

import doctest
import re
from pathlib import Path

import pytest

import grundy as gr

CHAPTERS = [Path(__file__).parents[3] / "book/src" / name for name in ("notebook.md", "sage.md")]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_the_examples_of_the_chapters(chapter):
    pytest.importorskip("pandas")
    blocks = re.findall(r"^```pycon\n(.*?)^```", chapter.read_text(encoding="utf-8"), re.S | re.M)
    assert len(blocks) > 1
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, chapter.name, str(chapter), 0)
    said = []
    runner = doctest.DocTestRunner(optionflags=options, verbose=False)
    runner.run(test, out=said.append)
    assert runner.failures == 0, "".join(said)


class Integer:
    """As Sage's integers: they have an index, and are no `int`."""

    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


def test_whatever_has_an_index_is_an_integer():
    wythoff, nim, three, seven = gr.Game("wythoff"), gr.Game("nim[1]"), Integer(3), Integer(7)
    assert wythoff[three, seven] == wythoff[3, 7] and (three, seven) in wythoff and nim[Integer(10**100)] == 10**100
    assert wythoff.table((three, seven)).tolist() == wythoff[:three, : Integer(7)].tolist() == wythoff.table((3, 7)).tolist()
    assert (three * nim)[1, 2, 4] == 7 and sum([nim, nim], Integer(0))[1, 2] == 3
    assert wythoff.count(seven) == wythoff.count(7) and nim.sequence(three).tolist() == [0, 1, 2]
    assert [m.position for m in wythoff.moves((three, Integer(4))) if m.wins] == [(1, 2)]
