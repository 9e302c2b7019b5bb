Require Import List NArith ZArith.
From Grundy Require Import Automaton Program Value Expr Game Graph Statement.
Import ListNotations.

(* king *)
Definition rules_0 : rules :=
  (Rules [(0, 2)] []
  [{| before := (Truth true); params := [];
    guard := (Truth true);
    targets := [(0, [[(X 0); (Plus (Num (-1)%Z) 1%Z (X 1))]])] |};
   {| before := (Truth true); params := [];
    guard := (Truth true);
    targets := [(0, [[(Plus (Num (-1)%Z) 1%Z (X 0)); (X 1)]])] |};
   {| before := (Truth true); params := [];
    guard := (Truth true);
    targets := [(0, [[(Plus (Num (-1)%Z) 1%Z (X 0)); (Plus (Num (-1)%Z) 1%Z (X 1))]])] |}]
  []).
Definition levels_0 : list aut := [
  plain None 2 0 (automaton 2 [
    (true, [1; 2; 2; 2]);
    (true, [1; 1; 1; 1]);
    (false, [2; 2; 2; 2])]%N)].
Definition blocks : list known := [
  ByLevels false rules_0 false None None levels_0 [1%Z; 1%Z] 0%Z].
Definition the_claim : statement := {|
  at_pos := Some (rules_0, [(X 0); (X 1)]);
  where_ := (Truth true);
  all_in := [];
  if_ := (Truth true);
  holds_ := (Iff (AnswerIs 0 (Cons (Truth true) (X 0) (Cons (Truth true) (X 1) Nil)) 0%Z) (Both (IsZero (Two Mod (X 0) (Num
    2%Z))) (IsZero (Two Mod (X 1) (Num 2%Z))))) |}.
Lemma checked : check_claim 2 the_claim blocks = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Theorem claim : forall ans, answers_right (map known_game blocks) ans -> true_of 2 the_claim ans.
Proof. exact (claim_sound _ _ _ checked). Qed.
Print Assumptions claim.
