//! Known certificates and the files that are written of them.

use grundy_certify::verify;
use serde_json::{Value, json};

use super::*;

mod changed;

/// The rules of Nim on one pile.
fn one_pile() -> Value {
    let game = grundy::Session::new().game("nim[1]", None).expect("a game");
    game.rules.canonical()
}

/// The certificate that the value of a pile of Nim is its size, without its hashes.
fn nim() -> Value {
    json!({
        "format": "grundy-certificate", "v": 1, "kind": "values", "game": "nim[1]", "rules": one_pile(), "play": "normal",
        "base": 2, "coordinates": "plain", "falls": [1],
        "graph": {"next": [[0, 1, 1, 0], [1, 1, 1, 1]], "accepts": [true, false]}
    })
}

/// The file of a certificate, which the checker need not have seen.
fn written(certificate: &Value) -> Result<String, Lack> {
    theorem(&certificate.to_string(), "what is stated")
}

fn why(certificate: &Value) -> String {
    written(certificate).expect_err("no theorem").why
}

#[test]
fn the_values_of_a_game_are_a_theorem() {
    let expected = "\
(* A theorem that grundy has written, for Coq 8.16 and grundy's library: coqc -Q coq/theories Grundy FILE.v *)
(* The game, as it was written: nim[1] *)
(* The statement: what is stated *)

From Coq Require Import List NArith ZArith Bool.
From Grundy Require Import Automaton Numeration Program Decision Value Expr Game Graph Statement.
Import ListNotations.

Definition the_rules : rules := 
  (Rules [(0, 1)] []
  [{| before := (Truth true); params := [((Num 1%Z), (X 0))];
    guard := (Truth true);
    targets := [(0, [[(Plus (Plus (Num 0%Z) 1%Z (X 0)) (-1)%Z (V 0))]])] |}]
  []).
Definition the_graph : aut := automaton 2 [
    (true, [0; 1; 1; 0]);
    (false, [1; 1; 1; 1])]%N.
Lemma checked : check_graph the_rules false None None the_graph [1%Z] 0%Z = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem values : forall xs, is_position the_rules xs -> 
  (exists n, has_value the_rules false xs n) /\\ forall n, (graph_says None the_graph xs n <-> has_value the_rules false xs n).
Proof. intros xs P. destruct (check_graph_sound _ _ _ _ _ _ _ checked xs P I) as (_ & E & K). split; [exact E|exact K]. Qed.

Print Assumptions values.
";
    assert_eq!(written(&nim()).expect("a theorem"), expected);
}

/// Digits of base 3 are read as two bits each.
#[test]
fn other_digits_are_read_by_their_bits() {
    let mut thirds = nim();
    thirds["base"] = json!(3);
    thirds["graph"]["next"] = json!([[0, 1, 1, 1, 0, 1, 1, 1, 0], [1, 1, 1, 1, 1, 1, 1, 1, 1]]);
    let text = written(&thirds).expect("a theorem");
    let words = "Definition the_words : aut := automaton 1 [\n    (true, [1; 2]);\n    (true, [0; 0]);\n    (true, [0; 3]);\n    (false, [3; 3])]%N.";
    assert!(text.contains(words), "{text}");
    assert!(text.contains("Lemma adds : words_ok the_words the_adder = true."), "{text}");
    assert!(text.contains("check_graph the_rules false the_digits None the_graph [1%Z] 0%Z"), "{text}");
}

#[test]
fn a_claim_over_blocks_does_not_name_them() {
    let mut block = nim();
    block["game"] = json!(0);
    let claim = json!({
        "kind": "claim", "game": "nim[1]", "rules": one_pile(), "games": [], "values": [block],
        "questions": [{"game": 0, "asks": "value", "values": 0}], "variables": 1,
        "at": {"game": 0, "entries": [["x", 0]]}, "where": true, "all": [], "if": true,
        "holds": ["iff", ["=0", ["ask", 0, []]], ["=0", ["x", 0]]]
    });
    let text = written(&claim).expect("a theorem");
    assert!(text.contains("(Iff (AnswerIs 0 (Cons (Truth true) (X 0) Nil) 0%Z) (IsZero (X 0)))"), "{text}");
    assert!(
        text.contains("Theorem claim : forall ans, answers_right [(rules_0, false)] ans -> true_of 1 stated ans."),
        "{text}"
    );
    let mut of_root = claim;
    of_root["where"] = json!(["=0", ["root", 5, ["x", 0]]]);
    assert!(written(&of_root).is_err_and(|lack| lack.why.contains("the word `root`")));
}

