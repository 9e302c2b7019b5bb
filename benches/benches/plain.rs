//! The plain engine against loops that enumerate the same options.
//!
//! The loops are what a programmer who knows the game writes: one table of `u16`, one array of stamps, every option visited.

use grundy::{Evaluator, Options, Session};
use grundy_benches::compare;

fn main() {
    compare("wythoff --to 1000", 3, || table("wythoff", &[1000, 1000]), || wythoff(1000));
    compare("star_nim[2] --to 1000", 3, || table("star_nim[2]", &[1000, 1000]), || star_nim(1000));
    compare("slow_exact[3,2] --to 127", 3, || table("slow_exact[3,2]", &[127; 3]), || slow_exact(127));
    compare("octal[0.137] --to 20000", 3, || table("octal[0.137]", &[20_000]), || octal_137(20_000));
}

/// The sum of all values of the box.
fn table(game: &str, to: &[u64]) -> u64 {
    let game = Session::new().game(game, None).expect("a built-in game");
    let values = Evaluator::new(&game.rules, Options::default()).table(to).expect("a small table");
    let mut at = vec![0; to.len()];
    let mut sum = 0;
    loop {
        sum += u64::from(values.get(&at).unwrap_or(0));
        if !grundy::table::next(&mut at, to) {
            return sum;
        }
    }
}

/// The least number without this stamp.
fn mex(seen: &[u32], stamp: u32) -> u16 {
    seen.iter().position(|s| *s != stamp).unwrap_or(seen.len()) as u16
}

fn wythoff(n: usize) -> u64 {
    let mut g = vec![0u16; (n + 1) * (n + 1)];
    let mut seen = vec![0u32; 4 * n + 8];
    let mut stamp = 0;
    for a in 0..=n {
        for b in 0..=n {
            stamp += 1;
            for i in 1..=a {
                seen[g[(a - i) * (n + 1) + b] as usize] = stamp;
            }
            for i in 1..=b {
                seen[g[a * (n + 1) + b - i] as usize] = stamp;
            }
            for i in 1..=a.min(b) {
                seen[g[(a - i) * (n + 1) + b - i] as usize] = stamp;
            }
            g[a * (n + 1) + b] = mex(&seen, stamp);
        }
    }
    g.iter().map(|v| u64::from(*v)).sum()
}

fn star_nim(n: usize) -> u64 {
    let mut g = vec![0u16; (n + 1) * (n + 1)];
    let mut seen = vec![0u32; 4 * n + 8];
    let mut stamp = 0;
    for a in 0..=n {
        for b in 0..=n {
            if a + b == 0 {
                continue;
            }
            stamp += 1;
            for c in usize::from(b == 0)..a {
                seen[g[c * (n + 1) + b] as usize] = stamp;
            }
            for c in usize::from(a == 0)..b {
                seen[g[a * (n + 1) + c] as usize] = stamp;
            }
            g[a * (n + 1) + b] = mex(&seen, stamp);
        }
    }
    g.iter().map(|v| u64::from(*v)).sum()
}

fn slow_exact(n: usize) -> u64 {
    let side = n + 1;
    let mut g = vec![0u8; side * side * side];
    let mut at = 0;
    for x in 0..=n {
        for y in 0..=n {
            for z in 0..=n {
                let mut seen = 0u32;
                if x > 0 && y > 0 {
                    seen |= 1 << g[at - side * side - side];
                }
                if x > 0 && z > 0 {
                    seen |= 1 << g[at - side * side - 1];
                }
                if y > 0 && z > 0 {
                    seen |= 1 << g[at - side - 1];
                }
                g[at] = seen.trailing_ones() as u8;
                at += 1;
            }
        }
    }
    g.iter().map(|v| u64::from(*v)).sum()
}

/// Dawson's chess: take 1 if it stands alone, 2 from an end, 3 from anywhere.
fn octal_137(n: usize) -> u64 {
    let mut g = vec![0u16; n + 1];
    let mut seen = vec![0u32; 1 << 16];
    for m in 1..=n {
        let stamp = m as u32;
        if m == 1 {
            seen[0] = stamp;
        }
        if m >= 2 {
            seen[g[m - 2] as usize] = stamp;
        }
        if m >= 3 {
            seen[g[m - 3] as usize] = stamp;
            for a in 1..=(m - 3) / 2 {
                seen[(g[a] ^ g[m - 3 - a]) as usize] = stamp;
            }
        }
        g[m] = mex(&seen, stamp);
    }
    g.iter().map(|v| u64::from(*v)).sum()
}
