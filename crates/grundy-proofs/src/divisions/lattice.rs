//! The lattice of quotients, from the smallest to the number itself.
//!
//! In: a number n, [`Axes`], and what is kept of each quotient ([`Cells`]). Out: what is kept of n.
//!
//! A quotient is q = floor(n / (b1^i b2^j …)). For given exponents of all bases but the first they are the beginnings of one number in base b1, a *row*:
//! its digits, from the left, give q modulo anything. A row follows from the next one in the direction of b2 by
//! multiplication with b2 and addition of a digit of n in base b2 (Lemma 1 of Nivasch and Rubinstein says that quotients of quotients are quotients), so
//! that large numbers occur only where n is written in the bases. Rows are computed from high exponents to low ones, and in a
//! row the beginnings from short to long: what a quotient needs of its own quotients is there.

use crate::exact::{index, short};
use std::collections::HashMap;

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::axes::Axes;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::stop::{Result, Stop};
use grundy_rules::lang::Diagnostic;

/// What is kept of quotients.
pub(super) trait Cells {
    /// What is kept of one.
    type Window: Clone;

    /// Quotients below this are looked up.
    fn table(&self) -> u64;

    /// Of a quotient below the table's end.
    fn looked_up(&self, quotient: u64) -> Self::Window;

    /// Residues are told apart modulo this.
    fn modulus(&self) -> u64;

    /// Of a quotient, by its residue and what is kept of its quotient by each divisor; `None` where that is not enough.
    fn window<'a>(&mut self, residue: u64, quotient: impl Fn(usize) -> &'a Self::Window) -> Option<Self::Window>
    where
        Self::Window: 'a;
}

/// What became of the walk.
pub(super) enum Walked<W> {
    /// Of the number itself.
    Done(W),
    /// At the quotient by the bases to these exponents what is kept was not enough.
    Failed(Vec<u32>),
}

/// How many quotients there are, roughly.
pub(super) fn size(n: &UBig, axes: &Axes) -> f64 {
    let bits = n.bit_len() as f64;
    let edges = axes.bases.iter().map(|base| bits / (*base as f64).log2() + 1.0);
    edges.zip(1..).map(|(edge, k)| edge / f64::from(k)).product()
}

/// The same as a number for people who wait; nothing is decided by it.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the number is not negative, and too large a one is the greatest"
)]
fn foreseen(n: &UBig, axes: &Axes) -> u64 {
    size(n, axes) as u64
}

/// Computes what is kept of n.
///
/// # Errors
/// An interruption; too little memory.
pub(super) fn walk<C: Cells>(n: &UBig, axes: &Axes, cells: &mut C, limits: &Limits) -> Result<Walked<C::Window>> {
    limits.progress.expect(foreseen(n, axes));
    let residues = Residues::new(axes.bases[0], cells.modulus());
    let mut walk = Walk { axes, cells, limits, residues, planes: HashMap::new(), room: 0 };
    let outer = outer(n, &axes.bases[2.min(axes.bases.len())..]);
    for (exponents, part) in outer.into_iter().rev() {
        if let Err(failed) = walk.plane(&exponents, &part)? {
            return Ok(Walked::Failed(failed));
        }
    }
    let whole = vec![0; axes.bases.len().saturating_sub(2)];
    let first = walk.planes[&whole].first().and_then(|row| row.first()).cloned();
    Ok(Walked::Done(first.unwrap_or_else(|| walk.cells.looked_up(0))))
}

