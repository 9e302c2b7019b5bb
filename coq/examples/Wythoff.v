(* A theorem that grundy has written, for Coq 8.16 and grundy's library: coqc -Q coq/theories Grundy FILE.v *)
(* The game, as it was written: wythoff *)
(* The statement: Of the game with the rules d76fa7d47e561169377ebeeb59983281 (called `wythoff`): for all natural numbers as its
  2 variables for which `at` is a position and `where` is true, `holds` is true for all values in `all` for which `if` is true;
  and everything is defined as far as its evaluation goes. *)

From Coq Require Import List NArith ZArith Bool.
From Grundy Require Import Automaton Numeration Program Decision Value Expr Game Graph Statement.
Import ListNotations.

Definition the_rules_0 : rules := 
  (Rules [(0, 2)] []
  [{| before := (Truth true); params := [((Num 1%Z), (X 0))];
    guard := (Truth true);
    targets := [(0, [[(Plus (Plus (Num 0%Z) 1%Z (X 0)) (-1)%Z (V 0)); (X 1)]])] |};
   {| before := (Truth true); params := [((Num 1%Z), (X 1))];
    guard := (Truth true);
    targets := [(0, [[(X 0); (Plus (Plus (Num 0%Z) 1%Z (X 1)) (-1)%Z (V 0))]])] |};
   {| before := (Truth true); params := [((Num 1%Z), (Two Min (X 0) (X 1)))];
    guard := (Truth true);
    targets := [(0, [[(Plus (Plus (Num 0%Z) 1%Z (X 0)) (-1)%Z (V 0)); (Plus (Plus (Num 0%Z) 1%Z (X 1)) (-1)%Z (V 0))]])] |}]
  []).
(* Words of Fibonacci digits, which are read as numbers with the same bits; and the automaton that adds such words. *)
Definition the_words_0 : aut := automaton 1 [
    (true, [0; 1]);
    (true, [0; 2]);
    (false, [2; 2])]%N.
Definition the_adder_0 : aut := automaton 3 [
    (true, [1; 2; 3; 4; 5; 6; 7; 8]);
    (true, [1; 9; 10; 11; 12; 6; 7; 8]);
    (false, [13; 11; 14; 11; 15; 11; 11; 11]);
    (false, [13; 16; 11; 11; 15; 11; 11; 11]);
    (false, [17; 11; 11; 11; 18; 11; 11; 11]);
    (false, [15; 13; 13; 4; 11; 11; 11; 11]);
    (true, [1; 11; 10; 11; 11; 11; 11; 11]);
    (true, [1; 9; 11; 11; 11; 11; 11; 11]);
    (false, [13; 11; 11; 11; 11; 11; 11; 11]);
    (false, [13; 11; 14; 11; 11; 11; 11; 11]);
    (false, [13; 16; 11; 11; 11; 11; 11; 11]);
    (false, [11; 11; 11; 11; 11; 11; 11; 11]);
    (false, [15; 11; 11; 11; 11; 11; 11; 11]);
    (false, [11; 11; 11; 11; 15; 11; 11; 11]);
    (false, [17; 11; 11; 11; 18; 9; 11; 11]);
    (false, [11; 13; 13; 4; 11; 11; 11; 11]);
    (false, [17; 11; 11; 11; 18; 11; 10; 11]);
    (false, [13; 16; 14; 19; 11; 11; 11; 20]);
    (true, [1; 9; 10; 11; 11; 11; 11; 11]);
    (false, [21; 11; 11; 11; 11; 11; 11; 11]);
    (false, [17; 11; 11; 11; 11; 11; 11; 11]);
    (false, [17; 11; 11; 11; 18; 9; 10; 11])]%N.
Lemma adds_0 : words_ok the_words_0 the_adder_0 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Definition the_digits_0 : digits := Some (numeration_by the_words_0 the_adder_0 adds_0).
Definition the_levels_0 : list aut := [
  automaton 2 [
    (true, [1; 2; 3; 4]);
    (true, [0; 4; 4; 4]);
    (false, [4; 4; 5; 4]);
    (false, [4; 6; 4; 4]);
    (false, [4; 4; 4; 4]);
    (true, [5; 2; 4; 4]);
    (true, [6; 4; 3; 4])]%N].
Lemma checked_0 : check_levels false the_rules_0 false the_digits_0 None the_levels_0 [1%Z; 1%Z] 0%Z = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem values_0 : forall xs, is_position the_rules_0 xs -> 
  (exists n, has_value the_rules_0 false xs n) /\ forall n, (n < 1)%N -> (levels_say the_digits_0 the_levels_0 xs n <->
    has_value the_rules_0 false xs n).
Proof. intros xs P. destruct (check_levels_sound _ _ _ _ _ _ _ _ checked_0 xs P I) as (_ & E & K). split; [exact E|intros n L;
  exact (K n (or_intror L))]. Qed.

(* Question 0 of the claim is the `automatic` that the theorems above state whose names end with _0. *)
(* The claim, its questions answered so. *)
Definition the_claim : Expr.cond := (Every (Found (Truth true) (one_if (Neither (AnswerIs 0 Nil 0%Z))))).
Definition answers : nat -> list Z -> option Z := fun q zs => match q, zs with 0, [] => Some 1%Z | _, _ => None end.
Theorem claim : forall xs, truth the_claim {| coord := nth_error xs; var := fun _ => None; part_ends := fun _ => None; answer :=
  answers |} = Some true.
Proof. intros xs. vm_cast_no_check (eq_refl (Some true)). Qed.

Definition all_of_this := (values_0, claim).
Print Assumptions all_of_this.
