//! Ordinal sums: the colon principle, associativity, and values of Nim.

use grundy::{Evaluator, IBig, Options, Play, Session};
use grundy_testing::{Tape, games};
use proptest::prelude::*;

use crate::differential::compare::boxed;

/// A session with two random games `base` and `top`, and the greatest entries of positions to look at.
pub(crate) fn random(bytes: &[u8]) -> (Session, Vec<u64>, Vec<u64>) {
    let mut tape = Tape::new(bytes);
    let defs = games::definitions(&mut tape);
    let mut text: String = defs.iter().map(games::shown).collect();
    let rules = [games::ruleset(&mut tape, "g", 2), games::ruleset(&mut tape, "h", 1)];
    text.extend(rules.iter().map(grundy_testing::rules::Rules::text));
    text += &format!("game base = {}\ngame top = {}\n", rules[0].called(), rules[1].called());
    let mut session = Session::new();
    session.load("random.game", &text).unwrap_or_else(|error| panic!("{text}{}", error.message));
    let [g, h] = rules.map(|rules| vec![if rules.width() == 1 { 6 } else { 3 }; rules.width()]);
    (session, g, h)
}

pub(crate) fn evaluator(session: &mut Session, game: &str, options: Options) -> Evaluator {
    let game = session.game(game, None).unwrap_or_else(|error| panic!("{game}: {}", error.message));
    Evaluator::new(&game.rules, options)
}

pub(crate) fn position(parts: &[&[u64]]) -> Vec<IBig> {
    parts.iter().flat_map(|part| part.iter()).map(|x| IBig::from(*x)).collect()
}

pub(crate) fn value(of: &mut Evaluator, parts: &[&[u64]]) -> IBig {
    of.value(&position(parts)).expect("a value").value
}

/// The value of `g : h` by the colon principle: of the numbers that no option of g has, the one with as many below it as the value of h says.
fn by_colon(options: &[IBig], top: &IBig) -> IBig {
    let free = (0u32..).map(IBig::from).filter(|v| !options.contains(v));
    free.into_iter().nth(usize::try_from(top).expect("small")).expect("there are infinitely many")
}

proptest! {
    #![proptest_config(crate::config(40))]

    #[test]
    fn the_colon_principle(bytes in prop::collection::vec(any::<u8>(), 0..140), plain in any::<bool>()) {
        let (mut session, to_g, to_h) = random(&bytes);
        let (all, some) = (Options::default, || Options { plain, ..Options::default() });
        let (mut g, mut h) = (evaluator(&mut session, "base", all()), evaluator(&mut session, "top", all()));
        let mut sum = evaluator(&mut session, "ordinal(base, top)", some());
        for base in boxed(&to_g) {
            if !g.exists(&position(&[&base])).expect("decided") {
                continue;
            }
            let options: Vec<IBig> =
                g.moves(&position(&[&base])).expect("moves").iter().map(|m| m.value.into()).collect();
            for top in boxed(&to_h) {
                if h.exists(&position(&[&top])).expect("decided") {
                    let expected = by_colon(&options, &value(&mut h, &[&top]));
                    prop_assert_eq!(value(&mut sum, &[&base, &top, &[0]]), expected, "{:?} : {:?}", base, top);
                    prop_assert_eq!(value(&mut sum, &[&base, &top, &[1]]), value(&mut g, &[&base]));
                }
            }
        }
    }

    #[test]
    fn ordinal_sums_are_associative(bytes in prop::collection::vec(any::<u8>(), 0..140), misere in any::<bool>()) {
        let (mut session, to_g, _) = random(&bytes);
        let options = || Options { play: Play::of(misere), ..Options::default() };
        let mut all = evaluator(&mut session, "ordinal(top, base, top)", options());
        let mut right = evaluator(&mut session, "ordinal(top, ordinal(base, top))", options());
        let mut left = evaluator(&mut session, "ordinal(ordinal(top, base), top)", options());
        let middles: Vec<Vec<u64>> = boxed(&to_g).into_iter().step_by(3).collect();
        let stacks = boxed(&[3, middles.len() as u64 - 1, 2]);
        for (base, middle, top) in stacks.iter().map(|at| ([at[0]], &middles[at[1] as usize], [at[2]])) {
            if !all.exists(&position(&[&base, middle, &top, &[0, 0]])).expect("decided") {
                continue;
            }
            let found = value(&mut all, &[&base, middle, &top, &[0, 0]]);
            prop_assert_eq!(&found, &value(&mut right, &[&base, middle, &top, &[0, 0]]));
            prop_assert_eq!(&found, &value(&mut left, &[&base, middle, &[0], &top, &[0]]), "{:?}", (base, middle, top));
        }
    }
}

#[test]
fn heaps_on_heaps_are_added() {
    let mut sum = evaluator(&mut Session::new(), "ordinal(nim[1], nim[1], nim[1])", Options::default());
    for at in boxed(&[4, 3, 5]) {
        assert_eq!(value(&mut sum, &[&at, &[0, 0]]), IBig::from(at.iter().sum::<u64>()), "{at:?}");
    }
}

#[test]
fn the_form_of_the_base_matters_and_not_its_value_alone() {
    let mut sum = evaluator(&mut Session::new(), "ordinal(2*nim[1], nim[1])", Options::default());
    assert_eq!(value(&mut sum, &[&[0, 0, 1, 0]]), IBig::from(1), "the base has no move");
    assert_eq!(value(&mut sum, &[&[1, 1, 1, 0]]), IBig::from(2), "the base is 0 as well, and has an option of value 1");
}

#[test]
fn a_flag_is_told_in_its_own_words() {
    let says = |game: &str| {
        let refused = evaluator(&mut Session::new(), game, Options::default()).refusal(&position(&[&[1, 1, 2]]));
        refused.expect("decided").expect("no such position")
    };
    assert_eq!(says("ordinal(nim[1], nim[1])"), "x3 is 0, or 1 once the base has been played in");
    assert_eq!(says("near(nim[1], nim[1])"), "x3 is 0, or 1 once the restriction is on");
}
