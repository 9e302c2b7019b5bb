(* Theorem `swap_positions`: swap positions without the values of others (Gurvich and Ho, Slow k-Nim, Lemma 13).

   a is the set of the (0, 1)-positions, b that of the (1, 0)-positions, and other positions have the same
   value in both plays; so the game is miserable, tame, domestic and returnable, as the checker concludes
   ([swap_positions_kinds]).

   No position is in both sets, by `out_of_A` and `out_of_B`. Options can be listed, so that positions have values; moves leave one position each. *)

From Coq Require Import List NArith ZArith Lia.
From Grundy Require Import Value Sum.
From Grundy.Theorems Require Import Words Properties.
Import ListNotations.

Section Swap.
Variable g : game.
Variable inside : pos g -> Prop.
Variables a b : pos g -> Prop.
Variable weight : pos g -> Z.
Variable least : Z.

Definition in_sets (x : pos g) : Prop := a x \/ b x.
Definition to_a (x : pos g) : Prop := exists y, move g x [y] /\ a y.
Definition to_b (x : pos g) : Prop := exists y, move g x [y] /\ b y.

Section Proof.
Hypothesis one : single g.
Hypothesis finite : forall x, inside x -> listed g x.
Hypothesis closed : forall x, inside x -> forall ys, move g x ys -> forall y, In y ys -> inside y.

Hypothesis falls : forall x, inside x -> falls weight least x.
Hypothesis ends : forall x, inside x -> terminal g x -> a x.
Hypothesis out_of_A : forall x, inside x -> a x -> ~ to_a x /\ (terminal g x \/ to_b x).
Hypothesis out_of_B : forall x, inside x -> b x -> ~ to_b x /\ to_a x.
Hypothesis neither : forall x, inside x -> in_sets x \/ (to_a x <-> to_b x).
Hypothesis back : forall x, inside x -> in_sets x -> forall y, move g x [y] -> in_sets y \/ to_a y.

Let N_ := N_ g.
Let M_ := M_ g.

Lemma plays_end x : inside x -> ends_from g x.
Proof. exact (falls_ends g inside closed weight least falls x). Qed.

Lemma both_valued x : inside x -> exists n m, N_ x n /\ M_ x m.
Proof.
  intros I. destruct (values_inside g inside closed plays_end finite x I) as (n & Hn).
  destruct (misere_values_inside g inside closed one plays_end finite x I) as (m & Hm). exists n, m. auto.
Qed.

Lemma opt x y : inside x -> move g x [y] -> inside y.
Proof. intros I M. apply (closed x I [y] M). simpl. auto. Qed.

(* what is to be shown of a position *)
Definition shown (x : pos g) : Prop := (a x -> A g x) /\ (b x -> B g x) /\ (in_sets x \/ same g x).

(* An option of a position in the sets is in the sets, or has options of both kinds, and so a value above 1. *)
Lemma back_both x y : inside x -> in_sets x -> move g x [y] -> in_sets y \/ to_a y /\ to_b y.
Proof.
  intros I S M. destruct (back x I S y M) as [K|K]; auto. destruct (neither y (opt x y I M)) as [H|H]; auto. right.
  split; auto. apply H. exact K.
Qed.

Lemma above_one y n m : (forall z, move g y [z] -> shown z) -> to_a y -> to_b y -> N_ y n -> M_ y m ->
  n <> 0%N /\ n <> 1%N /\ m <> 0%N /\ m <> 1%N.
Proof.
  intros Sh (z & Mz & az) (w & Mw & bw) Hn Hm. destruct (Sh z Mz) as (Az & _). destruct (Az az) as [N0 M1].
  destruct (Sh w Mw) as (_ & Bw & _). destruct (Bw bw) as [N1 M0].
  repeat split; intros ->.
  - exact (value_differs g y z 0 Hn Mz N0).
  - exact (value_differs g y w 1 Hn Mw N1).
  - exact (misere_differs g y w 0 Hm Mw M0).
  - exact (misere_differs g y z 1 Hm Mz M1).
Qed.

