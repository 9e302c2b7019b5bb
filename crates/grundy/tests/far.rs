//! A value costs no more than the values farther out, but for a constant factor.
//!
//! Where a proof gives the value of a far position, the same proof gives the values before it. An engine that fills tables may answer there
//! only if its table is cheap. The cost of a table is counted in options, never in seconds.

use grundy::engine::chooser;
use grundy::{EngineName, Evaluator, IBig, Limits, Options, Play, Session};
use grundy_testing::{Noise, Tape};

/// The farthest position.
const FAR: u64 = 1_000_000_000_000;
/// The nearest one: a table up to here is cheap, whatever the rules are.
const NEAR: u64 = 500;
/// The octal codes of two digits of which no period is known: whoever asks for a value so far out waits for ever.
const WITHOUT_A_PERIOD: [usize; 5] = [14, 36, 64, 74, 76];
/// A table of so many options or cells is cheap.
const CHEAP: u64 = 1 << 23;

fn list(t: &mut Tape, most: usize, below: usize) -> String {
    let mut numbers: Vec<usize> = (0..1 + t.below(most)).map(|_| 1 + t.below(below)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

/// A condition on the amount k that is taken from n.
fn guard(t: &mut Tape) -> String {
    let (some, modulus) = (list(t, 3, 12), 2 + t.below(4));
    match t.below(6) {
        0 => format!("k != {}", 1 + t.below(9)),
        1 => format!("not k in {{{some}}}"),
        2 => format!("k mod {modulus} != {}", t.below(modulus)),
        3 => format!(
            "not (n = {} and k = {}) and not (n = {} and k = 3)",
            4 + t.below(60),
            1 + t.below(3),
            5 + t.below(90)
        ),
        4 => format!("k <= {} or k mod {modulus} = 1", 1 + t.below(8)),
        _ => format!("(n - k) mod {modulus} != {}", t.below(modulus)),
    }
}

/// The rules of a game of one or two coordinates, of which the last one runs, and the entry of the other.
fn rules(t: &mut Tape) -> (String, String, Vec<u64>) {
    let game = |text: String| (text, "g".to_string(), vec![]);
    let named = |name: String| (String::new(), name, vec![]);
    match t.below(8) {
        0 => named(format!("all_but[{{{}}}]", list(t, 4, 12))),
        1 => named(format!("subtraction[{{{}}}]", list(t, 4, 40))),
        2 => match 10 * (1 + t.below(7)) + t.below(8) {
            unknown if WITHOUT_A_PERIOD.contains(&unknown) => named("octal[0.77]".into()),
            digits => named(format!("octal[0.{digits}]")),
        },
        3 | 4 => game(format!("game g(n) {{ move n - k for k in 1..n if {} }}", guard(t))),
        5 => game(format!("game g(n) {{ move n - k for k in 1..n if {}\n move n - {} }}", guard(t), 1 + t.below(20))),
        6 => (
            format!(
                "game g(a, n) {{ move (a, n - k) for k in 1..n if {}\n move (a - 1, n - {}) }}",
                guard(t),
                t.below(4)
            ),
            "g".into(),
            vec![t.below(4) as u64],
        ),
        _ => {
            let from = 1 + t.below(30);
            game(format!("game g(n) {{ move n - k for k in {from}..{} }}", from + t.below(60)))
        }
    }
}

/// Does this engine read a value off a proof?
fn is_proof(by: EngineName) -> bool {
    matches!(by, EngineName::Line | EngineName::Heaps)
}

/// How many of the positions had a value from a proof; or the position at which a table does too much.
fn compare(text: &str, asked: &str, row: &[u64]) -> Result<usize, String> {
    let mut session = Session::new();
    session.load("random.game", text).map_err(|e| e.one_line(session.sources()))?;
    let rules = session.game(asked, None).map_err(|e| e.one_line(session.sources()))?.rules;
    let ask = chooser();
    let (mut n, mut proofs) = (FAR, 0);
    while n >= NEAR {
        let at: Vec<u64> = row.iter().copied().chain([n]).collect();
        let options = Options { limits: Limits { memory: 256 << 20, ..Limits::default() }, ..Options::default() };
        let position: Vec<IBig> = at.iter().map(|x| IBig::from(*x)).collect();
        match Evaluator::new(&rules, options.clone()).value(&position) {
            Ok(answer) if is_proof(answer.by) => proofs += 1,
            Ok(answer) if proofs > 0 => {
                let work = ask.foreseen(&rules, &at, &options);
                if work > CHEAP {
                    return Err(format!("{at:?}: {work} options or cells by {}", answer.by_name()));
                }
            }
            Ok(_) => {}
            Err(error) if proofs > 0 => return Err(format!("{at:?}: {}", error.message)),
            Err(_) => return Ok(0),
        }
        n /= 3;
    }
    Ok(proofs)
}

#[test]
fn no_value_costs_more_than_one_farther_out() {
    let mut noise = Noise(31);
    let cases = grundy_testing::cases(24);
    let mut with_proofs = 0;
    for _ in 0..cases {
        let bytes = noise.bytes(60);
        let (text, asked, row) = rules(&mut Tape::new(&bytes));
        let proofs = compare(&text, &asked, &row).unwrap_or_else(|what| panic!("{text}\n{asked}: {what}"));
        with_proofs += usize::from(proofs > 0);
    }
    assert!(2 * with_proofs > cases as usize, "{with_proofs} of {cases} have proofs");
}

/// The first columns of this line are a table that costs much by itself. The engine of lines once asked itself for it, until the stack was full.
#[test]
fn a_line_with_a_long_beginning() {
    let mut session = Session::new();
    let text = "game g(n) { move n - k for k in 1..n if k mod 2 = 1 or n < 2500 and k mod 3 = 1 }";
    session.load("long.game", text).expect("the rules are of the language");
    let rules = session.game("g", None).expect("a game").rules;
    let value = |options: Options| Evaluator::new(&rules, options).value(&[3000.into()]).map(|answer| answer.value);
    let plain = Options { plain: true, ..Options::default() };
    assert_eq!(value(Options::default()), value(plain));
}

/// Where a move raises a coordinate, no table reaches a position, and the cells up to it do not say how many positions a search visits: automata are asked before a search
/// of many of them.
#[test]
fn automata_come_before_a_long_search() {
    let mut session = Session::new();
    for rules in ["move (a - 1, b + 2); move (a, b - 1)", "move (a - 1, b + 3); move (a, b - 2); move (a, b - 1)"] {
        let text = format!("game mine(a, b) {{ {rules} }}");
        session.load("mine", &text).expect("rules");
        let game = session.game("mine", None).expect("a game");
        let mut evaluator = Evaluator::new(&game.rules, Options::default());
        let mut plain = Evaluator::new(&game.rules, Options { plain: true, ..Options::default() });
        for (a, b) in [(300u64, 5u64), (301, 4), (299, 0)] {
            let answer = evaluator.value(&[a.into(), b.into()]).expect("a value");
            assert_eq!(answer.by, EngineName::Automaton, "{rules} at {a}, {b}");
            assert_eq!(answer.value, plain.number(&[a.into(), b.into()]).expect("a value"), "{rules} at {a}, {b}");
        }
        let near = evaluator.value(&[5.into(), 5.into()]).expect("a value");
        assert_eq!(near.by, EngineName::Search, "{rules}");
        let far = evaluator.value(&[100_000.into(), 5.into()]).expect("a value");
        assert_eq!(far.by, EngineName::Automaton, "{rules}");
    }
}

/// The engine whose work is least, and the value: of rules whose options a table visits in a twentieth of the time of a search, of rules that split and have automata, of rules whose P-positions alone
/// are told, and of cells that are marked.
#[test]
fn the_engine_with_the_least_work_answers() {
    let rules = "
        game lasker(n) { move n - t for t in 1..n; split a, n - a for a in 1..n div 2 }
        game corners(x, y) { split (a, y), (x, b), (a, b) for a in 0..x - 1, b in 0..y - 1 }
        game short(a, b) {
            move (a - i, b) for i in 1..a if not [a, b] in {[3, 5], [2, 2]}
            move (a, b - i) for i in 1..b if not [a, b] in {[3, 5], [2, 2]}
        }
        game fill[n](x[n]) {
            require all v in x: v <= 1
            move x with [i] = 1 with [i + 1] = 1 for i in 1..n - 1 if x[i] = 0 and x[i + 1] = 0
        }
        game row[n](x[n]) {
            require all v in x: v <= 1
            move x with [i] = 1 for i in 1..n if x[i] = 0 and not (any j in 1..n - 2: x[j] = 1 and x[j + 1] = 1 and x[j + 2] = 1)
        }
    ";
    let mut session = Session::new();
    session.load("least.game", rules).expect("rules");
    let (normal, misere) = (Options::default(), Options { play: Play::Misere, ..Options::default() });
    let far = 10u64.pow(12);
    for (game, position, options, value, engine) in [
        ("lasker", vec![4000], &normal, 3999, EngineName::Table),
        ("lasker", vec![far], &normal, far - 1, EngineName::Automaton),
        ("corners", vec![40, 50], &normal, 100, EngineName::Table),
        ("short", vec![far, far + 1], &normal, 0, EngineName::Automaton),
        ("fill[28]", vec![0; 28], &normal, 1, EngineName::Search),
        ("3*row[6]", vec![0; 18], &misere, 0, EngineName::Forms),
    ] {
        let game = session.game(game, None).expect("a game");
        let position: Vec<IBig> = position.into_iter().map(IBig::from).collect();
        let answer = Evaluator::new(&game.rules, options.clone()).value(&position).expect("a value");
        assert_eq!((answer.value, answer.by), (value.into(), engine), "{}", game.text);
    }
}
