"""The program: `python -m grundy value nim 3,5`, or `grundy value nim 3,5`."""

import sys

from . import _grundy


def main() -> int:
    """Runs the program with the arguments and the streams of the process, whose Ctrl-C it handles from then on; returns the exit code."""
    return _grundy.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
