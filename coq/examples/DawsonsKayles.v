(* The octal game 0.07: all values, by a certificate that Coq checks. *)

From Coq Require Import List NArith Arith.
From Grundy Require Import Value Sum Heap HeapCheck HeapLeast.
Import ListNotations.

Definition dawsons_kayles : code := [0;0;7]%N.
Definition n0 : nat := N.to_nat 53.
Definition p : nat := N.to_nat 34.
Definition values : list N := [
 0;0;1;1;2;0;3;1;1;0;3;3;2;2;4;0;5;2;2;3;3;0;1;1;3;0;2;1;1;0;4;5;2;7;4;0;1;1;2;0;3;1;1;0;3;3;2;2;4;4;5;5;2;3;3;0;1;1;3;0;2;1;1;
 0;4;5;3;7;4;8;1;1;2;0;3;1;1;0;3;3;2;2;4;4;5;5;9]%N.

Lemma checked : check dawsons_kayles n0 p values = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma least_checked : least n0 p values = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* The value of a heap of n is [said n0 p values n]: the values above, and then the last p of them again and again. *)
Theorem values_are : forall n, value (octal dawsons_kayles) n (said n0 p values n).
Proof. exact (check_sound _ _ _ _ checked). Qed.

(* The values recur; they do so with no smaller period; and from no smaller number on. *)
Theorem period : (forall n, n0 <= n -> forall t, value (octal dawsons_kayles) n t <-> value (octal dawsons_kayles) (n + p) t) /\
  (forall q, 1 <= q < p -> ~ exists m, forall n, m <= n -> recurs_at dawsons_kayles q n) /\
  (forall m, S m = n0 -> ~ recurs_at dawsons_kayles p m).
Proof. exact (least_sound _ _ _ _ values_are least_checked). Qed.

(* In terms of play alone: the player who moves from the heaps n + p and n together loses. *)
Theorem play : forall n, n0 <= n -> lost (after (octal dawsons_kayles)) [n + p; n].
Proof.
  intros n L. destruct (octal_valued dawsons_kayles n) as (t & V). apply (sum_outcome (octal dawsons_kayles) [n + p; n] [t; t]).
  - constructor; [apply (proj1 period n L); exact V|]. auto.
  - apply nim_twice.
Qed.

Definition all := conj values_are (conj period play).
Print Assumptions all.
