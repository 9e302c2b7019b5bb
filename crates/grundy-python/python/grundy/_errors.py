"""The exceptions.

In: the JSON object of an error, as the program prints it, and its drawing. Out: an exception whose text is the drawing, with the object's fields.
"""

from __future__ import annotations

import json
from typing import Any


class Error(Exception):
    """What went wrong. Its text is the message as the program draws it, with the place in the rules or in the question.

    Attributes: `message`, the sentence; `code`, a word for the kind of error; `file`, `line`, `column`, `length`, the place, if there is one (lines and
    columns from 1, in characters); `help`, advice; `rendered`, the drawing.
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


class NotVerified(Error):
    """A certificate does not hold."""


def made(text: str, exit_code: int, rendered: str) -> Error:
    """The exception for an error object of the program; called from Rust."""
    fields = json.loads(text)["error"]
    code = fields.get("code")
    if code in ("time", "interrupted"):
        return TimeIsOver(rendered, fields)
    return (InputError if exit_code == 2 else LimitError)(rendered, fields)


def _again(kind: type[Error], rendered: str, attributes: dict[str, Any]) -> Error:
    error = kind(rendered)
    error.__dict__.update(attributes)
    return error
