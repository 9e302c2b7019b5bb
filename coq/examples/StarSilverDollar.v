(* A theorem that grundy has written, for Coq 8.16 and grundy's library: coqc -Q coq/theories Grundy FILE.v *)
(* The game, as it was written: star_nim[2] + silver_dollar[2] *)
(* The statement: In normal play, for every position of the game with the rules e655e42d4747537b66a655d092ba5d52 (called
  `star_nim[2] + silver_dollar[2]`): where the condition `where` of the certificate holds, the value is the nim-sum of the
  values at the 2 positions in `games`. *)

From Coq Require Import List NArith ZArith Bool.
From Grundy Require Import Automaton Numeration Program Decision Value Expr Game Graph Statement Corresponds.
Import ListNotations.

Definition the_rules : rules := 
  (Rules [(0, 2); (2, 2)] [(0, (NonPos (Plus (Plus (Num (-1)%Z) 1%Z (If (IsZero (X 0)) (Num 1%Z) (Num 0%Z))) 1%Z (If (IsZero (X
    1)) (Num 1%Z) (Num 0%Z))))); (1, (NonPos (Plus (Plus (Num 1%Z) 1%Z (X 2)) (-1)%Z (X 3))))]
  [{| before := (Truth true); params := [((Num 1%Z), (X 0))];
    guard := (Truth true);
    targets := [(0, [[(Plus (Plus (Num 0%Z) 1%Z (X 0)) (-1)%Z (V 0)); (X 1)]])] |};
   {| before := (Truth true); params := [((Num 1%Z), (X 1))];
    guard := (Truth true);
    targets := [(0, [[(X 0); (Plus (Plus (Num 0%Z) 1%Z (X 1)) (-1)%Z (V 0))]])] |};
   {| before := (Truth true); params := [((Num 1%Z), (X 2))];
    guard := (Truth true);
    targets := [(1, [[(Plus (Plus (Num 0%Z) 1%Z (X 2)) (-1)%Z (V 0)); (X 3)]])] |};
   {| before := (Truth true); params := [((Num 1%Z), (X 3))];
    guard := (NonPos (Plus (Plus (Plus (Num 1%Z) 1%Z (X 2)) (-1)%Z (X 3)) 1%Z (V 0)));
    targets := [(1, [[(X 2); (Plus (Plus (Num 0%Z) 1%Z (X 3)) (-1)%Z (V 0))]])] |}]
  []).
(* The positions of which something is stated. *)
Definition the_condition : cond := (Truth true).
Definition counterparts : list counterpart := [Position
  (Rules [(0, 2)] [(0, (NonPos (Plus (Plus (Num (-1)%Z) 1%Z (If (IsZero (X 0)) (Num 1%Z) (Num 0%Z))) 1%Z (If (IsZero (X 1)) (Num
    1%Z) (Num 0%Z)))))]
  [{| before := (Truth true); params := [((Num 1%Z), (X 0))];
    guard := (Truth true);
    targets := [(0, [[(Plus (Plus (Num 0%Z) 1%Z (X 0)) (-1)%Z (V 0)); (X 1)]])] |};
   {| before := (Truth true); params := [((Num 1%Z), (X 1))];
    guard := (Truth true);
    targets := [(0, [[(X 0); (Plus (Plus (Num 0%Z) 1%Z (X 1)) (-1)%Z (V 0))]])] |}]
  [])
  false [1%Z; 1%Z] 0%Z [(X 0); (X 1)]; Position
  (Rules [(0, 2)] [(0, (NonPos (Plus (Plus (Num 1%Z) 1%Z (X 0)) (-1)%Z (X 1))))]
  [{| before := (Truth true); params := [((Num 1%Z), (X 0))];
    guard := (Truth true);
    targets := [(0, [[(Plus (Plus (Num 0%Z) 1%Z (X 0)) (-1)%Z (V 0)); (X 1)]])] |};
   {| before := (Truth true); params := [((Num 1%Z), (X 1))];
    guard := (NonPos (Plus (Plus (Plus (Num 1%Z) 1%Z (X 0)) (-1)%Z (X 1)) 1%Z (V 0)));
    targets := [(0, [[(X 0); (Plus (Plus (Num 0%Z) 1%Z (X 1)) (-1)%Z (V 0))]])] |}]
  [])
  false [1%Z; 1%Z] 0%Z [(X 2); (X 3)]].
Definition known : list known := [].
Lemma checked : check_corresponds the_rules false [1%Z; 1%Z; 1%Z; 1%Z] 0%Z false false the_condition the_condition counterparts
  known = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem correspondence : forall ans, answers_right [] ans -> corresponds the_rules false false the_condition counterparts ans.
Proof. exact (check_corresponds_sound _ _ _ _ _ _ _ _ _ _ checked). Qed.

Print Assumptions correspondence.
