(* octal[0.77] by its canonical rules: all values, from a certificate of kind `heaps`. *)

From Coq Require Import List NArith ZArith.
From Grundy Require Import Value HeapCheck HeapRare Expr Game OctalRules HeapRules.
Import ListNotations.

Definition the_rules : rules :=
  (Rules [(0, 1)] []
  [{| before := (Truth true); params := [((Num 1%Z), (Two Div (Plus (Num (-2)%Z) 1%Z (X 0)) (Num 2%Z)))];
    guard := (Truth true);
    targets := [(0, [[(V 0)]; [(Plus (Plus (Num (-2)%Z) 1%Z (X 0)) (-1)%Z (V 0))]])] |};
   {| before := (Truth true); params := [((Num 1%Z), (Two Div (Plus (Num (-1)%Z) 1%Z (X 0)) (Num 2%Z)))];
    guard := (Truth true);
    targets := [(0, [[(V 0)]; [(Plus (Plus (Num (-1)%Z) 1%Z (X 0)) (-1)%Z (V 0))]])] |};
   {| before := (IsZero (Plus (Num (-2)%Z) 1%Z (X 0))); params := [];
    guard := (Truth true);
    targets := [(0, [[(Plus (Num (-2)%Z) 1%Z (X 0))]])] |};
   {| before := (IsZero (Plus (Num (-1)%Z) 1%Z (X 0))); params := [];
    guard := (Truth true);
    targets := [(0, [[(Plus (Num (-1)%Z) 1%Z (X 0))]])] |};
   {| before := (NonPos (Plus (Num 2%Z) (-1)%Z (X 0))); params := [];
    guard := (Truth true);
    targets := [(0, [[(Plus (Num (-1)%Z) 1%Z (X 0))]])] |};
   {| before := (NonPos (Plus (Num 3%Z) (-1)%Z (X 0))); params := [];
    guard := (Truth true);
    targets := [(0, [[(Plus (Num (-2)%Z) 1%Z (X 0))]])] |}]
  []).

Definition the_certificate : certificate := {|
  shapes := [LeavesTwo 2; LeavesTwo 1; TakesAll 2; TakesAll 1; LeavesOne 1; LeavesOne 2];
  preperiod := N.to_nat 71;
  period := N.to_nat 12;
  values := [
 0;1;2;3;1;4;3;2;1;4;2;6;4;1;2;7;1;4;3;2;1;4;6;7;4;1;2;8;5;4;7;2;1;8;6;7;4;1;2;3;1;4;7;2;1;8;2;7;4;1;2;8;1;4;7;2;1;4;2;7;4;1;2;
 8;1;4;7;2;1;8;6;7;4;1;2;8;1;4;7;2;1;8;2]%N;
  rare := None
|}.

Lemma checked : check_heaps the_certificate = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* All values, that they recur, and that no smaller period, and no smaller preperiod, will do. *)
Theorem proved :
  (forall n, value (rules_game the_rules) [N.of_nat n] (said (N.to_nat 71) (N.to_nat 12) (values the_certificate) n)) /\
  (forall n, N.to_nat 71 <= n -> recurs_by the_rules (N.to_nat 12) n) /\
  (forall q, 1 <= q < N.to_nat 12 -> ~ exists m, forall n, m <= n -> recurs_by the_rules q n) /\
  (forall m, S m = N.to_nat 71 -> ~ recurs_by the_rules (N.to_nat 12) m).
Proof. exact (check_heaps_sound the_certificate the_rules eq_refl checked). Qed.
Print Assumptions proved.