/// All quotients by the bases from the third on that are not 0, in an order in which higher exponents come later.
fn outer(n: &UBig, bases: &[u64]) -> Vec<(Vec<u32>, UBig)> {
    let mut all = vec![(vec![], n.clone())];
    for base in bases {
        let base = UBig::from(*base);
        let mut next = vec![];
        for (exponents, part) in all {
            let (mut part, mut exponent) = (part, 0);
            while exponent == 0 || part > UBig::ZERO {
                let mut longer: Vec<u32> = exponents.clone();
                longer.push(exponent);
                let quotient = &part / &base;
                next.push((longer, part));
                (part, exponent) = (quotient, exponent + 1);
            }
        }
        all = next;
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

/// The digits of a number, from the right; none of 0.
pub(super) fn digits(n: &UBig, base: u64) -> Vec<u64> {
    // Halving the digits' number keeps the long divisions few.
    fn go(n: &UBig, base: u64, powers: &[UBig], out: &mut Vec<u64>, width: usize) {
        let Some((power, rest)) = powers.split_last() else {
            let mut small = u64::try_from(n).unwrap_or_default();
            for _ in 0..width {
                out.push(small % base);
                small /= base;
            }
            return;
        };
        let (high, low) = (n / power, n % power);
        go(&low, base, rest, out, width / 2);
        go(&high, base, rest, out, width / 2);
    }
    // The digits of the smallest piece fit a word.
    let mut width = 1;
    while u128::from(base).pow(2 * short(width)) < 1 << 63 {
        width *= 2;
    }
    let mut powers = vec![];
    let mut power = UBig::from(base).pow(width);
    while power <= *n {
        let square = &power * &power;
        powers.push(power);
        (power, width) = (square, 2 * width);
    }
    let mut out = vec![];
    go(n, base, &powers, &mut out, width);
    while out.last() == Some(&0) {
        out.pop();
    }
    out
}

type Rows<W> = Vec<Vec<W>>;

struct Walk<'a, C: Cells> {
    axes: &'a Axes,
    cells: &'a mut C,
    limits: &'a Limits,
    residues: Residues,
    /// The rows by the exponent of the second base, by the exponents from the third on.
    planes: HashMap<Vec<u32>, Rows<C::Window>>,
    /// Bytes in use.
    room: u64,
}

/// Where what is kept of a divisor's quotient stands.
enum Source<'a, W> {
    /// In the same row, so many digits to the left.
    Same(usize),
    /// In another row.
    Other(&'a [W]),
}

impl<C: Cells> Walk<'_, C> {
    /// All quotients of one by the first two bases.
    fn plane(&mut self, exponents: &[u32], part: &UBig) -> Result<std::result::Result<(), Vec<u32>>> {
        let (first, second) = (self.axes.bases[0], self.axes.bases.get(1).copied());
        let Some(second) = second else {
            let row = self.row(&digits(part, first), &[], exponents, 0)?;
            return Ok(row.map(|row| _ = self.planes.insert(vec![], vec![row])).map_err(|i| vec![i]));
        };
        let added = digits(part, second);
        let mut rows: Rows<C::Window> = vec![vec![]; added.len()];
        let mut row = vec![];
        let multiply = Multiply::new(second, first);
        let keep_all = self.axes.bases.len() > 2;
        let farthest = self.axes.steps.iter().map(|step| step[1] as usize).max().unwrap_or(0);
        for (j, digit) in added.iter().enumerate().rev() {
            multiply.add(&mut row, *digit);
            match self.row(&row, &rows, exponents, j)? {
                Ok(found) => {
                    self.room += (found.len() * size_of::<C::Window>()) as u64;
                    rows[j] = found;
                }
                Err(i) => return Ok(Err([&[i, short(j)], exponents].concat())),
            }
            if !keep_all && j + farthest < rows.len() {
                let gone = std::mem::take(&mut rows[j + farthest]);
                self.room -= (gone.len() * size_of::<C::Window>()) as u64;
            }
            self.limits.check(self.room, "the quotients of so large a number")?;
        }
        self.planes.insert(exponents.to_vec(), rows);
        Ok(Ok(()))
    }

    /// One row from its digits; the exponent at which it fails.
    fn row(
        &mut self,
        digits: &[u64],
        rows: &[Vec<C::Window>],
        exponents: &[u32],
        j: usize,
    ) -> Result<std::result::Result<Vec<C::Window>, u32>> {
        let Walk { axes, cells, limits, residues, planes, .. } = self;
        let empty = vec![];
        let sources: Vec<Source<C::Window>> = axes
            .steps
            .iter()
            .map(|step| {
                let (along, up) = (step[0] as usize, step.get(1).map_or(0, |up| *up as usize));
                let outer = step.get(2..).unwrap_or(&[]);
                if up == 0 && outer.iter().all(|e| *e == 0) {
                    return Source::Same(along);
                }
                let from = match outer.iter().all(|e| *e == 0) {
                    true => rows.get(j + up),
                    false => {
                        let at: Vec<u32> = exponents.iter().zip(outer).map(|(a, b)| a + b).collect();
                        planes.get(&at).and_then(|rows| rows.get(j + up))
                    }
                };
                Source::Other(from.unwrap_or(&empty).get(along..).unwrap_or(&[]))
            })
            .collect();
        let nothing = cells.looked_up(0);
        let (table, base) = (cells.table(), axes.bases[0]);
        let mut row = vec![nothing.clone(); digits.len()];
        let (mut residue, mut quotient) = (0, 0u64);
        for (i, digit) in digits.iter().enumerate().rev() {
            if i.is_multiple_of(1 << 10) {
                limits.interrupted()?;
            }
            residue = residues.next(residue, *digit);
            let (low, high) = row.split_at_mut(i + 1);
            if quotient < table {
                quotient = quotient * base + digit;
                if quotient < table {
                    low[i] = cells.looked_up(quotient);
                    continue;
                }
            }
            let window = cells.window(residue, |divisor| match &sources[divisor] {
                Source::Same(along) => high.get(along - 1).unwrap_or(&nothing),
                Source::Other(row) => row.get(i).unwrap_or(&nothing),
            });
            match window {
                Some(window) => low[i] = window,
                None => return Ok(Err(short(i))),
            }
        }
        limits.progress.add(digits.len());
        Ok(Ok(row))
    }
}

