(* Zeckendorf's numeration: the adder has 22 states. *)
Require Import List NArith ZArith PArith.
From Grundy Require Import Automaton Program Words.
Import ListNotations.

Definition fib_word : aut := automaton 1 [
  (true, [0; 1]);
  (true, [0; 2]);
  (false, [2; 2])]%N.
Definition fib_add : aut := automaton 3 [
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
Lemma fib_ok : words_ok fib_word fib_add = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Theorem zeckendorf_adds m x : word fib_word m x -> forall n y z, word fib_word n y ->
  (adds fib_add x y z <-> word fib_word (m + n) z).
Proof. exact (words_add fib_word fib_add fib_ok m x). Qed.
Print Assumptions zeckendorf_adds.
