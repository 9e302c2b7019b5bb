"""Rules that several files of tests ask, and the mark of the long tests."""

import os

import pytest

#: A test that takes long, and looks at what another test looks at, too.
long = pytest.mark.skipif("GRUNDY_LONG" not in os.environ, reason="one of the long tests: GRUNDY_LONG=1")

#: The values of these heaps to 2000 take more splits than any machine makes while somebody waits.
ENDLESS = "game parts(n) { split a, b for a in 0..n - 1, b in 0..n - 1 if a + b < n and a*b mod 3 != 2 }"
