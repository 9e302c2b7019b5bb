(* Theorem `rank` is false where a move may leave several positions.

   A heap of n tokens becomes one heap, or two heaps, of fewer than n tokens each. Every move lowers the
   number of tokens in each part that it leaves, and the rank of n is n. But the values of 0, 1, 2, 3 are
   0, 1, 2, 4: from 3 a move leads to the heaps 1 and 2, with the nim-sum 3. So the theorem needs its obligation
   `single`. *)

From Coq Require Import List NArith ZArith Lia.
From Grundy Require Import Value Sum.
From Grundy.Theorems Require Import Words.
Import ListNotations.
Open Scope N_scope.

Definition splitting : game :=
  {| pos := N; move := fun n ys => (exists a, a < n /\ ys = [a]) \/ exists a b, a < n /\ b < n /\ ys = [a; b] |}.

Lemma all_fall n : falls (g := splitting) (fun n : N => Z.of_N n) 0%Z n.
Proof.
  split; [simpl; lia|]. intros y (ys & M & I). simpl in *.
  destruct M as [(a & L & ->)|(a & b & La & Lb & ->)]; simpl in I; [destruct I as [<-|[]]|destruct I as [<-|[<-|[]]]]; lia.
Qed.

Lemma value_by n t (v : N -> N) : (forall m, m < n -> value splitting m (v m)) ->
  (forall u, u < t -> exists ys, move splitting n ys /\ nim (map v ys) = u) ->
  (forall ys, move splitting n ys -> nim (map v ys) <> t) -> value splitting n t.
Proof.
  intros V A B. assert (K : forall ys, move splitting n ys -> Forall2 (value splitting) ys (map v ys)).
  { intros ys [(a & L & ->)|(a & b & La & Lb & ->)]; simpl; auto. }
  constructor.
  - intros u L. destruct (A u L) as (ys & M & E). exists ys, (map v ys). auto.
  - intros ys M. exists (map v ys). auto.
Qed.

Lemma small n : n <= 2 -> value splitting n n.
Proof.
  induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros L. apply (value_by n n (fun m => m)).
  - intros m Lm. apply IH; lia.
  - intros u Lu. exists [u]. split; [left; exists u; auto|apply N.lxor_0_r].
  - assert (D : n = 0 \/ n = 1 \/ n = 2) by lia.
    intros ys [(a & La & ->)|(a & b & La & Lb & ->)]; simpl; rewrite N.lxor_0_r; [lia|].
    assert (Da : a = 0 \/ a = 1) by lia. assert (Db : b = 0 \/ b = 1) by lia.
    destruct Da as [-> | ->], Db as [-> | ->]; simpl; lia.
Qed.

Theorem rank_fails : value splitting 3 4.
Proof.
  apply (value_by 3 4 (fun m => m)).
  - intros m L. apply small. lia.
  - intros u L. assert (D : u < 3 \/ u = 3) by lia. destruct D as [D| ->].
    + exists [u]. split; [left; exists u; auto|apply N.lxor_0_r].
    + exists [1; 2]. split; [right; exists 1, 2; split; [lia|split; [lia|auto]]|reflexivity].
  - intros ys [(a & La & ->)|(a & b & La & Lb & ->)]; simpl; rewrite N.lxor_0_r; [lia|].
    assert (Da : a = 0 \/ a = 1 \/ a = 2) by lia. assert (Db : b = 0 \/ b = 1 \/ b = 2) by lia.
    destruct Da as [-> |[-> | ->]], Db as [-> |[-> | ->]]; simpl; lia.
Qed.
Print Assumptions rank_fails.