(* Positions of a kind are in its set. *)
Lemma shown_back x : shown x -> (A g x -> a x) /\ (B g x -> b x).
Proof.
  intros (Ka & Kb & [[ax|bx]|(t & Hn & Hm)]); (split; [intros [Sn Sm]|intros [Sn Sm]]); auto; exfalso.
  - destruct (Ka ax) as [H _]. pose proof (value_unique g x _ _ H Sn). lia.
  - destruct (Kb bx) as [H _]. pose proof (value_unique g x _ _ H Sn). lia.
  - pose proof (value_unique g x _ _ Hn Sn). pose proof (misere_unique g x _ _ Hm Sm). lia.
  - pose proof (value_unique g x _ _ Hn Sn). pose proof (misere_unique g x _ _ Hm Sm). lia.
Qed.

Lemma to_sets x : (forall y, move g x [y] -> shown y) -> (to_A g x <-> to_a x) /\ (to_B g x <-> to_b x).
Proof.
  intros Sh. split; split; intros (y & M & H); exists y; (split; [exact M|]); destruct (Sh y M) as (Ka & Kb & K); auto;
    apply (shown_back y (Sh y M)); exact H.
Qed.

Lemma all_shown x : inside x -> shown x.
Proof.
  intros I. enough (K : shown x /\ forall y, move g x [y] -> shown y) by exact (proj1 K). revert x I.
  refine (descend g inside closed _ plays_end _). intros x I IH'.
  assert (IH : forall y, move g x [y] -> shown y) by (intros y M; apply (IH' [y] M); simpl; auto).
  assert (Two : forall y, move g x [y] -> forall z, move g y [z] -> shown z)
    by (intros y M; apply (IH' [y] M); simpl; auto).
  clear IH'. split; [|exact IH]. destruct (both_valued x I) as (n & m & Hn & Hm).
  (* an option of a position in the sets, by its kind *)
  assert (Kind : in_sets x -> forall y, move g x [y] -> a y /\ A g y \/ b y /\ B g y \/
    forall u, (N_ y u \/ M_ y u) -> u <> 0%N /\ u <> 1%N).
  { intros S y M. destruct (IH y M) as (Ay & By & _). destruct (back_both x y I S M) as [[K|K]|[K K']]; auto.
    right. right. destruct (both_valued y (opt x y I M)) as (n' & m' & Hn' & Hm').
    destruct (above_one y n' m' (Two y M) K K' Hn' Hm') as (P1 & P2 & P3 & P4).
    intros u [H|H]; [rewrite (value_unique g y u n' H Hn')|rewrite (misere_unique g y u m' H Hm')]; auto. }
  split; [|split].
  - intros ax. destruct (out_of_A x I ax) as [Na E]. split.
    + enough (n = 0)%N by (subst n; exact Hn). destruct (N.eq_dec n 0) as [Q|Q]; auto. exfalso.
      destruct (N_reached g one x n 0 Hn) as (y & M & H); [lia|]. destruct (Kind (or_introl ax) y M) as [[K _]|[[_ [K _]]|K]].
      * apply Na. exists y. auto.
      * pose proof (value_unique g y 0 1 H K). lia.
      * destruct (K 0%N); auto.
    + destruct E as [T|(y & M & by_)]; [apply misere_end; exact T|].
      destruct (IH y M) as (_ & By & _). destruct (By by_) as [_ M0].
      enough (m = 1)%N by (subst m; exact Hm).
      destruct (N.eq_dec m 0) as [-> |M0']; [destruct (misere_differs g x y 0 Hm M M0)|].
      destruct (N.eq_dec m 1) as [Q|Q]; auto. exfalso.
      destruct (M_reached g one x m 1 Hm) as [(z & Mz & H)|T]; [lia| |exact (T [y] M)].
      destruct (Kind (or_introl ax) z Mz) as [[K _]|[[_ [_ K]]|K]].
      * apply Na. exists z. auto.
      * pose proof (misere_unique g z 1 0 H K). lia.
      * destruct (K 1%N); auto.
  - intros bx. destruct (out_of_B x I bx) as [Nb (y & M & ay)]. destruct (IH y M) as (Ay & _). destruct (Ay ay) as [N0 M1].
    split.
    + enough (n = 1)%N by (subst n; exact Hn).
      destruct (N.eq_dec n 0) as [-> |N0']; [destruct (value_differs g x y 0 Hn M N0)|].
      destruct (N.eq_dec n 1) as [Q|Q]; auto. exfalso.
      destruct (N_reached g one x n 1 Hn) as (z & Mz & H); [lia|]. destruct (Kind (or_intror bx) z Mz) as [[_ [K _]]|[[K _]|K]].
      * pose proof (value_unique g z 1 0 H K). lia.
      * apply Nb. exists z. auto.
      * destruct (K 1%N); auto.
    + enough (m = 0)%N by (subst m; exact Hm). destruct (N.eq_dec m 0) as [Q|Q]; auto. exfalso.
      destruct (M_reached g one x m 0 Hm) as [(z & Mz & H)|T]; [lia| |exact (T [y] M)].
      destruct (Kind (or_intror bx) z Mz) as [[_ [_ K]]|[[K _]|K]].
      * pose proof (misere_unique g z 0 1 H K). lia.
      * apply Nb. exists z. auto.
      * destruct (K 0%N); auto.
  - destruct (neither x I) as [S|Iff]; auto.
    destruct (terminal_or g one x m Hm) as [T|NT]; [left; left; exact (ends x I T)|].
    right. exists n. split; [exact Hn|]. destruct (to_sets x IH) as [Ta Tb].
    rewrite (same_step g one x n m); auto; [|rewrite Ta, Tb; exact Iff].
    intros y M. destruct (IH y M) as (Ka & Kb & [[ay|by_]|S]); [left; left|left; right|right]; auto.
Qed.

Definition says (x : pos g) : Prop :=
  (a x <-> value g x 0 /\ misere_value g x 1) /\ (b x <-> value g x 1 /\ misere_value g x 0) /\
  (in_sets x \/ exists t, value g x t /\ misere_value g x t).
Theorem swap_positions x : inside x -> says x.
Proof.
  intros I. pose proof (all_shown x I) as Sh. destruct (shown_back x Sh) as [Ra Rb]. destruct Sh as (Ka & Kb & K).
  split; [split; [apply Ka|apply Ra]|]. split; [split; [apply Kb|apply Rb]|exact K].
Qed.

(** ** The game has properties *)

Lemma kinds x : inside x -> (a x <-> A g x) /\ (b x <-> B g x).
Proof. intros I. destruct (swap_positions x I) as (Ka & Kb & _). split; [exact Ka|exact Kb]. Qed.

Lemma swap_in_sets x : inside x -> (in_sets x <-> swap g x).
Proof. intros I. destruct (kinds x I) as [Ka Kb]. unfold in_sets, swap. rewrite Ka, Kb. reflexivity. Qed.

Lemma to_kinds x : inside x -> (to_A g x <-> to_a x) /\ (to_B g x <-> to_b x).
Proof. intros I. apply to_sets. intros y M. apply all_shown. exact (opt x y I M). Qed.

Theorem swap_positions_kinds : is_miserable g inside /\ is_tame g inside /\ is_domestic g inside /\ is_returnable g inside.
Proof.
  assert (Kept : is_miserable g inside).
  { intros x I. destruct (to_kinds x I) as [Ta Tb]. rewrite <- (swap_in_sets x I), Ta, Tb. exact (neither x I). }
  split; [exact Kept|]. split; [|split].
  - exact (miserable g inside one closed both_valued Kept).
  - exact (miserable_is_domestic g inside one closed both_valued Kept).
  - intros x I. destruct (kinds x I) as [Ka Kb]. split; intros H y M NT.
    + apply Ka in H. destruct (to_kinds y (opt x y I M)) as [-> _].
      destruct (back x I (or_introl H) y M) as [[ay|by_]|K]; auto.
      * destruct (out_of_A x I H) as [No _]. destruct No. exists y. auto.
      * apply (out_of_B y (opt x y I M) by_).
    + apply Kb in H. destruct (to_kinds y (opt x y I M)) as [_ ->].
      destruct (back_both x y I (or_intror H) M) as [[ay|by_]|[_ K]]; auto.
      * destruct (out_of_A y (opt x y I M) ay) as [_ [T|K]]; [destruct (NT T)|exact K].
      * destruct (out_of_B x I H) as [No _]. destruct No. exists y. auto.
Qed.

Corollary swap_positions_all : (is_miserable g inside /\ is_tame g inside /\ is_domestic g inside /\ is_returnable g inside) /\
  forall x, inside x -> says x.
Proof. split; [exact swap_positions_kinds|exact swap_positions]. Qed.
End Proof.
End Swap.