/// Two piles that are one; the swap positions of Nim on one pile, 0 and 1; a position that is to show that a game does not have a property.
#[test]
fn correspondences_swap_positions_and_witnesses_have_theorems() {
    let game = grundy::Session::new().game("moore_nim[2, 2]", None).expect("a game");
    let both = json!(["sum", 0, [[1, ["x", 0]], [1, ["x", 1]]]]);
    let mut sum = json!({
        "kind": "correspondence", "game": "moore_nim[2, 2]", "rules": game.rules.canonical(), "play": "misere",
        "coordinates": "plain", "falls": [1, 1], "where": true, "numbers": [],
        "games": [{"rules": one_pile(), "coordinates": "plain", "falls": [1], "at": [both]}]
    });
    let text = written(&sum).expect("a theorem");
    let says = "corresponds the_rules true false the_condition counterparts ans.";
    assert!(text.contains(&format!("Theorem correspondence : forall ans, answers_right [] ans -> {says}")), "{text}");
    sum["coordinates"] = json!("differences");
    let text = written(&sum).expect("a theorem");
    assert!(text.contains("Definition the_condition : cond := (Both (NonPos"), "{text}");
    assert!(text.contains("check_corresponds the_rules true [1%Z; 1%Z] 0%Z true false"), "{text}");
    sum["says"] = json!("P");
    assert!(why(&sum).contains("where coordinates ascend"));

    let zero = json!({"next": [[0, 1], [1, 1]], "accepts": [true, false]});
    let one = json!({"next": [[2, 1], [1, 2], [2, 2]], "accepts": [false, true, false]});
    let swap = json!({"base": 2, "coordinates": "plain", "falls": [1], "levels": [zero, one], "complete": false});
    let claim = json!({
        "kind": "claim", "game": "nim[1]", "rules": one_pile(), "games": [], "values": [], "variables": 0, "at": null, "where": true,
        "questions": [{"game": 0, "asks": "miserable", "swap": swap}], "all": [], "if": true, "holds": ["not", ["=0", ["ask", 0, []]]]
    });
    let text = written(&claim).expect("a theorem");
    assert!(text.contains("SwapCheck.check_swap rules_0 None (nth 0 the_levels_0 (automaton 0 []))"), "{text}");
    assert!(text.contains("Properties.is_miserable (rules_game rules_0) (is_position rules_0)"), "{text}");
    let mut forced = claim.clone();
    forced["questions"][0]["asks"] = json!("forced");
    let text = written(&forced).expect("a theorem");
    assert!(text.contains("SwapCheck.check_swap_forced rules_0 None (nth 0 the_levels_0 (automaton 0 []))"), "{text}");
    forced["questions"][0]["asks"] = json!("pet");
    assert!(why(&forced).contains("does not show that a game is pet"));
    forced["questions"][0] = json!({"game": 0, "asks": "forced", "witness": [2]});
    let text = written(&forced).expect("a theorem");
    assert!(text.contains("Witness.shows_not rules_0 (N.to_nat 100000) PropertyCheck.Forced [2]%N"), "{text}");
    assert!(text.contains("~ Properties.is_forced (rules_game rules_0) (is_position rules_0)"), "{text}");
}

