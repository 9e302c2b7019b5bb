//! Windows against tables that visit every option.

use std::sync::Arc;

use dashu_int::IBig;
use grundy::{EngineName, Evaluator, Options, Play, Session, Values};
use grundy_core::contract::limits::Limits;
use grundy_core::contract::proof::Known;
use grundy_core::read::windows::{Window, windows};
use grundy_rules::rules::Ruleset;
use proptest::prelude::*;

use super::growing::Growing;
use super::period::prove;
use super::runs::Runs;

fn rules(text: &str) -> Arc<Ruleset> {
    let mut session = Session::new();
    session.load("g.game", text).expect("the rules are of the language");
    session.game("g", None).expect("a game").rules
}

fn plainly(rules: &Arc<Ruleset>, play: Play, last: u64) -> Values {
    let options = Options { plain: true, play, ..Options::default() };
    Evaluator::new(rules, options).table(&[last]).expect("a table")
}

fn runs(rules: &Ruleset, play: Play) -> Runs {
    let windows = windows(rules).expect("windows");
    Runs::new(windows.iter().filter_map(Window::back).collect(), u32::from(play.is_misere()))
}

/// The last heap of plain tables.
const LAST: u64 = 600;

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    /// The values, the period and its being the least, against the plain table.
    #[test]
    fn runs_are_those_of_the_plain_table(ends in prop::collection::vec((1..40u64, 0..60u64), 1..4), misere in any::<bool>()) {
        let moves: Vec<String> = ends.iter().map(|(near, more)| format!("move n - i for i in {near}..{}", near + more)).collect();
        let (rules, play) = (rules(&format!("game g(n) {{ {} }}", moves.join("; "))), Play::of(misere));
        let plain = plainly(&rules, play, LAST);
        let mut runs = runs(&rules, play);
        while runs.step().expect("small heaps") <= LAST {}
        for n in 0..LAST {
            prop_assert_eq!(Some(runs.value(n)), plain.get(&[n]), "heap {}", n);
        }
        let fresh = self::runs(&rules, play);
        let Known::Proved(mut proved, _) = prove(fresh, 1 << 16, &Limits::default(), &mut |_| false).expect("no interruption") else {
            return Ok(());
        };
        let (preperiod, period) = (proved.preperiod(), proved.period());
        for n in 0..LAST {
            let value = proved.far(&IBig::from(n), &Limits::default()).expect("no interruption");
            prop_assert_eq!(value.and_then(|value| u32::try_from(value).ok()), plain.get(&[n]), "heap {}", n);
        }
        if preperiod > 0 && preperiod + period <= LAST {
            prop_assert_ne!(plain.get(&[preperiod - 1]), plain.get(&[preperiod - 1 + period]));
        }
        for less in (1..period).filter(|less| period % less == 0 && preperiod + period + less <= LAST) {
            prop_assert!((preperiod..preperiod + period).any(|n| plain.get(&[n]) != plain.get(&[n + less])), "{} is a period", less);
        }
    }

    /// Tables by windows of all kinds of ends, against the plain table.
    #[test]
    fn tables_are_those_of_the_plain_engine(
        moves in prop::collection::vec((0..9usize, 1..30u64, 0..40u64, 2..6u64), 1..4), misere in any::<bool>(),
    ) {
        let text = |(kind, a, b, d): &(usize, u64, u64, u64)| match kind {
            0 => format!("move n - i for i in {a}..{}", a + b),
            1 => format!("move n - i for i in 1..n div {d}"),
            2 => format!("move m for m in n div {d}..n - {a}"),
            3 => format!("move n - i for i in {a}..n if i != {b}"),
            4 => format!("move n - i for i in n div {d}..n - {b} if i >= 1"),
            5 => format!("move n - {a} - i for i in 0..min(n mod {d}, {b})"),
            6 => format!("move m for m in {b}..n - {a} if m != {d}"),
            7 => format!("move n - i for i in 1..max({a}, n div {d}) if i != {d}"),
            _ => format!("move i + n mod {d} for i in 0..n div 2 - {d}"),
        };
        let moves: Vec<String> = moves.iter().map(text).collect();
        let (rules, play) = (rules(&format!("game g(n) {{ {} }}", moves.join("; "))), Play::of(misere));
        let plain = plainly(&rules, play, LAST);
        let options = Options { engine: Some(EngineName::Windows), play, ..Options::default() };
        let table = Evaluator::new(&rules, options).table(&[LAST]).expect("windows read these rules");
        for n in 0..=LAST {
            prop_assert_eq!(table.get(&[n]), plain.get(&[n]), "heap {} of {:?}", n, moves);
        }
    }

    /// Bounds that grow slowly, against the plain table; bounds that do not are not read.
    #[test]
    fn values_under_a_growing_bound(d in 1..7u64, a in 0..20u64, most in 1..80u64, kind in 0..5usize) {
        let bound = match kind {
            0 => format!("n div {d}"),
            1 => format!("(n + {a}) div {d}"),
            2 => format!("min(n div {d}, {most})"),
            3 => format!("max(n div {d}, {most})"),
            _ => format!("(2*n + {a}) div {}", d + 1),
        };
        let rules = rules(&format!("game g(n) {{ move n - i for i in 1..{bound} }}"));
        let growing = Growing::of(&windows(&rules).expect("windows")).expect("the bound grows slowly");
        let plain = plainly(&rules, Play::Normal, LAST);
        for n in 0..=LAST {
            let value = growing.value(&IBig::from(n), &Limits::default()).expect("no interruption");
            prop_assert_eq!(value.and_then(|value| u32::try_from(value).ok()), plain.get(&[n]), "{} at {}", bound, n);
        }
    }
}

#[test]
fn bounds_that_may_jump_or_fall_are_not_read() {
    for bound in ["n - 3*(n div 3)", "2*(n div 2)", "n - n div 2 + n mod 2", "3*n div 2 - n div 3 - n mod 5"] {
        let rules = rules(&format!("game g(n) {{ move n - i for i in 1..{bound} }}"));
        assert!(Growing::of(&windows(&rules).expect("windows")).is_none(), "{bound}");
    }
}

/// Long windows have few runs: the closed form of the values of L..R.
#[test]
fn the_period_of_one_long_window() {
    let rules = rules("game g(n) { move n - i for i in 1000..10^8 }");
    let Known::Proved(mut proved, _) =
        prove(runs(&rules, Play::Normal), 1 << 20, &Limits::default(), &mut |_| false).expect("no interruption")
    else {
        panic!("no period")
    };
    let both = 1000 + 100_000_000;
    assert_eq!((proved.preperiod(), proved.period()), (0, both));
    for n in [0u64, 999, 1000, 123_456, 100_000_999, 987_654_321_987, 10_u64.pow(18) + 7] {
        let value = proved.far(&IBig::from(n), &Limits::default()).expect("no interruption");
        assert_eq!(value, Some(IBig::from(n % both / 1000)), "heap {n}");
    }
}
