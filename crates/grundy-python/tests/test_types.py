"""The types: the stubs are those of the module, and a program that uses them is right under mypy's strictest options."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_right_under_strict_mypy_and_runs(example, tmp_path):
    pytest.importorskip("mypy")
    words = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(example)]
    ran = subprocess.run(words, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    ran = subprocess.run([sys.executable, str(example)], capture_output=True, text=True)
    assert ran.returncode == 0 and ran.stdout, ran.stderr


def test_a_wrong_example_is_found(tmp_path):
    pytest.importorskip("mypy")
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import grundy as gr\n\nx: str = gr.Game('nim[2]')[3, 5]\ngr.Game(3)\n")
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(wrong)], capture_output=True, text=True
    )
    assert ran.returncode == 1 and "wrong.py:3" in ran.stdout and "wrong.py:4" in ran.stdout


def test_the_stubs_are_those_of_the_module(tmp_path):
    pytest.importorskip("mypy")
    ran = subprocess.run([sys.executable, "-m", "mypy.stubtest", "grundy"], capture_output=True, text=True, cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
