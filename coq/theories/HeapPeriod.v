(* Heaps whose moves are the same far out: when values recur.

   The positions of a game are the numbers; n is a heap of n tokens, and every heap that a move leaves is
   smaller. From some number [far] on the moves from n and from n + p are the same but for heaps of which one
   is p tokens larger, and these heaps have n0 tokens at least ([down], [up]). Then, if the values at n and
   n + p are the same for n0 <= n < far, they are the same for all n >= n0 ([recurring], in both plays). So it is in
   the theorem of Guy and Smith (1956): of an option of n + p the largest heap has n0 + p tokens at least, if n
   is large, and may lose p of them. Heap.v has this for octal games.

   [says_all] is the same of a function that has the period by its definition, and is right at the first
   numbers: it says the values. Both are for moves that leave any number of heaps; misere play is for moves
   that leave one. *)

From Coq Require Import List NArith Arith Lia.
From Grundy Require Import Value Sum.
From Grundy.Theorems Require Import Words.
Import ListNotations.

Section Heaps.
Variable opt : nat -> list nat -> Prop.
Definition heaps : game := {| pos := nat; move := opt |}.
Hypothesis less : forall n ys, opt n ys -> forall y, In y ys -> y < n.

Lemma heaps_end : ends heaps.
Proof.
  intros n. induction n as [n IH] using (well_founded_induction lt_wf). constructor. intros y (ys & M & I).
  apply IH. exact (less n ys M y I).
Qed.

(* f says of n the least number that it says of none of the options of n. *)
Definition right_at (f : nat -> N) (n : nat) : Prop :=
  (forall ys, opt n ys -> nim (map f ys) <> f n) /\
  (forall u, (u < f n)%N -> exists ys, opt n ys /\ nim (map f ys) = u).

Lemma Forall2_map_right {A B} (R : A -> B -> Prop) (f : A -> B) l : (forall a, In a l -> R a (f a)) -> Forall2 R l (map f l).
Proof.
  induction l as [|a l IH]; intros H; simpl; constructor; [apply H; simpl; auto|]. apply IH. intros b I. apply H. simpl. auto.
Qed.

Lemma right_values f n : (forall m, m <= n -> right_at f m) -> value heaps n (f n).
Proof.
  induction n as [n IH] using (well_founded_induction lt_wf). intros H.
  assert (K : forall ys, opt n ys -> Forall2 (value heaps) ys (map f ys)).
  { intros ys M. apply Forall2_map_right. intros y I. pose proof (less n ys M y I). apply IH; auto.
    intros m L. apply H. lia. }
  destruct (H n (le_n n)) as [A B]. constructor.
  - intros u L. destruct (B u L) as (ys & M & E). exists ys, (map f ys). auto.
  - intros ys M. exists (map f ys). auto.
Qed.

(** ** The theorem *)

Variables n0 p far : nat.

(* y is z, or p more than it, where z is n0 at least *)
Definition shifted (z y : nat) : Prop := y = z \/ n0 <= z /\ y = z + p.

Hypothesis down : forall n, far <= n -> forall ys, opt (n + p) ys -> exists zs, opt n zs /\ Forall2 shifted zs ys.
Hypothesis up : forall n, far <= n -> forall zs, opt n zs -> exists ys, opt (n + p) ys /\ Forall2 shifted zs ys.

(* n and n + p have the same value *)
Definition recurs_at (misere : bool) (n : nat) : Prop := forall t, value_in misere heaps n t <-> value_in misere heaps (n + p) t.

Lemma shifted_values misere n : (forall m, m < n -> n0 <= m -> recurs_at misere m) -> forall zs ys vs,
  (forall z, In z zs -> z < n) -> Forall2 shifted zs ys ->
  (Forall2 (value_in misere heaps) zs vs <-> Forall2 (value_in misere heaps) ys vs).
