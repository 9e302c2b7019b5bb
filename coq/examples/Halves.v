Require Import List NArith ZArith PArith.
From Grundy Require Import Automaton Program.
Import ListNotations.
Open Scope positive_scope.

Definition the_program : program := {| steps := [
  Is (Zero 0%Z [(1, 1%Z); (2, (-2)%Z)]);
  Exists 1 [2];
  Is (Zero (-1)%Z [(1, 1%Z); (2, (-2)%Z)]);
  Exists 3 [2];
  Or [2; 4]];
  goals := [Holds 5; Fails 2 [1; 2]] |}.
Lemma it_holds : holds the_program = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
