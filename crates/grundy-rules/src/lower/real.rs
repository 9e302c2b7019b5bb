//! Real numbers of one quadratic field, inside of `floor`.
//!
//! In: `phi`, `sqrt(D)` with a constant D, integers, and `+ - * / ^` between them. Out: (whole + part*sqrt(root))/over, in which `whole` and `part` are numbers of the
//! internal form. No such number leaves `floor`: rounded down it is `(whole + floor(part*sqrt(root))) div over`, which is exact, since a whole number that is at
//! most a real number is at most its floor.

use dashu_int::IBig;
use dashu_int::ops::UnsignedAbs;

use super::problem::{Result, place};
use crate::lang::ast::BinOp;
use crate::lang::{Code, Diagnostic, Span};
use crate::rules::build;
use crate::rules::expr::E;

/// A number (whole + part*sqrt(root))/over.
#[derive(Clone, Debug)]
pub struct Real {
    whole: E,
    part: E,
    /// Above 1 and without the squares of small factors; 1 where `part` is 0.
    root: IBig,
    /// Above 0.
    over: IBig,
}

/// The greatest exponent of a power of a real number.
const EXPONENT: i64 = 64;
/// Squares of greater numbers are not looked for under a root.
const FACTOR: u32 = 1 << 12;

/// What keeps an expression linear.
const LINEAR: &str = "in `floor`, a number with a root in it is multiplied and divided by constants; integers are multiplied first: `floor((a*b)*sqrt(2))`";

impl Real {
    fn of(whole: E, part: E, root: IBig, over: IBig) -> Real {
        let root = if part.as_int().is_some_and(IBig::is_zero) { IBig::ONE } else { root };
        let common = [&whole, &part].into_iter().fold(over.clone(), |common, e| {
            let (constant, terms) = build::linear(e);
            terms.iter().fold(build::gcd_of(&common, &constant), |common, (_, k)| build::gcd_of(&common, k))
        });
        let reduced = |e: &E| {
            let (constant, terms) = build::linear(e);
            let terms = terms.into_iter().map(|(e, k)| (e, k / &common));
            build::sum(&terms.chain([(build::int(constant / &common), IBig::ONE)]).collect::<Vec<_>>())
        };
        Real { whole: reduced(&whole), part: reduced(&part), root, over: over / &common }
    }

    /// An integer.
    pub(super) fn whole(number: &E) -> Real {
        Real::of(number.clone(), build::int(0), IBig::ONE, IBig::ONE)
    }

    /// The golden ratio.
    pub(super) fn phi() -> Real {
        Real::of(build::int(1), build::int(1), IBig::from(5), IBig::from(2))
    }

    /// The square root of a constant.
    pub(super) fn sqrt(of: &E, span: Span) -> Result<Real> {
        let wrong = |message: String, label: &str| Diagnostic::at(Code::Kind, span, message, label);
        let Some(of) = of.as_int() else {
            let message = "the number under `sqrt` is a constant, such as `sqrt(2)`".to_string();
            return Err(
                wrong(message, "it varies").help("the root of a number that varies, rounded down, is `isqrt(n)`")
            );
        };
        if *of < IBig::ZERO {
            return Err(wrong(format!("{of} is negative, and has no square root"), "expected 0 or more"));
        }
        let (root, times) = without_squares(of);
        match build::root(&build::int(root.clone()), &build::int(1), place(span)).as_int() {
            Some(whole) if whole * whole == root => Ok(Real::whole(&build::int(whole * times))),
            _ => Ok(Real::of(build::int(0), build::int(times), root, IBig::ONE)),
        }
    }

    /// Is it the same whatever the position is?
    pub(super) fn is_constant(&self) -> bool {
        self.whole.as_int().is_some() && self.part.as_int().is_some()
    }

    /// The root of two numbers.
    fn common(&self, other: &Real, span: Span) -> Result<IBig> {
        let one = IBig::ONE;
        match (&self.root, &other.root) {
            (root, own) if *own == one || root == own => Ok(root.clone()),
            (root, own) if *root == one => Ok(own.clone()),
            (root, own) => {
                let message = format!("`floor` reads numbers with one square root, found those of {root} and {own}");
                Err(Diagnostic::at(Code::Kind, span, message, "another root"))
            }
        }
    }

