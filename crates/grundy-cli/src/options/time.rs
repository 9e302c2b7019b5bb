//! Times as users write them.

use std::time::{Duration, Instant};

/// The units, in seconds.
const UNITS: [(char, u64); 3] = [('s', 1), ('m', 60), ('h', 3600)];

/// `30s`, `10m`, `2h`; a number alone is seconds.
pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    let wrong = || format!("a time is a number and `s`, `m` or `h`, such as `30s`, `10m`, `2h`; found `{text}`");
    let (number, unit) = match UNITS.iter().find(|(c, _)| text.ends_with(*c)) {
        Some((c, unit)) => (text.trim_end_matches(*c), *unit),
        None => (text, 1),
    };
    let number: f64 = number.trim().parse().map_err(|_| wrong())?;
    if number.is_nan() || number < 0.0 {
        return Err(wrong());
    }
    // What no clock counts to has the end that the longest time has.
    Ok(Duration::try_from_secs_f64(number * unit as f64).unwrap_or(CENTURY))
}

/// An upper bound on the time of work, since clocks do not count much further.
const CENTURY: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

/// The moment at which work that began at one and may take this long must end.
pub(crate) fn deadline(begun: Instant, time: Duration) -> Instant {
    begun + time.min(CENTURY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        for (text, seconds) in [
            ("30s", 30),
            ("10m", 600),
            ("2h", 7200),
            ("5", 5),
            ("0.5m", 30),
            ("99999999999999999999h", CENTURY.as_secs()),
        ] {
            assert_eq!(parse_time(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for text in ["", "s", "ten", "-3s", "1d", "nan"] {
            assert!(parse_time(text).is_err_and(|why| why.contains("such as")), "{text}");
        }
    }

    #[test]
    fn any_time_has_an_end() {
        let long = parse_time("5000000000000000h").expect("a time");
        let now = Instant::now();
        assert!(deadline(now, long) > deadline(now, Duration::from_secs(3600)));
    }
}
