//! Periods on a finite line: the part of a claimed period that a table can test.

/// Fails unless `line` repeats with this preperiod and period as far as it goes, both the least possible there.
pub(crate) fn assert_least_period(line: &[i64], preperiod: usize, period: usize, what: &str) {
    assert!(line.len() >= preperiod + 2 * period, "{what}: {} entries show no period {period}", line.len());
    assert!(repeats(line, preperiod, period), "{what}: {period} from {preperiod} on is no period");
    if preperiod > 0 {
        assert!(!repeats(line, preperiod - 1, period), "{what}: the preperiod is less than {preperiod}");
    }
    for shorter in proper_divisors(period) {
        assert!(!repeats(line, preperiod, shorter), "{what}: {shorter} is a period, less than {period}");
    }
}

/// Is every entry from `from` on equal to the one a period later?
pub(crate) fn repeats(line: &[i64], from: usize, period: usize) -> bool {
    line[from..].iter().zip(&line[from + period..]).all(|(now, later)| now == later)
}

/// An additively periodic line made periodic: its values less their indices.
pub(crate) fn drift(values: impl IntoIterator<Item = u64>) -> Vec<i64> {
    values.into_iter().enumerate().map(|(n, value)| signed(value) - signed(n as u64)).collect()
}

/// A value as a signed number.
pub(crate) fn signed(value: u64) -> i64 {
    i64::try_from(value).expect("a table's values are small")
}

fn proper_divisors(n: usize) -> impl Iterator<Item = usize> {
    (1..=n / 2).filter(move |&d| n.is_multiple_of(d))
}
