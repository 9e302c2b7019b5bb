(* The bound of Guy and Smith as it is often stated is too small where the preperiod is 0.

   "If G(n + p) = G(n) for n0 <= n < 2 n0 + p + t, then for all n >= n0", where t tokens may be taken at most: in the game
   0.4 a move takes one token and leaves two heaps. The values of 0, 1, 2 are 0, that of 3 is 1. With n0 = 0, p = 1,
   t = 1 the equation holds for n = 0 and n = 1. A heap of 0 tokens is no heap that a move may leave: so the values must be
   looked at from n0 = 1 on, or one more value ([guy_smith_from_0] in Heap.v). *)

From Coq Require Import List NArith Lia.
From Grundy Require Import Value Sum HeapPeriod Heap HeapCheck.
Import ListNotations.

Definition g04 : code := [0; 4]%N.
Definition f (n : nat) : N := match n with 3 => 1%N | _ => 0%N end.

Lemma only n ys : moves g04 n ys -> exists a b, ys = [a; b] /\ 1 <= a /\ 1 <= b /\ n = 1 + a + b.
Proof.
  intros M. destruct M as [T L|k a T Lk La E|k a b T La Lb E]; unfold digit, g04 in T.
  - destruct n as [|[|[|n]]]; discriminate T.
  - destruct k as [|[|[|k]]]; discriminate T.
  - exists a, b. destruct k as [|[|[|k]]]; try discriminate T. auto.
Qed.

Lemma right n : n <= 3 -> right_at (moves g04) f n.
Proof.
  intros L. split.
  - intros ys M. apply only in M. destruct M as (a & b & -> & La & Lb & E).
    assert (n = 3 /\ a = 1 /\ b = 1) as (-> & -> & ->) by lia. discriminate.
  - intros u Lu. destruct n as [|[|[|[|n]]]]; simpl in Lu; try lia. exists [1; 1]. split; [|simpl; lia].
    apply leaves_two with 1; auto.
Qed.

Theorem values_of_04 : value (octal g04) 0 0 /\ value (octal g04) 1 0 /\ value (octal g04) 2 0 /\ value (octal g04) 3 1.
Proof.
  assert (K : forall n, n <= 3 -> value (octal g04) n (f n)).
  { intros n L. apply (right_values (moves g04) (moves_less g04)). intros m Lm. apply right. lia. }
  split; [exact (K 0 ltac:(lia))|]. split; [exact (K 1 ltac:(lia))|].
  split; [exact (K 2 ltac:(lia))|exact (K 3 ltac:(lia))].
Qed.
Print Assumptions values_of_04.
