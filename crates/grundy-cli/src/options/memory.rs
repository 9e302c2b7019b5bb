//! Sizes of memory: as users write them, and as the system reports them.

/// The free memory that is assumed if the system does not report it.
const UNKNOWN: u64 = 2 << 30;

/// The limits of a process that bound its memory, and what of it each counts.
const LIMITS: [(&str, &str); 2] = [("Max address space", "VmSize:"), ("Max data size", "VmData:")];

/// The bytes that a thread may reserve and not use: its stack, and the pool from which it takes memory.
const RESERVED: u64 = 72 << 20;

/// With fewer bytes than these, the stacks and pools of several threads leave too little for the work.
const SEVERAL: u64 = 768 << 20;

/// The least number of bytes of addresses for a run.
const LEAST: u64 = 600 << 20;

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

/// The memory that is free now: on the machine, in the container, and under the limits of the process (`ulimit -v`, `ulimit -d`).
#[must_use]
pub fn available_memory() -> u64 {
    let process = free_under(&read("/proc/self/limits"), &read("/proc/self/status"));
    least([free_of(&read("/proc/meminfo")), super::container::free(), process])
}

/// The smallest of the numbers that are known: the free memory of a machine, of a container, and under the limits of a process.
fn least(free: [Option<u64>; 3]) -> u64 {
    free.into_iter().flatten().min().unwrap_or(UNKNOWN)
}

/// Why no run is begun: the limits of the process are below what the stacks and pools of its threads reserve, and a thread that finds no pool ends the program.
pub(crate) fn lacks_addresses() -> Option<String> {
    let limits = read("/proc/self/limits");
    let least = LIMITS.iter().filter_map(|(limit, _)| soft(&limits, limit)).min()?;
    (least < LEAST).then(|| {
        format!(
            "this process may have {} of addresses (`ulimit -v`), and grundy needs {}: the stacks of its threads are reserved, though hardly used",
            grundy::bytes(least),
            grundy::bytes(LEAST)
        )
    })
}

/// A file of the system; on other systems there is none.
fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

/// The soft limit of a process; none if it is `unlimited`.
fn soft(limits: &str, limit: &str) -> Option<u64> {
    limits.lines().find_map(|line| line.strip_prefix(limit))?.split_whitespace().next()?.parse().ok()
}

/// Do the limits of the process leave little more than the stacks of threads? Then one thread does the work.
pub(crate) fn room_is_for_one_thread() -> bool {
    left_under(&read("/proc/self/limits"), &read("/proc/self/status")).is_some_and(|left| left < SEVERAL)
}

/// What the limits of a process (`/proc/self/limits`) leave free, since so much is in use (`/proc/self/status`). These limits count memory that is only
/// reserved, too, so that room is left for the stacks and pools of more threads.
fn free_under(limits: &str, status: &str) -> Option<u64> {
    let left = left_under(limits, status)?;
    let machine = || std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let threads = if left < SEVERAL { 1 } else { machine() };
    Some(left - threads.saturating_mul(RESERVED).min(left / 2))
}

/// What these limits leave, reserved or used.
fn left_under(limits: &str, status: &str) -> Option<u64> {
    let left = |(limit, used): &(&str, &str)| Some(soft(limits, limit)?.saturating_sub(kib(status, used).unwrap_or(0)));
    LIMITS.iter().filter_map(left).min()
}

/// The free memory of a machine (`/proc/meminfo`).
fn free_of(info: &str) -> Option<u64> {
    kib(info, "MemAvailable:")
}

/// The bytes in a line such as `MemAvailable:   123 kB`.
fn kib(info: &str, name: &str) -> Option<u64> {
    let line = info.lines().find_map(|line| line.strip_prefix(name))?;
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
        let both = |machine, container| least([machine, container, None]);
        assert_eq!([both(Some(40), Some(30)), both(Some(40), Some(50)), both(Some(40), None)], [30, 40, 40]);
        assert_eq!([both(None, Some(30)), both(None, None), least([Some(40), Some(30), Some(20)])], [30, UNKNOWN, 20]);
    }

    #[test]
    fn the_limits_of_the_process_count() {
        let limits = |space: &str, data: &str| {
            format!(
                "Limit                     Soft Limit           Hard Limit           Units     \n\
                 Max data size             {data}                unlimited            bytes     \n\
                 Max address space         {space}            unlimited            bytes     \n"
            )
        };
        let status = "Name:\tgrundy\nVmPeak:\t  9000000 kB\nVmSize:\t  1048576 kB\nVmData:\t   524288 kB\n";
        let free = |space: &str, data: &str| free_under(&limits(space, data), status);
        assert_eq!(free("unlimited", "unlimited"), None);
        assert_eq!(free_under("", status), None);
        // What is used is taken off; half of the rest, at least, is free.
        let (most, half) = ((1 << 40) - (1 << 30), ((1u64 << 40) - (1 << 30)) / 2);
        assert!(free("1099511627776", "unlimited").is_some_and(|free| (half..most).contains(&free)));
        assert_eq!(free("1073741824", "unlimited"), Some(0));
        assert_eq!(free("1073741825", "unlimited"), Some(1));
        assert_eq!(free("1099511627776", "536870922"), Some(5));
    }
}
