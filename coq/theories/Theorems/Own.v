(* Positions beside a pile of their own value.

   A certificate of kind `correspondence` whose `says` is "own" is about the game beside a pile of Nim: one
   more coordinate, from which any number may be taken. The theorem `correspondence` with `outcomes` says of it
   where it is a P-position; and beside a pile of its own value a position is one ([own]). So the nim-sum of
   the parts is 0 there. *)

From Coq Require Import List NArith Lia.
From Grundy Require Import Value Sum.
From Grundy.Theorems Require Import Words.
Import ListNotations.

(* A position of g, and a pile. *)
Definition beside (g : game) : game :=
  {| pos := pos g * N;
     move := fun '(x, n) ys => (exists y, move g x [y] /\ ys = [(y, n)]) \/ exists m, (m < n)%N /\ ys = [(x, m)] |}.

Lemma beside_single g : single (beside g).
Proof. intros [x n] ys [(y & _ & ->)|(m & _ & ->)]; eauto. Qed.

Lemma lxor_differs a b c : a <> b -> N.lxor a c <> N.lxor b c.
Proof. intros Ne E. apply Ne. rewrite !(N.lxor_comm _ c) in E. exact (lxor_cancel c a b E). Qed.

Theorem beside_value g x v n : single g -> value g x v -> value (beside g) (x, n) (N.lxor v n).
Proof.
  intros One V. revert n. change (value_in false g x v) in V. revert x v V.
  refine (value_in_induction false g One (fun x v => forall n, value (beside g) (x, n) (N.lxor v n)) _). intros x v R.
  refine (well_founded_induction N.lt_wf_0 _ _). intros n IHn.
  destruct R as [(Q & _)|(_ & A & B)]; [discriminate Q|]. apply value_single; [apply beside_single|]. split.
  - intros u L. replace (N.lxor v n) with (nim [v; n]) in L by (simpl; rewrite N.lxor_0_r; reflexivity).
    destruct (nim_below [v; n] u L) as (l & a & r & w & E & Lw & <-). destruct l as [|b [|c l]].
    + injection E as <- <-. destruct (A w Lw) as (y & M & _ & IH). exists (y, n). split; [left; eauto|].
      simpl. rewrite N.lxor_0_r. apply IH.
    + injection E as <- <- <-. exists (x, w). split; [right; eauto|]. simpl. rewrite N.lxor_0_r. apply IHn. exact Lw.
    + destruct l; discriminate E.
  - intros [y m] M. destruct M as [(y' & M & E)|(m' & L & E)]; injection E as <- <-.
    + destruct (B y M) as (s & (_ & IH) & Ne). exists (N.lxor s m). split; [apply IH|]. apply lxor_differs. exact Ne.
    + exists (N.lxor v m). split; [apply IHn; exact L|]. rewrite !(N.lxor_comm v). apply lxor_differs. lia.
Qed.

(* Where outcomes beside piles are those of nim-sums, the nim-sum beside the own value is 0. *)
Theorem own g x v t : single g -> value g x v -> (lost (after (beside g)) [(x, v)] <-> t = 0%N) -> t = 0%N.
Proof.
  intros One V H. apply H. apply (outcome (beside g) (x, v) 0); [|reflexivity].
  rewrite <- (N.lxor_nilpotent v). apply beside_value; auto.
Qed.
