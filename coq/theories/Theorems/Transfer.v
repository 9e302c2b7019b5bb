(* Properties of a game are those of another one that is the same but for the names of positions.

   theorems.txt does not state this as a theorem; the checker uses it where automata read positions that
   ascend: then the obligations of a property are asked of these, and of the moves among them, and the
   property is said of all positions ([order_properties]).

   R relates positions of g with positions of h: options of related positions are related, and they have the
   same values in both plays. Then each property of Properties.v of the positions [inside'] of h is one of the
   positions [inside] of g. *)

From Coq Require Import List NArith Lia Permutation.
From Grundy Require Import Value Sum.
From Grundy.Theorems Require Import Words Order Properties.
Import ListNotations.

Section Transfer.
Variables g h : game.
Variable inside : pos g -> Prop.
Variable inside' : pos h -> Prop.
Variable R : pos g -> pos h -> Prop.
Hypothesis one_g : single g.
Hypothesis one_h : single h.
Hypothesis total : forall x, inside x -> exists a, R x a /\ inside' a.
Hypothesis forth : forall x a y, R x a -> move g x [y] -> exists b, move h a [b] /\ R y b.
Hypothesis back : forall x a b, R x a -> move h a [b] -> exists y, move g x [y] /\ R y b.
Hypothesis normal : forall x a t, R x a -> (value g x t <-> value h a t).
Hypothesis misere : forall x a t, R x a -> (misere_value g x t <-> misere_value h a t).

Lemma terminal_same x a : R x a -> (terminal g x <-> terminal h a).
Proof.
  intros r. split; intros T ys M.
  - destruct (one_option h a ys one_h M) as (b & -> & _). destruct (back x a b r M) as (y & My & _). exact (T [y] My).
  - destruct (one_option g x ys one_g M) as (y & -> & _). destruct (forth x a y r M) as (b & Mb & _). exact (T [b] Mb).
Qed.

Lemma A_same x a : R x a -> (A g x <-> A h a).
Proof. intros r. unfold A, N_, M_. rewrite (normal x a 0%N r), (misere x a 1%N r). reflexivity. Qed.

Lemma B_same x a : R x a -> (B g x <-> B h a).
Proof. intros r. unfold B, N_, M_. rewrite (normal x a 1%N r), (misere x a 0%N r). reflexivity. Qed.

Lemma swap_same x a : R x a -> (swap g x <-> swap h a).
Proof. intros r. unfold swap. rewrite (A_same x a r), (B_same x a r). reflexivity. Qed.

Lemma to_A_same x a : R x a -> (to_A g x <-> to_A h a).
Proof.
  intros r. split; intros (y & M & H).
  - destruct (forth x a y r M) as (b & Mb & s). exists b. split; auto. apply (A_same y b s). exact H.
  - destruct (back x a y r M) as (z & Mz & s). exists z. split; auto. apply (A_same z y s). exact H.
Qed.

Lemma to_B_same x a : R x a -> (to_B g x <-> to_B h a).
Proof.
  intros r. split; intros (y & M & H).
  - destruct (forth x a y r M) as (b & Mb & s). exists b. split; auto. apply (B_same y b s). exact H.
  - destruct (back x a y r M) as (z & Mz & s). exists z. split; auto. apply (B_same z y s). exact H.
Qed.

Theorem transfer_tame : is_tame h inside' -> is_tame g inside.
Proof.
  intros H x I. destruct (total x I) as (a & r & J). destruct (H a J) as [S|(t & Hn & Hm)].
  - left. apply (swap_same x a r). exact S.
  - right. exists t. split; [apply (normal x a t r); exact Hn|apply (misere x a t r); exact Hm].
Qed.

Theorem transfer_pet : is_pet h inside' -> is_pet g inside.
Proof.
  intros H x I. destruct (total x I) as (a & r & J). destruct (H a J) as [S|(t & Hn & Hm & L)].
  - left. apply (swap_same x a r). exact S.
  - right. exists t. split; [apply (normal x a t r); exact Hn|]. split; [apply (misere x a t r); exact Hm|exact L].
Qed.

Theorem transfer_domestic : is_domestic h inside' -> is_domestic g inside.
Proof.
  intros H x I (k & L & K). destruct (total x I) as (a & r & J). apply (H a J). exists k. split; auto.
  unfold N_, M_ in *. rewrite <- !(normal x a _ r), <- !(misere x a _ r). exact K.
Qed.

Theorem transfer_miserable : is_miserable h inside' -> is_miserable g inside.
Proof.
  intros H x I. destruct (total x I) as (a & r & J). rewrite (swap_same x a r), (to_A_same x a r), (to_B_same x a r).
  exact (H a J).
Qed.

Theorem transfer_returnable : is_returnable h inside' -> is_returnable g inside.
Proof.
  intros H x I. destruct (total x I) as (a & r & J). destruct (H a J) as [HA HB].
  split; intros K y M NT; destruct (forth x a y r M) as (b & Mb & s); rewrite (terminal_same y b s) in NT.
  - apply (to_A_same y b s). apply HA; auto. apply (A_same x a r). exact K.
  - apply (to_B_same y b s). apply HB; auto. apply (B_same x a r). exact K.
Qed.

Theorem transfer_forced : is_forced h inside' -> is_forced g inside.
Proof.
  intros H x I. destruct (total x I) as (a & r & J). destruct (H a J) as [HA HB].
  split; intros K y M; destruct (forth x a y r M) as (b & Mb & s).
  - apply (B_same y b s). apply HA; auto. apply (A_same x a r). exact K.
  - apply (A_same y b s). apply HB; auto. apply (B_same x a r). exact K.
Qed.

Theorem transfer_one_move : is_one_move h inside' -> is_one_move g inside.
Proof.
  intros H x I K. destruct (total x I) as (a & r & J). apply (terminal_same x a r), (H a J), (normal x a _ r). exact K.
Qed.

Theorem transfer_sg_decreasing : is_sg_decreasing h inside' -> is_sg_decreasing g inside.
Proof.
  intros H x y s t I M Ht Hs. destruct (total x I) as (a & r & J). destruct (forth x a y r M) as (b & Mb & q).
  apply (H a b s t J Mb); [apply (normal x a t r); exact Ht|apply (normal y b s q); exact Hs].
Qed.
End Transfer.

(** ** Positions that ascend *)

Section Ascending.
Variable moves : list N -> list (list N) -> Prop.
Let g : game := {| pos := list N; move := moves |}.
Variable width : nat.
Variable exist : list N -> Prop.
Hypothesis widths : forall x, exist x -> length x = width.
Hypothesis one : single g.
Hypothesis closed : forall x y, exist x -> moves x [y] -> exist y.
Hypothesis exchange : exchange_obligation moves width exist.
Hypothesis order : order_obligation moves exist.

Let h := ascending moves.
Let R (x a : list N) : Prop := exist x /\ Permutation x a /\ ascends a.

Lemma sorted_total x : exist x -> exists a, R x a /\ (exist a /\ ascends a).
Proof.
  intros I. destruct (sorted_exists x) as (a & P & As). exists a. split; [split; auto|]. split; auto.
  exact (exist_permuted moves width exist widths exchange x a P I).
Qed.

Lemma sorted_forth x a y : R x a -> moves x [y] -> exists b, move h a [b] /\ R y b.
Proof.
  intros (I & P & As) M. destruct (move_permuted moves width exist widths closed exchange x a P I y M) as (y1 & P1 & M1).
  pose proof (exist_permuted moves width exist widths exchange x a P I) as Ia.
  destruct (ascending_option moves width exist widths closed exchange order a Ia As y1 M1) as (b & P2 & M2). exists b.
  split; auto.
  split; [exact (closed x y I M)|]. split; [apply perm_trans with y1; auto|]. apply ascending_move in M2. apply M2.
Qed.

Lemma sorted_back x a b : R x a -> move h a [b] -> exists y, move g x [y] /\ R y b.
Proof.
  intros (I & P & As) M. apply ascending_move in M. destruct M as [M Ab].
  pose proof (exist_permuted moves width exist widths exchange x a P I) as Ia.
  destruct (move_permuted moves width exist widths closed exchange a x (Permutation_sym P) Ia b M) as (y & Py & My). exists y.
  split; [exact My|]. split; [exact (closed x y I My)|]. split; [apply Permutation_sym; exact Py|exact Ab].
Qed.

Lemma sorted_values misere x a t : R x a -> (value_in misere g x t <-> value_in misere h a t).
Proof. intros (I & P & As). exact (order_all moves misere width exist widths one closed exchange order x a I P As t). Qed.

(* A property of the positions that ascend, with the moves among them, is one of all positions. *)
Theorem order_properties :
  let inside' := fun a => exist a /\ ascends a in
  (is_tame h inside' -> is_tame g exist) /\ (is_pet h inside' -> is_pet g exist) /\
  (is_domestic h inside' -> is_domestic g exist) /\ (is_miserable h inside' -> is_miserable g exist) /\
  (is_returnable h inside' -> is_returnable g exist) /\ (is_forced h inside' -> is_forced g exist) /\
  (is_one_move h inside' -> is_one_move g exist) /\ (is_sg_decreasing h inside' -> is_sg_decreasing g exist).
Proof.
  intros inside'. pose proof sorted_total as T. pose proof sorted_forth as F. pose proof sorted_back as K.
  assert (Vn : forall x a t, R x a -> (value g x t <-> value h a t)) by exact (sorted_values false).
  assert (Vm : forall x a t, R x a -> (misere_value g x t <-> misere_value h a t)) by exact (sorted_values true).
  pose proof (ascending_single moves) as Oh.
  split; [|split; [|split; [|split; [|split; [|split; [|split]]]]]]; intros H.
  - apply (transfer_tame g h) with inside' R; auto.
  - apply (transfer_pet g h) with inside' R; auto.
  - apply (transfer_domestic g h) with inside' R; auto.
  - apply (transfer_miserable g h) with inside' R; auto.
  - apply (transfer_returnable g h) with inside' R; auto.
  - apply (transfer_forced g h) with inside' R; auto.
  - apply (transfer_one_move g h) with inside' R; auto.
  - apply (transfer_sg_decreasing g h) with inside' R; auto.
Qed.
End Ascending.
