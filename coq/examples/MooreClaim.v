Require Import List NArith ZArith.
From Grundy Require Import Automaton Program Value Expr Game Graph Statement.
Import ListNotations.

(* moore_nim[3, 2] *)
Definition rules_0 : rules :=
  (Rules [(0, 3)] []
  [{| before := (Truth true); params := [((Num 1%Z), (X 0))];
    guard := (Truth true);
    targets := [(0, [[(Plus (Plus (Num 0%Z) 1%Z (X 0)) (-1)%Z (V 0)); (X 1); (X 2)]])] |};
   {| before := (Truth true); params := [((Num 1%Z), (X 0)); ((Num 1%Z), (X 1))];
    guard := (Truth true);
    targets := [(0, [[(Plus (Plus (Num 0%Z) 1%Z (X 0)) (-1)%Z (V 0)); (Plus (Plus (Num 0%Z) 1%Z (X 1)) (-1)%Z (V 1)); (X 2)]])]
      |};
   {| before := (Truth true); params := [((Num 1%Z), (X 0)); ((Num 1%Z), (X 2))];
    guard := (Truth true);
    targets := [(0, [[(Plus (Plus (Num 0%Z) 1%Z (X 0)) (-1)%Z (V 0)); (X 1); (Plus (Plus (Num 0%Z) 1%Z (X 2)) (-1)%Z (V 1))]])]
      |};
   {| before := (Truth true); params := [((Num 1%Z), (X 1))];
    guard := (Truth true);
    targets := [(0, [[(X 0); (Plus (Plus (Num 0%Z) 1%Z (X 1)) (-1)%Z (V 0)); (X 2)]])] |};
   {| before := (Truth true); params := [((Num 1%Z), (X 1)); ((Num 1%Z), (X 2))];
    guard := (Truth true);
    targets := [(0, [[(X 0); (Plus (Plus (Num 0%Z) 1%Z (X 1)) (-1)%Z (V 0)); (Plus (Plus (Num 0%Z) 1%Z (X 2)) (-1)%Z (V 1))]])]
      |};
   {| before := (Truth true); params := [((Num 1%Z), (X 2))];
    guard := (Truth true);
    targets := [(0, [[(X 0); (X 1); (Plus (Plus (Num 0%Z) 1%Z (X 2)) (-1)%Z (V 0))]])] |}]
  []).
Definition levels_0 : list aut := [
  automaton 3 [
    (true, [0; 1; 1; 1; 1; 1; 1; 0]);
    (false, [1; 1; 1; 1; 1; 1; 1; 1])]%N;
  automaton 3 [
    (false, [1; 2; 2; 1; 2; 1; 1; 1]);
    (false, [1; 1; 1; 1; 1; 1; 1; 1]);
    (true, [2; 1; 1; 1; 1; 1; 1; 2])]%N;
  automaton 3 [
    (false, [1; 2; 2; 5; 2; 4; 3; 2]);
    (false, [2; 6; 6; 2; 6; 2; 2; 2]);
    (false, [2; 2; 2; 2; 2; 2; 2; 2]);
    (true, [6; 8; 2; 2; 2; 2; 7; 2]);
    (true, [6; 2; 8; 2; 2; 9; 2; 2]);
    (true, [6; 2; 2; 10; 8; 2; 2; 2]);
    (true, [6; 2; 2; 2; 2; 2; 2; 2]);
    (false, [2; 11; 2; 2; 2; 2; 7; 2]);
    (false, [8; 2; 2; 2; 2; 2; 2; 11]);
    (false, [2; 2; 11; 2; 2; 9; 2; 2]);
    (false, [2; 2; 2; 10; 11; 2; 2; 2]);
    (true, [11; 2; 2; 2; 2; 2; 2; 11])]%N].
Definition levels_1 : list aut := [
  automaton 3 [
    (false, [1; 2; 2; 3; 2; 3; 3; 1]);
    (false, [1; 3; 3; 3; 3; 3; 3; 4]);
    (true, [2; 3; 3; 3; 3; 3; 3; 3]);
    (false, [3; 3; 3; 3; 3; 3; 3; 3]);
    (true, [4; 3; 3; 3; 3; 3; 3; 4])]%N;
  automaton 3 [
    (true, [1; 2; 2; 3; 2; 3; 3; 1]);
    (true, [1; 3; 3; 3; 3; 3; 3; 3]);
    (false, [2; 3; 3; 3; 3; 3; 3; 4]);
    (false, [3; 3; 3; 3; 3; 3; 3; 3]);
    (true, [4; 3; 3; 3; 3; 3; 3; 4])]%N;
  automaton 3 [
    (false, [1; 2; 2; 5; 2; 4; 3; 2]);
    (false, [2; 6; 6; 2; 6; 2; 2; 2]);
    (false, [2; 2; 2; 2; 2; 2; 2; 2]);
    (true, [6; 8; 2; 2; 2; 2; 7; 2]);
    (true, [6; 2; 8; 2; 2; 9; 2; 2]);
    (true, [6; 2; 2; 10; 8; 2; 2; 2]);
    (true, [6; 2; 2; 2; 2; 2; 2; 2]);
    (false, [2; 11; 2; 2; 2; 2; 7; 2]);
    (false, [8; 2; 2; 2; 2; 2; 2; 11]);
    (false, [2; 2; 11; 2; 2; 9; 2; 2]);
    (false, [2; 2; 2; 10; 11; 2; 2; 2]);
    (true, [11; 2; 2; 2; 2; 2; 2; 11])]%N].
Definition blocks : list known := [
  ByLevels false rules_0 false None None levels_0 [1%Z; 1%Z; 1%Z] 0%Z;
  ByLevels false rules_0 true None None levels_1 [1%Z; 1%Z; 1%Z] 0%Z].
Definition the_claim : statement := {|
  at_pos := Some (rules_0, [(X 0); (X 1); (X 2)]);
  where_ := (Truth true);
  all_in := [];
  if_ := (Truth true);
  holds_ := (Iff (Both (AnswerIs 0 (Cons (Truth true) (X 0) (Cons (Truth true) (X 1) (Cons (Truth true) (X 2) Nil))) 0%Z)
    (AnswerIs 1 (Cons (Truth true) (X 0) (Cons (Truth true) (X 1) (Cons (Truth true) (X 2) Nil))) 1%Z)) (Both (NonPos (Plus
    (Num (-1)%Z) 1%Z (Two Max (X 0) (Two Max (X 1) (X 2))))) (IsZero (Two Mod (Plus (Plus (Plus (Num 0%Z) 1%Z (If (Neither
    (IsZero (X 0))) (Num 1%Z) (Num 0%Z))) 1%Z (If (Neither (IsZero (X 1))) (Num 1%Z) (Num 0%Z))) 1%Z (If (Neither (IsZero (X
    2))) (Num 1%Z) (Num 0%Z))) (Num 3%Z))))) |}.
Lemma checked : check_claim 3 the_claim blocks = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Theorem claim : forall ans, answers_right (map known_game blocks) ans -> true_of 3 the_claim ans.
Proof. exact (claim_sound _ _ _ checked). Qed.
Print Assumptions claim.
