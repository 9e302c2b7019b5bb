//! Sizes of memory: as users write them, and as the system reports them.

/// The free memory that is assumed if the system does not report it.
const UNKNOWN: u64 = 2 << 30;

/// The units; `K` means `KiB`.
const UNITS: [(&str, u64); 13] = [
    ("", 1),
    ("b", 1),
    ("k", 1 << 10),
    ("kib", 1 << 10),
    ("kb", 1_000),
    ("m", 1 << 20),
    ("mib", 1 << 20),
    ("mb", 1_000_000),
    ("g", 1 << 30),
    ("gib", 1 << 30),
    ("gb", 1_000_000_000),
    ("t", 1 << 40),
    ("tib", 1 << 40),
];

/// `8G`, `1.5GiB`, `500000`: bytes.
///
/// ```
/// assert_eq!(grundy_cli::parse_memory("1.5k"), Ok(1536));
/// ```
///
/// # Errors
/// A text that is no size, no memory at all, or more than 2^64 bytes.
pub fn parse_memory(text: &str) -> Result<u64, String> {
    let sentence = || format!("`{text}` is no size; write 8G, 512M or a number of bytes");
    let text_ = text.trim().to_ascii_lowercase();
    let (number, unit) =
        text_.split_at(text_.len() - text_.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len());
    let unit = UNITS.iter().find(|(name, _)| *name == unit.trim()).map(|(_, unit)| *unit).ok_or_else(sentence)?;
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() || number.ends_with('.') || fraction.len() > 9 {
        return Err(sentence());
    }
    let too_large = || format!("`{text}` is more than 2^64 bytes");
    let whole: u64 = whole.parse().map_err(|_| too_large())?;
    let bytes = whole.checked_mul(unit).ok_or_else(too_large)?;
    let part: u64 = format!("0{fraction}").parse().map_err(|_| sentence())?;
    let part = u128::from(part) * u128::from(unit) / 10u128.pow(fraction.len() as u32);
    let bytes = bytes.checked_add(part as u64).ok_or_else(too_large)?;
    if bytes == 0 { Err("no work is possible in no memory".into()) } else { Ok(bytes) }
}

/// The memory that is free now, on the machine and in the container.
#[must_use]
pub fn available_memory() -> u64 {
    let info = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    least(free_of(&info), super::container::free())
}

/// The smaller of the free memory of a machine and of a container.
fn least(machine: Option<u64>, container: Option<u64>) -> u64 {
    machine.into_iter().chain(container).min().unwrap_or(UNKNOWN)
}

/// The line `MemAvailable:   123 kB` of `/proc/meminfo`.
fn free_of(info: &str) -> Option<u64> {
    let line = info.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1 << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        for (text, bytes) in [
            ("1", 1),
            ("8G", 8 << 30),
            ("8GiB", 8 << 30),
            ("8 GB", 8_000_000_000),
            ("512m", 512 << 20),
            ("1.5k", 1536),
            ("0.5T", 1 << 39),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(parse_memory(text), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn other_words_are_refused() {
        for text in
            ["", "G", ".5G", "5.G", "1.2.3", "-1", "8X", "eight", "8G G", "0", "0.0K", "1.0000000001G", "é", "8é"]
        {
            assert!(parse_memory(text).is_err(), "{text}");
        }
        for text in ["18446744073709551616", "16777216T", "16777215.9999T", "99999999999999999999999"] {
            let large = parse_memory(text);
            assert!(large == Ok(u64::MAX - 109_951_162) || large.is_err() || text.contains('.'), "{text}: {large:?}");
        }
    }

    #[test]
    fn free_memory_is_found() {
        let info = "MemTotal:       100 kB\nMemAvailable:     40 kB\nBuffers: 1 kB\n";
        assert_eq!(free_of(info), Some(40 << 10));
        assert_eq!(free_of("MemTotal: 1 kB"), None);
        assert!(available_memory() > 0);
    }

    #[test]
    fn a_container_that_has_less_is_what_counts() {
        assert_eq!([least(Some(40), Some(30)), least(Some(40), Some(50)), least(Some(40), None)], [30, 40, 40]);
        assert_eq!([least(None, Some(30)), least(None, None)], [30, UNKNOWN]);
    }
}
