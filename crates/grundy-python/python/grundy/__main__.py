"""The program: `python -m grundy value nim 3,5`, or `grundy value nim 3,5`."""

import sys

from . import _grundy


def main() -> int:
    """Runs the program with the arguments of the process; returns the exit code."""
    words = sys.argv[1:]
    given = sys.stdin.buffer.read() if "-" in words else b""

    def line(text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    streamed = not any(word.startswith("--format") or word in ("-o",) for word in words)
    try:
        code, out, err, _ = _grundy.run(words, input=given, line=line if streamed else None)
        sys.stdout.buffer.write(out)
        sys.stdout.flush()
        sys.stderr.write(err)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 0
    return code


if __name__ == "__main__":
    sys.exit(main())