/// Tables of this size spare divisions, which would be half of the time with planes of bits.
const TABLE: u64 = 1 << 14;

/// Residues of the beginnings of a number.
struct Residues {
    base: u64,
    modulus: u64,
    table: Vec<u64>,
}

impl Residues {
    fn new(base: u64, modulus: u64) -> Residues {
        let all = if base.saturating_mul(modulus) <= TABLE { base * modulus } else { 0 };
        Residues { base, modulus, table: (0..all).map(|n| n % modulus).collect() }
    }

    /// With one digit more.
    #[inline]
    fn next(&self, residue: u64, digit: u64) -> u64 {
        let n = residue * self.base + digit;
        self.table.get(index(n)).copied().unwrap_or_else(|| n % self.modulus)
    }
}

/// A number in a base, times another.
struct Multiply {
    by: u64,
    base: u64,
    /// Digit and carry.
    table: Vec<(u64, u64)>,
}

impl Multiply {
    fn new(by: u64, base: u64) -> Multiply {
        let all = if base.saturating_mul(by) <= TABLE { base * by } else { 0 };
        Multiply { by, base, table: (0..all).map(|n| (n % base, n / base)).collect() }
    }

    /// Multiplies, and adds a digit.
    fn add(&self, digits: &mut Vec<u64>, more: u64) {
        let mut carry = more;
        for digit in digits.iter_mut() {
            let total = *digit * self.by + carry;
            let parted = self.table.get(index(total)).copied();
            (*digit, carry) = parted.unwrap_or_else(|| (total % self.base, total / self.base));
        }
        while carry > 0 {
            digits.push(carry % self.base);
            carry /= self.base;
        }
    }
}

/// An error of a number that is too large, with what is possible.
pub(super) fn too_large(n: &UBig, axes: &Axes, most: f64) -> Option<Stop> {
    let quotients = size(n, axes);
    if quotients <= most {
        return None;
    }
    let digits = n.bit_len() as f64 * 2f64.log10();
    let less = (digits * (most / quotients).powf(1.0 / axes.bases.len() as f64)).floor();
    let message = format!(
        "a number of {:.0} digits has some {quotients:.1e} quotients by the divisors, of which all would be computed; up to {most:.0e} are",
        digits.ceil()
    );
    Some(Stop::from(
        Diagnostic::limit("too-large", message)
            .help(format!("numbers of up to {less:.0} digits are possible with these divisors")),
    ))
}
