"""The types: the stubs are those of the module, and a program that uses them is right under mypy's strictest options."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from shared import long

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))


@pytest.fixture(scope="module")
def mypy(tmp_path_factory):
    """Runs mypy at its strictest. The runs share what they know of other packages' types, which takes most of the time."""
    pytest.importorskip("mypy")
    cache = tmp_path_factory.mktemp("mypy")

    def run(*paths):
        words = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(cache), *map(str, paths)]
        return subprocess.run(words, capture_output=True, text=True)

    return run


def test_the_examples_are_right_under_strict_mypy(mypy):
    ran = mypy(*EXAMPLES)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs(example):
    ran = subprocess.run([sys.executable, str(example)], capture_output=True, text=True)
    assert ran.returncode == 0 and ran.stdout, ran.stderr


def test_a_wrong_example_is_found(mypy, tmp_path):
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import grundy as gr\n\nx: str = gr.Game('nim[2]')[3, 5]\ngr.Game(3)\n")
    ran = mypy(wrong)
    assert ran.returncode == 1 and "wrong.py:3" in ran.stdout and "wrong.py:4" in ran.stdout


def pyright(*words, cwd):
    pytest.importorskip("pyright")
    # It looks for packages where the first `python` of the path does.
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    ran = subprocess.run(
        [sys.executable, "-m", "pyright", *words], capture_output=True, text=True, cwd=cwd, env=environment
    )
    if "Type completeness" not in ran.stdout and " error" not in ran.stdout:
        pytest.skip(f"pyright does not run here: {ran.stderr[-200:]}")
    return ran


@long
def test_everything_public_has_a_type(tmp_path):
    """What NumPy's own stubs leave open is not counted."""
    ran = pyright("--ignoreexternal", "--verifytypes", "grundy", cwd=tmp_path)
    score = float(re.search(r"completeness score: ([\d.]+)%", ran.stdout).group(1))
    assert score >= 95, ran.stdout


@long
def test_a_session_is_right_under_strict_pyright(tmp_path):
    """The stubs leave nothing open to those who use them."""
    session = next(example for example in EXAMPLES if example.stem == "session")
    (tmp_path / session.name).write_text("# pyright: strict\n" + session.read_text())
    ran = pyright(session.name, cwd=tmp_path)
    assert "0 errors" in ran.stdout, ran.stdout


def test_the_stubs_are_those_of_the_module(tmp_path):
    pytest.importorskip("mypy")
    ran = subprocess.run([sys.executable, "-m", "mypy.stubtest", "grundy"], capture_output=True, text=True, cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
