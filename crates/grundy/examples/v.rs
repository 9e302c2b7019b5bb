use grundy::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut s = Session::new();
    let misere = args.iter().any(|a| a == "-m");
    let e = s.entries(&args[2]).unwrap();
    let game = match s.game(&args[1], Some(&e)) { Ok(g) => g, Err(d) => { println!("{}", d.one_line(s.sources())); return } };
    if args.iter().any(|a| a == "-f") { for f in &game.rules.families { println!("{f:?}"); } }
    let p = s.position(&game, &args[2]).unwrap();
    let mut ev = Evaluator::new(&game.rules, Options { play: if misere { Play::Misere } else { Play::Normal }, ..Options::default() });
    println!("{:?}", ev.value(&p).map_err(|d| d.one_line(s.sources())));
}
