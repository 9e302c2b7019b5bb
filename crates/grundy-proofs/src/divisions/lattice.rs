//! The lattice of quotients, computed from the smallest quotient to the number itself.
//!
//! In: a number n, [`Axes`], and what is computed for each quotient ([`Cells`]). Out: what is computed for n.
//!
//! A quotient is q = floor(n / (b1^i b2^j …)). For given exponents of all bases but the first, the quotients are the prefixes of one number written
//! in base b1, a *row*. The digits of the row, from the left, give q modulo any number. A row follows from the next one in the direction of b2:
//! multiply by b2 and add a digit of n in base b2 (Lemma 1 of Nivasch and Rubinstein says that quotients of quotients are quotients). So large
//! numbers occur only where n is written in the bases. Rows are computed from high exponents to low ones, and in a row the prefixes from short to
//! long. So the quotients of each quotient are known when it is computed.

use crate::exact::{index, short};
use std::collections::HashMap;

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use super::axes::Axes;
use grundy_core::contract::limits::Limits;
use grundy_core::contract::stop::{Result, Stop};
use grundy_rules::lang::{Code, Diagnostic};

/// What is computed for quotients.
pub(super) trait Cells {
    /// What is computed for one quotient.
    type Window: Clone;

    /// Quotients below this are looked up in a table.
    fn table(&self) -> u64;

    /// For a quotient below the table's end.
    fn looked_up(&self, quotient: u64) -> Self::Window;

    /// The modulus of the residues that [`Cells::window`] gets.
    fn modulus(&self) -> u64;

    /// For a quotient, from its residue and from the windows of its quotient by each divisor; `None` if these are not enough.
    fn window<'a>(&mut self, residue: u64, quotient: impl Fn(usize) -> &'a Self::Window) -> Option<Self::Window>
    where
        Self::Window: 'a;
}

/// The result of a walk through the lattice.
pub(super) enum Walked<W> {
    /// The window of the number itself.
    Done(W),
    /// The exponents of the bases for the quotient whose window could not be computed.
    Failed(Vec<u32>),
}

/// The approximate number of quotients.
pub(super) fn size(n: &UBig, axes: &Axes) -> f64 {
    let bits = n.bit_len() as f64;
    let edges = axes.bases.iter().map(|base| bits / (*base as f64).log2() + 1.0);
    edges.zip(1..).map(|(edge, k)| edge / f64::from(k)).product()
}

/// The same as an integer, for the progress display only.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the number is not negative, and too large a one is the greatest"
)]
fn foreseen(n: &UBig, axes: &Axes) -> u64 {
    size(n, axes) as u64
}

/// Computes the window of n.
///
/// # Errors
/// An interruption; too little memory.
pub(super) fn walk<C: Cells>(n: &UBig, axes: &Axes, cells: &mut C, limits: &Limits) -> Result<Walked<C::Window>> {
    limits.progress.expect(foreseen(n, axes));
    let residues = Residues::new(axes.bases[0], cells.modulus());
    let mut walk = Walk { axes, cells, limits, residues, planes: HashMap::new(), bytes: 0 };
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

/// All nonzero quotients by the bases from the third on, in an order in which higher exponents come later.
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

/// The digits of a number, from the right; the number 0 has none.
pub(super) fn digits(n: &UBig, base: u64) -> Vec<u64> {
    // Splitting the number in halves keeps long divisions few.
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
    // The digits of the smallest piece fit in a word.
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
    /// The rows by the exponent of the second base, for each list of exponents of the bases from the third on.
    planes: HashMap<Vec<u32>, Rows<C::Window>>,
    /// Bytes in use.
    bytes: u64,
}

/// The place of the windows of the quotients by a divisor.
enum Source<'a, W> {
    /// In the same row, this many digits to the left.
    Same(usize),
    /// In another row.
    Other(&'a [W]),
}

impl<C: Cells> Walk<'_, C> {
    /// Computes all quotients of `part` by the first two bases. The inner error has the exponents at which it fails.
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
                    self.bytes += (found.len() * size_of::<C::Window>()) as u64;
                    rows[j] = found;
                }
                Err(i) => return Ok(Err([&[i, short(j)], exponents].concat())),
            }
            if !keep_all && j + farthest < rows.len() {
                let gone = std::mem::take(&mut rows[j + farthest]);
                self.bytes -= (gone.len() * size_of::<C::Window>()) as u64;
            }
            self.limits.check(self.bytes, "the quotients of so large a number")?;
        }
        self.planes.insert(exponents.to_vec(), rows);
        Ok(Ok(()))
    }

    /// Computes one row from its digits. The inner error is the exponent at which it fails.
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

/// The largest size of the tables that replace divisions, which would take half of the time with planes of bits.
const TABLE: u64 = 1 << 14;

/// Residues of the prefixes of a number.
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

    /// The residue after one more digit.
    #[inline]
    fn next(&self, residue: u64, digit: u64) -> u64 {
        let n = residue * self.base + digit;
        self.table.get(index(n)).copied().unwrap_or_else(|| n % self.modulus)
    }
}

/// Multiplies numbers written in a base by another number.
struct Multiply {
    by: u64,
    base: u64,
    /// Digit and carry of each total.
    table: Vec<(u64, u64)>,
}

impl Multiply {
    fn new(by: u64, base: u64) -> Multiply {
        let all = if base.saturating_mul(by) <= TABLE { base * by } else { 0 };
        Multiply { by, base, table: (0..all).map(|n| (n % base, n / base)).collect() }
    }

    /// Multiplies, and adds a number below the factor.
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

/// The error for a number that is too large; its help says which numbers are possible.
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
        Diagnostic::limit(Code::TooLarge, message)
            .help(format!("numbers of up to {less:.0} digits are possible with these divisors")),
    ))
}
