//! A game of one's own, from its rules to its values and the period of a line: `cargo run --example first_steps`.

use grundy::theory::periods::Verdict;
use grundy::{Error, Library};

const RULES: &str = "
    game corner(a, b) {
        \"Take any number from one pile, or one from each\"
        move (a - i, b) for i in 1..a
        move (a, b - i) for i in 1..b
        move (a - 1, b - 1)
    }";

fn main() -> Result<(), Error> {
    let game = Library::from_text("corner.game", RULES)?.game("corner")?;
    println!("G(7, 12) = {}", game.value([7, 12])?);
    for choice in game.moves([2, 3])?.iter().filter(|choice| choice.wins) {
        println!("from (2, 3) a winning move leads to {:?}", choice.to.concat().concat());
    }
    let table = game.table([5, 5])?;
    for a in 0..=5 {
        let row: Vec<String> = (0..=5).map(|b| table.get(&[a, b]).map_or(" ".into(), |v| v.to_string())).collect();
        println!("{}", row.join(" "));
    }
    match game.period("(3, _)")? {
        Verdict::Proved(proof) => println!("row 3: proved {}", proof.period),
        Verdict::Observed(period, to, _) => println!("row 3: observed {period} up to {to}"),
        Verdict::NotFound(to, _) => println!("row 3: no period up to {to}"),
    }
    Ok(())
}