Proof.
  intros IH zs ys vs L F. revert vs. induction F as [|z y zs ys S F IHF]; intros vs; [reflexivity|].
  assert (K : forall t, value_in misere heaps z t <-> value_in misere heaps y t).
  { intros t. destruct S as [-> |(Lz & ->)]; [reflexivity|]. apply IH; auto. apply L. simpl. auto. }
  assert (K' : forall vs, Forall2 (value_in misere heaps) zs vs <-> Forall2 (value_in misere heaps) ys vs)
    by (apply IHF; intros w I; apply L; simpl; auto).
  split; intros G; inversion G; subst; constructor; try apply K; try apply K'; auto.
Qed.

Lemma one_shifted misere n z y : (forall m, m < n -> n0 <= m -> recurs_at misere m) -> z < n -> Forall2 shifted [z] [y] ->
  forall t, value_in misere heaps z t <-> value_in misere heaps y t.
Proof.
  intros IH L F t. inversion F as [|z' y' l m S F']; subst. destruct S as [-> |(Lz & ->)]; [reflexivity|]. apply IH; auto.
Qed.

Theorem recurring misere : (misere = true -> single heaps) -> (forall n, n0 <= n < far -> recurs_at misere n) ->
  forall n, n0 <= n -> recurs_at misere n.
Proof.
  intros One H n. induction n as [n IH'] using (well_founded_induction lt_wf). intros Ln.
  destruct (le_lt_dec far n) as [Far|Near]; [|apply H; lia].
  assert (IH : forall m, m < n -> n0 <= m -> recurs_at misere m) by auto.
  assert (Less : forall zs, opt n zs -> forall z, In z zs -> z < n) by (intros zs; apply less).
  destruct misere.
  - pose proof (One eq_refl) as Single.
    assert (Down : forall y, opt (n + p) [y] -> exists z, opt n [z] /\ forall t,
      value_in true heaps z t <-> value_in true heaps y t).
    { intros y M. destruct (down n Far [y] M) as (zs & Mz & F). destruct (Single n zs Mz) as (z & ->).
      exists z. split; auto. apply (one_shifted true n z y IH); auto. apply (Less [z] Mz). simpl. auto. }
    assert (Up : forall z, opt n [z] -> exists y, opt (n + p) [y] /\ forall t,
      value_in true heaps z t <-> value_in true heaps y t).
    { intros z M. destruct (up n Far [z] M) as (ys & My & F). destruct (Single (n + p) ys My) as (y & ->).
      exists y. split; auto. apply (one_shifted true n z y IH); auto. apply (Less [z] M). simpl. auto. }
    intros t. rewrite !(value_in_right true heaps Single). unfold right. split; (intros [(Q & E & T)|(E & A & B)]; [left|right]).
    + repeat split; auto. intros ys M. destruct (one_option heaps (n + p) ys Single M) as (y & -> & My).
      destruct (Down y My) as (z & Mz & _). exact (E [z] Mz).
    + split; [|split].
      * intros Q. destruct (E Q) as (z & M). destruct (Up z M) as (y & My & _). eauto.
      * intros u L. destruct (A u L) as (z & M & V). destruct (Up z M) as (y & My & S). exists y.
        split; [exact My|apply S; exact V].
      * intros y M. destruct (Down y M) as (z & Mz & S). destruct (B z Mz) as (s & V & Ne). exists s.
        split; [apply S; exact V|exact Ne].
    + repeat split; auto. intros zs M. destruct (one_option heaps n zs Single M) as (z & -> & Mz).
      destruct (Up z Mz) as (y & My & _). exact (E [y] My).
    + split; [|split].
      * intros Q. destruct (E Q) as (y & M). destruct (Down y M) as (z & Mz & _). eauto.
      * intros u L. destruct (A u L) as (y & M & V). destruct (Down y M) as (z & Mz & S). exists z.
        split; [exact Mz|apply S; exact V].
      * intros z M. destruct (Up z M) as (y & My & S). destruct (B y My) as (s & V & Ne). exists s.
        split; [apply S; exact V|exact Ne].
  - intros t. split; intros V; inversion V as [x t' A B]; subst; constructor.
    + intros u L. destruct (A u L) as (zs & vs & M & F & E). destruct (up n Far zs M) as (ys & My & S).
      exists ys, vs. split; [exact My|]. split; auto. apply (shifted_values false n IH zs ys vs (Less zs M) S). exact F.
    + intros ys My. destruct (down n Far ys My) as (zs & M & S). destruct (B zs M) as (vs & F & Ne).
      exists vs. split; auto. apply (shifted_values false n IH zs ys vs (Less zs M) S). exact F.
    + intros u L. destruct (A u L) as (ys & vs & My & F & E). destruct (down n Far ys My) as (zs & M & S).
      exists zs, vs. split; [exact M|]. split; auto. apply (shifted_values false n IH zs ys vs (Less zs M) S). exact F.
    + intros zs M. destruct (up n Far zs M) as (ys & My & S). destruct (B ys My) as (vs & F & Ne).
      exists vs. split; auto. apply (shifted_values false n IH zs ys vs (Less zs M) S). exact F.
Qed.

(** ** A function that recurs *)

Section Function.
Variable f : nat -> N.
Hypothesis recurs : forall n, n0 <= n -> f (n + p) = f n.

Lemma shifted_same zs ys : Forall2 shifted zs ys -> map f zs = map f ys.
Proof.
  intros F. induction F as [|z y zs ys S F IH]; simpl; auto. rewrite IH. f_equal.
  destruct S as [-> |(L & ->)]; auto. symmetry. auto.
Qed.

Lemma right_later n : n0 <= n -> far <= n -> right_at f n -> right_at f (n + p).
Proof.
  intros Ln Far [A B]. rewrite <- (recurs n Ln) in A, B. split.
  - intros ys My. destruct (down n Far ys My) as (zs & M & S). rewrite <- (shifted_same zs ys S). auto.
  - intros u L. destruct (B u L) as (zs & M & E). destruct (up n Far zs M) as (ys & My & S).
    exists ys. rewrite <- (shifted_same zs ys S). auto.
Qed.

Theorem says_all : 1 <= p -> n0 <= far -> (forall n, n < far + p -> right_at f n) -> forall n, value heaps n (f n).
Proof.
  intros P L0 H. assert (K : forall n, right_at f n).
  { intros n. induction n as [n IH] using (well_founded_induction lt_wf).
    destruct (le_lt_dec (far + p) n) as [L|L]; [|auto]. replace n with ((n - p) + p) by lia.
    apply right_later; [lia|lia|]. apply IH. lia. }
  intros n. apply right_values. auto.
Qed.
End Function.

(* Where a function says the values, values recur as it does. *)
Lemma says_recurs f n : (forall n, value heaps n (f n)) -> f (n + p) = f n -> recurs_at false n.
Proof.
  intros V E t. simpl. split; intros W.
  - rewrite (value_unique _ _ _ _ W (V n)), <- E. apply V.
  - rewrite (value_unique _ _ _ _ W (V (n + p))), E. apply V.
Qed.
End Heaps.
