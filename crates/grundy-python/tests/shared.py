"""Rules that several files of tests ask."""

#: The values of these heaps to 2000 take more splits than any machine makes while somebody waits.
ENDLESS = "game parts(n) { split a, b for a in 0..n - 1, b in 0..n - 1 if a + b < n and a*b mod 3 != 2 }"
