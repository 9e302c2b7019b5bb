(* Theorems `tame`, `pet`, `domestic`, `miserable`, `returnable`, `forced`, `one_move`, `sg_decreasing`:
   properties of games in normal and misere play.

   The definitions are those of Gurvich and Ho (On tame, pet, domestic, and miserable impartial games), and
   of Manabe, Miyadera and Suetsugu; each is one of every position [inside] of which the certificate speaks,
   and no move leads out of these. N and M are the values in normal and in misere play, which the blocks of a
   certificate say; A and B are the (0, 1)- and the (1, 0)-positions, the swap positions. Moves leave one
   position each.

   `tame`, `domestic`, `returnable`, `forced`, `sg_decreasing` have no `therefore`: the obligation is the
   definition, as that of `miserable` is. `pet`, `miserable`, `one_move` need a proof. That plays end is no
   obligation here: it is used that positions have values in both plays ([valued]), from which it follows. *)

From Coq Require Import List NArith Lia.
From Grundy Require Import Value Sum.
From Grundy.Theorems Require Import Words.
Import ListNotations.

Section Properties.
Variable g : game.
Variable inside : pos g -> Prop.

Definition N_ (x : pos g) (t : N) : Prop := value g x t.
Definition M_ (x : pos g) (t : N) : Prop := misere_value g x t.
Definition A (x : pos g) : Prop := N_ x 0 /\ M_ x 1.
Definition B (x : pos g) : Prop := N_ x 1 /\ M_ x 0.
Definition swap (x : pos g) : Prop := A x \/ B x.
Definition to_A (x : pos g) : Prop := exists y, move g x [y] /\ A y.
Definition to_B (x : pos g) : Prop := exists y, move g x [y] /\ B y.
Definition same (x : pos g) : Prop := exists t, N_ x t /\ M_ x t.

(** ** The properties *)

Definition is_tame : Prop := forall x, inside x -> swap x \/ same x.
Definition is_pet : Prop := forall x, inside x -> swap x \/ exists t, N_ x t /\ M_ x t /\ (2 <= t)%N.
Definition is_domestic : Prop := forall x, inside x -> ~ exists k, (2 <= k)%N /\ (N_ x 0 /\ M_ x k \/ N_ x k /\ M_ x 0).
(* options of both kinds, or of none *)
Definition is_miserable : Prop := forall x, inside x -> swap x \/ (to_A x <-> to_B x).
Definition is_returnable : Prop := forall x, inside x ->
  (A x -> forall y, move g x [y] -> ~ terminal g y -> to_A y) /\ (B x -> forall y, move g x [y] -> ~ terminal g y -> to_B y).
Definition is_forced : Prop := forall x, inside x ->
  (A x -> forall y, move g x [y] -> B y) /\ (B x -> forall y, move g x [y] -> A y).
Definition is_one_move : Prop := forall x, inside x -> N_ x 0 -> terminal g x.
Definition is_sg_decreasing : Prop := forall x y s t, inside x -> move g x [y] -> N_ x t -> N_ y s -> (s < t)%N.

(** ** Values and options *)

Section Proof.
Hypothesis one : single g.
Hypothesis closed : forall x, inside x -> forall ys, move g x ys -> forall y, In y ys -> inside y.
Hypothesis valued : forall x, inside x -> exists n m, N_ x n /\ M_ x m.

Lemma inside_ends x : inside x -> ends_from g x.
Proof. intros I. destruct (valued x I) as (n & _ & V & _). exact (value_ends g x n V). Qed.

Lemma option_inside x y : inside x -> move g x [y] -> inside y.
Proof. intros I M. apply (closed x I [y] M). simpl. auto. Qed.

(* Induction along the moves. *)
Lemma along (P : pos g -> Prop) :
  (forall x, inside x -> (forall y, move g x [y] -> inside y /\ P y) -> P x) -> forall x, inside x -> P x.
