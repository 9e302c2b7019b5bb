"""The examples of the book's chapter, as they stand."""

import doctest
import re
from pathlib import Path

CHAPTER = Path(__file__).parents[3] / "book/src/notebook.md"


def test_the_examples_of_the_chapter():
    blocks = re.findall(r"^```pycon\n(.*?)^```", CHAPTER.read_text(encoding="utf-8"), re.S | re.M)
    assert len(blocks) > 4
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "notebook.md", str(CHAPTER), 0)
    said = []
    runner = doctest.DocTestRunner(optionflags=options, verbose=False)
    runner.run(test, out=said.append)
    assert runner.failures == 0, "".join(said)