    fn plus(&self, other: &Real, sign: i8, span: Span) -> Result<Real> {
        let root = self.common(other, span)?;
        let add = |a: &E, b: &E| {
            let (a, b) = (build::scale(a, &other.over), build::scale(b, &(&self.over * IBig::from(sign))));
            build::add(&a, &b)
        };
        Ok(Real::of(add(&self.whole, &other.whole), add(&self.part, &other.part), root, &self.over * &other.over))
    }

    fn times(&self, other: &Real, span: Span) -> Result<Real> {
        if !self.is_constant() && !other.is_constant() {
            let message = "a number that varies times another that varies, one of them with a root or a fraction";
            return Err(Diagnostic::at(Code::Kind, span, message, "expected a constant").help(LINEAR));
        }
        let root = self.common(other, span)?;
        let roots = build::scale(&build::mul(&self.part, &other.part), &root);
        let whole = build::add(&build::mul(&self.whole, &other.whole), &roots);
        let part = build::add(&build::mul(&self.whole, &other.part), &build::mul(&self.part, &other.whole));
        Ok(Real::of(whole, part, root, &self.over * &other.over))
    }

    /// 1 divided by the number.
    fn inverse(&self, span: Span) -> Result<Real> {
        let (Some(whole), Some(part)) = (self.whole.as_int(), self.part.as_int()) else {
            let message = "division by a number that varies";
            return Err(Diagnostic::at(Code::Kind, span, message, "expected a constant").help(LINEAR));
        };
        // over/(a + b*sqrt(r)) = over*(a - b*sqrt(r)) / (a^2 - b^2*r)
        let norm = whole * whole - part * part * &self.root;
        if norm.is_zero() {
            return Err(Diagnostic::at(Code::Kind, span, "division by 0", "this is 0"));
        }
        let scale = if norm < IBig::ZERO { -self.over.clone() } else { self.over.clone() };
        let (a, b) = (build::int(whole * &scale), build::int(-part * &scale));
        Ok(Real::of(a, b, self.root.clone(), IBig::from(norm.unsigned_abs())))
    }

    /// A power with a constant exponent.
    pub(super) fn power(&self, exponent: &E, span: Span) -> Result<Real> {
        let Some(times) = exponent.as_i64().filter(|k| (-EXPONENT..=EXPONENT).contains(k)) else {
            let message = format!("the exponent of a number with a root is a constant from -{EXPONENT} to {EXPONENT}");
            return Err(Diagnostic::at(Code::Kind, span, message, "here"));
        };
        let base = if times < 0 { self.inverse(span)? } else { self.clone() };
        (0..times.abs()).try_fold(Real::whole(&build::int(1)), |power, _| power.times(&base, span))
    }

    /// Rounded down.
    pub(super) fn floor(&self, span: Span) -> E {
        let root = build::root(&build::int(self.root.clone()), &self.part, place(span));
        build::div(&build::add(&self.whole, &root), &build::int(self.over.clone()), place(span))
    }

    /// Rounded up.
    pub(super) fn ceil(&self, span: Span) -> E {
        let [whole, part] = [&self.whole, &self.part].map(|e| build::scale(e, &-IBig::ONE));
        build::scale(&Real { whole, part, ..self.clone() }.floor(span), &-IBig::ONE)
    }
}

/// `+ - * /` of two numbers, one of which is real or a fraction; nothing for other operators.
pub(super) fn arithmetic(op: BinOp, a: &Real, b: &Real, span: Span) -> Option<Result<Real>> {
    Some(match op {
        BinOp::Add => a.plus(b, 1, span),
        BinOp::Sub => a.plus(b, -1, span),
        BinOp::Mul => a.times(b, span),
        BinOp::Over => b.inverse(span).and_then(|b| a.times(&b, span)),
        _ => return None,
    })
}

/// r and k with d = r·k², where r has no small squares in it.
fn without_squares(d: &IBig) -> (IBig, IBig) {
    let (mut root, mut times, mut factor) = (d.clone(), IBig::ONE, IBig::from(2));
    while factor <= IBig::from(FACTOR) && &factor * &factor <= root {
        let square = &factor * &factor;
        if (&root % &square).is_zero() {
            root /= square;
            times *= &factor;
        } else {
            factor += IBig::ONE;
        }
    }
    (root, times)
}
