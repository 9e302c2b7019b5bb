(* The octal game 0.77: all values, by a certificate that Coq checks. *)

From Coq Require Import List NArith Arith.
From Grundy Require Import Value Sum Heap HeapCheck HeapLeast.
Import ListNotations.

Definition kayles : code := [0;7;7]%N.
Definition n0 : nat := N.to_nat 71.
Definition p : nat := N.to_nat 12.
Definition values : list N := [
 0;1;2;3;1;4;3;2;1;4;2;6;4;1;2;7;1;4;3;2;1;4;6;7;4;1;2;8;5;4;7;2;1;8;6;7;4;1;2;3;1;4;7;2;1;8;2;7;4;1;2;8;1;4;7;2;1;4;2;7;4;1;2;
 8;1;4;7;2;1;8;6;7;4;1;2;8;1;4;7;2;1;8;2]%N.

Lemma checked : check kayles n0 p values = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma least_checked : least n0 p values = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* The value of a heap of n is [said n0 p values n]: the values above, and then the last p of them again and again. *)
Theorem values_are : forall n, value (octal kayles) n (said n0 p values n).
Proof. exact (check_sound _ _ _ _ checked). Qed.

(* The values recur; they do so with no smaller period; and from no smaller number on. *)
Theorem period : (forall n, n0 <= n -> forall t, value (octal kayles) n t <-> value (octal kayles) (n + p) t) /\
  (forall q, 1 <= q < p -> ~ exists m, forall n, m <= n -> recurs_at kayles q n) /\
  (forall m, S m = n0 -> ~ recurs_at kayles p m).
Proof. exact (least_sound _ _ _ _ values_are least_checked). Qed.

(* In terms of play alone: the player who moves from the heaps n + p and n together loses. *)
Theorem play : forall n, n0 <= n -> lost (after (octal kayles)) [n + p; n].
Proof.
  intros n L. destruct (octal_valued kayles n) as (t & V). apply (sum_outcome (octal kayles) [n + p; n] [t; t]).
  - constructor; [apply (proj1 period n L); exact V|]. auto.
  - apply nim_twice.
Qed.

Definition all := conj values_are (conj period play).
Print Assumptions all.
