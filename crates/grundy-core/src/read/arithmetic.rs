//! Divisors of numbers, and the divisors that occur in rules.

use dashu_int::IBig;

use grundy_rules::rules::expr::{Cond, Expr, Node, Tree};
use grundy_rules::rules::{Family, Ruleset};

/// The least common multiple; 0 if it exceeds 64 bits.
pub fn lcm(a: u64, b: u64) -> u64 {
    a.checked_div(gcd(a, b)).and_then(|a| a.checked_mul(b)).unwrap_or(0)
}

/// The greatest common divisor.
pub fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The distinct prime factors, the greatest first, since these give the shortest runs.
pub fn primes(mut n: u64) -> Vec<u64> {
    let (mut found, mut p) = (vec![], 2);
    while p * p <= n {
        if n.is_multiple_of(p) {
            found.push(p);
            while n.is_multiple_of(p) {
                n /= p;
            }
        }
        p += 1;
    }
    if n > 1 {
        found.push(n);
    }
    found.reverse();
    found
}

/// The least common multiple of the divisors in the rules; 0 if it exceeds 64 bits.
pub fn modulus(rules: &Ruleset) -> u64 {
    let mut all = 1u64;
    let mut note = |d: &IBig| {
        if let Ok(d) = u64::try_from(d)
            && d > 0
        {
            all = lcm(all, d);
        }
    };
    let mut see = |tree: Node<'_>| {
        tree.any(&mut |node| {
            match node {
                Node::Number(e) => match &**e {
                    Expr::Div(_, d, _) | Expr::Mod(_, d, _) => d.as_int().iter().for_each(|d| note(d)),
                    Expr::Bit(_, i, _) => {
                        let i = i.as_i64().filter(|i| (0..32).contains(i));
                        i.iter().for_each(|i| note(&IBig::from(2u64 << i)));
                    }
                    _ => {}
                },
                Node::Condition(c) => {
                    if let Cond::Divides(d, _) = &**c {
                        d.as_int().iter().for_each(|d| note(d));
                    }
                }
            }
            false
        });
    };
    rules.requires.iter().for_each(|(_, c, _)| see(Node::Condition(c)));
    rules.families.iter().flat_map(Family::expressions).for_each(see);
    all
}
