//! Subtraction-division games to a million: every engine agrees with the sequence by definition, or refuses with a reason.

use grundy::session::Game;
use grundy::{Diagnostic, EngineName, Evaluator, IBig, Kind, Options, Play, Session, table::Terms};
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

const TERMS: u64 = 1_000_000;

/// The values of 0, 1, 2, … by the definition.
fn sequence(subtract: &[u64], divide: &[u64], misere: bool) -> Vec<u8> {
    let mut values: Vec<u8> = vec![];
    for n in 0..TERMS {
        let minus = subtract.iter().filter_map(|s| n.checked_sub(*s));
        let over = divide.iter().filter(|d| n > 0 && n % **d == 0).map(|d| n / d);
        let used = minus.chain(over).fold(0u32, |used, to| used | 1 << values[to as usize]);
        let mex = (0..).find(|v| used >> v & 1 == 0).expect("some value");
        values.push(if used == 0 && misere { 1 } else { mex });
    }
    values
}

fn game(subtract: &[u64], divide: &[u64]) -> Game {
    let list = |set: &[u64]| set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    Session::new().game(&format!("mark[{{{}}}, {{{}}}]", list(subtract), list(divide)), None).expect("a game")
}

/// Compares the values of an engine with the sequence; returns how many it gave before it refused, which must be with a limit.
fn agrees(game: &Game, options: Options, numbers: &[u64], values: &[u8]) -> Result<usize, TestCaseError> {
    let engine = options.engine;
    let mut evaluator = Evaluator::new(&game.rules, options);
    for (done, n) in numbers.iter().enumerate() {
        match evaluator.value(&[IBig::from(*n)]) {
            Ok(answer) => {
                prop_assert_eq!(answer.value, IBig::from(values[*n as usize]), "{} {} {:?}", game.text, n, engine);
                prop_assert!(engine.is_none_or(|engine| engine == answer.by), "{} {}", game.text, n);
            }
            Err(error) => {
                prop_assert_eq!(error.kind, Kind::Limit, "{} {}: {}", game.text, n, error.message);
                prop_assert!(!error.message.is_empty() && engine.is_some(), "{}", game.text);
                return Ok(done);
            }
        }
    }
    Ok(numbers.len())
}

proptest! {
    #![proptest_config(crate::config(3))]

    #[test]
    fn every_engine_agrees_with_the_sequence_to_a_million(
        subtract in btree_set(1u64..7, 1..4),
        divide in btree_set(2u64..10, 1..4),
        misere in any::<bool>(),
        random in vec(0..TERMS, 24),
    ) {
        let (subtract, divide): (Vec<u64>, Vec<u64>) = (subtract.into_iter().collect(), divide.into_iter().collect());
        let game = game(&subtract, &divide);
        let values = sequence(&subtract, &divide, misere);
        let options = Options { play: Play::of(misere), ..Options::default() };

        let (mut next, mut block_values) = (0, vec![]);
        let terms = Terms::of(&game.rules, &options).expect("of the shape");
        terms.for_each_block(TERMS, |block| {
            block.values(&mut block_values);
            assert_eq!(&block_values[..], &values[next..next + block_values.len()], "{} from {next}", game.text);
            next += block_values.len();
            Ok::<(), Diagnostic>(())
        }).expect("room");
        prop_assert_eq!(next as u64, TERMS);

        let mut numbers: Vec<u64> = (0..40).chain(random).chain(TERMS - 6..TERMS).collect();
        // In decreasing order, so that no table is made again for a larger number.
        numbers.sort_unstable_by_key(|n| std::cmp::Reverse(*n));
        prop_assert_eq!(agrees(&game, options.clone(), &numbers, &values)?, numbers.len(), "{}", game.text);
        for engine in [EngineName::Converge, EngineName::Automaton, EngineName::Search] {
            // The search goes through all numbers below.
            let numbers = if engine == EngineName::Search { &numbers[numbers.len() - 40..] } else { &numbers[..] };
            agrees(&game, Options { engine: Some(engine), ..options.clone() }, numbers, &values)?;
        }
    }
}

/// Not all random games are refused.
#[test]
fn games_that_converge_or_have_an_automaton_are_not_refused() {
    for (subtract, divide, by) in [
        (&[1][..], &[2, 3][..], EngineName::Converge),
        (&[1, 2], &[2, 3, 5], EngineName::Converge),
        (&[1], &[2, 4], EngineName::Converge),
        (&[1], &[2, 4], EngineName::Automaton),
        (&[2], &[2, 4], EngineName::Automaton),
        (&[2, 3, 5], &[3], EngineName::Automaton),
    ] {
        let (game, values) = (game(subtract, divide), sequence(subtract, divide, false));
        let numbers: Vec<u64> = (0..300).chain(TERMS - 300..TERMS).collect();
        let options = Options { engine: Some(by), ..Options::default() };
        let served = agrees(&game, options, &numbers, &values).expect("the values of the sequence");
        assert_eq!(served, 600, "{} {by:?}", game.text);
    }
}
