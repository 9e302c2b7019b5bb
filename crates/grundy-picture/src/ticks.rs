//! The numbers on an axis.
//!
//! In: the first number, how many there are, the room. Out: the numbers that are written: the multiples of a power of two, for the tables of this
//! field repeat at powers of two; as many as there is room for.

/// The width of a character, and of the gap between two labels, in pixels.
pub(crate) const CHARACTER: u64 = 8;

/// The numbers from `lo`, `len` of them, of which each has `scale` pixels; a label needs `room(number)` pixels.
pub(crate) fn ticks(lo: u64, len: u64, scale: f64, room: impl Fn(u64) -> u64) -> Vec<u64> {
    if len == 0 {
        return vec![];
    }
    let last = lo.saturating_add(len - 1);
    let mut step = 1u64;
    while (step as f64) * scale < room(last) as f64 && step < 1 << 62 {
        step *= 2;
    }
    let first = lo.div_ceil(step).saturating_mul(step);
    (0..).map_while(|k| first.checked_add(step.checked_mul(k)?).filter(|n| *n <= last)).collect()
}

/// The room of labels beside each other.
pub(crate) fn beside(last: u64) -> u64 {
    CHARACTER * (last.to_string().len() as u64 + 2)
}

/// The room of labels below each other.
pub(crate) fn below(_: u64) -> u64 {
    28
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_multiples_of_a_power_of_two_that_fit() {
        assert_eq!(ticks(0, 16, 32.0, beside), (0..16).collect::<Vec<u64>>());
        assert_eq!(
            ticks(0, 513, 2.0, beside),
            [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448, 480, 512]
        );
        assert_eq!(ticks(70, 20, 8.0, below), [72, 76, 80, 84, 88]);
        assert_eq!(ticks(0, 0, 1.0, below), []);
        assert_eq!(ticks(u64::MAX, 1, 64.0, below), [u64::MAX]);
        assert!(ticks(0, 1 << 40, 1e-8, below).len() < 400);
    }
}