Proof.
  intros H. refine (descend g inside closed P inside_ends _). intros x I IH. apply H; auto. intros y M.
  apply (IH [y] M). simpl. auto.
Qed.

Lemma N_option x y n : N_ x n -> move g x [y] -> ~ N_ y n.
Proof. apply value_differs. Qed.

Lemma M_option x y m : M_ x m -> move g x [y] -> ~ M_ y m.
Proof. apply misere_differs. Qed.

Lemma N_reached x n u : N_ x n -> (u < n)%N -> exists y, move g x [y] /\ N_ y u.
Proof. intros V L. apply value_single in V; auto. destruct V as [R _]. exact (R u L). Qed.

Lemma M_reached x m u : M_ x m -> (u < m)%N -> (exists y, move g x [y] /\ M_ y u) \/ terminal g x.
Proof. intros V L. destruct (value_in_reached true g one x m u V L) as [R|(_ & T & _)]; auto. Qed.

Lemma N_unique x s t : N_ x s -> N_ x t -> s = t. Proof. apply value_unique. Qed.
Lemma M_unique x s t : M_ x s -> M_ x t -> s = t. Proof. apply misere_unique. Qed.

Lemma terminal_A x : terminal g x -> A x.
Proof.
  intros T. split; [|apply misere_end; exact T]. constructor; [lia|]. intros ys M. destruct (T ys M).
Qed.

Lemma not_terminal x y : move g x [y] -> ~ terminal g x.
Proof. intros M T. exact (T [y] M). Qed.

(** ** Theorems *)

Theorem tame (kept : forall x, inside x -> swap x \/ exists t, N_ x t /\ M_ x t) : is_tame.
Proof. exact kept. Qed.

(* Options of both kinds give the same value above 1, of one kind the other kind. *)
Theorem pet (kept : forall x, inside x -> ~ (N_ x 0 /\ M_ x 0)) :
  forall x, inside x -> swap x \/ exists t, N_ x t /\ M_ x t /\ t <> 0%N /\ t <> 1%N.
