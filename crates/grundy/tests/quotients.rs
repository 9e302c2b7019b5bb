//! Misère values of sums of heaps by quotients, against the plain engine and against forms.

use grundy::{EngineName, Evaluator, IBig, Options, Play, Session};
use proptest::prelude::*;

/// An evaluator of misère play, by an engine or by any.
fn misere(game: &str, engine: Option<EngineName>) -> Evaluator {
    let rules = Session::new().game(game, None).expect("a game").rules;
    Evaluator::new(&rules, Options { play: Play::Misere, engine, ..Options::default() })
}

fn position(heaps: &[u64]) -> Vec<IBig> {
    heaps.iter().map(|heap| IBig::from(*heap)).collect()
}

/// All sums of three heaps up to a size, by the engine that is named and by enumeration of the options. If the quotient `closes`, each value below 4 is told.
fn agree(code: &str, to: u64, closes: bool) -> Result<(), TestCaseError> {
    let game = format!("3*octal[{code}]");
    let mut named = misere(&game, Some(EngineName::Quotient));
    let mut plain = misere(&game, Some(EngineName::Search));
    for (a, b, c) in (0..=to).flat_map(|a| (0..=a).flat_map(move |b| (0..=b).map(move |c| (a, b, c)))) {
        let at = position(&[c, a, b]);
        let plain = plain.value(&at).expect("a near position").value;
        match named.value(&at) {
            Ok(found) => prop_assert_eq!((&found.value, found.by), (&plain, EngineName::Quotient), "{} {:?}", code, at),
            Err(_) => prop_assert!(!closes || plain >= IBig::from(4), "{} {:?}: {}", code, at, plain),
        }
    }
    Ok(())
}

#[test]
fn near_sums_have_the_values_of_the_definition() {
    for code in ["0.77", "0.15", "0.71", "0.75", "0.26"] {
        agree(code, 7, true).expect("equal values");
    }
}

/// Forms share no step with quotients.
#[test]
fn far_sums_have_the_values_of_forms() {
    for (game, heaps) in [
        ("kayles", vec![65]),
        ("2*octal[0.15]", vec![33, 55]),
        ("3*octal[0.75]", vec![34, 26, 17]),
        ("octal[0.71]", vec![80]),
    ] {
        let by = |engine| misere(game, Some(engine)).value(&position(&heaps));
        let forms = by(EngineName::Forms).expect("a value").value;
        match by(EngineName::Quotient) {
            Ok(found) => assert_eq!(found.value, forms, "{game} {heaps:?}"),
            Err(_) => assert!(forms >= IBig::from(4), "{game} {heaps:?}: {forms}"),
        }
    }
}

/// Where forms take long, the quotient is asked, and says so; a sum has the same answer whatever was asked before.
#[test]
fn sums_far_out_are_told_by_the_quotient() {
    let mut all = misere("3*octal[0.15]", None);
    let far = position(&[3_000_000, 40, 1000]);
    let before = all.value(&far).expect("a value");
    assert_eq!(before.by, EngineName::Quotient);
    for heaps in [[1, 2, 3], [500, 40, 70], [900, 900, 1]] {
        all.value(&position(&heaps)).expect("a value");
    }
    assert_eq!(all.value(&far).expect("a value"), before);
    assert_eq!(misere("kayles", None).value(&position(&[100])).expect("a value").by, EngineName::Quotient);
}

/// Two equal heaps of 10^12 and one more make no difference to a sum with the heap of n + 10 k: its element is that of the heap of n.
#[test]
fn the_period_of_elements_is_used() {
    let mut guiles = misere("2*octal[0.15]", None);
    for n in 66..76 {
        let near = guiles.value(&position(&[n, 67])).expect("a value").value;
        let far = guiles.value(&position(&[n + 1_000_000_000_000, 67])).expect("a value").value;
        assert_eq!(near, far, "{n}");
    }
}

/// A heap of any length has the element of the least heap of its class. For a code whose quotient has no period, such a heap is told nothing.
#[test]
fn heaps_of_any_length_are_told() {
    let far = |game: &str, add: u32| {
        let heap = IBig::from(10).pow(30) + add;
        misere(game, Some(EngineName::Quotient)).value(&[heap, IBig::from(3)]).map(|answer| answer.value)
    };
    let near = |n: u64| misere("2*octal[0.15]", None).value(&position(&[n, 3])).expect("a value").value;
    for add in 0..10 {
        assert_eq!(far("2*octal[0.15]", add).expect("a value"), near(70 + u64::from(add)), "{add}");
    }
    assert!(far("2*octal[0.07]", 0).is_err());
}

#[test]
fn normal_play_and_other_games_are_refused_by_name() {
    for (game, play) in [("2*kayles", Play::Normal), ("kayles + octal[0.75]", Play::Misere), ("nim[2]", Play::Misere)] {
        let rules = Session::new().game(game, None).expect("a game").rules;
        let options = Options { play, engine: Some(EngineName::Quotient), ..Options::default() };
        assert!(Evaluator::new(&rules, options).value(&position(&[5, 6])).is_err(), "{game}");
    }
}

proptest! {
    #![proptest_config(crate::config(20))]

    #[test]
    fn random_codes_have_the_values_of_the_definition(digits in prop::collection::vec(0..8u8, 1..4)) {
        let digits: String = digits.iter().map(u8::to_string).collect();
        // That of 0.205 for the values below 4 takes more memory than a search has.
        agree(&format!("0.{digits}"), 5, false)?;
    }
}
