"""The exceptions.

In: the JSON object of an error, as the program prints it, and its drawing. Out: an exception whose text is the drawing, with the object's fields.
"""

from __future__ import annotations

import json
import re
from typing import Any


class Error(Exception):
    """What went wrong. Its text is the message as the program draws it, with the place in the rules or in the question.

    Attributes: `message`, the sentence; `code`, a word for the kind of error; `file`, `line`, `column`, `length`, the place, if there is one (lines and
    columns from 1, in characters); `help`, advice; `rendered`, the drawing; `rows`, the answers of a sweep that are there all the same.
    """

    def __init__(self, rendered: str, fields: dict[str, Any] | None = None) -> None:
        super().__init__(rendered)
        fields = fields or {}
        self.rendered = rendered
        self.message: str = fields.get("message") or rendered
        self.code: str = fields.get("code") or ""
        self.file: str | None = fields.get("file")
        self.line: int | None = fields.get("line")
        self.column: int | None = fields.get("column")
        self.length: int | None = fields.get("length")
        self.help: str | None = fields.get("help")
        self.rows: list[Any] | None = fields.get("rows")

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.rendered, self.__dict__.copy())

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows: the drawing, without the stack frames of this package."""
        return [self.rendered]


class InputError(Error, ValueError):
    """The input is wrong: rules, a game, a position, an option."""


class LimitError(Error):
    """A limit was reached, or the search found nothing."""


class TimeIsOver(LimitError, TimeoutError):
    """The time that was allowed is over."""


class Stopped(LimitError):
    """The question was stopped by `Game.stop`, from another thread."""


class NotVerified(Error):
    """A certificate does not hold."""


def made(text: str, exit_code: int, rendered: str) -> Error:
    """The exception for an error object of the program; called from Rust."""
    fields = json.loads(text)["error"]
    fields["message"] = in_python(fields["message"])
    if fields.get("help"):
        fields["help"] = in_python(fields["help"])
    rendered = in_python(rendered)
    code = fields.get("code")
    if code == "stopped":
        return Stopped(rendered, fields)
    if code in ("time", "interrupted"):
        return TimeIsOver(rendered, fields)
    return (InputError if exit_code == 2 else LimitError)(rendered, fields)


_FLAGS = {name: f"{name}=True" for name in ("misere", "plain", "sorted", "outcome", "wins", "certificate", "second")}
"""The options that say yes or no, in Python."""
_FLAGS["remoteness"] = "lengths=True"
_NAMES = {"checkpoint": "folder"}
"""What other options are called in Python, where the name is another one."""
_KNOWN = (
    "at base certificates checkpoint columns do effort engine format level memory mode only output palette seed seeds shard terms threads time to value where"
).split()
"""The other options that are arguments in Python; those that are none keep their names."""
_OPTION = re.compile(r"--([a-z][a-z-]*)(?:[ =](?=[\w<'])('[^'`]*'|[^`\s;,)]+))?")
_SENTENCES = {
    "without `-o` they are CSV on standard output": "without `output` they are what is returned",
    "\n\nFor more information, try '--help'.": "",
    "For more information, try '--help'.": "",
}
"""Sentences that are about a terminal, and what is so in Python."""


def in_python(text: str) -> str:
    """A sentence that names options of the program, with the arguments that they are in Python: `--memory` is `memory=`, `--engine heaps` is `engine="heaps"`."""

    def option(found: re.Match[str]) -> str:
        name, value = found.group(1), found.group(2)
        if name in _FLAGS:
            return _FLAGS[name] + (f" {value}" if value and not value.isupper() else "")
        if name not in _KNOWN:
            return found.group(0)
        name = _NAMES.get(name, name)
        if value is None:
            return f"{name}="
        value = value.strip("'")
        seconds = re.fullmatch(r"([0-9.]+)s", value)
        is_plain = value.isupper() or value.isdigit()
        return f"{name}={seconds.group(1)}" if seconds else f"{name}={value}" if is_plain else f'{name}="{value}"'

    def quoted(found: re.Match[str]) -> str:
        inner = found.group(1)
        if inner.startswith("grundy "):
            command, _, rest = inner.removeprefix("grundy ").partition(" ")
            inner = f"Game.{command}(…{', ' + rest if rest.startswith('--') else ''})" if command in _METHODS else inner
        if inner == "-o":
            return "`output`"
        return f"`{_OPTION.sub(option, inner)}`"

    def named(found: re.Match[str]) -> str:
        name = found.group(1)
        return f"`{_NAMES.get(name, name)}`" if name in _KNOWN else f"`{_FLAGS[name]}`" if name in _FLAGS else found.group(0)

    for sentence, own in _SENTENCES.items():
        text = text.replace(sentence, own)
    # What reads a command line names options as '--level <LEVEL>'.
    text = re.sub(r"'--([a-z][a-z-]*)(?: <[^>']*>)?(?:\.\.\.)?'", named, text)
    # Other options stand between backticks; dashes elsewhere are left alone.
    return re.sub(r"`(grundy [a-z][^`\n]*|-o|[^`\n]*--[a-z][^`\n]*)`", quoted, text)


_METHODS = ("table", "value", "moves", "positions", "sequence", "period", "solutions", "classify", "converge", "discover")


def _again(kind: type[Error], rendered: str, attributes: dict[str, Any]) -> Error:
    error = kind(rendered)
    error.__dict__.update(attributes)
    return error
