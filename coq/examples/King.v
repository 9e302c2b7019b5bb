Require Import List NArith ZArith.
From Grundy Require Import Automaton Program Value Expr Game Graph.
Import ListNotations.

(* king, normal play *)
Definition the_rules : rules :=
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
Definition the_graph : aut :=
  plain None 2 1 (automaton 3 [
    (true, [1; 3; 2; 2; 2; 2; 1; 3]);
    (true, [1; 1; 1; 1; 2; 2; 2; 2]);
    (false, [2; 2; 2; 2; 2; 2; 2; 2]);
    (false, [2; 2; 2; 2; 1; 1; 1; 1])]%N).
Lemma checked : check_graph the_rules false None None the_graph [1%Z; 1%Z] 0%Z = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Theorem values : forall xs, is_position the_rules xs -> in_domain None None xs ->
  forall n, graph_says None the_graph xs n <-> has_value the_rules false xs n.
Proof. intros xs P D. exact (graph_values _ _ _ _ _ _ _ checked xs P D). Qed.
Print Assumptions values.