/// A claim about one pile: that its value is not 1, or that in misère play is 0, is so where no move is left, or elsewhere. Its swap positions are 0 and 1.
fn of_swap_positions() -> Value {
    let game = grundy::Session::new().game("nim[1]", None).expect("a game");
    let zero = json!({"next": [[0, 1], [1, 1]], "accepts": [true, false]});
    let one = json!({"next": [[2, 1], [1, 2], [2, 2]], "accepts": [false, true, false]});
    let swap = json!({"base": 2, "coordinates": "plain", "falls": [1], "levels": [zero, one], "complete": false});
    let asks = |play: &str| json!({"game": 0, "asks": "value", "play": play, "swaps": 0});
    let is_1 = |question: u64| json!(["=0", ["sum", -1, [[1, ["ask", question, []]]]]]);
    json!({
        "format": "grundy-certificate", "v": 1, "kind": "claim", "game": "nim[1]", "rules": game.rules.canonical(), "hash": game.rules.hash(),
        "play": "normal", "games": [], "values": [], "variables": 1, "at": {"game": 0, "entries": [["x", 0]]},
        "swaps": [{"game": 0, "swap": swap}], "where": true, "all": [], "if": true,
        "questions": [asks("misere"), {"game": 0, "asks": "terminal"}, asks("normal")],
        "holds": ["and", ["iff", is_1(0), is_1(1)], ["iff", is_1(2), ["=0", ["ask", 0, []]]]]
    })
}

#[test]
fn a_claim_that_asks_more_than_values_has_a_theorem() {
    let mut claim = of_swap_positions();
    let text = written(&claim).expect("a theorem");
    for part in [
        "From Grundy Require Import Finite Questions.",
        "Definition known : list answerer := [ByRules rules_0].",
        "swap_first := (nth 0 the_levels_swap (automaton 0 []))",
        "answers_right_all [IsTerminal rules_0; value_of (rules_0, false); value_of (rules_0, true)] ans -> true_of 1 stated ans.",
        "(Iff (AnswerIs 2 (Cons (Truth true) (X 0) Nil) 1%Z) (AnswerIs 0 (Cons (Truth true) (X 0) Nil) 1%Z))",
        "(Iff (AnswerIs 1 (Cons (Truth true) (X 0) Nil) 1%Z) (AnswerIs 2 (Cons (Truth true) (X 0) Nil) 0%Z))",
    ] {
        let (flat, part) = (text.split_whitespace().collect::<String>(), part.split_whitespace().collect::<String>());
        assert!(flat.contains(&part), "{part}: {text}");
    }
    claim["at"]["entries"] = json!([["sum", 1, [[1, ["x", 0]]]]]);
    assert!(why(&claim).contains("of all positions alone"));
    claim["swaps"] = json!([]);
    assert!(why(&claim).contains("several games"));
}

#[test]
fn a_finite_claim_lists_the_positions_it_asks_for() {
    let claim = json!({
        "kind": "claim", "game": "nim[1]", "rules": one_pile(), "games": [], "values": [], "most": [2],
        "questions": [{"game": 0, "asks": "value", "play": "misere"}], "variables": 1,
        "at": {"game": 0, "entries": [["x", 0]]}, "where": ["<=0", ["sum", -2, [[1, ["x", 0]]]]], "all": [[0, 1]], "if": true,
        "holds": ["not", ["=0", ["sum", -9, [[1, ["ask", 0, [["sum", 3, [[1, ["x", 0]], [1, ["v", 0]]]]]]]]]]]
    });
    let text = written(&claim).expect("a theorem");
    assert!(text.contains("Definition seeds : list (list (list N)) := [[[3]; [4]; [5]; [6]]%N]."), "{text}");
    assert!(text.contains("Definition questions : list question := [Finite.Value rules_0 true]."), "{text}");
    assert!(text.contains("&& check_beyond 1 stated [2]%N = true"), "{text}");
    assert!(text.contains("answers_right_all questions ans -> true_of 1 stated ans."), "{text}");
    // From a position so far out a play has more moves than are looked at.
    let mut far = claim;
    far["holds"][1][1][2][0][1][2][0][1] = json!(99_996);
    assert!(written(&far).is_ok());
    far["holds"][1][1][2][0][1][2][0][1] = json!(99_997);
    assert!(written(&far).is_err_and(|lack| lack.why.contains("moves or more")));
}