Proof.
  apply along. intros x I IH. destruct (valued x I) as (n & m & Hn & Hm).
  assert (K0 : forall y, move g x [y] -> N_ y 0 -> M_ y 1).
  { intros y M H. destruct (IH y M) as (_ & [[[_ H1]|[H1 _]]|(t & Ht & _ & T0 & _)]); auto.
    - pose proof (N_unique y 0 1 H H1). lia.
    - destruct T0. apply (N_unique y); auto. }
  assert (K1 : forall y, move g x [y] -> M_ y 1 -> N_ y 0).
  { intros y M H. destruct (IH y M) as (_ & [[[H1 _]|[_ H1]]|(t & _ & Ht & _ & T1)]); auto.
    - pose proof (M_unique y 0 1 H1 H). lia.
    - destruct T1. apply (M_unique y); auto. }
  assert (K2 : forall y, move g x [y] -> N_ y 1 -> M_ y 0).
  { intros y M H. destruct (IH y M) as (_ & [[[H1 _]|[_ H1]]|(t & Ht & _ & _ & T1)]); auto.
    - pose proof (N_unique y 0 1 H1 H). lia.
    - destruct T1. apply (N_unique y); auto. }
  assert (K3 : forall y, move g x [y] -> M_ y 0 -> N_ y 1).
  { intros y M H. destruct (IH y M) as (_ & [[[_ H1]|[H1 _]]|(t & _ & Ht & T0 & _)]); auto.
    - pose proof (M_unique y 0 1 H H1). lia.
    - destruct T0. apply (M_unique y); auto. }
  assert (K4 : forall y t, move g x [y] -> (2 <= t)%N -> (N_ y t <-> M_ y t)).
  { intros y t M L. destruct (IH y M) as (_ & [[[H1 H2]|[H1 H2]]|(s & Hs & Hs' & _)]).
    - split; intros H; [pose proof (N_unique y 0 t H1 H)|pose proof (M_unique y 1 t H2 H)]; lia.
    - split; intros H; [pose proof (N_unique y 1 t H1 H)|pose proof (M_unique y 0 t H2 H)]; lia.
    - split; intros H; [rewrite (N_unique y t s H Hs)|rewrite (M_unique y t s H Hs')]; auto. }
  destruct (N.eq_dec n 0) as [->|N0].
  { (* no option has the value 0 in normal play, so none has 1 in misere play *)
    left. left. split; auto. destruct (N.eq_dec m 1) as [->|M1]; auto. exfalso.
    destruct (N.eq_dec m 0) as [->|M0]; [exact (kept x I (conj Hn Hm))|].
    destruct (M_reached x m 1 Hm) as [(y & M & H)|T]; [lia| |].
    - exact (N_option x y 0 Hn M (K1 y M H)).
    - destruct (terminal_A x T) as [_ H]. destruct M1. apply (M_unique x); auto. }
  destruct (N_reached x n 0 Hn) as (y0 & M0 & H0); [lia|]. pose proof (not_terminal x y0 M0) as NT.
  destruct (N.eq_dec n 1) as [->|N1].
  { left. right. split; auto. destruct (N.eq_dec m 0) as [->|M0']; auto. exfalso.
    destruct (M_reached x m 0 Hm) as [(y & M & H)|T]; [lia| |exact (NT T)].
    exact (N_option x y 1 Hn M (K3 y M H)). }
  destruct (N_reached x n 1 Hn) as (y1 & M1 & H1); [lia|].
  assert (m <> 1)%N by (intros ->; exact (M_option x y0 1 Hm M0 (K0 y0 M0 H0))).
  assert (m <> 0)%N by (intros ->; exact (M_option x y1 0 Hm M1 (K2 y1 M1 H1))).
  right. exists n. split; auto. split; [|lia]. enough (m = n) by (subst m; auto).
  destruct (N.lt_trichotomy m n) as [L|[L|L]]; auto; exfalso.
  - destruct (N_reached x n m Hn L) as (y & M & H'). apply (M_option x y m Hm M). apply K4; auto. lia.
  - destruct (M_reached x m n Hm L) as [(y & M & H')|T]; [|exact (NT T)]. apply (N_option x y n Hn M). apply K4; auto. lia.
Qed.

Corollary pet_is_pet (kept : forall x, inside x -> ~ (N_ x 0 /\ M_ x 0)) : is_pet.
Proof. intros x I. destruct (pet kept x I) as [S|(t & Hn & Hm & T0 & T1)]; auto. right. exists t. split; auto. split; auto. lia.
Qed.

Theorem domestic (kept : forall x, inside x -> (N_ x 0 -> M_ x 0 \/ M_ x 1) /\ (M_ x 0 -> N_ x 0 \/ N_ x 1)) : is_domestic.
Proof.
  intros x I (k & L & [[Hn Hm]|[Hn Hm]]); destruct (kept x I) as [K K'].
  - destruct (K Hn) as [H|H]; pose proof (M_unique x _ _ H Hm); lia.
  - destruct (K' Hm) as [H|H]; pose proof (N_unique x _ _ H Hn); lia.
Qed.

(* A position that is no swap position has options of both kinds, or of none, and its other options have the
   same values in both plays; so has the position. *)
Lemma same_step x n m : (forall y, move g x [y] -> swap y \/ same y) -> (to_A x <-> to_B x) ->
  N_ x n -> M_ x m -> ~ terminal g x -> n = m.
Proof.
  intros IH Iff Hn Hm NT. destruct (N.lt_trichotomy n m) as [L|[L|L]]; auto; exfalso.
  - destruct (M_reached x m n Hm L) as [(y & M & H)|T]; [|exact (NT T)]. destruct (IH y M) as [[S|S]|(t & Ht & Ht')].
    + destruct Iff as [Iff _]. destruct Iff as (z & Mz & [H1 _]); [exists y; auto|].
      apply (N_option x z n Hn Mz). destruct S as [_ S]. rewrite (M_unique y n 1 H S). exact H1.
    + destruct Iff as [_ Iff]. destruct Iff as (z & Mz & [H1 _]); [exists y; auto|].
      apply (N_option x z n Hn Mz). destruct S as [_ S]. rewrite (M_unique y n 0 H S). exact H1.
    + apply (N_option x y n Hn M). rewrite (M_unique y n t H Ht'). exact Ht.
  - destruct (N_reached x n m Hn L) as (y & M & H). destruct (IH y M) as [[S|S]|(t & Ht & Ht')].
    + destruct Iff as [Iff _]. destruct Iff as (z & Mz & [_ H1]); [exists y; auto|].
      apply (M_option x z m Hm Mz). destruct S as [S _]. rewrite (N_unique y m 0 H S). exact H1.
    + destruct Iff as [_ Iff]. destruct Iff as (z & Mz & [_ H1]); [exists y; auto|].
      apply (M_option x z m Hm Mz). destruct S as [S _]. rewrite (N_unique y m 1 H S). exact H1.
    + apply (M_option x y m Hm M). rewrite (N_unique y m t H Ht). exact Ht'.
Qed.

(* In misere play the value tells whether there is a move, or is 1. *)
Lemma terminal_or x m : M_ x m -> terminal g x \/ ~ terminal g x.
Proof.
  intros H. apply (value_in_right true g one) in H. destruct H as [(_ & T & _)|(E & _)]; auto.
  right. destruct (E eq_refl) as (y & M). exact (not_terminal x y M).
Qed.

Theorem miserable (kept : forall x, inside x -> swap x \/ (to_A x <-> to_B x)) :
  forall x, inside x -> swap x \/ exists t, N_ x t /\ M_ x t.
Proof.
  apply along. intros x I IH. destruct (kept x I) as [S|Iff]; auto. destruct (valued x I) as (n & m & Hn & Hm).
  destruct (terminal_or x m Hm) as [T|NT]; [left; left; apply terminal_A; exact T|]. right. exists n. split; auto.
  rewrite (same_step x n m) by (auto; intros y M; apply (IH y M)). exact Hm.
Qed.

Corollary miserable_is_domestic (kept : is_miserable) : is_domestic.
Proof.
  intros x I (k & L & H). destruct (miserable kept x I) as [[[Hn Hm]|[Hn Hm]]|(t & Hn & Hm)], H as [[H H']|[H H']];
    pose proof (N_unique x _ _ Hn H); pose proof (M_unique x _ _ Hm H'); lia.
Qed.

Theorem returnable (kept : forall x, inside x ->
  (A x -> forall y, move g x [y] -> terminal g y \/ to_A y) /\ (B x -> forall y, move g x [y] -> terminal g y \/ to_B y)) :
  is_returnable.
Proof.
  intros x I. destruct (kept x I) as [KA KB].
  split; intros H y M NT; [destruct (KA H y M)|destruct (KB H y M)]; auto; destruct (NT H0).
Qed.

Theorem forced (kept : forall x, inside x ->
  (A x -> forall y, move g x [y] -> B y) /\ (B x -> forall y, move g x [y] -> A y)) : is_forced.
Proof. exact kept. Qed.

Theorem one_move (kept : forall x, inside x -> terminal g x \/ exists y, move g x [y] /\ terminal g y) : is_one_move.
Proof.
  intros x I H. destruct (kept x I) as [T|(y & M & T)]; auto. destruct (N_option x y 0 H M).
  destruct (terminal_A y T) as [H' _]. exact H'.
Qed.

Theorem sg_decreasing (kept : forall x, inside x -> forall t s, N_ x t -> forall y, move g x [y] -> N_ y s -> (s < t)%N) :
  is_sg_decreasing.
Proof. intros x y s t I M Ht Hs. exact (kept x I t s Ht y M Hs). Qed.
End Proof.
End Properties.
