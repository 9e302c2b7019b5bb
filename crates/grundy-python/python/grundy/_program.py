"""The commands of the program, asked from Python.

In: a command, a game with its rules and options, more words. Out: the JSON objects that the program prints, or an exception. The program runs within
this process.
"""

from __future__ import annotations

import json
import math
import numbers
import re
from collections.abc import Callable, Sequence
from typing import Any

from . import _grundy
from ._errors import Error, InputError, in_python, made

Object = dict[str, Any]


def objects(
    words: Sequence[str],
    sources: Sequence[tuple[str, str]] = (),
    *,
    input: bytes = b"",
    each: Callable[[Object], None] | None = None,
    accept: tuple[int, ...] = (0,),
    accept_with_rows: tuple[int, ...] = (),
    game: _grundy.Game | None = None,
) -> list[Object]:
    """The objects that a command prints. With `each`, they are passed on as they come, and the list is empty.

    Raises the error of the run, unless its exit code is one of `accept`; or one of `accept_with_rows`, if there are objects and none is an error.
    """
    found: list[Object] = []
    last: list[Object] = []
    count = 0

    def line(text: str) -> None:
        nonlocal count
        count += 1
        row = json.loads(text)
        if "error" in row and isinstance(row["error"], dict) and "status" not in row and "exit" not in row:
            last[:] = [row]
        elif each is not None:
            each(row)
        else:
            found.append(row)

    code, err, drawing = _run([words[0], "--json", *words[1:]], sources, input, line, game)
    if code not in accept and not (count > len(last) == 0 and code in accept_with_rows):
        _fail(code, last, err, drawing, sources)
    return found


def output(words: Sequence[str], sources: Sequence[tuple[str, str]] = ()) -> bytes:
    """The standard output of a command, in a format that is not text."""
    code, out, err, _ = _grundy.run(_words(words, sources))
    if code != 0:
        _fail(code, [], err, "", sources)
    return out


def converse(words: Sequence[str], sources: Sequence[tuple[str, str]], ask: Callable[[str], str], tell: Callable[[str], None]) -> None:
    """A command that is a conversation: `ask` reads a line from a person, after a prompt, and `tell` takes what is said, line by line."""
    code, rest, err, drawing = _grundy.run(_words(words, sources), line=tell, prompt=ask)
    if rest:
        tell(rest.decode())
    if code != 0:
        _fail(code, [], err, drawing, sources)


def time_words(time: float | None) -> list[str]:
    """The option for the time that a question may take, in seconds."""
    if time is None:
        return []
    if isinstance(time, bool) or not isinstance(time, numbers.Real):
        raise TypeError(f"`time` is a number of seconds, found {type(time).__name__}")
    if not (time >= 0 and math.isfinite(time)):
        raise InputError(f"`time` is a number of seconds, found {time}")
    return ["--time", f"{float(time):f}s"]


def _run(
    words: Sequence[str],
    sources: Sequence[tuple[str, str]],
    input: bytes,
    line: Callable[[str], None],
    game: _grundy.Game | None,
) -> tuple[int, str, str]:
    code, rest, err, drawing = _grundy.run(_words(words, sources), input=input, line=line, game=game)
    if rest:
        line(rest.decode())
    return code, err, drawing


def _words(words: Sequence[str], sources: Sequence[tuple[str, str]]) -> list[str]:
    return [words[0], *(word for _, text in sources for word in ("-e", text)), *words[1:]]


def _fail(code: int, last: list[Object], err: str, drawing: str, sources: Sequence[tuple[str, str]]) -> None:
    if last:
        error = dict(last[0]["error"])
        error["file"] = _named(error["file"], sources) if error.get("file") else None
        text = json.dumps({"error": error})
        raise made(text, code, _named(drawing or err.strip(), sources) or error["message"])
    sentence = in_python(_named(err.strip(), sources)) or f"the program ended with exit code {code}"
    kind = re.search(r"^error\[([\w-]+)\]: ", sentence, re.MULTILINE)
    message = sentence[kind.end() :] if kind else sentence.removeprefix("error: ").removeprefix("note: ")
    raise made(json.dumps({"error": {"message": message, "code": kind[1] if kind else "refused"}}), code, sentence)


def _named(text: str, sources: Sequence[tuple[str, str]]) -> str:
    """The text with the names of the sources, which the program knows by their numbers."""

    def name(found: re.Match[str]) -> str:
        number = int(found.group(1) or 1) - 1
        return sources[number][0] if number < len(sources) else found.group(0)

    return re.sub(r"<-e(?:, (\d+))?>", name, text)


__all__ = ["Error", "Object", "converse", "objects", "output", "time_words"]