#[test]
fn a_period_of_an_octal_game_is_a_theorem() {
    let game = grundy::Session::new().game("kayles", None).expect("a game");
    let kayles = json!({
        "kind": "heaps", "game": "kayles", "rules": game.rules.canonical(), "hash": game.rules.hash(), "play": "normal",
        "line": ["_"], "preperiod": 71, "period": 12, "saltus": 0
    });
    let text = written(&kayles).expect("a theorem");
    for part in [
        "  shapes := [LeavesTwo 2; LeavesTwo 1; TakesAll 2; TakesAll 1; LeavesOne 1; LeavesOne 2];",
        "  preperiod := N.to_nat 71;",
        "Lemma checked : check_heaps the_certificate = true.",
        "(forall q, 1 <= q < N.to_nat 12 -> ~ exists m, forall n, m <= n -> recurs_by the_rules q n)",
        "exact (check_heaps_sound the_certificate the_rules eq_refl checked).",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let mut recurrence = kayles.clone();
    recurrence["kind"] = json!("recurrence");
    assert_eq!(written(&recurrence).expect("a theorem"), text);
    let mut misere = kayles.clone();
    misere["play"] = json!("misere");
    assert!(why(&misere).contains("misère"));
    let mut grows = kayles.clone();
    grows["saltus"] = json!(1);
    assert!(why(&grows).contains("grow"));
    let mut other = kayles;
    other["hash"] = json!("0");
    assert!(why(&other).contains("octal"));
}

#[test]
fn a_claim_about_a_period_is_evaluated_with_the_numbers_of_its_theorem() {
    let game = grundy::Session::new().game("kayles", None).expect("a game");
    let theorem = json!({
        "kind": "heaps", "game": "kayles", "rules": game.rules.canonical(), "hash": game.rules.hash(), "play": "normal",
        "line": ["_"], "preperiod": 71, "period": 12, "saltus": 0
    });
    let question = json!({"game": 0, "asks": "period", "play": "normal", "line": ["_"], "theorem": 0});
    let mut claim = json!({
        "kind": "claim", "game": "kayles", "rules": game.rules.canonical(), "games": [], "values": [], "theorems": [theorem],
        "questions": [question], "variables": 0, "at": null, "where": true, "all": [], "if": true,
        "holds": ["=0", ["sum", -12, [[1, ["ask", 0, []]]]]]
    });
    let text = written(&claim).expect("a theorem");
    assert!(text.contains("match q, zs with 0, [] => Some 12%Z | _, _ => None end"), "{text}");
    assert!(text.contains("(AnswerIs 0 Nil 12%Z)"), "{text}");
    claim["theorems"][0]["rules"] = one_pile();
    assert!(why(&claim).contains("not about"));
}

#[test]
fn what_has_no_theorem_is_said_in_a_sentence() {
    let changed = |key: &str, value: Value| {
        let mut nim = nim();
        nim[key] = value;
        why(&nim)
    };
    assert!(changed("base", json!("golden")).contains("base golden"));
    assert!(changed("kind", json!("views")).contains("`views`"));
    assert!(changed("play", json!("both")).contains("play"));
    assert_eq!(theorem("no JSON", "").expect_err("no theorem").kind, "unknown");
}

/// A statement in a certificate of the checker's own tests stands in the file.
#[test]
fn the_statement_is_that_of_the_checker() {
    let (mut input, mut out, mut err) = (std::io::empty(), vec![], vec![]);
    let console = crate::Console::of(&mut input, &mut out, &mut err);
    let file = std::env::temp_dir().join(format!("grundy-coq-{}.json", std::process::id()));
    let code =
        crate::run(["grundy", "period", "kayles", "(_)", "--certificate", file.to_str().expect("a name")], console);
    assert_eq!(code, 0);
    let text = std::fs::read_to_string(&file).expect("a certificate");
    std::fs::remove_file(&file).expect("removed");
    let verified = verify(&text, &mut |_| false).expect("verified");
    let written = theorem(&text, &verified.statement).expect("a theorem");
    let flat = written.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains(&format!("(* The statement: {} *)", verified.statement)), "{written}");
}
