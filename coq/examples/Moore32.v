Require Import List NArith ZArith.
From Grundy Require Import Automaton Program Value Expr Game Graph.
Import ListNotations.

(* moore_nim[3, 2], normal play *)
Definition the_rules : rules :=
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
Definition the_levels : list aut := [
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
Lemma checked : check_levels false the_rules false None the_levels [1%Z; 1%Z; 1%Z] 0%Z = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Theorem values : forall xs, is_position the_rules xs -> in_domain None xs -> forall n, (n < 3)%N ->
  levels_say the_levels xs n <-> has_value the_rules false xs n.
Proof. intros xs P D. exact (some_levels_values _ _ _ _ _ _ checked xs P D). Qed.
Print Assumptions values.
